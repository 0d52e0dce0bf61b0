"""The page of figures has a row for every game and goal, and its command writes it. No timing decides anything."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest
from shelf import GAMES, ROOT

PAGE = (ROOT / "docs" / "speed.md").read_text(encoding="utf-8")
WRITE = "run `python -m benchmarks speed --write`, with `--only GAME` for one that is new"


def rows(heading: str, page: str = PAGE) -> dict[str, list[str]]:
    """The table of a section, by the first cell of each row."""
    section = re.split(r"^## ", page, flags=re.MULTILINE)
    (text,) = [part for part in section if part.startswith(f"{heading}\n")]
    lines = [line.strip("| ").split(" | ") for line in text.splitlines() if line.startswith("| ")]
    return {cells[0]: cells for cells in lines[1:]}


def run(*arguments: str) -> str:
    command = [sys.executable, "-m", "benchmarks", *arguments]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_every_game_has_a_row() -> None:
    assert set(rows("All games")) == {path.stem for path in GAMES}, WRITE


def test_opponents_have_rows() -> None:
    by_hand = {path.stem for path in (ROOT / "benchmarks" / "by_hand").glob("[a-z]*.py")}
    masks = (ROOT / "benchmarks" / "by_hand" / "bit_masks.cpp").read_text(encoding="utf-8")
    assert set(rows("By hand in Python")) == by_hand
    assert set(rows("By hand in C++")) == set(re.findall(r"^GAMES_OF\((\w+)\)", masks, re.MULTILINE))
    assert {"chess", "go", "hearts", "kuhn_poker", "tic_tac_toe"} <= set(rows("OpenSpiel"))
    assert set(rows("Chess")) == {"random games", "perft"}
    assert set(rows("Search")) == {"chess", "connect_four"}
    assert "hearts" in rows("A match")


def test_every_goal_tells_whether_it_is_met() -> None:
    goals = rows("Goals")
    assert len(goals) > 30
    for cells in goals.values():
        assert cells[3] in ("yes", "no")
        assert cells[3] == "yes" or len(cells[4]) > 10, f"nothing says why this is missed: {cells[0]}"


def test_the_page_is_what_the_figures_say() -> None:
    """Takes as long as importing both engines does."""
    assert run("speed", "--again") == PAGE, "run `python -m benchmarks speed --write --again`"


@pytest.mark.slow
def test_the_command_writes_a_page_in_no_time(tmp_path: Path) -> None:
    """Compiles two small games and plays each for a moment; most of its time goes into starting two processes."""
    kept, page = tmp_path / "figures.json", tmp_path / "page.md"
    places = ("--figures", str(kept), "--page", str(page))
    short = ("--seconds", "0.1", "--rounds", "3")
    assert run("speed", "--only", "nim", *short, *places, "--write") == ""
    written = page.read_text(encoding="utf-8")
    assert set(rows("All games", written)) == {"nim"}
    assert "not measured" in rows("Goals", written)["hex: C, as fast as C++ by hand"]
    run("speed", "--only", "pig", *short, *places, "--write")
    assert set(rows("All games", page.read_text(encoding="utf-8"))) == {"nim", "pig"}


def test_a_game_that_is_not_there_is_refused() -> None:
    command = [sys.executable, "-m", "benchmarks", "speed", "--only", "nothing"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=60)
    assert done.returncode == 1
    assert done.stderr.strip() == "there is no game called nothing"
