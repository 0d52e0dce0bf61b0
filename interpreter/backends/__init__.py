"""Backends: a machine in, something that runs out."""
