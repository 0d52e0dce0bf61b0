"""One game of a study, as a row of numbers: how long it was, how it ended, and, if somebody watched, what was used."""

from __future__ import annotations

from collections.abc import Sequence
from math import lcm

from attrs import astuple, define, evolve, field, frozen

from astro_referee.interpreter import machine as m
from astro_referee.interpreter.backends.engine import Below, Engine, Move, State
from astro_referee.interpreter.machine.runtime import CHANCE, Line, RuleFault
from astro_referee.interpreter.play.chance import Generator
from astro_referee.interpreter.play.game import Game, is_drawn
from astro_referee.interpreter.play.native import python_of
from astro_referee.interpreter.study.bots import Bot
from astro_referee.interpreter.study.quality.features import Features
from astro_referee.interpreter.study.quality.judging import NAMES, Tension, tension
from astro_referee.interpreter.study.simulation import LONGEST_CHANCE, LONGEST_GAME

CUT = -1
"""How a game ended that did not."""
NOBODY = -1
UNWATCHED = 9
"""Numbers of a row that need nobody to watch."""


@frozen
class GameRow:
    """Whole numbers only, but for what was judged. What nobody watched is empty."""

    number: int
    """Which game of the seed it is."""
    strong: int
    """In a game of a stronger player against weaker ones, the seat of the stronger; else -1."""
    length: int
    options: int
    most_options: int
    chances: int
    ending: int
    winners: int
    """A bit for each seat."""
    last_words: int
    first: int = NOBODY
    """The seat that was asked first."""
    real: int = 0
    """Decisions with more than one legal move."""
    used: tuple[int, ...] = ()
    """Of each seat, what it made use of: a bit for each feature."""
    scores: tuple[int, ...] = ()
    """How everybody stood at the end, if a number says that."""
    leads: int = NOBODY
    """How often another seat came to lead alone."""
    tension: tuple[float, ...] = ()

    def data(self) -> list[object]:
        """As JSON keeps it."""
        return list(astuple(self, recurse=False))

    def unwatched(self) -> GameRow:
        """What is known of a game that was only counted."""
        return GameRow(*self.data()[:UNWATCHED])  # type: ignore[arg-type]

    @property
    def watched(self) -> bool:
        return bool(self.used)

    @property
    def finished(self) -> bool:
        return self.ending != CUT


def row_of(data: Sequence[object], seats: int) -> GameRow:
    """Raises ValueError if that is no row of a game for so many."""
    values = [tuple(value) if isinstance(value, list) else value for value in data]
    row = GameRow(*values)  # type: ignore[arg-type]
    plain = [*values[:UNWATCHED], row.first, row.real, row.leads, *row.used, *row.scores]
    whole = all(type(value) is int for value in plain) and all(type(value) is float for value in row.tension)
    if not whole or not {len(row.used), len(row.scores)} <= {0, seats} or len(row.tension) not in (0, len(NAMES)):
        raise ValueError("that is no row of a game")
    if row.first >= seats or row.strong >= seats:
        raise ValueError("there is no such seat")
    return row


def winners_of(row: GameRow, seats: int) -> list[int]:
    """Who has won; nobody in a draw."""
    won = [seat for seat in range(seats) if row.winners >> seat & 1]
    return [] if not row.finished or is_drawn(row.ending, len(won), seats) else won


def worth(row: GameRow, seats: int) -> list[int]:
    """What a finished game brings each seat, in parts of `unit(seats)`: winners share it, and all do in a draw. Who
    loses together, or to nobody, gets nothing.
    """
    won = [seat for seat in range(seats) if row.winners >> seat & 1]
    drawn = is_drawn(row.ending, len(won), seats)
    sharing = list(range(seats)) if drawn else won
    return [unit(seats) // len(sharing) if seat in sharing else 0 for seat in range(seats)]


def unit(seats: int) -> int:
    """A number that can be shared by any of the seats without a rest."""
    return lcm(*range(1, seats + 1))


@define
class Watcher:
    """Plays and watches games of one set-up."""

    game: Game
    features: Features = field(init=False)
    engine: Engine = field(init=False)

    def __attrs_post_init__(self) -> None:
        self.features = Features(self.game)
        self.engine = python_of(self.game.engine)

    def play(
        self, seed: int, number: int, bots: Sequence[Bot | None] = (), strong: int = NOBODY, judged: bool = False
    ) -> GameRow:
        """Game number `number` of a seed; a seat without a bot moves at random. Raises RuleFault and EndlessLoop."""
        game, engine, below = self.game, self.engine, Generator(seed, number).below
        state, log = engine.start(), list[Line]()
        used, states = [0] * game.seats, list[State]()
        leader, leads, scored = NOBODY, 0, True
        first, real, length, total, most, chances = NOBODY, 0, 0, 0, 0, 0
        options = engine.run(state, log)
        while state[0]:
            if options == CHANCE:
                engine.rest()
                engine.happen(state, engine.sample(state, below), log)
                chances += 1
            else:
                move = self.choose(state, options, bots, below)
                seat, count = move[0], len(options)
                first = seat if first == NOBODY else first
                used[seat] |= self.features.of_move(state[0], move)
                for other in range(game.seats):
                    used[other] |= self.features.held(state, other)
                if judged:
                    states.append(state[:])
                if scored:
                    ahead, scored = self.leader(state)
                    leads += ahead != NOBODY and leader not in (NOBODY, ahead)
                    leader = ahead if ahead != NOBODY else leader
                engine.act(state, move, log)
                length, total, most, real = length + 1, total + count, max(most, count), real + (count > 1)
            if length >= LONGEST_GAME or chances >= LONGEST_CHANCE:
                break
            options = engine.run(state, log)
        over = not state[0]
        winners = sum(1 << seat for seat in range(game.seats) if over and game.value(state, m.PLACE, seat) == 1)
        ending = game.value(state, m.ENDING) if over else CUT
        last = next((line[0] for line in reversed(log) if line[2] == m.LAST_WORDS), -1)
        row = GameRow(
            number, strong, length, total, most, chances, ending, winners, last, first, real, tuple(used),
            self.scores(state) if over else (), leads if scored and game.machine.standing else NOBODY,
        )  # fmt: skip
        if not judged or not over or game.seats < 2:
            return row
        judge = Tension(game, seed, number)
        felt = tension(judge, states, worth(row, game.seats), unit(game.seats))
        leads = row.leads if row.leads != NOBODY else felt.leads
        return evolve(row, leads=leads, tension=felt.numbers)

    def choose(self, state: State, options: Sequence[Move], bots: Sequence[Bot | None], below: Below) -> Move:
        """Anybody who is asked, at random; where there are bots, the first one asked."""
        if not bots:
            return options[below(len(options))]
        own = [move for move in options if move[0] == options[0][0]]
        bot = bots[own[0][0]]
        return own[below(len(own))] if bot is None else bot.pick(self.game, state, own, below)

    def scores(self, state: State) -> tuple[int, ...]:
        """How everybody stands, if a number says that here."""
        ref = self.game.machine.standing
        if ref is None:
            return ()
        standing = self.engine.function(ref)
        try:
            return tuple(standing(state, seat) for seat in range(self.game.seats))
        except RuleFault:  # a score may speak of what is there only at the end
            return ()

    def leader(self, state: State) -> tuple[int, bool]:
        """Who leads alone, and whether a number says so."""
        points = self.scores(state)
        if not points or self.game.machine.absolute:
            return NOBODY, False
        best = max(points)
        return (points.index(best) if points.count(best) == 1 else NOBODY), True
