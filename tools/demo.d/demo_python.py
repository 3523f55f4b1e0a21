"""The demo in Python: libfastjson beside the json module. See demo.c for arguments and rows."""

from __future__ import annotations

import hashlib
import json
import platform
import statistics
import sys
import time

import fastjson

path, form, rounds = sys.argv[1:]
with open(path, "rb") as file:
    text = file.read()
value = fastjson.loads(text)
TASKS = [
    lambda: fastjson.loads(text),
    lambda: json.loads(text),
    lambda: fastjson.dumps_bytes(value),
    lambda: json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode(),
]


def timed(task, times: int) -> float:
    start = time.perf_counter_ns()
    for _ in range(times):
        task()
    return (time.perf_counter_ns() - start) / times


times = [max(1, int(2e6 / (timed(task, 1) + 1)) + 1) for task in TASKS]
samples = [[timed(task, n) for task, n in zip(TASKS, times)] for _ in range(int(rounds))]
medians = [statistics.median(sample) for sample in zip(*samples)]
options = {"canonical": True} if form == "canonical" else {}
sha = hashlib.sha256(fastjson.dumps_bytes(value, **options)).hexdigest()
peer = f"json of Python {platform.python_version()}"
print("parse", f"{medians[0]:.0f}", f"{medians[1]:.0f}", sha, peer, sep="\t")
print("generate", f"{medians[2]:.0f}", f"{medians[3]:.0f}", sha, peer, sep="\t")
