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
    places = size(slot.indices[-1])
    return Planes(name, of_width(places), entry_count(slot) // places, places, low, high, alone)


def written_planes(slot: m.FieldSlot, field: str, planes: Planes) -> str:
    """How an entry, or all entries of a set, get a value; and how the sets are made from entries."""
    return alone(field, planes) if planes.alone else beside_entries(slot, field, planes)


def alone(field: str, planes: Planes) -> str:
    p, ctype = planes.of.letter, planes.of.ctype
    which, row = ("int64_t row, ", "row, ") if planes.rows > 1 else ("", "")
    values = range(planes.values)
    told = "".join(f" + {value} * {p}_has(p[{value}], at)" for value in values[1:])
    cleared = "\n".join(f"    p[{value}] = {p}_andnot(p[{value}], set);" for value in values)
    return f"""
static inline int64_t get_{field}(const record *s, {which}int64_t at) {{
    const {ctype} *p = {planes.row("row")};
    return {planes.low}{told};
}}
static inline void put_all_{field}(record *s, {which}{ctype} set, int64_t value) {{
    {ctype} *p = {planes.row("row")};
{cleared}
    p[value + {-planes.low}] = {p}_or(p[value + {-planes.low}], set);
}}
static inline void put_{field}(record *s, {which}int64_t at, int64_t value) {{
    put_all_{field}(s, {row}{p}_bit(at), value);
}}"""


def beside_entries(slot: m.FieldSlot, field: str, planes: Planes) -> str:
    plus, p, ctype = -planes.low, planes.of.letter, planes.of.ctype
    which, entry = ("int64_t row, ", f"row * {planes.places} + at") if planes.rows > 1 else ("", "at")
    fill = "" if planes.rows == 1 else f"for (int64_t row = 0; row < {planes.rows}; row++)\n    "
    return f"""
static inline void put_{field}(record *s, {which}int64_t at, int64_t value) {{
    {ctype} bit = {p}_bit(at), *p = {planes.row("row")};
    {stored(slot.type)} *entry = s->{field} + {entry};
    p[*entry + {plus}] = {p}_andnot(p[*entry + {plus}], bit);
    p[value + {plus}] = {p}_or(p[value + {plus}], bit);
    *entry = ({stored(slot.type)})value;
}}
static void fill_{field}(record *s) {{
    memset(s->{planes.name}, 0, sizeof s->{planes.name});
    {fill}for (int64_t at = 0; at < {planes.places}; at++) {{
        {ctype} *p = {planes.row("row")} + (s->{field}[{entry}] + {plus});
        *p = {p}_or(*p, {p}_bit(at));
    }}
}}"""
