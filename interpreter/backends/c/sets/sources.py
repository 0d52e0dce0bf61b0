"""From where a table leads into a set: by shifts and masks, since most tables of places lead equally far from many."""

from __future__ import annotations

from functools import reduce
from operator import or_

from astro_referee.interpreter.backends.c.representation import Bits, bits_constant
from astro_referee.interpreter.backends.c.sets.shifts import MOST_SHIFTS, shifts
from astro_referee.interpreter.machine.runtime import ways


def written_sources(name: str, own: Bits, values: tuple[object, ...]) -> str:
    """A function that gives the set of the first indices at which a table has a value in a set."""
    nested = bool(values) and isinstance(values[0], tuple)
    columns = list(zip(*values, strict=True)) if nested else [values]
    if own.words <= 2 and max((len(shifts(column)) for column in columns), default=0) > MOST_SHIFTS:
        return member_by_member(name, own, columns, nested)
    steps: list[tuple[int, int]] = []
    first = [0]
    for column in columns:
        steps += shifts(column)
        first.append(len(steps))
    shown = ", ".join(f"{{{step}, {initialiser(mask, own)}}}" for step, mask in steps) or "{0}"
    p, ctype = own.letter, own.ctype
    which = ", int64_t which" if nested else ""
    at = "which" if nested else "0"
    return f"""
static const struct {{ int64_t step; {ctype} mask; }} {name}_steps[] = {{{shown}}};
static const int16_t {name}_first[] = {{{", ".join(map(str, first))}}};
static inline {ctype} {name}({ctype} set{which}) {{
    {ctype} found = {p}_from(0);
    for (int i = {name}_first[{at}]; i < {name}_first[{at} + 1]; i++) {{
        int64_t step = {name}_steps[i].step;
        {ctype} from = step > 0 ? {p}_shr(set, step) : {p}_shl(set, -step);
        found = {p}_or(found, {p}_and(from, {name}_steps[i].mask));
    }}
    return found;
}}"""


def member_by_member(name: str, own: Bits, columns: list[tuple[object, ...]], nested: bool) -> str:
    """The same, from the indices that lead to each member."""
    p, ctype = own.letter, own.ctype
    most = 1 + max(entry for column in columns for entry in column if isinstance(entry, int))
    rows = []
    for column in columns:
        there = (sum(1 << at for at, entry in enumerate(column) if entry == value) for value in range(most))
        rows.append("{" + ", ".join(bits_constant(one, own) for one in there) + "}")
    which = ", int64_t which" if nested else ""
    every = bits_constant((1 << most) - 1, own)
    return f"""
static const {ctype} {name}_of[][{most}] = {{{", ".join(rows)}}};
static inline {ctype} {name}({ctype} set{which}) {{
    {ctype} found = {p}_from(0);
    for (set = {p}_and(set, {every}); {p}_any(set); set = {p}_and(set, {p}_sub(set, {p}_from(1))))
        found = {p}_or(found, {name}_of[{"which" if nested else "0"}][{p}_least(set)]);
    return found;
}}"""


def written_adjoining(name: str, own: Bits, values: tuple[object, ...]) -> str:
    """A function that gives the set of the last indices at which a table of sets has one that meets a set."""
    p, ctype = own.letter, own.ctype
    if values and isinstance(values[0], tuple):
        return written_adjoining_rows(name, own, values)
    entries = [entry for entry in values if isinstance(entry, int)]
    steps = ways(entries)
    if (step := stride(entries)) and own.words == 1:
        lines = blocks(entries, step)
    elif len(entries) < len(steps):
        lines = [
            f"    if ({p}_any({p}_and(set, {bits_constant(entry, own)}))) found = {p}_or(found, {p}_bit({place}));"
            for place, entry in enumerate(entries)
        ]
    else:
        lines = [
            f"    found = {p}_or(found, {p}_and({p}_{'shr' if step > 0 else 'shl'}(set, {abs(step)}),"
            f" {bits_constant(mask, own)}));"
            for step, mask in steps
        ]
    return "\n".join(
        [
            f"static inline {ctype} {name}({ctype} set) {{",
            f"    {ctype} found = {p}_from(0);",
            *lines,
            "    return found;",
            "}",
        ]
    )


def written_adjoining_rows(name: str, own: Bits, values: tuple[object, ...]) -> str:
    """The same for one row of a table: member by member, in which sets of the row each is."""
    p, ctype = own.letter, own.ctype
    sets = [[entry for entry in row if isinstance(entry, int)] for row in values if isinstance(row, tuple)]
    most = max((entry.bit_length() for row in sets for entry in row), default=0) or 1
    inverse = (
        (sum(1 << at for at, entry in enumerate(row) if entry >> member & 1) for member in range(most)) for row in sets
    )
    of = ", ".join("{" + ", ".join(initialiser(one, own) for one in row) + "}" for row in inverse)
    every = ", ".join(initialiser(reduce(or_, row, 0), own) for row in sets)
    return f"""
static const {ctype} {name}_of[][{most}] = {{{of}}};
static const {ctype} {name}_every[] = {{{every}}};
static inline {ctype} {name}({ctype} set, int64_t row) {{
    {ctype} found = {p}_from(0);
    for (set = {p}_and(set, {name}_every[row]); {p}_any(set); set = {p}_and(set, {p}_sub(set, {p}_from(1))))
        found = {p}_or(found, {name}_of[row][{p}_least(set)]);
    return found;
}}"""


def stride(entries: list[int]) -> int:
    """How far each set lies behind the one before it, if all are the same stretch of places; else 0."""
    first = entries[0] if entries else 0
    length = first.bit_count()
    if len(entries) < 3 or not first or first >> (first & -first).bit_length() - 1 != (1 << length) - 1:
        return 0
    step = (entries[1] & -entries[1]).bit_length() - (first & -first).bit_length()
    return step if step > 0 and all(entry == first << place * step for place, entry in enumerate(entries)) else 0


def blocks(entries: list[int], step: int) -> list[str]:
    """Each stretch is put together at its first place, and these places side by side."""
    first, length = entries[0], entries[0].bit_count()
    lines, done = [], 1
    while done < length:
        more = min(done, length - done)
        lines.append(f"    set |= set >> {more};")
        done += more
    starts = sum((first & -first) << place * step for place in range(len(entries)))
    return [*lines, f"    found = gather(set, UINT64_C({starts:#x}));"]


def initialiser(mask: int, own: Bits) -> str:
    text = bits_constant(mask, own)
    return text[text.index("{") : text.rindex("}") + 1] if own.words > 2 else text
