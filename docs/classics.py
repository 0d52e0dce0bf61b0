"""Writes what the pages about the classic games have from elsewhere: `python docs/classics.py`.

The rule files say what each game is, for how many, and its options. The tests of `tests/classics` declare what each is
compared with, and `tests/classics/compared.json` has how much was compared in the last runs. From these come the table
of classics.md, and on the pages of the groups in games/ the lines between two comments in the section of each game;
whatever stands outside of them is written by hand. A game that has no section yet gets one.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from textwrap import fill

from attrs import frozen

from astro_referee.interpreter.play import library
from astro_referee.interpreter.play.game import Rules
from astro_referee.interpreter.values.printing import Printer

FOLDER = Path(__file__).parent
CLASSICS = FOLDER.parent / "games" / "classics"
TESTS = FOLDER.parent / "tests" / "classics"
OVERVIEW = FOLDER / "classics.md"
COMMAND = ".venv/bin/python docs/classics.py"

sys.path.append(str(TESTS))
from comparisons import Comparison, declared, on_record, total  # noqa: E402

BEGIN, END = "<!-- written by {command} -->", "<!-- up to here -->"
GAPS = re.compile(r"<!-- written by .*? -->\n.*?<!-- up to here -->\n", re.DOTALL)
RUNS = ("short", "thorough")
NOTHING = "\N{EN DASH}"
HEAD = ("game", "lines", "players", "compared with", "published numbers", "every run", "thorough run", "differences")


@frozen
class Classic:
    """A game with what its file and its tests say about it."""

    name: str
    path: Path
    rules: Rules
    base: str
    comparison: Comparison | None

    @property
    def group(self) -> str:
        return self.path.parent.name

    @property
    def lines(self) -> int:
        """Lines that are neither blank nor comments."""
        texts = [line.strip() for line in self.path.read_text(encoding="utf-8").splitlines()]
        return sum(bool(text) and not text.startswith("#") for text in texts)

    @property
    def players(self) -> str:
        low, high = self.rules.seats
        return str(low) if low == high else f"{low} to {high}"

    def counted(self, run: str) -> tuple[int, int, int] | None:
        """Games, decisions and deals that the last run of this sort has compared."""
        counts = on_record().get(self.name, {}).get(run)
        return total(counts) if counts else None


@cache
def classics() -> tuple[Classic, ...]:
    """All of them, by name."""
    compared, found = declared(), []
    for path in library.rule_files(CLASSICS):
        source = library.load_source(path)
        if not source.is_library:
            base = Path(source.base[0]).stem if source.base is not None else ""
            found.append(Classic(path.stem, path, library.load(path), base, compared.get(path.stem)))
    return tuple(sorted(found, key=lambda each: each.name))


# --- The overview ----------------------------------------------------------------------------------------------------


def row(game: Classic) -> tuple[str, ...]:
    known = game.comparison or Comparison(game.name, NOTHING)
    many = len(known.differences)
    return (
        f"[{game.name}](games/{game.group}.md#{game.name})",
        str(game.lines),
        game.players,
        known.engine,
        known.published or NOTHING,
        *map(briefly, map(game.counted, RUNS)),
        str(many) if many else NOTHING,
    )


def briefly(counts: tuple[int, int, int] | None) -> str:
    """Games and decisions, and of matches of many deals how many of these."""
    if counts is None:
        return NOTHING
    games, decisions, deals = counts
    return f"{games:,} / {decisions:,}" + (f", {deals:,} deals" if deals else "")


def table(head: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> str:
    lines = [" | ".join(head), "|".join("---" for _ in head), *(" | ".join(cells) for cells in rows)]
    return "\n".join(f"|{line}|" if set(line) <= {"-", "|"} else f"| {line} |" for line in lines)


# --- The pages of the groups -----------------------------------------------------------------------------------------


def told(game: Classic) -> str:
    """What a section has from elsewhere: the words of the rule file, its options, and what it is held against."""
    paragraphs = [wrapped(f"*{game.rules.docs}*"), wrapped(facts(game))]
    if game.rules.options:
        printer = Printer(game.rules.kinds, ())
        rows = [(f"`{o.name}`", printer.show(o.type, o.default), o.docs or NOTHING) for o in game.rules.options]
        paragraphs.append(table(("option", "usual", "means"), rows))
    return "\n\n".join([*paragraphs, *held_against(game)])


def facts(game: Classic) -> str:
    length = dict(game.rules.credits).get("length")
    of = f", a variant of [{game.base}](#{game.base})," if game.base else ""
    place = f"[{game.path.name}](../../games/classics/{game.group}/{game.path.name})"
    return f"For {game.players} players{f', {length}' if length else ''}. {place}{of} has {game.lines} lines."


def held_against(game: Classic) -> Iterator[str]:
    if game.comparison is None:
        return
    known, often = game.comparison, []
    for run, name in zip(RUNS, ("every run", "a thorough one"), strict=True):
        if counts := game.counted(run):
            games, decisions, deals = counts
            of = f" of {deals:,} deals" if deals else ""
            often.append(f"{games:,} game{'s' * (games > 1)}{of} with {decisions:,} decisions in {name}")
    yield wrapped(
        f"Compared with {known.engine}{': ' + ', '.join(often) if often else ''}."
        + (f" Published numbers it gives: {known.published}." if known.published else "")
    )
    if known.differences:
        yield "Differences:\n\n" + "\n".join(map(point, known.differences))


def point(text: str) -> str:
    return fill(f"- {text[0].upper()}{text[1:]}.", 120, subsequent_indent="  ", break_on_hyphens=False)


def wrapped(text: str) -> str:
    return fill(text, 120, break_long_words=False, break_on_hyphens=False)


# --- Pages -----------------------------------------------------------------------------------------------------------


def gap(text: str) -> str:
    return f"{BEGIN.format(command=COMMAND)}\n\n{text}\n\n{END}\n"


def filled(page: str, text: str) -> str:
    """The page, or the section, with this between its comments; at its end if there are none."""
    if GAPS.search(page):
        return GAPS.sub(lambda _: gap(text), page, count=1)
    return f"{page.rstrip()}\n\n{gap(text)}"


def group_page(group: str) -> str:
    """The page of a group with a section for each of its games, in the order of their names."""
    path = FOLDER / "games" / f"{group}.md"
    head, *written = re.split(r"^## ", path.read_text(encoding="utf-8"), flags=re.MULTILINE)
    sections = {text.partition("\n")[0].strip(): text.partition("\n")[2] for text in written}
    games = [game for game in classics() if game.group == group]
    return head + "\n".join(
        f"## {game.name}\n\n{filled(sections.get(game.name, ''), told(game)).strip()}\n" for game in games
    )


def pages() -> dict[Path, str]:
    """What is to stand on the pages now."""
    groups = sorted({game.group for game in classics()})
    return {
        OVERVIEW: filled(OVERVIEW.read_text(encoding="utf-8"), table(HEAD, map(row, classics()))),
        **{FOLDER / "games" / f"{group}.md": group_page(group) for group in groups},
    }


if __name__ == "__main__":
    for path, text in pages().items():
        path.write_text(text, encoding="utf-8")
