"""Every test that asks for `engine` runs on all three ways: builtins, builtins by functions, portable."""

import types

import pytest

from fastjson import _engine


def _engines():
    portable = _engine.portable()
    portable.name = "portable"
    engines = [portable]
    for name, functions_only in (("cpython", False), ("functions", True)):
        try:
            names = _engine.attach(functions_only)
        except ImportError:
            continue
        engines.append(types.SimpleNamespace(**{**names, "name": name}))
    return engines


ENGINES = _engines()


@pytest.fixture(params=ENGINES, ids=lambda engine: engine.name)
def engine(request):
    return request.param


@pytest.fixture
def engines():
    return ENGINES
