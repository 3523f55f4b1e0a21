"""The race in Python: libfastjson next to json and the libraries from PyPI.

    run.py [--seconds S] [--task TASK]... FILE...            a race of each task over each file
    run.py [--seconds S] [--task TASK]... --threads FILE...  from 1, 2, 4, and beside a busy one
    run.py --names                                           versions, or why one is missing

Rows and files are those of bench/core/main.cc; the area is BENCH_AREA, "python" if that is not
set.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import sys
import threading
import time
from itertools import repeat
from pathlib import Path
from typing import Any, Callable

import contenders
from sameness import DIFFERENT, compare, value_of

AREA = os.environ.get("BENCH_AREA", "python")
LEAST_ROUNDS = int(os.environ.get("BENCH_ROUNDS", "5"))
SAMPLE_NS = 2_000_000


class Document:
    """A file as the tasks see it: its texts, their values, and a pointer into each."""

    def __init__(self, path: Path) -> None:
        self.name = path.name
        text = path.read_bytes()
        lines = path.suffix == ".ndjson"
        self.bytes = [line for line in text.split(b"\n") if line] if lines else [text]
        self.str = [text.decode() for text in self.bytes]
        self.values = [json.loads(text) for text in self.bytes]
        sidecar = Path(f"{path}.pointer")
        self.pointer = sidecar.read_text(encoding="utf-8") if sidecar.is_file() else ""

    def inputs(self, task: str) -> list[Any]:
        kind = contenders.INPUTS[task]
        return self.values if kind == "value" else getattr(self, kind)

    def wanted(self, task: str, index: int) -> Any:
        value = self.values[index]
        if task == "pointer":
            return contenders.walk(value, self.pointer)
        return None if task == "validate" else value


def row(task: str, document: str, contender: str, time: Any, ratio: Any, note: str) -> None:
    print(AREA, task, document, contender, time, ratio, "-", note, sep="\t", flush=True)


def available(pointer: str = "") -> dict[str, dict[str, Callable]]:
    found = {}
    for name in contenders.NAMES:
        try:
            found[name] = contenders.ways(name, pointer)
        except ImportError:
            if name == contenders.OURS:
                raise
    return found


def ways_to(task: str, document: Document) -> dict[str, Callable]:
    found = {name: ways[task] for name, ways in available(document.pointer).items() if task in ways}
    if task == "pointer" and contenders.OURS in found:
        first = available()[contenders.OURS]["pointer first"]
        found["libfastjson, first scope"] = lambda text: first(text, document.pointer)
    return found


def checked(task: str, document: Document, way: Callable) -> tuple[bool, str]:
    """Whether it may be timed, and what is to be said of it."""
    notes = set()
    for index, item in enumerate(document.inputs(task)):
        try:
            made = way(item)
            if task == "validate":
                continue
            notes.add(compare(value_of(task, made), document.wanted(task, index)))
        except Exception as error:
            reason = str(error).splitlines()[0][:80] if str(error) else ""
            return False, f"refuses it: {type(error).__name__} {reason}".strip()
        if DIFFERENT in notes:
            return False, DIFFERENT
    return True, max(notes, default="")


def timed(way: Callable, items: list[Any], number: int) -> float:
    """ns of the process's CPU for one item."""
    start = time.process_time_ns()
    for _ in repeat(None, number):
        for item in items:
            way(item)
    return (time.process_time_ns() - start) / number / len(items)


def race(task: str, document: Document, seconds: float) -> None:
    if task == "pointer" and not document.pointer:
        return
    ways, notes = {}, {}
    for name, way in ways_to(task, document).items():
        good, notes[name] = checked(task, document, way)
        if good:
            ways[name] = way
        else:
            row(task, document.name, name, "-", "-", notes[name])
    if contenders.OURS not in ways:
        if contenders.OURS not in notes:
            row(task, document.name, contenders.OURS, "-", "-", "not in this version")
        return
    items = document.inputs(task)
    numbers = {
        name: max(1, int(SAMPLE_NS / (timed(way, items, 1) * len(items) + 1)))
        for name, way in ways.items()
    }
    samples: dict[str, list[float]] = {name: [] for name in ways}
    begun = time.process_time_ns()
    while (
        time.process_time_ns() - begun < seconds * 1e9 * len(ways)
        or len(samples[contenders.OURS]) < LEAST_ROUNDS
    ):
        for name, way in ways.items():
            if numbers[name] > 1:
                timed(way, items[:100], 1)  # back from its neighbour's caches to its own
            samples[name].append(timed(way, items, numbers[name]))
    report(task, document.name, samples, notes)


def report(task: str, document: str, samples: dict, notes: dict) -> None:
    ours = samples[contenders.OURS]
    for name, times in samples.items():
        ratio = statistics.median(time / our for time, our in zip(times, ours))
        row(task, document, name, f"{statistics.median(times):.1f}", f"{ratio:.4g}", notes[name])


def timed_threads(way: Callable, items: list[Any], threads: int, busy: bool, ns: float) -> float:
    """ns of the wall for one call, all threads together."""
    counts = []
    stop = threading.Event()
    stopped = stop.is_set

    def work() -> None:
        count = 0
        while not stopped():
            for item in items:
                way(item)
            count += len(items)
        counts.append(count)

    def burn() -> None:
        while not stopped():
            sum(range(100))

    running = [threading.Thread(target=work) for _ in range(threads)]
    running += [threading.Thread(target=burn)] if busy else []
    start = time.perf_counter_ns()
    for thread in running:
        thread.start()
    time.sleep(ns / 1e9)
    stop.set()
    for thread in running:
        thread.join()
    return (time.perf_counter_ns() - start) / max(1, sum(counts))


def race_threads(task: str, document: Document, seconds: float) -> None:
    ways, notes = {}, {}
    for name, way in ways_to(task, document).items():
        good, notes[name] = checked(task, document, way)
        if good:
            ways[name] = way
    items = document.inputs(task)
    once = timed(ways[contenders.OURS], items, 3)
    items = items * max(1, int(20_000 / once / len(items)))  # the event is not what is timed
    for threads, busy in ((1, False), (2, False), (4, False), (1, True)):
        samples: dict[str, list[float]] = {name: [] for name in ways}
        for _ in range(LEAST_ROUNDS):
            for name, way in ways.items():
                ns = seconds * 1e9 / LEAST_ROUNDS
                samples[name].append(timed_threads(way, items, threads, busy, ns))
        what = f"{threads} thread{'s' if threads > 1 else ''}"
        report(f"{task}, {'beside a busy thread' if busy else what}", document.name, samples, notes)


def print_names() -> None:
    for name in contenders.NAMES:
        try:
            print(contenders.version(name))
        except ImportError as error:
            print(name, str(error).splitlines()[0], sep="\t")


def main() -> int:
    parser = argparse.ArgumentParser(description="The race in Python.")
    parser.add_argument("--seconds", type=float, default=0.2)
    parser.add_argument("--task", action="append", choices=sorted(contenders.INPUTS))
    parser.add_argument("--threads", action="store_true")
    parser.add_argument("--names", action="store_true")
    parser.add_argument("files", nargs="*", type=Path)
    options = parser.parse_args()
    if options.names:
        print_names()
    else:
        tasks = options.task or (
            ["parse", "generate"] if options.threads else list(contenders.INPUTS)
        )
        for path in options.files:
            document = Document(path)
            for task in tasks:
                (race_threads if options.threads else race)(task, document, options.seconds)
    return 0


sys.exit(main())
