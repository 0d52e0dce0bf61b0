"""What is kept between runs: found again, never trusted, never in the way."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from shelf import ROOT

from astro_referee.grammar import cache
from astro_referee.grammar.syntax import parser


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(cache, "SAID", set())
    monkeypatch.setenv("ASTRO_CACHE", str(tmp_path / "kept"))
    monkeypatch.setattr(cache, "PREPARED", tmp_path / "prepared")
    return tmp_path / "kept"


def test_what_was_written_is_read(folder: Path) -> None:
    assert cache.read("a") is None
    cache.write("a", b"one")
    cache.write("a", b"two")
    assert cache.read("a") == b"two"
    assert [file.name for file in folder.iterdir()] == ["a"]


def test_what_was_prepared_is_read_and_never_written(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    cache.write("a", b"one")
    folder.rename(tmp_path / "prepared")
    assert cache.read("a") == b"one"
    cache.write("a", b"two")
    assert cache.read("a") == b"two"
    monkeypatch.setenv("ASTRO_CACHE", "")
    assert cache.read("a") == b"one"


@pytest.mark.parametrize("damage", [b"", b"x", b"x" * 100])
def test_a_damaged_file_counts_as_missing(folder: Path, damage: bytes) -> None:
    cache.write("a", b"one")
    (folder / "a").write_bytes(damage)
    assert cache.read("a") is None


def test_a_torn_file_counts_as_missing(folder: Path) -> None:
    cache.write("a", b"one" * 100)
    (folder / "a").write_bytes((folder / "a").read_bytes()[:-1])
    assert cache.read("a") is None


def test_a_folder_that_cannot_be_made_does_no_harm(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("in the way")
    monkeypatch.setenv("ASTRO_CACHE", str(tmp_path / "file" / "kept"))
    cache.write("a", b"one")
    assert cache.read("a") is None


def test_the_folder_is_the_users_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("ASTRO_CACHE", raising=False)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert cache.folder() == tmp_path / "astro-referee"
    monkeypatch.setenv("XDG_CACHE_HOME", "not/absolute")
    monkeypatch.setenv("HOME", str(tmp_path))
    assert cache.folder() == tmp_path / ".cache" / "astro-referee"
    monkeypatch.setenv("ASTRO_CACHE", "")
    assert cache.folder() is None
    cache.write("a", b"one")
    assert cache.read("a") is None


def test_the_parser_survives_nonsense_in_its_cache(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is built anew each time, which takes seconds: here, by a builder that hands out the first one again."""
    parser.parser.cache_clear()
    first = parser.parser()
    assert first.rules
    (kept,) = folder.iterdir()
    parser.parser.cache_clear()
    assert parser.parser().source_path == "<deserialized>"
    built: list[object] = []
    monkeypatch.setattr(parser, "_built", lambda *_: built.append(first) or first)
    for nonsense in (b"", b"nonsense", b"i\x01\x00\x00\x00"):
        cache.write(kept.name, nonsense)
        parser.parser.cache_clear()
        assert parser.parser().rules
    assert len(built) == 3
    parser.parser.cache_clear()


# --- Trust -----------------------------------------------------------------------------------------------------------


def said(caplog: pytest.LogCaptureFixture) -> list[str]:
    return [record.getMessage() for record in caplog.records]


def test_only_the_user_may_look_at_what_is_kept(folder: Path) -> None:
    before = os.umask(0)
    try:
        cache.write("a", b"one")
    finally:
        os.umask(before)
    assert folder.stat().st_mode & 0o777 == 0o700
    assert (folder / "a").stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize("mode", [0o755, 0o710, 0o702, 0o777])
def test_a_folder_that_is_open_to_others_is_not_used(folder: Path, mode: int, caplog: pytest.LogCaptureFixture) -> None:
    cache.write("a", b"one")
    folder.chmod(mode)
    for _ in range(3):
        assert cache.read("a") is None
    cache.write("b", b"two")
    assert not (folder / "b").exists()
    assert said(caplog) == [f"note: others may read or write {folder}, so it is not used: a cache must be yours alone"]


@pytest.mark.parametrize("mode", [0o644, 0o620, 0o606])
def test_a_file_that_is_open_to_others_is_not_used_and_written_anew(
    folder: Path, mode: int, caplog: pytest.LogCaptureFixture
) -> None:
    cache.write("a", b"one")
    (folder / "a").chmod(mode)
    assert cache.read("a") is None
    assert cache.read("a") is None
    assert said(caplog) == [
        f"note: others may read or write {folder}/a, so it is not used: a cache must be yours alone"
    ]
    cache.write("a", b"two")
    assert cache.read("a") == b"two"


def test_what_belongs_to_somebody_else_is_not_used(
    folder: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    cache.write("a", b"one")
    monkeypatch.setattr(os, "geteuid", lambda: folder.stat().st_uid + 1)
    assert cache.read("a") is None
    cache.write("b", b"two")
    assert not (folder / "b").exists()
    assert said(caplog) == [f"note: {folder} belongs to somebody else, so it is not used: a cache must be yours alone"]


@pytest.mark.skipif(os.geteuid() != 0, reason="only the administrator can give files away")
def test_a_file_of_somebody_else_in_the_users_own_folder_is_not_used(
    folder: Path, caplog: pytest.LogCaptureFixture
) -> None:
    cache.write("a", b"one")
    os.chown(folder / "a", 65534, -1)
    assert cache.read("a") is None
    assert "belongs to somebody else" in said(caplog)[0]


def test_no_link_is_followed(folder: Path, tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    cache.write("a", b"one")
    (folder / "b").symlink_to(folder / "a")
    (folder / "c").mkdir()
    os.mkfifo(folder / "d", 0o600)
    for name in "bcd":
        assert cache.read(name) is None
    cache.write("b", b"two")
    assert (cache.read("a"), cache.read("b")) == (b"one", b"two")
    folder.rename(tmp_path / "elsewhere")
    folder.symlink_to(tmp_path / "elsewhere")
    assert cache.read("a") is None
    cache.write("e", b"three")
    assert not (tmp_path / "elsewhere" / "e").exists()
    assert len(said(caplog)) == 4


def test_a_file_in_place_of_the_folder_is_left_alone(folder: Path, caplog: pytest.LogCaptureFixture) -> None:
    folder.write_text("mine")
    assert cache.read("a") is None
    cache.write("a", b"one")
    assert folder.read_text() == "mine"
    assert said(caplog) == [
        f"note: {folder} is no folder that can be opened, so it is not used: a cache must be yours alone"
    ]


def test_a_command_goes_on_without_a_cache_it_cannot_trust(tmp_path: Path) -> None:
    """It says so once on standard error, and runs nothing of what it finds."""
    kept = tmp_path / "kept"
    words = [sys.executable, "-m", "astro_referee.cli", "referee", "examples/nim.astro", "--moves", "-"]
    settings = {**os.environ, "ASTRO_CACHE": str(kept), "PYTHONPATH": str(ROOT / ".src")}

    def judged() -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            words, input="1 from 1", cwd=ROOT, env=settings, capture_output=True, text=True, check=True
        )

    first = judged()
    assert first.stderr == ""
    for file in kept.iterdir():
        file.write_bytes(b"harm")
    kept.chmod(0o777)
    again = judged()
    assert again.stdout == first.stdout
    assert again.stderr == f"note: others may read or write {kept}, so it is not used: a cache must be yours alone\n"
    assert {file.read_bytes() for file in kept.iterdir()} == {b"harm"}


# --- Size ------------------------------------------------------------------------------------------------------------


def test_the_oldest_go_first_when_too_much_is_kept(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache, "LARGEST", 1000)
    names = [f"game-{number:040x}.bin" for number in range(20)]
    for number, name in enumerate(names):
        cache.write(name, bytes(100))
        if (folder / name).exists():
            os.utime(folder / name, (number, number))
        (folder / "mine.txt").write_bytes(bytes(5000))
    left = [name for name in names if cache.read(name) is not None]
    assert left == names[-7:]
    assert (folder / "mine.txt").exists()


def test_drafts_of_killed_processes_go_as_well(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    cache.write("a", b"one")
    draft = folder / f".game-{1:040x}.bin.{2:016x}"
    draft.write_bytes(bytes(2000))
    os.utime(draft, (1, 1))
    monkeypatch.setattr(cache, "LARGEST", 1000)
    cache.write(f"game-{2:040x}.bin", b"two")
    assert not draft.exists()


def test_what_is_too_large_by_itself_is_not_kept(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache, "LARGEST", 1000)
    cache.write("a", bytes(10))
    cache.write("b", bytes(2000))
    assert [file.name for file in folder.iterdir()] == ["a"]
