"""Questions about code of the machine, and code with its terms replaced: what the passes of a backend share."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from operator import is_

from attrs import evolve

from astro_referee.interpreter import machine as m
from astro_referee.interpreter.machine.expressions import (
    Call,
    Choices,
    Const,
    Expression,
    Load,
    Local,
    Lookup,
    Op,
    Range,
    domain_parts,
    walk,
)
from astro_referee.interpreter.machine.folding import op

Code = tuple[m.Code, ...]
DEEPEST = 14
"""Branches and loops inside each other that passes may make. Python refuses twenty loops, and readers fewer."""
NO_NAMES: Mapping[str, str] = {}
Domain = Range | Choices | Expression

# --- Questions ----------------------------------------------------------------------------------------------------


def walk_code(code: Code) -> list[m.Code]:
    """Every line, with those inside branches and loops, in order."""
    found: list[m.Code] = []
    todo = list(reversed(code))
    while todo:
        line = todo.pop()
        found.append(line)
        if isinstance(line, m.Branch):
            todo += [*reversed(line.otherwise), *reversed(line.then)]
        elif isinstance(line, m.Loop):
            todo += [*reversed(line.otherwise), *reversed(line.body)]
    return found


def terms_of(line: m.Code) -> tuple[Expression, ...]:
    """The terms of a line itself, in the order in which they are worked out."""
    match line:
        case m.Set(_, value) | m.Append(_, value) | m.Return(value):
            return (value,)
        case m.Store(_, at, value):
            return (value, *at)
        case m.Branch(condition) | m.Assume(condition):
            return (condition,)
        case m.Loop():
            return domain_parts(line.domain)
        case m.Emit(_, values, to):
            return values if to is None else (*values, to)
        case m.Offer(_, args):
            return args
        case m.Mark(_, further) if further is not None:
            return (further,)
        case m.Spend(_, _, times) if times is not None:
            return (times,)
        case _:
            return ()


def all_terms(code: Code) -> Iterable[Expression]:
    """Every term in code, with the terms inside it."""
    for line in walk_code(code):
        for term in terms_of(line):
            yield from walk(term)


def leaves(code: Code) -> bool:
    """Whether control never comes out at the end of this code."""
    if not code:
        return False
    match code[-1]:
        case m.Return() | m.Goto() | m.Fault() | m.Break() | m.Assume(Const(0)):
            return True
        case m.Branch(_, then, otherwise):
            return leaves(then) and leaves(otherwise)
        case m.Loop() as loop:
            return leaves(loop.otherwise) and not breaks(loop.body)
        case _:
            return False


def breaks(code: Code) -> bool:
    """Whether code ends a loop that stands around it."""
    for line in code:
        match line:
            case m.Break():
                return True
            case m.Branch(_, then, otherwise):
                if breaks(then) or breaks(otherwise):
                    return True
            case m.Loop():
                if breaks(line.otherwise):
                    return True
            case _:
                pass
    return False


def nesting(code: Code) -> int:
    """How many branches and loops stand inside each other."""
    deepest = 0
    todo = [(line, 0) for line in code]
    while todo:
        line, depth = todo.pop()
        deepest = max(deepest, depth)
        if isinstance(line, m.Branch):
            todo += [(inner, depth + 1) for inner in (*line.then, *line.otherwise)]
        elif isinstance(line, m.Loop):
            todo += [(inner, depth + 1) for inner in (*line.body, *line.otherwise)]
    return deepest


# --- Replacing ----------------------------------------------------------------------------------------------------

Change = Callable[[Expression], Expression]


def changed(term: Expression, change: Change) -> Expression:
    """A term with `change` applied to each part, innermost first; what becomes constant is worked out.

    What does not change stays the same object, here and below, so that nothing need be looked at twice.
    """
    match term:
        case Const() | Local():
            return change(term)
        case Load(name, at):
            new = changed_all(at, change)
            return change(term if new is at else Load(name, new, type=term.type, span=term.span))
        case Lookup(name, at):
            new = changed_all(at, change)
            return change(term if new is at else Lookup(name, new, type=term.type, span=term.span))
        case Call(name, args):
            new = changed_all(args, change)
            return change(term if new is args else Call(name, new, type=term.type, span=term.span))
        case Op(name, args):
            new = changed_all(args, change)
            return change(term if new is args else op(name, *new, type=term.type, at=term.span))
        case _:
            raise AssertionError(f"{type(term).__name__} should have been compiled away")


def changed_all(terms: tuple[Expression, ...], change: Change) -> tuple[Expression, ...]:
    made = tuple([changed(term, change) for term in terms])
    return terms if all(map(is_, made, terms)) else made


def changed_domain(domain: Domain, change: Change) -> Domain:
    match domain:
        case Range(a, b):
            return Range(changed(a, change), changed(b, change))
        case Choices(a, b, of, fault):
            return Choices(changed(a, change), changed(b, change), changed(of, change), fault)
        case _:
            return changed(domain, change)


def changed_line(line: m.Code, change: Change, names: Mapping[str, str] = NO_NAMES) -> m.Code:
    """A line with its own terms changed and its name renamed; blocks inside it stay as they are."""
    match line:
        case m.Set(name, value):
            new = changed(value, change)
            return line if new is value and name not in names else m.Set(names.get(name, name), new, span=line.span)
        case m.Append(name, value):
            return m.Append(names.get(name, name), changed(value, change), span=line.span)
        case m.Store(name, at, value):
            there, new = changed_all(at, change), changed(value, change)
            return line if there is at and new is value else m.Store(name, there, new, span=line.span)
        case m.Return(value):
            new = changed(value, change)
            return line if new is value else m.Return(new, span=line.span)
        case m.Branch(condition, then, otherwise):
            new = changed(condition, change)
            return line if new is condition else m.Branch(new, then, otherwise, span=line.span)
        case m.Assume(condition):
            new = changed(condition, change)
            return line if new is condition else m.Assume(new, span=line.span)
        case m.Loop(name, type, domain, body, otherwise):
            through = changed_domain(domain, change)
            if through is domain and name not in names:
                return line
            return m.Loop(names.get(name, name), type, through, body, otherwise, span=line.span)
        case m.Emit(text, values, to):
            readers = changed(to, change) if to is not None else None
            return m.Emit(text, changed_all(values, change), readers, span=line.span)
        case m.Offer(move, args):
            all_new = changed_all(args, change)
            return line if all_new is args else m.Offer(move, all_new, span=line.span)
        case m.Spend(_, _, times) if times is not None:
            return evolve(line, times=changed(times, change))
        case _:
            return line


def changed_code(code: Code, change: Change, names: Mapping[str, str] = NO_NAMES) -> Code:
    """Code with all terms changed and locals renamed; decided branches are cut, and loops through nothing."""
    made: list[m.Code] = []
    for line in code:
        new = changed_line(line, change, names)
        match new:
            case m.Branch(Const(value), then, otherwise):
                made += changed_code(then if value else otherwise, change, names)
            case m.Branch(condition, then, otherwise):
                yes, no = changed_code(then, change, names), changed_code(otherwise, change, names)
                same = yes is then and no is otherwise
                made.append(new if same else m.Branch(condition, yes, no, span=new.span))
            case m.Loop(_, _, Const(0), _, otherwise):
                made += changed_code(otherwise, change, names)
            case m.Loop(name, type, domain, body, otherwise):
                inside, behind = changed_code(body, change, names), changed_code(otherwise, change, names)
                same = inside is body and behind is otherwise
                made.append(new if same else m.Loop(name, type, domain, inside, behind, span=new.span))
            case _:
                made.append(new)
        if leaves(tuple(made[-1:])):
            break
    return code if len(made) == len(code) and all(map(is_, made, code)) else tuple(made)


def changed_loops(code: Code, change: Callable[[m.Loop], m.Loop]) -> Code:
    """Code with every loop changed, inner ones first."""
    made: list[m.Code] = []
    for line in code:
        match line:
            case m.Branch(condition, then, otherwise):
                yes, no = changed_loops(then, change), changed_loops(otherwise, change)
                made.append(m.Branch(condition, yes, no, span=line.span))
            case m.Loop(body=body, otherwise=otherwise):
                inner = evolve(line, body=changed_loops(body, change), otherwise=changed_loops(otherwise, change))
                made.append(change(inner))
            case _:
                made.append(line)
    return tuple(made)
