"""The real table: dice, cards and tiles are real, and what comes up is typed in by those who see it."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import takewhile
from typing import TYPE_CHECKING

from astro_referee.cli.table import private_view
from astro_referee.cli.table.keyboard import Table
from astro_referee.cli.table.real import entries
from astro_referee.cli.table.real.sheets import DealSheet
from astro_referee.cli.table.real.turned_up import turn_over
from astro_referee.cli.table.real.words import LOOK_HELP, WORDS, command_of
from astro_referee.cli.table.seat import PlayerLeft, PositionChanged, leave_with
from astro_referee.interpreter.play.events import A_CARD
from astro_referee.interpreter.play.hidden import face_down
from astro_referee.interpreter.play.notation import fold
from astro_referee.interpreter.play.seating import called
from astro_referee.interpreter.show import narration
from astro_referee.interpreter.values.text import clean

if TYPE_CHECKING:
    from astro_referee.cli.table.bots import AutoPlayer
    from astro_referee.cli.table.recording import Recorder
    from astro_referee.interpreter.play.events import Event
    from astro_referee.interpreter.play.match import Match
    from astro_referee.interpreter.values.types import Type

BACK = "  back        take back what was typed in last; `back NAME` that one\n"
FEW = 12
"""Names that are listed in the question itself."""


class RealTable(Table):
    """A table with real dice and cards. What nobody may see is not asked for until it comes up."""

    help = Table.help.replace("  save FILE", f"{BACK}  save FILE")
    words = (*Table.words, "back")
    waits_for_readers = False  # real cards are shown across the table

    def __init__(self, match: Match, bots: Mapping[int, AutoPlayer], recorder: Recorder | None) -> None:
        super().__init__(match, bots, recorder)
        self.base = match.copy()
        """The match before the last event that may have turned something up."""
        self.known = face_down.known_in(match)
        self.asked: list[int] = []
        """Stand-ins that were exchanged since the last move."""
        self.later: list[Event] = []
        """Entries that came after one that was taken back; they are made again if they still fit."""
        self.missing = False
        """Whether the one that was taken back is still to be made."""
        self.sheets: dict[int, DealSheet] = {}
        """What was typed for each deal."""
        self.sheet = DealSheet(0)
        """That of the deal which is typed in or looked at now."""

    # --- Chance ------------------------------------------------------------------------------------------------------

    def turn(self, seat: int) -> None:
        before = self.match.copy()
        super().turn(seat)
        if self.match.number > before.number:
            self.base, self.asked, self.later = before, [], []

    def settle(self) -> None:
        while True:
            try:
                self.settle_all()
                return
            except PositionChanged:  # the position has changed on the way, or all have been asked whether it may
                continue

    def settle_all(self) -> None:
        turn_over(self)
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
        """Makes the next of the entries that were only in the way of another one; in doubt, if it cannot be made."""
        if self.missing or not self.later:
            return self.reconciled()
        event = self.later.pop(0)
        if isinstance(event.value, int) and entries.label(self.match) == event.label:
            done = entries.with_outcome(self.match, event.value, self.known)
            if done is not None:
                self.base, self.match = done
                turn_over(self)
                return True
            if self.private and event.readers != self.everybody:
                self.current().doubts.append(event.value)
                return True
        self.later = []
        return False

    def reconciled(self) -> bool:
        """Whether something that was in doubt can be after all, now that somebody has put another entry right."""
        doubts = self.current().doubts
        for value in doubts if not self.missing else []:
            done = entries.with_outcome(self.match, value, self.known)
            if done is not None:
                doubts.remove(value)
                self.base, self.match = done
                turn_over(self)
                return True
        return False

    def current(self) -> DealSheet:
        """The sheet of the deal under way, or of the one that begins now."""
        first = self.match.dealing if self.match.dealing is not None else self.match.number
        sheet = self.sheets.setdefault(first, DealSheet(first))
        if self.match.dealing is None and not sheet.doubts:
            sheet.order.clear()
        return sheet

    def left(self) -> int:
        """How many entries the deal still takes."""
        return entries.remaining(self.match) - len(self.current().doubts)

    def enter(self, mask: int) -> None:
        """Asks for one chance event, and takes more if they are typed in the same line."""
        sheet = self.sheet = self.current()
        self.seat_for(mask, sheet.first if sheet.order else None)
        if self.left():
            self.put(self.paint(self.question(), "head"))
            prompt = f"{narration.with_names(self.match, entries.label(self.match))}> "
            text = self.keyboard.ask(prompt, lambda: [*entries.names(self.match), *WORDS])
            if not text.strip(" ,;") or self.command_of(text) or not self.take(text, mask):
                return
            sheet = self.sheet
        if self.private and mask != self.everybody:
            self.seat_for(mask)
            if not self.confirm(mask, sheet):
                return
        if sheet.doubts:
            self.dispute(mask, sheet)

    def take(self, text: str, mask: int) -> bool:
        """Takes all entries of a line, or none of them; says whether the last deal they belong to is complete."""
        before = self.match, self.base, self.missing, self.sheet
        sheets = {first: sheet.copy() for first, sheet in self.sheets.items()}
        try:
            mask = self.take_line(text, mask)
        except entries.Impossible as error:
            self.match, self.base, self.missing, self.sheet = before
            self.sheets = sheets | {before[3].first: before[3]}
            before[3].order[:], before[3].doubts[:] = sheets[before[3].first].order, sheets[before[3].first].doubts
            self.put("  " + self.paint(str(error), "bad"))
            if entries.first_piece(self.match, text)[1]:
                self.put("  Nothing of this line was entered.")
            return False
        turn_over(self)
        self.keep()
        return self.complete(mask, self.sheet)

    def take_line(self, text: str, mask: int) -> int:
        """Takes entries one after the other, of this deal or roll and of those that follow it; gives who sees the last.

        Nobody is asked anything on the way, so that the line can still be refused.
        """
        taken: list[int] = []
        while text:
            if taken and self.complete(mask, self.sheet):
                mask = self.following(mask, text)
            piece, text = entries.first_piece(self.match, text)
            self.take_one(piece, self.sheet, taken)
            if text and face_down.revealed_placeholder(self.base, self.match, self.known) is not None:
                raise entries.Impossible(f"after {piece}, what was turned up has to be typed in first")
        return mask

    def following(self, mask: int, text: str) -> int:
        """Goes on to the next roll, if the same line may answer it; gives who sees that.

        Where players have secrets, only what cannot be in doubt is typed on and on: doubts must not show.
        """
        label = narration.with_names(self.match, self.match.events[-1].label)
        sure = not self.sheet.doubts and not self.later and (mask == self.everybody or not self.private)
        while sure and self.match.chance is not None and not entries.readers(self.match):
            self.match.settle()
        chance = self.match.chance
        if chance is None or not sure or (self.private and self.unsure(mask)):
            raise entries.Impossible(f"too many: nothing more comes up for {label} than stands before `{clean(text)}`")
        self.sheet = self.current()
        return entries.readers(self.match)

    def unsure(self, mask: int) -> bool:
        """Whether what was typed last, or what comes now, may have to be looked at again."""
        chance, readers = self.match.chance, entries.readers(self.match)
        drawn = isinstance(self.match.events[-1].value, int) and self.match.events[-1].public == A_CARD
        return chance is None or drawn or self.match.game.is_card(chance.outcome) or readers != self.everybody

    def complete(self, mask: int, sheet: DealSheet) -> bool:
        """Whether all of a deal was typed in."""
        if self.match.chance is None or entries.readers(self.match) != mask:
            return True
        return self.current() is not sheet or not self.left()

    def take_one(self, piece: str, sheet: DealSheet, taken: list[int]) -> None:
        """Takes one entry. What only others could know to be wrong is taken like anything else, and is in doubt.

        `taken` are those of the same line.
        """
        chance = self.match.chance
        assert chance is not None
        value = entries.read(self.match, chance.outcome, piece)
        done = entries.with_outcome(self.match, value, self.known)
        if done is None:
            why = self.why_not(chance.outcome, value)
            if why and value in taken:
                name = self.match.game.printer.show(chance.outcome, value)
                raise entries.Impossible(f"{name} stands in this line more often than it can come up")
            if why:
                raise entries.Impossible(why)
            sheet.doubts.append(value)
        sheet.order.append(value)
        taken.append(value)
        self.missing = False
        if done is not None:
            self.base, self.match = done

    def why_not(self, kind: Type, value: int, *earlier: Match) -> str:
        """Why something cannot come up, if all who look can see that by themselves, or saw it earlier; else nothing."""
        eyes = self.viewers or tuple(range(self.match.game.seats))
        watchers = sum(1 << seat for seat in eyes)
        if not self.private or not self.match.game.is_card(kind):
            return entries.why_not(self.match, kind, value, watchers if self.private else 0, self.known)
        more = self.sheet.doubts.count(value)
        seen = [all(entries.all_seen(m, kind, value, seat, more) for seat in eyes) for m in (self.match, *earlier)]
        if not any(seen) and self.is_secret_from(watchers):
            return ""
        witnessed = {number for number in self.known if self.has_seen(number, watchers)}
        return entries.why_not(self.match, kind, value, watchers, witnessed, self.sheet.number_of(value))

    def has_seen(self, number: int, watchers: int) -> bool:
        """Whether all of some players have seen what came up in the place of a placeholder."""
        return not watchers & ~self.known[number].readers

    def is_secret_from(self, watchers: int) -> bool:
        """Whether somebody may know something of what has happened that these do not all know."""
        readers = [self.known[e.number].readers if e.number in self.known else e.readers for e in self.match.events]
        return any(mask and watchers & ~mask for mask in readers)

    def question(self) -> str:
        """What is to be typed in."""
        match, names, left = self.match, entries.shown(self.match), self.left()
        which = f" ({', '.join(names)})" if len(names) <= FEW else f" For example: {names[0]}, {names[-1]}"
        if match.chance is None or match.chance.into is None:
            many = f" {left} to type in." if left > 1 else ""
            whose, label = entries.occasion(match), narration.with_names(match, entries.label(match))
            return (f"{whose}: what" if whose else "What") + f" came up for {label}?{many}{which}"
        cards = "card was" if left == 1 else f"{left} cards were"
        owner = entries.dealt_to(match)
        if owner is not None and self.viewers == (owner,):
            return f"{match.names[owner]}, which {cards} dealt to {entries.title(match, match.chance.into)}?{which}"
        return f"Which {cards} dealt to {narration.with_names(match, entries.place(match))}?{which}"

    def confirm(self, mask: int, sheet: DealSheet) -> bool:
        """The last look before the keyboard goes on, since others may play on it; says whether it was right."""
        self.sheet = sheet
        self.put("entered: " + ", ".join(sheet.names(self.match, mask)))
        while True:
            text = self.keyboard.ask("Enter if this is right, `back` or `back NAME` if not: ")
            word, _, rest = text.partition(" ")
            match word.casefold():
                case "" | "y" | "yes":
                    return True
                case "back" if self.back(rest.strip()):
                    return False
                case "back":
                    pass  # it was said that there is nothing of that name
                case "?" | "help":
                    self.keyboard.page(LOOK_HELP.split("\n"))
                case _ if not self.looked_up(text, mask, sheet):
                    self.put("Nothing else can be entered here before this is right.")

    def looked_up(self, text: str, mask: int, sheet: DealSheet) -> bool:
        """Does what a word asks for at the last look."""
        # If all of it is in doubt, nothing of the deal is in the match yet.
        begun = sheet.first < self.match.number
        names = entries.shown(self.match, face_down.outcome_types(self.match)[sheet.first] if begun else None)
        return command_of(self, text, names, self.before_the_deal(), sheet.names(self.match, mask))

    # --- What does not go together -----------------------------------------------------------------------------------

    def dispute(self, mask: int, sheet: DealSheet) -> None:
        """Entries of several players cannot all be right. All hear that, and each looks again at what is theirs alone.

        Nobody is told which entry it is: that would tell what another player holds.
        """
        typists = self.viewers
        said = self.others_look(narration.with_names(self.match, entries.label(self.match)))
        if self.current() is not sheet or self.missing or self.reconciled():
            return
        if mask == self.everybody or not typists:
            sheet.drop_doubts()  # it lies open: whoever has the keyboard next types it again
            return
        self.seat_down(typists[0])
        self.put(said)
        self.confirm(mask, sheet)

    def others_look(self, label: str) -> str:
        """Lets all others look who know what the last typist does not, until somebody changes something."""
        typists, watchers = self.viewers, self.watchers or self.everybody
        who = called(self.match, typists[0]) if len(typists) == 1 else "somebody"
        said = f"What {who} typed ({label}) does not go with what others have typed: there is a mistake somewhere."
        self.keyboard.clear()
        self.viewers = ()
        self.put(said)
        for seat in self.humans:
            secret = [e for e in self.match.events if e.readers and e.readers >> seat & 1 and watchers & ~e.readers]
            if secret and seat not in typists:
                number = self.match.number
                self.seat_down(seat)
                self.put(said)
                self.look(seat, secret)
                if self.match.number != number:
                    break
        return said

    def look(self, seat: int, secret: list[Event]) -> None:
        """Another look at what a player typed, or holds if it cannot be changed any more."""
        open_ones = [e for e in secret if not any(later.player is not None for later in self.match.events[e.number :])]
        if open_ones:
            self.confirm(open_ones[-1].readers, self.sheet_of(open_ones[-1]))
            return
        for row in private_view.own(self.match, seat):
            self.put(row)
        text = self.keyboard.ask("Enter if this is right, `quit` if not; then `astro amend` corrects the record: ")
        if text.casefold() in ("quit", "exit"):
            raise PlayerLeft(leave_with(self))

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
        """Does what a word asks for in the middle of a deal."""
        typed = self.sheet.names(self.match, entries.readers(self.match))
        return command_of(self, text, entries.shown(self.match), self.before_the_deal(), typed)

    def sheet_of(self, event: Event) -> DealSheet:
        """The sheet of the deal that an event belongs to."""
        first = next(e.number for e in self.match.events if (e.group, e.label) == (event.group, event.label))
        return self.sheets.setdefault(first, DealSheet(first))

    def before_the_deal(self) -> Match:
        """The match as it is shown while cards are typed: what is typed counts when all of it is there."""
        whole = not self.private or not self.sheet.order
        return self.match if whole else face_down.replayed(self.match, upto=self.sheet.first) or self.match

    # --- Taking back -------------------------------------------------------------------------------------------------

    def back(self, name: str) -> bool:
        """Takes an entry back that nobody has played on; entries after it stay, where they still can.

        Says whether there was one, or somebody else was asked for it.
        """
        if self.doubted_back(name):
            return True
        made = list(takewhile(lambda event: event.player is None, reversed(self.match.events)))
        typed = [event for event in made if event.readers]
        mine = [event for event in typed if narration.may_read(event.readers, self.watchers or self.everybody)]
        if not name and typed and typed[0] not in mine and self.watchers:
            self.back_to(typed[0])
            return True
        mine = self.of_name(mine, name)
        if not mine and self.back_face_down(name):
            return True
        if not mine:
            self.nothing_back(name)
            return False
        event, seated = mine[0], self.viewers
        self.sheet.forget(event.value)
        earlier = face_down.replayed(self.match, upto=event.number)
        assert earlier is not None
        self.later = self.match.events[event.number + 1 :] + self.later
        self.match, self.missing = earlier, False
        # The other cards of the same deal were not meant: which of them comes first makes no difference.
        while self.later and self.later[0].group == event.group and self.made_again():
            pass
        self.missing = True
        for human in self.humans:
            self.events_shown[human] = self.events_shown[human].first(event.number)
        if self.viewers == seated:
            self.put(f"Taken back: {event.text} ({narration.with_names(self.match, event.label)}).")
        self.keep()
        return True

    def of_name(self, events: list[Event], name: str) -> list[Event]:
        """The entries that a name stands for; all of them without one."""
        return [event for event in events if not name or entries.abbreviates(fold(name), fold(event.text))]

    def back_face_down(self, name: str) -> bool:
        """Takes back what was turned up since the last move; says whether there was such an entry."""
        eyes = self.watchers or self.everybody
        meant = [self.match.events[number] for number in self.asked if not name or self.has_seen(number, eyes)]
        for event in self.of_name(meant, name)[-1:]:
            what = event.text if self.has_seen(event.number, eyes) else "what was turned up"
            self.put(f"Taken back: {what} ({narration.with_names(self.match, event.label)}).")
            self.asked.remove(event.number)
            by = self.known.pop(event.number).by
            self.events_shown = {human: shown_events.first(by) for human, shown_events in self.events_shown.items()}
            return True
        return False

    def nothing_back(self, name: str) -> None:
        """Why nothing can be taken back, as far as those who look may know it."""
        eyes = self.watchers or self.everybody
        typed = [event for event in self.match.events if event.player is None and event.readers]
        mine = [event for event in typed if narration.may_read(event.readers, eyes)]
        mine += [self.match.events[number] for number in self.known if self.has_seen(number, eyes)]
        earlier = self.of_name(mine, name)
        if not earlier:
            self.put(f"There is nothing{f' called {name}' if name else ''} to take back.")
            return
        what = f"{earlier[-1].text} cannot be taken back" if name else "There is nothing to take back"
        self.put(f"{what}: somebody has moved since. `undo` that move first, or mend the record later: `astro amend`.")

    def doubted_back(self, name: str) -> bool:
        """Takes the last entry of the deal under way back, or that of a name, if it is one in doubt."""
        sheet, chance = self.sheet, self.match.chance
        value = sheet.doubted(self.match, name) if chance is not None and self.current() is sheet else None
        if value is None or chance is None:
            return False
        sheet.forget(value)
        sheet.doubts.remove(value)
        label = narration.with_names(self.match, entries.label(self.match))
        self.put(f"Taken back: {self.match.game.printer.show(chance.outcome, value)} ({label}).")
        return True

    def back_to(self, event: Event) -> None:
        """The last entry is another player's: only who typed it can see what is wrong with it."""
        assert event.readers is not None
        self.put("The last entries are not yours; the keyboard goes back to who made them.")
        asker = called(self.match, self.viewers[0])
        seat = next(seat for seat in range(self.match.game.seats) if event.readers >> seat & 1)
        self.seat_down(seat)
        self.put(f"{asker} asks you to look at this again.")
        self.confirm(event.readers, self.sheet_of(event))

    def take_back(self, match: Match) -> None:
        """What has come up since is not known there: it may have been typed wrongly, and is asked for again."""
        super().take_back(match)
        self.base, self.asked, self.later, self.missing = match.copy(), [], [], False
        self.known = {number: shown for number, shown in self.known.items() if shown.by < match.number}
        self.sheets = {first: sheet for first, sheet in self.sheets.items() if first < match.number}

    def extra(self, seat: int, word: str, rest: str) -> bool:
        if word != "back":
            return super().extra(seat, word, rest)
        number = self.match.number
        asked = len(self.asked)
        self.back(rest)
        if self.match.number != number or len(self.asked) != asked:
            raise PositionChanged
        return True
