"""What may follow in a line of a test, as the game stands there: moves that are legal, outcomes that may come up."""

from __future__ import annotations

import re
from pathlib import Path

from lsprotocol import types

from astro_referee.interpreter.play.library import BadRules, NotAFile
from astro_referee.interpreter.play.match import FaultyRules, Match
from astro_referee.interpreter.testing.at_line import LinePosition, position_at

MOVE = re.compile(r'^\s+(?:refuse\s+|offers\s+)?(\w+)\s+(?:only\s+)?(?:"[^"]*"\s*,\s*)*"([^"]*)$')
CHANCE = re.compile(r'^\s+chance\s+(?:"[^"]*"\s*,\s*)*"([^"]*)$')
BEGUN = re.compile(r"^[ \t]+\w*$")
MORE = re.compile(
    r'^(?P<done>\s+(?P<who>\w+)\s+"[^"]*"(?:,\s*(?:(?P<last>\w+)\s+)?"[^"]*")*),\s*(?P<rest>(?:\w+\s*)?(?:"[^"]*)?)$'
)
"""A line that goes on behind some moves."""
FEW = 12
"""Outcomes up to which chance is a die, and not a deal."""
MOST = 200
"""Moves that are listed: an editor shows them one below the other."""


def is_about_play(text: str) -> bool:
    """Whether a line of a test has come to where a move or an outcome is named, or only begins."""
    return any(pattern.match(text) for pattern in (MOVE, MORE, CHANCE, BEGUN))


def after_moves(text: str) -> tuple[str, str] | None:
    """Of a line with several moves: the line as far as they are complete, and what is begun, as a line of its own."""
    found = MORE.match(text)
    if found is None:
        return None
    same = found["rest"].startswith('"')
    who = f"{found['last'] or found['who']} " if same else ""
    return found["done"], f"  {who}{found['rest']}"


def standing(path: Path, text: str, line: int) -> LinePosition | None:
    """The match behind the lines above one; none if they do not lead there."""
    try:
        found = position_at(path, text, line)
    except (BadRules, FaultyRules, OSError, NotAFile, RecursionError):
        return None
    return found if found is not None and found.failure is None else None


def playable(found: LinePosition, text: str) -> list[types.CompletionItem]:
    """What may follow the beginning of a line; where it only begins, whole lines."""
    match = found.match.copy()
    before = found.before_chance or match
    try:
        if named := CHANCE.match(text):
            return [item(shown, "may come up") for _, _, shown in before.outcomes()[:MOST]]
        if not (text.isspace() or BEGUN.match(text)) or match.chance is None:
            match.settle_all()
        if named := MOVE.match(text):
            if named[1] not in match.game.players:
                return []
            seat = match.game.players.index(named[1])
            return [item(said, about) for said, about in moves(match, seat)]
        return [*(outcomes(before) if before is not match else []), *lines(match)]
    except FaultyRules:
        return []


def lines(match: Match) -> list[types.CompletionItem]:
    """Whole lines: each move that is legal, or each outcome that may come up."""
    if match.chance is not None:
        return outcomes(match)
    return [
        item(f'{match.game.players[seat]} "{said}"', about, "1")
        for seat in match.actors
        for said, about in moves(match, seat)
    ]


def outcomes(match: Match) -> list[types.CompletionItem]:
    """Lines that tell chance, behind the moves if there are many of them: a deal is seldom told card by card."""
    found = match.outcomes()[:MOST]
    return [item(f'chance "{shown}"', "may come up", "1" if len(found) <= FEW else "2") for _, _, shown in found]


def moves(match: Match, seat: int) -> list[tuple[str, str]]:
    """The legal moves of a seat as a test writes them, and what each does."""
    own = list(match.in_words(seat).items())[:MOST]
    return [(said, match.about(move)) for move, said in own if '"' not in said]


def item(label: str, about: str, order: str = "0") -> types.CompletionItem:
    return types.CompletionItem(
        label=label, kind=types.CompletionItemKind.Event, detail=about or None, sort_text=f"{order}{label}"
    )
