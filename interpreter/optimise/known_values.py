"""Code in which some names are known: what follows from that is worked out, and branches that are decided are cut."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from astro_referee.interpreter import machine as m
from astro_referee.interpreter.machine.expressions import Const, Expression, Local, Lookup, Range
from astro_referee.interpreter.machine.folding import const
from astro_referee.interpreter.machine.traversal import Code, Domain, changed_code, walk_code
from astro_referee.interpreter.values.types import Int, Member, SetOf, Type, low, plain

Tables = Mapping[str, tuple[Type, tuple[object, ...]]]
MOST_ROUNDS = 4
"""How often what became known is put in place of the name that has it."""


def entry(part: Expression, tables: Tables) -> Expression:
    """An entry of a table as the constant it is, where all indices are known."""
    if not isinstance(part, Lookup) or not part.at or not all(isinstance(index, Const) for index in part.at):
        return part
    found: object = tables[part.table][1]
    for index in part.at:
        assert isinstance(index, Const)
        if not isinstance(found, tuple) or not 0 <= index.value < len(found):
            return part
        found = found[index.value]
    return const(found, part.type) if isinstance(found, int) else part


def given(code: Code, known: Mapping[str, int], tables: Tables, names: Mapping[str, str]) -> Code:
    """Code in which locals have known values, and others another name."""

    def change(part: Expression) -> Expression:
        if isinstance(part, Local):
            if part.name in known:
                return const(known[part.name], part.type)
            return Local(names[part.name], type=part.type, span=part.span) if part.name in names else part
        return entry(part, tables)

    return changed_code(code, change, names)


def settled(code: Code, tables: Tables) -> Code:
    """Code without names that stand for one constant."""
    for _ in range(MOST_ROUNDS):
        lines = walk_code(code)
        often = Counter(line.name for line in lines if isinstance(line, m.Set | m.Append | m.Loop))
        known = {
            line.name: line.value.value
            for line in lines
            if isinstance(line, m.Set) and isinstance(line.value, Const) and often[line.name] == 1
        }
        if not known:
            return code
        code = without(given(code, known, tables, {}), known)
    return code


def without(code: Code, names: Mapping[str, int]) -> Code:
    """Code in which some names get no value."""
    made: list[m.Code] = []
    for line in code:
        match line:
            case m.Set(name) if name in names:
                pass
            case m.Branch(condition, then, otherwise):
                made.append(m.Branch(condition, without(then, names), without(otherwise, names)))
            case m.Loop(name, type, domain, body, otherwise):
                made.append(m.Loop(name, type, domain, without(body, names), without(otherwise, names)))
            case _:
                made.append(line)
    return tuple(made)


def members(domain: Domain) -> list[int] | None:
    """The values of a domain that is known, lowest first; None if it is not."""
    match domain:
        case Range(Const(first), Const(last)):
            return list(range(first, last + 1))
        case Const(value) as group:
            kind = plain(group.type)
            if not isinstance(kind, SetOf) or not isinstance(kind.of, Member | Int) or value < 0:
                return None
            return [place + low(kind.of) for place in range(value.bit_length()) if value >> place & 1]
        case _:
            return None
