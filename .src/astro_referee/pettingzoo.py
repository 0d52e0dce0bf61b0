"""`env(game)`: a game as an environment of PettingZoo. Needs the extra `rl`: pip install "astro-referee[rl]"."""

from astro_referee.interpreter.bridges.pettingzoo import AstroEnv, env

__all__ = ["AstroEnv", "env"]
