"""What dumps promises: bytes, options, subclasses, callbacks, errors."""

import collections
import enum
import json
import math
import pickle
import random
import struct

import pytest

from fastjson import JSONEncodeError, JSONEncodeTypeError


def every(engine, value, **options):
    text = engine.dumps(value, **options)
    assert engine.dumps_bytes(value, **options) == text.encode("utf-8")
    return text


@pytest.mark.parametrize(
    "value, text",
    [
        (None, "null"),
        (True, "true"),
        (False, "false"),
        (0, "0"),
        (-1, "-1"),
        (2**30 - 1, "1073741823"),
        (2**30, "1073741824"),
        (-(2**60), "-1152921504606846976"),
        (2**63 - 1, "9223372036854775807"),
        (-(2**63), "-9223372036854775808"),
        (2**64 - 1, "18446744073709551615"),
        (2**200, "1606938044258990275541962092341162602522202993782792835301376"),
        (1.0, "1.0"),
        (-0.0, "-0.0"),
        (0.1, "0.1"),
        (1e16, "10000000000000000.0"),
        (1e20, "100000000000000000000.0"),
        (1e21, "1e+21"),
        (1e-6, "0.000001"),
        (1e-7, "1e-7"),
        (5e-324, "5e-324"),
        ("", '""'),
        ("a", '"a"'),
        ('"\\/\b\f\n\r\t\0\x1f\x7f', '"\\"\\\\/\\b\\f\\n\\r\\t\\u0000\\u001f\x7f"'),
        ("caf\u00e9 \u65e5 \U0001f600", '"caf\u00e9 \u65e5 \U0001f600"'),
        ("\ud83d", '"\\ud83d"'),
        ([], "[]"),
        ((), "[]"),
        ({}, "{}"),
        ([1, (2, [3]), {"a": {}}], '[1,[2,[3]],{"a":{}}]'),
        ({"a": 1, 2: 3, 2.5: 4, True: 5, None: 6, 1e16: 7}, None),
    ],
)
def test_writes_each_kind_of_value(engine, value, text):
    if text is None:
        text = '{"a":1,"2":3,"2.5":4,"true":5,"null":6,"10000000000000000.0":7}'
    assert every(engine, value) == text


def test_integers_have_no_limit(engine):
    value = 10**4300
    assert every(engine, value) == "1" + "0" * 4300
    assert every(engine, {value: -value}) == '{"1' + "0" * 4300 + '":-1' + "0" * 4300 + "}"


def test_random_doubles_read_back_as_the_same_bits(engine):
    generator = random.Random(1)
    values = []
    while len(values) < 2000:
        (real,) = struct.unpack("<d", struct.pack("<Q", generator.getrandbits(64)))
        if math.isfinite(real):
            values.append(real)
    text = every(engine, values)
    assert json.loads(text) == values
    for real, written in zip(values, text[1:-1].split(",")):
        digits = written.lower().lstrip("-").split("e")[0].replace(".", "").strip("0")
        assert len(digits) == len(repr(real).lower().lstrip("-").split("e")[0].replace(".", "").strip("0"))


@pytest.mark.parametrize("indent", [None, 0, 1, 2, 4, -3, True, "\t", "", "  \t"])
@pytest.mark.parametrize("separators", [None, (",", ":"), (", ", ": "), (" ,", " : "), [",\n", ":\t"]])
def test_layout_is_that_of_the_json_module(engine, indent, separators):
    value = {"a": [1, [], {}, [2, 3]], "b,:": {"c": {"d": 'x,y:z\\",'}}, "e": ()}
    given = separators
    if given is None:
        given = (",", ":") if indent is None else (",", ": ")
    assert every(engine, value, indent=indent, separators=separators) == json.dumps(
        value, indent=indent, separators=given, ensure_ascii=False
    )


class Text(str):
    pass


class Items(list):
    pass


class Members(dict):
    pass


def odd_value(generator, depth):
    """Of all kinds that the loops over exact types leave to each other in the middle."""
    kind = generator.randrange(16 if depth < 40 else 9)
    if kind < 9:
        text = "".join(
            generator.choices(["a", "xyz", "\n", "\u00e9", "\u65e5", "\U0001f600", '"'], k=kind * 5)
        )
        return [None, True, False, kind, -(2**70), 1.5, text, Text(text), ()][kind]
    items = [odd_value(generator, depth + 1) for _ in range(generator.randrange(4))]
    if kind < 12:
        return [items, tuple(items), Items(items)][kind - 9]
    keys = [f"key{i}" for i in range(len(items))]
    if kind == 12:
        keys = [generator.choice([i, str(i), Text(i), i + 0.5]) for i in range(len(items))]
    members = dict(zip(keys, items))
    if kind == 13:
        members = Members(members)
    if kind == 14:  # of which some are deleted
        members = {"first": 1, **members, "last": 2, "more": 3}
        for key in generator.sample(list(members), generator.randrange(len(members) + 1)):
            del members[key]
    return members


@pytest.mark.parametrize("indent", [0, 1, 2, 4, 40, "\t"])
def test_indented_text_of_odd_values(engine, indent):
    generator = random.Random(7)
    for _ in range(150):
        value = [odd_value(generator, 0)]
        expected = json.dumps(value, indent=indent, ensure_ascii=False)
        assert every(engine, value, indent=indent) == expected
        assert engine.dumps(value, indent=indent, max_output_bytes=10**9) == expected
    deep = []
    for _ in range(400):
        deep = generator.choice([[1, deep], {"a": deep, "b": 2}, Items([deep]), (deep,)])
    assert every(engine, deep, indent=indent) == json.dumps(deep, indent=indent)


def test_options_hold_in_indented_text(engine):
    for value, options in [
        ([1, ["\ud800"]], {"lone_surrogates": "error"}),
        ([1, {"a": math.nan}], {}),
        ([1, {"a": {1: object()}}], {}),
        ([1, {"a": {"b": (1, 2)}}], {"max_nesting": 3}),
        ({"a": {2: 3}}, {"strict": True}),
        (["x" * 100], {"max_output_bytes": 90}),
    ]:
        with pytest.raises((JSONEncodeError, JSONEncodeTypeError)) as compact:
            engine.dumps(value, **options)
        with pytest.raises((JSONEncodeError, JSONEncodeTypeError)) as indented:
            engine.dumps(value, indent=2, **options)
        assert indented.value.code == compact.value.code
        assert indented.value.pointer == compact.value.pointer
    assert engine.dumps(["\ud800"], indent=1, lone_surrogates="replace") == '[\n "\ufffd"\n]'
    assert engine.dumps(["/\u00e9"], indent=1, script_safe=True, ascii_only=True) == '[\n "\\/\\u00e9"\n]'
    assert engine.dumps([math.inf], indent=1, nan="literal") == "[\n Infinity\n]"
    assert engine.dumps([{1}], indent=1, default=list) == "[\n [\n  1\n ]\n]"


def test_layout_strings(engine):
    value = {"a": [1, 2]}
    assert every(engine, value, object_nl="\n", space=" ", space_before="\t") == '{\n"a"\t: [1,2]\n}'
    assert every(engine, value, indent=2, space="") == '{\n  "a":[\n    1,\n    2\n  ]\n}'


def test_escaping_options(engine):
    value = "</script>\u2028\u00e9\U0001f600\x7f"
    assert every(engine, value, ensure_ascii=True) == '"</script>\\u2028\\u00e9\\ud83d\\ude00\x7f"'
    assert every(engine, value, ascii_only=True) == every(engine, value, ensure_ascii=True)
    assert every(engine, value, script_safe=True) == '"<\\/script>\\u2028\u00e9\U0001f600\x7f"'
    for text in ("\u00e9" * 50, "\u65e5" * 50, "a\ud800\U0001f600" * 20, "x" * 100 + "\u00ff\n"):
        assert every(engine, text, ensure_ascii=True) == json.dumps(text)


def test_keys_are_sorted_by_utf16_code_units(engine):
    keys = [
        "\uffff",
        "\U0001f600",
        "z",
        "",
        "a",
        "aa",
        "\u00e9",
        "\ud83d",
        "\ud83d\uffff",
        "\ue000",
        "\u0100",
    ]
    generator = random.Random(3)
    for _ in range(5):
        generator.shuffle(keys)
        ordered = sorted(keys, key=lambda k: k.encode("utf-16-be", "surrogatepass"))
        expected = "{" + ",".join(f"{every(engine, k)}:0" for k in ordered) + "}"
        assert every(engine, dict.fromkeys(keys, 0), sort_keys=True) == expected
    many = {f"{i * 7919 % 1000}": i for i in range(1000)}
    assert every(engine, many, sort_keys=True) == json.dumps(many, sort_keys=True, separators=(",", ":"))
    assert (
        every(engine, {10: 1, "9": 2, None: 3, 1.5: 4}, sort_keys=True) == '{"1.5":4,"10":1,"9":2,"null":3}'
    )
    assert every(engine, {1: "a", "1": "b"}, sort_keys=True) == '{"1":"a","1":"b"}'


def sortable(generator, depth):
    if depth == 4 or generator.randrange(4) == 0:
        return generator.choice([1, "x", [], {}, [None, {"b": 1, "a": 2}], {1: 2, "0": 3}])
    keys = []
    for _ in range(generator.choice([1, 3, 9, 40, 700 if depth == 1 else 5])):
        alphabet = "ab\0" if generator.randrange(50) else "a\u00e9\uffff\U0001f600"
        keys.append(
            "prefix89" * generator.randrange(2)
            + "".join(generator.choices(alphabet, k=generator.randrange(12)))
        )
    members = {key: sortable(generator, depth + 1) if i < 5 else i for i, key in enumerate(keys)}
    for key in generator.sample(list(members), len(members) // 5):
        del members[key]
    return generator.choice([members, [members, {}], (members,)])


def sorted_members(value):
    if isinstance(value, dict):
        keys = sorted(value, key=lambda key: str(key).encode("utf-16-be"))
        return {key: sorted_members(value[key]) for key in keys}
    if isinstance(value, (list, tuple)):
        return [sorted_members(item) for item in value]
    return value


@pytest.mark.parametrize("indent", [None, 2])
def test_members_in_order(engine, indent):
    generator = random.Random(11)
    for _ in range(100):
        value = sortable(generator, 0)
        expected = json.dumps(
            sorted_members(value),
            indent=indent,
            separators=(",", ":" if indent is None else ": "),
            ensure_ascii=False,
        )
        assert every(engine, value, sort_keys=True, indent=indent) == expected
        with pytest.raises(JSONEncodeTypeError) as caught:
            engine.dumps({"z": value, "b": {"y": 1, "a": [value, object()]}}, sort_keys=True, indent=indent)
        assert caught.value.pointer == "/b/a/1"


def test_canonical_is_rfc_8785_with_exact_integers(engine):
    value = {"b": [1.0, 1e21, -0.0, 0.5], "a": 2**70}
    assert every(engine, value, canonical=True) == '{"a":1180591620717411303424,"b":[1,1e+21,0,0.5]}'
    for other in ({"indent": 1}, {"ensure_ascii": True}, {"allow_nan": True}):
        with pytest.raises(ValueError):
            engine.dumps(value, canonical=True, **other)


@pytest.mark.parametrize("real", [math.nan, math.inf, -math.inf])
def test_nan_is_an_error_unless_allowed(engine, real):
    literal = "NaN" if real != real else "Infinity" if real > 0 else "-Infinity"
    for value in ([0, {"k": real}], {real: 1}):
        with pytest.raises(JSONEncodeError) as caught:
            engine.dumps(value)
        assert caught.value.code == "nan"
        assert not isinstance(caught.value, TypeError)
    with pytest.raises(JSONEncodeError):
        engine.dumps(real, allow_nan=False)
    assert every(engine, real, allow_nan=True) == literal
    assert every(engine, [real], nan="null") == "[null]"
    assert every(engine, {real: real}, nan="literal") == f'{{"{literal}":{literal}}}'


def test_lone_surrogates_by_the_option(engine):
    assert every(engine, {"\ud800": "a\udc00"}, lone_surrogates="replace") == '{"\ufffd":"a\ufffd"}'
    with pytest.raises(JSONEncodeError) as caught:
        engine.dumps(["x", "a\udc00"], lone_surrogates="error")
    assert (caught.value.code, caught.value.pointer) == ("lone_surrogate", "/1")


@pytest.mark.parametrize("beside", ["", "\U0001f600"])
def test_two_surrogates_beside_each_other_are_written_as_two_however_wide_the_str_is(engine, beside):
    value = {"\ud83d\ude00" + beside: ["x\ud83d\ude00y" + beside]}
    text = f'{{"\\ud83d\\ude00{beside}":["x\\ud83d\\ude00y{beside}"]}}'
    assert every(engine, value) == every(engine, value, sort_keys=True) == text
    replaced = f'{{"\ufffd\ufffd{beside}":["x\ufffd\ufffdy{beside}"]}}'
    assert every(engine, value, lone_surrogates="replace") == replaced
    with pytest.raises(JSONEncodeError):
        engine.dumps("\ud83d\ude00" + beside, lone_surrogates="error")


def test_a_pointer_has_one_replacement_character_for_a_lone_surrogate(engine):
    with pytest.raises(JSONEncodeError) as caught:
        engine.dumps({"a\ud800\udbff\udc00": {"\udc00": math.nan}})
    assert (caught.value.code, caught.value.pointer) == ("nan", "/a\ufffd\U0010fc00/\ufffd")


class Colour(enum.IntEnum):
    RED = 7


class Name(str):
    def __str__(self):
        return "never"

    __repr__ = __str__


class Number(int):
    def __repr__(self):
        return "never"

    __str__ = __repr__
    __index__ = None


class Real(float):
    def __repr__(self):
        return "never"

    __str__ = __repr__


class Row(list):
    def __iter__(self):
        raise AssertionError("never")


Point = collections.namedtuple("Point", "x y")


def test_subclasses_are_written_by_the_value_of_the_base(engine):
    value = [Colour.RED, Name("n"), Number(5), Number(2**62), Real(1.5), Row([1]), Point(1, 2)]
    assert every(engine, value) == '[7,"n",5,4611686018427387904,1.5,[1],[1,2]]'
    assert every(engine, {Colour.RED: 1, Name("\u00e9"): 2, Real(2.5): 3}) == '{"7":1,"\u00e9":2,"2.5":3}'
    assert every(engine, {Name("b"): 1, Name("a"): 2}, sort_keys=True) == '{"a":2,"b":1}'


def test_subclasses_of_dict_are_written_by_their_items(engine):
    ordered = collections.OrderedDict(a=1, b=2)
    ordered.move_to_end("a")

    class Items(dict):
        def items(self):
            return [("x", 1), ("w", [2])]

    class Wrong(dict):
        def items(self):
            return [("x", 1, 2)]

    class Raises(dict):
        def items(self):
            raise KeyError("mine")

    assert every(engine, ordered) == '{"b":2,"a":1}'
    assert every(engine, collections.defaultdict(int, a=1)) == '{"a":1}'
    assert every(engine, Items(a=0)) == '{"x":1,"w":[2]}'
    assert every(engine, Items(), sort_keys=True) == '{"w":[2],"x":1}'
    with pytest.raises(ValueError, match="items must return 2-tuples"):
        engine.dumps(Wrong(a=1))
    with pytest.raises(KeyError, match="mine"):
        engine.dumps([Raises(a=1)])


def test_a_dict_with_deleted_members(engine):
    value = {"a": True, "b": False}
    del value["b"]
    assert every(engine, value) == '{"a":true}'

    class Holder:
        pass

    holder = Holder()
    holder.a = True
    assert every(engine, holder.__dict__) == '{"a":true}'


def test_skipkeys(engine):
    value = {b"x": 1, "a": 2, (1,): 3, "b": {object(): 1}}
    for sort_keys in (False, True):
        assert every(engine, value, skipkeys=True, sort_keys=sort_keys) == '{"a":2,"b":{}}'
    with pytest.raises(JSONEncodeTypeError):
        engine.dumps(value, skipkeys=False)


@pytest.mark.parametrize("value", [b"x", {1}, 1j, object(), bytearray(b"x"), range(3), math])
def test_what_has_no_json_form_is_a_type_error_with_its_place(engine, value):
    with pytest.raises(JSONEncodeTypeError) as caught:
        engine.dumps({"a~/\u00e9": [0, [value]]})
    assert isinstance(caught.value, TypeError)
    assert isinstance(caught.value, ValueError)
    assert caught.value.pointer == "/a~0~1\u00e9/1/0"
    assert str(caught.value) == f"Object of type {type(value).__name__} is not JSON serializable"
    again = pickle.loads(pickle.dumps(caught.value))
    assert (str(again), vars(again)) == (str(caught.value), vars(caught.value))


@pytest.mark.parametrize("sort_keys", [False, True])
def test_a_key_that_has_no_json_form_is_a_type_error(engine, sort_keys):
    with pytest.raises(TypeError, match="keys must be str, int, float, bool or None, not bytes") as caught:
        engine.dumps({"a": {b"k": 1}}, sort_keys=sort_keys)
    assert caught.value.pointer == "/a"


def test_default_is_called_as_by_the_json_module(engine):
    value = [{1}, {"k": {2, 3}}, "x"]

    def default(o):
        calls.append(o)
        return sorted(o) if len(o) > 1 else {min(o)} | {0}

    calls = []
    text = engine.dumps(value, default=default)
    ours, calls = calls, []
    assert text == json.dumps(value, default=default, separators=(",", ":"))
    assert ours == calls


def test_an_exception_of_default_comes_out_as_it_is(engine):
    class Mine(BaseException):
        pass

    mine = Mine()

    def default(o):
        raise mine

    for _ in range(3):
        with pytest.raises(Mine) as caught:
            engine.dumps([1, {"a": [object()]}], default=default)
        assert caught.value is mine
    assert engine.dumps([1]) == "[1]"


def test_default_may_come_back_in(engine):
    def default(o):
        inner = engine.dumps({"inner": [{9}]}, default=list)
        assert engine.loads(inner) == {"inner": [[9]]}
        return inner

    value = ["x" * 5000, {1}, "y" * 5000, {2}]
    inner = '"{\\"inner\\":[[9]]}"'
    assert engine.dumps(value, default=default) == f'["{"x" * 5000}",{inner},"{"y" * 5000}",{inner}]'


def test_default_that_calls_dumps_without_end_is_a_recursion_error(engine):
    def default(o):
        return engine.dumps(o, default=default)

    with pytest.raises(RecursionError):
        engine.dumps(object(), default=default)


def test_default_without_end_is_circular_or_nesting(engine):
    with pytest.raises(JSONEncodeError) as caught:
        engine.dumps(object(), default=lambda o: o)
    assert caught.value.code == "circular"
    with pytest.raises(JSONEncodeError) as caught:
        engine.dumps(object(), default=lambda o: object())
    assert caught.value.code == "nesting"


class Evil:
    pass


@pytest.mark.parametrize(
    "change",
    [
        lambda outer, inner: outer.clear(),
        lambda outer, inner: inner.clear(),
        lambda outer, inner: (outer.clear(), inner.clear()),
        lambda outer, inner: outer.update({str(i): [i] for i in range(1000)}),
        lambda outer, inner: inner.extend([[i] for i in range(1000)]),
        lambda outer, inner: inner.pop(),
    ],
)
@pytest.mark.parametrize("sort_keys", [False, True])
def test_a_container_that_default_changes_is_an_error_never_a_crash(engine, change, sort_keys):
    for _ in range(20):
        inner = [["x" * 100], Evil(), {"y" * 100: 1}, ["z" * 100]]
        outer = {"A" * 100: ["q" * 50], "B" * 100: inner, "C" * 100: {"r" * 50: Evil()}}

        def default(o, outer=outer, inner=inner):
            change(outer, inner)
            return "changed"

        try:
            engine.dumps(outer, default=default, sort_keys=sort_keys)
        except JSONEncodeError as error:
            assert error.code == "changed"
            assert error.pointer in ("", "/" + "B" * 100)


class Change:
    """What default() is called for: changes a container that may be open, or gives more of them."""

    def __init__(self, generator, containers):
        self.kind = generator.randrange(5)
        self.container = generator.randrange(1000)
        self.place = generator.randrange(1000)
        self.clears = generator.randrange(5) == 0
        self.containers = containers

    def default(self):
        container = self.containers[self.container % len(self.containers)]
        if self.kind == 0:
            return [Other([1, {}]), {"q": Other("s")}]
        if self.kind == 1 and self.clears:
            container.clear()
        elif self.kind < 4 and container:
            keys = list(container) if isinstance(container, dict) else range(len(container))
            container[keys[self.place % len(keys)]] = {"new": [self.place]}
        return [self.place]


class Other:
    def __init__(self, value):
        self.value = value

    def default(self):
        return self.value


def changing_value(generator, containers, depth):
    kind = generator.randrange(9 if depth < 6 else 5)
    if kind < 5:
        return [1, "x", None, 1.5, None][kind] if kind < 4 else Change(generator, containers)
    if kind == 5:
        return tuple(changing_value(generator, containers, depth + 1) for _ in range(3))
    container = {} if kind < 7 else []
    containers.append(container)
    for i in range(generator.randrange(6)):
        value = changing_value(generator, containers, depth + 1)
        if isinstance(container, dict):
            container[f"key{i}"] = value
        else:
            container.append(value)
    return container


@pytest.mark.parametrize("options", [{}, {"indent": 1}, {"sort_keys": True}])
def test_what_callbacks_change_means_the_same_to_all_engines(engines, options):
    codes = set()
    for seed in range(400):
        outcomes = []
        for engine in engines:
            generator = random.Random(seed)
            containers = [[0]]
            value = [changing_value(generator, containers, 0) for _ in range(6)]
            containers.append(value)
            try:
                outcomes.append(engine.dumps(value, default=lambda change: change.default(), **options))
                codes.add("ok")
            except JSONEncodeError as error:
                outcomes.append((error.code, error.pointer))
                codes.add(error.code)
        assert outcomes[1:] == outcomes[:1] * (len(outcomes) - 1)
    assert codes == {"ok", "changed"}


def test_items_of_a_subclass_may_change_what_is_around_it(engine):
    class Items(dict):
        def items(self):
            outer.clear()
            return [("x" * 100, ["y" * 100])]

    outer = [["a" * 100], Items(), ["b" * 100]]
    with pytest.raises(JSONEncodeError) as caught:
        engine.dumps(outer)
    assert caught.value.code == "changed"


def test_values_may_be_replaced_by_default(engine):
    value = {"a": Evil(), "b": 1, "c": 2}

    def default(o):
        value["b"] = ["new"]
        value["a"] = None
        return "old"

    assert engine.dumps(value, default=default) == '{"a":"old","b":["new"],"c":2}'


def test_circular_references_are_errors(engine):
    loops = []
    for length in (1, 2, 3, 5, 8, 100, 400):
        for lead in (0, 1, 7):
            first = []
            node = first
            for i in range(length - 1):
                inner = [] if i % 2 else {}
                node.append(inner) if isinstance(node, list) else node.update(a=inner)
                node = inner
            node.append(first) if isinstance(node, list) else node.update(a=first)
            value = first
            for _ in range(lead):
                value = {"lead": value}
            loops.append(value)
    for value in loops:
        with pytest.raises(ValueError, match="Circular reference detected") as caught:
            engine.dumps(value)
        assert caught.value.code == "circular"
        with pytest.raises(ValueError, match="Circular"):
            engine.dumps(value, check_circular=False)
    shared = [1]
    shared = {"a": shared, "b": [shared, shared, {"c": shared}]}
    assert every(engine, [shared, shared]) == json.dumps([shared, shared], separators=(",", ":"))


def test_deep_nesting_is_an_error_with_a_code_not_a_recursion_error(engine):
    def nested(depth):
        value = []
        for i in range(depth - 1):
            value = [value] if i % 2 else {"a": value}
        return value

    assert engine.dumps(nested(1024))
    for depth in (1025, 50000):
        with pytest.raises(JSONEncodeError) as caught:
            engine.dumps(nested(depth))
        assert caught.value.code == "nesting"
    assert engine.dumps([[1]], max_nesting=2) == "[[1]]"
    with pytest.raises(JSONEncodeError):
        engine.dumps([[1]], max_nesting=1)


@pytest.mark.parametrize(
    "arguments, kind",
    [
        ({"nonsense": 1}, TypeError),
        ({"cls": json.JSONEncoder}, NotImplementedError),
        ({"indent": 1.5}, TypeError),
        ({"indent": "ab"}, ValueError),
        ({"indent": 2147483647}, ValueError),
        ({"indent": 10**30}, ValueError),
        ({"indent": "\u00a0"}, ValueError),
        ({"separators": (";", ":")}, ValueError),
        ({"separators": (",,", ":")}, ValueError),
        ({"separators": (",",)}, ValueError),
        ({"separators": (1, 2)}, TypeError),
        ({"separators": 5}, TypeError),
        ({"nan": "nil"}, ValueError),
        ({"lone_surrogates": "keep"}, ValueError),
        ({"max_nesting": -1}, ValueError),
        ({"space": 1}, TypeError),
        ({"object_nl": "x"}, ValueError),
    ],
)
def test_no_option_is_ignored(engines, arguments, kind):
    messages = set()
    for engine in engines:
        with pytest.raises(kind) as caught:
            engine.dumps([], **arguments)
        messages.add(str(caught.value))
    assert len(messages) == 1, messages


def test_max_output_bytes(engine):
    assert engine.dumps("abc", max_output_bytes=5) == '"abc"'
    with pytest.raises(JSONEncodeError) as caught:
        engine.dumps(["abc"] * 1000, max_output_bytes=100)
    assert caught.value.code == "limit"


def test_takes_one_positional_argument(engine):
    for call in (lambda: engine.dumps(), lambda: engine.dumps(1, 2)):
        with pytest.raises(TypeError):
            call()
    assert engine.dumps(obj=[1]) == "[1]"


def test_all_engines_fail_alike(engines):
    loop = [{"a": []}]
    loop[0]["a"].append(loop)
    values = [
        [{"a": [1, {"b~": object()}]}],
        {"a": {(1,): 2}},
        loop,
        {1.5: {None: {True: [math.nan]}}},
        {2**70: object()},
        [[[[[[[object()]]]]]]],
        {"k" * 600: object()},
        {"k" * 300: {"l" * 300: object()}},
        {"\ud800": object()},
    ]
    for value in values:
        for options in ({}, {"sort_keys": True}, {"max_nesting": 3}):
            seen = set()
            for engine in engines:
                with pytest.raises(JSONEncodeError) as caught:
                    engine.dumps(value, **options)
                error = caught.value
                seen.add((type(error), str(error), error.code, error.pointer))
            assert len(seen) == 1, seen
