"""Expressions: a piece of syntax tree and the type expected there in, a typed term out."""

from __future__ import annotations

from typing import assert_never

from attrs import evolve

from astro_referee.grammar import tree
from astro_referee.grammar.source import Span
from astro_referee.interpreter.check import access, kinds, phrases
from astro_referee.interpreter.folding import bit_number, bit_of, const, number_range, op, truth
from astro_referee.interpreter.check.scope import BUILTIN_FUNCTIONS, Checker
from astro_referee.interpreter.printing import Printer
from astro_referee.interpreter.terms import Const, Load, Local, Lookup, Term
from astro_referee.interpreter.types import (
    BOOL,
    WRONG,
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
    element,
    join,
    low,
    plain,
    same_base,
    size,
    without,
    words,
)

__all__ = ["WRONG", "Wrong", "condition", "expression", "number", "solid", "wants"]

COMPARES = {"is", "is not", "<", "<=", ">", ">="}


def expression(c: Checker, node: tree.Expr, expected: Type | None = None) -> Term:
    """The typed term for an expression. Where a number or word could be several things, `expected` decides."""
    term = _expression(c, node, expected)
    gone = {word for fact, word in c.facts if fact == node}
    if gone and isinstance(term.type, Either):
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
                return joined(c, node)
            if operator in COMPARES:
                return comparison(c, node)
            if operator in ("in", "not in"):
                return membership(c, node)
            return arithmetic(c, node, expected)
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
        c.error("not-a-condition", f"this is {describe(c, term.type)}, not a yes or no", node.span, hint)
        return wrong(node.span)
    return term


def number(c: Checker, node: tree.Expr) -> Term:
    """An expression that must be a number."""
    term = solid(c, node, expression(c, node, None))
    if not isinstance(term.type, Int | Wrong):
        c.error("not-a-number", f"a number must stand here, but this is {describe(c, term.type)}", node.span)
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
        c.error("wrong-type", f"{what} is {describe(c, goal)}, but this is {describe(c, term.type)}", node.span)
        return wrong(node.span)
    term = recoded(term, goal)
    base, aim = plain(term.type), plain(goal)
    surplus = [w for w in words(term.type) if w not in words(goal)]
    if isinstance(base, Int) and isinstance(aim, Int) and not surplus and not words(term.type):
        if base.high < aim.low or base.low > aim.high:
            c.error("out-of-range", f"{what} is {describe(c, goal)}; {shown_range(base)} never fits", node.span)
            return wrong(node.span)
        if base.low < aim.low or base.high > aim.high:
            return op("within", term, const(aim.low, aim), const(aim.high, aim), type=aim, at=node.span)
        return term
    if surplus:
        if term.type == Either(aim, tuple(surplus)) and isinstance(node, tree.Literal):
            c.error("wrong-type", f"{what} is {describe(c, goal)}, never {surplus[0]}", node.span)
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
        c.error("wrong-type", f"{value} is no member of {base.kind}", node.span, f"{base.kind} has: {sample(members)}")
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
                c.error("wrong-type", f"{describe(c, base)} is never none", node.span)
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
        c.error("nobody-asked", f"`{node.word}` means nothing here: no player is asked and nobody has the turn", node.span)
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
            info = kinds.kind_of(c, word)
            assert info is not None
            if info.shape == "token" and len(info.members) == 1 and not info.coordinates:
                return const(0, Member(word, 1), at)
            return const((1 << len(info.members)) - 1, SetOf(Member(word, len(info.members))), at)
        case "field":
            field = c.fields[word]
            if field.indices:
                each = " and ".join(describe(c, i) for i in field.indices)
                c.error("needs-index", f"there is a `{word}` for each of several", at, f"write `{word}[…]`", f"it is kept for {each}")
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
            total = op("+", total, op("bag one", term, const(goal.bits, Int(goal.bits, goal.bits)), type=goal), type=goal)
        return total
    type = SetOf(base)
    result: Term = const(0, type, node.span)
    for _, term in items:
        result = op("union", result, bit_of(term, base), type=type, at=node.span)
    return result


# --- Operators ----------------------------------------------------------------------------------------------------


def joined(c: Checker, node: tree.Binary) -> Term:
    """`and`, `or`: the right side knows what the left side has settled."""
    left = condition(c, node.left)
    kept = c.facts
    c.facts |= learnt(c, node.left, node.op == "and")
    right = condition(c, node.right)
    c.facts = kept
    if isinstance(left.type, Wrong) or isinstance(right.type, Wrong):
        return wrong(node.span)
    return op(node.op, left, right, type=BOOL, at=node.span)


def learnt(c: Checker, node: tree.Expr, holds: bool) -> frozenset[tuple[tree.Expr, str]]:
    """What is excluded when a condition holds (or fails): pairs of an expression and a word it is not."""
    match node:
        case tree.Not(of):
            return learnt(c, of, not holds)
        case tree.Binary("and", left, right) if holds:
            return learnt(c, left, True) | learnt(c, right, True)
        case tree.Binary("or", left, right) if not holds:
            return learnt(c, left, False) | learnt(c, right, False)
        case tree.Binary(("is" | "is not") as operator, left, right):
            equal = (operator == "is") == holds
            word = right.word if isinstance(right, tree.Literal | tree.Name) else ""
            with c.trial():
                left_type = expression(c, left).type if not isinstance(left, tree.Literal | tree.Number) else WRONG
                right_type = expression(c, right, left_type).type
            if word in words(left_type):
                return frozenset() if equal else frozenset({(left, word)}) | solid_roots(left)
            if equal and not words(right_type):
                return frozenset((left, w) for w in words(left_type)) | solid_roots(left)
            return frozenset()
        case _:
            return frozenset()


def solid_roots(node: tree.Expr) -> frozenset[tuple[tree.Expr, str]]:
    """If a field of something is not none, then neither is the thing itself."""
    found: set[tuple[tree.Expr, str]] = set()
    while isinstance(node, tree.FieldOf):
        node = node.of
        found.add((node, "none"))
    return frozenset(found)


def needs_hint(c: Checker, node: tree.Expr) -> bool:
    """Whether an expression means something only where a type is expected."""
    match node:
        case tree.Number() | tree.Literal() | tree.SetOf():
            return True
        case tree.Name(word):
            if c.lookup(word) is not None or word in ("me", "players", "others", "everyone", "nobody"):
                return False
            return word not in c.symbols and kinds.find_member(c, word) is None
        case _:
            return False


def comparison(c: Checker, node: tree.Binary) -> Term:
    left, right = node.left, node.right
    if isinstance(right, tree.Literal) and right.word == "empty" and node.op in ("is", "is not"):
        return emptiness(c, node)
    if needs_hint(c, left) and not needs_hint(c, right):
        b = expression(c, right)
        a = expression(c, left, b.type)
    else:
        a = expression(c, left)
        b = expression(c, right, a.type if not isinstance(a.type, Wrong) else None)
    if isinstance(a.type, Wrong) or isinstance(b.type, Wrong):
        return wrong(node.span)
    if not same_base(a.type, b.type):
        c.error(
            "never-equal" if node.op in ("is", "is not") else "not-comparable",
            f"{describe(c, a.type)} cannot be compared with {describe(c, b.type)}",
            node.span,
            hint_members(c, a.type, b.type),
        )
        return wrong(node.span)
    if isinstance(plain(a.type), ListOf | TextType):
        c.error("not-comparable", f"{describe(c, a.type)} cannot be compared", node.span)
        return wrong(node.span)
    if node.op in ("is", "is not"):
        b = recoded(b, a.type)
        return op(node.op, a, b, type=BOOL, at=node.span)
    a, b = solid(c, left, a), solid(c, right, b)
    if isinstance(a.type, Wrong) or isinstance(b.type, Wrong):
        return wrong(node.span)
    if isinstance(a.type, SetOf | BagOf | Bool):
        c.error("not-comparable", f"`{node.op}` compares numbers and members of a kind, not {describe(c, a.type)}", node.span)
        return wrong(node.span)
    if node.op in (">", ">="):
        a, b = b, a
    return op("<" if node.op in ("<", ">") else "<=", a, b, type=BOOL, at=node.span)


def hint_members(c: Checker, a: Type, b: Type) -> str:
    for type in (plain(a), plain(b)):
        if isinstance(type, Member):
            return f"{type.kind} has: {sample(c.kinds[type.kind].members)}"
    return ""


def emptiness(c: Checker, node: tree.Binary) -> Term:
    """`hand[me] is empty`, and `s is empty` for a place on which tokens can stand."""
    term = expression(c, node.left)
    base = plain(term.type)
    at = node.span
    match base:
        case Wrong():
            return wrong(at)
        case SetOf() | BagOf():
            return op(node.op, term, const(0, base), type=BOOL, at=at)
        case ListOf(_, count):
            zero = const(0, Int(0, 0))
            return op(node.op, op("length", term, type=Int(0, count)), zero, type=BOOL, at=at)
        case Member(kind, _):
            loads = token_loads(c, kind)
            if loads:
                term = solid(c, node.left, term)
                free = op("vacant", term, *loads, type=BOOL, at=at)
                return free if node.op == "is" else op("not", free, type=BOOL, at=at)
    c.error("never-empty", f"{describe(c, base)} cannot be empty", at, "only sets, zones, and places for tokens can")
    return wrong(at)


def token_loads(c: Checker, kind: str) -> list[Term]:
    """The places of all tokens that stand on members of a kind."""
    loads: list[Term] = []
    for field in c.fields.values():
        if field.sort == "token" and isinstance(plain(field.type), Member) and plain(field.type).kind == kind:  # type: ignore[union-attr]
            owner = field.indices[0]
            c.used.add(field.name.removesuffix(".at"))
            loads += [Load(field.name, (const(i, owner),), type=field.type) for i in range(size(owner))]
    return loads


def membership(c: Checker, node: tree.Binary) -> Term:
    left, right, at = node.left, node.right, node.span
    result: Term | None = None
    if isinstance(right, tree.SpanOf):
        value, first, last = number(c, left), number(c, right.low), number(c, right.high)
        result = op("and", op("<=", first, value, type=BOOL), op("<=", value, last, type=BOOL), type=BOOL, at=at)
        if any(isinstance(t.type, Wrong) for t in (value, first, last)):
            return wrong(at)
    elif isinstance(right, tree.SetOf):
        for item in right.items:
            same = comparison(c, tree.Binary("is", left, item, span=item.span))
            if isinstance(same.type, Wrong):
                return wrong(at)
            result = same if result is None else op("or", result, same, type=BOOL, at=at)
        result = truth(False, at) if result is None else result
    else:
        result = in_set(c, node)
        if isinstance(result.type, Wrong):
            return result
    return result if node.op == "in" else op("not", result, type=BOOL, at=at)


def in_set(c: Checker, node: tree.Binary) -> Term:
    group = expression(c, node.right)
    inner = element(group.type)
    if isinstance(group.type, Wrong):
        expression(c, node.left)
        return wrong(node.span)
    if inner is None:
        c.error("not-a-set", f"`in` needs a set, but this is {describe(c, group.type)}", node.right.span)
        return wrong(node.span)
    value = expression(c, node.left, inner)
    if isinstance(value.type, Wrong):
        return wrong(node.span)
    if not same_base(value.type, inner):
        c.error("never-equal", f"{describe(c, value.type)} is never in a set of {describe(c, inner)}", node.span, hint_members(c, inner, inner))
        return wrong(node.span)
    return contains(c, group, value, node)


def contains(c: Checker, group: Term, value: Term, node: tree.Binary) -> Term:
    """Whether a set, bag or list holds a value; what is none, or outside the range, is in nothing."""
    at = node.span
    base = plain(group.type)
    if isinstance(base, ListOf):
        same = Local("entry", type=base.of)
        from astro_referee.interpreter.terms import Fold

        return Fold("some", "entry", base.of, group, where=op("is", same, value, type=BOOL), type=BOOL, span=at)
    inner = element(base)
    assert isinstance(inner, Bool | Int | Member)
    bare = evolve(value, type=plain(value.type))
    test: Term
    if isinstance(base, BagOf):
        bits = const(base.bits, Int(base.bits, base.bits))
        test = op("<", const(0, Int(0, 0)), op("bag count", group, bare, bits, type=Int(0, 2**base.bits - 1)), type=BOOL, at=at)
    else:
        test = op("has", group, bit_number(bare, inner), type=BOOL, at=at)
    checks: list[Term] = []
    if isinstance(value.type, Either):
        none_codes = [const(c.code(w, value.type.of), value.type) for w in value.type.words]
        checks += [op("is not", value, code, type=BOOL) for code in none_codes]
    if isinstance(inner, Int) and isinstance(bare.type, Int):
        if bare.type.low < inner.low:
            checks.append(op("<=", const(inner.low, inner), bare, type=BOOL))
        if bare.type.high > inner.high:
            checks.append(op("<=", bare, const(inner.high, inner), type=BOOL))
    for check in reversed(checks):
        test = op("and", check, test, type=BOOL, at=at)
    return test


def arithmetic(c: Checker, node: tree.Binary, expected: Type | None) -> Term:
    at = node.span
    hint = expected if expected is not None and isinstance(plain(expected), SetOf | BagOf) else None
    left = expression(c, node.left, hint)
    right_hint = left.type if isinstance(plain(left.type), SetOf | BagOf) else None
    right = expression(c, node.right, right_hint)
    if isinstance(left.type, Wrong) or isinstance(right.type, Wrong):
        return wrong(at)
    left, right = solid(c, node.left, left), solid(c, node.right, right)
    a, b = left.type, right.type
    if isinstance(a, Wrong) or isinstance(b, Wrong):
        return wrong(at)
    match a, b:
        case Int(), Int():
            if node.op in ("/", "mod"):
                return quotient(c, node, left, right)
            return op(node.op, left, right, type=number_range(node.op, a, b), at=at)
        case SetOf(), SetOf() if node.op in "+-" and same_base(a, b):
            both = join(a, b)
            assert both is not None
            left, right = recoded(left, both), recoded(right, both)
            return op("union" if node.op == "+" else "minus", left, right, type=both, at=at)
        case BagOf(), BagOf() if node.op in "+-" and a == b:
            if node.op == "+":
                return op("+", left, right, type=a, at=at)
            return op("bag minus", left, right, const(a.bits, Int(a.bits, a.bits)), const(a.of.size, Int(0, a.of.size)), type=a, at=at)
        case Member(kind, _), Int() if node.op in "+-":
            return stepped(c, kind, left, op(node.op, left, right, type=Int(0, 0), at=at), a, at)
        case Member(kind, count), Member(other, _) if kind == other and node.op == "-":
            apart = op("-", left, right, type=Int(1 - count, count - 1), at=at)
            if c.kinds[kind].round:
                return op("mod", apart, const(count, Int(count, count)), type=Int(0, count - 1), at=at)
            return apart
    what = {"+": "added", "-": "subtracted", "*": "multiplied"}.get(node.op, "divided")
    c.error("not-a-number", f"{describe(c, a)} and {describe(c, b)} cannot be {what}", at)
    return wrong(at)


def stepped(c: Checker, kind: str, start: Term, raw: Term, type: Member, at: Span) -> Term:
    """A member so many steps on: round a ring, or none past the end of a kind."""
    count = const(type.size, Int(type.size, type.size))
    if c.kinds[kind].round:
        return op("mod", raw, count, type=type, at=at)
    zero = const(0, Int(0, 0))
    inside = op("and", op("<=", zero, raw, type=BOOL), op("<", raw, count, type=BOOL), type=BOOL)
    nothing = const(c.code("none", type), Either(type, ("none",)))
    return op("if", inside, raw, nothing, type=Either(type, ("none",)), at=at)


def quotient(c: Checker, node: tree.Binary, left: Term, right: Term) -> Term:
    at = node.span
    assert isinstance(left.type, Int) and isinstance(right.type, Int)
    if right.type.low == right.type.high == 0:
        c.error("division-by-zero", "this divides by zero", node.right.span)
        return wrong(at)
    if right.type.low <= 0 <= right.type.high:
        zero = const(0, Int(0, 0))
        right = op("solid", right, zero, type=right.type, at=node.right.span)
    return op(node.op, left, right, type=number_range(node.op, left.type, right.type), at=at)


# --- Words for types ----------------------------------------------------------------------------------------------


def shown_range(type: Int) -> str:
    return str(type.low) if type.low == type.high else f"{type.low}..{type.high}"


def describe(c: Checker, type: Type) -> str:
    """A type in words."""
    match type:
        case Bool():
            return "a yes or no"
        case Int():
            return "the number " + str(type.low) if type.low == type.high else f"a number {shown_range(type)}"
        case Member(kind, _):
            return "a player" if kind == "player" else f"a {kind}"
        case SetOf(of):
            return f"a set of {plural(of)}"
        case BagOf(of, _):
            return f"a heap of {of.kind} cards"
        case ListOf(of, _):
            return f"a list of {plural(of)}" if not isinstance(of, SetOf) else "a list of sets"
        case Either(of, extra):
            return f"{describe(c, of)} or " + " or ".join(extra)
        case TextType():
            return "a text"
        case Wrong():
            return "something unknown"


def plural(type: Bool | Int | Member) -> str:
    match type:
        case Bool():
            return "yes and no"
        case Int():
            return f"numbers {shown_range(type)}"
        case Member(kind, _):
            return "players" if kind == "player" else kind


def wants(c: Checker, type: Type) -> str:
    """What belongs into a place, for the label of a problem."""
    base = plain(type)
    if isinstance(base, Member):
        return f"{base.kind} has: {sample(c.kinds[base.kind].members)}"
    return f"it holds {describe(c, type)}"


def sample(members: tuple[str, ...]) -> str:
    """A few names, so that a report stays short."""
    return ", ".join(members[:6]) + (", …" if len(members) > 6 else "")


def printer(c: Checker) -> Printer:
    return Printer({k: info.members for k, info in c.kinds.items()}, c.words)
