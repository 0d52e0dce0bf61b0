"""Fixes: what a report advises, as edits that an editor can make. Each mends the problem that it comes with."""

from __future__ import annotations

from pathlib import Path

import pytest

from astro_referee.grammar.edits import TextEdit, applied, text_edit
from astro_referee.grammar.problems import Problem
from astro_referee.grammar.source import Source
from astro_referee.interpreter import examination
from astro_referee.interpreter.play import library

RULES = """\
astro 1
game Small for 2 players
kind Colour: red, blue
kind Letter: a..c
card Chip: each colour in Colour, letter in Letter
var points: 0..9
var chosen: Colour
zone heap: Chip, seen by everyone
def twice(n: 0..9) = 2 * n

phase play
  turns clockwise from P1
    move take(colour in Colour)
      when points < 5 and chosen is red else "it is enough"
      then
        points += twice(1)
        chosen = colour
        if points > 3
          leave turn
        else
          winner me because "done"
    otherwise
      draw because "nothing is left"
"""


def problems_of(text: str) -> tuple[Source, tuple[Problem, ...]]:
    source = Source("small.astro", text)
    return source, examination.examine(source).problems


def mended(source: Source, problem: Problem) -> list[str]:
    """The text after each of the fixes of a problem."""
    edits = [text_edit(source, fix) for fix in problem.fixes]
    return [applied(source.text, [edit]) for edit in edits if edit is not None]


@pytest.mark.parametrize(
    ("right", "wrong", "code"),
    [
        ("chosen is red", "chosen is rad", "unknown-name"),
        ("var chosen: Colour", "var chosen: Color", "unknown-type"),
        ("twice(1)", "twise(1)", "unknown-name"),
        ("points < 5 and", "points < 5 && ", "foreign-sign"),
        ("chosen is red", "chosen == red", "foreign-sign"),
        ("chosen is red", "chosen = red", "equals-for-is"),
        ("chosen = colour\n", "chosen = colour;\n", "foreign-sign"),
        ('"it is enough"', "'it is enough'", "bad-character"),
        ('"it is enough"', '"it is enough', "open-text"),
        ("winner me", "winer me", "unknown-statement"),
        ("phase play", "phrase play", "unknown-statement"),
        ("leave turn", "leave turm", "bad-target"),
        ("if points > 3\n", "if points > 3:\n", "needless"),
        ("kind Letter: a..c", "kind Letter: c..a", "empty-span"),
        ("var points: 0..9", "var points: 9..0", "empty-span"),
        ("zone heap: Chip, seen by everyone", "zone heap: Chip", "no-audience"),
        ("Chip, seen by everyone", "Chip, seen by all", "syntax"),
        ("Chip, seen by everyone", "Chip, seen by none", "wrong-audience"),
        ("colour in Colour)", "colour Colour)", "missing-word"),
        ("winner me", "winner self", "unknown-name"),
        ("        else\n", "        otherwise\n", "misplaced"),
    ],
)
def test_what_a_report_advises_is_an_edit(right: str, wrong: str, code: str) -> None:
    assert examination.examine(Source("small.astro", RULES)).ok
    source, problems = problems_of(RULES.replace(right, wrong, 1))
    [problem] = [problem for problem in problems if problem.code == code][:1]
    assert any(examination.examine(Source("small.astro", text)).ok for text in mended(source, problem))


def test_every_name_that_may_be_meant_is_a_fix_of_its_own() -> None:
    source, problems = problems_of(RULES.replace("chosen is red", "chose is red"))
    [problem] = [problem for problem in problems if problem.code == "unknown-name"]
    assert problem.label == "did you mean `chosen`?"
    assert [fix.text for fix in problem.fixes] == ["chosen"]
    assert source.text[problem.fixes[0].span.start : problem.fixes[0].span.end] == "chose"


def test_a_fix_in_a_library_is_an_edit_of_the_library(tmp_path: Path) -> None:
    (tmp_path / "shelf.astro").write_text("astro 1\nlibrary Shelf\n\nkind Colour: red, blue\nvar best_one: Color\n")
    used = RULES.replace("kind Colour: red, blue\n", 'use "shelf.astro"\n').replace("points < 5", "best_one is red")
    (tmp_path / "small.astro").write_text(used)
    source = library.load_source(tmp_path / "small.astro", "small.astro")
    [problem] = [problem for problem in examination.examine(source).problems if problem.code == "unknown-type"]
    [edit] = [text_edit(source, fix) for fix in problem.fixes]
    assert isinstance(edit, TextEdit)
    assert (edit.place.file, edit.place.start, edit.text) == ("shelf.astro", (5, 15), "Colour")
