"""The example bots play against each other through the protocol, to the end, and the record is legal."""

from __future__ import annotations

import os
import shlex
import subprocess
import sys

import pytest
from shelf import ROOT

import astro_referee as astro

BOTS = ROOT / "examples" / "bots"
RANDOM = shlex.join([sys.executable, str(BOTS / "random_bot.py")])
FIRST = shlex.join(["sh", str(BOTS / "first_bot.sh")])


def match(game: str, *bots: str) -> subprocess.CompletedProcess[str]:
    referee = shlex.join([sys.executable, "-m", "astro_referee.cli", "referee"])
    command = [sys.executable, str(BOTS / "match.py"), game, *bots, "--seed", "4", "--referee", referee]
    environment = {**os.environ, "PYTHONPATH": str(ROOT / ".src")}
    return subprocess.run(command, capture_output=True, text=True, env=environment, timeout=120, check=False)


@pytest.mark.parametrize("game", ["ptolemy", "examples/rock_paper_scissors.astro"])
def test_two_bots_play_a_whole_game(game: str) -> None:
    done = match(game, RANDOM, FIRST)
    assert (done.returncode, done.stderr) == (0, "")
    played = astro.resume(done.stdout).match
    assert played.over
    assert {event.player for event in played.events} >= {0, 1}
    again = played.rewound(0)
    for event in played.events:
        if event.player == 1:
            assert event.value == again.legal(1)[0], "the second bot plays the first move it is offered"
        again.settle(event.value) if isinstance(event.value, int) else again.play(event.value)


def saying(line: str) -> str:
    """A bot that answers everything with the same line."""
    return shlex.join(["sh", "-c", f"while read -r told; do echo {shlex.quote(line)}; done"])


@pytest.mark.parametrize(
    "cheat",
    [
        "true",
        saying("nonsense"),
        saying('{"do": "state"}'),
        saying('{"do": "play", "seat": "P1", "move": "rock"}'),
    ],
    ids=["silent", "babbling", "curious", "in another seat"],
)
def test_a_bot_that_does_not_play_is_sent_home(cheat: str) -> None:
    done = match("examples/rock_paper_scissors.astro", RANDOM, cheat)
    assert (done.returncode, done.stdout, done.stderr) == (1, "", "P2 does not play on\n")
