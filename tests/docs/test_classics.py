"""The page about the classic games agrees with their files: each is there, with its options and its length."""

from __future__ import annotations

import re
from pathlib import Path

from shelf import ROOT

from astro_referee.interpreter.play import library

PAGE = (ROOT / "docs" / "classics.md").read_text(encoding="utf-8")
FILES = {path.stem: path for path in library.rule_files(ROOT / "games" / "classics")}
GAMES = [name for name, path in FILES.items() if not library.load_source(path).is_library]


def table(heading: str) -> dict[str, list[str]]:
    """The rows of the table below a heading, by their first cells."""
    section = PAGE.split(f"\n## {heading}\n")[1].split("\n## ")[0]
    rows = [line.strip("|").split("|") for line in section.splitlines() if line.startswith("|")]
    named = [(re.sub(r"^\[(\w+)\].*", r"\1", first.strip()), cells) for first, *cells in rows[2:]]
    return {name: [cell.strip() for cell in cells] for name, cells in named}


def lines(path: Path) -> int:
    """Lines that are neither blank nor comments."""
    texts = [line.strip() for line in path.read_text(encoding="utf-8").splitlines()]
    return sum(bool(text) and not text.startswith("#") for text in texts)


def test_every_game_is_described_with_its_options() -> None:
    shown = {name: re.findall(r"`(\w+)`", cells[-1]) for name, cells in table("What each one is for").items()}
    assert shown == {name: [option.name for option in library.load(FILES[name]).options] for name in GAMES}


def test_lengths_are_those_of_the_files() -> None:
    shown = {name: int(cells[0]) for name, cells in table("How long they are").items()}
    files = {name: FILES[name] for name in GAMES}
    assert shown == {name: lines(path) for name, path in files.items()}
