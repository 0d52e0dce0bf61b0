"""What stands at the left margin: names first, then options, kinds, tokens, dice, zones, variables."""

from __future__ import annotations

from attrs import evolve

from astro_referee.grammar import tree
from astro_referee.grammar.source import NOWHERE
from astro_referee.interpreter.check import expressions, fixed, kinds, phrases, wording
from astro_referee.interpreter.check.scope import BUILTIN_FUNCTIONS, BUILTIN_NAMES, Bound, Checker, Symbol
from astro_referee.interpreter.program import FieldInfo, KindInfo, OptionInfo, RulingInfo
from astro_referee.interpreter.terms import Const, Load, Local, Term, walk
from astro_referee.interpreter.types import (
    WRONG,
    BagOf,
    Base,
    Bool,
    Either,
    Int,
    ListOf,
    Member,
    SetOf,
    TextType,
    Type,
    Wrong,
    lowest,
    size,
)

SORTS: dict[type, str] = {
    tree.Option: "option",
    tree.Kind: "kind",
    tree.Grid: "kind",
    tree.Card: "kind",
    tree.Token: "kind",
    tree.Table: "kind",
    tree.Die: "field",
    tree.Zone: "field",
    tree.Var: "field",
    tree.Def: "def",
    tree.Procedure: "procedure",
}
LARGEST_TABLE = 100_000
"""Entries in one variable kept for each of several; a state must stay cheap to copy."""


def declare(c: Checker) -> None:
    """Reads every declaration that is not flow."""
    names(c)
    for item in c.file.items:
        match item:
            case tree.Option():
                option(c, item)
            case tree.Ruling(name, text, source):
                if name.word in c.rulings:
                    c.error("twice", f"there are two rulings called `{name.word}`", name.span)
                c.rulings[name.word] = RulingInfo(name.word, text, source, span=name.span)
    components(c)
    for item in c.file.items:
        match item:
            case tree.Zone():
                zone(c, item)
            case tree.Die():
                die(c, item)
    for item in c.file.items:
        if isinstance(item, tree.Var):
            variable(c, item)
    for item in c.file.items:
        if isinstance(item, tree.Zone | tree.Var):
            seen_by(c, item)


def names(c: Checker) -> None:
    """Every name that is declared; a second declaration of one name is an error at the second place."""
    for item in c.file.items:
        sort = SORTS.get(type(item))
        if sort is None or isinstance(item, tree.Ruling | tree.Phase | tree.Move | tree.End):
            continue
        name = item.name
        taken = c.symbols.get(name.word)
        if name.word == "player" and isinstance(item, tree.Kind) and item.word == "player":
            c.symbols["player"] = Symbol("kind", "player", name.span)
            continue
        if name.word in BUILTIN_NAMES or name.word in BUILTIN_FUNCTIONS or name.word in ("player", "bool", "Direction"):
            c.error("shadowed", f"`{name.word}` has a meaning of its own in Astro", name.span, "choose another name")
            continue
        if taken is not None:
            line = c.source.place(taken.span.start)[0]
            c.error(
                "twice",
                f"`{name.word}` is declared twice",
                name.span,
                "choose another name",
                f"the first one: line {line}",
            )
            continue
        c.symbols[name.word] = Symbol(sort, name.word, name.span)
        match item:
            case tree.Def():
                c.def_nodes[name.word] = item
            case tree.Procedure():
                c.procedure_nodes[name.word] = item


def option(c: Checker, node: tree.Option) -> None:
    word = node.name.word
    type = fixed.resolve_type(c, node.type)
    if word in c.options or c.symbols.get(word) is None or c.symbols[word].span != node.name.span:
        return
    default: int | str | None = lowest(type)
    if node.value is not None:
        default = fixed.constant(c, expressions.of_type(c, node.value, type, f"option `{word}`"))
    if not isinstance(type, Bool | Int | Member):
        if not isinstance(type, Wrong):
            c.error("bad-type", "an option is a yes or no, a number or a member of a kind", node.type.span)
        type = WRONG
    value = c.chosen.get(word, default if isinstance(default, int) else 0)
    c.options[word] = OptionInfo(word, type, default if isinstance(default, int) else 0, value, node.docs)
    c.tables[f"option {word}"] = (type, (value,))


def components(c: Checker) -> None:
    """Kinds of all shapes, and the fields that tell where tokens are."""
    if "player" not in c.symbols:
        c.symbols["player"] = Symbol("kind", "player", NOWHERE)
        seats = tuple(f"P{i + 1}" for i in range(c.seats))
        c.kinds["player"] = KindInfo("player", "player", seats)
        for index, seat in enumerate(seats):
            c.symbols.setdefault(seat, Symbol("member", "player", NOWHERE, index))
    if any(isinstance(item, tree.Grid) for item in c.file.items):
        c.kinds["Direction"] = KindInfo("Direction", "kind", tuple(kinds.DIRECTIONS))
        c.symbols["Direction"] = Symbol("kind", "Direction", NOWHERE)
        for index, way in enumerate(kinds.DIRECTIONS):
            c.symbols.setdefault(way, Symbol("member", "Direction", NOWHERE, index))
    for item in c.file.items:
        if isinstance(item, tree.Kind | tree.Grid | tree.Card | tree.Token | tree.Table):
            kinds.kind_of(c, item.name.word)
    for item in c.file.items:
        if isinstance(item, tree.Token) and item.name.word in c.kinds:
            token(c, item)
    if any(has(item, tree.Retire) for item in c.file.items):
        full = Const((1 << c.seats) - 1, type=c.player_set)
        c.fields["players"] = FieldInfo("players", "builtin", c.player_set, initial=full)


def has(node: object, sort: type) -> bool:
    """Whether a kind of node occurs anywhere in a piece of the tree."""
    todo = [node]
    while todo:
        here = todo.pop()
        if isinstance(here, sort):
            return True
        if isinstance(here, tuple):
            todo.extend(here)
        elif isinstance(here, tree.Node):
            todo.extend(getattr(here, a.name) for a in here.__attrs_attrs__)
    return False


def token(c: Checker, node: tree.Token) -> None:
    info = c.kinds[node.name.word]
    there = kinds.kind_of(c, node.on.word)
    if there is None or there.shape in ("card", "token"):
        known = [k for k, i in c.kinds.items() if i.shape not in ("card", "token")]
        c.unknown(node.on.word, node.on.span, known, "a token stands on the members of a kind, ring or grid")
        there = KindInfo("player", "player", c.kinds["player"].members)
    c.used.add(there.name)
    place = Either(Member(there.name, len(there.members)), ("none",))
    name = f"{info.name}.at"
    owner = Member(info.name, len(info.members))
    off = Const(c.code("none", place.of), type=place)
    c.fields[name] = FieldInfo(name, "token", place, (owner,), off, docs=node.docs, span=node.name.span)


def indices(c: Checker, per: tuple[tree.Expr, ...]) -> tuple[Base, ...]:
    """What a zone or variable is kept for: kinds and spans."""
    bases: list[Base] = []
    total = 1
    for node in per:
        type, _ = fixed.fixed_domain(c, node)
        assert isinstance(type, Bool | Int | Member)
        bases.append(type)
        total *= size(type)
    if total > LARGEST_TABLE:
        c.error("too-large", f"this would keep {total} values (at most {LARGEST_TABLE})", per[0].span)
        return ()
    return tuple(bases)


def audience(c: Checker, node: tree.Expr | None, bases: tuple[Base, ...]) -> Term | None:
    """Who sees a field, as a set of players; None is everyone."""
    if node is None:
        return None
    from astro_referee.interpreter.check import steps

    with c.scope():
        if bases and bases[0] == c.player:
            c.scopes[-1]["owner"] = Bound(Local("owner", type=c.player), NOWHERE, used=True)
        elif phrases.mentions(node, "owner"):
            c.error(
                "no-owner",
                "this belongs to nobody, so there is no `owner`",
                node.span,
                "write `for each player` before the colon",
            )
            return None
        if isinstance(node, tree.Name) and node.word == "others":
            c.error(
                "wrong-audience",
                "`others` means all but the player who is asked",
                node.span,
                "write `everyone - {owner}`",
            )
            return None
        term = steps.players(c, node)
    if isinstance(term.type, Wrong):
        return None
    return None if term == Const((1 << c.seats) - 1, type=c.player_set) else term


def seen_by(c: Checker, node: tree.Zone | tree.Var) -> None:
    """Who sees a field is read last, since it may depend on variables; those must be open to all."""
    info = c.fields.get(node.name.word)
    if info is None or info.span != node.name.span or node.audience is None:
        return
    term = audience(c, node.audience, info.indices)
    for part in walk(term) if term is not None else []:
        if isinstance(part, Load) and c.fields[part.field].audience is not None:
            c.error("wrong-audience", f"who sees this would tell all about `{part.field}`", node.audience.span)
    c.fields[info.name] = evolve(info, audience=term)


def zone(c: Checker, node: tree.Zone) -> None:
    word = node.name.word
    info = c.kinds.get(node.of.word)
    if info is None or info.shape != "card":
        c.unknown(
            node.of.word, node.of.span, [k for k, i in c.kinds.items() if i.shape == "card"], "a zone holds cards"
        )
        c.symbols[word] = Symbol("broken", word, node.name.span)
        return
    if c.symbols.get(word) is None or c.symbols[word].span != node.name.span:
        return
    c.used.add(info.name)
    if node.audience is None:
        c.error(
            "no-audience",
            f"it is not said who sees `{word}`",
            node.name.span,
            "add `, seen by everyone`, `owner` or `nobody`",
        )
    cards = Member(info.name, len(info.members))
    type: Type = SetOf(cards) if info.copies == 1 else BagOf(cards, info.copies.bit_length())
    bases = indices(c, node.per)
    c.fields[word] = FieldInfo(
        word, "zone", type, bases, Const(0, type=type), None, node.pile, node.docs, span=node.name.span
    )


def die(c: Checker, node: tree.Die) -> None:
    word = node.name.word
    if c.symbols.get(word) is None or c.symbols[word].span != node.name.span:
        return
    faces = kinds.expand_members(c, node.members)
    numbers = [int(f) for f in faces if f.isdigit()]
    type: Type
    if len(numbers) == len(faces):
        type = Int(min(numbers), max(numbers))
        values = numbers
    else:
        first = next(f for f in faces if not f.isdigit())
        symbol = kinds.find_member(c, first)
        if symbol is None:
            known = [s for s, there in c.symbols.items() if there.sort == "member"]
            c.unknown(first, node.members[0].span, known, "the faces of a die are numbers or members of one kind")
            c.symbols[word] = Symbol("broken", word, node.name.span)
            return
        type = Member(symbol.name, len(c.kinds[symbol.name].members))
        c.used.add(symbol.name)
        members = c.kinds[symbol.name].members
        wrong = [f for f in faces if f not in members]
        if wrong:
            c.error("wrong-type", f"`{wrong[0]}` is no {symbol.name}", node.name.span, wording.wants(c, type))
        values = [members.index(f) for f in faces if f in members]
    weights: dict[int, int] = {}
    for value in values:
        weights[value] = weights.get(value, 0) + 1
    c.dice[word] = tuple(sorted(weights.items()))
    start = Const(min(weights, default=0), type=type)
    c.fields[word] = FieldInfo(word, "die", type, (), start, docs=node.docs, span=node.name.span)


def variable(c: Checker, node: tree.Var) -> None:
    word = node.name.word
    if c.symbols.get(word) is None or c.symbols[word].span != node.name.span:
        return
    type = fixed.resolve_type(c, node.type)
    if isinstance(type, Wrong | ListOf | TextType):
        c.symbols[word] = Symbol("broken", word, node.name.span)
        return
    initial = Const(lowest(type), type=type)
    if isinstance(type, Either) and node.value is None and "none" in type.words:
        initial = Const(c.code("none", type.of), type=type)
    if node.value is not None:
        term = expressions.of_type(c, node.value, type, f"`{word}`")
        value = fixed.constant(c, term)
        if isinstance(value, int):
            initial = Const(value, type=type)
        elif not isinstance(term.type, Wrong):
            c.error(
                "not-fixed",
                f"what `{word}` starts with must be known before the game starts",
                node.value.span,
                "use numbers, members and options; store the rest in `begin`",
            )
    bases = indices(c, node.per)
    c.fields[word] = FieldInfo(word, "var", type, bases, initial, docs=node.docs, span=node.name.span)
