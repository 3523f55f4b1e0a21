"""The command-line tool, session by session: tests/cli/*.session, by the tool the arguments name.

    run.py [EMULATOR...] PATH/TO/fastjson

A session is a shell's, in an empty folder of its own:

    # a comment; the nearest one above names what fails
    $ a command, run by bash; `fastjson` is the tool
    | a line on standard output
    |\\ the same, without a line feed at its end
    ! a line on standard error
    = the exit code, 0 unless given

Escape characters are written as ^[, carriage returns as ^M, other controls likewise. The command
`tty COLUMNS COMMAND...` runs a command on a terminal of that width; what it shows comes on
standard output. The last line printed is "N passed, N failed".
"""

from __future__ import annotations

import os
import re
import shlex
import stat
import subprocess
import sys
import tempfile
from dataclasses import dataclass, field
from pathlib import Path

HERE = Path(__file__).resolve().parent

TTY = """#!{python}
import fcntl, os, pty, struct, sys, termios
width, command = int(sys.argv[1]), sys.argv[2:]
given = os.dup(0)
child, terminal = pty.fork()
if child == 0:
    fcntl.ioctl(1, termios.TIOCSWINSZ, struct.pack("HHHH", 25, width, 0, 0))
    os.dup2(given, 0)  # what is piped in stays; output and errors go to the terminal
    os.execvp(command[0], command)
out = b""
try:
    while piece := os.read(terminal, 65536):
        out += piece
except OSError:  # Linux says so when the last program has closed the terminal
    pass
sys.stdout.buffer.write(out.replace(b"\\r\\n", b"\\n"))
sys.exit(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
"""


@dataclass
class Step:
    """One command of a session, with what is to come of it."""

    name: str
    line: int
    command: str
    out: str = ""
    err: str = ""
    code: int = 0


@dataclass
class Session:
    path: Path
    steps: list[Step] = field(default_factory=list)


def read_session(path: Path) -> Session:
    session = Session(path)
    name = path.stem
    for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
        mark, rest = line[:2], line[2:]
        if mark in ("# ", "#"):
            name = rest
        elif mark == "$ ":
            session.steps.append(Step(name, number, rest))
        elif mark == "> ":
            session.steps[-1].command += "\n" + rest
        elif mark == "|\\":
            session.steps[-1].out += rest[1:]
        elif mark in ("| ", "|"):
            session.steps[-1].out += rest + "\n"
        elif mark in ("! ", "!"):
            session.steps[-1].err += rest + "\n"
        elif mark == "= ":
            session.steps[-1].code = int(rest)
        elif line:
            raise SystemExit(f"{path}:{number}: what is this line? {line}")
    return session


def visible(data: bytes) -> str:
    text = data.decode("utf-8", "backslashreplace")
    return re.sub(r"[\x00-\x08\x0b-\x1f]", lambda m: "^" + chr(ord(m[0]) + 64), text)


def executable(path: Path, text: str) -> None:
    path.write_text(text, "utf-8")
    path.chmod(path.stat().st_mode | stat.S_IXUSR)


def environment(folder: Path) -> dict[str, str]:
    kept = {
        name: value
        for name, value in os.environ.items()
        if name not in ("NO_COLOR", "COLUMNS", "POSIXLY_CORRECT")
    }
    return dict(
        kept,
        PATH=f"{folder}:{os.environ['PATH']}",
        LC_ALL="C.UTF-8",
        TERM="xterm",
        HOME=str(folder),
        FASTJSON_MAN=str(HERE.parents[1] / "cli/fastjson.1"),
    )


def run_step(step: Step, where: Path, env: dict[str, str]) -> str:
    """What differs from what the step says; empty: nothing."""
    try:
        done = subprocess.run(
            ["bash", "-c", step.command],
            cwd=where,
            env=env,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=120,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return "  it does not end"
    problems = []
    for what, got, expected in (
        ("standard output", visible(done.stdout), step.out),
        ("standard error", visible(done.stderr), step.err),
        ("exit code", str(done.returncode), str(step.code)),
    ):
        if got != expected:
            problems.append(f"  {what} is {got!r}\n  and not {expected!r}")
    return "\n".join(problems)


def main() -> int:
    if len(sys.argv) < 2:
        raise SystemExit(__doc__)
    passed = failed = 0
    sessions = [read_session(path) for path in sorted(HERE.glob("*.session"))]
    with tempfile.TemporaryDirectory() as top:
        programs = Path(top, "bin")
        programs.mkdir()
        tool = shlex.join([*sys.argv[1:-1], os.path.abspath(sys.argv[-1])])
        executable(programs / "fastjson", f'#!/bin/sh\nexec {tool} "$@"\n')
        executable(programs / "tty", TTY.format(python=sys.executable))
        env = environment(programs)
        for session in sessions:
            where = Path(top, session.path.stem)
            where.mkdir()
            for step in session.steps:
                problem = run_step(step, where, env)
                if problem:
                    failed += 1
                    print(
                        f"{session.path.name}:{step.line}: {step.name}\n  {step.command}\n{problem}"
                    )
                else:
                    passed += 1
    print(f"{passed} passed, {failed} failed")
    return 0 if passed > 0 and failed == 0 else 1


sys.exit(main())
