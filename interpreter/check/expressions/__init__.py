"""Expressions: syntax in, typed terms out."""
