"""What may be said of a file of which some lines could not be read."""

from __future__ import annotations

import re
from collections import Counter

from astro_referee.grammar import tree
from astro_referee.grammar.problems import Problem, Severity
from astro_referee.grammar.source import Source
from astro_referee.interpreter.check.names.dependencies import inside

MISSING = frozenset(
    {
        "bad-cell",
        "bare-word",
        "may-be-none",
        "no-end",
        "no-members",
        "no-move",
        "no-otherwise",
        "no-phase",
        "no-such-member",
        "too-few-players",
    }
)
"""Problems that may come of a line that could not be read: it may have held just what is missing."""


NOT_THERE = frozenset({"circle", "no-library", "not-a-library", "too-large"})
"""Problems of a `use` line: what that library declares is not known."""

UNREADABLE_NUMBER = frozenset({"division-by-zero", "empty-span", "out-of-range", "too-few-cards", "too-large"})
"""Problems that may come of a number that could not be read and counts as zero."""


def independent(
    file: tree.File, source: Source, unread: tuple[Problem, ...], problems: tuple[Problem, ...]
) -> list[Problem]:
    """Those problems that cannot follow from what could not be read, which is reported already.

    A name may be unknown because the line that declares it could not be read; it is reported only if every place in
    the text where it stands was read.
    """
    text = Counter(re.findall(r"[A-Za-z_][A-Za-z0-9_]*", source.text))
    names = Counter(node.word for node in inside(file) if isinstance(node, tree.Name))
    names.update(node.name for node in inside(file) if isinstance(node, tree.Tag))
    numbers = any(problem.code == "number-too-large" for problem in unread)
    doubtful = MISSING | UNREADABLE_NUMBER if numbers else MISSING
    lost = {word for word, count in text.items() if names[word] < count}
    lost |= {word.lower() for word in lost}  # by which players know their team
    lacking = any(problem.code in NOT_THERE for problem in unread)
    kept: list[Problem] = []
    for problem in problems:
        word = source.slice(problem.span).removeprefix("@")
        named = problem.code.startswith("unknown-") or problem.code == "bad-target"
        if problem.code in doubtful or (named and (lacking or word in lost)):
            continue
        if problem.severity is Severity.ERROR or problem.code == "unused":
            kept.append(problem)
    return kept
