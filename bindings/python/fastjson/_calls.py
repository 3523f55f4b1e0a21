"""What every call of the library through cffi needs: its text, and its errors as exceptions."""

from __future__ import annotations

from ._errors import decode_error, encode_error
from ._library import ffi, lib

TYPE_CHECKING = False  # as of typing, which takes long to import
if TYPE_CHECKING:
    from typing import Any


def text_bytes(data: Any) -> bytes:
    """The text as bytes that nobody can change. Lone surrogates are kept for the reader to refuse."""
    if isinstance(data, bytes):
        return data
    if isinstance(data, str):
        return str.encode(data, "utf-8", "surrogatepass")
    if isinstance(data, bytearray):
        return bytes(data)
    if type(data) is memoryview:
        if not data.c_contiguous:
            raise BufferError("memoryview: underlying buffer is not C-contiguous")
        return data.tobytes()
    raise TypeError(f"the JSON object must be str, bytes, bytearray or memoryview, not {type(data).__name__}")


def new_error():
    error = ffi.new("fj_error *")
    error.size = ffi.sizeof("fj_error")
    return error


def raise_decode(error: Any, doc: Any) -> None:
    name = ffi.string(lib.fj_error_name(error.code)).decode("ascii")
    if name == "memory":
        raise MemoryError
    raise decode_error(
        error.code,
        name,
        ffi.string(error.message).decode("utf-8"),
        doc,
        error.offset,
        error.line,
        error.column,
        ffi.buffer(error.pointer, error.pointer_length)[:].decode("utf-8"),
    )


def raise_encode(error: Any) -> None:
    name = ffi.string(lib.fj_error_name(error.code)).decode("ascii")
    if name == "memory":
        raise MemoryError
    failure = encode_error(error.code, name, ffi.string(error.message).decode("utf-8"), [], None, False)
    failure.pointer = ffi.buffer(error.pointer, error.pointer_length)[:].decode("utf-8")
    raise failure
