"""What is played for a study: random games in great number, each strength against itself, each against the next."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from attrs import field, frozen

from astro_referee.interpreter.play.game import Game
from astro_referee.interpreter.study.bots import Bot, NoBot, bot

RANDOM, EQUALS, SKILL = "random", "equals", "skill"
STRENGTHS = ("mcts:16", "mcts:32", "mcts:64")
"""Each thinks twice as long as the one before."""
COUNTED, WATCHED, PLAYED = 500, 10, 1
"""Games at a time: those that are only counted, those that are watched, and those of bots."""
APART = 1 << 24
"""Between the numbers of the games of two groups."""


@frozen
class Group:
    """Games of the same players. In a group of `skill`, one seat in turn has the stronger player."""

    number: int
    sort: str
    games: int
    bots: tuple[str, ...] = ()
    """The player of all seats; or the stronger and the weaker one."""
    watched: int = 0
    judged: int = 0

    @property
    def title(self) -> str:
        match self.sort:
            case "random":
                return "random players"
            case "equals":
                return f"{self.bots[0]} against itself"
            case _:
                return f"{self.bots[0]} against {self.bots[1]}"

    def parts(self) -> Iterator[GamePart]:
        """The games in order, in pieces that are the same whoever plays them."""
        at = 0
        while at < self.games:
            watched = at < self.watched
            size = PLAYED if self.bots else WATCHED if watched else COUNTED
            end = min(at + size, self.watched if watched else self.games)
            yield GamePart(self.number, at, end - at)
            at = end

    def seated(self, seats: int, number: int) -> tuple[list[Bot | None], int]:
        """Who plays a game, and which seat has the stronger player."""
        if not self.bots:
            return [], -1
        players = [None if name == RANDOM else bot(name) for name in self.bots]
        if self.sort == EQUALS:
            return players * seats, -1
        strong = number % seats
        return [players[0] if seat == strong else players[1] for seat in range(seats)], strong


@frozen
class GamePart:
    """Some games of a group, one after the other."""

    group: int
    first: int
    count: int


@frozen
class Plan:
    """All that is played for one game."""

    seed: int
    groups: tuple[Group, ...] = field(factory=tuple)

    @property
    def games(self) -> int:
        return sum(group.games for group in self.groups)

    def parts(self) -> list[GamePart]:
        return [part for group in self.groups for part in group.parts()]


def plan_for(
    game: Game,
    seed: int,
    games: int,
    watched: int,
    bot_games: int,
    judged: int,
    strengths: Sequence[str] = STRENGTHS,
) -> Plan:
    """Raises NoBot for a strength that is none, or that depends on the clock."""
    names = []
    for strength in strengths:
        made = bot(strength)
        if made.think is None or made.budget.seconds is not None:
            raise NoBot(f"a strength is a bot that thinks for so many rounds: mcts:100, not {strength}")
        names.append(str(made))
    groups = [Group(0, RANDOM, games, (), min(watched, games), min(judged, games))]
    if bot_games:
        for name in names:
            groups.append(Group(len(groups), EQUALS, bot_games, (name,), bot_games, min(judged, bot_games)))
        for weak, strong in zip([RANDOM, *names], names, strict=False):
            # Each seat has the stronger player equally often.
            even = -(-bot_games // game.seats) * game.seats
            if game.seats > 1:
                groups.append(Group(len(groups), SKILL, even, (strong, weak), even))
    return Plan(seed, tuple(groups))
