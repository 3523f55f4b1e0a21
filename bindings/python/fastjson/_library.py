"""Finds libfastjson.so, loads it, and checks that it is the one meant.

The library is always loaded by its absolute path, never by a bare name: other libraries of that name
exist. It is looked for in this order:

1. the file that the environment variable FASTJSON_LIBRARY names;
2. the directory of this package, where a wheel has it;
3. ``build/`` of the source tree that this package stands in, for development.
"""

from __future__ import annotations

import os
import re
from pathlib import Path

from cffi import FFI

ABI_MAJOR = 1
ABI_MINOR = 0

_BEGIN = "/* ---- declarations begin ---- */"
_END = "/* ---- declarations end ---- */"
_HERE = Path(__file__).resolve().parent
_TREE = _HERE.parents[2]


def _library_path() -> Path:
    named = os.environ.get("FASTJSON_LIBRARY")
    if named:
        path = Path(named).absolute()
        if not path.is_file():
            raise ImportError(f"FASTJSON_LIBRARY names no file: {path}")
        return path
    places = [_HERE / "libfastjson.so", _TREE / "build" / "libfastjson.so"]
    for path in places:
        if path.is_file():
            return path
    tried = ", ".join(map(str, places))
    raise ImportError(f"libfastjson.so was not found; tried {tried}; FASTJSON_LIBRARY can name it")


def _header(name: str) -> str:
    """What stands between the marks of a public header, of this package or of the source tree."""
    path = _HERE / name
    if not path.is_file():
        path = _TREE / "core" / "include" / "fastjson" / name
    text = path.read_text(encoding="utf-8")
    return text[text.index(_BEGIN) + len(_BEGIN) : text.index(_END)]


def _declarations() -> str:
    """All of the public header; of that for hosts, the one function that is Python's."""
    attach = re.search(r"int32_t fj_cpython_attach\([^;]*;", _header("hosts.h"))
    if attach is None:
        raise ImportError("the header hosts.h does not declare fj_cpython_attach")
    return _header("fastjson.h") + attach[0]


def _check(library, path: Path) -> None:
    version = library.fj_abi_version()
    major, minor = version >> 16, version & 0xFFFF
    if major != ABI_MAJOR or minor < ABI_MINOR:
        raise ImportError(
            f"{path} has ABI version {major}.{minor}; "
            f"this package needs {ABI_MAJOR}.{ABI_MINOR}, or a later one of the same major"
        )


def _load(path: Path):
    # The version is asked for before anything else of the library is relied upon.
    probe = FFI()
    probe.cdef("uint32_t fj_abi_version(void);")
    try:
        library = probe.dlopen(str(path))
        version = library.fj_abi_version
    except (OSError, AttributeError) as error:
        raise ImportError(f"{path} cannot be loaded as libfastjson: {error}") from error
    del version
    _check(library, path)
    ffi = FFI()
    ffi.cdef(_declarations())
    return ffi, ffi.dlopen(str(path))


path = _library_path()
ffi, lib = _load(path)


def version() -> str:
    """The version of the loaded library, such as "1.0.0"."""
    return ffi.string(lib.fj_version()).decode("ascii")
