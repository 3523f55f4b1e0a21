"""What is measured once in a process: the memory of a parse, the first calls.

    once.py --memory CONTENDER FILE    bytes for one parse: peak, touched
    once.py --first CONTENDER FILE     ns of the first import, parse and generate

Imports nothing that a contender may want to import first.
"""

from __future__ import annotations

import os
import resource
import sys
import time
from pathlib import Path

import contenders

KEPT = 3  # values that fill what importing has left free, before memory is counted
PAGE = os.sysconf("SC_PAGE_SIZE")


def status_bytes(name: str) -> int:
    for line in Path("/proc/self/status").read_text(encoding="ascii").splitlines():
        if line.startswith(name):
            return int(line.split()[1]) * 1024
    return 0


def print_memory(contender: str, path: Path) -> None:
    parse = contenders.ways(contender)["parse"]
    text = path.read_bytes()
    kept = [parse(text) for _ in range(KEPT)]
    Path("/proc/self/clear_refs").write_text("5", encoding="ascii")  # VmHWM begins anew
    before = status_bytes("VmRSS:")
    faults = resource.getrusage(resource.RUSAGE_SELF).ru_minflt
    value = parse(text)
    faults = resource.getrusage(resource.RUSAGE_SELF).ru_minflt - faults
    peak = status_bytes("VmHWM:") - before
    del value, kept
    print(peak, max(peak, faults * PAGE), sep="\t")


def print_first(contender: str, path: Path) -> None:
    text = path.read_bytes()
    begun = time.perf_counter_ns()
    ways = contenders.ways(contender)
    loaded = time.perf_counter_ns()
    value = ways["parse"](text)
    parsed = time.perf_counter_ns()
    ways["generate"](value)
    generated = time.perf_counter_ns()
    print(loaded - begun, parsed - loaded, generated - parsed, sep="\t")


mode, contender, path = sys.argv[1:]
{"--memory": print_memory, "--first": print_first}[mode](contender, Path(path))
