"""The ABI as programs see it: headers in every dialect, symbols, layouts, neighbours.

    header      each public header compiles alone, without a warning, as C99 to C17, C++11, C++17
    symbols     the library exports just what the headers declare, and the export map lists that
    layouts     sizes and offsets of the public structs are the ones written down below
    cffi        the plain declarations are read by cffi as they stand, with the same sizes
    description the library keeps every line of abi.txt; what is new is told (description.py)
    calls       every function, called through libffi with arguments that make sense and with NULL
    docs        docs/abi.md has every declaration of the header, as it is now
    bindings    the declarations of the Ruby and the Python binding are those of the header
    neighbours  beside rsyslog's libfastjson, json-c, jansson and a second copy of ours in one
                process, loaded in every order, nothing changes

The last line is "N passed, N failed".
"""

from __future__ import annotations

import ctypes
import itertools
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "harness"))

import agreement
import cffi
import description
import interface
from drivers import Tally, build
from inputs import ROOT

HEADERS = sorted((ROOT / "core/include/fastjson").glob("*.h"))
BEGIN = "/* ---- declarations begin ---- */"
END = "/* ---- declarations end ---- */"

# 64-bit, as published: struct, size, and the offset of each field
LAYOUTS = {
    "fj_value": (16, {"head": 0, "as": 8}),
    "fj_buffer": (24, {"data": 0, "length": 8, "capacity": 16}),
    "fj_error": (
        808,
        {
            "size": 0,
            "code": 4,
            "offset": 8,
            "line": 16,
            "column": 24,
            "message_length": 32,
            "pointer_length": 36,
            "message": 40,
            "pointer": 296,
        },
    ),
    "fj_allocator": (
        40,
        {"size": 0, "reserved": 4, "context": 8, "allocate": 16, "resize": 24, "release": 32},
    ),
    "fj_parse_options": (
        64,
        {
            "size": 0,
            "max_nesting": 4,
            "allow_nan": 8,
            "allow_comments": 9,
            "allow_trailing_comma": 10,
            "allow_control_characters": 11,
            "allow_invalid_escape": 12,
            "duplicate_key": 13,
            "big_numbers": 14,
            "lone_surrogates": 15,
            "borrow_text": 16,
            "reserved": 17,
            "max_input_bytes": 24,
            "max_number_digits": 32,
            "max_string_bytes": 40,
            "max_members": 48,
            "allocator": 56,
        },
    ),
    "fj_generate_options": (
        120,
        {
            "size": 0,
            "max_nesting": 4,
            "indent": 8,
            "space": 16,
            "space_before": 24,
            "object_nl": 32,
            "array_nl": 40,
            "indent_length": 48,
            "space_length": 56,
            "space_before_length": 64,
            "object_nl_length": 72,
            "array_nl_length": 80,
            "ascii_only": 88,
            "script_safe": 89,
            "sort_keys": 90,
            "canonical": 91,
            "nan": 92,
            "lone_surrogates": 93,
            "strict": 94,
            "reserved": 95,
            "max_output_bytes": 104,
            "allocator": 112,
        },
    ),
    "fj_patch_options": (24, {"size": 0, "reserved": 4, "max_copied": 8, "allocator": 16}),
}


def declarations() -> str:
    """What stands between the marks of all headers, the main one first."""
    parts = []
    for path in sorted(HEADERS, key=lambda path: path.name != "fastjson.h"):
        text = path.read_text("utf-8")
        parts.append(text.partition(BEGIN)[2].partition(END)[0])
    return "\n".join(parts)


def declared_functions() -> set[str]:
    text = re.sub(r"/\*.*?\*/", "", declarations(), flags=re.DOTALL)
    return set(re.findall(r"\b(fj_\w+)\s*\(", text))


def check_headers(tally: Tally) -> None:
    dialects = [(c, std, "c") for c in ("gcc", "clang") for std in ("c99", "c11", "c17")]
    dialects += [(c, std, "c++") for c in ("g++", "clang++") for std in ("c++11", "c++17")]
    flags = [
        "-pedantic",
        "-Wall",
        "-Wextra",
        "-Wconversion",
        "-Wshadow",
        "-Werror",
        "-fsyntax-only",
    ]
    for (compiler, std, language), header in itertools.product(dialects, HEADERS):
        if not shutil.which(compiler):
            tally.check(False, f"{compiler} is not there")
            continue
        done = subprocess.run(
            [compiler, f"-std={std}", *flags, "-x", language, "-I", ROOT / "core/include", "-"],
            input=f"#include <fastjson/{header.name}>\n",
            text=True,
            stderr=subprocess.PIPE,
            check=False,
        )
        tally.check(done.returncode == 0, f"{header.name} as {std} by {compiler}: {done.stderr}")


def check_symbols(tally: Tally) -> None:
    library = build() / "libfastjson.so"
    lines = subprocess.run(
        ["nm", "-D", "--defined-only", str(library)], text=True, stdout=subprocess.PIPE, check=True
    ).stdout.splitlines()
    symbols = {line.split()[-1] for line in lines} - {"FASTJSON_1.0", "FASTJSON_1.1"}
    exported = {symbol.partition("@")[0] for symbol in symbols}
    declared = declared_functions()
    tally.check(len(declared) > 12, f"found only {declared}")
    for name in sorted(exported | declared):
        tally.check(name in declared, f"{name} is exported and in no header")
        tally.check(name in exported, f"{name} is declared and not exported")
    for symbol in symbols:
        tally.check("@@FASTJSON_1." in symbol, f"{symbol} has no version of ours")
    listed = set(
        re.findall(r"\bfj_\w+(?=;)", (ROOT / "core/cmake/fastjson.map").read_text("utf-8"))
    )
    tally.check(listed == declared, f"the export map and the headers differ: {listed ^ declared}")
    dynamic = subprocess.run(
        ["readelf", "-d", str(library)], text=True, stdout=subprocess.PIPE, check=True
    ).stdout
    tally.check("[libfastjson.so.1]" in dynamic, "the SONAME is not libfastjson.so.1")
    tally.check("RPATH" not in dynamic and "RUNPATH" not in dynamic, "the library has an rpath")
    needed = set(re.findall(r"\(NEEDED\).*\[(.+?)\]", dynamic))
    allowed = {"libc.so.6", "libdl.so.2", "ld-linux-x86-64.so.2", "ld-linux-aarch64.so.1"}
    tally.check(needed <= allowed, f"the library needs {needed - allowed}")


def check_layouts(tally: Tally) -> None:
    """By the C compiler, and by cffi from the plain declarations."""
    ffi = cffi.FFI()
    ffi.cdef(declarations())
    lines = [
        "#include <fastjson/fastjson.h>",
        "#include <stddef.h>",
        "#include <stdio.h>",
        "int main(void) {",
    ]
    for name, (_, fields) in LAYOUTS.items():
        lines.append(f'printf("%zu", sizeof({name}));')
        lines += [f'printf(" %zu", offsetof({name}, {field}));' for field in fields]
        lines.append('printf("\\n");')
    lines.append("return 0; }")
    with tempfile.TemporaryDirectory() as folder:
        program = Path(folder, "layouts")
        source = program.with_suffix(".c")
        source.write_text("\n".join(lines))
        command = ["gcc", "-std=c11", "-I", ROOT / "core/include", source, "-o", program]
        subprocess.run(command, check=True)
        rows = subprocess.run([program], text=True, stdout=subprocess.PIPE, check=True).stdout
    for row, (name, (size, fields)) in zip(rows.splitlines(), LAYOUTS.items()):
        numbers = [int(number) for number in row.split()]
        tally.check(numbers[0] == size, f"sizeof({name}) is {numbers[0]}")
        tally.check(ffi.sizeof(name) == size, f"sizeof({name}) is {ffi.sizeof(name)} in cffi")
        for offset, (field, expected) in zip(numbers[1:], fields.items()):
            tally.check(offset == expected, f"offsetof({name}, {field}) is {offset}")
            own = ffi.offsetof(name, field)
            tally.check(own == expected, f"offsetof({name}, {field}) is {own} in cffi")
        own = {field for field, _ in ffi.typeof(name).fields}
        tally.check(own == set(fields), f"{name} has the fields {own ^ set(fields)}")


NEIGHBOURS = ("libfastjson.so.4", "libjson-c.so.5", "libjansson.so.4")

# One order of loading, in a process of its own: argv is the libraries; ours are those with a '/'.
# Everything is global, which is the worst case: every symbol could be taken for another's.
BESIDE = """
import ctypes, os, sys
libraries = {name: ctypes.CDLL(name, mode=os.RTLD_GLOBAL | os.RTLD_NOW) for name in sys.argv[1:]}
for ours in [library for name, library in libraries.items() if "/" in name]:
    document, text, out = ctypes.c_void_p(), b'{"a": [1, 2.50, "x"]}', (ctypes.c_size_t * 3)()
    assert ours.fj_parse(text, ctypes.c_size_t(len(text)), None, ctypes.byref(document), None) == 0
    ours.fj_document_root.restype = ctypes.c_void_p
    root = ctypes.c_void_p(ours.fj_document_root(document))
    assert ours.fj_generate(root, None, out, None) == 0
    assert ctypes.string_at(out[0], out[1]) == b'{"a":[1,2.5,"x"]}'
    ours.fj_buffer_free(out)
    ours.fj_document_free(document)
other = libraries.get("libjansson.so.4")
if other:
    other.json_loads.restype = other.json_dumps.restype = ctypes.c_void_p
    value = ctypes.c_void_p(other.json_loads(b"[1]", ctypes.c_size_t(0), None))
    assert ctypes.string_at(other.json_dumps(value, ctypes.c_size_t(0))) == b"[1]"
other = libraries.get("libjson-c.so.5")
if other:
    other.json_tokener_parse.restype = ctypes.c_void_p
    other.json_object_to_json_string.restype = ctypes.c_char_p
    value = ctypes.c_void_p(other.json_tokener_parse(b"[1]"))
    assert other.json_object_to_json_string(value) == b"[ 1 ]"
other = libraries.get("libfastjson.so.4")
if other:
    other.fjson_tokener_parse.restype = ctypes.c_void_p
    other.fjson_object_to_json_string.restype = ctypes.c_char_p
    value = ctypes.c_void_p(other.fjson_tokener_parse(b"[1]"))
    assert other.fjson_object_to_json_string(value) == b"[ 1 ]"
"""


def check_neighbours(tally: Tally) -> None:
    ours = str(build() / "libfastjson.so")
    there = []
    for name in NEIGHBOURS:
        try:
            ctypes.CDLL(name)
            there.append(name)
        except OSError:
            tally.check(False, f"{name} is not installed")
    with tempfile.TemporaryDirectory() as folder:
        copy = os.path.join(folder, "libfastjson.so")  # a second one of ours, at another place
        shutil.copy(ours, copy)
        orders = list(itertools.permutations([ours, copy, *there]))
        for order in orders:
            done = subprocess.run(
                [sys.executable, "-c", BESIDE, *order],
                text=True,
                stderr=subprocess.PIPE,
                check=False,
            )
            names = " ".join(os.path.basename(name) for name in order)
            tally.check(done.returncode == 0, f"loaded in the order {names}: {done.stderr}")


def check_description(tally: Tally) -> None:
    promised, now = description.read_promise(), description.describe()
    tally.check(len(promised) > 100, "tests/abi/abi.txt promises next to nothing")
    breaks, additions = description.compare(promised, now)
    for line in promised:
        tally.check(True, line)
    for line in breaks:
        tally.check(False, f"this breaks programs that are built: {line}")
    if additions:
        print(
            f"note: {len(additions)} additions to the ABI: raise the minor of FJ_ABI_VERSION if a"
            " release came before, and run tests/abi/description.py --update"
        )
    check_comparison(tally, promised)


def check_comparison(tally: Tally, promised: list[str]) -> None:
    """The comparison itself: each kind of break is seen, and what is none is not."""

    def broken(old: str, new: str | None) -> bool:
        tally.check(old in promised, f"{old} is not in abi.txt")
        now = [new if line == old else line for line in promised]
        return bool(description.compare(promised, [line for line in now if line])[0])

    value, kind = (
        "field fj_value.as 8 union",
        "function fj_value_kind int32_t(fj_value *) FASTJSON_1.0",
    )
    parse = "function fj_parse int32_t(char *, size_t, fj_parse_options *, fj_document * *,"
    parse += " fj_error *) FASTJSON_1.0"
    flush = next(line for line in promised if line.startswith("function fj_generator_new_flush "))
    whole = next(line for line in promised if line.startswith(value))
    breaks = [
        ("constant FJ_ARRAY 10", "constant FJ_ARRAY 11"),
        ("struct fj_value 16", "struct fj_value 24"),
        ("struct fj_parse_options 64", "struct fj_parse_options 48"),
        (whole, whole.replace(" 8 ", " 16 ", 1)),
        (whole, whole.replace("real double", "real float")),
        ("field fj_error.offset 8 uint64_t", "field fj_error.offset 8 uint32_t"),
        (kind, None),
        (kind, kind.replace("int32_t(", "int64_t(")),
        (kind, kind.replace("FASTJSON_1.0", "FASTJSON_1.1")),
        (parse, parse.replace("size_t", "uint32_t")),
        (parse, parse.replace("fj_document * *", "fj_document *")),
        (parse, parse.replace(", fj_error *)", ")")),
        (parse, parse.replace("fj_error *)", "fj_error *, int32_t)")),
        (flush, flush.replace("void *, char *", "char *, void *")),
        ("constant FJ_ERROR_MEMORY 3", None),
        ("field fj_parse_options.allow_nan 8 uint8_t", None),
        (
            "field fj_parse_options.allow_nan 8 uint8_t",
            "field fj_parse_options.allow_nan 9 uint8_t",
        ),
    ]
    for old, new in breaks:
        tally.check(broken(old, new), f"{old} became {new}, and nobody saw it")
    grown = "struct fj_parse_options 72"
    tally.check(not broken("struct fj_parse_options 64", grown), f"{grown} is no break")
    added = description.compare(promised, [*promised, "constant FJ_NEW 1"])
    tally.check(added == ([], ["constant FJ_NEW 1"]), f"an addition was not seen: {added}")


def check_docs(tally: Tally) -> None:
    done = subprocess.run(
        [sys.executable, str(ROOT / "tools/abi_reference"), "--check"], check=False
    )
    tally.check(done.returncode == 0, "docs/abi.md is not the header's: run tools/abi_reference")
    text = (ROOT / "docs/abi.md").read_text("utf-8")
    public = interface.plain(interface.HEADERS[0])
    names = [*interface.functions(public), *interface.constants(public), *interface.structs(public)]
    for name in names:
        tally.check(bool(re.search(rf"\b{name}\b", text)), f"{name} is not in docs/abi.md")


def check_calls(tally: Tally) -> None:
    """In a process of its own, which a crash would end."""
    done = subprocess.run(
        [sys.executable, str(Path(__file__).with_name("calls.py"))],
        text=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        check=False,
    )
    match = re.search(r"^(\d+) passed, (\d+) failed$", done.stdout, re.M)
    tally.check(match is not None and done.returncode == 0, f"calls.py: {done.stdout}")
    for _ in range(int(match[1]) if match else 0):
        tally.check(True, "a call")


def main() -> None:
    tally = Tally()
    check_headers(tally)
    check_symbols(tally)
    check_layouts(tally)
    check_description(tally)
    check_docs(tally)
    check_calls(tally)
    agreement.check_ruby(tally)
    agreement.check_python(tally)
    check_neighbours(tally)
    tally.finish()


main()
