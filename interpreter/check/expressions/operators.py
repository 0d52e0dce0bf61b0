"""Operators: `and`, `or`, comparisons, membership, arithmetic, and what a condition tells about its operands."""

from __future__ import annotations

from itertools import takewhile

from attrs import evolve

from astro_referee.grammar import tree
from astro_referee.grammar.problems import Advice, Replacement
from astro_referee.grammar.source import Span
from astro_referee.interpreter.check.expressions import expressions
from astro_referee.interpreter.check.kinds import kinds
from astro_referee.interpreter.check.mistakes import operators as mistakes
from astro_referee.interpreter.check.mistakes import wording
from astro_referee.interpreter.check.names.scope import Checker
from astro_referee.interpreter.program import heaps
from astro_referee.interpreter.program.folding import CONSTANT, bit_number, const, number_range, op, truth
from astro_referee.interpreter.program.terms import Const, Fold, Load, Local, Op, Term
from astro_referee.interpreter.values.types import (
    BOOL,
    LIMIT,
    WRONG,
    BagOf,
    Bool,
    Either,
    ErrorType,
    Int,
    ListOf,
    Member,
    RowOf,
    SetOf,
    TextType,
    Type,
    element,
    join,
    plain,
    same_base,
    size,
    words,
)

COMPARES = {"is", "is not", "<", "<=", ">", ">="}


def and_or(c: Checker, node: tree.Binary) -> Term:
    """`and`, `or`: the right side knows what the left side has settled."""
    if node.op == "or" and elliptic(c, node):
        return expressions.wrong(node.span)
    left = expressions.condition(c, node.left)
    kept = c.at.facts
    c.learn(learnt(c, node.left, node.op == "and"))
    right = expressions.condition(c, node.right, node.left)
    c.at.facts = kept
    if isinstance(left.type, ErrorType) or isinstance(right.type, ErrorType):
        return expressions.wrong(node.span)
    return op(node.op, left, right, type=BOOL, at=node.span)


def elliptic(c: Checker, node: tree.Binary) -> bool:
    """`total is 15 or 31`: values behind `or` that go with the comparison before them, which is reported."""
    operands: list[tree.Expr] = []
    rest: tree.Expr = node
    while isinstance(rest, tree.Binary) and rest.op == "or":
        operands.append(rest.right)
        rest = rest.left
    operands = [rest, *reversed(operands)]
    bare = [isinstance(operand, tree.Number) or is_member(c, operand) for operand in operands]
    if True not in bare or not bare.index(True):
        return False
    start = bare.index(True)
    first = operands[start - 1]
    if not (isinstance(first, tree.Binary) and first.op in COMPARES):
        return False
    values = [first.right, *takewhile(lambda operand: bare[operands.index(operand)], operands[start:])]
    shown = [c.source.slice(value.span) for value in values]
    at = first.span.to(values[-1].span)
    c.report(mistakes.ValueAfterOr(c.source.slice(first.left.span), first.op, tuple(shown)), at)
    return True


def is_member(c: Checker, node: tree.Expr) -> bool:
    """Whether a name is that of a member, which is no condition."""
    return isinstance(node, tree.Name) and c.lookup(node.word) is None and kinds.find_member(c, node.word) is not None


def learnt(c: Checker, node: tree.Expr, holds: bool) -> frozenset[tuple[tree.Expr, str]]:
    """What is excluded when a condition holds (or fails): pairs of an expression and a word it is not."""
    match node:
        case tree.Not(of):
            return learnt(c, of, not holds)
        case tree.Binary(("and" | "or") as operator, left, right):
            if (operator == "and") is not holds:
                return frozenset()
            if (id(node), holds) not in c.found.learnt:
                c.found.learnt[id(node), holds] = learnt(c, left, holds) | learnt(c, right, holds)
            return c.found.learnt[id(node), holds]
        case tree.Binary(("is" | "is not") as operator, left, right):
            equal = (operator == "is") == holds
            word = right.word if isinstance(right, tree.Literal | tree.Name) else ""
            _, left_type, right_type = c.found.compared.get(id(node), (node, WRONG, WRONG))
            if word in words(left_type):
                if not equal:
                    return frozenset({(left, word)}) | (solid_roots(left) if word == "none" else frozenset())
                others = frozenset((left, w) for w in words(left_type) if w != word)
                return others | solid_roots(left) if word != "none" else frozenset()
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
            return word not in c.declared.symbols and kinds.find_member(c, word) is None
        case _:
            return False


def comparison(c: Checker, node: tree.Binary) -> Term:
    left, right = node.left, node.right
    if isinstance(right, tree.Literal) and right.word == "empty" and node.op in ("is", "is not"):
        return emptiness(c, node)
    if needs_hint(c, left) and not needs_hint(c, right):
        b = expressions.expression(c, right)
        a = expressions.expression(c, left, b.type)
    else:
        a = expressions.expression(c, left)
        b = expressions.expression(c, right, a.type)
    if isinstance(a.type, ErrorType) or isinstance(b.type, ErrorType):
        return expressions.wrong(node.span)
    c.found.compared[id(node)] = (node, a.type, b.type)
    return compared(c, node, a, b)


def compared(c: Checker, node: tree.Binary, a: Term, b: Term) -> Term:
    """Two values of the same sort, compared."""
    both = join(a.type, b.type)
    if both is None:
        made = mistakes.NeverEqual if node.op in ("is", "is not") else mistakes.NotAlike
        c.report(made(a.type, b.type, wording.hint_members(c.declared.kinds, a.type, b.type)), node.span)
        return expressions.wrong(node.span)
    if isinstance(plain(a.type), ListOf | TextType):
        c.report(mistakes.NoComparison(a.type), node.span)
        return expressions.wrong(node.span)
    if expressions.too_wide(c, both, node.span) or never_such(c, node, a, b):
        return expressions.wrong(node.span)
    if node.op in ("is", "is not"):
        return op(node.op, expressions.recoded(a, both), expressions.recoded(b, both), type=BOOL, at=node.span)
    a, b = expressions.solid(c, node.left, a), expressions.solid(c, node.right, b)
    if isinstance(a.type, ErrorType) or isinstance(b.type, ErrorType):
        return expressions.wrong(node.span)
    if isinstance(a.type, BagOf):
        return contained(node, a, b)
    if isinstance(a.type, SetOf):
        left, right = (c.source.slice(side.span) for side in (node.left, node.right))
        part, whole = (right, left) if node.op in (">", ">=") else (left, right)
        c.report(mistakes.SetsCompared(node.op, a.type, part, whole), node.span)
        return expressions.wrong(node.span)
    if isinstance(a.type, Bool):
        advice = wording.as_number(c.declared.kinds, a.type, c.source.slice(node.left.span))
        c.report(mistakes.NoOrder(node.op, a.type, str(advice)), node.span)
        return expressions.wrong(node.span)
    if node.op in (">", ">="):
        a, b = b, a
    return op("<" if node.op in ("<", ">") else "<=", a, b, type=BOOL, at=node.span)


def contained(node: tree.Binary, a: Term, b: Term) -> Term:
    """`cost <= stock[me]`: a heap is no more than another if that holds all of it; less, if it holds more besides."""
    part, whole = (b, a) if node.op in (">", ">=") else (a, b)
    held = heaps.holds(whole, part, node.span)
    if node.op in ("<=", ">="):
        return held
    return op("and", held, op("is not", part, whole, type=BOOL), type=BOOL, at=node.span)


def never_such(c: Checker, node: tree.Binary, a: Term, b: Term) -> bool:
    """Whether a value is compared with an extra word that it can never be."""
    for value, part, other, word in ((a, node.left, b, node.right), (b, node.right, a, node.left)):
        if isinstance(word, tree.Literal | tree.Name) and isinstance(other, Const) and word.word in words(other.type):
            if word.word in words(value.type):
                return False
            shown = c.source.slice(part.span)
            if (part, word.word) in c.at.facts:
                c.report(mistakes.SureNotToBe(shown, word.word), node.span)
                return False
            c.report(mistakes.NeverThisWord(shown, value.type, word.word), node.span)
            return True
    return False


def emptiness(c: Checker, node: tree.Binary) -> Term:
    """`hand[me] is empty`, and `s is empty` for a place on which tokens can stand."""
    term = expressions.expression(c, node.left)
    base = plain(term.type)
    at = node.span
    match base:
        case ErrorType():
            return expressions.wrong(at)
        case SetOf() | BagOf() | RowOf():
            return op(node.op, term, const(0, base), type=BOOL, at=at)
        case ListOf(_, count):
            zero = const(0, Int(0, 0))
            return op(node.op, op("length", term, type=Int(0, count)), zero, type=BOOL, at=at)
        case Member(kind, _):
            loads = token_loads(c, kind)
            if loads:
                term = expressions.solid(c, node.left, term)
                free = op("vacant", term, *loads, type=BOOL, at=at)
                return free if node.op == "is" else op("not", free, type=BOOL, at=at)
    c.report(mistakes.CannotBeEmpty(base), at)
    return expressions.wrong(at)


def token_loads(c: Checker, kind: str) -> list[Term]:
    """The places of all tokens that stand on members of a kind."""
    loads: list[Term] = []
    for field in c.declared.fields.values():
        if field.sort == "token" and isinstance(plain(field.type), Member) and plain(field.type).kind == kind:  # type: ignore[union-attr]
            owner = field.indices[0]
            c.found.used.add(field.name.removesuffix(".at"))
            loads += [Load(field.name, (const(i, owner),), type=field.type) for i in range(size(owner))]
    return loads


def membership(c: Checker, node: tree.Binary) -> Term:
    left, right, at = node.left, node.right, node.span
    result: Term | None = None
    if isinstance(right, tree.SpanOf):
        value, first, last = (
            expressions.number(c, left),
            expressions.number(c, right.low),
            expressions.number(c, right.high),
        )
        if any(isinstance(t.type, ErrorType) for t in (value, first, last)):
            return expressions.wrong(at)
        result = op("and", op("<=", first, value, type=BOOL), op("<=", value, last, type=BOOL), type=BOOL, at=at)
    elif isinstance(right, tree.SetOf):
        result = one_of(c, left, right, at)
        if isinstance(result.type, ErrorType):
            return result
    else:
        result = in_set(c, node)
        if isinstance(result.type, ErrorType):
            return result
    return result if node.op == "in" else op("not", result, type=BOOL, at=at)


def one_of(c: Checker, left: tree.Expr, right: tree.SetOf, at: Span) -> Term:
    """`x in {a, b}`: x is a, or x is b. Unlike a set, the list may hold `none`."""
    others = [expressions.expression(c, item) for item in right.items[:1] if needs_hint(c, left)]
    value = expressions.expression(c, left, others[0].type if others else None)
    others += [expressions.expression(c, item, value.type) for item in right.items[len(others) :]]
    if any(isinstance(term.type, ErrorType) for term in (value, *others)):
        return expressions.wrong(at)
    tests = [
        compared(c, tree.Binary("is", left, item, span=item.span), value, other)
        for item, other in zip(right.items, others, strict=True)
    ]
    if any(isinstance(test.type, ErrorType) for test in tests):
        return expressions.wrong(at)
    result: Term = truth(False, at)
    for test in tests:
        result = op("or", result, test, type=BOOL, at=at)
    return result


def in_set(c: Checker, node: tree.Binary) -> Term:
    group = expressions.expression(c, node.right)
    inner = element(group.type)
    if isinstance(group.type, ErrorType):
        expressions.expression(c, node.left, WRONG)
        return expressions.wrong(node.span)
    if inner is None:
        c.report(mistakes.InNeedsSet(group.type), node.right.span)
        return expressions.wrong(node.span)
    value = expressions.expression(c, node.left, inner)
    if isinstance(value.type, ErrorType):
        return expressions.wrong(node.span)
    if not same_base(value.type, inner):
        c.report(
            mistakes.NeverIn(value.type, group.type, wording.hint_members(c.declared.kinds, inner, inner)), node.span
        )
        return expressions.wrong(node.span)
    return contains(c, group, value, node)


def contains(c: Checker, group: Term, value: Term, node: tree.Binary) -> Term:
    """Whether a set, bag or list holds a value; what is none, or outside the range, is in nothing."""
    at = node.span
    base = plain(group.type)
    if isinstance(base, ListOf):
        same = Local(".entry", type=base.of)
        return Fold("some", ".entry", base.of, group, where=op("is", same, value, type=BOOL), type=BOOL, span=at)
    inner = element(base)
    assert isinstance(inner, Bool | Int | Member)
    bare = evolve(value, type=plain(value.type))
    test: Term
    if isinstance(base, BagOf):
        held = heaps.count(evolve(group, type=base), bare, base.room)
        test = op("<", const(0, Int(0, 0)), held, type=BOOL, at=at)
    else:
        test = op("has", group, bit_number(bare, inner), type=BOOL, at=at)
    checks: list[Term] = []
    if isinstance(group.type, Either):
        checks.append(op("is not", group, const(c.code("none", base), group.type), type=BOOL))
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
    hint = plain(expected) if expected is not None and isinstance(plain(expected), SetOf | BagOf) else None
    left = expressions.expression(c, node.left, hint)
    like_left = plain(left.type) if isinstance(plain(left.type), SetOf | BagOf) else None
    right = expressions.expression(c, node.right, hint if hint is not None and like_left is not None else like_left)
    if isinstance(left.type, ErrorType) or isinstance(right.type, ErrorType):
        return expressions.wrong(at)
    left, right = expressions.solid(c, node.left, left), expressions.solid(c, node.right, right)
    a, b = left.type, right.type
    if isinstance(a, ErrorType) or isinstance(b, ErrorType):
        return expressions.wrong(at)
    match a, b:
        case Int(), Int():
            if node.op in ("/", "mod"):
                return quotient(c, node, left, right)
            return bounded(c, op(node.op, left, right, type=number_range(node.op, a, b), at=at), node.op, a, b)
        case SetOf(), SetOf() if node.op in "+-" and same_base(a, b):
            both = join(a, b)
            assert both is not None
            if expressions.too_wide(c, both, at):
                return expressions.wrong(at)
            left, right = expressions.recoded(left, both), expressions.recoded(right, both)
            return op("union" if node.op == "+" else "minus", left, right, type=both, at=at)
        case BagOf(), BagOf() if node.op == "+" and a == b:
            return heaped(c, left, right, at)
        case BagOf(), BagOf() if node.op == "-" and a == b:
            return heaps.minus(left, right, at)
        case Member(kind, _), Int() if node.op in "+-":
            assert isinstance(a, Member) and isinstance(b, Int)
            raw = op(node.op, left, right, type=number_range(node.op, Int(0, a.size - 1), b), at=at)
            return stepped(c, kind, left, raw, a, at)
        case Member(kind, count), Member(other, _) if kind == other and node.op == "-":
            apart = op("-", left, right, type=Int(1 - count, count - 1), at=at)
            if c.declared.kinds[kind].round:
                return op("mod", apart, const(count, Int(count, count)), type=Int(0, count - 1), at=at)
            return apart
    c.report(mistakes.NoArithmetic(a, b, node.op, reckoned(c, node, a, b)), at)
    return expressions.wrong(at)


def reckoned(c: Checker, node: tree.Binary, a: Type, b: Type) -> Advice:
    """What to write for a sum or product of things that are no two numbers."""
    left, right = c.source.slice(node.left.span), c.source.slice(node.right.span)
    match a, b:
        case Int(), Bool() if node.op == "*":
            return Replacement(f"({left} if {right} else 0)")
        case Bool(), Int() if node.op == "*":
            return Replacement(f"({right} if {left} else 0)")
        case Int(), Bool():
            return Replacement(f"{left} {node.op} (1 if {right} else 0)")
        case Bool(), Int():
            return Replacement(f"(1 if {left} else 0) {node.op} {right}")
        case SetOf(of), Member() if of == b:
            return Replacement(f"{left} {node.op} {{{right}}}")
    odd, shown = (b, right) if isinstance(a, Int) else (a, left)
    return wording.as_number(c.declared.kinds, odd, shown)


def heaped(c: Checker, left: Term, right: Term, at: Span) -> Term:
    """Two heaps together. Of different zones they hold no more than there are; others may."""
    assert isinstance(left.type, BagOf)
    zones = [*summed(c, left), *summed(c, right)]
    apart = all(zones) and len(set(zones)) == len(zones)
    if apart and len(zones) == 2:
        return op("+", left, right, type=left.type, at=at)
    return heaps.plus(left, right, left.type.room if apart else heaps.most_of(left.type, c.declared.kinds), at)


def summed(c: Checker, heap: Term) -> list[str]:
    """The zones that a heap is put together from; the name of anything else is empty."""
    match heap:
        case Load(field) if c.declared.fields[field].sort == "zone":
            return [field]
        case Op("+", (whole, Op("within"))):
            return summed(c, whole)
        case Op("+", (left, right)):
            return [*summed(c, left), *summed(c, right)]
        case _:
            return [""]


def bounded(c: Checker, term: Term, name: str, a: Int, b: Int) -> Term:
    """A sum, difference or product that stays among the numbers of the language, by a test in play if need be."""
    ends = [CONSTANT[name](x, y) for x in (a.low, a.high) for y in (b.low, b.high)]
    if min(ends) > -LIMIT and max(ends) < LIMIT:
        return term
    if min(ends) >= LIMIT or max(ends) <= -LIMIT:
        c.report(mistakes.BeyondLargest(LIMIT - 1), term.span)
        return expressions.wrong(term.span)
    whole = Int(1 - LIMIT, LIMIT - 1)
    return op("within", term, const(whole.low, whole), const(whole.high, whole), type=term.type, at=term.span)


def stepped(c: Checker, kind: str, start: Term, raw: Term, type: Member, at: Span) -> Term:
    """A member so many steps on: round a ring, or none past the end of a kind."""
    count = const(type.size, Int(type.size, type.size))
    if c.declared.kinds[kind].round:
        return op("mod", raw, count, type=type, at=at)
    zero = const(0, Int(0, 0))
    inside = op("and", op("<=", zero, raw, type=BOOL), op("<", raw, count, type=BOOL), type=BOOL)
    nothing = const(c.code("none", type), Either(type, ("none",)))
    return op("if", inside, raw, nothing, type=Either(type, ("none",)), at=at)


def quotient(c: Checker, node: tree.Binary, left: Term, right: Term) -> Term:
    at = node.span
    of, by = left.type, right.type
    assert isinstance(of, Int)
    assert isinstance(by, Int)
    if by.low == by.high == 0:
        c.report(mistakes.DIVISION_BY_ZERO, node.right.span)
        return expressions.wrong(at)
    if by.low <= 0 <= by.high:
        zero = const(0, Int(0, 0))
        right = op("solid", right, zero, type=by, at=node.right.span)
    return op(node.op, left, right, type=number_range(node.op, of, by), at=at)
