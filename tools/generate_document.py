#!/usr/bin/env python3
"""Writes the demo's document: a few hundred KB of nested records, the same on every machine.

    tools/generate_document.py > document.json

Orders of a shop: text in several scripts, escapes, integers, reals, lists, nulls. No real is
integral, no integer is beyond 2^53 and no key looks like an integer, so that every language writes
the same bytes.
"""

from __future__ import annotations

import json
import sys

NAMES = (
    "Ada Lovelace",
    "Zoë Müller",
    "Đặng Thị Mai",
    "佐藤 花子",
    "Мария Иванова",
    "محمد علي",
    "Åsa Öberg",
)
GOODS = (
    ("Kettle, 1.7 l", 'A kettle that says "click" when it is done.\nTwo years of warranty.'),
    (
        "Café chair",
        "Stackable; path C:\\goods\\chairs\\42, see also https://shop.example/café/chair",
    ),
    ("お茶セット", "急須と湯呑み五つ。\t電子レンジ不可"),
    (
        "Stove 🔥",
        "Runs on wood & pellets <6 kW>; ships with 🧤 and a \u0001control\u001f character",
    ),
    ("Tischtuch", "Größe 140 × 200 cm, waschbar bei 60 °C"),
)


class Numbers:
    """A linear congruential generator, with Knuth's MMIX constants: the same for every Python."""

    def __init__(self, seed: int) -> None:
        self.state = seed

    def below(self, bound: int) -> int:
        self.state = (self.state * 6364136223846793005 + 1442695040888963407) % 2**64
        return (self.state >> 33) % bound


def order(number: int, chance: Numbers) -> dict:
    lines = []
    for _ in range(1 + chance.below(4)):
        title, text = GOODS[chance.below(len(GOODS))]
        lines.append(
            {
                "title": title,
                "text": text,
                "count": 1 + chance.below(9),
                # quarters and odd cents: exact in decimal, not integral
                "price": 0.01 + chance.below(10000) + chance.below(99) / 100,
                "weight": chance.below(10**6) / 7 + 0.1,
            }
        )
    return {
        "id": 10**15 + number * 7919,
        "customer": {"name": NAMES[chance.below(len(NAMES))], "age": 18 + chance.below(70)},
        "paid": chance.below(3) > 0,
        "note": None if chance.below(2) else "please ring / bitte klingeln",
        "position": [chance.below(360) - 180 + 0.123456789, chance.below(180) - 90 + 1e-7],
        "lines": lines,
        "tags": [f"t{chance.below(50)}" for _ in range(chance.below(4))],
    }


def document(count: int = 700, seed: int = 1) -> bytes:
    """The text, in UTF-8."""
    chance = Numbers(seed)
    orders = [order(number, chance) for number in range(count)]
    value = {"shop": "example", "version": 1, "orders": orders}
    return (json.dumps(value, ensure_ascii=False, indent=1) + "\n").encode("utf-8")


if __name__ == "__main__":
    sys.stdout.buffer.write(document())
