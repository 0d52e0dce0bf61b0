"""A game at one keyboard: players and bots take turns, everybody sees what is theirs to see."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from astro_referee.cli import telling
from astro_referee.cli.board import board
from astro_referee.cli.bots import bot_move
from astro_referee.cli.options import called
from astro_referee.cli.prompt import Keyboard
from astro_referee.cli.recording import Recorder
from astro_referee.cli.seat import Left, Undone, decide
from astro_referee.cli.terminal import painter, put

if TYPE_CHECKING:
    from astro_referee.interpreter.bots import Bot
    from astro_referee.interpreter.game import Game
    from astro_referee.interpreter.match import Match

MOST_WATCHED = 10_000
"""Moves after which a watched game is given up: random play may never end a game."""
BOARD_EVERY = 10
"""Moves between two boards of a watched game."""


def has_secrets(game: Game) -> bool:
    """Whether some player may ever know something another one may not."""
    together = any(decision.manner == "together" for decision in game.machine.decisions)
    return together or any(slot.hidden for slot in game.machine.fields)


class Table:
    """Who sits where, who looks at the screen, and how far each player has been told what happened."""

    def __init__(self, match: Match, bots: Mapping[int, Bot], recorder: Recorder | None) -> None:
        self.match, self.bots, self.recorder = match, bots, recorder
        self.humans = [seat for seat in range(match.game.seats) if seat not in bots]
        self.private = has_secrets(match.game) and len(self.humans) > 1
        self.keyboard = Keyboard(self.private)
        self.viewers: tuple[int, ...] = () if self.private else tuple(self.humans)
        self.told = dict.fromkeys(self.humans, 0)
        self.notice = ""
        self.seen = 0
        self.paint = painter()

    @property
    def watchers(self) -> int:
        """The seats who look at the screen now, as a mask."""
        return sum(1 << seat for seat in self.viewers)

    def play(self) -> None:
        """Plays on until the game is over or somebody leaves."""
        self.head()
        try:
            self.settle()
            while not self.match.over:
                seat = self.match.actors[0]
                if seat in self.bots:
                    self.match.play(bot_move(self.match, self.bots))
                else:
                    self.turn(seat)
                self.settle()
        except (Left, EOFError):
            self.leave()
            return
        self.finish()

    # --- Steps -------------------------------------------------------------------------------------------------------

    def settle(self) -> None:
        self.match.settle_all()
        self.keep()

    def keep(self) -> None:
        if self.recorder is not None and self.match.chance is None:
            self.recorder.update(self.match)

    def turn(self, seat: int) -> None:
        """One decision of one player."""
        self.seat_down(seat)
        self.catch_up()
        if self.notice:
            put(self.notice)
            self.notice = ""
        put()
        for row in board(self.match, seat):
            put(row)
        put()
        try:
            move = decide(self, seat)
        except Undone:
            return
        self.match.play(move)

    def seat_down(self, seat: int) -> None:
        """Hands the keyboard over, so that nobody sees another player's secrets."""
        if not self.private or self.viewers == (seat,):
            return
        if self.viewers:
            self.keyboard.clear()
            self.viewers = ()
        self.keyboard.ask(f"{called(self.match, seat)}, take the keyboard and press Enter: ")
        self.keyboard.clear()
        self.viewers = (seat,)

    def catch_up(self) -> None:
        """Tells those who look what they have not been told."""
        if not self.viewers:
            return
        first = min(self.told[seat] for seat in self.viewers)
        if first == 0:
            for row in telling.opening(self.match, self.watchers):
                put(row)
        for row in telling.tell(self.match, self.match.events[first:], self.watchers):
            put(row)
        for seat in self.viewers:
            self.told[seat] = len(self.match.events)

    def take_back(self, match: Match) -> None:
        """Goes on from an earlier position."""
        self.match = match
        for human in self.humans:
            self.told[human] = min(self.told[human], len(match.events))
        if self.private:
            self.viewers = ()
        self.keep()

    # --- First and last words ----------------------------------------------------------------------------------------

    def head(self) -> None:
        game = self.match.game
        put(self.paint(game.rules.title, "head") + (f": {game.rules.docs}" if game.rules.docs else ""))
        put(", ".join(called(self.match, s) + (" (bot)" if s in self.bots else "") for s in range(game.seats)))
        # The seed tells what chance will bring, so it stays unsaid until the end where somebody plays.
        put("`?` explains what you can type" if self.humans else f"seed {self.match.seed}")

    def leave(self) -> None:
        if self.private:
            self.keyboard.clear()
        put(f"The game is not finished. Its seed is {self.match.seed}.")
        if self.recorder is not None:
            put(f"Its record is {self.recorder.path}; play on with the same command.")

    def finish(self) -> None:
        """Everybody looks: the rest of the events as all may know it, and the result."""
        if self.private:
            self.keyboard.clear()
            self.viewers = tuple(self.humans)
        self.catch_up()
        put()
        if not self.private:
            for row in board(self.match, self.humans[0] if len(self.humans) == 1 else None):
                put(row)
            put()
        for row in telling.ending(self.match):
            put(self.paint(row, "head"))
        put(f"The seed was {self.match.seed}.")


class Watched(Table):
    """All seats are bots; the referee's view of everything, without a question."""

    def play(self) -> None:
        self.head()
        put()
        for row in telling.opening(self.match, 0):
            put(row)
        moves = 0
        self.settle()
        while not self.match.over and moves < MOST_WATCHED:
            if moves % BOARD_EVERY == 0:
                self.show_board()
            move = bot_move(self.match, self.bots)
            about = self.match.about(move)
            self.match.play(move)
            moves += 1
            self.tell_new(about)
            self.settle()
        self.show_board()
        if not self.match.over:
            put(f"After {moves} moves the game is still going on; random play may never end it.")
            return
        for row in telling.ending(self.match):
            put(self.paint(row, "head"))

    def settle(self) -> None:
        super().settle()
        self.tell_new()

    def tell_new(self, about: str = "") -> None:
        """What has happened since the last time; a move with what it does."""
        rows = telling.tell(self.match, self.match.events[self.seen :], 0)
        self.seen = len(self.match.events)
        if rows and about:
            rows[0] += "  " + self.paint(about, "faint")
        for row in rows:
            put(row)

    def show_board(self) -> None:
        put()
        for row in board(self.match, None):
            put(row)
        put()
