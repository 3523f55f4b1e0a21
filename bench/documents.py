"""The documents of the suite: the corpus, small texts, and texts that never repeat.

Laid into one folder, each with a FILE.pointer that holds the JSON Pointer of the scalar in its
middle. Without the corpus (../shared, or FASTJSON_SHARED) all are generated.
"""

from __future__ import annotations

import json
import os
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "tools"))

from generate_document import Numbers, document, order

CORPUS = Path(os.environ.get("FASTJSON_SHARED", ROOT.parent / "shared")) / "corpus"
QUICK = ("twitter.json", "canada.json", "gsoc-2018.json")
LINES = 20_000
LINES_QUICK = 2_000

SMALL = b'{"id":1815,"name":"Ada Lovelace","active":true,"score":19.75,"tags":null}'
assert len(SMALL) == 73


def compact(value: Any) -> bytes:
    """Compact text. U+001F becomes U+0002: RapidJSON 1.1.0 with SSE2 writes the former as it is,
    which is no JSON; orders.json keeps it, and there RapidJSON is named for it.
    """
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return text.replace(r"\u001f", r"\u0002").encode()


def one_kilobyte() -> bytes:
    """An answer of 1,024 bytes: orders, and a note that fills it up."""
    chance, orders = Numbers(3), []
    answer = lambda note="": compact({"orders": orders, "page": 1, "more": False, "note": note})
    while len(answer()) < 1024:
        orders.append(order(len(orders), chance))
    while len(answer()) > 1024:
        orders[-1]["lines"].pop() if orders[-1]["lines"] else orders.pop()
    sentence = "All prices are in euros and include taxes; orders are kept for ten years. "
    return answer((sentence * 20)[: 1024 - len(answer())])


def reals() -> bytes:
    """Rings of coordinates: what a map is made of."""
    chance = Numbers(5)
    place = lambda: [chance.below(360 * 10**9) / 10**9 - 180, chance.below(10**12) / 10**9]
    return compact({"rings": [[place() for _ in range(200)] for _ in range(60)]})


def lines(count: int) -> bytes:
    """Small documents, no two alike: now an order, now a part of one."""
    chance, made = Numbers(7), []
    for number in range(count):
        value = order(number, chance)
        if chance.below(4):
            for key in ("lines", "position", "note", "tags")[: 1 + chance.below(4)]:
                del value[key]
        made.append(compact(value))
    return b"\n".join(made) + b"\n"


def leaves(value: Any, place: str = "") -> Iterator[str]:
    """The pointers of all scalars, in order."""
    if isinstance(value, dict):
        for key, item in value.items():
            yield from leaves(item, f"{place}/{key.replace('~', '~0').replace('/', '~1')}")
    elif isinstance(value, list):
        for index, item in enumerate(value):
            yield from leaves(item, f"{place}/{index}")
    else:
        yield place


def middle_of(text: bytes) -> str:
    places = list(leaves(json.loads(text)))
    return places[len(places) // 2] if places else ""


def texts(quick: bool) -> Iterator[tuple[str, bytes]]:
    """Names and texts, the small ones first."""
    yield "small-73.json", SMALL
    yield "small-1k.json", one_kilobyte()
    yield "never-repeated.ndjson", lines(LINES_QUICK if quick else LINES)
    found = sorted(CORPUS.glob("*.json")) + sorted(CORPUS.glob("*.ndjson"))
    for path in found:
        if not quick or path.name in QUICK:
            yield path.name, path.read_bytes()
    if not found:
        yield "orders.json", document()
        yield "reals.json", reals()


def lay(folder: Path, quick: bool, own: list[Path]) -> list[Path]:
    """Writes the documents into the folder, anew; those of one's own instead of all others, if
    any.
    """
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    chosen = ((path.name, path.read_bytes()) for path in own) if own else texts(quick)
    laid = []
    for name, text in chosen:
        path = folder / name
        path.write_bytes(text)
        pointer = "" if path.suffix == ".ndjson" else middle_of(text)
        if pointer:
            Path(f"{path}.pointer").write_text(pointer, encoding="utf-8")
        laid.append(path)
    return laid
