"""`astro rulings`: a game in; each numbered rule with the lines that implement it and the tests that name it, out."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from astro_referee.cli.failures import Misuse
from astro_referee.cli.options import of_a_game, prepared, source_of, with_json
from astro_referee.cli.terminal import ellipsis, painter, put, put_json, talk
from astro_referee.interpreter.values.text import clean, in_columns, plural

if TYPE_CHECKING:
    from astro_referee.cli.reports.ruling_tests import CitingTest
    from astro_referee.interpreter.study.citations import Ruling

LONGEST_LINE = 72
"""Characters shown of a line of the rules; the file has the rest."""


@click.command("rulings")
@of_a_game
@click.option("--all", "everything", is_flag=True, help="Also those that are not in force with these options.")
@click.option(
    "--tests",
    "folder",
    metavar="FOLDER",
    help="Where its tests are; without it, the folder `tests` beside the rule file or beside its folder.",
)
@with_json
def command(
    game: str, players: int | None, options: dict[str, str], everything: bool, folder: str | None, as_json: bool
) -> None:
    """List the rulings of a game: what each says, its place in the rulebook, the lines that cite it, its tests.

    A ruling may depend on an option (`ruling … if long_deal`); only those in force are listed, unless you say --all.

    A line cites a ruling by a footnote, `@R3`. A test names it in its docstring or in a comment, as `Rules: R3, A7` or
    `@R3 @A7`; the tests of a game are those in its own file or in GAME_test.astro beside it, in files called
    test_GAME.py or in folders called GAME. They are read, not run.

    \b
    Example:
      astro rulings GAME --option NAME=VALUE --json
    """
    from astro_referee.interpreter.study import citations

    source = source_of(game)
    found = citations.rulings(source)
    idle = [] if everything or source.is_library else prepared(game, players, options).rules.switched_off
    off = [ruling.name for ruling in found if ruling.name in idle]
    found = tuple(ruling for ruling in found if ruling.name not in idle)
    tests = tests_for(game, folder)
    if as_json:
        put_json({"game": game, "rulings": [data(ruling, tests) for ruling in found]})
        return
    if not found:
        talk(f"{clean(game)} has no rulings")
        return
    for ruling in found:
        for row in rows(ruling, tests):
            put(row)
    put(summary(found, tests))
    if off:
        put(f"not in force with these options, and listed by --all: {', '.join(off)}")


def tests_for(game: str, given: str | None) -> list[CitingTest] | None:
    """The tests of a game; if there are none to be found, the user is told, and nothing is said about tests."""
    from astro_referee.cli.reports.ruling_tests import folder_beside, tests_beside, tests_of
    from astro_referee.interpreter.play import library

    if given is not None and not Path(given).is_dir():
        raise Misuse(f"{clean(given)} is not a folder")
    rules = library.find(game)
    folder = Path(given) if given is not None else folder_beside(rules)
    tests = tests_of(rules.stem, folder) if folder is not None else None
    beside = tests_beside(rules)
    if beside:
        return [*beside, *(tests or [])]
    if tests is None:
        own = clean(rules.stem)
        what = (
            f"are no tests in {own}.astro or {own}_test.astro" if given is None else f"is no test_{own}.py in {given}"
        )
        talk(f"note: there {clean(what)}, so tests are left out", "note")
    return tests


def naming(ruling: Ruling, tests: list[CitingTest]) -> list[CitingTest]:
    return [test for test in tests if ruling.name in test.rulings]


def rows(ruling: Ruling, tests: list[CitingTest] | None) -> list[str]:
    """A ruling, and below it its lines and tests."""
    paint = painter()
    about = [[f"{clean(place.file)}:{place.line}", shortened(place.text)] for place in ruling.lines]
    about = about or [["no line cites it"]]
    if tests is not None:
        about += [[f"{test.file}:{test.line}", test.name] for test in naming(ruling, tests)] or [["no test names it"]]
    source = f"  ({ruling.source})" if ruling.source else ""
    source += f"  only if {ruling.condition}" if ruling.condition else ""
    head = paint(ruling.name, "head") + f"  {ruling.text}" + paint(source, "faint")
    return [head, *("  " + row for row in in_columns(about))]


def summary(found: tuple[Ruling, ...], tests: list[CitingTest] | None) -> str:
    """How many there are, and which of them nothing in the rules or no test speaks of."""
    said = [plural(len(found), "ruling")]
    idle = [ruling.name for ruling in found if not ruling.lines]
    said += [f"without a line: {', '.join(idle) or 'none'}"]
    if tests is not None:
        untested = [ruling.name for ruling in found if not naming(ruling, tests)]
        said += [f"without a test: {', '.join(untested) or 'none'}"]
    return "; ".join(said)


def shortened(text: str) -> str:
    return text if len(text) <= LONGEST_LINE else text[: LONGEST_LINE - 1].rstrip() + ellipsis()


def data(ruling: Ruling, tests: list[CitingTest] | None) -> dict[str, object]:
    """A ruling for `--json`; `tests` is null where none are to be found."""
    return {
        "name": ruling.name,
        "text": ruling.text,
        "source": ruling.source or None,
        "condition": ruling.condition or None,
        "lines": [{"file": clean(p.file), "line": p.line, "text": p.text} for p in ruling.lines],
        "tests": None
        if tests is None
        else [{"file": t.file, "line": t.line, "name": t.name} for t in naming(ruling, tests)],
    }
