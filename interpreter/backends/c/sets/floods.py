"""From a set of places to all that can be reached, each step from all places at once."""

from __future__ import annotations

from astro_referee.interpreter.backends.c.representation import Bits, bits_constant
from astro_referee.interpreter.machine.runtime import ways

WORD = (1 << 64) - 1


def written_flood(name: str, own: Bits, values: tuple[object, ...], ends: bool) -> str:
    """A function that gives all places reached; or, if it `ends`, says whether one of a set is reached.

    Each way goes on from what the ways before it have come to, so that few rounds are needed.
    """
    sets = [entry for entry in values if isinstance(entry, int)]
    p, ctype = own.letter, own.ctype
    steps = []
    for step, mask in sorted(ways(sets), key=lambda way: (way[0] < 0, abs(way[0]))):
        here = f"{p}_and(found, {bits_constant(mask, own)})"
        moved = f"{p}_{'shl' if step > 0 else 'shr'}({here}, {abs(step)})"
        steps.append(f"        found = {p}_or(found, {p}_and({moved}, through));")
    head = [f"static {ctype} {name}({ctype} edge, {ctype} through) {{"]
    done = [f"        if ({p}_eq(found, before)) return found;"]
    if ends:
        head = [
            f"static int64_t {name}_to({ctype} edge, {ctype} through, {ctype} wanted) {{",
            f"    if ({p}_any({p}_and(edge, wanted))) return 1;",
            f"    if (!{p}_any({p}_and(through, wanted))) return 0;",
        ]
        done = [
            f"        if ({p}_any({p}_and(found, wanted))) return 1;",
            f"        if ({p}_eq(found, before)) return 0;",
        ]
    body = [
        f"    {ctype} found = edge, before;",
        "    for (;;) {",
        "        before = found;",
        *steps,
        *done,
        "    }",
        "}",
    ]
    return "\n".join([*head, *body])


def written_spread(name: str, own: Bits, values: tuple[object, ...]) -> str:
    """A function that takes a step from a set, by a table of sets of neighbours."""
    sets = [entry for entry in values if isinstance(entry, int)]
    if own.words <= 2:
        p = own.letter
        parts = [
            f"{p}_{'shl' if step > 0 else 'shr'}({p}_and(start, {bits_constant(mask, own)}), {abs(step)})"
            for step, mask in ways(sets)
        ]
        text = " | ".join(parts) or bits_constant(0, own)
        return f"static inline {own.ctype} {name}({own.ctype} start) {{ return {text}; }}"
    words = range(own.words)
    ahead = [[one for step, mask in ways(sets) for one in moved(step, mask, i, own.words)] for i in words]
    return "\n".join(
        [
            f"static inline {own.ctype} {name}({own.ctype} start) {{",
            "    const uint64_t *from = (const uint64_t *)&start;",
            *(f"    uint64_t edge{i} = from[{i}];" for i in words),
            f"    {own.ctype} all;",
            "    uint64_t *to = (uint64_t *)&all;",
            *(f"    to[{i}] = {' | '.join(ahead[i]) or '0'};" for i in words),
            "    return all;",
            "}",
        ]
    )


def moved(step: int, mask: int, word: int, words: int) -> list[str]:
    """What comes into a word when the places of a mask move so far."""
    whole, bits = divmod(abs(step), 64)
    sides = [(word - whole, "<<", bits), (word - whole - 1, ">>", 64 - bits)]
    if step < 0:
        sides = [(word + whole, ">>", bits), (word + whole + 1, "<<", 64 - bits)]
    found = []
    for source, sign, by in sides:
        if not 0 <= source < words or by == 64:
            continue
        part = mask >> 64 * source & WORD
        passing = (part << by if sign == "<<" else part >> by) & WORD
        if passing:
            here = f"edge{source}" if part == WORD else f"(edge{source} & {part:#x})"
            found.append(f"({here} {sign} {by})" if by else here)
    return found
