"""Objects of the same keys, and plain values: the quick ways give what the general ones give."""

import gc
import json
import random
import sys
import weakref

import pytest

from fastjson import _engine

TEXT = '{"a":[1],"b":{"x":1,"y":2,"z":3},"c":"q"}'


def test_objects_of_one_shape_are_apart(engine):
    for _ in range(5):
        value = engine.loads(TEXT)
    assert value == json.loads(TEXT)
    assert list(value) == ["a", "b", "c"]
    value["new"] = 1
    del value["a"]
    value["b"]["x"] = 5
    assert engine.loads(TEXT) == json.loads(TEXT)
    value.clear()
    assert engine.loads(TEXT) == json.loads(TEXT)


def test_objects_of_one_shape_are_collected(engine):
    class Weak(list):
        pass

    alive = []
    for _ in range(50):
        value = engine.loads(TEXT)
        circle = Weak([value])
        value["a"] = circle
        alive.append(weakref.ref(circle))
        del value, circle
    gc.collect()
    assert not any(ref() for ref in alive)


def test_references_of_one_shape_are_given_back(engine):
    if engine.name == "portable":
        pytest.skip("it has no shapes")
    text = '{"one":{"k":"a value","l":[],"m":0},"two":null,"three":true}'
    engine.loads(text)
    value = engine.loads(text)
    for _ in range(100):
        again = engine.loads(text)
    plain = json.loads(text)
    counts = [
        (sys.getrefcount(v["one"]), sys.getrefcount(v["one"]["l"]), sys.getrefcount(v["one"]["k"]))
        for v in (plain, value, again)
    ]
    assert counts[0] == counts[1] == counts[2]
    key = next(iter(again))
    count = sys.getrefcount(key)
    for _ in range(1000):
        engine.loads(text)
    assert sys.getrefcount(key) == count


SHAPES = [
    '{"k1":1,"k2":"text","k3":null}',
    '{"name":"x","at":[{"xx":1.5,"yy":2,"zz":true},{"xx":1,"yy":2,"zz":[]}],"more":{}}',
    '{"k1":0,"k2":0,"k3":0,"k4":0,"k5":0,"k6":0,"k7":0,"k8":0,"k9":0,"k10":0,"k11":0,"k12":0}',
    '{"k1":1,"k1":2,"k2":3,"k3":4}',
]


def objects_of(value, found):
    """Every object below a value and how many times it stands there; keys and values apart."""
    if isinstance(value, dict):
        for key, item in value.items():
            found.setdefault(id(key), [key, 0])[1] += 1
            objects_of(item, found)
    elif isinstance(value, list):
        for item in value:
            objects_of(item, found)
    return found


def counts_of(found):
    return {name: sys.getrefcount(entry[0]) for name, entry in found.items()}


def test_references_of_keys_are_those_that_stand(engine):
    for text in SHAPES:
        for _ in range(4):
            engine.loads(text)
        first = engine.loads(text)
        found = objects_of(first, {})
        before = counts_of(found)
        values = [engine.loads(text) for _ in range(20)]
        after = counts_of(found)
        if engine.name != "portable":  # it makes keys anew for each call
            assert after == {name: before[name] + 20 * entry[1] for name, entry in found.items()}
        del values
        assert counts_of(found) == before


@pytest.mark.skipif(sys.implementation.name != "cpython", reason="_testcapi is of CPython")
def test_references_when_memory_ends(engine):
    """Memory ends at every place once: nothing is lost, and nothing given back twice."""
    if engine.name == "portable":
        pytest.skip("it is Python code, in which 3.13.0 itself crashes without memory (making a function)")
    testcapi = pytest.importorskip("_testcapi")
    for text in SHAPES:
        for _ in range(4):
            first = engine.loads(text)
        found = objects_of(first, {})
        before = counts_of(found)
        failures = 0
        for place in range(60):
            value = None
            # Once what is asked for, and twice: after a copy of a pattern the usual way is tried.
            # Dicts and lists that are kept for the next to come would need no memory.
            kept = [[[] for _ in range(100)], [{"x": i} for i in range(100)]]
            testcapi.set_nomemory(place // 2, place // 2 + 1 + place % 2)
            try:
                value = engine.loads(text)
            except MemoryError:
                failures += 1
            finally:
                testcapi.remove_mem_hooks()
            del kept
            assert value is None or value == first
        value = None
        assert failures > 1
        assert counts_of(found) == before
        assert engine.loads(text) == first


class Circle:
    """Garbage that reads texts of other shapes when it is collected."""

    def __init__(self, loads, number):
        self.self = self
        self.loads = loads
        self.number = number

    def __del__(self):
        for i in range(3):
            n = self.number * 3 + i
            text = f'{{"f{n}":1,"g{n}":2,"h{n}":3}}'
            for _ in range(3):
                assert list(self.loads(text)) == [f"f{n}", f"g{n}", f"h{n}"]


def test_finalizers_read_in_the_middle(engine):
    limits = gc.get_threshold()
    gc.set_threshold(2)
    try:
        for number in range(60):
            Circle(engine.loads, number)
            for text in SHAPES:
                assert engine.loads(text) == json.loads(text)
    finally:
        gc.set_threshold(*limits)


def test_patterns_written_to_by_others(engine):
    """What the garbage collector lists can be written to."""
    text = '{"pattern one":1,"pattern two":"2","pattern three":[3]}'
    for _ in range(3):
        engine.loads(text)
    for new in ({"pattern one": None}, {"pattern four": []}):
        for pattern in gc.get_objects():
            if type(pattern) is dict and "pattern one" in pattern and len(pattern) == 3:
                pattern.update(new)
        del pattern
        for _ in range(4):
            assert engine.loads(text) == json.loads(text)
            assert list(engine.loads(text)) == list(json.loads(text))


def test_shapes_of_all_kinds(engine):
    chosen = random.Random(5)
    keys = [f"k{i}" for i in range(90)] + ["\u00e9", "\u00fc" * 30, "x" * 60, "y" * 49, ""]
    sizes = (1, 2, 3, 4, 5, 6, 8, 11, 20, 63, 64, 65, 80)
    shapes = [[chosen.choice(keys) for _ in range(chosen.choice(sizes))] for _ in range(200)]
    values = ("1", '"v"', "[1,2]", '{"a":1,"b":2,"c":3}', "null", "1.5")
    for _ in range(4):
        for shape in shapes:
            text = "{" + ",".join(f"{json.dumps(key)}:{chosen.choice(values)}" for key in shape) + "}"
            assert list(engine.loads(text).items()) == list(json.loads(text).items())
            hook = {"object_hook": lambda value: list(value.items())}
            assert engine.loads(text, **hook) == json.loads(text, **hook)


class Dict(dict):
    pass


class Text(str):
    pass


class Number(int):
    pass


class Values:
    """Random values: mostly plain ones, with all that is not."""

    lengths = (0, 1, 2, 3, 4, 7, 8, 15, 16, 17, 31, 32, 33, 47, 63, 64, 65, 100, 511, 512, 513, 600, 1500)
    alphabets = (
        "abc xyz/",
        'abc"\\\n\x00\x1f\x7f xyz',
        'ab"\\\u00e9',
        "\u3042\u4e9c\u20ac\u00e9a\n",
        "\ud800\udfffab\u3042",
        "\U0001f600a\u00e9\u20ac",
    )
    integers = (0, 1, -1, 2**30 - 1, 2**30, -(2**30), 2**60 - 1, 2**60, -(2**60), 2**63, 2**64, -(2**200))
    floats = (0.0, -0.0, 1.5, 1e300, 5e-324, -1e21, 1 / 3)

    def __init__(self, seed):
        self.random = random.Random(seed)

    def text(self):
        alphabet = self.random.choice(self.alphabets)
        return "".join(self.random.choice(alphabet) for _ in range(self.random.choice(self.lengths)))

    def scalar(self):
        kind = self.random.random()
        if kind < 0.4:
            return self.text()
        if kind < 0.6:
            return self.random.choice(self.integers)
        if kind < 0.75:
            return self.random.choice(self.floats)
        if kind < 0.77:
            return self.random.choice((float("nan"), object(), Text("x"), Number(5)))
        return self.random.choice((None, True, False))

    def value(self, depth):
        kind = self.random.random()
        size = self.random.choice((0, 1, 2, 3, 8))
        if depth == 0 or kind > 0.6:
            return self.scalar()
        if kind < 0.3:
            items = [self.value(depth - 1) for _ in range(size)]
            return tuple(items) if kind < 0.05 else items
        members = {self.text(): self.value(depth - 1) for _ in range(size)}
        for key in list(members):
            if self.random.random() < 0.15:
                del members[key]
        if kind < 0.31:
            members[self.random.choice((1, None, True, 1.5))] = self.scalar()
        return Dict(members) if kind > 0.59 else members


def outcome(call, value):
    try:
        return call(value)
    except Exception as error:
        return type(error), str(error), getattr(error, "pointer", None)


def test_the_quick_way_of_writing_is_the_general_one(engine):
    general = _engine.portable() if engine.name == "functions" else _engine.attach(True)
    if isinstance(general, dict):
        general = type(engine)(**general)
    values = Values(7)
    for _ in range(400):
        value = values.value(5)
        expected = outcome(general.dumps_bytes, value)
        assert outcome(engine.dumps_bytes, value) == expected
        text = expected.decode() if isinstance(expected, bytes) else expected
        assert outcome(engine.dumps, value) == text


@pytest.mark.parametrize(
    "wrap", [lambda value: [value], lambda value: {"k": value}, lambda value: (0, value, 1)]
)
def test_depth_and_circles_of_plain_values(engine, wrap):
    value = []
    for _ in range(1023):
        value = wrap(value)
    assert len(engine.dumps(value)) > 2 * 1023
    assert outcome(engine.dumps, wrap(value))[1].startswith("nested deeper")
    circle = [1]
    circle.append(wrap(circle))
    assert outcome(engine.dumps, circle)[1].startswith("Circular")


RUNS = (
    "plain text, ",
    "a",
    "é",
    "ü" * 9,
    "Ж",
    "щука" * 3,
    "あ",
    "亜あい€" * 4,
    "\U0001f600",
    "\U0001f680" * 5,
)


def test_text_beyond_ascii_of_all_kinds(engine):
    """Runs of one to four bytes a character, of all lengths, one after the other, and at the end."""
    chosen = random.Random(11)
    texts = []
    for kinds in (RUNS[:4], RUNS[:6], RUNS[:8], RUNS):
        for _ in range(400):
            text = "".join(chosen.choice(kinds) for _ in range(chosen.randrange(1, 24)))
            texts += [text, text[: chosen.randrange(len(text)) + 1], "a" * chosen.randrange(40) + text]
    for text in texts:
        written = json.dumps(text, ensure_ascii=False)
        assert engine.loads(written.encode()) == engine.loads(written) == text
        assert engine.loads(json.dumps(text)) == text
        assert engine.dumps(text) == written
        assert engine.dumps_bytes(text) == written.encode()
    written = json.dumps(texts, ensure_ascii=False, separators=(",", ":"))
    assert engine.dumps(texts) == written
    assert engine.loads(written) == texts
