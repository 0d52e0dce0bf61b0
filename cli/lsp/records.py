"""Records beside a rule file, each of which can be made a test of it."""

from __future__ import annotations

from pathlib import Path

from astro_referee.grammar.source import file_name
from astro_referee.interpreter import api
from astro_referee.interpreter.play import library
from astro_referee.interpreter.testing.from_record import test_of

FORMAT = b"astro record "
MOST_FILES = 200
"""Files of a folder that are looked at for records."""
LARGEST = 10_000_000
"""Bytes of a record that is read."""


def records_beside(path: Path) -> list[Path]:
    """The records in the folder of a file."""
    found: list[Path] = []
    for file in sorted(path.parent.glob("*.txt"))[:MOST_FILES]:
        try:
            if file.is_file():
                with file.open("rb") as opened:
                    found += [file] if opened.read(len(FORMAT)) == FORMAT else []
        except OSError:
            continue
    return found


def as_test(record: Path, rules: Path, text: str) -> str:
    """What is added to a text so that it tests what was played. Raises whatever is wrong with record or rules."""
    with record.open("rb") as opened:
        said = opened.read(LARGEST).decode("utf-8", "replace")
    match = api.resume(said, str(rules), None, False, rules.parent).match
    title = named = f"as played in {record.name}".replace('"', "'")
    number = 2
    while f'"{named}"' in text:
        number, named = number + 1, f"{title}, {number}"
    return "\n" * (2 - (text.endswith("\n") or not text)) + test_of(match, named)


def rules_of(path: Path) -> Path:
    """The rules that a file holds or tests."""
    source = library.load_source(path)
    tested = source.tested
    return Path(tested.path(file_name(tested.files[-1].name))) if tested is not None else path
