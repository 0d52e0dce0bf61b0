"""Operations on all counts of a bag at once. They are written for one width of a count: masks then are constants."""

from __future__ import annotations

from attrs import frozen

from astro_referee.interpreter.backends.c.representation import (
    Bits,
    bits_constant,
)


@frozen
class Bag:
    """How a bag is kept: in what, how many bits a count has, and how many faces there are."""

    of: Bits
    width: int
    faces: int

    @property
    def suffix(self) -> str:
        return f"{self.of.letter}_{self.width}_{self.faces}"

    def each(self, value: int) -> int:
        """A bag with one number as the count of each face."""
        return sum(value << self.width * face for face in range(self.faces))


def written_bag(bag: Bag) -> str:
    """The functions for bags of this sort; a compiler drops those that nobody calls."""
    p, ctype, width = bag.of.letter, bag.of.ctype, bag.width
    sums = [
        f"    sum += {p}_count({p}_and(bag, {bits_constant(bag.each(1 << bit), bag.of)})) << {bit};"
        for bit in range(width)
    ]
    high, low = bits_constant(bag.each(1 << width - 1), bag.of), bits_constant(bag.each(1), bag.of)
    folded = [f"    held = {p}_or(held, {p}_shr(bag, {bit}));" for bit in range(1, width)]
    if width == 1:
        minus = [f"    return {p}_andnot(bag, gone);"]
    else:
        minus = [  # each count has its highest bit set first, so that none borrows from the next
            f"    {ctype} high = {high};",
            f"    {ctype} rest = {p}_sub({p}_or(bag, high), {p}_andnot(gone, high));",
            f"    {ctype} alike = {p}_andnot(high, {p}_or({p}_andnot(bag, gone), {p}_andnot(gone, bag)));",
            f"    rest = {p}_or({p}_andnot(rest, alike), {p}_andnot(alike, rest));",
            f"    {ctype} below = {p}_or({p}_andnot(gone, bag), {p}_andnot(rest, {p}_andnot(bag, gone)));",
            f"    below = {p}_and(below, high);",
            f"    below = {p}_or(below, {p}_sub(below, {p}_shr(below, {width - 1})));",
            f"    return {p}_andnot(rest, below);",
        ]
    return "\n".join(
        [
            f"static inline int64_t bag_size_{bag.suffix}({ctype} bag) {{",
            "    int64_t sum = 0;",
            *sums,
            "    return sum;",
            "}",
            f"static inline {ctype} bag_minus_{bag.suffix}({ctype} bag, {ctype} gone) {{",
            *minus,
            "}",
            f"static inline {ctype} bag_held_{bag.suffix}({ctype} bag) {{",
            f"    {ctype} held = bag;",
            *folded,
            f"    return {p}_and(held, {low});",
            "}",
        ]
    )


def written_faces(bag: Bag, made: Bits) -> str:
    """The set of faces that a bag holds at all."""
    q, width = made.letter, bag.width
    return f"""
static inline {made.ctype} bag_faces_{bag.suffix}_{q}({bag.of.ctype} bag) {{
    {made.ctype} set = {q}_from(0);
    {bag.of.ctype} held = bag_held_{bag.suffix}(bag);
    const uint64_t *words = (const uint64_t *)&held;
    for (int i = 0; i < {bag.of.words}; i++)
        for (uint64_t rest = words[i]; rest; rest &= rest - 1)
            set = {q}_or(set, {q}_bit((64 * i + __builtin_ctzll(rest)) / {width}));
    return set;
}}"""
