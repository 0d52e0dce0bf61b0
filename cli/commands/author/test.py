"""`astro test`: rule files or folders in, each of their tests run, and where and why one fails, out."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from astro_referee.cli.failures import Misuse
from astro_referee.cli.main import FAILS, HOLDS
from astro_referee.cli.options import with_json
from astro_referee.cli.reports.record_as_test import write_test
from astro_referee.cli.terminal import ellipsis, painter, put, put_json, talk
from astro_referee.cli.watch import tested, watchable
from astro_referee.interpreter.values.text import Paint, clean, plural

if TYPE_CHECKING:
    from astro_referee.interpreter.play.match import Match
    from astro_referee.interpreter.testing.runner import FailedTest, Tried

LAST = 4
"""Lines about what happened before a test failed."""
SHORT = 8
"""Lines of a position that are shown unasked."""
MORE = "`astro test --board` shows the position"


@click.command("test")
@click.argument("paths", metavar="[PATH…]", nargs=-1)
@click.option("-k", "words", metavar="WORDS", default="", help="Only tests with all these words in file or title.")
@click.option("--update", is_flag=True, help="Write how playthroughs go now; without it, they must go as before.")
@click.option("--board", "whole", is_flag=True, help="Show the whole position where a test fails, however long it is.")
@click.option("--junit", metavar="FILE", help="Also write the results as JUnit XML.")
@click.option("--record", metavar="RECORD", help="Make a test of a game that was played, instead of running any.")
@click.option("--game", metavar="GAME", help="With --record: its rules, if they are not where the record says.")
@click.option("-o", "--output", metavar="FILE", help="With --record: add the test to this file instead of printing it.")
@with_json
@watchable("paths", tested)
@click.pass_context
def command(
    context: click.Context,
    paths: tuple[str, ...],
    words: str,
    update: bool,
    whole: bool,
    junit: str | None,
    record: str | None,
    game: str | None,
    output: str | None,
    as_json: bool,
) -> None:
    """Run the tests in rule files and in the files beside them that end in _test.astro.

    A PATH is a rule file, a folder, or the name of a bundled game; without one, the current folder is looked through.

    \b
    Examples:
      astro test my_game.astro --watch
      astro test -k "last stone"
      astro test --record game.txt -o my_game_test.astro
    """
    if record is not None:
        if paths or words or update or whole or junit or as_json:
            raise Misuse("--record makes a test and runs none, so it goes together with -o and --game only")
        write_test(record, game, output)
        return
    if output is not None or game is not None:
        raise Misuse("-o says where the test of a --record goes, and --game what its rules are")
    from astro_referee.interpreter.play import library
    from astro_referee.interpreter.testing import runner
    from astro_referee.interpreter.testing.snapshots import Snapshots

    files, left = found(paths)
    results: list[Tried] = []
    broken: list[dict[str, object]] = []
    paint = painter()
    for file in files:
        heading = not as_json
        try:
            suite = runner.suite(library.load_source(Path(file), file), Path(file), update)
        except Exception as error:
            broken.append(unreadable(file, error, as_json))
            continue
        for prepared in suite.tests:
            if not chosen(f"{file} {prepared.test.title}", words):
                continue
            if heading:
                put(paint(clean(file), "head"))
                heading = False
            results.append(suite.run(prepared))
            if not as_json:
                show(results[-1], paint, whole)
        results += tidied(suite.tidy() if not words.split() else None, paint, as_json)
    for file in left if not words.split() else []:
        results += tidied(runner.tidy(Snapshots(Path(file), update), set()), paint, as_json)
    if not files and not left:
        broken = faulty(paths, as_json)
    if not results and not broken:
        raise Misuse("there are no tests " + (f"with these words: {words}" if words.split() else "here"))
    failed = sum(not result.ok for result in results)
    code = FAILS if failed or broken else HOLDS
    if junit is not None:
        write_junit(junit, results, broken)
    if as_json:
        put_json({"ok": code == HOLDS, "tests": [data(result) for result in results], "broken": broken})
    else:
        said = [plural(len(results), "test"), f"{failed} failed" if failed else "all hold"]
        said += [f"{plural(len(broken), 'file')} with errors"] if broken else []
        put(paint(", ".join(said if results else said[2:]), "good" if code == HOLDS else "bad"))
    context.exit(code)


def found(paths: tuple[str, ...]) -> tuple[list[str], list[str]]:
    """The files that have tests, and snapshots of files that have none; each once, as the user would write them."""
    from astro_referee.interpreter.play import library
    from astro_referee.interpreter.testing import runner

    files: dict[str, None] = {}
    left: dict[str, None] = {}
    for path in paths or (".",):
        is_folder = Path(path).is_dir() and library.called(path) not in library.bundled()
        place = Path(path) if is_folder else library.find(path)
        some = runner.files_with_tests(place)
        files |= {str(file): None for file in some}
        left |= {str(file): None for file in runner.left_over(place, some)}
    return list(files), list(left)


def faulty(paths: tuple[str, ...], as_json: bool) -> list[dict[str, object]]:
    """The named files that have errors, and why; where there are no tests, these may be the reason for it."""
    from astro_referee.interpreter.play import library

    broken: list[dict[str, object]] = []
    for path in paths:
        if Path(path).is_file():
            looked = library.examine(library.load_source(Path(path), path))
            if not looked.ok:
                broken.append(unreadable(path, library.BadRules(looked.source, looked.problems), as_json))
    return broken


def chosen(text: str, words: str) -> bool:
    return all(word in text.casefold() for word in words.casefold().split())


def unreadable(file: str, error: Exception, as_json: bool) -> dict[str, object]:
    """A file whose tests cannot be run, and why."""
    from astro_referee.cli.failures import Failure, failure

    said = failure(error)
    if not isinstance(said, Failure):
        raise error
    if not as_json:
        talk(f"astro: {said.format_message()}\n")
    return {"file": file, "error": said.format_message()}


# --- One test ----------------------------------------------------------------------------------------------------


def tidied(result: Tried | None, paint: Paint, as_json: bool) -> list[Tried]:
    """What became of snapshots that are left over, told if there are any."""
    if result is not None and not as_json:
        put(paint(clean(result.file), "head"))
        show(result, paint)
    return [result] if result is not None else []


def show(result: Tried, paint: Paint, whole: bool = False) -> None:
    put(f"  {paint('ok  ', 'good') if result.ok else paint('FAIL', 'bad')}  {clean(result.title)}")
    for change in result.changes:
        put(f"        {clean(change)}")
    if result.failure is not None:
        put()
        for row in explained(result.failure, paint, whole):
            put(f"        {row}".rstrip())
        put()


def explained(failure: FailedTest, paint: Paint, whole: bool = False) -> list[str]:
    """Where it failed, what was expected, what happened instead and before that; the board, if it is short or the
    `whole` of it is wanted.
    """
    from astro_referee.interpreter.show import narration
    from astro_referee.interpreter.testing.execution import LEADING

    rows = [
        paint(f"{clean(failure.file)}:{failure.line}", "place"),
        clean(failure.wanted),
        paint(clean(failure.happened), "bad"),
        *("  " + clean(row) for row in failure.more),
    ]
    if failure.match is not None:
        match, shown = failure.match, position(failure.match)
        events = narration.narrate(match, match.events, 0) if LEADING not in failure.more else []
        rows += ["", *([ellipsis()] if len(events) > LAST else []), *map(clean, events[-LAST:])]
        rows += shown if whole or len(shown) <= SHORT else [shown[0], paint(MORE, "faint")]
    return rows


def position(match: Match) -> list[str]:
    """Who is asked, and everything on the table."""
    from astro_referee.cli.table.board import board
    from astro_referee.interpreter.show import narration

    return [narration.status(match), *board(match, None)]


def data(result: Tried) -> dict[str, object]:
    """A result for `--json`."""
    answer: dict[str, object] = {
        "file": result.file,
        "line": result.line,
        "title": result.title,
        "rulings": list(result.rulings),
        "ok": result.ok,
    }
    if result.changes:
        answer["changes"] = list(result.changes)
    if result.failure is not None:
        failure = result.failure
        answer["failure"] = {
            "file": failure.file,
            "line": failure.line,
            "expected": failure.wanted,
            "happened": failure.happened,
            "more": list(failure.more),
            "position": position(failure.match) if failure.match is not None else [],
        }
    return answer


def write_junit(path: str, results: list[Tried], broken: list[dict[str, object]]) -> None:
    """The results as other tools read them: a case for each test, a suite for each file."""
    from xml.etree.ElementTree import Element, SubElement, tostring

    from astro_referee.cli.files import write_output

    top = Element("testsuites")
    for file in dict.fromkeys([result.file for result in results] + [str(entry["file"]) for entry in broken]):
        own = [result for result in results if result.file == file]
        errors = [entry for entry in broken if entry["file"] == file]
        failures = sum(not result.ok for result in own)
        counts = {"tests": len(own) + len(errors), "failures": failures, "errors": len(errors)}
        suite = SubElement(top, "testsuite", {"name": file, **{key: str(count) for key, count in counts.items()}})
        for result in own:
            case = SubElement(suite, "testcase", classname=file, name=result.title, file=file, line=str(result.line))
            if result.failure is not None:
                rows = explained(result.failure, lambda text, style: text)
                SubElement(case, "failure", message=result.failure.happened).text = "\n".join(rows)
        for entry in errors:
            case = SubElement(suite, "testcase", classname=file, name="rules", file=file)
            SubElement(case, "error", message="the rules or tests have errors").text = str(entry["error"])
    write_output(path, '<?xml version="1.0" encoding="utf-8"?>\n' + tostring(top, encoding="unicode") + "\n")
