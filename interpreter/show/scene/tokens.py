"""Tokens that are not on a drawn board: where they stand on a list of places, and those beside the board."""

from __future__ import annotations

from collections.abc import Sequence

from astro_referee.interpreter.play.game import Game
from astro_referee.interpreter.play.views import FieldView
from astro_referee.interpreter.show.scene.facts import Fact
from astro_referee.interpreter.show.scene.layers import sort_of, token_labels
from astro_referee.interpreter.show.scene.people import People

FEW = 6
"""Tokens of one sort that are named one by one where all of them are beside the board."""


def token_facts(field: FieldView, people: People) -> list[Fact]:
    """`Pawn: 1 on a2, 2 on b2` for tokens on a board that is not drawn."""
    sort = sort_of(field)
    named = ((called(sort, entry.index, people), entry.text) for entry in field.entries if entry.text != "none")
    there = [f"{name} on {place}" if name else f"on {place}" for name, place in named]
    return [Fact(sort, tuple(there))] if there else []


def beside_the_board(game: Game, fields: Sequence[FieldView], people: People) -> list[Fact]:
    """`off the board: Fox, Goose 2, every Pawn`; the sort of a token is said where its own words do not tell it."""
    away: list[str] = []
    labels = token_labels(game, [sort_of(field) for field in fields])
    for field in fields:
        sort = sort_of(field)
        pairs = zip(field.entries, labels[sort], strict=True)
        gone = [" ".join(people.name(part.name) for part in label) for entry, label in pairs if entry.text == "none"]
        known = named(game, sort)
        if len(gone) == len(field.entries) > (FEW if known else 1):
            away.append(f"every {sort}")
        else:
            away += [name if known or name.startswith(sort) else f"{sort} {name}" for name in gone]
    return [Fact("off the board", tuple(away))] if away else []


def named(game: Game, sort: str) -> bool:
    """Whether the tokens of a sort have names by which they are known, not just numbers or owners."""
    labels = token_labels(game, [sort])[sort]
    return all(any(part.seat is None and not part.number for part in label) for label in labels)


def called(sort: str, index: Sequence[str], people: People) -> str:
    """What tells a token from others of its sort."""
    return " ".join(people.name(word) for word in index if word != sort)
