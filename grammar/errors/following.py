"""What may stand at a place that is still to be written: the beginning of a text goes in, the terminals come out."""

from __future__ import annotations

import re

from attrs import frozen
from lark import Token, UnexpectedInput
from lark.parsers.lalr_interactive_parser import InteractiveParser

from astro_referee.grammar.errors.recovery import back_to_a_line
from astro_referee.grammar.problems import Problem
from astro_referee.grammar.syntax.header import open_file
from astro_referee.grammar.syntax.lark_trees import LAYOUT
from astro_referee.grammar.syntax.layout import lay_out, mark
from astro_referee.grammar.syntax.parser import lex, parsing

HERE = "here_"
"""What stands in the place of the word that is being written."""
HEADER = "astro 1\ngame Any for 2 players\n"
ITEM = re.compile(r"^[^\s#\"].*$", re.MULTILINE)
"""A line at the left margin, where something new begins."""
REPLACED = re.compile(r"(?:replace|insert)\b")
AROUND = (
    ("", 0),
    ("phase any_\n", 2),
    ("phase any_\n  ask any_\n    move any_\n", 6),
    ("phase any_\n  ask any_\n    move any_\n      then\n", 8),
    ('test "any"\n', 2),
)
"""Lines below which a part of a variant may belong, and how far further in."""


@frozen
class Following:
    """The terminals that may come next, and the words of the line so far."""

    accepted: frozenset[str]
    line: tuple[Token, ...]

    @property
    def before(self) -> str:
        """The terminal in front of the place; nothing where a line begins."""
        return self.line[-1].type if self.line else ""

    @property
    def head(self) -> str:
        return self.line[0].type if self.line else ""


def following(text: str) -> Following | None:
    """What may follow a text that ends in front of a word; nothing if its line is broken, so that it cannot be told."""
    starts = [found.start() for found in ITEM.finditer(text)]
    if len(starts) < 3:
        return _reached(text)
    item = text[starts[-1] :]
    if REPLACED.match(item) and "\n" in item:
        part = item.partition("\n")[2]
        return _in_a_part(part) if part.rpartition("\n")[2] else _reached(HEADER)
    return _reached(HEADER + item)


def _in_a_part(part: str) -> Following | None:
    """What may follow in the lines of a part that a variant replaces or inserts; where they belong is tried out."""
    rows = part.split("\n")
    depth = min((len(row) - len(row.lstrip()) for row in rows if row.strip()), default=len(rows[-1]))
    found: list[Following] = []
    for above, inside in AROUND:
        reached = _reached(HEADER + above + "\n".join(" " * inside + row[depth:] for row in rows), whole=True)
        found += [reached] if reached is not None else []
    if not found:
        return None
    return Following(frozenset[str]().union(*(one.accepted for one in found)), found[0].line)


def _reached(text: str, whole: bool = False) -> Following | None:
    """The same of a text from its beginning; with `whole` no line above may be broken."""
    problems: list[Problem] = []
    try:
        layout = lay_out(text, lex(text + HERE))
    except UnexpectedInput:
        return None
    if not open_file(layout, problems):
        return None
    at = next((at for at, token in enumerate(layout.tokens) if token.start_pos == len(text) and _is_here(token)), None)
    parser, tokens = parsing("file"), [*layout.tokens, mark("$END", len(text))]
    if at is None or not _fed(parser, tokens, at, whole):
        return None
    start = at
    while start and layout.tokens[start - 1].type not in LAYOUT:
        start -= 1
    accepted = frozenset(parser.accepts() - {"ERROR", "$END"})  # type: ignore[no-untyped-call]
    return Following(accepted, tuple(layout.tokens[start:at]))


def _is_here(token: Token) -> bool:
    return token.type not in LAYOUT and token.value == HERE


def _fed(parser: InteractiveParser, tokens: list[Token], end: int, whole: bool) -> bool:
    """Feeds the tokens in front of a place, past lines that are broken; whether it was reached."""
    at = 0
    while at < end:
        try:
            parser.feed_token(tokens[at])
            at += 1
        except UnexpectedInput:
            if whole:
                return False
            at = back_to_a_line(parser, tokens, at)
    return at == end
