"""Two branches in a row, where the first gives a name the value that the second asks about: one branch.

`let stop = first …` becomes a branch that says what `stop` is, none on one side; `if stop is not none` behind it is
decided already on each side. What follows goes straight there, and if nobody else reads the name, it is not kept.
"""

from __future__ import annotations

from collections import Counter

from attrs import evolve

from astro_referee.interpreter import machine as m
from astro_referee.interpreter.machine.effects import effects_of, expression_effects
from astro_referee.interpreter.machine.expressions import Const, Expression, Local, Op
from astro_referee.interpreter.machine.folding import truth
from astro_referee.interpreter.machine.traversal import Code, changed, changed_code, walk_code
from astro_referee.interpreter.optimise.unrolling import reads
from astro_referee.interpreter.values.types import Either

MOST_COPIED = 4
"""Lines that may stand twice afterwards."""


def joined(lines: list[m.Code], uses: Counter[str]) -> None:
    """Joins branches in a block; `uses` says how often each local of the function is read."""
    at = 0
    while at + 1 < len(lines):
        first, second = lines[at], lines[at + 1]
        if isinstance(first, m.Branch) and isinstance(second, m.Branch):
            made = join(first, second, uses)
            if made is not None:
                lines[at : at + 2] = [made]
                continue
        at += 1


def join(first: m.Branch, second: m.Branch, uses: Counter[str]) -> m.Branch | None:
    yes, no = last_set(first.then), last_set(first.otherwise)
    if yes is None or no is None or yes.name != no.name:
        return None
    name = yes.name
    if name not in expression_effects(second.condition).locals:
        return None
    conditions = [known(second.condition, name, one.value) for one in (yes, no)]
    if not any(isinstance(condition, Const) for condition in conditions):
        return None
    for body, wanted in ((second.then, 1), (second.otherwise, 0)):
        copies = sum(not isinstance(one, Const) or bool(one.value) == bool(wanted) for one in conditions)
        if copies > 1 and len(walk_code(body)) > MOST_COPIED:
            return None
    kept = uses[name] > reads((second,))[name]
    sides: list[Code] = []
    for side, one, condition in zip((first.then, first.otherwise), (yes, no), conditions, strict=True):
        bodies = [with_value(body, name, one.value) for body in (second.then, second.otherwise)]
        more: Code = (m.Branch(condition, *bodies),)
        if isinstance(condition, Const):
            more = bodies[0] if condition.value else bodies[1]
        sides.append((*(side if kept or reads(more)[name] else side[:-1]), *more))
    made = m.Branch(first.condition, sides[0], sides[1])
    uses.subtract(reads((first, second)))
    uses.update(reads((made,)))
    return made


def last_set(code: Code) -> m.Set | None:
    """The last line, if it gives a name a value that can stand in its place."""
    line = code[-1] if code else None
    return line if isinstance(line, m.Set) and isinstance(line.value, Const | Local) else None


def known(condition: Expression, name: str, value: Expression) -> Expression:
    """A condition where a name has a value; what is surely not none is so."""

    def change(part: Expression) -> Expression:
        match part:
            case Local(one) if one == name:
                return value if isinstance(value, Local) else evolve(value, type=part.type)
            case Op(("is" | "is not") as word, (Local() as asked, Const(word_code))) if word_code < 0:
                return part if isinstance(asked.type, Either) else truth(word == "is not")
            case _:
                return part

    return changed(condition, change)


def with_value(code: Code, name: str, value: Expression) -> Code:
    """Code where a name has a value, for as long as it keeps it."""
    if name in effects_of(code).sets or (isinstance(value, Local) and value.name in effects_of(code).sets):
        return code
    if isinstance(value, Local):
        return changed_code(code, lambda part: value if isinstance(part, Local) and part.name == name else part)
    return code
