"""A test up to one of its lines: the text of a file and a line go in, the match as it stands there comes out.

What stands below the line and all tests that do not lead there are left out, so that they may be half typed.
"""

from __future__ import annotations

import re
from pathlib import Path

from attrs import evolve, frozen

from astro_referee.grammar.source import TEST, Source, blanked
from astro_referee.interpreter.play import library
from astro_referee.interpreter.play.match import Match
from astro_referee.interpreter.testing.execution import ScenarioRun
from astro_referee.interpreter.testing.runner import FailedTest, Suite, suite

TITLE = re.compile(r'(?:test|playthrough)[ \t]*"([^"\n]*)"')
AFTER = re.compile(r'after[ \t]*"([^"\n]*)"')
NOTHING = "  always 0 is 0"
"""A line that holds everywhere, for a test of which nothing else is left."""
SET_UP = re.compile(r"[ \t]+(?:with|seed|games|up)\b|[ \t]*(?:#|\"|$)")
"""Lines of a test in which nothing happens."""


@frozen
class LinePosition:
    """A match at a line of a test, and why it came no further, if it did not."""

    title: str
    line: int
    """The line of the file up to which the test was played."""
    match: Match
    failure: FailedTest | None
    before_chance: Match | None = None
    """The match before chance went on by itself, where nothing has happened in the test."""


@frozen
class TestText:
    """A test as it stands in a text, from its first line to its last, counted from one."""

    __test__ = False

    title: str
    after: str | None
    kind: str
    start: int
    end: int
    first: int
    last: int


def tests_in(text: str) -> list[TestText]:
    """The tests of a text, without reading it; those with half a title are left out."""
    found: list[TestText] = []
    for test in TEST.finditer(text):
        head = test[0].split("\n", 1)[0]
        if title := TITLE.match(head):
            after = AFTER.search(head, title.end())
            first = text.count("\n", 0, test.start()) + 1
            last = first + test[0].count("\n")
            word = head[: head.index('"')].strip()
            found.append(TestText(title[1], after[1] if after else None, word, test.start(), test.end(), first, last))
    return found


def test_at(text: str, line: int) -> TestText | None:
    """The test that a line of a text belongs to; empty lines below one belong to it."""
    before = [test for test in tests_in(text) if test.first <= line]
    if not before:
        return None
    test, lines = before[-1], text.split("\n")
    between = lines[test.last : line]
    return test if all(not row.strip() or row[:1].isspace() or row.startswith("#") for row in between) else None


def cut_text(text: str, test: TestText, line: int) -> str:
    """A text with one test up to a line, and those that it goes on from; all else stays where it is."""
    tests = tests_in(text)
    named = {one.title: one for one in reversed(tests)}
    wanted, after = {test.title}, test.after
    while after is not None and after in named and after not in wanted:
        wanted.add(after)
        after = named[after].after
    lines = text.split("\n")
    line = whole_block(lines, test, line)
    for match in TEST.finditer(text):
        first = text.count("\n", 0, match.start()) + 1
        last = first + match[0].count("\n")
        kept = next((one for one in tests if one.first == first and one.title in wanted), None)
        below = first if kept is None else line + 1 if kept.first == test.first else last + 1
        for number in range(max(below, first), last + 1):
            lines[number - 1] = ""
    body = lines[test.first : line]
    if all(SET_UP.match(row) for row in body):
        lines.insert(max(test.first, line), NOTHING)
    return "\n".join(lines) + "\n"


def whole_block(lines: list[str], test: TestText, line: int) -> int:
    """The last line of what stands at a line: steps below `given` belong together."""
    body = [len(row) - len(row.lstrip()) for row in lines[test.first : test.last] if row.strip()]
    while body and line < test.last and (not (row := lines[line]).strip() or len(row) - len(row.lstrip()) > body[0]):
        line += 1
    return line


def position_at(path: Path, text: str, line: int) -> LinePosition | None:
    """The match behind a line of a test; none where no test stands.

    Raises BadRules if the rules, or the lines of the test up to there, have errors.
    """
    test = test_at(text, line)
    if test is None:
        return None
    source = library.source_of(cut_text(text, test, line).encode("utf-8", "surrogatepass"), str(path), path)
    made = suite(source, path)
    for number, prepared in enumerate(made.tests):
        if prepared.test.title == test.title:
            return played(made, number, test, line)
    return None


def played(made: Suite, number: int, test: TestText, line: int) -> LinePosition | None:
    """Plays one test of a suite: neither at random behind its lines, nor beside snapshots."""
    prepared = made.tests[number]
    plain = evolve(prepared, test=evolve(prepared.test, is_playthrough=False, games=0))
    for one in made.tests:
        if one.test.setup not in made.games:
            rules = without_tests(made.source)
            made.games[one.test.setup] = library.built(rules, one.test.setup.seats, dict(one.test.setup.chosen))
    tried = made.run(plain)
    run = made.ends[test.title]
    match = run.match if isinstance(run, ScenarioRun) else tried.failure.match if tried.failure is not None else None
    if match is None:
        return None
    before = run.match_before_chance if isinstance(run, ScenarioRun) else None
    return LinePosition(test.title, min(line, test.last), match, tried.failure, before)


def without_tests(source: Source) -> Source:
    """The rules of a source, in which all stays where it is: an edit of a test leaves the game as it was."""
    rules = source.tested or source
    return evolve(rules, text=blanked(rules.text))
