"""The contenders in Python: what each library calls the same thing.

Nothing is imported before a contender is asked for, so that the first call of a process can be
timed. A way takes one argument and returns what the task makes of it.
"""

from __future__ import annotations

import functools
import importlib
import platform
from typing import Any, Callable

Way = Callable[[Any], Any]

OURS = "libfastjson"
NAMES = (OURS, "json", "ssrjson", "orjson", "msgspec", "ujson", "rapidjson")
# what pip and import call them, where that is not the contender's name
PACKAGES = {OURS: "fastjson", "rapidjson": "python-rapidjson"}
MODULES = {OURS: "fastjson", "msgspec": "msgspec.json"}

# What each task starts from: the text as bytes or str, or the value.
INPUTS = {
    "parse": "bytes",
    "parse string": "str",
    "generate": "value",
    "generate string": "value",
    "validate": "bytes",
    "minify": "bytes",
    "pointer": "bytes",
}


def version(name: str) -> str:
    """The contender's name and version; ImportError with the reason when it is missing."""
    from importlib import metadata  # which imports json, whose first import is measured

    module = importlib.import_module(MODULES.get(name, name))
    if name == "json":
        return f"json of Python {platform.python_version()}"
    if name == OURS:
        return f"libfastjson {module.__version__} ({module.engine})"
    return f"{name} {metadata.version(PACKAGES.get(name, name))}"


def steps_of(pointer: str) -> list[str]:
    return [step.replace("~1", "/").replace("~0", "~") for step in pointer.split("/")[1:]]


def walk(value: Any, pointer: str) -> Any:
    """The value at a JSON Pointer, as a program without a library for it would look for it."""
    for step in steps_of(pointer):
        value = value[int(step)] if isinstance(value, list) else value[step]
    return value


def ways(name: str, pointer: str = "") -> dict[str, Way]:
    """The contender's ways by task. A task that it cannot do is not there."""
    module = importlib.import_module(MODULES.get(name, name))
    found = _MAKERS[name](module)
    if "pointer" in found:
        find = found["pointer"]
        found["pointer"] = lambda text: find(text, pointer)
    elif name in ("json", "ssrjson", "orjson", "msgspec"):
        loads = found["parse"]
        found["pointer"] = lambda text: walk(loads(text), pointer)
    if not pointer:
        found.pop("pointer", None)
    return found


def _by_parsing(loads: Way, to_bytes: Way) -> dict[str, Way]:
    """What takes a parse where the library has nothing shorter."""
    return {"validate": loads, "minify": lambda text: to_bytes(loads(text))}


def _fastjson(module: Any) -> dict[str, Way]:
    found = {
        "parse": module.loads,
        "parse string": module.loads,
        "generate": module.dumps_bytes,
        "generate string": module.dumps,
        "validate": module.validate,
        "minify": module.minify,
    }
    if hasattr(module, "get"):
        found["pointer"] = module.get
        found["pointer first"] = functools.partial(module.get, scope="first")
    return found


def _json(module: Any) -> dict[str, Way]:
    compact = functools.partial(module.dumps, ensure_ascii=False, separators=(",", ":"))
    to_bytes = lambda value: compact(value).encode()
    return {
        "parse": module.loads,
        "parse string": module.loads,
        "generate": to_bytes,
        "generate string": compact,
        **_by_parsing(module.loads, to_bytes),
    }


def _ssrjson(module: Any) -> dict[str, Way]:
    return {
        "parse": module.loads,
        "parse string": module.loads,
        "generate": module.dumps_to_bytes,
        "generate string": module.dumps,
        **_by_parsing(module.loads, module.dumps_to_bytes),
    }


def _orjson(module: Any) -> dict[str, Way]:
    dumps = module.dumps
    return {
        "parse": module.loads,
        "parse string": module.loads,
        "generate": dumps,
        "generate string": lambda value: dumps(value).decode(),
        **_by_parsing(module.loads, dumps),
    }


def _msgspec(module: Any) -> dict[str, Way]:
    encode = module.encode
    return {
        "parse": module.decode,
        "parse string": module.decode,
        "generate": encode,
        "generate string": lambda value: encode(value).decode(),
        **_by_parsing(module.decode, encode),
    }


def _ujson(module: Any) -> dict[str, Way]:
    dumps = functools.partial(module.dumps, ensure_ascii=False, escape_forward_slashes=False)
    return {
        "parse": module.loads,
        "parse string": module.loads,
        "generate": lambda value: dumps(value).encode(),
        "generate string": dumps,
    }


def _rapidjson(module: Any) -> dict[str, Way]:
    dumps = functools.partial(module.dumps, ensure_ascii=False)
    return {
        "parse": module.loads,
        "parse string": module.loads,
        "generate": lambda value: dumps(value).encode(),
        "generate string": dumps,
    }


_MAKERS = {
    OURS: _fastjson,
    "json": _json,
    "ssrjson": _ssrjson,
    "orjson": _orjson,
    "msgspec": _msgspec,
    "ujson": _ujson,
    "rapidjson": _rapidjson,
}
