"""What is known before the game starts: constant values, sizes, types, and the domains of products."""

from __future__ import annotations

from astro_referee.grammar import tree
from astro_referee.grammar.errors.phrasebook import TYPES, astro_says
from astro_referee.grammar.problems import Fix
from astro_referee.grammar.source import Span
from astro_referee.interpreter.check.expressions import expressions
from astro_referee.interpreter.check.kinds import kinds
from astro_referee.interpreter.check.mistakes import kinds as mistakes
from astro_referee.interpreter.check.mistakes import piles as heap_mistakes
from astro_referee.interpreter.check.mistakes.names import UnknownName
from astro_referee.interpreter.check.mistakes.piles import ROW_OF_SETS, LongRow
from astro_referee.interpreter.check.names.scope import Checker
from astro_referee.interpreter.program import heaps
from astro_referee.interpreter.program.terms import Const, Lookup, Op, Term
from astro_referee.interpreter.values.printing import Printer
from astro_referee.interpreter.values.types import (
    BOOL,
    WRONG,
    BagOf,
    Bool,
    ErrorType,
    Int,
    Member,
    RowOf,
    SetOf,
    Type,
    either,
    size,
)

LONGEST_ROW = 128
"""Values that a row has room for: a queue or a track is shorter, and a state must stay cheap to copy."""


def constant(c: Checker, term: Term) -> int | str | None:
    """The value of a term that depends on nothing but the file and the options."""
    from astro_referee.interpreter.program.folding import CONSTANT

    match term:
        case Const(value):
            return value
        case Lookup(name, at):
            entry: object = c.declared.tables[name][1] if name in c.declared.tables else None
            for index in at:
                place = constant(c, index)
                if not isinstance(place, int) or not isinstance(entry, tuple) or not 0 <= place < len(entry):
                    return None
                entry = entry[place]
            if isinstance(entry, tuple) and len(at) == 0 and len(entry) == 1:
                entry = entry[0]
            return entry if isinstance(entry, int | str) else None
        case Op("within", (inner, low, high)):
            held, first, last = (constant(c, part) for part in (inner, low, high))
            if not (isinstance(held, int) and isinstance(first, int) and isinstance(last, int)):
                return None
            return held if first <= held <= last else None
        case Op(name, args):
            values = [constant(c, a) for a in args]
            if name == "and":
                return int(all(values)) if None not in values else None
            if name == "or":
                return int(any(values)) if None not in values else None
            if name == "if":
                return values[1] if values[0] else values[2] if values[0] is not None else None
            numbers = [v for v in values if isinstance(v, int)]
            if name in CONSTANT and len(numbers) == len(args) and not (name in ("/", "mod") and numbers[1] == 0):
                return CONSTANT[name](*numbers)
            return None
        case _:
            return None


def fixed_number(c: Checker, node: tree.Expr) -> int | None:
    """A number in a type, size or count, which must be known before the game starts."""
    term = expressions.number(c, node)
    value = constant(c, term)
    if value is None:
        not_fixed(c, term, node)
    return value if isinstance(value, int) and not isinstance(term.type, ErrorType) else None


def fixed_condition(c: Checker, node: tree.Expr) -> bool:
    """Whether something holds that must be known before the game starts."""
    term = expressions.condition(c, node)
    value = constant(c, term)
    if value is None:
        not_fixed(c, term, node)
    return bool(value)


def not_fixed(c: Checker, term: Term, node: tree.Expr) -> None:
    """Report what has no value before the game starts, or one that the type does not have."""
    if isinstance(term, Op) and term.op == "within" and (outside := constant(c, term.args[0])) is not None:
        c.report(mistakes.OutsideRange(outside, *(constant(c, end) for end in term.args[1:])), node.span)
    elif not isinstance(term.type, ErrorType):
        c.report(mistakes.NOT_KNOWN_BEFOREHAND, node.span)


def turned(c: Checker, span: Span, low: tree.Node, high: tree.Node) -> Fix:
    """A span of numbers the other way round."""
    return Fix(span, f"{c.source.slice(high.span)}..{c.source.slice(low.span)}")


def resolve_type(c: Checker, node: tree.TypeExpr) -> Type:
    """The type that a piece of text names."""
    match node:
        case tree.NamedType(name):
            if name.word == "bool":
                return BOOL
            info = kinds.kind_of(c, name.word, name.span)
            if info is None:
                said = astro_says(TYPES[name.word]) if name.word in TYPES else None
                c.report(
                    mistakes.UnknownKind(
                        name.word, said, c.alike(name.word, [*c.declared.kind_nodes, "bool", "player"])
                    ),
                    name.span,
                )
                return WRONG
            c.found.used.add(name.word)
            return Member(info.name, len(info.members))
        case tree.SpanType(a, b):
            first, last = fixed_number(c, a), fixed_number(c, b)
            if first is None or last is None:
                return WRONG
            if first > last:
                c.report(mistakes.EmptySpan(first, last, turned(c, node.span, a, b)), node.span)
                return WRONG
            return Int(first, last)
        case tree.SetType(of):
            inner = resolve_type(c, of)
            if isinstance(inner, ErrorType):
                return inner
            if not isinstance(inner, Bool | Int | Member):
                c.report(mistakes.SET_OF_WHAT, of.span)
                return WRONG
            if isinstance(inner, Int) and inner.high - inner.low >= kinds.LARGEST_KIND:
                c.report(mistakes.SetTooLarge(kinds.LARGEST_KIND), of.span)
                return WRONG
            return SetOf(inner)
        case tree.HeapType(of):
            return heap_type(c, of)
        case tree.RowType(most, of):
            inner, room = resolve_type(c, of), fixed_number(c, most)
            if isinstance(inner, ErrorType) or room is None:
                return WRONG
            if not isinstance(inner, Bool | Int | Member):
                c.report(ROW_OF_SETS, of.span)
                return WRONG
            if not 1 <= room <= LONGEST_ROW:
                c.report(LongRow(LONGEST_ROW, room), most.span)
                return WRONG
            return RowOf(inner, room)
        case tree.EitherType(of, names):
            inner = resolve_type(c, of)
            if isinstance(inner, BagOf):
                c.report(heap_mistakes.HEAP_OR_NONE, node.span)
                return inner
            for name in names:
                if name.word in c.declared.symbols:
                    c.report(mistakes.ExtraWordTaken(name.word), name.span)
                c.code(name.word, inner)
            return either(inner, *(name.word for name in names))


def heap_type(c: Checker, of: tree.TypeExpr) -> Type:
    """`heap of Resource`: so many of each; of cards, what zones hold of which there are several copies."""
    inner = resolve_type(c, of)
    if isinstance(inner, ErrorType):
        return inner
    if not isinstance(inner, Int | Member):
        c.report(heap_mistakes.HEAP_OF_HEAPS, of.span)
        return WRONG
    if size(inner) > kinds.LARGEST_KIND:
        c.report(heap_mistakes.LargeHeap(kinds.LARGEST_KIND), of.span)
        return WRONG
    info = c.declared.kinds[inner.kind] if isinstance(inner, Member) else None
    if info is None or info.shape != "card":
        return heaps.heap_type(inner)
    copies = kinds.columns_of(c, info).copies
    if copies == 1:
        c.report(heap_mistakes.HeapOfSingles(info.name), of.span)
        return WRONG
    return heaps.heap_type(inner, copies)


def fixed_text(c: Checker, text: tree.Text, printer: Printer) -> str:
    pieces: list[str] = []
    for part in text.parts:
        if isinstance(part, str):
            pieces.append(part)
            continue
        term = expressions.expression(c, part)
        value = constant(c, term)
        if value is None:
            not_fixed(c, term, part)
        pieces.append(printer.show(term.type, value) if value is not None else "?")
    return "".join(pieces)


def fixed_domain(c: Checker, node: tree.Expr) -> tuple[Type, list[int]]:
    """The values of a domain that is known before the game starts: a kind or a span."""
    match node:
        case tree.SpanOf(tree.Name(a), tree.Name(b)) if len(a) == len(b) == 1:
            c.report(mistakes.LettersAlone(a, b), node.span)
        case tree.SpanOf(a, b):
            first, last = fixed_number(c, a), fixed_number(c, b)
            if first is None or last is None:
                return Int(0, 0), [0]
            if first > last:
                c.report(mistakes.EmptySpan(first, last, turned(c, node.span, a, b)), node.span)
                return Int(first, first), [first]
            if last - first >= kinds.LARGEST_KIND:
                c.report(mistakes.SpanTooLong(last - first + 1, kinds.LARGEST_KIND), node.span)
                return Int(first, first), [first]
            return Int(first, last), list(range(first, last + 1))
        case tree.Name(word):
            info = kinds.kind_of(c, word, node.span)
            if info is not None:
                c.found.used.add(word)
                return Member(word, len(info.members)), list(range(len(info.members)))
            if word in c.declared.symbols:
                c.report(mistakes.NoKind(word), node.span)
            else:
                c.unknown(UnknownName(word), node.span, [*c.declared.kind_nodes, "player"])
        case _:
            c.report(mistakes.KIND_EXPECTED, node.span)
    return Int(0, 0), [0]
