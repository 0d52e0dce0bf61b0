"""Getting at things: `card.suit`, `hand[me]`, `worth(card)`, `min(a, b)`, `Cell.lines(3)`."""

from __future__ import annotations

from attrs import evolve

from astro_referee.grammar import tree
from astro_referee.grammar.problems import did_you_mean
from astro_referee.grammar.source import Span
from astro_referee.interpreter.check import boards, definitions, expressions, fixed, kinds, operators, wording
from astro_referee.interpreter.check.scope import BUILTIN_FUNCTIONS, Checker
from astro_referee.interpreter.folding import const, number_range, op
from astro_referee.interpreter.program import KindInfo
from astro_referee.interpreter.terms import Call, Const, Fold, Load, Local, Lookup, Possible, Term
from astro_referee.interpreter.types import (
    BOOL,
    BagOf,
    Bool,
    Either,
    Int,
    ListOf,
    Member,
    SetOf,
    TextType,
    Type,
    Wrong,
    either,
    plain,
    size,
    words,
)

# --- Fields ---------------------------------------------------------------------------------------------------


def field_of(c: Checker, node: tree.FieldOf) -> Term:
    term = expressions.expression(c, node.of)
    base = plain(term.type)
    match base:
        case Wrong():
            return expressions.wrong(node.span)
        case SetOf() | BagOf() | ListOf():
            term = expressions.solid(c, node.of, term)
            if node.name.word == "size" and not isinstance(term.type, Wrong):
                return size_of(term, node.span)
            c.error("unknown-field", f"a set has no `{node.name.word}`", node.name.span, "it has: size")
        case Member(kind, _):
            bare = evolve(term, type=base)
            found = member_field(c, node, c.kinds[kind], bare)
            if found is not None and isinstance(term.type, Either):
                return passing_none(c, term, found, node)
            if found is not None:
                return found
        case _:
            c.error("unknown-field", f"{wording.describe(c, base)} has no `{node.name.word}`", node.name.span)
    return expressions.wrong(node.span)


def size_of(term: Term, at: Span) -> Term:
    """How many things a set, bag or list holds."""
    match term.type:
        case SetOf(of):
            return op("size", term, type=Int(0, size(of)), at=at)
        case BagOf(of, bits):
            most = of.size * (2**bits - 1)
            return op(
                "bag size",
                term,
                const(bits, Int(bits, bits)),
                const(of.size, Int(0, of.size)),
                type=Int(0, most),
                at=at,
            )
        case ListOf(_, most):
            return op("length", term, type=Int(0, most), at=at)
        case _:
            return expressions.wrong(at)


def passing_none(c: Checker, term: Term, found: Term, node: tree.FieldOf) -> Term:
    """A field of none is none."""
    if set(words(term.type)) != {"none"}:
        expressions.solid(c, node.of, term)
        return expressions.wrong(node.span)
    result = either(found.type, "none")
    if not isinstance(result, Either):
        expressions.solid(c, node.of, term)
        return expressions.wrong(node.span)
    nothing = const(c.code("none", result.of), result)
    is_none = op("is", term, const(c.code("none", plain(term.type)), term.type), type=BOOL)
    return op("if", is_none, nothing, found, type=result, at=node.span)


def member_field(c: Checker, node: tree.FieldOf, info: KindInfo, term: Term) -> Term | None:
    word, at = node.name.word, node.span
    count = len(info.members)
    if word in info.columns:
        column_type = info.columns[word][0]
        if isinstance(column_type, TextType):
            column_type = TextType(f"{info.name}.{word}")
        c.used.add(f"{info.name}.{word}")
        return lookup(c, f"{info.name}.{word}", term, column_type, at)
    if word == "index":
        return evolve(term, type=Int(0, count - 1), span=at)
    if word in ("next", "previous"):
        return neighbour(c, info, term, 1 if word == "next" else -1, at)
    if word == "at" and info.shape == "token":
        c.used.add(info.name)
        return Load(f"{info.name}.at", (term,), type=c.fields[f"{info.name}.at"].type, span=at)
    if word == "neighbours" and info.shape == "grid":
        return lookup(c, boards.neighbours_table(c, info), term, SetOf(Member(info.name, count)), at)
    known = [*info.columns, "next", "previous", "index"]
    known += ["at"] if info.shape == "token" else ["neighbours"] if info.shape == "grid" else []
    label = did_you_mean(word, known)
    c.error(
        "unknown-name",
        f"nothing called `{word}` is known here",
        node.name.span,
        label,
        f"{info.name} has: {', '.join(known)}",
    )
    return None


def lookup(c: Checker, table: str, term: Term, type: Type, at: Span) -> Term:
    """An entry of a constant table, already looked up where the index is known."""
    if isinstance(term, Const) and not isinstance(type, ListOf):
        value = fixed.constant(c, Lookup(table, (term,), type=type))
        if isinstance(value, int):
            return const(value, type, at)
    return Lookup(table, (term,), type=type, span=at)


def neighbour(c: Checker, info: KindInfo, term: Term, step: int, at: Span) -> Term:
    """`.next` and `.previous`: round a ring, over players who are out, or none past the end of a kind."""
    count = len(info.members)
    type = Member(info.name, count)
    if info.name == "player" and "players" in c.fields:
        table = boards.rotation_table(c, info, clockwise=step == 1, after=True)
        seats = Lookup(table, (term,), type=ListOf(type, count))
        there = op("has", Load("players", type=SetOf(type)), Local(".seat", type=type), type=BOOL)
        found = Fold("first", ".seat", type, seats, where=there, type=Either(type, ("none",)), span=at)
        return op("solid", found, const(-1, type), type=type, at=at)
    if info.round:
        c.tables[f"{info.name} {step:+d}"] = (type, tuple((i + step) % count for i in range(count)))
        return lookup(c, f"{info.name} {step:+d}", term, type, at)
    return operators.stepped(
        c, info.name, term, op("+", term, const(step, Int(step, step)), type=Int(-1, count)), type, at
    )


# --- Indexes ----------------------------------------------------------------------------------------------------


def index(c: Checker, node: tree.Index) -> Term:
    if isinstance(node.of, tree.Name) and c.lookup(node.of.word) is None:
        word = node.of.word
        symbol = c.symbols.get(word)
        if symbol is not None:
            c.used.add(word)
        if symbol is not None and symbol.sort == "field":
            return field_at(c, node, word)
        info = kinds.kind_of(c, word)
        if info is not None:
            return member_at(c, node, info)
        if symbol is None:
            kept = [s for s, there in c.symbols.items() if there.sort in ("field", "kind")]
            c.unknown(word, node.of.span, kept)
            return expressions.wrong(node.span)
    term = expressions.expression(c, node.of)
    if not isinstance(term.type, Wrong):
        c.error("not-indexed", "only zones, variables and kinds kept for each of several take `[…]`", node.span)
    return expressions.wrong(node.span)


def field_at(c: Checker, node: tree.Index, word: str) -> Term:
    field = c.fields[word]
    if len(node.args) != len(field.indices):
        said = (
            f"`{word}` takes {len(field.indices)} between its brackets, not {len(node.args)}"
            if field.indices
            else f"there is only one `{word}`"
        )
        c.error("wrong-index", said, node.span)
        return expressions.wrong(node.span)
    at: list[Term] = []
    for argument, goal in zip(node.args, field.indices, strict=True):
        term = expressions.expression(c, argument, goal)
        term = expressions.solid(c, argument, term)
        at.append(expressions.fitted(c, argument, term, goal, f"the index of `{word}`"))
    if any(isinstance(t.type, Wrong) for t in at):
        return expressions.wrong(node.span)
    return Load(word, tuple(at), type=field.type, span=node.span)


def member_at(c: Checker, node: tree.Index, info: KindInfo) -> Term:
    """`Pawn[P1]`, `Card[hearts, 2]`, `Cell[a, 1]`, `Rank[5]`."""
    type = Member(info.name, len(info.members))
    if not info.coordinates:
        if len(node.args) == 1 and isinstance(node.args[0], tree.Name | tree.Number):
            return expressions.expression(c, node.args[0], type)
        c.error(
            "wrong-index",
            f"write a member of {info.name} between the brackets",
            node.span,
            f"{info.name} has: {wording.sample(info.members)}",
        )
        return expressions.wrong(node.span)
    if len(node.args) != len(info.coordinates):
        names = ", ".join(word for word, _ in info.coordinates)
        c.error("wrong-index", f"{info.name} takes {len(info.coordinates)} between its brackets: {names}", node.span)
        return expressions.wrong(node.span)
    terms: list[Term] = []
    for argument, (word, goal) in zip(node.args, info.coordinates, strict=True):
        terms.append(
            expressions.fitted(c, argument, expressions.expression(c, argument, goal), goal, f"`{word}` of {info.name}")
        )
    if any(isinstance(t.type, Wrong) for t in terms):
        return expressions.wrong(node.span)
    values = [fixed.constant(c, t) for t in terms]
    columns = [info.columns[word][1] for word, _ in info.coordinates]
    if None not in values:
        for number in range(len(info.members)):
            if all(column[number] == value for column, value in zip(columns, values, strict=True)):
                return const(number, type, node.span)
        c.error("no-such-member", f"there is no such {info.name}", node.span)
        return expressions.wrong(node.span)
    if any(not isinstance(goal, Bool | Int | Member) for _, goal in info.coordinates):
        c.error("wrong-index", f"this {info.name} cannot be looked up by values that change", node.span)
        return expressions.wrong(node.span)
    return boards.member_lookup(c, info, terms, node.span)


# --- Calls ------------------------------------------------------------------------------------------------------


def call(c: Checker, node: tree.Call) -> Term:
    match node.of:
        case tree.Name(word) if word == "possible":
            return possible(c, node)
        case tree.Name(word) if word in BUILTIN_FUNCTIONS:
            return builtin_call(c, node, word)
        case tree.Name(word):
            symbol = c.symbols.get(word)
            if symbol is not None and symbol.sort == "def":
                return call_def(c, node, word)
            for argument in node.args:
                expressions.expression(c, argument)
            if symbol is None:
                callable_names = [*BUILTIN_FUNCTIONS, *(s for s, there in c.symbols.items() if there.sort == "def")]
                c.error(
                    "unknown-name",
                    f"no def or function is called `{word}`",
                    node.of.span,
                    did_you_mean(word, callable_names),
                )
            elif symbol.sort == "procedure":
                c.error(
                    "not-a-value",
                    f"`{word}` is a procedure: it does something, but has no value",
                    node.of.span,
                    f"as a line of its own: `do {word}(…)`",
                )
            elif symbol.sort != "broken":
                c.error(
                    "not-callable",
                    f"`{word}` is no def, so it takes no `(…)`",
                    node.of.span,
                    "zones and variables take `[…]`",
                )
            return expressions.wrong(node.span)
        case tree.FieldOf():
            return boards.method(c, node, node.of)
        case _:
            c.error("not-callable", "only defs and functions take `(…)`", node.span)
            return expressions.wrong(node.span)


def call_def(c: Checker, node: tree.Call, word: str) -> Term:
    c.used.add(word)
    info = definitions.definition(c, word, node.of.span)
    if info is None:
        for argument in node.args:
            expressions.expression(c, argument)
        return expressions.wrong(node.span)
    args = arguments(c, node.args, info.params, word, node.span)
    if info.needs_me:
        if not c.me:
            c.error("nobody-asked", f"`{word}` speaks of `me`, but no player is asked here", node.of.span)
        c.used_me = True
        args = [Local("me", type=c.player), *args]
    if any(isinstance(a.type, Wrong) for a in args) or isinstance(info.type, Wrong):
        return expressions.wrong(node.span)
    return Call(word, tuple(args), type=info.type, span=node.span)


def arguments(
    c: Checker, given: tuple[tree.Expr, ...], params: tuple[tuple[str, Type], ...], word: str, at: Span
) -> list[Term]:
    """The arguments of a def or procedure, each brought into the type of its parameter."""
    if len(given) != len(params):
        names = ", ".join(name for name, _ in params) or "nothing"
        c.error(
            "wrong-arguments", f"`{word}` takes {len(params)} in brackets, not {len(given)}", at, f"it takes: {names}"
        )
        return [expressions.wrong(at)]
    terms: list[Term] = []
    for argument, (name, goal) in zip(given, params, strict=True):
        terms.append(
            expressions.fitted(c, argument, expressions.expression(c, argument, goal), goal, f"`{name}` of `{word}`")
        )
    return terms


def builtin_call(c: Checker, node: tree.Call, word: str) -> Term:
    at = node.span
    if word in ("min", "max"):
        terms = [expressions.number(c, a) for a in node.args]
        if len(terms) < 2:
            c.error("wrong-arguments", f"`{word}` compares two or more numbers", at)
        if len(terms) < 2 or any(isinstance(t.type, Wrong) for t in terms):
            return expressions.wrong(at)
        result = terms[0]
        for term in terms[1:]:
            assert isinstance(result.type, Int)
            assert isinstance(term.type, Int)
            result = op(word, result, term, type=number_range(word, result.type, term.type), at=at)
        return result
    if len(node.args) != 1:
        c.error("wrong-arguments", f"`{word}` takes one in brackets", at)
        return expressions.wrong(at)
    if word == "abs":
        term = expressions.number(c, node.args[0])
        if not isinstance(term.type, Int):
            return expressions.wrong(at)
        ends = (abs(term.type.low), abs(term.type.high))
        least = 0 if term.type.low <= 0 <= term.type.high else min(ends)
        return op("abs", term, type=Int(least, max(ends)), at=at)
    term = expressions.expression(c, node.args[0])
    if not isinstance(term.type, SetOf):
        if not isinstance(term.type, Wrong):
            c.error(
                "not-a-set",
                f"`{word}` needs a set, but this is {wording.describe(c, term.type)}",
                node.args[0].span,
            )
        return expressions.wrong(at)
    of = term.type.of
    ends_meet = isinstance(of, Member) and c.kinds[of.kind].round
    count = size(of)
    return op("runs", term, const(count, Int(count, count)), const(int(ends_meet), BOOL), type=Int(0, count), at=at)


def possible(c: Checker, node: tree.Call) -> Term:
    at = node.span
    if not node.args or not isinstance(node.args[0], tree.Name) or len(node.args) > 2:
        c.error("wrong-arguments", "`possible` takes the name of a move, and a player if it is not me", at)
        return expressions.wrong(at)
    word = node.args[0].word
    found = c.move_nodes.get(word, [])
    if not found:
        c.error(
            "unknown-move",
            f"there is no move called `{word}`",
            node.args[0].span,
            did_you_mean(word, list(c.move_nodes)),
        )
        return expressions.wrong(at)
    here = ".".join(c.path)
    near = [key for key, _ in found if ".".join(c.path) == key.rsplit(".", 1)[0]] or [
        key for key, _ in found if here.startswith(key.rsplit(".", 1)[0])
    ]
    keys = near or [key for key, _ in found]
    if len(keys) > 1:
        c.error(
            "unclear-move", f"there are several moves called `{word}`", node.args[0].span, "give them different names"
        )
        return expressions.wrong(at)
    player: Term
    if len(node.args) == 2:
        player = expressions.of_type(c, node.args[1], c.player, "the second of `possible`")
    else:
        player = expressions.expression(c, tree.Name("me", span=at))
    if isinstance(player.type, Wrong):
        return expressions.wrong(at)
    return Possible(keys[0], player, type=BOOL, span=at)
