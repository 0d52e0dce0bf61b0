"""Witnesses: where something should hold for all and does not, the first thing for which it fails.

The condition of a guard goes in; the names it binds come out, each with the value that made it fail, for the reason and
for what the guard saw. A witness is found by what the condition reads, so whoever may be told the one may be told the
other.
"""

from __future__ import annotations

from attrs import evolve, frozen

from astro_referee.grammar import tree
from astro_referee.interpreter.check.expressions import expressions, operators
from astro_referee.interpreter.check.names.scope import Checker
from astro_referee.interpreter.program.terms import Fold, Hypothetical, Term
from astro_referee.interpreter.values.types import Bool, Int, Member


@frozen
class FoundWitnesses:
    """The witnesses of a condition, what it asks of the last of them, and the position ahead in which it asks."""

    witnesses: tuple[tuple[str, Term], ...] = ()
    phrases: tuple[tree.Phrase, ...] = ()
    asked: tree.Expr | None = None
    ahead: tree.After | None = None

    def value(self, c: Checker, node: tree.Expr) -> Term:
        """An expression; one that speaks of a witness is looked at where that was found."""
        if not speaks_of(node, {name for name, _ in self.witnesses}):
            return expressions.expression(c, node)
        with c.scope():
            for phrase, (_, term) in zip(self.phrases, self.witnesses, strict=True):
                bind(c, phrase, term)
            kept, c.at.in_guard = c.at.in_guard, True
            term = expressions.expression(c, looked_at(self.ahead, node))
            c.at.in_guard = kept
        return term


def find(c: Checker, condition: tree.Expr) -> FoundWitnesses:
    """The witnesses of a condition that has failed, outermost first."""
    ahead = condition if isinstance(condition, tree.After) else None
    rest: tree.Expr | None = ahead.of if ahead is not None else condition
    found: list[tuple[str, Term]] = []
    phrases: list[tree.Phrase] = []
    asked: tree.Expr | None = None
    with c.silently(), c.scope():
        while rest is not None and (failed := exception(rest)) is not None:
            phrase, rest = failed
            term = expressions.expression(c, looked_at(ahead, phrase))
            first = term.of if isinstance(term, Hypothetical) else term
            if not isinstance(first, Fold) or not isinstance(first.name_type, Bool | Int | Member):
                break  # one of several choices of many is no name that helps
            # It is asked for only when the condition has failed: then there is one.
            found.append((phrase.name.word, evolve(term, type=first.name_type)))
            phrases.append(phrase)
            bind(c, phrase, found[-1][1])
            asked = rest
    return FoundWitnesses(tuple(found), tuple(phrases), asked, ahead)


def bind(c: Checker, phrase: tree.Phrase, term: Term) -> None:
    """The name of a witness, and what is known of it since it is one."""
    c.bind(phrase.name, term.type)
    c.at.scopes[-1][phrase.name.word].used = True
    if phrase.where is not None:
        c.learn(operators.learnt(c, phrase.where, True))


def speaks_of(node: object, names: set[str]) -> bool:
    """Whether one of some names is meant in a piece of the tree; a phrase may use the same name for its own."""
    match node:
        case tree.Name(word):
            return word in names
        case tree.Phrase(name=name, domain=domain) if name.word in names:
            return speaks_of(domain, names)
        case tree.FieldOf(of):
            return speaks_of(of, names)
        case tuple():
            return any(speaks_of(part, names) for part in node)
        case tree.Node():
            return any(speaks_of(getattr(node, a.name), names) for a in node.__attrs_attrs__)
        case _:
            return False


def exception(node: tree.Expr) -> tuple[tree.Phrase, tree.Expr | None] | None:
    """The first thing for which a condition fails, and what the condition asks of it: nothing, if none should be there.

    Where one of two conditions is enough, both have failed.
    """
    match node:
        case tree.Binary("or", left, right):
            return exception(left) or exception(right)
        case tree.Phrase("every", name, domain, where, of) if of is not None:
            fails: tree.Expr = tree.Not(of, span=of.span)
            fails = tree.Binary("and", where, fails, span=of.span) if where is not None else fails
            return tree.Phrase("first", name, domain, fails, span=node.span), of
        case tree.Phrase("no", name, domain, where) | tree.Not(tree.Phrase("some", name, domain, where)):
            wanted = tree.Not(where, span=where.span) if where is not None else None
            return tree.Phrase("first", name, domain, where, span=node.span), wanted
        case _:
            return None


def looked_at(ahead: tree.After | None, node: tree.Expr) -> tree.Expr:
    return tree.After(ahead.procedure, ahead.args, node, span=node.span) if ahead is not None else node
