"""Problems drawn: a source and its problems in, code frames or plain data out."""

from __future__ import annotations

from collections.abc import Callable

from astro_referee.grammar.problems import Problem, Severity
from astro_referee.grammar.source import Source, Span

Paint = Callable[[str, str], str]
"""Colours a piece of text; the second argument is the name of a style: error, warning, note, place, mark."""

WIDEST = 160
"""Characters of a line that are shown; longer ones are cut around the place."""


def unpainted(text: str, style: str) -> str:
    del style
    return text


def frame(source: Source, problem: Problem, paint: Paint = unpainted) -> str:
    """A problem with its line and the place marked, what else it is about in the same way, and what might help."""
    style = problem.severity.value
    spans = [problem.span, *(span for span, _ in problem.related)]
    width = max(len(str(source.place(span.start)[0])) for span in spans)
    margin, bar = " " * width, paint("|", "place")
    rows = [f"{paint(f'{style}[{problem.code}]', style)}: {visible(problem.message)}"]
    rows += excerpt(source, problem.span, problem.label, width, ("-->", "^", style), paint)
    for span, note in problem.related:
        rows += [f"{margin} {bar}", *excerpt(source, span, note, width, (":::", "-", "place"), paint)]
    if problem.notes:
        rows.append(f"{margin} {bar}")
        rows += [f"{margin} {paint('=', 'place')} {visible(note)}" for note in problem.notes]
    return "\n".join(rows)


def excerpt(
    source: Source, span: Span, label: str, width: int, look: tuple[str, str, str], paint: Paint = unpainted
) -> list[str]:
    """A line with its place and a mark below; `look` is the arrow, the mark, and the style of both mark and label."""
    arrow, mark, style = look
    line, column = source.place(span.start)
    whole = source.line(span.start)
    margin, bar = " " * width, paint("|", "place")
    shown, start, length = window(source.written(whole), column - 1, max(1, min(span.end, whole.end) - span.start))
    said = f" {paint(visible(label), style)}" if label else ""
    return [
        f"{margin}{paint(arrow, 'place')} {visible(source.file(span.start))}:{line}:{column}",
        f"{margin} {bar}",
        f"{paint(str(line).rjust(width), 'place')} {bar} {shown}",
        f"{margin} {bar} {' ' * start}{paint(mark * length, style)}{said}",
    ]


def all_notes(source: Source, problem: Problem) -> list[str]:
    """The notes of a problem, and what else it is about with its place, in words."""
    at = problem.span.start
    return [*problem.notes, *(f"{note}: {source.where(span.start, at)}" for span, note in problem.related)]


def visible(text: str) -> str:
    """Text of others, names of files too, with dots for what would steer a terminal."""
    return "".join(c if c.isprintable() else "·" for c in text)


def window(text: str, start: int, length: int) -> tuple[str, int, int]:
    """A long line cut to what is around the place."""
    clean = visible(text.expandtabs(1))
    if len(clean) <= WIDEST:
        return clean, start, min(length, max(1, len(clean) - start))
    left = max(0, start - WIDEST // 3)
    cut = clean[left : left + WIDEST]
    shown = ("…" if left else "") + cut + ("…" if left + WIDEST < len(clean) else "")
    offset = start - left + (1 if left else 0)
    return shown, offset, max(1, min(length, len(shown) - offset))


def frames(source: Source, problems: tuple[Problem, ...], paint: Paint = unpainted) -> str:
    return "\n\n".join(frame(source, p, paint) for p in problems)


def summary(problems: tuple[Problem, ...]) -> str:
    """`2 errors, 1 warning`."""
    said = []
    for severity in Severity:
        count = sum(p.severity is severity for p in problems)
        if count:
            said.append(f"{count} {severity.value}{'s' if count > 1 else ''}")
    return ", ".join(said)


def data(source: Source, problem: Problem) -> dict[str, object]:
    """A problem as plain data, for `--json`."""
    line, column = source.place(problem.span.start)
    end_line, end_column = source.place(problem.span.end)
    return {
        "file": source.file(problem.span.start),
        "severity": problem.severity.value,
        "code": problem.code,
        "message": problem.message,
        "line": line,
        "column": column,
        "end_line": end_line,
        "end_column": end_column,
        "label": problem.label,
        "notes": all_notes(source, problem),
    }
