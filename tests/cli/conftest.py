"""Commands run as a user would run them, in a folder of their own."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
import shelf
from click.testing import CliRunner, Result

from astro_referee.cli.main import astro
from astro_referee.interpreter import library
from astro_referee.interpreter.chance import Generator
from astro_referee.interpreter.match import Match

ROOT = Path(__file__).resolve().parents[2]

Run = Callable[..., Result]


@pytest.fixture(autouse=True)
def at_the_root(monkeypatch: pytest.MonkeyPatch) -> None:
    """Paths in output are as short as a reader of the snapshots wants them."""
    monkeypatch.chdir(ROOT)
    monkeypatch.delenv("NO_COLOR", raising=False)


@pytest.fixture
def rules_beside(tmp_path: Path) -> None:
    """Records that are kept in a folder of their own have the rules that they name there, and may find them."""
    shutil.copytree(ROOT / "examples", tmp_path / "examples", ignore=shutil.ignore_patterns("*_test.*", "__*", "bots"))


@pytest.fixture
def run() -> Run:
    """`run("check", "file.astro", typed="…")`; whatever happens, nobody is shown a traceback."""

    def runs(*words: object, typed: str = "", code: int | None = None) -> Result:
        result = CliRunner().invoke(astro, [str(word) for word in words], input=typed)
        assert "Traceback" not in result.output
        assert "internal error" not in result.output, result.output
        assert result.exit_code in (0, 1, 2)
        if code is not None:
            assert result.exit_code == code, result.output
        return result

    return runs


@pytest.fixture
def rules(tmp_path: Path) -> Callable[[str], str]:
    """A rule file with the given text; gives its path."""

    def written(text: str) -> str:
        path = tmp_path / "test.astro"
        path.write_text(text, encoding="utf-8")
        return str(path)

    return written


TIC = "examples/tic_tac_toe.astro"
PIG = "examples/pig.astro"
NIM = "examples/nim.astro"
KUHN = "examples/kuhn_poker.astro"
SIGNS = "examples/rock_paper_scissors.astro"


@pytest.fixture
def record(tmp_path: Path, run: Run) -> Path:
    """A whole game of cards with secret hands, played by bots."""
    path = tmp_path / "game.txt"
    run("play", "ptolemy", "--watch", "--seed", "7", "--record", path, code=0)
    return path


# --- Positions -------------------------------------------------------------------------------------------------------


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """A test with a `rule_file` is run for every game that comes with Astro."""
    if "rule_file" in metafunc.fixturenames:
        metafunc.parametrize("rule_file", shelf.ORIGINALS, ids=lambda path: path.stem)


@pytest.fixture
def played() -> Callable[..., Match]:
    """`played(path, moves)`: a match after some random moves, or at its end."""

    def plays(path: Path, moves: int) -> Match:
        game = library.prepare(library.load(path))
        match = Match(game, 5, game.players)
        pick = Generator(5).below
        match.settle_all()
        for _ in range(moves):
            if match.over:
                break
            options = match.legal()
            match.play(options[pick(len(options))])
            match.settle_all()
        return match

    return plays
