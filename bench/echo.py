"""The echo services over HTTP: a server of each ecosystem under load from wrk.

One server process has both ways, the JSON that the language comes with and libfastjson; wrk loads
one, then the other, in turns. Latencies are those that wrk saw with all connections always busy,
so they hold the time that a request waited for the one before it.
"""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import socket
import statistics
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path

from languages import HERE, PEERS, Language
from table import OURS, Row

CONNECTIONS = 8
PERCENTILES = ("p50", "p90", "p99", "p99.9")
BUILTIN = {"python": "json", "ruby": "json", "node": "JSON"}
SERVERS = {
    "python": "uvicorn with Starlette",
    "ruby": "puma with Rack",
    "node": "fastify",
}


def command(language: Language, port: int) -> list[str]:
    folder = HERE / "http"
    if language.family == "python":
        server = [sys.executable, "-m", "uvicorn", "--app-dir", str(folder), "echo:app"]
        return [*server, "--port", str(port), "--log-level", "error", "--no-access-log"]
    if language.family == "ruby":
        server = [*language.command[:-1], "-S", "puma", "--quiet", "--environment", "production"]
        listen = f"tcp://127.0.0.1:{port}"
        return [*server, "--threads", "4:4", "--bind", listen, str(folder / "echo.ru")]
    return ["node", str(folder / "echo.cjs"), str(port)]


def environment(language: Language) -> dict[str, str]:
    folder = PEERS / "npm" / "node_modules"
    return dict(language.environ(), NODE_PATH=str(folder), NODE_ENV="production")


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return found.getsockname()[1]


def post(url: str, body: bytes) -> bytes:
    request = urllib.request.Request(url, body, {"Content-Type": "application/json"})
    with urllib.request.urlopen(request, timeout=20) as answer:
        return answer.read()


@contextlib.contextmanager
def server(language: Language) -> Iterator[str]:
    """A running server; gives its address. RuntimeError with the reason if it does not start."""
    port = free_port()
    with subprocess.Popen(
        command(language, port),
        env=environment(language),
        text=True,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
    ) as process:
        try:
            url = f"http://127.0.0.1:{port}"
            for _ in range(200):
                try:
                    with urllib.request.urlopen(url, timeout=5):
                        break
                except (urllib.error.URLError, ConnectionError):
                    time.sleep(0.1)
                if process.poll() is not None:
                    lines = process.stderr.read().strip().splitlines()
                    why = [line for line in lines if "Error" in line] or lines or ["no reason"]
                    raise RuntimeError(why[-1].strip()[:120])
            else:
                raise RuntimeError("it did not answer")
            yield url
        finally:
            process.terminate()
            try:
                process.wait(5)
            except subprocess.TimeoutExpired:
                process.kill()


def load(url: str, body: Path, seconds: float) -> list[float]:
    """ns for a request, all connections together, and ns at each percentile. RuntimeError on
    errors.
    """
    done = subprocess.run(
        [
            *("wrk", "--threads", "1", "--connections", str(CONNECTIONS), "--timeout", "20s"),
            *(
                "--duration",
                f"{max(1, round(seconds))}s",
                "--script",
                str(HERE / "http" / "load.lua"),
                url,
            ),
        ],
        env=dict(os.environ, BENCH_BODY=str(body)),
        text=True,
        capture_output=True,
        check=False,
    )
    for line in done.stdout.splitlines():
        if line.startswith("result\t"):
            requests, us, *latencies, errors = map(float, line.split("\t")[1:])
            if errors or not requests:
                raise RuntimeError(f"{errors:.0f} errors in {requests:.0f} requests")
            return [us * 1000 / requests, *(latency * 1000 for latency in latencies)]
    raise RuntimeError(f"wrk failed: {(done.stderr or done.stdout).strip()[:80]}")


def race(language: Language, url: str, body: Path, rounds: int, seconds: float) -> Iterator[Row]:
    names = (OURS, BUILTIN[language.family])
    # JavaScript's numbers are doubles: an integer beyond 2**53 comes back as the nearest one.
    integer = float if language.family == "node" else int
    wanted = json.loads(body.read_bytes(), parse_int=integer)
    for name in names:
        answer = post(f"{url}/{name}", body.read_bytes())
        if json.loads(answer, parse_int=integer) != wanted:
            raise RuntimeError(f"{name} gives back another value")
        if rounds > 1:
            load(f"{url}/{name}", body, 1)  # to warm it
    taken: dict[str, list[list[float]]] = {name: [] for name in names}
    for _ in range(rounds):
        for name in names:
            taken[name].append(load(f"{url}/{name}", body, seconds))
    note = f"{SERVERS[language.family]}, {CONNECTIONS} connections"
    for index, figure in enumerate(("a request", *PERCENTILES)):
        for name in names:
            times = [each[index] for each in taken[name]]
            ratio = statistics.median(
                each[index] / ours[index] for each, ours in zip(taken[name], taken[OURS])
            )
            median = f"{statistics.median(times):.0f}"
            yield Row(
                language.area, f"echo {figure}", body.name, name, median, f"{ratio:.4g}", "-", note
            )


def measure(language: Language, bodies: list[Path], rounds: int, seconds: float) -> Iterator[Row]:
    """Rows for each body; where there is no server or no wrk, rows that say so."""
    if shutil.which("wrk") is None:
        yield Row(language.area, "missing", "-", "wrk", note="wrk is not installed: no echo")
        return
    try:
        with server(language) as url:
            for body in bodies:
                yield from race(language, url, body, rounds, seconds)
    except RuntimeError as error:
        name = SERVERS[language.family]
        reason = " ".join(str(error).split())
        yield Row(language.area, "missing", "-", name, note=f"echo: {reason}")
