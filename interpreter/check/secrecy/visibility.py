"""Who may know what: texts and guards speak only of what their reader sees; the flow may tell, and that is listed."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from attrs import Factory, define, evolve, field

from astro_referee.grammar.source import NOWHERE, Span
from astro_referee.interpreter.check.flow.effects import Effects
from astro_referee.interpreter.check.mistakes.secrecy import Discloses, HiddenInGuard, HiddenInText, Seen, Why
from astro_referee.interpreter.check.names.scope import Checker
from astro_referee.interpreter.check.secrecy import readers, shown_zones
from astro_referee.interpreter.check.secrecy.laid_open import lays_open
from astro_referee.interpreter.check.secrecy.readers import never, noticing, owner_name, reader_of, sees, unseen
from astro_referee.interpreter.check.secrecy.self_known import asks_about_reader
from astro_referee.interpreter.check.secrecy.shown import Shown
from astro_referee.interpreter.check.secrecy.shown_zones import NOTHING, ShownZones
from astro_referee.interpreter.program import program as p
from astro_referee.interpreter.program.free_names import names_from_outside
from astro_referee.interpreter.program.program import FieldInfo, Program, Step
from astro_referee.interpreter.program.terms import (
    Call,
    Choices,
    Const,
    Fold,
    Hypothetical,
    Item,
    Load,
    Local,
    Op,
    Possible,
    Range,
    Streak,
    Term,
    domain_parts,
    parts,
    walk,
)
from astro_referee.interpreter.values.types import Bool

SIZES = ("size", "bag size")
COUNTED = ("zone", "die")  # of these, everybody sees how many cards or dice there are
COMPOUND = (p.For, p.Do, p.Phase, p.Turns, p.Ask)
"""Steps that come again, or in which somebody else may be `me`: what was shown before is not known there."""
CHOSEN = "chosen from "
"""Marks what comes from a player's own choice: playing it may show it, but a text to all may not name it."""
Known = dict[str, frozenset[str]]
"""For each local name the hidden fields its value comes from, as far as the reader does not see them."""


def judge(c: Checker, program: Program) -> Program:
    """Reports hidden things in texts and guards as errors, and flow that depends on them as notes.

    The program comes back with guards that show who is refused no more than that player sees.
    """
    if all(info.audience is None for info in program.fields.values()):
        return program
    judge = VisibilityChecker(c, program)
    judge.steps(program.flow, {}, {})
    for info in program.defs.values():
        if info.title:
            values = tuple(Local(name, type=type) for name, type in info.params)
            shown = p.Text((Call(info.name, values, type=info.type, span=info.body.span),))
            judge.text(shown, None, {}, Why.ALL_SEE)
    return readers.asked_of_others(judge.shown.program(program))


@define
class VisibilityChecker:
    """Walks the flow; keeps what every name carries for all players together and for the one who is asked."""

    c: Checker
    program: Program
    calls: dict[object, frozenset[str]] = field(factory=dict)
    tainted: dict[str, frozenset[str]] = field(factory=dict)
    carriers: dict[str, set[str]] = field(factory=dict)
    effect: tuple[Step, ...] = ()
    seen: set[object] = field(factory=set)
    """Procedures and moves that were walked with the same things known."""
    shown: Shown = field(factory=Shown)
    effects: Effects = field(
        default=Factory(lambda self: Effects(self.program.moves, {**self.program.procedures}), takes_self=True)
    )
    revealed: ShownZones = NOTHING
    """What some have been shown and what has not changed since."""
    here: Span = NOWHERE
    """The step that is looked at, for what has no place of its own."""

    # --- What a term reads that its reader does not see -------------------------------------------------------

    def hidden(self, term: Term, me: frozenset[str] | None, known: Known) -> frozenset[str]:
        """Names of hidden fields. `me` are the names that stand for the reader, None if all players read."""
        match term:
            case Local(name):
                return known.get(name, frozenset())
            case Load(name, at):
                inner = self.all_of(at, me, known) | self.tainted.get(name, frozenset())
                seen = self.visible(self.program.fields[name], at, me) or shown_zones.knows(self.revealed, name, at, me)
                return inner if seen else inner | {name}
            case Item(Const(1), Op("row values", (Load(name, at), *_))) if self.top_seen(name, me, at):
                return self.all_of(at, me, known) | self.tainted.get(name, frozenset())
            case Op() if asks_about_reader(self.program.fields, term, me):
                loaded = {part.field for part in walk(term) if isinstance(part, Load)}
                names = [known.get(part.name, frozenset()) for part in walk(term) if isinstance(part, Local)]
                return frozenset().union(*names, *(self.tainted.get(name, frozenset()) for name in loaded))
            case Op(op, args) if op in SIZES or (op in ("is", "is not") and args[1:] == (Const(0, type=args[0].type),)):
                return self.how_many(args[0], me, known) | self.all_of(args[1:], me, known)
            case Call(name, args):
                return self.call(name, args, me, known)
            case Fold(word, domain=Load() as domain, where=None) if word in ("some", "no"):
                return self.how_many(domain, me, known)
            case Fold():
                outer = domain_parts(term.domain) + term.travel.outer
                outside = frozenset().union(*(self.hidden(t, me, known) for t in outer))
                inner_known = {**known, term.name: outside}
                inner_me = me and readers.naming(me, term.name, term.domain)
                with self.knowing(shown_zones.apart_from(self.revealed, term.name)):
                    return outside.union(*(self.hidden(t, inner_me, inner_known) for t in term.inner))
            case Possible(key, player):
                with self.knowing(NOTHING):
                    return self.asked_about(self.program.moves[key], player, me, known)
            case Streak(key, player, most):
                with self.knowing(NOTHING):
                    return self.repeated_move(self.program.moves[key], player, most, me, known)
            case Hypothetical():
                with self.knowing(NOTHING):
                    return self.hypothetical(term, me, known)
            case _:
                return self.all_of(parts(term), me, known)

    def how_many(self, things: Term, me: frozenset[str] | None, known: Known) -> frozenset[str]:
        """What it gives away how many there are, or whether any: of a zone, everybody sees that."""
        if isinstance(things, Load) and self.program.fields[things.field].sort in COUNTED:
            return self.all_of(things.at, me, known) | self.tainted.get(things.field, frozenset())
        return self.hidden(things, me, known)

    def any_in(self, domain: Range | Choices | Term, me: frozenset[str] | None, known: Known) -> frozenset[str]:
        """What it gives away whether there is anything to choose in a domain."""
        *ends, last = domain_parts(domain)
        return self.all_of(tuple(ends), me, known) | self.how_many(last, me, known)

    def asked_about(self, move: p.MoveInfo, player: Term, me: frozenset[str] | None, known: Known) -> frozenset[str]:
        """What it gives away whether a player could make a move."""
        reader, inner = self.mover(move, player, me), self.inner_names(move, player, me, known)
        there = (self.any_in(param.domain, reader, inner) for param in move.params)
        found = self.hidden(player, me, known).union(*there)
        tests = [param.where for param in move.params if param.where is not None]
        tests += [part.condition for part in move.parts if isinstance(part, p.Guard) and not part.duty]
        return found | self.all_of(tuple(tests), reader, inner)

    def repeated_move(
        self, move: p.MoveInfo, player: Term, most: int, me: frozenset[str] | None, known: Known
    ) -> frozenset[str]:
        """The same for a move that is made several times: what it has done before may give something away, too."""
        found = self.asked_about(move, player, me, known)
        kept, self.tainted = self.tainted, dict(self.tainted)
        for _ in range(most - 1):
            self.taint(move.then, self.mover(move, player, me), self.inner_names(move, player, me, known), frozenset())
            found |= self.asked_about(move, player, me, known)
        self.tainted = kept
        return found

    def inner_names(self, move: p.MoveInfo, player: Term, me: frozenset[str] | None, known: Known) -> Known:
        """What the names in a move carry: those around it as far as it speaks of them, its parameters and lets."""
        reader = self.mover(move, player, me)
        inner = {name: known[name] for name in names_from_outside(move, self.program.moves) if name in known}
        for param in move.params:
            inner[param.name] = self.all_of(domain_parts(param.domain), reader, inner)
        for part in move.parts:
            if isinstance(part, p.Let):
                inner[part.name] = self.hidden(part.value, reader, inner)
        return inner

    def mover(self, move: p.MoveInfo, player: Term, me: frozenset[str] | None) -> frozenset[str] | None:
        """Whoever would make a move, as a reader: known only if it is the one who reads."""
        known = isinstance(player, Local) and me is not None and player.name in me
        return readers.choosing(frozenset({"me"}), move) if known else None

    def hypothetical(self, term: Hypothetical, me: frozenset[str] | None, known: Known) -> frozenset[str]:
        """What a question on a copy of the state gives away: also what the effect has moved to where it can be seen."""
        body, inner = self.effect, dict(known)
        if term.procedure is not None:
            info = self.program.procedures[term.procedure]
            body = info.body
            inner = {name: self.hidden(a, me, known) for (name, _), a in zip(info.params, term.args, strict=True)}
        kept, self.tainted = self.tainted, dict(self.tainted)
        self.taint(body, me, inner, frozenset())
        found = self.all_of((*term.args, term.of), me, known)
        self.tainted = kept
        return found

    def taint(
        self, body: tuple[Step, ...], me: frozenset[str] | None, known: Known, under: frozenset[str]
    ) -> frozenset[str]:
        """Marks the fields that steps fill with hidden things, or fill depending on hidden things (`under`).

        Gives the hidden things on which it depends whether the steps behind these are come to.
        """
        known = dict(known)
        left: frozenset[str] = frozenset()
        for step in body:
            under |= left
            match step:
                case p.Let(name, value):
                    known[name] = self.hidden(value, me, known) | under
                case p.Assign(name, at, value):
                    self.mark(name, self.all_of((value, *at), me, known) | under)
                case p.Retire(players):
                    self.mark("players", self.hidden(players, me, known) | under)
                case p.If(condition, then, otherwise):
                    deeper = under | self.hidden(condition, me, known)
                    left |= self.taint(then, me, known, deeper) | self.taint(otherwise, me, known, deeper)
                case p.For():
                    tests = (*domain_parts(step.domain), *((step.where,) if step.where is not None else ()))
                    deeper = under | self.all_of(tests, me, {**known, step.name: frozenset()})
                    for _ in range(2):  # what one round has left undone counts in the next
                        left |= self.taint(step.body, me, {**known, step.name: deeper}, deeper | left)
                case p.Do(name, args):
                    info = self.program.procedures[name]
                    given = {n: self.hidden(a, me, known) for (n, _), a in zip(info.params, args, strict=True)}
                    left |= self.taint(info.body, me, given, under)
                case p.Jump() | p.Win() | p.Rank():
                    return left | under
                case _:
                    pass
        return left

    def mark(self, name: str, found: frozenset[str]) -> None:
        self.tainted[name] = self.tainted.get(name, frozenset()) | found

    def all_of(self, terms: tuple[Term, ...], me: frozenset[str] | None, known: Known) -> frozenset[str]:
        return frozenset().union(*(self.hidden(t, me, known) for t in terms))

    def call(self, name: str, args: tuple[Term, ...], me: frozenset[str] | None, known: Known) -> frozenset[str]:
        info = self.program.defs[name]
        names = (["me"] if info.needs_me else []) + [param for param, _ in info.params]
        carried = tuple(self.hidden(a, me, known) for a in args)
        mine = readers.within(me, names, args)
        revealed = shown_zones.within(self.revealed, names, args, me)
        key = (name, me is None, carried, mine, frozenset(self.tainted.items()), revealed)
        if key not in self.calls:
            inner: Known = dict(zip(names, carried, strict=True))
            reader = None if me is None else mine
            with self.knowing(revealed):
                for let, value in info.lets:
                    inner[let] = self.hidden(value, reader, inner)
                self.calls[key] = self.hidden(info.body, reader, inner)
        return self.calls[key].union(*carried) if carried else self.calls[key]

    def visible(self, info: FieldInfo, at: tuple[Term, ...], me: frozenset[str] | None) -> bool:
        return info.audience is None or sees(self.program, info.audience, at, me)

    def top_seen(self, name: str, me: frozenset[str] | None, at: tuple[Term, ...]) -> bool:
        """Whether the reader sees the card on top of a pile, if not the pile."""
        order = self.program.fields[name].order
        if order is None or order.top is None:
            return False
        if order.top == Const((1 << self.program.seats) - 1, type=order.top.type):
            return True
        return self.visible(evolve(self.program.fields[name], audience=order.top), at, me)

    # --- The flow ------------------------------------------------------------------------------------------------

    def steps(self, body: tuple[Step, ...], known: Known, own: Known, revealed: ShownZones = NOTHING) -> ShownZones:
        """`known` is what names carry for all players, `own` what they carry for the player asked.

        `revealed` is what has been shown before; what has been shown and has not changed at the end comes back.
        """
        known, own = dict(known), dict(own)
        with self.knowing(revealed):
            for step in body:
                if isinstance(step, COMPOUND):
                    self.revealed = NOTHING
                self.step(step, known, own)
                self.revealed = shown_zones.unchanged(self.revealed, self.effects.step(step).writes)
            return self.revealed

    @contextmanager
    def knowing(self, revealed: ShownZones) -> Iterator[None]:
        """For a while, this is what has been shown."""
        kept, self.revealed = self.revealed, revealed
        yield
        self.revealed = kept

    def step(self, step: Step, known: Known, own: Known) -> None:
        self.here = step.span if step.span != NOWHERE else self.here
        match step:
            case p.Let(name, value):
                self.carriers[name] = {part.name for part in walk(value) if isinstance(part, Local)} | {name}
                known[name] = self.hidden(value, None, known)
                own[name] = self.hidden(value, frozenset({"me"}), own)
                self.revealed = shown_zones.apart_from(self.revealed, name)
            case p.Show():
                self.revealed |= shown_zones.shown(self.program, step)
            case p.RandomFrom(name, _, domain):
                named = [part for part in step.label.parts if not isinstance(part, str)]
                secret = frozenset(part for part in named if self.hidden(part, None, known))
                if secret:
                    self.shown.leave_unnamed(step, secret)
                if self.program.fields[name].audience is None:
                    self.report_leak(self.hidden(domain, None, known), domain.span, Seen.PICKED)
            case p.Assign(name, at, value) if not self.unseen_by_all(name):
                self.stored(name, at, value, known, own)
                self.report_leak(self.all_of(at, None, known), step.span, Seen.STORED_AT)
                self.laid_open(name, value, known)
            case p.If(condition, then, otherwise):
                found = self.learnt((condition,), (*then, *otherwise), known, own)
                self.report_leak(found, condition.span, Seen.HOLDS)
                ways = [self.steps(way, known, own, self.revealed) for way in (then, otherwise)]
                self.revealed = self.revealed.intersection(*ways)
            case p.For():
                carried = frozenset().union(*(self.hidden(t, None, known) for t in domain_parts(step.domain)))
                inner, inner_own = {**known, step.name: carried}, {**own, step.name: carried}
                self.report_leak(
                    self.learnt(domain_parts(step.domain), step.body, known, own), step.span, Seen.GONE_THROUGH
                )
                if step.where is not None:
                    left_out = self.learnt((step.where,), step.body, inner, inner_own)
                    self.report_leak(left_out, step.where.span, Seen.LEFT_OUT)
                self.steps(step.body, inner, inner_own)
            case p.Phase():
                for term in (step.until, *(w for w, _ in step.watches)):
                    if term is not None:
                        self.report_leak(self.hidden(term, None, known), term.span, Seen.WHEN)
                for part in (step.begin, step.body, step.finish, *(b for _, b in step.watches)):
                    self.steps(part, known, own)
            case p.Turns():
                self.report_leak(self.hidden(step.start, None, known), step.start.span, Seen.BEGINS)
                if step.order is not None:
                    self.report_leak(self.hidden(step.order, None, known), step.order.span, Seen.TURN_ORDER)
                for term in (step.where, step.until):
                    if term is not None:
                        self.report_leak(self.hidden(term, None, known), term.span, Seen.WHEN)
                self.steps(step.body, known, known)  # another player is `me` inside
            case p.Deal(count):
                where = (*step.source[1], *step.target[1])
                self.report_leak(self.all_of((count, *where), None, known), step.span, Seen.DEALT)
            case p.Roll():
                known_to_all = step.at if step.count is None else (*step.at, step.count)
                self.report_leak(self.all_of(known_to_all, None, known), step.span, Seen.ROLLED)
            case p.Do(name, args):
                self.procedure(name, args, known, own)
            case p.Say(text, to):
                reader = None if to is None else reader_of(to)
                mine = reader == frozenset({"me"})
                why = Why.ALL_READ if reader is None else Why.TOLD
                self.text(text, reader, own if mine else known, why)
                if to is not None:
                    self.report_leak(self.hidden(to, None, known), to.span, Seen.ADDRESSED)
            case p.Win(winners, because):
                if winners is not None:
                    self.report_leak(self.hidden(winners, None, known), winners.span, Seen.WINS)
                if because is not None:
                    self.text(because, None, known, Why.ALL_READ)
            case p.Rank():
                if step.shared:
                    self.report_leak(self.hidden(step.best, None, known), step.span, Seen.WINS)
                if step.because is not None:
                    self.text(step.because, None, known, Why.ALL_READ)
            case p.Ask():
                self.ask(step, known, own)
            case _:
                pass

    def learnt(self, terms: tuple[Term, ...], body: tuple[Step, ...], known: Known, own: Known) -> frozenset[str]:
        """What those learn of the terms who notice whether steps are done, and do not see it themselves."""
        watching = noticing(self.program, body)
        if watching is None:
            return self.all_of(terms, None, known)
        each = (self.all_of(terms, frozenset({name}), own if name == "me" else known) for name in watching)
        return frozenset().union(*each)

    def unseen_by_all(self, name: str) -> bool:
        """Whether nobody ever sees a variable; of a zone, all see how many cards there are."""
        return unseen(self.program.fields[name])

    def stored(self, name: str, at: tuple[Term, ...], value: Term, known: Known, own: Known) -> None:
        """A hidden thing stored where somebody sees it who did not see it before."""
        info = self.program.fields[name]
        if info.sort not in ("var", "token"):
            return
        if info.audience is None:
            found = self.hidden(value, None, known)
            self.report_leak(found, value.span, open_to_all=name)
            return
        owner = owner_name(info, at)
        found = self.hidden(value, frozenset({owner}) if owner else None, own if owner == "me" else known)
        self.report_leak(found - {name}, value.span, open_to_some=name)

    def laid_open(self, zone: str, value: Term, known: Known) -> None:
        """Cards put where all see them may be named in texts from there on."""
        info = self.program.fields[zone]
        if info.sort == "zone" and info.audience is None:
            for part in walk(value):
                if isinstance(part, Local):
                    for name in self.carriers.get(part.name, {part.name}):
                        known[name] = frozenset()

    def procedure(self, name: str, args: tuple[Term, ...], known: Known, own: Known) -> None:
        info = self.program.procedures[name]
        carried = {n: self.hidden(a, None, known) for (n, _), a in zip(info.params, args, strict=True)}
        carried_own = {n: self.hidden(a, frozenset({"me"}), own) for (n, _), a in zip(info.params, args, strict=True)}
        key = (name, frozenset(carried.items()), frozenset(carried_own.items()))
        if key not in self.seen:
            self.seen.add(key)
            self.steps(info.body, carried, carried_own)

    def ask(self, step: p.Ask, known: Known, own: Known) -> None:
        self.report_leak(self.hidden(step.players, None, known), step.players.span, Seen.ASKED)
        me = {"me"}
        if step.manner == "one" and isinstance(step.players, Local):
            me.add(step.players.name)
        reader = frozenset(me)
        reported = len(self.c.found.problems)
        for_me = own if step.players == Local("me", type=step.players.type) else known
        for key in step.moves:
            mark = (key, reader, frozenset(known.items()), frozenset(for_me.items()))
            if mark not in self.seen:
                self.seen.add(mark)
                self.move(self.program.moves[key], reader, known, dict(for_me))
        unsure = step.manner == "together" or (step.otherwise is not None and not never(step.otherwise))
        if unsure and len(self.c.found.problems) == reported:
            looked_at = [self.looked_at(self.program.moves[key]) for key in step.moves]
            self.report_leak(frozenset().union(*looked_at), step.span, Seen.LEGAL)
        self.steps(step.otherwise or (), known, for_me)

    def looked_at(self, move: p.MoveInfo) -> frozenset[str]:
        """Hidden things that decide whether a move is possible, as far as others do not see them."""
        possible = Possible(move.key, Local("me", type=self.c.player), type=Bool())
        return self.hidden(possible, None, {})

    def move(self, move: p.MoveInfo, reader: frozenset[str], known: Known, for_me: Known) -> None:
        self.effect = move.then
        for_all, told = dict(known), dict(known)
        for param in move.params:
            told[param.name] = frozenset()  # what others are told of a choice depends on what they see of it
            group = domain_parts(param.domain)
            found = self.all_of(group, reader, for_me)
            self.guard(found, param.span, Why.CHOICE)
            for_all[param.name] = self.all_of(group, None, for_all)
            for_me[param.name] = frozenset()
            if param.where is not None:
                self.unseen(param.where, param.where.span, reader, for_me)
        reader = readers.choosing(reader, move)
        for part in move.parts:
            if isinstance(part, p.Let):
                for_me[part.name] = self.hidden(part.value, reader, for_me)
                for_all[part.name] = self.hidden(part.value, None, for_all)
                told[part.name] = self.hidden(part.value, None, told)
                continue
            self.unseen(part.condition, part.span, reader, for_me)
            for _, value in part.seen:
                if self.hidden(value, reader, for_me):
                    self.shown.hide(move, value, not self.how_many(value, reader, for_me))
            if part.reason is not None:
                witnessed = {name: self.hidden(term, reader, for_me) for name, term in part.witnesses}
                self.text(part.reason, reader, for_me | witnessed, Why.ASKED_READS)
        if move.about is not None:
            self.text(move.about, reader, for_me, Why.ASKED_READS)
        for notation in (move.notation, *move.also):
            self.text(notation, None, told, Why.NOTATION)
        if any(for_all[param.name] and lays_open(self.program, move, param.name) for param in move.params):
            for_all = {name: frozenset(CHOSEN + f for f in found) for name, found in for_all.items()} | known
        self.steps(move.then, for_all, for_me)

    # --- Reports ---------------------------------------------------------------------------------------------------

    def text(self, text: p.Text, me: frozenset[str] | None, known: Known, why: Why) -> None:
        for part in text.parts:
            if not isinstance(part, str):
                found = self.hidden(part, me, known)
                if found:
                    self.c.report(HiddenInText(named(found), why, self.zone(found)), part.span)

    def unseen(self, condition: Term, at: Span, reader: frozenset[str], for_me: Known) -> None:
        found = self.hidden(condition, reader, for_me)
        self.guard(found, at, Why.UNSEEN)

    def guard(self, found: frozenset[str], at: Span, why: Why) -> None:
        if found:
            self.c.report(HiddenInGuard(named(found), why, self.zone(found)), at)

    def report_leak(
        self, found: frozenset[str], at: Span, seen: Seen | None = None, open_to_all: str = "", open_to_some: str = ""
    ) -> None:
        found = frozenset(f for f in found if not f.startswith(CHOSEN))
        if found:
            self.c.report(Discloses(named(found), seen, open_to_all, open_to_some), at if at != NOWHERE else self.here)

    def zone(self, found: frozenset[str]) -> str:
        """One of some hidden things that is a zone, as it is written."""
        infos = [self.program.fields[name] for name in named(found)]
        return next((f"{one.name}[…]" if one.indices else one.name for one in infos if one.sort == "zone"), "")


def named(found: frozenset[str]) -> tuple[str, ...]:
    """The names of hidden things, whoever chose among them; the order of a zone goes by the name of the zone."""
    return tuple(sorted({name.removeprefix(CHOSEN).partition(".")[0] for name in found}))
