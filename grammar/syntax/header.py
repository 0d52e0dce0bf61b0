"""The first two lines of a file: laid-out tokens go in, and begin with an edition and a header when they come out.

What is missing is reported and made up for, so that the rest of the file can be read and only the cause is told.
"""

from __future__ import annotations

from lark import Token

from astro_referee.grammar.mistakes import text as mistakes
from astro_referee.grammar.problems import Problem, suggestions
from astro_referee.grammar.source import Span
from astro_referee.grammar.syntax.lark_trees import place
from astro_referee.grammar.syntax.layout import Layout, mark

EDITION = "1"
HEADERS = ("GAME", "LIBRARY", "VARIANT", "TESTS")


def open_file(layout: Layout, problems: list[Problem]) -> bool:
    """Whether it makes sense to read on: there is something to read, in an edition that is known."""
    if not layout.tokens:
        problems.append(mistakes.EMPTY_FILE.at(Span(0, 0)))
        return False
    first = _line(layout, 0)
    if [token.type for token in first] == ["ASTRO", "NUMBER", "_NL"]:
        if first[1] != EDITION:
            problems.append(mistakes.UnknownEdition(first[1][:9], EDITION).at(place(first[1])))
            return False
        _see_to_header(layout, 3, problems)
        return True
    problems.append(mistakes.NoEdition(EDITION).at(place(first[0])))
    written = len(first) if first[0].casefold() == "astro" else 0
    _replace(layout, 0, written, "ASTRO", "NUMBER", "_NL")
    _see_to_header(layout, 3, problems if written else [])  # else the report above says it all
    return True


def _see_to_header(layout: Layout, at: int, problems: list[Problem]) -> None:
    second = _line(layout, at)
    if second and second[0].type in (*HEADERS, "_INDENT"):
        return
    if not any(token.type in HEADERS for token in layout.tokens):  # one further down is reported where it stands
        shown = second[0] if second else layout.tokens[0]
        alike = suggestions(shown, ("game", "library", "variant", "tests")) if second else None
        problems.append(mistakes.NoHeader(alike).at(place(shown)))
    _replace(layout, at, at, "ERROR", "_NL")


def _replace(layout: Layout, start: int, end: int, *terminals: str) -> None:
    """Put marks without any text in the place of some tokens."""
    where = layout.tokens[min(start, len(layout.tokens) - 1)].start_pos
    layout.tokens[start:end] = [mark(terminal, where) for terminal in terminals]
    layout.lines[start:end] = [0] * len(terminals)


def _line(layout: Layout, start: int) -> list[Token]:
    """The tokens from `start` to the end of its line."""
    end = start
    while end < len(layout.tokens) and layout.tokens[end].type != "_NL":
        end += 1
    return layout.tokens[start : end + 1]
