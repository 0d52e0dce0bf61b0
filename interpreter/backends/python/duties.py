"""`must` lines as tests that can be written where the candidates are listed, without a call for each of them."""

from __future__ import annotations

from attrs import frozen

from astro_referee.interpreter import machine as m
from astro_referee.interpreter.machine.effects import SURE, expression_effects
from astro_referee.interpreter.machine.expressions import Expression, Local, Op, walk
from astro_referee.interpreter.machine.folding import const, op
from astro_referee.interpreter.machine.traversal import changed
from astro_referee.interpreter.optimise.speculation import Bounds, Known
from astro_referee.interpreter.values.types import BOOL, Int, ListOf

LARGEST_TEST = 24
"""Parts of a test that is written out."""
CANDIDATE = Local(".candidate", type=ListOf(BOOL, 0))
"""The candidate that is looked at: its player, the number of its move, its arguments."""


@frozen
class Test:
    """A duty is met if `always` holds, whatever the candidate, or `each` holds for it."""

    always: Expression | None
    each: Expression


def written_out(function: m.Function, limits: Bounds) -> Test | None:
    """A function that tests a candidate, as a test; None if it is more than names and a term, or could fail."""
    known: dict[str, Expression] = {}
    for index, (name, type) in enumerate(function.params[1:], start=2):
        known[name] = Op("entry", (CANDIDATE, const(index, Int(index, index))), type=type)

    def change(term: Expression) -> Expression:
        return known.get(term.name, term) if isinstance(term, Local) else term

    for line in function.body:
        match line:
            case m.Assume():
                pass
            case m.Set(name, value) if name not in known:
                known[name] = changed(value, change)
            case m.Return(value):
                whole = changed(value, change)
                if len(walk(whole)) > LARGEST_TEST or not sure(whole):
                    return None
                return split(whole, limits, limits.locals(function.params[:1], ()))
            case _:
                return None
    return None


def sure(term: Expression) -> bool:
    """Whether nothing can go wrong when a term is worked out."""
    found = expression_effects(term)
    return not found.calls and found.operations <= {*SURE, "entry"}


def split(whole: Expression, limits: Bounds, known: Known) -> Test | None:
    """What is asked once is asked first, also if there is no candidate: it must not lean on the other tests."""
    always: Expression | None = None
    each: Expression | None = None
    for test in disjuncts(whole):
        if CANDIDATE in walk(test) or not limits.sure(test, known):
            each = test if each is None else op("or", each, test, type=BOOL)
        else:
            always = test if always is None else op("or", always, test, type=BOOL)
    return None if each is None else Test(always, each)


def disjuncts(term: Expression) -> list[Expression]:
    """The tests of which one must hold, in order."""
    if isinstance(term, Op) and term.op == "or":
        return [*disjuncts(term.args[0]), *disjuncts(term.args[1])]
    return [term]
