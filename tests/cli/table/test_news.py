"""What a player is told of the others' turns where the screen is too small for all of it."""

from __future__ import annotations

from astro_referee.cli.table.news import ALL, KEY, LAST, ROOM, SHORT, News
from astro_referee.interpreter.show.narration import Line

ANN, BOB = 0, 1
OWN = Line("20. Bob (P2): wait", player=BOB)
LAID = Line("21. Ann (P1): a3", "  Lay it down.", ANN)
WON = Line("   Ann wins the round: 1 to 0.", aloud=True)
DEAL = Line("22. chance, deal to hand of Bob: " + ", ".join(f"card {n}" for n in range(30)))
TAKEN = Line("52. Ann (P1): red", "  Take it.", ANN)


def test_all_of_it_where_there_is_room() -> None:
    lines = [OWN, LAID, WON, TAKEN]
    assert News(lines, BOB).rows(ALL, 80) == News(lines, BOB).rows(SHORT, 80) == [line.whole for line in lines]


def test_cards_and_own_moves_go_first_and_leave_a_mark() -> None:
    told = News([OWN, LAID, WON, DEAL, TAKEN], BOB).rows(SHORT, 80)
    assert told == [
        "… 21. Ann (P1): a3  Lay it down.",
        "   Ann wins the round: 1 to 0. …",
        "52. Ann (P1): red  Take it.",
    ]
    assert News([OWN, WON, DEAL], BOB).rows(KEY, 80) == ["20. Bob (P2): wait", "   Ann wins the round: 1 to 0. …"]


def test_then_what_moves_do_and_then_what_is_oldest() -> None:
    long = Line(LAID.text, "  " + "Lay it down. " * 20, ANN)
    assert News([long, WON, TAKEN], BOB).rows(KEY, 80) == [f"{LAID.text} …", WON.text, f"{TAKEN.text} …"]
    said = [Line(f"   {number} is said", aloud=True) for number in range(9)]
    kept = News([LAID, *said], BOB).rows(KEY, 80)
    assert kept == ["21. Ann (P1): a3 …", *(line.text for line in said[5:])]


def test_no_line_begins_in_its_middle() -> None:
    assert News([DEAL], BOB).rows(KEY, 80)[0].startswith("22. chance, deal")
    endless = News([Line("   " + "word " * 100, aloud=True)], BOB).rows(KEY, 80)
    assert len(endless) == ROOM[KEY]
    assert endless[-1].strip() == "…"


def test_what_names_the_player_who_is_asked_stays_longest() -> None:
    said = [Line(f"   house {number} is empty", aloud=True) for number in range(9)]
    asks = Line("   Bob pays for house 5", aloud=True)
    assert News([LAID, asks, *said], BOB, "Bob").rows(LAST, 80) == [f"{LAID.text} …", f"{asks.text} …"]
