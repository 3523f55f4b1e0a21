"""Writes one fuzz target's seed corpus: the vectors' texts, each behind the head that the target
reads (the table below, as the sources say), by the default options and by all lenient ones.

    python3 tests/fuzz/seeds.py TARGET DIRECTORY

All of it is the project's own: tests/vectors, and what stands here.
"""

from __future__ import annotations

import base64
import hashlib
import json
import struct
import sys
from pathlib import Path

VECTORS = Path(__file__).resolve().parents[1] / "vectors"
OPTIONS = (b"\0\0\0\0", b"\x5f\xf8\0\x82", b"\x20\x12\0\x40")  # fuzz.h says what they mean
TOKENS = (
    '["", "\\ud83d\\ude00", -0.0, 1E+400, {"a": NaN, "a": -Infinity,}, /* c */ [[],], // d\n{}]'
)
LARGEST = 4000

# What stands before the options: of the stream its kind, of a pointer its length and bytes, of the
# tape its flags, of a patch the number of operations and five bytes for each.
HEADS = {
    "fuzz_stream": (b"\0", b"\1", b"\2", b"\x19"),
    "fuzz_get": (b"\0", b"\x12\0\1", b"\x31\2", b"\x02/a", b"\x04/a/0"),
    "fuzz_tape": (b"\0", b"\3", b"\x2f"),
    "fuzz_patch": (
        b"\0",
        bytes([3, 0, 1, 200, 2, 1, 3, 2, 0, 1, 0, 1, 1, 0, 2, 0]),
        bytes([3, 2, 1, 0, 2, 0, 4, 1, 200, 3, 0, 5, 0, 0, 0, 0]),
    ),
}

# Targets that read something else than one text, with seeds of their own besides.
PATCHES = (
    ('{"a":[1,2],"b":{"c":null}}', '[{"op":"move","from":"/a/0","path":"/b/d"}]'),
    ('{"a":{"b":"c"},"e":[1]}', '{"a":{"b":null,"d":[1]},"e":{"f":2}}'),
    ("[1,[2]]", '[{"op":"test","path":"/1","value":[2.0]},{"op":"copy","from":"","path":"/-"}]'),
    ('{"~/":1}', '[{"op":"replace","path":"/~0~1","value":{}},{"op":"remove","path":"/~0~1"}]'),
)
KINDS = b'[null,false,true,1,"a",[2],{"k":3}]'
EDGES = (
    b'[134217727,134217728,-134217728,-134217729,"x"]',
    b"[2147483647,2147483648,-2147483648,-2147483649,null]",
    b"[1,134217728,0.5,9007199254740993,{}]",
)
NESTED = '{"a":{"b":{"c":1,"d":[0,[1]]}},"a":{"b":{"c":2},"b":{"d":[]}},"e":{}}'
CALLS = (
    bytes([0, 3, 1, 97, 1, 5, 6, 2, 3, 1, 98, 4, 2, 0xC3, 0xA9, 2]),
    bytes([1, 7, *struct.pack(">q", -5), 9, *struct.pack(">d", 0.1), 10, 4, *b"1e99", 2]),
    bytes([1, 11, 7, *b'{"a":1}', 4, 0xFF, *b"pieces by pieces", 8, *bytes(8), 2]),
    bytes([0, 3, 1, 97, 5, 3, 1, 97, 6, 2]),
)
WORDS = struct.pack("<10i", 15, 1 << 4 | 4, 9 | 2 << 4, 12 | 3 << 4, 0, 16, 48, 1, 6 << 4 | 4, 14)


def texts():
    yield TOKENS.encode()
    for name in ("valid.jsonl", "invalid.jsonl"):
        for line in (VECTORS / name).read_text("utf-8").splitlines():
            vector = json.loads(line)
            if "base64" in vector:
                yield base64.b64decode(vector["base64"])
            elif "text" in vector:
                yield vector["text"].encode("utf-8", "surrogatepass")


def seeds(name: str):
    every = [text for text in texts() if len(text) <= LARGEST]
    if name == "fuzz_builder":
        yield from (options + calls for options in OPTIONS for calls in CALLS)
        return
    for head in HEADS.get(name, (b"",)):
        yield from (head + options + text for text in every for options in OPTIONS)
    if name == "fuzz_get":
        for head in (b"\x33\0\0\0", b"\x33\0\0\1", b"\x06/a/b/c", b"\x08/a/b/d/1", b"\x04/a/b"):
            yield from (head + options + NESTED.encode() for options in OPTIONS)
    if name == "fuzz_patch":
        for target, patch in PATCHES:
            yield b"\0\0\0\0\0" + f"{target}\0{patch}".encode()
        for verb in range(6):  # as fuzz_patch.c numbers them: each on every kind of value
            for place in range(10):
                yield bytes([1, verb, (place + 1) % 10, 0, place, 0]) + OPTIONS[0] + KINDS
    if name == "fuzz_tape":
        yield from (b"\x80" + options + WORDS for options in OPTIONS)
        yield from (head + OPTIONS[0] + text for head in (b"\2", b"\3") for text in EDGES)
    if name in ("fuzz_stream", "fuzz_kernels"):
        head = HEADS.get(name, (b"",))[0]
        yield head + OPTIONS[0] + b"\n".join(every)[:LARGEST]


def main(name: str, directory: str) -> None:
    target = Path(directory)
    target.mkdir(parents=True, exist_ok=True)
    for seed in seeds(name):
        (target / hashlib.sha256(seed).hexdigest()[:16]).write_bytes(seed)


if __name__ == "__main__":
    main(*sys.argv[1:])
