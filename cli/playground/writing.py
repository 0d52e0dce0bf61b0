"""What the page asks about a text: its problems with what mends them, its layout, its machine, its tests and what these
reach.
"""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING

from astro_referee.cli.editor import vocabulary
from astro_referee.cli.playground.desk import Desk
from astro_referee.grammar.source import Place, Source, file_name
from astro_referee.interpreter.play import library

if TYPE_CHECKING:
    from astro_referee.cli.commands.author.explain import Explanation
    from astro_referee.grammar.problems import Problem

Facts = dict[str, object]
HEADER = re.compile(r"^(?:game|variant|tests of)\b", re.MULTILINE)


# --- Problems --------------------------------------------------------------------------------------------------------


def check(desk: Desk, tests: bool, whole: bool) -> Facts:
    """The problems of a text; `whole` looks at every set-up, otherwise at one, quick enough while one types."""
    from astro_referee.interpreter import examination

    source = desk.source(tests)
    index, problems = examination.glance(source)
    counts: dict[str, int] = {}
    if whole:
        report = examination.examine(source)
        problems, counts = report.problems, report.counts
    known = [symbol for symbol in index.symbols if symbol.name.isidentifier()]
    return {
        "problems": [shown(source, problem) for problem in problems],
        "names": [{"name": one.name, "sort": str(one.sort), "means": one.meaning} for one in known],
        "counts": counts,
    }


def shown(source: Source, problem: Problem) -> Facts:
    """A problem with its place in the text of the page, and the edits of that text that mend it."""
    from astro_referee.grammar.edits import text_edit
    from astro_referee.grammar.report import all_notes

    begins = source.place(problem.span.start)
    place = source.located(problem.span) or Place(source.file(problem.span.start), begins, begins)
    own = place.file == file_name(source.name)
    message = problem.message if own else f"in {place.file}, line {begins[0]}: {problem.message}"
    edits = [edit for fix in problem.fixes if (edit := text_edit(source, fix)) is not None]
    return {
        "severity": problem.severity.value,
        "code": problem.code,
        "message": message,
        "label": problem.label,
        "notes": all_notes(source, problem),
        **({"from": place.start, "to": place.end} if own else {"from": header(source), "to": header(source)}),
        "explained": problem.code in explained(),
        "fixes": [
            {
                "title": edit.title,
                "from": edit.place.start,
                "to": edit.place.end,
                "text": edit.text,
            }
            for edit in edits
            if edit.place.file == file_name(source.name)
        ],
    }


def header(source: Source) -> tuple[int, int]:
    """Where a text names its game, its base or what it tests: what is wrong in other files is marked there."""
    found = HEADER.search(source.own)
    return source.place(source.files[-1].start + found.start()) if found is not None else (1, 1)


@cache
def explained() -> dict[str, Explanation]:
    """All explanations: a visit asks for them again and again."""
    from astro_referee.cli.commands.author.explain import explanations

    return explanations()


def explain(code: str) -> Facts:
    """What a problem means, and an example of it."""
    found = explained().get(code)
    if found is None:
        return {"known": False}
    return {
        "known": True,
        "code": found.code,
        "means": found.means,
        "about": found.about,
        "example": list(found.example),
    }


def describe(desk: Desk, tests: bool, line: int, column: int) -> Facts:
    """What stands at a place: a name with its type and what the rules say of it, or the type of an expression."""
    from astro_referee.interpreter import examination

    source = desk.source(tests)
    index = examination.index(source)
    file = file_name(source.name)
    symbol = index.at(file, line, column)
    if symbol is None:
        return {"head": "", "means": index.type_at(file, line, column), "docs": "", "seen": ""}
    head = f"{symbol.sort} {symbol.name}" if symbol.sort != symbol.name else symbol.name
    return {"head": head, "means": symbol.meaning, "docs": symbol.docs, "seen": symbol.seen_by}


# --- Text ------------------------------------------------------------------------------------------------------------


def lay_out(text: str) -> Facts:
    """The text in the one layout; one that cannot be read stays as it is."""
    from astro_referee.grammar.formatting.formatter import formatted, unreadable

    return {"text": None if unreadable("rules", text) else formatted(text)}


def words() -> Facts:
    """The words of the language, for colours and completion."""
    return {
        "heads": vocabulary.heads(),
        "naming": vocabulary.naming(),
        "together": vocabulary.together(),
        "operators": sorted(vocabulary.OPERATORS),
        "constants": sorted(vocabulary.CONSTANTS),
        "reserved": vocabulary.reserved(),
        "soft": vocabulary.soft(),
        "names": vocabulary.names(),
        "functions": vocabulary.functions(),
    }


def variant(base: str, name: str, title: str) -> Facts:
    """A rule file that changes a bundled game, with the names of what can be changed in it."""
    from pathlib import Path

    from astro_referee.cli.commands.author import new

    return {"name": name, "rules": new.variant(base, Path(f"{name}.astro"), title)}


def expand(desk: Desk) -> Facts:
    """The complete text of a variant: its base with all changes made."""
    from astro_referee.grammar.variants.expansion import expanded

    source = desk.source()
    if source.troubles:
        raise library.BadRules(source, source.troubles)
    return {"text": expanded(source)}


# --- Machine, tests, coverage ----------------------------------------------------------------------------------------


def graph(desk: Desk, players: int | None) -> Facts:
    """The state machine, drawn."""
    from astro_referee.interpreter.machine import graph as machine_graph
    from astro_referee.interpreter.show.picture.machine import machine_picture

    game = library.prepare(library.load(desk.source()), players)
    drawn = machine_graph.picture(game.machine)
    return {"picture": machine_picture(drawn), "text": machine_graph.mermaid(drawn)}


def test(desk: Desk, update: bool) -> Facts:
    """All tests of the document, run; with `update`, playthroughs are written down as they go now."""
    from astro_referee.cli.commands.author.test import data
    from astro_referee.interpreter.testing import runner

    results: list[Facts] = []
    snapshots = ""
    for path in runner.files_with_tests(desk.rules):
        suite = runner.suite(library.load_source(path, path.name), path, update)
        results += [data(suite.run(one)) for one in suite.tests]
        kept = suite.snapshots.path
        left = suite.tidy() if kept.is_file() else None
        results += [data(left)] if left is not None else []
        snapshots = kept.read_text(encoding="utf-8") if kept.is_file() else snapshots
    return {"tests": results, "snapshots": snapshots}


def coverage(desk: Desk, playouts: int) -> Facts:
    """What the tests, or so many random games, reach: the state of each line of the document's own rules."""
    from astro_referee.cli.commands.author.cover import by_sort, excused, missing, reached_by
    from astro_referee.interpreter.study.coverage import cover, lines

    made = cover(desk.rules, desk.rules.name, playouts)
    own = [line for line in lines(made) if line.file == desk.rules.name and line.state]
    return {
        "percent": made.percent,
        "summary": reached_by(made),
        "sorts": by_sort(made),
        "failed": [test.title for test in made.failed],
        "warnings": [{"line": warning.line, "message": warning.message} for warning in made.warnings],
        "lines": [
            {"line": one.number, "state": one.state, "said": [*missing(one.points), *excused(one.points)]}
            for one in own
        ],
    }
