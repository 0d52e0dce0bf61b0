"""A line typed at a terminal: edited, completed in a pop-up as it grows, earlier ones brought back by the arrow keys.

What stands on the screen above the line belongs to it: the pop-up opens over the answers, so nothing scrolls, and what
a move that has been begun can lead to stands out while it is typed. A terminal that changes its size is filled anew.
`prompt_toolkit` knows the keys of each system.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import islice
from typing import TYPE_CHECKING

from prompt_toolkit import PromptSession
from prompt_toolkit.application import get_app
from prompt_toolkit.completion import Completer, Completion
from prompt_toolkit.formatted_text import ANSI
from prompt_toolkit.history import InMemoryHistory
from prompt_toolkit.input.typeahead import clear_typeahead
from prompt_toolkit.output import create_output
from prompt_toolkit.output.vt100 import Vt100_Output

if TYPE_CHECKING:
    from prompt_toolkit.application import Application
    from prompt_toolkit.completion import CompleteEvent
    from prompt_toolkit.document import Document

MOST = 200
"""Completions that are offered: nobody reads more."""
RESERVED = 4
"""Rows below the line for the pop-up where nothing stands above it."""

Complete = Callable[[str], Iterable[str]]
"""From what is typed so far to what the line may become."""
Above = Callable[[str], list[str]]
"""From what is typed so far to the rows above the line."""
Again = Callable[[], list[str]]
"""The rows above a line that are drawn already, for the size that the terminal has by now."""


class WholeLines(Completer):
    """What the whole line may become; of an empty one, only if the Tab key asks for it."""

    def __init__(self, complete: Complete) -> None:
        self.complete = complete

    def get_completions(self, document: Document, complete_event: CompleteEvent) -> Iterable[Completion]:
        begun = document.text_before_cursor
        if begun.strip() or complete_event.completion_requested:
            for line in islice(self.complete(begun), MOST):
                yield Completion(line, start_position=-len(begun))


class Editor:
    """Asks for lines, and remembers them until it is told to forget."""

    def __init__(self) -> None:
        self.output = create_output()
        if isinstance(self.output, Vt100_Output):
            self.output.enable_cpr = False  # where the cursor is makes no difference, and not every terminal tells
        self.again: Again | None = None
        self.forget()

    def ask(
        self,
        question: str,
        complete: Complete,
        begun: str = "",
        above: Above | None = None,
        again: Again | None = None,
    ) -> str:
        """A line; what was `begun` is there already, and can be changed. Raises EOFError and KeyboardInterrupt."""

        def message() -> ANSI:
            rows = above(get_app().current_buffer.text) if above is not None else []
            return ANSI("\n".join([*rows, question]))

        self.again = again if above is None else list
        self.size = self.output.get_size()
        return self.session.prompt(
            message,
            completer=WholeLines(complete),
            default=begun,
            reserve_space_for_menu=0 if above is not None else RESERVED,
        )

    def forget(self) -> None:
        """Nothing that was typed, deleted or not yet read can be brought back."""
        self.session: PromptSession[str] = PromptSession(
            history=InMemoryHistory(), output=self.output, complete_while_typing=True, enable_suspend=True
        )
        self.session.app.before_render += self.fill_anew

    def fill_anew(self, app: Application[str]) -> None:
        """Takes the screen of another size away: what a terminal makes of its lines then is no screen any more."""
        now = app.output.get_size()
        if self.again is not None and now != self.size:
            app.output.erase_screen()
            app.output.cursor_goto(0, 0)
            for row in self.again():
                app.output.write_raw(f"{row}\r\n")
        self.size = now

    def drop_typed(self) -> None:
        """Throws away keys that were hit and not read."""
        clear_typeahead(self.session.input)
