"""Records made into tests: a record in, a test that plays it again out, printed or put into a file of tests."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from astro_referee.cli.failures import Failure, Misuse
from astro_referee.cli.files import write_output
from astro_referee.cli.options import folder_of, resumed
from astro_referee.cli.terminal import put
from astro_referee.interpreter.values.text import clean

if TYPE_CHECKING:
    from astro_referee.interpreter.play.match import Match


def write_test(record: str, game: str | None, output: str | None) -> None:
    """Prints the test of a record, or adds it to a file, which is begun if there is none."""
    from astro_referee.interpreter.testing.from_record import test_of

    match = resumed(record, None, game, changed_rules=False).match
    title = f"as played in {clean(Path(record).name)}" if record != "-" else "as played"
    title = title.replace('"', "'")
    if output is None:
        put(test_of(match, title).rstrip("\n"))
        return
    path = Path(output)
    old = known(path) or f'astro 1\n\ntests of "{rules_from(match, record, game, path)}"\n'
    number, named = 2, title
    while f'"{named}"' in old:
        number, named = number + 1, f"{title}, {number}"
    text = old.rstrip("\n") + "\n\n" + test_of(match, named)
    prove(path, text, named)
    write_output(output, text)
    put(f"{clean(output)}: {clean(named)}")


def known(path: Path) -> str:
    """What a file holds already; nothing if there is none."""
    from astro_referee.interpreter.play import library

    try:
        return library.text_of(path) if path.exists() else ""
    except OSError as error:
        raise Misuse(f"{path} cannot be read: {(error.strerror or 'the system refuses').lower()}") from None


def rules_from(match: Match, record: str, game: str | None, path: Path) -> str:
    """How a file of tests names the rules of a match: a bundled game by its name, a file by the way to it."""
    from astro_referee.interpreter.play import library

    name = match.game.rules.name
    if library.called(name) in library.bundled():
        return name
    rules = Path(game) if game is not None else library.find_recorded(name, folder_of(record))
    return Path(os.path.relpath(rules, path.resolve().parent)).as_posix()


def prove(path: Path, text: str, title: str) -> None:
    """Runs the test before anything is written: a file of other rules, or one far from them, is refused."""
    from astro_referee.grammar import report
    from astro_referee.interpreter.play import library
    from astro_referee.interpreter.testing import runner

    try:
        suite = runner.suite(library.source_of(text.encode(), str(path), path), path)
    except library.BadRules as bad:
        frames = report.frames(bad.source, bad.problems)
        raise Failure(f"{path} would have errors with this test in it, and was not written\n\n{frames}") from None
    result = suite.run(next(one for one in suite.tests if one.test.title == title))
    if result.failure is not None:
        raise Failure(f"{path} tests other rules: {result.failure.wanted}: {result.failure.happened}")
