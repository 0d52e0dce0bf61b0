"""Texts that cannot be told where they are needed: a position in, the notations, sentences and reasons that fail out.

A hole may have no value: the only card of an empty place. In a legal move that is a fault of the rules; in one that is
not legal, nobody can type the move, or hear the reason.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import product
from math import prod

from attrs import define, field, frozen

from astro_referee.grammar.problems import Problem
from astro_referee.interpreter import machine as m
from astro_referee.interpreter.backends.engine import Move, State
from astro_referee.interpreter.machine.expressions import FunctionRef
from astro_referee.interpreter.machine.runtime import EndlessLoop, RuleFault
from astro_referee.interpreter.play import notation, views
from astro_referee.interpreter.play.chance import Generator
from astro_referee.interpreter.play.faults import problem_of
from astro_referee.interpreter.play.game import Game
from astro_referee.interpreter.play.match import FaultyRules, Match
from astro_referee.interpreter.study.playability.failures import Failures
from astro_referee.interpreter.study.playability.transitions import FAULTS, Way

POSITIONS = 40
"""Positions of each decision whose texts are tried."""
COMBINATIONS = 200
"""Choices of the parameters of each move that are tried in each position."""


@frozen
class BrokenText:
    """A text of a move that cannot be told, and why."""

    what: str
    """`notation`, `sentence` or `reason`."""
    move: str
    choice: str
    legal: bool
    problem: Problem

    @property
    def key(self) -> tuple[object, ...]:
        return self.what, self.legal, self.problem.code, self.problem.span.start


@define
class Texts:
    """What has been tried, a few positions of each decision."""

    game: Game
    failures: Failures
    times_checked: Counter[int] = field(factory=Counter)

    def look(self, state: State, way: Way) -> None:
        """Tries the texts of all moves of a decision, and tells of those that fail."""
        label = state[0]
        if label not in self.game.decisions or self.times_checked[label] >= POSITIONS:
            return
        self.times_checked[label] += 1
        for found in broken_texts(self.game, state):
            if self.failures.new(*found.key):
                self.report(label, way, found)

    def report(self, label: int, way: Way, found: BrokenText) -> None:
        def fails(match: Match, fault: FaultyRules | None) -> bool:
            here = fault is None and match.state[0] == label
            return here and any(other.key == found.key for other in broken_texts(self.game, match.state))

        script = self.failures.shortest(way, fails)
        said = found.what, found.move, found.choice, found.legal
        self.failures.report(self.failures.writer.broken_text(script, found.problem, *said))


def broken_texts(game: Game, state: State) -> Iterator[BrokenText]:
    """All texts of the moves of a decision that cannot be told here."""
    decision = game.decisions[state[0]]
    legal: set[Move] = set(game.engine.options(state))
    for player in views.asked(game, state):
        for number, slot in enumerate(decision.moves):
            own = [move for move in legal if move[:2] == (player, number)]
            others = [(player, number, *args) for args in combinations(game, slot)]
            for move in [*own, *(other for other in others if other not in legal)]:
                yield from broken_texts_of(game, state, slot, move, move in legal)


def combinations(game: Game, slot: m.MoveSlot) -> list[tuple[int, ...]]:
    """Choices of the parameters: all of them, or some from all over. Sets are chosen by nobody."""
    values = [[value for value, _ in notation.named_values(game, param.type)] for param in slot.params]
    if prod(map(len, values)) <= COMBINATIONS:
        return list(product(*values))
    below = Generator(0).below
    return [tuple(each[below(len(each))] for each in values) for _ in range(COMBINATIONS)]


def broken_texts_of(game: Game, state: State, slot: m.MoveSlot, move: Move, legal: bool) -> Iterator[BrokenText]:
    args = (state, move[0], *move[2:])
    texts = [("notation", slot.notation_values)] if -1 in slot.notation_parts else []
    if legal and slot.about_values is not None:
        texts.append(("sentence", slot.about_values))
    elif not legal:
        texts += [("reason", name) for name in failing(game, slot, args)]
    for what, values in texts:
        try:
            game.function(values)(*args)
        except FAULTS as error:
            yield BrokenText(what, slot.name, choice(game, slot, move), legal, problem_of(game, error))


def failing(game: Game, slot: m.MoveSlot, args: tuple[object, ...]) -> list[FunctionRef]:
    """The reasons of the guards that refuse a move by themselves."""
    found: list[FunctionRef] = []
    failed: set[int] = set()
    if not all(asked(game, test, args) for param in slot.params for test in (param.test, param.where) if test):
        failed.add(-1)
    for number, guard in enumerate(slot.guards):
        if guard.duty or failed.intersection(guard.needs):
            failed.add(number)
        elif asked(game, guard.test, args) is False:
            failed.add(number)
            found += [guard.reason] if guard.reason is not None else []
    return found


def asked(game: Game, test: FunctionRef, args: tuple[object, ...]) -> bool | None:
    """What a test says; nothing, if it cannot be asked."""
    try:
        return bool(game.function(test)(*args))
    except (RuleFault, EndlessLoop):
        return None


def choice(game: Game, slot: m.MoveSlot, move: Move) -> str:
    """`n = 2, to = a3`."""
    return ", ".join(
        f"{param.name} = {game.printer.show(param.type, value)}"
        for param, value in zip(slot.params, move[2:], strict=True)
    )
