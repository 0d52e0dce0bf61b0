"""Passes from machine to machine that change how fast a game runs and nothing else."""
