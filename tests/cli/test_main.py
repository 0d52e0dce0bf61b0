"""The command itself: help, exit codes, and what is shown when something goes wrong."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Callable

import pytest
from click.testing import CliRunner, Result
from shelf import ROOT

from astro_referee.cli.commands.play import games
from astro_referee.cli.main import COMMANDS, astro
from astro_referee.grammar.source import is_library
from astro_referee.interpreter.play import library

Run = Callable[..., Result]


def process(*words: str, typed: str = "", **environment: str) -> subprocess.CompletedProcess[str]:
    """The command in a process of its own."""
    return subprocess.run(
        [sys.executable, "-m", "astro_referee.cli", *words],
        input=typed,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT / ".src"), **environment},
    )


def test_help_lists_every_command(run: Run) -> None:
    said = run("--help", code=0).stdout
    for name, (heading, _, what) in COMMANDS.items():
        assert f"{heading}:\n" in said
        assert re.search(rf"\n  {name} +{re.escape(what)}\n", said)


def test_no_words_at_all_is_a_call_for_help(run: Run) -> None:
    assert run(code=0).stdout == run("--help").stdout


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help_with_an_example(run: Run, command: str) -> None:
    said = run(command, "--help", code=0).stdout
    assert re.search(rf"Examples?:\n\s+astro {command}", said)


def test_help_imports_click_alone() -> None:
    script = (
        "import sys\nfrom astro_referee.cli.main import astro\n"
        "try:\n    astro.main(['--help'])\nexcept SystemExit:\n    pass\n"
        "print(sorted({'lark', 'attr', 'attrs', 'json'} & set(sys.modules)), file=sys.stderr)"
    )
    environment = {**os.environ, "PYTHONPATH": str(ROOT / ".src")}
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, env=environment, check=True)
    assert done.stderr.strip() == "[]"


@pytest.mark.parametrize(("command", "said"), [("check", "ok"), ("play", "take the keyboard")])
def test_what_is_known_is_not_read_again(run: Run, command: str, said: str) -> None:
    """No grammar, no checker, nothing dear: the first screen comes soon after the libraries are loaded."""
    run(command, "ptolemy", code=0)
    script = (
        "import sys\nfrom astro_referee.cli.main import astro\n"
        f"try:\n    astro.main(['{command}', 'ptolemy'])\nexcept SystemExit:\n    pass\n"
        "print([m for m in sys.modules if m in ('lark', 'tempfile') or m.endswith('.pipeline')], file=sys.stderr)"
    )
    environment = {**os.environ, "PYTHONPATH": str(ROOT / ".src")}
    done = subprocess.run(
        [sys.executable, "-c", script], input="", capture_output=True, text=True, env=environment, check=True
    )
    assert done.stderr.strip() == "[]"
    assert said in done.stdout


def test_version(run: Run) -> None:
    assert re.fullmatch(r"astro \d+\.\d+\.\d+\n", run("--version", code=0).stdout)


def test_an_unknown_command_gets_a_suggestion(run: Run) -> None:
    assert (
        run("chekc", code=2).stderr == "astro: there is no command `chekc`; did you mean `check`?\ntry `astro --help`\n"
    )


def test_an_unknown_option_is_wrong_usage(run: Run) -> None:
    said = run("check", "--bogus", code=2).stderr
    assert said.startswith("astro: ")
    assert "try `astro check --help`" in said


def test_a_mistake_in_astro_is_one_line_and_a_hint(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise ZeroDivisionError("a\nb")

    monkeypatch.setattr(games, "in_columns", broken)
    result = CliRunner().invoke(astro, ["games"])
    assert result.exit_code == 1
    lines = result.stderr.splitlines()
    assert re.fullmatch(r"astro: internal error: ZeroDivisionError: a b \(test_main\.py:\d+\)", lines[0])
    assert len(lines) == 2
    assert "Traceback" not in result.output


@pytest.mark.parametrize(("raised", "said"), [(KeyboardInterrupt, "stopped"), (EOFError, "ended too early")])
def test_interrupts_end_quietly(monkeypatch: pytest.MonkeyPatch, raised: type[BaseException], said: str) -> None:
    def broken(*_: object) -> None:
        raise raised

    monkeypatch.setattr(games, "in_columns", broken)
    result = CliRunner().invoke(astro, ["games"])
    assert result.exit_code == 1
    assert said in result.stderr
    assert result.stderr.count("\n") <= 2


def test_a_reader_that_goes_away_is_no_reason_to_complain() -> None:
    environment = {**os.environ, "PYTHONPATH": str(ROOT / ".src")}
    command = f"{sys.executable} -m astro_referee.cli compile ptolemy | head -n 1"
    done = subprocess.run(command, shell=True, capture_output=True, text=True, timeout=60, env=environment, check=True)
    assert done.stdout.startswith('"""Ptolemy')
    assert done.stderr == ""


@pytest.mark.parametrize("words", [["--json"], ["--json", "--as", "X"], ["--json", "--moves", "-"]])
def test_programs_are_told_that_nobody_reads_their_answers(words: list[str]) -> None:
    """docs/protocol.md promises a line on standard error, and exit code 1."""
    reads, writes = os.pipe()
    child = subprocess.Popen(
        [sys.executable, "-m", "astro_referee.cli", "referee", "tic-tac-toe", *words],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT / ".src")},
        stdin=subprocess.PIPE,
        stdout=writes,
        stderr=subprocess.PIPE,
        text=True,
    )
    os.close(reads)
    os.close(writes)
    _, said = child.communicate("a1\n" if "--moves" in words else '{"do": "legal"}\n' * 3, timeout=60)
    assert said == "astro: nobody reads the answers any more\n"
    assert child.returncode == 1


def test_output_to_a_pipe_has_no_colours() -> None:
    assert "\x1b" not in process("check", "ptolemy").stdout
    done = process("referee", "tic-tac-toe", typed="a1\na1\n")
    assert done.returncode == 1
    assert "\x1b" not in done.stdout


def test_a_terminal_that_knows_few_characters_gets_question_marks() -> None:
    done = process("graph", "ptolemy", PYTHONIOENCODING="ascii")
    assert done.returncode == 0
    assert "deal to hand of ?" in done.stdout


def test_no_bundled_game_is_named_in_the_code() -> None:
    files = library.rule_files(ROOT / "games", "*.astro")
    names = {path.stem for path in files if not is_library(path.read_text(encoding="utf-8"))}
    for folder in ("cli", "interpreter"):
        for path in (ROOT / folder).rglob("*.py"):
            words = set(re.findall(r"\w+", path.read_text(encoding="utf-8").casefold()))
            assert not names & words, path
