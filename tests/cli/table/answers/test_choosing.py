"""Several things out of many: asked for as such, chosen by name or number, together or one by one."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path

import pytest
from commands import Run

from astro_referee.cli.table.answers.choosing import SetChoice, set_choice
from astro_referee.cli.table.answers.menu import listed
from astro_referee.interpreter import api


@pytest.fixture(scope="module")
def choice() -> SetChoice:
    match = api.start("hearts", seed=3)
    match.settle_all()
    found = set_choice(match, listed(match, 0))
    assert found is not None
    return found


def test_thirteen_cards_are_listed_and_not_286_moves(run: Run) -> None:
    said = run("play", "hearts", "--seed", "3", typed="\nquit\n", code=0).stdout
    assert "  Pass 3 of these 13 cards to P2, together or one by one:\n" in said
    assert "more moves" not in said


@pytest.mark.parametrize(
    "typed",
    [
        "1 2 3",
        "3,1, 2",
        "9 of clubs\n2\njack of clubs",
        "1\n1\n1 2 3",
        "9 of clubs, 10 of clubs\n3",
        "1 2\n2 5\n5 2\n3",
    ],
)
def test_one_by_one_or_together_comes_to_the_same(run: Run, tmp_path: Path, typed: str) -> None:
    record = tmp_path / "game.txt"
    run("play", "hearts", "--seed", "3", "--record", record, typed=f"\n{typed}\nquit\n", code=0)
    text = record.read_text(encoding="utf-8")
    assert "53. P1: 9 of clubs, 10 of clubs and jack of clubs\n" in text


def test_what_is_chosen_so_far_is_told(run: Run) -> None:
    said = run("play", "hearts", "--seed", "3", typed="\n9 of clubs\n2\nsix of cups\nquit\n", code=0).stdout
    assert "Chosen: 9♣; 2 more. What is named again is put back.\n" in said
    assert "Chosen: 9♣, 10♣; 1 more. What is named again is put back.\n" in said
    assert "six of cups" in said.split("1 more.")[1]


def test_every_choice_is_a_legal_move_and_every_move_can_be_chosen(choice: SetChoice) -> None:
    assert set(choice.moves) == {frozenset(three) for three in combinations(choice.things, 3)}
    for chosen, move in choice.moves.items():
        assert choice.complete(chosen) == move
    assert choice.complete(frozenset(choice.things[:2])) is None
    assert not choice.possible(frozenset(choice.things[:4]))
    assert choice.read("0 1") is None
    assert choice.read("14") is None
    assert choice.read("jack") is None  # of four


def test_a_few_moves_are_listed_one_by_one() -> None:
    match = api.start("hearts", seed=3)
    match.settle_all()
    assert set_choice(match, listed(match, 0)[:5]) is None
    assert set_choice(api.start("chess", seed=1), listed(api.start("chess", seed=1), 0)) is None


def test_a_card_that_is_none_of_them_is_named_and_the_others_stay(run: Run) -> None:
    said = run("play", "hearts", "--seed", "3", typed="\n1\nks as\n2\nquit\n", code=0).stdout
    assert "`as`: none of these 13 cards.\n" in said
    assert "Chosen: 9♣, 10♣; 1 more." in said


def test_a_whole_choice_with_a_card_that_is_not_there_names_it(run: Run) -> None:
    said = run("play", "hearts", "--seed", "3", typed="\nqs\n9c 2d qs\nquit\n", code=0).stdout
    assert "`qs`: none of these 13 cards.\nP1> 9c" in said
    assert "`2d`, `qs`: none of these 13 cards.\n" in said
    assert "; " in said.partition("nearest legal moves: ")[2].partition("\n")[0]
