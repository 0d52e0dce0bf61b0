"""`--watch`: what is saved is run again at once, alone, and Ctrl-C leaves in peace."""

from __future__ import annotations

import os
import selectors
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from time import monotonic

import pytest
from click.testing import Result
from shelf import ROOT

Run = Callable[..., Result]
PATIENCE = 30
"""Seconds after which a watcher hangs."""

LIBRARY = "astro 1\nlibrary Coins\ndie coin: 1..2\n"
GAME = (
    'astro 1\ngame Toss for 2 players\nuse "coins.astro"\n'
    "phase play\n  roll coin\n  if coin is 1\n    draw\nend\n  winner P1\n"
)
OTHER = 'astro 1\ngame Other for 2 players\nphase play\n  draw\n\ntest "drawn"\n  expect draw\n'
VARIANT = 'astro 1\nvariant Third of "other.astro"\n\ntest "drawn, too"\n  expect draw\n'


class Watcher:
    """`astro … --watch` in a process of its own."""

    def __init__(self, folder: Path, *words: str) -> None:
        self.child = subprocess.Popen(
            [sys.executable, "-m", "astro_referee.cli", *words, "--watch"],
            cwd=folder,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            env={**os.environ, "PYTHONPATH": str(ROOT / ".src")},
        )
        assert self.child.stdout is not None
        self.out = self.child.stdout
        self.eyes = selectors.DefaultSelector()
        self.eyes.register(self.out, selectors.EVENT_READ)

    def said(self) -> str:
        """All up to the line that says it waits."""
        told, end = "", monotonic() + PATIENCE
        while "Ctrl-C ends it\n" not in told:
            assert self.eyes.select(max(0, end - monotonic())), f"nothing comes after: {told}"
            got = os.read(self.out.fileno(), 1 << 16).decode()
            assert got, told
            told += got
        return told

    def stop(self) -> int:
        self.child.send_signal(signal.SIGINT)
        return self.child.wait(PATIENCE)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name, text in {"coins": LIBRARY, "toss": GAME, "other": OTHER, "third": VARIANT}.items():
        (tmp_path / f"{name}.astro").write_text(text, encoding="utf-8")
    return tmp_path


@pytest.fixture
def watch(folder: Path) -> Iterator[Callable[..., Watcher]]:
    begun: list[Watcher] = []

    def begins(*words: str) -> Watcher:
        begun.append(Watcher(folder, *words))
        return begun[-1]

    yield begins
    for watcher in begun:
        watcher.child.kill()
        watcher.child.wait()
        watcher.out.close()


def test_check_runs_again_for_what_has_changed(folder: Path, watch: Callable[..., Watcher]) -> None:
    watcher = watch("check", "toss.astro", "other.astro")
    first = watcher.said()
    assert "toss.astro: ok" in first
    assert "other.astro: ok" in first
    assert first.endswith("watching 2 files; Ctrl-C ends it\n")
    (folder / "other.astro").write_text(OTHER.replace("  draw\n", "  drow\n", 1), encoding="utf-8")
    second = watcher.said()
    assert "other.astro:4:3" in second
    assert "toss.astro" not in second
    (folder / "coins.astro").write_text(LIBRARY.replace("1..2", "3..4"), encoding="utf-8")
    third = watcher.said()
    assert "toss.astro" in third
    assert "other.astro" not in third
    (folder / "coins.astro").unlink()
    assert "there is no file `coins.astro`" in watcher.said()
    (folder / "coins.astro").write_text(LIBRARY, encoding="utf-8")
    assert "toss.astro: ok" in watcher.said()
    assert watcher.stop() == 0


def test_tests_run_again_with_what_they_test(folder: Path, watch: Callable[..., Watcher]) -> None:
    watcher = watch("test")
    assert "2 tests, all hold" in watcher.said()
    (folder / "third.astro").write_text(VARIANT.replace("expect draw", "expect winner P1"), encoding="utf-8")
    second = watcher.said()
    assert "1 test, 1 failed" in second
    assert "other.astro" not in second
    (folder / "other.astro").write_text(OTHER.replace("  draw\n", "  winner P1\n", 1), encoding="utf-8")
    third = watcher.said()
    assert "FAIL  drawn\n" in third
    assert "ok    drawn, too\n" in third
    (folder / "toss_test.astro").write_text(
        'astro 1\ntests of "toss.astro"\n\ntest "a toss"\n  chance "2"\n  expect winner P1\n', encoding="utf-8"
    )
    assert "ok    a toss\n" in watcher.said()
    assert watcher.stop() == 0


def test_what_is_written_down_elsewhere_is_compared_again(
    run: Run, folder: Path, watch: Callable[..., Watcher], monkeypatch: pytest.MonkeyPatch
) -> None:
    with (folder / "other.astro").open("a", encoding="utf-8") as file:
        file.write('\nplaythrough "all of it"\n')
    watcher = watch("test", "other.astro")
    assert "there is no snapshot of this yet" in watcher.said()
    monkeypatch.chdir(folder)
    run("test", "other.astro", "--update", code=0)
    assert "2 tests, all hold" in watcher.said()
    assert watcher.stop() == 0


def test_what_cannot_be_watched_is_refused(run: Run, tmp_path: Path) -> None:
    assert "leave out --json" in run("check", "ptolemy", "--watch", "--json", code=2).stderr
    assert "there is nothing here to watch" in run("test", tmp_path, "--watch", code=2).stderr
    assert "there is no file" in run("test", tmp_path / "lost.astro", "--watch", code=2).stderr
