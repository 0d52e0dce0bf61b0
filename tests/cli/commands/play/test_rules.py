"""How to play, without a game: the overview, what is said about a word, and words that the rules do not have."""

from __future__ import annotations

import json

import pytest
from commands import Run


def test_the_overview_names_the_game_its_moves_its_options_and_its_rules(run: Run) -> None:
    said = run("rules", "ptolemy", code=0).stdout
    assert said.startswith("Ptolemy: Two astronomers debate")
    assert "\n  pass         Concede the relay" in said
    assert "\n  equal_is_enough = yes" in said
    assert "\nR12  A card is worth" in said
    assert "\nR14  Every later card" in said


def test_options_are_told_as_set(run: Run) -> None:
    assert "limit = 100" in run("rules", "hearts", code=0).stdout
    assert "limit = 50" in run("rules", "hearts", "--option", "limit=50", code=0).stdout
    assert "must be a number from 10 to 200" in run("rules", "hearts", "--option", "limit=1000000", code=2).stderr


def test_a_game_of_several_moments_tells_their_order(run: Run) -> None:
    assert "\nIn short: one deal, tricks.\n" in run("rules", "hearts", code=0).stdout


@pytest.mark.parametrize(
    ("game", "word", "found"),
    [
        ("ptolemy", "value", "R12  A card is worth"),
        ("hearts", "moon", "Who takes all of them shoots the moon"),
        ("vediic", "reward", "R9   The reward:"),
    ],
)
def test_a_word_of_the_rulebook_is_found(run: Run, game: str, word: str, found: str) -> None:
    assert run("rules", game, word, code=0).stdout.startswith(found)


def test_a_word_that_is_not_said_gets_the_nearest_ones(run: Run) -> None:
    assert "do not say `eklipse`; they do say `eclipse`" in run("rules", "ptolemy", "eklipse", code=1).stderr


def test_rows_fit_and_go_on_below_their_own_column(run: Run) -> None:
    rows = run("rules", "vediic", code=0).stdout.splitlines()
    assert max(map(len, rows)) <= 100
    (at,) = [number for number, row in enumerate(rows) if row.startswith("A1 ")]
    assert rows[at + 1].startswith("     ")


def test_as_data(run: Run) -> None:
    told = json.loads(run("rules", "hearts", "--json", code=0).stdout)
    assert [move["written"] for move in told["moves"]] == ["CARD …", "CARD"]
    assert json.loads(run("rules", "hearts", "nonsense", "--json", code=0).stdout)["found"] == []
