"""The keyboard and the screen: one line at a time, nothing wider than the terminal, nothing left for the wrong eyes.

Where players share secrets, a terminal's other screen is used, the one that full-screen programs have: it keeps nothing
that scrolls away, and is gone when the game is. A terminal that cannot even clear its screen is told from the others,
and its players are warned.
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable, Iterable
from time import sleep
from typing import TYPE_CHECKING

from astro_referee.cli.table.wrapping import PLAIN, Names, fitted, size, width
from astro_referee.cli.terminal import put
from astro_referee.grammar import system
from astro_referee.interpreter.values.text import clean

if TYPE_CHECKING:
    from astro_referee.cli.table.editor import Above, Editor

CLEAR = "\033[H\033[2J\033[3J"
"""Cursor home, screen cleared, and what has scrolled away as well."""
OTHER_SCREEN, OWN_SCREEN = "\033[?1049h", "\033[?1049l"
REST = 0.3
"""Seconds before the keyboard changes hands, in which a key that was hit twice comes to nothing."""

AT_STAKE = "This game is not kept: Ctrl-C once more leaves it, `quit` lets you save it first."

Words = Callable[[], Iterable[str]]


class Terminated(KeyboardInterrupt):
    """The system ends the command; nobody is there to be asked."""


def terminate(*_: object) -> None:
    raise Terminated


class Keyboard:
    """Asks on standard output, reads from standard input."""

    def __init__(self, private: bool) -> None:
        self.terminal = sys.stdin.isatty() and sys.stdout.isatty()
        self.private = private
        self.plain = os.environ.get("TERM", "dumb") in ("dumb", "")
        self.full_screen = private and sys.stdout.isatty() and not self.plain
        self.used = 0
        """Rows on the screen since it was last cleared."""
        self.words: Words = tuple
        self.at_stake: Callable[[], bool] = bool
        """Whether something would be lost if the command ended now."""
        self.typed_ahead = ""
        """A line that was read before its question was asked."""
        self.unbroken: Names = PLAIN
        """What is not broken at the end of a row."""
        self.above: Above | None = None
        """The rows of the screen above the next question, if they are drawn together with it."""
        self.standing: list[str | Above] = []
        """What stands on a screen of ours, from the top: lines, and rows that are drawn for a size of the terminal."""
        self.editor = self.line_editor() if self.terminal and not self.plain else None

    # --- The screen --------------------------------------------------------------------------------------------------

    def open(self) -> None:
        """Before the first secret."""
        if self.full_screen:
            signal.signal(signal.SIGTERM, terminate)  # the screen must be given back
            print(OTHER_SCREEN + CLEAR, end="", flush=True)
            self.standing.clear()
        elif self.private and sys.stdout.isatty():
            put("This terminal cannot clear its screen: what has scrolled away can be scrolled back to.")

    def close(self) -> None:
        """Takes everything that was shown away."""
        if self.full_screen:
            print(CLEAR + OWN_SCREEN, end="", flush=True)
            self.full_screen = False
        elif self.private:
            self.clear()
        self.forget()

    def clear(self) -> None:
        """Takes what a player may have seen off the screen; elsewhere marks the place."""
        if self.full_screen:
            print(CLEAR, end="", flush=True)
        elif sys.stdout.isatty():
            print("\n" * size()[1], end="", flush=True)
        else:
            put("=" * 60)
        self.used = 0
        self.standing.clear()
        self.forget()

    def hold(self, above: Above) -> None:
        """Rows that are drawn with the next question, so that they can change while it is answered."""
        self.flush()
        if self.editor is None:
            for row in above(""):
                self.put(row)
            return
        self.above = above
        self.used += len(above(""))

    def flush(self) -> None:
        """Rows that were held are drawn: something else comes below them."""
        if self.above is not None:
            above, self.above = self.above, None
            self.standing.append(above)
            for row in above(""):
                put(row)

    def put(self, text: str = "") -> None:
        self.flush()
        self.standing.append(text)
        for row in fitted(text, width(), self.unbroken):
            put(row)
            self.used += 1

    def again(self) -> list[str]:
        """What stands on a screen of ours, in the size that the terminal has by now: as much of its end as there is
        room for above a question."""
        rows: list[str] = []
        for part in self.standing:
            rows += fitted(part, width(), self.unbroken) if isinstance(part, str) else part("")
        return rows[len(rows) - size()[1] + 1 :] if len(rows) >= size()[1] else rows

    def page(self, rows: Iterable[str]) -> None:
        """Many rows; where nobody can scroll back, no more at once than the screen holds.

        Whoever types something else than an answer has read enough: it is the answer to the next question.
        """
        self.flush()
        height = size()[1] if self.full_screen and self.terminal else 0
        shown = 0
        for text in rows:
            self.standing.append(text)
            for row in fitted(text, width(), self.unbroken):
                if height and shown >= height - 2:
                    answer = self.ask("Enter for more, q to stop: ")
                    if answer:
                        self.typed_ahead = "" if answer.casefold() == "q" else answer
                        return
                    shown = 0
                put(row)
                shown += 1
                self.used += 1

    def room(self) -> int | None:
        """Rows left on the screen above the prompt; none if there is no end to them."""
        return size()[1] - self.used - 1 if self.terminal else None

    def begin(self) -> None:
        """From here on, what is shown should stay on the screen."""
        if not self.full_screen:
            self.used = 0

    # --- The keyboard ------------------------------------------------------------------------------------------------

    def ask(self, question: str, words: Words = tuple, begun: str = "", echo: bool = True) -> str:
        """A line without the blanks around it; it is completed to one of some words. Raises EOFError at the
        end of the input.

        With a line editor, what was `begun` is there already, and can be changed.
        """
        return self.ask_line(question, words, begun, echo).strip()

    def ask_line(self, question: str, words: Words = tuple, begun: str = "", echo: bool = True) -> str:
        """A line as it was typed; where something is at stake, one Ctrl-C does not end it."""
        try:
            return self.line(question, words, begun, echo)
        except Terminated:
            raise
        except KeyboardInterrupt:
            if not (self.terminal and self.at_stake()):
                raise
        put()
        self.put(AT_STAKE)
        return self.line(question, words, begun, echo)

    def line(self, question: str, words: Words, begun: str, echo: bool) -> str:
        self.words = words
        self.used += 1
        if self.editor is not None and not self.typed_ahead:
            above, self.above = self.above, None
            again = self.again if self.full_screen and above is None else None
            line = self.editor.ask(question, self.completions, begun, above, again)
            self.standing += [*([above] if above is not None else []), f"{question}{line}"]
            return line
        self.flush()
        # What comes from elsewhere is shown as if it had been typed, so that the output reads like a game.
        print(question, end="", flush=True)
        shown = not self.terminal or bool(self.typed_ahead)
        line = self.typed_ahead or sys.stdin.readline()
        self.typed_ahead = ""
        if not line:
            print(flush=True)
            raise EOFError
        if shown:
            print(clean(line.strip()) if echo else "", flush=True)
        return line

    def drop_typed(self) -> None:
        """Throws away what was typed before its question could be read: who typed it did not mean that question."""
        if not self.terminal:
            return
        self.typed_ahead = ""
        sleep(REST)
        system.drop_typed(sys.stdin.fileno())
        if self.editor is not None:
            self.editor.drop_typed()

    def agree(self, question: str, why: str, is_command: Callable[[str], bool]) -> bool:
        """Yes or no, or a command first; where the line is too short, why it is asked stands above the question."""
        columns = width()
        if columns is None or len(f"{why} {question} [y/N] ") < columns:
            question = f"{why} {question}"
        else:
            self.put(why)
        while True:
            answer = self.ask(f"{question} [y/N] ")
            if answer.casefold() in ("y", "yes"):
                return True
            if answer.casefold() in ("n", "no", ""):
                return False
            if not is_command(answer):
                put("Please answer yes or no; `save FILE` and `quit` work here as well.")

    def line_editor(self) -> Editor:
        """Editing, earlier lines with the arrow keys, completion as one types."""
        from astro_referee.cli.table.editor import Editor

        return Editor()

    def completions(self, text: str) -> list[str]:
        """What a line may become."""
        begun = text.casefold()
        return [word for word in self.words() if word.casefold().startswith(begun)]

    def forget(self) -> None:
        """The arrow keys must not show the next player what the last one typed."""
        if self.private and self.editor is not None:
            self.editor.forget()
