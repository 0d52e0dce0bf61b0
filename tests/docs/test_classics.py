"""The pages about the classic games agree with their files, and with what their tests compare."""

from __future__ import annotations

import re
import sys
from importlib.util import module_from_spec, spec_from_file_location
from types import ModuleType

import pytest
from comparisons import declared, on_record
from shelf import ROOT

FOLDER = ROOT / "docs"


@pytest.fixture(scope="module")
def writer() -> ModuleType:
    spec = spec_from_file_location("classics", FOLDER / "classics.py")
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    sys.modules["classics"] = module  # attrs looks there for the module of a class
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("name", ["classics.md", "games/boards.md", "games/cards.md", "games/dice.md"])
def test_pages_are_up_to_date(name: str, writer: ModuleType) -> None:
    written = (FOLDER / name).read_text(encoding="utf-8")
    assert written == writer.pages()[FOLDER / name], f"docs/{name} is stale: run `{writer.COMMAND}`"


def test_every_game_is_compared_and_counted(writer: ModuleType) -> None:
    games = {game.name for game in writer.classics()}
    assert set(declared()) == games, "each game has a test module with `COMPARED = compared(…)`"
    assert {name for name, runs in on_record().items() if runs.get("short")} == games, "run its tests with `--count`"


def test_what_is_on_record_is_of_tests_that_are_there() -> None:
    modules = {path.stem.removeprefix("test_"): path for path in (ROOT / "tests" / "classics").rglob("test_*.py")}
    for game, runs in on_record().items():
        text = modules[game].read_text(encoding="utf-8")
        for test in {name.partition("[")[0] for counts in runs.values() for name in counts}:
            assert f"def {test}(" in text, f"{game} has no {test} any more: run its tests with `--count`"


def test_lengths_beside_other_languages_are_those_of_the_files(writer: ModuleType) -> None:
    section = (
        (FOLDER / "classics.md").read_text(encoding="utf-8").split("\n## How long they are\n")[1].split("\n## ")[0]
    )
    shown = {name: int(lines) for name, lines in re.findall(r"^\| (\w+) \| (\d+) \|", section, re.MULTILINE)}
    lines = {game.name: game.lines for game in writer.classics()}
    assert len(shown) > 3
    assert shown == {name: lines[name] for name in shown}


def test_every_section_has_words_of_its_own(writer: ModuleType) -> None:
    for game in writer.classics():
        page = (FOLDER / "games" / f"{game.group}.md").read_text(encoding="utf-8")
        section = page.split(f"\n## {game.name}\n")[1].partition("<!-- written by")[0]
        assert section.strip(), f"what {game.name} needs from the language, and how else it is played, is told by hand"
