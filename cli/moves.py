"""`astro moves`: a record in, the legal moves after some event out; where chance decides, what may come up."""

from __future__ import annotations

import click

from astro_referee.cli import telling
from astro_referee.cli.options import called, of_a_record, resumed, with_json
from astro_referee.cli.terminal import in_columns, painter, put, put_json, talk


@click.command("moves")
@of_a_record
@with_json
def command(record: str, at: int | None, game: str | None, as_json: bool) -> None:
    """List the legal moves in a record, of each player who is asked, in the notation that can be typed.

    Where chance decides, what may come up is listed with its probability.

    \b
    Example:
      astro moves game.txt --at 12
    """
    match = resumed(record, at, game).match
    outcomes = match.outcomes()
    moves = [(match.game.players[m[0]], match.written(m), match.about(m)) for m in match.legal()]
    if as_json:
        put_json(
            {
                "events": match.number,
                "over": match.over,
                "asked": [match.game.players[seat] for seat in match.actors],
                "moves": [{"player": who, "move": text, "about": about} for who, text, about in moves],
                "chance": [{"outcome": name, "probability": str(chance)} for _, chance, name in outcomes],
            }
        )
        return
    if not moves:
        talk(telling.status(match))
        for row in in_columns([[name, str(chance)] for _, chance, name in outcomes]):
            put(row)
        return
    paint = painter()
    for seat in match.actors:
        put(paint(called(match, seat), "head"))
        rows = [[text, about] for who, text, about in moves if who == match.game.players[seat]]
        for row in in_columns(rows):
            put(f"  {row}")
