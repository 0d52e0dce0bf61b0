"""Games for PettingZoo: `env("my_game.astro")` is an AEC environment, one agent a seat.

Those who choose together are asked one after the other; an open choice stays hidden. Chance decides by the seed.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv

from astro_referee.interpreter import api
from astro_referee.interpreter.bridges.actions import actions_of
from astro_referee.interpreter.bridges.observations import observer_of
from astro_referee.interpreter.bridges.rewards import returns
from astro_referee.interpreter.play.chance import fresh_seed
from astro_referee.interpreter.play.game import Rules
from astro_referee.interpreter.play.match import Match
from astro_referee.interpreter.show.text.page import draw

LONGEST = 10_000
"""Moves after which a game is cut off."""


class AstroEnv(AECEnv):  # type: ignore[misc]
    """A game whose agents are its seats, by their names."""

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
        self.numbers, self.observer = actions_of(self.game), observer_of(self.game)
        self.most_moves, self.render_mode = most_moves, render_mode
        self.metadata = {"name": self.game.rules.title, "render_modes": ["ansi"], "is_parallelizable": False}
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
        self.match: Match | None = None

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        self.match = Match(self.game, fresh_seed() if seed is None else seed, self.game.players, keep_log=False)
        self.match.settle_all()
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, self.match.over)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.asked()

    def asked(self) -> str:
        assert self.match is not None
        return self.possible_agents[self.match.actors[0] if self.match.actors else 0]

    def legal(self, agent: str) -> dict[int, Any]:
        """The legal moves of an agent by number; none if another one is asked."""
        match = self.match
        assert match is not None
        if match.decision is None or agent != self.asked():
            return {}
        moves = match.legal(match.actors[0])
        return dict(zip(self.numbers.numbers(match.decision, moves), moves, strict=True))

    def observe(self, agent: str) -> dict[str, Any]:
        assert self.match is not None
        mask = np.zeros(self.numbers.size, dtype=np.int8)
        mask[list(self.legal(agent))] = 1
        seat = self.possible_agents.index(agent)
        return {"observation": self.observer.observe(self.match, seat), "action_mask": mask}

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        match, legal = self.match, self.legal(agent)
        assert match is not None
        if action is None or int(action) not in legal:
            raise ValueError(f"{action} is no legal move of {agent}; the action mask has those that are")
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        match.play(legal[int(action)])
        match.settle_all()
        result = match.result
        if result is not None:
            self.rewards = dict(zip(self.possible_agents, returns(result), strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
        elif match.number >= self.most_moves:
            self.truncations = dict.fromkeys(self.agents, True)
        self._accumulate_rewards()
        self.agent_selection = self.asked()

    def render(self) -> str | None:
        """The position as all may see it, as text."""
        if self.render_mode is None or self.match is None:
            return None
        return "\n".join(draw(self.game, self.match.public(), self.match.names, "…"))

    def close(self) -> None:
        """There is nothing to close."""


def env(
    game: str | Path | Rules,
    players: int | None = None,
    options: Mapping[str, str] | None = None,
    render_mode: str | None = None,
    most_moves: int = LONGEST,
) -> AstroEnv:
    """An environment for a bundled game, by name, or a rule file, by path."""
    return AstroEnv(game, players, options, render_mode, most_moves)
