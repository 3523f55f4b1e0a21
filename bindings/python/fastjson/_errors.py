"""The exceptions, and how they are made of what the library says."""

from __future__ import annotations

import json

TYPE_CHECKING = False  # as of typing, which takes long to import
if TYPE_CHECKING:
    from typing import Any

#: The longest JSON Pointer in bytes, as in the C library: longer ones are cut at a whole step.
_POINTER_MAX = 511

#: Up to here characters are counted for a message; further on it has the offset in bytes, so that the
#: many faults of one long text cost no more than they must.
_COUNTED_MAX = 65536


class JSONDecodeError(json.JSONDecodeError):
    """Text that is not JSON (RFC 8259) by the options, or beyond a limit.

    A ``json.JSONDecodeError``, and so a ``ValueError``. Besides ``msg``, ``doc``, ``pos``, ``lineno``
    and ``colno`` (in characters) it has

    ``code``     what is wrong, the same in every language: ``"unexpected_end"``, ``"invalid_number"``, ...
    ``offset``   in bytes of UTF-8: the first byte after which no text could be valid
    ``line``     from 1
    ``column``   from 1, in characters
    ``pointer``  JSON Pointer (RFC 6901) of the place
    ``values``   from ``Stream``: the values that the same call read before the fault
    """

    values: Any = ()

    def __init__(
        self,
        msg: str,
        doc: str,
        pos: int,
        *,
        code: str = "unknown",
        offset: int | None = None,
        line: int | None = None,
        column: int | None = None,
        pointer: str = "",
    ) -> None:
        super().__init__(msg, doc, pos)
        self.code = code
        self.offset = pos if offset is None else offset
        self.line = self.lineno if line is None else line
        self.column = self.colno if column is None else column
        self.pointer = pointer

    def __getattr__(self, name: str) -> Any:
        """``doc`` and ``pos`` of an error that the library found are made when they are asked for."""
        source = self.__dict__.get("_source")
        if source is None or name not in ("doc", "pos"):
            raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")
        self.doc = _doc_text(source)
        self.pos = _position(source, self.offset)
        self.__dict__.pop("_source", None)
        return self.__dict__[name]

    def __reduce__(self):
        made = (self.msg, self.doc, self.pos)
        state = {name: value for name, value in vars(self).items() if name not in ("msg", "doc", "pos")}
        return self.__class__, made, state


class JSONPointerError(JSONDecodeError, LookupError):
    """Nothing stands at a JSON Pointer (RFC 6901), or it is none; a ``LookupError`` as well.

    ``doc``, ``pos`` and ``offset`` are those of the pointer's own text; ``pointer`` is the way up to the
    step that failed.
    """


class JSONEncodeError(ValueError):
    """A value that cannot be written as JSON: NaN, too deep, circular, changed meanwhile, ...

    ``msg``      what is wrong, in words
    ``code``     the same in every language: ``"nan"``, ``"nesting"``, ``"circular"``, ``"changed"``, ...
    ``pointer``  JSON Pointer (RFC 6901) of the place in the value
    """

    def __init__(self, msg: str, *, code: str = "unknown", pointer: str = "") -> None:
        super().__init__(msg)
        self.msg = msg
        self.code = code
        self.pointer = pointer

    def __reduce__(self):
        return self.__class__, (self.msg,), {"code": self.code, "pointer": self.pointer}


class JSONEncodeTypeError(JSONEncodeError, TypeError):
    """A value or key of a type that has no JSON form; a ``TypeError`` as well, as in ``json``."""


def _doc_text(source: Any) -> str:
    return str.__str__(source) if isinstance(source, str) else bytes(source).decode("utf-8", "replace")


def _position(source: Any, offset: int) -> int:
    """The place in characters of one in bytes of UTF-8."""
    if not isinstance(source, str):
        return len(bytes(memoryview(source).cast("B")[:offset]).decode("utf-8", "ignore"))
    if str.isascii(source):
        return offset
    before = str.encode(source[: offset + 1], "utf-8", "surrogatepass")[:offset]
    return len(before.decode("utf-8", "ignore"))


def decode_error(
    number: int, code: str, message: str, doc: Any, offset: int, line: int, column: int, pointer: str
) -> Exception:
    """The exception for a failed reading. ``doc`` is what was given, in any of the types; None: pieces."""
    if code in ("option", "argument", "state"):
        return ValueError(message)
    kind = JSONPointerError if code in ("pointer", "not_found") else JSONDecodeError
    if doc is None:
        where = f"byte {offset}"
    elif offset <= _COUNTED_MAX or (isinstance(doc, str) and str.isascii(doc)):
        where = f"char {_position(doc, offset)}"
    else:
        where = f"byte {offset}"
    error = kind.__new__(kind, f"{message}: line {line} column {column} ({where})")
    error.msg = message
    error.code = code
    error.offset = offset
    error.line = error.lineno = line
    error.column = error.colno = column
    error.pointer = pointer
    if doc is None:
        error.doc = ""
        error.pos = offset
    else:
        error._source = doc
    return error


def _type_name(value: Any) -> str:
    return type(value).__name__


def encode_error(
    number: int, code: str, message: str, path: list[tuple[bool, Any]], culprit: Any, is_key: bool
) -> Exception:
    """The exception for a failed writing. ``path``: (is it a key, key or index), outermost first."""
    if code in ("option", "argument"):
        return ValueError(message)
    pointer = pointer_of(path)
    if code == "type":
        if is_key:
            message = f"keys must be str, int, float, bool or None, not {_type_name(culprit)}"
        else:
            message = f"Object of type {_type_name(culprit)} is not JSON serializable"
        return JSONEncodeTypeError(message, code=code, pointer=pointer)
    if code == "circular":
        message = "Circular reference detected"
    return JSONEncodeError(message, code=code, pointer=pointer)


def pointer_of(path: list[tuple[bool, Any]]) -> str:
    """JSON Pointer (RFC 6901) of a path, cut at a whole step as the C library cuts it."""
    from ._portable import key_text

    pointer = ""
    length = 0
    for is_key, step in path:
        if is_key:
            text = key_text(step).encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
            text = text.replace("~", "~0").replace("/", "~1")
        else:
            text = str(step)
        size = 1 + len(text.encode("utf-8"))
        if length + size > _POINTER_MAX:
            break
        pointer += "/" + text
        length += size
    return pointer
