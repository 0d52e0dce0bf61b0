"""Getting at things: `card.suit`, `hand[me]`, `worth(card)`, `min(a, b)`, `Cell.lines(3)`."""

from __future__ import annotations

from attrs import evolve

from astro_referee.grammar import tree
from astro_referee.grammar.problems import Advice
from astro_referee.grammar.source import Span
from astro_referee.interpreter.check.expressions import definitions, expressions, histories, operators, wording
from astro_referee.interpreter.check.flow import piles
from astro_referee.interpreter.check.kinds import boards, constants, kinds, lookups
from astro_referee.interpreter.check.names.declared import NOTHING
from astro_referee.interpreter.check.names.scope import BUILTIN_FUNCTIONS, BUILTIN_NAMES, Checker
from astro_referee.interpreter.program.folding import const, number_range, op
from astro_referee.interpreter.program.program import KindInfo
from astro_referee.interpreter.program.symbols import SymbolKind
from astro_referee.interpreter.program.terms import Call, Const, Fold, Load, Local, Lookup, Possible, Streak, Term
from astro_referee.interpreter.values.types import (
    BOOL,
    BagOf,
    Bool,
    Either,
    Int,
    ListOf,
    Member,
    RowOf,
    SetOf,
    Type,
    Wrong,
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
        case Wrong():
            return expressions.wrong(node.span)
        case SetOf() | BagOf() | ListOf() | RowOf():
            term = expressions.solid(c, node.of, term)
            if node.name.word == "size" and not isinstance(term.type, Wrong):
                return size_of(term, node.span)
            shown, word = c.source.slice(node.of.span), node.name.word
            if word in piles.ENDS and isinstance(term, Load):
                found = piles.end(c, term, word, node.span)
                if found is not None:
                    return found
            if word == "lines" and shown in c.declared.kinds and boards.has_ways(c.declared.kinds[shown]):
                return boards.without_brackets(c, node)
            note = f"to ask about what is in it: `some x in {shown} where x.{word} …`"
            many = wording.describe(c, base)
            c.error("unknown-field", f"{many} has no `{word}`", node.name.span, f"only `{shown}.size`", note)
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
            message = f"{wording.describe(c, base)} has no `{node.name.word}`"
            c.error("unknown-field", message, node.name.span, "leave it out")
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
    if info.shape != "table" or node.name.word not in info.columns or not row.table.startswith(f"{info.name}["):
        return False
    lost = lookups.lost_row(c, info, row)
    message = f"{info.name} has no row for {lost}" if lost else f"{info.name} may have no row for these values"
    label = f"add one, or say that there may be none: `{node.name.word}: … or none`"
    note = f"or first ask for the row: `let row = {info.name}[…]`, and then `row is not none`"
    c.error("no-such-member", message, node.span, label, note)
    return True


def member_field(c: Checker, node: tree.FieldOf, info: KindInfo, term: Term) -> Term | None:
    word, at = node.name.word, node.span
    count = len(info.members)
    if word in info.columns:
        c.found.used.add(info.name)
        c.refer(node.name, (SymbolKind.COLUMN, info.name, word))
        return lookup(c, f"{info.name}.{word}", term, info.columns[word][0], at)
    if word == "index":
        return evolve(term, type=Int(0, count - 1), span=at)
    if word in ("next", "previous"):
        return neighbour(c, info, term, 1 if word == "next" else -1, at)
    if word == "at" and info.shape == "token":
        c.found.used.add(info.name)
        field = c.declared.fields.get(f"{info.name}.at")
        return Load(field.name, (term,), type=field.type, span=at) if field is not None else expressions.wrong(at)
    beside = ["neighbours"] if info.shape in ("hexgrid", "graph") else [*boards.FIELDS] if info.shape == "grid" else []
    if word in beside:
        return lookup(c, boards.neighbours_table(c, info, word), term, SetOf(Member(info.name, count)), at)
    if word in boards.TAKES and word != "lines" and boards.has_ways(info):
        return boards.without_brackets(c, node)
    known = [*info.columns, "next", "previous", "index", *(["at"] if info.shape == "token" else beside)]
    note, message = f"{info.name} has: {', '.join(known)}", f"nothing called `{word}` is known here"
    advice: Advice | None = c.alike(word, known)
    if word in boards.FIELDS:
        advice = f"a {info.shape} has only `neighbours`" if beside else "only a grid, a hexgrid or a graph has it"
    c.error("unknown-name", message, node.name.span, advice, note)
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
    """`.next` and `.previous`: round a ring, over players who are out, or none past the end of a kind."""
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
        if symbol is None and word not in BUILTIN_NAMES:
            for argument in node.args:
                expressions.expression(c, argument)
            c.unknown(
                word, node.of.span, [s for s, there in c.declared.symbols.items() if there.sort in ("field", "kind")]
            )
            return expressions.wrong(node.span)
    term = expressions.expression(c, node.of)
    if not isinstance(term.type, Wrong):
        message = f"{wording.describe(c, term.type)} takes no `[…]`"
        label = "only zones, variables and kinds take it"
        if isinstance(node.of, tree.Name) and c.declared.symbols.get(node.of.word, NOTHING).sort == "def":
            label = f"a def takes round brackets: `{node.of.word}(…)`"
        c.error("not-indexed", message, node.span, label)
    return expressions.wrong(node.span)


def whole_field(c: Checker, node: tree.Name) -> Term:
    """A part of the state of which there is one."""
    field = c.declared.fields[node.word]
    if field.indices:
        each = " and ".join(wording.each(i) for i in field.indices)
        message = f"there is a `{node.word}` for each {each}"
        c.error("needs-index", message, node.span, f"say which: `{node.word}[…]`")
        return expressions.wrong(node.span)
    return Load(node.word, type=field.type, span=node.span)


def field_at(c: Checker, node: tree.Index, word: str) -> Term:
    field = c.declared.fields[word]
    if len(node.args) != len(field.indices):
        if field.indices:
            each = " and ".join(wording.each(i) for i in field.indices)
            message = f"`{word}` takes {len(field.indices)} between its brackets, not {len(node.args)}"
            c.error("wrong-index", message, node.span, f"there is one for each {each}")
        else:
            c.error("wrong-index", f"there is only one `{word}`", node.span, "leave out the brackets")
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
    if info.name in c.declared.broken:
        return expressions.wrong(node.span)
    if not info.coordinates:
        if len(node.args) == 1:
            return expressions.of_type(c, node.args[0], type, f"what stands in `{info.name}[…]`")
        message = f"one member of {info.name} stands between the brackets"
        c.error("wrong-index", message, node.span, wording.members(c, info.name))
        return expressions.wrong(node.span)
    if len(node.args) != len(info.coordinates):
        names = ", ".join(word for word, _ in info.coordinates)
        message = f"{info.name} takes {len(info.coordinates)} between its brackets, not {len(node.args)}"
        c.error("wrong-index", message, node.span, f"write `{info.name}[{names}]`")
        return expressions.wrong(node.span)
    terms = [
        coordinate(c, argument, goal, f"`{word}` of {info.name}")
        for argument, (word, goal) in zip(node.args, info.coordinates, strict=True)
    ]
    if any(isinstance(t.type, Wrong) for t in terms):
        return expressions.wrong(node.span)
    values = [value for t in terms if (value := constants.constant(c, t)) is not None]
    if len(values) == len(terms):
        number = lookups.by_coordinates(c, info).get(tuple(values))
        if number is not None:
            return const(number, type, node.span)
        shown = ", ".join(c.source.slice(a.span) for a in node.args)
        what = "row" if info.shape == "table" else "member"
        c.error("no-such-member", f"{info.name} has no {what} for {shown}", node.span, "add one, or name another")
        return expressions.wrong(node.span)
    if any(not isinstance(goal, Bool | Int | Member) for _, goal in info.coordinates):
        message = f"{wording.a(info.name)} cannot be looked up by values that change"
        c.error("wrong-index", message, node.span, "a value of it may be `none`, a set or a text")
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
                note = f"functions: {', '.join(BUILTIN_FUNCTIONS)}"
                c.unknown(word, node.of.span, callable_names, note, f"no def or function is called `{word}`")
            elif symbol.sort == "procedure":
                message = f"`{word}` is a procedure: it does something, but has no value"
                c.error("not-a-value", message, node.of.span, f"as a line of its own: `do {word}(…)`")
            elif symbol.sort != "broken":
                c.found.used.add(word)
                message = f"`{word}` is no def, so it takes no `(…)`"
                c.error("not-callable", message, node.of.span, "zones and variables take `[…]`")
            return expressions.wrong(node.span)
        case tree.FieldOf():
            return boards.method(c, node, node.of)
        case _:
            term = expressions.expression(c, node.of)
            if not isinstance(term.type, Wrong):
                c.error("not-callable", "only defs and functions take `(…)`", node.span, "leave out the brackets")
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
            message = f"`{word}` speaks of `me`, but no player is asked here"
            c.error("nobody-asked", message, node.of.span, "give it the player in brackets instead")
            return expressions.wrong(node.span)
        c.at.used_me = True
        args = [Local("me", type=c.player), *args]
    if any(isinstance(a.type, Wrong) for a in args) or isinstance(info.type, Wrong):
        return expressions.wrong(node.span)
    return Call(word, tuple(args), type=info.type, span=node.span)


def arguments(
    c: Checker, given: tuple[tree.Expr, ...], params: tuple[tuple[str, Type], ...], word: str, at: Span
) -> list[Term]:
    """The arguments of a def or procedure, each brought into the type of its parameter."""
    if len(given) != len(params):
        names = ", ".join(name for name, _ in params)
        message = f"`{word}` takes {len(params) or 'nothing'} in brackets, not {len(given)}"
        c.error("wrong-arguments", message, at, f"write `{word}({names})`" if params else f"write `{word}`")
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
            c.error("wrong-arguments", f"`{word}` compares two or more numbers", at, f"for example: `{word}(a, b)`")
        if len(terms) < 2 or any(isinstance(t.type, Wrong) for t in terms):
            return expressions.wrong(at)
        result = terms[0]
        for term in terms[1:]:
            assert isinstance(result.type, Int)
            assert isinstance(term.type, Int)
            result = op(word, result, term, type=number_range(word, result.type, term.type), at=at)
        return result
    if len(node.args) != 1:
        c.error("wrong-arguments", f"`{word}` takes one in brackets, not {len(node.args)}", at, f"write `{word}(…)`")
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
            message = f"`{word}` needs a set, but this is {wording.describe(c, term.type)}"
            c.error("not-a-set", message, node.args[0].span, "for example: `set of c.rank for c in hand[me]`")
        return expressions.wrong(at)
    of = term.type.of
    ends_meet = isinstance(of, Member) and c.declared.kinds[of.kind].round
    count = size(of)
    return op("runs", term, const(count, Int(count, count)), const(int(ends_meet), BOOL), type=Int(0, count), at=at)


def possible(c: Checker, node: tree.Call) -> Term:
    at = node.span
    if not node.args or not isinstance(node.args[0], tree.Name) or len(node.args) > 2:
        message = "`possible` takes the name of a move, and a player if it is not me"
        c.error("wrong-arguments", message, at, "for example: `possible(play)`")
        return expressions.wrong(at)
    key = move_called(c, node.args[0])
    player: Term
    if len(node.args) == 2:
        player = expressions.of_type(c, node.args[1], c.player, "the second of `possible`")
    else:
        player = expressions.expression(c, tree.Name("me", span=at))
    if key is None or isinstance(player.type, Wrong):
        return expressions.wrong(at)
    return Possible(key, player, type=BOOL, span=at)


def streak(c: Checker, node: tree.Call) -> Term:
    at = node.span
    if len(node.args) != 2 or not isinstance(node.args[0], tree.Name):
        message = "`streak` takes the name of a move, and how many in a row are enough"
        c.error("wrong-arguments", message, at, "for example: `streak(step, 3)`")
        return expressions.wrong(at)
    key, most = move_called(c, node.args[0]), constants.fixed_number(c, node.args[1])
    player = expressions.expression(c, tree.Name("me", span=at))
    if key is None or most is None or isinstance(player.type, Wrong):
        return expressions.wrong(at)
    if not 1 <= most <= LONGEST_STREAK:
        message = f"a streak of at most {most} cannot be looked for"
        c.error("out-of-range", message, node.args[1].span, f"write a number from 1 to {LONGEST_STREAK}")
        return expressions.wrong(at)
    return Streak(key, player, most, type=Int(0, most), span=at)


def move_called(c: Checker, node: tree.Name) -> str | None:
    """The move that a name stands for here; None if that was to be reported."""
    found = c.declared.move_nodes.get(node.word, [])
    if not found:
        label = (
            c.alike(node.word, c.declared.move_nodes)
            or f"the moves are: {wording.sample(tuple(c.declared.move_nodes))}"
        )
        c.error("unknown-move", f"there is no move called `{node.word}`", node.span, label)
        return None
    keys = nearest(c, node.word, [key for key, _ in found])
    if len(keys) > 1:
        message = f"there are several moves called `{node.word}`"
        c.error("unclear-move", message, node.span, "give them different names")
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
