"""Sets that have a name for one use alone, put where they are used."""

from __future__ import annotations

from collections import Counter

from attrs import evolve

from astro_referee.interpreter import machine as m
from astro_referee.interpreter.machine.effects import expression_effects
from astro_referee.interpreter.machine.expressions import Const, Expression, Local
from astro_referee.interpreter.machine.traversal import Code, changed_line, terms_of, walk_code
from astro_referee.interpreter.optimise.unrolling import reads
from astro_referee.interpreter.values.types import SetOf


def put_to_use(code: Code) -> Code:
    """Code in which a set that is read once, in the next line, stands there."""
    lines = walk_code(code)
    often = Counter(line.name for line in lines if isinstance(line, m.Set | m.Append | m.Loop))
    return block(code, often, reads(code))


def block(code: Code, often: Counter[str], uses: Counter[str]) -> Code:
    made: list[m.Code] = []
    for line in code:
        match line:
            case m.Branch(condition, then, otherwise):
                line = m.Branch(condition, block(then, often, uses), block(otherwise, often, uses))
            case m.Loop():
                line = evolve(line, body=block(line.body, often, uses), otherwise=block(line.otherwise, often, uses))
            case _:
                pass
        while made and (joined := together(made[-1], line, often, uses)) is not None:
            made.pop()
            line = joined
        made.append(line)
    return tuple(made)


def together(first: m.Code, second: m.Code, often: Counter[str], uses: Counter[str]) -> m.Code | None:
    """Two lines as one, if the first gives a name to a set that the second alone reads, once."""
    match first:
        case m.Set(name, value) if isinstance(value.type, SetOf):
            pass
        case _:
            return None
    own = sum(reads((m.Return(term),))[name] for term in terms_of(second))
    again = isinstance(second, m.Set) and second.name == name
    if own != 1 or not (again or (often[name] == 1 and uses[name] == 1)):
        return None
    effects = expression_effects(value)
    if effects.calls or not effects.sure or isinstance(second, m.Spend | m.Offer | m.Emit):
        return None

    def change(part: Expression) -> Expression:
        if isinstance(part, Local) and part.name == name:
            return evolve(value, type=part.type) if isinstance(value, Const) else value
        return part

    return changed_line(second, change)
