"""The debugger by a client over two pipes, as an editor would: breakpoints, steps, what is seen, bad messages."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from queue import Queue
from threading import Thread
from typing import Any

import pytest
from shelf import ROOT

from astro_referee.cli.dap.messages import received

RULES = """astro 1

game Duel for 2 players
  "Take the last stone."

var left: 0..10
var taken for each player: 0..10, seen by owner

procedure take_away(number: 1..3)
  left -= number
  taken[me] += number

phase play
  begin
    left = 7

  turns clockwise from P1
    move take(number in 1..3) as "take {number}"
      when number <= left else "there are only {left}"
      then
        do take_away(number)
        if left is 0
          winner me
"""
TESTS = """astro 1

tests of "duel.astro"

test "two moves"
  P1 "take 3"
  P2 "take 3"
  refuse P1 "take 2" because "only 1"
  expect left is 1

test "the last one" after "two moves"
  P1 "take 1"
  expect winner P2
"""


class Client:
    """The editor's end: requests are answered in order, events wait until somebody asks for them."""

    def __init__(self) -> None:
        words = [sys.executable, "-m", "astro_referee.cli", "dap"]
        self.process = subprocess.Popen(words, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.answers: Queue[dict[str, Any]] = Queue()
        self.events: Queue[dict[str, Any]] = Queue()
        self.number = 0
        Thread(target=self.listen, daemon=True).start()

    def listen(self) -> None:
        assert self.process.stdout is not None
        while (message := received(self.process.stdout)) is not None:  # type: ignore[arg-type]
            (self.events if message["type"] == "event" else self.answers).put(message)

    def write(self, data: bytes) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n%s" % (len(data), data))
        self.process.stdin.flush()

    def ask(self, command: str, **arguments: object) -> dict[str, Any]:
        self.number += 1
        asked = {"seq": self.number, "type": "request", "command": command, "arguments": arguments}
        self.write(json.dumps(asked).encode())
        answer = self.answers.get(timeout=60)
        assert (answer["request_seq"], answer["command"]) == (self.number, command)
        return answer

    def done(self, command: str, **arguments: object) -> Any:
        answer = self.ask(command, **arguments)
        assert answer["success"], answer
        return answer["body"]

    def event(self, name: str) -> Any:
        while (found := self.events.get(timeout=60))["event"] != name:
            pass
        return found["body"]

    def top(self) -> tuple[str, str, int]:
        """Where it halts: what is being carried out, the file and the line."""
        frame = self.done("stackTrace", threadId=1)["stackFrames"][0]
        return frame["name"], frame["source"]["name"], frame["line"]

    def step(self, command: str) -> tuple[str, str, int]:
        self.done(command, threadId=1)
        self.event("stopped")
        return self.top()

    def seen(self, scope: str) -> dict[str, str]:
        """What a scope lists, lists in it included."""
        scopes = {one["name"]: one["variablesReference"] for one in self.done("scopes", frameId=1)["scopes"]}
        found: dict[str, str] = {}
        for one in self.done("variables", variablesReference=scopes[scope])["variables"]:
            found[one["name"]] = one["value"]
            if one["variablesReference"]:
                inside = self.done("variables", variablesReference=one["variablesReference"])["variables"]
                found |= {one["name"] + each["name"]: each["value"] for each in inside}
        return found

    def launch(self, path: Path, line: int, breakpoints: dict[Path, list[int]], **more: object) -> None:
        self.done("initialize", adapterID="astro")
        self.done("launch", program=str(path), line=line, **more)
        self.event("initialized")
        for file, lines in breakpoints.items():
            wanted = [{"line": line} for line in lines]
            answer = self.done("setBreakpoints", source={"path": str(file)}, breakpoints=wanted)
            assert all(one["verified"] for one in answer["breakpoints"])
        self.done("configurationDone")


@pytest.fixture
def client() -> Iterator[Client]:
    made = Client()
    yield made
    if made.process.poll() is None:
        made.process.kill()
    made.process.wait()
    for stream in (made.process.stdin, made.process.stdout):
        assert stream is not None
        stream.close()


@pytest.fixture
def tests(tmp_path: Path) -> Path:
    (tmp_path / "duel.astro").write_text(RULES, encoding="utf-8")
    path = tmp_path / "duel_test.astro"
    path.write_text(TESTS, encoding="utf-8")
    return path


def test_a_test_is_gone_through_step_by_step(client: Client, tests: Path) -> None:
    """One session through everything: each start of a process takes a second."""
    rules = tests.with_name("duel.astro")
    client.launch(tests, 5, {rules: [13, 19, 21]}, stopOnEntry=False)
    assert client.event("stopped")["reason"] == "breakpoint"
    assert client.top() == ("phase play", "duel.astro", 13)
    assert client.step("stepIn") == ("phase play", "duel.astro", 15)
    assert client.step("continue") == ("the rule holds", "duel.astro", 19)
    assert client.step("continue") == ("move play.take", "duel.astro", 21)
    frames = client.done("stackTrace", threadId=1)["stackFrames"]
    assert [(frame["name"], frame["line"]) for frame in frames[1:]] == [("test two moves", 6)]
    assert client.seen("Names") == {"number": "3"}
    assert client.seen("Fields")["left"] == "7"
    assert client.step("stepIn") == ("procedure take_away", "duel.astro", 10)
    assert client.step("next") == ("procedure take_away", "duel.astro", 11)
    assert client.seen("Fields")["left"] == "4"
    assert client.done("evaluate", expression="left")["result"] == "4"
    assert client.done("evaluate", expression="taken[ P1 ]")["result"] == "0"
    assert client.step("stepOut") == ("move play.take", "duel.astro", 22)
    assert client.seen("Fields")["taken[P1]"] == "3"
    assert client.seen("P1 sees")["taken[P1]"] == "3"
    assert client.seen("P2 sees")["taken[P1]"] != "3", "who may not see it does not, in the debugger either"
    assert client.step("next") == ("phase play", "duel.astro", 18), "the next player is asked"
    assert client.step("next") == ("test two moves", "duel_test.astro", 7)
    assert client.seen("Legal moves") == {"P2": "take 3"}
    assert client.step("continue")[:2] == ("the rule holds", "duel.astro")
    client.done("setBreakpoints", source={"path": str(rules)}, breakpoints=[{"line": 19}])
    client.done("continue", threadId=1)
    stopped = client.event("stopped")
    assert "there are only 1" in stopped["text"]
    assert client.top() == ("the rule does not hold", "duel.astro", 19)
    assert client.seen("The move")["because"].startswith("there are only 1")
    assert not client.ask("evaluate", expression="nothing")["success"]
    client.done("continue", threadId=1)
    assert client.event("output")["output"] == "two moves: ok\n"
    assert client.event("exited")["exitCode"] == 0
    client.event("terminated")
    client.done("disconnect")
    assert client.process.wait(timeout=30) == 0


def test_what_fails_and_what_is_wrong_is_told(client: Client, tests: Path) -> None:
    client.done("initialize")
    assert not client.ask("dance")["success"]
    assert not client.ask("continue")["success"]
    assert not client.ask("launch")["success"]
    assert "no such file" in client.ask("launch", program=str(tests.with_name("none.astro")))["message"].casefold()
    assert (
        client.ask("launch", program=str(tests), line=2)["message"] == "there is no test at line 2 of duel_test.astro"
    )
    broken = tests.with_name("broken_test.astro")
    broken.write_text(TESTS.replace("left is 1", "lft is 1"), encoding="utf-8")
    assert "broken_test.astro:9: " in client.ask("launch", program=str(broken), line=5)["message"]
    client.launch(tests, 11, {}, stopOnEntry=True)
    client.event("stopped")
    assert client.top() == ("test the last one", "duel_test.astro", 12)
    client.done("continue", threadId=1)
    said = client.event("output")
    assert (said["category"], said["output"].splitlines()[:2]) == (
        "stderr",
        ["the last one: FAIL", "  duel_test.astro:13: it ended: P1 won"],
    )
    assert client.event("exited")["exitCode"] == 1
    client.write(b"not JSON")
    assert client.event("output")["output"] == "a message is JSON\n"
    assert client.process.wait(timeout=30) == 0
