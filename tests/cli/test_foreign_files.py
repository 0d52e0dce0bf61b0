"""Records and folders that come from others: no file is read, shown or written that the user has not named."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

from astro_referee.cli.failures import Misuse
from astro_referee.cli.protocol.server import Protocol
from astro_referee.cli.table import recording
from astro_referee.interpreter import api
from astro_referee.interpreter.play import library

Run = Callable[..., Result]
TIC = "games/classics/boards/tic_tac_toe.astro"
SECRET = "the password is swordfish"


@pytest.fixture
def record(tmp_path: Path, run: Run) -> Path:
    path = tmp_path / "games" / "game.txt"
    path.parent.mkdir()
    (path.parent / "tic.astro").write_text(Path(TIC).read_text())
    run("play", path.parent / "tic.astro", "--record", path, typed="b2\na1\nquit\n", code=0)
    return path


def naming(record: Path, rules: object) -> Path:
    """The same record with other rules."""
    text = record.read_text().split("\n")
    text[1] = f"game: {rules} (TicTacToe)"
    record.write_text("\n".join(text))
    return record


# --- What a record may name ------------------------------------------------------------------------------------------


COMMANDS = [
    ["show"],
    ["moves"],
    ["why", "b2"],
    ["replay"],
    ["amend", "--at", "1", "--strike"],
    ["referee"],
    ["play"],
    ["repl"],
    ["test", "--record"],
]


@pytest.mark.parametrize("words", COMMANDS, ids=lambda words: words[0])
@pytest.mark.parametrize("form", ["absolute", "above", "linked", "not a rule file", "a folder", "a pipe", "home"])
def test_a_record_cannot_have_other_files_read(
    run: Run, record: Path, tmp_path: Path, words: list[str], form: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    outside = tmp_path / "outside.astro"
    outside.write_text(f"astro 1\n\n{SECRET}\n")
    monkeypatch.setenv("HOME", str(tmp_path))
    match form:
        case "absolute":
            naming(record, outside)
        case "above":
            naming(record, "../outside.astro")
        case "linked":
            (record.parent / "link.astro").symlink_to(outside)
            naming(record, "link.astro")
        case "not a rule file":
            (record.parent / "notes.txt").write_text(SECRET)
            naming(record, "notes.txt")
        case "a folder":
            (record.parent / "folder.astro").mkdir()
            naming(record, "folder.astro")
        case "a pipe":
            os.mkfifo(record.parent / "pipe.astro")
            naming(record, "pipe.astro")
        case "home":
            naming(record, "~/outside.astro")
    rest = [record, *words[1:]] if words[0] not in ("test", "why") else [*words[1:], record]
    rest = [record, "b2"] if words[0] == "why" else rest
    said = run(words[0], *rest, typed="", code=2)
    assert "swordfish" not in said.output
    assert "in its folder" in said.stderr or "there is no file" in said.stderr


@pytest.mark.parametrize("words", COMMANDS, ids=lambda words: words[0])
def test_the_user_may_name_rules_that_lie_elsewhere(run: Run, record: Path, tmp_path: Path, words: list[str]) -> None:
    elsewhere = (record.parent / "tic.astro").rename(tmp_path / "elsewhere.astro")
    naming(record, "tic.astro")
    rest = [record, *words[1:]] if words[0] not in ("test", "why") else [*words[1:], record]
    rest = [record, "b2"] if words[0] == "why" else rest
    if words[0] == "play":
        said = run("play", elsewhere, "--record", record, typed="c3\nquit\n", code=0)
    else:
        said = run(words[0], *rest, "--game", elsewhere)
    assert said.exit_code in (0, 1) and "there is no file" not in said.stderr


@pytest.mark.parametrize("name", ["tic.astro", "./tic.astro", "deep/../tic.astro"])
def test_rules_are_found_beside_the_record_from_anywhere(
    run: Run, record: Path, name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (record.parent / "deep").mkdir()
    naming(record, name)
    monkeypatch.chdir(tmp_path)
    assert "legal from start to end" in run("referee", record, code=0).output


def test_a_bundled_game_is_found_from_anywhere(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    run("play", "ptolemy", "--watch", "--seed", "3", "--record", tmp_path / "game.txt", code=0)
    monkeypatch.chdir("/")
    run("referee", tmp_path / "game.txt", code=0)


def test_programs_cannot_have_other_files_read_either(record: Path, tmp_path: Path) -> None:
    outside = tmp_path / "outside.astro"
    outside.write_text(f"astro 1\n\n{SECRET}\n")
    text = naming(record, outside).read_text()
    protocol = Protocol(api.start(TIC))
    for fields in ({"record": text}, {"file": str(record)}):
        answer = protocol.answer(json.dumps({"do": "resume", **fields}).encode())
        assert answer["code"] == "no-game"
        assert "swordfish" not in json.dumps(answer)
    for call in (lambda: api.resume(text), lambda: api.amend(text, 1)):
        with pytest.raises(library.NotFound, match="neither a bundled game nor a rule file in its folder"):
            call()


def test_who_leaves_is_told_how_to_go_on_with_rules_that_lie_elsewhere(run: Run, record: Path, tmp_path: Path) -> None:
    rules, file = record.parent / "tic.astro", tmp_path / "other" / "my game.txt"
    file.parent.mkdir()
    said = run("play", rules, "--record", file, typed="b2\nquit\n", code=0).output
    assert f"Play on with: astro play {rules} --record '{file}'\n" in said
    assert "going on with" in run("play", rules, "--record", file, typed="quit\n", code=0).stderr
    refused = run("play", file, code=2).stderr
    assert refused.endswith(f"name them yourself: `astro play GAME --record '{file}'`\n")


# --- Where files are written -----------------------------------------------------------------------------------------


def test_a_draft_is_never_written_through_a_link(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever could guess the name of a draft could have another file overwritten."""
    victim = tmp_path / "victim.txt"
    victim.write_text("precious")
    monkeypatch.setattr(os, "urandom", lambda count: bytes(count))
    monkeypatch.setattr(os, "getpid", lambda: 7)
    for name in (f".new.txt.{bytes(8).hex()}.draft", ".new.txt.7.draft"):
        (tmp_path / name).symlink_to(victim)
    with pytest.raises(FileExistsError):
        recording.create(tmp_path / "new.txt", "a record")
    assert victim.read_text() == "precious"
    assert not (tmp_path / "new.txt").exists()


def test_a_record_made_anew_is_never_written_through_a_link(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    victim, file = tmp_path / "victim.txt", tmp_path / "game.txt"
    victim.write_text("precious")
    match = api.start(TIC)
    recorder = recording.begin(file, match)
    match.submit(0, "a1")
    recorder.update(match)
    monkeypatch.setattr(os, "getpid", lambda: 7)
    (tmp_path / ".game.txt.7.draft").symlink_to(victim)
    match.undo()
    recorder.update(match)
    recorder.close()
    assert victim.read_text() == "precious"
    assert file.read_text() == api.save(match)


def test_a_link_is_no_new_file(tmp_path: Path) -> None:
    for name, target in (("dangling", "nowhere"), ("linked", "victim")):
        (tmp_path / "victim").write_text("precious")
        (tmp_path / name).symlink_to(tmp_path / target)
        with pytest.raises(Misuse, match="is a link"):
            recording.create(tmp_path / name, "a record")
        assert (tmp_path / name).is_symlink()
    assert (tmp_path / "victim").read_text() == "precious"
    assert not (tmp_path / "nowhere").exists()


NAMES = ["bell\x07.txt", "red\x1b[31m.txt", "two\nlines.txt", "\x9b2J.txt", "right\u202eleft.txt"]


@pytest.mark.parametrize("name", [*NAMES, "linked/game.txt", "linked/deep/game.txt"])
def test_a_game_is_not_saved_under_a_name_that_plays_tricks(run: Run, tmp_path: Path, name: str) -> None:
    (tmp_path / "true" / "deep").mkdir(parents=True)
    (tmp_path / "linked").symlink_to(tmp_path / "true")
    before = sorted(tmp_path.rglob("*"))
    reason = "is a link" if name.startswith("linked") else "can be printed"
    target = tmp_path / name
    protocol = Protocol(api.start(TIC))
    answer = protocol.answer(json.dumps({"do": "save", "file": str(target)}).encode())
    assert answer["code"] == "bad-file" and reason in str(answer["message"])
    if "\n" not in name:
        said = run("play", TIC, typed=f"b2\nsave {target}\nquit\n", code=0).output
        assert "Not saved" in said and reason in said
    assert reason in run("play", TIC, "--record", target, code=2).stderr
    assert sorted(tmp_path.rglob("*")) == before


def test_a_game_is_not_saved_again_through_a_link_that_took_its_place(run: Run, tmp_path: Path) -> None:
    from astro_referee.cli.table.keyboard import Table
    from astro_referee.cli.table.seat import save

    table = Table(api.start(TIC), {}, None)
    name, victim = str(tmp_path / "game.txt"), tmp_path / "victim.txt"
    assert save(table, name)
    victim.write_text("precious")
    Path(name).unlink()
    Path(name).symlink_to(victim)
    assert not save(table, name)
    assert victim.read_text() == "precious"


PLAYTHROUGH = """astro 1

tests of "tic.astro"

playthrough "a short one"
  seed 1
"""


def test_snapshots_are_never_written_through_a_link(run: Run, record: Path, tmp_path: Path) -> None:
    folder, victims = record.parent, tmp_path / "victims"
    tests = folder / "tic_test.astro"
    tests.write_text(PLAYTHROUGH)
    kept = folder / "__snapshots__"
    victims.mkdir()
    kept.symlink_to(victims)
    said = run("test", tests, "--update", code=1).output
    assert "is a link" in said and list(victims.iterdir()) == []
    kept.unlink()
    run("test", tests, "--update", code=0)
    (file,) = kept.iterdir()
    victim = victims / "victim.txt"
    victim.write_text(f"# name: x\n{SECRET}\n")
    file.unlink()
    file.symlink_to(victim)
    for words in (["test", tests], ["test", tests, "--update"]):
        said = run(*words, code=1).output
        assert "is a link" in said and "swordfish" not in said
    assert victim.read_text() == f"# name: x\n{SECRET}\n"
    # What is left over behind a link is not removed either.
    file.unlink()
    kept.rmdir()
    (victims / "gone_test.astro.playthroughs").write_text("precious")
    kept.symlink_to(victims)
    run("test", folder, "--update", code=1)
    assert (victims / "gone_test.astro.playthroughs").read_text() == "precious"


def test_snapshots_are_replaced_in_one_step(run: Run, record: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tests = record.parent / "tic_test.astro"
    tests.write_text(PLAYTHROUGH)
    run("test", tests, "--update", code=0)
    (file,) = (record.parent / "__snapshots__").iterdir()
    before = file.read_bytes()
    file.chmod(0o640)
    tests.write_text(PLAYTHROUGH.replace("seed 1", "seed 2"))
    with monkeypatch.context() as patch:

        def full(*given: object) -> None:
            raise OSError(28, "No space left on device")

        patch.setattr(Path, "replace", full)
        assert "No space left" in run("test", tests, "--update", code=1).output
    assert file.read_bytes() == before
    assert list(file.parent.iterdir()) == [file]
    run("test", tests, "--update", code=0)
    assert file.read_bytes() != before and file.stat().st_mode & 0o777 == 0o640
    assert list(file.parent.iterdir()) == [file]


def test_a_file_whose_name_cannot_be_printed_has_no_snapshots(run: Run, record: Path) -> None:
    tests = record.parent / "bell\x07_test.astro"
    tests.write_text(PLAYTHROUGH)
    said = run("test", tests, "--update", code=1)
    assert "cannot be printed" in said.output
    assert "\x07" not in said.output
    assert not (record.parent / "__snapshots__").exists()


@pytest.mark.parametrize("words", [["check"], ["fmt", "--check"], ["fmt", "--diff"], ["test"], ["cover"], ["expand"]])
@pytest.mark.parametrize("text", ["", "nonsense", "  if", "no end"])
def test_no_name_of_a_file_reaches_the_terminal_unclean(run: Run, tmp_path: Path, words: list[str], text: str) -> None:
    rules = Path(TIC).read_text()
    file = tmp_path / "red\x1b[31m\x9b2J.astro"
    file.write_text({"no end": rules.replace("place(", "place  ("), "": rules}.get(text, f"{rules}{text}\n"))
    said = run(words[0], file, *words[1:])
    assert not {"\x1b", "\x9b"} & set(said.output)


# --- Pipes that nobody writes into -----------------------------------------------------------------------------------


@pytest.mark.timeout(60)
@pytest.mark.parametrize("words", [["test", "{folder}"], ["cover", "{folder}"], ["fmt", "{pipe}"]], ids=" ".join)
def test_a_pipe_in_place_of_a_rule_file_is_not_waited_for(run: Run, tmp_path: Path, words: list[str]) -> None:
    pipe = tmp_path / "odd.astro"
    os.mkfifo(pipe)
    said = run(*(word.format(folder=tmp_path, pipe=pipe) for word in words), code=2)
    assert said.stderr == f"astro: {pipe} is no file\n"


@pytest.mark.timeout(60)
def test_a_pipe_beside_the_rules_is_not_waited_for(run: Run, tmp_path: Path) -> None:
    rules = tmp_path / "tic.astro"
    rules.write_text(Path(TIC).read_text() + '\nplaythrough "one"\n  X "b2"\n')
    pipe = tmp_path / "__snapshots__" / "tic.astro.playthroughs"
    pipe.parent.mkdir()
    os.mkfifo(pipe)
    for more in ([], ["--update"]):
        assert f"{pipe} is no file" in run("test", rules, *more, code=1).stdout.replace("\n", " ")
    tests = tmp_path / "tests" / "test_tic.py"
    tests.parent.mkdir()
    os.mkfifo(tests)
    assert f"{tests} is no file" in run("rulings", rules, code=2).stderr


@pytest.mark.timeout(60)
def test_a_request_cannot_name_a_pipe_or_the_input_as_a_record(tmp_path: Path) -> None:
    pipe = tmp_path / "record.txt"
    os.mkfifo(pipe)
    talk = Protocol(api.start(api.load(TIC)))
    for file, message in ((str(pipe), f"{pipe} is no file"), ("-", "-: no such file or directory")):
        answer = talk.answer(json.dumps({"do": "resume", "file": file}).encode())
        assert (answer["code"], answer["message"]) == ("bad-file", message)
