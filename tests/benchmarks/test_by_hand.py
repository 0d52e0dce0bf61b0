"""The hand-written games of the benchmarks follow the same rules as the rule files: move for move, over many games."""

from __future__ import annotations

import ctypes
import shutil
import subprocess
import sys
from collections.abc import Callable
from importlib.util import module_from_spec, spec_from_file_location
from random import Random
from statistics import mean, stdev
from types import ModuleType

import pytest
from shelf import ROOT

from astro_referee.interpreter import machine as m
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


# --- One list of moves at a time, and chance in the order of the rules -----------------------------------------------

DRAWN_ALIKE = {
    "tic_tac_toe": "tic-tac-toe",
    "connect_four": "connect-four",
    "breakthrough": "breakthrough",
    "othello": "othello",
    "kuhn_poker": str(ROOT / "examples" / "kuhn_poker.astro"),
    "leduc_poker": "leduc-poker",
    "liars_dice": "liars-dice",
}


class Drawn(float):
    """A number between 0 and 1 that notes among how many things it picks one."""

    among: list[int]

    def __mul__(self, other: float) -> float:
        self.among.append(int(other))
        return float(self) * other


@pytest.mark.parametrize("name", DRAWN_ALIKE)
def test_a_game_by_hand_is_the_same_game(name: str) -> None:
    """From the same numbers, both pick at every step the same one of equally many moves and cards."""
    game, playout = game_of(DRAWN_ALIKE[name]), by_hand(name).playout
    for seed in range(GAMES):
        ours: list[int] = []
        theirs: list[int] = []
        stream, again = Random(seed), Random(seed)

        def below(n: int, noted: list[int] = ours, stream: Random = stream) -> int:
            noted.append(n)
            return int(stream.random() * n)

        def random(noted: list[int] = theirs, stream: Random = again) -> float:
            number = Drawn(stream.random())
            number.among = noted
            return number

        state = game.engine.start()
        moves = game.engine.playout(state, below)
        places = [game.value(state, m.PLACE, seat) for seat in range(2)]
        winner = -1 if places.count(1) == 2 else places.index(1)
        assert playout(random) == (moves, winner)
        assert theirs == ours


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
    """A match is played first. The hand-written one then draws what gives the same cards, passed and played: each time
    it must have as many to choose from."""
    match = Match(hearts, seed, hearts.players, keep_log=False)
    below = Generator(seed, 1).below
    script: list[tuple[int, int]] = []
    moves = 0
    while not match.over:
        if match.chance is not None:
            match.settle_all()
            script += shuffled(match)
        if len(match.actors) > 1:
            script += passed(match, below)
            moves += 4
        legal = match.legal()
        number = below(len(legal))
        script.append((number, len(legal)))
        match.play(legal[number])
        moves += 1
    assert match.result is not None
    (winner, *others) = match.result.winners
    among: list[int] = []
    rest = iter(script)

    def random() -> float:
        number, choices = next(rest)
        drawn = Drawn((number + 0.5) / choices)
        drawn.among = among
        return drawn

    assert by_hand("hearts").playout(random) == (moves, -1 if others else winner)
    assert among == [choices for _, choices in script]


def hands_of(match: Match) -> list[list[int]]:
    held = [match.game.value(match.state, "hand", player) for player in range(4)]
    return [[card for card in range(52) if hand >> card & 1] for hand in held]


def shuffled(match: Match) -> list[tuple[int, int]]:
    """What exchanges the cards of a new pack so that the hands of a match come out, dealt one by one."""
    wanted = [card for four in zip(*hands_of(match), strict=True) for card in four]
    deck, found = list(range(52)), []
    for left in range(52, 1, -1):
        pick = deck.index(wanted[left - 1])
        deck[pick], deck[left - 1] = deck[left - 1], deck[pick]
        found.append((pick, left))
    return found


def passed(match: Match, below: Callable[[int], int]) -> list[tuple[int, int]]:
    """Everybody passes three cards; what takes them one by one out of each hand."""
    hands, found = hands_of(match), []
    for player, hand in enumerate(hands):
        legal = match.legal(player)
        move = legal[below(len(legal))]
        match.play(move)
        assert len(legal) == 286
        for card in [card for card in hand if move[2] >> card & 1]:
            found.append((hand.index(card), len(hand)))
            hand.remove(card)
    return found


# --- Bit masks in C++ ------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def bit_masks(tmp_path_factory: pytest.TempPathFactory) -> ctypes.CDLL:
    """Compiled for a second or two."""
    compiler = shutil.which("c++")
    if compiler is None:
        pytest.skip("there is no C++ compiler")
    library = tmp_path_factory.mktemp("bit_masks") / "bit_masks.so"
    source = ROOT / "benchmarks" / "by_hand" / "bit_masks.cpp"
    flags = ("-O1", "-std=c++17", "-shared", "-fPIC", "-Wall", "-Wextra", "-Werror")
    subprocess.run([compiler, *flags, str(source), "-o", str(library)], check=True)
    return ctypes.CDLL(str(library))


@pytest.mark.parametrize("name", ["tic_tac_toe", "connect_four", "kuhn_poker", "leduc_poker", "liars_dice"])
def test_games_of_bit_masks_are_as_long_as_by_hand(bit_masks: ctypes.CDLL, name: str) -> None:
    """The seeds are fixed, so this passes or fails for ever: lengths differ by less than chance would make them."""
    play = getattr(bit_masks, name)
    play.restype, play.argtypes = ctypes.c_int64, (ctypes.c_uint64, ctypes.c_int64)
    games, few = 200_000, 4_000
    playout, random = by_hand(name).playout, Random(1).random
    lengths = [playout(random)[0] for _ in range(few)]
    assert play(1, games) / games == pytest.approx(mean(lengths), abs=4 * stdev(lengths) / few**0.5)


@pytest.mark.parametrize(
    ("name", "length"), [("breakthrough", 64.1), ("othello", 60.0), ("hex", 107.5), ("hearts", 55.0)]
)
def test_long_games_of_bit_masks_are_as_long_as_on_the_engine(bit_masks: ctypes.CDLL, name: str, length: float) -> None:
    """The engine's lengths are those of 100,000 games; of hearts, those of a deal."""
    play = getattr(bit_masks, name)
    play.restype, play.argtypes = ctypes.c_int64, (ctypes.c_uint64, ctypes.c_int64)
    assert play(1, 10_000) / 10_000 == pytest.approx(length, abs=0.5)
