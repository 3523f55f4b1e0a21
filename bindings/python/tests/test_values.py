"""Parts of a text, several values, pieces, unfinished texts, and lines: in every engine."""

import io
import json
import random

import pytest

import fastjson
from fastjson import JSONDecodeError, JSONEncodeError, JSONEncodeTypeError, JSONPointerError, Unfinished

# ---- get

TEXT = '{"a": [10, {"b~/\u00e9": "x"}], "": {"deep": [[1.5]]}, "a b": null, "twice": 1, "twice": [2]}'


@pytest.mark.parametrize("scope", ["whole", "first"])
@pytest.mark.parametrize(
    "pointer, expected",
    [
        ("", json.loads(TEXT)),
        ("/a/0", 10),
        ("/a/1/b~0~1\u00e9", "x"),
        ("//deep/0/0", 1.5),
        ("/a b", None),
    ],
)
def test_get_is_the_value_at_the_pointer(engine, scope, pointer, expected):
    for data in (TEXT, TEXT.encode(), bytearray(TEXT.encode()), memoryview(TEXT.encode())):
        assert engine.get(data, pointer, scope=scope) == expected


def test_get_takes_the_last_of_keys_that_stand_twice_or_the_first(engine):
    assert engine.get(TEXT, "/twice") == [2]
    assert engine.get(TEXT, "/twice", scope="first") == 1


def test_get_makes_nothing_of_the_rest(engine):
    seen = []
    assert engine.get('{"a": {"x": 1}, "b": {"y": 2}}', "/b", object_hook=seen.append) is None
    assert seen == [{"y": 2}]


@pytest.mark.parametrize(
    "pointer, code, offset, way",
    [
        ("/a/2", "not_found", 2, "/a"),
        ("/a/-", "not_found", 2, "/a"),
        ("/a/01", "not_found", 2, "/a"),
        ("/z", "not_found", 0, ""),
        ("/a/0/x", "not_found", 4, "/a/0"),
        ("a", "pointer", 0, ""),
        ("/a~2", "pointer", 3, ""),
    ],
)
def test_get_says_where_a_pointer_fails(engine, pointer, code, offset, way):
    with pytest.raises(JSONPointerError) as caught:
        engine.get(TEXT, pointer)
    error = caught.value
    assert isinstance(error, LookupError) and isinstance(error, JSONDecodeError)
    assert (error.code, error.offset, error.pointer, error.doc) == (code, offset, way, pointer)


def test_get_says_where_a_text_fails(engine):
    text = '{"\u00e9":\n[1, tru]}'
    for pointer in ("", "/nowhere"):
        with pytest.raises(JSONDecodeError) as caught:
            engine.get(text, pointer)
        with pytest.raises(JSONDecodeError) as plain:
            engine.loads(text)
        assert vars_of(caught.value) == vars_of(plain.value)
    assert engine.get('{"a": 1, x', "/a", scope="first") == 1


def vars_of(error):
    names = ("code", "offset", "line", "column", "pointer", "msg", "doc", "pos", "lineno", "colno")
    return type(error), str(error), {name: getattr(error, name) for name in names}


def test_get_refuses_other_arguments(engine):
    with pytest.raises(TypeError):
        engine.get(TEXT)
    with pytest.raises(TypeError):
        engine.get(TEXT, b"/a")
    with pytest.raises(ValueError):
        engine.get(TEXT, "/a", scope="some")
    with pytest.raises(TypeError):
        engine.get(TEXT, "/a", kind="lines")
    with pytest.raises(ValueError):
        engine.get(TEXT, "/a", scope="first", duplicate_key="error")
    assert engine.get(data=TEXT, pointer="/a/0") == 10


# ---- loads_many


def test_values_of_one_text_with_their_offsets(engine):
    text = ' {"a":1}[2]"\u00e9" 3.5\n4 true\tnull{} '
    values = engine.loads_many(text)
    assert iter(values) is values
    assert values.offset == 0
    taken = [(value, values.offset) for value in values]
    ends = [8, 11, 15, 19, 21, 26, 31, 33]
    assert taken == list(zip([{"a": 1}, [2], "\u00e9", 3.5, 4, True, None, {}], ends))
    assert next(values, "end") == "end"
    assert list(engine.loads_many("")) == list(engine.loads_many(b" \n ")) == []


def test_lines_with_their_offsets(engine):
    text = '1\r\n\n {"a":\t[]}\n"\u00e9"\n  \n[2] '
    values = engine.loads_many(text.encode(), kind="lines")
    assert [(value, values.offset) for value in values] == [
        (1, 3),
        ({"a": []}, 15),
        ("\u00e9", 20),
        ([2], 27),
    ]


def test_each_kind_of_text_is_taken(engine):
    for text in ("1 2", b"1 2", bytearray(b"1 2"), memoryview(b"x1 2")[1:], "1 2 \u00e9"[:4]):
        assert list(engine.loads_many(text)) == [1, 2]
    with pytest.raises(TypeError):
        engine.loads_many(3)
    with pytest.raises(TypeError):
        engine.loads_many()
    with pytest.raises(TypeError):
        engine.loads_many("1", "lines")
    for kind in ("one", "x", 1, None):
        with pytest.raises(ValueError):
            engine.loads_many("1", kind=kind)


def test_a_fault_has_its_place_in_the_whole_text(engine):
    text = '[1]\n{"\u00e9": [1,]}\n[2]'
    values = engine.loads_many(text)
    assert next(values) == [1]
    for _ in range(2):
        with pytest.raises(JSONDecodeError) as caught:
            next(values)
        error = caught.value
        assert (error.code, error.offset, error.line, error.column) == ("unexpected_byte", 14, 2, 10)
        assert (error.pointer, error.doc, error.pos, error.lineno, error.colno) == (
            "/\u00e9/1",
            text,
            13,
            2,
            10,
        )
        assert str(error).endswith(": line 2 column 10 (char 13)")


def test_lines_go_on_after_a_fault(engine):
    values = engine.loads_many('[1]\n[1,]\n{"a":nul}\n[2]\n', kind="lines")
    seen = []
    while True:
        try:
            seen.append(next(values))
        except StopIteration:
            break
        except JSONDecodeError as error:
            seen.append((error.code, error.line, error.offset, error.pointer))
    assert seen == [[1], ("unexpected_byte", 2, 7, "/1"), ("unexpected_byte", 3, 17, "/a"), [2]]


def test_many_faults_cost_no_more_than_they_must(engine):
    count = 3000
    text = ('{"a": "\u00e9\u00e9\u00e9"}x\n' * count).encode()
    values = engine.loads_many(text, kind="lines")
    faults = 0
    while True:
        try:
            next(values)
        except StopIteration:
            break
        except JSONDecodeError as error:
            faults += 1
            last = error
    assert faults == count
    assert (last.line, last.offset, last.lineno) == (count, len(text) - 2, count)
    assert last.pos == len(text.decode()) - 2
    assert last.doc == text.decode()


def test_hooks_of_several_values(engine):
    assert list(engine.loads_many('{"a":1,"a":2}{"b":[]}', object_pairs_hook=list)) == [
        [("a", 1), ("a", 2)],
        [("b", [])],
    ]

    def fails(value):
        raise ZeroDivisionError

    values = engine.loads_many('{"a":1}\n[2]\n', kind="lines", object_hook=fails)
    with pytest.raises(ZeroDivisionError):
        next(values)
    assert next(values) == [2]


def test_a_hook_cannot_come_back_in(engine):
    def again(value):
        return next(values)

    values = engine.loads_many('{"a":1} 2', object_hook=again)
    with pytest.raises(ValueError, match="already reading"):
        next(values)
    assert list(values) == [2]

    def feed(value):
        stream.feed("1 ")

    stream = engine.Stream(object_hook=feed)
    with pytest.raises(ValueError, match="already reading"):
        stream.feed('{"a":1} 2')
    assert stream.feed("") == []
    assert stream.finish() == [2]


def test_a_text_that_changes_between_values_is_harmless(engine):
    data = bytearray(b"[1] [2] [3] [4]")
    values = engine.loads_many(data)
    assert next(values) == [1]
    try:
        data[:] = b"x" * len(data)
    except BufferError:
        pass
    try:
        list(values)
    except JSONDecodeError:
        pass


# ---- Stream


def pieces(data, seed):
    chosen = random.Random(seed)
    while data:
        size = chosen.choice((1, 1, 2, 3, 7, 40))
        yield data[:size]
        data = data[size:]


@pytest.mark.parametrize("kind", ["values", "lines"])
@pytest.mark.parametrize("seed", range(6))
def test_pieces_give_what_the_whole_gives(engine, kind, seed):
    text = '{"a":[1,2.5,"\u00e9\\ud83d\\ude00"]}\n"x\U0001f600y"\n\n 12345 \n[true,{"k":null}]\nfalse\n-0.5'
    data = text.encode()
    whole = engine.loads_many(data, kind=kind)
    expected = [(value, whole.offset) for value in whole]
    stream = engine.Stream(kind)
    taken = []
    for piece in pieces(data, seed):
        values = stream.feed(piece)
        taken += values
        if values:
            assert (values[-1], stream.offset) == expected[len(taken) - 1]
    taken += stream.finish()
    assert taken == [value for value, _ in expected]
    assert stream.offset == len(data)
    assert stream.finish() == []
    with pytest.raises(ValueError):
        stream.feed(b"1")


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize(
    "text", ['{"\u00e9": [1,]}', "[1", "", '{"a":1}x', '"\\ud800"', "[1]\n[2]", "[nul]", "1e999 "]
)
def test_pieces_of_one_value_fail_as_the_whole_does(engine, seed, text):
    with pytest.raises(JSONDecodeError) as whole:
        engine.loads(text.encode())
    stream = engine.Stream("one")
    with pytest.raises(JSONDecodeError) as caught:
        for piece in pieces(text.encode(), seed):
            assert stream.feed(piece) == []
        stream.finish()
    names = ("code", "offset", "line", "column", "pointer", "msg")
    assert [getattr(caught.value, n) for n in names] == [getattr(whole.value, n) for n in names]


def test_one_value_is_given_at_the_end(engine):
    stream = engine.Stream(kind="one", big_numbers="text")
    assert stream.feed(" [1,") == []
    assert stream.feed(bytearray(b"2.50]")) + stream.feed(" ") + stream.finish() == [["1", "2.50"]]


def test_a_fault_brings_the_values_before_it_and_lines_go_on(engine):
    stream = engine.Stream("lines")
    assert stream.feed("[1]\n[2") == [[1]]
    with pytest.raises(JSONDecodeError) as caught:
        stream.feed("]\n[3]\nx\n[4]\n[y]\n[5]")
    error = caught.value
    assert error.values == [[2], [3]]
    assert (error.code, error.offset, error.line, error.column) == ("unexpected_byte", 12, 4, 1)
    assert (error.doc, error.pos) == ("", 12)
    with pytest.raises(JSONDecodeError) as caught:
        stream.feed("\n[6]\n")
    assert (caught.value.values, caught.value.line) == ([[4]], 6)
    assert stream.feed("[7]") == [[5], [6]]
    assert stream.finish() == [[7]]


def test_values_do_not_go_on_after_a_fault(engine):
    stream = engine.Stream()
    with pytest.raises(JSONDecodeError) as caught:
        stream.feed("[1] [2] x [3]")
    assert caught.value.values == [[1], [2]]
    for call in (lambda: stream.feed("[4]"), stream.finish):
        with pytest.raises(JSONDecodeError) as again:
            call()
        assert (again.value.values, again.value.offset) == ([], caught.value.offset)


def test_what_a_hook_raises_loses_no_value(engine):
    def hook(value):
        if value.get("bad"):
            raise ZeroDivisionError
        return value

    stream = engine.Stream("lines", object_hook=hook)
    with pytest.raises(ZeroDivisionError):
        stream.feed('1\n{"bad":1}\n{"good":1}\n')
    assert stream.feed("2\n") == [1, {"good": 1}, 2]


def test_a_stream_refuses_other_arguments(engine):
    for wrong in ("x", None, 1):
        with pytest.raises(ValueError):
            engine.Stream(kind=wrong)
    with pytest.raises(TypeError):
        engine.Stream("lines", 1)
    with pytest.raises(TypeError):
        engine.Stream(nonsense=1)
    with pytest.raises(TypeError):
        engine.Stream().feed(1)


# ---- loads_unfinished


@pytest.mark.parametrize(
    "text, value, complete, used",
    [
        ('{"a": [1, 2]} ', {"a": [1, 2]}, True, 14),
        ('{"a": [1, 2', {"a": [1]}, False, 8),
        ('{"a": [1, 2 ', {"a": [1, 2]}, False, 11),
        ('{"a": "\u00e9', {"a": "\u00e9"}, False, 9),
        ('{"a": "x\\ud83d', {"a": "x"}, False, 8),
        ('{"a": 1, "b', {"a": 1}, False, 7),
        ('{"a": {"b": tru', {"a": {}}, False, 7),
        ('[[], {"k": "}]"', [[], {"k": "}]"}], False, 15),
        ("[", [], False, 1),
        ("tru", None, False, 0),
        ("", None, False, 0),
        (" -", None, False, 0),
        ("12", 12, True, 2),
        ('"abc', "abc", False, 4),
    ],
)
def test_an_unfinished_text_is_read_as_far_as_it_goes(engine, text, value, complete, used):
    for data in (text, text.encode()):
        result = engine.loads_unfinished(data)
        assert isinstance(result, Unfinished)
        assert result == (value, complete, used)
        assert (result.value, result.complete, result.used) == (value, complete, used)


def test_every_beginning_of_a_text_is_unfinished(engine):
    text = '{"a":[1.5e3,{"b":"x\\n\\u00e9\\ud83d\\ude00"},true,null],"c":{"d":[[]]}}'
    for end in range(len(text)):
        _, complete, used = engine.loads_unfinished(text[:end])
        assert not complete and used <= end
    assert engine.loads_unfinished(text) == (json.loads(text), True, len(text))


@pytest.mark.parametrize("text", ["[1,,", '{"a" 1', "x", '"\\q', "[1] 2", "[01"])
def test_a_text_that_is_wrong_is_an_error_and_not_unfinished(engine, text):
    with pytest.raises(JSONDecodeError) as caught:
        engine.loads_unfinished(text)
    with pytest.raises(JSONDecodeError) as plain:
        engine.loads(text)
    assert vars_of(caught.value) == vars_of(plain.value)


def test_options_and_hooks_of_unfinished_texts(engine):
    seen = []

    def hook(pairs):
        seen.append(pairs)
        return pairs

    result = engine.loads_unfinished('{"a":1,"a":{"b":2},"c":[3 ', object_pairs_hook=hook)
    assert seen == [[("b", 2)], [("a", 1), ("a", [("b", 2)]), ("c", [3])]]
    assert result.value == seen[-1]
    assert engine.loads_unfinished("[1.50, /* x", allow_comments=True, big_numbers="text").value == ["1.50"]
    with pytest.raises(TypeError):
        engine.loads_unfinished("[", kind="lines")


# ---- lines out


def test_values_are_written_one_a_line(engine):
    assert engine.dumps_lines([]) == ""
    assert engine.dumps_lines(iter([{"a": "\u00e9"}, 1, "x\n", None])) == '{"a":"\u00e9"}\n1\n"x\\n"\nnull\n'
    assert engine.dumps_lines(range(3), max_output_bytes=6) == "0\n1\n2\n"
    assert (
        engine.dumps_lines([{"b": 1, "a": 2}], sort_keys=True, separators=(", ", ": "))
        == '{"a": 2, "b": 1}\n'
    )
    values = [{"k": [i, "\u00e9" * (i % 5)]} for i in range(300)]
    text = engine.dumps_lines(values)
    assert list(engine.loads_many(text, kind="lines")) == values


def test_lines_that_cannot_be_written(engine):
    with pytest.raises(JSONEncodeTypeError) as caught:
        engine.dumps_lines([1, {"a": [object()]}])
    assert caught.value.pointer == "/a/0"
    with pytest.raises(JSONEncodeError) as caught:
        engine.dumps_lines(range(4), max_output_bytes=7)
    assert caught.value.code == "limit"
    for layout in ({"indent": 1}, {"object_nl": "\r"}, {"separators": (",\n", ":")}):
        with pytest.raises(ValueError):
            engine.dumps_lines([], **layout)
    with pytest.raises(TypeError):
        engine.dumps_lines(3)

    def fails():
        yield 1
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        engine.dumps_lines(fails())
    assert engine.dumps_lines([{1, 2}], default=list) == "[1,2]\n"


def test_an_iterator_may_write_as_well(engine):
    def values():
        for i in range(50):
            yield engine.dumps_lines([i, [i]])

    assert engine.dumps_lines(values()) == "".join(json.dumps(f"{i}\n[{i}]\n") + "\n" for i in range(50))


def test_lines_go_to_a_file_as_they_come():
    out = io.StringIO()
    fastjson.dump_lines(({"a": "x" * 100} for _ in range(5000)), out)
    assert out.getvalue() == ('{"a":"' + "x" * 100 + '"}\n') * 5000
    out = io.StringIO()
    with pytest.raises(JSONEncodeTypeError):
        fastjson.dump_lines([1, 2, object(), 3], out)
    assert out.getvalue() == "1\n2\n"
    out = io.StringIO()
    with pytest.raises(JSONEncodeError) as caught:
        fastjson.dump_lines([1, 2, 3], out, max_output_bytes=5)
    assert (out.getvalue(), caught.value.code) == ("1\n2\n", "limit")
    with pytest.raises(ValueError):
        fastjson.dump_lines([1], out, indent=1)


# ---- text to text


def test_format_lays_out_anew():
    text = '{"b":[1,2.50],"a":"\u00e9\\/"} '
    assert fastjson.format(text) == '{"b":[1,2.5],"a":"\u00e9/"}'
    assert fastjson.format(text.encode(), sort_keys=True) == '{"a":"\u00e9/","b":[1,2.5]}'.encode()
    assert fastjson.format(text, indent=1, ensure_ascii=True) == json.dumps(json.loads(text), indent=1)
    assert fastjson.format(text, separators=(", ", ": ")) == json.dumps(json.loads(text), ensure_ascii=False)
    assert fastjson.format("[1.50,1e400]", parse={"big_numbers": "text"}) == "[1.50,1e400]"
    assert fastjson.format("[1,/**/]", parse={"allow_comments": True, "allow_trailing_comma": True}) == "[1]"
    assert fastjson.format("[NaN]", parse={"allow_nan": True}, nan="null") == "[null]"


def test_format_says_what_is_wrong():
    with pytest.raises(JSONDecodeError) as caught:
        fastjson.format("[1,\n]", indent=1)
    assert (caught.value.code, caught.value.line) == ("unexpected_byte", 2)
    with pytest.raises(JSONEncodeError) as caught:
        fastjson.format("[NaN]", parse={"allow_nan": True})
    assert (caught.value.code, caught.value.pointer) == ("nan", "/0")
    with pytest.raises(JSONEncodeError) as caught:
        fastjson.format("[1,2,3]", max_output_bytes=3)
    assert caught.value.code == "limit"
    for wrong in ({"nonsense": 1}, {"default": str}, {"parse": {"object_hook": list}}, {"parse": {"x": 1}}):
        with pytest.raises(TypeError):
            fastjson.format("[]", **wrong)
    with pytest.raises(ValueError):
        fastjson.format("[]", canonical=True, indent=1)


# RFC 6902, appendix A; RFC 7396, appendix A.
PATCHES = [
    ('{"foo":"bar"}', '[{"op":"add","path":"/baz","value":"qux"}]', '{"foo":"bar","baz":"qux"}'),
    ('{"baz":"qux","foo":"bar"}', '[{"op":"remove","path":"/baz"}]', '{"foo":"bar"}'),
    ('{"foo":["all","grass","cows","eat"]}', '[{"op":"move","from":"/foo/1","path":"/foo/3"}]',
     '{"foo":["all","cows","eat","grass"]}'),
]  # fmt: skip
MERGES = [
    ('{"a":"b"}', '{"a":"c"}', '{"a":"c"}'),
    ('{"a":"b","b":"c"}', '{"a":null}', '{"b":"c"}'),
    ('{"a":{"b":"c"}}', '{"a":{"b":"d","c":null}}', '{"a":{"b":"d"}}'),
    ('{"a":"foo"}', '"bar"', '"bar"'),
    ("[1,2]", '{"a":"b","c":null}', '{"a":"b"}'),
]


@pytest.mark.parametrize("target, patch, expected", PATCHES)
def test_patches_of_the_rfc(target, patch, expected):
    assert fastjson.patch(target, patch) == expected
    assert fastjson.patch(target.encode(), patch) == expected.encode()


@pytest.mark.parametrize("target, patch, expected", MERGES)
def test_merge_patches_of_the_rfc(target, patch, expected):
    assert fastjson.merge_patch(target, patch) == expected
    assert fastjson.merge_patch(target.encode(), bytearray(patch.encode())) == expected.encode()


def test_patches_that_cannot_be():
    with pytest.raises(JSONDecodeError) as caught:
        fastjson.patch('{"a":1}', '[{"op":"test","path":"/a","value":2}]')
    assert (caught.value.code, caught.value.pointer[:2]) == ("patch_test", "/0")
    with pytest.raises(JSONPointerError) as caught:
        fastjson.patch('{"a":1}', '[{"op":"remove","path":"/b"}]')
    assert (caught.value.code, caught.value.pointer) == ("not_found", "/0/path")
    with pytest.raises(JSONDecodeError) as caught:
        fastjson.patch("{}", '{"op":"add"}')
    assert caught.value.code == "patch"
    for function in (fastjson.patch, fastjson.merge_patch, fastjson.equal):
        with pytest.raises(JSONDecodeError) as caught:
            function("[1,]", "[]")
        assert (caught.value.code, caught.value.doc) == ("unexpected_byte", "[1,]")
        with pytest.raises(JSONDecodeError) as caught:
            function("[]", "[\n1,]")
        assert (caught.value.line, caught.value.doc) == (2, "[\n1,]")
        with pytest.raises(TypeError):
            function("[]", "[]", object_hook=list)


def test_patches_keep_numbers_if_told_to():
    assert fastjson.merge_patch('{"a":1.50}', '{"b":1E400}', big_numbers="text") == '{"a":1.50,"b":1E400}'


def test_equal_compares_values():
    assert fastjson.equal('{"a":1,"b":[2.0]}', b'{"b":[2e0], "a":1.0}') is True
    assert fastjson.equal("[1]", "[1,2]") is False
    assert fastjson.equal("0.1", "0.10000000000000001") is True
    assert fastjson.equal("0.1", "0.10000000000000001", big_numbers="text") is False
