"""`astro referee GAME --json`: the referee for programs, one request and one answer a line."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result

import astro_referee as astro
from astro_referee.cli.protocol.requests import LONGEST_LINE, REQUESTS, SEATED
from astro_referee.cli.protocol.server import Protocol
from astro_referee.interpreter.play.chance import fresh_seed
from astro_referee.interpreter.play.match import Match

pytestmark = pytest.mark.usefixtures("rules_beside")
Run = Callable[..., Result]
Talk = Callable[..., dict[str, Any]]
NIM = "examples/nim.astro"
PIG = "examples/pig.astro"
KUHN = "examples/kuhn_poker.astro"
SIGNS = "examples/rock_paper_scissors.astro"
STATUS = {"events", "asked", "chance", "over", "result"}


def talker(match: Match, seat: int | None = None) -> Talk:
    """A conversation without a pipe: `talk("play", move="b2")`."""
    protocol = Protocol(match, seat)

    def talk(do: str, **fields: object) -> dict[str, Any]:
        line = json.dumps({"do": do, **{name.rstrip("_"): value for name, value in fields.items()}})
        answer = protocol.answer(line.encode())
        assert answer.keys() >= {"ok", "do", *STATUS}
        assert answer["ok"] or {"code", "message"} <= answer.keys()
        json.dumps(answer)
        return answer

    return talk


# --- Lines -----------------------------------------------------------------------------------------------------------


def test_one_line_in_one_line_out_up_to_quit(run: Run) -> None:
    typed = 'nonsense\n\n{"do": "play", "move": "3 from 1"}\n[]\n{"do": "quit"}\n{"do": "legal"}\n'
    said = run("referee", NIM, "--json", typed=typed, code=0).stdout
    answers = [json.loads(line) for line in said.splitlines()]
    assert [(a["ok"], a["do"], a.get("code")) for a in answers] == [
        (False, None, "malformed"),
        (False, None, "malformed"),
        (True, "play", None),
        (False, None, "malformed"),
        (True, "quit", None),
    ]
    assert said.isascii()


def test_the_input_may_end_without_quit_and_without_a_line_end(run: Run) -> None:
    assert len(run("referee", NIM, "--json", typed='{"do": "legal"}', code=0).stdout.splitlines()) == 1
    assert run("referee", NIM, "--json", typed="", code=0).stdout == ""


def test_a_line_that_is_too_long_is_one_line(run: Run) -> None:
    typed = "x" * (3 * LONGEST_LINE) + '\n{"do": "legal"}\n'
    first, second = run("referee", NIM, "--json", typed=typed, code=0).stdout.splitlines()
    assert json.loads(first)["message"] == f"a line has at most {LONGEST_LINE} bytes"
    assert json.loads(second)["ok"] is True


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (["nowhere", "--json"], 2, "there is no game called nowhere"),
        ([NIM, "--json", "--as", "P3"], 2, "nobody here is called P3"),
        ([NIM, "--as", "P1"], 2, "--as is for a program"),
        ([NIM, "--json", "--as", "P1", "--moves", "-"], 2, "--as is for a program"),
        ([NIM, "--json", "--players", "3"], 2, "is for 2 players, not 3"),
    ],
)
def test_what_cannot_even_begin_is_told_on_standard_error(run: Run, words: list[str], code: int, said: str) -> None:
    found = run("referee", *words, code=code)
    assert found.stdout == ""
    assert said in found.stderr


def test_rules_with_errors_cannot_begin(run: Run, rules: Callable[[str], str]) -> None:
    assert run("referee", rules("astro 1\ngame Bad for 2 players\n"), "--json", code=1).stdout == ""


@pytest.mark.parametrize(
    ("line", "code", "said"),
    [
        (b"\xff\xfe", "malformed", "not a line of JSON"),
        (b"[" * 100_000, "malformed", "not a line of JSON"),
        (b'{"do": "legal", "do": "quit"}', "malformed", "not a line of JSON"),
        (b'{"do": "play", "move": 1e999}', "bad-field", "`move` must be a text"),
        (b'"legal"', "malformed", "a request is a JSON object"),
        (b"{}", "unknown-request", "there are start, resume, state"),
        (b'{"do": "legl"}', "unknown-request", "did you mean `legal`?"),
        (b'{"do": ["legal"]}', "unknown-request", "there are start"),
        (b'{"do": "play", "mvoe": "x"}', "unknown-field", "did you mean `move`?"),
        (b'{"do": "undo", "to": true}', "bad-field", "`to` must be a whole number"),
        (b'{"do": "undo", "to": -1}', "bad-field", "`to` must be a whole number"),
        (b'{"do": "undo", "to": 99}', "bad-field", "there are 1 events"),
        (b'{"do": "play"}', "bad-field", "needs either `move`"),
        (b'{"do": "play", "move": "1 from 2", "id": "take.1.2"}', "bad-field", "needs either `move`"),
        (
            b'{"do": "play", "move": "1 from 2", "seat": "P7"}',
            "bad-field",
            "nobody here is called P7; the players are P1, P2",
        ),
        (b'{"do": "play", "move": "1 from 2", "seat": "P1"}', "illegal", "it is not P1's turn"),
        (b'{"do": "play", "id": "take.1.2", "seat": "P1"}', "illegal", "it is not P1's turn"),
        (b'{"do": "play", "id": "take.9.9"}', "illegal", "no legal move has the id"),
        (b'{"do": "view"}', "bad-field", "`view` needs a `seat`"),
        (b'{"do": "why"}', "bad-field", "`why` needs a `move`"),
        (b'{"do": "chance"}', "impossible", "chance has nothing to decide here"),
        (b'{"do": "start", "game": "nothing.astro"}', "no-game", "there is no file nothing.astro"),
        (b'{"do": "start", "game": "."}', "bad-file", "is a folder"),
        (b'{"do": "start", "players": 9}', "bad-set-up", "is for 2 players, not 9"),
        (b'{"do": "start", "options": {"heaps": 99}}', "bad-set-up", "heaps must be a number"),
        (b'{"do": "start", "options": {"heaps": [1]}}', "bad-field", "`options` must be an object"),
        (b'{"do": "start", "names": ["A", "a"]}', "bad-set-up", "two players have the same name"),
        (b'{"do": "start", "names": ["p2", "a"]}', "bad-set-up", "P2 is another seat"),
        (b'{"do": "resume", "record": "my diary"}', "bad-record", "a record begins with"),
        (b'{"do": "resume", "file": "nothing.txt"}', "bad-file", "no such file"),
        (b'{"do": "resume", "file": "a\\u0000b"}', "bad-field", "`file` must be a name"),
        (b'{"do": "resume"}', "bad-field", "needs either `record`"),
        (b'{"do": "save", "file": "/nowhere/x"}', "bad-file", "no such file"),
        (b'{"do": "save", "file": "README.md"}', "bad-file", "exists already"),
    ],
)
def test_what_is_refused_changes_nothing(line: bytes, code: str, said: str) -> None:
    protocol = Protocol(astro.start(NIM))
    assert protocol.answer(b'{"do": "play", "move": "1 from 3"}')["ok"]
    before = astro.save(protocol.match)
    found = protocol.answer(line)
    assert (found["ok"], found["code"]) == (False, code)
    assert said in str(found["message"])
    assert astro.save(protocol.match) == before


# --- What can be asked -----------------------------------------------------------------------------------------------


def test_a_whole_game() -> None:
    talk = talker(astro.start(NIM))
    begun = talk("start", names=["Ann", "Bob"], options={"heaps": 2, "last_loses": True}, seed=4)
    assert begun["players"] == {"P1": "Ann", "P2": "Bob"}
    assert begun["options"] == {"heaps": "2", "largest": "5", "last_loses": "yes"}
    offered = talk("legal")["moves"]
    assert offered[0] == {"id": "take.1.1", "player": "P1", "move": "1 from 1", "about": "Take 1 from heap 1."}
    assert talk("play", seat="Ann", id=offered[0]["id"])["told"][0]["move"] == "1 from 1"
    refused = talk("play", move="5 from 1")
    (reason,) = refused["reasons"]
    assert (refused["code"], reason["text"], reason["file"]) == ("illegal", "heap 1 has only 3", NIM)
    assert Path(NIM).read_text().splitlines()[reason["line"] - 1].strip().startswith(f"when {reason['rule']}")
    assert talk("why", move="5 from 1")["legal"] is False
    assert talk("why", move="3 from 1")["about"] == "Take 3 from heap 1."
    assert talk("play", move="3 from 1")["asked"] == ["P1"]
    assert talk("undo")["asked"] == ["P2"]
    assert talk("undo", to=0)["events"] == 0
    for move in ("4 from 1", "4 from 2", "1 from 2"):
        answer = talk("play", move=move)
    assert answer["over"] is True
    assert answer["result"]["winners"] == ["P2"]
    assert talk("play", move="1 from 1")["message"] == "the game is over"
    told = talk("replay", after=1)["told"]
    assert [event["move"] for event in told] == ["4 from 2", "1 from 2"]


def test_chance_by_the_seed_or_as_told() -> None:
    talk = talker(astro.start(PIG, seed=3))
    assert talk("legal")["outcomes"][0] == {"outcome": "1", "probability": "1/6"}
    assert talk("play", move="hold")["message"] == "nobody is asked now: chance must settle first"
    assert talk("chance", outcome="7")["choices"] == ["1", "2", "3", "4", "5", "6"]
    (event,) = talk("chance", outcome="4")["told"]
    assert (event["chance"], event["outcome"]) == ("roll pip", "4")
    assert talk("play", move="hold")["chance"] is True
    assert talk("chance")["asked"] == ["P2"]


def test_saved_and_taken_up_again(tmp_path: Path) -> None:
    talk = talker(astro.start(NIM))
    talk("play", move="1 from 3")
    text = talk("save")["record"]
    file = tmp_path / "game.txt"
    assert talk("save", file=str(file))["file"] == str(file)
    assert file.read_text() == text
    for given in ({"record": text}, {"file": str(file)}):
        again = talker(astro.start(PIG))
        assert again("resume", **given)["game"] == "Nim"
        assert again("state")["fields"] == talk("state")["fields"]
    changed = text.replace("rules: ", "rules: 0").replace("move take ", "move take 0")
    refused = talk("resume", record=changed)
    assert (refused["code"], refused["legal"]) == ("changed-rules", True)
    assert refused["changes"]["changed"] == ["move take"]
    assert "move take changed" in talk("resume", record=changed, changed_rules=True)["notes"][0]
    wrong = talk("resume", record=text.replace("1 from 3", "5 from 1"))
    assert (wrong["code"], wrong["line"], wrong["reasons"][0]["text"]) == ("bad-record", 11, "heap 1 has only 3")


def test_rules_that_cannot_go_on_leave_the_match_as_it_was(rules: Callable[[str], str]) -> None:
    game = rules("""astro 1
game Short for 2 players
var left: 0..3 = 3
phase play
  turns clockwise from P1
    move take
      then
        left -= 2
""")
    talk = talker(astro.start(game))
    assert talk("play", move="take")["ok"]
    refused = talk("play", move="take")
    assert (refused["code"], refused["events"]) == ("faulty-rules", 1)
    assert (refused["problems"][0]["file"], refused["problems"][0]["line"]) == (game, 8)
    fields = talk("state")["fields"]
    assert fields[0]["entries"][0]["text"] == "1"
    assert talker(astro.start(game), 0)("play", move="take")["ok"] is True


# --- Secrets ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("do", sorted(set(REQUESTS) - set(SEATED)))
def test_a_seat_may_not_do_what_is_the_referees(do: str) -> None:
    for talk, more in ((talker(astro.start(KUHN)), {"as_": "P1"}), (talker(astro.start(KUHN), 0), {})):
        if do == "quit" and not more:
            continue  # whoever holds the pipe may close it
        assert talk(do, **more)["code"] == "not-yours"


@pytest.mark.parametrize("do", SEATED)
def test_a_seat_may_not_ask_for_another_one(do: str) -> None:
    move = {"move": "pass"} if do in ("why", "play") else {}
    assert talker(astro.start(KUHN))(do, as_="P1", seat="P2", **move)["code"] == "not-yours"
    assert talker(astro.start(KUHN), 0)(do, seat="P2", **move)["code"] == "not-yours"
    assert talker(astro.start(KUHN), 0)(do, as_="P2", **move)["code"] == "not-yours"


def test_a_seat_is_never_told_what_it_may_not_see() -> None:
    """Another deal to the others: every answer to every question of a seat is the same."""
    first, second = astro.start(KUHN, seed=1), astro.start(KUHN, seed=1)
    for match, card in ((first, "queen"), (second, "king")):
        for wanted in ("jack", card):
            match.settle(next(value for value, _, name in match.outcomes() if name == wanted))
    for do in SEATED:
        more = {"move": "bet"} if do in ("why", "play") else {}
        one, other = (talker(match)(do, as_="P1", **more) for match in (first, second))
        assert one == other
        assert one["ok"]
        assert "outcomes" not in one
        assert "seed" not in one
    assert "queen" in json.dumps(talker(first)("state"))


def test_a_secret_choice_is_told_when_all_have_chosen() -> None:
    talk = talker(astro.start(SIGNS))
    assert talk("play", move="rock")["code"] == "bad-field"
    talk("play", seat="P1", move="rock")
    assert talk("replay", as_="P2")["told"][0]["move"] == "has chosen"
    opened = talk("play", seat="P2", move="paper")
    assert [(one["event"], one["move"]) for one in opened["told"]] == [(1, "rock"), (2, "paper")]
    assert talk("replay", as_="P2")["told"][0]["move"] == "rock"


def test_a_program_in_a_seat_plays_against_the_others() -> None:
    talk = talker(astro.start("ptolemy", seed=5), 0)
    seen = 0
    while not (offered := talk("legal"))["over"]:
        assert offered["asked"] == ["P1"]
        assert {move["player"] for move in offered["moves"]} == {"P1"}
        answer = talk("play", id=offered["moves"][0]["id"])
        for event in answer["told"]:
            if event.get("chance", "").startswith("deal to hand of "):
                assert event.get("hidden", False) is event["chance"].endswith("P2")
                seen += 1
    assert seen
    assert offered["result"]["winners"]


def test_the_seed_of_a_program_in_a_seat_is_not_known_beforehand(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("astro_referee.interpreter.api.fresh_seed", fresh_seed)
    lines = '{"do": "replay"}\n'
    told = {run("referee", "ptolemy", "--json", "--as", "P1", typed=lines, code=0).stdout for _ in range(3)}
    assert len(told) == 3
    fixed = {run("referee", "ptolemy", "--json", "--as", "P1", "--seed", "4", typed=lines).stdout for _ in range(2)}
    assert len(fixed) == 1
