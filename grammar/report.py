"""Problems drawn: a source and its problems in, code frames or plain data out."""

from __future__ import annotations

from collections.abc import Callable

from astro_referee.grammar.problems import Problem, Severity
from astro_referee.grammar.source import Source

Paint = Callable[[str, str], str]
"""Colours a piece of text; the second argument is the name of a style: error, warning, note, place, mark."""

WIDEST = 160
"""Characters of a line that are shown; longer ones are cut around the place."""


def unpainted(text: str, style: str) -> str:
    del style
    return text


def frame(source: Source, problem: Problem, paint: Paint = unpainted) -> str:
    """A problem with the line it is in, the place marked, and what might help."""
    at = problem.span.start
    line, column = source.place(at)
    whole = source.line(at)
    text = source.written(whole)
    number = str(line)
    margin = " " * len(number)
    bar = paint("|", "place")
    head = paint(f"{problem.severity.value}[{problem.code}]", problem.severity.value)
    shown, start, length = window(text, column - 1, max(1, min(problem.span.end, whole.end) - at))
    mark = paint("^" * length, problem.severity.value)
    label = f" {paint(visible(problem.label), problem.severity.value)}" if problem.label else ""
    rows = [
        f"{head}: {visible(problem.message)}",
        f"{margin}{paint('-->', 'place')} {visible(source.file(at))}:{line}:{column}",
        f"{margin} {bar}",
        f"{paint(number, 'place')} {bar} {shown}",
        f"{margin} {bar} {' ' * start}{mark}{label}",
    ]
    notes = all_notes(source, problem)
    if notes:
        rows.append(f"{margin} {bar}")
        rows += [f"{margin} {paint('=', 'place')} {visible(note)}" for note in notes]
    return "\n".join(rows)


def all_notes(source: Source, problem: Problem) -> list[str]:
    """The notes of a problem, and what else it is about with its place."""
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
