"""Astro side by side with another implementation of the same game, each fed with what happens in the other.

A test brings two things: the other game's state, with the interface of OpenSpiel, and *words* that say how an action of
it is written in Astro. Then one call plays a random game in both and compares them at every step:

    def words(state, action):
        return [state.action_to_string(action)]

    match, state = start("some_game", players=2), pyspiel.load_game("some_game").new_initial_state()
    follow(match, state, words, random.Random(1))
    assert match.over
"""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Callable, Generator, Iterable, Sequence
from typing import Any

import astro_referee as astro
from astro_referee import Match

Words = Callable[[Any, int], Sequence[str]]
"""How Astro writes an action of the other game in its state: a move, or what chance brings.

Several texts say that the other game does not tell them apart; none, that Astro has nothing to decide here.
"""


# --- Driving a match -------------------------------------------------------------------------------------------------


def start(name: str, players: int | None = None, seed: int = 0, **options: object) -> Match:
    """A match of a classic: `start("nim", 2, heaps=3, last_loses="yes")`."""
    return astro.start(name, players, {key: str(value) for key, value in options.items()}, seed)


def legal(match: Match, player: int | None = None) -> set[str]:
    """The legal moves as they are written, of one player or of all."""
    return {match.written(move) for move in match.legal(player)}


def play(match: Match, *typed: str) -> None:
    """Whoever is asked first plays what is typed, one move after the other; all of it must be legal."""
    for text in typed:
        verdict = match.submit(match.actors[0], text)
        assert verdict.ok, f"{text}: {verdict.message} {[reason.text for reason in verdict.reasons]}"


def happen(match: Match, *names: str) -> None:
    """Chance comes out as named, one event after the other."""
    for name in names:
        match.settle({shown: value for value, _, shown in match.outcomes()}[name])


def field(match: Match, name: str, player: int | None = None) -> dict[str, str]:
    """What a player (None: the referee) sees of a variable or zone: `{"P1": "3", …}`; `{"": "3"}` if there is one."""
    (found,) = [shown for shown in match.view(player).fields if shown.name == name]
    return {", ".join(entry.index): entry.text for entry in found.entries}


def fields(match: Match, player: int | None = None) -> dict[str, dict[str, str]]:
    """All that a player sees, by names, where several fields are needed: a view takes long to make."""
    shown = match.view(player).fields
    return {each.name: {", ".join(entry.index): entry.text for entry in each.entries} for each in shown}


def values(match: Match, name: str, player: int | None = None) -> list[str]:
    """What a player (None: the referee) sees of a variable or zone, seat by seat."""
    return list(field(match, name, player).values())


def numbers(match: Match, name: str) -> list[int]:
    """A variable that holds numbers, seat by seat or side by side."""
    return [int(text) for text in values(match, name)]


# --- Side by side ----------------------------------------------------------------------------------------------------


TYPED_EVERY = 4
"""One decision in so many is typed, and the others are carried out: a text is read by comparing it with all moves."""


def follow(match: Match, state: Any, words: Words, pick: random.Random) -> None:
    """Plays both at random until the other game is over; who acts, what is legal and all chances must be the same."""
    while not state.is_terminal():
        if state.is_chance_node():
            step_by_chance(match, state, words, pick)
        else:
            step_by_choice(match, state, words, pick)


def step_by_choice(match: Match, state: Any, words: Words, pick: random.Random) -> None:
    """One decision: the same player, the same moves; one of them is played in both."""
    meant = {action: words(state, action) for action in state.legal_actions()}
    action = pick.choice(sorted(meant))
    if any(meant.values()):
        assert match.actors == (state.current_player(),), (str(state), match.view())
        moves = {match.written(move): move for move in match.legal()}
        assert {text for texts in meant.values() for text in texts if text in moves} == moves.keys(), str(state)
        assert all(moves.keys() & texts for texts in meant.values()), (str(state), meant, moves)
        chosen = pick.choice([text for text in meant[action] if text in moves])
        if len(match.events) % TYPED_EVERY:
            match.play(moves[chosen])
        else:
            play(match, chosen)
    state.apply_action(action)


def step_by_chance(match: Match, state: Any, words: Words, pick: random.Random) -> None:
    """One chance event: the same outcomes with the same chances; one of them comes up in both."""
    outcomes = dict(state.chance_outcomes())
    meant = {action: words(state, action) for action in outcomes}
    (action,) = pick.choices(list(outcomes), list(outcomes.values()))
    if any(meant.values()):
        chances = {name: float(chance) for _, chance, name in match.outcomes()}
        for other, names in meant.items():
            assert math.isclose(sum(chances.get(name, 0) for name in names), outcomes[other]), (str(state), names)
        assert set(chances) <= {name for names in meant.values() for name in names}, str(state)
        happen(match, pick.choice([name for name in meant[action] if name in chances]))
    state.apply_action(action)


# --- Beside a referee of its own -------------------------------------------------------------------------------------


Asked = dict[int, set[str]]
"""The moves of all who are asked, as they are written."""
Stop = Generator[Asked | Counter[str], Any, Any]
"""A referee that stops with what it expects: whoever is asked, or how many there are of each that chance may bring.

It is told what happened: the player and the move, or what came up.
"""
END: Asked = {}
"""Nobody is asked: the game is over."""


def answer(
    match: Match, expected: Asked | Counter[str], pick: random.Random, taste: Callable[[int, str], float] | None = None
) -> Any:
    """Compares a stop of both; then something happens in Astro, and is told. Taste says how often a move is made."""
    if isinstance(expected, Counter):
        outcomes = {name: chance * expected.total() for _, chance, name in match.outcomes()}
        assert outcomes == expected
        match.settle()
        return match.events[-1].text
    assert {player: legal(match, player) for player in match.actors} == expected
    player = pick.choice(match.actors)
    moves = sorted(expected[player])
    move = pick.choice(moves) if taste is None else pick.choices(moves, [taste(player, move) for move in moves])[0]
    assert match.submit(player, move).ok
    return player, move


# --- Cards -----------------------------------------------------------------------------------------------------------


RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "jack", "queen", "king", "ace")
SUITS = ("clubs", "diamonds", "hearts", "spades")
PACK = tuple(f"{rank} of {suit}" for rank in RANKS for suit in SUITS)
"""The standard pack in the order in which OpenSpiel numbers its cards."""
SHORT = dict(zip("23456789TJQKA", RANKS, strict=True)) | dict(zip("CDHS", SUITS, strict=True))
"""How OpenSpiel abbreviates ranks and suits."""


def held(rows: Iterable[Sequence[str]]) -> set[str]:
    """The cards in a hand that OpenSpiel shows suit by suit: `[["S", "KT2"], ["H", "none"], …]`."""
    return {f"{SHORT[rank]} of {SHORT[suit]}" for suit, *ranks in rows if ranks != ["none"] for rank in "".join(ranks)}


def cards(text: str) -> set[str]:
    """The cards in a zone, from how it is shown."""
    return {part.strip() for part in text.replace(" and ", ", ").split(",")} - {"nothing"}
