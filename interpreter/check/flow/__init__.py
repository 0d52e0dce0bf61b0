"""Phases, steps, moves and tests."""
