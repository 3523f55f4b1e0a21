"""The portable engine's readers of parts, of several values, and of pieces: the library says where a value
lies, and ``loads`` makes it.
"""

from __future__ import annotations

import re
from typing import Any

from . import _portable
from ._library import ffi, lib
from ._options import ParseOptions, one_of
from ._text import Unfinished

_END, _MORE = -1, -2
_KINDS = ("values", "lines", "one")


def _value(text: bytes, options: ParseOptions, arguments: dict[str, Any]) -> Any:
    """The value of a text that the library has looked at already."""
    own = ParseOptions("loads", {**arguments, "max_input_bytes": None})
    return _portable._loads(text, own)


def get(data: Any, pointer: str, *, scope: str = "whole", **arguments: Any) -> Any:
    options = ParseOptions("get", arguments)
    first = one_of("scope", scope, ("whole", "first"))
    if not isinstance(pointer, str):
        raise TypeError("a JSON Pointer must be str")
    text = _portable.text_bytes(data)
    steps = str.encode(pointer, "utf-8", "surrogatepass")
    place = ffi.new("size_t[2]")
    error = _portable.new_error()
    code = lib.fj_text_get(
        ffi.from_buffer("char[]", text),
        len(text),
        ffi.from_buffer("char[]", steps),
        len(steps),
        first,
        options.judging(),
        place,
        place + 1,
        error,
    )
    if code:
        name = ffi.string(lib.fj_error_name(code)).decode("ascii")
        _portable.raise_decode(error, pointer if name in ("pointer", "not_found") else data)
    return _value(text[place[0] : place[0] + place[1]], options, arguments)


_MARKS = re.compile(rb'"(?:[^"\\]|\\.)*("?)|//[^\n]*|/\*.*?\*/|[\[\]{}]', re.DOTALL)


def _closers(text: bytes) -> bytes:
    """The quotes and brackets that are missing behind a valid beginning."""
    quote = b""
    brackets = bytearray()
    for mark in _MARKS.finditer(text):
        first = mark[0][:1]
        if first == b'"':
            quote = b"" if mark[1] else b'"'
        elif first in b"[{":
            brackets += b"]" if first == b"[" else b"}"
        elif first in b"]}":
            brackets.pop()
    return quote + bytes(reversed(brackets))


def loads_unfinished(data: Any, **arguments: Any) -> Unfinished:
    options = ParseOptions("loads_unfinished", arguments)
    text = _portable.text_bytes(data)
    holder = ffi.new("fj_document **")
    complete = ffi.new("int32_t *")
    used = ffi.new("size_t *")
    error = _portable.new_error()
    code = lib.fj_parse_unfinished(
        ffi.from_buffer("char[]", text), len(text), options.judging(), holder, complete, used, error
    )
    lib.fj_document_free(holder[0])
    if code:
        _portable.raise_decode(error, data)
    if not used[0]:
        return Unfinished(None, False, 0)
    beginning = text[: used[0]]
    if complete[0]:
        return Unfinished(_value(beginning, options, arguments), True, used[0])
    return Unfinished(_value(beginning + _closers(beginning), options, arguments), False, used[0])


def _sequence_options(kind: int) -> Any:
    core = ffi.new("fj_sequence_options *")
    core.size = ffi.sizeof("fj_sequence_options")
    core.kind = kind
    return core


class loads_many:
    """Read the values of one text one after the other: an iterator, with ``offset``."""

    def __init__(self, data: Any, *, kind: str = "values", **arguments: Any) -> None:
        self._options = ParseOptions("loads_many", arguments)
        self._arguments = arguments
        self._kind = _sequence_options(one_of("kind", kind, _KINDS[:2]))
        self._doc = data
        self._text = _portable.text_bytes(data)
        self._judging = self._options.judging()
        self._sequence = ffi.new("fj_sequence *")
        self._holder = ffi.gc(ffi.new("fj_document **"), lambda holder: lib.fj_document_free(holder[0]))
        self._running = False

    @property
    def offset(self) -> int:
        """Where the next value is looked for, in bytes of UTF-8."""
        return self._sequence.offset

    def __iter__(self) -> loads_many:
        return self

    def __next__(self) -> Any:
        if self._running:
            raise ValueError("already reading")
        sequence = self._sequence
        error = _portable.new_error()
        code = lib.fj_parse_next(
            ffi.from_buffer("char[]", self._text),
            len(self._text),
            sequence,
            self._kind,
            self._judging,
            self._holder,
            error,
        )
        if code == _END:
            raise StopIteration
        if code:
            _portable.raise_decode(error, self._doc)
        self._running = True
        try:
            return _value(self._text[sequence.start : sequence.offset], self._options, self._arguments)
        finally:
            self._running = False


class Stream:
    """Reads values from a text that comes in pieces, cut anywhere."""

    def __init__(self, kind: str = "values", **arguments: Any) -> None:
        self._options = ParseOptions("Stream", arguments)
        self._arguments = arguments
        holder = ffi.new("fj_stream **")
        error = _portable.new_error()
        core = _sequence_options(one_of("kind", kind, _KINDS))
        if lib.fj_stream_new(core, self._options.judging(), holder, error):
            _portable.raise_decode(error, None)
        self._stream = ffi.gc(holder[0], lib.fj_stream_free)
        self._document = ffi.gc(ffi.new("fj_document **"), lambda holder: lib.fj_document_free(holder[0]))
        self._held = bytearray()  # what was taken and not given as values,
        self._base = 0  # from this offset on
        self._rest = b""
        self._values: list = []
        self._running = False

    @property
    def offset(self) -> int:
        """Of the value given last, in bytes of UTF-8 from the beginning: the byte behind it, or the next
        line."""
        return lib.fj_stream_offset(self._stream)

    def _give(self, values: list) -> None:
        start, offset = lib.fj_stream_start(self._stream), lib.fj_stream_offset(self._stream)
        text = bytes(self._held[start - self._base : offset - self._base])
        del self._held[: offset - self._base]
        self._base = offset
        values.append(_value(text, self._options, self._arguments))

    def _read(self, text: bytes, values: list) -> None:
        used = ffi.new("size_t *")
        error = _portable.new_error()
        source = ffi.from_buffer("char[]", text)
        taken = 0
        try:
            while True:
                code = lib.fj_stream_read(
                    self._stream, source + taken, len(text) - taken, used, self._document, error
                )
                self._held += text[taken : taken + used[0]]
                taken += used[0]
                if code == _MORE:
                    return
                if code:
                    self._fail(error, values)
                self._give(values)
        finally:
            self._rest = text[taken:]

    def _fail(self, error: Any, values: list) -> None:
        try:
            _portable.raise_decode(error, None)
        except ValueError as failure:
            if hasattr(failure, "pointer"):
                failure.values = values[:]
                values.clear()
            raise

    def _call(self, text: bytes, end: bool) -> list:
        if self._running:
            raise ValueError("already reading")
        self._running = True
        values, self._values = self._values, []
        try:
            if self._rest or not end:
                self._read(self._rest + text, values)
            if end:
                self._end(values)
        except BaseException:
            self._values = values
            raise
        finally:
            self._running = False
        return values

    def _end(self, values: list) -> None:
        error = _portable.new_error()
        while True:
            code = lib.fj_stream_finish(self._stream, self._document, error)
            if code == _END:
                return
            if code:
                self._fail(error, values)
            self._give(values)

    def feed(self, piece: Any, /) -> list:
        """Take the next piece of the text; returns the list of values that it ends."""
        return self._call(_portable.text_bytes(piece), False)

    def finish(self) -> list:
        """Say that the text has ended; returns the list of values that are left."""
        return self._call(b"", True)
