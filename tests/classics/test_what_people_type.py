"""What people type in each of the classics, and what it is taken for: `typed.txt` beside this file.

Below the name of a game, and the moves that come before, stands on each line what is typed, then the move that is made,
or behind `?` those between which the referee asks, or behind `!` why nothing is made of it.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

import astro_referee as astro
from astro_referee.interpreter.play.typed_moves.verdict import VerdictKind

TABLE = Path(__file__).with_name("typed.txt")
FEW = 3
"""Moves between which the referee asks that are all in the table."""


def positions() -> Iterator[tuple[str, tuple[tuple[str, str], ...]]]:
    """Each position with its lines."""
    for block in TABLE.read_text(encoding="utf-8").strip().split("\n\n"):
        head, *rows = block.splitlines()
        yield (
            head,
            tuple((typed.strip(), meant.strip()) for typed, _, meant in (r.strip().partition("  ") for r in rows)),
        )


def match_at(head: str) -> astro.Match:
    """The position of a heading: a game, with seed 1, and some moves."""
    name, _, before = head.partition(" after ")
    match = astro.start(name, seed=1)
    match.settle_all()
    for move in filter(None, before.split("; ")):
        assert match.submit(match.actors[0], move).ok, move
        match.settle_all()
    return match


def answer(match: astro.Match, typed: str) -> str:
    """What becomes of a text, as the table has it."""
    verdict = match.judge(match.actors[0], typed)
    if verdict.ok and verdict.move is not None:
        return match.written(verdict.move)
    if verdict.reasons:
        return f"! {verdict.reasons[0].text}"
    if verdict.choices and verdict.kind is not VerdictKind.UNKNOWN:
        return f"? {', '.join(verdict.choices[:FEW])}{' …' if len(verdict.choices) > FEW else ''}"
    return "! no move here"


@pytest.mark.parametrize(("head", "rows"), list(positions()), ids=lambda value: value if isinstance(value, str) else "")
def test_what_is_typed_is_taken_as_meant(head: str, rows: tuple[tuple[str, str], ...]) -> None:
    match = match_at(head)
    assert [(typed, answer(match, typed)) for typed, _ in rows] == list(rows)


def test_each_classic_has_a_place_in_the_table() -> None:
    names = {head.split(" ")[0].replace("-", "_") for head, _ in positions()}
    folder = Path(__file__).parents[2] / "games" / "classics"
    assert names == {file.stem for file in folder.glob("*/*.astro") if not file.stem.endswith("_test")}
