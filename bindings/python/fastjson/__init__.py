"""JSON (RFC 8259) by libfastjson: as the standard ``json`` module, faster, with the same result in every
language that the library serves.

    >>> import fastjson
    >>> fastjson.loads(b'{"name": "Ada", "born": 1815}')
    {'name': 'Ada', 'born': 1815}
    >>> fastjson.dumps({"name": "Ada", "born": 1815})
    '{"name":"Ada","born":1815}'
"""

from __future__ import annotations

from typing import Any

from . import _engine, _library, _options, _portable
from ._errors import JSONDecodeError, JSONEncodeError, JSONEncodeTypeError

__all__ = [
    "JSONDecodeError",
    "JSONEncodeError",
    "JSONEncodeTypeError",
    "dump",
    "dumps",
    "dumps_bytes",
    "engine",
    "library_path",
    "load",
    "loads",
    "minify",
    "validate",
]

__version__ = _library.version()

#: "cpython" (builtin functions made by the library) or "portable" (cffi alone); the results are equal.
engine, loads, dumps, dumps_bytes = _engine.choose()

#: The absolute path of the libfastjson.so in use.
library_path = str(_library.path)

for _error in (JSONDecodeError, JSONEncodeError, JSONEncodeTypeError):
    _error.__module__ = __name__
del _error


def load(fp: Any, **options: Any) -> Any:
    """Read one JSON text (RFC 8259) from a file object: ``loads(fp.read(), **options)``."""
    return loads(fp.read(), **options)


def dump(obj: Any, fp: Any, **options: Any) -> None:
    """Write a value as JSON text (RFC 8259) to a text file object: ``fp.write(dumps(obj, **options))``."""
    fp.write(dumps(obj, **options))


def validate(data: str | bytes | bytearray | memoryview, **options: Any) -> None:
    """Check that ``data`` is one JSON text (RFC 8259), without making anything of it.

    Takes the options of ``loads`` that concern the grammar and the limits. Returns None; raises
    ``JSONDecodeError``, the same as ``loads`` would, or ``TypeError`` for other types.
    """
    core = _options.ParseOptions("validate", options, _options.GRAMMAR_TABLE).core
    text = _portable.text_bytes(data)
    error = _portable.new_error()
    if _library.lib.fj_validate(_library.ffi.from_buffer("char[]", text), len(text), core, error):
        _portable.raise_decode(error, data)


def minify(data: str | bytes | bytearray | memoryview, **options: Any) -> str | bytes:
    """Remove white space (and comments, if allowed) from a JSON text (RFC 8259); all else stays as it is.

    Takes the options of ``validate``, and raises as it does. Returns str for str, else bytes.
    """
    core = _options.ParseOptions("minify", options, _options.GRAMMAR_TABLE).core
    text = _portable.text_bytes(data)
    error = _portable.new_error()
    ffi, lib = _library.ffi, _library.lib
    out = ffi.new("fj_buffer *")
    try:
        if lib.fj_minify(ffi.from_buffer("char[]", text), len(text), core, out, error):
            _portable.raise_decode(error, data)
        result = ffi.buffer(out.data, out.length)[:]
    finally:
        lib.fj_buffer_free(out)
    return result.decode("utf-8") if isinstance(data, str) else result
