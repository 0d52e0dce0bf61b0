"""What a running game offers, whichever backend runs it. The evaluator of machines is an engine, too."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Protocol

from astro_referee.interpreter.machine.expressions import FunctionRef
from astro_referee.interpreter.machine.runtime import Line

State = list[int]
"""A record: where the game stands, and then the fields as the machine lays them out."""
Move = tuple[int, ...]
"""(player, number of the move in its decision, arguments ...)."""
Below = Callable[[int], int]
"""Picks a number from 0 to n - 1."""
FOREVER = 1 << 62


class Engine(Protocol):
    """Runs the states of one machine. States are changed in place; whoever wants to keep one copies it."""

    seen: list[int]
    """How often each point of a marked machine was reached."""

    def start(self) -> State:
        """A state in which nothing has happened yet."""
        ...

    def run(self, state: State, log: list[Line] | None = None) -> Sequence[Move]:
        """Goes on until somebody must decide (gives the legal moves), chance must (gives CHANCE), or the end."""
        ...

    def options(self, state: State) -> Sequence[Move]:
        """The legal moves of a decision; at a chance event CHANCE if anything can come up; nothing otherwise."""
        ...

    def act(self, state: State, move: Move, log: list[Line] | None = None) -> None:
        """Carries out a move."""
        ...

    def happen(self, state: State, outcome: int, log: list[Line] | None = None) -> None:
        """Lets a chance event come out."""
        ...

    def outcomes(self, state: State) -> list[tuple[int, int]]:
        """What chance may bring now: pairs of outcome and weight."""
        ...

    def sample(self, state: State, below: Below) -> int:
        """One of the outcomes, by their weights."""
        ...

    def playout(self, state: State, below: Below, most: int = FOREVER) -> int:
        """Plays on to the end, or for so many moves, each picked at random. Gives how many they were."""
        ...

    def function(self, ref: FunctionRef) -> Callable[..., Any]:
        """A function of the machine, ready to be asked; what it spends is counted from here on."""
        ...

    def rest(self) -> None:
        """Counts what is spent from here on."""
        ...
