"""What generated modules need while they run: faults, and the few operations that are no single Python expression."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from itertools import chain, combinations
from math import comb
from typing import Any

from astro_referee.grammar.source import Span

CHANCE: Any = "chance"
"""In place of legal moves: chance must decide."""
FUEL = 100_000
"""Automatic states in a row without a stop (dear ones count more); a game that needs more is going round in circles."""
MOST_CHOICES = 5_000
"""Subsets that may be gone through at once; a player could not look at more either."""


MOST_TRAILS = 50_000
"""Ways over routes that are tried for the longest: twenty routes of a map have some thousands, and it takes a blink."""
LONGEST_PAST = 4096
"""Positions that a history holds: more than the longest games have."""
MOST_LEGAL = 2**17
"""Moves that may be legal at once: a list of them takes a second to make, and nobody reads a thousandth of it."""
MOST_LINES = 1_000
"""Lines that the rules may say at one event: no table would listen to more."""
LONGEST_TEXT = 10_000
"""Characters of one text with its holes filled, as many as a line of the rules may have."""
MOST_SAID = 100_000
"""Characters that the rules may say at one event, all lines together: a small book."""
MOST_LISTED = 10_000_000
"""Characters of a list of moves with what they do, or of a whole position."""


class RuleFault(Exception):
    """The rules cannot go on from here: a mistake in the rule file that only showed in play."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = number


class Overflow(RuleFault):
    """More text or more moves than anybody could read; holds what to say, and the place in the rules."""

    def __init__(self, message: str, at: Span) -> None:
        super().__init__(-1)
        self.message, self.at = message, at


class TooMuchSaid(RuleFault):
    """Too many lines were said at one event; holds the number of the text of the last one."""


Position = tuple[int, ...]
"""Entries of the record that a history is kept of, as they stood."""
Line = tuple[int, tuple[int, ...], int | None]
"""What generated code says: number of a text, values of its holes, readers."""


class Log(list[Line]):
    """Lines said at one event, and no more than can be heard."""

    most = MOST_LINES

    @classmethod
    def of_at_most(cls, most: int) -> Log:
        log = cls()
        log.most = most
        return log

    def append(self, line: Line) -> None:
        if len(self) == self.most:
            raise TooMuchSaid(line[0])
        list.append(self, line)


class EndlessLoop(Exception):
    """Too many automatic states in a row; holds the labels of the last ones."""

    def __init__(self, labels: list[int]) -> None:
        super().__init__(labels)
        self.labels = labels


def bits(value: int) -> Iterator[int]:
    """Numbers of the bits of a set, lowest first."""
    while value:
        lowest = value & -value
        yield lowest.bit_length() - 1
        value ^= lowest


BIT = tuple(1 << number for number in range(512))
"""The sets with one member: Python looks them up faster than it shifts."""
PART = 13
"""Bits of a set that are looked up at once: a suit of cards. One more would double the table and help few games."""
LOWEST_PART = (1 << PART) - 1
TWO_PARTS = 1 << 2 * PART
FOUR_PARTS = 1 << 4 * PART


def all_members(first: int) -> list[tuple[int, ...]]:
    """For each set of PART bits its members, if the lowest bit stands for `first`."""
    found: list[tuple[int, ...]] = [()]
    for bit in range(first, first + PART):
        found += [(*group, bit) for group in found]
    return found


MEMBERS = all_members(0)
"""The members of every small set."""
PARTS = [MEMBERS]
"""The same for the next bits, each once a set that large has been met."""
MOST_PARTS = 7
"""Parts that are looked up: enough for a pack of cards or a board of nine by nine."""


def members(value: int) -> Sequence[int]:
    """Numbers of the bits of a set, lowest first, as `bits` has them, but by looking up many at once."""
    try:
        if value < TWO_PARTS:
            return MEMBERS[value & LOWEST_PART] + PARTS[1][value >> PART]
        if value < FOUR_PARTS:  # a hand of cards: in a playout, hardly two are the same
            one, two, three = PARTS[1], PARTS[2], PARTS[3]
            lower = MEMBERS[value & LOWEST_PART] + one[value >> PART & LOWEST_PART]
            return lower + two[value >> 2 * PART & LOWEST_PART] + three[value >> 3 * PART]
    except IndexError:
        PARTS.append(all_members(len(PARTS) * PART))
        return members(value)
    return many_members(value)


@lru_cache(maxsize=4096)
def many_members(value: int) -> tuple[int, ...]:
    """The same for larger sets: a board is gone through many times before it changes."""
    found: tuple[int, ...] = ()
    for part in range(MOST_PARTS):
        if len(PARTS) == part:
            PARTS.append(all_members(part * PART))
        found += PARTS[part][value & LOWEST_PART]
        value >>= PART
        if not value:
            return found
    return found + tuple(bit + MOST_PARTS * PART for bit in bits(value))


def choices(value: int, low: int, high: int, fault: int) -> Iterator[int]:
    """The subsets of a set with `low` to `high` members, smallest first, then in order of their members."""
    single = [1 << i for i in members(value)]
    counts = range(max(0, low), min(high, len(single)) + 1)
    if sum(comb(len(single), count) for count in counts) > MOST_CHOICES:
        raise RuleFault(fault)
    return chain.from_iterable(map(sum, combinations(single, count)) for count in counts)


def choice_count(value: int, low: int, high: int, fault: int) -> int:
    """How many subsets `choices` goes through."""
    size = value.bit_count()
    found = sum(comb(size, count) for count in range(max(0, low), min(high, size) + 1))
    if found > MOST_CHOICES:
        raise RuleFault(fault)
    return found


def nth_choice(value: int, low: int, high: int, number: int) -> int:
    """The `number`-th of the subsets that `choices` goes through, counted from 0."""
    held = members(value)
    count, size = max(0, low), len(held)
    while number >= (many := comb(size, count)):
        number -= many
        count += 1
    found = 0
    for place, member in enumerate(held):
        if not count:
            break
        many = comb(size - place - 1, count - 1)  # those that have this one, and no lower one but those found
        if number < many:
            found |= 1 << member
            count -= 1
        else:
            number -= many
    return found


def drawn_among(counts: Sequence[tuple[int, int]], below: Callable[[int], int]) -> tuple[int, int] | None:
    """One of all that some have together, each so many: whose it is, and its number among theirs. None if none has."""
    total = sum(count for _, count in counts)
    number = below(total) if total else 0
    for owner, count in counts:
        if number < count:
            return owner, number
        number -= count
    return None


def faces(bag: int, width: int, count: int) -> list[int]:
    """The different faces a bag holds."""
    mask = (1 << width) - 1
    return [face for face in range(count) if bag >> width * face & mask]


def face_set(bag: int, width: int, count: int) -> int:
    """The same as a set."""
    mask = (1 << width) - 1
    return sum(1 << face for face in range(count) if bag >> width * face & mask)


def bag_choices(bag: int, low: int, high: int, fault: int, width: int, count: int) -> Iterator[int]:
    """The different ways to take `low` to `high` cards out of a bag."""
    mask = (1 << width) - 1
    held = [(face, bag >> width * face & mask) for face in range(count) if bag >> width * face & mask]

    def pick(index: int, left: int) -> Iterator[int]:
        if left == 0:
            yield 0
        elif index < len(held):
            face, copies = held[index]
            for taken in range(min(copies, left), -1, -1):
                for rest in pick(index + 1, left - taken):
                    yield (taken << width * face) + rest

    made = 0
    for number in range(max(0, low), high + 1):
        for chosen in pick(0, number):
            made += 1
            if made > MOST_CHOICES:
                raise RuleFault(fault)
            yield chosen


def bag_size(bag: int, width: int, count: int) -> int:
    """Copies in a bag altogether. Every face is looked at, so that the time it takes tells nothing of the others."""
    mask, total = (1 << width) - 1, 0
    for _ in range(count):
        total += bag & mask
        bag >>= width
    return total


def bag_pick(bag: int, number: int, width: int) -> int:
    """The face of the `number`-th copy in a bag, counted from 0."""
    mask, face = (1 << width) - 1, 0
    while number >= bag & mask:
        number -= bag & mask
        bag >>= width
        face += 1
    return face


def bag_minus(bag: int, gone: int, width: int, count: int) -> int:
    """What is left of a bag when others are taken out, never below nothing."""
    mask, left = (1 << width) - 1, 0
    for face in range(count):
        here = (bag >> width * face & mask) - (gone >> width * face & mask)
        if here > 0:
            left |= here << width * face
    return left


def longest_run(value: int, count: int, ends_meet: int) -> int:
    """The longest series of neighbouring bits among `count`; where the ends meet, also across them."""
    if ends_meet and value == (1 << count) - 1:
        return count
    if ends_meet:
        value |= value << count
    longest = 0
    while value:
        value &= value << 1
        longest += 1
    return longest


def longest_trail(routes: int, ends: Sequence[int], lengths: Sequence[int], fault: int) -> int:
    """The longest way over some routes that uses none of them twice; a route joins the places of a set."""
    joined = {route: [*bits(ends[route])] for route in bits(routes)}
    at: dict[int, list[int]] = {}
    for route, places in joined.items():
        for place in places:
            at.setdefault(place, []).append(route)
    longest, tried = 0, 0
    while joined:
        whole = network(at, next(iter(joined)), joined)
        total = sum(lengths[route] for route in whole)
        starts = sorted({place for route in whole for place in joined[route]})
        todo = [(place, 0, 0) for place in starts]
        seen = set()
        while todo and longest < total:
            here, used, length = todo.pop()
            for route in at[here]:
                if used >> route & 1:
                    continue
                there = joined[route][-1] if joined[route][0] == here else joined[route][0]
                further = (there, used | 1 << route, length + lengths[route])
                if further not in seen:
                    seen.add(further)
                    todo.append(further)
                    longest = max(longest, further[2])
            tried += 1
            if tried > MOST_TRAILS:
                raise RuleFault(fault)
        for route in whole:
            del joined[route]
    return longest


def network(at: dict[int, list[int]], first: int, joined: dict[int, list[int]]) -> set[int]:
    """All routes that hang together with the first."""
    found, todo = {first}, [first]
    while todo:
        for place in joined[todo.pop()]:
            new = [route for route in at[place] if route not in found]
            found.update(new)
            todo += new
    return found


def spread(group: int, table: Sequence[int]) -> int:
    """All that is in the sets of a table for the members of a set."""
    found = 0
    for member in bits(group):
        found |= table[member]
    return found


def ways(table: Sequence[int]) -> tuple[tuple[int, int], ...]:
    """A table of sets as steps: how far on something lies, and the set of all places from which it lies so far."""
    masks: dict[int, int] = {}
    for place, group in enumerate(table):
        for there in bits(group):
            masks[there - place] = masks.get(there - place, 0) | 1 << place
    return tuple(sorted(masks.items()))


def flood(edge: int, ways: tuple[tuple[int, int], ...], through: int) -> int:
    """A set, and all one comes to from there through another set: from all places at once, each way in one step."""
    found = edge
    while edge:
        ahead = 0
        for step, mask in ways:
            ahead |= (edge & mask) << step if step > 0 else (edge & mask) >> -step
        edge = ahead & through & ~found
        found |= edge
    return found


def holders(entries: Sequence[int], value: int) -> int:
    """The set of the places at which a value stands."""
    return sum(1 << place for place, entry in enumerate(entries) if entry == value)


def sources(group: int, table: Sequence[Any], *rest: int) -> int:
    """The set of the places from which a table leads into another set."""
    found = 0
    for place, entry in enumerate(table):
        for index in rest:
            entry = entry[index]
        if entry >= 0 and group >> entry & 1:
            found |= 1 << place
    return found


def adjoining(group: int, table: Sequence[int]) -> int:
    """The set of the places whose sets in a table have something in common with another set."""
    return sum(1 << place for place, entry in enumerate(table) if entry & group)


def sights(through: int, wanted: int, table: Sequence[Any], least: int, *rest: int) -> int:
    """The set of the places from which the first thing in sight that is not in a set is in another, and far enough."""
    found = 0
    for place, entry in enumerate(table):
        for index in rest:
            entry = entry[index]
        for passed, there in enumerate(entry):
            if not through >> there & 1:
                found |= (wanted >> there & 1 and passed >= least) << place
                break
    return found


def covers(group: int, table: Sequence[Any], *rest: int) -> int:
    """Whether one of the sets of a table lies in another set altogether."""
    for index in rest:
        table = table[index]
    return int(any(not one & ~group for one in table))


def prefer(s: list[int], out: list[tuple[int, ...]], first: int, test: Callable[..., int], maximise: bool) -> None:
    """Of the candidates from `first` on, keeps those that meet a duty, or do so best; all of them if none does."""
    values = [test(s, move[0], *move[2:]) for move in out[first:]]
    if not values:
        return
    best = max(values) if maximise else 1
    kept = [move for move, value in zip(out[first:], values, strict=True) if value == best]
    if kept:
        out[first:] = kept


def prefer_seen(
    s: list[int],
    out: list[tuple[int, ...]],
    first: int,
    test: Callable[..., int],
    maximise: bool,
    seen: list[int],
    mark: int,
) -> None:
    """The same, and counts whether a candidate met the duty, and whether one had to go because of it."""
    before = len(out)
    prefer(s, out, first, test, maximise)
    seen[mark] += len(out) > first and (maximise or bool(test(s, out[first][0], *out[first][2:])))
    seen[mark + 1] += len(out) < before


class Past:
    """A history: positions that have been, each with how often, and how many there were. Never changed once made."""

    __slots__ = ("counts", "number")

    def __init__(self, counts: dict[Position, int], number: int) -> None:
        self.counts, self.number = counts, number

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Past) and self.counts == other.counts

    def __hash__(self) -> int:
        return hash(frozenset(self.counts.items()))

    def __repr__(self) -> str:
        return f"Past({self.counts!r}, {self.number})"


NO_PAST = Past({}, 0)


def remembered(past: Past, position: Position, fault: int) -> Past:
    """A past with one more position in it."""
    if past.number >= LONGEST_PAST:
        raise RuleFault(fault)
    return Past({**past.counts, position: past.counts.get(position, 0) + 1}, past.number + 1)


def times(past: Past, position: Position) -> int:
    """How often a position has been."""
    return past.counts.get(position, 0)


def nth_bit(value: int, number: int) -> int:
    """The number of the `number`-th bit of a set, counted from 0."""
    first = 0
    while True:
        lowest = MEMBERS[value & LOWEST_PART]
        count = len(lowest)
        if number < count:
            return lowest[number] + first
        number -= count
        value >>= PART
        first += PART
