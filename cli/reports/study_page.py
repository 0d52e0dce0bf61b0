"""A study, or several side by side, as one web page that needs nothing else. All text from files is escaped."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from astro_referee.cli.reports.study_text import (
    CALLED,
    change_cells,
    comparison_lines,
    mean_cells,
    others,
    share_cells,
    skill_cells,
)
from astro_referee.interpreter.study.quality import charts
from astro_referee.interpreter.study.quality.comparison import compare
from astro_referee.interpreter.study.quality.findings import findings, percent
from astro_referee.interpreter.study.quality.summary import Study, StudySection
from astro_referee.interpreter.values.text import plural

STYLE = """
:root { color-scheme: light dark; --ink: #222; --paper: #fff; --faint: #6b6b6b; --rule: #ddd; }
@media (prefers-color-scheme: dark) { :root { --ink: #ddd; --paper: #181a1b; --faint: #999; --rule: #3a3d3f; } }
body { color: var(--ink); background: var(--paper); font: 16px/1.5 system-ui, sans-serif; margin: 2rem auto;
  max-width: 60rem; padding: 0 1rem; }
h2 { margin-top: 2.5rem; } h3 { margin: 1.5rem 0 .3rem; font-size: 1rem; }
table { border-collapse: collapse; } td, th { padding: .15rem 1.2rem .15rem 0; text-align: left; }
tr { border-bottom: 1px solid var(--rule); }
td + td, th + th { text-align: right; white-space: nowrap; font-variant-numeric: tabular-nums; }
td:first-child { min-width: 9rem; } .wide { overflow-x: auto; } .faint { color: var(--faint); }
svg { width: 100%; height: auto; min-width: 34rem; max-width: 46rem; }
"""
NOTE = (
    "Shares have 95 % intervals by Wilson, means by Student's t over games. A star and a filled dot mark"
    " what is surer than accident, corrected by Holm for the number of comparisons. What goes with winning need not be"
    " its reason."
)


def study_page(studies: Sequence[Study]) -> str:
    title = " and ".join(study.title for study in studies)
    body = "".join(article(study) for study in studies)
    body = "".join(beside(studies[0], other) for other in studies[1:]) + body
    head = '<meta charset="utf-8">\n<meta name="viewport" content="width=device-width">\n'
    return (
        f'<!doctype html>\n<html lang="en">\n{head}<title>{escape(title)}: a study</title>\n<style>{STYLE}</style>\n'
        f'<h1>{escape(title)}</h1>\n<p class="faint">{NOTE}</p>\n{body}</html>\n'
    )


def article(study: Study) -> str:
    said = "".join(f"<li>{escape(one)}</li>\n" for one in findings(study))
    facts = f"{plural(study.games, 'game')}, {plural(study.game.seats, 'player')}, seed {study.plan.seed}"
    options = ", ".join(f"{name} = {value}" for name, value in study.game.settings())
    stopped = "<p>Stopped early: this is what was played so far.</p>\n" if study.stopped else ""
    parts = [
        f'<h2>{escape(study.title)}</h2>\n<p class="faint">{escape("; ".join(filter(None, [facts, options])))}</p>\n',
        f"{stopped}<ul>\n{said}</ul>\n" if said else stopped,
        f"<h3>Games won by each seat</h3>\n{wide(charts.seat_chart(study.fair_play))}\n",
    ]
    if study.skill:
        head, *rows = skill_cells(study.skill)
        parts.append(f"<h3>Games won by who thinks longer</h3>\n{wide(charts.skill_chart(study.skill))}\n")
        parts.append(table(head, rows))
    parts += [section_part(study, section) for section in study.fair_play]
    return "".join(parts)


def section_part(study: Study, section: StudySection) -> str:
    tests = [*section.seats(), *([section.first_mover()] if section.versus else [])]
    shares = [[test.name, *share_cells(test.wins)] for test in tests]
    shares += [[name, *share_cells(share)] for name, share in others(section)]
    means = [[CALLED.get(name, name), *mean_cells(name, mean)] for name, mean in section.means().items() if mean]
    ends = [[name, *share_cells(share)] for name, share in section.endings()]
    chart, lengths = charts.impact_chart(study, section), section.lengths()
    balance = f"<p>Balance {percent(section.balance)}</p>\n" if section.balance is not None else ""
    histogram = ""
    if len({*lengths}) > 1:  # the average says all if games are equally long
        histogram = f"<h3>Moves of a game</h3>\n{wide(charts.histogram('moves of a game', lengths))}\n"
    return (
        f"<h2>{escape(study.title)}: {escape(section.group.title)}</h2>\n"
        f"{table(['won by', 'games', 'share', '95 % interval'], shares)}{balance}"
        f"<h3>On average</h3>\n{table(['', 'mean', '95 % interval', 'spread', 'games'], means)}"
        f"{histogram}<h3>How it ends</h3>\n{table(['', 'games', 'share', '95 % interval'], ends)}"
        + (f"<h3>What goes with winning</h3>\n{wide(chart)}\n" if chart else "")
    )


def beside(one: Study, other: Study) -> str:
    sure = [change for change in compare(one, other) if change.significant]
    head = ["measure", one.title, other.title, "difference", "corrected p"]
    rows = [[cell.strip() for cell in change_cells(change)] for change in sure]
    return f"<h2>What differs</h2>\n<p>{escape(comparison_lines(one, other)[0])}</p>\n{table(head, rows)}"


def table(head: list[str], rows: list[list[str]]) -> str:
    if not rows:
        return ""
    first = "".join(f"<th>{escape(cell)}</th>" for cell in head)
    lines = "".join("<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>\n" for row in rows)
    return wide(f"<table>\n<tr>{first}</tr>\n{lines}</table>") + "\n"


def wide(drawn: str) -> str:
    """What a small screen cannot show whole, and scrolls by itself."""
    return f'<div class="wide">{drawn}</div>'
