"""The demo: runs one program per language over one document, compares, prints. See tools/demo."""

from __future__ import annotations

import json
import os
import platform
import re
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
BUILD = Path(os.environ.get("FASTJSON_BUILD", ROOT / "build")).resolve()
sys.path.insert(0, str(HERE.parent))

from generate_document import document

LANGUAGES = ("C", "Python", "Ruby", "Node")
COLUMNS = 7


def needs_canonical(text: bytes) -> str:
    """Why JavaScript cannot write this document as the others do; empty if it can."""
    found = set()

    def real(token: str) -> float:
        number = float(token)
        if number.is_integer():
            found.add("integral reals")
        return number

    def integer(token: str) -> int:
        number = int(token)
        if abs(number) > 2**53 or token == "-0":
            found.add("integers beyond 2^53")
        return number

    def keys(pairs: list) -> None:
        if any(re.fullmatch(r"0|[1-9][0-9]*", key) for key, _ in pairs):
            found.add("keys that look like integers")

    json.loads(text, parse_float=real, parse_int=integer, object_pairs_hook=keys)
    return ", ".join(sorted(found))


def compile_c(folder: str) -> Path:
    """The C program, with jansson as its peer where that is installed."""
    program = Path(folder, "demo")
    peer = subprocess.run(
        ["pkg-config", "--cflags", "--libs", "jansson"],
        text=True,
        capture_output=True,
        check=False,
    )
    flags = ["-DPEER_JANSSON", *peer.stdout.split()] if peer.returncode == 0 else []
    subprocess.run(
        [
            *("gcc", "-O2", "-std=c11", "-D_GNU_SOURCE"),
            *("-I", str(ROOT / "core/include"), "-I", str(ROOT / "tests/consistency")),
            *(str(HERE / "demo.c"), "-o", str(program)),
            *("-L", str(BUILD), f"-Wl,-rpath,{BUILD}", "-lfastjson", *flags),
        ],
        check=True,
    )
    return program


def commands(folder: str) -> dict[str, list[str]]:
    return {
        "C": [str(compile_c(folder))],
        "Python": [sys.executable, str(HERE / "demo_python.py")],
        "Ruby": ["ruby", "-I", str(ROOT / "bindings/ruby/lib"), str(HERE / "demo.rb")],
        "Node": ["node", str(HERE / "demo.mjs")],
    }


def environment() -> dict[str, str]:
    return dict(
        os.environ,
        FASTJSON_LIBRARY=str(BUILD / "libfastjson.so"),
        LIBFASTJSON_NODE=str(BUILD / "fastjson.node"),
        FASTJSON_NODE_PACKAGE=str(ROOT / "bindings/node/index.mjs"),
        PYTHONPATH=str(ROOT / "bindings/python"),
    )


def run(path: Path, canonical: bool, quick: bool) -> list[list[str]]:
    """Rows of language, task, ours in ns, built-in in ns, sha256, built-in's name."""
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        for language, command in commands(folder).items():
            arguments = ["canonical" if canonical else "compact", "5" if quick else "21"]
            done = subprocess.run(
                [*command, str(path), *arguments],
                env=environment(),
                text=True,
                stdout=subprocess.PIPE,
                check=False,
            )
            lines = [line.split("\t") for line in done.stdout.splitlines()]
            if done.returncode != 0 or [line[0] for line in lines] != ["parse", "generate"]:
                raise SystemExit(f"demo: the {language} program failed ({done.returncode})")
            rows += [[language, *line] for line in lines]
    return rows


def ratio(row: list[str]) -> str:
    return f"{float(row[3]) / float(row[2]):.2f}" if row[3] != "-" else "-"


def milliseconds(nanoseconds: str) -> str:
    return f"{float(nanoseconds) / 1e6:.3f}" if nanoseconds != "-" else "-"


def print_table(rows: list[list[str]], name: str, size: int, why: str) -> None:
    print(
        f"{name}, {size:,} bytes, on {platform.machine()} with Python {platform.python_version()}"
    )
    if why:
        print(
            f"It holds {why}, which JavaScript's numbers and objects do not keep apart or in order:"
        )
        print("the SHA-256 is of the canonical form (RFC 8785), read with exact integers.")
    print("Medians of interleaved rounds; the ratio says how many times faster libfastjson is.\n")
    head = ["language", "task", "libfastjson", "built-in", "", "ratio", "SHA-256 of the text"]
    lines = [
        [
            r[0],
            r[1],
            milliseconds(r[2]) + " ms",
            milliseconds(r[3]) + " ms",
            r[5],
            ratio(r),
            r[4][:16],
        ]
        for r in rows
    ]
    widths = [max(len(line[i]) for line in [head, *lines]) for i in range(COLUMNS)]
    right = (2, 3, 5)
    for line in [head, ["-" * width for width in widths], *lines]:
        cells = [
            cell.rjust(width) if i in right else cell.ljust(width)
            for i, (cell, width) in enumerate(zip(line, widths))
        ]
        print("| " + " | ".join(cells) + " |")


def main() -> int:
    arguments = sys.argv[1:]
    options = {argument for argument in arguments if argument.startswith("--")}
    files = [argument for argument in arguments if not argument.startswith("--")]
    if options - {"--tsv", "--quick"} or len(files) > 1:
        print("usage: tools/demo [--tsv] [--quick] [FILE]", file=sys.stderr)
        return 2
    with tempfile.TemporaryDirectory() as folder:
        if files:
            path = Path(files[0]).resolve()
            name = path.name
        else:
            path = Path(folder, "orders.json")
            path.write_bytes(document())
            name = "orders.json (generated)"
        try:
            text = path.read_bytes()
            why = needs_canonical(text)
        except (OSError, ValueError) as error:
            print(f"demo: {name} cannot be used: {error}", file=sys.stderr)
            return 1
        rows = run(path, bool(why), "--quick" in options)
    if "--tsv" in options:
        for row in rows:
            print(row[0], row[1], path.name, row[2], row[3], ratio(row), row[4], sep="\t")
    else:
        print_table(rows, name, len(text), why)
    sums = {row[4] for row in rows}
    if len(sums) != 1:
        print("\ndemo: the languages wrote different bytes", file=sys.stderr)
        return 1
    if "--tsv" not in options:
        print(f"\nAll four wrote the same bytes: SHA-256 {sums.pop()}")
    return 0


sys.exit(main())
