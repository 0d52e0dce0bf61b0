"""A game in play: who acts, what is legal, verdicts on moves, chance, the log, the result.

Every change is made on a copy and kept only if nothing goes wrong, so bad input and faulty rules leave the position as
it was. The cost of a move, of a copy and of taking back does not depend on how many events came before.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable
from fractions import Fraction
from operator import itemgetter
from typing import TypeVar

from attrs import define, evolve, field

import astro_referee
from astro_referee.grammar.problems import Problem
from astro_referee.grammar.source import Source
from astro_referee.interpreter import machine as m
from astro_referee.interpreter.backends.engine import Move, State
from astro_referee.interpreter.machine.runtime import (
    MOST_LEGAL,
    MOST_LISTED,
    EndlessLoop,
    Log,
    Overflow,
    RuleFault,
)
from astro_referee.interpreter.play import event_texts, faults, notation, views
from astro_referee.interpreter.play.chance import Generator
from astro_referee.interpreter.play.clock import Clock
from astro_referee.interpreter.play.endings import agreements, results
from astro_referee.interpreter.play.endings.agreements import Agreement
from astro_referee.interpreter.play.events import Event, Mark, Result, Said
from astro_referee.interpreter.play.game import Game
from astro_referee.interpreter.play.history import History, Later
from astro_referee.interpreter.play.seating import ambiguous
from astro_referee.interpreter.play.typed_moves.verdict import Verdict, judge
from astro_referee.interpreter.play.views import View
from astro_referee.interpreter.values.brief import brief, count

Answer = TypeVar("Answer")
seat_of = itemgetter(0)

NO_MOVES: list[Move] = []
MARK_EVERY = 32
"""Events between two positions that are kept, and so the most that are played again when something is taken back."""


class FaultyRules(Exception):
    """The rules cannot go on; the position is as it was before. A `script` is a test that shows it, if there is one."""

    def __init__(self, problem: Problem, source: Source, script: str = "") -> None:
        super().__init__(problem.message)
        self.problem, self.source, self.script = problem, source, script


@define
class Match:
    """One game being played."""

    game: Game
    seed: int
    names: tuple[str, ...]
    state: State = field(init=False)
    options: list[Move] = field(init=False, factory=list)
    own: dict[int, list[Move]] = field(init=False, factory=dict, eq=False, repr=False)
    """The legal moves by player: how long it takes to list one's own does not tell how many others have."""
    events: History[Event] = field(init=False, factory=History)
    marks: History[Mark] = field(init=False, factory=History, eq=False, repr=False)
    """Positions on the way here, from which an earlier one is played again."""
    due: int = field(init=False, default=0, eq=False, repr=False)
    """How many events there are at least when the next position is kept."""
    number: int = field(init=False, default=0)
    keep_log: bool = True
    typed: bool = False
    """Whether chance is real: people roll and deal, and type in what came up."""
    bots: dict[int, str] = field(factory=dict)
    """The seats that play themselves, each with the bot that sits there and how long it thinks."""
    shown: dict[int, dict[Move, str]] = field(init=False, factory=dict, eq=False, repr=False)
    """The notations of the legal moves, worked out when they are first asked for."""
    dealing: int | None = field(init=False, default=None)
    """The event with which a deal began that still goes on."""
    opening: tuple[Said, ...] = field(init=False, default=())
    """What the rules say before the first event."""
    agreement: Agreement | None = field(init=False, default=None)
    """What ended the game, if that was not the rules."""
    clock: Clock | None = None
    left: dict[int, int] = field(init=False, factory=dict)
    """Tenths of a second that each player has left, where there is a clock."""

    def __attrs_post_init__(self) -> None:
        wrong = ambiguous(self.game.players, self.names) if self.names != self.game.players else ""
        if wrong:
            raise ValueError(wrong)
        self.left = dict.fromkeys(range(self.game.seats), self.clock.base) if self.clock is not None else {}
        self.state = self.game.engine.start()
        self.opening = self._commit(self.state[:], Log())

    def __repr__(self) -> str:
        names = " and ".join(self.names[seat] for seat in self.actors)
        now = "over" if self.over else "chance decides" if self.chance is not None else f"{names} asked"
        return brief(self, self.game.rules.title, count(self.number, "event"), now)

    def _repr_svg_(self) -> str:
        """The position with all that is hidden, drawn: notebooks show it."""
        return str(astro_referee.picture(self))

    # --- Where the game stands ---------------------------------------------------------------------------------------

    @property
    def decision(self) -> m.Decision | None:
        return self.game.decisions.get(self.state[0]) if self.agreement is None else None

    @property
    def question(self) -> str:
        """What is asked here, in the words of the rules; empty if they have none for it."""
        return self.game.rules.questions.get(self.decision.span, "") if self.decision is not None else ""

    @property
    def chance(self) -> m.Chance | None:
        return self.game.chances.get(self.state[0]) if self.agreement is None else None

    @property
    def over(self) -> bool:
        return self.state[0] == 0 or self.agreement is not None

    @property
    def actors(self) -> tuple[int, ...]:
        """The seats that may act now; none if chance must, or the game is over."""
        return views.asked(self.game, self.state) if self.agreement is None else ()

    def legal(self, player: int | None = None) -> list[Move]:
        """The legal moves, of one player or of all who are asked."""
        return self.options[:] if player is None else self.own.get(player, [])[:]

    def written(self, move: Move) -> str:
        """A move in its notation; a number after it tells it apart from legal moves that are written alike."""
        player = move[0]
        legal = self.shown[player] if player in self.shown else self.own.get(player, [])
        return self.in_words(player)[move] if move in legal else self._written(move)

    def spoken(self, move: Move) -> str:
        """A move as players are told of it: in its notation, with their names in place of their seats."""
        return self._text_of(move, self.names)

    def marked(self, move: Move) -> str:
        """A move as players can type it: things by their marks, seats as the rules call them."""
        return self._text_of(move, self.game.players)

    def _text_of(self, move: Move, names: tuple[str, ...]) -> str:
        decision, text = self.decision, self.written(move)
        assert decision is not None
        return self._guarded(lambda: event_texts.spoken(self.game, names, self.state, decision, move, text))

    def in_words(self, player: int) -> dict[Move, str]:
        """The legal moves of a player as they are written here, each differently."""
        decision = self.decision
        if player not in self.shown and decision is not None:
            own = self.own.get(player, [])
            self.shown[player] = self._guarded(lambda: event_texts.in_words(self.game, self.state, decision, own))
        return self.shown.get(player, {})

    def _written(self, move: Move, names: tuple[str, ...] = ()) -> str:
        decision = self.decision
        assert decision is not None
        return self._guarded(lambda: notation.written(self.game, self.state, decision, move, names))

    def listed(self, player: int | None = None) -> list[tuple[Move, str, str]]:
        """The legal moves as they can be typed, and what each of them does."""
        found: list[tuple[Move, str, str]] = []
        length = 0
        for move in self.legal(player):
            found.append((move, self.marked(move), self.about(move)))
            length += len(found[-1][1]) + len(found[-1][2])
            self._bounded(length, move)
        return found

    def _bounded(self, length: int, move: Move) -> None:
        if length > MOST_LISTED:
            assert self.decision is not None
            error = Overflow(event_texts.too_long(), self.decision.moves[move[1]].span)
            raise FaultyRules(faults.problem_of(self.game, error), self.game.rules.source)

    def id_of(self, move: Move) -> str:
        """A short name of a move for programs: that of its rule and the numbers of what was chosen, `take.3.1`.

        It is the same in every position and needs no quotes anywhere.
        """
        assert self.decision is not None
        return ".".join([self.decision.moves[move[1]].name, *map(str, move[2:])])

    def with_id(self, player: int, name: str) -> Move | None:
        """The legal move of a player that goes by an id, if there is one."""
        return next((move for move in self.legal(player) if self.id_of(move) == name), None)

    def about(self, move: Move) -> str:
        """What a move does, in the words of the rules; empty if they do not say it, or cannot."""
        assert self.decision is not None
        try:
            return notation.about(self.game, self.state, self.decision, move, self.names)
        except Overflow as error:
            raise FaultyRules(faults.problem_of(self.game, error), self.game.rules.source) from None
        except (RuleFault, EndlessLoop):
            return ""

    def view(self, player: int | None = None) -> View:
        """The position as a player sees it, or as the referee does."""
        return self._guarded(lambda: views.view(self.game, self.state, player))

    def watched(self) -> View:
        """The position for somebody who looks over all shoulders."""
        return self._guarded(lambda: views.watched(self.game, self.state))

    def public(self) -> View:
        """The position for everybody at once, each of whom may see it."""
        return self._guarded(lambda: views.public(self.game, self.state))

    def copy(self) -> Match:
        """A second match that goes its own way from here."""
        new = object.__new__(Match)
        new.game, new.seed, new.names = self.game, self.seed, self.names
        new.keep_log, new.typed, new.bots = self.keep_log, self.typed, dict(self.bots)
        new.state, new.options, new.own = self.state[:], self.options[:], self.own
        new.events, new.marks, new.number, new.opening = self.events, self.marks, self.number, self.opening
        new.dealing, new.shown, new.due = self.dealing, dict(self.shown), self.due
        new.agreement, new.clock, new.left = self.agreement, self.clock, dict(self.left)
        return new

    def restarted(self, keep_log: bool = True) -> Match:
        """The same match before its first event."""
        return Match(self.game, self.seed, self.names, keep_log, self.typed, dict(self.bots), self.clock)

    @classmethod
    def at(cls, game: Game, seed: int, names: tuple[str, ...], state: State, number: int = 0) -> Match:
        """A match that begins from a record, wherever that comes from."""
        new = object.__new__(cls)
        new.game, new.seed, new.names, new.number = game, seed, names, number
        new.keep_log, new.typed, new.dealing, new.bots, new.due = True, False, None, {}, 0
        new.events, new.marks, new.agreement, new.clock, new.left = History(), History(), None, None, {}
        new.opening = new._commit(state, Log())
        return new

    def continue_from(self, state: State) -> None:
        """Goes on from a record; what is asked there is asked anew. If that ends the game, its last words are kept."""
        last = tuple(said for said in self._commit(state, Log()) if said.last)
        if self.events:
            self.events = self.events.with_entry(-1, evolve(self.events[-1], said=(*self.events[-1].said, *last)))
        else:
            self.opening += last
        # No event leads here, so nothing before it is a way to it.
        self.marks = self.marks.first(bisect_left(self.marks, len(self.events), key=lambda mark: mark.count))
        self._mark(0)

    # --- Taking back -------------------------------------------------------------------------------------------------

    def rewound(self, count: int) -> Match:
        """A second match that stands where this one stood after its first events."""
        if not 0 <= count <= len(self.events):
            raise ValueError(f"there are {len(self.events)} events, so there is no position after {count}")
        near = bisect_right(self.marks, count, key=lambda mark: mark.count)
        if not near:
            return self.restarted()
        earlier, mark = self.copy(), self.marks[near - 1]
        earlier.keep_log, earlier.marks, earlier.agreement, earlier.due = True, self.marks.first(near), None, 0
        earlier._keep(mark.state[:], mark.options[:])
        earlier.events, earlier.number, earlier.dealing = mark.events, mark.number, mark.dealing
        for event in self.events[mark.count : count]:
            earlier.again(event)
        earlier.left = dict(self.left)  # time that has passed does not come back
        return earlier

    def again(self, event: Event) -> None:
        """What has happened before happens once more."""
        if isinstance(event.value, int):
            self.settle(event.value)
            return
        if event.left is not None:
            self.left[event.value[0]] = event.left
        self.play(event.value)

    def undo(self, to: int | None = None) -> None:
        """Back to the position after `to` events; without it, to before the last move and what chance made of it."""
        if to is None:
            back = reversed(range(len(self.events)))
            to = next((index for index in back if self.events[index].player is not None), None)
            if to is None:
                raise ValueError("nobody has moved yet")
        earlier = self.rewound(to)
        self.state, self.options, self.own, self.shown = earlier.state, earlier.options, earlier.own, {}
        self.events, self.marks, self.due = earlier.events, earlier.marks, earlier.due
        self.number, self.dealing, self.agreement = earlier.number, earlier.dealing, None

    def _mark(self, every: int = MARK_EVERY) -> None:
        """Keeps where the match stands, unless that was done lately."""
        if self.keep_log and (not self.marks or len(self.events) - self.marks.newest.count >= every):
            mark = Mark(len(self.events), self.state, self.options, self.events, self.number, self.dealing)
            self.marks = self.marks.with_next(mark)
        self.due = self.marks.newest.count + MARK_EVERY if self.marks else 0

    # --- Moves -------------------------------------------------------------------------------------------------------

    def submit(self, player: int, typed: str) -> Verdict:
        """Plays what a player typed, or says why not. Nothing changes unless the verdict is ok."""
        verdict = self.judge(player, typed)
        if verdict.ok and verdict.move is not None:
            self.play(verdict.move)
        return verdict

    def judge(self, player: int, typed: str) -> Verdict:
        """Whether a typed move would be legal now, without playing it."""
        return self._guarded(lambda: judge(self, player, typed))

    def play(self, move: Move) -> None:
        """Carries out a legal move."""
        state, number = self.state, self.number
        decision = self.game.decisions.get(state[0]) if self.agreement is None else None
        own = self.own.get(move[0], NO_MOVES) if decision is not None and move else NO_MOVES
        if decision is None or move not in own:
            raise ValueError("that move is not legal here")
        self._begin()
        last = decision.manner == "together" and len(self.actors) == 1
        new, log = state[:], Log()
        entry: Event | Later[Event] | None = None
        try:
            self.game.engine.act(new, move, log)
            options = self._run(new, log)
            if self.keep_log:
                left = self.left.get(move[0])
                known = self.game, self.names, number, state
                written = self.shown[move[0]][move] if move[0] in self.shown else None
                entry = event_texts.move_text(*known, decision, own, move, log, left, written)
        except (RuleFault, EndlessLoop) as error:
            raise self._fault(error) from None
        self._keep(new, options)
        self._note(entry)
        if last and self.keep_log:
            self._reveal(decision, log)

    def _reveal(self, decision: m.Decision, log: Log) -> None:
        """When all have chosen, a secret choice is told like any other move."""
        for index in reversed(range(len(self.events))):
            shown = event_texts.revealed(self.game, decision, self.events.entry(index), log)
            if shown is None:
                break
            self.events = self.events.with_entry(index, shown)

    # --- Chance ------------------------------------------------------------------------------------------------------

    def outcomes(self) -> list[tuple[int, Fraction, str]]:
        """What chance may bring: value, exact probability, name."""
        chance = self.chance
        if chance is None:
            return []
        weights: list[tuple[int, int]] = self.game.engine.outcomes(self.state)
        total = sum(weight for _, weight in weights)
        return [(v, Fraction(w, total), self.game.printer.show(chance.outcome, v)) for v, w in weights]

    def drawn(self) -> int:
        """What the seed brings at a chance event."""
        return self.game.engine.sample(self.state, Generator(self.seed, self.number).below)

    def settle(self, outcome: int | None = None) -> None:
        """Lets a chance event come out: as told, or as the seed has it."""
        chance = self.chance
        if chance is None:
            raise ValueError("chance has nothing to decide here")
        chosen = self.drawn() if outcome is None else outcome
        if outcome is not None and outcome not in [value for value, _ in self.game.engine.outcomes(self.state)]:
            raise ValueError("that cannot come up here")
        self._begin()
        new, log = self.state[:], Log()
        group = self.dealing if self.dealing is not None else self.number
        entry: Event | Later[Event] | None = None
        try:
            self.game.engine.happen(new, chosen, log)
            more = chance.left is not None and self.game.value(new, chance.left) > 0
            options = self._run(new, log)
            if self.keep_log:
                known = self.game, self.names, self.number, group, self.state
                entry = event_texts.chance_text(*known, chance, chosen, log)
        except (RuleFault, EndlessLoop) as error:
            raise self._fault(error) from None
        self._keep(new, options)
        # What lies in order is dealt without chance, and may be all that is left.
        self.dealing = group if more and self.state[0] == chance.label else None
        self._note(entry)

    def settle_all(self) -> None:
        """Chance decides until a player must, or the game is over."""
        while self.chance is not None:
            self.settle()

    def _begin(self) -> None:
        """Between two events."""
        if self.game.relief is not None:
            self.game.take_over()
        if len(self.events) >= self.due:
            self._mark()

    # --- Keeping -----------------------------------------------------------------------------------------------------

    def _guarded(self, action: Callable[[], Answer]) -> Answer:
        try:
            return action()
        except (RuleFault, EndlessLoop) as error:
            raise self._fault(error) from None

    def _fault(self, error: RuleFault | EndlessLoop) -> FaultyRules:
        return FaultyRules(faults.problem_of(self.game, error), self.game.rules.source)

    def _run(self, state: State, log: Log) -> list[Move]:
        """Lets the rules go on; gives the moves that are legal then, if they are no more than anybody could look at."""
        options = self.game.engine.run(state, log)
        decision = self.game.decisions.get(state[0])
        if decision is None:
            return []
        if len(options) > MOST_LEGAL:
            raise Overflow(f"{len(options):,} moves are legal here (at most {MOST_LEGAL:,})", decision.span)
        return options if type(options) is list else list(options)

    def _keep(self, state: State, options: list[Move]) -> None:
        """The match stands here now."""
        self.state, self.options, self.shown = state, options, {}
        if options and options[0][0] == options[-1][0]:  # those of a player stand together, the lowest seat first
            self.own = {options[0][0]: options}
            return
        self.own, start = {}, 0
        while start < len(options):
            seat, first = options[start][0], start
            start = bisect_right(options, seat, first, key=seat_of)
            self.own[seat] = options[first:start]

    def _commit(self, state: State, log: Log) -> tuple[Said, ...]:
        """Lets the rules go on, and keeps the position they come to; gives what was said on the way."""
        options = self._guarded(lambda: self._run(state, log))
        said = self._guarded(lambda: event_texts.lines(self.game, self.names, log))
        self._keep(state, options)
        return said

    def _note(self, entry: Event | Later[Event] | None) -> None:
        if entry is not None:
            self.events = self.events.with_next(entry)
        self.number += 1

    # --- The end -----------------------------------------------------------------------------------------------------

    def end(self, agreement: Agreement) -> None:
        """Ends the game as its players want it, whatever the rules would bring."""
        if self.over or agreement not in agreements.possible(self.game):
            raise ValueError("the game cannot be ended so")
        self.agreement = agreement
        self._keep(self.state, [])

    @property
    def result(self) -> Result | None:
        """How it ended, or None while it goes on."""
        if not self.over:
            return None
        if self.agreement is not None:
            return self.agreement.result(self.game.players, self.names)
        return results.by_the_rules(self.game, self.state, self.events[-1].said if self.events else self.opening)
