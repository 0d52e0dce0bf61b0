"""Getting at things: `card.suit`, `hand[me]`, `worth(card)`, `min(a, b)`, `Cell.lines(3)`."""

from __future__ import annotations

from attrs import evolve

from astro_referee.grammar import tree
from astro_referee.grammar.source import Span
from astro_referee.interpreter.check.expressions import definitions, expressions, histories, operators
from astro_referee.interpreter.check.flow import piles
from astro_referee.interpreter.check.kinds import boards, constants, kinds, lookups, matrices, routes, teams
from astro_referee.interpreter.check.mistakes import access as mistakes
from astro_referee.interpreter.check.mistakes import wording
from astro_referee.interpreter.check.mistakes.names import UnknownName
from astro_referee.interpreter.check.names.declared import NOTHING
from astro_referee.interpreter.check.names.scope import BUILTIN_FUNCTIONS, OWN_NAMES, Checker
from astro_referee.interpreter.program import heaps
from astro_referee.interpreter.program.folding import const, number_range, op
from astro_referee.interpreter.program.program import KindInfo
from astro_referee.interpreter.program.symbols import SymbolKind
from astro_referee.interpreter.program.terms import Call, Const, Fold, Load, Local, Lookup, Possible, Streak, Term
from astro_referee.interpreter.values.types import (
    BOOL,
    BagOf,
    Bool,
    Either,
    ErrorType,
    Int,
    ListOf,
    Member,
    RowOf,
    SetOf,
    Type,
    either,
    plain,
    size,
    words,
)

LONGEST_STREAK = 8
"""Moves in a row that are looked ahead: every one more multiplies the positions."""

# --- Fields ---------------------------------------------------------------------------------------------------


def field_of(c: Checker, node: tree.FieldOf) -> Term:
    if histories.is_history(c, node.of):
        return histories.times(c, node)
    term = expressions.expression(c, node.of)
    base = plain(term.type)
    match base:
        case ErrorType():
            return expressions.wrong(node.span)
        case SetOf() | BagOf() | ListOf() | RowOf():
            term = expressions.solid(c, node.of, term)
            if node.name.word == "size" and not isinstance(term.type, ErrorType):
                return size_of(term, node.span)
            shown, word = c.source.slice(node.of.span), node.name.word
            if word in piles.ENDS and isinstance(term, Load):
                found = piles.end(c, term, word, node.span)
                if found is not None:
                    return found
            if word in boards.OF_BOARDS and shown in c.declared.kinds and boards.has_ways(c.declared.kinds[shown]):
                return boards.without_brackets(c, node)
            if word in piles.ENDS and isinstance(term, Load) and c.declared.fields[term.field].pile:
                c.report(mistakes.NoKnownEnd(shown, word), node.name.span)
            else:
                c.report(mistakes.NoFieldOfMany(base, word, shown), node.name.span)
        case Member(kind, _):
            bare = evolve(term, type=base)
            found = member_field(c, node, kinds.columns_of(c, c.declared.kinds[kind]), bare)
            if found is not None and isinstance(term.type, Either):
                if without_row(c, node, term, found):
                    return expressions.wrong(node.span)
                return passing_none(c, term, found, node)
            if found is not None:
                return found
        case _:
            c.report(mistakes.NoField(base, node.name.word), node.name.span)
    return expressions.wrong(node.span)


def size_of(term: Term, at: Span) -> Term:
    """How many things a set, bag or list holds."""
    match term.type:
        case SetOf(of):
            return op("size", term, type=Int(0, size(of)), at=at)
        case BagOf(of, _):
            return op("bag size", term, *heaps.widths(term.type), type=Int(0, size(of) * term.type.room), at=at)
        case RowOf(_, most, _):
            return op("row length", term, const(term.type.bits, Int(0, term.type.bits)), type=Int(0, most), at=at)
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


def without_row(c: Checker, node: tree.FieldOf, term: Term, found: Term) -> bool:
    """Reports the column of a row that a table may not have, unless the column says that there may be none."""
    bound = c.lookup(node.of.word) if isinstance(node.of, tree.Name) else None
    row = bound.value if bound is not None else term
    base = plain(term.type)
    if not isinstance(row, Lookup) or not isinstance(base, Member) or "none" in words(found.type):
        return False
    info = c.declared.kinds[base.kind]
    known = node.name.word in info.columns or node.name.word in info.matrices
    if info.shape != "table" or not known or not row.table.startswith(f"{info.name}["):
        return False
    lost = lookups.lost_row(c, info, row)
    c.report(mistakes.NoRow(lost, info.name, node.name.word), node.span)
    return True


def member_field(c: Checker, node: tree.FieldOf, info: KindInfo, term: Term) -> Term | None:
    word, at = node.name.word, node.span
    count = len(info.members)
    if word in info.columns:
        c.found.used.add(info.name)
        c.refer(node.name, (SymbolKind.COLUMN, info.name, word))
        return lookup(c, f"{info.name}.{word}", term, info.columns[word][0], at)
    if word in info.matrices:
        c.report(mistakes.NeedsIndex(word, wording.each(info.matrices[word].index)), node.name.span)
        return expressions.wrong(at)
    if word == "index":
        return evolve(term, type=Int(0, count - 1), span=at)
    if word in ("next", "previous"):
        return neighbour(c, info, term, 1 if word == "next" else -1, at)
    of_teams = teams.fields(c, info)
    if word in of_teams:
        type = c.player_set
        return teams.still_in(c, lookup(c, f"{info.name}.{word}", term, type, at), at)
    if word == "opposite" and info.compass:
        return neighbour(c, info, term, count // 2, at)
    if word == "at" and info.shape == "token":
        c.found.used.add(info.name)
        field = c.declared.fields.get(f"{info.name}.at")
        return Load(field.name, (term,), type=field.type, span=at) if field is not None else expressions.wrong(at)
    beside = ["neighbours"] if info.shape in ("hexgrid", "graph") else [*boards.FIELDS] if info.shape == "grid" else []
    if word in beside:
        return lookup(c, boards.neighbours_table(c, info, word), term, SetOf(Member(info.name, count)), at)
    if word in boards.TAKES and word not in boards.OF_BOARDS and boards.has_ways(info):
        return boards.without_brackets(c, node)
    known = [
        *info.columns,
        *info.matrices,
        "next",
        "previous",
        "index",
        *(["at"] if info.shape == "token" else beside),
        *of_teams,
    ]
    known += ["opposite"] if info.compass else []
    of_boards = word in boards.FIELDS
    made = mistakes.NoColumn(word, info.name, info.shape, tuple(known), c.alike(word, known), of_boards)
    c.report(made, node.name.span)
    return None


def lookup(c: Checker, table: str, term: Term, type: Type, at: Span) -> Term:
    """An entry of a constant table, already looked up where the index is known."""
    if isinstance(term, Const) and not isinstance(type, ListOf):
        value = constants.constant(c, Lookup(table, (term,), type=type))
        if isinstance(value, int):
            c.declared.settled.add((table, term.value))
            return const(value, type, at)
    return Lookup(table, (term,), type=type, span=at)


def neighbour(c: Checker, info: KindInfo, term: Term, step: int, at: Span) -> Term:
    """`.next`, `.previous` and `.opposite`: round a ring, over players who are out, or none past the end of a kind."""
    count = len(info.members)
    type = Member(info.name, count)
    if info.name == "player" and "players" in c.declared.fields:
        table = lookups.rotation_table(c, info, clockwise=step == 1, after=True, at=at)
        seats = Lookup(table, (term,), type=ListOf(type, count))
        there = op("has", Load("players", type=SetOf(type)), Local(".seat", type=type), type=BOOL)
        found = Fold("first", ".seat", type, seats, where=there, type=Either(type, ("none",)), span=at)
        return op("solid", found, const(-1, type), type=type, at=at)
    if info.round:
        c.declared.tables[f"{info.name} {step:+d}"] = (type, tuple((i + step) % count for i in range(count)))
        return lookup(c, f"{info.name} {step:+d}", term, type, at)
    return operators.stepped(
        c, info.name, term, op("+", term, const(step, Int(step, step)), type=Int(-1, count)), type, at
    )


# --- Indexes ----------------------------------------------------------------------------------------------------


def index(c: Checker, node: tree.Index) -> Term:
    if isinstance(node.of, tree.Name) and c.lookup(node.of.word) is None:
        word = node.of.word
        symbol = c.declared.symbols.get(word)
        if symbol is not None:
            c.found.used.add(word)
        if symbol is not None and symbol.sort == "field" and not c.declared.early:
            return field_at(c, node, word)
        info = kinds.kind_of(c, word, node.of.span)
        if info is not None:
            return member_at(c, node, kinds.columns_of(c, info))
        if symbol is None and word not in OWN_NAMES:
            for argument in node.args:
                expressions.expression(c, argument)
            known = [s for s, there in c.declared.symbols.items() if there.sort in ("field", "kind")]
            c.unknown(UnknownName(word), node.of.span, known)
            return expressions.wrong(node.span)
    found = matrices.entry(c, node, node.of) if isinstance(node.of, tree.FieldOf) else None
    if found is not None:
        return found
    term = expressions.expression(c, node.of)
    if not isinstance(term.type, ErrorType):
        word = node.of.word if isinstance(node.of, tree.Name) else ""
        definition = word if c.declared.symbols.get(word, NOTHING).sort == "def" else ""
        c.report(mistakes.TakesNoIndex(term.type, definition), node.span)
    return expressions.wrong(node.span)


def whole_field(c: Checker, node: tree.Name) -> Term:
    """A part of the state of which there is one."""
    field = c.declared.fields[node.word]
    if field.indices:
        each = " and ".join(wording.each(i) for i in field.indices)
        c.report(mistakes.NeedsIndex(node.word, each), node.span)
        return expressions.wrong(node.span)
    return Load(node.word, type=field.type, span=node.span)


def field_at(c: Checker, node: tree.Index, word: str) -> Term:
    field = c.declared.fields[word]
    if len(node.args) != len(field.indices):
        if field.indices:
            each = " and ".join(wording.each(i) for i in field.indices)
            c.report(mistakes.IndexCount(word, len(field.indices), len(node.args), each), node.span)
        else:
            c.report(mistakes.OnlyOne(word), node.span)
        return expressions.wrong(node.span)
    at: list[Term] = []
    for argument, goal in zip(node.args, field.indices, strict=True):
        term = expressions.expression(c, argument, goal)
        term = expressions.solid(c, argument, term)
        at.append(expressions.fitted(c, argument, term, goal, f"the index of `{word}`"))
    if any(isinstance(t.type, ErrorType) for t in at):
        return expressions.wrong(node.span)
    return Load(word, tuple(at), type=field.type, span=node.span)


def member_at(c: Checker, node: tree.Index, info: KindInfo) -> Term:
    """`Pawn[P1]`, `Card[hearts, 2]`, `Cell[a, 1]`, `Rank[5]`."""
    type = Member(info.name, len(info.members))
    if info.name in c.declared.broken:
        return expressions.wrong(node.span)
    if not info.coordinates:
        if len(node.args) == 1:
            return expressions.of_type(c, node.args[0], type, f"what stands in `{info.name}[…]`")
        c.report(mistakes.OneMember(info.name, wording.members(c.declared.kinds, info.name)), node.span)
        return expressions.wrong(node.span)
    if len(node.args) != len(info.coordinates):
        names = ", ".join(word for word, _ in info.coordinates)
        c.report(mistakes.CoordinateCount(info.name, len(info.coordinates), len(node.args), names), node.span)
        return expressions.wrong(node.span)
    terms = [
        coordinate(c, argument, goal, f"`{word}` of {info.name}")
        for argument, (word, goal) in zip(node.args, info.coordinates, strict=True)
    ]
    if any(isinstance(t.type, ErrorType) for t in terms):
        return expressions.wrong(node.span)
    values = [value for t in terms if (value := constants.constant(c, t)) is not None]
    if len(values) == len(terms):
        number = lookups.by_coordinates(c, info).get(tuple(values))
        if number is not None:
            return const(number, type, node.span)
        shown = ", ".join(c.source.slice(a.span) for a in node.args)
        c.report(mistakes.NoSuchMember(info.name, info.shape, shown), node.span)
        return expressions.wrong(node.span)
    if any(not isinstance(goal, Bool | Int | Member) for _, goal in info.coordinates):
        c.report(mistakes.NoLookup(info.name), node.span)
        return expressions.wrong(node.span)
    return lookups.member_lookup(c, info, terms, node.span)


def coordinate(c: Checker, node: tree.Expr, goal: Type, what: str) -> Term:
    """A value a member is looked up by; it may lie outside, but not always."""
    term = expressions.expression(c, node, goal)
    base, aim = plain(term.type), plain(goal)
    if isinstance(base, Int) and isinstance(aim, Int) and base.low <= aim.high and aim.low <= base.high:
        return term
    return term if isinstance(base, Bool | Member) and base == aim else expressions.fitted(c, node, term, goal, what)


# --- Calls ------------------------------------------------------------------------------------------------------


def call(c: Checker, node: tree.Call) -> Term:
    match node.of:
        case tree.Name(word) if word == "possible":
            return possible(c, node)
        case tree.Name(word) if word == "streak":
            return streak(c, node)
        case tree.Name(word) if word == "between":
            return boards.between(c, node)
        case tree.Name(word) if word == "longest_trail":
            return routes.longest_trail(c, node)
        case tree.Name(word) if word in BUILTIN_FUNCTIONS:
            return builtin_call(c, node, word)
        case tree.Name(word):
            symbol = c.declared.symbols.get(word)
            if symbol is not None and symbol.sort == "def":
                return call_def(c, node, word)
            for argument in node.args:
                expressions.expression(c, argument)
            if symbol is None:
                callable_names = [
                    *BUILTIN_FUNCTIONS,
                    *(s for s, there in c.declared.symbols.items() if there.sort == "def"),
                ]
                c.unknown(mistakes.UnknownFunction(word, tuple(BUILTIN_FUNCTIONS)), node.of.span, callable_names)
            elif symbol.sort == "procedure":
                c.report(mistakes.IsProcedure(word), node.of.span)
            elif symbol.sort != "broken":
                c.found.used.add(word)
                c.report(mistakes.NotADef(word), node.of.span)
            return expressions.wrong(node.span)
        case tree.FieldOf():
            return boards.method(c, node, node.of)
        case _:
            term = expressions.expression(c, node.of)
            if not isinstance(term.type, ErrorType):
                c.report(mistakes.NOT_CALLABLE, node.span)
            return expressions.wrong(node.span)


def call_def(c: Checker, node: tree.Call, word: str) -> Term:
    c.found.used.add(word)
    if c.declared.early:
        return expressions.expression(c, tree.Name(word, span=node.of.span))
    info = definitions.definition(c, word, node.of.span)
    if info is None:
        for argument in node.args:
            expressions.expression(c, argument)
        return expressions.wrong(node.span)
    args = arguments(c, node.args, info.params, word, node.span)
    if info.needs_me:
        if not c.at.me:
            c.report(mistakes.NobodyAskedIn(word), node.of.span)
            return expressions.wrong(node.span)
        c.at.used_me = True
        args = [Local("me", type=c.player), *args]
    if any(isinstance(a.type, ErrorType) for a in args) or isinstance(info.type, ErrorType):
        return expressions.wrong(node.span)
    return Call(word, tuple(args), type=info.type, span=node.span)


def arguments(
    c: Checker, given: tuple[tree.Expr, ...], params: tuple[tuple[str, Type], ...], word: str, at: Span
) -> list[Term]:
    """The arguments of a def or procedure, each brought into the type of its parameter."""
    if len(given) != len(params):
        c.report(mistakes.ArgumentCount(word, tuple(name for name, _ in params), len(given)), at)
        return [expressions.wrong(at)]
    terms: list[Term] = []
    for argument, (name, goal) in zip(given, params, strict=True):
        term = expressions.expression(c, argument, goal)
        if set(words(term.type)) - set(words(goal)) and not isinstance(argument, tree.Literal):
            term = expressions.solid(c, argument, term)
        terms.append(expressions.fitted(c, argument, term, goal, f"`{name}` of `{word}`"))
    return terms


def builtin_call(c: Checker, node: tree.Call, word: str) -> Term:
    at = node.span
    if word in ("min", "max"):
        terms = [expressions.number(c, a) for a in node.args]
        if len(terms) < 2:
            c.report(mistakes.TwoOrMore(word), at)
        if len(terms) < 2 or any(isinstance(t.type, ErrorType) for t in terms):
            return expressions.wrong(at)
        result = terms[0]
        for term in terms[1:]:
            assert isinstance(result.type, Int)
            assert isinstance(term.type, Int)
            result = op(word, result, term, type=number_range(word, result.type, term.type), at=at)
        return result
    if len(node.args) != 1:
        c.report(mistakes.OneArgument(word, len(node.args)), at)
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
        if not isinstance(term.type, ErrorType):
            c.report(mistakes.RunNeedsSet(word, term.type), node.args[0].span)
        return expressions.wrong(at)
    of = term.type.of
    ends_meet = isinstance(of, Member) and c.declared.kinds[of.kind].round
    count = size(of)
    return op("runs", term, const(count, Int(count, count)), const(int(ends_meet), BOOL), type=Int(0, count), at=at)


def possible(c: Checker, node: tree.Call) -> Term:
    at = node.span
    if not node.args or not isinstance(node.args[0], tree.Name) or len(node.args) > 2:
        c.report(mistakes.POSSIBLE_TAKES, at)
        return expressions.wrong(at)
    key = move_called(c, node.args[0])
    player: Term
    if len(node.args) == 2:
        player = expressions.of_type(c, node.args[1], c.player, "the second of `possible`")
    else:
        player = expressions.expression(c, tree.Name("me", span=at))
    if key is None or isinstance(player.type, ErrorType):
        return expressions.wrong(at)
    return Possible(key, player, type=BOOL, span=at)


def streak(c: Checker, node: tree.Call) -> Term:
    at = node.span
    if len(node.args) != 2 or not isinstance(node.args[0], tree.Name):
        c.report(mistakes.STREAK_TAKES, at)
        return expressions.wrong(at)
    key, most = move_called(c, node.args[0]), constants.fixed_number(c, node.args[1])
    player = expressions.expression(c, tree.Name("me", span=at))
    if key is None or most is None or isinstance(player.type, ErrorType):
        return expressions.wrong(at)
    if not 1 <= most <= LONGEST_STREAK:
        c.report(mistakes.StreakTooLong(most, LONGEST_STREAK), node.args[1].span)
        return expressions.wrong(at)
    return Streak(key, player, most, type=Int(0, most), span=at)


def move_called(c: Checker, node: tree.Name) -> str | None:
    """The move that a name stands for here; None if that was to be reported."""
    found = c.declared.move_nodes.get(node.word, [])
    if not found:
        c.report(
            mistakes.UnknownMove(node.word, c.alike(node.word, c.declared.move_nodes), tuple(c.declared.move_nodes)),
            node.span,
        )
        return None
    keys = nearest(c, node.word, [key for key, _ in found])
    if len(keys) > 1:
        c.report(mistakes.UnclearMove(node.word), node.span)
        return None
    c.refer(node, next(move.name.span for key, move in found if key == keys[0]))
    return keys[0]


def nearest(c: Checker, word: str, keys: list[str]) -> list[str]:
    """Of several moves of one name: the one of this decision, else those of the innermost phase around."""
    if word in c.at.here:
        return [c.at.here[word]]
    around = [key for key in keys if c.at.path[: key.count(".")] == key.split(".")[:-1]]
    deepest = max((key.count(".") for key in around), default=0)
    return [key for key in around if key.count(".") == deepest] or keys
