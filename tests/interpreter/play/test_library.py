"""What is kept of a check and what is known of files, whoever asks the second time."""

from __future__ import annotations

from pathlib import Path

import pytest

from astro_referee.grammar.problems import Fix
from astro_referee.grammar.source import Source, Span
from astro_referee.interpreter.play import library
from astro_referee.interpreter.play.library import examine, load_source

MISSPELT = """astro 1

game Small for 2 players

var points: 0..9 = 0

phase play
  turns clockwise from P1
    move add
      then
        points = pionts + 1
    otherwise
      draw because "nothing is left"
"""


def test_problems_that_are_remembered_have_their_fixes(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("ASTRO_CACHE", str(tmp_path))
    source = Source("small.astro", MISSPELT)
    found, again = examine(source), examine(source)
    at = MISSPELT.index("pionts")
    assert Fix(Span(at, at + 6), "points") in [fix for problem in found.problems for fix in problem.fixes]
    assert again.problems == found.problems


def test_a_span_leads_to_its_file(tmp_path: Path) -> None:
    """By its place to the name in reports, and from there to where the file is: also for one that uses no other."""
    path = tmp_path / "small.astro"
    path.write_text(MISSPELT)
    source = load_source(path, "some-game")
    at = MISSPELT.index("pionts")
    place = source.located(Span(at, at + 6))
    assert place is not None
    assert (place.file, place.start) == ("some_game.astro", (11, 18))
    assert source.path(place.file) == str(path)


def test_a_bundled_game_knows_its_file() -> None:
    source = load_source(library.find("ptolemy"), library.name_of("ptolemy"))
    assert Path(source.path(source.file(0))).read_text() == source.text
