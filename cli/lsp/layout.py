"""Layout: a file, or some lines of it, as `astro fmt` would have them."""

from __future__ import annotations

from difflib import SequenceMatcher

from lsprotocol import types

from astro_referee.grammar.formatting.formatter import formatted, unreadable


def laid_out(path: str, text: str) -> str:
    """A text in the one layout; one that cannot be read stays as it is."""
    return text if unreadable(path, text) else formatted(text)


def edits(path: str, text: str, wanted: types.Range | None = None) -> list[types.TextEdit]:
    """The lines that are laid out otherwise, each stretch by itself, so that a cursor elsewhere stays where it is."""
    written = text.replace("\r\n", "\n").replace("\r", "\n")
    before, after = written.splitlines(keepends=True), laid_out(path, written).splitlines(keepends=True)
    ending = "\r\n" if "\r\n" in text else "\n"
    found: list[types.TextEdit] = []
    for word, first, behind, start, end in SequenceMatcher(None, before, after, autojunk=False).get_opcodes():
        if word == "equal" or (wanted is not None and not overlaps(wanted, first, behind)):
            continue
        there = types.Range(types.Position(first, 0), types.Position(behind, 0))
        found.append(types.TextEdit(there, "".join(after[start:end]).replace("\n", ending)))
    return found


def overlaps(wanted: types.Range, first: int, end: int) -> bool:
    """Whether some of the lines are among those that were asked for."""
    last = wanted.end.line - (wanted.end.character == 0 and wanted.end.line > wanted.start.line)
    return wanted.start.line <= max(first, end - 1) and first <= last
