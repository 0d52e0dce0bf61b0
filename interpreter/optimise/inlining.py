"""Calls written out: functions of the machine in, the same functions with small ones joined into their callers out.

A call costs more than what most phrases and words do inside, and what stands in one function can be shared (see
`sharing`). A call is written out where it is sure to be made, before anything that could fail, so faults come in the
same order. What the callee answers is put straight to its use: `if some …: A` becomes a loop with A inside it.

What stays a call: functions that are large or change the record, calls behind `or`, loops that would have to be left
two at a time, and functions asked again by somebody who knows already that the answer is not `none`: two calls are seen
to give the same, two loops are not.
"""

from __future__ import annotations

from collections.abc import Callable

from attrs import define, evolve, field

from astro_referee.interpreter import machine as m
from astro_referee.interpreter.machine.effects import effects_of
from astro_referee.interpreter.machine.expressions import (
    Call,
    Const,
    Expression,
    FunctionRef,
    Load,
    Local,
    Lookup,
    Op,
    parts,
    walk,
)
from astro_referee.interpreter.machine.facts import join
from astro_referee.interpreter.machine.folding import both, op, truth
from astro_referee.interpreter.machine.functions import short_name
from astro_referee.interpreter.machine.reachability import without_dead_states
from astro_referee.interpreter.machine.references import running
from astro_referee.interpreter.machine.traversal import (
    DEEPEST,
    Code,
    all_terms,
    breaks,
    changed,
    changed_code,
    changed_line,
    leaves,
    nesting,
    terms_of,
    walk_code,
)
from astro_referee.interpreter.values.types import Either, Int, Type, plain, span, words

LARGEST_JOINED = 24
"""Lines of a function that is written out at its calls; a phrase with a test has about five."""
LARGEST_CALLER = 240
"""Lines of a function into which no more is written; keeps a chain of large words from growing without end."""
MOST_ADDED = 4000
"""Lines that may be added to all functions of a machine together, besides as many as there are already."""
LARGEST_TERM = 24
"""Parts of a term that takes the place of a call."""
SLACK = 3
"""Lines that may be written twice, where a callee answers in several places, to spare a test of its answer."""


class CannotInline(Exception):
    """The callee does not fit at this place."""


@define
class Inliner:
    """Joins functions; each is worked out once, those it calls first."""

    functions: dict[FunctionRef, m.Function]
    room: int = MOST_ADDED
    narrowed_results: frozenset[FunctionRef] = frozenset()
    """Functions of whose answer some calls know more than the functions say."""
    done: dict[FunctionRef, m.Function] = field(factory=dict)
    inlinable: dict[FunctionRef, m.Function | None] = field(factory=dict)
    answers: dict[FunctionRef, Expression | None] = field(factory=dict)

    def inlined(self, name: FunctionRef) -> m.Function:
        """A function with the calls in it written out."""
        if name not in self.done:
            function = self.functions[name]
            self.done[name] = function  # stands in for itself, should the rules ever let functions call in a circle
            params = {param for param, _ in function.params}
            requires = tuple(map(self.required, function.requires))
            self.done[name] = evolve(function, body=self.code(function.body, params), requires=requires)
        return self.done[name]

    def simplified(self, name: FunctionRef) -> m.Function:
        """A function in which only calls of simple terms are written out, so that it still says what others require."""
        function, caller = self.functions[name], Caller(self, set(), 0)
        requires = tuple(map(self.required, function.requires))
        return evolve(function, body=changed_code(function.body, caller.simplified), requires=requires)

    def required(self, condition: Expression) -> Expression:
        """What a function requires, said in the same words as what stands in its code now."""
        assert isinstance(condition, Op)
        asked, word = condition.args
        return evolve(condition, args=(changed(asked, Caller(self, set(), 0).simplified), word))

    def code(self, body: Code, params: set[str]) -> Code:
        taken = params | effects_of(body).sets | effects_of(body).locals
        return Caller(self, taken, LARGEST_CALLER - len(walk_code(body)), steady_types(body)).block(body)

    def inlinable_function(self, name: FunctionRef) -> m.Function | None:
        """A function that may be written out at a call, or None."""
        if name not in self.inlinable:
            self.inlinable[name] = None
            function = self.functions[name]
            if not function.on_copy and not effects_of(function.body).acts:
                whole = self.inlined(name)
                if len(walk_code(whole.body)) <= LARGEST_JOINED and leaves(whole.body):
                    self.inlinable[name] = whole
        return self.inlinable[name]

    def answer(self, name: FunctionRef) -> Expression | None:
        """A function as one term over its parameters, if it is that simple."""
        if name not in self.answers:
            function = self.inlinable_function(name)
            self.answers[name] = as_term(function.body) if function is not None else None
        return self.answers[name]


def as_term(body: Code) -> Expression | None:
    """Code that only branches and answers, as a term."""
    match body:
        case (m.Return(value), *_):
            return value
        case (m.Assume(), *rest):
            return as_term(tuple(rest))
        case (m.Branch(condition, then, otherwise), *rest):
            if not leaves(then) and not leaves(otherwise):
                return None
            yes = as_term(then if leaves(then) else (*then, *rest))
            no = as_term(otherwise if leaves(otherwise) else (*otherwise, *rest))
            if yes is None or no is None:
                return None
            type = join(yes.type, no.type)
            return None if type is None else op("if", condition, yes, no, type=type)
        case _:
            return None


@define
class Caller:
    """A function into which calls are written out: its local names, and how many lines it may still grow by."""

    inliner: Inliner
    taken: set[str]
    room: int
    looped: dict[str, Type] = field(factory=dict)
    """Locals that only ever hold values of their type: those that loops go through."""
    depth: int = 0
    """Branches and loops around the line that is looked at."""

    def fresh(self, name: str) -> str:
        made, number = name, 2
        while made in self.taken:
            made = f"{name}_{number}"
            number += 1
        self.taken.add(made)
        return made

    # --- Lines ---------------------------------------------------------------------------------------------------

    def block(self, code: Code) -> Code:
        made: list[m.Code] = []
        for line in code:
            made += self.line(line)
            if leaves(tuple(made[-1:])):
                break
        return tuple(made)

    def inside(self, code: Code) -> Code:
        self.depth += 1
        made = self.block(code)
        self.depth -= 1
        return made

    def line(self, line: m.Code) -> Code:
        """A line with its calls written out before it or around it."""
        line = changed_line(line, self.simplified)
        if isinstance(line, m.Branch) and not line.then and not line.otherwise:
            return ()
        if isinstance(line, m.Branch) and isinstance(line.condition, Const):
            return self.block(line.then if line.condition.value else line.otherwise)
        call = self.first_call(line)
        if call is not None:
            try:
                return self.written_out(line, call)
            except CannotInline:
                pass
        else:
            split = self.split(line)
            if split is not None:
                return self.block(split)
        match line:
            case m.Branch(condition, then, otherwise):
                return (m.Branch(condition, self.inside(then), self.inside(otherwise)),)
            case m.Loop(name, type, domain, body, otherwise):
                return (m.Loop(name, type, domain, self.inside(body), self.inside(otherwise)),)
            case _:
                return (line,)

    def first_call(self, line: m.Code) -> Call | None:
        """The call that is made before all others and surely, if it may be written out."""
        if min(self.room, self.inliner.room) <= 0 or isinstance(line, m.Emit):
            return None  # what is told is only worked out where somebody listens
        found: list[Call] = []
        for term in terms_of(line):
            if find_first_call(term, found):
                break
        return found[0] if found and self.can_inline(found[0]) else None

    def split(self, line: m.Code) -> Code | None:
        """A line cut so that a call in the second half of it becomes one that is surely made."""
        if min(self.room, self.inliner.room) <= 0 or not any(
            self.can_inline(t) for term in terms_of(line) for t in walk(term)
        ):
            return None
        match line:
            case m.Set(name, Op("if", (test, yes, no))):
                return (m.Branch(test, (m.Set(name, yes),), (m.Set(name, no),)),)
            case m.Return(Op("if", (test, yes, no))):
                return (m.Branch(test, (m.Return(yes),)), m.Return(no))
            case m.Branch(Op("and") as condition, then, otherwise) if not otherwise or leaves(then):
                tests = conjuncts(condition)
                at = next((i for i, test in enumerate(tests) if any(map(self.can_inline, walk(test)))), 0)
                if not at:
                    return None
                first, second = both(*tests[:at]), both(*tests[at:])
                assert first is not None
                assert second is not None
                return (m.Branch(first, (m.Branch(second, then),)), *otherwise)
            case _:
                return None

    def can_inline(self, term: Expression) -> bool:
        return (
            isinstance(term, Call)
            and term.function not in self.inliner.narrowed_results
            and self.inliner.inlinable_function(term.function) is not None
        )

    def simplified(self, term: Expression) -> Expression:
        """A call of a function that is one simple term is that term; a test of a loop's name may be decided."""
        match term:
            case Call(name, args):
                answer = self.inliner.answer(name)
                if answer is None or any(isinstance(t, Call) for arg in args for t in walk(arg)):
                    return term
                given = {param: arg for (param, _), arg in zip(self.inliner.functions[name].params, args, strict=True)}
                made = changed(answer, lambda t: given.get(t.name, t) if isinstance(t, Local) else t)
                return made if len(walk(made)) <= LARGEST_TERM else term
            case Op(("is" | "is not") as word, (Local(name), Const(value))) if name in self.looped:
                low, high = span(self.looped[name])
                possible = low <= value <= high or isinstance(self.looped[name], Either)
                return term if possible else truth(word != "is")
            case _:
                return term

    # --- Writing out ---------------------------------------------------------------------------------------------

    def written_out(self, line: m.Code, call: Call) -> Code:
        """The callee in place of the call, with the line wherever the callee answers."""
        callee = self.inliner.inlinable_function(call.function)
        assert callee is not None
        prelude, body = self.bound(callee, call)
        size = len(walk_code(body))
        self.room -= size
        self.inliner.room -= size
        if self.depth + nesting(body) + nesting((line,)) > DEEPEST:
            raise CannotInline
        if not isinstance(line, m.Loop):
            try:
                made = replace_returns(body, lambda value: self.with_value(line, call, value))
                if len(walk_code(made)) <= size + len(walk_code((line,))) + SLACK:
                    return (*prelude, *self.block(made))
            except CannotInline:
                pass
        name = self.fresh("." + short_name(call.function))
        made = replace_returns(body, lambda value: (m.Set(name, value),))
        line_after = self.with_value(line, call, Local(name, type=call.type))
        return (*prelude, *self.block((*made, *line_after)))

    def with_value(self, line: m.Code, call: Call, value: Expression) -> Code:
        """The line with a value in place of the call; if that decides a branch, the side taken."""
        made = changed_line(line, lambda t: value if t == call else self.simplified(t))
        if isinstance(made, m.Branch) and isinstance(made.condition, Const):
            return made.then if made.condition.value else made.otherwise
        return (made,)

    def bound(self, callee: m.Function, call: Call) -> tuple[Code, Code]:
        """The callee's code under names of its own, and lines that give its parameters their values."""
        changing = effects_of(callee.body).sets
        names = {name: self.fresh(name) for name in sorted(changing)}
        given: dict[str, Expression] = {}
        prelude: list[m.Code] = []
        for (param, _), arg in zip(callee.params, call.args, strict=True):
            if param not in changing and (direct(arg) or used_once(param, callee.body)):
                given[param] = arg
                continue
            names.setdefault(param, self.fresh(param))
            prelude.append(m.Set(names[param], arg))
            given[param] = Local(names[param], type=arg.type)

        def change(term: Expression) -> Expression:
            if isinstance(term, Local):
                if term.name in given:
                    arg = given[term.name]  # where the callee knows more of it, that stays known
                    return evolve(arg, type=term.type) if is_narrower(term.type, arg.type) else arg
                return Local(names.get(term.name, term.name), type=term.type, span=term.span)
            return self.simplified(term)

        self.looped |= {names[name]: type for name, type in steady_types(callee.body).items()}
        return tuple(prelude), changed_code(without_assumptions(callee.body), change, names)


def is_narrower(type: Type, than: Type) -> bool:
    """Whether a type is another without its words, or with fewer numbers."""
    if isinstance(type, Int) and isinstance(than, Int):
        return than.low <= type.low and type.high <= than.high
    return plain(than) == type


def without_assumptions(code: Code) -> Code:
    """The code of a callee: what it assumes is known where it is called."""
    return tuple(line for line in code if not isinstance(line, m.Assume))


def steady_types(body: Code) -> dict[str, Type]:
    """The names that loops go through, with their types, but for those that mean several things in the code."""
    found: dict[str, Type] = {}
    several: set[str] = set()
    for line in walk_code(body):
        if isinstance(line, m.Loop):
            if found.setdefault(line.name, line.type) != line.type:
                several.add(line.name)
        elif isinstance(line, m.Set | m.Append):
            several.add(line.name)
    return {name: type for name, type in found.items() if name not in several}


def direct(arg: Expression) -> bool:
    """Whether a term may be written again and again: a name, a number, or an entry that is quickly found."""
    match arg:
        case Const() | Local():
            return True
        case Lookup(_, at):
            return all(isinstance(index, Const | Local) for index in at)
        case Load(_, at):
            return all(isinstance(index, Const) for index in at)
        case _:
            return False


def used_once(name: str, body: Code) -> bool:
    """Whether a parameter is looked at no more than once, and not inside a loop."""
    looped = any(
        isinstance(t, Local) and t.name == name
        for line in walk_code(body)
        if isinstance(line, m.Loop)
        for t in all_terms((*line.body, *line.otherwise))
    )
    return not looped and sum(isinstance(t, Local) and t.name == name for t in all_terms(body)) <= 1


def find_first_call(term: Expression, found: list[Call]) -> bool:
    """Finds the first call that working out a term makes whatever happens; says whether the search is over."""
    conditional = isinstance(term, Op) and term.op in ("and", "or", "if")
    for index, part in enumerate(parts(term)):
        if conditional and index:
            if any(isinstance(t, Call) for t in walk(part)):
                return True
        elif find_first_call(part, found):
            return True
    if isinstance(term, Call):
        found.append(term)
        return True
    return False


def conjuncts(term: Expression) -> list[Expression]:
    """The tests that must all hold, in order."""
    if isinstance(term, Op) and term.op == "and":
        return [*conjuncts(term.args[0]), *conjuncts(term.args[1])]
    return [term]


# --- Answers ----------------------------------------------------------------------------------------------------------


def replace_returns(code: Code, use: Callable[[Expression], Code], depth: int = 0) -> Code:
    """Code in which each answer is put to its use instead, and nothing of the code comes after that.

    `depth` counts the loops of this code around the place: one can be ended by `Break`, two cannot.
    """
    for index, line in enumerate(code):
        before, rest = code[:index], code[index + 1 :]
        match line:
            case m.Return(value):
                return (*before, *used(value, use, depth))
            case m.Branch(condition, then, otherwise) if answers(then) or answers(otherwise):
                if not leaves(then) and not leaves(otherwise) and len(walk_code(rest)) > SLACK:
                    raise CannotInline
                yes = replace_returns(then if leaves(then) else (*then, *rest), use, depth)
                no = replace_returns(otherwise if leaves(otherwise) else (*otherwise, *rest), use, depth)
                return (
                    (*before, m.Branch(condition, yes), *no) if leaves(yes) else (*before, m.Branch(condition, yes, no))
                )
            case m.Loop() if answers(line.body) or answers(line.otherwise):
                return (*before, *replace_returns_in_loop(line, rest, use, depth))
            case _:
                pass
    return code


def used(value: Expression, use: Callable[[Expression], Code], depth: int) -> Code:
    made = use(value)
    if not depth:
        return made
    if breaks(made):
        raise CannotInline  # it would end the callee's loop instead of the caller's
    if leaves(made):
        return made
    if depth > 1:
        raise CannotInline
    return (*made, m.Break())


def replace_returns_in_loop(loop: m.Loop, rest: Code, use: Callable[[Expression], Code], depth: int) -> Code:
    if breaks(loop.body):
        # Its own breaks lead to what follows, so no answer may; that holds where the use of each goes elsewhere.
        body = replace_returns(loop.body, use, 2)
        otherwise = replace_returns(loop.otherwise, use, depth)
        if answers(loop.otherwise) and not leaves(otherwise):
            raise CannotInline
        return (m.Loop(loop.name, loop.type, loop.domain, body, otherwise), *replace_returns(rest, use, depth))
    body = replace_returns(loop.body, use, depth + 1)
    after = replace_returns((*loop.otherwise, *rest), use, depth)
    if breaks(body):
        return (m.Loop(loop.name, loop.type, loop.domain, body, after),)
    return (m.Loop(loop.name, loop.type, loop.domain, body), *after)


def answers(code: Code) -> bool:
    return any(isinstance(line, m.Return) for line in walk_code(code))


def callees_first(functions: dict[FunctionRef, m.Function]) -> list[FunctionRef]:
    """All functions, each behind those it calls."""
    found: dict[FunctionRef, None] = {}
    todo = [(name, False) for name in reversed(functions)]
    while todo:
        name, ready = todo.pop()
        if ready:
            found[name] = None
        elif name not in found:
            todo.append((name, True))
            todo += [
                (callee, False) for callee in sorted(effects_of(functions[name].body).calls) if callee not in found
            ]
    return list(found)


# --- The pass ---------------------------------------------------------------------------------------------------------


def inline_calls(machine: m.Machine) -> m.Machine:
    """The machine with calls written out in all that runs while a game is played; what explains it stays as it is."""
    lines = sum(len(walk_code(function.body)) for function in machine.functions)
    functions = {function.name: function for function in machine.functions}
    inliner = Inliner(functions, MOST_ADDED + lines, narrowed_results(machine))
    for name in callees_first(inliner.functions):
        inliner.inlinable_function(name)
    states = tuple(evolve(state, body=inliner.code(state.body, set())) for state in machine.automatic)
    hot = running(machine)
    made = tuple(inliner.inlined(f.name) if f.name in hot else inliner.simplified(f.name) for f in machine.functions)
    return without_dead_states(evolve(machine, automatic=states, functions=made))


def narrowed_results(machine: m.Machine) -> frozenset[FunctionRef]:
    """Functions that somebody calls with a narrower type than they give, or to find an entry of which more is known
    than its field says, since a call before was tested.
    """
    results = {function.name: function.result for function in machine.functions}
    fields = {slot.name: slot.type for slot in machine.fields}
    bodies = [*(function.body for function in machine.functions), *(state.body for state in machine.automatic)]
    found: set[FunctionRef] = set()
    for term in [term for body in bodies for term in all_terms(body)]:
        if isinstance(term, Call) and set(words(results[term.function] or term.type)) - set(words(term.type)):
            found.add(term.function)
        elif isinstance(term, Load) and set(words(fields[term.field])) - set(words(term.type)):
            found |= {part.function for part in walk(term) if isinstance(part, Call)}
    return frozenset(found)
