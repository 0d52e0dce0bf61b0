"""Fields of boards as sets of places in C, one for each value: how they are read, changed, and made from entries.

A field of few values is kept in no other way. One of more values, or one whose entries go into a history just as they
are, has its entries beside the sets.
"""

from __future__ import annotations

from astro_referee.interpreter import machine as m
from astro_referee.interpreter.backends.c.names import Planes
from astro_referee.interpreter.backends.c.representation import of_width, stored
from astro_referee.interpreter.machine.expressions import Load, Op
from astro_referee.interpreter.machine.record import entry_count
from astro_referee.interpreter.machine.traversal import Code, all_terms
from astro_referee.interpreter.values.types import Bool, Either, Member, plain, size

MOST_ALONE = 4
"""Sets by which an entry is told as quickly as if it were kept by itself."""


def planes_in(
    bodies: list[Code], fields: dict[str, m.FieldSlot], names: dict[str, str], words: tuple[str, ...]
) -> dict[str, Planes]:
    """The fields that code asks for places with a value, and the sets by which they are kept."""
    asked: dict[str, None] = {}
    whole: set[str] = set()
    for body in bodies:
        for term in all_terms(body):
            if isinstance(term, Op) and term.op == "holders" and isinstance(term.args[0], Load):
                asked[term.args[0].field] = None
            elif isinstance(term, Op) and term.op != "holders":
                whole |= {part.field for part in term.args if isinstance(part, Load) and not part.at}
    return {name: planes_of(fields[name], f"p{names[name][1:]}", words, name in whole) for name in asked}


def planes_of(slot: m.FieldSlot, name: str, words: tuple[str, ...], whole: bool) -> Planes:
    base = plain(slot.type)
    extra = slot.type.words if isinstance(slot.type, Either) else ()
    high = (size(base) if isinstance(base, Bool | Member) else 0) - 1
    low = min((-1 - words.index(word) for word in extra), default=0)
    alone = high - low < MOST_ALONE and not whole
    return Planes(name, of_width(entry_count(slot)), low, high, alone)


def written_planes(slot: m.FieldSlot, field: str, planes: Planes) -> str:
    """How an entry, or all entries of a set, get a value; and how the sets are made from entries."""
    return alone(slot, field, planes) if planes.alone else beside_entries(slot, field, planes)


def alone(slot: m.FieldSlot, field: str, planes: Planes) -> str:
    p, at, ctype = planes.of.letter, f"s->{planes.name}", planes.of.ctype
    values = range(planes.high - planes.low + 1)
    told = "".join(f" + {value} * {p}_has({at}[{value}], at)" for value in values[1:])
    cleared = "\n".join(f"    {at}[{value}] = {p}_andnot({at}[{value}], set);" for value in values)
    return f"""
static inline int64_t get_{field}(const record *s, int64_t at) {{ return {planes.low}{told}; }}
static inline void put_all_{field}(record *s, {ctype} set, int64_t value) {{
{cleared}
    {at}[value + {-planes.low}] = {p}_or({at}[value + {-planes.low}], set);
}}
static inline void put_{field}(record *s, int64_t at, int64_t value) {{ put_all_{field}(s, {p}_bit(at), value); }}"""


def beside_entries(slot: m.FieldSlot, field: str, planes: Planes) -> str:
    plus, p, at = -planes.low, planes.of.letter, f"s->{planes.name}"
    return f"""
static inline void put_{field}(record *s, int64_t at, int64_t value) {{
    {planes.of.ctype} bit = {p}_bit(at);
    {at}[s->{field}[at] + {plus}] = {p}_andnot({at}[s->{field}[at] + {plus}], bit);
    {at}[value + {plus}] = {p}_or({at}[value + {plus}], bit);
    s->{field}[at] = ({stored(slot.type)})value;
}}
static void fill_{field}(record *s) {{
    memset({at}, 0, sizeof {at});
    for (int64_t at = 0; at < {entry_count(slot)}; at++)
        {at}[s->{field}[at] + {plus}] = {p}_or({at}[s->{field}[at] + {plus}], {p}_bit(at));
}}"""
