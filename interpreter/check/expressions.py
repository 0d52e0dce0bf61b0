"""Expressions: a piece of syntax tree and the type expected there in, a typed term out."""

from __future__ import annotations

from typing import assert_never

from attrs import evolve

from astro_referee.grammar import tree
from astro_referee.grammar.source import Span
from astro_referee.interpreter.check import access, kinds, operators, phrases, wording
from astro_referee.interpreter.check.scope import BUILTIN_FUNCTIONS, Checker
from astro_referee.interpreter.folding import bit_of, const, op, truth
from astro_referee.interpreter.terms import Const, Load, Local, Lookup, Term
from astro_referee.interpreter.types import (
    BOOL,
    WRONG,
    BagOf,
    Bool,
    Either,
    Int,
    Member,
    SetOf,
    Type,
    Wrong,
    element,
    join,
    plain,
    same_base,
    without,
    words,
)

COMPARES = {"is", "is not", "<", "<=", ">", ">="}


def expression(c: Checker, node: tree.Expr, expected: Type | None = None) -> Term:
    """The typed term for an expression. Where a number or word could be several things, `expected` decides."""
    term = _expression(c, node, expected)
    gone = {word for fact, word in c.facts if fact == node}
    if gone and isinstance(term.type, Either):
        c.leaned |= {(node, word) for word in gone}
        term = evolve(term, type=without(term.type, gone))
    return term


def _expression(c: Checker, node: tree.Expr, expected: Type | None) -> Term:
    match node:
        case tree.Number(value):
            return literal_number(c, node, value, expected)
        case tree.Literal():
            return literal(c, node, expected)
        case tree.Name():
            return name(c, node, expected)
        case tree.SetOf():
            return set_literal(c, node, expected)
        case tree.FieldOf():
            return access.field_of(c, node)
        case tree.Index():
            return access.index(c, node)
        case tree.Call():
            return access.call(c, node)
        case tree.Not(of):
            return op("not", condition(c, of), type=BOOL, at=node.span)
        case tree.Signed(of):
            inner = number(c, of)
            kind = inner.type
            if not isinstance(kind, Int):
                return wrong(node.span)
            return op("neg", inner, type=Int(-kind.high, -kind.low), at=node.span)
        case tree.Binary(operator, _, _):
            if operator in ("and", "or"):
                return operators.joined(c, node)
            if operator in COMPARES:
                return operators.comparison(c, node)
            if operator in ("in", "not in"):
                return operators.membership(c, node)
            return operators.arithmetic(c, node, expected)
        case tree.SpanOf():
            c.error("span-alone", "a span can be gone through or tested with `in`, but it is no value", node.span)
            return wrong(node.span)
        case tree.Subsets():
            c.error("span-alone", "the subsets of a set can be gone through, but they are no value", node.span)
            return wrong(node.span)
        case tree.Around():
            return phrases.around(c, node)
        case tree.Phrase():
            return phrases.phrase(c, node)
        case tree.Item():
            return phrases.item(c, node)
        case tree.After():
            return phrases.after(c, node)
        case _:
            assert_never(node)


def wrong(at: Span) -> Term:
    return Const(0, type=WRONG, span=at)


# --- What an expression must be -----------------------------------------------------------------------------------


def condition(c: Checker, node: tree.Expr) -> Term:
    """An expression that must be yes or no."""
    term = expression(c, node, BOOL)
    if not isinstance(term.type, Bool | Wrong):
        hint = "compare it with something" if isinstance(plain(term.type), Int | Member | SetOf) else ""
        c.error("not-a-condition", f"this is {wording.describe(c, term.type)}, not a yes or no", node.span, hint)
        return wrong(node.span)
    return term


def number(c: Checker, node: tree.Expr) -> Term:
    """An expression that must be a number."""
    term = solid(c, node, expression(c, node, None))
    if not isinstance(term.type, Int | Wrong):
        c.error("not-a-number", f"a number must stand here, but this is {wording.describe(c, term.type)}", node.span)
        return wrong(node.span)
    return term


def solid(c: Checker, node: tree.Expr, term: Term) -> Term:
    """The term, reported if it may still be `none` or another extra word."""
    if isinstance(term.type, Either):
        listed = " or ".join(f"`{w}`" for w in term.type.words)
        c.error(
            "may-be-none",
            f"`{c.source.slice(node.span)}` may be {listed} here",
            node.span,
            "say before what happens then",
            f"for example: `when {c.source.slice(node.span)} is not {term.type.words[0]} else …`",
        )
        return evolve(term, type=WRONG)
    return term


def of_type(c: Checker, node: tree.Expr, goal: Type, what: str) -> Term:
    """An expression whose value must belong to a type; numbers that may lie outside are checked in play."""
    term = expression(c, node, goal)
    return fitted(c, node, term, goal, what)


def fitted(c: Checker, node: tree.Expr, term: Term, goal: Type, what: str) -> Term:
    """The term brought into a type; a mistake if it never fits, a test in play if it only sometimes does."""
    if isinstance(term.type, Wrong) or isinstance(goal, Wrong):
        return term
    if not same_base(term.type, goal):
        c.error(
            "wrong-type",
            f"{what} is {wording.describe(c, goal)}, but this is {wording.describe(c, term.type)}",
            node.span,
        )
        return wrong(node.span)
    term = recoded(term, goal)
    base, aim = plain(term.type), plain(goal)
    surplus = [w for w in words(term.type) if w not in words(goal)]
    if isinstance(base, Int) and isinstance(aim, Int) and not surplus and not words(term.type):
        if base.high < aim.low or base.low > aim.high:
            c.error(
                "out-of-range",
                f"{what} is {wording.describe(c, goal)}; {wording.shown_range(base)} never fits",
                node.span,
            )
            return wrong(node.span)
        if base.low < aim.low or base.high > aim.high:
            return op("within", term, const(aim.low, aim), const(aim.high, aim), type=aim, at=node.span)
        return term
    if surplus:
        if isinstance(node, tree.Literal):
            c.error("wrong-type", f"{what} is {wording.describe(c, goal)}, never {surplus[0]}", node.span)
        codes = [const(c.code(w, base), base) for w in surplus]
        term = op("solid", term, *codes, type=without(term.type, set(surplus)), at=node.span)
    return term


def recoded(term: Term, goal: Type) -> Term:
    """A set of numbers shifted so that its bits mean what they mean in the goal."""
    have, want = plain(term.type), plain(goal)
    if isinstance(have, SetOf) and isinstance(want, SetOf) and isinstance(have.of, Int) and isinstance(want.of, Int):
        shift = have.of.low - want.of.low
        if shift > 0:
            return op("*", term, const(1 << shift, have), type=want, at=term.span)
        if shift < 0:
            return op("/", term, const(1 << -shift, have), type=want, at=term.span)
    return term


# --- Literals and names -------------------------------------------------------------------------------------------


def literal_number(c: Checker, node: tree.Number, value: int, expected: Type | None) -> Term:
    base = plain(expected) if expected is not None else None
    if isinstance(base, Member):
        index = kinds.member_index(c, base, str(value))
        if index is not None:
            return const(index, base, node.span)
        members = c.kinds[base.kind].members
        c.error(
            "wrong-type",
            f"{value} is no member of {base.kind}",
            node.span,
            f"{base.kind} has: {wording.sample(members)}",
        )
        return wrong(node.span)
    return const(value, Int(value, value), node.span)


def literal(c: Checker, node: tree.Literal, expected: Type | None) -> Term:
    match node.word:
        case "yes" | "no":
            return truth(node.word == "yes", node.span)
        case "none":
            base = plain(expected) if expected is not None else WRONG
            if isinstance(base, Bool | Int | Member | SetOf):
                return const(c.code("none", base), Either(base, ("none",)), node.span)
            if not isinstance(base, Wrong):
                c.error("wrong-type", f"{wording.describe(c, base)} is never none", node.span)
            elif expected is None:
                c.error("bare-none", "it is not clear what `none` is none of here", node.span)
            return wrong(node.span)
        case _:
            base = plain(expected) if expected is not None else WRONG
            if isinstance(base, SetOf | BagOf):
                return const(0, base, node.span)
            if expected is None or not isinstance(base, Wrong):
                c.error("wrong-type", "only sets and zones can be empty", node.span)
            return wrong(node.span)


def name(c: Checker, node: tree.Name, expected: Type | None) -> Term:
    word = node.word
    bound = c.lookup(word)
    if bound is not None:
        bound.used = True
        if isinstance(bound.term, Local) and word == "owner":
            return bound.term
        return evolve(bound.term, span=node.span)
    if expected is not None:
        base = plain(expected)
        base = base.of if isinstance(base, SetOf) and not isinstance(base.of, Bool) else base
        if word in words(expected) and isinstance(expected, Either):
            return const(c.code(word, expected.of), Either(expected.of, (word,)), node.span)
        index = kinds.member_index(c, plain(expected), word)
        if index is not None:
            c.used.add(word)
            return const(index, plain(expected), node.span)
    if word in ("me", "players", "others", "everyone", "nobody"):
        return builtin(c, node)
    return symbol(c, node)


def builtin(c: Checker, node: tree.Name) -> Term:
    full = (1 << c.seats) - 1
    match node.word:
        case "everyone":
            return const(full, c.player_set, node.span)
        case "nobody":
            return const(0, c.player_set, node.span)
        case "players":
            return still_in(c, node.span)
    if not c.me:
        c.error(
            "nobody-asked", f"`{node.word}` means nothing here: no player is asked and nobody has the turn", node.span
        )
        return wrong(node.span)
    c.used_me = True
    me = Local("me", type=c.player, span=node.span)
    if node.word == "me":
        return me
    return op("minus", still_in(c, node.span), op("bit", me, type=c.player_set), type=c.player_set, at=node.span)


def still_in(c: Checker, at: Span) -> Term:
    """The players still in the game: a constant where nobody ever retires."""
    if "players" in c.fields:
        return Load("players", type=c.player_set, span=at)
    return const((1 << c.seats) - 1, c.player_set, at)


def symbol(c: Checker, node: tree.Name) -> Term:
    word, at = node.word, node.span
    there = c.symbols.get(word)
    if there is None:
        kinds.find_member(c, word)
        there = c.symbols.get(word)
    if there is None:
        if word in c.words:
            c.error("bare-word", f"`{word}` can only be compared with a value that may be `{word}`", at)
        elif word in BUILTIN_FUNCTIONS:
            c.error("not-called", f"`{word}` needs brackets: `{word}(…)`", at)
        else:
            c.unknown(word, at, c.known_names())
        return wrong(at)
    c.used.add(word)
    match there.sort:
        case "member":
            info = c.kinds[there.name]
            c.used.add(there.name)
            return const(there.index, Member(info.name, len(info.members)), at)
        case "kind":
            kind = kinds.kind_of(c, word)
            assert kind is not None
            if kind.shape == "token" and len(kind.members) == 1 and not kind.coordinates:
                return const(0, Member(word, 1), at)
            return const((1 << len(kind.members)) - 1, SetOf(Member(word, len(kind.members))), at)
        case "field":
            field = c.fields[word]
            if field.indices:
                each = " and ".join(wording.describe(c, i) for i in field.indices)
                c.error(
                    "needs-index",
                    f"there is a `{word}` for each of several",
                    at,
                    f"write `{word}[…]`",
                    f"it is kept for {each}",
                )
                return wrong(at)
            return Load(word, type=field.type, span=at)
        case "option":
            return Lookup(f"option {word}", (), type=c.options[word].type, span=at)
        case "def":
            return access.call_def(c, tree.Call(node, (), span=at), word)
        case _:
            how = {"procedure": f"a procedure is called by `do {word}`", "broken": ""}.get(there.sort, "")
            if there.sort != "broken":
                c.error("not-a-value", f"`{word}` is a {there.sort}, not a value", at, how)
            return wrong(at)


def set_literal(c: Checker, node: tree.SetOf, expected: Type | None) -> Term:
    goal = plain(expected) if expected is not None else None
    inner = element(goal) if isinstance(goal, SetOf | BagOf) else None
    if not node.items:
        return literal(c, tree.Literal("empty", span=node.span), expected)
    items = [(n, solid(c, n, expression(c, n, inner))) for n in node.items]
    if any(isinstance(t.type, Wrong) for _, t in items):
        return wrong(node.span)
    base: Type | None = items[0][1].type
    for _, term in items[1:]:
        base = join(base, term.type) if base is not None else None
    if base is None or not isinstance(base, Bool | Int | Member):
        c.error("mixed-set", "the things in this set do not go together", node.span)
        return wrong(node.span)
    if isinstance(goal, BagOf) and base == goal.of:
        total: Term = const(0, goal, node.span)
        for _, term in items:
            total = op(
                "+", total, op("bag one", term, const(goal.bits, Int(goal.bits, goal.bits)), type=goal), type=goal
            )
        return total
    type = SetOf(base)
    result: Term = const(0, type, node.span)
    for _, term in items:
        result = op("union", result, bit_of(term, base), type=type, at=node.span)
    return result
