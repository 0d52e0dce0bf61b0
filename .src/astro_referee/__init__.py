"""Astro: a small language for the rules of tabletop games, and a referee that runs them."""

__version__ = "0.1.0"
