"""Values of every kind where an option or argument of another kind is wanted: each engine answers alike, with
a result or with an exception that says so, and never with one from within."""

import re

import pytest

import fastjson


class Evil:
    def __getattr__(self, name):
        raise RuntimeError(name)

    def __bool__(self):
        raise RuntimeError("bool")

    def __eq__(self, other):
        raise RuntimeError("eq")

    __hash__ = object.__hash__


class Falsy:
    """A callable that is false: it was given all the same."""

    def __bool__(self):
        return False

    def __call__(self, *arguments):
        return "called"


class Items(dict):
    def items(self):
        return 5


Text = type("Text", (str,), {})

ODD = [None, True, 0, -1, 2**70, 1.5, float("nan"), "", "x", "\ud800", b"", bytearray(b"[1]")]
ODD += [memoryview(b"[1]"), memoryview(b"1122")[::2], [], {}, (), set(), object(), Evil(), Falsy()]
ODD += [Text("[1]"), Items(a=1), type, len, Ellipsis, range(3), [[]], "lines", "error", "keep"]

READING = [
    "max_nesting",
    "max_input_bytes",
    "max_number_digits",
    "max_string_bytes",
    "max_members",
    "allow_nan",
    "duplicate_key",
    "big_numbers",
    "lone_surrogates",
    "object_hook",
    "object_pairs_hook",
    "parse_int",
    "parse_float",
    "parse_constant",
    "strict",
    "cls",
    "kind",
    "scope",
    "nope",
]

WRITING = [
    "indent",
    "separators",
    "space",
    "object_nl",
    "sort_keys",
    "ascii_only",
    "canonical",
    "nan",
    "allow_nan",
    "lone_surrogates",
    "strict",
    "max_nesting",
    "max_output_bytes",
    "default",
    "skipkeys",
    "check_circular",
    "cls",
    "nope",
]

TEXT = '[1,{"a":1.5,"b":"x"}]'
VALUES = [1, {"a": 1.5, "b": "x", 3: None, None: [object]}], [1, {"a": 2.5}]


def outcome(call, *arguments, **options):
    try:
        text = repr(call(*arguments, **options))
    except (ValueError, TypeError, RuntimeError, BufferError, OverflowError) as error:
        text = f"{type(error).__name__} {getattr(error, 'code', '')} {getattr(error, 'pointer', '')}"
    return re.sub(r" at 0x[0-9a-f]+|_portable\.|_pieces\.|_engine\.", "", text)


def readers(engine):
    return {
        "loads": engine.loads,
        "Decoder": lambda text, **options: engine.Decoder(**options).loads(text),
        "get": lambda text, **options: engine.get(text, "/0", **options),
        "loads_many": lambda text, **options: list(engine.loads_many(text, **options)),
        "loads_unfinished": engine.loads_unfinished,
        "Stream": lambda text, **options: engine.Stream(**options).feed(text),
    }


def writers(engine):
    return {
        "dumps": engine.dumps,
        "dumps_bytes": engine.dumps_bytes,
        "Encoder": lambda value, **options: engine.Encoder(**options).dumps(value),
        "dumps_lines": lambda value, **options: engine.dumps_lines([value], **options),
    }


def outcomes(engine):
    found = {}
    for name, call in readers(engine).items():
        for at, odd in enumerate(ODD):
            found[name, at] = outcome(call, odd)
            for option in READING:
                found[name, option, at] = outcome(call, TEXT, **{option: odd})
    for name, call in writers(engine).items():
        for at, odd in enumerate(ODD):
            found[name, at] = outcome(call, odd)
            for option in WRITING:
                for value in VALUES:
                    found[name, option, at, len(value[1])] = outcome(call, value, **{option: odd})
    for at, odd in enumerate(ODD):
        found["pointer", at] = outcome(engine.get, TEXT, odd)
        found["lines", at] = outcome(engine.dumps_lines, odd)
    return found


def test_all_engines_answer_alike(engines):
    answers = [outcomes(engine) for engine in engines]
    for other in answers[1:]:
        differing = {key: (other[key], answers[0][key]) for key in other if other[key] != answers[0][key]}
        assert not differing


def test_what_makes_text_of_text_refuses_other_kinds():
    for call in (fastjson.format, fastjson.minify, fastjson.validate):
        for odd in ODD:
            outcome(call, odd)
    for odd in ODD:
        outcome(fastjson.patch, TEXT, odd)
        outcome(fastjson.merge_patch, odd, TEXT)
        outcome(fastjson.equal, TEXT, odd)
        if odd is not None and not isinstance(odd, dict):
            with pytest.raises(TypeError):
                fastjson.format(TEXT, parse=odd)


def test_separators_count_for_the_longest_output(engine):
    assert engine.dumps([1, 2, 3], separators=(" , ", ":"), max_output_bytes=11) == "[1 , 2 , 3]"
    with pytest.raises(fastjson.JSONEncodeError) as info:
        engine.dumps([1, 2, 3], separators=(" , ", ":"), max_output_bytes=10)
    assert (info.value.code, info.value.pointer) == ("limit", "")


def test_format_counts_separators():
    assert fastjson.format("[1,2]", separators=(" , ", ":"), max_output_bytes=7) == "[1 , 2]"
    with pytest.raises(fastjson.JSONEncodeError):
        fastjson.format("[1,2]", separators=(" , ", ":"), max_output_bytes=6)


def test_options_that_do_not_go_together(engine):
    for options in ({"indent": 1}, {"script_safe": True}, {"ascii_only": True}, {"nan": "literal"}):
        for call in (engine.Encoder, lambda **given: engine.dumps_lines([], **given)):
            with pytest.raises(ValueError):
                call(canonical=True, **options)
