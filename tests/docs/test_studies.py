"""Every bundled game has a study: made by the script, the same when made anew, and with something said about it."""

from __future__ import annotations

import re
import sys
from importlib.util import module_from_spec, spec_from_file_location
from types import ModuleType

import pytest
from shelf import ROOT

FOLDER = ROOT / "docs" / "studies"
QUICK = "ephemeris_snap"
"""The study that takes least, four seconds, is made anew in every run, the others before a release."""

GAMES = sorted(path.stem for path in (ROOT / "games").glob("*.astro") if not path.stem.endswith("_test"))


@pytest.mark.parametrize("game", GAMES)
def test_each_bundled_game_has_a_study(game: str) -> None:
    page = (FOLDER / f"{game}.md").read_text(encoding="utf-8")
    said, _, figures = page.partition("\n")[2].partition("![")
    assert len(re.findall(r"[.!?](?:\s|$)", said.strip())) == 3
    assert f"Made by `astro study {game.replace('_', '-')} " in figures
    assert "random players: " in figures
    assert (FOLDER / f"{game}.svg").read_text(encoding="utf-8").startswith("<svg")


@pytest.fixture(scope="module")
def writer() -> ModuleType:
    spec = spec_from_file_location("studies", FOLDER.parent / "studies.py")
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    sys.modules["studies"] = module
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize(
    "game", [pytest.param(game, marks=[] if game == QUICK else [pytest.mark.thorough]) for game in GAMES]
)
def test_a_study_made_anew_is_the_same(game: str, writer: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ASTRO_ENGINE", "native")  # Python plays the same, ten times as slowly
    page, chart = writer.made(game)
    assert (FOLDER / f"{game}.md").read_text(encoding="utf-8") == page, f"stale: run `python docs/studies.py {game}`"
    assert (FOLDER / f"{game}.svg").read_text(encoding="utf-8") == chart


def test_the_studies_are_listed() -> None:
    listed = (ROOT / "docs" / "study.md").read_text(encoding="utf-8")
    assert [game for game in GAMES if f"(studies/{game}.md)" not in listed] == []
