"""`astro moves`: a record in, the legal moves after some event out; where chance decides, what may come up."""

from __future__ import annotations

import click

from astro_referee.cli.options import of_a_record, resumed, seat_of, with_json, with_plain
from astro_referee.cli.protocol import match_data
from astro_referee.cli.terminal import painter, put, put_json, style_of, talk
from astro_referee.interpreter.play.seating import called
from astro_referee.interpreter.show import narration
from astro_referee.interpreter.values.marks import Style
from astro_referee.interpreter.values.text import in_columns


@click.command("moves")
@of_a_record
@click.option("--as", "player", metavar="PLAYER", help="Only the moves of this player; without it, of all.")
@with_plain
@with_json
def command(
    record: str,
    at: int | None,
    game: str | None,
    changed_rules: bool,
    player: str | None,
    plain: bool,
    as_json: bool,
) -> None:
    """List the legal moves in a record, of each player who is asked, in the notation that can be typed.

    Where chance decides, what may come up is listed with its probability.

    \b
    Examples:
      astro moves game.txt --at 12
      astro moves game.txt --as P1 --json
    """
    match = resumed(record, at, game, changed_rules, Style.NAMES if as_json else style_of(plain)).match
    only = seat_of(match, player) if player is not None else None
    moves = match.legal(only)
    outcomes = match.outcomes() if only is None else []
    if as_json:
        put_json(
            {
                "moves": match_data.moves(match, only),
                "question": match.question or None,
                "outcomes": match_data.outcomes(match) if only is None else [],
                **match_data.status(match),
            }
        )
        return
    if not moves:
        talk(narration.status(match))
        for row in in_columns([[name, str(chance)] for _, chance, name in outcomes]):
            put(row)
        return
    paint = painter()
    for seat in dict.fromkeys(move[0] for move in moves):
        question = f": {match.question}" if match.question else ""
        put(paint(called(match, seat) + question, "head"))
        for row in in_columns([[written, about] for _, written, about in match.listed(seat)]):
            put(f"  {row}")
