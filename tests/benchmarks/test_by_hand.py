"""The hand-written games of the benchmarks follow the same rules as the rule files: move for move, over many games."""

from __future__ import annotations

import sys
from collections.abc import Callable
from importlib.util import module_from_spec, spec_from_file_location
from types import ModuleType

import pytest
from shelf import ROOT

from astro_referee.interpreter.play import library
from astro_referee.interpreter.play.chance import Generator
from astro_referee.interpreter.play.game import Game
from astro_referee.interpreter.play.match import Match

GAMES = 40


def by_hand(name: str) -> ModuleType:
    """A hand-written game; the benchmarks are no package that tests could import."""
    spec = spec_from_file_location(f"by_hand_{name}", ROOT / "benchmarks" / "by_hand" / f"{name}.py")
    assert spec is not None and spec.loader is not None
    module = module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


def game_of(name: str) -> Game:
    return library.prepare(library.load(name))


@pytest.fixture(scope="module")
def ptolemy() -> Game:
    return game_of("ptolemy")


@pytest.fixture(scope="module")
def hearts() -> Game:
    return game_of("hearts")


# --- Games without luck: one kind of move with one parameter ---------------------------------------------------------

WITHOUT_LUCK = {
    "tic_tac_toe": "tic-tac-toe",
    "connect_four": "connect-four",
    "othello": "othello",
}


@pytest.mark.parametrize("name", WITHOUT_LUCK)
def test_a_game_without_luck_by_hand_is_the_same_game(name: str) -> None:
    game, module = game_of(WITHOUT_LUCK[name]), by_hand(name)
    for seed in range(GAMES):
        match = Match(game, seed, game.players, keep_log=False)
        plain = getattr(module, name.title().replace("_", ""))()
        below = Generator(seed).below
        while not match.over:
            legal = match.legal()
            assert not plain.over
            assert [(plain.player, 0, move) for move in plain.legal_moves()] == legal
            move = legal[below(len(legal))]
            match.play(move)
            plain.play(move[2])
        assert plain.over
        assert match.result is not None
        winners = match.result.winners
        assert plain.winner == (winners[0] if len(winners) == 1 else None)


@pytest.mark.parametrize("name", WITHOUT_LUCK)
def test_a_seed_gives_the_same_playout_on_both_sides(name: str) -> None:
    game, playout = game_of(WITHOUT_LUCK[name]), by_hand(name).playout
    run: Callable[..., int] = game.engine.playout
    for seed in range(GAMES):
        assert run(game.engine.start(), Generator(seed).below) == playout(Generator(seed).below)


# --- Ptolemy ---------------------------------------------------------------------------------------------------------


class Feed:
    """Gives a hand-written game the deals of a match, as places in what is left of its deck."""

    def __init__(self) -> None:
        self.numbers: list[int] = []

    def settle(self, match: Match) -> None:
        """Lets chance decide in the match, and notes what the hand-written game must draw to get the same."""
        deck: list[int] = []
        while match.chance is not None:
            values = [value for value, _, _ in match.outcomes()]
            before = match.state
            match.settle()
            if len(values) == 2:
                self.numbers.append(match.game.value(match.state, "starter"))
                continue
            deck = deck or values
            card = (match.game.value(before, "stock") ^ match.game.value(match.state, "stock")).bit_length() - 1
            self.numbers.append(deck.index(card))
            deck = [other for other in deck if other != card]
            if len(deck) == 3:  # dealt; what is left over is not drawn
                deck = []

    def below(self, n: int) -> int:
        number = self.numbers.pop(0)
        assert number < n
        return number


@pytest.mark.parametrize("seed", range(GAMES))
def test_ptolemy_by_hand_is_the_same_game(ptolemy: Game, seed: int) -> None:
    module = by_hand("ptolemy")
    match = Match(ptolemy, seed, ptolemy.players, keep_log=False)
    feed = Feed()
    feed.settle(match)
    plain = module.Ptolemy(feed.below)
    below = Generator(seed, 1).below
    while not match.over:
        assert plain.winner is None
        assert not feed.numbers
        assert position_of(match) == plain_position(plain, module.DECK)
        legal = match.legal()
        chosen: dict[object, tuple[int, ...]] = {None if move[1] else module.DECK[move[2]]: move for move in legal}
        assert set(plain.legal_moves()) == set(chosen)
        assert {move[0] for move in legal} == {plain.player}
        card = list(chosen)[below(len(chosen))]
        match.play(chosen[card])
        feed.settle(match)
        plain.play(card)
    assert match.result is not None
    assert match.result.winners == (plain.winner,)


def position_of(match: Match) -> dict[str, object]:
    """What both games know, read from the record."""

    def value(name: str, index: int = 0) -> int:
        return match.game.value(match.state, name, index)

    planets = match.game.rules.kinds["Planet"]
    return {
        "hands": [value("hand", player) for player in (0, 1)],
        "places": {planet: value("Wanderer.at", i) for i, planet in enumerate(planets) if value("Wanderer.at", i) >= 0},
        "eclipse": value("Eclipse.at"),
        "wins": [value("wins", player) for player in (0, 1)],
        "height": value("height"),
        "debated": {planet for i, planet in enumerate(planets) if value("debated") >> i & 1},
        "passes": value("passes"),
    }


def plain_position(plain: object, deck: list[object]) -> dict[str, object]:
    places = dict(plain.places)  # type: ignore[attr-defined]
    eclipse = places.pop("Eclipse")
    return {
        "hands": [sum(1 << deck.index(card) for card in hand) for hand in plain.hands],  # type: ignore[attr-defined]
        "places": places,
        "eclipse": eclipse,
        "wins": plain.wins,  # type: ignore[attr-defined]
        "height": plain.height,  # type: ignore[attr-defined]
        "debated": plain.debated,  # type: ignore[attr-defined]
        "passes": plain.passes,  # type: ignore[attr-defined]
    }


# --- Hearts ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(GAMES // 10))
def test_hearts_by_hand_is_the_same_game(hearts: Game, seed: int) -> None:
    match = Match(hearts, seed, hearts.players, keep_log=False)
    drawn: list[int] = []
    settle_deal(match, drawn)
    plain = by_hand("hearts").Hearts(lambda n: drawn.pop(0))
    below = Generator(seed, 1).below
    while not match.over:
        assert plain.winners is None
        assert not drawn
        assert hands_of(match) == [sum(1 << card for card in hand) for hand in plain.hands]
        assert [hearts.value(match.state, "points", player) for player in range(4)] == plain.points
        legal = match.legal()
        move = legal[below(len(legal))]
        if plain.passed is None:
            assert {(plain.player, 0, card) for card in plain.legal_cards()} == set(legal)
        else:
            waiting = [player for player in range(4) if player not in plain.passed]
            assert {(p, 0, sum(1 << c for c in three)) for p in waiting for three in plain.passes(p)} == set(legal)
        match.play(move)
        settle_deal(match, drawn)
        if plain.passed is None:
            plain.play(move[2])
        else:
            plain.pass_cards(move[0], tuple(card for card in range(52) if move[2] >> card & 1))
    assert match.result is not None
    assert list(match.result.winners) == plain.winners


def hands_of(match: Match) -> list[int]:
    return [match.game.value(match.state, "hand", player) for player in range(4)]


def settle_deal(match: Match, drawn: list[int]) -> None:
    """Deals in the match, and notes which cards of those left the hand-written game must draw to deal the same."""
    while match.chance is not None:
        values = [value for value, _, _ in match.outcomes()]
        before = sum(hands_of(match))
        match.settle()
        drawn.append(values.index((sum(hands_of(match)) - before).bit_length() - 1))
