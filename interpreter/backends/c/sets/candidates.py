"""Small questions about what is offered: which loops do nothing else, and where a candidate has its arguments."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from astro_referee.interpreter import machine as m
from astro_referee.interpreter.backends.c.representation import Listing, NotRepresentable, Representation
from astro_referee.interpreter.backends.c.terms import noticed
from astro_referee.interpreter.machine.expressions import Choices, Range
from astro_referee.interpreter.machine.traversal import Code, walk_code
from astro_referee.interpreter.values.types import SetOf, plain, size

T = TypeVar("T")


def only_offers(line: m.Loop) -> bool:
    """Whether a loop offers a candidate for each member or each subset of a set, and does nothing else."""
    match line:
        case m.Loop(_, _, domain, (*assumed, m.Offer(_, args)), ()) if not isinstance(domain, Range):
            if not all(isinstance(one, m.Assume) for one in assumed) or any(map(noticed, args)):
                return False
            group = domain.of if isinstance(domain, Choices) else domain
            return group.type == plain(group.type) and isinstance(group.type, SetOf) and size(group.type.of) <= 128
        case _:
            return False


def offer_in(code: Code) -> m.Offer:
    """What is offered in a loop that does nothing else."""
    offer = code[-1]
    assert isinstance(offer, m.Offer)
    return offer


def can_pick(body: Code) -> bool:
    """Whether candidates can be counted and picked without going through them: nothing is gone through but them."""
    lines = walk_code(body)
    if any(isinstance(line, m.Duty | m.LimitOffers | m.Spend | m.Fault) for line in lines):
        return False
    loops = [line for line in lines if isinstance(line, m.Loop)]
    return bool(loops) and all(map(only_offers, loops))


def layout(owns: Sequence[Representation], args: Sequence[T]) -> list[tuple[str, Representation, T]]:
    """Where a candidate has its arguments: numbers in one array, groups of bits in others by their size."""
    counts: dict[str, int] = {}
    found: list[tuple[str, Representation, T]] = []
    for own, arg in zip(owns, args, strict=True):
        if isinstance(own, Listing):
            raise NotRepresentable("moves with lists")
        place = counts.setdefault(own.letter, 0)
        counts[own.letter] += 1
        found.append((f"{own.letter}[{place}]", own, arg))
    return found
