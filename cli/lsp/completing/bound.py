"""The names that the lines above give for this moment, found in the text: what is being typed cannot be read yet, and
the checker drops a move or a def whose last line is unfinished.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

PARAMETERS = re.compile(r"\s*(?:def|procedure|move)\s+\w+\((?P<names>.*)")
PARAMETER = re.compile(r"([A-Za-z_]\w*)\s*(?::|\bin\b)")
GONE_THROUGH = re.compile(
    r"\b(?:for|turns|once|together|any|ask|some|every|no|all|count|only|first|last|best|rank|choose)\s+"
    r"(?P<names>[A-Za-z_]\w*(?:,\s*[A-Za-z_]\w*)*)\s+in\b"
)
ALSO = re.compile(r",\s*([A-Za-z_]\w*)\s+in\b")
"""A second name of a loop: `for p in players, n in 1..3`."""
FOUND = re.compile(r"\bas\s+([A-Za-z_]\w*)\s*(?:[@#].*)?$")
BINDING = re.compile(r"\b[A-Za-z_]\w*(?:,\s*[A-Za-z_]\w*)*\s+in\s+\w*$")
"""Names that are only known behind what they go through, which is just written."""
LET = re.compile(r"\s*let\s+([A-Za-z_]\w*)\s*=")
LINE_OF_ALL = re.compile(r"\s*\b(?:if|else|for|turns|ask|phase|move|def|procedure|when|must)\b")
TEXT = re.compile(r'"[^"]*"')


def bound(above: str) -> dict[str, str]:
    """Names that are bound where a text ends, each with the line that does it; the nearest first."""
    lines = above.split("\n")
    found: dict[str, str] = {}
    for name in binders(BINDING.sub("", lines[-1]), own=True):
        found.setdefault(name, lines[-1].strip())
    inside = len(lines[-1]) - len(lines[-1].lstrip())
    beside = bool(lines[-1].strip()) or bool(inside)
    for line in reversed(lines[:-1]):
        if not line.strip():
            continue
        depth = len(line) - len(line.lstrip())
        if depth < inside:
            inside = depth
            names = list(binders(line, own=False))
        elif depth == inside and beside:
            names = [let[1]] if (let := LET.match(line)) else []
        else:
            continue
        for name in names:
            found.setdefault(name, line.strip())
        if inside == 0:
            break
    return found


def binders(line: str, own: bool) -> Iterator[str]:
    """The names that a line binds: for the lines below it, or within itself."""
    line = TEXT.sub("", line)
    if (named := PARAMETERS.match(line)) is not None:
        yield from PARAMETER.findall(named["names"])
    if (let := LET.match(line)) is not None and not own:
        yield let[1]
    if own or LINE_OF_ALL.match(line):
        for through in GONE_THROUGH.finditer(line):
            if own or line.lstrip().startswith(("for", "turns", "ask", "rank", "move")):
                yield from re.split(r",\s*", through["names"])
        if line.lstrip().startswith("for "):
            yield from ALSO.findall(line)
    if not own and line.lstrip().startswith(("if ", "else if ")) and (answer := FOUND.search(line)) is not None:
        yield answer[1]
