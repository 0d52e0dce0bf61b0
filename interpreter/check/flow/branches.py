"""`if` with its `else if` lines: the nodes go in, nested steps come out, with names for what a condition finds."""

from __future__ import annotations

from attrs import evolve

from astro_referee.grammar import tree
from astro_referee.interpreter.check.expressions import expressions, operators
from astro_referee.interpreter.check.flow import steps
from astro_referee.interpreter.check.mistakes import steps as mistakes
from astro_referee.interpreter.check.names.scope import Checker
from astro_referee.interpreter.program import program
from astro_referee.interpreter.program.folding import const, op
from astro_referee.interpreter.program.program import Step
from astro_referee.interpreter.program.terms import Local, Term
from astro_referee.interpreter.values.types import BOOL, Either


def conditional(c: Checker, node: tree.If) -> list[Step]:
    kept = c.at.facts
    names = dict(node.found)
    tests: list[tuple[tuple[Step, ...], Term]] = []
    blocks: list[tuple[Step, ...]] = []
    for number, (condition, body) in enumerate(node.branches):
        if number in names:
            before, test, then = finding(c, condition, names[number], body)
            tests.append((before, test))
            blocks.append(then)
            continue
        tests.append(((), expressions.condition(c, condition)))
        known = c.at.facts
        c.learn(operators.learnt(c, condition, True))
        with c.scope():
            c.looked_for("if", condition)
            blocks.append(steps.block(c, body))
        c.at.facts = known | operators.learnt(c, condition, False)
    rest = steps.block(c, node.otherwise)
    c.at.facts = kept
    if len(node.branches) == 1 and steps.closes(blocks[0]) and not node.otherwise:
        c.learn(operators.learnt(c, node.branches[0][0], False))
    elif any(b for b in blocks) or rest:
        c.forget_state()
    for (before, test), then, (condition, _) in reversed(list(zip(tests, blocks, node.branches, strict=True))):
        rest = (*before, program.If(test, then, rest, condition.span, span=node.span))
    return list(rest)


def finding(
    c: Checker, condition: tree.Expr, name: tree.Name, body: tuple[tree.Step, ...]
) -> tuple[tuple[Step, ...], Term, tuple[Step, ...]]:
    """`if some p in players where … as p`: the first one is looked for; then whether there is one, and the block."""
    if not isinstance(condition, tree.Phrase) or condition.word != "some":
        c.report(mistakes.NothingFound(name.word), condition.span.to(name.span))
        first = expressions.wrong(condition.span)
    else:
        first = expressions.expression(c, evolve(condition, word="first"))
    with c.scope():
        if not isinstance(first.type, Either):
            c.bind(name, expressions.wrong(name.span).type)
            c.at.scopes[-1][name.word].used = True
            steps.block(c, body)
            return (), expressions.wrong(condition.span), ()
        c.bind(name, first.type.of)
        then = steps.block(c, body)
    base = first.type.of
    number = c.named_answers.setdefault(condition.span, len(c.named_answers))
    found = Local(f".found{number}", type=first.type)  # a name has one type in a block
    nothing = const(c.code("none", base), Either(base, ("none",)))
    there = op("is not", found, nothing, type=BOOL, at=condition.span)
    named = program.Let(name.word, evolve(found, type=base), span=condition.span)
    return (program.Let(found.name, first, span=condition.span),), there, (named, *then)
