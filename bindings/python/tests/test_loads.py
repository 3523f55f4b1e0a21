"""What loads promises: values, input types, options, errors."""

import decimal
import json
import math
import pickle
import random
import sys

import pytest

import fastjson
from fastjson import JSONDecodeError


@pytest.mark.parametrize(
    "text, value",
    [
        ("null", None),
        ("true", True),
        ("false", False),
        ("0", 0),
        ("-0", 0),
        ("-5", -5),
        ("256", 256),
        ("257", 257),
        ("9223372036854775807", 2**63 - 1),
        ("-9223372036854775808", -(2**63)),
        ("9223372036854775808", 2**63),
        ("18446744073709551615", 2**64 - 1),
        ("18446744073709551616", 2**64),
        ("-9223372036854775809", -(2**63) - 1),
        ("1.5", 1.5),
        ("-1e-7", -1e-7),
        ("[]", []),
        ("{}", {}),
        (" [ 1 , [ ] , { } ] ", [1, [], {}]),
        ('""', ""),
        ('"a"', "a"),
        ('"ab"', "ab"),
        ('"\\u00e9"', "\u00e9"),
        ('"\\ud83d\\ude00"', "\U0001f600"),
        ('"caf\u00e9"', "caf\u00e9"),
        ('"\u65e5\u672c"', "\u65e5\u672c"),
        ('"a\U0001f600b"', "a\U0001f600b"),
        ('{"a":1,"b":{"c":[true]}}', {"a": 1, "b": {"c": [True]}}),
    ],
)
def test_reads_each_kind_of_value(engine, text, value):
    for given in (text, text.encode()):
        result = engine.loads(given)
        assert result == value
        assert type(result) is type(value)


def test_negative_zero_real_keeps_its_sign(engine):
    assert math.copysign(1, engine.loads("-0.0")) == -1


@pytest.mark.parametrize("digits", [20, 100, 513, 1024, 4299, 4300])
def test_integers_are_exact_whatever_pythons_own_limit(engine, digits):
    generator = random.Random(digits)
    value = generator.randrange(10 ** (digits - 1), 10**digits)
    old = sys.get_int_max_str_digits() if hasattr(sys, "get_int_max_str_digits") else None
    if old is not None:
        sys.set_int_max_str_digits(0)
    text = str(value)
    try:
        if old is not None:
            sys.set_int_max_str_digits(640)
        assert engine.loads(text) == value
        assert engine.loads("[-" + text + "]") == [-value]
        assert engine.dumps([value, -value]) == f"[{text},-{text}]"
    finally:
        if old is not None:
            sys.set_int_max_str_digits(old)


def test_more_than_4300_digits_are_refused_unless_the_limit_is_raised(engine):
    text = "1" * 4301
    with pytest.raises(JSONDecodeError) as caught:
        engine.loads(text)
    assert caught.value.code == "limit"
    assert engine.loads(text, max_number_digits=4301) % 10**9 == 111111111
    assert engine.loads("1" * 10000, max_number_digits=None) % 10**9 == 111111111


def test_takes_every_type_of_text(engine):
    text = '{"k\u00e9y":[1,"\u65e5"]}'
    value = {"k\u00e9y": [1, "\u65e5"]}
    data = text.encode()

    class Text(str):
        pass

    class Data(bytes):
        pass

    for given in (text, Text(text), data, Data(data), bytearray(data), memoryview(data)):
        assert engine.loads(given) == value
    assert engine.loads(memoryview(b"xx[1]xx")[2:5]) == [1]


@pytest.mark.parametrize("given", [None, 1, 1.5, [], {}, object()])
def test_refuses_other_types(engine, given):
    with pytest.raises(TypeError, match="must be str, bytes, bytearray or memoryview"):
        engine.loads(given)


def test_refuses_a_memoryview_with_gaps(engine):
    with pytest.raises(BufferError):
        engine.loads(memoryview(b"[1]  ]")[::2])


def test_releases_the_buffer_of_a_bytearray(engine):
    data = bytearray(b"[1]")
    engine.loads(data)
    data.append(32)
    with pytest.raises(JSONDecodeError):
        engine.loads(bytearray(b"[1"))
    bad = bytearray(b"[")
    with pytest.raises(JSONDecodeError):
        engine.loads(bad)
    bad.append(32)


def test_a_lone_surrogate_in_a_str_is_invalid_utf8_at_its_place(engine):
    with pytest.raises(JSONDecodeError) as caught:
        engine.loads('["\u00e9\ud800"]')
    assert caught.value.code == "invalid_utf8"
    assert caught.value.offset in (4, 5)


@pytest.mark.parametrize(
    "text, code, offset",
    [
        ("", "unexpected_end", 0),
        (" ", "unexpected_end", 1),
        ("[1,", "unexpected_end", 3),
        ("[1,]", "unexpected_byte", 3),
        ("01", "invalid_number", 1),
        ("[1] x", "trailing_content", 4),
        ('"\\x"', "invalid_escape", 2),
        ('"\n"', "control_character", 1),
        ("nul", "unexpected_end", 3),
        ("1e999", "number_out_of_range", 0),
        ("\ufeff[]", "unexpected_byte", 0),
        ("NaN", "unexpected_byte", 0),
    ],
)
def test_errors_have_code_and_place(engine, text, code, offset):
    with pytest.raises(JSONDecodeError) as caught:
        engine.loads(text)
    assert (caught.value.code, caught.value.offset) == (code, offset)
    assert isinstance(caught.value, json.JSONDecodeError)


def test_an_error_tells_line_column_characters_and_pointer(engine):
    text = '{\n "\u00e9": [1, {"k~/": tru}]}'
    for given in (text, text.encode()):
        with pytest.raises(JSONDecodeError) as caught:
            engine.loads(given)
        error = caught.value
        assert error.doc == text
        assert error.pos == text.index("}")
        assert error.offset == len(text[: error.pos].encode())
        assert (error.lineno, error.colno) == (error.line, error.column) == (2, text.index("}") - 1)
        assert error.pointer == "/\u00e9/1/k~0~1"
        assert str(error) == f"{error.msg}: line 2 column {error.colno} (char {error.pos})"
        again = pickle.loads(pickle.dumps(error))
        assert vars(again) == vars(error)


def test_deep_nesting_is_an_error_with_a_code_not_a_recursion_error(engine):
    assert engine.loads("[" * 1024 + "]" * 1024)
    for text in ("[" * 1025 + "]" * 1025, '{"a":' * 100000, "[" * 10**6):
        with pytest.raises(JSONDecodeError) as caught:
            engine.loads(text)
        assert caught.value.code == "nesting"
        assert caught.value.offset == 1024 * (5 if text[0] == "{" else 1)


def test_nesting_without_a_limit(engine):
    depth = 100000
    value = engine.loads("[" * depth + "]" * depth, max_nesting=None)
    text = engine.dumps(value, max_nesting=0)
    assert text == "[" * depth + "]" * depth
    while value:
        value = value.pop()


def test_the_last_of_equal_keys_counts_at_the_place_of_the_first(engine):
    value = engine.loads('{"a":1,"b":2,"a":3,"\\u0061":4}')
    assert list(value.items()) == [("a", 4), ("b", 2)]
    with pytest.raises(JSONDecodeError) as caught:
        engine.loads('{"a":1,"b":2,"a":3}', duplicate_key="error")
    assert caught.value.code == "duplicate_key"


@pytest.mark.parametrize(
    "rest", ['"\\ud800"}', '"\\x"}', "01}", "1e999}", "[1 2]}", "1", "1}]", "tru", '"\x01"}']
)
def test_a_key_that_comes_twice_is_the_first_fault_though_another_follows(engine, rest):
    with pytest.raises(JSONDecodeError) as caught:
        engine.loads('{"a":1,"a":' + rest, duplicate_key="error")
    assert (caught.value.code, caught.value.offset) == ("duplicate_key", 7)
    with pytest.raises(JSONDecodeError) as caught:
        engine.loads('{"b":' + rest, duplicate_key="error")
    assert caught.value.code != "duplicate_key"


def test_hooks_get_what_the_json_module_gives_them(engine):
    text = '{"a": {"b": 1, "b": 2.5}, "c": [{}, -3, 1e5]}'
    seen, expected = [], []

    def hook(into):
        def call(value):
            into.append(value)
            return ("hooked", str(value))

        return call

    for name in ("object_hook", "object_pairs_hook", "parse_int", "parse_float"):
        seen.clear()
        expected.clear()
        assert engine.loads(text, **{name: hook(seen)}) == json.loads(text, **{name: hook(expected)})
        assert seen == expected
    assert engine.loads("[1,2.5]", parse_int=float, parse_float=str) == [1.0, "2.5"]
    both = {"object_hook": lambda v: "no", "object_pairs_hook": lambda v: "pairs"}
    assert engine.loads("{}", **both) == json.loads("{}", **both) == "pairs"


def test_parse_constant_is_told_of_literals_only(engine):
    assert engine.loads(
        "[NaN, Infinity, -Infinity, 1e999, 1.5]", allow_nan=True, parse_constant=lambda name: name
    ) == ["NaN", "Infinity", "-Infinity", math.inf, 1.5]
    with pytest.raises(JSONDecodeError):
        engine.loads("NaN", parse_constant=lambda name: name)
    with pytest.raises(JSONDecodeError) as caught:
        engine.loads("[1e999]", parse_int=int)
    assert caught.value.code == "number_out_of_range"


def test_big_numbers_decimal_keeps_every_digit(engine):
    value = engine.loads("[1.10, 1E+400, 5, 1e5]", big_numbers="decimal")
    assert [str(v) for v in value] == ["1.10", "1E+400", "5", "1E+5"]
    assert type(value[0]) is decimal.Decimal
    assert type(value[2]) is int


def test_grammar_options(engine):
    assert engine.loads("[NaN, -Infinity]", allow_nan=True)[1] == -math.inf
    assert engine.loads("/* c */ [1, // d\n 2]", allow_comments=True) == [1, 2]
    assert engine.loads("[1,]", allow_trailing_comma=True) == [1]
    assert engine.loads('"\t"', allow_control_characters=True) == engine.loads('"\t"', strict=False) == "\t"
    assert engine.loads('"\\x"', allow_invalid_escape=True) == "x"
    assert engine.loads('"\\ud800"', lone_surrogates="replace") == "\ufffd"
    assert engine.loads('{"\\ud800":"a\\udc00"}', lone_surrogates="keep") == {"\ud800": "a\udc00"}


@pytest.mark.parametrize(
    "option, text",
    [
        ({"max_input_bytes": 3}, "[1,2]"),
        ({"max_string_bytes": 3}, '["abcd"]'),
        ({"max_members": 1}, "[1,2]"),
        ({"max_number_digits": 20}, "1" * 21),
    ],
)
def test_limits_are_errors_with_code_limit(engine, option, text):
    with pytest.raises(JSONDecodeError) as caught:
        engine.loads(text, **option)
    assert caught.value.code == "limit"


@pytest.mark.parametrize(
    "arguments, kind",
    [
        ({"nonsense": 1}, TypeError),
        ({"cls": json.JSONDecoder}, NotImplementedError),
        ({"duplicate_key": "first"}, ValueError),
        ({"max_nesting": -1}, ValueError),
        ({"max_nesting": 2**40}, ValueError),
        ({"max_nesting": "3"}, TypeError),
        ({"lone_surrogates": 3}, ValueError),
        ({"big_numbers": "exact"}, ValueError),
    ],
)
def test_no_option_is_ignored(engine, arguments, kind):
    with pytest.raises(kind):
        engine.loads("[]", **arguments)


def test_messages_of_argument_errors_are_the_same_in_all_engines(engines):
    for arguments in (
        {"nonsense": 1},
        {"duplicate_key": "first"},
        {"lone_surrogates": None},
        {"max_nesting": -1},
        {"max_members": "x"},
        {"cls": 1},
    ):
        messages = set()
        for engine in engines:
            with pytest.raises((TypeError, ValueError, NotImplementedError)) as caught:
                engine.loads("[]", **arguments)
            messages.add((type(caught.value), str(caught.value)))
        assert len(messages) == 1, messages


def test_takes_one_positional_argument(engine):
    for call in (lambda: engine.loads(), lambda: engine.loads("[]", "[]")):
        with pytest.raises(TypeError):
            call()
    assert engine.loads(s="[1]") == [1]


def test_equal_keys_are_one_object_and_the_cache_is_bounded():
    value = fastjson.loads('[{"some key":1},{"some key":2}]')
    if fastjson.engine == "cpython":
        assert next(iter(value[0])) is next(iter(value[1]))
    for start in range(0, 100000, 1000):
        text = json.dumps([{f"key {i}": i} for i in range(start, start + 1000)])
        assert fastjson.loads(text) == json.loads(text)


def test_keys_of_every_length_and_of_like_ends(engine):
    for length in range(70):
        keys = ["x" * length, "x" * max(length - 1, 0) + "y", "y" + "x" * max(length - 1, 0)]
        middle = length // 2
        keys += ["x" * middle + c + "x" * (length - middle) for c in "abc\u00e9"]
        for _ in range(2):
            for key in keys:
                assert engine.loads(json.dumps({key: 1})) == {key: 1}
                assert engine.loads(json.dumps({key: 1}, ensure_ascii=False)) == {key: 1}


def test_reads_the_same_as_the_json_module_on_random_documents(engine):
    generator = random.Random(7)
    alphabet = 'ab"\\/\n\u007f\u00e9\u0100\u65e5\uffff\U0001f600'

    def text():
        return "".join(generator.choice(alphabet) for _ in range(generator.randrange(40)))

    def value(depth):
        kind = generator.randrange(8 if depth else 6)
        if kind == 0:
            return text()
        if kind == 1:
            return generator.randrange(-(10 ** generator.randrange(30)), 10 ** generator.randrange(30))
        if kind == 2:
            return generator.uniform(-1, 1) * 10.0 ** generator.randrange(-300, 300)
        if kind < 6:
            return (None, True, False)[kind - 3]
        if kind == 6:
            return [value(depth - 1) for _ in range(generator.randrange(12))]
        return {text(): value(depth - 1) for _ in range(generator.randrange(12))}

    for _ in range(300):
        document = value(4)
        for ascii_only in (True, False):
            dumped = json.dumps(document, ensure_ascii=ascii_only)
            assert engine.loads(dumped) == document
            assert engine.loads(dumped.encode()) == document
        assert json.loads(engine.dumps(document)) == document
        assert json.loads(engine.dumps_bytes(document, indent=1, ensure_ascii=True)) == document
