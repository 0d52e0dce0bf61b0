"""Seeds that nobody has named cannot be guessed, and nobody who plays is told one before the end."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result
from shelf import ROOT

from astro_referee.cli.protocol.server import Protocol
from astro_referee.interpreter import api
from astro_referee.interpreter.play.chance import SEED_BITS, fresh_seed
from astro_referee.interpreter.records import records

pytestmark = pytest.mark.usefixtures("rules_beside")
Run = Callable[..., Result]
KUHN = "examples/kuhn_poker.astro"
LONG = 2**SEED_BITS - 1


@pytest.fixture(autouse=True)
def as_users_have_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """Other tests have 0 where no seed is named."""
    monkeypatch.setattr("astro_referee.interpreter.api.fresh_seed", fresh_seed)


def spread(seeds: list[int]) -> None:
    """Different ones, of the full size: all of eight are below a 16th of it once in four thousand million times."""
    assert len(set(seeds)) == len(seeds)
    assert 2 ** (SEED_BITS - 4) < max(seeds) < 2**SEED_BITS
    assert SEED_BITS >= 63


def seed_of(record: str) -> int:
    return records.read(record).header.seed


def test_a_match_from_python_has_a_seed_of_its_own() -> None:
    spread([api.start(KUHN).seed for _ in range(8)])
    assert api.start(KUHN, seed=0).seed == 0


def test_a_game_at_the_keyboard_has_a_seed_of_its_own(run: Run, tmp_path: Path) -> None:
    seeds = []
    for number in range(8):
        file = tmp_path / f"{number}.txt"
        run("play", KUHN, "--watch", "--record", file, code=0)
        seeds.append(seed_of(file.read_text()))
    spread(seeds)


@pytest.mark.parametrize("words", [["--json"], ["--json", "--as", "P1"], ["--json", "--moves", "-"], []])
def test_every_referee_has_a_seed_of_its_own(run: Run, words: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    seeds: list[int] = []
    start = api.start

    def noted(*given: object) -> object:
        seeds.append((match := start(*given)).seed)  # type: ignore[arg-type]
        return match

    monkeypatch.setattr(api, "start", noted)
    for _ in range(8):
        run("referee", KUHN, *words, code=0)
    spread(seeds)


def test_a_match_that_a_program_begins_has_a_seed_of_its_own() -> None:
    protocol = Protocol(api.start(KUHN))
    answers = [protocol.answer(b'{"do": "start"}') for _ in range(8)]
    spread([int(str(answer["seed"])) for answer in answers])
    assert protocol.answer(b'{"do": "start", "seed": 0}')["seed"] == 0


def test_a_match_of_bots_has_a_seed_of_its_own(tmp_path: Path) -> None:
    bot = f"{sys.executable} examples/bots/random_bot.py"
    referee = f"{sys.executable} -m astro_referee.cli.main referee"
    script = [sys.executable, "examples/bots/match.py", KUHN, bot, bot, "--referee", referee]

    def played(*more: str) -> int:
        return seed_of(subprocess.run([*script, *more], cwd=ROOT, capture_output=True, text=True, check=True).stdout)

    seeds = [played() for _ in range(2)]
    assert seeds[0] != seeds[1] and min(seeds) > 2**32
    assert played("--seed", "3") == 3


def test_a_long_seed_goes_through_records_and_requests(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    run("play", KUHN, "--watch", "--seed", LONG, "--record", file, code=0)
    assert f"\nseed: {LONG}\n" in file.read_text()
    assert api.resume(file.read_text()).match.seed == LONG
    told = run("replay", file, code=0).output
    assert str(LONG) not in told
    run("referee", file, code=0)
    again = tmp_path / "again.txt"
    run("play", KUHN, "--watch", "--seed", seed_of(file.read_text()), "--record", again, code=0)
    assert again.read_text() == file.read_text()
    protocol = Protocol(api.start(KUHN))
    assert protocol.answer(json.dumps({"do": "start", "seed": LONG}).encode())["seed"] == LONG
    saved = protocol.answer(b'{"do": "save"}')["record"]
    assert protocol.answer(json.dumps({"do": "resume", "record": saved}).encode())["seed"] == LONG


@pytest.mark.parametrize("leaving", ["quit\n", "1\n\nquit\n", ""])
def test_who_leaves_a_game_is_not_told_its_seed(run: Run, tmp_path: Path, leaving: str) -> None:
    file = tmp_path / "game.txt"
    said = run("play", KUHN, "--seed", LONG, "--record", file, typed=f"\n{leaving}").output
    assert "The game is not finished.\n" in said
    assert str(LONG) not in said and "seed" not in said


def test_no_seat_is_told_the_seed() -> None:
    match = api.start(KUHN, seed=LONG)
    match.settle_all()
    protocol = Protocol(match)
    for do in ("view", "legal", "replay", "state", "save", "start", "quit"):
        answer = json.dumps(protocol.answer(json.dumps({"do": do, "as": "P1"}).encode()))
        assert not re.search(rf"{LONG}|\"seed\"", answer), do
