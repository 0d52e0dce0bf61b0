"""Scenes as lines of text."""
