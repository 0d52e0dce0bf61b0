"""From a rule file's text to its syntax tree and everything that is wrong with how it is written, in one run."""

from __future__ import annotations

from astro_referee.grammar import limits, tree
from astro_referee.grammar.build import build
from astro_referee.grammar.layout import lay_out
from astro_referee.grammar.marks import clean
from astro_referee.grammar.opening import open_file
from astro_referee.grammar.parser import lex
from astro_referee.grammar.problems import Problem
from astro_referee.grammar.recovery import parse
from astro_referee.grammar.source import Source, Span


def read(source: Source) -> tuple[tree.File | None, tuple[Problem, ...]]:
    """The tree of a file and its problems in the order of the text.

    With problems, the tree holds the lines that could be read; without a tree, nothing could.
    """
    problems: list[Problem] = []
    file = _file(source, problems)
    found = sorted(dict.fromkeys(problems), key=lambda problem: (problem.span.start, problem.span.end))
    if len(found) > limits.PROBLEMS:
        last = found[limits.PROBLEMS]
        message = "there are more problems from here on"
        found[limits.PROBLEMS :] = [Problem("more-problems", message, last.span, "the ones above come first")]
    return file, tuple(found)


def _file(source: Source, problems: list[Problem]) -> tree.File | None:
    if not _fits(source, problems):
        return None
    text = clean(source.text, problems)
    layout = lay_out(text, lex(text))
    problems += layout.problems
    if len(problems) > limits.PROBLEMS or not open_file(layout, problems):
        return None
    branch = parse(layout, problems)
    return build(text, branch, problems) if branch else None


def _fits(source: Source, problems: list[Problem]) -> bool:
    """Whether a file is of a size a person could have written."""
    size = len(source.text)
    if size > limits.FILE:
        message = f"this file has {size:,} characters; a rule file has at most {limits.FILE:,}"
        problems.append(Problem("too-large", message, Span(0, 0)))
        return False
    for start, end in zip(source.starts, [*source.starts[1:], size], strict=True):
        if end - start > limits.LINE:
            message = f"this line has more than {limits.LINE:,} characters"
            problems.append(Problem("too-long", message, Span(start, start + 1), "go on in a new line behind a comma"))
            return False
    return True
