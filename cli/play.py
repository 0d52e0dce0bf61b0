"""`astro play`: a set-up in, a game at one keyboard out."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import TYPE_CHECKING

import click

from astro_referee.cli.bots import BOT_HELP, all_seats, bot_seats
from astro_referee.cli.failures import Misuse
from astro_referee.cli.main import FAILS
from astro_referee.cli.options import of_a_game, read_pairs, seeded, source_of
from astro_referee.cli.terminal import put, talk

if TYPE_CHECKING:
    from astro_referee.cli.recording import Recorder
    from astro_referee.interpreter.match import Match

MOST_RANDOM = 1_000_000
"""Seeds that are picked for the user are short enough to be typed again."""


@click.command("play")
@of_a_game
@click.option("--names", metavar="A,B,…", help="Names of the players, in the order of the seats.")
@seeded("What chance brings; another one each time if not given.", None)
@click.option("--bot", "bots", metavar="SEAT=BOT", multiple=True, callback=read_pairs, help=BOT_HELP)
@click.option("--record", metavar="FILE", help="Keep the record in a file; a game begun there is taken up again.")
@click.option("--watch", is_flag=True, help="All seats play themselves, at random without --bot.")
@click.pass_context
def command(
    context: click.Context,
    game: str,
    players: int | None,
    options: dict[str, str],
    names: str | None,
    seed: int | None,
    bots: dict[str, str],
    record: str | None,
    watch: bool,
) -> None:
    """Play a game on one keyboard, or watch one with --watch.

    Moves are chosen by number or typed; `?` tells what else can be typed. Where players have secrets, the screen is
    cleared between two of them and the next one is asked to take the keyboard.

    \b
    Examples:
      astro play GAME --watch --seed 7
      astro play GAME --names Ann,Bob --record game.txt
      astro play GAME --bot P2=mcts
      astro play GAME --watch --bot P1=mcts:2s
    """
    from astro_referee.cli.table import Table, Watched

    match = set_up(game, players, options, names, seed)
    given = {"names": names, "players": players, "options": options or None, "seed": seed}
    match, recorder = kept(record, match, {word for word, value in given.items() if value is not None})
    seats = bot_seats(match, bots)
    if watch or len(seats) == match.game.seats:
        table: Table = Watched(match, all_seats(match, seats), recorder)
    else:
        table = Table(match, seats, recorder)
    try:
        table.play()
    except KeyboardInterrupt:
        put()
        table.leave()
        context.exit(FAILS)
    if not table.humans:
        put(f"To take a seat yourself: {invitation(game, match, players, options)}")
    if table.match.over and recorder is not None:
        talk(f"the record is {recorder.path}")


def invitation(game: str, match: Match, players: int | None, options: dict[str, str]) -> str:
    """The command that plays the same game with a person in the first seat."""
    words = ["astro", "play", game]
    words += ["--players", str(players)] if players is not None else []
    for name, value in options.items():
        words += ["--option", f"{name}={value}"]
    for seat in match.game.players[1:]:
        words += ["--bot", f"{seat}=random"]
    return shlex.join(words)


def set_up(game: str, players: int | None, options: dict[str, str], names: str | None, seed: int | None) -> Match:
    from astro_referee.interpreter import api

    people = [name.strip() for name in names.split(",")] if names is not None else None
    if people is not None and any(not name.isprintable() for name in people):
        raise Misuse("a name is made of characters that can be printed")
    if seed is None:
        from secrets import randbelow

        seed = randbelow(MOST_RANDOM)
    return api.start(api.load(source_of(game)), players, options, seed, people)


def kept(record: str | None, match: Match, given: set[str]) -> tuple[Match, Recorder | None]:
    """The file the record goes to; if it is there already, the game in it."""
    if record is None:
        return match, None
    from astro_referee.cli import recording

    path = Path(record)
    if not path.exists():
        return match, recording.begin(path, match)
    match, recorder = recording.take_up(path, match, given)
    talk(f"going on with the game in {record} after {match.number} events", "note")
    return match, recorder
