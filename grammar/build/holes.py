"""The holes in a text: `"… {hole} …"` goes in, pieces of text and the trees of the phrases in braces come out."""

from __future__ import annotations

import re
from collections.abc import Iterator

from lark import UnexpectedCharacters, UnexpectedToken

from astro_referee.grammar.errors.context import ErrorContext
from astro_referee.grammar.errors.unexpected import explain
from astro_referee.grammar.mistakes import text as mistakes
from astro_referee.grammar.problems import Problem
from astro_referee.grammar.source import Span
from astro_referee.grammar.syntax import limits
from astro_referee.grammar.syntax.lark_trees import Branch
from astro_referee.grammar.syntax.layout import mark
from astro_referee.grammar.syntax.loose_words import name_loose_words
from astro_referee.grammar.syntax.parser import lex, parsing

QUOTES = "'`“”„\N{LEFT SINGLE QUOTATION MARK}\N{RIGHT SINGLE QUOTATION MARK}«»"
"""Signs that would begin a text in a hole; the plain quote ends the text around it."""

BRACE = re.compile(r"\{\{|\}\}|[{}]")


def pieces(text: str, inside: Span, problems: list[Problem]) -> Iterator[str | Span]:
    """What stands between the quotes, cut at its holes: plain texts, and for each hole where its phrase stands."""
    plain = ""
    at = inside.start
    while brace := BRACE.search(text, at, inside.end):
        plain += text[at : brace.start()]
        at = brace.end()
        if brace[0] in ("{{", "}}"):
            plain += brace[0][0]
        elif brace[0] == "}":
            problems.append(mistakes.NO_HOLE.at(Span(brace.start(), at)))
        else:
            end = _closing(text, at, inside.end)
            if end is None:
                problems.append(mistakes.OPEN_HOLE.at(Span(brace.start(), at)))
                break
            if plain:
                yield plain
            plain = ""
            yield Span(at, end)
            at = end + 1
    plain += text[at : inside.end]
    if plain:
        yield plain


def _closing(text: str, start: int, end: int) -> int | None:
    """Where the hole that begins at `start` ends; a set in it has braces of its own."""
    depth = 1
    for at in range(start, end):
        depth += (text[at] == "{") - (text[at] == "}")
        if depth == 0:
            return at
    return None


def read_hole(text: str, inside: Span, problems: list[Problem]) -> Branch | None:
    """The tree of a hole's phrase, or nothing and a problem."""
    if not text[inside.start : inside.end].strip():
        problems.append(mistakes.EMPTY_HOLE.at(Span(inside.start - 1, inside.end + 1)))
        return None
    try:
        tokens = [*lex(text, inside.start, inside.end)]
    except UnexpectedCharacters as error:
        at = inside.start + (error.pos_in_stream or 0)
        quoted = text[at] in QUOTES
        found = mistakes.TEXT_IN_HOLE if quoted else mistakes.NotInHole(text[at])
        problems.append(found.at(Span(at, at + 1)))
        return None
    overgrown = limits.overgrown(tokens)
    if overgrown:
        problems.append(overgrown)
        return None
    name_loose_words(tokens)
    tokens.append(mark("$END", inside.end))
    parser = parsing("hole")
    hole: Branch | None = None
    for at, token in enumerate(tokens):
        try:
            hole = parser.feed_token(token)
        except UnexpectedToken:
            problem = explain(ErrorContext(parser, text, tokens, at))
            problems.append(mistakes.InHole(problem).at(problem.span))
            return None
    return hole
