"""`make(game, seat, bots)`: one seat of a game for Gymnasium; `vector(game, count)`: many games in one call, as arrays.

Needs the extra `rl`: pip install "astro-referee[rl]".
"""

from astro_referee.interpreter.bridges.gymnasium import SeatEnv, make
from astro_referee.interpreter.bridges.vector import VectorGames, vector

__all__ = ["SeatEnv", "VectorGames", "make", "vector"]
