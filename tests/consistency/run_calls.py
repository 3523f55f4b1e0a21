"""Holds the four languages and their engines together in the functions beyond parse and generate.

Every request of calls.py's tables goes to the C driver and to every language, each by all of its
engines; each has to answer with the events of the C library: the same values, texts, codes, byte
offsets, lines, columns, pointers and messages. What C answers is held to RFC and reference by
tests/core. JavaScript's values are compared as it can have them, and its texts where JavaScript
writes what the others do.

Prints what differs; the last line is "N passed, N failed".
"""

from __future__ import annotations

import base64
import decimal
import os
import re
import struct
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "harness"))

import drivers
from call_requests import Request, requests_all
from drivers import Tally
from reference import is_array_index

HERE = Path(__file__).resolve().parent
RUBY = ["ruby", "-I", str(drivers.ROOT / "bindings/ruby/lib"), str(HERE / "calls.rb")]
PYTHON = [sys.executable, str(HERE / "calls.py")]
NODE = ["node", "--stack-size=4000"]
# language and engine: command, environment
ENGINES = {
    ("c", ""): ([str(drivers.build() / "tests/calls")], {}),
    ("python", "cpython"): (PYTHON, {"FASTJSON_ENGINE": "cpython"}),
    ("python", "functions"): (PYTHON, {"FASTJSON_ENGINE": "functions"}),
    ("python", "portable"): (PYTHON, {"FASTJSON_ENGINE": "portable"}),
    ("ruby", "ruby"): (RUBY, {}),
    ("ruby", "plain"): (RUBY, {"FASTJSON_LAYOUT": "plain"}),
    ("ruby", "portable"): (RUBY, {"FASTJSON_ENGINE": "portable"}),
    ("node", "tape"): ([*NODE, str(HERE / "calls.mjs")], {}),
    ("node", "builtin"): (
        [*NODE, "--disallow-code-generation-from-strings", str(HERE / "calls.mjs")],
        {},
    ),
}


def ask(engine: tuple[str, str], requests: list[Request], kernel: str) -> dict[str, list[str]]:
    """The events by the request's name."""
    command, more = ENGINES[engine]
    with tempfile.NamedTemporaryFile("w", suffix=".requests", encoding="ascii") as file:
        for one in requests:
            print(one.line(engine[0] == "node"), file=file)
        file.flush()
        done = subprocess.run(
            [*command, file.name],
            env={**drivers.environment(kernel), **more},
            stdout=subprocess.PIPE,
            timeout=900,
            check=False,
        )
    answers = {}
    for line in done.stdout.decode("ascii").splitlines():
        name, *events = line.split("\t")
        answers[name] = events
    if done.returncode != 0:
        last = next(reversed(answers)) if answers else "the start"
        raise SystemExit(f"the driver ended with {done.returncode} after {last}")
    return answers


# ---- values: the dump of harness/README.md as a tree


def tree(dump: bytes):
    at = 0

    def until(mark: bytes) -> bytes:
        nonlocal at
        end = dump.index(mark, at)
        text = dump[at:end]
        at = end + 1
        return text

    def counted() -> bytes:
        nonlocal at
        length = int(until(b":"))
        at += length
        return dump[at - length : at]

    def value():
        nonlocal at
        kind = chr(dump[at])
        at += 1
        if kind in "ntf":
            return kind
        if kind == "i":
            return kind, int(until(b";"))
        if kind == "d":
            at += 16
            return kind, struct.unpack(">d", bytes.fromhex(dump[at - 16 : at].decode()))[0].hex()
        if kind in "s#":
            return kind, counted()
        items = []
        while dump[at] not in b"]}":
            items.append(value())
        at += 1
        return kind, items

    found = value()
    if at != len(dump):
        raise ValueError("a dump of more than one value")
    return found


def as_decimal(text: bytes) -> decimal.Decimal:
    with decimal.localcontext() as context:
        context.prec = decimal.MAX_PREC
        return decimal.Decimal(text.decode("ascii")).normalize()


def as_python(kind: str, value, numbers: str):
    if kind == "#":
        return ("s", value) if numbers == "text" else ("#", as_decimal(value))
    return kind, value


def as_ruby(kind: str, value, numbers: str):
    if kind == "#" and numbers != "text":
        return "#", as_decimal(value)
    return kind, value


def as_node(kind: str, value, numbers: str):
    if kind == "#":
        return "s", value
    if kind == "i" and (abs(value) <= 2**53 or numbers not in ("bigint", "decimal")):
        return "d", float(value).hex()
    if kind == "d" and float.fromhex(value) == 0:
        return "d", (0.0).hex()
    if kind == "{":
        pairs = list(zip(value[::2], value[1::2]))
        names = [key[1].decode("utf-8", "surrogatepass") for key, _ in pairs]
        order = sorted(
            range(len(pairs)),
            key=lambda i: (0, int(names[i])) if is_array_index(names[i]) else (1, i),
        )
        return kind, [item for i in order for item in pairs[i]]
    return kind, value


def as_c(kind: str, value, numbers: str):
    return kind, value


HOSTS = {"c": as_c, "python": as_python, "ruby": as_ruby, "node": as_node}


def seen(value, language: str, numbers: str):
    """A tree as a language can have it."""
    if isinstance(value, str):
        return value
    kind, payload = value
    if kind in "[{":
        payload = [seen(item, language, numbers) for item in payload]
    return HOSTS[language](kind, payload, numbers)


# ---- events


def readable(event: str) -> str:
    """An event as one that reads a failure wants it."""
    if event[0] in "vt":
        return event[0] + repr(base64.b64decode(event[1:]))[1:]
    if event[0] in "egp":
        *first, pointer, message = event.split(",")
        texts = [base64.b64decode(text).decode("utf-8", "replace") for text in (pointer, message)]
        return " ".join([*first, *texts])
    return event


# What JavaScript writes or orders otherwise: reals, zero's sign, keys of digits, large integers.
OTHER_IN_JAVASCRIPT = re.compile(rb'[.eE]-?\+?\d|-0|"\\?\d|"\\u00|\d{16}|NaN|Infinity')


def wanted(events: list[str], request: Request, language: str) -> list[str] | None:
    """The events that a language owes for those of C; None: nothing that could be said of C's."""
    writes = request.call in ("generate", "lines")
    if language == "node" and writes and OTHER_IN_JAVASCRIPT.search(request.text):
        return None
    if language == "node" and request.call == "lines" and len(events) > 1:
        return events[:1]  # stringifyLines gives all or nothing
    if language == "ruby" and request.call == "many":
        for at, event in enumerate(events):
            if event[0] == "e":
                return events[: at + 1]  # parse_many ends by raising
    return events


def untimed(events: list[str]) -> list[str]:
    """Without the piece by which a fault is found, which is each kernel's own."""
    given = [event for event in events if event[0] != "@"]
    return [event for at, event in enumerate(given) if at == 0 or event != given[at - 1]]


def same(got: list[str], want: list[str], request: Request, language: str) -> bool:
    if len(got) != len(want):
        return False
    for one, other in zip(got, want):
        if one == other:
            continue
        if one[0] != "v" or other[0] != "v":
            return False
        numbers = request.numbers(language == "node")
        trees = [tree(base64.b64decode(event[1:])) for event in (one, other)]
        mine = seen(trees[0], language if language == "ruby" else "c", numbers)
        if language == "python":
            mine = seen(trees[0], "python" if numbers == "decimal" else "c", numbers)
        if mine != seen(trees[1], language, numbers):
            return False
    return True


def main() -> None:
    sys.setrecursionlimit(20000)
    seed = int(os.environ.get("FASTJSON_SEED", "1"))
    count = int(os.environ.get("FASTJSON_CALLS", "1000"))
    tally = Tally()
    requests = requests_all(seed, count)
    first, *others = drivers.kernels()
    engines = [engine for engine in ENGINES if engine[0] in drivers.languages()]
    runs = [(engine, first) for engine in engines]
    # a kernel only finds places in text: C and one engine show it as well as all would
    runs += [(engine, kernel) for kernel in others for engine in engines[:2]]
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        started = [pool.submit(ask, engine, requests, kernel) for engine, kernel in runs]
    truth = started[0].result()
    for (engine, kernel), answer in zip(runs, started):
        where = f"{' '.join(engine).strip()} by {kernel}"
        try:
            answers = answer.result()
        except (SystemExit, OSError, subprocess.TimeoutExpired) as reason:
            tally.check(False, f"{where}: {reason}")
            continue
        shown = 0
        for one in requests:
            want = wanted(truth[one.name], one, engine[0])
            if want is None:
                continue
            got = answers.get(one.name, ["no answer"])
            if one.call == "stream" and kernel != first:
                got, want = untimed(got), untimed(want)
            good = same(got, want, one, engine[0])
            shown += not good
            texts = [" | ".join(map(readable, events)) for events in (got, want)]
            tally.check(good, f"{where}: {one}: {texts[0]}, expected {texts[1]}", shown <= 5)
        print(f"{where}: {len(requests)} calls")
    tally.finish()


main()
