"""What can never be, never ends, costs too much or is never used: judged on the finished program."""

from __future__ import annotations

from math import comb

from attrs import define, field

from astro_referee.grammar import tree
from astro_referee.grammar.problems import did_you_mean
from astro_referee.grammar.source import Span
from astro_referee.interpreter import program as p
from astro_referee.interpreter.check import flow
from astro_referee.interpreter.check.phrases import most
from astro_referee.interpreter.check.scope import Checker
from astro_referee.interpreter.folding import decided
from astro_referee.interpreter.program import Program, Step, own_steps
from astro_referee.interpreter.terms import (
    Call,
    Choices,
    Const,
    Fold,
    Hypothetical,
    Load,
    Op,
    Possible,
    Range,
    Term,
    domain_parts,
    parts,
    walk,
)
from astro_referee.interpreter.types import BagOf, Bool, Int, Member, SetOf, Type, element, size

STOPS = (p.Ask, p.Deal, p.Roll, p.RandomFrom)
MOST_CANDIDATES = 2**20
"""Combinations of parameters of one move: more would make every list of moves slow."""
MOST_STEPS = 10**7
"""Steps in one expression: about a second in plain Python."""


def audit(c: Checker, program: Program) -> None:
    """Conditions that are decided already, loops without end, decisions without a move, costs."""
    costs = Costs(program)
    bodies = [program.flow, *(i.body for i in program.procedures.values()), *(m.then for m in program.moves.values())]
    for body in bodies:
        for step in own_steps(body):
            look(c, program, step)
    for move in program.moves.values():
        for part in move.parts:
            if isinstance(part, p.Guard) and not part.duty:
                settled(c, part.condition, "this guard", part.span)
        candidates = 1
        for param in move.params:
            candidates *= costs.length(param.domain, param.type)
        if candidates > MOST_CANDIDATES:
            c.error(
                "too-many-candidates",
                f"`{move.name}` has {candidates:,} combinations to try (at most {MOST_CANDIDATES:,})",
                move.span,
                "narrow an earlier parameter, or ask in two steps",
            )
    costs.report(c)


def look(c: Checker, program: Program, step: Step) -> None:
    match step:
        case p.If(condition):
            settled(c, condition, "this condition", condition.span)
        case p.Phase(name, until):
            if until is not None and not stops(c, step.body):
                read = reads(program, until)
                inside = flow.all_steps(c, step.body)
                if not read & writes(inside) and not any(isinstance(s, p.Jump | p.Win | p.Rank) for s in inside):
                    c.error(
                        "endless", f"`{name}` would never end: nothing in it changes what `until` looks at", until.span
                    )
        case p.Turns():
            inside = flow.all_steps(c, step.body)
            ends = any(isinstance(s, p.Jump | p.Win | p.Rank) for s in inside)
            read = reads(program, step.until) if step.until is not None else set()
            if not step.once and not stops(c, step.body) and not ends and not read & writes(inside):
                c.error(
                    "endless", "these turns would go round for ever: nobody is asked and nothing ends them", step.span
                )
        case p.Ask():
            if step.otherwise is None and not sure_move(program, step):
                c.warn(
                    "may-be-stuck",
                    "there may be no legal move here, and it is not said what happens then",
                    step.span,
                    "add `otherwise`",
                )
        case _:
            pass


def settled(c: Checker, condition: Term, what: str, at: Span) -> None:
    known = decided(condition)
    if known is not None:
        code, word = ("always-holds", "always holds") if known else ("never-holds", "can never hold")
        c.warn(code, f"{what} {word}", at, "by the ranges of its numbers")


def stops(c: Checker, body: tuple[Step, ...]) -> bool:
    return any(isinstance(s, STOPS) for s in flow.all_steps(c, body))


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
                case Call(name) if name not in done:
                    done.add(name)
                    info = program.defs[name]
                    todo += [info.body, *(v for _, v in info.lets)]
                case Possible(key) if key not in done:
                    done.add(key)
                    move = program.moves[key]
                    todo += [t for param in move.params for t in domain_parts(param.domain)]
                    todo += [x.value if isinstance(x, p.Let) else x.condition for x in move.parts]
                case _:
                    pass
    return found


def writes(steps: list[Step]) -> set[str]:
    found: set[str] = set()
    for step in steps:
        match step:
            case p.Assign(name):
                found.add(name)
            case p.RandomFrom(name) | p.Roll(name):
                found.add(name)
            case p.Deal():
                found |= {step.source[0], step.target[0]}
            case p.Retire():
                found.add("players")
            case _:
                pass
    return found


def sure_move(program: Program, step: p.Ask) -> bool:
    """Whether some move is sure to be legal: no guard, or only ones that give way when another move is impossible."""
    return any(always_open(program.moves[key], step) for key in step.moves)


def always_open(move: p.MoveInfo, step: p.Ask) -> bool:
    for param in move.params:
        match param.domain:
            case Const(value) if value != 0 and param.where is None:
                continue
            case Range(low, high) if isinstance(low, Const) and isinstance(high, Const) and param.where is None:
                continue
            case _:
                return False
    guards = [part for part in move.parts if isinstance(part, p.Guard) and not part.duty]
    return all(gives_way(g.condition, step) for g in guards)


def gives_way(condition: Term, step: p.Ask) -> bool:
    match condition:
        case Op("or", (left, right)):
            return gives_way(left, step) or gives_way(right, step)
        case Op("not", (Possible(key, _),)):
            return key in step.moves
        case _:
            return decided(condition) is True


# --- Cost -----------------------------------------------------------------------------------------------------------


@define
class Costs:
    """Most steps an expression can take, from the sizes of what it goes through."""

    program: Program
    defs: dict[str, int] = field(factory=dict)
    moves: dict[str, int] = field(factory=dict)

    def length(self, domain: Range | Choices | Term, type: Type) -> int:
        if isinstance(domain, Choices):
            inner = element(domain.of.type)
            n = size(inner) if isinstance(inner, Bool | Int | Member) else 1
            assert isinstance(domain.low.type, Int)
            assert isinstance(domain.high.type, Int)
            ks = range(max(0, domain.low.type.low), min(n, domain.high.type.high) + 1)
            return sum(comb(n, k) for k in ks)
        return most(domain, type)

    def term(self, term: Term) -> int:
        match term:
            case Fold():
                inner = [t for t in (term.where, term.of, *(k.of for k in term.keys)) if t is not None]
                each = 1 + sum(self.term(t) for t in inner)
                length = self.length(term.domain, term.name_type)
                if isinstance(term.domain, Choices):
                    length = min(length, 20_000)
                return sum(self.term(t) for t in domain_parts(term.domain)) + length * each
            case Call(name, args):
                return 1 + self.definition(name) + sum(self.term(a) for a in args)
            case Possible(key, player):
                return self.move(key) + self.term(player)
            case Hypothetical(_, args, of):
                return 100 + sum(self.term(a) for a in (*args, of))
            case _:
                return 1 + sum(self.term(t) for t in parts(term))

    def definition(self, name: str) -> int:
        if name not in self.defs:
            info = self.program.defs[name]
            self.defs[name] = self.term(info.body) + sum(self.term(v) for _, v in info.lets)
        return self.defs[name]

    def move(self, key: str) -> int:
        if key not in self.moves:
            self.moves[key] = 1
            move = self.program.moves[key]
            candidates = 1
            for param in move.params:
                candidates *= min(self.length(param.domain, param.type), 20_000)
            each = sum(self.term(x.value if isinstance(x, p.Let) else x.condition) for x in move.parts)
            self.moves[key] = candidates * (1 + each)
        return self.moves[key]

    def report(self, c: Checker) -> None:
        """The first def or guard that is too dear, not everything that uses it."""
        for name, info in self.program.defs.items():
            if self.definition(name) > MOST_STEPS:
                c.error(
                    "too-costly",
                    f"`{name}` could take {self.definition(name):,} steps",
                    info.span,
                    "go through fewer things inside each other",
                )
                return
        for move in self.program.moves.values():
            for part in move.parts:
                term = part.value if isinstance(part, p.Let) else part.condition
                if self.term(term) > MOST_STEPS:
                    c.error(
                        "too-costly",
                        f"this could take {self.term(term):,} steps for every candidate",
                        part.span,
                        "go through fewer things inside each other",
                    )
                    return


# --- Unused ---------------------------------------------------------------------------------------------------------


def unused(c: Checker) -> None:
    """Footnotes without a ruling are errors; what is declared and never used is warned about."""
    cited = tags(c.file)
    for tag in cited:
        if tag.name not in c.rulings:
            c.error(
                "unknown-ruling",
                f"there is no ruling called `{tag.name}`",
                tag.span,
                did_you_mean(tag.name, list(c.rulings)),
            )
    for ruling in c.rulings.values():
        if ruling.name not in {tag.name for tag in cited}:
            c.warn(
                "unused",
                f"ruling `{ruling.name}` is cited nowhere",
                ruling.span,
                f"write `@{ruling.name}` behind the line it is about",
            )
    for word, symbol in c.symbols.items():
        if symbol.sort in ("member", "broken") or word in c.used or word in ("player", "Direction"):
            continue
        if symbol.sort == "kind" and kind_used(c, word):
            continue
        if symbol.sort == "field" and word in c.written:
            c.warn("unused", f"`{word}` is stored, but never looked at", symbol.span)
        elif symbol.sort == "field" and f"roll {word}" in c.used:
            c.warn("unused", f"`{word}` is rolled, but never looked at", symbol.span)
        else:
            c.warn("unused", f"`{word}` is never used", symbol.span)
    for item in c.file.items:
        if isinstance(item, tree.Move) and f"move {item.name.word}" not in c.used:
            c.warn(
                "unused", f"move `{item.name.word}` is offered nowhere", item.name.span, "write `offer` in a decision"
            )


def kind_used(c: Checker, word: str) -> bool:
    """A kind is used if a member, a column of it, or a field of its type is."""
    info = c.kinds.get(word)
    if info is None or any(member in c.used for member in info.members):
        return True
    if any(f"{word}.{column}" in c.used for column in info.columns):
        return True
    types: list[Type] = [f.type for f in c.fields.values()] + [i for f in c.fields.values() for i in f.indices]
    types += [t for k in c.kinds.values() for t, _ in k.columns.values()]
    types += [d.type for d in c.defs.values() if d is not None]
    types += [t for d in (*c.defs.values(), *c.procedures.values()) if d is not None for _, t in d.params]
    return any(of_kind(t, word) for t in types)


def of_kind(type: Type, word: str) -> bool:
    base = getattr(type, "of", type)
    while isinstance(base, SetOf | BagOf):
        base = base.of
    return isinstance(base, Member) and base.kind == word


def tags(node: object) -> list[tree.Tag]:
    found: list[tree.Tag] = []
    todo = [node]
    while todo:
        here = todo.pop()
        if isinstance(here, tree.Tag):
            found.append(here)
        elif isinstance(here, tuple):
            todo.extend(reversed(here))
        elif isinstance(here, tree.Node):
            todo.extend(getattr(here, a.name) for a in reversed(here.__attrs_attrs__))
    return found
