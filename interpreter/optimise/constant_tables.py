"""Questions that the position has no part in (where a knight leaps, which cards make a run) are answered once.

A function that reads no field, and whose parameters have few values, becomes a constant table, unless it leans on a
test that its callers make and so has no answer for some of these values.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import product

from attrs import define, evolve, field

from astro_referee.interpreter import machine as m
from astro_referee.interpreter.machine.costs import FunctionCosts
from astro_referee.interpreter.machine.evaluate import Evaluator, State, Value
from astro_referee.interpreter.machine.expressions import Call, Expression, FunctionRef, Lookup
from astro_referee.interpreter.machine.folding import bit_number
from astro_referee.interpreter.machine.reachability import without_dead_states
from astro_referee.interpreter.machine.traversal import changed, changed_code
from astro_referee.interpreter.values.types import TEXT, Base, Bool, Int, Member, Type, range_of

Table = tuple[Type, tuple[object, ...]]
NO_ANSWER = (IndexError, ValueError)
"""Raised where something is looked up, or is to be in a set, that is none."""


def tabulate_functions(machine: m.Machine) -> m.Machine:
    """The machine with such functions replaced by tables."""
    functions = {function.name: function for function in machine.functions}
    scale = FunctionCosts(functions, machine.tables)
    # A text is a number only within an engine, so a table of texts cannot hold the answers of one.
    chosen = {name for name, function in functions.items() if function.result != TEXT and scale.is_tabulated(name)}
    if not chosen:
        return machine
    answers = function_tables(machine, chosen)
    tables = {f"{name}()": answer for name, answer in answers.items()}

    def looked_up(term: Expression) -> Expression:
        if not isinstance(term, Call) or term.function not in answers:
            return term
        bases = [type for _, type in functions[term.function].params if isinstance(type, Bool | Int | Member)]
        at = tuple(bit_number(arg, base) for arg, base in zip(term.args, bases, strict=True))
        return Lookup(f"{term.function}()", at, type=term.type, span=term.span)

    made = evolve(
        machine,
        tables={**machine.tables, **tables},
        functions=tuple(
            evolve(
                function,
                body=changed_code(function.body, looked_up),
                requires=tuple(changed(condition, looked_up) for condition in function.requires),
            )
            for function in machine.functions
        ),
        automatic=tuple(evolve(s, body=changed_code(s.body, looked_up)) for s in machine.automatic),
    )
    return without_dead_states(made)


def function_tables(machine: m.Machine, chosen: set[FunctionRef]) -> dict[FunctionRef, Table]:
    """Each function asked about everything."""
    functions = {function.name: function for function in machine.functions}
    evaluator = MemoEvaluator(machine)
    made: dict[FunctionRef, Table] = {}
    for name in sorted(chosen):
        bases = [type for _, type in functions[name].params if isinstance(type, Bool | Int | Member)]
        try:
            answers = {values: evaluator.call(name, [], *values) for values in product(*map(range_of, bases))}
        except NO_ANSWER:
            continue
        type = functions[name].result
        assert type is not None, f"{name} gives values of several types"
        made[name] = (type, nested(answers, bases))
    return made


@define
class MemoEvaluator(Evaluator):
    """An evaluator for functions that read no field: each is asked once for the same arguments."""

    answers: dict[tuple[FunctionRef, tuple[Value, ...]], Value] = field(factory=dict)

    def call(self, name: FunctionRef, state: State, *args: Value) -> Value:
        key = (name, args)
        if key not in self.answers:
            answer = Evaluator.call(self, name, state, *args)
            self.answers[key] = tuple(answer) if isinstance(answer, list | tuple) else int(answer)
        return self.answers[key]


def nested(
    answers: Mapping[tuple[int, ...], object], bases: Sequence[Base], known: tuple[int, ...] = ()
) -> tuple[object, ...]:
    """Answers by the first parameter, then the second, and so on."""
    if len(known) == len(bases) - 1:
        return tuple(answers[(*known, value)] for value in range_of(bases[-1]))
    return tuple(nested(answers, bases, (*known, value)) for value in range_of(bases[len(known)]))
