"""Comments that say why something is never reached, `# never refused: only kings stand there`, or that a note of the
checker is meant, `# may tell: all see who leads`.

The text of the rules goes in; what is excused where comes out. An excuse stands behind the line it is about, or in a
comment on the line above. `not reached` is about everything below the line as well.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator

from attrs import frozen

from astro_referee.grammar.problems import Problem, Severity, closest
from astro_referee.grammar.source import Source, blanked
from astro_referee.grammar.syntax.outline import everything, outline
from astro_referee.interpreter.machine import Goal

GOALS = {
    "never allowed": (Goal.ALLOWED,),
    "never refused": (Goal.REFUSED,),
    "never made": (Goal.MADE,),
    "never skipped": (Goal.SKIPPED,),
    "not reached": (Goal.REACHED, Goal.MADE),
}
"""Which goals each excuse is about."""
NOTES = {"may tell": "tells", "may repeat": "unbounded"}
"""Which notes may be accepted, by their codes."""
WORDS = (*GOALS, *NOTES)
BLOCK = "not reached"
COMMENT = re.compile(r"^(?P<before>(?:[^\"#\n]|\"[^\"\n]*\")*)#[ \t]*(?P<said>[^\n]*)$", re.MULTILINE)
EXCUSE = re.compile(r"(?P<words>(?:never|not|may)[ ]+\w+)[ \t]*:[ \t]*(?P<why>.*)")


@frozen
class Excuse:
    """What is excused and why; `place` is where the comment stands. Lines are counted from zero.

    It is about what stands on the lines from `first` to `end`, and excuses all that stands up to `last`.
    """

    words: str
    why: str
    place: int
    first: int
    end: int
    last: int

    def covers(self, goal: Goal, line: int) -> bool:
        """Whether it excuses that something on a line does not come to its goal."""
        if self.words == BLOCK and self.end < line <= self.last:
            return True
        return goal in GOALS.get(self.words, ()) and self.first <= line <= self.end

    def accepts(self, code: str, line: int) -> bool:
        """Whether a note on a line is meant."""
        return NOTES.get(self.words) == code and self.first <= line <= self.end


@frozen
class BadExcuse:
    """A comment that looks like an excuse and cannot be one."""

    place: int
    message: str


def read_excuses(text: str) -> Iterator[Excuse | BadExcuse]:
    """All excuses in a text, in order."""
    text = blanked(text)
    entries = everything(outline(text))
    lines = text.split("\n")
    for comment in COMMENT.finditer(text):
        found = EXCUSE.match(comment["said"])
        if found is None:
            continue
        words, why = " ".join(found["words"].split()), found["why"].strip()
        number = text.count("\n", 0, comment.start())
        if words not in WORDS:
            near = closest(words.split()[1], [known.split()[1] for known in WORDS])
            meant = [known for known in WORDS if known.split()[1] in near]
            if meant:  # else it is a remark like any other
                yield BadExcuse(number, f"`{words}` excuses nothing; did you mean `{meant[0]}`?")
            continue
        about = number
        while not comment["before"].strip() and about < len(lines) and lines[about].lstrip().startswith("#"):
            about += 1
        entry = next((entry for entry in entries if entry.first <= about <= entry.end), None)
        if not why:
            yield BadExcuse(number, f"`{words}` must say why")
        elif entry is None:
            yield BadExcuse(number, f"`{words}` stands at no line of the rules")
        else:
            yield Excuse(words, why, number, entry.first, entry.end, entry.last)


def unaccepted(source: Source, problems: Iterable[Problem]) -> list[Problem]:
    """Problems without the notes that the rules say are meant."""
    found = list(problems)
    if not any(problem.code in NOTES.values() for problem in found):
        return found
    excuses = [excuse for excuse in read_excuses(source.text) if isinstance(excuse, Excuse) and excuse.words in NOTES]

    def is_excused(problem: Problem) -> bool:
        line = bisect_right(source.starts, problem.span.start) - 1
        return problem.severity is Severity.NOTE and any(excuse.accepts(problem.code, line) for excuse in excuses)

    return [problem for problem in found if not is_excused(problem)]
