"""Edits that do what an advice says: each mends its problem and leaves a text that can be read."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from shelf import ROOT

from astro_referee.grammar.edits import TextEdit, applied, text_edit
from astro_referee.grammar.problems import Problem, Severity
from astro_referee.grammar.source import Source
from astro_referee.interpreter import examination
from astro_referee.interpreter.play import library

BROKEN = ROOT / "tests" / "broken"
ONE = sorted((BROKEN / "one").glob("*.astro"))
LEFT_OUT = BROKEN / "without_an_edit.txt"
"""The wrong files whose report offers no edit, below the reason why."""


@cache
def examined(file: Path) -> tuple[Source, tuple[Problem, ...]]:
    source = library.load_source(file, file.name)
    return source, examination.examine(source).problems


def edits(file: Path) -> Iterator[tuple[Problem, TextEdit]]:
    """What can be chosen to mend a file, with the problem it is for; as far as it is an edit of this file."""
    source, problems = examined(file)
    for problem in problems:
        made = [text_edit(source, fix) for fix in problem.fixes]
        yield from ((problem, edit) for edit in made if edit is not None and edit.place.file == file.name)


def is_about_reading(problem: Problem) -> bool:
    """Whether a line cannot be read, whatever it means."""
    kind = type(problem.mistake).__module__ if problem.mistake is not None else ""
    return problem.severity is Severity.ERROR and kind.endswith(("mistakes.syntax", "mistakes.text"))


@pytest.mark.parametrize("file", sorted(BROKEN.rglob("*.astro")), ids=lambda file: file.stem)
def test_an_edit_mends_its_problem_and_brings_no_line_that_cannot_be_read(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = {problem.code for problem in examined(file)[1]}
    for problem, edit in edits(file):
        text = applied(file.read_text(encoding="utf-8"), [edit])
        monkeypatch.setitem(library.OPENED, file.resolve(), text.encode())
        said = examination.examine(library.load_source(file, file.name)).problems
        assert (problem.code, problem.message, problem.span.start) not in {
            (other.code, other.message, other.span.start) for other in said
        }, (problem, edit, text)
        assert [other for other in said if is_about_reading(other) and other.code not in before] == [], (edit, text)


def test_who_has_no_edit_says_why() -> None:
    text = LEFT_OUT.read_text(encoding="utf-8")
    listed = [line.strip() for line in text.splitlines() if line.startswith("  ")]
    without = [file.stem for file in ONE if not any(problem.fixes for problem in examined(file)[1])]
    assert sorted(listed) == without
    assert all(block.startswith("  ") or block.endswith(".") for block in text.strip().split("\n\n"))


@pytest.mark.parametrize(
    ("wrong", "mended"),
    [
        ("add 1 to left", "left += 1"),
        ("left = 30", "0..30"),
        ("seen[me][2] = yes", "seen[me, 2]"),
        ("let unused = left", ""),
    ],
)
def test_what_is_written_is_what_the_advice_says(wrong: str, mended: str) -> None:
    rules = (
        "astro 1\ngame Small for 2 players\n\nvar left: 0..9 = 9\nvar seen for each player, 1..2: bool\n\n"
        "phase play until left is 0 and seen[P1, 2]\n  turns clockwise from P1\n    move go\n      then\n"
        f"        left -= 1\n        seen[me, 1] = yes\n        {wrong}\nend\n  draw\n"
    )
    source = Source("small.astro", rules)
    [problem] = [one for one in examination.examine(source).problems if one.fixes]
    edit = text_edit(source, problem.fixes[0])
    assert edit is not None and edit.text == mended
    assert examination.examine(Source("small.astro", applied(rules, [edit]))).problems == ()


@pytest.mark.parametrize("end", ["\n", "\n\nend\n  draw\n", ""])
def test_what_happens_without_a_legal_move_comes_behind_all_moves(end: str) -> None:
    """Also where the text breaks off behind them, as it does while one types."""
    rules = (
        "astro 1\ngame Small for 2 players\n\nvar left: 0..9 = 9\n\nphase play\n  turns clockwise from P1\n"
        "    move one\n      when left > 0\n      then\n        left -= 1\n"
        f"    move two\n      when left > 1\n      then\n        left -= 2{end}"
    )
    source = Source("small.astro", rules)
    [problem] = [one for one in examination.examine(source).problems if one.code == "may-be-stuck"]
    for fix in problem.fixes:
        edit = text_edit(source, fix)
        assert edit is not None and edit.place.start[0] == len(rules.removesuffix(end).split("\n")) + (end != "")
        after = examination.examine(Source("small.astro", applied(rules, [edit]))).problems
        assert not [one for one in after if one.severity is Severity.ERROR or one.code == "may-be-stuck"]
