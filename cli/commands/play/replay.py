"""`astro replay`: a record in, the game told event by event out."""

from __future__ import annotations

import click

from astro_referee.cli.commands.play.pictures import allowed, warn_of_secrets, with_colours, write_picture
from astro_referee.cli.options import of_a_record, resumed, seat_of, with_json, with_plain
from astro_referee.cli.protocol import match_data
from astro_referee.cli.terminal import painter, put, put_json, style_of
from astro_referee.interpreter.show import narration
from astro_referee.interpreter.values.marks import Style


@click.command("replay")
@of_a_record
@click.option("--as", "viewer", metavar="PLAYER", help="Only what this player was told; without it, everything.")
@click.option("-o", "--output", metavar="FILE", help="Draw the whole game as a moving picture: FILE.svg, or -.")
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
    """Tell the game of a record event by event: moves, chance, what the rules said, and how it ended.

    RECORD is a file that `astro play --record` or `save` wrote; `-` is standard input.

    \b
    Examples:
      astro replay game.txt
      astro replay game.txt --at 12 --as P1
      astro replay game.txt -o game.svg
    """
    allowed(output, as_json, colours)
    match = resumed(record, at, game, changed_rules, Style.NAMES if as_json else style_of(plain)).match
    seat = seat_of(match, viewer) if viewer is not None else None
    if output is not None:
        from astro_referee.interpreter.show.picture import moving_picture

        warn_of_secrets(match, seat)
        write_picture(moving_picture(match, seat), output, colours)
        return
    if as_json:
        put_json(
            {
                "game": match.game.rules.title,
                "as": match.game.players[seat] if seat is not None else None,
                "players": dict(zip(match.game.players, match.names, strict=True)),
                "opening": match_data.opening(match, seat),
                "told": [match_data.event(match, event, seat) for event in match.events],
                **match_data.status(match),
            }
        )
        return
    watchers = 0 if seat is None else 1 << seat
    put(painter()(match.game.rules.title, "head"))
    for row in [*narration.opening(match, watchers), *narration.narrate(match, match.events, watchers)]:
        put(row)
    for row in narration.ending(match) if match.over else [narration.status(match)]:
        put(row, "head")
