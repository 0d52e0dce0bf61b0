"""Moves that are only begun, or named too shortly: what to ask for, and what is wrong with every one of them.

A question is about the first thing that is not said clearly, in the order of the notation. Which moves are legal plays
no part in it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import product
from math import prod
from typing import TYPE_CHECKING

from attrs import evolve, frozen

from astro_referee.interpreter import machine as m
from astro_referee.interpreter.backends.engine import Move
from astro_referee.interpreter.play import explanations
from astro_referee.interpreter.play.explanations import Reason
from astro_referee.interpreter.play.notation import named_values
from astro_referee.interpreter.play.typed_moves.placeholders import asked_for
from astro_referee.interpreter.play.typed_moves.reading import Reading, shows_all, size
from astro_referee.interpreter.values.types import plain

if TYPE_CHECKING:
    from astro_referee.interpreter.play.match import Match

FEW_READINGS = 3
"""Things that a beginning may stand for, of which each has reasons of its own; of more, what they share is told."""
MOST_ENDS = 400
"""Ways to finish a move that are tried to see what is wrong with all of them: 64 squares, with six sorts of men."""


@frozen
class MissingPart:
    """What is not said clearly in a text: words to ask for it, and the word that a notation has before it.

    It is the `last` thing if nothing after it was said: then the answer can be written there.
    """

    words: str
    joint: str = ""
    last: bool = True


def question(decision: m.Decision, found: Sequence[Reading]) -> MissingPart | None:
    """What to ask for, if it is the same whatever sort of move was meant."""
    sorts = dict.fromkeys(reading.move for reading in found)
    asked = {first_missing(decision.moves[sort], [r for r in found if r.move == sort]) for sort in sorts}
    return asked.pop() if len(asked) == 1 else None


def first_missing(slot: m.MoveSlot, found: Sequence[Reading]) -> MissingPart | None:
    """The first thing in a sort of move that readings leave out, or differ in."""
    if not shows_all(slot):
        return None
    order = list(dict.fromkeys(part for part in slot.notation_parts if isinstance(part, int)))
    said = [dict(enumerate(reading.args)) if reading.whole else dict(reading.given) for reading in found]
    for place, param in enumerate(order):
        values = {each.get(param) for each in said}
        if len(values) > 1 or None in values:
            last = not any(later in each for later in order[place + 1 :] for each in said)
            joint = before(slot, param) if values == {None} else ""
            return MissingPart(asked_for(slot, slot.params[param]), joint, last)
    return None


def before(slot: m.MoveSlot, param: int) -> str:
    """The words of a notation before a hole that is not its first part."""
    at = slot.notation_parts.index(param)
    part = slot.notation_parts[at - 1] if at > 0 else ""
    return part.strip() if isinstance(part, str) else ""


def reasons(match: Match, decision: m.Decision, player: int, found: Sequence[Reading]) -> tuple[Reason, ...]:
    """What forbids all moves that begin so: of each thing that may be meant, if those are few."""
    groups = [[reading] for reading in found] if len(found) <= FEW_READINGS else [list(found)]
    reasons_given: dict[str, Reason] = {}
    for group in groups:
        shared = shared_reasons(match, decision, ends(match, decision, player, group))
        if not shared:
            return ()
        for reason in shared:
            reasons_given.setdefault(reason.text, reason)
    return tuple(reasons_given.values())


def shared_reasons(match: Match, decision: m.Decision, moves: Iterable[Move]) -> tuple[Reason, ...]:
    """What forbids every one of some moves, whichever was meant."""
    shared: dict[tuple[str, int, str], Reason] | None = None
    for move in moves:
        by_text = explanations.reasons(match.game, match.state, decision, move, match.names)
        here = {(reason.text, reason.line, reason.file): reason for reason in by_text}
        # What a reason has seen is told only if it is the same whichever move was meant.
        shared = (
            here
            if shared is None
            else {
                key: one if one.seen == here[key].seen else evolve(one, seen=())
                for key, one in shared.items()
                if key in here
            }
        )
        if not shared:
            break
    return tuple(shared.values()) if shared else ()


def ends(match: Match, decision: m.Decision, player: int, found: Sequence[Reading]) -> Iterator[Move]:
    """All moves that begin so, with what can be chosen for the rest; none if they are too many to be looked at."""
    game, tried = match.game, 0
    for reading in found:
        slot, given = decision.moves[reading.move], dict(reading.given)
        rest = [param for at, param in enumerate(slot.params) if at not in given]
        sizes = [1 if at in given else size(plain(param.type)) for at, param in enumerate(slot.params)]
        tried += prod(sizes)
        if tried > MOST_ENDS:
            return
        values = [[value for value, _ in named_values(game, param.type)] for param in slot.params]
        for args in product(*([given[at]] if at in given else each for at, each in enumerate(values))):
            if all(explanations.answer(game, param.test, (match.state, player, *args)) is not False for param in rest):
                yield player, reading.move, *args
