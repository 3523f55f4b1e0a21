"""Memory for one parse, each contender in a process of its own: the peak, and the pages touched.

The peak is the growth of resident memory at its highest (VmHWM); touched are all pages that had to
be given to the process meanwhile, so memory that was given back and asked for again counts twice.
In Python, Ruby and Node three values that are kept first fill what loading the library has left
free.
"""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from pathlib import Path

from languages import Language
from table import OURS, Row

CONTENDERS = {
    "core": (OURS, "simdjson DOM", "yyjson", "RapidJSON in-situ", "jansson", "json-c"),
    "python": (OURS, "json", "ssrjson", "orjson", "msgspec", "ujson", "rapidjson"),
    "ruby": (OURS, "json", "oj"),
    "node": (OURS, "JSON"),
}
KINDS = ("memory peak", "memory touched")


def run_once(language: Language, mode: str, contender: str, path: Path) -> list[float] | str:
    """The figures that the program prints, or why there are none."""
    done = subprocess.run(
        [*(language.once or language.command), mode, contender, str(path)],
        env=language.environ(),
        text=True,
        capture_output=True,
        check=False,
    )
    if done.returncode == 0:
        return [float(cell) for cell in done.stdout.split()]
    lines = done.stderr.strip().splitlines()
    return lines[-1][:100] if lines else f"exit code {done.returncode}"


def present(language: Language, missing: set[str]) -> list[str]:
    """The contenders of the language whose library is there."""
    return [name for name in CONTENDERS[language.family] if name.split()[0] not in missing]


def measure(language: Language, missing: set[str], path: Path) -> Iterator[Row]:
    ours: list[float] = []
    size = path.stat().st_size
    for contender in present(language, missing):
        figures = run_once(language, "--memory", contender, path)
        if isinstance(figures, str):
            for kind in KINDS:
                yield Row(
                    language.area, kind, path.name, contender, note=figures.replace("\t", " ")
                )
            continue
        ours = ours or figures
        for kind, figure, our in zip(KINDS, figures, ours):
            note = f"{figure / size:.2f} bytes for a byte of text"
            ratio = f"{figure / our:.4g}" if our > 0 else "-"
            yield Row(language.area, kind, path.name, contender, "-", ratio, f"{figure:.0f}", note)
