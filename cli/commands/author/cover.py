"""`astro cover`: rule files or folders in; which parts of the rules their tests or random games reach, out."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from astro_referee.cli.commands.author.test import unreadable
from astro_referee.cli.failures import Misuse
from astro_referee.cli.main import FAILS, HOLDS
from astro_referee.cli.options import Number, seeded, with_json
from astro_referee.cli.terminal import ellipsis, painter, put, put_json, talk
from astro_referee.interpreter.values.text import Paint, clean, in_columns, plural

if TYPE_CHECKING:
    from astro_referee.interpreter.study.coverage import Coverage, Line, PointCount

SIGNS = {"missing": "!", "excused": "~", "ok": "+", "": " "}
FEW_ROWS = 3
"""Rows of a table without a gap between them that are shown one by one; more of them would hide everything else."""
WIDEST = 120
"""Characters of a line that are shown where only some lines are."""
STYLES = {"missing": "bad", "excused": "note", "ok": "good", "": "faint"}


@click.command("cover")
@click.argument("paths", metavar="[PATH…]", nargs=-1)
@click.option(
    "-n", "--games", "games", metavar="N", type=Number(1, 10**7), help="Play N random games instead of tests."
)
@seeded("Where the random games begin; the same seed gives the same games. 0 if not given.")
@click.option("--min", "least", metavar="PERCENT", type=click.FloatRange(0, 100), help="Fail if a game has less.")
@click.option("--html", metavar="FILE|DIR", help="Also write web pages: one FILE.html, or a folder with one per game.")
@click.option("--all", "everything", is_flag=True, help="Show all lines, not only those where something is missing.")
@with_json
@click.pass_context
def command(
    context: click.Context,
    paths: tuple[str, ...],
    games: int | None,
    seed: int,
    least: float | None,
    html: str | None,
    everything: bool,
    as_json: bool,
) -> None:
    """Show which parts of the rules the tests of a game reach, and which they do not.

    That is: moves made, guards seen to allow and to refuse, branches, phases, rows of tables and endings. A PATH is a
    rule file, a folder, or the name of a bundled game; without one, the current folder is looked through. The tests are
    those that `astro test` runs. With -n, random games are played instead, spread over numbers of players and options.

    What cannot be reached is excused by a comment on its line: `# never refused: why`, `# never allowed: why`,
    `# never skipped: why`, `# never made: why`, `# not reached: why`. A block that begins with `never because` is
    excused by that.

    \b
    Examples:
      astro cover my_game.astro
      astro cover my_game.astro --min 95 --html covered.html
      astro cover my_game.astro -n 1000
    """
    from astro_referee.interpreter.study.coverage import cover, percent

    made: list[Coverage] = []
    broken: list[dict[str, object]] = []
    paint = painter()
    for path, name in found(paths):
        try:
            made.append(cover(path, name, games or 0, seed))
        except Exception as error:
            broken.append(unreadable(name, error, as_json))
            continue
        if made[-1].playouts < (games or 0):
            only = plural(made[-1].playouts, "random game")
            talk(f"note: {clean(name)}: given up after {only}, which random players may never end", "note")
        if not as_json:
            show(made[-1], paint, everything)
    if html is not None:
        write_pages(html, made)
    good = not broken and all(not one.failed and one.percent >= (least or 0) for one in made)
    if as_json:
        put_json({"ok": good, "games": [data(one) for one in made], "broken": broken})
    elif len(made) > 1:
        reached, of = (sum(counts) for counts in zip(*(one.counted for one in made), strict=True))
        said = f"{plural(len(made), 'game')}: {shown_percent(percent(reached, of))} reached ({reached:,} of {of:,})"
        put(paint(said, "good" if reached == of else "bad"))
    context.exit(HOLDS if good else FAILS)


def found(paths: tuple[str, ...]) -> list[tuple[Path, str]]:
    """The rule files that are meant, with the names the user would give them; of a folder, no libraries."""
    from astro_referee.grammar.source import is_library
    from astro_referee.interpreter.play import library

    files: dict[str, Path] = {}
    only_libraries = False
    for path in paths or (".",):
        if Path(path).is_dir() and library.called(path) not in library.bundled():
            inside = library.rule_files(Path(path))
            only_libraries = bool(inside)
            files |= {str(file): file for file in inside if not is_library(library.text_of(file))}
        else:
            files[path] = library.find(path)
    if not files:
        raise Misuse("there are no games here" + (", only libraries" if only_libraries else ""))
    return [(file, name) for name, file in files.items()]


# --- In the terminal -------------------------------------------------------------------------------------------------


def show(coverage: Coverage, paint: Paint, everything: bool) -> None:
    from astro_referee.interpreter.study.coverage import lines

    rows = list(lines(coverage))
    nothing = not coverage.tests and not coverage.playouts
    shown = rows if everything else [] if nothing else with_headings(rows)
    file, alike = "", 0
    for row, following in zip(shown, [*shown[1:], None], strict=False):
        if row.file != file:
            file = row.file
            put(paint(clean(file), "head"))
        alike = alike + 1 if is_row(row) else 0
        if everything or alike <= FEW_ROWS:
            for text in annotated(row, paint, everything):
                put(text)
        elif following is None or not is_row(following):
            put(paint(f"         and {plural(alike - FEW_ROWS, 'more row')}", STYLES["missing"]))
    if shown:
        put()
    for text in summary(coverage, paint):
        put(text)


def with_headings(rows: list[Line]) -> list[Line]:
    """The lines where something is missing, and those they stand below."""
    wanted: dict[int, Line] = {}
    for index, row in enumerate(rows):
        if row.state != "missing":
            continue
        wanted[index] = row
        depth = indent(row)
        for above in range(index - 1, -1, -1):
            if (
                rows[above].text.strip()
                and not rows[above].text.lstrip().startswith("#")
                and indent(rows[above]) < depth
            ):
                depth = indent(rows[above])
                wanted[above] = rows[above]
            if not depth:
                break
    return [wanted[index] for index in sorted(wanted)]


def indent(row: Line) -> int:
    return len(row.text) - len(row.text.lstrip())


def is_row(row: Line) -> bool:
    """Whether a line is a row of a table, and nothing else."""
    return any(seen.point.sort == "row" for seen in row.points)


def annotated(row: Line, paint: Paint, whole: bool) -> list[str]:
    """A line with its number, and below it what is to be said of it."""
    state, text = row.state, clean(row.text).rstrip()
    if not whole and len(text) > WIDEST:
        text = text[: WIDEST - 1] + ellipsis()
    rows = [f"{paint(SIGNS[state], STYLES[state])} {row.number:4}  {text}".rstrip()]
    margin = " " * (8 + indent(row))
    rows += [margin + paint(clean(said), STYLES["missing"]) for said in missing(row.points)]
    rows += [margin + paint(clean(said), STYLES["excused"]) for said in excused(row.points)]
    return rows


def missing(points: tuple[PointCount, ...]) -> list[str]:
    """What was not reached on a line, each once."""
    return list(dict.fromkeys(seen.verdict for seen in points if seen.missing))


def excused(points: tuple[PointCount, ...]) -> list[str]:
    return list(dict.fromkeys(f"{seen.verdict}: {seen.excuse}" for seen in points if not seen.times and seen.excuse))


def summary(coverage: Coverage, paint: Paint) -> list[str]:
    """How much was reached of all together, and of each sort; what is wrong goes beside it."""
    for warning in coverage.warnings:
        talk(f"{clean(warning.file)}:{warning.line}: {clean(warning.message)}", "warning")
    for test in coverage.failed:
        talk(f"{clean(test.file)}:{test.line}: this test fails: {clean(test.title)}", "bad")
    said = f"{clean(coverage.source.name)}: {reached_by(coverage)}"
    rows = in_columns([[f"  {name}", count] for name, count in by_sort(coverage)])
    return [paint(said, "bad" if coverage.missing else "good"), *rows]


def reached_by(coverage: Coverage) -> str:
    from astro_referee.interpreter.study.coverage import counted

    reached, of = coverage.counted
    by = plural(coverage.playouts, "random game") if coverage.playouts else plural(len(coverage.tests), "test")
    if not coverage.tests and not coverage.playouts:
        return f"there are no tests, so none of {of} is reached; -n plays random games"
    spared = sum(not seen.times and bool(seen.excuse) for seen in coverage.points)
    more = f", {spared} excused" if spared else ""
    if coverage.source.base is not None:
        own = counted([seen for seen in coverage.points if seen.file == coverage.source.name])
        more += "; {} of {} in its own lines".format(*own)
    return f"{shown_percent(coverage.percent)} reached by {by} ({reached} of {of}{more})"


def by_sort(coverage: Coverage) -> list[tuple[str, str]]:
    """How much of each sort was reached."""
    from astro_referee.interpreter.study.coverage import SORTS, counted

    rows: list[tuple[str, str]] = []
    for sort, several in SORTS.items():
        own = [seen for seen in coverage.points if seen.point.sort == sort]
        if own:
            rows.append((several, "{} of {}".format(*counted(own))))
    return rows


def shown_percent(percent: float) -> str:
    """With one digit after the point, rounded down."""
    return f"{int(percent * 10) / 10:g} %"


def write_pages(output: str, made: list[Coverage]) -> None:
    """One page with everything, or a folder of pages if the name is not that of a page."""
    from astro_referee.cli.files import write_output
    from astro_referee.cli.reports.coverage_page import folder, whole_page

    if output.endswith((".html", ".htm")):
        write_output(output, whole_page(made))
        return
    Path(output).mkdir(parents=True, exist_ok=True)
    for name, text in folder(made).items():
        write_output(str(Path(output, name)), text)


# --- As data ---------------------------------------------------------------------------------------------------------


def data(coverage: Coverage) -> dict[str, object]:
    reached, of = coverage.counted
    return {
        "game": coverage.title,
        "file": coverage.source.name,
        "tests": len(coverage.tests),
        "failed": [{"file": test.file, "line": test.line, "title": test.title} for test in coverage.failed],
        "playouts": coverage.playouts,
        "reached": reached,
        "to_reach": of,
        "percent": coverage.percent,
        "points": [
            {
                "file": seen.file,
                "line": seen.line,
                "sort": seen.point.sort,
                "what": seen.point.name,
                "goal": seen.point.goal,
                "times": seen.times,
                "excuse": seen.excuse,
            }
            for seen in coverage.points
        ],
        "warnings": [{"file": w.file, "line": w.line, "message": w.message} for w in coverage.warnings],
    }
