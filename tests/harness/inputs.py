"""The inputs that every language gets: the project's vectors, what is made from them, and, where
they are there, the documents of ../shared (FASTJSON_SHARED names another place)."""

from __future__ import annotations

import base64
import json
import os
import random
import sys
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SHARED = Path(os.environ.get("FASTJSON_SHARED", ROOT.parent / "shared"))


@dataclass(frozen=True)
class Input:
    name: str
    text: bytes
    options: str = "-"


def vectors(file: str) -> list[dict]:
    """The lines of tests/vectors/FILE; each has its text as bytes under "bytes"."""
    lines = (ROOT / "tests/vectors" / file).read_text("utf-8").splitlines()
    vectors = [json.loads(line) for line in lines]
    for vector in vectors:
        base = vector.get("base64")
        vector["bytes"] = base64.b64decode(base) if base else vector["text"].encode("utf-8")
    return vectors


def vector_inputs() -> list[Input]:
    return [
        Input(f"vectors/{kind}/{vector['id']}", vector["bytes"])
        for kind in ("valid", "invalid")
        for vector in vectors(kind + ".jsonl")
    ]


def mutations(seed: int = 1, count: int = 3000) -> list[Input]:
    """The small vectors cut short at every place, and with bytes changed, dropped and doubled."""
    chance = random.Random(seed)
    small = [i for i in vector_inputs() if len(i.text) <= 160]
    cuts = [
        Input(f"cut/{i.name.partition('/')[2]}/{at}", i.text[:at])
        for i in small
        if i.name.startswith("vectors/valid/")
        for at in range(len(i.text))
    ]
    alphabet = list(b'"\\/[]{}:,-+.0123456789eEtfnul \n\t\x00\x1f\x7f\x80\xbf\xc2\xe0\xed\xf4\xff')
    changed = []
    while len(changed) < count:
        source = chance.choice(small)
        text = bytearray(source.text)
        for _ in range(chance.choice((1, 1, 1, 2, 3))):
            at = chance.randrange(len(text) + 1)
            act = chance.randrange(4)
            if act == 0:
                text.insert(at, chance.choice(alphabet))
            elif at < len(text):
                if act == 1:
                    text[at] = chance.choice(alphabet)
                elif act == 2:
                    del text[at : at + chance.randrange(1, 4)]
                else:
                    text[at:at] = text[at : at + chance.randrange(1, 9)]
        changed.append(Input(f"changed/{seed}/{len(changed)}", bytes(text)))
    return cuts + changed


def random_real(chance: random.Random) -> str:
    digits = "".join(chance.choice("0123456789") for _ in range(chance.randrange(1, 25)))
    shape = chance.randrange(3)
    if shape == 0:
        return f"{chance.randrange(10**6)}.{digits}"
    exponent = chance.randrange(-330, 300)
    return f"{chance.randrange(1, 10)}.{digits}{chance.choice('eE')}{exponent:+d}"


def random_value(chance: random.Random, depth: int) -> str:
    """JSON text with every kind of value, key, escape, layout and character width."""
    kind = chance.randrange(11 if depth > 0 else 8)
    blank = chance.choice(("", "", "", " ", "\n", "\t\r\n"))
    if kind == 0:
        return blank + chance.choice(("null", "true", "false"))
    if kind <= 2:
        bound = 10 ** chance.choice((1, 3, 9, 18, 19, 20, 40))
        return blank + str(chance.randrange(-bound, bound))
    if kind == 3:
        return blank + chance.choice(("", "-")) + random_real(chance)
    if kind <= 7:
        return blank + random_string(chance)
    count = chance.choice((0, 1, 2, 3, 5, 8))
    if kind <= 8:
        return blank + "[" + ",".join(random_value(chance, depth - 1) for _ in range(count)) + "]"
    return (
        blank
        + "{"
        + ",".join(
            random_string(chance) + blank + ":" + random_value(chance, depth - 1)
            for _ in range(count)
        )
        + "}"
    )


def random_string(chance: random.Random) -> str:
    ranges = [(0x20, 0x7F), (0x20, 0x7F), (0xA0, 0x250), (0x4E00, 0x9FFF), (0x1F300, 0x1F700)]
    first, last = chance.choice(ranges)
    out = []
    for _ in range(chance.choice((0, 1, 2, 5, 7, 8, 15, 16, 17, 31, 33, 64, 90))):
        point = chance.randrange(first, last)
        if chance.random() < 0.04:
            point = chance.choice((0, 8, 9, 10, 13, 0x1F, 0x22, 0x2F, 0x5C, 0x7F, 0x2028, 0xFFFF))
        char = chr(point)
        if point < 0x20 or char in '"\\' or chance.random() < 0.02:
            units = char.encode("utf-16-be")
            form = chance.choice(("\\u{:04x}", "\\u{:04X}"))
            char = "".join(
                form.format(units[i] << 8 | units[i + 1]) for i in range(0, len(units), 2)
            )
        out.append(char)
    return '"' + "".join(out) + '"'


def random_documents(seed: int = 1, count: int = 400) -> list[Input]:
    chance = random.Random(seed)
    return [
        Input(f"random/{seed}/{i}", random_value(chance, chance.randrange(1, 7)).encode("utf-8"))
        for i in range(count)
    ]


def generated_document() -> list[Input]:
    sys.path.insert(0, str(ROOT / "tools"))
    from generate_document import document

    return [Input("document", document())]


def shared_files(folder: str) -> list[Input]:
    """Every file below ../shared/FOLDER; of a file of lines each line by itself."""
    inputs = []
    for path in sorted(SHARED.glob(f"{folder}/**/*")):
        name = f"shared/{path.relative_to(SHARED)}"
        if path.suffix == ".ndjson":
            lines = path.read_bytes().split(b"\n")
            inputs += [Input(f"{name}:{i + 1}", line) for i, line in enumerate(lines) if line]
        elif path.suffix == ".json":
            inputs.append(Input(name, path.read_bytes()))
    return inputs


def cases() -> list[dict]:
    """The cases of ../shared/cases; each with input has it under "bytes"."""
    path = SHARED / "cases/cases.jsonl"
    if not path.exists():
        return []
    cases = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    for case in cases:
        if "input_b64" in case:
            case["bytes"] = base64.b64decode(case["input_b64"])
        elif "input_gen" in case:
            # an expression over literals only: no name but bytes and its methods
            case["bytes"] = eval(
                case["input_gen"], {"__builtins__": {"bytes": bytes, "range": range}}
            )
    return cases
