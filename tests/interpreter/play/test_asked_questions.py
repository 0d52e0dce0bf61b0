"""Questions in the words of the rules: who looks at a decision reads them, and nothing else depends on them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from commands import Run, at_the_root, run

import astro_referee as astro
from astro_referee.interpreter.play.match import Match

__all__ = ["at_the_root", "run"]

ASKED = """\
astro 1
game Asked for 2 players

var wish for each player: 0..3

procedure wishing(p: player)
  ask p "What do you want?"
    move want(n in 1..3) as "{n}"
      then
        wish[me] = n

phase play
  do wishing(P1)
  do wishing(P2)
  ask any p in players "Enough?"
    move enough
  turns once clockwise from P1 "Go on?"
    phase going
      move go_on
        then
          ask me
            move further

end
  draw
"""


@pytest.fixture
def rules(tmp_path: Path) -> Path:
    path = tmp_path / "asked.astro"
    path.write_text(ASKED)
    return path


def begun(path: Path, *moves: str) -> Match:
    match = astro.start(str(path))
    for move in moves:
        match.play(match.judge(match.actors[0], move).move)
    return match


def test_a_question_is_asked_wherever_its_decision_stands(rules: Path) -> None:
    """A procedure that is done twice is two decisions of the machine, and one question of the rules; what a move leads
    to is no part of the question of its turn.
    """
    asked = [begun(rules, *["1", "2", "enough", "go_on", "further"][:count]).question for count in range(6)]
    assert asked == ["What do you want?", "What do you want?", "Enough?", "Go on?", "", "Go on?"]


def test_questions_do_not_change_the_rules(rules: Path, tmp_path: Path) -> None:
    plain = tmp_path / "plain.astro"
    plain.write_text(ASKED.replace(' "What do you want?"', "").replace(' "Enough?"', "").replace(' "Go on?"', ""))
    assert astro.load(str(plain)).parts == astro.load(str(rules)).parts
    assert astro.start(str(plain)).game.machine == astro.start(str(rules)).game.machine


def test_programs_and_players_read_the_question(rules: Path, run: Run) -> None:
    answers = run("referee", str(rules), "--json", typed='{"do": "legal"}\n{"do": "view", "seat": "P2"}\n').stdout
    assert [json.loads(line)["question"] for line in answers.splitlines()] == ["What do you want?"] * 2
    assert "What do you want?" in run("play", str(rules), typed="quit\n").stdout
