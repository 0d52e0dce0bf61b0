"""Decisions and moves: who is asked, what may be chosen, the guards with their reasons, and all texts."""

from __future__ import annotations

from attrs import define, evolve, field

from astro_referee.grammar import tree
from astro_referee.grammar.problems import did_you_mean
from astro_referee.grammar.source import Span
from astro_referee.interpreter import program
from astro_referee.interpreter.check import expressions, operators, phrases, steps
from astro_referee.interpreter.check.scope import Checker
from astro_referee.interpreter.program import Guard, MoveInfo, ParamInfo, Step
from astro_referee.interpreter.terms import Choices, Fold, Load, Local, Range, Term, walk
from astro_referee.interpreter.types import Int, ListOf, Wrong, plain

MOST_SEEN = 4
"""A refusal names at most so many values that a guard saw; more would bury the reason."""

Part = tree.Move | tree.Offer | tree.Otherwise


# --- Decisions ----------------------------------------------------------------------------------------------------


def ask_me(c: Checker, parts: tuple[Part, ...]) -> list[Step]:
    """Moves that stand directly in a turn: the player whose turn it is is asked."""
    if not c.me:
        c.error(
            "nobody-asked",
            "nobody has the turn here, so nobody can be asked",
            parts[0].span,
            "write `ask …` around it, or put it into `turns`",
        )
        return []
    c.used_me = True
    return decision(c, "one", Local("me", type=c.player), parts, parts[0].span)


def ask(c: Checker, node: tree.Ask) -> list[Step]:
    parts: list[Part] = []
    for part in node.body:
        if isinstance(part, tree.Move | tree.Offer | tree.Otherwise):
            parts.append(part)
        else:
            c.error("misplaced", "inside `ask` stand only moves, `offer` and `otherwise`", part.span)
    if not any(isinstance(p, tree.Move | tree.Offer) for p in parts):
        if len(parts) == len(node.body):
            c.error("no-move", "there is nothing to choose here", node.span, "add a `move`")
        return []
    if node.manner == "one":
        who = expressions.of_type(c, node.players, c.player, "whom `ask` asks")
        who = expressions.solid(c, node.players, who)
    else:
        who = asked_set(c, node)
    kept, c.me = c.me, True
    used, c.used_me = c.used_me, False
    made = decision(c, node.manner, who, tuple(parts), node.span)
    c.me, c.used_me = kept, used
    c.forget_state()
    return [] if isinstance(who.type, Wrong) else made


def asked_set(c: Checker, node: tree.Ask) -> Term:
    """`ask together p in others where …`: the players asked, as a set."""
    assert node.name is not None
    group = steps.players(c, node.players)
    with c.scope():
        c.bind(node.name, c.player)
        c.scopes[-1][node.name.word].used = True
        where = expressions.condition(c, node.where) if node.where is not None else None
    if where is None or isinstance(where.type, Wrong) or isinstance(group.type, Wrong):
        return group
    return Fold("all", node.name.word, c.player, group, where, type=c.player_set, span=node.players.span)


def decision(c: Checker, manner: str, who: Term, parts: tuple[Part, ...], at: Span) -> list[Step]:
    keys: list[str] = []
    otherwise: tuple[Step, ...] | None = None
    for part in parts:
        match part:
            case tree.Move():
                key = c.move_keys[id(part)]
                read_move(c, part, key)
                keys.append(key)
                if manner == "together" and key in c.moves and asks_or_jumps(c.moves[key].then):
                    c.error(
                        "misplaced",
                        "what follows a secret choice may not ask, roll or go elsewhere",
                        part.name.span,
                        "do it after the `ask together`",
                    )
            case tree.Offer(names):
                keys += [key for name in names for key in offered(c, name)]
            case tree.Otherwise(body):
                if otherwise is not None:
                    c.error("twice", "there are two `otherwise` for one decision", part.span)
                otherwise = steps.block(c, body)
    words = [c.moves[k].name for k in keys if k in c.moves]
    for word in sorted({w for w in words if words.count(w) > 1}):
        c.error("twice", f"this decision has two moves called `{word}`", at)
    same_notation(c, keys)
    if not keys:
        if otherwise is not None:
            c.error("no-move", "there is an `otherwise`, but no move before it", at)
        return []
    return [program.Ask(manner, who, tuple(keys), otherwise, span=at)]


def same_notation(c: Checker, keys: list[str]) -> None:
    """Two moves of one decision must look different, or what a player types could be either."""
    shapes: dict[tuple[str, ...], MoveInfo] = {}
    for key in keys:
        move = c.moves.get(key)
        if move is None:
            continue
        shape = tuple(notation_shape(part) for part in move.notation.parts if part)
        other = shapes.setdefault(shape, move)
        if other is not move and other.name != move.name:
            c.error(
                "same-notation",
                f"`{move.name}` and `{other.name}` would be written alike",
                move.notation.span,
                "give one of them another `as`",
            )


def notation_shape(part: str | Term) -> str:
    """A piece of text, or the sort of thing that stands there."""
    if isinstance(part, str):
        return " ".join(part.casefold().replace("_", " ").split())
    base = plain(part.type)
    return "{number}" if isinstance(base, Int) else f"{{{base}}}"


def asks_or_jumps(body: tuple[Step, ...]) -> bool:
    """Whether steps stop to ask or roll, or go elsewhere, themselves."""
    for step in body:
        match step:
            case program.If(_, then, otherwise):
                if asks_or_jumps(then) or asks_or_jumps(otherwise):
                    return True
            case program.For():
                if asks_or_jumps(step.body):
                    return True
            case (
                program.Let() | program.Assign() | program.Require() | program.Say() | program.Show() | program.Retire()
            ):
                pass
            case _:
                return True
    return False


def offered(c: Checker, name: tree.Name) -> list[str]:
    """A move that stands at the left margin, offered here."""
    top = {node.name.word: c.move_keys[id(node)] for node in c.file.items if isinstance(node, tree.Move)}
    if name.word not in top:
        c.error(
            "unknown-move",
            f"no move at the left margin is called `{name.word}`",
            name.span,
            did_you_mean(name.word, list(top)),
        )
        return []
    c.used.add(f"move {name.word}")
    key = top[name.word]
    for jump, target, span in c.free_jumps.get(key, []):
        steps.jump_target(c, jump, target, span, f"offered in line {c.source.place(name.span.start)[0]}")
    return [key]


# --- Moves --------------------------------------------------------------------------------------------------------


@define
class Leaning:
    """Which guards lean on what earlier lines have settled; when one of those fails, they say nothing of their own."""

    params: frozenset[tuple[tree.Expr, str]]
    guards: list[frozenset[tuple[tree.Expr, str]]] = field(factory=list)
    lets: dict[str, set[int]] = field(factory=dict)

    def settled(self, facts: set[tuple[tree.Expr, str]], terms: list[Term]) -> set[int]:
        """Numbers of the guards leaned on; -1 stands for the tests of the parameters."""
        found = {number for number, learnt in enumerate(self.guards) if learnt & facts}
        found |= {-1} if self.params & facts else set()
        names = {t.name for term in terms for t in walk(term) if isinstance(t, Local)}
        return found.union(*(needs for name, needs in self.lets.items() if name in names))

    def let(self, name: str, facts: set[tuple[tree.Expr, str]], term: Term) -> None:
        self.lets[name] = self.settled(facts, [term])

    def guard(self, learnt: frozenset[tuple[tree.Expr, str]]) -> None:
        self.guards.append(learnt)

    def needed(self, c: Checker, made: list[Guard]) -> list[Guard]:
        done: list[Guard] = []
        for one in made:
            told = [part for part in one.reason.parts if not isinstance(part, str)] if one.reason is not None else []
            needs = self.settled(c.leaned, [one.condition, *told, *(term for _, term in one.seen)])
            done.append(evolve(one, needs=tuple(sorted(needs))))
        return done


def read_move(c: Checker, node: tree.Move, key: str) -> None:
    kept, c.in_move = c.in_move, key
    facts = c.facts
    with c.scope():
        params = tuple(p for param in node.params if (p := read_param(c, param)) is not None)
        parts: list[program.Let | Guard] = []
        known = c.facts
        leaning = Leaning(known - facts)
        for part in node.parts:
            c.leaned = set()
            match part:
                case tree.Let(name, value):
                    term = expressions.expression(c, value)
                    c.bind(name, term.type)
                    if not isinstance(term.type, Wrong):
                        parts.append(program.Let(name.word, term, span=part.span))
                        leaning.let(name.word, c.leaned, term)
                case tree.When(condition, reason):
                    parts += leaning.needed(c, guard(c, condition, reason, "", part))
                    learnt = operators.learnt(c, condition, True)
                    leaning.guard(learnt - c.facts)
                    c.facts |= learnt
                case tree.Must(maximise, condition, reason):
                    duty = "maximise" if maximise else "if able"
                    parts += leaning.needed(c, guard(c, condition, reason, duty, part))
                    leaning.guard(frozenset())
        about = text(c, node.about) if node.about is not None else None
        c.facts, everything = known, c.facts  # a refused move is written down too
        notation = text(c, node.notation) if node.notation is not None else plain_notation(node, params)
        c.facts = everything
        c.path.append(node.name.word)
        c.in_move = None
        then = steps.block(c, node.then)
        c.path.pop()
        for param in node.params:
            if param.name.word in c.scopes[-1]:
                c.scopes[-1][param.name.word].used = True
    c.in_move = kept
    c.facts = facts
    tags = tuple(tag.name for tag in node.tags)
    c.moves[key] = MoveInfo(node.name.word, key, params, notation, about, tuple(parts), then, tags, span=node.name.span)


def read_param(c: Checker, node: tree.Param) -> ParamInfo | None:
    group, type = phrases.domain(c, node.domain)
    c.bind(node.name, type)
    where = None
    if node.where is not None:
        where = expressions.condition(c, node.where)
        c.facts |= operators.learnt(c, node.where, True)
    if isinstance(type, Wrong) or (where is not None and isinstance(where.type, Wrong)):
        return None
    if isinstance(type, ListOf):
        c.error("bad-type", "a player cannot choose a list", node.domain.span)
        return None
    return ParamInfo(node.name.word, type, group, where, outside(c, node, group), span=node.span)


def outside(c: Checker, node: tree.Param, group: Range | Choices | Term) -> program.Text:
    """Why a value is refused that the domain of a parameter does not hold."""
    name = Local(node.name.word, type=c.scopes[-1][node.name.word].term.type)
    match group:
        case Range(low, high):
            parts: tuple[str | Term, ...] = (name, " is not between ", low, " and ", high)
        case Load(field, at) if c.fields[field].sort == "zone":
            if at and at[0] == Local("me", type=c.player):
                parts = (name, f" is not in your {field}")
            elif at:
                parts = (name, f" is not in the {field} of ", at[0])
            else:
                parts = (name, f" is not in the {field}")
        case Choices():
            parts = (name, f" is not {c.source.slice(node.domain.span)}")
        case _:
            parts = (name, f" is not in {c.source.slice(node.domain.span)}")
    return program.Text(parts, span=node.span)


def guard(
    c: Checker, condition: tree.Expr, reason: tree.Text | None, duty: str, node: tree.When | tree.Must
) -> list[Guard]:
    term = expressions.number(c, condition) if duty == "maximise" else expressions.condition(c, condition)
    said = text(c, reason) if reason is not None else None
    if isinstance(term.type, Wrong):
        return []
    source = c.source.slice(condition.span)
    tags = tuple(tag.name for tag in node.tags)
    return [Guard(term, said, source, seen(c, condition), duty, tags, span=condition.span)]


def seen(c: Checker, node: tree.Expr) -> tuple[tuple[str, Term], ...]:
    """The values a guard looks at, to be named when it fails."""
    found: list[tuple[str, Term]] = []
    with c.trial():
        for operand in operands(node):
            term = expressions.expression(c, operand)
            shown = c.source.slice(operand.span)
            if isinstance(term.type, Wrong | ListOf) or any(shown == said for said, _ in found):
                continue
            found.append((shown, term))
    return tuple(found[:MOST_SEEN])


def operands(node: tree.Expr) -> list[tree.Expr]:
    match node:
        case tree.Not(of):
            return operands(of)
        case tree.Binary("and" | "or", left, right):
            return operands(left) + operands(right)
        case tree.Binary(_, left, right):
            return operands(left) + operands(right)
        case tree.Name("me" | "players" | "others" | "everyone" | "nobody"):
            return []
        case tree.Name() | tree.Index() | tree.FieldOf() | tree.Call():
            return [node] if not constant_name(node) else []
        case _:
            return []


def constant_name(node: tree.Expr) -> bool:
    """Whether a name is that of a member, which says nothing new."""
    return isinstance(node, tree.Name) and node.word[:1].isupper()


def plain_notation(node: tree.Move, params: tuple[ParamInfo, ...]) -> program.Text:
    parts: list[str | Term] = [node.name.word.replace("_", " ")]
    for param in params:
        parts += [" ", Local(param.name, type=param.type)]
    return program.Text(tuple(parts), span=node.name.span)


# --- Texts --------------------------------------------------------------------------------------------------------


def text(c: Checker, node: tree.Text) -> program.Text:
    """A text with its holes as terms."""
    parts: list[str | Term] = []
    for part in node.parts:
        if isinstance(part, str):
            parts.append(part)
            continue
        term = expressions.expression(c, part)
        if isinstance(term.type, Wrong):
            parts.append("?")
        else:
            parts.append(term)
    return program.Text(tuple(parts), span=node.span)
