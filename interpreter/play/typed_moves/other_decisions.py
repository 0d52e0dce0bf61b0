"""Moves typed at the wrong moment: a text that is no move of this decision, but one of another, or of none.

Names of moves and the moments in which they are asked for are in the rules, for everybody to read. Nothing is said
about whether such a move would be legal there, and of the position only what the player may do here is looked at.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import product
from math import prod
from typing import TYPE_CHECKING

from astro_referee.interpreter import machine as m
from astro_referee.interpreter.machine.runtime import EndlessLoop, RuleFault
from astro_referee.interpreter.play.explanations import Reason, place_of
from astro_referee.interpreter.play.game import Game
from astro_referee.interpreter.play.notation import fold, named_values
from astro_referee.interpreter.play.typed_moves.placeholders import either, pattern, words
from astro_referee.interpreter.play.typed_moves.reading import shows_all, sizes, spelled

if TYPE_CHECKING:
    from astro_referee.interpreter.play.match import Match

MOST_PLACES = 3
"""Moments that are named, if a move of that name is asked for in several."""
FEW_WAYS = 6
"""Ways to write a move that are all named."""
PASSING = frozenset(["pass", "i pass", "skip", "skip turn", "end turn", "nothing", "no move", "wait"])
"""What people say at any table who would rather not move."""


Open = Mapping[int, str]
"""The moves of a decision that a player can make, by their numbers, each with one way to write it."""


def other_time_hints(game: Game, decision: m.Decision, typed: str, legal: Open) -> list[str]:
    """A sentence on when else a text is a move, by its notation or by the name of the move, and on what comes first."""
    text = fold(typed)
    if any(begins(slot, text) for slot in decision.moves):
        return []
    here = moment(decision)
    places = {
        moment(other): None
        for other in game.machine.decisions
        if any(begins(slot, text) or spelled(game, slot, text) for slot in other.moves)
    }
    if not places:
        return []
    others = [place for place in places if place != here]
    said = f"that belongs to {' and '.join(others[:MOST_PLACES])}" if others else "that belongs to another moment"
    before = first(decision, legal)
    return [f"{said}; {before}" if before else f"{said}, not to this moment" if others else said]


def first(decision: m.Decision, legal: Open) -> str:
    """What comes before anything else: to finish what is asked here, or to choose between the few things there are."""
    fixed = [written for number, written in legal.items() if not decision.moves[number].params]
    ends = ways_out(decision, legal)
    if ends and "." in decision.name:
        return f"first finish {moment(decision)}: {either(ends)}"
    return f"first choose {either(fixed)}" if fixed and len(fixed) == len(legal) else ""


def ways_out(decision: m.Decision, legal: Open) -> list[str]:
    """The moves that do nothing but end what is asked here."""
    moves = decision.moves
    return [written for number, written in legal.items() if moves[number].ends and not moves[number].params]


def moment(decision: m.Decision) -> str:
    """The innermost phase, procedure or move that a decision stands in, in words."""
    return words(decision.name.rpartition(".")[2]) or "the game"


def passing(game: Game, decision: m.Decision, typed: str, legal: Open) -> list[Reason]:
    """Why one cannot just pass: there is a move to make, which is cited with its rulings, or another word for it."""
    if fold(typed) not in PASSING or not legal:
        return []
    if ends := ways_out(decision, legal):
        return [Reason(f"here that is written {either(ends)}")]
    slot = decision.moves[min(legal)]
    line, file = place_of(game, slot)
    return [Reason("one cannot pass here, since there is a move to make", line, rulings=slot.tags, file=file)]


def otherwise_written(match: Match, decision: m.Decision, typed: str, legal: Open) -> list[str]:
    """A sentence on how a move of this decision is written, if it was called by its name."""
    for number, slot in enumerate(decision.moves):
        first, name = slot.notation_parts[:1], fold(slot.name)
        as_named = isinstance(first[0], str) and fold(first[0]) == name if first else False
        if f"{fold(typed)} ".startswith(f"{name} ") and not as_named:
            if number in legal and slot.params:
                return [f"the move {name} is written like this: `{legal[number]}`"]
            return [f"the move {name} is written {either(ways_to_write(match, slot))}"]
    return []


def ways_to_write(match: Match, slot: m.MoveSlot) -> list[str]:
    """How a sort of move is written: each way, if a word in it is worked out and there are few; else with holes.

    What is worked out is worked out as the game begins: the position now is not for everybody to know.
    """
    game, text = match.game, [pattern(slot.notation)]
    if shows_all(slot) or prod(sizes(slot)) > FEW_WAYS:
        return text
    start = match.restarted(keep_log=False).state
    try:
        rows = [
            game.function(slot.notation_values)(start, 0, *args)
            for args in product(*([value for value, _ in named_values(game, param.type)] for param in slot.params))
        ]
        return list(dict.fromkeys(game.fill(slot.notation, row) for row in rows))
    except (RuleFault, EndlessLoop):
        return text


def begins(slot: m.MoveSlot, text: str) -> bool:
    """Whether a text begins with the name of a move, or with the word that its notation begins with."""
    first = slot.notation_parts[0] if slot.notation_parts else ""
    words = [fold(word) for word in (slot.name, first) if isinstance(word, str)]
    return any(word and f"{text} ".startswith(f"{word} ") for word in words)
