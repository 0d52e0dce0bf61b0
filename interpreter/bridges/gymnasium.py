"""One seat of a game for Gymnasium; bots have the others: `make("my_game.astro", bots="mcts:50")`."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces

from astro_referee.interpreter.bridges.environment import LONGEST
from astro_referee.interpreter.bridges.pettingzoo import AstroEnv
from astro_referee.interpreter.play.game import Rules
from astro_referee.interpreter.study.bots import bot


class SeatEnv(gymnasium.Env[Any, Any]):
    """A seat against bots: `info["action_mask"]` has the legal moves; an illegal one ends the game and loses it."""

    def __init__(
        self,
        game: str | Path | Rules,
        seat: int = 0,
        bots: str = "random",
        players: int | None = None,
        options: Mapping[str, str] | None = None,
        render_mode: str | None = None,
        most_moves: int = LONGEST,
    ) -> None:
        self.metadata = {"render_modes": ["ansi"]}
        self.table = AstroEnv(game, players, options, render_mode, most_moves)
        seats = self.table.game.seats
        if not 0 <= seat < seats:
            title = self.table.game.rules.title
            raise ValueError(f"{title} has {seats} seats, counted from 0, so there is no seat {seat}")
        self.seat, self.bot, self.render_mode = seat, bot(bots), render_mode
        self.agent = self.table.possible_agents[seat]
        size = self.table.observer.size
        self.observation_space = spaces.Box(0.0, 1.0, (size,), np.float32)
        self.action_space = spaces.Discrete(self.table.numbers.size)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        super().reset(seed=seed)
        drawn = int(self.np_random.integers(2**62))
        self.table.reset(seed=drawn)
        self.go_on()
        return self.seen()

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        table = self.table
        if int(action) not in table.legal(self.agent):
            observation, info = self.seen()
            return observation, -1.0, True, False, info | {"illegal": int(action)}
        table.step(int(action))
        self.go_on()
        observation, info = self.seen()
        reward = float(table.rewards[self.agent]) if table.terminations[self.agent] else 0.0
        return observation, reward, table.terminations[self.agent], table.truncations[self.agent], info

    def go_on(self) -> None:
        """The others move until the seat is asked or the game is over."""
        table = self.table
        while not (table.terminations[self.agent] or table.truncations[self.agent]) and table.asked() != self.agent:
            move = self.bot.choose(table.match)
            legal = table.legal(table.agent_selection)
            table.step(next(number for number, one in legal.items() if one == move))

    def seen(self) -> tuple[Any, dict[str, Any]]:
        found = self.table.observe(self.agent)
        return found["observation"], {"action_mask": found["action_mask"]}

    def render(self) -> Any:
        return self.table.render()


def make(
    game: str | Path | Rules,
    seat: int = 0,
    bots: str = "random",
    players: int | None = None,
    options: Mapping[str, str] | None = None,
    render_mode: str | None = None,
) -> SeatEnv:
    """An environment for one seat of a bundled game, by name, or of a rule file, by path."""
    return SeatEnv(game, seat, bots, players, options, render_mode)
