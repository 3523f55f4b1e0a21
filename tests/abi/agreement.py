"""The declarations of the Ruby and the Python binding, held against the header."""

from __future__ import annotations

import re
import subprocess
import sys

from interface import ROOT, build, constants, declarations, functions, read_interface

RUBY = ROOT / "bindings/ruby/lib"
PYTHON = ROOT / "bindings/python/fastjson"

# What a type of the ffi gem may stand for.
FFI_TYPES = {
    "void": {"void"},
    "int32": {"int32_t"},
    "uint32": {"uint32_t"},
    "int64": {"int64_t"},
    "uint64": {"uint64_t"},
    "uint8": {"uint8_t"},
    "double": {"double"},
    "size_t": {"size_t"},
    "string": {"char *"},
}


def fits(ffi_type: str, c_type) -> bool:
    """Whether the gem's type is the C type, both as cffi names it."""
    if ffi_type in ("pointer", "buffer_in", "buffer_out", "buffer_inout"):
        return c_type.kind in ("pointer", "function")
    return c_type.cname in FFI_TYPES.get(ffi_type, ())


def ruby_functions() -> list[tuple[str, list[str], str]]:
    """Name, argument types and result of every attach_function."""
    pattern = re.compile(
        r"attach_function\s+:(\w+),\s*(?::\w+,\s*)?(%i\[[^\]]*\]|\[[^\]]*\]),\s*:(\w+)"
    )
    found = []
    for path in sorted(RUBY.rglob("*.rb")):
        for name, types, result in pattern.findall(path.read_text("utf-8")):
            found.append((name, re.findall(r"\w+", types.removeprefix("%i")), result))
    return found


def ruby_structs() -> dict[str, list[tuple[str, str, int]]]:
    """Of each FFI::Struct, named by the comment before it: field, type, count."""
    pattern = re.compile(
        r"# (fj_\w+)\n\s*class \w+ < FFI::Struct\n\s*layout ((?:.|\n)*?)\n\s*(?:\n|end|def)"
    )
    found = {}
    for path in sorted(RUBY.rglob("*.rb")):
        for name, layout in pattern.findall(path.read_text("utf-8")):
            fields = re.findall(r":(\w+),\s*(?:\[:(\w+),\s*(\d+)\]|:(\w+))", layout)
            found[name] = [(f, a or single, int(n or 1)) for f, a, n, single in fields]
    return found


def check_ruby(tally) -> None:
    ffi = read_interface()
    found = ruby_functions()
    tally.check(len(found) >= 5, f"Ruby's declarations were not found: {found}")
    kinds = function_types(ffi)
    for name, types, result in found:
        if name not in kinds:
            tally.check(False, f"Ruby attaches {name}, which no header declares")
            continue
        arguments = kinds[name].args
        good = len(arguments) == len(types) and all(map(fits, types, arguments))
        tally.check(good, f"Ruby's {name}: {types} is not {kinds[name].cname}")
        fine = fits(result, kinds[name].result)
        tally.check(fine, f"Ruby's {name} gives {result}, not {kinds[name].result.cname}")
    layouts = ruby_structs()
    tally.check(len(layouts) >= 4, f"Ruby's structs were not found: {sorted(layouts)}")
    for name, fields in layouts.items():
        check_layout(tally, ffi, name, fields)
    text = (RUBY / "fastjson/library.rb").read_text("utf-8")
    version = int(re.search(r"ABI_VERSION = (0x[0-9a-f_]+)", text)[1], 16)
    same_version(tally, "Ruby", version)


def check_layout(tally, ffi, name: str, fields: list[tuple[str, str, int]]) -> None:
    public = ffi.typeof(name).fields
    names = [field for field, _ in public]
    tally.check([f for f, _, _ in fields] == names, f"Ruby's {name} has not the fields {names}")
    for (field, kind, count), (_, about) in zip(fields, public):
        c_type = about.type
        if c_type.kind == "array":
            good = count == c_type.length and (
                fits(kind, c_type.item) or (kind, c_type.item.cname) == ("char", "char")
            )
        else:
            good = count == 1 and fits(kind, c_type)
        tally.check(good, f"Ruby's {name}.{field} is {kind} {count}, not {c_type.cname}")


def function_types(ffi) -> dict:
    """The type of each declared function."""
    library = ffi.dlopen(str(build() / "libfastjson.so"))
    return {name: ffi.typeof(getattr(library, name)) for name in functions(declarations())}


def same_version(tally, who: str, version: int) -> None:
    own = constants(declarations())["FJ_ABI_VERSION"]
    good = version >> 16 == own >> 16 and version <= own
    tally.check(good, f"{who} asks for ABI {version:#x}, the header is {own:#x}")


def check_python(tally) -> None:
    """What cffi made of the headers is of them as they are now; what is called is there."""
    ours = re.sub(r"\s+", " ", re.sub(r"/\*.*?\*/", "", declarations(), flags=re.DOTALL))
    text = "\n".join(path.read_text("utf-8") for path in sorted(PYTHON.glob("*.py")))
    tool = [sys.executable, str(ROOT / "tools/python_declarations"), "--check"]
    done = subprocess.run(tool, check=False)
    tally.check(done.returncode == 0, "Python declares else than the headers, or has no cffi")
    major = int(re.search(r"ABI_MAJOR = (\d+)", text)[1])
    minor = int(re.search(r"ABI_MINOR = (\d+)", text)[1])
    same_version(tally, "Python", major << 16 | minor)
    for name in sorted(set(re.findall(r"\blib\.(fj_\w+)", text))):
        tally.check(f"{name}(" in ours, f"Python calls {name}, which no header declares")
