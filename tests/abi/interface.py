"""What the public headers declare: their plain declarations, functions, constants and structs."""

from __future__ import annotations

import re
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "harness"))

import cffi
from drivers import Tally, build
from inputs import ROOT

__all__ = ["ROOT", "Tally", "build"]  # the tests beside this take them from here

HEADERS = sorted((ROOT / "core/include/fastjson").glob("*.h"), key=lambda p: p.name != "fastjson.h")
BEGIN = "/* ---- declarations begin ---- */"
END = "/* ---- declarations end ---- */"


def plain(path: Path) -> str:
    """What stands between the marks of a header."""
    return path.read_text("utf-8").partition(BEGIN)[2].partition(END)[0]


def declarations() -> str:
    """Of all headers, the main one first."""
    return "\n".join(plain(path) for path in HEADERS)


def without_comments(text: str) -> str:
    return re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL)


def functions(text: str) -> dict[str, str]:
    """Each function's declaration, in one line, in the order of the text."""
    found = {}
    for statement in without_comments(text).split(";"):
        line = " ".join(line for line in statement.split("\n") if not line.lstrip().startswith("#"))
        line = re.sub(r"\s+", " ", line).strip()
        match = re.fullmatch(r"(?!typedef)[\w *]*?\b(fj_\w+) ?\((?!\*).*\)", line)
        if match:
            found[match[1]] = line + ";"
    return found


def constants(text: str) -> dict[str, int]:
    text = without_comments(text)
    return {
        name: int(value, 0)
        for name, value in re.findall(
            r"^#define (FJ_\w+) (-?\w+)$", re.sub(r" +\n", "\n", text), re.M
        )
    }


def structs(text: str) -> list[str]:
    """The names of the structs whose fields are public."""
    return re.findall(r"^\} (fj_\w+);", without_comments(text), re.M)


def read_interface() -> cffi.FFI:
    ffi = cffi.FFI()
    ffi.cdef(declarations())
    return ffi
