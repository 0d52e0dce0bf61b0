"""`astro rules`: a game in, how it is played out; or all that its rules say about a word."""

from __future__ import annotations

import re
from textwrap import wrap
from typing import TYPE_CHECKING

import click

from astro_referee.cli.failures import Failure
from astro_referee.cli.options import of_a_game, prepared, with_json
from astro_referee.cli.terminal import put, put_json, width
from astro_referee.interpreter.show import rules

if TYPE_CHECKING:
    from astro_referee.interpreter.play.match import Match


@click.command("rules")
@of_a_game
@click.argument("words", metavar="[WORD]...", nargs=-1)
@with_json
def command(game: str, players: int | None, options: dict[str, str], words: tuple[str, ...], as_json: bool) -> None:
    """Tell how a game is played: what it is about, what can be done when, its options as set, its rules by number.

    With WORDs, all that the rules say about them, by number and line. No game is begun, and nothing is asked.

    \b
    Examples:
      astro rules GAME
      astro rules GAME value
      astro rules GAME --players 4 --option NAME=VALUE
    """
    from astro_referee.interpreter.play.match import Match

    ready = prepared(game, players, options)
    match = Match(ready, 0, ready.players)
    word = " ".join(words)
    if as_json:
        put_json(as_data(match, word))
        return
    if word and not rules.about(ready.rules, word.casefold()):
        raise Failure(rules.not_said(ready.rules, word).rstrip("."))
    for row in rules.looked_up(match, word):
        for line in folded(row, width()):
            put(line)


def folded(row: str, columns: int) -> list[str]:
    """A row in lines that fit; what follows the first stands below its last column, as far as that leaves room."""
    gaps = [found.end() for found in re.finditer(r"  +(?=\S)", row)] or [len(row) - len(row.lstrip())]
    place = re.match(r"\S+:\d+: ", row)
    indent = place.end() if place else max((gap for gap in gaps if gap <= columns // 2), default=2)
    return wrap(row, columns, subsequent_indent=" " * indent, break_long_words=False, break_on_hyphens=False) or [row]


def as_data(match: Match, word: str) -> dict[str, object]:
    """The same as data."""
    sheet = match.game.rules
    if word:
        return {"game": sheet.name, "word": word, "found": rules.about(sheet, word.casefold())}
    return {
        "game": sheet.name,
        "title": sheet.title,
        "about": sheet.docs,
        "players": match.game.seats,
        "options": [{"name": name, "value": value} for name, value in match.game.settings()],
        "moves": [
            {"moment": moment, "written": written, "about": about}
            for (written, about), moment in rules.sorts_of_moves(match).items()
        ],
        "rules": [{"name": name, "text": text, "source": source} for name, (text, source) in sheet.rulings.items()],
    }
