"""What is kept between runs: found again, never trusted, never in the way."""

from __future__ import annotations

from pathlib import Path

import pytest

from astro_referee.grammar import cache, parser


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
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


def test_the_parser_survives_nonsense_in_its_cache(folder: Path) -> None:
    parser.parser.cache_clear()
    assert parser.parser().rules
    (kept,) = folder.iterdir()
    parser.parser.cache_clear()
    assert parser.parser().source_path == "<deserialized>"
    for nonsense in (b"", b"nonsense", b"i\x01\x00\x00\x00"):
        cache.write(kept.name, nonsense)
        parser.parser.cache_clear()
        assert parser.parser().rules
    parser.parser.cache_clear()
