"""Games that their players end: resigning, draws by agreement, clocks; and another game after one."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from commands import Run
from terminal import play

from astro_referee.cli.table import keyboard
from astro_referee.interpreter import api
from astro_referee.interpreter.play.clock import Clock, read_clock, shown
from astro_referee.interpreter.play.endings.agreements import Agreement, Manner, possible
from astro_referee.interpreter.records.records import BadRecord

TIC = "tic-tac-toe"


def test_who_resigns_loses_and_the_record_knows_it(run: Run, tmp_path: Path) -> None:
    record = tmp_path / "game.txt"
    typed = "a1\nresign\nn\nresign\ny\n"
    said = run("play", TIC, "--names", "Ann,Bob", "--record", record, typed=typed, code=0).stdout
    assert "Bob (O) would lose. Resign? [y/N]" in said
    assert "Ann (X) wins: Bob resigns." in said
    text = record.read_text(encoding="utf-8")
    assert text.endswith("1. X: a1\nend: won by X (O resigns)\n")
    match = api.resume(text).match
    assert match.over
    assert match.agreement == Agreement(Manner.RESIGNED, 1)
    assert not match.legal()
    assert not match.actors
    assert api.save(match) == text
    assert "Ann wins: Bob resigns" in run("replay", record, code=0).stdout.replace(" (X)", "")
    match.undo()
    assert not match.over
    with pytest.raises(BadRecord, match="the game is not over"):
        api.resume(text.replace("O resigns", "O sleeps"))


def test_a_draw_needs_everybody(run: Run, tmp_path: Path) -> None:
    record = tmp_path / "game.txt"
    typed = "a1\noffer draw\nn\noffer a draw\ny\n"
    said = run("play", TIC, "--record", record, typed=typed, code=0).stdout
    assert "O offers a draw. Does X agree? [y/N]" in said
    assert "X does not agree." in said
    assert "The game is drawn: by agreement." in said
    assert api.resume(record.read_text(encoding="utf-8")).match.agreement == Agreement(Manner.DRAWN)


def test_a_bot_agrees_to_no_draw_and_three_cannot_resign(run: Run) -> None:
    assert "O plays on." in run("play", TIC, "--bot", "O=random", typed="offer draw\nquit\n", code=0).stdout
    said = run("play", "ephemeris-three", "--players", "3", typed="\nresign\nquit\n", code=0).stdout
    assert "More than two play" in said


def test_a_match_is_ended_once_and_only_so_far_as_it_is_clear_who_wins() -> None:
    match = api.start("hearts", seed=1)
    assert possible(match.game) == [Agreement(Manner.DRAWN)]
    with pytest.raises(ValueError, match="cannot be ended so"):
        match.end(Agreement(Manner.RESIGNED, 0))
    match.end(Agreement(Manner.DRAWN))
    with pytest.raises(ValueError, match="cannot be ended so"):
        match.end(Agreement(Manner.DRAWN))


# --- Clocks ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "clock"),
    [("10m", Clock(6000)), ("1h30m+5s", Clock(54_000, 50)), ("90s", Clock(900)), (" 5M+1m ", Clock(3000, 600))],
)
def test_a_clock_is_read_and_written(text: str, clock: Clock) -> None:
    assert read_clock(text) == clock
    assert read_clock(str(clock)) == clock


@pytest.mark.parametrize("text", ["", "+5s", "10", "10m+", "0s", "-5m", "9999h", "5m5", "m", "5s+x"])
def test_what_is_no_clock(run: Run, text: str) -> None:
    assert read_clock(text) is None
    assert "no time such as 10m" in run("play", TIC, "--clock", text, code=2).stderr


def test_time_is_shown_as_a_clock_shows_it() -> None:
    assert [shown(tenths) for tenths in (36_610, 5714, 84, 0)] == ["1:01:01", "9:31", "0:08.4", "0:00.0"]


def test_time_is_taken_added_told_and_kept(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    now = iter(range(0, 10_000, 7))
    monkeypatch.setattr(keyboard, "monotonic", lambda: float(next(now)))
    record = tmp_path / "game.txt"
    said = run("play", TIC, "--clock", "20s+2s", "--record", record, typed="a1\nb1\nundo\ny\nquit\n", code=0).stdout
    assert "clock: 20s+2s" in said
    assert "X to move (0:20 left)" in said
    assert "X to move (0:15 left)" in said
    text = record.read_text(encoding="utf-8")
    assert "\nclock: 20s+2s\n" in text
    assert "1. X: a1 {15.0}\n" in text
    said = run("play", record, typed="b2\nc1\nb1\nb3\na2\nc2\n", code=0).stdout
    assert "O wins: X has no time left." in said
    assert "\nend: won by O (X has no time left)\n" in record.read_text(encoding="utf-8")
    assert run("referee", record, code=0)


def test_what_looks_like_a_time_is_a_move_where_no_clock_runs() -> None:
    text = api.save(api.start(TIC, seed=1))
    with pytest.raises(BadRecord):
        api.resume(f"{text}1. X: a1 {{25.0}}\n")


# --- Once more -------------------------------------------------------------------------------------------------------


def test_at_the_end_the_game_is_saved_and_another_one_begins_with_seats_changed(tmp_path: Path) -> None:
    saved = tmp_path / "kept.txt"
    answers = iter(["a1", "resign", "y", str(saved), "y", "quit", "n"])
    said, _, code = play(["play", TIC, "--names", "Ann,Bob"], lambda prompt, screen: next(answers))
    assert code == 0
    assert "Ann (X) wins: Bob resigns." in said
    assert "won by X (O resigns)" in saved.read_text(encoding="utf-8")
    assert re.search(r"Seats would change\. Another game\?", said)
    assert "Bob (X), Ann (O)" in said
