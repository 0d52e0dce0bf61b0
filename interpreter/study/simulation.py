"""Games in great number, random ones or of bots: a game, a seed and a count in; results by seat, lengths, branching
and endings out.

Game number i of a seed uses stream i of the generator and nothing else, so the sum does not depend on how many
processes share the work, nor on their order.
"""

from __future__ import annotations

import signal
from collections import Counter, deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from math import sqrt
from multiprocessing.pool import AsyncResult

from attrs import define, field, frozen

from astro_referee.grammar.problems import Problem
from astro_referee.grammar.source import Source
from astro_referee.interpreter import machine as m
from astro_referee.interpreter.backends.engine import Engine, Move, State
from astro_referee.interpreter.machine.runtime import CHANCE, EndlessLoop, Line, RuleFault
from astro_referee.interpreter.play import library
from astro_referee.interpreter.play.chance import Generator
from astro_referee.interpreter.play.faults import problem_of
from astro_referee.interpreter.play.game import Game, is_drawn
from astro_referee.interpreter.play.native import engine_of, is_native
from astro_referee.interpreter.study.bots import Bot

LONGEST_GAME = 100_000
"""Decisions after which a game counts as unfinished; random play ends every game here far sooner."""
LONGEST_CHANCE = 10_000_000
"""Chance events after which a game counts as unfinished, for rules that roll for ever and never ask."""
PART = 25
"""Games a process takes at a time: little enough that a progress bar moves, and more work than handing them over."""
GIVEN_UP = 3
"""Unfinished games after which no more are played, if they are more than half: these players may never end one."""
LOOK_UP = 5_000
"""Moves after which somebody who waits is told how far a game is."""
WAIT = 1.0
"""Seconds after which somebody who waits for other processes is told that they are at work."""
Watch = Callable[[int, int], None]
"""Is told on the way: games of a part that are done, and moves of the one that is played."""
Bots = Mapping[int, Bot]
"""The seats that do not play at random."""
NO_BOTS: Bots = {}
Choose = Callable[[State, Sequence[Move]], Move]
ENDINGS = {1: "won", 2: "drawn", m.SCORED: "ranked", m.RANKED: "ranked", m.SHARED: "ranked", m.COMMON: "won"}


@frozen
class Fault:
    """A game that the rules could not bring to an end, and what went wrong."""

    number: int
    problem: Problem


def no_use(unfinished: int, games: int) -> bool:
    """Whether so many games did not end that no more need be played."""
    return unfinished >= GIVEN_UP and 2 * unfinished > games


@define
class Tally:
    """Counts of some games; tallies can be added up."""

    seats: int
    games: int = 0
    unfinished: int = 0
    draws: int = 0
    lost: int = 0
    """Games that nobody has won, though they are not drawn."""
    wins: list[int] = field(init=False)
    utilities: list[int] = field(init=False)
    """What the finished games were worth to each seat, summed up, if the rules say that."""
    lengths: Counter[int] = field(factory=Counter)
    options: int = 0
    chances: int = 0
    most_options: int = 0
    endings: Counter[str] = field(factory=Counter)
    faults: list[Fault] = field(factory=list)

    def __attrs_post_init__(self) -> None:
        self.wins = [0] * self.seats
        self.utilities = [0] * self.seats

    @property
    def finished(self) -> int:
        return self.games - self.unfinished - len(self.faults)

    @property
    def given_up(self) -> bool:
        """Whether so many games did not end that it is no use to play more of them."""
        return no_use(self.unfinished, self.games)

    @property
    def moves(self) -> int:
        return sum(length * count for length, count in self.lengths.items())

    def end(self, game: Game, ending: int, winners: list[int], last_words: int, games: int = 1) -> None:
        """Counts games that have ended in the same way."""
        if is_drawn(ending, len(winners), game.seats):
            self.draws += games
        elif not winners:
            self.lost += games
        else:
            for seat in winners:
                self.wins[seat] += games
        self.endings[reason(game, last_words) or ENDINGS.get(ending, "over")] += games

    def add(self, other: Tally) -> None:
        self.games += other.games
        self.unfinished += other.unfinished
        self.draws += other.draws
        self.lost += other.lost
        self.wins = [a + b for a, b in zip(self.wins, other.wins, strict=True)]
        self.utilities = [a + b for a, b in zip(self.utilities, other.utilities, strict=True)]
        self.lengths += other.lengths
        self.options += other.options
        self.chances += other.chances
        self.most_options = max(self.most_options, other.most_options)
        self.endings += other.endings
        self.faults += other.faults


def reason(game: Game, text: int) -> str:
    """Why a game ended, in the words of the rules; what differs from game to game is left open."""
    parts = game.machine.texts[text].parts if text >= 0 else ()
    return "".join(part if isinstance(part, str) else "…" for part in parts)


# --- One game --------------------------------------------------------------------------------------------------------


@define
class GameSummary:
    """What one random game came to."""

    moves: int
    options: int
    chances: int
    most: int
    over: bool


def walk(
    engine: Engine,
    state: State,
    below: Callable[[int], int],
    log: list[Line],
    choose: Choose | None = None,
    watch: Callable[[int], None] | None = None,
) -> GameSummary:
    """Plays a state on until the end or the limit, with random moves if nobody chooses them.

    `watch` hears now and then how many moves there were; after each, if somebody thinks.
    """
    every = LONGEST_CHANCE if watch is None else LOOK_UP if choose is None else 1
    look_up = every
    run, act, happen, sample = engine.run, engine.act, engine.happen, engine.sample
    moves = total = rolls = most = 0
    options = run(state, log)
    while state[0]:
        if options == CHANCE:
            engine.rest()  # what may come up has been counted once, where the game stopped
            happen(state, sample(state, below), log)
            rolls += 1
            if rolls >= LONGEST_CHANCE:
                return GameSummary(moves, total, rolls, most, False)
            if not rolls % LOOK_UP and watch is not None:
                watch(moves)
        else:
            count = len(options)
            move = options[below(count)] if choose is None else choose(state, options)
            act(state, move, log)
            moves += 1
            total += count
            if count > most:
                most = count
            if moves >= LONGEST_GAME:
                return GameSummary(moves, total, rolls, most, False)
            if moves >= look_up and watch is not None:
                look_up += every
                watch(moves)
        options = run(state, log)
    return GameSummary(moves, total, rolls, most, True)


def chooser(game: Game, bots: Bots, below: Callable[[int], int]) -> Choose:
    """The first one asked moves: a bot as it thinks, anybody else at random."""

    def choose(state: State, options: Sequence[Move]) -> Move:
        seat = options[0][0]
        own = [move for move in options if move[0] == seat]
        return bots[seat].pick(game, state, own, below) if seat in bots else own[below(len(own))]

    return choose


def play_one(game: Game, seed: int, number: int, tally: Tally, bots: Bots, watch: Watch | None = None) -> None:
    """Plays game number `number` of a seed and counts it."""
    done = tally.games
    state: State = game.engine.start()
    log: list[Line] = []
    below = Generator(seed, number).below
    tally.games += 1
    try:
        note_progress = None if watch is None else partial(watch, done)
        walked = walk(game.engine, state, below, log, chooser(game, bots, below) if bots else None, note_progress)
    except (RuleFault, EndlessLoop) as error:
        tally.faults.append(Fault(number, problem_of(game, error)))
        return
    tally.options += walked.options
    tally.chances += walked.chances
    tally.most_options = max(tally.most_options, walked.most)
    tally.lengths[walked.moves] += 1
    if not walked.over:
        tally.unfinished += 1
        return
    for seat, worth in enumerate(game.utilities(state) or ()):
        tally.utilities[seat] += worth
    places = [game.value(state, m.PLACE, seat) for seat in range(game.seats)]
    winners = [seat for seat, place in enumerate(places) if place == 1]
    last = next((line[0] for line in reversed(log) if line[2] == m.LAST_WORDS), -1)
    tally.end(game, game.value(state, m.ENDING), winners, last)


# --- Many games ------------------------------------------------------------------------------------------------------


def part(game: Game, seed: int, first: int, count: int, bots: Bots = NO_BOTS, watch: Watch | None = None) -> Tally:
    """Some games one after the other, up to a fault, until they are given up, or until another engine takes over."""
    tally = Tally(game.seats)
    for number in range(first, first + count):
        play_one(game, seed, number, tally, bots, watch)
        if tally.faults or tally.given_up or (game.take_over() and not bots):
            break
    return tally


def parts(games: int, size: int = PART) -> list[tuple[int, int]]:
    """First number and count of each part; the same whoever does them."""
    return [(first, min(size, games - first)) for first in range(0, games, size)]


def simulate(
    game: Game, games: int, seed: int = 0, jobs: int = 1, bots: Bots = NO_BOTS, watch: Watch | None = None
) -> Iterator[Tally]:
    """The tallies of all parts in order, as they are done. Stops after a part with a fault, and when the games do not
    end. Bots take their time, so there each game is a part. `watch` is told of the time in between.
    """
    todo, total = parts(games, 1 if bots else PART), Tally(game.seats)
    for tally in tallies(game, todo, seed, jobs, bots, watch):
        yield tally
        total.add(tally)
        if tally.faults or tally.given_up or total.given_up:
            return


def tallies(
    game: Game, todo: list[tuple[int, int]], seed: int, jobs: int, bots: Bots, watch: Watch | None
) -> Iterator[Tally]:
    """The parts one after the other: by a native engine from when there is one, before that here or by other processes.

    Who thinks does so in Python, on whichever engine there is.
    """
    from astro_referee.interpreter.study.native_games import native_tallies

    done, last, left = 0, Tally(game.seats), list(todo)
    while left and (bots or not is_native(game.engine)):
        for last in (
            by_processes(game, left, seed, jobs, bots, watch)
            if jobs > 1 and len(left) > 1
            else here(game, left, seed, bots, watch)
        ):
            yield last
            done, left = done + last.games, left[1:]
            if is_native(game.engine) and not bots:
                break
    games = sum(count for _, count in todo)
    if done < games and not bots:
        begun = last if done % PART else Tally(game.seats)
        yield from native_tallies(game, seed, done, games, jobs, begun, watch)


def here(game: Game, todo: list[tuple[int, int]], seed: int, bots: Bots, watch: Watch | None) -> Iterator[Tally]:
    for first, count in todo:
        yield part(game, seed, first, count, bots, watch)


def by_processes(
    game: Game, todo: list[tuple[int, int]], seed: int, jobs: int, bots: Bots, watch: Watch | None
) -> Iterator[Tally]:
    """The parts in order, done by other processes; no more are begun when another engine is ready to do the rest."""
    from multiprocessing import TimeoutError as Waited
    from multiprocessing import get_context

    natively = is_native(game.engine)
    set_up = (game.rules.source, game.seats, game.chosen, seed, bots, natively)
    # Fresh processes, not copies of this one: copying a process that has threads or open files is a source of hangs.
    with get_context("spawn").Pool(min(jobs, len(todo)), begin, set_up) as pool:
        left, begun = deque(todo), deque[AsyncResult[Tally]]()
        while left or begun:
            while left and len(begun) < 2 * jobs and is_native(game.engine) == natively:
                begun.append(pool.apply_async(work, (left.popleft(),)))
            if not begun:
                return
            while True:
                try:
                    tally = begun[0].get(WAIT)
                    break
                except Waited:
                    if watch is not None:
                        watch(0, 0)
            begun.popleft()
            yield tally
            game.take_over()


HERE: dict[str, tuple[Game, int, Bots]] = {}
"""The game, the seed and the bots of a process that does parts of a simulation."""


def begin(source: Source, seats: int, chosen: dict[str, int], seed: int, bots: Bots, natively: bool) -> None:
    """Sets up a process; whoever started it deals with Ctrl-C."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    game = library.built(source, seats, chosen)
    if natively:
        game.engine = engine_of(game)
    HERE["game"] = (game, seed, bots)


def work(bounds: tuple[int, int]) -> Tally:
    game, seed, bots = HERE["game"]
    return part(game, seed, *bounds, bots)


# --- Statistics ------------------------------------------------------------------------------------------------------


def wilson(successes: int, trials: int) -> tuple[float, float]:
    """The 95 % interval of a share (Wilson 1927); it stays between 0 and 1 and is right for small numbers too."""
    if not trials:
        return 0.0, 1.0
    z = 1.959964  # the 97.5 % point of the normal distribution
    share = successes / trials
    middle = share + z * z / (2 * trials)
    spread = z * sqrt(share * (1 - share) / trials + z * z / (4 * trials * trials))
    scale = 1 + z * z / trials
    return max(0.0, (middle - spread) / scale), min(1.0, (middle + spread) / scale)
