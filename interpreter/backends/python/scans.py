"""Loops that Python has something quicker for: entries of a field that lie side by side are looked at as a slice, and
sets of a table that are all of one size are taken apart at once.
"""

from __future__ import annotations

from collections.abc import Iterable

from attrs import evolve, frozen

from astro_referee.interpreter import machine as m
from astro_referee.interpreter.backends.python.expressions import Expressions
from astro_referee.interpreter.machine.effects import effects_of
from astro_referee.interpreter.machine.expressions import Const, Expression, Load, Local, Op, Range, walk
from astro_referee.interpreter.machine.traversal import Code, all_terms, changed_code, walk_code
from astro_referee.interpreter.values.types import Int, SetOf, low, plain, size

FEWEST = 4
"""Entries for which a slice is worth it."""
WIDEST = 6
"""Members of a set that are written out side by side."""


@frozen
class Scan:
    """A loop that asks at once for an entry that moves on with it: those entries, from which on, and how it asks."""

    name: str
    entries: str
    first: int
    load: Load


def scanned(line: m.Loop, terms: Expressions) -> Scan | None:
    """The first entry that a loop asks for, if it is one of a row of entries without gaps that stays where it is."""
    ends = ends_of(line)
    if ends is None or ends[1] - ends[0] + 1 < FEWEST or not line.body or not isinstance(line.body[0], m.Branch):
        return None
    moving = {line.name, *effects_of(line.body).sets}
    for term in walk(line.body[0].condition):
        match term:
            case Load(field, (*others, Local(name))) if name == line.name and all(fixed(at, moving) for at in others):
                base = terms.fields[field].indices[-1]
                if not low(base) <= ends[0] <= ends[1] < low(base) + size(base):
                    return None
                first, last = (terms.place(field, (*others, number(end)))[2:-1] for end in ends)
                return Scan(name, f"s[{first}:{after(last)}]", ends[0], term)
    return None


def ends_of(line: m.Loop) -> tuple[int, int] | None:
    """The first and the last value of a loop over all numbers between."""
    match line.domain:
        case Range(Const(first), Const(last)):
            return first, last
        case Const(value) as group:
            kind = plain(group.type)
            if not isinstance(kind, SetOf) or not value:
                return None
            first, last = (value & -value).bit_length() - 1, value.bit_length() - 1
            return (first + low(kind.of), last + low(kind.of)) if value == (2 << last) - (1 << first) else None
        case _:
            return None


def fixed(index: Expression, moving: set[str]) -> bool:
    return isinstance(index, Const) or (isinstance(index, Local) and index.name not in moving)


def reads(terms: Iterable[Expression], name: str) -> bool:
    return any(isinstance(part, Local) and part.name == name for term in terms for part in walk(term))


def number(value: int) -> Const:
    return Const(value, type=Int(value, value))


def after(place: str) -> str:
    return str(int(place) + 1) if place.isdecimal() else f"{place} + 1"


# --- Whether and how many --------------------------------------------------------------------------------------------


def search(line: m.Loop) -> tuple[Expression, Code] | None:
    """A loop that looks for the first of which something holds, and does something that does not ask which it is: its
    test, and what follows if there is one.
    """
    match line.body:
        case (m.Branch(test, (*then, m.Break()), ()),):
            inner = walk_code(tuple(then))
            simple = not any(isinstance(one, m.Break | m.Loop) for one in inner)
            return (test, tuple(then)) if simple and not reads(all_terms(tuple(then)), line.name) else None
        case _:
            return None


def asked_value(test: Expression, scan: Scan) -> Expression | None:
    """The value that the entry of a loop is compared with, if it is the same for all of them."""
    match test:
        case Op("is", (first, second)) if scan.load in (first, second):
            value = second if first == scan.load else first
            return None if reads([value], scan.name) else value
        case _:
            return None


def tally(line: m.Loop, scan: Scan) -> tuple[str, Expression] | None:
    """A local that a loop only adds to for each entry with a value; and that value."""
    match line.body:
        case (m.Branch(test, (m.Set(name, Op("+", (Local(same), Const(1)))),), ()),) if name == same:
            value = asked_value(test, scan)
            return (name, value) if value is not None and not line.otherwise and not reads([value], name) else None
        case _:
            return None


# --- Entry by entry --------------------------------------------------------------------------------------------------


def entry_by_entry(line: m.Loop, scan: Scan, name: str) -> m.Loop | None:
    """A loop that has its entry at hand by a name; None if it changes the field, or may end early."""
    inner = walk_code(line.body)
    if any(isinstance(one, m.Store) and one.field == scan.load.field for one in inner):
        return None
    if line.otherwise or any(isinstance(one, m.Break | m.Goto | m.Return) for one in inner):
        return None
    entry = Local(name, type=scan.load.type)
    return evolve(line, body=changed_code(line.body, lambda term: entry if term == scan.load else term))


# --- Rows of a table -------------------------------------------------------------------------------------------------


def row_search(line: m.Loop) -> m.Loop | None:
    """The one loop inside that goes through the set this one has got hold of, and looks for something in it."""
    loops = [one for one in walk_code(line.body) if isinstance(one, m.Loop)]
    through = [one for one in loops if isinstance(one.domain, Local) and one.domain.name == line.name]
    return through[0] if len(through) == 1 and search(through[0]) is not None else None


def first_asked(search: m.Loop, terms: Expressions) -> int:
    """Where in the record entry 0 of the one field lies that a search asks for each member; 0 if it asks otherwise."""
    assert isinstance(search.body[0], m.Branch)
    found, read = set[int](), 0
    for term in walk(search.body[0].condition):
        match term:
            case Load(field, (*others, Local(name))) if name == search.name and all(
                isinstance(at, Const) for at in others
            ):
                known = [at.value for at in others if isinstance(at, Const)]
                found.add(terms.known_place(field, [*known, 0]))
                read -= 1
            case Local(name) if name == search.name:
                read += 1
            case _:
                pass
    return found.pop() if len(found) == 1 and not read else 0


def row_width(entry: object) -> int:
    """How many members all sets of a table have that are written out; 0 if they differ, -1 if there are none."""
    if not isinstance(entry, tuple) or not entry:
        return -1
    if isinstance(entry[0], int):
        return len(entry)
    widths = {row_width(inner) for inner in entry} - {-1}
    return widths.pop() if len(widths) == 1 else 0 if widths else -1
