"""Boards in a picture: each shape drawn in its way."""
