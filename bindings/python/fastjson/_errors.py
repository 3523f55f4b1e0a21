"""The exceptions, and how they are made of what the library says."""

from __future__ import annotations

import json
from typing import Any

#: The longest JSON Pointer in bytes, as in the C library: longer ones are cut at a whole step.
_POINTER_MAX = 511


class JSONDecodeError(json.JSONDecodeError):
    """Text that is not JSON (RFC 8259) by the options, or beyond a limit.

    A ``json.JSONDecodeError``, and so a ``ValueError``. Besides ``msg``, ``doc``, ``pos``, ``lineno``
    and ``colno`` (in characters) it has

    ``code``     what is wrong, the same in every language: ``"unexpected_end"``, ``"invalid_number"``, ...
    ``offset``   in bytes of UTF-8: the first byte after which no text could be valid
    ``line``     from 1
    ``column``   from 1, in characters
    ``pointer``  JSON Pointer (RFC 6901) of the place
    """

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

    def __reduce__(self):
        state = {name: getattr(self, name) for name in ("code", "offset", "line", "column", "pointer")}
        return self.__class__, (self.msg, self.doc, self.pos), state


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


def decode_error(
    number: int, code: str, message: str, doc: Any, offset: int, line: int, column: int, pointer: str
) -> Exception:
    """The exception for a failed reading. ``doc`` is what was given, in any of the types."""
    if code in ("option", "argument"):
        return ValueError(message)
    if isinstance(doc, str):
        text = str.__str__(doc)
        before = text.encode("utf-8", "surrogatepass")[:offset] if not text.isascii() else None
    else:
        data = bytes(doc)
        text = data.decode("utf-8", "replace")
        before = data[:offset]
    position = offset if before is None else len(before.decode("utf-8", "ignore"))
    return JSONDecodeError(
        message, text, position, code=code, offset=offset, line=line, column=column, pointer=pointer
    )


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
        if length + size > _POINTER_MAX - 1:
            break
        pointer += "/" + text
        length += size
    return pointer
