"""The game beside the text: a match that is begun, looked at from every seat, played and taken back."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import define

from astro_referee.cli.playground.desk import Desk
from astro_referee.cli.protocol import match_data
from astro_referee.cli.protocol.offers import offered
from astro_referee.cli.table import verdicts
from astro_referee.interpreter import api
from astro_referee.interpreter.play import library
from astro_referee.interpreter.play.match import Match
from astro_referee.interpreter.show import narration
from astro_referee.interpreter.values.printing import Printer
from astro_referee.interpreter.values.types import Bool, Int, Member, element, high, low, size

if TYPE_CHECKING:
    from astro_referee.interpreter.play.game import OptionSheet, Rules

Facts = dict[str, object]
MOST_MOVES = 400
"""Moves that are listed: more than that nobody reads through, and each can be typed."""
FEW = 12
"""Moves that are always listed, each as a whole."""
MOST_CHOICES = 24
"""Values of an option that are offered as a list; of a wider range, the number is typed."""
MOST_BY_CHANCE = 10_000
"""Events in a row that chance decides."""
MOST_IN_A_ROW = 500
"""Moves that players without people make before the page is asked again."""


class NoMatch(Exception):
    """Something is asked of a game that has not begun."""


@define
class SideTable:
    """The match that is played, if one is."""

    current: Match | None = None

    @property
    def match(self) -> Match:
        if self.current is None:
            raise NoMatch("no game has begun")
        return self.current

    # --- Beginning ---------------------------------------------------------------------------------------------------

    def set_up(self, desk: Desk) -> Facts:
        """What can be chosen before a game."""
        rules = library.load(desk.source())
        low, high = rules.seats
        return {
            "title": rules.title,
            "about": rules.docs,
            "least": low,
            "most": high,
            "options": [choice(rules, sheet) for sheet in rules.options],
        }

    def start(self, desk: Desk, players: int | None, options: dict[str, str], seed: int | None) -> Facts:
        """A new game with the rules as they are now; chance goes on to the first decision."""
        match = api.start(library.load(desk.source()), players, options, seed)
        settle(match)
        self.current = match
        return {"record": api.save(match)}

    def resume(self, desk: Desk, record: str) -> Facts:
        """A game that was begun before, under the rules as they are now; refused if it is not legal under them."""
        found = api.resume(record, changed_rules=True, folder=desk.folder)
        settle(found.match)
        self.current = found.match
        return {"record": api.save(found.match), "notes": list(found.notes)}

    # --- Looking -----------------------------------------------------------------------------------------------------

    def seat(self, name: str | None) -> int | None:
        """The seat of that name; nobody's if there is none, which is to look at everything."""
        players = self.match.game.players
        return players.index(name) if name in players else None

    def view(self, seat: int | None, wanted: int | None) -> Facts:
        """The table as a seat sees it, now or after some event: picture, words, moves and what has happened."""
        from astro_referee.cli.table.board import board
        from astro_referee.interpreter.show.picture import picture

        match = self.match
        seen = match if wanted is None or wanted >= match.number else match.rewound(wanted)
        watchers = 0 if seat is None else 1 << seat
        offer = self.offer(seat) if seen is match else {}
        told = [
            {"text": line.whole.strip(), "player": line.player} for line in narration.lines(seen, seen.events, watchers)
        ]
        return {
            **match_data.status(seen),
            "last": match.number,
            "title": match.game.rules.title,
            "players": list(match.game.players),
            "status": narration.ending(seen) if seen.over else [narration.status(seen)],
            "picture": picture(seen, seat),
            "board": board(seen, seat),
            "log": [*({"text": text, "player": None} for text in narration.opening(seen, watchers)), *told],
            "moves": self.moves(seat) if seen is match and not offer else [],
            "offer": offer,
            "many": len(match.legal(seat)) > MOST_MOVES,
        }

    def moves(self, seat: int | None) -> list[Facts]:
        """The legal moves of a seat, or of all who are asked."""
        match = self.match
        found = [one for actor in match.actors if seat in (None, actor) for one in match.listed(actor)[:MOST_MOVES]]
        return [
            {"player": match.game.players[move[0]], "move": written, "about": about} for move, written, about in found
        ]

    def offer(self, seat: int | None) -> Facts:
        """The moves part by part, where they take several things at once: there are too many ways to choose those."""
        match, decision = self.match, self.match.decision
        if seat is None or seat not in match.actors or decision is None or len(match.legal(seat)) <= FEW:
            return {}
        several = any(element(one.type) is not None for slot in decision.moves for one in slot.params)
        return offered(match, seat) if several else {}

    # --- Playing -----------------------------------------------------------------------------------------------------

    def mover(self, name: str | None) -> int:
        """Who moves: the seat that is named, or else the first that is asked."""
        seat = self.seat(name)
        return seat if seat is not None else self.match.actors[0] if self.match.actors else 0

    def submit(self, name: str | None, typed: str) -> Facts:
        """A move as it is written; then chance, up to the next decision."""
        seat = self.mover(name)
        verdict = self.match.submit(seat, typed)
        if verdict.ok:
            settle(self.match)
        return self.judged(seat, verdict.ok, verdicts.data(self.match, seat, verdict))

    def why(self, name: str | None, typed: str) -> Facts:
        """Whether a move would be legal, and every reason why not; nothing changes."""
        seat = self.mover(name)
        verdict = self.match.judge(seat, typed)
        return self.judged(seat, False, verdicts.data(self.match, seat, verdict))

    def judged(self, seat: int, moved: bool, verdict: Facts) -> Facts:
        rulings = self.match.game.rules.rulings
        cited = {name: " ".join(part for part in rulings[name] if part) for name in rulings}
        return {**verdict, "cited": cited if verdict.get("reasons") else {}, **(self.kept() if moved else {})}

    def kept(self) -> Facts:
        return {"record": api.save(self.match)}

    def let_play(self, bot: str, seats: list[str], turns: int) -> Facts:
        """Lets seats without people move, as long as one of them is asked."""
        from astro_referee.interpreter.study.bots import bot as bot_called

        match, mind = self.match, bot_called(bot)
        for _ in range(min(turns, MOST_IN_A_ROW)):
            asked = [actor for actor in match.actors if match.game.players[actor] in seats]
            if not asked:
                break
            match.play(mind.choose(match, asked[0]))
            settle(match)
        return self.kept()

    def undo(self) -> Facts:
        """Takes the last move back, with what chance did after it."""
        events = self.match.events
        last = max((number for number, event in enumerate(events) if event.player is not None), default=None)
        if last is not None:
            self.match.undo(last)
        return self.kept()


def settle(match: Match) -> None:
    """Chance decides until somebody is asked, or the game is over; rules may let it go on for ever."""
    for _ in range(MOST_BY_CHANCE):
        if match.chance is None:
            return
        match.settle()
    raise NoMatch(
        f"chance has decided {MOST_BY_CHANCE:,} times in a row, and nobody is asked: the rules may go on for ever"
    )


def choice(rules: Rules, sheet: OptionSheet) -> Facts:
    """An option with what it may be, as it would be written."""
    printer = Printer(rules.kinds, ())
    values = list[str]()
    if isinstance(sheet.type, Bool | Int | Member) and size(sheet.type) <= MOST_CHOICES:
        values = [printer.show(sheet.type, value) for value in range(low(sheet.type), high(sheet.type) + 1)]
    return {
        "name": sheet.name,
        "about": sheet.docs,
        "default": printer.show(sheet.type, sheet.default),
        "values": values,
    }
