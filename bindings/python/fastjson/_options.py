"""Options: keyword arguments to the structs of the library, one table for each direction.

The builtin functions of the cpython engine have the same tables in C (core/src/hosts/cpython_options.c);
the tests hold the two together. An unknown argument is a TypeError, a value outside its range a ValueError,
what is known but not served a NotImplementedError: nothing is ignored.
"""

from __future__ import annotations

from ._library import ffi

TYPE_CHECKING = False  # as of typing, which takes long to import
if TYPE_CHECKING:
    from typing import Any, Callable

_UNLIMITED_NESTING = 0xFFFFFFFF
_UNLIMITED = 0xFFFFFFFFFFFFFFFF
_LAYOUT_MAX = 256

NUMBERS_DOUBLE, NUMBERS_DECIMAL, NUMBERS_TEXT = 0, 1, 2
DUPLICATE_LAST, DUPLICATE_ERROR = 0, 1
NAN_ERROR, NAN_NULL, NAN_LITERAL = 0, 1, 2


# ---- kinds of value: each takes (options, name, value) and sets what it means


def _flag(field: str) -> Callable:
    def read(options: Any, name: str, value: Any) -> None:
        setattr(options.core, field, 1 if value else 0)

    return read


def _not_flag(field: str) -> Callable:
    def read(options: Any, name: str, value: Any) -> None:
        setattr(options.core, field, 0 if value else 1)

    return read


def _count(field: str, most: int, none: int) -> Callable:
    def read(options: Any, name: str, value: Any) -> None:
        if value is not None and not isinstance(value, int):
            raise TypeError(f"{name} must be an int or None")
        if value is not None and not 0 <= value <= most:
            raise ValueError(f"{name} is out of range")
        setattr(options.core, field, int(value) if value else none)

    return read


def _nesting(field: str) -> Callable:
    return _count(field, _UNLIMITED_NESTING - 1, _UNLIMITED_NESTING)


def _limit(field: str) -> Callable:
    return _count(field, 0x7FFFFFFFFFFFFFFF, _UNLIMITED)


def _choice(field: str, *names: str) -> Callable:
    def read(options: Any, name: str, value: Any) -> None:
        if not isinstance(value, str) or value not in names:
            listed = ", ".join(f"'{n}'" for n in names[:-1])
            raise ValueError(f"{name} must be {listed} or '{names[-1]}'")
        setattr(options.core, field, names.index(value))

    return read


def _nan(options: Any, name: str, value: Any) -> None:
    options.core.nan = NAN_LITERAL if value else NAN_ERROR


def _white_space(name: str, value: Any) -> str:
    if not isinstance(value, str):
        raise TypeError(f"{name} must be str")
    value = str.__str__(value)
    if len(value) > _LAYOUT_MAX or value.strip(" \t\n\r"):
        raise ValueError(f"{name} must be white space, at most 256 characters")
    return value


def _layout(options: Any, name: str, value: Any) -> None:
    options.layout[name] = _white_space(name, value)


def _callable(options: Any, name: str, value: Any) -> None:
    options.callables[name] = value


def _attribute(attribute: str) -> Callable:
    def read(options: Any, name: str, value: Any) -> None:
        setattr(options, attribute, value)

    return read


def _truth(attribute: str) -> Callable:
    def read(options: Any, name: str, value: Any) -> None:
        setattr(options, attribute, bool(value))

    return read


def _anything(options: Any, name: str, value: Any) -> None:
    """What it asks for is always so."""


def _unset(options: Any, name: str, value: Any) -> None:
    if value is not None:
        raise NotImplementedError(f"{name} is not served")


# ---- the tables

GRAMMAR_TABLE: dict[str, Callable] = {
    "max_nesting": _nesting("max_nesting"),
    "allow_nan": _flag("allow_nan"),
    "allow_comments": _flag("allow_comments"),
    "allow_trailing_comma": _flag("allow_trailing_comma"),
    "allow_control_characters": _flag("allow_control_characters"),
    "allow_invalid_escape": _flag("allow_invalid_escape"),
    "duplicate_key": _choice("duplicate_key", "last", "error"),
    "lone_surrogates": _choice("lone_surrogates", "error", "replace", "keep"),
    "max_input_bytes": _limit("max_input_bytes"),
    "max_number_digits": _limit("max_number_digits"),
    "max_string_bytes": _limit("max_string_bytes"),
    "max_members": _limit("max_members"),
    "strict": _not_flag("allow_control_characters"),
}

PARSE_TABLE: dict[str, Callable] = {
    **GRAMMAR_TABLE,
    "big_numbers": _choice("big_numbers", "double", "decimal", "text"),
    "object_hook": _callable,
    "object_pairs_hook": _callable,
    "parse_float": _callable,
    "parse_int": _callable,
    "parse_constant": _callable,
    "cls": _unset,
}

GENERATE_TABLE: dict[str, Callable] = {
    "indent": _attribute("indent"),
    "ensure_ascii": _flag("ascii_only"),
    "sort_keys": _flag("sort_keys"),
    "default": _attribute("default"),
    "separators": _attribute("separators"),
    "allow_nan": _nan,
    "skipkeys": _truth("skip_keys"),
    "check_circular": _anything,
    "cls": _unset,
    "ascii_only": _flag("ascii_only"),
    "script_safe": _flag("script_safe"),
    "canonical": _flag("canonical"),
    "strict": _flag("strict"),
    "nan": _choice("nan", "error", "null", "literal"),
    "lone_surrogates": _choice("lone_surrogates", "escape", "error", "replace"),
    "max_nesting": _nesting("max_nesting"),
    "max_output_bytes": _limit("max_output_bytes"),
    "space": _layout,
    "space_before": _layout,
    "object_nl": _layout,
    "array_nl": _layout,
}


#: What shapes text alone: for the functions that make text of text.
FORMAT_TABLE: dict[str, Callable] = {
    name: read
    for name, read in GENERATE_TABLE.items()
    if name not in ("default", "skipkeys", "check_circular", "cls", "strict")
}


def one_of(name: str, value: Any, names: tuple[str, ...]) -> int:
    """The index of a named choice that is no option of the library."""
    if not isinstance(value, str) or value not in names:
        listed = ", ".join(f"'{n}'" for n in names[:-1])
        raise ValueError(f"{name} must be {listed} or '{names[-1]}'")
    return names.index(value)


def _read(options: Any, table: dict[str, Callable], function: str, arguments: dict[str, Any]) -> None:
    for name, value in arguments.items():
        read = table.get(name)
        if read is None:
            raise TypeError(f"{function}() got an unexpected keyword argument '{name}'")
        read(options, name, value)


class ParseOptions:
    """Options of reading: the library's struct, and the callables that only Python has."""

    def __init__(
        self, function: str, arguments: dict[str, Any], table: dict[str, Callable] = PARSE_TABLE
    ) -> None:
        self.core = ffi.new("fj_parse_options *")
        self.core.size = ffi.sizeof("fj_parse_options")
        self.callables: dict[str, Any] = {}
        _read(self, table, function, arguments)
        self.object_hook = self.callables.get("object_hook")
        self.object_pairs_hook = self.callables.get("object_pairs_hook")
        self.parse_int = self.callables.get("parse_int")
        self.parse_float = self.callables.get("parse_float")
        self.parse_constant = self.callables.get("parse_constant")
        self.decimals = self.core.big_numbers == NUMBERS_DECIMAL
        self.texts = self.core.big_numbers == NUMBERS_TEXT
        if self.parse_int is not None or self.texts:
            self.core.big_numbers = NUMBERS_TEXT
        elif self.parse_float is not None or self.parse_constant is not None:
            self.core.big_numbers = NUMBERS_DECIMAL

    def judging(self) -> Any:
        """What the library's own readings of a text are to be given, so that they accept what we do: reals
        that are kept as text only for our own sake must still be doubles."""
        core = ffi.new("fj_parse_options *", self.core[0])
        if not self.texts and not self.decimals and self.parse_float is None:
            core.big_numbers = NUMBERS_DOUBLE
        return core


class GenerateOptions:
    """Options of writing: the library's struct, and what only Python has."""

    def __init__(
        self, function: str, arguments: dict[str, Any], table: dict[str, Callable] = GENERATE_TABLE
    ) -> None:
        self.core = ffi.new("fj_generate_options *")
        self.core.size = ffi.sizeof("fj_generate_options")
        self.default: Any = None
        self.skip_keys = False
        self.indent: Any = None
        self.separators: Any = None
        self.separator = ","
        self.layout: dict[str, str] = {}
        _read(self, table, function, arguments)
        self._set_indent()
        self._set_separators()
        self._keep = []
        if self.core.canonical and (
            any(self.layout.values())
            or self.core.ascii_only
            or self.core.script_safe
            or self.core.nan == NAN_LITERAL
        ):
            raise ValueError("canonical does not go with layout, ascii_only, script_safe and nan 'literal'")
        #: Of max_output_bytes: 0 is no limit.
        self.most = self.core.max_output_bytes % _UNLIMITED
        for name, text in self.layout.items():
            data = ffi.new("char[]", text.encode("ascii"))
            self._keep.append(data)
            setattr(self.core, name, data)
            setattr(self.core, name + "_length", len(text))

    def _set_indent(self) -> None:
        indent = self.indent
        if indent is None:
            return
        if isinstance(indent, str):
            text = _white_space("indent", indent)
        elif isinstance(indent, int):
            if indent > _LAYOUT_MAX:
                raise ValueError("indent must be at most 256")
            text = " " * max(int(indent), 0)
        else:
            raise TypeError("indent must be int, str or None")
        self.layout["indent"] = text
        self.layout.setdefault("object_nl", "\n")
        self.layout.setdefault("array_nl", "\n")
        self.layout.setdefault("space", " ")

    def _set_separators(self) -> None:
        if self.separators is None:
            return
        pair = tuple(self.separators)
        if len(pair) != 2:
            raise ValueError("separators must be (item_separator, key_separator)")
        sides = []
        for text, middle in zip(pair, ",:"):
            if not isinstance(text, str):
                raise TypeError("separators must be str")
            text = str.__str__(text)
            if len(text) > 2 * _LAYOUT_MAX + 1 or text.strip(" \t\n\r") != middle:
                raise ValueError("separators must be white space around ',' and ':'")
            sides.append(text)
        before, after = sides[1].split(":")
        if len(before) > _LAYOUT_MAX or len(after) > _LAYOUT_MAX:
            raise ValueError("separators must have at most 256 characters of white space")
        self.separator = sides[0]
        self.layout["space_before"] = before
        self.layout["space"] = after
