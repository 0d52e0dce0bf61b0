"""`ask any` at one keyboard: whoever speaks first, by name, is heard; seats are not asked in turn."""

from __future__ import annotations

from collections.abc import Callable

from click.testing import Result

Run = Callable[..., Result]
Rules = Callable[[str], str]

SNAP = ("play", "ephemeris-snap", "--seed", "1", "--names", "Ann,Bob,Cy")

GRAB = """astro 1
game Grab for 3 players
var coins: 0..9 = 5
var purse for each player: 0..9
phase play until coins is 0
  ask any p in players where purse[p] < 2
    move grab(number in 1..2)
      "Grab {number}."
      when number <= coins else "there are only {coins}"
      then
        coins -= number
        purse[me] += number
    otherwise
      draw because "nobody wants more"
end
  rank p in players by highest purse[p]
"""

HAND = """astro 1
game Bluff for 2 players
kind Suit: moon, sun
card Card: each suit in Suit, number in 1..2
zone deck: pile of Card, seen by nobody
zone hand for each player: Card, seen by owner
zone open: Card, seen by everyone
phase play
  begin
    put all Card into deck
    for p in players
      deal 2 from deck into hand[p]
  turns clockwise from P1
    ask any p in players
      move show(card in hand[me])
        then
          put card from hand[me] into open
      otherwise
        draw
"""


def test_whoever_is_named_acts_whatever_the_seat(run: Run) -> None:
    said = run(*SNAP, typed="nobody\nBob: snap\np3: SNAP\nquit\n", code=0).stdout
    assert "53. Ann (P1): let it pass\n54. Bob (P2): let it pass\n55. Cy (P3): let it pass\n" in said
    assert "57. Bob (P2): snap" in said
    assert "60. Cy (P3): snap" in said
    assert "take the keyboard" not in said


def test_a_line_without_a_name_is_nobodys(run: Run) -> None:
    said = run(*SNAP, typed="snap\nfrob: snap\n\nBob: jump\n?\nhistory\nboard\nquit\n", code=0).stdout
    assert said.count("Who says so? Begin with a name: `Ann: snap`\n") == 2
    assert "That is no move that Bob (P2) can make now; `Bob` tells why.\n" in said
    assert "nobody      all let it pass\n" in said
    assert "53. " not in said


def test_a_name_alone_takes_the_keyboard(run: Run) -> None:
    said = run(*SNAP, typed="Cy\n\nlet it pass\nAnn: snap\nquit\n", code=0).stdout
    assert "Cy (P3), take the keyboard and press Enter: " in said
    assert "53. Cy (P3): let it pass\n" in said
    assert "Whoever speaks first may act: Ann (P1), Bob (P2)\n" in said
    assert "54. Ann (P1): snap" in said


def test_where_nothing_is_secret_moves_are_listed_with_their_players(run: Run, rules: Rules) -> None:
    typed = "Cy: grab 3\ncy: grab 2\n2\nBob: grab 2\nCy: grab 1\nnobody\n"
    said = run("play", rules(GRAB), "--names", "Ann,Bob,Cy", typed=typed, code=0).stdout
    assert "   1  Ann: grab 1  Grab 1.\n   2  Ann: grab 2  Grab 2.\n   3  Bob: grab 1  Grab 1.\n" in said
    assert "`grab 3` is no move here" in said
    assert "1. Cy (P3): grab 2  Grab 2.\n" in said
    assert "2. Ann (P1): grab 2  Grab 2.\n" in said
    assert "grab 2  not legal\n  there are only 1\n" in said
    assert "Cy (P3) is not asked here.\n" in said
    assert "3. Bob (P2): let it pass\n" in said
    assert "The game is drawn: nobody wants more.\n" in said


def test_the_screen_that_all_see_has_nobodys_secrets(run: Run, rules: Rules) -> None:
    """Neither cards nor what is near a move that was refused."""
    typed = "P2: sun\nP2: show moon\nP1: show sun 9\nquit\n"
    said = run("play", rules(HAND), "--seed", "3", typed=typed, code=0).stdout
    answers = [line for line in said.splitlines() if not line.startswith("> ")]
    assert not any(card in line for line in answers for card in ("moon", "sun"))


def test_people_speak_before_bots(run: Run) -> None:
    words = ["play", "ephemeris-snap", "--seed", "1", "--names", "Ann,Bob", "--bot", "P1=random"]
    said = run(*words, typed="let it pass\nquit\n", code=0).stdout
    assert "53. Bob (P2): let it pass\n54. Ann (P1)" in said


def test_a_name_is_no_beginning_of_nobody(run: Run) -> None:
    snap = (*SNAP[:-1], "No,Bob,Cy")
    assert "No (P1), take the keyboard" in run(*snap, typed="no\nquit\n", code=0).output
    assert "take the keyboard" not in run(*SNAP, typed="no\nquit\n", code=0).output.split("Whoever", 2)[1]
