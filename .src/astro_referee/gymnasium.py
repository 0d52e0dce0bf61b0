"""`make(game, seat, bots)`: one seat of a game for Gymnasium. Needs the extra `rl`: pip install "astro-referee[rl]"."""

from astro_referee.interpreter.bridges.gymnasium import SeatEnv, make

__all__ = ["SeatEnv", "make"]
