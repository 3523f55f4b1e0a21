"""The Python driver: answers a request file as tests/harness/README.md describes.

driver.py REQUESTS hash|bytes > ANSWERS
"""

from __future__ import annotations

import base64
import decimal
import hashlib
import struct
import sys

import fastjson

FORMS = [
    {"separators": (",", ":")},
    {"indent": 2, "separators": (",", ": ")},
    {"separators": (",", ":"), "ensure_ascii": True},
    {"separators": (",", ":"), "script_safe": True},
    {"separators": (",", ":"), "sort_keys": True},
    {"canonical": True},
]


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
            encoded = value.encode("utf-8")
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


def options_of(text: str) -> dict:
    options: dict = {}
    for pair in [] if text == "-" else text.split(","):
        key, value = pair.split("=")
        if key == "max_nesting":
            options[key] = 0 if value == "unlimited" else int(value)
        elif key == "allow_comments":
            options[key] = value == "1"
        else:
            options[key] = value
    return options


def main() -> None:
    requests, mode = sys.argv[1:]
    sys.setrecursionlimit(20000)

    def field(data: bytes) -> str:
        if mode == "bytes":
            return base64.b64encode(data).decode()
        return hashlib.sha256(data).hexdigest()

    with open(requests, encoding="ascii") as lines:
        for line in lines:
            name, option_text, encoded = line.rstrip("\n").split("\t")
            text = base64.b64decode(encoded)
            options = options_of(option_text)
            try:
                value = fastjson.loads(text, **options)
            except fastjson.JSONDecodeError as error:
                pointer = base64.b64encode(error.pointer.encode()).decode()
                place = [error.code, error.offset, error.line, error.column, pointer]
                print(name, *place, *["-"] * 7, sep="\t")
                continue
            answers = [field(dump(value))]
            nesting = {k: v for k, v in options.items() if k == "max_nesting"}
            for form in FORMS:
                if "indent" in form and nesting.get("max_nesting") == 0:
                    answers.append("-")  # the indent of n levels takes n * n bytes
                    continue
                try:
                    answers.append(field(fastjson.dumps(value, **form, **nesting).encode("utf-8")))
                except fastjson.JSONEncodeError as error:
                    answers.append("!" + error.code)
            print(name, "ok", *["-"] * 4, *answers, sep="\t")


main()
