"""Games for PettingZoo's parallel interface: all agents act at once, where the rules let all choose together."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from pettingzoo import ParallelEnv

from astro_referee.interpreter.bridges.environment import LONGEST, Environment
from astro_referee.interpreter.play.game import Game, Rules

WAITS = 0
"""The number of who is not asked: it is not looked at."""


class OneAfterTheOther(ValueError):
    """Not all decisions of a game are made together."""


def alone(game: Game) -> list[str]:
    """The decisions that are not made by all together."""
    return [decision.name for decision in game.machine.decisions if decision.manner != "together"]


class AstroParallelEnv(Environment, ParallelEnv):  # type: ignore[misc]
    """A game whose agents choose all at once. Who is not asked may only wait."""

    all_at_once = True

    def check(self) -> None:
        """Raises OneAfterTheOther."""
        asked = alone(self.game)
        if asked:
            title = self.game.rules.title
            raise OneAfterTheOther(f"in {title} not all choose together ({asked[0]}); env() asks one after the other")

    def allowed(self, agent: str) -> list[int]:
        return super().allowed(agent) or [WAITS]

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, dict[str, Any]]]:
        self.begin(seed)
        self.agents = [] if self.match.over else self.possible_agents[:]
        return self.seen(self.possible_agents), {agent: {} for agent in self.possible_agents}

    def seen(self, agents: list[str]) -> dict[str, Any]:
        return {agent: self.observe(agent) for agent in agents}

    def step(
        self, actions: Mapping[str, int]
    ) -> tuple[dict[str, Any], dict[str, float], dict[str, bool], dict[str, bool], dict[str, dict[str, Any]]]:
        """All who are asked choose. Raises ValueError, and changes nothing, if somebody may not."""
        asked = [self.possible_agents[seat] for seat in self.match.actors]
        self.play([self.chosen(agent, actions.get(agent)) for agent in asked])
        living, over, cut, worths = self.agents, self.match.over, self.cut, self.worths()
        if over or cut:
            self.agents = []
        return (
            self.seen(living),
            {agent: worths[agent] for agent in living},
            dict.fromkeys(living, over),
            dict.fromkeys(living, cut),
            {agent: {} for agent in living},
        )


def parallel_env(
    game: str | Path | Rules,
    players: int | None = None,
    options: Mapping[str, str] | None = None,
    render_mode: str | None = None,
    most_moves: int = LONGEST,
) -> AstroParallelEnv:
    """A parallel environment for a game in which all choose together. Raises OneAfterTheOther for others."""
    return AstroParallelEnv(game, players, options, render_mode, most_moves)
