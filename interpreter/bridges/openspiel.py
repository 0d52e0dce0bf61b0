"""Games for OpenSpiel: `register("my_game.astro")` gives a game that its algorithms play like one of their own.

States are immutable nodes below, since OpenSpiel copies whatever a state holds. Those who choose together are asked one
after the other, and an open choice stays hidden. A seat's information state is what it has been told.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property
from pathlib import Path
from typing import Any

import pyspiel
from attrs import define, field

from astro_referee.interpreter import api
from astro_referee.interpreter.backends.engine import Move
from astro_referee.interpreter.bridges.actions import Actions, actions_of
from astro_referee.interpreter.bridges.rewards import returns
from astro_referee.interpreter.bridges.tale import Tale
from astro_referee.interpreter.play.game import Game, Rules
from astro_referee.interpreter.play.match import Match

LONGEST = 10_000
"""Events of one game, as OpenSpiel wants to know beforehand."""
MOST_OUTCOMES = 10_000
"""Outcomes of one chance event."""


MOST_KEPT = 5_000_000
"""Numbers in positions of one game, and in their moves, that are kept for those who come there again: some 300 MB."""
MOST_TEXT = 50_000_000
"""Characters of what seats know there that are kept."""

Way = tuple[Any, int] | None
"""The way to a position: that to the one before, and the number that leads on."""

ROOTS: dict[str, Position] = {}
"""Where each game that OpenSpiel knows begins."""


@define
class Memory:
    """What the positions of one game have in common, and how much they keep."""

    game: str
    actions: Actions
    tales: dict[int, Tale] = field(factory=dict)
    """By who reads them."""
    numbers: int = 0
    characters: int = 0

    def tale(self, match: Match, watchers: int) -> str:
        return self.tales.setdefault(watchers, Tale(watchers)).up_to(match)


class Position:
    """A position with how it came about; never changed, and never copied."""

    def __init__(self, memory: Memory, match: Match, path: Way = None) -> None:
        self.memory, self.match, self.path = memory, match, path
        self.children: dict[int, Position] = {}
        self.texts: dict[tuple[int, bool], str] = {}

    def __deepcopy__(self, memo: object) -> Position:
        return self

    def __reduce__(self) -> tuple[object, tuple[str, list[int]]]:
        """OpenSpiel writes states down by pickling: a position is the numbers that lead there."""
        numbers, path = list[int](), self.path
        while path is not None:
            path, number = path
            numbers.append(number)
        return position_after, (self.memory.game, numbers[::-1])

    @cached_property
    def player(self) -> int:
        if self.match.over:
            return int(pyspiel.PlayerId.TERMINAL)
        return int(pyspiel.PlayerId.CHANCE) if self.match.chance is not None else self.match.actors[0]

    @cached_property
    def moves(self) -> dict[int, Move]:
        """The legal moves of the player who is asked, by number."""
        decision = self.match.decision
        assert decision is not None
        legal = self.match.legal(self.player)
        return dict(sorted(zip(self.memory.actions.numbers(decision, legal), legal, strict=True)))

    @cached_property
    def outcomes(self) -> list[tuple[int, float]]:
        """What chance may bring, numbered in its order."""
        return [(number, float(chance)) for number, (_, chance, _) in enumerate(self.match.outcomes())]

    def after(self, number: int) -> Position:
        """The position after a move or an outcome; solvers come to the same ones again and again."""
        found = self.children.get(number)
        if found is None:
            found = self.moved(number)
            if self.memory.numbers < MOST_KEPT:
                self.memory.numbers += len(found.match.state) + sum(map(len, found.match.options))
                self.children[number] = found
        return found

    def moved(self, number: int) -> Position:
        match = self.match.copy()
        if match.chance is not None:
            match.settle(match.outcomes()[number][0])
        else:
            match.play(self.moves[number])
        return Position(self.memory, match, (self.path, number))

    def information(self, seat: int) -> str:
        """Everything that a seat has been told, and what it sees now."""

        def whole() -> str:
            return "\n".join(filter(None, (self.memory.tale(self.match, 1 << seat), self.seen(seat))))

        return self.kept(seat, True, whole)

    def seen(self, seat: int) -> str:
        """The position as a seat sees it, and who is asked."""
        return self.kept(seat, False, lambda: self.sight(seat))

    def sight(self, seat: int) -> str:
        view = self.match.view(seat)
        rows = [f"{field.name}{list(entry.index)}: {entry.text}" for field in view.fields for entry in field.entries]
        return "\n".join([*rows, f"asked: {self.match.actors}"])

    def kept(self, seat: int, whole: bool, word: Callable[[], str]) -> str:
        """A text for a seat, kept while there is room."""
        found = self.texts.get((seat, whole))
        if found is None:
            found = word()
            if self.memory.characters < MOST_TEXT:
                self.memory.characters += len(found)
                self.texts[seat, whole] = found
        return found


def position_after(game: str, numbers: list[int]) -> Position:
    """A position that was written down. The game must be known."""
    position = ROOTS[game]
    for number in numbers:
        position = position.after(number)
    return position


class AstroState(pyspiel.State):  # type: ignore[misc]
    """A state of OpenSpiel's over a node of ours."""

    def __init__(self, game: pyspiel.Game, node: Position) -> None:
        super().__init__(game)
        self.node = node

    def current_player(self) -> int:
        return self.node.player

    def _legal_actions(self, player: int) -> list[int]:
        return list(self.node.moves) if player == self.node.player else []

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return self.node.outcomes

    def _apply_action(self, action: int) -> None:
        self.node = self.node.after(action)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return str(self.node.match.outcomes()[action][2])
        return self.node.match.written(self.node.moves[action])

    def is_terminal(self) -> bool:
        return self.node.match.over

    def returns(self) -> list[float]:
        result = self.node.match.result
        return returns(result) if result is not None else [0.0] * self.node.match.game.seats

    def information_state_string(self, player: int | None = None) -> str:
        return self.node.information(self.node.player if player is None else player)

    def observation_string(self, player: int | None = None) -> str:
        return self.node.seen(self.node.player if player is None else player)

    def __str__(self) -> str:
        return self.node.memory.tale(self.node.match, 0) or "the beginning"


def register(
    game: str | Path | Rules,
    players: int | None = None,
    options: Mapping[str, str] | None = None,
    name: str | None = None,
    utilities: tuple[float, float] = (-1e6, 1e6),
    zero_sum: bool = False,
) -> pyspiel.Game:
    """A game for OpenSpiel, and known there by its name: `astro_` and that of the file, unless another one is given.

    Of rules with a def `utility`, `utilities` bounds what an end may be worth, and `zero_sum` says that what one wins
    the others lose; without one, an end is worth 1 to who wins, and as much is lost by the others.
    """
    ready = api.prepare(game, players, options)
    called = name or f"astro_{Path(ready.rules.name).stem.replace('-', '_')}"
    return registered(ready, called, utilities, zero_sum or not ready.machine.utility)


def registered(ready: Game, name: str, utilities: tuple[float, float], zero_sum: bool) -> pyspiel.Game:
    seats, actions = ready.seats, actions_of(ready)
    lowest, highest = utilities if ready.machine.utility else (-float(max(1, seats - 1)), 1.0)
    sums = pyspiel.GameType.Utility
    secret = any(slot.hidden for slot in ready.machine.fields) or any(
        decision.manner == "together" for decision in ready.machine.decisions
    )
    chances = pyspiel.GameType.ChanceMode
    kind = pyspiel.GameType(
        short_name=name,
        long_name=ready.rules.title,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=chances.EXPLICIT_STOCHASTIC if ready.machine.chances else chances.DETERMINISTIC,
        information=(
            pyspiel.GameType.Information.IMPERFECT_INFORMATION
            if secret
            else pyspiel.GameType.Information.PERFECT_INFORMATION
        ),
        utility=sums.ZERO_SUM if zero_sum and seats > 1 else sums.GENERAL_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=seats,
        min_num_players=seats,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=False,
        parameter_specification={},
    )
    about = pyspiel.GameInfo(
        num_distinct_actions=actions.size,
        max_chance_outcomes=MOST_OUTCOMES if ready.machine.chances else 0,
        num_players=seats,
        min_utility=lowest,
        max_utility=highest,
        utility_sum=0.0 if zero_sum and seats > 1 else None,
        max_game_length=LONGEST,
    )

    root = ROOTS[name] = Position(Memory(name, actions), Match(ready, 0, ready.players))

    class AstroGame(pyspiel.Game):  # type: ignore[misc]
        """The rules, as OpenSpiel wants a game to be."""

        def __init__(self, params: Any = None) -> None:
            super().__init__(kind, about, params or {})

        def new_initial_state(self) -> AstroState:
            return AstroState(self, root)

        def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> TextObserver:
            return TextObserver(iig_obs_type)

    pyspiel.register_game(kind, AstroGame)
    return AstroGame()


class TextObserver:
    """What OpenSpiel asks observations of; texts alone."""

    def __init__(self, kind: Any = None) -> None:
        self.kind = kind
        self.tensor = None
        self.dict: dict[str, object] = {}

    def set_from(self, state: AstroState, player: int) -> None:
        """There is no tensor to fill."""

    def string_from(self, state: AstroState, player: int) -> str:
        recall = self.kind is not None and self.kind.perfect_recall
        return state.information_state_string(player) if recall else state.observation_string(player)
