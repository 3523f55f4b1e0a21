"""A second opinion on JSON: what every language's binding is held against.

Goes in: bytes. Comes out: the first fault (code, offset, line, column, pointer), or the value; and
of a value the text and the dump that each language has to produce. It is written from RFC 8259,
RFC 3629, RFC 6901, RFC 8785 and docs/text-form.md, byte by byte and slowly, on top of nothing but
Python's own int, float and repr. It never calls the library and shares no code or table with it.
"""

from __future__ import annotations

import json
import math
import re
import struct
from dataclasses import dataclass

MAX_NESTING = 1024
MAX_DIGITS = 4300
POINTER_BYTES = 511  # the field in fj_error holds 512 with its NUL

SPACE = b" \t\n\r"
DIGITS = b"0123456789"
HEX = b"0123456789abcdefABCDEF"
LITERALS = {ord("t"): (b"true", True), ord("f"): (b"false", False), ord("n"): (b"null", None)}
ESCAPES = dict(zip(b'"\\/bfnrt', '"\\/\b\f\n\r\t'))


@dataclass
class Fault(Exception):
    """The first byte after which no text could be valid, and what is wrong there."""

    code: str
    offset: int
    line: int = 0
    column: int = 0
    pointer: str = ""


# ---- reading


class _Level:
    """One open container and where in it the reader stands."""

    def __init__(self, is_object: bool) -> None:
        self.value: dict | list = {} if is_object else []
        self.is_object = is_object
        self.index = 0
        self.key: str | None = None  # of the member whose colon has been read


class _Reader:
    def __init__(self, text: bytes, max_nesting: int, max_digits: int, javascript: bool) -> None:
        self.text = text
        self.javascript = javascript
        self.at = 0
        self.max_nesting = max_nesting
        self.max_digits = max_digits
        self.levels: list[_Level] = []

    def fail(self, code: str, offset: int | None = None) -> Fault:
        offset = self.at if offset is None else offset
        before = self.text[:offset]
        line_start = before.rfind(b"\n") + 1
        begun = sum(1 for byte in before[line_start:] if byte & 0xC0 != 0x80)
        return Fault(code, offset, before.count(b"\n") + 1, begun + 1, self.pointer())

    def pointer(self) -> str:
        steps = ""
        for level in self.levels:
            if level.is_object:
                if level.key is None:
                    break
                step = "/" + level.key.replace("~", "~0").replace("/", "~1")
            else:
                step = f"/{level.index}"
            if len((steps + step).encode("utf-8")) > POINTER_BYTES:
                break
            steps += step
        return steps

    def byte(self) -> int:
        if self.at >= len(self.text):
            raise self.fail("unexpected_end")
        return self.text[self.at]

    def blank(self) -> None:
        while self.at < len(self.text) and self.text[self.at] in SPACE:
            self.at += 1

    def document(self):
        self.blank()
        value = self.value()
        self.blank()
        if self.at < len(self.text):
            raise self.fail("trailing_content")
        return value

    def value(self):
        """One value, containers by a loop: nesting costs no stack."""
        while True:
            self.blank()
            byte = self.byte()
            if byte in b"[{":
                if len(self.levels) >= self.max_nesting:
                    raise self.fail("nesting")
                self.levels.append(_Level(byte == ord("{")))
                self.at += 1
                self.blank()
                if self.byte() != (ord("}") if byte == ord("{") else ord("]")):
                    if byte == ord("{"):
                        self.key()
                    continue
                self.at += 1
                done = self.levels.pop().value
            else:
                done = self.scalar(byte)
            while True:  # a value is complete: put it where it belongs
                if not self.levels:
                    return done
                level = self.levels[-1]
                if level.is_object:
                    level.value[level.key] = done
                else:
                    level.value.append(done)
                self.blank()
                byte = self.byte()
                if byte == ord(","):
                    self.at += 1
                    level.index += 1
                    level.key = None
                    if level.is_object:
                        self.blank()
                        self.key()
                    break
                if byte != (ord("}") if level.is_object else ord("]")):
                    raise self.fail("unexpected_byte")
                self.at += 1
                done = self.levels.pop().value

    def key(self) -> None:
        if self.byte() != ord('"'):
            raise self.fail("unexpected_byte")
        key = self.string()
        self.blank()
        if self.byte() != ord(":"):
            raise self.fail("unexpected_byte")
        self.at += 1
        self.levels[-1].key = key

    def scalar(self, byte: int):
        if byte == ord('"'):
            return self.string()
        if byte == ord("-") or byte in DIGITS:
            return self.number()
        if byte not in LITERALS:
            raise self.fail("unexpected_byte")
        word, value = LITERALS[byte]
        for expected in word:
            if self.byte() != expected:
                raise self.fail("unexpected_byte")
            self.at += 1
        return value

    def digits(self) -> None:
        if self.byte() not in DIGITS:
            raise self.fail("invalid_number")
        while self.at < len(self.text) and self.text[self.at] in DIGITS:
            self.at += 1

    def number(self):
        start = self.at
        text = self.text
        if text[self.at] == ord("-"):
            self.at += 1
        if self.byte() == ord("0"):
            self.at += 1
            if self.at < len(text) and text[self.at] in DIGITS:
                raise self.fail("invalid_number")
        else:
            self.digits()
        real = False
        if self.at < len(text) and text[self.at] == ord("."):
            real = True
            self.at += 1
            self.digits()
        if self.at < len(text) and text[self.at] in b"eE":
            real = True
            self.at += 1
            if self.byte() in b"+-":
                self.at += 1
            self.digits()
        token = text[start : self.at].decode("ascii")
        if not real:
            if len(token.lstrip("-")) > self.max_digits:
                raise self.fail("limit", start)
            if not self.javascript or not math.isinf(javascript_number(int(token))):
                return int(token)
        value = float(token)
        if value in (float("inf"), float("-inf")):
            raise self.fail("number_out_of_range", start)
        return value

    def string(self) -> str:
        self.at += 1
        out: list[str] = []
        while True:
            byte = self.byte()
            if byte == ord('"'):
                self.at += 1
                return "".join(out)
            if byte == ord("\\"):
                self.at += 1
                out.append(self.escape())
            elif byte < 0x20:
                raise self.fail("control_character")
            elif byte < 0x80:
                out.append(chr(byte))
                self.at += 1
            else:
                out.append(self.character())

    def escape(self) -> str:
        byte = self.byte()
        if byte in ESCAPES:
            self.at += 1
            return ESCAPES[byte]
        if byte != ord("u"):
            raise self.fail("invalid_escape")
        self.at += 1
        unit = self.hex4(low=False)
        if not 0xD800 <= unit <= 0xDBFF:
            return chr(unit)
        for expected in b"\\u":
            if self.byte() != expected:
                raise self.fail("invalid_surrogate")
            self.at += 1
        low = self.hex4(low=True)
        return chr(0x10000 + ((unit - 0xD800) << 10) + (low - 0xDC00))

    def hex4(self, low: bool) -> int:
        """Four hex digits: of a low surrogate, or of anything else."""
        start = self.at
        for place in range(4):
            byte = self.byte()
            if byte not in HEX:
                raise self.fail("invalid_escape")
            # \uDC.. to \uDF.. is known for a low surrogate by its second digit
            if low and place == 0 and byte not in b"dD":
                raise self.fail("invalid_surrogate")
            if place == 1 and self.text[start] in b"dD" and (byte in b"cdefCDEF") != low:
                raise self.fail("invalid_surrogate")
            self.at += 1
        return int(self.text[start : self.at], 16)

    def character(self) -> str:
        """One character beyond ASCII, by the table of RFC 3629 section 4."""
        lead = self.text[self.at]
        first, last = 0x80, 0xBF
        if 0xC2 <= lead <= 0xDF:
            more = 1
        elif 0xE0 <= lead <= 0xEF:
            more = 2
            first = 0xA0 if lead == 0xE0 else first
            last = 0x9F if lead == 0xED else last
        elif 0xF0 <= lead <= 0xF4:
            more = 3
            first = 0x90 if lead == 0xF0 else first
            last = 0x8F if lead == 0xF4 else last
        else:
            raise self.fail("invalid_utf8")
        start = self.at
        self.at += 1
        for _ in range(more):
            if not first <= self.byte() <= last:
                raise self.fail("invalid_utf8")
            first, last = 0x80, 0xBF
            self.at += 1
        return self.text[start : self.at].decode("utf-8")


def read(
    text: bytes,
    max_nesting: int = MAX_NESTING,
    max_digits: int = MAX_DIGITS,
    javascript: bool = False,
):
    """The value of a JSON text. Raises Fault. In JavaScript every number has to be a double."""
    return _Reader(text, max_nesting, max_digits, javascript).document()


def read_large(text: bytes):
    """As read, by Python's own json where that accepts: for texts too large to walk slowly."""

    def refuse(token: str):
        raise ValueError(token)

    def real(token: str) -> float:
        value = float(token)
        if value in (float("inf"), float("-inf")):
            raise ValueError(token)
        return value

    try:
        decoded = text.decode("utf-8")
        if re.search(r"\\u[dD][89a-fA-F]", decoded):  # Python's json lets lone surrogates pass
            return read(text)
        return json.loads(decoded, parse_constant=refuse, parse_float=real)
    except (ValueError, RecursionError):
        return read(text)


# ---- writing


def real_text(value: float) -> str:
    """Number::toString of ECMAScript 2023, section 6.1.6.1.20, on the digits of Python's repr."""
    if value == 0:
        return "0"
    sign = "-" if value < 0 else ""
    mantissa, _, exponent = repr(abs(value)).partition("e")
    whole, _, fraction = mantissa.partition(".")
    digits = (whole + fraction).lstrip("0")
    point = len(whole) + int(exponent or 0) - (len(whole + fraction) - len(digits))
    digits = digits.rstrip("0")
    count = len(digits)
    if count <= point <= 21:
        return sign + digits + "0" * (point - count)
    if 0 < point <= 21:
        return sign + digits[:point] + "." + digits[point:]
    if -6 < point <= 0:
        return sign + "0." + "0" * -point + digits
    power = point - 1
    mantissa = digits[0] + ("." + digits[1:] if count > 1 else "")
    return f"{sign}{mantissa}e{'+' if power > 0 else '-'}{abs(power)}"


def utf16_units(key: str) -> bytes:
    return key.encode("utf-16-be", "surrogatepass")


def is_array_index(key: str) -> bool:
    """Whether JavaScript orders this key by its number, before all others."""
    return re.fullmatch(r"0|[1-9][0-9]{0,9}", key) is not None and int(key) < 2**32 - 1


def javascript_number(number: int | float) -> float:
    """What JSON.parse makes of a number: infinite beyond the largest double, and here no -0."""
    try:
        return float(number) or 0.0
    except OverflowError:
        return math.inf if number > 0 else -math.inf


def members(value: dict, javascript: bool) -> list[tuple[str, object]]:
    """The members in the order in which a host keeps them."""
    if not javascript:
        return list(value.items())
    numbered = sorted((k for k in value if is_array_index(k)), key=int)
    return [(k, value[k]) for k in numbered] + [
        (k, v) for k, v in value.items() if not is_array_index(k)
    ]


def same_in_javascript(value) -> bool:
    """Whether JavaScript writes this value as the other languages do."""
    if isinstance(value, float):
        return not value.is_integer()
    if isinstance(value, int):
        return abs(value) <= 2**53
    if isinstance(value, list):
        return all(map(same_in_javascript, value))
    if isinstance(value, dict):
        return not any(map(is_array_index, value)) and all(map(same_in_javascript, value.values()))
    return True


SHORT = {8: "\\b", 9: "\\t", 10: "\\n", 12: "\\f", 13: "\\r", 34: '\\"', 92: "\\\\"}


@dataclass(frozen=True)
class Form:
    """What a text is written by: the options, and the host's way with numbers and keys."""

    pretty: bool = False
    ascii_only: bool = False
    script_safe: bool = False
    sort_keys: bool = False
    canonical: bool = False
    javascript: bool = False


def write_string(text: str, form: Form) -> str:
    out = []
    for char in text:
        code = ord(char)
        if code in SHORT:
            out.append(SHORT[code])
        elif code < 0x20 or (form.script_safe and code in (0x2028, 0x2029)):
            out.append(f"\\u{code:04x}")
        elif form.script_safe and char == "/":
            out.append("\\/")
        elif form.ascii_only and code > 0x7F:
            units = utf16_units(char)
            out += [f"\\u{units[i] << 8 | units[i + 1]:04x}" for i in range(0, len(units), 2)]
        else:
            out.append(char)
    return '"' + "".join(out) + '"'


_NEEDS_CARE = {
    form: re.compile(pattern)
    for form, pattern in {
        (False, False): r'[\x00-\x1f"\\]',
        (True, False): r'[\x00-\x1f"\\]|[^\x00-\x7f]',
        (False, True): r'[\x00-\x1f"\\/\u2028\u2029]',
        (True, True): r'[\x00-\x1f"\\/]|[^\x00-\x7f]',
    }.items()
}


def write(value, form: Form = Form()) -> bytes:
    """The text of a value."""
    out: list[str] = []
    care = _NEEDS_CARE[form.ascii_only, form.script_safe]

    def string(text: str) -> str:
        return write_string(text, form) if care.search(text) else f'"{text}"'

    def number(number) -> str:
        if isinstance(number, int):
            if form.javascript and not form.canonical:
                return real_text(javascript_number(number))
            return str(number)
        text = real_text(number)
        if form.canonical or form.javascript:
            return text
        if number == 0:
            return "-0.0" if struct.pack(">d", number)[0] else "0.0"
        return text if re.search(r"[.e]", text) else text + ".0"

    def line(depth: int) -> str:
        return "\n" + "  " * depth if form.pretty else ""

    def walk(value, depth: int) -> None:
        if value is None:
            out.append("null")
        elif value is True:
            out.append("true")
        elif value is False:
            out.append("false")
        elif isinstance(value, str):
            out.append(string(value))
        elif isinstance(value, (int, float)):
            out.append(number(value))
        elif isinstance(value, list):
            if not value:
                out.append("[]")
                return
            out.append("[")
            for i, element in enumerate(value):
                out.append(("," if i else "") + line(depth + 1))
                walk(element, depth + 1)
            out.append(line(depth) + "]")
        else:
            if not value:
                out.append("{}")
                return
            out.append("{")
            items = members(value, form.javascript)
            if form.sort_keys or form.canonical:
                items.sort(key=lambda item: utf16_units(item[0]))
            for i, (key, element) in enumerate(items):
                out.append(("," if i else "") + line(depth + 1) + string(key))
                out.append(": " if form.pretty else ":")
                walk(element, depth + 1)
            out.append(line(depth) + "}")

    walk(value, 0)
    return "".join(out).encode("utf-8")


def dump(value, javascript: bool = False) -> bytes:
    """The value itself with its types, as the drivers spell it."""
    out: list[bytes] = []

    def string(text: str) -> None:
        encoded = text.encode("utf-8")
        out.append(b"s%d:" % len(encoded) + encoded)

    def walk(value) -> None:
        if value is None:
            out.append(b"n")
        elif value is True:
            out.append(b"t")
        elif value is False:
            out.append(b"f")
        elif isinstance(value, str):
            string(value)
        elif isinstance(value, int) and not javascript:
            out.append(b"i%d;" % value)
        elif isinstance(value, (int, float)):
            number = javascript_number(value) if javascript else value
            out.append(b"d" + struct.pack(">d", number).hex().encode())
        elif isinstance(value, list):
            out.append(b"[")
            for element in value:
                walk(element)
            out.append(b"]")
        else:
            out.append(b"{")
            for key, element in members(value, javascript):
                string(key)
                walk(element)
            out.append(b"}")

    walk(value)
    return b"".join(out)
