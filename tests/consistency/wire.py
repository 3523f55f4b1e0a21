"""What the Python drivers share: the dump of a value, and options in design terms, as
tests/harness/README.md describes them."""

from __future__ import annotations

import decimal
import struct


def dump(value) -> bytes:
    """With a stack of its own, so that nesting is bounded by nothing here."""
    out: list[bytes] = []
    todo = [value]
    while todo:
        value = todo.pop()
        if value is None:
            out.append(b"n")
        elif value is True:
            out.append(b"t")
        elif value is False:
            out.append(b"f")
        elif type(value) is str:
            encoded = value.encode("utf-8", "surrogatepass")
            out.append(b"s%d:" % len(encoded) + encoded)
        elif type(value) is int:
            out.append(b"i%d;" % value)
        elif type(value) is float:
            out.append(b"d" + struct.pack(">d", value).hex().encode())
        elif type(value) is decimal.Decimal:
            text = str(value).encode()
            out.append(b"#%d:" % len(text) + text)
        elif type(value) is list:
            out.append(b"[")
            todo.append(b"]")
            todo.extend(reversed(value))
        elif type(value) is dict:
            out.append(b"{")
            todo.append(b"}")
            for key, element in reversed(value.items()):
                todo += (element, key)
        elif type(value) is bytes:  # never a value of JSON: the end of a container
            out.append(value)
        else:
            raise TypeError(f"loads gave a {type(value)}")
    return b"".join(out)


FLAGS = {
    "allow_nan",
    "allow_comments",
    "allow_trailing_comma",
    "allow_control_characters",
    "allow_invalid_escape",
    "ascii_only",
    "script_safe",
    "sort_keys",
    "canonical",
}
LAYOUT = {"indent", "space", "space_before", "object_nl", "array_nl"}
LETTERS = str.maketrans("stnr", " \t\n\r")


def options_of(text: str) -> dict:
    options: dict = {}
    for pair in [] if text == "-" else text.split(","):
        key, value = pair.split("=")
        if key in LAYOUT:
            options[key] = value.translate(LETTERS)
        elif key in FLAGS:
            options[key] = value == "1"
        elif key.startswith("max_"):
            options[key] = None if value == "unlimited" else int(value)
        else:
            options[key] = value
    return options
