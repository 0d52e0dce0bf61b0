"""Expressions: a piece of syntax tree and the type expected there in, a typed term out."""

from __future__ import annotations

from typing import assert_never

from attrs import evolve

from astro_referee.grammar import tree
from astro_referee.grammar.problems import Replacement
from astro_referee.grammar.source import Span
from astro_referee.interpreter.check.audit import term_size
from astro_referee.interpreter.check.expressions import access, definitions, matching, operators, phrases
from astro_referee.interpreter.check.kinds import declarations, kinds
from astro_referee.interpreter.check.mistakes import values as mistakes
from astro_referee.interpreter.check.mistakes import wording
from astro_referee.interpreter.check.mistakes.names import KnownInPhrase, UnknownInExpression, UnknownName
from astro_referee.interpreter.check.names.scope import BUILTIN_FUNCTIONS, Checker
from astro_referee.interpreter.program import heaps
from astro_referee.interpreter.program.folding import bit_of, const, op, truth
from astro_referee.interpreter.program.symbols import SymbolKind
from astro_referee.interpreter.program.terms import Const, Load, Local, Lookup, Term
from astro_referee.interpreter.values.types import (
    BOOL,
    TEXT,
    WRONG,
    BagOf,
    Bool,
    Either,
    ErrorType,
    Int,
    Member,
    PastOf,
    RowOf,
    SetOf,
    Type,
    element,
    join,
    plain,
    same_base,
    size,
    without,
    words,
)


def expression(c: Checker, node: tree.Expr, expected: Type | None = None) -> Term:
    """The typed term for an expression. Where a number or word could be several things, `expected` decides."""
    c.at.level += 1
    with c.deeper(node.span) as possible:
        term = _expression(c, node, expected) if possible else wrong(node.span)
    c.at.level -= 1
    if c.at.level == 0:
        term = manageable(c, node, term)
    if isinstance(term.type, PastOf):
        c.report(mistakes.HistoryAlone(c.source.slice(node.span)), node.span)
        term = wrong(node.span)
    if isinstance(term, Const) and isinstance(term.type, Int):
        term = evolve(term, type=Int(term.value, term.value))
    if c.references is not None and not isinstance(term.type, ErrorType):
        c.references.note(node.span, term.type, c.at.quiet > 0)
    if c.at.facts and isinstance(term.type, Either):
        gone = {word for word in term.type.words if (node, word) in c.at.facts}
        if gone:
            c.found.facts_used |= {(node, word) for word in gone}
            term = evolve(term, type=without(term.type, gone))
    return term


def manageable(c: Checker, node: tree.Expr, term: Term) -> Term:
    """The term, unless it would be too large or too deep for what comes after."""
    size, depth = term_size.term_size(term, c.declared.def_levels)
    if size <= term_size.LARGEST and depth <= term_size.DEEPEST:
        return term
    c.report_once(mistakes.WrittenOut(long=size > term_size.LARGEST), node.span)
    return wrong(node.span)


def _expression(c: Checker, node: tree.Expr, expected: Type | None) -> Term:
    match node:
        case tree.Number(value):
            return literal_number(c, node, value, expected)
        case tree.Quoted(text):
            return text_value(c, text, node.span)
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
                return operators.and_or(c, node)
            if operator in operators.COMPARES:
                return operators.comparison(c, node)
            if operator in ("in", "not in"):
                return operators.membership(c, node)
            return operators.arithmetic(c, node, expected)
        case tree.SpanOf():
            c.report(mistakes.SPAN_ALONE, node.span)
            return wrong(node.span)
        case tree.Subsets():
            c.report(mistakes.SUBSETS_ALONE, node.span)
            return wrong(node.span)
        case tree.Around():
            return phrases.around(c, node)
        case tree.Phrase():
            return phrases.phrase(c, node)
        case tree.IfElse():
            return definitions.if_else(c, node, expected)
        case tree.Matching():
            return matching.matching(c, node)
        case tree.Slice():
            return phrases.slice(c, node)
        case tree.Item():
            return phrases.item(c, node)
        case tree.After():
            return phrases.after(c, node)
        case _:
            assert_never(node)


def wrong(at: Span) -> Term:
    return Const(0, type=WRONG, span=at)


# --- What an expression must be -----------------------------------------------------------------------------------


def condition(c: Checker, node: tree.Expr, before: tree.Expr | None = None) -> Term:
    """An expression that must be yes or no, perhaps behind another and an `or` or `and`."""
    term = expression(c, node, BOOL)
    if not isinstance(term.type, Bool | ErrorType):
        shown = c.source.slice(node.span)
        advice = wording.as_condition(c.declared.kinds, term.type, shown)
        if isinstance(before, tree.Binary) and before.op in (*operators.COMPARES, "in", "not in"):
            advice = Replacement(f"{c.source.slice(before.left.span)} {before.op} {shown}")
        c.report(mistakes.NotACondition(term.type, advice), node.span)
        return wrong(node.span)
    return term


def number(c: Checker, node: tree.Expr) -> Term:
    """An expression that must be a number."""
    term = solid(c, node, expression(c, node, None))
    if not isinstance(term.type, Int | ErrorType):
        c.report(
            mistakes.NotANumber(term.type, wording.as_number(c.declared.kinds, term.type, c.source.slice(node.span))),
            node.span,
        )
        return wrong(node.span)
    return term


def solid(c: Checker, node: tree.Expr, term: Term) -> Term:
    """The term, reported if it may still be `none` or another extra word."""
    if isinstance(term.type, Either):
        listed = " or ".join(f"`{w}`" for w in term.type.words)
        shown, word = c.source.slice(node.span), term.type.words[0]
        if isinstance(node, tree.Phrase | tree.Matching | tree.Item | tree.Slice | tree.After):
            shown = f"({shown})"
        c.report(mistakes.MayBeNone(shown, listed, c.at.in_guard, word), node.span)
        return evolve(term, type=WRONG)
    return term


def of_type(c: Checker, node: tree.Expr, goal: Type, what: str) -> Term:
    """An expression whose value must belong to a type; numbers that may lie outside are checked in play."""
    term = expression(c, node, goal)
    return fitted(c, node, term, goal, what)


def fitted(c: Checker, node: tree.Expr, term: Term, goal: Type, what: str) -> Term:
    """The term brought into a type; a mistake if it never fits, a test in play if it only sometimes does."""
    if isinstance(term.type, ErrorType) or isinstance(goal, ErrorType):
        return term
    if not same_base(term.type, goal) or has_less_room(goal, term.type):
        c.report(
            mistakes.WrongType(
                what, goal, term.type, wording.instead(c.declared.kinds, goal, term.type, c.source.slice(node.span))
            ),
            node.span,
        )
        return wrong(node.span)
    base = plain(term.type)
    surplus = [w for w in words(term.type) if w not in words(goal)]
    if surplus:
        if isinstance(node, tree.Literal):
            c.report(mistakes.NeverFits(what, goal, surplus[0]), node.span)
            return wrong(node.span)
        codes = [const(c.code(w, base), base) for w in surplus]
        term = op("solid", term, *codes, type=without(term.type, set(surplus)), at=node.span)
    return ranged(c, node, term, goal, what)


def has_less_room(goal: Type, type: Type) -> bool:
    """Whether a row may hold more than another has room for."""
    return isinstance(goal, RowOf) and isinstance(type, RowOf) and type.size > goal.size


def ranged(c: Checker, node: tree.Expr, term: Term, goal: Type, what: str) -> Term:
    """Numbers, and sets of numbers, brought into the range of a type."""
    base, aim = plain(term.type), plain(goal)
    match base, aim:
        case Int(), Int() if not aim.low <= base.low <= base.high <= aim.high:
            bare = evolve(term, type=base)
            inside = op("within", bare, const(aim.low, aim), const(aim.high, aim), type=aim, at=node.span)
            for word in words(term.type):
                named = const(c.code(word, base), term.type)
                other = op("is", term, named, type=BOOL)
                inside = op("if", other, evolve(term, type=goal), inside, type=goal, at=node.span)
            never = base.high < aim.low or base.low > aim.high
        case SetOf(Int() as have), SetOf(Int() as want) if have != want:
            inside, never = set_within(term, have, want, node.span)
        case _:
            return term
    if never and not words(term.type):
        c.report(mistakes.NeverInRange(what, goal, base), node.span)
        return wrong(node.span)
    return inside


def set_within(term: Term, have: Int, want: Int, at: Span) -> tuple[Term, bool]:
    """A set of numbers as a set over another range, a fault if it holds others; and whether that is sure already."""
    type = SetOf(want)
    if want.low <= have.low <= have.high <= want.high:
        return recoded(term, type), False
    bits = term.value if isinstance(term, Const) else 0
    outside = any(bits >> n & 1 and not want.low <= have.low + n <= want.high for n in range(bits.bit_length()))
    wide = Int(min(have.low, want.low), max(have.high, want.high))
    room = SetOf(wide)
    wanted = const((1 << size(want)) - 1 << want.low - wide.low, room)
    kept = op("contained", recoded(term, room), wanted, type=room, at=at)
    if want.low > wide.low:
        lowered = SetOf(Int(want.low, wide.high))
        kept = op("lower", kept, const(want.low - wide.low, Int(0, size(wide))), type=lowered, at=at)
    return op("meet", kept, const((1 << size(want)) - 1, type), type=type, at=at), outside


def recoded(term: Term, goal: Type) -> Term:
    """A set of numbers shifted so that its bits mean what they mean in a goal that begins at or below its lowest."""
    have, want = plain(term.type), plain(goal)
    if isinstance(have, SetOf) and isinstance(want, SetOf) and isinstance(have.of, Int) and isinstance(want.of, Int):
        shift = have.of.low - want.of.low
        if shift > 0:
            return op("raise", term, const(shift, Int(0, shift)), type=want, at=term.span)
    return term


def too_wide(c: Checker, type: Type, at: Span) -> bool:
    """Whether a set would range over too many numbers, which is reported."""
    base = plain(type)
    if isinstance(base, SetOf) and isinstance(base.of, Int) and size(base.of) > kinds.LARGEST_KIND:
        c.report(mistakes.NumbersTooLarge(base.of, kinds.LARGEST_KIND), at)
        return True
    return False


# --- Literals and names -------------------------------------------------------------------------------------------


def literal_number(c: Checker, node: tree.Number, value: int, expected: Type | None) -> Term:
    base = plain(expected) if expected is not None else None
    if isinstance(base, Member):
        index = kinds.member_index(c, base, str(value))
        if index is not None:
            return const(index, base, node.span)
        c.report(mistakes.NotOfKind(value, base.kind, wording.members(c.declared.kinds, base.kind)), node.span)
        return wrong(node.span)
    return const(value, Int(value, value), node.span)


def text_value(c: Checker, text: str, at: Span) -> Term:
    """A text that a value can be: a table of one entry."""
    texts = {entries: name for name, (_, entries) in c.declared.tables.items() if name.startswith("text ")}
    name = texts.get((text,), f"text {len(texts) + 1}")
    c.declared.tables[name] = (TEXT, (text,))
    return Lookup(name, (const(0, Int(0, 0)),), type=TEXT, span=at)


def literal(c: Checker, node: tree.Literal, expected: Type | None) -> Term:
    match node.word:
        case "yes" | "no":
            return truth(node.word == "yes", node.span)
        case "none":
            base = plain(expected) if expected is not None else WRONG
            if isinstance(base, Bool | Int | Member | SetOf):
                return const(c.code("none", base), Either(base, ("none",)), node.span)
            if not isinstance(base, ErrorType):
                c.report(mistakes.NeverNone(base), node.span)
            elif expected is None:
                c.report(mistakes.BARE_NONE, node.span)
            return wrong(node.span)
        case _:
            base = plain(expected) if expected is not None else WRONG
            if isinstance(base, SetOf | BagOf | RowOf):
                return const(0, base, node.span)
            if expected is None:
                c.report(mistakes.BARE_EMPTY, node.span)
            elif not isinstance(base, ErrorType):
                c.report(mistakes.NeverEmpty(expected, wording.wants(c.declared.kinds, expected)), node.span)
            return wrong(node.span)


def name(c: Checker, node: tree.Name, expected: Type | None) -> Term:
    word = node.word
    bound = c.lookup(word)
    if bound is not None:
        bound.used = True
        if isinstance(bound.term, Local) and word == "owner":
            return bound.term
        c.refer(node, bound.span)
        return evolve(bound.term, span=node.span)
    if expected is not None:
        if word in words(expected) and isinstance(expected, Either):
            c.refer(node, (SymbolKind.WORD, "", word))
            return const(c.code(word, expected.of), Either(expected.of, (word,)), node.span)
        index = kinds.member_index(c, plain(expected), word)
        base = plain(expected)
        if index is not None and isinstance(base, Member):
            c.found.used.add(word)
            c.refer(node, (SymbolKind.MEMBER, base.kind, word))
            return const(index, base, node.span)
    if word in ("me", "players", "others", "everyone", "nobody"):
        return builtin(c, node)
    return symbol(c, node, expected)


def builtin(c: Checker, node: tree.Name) -> Term:
    full = (1 << c.seats) - 1
    match node.word:
        case "everyone":
            return const(full, c.player_set, node.span)
        case "nobody":
            return const(0, c.player_set, node.span)
        case "players":
            return still_in(c, node.span)
    if not c.at.me:
        c.report(mistakes.NobodyIsAsked(node.word), node.span)
        return wrong(node.span)
    c.at.used_me = True
    me = Local("me", type=c.player, span=node.span)
    if node.word == "me":
        return me
    return op("minus", still_in(c, node.span), op("bit", me, type=c.player_set), type=c.player_set, at=node.span)


def still_in(c: Checker, at: Span) -> Term:
    """The players still in the game: a constant where nobody ever retires."""
    if "players" in c.declared.fields:
        return Load("players", type=c.player_set, span=at)
    return const((1 << c.seats) - 1, c.player_set, at)


def unknown_name(c: Checker, node: tree.Name, expected: Type | None) -> None:
    """A name that stands for nothing: it may need brackets, a value beside it, more players, or better spelling."""
    word, at = node.word, node.span
    base = plain(expected) if expected is not None else None
    asked = next(((head, phrase) for head, phrase in c.at.asked if phrase.name.word == word), None)
    if asked is not None:
        head, phrase = asked
        if phrase.name.span not in c.found.missed:  # one cause, one report
            c.found.missed.add(phrase.name.span)
            c.report(KnownInPhrase(word, head, c.source.slice(phrase.domain.span)), at)
    elif word in c.declared.words and word != "none":
        c.report(mistakes.BareWord(word), at)
    elif word == "owner":
        c.report(mistakes.OWNER_ELSEWHERE, at)
    elif word in BUILTIN_FUNCTIONS:
        c.report(mistakes.NeedsArguments(word), at)
    elif word in c.declared.absent:
        c.report(mistakes.NoSuchPlayer(c.seats, word), at)
    elif isinstance(base, Member) and c.alike(word, c.declared.kinds[base.kind].members):
        c.unknown(UnknownName(word), at, c.declared.kinds[base.kind].members)
    elif len(word) == 1 and (lettered := [k for k, info in c.declared.kinds.items() if word in info.members]):
        c.report(mistakes.LetterAlone(word, lettered[0]), at)
    else:
        c.unknown(UnknownInExpression(word), at, c.known_names())


def symbol(c: Checker, node: tree.Name, expected: Type | None) -> Term:
    word, at = node.word, node.span
    if word not in c.declared.symbols:
        kinds.find_member(c, word)
    there = c.declared.symbols.get(word)
    if there is None:
        unknown_name(c, node, expected)
        return wrong(at)
    c.found.used.add(word)
    if c.declared.early and there.sort in ("field", "def", "procedure"):
        c.report(mistakes.NameNotKnownBeforehand(word), at)
        return wrong(at)
    match there.sort:
        case "member":
            info = c.declared.kinds[there.name]
            c.found.used.add(there.name)
            c.refer(node, (SymbolKind.MEMBER, there.name, word))
            return const(there.index, Member(info.name, len(info.members)), at)
        case "ways":
            return const(kinds.WAYS[word], SetOf(Member("Direction", len(kinds.DIRECTIONS))), at)
        case "kind":
            kind = kinds.kind_of(c, word, at)
            assert kind is not None
            if kind.shape == "token" and len(kind.members) == 1 and not kind.coordinates:
                return const(0, Member(word, 1), at)
            return const((1 << len(kind.members)) - 1, SetOf(Member(word, len(kind.members))), at)
        case "field":
            return access.whole_field(c, node)
        case "option":
            declarations.read_option(c, word)
            if word not in c.declared.options:
                c.report(mistakes.OptionOfItself(word), at)
                return wrong(at)
            return Lookup(f"option {word}", (), type=c.declared.options[word].type, span=at)
        case "def":
            return access.call_def(c, tree.Call(node, (), span=at), word)
        case _:
            if there.sort != "broken":
                c.report(mistakes.NotAValue(word, there.sort), at)
            return wrong(at)


def set_literal(c: Checker, node: tree.SetOf, expected: Type | None) -> Term:
    goal = plain(expected) if expected is not None else None
    inner = element(goal) if isinstance(goal, SetOf | BagOf) else None
    if not node.items:
        return literal(c, tree.Literal("empty", span=node.span), expected)
    inner = inner if inner is not None else like_the_others(c, node)
    items = [(n, solid(c, n, expression(c, n, inner))) for n in node.items]
    if any(isinstance(t.type, ErrorType) for _, t in items):
        return wrong(node.span)
    base: Type | None = items[0][1].type
    for _, term in items[1:]:
        base = join(base, term.type) if base is not None else None
    if base is None or not isinstance(base, Bool | Int | Member):
        c.report(mistakes.MixedSet(tuple(term.type for _, term in items)), node.span)
        return wrong(node.span)
    if isinstance(inner, Int) and isinstance(base, Int) and inner.low <= base.low <= base.high <= inner.high:
        base = inner
    if too_wide(c, SetOf(base), node.span):
        return wrong(node.span)
    if isinstance(goal, BagOf) and base == goal.of:
        total: Term = const(0, goal, node.span)
        for _, term in items:
            total = op("+", total, heaps.one(term, goal), type=goal)
        return total
    type = SetOf(base)
    result: Term = const(0, type, node.span)
    for _, term in items:
        result = op("union", result, bit_of(term, base), type=type, at=node.span)
    return result


def like_the_others(c: Checker, node: tree.SetOf) -> Member | None:
    """The kind that numbers in a set belong to, beside members that have a name: `{handshake, 5, 7}`."""
    numbers = [item for item in node.items if isinstance(item, tree.Number)]
    others = [item for item in node.items if not isinstance(item, tree.Number)]
    if not numbers or not others:
        return None
    with c.silently():
        kind = plain(expression(c, others[0]).type)
    if isinstance(kind, Member) and all(kinds.member_index(c, kind, str(item.value)) is not None for item in numbers):
        return kind
    return None
