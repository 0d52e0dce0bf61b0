"""A game in, its solution out, by the method that fits: search, all positions, or an equilibrium."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from attrs import frozen

from astro_referee.interpreter.machine.runtime import EndlessLoop, RuleFault
from astro_referee.interpreter.play.faults import problem_of
from astro_referee.interpreter.play.game import Game
from astro_referee.interpreter.play.match import FaultyRules, Match
from astro_referee.interpreter.study.solving.equilibrium import ENOUGH, Equilibrium, grown, learnt
from astro_referee.interpreter.study.solving.graph import DOUBLE, LUCK, OVER, explored
from astro_referee.interpreter.study.solving.limits import Limits, secretive
from astro_referee.interpreter.study.solving.search import AlphaBeta, ComesBack
from astro_referee.interpreter.study.solving.values import Number, Solution, solved
from astro_referee.interpreter.values.brief import brief

LONGEST_LINE = 60
"""Moves of the line of best play that are shown."""
SEARCH, POSITIONS, EQUILIBRIUM = "search", "positions", "equilibrium"


@frozen
class Solved:
    """What a game is worth, and how to play it."""

    game: Game
    method: str
    value: tuple[Number, ...]
    """To each seat."""
    exact: bool
    positions: int
    first: tuple[str, ...] = ()
    """The best first moves, if somebody moves first."""
    line: tuple[tuple[str, str], ...] = ()
    """A line of best play, up to chance: who moves, and what."""
    equilibrium: Equilibrium | None = None

    def __repr__(self) -> str:
        return brief(self, self.game.rules.title, self.said)

    @property
    def said(self) -> str:
        """The value in words."""
        names, value = self.game.players, self.value
        close = 1 if self.exact else 1 - 1e-9
        if self.game.machine.utility or self.game.seats != 2:
            return ", ".join(f"{shown(one)} to {name}" for name, one in zip(names, value, strict=True))
        for name, one in zip(names, value, strict=True):
            if one >= close:
                return f"{name} wins"
        if not self.game.machine.chances and self.equilibrium is None and value[0] == Fraction(1, 2):
            return "a draw"
        return ", ".join(f"{shown(one)} for {name}" for name, one in zip(names, value, strict=True))


def shown(number: Number) -> str:
    if isinstance(number, Fraction) and number.denominator <= 1000:
        return str(number) if number.denominator == 1 else f"{number} ({float(number):.4f})"
    return f"{float(number):.4f}"


def solve(game: Game, limits: Limits | None = None, enough: float = ENOUGH) -> Solved:
    """Raises TooLarge, NotSolvable and FaultyRules."""
    allowed = limits or Limits()
    try:
        if secretive(game.machine):
            return by_learning(game, allowed, enough)
        if game.seats == 2 and not game.machine.chances:
            try:
                return by_search(game, allowed)
            except ComesBack:
                pass
        return by_positions(game, allowed)
    except (RuleFault, EndlessLoop) as error:
        raise FaultyRules(problem_of(game, error), game.rules.source) from None


def by_search(game: Game, limits: Limits) -> Solved:
    search = AlphaBeta(game, limits)
    first = search.value(search.engine.start())
    total = search.total or 0
    value = Fraction(first, DOUBLE), Fraction(total - first, DOUBLE)
    match = Match(game, 0, game.players)
    line: list[tuple[str, str]] = []
    best: list[str] = []
    while not match.over and len(line) < LONGEST_LINE:
        seat, good = match.actors[0], []
        for move in match.legal(seat):
            copy = match.state[:]
            search.engine.act(copy, move)
            # One step around the value tells what is as good.
            if search.value(copy, first - 1, first + 1) == first:
                good.append(move)
                if line:
                    break
        best = best or [match.written(move) for move in good]
        line.append((game.players[seat], match.written(good[0])))
        match.play(good[0])
    return Solved(game, SEARCH, value, True, len(search.known), tuple(best), tuple(line))


def by_positions(game: Game, limits: Limits) -> Solved:
    graph = explored(game, limits)
    solution = solved(graph, limits)
    line = tuple(best_line(game, solution))
    match = Match(game, 0, game.players)
    first = [match.written(graph.moves[0][number]) for number in solution.best(0)] if graph.asked[0] >= 0 else []
    return Solved(game, POSITIONS, solution.value, solution.exact, len(graph), tuple(first), line)


def best_line(game: Game, solution: Solution) -> Iterator[tuple[str, str]]:
    """Best moves from the beginning, until chance decides."""
    match, at, graph = Match(game, 0, game.players), 0, solution.graph
    for _ in range(LONGEST_LINE):
        if graph.asked[at] in (LUCK, OVER):
            return
        number = solution.best(at)[0]
        move = graph.moves[at][number]
        yield game.players[move[0]], match.written(move)
        match.play(move)
        at = graph.after[at][number]


def by_learning(game: Game, limits: Limits, enough: float) -> Solved:
    tree = grown(game, limits)
    found = learnt(tree, limits, enough=enough)
    value = tree.total / 2 + found.value, tree.total / 2 - found.value
    return Solved(game, EQUILIBRIUM, value, False, tree.size, equilibrium=found)
