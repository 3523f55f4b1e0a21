# frozen_string_literal: true

# The demo in Ruby: libfastjson beside the json that Ruby comes with. See demo.c for arguments and rows.

require 'digest'
require 'fastjson'
require 'json'

path, form, rounds = ARGV
TEXT = File.read(path, encoding: Encoding::UTF_8)
VALUE = FastJSON.parse(TEXT)
TASKS = [
  -> { FastJSON.parse(TEXT) },
  -> { JSON.parse(TEXT, max_nesting: 1024) },
  -> { FastJSON.generate(VALUE) },
  -> { JSON.generate(VALUE, max_nesting: 1024) }
].freeze

def timed(task, times)
  start = Process.clock_gettime(Process::CLOCK_MONOTONIC, :float_second)
  times.times { task.call }
  (Process.clock_gettime(Process::CLOCK_MONOTONIC, :float_second) - start) * 1e9 / times
end

times = TASKS.map { |task| [1, (2e6 / (timed(task, 1) + 1)).to_i + 1].max }
samples = Array.new(rounds.to_i) { TASKS.zip(times).map { |task, n| timed(task, n) } }
medians = samples.transpose.map { |sample| sample.sort[sample.length / 2] }
sha = Digest::SHA256.hexdigest(FastJSON.generate(VALUE, form == 'canonical' ? { canonical: true } : {}))
peer = "json #{JSON::VERSION} of Ruby #{RUBY_VERSION}"
puts ['parse', medians[0].round, medians[1].round, sha, peer].join("\t")
puts ['generate', medians[2].round, medians[3].round, sha, peer].join("\t")
