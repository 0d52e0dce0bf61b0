"""Bots at the table: which seats they have, and a word on the terminal while one thinks."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Protocol

from astro_referee.cli.failures import Misuse
from astro_referee.cli.options import seat_of
from astro_referee.cli.terminal import busy
from astro_referee.interpreter.play.seating import called

if TYPE_CHECKING:
    from astro_referee.interpreter.backends.engine import Move
    from astro_referee.interpreter.play.match import Match
    from astro_referee.interpreter.study.bots import Bot

BOT_HELP = "A seat that plays itself: random, greedy or mcts; mcts:5s thinks for five seconds, mcts:500 for 500 rounds."
PROGRAM_HELP = f"{BOT_HELP} Or a program of your own: --bot 'P2=python3 bot.py'."


class AutoPlayer(Protocol):
    """Who plays a seat without a keyboard: a bot, or a program."""

    @property
    def name(self) -> str: ...

    @property
    def think(self) -> object: ...

    def choose(self, match: Match, seat: int | None = None) -> Move: ...


NOBODY = "none"
"""In place of a bot: a person sits there."""


def bot_seats(match: Match, bots: Mapping[str, str]) -> dict[int, Bot]:
    """The bot of each seat that has one: those of the match, but as they were asked for: `{"P2": "mcts:2s"}`."""
    specs = match.bots | {seat_of(match, who): spec for who, spec in bots.items()}
    if not specs:
        return {}
    from astro_referee.interpreter.study.bots import NoBot, bot

    try:
        return {seat: bot(spec) for seat, spec in sorted(specs.items()) if spec.casefold() != NOBODY}
    except NoBot as error:
        raise Misuse(str(error)) from None


def self_playing(match: Match, bots: Mapping[str, str]) -> dict[int, AutoPlayer]:
    """The same with programs among them: `{"P2": "python3 bot.py"}`. What a record names is never run."""
    from astro_referee.cli.protocol.programs import NAME, Program, ProgramFailed, is_program
    from astro_referee.interpreter.study.bots import THINKERS

    asked = {seat_of(match, who): spec for who, spec in bots.items()}
    try:
        programs = {
            seat: Program(spec)
            for seat, spec in asked.items()
            if spec.partition(":")[0].strip().casefold() not in (*THINKERS, NOBODY) and is_program(spec)
        }
    except ProgramFailed as error:
        raise Misuse(str(error)) from None
    for seat, spec in match.bots.items():
        if spec == NAME and seat not in asked:
            who = match.game.players[seat]
            raise Misuse(f"{who} was played by a program: name it again, --bot '{who}=COMMAND', or --bot {who}=none")
    others = {who: spec for who, spec in bots.items() if seat_of(match, who) not in programs}
    known = match.copy()
    known.bots = {seat: spec for seat, spec in match.bots.items() if seat not in asked}
    try:
        return {**bot_seats(known, others), **programs}
    except Misuse as error:
        raise Misuse(f"{error.message}, and no program of that name can be run") from None


def all_seats(match: Match, bots: Mapping[int, AutoPlayer]) -> dict[int, AutoPlayer]:
    """The same with a random bot wherever there is none."""
    from astro_referee.interpreter.study.bots import bot

    return {seat: bots.get(seat) or bot("random") for seat in range(match.game.seats)}


def bot_move(match: Match, bots: Mapping[int, AutoPlayer]) -> Move:
    """The move of the first one asked, who is a bot."""
    seat = match.actors[0]
    if bots[seat].name == "random":
        return bots[seat].choose(match, seat)
    with busy(f"{called(match, seat)} is thinking", after=0):
        return bots[seat].choose(match, seat)
