"""What is known inside a loop by the set that it goes through, which is worked out once, before its first round.

Passes put tests into such sets: `{a, b} if the game is not over, else nothing`.
"""

from __future__ import annotations

from attrs import evolve

from astro_referee.interpreter.machine.expressions import Const, Domain, Expression, Lookup, Op


def known_values(domain: Domain) -> Expression | None:
    """A constant set, or a row of a table, that all values of a domain are among; None if there is none."""
    match domain:
        case Const() | Lookup():
            return domain
        case Op("meet", (first, second)):
            known = [values for values in (known_values(first), known_values(second)) if values is not None]
            return evolve(domain, args=tuple(known)) if len(known) > 1 else next(iter(known), None)
        case Op("minus", (first, _)) | Op("if", (_, first, Const(0))) | Op("if", (_, Const(0), first)):
            return known_values(first)
        case _:
            return None


def conditions(domain: Domain) -> list[tuple[Expression, bool]]:
    """What holds, or does not, if there is anything in a set."""
    match domain:
        case Op("if", (test, group, Const(0))):
            return [(test, True), *conditions(group)]
        case Op("if", (test, Const(0), group)):
            return [(test, False), *conditions(group)]
        case Op("meet", (first, second)):
            return [*conditions(first), *conditions(second)]
        case Op("minus", (first, _)):
            return conditions(first)
        case _:
            return []
