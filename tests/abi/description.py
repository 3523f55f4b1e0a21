"""The ABI in words, and what may become of it.

    python tests/abi/description.py             prints what the headers and the library are now
    python tests/abi/description.py --update    writes it to tests/abi/abi.txt

abi.txt is the promise. A line of it that the library no longer keeps is a break: it needs another
major version, another SONAME. A line that is new is an addition: it needs another minor version,
and an update of abi.txt. What may change without a break: FJ_ABI_VERSION within its major, the size
of a struct that begins with its own, and what is left of reserved fields.

    constant NAME VALUE
    struct NAME SIZE
    field STRUCT.NAME OFFSET TYPE
    function NAME TYPE VERSION
"""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

from interface import build, constants, declarations, functions, read_interface, structs

PROMISE = Path(__file__).resolve().parent / "abi.txt"


def symbol_versions() -> dict[str, str]:
    library = str(build() / "libfastjson.so")
    command = ["nm", "-D", "--defined-only", "--with-symbol-versions", library]
    text = subprocess.run(command, text=True, stdout=subprocess.PIPE, check=True).stdout
    return dict(re.findall(r" T (fj_\w+)@@(\S+)$", text, re.M))


def struct_lines(ffi, name: str) -> list[str]:
    lines = [f"struct {name} {ffi.sizeof(name)}"]
    for field, about in ffi.typeof(name).fields:
        if about.type.kind == "union":
            parts = ", ".join(f"{part} {inner.type.cname}" for part, inner in about.type.fields)
            lines.append(f"field {name}.{field} {about.offset} union {{{parts}}}")
        else:
            lines.append(f"field {name}.{field} {about.offset} {about.type.cname}")
    return lines


def describe() -> list[str]:
    text = declarations()
    ffi = read_interface()
    library = ffi.dlopen(str(build() / "libfastjson.so"))
    versions = symbol_versions()
    lines = [f"constant {name} {value}" for name, value in constants(text).items()]
    for name in structs(text):
        lines += struct_lines(ffi, name)
    for name in functions(text):
        kind = ffi.typeof(getattr(library, name)).cname.replace("(*)", "")
        lines.append(f"function {name} {kind} {versions.get(name, 'without a version')}")
    return lines


def key(line: str) -> str:
    """What a line is about: "struct fj_error"."""
    return " ".join(line.split(" ")[:2])


def allowed(old: str, new: str, promised: list[str]) -> bool:
    """Whether the new line keeps what the old one promised."""
    kind, name = key(old).split(" ")
    if name == "FJ_ABI_VERSION":
        before, now = int(old.split(" ")[2]), int(new.split(" ")[2])
        return before >> 16 == now >> 16 and now >= before
    if kind == "struct":
        sized = f"field {name}.size 0 uint32_t" in promised
        return sized and int(new.split(" ")[2]) >= int(old.split(" ")[2])
    return False


def compare(promised: list[str], now: list[str]) -> tuple[list[str], list[str]]:
    """The breaks, and the additions."""
    current = {key(line): line for line in now}
    breaks = []
    for line in promised:
        new = current.pop(key(line), None)
        if new == line or ".reserved " in line:
            continue
        if new is None:
            breaks.append(f"gone: {line}")
        elif not allowed(line, new, promised):
            breaks.append(f"was: {line}; is: {new}")
    return breaks, list(current.values())


def read_promise() -> list[str]:
    return PROMISE.read_text("utf-8").splitlines()


def main() -> None:
    text = "\n".join(describe()) + "\n"
    if sys.argv[1:] == ["--update"]:
        PROMISE.write_text(text, "utf-8")
    else:
        print(text, end="")


if __name__ == "__main__":
    main()
