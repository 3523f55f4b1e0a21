"""Writes the fuzz targets' seed corpus: the vectors' texts, each by the default options and by
all lenient ones on the last kernel.

    python3 tests/fuzz/seeds.py DIRECTORY
"""

from __future__ import annotations

import base64
import hashlib
import json
import sys
from pathlib import Path

VECTORS = Path(__file__).resolve().parents[1] / "vectors"
HEADS = (b"\0\0\0\0", b"\x5f\xf8\0\x82", b"\x20\x12\0\x40")  # fuzz.h says what they mean
TOKENS = (
    '["", "\\ud83d\\ude00", -0.0, 1E+400, {"a": NaN, "a": -Infinity,}, /* c */ [[],], // d\n{}]'
)
LARGEST = 4000


def texts():
    yield TOKENS.encode()
    for name in ("valid.jsonl", "invalid.jsonl"):
        for line in (VECTORS / name).read_text("utf-8").splitlines():
            vector = json.loads(line)
            if "base64" in vector:
                yield base64.b64decode(vector["base64"])
            elif "text" in vector:
                yield vector["text"].encode("utf-8", "surrogatepass")


def main(directory: str) -> None:
    target = Path(directory)
    target.mkdir(parents=True, exist_ok=True)
    for text in texts():
        if len(text) <= LARGEST:
            for head in HEADS:
                seed = head + text
                (target / hashlib.sha256(seed).hexdigest()[:16]).write_bytes(seed)


if __name__ == "__main__":
    main(sys.argv[1])
