"""Games for PettingZoo: `env("my_game.astro")` is an AEC environment, one agent a seat.

Those who choose together are asked one after the other; an open choice stays hidden. Chance decides by the seed.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from pettingzoo import AECEnv

from astro_referee.interpreter.backends.engine import Move
from astro_referee.interpreter.bridges.environment import LONGEST, Environment
from astro_referee.interpreter.play.game import Rules


class AstroEnv(Environment, AECEnv):  # type: ignore[misc]
    """A game whose agents act one after the other."""

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        self.begin(seed)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, self.match.over)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.asked()

    def asked(self) -> str:
        return self.possible_agents[self.match.actors[0] if self.match.actors else 0]

    def legal(self, agent: str) -> dict[int, Move]:
        """The legal moves of the agent whose turn it is, by number; none for others."""
        return super().legal(agent) if agent == self.asked() else {}

    def step(self, action: int | None) -> None:
        match, agent = self.match, self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        move = self.chosen(agent, action)
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self.play([move])
        if match.over:
            self.rewards = self.worths()
            self.terminations = dict.fromkeys(self.agents, True)
        self.truncations = dict.fromkeys(self.agents, self.cut)
        self._accumulate_rewards()
        self.agent_selection = self.asked()


def env(
    game: str | Path | Rules,
    players: int | None = None,
    options: Mapping[str, str] | None = None,
    render_mode: str | None = None,
    most_moves: int = LONGEST,
) -> AstroEnv:
    """An environment for a bundled game, by name, or a rule file, by path."""
    return AstroEnv(game, players, options, render_mode, most_moves)
