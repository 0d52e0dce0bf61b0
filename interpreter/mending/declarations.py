"""Edits for what is wrong with declarations, tables, plans and the head of a file."""

from __future__ import annotations

import re

from astro_referee.grammar.mistakes import structure, syntax, text, variants
from astro_referee.grammar.problems import Fix, Mistake, closest
from astro_referee.grammar.source import Span
from astro_referee.interpreter.check.mistakes import (
    boards,
    kinds,
    marks,
    names,
    phrases,
    piles,
    scenarios,
    tables,
)
from astro_referee.interpreter.check.mistakes import declarations as declaring
from astro_referee.interpreter.mending.spot import Fixes, Spot

DECLARING = r"(?:card|def|die|graph|grid|hexgrid|history|kind|let|move|option|procedure|ring|table|token|var|zone)"


def declarations(mistake: Mistake, at: Spot) -> Fixes:
    if mistake == piles.HEAP_OR_NONE:
        return at.inside(r"\s+or\s+\w+\Z", "")
    if mistake == declaring.SORTED_PILE:
        return at.in_line(r",\s*sorted by [^,\"#@\n]*[^,\"#@\s]", "")
    if mistake == structure.NOT_SHOWN:
        return at.inside(r"not \w+", "not shown")
    if mistake == structure.HEADER_NOUN:
        return at.instead("players")
    if mistake == syntax.LIBRARY_HEADER:
        return Fix(Span(at.span.start - len(" "), at.line.end), "")
    if mistake == structure.SET_UP_ALREADY:
        return at.without_lines()
    if mistake == structure.USE_MISPLACED:
        return moved_up(at, r"^(?:game|library|variant)\b[^\n]*\n(?:[ \t]*\n|[ \t]+[^\n]*\n|use\b[^\n]*\n)*")
    match mistake:
        case boards.PlannedAlready(first=None):
            return Fix(at.block, f"plan {at.shown} on lines\n")
        case boards.PlannedAlready() | names.Unused() if is_declaration(at):
            return at.without_lines()
        case boards.UnevenRows(here=here, first=first) if here < first:
            return at.inside(r"(?P<at>)\"?\Z", " ." * (first - here))
        case boards.NotOneOfThem():
            return at.left(r"\s+of\s+", "") and at.in_line(r"\s+of\s+" + re.escape(at.shown), "")
        case declaring.NoOwner():
            return at.in_line(r"\A[^:\n]*?\s*(?P<at>):", " for each player")
        case declaring.NotAlwaysToday(today=today, months=months, days=days):
            return at.in_line(r":\s*(?P<at>\S+?\.\.\S+)", f"1..{months if today == 'month' else days}")
        case declaring.PlayersOfGame(turned=True):
            return at.in_line(r"\b(?P<a>\d+)\.\.(?P<b>\d+)(?= players)", r"\g<b>..\g<a>")
        case kinds.ListedTwice():
            return at.left(r",\s*", "") and with_comma(at)
        case kinds.TwoCoordinates(surplus=True):
            return at.left(r",\s*", "") and with_comma(at)
        case kinds.SameMemberName(unnamed=True, parts=parts):
            name = "{" + "}-{".join(parts) + "}"
            return at.in_line(r"[^#@\n]*[^#@\s](?P<at>)(?=\s*(?:[#@]|\Z))", f' named "{name}"')
        case kinds.SecondTeams():
            return at.left(r"(?P<at>\bteam)\s+", "kind")
        case marks.NotWords():
            return at.inside(r"\"[^\"]*\"", plain(at.shown))
        case phrases.NotOnARing(type=of):
            return at.in_file(rf"^(?P<at>kind) {getattr(of, 'kind', '')}\b", "ring")
        case piles.HeapOfSingles():
            return at.left(r"(?P<at>\bheap)\s+of\s+", "set")
        case scenarios.NotInThisTest(name=name):
            return set_up(at, f"with {name[1:]} players")
        case scenarios.NotForSoMany(seats=seats, low=low, high=high):
            return at.instead(str(min(max(seats, low), high)))
        case tables.RowTwice():
            return at.without_lines()
        case tables.TwiceByChoice(shown=shown):
            return at.instead(shown)
        case tables.TwiceInSet():
            return at.left(r"\s+", "") and Fix(Span(at.span.start - 1, at.span.end), "")
        case structure.UsedTwice() | structure.SaidTwice():
            return at.without_lines()
        case structure.BadAsked():
            return at.instead("asked")
        case structure.CountedNoun(noun=noun):
            return at.inside(r"\w+\Z", f"{noun}s")
        case structure.MostInTest(most=most):
            return at.instead(str(most))
        case structure.SetUpFirst():
            return moved_up(at, r"^(?:test|playthrough)\b[^\n]*\n")
        case text.UnknownEdition(known=known):
            return at.instead(known)
        case text.NoEdition(edition=edition):
            return Fix(Span(at.line.start, at.line.start), f"astro {edition}\n")
        case variants.NothingCalled(near=near) if near:
            return tuple(at.instead(path) for path in near)
        case variants.SeveralParts(ways=ways):
            return tuple(at.instead(path) for path, _ in ways)
        case variants.NoOption(name=name, options=options):
            return misspelt(at, name, options)
        case variants.NoSuchReason(found=False, reasons=(only,)):
            return at.inside(r"\"[^\"]*\"", '"' + only.replace("\\", r"\\") + '"')
        case variants.ChangedBase(version=version, now=now):
            return at.in_file(rf"\b{version}\b", now)
    return None


def is_declaration(at: Spot) -> bool:
    """Whether the line declares this name and nothing else."""
    return re.fullmatch(rf"\s*(?:{DECLARING}|plan)\s+", at.text[at.line.start : at.span.start]) is not None


def with_comma(at: Spot) -> Fix:
    """It goes, and the comma before it."""
    before = at.text[at.line.start : at.span.start].rstrip()
    return Fix(Span(at.line.start + len(before) - 1, at.span.end), "")


def plain(shown: str) -> str:
    """A text in quotes without what is no plain text."""
    said = shown[shown.index('"') :] if '"' in shown else '""'
    return " ".join(re.sub(r"[,{}]", " ", said).split()).replace("\\", r"\\")


def moved_up(at: Spot, last: str) -> Fix | None:
    """Its lines go up to the last thing that looks so and stands above."""
    above = [*re.finditer(last, at.text[at.file.start : at.line.start], re.MULTILINE)]
    if not above:
        return None
    start, block = at.file.start + above[-1].end(), at.block
    return Fix(Span(start, block.end), at.of(block) + at.text[start : block.start])


def set_up(at: Spot, line: str) -> Fix | None:
    """The first line below the title of the test; none if that is set up already, or goes on from another."""
    titles = [*re.finditer(r"^(?:test|playthrough)\b.*\n", at.text[at.file.start : at.span.start], re.MULTILINE)]
    if not titles:
        return None
    below = at.file.start + titles[-1].end()
    done = re.search(r"\bafter\s*\"", titles[-1][0]) or re.search(r"\n\s+with\b", at.text[below - 1 : at.span.start])
    return None if done else Fix(Span(below, below), f"{at.margin}{line}\n")


def misspelt(at: Spot, name: str, options: tuple[str, ...]) -> tuple[Fix, ...]:
    found = [at.inside(rf"\b{name}\b", other) for other in closest(name, options)]
    return tuple(fix for fix in found if fix is not None)
