"""A project with what `pip install` of the wheel brings, nothing else: it plays at once, and its rules are tested."""

from __future__ import annotations

import os
import subprocess
import sys
import venv
from pathlib import Path

import pytest
from shelf import ROOT

RULES = """astro 1
game Duel for 2 players
var heap: 0..5 = 5
phase play
  turns clockwise from P1
    move take(number in 1..2) as "take {number}"
      when number <= heap else "there are only {heap}"
      then
        heap -= number
    otherwise
      winner me

test "two at most"
  refuse P1 "take 3" because "3"

playthrough "a game"
"""


def call(*words: object, folder: Path, code: int = 0) -> str:
    """What a command says, which must end as told; nothing of our own surroundings comes with it."""
    own = ("PYTHON", "PYTEST", "ASTRO")
    settings = {name: value for name, value in os.environ.items() if not name.startswith(own)}
    settings["ASTRO_CACHE"] = str(folder / "cache")
    done = subprocess.run(
        list(map(str, words)), cwd=folder, env=settings, capture_output=True, text=True, check=False, timeout=240
    )
    assert done.returncode == code, done.stdout + done.stderr
    return done.stdout


def programs(folder: Path) -> Path:
    """The programs of a new environment with the wheel and what it needs."""
    call(sys.executable, "-m", "pip", "wheel", "-q", "--no-deps", "-w", folder / "wheel", ROOT, folder=folder)
    (wheel,) = (folder / "wheel").iterdir()
    venv.create(folder / "env")
    found = folder / "env" / "bin"
    call(sys.executable, "-m", "pip", "--python", found / "python", "install", "-q", wheel, folder=folder)
    return found


@pytest.mark.slow
@pytest.mark.timeout(600)
def test_pytest_collects_fails_readably_and_updates(tmp_path: Path) -> None:
    """And bundled games come with their tests and snapshots."""
    found, project = programs(tmp_path), tmp_path / "project"
    pytest_, astro = found / "pytest", found / "astro"
    project.mkdir()
    for game in ("ptolemy", "vediic", "skat"):
        call(astro, "play", game, "--watch", "--seed", 7, folder=project)
    assert not (project / "cache").exists(), "large games and the parser are ready before the first run"
    call(astro, "play", "tic-tac-toe", "--watch", folder=project)
    assert len([*(project / "cache").glob("game-*")]) == 1, "a small one is worked out at its first game, and kept"
    (project / "pytest.ini").write_text("[pytest]\nastro_tests = true\n", encoding="utf-8")
    (project / "duel.astro").write_text(RULES, encoding="utf-8")
    first = call(pytest_, folder=project, code=1)
    assert "there is no snapshot of this yet" in first
    assert "1 failed, 1 passed" in first
    assert "2 passed" in call(pytest_, "--snapshot-update", folder=project)
    assert (project / "__snapshots__" / "duel.astro.playthroughs").is_file()
    assert "3 passed" in call(pytest_, folder=project)
    assert "2 tests, all hold" in call(astro, "test", folder=project)
    (project / "duel.astro").write_text(RULES.replace("1..2", "1..3"), encoding="utf-8")
    changed = call(pytest_, folder=project, code=1)
    assert "2 failed, 1 passed" in changed
    assert "duel.astro:14\nrefuse P1 \"take 3\" because \"3\"\n`take 3` is legal\n" in changed  # fmt: skip
    assert "    +P1 may: take 1, take 2, take 3\n" in changed
    assert "Traceback" not in changed
    assert call(astro, "test", "ptolemy", folder=project).endswith("tests, all hold\n")
