"""`astro tournament`: players and a game in, who is how strong out."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from pathlib import Path
from re import sub
from typing import TYPE_CHECKING

import click

from astro_referee.cli.failures import Misuse
from astro_referee.cli.files import write_output
from astro_referee.cli.options import (
    Command,
    amount,
    begin_engine,
    of_a_game,
    prepared,
    read_pairs,
    seeded,
    timed,
    with_engine,
    with_json,
)
from astro_referee.cli.terminal import put, put_json, talk

if TYPE_CHECKING:
    from astro_referee.interpreter.play.game import Game
    from astro_referee.interpreter.play.match import Match
    from astro_referee.interpreter.study.tournament.contest import Bout, Chooser, Contest
    from astro_referee.interpreter.study.tournament.pairing import Pairing

SECONDS, MOST_SECONDS = 10.0, 3600.0
MOST_ROUNDS = 10**5


def of_a_contest(command: Command) -> Command:
    """The options of games that bots and programs play against each other."""
    for option in (
        with_json,
        with_engine,
        seeded("Where the games begin; the same deals come in the same order. 0 if not given."),
        click.option("--records", metavar="FOLDER", help="Keep the record of each game there."),
        timed("Seconds a program has for a move.", SECONDS, MOST_SECONDS),
    ):
        command = option(command)
    return command


with_bots = click.option(
    "--bot",
    "bots",
    metavar="NAME=BOT",
    multiple=True,
    callback=read_pairs,
    help="A player: random, greedy, mcts:100, mcts:2s, or a program of your own, 'Ann=python3 bot.py'.",
)


@click.command("tournament")
@of_a_game
@with_bots
@amount("-n", "--rounds", least=1, most=MOST_ROUNDS, default=10, said="How often all meet.")
@click.option("--swiss", is_flag=True, help="In each round, let players meet who stand alike, instead of all.")
@of_a_contest
def command(
    game: str,
    players: int | None,
    options: dict[str, str],
    bots: dict[str, str],
    rounds: int,
    swiss: bool,
    seconds: float,
    records: str | None,
    seed: int,
    engine: str | None,
    as_json: bool,
) -> None:
    """Let bots and programs play each other, and say how strong they are.

    Every deal is played once for each way round the table. A program that crashes, is silent for too long or makes a
    move that is not legal loses that game. Ctrl-C ends the playing, and what was played is reported.

    \b
    Examples:
      astro tournament GAME --bot A=random --bot B=greedy --bot C=mcts:50
      astro tournament GAME --bot A=mcts:50 --bot "B=python3 bot.py" --records games/
    """
    contest = held(prepared(game, players, options), bots, rounds, swiss, seconds, records, seed, engine)
    from astro_referee.cli.reports.tournament_text import contest_data, contest_lines

    if as_json:
        put_json(contest_data(contest))
        return
    for row in contest_lines(contest):
        put(row)


def held(
    game: Game,
    bots: dict[str, str],
    rounds: int,
    swiss: bool,
    seconds: float,
    records: str | None,
    seed: int,
    engine: str | None,
) -> Contest:
    """The tournament, as far as it was played."""
    from astro_referee.interpreter.study.tournament.contest import Contest, Contestant

    if len(bots) < 2:
        raise Misuse("a tournament has at least two players: --bot A=mcts:50 --bot B=random")
    if game.seats < 2:
        raise Misuse(f"{game.rules.title} is played alone here; --players sets how many play")
    if swiss and game.seats != 2:
        raise Misuse("--swiss is for games of two")
    folder = Path(records) if records is not None else None
    if folder is not None:
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise Misuse(f"{records} cannot be used: {(error.strerror or 'the system refuses').lower()}") from None
    entrants = Entrants(bots, seconds)
    begin_engine(game, engine)
    contest = Contest(game, [Contestant(name, entrants.shown(name)) for name in bots], seed)
    games = rounds * 2 * (len(bots) // 2) if swiss else len(list(contest.all_meet(rounds)))
    pairings = contest.swiss(rounds) if swiss else contest.all_meet(rounds)
    with (
        suppress(KeyboardInterrupt),
        click.progressbar(length=games, label="playing", file=sys.stderr, hidden=not sys.stderr.isatty()) as bar,
    ):
        for bout, match in played(contest, pairings, entrants):
            if folder is not None:
                keep(folder, contest, bout, match)
            bar.update(1)
    if len(contest.bouts) < games:
        talk("stopped: this is what was played so far")
    return contest


class Entrants:
    """The players of a tournament, made anew for each game: a program begins, plays and ends."""

    def __init__(self, specs: dict[str, str], seconds: float) -> None:
        from astro_referee.cli.protocol.programs import ProgramFailed, is_program
        from astro_referee.interpreter.study.bots import THINKERS, Bot, NoBot, bot

        self.specs, self.seconds = specs, seconds
        self.bots: dict[str, Bot] = {}
        for name, spec in specs.items():
            known = spec.partition(":")[0].strip().casefold() in THINKERS
            try:
                if known:
                    self.bots[name] = bot(spec)
                elif not is_program(spec):
                    raise Misuse(f"{name}: there is no bot and no program called {spec}")
            except (NoBot, ProgramFailed) as error:
                raise Misuse(f"{name}: {error}") from None

    def shown(self, name: str) -> str:
        from astro_referee.cli.protocol.programs import NAME

        return str(self.bots[name]) if name in self.bots else NAME

    def enter(self, name: str, closing: ExitStack) -> Chooser:
        if name in self.bots:
            return self.bots[name]
        return InProgram(self.specs[name], self.seconds, closing)


class InProgram:
    """A program for one game; what goes wrong with it loses the game."""

    def __init__(self, command: str, seconds: float, closing: ExitStack) -> None:
        from astro_referee.cli.protocol.programs import Program

        self.program = Program(command, seconds, strict=True)
        closing.callback(self.program.close)

    def choose(self, match: Match, seat: int | None = None) -> tuple[int, ...]:
        from astro_referee.cli.protocol.programs import ProgramFailed
        from astro_referee.interpreter.study.tournament.contest import Forfeit

        try:
            return self.program.choose(match, seat)
        except ProgramFailed as error:
            raise Forfeit(str(error)) from None


def played(contest: Contest, pairings: Iterator[Pairing], entrants: Entrants) -> Iterator[tuple[Bout, Match]]:
    for pairing in pairings:
        with ExitStack() as closing:
            names = [player.name for player in contest.players]
            yield contest.play(pairing, lambda player: entrants.enter(names[player], closing))  # noqa: B023 - used at once


def keep(folder: Path, contest: Contest, bout: Bout, match: Match) -> None:
    from astro_referee.interpreter import api

    names = "-".join(contest.players[player].name for player in bout.pairing.players)
    stem = sub(r"[^A-Za-z0-9_-]+", "", names)[:80]
    write_output(str(folder / f"{bout.number + 1:04}-{stem}.txt"), api.save(match))
