"""`astro why`: a record and a move in; legal, or every reason why not, out."""

from __future__ import annotations

import click

from astro_referee.cli.failures import Misuse
from astro_referee.cli.main import FAILS
from astro_referee.cli.options import of_a_record, resumed, seat_of, with_json, with_plain
from astro_referee.cli.table import verdicts
from astro_referee.cli.terminal import painter, put, put_json, style_of
from astro_referee.interpreter.play.seating import called
from astro_referee.interpreter.values.marks import Style


@click.command("why")
@of_a_record
@click.argument("move", metavar="MOVE")
@click.option("--as", "player", metavar="PLAYER", help="Who would move; without it, the one player who is asked.")
@with_plain
@with_json
@click.pass_context
def command(
    context: click.Context,
    record: str,
    at: int | None,
    game: str | None,
    changed_rules: bool,
    move: str,
    player: str | None,
    plain: bool,
    as_json: bool,
) -> None:
    """Say why a move is legal or not at some point of a record.

    A move that is not legal gets every reason with the line of the rules, the values they saw and the rulings they
    cite; the exit code is 1.

    \b
    Examples:
      astro why game.txt "pass" --at 12
      astro why game.txt "pass" --as P2 --json
    """
    match = resumed(record, at, game, changed_rules, Style.NAMES if as_json else style_of(plain)).match
    if player is not None:
        seat = seat_of(match, player)
    elif len(match.actors) > 1:
        names = ", ".join(called(match, actor) for actor in match.actors)
        raise Misuse(f"several players are asked ({names}): say who with --as")
    else:
        seat = match.actors[0] if match.actors else 0
    verdict = match.judge(seat, move)
    if as_json:
        answer = verdicts.data(match, seat, verdict)
        if verdict.move is not None:
            answer["about"] = match.about(verdict.move)
        put_json(answer)
    elif verdict.ok and verdict.move is not None:
        about = match.about(verdict.move)
        put(f"{verdict.text}  {painter()('legal', 'good')}" + (f"  {about}" if about else ""))
    else:
        for row in verdicts.refusal(match, verdict, painter()):
            put(row)
    context.exit(0 if verdict.ok else FAILS)
