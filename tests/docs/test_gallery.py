"""The gallery shows every bundled game, as it is drawn today."""

from __future__ import annotations

import re
import sys
from importlib.util import module_from_spec, spec_from_file_location
from types import ModuleType

import pytest
from shelf import ROOT

FOLDER = ROOT / "docs"
ON_TOP = "ptolemy"
"""The game whose picture begins the README, which plays it as well."""
SAMPLE = ("backgammon", "euchre", "vediic", ON_TOP)
"""Drawn anew in every run: a plan, a table with players around it, a board with areas, a ring."""


@pytest.fixture(scope="module")
def writer() -> ModuleType:
    spec = spec_from_file_location("gallery", FOLDER / "gallery.py")
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    sys.modules["gallery"] = module
    spec.loader.exec_module(module)
    return module


def test_every_game_has_a_picture(writer: ModuleType) -> None:
    drawn = {path.stem for path in (FOLDER / "gallery").glob("*.svg")}
    assert drawn == {name for name, _ in writer.names()}, f"run `{writer.COMMAND}`"
    page = (FOLDER / "gallery.md").read_text(encoding="utf-8")
    assert page == writer.page(), f"docs/gallery.md is stale: run `{writer.COMMAND}`"


def test_the_picture_of_the_readme_comes_from_the_gallery() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    first, *others = re.findall(r'<img src="([^"]*)"', readme)
    assert first == f"docs/gallery/{ON_TOP}.svg"
    assert [one for one in others if not (ROOT / one).is_file()] == []
    assert f".venv/bin/astro play {ON_TOP}" in readme


def assert_fresh(writer: ModuleType, name: str) -> None:
    kept = (FOLDER / "gallery" / f"{name}.svg").read_text(encoding="ascii")
    assert kept == writer.drawn(name), f"docs/gallery/{name}.svg is stale: run `{writer.COMMAND} {name}`"


@pytest.mark.parametrize("name", SAMPLE)
def test_pictures_are_up_to_date(name: str, writer: ModuleType) -> None:
    assert_fresh(writer, name)


@pytest.mark.thorough
def test_all_pictures_are_up_to_date(writer: ModuleType) -> None:
    for name, _ in writer.names():
        assert_fresh(writer, name)
