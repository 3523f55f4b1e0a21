"""The table that the suite writes and the charts are drawn from: one TSV.

    area  task  document  contender  median_ns  ratio  bytes  note

`ratio` says how many times more time (or memory) the contender takes than libfastjson. A row has a
time, or bytes, or neither and then a note that says why. The rows of the area "machine", and those
of the tasks "version" and "missing", say in their note what was measured on and what was measured.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

COLUMNS = ("area", "task", "document", "contender", "median_ns", "ratio", "bytes", "note")
OURS = "libfastjson"


class Row(NamedTuple):
    area: str
    task: str
    document: str
    contender: str
    median_ns: str = "-"
    ratio: str = "-"
    bytes: str = "-"
    note: str = ""

    def measured(self) -> bool:
        return self.median_ns != "-" or self.bytes != "-"

    def check(self) -> None:
        """ValueError for a row that says nothing or is no row."""
        numbers = [cell for cell in (self.median_ns, self.ratio, self.bytes) if cell != "-"]
        if not all(math.isfinite(float(cell)) and float(cell) >= 0 for cell in numbers):
            raise ValueError(f"a number that is none: {self}")
        if not all((self.area, self.task, self.document, self.contender)):
            raise ValueError(f"an empty cell: {self}")
        if not self.measured() and not self.note:
            raise ValueError(f"neither a figure nor a reason: {self}")
        if self.median_ns != "-" and float(self.median_ns) == 0:
            raise ValueError(f"a time of 0: {self}")
        if any("\t" in cell or "\n" in cell for cell in self):
            raise ValueError(f"a tab or line feed in a cell: {self}")


def parse_line(line: str) -> Row:
    cells = line.rstrip("\n").split("\t")
    if len(cells) != len(COLUMNS):
        raise ValueError(f"{len(cells)} cells, not {len(COLUMNS)}: {line!r}")
    row = Row(*cells)
    row.check()
    return row


def read(path: Path) -> list[Row]:
    """All rows; ValueError for a table that is malformed."""
    lines = path.read_text(encoding="utf-8").splitlines()
    if not lines or tuple(lines[0].split("\t")) != COLUMNS:
        raise ValueError(f"{path} does not begin with the names of the columns")
    return [parse_line(line) for line in lines[1:]]


class Table:
    """Rows on their way into a file: each is checked and written at once, so that a run that is
    cut short leaves what it measured.
    """

    def __init__(self, path: Path) -> None:
        self.rows: list[Row] = []
        path.parent.mkdir(parents=True, exist_ok=True)
        self.file = path.open("w", encoding="utf-8")
        self._write(COLUMNS)

    def add(self, row: Row) -> None:
        row.check()
        self.rows.append(row)
        self._write(row)

    def _write(self, cells: Iterable[str]) -> None:
        self.file.write("\t".join(cells) + "\n")
        self.file.flush()


def timed(rows: Iterable[Row]) -> Iterator[Row]:
    """The rows of peers that have a ratio."""
    return (row for row in rows if row.ratio != "-" and not row.contender.startswith(OURS))


def geometric_mean(values: Iterable[float]) -> float:
    logs = [math.log(value) for value in values if value > 0]
    return math.exp(sum(logs) / len(logs)) if logs else math.nan
