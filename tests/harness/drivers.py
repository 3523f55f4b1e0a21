"""Runs the drivers of the four languages over one set of inputs; see README.md beside this.

Which languages are there is said by the environment, which tools/test and tools/demo set:

    FASTJSON_BUILD    the build folder with libfastjson.so and the C driver
    FASTJSON_LANGUAGES   as in "c python ruby node" (all four unless set)
"""

from __future__ import annotations

import base64
import os
import subprocess
import sys
import tempfile
from dataclasses import dataclass, field
from pathlib import Path

from inputs import ROOT, Input

LANGUAGES = ("c", "python", "ruby", "node")
FORMS = ("compact", "pretty", "ascii_only", "script_safe", "sort_keys", "canonical")


def build() -> Path:
    return Path(os.environ.get("FASTJSON_BUILD", ROOT / "build")).resolve()


def languages() -> list[str]:
    chosen = os.environ.get("FASTJSON_LANGUAGES", " ".join(LANGUAGES)).split()
    unknown = set(chosen) - set(LANGUAGES)
    if unknown:
        raise SystemExit(f"no such language: {' '.join(unknown)}")
    return chosen


def command(language: str) -> list[str]:
    folder = ROOT / "tests/consistency"
    return {
        "c": [str(build() / "tests/driver")],
        "python": [sys.executable, str(folder / "driver.py")],
        "ruby": ["ruby", "-I", str(ROOT / "bindings/ruby/lib"), str(folder / "driver.rb")],
        "node": ["node", "--stack-size=4000", str(folder / "driver.mjs")],
    }[language]


def kernels() -> list[str]:
    """The CPU kernels that this machine has, the one in use by default first."""
    ask = (
        "import ctypes, sys; f = ctypes.CDLL(sys.argv[1]).fj_kernel_name;"
        " f.restype = ctypes.c_char_p; print(f().decode())"
    )

    def answer(wanted: str) -> str:
        command = [sys.executable, "-c", ask, str(build() / "libfastjson.so")]
        environment = {**os.environ, "FASTJSON_KERNEL": wanted}
        return subprocess.run(
            command, env=environment, text=True, stdout=subprocess.PIPE, check=True
        ).stdout.strip()

    found = [answer("")]
    for name in ("plain", "sse2", "avx2", "avx512", "neon"):
        if answer(name) == name and name not in found:
            found.append(name)
    return found


def environment(kernel: str = "") -> dict[str, str]:
    return dict(
        os.environ,
        FASTJSON_KERNEL=kernel,
        FASTJSON_LIBRARY=str(build() / "libfastjson.so"),
        LIBFASTJSON_NODE=str(build() / "fastjson.node"),
        FASTJSON_NODE_PACKAGE=str(ROOT / "bindings/node/index.mjs"),
        PYTHONPATH=str(ROOT / "bindings/python"),
        PYTHONDONTWRITEBYTECODE="1",
    )


@dataclass
class Answer:
    """What one language made of one input."""

    outcome: str
    place: tuple = ()  # offset, line, column, pointer of an error
    dump: str | bytes = ""
    forms: dict[str, str | bytes] = field(default_factory=dict)


def parse_answer(line: str, mode: str) -> tuple[str, Answer]:
    name, outcome, *rest = line.split("\t")
    if len(rest) != 11:
        raise SystemExit(f"not an answer: {line[:200]!r}")
    if outcome != "ok":
        offset, row, column, pointer = rest[:4]
        place = (int(offset), int(row), int(column), base64.b64decode(pointer).decode("utf-8"))
        return name, Answer(outcome, place)

    def value(text: str) -> str | bytes:
        return text if mode == "hash" or text[0] in "!-" else base64.b64decode(text)

    return name, Answer("ok", (), value(rest[4]), dict(zip(FORMS, map(value, rest[5:]))))


def run(language: str, inputs: list[Input], mode: str, kernel: str = "") -> dict[str, Answer]:
    """The answers by name, by that CPU kernel or the default one. A driver that dies or skips an
    input ends the run."""
    with tempfile.NamedTemporaryFile("w", suffix=".requests", encoding="ascii") as file:
        for one in inputs:
            print(one.name, one.options, base64.b64encode(one.text).decode(), sep="\t", file=file)
        file.flush()
        done = subprocess.run(
            [*command(language), file.name, mode],
            env=environment(kernel),
            stdout=subprocess.PIPE,
            timeout=900,
            check=False,
        )
    lines = done.stdout.decode("utf-8").splitlines()
    if done.returncode != 0:
        last = lines[-1].split("\t")[0] if lines else "the start"
        raise SystemExit(f"the {language} driver ended with {done.returncode} after {last}")
    answers = dict(parse_answer(line, mode) for line in lines)
    missing = [one.name for one in inputs if one.name not in answers]
    if missing:
        raise SystemExit(f"the {language} driver gave no answer for {missing[0]}")
    return answers


class Tally:
    """Counts checks, prints those that failed, and ends as every runner here does."""

    def __init__(self) -> None:
        self.passed = 0
        self.failed = 0
        self.shown = 0

    def check(self, good: bool, what: str, shown: bool = True) -> None:
        if good:
            self.passed += 1
            return
        self.failed += 1
        if shown and self.shown < 60:
            self.shown += 1
            print("FAIL", what)

    def finish(self) -> None:
        print(f"{self.passed} passed, {self.failed} failed")
        sys.exit(1 if self.failed or not self.passed else 0)
