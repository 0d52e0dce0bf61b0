"""A tournament being played: players that choose moves in, results game by game out."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Protocol

from attrs import define, field, frozen

from astro_referee.interpreter.backends.engine import Move
from astro_referee.interpreter.play.game import Game
from astro_referee.interpreter.play.match import Match
from astro_referee.interpreter.play.seating import wrong_names
from astro_referee.interpreter.study.tournament.pairing import Pairing, round_robin, swiss_round, tables
from astro_referee.interpreter.study.tournament.ratings import Outcome

LONGEST = 100_000
"""Moves after which a game is drawn: nobody wins it any more."""


class Chooser(Protocol):
    """Who plays a seat."""

    def choose(self, match: Match, seat: int | None = None) -> Move: ...


class Forfeit(Exception):
    """A player cannot go on, and loses; says why in a sentence."""


Enter = Callable[[int], Chooser]
"""Gives a player by number, ready for one game."""


@frozen
class Contestant:
    name: str
    spec: str


@frozen
class Bout:
    """A game that was played: who had each seat, the places, and who has forfeited it and why."""

    number: int
    pairing: Pairing
    outcome: Outcome
    moves: int
    text: str
    """How it ended, in the words of the rules."""
    fault: str = ""
    loser: int | None = None
    """The player who has forfeited it."""


@define
class Contest:
    """One game, some players, and all they have played."""

    game: Game
    players: list[Contestant]
    seed: int
    bouts: list[Bout] = field(factory=list)
    rests: list[int] = field(factory=list)
    """Who had no opponent in a round of the Swiss system; that is a point for each game of it."""

    def points(self) -> list[float]:
        """What everybody has got against all others, game by game."""
        found = [0.0] * len(self.players)
        for bout in self.bouts:
            for one, other, got, weight in bout.outcome.pairs():
                found[one] += weight * got
                found[other] += weight * (1 - got)
        for player in self.rests:
            found[player] += 2
        return found

    def against(self, one: int, other: int) -> tuple[float, float]:
        """What a player has got against another, and of how many games."""
        got = games = 0.0
        for bout in self.bouts:
            for first, second, part, _ in bout.outcome.pairs():
                if (first, second) in ((one, other), (other, one)):
                    got += part if first == one else 1 - part
                    games += 1
        return got, games

    def faults(self, player: int) -> int:
        return sum(bout.loser == player for bout in self.bouts)

    # --- Playing -----------------------------------------------------------------------------------------------------

    def all_meet(self, rounds: int) -> Iterator[Pairing]:
        yield from round_robin(len(self.players), self.game.seats, rounds)

    def swiss(self, rounds: int) -> Iterator[Pairing]:
        """Two games for each pair of a round, which is made when the one before is over."""
        met: set[frozenset[int]] = set()
        for number in range(rounds):
            pairs, resting = swiss_round(self.points(), met)
            if resting is not None:
                met.add(frozenset((resting,)))
                self.rests.append(resting)
            for pair in pairs:
                met.add(frozenset(pair))
                yield from tables(pair, self.game.seats, number)

    def play(self, pairing: Pairing, enter: Enter) -> tuple[Bout, Match]:
        """One game; `enter` gives who plays, and is asked anew for each seat."""
        names = tuple(self.players[player].name for player in pairing.players)
        fitting = not wrong_names(self.game.players, names)
        match = Match(self.game, self.seed + pairing.deal, names if fitting else self.game.players)
        match.bots = {seat: self.players[player].spec for seat, player in enumerate(pairing.players)}
        choosers = [enter(player) for player in pairing.players]
        fault, loser, moves = "", None, 0
        match.settle_all()
        while not match.over and moves < LONGEST:
            seat = match.actors[0]
            try:
                match.play(choosers[seat].choose(match, seat))
            except Forfeit as error:
                fault, loser = str(error), pairing.players[seat]
                break
            moves += 1
            match.settle_all()
        bout = Bout(len(self.bouts), pairing, self.outcome(match, pairing, loser), moves, text_of(match), fault, loser)
        self.bouts.append(bout)
        return bout, match

    def outcome(self, match: Match, pairing: Pairing, loser: int | None) -> Outcome:
        result = match.result
        if loser is not None:
            places = tuple(2 if player == loser else 1 for player in pairing.players)
        elif result is None or result.draw:
            places = (1,) * len(pairing.players)
        elif any(result.places):
            # Who has no place comes after all that have one.
            places = tuple(place or len(result.places) + 1 for place in result.places)
        else:
            places = (1,) * len(pairing.players)
        return Outcome(pairing.players, places)


def text_of(match: Match) -> str:
    if match.result is None:
        return "not finished"
    return match.result.text or ("drawn" if match.result.draw else "won")
