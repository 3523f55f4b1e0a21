"""Text to text, and what is said of texts: the same for both engines, through cffi.

Each takes str, bytes, bytearray or memoryview. Text comes back as str if the (first) text was str, else as
UTF-8 bytes.
"""

from __future__ import annotations

from collections import namedtuple

from ._calls import new_error, raise_decode, raise_encode, text_bytes
from ._library import ffi, lib
from ._options import FORMAT_TABLE, GRAMMAR_TABLE, PARSE_TABLE, GenerateOptions, ParseOptions

TYPE_CHECKING = False  # as of typing, which takes long to import
if TYPE_CHECKING:
    from typing import Any

#: The grammar, and what numbers are kept as: the options of what reads values without making objects.
VALUE_TABLE = {**GRAMMAR_TABLE, "big_numbers": PARSE_TABLE["big_numbers"]}

_UNLIMITED_NESTING = 0xFFFFFFFF


Unfinished = namedtuple("Unfinished", ("value", "complete", "used"))
Unfinished.__doc__ = (
    """What ``loads_unfinished`` gives: ``value``, ``complete``, and ``used`` bytes of the text."""
)


def _given(out: Any, data: Any) -> Any:
    """What stands in a buffer, in the kind of text that was given."""
    result = ffi.buffer(out.data, out.length)[:]
    return result.decode("utf-8") if isinstance(data, str) else result


def validate(data: Any, **options: Any) -> None:
    """Check that ``data`` is one JSON text (RFC 8259), without making anything of it.

    Takes the options of ``loads`` that concern the grammar and the limits. Returns None; raises
    ``JSONDecodeError``, the same as ``loads`` would, or ``TypeError`` for other types.
    """
    core = ParseOptions("validate", options, GRAMMAR_TABLE).core
    text = text_bytes(data)
    error = new_error()
    if lib.fj_validate(ffi.from_buffer("char[]", text), len(text), core, error):
        raise_decode(error, data)


def minify(data: Any, **options: Any) -> Any:
    """Remove white space (and comments, if allowed) from a JSON text (RFC 8259); all else stays as it is.

    Takes the options of ``validate``, and raises as it does. Returns str for str, else bytes.
    """
    core = ParseOptions("minify", options, GRAMMAR_TABLE).core
    text = text_bytes(data)
    error = new_error()
    out = ffi.new("fj_buffer *")
    try:
        if lib.fj_minify(ffi.from_buffer("char[]", text), len(text), core, out, error):
            raise_decode(error, data)
        return _given(out, data)
    finally:
        lib.fj_buffer_free(out)


def format(data: Any, *, parse: dict[str, Any] | None = None, **options: Any) -> Any:
    """Lay out a JSON text (RFC 8259) anew: the text that ``dumps`` would write of what ``loads`` reads.

    ``parse``    options of ``validate`` and ``big_numbers``, by name, for reading
    ``options``  those of ``dumps`` that concern text: layout, order, escapes, limits

    Returns str for str, else bytes. Raises ``JSONDecodeError`` as ``loads`` does, and ``JSONEncodeError``
    as ``dumps`` does.
    """
    if parse is not None and not isinstance(parse, dict):
        raise TypeError("parse must be a dict or None")
    reading = ParseOptions("format", parse or {}, VALUE_TABLE).core
    writing = GenerateOptions("format", options, FORMAT_TABLE)
    text = text_bytes(data)
    error = new_error()
    out = ffi.new("fj_buffer *")
    try:
        source = ffi.from_buffer("char[]", text)
        if lib.fj_format(source, len(text), reading, writing.core, out, error):
            # The text's own fault has a line; what cannot be written has none.
            if error.line:
                raise_decode(error, data)
            raise_encode(error)
        if writing.separator == ",":
            return _given(out, data)
        from ._portable import limit_error, separate

        result = separate(ffi.buffer(out.data, out.length)[:], writing.separator)
        if 0 < writing.most < len(result):
            raise limit_error()
        return result.decode("utf-8") if isinstance(data, str) else result
    finally:
        lib.fj_buffer_free(out)


class _Document:
    """A document that is freed when a with statement ends."""

    def __init__(self, data: Any = None, core: Any = None) -> None:
        self.holder = ffi.new("fj_document **")
        if core is None:
            return
        text = text_bytes(data)
        error = new_error()
        if lib.fj_parse(ffi.from_buffer("char[]", text), len(text), core, self.holder, error):
            lib.fj_document_free(self.holder[0])
            raise_decode(error, data)

    def __enter__(self) -> _Document:
        return self

    def __exit__(self, *_: Any) -> None:
        lib.fj_document_free(self.holder[0])

    @property
    def root(self) -> Any:
        return lib.fj_document_root(self.holder[0])


def _changed(document: _Document, core: Any, data: Any) -> Any:
    """The text of a document that was read by these options."""
    generate = ffi.new("fj_generate_options *")
    generate.size = ffi.sizeof("fj_generate_options")
    generate.max_nesting = _UNLIMITED_NESTING
    generate.nan = 2 if core.allow_nan else 0
    error = new_error()
    out = ffi.new("fj_buffer *")
    try:
        if lib.fj_generate(document.root, generate, out, error):
            raise_encode(error)
        return _given(out, data)
    finally:
        lib.fj_buffer_free(out)


def patch(data: Any, patch: Any, **options: Any) -> Any:
    """Apply a JSON Patch (RFC 6902), a text, to a JSON text: all of its operations, or none.

    Takes the options of ``validate`` and ``big_numbers`` (``"text"`` keeps numbers byte for byte), for both
    texts. Returns compact text: str if ``data`` is str, else bytes. Raises ``JSONDecodeError`` for a text
    that is wrong, and, with ``pointer`` the place in the patch, for an operation that is (code ``"patch"``)
    or a test that does not hold (``"patch_test"``); ``JSONPointerError`` for a path that leads nowhere.
    """
    core = ParseOptions("patch", options, VALUE_TABLE).core
    with _Document(data, core) as target, _Document(patch, core) as change, _Document() as result:
        error = new_error()
        if lib.fj_document_patch(target.root, change.root, ffi.NULL, result.holder, error):
            error.line = error.line or 1
            error.column = error.column or 1
            raise_decode(error, patch)
        return _changed(result, core, data)


def merge_patch(data: Any, patch: Any, **options: Any) -> Any:
    """Apply a JSON Merge Patch (RFC 7396), a text, to a JSON text.

    Options, result and errors of texts as for ``patch``.
    """
    core = ParseOptions("merge_patch", options, VALUE_TABLE).core
    with _Document(data, core) as target, _Document(patch, core) as change, _Document() as result:
        error = new_error()
        if lib.fj_document_merge(target.root, change.root, result.holder, error):
            raise_decode(error, patch)
        return _changed(result, core, data)


def equal(a: Any, b: Any, **options: Any) -> bool:
    """Whether two JSON texts have the same value: numbers by their exact mathematical value (1 and 1.0 are
    equal), objects whatever the order of their members.

    Takes the options of ``validate`` and ``big_numbers``, for both texts; raises as ``loads`` does.
    """
    core = ParseOptions("equal", options, VALUE_TABLE).core
    same = ffi.new("int32_t *")
    with _Document(a, core) as first, _Document(b, core) as second:
        if lib.fj_value_equal(first.root, second.root, same):
            raise MemoryError
    return bool(same[0])
