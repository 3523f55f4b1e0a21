"""The requests that run_calls.py gives to every language: good and bad texts, with every option of
every function, alone and in pairs, and texts cut at every place."""

from __future__ import annotations

import base64
import random
from dataclasses import dataclass, replace

import inputs

FUNCTIONS = (
    "validate",
    "minify",
    "format",
    "generate",
    "get",
    "many",
    "stream",
    "lines",
    "unfinished",
    "patch",
    "merge",
    "equal",
)


@dataclass(frozen=True)
class Request:
    name: str
    call: str
    text: bytes
    argument: str = "-"
    parse: tuple[tuple[str, str], ...] = ()
    generate: tuple[tuple[str, str], ...] = ()
    other: bytes = b""

    def __str__(self) -> str:
        options = [*self.parse, *self.generate]
        shown = " ".join(f"{key}={value}" for key, value in options)
        return f"{self.name} {self.argument} {shown} {self.text[:200]!r} {self.other or ''}"

    def numbers(self, javascript: bool) -> str:
        found = dict(self.parse).get("big_numbers", "double")
        # JavaScript reads integers exactly, as the others do, if it is asked to
        return "bigint" if javascript and found == "double" and "b" in self.name else found

    def line(self, javascript: bool) -> str:
        parse = dict(self.parse)
        if javascript and self.call not in ("validate", "minify"):
            parse["big_numbers"] = self.numbers(True)
        options = [
            ",".join(f"{key}={value}" for key, value in each.items()) or "-"
            for each in (parse, dict(self.generate))
        ]
        texts = [base64.b64encode(text).decode() for text in (self.text, self.other)]
        return "\t".join([self.name, self.call, self.argument, *options, *texts])


# ---- texts

TEXTS = [
    *(
        text.encode("utf-8")
        for text in (
            '{"a":[1,2.5,{"b/c":null,"d~e":true}],"é":"\\u00e9\\ud83d\\ude00"}',
            "[1,-2,300,40000,123456789012345678901,0.1,1e5,1E-7,-0,-0.0,1.0,1.50]",
            '["","a","\\"\\\\\\/\\b\\f\\n\\r\\t","é€😀","\\u2028/\\u2029","</script>","\\u0000"]',
            '{"b":1,"a":2,"b":3,"\\u0062":4,"é":5,"😀":6,"\uffff":7}',
            '{"10":1,"2":2,"__proto__":{"x":1},"constructor":3,"":4}',
            ' {\n  "a" : [ ] ,\r\n\t"b" : { }\n}\n',
            "[[[[[[[[]]]]]]]]",
            '{"a":{"a":{"a":{"a":{"a":1}}}}}',
            "null",
            "true",
            " 12 ",
            '"text"',
            '[NaN,Infinity,-Infinity,{"x":NaN}]',
            "[1e400,-1e400]",
            '[NaN,"\\ud83d",[[[[1]]]]]',
            '{"b":[[[[NaN]]]],"a":"\\ud83d"}',
            '{"\\ud83d":{"a\\udc00b":[NaN]}}',
            *('[{"' + "k" * length + '":{"y":NaN}}]' for length in (507, 508, 509, 510, 514, 900)),
            *('{"' + "é" * length + '":{"y":NaN}}' for length in (254, 255, 256, 520)),
            '{"":' * 600 + "NaN" + "}" * 600,
            "[" * 300 + "NaN" + "]" * 300,
            "/* a */ [1, // b\n 2,\n] /* c */",
            '["\\ud83d","\\udc00x",{"\\ud83d":1}]',
            '["\\q","a\tb","\\x"]',
            '[{"id":1,"name":"A"},{"id":2,"name":"B"},{"id":3,"name":"C"}]',
            '[{"id":1,"name":"A"},{"id":2,"name":"\\ud83d"},{"name":"C","id":1e999}]',
            "[1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17]",
            '"' + "long é " * 40 + '"',
            "[" + ",".join(f'{{"key{i}":"value {i}","n":{i}}}' for i in range(30)) + "]",
            "[" * 1030 + "]" * 1030,
            '{"a":' * 1030 + "1" + "}" * 1030,
        )
    ),
    b'["\xff"]',
    b'["\xc3\xa9\xed\xa0\x80"]',
    b'{"\xe2\x82":1}',
    b"\xef\xbb\xbf[]",
    b"",
    b"  ",
]

SEQUENCES = [
    text.encode("utf-8")
    for text in (
        "1 2 3",
        '{"a":1}{"b":2}[3]"x"4',
        '{"a":1}\n{"b":"é"}\n\n[2.5]\r\n"end"',
        "1\ntrue\nnull\n",
        "[1]\n[2\n[3]\n4 5\n\n6",
        '"é"\n"\\ud83d"\n{"é":x}\n7',
        "1true",
        "[1] x [2]",
        "12 34e 5",
        "tru",
        "-",
        " \n \n ",
        "",
        "/* a */ 1 // b\n 2 /* c",
        '{"k":[1,2,3]} {"k":[1,2,3]} {"k":[1,2,{"z":NaN}]}',
        '[1,]\n[2]\n{"a":1,"a":2}\n"\t"\n"\\q"',
    )
] + [b'1 "\xff" 2\n3', b"\xef\xbb\xbf1\n2", b'"\xe2\x82', b"1\x002"]

POINTERS = [
    text.encode("utf-8")
    for text in (
        "",
        "/",
        "/a",
        "/a/0",
        "/a/1",
        "/a/2/b~1c",
        "/a/2/d~0e",
        "/a/-",
        "/a/01",
        "/a/9",
        "/a/+1",
        "/é",
        "/😀",
        "/b",
        "/0",
        "/0/name",
        "/3/x",
        "/12",
        "/2",
        "/__proto__/x",
        "/a/a/a/a/a",
        "/a/a/a/a/a/a",
        "a",
        "/~",
        "/~2",
        "/a/18446744073709551616",
        "/missing/é",
    )
]

PATCHES = [
    text.encode("utf-8")
    for text in (
        "[]",
        '[{"op":"add","path":"/a","value":1.0}]',
        '[{"op":"add","path":"/-","value":{"x":[]}},{"op":"remove","path":"/0"}]',
        '[{"op":"replace","path":"","value":[1,{"é":"\\ud83d\\ude00"}]}]',
        '[{"op":"move","from":"/a","path":"/b"},{"op":"copy","from":"/b","path":"/c"}]',
        '[{"op":"test","path":"/a","value":[1]}]',
        '[{"op":"test","path":"","value":null}]',
        '[{"op":"remove","path":""}]',
        '[{"op":"add","path":"/x/y","value":1}]',
        '[{"op":"add","path":"x","value":1}]',
        '[{"op":"none","path":""}]',
        '[{"op":"add","path":"/a"}]',
        '[{"path":"/a"}]',
        "[1]",
        "{}",
        '[{"op":"move","from":"/a","path":"/a/b"}]',
        '[{"op":"add","path":"/é~1~0","value":NaN}]',
        '{"a":null,"b":{"c":1e2}}',
        '{"a":{"b":null,"é":[null]}}',
        "[1",
        "",
        "7",
    )
]

# ---- options

PARSE = [
    *((f"allow_{what}", "1") for what in ("nan", "comments", "trailing_comma")),
    ("allow_control_characters", "1"),
    ("allow_invalid_escape", "1"),
    ("duplicate_key", "error"),
    ("duplicate_key", "last"),
    ("big_numbers", "decimal"),
    ("big_numbers", "text"),
    ("big_numbers", "double"),
    ("lone_surrogates", "replace"),
    ("lone_surrogates", "keep"),
    ("lone_surrogates", "error"),
    ("max_nesting", "1"),
    ("max_nesting", "3"),
    ("max_nesting", "unlimited"),
    ("max_input_bytes", "5"),
    ("max_input_bytes", "40"),
    ("max_number_digits", "3"),
    ("max_number_digits", "unlimited"),
    ("max_string_bytes", "1"),
    ("max_string_bytes", "6"),
    ("max_members", "1"),
    ("max_members", "3"),
    ("max_members", "unlimited"),
]

GENERATE = [
    ("indent", "s"),
    ("indent", "ttt"),
    ("space", "s"),
    ("space_before", "ts"),
    ("object_nl", "n"),
    ("object_nl", "rn"),
    ("array_nl", "n"),
    ("array_nl", "s"),
    *((flag, "1") for flag in ("ascii_only", "script_safe", "sort_keys", "canonical")),
    ("nan", "null"),
    ("nan", "literal"),
    ("nan", "error"),
    ("lone_surrogates", "error"),
    ("lone_surrogates", "replace"),
    ("lone_surrogates", "escape"),
    ("max_nesting", "1"),
    ("max_nesting", "3"),
    ("max_nesting", "unlimited"),
    ("max_output_bytes", "1"),
    ("max_output_bytes", "9"),
    ("max_output_bytes", "100"),
    ("max_output_bytes", "unlimited"),
]


def mutated(chance: random.Random, text: bytes) -> bytes:
    alphabet = b'"\\/[]{}:,-+.0129eEtfnu \n\r\t\x00\x1f\x7f\x80\xc3\xe2\xf0\xff'
    changed = bytearray(text)
    for _ in range(chance.choice((0, 1, 1, 2))):
        at = chance.randrange(len(changed) + 1)
        act = chance.randrange(4)
        if act == 0:
            changed.insert(at, chance.choice(alphabet))
        elif act == 1 and at < len(changed):
            changed[at] = chance.choice(alphabet)
        elif act == 2:
            del changed[at : at + chance.randrange(1, 5)]
        else:
            del changed[at:]
    return bytes(changed)


def some(chance: random.Random, table: list) -> tuple[tuple[str, str], ...]:
    """None, one or more of them; each at most once."""
    count = chance.choice((0, 1, 1, 2, 2, 3, 5))
    return tuple(dict(chance.sample(table, count)).items())


def cuts(chance: random.Random, text: bytes) -> str:
    every = chance.randrange(4)
    if every == 0:
        places = range(1, len(text)) if len(text) < 60 else ()
    else:
        places = sorted(chance.randrange(len(text) + 1) for _ in range(every))
    return "".join(f":{place}" for place in places) + ":-"


def settled(request: Request) -> Request:
    """With the options whose default is each host's own: NaN, and lone surrogates."""
    generate = dict(request.generate)
    if request.call in ("format", "generate", "lines"):
        generate.setdefault("nan", "error")
        generate.setdefault("lone_surrogates", "escape")
    else:
        generate = {}
    parse = dict(request.parse)
    if request.call in ("generate", "lines", "validate", "minify"):
        parse.pop("big_numbers", None)  # what is kept as text is a host's string or decimal
    return replace(request, parse=tuple(parse.items()), generate=tuple(generate.items()))


def arguments(chance: random.Random, call: str, text: bytes) -> tuple[str, bytes]:
    if call == "get":
        return chance.choice(("whole", "first")), chance.choice(POINTERS)
    if call == "many":
        return chance.choice(("values", "lines")), b""
    if call == "stream":
        return chance.choice(("values", "lines", "lines", "one")) + cuts(chance, text), b""
    if call in ("patch", "merge"):
        return "-", chance.choice(PATCHES)
    if call == "equal":
        return "-", chance.choice((text, mutated(chance, text), chance.choice(TEXTS)))
    return "-", b""


def requests_random(chance: random.Random, count: int) -> list[Request]:
    requests = []
    for at in range(count):
        call = chance.choice(FUNCTIONS)
        several = call in ("many", "stream", "lines") and chance.random() < 0.8
        text = mutated(chance, chance.choice(SEQUENCES if several else TEXTS))
        argument, other = arguments(chance, call, text)
        name = f"{call}/{'b' if chance.random() < 0.5 else 'd'}{at}"
        parse, generate = some(chance, PARSE), some(chance, GENERATE)
        requests.append(settled(Request(name, call, text, argument, parse, generate, other)))
    return requests


def requests_plain() -> list[Request]:
    """Every function on every seed without an option, and with every option alone on one text."""
    requests = []
    chance = random.Random(0)

    def add(
        call: str, text: bytes, argument: str, parse=(), generate=(), other: bytes = b""
    ) -> None:
        name = f"{call}/{'bd'[len(requests) % 2]}plain{len(requests)}"
        requests.append(settled(Request(name, call, text, argument, parse, generate, other)))

    for text in TEXTS + SEQUENCES:
        for call in ("validate", "minify", "format", "generate", "lines", "unfinished"):
            add(call, text, "-")
        for kind in ("values", "lines"):
            add("many", text, kind)
        for kind in ("values", "lines", "one"):
            add("stream", text, kind + ":-")
            if len(text) < 60:
                add("stream", text, kind + "".join(f":{at}" for at in range(1, len(text))) + ":-")
        if len(text) < 60:
            for at in range(len(text)):
                add("unfinished", text[:at], "-")
    for text in TEXTS:
        for pointer in POINTERS:
            for scope in ("whole", "first"):
                add("get", text, scope, other=pointer)
        for patch in PATCHES:
            add("patch", text, "-", other=patch)
            add("merge", text, "-", other=patch)
        add("equal", text, "-", other=chance.choice(TEXTS))
        for option in PARSE:
            for call in ("validate", "minify", "format", "unfinished"):
                add(call, text, "-", (option,))
        for option in GENERATE:
            for call in ("format", "generate", "lines"):
                add(call, text, "-", (), (option,))
            add("generate", text, "-", (("allow_nan", "1"), ("lone_surrogates", "keep")), (option,))
    return requests


def requests_all(seed: int, count: int) -> list[Request]:
    requests = requests_plain() + requests_random(random.Random(seed), count)
    if inputs.SHARED.exists():
        for case in inputs.cases():
            if "bytes" in case and len(case["bytes"]) < 2**16:
                for call in ("validate", "minify", "format", "unfinished"):
                    requests.append(Request(f"{call}/b{case['id']}", call, case["bytes"]))
                requests.append(Request(f"many/b{case['id']}", "many", case["bytes"], "lines"))
    return [settled(request) for request in requests]
