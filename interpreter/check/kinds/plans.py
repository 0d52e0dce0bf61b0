"""Plans: how the places of a board lie, row by row. They are for the eye alone; no rule depends on them."""

from __future__ import annotations

from collections.abc import Mapping

from astro_referee.grammar import tree
from astro_referee.grammar.source import Span
from astro_referee.interpreter.check.mistakes import boards as mistakes
from astro_referee.interpreter.check.mistakes.names import UnknownName
from astro_referee.interpreter.check.names.scope import Checker
from astro_referee.interpreter.program.plans import PlanInfo
from astro_referee.interpreter.values.types import Int, Member

GAP = "."
LINES = "lines"
GRIDS = ("grid", "hexgrid")
PLACED = ("kind", "ring", "graph", "team", "player")


def declare(c: Checker) -> None:
    """All plans, once kinds and variables are known."""
    planned: dict[tuple[str, int | None], Span] = {}
    for item in c.file.items:
        if isinstance(item, tree.Plan):
            made = plan(c, item)
            for name in item.names if made is not None else ():
                first = planned.setdefault((name.word, made.whose if made else None), name.span)
                if first != name.span:
                    c.report(mistakes.PlannedAlready(name.word, first), name.span)
            if made is not None:
                c.declared.plans.append(made)


def plan(c: Checker, item: tree.Plan) -> PlanInfo | None:
    """One plan; nothing if it is wrong."""
    names = tuple(name.word for name in item.names)
    if item.on is not None:
        info = c.declared.kinds.get(names[0])
        if item.on.word != LINES or item.rows or len(names) > 1 or info is None or info.shape != "grid":
            c.report(mistakes.OnlyOnLines(names[0]), item.on.span)
            return None
        return PlanInfo(names, lines=True)
    seated = any(name.word == "player" for name in item.names)
    found = [places(c, name, seated) for name in item.names]
    known = [there for there in found if there is not None]
    if len(known) < len(found):
        return None
    whose = seat(c, item)
    if item.whose is not None and whose is None:
        c.report(mistakes.NotOneOfThem(names[0]), item.whose.span)
        return None
    rows = tuple(
        tuple("" if spot.word == GAP or spot.word in c.declared.absent else spot.word for spot in row)
        for row in item.rows
    )
    labels = tuple((spot.word, spot.label) for row in item.rows for spot in row if spot.label)
    return PlanInfo(names, whose, rows, labels) if fits(c, item, dict(zip(names, known, strict=True))) else None


def places(c: Checker, name: tree.Name, seated: bool) -> tuple[str, ...] | None:
    """What a plan of a kind, or of a variable for numbers, has to show; where players sit, zones lie between them."""
    info, field = c.declared.kinds.get(name.word), c.declared.fields.get(name.word)
    if info is not None and info.shape in PLACED:
        return info.members
    if info is not None and info.shape in GRIDS:
        c.report(mistakes.PlannedAlready(name.word), name.span)
    elif field is not None and field.sort == "var" and field.indices and isinstance(field.indices[-1], Int):
        numbers = field.indices[-1]
        return tuple(map(str, range(numbers.low, numbers.high + 1)))
    elif seated and field is not None and field.sort == "zone":
        return (name.word,)
    elif name.word not in c.declared.symbols:
        known = [word for word, symbol in c.declared.symbols.items() if symbol.sort in ("kind", "field")]
        c.report(UnknownName(name.word, advice=c.alike(name.word, known)), name.span)
    elif name.word not in c.declared.broken:
        c.report(mistakes.NothingToPlan(name.word), name.span)
    return None


def seat(c: Checker, item: tree.Plan) -> int | None:
    """The player whose plan of a variable this is."""
    field = c.declared.fields.get(item.names[0].word)
    if item.whose is None or field is None or len(item.names) > 1 or len(field.indices) != 2:
        return None
    first, players = field.indices[0], c.declared.kinds["player"].members
    mine = isinstance(first, Member) and first.kind == "player" and item.whose.word in players
    return players.index(item.whose.word) if mine else None


def fits(c: Checker, item: tree.Plan, known: Mapping[str, tuple[str, ...]]) -> bool:
    """Whether every place has its room on the plan, and every word is a place."""
    if not item.rows:
        c.report(mistakes.NO_ROWS, item.names[0].span)
        return False
    before = len(c.found.problems)
    spots: dict[str, list[tuple[int, int]]] = {}
    for down, row in enumerate(item.rows):
        if len(row) != len(item.rows[0]):
            c.report(
                mistakes.UnevenRows(len(row), len(item.rows[0])), row[0].span.to(row[-1].span) if row else item.span
            )
        for across, spot in enumerate(row):
            if spot.word == GAP or spot.word in c.declared.absent:
                continue
            holders = [kind for kind, there in known.items() if spot.word in there]
            if spot.label and holders and holders[0] not in c.declared.fields:
                c.report(mistakes.LabelledMember(spot.word), spot.span)
            if not holders:
                every = [place for there in known.values() for place in there]
                c.report(mistakes.NoSuchPlace(spot.word, tuple(known), advice=c.alike(spot.word, every)), spot.span)
            elif len(holders) > 1:
                c.report(mistakes.TwoMeanings(spot.word, tuple(holders)), spot.span)
            spots.setdefault(spot.word, []).append((across, down))
    for word, there in spots.items():
        wide, high = (max(at[way] for at in there) - min(at[way] for at in there) + 1 for way in (0, 1))
        if wide * high != len(there):
            second = [spot for row in item.rows for spot in row if spot.word == word][1]
            c.report(mistakes.NotInOnePiece(word), second.span)
    missing = [place for there in known.values() for place in there if place not in spots]
    if missing and len(c.found.problems) == before:
        c.report(mistakes.LeftOut(tuple(missing)), item.names[0].span)
    return len(c.found.problems) == before
