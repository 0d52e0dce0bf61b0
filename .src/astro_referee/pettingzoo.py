"""`env(game)`: a game as an environment of PettingZoo; `parallel_env(game)`: one in which all choose together.

Needs the extra `rl`: pip install "astro-referee[rl]".
"""

from astro_referee.interpreter.bridges.parallel import AstroParallelEnv, OneAfterTheOther, parallel_env
from astro_referee.interpreter.bridges.pettingzoo import AstroEnv, env

__all__ = ["AstroEnv", "AstroParallelEnv", "OneAfterTheOther", "env", "parallel_env"]
