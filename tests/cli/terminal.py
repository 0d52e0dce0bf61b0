"""A terminal for the tests: a command runs at a pseudo-terminal, and a function answers whatever it asks."""

from __future__ import annotations

import fcntl
import os
import pty
import re
import select
import struct
import subprocess
import sys
import termios
from collections.abc import Callable

from shelf import ROOT

ASKS = re.compile(r"(?:: |\] |> |> [^\n]* )\Z")
ESCAPES = re.compile(r"\033\[[0-9;?]*[A-Za-z]")
CLEARED = "\033[H\033[2J\033[3J"
AT_ONCE = "from astro_referee.cli import main; from astro_referee.cli.table import prompt; prompt.REST = 0; main.main()"
"""The command without the rest before the keyboard changes hands: nobody here hits a key twice by mistake."""
CTRL_C = "\x03"
PATIENCE = 30
"""Seconds of silence after which a command hangs."""

Answer = Callable[[str, str], str | None]
"""From the prompt and the screen above it to what is typed; None ends the input."""


def play(
    words: list[str], answer: Answer, columns: int = 80, rows: int = 24, **environment: str
) -> tuple[str, list[str], int]:
    """Runs `astro` and answers; gives all that was written, the text of each screen, and the exit code."""
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
    env = {**os.environ, "PYTHONPATH": ".src", "TERM": "xterm", "PYTHONWARNINGS": "ignore", **environment}
    env.pop("COLUMNS", None)
    child = subprocess.Popen(
        [sys.executable, "-c", AT_ONCE, *words],
        cwd=ROOT,
        env={name: value for name, value in env.items() if value},
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        start_new_session=True,
        preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0),  # so that Ctrl-C is more than a character
    )
    os.close(theirs)
    said, new = "", ""
    try:
        while True:
            ready, _, _ = select.select([ours], [], [], PATIENCE)
            assert ready, f"nothing comes after:\n{said[-2000:]}"
            try:
                got = os.read(ours, 1 << 16)
            except OSError:  # the other end is closed
                break
            if not got:
                break
            new += got.decode()
            said += got.decode()
            if not (ASKS.search(new) and is_waiting(ours)):
                continue
            screen = ESCAPES.sub("", said[said.rfind(CLEARED) + len(CLEARED) if CLEARED in said else 0 :])
            typed = answer(screen.rsplit("\n", 1)[-1].replace("\r", ""), screen.replace("\r", ""))
            os.write(ours, b"\x04" if typed is None else typed.encode() + b"\n" * (typed != CTRL_C))
            new = ""
    finally:
        os.close(ours)
        code = child.wait(PATIENCE)
    return said, [ESCAPES.sub("", part).replace("\r", "") for part in said.split(CLEARED)], code


def is_waiting(ours: int) -> bool:
    """Whether a line that looks like a question is all there is for now."""
    ready, _, _ = select.select([ours], [], [], 0.02)
    return not ready
