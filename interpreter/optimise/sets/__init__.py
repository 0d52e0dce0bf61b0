"""Boards as sets of places: questions about all of them answered at once."""
