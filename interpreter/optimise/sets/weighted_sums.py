"""Sums over a set of what each member counts: for each number, how many members count so much or more."""

from __future__ import annotations

from astro_referee.interpreter import machine as m
from astro_referee.interpreter.machine.effects import expression_effects
from astro_referee.interpreter.machine.expressions import Expression, Local, Op
from astro_referee.interpreter.machine.folding import const, number, op
from astro_referee.interpreter.machine.traversal import Code
from astro_referee.interpreter.optimise.sets.place_tests import PlaceTests
from astro_referee.interpreter.values.types import Int, SetOf, low, size

MOST_NUMBERS = 4
"""Different numbers, other than zero, that members may count."""


def weighted_sum(loop: m.Loop, kind: SetOf, name: str, tests: PlaceTests) -> Code | None:
    """A loop over a set that adds up a number which depends on the member alone; the set gets a name of its own."""
    match loop:
        case m.Loop(member, _, domain, (m.Set(sum, Op("+", (Local(old) as before, count)) as added),), otherwise):
            pass
        case _:
            return None
    if old != sum or not isinstance(domain, Expression) or sum in expression_effects(domain).locals:
        return None
    if not tests.fixed(count, member) or not isinstance(count.type, Int):
        return None
    weights: dict[int, int] = {}
    try:
        for place in range(size(kind.of)):
            worth = tests.evaluator.value(count, [], {member: place + low(kind.of)})
            weights[worth] = weights.get(worth, 0) | 1 << place
    except (LookupError, ValueError):  # it leans on a test in front of it
        return None
    weights.pop(0, None)
    if len(weights) > MOST_NUMBERS or not isinstance(added.type, Int):
        return None
    worths = [0, *weights]
    if min(worths) * size(kind.of) < added.type.low or max(worths) * size(kind.of) > added.type.high:
        return None  # the sum of some members is known to be less than sizes tell
    group = Local(name, type=kind)
    total: Expression = before
    for step, places in layers(weights):
        some = op("meet", group, const(places, kind), type=kind)
        each = Op("size", (some,), type=Int(0, size(kind.of)))
        times = Op("*", (each, number(step)), type=Int(min(0, step * size(kind.of)), max(0, step * size(kind.of))))
        total = Op("+", (total, times), type=added.type)
    return (m.Set(name, domain), m.Set(sum, total), *otherwise)


def layers(weights: dict[int, int]) -> list[tuple[int, int]]:
    """Steps away from zero, each with the members that count so much at least: all together are no more than as many
    members as there are can count.
    """
    found: list[tuple[int, int]] = []
    for sign in (1, -1):
        last = 0
        for worth in sorted((one for one in weights if one * sign > 0), key=abs):
            farther = sum(places for one, places in weights.items() if one * sign >= worth * sign)
            found.append((worth - last, farther))
            last = worth
    return found
