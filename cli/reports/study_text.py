"""A study, or several side by side, as lines for the terminal."""

from __future__ import annotations

from collections.abc import Sequence
from math import isfinite

from astro_referee.interpreter.study.quality.comparison import MeasureChange, compare
from astro_referee.interpreter.study.quality.findings import findings, percent
from astro_referee.interpreter.study.quality.statistics import Mean, Share
from astro_referee.interpreter.study.quality.summary import Study, StudySection
from astro_referee.interpreter.values.text import clean, in_columns, plural

MOST_ENDINGS, MOST_IMPACTS, MOST_CHANGES = 8, 10, 20
SHARES = ("real decisions", "drama", "decisiveness", "stability", "choice")
"""Means that are parts of something, shown as percentages."""
CALLED = {"length": "moves in a game", "branching": "moves to choose from", "choice": "meaningful choice"}


def study_lines(study: Study) -> list[str]:
    made = [f"{study.title}, {plural(study.game.seats, 'player')}: {plural(study.games, 'game')}"]
    if study.stopped:
        made.append("stopped early: this is what was played so far")
    said = findings(study)
    made += ["", *(f"- {clean(one)}" for one in said)] if said else []
    for section in study.fair_play:
        made += ["", *section_lines(study, section)]
    if study.skill:
        made += ["", *skill_lines(study.skill)]
    return made


def section_lines(study: Study, section: StudySection) -> list[str]:
    made = [f"{section.group.title}: {plural(len(section.rows), 'game')}"]
    rows = [["  won by", "games", "share", "95 % interval"]]
    for test in [*section.seats(), *([section.first_mover()] if section.versus else [])]:
        rows.append([f"  {test.name}", *share_cells(test.wins)])
    rows += [[f"  {name}", *share_cells(share)] for name, share in others(section)]
    made += in_columns(rows)
    if section.balance is not None:
        made.append(f"  balance {percent(section.balance)}")
    means = [[f"  {CALLED.get(name, name)}", *mean_cells(name, mean)] for name, mean in section.means().items() if mean]
    made += ["", *in_columns([["  on average", "", "95 % interval", "spread", "games"], *means])]
    ends = [[f"  {clean(name)}", *share_cells(share)] for name, share in section.endings()[:MOST_ENDINGS]]
    if ends:
        made += ["", "  how it ends", *in_columns(ends)]
    found = section.impacts(study.features)[:MOST_IMPACTS]
    if found:
        head = ["  what goes with winning", "with", "without", "difference", "corrected p"]
        lines = [
            [
                f"  {clean(str(one.feature))}",
                percent(one.with_it),
                percent(one.without),
                f"{100 * one.difference:+.1f} ± {100 * one.half:.1f}",
                f"{chance(one.corrected)}{' *' if one.matters else ''}",
            ]
            for one in found
        ]
        made += ["", *in_columns([head, *lines])]
    return made


def others(section: StudySection) -> list[tuple[str, Share]]:
    """Draws, games without a winner and games without an end, where there are any."""
    found = [("draw", section.draws), ("nobody", section.nobody)]
    return [(name, share) for name, share in found if share.count] + (
        [("finished", section.completion)] if section.completion.count < section.completion.of else []
    )


def chance(p: float) -> str:
    return "< 0.001" if p < 0.001 else f"{p:.3f}"


def share_cells(share: Share) -> list[str]:
    low, high = share.interval
    value = percent(share.value) if share.value is not None else "-"
    return [f"{share.count:,}", value, f"{100 * low:.1f} to {100 * high:.1f} %"]


def mean_cells(name: str, mean: Mean) -> list[str]:
    low, high = mean.interval
    known = isfinite(high - low)  # of few games nothing can be said
    if name in SHARES:
        least = -1.0 if name == "choice" else 0.0  # the best move of some games may be the worst of others
        shown = f"{100 * max(least, low):.1f} to {100 * min(1.0, high):.1f} %" if known else "-"
        return [percent(mean.value), shown, percent(mean.spread), f"{mean.count:,}"]
    shown = f"{low:,.2f} to {high:,.2f}" if known else "-"
    return [f"{mean.value:,.2f}", shown, f"{mean.spread:,.2f}", f"{mean.count:,}"]


def skill_lines(sections: Sequence[StudySection]) -> list[str]:
    head, *rows = skill_cells(sections)
    return in_columns([["  skill", *head[1:]], *([f"  {name}", *cells] for name, *cells in rows)])


def skill_cells(sections: Sequence[StudySection]) -> list[list[str]]:
    """A line of heads, and one for each of them."""
    rows = [["", "won", "share", "95 % interval", "with draws", "even"]]
    for section in sections:
        test = section.stronger()
        assert test is not None
        gets = [percent(test.value), percent(test.expected)]
        rows.append([section.group.title, *share_cells(test.wins), *gets])
    return rows


def comparison_lines(one: Study, other: Study) -> list[str]:
    """What differs, surest first."""
    found = compare(one, other)
    sure = [change for change in found if change.significant]
    made = [f"{other.title} beside {one.title}: {plural(len(sure), 'measure')} of {len(found)} differ"]
    rows = [change_cells(change) for change in sure[:MOST_CHANGES]]
    if rows:
        made += in_columns([["  measure", clean(one.title), clean(other.title), "difference", "corrected p"], *rows])
    if len(sure) > MOST_CHANGES:
        made.append(f"  and {plural(len(sure) - MOST_CHANGES, 'other')}")
    return made


def change_cells(change: MeasureChange) -> list[str]:
    scale, unit = (100, " %") if change.share else (1, "")
    shown = [f"{scale * mean.value:,.2f}{unit}" for mean in (change.before, change.after)]
    apart = f"{scale * change.apart:+,.2f} ± {scale * change.half:,.2f}"
    return [
        f"  {clean(CALLED.get(change.name, change.name))} ({change.players})",
        *shown,
        apart,
        chance(change.corrected),
    ]
