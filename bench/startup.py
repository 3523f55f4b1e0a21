"""What a process pays once: the whole of one that reads a small text, and its first calls.

Contenders take turns; each round is a new process. "start-up" is a program of one line, from its
start to its end, beside one that does nothing; "first load", "first parse" and "first generate"
are measured inside a process.
"""

from __future__ import annotations

import statistics
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

from languages import ROOT, Language
from memory import present, run_once
from table import OURS, Row

KINDS = {
    "core": ("first parse",),
    "python": ("first load", "first parse", "first generate"),
    "ruby": ("first load", "first parse", "first generate"),
    "node": ("first load", "first parse", "first generate"),
}
NOTHING = "nothing"


def python_line(contender: str) -> str:
    module = {OURS: "fastjson", "msgspec": "msgspec.json"}.get(contender, contender)
    call = "decode" if contender == "msgspec" else "loads"
    return "pass" if contender == NOTHING else f"from {module} import {call}; {call}(b'[1]')"


def ruby_line(contender: str) -> str:
    return {
        NOTHING: "nil",
        OURS: "require 'fastjson'; FastJSON.parse('[1]')",
        "json": "require 'json'; JSON.parse('[1]')",
        "oj": "require 'oj'; Oj.load('[1]', mode: :strict)",
    }[contender]


def node_line(contender: str) -> str:
    package = ROOT / "bindings" / "node" / "index.cjs"
    return {
        NOTHING: "0",
        OURS: f"require({str(package)!r}).parse('[1]')",
        "JSON": "JSON.parse('[1]')",
    }[contender]


def program(language: Language, contender: str) -> list[str]:
    """The command that starts a process, reads a small text with the contender, and ends."""
    if language.family == "python":
        return [language.command[0], "-c", python_line(contender)]
    if language.family == "ruby":
        return [*language.command[:-1], "-e", ruby_line(contender)]
    return [language.command[0], "-e", node_line(contender)]


def medians(rounds: list[dict[str, float]]) -> dict[str, tuple[float, float]]:
    """Of each contender the median, and the median ratio to ours."""
    return {
        name: (
            statistics.median(each[name] for each in rounds),
            statistics.median(each[name] / each[OURS] for each in rounds),
        )
        for name in rounds[0]
    }


def whole(language: Language, names: list[str], rounds: int) -> Iterator[Row]:
    taken: list[dict[str, float]] = []
    for _ in range(rounds):
        times = {}
        for name in [*names, NOTHING]:
            start = time.perf_counter_ns()
            subprocess.run(
                program(language, name),
                env=language.environ(),
                check=True,
                stdout=subprocess.DEVNULL,
            )
            times[name] = time.perf_counter_ns() - start
        taken.append(times)
    for name, (median, ratio) in medians(taken).items():
        note = "the interpreter alone" if name == NOTHING else ""
        yield Row(language.area, "start-up", "-", name, f"{median:.0f}", f"{ratio:.4g}", "-", note)


def measure(language: Language, missing: set[str], path: Path, rounds: int) -> Iterator[Row]:
    names = present(language, missing)
    taken: dict[str, list[dict[str, float]]] = {kind: [] for kind in KINDS[language.family]}
    for _ in range(rounds):
        times = {name: run_once(language, "--first", name, path) for name in names}
        for name, figures in times.items():
            if isinstance(figures, str):
                raise SystemExit(f"bench: the first call of {name} failed: {figures}")
        for index, kind in enumerate(taken):
            taken[kind].append({name: figures[index] for name, figures in times.items()})
    for kind, values in taken.items():
        for name, (median, ratio) in medians(values).items():
            yield Row(language.area, kind, path.name, name, f"{median:.0f}", f"{ratio:.4g}")
    if language.family != "core":
        yield from whole(language, names, rounds)
