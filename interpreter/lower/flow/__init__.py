"""Phases, moves and chance as states of the machine."""
