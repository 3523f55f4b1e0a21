"""JSON (RFC 8259) by libfastjson: as the standard ``json`` module, faster, with the same result in every
language that the library serves.

    >>> import fastjson
    >>> fastjson.loads(b'{"name": "Ada", "born": 1815}')
    {'name': 'Ada', 'born': 1815}
    >>> fastjson.dumps({"name": "Ada", "born": 1815})
    '{"name":"Ada","born":1815}'
"""

from __future__ import annotations

from . import _engine, _library
from ._errors import JSONDecodeError, JSONEncodeError, JSONEncodeTypeError, JSONPointerError
from ._text import Unfinished, equal, format, merge_patch, patch

TYPE_CHECKING = False  # as of typing, which takes long to import
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

__all__ = [
    "Decoder",
    "Encoder",
    "JSONDecodeError",
    "JSONEncodeError",
    "JSONEncodeTypeError",
    "JSONPointerError",
    "Stream",
    "Unfinished",
    "dump",
    "dump_lines",
    "dumps",
    "dumps_bytes",
    "dumps_lines",
    "engine",
    "equal",
    "format",
    "get",
    "library_path",
    "load",
    "loads",
    "loads_many",
    "loads_unfinished",
    "merge_patch",
    "minify",
    "patch",
    "validate",
]

__version__ = _library.version()

#: "cpython" (builtin functions and types made by the library) or "portable" (cffi alone); the results are
#: equal.
engine, _functions = _engine.choose()

loads = _functions.loads
dumps = _functions.dumps
dumps_bytes = _functions.dumps_bytes
Decoder = _functions.Decoder
Encoder = _functions.Encoder
get = _functions.get
loads_many = _functions.loads_many
loads_unfinished = _functions.loads_unfinished
Stream = _functions.Stream
dumps_lines = _functions.dumps_lines
validate = _functions.validate
minify = _functions.minify

#: The absolute path of the libfastjson.so in use.
library_path = _library.path

for _public in (JSONDecodeError, JSONEncodeError, JSONEncodeTypeError, JSONPointerError, Unfinished):
    _public.__module__ = __name__
for _public in (equal, format, merge_patch, patch, validate, minify):
    _public.__module__ = __name__
del _functions, _public

_LINES_BATCH = 65536


def load(fp: Any, **options: Any) -> Any:
    """Read one JSON text (RFC 8259) from a file object: ``loads(fp.read(), **options)``."""
    return loads(fp.read(), **options)


def dump(obj: Any, fp: Any, **options: Any) -> None:
    """Write a value as JSON text (RFC 8259) to a text file object: ``fp.write(dumps(obj, **options))``."""
    fp.write(dumps(obj, **options))


def _line_within(room: int, value: Any, options: dict[str, Any]) -> str:
    """A line of at most ``room`` bytes."""
    if room > 0:
        line = dumps(value, **{**options, "max_output_bytes": room}) + "\n"
        if len(line.encode("utf-8")) <= room:
            return line
    from ._portable import limit_error

    raise limit_error()


def dump_lines(values: Iterable[Any], fp: Any, **options: Any) -> None:
    """Write the values of an iterable one a line (NDJSON) to a text file object, as they come.

    Options and errors as for ``dumps_lines``; of a value that cannot be written no character is, and all
    lines before it are.
    """
    dumps_lines((), **options)  # options that cannot be
    encode = Encoder(**options).dumps
    room = options.get("max_output_bytes") or None
    lines: list[str] = []
    size = 0
    try:
        for value in values:
            if room is None:
                line = encode(value) + "\n"
            else:
                line = _line_within(room, value, options)
                room -= len(line.encode("utf-8"))
            lines.append(line)
            size += len(line)
            if size >= _LINES_BATCH:
                batch = "".join(lines)
                lines.clear()
                size = 0
                fp.write(batch)
    finally:
        if lines:
            fp.write("".join(lines))
