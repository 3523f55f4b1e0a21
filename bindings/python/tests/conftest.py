"""Every test that asks for `engine` runs on all three ways: builtins, builtins by functions, portable."""

import types

import pytest

from fastjson import _engine, _portable


def _engines():
    portable = types.SimpleNamespace(
        name="portable", loads=_portable.loads, dumps=_portable.dumps, dumps_bytes=_portable.dumps_bytes
    )
    engines = [portable]
    for name, functions_only in (("cpython", False), ("functions", True)):
        try:
            names = _engine.attach(functions_only)
        except ImportError:
            continue
        engines.append(
            types.SimpleNamespace(
                name=name,
                direct=names["direct"],
                loads=names["loads"],
                dumps=names["dumps"],
                dumps_bytes=names["dumps_bytes"],
            )
        )
    return engines


ENGINES = _engines()


@pytest.fixture(params=ENGINES, ids=lambda engine: engine.name)
def engine(request):
    return request.param


@pytest.fixture
def engines():
    return ENGINES
