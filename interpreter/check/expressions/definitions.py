"""Defs and procedures, each read after those it needs; none may call itself."""

from __future__ import annotations

from functools import reduce
from math import prod

from astro_referee.grammar import tree
from astro_referee.grammar.source import Span
from astro_referee.interpreter.check.audit import term_size
from astro_referee.interpreter.check.expressions import access, expressions, operators
from astro_referee.interpreter.check.flow import moves, steps, witnesses
from astro_referee.interpreter.check.kinds import constants
from astro_referee.interpreter.check.mistakes import definitions as mistakes
from astro_referee.interpreter.check.mistakes.access import NobodyAskedIn
from astro_referee.interpreter.check.names.scope import Checker
from astro_referee.interpreter.program.folding import op, truth
from astro_referee.interpreter.program.program import UTILITY, DefInfo, ProcedureInfo
from astro_referee.interpreter.program.terms import Term
from astro_referee.interpreter.values.types import (
    BOOL,
    Bool,
    ErrorType,
    Int,
    Member,
    SetOf,
    TextType,
    Type,
    join,
    plain,
    size,
)

MOST_SHOWN = 200
"""Values of one def that stand on every screen: more are a board, which shows what lies on it."""

CALL = 3
"""Levels that reading a def or procedure from inside another counts for."""


def definition(c: Checker, word: str, called: Span) -> DefInfo | None:
    if word in c.declared.broken:
        return None
    if word in c.declared.defs:
        found = c.declared.defs[word]
        if found is None:
            c.report(mistakes.DefOfItself(word), called)
        return found
    node = c.declared.def_nodes[word]
    c.declared.defs[word] = None
    if not node.cases and not node.rules:
        c.declared.broken.add(word)
        return None
    with c.fresh(), c.deeper(called, CALL) as possible:
        info = read_def(c, node) if possible else None
    if info is None:
        c.declared.broken.add(word)
        return None
    if isinstance(info.type, ErrorType) or too_deep(c, info):
        c.declared.broken.add(word)
        return None
    c.declared.defs[word] = info
    return info


def utility(c: Checker) -> None:
    """Looks at the def that others ask than the rules: bots, simulations, programs that study the game."""
    node, info = c.declared.def_nodes.get(UTILITY), c.declared.defs.get(UTILITY)
    if node is None or info is None:
        return
    c.found.used.add(UTILITY)
    if [type for _, type in info.params] != [c.player] or not isinstance(info.type, Int) or info.needs_me:
        c.report(mistakes.BAD_UTILITY, node.name.span)


def too_deep(c: Checker, info: DefInfo) -> bool:
    """Whether a def leads through too many others, or is itself too large."""
    sizes = [
        term_size.term_size(term, c.declared.def_levels) for term in (info.body, *(value for _, value in info.lets))
    ]
    c.declared.def_levels[info.name] = max(depth for _, depth in sizes)
    if c.declared.def_levels[info.name] <= term_size.DEEPEST and sum(size for size, _ in sizes) <= term_size.LARGEST:
        return False
    at = c.declared.def_nodes[info.name].name.span
    c.report_once(mistakes.DefTooDeep(info.name), at)
    return True


def read_def(c: Checker, node: tree.Def) -> DefInfo:
    goal = constants.resolve_type(c, node.type) if node.type is not None else None
    with c.scope():
        params = read_params(c, node.params)
        lets: list[tuple[str, Term]] = []
        for let in node.lets:
            value = expressions.expression(c, let.value)
            c.bind(let.name, value.type, value=value)
            lets.append((let.name.word, value))
        body = read_rules(c, node, goal) if node.rules else read_cases(c, node, goal)
    name, docs = node.name.word, node.docs if node.title else ""
    info = DefInfo(name, params, body.type, tuple(lets), body, c.at.used_me, node.title, docs, span=node.span)
    if node.title:
        check_shown(c, node, info)
    return info


def check_shown(c: Checker, node: tree.Def, info: DefInfo) -> None:
    """Reports a def that cannot stand on every screen: without end, about whoever is asked, or no single value."""
    c.found.used.add(info.name)
    bases = [type for _, type in info.params if isinstance(type, Bool | Int | Member)]
    fits = isinstance(plain(info.type), Bool | Int | Member | SetOf | TextType | ErrorType)
    if info.needs_me:
        c.report(mistakes.ShownOfMe(info.name), node.name.span)
    elif len(bases) < len(info.params) or prod(size(base) for base in bases) > MOST_SHOWN or not fits:
        c.report(mistakes.NotShown(info.name, MOST_SHOWN), node.name.span)


def read_params(c: Checker, fields: tuple[tree.Field, ...]) -> tuple[tuple[str, Type], ...]:
    params: list[tuple[str, Type]] = []
    for field in fields:
        type = constants.resolve_type(c, field.type)
        c.bind(field.name, type)
        params.append((field.name.word, type))
    return tuple(params)


def read_rules(c: Checker, node: tree.Def, goal: Type | None) -> Term:
    """The `when` lines as one condition; their reasons are read, too, though only a move tells them."""
    kept = c.at.facts
    holds = expressions.fitted(c, node.name, truth(True), goal, "what a def of `when` lines gives") if goal else None
    terms: list[Term] = []
    for rule in node.rules:
        terms.append(expressions.condition(c, rule.condition))
        if rule.reason is not None:
            moves.text(c, rule.reason, witnesses.find(c, rule.condition))
        c.learn(operators.learnt(c, rule.condition, True))
    c.at.facts = kept
    if any(isinstance(term.type, ErrorType) for term in (*terms, *([holds] if holds is not None else []))):
        return expressions.wrong(node.span)
    return reduce(lambda one, other: op("and", one, other, type=BOOL, at=node.span), terms)


def read_cases(c: Checker, node: tree.Def, goal: Type | None) -> Term:
    """The cases as one term: the first whose condition holds counts."""
    kept = c.at.facts
    conditions: list[Term | None] = []
    known: list[frozenset[tuple[tree.Expr, str]]] = []
    for number, case in enumerate(node.cases):
        conditions.append(expressions.condition(c, case.condition) if case.condition is not None else None)
        known.append(c.at.facts | (operators.learnt(c, case.condition, True) if case.condition is not None else set()))
        if case.condition is None:
            if number + 1 < len(node.cases):
                later = node.cases[number + 1].span
                c.report(mistakes.CASE_NEVER_REACHED, later)
            break
        c.learn(operators.learnt(c, case.condition, False))
    values = case_values(c, node, goal, known)
    c.at.facts = kept
    cases = list(zip(conditions, values, node.cases, strict=False))
    if cases[-1][0] is not None:
        missing = uncovered(c, node)
        last = node.cases[-1].span
        if missing is None:
            c.report(mistakes.NoOtherwise(node.name.word), last)
        elif missing:
            c.report(mistakes.NoCaseFor(node.name.word, tuple(missing)), last)
    type: Type = goal if goal is not None else cases[0][1].type
    for _, value, case in cases:
        both = join(type, value.type) if goal is None else type
        if both is None:
            c.report(mistakes.MixedCases(node.name.word, type, value.type), case.value.span)
            return expressions.wrong(node.span)
        type = both
    if any(isinstance(v.type, ErrorType) or (q is not None and isinstance(q.type, ErrorType)) for q, v, _ in cases):
        return expressions.wrong(node.span)
    if expressions.too_wide(c, type, node.name.span):
        return expressions.wrong(node.span)
    result = expressions.recoded(cases[-1][1], type)
    for condition, value, case in reversed(cases[:-1]):
        assert condition is not None
        result = op("if", condition, expressions.recoded(value, type), result, type=type, at=case.span)
    return result


def if_else(c: Checker, node: tree.IfElse, expected: Type | None) -> Term:
    """`(2 if total is 15 else 0)`: one of two values; what `none` means in one may only be clear from the other."""
    kept = c.at.facts
    condition = expressions.condition(c, node.condition)
    values: dict[bool, Term] = {}
    unclear = operators.needs_hint(c, node.then) and not operators.needs_hint(c, node.otherwise)
    for holds in (False, True) if unclear else (True, False):
        other = values.get(not holds)
        c.at.facts = kept | operators.learnt(c, node.condition, holds)
        part = node.then if holds else node.otherwise
        hint = expected if expected is not None or other is None else other.type
        values[holds] = expressions.expression(c, part, hint)
    c.at.facts = kept
    if any(isinstance(term.type, ErrorType) for term in (condition, *values.values())):
        return expressions.wrong(node.span)
    type = join(values[True].type, values[False].type)
    if type is None:
        c.report(mistakes.MixedValues(values[True].type, values[False].type), node.span)
        return expressions.wrong(node.span)
    if expressions.too_wide(c, type, node.span):
        return expressions.wrong(node.span)
    then, otherwise = (expressions.recoded(values[holds], type) for holds in (True, False))
    return op("if", condition, then, otherwise, type=type, at=node.span)


def case_values(
    c: Checker, node: tree.Def, goal: Type | None, known: list[frozenset[tuple[tree.Expr, str]]]
) -> list[Term]:
    """The values of the cases; what stands in one case, such as `none`, may only be clear from the others."""
    values: dict[int, Term] = {}
    order = sorted(range(len(known)), key=lambda n: operators.needs_hint(c, node.cases[n].value))
    expected = goal
    for number in order:
        c.at.facts = known[number]
        part = node.cases[number].value
        value = expressions.expression(c, part, expected)
        if goal is not None:
            value = expressions.fitted(c, part, value, goal, f"`{node.name.word}`")
        values[number] = value
        expected = goal if goal is not None else value.type if expected is None else expected
    return [values[number] for number in range(len(known))]


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
    with c.silently():
        type = expressions.expression(c, subjects.pop()).type
    if not isinstance(type, Member):
        return None
    return [m for m in c.declared.kinds[type.kind].members if m not in named]


def procedure(c: Checker, word: str, called: Span) -> ProcedureInfo | None:
    symbol = c.declared.symbols.get(word)
    if symbol is None or symbol.sort != "procedure":
        known = list(c.declared.procedure_nodes)
        c.unknown(mistakes.UnknownProcedure(word, tuple(known)), called, known)
        return None
    c.found.used.add(word)
    c.found.leads.setdefault(c.at.owner, []).append((f"procedure {word}", called))
    if word in c.declared.broken:
        return None
    if word in c.declared.procedures:
        found = c.declared.procedures[word]
        if found is None:
            c.report(mistakes.ProcedureOfItself(word), called)
        return found
    return read_procedure(c, word)


def read_procedure(c: Checker, word: str) -> ProcedureInfo:
    node = c.declared.procedure_nodes[word]
    c.declared.procedures[word] = None
    with c.fresh(), c.deeper(node.name.span, CALL):
        c.at.in_procedure, c.at.owner = True, f"procedure {word}"
        with c.scope():
            params = read_params(c, node.params)
            c.at.path, c.at.targets = [word], [word]
            body = steps.block(c, node.body)
        c.declared.free_jumps[word] = c.at.jumps
        info = ProcedureInfo(word, params, body, c.at.used_me, span=node.span, heading=tree.heading(node, node.name))
    c.declared.procedures[word] = info
    term_size.check_size(c, f"procedure {word}", info.body, node.name)
    return info


def call_procedure(c: Checker, node: tree.Do) -> tuple[Term, ...] | None:
    """The arguments of `do …`, or None if the call is wrong."""
    info = procedure(c, node.name.word, node.name.span)
    if info is None:
        return None
    args = access.arguments(c, node.args, info.params, info.name, node.span)
    if info.needs_me:
        c.at.used_me = True
        if not c.at.me:
            c.report(NobodyAskedIn(info.name), node.name.span)
            return None
    if any(isinstance(a.type, ErrorType) for a in args):
        return None
    for jump, target, span in c.declared.free_jumps.get(info.name, []):
        steps.jump_target(c, jump, target, span, called=node.span)
    return tuple(args)
