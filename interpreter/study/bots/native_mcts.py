"""`mcts` on a native engine: the same search with the same numbers, whole rounds at a time in the compiled library."""

from __future__ import annotations

from collections.abc import Sequence
from time import perf_counter
from typing import TYPE_CHECKING

from astro_referee.interpreter.backends.c.search import (
    CARD_GROUP,
    CARDS,
    CUP,
    DIE,
    GROUP,
    MANNERS,
    NEVER_KNOWN,
    ONE_CARD,
    VALUE,
    NativeSearch,
    Numbers,
    SearchGame,
    Secret,
)
from astro_referee.interpreter.play.chance import Generator
from astro_referee.interpreter.play.game import Game
from astro_referee.interpreter.play.hidden.event_readers import zone_type
from astro_referee.interpreter.play.information_set import Dice, InformationSet, values_of
from astro_referee.interpreter.study.bots.budget import Budget
from astro_referee.interpreter.study.bots.search_tree import Arm, Choice
from astro_referee.interpreter.values.types import BagOf, Member, RowOf, SetOf, Type, low, plain, size

if TYPE_CHECKING:
    from astro_referee.interpreter.backends.c.engine import NativeEngine

A_WHILE = 0.004
"""Seconds of rounds at a time: in between, somebody may have given up."""
FIRST = 16
"""Rounds before it is known how long one takes."""
WIDEST = 63
"""Bits of a hidden set that are drawn in C."""


def searched(engine: NativeEngine, sight: InformationSet, budget: Budget, by: Numbers, generator: Generator) -> Choice:
    """What the seat has tried in all rounds, and how it came out. The record it thinks on is its own: a match in
    another thread may go on with that of the engine.
    """
    engine = engine.another()
    deals = deal_program(engine, sight)
    game = search_game(sight.game, sight.seat)
    search = NativeSearch.begun(engine, game, by, list(sight.known), deals or (), varies=deals is None)
    try:
        if deals is None:
            for _ in budget.count():
                engine.put(sight.draw(generator.below))
                generator.state = search.rounds(1, generator.state)
        else:
            think(search, budget, generator)
        choice = Choice()
        for move, visits, total in search.root_moves(sight.known[0]):
            choice.arms[move] = Arm(move, visits=visits, total=total)
        return choice
    finally:
        search.close()


def think(search: NativeSearch, budget: Budget, generator: Generator) -> None:
    """Rounds until the time is over, or as many as there may be. An interrupt is heard after a short while."""
    now = begin = perf_counter()
    end = float("inf") if budget.seconds is None else begin + budget.seconds
    done, some = 0, 1 if budget.seconds is not None else FIRST
    while done < budget.rounds:
        some = min(some, budget.rounds - done)
        generator.state = search.rounds(some, generator.state)
        done += some
        before, now = now, perf_counter()
        if now >= end:
            return
        wanted = min(A_WHILE, end - now) * some / max(now - before, 1e-9)
        some = max(1, min(10 * some, int(wanted)))


def search_game(game: Game, seat: int) -> SearchGame:
    machine = game.machine
    manners = [0] * (1 + max(game.decisions, default=0))
    for label, decision in game.decisions.items():
        manners[label] = MANNERS.index(decision.manner)
    return SearchGame(
        seat,
        bool(machine.utility),
        bool(machine.absolute),
        tuple(manners),
        machine.teams or tuple(range(game.seats)),
        tuple(secrets_of(game)),
    )


def secrets_of(game: Game) -> list[Secret]:
    """The parameters of moves that not everybody comes to know."""
    found = []
    for label, decision in game.decisions.items():
        for number, slot in enumerate(decision.moves):
            for place, param in enumerate(slot.params):
                if param.trace >= 0:
                    found.append(secret_of(game, label, number, place, param.trace, plain(param.type)))
    return found


def secret_of(game: Game, label: int, number: int, place: int, trace: int, kind: Type) -> Secret:
    zone = zone_type(game, kind)
    if zone is None:
        return Secret(label, number, place, trace, NEVER_KNOWN)
    return Secret(
        label,
        number,
        place,
        trace,
        ONE_CARD if isinstance(kind, Member) else CARD_GROUP,
        kind.bits if isinstance(kind, BagOf) else 1,
        zone.bits if isinstance(zone, BagOf) else 1,
        size(zone.of),
    )


# --- What is dealt anew ----------------------------------------------------------------------------------------------


def deal_program(engine: NativeEngine, sight: InformationSet) -> Sequence[int] | None:
    """How hidden things are dealt, as C reads it; None if only Python can do that."""
    if sight.hides_itself:
        return None
    places, at = [], 0
    for entry in engine.layout.entries:
        places.append((at, entry.words))
        at += entry.words
    program: list[int] = []
    for heap in sight.hidden_cards:
        program += [CARDS, len(heap.cards), *heap.cards, len(heap.zones)]
        for zone in heap.zones:
            program += [*places[zone.place], zone.width, zone.count, len(zone.laid)]
            program += [number for place, shift in zone.laid for number in (*places[place], shift)]
    for dice in sight.dice:
        program += dice_program(places[dice.place], dice)
    for place, type in sight.values:
        drawn = value_program(sight.game, places[place], type)
        if drawn is None:
            return None
        program += drawn
    return program


def dice_program(place: tuple[int, int], dice: Dice) -> list[int]:
    type, faces = dice.slot.type, dice.slot.faces
    shown = [len(faces), *(number for face in faces for number in face)]
    if isinstance(type, BagOf):
        return [CUP, *place, type.bits, low(type.of), dice.count, *shown]
    return [DIE, place[0], *shown]


def value_program(game: Game, place: tuple[int, int], type: Type) -> list[int] | None:
    match plain(type):
        case SetOf(of):
            return [GROUP, *place, size(of)] if size(of) <= WIDEST else None
        case BagOf(of, bits):
            return [GROUP, *place, bits * size(of)] if bits * size(of) <= WIDEST else None
        case RowOf():
            return None
        case _:
            count, first, others = values_of(game, type)
            return [VALUE, place[0], count, first, len(others), *others]
