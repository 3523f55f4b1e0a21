"""No input is a slow path to attack, in any language: the worst texts that we can think of take a
few times the time per byte of an ordinary text to read and to write again, and sixteen times the
text takes about sixteen times as long. tests/core/test_worst.c does the same within the library.

    python3 tests/worst/run.py [--print] [LANGUAGE...]

Each language has one driver (driver.py, driver.rb, driver.mjs): it reads the texts of a folder,
and prints name, way and the least time of several runs, in CPU seconds, one a line. Bounds are
generous: they tell what is linear from what is not, and a few times slower from a hundred.

The last line is "N passed, N failed".
"""

from __future__ import annotations

import random
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "harness"))

import drivers
from drivers import Tally

SIZE = 10_000
MORE = 16
SLOWER_MAX = 60  # times the time per byte of an ordinary text: hosts allocate for each value
GROWTH_MAX = 100  # of the time, for MORE times the text: 16 is linear, 256 quadratic
ATTEMPTS = 4

ORDINARY = (
    '{"id":%d,"created_at":"Sun Aug 31 00:29:15 +0000 2014","text":"@a b: 名前に \\n http:\\/\\/'
    't.co\\/x","truncated":false,"score":7.25,"reply":null,"user":{"name":"x","tags":["a","b"]}}'
)


def repeat(begin: str, piece: str, end: str):
    def make(size: int) -> str:
        return begin + piece * (size // len(piece.encode())) + end

    return make


def many(begin: str, piece: str, end: str):
    """With a number in each piece."""

    def make(size: int) -> str:
        pieces, length, i = [], 0, 0
        while length < size:
            pieces.append(piece.replace("%d", str(i)))
            length += len(pieces[-1]) + 1
            i += 1
        return begin + ",".join(pieces) + end

    return make


def nest(begin: str, inner: str, end: str):
    """As deep as the languages' default allows, again and again."""

    def make(size: int) -> str:
        one = begin * 500 + inner + end * 500
        return "[" + ",".join([one] * (1 + size // len(one))) + "]"

    return make


def chosen(piece: str):
    def make(size: int) -> str:
        chance = random.Random(1)
        pieces, length = [], 0
        while length < size:
            pieces.append(piece % tuple(chance.randrange(2**30) for _ in range(piece.count("%"))))
            length += len(pieces[-1]) + 1
        return "[" + ",".join(pieces) + "]"

    return make


TEXTS = {
    "ordinary": many('{"statuses":[', ORDINARY, "]}"),
    "digits": many("[", '"a",' + "7" * 300, "]"),
    "digits of a real": repeat("0.", "1234567890", ""),
    "exponent": repeat("0e", "9", ""),
    "halfway": repeat("[0", ",9007199254740993.00000000000000000000000000000000000001", "]"),
    "hard reals": repeat("[0", ",8.5e-324,1e23,2.2250738585072011e-308", "]"),
    "escapes": repeat('"', "\\n", '"'),
    "surrogate pairs": repeat('"', "\\ud83d\\ude00", '"'),
    "quotes": repeat('"', '\\"', '"'),
    "backslashes": repeat('"', "\\\\", '"'),
    "empty strings": repeat('[""', ',""', "]"),
    "wide strings": repeat('[""', ',"€","é"', "]"),
    "deep arrays": nest("[", "", "]"),
    "deep objects": nest('{"a":', "1", "}"),
    "tiny numbers": repeat("[1", ",1", "]"),
    "tiny arrays": repeat("[[]", ",[]", "]"),
    "tiny objects": repeat("[{}", ",{}", "]"),
    "white space": repeat("[1", " \n\t", "]"),
    "one key each": many("[", '{"key%d":1}', "]"),
    "many keys": many("{", '"key%d":1', "}"),
    "index keys": many("{", '"%d000":1', "}"),
    "long keys": many("{", '"' + "a" * 90 + '%d":1', "}"),
    "keys alike": many("{", '"aaaaaaaa%dbbbbbbbbbb":1', "}"),
    "wide keys": many("{", '"é€%d":1', "}"),
    "repeated key": repeat('{"a":1', ',"a":1', "}"),
    "repeated keys": many("[", '{"a":1,"b":%d,"a":2}', "]"),
    "cold shapes": chosen('{"%x":1,"%x":2}'),
    "cold nested shapes": chosen('{"%x":{"%x":[{}]}}'),
}

COMMANDS = {
    "python": [sys.executable, str(Path(__file__).with_name("driver.py"))],
    "ruby": [
        "ruby",
        "-I",
        str(drivers.ROOT / "bindings/ruby/lib"),
        str(Path(__file__).with_name("driver.rb")),
    ],
    "node": ["node", str(Path(__file__).with_name("driver.mjs"))],
}


def measure(language: str, folder: str, names: list[str]) -> dict[tuple[str, str], float]:
    """(file, way) to seconds."""
    done = subprocess.run(
        [*COMMANDS[language], folder, *names],
        env=drivers.environment(),
        text=True,
        stdout=subprocess.PIPE,
        timeout=600,
        check=False,
    )
    if done.returncode != 0:
        raise SystemExit(f"the {language} driver ended with {done.returncode}")
    rows = [line.split("\t") for line in done.stdout.splitlines()]
    return {(file, way): float(seconds) for file, way, seconds in rows}


def judge(times: dict, lengths: dict, name: str, way: str) -> tuple[float, float]:
    """How much slower a byte of it is than an ordinary one, and how its time grows."""
    small, large = f"{name}.1", f"{name}.{MORE}"
    usual = times[f"ordinary.{MORE}", way] / lengths[f"ordinary.{MORE}"]
    slower = times[large, way] / lengths[large] / usual
    # what each call costs, and what is too short to say, is left out
    growth = times[large, way] / (times[small, way] + 10e-6)
    return slower, growth * MORE * lengths[small] / lengths[large]


def check(tally: Tally, language: str, folder: str, lengths: dict, show: bool) -> None:
    try:
        times = measure(language, folder, sorted(lengths))
        for _ in range(ATTEMPTS):
            again = set()
            for file, way in times:
                slower, growth = judge(times, lengths, file.partition(".")[0], way)
                if slower > SLOWER_MAX or growth > GROWTH_MAX:
                    again.add(file.partition(".")[0])
            if not again:
                break
            # whoever was interrupted in all runs is given another chance
            names = [
                f"{name}.{size}" for name in sorted({"ordinary", *again}) for size in (1, MORE)
            ]
            for key, seconds in measure(language, folder, names).items():
                times[key] = min(times[key], seconds)
    except (SystemExit, OSError, subprocess.TimeoutExpired) as reason:
        tally.check(False, f"{language}: {reason}")
        return
    for name in TEXTS:
        for way in ("parse", "generate"):
            slower, growth = judge(times, lengths, name, way)
            where = f"{language}, {name}, {way}"
            tally.check(slower <= SLOWER_MAX, f"{where}: {slower:.1f} times slower a byte")
            tally.check(
                growth <= GROWTH_MAX, f"{where}: {growth:.1f} times for {MORE} times as much"
            )
            if show:
                print(f"{where:40} {slower:6.1f} slower, grows {growth:4.1f}")


def main() -> None:
    show = "--print" in sys.argv[1:]
    languages = [word for word in sys.argv[1:] if word != "--print"] or list(COMMANDS)
    tally = Tally()
    with tempfile.TemporaryDirectory() as folder:
        lengths = {}
        for name, make in TEXTS.items():
            for size in (1, MORE):
                text = make(size * SIZE).encode("utf-8")
                Path(folder, f"{name}.{size}").write_bytes(text)
                lengths[f"{name}.{size}"] = len(text)
        for language in languages:
            check(tally, language, folder, lengths, show)
    tally.finish()


main()
