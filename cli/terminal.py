"""Printing: data to standard output, talk to standard error, colours only where somebody sees them."""

from __future__ import annotations

import json
import os
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Timer
from typing import IO

import click

from astro_referee.interpreter.values.marks import Style
from astro_referee.interpreter.values.text import Paint

SIGNS = "♠♔●"
"""Characters that a terminal with signs has."""
COLOURS = ("auto", "dark", "light", "never")
"""What can be asked for: colours as the terminal has them, for a dark or a light one even where there is none, none."""
STYLES: dict[str, dict[str, object]] = {
    "error": {"fg": "red", "bold": True},
    "warning": {"fg": "yellow", "bold": True},
    "note": {"fg": "cyan"},
    "place": {"fg": "blue"},
    "mark": {"fg": "red"},
    "good": {"fg": "green"},
    "bad": {"fg": "red", "bold": True},
    "head": {"bold": True},
    "faint": {"dim": True},
}
"""What each kind of text looks like."""


def coloured(stream: IO[str]) -> bool:
    """Colours only on a terminal that has some, or if FORCE_COLOR asks for them; none if NO_COLOR asks for none
    (https://no-color.org), which counts more."""
    if os.environ.get("NO_COLOR"):
        return False
    return bool(os.environ.get("FORCE_COLOR")) or (stream.isatty() and os.environ.get("TERM") != "dumb")


def painter(err: bool = False) -> Paint:
    """A function that colours text for standard output (or error), or leaves it as it is."""
    if not coloured(sys.stderr if err else sys.stdout):
        return lambda text, style: text
    return lambda text, style: click.style(text, **STYLES.get(style, {}))  # type: ignore[arg-type]


def put(text: str = "", style: str = "") -> None:
    """A line of data, at once, so that a reader at the other end of a pipe sees it."""
    print(painter()(text, style) if style else text, flush=True)


def talk(text: str, style: str = "") -> None:
    """A line of talk."""
    print(painter(err=True)(text, style) if style else text, file=sys.stderr, flush=True)


def put_json(data: object) -> None:
    """Data; whatever a terminal could take for an order is written as a number."""
    text = json.dumps(data, indent=2, ensure_ascii=False)
    print("".join(c if c.isprintable() or c == "\n" else json.dumps(c)[1:-1] for c in text))


def width() -> int:
    """Columns of the terminal; of none, what fits any."""
    return shutil.get_terminal_size((80, 24)).columns if sys.stdout.isatty() else 100


@contextmanager
def busy(doing: str, after: float = 1.0) -> Iterator[None]:
    """Says on a terminal what takes so long, once it does, and takes it back; nothing where nobody is watching."""
    if not sys.stderr.isatty():
        yield
        return
    said: list[str] = []

    def say() -> None:
        said.append(f"{doing} {ellipsis()}")
        print(said[0], end="", file=sys.stderr, flush=True)

    timer = Timer(after, say)
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
        timer.join()
        if said:
            print("\r" + " " * len(said[0]) + "\r", end="", file=sys.stderr, flush=True)


def ellipsis() -> str:
    """What stands for something left out, as standard output can carry it."""
    return "…" if carries("…") else "..."


def carries(text: str) -> bool:
    """Whether standard output has all characters of a text."""
    try:
        text.encode(sys.stdout.encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def style_of(plain: bool) -> Style:
    """How things are written on standard output: by signs, or by letters where those are wanted or it has no others."""
    dumb = sys.stdout.isatty() and os.environ.get("TERM") == "dumb"
    return Style.LETTERS if plain or dumb or not carries(SIGNS) else Style.SIGNS
