"""Defs and procedures, read when they are first called; none may call itself."""

from __future__ import annotations

from astro_referee.grammar import tree
from astro_referee.grammar.problems import did_you_mean
from astro_referee.grammar.source import Span
from astro_referee.interpreter.check import expressions, fixed, operators, steps, wording
from astro_referee.interpreter.check.scope import Checker
from astro_referee.interpreter.folding import op
from astro_referee.interpreter.program import DefInfo, ProcedureInfo
from astro_referee.interpreter.terms import Term
from astro_referee.interpreter.types import Member, Type, Wrong, join


def definition(c: Checker, word: str, called: Span) -> DefInfo | None:
    if word in c.defs:
        found = c.defs[word]
        if found is None and word not in c.broken:
            c.error("circle", f"`{word}` needs itself to be worked out", called, "a def may not lead back to itself")
        return found
    node = c.def_nodes[word]
    c.defs[word] = None
    with c.fresh():
        info = read_def(c, node)
    if isinstance(info.type, Wrong):
        c.broken.add(word)
    c.defs[word] = info if word not in c.broken else None
    return c.defs[word]


def read_def(c: Checker, node: tree.Def) -> DefInfo:
    goal = fixed.resolve_type(c, node.type) if node.type is not None else None
    with c.scope():
        params = read_params(c, node.params)
        lets: list[tuple[str, Term]] = []
        for let in node.lets:
            value = expressions.expression(c, let.value)
            c.bind(let.name, value.type)
            lets.append((let.name.word, value))
        body = read_cases(c, node, goal)
    return DefInfo(node.name.word, params, body.type, tuple(lets), body, c.used_me, span=node.span)


def read_params(c: Checker, fields: tuple[tree.Field, ...]) -> tuple[tuple[str, Type], ...]:
    params: list[tuple[str, Type]] = []
    for field in fields:
        type = fixed.resolve_type(c, field.type)
        c.bind(field.name, type)
        params.append((field.name.word, type))
    return tuple(params)


def read_cases(c: Checker, node: tree.Def, goal: Type | None) -> Term:
    """The cases as one term: the first whose condition holds counts."""
    cases: list[tuple[Term | None, Term, tree.Case]] = []
    kept = c.facts
    for number, case in enumerate(node.cases):
        condition = expressions.condition(c, case.condition) if case.condition is not None else None
        before = c.facts
        if case.condition is not None:
            c.facts |= operators.learnt(c, case.condition, True)
        value = expressions.expression(c, case.value, goal)
        if goal is not None:
            value = expressions.fitted(c, case.value, value, goal, f"`{node.name.word}`")
        c.facts = before
        cases.append((condition, value, case))
        if case.condition is None:
            if number + 1 < len(node.cases):
                c.warn(
                    "unreachable",
                    "this case is never reached",
                    node.cases[number + 1].value.span,
                    "the case above always holds",
                )
            break
        c.facts |= operators.learnt(c, case.condition, False)
    c.facts = kept
    if cases[-1][0] is not None:
        missing = uncovered(c, node)
        if missing is None:
            c.error(
                "no-otherwise",
                f"`{node.name.word}` has no value when no case holds",
                node.cases[-1].value.span,
                "end with a line `… otherwise`",
            )
        elif missing:
            c.error(
                "no-otherwise",
                f"`{node.name.word}` has no value for {', '.join(missing[:5])}",
                node.cases[-1].value.span,
                "add them, or end with `… otherwise`",
            )
    type: Type = goal if goal is not None else cases[0][1].type
    for _, value, case in cases:
        both = join(type, value.type) if goal is None else type
        if both is None:
            kinds = f"{wording.describe(c, type)} and {wording.describe(c, value.type)}"
            c.error("mixed-cases", f"the cases of `{node.name.word}` do not go together: {kinds}", case.value.span)
            return expressions.wrong(node.span)
        type = both
    if any(isinstance(v.type, Wrong) or (q is not None and isinstance(q.type, Wrong)) for q, v, _ in cases):
        return expressions.wrong(node.span)
    result = expressions.recoded(cases[-1][1], type)
    for condition, value, case in reversed(cases[:-1]):
        assert condition is not None
        result = op("if", condition, expressions.recoded(value, type), result, type=type, at=case.span)
    return result


def uncovered(c: Checker, node: tree.Def) -> list[str] | None:
    """Members of a kind no case names, if every case tests one expression against members; else None."""
    subjects: set[tree.Expr] = set()
    named: set[str] = set()
    for case in node.cases:
        match case.condition:
            case tree.Binary("is", subject, tree.Name(word)):
                subjects.add(subject)
                named.add(word)
            case _:
                return None
    if len(subjects) != 1:
        return None
    with c.trial():
        type = expressions.expression(c, subjects.pop()).type
    if not isinstance(type, Member):
        return None
    return [m for m in c.kinds[type.kind].members if m not in named]


def procedure(c: Checker, word: str, called: Span) -> ProcedureInfo | None:
    symbol = c.symbols.get(word)
    if symbol is None or symbol.sort != "procedure":
        known = [s for s, there in c.symbols.items() if there.sort == "procedure"]
        c.error("unknown-name", f"there is no procedure called `{word}`", called, did_you_mean(word, known))
        return None
    c.used.add(word)
    if word in c.procedures:
        found = c.procedures[word]
        if found is None:
            c.error("circle", f"`{word}` calls itself", called, "a procedure may not lead back to itself")
        return found
    node = c.procedure_nodes[word]
    c.procedures[word] = None
    with c.fresh():
        with c.scope():
            params = read_params(c, node.params)
            c.path, c.targets = [word], [word]
            body = steps.block(c, node.body)
        c.free_jumps[word] = c.jumps
        info = ProcedureInfo(word, params, body, c.used_me, span=node.span)
    c.procedures[word] = info
    return info


def call_procedure(c: Checker, node: tree.Do) -> tuple[Term, ...] | None:
    """The arguments of `do …`, or None if the call is wrong."""
    from astro_referee.interpreter.check import access

    info = procedure(c, node.name.word, node.name.span)
    if info is None:
        return None
    args = access.arguments(c, node.args, info.params, info.name, node.span)
    if info.needs_me:
        c.used_me = True
        if not c.me:
            c.error("nobody-asked", f"`{info.name}` speaks of `me`, but no player is asked here", node.name.span)
            return None
    if any(isinstance(a.type, Wrong) for a in args):
        return None
    for jump, target, span in c.free_jumps.get(info.name, []):
        steps.jump_target(c, jump, target, span, f"called in line {c.source.place(node.span.start)[0]}")
    return tuple(args)
