"""What all environments of PettingZoo share: agents are seats by their names, moves are numbers, views are arrays."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
from gymnasium import spaces

from astro_referee.interpreter import api
from astro_referee.interpreter.backends.engine import Move
from astro_referee.interpreter.bridges.actions import actions_of
from astro_referee.interpreter.bridges.observations import observer_of
from astro_referee.interpreter.bridges.rewards import returns
from astro_referee.interpreter.play.chance import fresh_seed
from astro_referee.interpreter.play.game import Rules
from astro_referee.interpreter.play.match import Match
from astro_referee.interpreter.show.text.page import draw

LONGEST = 10_000
"""Moves after which a game is cut off."""


class NotBegun(RuntimeError):
    """Nobody has begun a game."""


class Environment:
    """A game whose agents are its seats, by their names."""

    all_at_once = False

    def __init__(
        self,
        game: str | Path | Rules,
        players: int | None = None,
        options: Mapping[str, str] | None = None,
        render_mode: str | None = None,
        most_moves: int = LONGEST,
    ) -> None:
        super().__init__()
        self.game = api.prepare(game, players, options)
        self.check()
        self.numbers, self.observer = actions_of(self.game), observer_of(self.game)
        self.most_moves, self.render_mode = most_moves, render_mode
        self.metadata = {
            "name": self.game.rules.title,
            "render_modes": ["ansi"],
            "is_parallelizable": self.all_at_once,
        }
        self.possible_agents = list(self.game.players)
        self.action_spaces = {agent: spaces.Discrete(self.numbers.size) for agent in self.possible_agents}
        self.observation_spaces = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(0.0, 1.0, (self.observer.size,), np.float32),
                    "action_mask": spaces.Box(0, 1, (self.numbers.size,), np.int8),
                }
            )
            for agent in self.possible_agents
        }
        self.begun: Match | None = None

    def check(self) -> None:
        """Refuses a game that does not fit."""

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    @property
    def match(self) -> Match:
        if self.begun is None:
            raise NotBegun("no game has begun; reset() begins one")
        return self.begun

    def begin(self, seed: int | None) -> None:
        """A new game, up to its first decision."""
        self.begun = Match(self.game, fresh_seed() if seed is None else seed, self.game.players, keep_log=False)
        self.begun.settle_all()

    def legal(self, agent: str) -> dict[int, Move]:
        """The legal moves of an agent by number; none if it is not asked."""
        decision, seat = self.match.decision, self.possible_agents.index(agent)
        if decision is None or seat not in self.match.actors:
            return {}
        moves = self.match.legal(seat)
        return dict(zip(self.numbers.numbers(decision, moves), moves, strict=True))

    def chosen(self, agent: str, action: Any) -> Move:
        """The move with a number. Raises ValueError if it is not legal."""
        legal = self.legal(agent)
        if action is None or int(action) not in legal:
            wrong = "nothing" if action is None else action
            raise ValueError(f"{wrong} is no legal move of {agent}; the action mask has those that are")
        return legal[int(action)]

    def play(self, moves: list[Move]) -> None:
        """Moves of this decision, and what chance makes of them."""
        for move in moves:
            self.match.play(move)
        self.match.settle_all()

    @property
    def cut(self) -> bool:
        """Whether the game has gone on for so long that it ends here."""
        return not self.match.over and self.match.number >= self.most_moves

    def worths(self) -> dict[str, float]:
        """What the game has brought each agent; nothing while it goes on."""
        result = self.match.result
        worths = returns(result) if result is not None else [0.0] * len(self.possible_agents)
        return dict(zip(self.possible_agents, worths, strict=True))

    def observe(self, agent: str) -> dict[str, Any]:
        mask = np.zeros(self.numbers.size, dtype=np.int8)
        mask[self.allowed(agent)] = 1
        seat = self.possible_agents.index(agent)
        return {"observation": self.observer.observe(self.match, seat), "action_mask": mask}

    def allowed(self, agent: str) -> list[int]:
        """The numbers that an agent may give now."""
        return list(self.legal(agent))

    def render(self) -> str | None:
        """The position as all may see it, as text."""
        if self.render_mode is None or self.begun is None:
            return None
        return "\n".join(draw(self.game, self.begun.public(), self.begun.names, "…"))

    def close(self) -> None:
        """There is nothing to close."""
