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
from time import sleep

from shelf import ROOT

ASKS = re.compile(r"(?:: |\] |> |> .* )\Z")
ORDERS = re.compile(r"\033\[([0-9;?]*)([A-Za-z])|\033[=>78]|\033\][^\a]*\a|[\r\n\b\a]|[^\033\r\n\b\a]+")
CLEARED = "\033[H\033[2J\033[3J"
OTHER, OWN = "\033[?1049h", "\033[?1049l"
FILLED_ANEW = "\033[2J\033[0;0H"
KEPT = re.compile("|".join(map(re.escape, (CLEARED, OTHER, OWN, FILLED_ANEW))))
"""Orders that begin another screen."""
COLOURED = re.compile(r"\033\[(?:[0-9;]*;)?(?:1|2|3[0-7]|9[0-7]|38;5;[0-9]+)m")
"""Orders that make what follows bold, faint or coloured."""
PAUSE = "\0"
"""In what is typed: time to read what comes up."""
AT_ONCE = "from astro_referee.cli import main; from astro_referee.cli.table import prompt; prompt.REST = 0; main.main()"
"""The command without the rest before the keyboard changes hands: nobody here hits a key twice by mistake."""
CTRL_C = "\x03"
RESIZED = re.compile(r"\033\[8;(\d+);(\d+)t")
"""In place of what is typed: the terminal gets so many rows and columns."""
PATIENCE = 30
"""Seconds of silence after which a command hangs."""


class Paper:
    """A terminal without a lower end: whatever is written stays, and can be written over."""

    def __init__(self) -> None:
        self.rows: list[list[str]] = [[]]
        self.x = self.y = 0

    def write(self, text: str) -> None:
        for found in ORDERS.finditer(text):
            piece = found[0]
            if piece == "\r":
                self.x = 0
            elif piece == "\n":
                self.y += 1
            elif piece == "\b":
                self.x -= 1
            elif found[2]:
                self.obey(found[2], int(found[1]) if found[1].isdecimal() else 0)
            elif piece[0] not in "\033\a":
                self.put(piece)

    def put(self, text: str) -> None:
        row = self.row()
        row += " " * (self.x + len(text) - len(row))
        row[self.x : self.x + len(text)] = text
        self.x += len(text)

    def row(self) -> list[str]:
        while len(self.rows) <= self.y:
            self.rows.append([])
        return self.rows[self.y]

    def obey(self, order: str, number: int) -> None:
        """Moves the cursor, or erases what stands behind it; colours and the like are nothing here."""
        many = number or 1
        match order:
            case "A":
                self.y -= many
            case "B":
                self.y += many
            case "C":
                self.x += many
            case "D":
                self.x -= many
            case "G":
                self.x = many - 1
            case "K" if number == 0:
                del self.row()[self.x :]
            case "J" if number == 0:
                del self.row()[self.x :]
                del self.rows[self.y + 1 :]

    @property
    def prompt(self) -> str:
        """The line up to the cursor."""
        return "".join(self.row()[: self.x]).ljust(self.x)

    @property
    def above(self) -> str:
        """The lines above the cursor."""
        return "".join("".join(row).rstrip() + "\n" for row in self.rows[: self.y])

    @property
    def text(self) -> str:
        self.row()
        return "\n".join("".join(row) for row in self.rows)


def rendered(said: str) -> str:
    """What was written as it can be read, with the orders that begin another screen."""
    parts = []
    for part in KEPT.split(said):
        paper = Paper()
        paper.write(part)
        parts.append("\n".join(row.rstrip() for row in paper.text.split("\n")))
    orders = [*KEPT.findall(said), ""]
    return "".join(part + order for part, order in zip(parts, orders, strict=True))


Answer = Callable[[str, str], str | None]
"""From the prompt and the screen above it to what is typed; None ends the input."""


def play(
    words: list[str], answer: Answer, columns: int = 80, rows: int = 24, **environment: str
) -> tuple[str, list[str], int]:
    """Runs `astro` and answers; gives all that can be read, the text of each screen, and the exit code."""
    raw, code = play_raw(words, answer, columns, rows, **environment)
    said = rendered(raw)
    return said, re.split("|".join(map(re.escape, (CLEARED, OTHER, OWN))), said), code


def play_raw(
    words: list[str], answer: Answer, columns: int = 80, rows: int = 24, **environment: str
) -> tuple[str, int]:
    """The same, with all that was written as it came."""
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
    said, answered = "", ("", 0, 0)
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
            said += got.decode(errors="replace")
            if not is_waiting(ours):
                continue
            paper, parts = Paper(), KEPT.split(said)
            paper.write(parts[-1])
            asked = (paper.prompt, len(paper.rows), len(parts))
            if not ASKS.search(paper.prompt) or asked == answered:
                continue
            typed = answer(paper.prompt, paper.above + paper.prompt)
            answered = asked
            send(ours, "\x04" if typed is None else typed + "\n" * (typed != CTRL_C))
    finally:
        os.close(ours)
        code = child.wait(PATIENCE)
    return said, code


def send(ours: int, typed: str) -> None:
    """Types, with time between some of the keys; or gives the terminal another size."""
    if resized := RESIZED.match(typed):
        fcntl.ioctl(ours, termios.TIOCSWINSZ, struct.pack("HHHH", int(resized[1]), int(resized[2]), 0, 0))
        return
    for number, piece in enumerate(typed.split(PAUSE)):
        if number:
            sleep(0.5)
        os.write(ours, piece.encode())


def is_waiting(ours: int) -> bool:
    """Whether a line that looks like a question is all there is for now."""
    ready, _, _ = select.select([ours], [], [], 0.02)
    return not ready
