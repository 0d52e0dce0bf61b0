"""The Python of the page, without a page: messages in, answers out."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as some

from astro_referee.cli.playground.catalogue import files, texts_of
from astro_referee.cli.playground.desk import Desk, stem
from astro_referee.cli.playground.worker import HANDLERS, Worker

STONES = """astro 1

game Stones for 2..3 players
  "Take one or two; who takes the last one wins."

option heap: 3..9 = 5
  "Stones at the beginning."

var stones: 0..9

phase play
  begin
    stones = heap
  turns clockwise from P1
    move take(n in 1..2)
      "Take {n}."
      when n <= stones else "only {stones} are left"
      then
        stones -= n
        if stones is 0
          winner me because "{me} took the last one"
    otherwise
      draw because "nobody can"

test "two are taken"
  P1 "take 2"
  expect stones is 3
"""
PLAYTHROUGH = """astro 1

tests of "stones.astro"

playthrough "as it goes"
  seed 1
"""


@pytest.fixture
def worker(tmp_path: Path) -> Worker:
    return Worker(Desk(tmp_path))


def ask(worker: Worker, do: str, rules: str = STONES, **fields: object) -> Any:
    named = {
        "name": "stones",
        "rules": rules,
        **{key: fields.pop(key) for key in ("tests", "snapshots") if key in fields},
    }
    return json.loads(worker.answer(json.dumps({"do": do, "document": named, **fields})))


# --- Writing ---------------------------------------------------------------------------------------------------------


def test_problems_come_with_their_places_and_edits(worker: Worker) -> None:
    found = ask(worker, "check", STONES.replace("stones -= n", "stnoes -= n"))
    (problem,) = found["problems"]
    assert (problem["code"], problem["from"], problem["to"]) == ("unknown-name", [19, 9], [19, 15])
    assert problem["fixes"][0] == {"title": "Write `stones`", "from": [19, 9], "to": [19, 15], "text": "stones"}
    assert problem["explained"]
    assert ask(worker, "explain", code=problem["code"])["example"]


def test_what_is_told_of_another_file_is_marked_where_that_is_named(worker: Worker) -> None:
    (problem,) = ask(worker, "check", 'astro 1\n\nvariant Mine of "ecliptic"\n  "Like it."\n\noption day = 3\n')[
        "problems"
    ]
    assert problem["message"].startswith("in ecliptic.astro, line ")
    assert problem["from"] == problem["to"] == [3, 1]


def test_places_count_characters(worker: Worker) -> None:
    """What lies beyond 65,535 is one character here, and two in a page: the page reckons, not Python."""
    (problem,) = ask(worker, "check", STONES.replace('"Take {n}."', '"🂡🂱🃁🃑 {nn}."'))["problems"]
    assert problem["from"] == [16, 14]


def test_every_set_up_is_looked_at_when_asked(worker: Worker) -> None:
    rules = STONES.replace("var stones: 0..9", "var stones: 0..9\nvar idle: 0..9")
    assert ask(worker, "check", rules)["problems"] == []
    assert [one["code"] for one in ask(worker, "check", rules, whole=True)["problems"]] == ["unused"]
    assert ask(worker, "check", whole=True)["counts"]["moves"] == 1


def test_names_are_known_for_completion_and_described(worker: Worker) -> None:
    assert {"stones", "take", "heap"} <= {one["name"] for one in ask(worker, "check")["names"]}
    assert ask(worker, "describe", line=19, column=10)["head"] == "var stones"


def test_a_text_is_laid_out_or_left_alone(worker: Worker) -> None:
    assert ask(worker, "format", text=STONES.replace("stones -= n", "stones   -=  n"))["text"] == STONES
    assert ask(worker, "format", text='game "')["text"] is None


def test_a_variant_of_a_bundled_game_begins_without_problems(worker: Worker) -> None:
    made = ask(worker, "variant", base="tic-tac-toe", name="my_game", title="MyGame")
    assert ask(worker, "check", made["rules"], whole=True)["problems"] == []
    assert ask(worker, "test", made["rules"])["tests"][0]["ok"]
    assert "move place" in ask(worker, "expand", made["rules"])["text"]
    assert not ask(worker, "expand", made["rules"].replace("tic-tac-toe", "no-such-game"))["ok"]


def test_the_machine_is_drawn(worker: Worker) -> None:
    drawn = ask(worker, "graph")
    assert drawn["picture"].startswith("<svg ")
    assert "take" in drawn["text"]


# --- Tests -----------------------------------------------------------------------------------------------------------


def test_tests_run_and_tell_what_they_reach(worker: Worker) -> None:
    assert [(one["title"], one["ok"]) for one in ask(worker, "test")["tests"]] == [("two are taken", True)]
    failed = ask(worker, "test", STONES.replace("is 3", "is 4"))["tests"][0]
    assert (failed["ok"], failed["failure"]["line"]) == (False, 27)
    reached = {one["line"]: one["state"] for one in ask(worker, "coverage")["lines"]}
    assert (reached[15], reached[21]) == ("ok", "missing")
    assert ask(worker, "coverage", playouts=20)["percent"] > ask(worker, "coverage")["percent"]


def test_playthroughs_are_written_down_and_compared(worker: Worker) -> None:
    first = ask(worker, "test", tests=PLAYTHROUGH)
    assert [one["ok"] for one in first["tests"]] == [True, False]
    written = ask(worker, "test", tests=PLAYTHROUGH, update=True)
    assert written["snapshots"]
    assert all(one["ok"] for one in ask(worker, "test", tests=PLAYTHROUGH, snapshots=written["snapshots"])["tests"])
    other = STONES.replace("heap: 3..9 = 5", "heap: 3..9 = 7").replace("is 3", "is 5")
    changed = ask(worker, "test", other, tests=PLAYTHROUGH, snapshots=written["snapshots"])
    assert [one["ok"] for one in changed["tests"]] == [True, False]


def test_texts_of_one_document_do_not_stay_for_the_next(worker: Worker) -> None:
    ask(worker, "test", tests=PLAYTHROUGH, update=True)
    assert len(ask(worker, "test")["tests"]) == 1
    assert ask(worker, "test")["snapshots"] == ""


def test_a_document_hides_what_it_is_called_like_only_as_long_as_it_is_there(worker: Worker) -> None:
    hidden = next(path for path in worker.desk.folder.iterdir() if path.suffix == ".astro")
    before = hidden.read_text(encoding="utf-8")
    worker.answer(json.dumps({"do": "check", "document": {"name": hidden.stem, "rules": STONES}}))
    assert hidden.read_text(encoding="utf-8") == STONES
    ask(worker, "check")
    assert hidden.read_text(encoding="utf-8") == before


def test_games_find_what_they_use(worker: Worker, thorough: bool) -> None:
    """Those that use files of their own folder, or other variants; thoroughly, all of them."""
    for path, _, _ in files():
        texts = texts_of(path)
        if thorough or re.search(r'^(use "\w+/|variant .* with )', texts["rules"], re.MULTILINE):
            found = json.loads(worker.answer(json.dumps({"do": "check", "document": texts})))
            assert [one for one in found["problems"] if one["severity"] == "error"] == [], path


# --- Playing ---------------------------------------------------------------------------------------------------------


def test_a_game_is_played_from_every_seat(worker: Worker) -> None:
    sheet = ask(worker, "set-up")
    assert (sheet["least"], sheet["most"]) == (2, 3)
    assert sheet["options"][0]["values"] == ["3", "4", "5", "6", "7", "8", "9"]
    assert ask(worker, "start", players=3, options={"heap": "4"})["ok"]
    view = ask(worker, "view", seat="P1")
    assert [one["move"] for one in view["moves"]] == ["take 1", "take 2"]
    assert ask(worker, "view", seat="P2")["moves"] == []
    assert ask(worker, "submit", seat="P1", move="take 2")["legal"]
    refused = ask(worker, "submit", seat="P2", move="take 3")
    assert not refused["legal"]
    assert not ask(worker, "submit", seat="P3", move="take 1")["legal"]
    assert ask(worker, "submit", seat="P2", move="take 1")["legal"]
    why = ask(worker, "why", seat="P3", move="take 2")
    assert (why["reasons"][0]["text"], why["reasons"][0]["line"]) == ("only 1 are left", 17)
    assert ask(worker, "undo")["ok"]
    assert ask(worker, "view")["asked"] == ["P2"]
    assert ask(worker, "view", at=0)["moves"] == []
    assert ask(worker, "let-play", bot="random", seats=["P1", "P2", "P3"], turns=9)["ok"]
    assert ask(worker, "view")["over"]


def test_several_things_of_a_set_are_asked_for_one_by_one(worker: Worker) -> None:
    rules = STONES.replace("n in 1..2", "n in 1..2, some_of in 2 of {1, 2, 3, 4, 5, 6}")
    assert ask(worker, "start", rules)["ok"]
    view = ask(worker, "view", rules, seat="P1")
    assert view["moves"] == [] and len(view["offer"]["moves"]) == 30
    assert [one["asks"] for one in view["offer"]["sorts"][0]["params"]]
    assert [part[0] for part in view["offer"]["moves"][0]["args"][1]] == ["1", "2"]
    assert ask(worker, "submit", rules, seat="P1", move=view["offer"]["moves"][3]["typed"])["legal"]


def test_chance_that_goes_on_for_ever_is_told(worker: Worker) -> None:
    rules = """astro 1
game Coins for 2 players
var n: 0..1 = 0
phase play until n > 1
  n = random from 0..1
end
  draw
"""
    found = ask(worker, "start", rules)
    assert not found["ok"] and "for ever" in found["message"]


def test_a_game_goes_on_under_other_rules_if_it_is_still_legal(worker: Worker) -> None:
    ask(worker, "start")
    record = ask(worker, "submit", move="take 2")["record"]
    assert ask(worker, "resume", STONES.replace("1..2", "1..3"), record=record)["ok"]
    assert "take 3" in [one["move"] for one in ask(worker, "view", STONES.replace("1..2", "1..3"))["moves"]]
    refused = ask(worker, "resume", STONES.replace("1..2", "1..1"), record=record)
    assert not refused["ok"]
    assert "take 2" in refused["message"]


def test_a_seat_is_shown_nothing_that_it_may_not_see(worker: Worker) -> None:
    rules = """astro 1
game Hands for 2 players
kind Beast: aardvark, bandicoot, chinchilla, dugong
card Beasts: each beast in Beast
zone hand for each player: Beasts, seen by owner
zone pile: pile of Beasts, seen by nobody
phase play
  begin
    put all Beasts into pile
    shuffle pile
    deal 2 from pile into hand[P1]
  turns clockwise from P1
    move play(b in hand[me])
      then
        winner me
"""
    started = ask(worker, "start", rules, seed=3)
    assert started["ok"], started
    everything, other = (json.dumps(ask(worker, "view", rules, seat=seat)) for seat in (None, "P2"))
    held = [beast for beast in ("aardvark", "bandicoot", "chinchilla", "dugong") if beast in everything]
    assert held
    assert not [beast for beast in held if beast in other]


# --- Whatever comes --------------------------------------------------------------------------------------------------


def test_rules_that_cannot_be_played_are_told_with_their_problems(worker: Worker) -> None:
    for do in ("set-up", "start", "graph", "test", "coverage"):
        found = ask(worker, do, STONES.replace("stones -= n", "stnoes -= n"))
        assert not found["ok"]
        assert found["problems"][0]["code"] == "unknown-name"
    assert ask(worker, "view") == {"ok": False, "message": "no game has begun"}


anything = some.recursive(
    some.none() | some.booleans() | some.integers() | some.text(max_size=8),
    lambda inner: some.lists(inner, max_size=3) | some.dictionaries(some.text(max_size=8), inner, max_size=3),
    max_leaves=6,
)
FIELDS = [
    "name",
    "rules",
    "tests",
    "move",
    "seat",
    "record",
    "players",
    "options",
    "seats",
    "turns",
    "code",
    "line",
    "at",
]
messages = some.dictionaries(some.sampled_from(FIELDS), anything, max_size=4)


@given(do=some.sampled_from(sorted(HANDLERS)), fields=messages)
def test_any_message_has_an_answer(any_worker: Worker, do: str, fields: dict[str, object]) -> None:
    fields |= {"document": {key: fields.get(key) for key in ("name", "rules", "tests")}}
    found = json.loads(any_worker.answer(json.dumps({**fields, "do": do})))
    assert found["ok"] or not found.get("internal"), found


@pytest.fixture(scope="module")
def any_worker(tmp_path_factory: pytest.TempPathFactory) -> Worker:
    return Worker(Desk(tmp_path_factory.mktemp("desk")))


@pytest.mark.parametrize("text", ["", "{", "[]", "3", '{"do": 3}', '{"do": "nothing"}', "x" * 2_000_001])
def test_what_is_no_message_is_refused(worker: Worker, text: str) -> None:
    assert not json.loads(worker.answer(text))["ok"]


NAMES = {"My Game.astro": "my_game", "../../etc/x": "etc_x", "a_test": "a", "": "my_game", "_test": "test"}


@pytest.mark.parametrize(("name", "file"), NAMES.items())
def test_any_name_becomes_one_of_a_rule_file(name: str, file: str) -> None:
    assert stem(name) == file
