"""What a seat may do now, as a page needs it: the sorts of moves with what they ask for, and each legal move."""

from __future__ import annotations

from typing import TYPE_CHECKING

from astro_referee.interpreter.play.typed_moves.other_decisions import moment
from astro_referee.interpreter.play.typed_moves.placeholders import asked_for, words
from astro_referee.interpreter.show.scene.plans import numbered
from astro_referee.interpreter.values.types import Int, Member, element, plain
from astro_referee.interpreter.values.types import words as extra_words

if TYPE_CHECKING:
    from astro_referee.interpreter.backends.engine import Move
    from astro_referee.interpreter.machine import MoveSlot, ParamSlot
    from astro_referee.interpreter.play.match import Match
    from astro_referee.interpreter.values.types import Type

MOST_EXPLAINED = 400
"""Moves that come with what they do; of more, only the one that is being made says it."""
MOST_OFFERED = 3000
"""Moves that a page is given; where there are more, the others are typed."""
NO_PLACE = "="
"""Stands before a number that has the name of something on the table, and does not mean it."""

Facts = dict[str, object]
Spots = dict[str, str]
"""What numbers go by."""


def offered(match: Match, seat: int) -> Facts:
    """All that a seat may do; empty if it is not asked."""
    decision, moves = match.decision, match.legal(seat)
    if decision is None or not moves:
        return {}
    explained = len(moves) <= MOST_EXPLAINED
    spots = [spots_of(match, slot, seat) for slot in decision.moves]
    return {
        "phase": moment(decision),
        "question": match.question,
        "manner": decision.manner,
        "sorts": [sort_of(slot) for slot in decision.moves],
        "moves": [
            {
                "id": match.id_of(move),
                "sort": move[1],
                "args": args_of(match, decision.moves[move[1]], move, spots[move[1]]),
                "text": match.spoken(move),
                "typed": match.marked(move),
                "about": match.about(move) if explained else "",
            }
            for move in moves[:MOST_OFFERED]
        ],
        "more": max(0, len(moves) - MOST_OFFERED),
    }


def sort_of(slot: MoveSlot) -> Facts:
    """A sort of move: what it is called, and what it asks for, one after the other."""
    return {
        "name": words(slot.name),
        "ends": slot.ends,
        "params": [{"name": words(one.name), "asks": asked_for(slot, one)} for one in in_order(slot)],
    }


def in_order(slot: MoveSlot) -> list[ParamSlot]:
    """What a move asks for in the order in which it is written; what is not written comes last."""
    return [slot.params[at] for at in order(slot)]


def order(slot: MoveSlot) -> list[int]:
    written = [part for part in slot.notation_parts if isinstance(part, int) and part >= 0]
    return list(dict.fromkeys([*written, *range(len(slot.params))]))


def spots_of(match: Match, slot: MoveSlot, seat: int) -> list[Spots]:
    """Of each parameter, what its numbers go by that are not called as they are: places that they stand for, where the
    plan of a variable has them for a seat; numbers that are no place, but the name of something else on the table.
    """
    game, own, found = match.game, match.game.players[seat], list[Spots]()
    names = {name for members in game.machine.members.values() for name in members}
    plans = {variable: numbered(game, variable) for variable in set(game.rules.on_plans.values())}
    for places, _ in plans.values():
        names |= places.keys()
    others = {name: f"{NO_PLACE}{name}" for name in names if name.isdigit()}
    for param in slot.params:
        variable = game.rules.on_plans.get((slot.name, param.name))
        spots = plans[variable][1] if variable is not None else {}
        found.append(others | {number: place for (who, number), place in spots.items() if who in (None, own)})
    return found


def args_of(match: Match, slot: MoveSlot, move: Move, spots: list[Spots]) -> list[object]:
    """What was chosen, by names that stand on the table too: `[name, label]`, or a list of such for a set."""
    found: list[object] = []
    for at in order(slot):
        type, value = slot.params[at].type, move[2 + at]
        inner = element(type)
        if inner is None or shown_as_word(match, type, value):
            found.append(named(match, type, value, spots[at]))
        else:
            found.append([named(match, inner, one, spots[at]) for one in match.game.printer.values(plain(type), value)])
    return found


def shown_as_word(match: Match, type: Type, value: int) -> bool:
    """Whether a value is one of the extra words of its type."""
    return match.game.printer.show(type, value) in extra_words(type)


def named(match: Match, type: Type, value: int, spots: Spots) -> list[str]:
    """A value by its name and its label."""
    name = match.game.printer.show(type, value)
    kind = plain(type)
    if isinstance(kind, Member) and kind.kind == "player" and name in match.game.players:
        return [name, match.names[match.game.players.index(name)]]
    if isinstance(kind, Int):
        return [spots.get(name, name), name.replace("_", " ")]
    return [name, match.game.printed(match.game.style).show(type, value).replace("_", " ")]


def asked_words(match: Match, seat: int | None) -> str:
    """What is asked, of whom, and at which moment of the game."""
    decision = match.decision
    if decision is None:
        return ""
    if seat is None or seat not in match.actors:
        names = [match.names[one] for one in match.actors]
        who = names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"
        return f"Waiting for {who}: {moment(decision)}"
    sorts = {move[1] for move in match.legal(seat)}
    wanted = [words(decision.moves[sort].name) for sort in sorted(sorts)]
    asked = f"{match.question} " if match.question else ""
    if decision.manner == "any":
        return f"{asked}Whoever is first: {', '.join(wanted)}"
    if decision.manner == "together":
        return f"{asked}Everybody chooses at once, and in secret: {', '.join(wanted)}"
    return match.question or f"Your turn, {moment(decision)}: {', '.join(wanted)}"
