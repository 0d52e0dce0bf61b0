"""What stands at the left margin: names first, then options, kinds, tokens, dice, zones, variables."""

from __future__ import annotations

from collections import Counter
from math import prod

from attrs import evolve

from astro_referee.grammar import tree
from astro_referee.grammar.errors.phrasebook import SEEN_BY
from astro_referee.grammar.problems import Fix
from astro_referee.grammar.source import NOWHERE, Span
from astro_referee.interpreter.check.expressions import expressions, histories
from astro_referee.interpreter.check.flow import piles, steps
from astro_referee.interpreter.check.kinds import boards, constants, kinds, marks, options, plans, teams
from astro_referee.interpreter.check.mistakes import declarations as mistakes
from astro_referee.interpreter.check.mistakes import wording
from astro_referee.interpreter.check.mistakes.names import Twice
from astro_referee.interpreter.check.mistakes.piles import CupSize
from astro_referee.interpreter.check.names import dependencies, library_items
from astro_referee.interpreter.check.names.context import Bound
from astro_referee.interpreter.check.names.declared import Meaning
from astro_referee.interpreter.check.names.scope import BUILTIN_FUNCTIONS, OWN_NAMES, Checker, mentions
from astro_referee.interpreter.check.secrecy.self_known import self_known
from astro_referee.interpreter.program import heaps
from astro_referee.interpreter.program.program import FieldInfo, KindInfo, OptionInfo, RulingInfo
from astro_referee.interpreter.program.secrets import reads
from astro_referee.interpreter.program.symbols import SymbolKind
from astro_referee.interpreter.program.terms import Const, Local, Term
from astro_referee.interpreter.values.types import (
    WRONG,
    BagOf,
    Base,
    Bool,
    Either,
    ErrorType,
    Int,
    ListOf,
    Member,
    SetOf,
    TextType,
    Type,
    low,
    lowest,
    plain,
    size,
)

SORTS: dict[type, str] = {
    tree.Option: "option",
    tree.Kind: "kind",
    tree.Product: "kind",
    tree.Card: "kind",
    tree.Token: "kind",
    tree.Table: "kind",
    tree.Die: "field",
    tree.Zone: "field",
    tree.Var: "field",
    tree.History: "field",
    tree.Def: "def",
    tree.Procedure: "procedure",
}
OF_STATE = (tree.Zone, tree.Var, tree.Die)
"""What not everybody needs to see."""
BUILTIN_TYPES = ("player", "bool", "Direction")
MOST_PLAYERS = 16
"""More seats than any table here has; a set of players stays a small number."""
LARGEST_TABLE = 100_000
"""Entries in one variable kept for each of several; a state must stay cheap to copy."""


def declare(c: Checker) -> None:
    """Reads every declaration that is not flow; `early` is the time before the parts of the state are known."""
    names(c)
    library_items.leave_out(c)
    builtin_kinds(c)
    kinds.read_listed(c)
    teams.declare(c)
    for item in c.file.items:
        match item:
            case tree.Option(name):
                read_option(c, name.word)
            case tree.Ruling(name, text, source):
                if name.word in c.declared.rulings:
                    c.twice(mistakes.TwoRulings(name.word, c.declared.rulings[name.word].span), name.span)
                c.declared.rulings[name.word] = RulingInfo(name.word, text, source, span=name.span)
    kinds.read_rest(c)
    marks.read(c)
    options.limit(c)
    for item in c.file.items:
        if declared_here(c, item):
            match item:
                case tree.Token():
                    token(c, item)
                case tree.Zone():
                    zone(c, item)
                case tree.Die():
                    die(c, item)
                case tree.Var():
                    variable(c, item)
    read_differently(c)
    rules = [item for item in c.file.items if not c.source.is_test(item.span.start)]
    if any(isinstance(node, tree.Retire | tree.Return) for item in rules for node in dependencies.inside(item)):
        full = Const((1 << c.seats) - 1, type=c.player_set)
        c.declared.fields["players"] = FieldInfo("players", "builtin", c.player_set, initial=full)
    for item in c.file.items:
        if isinstance(item, tree.History) and declared_here(c, item):
            histories.declare(c, item)
    c.declared.early = False
    for item in c.file.items:
        if isinstance(item, OF_STATE) and declared_here(c, item) and item.name.word in c.declared.fields:
            audience(c, item)
    plans.declare(c)
    piles.declare(c, tops(c))
    open_audiences(c)
    for item in c.file.items:
        if isinstance(item, tree.History):
            histories.settle(c, item)
        elif isinstance(item, tree.Ruling) and item.condition is not None:
            ruling = c.declared.rulings[item.name.word]
            c.declared.rulings[item.name.word] = evolve(ruling, in_force=constants.fixed_condition(c, item.condition))


# --- Names ----------------------------------------------------------------------------------------------------------


def names(c: Checker) -> None:
    """Every name that is declared; a second declaration of one name is an error at the second place."""
    for item in c.file.items:
        sort = SORTS.get(type(item))
        if sort is None or isinstance(item, tree.Ruling | tree.Plan | tree.Phase | tree.Move | tree.End):
            continue
        word, span = item.name.word, item.name.span
        taken = c.declared.symbols.get(word)
        seats = isinstance(item, tree.Kind) and item.word == "player"
        if not seats and (word in OWN_NAMES or word in BUILTIN_FUNCTIONS or word in BUILTIN_TYPES):
            c.report(mistakes.BuiltinName(word), span)
            continue
        if taken is not None:
            c.twice(mistakes.PlayersTwice(word, taken.span) if seats else Twice(word, taken.span), span)
            continue
        c.declared.symbols[word] = Meaning(sort, word, span)
        match item:
            case tree.Def():
                c.declared.def_nodes[word] = item
            case tree.Procedure():
                c.declared.procedure_nodes[word] = item
            case tree.Option():
                c.declared.option_nodes[word] = item
            case tree.Kind() | tree.Product() | tree.Card() | tree.Token() | tree.Table():
                c.declared.kind_nodes[word] = item


def declared_here(c: Checker, item: tree.Declaration) -> bool:
    """Whether an item is the one its name stands for, not a second one of that name."""
    if type(item) not in SORTS or isinstance(item, tree.Ruling | tree.Plan | tree.Phase | tree.Move | tree.End):
        return False
    symbol = c.declared.symbols.get(item.name.word)
    return symbol is not None and symbol.span == item.name.span


def builtin_kinds(c: Checker) -> None:
    """The players, where they are not named, and the directions, where there is a grid."""
    if "player" not in c.declared.kind_nodes:
        c.declared.symbols["player"] = Meaning("kind", "player", NOWHERE)
        seats = tuple(f"P{i + 1}" for i in range(c.seats))
        c.declared.absent = {f"P{i + 1}" for i in range(c.seats, MOST_PLAYERS)}
        c.declared.kinds["player"] = KindInfo("player", "player", seats)
        for index, seat in enumerate(seats):
            c.declared.symbols.setdefault(seat, Meaning("member", "player", NOWHERE, index))
    if any(isinstance(item, tree.Product) and item.word in boards.AXES for item in c.file.items):
        c.declared.kinds["Direction"] = KindInfo("Direction", "kind", tuple(kinds.DIRECTIONS), compass=True)
        c.declared.symbols["Direction"] = Meaning("kind", "Direction", NOWHERE)
        for index, way in enumerate(kinds.DIRECTIONS):
            c.declared.symbols.setdefault(way, Meaning("member", "Direction", NOWHERE, index))
        for word in kinds.WAYS:
            c.declared.symbols.setdefault(word, Meaning("ways", word, NOWHERE))


def read_option(c: Checker, word: str) -> None:
    """An option, read when it is first needed, since sizes and other options may depend on it."""
    node = c.declared.option_nodes.pop(word, None)
    if node is None:
        return
    type = constants.resolve_type(c, node.type)
    default: int | str | None = lowest(type)
    if not isinstance(type, Bool | Int | Member | ErrorType):
        c.report(mistakes.OPTION_TYPE, node.type.span)
        type = WRONG
    elif node.value is not None:
        term = expressions.of_type(c, node.value, type, f"option `{word}`")
        default = constants.constant(c, term)
        if default is None:
            constants.not_fixed(c, term, node.value)
        if default is None or isinstance(term.type, ErrorType):
            type = WRONG
    start = default if isinstance(default, int) else 0
    value = c.chosen.get(word, start)
    asked = None if node.asked is None or not options.can_be_asked(c, node.asked, type) else node.asked.today
    c.declared.options[word] = OptionInfo(word, type, start, value, node.docs, asked, bool(node.limits))
    c.declared.tables[f"option {word}"] = (type, (value,))


# --- Parts of the state -----------------------------------------------------------------------------------------------


def token(c: Checker, node: tree.Token) -> None:
    info = c.declared.kinds[node.name.word]
    there = kinds.kind_of(c, node.on.word, node.on.span)
    if there is None:
        known = [k for k, i in c.declared.kinds.items() if i.shape not in ("card", "token", "table")]
        c.unknown(mistakes.UnknownPlace(node.on.word), node.on.span, known)
        c.found.used.add(info.name)
        return
    c.found.used.add(there.name)
    if there.shape in ("card", "token", "table"):
        c.report(mistakes.NoPlaceForTokens(there.shape), node.on.span)
        c.found.used.add(info.name)
        return
    place = Either(Member(there.name, len(there.members)), ("none",))
    name = f"{info.name}.at"
    owner = Member(info.name, len(info.members))
    off = Const(c.code("none", place.of), type=place)
    c.declared.fields[name] = FieldInfo(name, "token", place, (owner,), off, docs=node.docs, span=node.name.span)


def indices(c: Checker, per: tuple[tree.Expr, ...]) -> tuple[Base, ...]:
    """What a zone or variable is kept for: kinds and spans."""
    bases: list[Base] = []
    for node in per:
        type, _ = constants.fixed_domain(c, node)
        assert isinstance(type, Bool | Int | Member)
        bases.append(type)
    total = prod(size(base) for base in bases)
    if total > LARGEST_TABLE:
        c.report(mistakes.TooManyValues(total, LARGEST_TABLE), per[0].span.to(per[-1].span))
    return tuple(bases)


def zone(c: Checker, node: tree.Zone) -> None:
    word = node.name.word
    info = kinds.kind_of(c, node.of.word, node.of.span)
    if info is None or info.shape != "card":
        if info is None:
            known = [k for k, i in c.declared.kinds.items() if i.shape == "card"]
            c.unknown(mistakes.UnknownCards(node.of.word), node.of.span, known)
        else:
            c.report(mistakes.NotACard(node.of.word), node.of.span)
            c.found.used.add(node.of.word)
        c.declared.symbols[word] = Meaning("broken", word, node.name.span)
        return
    c.found.used.add(info.name)
    info = kinds.columns_of(c, info)
    if node.audience is None:
        behind = Span(node.of.span.end, node.of.span.end)
        who = ("owner", "everyone", "nobody") if node.per else ("everyone", "nobody")
        fixes = tuple(Fix(behind, f", seen by {some}") for some in who)
        c.report(mistakes.NoAudience(word, fixes), node.name.span)
    cards = Member(info.name, len(info.members))
    type: Type = SetOf(cards) if info.copies == 1 else heaps.heap_type(cards, info.copies)
    bases, empty = indices(c, node.per), Const(0, type=type)
    sorting = sorted_by(c, node, info)
    c.declared.fields[word] = FieldInfo(
        word, "zone", type, bases, empty, None, node.pile, node.docs, node.shown, span=node.name.span, sorting=sorting
    )


def sorted_by(c: Checker, node: tree.Zone, info: KindInfo) -> tuple[tuple[int, ...], ...]:
    """What each card is sorted by where a zone is shown; what lies in an order of its own is shown in that."""
    keys: list[list[int]] = []
    for key in node.sorting:
        word = key.column.word
        if node.pile or node.row is not None:
            c.report(mistakes.SORTED_PILE, key.span)
            return ()
        if word not in info.columns:
            c.unknown(mistakes.NothingToSortBy(word, info.name, tuple(info.columns)), key.column.span, info.columns)
            continue
        c.refer(key.column, (SymbolKind.COLUMN, info.name, word))
        type, values = info.columns[word]
        numbers = [value for value in values if isinstance(value, int)]
        if not isinstance(plain(type), Bool | Int | Member) or len(numbers) < len(values):
            c.report(mistakes.NotSortable(word), key.column.span)
            continue
        keys.append([-value if key.highest else value for value in numbers])
    return tuple(zip(*keys, strict=True))


def read_differently(c: Checker) -> None:
    """What players read in place of a name is plain, and belongs to one thing alone."""
    first: dict[str, FieldInfo] = {}
    for info in sorted(c.declared.fields.values(), key=lambda info: bool(info.shown)):
        if "{" in info.shown:
            c.report(mistakes.HolesInShown(info.name), info.span)
        read = info.shown or info.name.replace("_", " ")
        if info.shown and read in first:
            c.report(mistakes.ReadAlike(read, first[read].span), info.span)
        first.setdefault(read, info)


def die(c: Checker, node: tree.Die) -> None:
    word = node.name.word
    faces = kinds.expand_members(c, node.members)
    named = [(face, span) for face, span in faces if not face.isdigit()]
    type: Type
    if not named:
        values = [int(face) for face, _ in faces]
        type = Int(min(values), max(values))
    else:
        symbol = kinds.find_member(c, named[0][0])
        if symbol is None:
            known = [s for s, there in c.declared.symbols.items() if there.sort == "member"]
            c.unknown(mistakes.UnknownFace(named[0][0]), named[0][1], known)
            c.declared.symbols[word] = Meaning("broken", word, node.name.span)
            return
        type = Member(symbol.name, len(c.declared.kinds[symbol.name].members))
        c.found.used.add(symbol.name)
        values = []
        for face, span in faces:
            index = kinds.member_index(c, type, face)
            c.refer(tree.Name(face, span=span), (SymbolKind.MEMBER, symbol.name, face))
            if index is None:
                c.report(mistakes.FaceOfOtherKind(face, symbol.name, wording.wants(c.declared.kinds, type)), span)
            else:
                values.append(index)
    weights = Counter(values)
    if len(weights) == 1 and len(faces) == 1:
        c.report(mistakes.OneFace(word, faces[0][0]), node.members[0].span)
    c.declared.dice[word] = tuple(sorted(weights.items()))
    lowest_face = min(weights, default=0)
    start = Const(lowest_face, type=type)
    if node.count is not None:
        assert isinstance(type, Int | Member)
        type = heaps.heap_type(type)
        count = cup_size(c, node.count, type)
        start = Const(count << type.bits * (lowest_face - low(type.of)), type=type)
        c.declared.cups[word] = count
    info = FieldInfo(
        word, "die", type, indices(c, node.per), start, docs=node.docs, shown=node.shown, span=node.name.span
    )
    c.declared.fields[word] = evolve(info, faces=c.declared.dice[word]) if node.audience is not None else info


def cup_size(c: Checker, node: tree.Expr, type: BagOf) -> int:
    """How many dice there are in a cup."""
    count = constants.fixed_number(c, node)
    if count is not None and not 1 <= count <= type.room:
        c.report(CupSize(type.room, count), node.span)
    return count if count is not None and 1 <= count <= type.room else 1


def variable(c: Checker, node: tree.Var) -> None:
    word = node.name.word
    type = constants.resolve_type(c, node.type)
    bases = indices(c, node.per)
    if isinstance(type, ErrorType | ListOf | TextType):
        c.declared.symbols[word] = Meaning("broken", word, node.name.span)
        return
    initial = Const(lowest(plain(type)), type=type)
    if isinstance(type, Either) and "none" in type.words:
        initial = Const(c.code("none", type.of), type=type)
    if node.value is not None:
        term = expressions.of_type(c, node.value, type, f"`{word}`")
        value = constants.constant(c, term)
        if isinstance(value, int):
            initial = Const(value, type=type)
        else:
            constants.not_fixed(c, term, node.value)
    c.declared.fields[word] = FieldInfo(
        word, "var", type, bases, initial, None, docs=node.docs, shown=node.shown, span=node.name.span
    )


# --- Who sees it ----------------------------------------------------------------------------------------------------


def audience(c: Checker, item: tree.Zone | tree.Var | tree.Die) -> None:
    """Who sees a part of the state, as a set of players; None is everyone."""
    node, info = item.audience, c.declared.fields[item.name.word]
    if node is None:
        return
    said = node.word if isinstance(node, tree.Name | tree.Literal) else ""
    if said in SEEN_BY:
        fixes = (Fix(node.span, SEEN_BY[said].strip("`").removeprefix("seen by ")),)
        c.report(mistakes.NoSuchAudience(said, info.name, SEEN_BY[said], fixes), node.span)
        return
    term = readers(c, node, info)
    if term is not None:
        c.declared.fields[info.name] = evolve(info, audience=term)


def tops(c: Checker) -> dict[str, Term]:
    """Who sees the card on top of a pile, where the file says so."""
    everyone = Const((1 << c.seats) - 1, type=c.player_set)
    return {
        item.name.word: readers(c, item.top, c.declared.fields[item.name.word]) or everyone
        for item in c.file.items
        if isinstance(item, tree.Zone) and item.top is not None and item.name.word in c.declared.fields
    }


def readers(c: Checker, node: tree.Expr, info: FieldInfo) -> Term | None:
    """The players who see something, as a set; None is everyone, also where that was to be reported."""
    with c.scope():
        first = info.indices[0] if info.indices else None
        if first == c.player:
            c.at.scopes[-1]["owner"] = Bound(Local("owner", type=c.player), NOWHERE, used=True)
        elif first is not None and teams.is_team(c, first):
            owners = teams.players_of(c, Local("owner", type=first), node.span)
            c.at.scopes[-1]["owner"] = Bound(owners, NOWHERE, used=True)
        elif mentions(node, ("owner",)):
            c.report(mistakes.NoOwner(info.name), node.span)
            return None
        if isinstance(node, tree.Name) and node.word == "others":
            c.report(mistakes.OTHERS_SEE, node.span)
            return None
        term = steps.players(c, node)
    return None if isinstance(term.type, ErrorType) or term == Const((1 << c.seats) - 1, type=c.player_set) else term


def open_audiences(c: Checker) -> None:
    """Who sees something may depend on what all players see, on itself: those in a set may see the set, and on sets of
    which each player knows whether they are in it.
    """
    for info in c.declared.fields.values():
        if info.audience is None or self_known(c.declared.fields, info.audience):
            continue
        for name in sorted(reads(c.declared.defs, info.audience) - {info.name}):
            if c.declared.fields[name].audience is not None:
                c.report(mistakes.AudienceDiscloses(name), info.audience.span)
