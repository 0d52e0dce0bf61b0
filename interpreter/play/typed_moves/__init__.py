"""Moves as players type them: which moves a text can mean, and what to answer where it means none or too many."""
