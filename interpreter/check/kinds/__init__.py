"""Declarations: kinds, tables, boards, constants."""
