"""What can never be, never ends, or cannot be looked ahead to: judged on the finished program."""

from __future__ import annotations

from astro_referee.grammar.source import Span
from astro_referee.interpreter.check.audit.costs import Costs, step_terms
from astro_referee.interpreter.check.mistakes import audit as mistakes
from astro_referee.interpreter.check.mistakes.audit import Decided
from astro_referee.interpreter.check.names.scope import Checker
from astro_referee.interpreter.program import program as p
from astro_referee.interpreter.program.folding import decided
from astro_referee.interpreter.program.program import Program, Step
from astro_referee.interpreter.program.terms import (
    Call,
    Choices,
    Const,
    Hypothetical,
    Load,
    Op,
    Possible,
    Range,
    Streak,
    Term,
    domain_parts,
    walk,
)
from astro_referee.interpreter.program.traversal import own_steps
from astro_referee.interpreter.values.types import Int, ListOf, Type


def audit(c: Checker, program: Program) -> None:
    """Conditions that are decided already, loops without end, decisions without a move, costs."""
    bodies = [program.flow, *(i.body for i in program.procedures.values()), *(m.then for m in program.moves.values())]
    for body in bodies:
        for step in own_steps(body):
            look(c, program, step)
            for term in step_terms(step):
                look_ahead(c, program, term, None)
    for definition in program.defs.values():
        for term in (definition.body, *(value for _, value in definition.lets)):
            look_ahead(c, program, term, None)
    for move in program.moves.values():
        for part in move.parts:
            if isinstance(part, p.Guard):
                look_ahead(c, program, part.condition, move)
                if not part.duty:
                    report_constant(c, part.condition, Decided.GUARD, part.span)
    Costs(program).report(c)


def look(c: Checker, program: Program, step: Step) -> None:
    match step:
        case p.If(condition):
            report_constant(c, condition, Decided.CONDITION, condition.span)
        case p.Phase(name, until):
            effect = c.declared.effects.of(step.body)
            if until is not None:
                report_constant(c, until, Decided.UNTIL, until.span)
            if until is not None and not (effect.stops or effect.ends or reads(program, until) & effect.writes):
                c.report(mistakes.NeverEnds(name), until.span)
        case p.Turns():
            effect = c.declared.effects.of(step.body)
            read = reads(program, step.until) if step.until is not None else set()
            if not (step.once or effect.stops or effect.ends or read & effect.writes):
                c.report(mistakes.TURNS_NEVER_END, step.span)
        case p.For() if isinstance(step.domain, Choices) and c.declared.effects.of(step.body).stops:
            c.report(mistakes.SUBSETS_CANNOT_STOP, step.span)
        case p.Ask():
            if step.manner == "one" and step.otherwise is None and not sure_move(program, step):
                c.report(mistakes.MAY_BE_STUCK, step.span)
        case _:
            pass


def report_constant(c: Checker, condition: Term, what: Decided, at: Span) -> None:
    known = decided(condition)
    if known is not None:
        c.report(mistakes.AlwaysHolds(what) if known else mistakes.NeverHolds(what), at)


def look_ahead(c: Checker, program: Program, term: Term, move: p.MoveInfo | None) -> None:
    """One can look behind effects only as far as nobody is asked, nothing is left to chance and no phase goes round."""
    for inner in walk(term):
        if not isinstance(inner, Hypothetical):
            continue
        if inner.procedure is not None:
            body, name = program.procedures[inner.procedure].body, inner.procedure
        elif move is not None:
            body, name = move.then, move.name
        else:
            continue
        effect = c.declared.effects.of(body)
        if effect.stops or effect.rounds:
            c.report(mistakes.CannotFollow(name, effect.stops), inner.span)
        elif isinstance(inner.type, ListOf):
            c.report(mistakes.LIST_FROM_AHEAD, inner.span)


def reads(program: Program, term: Term) -> set[str]:
    """Fields a term looks at, through defs and moves."""
    found: set[str] = set()
    done: set[str] = set()
    todo = [term]
    while todo:
        for inner in walk(todo.pop()):
            match inner:
                case Load(name):
                    found.add(name)
                case Call(name) if f"def {name}" not in done:
                    done.add(f"def {name}")
                    info = program.defs[name]
                    todo += [info.body, *(v for _, v in info.lets)]
                case Possible(key) | Streak(key) if f"move {key}" not in done:
                    done.add(f"move {key}")
                    move = program.moves[key]
                    todo += [t for param in move.params for t in domain_parts(param.domain)]
                    todo += [x.value if isinstance(x, p.Let) else x.condition for x in move.parts]
                case _:
                    pass
    return found


# --- Whether there is always a move ---------------------------------------------------------------------------------


def sure_move(program: Program, step: p.Ask) -> bool:
    """Whether some move is sure to be legal: no guard, or only ones that give way when another move is impossible."""
    return any(always_open(program.moves[key], step) for key in step.moves)


def always_open(move: p.MoveInfo, step: p.Ask) -> bool:
    for param in move.params:
        match param.domain:
            case Const(value) if value != 0 and param.where is None:
                continue
            case Range(low, high) if never_empty(low.type, high.type) and param.where is None:
                continue
            case _:
                return False
    guards = [part for part in move.parts if isinstance(part, p.Guard) and not part.duty]
    return all(gives_way(g.condition, step) for g in guards)


def never_empty(first: Type, last: Type) -> bool:
    """Whether a span has numbers wherever its ends lie within these ranges."""
    return isinstance(first, Int) and isinstance(last, Int) and first.high <= last.low


def gives_way(condition: Term, step: p.Ask) -> bool:
    match condition:
        case Op("or", (left, right)):
            return gives_way(left, step) or gives_way(right, step)
        case Op("not", (Possible(key, _),)):
            return key in step.moves
        case _:
            return decided(condition) is True
