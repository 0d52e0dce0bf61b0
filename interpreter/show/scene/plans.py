"""Boards that the rules lay out row by row, with `plan`: of kinds, or of the numbers that a variable is kept for."""

from __future__ import annotations

from attrs import frozen

from astro_referee.interpreter.play.game import Game
from astro_referee.interpreter.program.plans import PlanInfo

Index = tuple[str | None, str]
"""A number of a variable, and the player for whom it lies where the plan says, if it has one for each."""


@frozen
class Area:
    """The room of a place: its left column and its upper row, and how many of each it takes."""

    x: int
    y: int
    wide: int = 1
    high: int = 1


def plan_of(game: Game, name: str) -> PlanInfo | None:
    """The plan that a kind is on."""
    return next((plan for plan in game.rules.plans if plan.rows and name in plan.names), None)


def home_of(game: Game, kind: str) -> str:
    """The board a kind is drawn on: its own, or that of the first of several that share a plan."""
    plan = plan_of(game, kind)
    return plan.names[0] if plan is not None else kind


def is_lined(game: Game, kind: str) -> bool:
    """Whether a grid is drawn as lines that cross."""
    return any(plan.lines and kind in plan.names for plan in game.rules.plans)


def areas_of(plan: PlanInfo) -> dict[str, Area]:
    """Where the words of a plan stand."""
    found: dict[str, Area] = {}
    for y, row in enumerate(plan.rows):
        for x, word in enumerate(row):
            first = found.get(word, Area(x, y))
            found[word] = Area(first.x, first.y, x - first.x + 1, y - first.y + 1)
    found.pop("", None)
    return found


def said_on(game: Game, name: str) -> str:
    """What stands at a place that goes by its player, too: a word such as `bar` will do, a number says whose it is."""
    word = next((name.removeprefix(f"{who} ") for who in game.players if name.startswith(f"{who} ")), name)
    return name if word.isdecimal() else word


def numbered(game: Game, variable: str) -> tuple[dict[str, Area], dict[Index, str]]:
    """The places of a variable by name, with their areas; and which place each number lies on.

    A place goes by its number in the first plan, or by the words there; one that is in the plan of another player alone
    goes by that player, too.
    """
    areas: dict[str, Area] = {}
    names: dict[Area, str] = {}
    spots: dict[Index, str] = {}
    for plan in (plan for plan in game.rules.plans if variable in plan.names):
        who = None if plan.whose is None else game.players[plan.whose]
        labels = dict(plan.labels)
        for word, area in areas_of(plan).items():
            if area not in names:
                said = labels.get(word, word)
                known = (said, f"{who} {said}", *(f"{said} ({number})" for number in range(2, len(areas) + 3)))
                names[area] = next(name for name in known if name not in areas)
                areas[names[area]] = area
            spots[who, word] = names[area]
    return areas, spots
