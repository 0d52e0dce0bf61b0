"""The keyboard: one line at a time, and a screen that is cleared before the next player looks."""

from __future__ import annotations

import sys
from contextlib import suppress

from astro_referee.cli.terminal import clean, put

CLEAR = "\033[H\033[2J\033[3J"
"""Cursor home, screen cleared, and what has scrolled away as well."""


class Keyboard:
    """Asks on standard output, reads from standard input."""

    def __init__(self, private: bool) -> None:
        self.terminal = sys.stdin.isatty() and sys.stdout.isatty()
        if self.terminal and not private:
            # Editing and earlier lines with the arrow keys. Not where players share secrets: the arrow would show
            # the next one what the last one typed.
            with suppress(ImportError):
                import readline  # noqa: F401

    def ask(self, question: str) -> str:
        """A line; raises EOFError at the end of the input."""
        if self.terminal:
            try:
                return input(question).strip()
            except EOFError:
                put()
                raise
        # What comes from elsewhere is shown as if it had been typed, so that the output reads like a game.
        print(question, end="", flush=True)
        line = sys.stdin.readline()
        if not line:
            print(flush=True)
            raise EOFError
        print(clean(line.strip()), flush=True)
        return line.strip()

    def agree(self, question: str) -> bool:
        """Yes or no."""
        while True:
            answer = self.ask(f"{question} [y/N] ").casefold()
            if answer in ("y", "yes"):
                return True
            if answer in ("n", "no", ""):
                return False
            put("Please answer yes or no.")

    def clear(self) -> None:
        """Takes what a player may have seen off the screen; elsewhere marks the place."""
        if sys.stdout.isatty():
            print(CLEAR, end="", flush=True)
        else:
            put("=" * 60)
