"""Whether what a contender made of a text is what the text says; compared before it is timed."""

from __future__ import annotations

import json
import math
from typing import Any

SAME = ""
INEXACT = "some reals differ in their last digits"
DIFFERENT = "makes another value of it"


def _spelled(value: Any) -> str:
    """One spelling for each value: tells 1 from 1.0 and True, and keeps members in order."""
    return json.dumps(value, ensure_ascii=True)


def _near(a: Any, b: Any) -> bool:
    if isinstance(a, float) and isinstance(b, float):
        return math.isclose(a, b, rel_tol=1e-14)
    if type(a) is not type(b):
        return False
    if isinstance(a, dict):
        return list(a) == list(b) and all(_near(a[key], b[key]) for key in a)
    if isinstance(a, list):
        return len(a) == len(b) and all(map(_near, a, b))
    return a == b


def compare(made: Any, wanted: Any) -> str:
    """SAME, INEXACT or DIFFERENT."""
    try:
        if _spelled(made) == _spelled(wanted):
            return SAME
    except (TypeError, ValueError):
        return DIFFERENT
    return INEXACT if _near(made, wanted) else DIFFERENT


def value_of(task: str, made: Any) -> Any:
    """What a task made, as a value: texts are read by the json module."""
    if task.startswith(("generate", "minify")):
        return json.loads(bytes(made) if isinstance(made, memoryview) else made)
    return made
