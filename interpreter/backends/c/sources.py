"""From where a table leads into a set: by shifts and masks, since most tables of places lead equally far from many."""

from __future__ import annotations

from astro_referee.interpreter.backends.c.representation import Bits
from astro_referee.interpreter.backends.c.shifts import shifts
from astro_referee.interpreter.backends.c.terms import bits_constant
from astro_referee.interpreter.machine.runtime import ways


def written_sources(name: str, own: Bits, values: tuple[object, ...]) -> str:
    """A function that gives the set of the first indices at which a table has a value in a set."""
    nested = bool(values) and isinstance(values[0], tuple)
    columns = list(zip(*values, strict=True)) if nested else [values]
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


def written_adjoining(name: str, own: Bits, values: tuple[object, ...]) -> str:
    """A function that gives the set of the indices at which a table of sets has one that meets a set."""
    p, ctype = own.letter, own.ctype
    lines = []
    for step, mask in ways([entry for entry in values if isinstance(entry, int)]):
        moved = f"{p}_{'shr' if step > 0 else 'shl'}(set, {abs(step)})"
        lines.append(f"    found = {p}_or(found, {p}_and({moved}, {bits_constant(mask, own)}));")
    return "\n".join(
        [
            f"static inline {ctype} {name}({ctype} set) {{",
            f"    {ctype} found = {p}_from(0);",
            *lines,
            "    return found;",
            "}",
        ]
    )


def initialiser(mask: int, own: Bits) -> str:
    text = bits_constant(mask, own)
    return text[text.index("{") : text.rindex("}") + 1] if own.words > 2 else text
