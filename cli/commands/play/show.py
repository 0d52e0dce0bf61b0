"""`astro show`: a record in, the position after some event out, as text or as a picture."""

from __future__ import annotations

import click

from astro_referee.cli.commands.play.pictures import allowed, warn_of_secrets, with_colours, write_picture
from astro_referee.cli.options import of_a_record, resumed, seat_of, with_json, with_plain
from astro_referee.cli.protocol import match_data
from astro_referee.cli.table.board import board
from astro_referee.cli.terminal import painter, put, put_json, style_of
from astro_referee.interpreter.show import narration
from astro_referee.interpreter.values.marks import Style
from astro_referee.interpreter.values.text import plural


@click.command("show")
@of_a_record
@click.option("--as", "viewer", metavar="PLAYER", help="Only what this player may see; without it, everything.")
@click.option("-o", "--output", metavar="FILE", help="Draw a picture: FILE.svg, or - for standard output.")
@with_colours
@with_plain
@with_json
def command(
    record: str,
    at: int | None,
    game: str | None,
    changed_rules: bool,
    viewer: str | None,
    output: str | None,
    colours: str | None,
    plain: bool,
    as_json: bool,
) -> None:
    """Show the position of a record: who is asked, the board, hands and numbers.

    RECORD is a file that `astro play --record` or `save` wrote; `-` is standard input.

    \b
    Examples:
      astro show game.txt
      astro show game.txt --at 12 --as P1
      astro show game.txt -o board.svg
    """
    allowed(output, as_json, colours)
    match = resumed(record, at, game, changed_rules, Style.NAMES if as_json else style_of(plain)).match
    seat = seat_of(match, viewer) if viewer is not None else None
    warn_of_secrets(match, seat)
    if output is not None:
        from astro_referee.interpreter.show.picture import picture

        write_picture(picture(match, seat), output, colours)
        return
    if as_json:
        put_json({**match_data.position(match, seat), **match_data.status(match)})
        return
    put(f"{painter()(match.game.rules.title, 'head')} after {plural(match.number, 'event')}: {narration.status(match)}")
    put()
    for row in board(match, seat):
        put(row)
