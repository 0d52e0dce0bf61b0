"""The real table: dice, cards and tiles are real, and what comes up is typed in by those who see it."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import takewhile
from typing import TYPE_CHECKING

from astro_referee.cli import entries, looking, rulebook, telling
from astro_referee.cli.board import board, public_board
from astro_referee.cli.board.layout import wrapped
from astro_referee.cli.options import called
from astro_referee.cli.seat import Left, Undone, leave_with
from astro_referee.cli.table import Table
from astro_referee.cli.terminal import plural
from astro_referee.interpreter import standins

if TYPE_CHECKING:
    from astro_referee.cli.recording import Recorder
    from astro_referee.interpreter.bots import Bot
    from astro_referee.interpreter.match import Event, Match

HELP = """Type what came up; short names do, and several at once with commas.
  list         all names that can be typed here
  back         take back the last entry; `back NAME` that one
  board        the position again
  hand         what only you may see
  history      what has happened so far
  rules        the rules in short; `rules WORD` all about something
  quit         leave the game
  ? or help    this text
The Tab key completes names."""
WORDS = ("list", "back", "board", "hand", "history", "rules", "quit", "help")
BACK = "  back        take back what was typed in last; `back NAME` that one\n"
FEW = 12
"""Names that are listed in the question itself."""


class RealTable(Table):
    """A table with real dice and cards. What nobody may see is not asked for until it comes up."""

    help = Table.help.replace("  save FILE", f"{BACK}  save FILE")
    words = (*Table.words, "back")

    def __init__(self, match: Match, bots: Mapping[int, Bot], recorder: Recorder | None) -> None:
        super().__init__(match, bots, recorder)
        self.base = match.copy()
        """The match before the last event that may have turned something up."""
        self.known = standins.known_in(match)
        self.asked: list[int] = []
        """Stand-ins that were exchanged since the last move."""
        self.later: list[Event] = []
        """Entries that came after one that was taken back; they are made again if they still fit."""
        self.missing = False
        """Whether the one that was taken back is still to be made."""
        self.refusals = 0

    # --- Chance ------------------------------------------------------------------------------------------------------

    def turn(self, seat: int) -> None:
        before = self.match.copy()
        super().turn(seat)
        if self.match.number > before.number:
            self.base, self.asked, self.later = before, [], []

    def settle(self) -> None:
        self.turn_over()
        self.keep()
        while self.match.chance is not None:
            mask = entries.readers(self.match)
            if not mask:
                self.match.settle()
            elif not self.made_again():
                self.enter(mask)
        self.later = []
        self.keep()

    def keep(self) -> None:
        """Every entry is kept as it is made."""
        if self.recorder is not None:
            self.recorder.update(self.match)

    def made_again(self) -> bool:
        """Makes the next of the entries that were only in the way of another one, if it can still be."""
        if self.missing or not self.later:
            return False
        event = self.later.pop(0)
        possible = [value for value, _, _ in self.match.outcomes()]
        if isinstance(event.value, int) and entries.label(self.match) == event.label and event.value in possible:
            self.base = self.match.copy()
            self.match.settle(event.value)
            self.turn_over()
            return True
        self.later = []
        return False

    def enter(self, mask: int) -> None:
        """Asks for one chance event, and takes more if they are typed in the same line."""
        self.seat_for(mask)
        self.put(self.paint(self.question(), "head"))
        prompt = f"{telling.with_names(self.match, entries.label(self.match))}> "
        text = self.keyboard.ask(prompt, lambda: [*entries.names(self.match), *WORDS])
        if not text or self.command_of(text):
            return
        group, count, first = self.match.dealing, self.match.number, entries.label(self.match)
        seated = self.viewers
        for piece in entries.pieces(self.match, text):
            if self.viewers != seated:  # what came up was another player's to type in; the rest is asked for again
                break
            if self.match.chance is None or entries.readers(self.match) != mask:
                told = telling.with_names(self.match, first)
                self.put(f"  {self.paint('too many', 'bad')}: nothing more comes up for {told}; not entered: {piece}")
                break
            try:
                self.base, self.match = entries.settled(self.match, piece, self.known)
                self.missing = False
                self.turn_over()
            except entries.Impossible as error:
                self.refusals += isinstance(error, entries.Taken)
                self.put("  " + self.paint(str(error), "bad"))
                done = self.match.number - count
                if done:
                    self.put(f"  Entered before it: {plural(done, 'entry', 'entries')}; go on with this one.")
                break
        self.keep()
        over = self.match.chance is None or entries.readers(self.match) != mask
        if over and self.private and mask != self.everybody and self.match.number > count:
            self.seat_for(mask)
            self.confirm(mask, group if group is not None else count)

    def question(self) -> str:
        """What is to be typed in."""
        match, names = self.match, entries.shown(self.match)
        label, left = telling.with_names(match, entries.label(match)), entries.remaining(match)
        which = f" ({', '.join(names)})" if len(names) <= FEW else f" For example: {names[0]}, {names[-1]}"
        if match.chance is None or not match.chance.draws or not label.startswith("deal to "):
            many = f" {left} to type in." if left > 1 else ""
            return f"What came up for {label}?{many}{which}"
        place = label.removeprefix("deal to ")
        cards = "card was" if left == 1 else f"{left} cards were"
        for viewer in self.viewers if len(self.viewers) == 1 else ():
            if place.endswith(f" of {match.names[viewer]}"):
                place = place.removesuffix(f" of {match.names[viewer]}")
                return f"{match.names[viewer]}, which {cards} dealt to {place}?{which}"
        return f"Which {cards} dealt to {place}?{which}"

    def confirm(self, mask: int, first: int) -> None:
        """The last look before the keyboard goes on: later on, others may have played on it."""
        made = [e for e in self.match.events[first:] if e.player is None and e.readers == mask]
        self.put("entered: " + ", ".join(e.text for e in made))
        while True:
            text = self.keyboard.ask("Enter if this is right, `back` or `back NAME` if not: ")
            word, _, rest = text.partition(" ")
            match word.casefold():
                case "":
                    return
                case "back" if self.back(rest.strip()):
                    return
                case "back":
                    pass  # it was said that there is nothing of that name
                case "quit" | "exit":
                    raise Left(leave_with(self))
                case _:
                    self.put("Nothing else can be entered here before this is right.")

    def seat_for(self, mask: int, upto: int | None = None) -> None:
        """Somebody who may see what comes up must have the keyboard; what all may see, anybody types.

        They are told what has happened, up to an event if what came after it has still to be put right.
        """
        if not self.private or (self.viewers and not self.watchers & ~mask):
            return
        if mask == self.everybody and not self.viewers:
            return
        seat = next(seat for seat in range(self.match.game.seats) if mask >> seat & 1)
        self.seat_down(seat)
        self.catch_up(upto)
        self.say_notice()

    def command_of(self, text: str) -> bool:
        """Does what a word asks for, where no name is meant."""
        word, _, rest = text.casefold().partition(" ")
        if any(name.casefold() == text.casefold() for name in entries.names(self.match)):
            return False
        seat = self.viewers[0] if len(self.viewers) == 1 else None
        match (word, bool(rest)):
            case ("?" | "help", False):
                self.keyboard.page(HELP.split("\n"))
            case ("list", False):
                self.keyboard.page(wrapped("", entries.shown(self.match)))
            case ("rules", _):
                self.keyboard.page(rulebook.rules(self.match, rest))
            case ("back", _):
                self.back(rest)
            case ("board", False):
                # Where all look, only what all may see: nobody is the referee here.
                self.keyboard.page(board(self.match, seat) if seat is not None else public_board(self.match))
            case ("hand", False) if seat is not None:
                self.keyboard.page(looking.own(self.match, seat))
            case ("history", False):
                self.keyboard.page(telling.tell(self.match, self.match.events, self.watchers or self.everybody))
            case ("quit" | "exit", False):
                raise Left(leave_with(self))
            case _:
                return False
        return True

    # --- Taking back -------------------------------------------------------------------------------------------------

    def back(self, name: str) -> bool:
        """Takes an entry back that nobody has played on; entries after it stay, where they still can.

        Says whether there was one, or somebody else was asked for it.
        """
        made = list(takewhile(lambda event: event.player is None, reversed(self.match.events)))
        typed = [event for event in made if event.readers]
        mine = [event for event in typed if telling.may_read(event.readers, self.watchers or self.everybody)]
        if not name and typed and typed[0] not in mine and self.watchers:
            self.back_to(typed[0])
            return True
        if not name and not mine and self.asked:
            self.known.discard(self.asked.pop())
            return True
        if name:
            from astro_referee.interpreter.notation import fold

            mine = [e for e in mine if entries.stands_for(fold(name), fold(e.text))]
        if not mine:
            called_so = f" called {name}" if name else ""
            since = ": somebody has moved since" if len(made) < len(self.match.events) else ""
            self.put(f"There is nothing{called_so} to take back{since}.")
            return False
        event, seated = mine[0], self.viewers
        earlier = standins.replayed(self.match, upto=event.number)
        assert earlier is not None
        self.later = self.match.events[event.number + 1 :] + self.later
        self.match, self.missing = earlier, False
        # The other cards of the same deal were not meant: which of them comes first makes no difference.
        while self.later and self.later[0].group == event.group and self.made_again():
            pass
        self.missing = True
        for human in self.humans:
            self.told[human] = min(self.told[human], event.number)
        if self.viewers == seated:
            self.put(f"Taken back: {event.text} ({telling.with_names(self.match, event.label)}).")
        self.keep()
        return True

    def back_to(self, event: Event) -> None:
        """The last entry is another player's: only who typed it can see what is wrong with it."""
        assert event.readers is not None
        self.put("The last entries are not yours; the keyboard goes back to who made them.")
        asker = called(self.match, self.viewers[0])
        seat = next(seat for seat in range(self.match.game.seats) if event.readers >> seat & 1)
        self.seat_down(seat)
        self.put(f"{asker} asks you to look at this again.")
        first = next(e.number for e in self.match.events if e.group == event.group and e.label == event.label)
        self.confirm(event.readers, first)

    def extra(self, word: str, rest: str) -> bool:
        if word != "back":
            return False
        number = self.match.number
        asked = len(self.asked)
        self.back(rest)
        if self.match.number != number or len(self.asked) != asked:
            raise Undone
        return True

    # --- What lay hidden ---------------------------------------------------------------------------------------------

    def turn_over(self) -> None:
        """Asks what it was that came up out of what nobody could see."""
        while (shown := standins.come_up(self.base, self.match, self.known)) is not None:
            event = shown.event
            self.seat_for(shown.readers, self.base.number)
            kind = standins.outcome_types(self.match)[event.number]
            assert kind is not None
            label = telling.with_names(self.match, event.label)
            self.put(self.paint(f"Which card was turned up? (event {event.number + 1}, {label})", "head"))
            text = self.keyboard.ask("turned up> ")
            if text.casefold() in ("quit", "exit"):
                raise Left(leave_with(self))
            if text in ("", "?"):
                self.put("Type the name of what lay there face down; `quit` leaves the game.")
                continue
            try:
                value = entries.read(self.match, kind, text)
                new = standins.exchanged(self.match, event, value, self.known)
                if new is None:
                    raise entries.Impossible(entries.why_not(self.match, kind, value, self.known))
            except entries.Impossible as error:
                self.put("  " + self.paint(str(error), "bad"))
                continue
            self.match, self.base = new, standins.replayed(new, upto=self.base.number) or self.base
            self.known.add(event.number)
            self.asked.append(event.number)

    def seat_down(self, seat: int) -> None:
        """Also tells the next player if the last one has tried names that could not be: that may have been spying."""
        tried, last = self.refusals, self.viewers
        super().seat_down(seat)
        if last != self.viewers and tried > 1 and last:
            self.notice = f"{called(self.match, last[0])} typed {plural(tried, 'entry', 'entries')} that could not be."
            self.refusals = 0
