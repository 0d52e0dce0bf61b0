"""`astro engines`, and `--engine` wherever it stands."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

from astro_referee.interpreter.backends.c import compiler

Run = Callable[..., Result]
TIC = "tic-tac-toe"
needs_a_compiler = pytest.mark.skipif(compiler.find() is None, reason="there is no C compiler")


@pytest.fixture
def no_compiler(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CC", "/no/such/compiler")


@needs_a_compiler
def test_engines_tell_the_compiler_and_what_is_kept(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ASTRO_CACHE", str(tmp_path / "cache"))
    said = run("engines", code=0).stdout
    assert "native   compiled by" in said and "0 libraries" in said and "to have it" not in said
    run("simulate", TIC, "-n", "5", "--engine", "native", code=0)
    found = json.loads(run("engines", "--json", code=0).stdout)
    assert found["native"]["available"] and found["native"]["trouble"] is None
    assert found["cache"]["libraries"] == 1 and found["cache"]["bytes"] > 1000
    assert found["default"] == "python"  # as tests have it


def test_engines_without_a_compiler_tell_what_to_install(run: Run, no_compiler: None) -> None:
    said = run("engines", code=0).stdout
    assert "none: CC says `/no/such/compiler`, which is no C compiler that answers" in said
    assert "astro-referee[native]" in said
    assert not json.loads(run("engines", "--json", code=0).stdout)["native"]["available"]


@needs_a_compiler
def test_simulate_gives_the_same_on_both_engines_and_says_which(run: Run) -> None:
    words = ["simulate", TIC, "-n", "300", "--seed", "2"]
    python, native = run(*words, code=0), run(*words, "--engine", "native", code=0)
    assert python.stdout.endswith("\nengine: python\n")
    assert python.stdout.replace("engine: python", "engine: native") == native.stdout
    found = json.loads(run(*words, "--json", "--engine", "native", "--jobs", "2", code=0).stdout)
    assert found["engine"] == "native" and found["games"] == 300 and found["moves"]["total"] > 300 * 5
    assert found["cpu_seconds"] >= 0


@needs_a_compiler
def test_perft_gives_the_same_on_both_engines_and_says_which(run: Run) -> None:
    words = ["perft", TIC, "--depth", "5"]
    python, native = run(*words, code=0), run(*words, "--engine", "native", code=0)
    assert python.stdout.endswith("\nengine: python\n")
    assert python.stdout.replace("engine: python", "engine: native") == native.stdout
    found = json.loads(run(*words, "--json", "--engine", "native", code=0).stdout)
    assert (found["engine"], found["games"], found["moves"]) == ("native", 1440, 9 + 72 + 504 + 3024 + 15120)
    fast = run(*words, "--fast", code=0), run(*words, "--fast", "--engine", "native", code=0)
    assert fast[0].stdout.replace("engine: python", "engine: native") == fast[1].stdout
    for more in ("--turns", "--chance"):
        assert "counts plain sequences" in run(*words, more, "--engine", "native", code=2).stderr


@needs_a_compiler
def test_a_game_is_played_by_bots_on_the_native_engine(run: Run) -> None:
    words = ["play", TIC, "--watch", "--seed", "3", "--bot", "X=mcts:20"]
    assert run(*words, code=0).stdout == run(*words, "--engine", "native", code=0).stdout


@pytest.mark.parametrize("words", [["simulate", "-n", "3"], ["perft", "--depth", "2"], ["play", "--watch"]])
def test_the_native_engine_by_name_fails_loudly_without_a_compiler(
    run: Run, words: list[str], no_compiler: None
) -> None:
    command, *rest = words
    said = run(command, TIC, *rest, "--engine", "native", code=1).stderr
    assert said.startswith("astro: there is no native engine: CC says") and "astro-referee[native]" in said
    run(command, TIC, *rest, "--engine", "auto", code=0)


def test_the_variable_sets_the_default(run: Run, no_compiler: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ASTRO_ENGINE", "native")
    run("simulate", TIC, "-n", "3", code=1)
    run("simulate", TIC, "-n", "3", "--engine", "python", code=0)
    run("perft", TIC, "--depth", "2", "--turns", code=0)
    monkeypatch.setenv("ASTRO_ENGINE", "fast")
    assert "ASTRO_ENGINE" in run("engines", code=2).stderr
    assert "fast" in run("simulate", TIC, "-n", "3", code=2).stderr


def test_the_c_of_a_game_is_printed(run: Run) -> None:
    said = run("compile", TIC, "--emit", "c", code=0).stdout
    assert said.startswith("/* Written by Astro from a rule file.") and "astro_playouts" in said
