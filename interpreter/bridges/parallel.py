"""Games for PettingZoo's parallel interface: all agents act at once, where the rules let all choose together."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from pettingzoo import ParallelEnv

from astro_referee.interpreter.backends.engine import Move
from astro_referee.interpreter.bridges.pettingzoo import LONGEST, AstroEnv
from astro_referee.interpreter.bridges.rewards import returns
from astro_referee.interpreter.play.game import Game, Rules
from astro_referee.interpreter.play.match import Match

WAITS = 0
"""The number of who is not asked: it is not looked at."""


class OneAfterTheOther(ValueError):
    """Not all decisions of a game are made together."""


def alone(game: Game) -> list[str]:
    """The decisions that are not made by all together."""
    return [decision.name for decision in game.machine.decisions if decision.manner != "together"]


class AstroParallelEnv(ParallelEnv):  # type: ignore[misc]
    """A game whose agents are its seats, and choose all at once. Who is not asked may only wait."""

    def __init__(
        self,
        game: str | Path | Rules,
        players: int | None = None,
        options: Mapping[str, str] | None = None,
        render_mode: str | None = None,
        most_moves: int = LONGEST,
    ) -> None:
        self.table = AstroEnv(game, players, options, render_mode, most_moves)
        asked = alone(self.table.game)
        if asked:
            title = self.table.game.rules.title
            raise OneAfterTheOther(f"in {title} not all choose together ({asked[0]}); env() asks one after the other")
        self.render_mode = render_mode
        self.metadata = self.table.metadata | {"is_parallelizable": True}
        self.possible_agents = self.table.possible_agents[:]
        self.observation_spaces, self.action_spaces = self.table.observation_spaces, self.table.action_spaces
        self.agents: list[str] = []

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    @property
    def match(self) -> Match:
        assert self.table.match is not None
        return self.table.match

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, dict[str, Any]]]:
        self.table.reset(seed, options)
        self.agents = [] if self.match.over else self.possible_agents[:]
        return self.seen(self.possible_agents), {agent: {} for agent in self.possible_agents}

    def legal(self, seat: int) -> dict[int, Move]:
        """The legal moves of a seat by number."""
        decision = self.match.decision
        if decision is None or seat not in self.match.actors:
            return {}
        moves = self.match.legal(seat)
        return dict(zip(self.table.numbers.numbers(decision, moves), moves, strict=True))

    def seen(self, agents: list[str]) -> dict[str, Any]:
        found = {}
        for agent in agents:
            seat = self.possible_agents.index(agent)
            observed = self.table.observe(agent)
            observed["action_mask"][:] = 0
            observed["action_mask"][list(self.legal(seat)) or [WAITS]] = 1
            found[agent] = observed
        return found

    def step(
        self, actions: Mapping[str, int]
    ) -> tuple[dict[str, Any], dict[str, float], dict[str, bool], dict[str, bool], dict[str, dict[str, Any]]]:
        """All who are asked choose. Raises ValueError, and changes nothing, if somebody may not."""
        chosen: list[Move] = []
        for seat in self.match.actors:
            agent, legal = self.possible_agents[seat], self.legal(seat)
            if agent not in actions or int(actions[agent]) not in legal:
                wrong = actions.get(agent, "nothing")
                raise ValueError(f"{wrong} is no legal move of {agent}; the action mask has those that are")
            chosen.append(legal[int(actions[agent])])
        for move in chosen:
            self.match.play(move)
        self.match.settle_all()
        living, result = self.agents, self.match.result
        worths = returns(result) if result is not None else [0.0] * len(self.possible_agents)
        cut = result is None and self.match.number >= self.table.most_moves
        if result is not None or cut:
            self.agents = []
        return (
            self.seen(living),
            {agent: worths[self.possible_agents.index(agent)] for agent in living},
            dict.fromkeys(living, result is not None),
            dict.fromkeys(living, cut),
            {agent: {} for agent in living},
        )

    def render(self) -> str | None:
        """The position as all may see it, as text."""
        return self.table.render()

    def close(self) -> None:
        """There is nothing to close."""


def parallel_env(
    game: str | Path | Rules,
    players: int | None = None,
    options: Mapping[str, str] | None = None,
    render_mode: str | None = None,
    most_moves: int = LONGEST,
) -> AstroParallelEnv:
    """A parallel environment for a game in which all choose together. Raises OneAfterTheOther for others."""
    return AstroParallelEnv(game, players, options, render_mode, most_moves)
