"""The portable engine: the library through cffi alone, for interpreters whose C functions it cannot use.

Reading takes the document's flat array of 16-byte values in bulk and makes objects of it; writing makes
such an array of the objects. Slower than the cpython engine, with the same results and errors.
"""

from __future__ import annotations

import json
import re
from array import array
from decimal import Decimal
from typing import Any

from ._calls import new_error, raise_decode, raise_encode, text_bytes
from ._errors import encode_error
from ._library import ffi, lib
from ._options import (
    DUPLICATE_ERROR,
    NAN_ERROR,
    NUMBERS_DOUBLE,
    GenerateOptions,
    ParseOptions,
)

_NULL, _FALSE, _TRUE, _INT64, _UINT64, _DOUBLE = 1, 2, 3, 4, 5, 6
_BIGINT, _DECIMAL, _STRING, _ARRAY, _OBJECT = 7, 8, 9, 10, 11
_SURROGATES_FLAG = 4 << 8
_UNLIMITED_NESTING = 0xFFFFFFFF
_CHUNK = 512  # decimal digits that Python converts whatever sys.set_int_max_str_digits says
_CODES = {
    "memory": 3,
    "nesting": 12,
    "limit": 15,
    "nan": 16,
    "lone_surrogate": 17,
    "type": 18,
    "changed": 19,
    "circular": 20,
}
_MESSAGES = {
    "limit": "larger than a limit allows",
    "nesting": "nested deeper than max_nesting allows",
    "nan": "NaN and infinity have no JSON form",
    "lone_surrogate": "string holds a lone surrogate",
    "type": "value has no JSON form",
    "changed": "container changed while it was being generated",
    "circular": "container contains itself",
}

# ---- what both directions share


def _integer(text: str) -> int:
    """An int of decimal digits, of any number."""
    if len(text) <= _CHUNK:
        return int(text)
    negative = text.startswith("-")
    value = 0
    for start in range(negative, len(text), _CHUNK):
        digits = text[start : start + _CHUNK]
        value = value * 10 ** len(digits) + int(digits)
    return -value if negative else value


def _digits(value: int) -> str:
    """The decimal digits of an int of any size."""
    if value.bit_length() <= 1024:
        return int.__repr__(value)
    rest = abs(value)
    parts = []
    while rest:
        rest, part = divmod(rest, 10**_CHUNK)
        parts.append(int.__repr__(part).zfill(_CHUNK) if rest else int.__repr__(part))
    return ("-" if value < 0 else "") + "".join(reversed(parts))


# ---- reading


class _Builder:
    """Makes objects of the values of a document, in order of the text."""

    def __init__(self, document: Any, options: ParseOptions) -> None:
        count = lib.fj_document_length(document)
        root = lib.fj_document_root(document)
        words = memoryview(ffi.buffer(root, 16 * count))
        self.words = words.cast("B").cast("Q")
        self.integers = words.cast("B").cast("q")
        self.reals = words.cast("B").cast("d")
        self.options = options

    def bytes_at(self, index: int, length: int) -> bytes:
        return ffi.buffer(ffi.cast("char *", self.words[index]), length)[:]

    def number(self, text: str) -> Any:
        options = self.options
        if not any(c in text for c in ".eE"):
            if options.parse_int is not None:
                return options.parse_int(text)
            return text if options.texts else _integer(text)
        if options.parse_float is not None:
            return options.parse_float(text)
        if options.decimals:
            return Decimal(text)
        return text if options.texts else float(text)

    def scalar(self, index: int, kind: int, length: int) -> Any:
        if kind == _STRING:
            return self.bytes_at(index, length).decode("utf-8", "surrogatepass")
        if kind == _INT64:
            return self.integers[index]
        if kind == _UINT64:
            return self.words[index]
        if kind == _DOUBLE:
            real = self.reals[index]
            if self.options.parse_constant is not None and (
                real != real or real in (float("inf"), float("-inf"))
            ):
                name = "NaN" if real != real else "Infinity" if real > 0 else "-Infinity"
                return self.options.parse_constant(name)
            return real
        if kind == _BIGINT:
            return _integer(self.bytes_at(index, length).decode("ascii"))
        if kind == _DECIMAL:
            return self.number(self.bytes_at(index, length).decode("ascii"))
        return None if kind == _NULL else kind == _TRUE

    def close(self, kind: int, items: list) -> Any:
        if kind == _ARRAY:
            return items
        options = self.options
        pairs = zip(items[::2], items[1::2])
        if options.object_pairs_hook is not None:
            return options.object_pairs_hook(list(pairs))
        members = dict(pairs)
        return options.object_hook(members) if options.object_hook is not None else members

    def build(self) -> Any:
        words = self.words
        open_containers: list = []  # (kind, values wanted, values so far)
        for index in range(0, len(words), 2):
            head = words[index]
            kind = head & 0xFF
            length = head >> 16
            if kind >= _ARRAY and length:
                open_containers.append((kind, length if kind == _ARRAY else 2 * length, []))
                continue
            value = self.close(kind, []) if kind >= _ARRAY else self.scalar(index + 1, kind, length)
            while open_containers:
                kind, wanted, items = open_containers[-1]
                items.append(value)
                if len(items) < wanted:
                    break
                open_containers.pop()
                value = self.close(kind, items)
        return value


def _parse(text: bytes, options: ParseOptions, doc: Any) -> Any:
    """A document, to be freed by the caller."""
    holder = ffi.new("fj_document **")
    error = new_error()
    data = ffi.from_buffer(text)
    if lib.fj_parse(ffi.cast("char *", data), len(text), options.core, holder, error):
        lib.fj_document_free(holder[0])
        raise_decode(error, doc)
    return holder[0]


def _loads_pairs(text: bytes, options: ParseOptions) -> Any:
    """A text with keys that occur twice, for callbacks: a document has only the last, they get all."""
    out = ffi.new("fj_buffer *")
    try:
        if lib.fj_minify(ffi.from_buffer("char[]", text), len(text), options.core, out, ffi.NULL):
            raise MemoryError
        minified = ffi.buffer(out.data, out.length)[:].decode("utf-8")
    finally:
        lib.fj_buffer_free(out)
    builder = object.__new__(_Builder)
    builder.options = options
    return json.loads(
        minified,
        strict=False,
        parse_int=builder.number,
        parse_float=builder.number,
        parse_constant=options.parse_constant,
        object_hook=options.object_hook,
        object_pairs_hook=options.object_pairs_hook,
    )


def _loads(s: Any, options: ParseOptions) -> Any:
    text = text_bytes(s)
    if (
        options.core.big_numbers != NUMBERS_DOUBLE
        and options.parse_float is None
        and not options.decimals
        and not options.texts
        and not options.core.allow_nan
    ):
        kept = options.core.big_numbers
        options.core.big_numbers = NUMBERS_DOUBLE
        lib.fj_document_free(_parse(text, options, s))  # reals beyond double are an error
        options.core.big_numbers = kept
    if (
        any(each is not None for each in options.callables.values())
        and options.core.duplicate_key != DUPLICATE_ERROR
    ):
        options.core.duplicate_key = DUPLICATE_ERROR
        try:
            document = _parse(text, options, s)
        except ValueError as error:
            if getattr(error, "code", None) != "duplicate_key":
                raise
            options.core.duplicate_key = 0
            lib.fj_document_free(_parse(text, options, s))
            return _loads_pairs(text, options)
    else:
        document = _parse(text, options, s)
    try:
        return _Builder(document, options).build()
    finally:
        lib.fj_document_free(document)


def loads(s: Any, **arguments: Any) -> Any:
    return _loads(s, ParseOptions("loads", arguments))


class Decoder:
    """Reads JSON text by options that are looked at once: those of ``loads``."""

    __slots__ = ("_arguments",)

    def __init__(self, **arguments: Any) -> None:
        ParseOptions("Decoder", arguments)
        self._arguments = arguments

    def loads(self, s: Any, /) -> Any:
        """Read one JSON text by the decoder's options."""
        return _loads(s, ParseOptions("Decoder", self._arguments))

    decode = loads


# ---- writing


class _Failure(Exception):
    """Ends a writing: a code of the library, and what is at fault."""

    def __init__(self, code: str, culprit: Any = None, is_key: bool = False) -> None:
        self.code = code
        self.culprit = culprit
        self.is_key = is_key


class _Frame:
    """A container that is being written, or an object whose default() is."""

    __slots__ = (
        "container",
        "head_at",
        "is_sequence",
        "items",
        "keyed",
        "kind",
        "length",
        "result",
        "step",
        "stepped",
        "written",
    )

    def __init__(self, kind: str, container: Any) -> None:
        self.kind = kind
        self.container = container
        self.items: Any = None
        self.length = 0
        self.head_at = 0
        self.written = 0
        self.step: Any = None  # the key or index that is being written, if it is at one
        self.stepped = False
        self.keyed = False  # its value is the next to be written
        self.is_sequence = kind in ("list", "tuple")
        self.result: Any = None


class _Walker:
    """Turns objects into an array of values as fj_generate takes them."""

    def __init__(self, options: GenerateOptions) -> None:
        self.options = options
        self.words = array("Q")
        self.strings = bytearray()
        self.string_places: list = []  # indexes of payloads that are offsets into `strings`
        self.frames: list = []
        self.max_nesting = options.core.max_nesting or 1024

    # values

    def put(self, kind: int, payload: int, length: int = 0, flags: int = 0) -> None:
        self.words.append(kind | flags | length << 16)
        self.words.append(payload & 0xFFFFFFFFFFFFFFFF)

    def put_text(self, kind: int, data: bytes, flags: int = 0) -> None:
        self.put(kind, len(self.strings), len(data), flags)
        self.string_places.append(len(self.words) - 1)
        self.strings += data

    def put_str(self, value: str) -> None:
        try:
            self.put_text(_STRING, str.encode(value, "utf-8"))
        except UnicodeEncodeError:
            if self.options.core.lone_surrogates == 1:
                raise _Failure("lone_surrogate") from None
            self.put_text(_STRING, str.encode(value, "utf-8", "surrogatepass"), _SURROGATES_FLAG)

    def put_int(self, value: int) -> None:
        value = int.__pos__(value)
        if -(2**63) <= value < 2**63:
            self.put(_INT64, value)
        elif 0 <= value < 2**64:
            self.put(_UINT64, value)
        else:
            self.put_text(_BIGINT, _digits(value).encode("ascii"))

    def put_float(self, value: float) -> None:
        value = float.__pos__(value)
        if self.options.core.nan == NAN_ERROR and value - value != 0.0:
            raise _Failure("nan")
        self.words.append(_DOUBLE)
        self.words.append(int.from_bytes(array("d", [value]).tobytes(), "little"))

    # containers

    def is_circular(self, container: Any) -> bool:
        """As the cpython engine looks for it (Brent): one ancestor, and the parent."""
        frames = self.frames
        depth = len(frames)
        if depth < 2:
            return depth == 1 and frames[0].container is container
        at = 1 << ((depth - 1).bit_length() - 1)
        return frames[at].container is container or frames[-1].container is container

    def enter(self, kind: str, container: Any) -> _Frame:
        if self.is_circular(container):
            raise _Failure("circular")
        if len(self.frames) >= self.max_nesting != _UNLIMITED_NESTING:
            raise _Failure("nesting")
        frame = _Frame(kind, container)
        self.frames.append(frame)
        if kind != "default":
            frame.head_at = len(self.words)
            self.put(_ARRAY if frame.is_sequence else _OBJECT, 0)
        return frame

    def enter_sequence(self, kind: str, value: Any, base: type) -> None:
        self.enter(kind, value).length = base.__len__(value)

    def enter_dict(self, value: dict) -> None:
        frame = self.enter("dict", value)
        frame.length = len(value)
        # When keys are sorted all members are taken before the first is written.
        sort = self.options.core.sort_keys or self.options.core.canonical
        frame.items = self.sorted_items(frame, value.items()) if sort else iter(value.items())

    def enter_mapping(self, value: dict) -> None:
        items = value.items()
        items = items if type(items) is list else list(items)
        frame = self.enter("items", value)
        sort = self.options.core.sort_keys or self.options.core.canonical
        frame.items = self.sorted_items(frame, items) if sort else iter(items)

    def sorted_items(self, frame: _Frame, items: Any) -> Any:
        taken = []
        for pair in items:
            key, value = self.pair(pair)
            if not self.serves_key(key):
                if self.options.skip_keys:
                    continue
                raise _Failure("type", key, True)
            taken.append((self.key_of(key), value))
        taken.sort(key=lambda member: member[0].encode("utf-16-be", "surrogatepass"))
        frame.kind = "sorted"
        return iter(taken)

    def serves_key(self, key: Any) -> bool:
        if self.options.core.strict:
            return isinstance(key, str)
        return key is None or isinstance(key, (str, int, float))

    def pair(self, pair: Any) -> tuple:
        if not isinstance(pair, tuple) or tuple.__len__(pair) != 2:
            raise ValueError("items must return 2-tuples")
        return tuple.__getitem__(pair, 0), tuple.__getitem__(pair, 1)

    def key_of(self, key: Any) -> str:
        if isinstance(key, float) and self.options.core.nan == NAN_ERROR and key - key != 0.0:
            raise _Failure("nan")
        return key_text(key, self.options.core.nan, bool(self.options.core.canonical))

    def leave(self) -> None:
        frame = self.frames.pop()
        if frame.kind == "default":
            return
        head = (_ARRAY if frame.is_sequence else _OBJECT) | frame.written << 16
        self.words[frame.head_at] = head
        self.words[frame.head_at + 1] = (len(self.words) - frame.head_at) // 2

    # the walk

    def start(self, value: Any) -> None:
        """Writes a scalar, or enters a container."""
        while True:
            if value is None:
                return self.put(_NULL, 0)
            if value is True or value is False:
                return self.put(_TRUE if value else _FALSE, 0)
            if isinstance(value, str):
                return self.put_str(value)
            if isinstance(value, int):
                return self.put_int(value)
            if isinstance(value, float):
                return self.put_float(value)
            if type(value) is dict:
                return self.enter_dict(value)
            if isinstance(value, dict):
                return self.enter_mapping(value)
            if isinstance(value, list):
                return self.enter_sequence("list", value, list)
            if isinstance(value, tuple):
                return self.enter_sequence("tuple", value, tuple)
            if self.options.default is None or self.options.core.strict:
                raise _Failure("type", value)
            frame = self.enter("default", value)
            try:
                value = self.options.default(value)
            except BaseException:
                self.frames.pop()
                raise
            frame.result = value

    def advance(self, frame: _Frame) -> tuple:
        """The next value of the innermost container, its key written: (is there one, value)."""
        if frame.kind == "default":
            return False, None
        frame.stepped = frame.keyed = False
        if frame.is_sequence:
            base = list if frame.kind == "list" else tuple
            if base.__len__(frame.container) != frame.length:
                raise _Failure("changed")
            if frame.written == frame.length:
                return False, None
            frame.step = frame.written
            frame.stepped = frame.keyed = True
            frame.written += 1
            return True, base.__getitem__(frame.container, frame.step)
        if frame.kind == "dict" and len(frame.container) != frame.length:
            raise _Failure("changed")
        while True:
            try:
                pair = next(frame.items, None)
            except RuntimeError:
                raise _Failure("changed") from None
            if pair is None:
                return False, None
            key, value = self.pair(pair)
            if self.serves_key(key):
                break
            if not self.options.skip_keys:
                raise _Failure("type", key, True)
        frame.step = key
        frame.stepped = True
        self.put_str(key if isinstance(key, str) else self.key_of(key))
        frame.keyed = True
        frame.written += 1
        return True, value

    def walk(self, value: Any) -> None:
        self.start(value)
        while self.frames:
            more, value = self.advance(self.frames[-1])
            if more:
                self.start(value)
            else:
                self.leave()

    def written(self) -> int:
        """How many bytes of text come before the value at fault: with null in its place and everything
        closed, the text is longer by these."""
        core = self.options.core
        containers = [frame for frame in self.frames if frame.kind != "default"]
        after = 0
        if not containers or containers[-1].keyed:
            self.put(_NULL, 0)
            after = len("null")
        for level, frame in enumerate(containers):
            after += 1
            if frame.written:
                line_end = core.array_nl_length if frame.is_sequence else core.object_nl_length
                after += line_end + level * core.indent_length
        while self.frames:
            self.leave()
        return len(self.text()) - after

    def text(self) -> bytes:
        """The text of the values, however long."""
        strings = ffi.from_buffer(self.strings) if self.strings else ffi.NULL
        base = int(ffi.cast("uintptr_t", strings))
        for place in self.string_places:
            self.words[place] += base
        core = ffi.new("fj_generate_options *", self.options.core[0])
        core.max_nesting = _UNLIMITED_NESTING
        core.max_output_bytes = 0
        code, error, text = _generate(self.words, core)
        if code:
            raise_encode(error)
        return separate(text, self.options.separator) if self.options.separator != "," else text

    def path(self) -> list:
        return [(not frame.is_sequence, frame.step) for frame in self.frames if frame.stepped]


def _generate(words: array, core: Any) -> tuple:
    """(code, error, bytes) of fj_generate."""
    out = ffi.new("fj_buffer *")
    error = new_error()
    try:
        value = ffi.cast("fj_value *", ffi.from_buffer(words))
        code = lib.fj_generate(value, core, out, error)
        return code, error, b"" if code else ffi.buffer(out.data, out.length)[:]
    finally:
        lib.fj_buffer_free(out)


def key_text(key: Any, nan: int = 2, canonical: bool = False) -> str:
    """The text of a key as it is written: of a number, our own text form."""
    if isinstance(key, str):
        return str.__str__(key)
    if key is None:
        return "null"
    if key is True or key is False:
        return "true" if key else "false"
    if isinstance(key, int):
        return _digits(int.__pos__(key))
    if isinstance(key, float):
        core = ffi.new("fj_generate_options *")
        core.size = ffi.sizeof("fj_generate_options")
        core.nan = nan
        core.canonical = 1 if canonical else 0
        words = array("Q", [_DOUBLE]) + array("Q", array("d", [key]).tobytes())
        return _generate(words, core)[2].decode("ascii")
    return str(key)


_TOKENS = re.compile(rb'"(?:[^"\\]|\\.)*"|,', re.DOTALL)


def separate(text: bytes, separator: str) -> bytes:
    """Puts another separator in the place of every comma between elements or members."""
    between = separator.encode("ascii")
    return _TOKENS.sub(lambda token: between if token[0] == b"," else token[0], text)


def _dump(function: str, value: Any, arguments: dict) -> bytes:
    options = GenerateOptions(function, arguments)
    walker = _Walker(options)
    most = options.most
    try:
        walker.walk(value)
    except Exception as failure:
        path = walker.path()
        if most and walker.written() > most:  # which would have been found first
            raise limit_error() from None
        if not isinstance(failure, _Failure):
            raise
        code = failure.code
        raise encode_error(
            _CODES[code], code, _MESSAGES[code], path, failure.culprit, failure.is_key
        ) from None
    text = walker.text()
    if most and len(text) > most:
        raise limit_error()
    return text


def dumps(obj: Any, **arguments: Any) -> str:
    return _dump("dumps", obj, arguments).decode("utf-8")


def dumps_bytes(obj: Any, **arguments: Any) -> bytes:
    return _dump("dumps_bytes", obj, arguments)


class Encoder:
    """Writes JSON text by options that are looked at once: those of ``dumps``."""

    __slots__ = ("_arguments",)

    def __init__(self, **arguments: Any) -> None:
        GenerateOptions("Encoder", arguments)
        self._arguments = arguments

    def dumps(self, obj: Any, /) -> str:
        """Write a value as str by the encoder's options."""
        return _dump("Encoder", obj, self._arguments).decode("utf-8")

    encode = dumps

    def dumps_bytes(self, obj: Any, /) -> bytes:
        """Write a value as UTF-8 bytes by the encoder's options."""
        return _dump("Encoder", obj, self._arguments)


def dumps_lines(values: Any, **arguments: Any) -> str:
    options = GenerateOptions("dumps_lines", arguments)
    if any("\n" in text or "\r" in text for text in (*options.layout.values(), options.separator)):
        raise ValueError("a value of one line has no line end in its layout")
    most = options.most
    lines = []
    total = 0
    for value in values:
        if most:
            if total == most:
                raise limit_error()
            arguments = {**arguments, "max_output_bytes": most - total}
        line = _dump("dumps_lines", value, arguments) + b"\n"
        total += len(line)
        if 0 < most < total:
            raise limit_error()
        lines.append(line)
    return b"".join(lines).decode("utf-8")


def limit_error() -> Exception:
    """What a text that becomes longer than max_output_bytes ends with."""
    return encode_error(_CODES["limit"], "limit", _MESSAGES["limit"], [], None, False)
