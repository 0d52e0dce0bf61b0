"""Records outlive whatever happens to the machine: killed referees, torn lines, full disks, two at one file."""

from __future__ import annotations

import os
import random
import re
import resource
import signal
import subprocess
import sys
import tracemalloc
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest
from click.testing import Result
from shelf import ROOT

from astro_referee.cli.failures import Failure, Misuse
from astro_referee.cli.table import recording
from astro_referee.interpreter import api
from astro_referee.interpreter.play.game import BadOption
from astro_referee.interpreter.play.library import NotFound
from astro_referee.interpreter.play.match import MARK_EVERY
from astro_referee.interpreter.records import records
from astro_referee.interpreter.records.changed_rules import ChangedRules

pytestmark = pytest.mark.usefixtures("rules_beside")
Run = Callable[..., Result]
TIC = "tic-tac-toe"
PIG = "examples/pig.astro"

KILLS = 6
"""Referees killed here. Three hundred were, before a release; `KILLS=300` in the environment does it again."""

# Runs the command line; if asked to, dies by its own hand in the middle of a write or just before or behind it.
VICTIM = """
import os, random, signal, sys
from astro_referee.cli.table import recording
from astro_referee.cli.main import astro
dies, rng = int(sys.argv.pop(1)), random.Random(int(sys.argv.pop(1)))
real, done = os.write, 0
def write(handle, data):
    global done
    done += 1
    if done == dies:
        real(handle, data[:rng.randrange(len(data) + 1)])
        os.kill(os.getpid(), signal.SIGKILL)
    return real(handle, data)
if dies:
    recording.os.write = write
astro.main()
"""


def play(path: Path, dies: int, rng: random.Random, patience: int | None) -> tuple[str, int]:
    """Types `1` at every prompt until the game is over or the referee dead; gives what was said, and the exit code.

    After so many prompts of `patience` the referee is killed from outside, a moment after the next move was sent.
    """
    words = [str(path)] if path.exists() else ["ptolemy", "--seed", "7", "--record", str(path)]
    child = subprocess.Popen(
        [sys.executable, "-c", VICTIM, str(dies), str(rng.randrange(1000)), "play", *words],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": ".src"},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        bufsize=0,
    )
    assert child.stdin is not None and child.stdout is not None
    said, prompts = b"", 0
    try:
        while got := os.read(child.stdout.fileno(), 1 << 16):
            said += got
            for _ in re.findall(rb"P\d> |press Enter: ", got):
                prompts += 1
                child.stdin.write(b"1\n")
                if prompts == patience:
                    if rng.randrange(2):
                        signal.sigtimedwait([], rng.random() / 300)
                    child.kill()
    except BrokenPipeError:
        said += child.stdout.read()
    child.stdin.close()
    child.stdout.close()
    return said.decode(), child.wait()


def last_told(said: str) -> int:
    """The last event that was acknowledged: told, or behind the prompt of the next one."""
    return max((int(number) for number in re.findall(r"^(\d+)\. ", said, re.M)), default=0)


def test_killed_referees_lose_nothing_and_repeat_nothing(tmp_path: Path) -> None:
    rng = random.Random(5)
    play(tmp_path / "whole.txt", 0, rng, None)
    whole = (tmp_path / "whole.txt").read_text()
    assert "\nend: won by" in whole
    path, told, code, kills, torn = tmp_path / "killed.txt", 0, 0, 0, 0
    while kills < int(os.environ.get("KILLS", KILLS)):
        by_itself = rng.randrange(2)
        before = path.read_bytes() if path.exists() else b""
        said, code = play(path, rng.randrange(1, 9) if by_itself else 0, rng, None if by_itself else rng.randrange(14))
        if "holds a game that is over" in said or (code == 0 and "wins" in said):
            assert path.read_text() == whole
            path.unlink()
            told = 0
            continue
        assert code == -signal.SIGKILL, said
        kills += 1
        assert ("no end and was dropped" in said) is (before != b"" and not before.endswith(b"\n"))
        told = max(told, last_told(said))
        if not path.exists():
            assert told == 0
            continue
        data = path.read_bytes()
        torn += not data.endswith(b"\n")
        print(f"killed {kills} times, {torn} torn lines, last told {told}")  # noqa: T201 - shown by `pytest -s`
        safe = data[: data.rfind(b"\n") + 1].decode()
        assert whole.startswith(safe)
        assert api.resume(data.decode(), "ptolemy").match.number >= told
    play(path, 0, rng, None)
    assert path.read_text() == whole
    assert sorted(p.name for p in tmp_path.iterdir()) == ["examples", "killed.txt", "whole.txt"]


@pytest.mark.parametrize(("game", "names"), [(TIC, "Ann,Bøb"), (PIG, "Ann,Bøb")])
def test_a_record_torn_at_any_byte_goes_on_from_the_last_whole_line(
    run: Run, tmp_path: Path, game: str, names: str
) -> None:
    whole = tmp_path / "whole.txt"
    options = ["--option", "goal=10"] if game == PIG else []
    run("play", game, *options, "--names", names, "--seed", "3", "--watch", "--record", whole, code=0)
    data = whole.read_bytes()
    header = data.index(b"\n\n") + 2
    path = tmp_path / "torn.txt"
    for length in range(len(data)):
        path.write_bytes(data[:length])
        if length < header:
            with pytest.raises(Misuse, match=r"cannot be taken up|not a text file"):
                recording.take_up(path)
            assert path.read_bytes() == data[:length]
            continue
        lines = data[: data[:length].rfind(b"\n") + 1]
        if length > data.index(b"\nend: "):
            with pytest.raises(Misuse, match="a game that is over"):
                recording.take_up(path)
            assert path.read_bytes() == data
            continue
        match, recorder, notes = recording.take_up(path)
        recorder.close()
        assert path.read_bytes() == lines
        assert notes == (() if length == len(lines) else ("the last line has no end and was dropped",))
        assert records.text_of(match).encode() == lines


def test_a_record_with_any_byte_changed_is_refused_untouched_or_still_a_game(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    run("play", TIC, "--record", path, "--seed", "3", typed="a1\nb2\nc3\nquit\n", code=0)
    data = path.read_bytes()
    for at in range(len(data)):
        changed = data[:at] + bytes([data[at] ^ 1 if data[at] != 11 else 88]) + data[at + 1 :]
        path.write_bytes(changed)
        # A name of a game that is not there and a set-up the game does not have are refused by the library.
        with suppress(Failure, NotFound, BadOption, ChangedRules):
            recording.take_up(path)[1].close()
            changed = changed[: changed.rfind(b"\n") + 1]
        assert path.read_bytes() == changed


# --- Two referees ----------------------------------------------------------------------------------------------------


def test_a_second_referee_is_refused_until_the_first_is_gone(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    words = [sys.executable, "-m", "astro_referee.cli.main", "play", TIC, "--record", str(path)]
    first = subprocess.Popen(
        words, cwd=ROOT, env={**os.environ, "PYTHONPATH": ".src"}, stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    assert first.stdin is not None and first.stdout is not None
    first.stdin.write(b"a1\n")
    first.stdin.flush()
    while b"1. X: a1" not in first.stdout.readline():
        pass
    before = path.read_bytes()
    for command in (["play", path], ["play", TIC, "--record", path]):
        assert "another referee has this game open" in run(*command, typed="b2\n", code=2).stderr
    assert path.read_bytes() == before
    assert run("show", path, code=0).stdout
    first.kill()
    first.wait()
    first.stdin.close()
    first.stdout.close()
    assert "2. O: b2" in run("play", path, typed="b2\n", code=0).stdout


def test_the_lock_survives_an_undo(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    match = api.start(TIC)
    recorder = recording.begin(path, match)
    match.submit(0, "a1")
    recorder.update(match)
    recorder.update(api.start(TIC))
    assert path.read_text().endswith("\n\n")
    with pytest.raises(Misuse, match="another referee"):
        recording.take_up(path)
    recorder.close()
    recording.take_up(path)[1].close()


def test_undo_cuts_the_record_off_and_the_game_goes_on(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    match = api.start("ptolemy", seed=7)
    recorder = recording.begin(path, match)
    past: list[bytes] = []
    for _ in range(6):
        match.settle_all()
        recorder.update(match)
        past.append(path.read_bytes())
        match.play(match.options[0])
    recorder.update(match)
    inode = path.stat().st_ino
    for before in reversed(past):
        match.undo()
        recorder.update(match)
        assert path.read_bytes() == before
    assert path.stat().st_ino == inode, "it is the same file"
    match.undo(5)
    recorder.update(match)
    assert path.read_text() == records.text_of(match), "the draws of a deal share a line"
    recorder.close()
    taken, recorder, _ = recording.take_up(path)
    taken.settle_all()
    taken.play(taken.options[0])
    recorder.update(taken)
    taken.undo()
    recorder.update(taken)
    recorder.close()
    assert api.resume(path.read_text()).match.state == taken.state


def test_undo_after_the_end_takes_the_end_back(tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    match = api.start(TIC)
    recorder = recording.begin(path, match)
    for number, typed in enumerate(["a1", "b1", "a2", "b2", "a3"]):
        assert match.submit(number % 2, typed).ok
    recorder.update(match)
    assert "\nend: won by X" in path.read_text()
    match.undo()
    recorder.update(match)
    assert path.read_text().endswith("\n4. O: b2\n")
    assert match.submit(0, "c3").ok
    recorder.update(match)
    assert path.read_text() == records.text_of(match)
    recorder.close()


def test_keeping_an_event_costs_the_same_late_as_soon(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What was kept before is neither compared nor copied, at a move and when one is taken back."""
    match, looked, real = api.start(PIG, players=2, options={"goal": "200"}), [], recording.same_step
    recorder = recording.begin(tmp_path / "game.txt", match)
    monkeypatch.setattr(recording, "same_step", lambda one, other: looked.append(one) or real(one, other))
    costs: list[tuple[int, int]] = []

    def cost(action: Callable[[], None]) -> None:
        looked.clear()
        tracemalloc.start()
        action()
        recorder.update(match)
        costs.append((len(looked), tracemalloc.get_traced_memory()[1]))
        tracemalloc.stop()

    for upto in (0, 19, 19 + 3 * MARK_EVERY * 100):  # at the same point of a turn, as far from a kept position
        while match.number < upto:
            match.settle(1 if match.number % 3 else 2) if match.chance else match.submit(match.actors[0], "again")
        match.settle_all()
        recorder.update(match)
        cost(lambda: match.play(match.options[0]))
        cost(match.undo)
    recorder.close()
    soon, late = costs[2:4], costs[4:6]
    assert max(looked for looked, _ in costs) <= 64
    assert [max(0, size - before) // 5_000 for (_, before), (_, size) in zip(soon, late, strict=True)] == [0, 0]


# --- Disks that do not take it ---------------------------------------------------------------------------------------


def test_a_full_disk_ends_the_game_with_the_record_as_it_was(tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    size = len(records.header_text(api.start(TIC, seed=1))) + len("1. X: a1\n")
    done = subprocess.run(
        [sys.executable, "-m", "astro_referee.cli.main", "play", TIC, "--seed", "1", "--record", str(path)],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": ".src"},
        input="a1\nb2\nc3\n",
        text=True,
        capture_output=True,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (size + 4, size + 4)),
    )
    assert done.returncode == 1
    assert "could not be written (file too large); it holds 1 event as before" in done.stderr
    assert "2. O: b2" not in done.stdout
    assert path.read_text().endswith("\n1. X: a1\n")


@pytest.mark.parametrize("failing", ["write", "fsync"])
def test_what_could_not_be_written_does_not_count(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, failing: str
) -> None:
    path = tmp_path / "game.txt"
    match = api.start(TIC)
    recorder = recording.begin(path, match)
    match.submit(0, "a1")
    recorder.update(match)
    before = path.read_bytes()
    match.submit(1, "b2")
    other = api.start(TIC)
    other.submit(0, "c3")
    gone_back = [api.start(TIC)] if failing == "fsync" else []  # to cut something off, nothing is written
    real = os.write

    def full(handle: int, data: bytes = b"") -> int:
        if failing == "write" and len(data) > 3:
            return real(handle, data[:3])
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(os, failing, full)
        for attempt in (match, other, *gone_back):
            with pytest.raises(Failure, match=r"no space left on device.*1 event as before"):
                recorder.update(attempt)
    assert path.read_bytes() == before
    assert sorted(p.name for p in tmp_path.iterdir()) == ["examples", "game.txt"]
    recorder.close()


def test_a_folder_that_takes_no_files(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "game.txt"
    run("play", TIC, "--record", path, typed="a1\nb2\nquit\n", code=0)
    before = path.read_bytes()
    real = os.open

    def refused(name: os.PathLike[str], flags: int, mode: int = 0o777, *, dir_fd: int | None = None) -> int:
        if flags & (os.O_CREAT | os.O_RDWR):
            raise PermissionError(13, "Permission denied", str(name))
        return real(name, flags, mode, dir_fd=dir_fd)

    with monkeypatch.context() as patch:
        patch.setattr(recording.os, "open", refused)
        for words in (["play", TIC, "--record", tmp_path / "new.txt"], ["play", path]):
            assert "may not be read or written" in run(*words, code=2).stderr
    assert path.read_bytes() == before
    assert sorted(p.name for p in tmp_path.iterdir()) == ["examples", "game.txt"]


def test_a_record_edited_during_the_game_is_left_as_it_is(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    match = api.start(TIC)
    recorder = recording.begin(path, match)
    with path.open("a") as file:
        file.write("1. X: c3\n")
    before = path.read_bytes()
    match.submit(0, "a1")
    with pytest.raises(Failure, match="something else has changed it"):
        recorder.update(match)
    assert path.read_bytes() == before
    path.unlink()
    with pytest.raises(Failure, match="no such file"):
        recorder.update(match)
    assert not path.exists()
    recorder.close()
