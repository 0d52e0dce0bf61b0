"""Lines of places in C, by shifts: lines of the same shape begin at places that are looked at together."""

from __future__ import annotations

from itertools import pairwise

from astro_referee.interpreter.backends.c.representation import Bits, bits_constant
from astro_referee.interpreter.backends.c.sets.shifts import shifts
from astro_referee.interpreter.backends.c.sets.sources import initialiser
from astro_referee.interpreter.machine.runtime import bits

MOST_SHAPES = 8
"""Shapes of lines that are looked for one after the other; of more, each line is tried."""

MOST_PLACES = 10
"""Places of a board so small that the answers for all sets are kept."""


def written_covers(name: str, own: Bits, values: tuple[object, ...]) -> str:
    """A function that says whether one of the sets of a table, or of one of its entries, lies in a set."""
    nested = any(isinstance(entry, tuple) for entry in values)
    entries = [[one for one in entry if isinstance(one, int)] for entry in values if isinstance(entry, tuple)]
    if not nested:
        entries = [[one for one in values if isinstance(one, int)]]
    head = f"static inline int64_t {name}({own.ctype} set{', int64_t at' if nested else ''}) {{"
    if not nested and own.words == 1 and (places := max(entries[0], default=0).bit_length()) <= MOST_PLACES:
        return answered(name, head, entries[0], places)
    shapes = sorted({shape(one) for entry in entries for one in entry})
    if any(not one for entry in entries for one in entry) or len(shapes) > MOST_SHAPES:
        return one_by_one(name, head, own, entries, "at" if nested else "0")
    p, at = own.letter, "at" if nested else "0"
    starts, lines = [], []
    for entry in entries:
        first = dict.fromkeys(shapes, 0)
        for one in entry:
            first[shape(one)] |= one & -one
        starts.append("{" + ", ".join(initialiser(first[each], own) for each in shapes) + "}")
    for number, each in enumerate(shapes):
        lines.append(f"    x = set;{''.join(folded(p, *step) for step in steps(list(bits(each))))}")
        lines.append(f"    found = {p}_or(found, {p}_and(x, {name}_starts[{at}][{number}]));")
    return "\n".join(
        [
            f"static const {own.ctype} {name}_starts[][{max(1, len(shapes))}] = {{{', '.join(starts)}}};",
            head,
            f"    {own.ctype} x, found = {p}_from(0);",
            *lines,
            f"    return {p}_any(found);",
            "}",
        ]
    )


def answered(name: str, head: str, sets: list[int], places: int) -> str:
    """A function that looks the answer up for all sets of few places, one bit for each."""
    every = sum(1 << group for group in range(1 << places) if any(not one & ~group for one in sets))
    words = [every >> 64 * at & (1 << 64) - 1 for at in range(-(-(1 << places) // 64))]
    shown = ", ".join(f"UINT64_C({word:#x})" for word in words)
    return f"""
static const uint64_t {name}_answers[] = {{{shown}}};
{head}
    set &= {(1 << places) - 1};
    return (int64_t)({name}_answers[set >> 6] >> (set & 63) & 1);
}}"""


def shape(line: int) -> int:
    """A set of places, moved down as far as it goes."""
    return line >> ((line & -line).bit_length() - 1) if line else 0


def steps(places: list[int]) -> list[tuple[str, int]]:
    """How a set is put together with itself, moved down, until what is left stands where all these places are in it.

    Places in equal distances take as many steps as their number has digits.
    """
    distances = {b - a for a, b in pairwise(places)}
    if len(distances) > 1:
        return [("set", place) for place in places[1:]]
    found, done = [], 1
    step = distances.pop() if distances else 0
    while done < len(places):
        more = min(done, len(places) - done)
        found.append(("x", more * step))
        done += more
    return found


def folded(p: str, what: str, by: int) -> str:
    return f" x = {p}_and(x, {p}_shr({what}, {by}));"


def one_by_one(name: str, head: str, own: Bits, entries: list[list[int]], at: str) -> str:
    flat = [one for entry in entries for one in entry]
    ends = [sum(map(len, entries[:number])) for number in range(len(entries) + 1)]
    return f"""
static const {own.ctype} {name}_sets[] = {{{", ".join(initialiser(one, own) for one in flat) or "0"}}};
static const int32_t {name}_first[] = {{{", ".join(map(str, ends))}}};
{head}
    for (int32_t i = {name}_first[{at}]; i < {name}_first[{at} + 1]; i++)
        if (!{own.letter}_any({own.letter}_andnot({name}_sets[i], set))) return 1;
    return 0;
}}"""


def written_sights(name: str, own: Bits, values: tuple[object, ...], known: tuple[int, ...]) -> str:
    """A function that gives the places from which the first place in sight outside a set is in another set.

    Each list goes on as that of its first place does, so one step back from all places is taken again and again.
    """
    least, *rest = known
    column: list[tuple[int, ...]] = []
    for entry in values:
        for index in rest:
            assert isinstance(entry, tuple)
            entry = entry[index]
        assert isinstance(entry, tuple)
        column.append(entry)
    nearest = tuple(entry[0] if entry else -1 for entry in column)
    longest, p = max(map(len, column), default=0), own.letter

    def back(of: str) -> str:
        parts = []
        for step, mask in shifts(nearest):
            moved = f"{p}_{'shr' if step > 0 else 'shl'}({of}, {abs(step)})"
            parts.append(f"{p}_and({moved}, {bits_constant(mask, own)})")
        made = parts[0] if parts else f"{p}_from(0)"
        for part in parts[1:]:
            made = f"{p}_or({made}, {part})"
        return made

    lines = [f"    {own.ctype} x = {back(f'{p}_andnot(wanted, through)')};"]
    lines += [f"    x = {back(f'{p}_and(x, through)')};" for _ in range(min(least, longest))]
    lines.append(f"    {own.ctype} seen = x;")
    for _ in range(longest - 1 - least):
        lines.append(f"    seen = {p}_or(x, {back(f'{p}_and(seen, through)')});")
    shown = "_".join(map(str, (name, *known)))
    return "\n".join(
        [
            f"static inline {own.ctype} {shown}({own.ctype} through, {own.ctype} wanted) {{",
            *lines,
            "    return seen;",
            "}",
        ]
    )
