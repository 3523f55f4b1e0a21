"""Finds libfastjson.so, loads it, and checks that it is the one meant.

The library is always loaded by its absolute path, never by a bare name: other libraries of that name
exist. What it declares is in _declarations.py, which tools/python_declarations writes. It is looked for in
this order:

1. the file that the environment variable FASTJSON_LIBRARY names;
2. the directory of this package, where a wheel has it;
3. ``build/`` of the source tree that this package stands in, for development.
"""

from __future__ import annotations

import os

from ._declarations import ffi

ABI_MAJOR = 1
ABI_MINOR = 0

_HERE = os.path.dirname(os.path.realpath(__file__))
_TREE = os.path.dirname(os.path.dirname(os.path.dirname(_HERE)))


def _library_path() -> str:
    named = os.environ.get("FASTJSON_LIBRARY")
    if named:
        path = os.path.abspath(named)
        if not os.path.isfile(path):
            raise ImportError(f"FASTJSON_LIBRARY names no file: {path}")
        return path
    places = [os.path.join(_HERE, "libfastjson.so"), os.path.join(_TREE, "build", "libfastjson.so")]
    for path in places:
        if os.path.isfile(path):
            return path
    tried = ", ".join(places)
    raise ImportError(f"libfastjson.so was not found; tried {tried}; FASTJSON_LIBRARY can name it")


def _load(path: str):
    # Functions are looked up when they are first used: the version is asked for before all else.
    try:
        library = ffi.dlopen(path)
        version = library.fj_abi_version()
    except (OSError, AttributeError) as error:
        raise ImportError(f"{path} cannot be loaded as libfastjson: {error}") from error
    major, minor = version >> 16, version & 0xFFFF
    if major != ABI_MAJOR or minor < ABI_MINOR:
        raise ImportError(
            f"{path} has ABI version {major}.{minor}; "
            f"this package needs {ABI_MAJOR}.{ABI_MINOR}, or a later one of the same major"
        )
    return library


path = _library_path()
lib = _load(path)


def version() -> str:
    """The version of the loaded library, such as "1.0.0"."""
    return ffi.string(lib.fj_version()).decode("ascii")
