"""Systems without fcntl, termios, readline and handles of folders: games are played, recorded and taken up there."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from shelf import ROOT

HIDDEN = """
import os, sys
for module in ("fcntl", "termios", "readline"):
    sys.modules[module] = None
for name in ("O_NOFOLLOW", "O_DIRECTORY", "O_NONBLOCK", "geteuid", "getuid", "pread", "link"):
    delattr(os, name)
from astro_referee.grammar import system
assert not system.FOLDER_HANDLES
system.OPEN_FILES_MOVE = False
from astro_referee.cli import main
main.main()
"""


def astro(folder: Path, *words: str, typed: str = "", code: int = 0) -> str:
    done = subprocess.run(
        [sys.executable, "-c", HIDDEN, *words],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(ROOT / ".src"), "ASTRO_CACHE": str(folder / "cache")},
        input=typed,
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert done.returncode == code, done.stderr
    assert "Traceback" not in done.stderr
    assert "internal error" not in done.stderr
    return done.stdout + done.stderr


def test_a_game_is_played_recorded_and_taken_up(tmp_path: Path) -> None:
    said = astro(tmp_path, "play", "tic-tac-toe", "--record", "game.txt", typed="a1\nb1\nundo\ny\nquit\n")
    assert "Back to before event 2." in said
    record = tmp_path / "game.txt"
    assert record.read_text(encoding="utf-8").endswith("\n1. X: a1\n")
    astro(tmp_path, "play", "game.txt", "--bot", "O=random", typed="quit\n")
    assert "\nbots: O = random\n" in record.read_text(encoding="utf-8")
    assert "O wins: X resigns." in astro(tmp_path, "play", "game.txt", "--bot", "O=none", typed="resign\ny\n")
    assert "exists already" in astro(tmp_path, "amend", "game.txt", "--at", "1", "--strike", "-o", "game.txt", code=2)
    assert [file.name for file in tmp_path.iterdir() if "draft" in file.name] == []
    assert any((tmp_path / "cache").iterdir())


def test_rules_are_written_checked_and_tested(tmp_path: Path) -> None:
    astro(tmp_path, "new", "my game")
    assert "my_game.astro: ok" in astro(tmp_path, "check", "my_game.astro")
    assert "4 tests, all hold" in astro(tmp_path, "test", "my_game.astro")
