"""`astro study` as a user sees it: terminal, page, table and data, and what it refuses."""

from __future__ import annotations

import csv
import json
from pathlib import Path
from xml.etree import ElementTree

import pytest
from commands import Run

TIC, PIG = "tic-tac-toe", "examples/pig.astro"
SMALL = ["-n", "60", "--watched", "40", "--bot-games", "2", "--judged", "2", "--strength", "mcts:2", "--jobs", "1"]
GRAVITY = "examples/variants/gravity_tic_tac_toe.astro"


def test_a_game_and_its_variant_in_every_form(run: Run, tmp_path: Path) -> None:
    page, table = tmp_path / "report.html", tmp_path / "games.csv"
    shown = run("study", TIC, GRAVITY, *SMALL, "-o", str(page), "--csv", str(table))
    assert shown.exit_code == 0
    assert "GravityTicTacToe beside TicTacToe: " in shown.stdout
    assert "moves to choose from (random players)" in shown.stdout
    assert "the first mover" in shown.stdout
    text = page.read_text(encoding="utf-8")
    assert "http" not in text.replace("http://www.w3.org/2000/svg", "")
    assert "prefers-color-scheme: dark" in text
    charts = text.split("<svg")[1:]
    for chart in charts:
        ElementTree.fromstring("<svg" + chart.split("</svg>")[0] + "</svg>")
    assert len(charts) >= 8
    assert "inf to" not in shown.stdout + text
    rows = list(csv.DictReader(table.read_text(encoding="utf-8").splitlines()))
    assert len(rows) == 2 * (60 + 2 + 2)
    assert {row["game"] for row in rows} == {"TicTacToe", "GravityTicTacToe"}
    assert sum(row["first_mover"] == "X" for row in rows) == 2 * (40 + 2 + 2)
    assert [row["players"] for row in rows[62:64]] == ["mcts:2 against random (X)", "mcts:2 against random (O)"]


def test_equal_lengths_are_not_drawn(run: Run, tmp_path: Path) -> None:
    page = tmp_path / "report.html"
    few = ["-n", "20", "--watched", "2", "--bot-games", "0", "--judged", "0", "--jobs", "1"]
    for game, drawn in ((TIC, True), ("goofspiel", False)):
        run("study", game, *few, "-o", str(page), code=0)
        assert ("Moves of a game" in page.read_text(encoding="utf-8")) is drawn


def test_data(run: Run) -> None:
    found = json.loads(run("study", PIG, *SMALL, "--option", "goal=20", "--json").stdout)
    (study,) = found["studies"]
    assert study["options"] == {"goal": "20"}
    first = study["sections"][0]
    assert first["games"] == 60
    assert first["completion"]["share"] == 1
    assert sum(seat["wins"]["count"] for seat in first["seats"]) == 60
    assert {impact["name"] for impact in first["impacts"]} <= {"again", "hold"}
    assert {"length", "branching", "real decisions", "drama", "stability", "choice"} <= set(first["means"])
    assert first["means"]["drama"]["interval"] is None, "two judged games say nothing, and JSON has no infinity"
    assert study["sections"][-1]["stronger"]["even"] == 0.5


def test_it_goes_on_with_what_is_kept(run: Run, tmp_path: Path) -> None:
    first = run("study", TIC, *SMALL, "--keep", str(tmp_path))
    assert [path.name for path in tmp_path.iterdir()] == ["1-tic-tac-toe.jsonl"]
    assert run("study", TIC, *SMALL, "--keep", str(tmp_path)).stdout == first.stdout
    other = run("study", TIC, *SMALL, "--keep", str(tmp_path), "--seed", "5")
    assert other.exit_code == 2
    assert "does not hold games of this study" in other.stderr


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (["--strength", "mcts:1s"], "so many rounds"),
        (["--strength", "random"], "so many rounds"),
        (["--strength", "genius"], "there is no bot called genius"),
        (["-o", "."], "cannot be written"),
        (["--on", "here"], "--on takes the address of a Dask scheduler, such as tcp://127.0.0.1:8786, not here"),
        (["--on", "tcp://127.0.0.1:port"], "not tcp://127.0.0.1:port"),
    ],
)
def test_what_is_refused(given: list[str], said: str, run: Run) -> None:
    refused = run("study", TIC, *SMALL, *given)
    assert refused.exit_code == 2
    assert said in refused.stderr
