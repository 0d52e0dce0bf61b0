"""Every bundled game has a study, made by the script and with something said about it."""

from __future__ import annotations

import re

import pytest
from shelf import ROOT

GAMES = sorted(path.stem for path in (ROOT / "games").glob("*.astro") if not path.stem.endswith("_test"))


@pytest.mark.parametrize("game", GAMES)
def test_each_bundled_game_has_a_study(game: str) -> None:
    page = (ROOT / "docs" / "studies" / f"{game}.md").read_text(encoding="utf-8")
    said, _, figures = page.partition("\n")[2].partition("![")
    assert len(re.findall(r"[.!?](?:\s|$)", said.strip())) == 3
    assert f"Made by `astro study {game.replace('_', '-')} " in figures
    assert "random players: " in figures
    assert (ROOT / "docs" / "studies" / f"{game}.svg").read_text(encoding="utf-8").startswith("<svg")


def test_the_studies_are_listed() -> None:
    listed = (ROOT / "docs" / "study.md").read_text(encoding="utf-8")
    assert [game for game in GAMES if f"(studies/{game}.md)" not in listed] == []
