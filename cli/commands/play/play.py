"""`astro play`: a set-up in, a game at one keyboard out."""

from __future__ import annotations

import re
import shlex
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING

import click
from attrs import frozen

from astro_referee.cli.failures import Failure, Misuse
from astro_referee.cli.main import FAILS
from astro_referee.cli.options import (
    begin_engine,
    changeable,
    is_record,
    of_a_game,
    read_pairs,
    seeded,
    source_of,
    with_colour,
    with_engine,
    with_plain,
)
from astro_referee.cli.protocol.programs import Program, ProgramFailed
from astro_referee.cli.table.bots import PROGRAM_HELP, AutoPlayer, all_seats, self_playing
from astro_referee.cli.table.closing import again
from astro_referee.cli.terminal import busy, put, style_of, talk
from astro_referee.interpreter.play.clock import Clock, read_clock
from astro_referee.interpreter.play.game import read_options
from astro_referee.interpreter.play.native import NATIVE
from astro_referee.interpreter.values.marks import Style
from astro_referee.interpreter.values.text import clean, plural

if TYPE_CHECKING:
    from astro_referee.cli.table.keyboard import Table
    from astro_referee.cli.table.recording import Recorder
    from astro_referee.interpreter.play.match import Match


def clock_of(context: click.Context, param: click.Parameter, given: str | None) -> Clock | None:
    """`10m+5s` as a clock."""
    found = read_clock(given) if given is not None else None
    if given is not None and found is None:
        raise click.BadParameter(f"`{clean(given)}` is no time such as 10m, 90s or 10m+5s", context, param)
    return found


def pace_of(context: click.Context, param: click.Parameter, given: str | None) -> float:
    """`0.5s` as seconds."""
    found = re.fullmatch(r"(\d{1,3}(?:\.\d{1,3})?)s?", (given or "0").strip())
    if found is None:
        raise click.BadParameter(f"`{clean(given or '')}` is no time such as 1s or 0.5s", context, param)
    return float(found[1])


@click.command("play")
@of_a_game
@click.option("--names", metavar="A,B,…", help="Names of the players, in the order of the seats.")
@seeded("What chance brings; another one each time if not given.", None)
@click.option("--bot", "bots", metavar="SEAT=BOT", multiple=True, callback=read_pairs, help=PROGRAM_HELP)
@click.option("--record", metavar="FILE", help="Keep the record in a file; a game begun there is taken up again.")
@click.option("--table", is_flag=True, help="Dice and cards are real: type in what comes up.")
@click.option("--clock", metavar="TIME", callback=clock_of, help="How long each may think: 10m in all, or 10m+5s.")
@click.option("--watch", is_flag=True, help="All seats play themselves, at random without --bot.")
@click.option("--pace", metavar="TIME", callback=pace_of, help="With --watch, the time between two moves: 1s, 0.5s.")
@with_plain
@with_colour
@with_engine
@changeable
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
    table: bool,
    clock: Clock | None,
    watch: bool,
    pace: float,
    plain: bool,
    colour: str,
    engine: str | None,
    changed_rules: bool,
) -> None:
    """Play a game on one keyboard, or watch one with --watch.

    Moves are chosen by number or typed; `?` tells what else can be typed. Where players have secrets, the screen is
    cleared between two of them and the next one is asked to take the keyboard. If GAME is a record, its game goes on
    with the bots it had; --bot SEAT=none gives a seat to a person. With --table you roll, shuffle and deal yourselves,
    and type in what only you or all of you see.

    \b
    Examples:
      astro play GAME --watch --seed 7
      astro play GAME --watch --pace 1s
      astro play GAME --names Ann,Bob --record game.txt
      astro play game.txt
      astro play GAME --bot P2=mcts
      astro play game.txt --bot P2=none
      astro play GAME --watch --bot P1=mcts:2s
      astro play GAME --bot "P2=python3 bot.py"
      astro play GAME --table --names Ann,Bob
      astro play GAME --clock 10m+5s
    """
    wanted = PlayOptions(players, options, people_of(names), seed, table, bots, watch, clock, style_of(plain))
    match, playing, recorder = opened(game, wanted, record, changed_rules)
    if engine == NATIVE or any(bot.think is not None for bot in playing.values()):
        begin_engine(
            match.game, engine, patience=0
        )  # who thinks is quicker with it; for a person it makes no difference
    try:
        seated = played(match, playing, recorder, pace, colour)
        while again(seated):
            match, playing, recorder = rematch(match, playing, recorder)
            seated = played(match, playing, recorder, colour=colour)
    except KeyboardInterrupt:
        context.exit(FAILS)
    finally:
        for bot in playing.values():
            if isinstance(bot, Program):
                bot.close()
    if not seated.humans and not is_record(game):
        put(f"To take a seat yourself: {invitation(game, match, players, options)}")
    if seated.match.over and recorder is not None:
        talk(f"the record is {recorder.path}")


def played(
    match: Match, bots: dict[int, AutoPlayer], recorder: Recorder | None, pace: float = 0, colour: str = "auto"
) -> Table:
    """A game from here to where it ends or is left; gives the table it was played at."""
    from astro_referee.cli.table.colours import colours_for

    seated = seats_at(match, bots, recorder)
    seated.pace = pace
    seated.colours = colours_for(match, colour)
    try:
        seated.play()
    except KeyboardInterrupt:
        put()
        seated.leave()
        raise
    except ProgramFailed as error:
        seated.leave()
        raise Failure(str(error)) from None
    return seated


def rematch(
    match: Match, bots: dict[int, AutoPlayer], recorder: Recorder | None
) -> tuple[Match, dict[int, AutoPlayer], Recorder | None]:
    """The same players once more, each a seat further on; if the game was recorded, the next one is beside it."""
    from astro_referee.cli.table import recording
    from astro_referee.interpreter.play.chance import fresh_seed
    from astro_referee.interpreter.play.match import Match

    seats = match.game.seats
    own = match.names == match.game.players
    names = match.names if own else (match.names[-1], *match.names[:-1])
    new = Match(match.game, fresh_seed(), names, clock=match.clock)
    moved = {(seat + 1) % seats: bot for seat, bot in bots.items()}
    new.bots = {seat: str(bot) for seat, bot in moved.items()}
    if recorder is None:
        return new, moved, None
    path = next_file(recorder.path)
    talk(f"this game is recorded in {path}", "note")
    return new, moved, held(recording.begin(path, new))


def next_file(path: Path) -> Path:
    """A name beside a record that is free: `game-2.txt` after `game.txt`."""
    stem = re.sub(r"-\d+$", "", path.stem)
    numbers = (path.with_name(f"{stem}-{number}{path.suffix}") for number in count(2))
    return next(name for name in numbers if not name.exists())


def seats_at(match: Match, bots: dict[int, AutoPlayer], recorder: Recorder | None) -> Table:
    """The table that a match is played at."""
    from astro_referee.cli.table.keyboard import BotTable, Table

    if match.typed:
        from astro_referee.cli.table.real.table import RealTable

        return RealTable(match, bots, recorder)
    return (BotTable if len(bots) == match.game.seats else Table)(match, bots, recorder)


def seat_bots(match: Match, wanted: PlayOptions) -> dict[int, AutoPlayer]:
    """The bots who play: those of the match, unless the user wants others. The match keeps who they are."""
    from astro_referee.cli.table.keyboard import has_secrets

    bots = self_playing(match, wanted.bots)
    if wanted.watch:
        bots = all_seats(match, bots)
    if match.typed and (len(bots) == match.game.seats or (bots and has_secrets(match.game))):
        raise Misuse("at a real table people play: a bot has no hands for real cards")
    match.bots = {seat: str(bot) for seat, bot in bots.items()}
    return bots


def invitation(game: str, match: Match, players: int | None, options: dict[str, str]) -> str:
    """The command that plays the same game with a person in the first seat."""
    words = ["astro", "play", game]
    words += ["--players", str(players)] if players is not None else []
    for name, value in options.items():
        words += ["--option", f"{name}={value}"]
    for seat in match.game.players[1:]:
        words += ["--bot", f"{seat}=mcts"]
    return shlex.join(words)


@frozen
class PlayOptions:
    """What the user has asked for by hand."""

    players: int | None
    options: dict[str, str]
    people: list[str] | None
    seed: int | None
    table: bool
    bots: dict[str, str]
    watch: bool
    clock: Clock | None
    style: Style


def opened(
    game: str, wanted: PlayOptions, record: str | None, changed_rules: bool
) -> tuple[Match, dict[int, AutoPlayer], Recorder | None]:
    """The match, new or from a record, its bots, and the file its record goes to."""
    if is_record(game) and game != "-":
        if record is not None:
            raise Misuse(f"{game} is a record, and goes on in its own file; leave out --record")
        return taken_up(game, None, wanted, changed_rules)
    if record is not None and Path(record).exists():
        try:
            return taken_up(record, game, wanted, changed_rules)
        except Misuse as error:
            raise Misuse(f"{error.message}; choose another file with --record") from None
    match = set_up(game, wanted)
    bots = seat_bots(match, wanted)
    if record is None:
        return match, bots, None
    from astro_referee.cli.table import recording

    return match, bots, held(recording.begin(Path(record), match))


def people_of(names: str | None) -> list[str] | None:
    people = [name.strip() for name in names.split(",")] if names is not None else None
    if people is not None and any(not name.isprintable() for name in people):
        raise Misuse("a name is made of characters that can be printed")
    for name in people or ():
        if is_word(name):
            raise Misuse(f"nobody can be called {name}: at the keyboard, a line that begins so asks for something else")
    return people


def is_word(name: str) -> bool:
    """Whether somebody's name, typed alone, would be taken for a word that the keyboard knows."""
    from astro_referee.cli.table import calling, seat
    from astro_referee.cli.table.real import words as real

    words = {word.strip() for word in (*calling.WORDS, *real.WORDS, *seat.WORDS)} | {"exit"}
    folded = name.casefold()
    return folded == calling.PASS or folded.split(" ")[0] in words


def set_up(game: str, wanted: PlayOptions) -> Match:
    from astro_referee.cli.table.option_questions import answered
    from astro_referee.interpreter import api
    from astro_referee.interpreter.program.seats import usual_seats

    rules = api.load(source_of(game))
    seats = wanted.players or len(wanted.people or ()) or usual_seats(rules.seats)
    options = wanted.options if wanted.watch or len(wanted.bots) >= seats else answered(rules, wanted.options)
    with busy(f"preparing {rules.title} for {plural(seats, 'player')}"):
        match = api.start(rules, wanted.players, options, wanted.seed, wanted.people, wanted.style)
    match.typed, match.clock = wanted.table, wanted.clock
    return match.restarted()


def taken_up(
    record: str, game: str | None, wanted: PlayOptions, changed_rules: bool
) -> tuple[Match, dict[int, AutoPlayer], Recorder]:
    """A game from its record; it goes on with the bots it had, and the record is told if they are others now."""
    from astro_referee.cli.table import recording

    match, recorder, notes = recording.take_up(Path(record), game, changed_rules, wanted.style)
    held(recorder)
    for note in notes:
        talk(f"note: {note}", "note")
    agree(record, match, wanted)
    talk(f"going on with the game in {record} after {plural(match.number, 'event')}", "note")
    before = match.bots
    bots = seat_bots(match, wanted)
    if match.bots != before:
        recorder.renew(match)
    return match, bots, recorder


def held(recorder: Recorder) -> Recorder:
    """A file that is let go of when the command ends, however it ends."""
    click.get_current_context().call_on_close(recorder.close)
    return recorder


def agree(record: str, match: Match, wanted: PlayOptions) -> None:
    """The record decides; what the user asks for by hand as well must be the same."""

    rules = match.game.rules
    usual = {sheet.name: sheet.default for sheet in rules.options}
    played = usual | match.game.chosen
    asked = {name: (usual | read_options(rules, {name: text}))[name] for name, text in wanted.options.items()}
    differs = {
        "other names": wanted.people is not None and tuple(wanted.people) != match.names,
        "another number of players": wanted.players is not None and wanted.players != match.game.seats,
        "other options": any(played[name] != value for name, value in asked.items()),
        "another seed": wanted.seed is not None and wanted.seed != match.seed,
        "another clock": wanted.clock is not None and wanted.clock != match.clock,
    }
    if wanted.table and not match.typed:
        raise Misuse(f"{record} is a record of a game whose chance was not typed in")
    for what, other in differs.items():
        if other:
            raise Misuse(f"{record} is a record with {what}")
