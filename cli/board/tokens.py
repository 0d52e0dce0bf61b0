"""Tokens that are not on a drawn board: where they stand on a list of places, and those beside the board."""

from __future__ import annotations

from collections.abc import Sequence

from astro_referee.cli.board.facts import Fact
from astro_referee.cli.board.layers import sort_of
from astro_referee.interpreter.views import FieldView


def token_facts(field: FieldView) -> list[Fact]:
    """`Pawn: 1 on a2, 2 on b2` for tokens on a board that is not drawn."""
    sort = sort_of(field)
    named = ((called(sort, entry.index), entry.text) for entry in field.entries if entry.text != "none")
    there = [f"{name} on {place}" if name else f"on {place}" for name, place in named]
    return [Fact(sort, tuple(there))] if there else []


def beside_the_board(fields: Sequence[FieldView]) -> list[Fact]:
    """`off the board: Fox, Goose 2, all Pawn`."""
    away: list[str] = []
    for field in fields:
        sort = sort_of(field)
        gone = [called(sort, entry.index) for entry in field.entries if entry.text == "none"]
        if len(gone) == len(field.entries) > 1:
            away.append(f"all {sort}")
        else:
            away += [f"{sort} {name}".strip() for name in gone]
    return [Fact("off the board", tuple(away))] if away else []


def called(sort: str, index: Sequence[str]) -> str:
    """What tells a token from others of its sort."""
    return " ".join(word for word in index if word != sort)
