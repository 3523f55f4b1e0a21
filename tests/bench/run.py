"""tools/bench on one tiny document: it runs, its table is well formed and complete, the charts are
drawn, and a peer that makes another value, or is missing, is named and not timed.

Prints a line for each promise that is broken, and last "N passed, N failed"."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path
from xml.etree import ElementTree

ROOT = Path(__file__).resolve().parents[2]
BUILD = Path(os.environ.get("FASTJSON_BUILD", ROOT / "build")).resolve()
sys.path.insert(0, str(ROOT / "bench"))

import table

DOCUMENT = b'{"a": [1, -2.5, true, null, "x\\u00e9\\n"], "b": {"c": "\xc3\xa9", "d": []}}'

# Who has to be in the table of each area: with a version, or with the reason why it is missing.
CONTENDERS = {
    "core": ("libfastjson", "simdjson", "yyjson", "RapidJSON", "jansson", "json-c"),
    "python": ("libfastjson", "json", "ssrjson", "orjson", "msgspec", "ujson", "rapidjson"),
    "ruby": ("libfastjson", "json", "oj"),
    "node": ("libfastjson", "JSON"),
}
TASKS = ("parse", "generate", "validate", "minify", "pointer", "first parse", "parse, 2 threads")
CHARTS = ("overview", "parse", "generate", "texts", "threads", "start-up")

ABSENT = "not in this version"

# Modules that stand in for ujson, each wrong in its own way, and what is to be said of them.
IMPOSTORS = {
    "makes another value of it": "def loads(text): return {'a': 1.0}\ndumps = repr\n",
    "refuses it": "def loads(text): raise ValueError('no')\ndumps = repr\n",
}

passed = 0
failed = 0


def check(holds: object, promise: str) -> None:
    global passed, failed
    if holds:
        passed += 1
    else:
        failed += 1
        print(f"FAILED: {promise}")


def bench(output: Path, document: Path) -> bool:
    """Runs the whole of it, short; False and its last words when it fails."""
    done = subprocess.run(
        [
            *(
                str(ROOT / "tools" / "bench"),
                "--no-install",
                "--quick",
                "--document",
                str(document),
            ),
            *("--seconds", "0.005", "--rounds", "1", "--output", str(output)),
        ],
        text=True,
        capture_output=True,
        check=False,
        timeout=600,
    )
    if done.returncode != 0:
        print(done.stderr[-2000:])
    return done.returncode == 0


def check_table(path: Path) -> None:
    try:
        rows = table.read(path)
    except (OSError, ValueError) as error:
        check(False, f"the table is well formed: {error}")
        return
    check(True, "the table is well formed")
    facts = {row.task: row.note for row in rows if row.area == "machine"}
    check(facts.get("cpu") and facts.get("commit"), "the table names CPU and commit")
    for area, names in CONTENDERS.items():
        mine = [row for row in rows if row.area == area]
        named = {row.contender: row for row in mine if row.task in ("version", "missing")}
        for name in names:
            check(name in named, f"{area}: {name} has a version, or a reason why it is missing")
        for task in TASKS:
            of_task = [row for row in mine if row.task == task]
            ours = [row for row in of_task if row.contender == table.OURS]
            absent = [row for row in ours if row.note == ABSENT]  # a function that is not there yet
            good = len(ours) == 1 and (ours[0].measured() or absent)
            check(good, f"{area}: {task} of libfastjson is timed, or named")
            check(absent or len(of_task) > len(ours), f"{area}: {task} has a peer")
        missing = {name for name, row in named.items() if row.task == "missing"}
        timed = {row.contender.split()[0] for row in mine if row.task == "parse"}
        check(not missing & timed, f"{area}: what is missing is not timed")
        check({*names} - missing <= timed, f"{area}: whoever is there takes part in parse")


def check_charts(folder: Path) -> None:
    for name in CHARTS:
        path = folder / f"{name}.svg"
        try:
            drawn = " ".join(ElementTree.parse(path).getroot().itertext())
        except (OSError, ElementTree.ParseError) as error:
            check(False, f"{name}.svg is drawn: {error}")
            continue
        check("commit" in drawn and "libfastjson" in drawn, f"{name}.svg names commit and versions")


def check_malformed() -> None:
    good = "core\tparse\tx.json\tlibfastjson\t12.5\t1\t-\t"
    check(table.parse_line(good).median_ns == "12.5", "a row is read")
    for promise, line in {
        "a row with a cell too few": good.rsplit("\t", 1)[0],
        "a row with a word for a number": good.replace("12.5", "fast"),
        "a row with neither figure nor reason": good.replace("12.5\t1", "-\t-"),
        "a row without a contender": good.replace("libfastjson", ""),
        "a time of nothing": good.replace("12.5", "0"),
    }.items():
        try:
            table.parse_line(line)
        except ValueError:
            check(True, promise)
        else:
            check(False, f"{promise} is refused")


def check_impostors(folder: Path, document: Path) -> None:
    for reason, source in IMPOSTORS.items():
        (folder / "ujson.py").write_text(source, encoding="utf-8")
        done = subprocess.run(
            [
                *(sys.executable, str(ROOT / "bench" / "python" / "run.py")),
                *("--seconds", "0.001", "--task", "parse", str(document)),
            ],
            env=dict(
                os.environ,
                PYTHONPATH=os.pathsep.join([str(folder), str(ROOT / "bindings" / "python")]),
                FASTJSON_LIBRARY=str(BUILD / "libfastjson.so"),
            ),
            text=True,
            capture_output=True,
            check=False,
        )
        rows = [table.parse_line(line) for line in done.stdout.splitlines()]
        named = [row for row in rows if row.contender == "ujson"]
        check(
            len(named) == 1 and not named[0].measured() and named[0].note.startswith(reason),
            f"a peer that {reason} is named and not timed",
        )


def main() -> int:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        document = folder / "tiny.json"
        document.write_bytes(DOCUMENT)
        check_malformed()
        check_impostors(folder, document)
        check(bench(folder / "results", document), "tools/bench ends well")
        check_table(folder / "results" / "results.tsv")
        check_charts(folder / "results")
    print(f"{passed} passed, {failed} failed")
    return 0 if failed == 0 else 1


sys.exit(main())
