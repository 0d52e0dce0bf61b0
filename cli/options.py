"""What several commands share: the options that set up a game, and files read with care."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from math import isnan
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from astro_referee.cli.failures import Misuse
from astro_referee.interpreter.play.seating import called
from astro_referee.interpreter.values.marks import Style
from astro_referee.interpreter.values.text import clean

if TYPE_CHECKING:
    from astro_referee.grammar.source import Source
    from astro_referee.interpreter.api import Resumed
    from astro_referee.interpreter.play.game import Game
    from astro_referee.interpreter.play.match import Match
    from astro_referee.interpreter.records.amendments import Amended, Correction

Command = Callable[..., Any]
LARGEST_RECORD = 20_000_000
"""Bytes of a record or a list of moves: a game of a hundred thousand moves is a tenth of it."""


class Number(click.IntRange):
    """A whole number within bounds; complains in words."""

    name = "number"


class Seconds(click.FloatRange):
    """A time, more than nothing and no more than so much."""

    name = "seconds"

    def __init__(self, most: float) -> None:
        super().__init__(0, most, min_open=True)

    def convert(self, value: Any, param: click.Parameter | None, context: click.Context | None) -> float:
        found: float = super().convert(value, param, context)
        if isnan(found):
            self.fail(f"{value} is not a time", param, context)
        return found


SEED = Number(0, 2**63 - 1)


def read_pairs(context: click.Context, param: click.Parameter, given: tuple[str, ...]) -> dict[str, str]:
    """`NAME=VALUE` as a table."""
    pairs: dict[str, str] = {}
    for text in given:
        name, equals, value = (part.strip() for part in text.partition("="))
        if not (name and equals and value):
            raise click.BadParameter(f"`{text}` is not of the form NAME=VALUE", context, param)
        if name in pairs:
            raise click.BadParameter(f"`{name}` is given twice", context, param)
        pairs[name] = value
    return pairs


def of_a_game(command: Command) -> Command:
    """GAME, --players and --option."""
    command = set_up("Set an option of the rules; may be repeated.")(command)
    return click.argument("game", metavar="GAME")(command)


def set_up(said: str) -> Callable[[Command], Command]:
    """--players and --option."""
    players = click.option(
        "--players", metavar="N", type=Number(1), help="How many play; if not given two, or as few as can."
    )
    return lambda command: players(option_pairs(said)(command))


def amount(*names: str, most: int, default: int, said: str, least: int = 0) -> Callable[[Command], Command]:
    """How many of something, if that is not left as it is."""
    number = Number(least, most)
    return click.option(*names, metavar="N", type=number, default=default, show_default=True, help=said)


def timed(said: str, default: float, most: float) -> Callable[[Command], Command]:
    """--time."""
    limit = Seconds(most)
    return click.option("--time", "seconds", metavar="S", type=limit, default=default, show_default=True, help=said)


def option_pairs(said: str) -> Callable[[Command], Command]:
    return click.option("--option", "options", metavar="NAME=VALUE", multiple=True, callback=read_pairs, help=said)


def seeded(said: str, default: int | None = 0) -> Callable[[Command], Command]:
    return click.option("--seed", metavar="N", type=SEED, default=default, help=said)


def with_json(command: Command) -> Command:
    return click.option("--json", "as_json", is_flag=True, help="Print the result as JSON.")(command)


def with_plain(command: Command) -> Command:
    return click.option("--plain", is_flag=True, help="Write letters in place of signs such as \u2660.")(command)


def with_colour(command: Command) -> Command:
    """--colour."""
    from astro_referee.cli.terminal import COLOURS

    return click.option(
        "--colour",
        "--color",
        "colour",
        type=click.Choice(COLOURS),
        default=COLOURS[0],
        help="Colours as the terminal has them, for a dark or a light screen even without one, or none.",
    )(command)


def with_engine(command: Command) -> Command:
    """--engine."""
    from astro_referee.interpreter.play.native import CHOICES, VARIABLE

    return click.option(
        "--engine",
        type=click.Choice(CHOICES),
        envvar=VARIABLE,
        help=f"Python, a compiled library, or (auto) that as soon as it is there; {VARIABLE} sets the default.",
    )(command)


def begin_engine(game: Game, engine: str | None, patience: float | None = None) -> None:
    """Lets a game be played by an engine until the command ends."""
    from astro_referee.interpreter.play import native

    close = native.begin(game, engine, native.PATIENCE if patience is None else patience)
    click.get_current_context().call_on_close(close)


def end_with_others() -> None:
    """Whoever ends this command ends the processes that share its work."""
    before = signal.signal(signal.SIGTERM, lambda *_: sys.exit(128 + signal.SIGTERM))
    click.get_current_context().call_on_close(lambda: signal.signal(signal.SIGTERM, before))


class Engines:
    """The engines that have played a game so far, one after the other."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.names: list[str] = []
        self.note()

    def note(self) -> None:
        from astro_referee.interpreter.play.native import name_of

        if name_of(self.game.engine) not in self.names:
            self.names.append(name_of(self.game.engine))

    def __str__(self) -> str:
        return ", then ".join(self.names)


class Stopwatch:
    """CPU seconds since it was made, of this process and those that it has waited for."""

    def __init__(self) -> None:
        self.begun = sum(os.times()[:4])

    def seconds(self) -> float:
        return round(sum(os.times()[:4]) - self.begun, 3)


def of_a_record(command: Command) -> Command:
    """RECORD, --at, --game and --changed-rules."""
    command = changeable(command)
    command = click.option("--game", metavar="GAME", help="The rules, if they are not where the record says.")(command)
    command = click.option("--at", metavar="K", type=Number(0), help="After K events; without it, after the last one.")(
        command
    )
    return click.argument("record", metavar="RECORD")(command)


def changeable(command: Command) -> Command:
    return click.option(
        "--changed-rules", is_flag=True, help="Go on although the rules have changed since the record was begun."
    )(command)


# --- Files ---------------------------------------------------------------------------------------------------------


def read_text(path: str) -> str:
    """The text of a file, or of standard input for `-`; a clear refusal for anything that is no text.

    A pipe is waited for, since the shell may have made it; `read_file` is for names that do not come from there.
    """
    return decoded(path, sys.stdin.buffer.read(LARGEST_RECORD + 1)) if path == "-" else text_in(path)


def read_file(path: str) -> str:
    """The same of a file that lies on the disk: nobody may ever write into a pipe that lies there."""
    from astro_referee.interpreter.play import library

    library.refuse_pipe(Path(path))
    return text_in(path)


def text_in(path: str) -> str:
    with Path(path).open("rb") as file:
        return decoded(path, file.read(LARGEST_RECORD + 1))


def decoded(path: str, data: bytes) -> str:
    if len(data) > LARGEST_RECORD:
        raise Misuse(f"{path} is too large: {LARGEST_RECORD // 1_000_000} MB is the most")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        # The last line of a record may be torn within a character; whoever reads it drops that line.
        if not data.startswith(b"astro record ") or error.start <= data.rfind(b"\n"):
            raise Misuse(f"{path} is not a text file") from None
        text = data[: error.start].decode("utf-8") + "?"
    return text.replace("\r\n", "\n")


def is_record(path: str) -> bool:
    """Whether a file begins as records do. What comes through a pipe can be read only once, and rules are files."""
    from astro_referee.interpreter.records.records import FIRST

    if path == "-":
        return True
    try:
        if Path(path).is_fifo():
            return True
        with Path(path).open("rb") as file:
            return file.read(len(FIRST) + 10).decode("utf-8-sig", "replace").startswith(FIRST)
    except OSError:
        return False


# --- Games and records -----------------------------------------------------------------------------------------------


def source_of(game: str) -> Source:
    """The text of a rule file, by a bundled name or a path; a folder is named as such."""
    from astro_referee.interpreter.play import library

    if Path(game).is_dir() and library.called(game) not in library.bundled():
        raise Misuse(f"{game} is a folder, not a rule file")
    return rule_file(game, library.load_source(library.find(game), library.name_of(game)))


def rule_file(game: str, source: Source) -> Source:
    """A text that may be rules; what is another kind of file is named as such."""
    if "\0" in source.own:
        raise Misuse(f"{game} is not a text file")
    if source.own.startswith("astro record "):
        raise Misuse(f"{game} is a record, not a rule file")
    return source


def prepared(game: str, players: int | None, options: dict[str, str]) -> Game:
    """The game for a set-up, without a match."""
    from astro_referee.cli.terminal import busy
    from astro_referee.interpreter import api
    from astro_referee.interpreter.play import library
    from astro_referee.interpreter.play.game import read_options

    with busy(f"preparing {game}"):
        rules = api.load(source_of(game))
        return library.prepare(rules, players, read_options(rules, options))


def resumed(record: str, at: int | None, game: str | None, changed_rules: bool, style: Style = Style.NAMES) -> Resumed:
    """The match of a record after `at` events."""
    from astro_referee.cli.terminal import talk
    from astro_referee.interpreter.values.text import plural

    found = resume(record, game, at, changed_rules, style)
    if at is not None and found.match.number < at:
        events = plural(found.match.number, "event")
        raise Misuse(f"{record} has only {events}, so there is no position after {at}")
    for note in found.notes:
        talk(f"note: {note}", "note")
    return found


def resume(
    record: str,
    game: str | None,
    at: int | None = None,
    changed_rules: bool = False,
    style: Style = Style.NAMES,
) -> Resumed:
    """The match a record tells of."""
    from astro_referee.cli.terminal import busy
    from astro_referee.interpreter import api

    with named_rules(game), busy(f"reading {clean(record)}"):
        return api.resume(read_text(record), game, at, changed_rules, folder_of(record), style)


def amended(record: str, correction: Correction, game: str | None, changed_rules: bool) -> Amended:
    """A record with one event corrected."""
    from astro_referee.interpreter import api

    with named_rules(game):
        at, move, chance = correction.at, correction.move, correction.chance
        text, insert, by = read_text(record), correction.insert, correction.by
        return api.amend(text, at, move, chance, game, changed_rules, insert, by, folder_of(record))


def folder_of(record: str) -> Path:
    """Where a record lies, and may find its rules; what comes through a pipe lies in the current folder."""
    path = Path(record)
    return Path() if record == "-" or path.is_fifo() else path.resolve().parent


@contextmanager
def named_rules(game: str | None) -> Iterator[None]:
    """Where the rules of a record are not found, the user is told how to name them."""
    from astro_referee.interpreter.play import library

    try:
        yield
    except library.NotFound as error:
        hint = "; name the rules of the record with --game" if game is None else ""
        raise Misuse(f"{error}{hint}") from None


def seat_of(match: Match, who: str) -> int:
    """A seat by its own name or the name of the player who sits there; the second one is `P2` in every game."""
    folded = who.strip().casefold()
    numbered = [f"P{seat}" for seat in range(1, match.game.seats + 1)]
    for names in (match.game.players, match.names, numbered):
        for seat, name in enumerate(names):
            if name.casefold() == folded:
                return seat
    known = ", ".join(called(match, seat) for seat in range(match.game.seats))
    raise Misuse(f"nobody here is called {who.strip() or 'that'}; the players are {known}")
