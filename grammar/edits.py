"""Edits of files as data: stretches of text and what stands there afterwards."""

from __future__ import annotations

from collections.abc import Iterable

from attrs import frozen

from astro_referee.grammar.problems import Fix
from astro_referee.grammar.source import Place, Source


@frozen
class TextEdit:
    """A stretch of a file gives way to a text."""

    place: Place
    text: str

    @property
    def title(self) -> str:
        """What it does, for a list of edits to choose from."""
        first, _, more = self.text.strip().partition("\n")
        return f"Write `{first}{' …' if more else ''}`" if first else "Take it out"


def text_edit(source: Source, fix: Fix) -> TextEdit | None:
    """The edit of a file that a fix stands for; none in a line that was made from two."""
    place = source.located(fix.span)
    return TextEdit(place, fix.text) if place is not None else None


def applied(text: str, edits: Iterable[TextEdit]) -> str:
    """The text of one file with edits of it made."""
    starts = [0, *(at + 1 for at, sign in enumerate(text) if sign == "\n")]
    for edit in sorted(edits, key=lambda edit: edit.place, reverse=True):
        (first, column), (last, behind) = edit.place.start, edit.place.end
        text = text[: starts[first - 1] + column - 1] + edit.text + text[starts[last - 1] + behind - 1 :]
    return text
