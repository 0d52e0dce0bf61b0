"""A game at one keyboard: players and bots take turns, everybody sees what is theirs to see."""

from __future__ import annotations

import shlex
from collections.abc import Iterable, Mapping
from functools import cache
from time import monotonic
from typing import TYPE_CHECKING

from astro_referee.cli.options import folder_of
from astro_referee.cli.table import calling, closing
from astro_referee.cli.table.board import Before, board, page, public_board, watched_board
from astro_referee.cli.table.bots import bot_move
from astro_referee.cli.table.pacing import pause
from astro_referee.cli.table.prompt import Keyboard
from astro_referee.cli.table.recording import Recorder
from astro_referee.cli.table.screen import last_screen, turn_screen
from astro_referee.cli.table.seat import (
    HELP,
    WORDS,
    PlayerLeft,
    PositionChanged,
    decide,
    has_choices,
    leave_with,
)
from astro_referee.cli.table.wrapping import NARROWEST, size, whole_names, width
from astro_referee.cli.terminal import painter, put
from astro_referee.interpreter.machine.reachability import has_private_texts
from astro_referee.interpreter.play.events import reads_the_same
from astro_referee.interpreter.play.seating import called
from astro_referee.interpreter.show import narration
from astro_referee.interpreter.show.text.highlights import unlit
from astro_referee.interpreter.show.text.layout import wrapped

if TYPE_CHECKING:
    from astro_referee.cli.table.bots import AutoPlayer
    from astro_referee.cli.table.colours import Colours
    from astro_referee.interpreter.backends.engine import Move
    from astro_referee.interpreter.play.game import Game
    from astro_referee.interpreter.play.match import Match
    from astro_referee.interpreter.play.views import View

MOST_WATCHED = 10_000
"""Moves after which a watched game is given up: random play may never end a game."""
BOARD_EVERY = 10
"""Moves between two boards of a watched game."""
HAND_OVER = """The next screen is for {0} alone, who presses Enter when nobody else looks.
Then `?` tells what can be typed there; `quit` leaves the game."""
READ = """What stands above is for {0} alone: Enter takes it off the screen, before anybody else looks.
`history` tells it again in the next turn; `quit` leaves the game."""
QUESTIONS = 2
"""Rows below the last screen, in which a terminal asks whether to save the game and whether there is another one."""
RECENT = 12
"""Events told when a game is taken up again; `history` tells them all."""


def has_secrets(game: Game) -> bool:
    """Whether some player may ever know something another one may not."""
    together = any(decision.manner == "together" for decision in game.machine.decisions)
    return together or any(slot.hidden for slot in game.machine.fields)


def recent(match: Match) -> int:
    """The first event that is told when a game is taken up again: players know the beginning. No deal is cut."""
    first = max(0, match.number - RECENT)
    while first and match.events[first].player is None and match.events[first].group == match.events[first - 1].group:
        first -= 1
    return first


def names_in(match: Match) -> list[str]:
    """What has a name in a game, as players read it."""
    printed = match.game.printed(match.game.style).members
    return [*match.names, *(name for names in printed.values() for name in names)]


class Table:
    """Who sits where, who looks at the screen, and how far each player has been told what happened."""

    help = HELP
    words: tuple[str, ...] = WORDS
    pace: float = 0
    """Seconds between two moves of a game that somebody watches."""
    waits_for_readers = True
    """Whether a player reads what a move has shown to them alone before somebody else gets the keyboard."""

    def __init__(self, match: Match, bots: Mapping[int, AutoPlayer], recorder: Recorder | None) -> None:
        self.match, self.bots, self.recorder = match, bots, recorder
        self.humans = [seat for seat in range(match.game.seats) if seat not in bots]
        self.secrets = has_secrets(match.game)
        self.private = self.secrets and len(self.humans) > 1
        self.keyboard = Keyboard(self.private)
        self.viewers: tuple[int, ...] = () if self.private else tuple(self.humans)
        self.events_shown = dict.fromkeys(self.humans, match.events.first(recent(match)))
        """What each player was told, as it was then: a secret choice is told again when it is opened."""
        self.heard = recent(match)
        """How many events all have been told together, where players have secrets."""
        self.keyboard.at_stake = self.at_stake
        self.keyboard.unbroken = whole_names(names_in(match))
        self.saved: dict[str, int] = {}
        """Files this game was saved in on the way, each with how many events there were."""
        self.to_come: list[Move] = []
        """Moves of the same player that were typed in one line with the last one."""
        self.notice = ""
        self.reader: int | None = None
        """Who has made a move that may show something to some players alone, and has not been told yet what it did."""
        self.seen = 0
        self.paint = painter()
        self.colours: Colours | None = None
        """How lines are coloured for players; nothing, if they are not."""
        self.looked: dict[int, View] = {}
        """What each player saw when asked the last time."""

    @property
    def everybody(self) -> int:
        return (1 << self.match.game.seats) - 1

    @property
    def takes_enter(self) -> bool:
        """Whether Enter alone makes the only move there is: not where the keyboard goes round, and a key that is hit
        twice would take what stands there off the screen unread."""
        return self.keyboard.terminal and not self.private

    @property
    def watchers(self) -> int:
        """The seats who look at the screen now, as a mask."""
        return sum(1 << seat for seat in self.viewers)

    def play(self) -> None:
        """Plays on until the game is over or somebody leaves."""
        saved = ""
        self.head()
        self.keyboard.open()
        try:
            if self.keyboard.full_screen:
                self.head()
            self.settle()
            while not self.match.over:
                seat = self.next_seat()
                if seat in self.bots:
                    begun = monotonic()
                    move = bot_move(self.match, self.bots)
                    if self.timed(seat, begun):
                        self.match.play(move)
                else:
                    self.turn(seat)
                self.settle()
            self.let_read()
        except PlayerLeft as left:
            saved = str(left)
        except EOFError:  # Ctrl-D
            saved = leave_with(self)
        finally:
            self.keyboard.close()
        if self.match.over:
            self.finish()
        else:
            self.leave(saved)

    # --- Steps -------------------------------------------------------------------------------------------------------

    def settle(self) -> None:
        self.match.settle_all()
        self.keep()

    def keep(self) -> None:
        if self.recorder is not None and self.match.chance is None:
            self.recorder.update(self.match)

    def next_seat(self) -> int:
        """Who is asked next. Where it is anybody's, people come before bots, which would always be quicker."""
        decision = self.match.decision
        people = calling.people(self) if decision is not None and decision.manner == "any" else []
        return people[0] if people else self.match.actors[0]

    def turn(self, seat: int) -> None:
        """One decision of one player, or of whoever speaks first."""
        if calling.asked_at_once(self):
            self.let_read()
            if self.private and self.viewers:
                self.keyboard.clear()
                self.viewers = ()
            heard = calling.first_speaker(self)
            if not isinstance(heard, int):
                for move in heard:
                    self.make(move)
                return
            seat = heard
        self.seat_down(seat)
        self.keyboard.begin()
        self.show(seat)
        self.reader = None
        begun = monotonic()
        try:
            move = decide(self, seat)
        except PositionChanged:
            self.timed(seat, begun, moved=False)
            return
        if self.timed(seat, begun):
            self.make(move)

    def timed(self, seat: int, begun: float, moved: bool = True) -> bool:
        """Takes what was thought off a player's clock, and adds what a move brings; says whether there was time."""
        clock, left = self.match.clock, self.match.left
        if clock is None or self.match.over:
            return not self.match.over
        left[seat] = max(0, left[seat] - round((monotonic() - begun) * 10))
        if not left[seat] and closing.out_of_time(self, seat):
            return False
        left[seat] += clock.each if moved else 0
        return True

    def make(self, move: Move) -> None:
        """A player's move. Whether its effects are read at once goes by what all know: never by what they were."""
        decision = self.match.decision
        assert decision is not None
        ways = decision.moves if decision.manner == "together" else decision.moves[move[1] : move[1] + 1]
        self.match.play(move)
        if not self.private or not self.waits_for_readers or has_choices(self.match):
            return
        if has_private_texts(self.match.game.machine, ways):
            self.reader = move[0]

    def show(self, seat: int) -> None:
        """The screen of a turn, no taller and no wider than the terminal."""
        notice, self.notice = [narration.Line(self.notice, aloud=True)] if self.notice else [], ""
        news = [*self.news(), *notice]
        columns, room = width(), self.keyboard.room()
        if room is None or columns is None:
            view = self.match.view(seat)
            screen = turn_screen(self, seat, news, view, None)
            for row in self.painted(screen.page(page(self.match, view))):
                self.put(row)
            return
        view = self.match.view(seat)
        told, before = self.with_last_event(seat, news), self.before(seat, view)
        self.looked[seat] = view
        in_width = cache(lambda wide: turn_screen(self, seat, told, view, wide, before))
        above, begun = self.keyboard.used, size()
        rows = in_width(columns).rows(columns, room)
        if self.keyboard.full_screen and above and rows != in_width(columns).rows(columns, room + above):
            self.keyboard.clear()  # what stood there is this player's own; it makes room
            above = 0

        def drawn(typed: str) -> list[str]:
            """In the size that the terminal has by now; where that has changed, nothing stands above any more."""
            now, wide = size(), width() or NARROWEST
            return self.painted(in_width(wide).aimed(typed).rows(wide, now[1] - 1 - (above if now == begun else 0)))

        self.keyboard.hold(drawn)

    def painted(self, rows: Iterable[str]) -> list[str]:
        """Lines for players, in their colours."""
        return [self.colours.row(row) if self.colours is not None else unlit(row) for row in rows]

    def before(self, seat: int, view: View) -> Before | None:
        """What a player saw earlier, where the screen shows what has changed since."""
        if self.colours is None:
            return None
        last = max((event.number for event in self.match.events if event.player is not None), default=None)
        moved = view if last is None else self.match.rewound(last).view(seat)
        return Before(self.looked.get(seat, view), moved)

    def with_last_event(self, seat: int, news: list[narration.Line]) -> list[narration.Line]:
        """What led to a question stands above it, even if it was told before."""
        if any(not line.aloud for line in news) or not self.match.events:
            return news
        last = max((event.number for event in self.match.events[-RECENT:] if event.player is not None), default=-1)
        since = self.match.events[last if last >= 0 else recent(self.match) :]
        return [*narration.lines(self.match, since, self.watchers or 1 << seat, self.paint, briefly=True), *news]

    def seat_down(self, seat: int) -> None:
        """Hands the keyboard over, so that nobody sees another player's secrets."""
        if self.reader != seat:
            self.let_read()
        if not self.private or self.viewers == (seat,):
            return
        if self.viewers:
            self.keyboard.clear()
            self.viewers = ()
        who = called(self.match, seat)
        self.wait(f"{who}, take the keyboard and press Enter: ", HAND_OVER.format(who))
        self.keyboard.clear()
        self.viewers = (seat,)

    def let_read(self) -> None:
        """Whoever has made a move that may show something in private reads what it did, while nobody else looks."""
        if self.reader is None:
            return
        seat, self.reader = self.reader, None
        self.seat_down(seat)
        self.keyboard.page(line.whole for line in self.news())
        who = called(self.match, seat)
        self.wait(f"{who}, press Enter when you have read this: ", READ.format(who))
        self.keyboard.clear()
        self.viewers = ()

    def wait(self, question: str, about: str) -> None:
        """Waits for Enter. Where nobody sits at a terminal, a line with something in it is what is typed next."""
        self.keyboard.drop_typed()
        while text := self.keyboard.ask(question, echo=False):
            match text.casefold():
                case "quit" | "exit":
                    raise PlayerLeft(leave_with(self))
                case "?" | "help":
                    for row in about.split("\n"):
                        self.put(row)
                case _ if self.keyboard.terminal:
                    self.put("Nothing can be typed here but Enter, `?` and `quit`.")
                case _:
                    self.keyboard.typed_ahead = text
                    return

    def say_notice(self) -> None:
        """What was kept for whoever looks next."""
        if self.notice:
            self.put(self.notice)
            self.notice = ""

    def catch_up(self, upto: int | None = None) -> None:
        """Tells those who look what they have not been told."""
        for line in self.news(upto):
            self.put(line.whole)

    def news(self, upto: int | None = None) -> list[narration.Line]:
        """What those who look have not been told, which then counts as told."""
        if not self.viewers:
            return []
        begins = not all(self.events_shown[seat] for seat in self.viewers)
        first = min(self.events_shown[seat].shared(self.match.events, reads_the_same) for seat in self.viewers)
        events = self.match.events[first:upto]
        for seat in self.viewers:
            if first + len(events) >= len(self.events_shown[seat]):
                self.events_shown[seat] = self.match.events.first(first + len(events))
        opening = narration.opening(self.match, self.watchers) if begins else []
        said = [narration.Line(text, aloud=True) for text in opening]
        return said + narration.lines(self.match, events, self.watchers, self.paint, briefly=True)

    def public_news(self) -> list[narration.Line]:
        """What all may know and have not been told together; who may know no more has been told it as well."""
        events = self.match.events
        found = narration.lines(self.match, events[self.heard :], self.everybody, self.paint)
        for seat in self.humans:
            rest = events[self.events_shown[seat].shared(events, reads_the_same) :]
            if narration.narrate(self.match, rest, 1 << seat) == narration.narrate(self.match, rest, self.everybody):
                self.events_shown[seat] = events
        opening = narration.opening(self.match, self.everybody) if self.heard == 0 else []
        self.heard = len(events)
        return [narration.Line(text, aloud=True) for text in opening] + found

    def saved_in(self) -> str:
        """A file that the game was saved in as it is now; empty if there is none."""
        return next((name for name, number in self.saved.items() if number == self.match.number), "")

    def at_stake(self) -> bool:
        """Whether the game would be lost if it were left now."""
        return self.recorder is None and bool(self.match.events) and not self.saved_in()

    def take_back(self, match: Match) -> None:
        """Goes on from an earlier position."""
        self.match = match
        self.saved = dict.fromkeys(self.saved, -1)
        for human in self.humans:
            self.events_shown[human] = self.events_shown[human].first(len(match.events))
        self.heard = min(self.heard, len(match.events))
        self.reader = None
        self.looked.clear()
        if self.private:
            self.viewers = ()
        self.keep()

    def put(self, text: str = "") -> None:
        self.keyboard.put(text)

    def extra(self, seat: int, word: str, rest: str) -> bool:
        """Does what a word that not every table has asks for; says whether it was one."""
        return closing.command(self, seat, word, rest)

    # --- First and last words ----------------------------------------------------------------------------------------

    def head(self) -> None:
        game = self.match.game
        self.put(self.paint(game.rules.title, "head") + (f": {game.rules.docs}" if game.rules.docs else ""))
        self.put(", ".join(called(self.match, s) + (" (bot)" if s in self.bots else "") for s in range(game.seats)))
        if game.rules.options:
            for row in wrapped("options:", [f"{name}={value}" for name, value in game.settings()]):
                self.put(row)
        if self.match.clock is not None:
            self.put(f"clock: {self.match.clock}")
        # The seed tells what chance will bring, so it stays unsaid where somebody plays until the game is over.
        self.put("`?` explains what you can type" if self.humans else f"seed {self.match.seed}")

    def leave(self, saved: str = "") -> None:
        self.put("The game is not finished.")
        file = str(self.recorder.path) if self.recorder is not None else saved or self.saved_in()
        if file:
            self.put(f"Play on with: astro play {self.words_for(file)}")
        elif self.match.events:
            self.put("It was not kept; with `--record FILE`, or `save FILE` before `quit`, it can be played on.")

    def words_for(self, file: str) -> str:
        """What is typed after `astro play` to go on with a record: its name, and the rules if it may not name them."""
        from astro_referee.interpreter.play import library

        name = self.match.game.rules.name
        try:
            library.find_recorded(name, folder_of(file))
        except library.NotFound:
            return shlex.join([name, "--record", file])
        return shlex.quote(file)

    def finish(self) -> None:
        """Everybody looks: the rest of the events as all may know it, and the result."""
        self.viewers = tuple(self.humans)
        self.keyboard.begin()
        alone, columns, room = len(self.humans) == 1, width(), self.keyboard.room()
        if columns is not None and room is not None:
            view = self.match.view(self.humans[0]) if alone else self.match.public()
            screen = last_screen(self, self.humans[0], self.with_last_event(self.humans[0], self.news()), view, columns)
            for row in self.painted(screen.rows(columns, room - QUESTIONS)):
                self.put(row)
            return
        self.catch_up()
        self.put()
        for row in board(self.match, self.humans[0]) if alone else public_board(self.match):
            self.put(row)
        self.put()
        for row in narration.ending(self.match):
            self.put(self.paint(row, "head"))
        for row in self.farewell():
            self.put(row)

    def farewell(self) -> list[str]:
        """What was secret until the game was over."""
        return [] if self.match.typed else [f"The seed was {self.match.seed}."]


class BotTable(Table):
    """All seats are bots; somebody looks over their shoulders: no question, and no secret but what lies face down."""

    def play(self) -> None:
        self.head()
        put()
        for row in narration.opening(self.match, narration.ALL_SHOULDERS):
            put(row)
        moves = 0
        self.settle()
        self.print_news()
        while not self.match.over and moves < MOST_WATCHED:
            if moves % BOARD_EVERY == 0:
                self.show_board()
            begun, seat = monotonic(), self.match.actors[0]
            move = bot_move(self.match, self.bots)
            if self.timed(seat, begun):
                self.match.play(move)
            moves += 1
            self.settle()
            self.print_news()
            if self.pace:
                pause(self.pace)
        self.show_board()
        if not self.match.over:
            put(f"After {moves} moves the game is still going on; random play may never end it.")
            return
        for row in narration.ending(self.match):
            put(self.paint(row, "head"))

    def print_news(self) -> None:
        """What has happened since the last time; moves with what they do."""
        for row in narration.narrate(self.match, self.match.events[self.seen :], narration.ALL_SHOULDERS, self.paint):
            put(row)
        self.seen = len(self.match.events)

    def show_board(self) -> None:
        put()
        for row in watched_board(self.match):
            put(row)
        put()
