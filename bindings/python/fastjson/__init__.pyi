import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import IO, Any, AnyStr, Literal, NamedTuple, Protocol, TypedDict, Union

from typing_extensions import Unpack

_Text = Union[str, bytes, bytearray, memoryview]

class _Reads(Protocol):
    def read(self) -> _Text: ...

class _Writes(Protocol):
    def write(self, text: str, /) -> object: ...

class _Grammar(TypedDict, total=False):
    strict: bool
    max_nesting: int | None
    allow_nan: bool
    allow_comments: bool
    allow_trailing_comma: bool
    allow_control_characters: bool
    allow_invalid_escape: bool
    duplicate_key: Literal["last", "error"]
    lone_surrogates: Literal["error", "replace", "keep"]
    max_input_bytes: int | None
    max_number_digits: int | None
    max_string_bytes: int | None
    max_members: int | None

class _Reading(_Grammar, total=False):
    big_numbers: Literal["double", "decimal", "text"]

class _Loading(_Reading, total=False):
    cls: None
    object_hook: Callable[[dict[str, Any]], Any] | None
    parse_float: Callable[[str], Any] | None
    parse_int: Callable[[str], Any] | None
    parse_constant: Callable[[str], Any] | None
    object_pairs_hook: Callable[[list[tuple[str, Any]]], Any] | None

class _Layout(TypedDict, total=False):
    ensure_ascii: bool
    allow_nan: bool
    indent: int | str | None
    separators: Sequence[str] | None
    sort_keys: bool
    ascii_only: bool
    script_safe: bool
    canonical: bool
    nan: Literal["error", "null", "literal"]
    lone_surrogates: Literal["escape", "error", "replace"]
    max_nesting: int | None
    max_output_bytes: int | None
    space: str
    space_before: str
    object_nl: str
    array_nl: str

class _Dumping(_Layout, total=False):
    skipkeys: bool
    check_circular: bool
    cls: None
    default: Callable[[Any], Any] | None
    strict: bool

__version__: str
engine: Literal["cpython", "portable"]
library_path: str

class JSONDecodeError(json.JSONDecodeError):
    code: str
    offset: int
    line: int
    column: int
    pointer: str
    values: Sequence[Any]

class JSONPointerError(JSONDecodeError, LookupError): ...

class JSONEncodeError(ValueError):
    msg: str
    code: str
    pointer: str

class JSONEncodeTypeError(JSONEncodeError, TypeError): ...

def loads(s: _Text, **options: Unpack[_Loading]) -> Any: ...
def load(fp: _Reads, **options: Unpack[_Loading]) -> Any: ...
def dumps(obj: Any, **options: Unpack[_Dumping]) -> str: ...
def dumps_bytes(obj: Any, **options: Unpack[_Dumping]) -> bytes: ...
def dump(obj: Any, fp: _Writes | IO[str], **options: Unpack[_Dumping]) -> None: ...

class Decoder:
    def __init__(self, **options: Unpack[_Loading]) -> None: ...
    def loads(self, s: _Text, /) -> Any: ...
    def decode(self, s: _Text, /) -> Any: ...

class Encoder:
    def __init__(self, **options: Unpack[_Dumping]) -> None: ...
    def dumps(self, obj: Any, /) -> str: ...
    def encode(self, obj: Any, /) -> str: ...
    def dumps_bytes(self, obj: Any, /) -> bytes: ...

def get(
    data: _Text, pointer: str, *, scope: Literal["whole", "first"] = "whole", **options: Unpack[_Loading]
) -> Any: ...

class loads_many(Iterator[Any]):
    def __init__(
        self, data: _Text, *, kind: Literal["values", "lines"] = "values", **options: Unpack[_Loading]
    ) -> None: ...
    def __next__(self) -> Any: ...
    @property
    def offset(self) -> int: ...

class Stream:
    def __init__(
        self, kind: Literal["values", "lines", "one"] = "values", **options: Unpack[_Loading]
    ) -> None: ...
    def feed(self, piece: _Text, /) -> list[Any]: ...
    def finish(self) -> list[Any]: ...
    @property
    def offset(self) -> int: ...

class Unfinished(NamedTuple):
    value: Any
    complete: bool
    used: int

def loads_unfinished(data: _Text, **options: Unpack[_Loading]) -> Unfinished: ...
def dumps_lines(values: Iterable[Any], **options: Unpack[_Dumping]) -> str: ...
def dump_lines(values: Iterable[Any], fp: _Writes | IO[str], **options: Unpack[_Dumping]) -> None: ...
def validate(data: _Text, **options: Unpack[_Grammar]) -> None: ...

# Text is str for str, bytes for all other kinds of text.

def minify(data: AnyStr | bytearray | memoryview, **options: Unpack[_Grammar]) -> AnyStr: ...
def format(
    data: AnyStr | bytearray | memoryview, *, parse: _Reading | None = None, **options: Unpack[_Layout]
) -> AnyStr: ...
def patch(data: AnyStr | bytearray | memoryview, patch: _Text, **options: Unpack[_Reading]) -> AnyStr: ...
def merge_patch(
    data: AnyStr | bytearray | memoryview, patch: _Text, **options: Unpack[_Reading]
) -> AnyStr: ...
def equal(a: _Text, b: _Text, **options: Unpack[_Reading]) -> bool: ...
