"""`astro show`: a record in, the position after some event out, as text or as a picture."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from astro_referee.cli.failures import Misuse
from astro_referee.cli.options import of_a_record, resumed, seat_of, with_json, with_plain
from astro_referee.cli.protocol import match_data
from astro_referee.cli.table.board import board
from astro_referee.cli.terminal import painter, put, put_json, style_of, talk
from astro_referee.interpreter.show import narration
from astro_referee.interpreter.values.marks import Style
from astro_referee.interpreter.values.text import plural

if TYPE_CHECKING:
    from astro_referee.interpreter.play.match import Match


@click.command("show")
@of_a_record
@click.option("--as", "viewer", metavar="PLAYER", help="Only what this player may see; without it, everything.")
@click.option("-o", "--output", metavar="FILE", help="Draw a picture: FILE.svg, or - for standard output.")
@with_plain
@with_json
def command(
    record: str,
    at: int | None,
    game: str | None,
    changed_rules: bool,
    viewer: str | None,
    output: str | None,
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
    if output is not None:
        allowed(output, as_json)
    from astro_referee.cli.table.keyboard import has_secrets

    match = resumed(record, at, game, changed_rules, Style.NAMES if as_json else style_of(plain)).match
    seat = seat_of(match, viewer) if viewer is not None else None
    if seat is None and not match.over and has_secrets(match.game):
        talk("note: this is the referee's view, with all that is hidden; `--as PLAYER` shows what one may see", "note")
    if output is not None:
        draw(match, seat, output)
        return
    if as_json:
        put_json({**match_data.position(match, seat), **match_data.status(match)})
        return
    put(f"{painter()(match.game.rules.title, 'head')} after {plural(match.number, 'event')}: {narration.status(match)}")
    put()
    for row in board(match, seat):
        put(row)


def allowed(output: str, as_json: bool) -> None:
    """Refuses what cannot be meant, before anything is read."""
    if as_json:
        raise Misuse("a picture is no JSON; leave out -o or --json")
    if output != "-" and Path(output).suffix.lower() != ".svg":
        raise Misuse(f"{output} should end in .svg, the only kind of picture; other programs can turn it into others")


def draw(match: Match, seat: int | None, output: str) -> None:
    """The picture of a position, to a file or to standard output."""
    from astro_referee.cli.files import write_output
    from astro_referee.interpreter.show.picture import picture

    drawn = picture(match, seat)
    if output == "-":
        put(drawn.rstrip("\n"))
        return
    write_output(output, drawn)
    talk(f"wrote {output}")
