"""What was measured on: rows of the area "machine", which the charts print."""

from __future__ import annotations

import datetime
import os
import platform
import subprocess
from collections.abc import Iterator
from pathlib import Path

from languages import ROOT
from table import Row


def output_of(*command: str) -> str:
    try:
        done = subprocess.run(command, cwd=ROOT, text=True, capture_output=True, check=False)
    except OSError:
        return ""
    return done.stdout.strip() if done.returncode == 0 else ""


def cpu() -> str:
    for line in Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines():
        name, _, value = line.partition(":")
        if name.strip() in ("model name", "Hardware", "Processor"):
            return " ".join(value.split())
    return platform.processor() or platform.machine()


def commit() -> str:
    """The commit, with a word if the tree has changes in it."""
    found = output_of("git", "rev-parse", "--short=12", "HEAD")
    changed = output_of("git", "status", "--porcelain", "--untracked-files=no")
    return f"{found or 'no repository'}{' with changes' if changed else ''}"


def system() -> str:
    release = Path("/etc/os-release")
    names = dict(
        line.split("=", 1)
        for line in (release.read_text(encoding="utf-8") if release.is_file() else "").splitlines()
        if "=" in line
    )
    return (
        f"{names.get('PRETTY_NAME', platform.system()).strip(chr(34))}, Linux {platform.release()}"
    )


def rows() -> Iterator[Row]:
    pages = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    facts = {
        "cpu": cpu(),
        "cores": f"{os.cpu_count()} {platform.machine()}",
        "memory": f"{pages / 2**30:.0f} GiB",
        "system": system(),
        "compiler": output_of("c++", "--version").split("\n")[0],
        "commit": commit(),
        "date": datetime.datetime.now(datetime.timezone.utc).strftime("%Y-%m-%d %H:%M UTC"),
        "load": f"{os.getloadavg()[0]:.2f} when it began",
    }
    for name, value in facts.items():
        yield Row("machine", name, "-", "-", note=value or "unknown")
