"""`register(game)`: a game that OpenSpiel plays like one of its own. Needs open_spiel: pip install open_spiel."""

from astro_referee.interpreter.bridges.openspiel import AstroState, register

__all__ = ["AstroState", "register"]
