"""Constant tables as static arrays of C."""

from __future__ import annotations

from astro_referee.interpreter.backends.c.names import Table
from astro_referee.interpreter.backends.c.representation import (
    Bits,
    Listing,
    NotRepresentable,
    Representation,
    bits_constant,
    stored,
)
from astro_referee.interpreter.machine.runtime import bits
from astro_referee.interpreter.values.types import ListOf, Type

MOST_ENTRIES = 200_000
"""Entries of all levels of a table; a game with more is left to another engine."""


def written_table(table: Table, type: Type, values: tuple[object, ...]) -> str:
    shape = list(table.shape)
    ctype = table.of.ctype if isinstance(table.of, Listing) else stored(type)
    lists: list[str] = []
    body = entries(table, table.of, values, shape, lists)
    dimensions = "".join(f"[{max(1, size)}]" for size in shape)
    return "\n".join([*lists, f"static const {ctype} {table.name}{dimensions} = {body};"])


def shape_of(type: Type, values: tuple[object, ...]) -> tuple[int, ...]:
    """How many entries a table has along each index; lists that are entries themselves are left out."""
    return tuple(sizes(values, levels(values) - levels_of(type)))


def levels(entry: object) -> int:
    """How deep tuples are nested."""
    if not isinstance(entry, tuple):
        return 0
    return 1 + max(map(levels, entry), default=0)


def levels_of(type: Type) -> int:
    return 1 + levels_of(type.of) if isinstance(type, ListOf) else 0


def sizes(values: tuple[object, ...], depth: int) -> list[int]:
    """The number of entries at each level."""
    found, level = [], [values]
    for _ in range(depth):
        counts = {len(one) for one in level}
        if len(counts) > 1:
            raise NotRepresentable("a table with rows of different lengths")
        found.append(max(counts, default=0))
        level = [inner for one in level for inner in one if isinstance(inner, tuple)]
    return found


def entries(table: Table, own: Representation, value: object, shape: list[int], lists: list[str]) -> str:
    if shape:
        assert isinstance(value, tuple)
        inner = [entries(table, own, one, shape[1:], lists) for one in value]
        return "{" + ", ".join(inner or ["0"]) + "}"
    if isinstance(own, Listing):
        assert isinstance(value, tuple)
        name = f"{table.name}_{len(lists)}"
        if len(lists) > MOST_ENTRIES:
            raise NotRepresentable("a table of too many lists")
        lists.append("")  # keeps its number while inner lists are written
        place = len(lists) - 1
        inner = [entries(table, own.of, one, [], lists) for one in value]
        ctype = own.of.ctype
        lists[place] = f"static {ctype} {name}[] = {{{', '.join(inner or ['0'])}}};"
        if isinstance(own.of, Listing):  # inner lists stand before what names them
            lists.append(lists[place])
            lists[place] = ""
        return f"{{{len(value)}, {name}}}"
    assert isinstance(value, int)
    if isinstance(own, Bits):
        text = bits_constant(value, own)
        return text[text.index("{") : text.rindex("}") + 1] if own.words > 2 else text
    return str(value)


def written_trails(name: str, ends: tuple[object, ...], lengths: tuple[object, ...]) -> str:
    """The ends and lengths of routes, as the search for the longest way over them wants them."""
    places = [[*bits(group)] for group in ends if isinstance(group, int)]
    columns = (
        ("int16_t", "from", [one[0] if one else -1 for one in places]),
        ("int16_t", "to", [one[-1] if one else -1 for one in places]),
        ("int64_t", "length", [*lengths]),
    )
    return "\n".join(
        f"static const {ctype} {name}_{part}[] = {{{', '.join(map(str, values)) or '0'}}};"
        for ctype, part, values in columns
    )
