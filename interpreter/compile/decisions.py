"""Decisions: for each move the code that lists candidates, tests guards, tells reasons and carries out the effect."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from attrs import define

from astro_referee.interpreter import machine as m
from astro_referee.interpreter import program as p
from astro_referee.interpreter.compile.terms import NO, NUMBER, ONE, YES, ZERO, Env
from astro_referee.interpreter.folding import bit_number, both, const, op
from astro_referee.interpreter.terms import Call, Choices, Const, Hypothetical, Load, Local, Op, Range, Term, walk
from astro_referee.interpreter.types import (
    BOOL,
    BagOf,
    Bool,
    Int,
    ListOf,
    Member,
    SetOf,
    Type,
    element,
    low,
    plain,
    size,
)

if TYPE_CHECKING:
    from astro_referee.interpreter.compile.flow import Context, Flow, Target

Params = tuple[tuple[str, Type], ...]


def ask(flow: Flow, step: p.Ask, context: Context) -> None:
    """Cuts the flow at a decision and goes on behind it."""
    if step.manner == "one":
        ask_one(flow, step, context)
    else:
        ask_many(flow, step, context)


def ask_one(flow: Flow, step: p.Ask, context: Context) -> None:
    maker, player = flow.maker, flow.maker.player
    who = maker.term(step.players, context.env)
    mine: tuple[str, ...] = ()
    if isinstance(who, Load) and not who.at and any(s.name == who.field for s in flow.slots):
        actor = who.field
    else:
        actor = flow.slot("asked", player, context)
        mine = (actor,)
        flow.emit(m.Store(actor, (), who))
    here = context.inside(scopes=(*context.scopes, mine))
    label, after, stuck = flow.label(), flow.label(), flow.label()
    flow.goto(label)
    site = Site(flow, step, here, label, actor, after)
    decide(site, stuck)
    flow.begin(stuck, context.path)
    if step.otherwise is None:
        flow.emit(maker.fault("stuck", "there is no legal move here, and no `otherwise` says what happens then", step.span))
        flow.code = None
    else:
        env = {**here.env, "me": Load(actor, type=player)}
        flow.block(step.otherwise, here.inside(env=env))
        flow.goto(after)
    flow.begin(after, context.path)
    flow.emit(*flow.clear(mine))


def ask_many(flow: Flow, step: p.Ask, context: Context) -> None:
    """All together in secret, or whoever acts first: the set of those still asked is kept in the record."""
    maker, player = flow.maker, flow.maker.player
    seats = SetOf(player)
    asked = flow.slot("asked", seats, context)
    actor = flow.slot("actor", player, context)
    mine = (asked, actor)
    here = context.inside(scopes=(*context.scopes, mine))
    label, after, stuck, resolve = flow.label(), flow.label(), flow.label(), flow.label()
    flow.emit(m.Store(asked, (), maker.term(step.players, context.env)))
    seat, mask = Local("seat", type=player), Load(asked, type=seats)
    can: Term = NO
    for key in step.moves:
        inner: Env = {**here.env, "me": seat}
        can = op("or", can, maker.possible(key, seat, inner, Const(0, type=BOOL, span=step.span)), type=BOOL)
    without = m.Store(asked, (), op("minus", mask, op("bit", seat, type=seats), type=seats))
    unable = op("and", op("has", mask, seat, type=BOOL), op("not", can, type=BOOL), type=BOOL)
    everybody = const((1 << player.size) - 1, seats)
    flow.emit(m.Loop("seat", player, everybody, (m.Branch(unable, (without,)),)))
    nobody = op("is", mask, const(0, seats), type=BOOL)
    flow.emit(m.Branch(nobody, (m.Goto(stuck),)))
    flow.goto(label)
    choice = ""
    if step.manner == "together":
        choice = flow.slot("choice", Int(0, 2**62), context, "choice", (player,))
    site = Site(flow, step, here, label, actor, after, asked, choice, resolve, stuck)
    decide(site, stuck)
    if step.manner == "together":
        flow.begin(resolve, context.path)
        flow.emit(*resolved(site))
        flow.goto(after)
    flow.begin(stuck, context.path)
    flow.block(step.otherwise or (), here)
    flow.goto(after)
    flow.begin(after, context.path)
    flow.emit(*flow.clear(mine))


@define
class Site:
    """One place in the flow where a decision stands."""

    flow: Flow
    step: p.Ask
    context: Context
    label: int
    actor: str
    after: int
    asked: str = ""
    choice: str = ""
    resolve: int = -1
    stuck: int = -1

    @property
    def player(self) -> Member:
        return self.flow.maker.player

    def env(self) -> Env:
        return {**self.context.env, "me": Local("me", type=self.player)}


def decide(site: Site, stuck: int) -> None:
    flow, step = site.flow, site.step
    moves = [flow.program.moves[key] for key in step.moves]
    slots: list[m.MoveSlot] = []
    options: list[m.Code] = []
    stem = "_".join(site.context.path) or "game"
    for number, move in enumerate(moves):
        maker = flow.maker
        with maker.trying(partial(effect_then, site, move)):
            slot, code = read_move(site, move, number, stem)
        slots.append(slot)
        options += code
    if step.manner == "any":
        slots.append(let_it_pass(site, stem))
        options.append(m.Offer(len(moves), ()))
    name = flow.maker.add(f"{stem}_moves", (("me", site.player),), tuple(options), ".".join(site.context.path))
    path = ".".join(site.context.path)
    actor = site.actor if step.manner == "one" else site.asked
    flow.decisions.append(
        m.Decision(site.label, path, step.manner, actor, tuple(slots), name, stuck, span=step.span)
    )


def read_move(site: Site, move: p.MoveInfo, number: int, stem: str) -> tuple[m.MoveSlot, tuple[m.Code, ...]]:
    maker = site.flow.maker
    env = site.env()
    params: Params = (("me", site.player), *((param.name, param.type) for param in move.params))
    inner: Env = {**env, **{param.name: Local(param.name, type=param.type) for param in move.params}}
    stem = f"{stem}_{move.name}"
    lets, full = let_code(site, move, inner)
    guards: list[m.GuardSlot] = []
    duties: list[m.Code] = []
    for part in move.parts:
        if isinstance(part, p.Guard):
            guards.append(read_guard(site, part, full, params, lets, stem))
            if part.duty:
                duties.append(m.Duty(number, guards[-1].test, part.duty == "maximise"))
    params_slots = tuple(read_param(site, param, inner, params, stem) for param in move.params)
    offer = (m.Offer(number, tuple(Local(param.name, type=param.type) for param in move.params)),)
    listed = candidates(site, move, env, offer)
    notation = maker.text_function(f"{stem}_notation", move.notation, full, params, used_lets(lets, move.notation))
    about = None
    if move.about is not None:
        about = maker.text_function(f"{stem}_about", move.about, full, params, used_lets(lets, move.about))
    apply = effect(site, move, number, params, full, lets, stem)
    names = [param.name for param in move.params]
    slot = m.MoveSlot(
        move.name,
        params_slots,
        tuple(guards),
        maker.template(move.notation),
        tuple(notation_part(part, names) for part in move.notation.parts),
        notation,
        maker.template(move.about) if move.about is not None else None,
        about,
        apply,
        maker.add(f"{stem}_candidates", (("me", site.player),), listed),
        span=move.span,
    )
    return slot, (*listed, *duties)


def notation_part(part: str | Term, names: list[str]) -> str | int:
    """A piece of notation that can be read back: text, or the number of a parameter; -1 is anything else."""
    if isinstance(part, str):
        return part
    return names.index(part.name) if isinstance(part, Local) and part.name in names else -1


def let_it_pass(site: Site, stem: str) -> m.MoveSlot:
    """What every player asked by `ask any` may do: nothing."""
    maker, seats = site.flow.maker, SetOf(site.player)
    me = Local("me", type=site.player)
    left = op("minus", Load(site.asked, type=seats), op("bit", me, type=seats), type=seats)
    nobody = op("is", Load(site.asked, type=seats), const(0, seats), type=BOOL)
    body = (m.Store(site.asked, (), left), m.Branch(nobody, (m.Goto(site.stuck),)), m.Goto(site.label))
    params: Params = (("me", site.player),)
    nothing = maker.add(f"{stem}_let_it_pass_notation", params, (m.Return(Op("list", (), type=ListOf(BOOL, 0))),))
    apply = maker.add(f"{stem}_let_it_pass", params, body)
    listed = maker.add(f"{stem}_let_it_pass_candidates", params, ())
    text = m.TextTemplate(("let it pass",))
    return m.MoveSlot("let_it_pass", (), (), text, ("let it pass",), nothing, None, None, apply, listed, span=site.step.span)


# --- Guards and parameters ----------------------------------------------------------------------------------------


def let_code(site: Site, move: p.MoveInfo, env: Env) -> tuple[tuple[m.Set, ...], Env]:
    """The `let` lines of a move, and the names with them."""
    lets: list[m.Set] = []
    full = dict(env)
    for part in move.parts:
        if isinstance(part, p.Let):
            lets.append(m.Set(part.name, site.flow.maker.term(part.value, full)))
            full[part.name] = Local(part.name, type=part.value.type)
    return tuple(lets), full


def used_lets(lets: tuple[m.Set, ...], *things: p.Text | Term | None) -> tuple[m.Set, ...]:
    """Only the lets that something speaks of, directly or through another let."""
    wanted: set[str] = set()
    for thing in things:
        terms: tuple[Term, ...] = ()
        if isinstance(thing, p.Text):
            terms = tuple(part for part in thing.parts if not isinstance(part, str))
        elif thing is not None:
            terms = (thing,)
        for term in terms:
            wanted |= {t.name for t in walk(term) if isinstance(t, Local)}
    kept: list[m.Set] = []
    for let in reversed(lets):
        if let.name in wanted:
            kept.append(let)
            wanted |= {t.name for t in walk(let.value) if isinstance(t, Local)}
    return tuple(reversed(kept))


def read_guard(site: Site, guard: p.Guard, env: Env, params: Params, lets: tuple[m.Set, ...], stem: str) -> m.GuardSlot:
    maker = site.flow.maker
    condition = maker.term(guard.condition, env)
    test = maker.add(f"{stem}_guard", params, (*used_lets(lets, guard.condition), m.Return(condition)), guard.source)
    reason = None
    if guard.reason is not None:
        reason = maker.text_function(f"{stem}_reason", guard.reason, env, params, used_lets(lets, guard.reason))
    seen = p.Text(tuple(term for _, term in guard.seen))
    values = maker.text_function(f"{stem}_seen", seen, env, params, used_lets(lets, seen))
    return m.GuardSlot(
        test,
        guard.duty,
        reason,
        maker.template(guard.reason) if guard.reason is not None else None,
        guard.source,
        tuple(said for said, _ in guard.seen),
        values,
        tuple(term.type for _, term in guard.seen),
        guard.tags,
        span=guard.span,
    )


def read_param(site: Site, param: p.ParamInfo, env: Env, params: Params, stem: str) -> m.ParamSlot:
    maker = site.flow.maker
    value = Local(param.name, type=param.type)
    inside = within(site, param, value, env)
    if param.where is not None:
        inside = op("and", inside, maker.term(param.where, env), type=BOOL)
    test = maker.add(f"{stem}_takes_{param.name}", params, (m.Return(inside),))
    outside = maker.text_function(f"{stem}_outside_{param.name}", param.outside, env, params)
    secret = any(
        isinstance(t, Load) and site.flow.program.fields.get(t.field) is not None and site.flow.program.fields[t.field].audience is not None
        for part in (param.domain.of if isinstance(param.domain, Choices) else param.domain,)
        if not isinstance(part, Range)
        for t in walk(part)
    )
    return m.ParamSlot(param.name, param.type, test, outside, maker.template(param.outside), secret)


def within(site: Site, param: p.ParamInfo, value: Term, env: Env) -> Term:
    """Whether a value belongs to the domain of a parameter."""
    domain = site.flow.maker.domain(param.domain, env)
    match domain:
        case Range(a, b):
            return op("and", op("<=", a, value, type=BOOL), op("<=", value, b, type=BOOL), type=BOOL)
        case Choices(a, b, of):
            count, rest = measured(value, of)
            enough = op("and", op("<=", a, count, type=BOOL), op("<=", count, b, type=BOOL), type=BOOL)
            return op("and", op("is", rest, const(0, of.type), type=BOOL), enough, type=BOOL)
        case _:
            group = plain(domain.type)
            inner = element(group)
            if isinstance(group, ListOf):
                found = Local("entry", type=group.of)
                body = (
                    m.Loop("entry", group.of, Local("entries", type=group), (m.Branch(op("is", found, Local("wanted", type=group.of), type=BOOL), (m.Return(YES),)),)),
                    m.Return(NO),
                )
                name = site.flow.maker.add("listed", (("entries", group), ("wanted", group.of)), body)
                return Call(name, (domain, value), type=BOOL)
            if isinstance(group, BagOf):
                held = op("bag count", domain, value, const(group.bits, NUMBER), type=NUMBER)
                return op("<", ZERO, held, type=BOOL)
            assert isinstance(inner, Bool | Int | Member)
            return op("has", domain, bit_number(value, inner), type=BOOL)


def measured(value: Term, of: Term) -> tuple[Term, Term]:
    """How many cards a choice has, and which of them are not there."""
    group = plain(of.type)
    if isinstance(group, BagOf):
        bits, faces = const(group.bits, NUMBER), const(group.of.size, NUMBER)
        return op("bag size", value, bits, faces, type=NUMBER), op("bag minus", value, of, bits, faces, type=group)
    return op("size", value, type=NUMBER), op("minus", value, of, type=group)


def candidates(site: Site, move: p.MoveInfo, env: Env, leaf: tuple[m.Code, ...]) -> tuple[m.Code, ...]:
    """Nested loops over the parameters; each `let` and guard stands as far out as its names allow."""
    maker = site.flow.maker
    names = [param.name for param in move.params]
    depth_of: dict[str, int] = {name: i + 1 for i, name in enumerate(names)}
    levels: list[list[p.Let | p.Guard]] = [[] for _ in range(len(names) + 1)]
    for part in move.parts:
        if isinstance(part, p.Guard) and part.duty:
            continue
        term = part.value if isinstance(part, p.Let) else part.condition
        used = {t.name for t in walk(term) if isinstance(t, Local)}
        depth = max((depth_of[n] for n in used if n in depth_of), default=0)
        if any(isinstance(t, Hypothetical) and t.procedure is None for t in walk(term)):
            depth = len(names)
        if isinstance(part, p.Let):
            depth_of[part.name] = depth
            if not any(part.name in later_names(other) for other in move.parts if other is not part and not is_duty(other)):
                continue
        levels[depth].append(part)

    def level(depth: int, env: Env) -> tuple[m.Code, ...]:
        return guarded(sunk(levels[depth]), env, lambda inner: deeper(depth, inner))

    def guarded(parts: list[p.Let | p.Guard], env: Env, rest) -> tuple[m.Code, ...]:  # type: ignore[no-untyped-def]
        if not parts:
            done: tuple[m.Code, ...] = rest(env)
            return done
        first, *others = parts
        if isinstance(first, p.Let):
            inner = {**env, first.name: Local(first.name, type=first.value.type)}
            return (m.Set(first.name, maker.term(first.value, env)), *guarded(others, inner, rest))
        tests = [maker.term(first.condition, env)]
        while others and isinstance(following := others[0], p.Guard):
            tests.append(maker.term(following.condition, env))
            others.pop(0)
        test = both(*tests)
        assert test is not None
        return (m.Branch(test, guarded(others, env, rest)),)

    def deeper(depth: int, env: Env) -> tuple[m.Code, ...]:
        if depth == len(names):
            return leaf
        param = move.params[depth]
        inner = {**env, param.name: Local(param.name, type=param.type)}
        body = level(depth + 1, inner)
        if param.where is not None:
            body = (m.Branch(maker.term(param.where, inner), body),)
        return (m.Loop(param.name, param.type, maker.domain(param.domain, env), body),)

    return level(0, dict(env))


def sunk(parts: list[p.Let | p.Guard]) -> list[p.Let | p.Guard]:
    """Each `let` just before the first line that needs it, so that cheap guards come first."""
    order: list[p.Let | p.Guard] = []
    for part in reversed(parts):
        if isinstance(part, p.Let):
            users = [i for i, other in enumerate(order) if part.name in later_names(other)]
            order.insert(users[0] if users else len(order), part)
        else:
            order.insert(0, part)
    return order


def is_duty(part: p.Let | p.Guard) -> bool:
    return isinstance(part, p.Guard) and bool(part.duty)


def later_names(part: p.Let | p.Guard) -> set[str]:
    term = part.value if isinstance(part, p.Let) else part.condition
    return {t.name for t in walk(term) if isinstance(t, Local)}


# --- Effects --------------------------------------------------------------------------------------------------------


def names_in(then: tuple[p.Step, ...]) -> set[str]:
    """Every local name a block speaks of, found by looking through the whole of it."""
    found: set[str] = set()
    todo: list[object] = [then]
    while todo:
        here = todo.pop()
        if isinstance(here, Local):
            found.add(here.name)
        elif isinstance(here, tuple):
            todo.extend(here)
        elif hasattr(here, "__attrs_attrs__"):
            todo.extend(getattr(here, a.name) for a in here.__attrs_attrs__ if a.name not in ("type", "span"))
    return found


def effect(site: Site, move: p.MoveInfo, number: int, params: Params, full: Env, lets: tuple[m.Set, ...], stem: str) -> str:
    """The function that carries out a move and says where to go on."""
    flow, maker = site.flow, site.flow.maker
    if site.step.manner == "together":
        body: tuple[m.Code, ...] = (m.Store(site.choice, (Local("me", type=site.player),), packed(site, move, number)), *chosen(site))
        return maker.add(stem, params, body)
    spoken = names_in(move.then)
    direct = tuple(let for let in lets if let.name in spoken)
    through = used_lets(lets, *(let.value for let in direct))
    needed = tuple(let for let in lets if let in direct or let in through)
    reset = flow.clear((site.asked,)) if site.asked else []
    if not any(map(flow.splits, move.then)):
        lines = flow.lines(move.then, site.context.inside(env=full))
        return maker.add(stem, params, (*needed, *reset, *lines, m.Goto(site.after)), move.key)
    kept = [(name, type) for name, type in params[1:]] + [(let.name, let.value.type) for let in needed]
    inner_path = (*site.context.path, move.name)
    context = site.context.inside(path=inner_path)
    slots: list[str] = []
    stores: list[m.Code] = []
    env: Env = {**site.context.env, "me": Load(site.actor, type=site.player)}
    for name, type in kept:
        slot = flow.slot(name, type, context)
        slots.append(slot)
        stores.append(m.Store(slot, (), Local(name, type=type)))
        env[name] = Load(slot, type=type)
    if site.asked:
        stores.append(m.Store(site.actor, (), Local("me", type=site.player)))
    label = flow.label()
    apply = maker.add(stem, params, (*needed, *reset, *stores, m.Goto(label)), move.key)
    flow.begin(label, inner_path)
    inner = context.inside(env=env, scopes=(*context.scopes, tuple(slots)))
    flow.block(move.then, inner)
    flow.emit(*flow.clear(tuple(slots)))
    flow.goto(site.after)
    return apply


class Anywhere(dict[tuple[str, str], "Target"]):
    """Targets for code that is only tried out: wherever it would go on, it ends."""

    def get(self, key: object, default: object = None) -> Target:
        del key, default
        from astro_referee.interpreter.compile.flow import END, Target

        return Target(END, 0)


def effect_then(site: Site, move: p.MoveInfo, env: Env, of: Term) -> tuple[m.Code, ...]:
    """`after this`: the effect on a copy, then the question, wherever the effect ends."""
    flow = site.flow
    if any(map(flow.splits, move.then)):
        raise m.MachineProblem("unsupported", "`after this` cannot look behind an effect that asks or rolls", of.span)
    value = flow.maker.term(of, env)
    lines = flow.lines(move.then, site.context.inside(env=dict(env), targets=Anywhere(), scopes=()))
    return (*ending_with(tuple(lines), value), m.Return(value))


def procedure_then(
    flow: Flow, context: Context, name: str, args: tuple[Term, ...], env: Env, of: Term
) -> tuple[m.Code, ...]:
    """`after do …`: a procedure on a copy, then the question."""
    body = flow.program.procedures[name].body
    if any(map(flow.splits, body)):
        raise m.MachineProblem("unsupported", "`after do` cannot look behind a procedure that asks or rolls", of.span)
    value = flow.maker.term(of, env)
    lines = flow.written_out(name, args, context.inside(env=dict(env), targets=Anywhere(), scopes=()), of.span)
    return (*ending_with(tuple(lines), value), m.Return(value))


def ending_with(code: tuple[m.Code, ...], value: Term) -> tuple[m.Code, ...]:
    """Code that answers a question where it would go on to another state."""
    made: list[m.Code] = []
    for line in code:
        match line:
            case m.Goto():
                made.append(m.Return(value))
            case m.Branch(condition, then, otherwise):
                made.append(m.Branch(condition, ending_with(then, value), ending_with(otherwise, value)))
            case m.Loop():
                made.append(m.Loop(line.name, line.type, line.domain, ending_with(line.body, value)))
            case m.Emit():
                pass
            case _:
                made.append(line)
    return tuple(made)


# --- All together ----------------------------------------------------------------------------------------------------


def packed(site: Site, move: p.MoveInfo, number: int) -> Term:
    """A choice as one number: 0 is no choice yet."""
    total: Term = ZERO
    for param in reversed(move.params):
        values = value_count(site, param.type)
        shifted = op("-", Local(param.name, type=param.type), const(low_of(param.type), NUMBER), type=NUMBER)
        total = op("+", op("*", total, const(values, NUMBER), type=NUMBER), shifted, type=NUMBER)
    count = const(len(site.step.moves), NUMBER)
    total = op("+", op("*", total, count, type=NUMBER), const(number + 1, NUMBER), type=NUMBER)
    return total


def value_count(site: Site, type: Type) -> int:
    match plain(type):
        case SetOf(of):
            return 1 << size(of)
        case BagOf(of, bits):
            return 1 << bits * of.size
        case Bool() | Int() | Member():
            base = plain(type)
            assert isinstance(base, Bool | Int | Member)
            return size(base)
        case _:
            raise m.MachineProblem("unsupported", "this cannot be chosen in secret", site.step.span)


def low_of(type: Type) -> int:
    base = plain(type)
    return low(base) if isinstance(base, Bool | Int | Member) else 0


def chosen(site: Site) -> tuple[m.Code, ...]:
    """One player fewer is asked; the last one sets everything going."""
    seats = SetOf(site.player)
    left = op("minus", Load(site.asked, type=seats), op("bit", Local("me", type=site.player), type=seats), type=seats)
    nobody = op("is", Load(site.asked, type=seats), const(0, seats), type=BOOL)
    return (m.Store(site.asked, (), left), m.Branch(nobody, (m.Goto(site.resolve),)), m.Goto(site.label))


def resolved(site: Site) -> list[m.Code]:
    """The effects of all choices, in the order of the seats."""
    flow, maker, player = site.flow, site.flow.maker, site.player
    moves = [flow.program.moves[key] for key in site.step.moves]
    me = Local("me", type=player)
    rest, which = Local("rest", type=NUMBER), Local("which", type=NUMBER)
    count = const(len(moves), NUMBER)
    begun: tuple[m.Code, ...] = (
        m.Set("rest", op("-", Load(site.choice, (me,), type=NUMBER), ONE, type=NUMBER)),
        m.Store(site.choice, (me,), ZERO),
        m.Set("which", op("mod", rest, count, type=NUMBER)),
        m.Set("rest", op("/", rest, count, type=NUMBER)),
    )
    branches: tuple[m.Code, ...] = ()
    for number, move in reversed(list(enumerate(moves))):
        env = site.env()
        code: list[m.Code] = []
        for param in move.params:
            values = const(value_count(site, param.type), NUMBER)
            found = op("+", op("mod", rest, values, type=NUMBER), const(low_of(param.type), NUMBER), type=param.type)
            code += [m.Set(param.name, found), m.Set("rest", op("/", rest, values, type=NUMBER))]
            env[param.name] = Local(param.name, type=param.type)
        lets, full = let_code(site, move, env)
        code += [*lets, *flow.lines(move.then, site.context.inside(env=full))]
        branches = (m.Branch(op("is", which, const(number, NUMBER), type=BOOL), tuple(code), branches),)
    made = op("<", ZERO, Load(site.choice, (me,), type=NUMBER), type=BOOL)
    everybody = const((1 << player.size) - 1, SetOf(player))
    return [m.Loop("me", player, everybody, (m.Branch(made, (*begun, *branches)),))]


