"""Edits for lines that cannot be read: brackets, blanks, holes, words in the wrong place."""

from __future__ import annotations

import re

from astro_referee.grammar.mistakes import syntax, text
from astro_referee.grammar.problems import Fix, Mistake
from astro_referee.grammar.source import Span
from astro_referee.grammar.syntax.words import words
from astro_referee.interpreter.mending.spot import BLOCK, Fixes, Spot

ASKING = words(
    "when must then let otherwise move offer given expect refuse offers chance always seed games with up test if else"
)
"""First words of lines that are no steps, or that belong to another line."""


def lines(mistake: Mistake, at: Spot) -> Fixes:
    if mistake == syntax.EMPTY_CELL:
        return Fix(Span(at.span.end, at.span.end), " -") if at.shown == "|" else at.instead("- ")
    if mistake == syntax.BAR_BEFORE:
        return Fix(at.span, "") if at.right(" ", "") is None else Fix(Span(at.span.start, at.span.end + 1), "")
    if mistake == syntax.EARLY_TAG:
        rest = at.text[at.span.end : at.line.end]
        return Fix(Span(at.span.start, at.line.end), f"{rest.strip()}  {at.shown}")
    if mistake == text.NO_HOLE:
        return at.instead("}}")
    if mistake == text.OPEN_HOLE:
        return at.instead("{{")
    if mistake == text.EMPTY_HOLE:
        return at.instead("{{}}")
    if mistake == text.FIRST_LINE_INDENTED:
        return Fix(Span(at.line.start, at.line.start + len(at.margin)), "")
    match mistake:
        case syntax.BreaksOff(expected="`because`"):
            return at.added(' because "why"')
        case syntax.NotAstro(shown=shown) if shown.startswith("insert "):
            return at.instead("insert before"), at.instead("insert after")
        case text.ClosesNothing():
            return at.instead("")
        case text.BetweenLevels(outer=outer, inner=inner):
            return tuple(moved(at, " " * width) for width in (inner, outer) if width)
        case text.Tabbed():
            return blanks(at)
        case syntax.FurtherIn(above=above):
            return moved(at, at.margin_of(at.line_of(above.start)))
        case syntax.NeedlessHere():
            return at.right(r"\s*(?P<rest>\S.*)", f"\n{at.margin}{BLOCK}\\g<rest>")
        case syntax.Misplaced(where=syntax.AT_MARGIN) if at.margin:
            return to_margin(at)
        case syntax.Misplaced(where=syntax.BELOW_GIVEN) | syntax.StoredElsewhere(where=syntax.BELOW_GIVEN) if at.margin:
            return at.below_a("given", at.run(is_step))
        case syntax.Misplaced(where=syntax.BELOW_THEN) | syntax.StoredElsewhere(where=syntax.BELOW_THEN) if at.margin:
            return at.below_a("then", at.run(is_step))
    return None


def to_margin(at: Spot) -> Fix | None:
    """A declaration goes up to the left margin, above what it stands in."""
    above = [*re.finditer(r"^[^\s#].*$", at.text[at.file.start : at.line.start], re.MULTILINE)]
    if not above:
        return None
    start, depth, block = at.file.start + above[-1].start(), len(at.margin), at.block
    rows = [row[depth:] for row in at.of(block).split("\n")]
    return Fix(Span(start, block.end), "\n".join(rows) + "\n" + at.text[start : block.start])


def is_step(line: str) -> bool:
    """Whether a line does something: it sets nothing up, asks nothing and is no move of a test."""
    word = re.match(r"\w+", line)
    return word is not None and word[0] not in ASKING and re.match(r"\w+ \"", line) is None


def blanks(at: Spot) -> Fix:
    """Each tab before a line becomes two blanks, from this line to the last one that has such tabs."""
    rest = at.text[at.line.start : at.file.end]
    changed = re.sub(r"^[ \t]*\t[ \t]*", lambda found: found[0].replace("\t", BLOCK), rest, flags=re.MULTILINE)
    same = 0
    while same < min(len(rest), len(changed)) and rest[-1 - same] == changed[-1 - same]:
        same += 1
    return Fix(Span(at.line.start, at.line.start + len(rest) - same), changed[: len(changed) - same])


def moved(at: Spot, margin: str) -> Fix:
    """A block begins as far in as something above."""
    surplus = len(at.margin)
    written = at.of(at.block).split("\n")
    return Fix(at.block, "\n".join(f"{margin}{line[surplus:]}" if line.strip() else line for line in written))
