-- The load for wrk: posts the file that BENCH_BODY names, and prints one line when it is done:
-- "result", requests, time in us, latencies in us (p50, p90, p99, p99.9), errors. All tabs between.

local file = assert(io.open(os.getenv("BENCH_BODY"), "rb"))
wrk.method = "POST"
wrk.body = file:read("*a")
wrk.headers["Content-Type"] = "application/json"
file:close()

function done(summary, latency)
  local e = summary.errors
  local errors = e.connect + e.read + e.write + e.status + e.timeout
  io.write(string.format("result\t%d\t%d\t%d\t%d\t%d\t%d\t%d\n", summary.requests, summary.duration,
    latency:percentile(50), latency:percentile(90), latency:percentile(99), latency:percentile(99.9), errors))
end
