"""Moves whose numbers are places: those that a variable with a plan of its own is asked for."""

from __future__ import annotations

from astro_referee.interpreter.program.program import Assign, Program
from astro_referee.interpreter.program.terms import Load, Local
from astro_referee.interpreter.program.traversal import parts_in


def numbers_on_plans(program: Program) -> dict[tuple[str, str], str]:
    """Of each move and parameter that says at which number of a planned variable to look, that variable.

    A variable that each player has is meant only where it is that of who moves: the plan is theirs.
    """
    found: dict[tuple[str, str], str] = {}
    planned = {name for plan in program.plans for name in plan.names if name not in program.kinds}
    for move in program.moves.values() if planned else ():
        names = {param.name for param in move.params}
        for part in parts_in((move.parts, move.then)):
            if not isinstance(part, Load | Assign) or part.field not in planned or not part.at:
                continue
            *whose, last = part.at
            own = all(isinstance(one, Local) and one.name == "me" for one in whose)
            if own and isinstance(last, Local) and last.name in names:
                found[move.name, last.name] = part.field
    return found
