"""Variants as text: their changes read, made in the base, and written out whole."""
