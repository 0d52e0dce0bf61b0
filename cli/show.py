"""`astro show`: a record in, the position after some event out."""

from __future__ import annotations

import click

from astro_referee.cli import facts, telling
from astro_referee.cli.board import board
from astro_referee.cli.options import of_a_record, resumed, seat_of, with_json
from astro_referee.cli.terminal import painter, plural, put, put_json


@click.command("show")
@of_a_record
@click.option("--as", "viewer", metavar="PLAYER", help="Only what this player may see; without it, everything.")
@with_json
def command(
    record: str, at: int | None, game: str | None, changed_rules: bool, viewer: str | None, as_json: bool
) -> None:
    """Show the position of a record: who is asked, the board, hands and numbers.

    RECORD is a file that `astro play --record` or `save` wrote; `-` is standard input.

    \b
    Examples:
      astro show game.txt
      astro show game.txt --at 12 --as P1
    """
    match = resumed(record, at, game, changed_rules).match
    seat = seat_of(match, viewer) if viewer is not None else None
    if as_json:
        put_json({**facts.position(match, seat), **facts.status(match)})
        return
    put(f"{painter()(match.game.rules.title, 'head')} after {plural(match.number, 'event')}: {telling.status(match)}")
    put()
    for row in board(match, seat):
        put(row)
