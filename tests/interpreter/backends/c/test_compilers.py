"""Compilers that are missing, hang, crash or write nonsense harm nothing, and a library is loaded if it is ours."""

from __future__ import annotations

import json
import logging
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from time import monotonic, sleep

import pytest

from astro_referee.grammar import cache
from astro_referee.interpreter.backends.c import compiler
from astro_referee.interpreter.play import library, native
from astro_referee.interpreter.play.game import Game

ANSWERS = """#!/bin/sh
if [ "$1" = --version ]; then echo fake 1.0; exit 0; fi
for word; do last=$made; made=$word; if [ "$last" = -o ]; then library=$word; fi; done
"""
"""The beginning of a script that passes for a compiler."""
Fake = Callable[[str], None]


@pytest.fixture
def fake(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Fake:
    """Makes a compiler of some lines of a shell script."""

    def make(lines: str, begin: str = ANSWERS) -> None:
        path = tmp_path / "fake-cc"
        path.write_text(begin + lines + "\n")
        path.chmod(0o700)
        monkeypatch.setenv("CC", str(path))
        compiler.known.cache_clear()

    return make


@pytest.fixture
def game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Game:
    """A small game, and a cache with no library in it."""
    ready = library.prepare(library.load("tic-tac-toe"))
    monkeypatch.setenv("ASTRO_CACHE", str(tmp_path / "cache"))
    return ready


def within_a_minute(happened: Callable[[], bool]) -> bool:
    end = monotonic() + 60
    while monotonic() < end:
        if happened():
            return True
        sleep(0.02)
    return False


def is_running(process: int) -> bool:
    """Whether a process does anything; one that has ended may stand in the list until somebody asks for it."""
    about = Path(f"/proc/{process}/stat")
    if Path("/proc/self/stat").exists():
        return about.exists() and about.read_text().rpartition(") ")[2][:1] != "Z"
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return True


def refused(game: Game) -> str:
    with pytest.raises(native.NoNativeEngine) as refusal:
        native.engine_of(game)
    said = str(refusal.value)
    assert said.isprintable() and len(said) < 400
    assert native.libraries() == (0, 0)
    return said


def test_no_compiler(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("CC", raising=False)
    monkeypatch.setattr(compiler, "NAMES", ())
    monkeypatch.setattr(compiler, "find_spec", lambda name: None)
    said = refused(game)
    assert said.startswith("there is no C compiler here; install") and "astro-referee[native]" in said


@pytest.mark.parametrize("chosen", ["/no/such/compiler", "", "   ", "'", "false", "/"])
def test_a_compiler_that_does_not_answer(game: Game, chosen: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CC", chosen)
    assert "which is no C compiler that answers" in refused(game)


def test_a_package_that_brings_a_compiler_is_used(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("CC", raising=False)
    monkeypatch.setattr(compiler, "NAMES", ())
    monkeypatch.setattr(compiler, "find_spec", lambda name: object())
    monkeypatch.setattr(compiler, "known", lambda command: compiler.Compiler(command, "zig"))
    found = compiler.find()
    assert found is not None and found.command == (sys.executable, "-m", "ziglang", "cc")


def test_a_compiler_that_hangs_is_ended_with_all_it_started(
    game: Game, fake: Fake, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fake(f"sleep 300 & echo $! > {tmp_path}/child; sleep 300")
    monkeypatch.setattr(compiler, "SECONDS", 0.5)
    begun = monotonic()
    assert "did not finish within 0.5 seconds" in refused(game)
    assert monotonic() - begun < 60
    child = int((tmp_path / "child").read_text())
    assert within_a_minute(lambda: not is_running(child))


@pytest.mark.parametrize(
    ("lines", "reason"),
    [
        ("kill -SEGV $$", "it ended with -11"),
        ("exit 3", "it ended with 3"),
        ("exit 0", "it wrote no library"),
        ("yes 'an error \033[31m' | head -c 3000000; exit 1", "an error"),
        ("head -c 100000 /dev/urandom; exit 1", "did not compile the game"),
        ("echo junk > $library", "cannot be loaded"),
        (": > $library", "cannot be loaded"),
        ("mkdir -p $library", "it wrote no library"),
        ("echo 'int nothing;' | cc -x c -shared -fPIC - -o $library", "has no astro_"),
    ],
)
def test_what_a_compiler_does_wrong_is_said_in_a_line(game: Game, fake: Fake, lines: str, reason: str) -> None:
    fake(lines)
    assert reason in refused(game)
    assert len(game.playouts(2, 1, "auto").numbers) == 8  # Python goes on


def test_a_compiler_without_this_processor_is_asked_again(game: Game, fake: Fake) -> None:
    fake('case "$*" in *-march=native*) exit 1;; esac; exec cc "$@"')
    assert native.engine_of(game).playouts(1, 0, 2) == game.playouts(2, 1, "python").numbers


def test_nothing_stays_behind(game: Game, fake: Fake, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "scratch"
    folder.mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(folder))
    fake("exit 1")
    refused(game)
    monkeypatch.delenv("CC")
    native.engine_of(game)
    assert list(folder.iterdir()) == []


# --- Kept libraries --------------------------------------------------------------------------------------------------


def test_a_kept_library_needs_no_compiler_run(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    native.engine_of(game)
    found = native.compiler()
    monkeypatch.setattr(compiler.Compiler, "library", None)
    monkeypatch.setattr("astro_referee.interpreter.pipeline.optimised", None)
    kept = native.kept(game, found)
    assert kept is not None and kept.playouts(1, 0, 3) == game.playouts(3, 1, "python").numbers


def test_the_name_of_a_library_depends_on_all_that_it_is_made_from(game: Game) -> None:
    found = native.compiler()
    rules = library.load("examples/nim.astro")
    others = [
        native.file_of(game, found),
        native.file_of(game, compiler.Compiler(found.command, "another version")),
        native.file_of(game, compiler.Compiler(("other",), found.version)),
        native.file_of(library.prepare(rules), found),
        native.file_of(library.prepare(rules, None, {"heaps": 2}), found),
    ]
    assert len(set(others)) == len(others)


def test_a_library_that_others_may_write_is_not_loaded(game: Game, caplog: pytest.LogCaptureFixture) -> None:
    native.engine_of(game)
    found, folder = native.compiler(), cache.folder()
    assert folder is not None
    path = folder / native.file_of(game, found)
    path.chmod(0o666)
    with caplog.at_level(logging.WARNING):
        assert native.kept(game, found) is None
    assert "others may read or write" in caplog.text
    path.chmod(0o600)
    assert native.kept(game, found) is not None


@pytest.mark.parametrize("damage", [b"", b"junk", None])
def test_a_damaged_library_counts_as_missing(game: Game, damage: bytes | None) -> None:
    native.engine_of(game)
    found, folder = native.compiler(), cache.folder()
    assert folder is not None
    path = folder / native.file_of(game, found)
    path.write_bytes(path.read_bytes()[:-100] if damage is None else damage)
    assert native.kept(game, found) is None
    cache.write(path.name, b"whole, but no library")
    assert native.kept(game, found) is None
    assert native.engine_of(game).playouts(1, 0, 1)


@pytest.mark.thorough
def test_two_processes_may_compile_at_once(tmp_path: Path) -> None:
    """Both give the same, and one library is kept."""
    environment = os.environ | {"ASTRO_CACHE": str(tmp_path / "cache")}
    words = [
        sys.executable,
        "-m",
        "astro_referee.cli",
        "simulate",
        "ptolemy",
        "-n",
        "50",
        "--json",
        "--engine",
        "native",
    ]
    running = [subprocess.Popen(words, stdout=subprocess.PIPE, env=environment) for _ in range(2)]
    results = [json.loads(process.communicate()[0]) for process in running]
    assert [process.returncode for process in running] == [0, 0]
    for result in results:
        del result["cpu_seconds"]
    assert results[0] == results[1] and results[0]["engine"] == "native"
    assert len(list((tmp_path / "cache").glob("native-*"))) == 1


# --- Taking over -----------------------------------------------------------------------------------------------------


def test_auto_does_not_wait_for_a_compiler(game: Game, fake: Fake, tmp_path: Path) -> None:
    fake(f"touch {tmp_path}/started; sleep 300")
    takeover = native.Takeover(game, patience=0)
    assert game.playouts(3, 1, "auto").engine == "python"
    assert within_a_minute((tmp_path / "started").exists)
    takeover.close()
    takeover.thread.join(60)
    assert not takeover.thread.is_alive() and takeover.engine is None
    assert "was stopped" in takeover.trouble


def test_auto_takes_a_library_that_is_kept(game: Game) -> None:
    engine = native.engine_of(game)
    takeover = native.Takeover(game, patience=600)
    assert within_a_minute(lambda: takeover.ready() is not None)
    takeover.close()
    assert takeover.engine is not None and takeover.engine.layout.entries == engine.layout.entries


def test_auto_compiles_for_long_work(game: Game) -> None:
    takeover = native.Takeover(game, patience=0)
    assert within_a_minute(lambda: takeover.ready() is not None)
    assert native.libraries()[0] == 1


def test_a_match_goes_on_with_the_engine_that_becomes_ready(game: Game) -> None:
    from astro_referee.interpreter.play.match import Match
    from astro_referee.interpreter.records.records import text_of

    def played(relieved_at: int | None) -> str:
        game.engine = native.python_of(game.engine)
        match = Match(game, 5, game.players)
        for number in range(9):
            if number == relieved_at:
                game.relief = lambda: engine
            if not match.over:
                match.play(match.legal()[number % len(match.legal())])
        return text_of(match)

    engine = native.engine_of(game)
    python = played(None)
    for number in (0, 3):
        assert played(number) == python
        assert game.engine is engine and game.relief is None


def test_python_never_looks_for_a_compiler(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compiler, "find", None)
    assert game.playouts(2, 1, "python").engine == "python"
    assert game.playouts(2, 1).engine == "python"  # as the variable says


def test_another_word_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ASTRO_ENGINE", "fast")
    with pytest.raises(native.BadChoice, match="ASTRO_ENGINE must be auto, python or native, not `fast`"):
        native.wanted()
