"""The Python driver: answers a request file as tests/harness/README.md describes.

driver.py REQUESTS hash|bytes > ANSWERS
"""

from __future__ import annotations

import base64
import hashlib
import sys

import fastjson
from wire import dump, options_of

FORMS = [
    {"separators": (",", ":")},
    {"indent": 2, "separators": (",", ": ")},
    {"separators": (",", ":"), "ensure_ascii": True},
    {"separators": (",", ":"), "script_safe": True},
    {"separators": (",", ":"), "sort_keys": True},
    {"canonical": True},
]


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
                if "indent" in form and nesting.get("max_nesting", 1) is None:
                    answers.append("-")  # the indent of n levels takes n * n bytes
                    continue
                try:
                    answers.append(field(fastjson.dumps(value, **form, **nesting).encode("utf-8")))
                except fastjson.JSONEncodeError as error:
                    answers.append("!" + error.code)
            print(name, "ok", *["-"] * 4, *answers, sep="\t")


main()
