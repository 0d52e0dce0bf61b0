"""The game beside the text: what the page is told, who may ask, and what a click adds."""

from __future__ import annotations

import json
from collections.abc import Iterator
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

import pytest

from astro_referee.cli.commands.author.preview import added
from astro_referee.cli.preview.scene import Preview
from astro_referee.cli.preview.server import PreviewServer

RULES = """astro 1

game Duel for 2 players
  "Take the last stone."

card Stone: each number in 1..5
zone hand for each player: Stone, seen by owner
var left: 0..7 = 7

phase play
  turns clockwise from P1
    move take(number in 1..3) as "take {number}"
      when number <= left else "there are only {left}"
      then
        left -= number
        put Stone[number] into hand[me]
        if left is 0
          winner me

test "a move"
  P1 "take 3"
"""


@pytest.fixture
def rules(tmp_path: Path) -> Path:
    path = tmp_path / "duel.astro"
    path.write_text(RULES, encoding="utf-8")
    return path


@pytest.fixture
def page(rules: Path) -> Iterator[PreviewServer]:
    server = PreviewServer(Preview(added))
    server.preview.look(rules, RULES.count("\n"))
    server.start()
    yield server
    server.stop()


def asked(page: PreviewServer, name: str, data: object = None, **headers: str) -> tuple[int, Any]:
    connection = HTTPConnection("127.0.0.1", page.port, timeout=30)
    path = name if name.startswith("/") else f"/{page.secret}/{name}"
    if data is None:
        connection.request("GET", path, headers=headers)
    else:
        connection.request("POST", path, json.dumps(data), {"Content-Type": "application/json"} | headers)
    answer = connection.getresponse()
    body = answer.read()
    connection.close()
    return answer.status, json.loads(body) if answer.headers["Content-Type"] == "application/json" else body


def test_the_position_at_a_line_with_what_each_sees(page: PreviewServer) -> None:
    _, facts = asked(page, "state?since=0")
    assert (facts["test"], facts["line"], facts["old"]) == ("a move", 21, False)
    assert [(one["who"], one["text"]) for one in facts["choices"]] == [("P2", f"take {n}") for n in (1, 2, 3)]
    seen = {one["who"]: one["svg"] for one in facts["pictures"]}
    assert set(seen) == {"everything", "P1", "P2"}
    assert "as P2 sees it" in seen["P2"]
    assert seen["P1"] != seen["P2"]


def test_a_click_adds_the_move_and_errors_leave_the_last_position_greyed(page: PreviewServer, rules: Path) -> None:
    number = page.preview.number
    assert asked(page, "add", {"number": number, "choice": 1}) == (200, {"done": True})
    assert rules.read_text(encoding="utf-8") == RULES + '  P2 "take 2"\n'
    page.preview.refresh()
    _, facts = asked(page, f"state?since={number}")
    assert (facts["line"], [one["text"] for one in facts["choices"]]) == (22, ["take 1", "take 2"])
    assert asked(page, "add", {"number": number, "choice": 1}) == (200, {"done": False}), "the page was older"
    rules.write_text(RULES.replace("number <= left", "numbr <= left"), encoding="utf-8")
    page.preview.refresh()
    _, worse = asked(page, "state?since=0")
    assert worse["old"] and "numbr" in worse["trouble"]
    assert worse["pictures"] == facts["pictures"]
    assert asked(page, "add", {"number": worse["number"], "choice": 0}) == (200, {"done": False})
    rules.write_text(RULES.replace("take 3", "take 9"), encoding="utf-8")
    page.preview.look(rules, 21)
    assert "take 9" in asked(page, "state?since=0")[1]["trouble"], "where the test fails is said, too"


def test_outside_of_tests_the_game_begins_and_a_click_begins_a_test(page: PreviewServer, rules: Path) -> None:
    rules.write_text(RULES.partition("test")[0].rstrip(), encoding="utf-8")
    page.preview.look(rules, 3)
    assert asked(page, "add", {"number": page.preview.number, "choice": 0})[1] == {"done": True}
    text = rules.read_text(encoding="utf-8")
    assert text.endswith('          winner me\n\ntest "a new test"\n  P1 "take 1"\n')
    page.preview.refresh()
    assert asked(page, "state?since=0")[1]["test"] == "a new test"


def test_nobody_else_can_ask(page: PreviewServer, rules: Path) -> None:
    assert asked(page, "")[0] == 200
    assert asked(page, "/")[0] == 404
    assert asked(page, f"/{'x' * len(page.secret)}/state")[0] == 404
    assert asked(page, "../../etc/passwd")[0] == 404
    assert asked(page, "", Host="evil.example")[0] == 404
    assert asked(page, "add", {"number": 1, "choice": 0}, Host="evil.example")[0] == 404
    assert asked(page, "add", {"number": 1, "choice": 0}, **{"Content-Type": "text/plain"})[0] == 400
    for wrong in ([], {"number": "x"}, {"number": page.preview.number, "choice": -1}, {"number": 1e99, "choice": 0}):
        assert asked(page, "add", wrong) == (200, {"done": False})
    assert rules.read_text(encoding="utf-8") == RULES


def test_line_ends_stay_as_they_are(tmp_path: Path) -> None:
    path = tmp_path / "a.astro"
    path.write_bytes(b"one\r\ntwo")
    added(path, 1, "new\n")
    assert path.read_bytes() == b"one\r\nnew\r\ntwo"
