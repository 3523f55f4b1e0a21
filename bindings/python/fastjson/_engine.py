"""Chooses the engine: builtin functions that the library made, or the portable way.

The environment variable FASTJSON_ENGINE forces one, for tests and bug reports: "cpython" (an ImportError
if it cannot be had), "functions" (cpython without reading objects in place), or "portable".
"""

from __future__ import annotations

import os
import sys
import types

from . import _errors, _text
from ._library import ffi, lib, path

TYPE_CHECKING = False  # as of typing, which takes long to import
if TYPE_CHECKING:
    from typing import Any

#: What every engine has.
NAMES = (
    "Decoder",
    "Encoder",
    "Stream",
    "dumps",
    "dumps_bytes",
    "dumps_lines",
    "get",
    "loads",
    "loads_many",
    "loads_unfinished",
    "minify",
    "validate",
)

_FUNCTIONS_ONLY = 1


def _decimal(text: str) -> Any:
    from decimal import Decimal

    return Decimal(text)


def attach(functions_only: bool = False) -> dict[str, Any]:
    """The builtin functions of the cpython engine, by name. Raises ImportError with the reason."""
    if sys.implementation.name != "cpython":
        raise ImportError(f"{sys.implementation.name} has no C functions to use")
    if "t" in sys.abiflags:  # quicker to ask than sysconfig
        raise ImportError("without the GIL objects could change while they are read")
    names: dict[str, Any] = {
        "module": "fastjson",
        "decode_error": _errors.decode_error,
        "encode_error": _errors.encode_error,
        "decimal": _decimal,
        "unfinished": _text.Unfinished,
    }
    error = ffi.new("fj_error *")
    error.size = ffi.sizeof("fj_error")
    code = lib.fj_cpython_attach(
        ffi.cast("void *", id(names)),
        ffi.cast("void *", id(sys.modules)),
        _FUNCTIONS_ONLY if functions_only else 0,
        error,
    )
    if code:
        message = ffi.string(error.message).decode("utf-8")
        raise ImportError(f"{path} cannot attach to this interpreter: {message}")
    return names


def choose() -> tuple[str, Any]:
    """The engine's name, and what has its functions and types as attributes."""
    wanted = os.environ.get("FASTJSON_ENGINE", "")
    if wanted not in ("", "cpython", "functions", "portable"):
        raise ImportError(f"FASTJSON_ENGINE must be cpython, functions or portable, not {wanted!r}")
    if wanted != "portable":
        try:
            return "cpython", types.SimpleNamespace(**attach(functions_only=wanted == "functions"))
        except ImportError:
            if wanted:
                raise
    return "portable", portable()


def portable() -> Any:
    from . import _pieces, _portable

    places = (_portable, _text, _pieces)
    return types.SimpleNamespace(
        **{name: next(getattr(p, name) for p in places if hasattr(p, name)) for name in NAMES}
    )
