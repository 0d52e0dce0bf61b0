"""What a move shows to one player alone is read before the keyboard goes on; the wait itself tells nobody anything."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from click.testing import Result
from terminal import play

Run = Callable[..., Result]
Rules = Callable[[str], str]
CLEARED = "=" * 60 + "\n"
GAME = """astro 1
game Keyhole for 2..3 players
kind Guest: baker, doctor
card Card: 3 of each guest in Guest
zone deck: pile of Card, seen by nobody
zone hand for each player: Card, seen by owner
var guess for each player: Guest, seen by owner
die pip: 1..6

phase play
  begin
    put all Card into deck
    for p in players
      deal 1 from deck into hand[p]
  MOVES
end
  draw because "all have looked"
"""
PEEK = """turns once clockwise from P1
    move peek as "peek"
      then
        show hand[me.next] to me
    move sniff as "sniff"
      then
        if Card[doctor] in hand[me.next]
          say "It smells of medicine." to me
    move feel as "feel"
      then
        roll pip
        say "You are sure." to me
    move call as "call"
      then
        show hand[me] to everyone
        say "To all." to everyone
    move wait as "wait"
"""


def game(moves: str) -> str:
    return GAME.replace("MOVES", moves.strip())


def screens(said: str) -> list[str]:
    """What stands on the screen between two clearings."""
    return said.split(CLEARED)


def asked(said: str) -> list[str]:
    """Who is to take the keyboard, to read or to move, one after the other."""
    found = re.findall(r"^(P\d)(, take the keyboard|, press Enter when you have read this|> )", said, re.M)
    return [f"{who} {'takes' if 'take' in what else 'reads' if 'read' in what else 'moves'}" for who, what in found]


READ_FIRST = ["P1 takes", "P1 moves", "P1 reads", "P2 takes", "P2 moves"]
NO_WAIT = ["P1 takes", "P1 moves", "P2 takes", "P2 moves"]


def test_who_looks_reads_it_before_the_next_one_sits_down(run: Run, rules: Rules) -> None:
    said = run("play", rules(game(PEEK)), "--players", "2", typed="\npeek\n\n\nwait\n", code=0).stdout
    assert asked(said) == READ_FIRST
    shown = [screen for screen in screens(said) if re.search(r"^   hand of P2: (baker|doctor)$", screen, re.M)]
    assert len(shown) == 1
    assert "P1> peek\n" in shown[0]
    assert shown[0].endswith("P1, press Enter when you have read this: \n")
    assert "P2> " not in shown[0]
    second = next(screen for screen in screens(said) if "P2> " in screen)
    assert "P1: peek\n" in second


@pytest.mark.parametrize("move", ["wait", "call"])
def test_nobody_waits_where_nothing_can_be_told_in_private(run: Run, rules: Rules, move: str) -> None:
    said = run("play", rules(game(PEEK)), "--players", "2", typed=f"\n{move}\n\nwait\n", code=0).stdout
    assert asked(said) == NO_WAIT


def test_a_wait_does_not_tell_whether_there_was_anything_to_read(run: Run, rules: Rules) -> None:
    """P2 sits beside P1 and sees the same, whatever P2's own card has told P1."""
    told, beside = set(), set()
    path = rules(game(PEEK))
    for seed in range(8):
        said = run("play", path, "--players", "2", "--seed", seed, typed="\nsniff\n\n\nwait\n", code=0).stdout
        assert asked(said) == READ_FIRST
        reading = next(screen for screen in screens(said) if "when you have read this" in screen)
        told.add("medicine" in reading)
        assert "medicine" not in said.replace(reading, "")
        (second,) = (screen for screen in screens(said) if "P2> " in screen)
        beside.add(re.sub("baker|doctor", "guest", second))
    assert told == {True, False}
    assert len(beside) == 1


def test_it_is_read_when_chance_has_decided(run: Run, rules: Rules) -> None:
    said = run("play", rules(game(PEEK)), "--players", "2", typed="\nfeel\n\n\nwait\n", code=0).stdout
    assert asked(said) == READ_FIRST
    assert "You are sure." in next(screen for screen in screens(said) if "when you have read this" in screen)


def test_the_last_look_is_read_before_the_game_is_over_for_all(run: Run, rules: Rules) -> None:
    said = run("play", rules(game(PEEK)), "--players", "2", typed="\nwait\n\npeek\n\n", code=0).stdout
    assert asked(said) == [*NO_WAIT, "P2 reads"]
    assert "hand of P1: " in next(screen for screen in screens(said) if "when you have read this" in screen)
    last = screens(said)[-1]
    assert "The game is drawn: all have looked." in last
    assert not re.search(r"hand of P\d: (baker|doctor)", last)


def test_who_goes_on_at_once_need_not_wait(run: Run, rules: Rules) -> None:
    twice = """turns once clockwise from P1
    ask me
      move peek as "peek"
        then
          show hand[me.next] to me
    ask me
      move wait as "wait"
"""
    said = run("play", rules(game(twice)), "--players", "2", typed="\npeek\nwait\n\npeek\nwait\n", code=0).stdout
    assert asked(said) == ["P1 takes", "P1 moves", "P1 moves", "P2 takes", "P2 moves", "P2 moves"]
    assert "   hand of P2: " in next(screen for screen in screens(said) if "P1> wait" in screen)


@pytest.mark.parametrize("second", ["look", "wait"])
def test_a_secret_choice_does_not_show_in_a_wait(run: Run, rules: Rules, second: str) -> None:
    """While choices are secret, nobody waits; after the last one somebody does, whichever it was."""
    together = """ask together p in players
    move look as "look"
      then
        say "You look at {hand[me]}." to me
    move wait as "wait"
  turns once clockwise from P1
    move go_on as "go on"
"""
    typed = f"\nlook\n\n{second}\n\n\ngo on\n\ngo on\n"
    said = run("play", rules(game(together)), "--players", "2", typed=typed, code=0).stdout
    assert asked(said)[:7] == ["P1 takes", "P1 moves", "P2 takes", "P2 moves", "P2 reads", "P1 takes", "P1 moves"]
    first = [screen for screen in screens(said) if "P1> go on" in screen]
    assert "You look at" in first[0]


def test_who_speaks_first_gets_the_keyboard_to_read(run: Run, rules: Rules) -> None:
    anybody = """ask any p in players
    move peek as "peek"
      then
        show hand[me.next] to me
  turns once clockwise from P1
    move wait as "wait"
"""
    typed = "P2: peek\n\n\n\nwait\n\nwait\n\nwait\n"
    said = run("play", rules(game(anybody)), "--players", "3", typed=typed, code=0).stdout
    assert asked(said)[:4] == ["P2 takes", "P2 reads", "P1 takes", "P1 moves"]
    assert [bool(re.search(r"hand of P3: [bd]", screen)) for screen in screens(said)].count(True) == 2
    assert re.search(r"   hand of P3: [bd]", next(s for s in screens(said) if "P2, press Enter when" in s))


def test_through_a_pipe_the_next_line_may_be_a_move(run: Run, rules: Rules) -> None:
    said = run("play", rules(game(PEEK)), "--players", "2", typed="peek\nwait\n", code=0).stdout
    assert asked(said) == READ_FIRST
    assert "P2> wait\n" in said
    assert "The game is drawn" in said


def test_alone_among_bots_nobody_waits(run: Run, rules: Rules) -> None:
    words = ("play", rules(game(PEEK)), "--players", "2", "--bot", "P2=random")
    said = run(*words, typed="peek\n", code=0).stdout
    assert "press Enter" not in said
    assert re.search(r"^   hand of P2: (baker|doctor)$", said, re.M)


def test_at_a_real_table_cards_are_shown_across_it(run: Run, rules: Rules) -> None:
    typed = "\nbaker\n\n\ndoctor\n\n\npeek\n\nwait\n"
    said = run("play", rules(game(PEEK)), "--players", "2", "--table", typed=typed, code=0).stdout
    assert "P1> peek" in said
    assert "when you have read this" not in said


# --- At a terminal ---------------------------------------------------------------------------------------------------


def test_a_key_hit_twice_takes_nothing_away(rules: Rules) -> None:
    lines = iter(["", "peek\n", "?", "hello", "", "quit", ""])
    _, shown, _ = play(["play", rules(game(PEEK)), "--players", "2"], lambda prompt, screen: next(lines))
    reading = next(screen for screen in shown if "when you have read this" in screen)
    assert reading.count("P1, press Enter when you have read this:") == 3
    assert "hand of P2: " in reading
    assert "What stands above is for P1 alone" in reading
    assert "Nothing can be typed here but Enter" in reading
    assert "quit" in shown[shown.index(reading) + 1]


def test_the_game_can_be_left_while_reading(rules: Rules) -> None:
    lines = iter(["", "peek", "quit", ""])
    said, _, _ = play(["play", rules(game(PEEK)), "--players", "2"], lambda prompt, screen: next(lines))
    assert "The game is not finished." in said


# --- A whole game ----------------------------------------------------------------------------------------------------


def test_no_screen_shows_two_hands_unless_a_card_was_shown(run: Run) -> None:
    typed = "".join(f"\n{number}\n" for number in [1, 2, 1, 1, 2, 1] * 20)
    said = run("play", "examples/night_train.astro", "--players", "3", "--seed", "4", typed=typed, code=0).stdout
    assert any("when you have read this" in screen for screen in screens(said))
    for screen in screens(said):
        owners = set(re.findall(r"^hand of (P\d), with", screen, re.M))
        viewer = set(re.findall(r"^(P\d)(?:> |, press Enter when you have read)", screen, re.M))
        assert len(viewer) <= 1
        assert owners <= viewer
        shown = set(re.findall(r"^   hand of (P\d): [a-z]", screen, re.M))
        assert not shown or viewer
