"""Every option of the library under its name, in every engine, alone and with others; and prepared coders."""

import itertools
import json
import sys
import threading
from decimal import Decimal

import pytest

from fastjson import JSONDecodeError, JSONEncodeError, JSONEncodeTypeError, _options


def short(value):
    return value[:20] if isinstance(value, str) else type(value).__name__


DEEP = "[" * 5 + "]" * 5

#: option, value, text, what is read with it, the code without it
READING = [
    ("allow_nan", True, "[NaN]", None, "unexpected_byte"),
    ("allow_nan", True, "[1e999]", [float("inf")], "number_out_of_range"),
    ("allow_comments", True, "[1/*x*/] //", [1], "unexpected_byte"),
    ("allow_trailing_comma", True, '{"a":[1,],}', {"a": [1]}, "unexpected_byte"),
    ("allow_control_characters", True, '["\t"]', ["\t"], "control_character"),
    ("strict", False, '["\t"]', ["\t"], "control_character"),
    ("allow_invalid_escape", True, '["\\q"]', ["q"], "invalid_escape"),
    ("lone_surrogates", "keep", '["\\ud83d"]', ["\ud83d"], "invalid_surrogate"),
    ("lone_surrogates", "replace", '["\\ud83d"]', ["\ufffd"], "invalid_surrogate"),
    ("max_nesting", 2000, "[" * 1500 + "]" * 1500, None, "nesting"),
    ("max_nesting", None, "[" * 1500 + "]" * 1500, None, "nesting"),
    ("max_number_digits", 6000, "1" + "0" * 5000, 10**5000, "limit"),
    ("max_number_digits", 0, "1" + "0" * 5000, 10**5000, "limit"),
    ("big_numbers", "decimal", "[1e999]", [Decimal("1e999")], "number_out_of_range"),
    ("big_numbers", "text", "[1e999]", ["1e999"], "number_out_of_range"),
]

#: option, value, text that it refuses, code
REFUSING = [
    ("duplicate_key", "error", '{"a":1,"\\u0061":2}', "duplicate_key"),
    ("max_nesting", 4, DEEP, "nesting"),
    ("max_input_bytes", 9, DEEP, "limit"),
    ("max_number_digits", 20, "1" * 21, "limit"),
    ("max_string_bytes", 3, '["\u00e9\u00e9"]', "limit"),
    ("max_members", 2, "[1,2,3]", "limit"),
    ("max_members", 1, '{"a":1,"b":2}', "limit"),
]

#: How a text is read: a function of the engine with options, or a coder's.
WAYS = {
    "loads": lambda engine, text, options: engine.loads(text, **options),
    "Decoder": lambda engine, text, options: engine.Decoder(**options).loads(text),
    "decode": lambda engine, text, options: engine.Decoder(**options).decode(text.encode()),
    "get": lambda engine, text, options: engine.get(text, "", **options),
    "loads_many": lambda engine, text, options: next(engine.loads_many(text, **options)),
    "Stream": lambda engine, text, options: engine.Stream("one", **options).feed(text),
    "loads_unfinished": lambda engine, text, options: engine.loads_unfinished(text, **options).value,
}


def read(engine, way, text, options):
    if way == "Stream":
        stream = engine.Stream("one", **options)
        data = text.encode()
        return [
            value for i in range(0, len(data), 7) for value in stream.feed(data[i : i + 7])
        ] + stream.finish()
    return WAYS[way](engine, text, options)


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("name,option,text,expected,code", READING, ids=short)
def test_an_option_allows_what_is_refused_without_it(engine, way, name, option, text, expected, code):
    if way == "loads_unfinished" and code in ("limit", "number_out_of_range") and text[0] == "1":
        text += " "  # or it might go on
    with pytest.raises(JSONDecodeError) as caught:
        read(engine, way, text, {})
    assert caught.value.code == code
    value = read(engine, way, text, {name: option})
    value = value[0] if way == "Stream" else value
    if expected is not None:
        assert value == expected
        assert type(value) is type(expected)
    elif text == "[NaN]":
        assert value[0] != value[0]
    else:
        assert repr(type(value)) == repr(list)


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("name,option,text,code", REFUSING, ids=short)
def test_an_option_refuses_what_is_allowed_without_it(engine, way, name, option, text, code):
    read(engine, way, text, {})
    if way == "loads_unfinished" and name == "max_number_digits":
        text += " "  # or it might go on
    with pytest.raises(JSONDecodeError) as caught:
        read(engine, way, text, {name: option})
    assert caught.value.code == code


def test_big_numbers_as_text_are_every_byte_of_them(engine):
    text = '[1, -0, 1.0, 1E+2, 1e400, 12345678901234567890123, {"a": 2.50}, "x", null]'
    expected = ["1", "-0", "1.0", "1E+2", "1e400", "12345678901234567890123", {"a": "2.50"}, "x", None]
    assert engine.loads(text, big_numbers="text") == expected
    assert engine.loads(text, big_numbers="text", parse_int=int)[0] == 1
    assert engine.loads(text, big_numbers="text", parse_float=Decimal)[2] == Decimal("1.0")
    assert engine.loads(text, big_numbers="text", parse_float=Decimal)[0] == "1"
    assert engine.loads('{"a":1,"a":2}', big_numbers="text", object_pairs_hook=list) == [
        ("a", "1"),
        ("a", "2"),
    ]
    assert engine.loads("[NaN, 1]", big_numbers="text", allow_nan=True, parse_constant=str) == ["NaN", "1"]


def test_a_hook_for_integers_leaves_reals_as_they_are_without(engine):
    with pytest.raises(JSONDecodeError) as caught:
        engine.loads("[1, 1e400]", parse_int=str)
    assert caught.value.code == "number_out_of_range"
    assert engine.loads("[1, 0.5]", parse_int=str) == ["1", 0.5]


#: option, value: none changes what a plain text means
HARMLESS = {
    "strict": False,
    "allow_nan": True,
    "allow_comments": True,
    "allow_trailing_comma": True,
    "allow_control_characters": True,
    "allow_invalid_escape": True,
    "duplicate_key": "error",
    "lone_surrogates": "keep",
    "max_nesting": 50,
    "max_input_bytes": 10000,
    "max_number_digits": 100,
    "max_string_bytes": 100,
    "max_members": 100,
    "object_hook": lambda value: value,
    "object_pairs_hook": dict,
    "parse_int": int,
    "parse_float": float,
    "parse_constant": float,
    "cls": None,
    "big_numbers": "double",
}
PLAIN = {"a": [1, -2.5, 1e300, 2**70, "text \u00e9\U0001f600", None, True, False], "b": {}, "c": []}


def test_all_reading_options_are_tried_here():
    assert set(HARMLESS) == set(_options.PARSE_TABLE)


def test_reading_options_work_together_two_by_two(engine):
    text = json.dumps(PLAIN)
    for pair in itertools.combinations(HARMLESS, 2):
        assert engine.loads(text, **{name: HARMLESS[name] for name in pair}) == PLAIN, pair
    assert engine.loads(text, **HARMLESS) == PLAIN


HARMLESS_WRITING = {
    "indent": None,
    "ensure_ascii": False,
    "sort_keys": True,
    "default": str,
    "separators": (",", ":"),
    "allow_nan": False,
    "skipkeys": True,
    "check_circular": False,
    "cls": None,
    "ascii_only": False,
    "script_safe": True,
    "canonical": False,
    "strict": True,
    "nan": "error",
    "lone_surrogates": "error",
    "max_nesting": 9,
    "max_output_bytes": 1000,
    "space": "",
    "space_before": "",
    "object_nl": "",
    "array_nl": "",
}


def test_all_writing_options_are_tried_here():
    assert set(HARMLESS_WRITING) == set(_options.GENERATE_TABLE)


def test_writing_options_work_together_two_by_two(engine):
    plain = engine.dumps(PLAIN)
    assert json.loads(plain) == PLAIN
    for pair in itertools.combinations(HARMLESS_WRITING, 2):
        options = {name: HARMLESS_WRITING[name] for name in pair}
        assert engine.dumps(PLAIN, **options) == plain, pair
        assert engine.Encoder(**options).dumps_bytes(PLAIN) == plain.encode(), pair


def test_strict_writes_what_has_a_json_form_of_its_own(engine):
    class Word(str):
        pass

    class Fields(dict):
        pass

    value = [None, True, 1, 2.5, "x", Word("w"), (1, 2), {"k": [], Word("w"): 1}, Fields(a=1)]
    assert engine.dumps(value, strict=True) == engine.dumps(value)


@pytest.mark.parametrize("extra", [{}, {"sort_keys": True}, {"indent": 1}, {"default": str}])
def test_strict_refuses_keys_that_are_not_str_and_does_not_ask_default(engine, extra):
    for key in (1, 1.5, None, True):
        with pytest.raises(JSONEncodeTypeError) as caught:
            engine.dumps({"a": {"b": 1, key: 2}}, strict=True, **extra)
        assert caught.value.pointer == "/a"
        assert engine.dumps({"b": 1, key: 2}, strict=True, skipkeys=True, sort_keys=True) == '{"b":1}'
    with pytest.raises(JSONEncodeTypeError) as caught:
        engine.dumps([1, {1, 2}], strict=True, **extra)
    assert caught.value.pointer == "/1"


def test_options_that_contradict_each_other_are_refused(engine):
    for options in ({"canonical": True, "indent": 1}, {"canonical": True, "ascii_only": True}):
        for call in (engine.dumps, engine.dumps_bytes):
            with pytest.raises(ValueError):
                call([1], **options)


# ---- coders


def test_a_coder_does_what_the_functions_do(engine):
    text = '{"b":[1.50,2],"a":"\u00e9"}'
    decoder = engine.Decoder(big_numbers="decimal", object_pairs_hook=list)
    assert (
        decoder.loads(text) == decoder.decode(text.encode()) == [("b", [Decimal("1.50"), 2]), ("a", "\u00e9")]
    )
    encoder = engine.Encoder(sort_keys=True, indent=1, ensure_ascii=True, separators=(",  ", " : "))
    value = {"b": [1], "a": "\u00e9"}
    expected = engine.dumps(value, sort_keys=True, indent=1, ensure_ascii=True, separators=(",  ", " : "))
    assert encoder.dumps(value) == encoder.encode(value) == expected
    assert encoder.dumps_bytes(value) == expected.encode()
    assert engine.Encoder().dumps(value) == engine.dumps(value)
    assert engine.Decoder().loads(text) == engine.loads(text)
    laid_out = {"space": " ", "space_before": "\t", "object_nl": "\n", "array_nl": "\r\n", "indent": "\t"}
    encoders = [engine.Encoder(**laid_out) for _ in range(5)]
    assert {e.dumps(value) for e in encoders} == {engine.dumps(value, **laid_out)}


def test_a_coder_refuses_what_the_functions_refuse(engine):
    for make in (engine.Decoder, engine.Encoder):
        for wrong in ({"nonsense": 1}, {"max_nesting": "x"}):
            with pytest.raises(TypeError):
                make(**wrong)
        with pytest.raises(ValueError):
            make(max_nesting=-1)
        with pytest.raises(NotImplementedError):
            make(cls=json.JSONDecoder)
        with pytest.raises(TypeError):
            make(1)
    with pytest.raises(TypeError):
        engine.Decoder().loads()
    with pytest.raises(TypeError):
        engine.Decoder().loads(1)
    with pytest.raises(JSONDecodeError):
        engine.Decoder(allow_comments=True).loads("[1,]")
    with pytest.raises(JSONEncodeError):
        engine.Encoder(sort_keys=True).dumps([float("nan")])


def test_a_coder_serves_many_threads_and_comes_back_in(engine):
    encoder = engine.Encoder(default=lambda value: [*json.loads(decoder.loads('"[1]"')), str(value)])
    decoder = engine.Decoder(object_hook=lambda value: encoder.dumps([value]))
    expected = encoder.dumps([{1}, decoder.loads('{"a":{"b":1}}')])
    seen = []

    def work():
        for _ in range(200):
            if encoder.dumps([{1}, decoder.loads('{"a":{"b":1}}')]) != expected:
                seen.append("wrong")

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not seen


def test_coders_in_a_circle_are_collected(engine):
    import gc
    import weakref

    class Hook:
        def __call__(self, value):
            return value

    def make():
        hook = Hook()
        hook.coders = [engine.Decoder(object_hook=hook), engine.Encoder(default=hook)]
        hook.coders += [engine.loads_many("[]", parse_int=hook), engine.Stream(parse_float=hook)]
        return weakref.ref(hook)

    alive = [make() for _ in range(10)]
    gc.collect()
    assert not any(ref() for ref in alive)


def test_a_coder_holds_its_callables(engine):
    decoder = engine.Decoder(parse_int=lambda text: "int " + text, parse_float=lambda text: "real " + text)
    encoder = engine.Encoder(default=lambda value: "default")
    for _ in range(100):
        assert decoder.loads("[1, 1.5]") == ["int 1", "real 1.5"]
        assert encoder.dumps([object()]) == '["default"]'
    hook = lambda value: value  # noqa: E731
    before = sys.getrefcount(hook)
    for _ in range(100):
        engine.Decoder(object_hook=hook)
        engine.Encoder(default=hook)
    assert sys.getrefcount(hook) == before
