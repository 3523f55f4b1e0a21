"""The languages of the suite: the program that races in each, its environment, and what it is
asked for.

A language may be there more than once: another Node, other gems, another setting of malloc. Each
is an area of the table by its own name.
"""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
BUILD = Path(os.environ.get("FASTJSON_BUILD", ROOT / "build")).resolve()
PEERS = Path(os.environ.get("BENCH_PEERS", BUILD / "peers")).resolve()

TEXT_TASKS = ("parse", "generate", "validate", "minify", "pointer")
HOST_TASKS = ("parse", "parse string", "generate", "generate string")
VARIANT_TASKS = {"node": HOST_TASKS, "ruby": ("parse", "generate")}


@dataclass
class Language:
    area: str
    family: str  # core, python, ruby or node
    command: list[str]
    environment: dict[str, str] = field(default_factory=dict)
    tasks: tuple[str, ...] = TEXT_TASKS
    variant: bool = False  # races only: no threads, memory, start-up, HTTP
    missing: str = ""
    once: list[str] = field(default_factory=list)  # for --memory and --first, if another program

    def environ(self) -> dict[str, str]:
        return dict(os.environ, BENCH_AREA=self.area, **self.environment)

    def names(self) -> list[tuple[str, str, str]]:
        """Contender, version, and why it is missing; one of the last two is empty."""
        done = subprocess.run(
            [*self.command, "--names"],
            env=self.environ(),
            text=True,
            capture_output=True,
            check=False,
        )
        if done.returncode != 0:
            raise SystemExit(f"bench: {self.area} does not start:\n{done.stderr}")
        found = []
        for line in done.stdout.splitlines():
            name, _, reason = line.partition("\t")
            found.append((name.split()[0], "" if reason else name, reason))
        if found[0][0] != "libfastjson" or found[0][2]:
            raise SystemExit(f"bench: libfastjson is missing in {self.area}: {found[0][2]}")
        return found


def path_of(*folders: Path | str) -> str:
    return os.pathsep.join(str(folder) for folder in folders if folder)


def core() -> Language:
    return Language("core", "core", [str(BUILD / "bench" / "core")])


def python() -> Language:
    return Language(
        "python",
        "python",
        [sys.executable, str(HERE / "python" / "run.py")],
        {
            "PYTHONPATH": path_of(ROOT / "bindings" / "python", PEERS / "python"),
            "FASTJSON_LIBRARY": str(BUILD / "libfastjson.so"),
        },
        (*HOST_TASKS, "validate", "minify", "pointer"),
        once=[sys.executable, str(HERE / "python" / "once.py")],
    )


def ruby(area: str = "ruby", **environment: str) -> Language:
    return Language(
        area,
        "ruby",
        ["ruby", "-I", str(ROOT / "bindings" / "ruby" / "lib"), str(HERE / "ruby" / "run.rb")],
        {"FASTJSON_LIBRARY": str(BUILD / "libfastjson.so"), **environment},
        variant=area != "ruby",
        tasks=TEXT_TASKS if area == "ruby" else VARIANT_TASKS["ruby"],
    )


def node(area: str = "node", program: str = "node") -> Language:
    return Language(
        area,
        "node",
        [program, str(HERE / "node" / "run.mjs")],
        {
            "LIBFASTJSON_NODE": str(BUILD / "fastjson.node"),
            "FASTJSON_NODE_PACKAGE": str(ROOT / "bindings" / "node" / "index.cjs"),
        },
        variant=area != "node",
        tasks=(*HOST_TASKS, "validate", "minify", "pointer")
        if area == "node"
        else VARIANT_TASKS["node"],
    )


def gem_folders() -> list[str]:
    done = subprocess.run(
        ["ruby", "-e", "puts Gem.path"], text=True, stdout=subprocess.PIPE, check=False
    )
    return done.stdout.split("\n")


def newer_gems() -> Language:
    """json and oj from RubyGems, or a newer json of Debian's, whichever tools/bench could get."""
    home = PEERS / "ruby"
    language = ruby("ruby-newer", GEM_HOME=str(home), GEM_PATH=path_of(home, *gem_folders()))
    if not any(home.glob("gems/json-*")):
        language.missing = "no newer json or oj could be had"
    return language


def untrimmed() -> Language:
    """Ruby with a malloc that keeps what is freed."""
    return ruby(
        "ruby-untrimmed", MALLOC_TRIM_THRESHOLD_="4000000000", MALLOC_MMAP_THRESHOLD_="4000000000"
    )


def newer_nodes() -> list[Language]:
    programs = sorted(PEERS.glob("node-*/node_modules/*/bin/node"))
    if not programs:
        found = node("node-newer")
        found.missing = "no newer Node could be had"
        return [found]
    return [node(program.relative_to(PEERS).parts[0], str(program)) for program in programs]


def all_languages(variants: bool) -> list[Language]:
    found = [core(), python(), ruby(), node()]
    return [*found, newer_gems(), untrimmed(), *newer_nodes()] if variants else found
