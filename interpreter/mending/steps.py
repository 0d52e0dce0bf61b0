"""Edits for what is wrong with the steps of a flow: cards, heaps, turns, lines that are never reached."""

from __future__ import annotations

import re

from astro_referee.grammar.mistakes import syntax
from astro_referee.grammar.problems import Fix, Mistake
from astro_referee.grammar.source import Span
from astro_referee.interpreter.check.mistakes import audit, cards, definitions, moves, piles, secrecy, values
from astro_referee.interpreter.check.mistakes import steps as stepping
from astro_referee.interpreter.mending.spot import BLOCK, Fixes, Spot
from astro_referee.interpreter.values.types import Int, SetOf


def steps(mistake: Mistake, at: Spot) -> Fixes:
    if mistake == audit.TURNS_NEVER_END:
        return at.in_line(r"\bturns (?!once\b)", "turns once ")
    if mistake == definitions.CASE_NEVER_REACHED:
        return at.without_lines()
    if mistake == moves.MOVE_BELOW_OTHERWISE:
        return above_otherwise(at)
    if mistake == piles.UNDER_A_ROW:
        return at.left(r"(?P<at>\bunder)\s+", "into")
    if mistake == stepping.TWO_SCORES:
        return at.left(r"\s+with\s+", "") and at.in_line(r"\s+with\s+" + re.escape(at.shown), "")
    if mistake == syntax.MOVE_FOR_PUT:
        return at.in_line(r"\bmove (?P<what>.+?) (?:to|into) ", r"put \g<what> into ")
    if mistake == audit.MAY_BE_STUCK:
        return stuck(at)
    if mistake == stepping.TURNS_GO_ROUND:
        return at.in_line(r"\bturns .*[^\s#@]", "turns clockwise from P1")
    if mistake == syntax.FOR_EACH:
        return at.in_line(r"\bfor each ", "for ")
    match mistake:
        case cards.NotASetVariable(type=Int()):
            return at.in_line(r"\badd (?P<n>.+) to (?P<v>\S+)", r"\g<v> += \g<n>") or at.in_line(
                r"\bremove (?P<n>.+) from (?P<v>\S+)", r"\g<v> -= \g<n>"
            )
        case cards.NothingOnTop():
            return at.left(r"(?<=\w)(?P<at> from )", " at random from ")
        case cards.NothingToShuffle(name=name) | piles.NoPile(name=name):
            return at.in_file(rf"^zone {name}\b[^:\n]*:\s*(?P<at>)", "pile of ")
        case cards.TooFewCards():
            return Fix(at.span, f"up to {at.shown}")
        case cards.TokenPutOn():
            return at.inside(r"(?<= )into(?= )", "on")
        case cards.OnlyOneOfEach() | piles.NoCopiesHere():
            return at.right(r"\s+of\s+(?P<what>\S+)", r"\g<what>") and without_count(at)
        case cards.PutOfList(cards=listed, line=line):
            return Fix(at.line, f"{at.margin}for card in ({listed})\n{at.margin}{BLOCK}{line}")
        case piles.NotOnAZone(word=word):
            return at.left(rf"(?P<at>\b{word})\s+", "into")
        case piles.NoOrderKept():
            return at.left(r"(?P<at>\b(?:on|under))\s+", "into") or at.inside(r"\b(?:on|under)\b", "into")
        case piles.WholeHeap(added=added, place=place, shown=shown):
            return at.in_line(r"\b(?:add|remove) .*\S", f"{place} {'+' if added else '-'}= {shown}")
        case piles.SingleDie():
            return at.left(r"\d+ of ", "")
        case piles.OrderedTurns():
            return at.in_line(r"\bturns (?!once\b)", "turns once ")
        case secrecy.Discloses() if "#" not in at.of(at.line):
            return Fix(Span(at.line.end, at.line.end), "  # may tell: the rules mean it so")
        case stepping.NoCounting(type=SetOf(), op=op):
            done, to = ("add", "to") if op == "+" else ("remove", "from")
            return at.in_line(r"(?P<v>\S+) [-+]= (?P<x>[^#\n]*[^#\s])", rf"{done} \g<x> {to} \g<v>")
        case stepping.NeverReached():
            return at.without_lines()
        case stepping.NoSuchTarget(alike=None, around=(only,)):
            return at.instead(only)
        case values.MayBeNone(shown=shown, in_guard=False, word=word):
            return at.below_a(f"if {shown} is not {word}") if is_step(at) else None
        case values.MayBeNone(shown=shown, in_guard=True, word=word):
            above = Fix(Span(at.line.start, at.line.start), f"{at.margin}when {shown} is not {word}\n")
            return above if at.of(at.line).lstrip().startswith("when ") else None
        case stepping.NotAVariable(sort="die" | "history" as sort):
            change = "roll" if sort == "die" else "remember"
            return at.in_line(r"\A\s*(?P<at>(?P<name>\w+)[^=]*=.*[^\s#@])", rf"{change} \g<name>")
    return None


def stuck(at: Spot) -> tuple[Fix, ...]:
    """Behind the moves of a decision: what happens if none is legal, or that this cannot be. One of the moves may be
    what it is about, or the line above them.
    """
    is_move = at.of(at.line).strip().startswith("move ")
    first = at.margin if is_move else f"{at.margin}{BLOCK}"
    end = (at.run(lambda line: line.startswith(("move ", "offer "))) if is_move else at.block).end
    begin = "" if at.text[:end].endswith("\n") else "\n"
    steps = 'say "nothing can be done"', 'never because "something can always be done"'
    return tuple(Fix(Span(end, end), f"{begin}{first}otherwise\n{first}{BLOCK}{step}\n") for step in steps)


def above_otherwise(at: Spot) -> Fix | None:
    """A move goes up to where the `otherwise` of its decision stands, which stands below it then."""
    block = at.block
    above = [*re.finditer(rf"^{at.margin}otherwise\b", at.text[at.file.start : block.start], re.MULTILINE)]
    if not above:
        return None
    start = at.file.start + above[-1].start()
    return Fix(Span(start, block.end), at.of(block) + at.text[start : block.start])


def without_count(at: Spot) -> Fix:
    """`2 of Card[low]` becomes `Card[low]`."""
    behind = at.text[at.span.end :]
    return Fix(Span(at.span.start, at.span.end + len(behind) - len(behind.removeprefix(" of "))), "")


def is_step(at: Spot) -> bool:
    """Whether the line does something by itself, so that a condition can stand above it."""
    word = at.of(at.line).strip().split(" ", 1)[0]
    if word in {"let", "when", "must", "if", "else", "phase", "turns", "def", "option", "otherwise"}:
        return False
    return bool(at.margin) and not at.of(at.line).strip()[0].isdigit()
