import json
from collections.abc import Callable, Sequence
from typing import IO, Any, Literal, Protocol, Union

_Text = Union[str, bytes, bytearray, memoryview]

class _Reads(Protocol):
    def read(self) -> _Text: ...

class _Writes(Protocol):
    def write(self, text: str, /) -> object: ...

__version__: str
engine: Literal["cpython", "portable"]
library_path: str

class JSONDecodeError(json.JSONDecodeError):
    code: str
    offset: int
    line: int
    column: int
    pointer: str

class JSONEncodeError(ValueError):
    msg: str
    code: str
    pointer: str

class JSONEncodeTypeError(JSONEncodeError, TypeError): ...

def loads(
    s: _Text,
    *,
    cls: None = None,
    object_hook: Callable[[dict[str, Any]], Any] | None = None,
    parse_float: Callable[[str], Any] | None = None,
    parse_int: Callable[[str], Any] | None = None,
    parse_constant: Callable[[str], Any] | None = None,
    object_pairs_hook: Callable[[list[tuple[str, Any]]], Any] | None = None,
    strict: bool = True,
    max_nesting: int | None = 1024,
    allow_nan: bool = False,
    allow_comments: bool = False,
    allow_trailing_comma: bool = False,
    allow_control_characters: bool = False,
    allow_invalid_escape: bool = False,
    duplicate_key: Literal["last", "error"] = "last",
    big_numbers: Literal["double", "decimal"] = "double",
    lone_surrogates: Literal["error", "replace", "keep"] = "error",
    max_input_bytes: int | None = None,
    max_number_digits: int | None = 4300,
    max_string_bytes: int | None = None,
    max_members: int | None = None,
) -> Any: ...
def load(fp: _Reads, **options: Any) -> Any: ...
def dumps(
    obj: Any,
    *,
    skipkeys: bool = False,
    ensure_ascii: bool = False,
    check_circular: bool = True,
    allow_nan: bool = False,
    cls: None = None,
    indent: int | str | None = None,
    separators: Sequence[str] | None = None,
    default: Callable[[Any], Any] | None = None,
    sort_keys: bool = False,
    ascii_only: bool = False,
    script_safe: bool = False,
    canonical: bool = False,
    nan: Literal["error", "null", "literal"] = "error",
    lone_surrogates: Literal["escape", "error", "replace"] = "escape",
    max_nesting: int | None = 1024,
    max_output_bytes: int | None = None,
    space: str = "",
    space_before: str = "",
    object_nl: str = "",
    array_nl: str = "",
) -> str: ...
def dumps_bytes(
    obj: Any,
    *,
    skipkeys: bool = False,
    ensure_ascii: bool = False,
    check_circular: bool = True,
    allow_nan: bool = False,
    cls: None = None,
    indent: int | str | None = None,
    separators: Sequence[str] | None = None,
    default: Callable[[Any], Any] | None = None,
    sort_keys: bool = False,
    ascii_only: bool = False,
    script_safe: bool = False,
    canonical: bool = False,
    nan: Literal["error", "null", "literal"] = "error",
    lone_surrogates: Literal["escape", "error", "replace"] = "escape",
    max_nesting: int | None = 1024,
    max_output_bytes: int | None = None,
    space: str = "",
    space_before: str = "",
    object_nl: str = "",
    array_nl: str = "",
) -> bytes: ...
def dump(obj: Any, fp: _Writes | IO[str], **options: Any) -> None: ...
def validate(
    data: _Text,
    *,
    strict: bool = True,
    max_nesting: int | None = 1024,
    allow_nan: bool = False,
    allow_comments: bool = False,
    allow_trailing_comma: bool = False,
    allow_control_characters: bool = False,
    allow_invalid_escape: bool = False,
    duplicate_key: Literal["last", "error"] = "last",
    lone_surrogates: Literal["error", "replace", "keep"] = "error",
    max_input_bytes: int | None = None,
    max_number_digits: int | None = 4300,
    max_string_bytes: int | None = None,
    max_members: int | None = None,
) -> None: ...
def minify(data: _Text, **options: Any) -> Any: ...
