"""The flow as states: structured steps in, automatic, decision and chance states out.

Code without a stop stays structured inside one automatic state. Around a stop the code is cut: what a name stands for
behind it is kept in a slot of the record, and slots are cleared when their part of the flow is left, so that equal
positions are equal records. Procedures are written out where they are called.
"""

from __future__ import annotations

from attrs import define, evolve, field

from astro_referee.grammar.source import Span
from astro_referee.interpreter import machine as m
from astro_referee.interpreter import program as p
from astro_referee.interpreter.compile import decisions
from astro_referee.interpreter.compile.terms import NO, NUMBER, ONE, YES, ZERO, Env, Maker, bind, free_locals
from astro_referee.interpreter.folding import bit_number, const, op
from astro_referee.interpreter.program import Step
from astro_referee.interpreter.terms import Call, Choices, Const, Fold, Load, Local, Lookup, Op, Range, Term
from astro_referee.interpreter.types import BOOL, BagOf, Int, ListOf, Member, SetOf, Type, element, low, plain

END = 0
DEEPEST_CALLS = 100


@define
class Target:
    """Where a `leave` or `repeat` leads, and how many scopes stay open there."""

    label: int
    depth: int


@define
class Context:
    """What surrounds a step: names, places to jump to, watches, slots to clear when a scope is left."""

    env: Env
    targets: dict[tuple[str, str], Target]
    watches: tuple[tuple[Term, tuple[Step, ...], Env], ...]
    scopes: tuple[tuple[str, ...], ...]
    path: tuple[str, ...]

    def inside(self, **changes: object) -> Context:
        return evolve(self, **changes)  # type: ignore[arg-type]


@define
class Flow:
    """Builds the states. `code` is the open state; None means nothing leads here."""

    maker: Maker
    slots: list[m.FieldSlot] = field(factory=list)
    automatic: dict[int, tuple[str, list[m.Code]]] = field(factory=dict)
    decisions: list[m.Decision] = field(factory=list)
    chances: list[m.Chance] = field(factory=list)
    code: list[m.Code] | None = None
    labels: int = 1
    calls: int = 0
    splitting: dict[int, bool] = field(factory=dict)

    @property
    def program(self) -> p.Program:
        return self.maker.program

    # --- States --------------------------------------------------------------------------------------------------

    def label(self) -> int:
        self.labels += 1
        return self.labels - 1

    def begin(self, label: int, path: tuple[str, ...]) -> None:
        """Opens the automatic state of a label."""
        self.code = []
        self.automatic[label] = (".".join(path) or "game", self.code)
        self.maker.grow(1, Span(0, 0))

    def goto(self, label: int) -> None:
        """Closes the open state."""
        if self.code is not None:
            self.code.append(m.Goto(label))
            self.code = None

    def emit(self, *code: m.Code) -> None:
        if self.code is not None:
            self.code.extend(code)

    def slot(
        self, name: str, type: Type, context: Context, sort: str = "slot", indices: tuple[Member, ...] = ()
    ) -> str:
        """A field of the record for something the rules keep between two stops."""
        unique = f"{'.'.join((*context.path, name))}#{len(self.slots)}"
        first = type.low if isinstance(type, Int) else 0
        self.slots.append(m.FieldSlot(unique, sort, type, indices, first, None))
        return unique

    def scoped(self, context: Context, *names: str) -> Context:
        return context.inside(scopes=(*context.scopes, names))

    def clear(self, names: tuple[str, ...]) -> list[m.Code]:
        made: list[m.Code] = []
        for name in names:
            slot = next(s for s in self.slots if s.name == name)
            made.append(m.Store(name, (), const(slot.initial, slot.type)))
        return made

    # --- Does a step stop? ---------------------------------------------------------------------------------------

    def splits(self, step: Step) -> bool:
        """Whether the state must be cut for a step: it asks, rolls, or loops over something that may."""
        key = id(step)
        if key not in self.splitting:
            self.splitting[key] = self._splits(step)
        return self.splitting[key]

    def _splits(self, step: Step) -> bool:
        match step:
            case p.Ask() | p.Deal() | p.Roll() | p.RandomFrom() | p.Phase() | p.Turns():
                return True
            case p.If(_, then, otherwise):
                return any(map(self.splits, then + otherwise))
            case p.For():
                return any(map(self.splits, step.body))
            case p.Do(name, _):
                body = self.program.procedures[name].body
                return any(map(self.splits, body)) or leaves(body, name)
            case _:
                return False

    # --- Blocks --------------------------------------------------------------------------------------------------

    def block(self, body: tuple[Step, ...], context: Context) -> None:
        """Steps in order; a name needed behind a stop moves into a slot."""
        mine: list[str] = []
        here = context.inside(env=dict(context.env))
        for index, step in enumerate(body):
            if self.code is None:
                break
            if isinstance(step, p.Let) and any(map(self.splits, body[index + 1 :])):
                name = self.slot(step.name, step.value.type, here)
                mine.append(name)
                here = here.inside(scopes=(*context.scopes, tuple(mine)))
                self.emit(m.Store(name, (), self.maker.term(step.value, here.env)))
                here.env[step.name] = Load(name, type=step.value.type)
            elif self.splits(step):
                self.step(step, here)
            else:
                self.emit(*self.straight(step, here))
                if isinstance(step, p.Jump | p.Win | p.Rank):
                    self.code = None
        self.emit(*self.clear(tuple(mine)))

    def step(self, step: Step, context: Context) -> None:
        self.maker.grow(1, step.span)
        match step:
            case p.If(condition, then, otherwise):
                self.branch(condition, then, otherwise, context)
            case p.For():
                self.loop(step, context)
            case p.Do(name, args):
                self.call(name, args, context, step.span)
            case p.Phase():
                self.phase(step, context)
            case p.Turns():
                self.turns(step, context)
            case p.Ask():
                self.watch(context)
                decisions.ask(self, step, context)
            case p.Deal():
                self.watch(context)
                self.deal(step, context)
            case p.Roll(name, faces):
                self.watch(context)
                info = self.program.fields[name]
                text = p.Text((f"roll {name}",))
                self.chance(step.span, context, info.type, faces, None, (name, ()), text, Local("outcome", type=info.type))
            case p.RandomFrom():
                self.watch(context)
                self.random(step, context)
            case _:
                raise AssertionError(step)

    def branch(self, condition: Term, then: tuple[Step, ...], otherwise: tuple[Step, ...], context: Context) -> None:
        yes, no, after = self.label(), self.label(), self.label()
        self.emit(m.Branch(self.maker.term(condition, context.env), (m.Goto(yes),), (m.Goto(no),)))
        self.code = None
        for label, body in ((yes, then), (no, otherwise)):
            self.begin(label, context.path)
            self.block(body, context)
            self.goto(after)
        self.begin(after, context.path)

    def watch(self, context: Context) -> None:
        """`as soon as` is looked at whenever the machine is about to stop."""
        for condition, body, env in context.watches:
            inner = context.inside(env={**env, **context.env}, watches=())
            if any(map(self.splits, body)):
                self.branch(condition, body, (), inner)
            else:
                self.emit(m.Branch(self.maker.term(condition, inner.env), tuple(self.lines(body, inner))))

    # --- Phases and loops ------------------------------------------------------------------------------------------

    def phase(self, step: p.Phase, context: Context) -> None:
        path = (*context.path, step.name)
        again, body, finish, after = self.label(), self.label(), self.label(), self.label()
        depth = len(context.scopes)
        targets = {**context.targets, ("leave", step.name): Target(finish, depth), ("repeat", step.name): Target(body, depth)}
        here = context.inside(path=path, targets=targets)
        watches = tuple((condition, lines, dict(here.env)) for condition, lines in step.watches)
        watched = here.inside(watches=(*here.watches, *watches))
        self.block(step.begin, watched)
        self.goto(again)
        self.begin(again, path)
        if step.until is not None:
            self.emit(m.Branch(self.maker.term(step.until, here.env), (m.Goto(finish),)))
        self.goto(body)
        self.begin(body, path)
        self.block(step.body, watched)
        self.goto(again if step.until is not None else finish)
        self.begin(finish, path)
        outer = context.inside(path=path)
        self.block(step.finish, outer)
        self.goto(after)
        self.begin(after, context.path)

    def turns(self, step: p.Turns, context: Context) -> None:
        player = self.maker.player
        seat = self.slot("turn", player, context)
        mine = [seat]
        left = ""
        if step.once:
            left = self.slot("seats_left", Int(0, player.size), context)
            mine.append(left)
        check, body, following, after = self.label(), self.label(), self.label(), self.label()
        me = Load(seat, type=player)
        env: Env = {**context.env, "me": me}
        if step.name is not None:
            env[step.name] = me
        depth = len(context.scopes) + 1
        targets = {**context.targets, ("leave", "turn"): Target(following, depth), ("repeat", "turn"): Target(body, depth)}
        here = context.inside(env=env, targets=targets, scopes=(*context.scopes, tuple(mine)))
        self.emit(m.Store(seat, (), self.maker.term(step.start, context.env)))
        if step.once:
            self.emit(m.Store(left, (), const(player.size, NUMBER)))
        self.goto(check)
        self.begin(check, context.path)
        if step.once:
            self.emit(m.Branch(op("is", Load(left, type=NUMBER), ZERO, type=BOOL), (m.Goto(after),)))
        if step.until is not None:
            self.emit(m.Branch(self.maker.term(step.until, here.env), (m.Goto(after),)))
        still_in = self.still_in(me)
        if still_in is not None:
            self.emit(m.Branch(op("not", still_in, type=BOOL), (m.Goto(following),)))
        if step.where is not None:
            self.emit(m.Branch(op("not", self.maker.term(step.where, here.env), type=BOOL), (m.Goto(following),)))
        self.goto(body)
        self.begin(body, context.path)
        self.block(step.body, here)
        self.goto(following)
        self.begin(following, context.path)
        one = const(1 if step.clockwise else -1, Int(-1, 1))
        forward = op("mod", op("+", me, one, type=NUMBER), const(player.size, NUMBER), type=player)
        self.emit(m.Store(seat, (), forward))
        if step.once:
            self.emit(m.Store(left, (), op("-", Load(left, type=NUMBER), ONE, type=NUMBER)))
        self.goto(check)
        self.begin(after, context.path)
        self.emit(*self.clear(tuple(mine)))

    def still_in(self, who: Term) -> Term | None:
        if "players" not in self.program.fields:
            return None
        return op("has", Load("players", type=SetOf(self.maker.player)), who, type=BOOL)

    def loop(self, step: p.For, context: Context) -> None:
        """A loop that stops inside: what is still to come is kept in the record."""
        if isinstance(step.domain, Choices):
            raise m.MachineProblem("unsupported", "a loop over subsets may not ask or roll inside", step.span)
        name = self.slot(step.name, step.name_type, context)
        here = Load(name, type=step.name_type)
        env = {**context.env, step.name: here}
        domain = self.maker.domain(step.domain, context.env)
        prepare, more, take, state = self.remaining(step, domain, context)
        check, body, after = self.label(), self.label(), self.label()
        mine = (name, *state)
        inner = context.inside(env=env, scopes=(*context.scopes, mine))
        self.emit(*prepare)
        self.goto(check)
        self.begin(check, context.path)
        self.emit(m.Branch(op("not", more, type=BOOL), (m.Goto(after),)))
        self.emit(*take(name))
        if isinstance(step.domain, Fold) and step.domain.name == "seat":
            gone = op("not", self.still_in(here) or YES, type=BOOL)
            self.emit(m.Branch(gone, (m.Goto(check),)))
        if step.where is not None:
            self.emit(m.Branch(op("not", self.maker.term(step.where, env), type=BOOL), (m.Goto(check),)))
        self.goto(body)
        self.begin(body, context.path)
        self.block(step.body, inner)
        self.goto(check)
        self.begin(after, context.path)
        self.emit(*self.clear(mine))

    def remaining(self, step: p.For, domain: Range | Choices | Term, context: Context):  # type: ignore[no-untyped-def]
        """How a loop remembers what is left: the next number, the set still to do, or a place in a round."""
        if isinstance(domain, Range):
            following = self.slot("next", Int(-1, 10**6), context)
            last = self.slot("last", Int(-1, 10**6), context)
            now, end = Load(following, type=NUMBER), Load(last, type=NUMBER)
            prepare = [m.Store(following, (), domain.low), m.Store(last, (), domain.high)]
            more = op("<=", now, end, type=BOOL)
            return prepare, more, lambda name: [m.Store(name, (), now), m.Store(following, (), op("+", now, ONE, type=NUMBER))], (following, last)
        assert not isinstance(domain, Choices)
        inner = element(domain.type)
        kind = plain(domain.type)
        if isinstance(kind, SetOf | BagOf) and inner is not None and not isinstance(inner, SetOf):
            faces = SetOf(inner)
            todo = self.slot("to_do", faces, context)
            rest = Load(todo, type=faces)
            group = domain
            if isinstance(kind, BagOf):
                group = op("bag faces", domain, const(kind.bits, NUMBER), const(kind.of.size, NUMBER), type=faces)
            lowest_bit = Op("least", (rest,), type=NUMBER)
            value = op("+", lowest_bit, const(low(inner), NUMBER), type=inner) if low(inner) else evolve(lowest_bit, type=inner)
            more = op("is not", rest, const(0, faces), type=BOOL)

            def take(name: str) -> list[m.Code]:
                here = Load(name, type=inner)
                gone = op("bit", bit_number(here, inner), type=faces)
                return [m.Store(name, (), value), m.Store(todo, (), op("minus", rest, gone, type=faces))]

            return [m.Store(todo, (), group)], more, take, (todo,)
        if isinstance(kind, ListOf) and isinstance(inner, Member):
            return self.round_left(step, domain, inner, context)
        raise m.MachineProblem("unsupported", "a loop over this list may not ask or roll inside", step.span)

    def round_left(self, step: p.For, domain: Term, inner: Member, context: Context):  # type: ignore[no-untyped-def]
        """Going round a ring: the seat where it began, and how far it has come. Players who are out are passed over."""
        where: Term | None = None
        if not isinstance(domain, Lookup):
            source = step.domain
            if not isinstance(source, Fold) or not isinstance(source.domain, Lookup) or source.name != "seat":
                raise m.MachineProblem("unsupported", "a loop over this list may not ask or roll inside", step.span)
            domain = self.maker.term(source.domain, context.env)
        assert isinstance(domain, Lookup)
        began = self.slot("began", inner, context)
        passed = self.slot("passed", Int(0, inner.size), context)
        order = Lookup(domain.table, (Load(began, type=inner),), type=domain.type)
        count = Load(passed, type=NUMBER)
        value = op("entry", order, count, type=inner)
        todo: Term = op("<", count, const(inner.size, NUMBER), type=BOOL)
        prepare = [m.Store(began, (), domain.at[0]), m.Store(passed, (), ZERO)]

        def take(name: str) -> list[m.Code]:
            return [m.Store(name, (), value), m.Store(passed, (), op("+", count, ONE, type=NUMBER))]

        return prepare, todo, take, (began, passed)

    def call(self, name: str, args: tuple[Term, ...], context: Context, at: Span) -> None:
        """A procedure that stops inside, written out here; its parameters live in slots."""
        info = self.program.procedures[name]
        self.maker.grow(1, at)
        after = self.label()
        env: Env = {"me": context.env["me"]} if "me" in context.env else {}
        mine: list[str] = []
        inner_path = (*context.path, name)
        for (param, type), argument in zip(info.params, args, strict=True):
            slot = self.slot(param, type, context.inside(path=inner_path))
            mine.append(slot)
            self.emit(m.Store(slot, (), self.maker.term(argument, context.env)))
            env[param] = Load(slot, type=type)
        targets = {**context.targets, ("leave", name): Target(after, len(context.scopes) + 1)}
        inner = context.inside(env=env, targets=targets, scopes=(*context.scopes, tuple(mine)), path=inner_path)
        self.block(info.body, inner)
        self.goto(after)
        self.begin(after, context.path)
        self.emit(*self.clear(tuple(mine)))

    # --- Chance ----------------------------------------------------------------------------------------------------

    def chance(
        self,
        at: Span,
        context: Context,
        outcome: Type,
        fixed: tuple[tuple[int, int], ...],
        options: Term | None,
        target: tuple[str, tuple[Term, ...]],
        text: p.Text,
        value: Term,
    ) -> None:
        """One chance event whose outcome is stored in a field."""
        label, after, empty = self.label(), self.label(), self.label()
        self.goto(label)
        env = {**context.env}
        where = tuple(self.maker.term(t, env) for t in target[1])
        body = (m.Store(target[0], where, value), m.Goto(after))
        self.chance_state(label, at, context, outcome, fixed, options, body, text, target[0], empty)
        self.begin(empty, context.path)
        self.emit(self.maker.fault("nothing-there", "chance has nothing to pick from here", at))
        self.code = None
        self.begin(after, context.path)

    def chance_state(
        self,
        label: int,
        at: Span,
        context: Context,
        outcome: Type,
        fixed: tuple[tuple[int, int], ...],
        options: Term | None,
        body: tuple[m.Code, ...],
        text: p.Text,
        target: str,
        empty: int,
    ) -> None:
        stem = "_".join((*context.path, "chance"))
        choose = self.maker.add(f"{stem}_from", (), (m.Return(options),)) if options is not None else None
        apply = self.maker.add(f"{stem}_is", (("outcome", outcome),), body)
        values = self.maker.text_function(f"{stem}_text", text, context.env, ())
        audience = self.audience_function(target) if target in self.program.fields else None
        self.chances.append(
            m.Chance(
                label,
                ".".join(context.path),
                outcome,
                fixed,
                choose,
                apply,
                self.maker.template(text),
                values,
                audience,
                empty,
                not fixed and isinstance(options, Load) and options.field in self.program.fields and self.program.fields[options.field].sort == "zone",
                span=at,
            )
        )

    def audience_function(self, name: str) -> str | None:
        """The function that tells who sees a field, given its first index."""
        info = self.program.fields[name]
        if info.audience is None:
            return None
        key = ("audience", name)
        if key not in self.maker.known:
            env: Env = {"owner": Local("owner", type=self.maker.player)}
            body = (m.Return(self.maker.term(info.audience, env)),)
            self.maker.known[key] = self.maker.add(f"seen_{name}", (("owner", self.maker.player),), body)
        return self.maker.known[key]

    def random(self, step: p.RandomFrom, context: Context) -> None:
        inner = element(step.domain.type)
        assert inner is not None and not isinstance(inner, SetOf)
        goal = self.program.fields[step.field].type
        outcome: Term = Local("outcome", type=inner)
        if step.check:
            low_end, high_end = (goal.low, goal.high) if isinstance(goal, Int) else (0, 0)
            outcome = self.maker.checked(
                Op("within", (Local("outcome", type=inner), const(low_end, goal), const(high_end, goal)), type=goal, span=step.span),
                {"outcome": outcome},
            )
        options = self.maker.term(step.domain, context.env)
        self.chance(step.span, context, inner, (), options, (step.field, step.at), step.label, outcome)

    def deal(self, step: p.Deal, context: Context) -> None:
        """So many single draws, each a chance event over the different faces."""
        maker = self.maker
        source, target = self.zone(step.source, context), self.zone(step.target, context)
        left = self.slot("to_deal", NUMBER, context)
        count = maker.term(step.count, context.env)
        held = self.held(source)
        if step.up_to:
            count = op("min", op("max", count, ZERO, type=NUMBER), held, type=NUMBER)
        self.emit(m.Store(left, (), count))
        rest = Load(left, type=NUMBER)
        if not step.up_to:
            few = maker.fault("too-few-cards", f"there are not enough cards in `{step.source[0]}` to deal", step.span)
            negative = op("<", rest, ZERO, type=BOOL)
            self.emit(m.Branch(op("or", op("<", held, rest, type=BOOL), negative, type=BOOL), (few,)))
        again, label, after, empty = self.label(), self.label(), self.label(), self.label()
        self.goto(again)
        self.begin(again, context.path)
        self.emit(m.Branch(op("<", ZERO, rest, type=BOOL), (m.Goto(label),)))
        self.goto(after)
        inner = element(source.type)
        assert isinstance(inner, Member)
        card = Local("outcome", type=inner)
        taken, given = self.moved(source, target, card)
        body = (
            m.Store(source.field, source.at, taken),
            m.Store(target.field, target.at, given),
            m.Store(left, (), op("-", rest, ONE, type=NUMBER)),
            m.Branch(op("<", ZERO, rest, type=BOOL), (m.Goto(label),)),
            m.Goto(after),
        )
        self.chance_state(label, step.span, context, inner, (), source, body, step.label, target.field, empty)
        self.begin(empty, context.path)
        self.emit(maker.fault("too-few-cards", f"`{step.source[0]}` has run out of cards", step.span))
        self.code = None
        self.begin(after, context.path)
        self.emit(*self.clear((left,)))

    def zone(self, where: tuple[str, tuple[Term, ...]], context: Context) -> Load:
        at = tuple(self.maker.term(t, context.env) for t in where[1])
        return Load(where[0], at, type=self.program.fields[where[0]].type)

    def held(self, zone: Load) -> Term:
        if isinstance(zone.type, BagOf):
            return op("bag size", zone, const(zone.type.bits, NUMBER), const(zone.type.of.size, NUMBER), type=NUMBER)
        return op("size", zone, type=NUMBER)

    def moved(self, source: Load, target: Load, card: Term) -> tuple[Term, Term]:
        """Both zones after one card has gone over."""
        if isinstance(source.type, BagOf):
            one = op("bag one", card, const(source.type.bits, NUMBER), type=source.type)
            return op("-", source, one, type=source.type), op("+", target, one, type=target.type)
        one = op("bit", card, type=source.type)
        return op("minus", source, one, type=source.type), op("union", target, one, type=target.type)

    # --- Code without a stop ---------------------------------------------------------------------------------------

    def lines(self, body: tuple[Step, ...], context: Context) -> list[m.Code]:
        here = context.inside(env=dict(context.env))
        made: list[m.Code] = []
        for step in body:
            made += self.straight(step, here)
            if isinstance(step, p.Jump | p.Win | p.Rank):
                break
        return made

    def straight(self, step: Step, context: Context) -> list[m.Code]:
        """A step as structured code; `let` adds to the names of the context."""
        maker, env = self.maker, context.env
        maker.grow(1, step.span)
        match step:
            case p.Let(name, value):
                term = maker.term(value, env)
                local, bound = bind(env, name, value.type)
                env.clear()
                env.update(bound)
                return [m.Set(local, term)]
            case p.Assign(name, at, value):
                return [m.Store(name, maker.terms(at, env), maker.term(value, env))]
            case p.Require(condition, code, message):
                fine = maker.term(condition, env)
                return [m.Branch(op("not", fine, type=BOOL), (maker.fault(code, message, step.span),))]
            case p.If(condition, then, otherwise):
                test = maker.term(condition, env)
                if isinstance(test, Const):
                    return self.lines(then if test.value else otherwise, context)
                return [m.Branch(test, tuple(self.lines(then, context)), tuple(self.lines(otherwise, context)))]
            case p.For():
                return self.plain_loop(step, context)
            case p.Do(name, args):
                return self.written_out(name, args, context, step.span)
            case p.Jump(word, target):
                return self.jump(word, target, context, step.span)
            case p.Win(players, because):
                return self.win(players, because, context)
            case p.Rank():
                return self.rank(step, context)
            case p.Say(text, to):
                return [self.said(text, to, env)]
            case p.Show(zone, label, to):
                told = p.Text((*label.parts, ": ", zone))
                return [self.said(told, to, env)]
            case p.Retire(players):
                seats = SetOf(maker.player)
                left = op("minus", Load("players", type=seats), maker.term(players, env), type=seats)
                return [m.Store("players", (), left)]
            case _:
                raise AssertionError(step)

    def plain_loop(self, step: p.For, context: Context) -> list[m.Code]:
        domain = self.maker.domain(step.domain, context.env)
        local, env = bind(context.env, step.name, step.name_type)
        inner = context.inside(env=env)
        body = tuple(self.lines(step.body, inner))
        if step.where is not None:
            body = (m.Branch(self.maker.term(step.where, env), body),)
        return [m.Loop(local, step.name_type, domain, body)]

    def written_out(self, name: str, args: tuple[Term, ...], context: Context, at: Span) -> list[m.Code]:
        """A procedure without a stop, written out; its `leave` of itself is refused where it is not last."""
        info = self.program.procedures[name]
        self.maker.grow(1, at)
        env: Env = {"me": context.env["me"]} if "me" in context.env else {}
        hidden = {f" {n}": e for n, e in context.env.items()}
        made: list[m.Code] = []
        for (param, type), argument in zip(info.params, args, strict=True):
            value = self.maker.term(argument, context.env)
            local, bound = bind({**hidden, **env}, param, type)
            env[param] = bound[param]
            made.append(m.Set(local, value))
        inner = context.inside(env={**hidden, **env}, path=(*context.path, name))
        return made + self.lines(info.body, inner)

    def jump(self, word: str, target: str, context: Context, at: Span) -> list[m.Code]:
        found = context.targets.get((word, target))
        if found is None:
            raise m.MachineProblem("bad-target", f"`{target}` cannot be left or repeated from here", at)
        gone = tuple(name for scope in context.scopes[found.depth :] for name in scope)
        return [*self.clear(gone), m.Goto(found.label)]

    def said(self, text: p.Text, to: Term | None, env: Env) -> m.Emit:
        self.maker.texts.append(self.maker.template(text))
        values = tuple(self.maker.term(part, env) for part in text.parts if not isinstance(part, str))
        return m.Emit(len(self.maker.texts) - 1, values, self.maker.term(to, env) if to is not None else None)

    # --- The end ---------------------------------------------------------------------------------------------------

    def finish(self, ending: int, context: Context, because: p.Text | None) -> list[m.Code]:
        made: list[m.Code] = [m.Store("ending", (), const(ending, NUMBER))]
        if because is not None:
            made.append(evolve(self.said(because, None, context.env), to=const(m.LAST_WORDS, NUMBER)))
        gone = tuple(name for scope in context.scopes for name in scope)
        return [*made, *self.clear(gone), m.Goto(END)]

    def win(self, players: Term | None, because: p.Text | None, context: Context) -> list[m.Code]:
        player = self.maker.player
        seat = Local("seat", type=player)
        if players is None:
            place: Term = ONE
            made: list[m.Code] = []
        else:
            made = [m.Set("winners", self.maker.term(players, context.env))]
            lucky = op("has", Local("winners", type=SetOf(player)), seat, type=BOOL)
            place = op("if", lucky, ONE, const(2, NUMBER), type=NUMBER)
        everybody = const((1 << player.size) - 1, SetOf(player))
        made.append(m.Loop("seat", player, everybody, (m.Store("place", (seat,), place),)))
        return made + self.finish(2 if players is None else 1, context, because)

    def rank(self, step: p.Rank, context: Context) -> list[m.Code]:
        """Places by keys: one more than the number of players who are strictly better."""
        maker, player = self.maker, self.maker.player
        seats = SetOf(player)
        local, env = bind(context.env, step.name, player)
        group = maker.term(step.domain, context.env)
        if step.where is not None:
            group = maker.term(Fold("all", step.name, player, step.domain, step.where, type=seats), context.env)
        better = self.better(step, context)
        one, other = Local(local, type=player), Local("rival", type=player)
        everybody = const((1 << player.size) - 1, seats)
        ranked = Local("ranked", type=seats)
        extra = tuple(Local(n, type=t) for n, t in free_locals(context.env))
        ahead = op("has", ranked, other, type=BOOL)
        beaten = op("and", ahead, Call(better, (other, one, *extra), type=BOOL), type=BOOL)
        inside = op("has", ranked, one, type=BOOL)
        place = Local("place", type=NUMBER)
        body: tuple[m.Code, ...] = (
            m.Set("place", ONE),
            m.Loop("rival", player, everybody, (m.Branch(beaten, (m.Set("place", op("+", place, ONE, type=NUMBER)),)),)),
            m.Store("place", (one,), place),
            m.Store("score", (one,), maker.term(step.keys[0].of, env)),
        )
        last = (m.Store("place", (one,), op("+", op("size", ranked, type=NUMBER), ONE, type=NUMBER)),)
        made: list[m.Code] = [m.Set("ranked", group), m.Loop(local, player, everybody, (m.Branch(inside, body, last),))]
        return made + self.finish(3, context, None)

    def better(self, step: p.Rank, context: Context) -> str:
        player = self.maker.player
        free = free_locals(context.env)
        body: list[m.Code] = []
        for number, key in enumerate(step.keys):
            values: list[Local] = []
            for side in ("a", "b"):
                env = {**context.env, step.name: Local(f"{side}_seat", type=player)}
                name = f"{side}{number}"
                body.append(m.Set(name, self.maker.term(key.of, env)))
                values.append(Local(name, type=key.of.type))
            a, b = values if key.highest else reversed(values)
            body.append(m.Branch(op("<", b, a, type=BOOL), (m.Return(YES),)))
            body.append(m.Branch(op("<", a, b, type=BOOL), (m.Return(NO),)))
        body.append(m.Return(NO))
        params = (("a_seat", player), ("b_seat", player), *free)
        return self.maker.add("better", params, tuple(body))


def leaves(body: tuple[Step, ...], name: str) -> bool:
    """Whether a procedure is left from inside, which needs a state behind it."""
    for step in body:
        match step:
            case p.Jump("leave", target):
                if target == name:
                    return True
            case p.If(_, then, otherwise):
                if leaves(then + otherwise, name):
                    return True
            case p.For():
                if leaves(step.body, name):
                    return True
            case _:
                pass
    return False
