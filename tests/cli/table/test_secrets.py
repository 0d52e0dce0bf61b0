"""Nobody is shown what is not theirs to see: hands at one keyboard, secret choices, views of a record."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result
from syrupy.assertion import SnapshotAssertion

from astro_referee.cli.table.prompt import Keyboard

Run = Callable[..., Result]
Rules = Callable[[str], str]
KUHN = "examples/kuhn_poker.astro"
SIGNS = "examples/rock_paper_scissors.astro"
CLEARED = "=" * 60 + "\n"


def screens(said: str) -> list[str]:
    """What stands on the screen between two clearings."""
    return said.split(CLEARED)


def test_two_players_at_one_keyboard(run: Run, snapshot: SnapshotAssertion) -> None:
    typed = "\npass\n\nbet\n\nbet\n"
    assert run("play", KUHN, "--seed", "2", "--names", "Ann,Bob", typed=typed, code=0).stdout == snapshot


def test_no_screen_shows_two_hands(run: Run) -> None:
    typed = "".join(f"\n{number}\n" for number in [1, 2, 1, 3, 1, 2, 1, 1, 2, 1, 1, 1])
    said = run("play", "ptolemy", "--seed", "7", typed=typed, code=0).stdout
    seen = [set(re.findall(r"^hand of (P\d): (?!\d+ card)", screen, re.M)) for screen in screens(said)]
    assert {"P1"} in seen
    assert {"P2"} in seen
    assert all(len(owners) <= 1 for owners in seen)
    for screen in screens(said):
        owner = re.search(r"^(P\d)> ", screen, re.M)
        other = {"P1": "P2", "P2": "P1"}[owner[1]] if owner else "P."
        assert not re.search(rf"deal to hand of {other}: (?!\d+ cards)", screen)
        assert re.search(rf"^hand of {other}: \d+ cards?$", screen, re.M) or owner is None
        assert "stock: 3 cards" in screen or owner is None


def test_the_question_to_take_the_keyboard_stands_alone(run: Run) -> None:
    said = run("play", KUHN, "--seed", "2", typed="\npass\n\nbet\n", code=0).stdout
    handed_over = [screen for screen in screens(said)[1:] if "take the keyboard" in screen]
    assert handed_over
    assert all(len(screen.splitlines()) == 1 for screen in handed_over)


def test_secret_choices_are_not_told(run: Run) -> None:
    said = run("play", SIGNS, "--seed", "1", typed="\npaper\n\nscissors\n\nrock\n\n", code=0).stdout
    second = next(screen for screen in screens(said) if "P2> " in screen)
    assert "1. P1: has chosen" in second
    assert "P1: paper" not in second
    third = screens(said)[screens(said).index(second) + 2]
    assert "P2 wins the round: scissors beats paper." in third
    fourth = screens(said)[screens(said).index(third) + 2]
    assert "1. P1: paper" in fourth, "who was told that P1 has chosen hears what, as soon as it is open"
    assert "3. P1: has chosen" in fourth


def test_what_a_bot_chose_in_secret_is_told_when_it_is_open(run: Run) -> None:
    said = run("play", SIGNS, "--seed", "1", "--bot", "P1=random", typed="paper\nrock\nquit\n", code=0).stdout
    for number in (1, 3):
        told = [row.split("  ")[0] for row in said.splitlines() if row.startswith(f"{number}. P1: ")]
        assert told[0] == f"{number}. P1: has chosen"
        assert re.fullmatch(rf"{number}\. P1: (rock|paper|scissors)", told[1])
        assert len(told) == 2
    assert said.count("2. P2: paper") == 1


def test_undo_does_not_show_the_hand_to_the_one_who_is_asked(run: Run) -> None:
    typed = "\npass\n\nbet\n\nundo\nno\n\nundo\nyes\n\nquit\n"
    said = run("play", KUHN, "--seed", "2", "--names", "Ann,Bob", typed=typed, code=0).stdout
    asked = [screen for screen in screens(said) if "asks to go back to before `4. Bob (P2): bet`." in screen]
    assert len(asked) == 2
    assert all("hand of" not in screen for screen in asked)
    assert "Bob (P2) does not agree." in said
    assert "Back to before event 4." in said


def test_undo_takes_back_all_choices_that_were_shown_together(run: Run) -> None:
    typed = "\npaper\n\nrock\n\nundo\ny\n\nscissors\n\nundo\ny\n\nquit\n"
    said = run("play", SIGNS, "--seed", "1", "--names", "Ann,Bob", typed=typed, code=0).stdout
    assert "to go back to before all choices made together from `1. Ann (P1): paper` on. Does Bob (P2) agree?" in said
    assert said.count("Back to before event 1.") == 2
    # While others are still choosing, nothing has been shown, and only the last choice goes.
    assert "Bob (P2) asks to go back to before `1. Ann (P1): has chosen`. Does Ann (P1) agree?" in said
    assert "2. Bob (P2): rock" not in said.split("Back to before event 1.")[1]


def test_one_choice_is_taken_back_while_others_are_still_made(run: Run, rules: Rules) -> None:
    game = rules("""astro 1
game Bids for 3 players
var bid for each player: 0..3
phase play
  ask together p in players
    move offer(n in 1..3) as "offer {n}"
      then
        bid[me] = n
  draw because "all have offered"
""")
    said = run("play", game, typed="\n1\n\n2\n\nundo\ny\ny\n\nquit\n", code=0).stdout
    assert "P3 asks to go back to before `2. P2: has chosen`. Does P1 agree?" in said
    assert "Back to before event 2." in said


def test_one_player_against_bots_sees_only_the_own_hand(run: Run) -> None:
    said = run("play", "ptolemy", "--bot", "P2=random", "--seed", "7", typed="1\n1\nboard\nquit\n", code=0).stdout
    assert CLEARED not in said
    assert re.search(r"^hand of P2: \d+ cards$", said, re.M)
    assert not re.search(r"^hand of P2: \D", said, re.M)
    assert "deal to hand of P2: 11 cards" in said


def test_hidden_values_and_private_words(run: Run, rules: Rules) -> None:
    game = rules("""astro 1
game Whisper for 2 players
var number: 1..6, seen by P1
var own for each player: 1..6 = 5, seen by owner
phase play
  begin
    number = random from {4, 5}
    say "you know the number" to P1
    say "it is even" to everyone
  turns clockwise from P1
    move guess(n in 1..6) as "guess {n}"
      when me is P2 else "you know it"
      then
        if n is number
          winner P2
        winner P1
    move wait
      "{me} waits."
      when me is P1 else "you cannot wait"
    move count_up(n in 1..2) as "up {n}"
      "Say {n}, and think of {own[me]}."
    move nod as "nod"
      "{me} nods."
""")
    said = run("play", game, "--seed", "1", typed="\nguess 1\nup 1\n\nnod\n\nhistory\nwait\n\n", code=0).stdout
    first = next(screen for screen in screens(said) if "P1> " in screen)
    second = next(screen for screen in screens(said) if "P2> " in screen)
    assert re.search(r"^number: [45]$", first, re.M)
    assert "you know it" in first
    assert "you know the number" in first
    assert "number: hidden" in second
    assert "1. chance, number: hidden" in second
    assert "you know the number" not in second
    assert "it is even" in second
    assert "P1: up 1\n" in second
    third = [screen for screen in screens(said) if "P1> " in screen][1]
    assert re.search(r"P1: up 1  Say 1, and think of 5\.\n", third)
    assert "P2: nod  P2 nods.\n" in third
    last = [screen for screen in screens(said) if "P2> " in screen][-1]
    assert "P1: wait  P1 waits.\n" in last


# --- Records ---------------------------------------------------------------------------------------------------------


def test_show_as_a_player(run: Run, record: Path, snapshot: SnapshotAssertion) -> None:
    assert run("show", record, "--at", "40", "--as", "P1", code=0).stdout == snapshot


def test_show_without_a_player_is_the_referees_view(run: Run, record: Path) -> None:
    found = run("show", record, "--at", "40", code=0)
    assert re.search(r"^hand of P1: [A-Z]", found.stdout, re.M)
    assert re.search(r"^hand of P2: [A-Z]", found.stdout, re.M)
    assert "the referee's view" in found.stderr
    assert "`--as PLAYER`" in found.stderr
    assert "view" not in run("show", record, "--at", "40", "--as", "P1", code=0).stderr
    assert "view" not in run("show", record, code=0).stderr


@pytest.mark.parametrize("who", ["P1", "P2"])
def test_hidden_things_are_not_in_the_json_either(run: Run, record: Path, who: str) -> None:
    found = json.loads(run("show", record, "--at", "40", "--as", who, "--json", code=0).stdout)
    fields = {field["name"]: field["entries"] for field in found["fields"]}
    for entry in fields["hand"]:
        assert entry["hidden"] is (entry["index"] != [who])
        if entry["hidden"]:
            assert re.fullmatch(r"\d+ cards", entry["text"])
    assert fields["stock"] == [{"index": [], "text": "3 cards", "hidden": True, "count": 3}]
    assert found["as"] == who


def test_what_was_taken_off_the_screen_is_not_drawn_again() -> None:
    """A terminal that changes its size is filled with what stands there, never with what another player saw."""
    keyboard = Keyboard(private=True)
    keyboard.put("a card that nobody else may see")
    keyboard.page(["and another one"])
    keyboard.hold(lambda _: ["and a hand"])
    keyboard.flush()
    assert keyboard.again() == ["a card that nobody else may see", "and another one", "and a hand"]
    keyboard.clear()
    assert keyboard.again() == []
