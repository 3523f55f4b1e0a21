"""What the builtin functions promise to the interpreter: memory, threads, references, form."""

import gc
import inspect
import io
import json
import os
import pathlib
import pickle
import subprocess
import sys
import threading

import pytest

import fastjson
from fastjson import JSONDecodeError, JSONEncodeError


def resident_kib():
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE") // 1024


def grows(call, count):
    """How many KiB the process grows by in `count` calls, after as many to warm up."""
    for _ in range(count):
        call()
    gc.collect()
    before = resident_kib()
    for _ in range(count):
        call()
    gc.collect()
    return resident_kib() - before


def swallow(call):
    try:
        call()
    except (ValueError, TypeError, ZeroDivisionError, AttributeError):
        pass


TEXT = json.dumps([{"key": ["v\u00e9" * 10, 1.5, 2**70, None]}] * 20, ensure_ascii=False)


def fails(*arguments):
    raise ZeroDivisionError


LEAK_CALLS = {
    "loads": lambda e: e.loads(TEXT),
    "loads of bytes": lambda e: e.loads(TEXT.encode()),
    "loads of bytearray": lambda e: e.loads(bytearray(TEXT.encode())),
    "loads that fails": lambda e: e.loads(TEXT[:-3]),
    "loads that fails late": lambda e: e.loads(TEXT + "x"),
    "loads with hook": lambda e: e.loads(TEXT, object_hook=list),
    "loads with pairs": lambda e: e.loads(TEXT, object_pairs_hook=list),
    "loads with hook that raises": lambda e: e.loads(bytearray(TEXT.encode()), object_hook=fails),
    "loads with number hooks": lambda e: e.loads(TEXT, parse_int=str, parse_float=str),
    "loads with unknown option": lambda e: e.loads(TEXT, nonsense=1),
    "validate": lambda e: e.validate(TEXT),
    "validate that fails": lambda e: e.validate(TEXT[:-3]),
    "minify": lambda e: e.minify(TEXT),
    "minify of bytearray": lambda e: e.minify(bytearray(TEXT.encode())),
    "minify that fails": lambda e: e.minify(TEXT[:-3], allow_nan=True),
    "loads with duplicate keys": lambda e: e.loads('{"a":[1],"a":[2]}', duplicate_key="error"),
    "dumps": lambda e: e.dumps(VALUE),
    "dumps sorted": lambda e: e.dumps(VALUE, sort_keys=True),
    "dumps with default": lambda e: e.dumps([VALUE, {1, 2}], default=list),
    "dumps with default that raises": lambda e: e.dumps([VALUE, {1, 2}], default=fails, sort_keys=True),
    "dumps that fails": lambda e: e.dumps([VALUE, object()]),
    "dumps with layout": lambda e: e.dumps(VALUE, indent=2, separators=(" , ", ": ")),
    "dumps of a subclass": lambda e: e.dumps([Sub(a=1)] * 10),
    "dumps of keys": lambda e: e.dumps({1: 2, 1.5: 3, None: 4, 2**70: 5}, sort_keys=True),
    "dumps_bytes": lambda e: e.dumps_bytes(VALUE, ensure_ascii=True),
}


class Sub(dict):
    pass


VALUE = json.loads(TEXT)


@pytest.mark.parametrize("name", LEAK_CALLS)
def test_nothing_leaks(engine, name):
    call = LEAK_CALLS[name]
    count = 300 if engine.name == "portable" else 1500
    assert grows(lambda: swallow(lambda: call(engine)), count) < 1500


def test_references_are_given_back(engine):
    shared = ["shared"]
    key = "a key that is used once"
    value = {key: [shared, shared], "other": Sub(k=shared)}
    before = (sys.getrefcount(shared), sys.getrefcount(key), sys.getrefcount(None))
    for _ in range(100):
        engine.dumps(value)
        engine.dumps(value, default=list, sort_keys=True)
        swallow(lambda: engine.dumps([value, object()]))
        swallow(lambda: engine.dumps([value, object()], default=fails))
        swallow(lambda: engine.loads("[null, null, x"))
        assert engine.loads("[null, true, 5]") == [None, True, 5]
    after = (sys.getrefcount(shared), sys.getrefcount(key), sys.getrefcount(None))
    assert after[:2] == before[:2]
    assert abs(after[2] - before[2]) < 50


def test_what_is_read_is_collected(engine):
    class Weak(list):
        pass

    alive = []

    def hook(value):
        result = Weak(value)
        alive.append(result)
        return result

    engine.loads('[{"a":{}},{}]', object_hook=hook)
    assert all(sys.getrefcount(v) <= 3 for v in alive)


def test_the_collector_is_left_alone(engine):
    before = gc.get_threshold(), gc.isenabled()
    engine.loads(TEXT)
    engine.dumps(VALUE)
    assert (gc.get_threshold(), gc.isenabled()) == before
    assert all(gc.is_tracked(v) for v in engine.loads("[[], [[]]]"))


def test_strings_are_not_left_with_a_cached_copy(engine):
    text = "\u65e5" * 1000
    before = sys.getsizeof(text)
    engine.dumps([text, {text: 1}])
    engine.loads('"' + text + '"')
    assert sys.getsizeof(text) == before


def test_texts_at_the_end_of_a_page_are_not_read_beyond(engine):
    mmap = pytest.importorskip("mmap")
    for text in (b"[1,2,3]", b'{"key":"value"}', b"12345", b'"' + b"x" * 40 + b'"', b"[true,false,null]"):
        memory = mmap.mmap(-1, 4096)
        memory[4096 - len(text) :] = text
        view = memoryview(memory)[4096 - len(text) :]
        assert engine.loads(view) == json.loads(text)
        for cut in range(len(text)):
            with pytest.raises(JSONDecodeError) if cut < len(text) and text[0] != 49 else _nothing():
                engine.loads(view[:cut] if cut else view[:0])
        view.release()


class _nothing:
    def __enter__(self):
        return self

    def __exit__(self, kind, error, trace):
        return kind is not None and issubclass(kind, JSONDecodeError)


def test_threads(engine):
    problems = []

    def work(number):
        try:
            for i in range(150):
                value = {f"k{number}": [i, f"v{i}\u00e9", {"x": i * 1.5}]}
                text = engine.dumps(value, default=str if i % 2 else None)
                if engine.loads(text) != value:
                    problems.append(text)
        except Exception as error:
            problems.append(error)

    threads = [threading.Thread(target=work, args=(n,)) for n in range(8)]
    old = sys.getswitchinterval()
    sys.setswitchinterval(1e-5)
    try:
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    finally:
        sys.setswitchinterval(old)
    assert not problems


def test_another_thread_may_switch_inside_default(engine):
    def default(o):
        done.wait(0.001)
        return "d"

    done = threading.Event()
    results = []

    def work():
        results.append([engine.dumps([{1}, "x" * 2000, {2}], default=default) for _ in range(10)])

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    expected = '["d","' + "x" * 2000 + '","d"]'
    assert results == [[expected] * 10] * 4


def test_hooks_that_read_again_end_in_a_recursion_error(engine):
    def hook(value):
        return engine.loads("{}", object_hook=hook)

    with pytest.raises(RecursionError):
        engine.loads("{}", object_hook=hook)


def test_functions_look_like_those_of_the_module():
    assert pickle.loads(pickle.dumps(fastjson.loads)) is fastjson.loads
    assert fastjson.loads.__module__.startswith("fastjson")
    assert fastjson.loads.__name__ == "loads"
    if fastjson.engine == "cpython":
        assert fastjson.dumps.__doc__
        assert "obj" in inspect.signature(fastjson.dumps).parameters


def test_load_and_dump_use_files():
    assert fastjson.load(io.StringIO("[1]")) == [1]
    assert fastjson.load(io.BytesIO(b"[NaN]"), allow_nan=True)[0] != 0
    file = io.StringIO()
    fastjson.dump({"a": [1]}, file, indent=1)
    assert file.getvalue() == json.dumps({"a": [1]}, indent=1)

    class Full:
        def write(self, text):
            raise OSError("full")

    with pytest.raises(OSError, match="full"):
        fastjson.dump([1], Full())


def test_validate_says_what_loads_says(engine):
    assert engine.validate(b"[1]") is None
    assert engine.validate('"\u00e9"') is None
    assert engine.validate("[1,]", allow_trailing_comma=True) is None
    for text in ("[1,", b"\xff", "[01]", '"\\ud800"', ""):
        with pytest.raises(JSONDecodeError) as ours:
            engine.validate(text)
        with pytest.raises(JSONDecodeError) as theirs:
            fastjson.loads(text)
        assert vars(ours.value) == vars(theirs.value)
    with pytest.raises(TypeError):
        engine.validate(1)
    with pytest.raises(TypeError):
        engine.validate("1", object_hook=list)


def test_minify_keeps_the_type(engine):
    assert engine.minify(' [ 1.50 , "\u00e9 " ] ') == '[1.50,"\u00e9 "]'
    assert engine.minify(b' { "a" : 1 } ') == b'{"a":1}'
    assert engine.minify(bytearray(b" 1 ")) == b"1"
    assert engine.minify(memoryview(b" 1 ")) == b"1"
    with pytest.raises(JSONDecodeError):
        engine.minify("[1")


class Text(str):
    pass


CHECKED = [
    "",
    " \n",
    "[1 , 2.50, -0]",
    '{"a" : [true , false, null], "\u00e9 \u3042\U0001f600" : "x  y"}',
    '"\ud800"',
    '"\\ud800"',
    "[1,]",
    '{"a":1,"a":2}',
    "/* a */ 1 // b",
    "[" * 1025 + "]" * 1025,
    "9" * 5000,
    "[NaN]",
    '"tab\there"',
    "[" + '"0123456789" , ' * 3000 + "1 ]",
    "[" + '"\u00e9123456789" , ' * 3000 + "1 ",
]
CHECKS = [
    {},
    {"allow_trailing_comma": True},
    {"allow_comments": 1, "allow_nan": True},
    {"duplicate_key": "error"},
    {"lone_surrogates": "keep"},
    {"lone_surrogates": "replace"},
    {"max_nesting": 0, "max_number_digits": None},
    {"max_input_bytes": 10},
    {"strict": False},
    {"max_string_bytes": 3, "max_members": 2},
    {"max_nesting": -1},
    {"duplicate_key": "first"},
    {"big_numbers": "text"},
    {"object_hook": list},
    {"nonsense": 1},
]


@pytest.mark.parametrize("name", ["validate", "minify"])
def test_all_engines_check_alike(engines, name):
    def outcome(call, text, options):
        try:
            return call(text, **options)
        except Exception as error:
            return type(error), str(error), getattr(error, "pointer", None), getattr(error, "offset", None)

    for text in CHECKED:
        data = text.encode("utf-8", "surrogatepass")
        for given in (text, Text(text), data, bytearray(data), memoryview(data)):
            for options in CHECKS:
                found = [outcome(getattr(engine, name), given, options) for engine in engines]
                assert all(type(one) is type(found[0]) and one == found[0] for one in found)
                if isinstance(found[0], (str, bytes)):
                    assert len(found[0]) < len(text) or found[0] == type(found[0])(given)
    for given in (1, None, [], memoryview(b"[1,2]x")[::2]):
        found = [outcome(getattr(engine, name), given, {}) for engine in engines]
        assert found[0][0] in (TypeError, BufferError)
        assert all(one == found[0] for one in found)


def test_long_texts_are_checked_beside_other_threads(engine):
    text = "[" + '"\u00e9123456789" , ' * 20000 + "1 ]"
    small = engine.minify(text)
    failures = []

    def work():
        for _ in range(20):
            engine.validate(text)
            if engine.minify(text) != small:
                failures.append(1)
            try:
                engine.minify(text[:-1])
                failures.append(2)
            except JSONDecodeError:
                pass

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failures


def run(code, **environment):
    return subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        timeout=120,
        env={**os.environ, **environment},
    )


def test_the_engine_can_be_forced():
    for engine in ("cpython", "functions", "portable"):
        done = run("import fastjson; print(fastjson.engine, fastjson.dumps([1.5]))", FASTJSON_ENGINE=engine)
        assert done.stdout.split() == [engine.replace("functions", "cpython"), "[1.5]"], done.stderr
    assert "FASTJSON_ENGINE" in run("import fastjson", FASTJSON_ENGINE="other").stderr


def test_the_declarations_are_those_of_the_headers():
    tool = pathlib.Path(__file__).resolve().parents[3] / "tools" / "python_declarations"
    done = subprocess.run([sys.executable, str(tool), "--check"], capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr


def test_importing_reads_no_header():
    done = run(
        "import sys; had = set(sys.modules); import fastjson;"
        "print({'cffi', 'pycparser', 'fastjson._portable'} & (sys.modules.keys() - had))"
    )
    assert done.stdout.strip() == "set()", done.stderr


def test_a_library_that_is_not_ours_is_refused_by_its_path(tmp_path):
    other = tmp_path / "libfastjson.so"
    other.write_bytes(b"not a library")
    done = run("import fastjson", FASTJSON_LIBRARY=str(other))
    assert "ImportError" in done.stderr
    assert str(other) in done.stderr
    done = run("import fastjson", FASTJSON_LIBRARY=str(tmp_path / "missing.so"))
    assert "names no file" in done.stderr


def test_a_sub_interpreter_gets_equal_results_or_a_clear_refusal():
    done = run(
        """
import sys
try:
    import _interpreters as interpreters
except ImportError:
    import _xxsubinterpreters as interpreters
import fastjson
code = '''
try:
    import fastjson
except ImportError as error:
    pass  # cffi itself may refuse
else:
    assert fastjson.loads('[1,{"a":2.5}]') == [1, {"a": 2.5}]
    assert fastjson.dumps([1, {"a": 2.5}]) == '[1,{"a":2.5}]'
'''
other = interpreters.create()
result = interpreters.run_string(other, code)
interpreters.destroy(other)
assert fastjson.dumps([1]) == "[1]"
print("fine")
"""
    )
    assert done.stdout.strip() == "fine", done.stderr
    assert done.returncode == 0


def test_the_process_ends_cleanly_with_functions_in_odd_places():
    done = run(
        """
import fastjson, builtins, atexit
class Late:
    def __del__(self): fastjson_loads('{"key":[1]}'); fastjson_dumps({"k": [1.5]})
fastjson_loads, fastjson_dumps = fastjson.loads, fastjson.dumps
builtins.keep = (Late(), fastjson_loads)
atexit.register(fastjson_dumps, [1])
late = Late(); late.self = late
del fastjson
"""
    )
    assert (done.returncode, done.stderr) == (0, "")


def test_errors_are_of_the_module():
    for error in (JSONDecodeError, JSONEncodeError):
        assert error.__module__ == "fastjson"
