"""English draughts: the known numbers of sequences by turns, the same game as OpenSpiel's, and the rules one by one.

Jumps of one turn are separate decisions here and separate actions in OpenSpiel. Since its draws are others, ours are
switched off beside it.
"""

from __future__ import annotations

import random
from typing import Any

import pytest
from comparisons import compared
from counting import counts, returns
from lockstep import field, follow, legal, play, start
from positions import position

from astro_referee import Match

COMPARED = compared(
    game="draughts",
    engine="OpenSpiel",
    published="7, 49, 302, 1,469 and so on to 179,740 sequences of seven turns",
    differences=(
        "OpenSpiel draws after forty moves without a capture; here, as published, after eighty without a capture or a "
        "move of a man, or when a position comes for the third time",
    ),
)


def words(state: Any, action: int) -> list[str]:
    a, one, b, two = state.action_to_string(action)
    return [f"{a}{one}{'x' if abs(int(one) - int(two)) == 2 else '-'}{b}{two}"]


def test_the_known_numbers_of_sequences(thorough: bool) -> None:
    """Published for checkers programs; a jump over several pieces is one move."""
    known = [7, 49, 302, 1469, 7361, 36768, 179740][: 7 if thorough else 6]
    assert counts("draughts", len(known), turns=True, repetition="no") == known


@COMPARED
def test_lockstep_with_openspiel(thorough: bool) -> None:
    pyspiel = pytest.importorskip("pyspiel")
    game = pyspiel.load_game("checkers")
    drawn = 0
    for seed in range(500 if thorough else 30):
        match, state = start("draughts", repetition="no"), game.new_initial_state()
        follow(match, state, words, random.Random(seed))
        if match.result is None:
            assert state.returns() == [0.0, 0.0]
            drawn += 1
        else:
            assert returns(match.result.winners) == state.returns()
    assert drawn, "some game went on for forty moves without a capture"


# --- Positions -------------------------------------------------------------------------------------------------------


def alone(turn: str, *pieces: str, **options: str) -> Match:
    """A match with these pieces only, such as `Black man c3`."""
    match = start("draughts", **options)
    placed = {text.split()[-1]: text.rsplit(" ", 1)[0] for text in pieces}
    return position(match, turn, {"piece": dict.fromkeys(field(match, "piece"), "none") | placed})


def why(match: Match, typed: str) -> list[str]:
    return [reason.text for reason in match.judge(match.actors[0], typed).reasons]


def test_who_can_take_must() -> None:
    match = alone("Black", "Black man c3", "Black man g1", "White man d4", "White man h8")
    assert legal(match) == {"c3xe5"}
    assert why(match, "g1-f2") == ["you must take"]
    assert why(match, "c3-b4") == ["you must take"]


def test_a_piece_that_took_goes_on_while_it_can() -> None:
    white = [f"White man {square}" for square in ("b4", "d4", "d6", "h8")]
    match = alone("Black", "Black man a3", "Black man c3", *white)
    assert legal(match) == {"c3xe5", "c3xa5", "a3xc5"}
    play(match, "c3xe5")
    assert match.actors == (0,)
    assert legal(match) == {"e5xc7"}
    assert why(match, "a3xc5") == ["go on with the piece on e5"]
    assert "you must take" in why(match, "e5-f6")
    play(match, "e5xc7")
    assert match.actors == (1,)
    assert {square for square, piece in field(match, "piece").items() if piece.startswith("White")} == {"b4", "h8"}


def test_crowning_ends_the_move() -> None:
    """From d8 the new king could take on c7 or e7 at once."""
    match = alone("Black", "Black man b6", "White man c7", "White man e7", "White man h4")
    play(match, "b6xd8")
    assert field(match, "piece")["d8"] == "Black king"
    assert match.actors == (1,)


def test_a_king_that_takes_on_the_far_row_goes_on() -> None:
    match = alone("Black", "Black king b6", "White man c7", "White man e7", "White man h4")
    play(match, "b6xd8")
    assert match.actors == (0,)
    assert legal(match) == {"d8xf6"}


def test_men_neither_step_nor_jump_backward_but_kings_do() -> None:
    around = ["White man c3", "White man h8"]
    man = alone("Black", "Black man d4", *around)
    assert legal(man) == {"d4-c5", "d4-e5"}
    assert not man.judge(0, "d4xb2").ok
    king = alone("Black", "Black king d4", *around)
    assert legal(king) == {"d4xb2"}
    freed = alone("Black", "Black king d4", "White man h8")
    assert legal(freed) == {"d4-c3", "d4-c5", "d4-e3", "d4-e5"}


def test_nothing_jumps_without_room_over_its_own_or_off_the_board() -> None:
    match = alone("Black", "Black man c3", "Black man b4", "White man d4", "White man e5", "White man a5")
    assert why(match, "c3xe5") == ["there is no room behind d4"]
    assert why(match, "c3xa5") == ["there is nothing to take that way"]
    assert legal(match) == {"b4-c5"}


def test_a_blocked_player_has_lost() -> None:
    match = alone("Black", "White man a3", "Black man b2", "Black man d4", "Black man c1")
    play(match, "d4-e5")
    assert match.result is not None
    assert (match.result.winners, match.result.text) == ((0,), "White cannot move")


def test_a_player_without_pieces_has_lost() -> None:
    match = alone("Black", "Black man c3", "White man d4")
    play(match, "c3xe5")
    assert match.result is not None
    assert (match.result.winners, match.result.text) == ((0,), "White cannot move")


KINGS = ["Black king a1", "White king h8"]
THERE_AND_BACK = ["a1-b2", "h8-g7", "b2-a1", "g7-h8"]


def test_the_third_time_a_position_comes_up_is_a_draw() -> None:
    """The position set up is not remembered; that with White to move is, and comes up with moves 1, 5 and 9."""
    match = alone("Black", *KINGS)
    play(match, *THERE_AND_BACK * 2)
    assert not match.over
    play(match, THERE_AND_BACK[0])
    assert match.result is not None
    assert match.result.draw
    match = alone("Black", *KINGS, repetition="no")
    play(match, *THERE_AND_BACK * 30)
    assert not match.over


def test_eighty_quiet_moves_are_a_draw() -> None:
    match = alone("Black", *KINGS, "Black man h2")
    position(match, "Black", {"quiet": {"": "78"}})
    noisy = match.copy()
    play(match, "a1-b2")
    assert not match.over
    play(match, "h8-g7")
    assert match.result is not None
    assert match.result.draw
    play(noisy, "h2-g3", "h8-g7", "a1-b2")
    assert not noisy.over
