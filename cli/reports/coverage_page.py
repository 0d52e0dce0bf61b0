"""Coverage as web pages that need nothing else: what was reached in, HTML out. All text from files is escaped."""

from __future__ import annotations

import re
from html import escape
from itertools import groupby
from typing import TYPE_CHECKING

from astro_referee.interpreter.values.text import plural

if TYPE_CHECKING:
    from astro_referee.interpreter.study.coverage import Coverage, Line, PointCount

STYLE = """
:root { color-scheme: light dark; --ink: #222; --paper: #fff; --faint: #777; --rule: #ddd;
  --missing: #fde3e1; --excused: #fdf3d0; --ok: #e3f4e3; --bad: #b3261e; --good: #1e6b2e; }
@media (prefers-color-scheme: dark) { :root { --ink: #ddd; --paper: #181a1b; --faint: #999; --rule: #3a3d3f;
  --missing: #4a2220; --excused: #43391a; --ok: #1d3521; --bad: #ff8a80; --good: #81c995; } }
body { color: var(--ink); background: var(--paper); font: 16px/1.5 system-ui, sans-serif; margin: 2rem auto;
  max-width: 80rem; padding: 0 1rem; }
a { color: inherit; } h2 { font-size: 1rem; margin: 2rem 0 .5rem; }
table { border-collapse: collapse; } td, th { padding: .1rem 1rem .1rem 0; text-align: left; }
td.number { text-align: right; }
.bad { color: var(--bad); } .good { color: var(--good); } .faint { color: var(--faint); }
.rules { font: 14px/1.45 ui-monospace, monospace; overflow-x: auto; border: 1px solid var(--rule); }
.rules div { white-space: pre; min-width: max-content; padding-right: 1rem; }
.rules .place { display: inline-block; width: 4ch; margin: 0 2ch 0 1ch; text-align: right; color: var(--faint);
  user-select: none; text-decoration: none; }
.rules .said { font-family: system-ui, sans-serif; margin-left: 3ch; color: var(--faint); user-select: none; }
.missing { background: var(--missing); } .missing .said { color: var(--bad); }
.excused { background: var(--excused); } .ok { background: var(--ok); }
"""


def whole_page(made: list[Coverage]) -> str:
    """One page with all games."""
    if len(made) == 1:
        return page(made[0].title, article(made[0], 0))
    links = {f"#game-{number}": coverage for number, coverage in enumerate(made)}
    return page("Coverage", contents(links) + "".join(article(one, number) for number, one in enumerate(made)))


def folder(made: list[Coverage]) -> dict[str, str]:
    """A page for each game, and one that lists them."""
    pages: dict[str, str] = {}
    links: dict[str, Coverage] = {}
    for number, coverage in enumerate(made):
        stem = re.sub(r"[^A-Za-z0-9_-]+", "-", coverage.source.name.removesuffix(".astro")).strip("-")
        name = f"{stem}.html" if stem not in ("", "index") and f"{stem}.html" not in pages else f"game-{number}.html"
        pages[name] = page(coverage.title, '<p><a href="index.html">all games</a></p>' + article(coverage, number))
        links[name] = coverage
    return {"index.html": page("Coverage", contents(links)), **pages}


def page(title: str, body: str) -> str:
    head = (
        f'<meta charset="utf-8">\n<meta name="viewport" content="width=device-width">\n<title>{escape(title)}</title>'
    )
    return f'<!doctype html>\n<html lang="en">\n{head}\n<style>{STYLE}</style>\n{body}</html>\n'


def contents(links: dict[str, Coverage]) -> str:
    from astro_referee.cli.commands.author.cover import shown_percent

    rows = [
        f'<tr><td><a href="{escape(link)}">{escape(one.title)}</a></td><td class="faint">{escape(one.source.name)}</td>'
        f'<td class="number {"bad" if one.missing else "good"}">{shown_percent(one.percent)}</td></tr>\n'
        for link, one in links.items()
    ]
    return f"<h1>Coverage</h1>\n<table>\n{''.join(rows)}</table>\n"


# --- One game --------------------------------------------------------------------------------------------------------


def article(coverage: Coverage, number: int) -> str:
    from astro_referee.cli.commands.author.cover import by_sort, reached_by
    from astro_referee.interpreter.study.coverage import lines

    sorts = "".join(f'<tr><th>{name}</th><td class="number">{said}</td></tr>\n' for name, said in by_sort(coverage))
    notes = [f"{w.file}:{w.line}: {w.message}" for w in coverage.warnings]
    notes += [f"{test.file}:{test.line}: this test fails: {test.title}" for test in coverage.failed]
    warned = "".join(f'<p class="bad">{escape(note)}</p>\n' for note in notes)
    rows = list(lines(coverage))
    places = {(row.file, row.number): f"g{number}-{index}" for index, row in enumerate(rows)}
    parts = [
        f'<h2>{escape(file)}</h2>\n<div class="rules">{"".join(shown(row, places) for row in some)}</div>\n'
        for file, some in groupby(rows, key=lambda row: row.file)
    ]
    return (
        f'<h1 id="game-{number}">{escape(coverage.title)}</h1>\n'
        f'<p class="{"bad" if coverage.missing else "good"}">{escape(reached_by(coverage))}</p>\n'
        f"<table>\n{sorts}</table>\n{warned}{left(coverage, places)}{''.join(parts)}"
    )


def left(coverage: Coverage, places: dict[tuple[str, int], str]) -> str:
    """A list of what is missing, which leads there."""
    rows = [
        f'<tr><td class="faint">{escape(seen.file)}</td>'
        f'<td class="number"><a href="#{places[seen.file, seen.line]}">{seen.line}</a></td>'
        f"<td>{escape(seen.point.name)}</td><td>{seen.verdict}</td></tr>\n"
        for seen in coverage.missing
    ]
    return f"<h2>{plural(len(rows), 'thing')} missing</h2>\n<table>\n{''.join(rows)}</table>\n" if rows else ""


def shown(row: Line, places: dict[tuple[str, int], str]) -> str:
    place = places[row.file, row.number]
    said = "; ".join(dict.fromkeys(map(remark, row.points)))
    behind = f'<span class="said">{escape(said)}</span>' if said else ""
    number = f'<a class="place" href="#{place}">{row.number}</a>'
    return f'<div id="{place}" class="{row.state or "plain"}">{number}{escape(row.text)}{behind}</div>'


def remark(seen: PointCount) -> str:
    """What is said of a point at the end of its line."""
    if seen.times:
        return f"{seen.point.goal} {plural(seen.times, 'time')}"
    return f"{seen.verdict}: {seen.excuse}" if seen.excuse else seen.verdict
