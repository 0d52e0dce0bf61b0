"""A machine that ends programs, has no room to write, or runs many of them at once: nothing is lost or left behind."""

from __future__ import annotations

import os
import random
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from shelf import ROOT

from astro_referee.interpreter import api

NIM = "examples/nim.astro"
TERMS = 5
"""Referees that are told to end here; `TERMS=100` in the environment tells so many."""
AT_ONCE = 4
"""Processes that fill one cache."""


def started(*words: str, **settings: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "astro_referee.cli", *words],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT / ".src"), **settings},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


# --- Being ended -----------------------------------------------------------------------------------------------------


def test_a_referee_that_is_told_to_end_leaves_a_record_that_goes_on(tmp_path: Path) -> None:
    """At any moment: whatever was told is in the record, its last line is whole, and nothing lies beside it."""
    luck = random.Random(3)
    for number in range(int(os.environ.get("TERMS", TERMS))):
        file = tmp_path / f"{number}.txt"
        child = started("play", "ptolemy", "--seed", str(number), "--record", str(file))
        assert child.stdin is not None and child.stdout is not None
        said = ""
        for _ in range(luck.randrange(6)):
            child.stdin.write("1\n" * 2)
            child.stdin.flush()
        if luck.randrange(4):
            said += child.stdout.readline()
        signal.sigtimedwait([], luck.random() / 20)
        child.send_signal(signal.SIGTERM)
        rest, errors = child.communicate(timeout=60)
        said += rest
        assert child.returncode in (1, -signal.SIGTERM), errors
        assert "Traceback" not in errors and "internal error" not in errors
        if not file.exists():
            assert not re.search(r"^\d+\. ", said, re.M)
            continue
        data = file.read_text()
        assert data.endswith("\n")
        told = max((int(found) for found in re.findall(r"^(\d+)\. ", said, re.M)), default=0)
        assert api.resume(data).match.number >= told
    assert not [path for path in tmp_path.iterdir() if path.suffix != ".txt"]


@pytest.mark.parametrize(
    "words",
    [
        ["simulate", "examples/pig.astro", "--games", "1000000"],
        ["simulate", "examples/pig.astro", "--games", "1000000", "--jobs", "2"],
        ["check", "--play", "ptolemy"],
        ["referee", NIM, "--json"],
        ["perft", "chess", "--depth", "9"],
    ],
    ids=lambda words: "_".join(words[:1] + words[-2:-1]),
)
def test_long_work_ends_at_once_when_it_is_told_to(words: list[str]) -> None:
    child = started(*words)
    with pytest.raises(subprocess.TimeoutExpired):
        child.wait(timeout=2 if "--jobs" in words else 1)
    child.send_signal(signal.SIGTERM)
    _, errors = child.communicate(timeout=30)
    assert child.returncode != 0
    assert "Traceback" not in errors and "internal error" not in errors


# --- One cache for all -----------------------------------------------------------------------------------------------


def test_processes_that_fill_a_cache_at_once_do_not_meet(tmp_path: Path) -> None:
    """All of them see the same game, whether they find it or make it; a reader never finds half of one."""
    kept = tmp_path / "kept"
    (tmp_path / "lines.txt").write_text("1 from 1\n")
    for _ in range(2):
        words = ["referee", NIM, "--moves", str(tmp_path / "lines.txt"), "--json"]
        children = [started(*words, ASTRO_CACHE=str(kept)) for _ in range(AT_ONCE)]
        answers = [child.communicate(timeout=120) for child in children]
        assert [child.returncode for child in children] == [0] * AT_ONCE
        assert len(set(answers)) == 1
        assert answers[0][1] == ""
        assert not [path for path in kept.iterdir() if path.name.startswith(".")]
        assert {path.stat().st_mode & 0o777 for path in kept.iterdir()} == {0o600}


def test_a_cache_that_is_deleted_all_the_time_does_no_harm(tmp_path: Path) -> None:
    kept = tmp_path / "kept"
    children = [started("check", NIM, ASTRO_CACHE=str(kept)) for _ in range(3)]
    while any(child.poll() is None for child in children):
        for path in kept.glob("*"):
            path.unlink(missing_ok=True)
        signal.sigtimedwait([], 0.01)
    assert [child.communicate()[1] for child in children] == [""] * 3
    assert [child.returncode for child in children] == [0] * 3


# --- Nowhere to write ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("home", ["/proc/self", "/dev/null"])
def test_a_home_that_takes_nothing_is_no_reason_to_complain(home: str) -> None:
    """`/proc` takes no files, not even from the administrator."""
    settings = {"HOME": home, "XDG_CACHE_HOME": ""}
    for words in (["games"], ["referee", NIM, "--moves", "/dev/null"]):
        child = subprocess.run(
            ["env", "-u", "ASTRO_CACHE", sys.executable, "-m", "astro_referee.cli", *words],
            cwd=ROOT,
            env={**os.environ, "PYTHONPATH": str(ROOT / ".src"), **settings},
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
        )
        assert (child.returncode, child.stderr) == (0, ""), child.stderr


def test_a_folder_that_takes_nothing_is_named(tmp_path: Path) -> None:
    for words in (
        ["play", NIM, "--record", "/proc/self/game.txt"],
        ["new", "my game", "--dir", "/proc/self/games"],
        ["cover", NIM, "--html", "/proc/self/page"],
    ):
        child = started(*words)
        _, errors = child.communicate("", timeout=120)
        assert child.returncode in (1, 2), words
        assert "Traceback" not in errors and "internal error" not in errors, errors
        assert errors.count("\n") <= 2, errors
