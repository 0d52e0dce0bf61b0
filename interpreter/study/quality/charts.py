"""Charts as SVG, drawn by hand: no colour carries a meaning, and all is drawn in the colour of the text around it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from html import escape
from math import ceil

from attrs import frozen

from astro_referee.interpreter.study.quality.summary import Study, StudySection

WIDE, NUMBER, ROW = 720, 160, 24
LETTER, MOST_LETTERS, GAP = 7, 46, 18
"""How wide a letter is at most, on average; letters of a label; room between a label and what is drawn."""
MOST_BARS = 24
STYLE = "svg.astro{color:#222;font:13px system-ui,sans-serif}@media(prefers-color-scheme:dark){svg.astro{color:#ddd}}"


@frozen
class ChartMark:
    """A value with its interval; filled if it is surely not what is even."""

    label: str
    value: float
    low: float
    high: float
    text: str
    sure: bool = False


def forest(title: str, marks: Sequence[ChartMark], low: float, high: float, even: float | None) -> str:
    """A line for each value with its interval, and a dashed one where it would be even."""
    tall = ROW * len(marks) + 30
    labels = [shortened(mark.label) for mark in marks]
    left = max(map(len, labels)) * LETTER + 2 * GAP
    scale = (WIDE - left - NUMBER) / ((high - low) or 1)

    def x(value: float) -> float:
        return round(left + (min(max(value, low), high) - low) * scale, 1)

    drawn = []
    if even is not None:
        drawn.append(f'<path d="M{x(even)} 4V{tall - 22}" stroke-dasharray="3 3" opacity=".6"/>')
    for number, mark in enumerate(marks):
        y = ROW * number + ROW // 2
        fill = "currentColor" if mark.sure else "none"
        drawn.append(
            f"{text(left - GAP, y + 4, labels[number], 'end')}"
            f'<path d="M{x(mark.low)} {y}H{x(mark.high)}M{x(mark.low)} {y - 4}v8M{x(mark.high)} {y - 4}v8"/>'
            f'<circle cx="{x(mark.value)}" cy="{y}" r="4.5" fill="{fill}"/>'
            f"{text(WIDE - NUMBER + GAP, y + 4, mark.text)}"
        )
    for value in (low, high, *((even,) if even is not None else ())):
        drawn.append(text(x(value), tall - 6, f"{100 * value:.0f} %", "middle"))
    return framed(title, tall, "".join(drawn))


def shortened(label: str) -> str:
    return label if len(label) <= MOST_LETTERS else label[: MOST_LETTERS - 1] + "…"


def histogram(title: str, counts: Counter[int]) -> str:
    """How many games there are of each length, in some steps."""
    if not counts:
        return ""
    low, high = min(counts), max(counts)
    step = max(1, -(-(high - low + 1) // MOST_BARS))
    bins: Counter[int] = Counter()
    for length, count in counts.items():
        bins[(length - low) // step] += count
    most, bars = max(bins.values()), (high - low) // step + 1
    width = (WIDE - 60) / bars
    drawn = []
    for number in range(bars):
        tall = round(118 * bins[number] / most, 1)
        x = round(40 + number * width, 1)
        drawn.append(
            f'<rect x="{x}" y="{140 - tall}" width="{max(1.0, round(width - 2, 1))}" height="{tall}"'
            ' fill="currentColor" fill-opacity=".35"/>'
        )
    drawn.append(text(40, 158, f"{low:,}") + text(WIDE - 20, 158, f"{high:,}", "end"))
    drawn.append(text((20 + WIDE) / 2, 158, "moves", "middle") + text(40, 12, f"{most:,} games"))
    return framed(title, 166, "".join(drawn))


def text(x: float, y: float, said: str, anchor: str = "start") -> str:
    return f'<text x="{x}" y="{y}" text-anchor="{anchor}" fill="currentColor" stroke="none">{escape(said)}</text>'


def framed(title: str, tall: int, drawn: str) -> str:
    return (
        f'<svg class="astro" xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDE} {tall}" role="img" '
        f'stroke="currentColor" fill="none"><style>{STYLE}</style><title>{escape(title)}</title>{drawn}</svg>'
    )


# --- Of a study ------------------------------------------------------------------------------------------------------


def seat_chart(sections: Sequence[StudySection]) -> str:
    """Games won by each seat, section by section."""
    marks = []
    for section in sections:
        for test in section.seats():
            low, high = test.wins.interval
            sure = test.corrected is not None and test.corrected < 0.05
            value = test.wins.value or 0.0
            said = f"{100 * value:.1f} % of {test.wins.of:,}{' *' if sure else ''}"
            marks.append(ChartMark(f"{test.name}, {section.group.title}", value, low, high, said, sure))
    even = 1 / sections[0].game.seats if sections and sections[0].versus else None
    return forest("games won by each seat", marks, 0.0, 1.0, even) if marks else ""


def skill_chart(sections: Sequence[StudySection]) -> str:
    marks, even = [], 0.5
    for section in sections:
        test = section.stronger()
        if test is None:
            continue
        (low, high), value, even = test.wins.interval, test.wins.value or 0.0, test.expected
        sure = test.chance is not None and test.chance < 0.05
        said = f"{100 * value:.1f} %{' *' if sure else ''}"
        marks.append(ChartMark(section.group.title, value, low, high, said, sure))
    return forest("games won by the stronger player", marks, 0.0, 1.0, even) if marks else ""


def impact_chart(study: Study, section: StudySection, most: int = 20) -> str:
    found = section.impacts(study.features)[:most]
    marks = [
        ChartMark(
            str(one.feature), one.difference, *one.interval,
            f"{100 * one.difference:+.1f} %{' *' if one.matters else ''}", one.matters,
        )
        for one in found
    ]  # fmt: skip
    widest = max((abs(end) for mark in marks for end in (mark.low, mark.high)), default=0.0)
    ends = min(1.0, ceil(10 * widest) / 10)
    return forest("winning with it less winning without", marks, -ends, ends, 0.0) if marks else ""


def picture(study: Study) -> str:
    """The seats, and the lengths of random games."""
    charts = [seat_chart(study.fair_play), histogram("moves of a game", study.random.lengths())]
    return next((chart for chart in charts if chart), framed("no games", 20, ""))
