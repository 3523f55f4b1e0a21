"""The suite: all that tools/bench measures, one thing after the other, into one table.

Races are run by one program for each language (core/main.cc, python/run.py, ruby/run.rb,
node/run.mjs), a process for each document; memory.py, startup.py and echo.py do what needs
processes of its own. See tools/bench --help and docs/performance.md.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Callable

import documents
import echo
import machine
import memory
import startup
from languages import BUILD, PEERS, Language, all_languages
from table import Row, Table, geometric_mean, parse_line, timed

FAMILIES = ("core", "python", "ruby", "node")
KINDS = ("race", "threads", "memory", "start-up", "http")
ECHO = ("small-1k.json", "twitter_api_response.json", "github_events.json")
THREADS = ("small-1k.json", "twitter.json")
FIRST = ("small-1k.json",)
LEAST_MEMORY = 100_000  # bytes of a text whose memory can be told from noise


@dataclass
class Effort:
    """How long the suite takes its time."""

    seconds: float  # for each contender in a race
    rounds: int  # of new processes, and of loads from wrk
    load: float  # seconds of one load
    variants: bool  # other Nodes, other gems, another malloc


FULL = Effort(seconds=0.2, rounds=7, load=3, variants=True)
QUICK = Effort(seconds=0.05, rounds=3, load=1, variants=False)


@dataclass
class Step:
    language: Language
    kind: str
    what: str
    rows: Callable[[], Iterator[Row]]


def run_program(language: Language, *arguments: str) -> Iterator[Row]:
    """The rows that a language's program prints. One that fails ends the suite: it would hide a
    gap.
    """
    with subprocess.Popen(
        [*language.command, *arguments], env=language.environ(), text=True, stdout=subprocess.PIPE
    ) as process:
        for line in process.stdout:
            yield parse_line(line)
    if process.returncode != 0:
        raise SystemExit(f"bench: {language.area} failed ({process.returncode}): {arguments[-1]}")


def among(paths: list[Path], names: tuple[str, ...]) -> list[Path]:
    """Those of these names; if there are none, the first."""
    return [path for path in paths if path.name in names] or paths[:1]


def steps_of(
    language: Language, missing: set[str], paths: list[Path], effort: Effort
) -> Iterator[Step]:
    seconds = str(effort.seconds)
    tasks = [word for task in language.tasks for word in ("--task", task)]
    for path in paths:
        yield Step(
            language,
            "race",
            path.name,
            lambda path=path: run_program(language, "--seconds", seconds, *tasks, str(path)),
        )
    if language.variant:
        return
    for path in among(paths, THREADS):
        yield Step(
            language,
            "threads",
            path.name,
            lambda path=path: run_program(language, "--seconds", seconds, "--threads", str(path)),
        )
    texts = [path for path in paths if path.suffix == ".json"]
    for path in [path for path in texts if path.stat().st_size >= LEAST_MEMORY]:
        yield Step(
            language, "memory", path.name, lambda path=path: memory.measure(language, missing, path)
        )
    for path in among(texts, FIRST):
        yield Step(
            language,
            "start-up",
            path.name,
            lambda path=path: startup.measure(language, missing, path, effort.rounds),
        )
    if language.family in echo.SERVERS:
        bodies = among(texts, ECHO)
        yield Step(
            language,
            "http",
            ", ".join(path.name for path in bodies),
            lambda: echo.measure(language, bodies, effort.rounds, effort.load),
        )


def wanted(language: Language, kind: str, only: list[str]) -> bool:
    families = [area for area in only if area not in KINDS]
    kinds = [area for area in only if area in KINDS]
    return (not families or language.family in families or language.area in families) and (
        not kinds or kind in kinds
    )


def missing_rows() -> Iterator[Row]:
    """What tools/bench could not install, and why."""
    path = PEERS / "missing.tsv"
    if path.is_file():
        for line in path.read_text(encoding="utf-8").splitlines():
            area, contender, reason = line.split("\t")
            yield Row(area, "missing", "-", contender, note=reason)


def plan(paths: list[Path], effort: Effort, only: list[str], table: Table) -> list[Step]:
    """The steps, in order; names who takes part and who is missing."""
    steps = []
    for language in all_languages(effort.variants):
        if not any(wanted(language, kind, only) for kind in KINDS):
            continue
        if language.missing:
            table.add(Row(language.area, "missing", "-", language.area, note=language.missing))
            continue
        missing = set()
        for name, version, reason in language.names():
            table.add(
                Row(
                    language.area,
                    "missing" if reason else "version",
                    "-",
                    name,
                    note=reason or version,
                )
            )
            if reason:
                missing.add(name)
        found = steps_of(language, missing, paths, effort)
        steps += [step for step in found if wanted(language, step.kind, only)]
    return steps


def clock(seconds: float) -> str:
    return f"{int(seconds) // 60}:{int(seconds) % 60:02}"


def run(steps: list[Step], table: Table) -> None:
    begun = time.monotonic()
    for number, step in enumerate(steps):
        spent = time.monotonic() - begun
        left = f", about {clock(spent / number * (len(steps) - number))} left" if number > 4 else ""
        say(
            f"[{number + 1}/{len(steps)}] {clock(spent)}{left}  "
            f"{step.language.area} {step.kind}: {step.what}"
        )
        for row in step.rows():
            table.add(row)


def say(line: str) -> None:
    print(line, file=sys.stderr, flush=True)


def summary(table: Table) -> Iterator[str]:
    """Of each area and task the contenders' geometric means over the documents, and who is
    missing.
    """
    groups: dict[tuple[str, str], dict[str, list[float]]] = {}
    for row in timed(table.rows):
        contenders = groups.setdefault((row.area, row.task), {})
        contenders.setdefault(row.contender, []).append(float(row.ratio))
    yield "How many times the time (or memory) of libfastjson; geometric means over the documents:"
    for (area, task), contenders in groups.items():
        yield f"{area}: {task}"
        for contender, ratios in contenders.items():
            mean = geometric_mean(ratios)
            yield f"    {contender:40} {mean:8.2f}   from {min(ratios):.2f} to {max(ratios):.2f}"
    for row in table.rows:
        if row.task == "missing":
            yield f"missing in {row.area}: {row.contender} ({row.note})"
        elif not (row.measured() or row.task == "version" or row.area == "machine"):
            what = f"{row.task} of {row.document} by {row.contender}"
            yield f"not timed in {row.area}: {what}: {row.note}"


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="tools/bench")
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--only", action="append", default=[])
    parser.add_argument("--document", action="append", default=[], type=Path)
    parser.add_argument("--seconds", type=float)
    parser.add_argument("--rounds", type=int)
    parser.add_argument("--output", type=Path, default=BUILD / "results")
    options = parser.parse_args()
    known = {*FAMILIES, *KINDS, *(language.area for language in all_languages(True))}
    for area in options.only:
        if area not in known:
            parser.error(f"no area {area}: {' '.join(sorted(known))}")
    return options


def main() -> int:
    options = arguments()
    effort = QUICK if options.quick else FULL
    effort.seconds = options.seconds or effort.seconds
    effort.rounds = options.rounds or effort.rounds
    os.environ["BENCH_ROUNDS"] = str(min(effort.rounds, 5))
    os.environ.setdefault("PYTHONDONTWRITEBYTECODE", "1")
    paths = documents.lay(options.output / "documents", options.quick, options.document)
    table = Table(options.output / "results.tsv")
    for row in [*machine.rows(), *missing_rows()]:
        table.add(row)
    steps = plan(paths, effort, options.only, table)
    run(steps, table)
    for line in summary(table):
        print(line)
    say(f"table: {table.file.name}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
