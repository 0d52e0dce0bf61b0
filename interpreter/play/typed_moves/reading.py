"""What a typed text can mean: every move of a decision that it names, legal or not, found hole by hole.

A text goes along the notation of a move, and no hole is left out. A hole is filled by a name, written out or shortened;
a name that is written out is not taken for the beginning of a longer one. Which moves are legal plays no part in it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import product
from math import prod
from re import match as begins_with

from attrs import evolve, frozen

from astro_referee.interpreter import machine as m
from astro_referee.interpreter.backends.engine import State
from astro_referee.interpreter.machine.runtime import EndlessLoop, RuleFault
from astro_referee.interpreter.play.game import Game
from astro_referee.interpreter.play.notation import NOTHING, fold, named_values, shortened
from astro_referee.interpreter.play.typed_moves.spellings import JOINING, NamedValue, marked_ways, numbers, ways
from astro_referee.interpreter.values.types import BagOf, Bool, Int, ListOf, Member, SetOf, TextType, Type, low, plain

MOST_TRIED = 100_000
"""Combinations tried to read a notation that is worked out from its parameters."""
MOST_STEPS = 50_000
"""Steps along notations and sets, so that no text takes long; only very short names for many things need so many."""
JOINTS = (", and ", ", ", " and ", ",", " ")
"""What may stand between the names in a set, the longest first."""


@frozen
class Reading:
    """One way to understand a text: a move and its arguments, `exact` if nothing was shortened.

    A move that is not finished has no arguments, but what is `given` of them, and perhaps the next one `missing`.
    """

    move: int
    args: tuple[int, ...]
    exact: bool
    whole: bool = True
    missing: int | None = None
    given: tuple[tuple[int, int], ...] = ()


@frozen
class Readings:
    """The readings of a text; if some are exact, only those."""

    readings: tuple[Reading, ...]
    complete: bool
    """Whether these are all that are not exact; where there are too many to go through, it is not known."""
    countless: bool
    """Whether the text itself could be too many things."""


@frozen
class Hole:
    """A hole of a notation: for a parameter, or -1; with a value, if that is worked out already."""

    type: Type
    param: int
    joined: bool
    """Whether something follows without a blank, as in `e2e4`."""
    value: int | None = None


@frozen
class Progress:
    """How far a text has gone along a notation."""

    given: tuple[tuple[int, int], ...] = ()
    exact: bool = True
    stopped: Hole | None = None
    """The first hole that is not filled."""
    turned: tuple[int, ...] = ()
    """Parameters whose names stand the other way round."""


class TooManyReadings(Exception):
    """A text that could be so many things that it is not worth while to list them."""


def read(
    game: Game, state: State, decision: m.Decision, player: int, typed: str, people: Sequence[str] = ()
) -> Readings:
    """All moves of a decision that a text can mean; players go by their seats and by their names, if given."""
    reader = Reader(game, typed, people)
    found: list[Reading] = []
    complete, countless = True, False
    for number, slot in enumerate(decision.moves if reader.text.strip(" ,") else ()):
        try:
            if shows_all(slot):
                found += reader.by_holes(number, slot)
            else:
                found += reader.by_candidates(number, slot, state, player)
                complete = complete and has_candidates(slot)
        except TooManyReadings:
            complete, countless = False, True
    exact = [reading for reading in found if reading.exact]
    return Readings(tuple(dict.fromkeys(exact or found)), complete, countless)


def spelled(game: Game, slot: m.MoveSlot, typed: str) -> bool:
    """Whether a text is a whole move, nothing of it cut short; what is worked out from the position is left aside."""
    try:
        return shows_all(slot) and any(r.whole and r.exact for r in Reader(game, typed).by_holes(0, slot))
    except TooManyReadings:
        return False


def readable(game: Game, type: Type, text: str, joined: bool, people: Sequence[str] = ()) -> list[NamedValue]:
    """The values that a text may begin with."""
    try:
        return Reader(game, text, people).named(type, 0, joined)
    except TooManyReadings:
        return []


# --- Notations -------------------------------------------------------------------------------------------------------


def shows_all(slot: m.MoveSlot) -> bool:
    """Whether a notation has a hole for each parameter, and no other ones."""
    return {part for part in slot.notation_parts if not isinstance(part, str)} == set(range(len(slot.params)))


def sizes(slot: m.MoveSlot) -> list[int]:
    """How many values each parameter can have; too many to try for a set."""
    return [size(plain(param.type)) for param in slot.params]


def size(base: Type) -> int:
    match base:
        case Bool():
            return 2
        case Int(low, high):
            return high - low + 1
        case Member(_, count):
            return count
        case _:
            return MOST_TRIED + 1


def has_candidates(slot: m.MoveSlot) -> bool:
    return prod(sizes(slot)) <= MOST_TRIED


def holes(slot: m.MoveSlot, values: Sequence[int] = ()) -> tuple[str | Hole, ...]:
    """The parts of a notation; with the values of its holes, if those are known."""
    parts: list[str | Hole] = []
    rest = iter(values)
    following = [*slot.notation_parts[1:], ""]
    for part, type, then in zip(slot.notation_parts, slot.notation.parts, following, strict=True):
        if isinstance(part, str) or isinstance(type, str):
            parts.append(str(part))
        else:
            kind = slot.params[part].type if part >= 0 else type
            parts.append(Hole(kind, part, is_joined(kind, then), next(rest, None)))
    return tuple(parts)


def is_joined(type: Type, then: str | int) -> bool:
    """Whether what follows a hole may be typed without a blank: `e2e4`, also for `e2-e4`."""
    if isinstance(then, int) or then[:1].isalnum():
        return True
    return bool(then) and isinstance(plain(type), Member) and not any(sign.isalnum() or sign.isspace() for sign in then)


def turned_round(slot: m.MoveSlot, args: tuple[int, ...], turned: tuple[int, ...]) -> tuple[int, ...]:
    """The other thing meant by a name that is turned round: the arguments of one type in the other order.

    Who says `sun moon` of a tile `moon sun`, and then two places, may mean the first place for the sun.
    """
    new = list(args)
    for type in {param.type for param in slot.params}:
        same = [at for at, param in enumerate(slot.params) if param.type == type and at not in turned]
        for at, value in zip(same, reversed([args[at] for at in same]), strict=True):
            new[at] = value
    return tuple(new)


class Reader:
    """One text, and what of it can be the name of something."""

    def __init__(self, game: Game, typed: str, people: Sequence[str] = ()) -> None:
        self.game, self.text, self.people = game, fold(typed), tuple(map(fold, people))
        self.known: dict[tuple[Type, int, bool], list[NamedValue]] = {}
        self.steps = 0

    def step(self) -> None:
        self.steps += 1
        if self.steps > MOST_STEPS:
            raise TooManyReadings

    # --- Moves -------------------------------------------------------------------------------------------------------

    def by_holes(self, number: int, slot: m.MoveSlot) -> Iterator[Reading]:
        """The readings as a move whose notation has a hole for each parameter."""
        for walk in self.along(holes(slot), 0, Progress()):
            if walk.stopped is not None:
                yield Reading(number, (), False, False, walk.stopped.param, walk.given)
                continue
            args = tuple(value for _, value in sorted(walk.given))
            yield Reading(number, args, walk.exact)
            if walk.turned:
                yield Reading(number, turned_round(slot, args, walk.turned), False)

    def by_candidates(self, number: int, slot: m.MoveSlot, state: State, player: int) -> Iterator[Reading]:
        """The readings as a move whose notation is worked out: each combination of arguments, as it is written.

        What cannot be written, because a hole has no value there, cannot be meant. Once all parameters are said, what
        else is worked out from them may be left out.
        """
        combinations: Iterable[tuple[int, ...]]
        if has_candidates(slot):
            combinations = self.combinations(slot)
        else:
            combinations = (move[2:] for move in self.game.function(slot.candidates)(state, player))
        hidden = [at for at in range(len(slot.params)) if at not in slot.notation_parts]
        for args in combinations:
            try:
                values = self.game.function(slot.notation_values)(state, player, *args)
            except (RuleFault, EndlessLoop):
                continue
            for walk in self.along(holes(slot, values), 0, Progress()):
                if walk.stopped is not None and len(walk.given) < len(slot.params):
                    missing = walk.stopped.param if walk.stopped.param >= 0 else next(iter(hidden), None)
                    yield Reading(number, (), False, False, missing, tuple(enumerate(args)))
                    continue
                yield Reading(number, tuple(args), walk.exact)
                if walk.turned:
                    yield Reading(number, turned_round(slot, tuple(args), walk.turned), False)

    def combinations(self, slot: m.MoveSlot) -> list[tuple[int, ...]]:
        """The arguments that can be meant as far as a text is read before anything is worked out, in their order."""
        values = [[value for value, _ in named_values(self.game, param.type)] for param in slot.params]
        found: set[tuple[int, ...]] = set()
        for some in self.beginnings(holes(slot)):
            given = dict(some)
            found.update(product(*([given[at]] if at in given else each for at, each in enumerate(values))))
        return sorted(found)

    def beginnings(self, parts: tuple[str | Hole, ...]) -> set[frozenset[tuple[int, int]]]:
        """What the text gives to parameters, up to the first hole that is worked out.

        Nothing that is meant is left out: each name is taken for itself, also where a longer one is written out.
        """
        reached, ends = {(0, frozenset[tuple[int, int]]())}, set[frozenset[tuple[int, int]]]()
        for part, then in zip(parts, (*parts[1:], ""), strict=True):
            ends |= {given for at, given in reached if at >= len(self.text)}
            before, reached = {(at, given) for at, given in reached if at < len(self.text)}, set()
            if isinstance(part, Hole) and part.param < 0:
                return ends | {given for _, given in before}
            for at, given in before:
                if isinstance(part, str):
                    reached |= {
                        (self.after(at + length, " "), given) for length, _ in self.words(part, at, bool(given))
                    }
                    continue
                for named in self.named(part.type, at, part.joined):
                    if dict(given).get(part.param, named.value) == named.value:
                        more, start = given | {(part.param, named.value)}, self.after(at + named.length, " ,")
                        reached |= {(start, more)}
                        if isinstance(then, Hole):
                            reached |= {(start + self.joint(then, start), more)}
        return ends | {given for at, given in reached if at >= len(self.text)}

    def along(self, parts: tuple[str | Hole, ...], at: int, walk: Progress) -> Iterator[Progress]:
        """Goes along the notation from a place in the text.

        Where a name that is written out leads on, so much of the text, or less, is not taken for the beginning of one.
        """
        self.step()
        if not parts:
            if at >= len(self.text):
                yield walk
            return
        part, rest = parts[0], parts[1:]
        if isinstance(part, str):
            between = bool(walk.given) and bool(rest)
            for length, exact in self.words(part, at, between):
                yield from self.along(rest, self.after(at + length, " "), evolve(walk, exact=walk.exact and exact))
            return
        if part.value is not None and self.is_silent(part):
            yield from self.along(rest, at, walk)
            return
        if at >= len(self.text):
            yield evolve(walk, exact=False, stopped=part)
            return
        given, most = dict(walk.given), 0
        found = self.named(part.type, at, part.joined) if part.value is None else self.shown(part, at)
        for named in sorted(found, key=lambda named: not named.full):
            if given.get(part.param, named.value) != named.value or (named.length <= most and not named.full):
                continue
            more = walk.given if part.param < 0 else tuple({**given, part.param: named.value}.items())
            turned = (*walk.turned, part.param) if named.turned else walk.turned
            then = Progress(more, walk.exact and named.full, None, turned)
            start = self.after(at + named.length, " ,")
            for end in self.along(rest, start, then):
                most = max(most, named.length * named.full)
                yield end
            if rest and isinstance(rest[0], Hole) and (length := self.joint(rest[0], start)):
                yield from self.along(rest, start + length, then)

    def joint(self, hole: Hole, at: int) -> int:
        """How much of the text only joins two holes that stand side by side: `e2-e4`, `e2 to e4`."""
        found = begins_with(r"- ?|[a-z]+ ", self.text[at:])
        joins = found is not None and (found[0].strip() in JOINING or found[0][0] == "-")
        return found.end() if found and joins and isinstance(plain(hole.type), Member) else 0

    def after(self, at: int, signs: str) -> int:
        while at < len(self.text) and self.text[at] in signs:
            at += 1
        return at

    def words(self, literal: str, at: int, between: bool = False) -> Iterator[tuple[int, bool]]:
        """How much of the text is a fixed part of a notation, and whether it is written out.

        Its words may be shortened, and at the end of the text they may be missing; so may those that only join two
        holes, if they stand `between` them: `to`, `for`, `=`.
        """
        bare, rest = fold(literal), self.text[at:]
        if not bare or not rest:
            yield 0, not bare
        elif rest.startswith(bare):
            apart = not literal[-1].isspace() or len(rest) == len(bare) or rest[len(bare)] == " "
            yield len(bare), apart
        else:
            if between and all(word in JOINING or not any(map(str.isalnum, word)) for word in bare.split(" ")):
                yield 0, False
            words = bare.split(" ")
            for count in range(len(words), 0, -1):
                length = shortened(" ".join(words[:count]), rest)
                if length and (count == len(words) or length == len(rest)):
                    yield length, False
                    return

    # --- Names -------------------------------------------------------------------------------------------------------

    def named(self, type: Type, at: int, joined: bool = False) -> list[NamedValue]:
        """The values that the text names from a place on; where a name is written out, no longer one is begun."""
        base = plain(type)
        key = base, at, joined
        if key not in self.known:
            rest = self.text[at:]
            if isinstance(base, SetOf | BagOf):
                found = self.several(base, at)
            elif isinstance(base, Int):
                found = numbers(base, rest, joined)
            else:
                found = [named for value, name in self.names(base) for named in ways(value, name, rest, joined)]
                if isinstance(base, Member):
                    others = marked_ways(self.game, base.kind, rest, joined)
                    found += [named for named in others if named not in found]
            full = {named.length for named in found if named.full}
            self.known[key] = [named for named in found if named.full or named.length not in full]
        return self.known[key]

    def shown(self, hole: Hole, at: int) -> list[NamedValue]:
        """How the text names the one value of a hole; what has no name of its own goes by what is printed."""
        assert hole.value is not None
        values = [named for named in self.named(hole.type, at, hole.joined) if named.value == hole.value]
        base = plain(hole.type)
        if not isinstance(base, ListOf) and self.game.printer.extra(base, hole.value) is None:
            return values
        text = fold(self.game.printer.show(hole.type, hole.value))
        return list(ways(hole.value, text, self.text[at:], hole.joined))

    def is_silent(self, hole: Hole) -> bool:
        """Whether nothing is printed for the value of a hole."""
        return isinstance(plain(hole.type), TextType) and not self.game.printer.show(hole.type, hole.value or 0)

    def names(self, base: Type) -> Sequence[tuple[int, str]]:
        """Every value of a type with its names, folded: of a player the seat, and who sits there."""
        known = named_values(self.game, base)
        if isinstance(base, Member) and base.kind == "player":
            return [*known, *((seat, name) for seat, name in enumerate(self.people) if name and name != known[seat][1])]
        return known

    def several(self, base: SetOf | BagOf, at: int) -> list[NamedValue]:
        """Several names in any order, with commas, blanks or `and` between them."""
        rest = self.text[at:]
        none = rest == NOTHING or begins_with(rf"{NOTHING}\W", rest) is not None
        found = {(0, len(NOTHING)): True} if none else {}
        todo = [(at, 0, True)]
        done: dict[tuple[int, int], bool] = {}
        while todo:
            self.step()
            position, value, exact = todo.pop()
            if (position, value) in done and done[position, value] >= exact:
                continue
            done[position, value] = exact
            start = position
            if value:
                found[value, position - at] = exact
                joint = next((j for j in JOINTS if self.text.startswith(j, position)), "")
                start += len(joint)
                if not joint:
                    continue
            times, start = self.times(base, start)
            for named in self.named(base.of, start):
                width = base.bits if isinstance(base, BagOf) else 1
                some = times << width * (named.value - low(base.of))
                if isinstance(base, BagOf) or not value & some:
                    todo.append((start + named.length, value + some, exact and named.full))
        return [NamedValue(value, length, full) for (value, length), full in found.items()]

    def times(self, base: SetOf | BagOf, at: int) -> tuple[int, int]:
        """How often the next thing of a heap is meant, and where its name begins: `2 wood`."""
        counted = isinstance(base, BagOf) and not base.cards and self.game.printer.counts(base.of)
        number = begins_with(r"[0-9]{1,3} ", self.text[at:]) if counted else None
        if number is None or not isinstance(base, BagOf) or not 0 < int(number.group()) <= base.room:
            return 1, at
        return int(number.group()), at + number.end()
