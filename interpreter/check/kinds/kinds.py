"""Kinds from their declarations: the members of kinds, rings, grids, players, cards, tokens and tables."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product as combinations

from attrs import evolve

from astro_referee.grammar import tree
from astro_referee.grammar.problems import Fix
from astro_referee.grammar.source import NOWHERE, Span
from astro_referee.grammar.syntax import limits
from astro_referee.interpreter.check.dependence import part_of_set_up
from astro_referee.interpreter.check.expressions import expressions
from astro_referee.interpreter.check.kinds import constants, tables
from astro_referee.interpreter.check.mistakes import kinds as mistakes
from astro_referee.interpreter.check.names.declared import KindNode, Meaning
from astro_referee.interpreter.check.names.dependencies import words
from astro_referee.interpreter.check.names.scope import Checker
from astro_referee.interpreter.check.shared import Combinations
from astro_referee.interpreter.program.folding import const
from astro_referee.interpreter.program.program import KindInfo
from astro_referee.interpreter.values.printing import Printer
from astro_referee.interpreter.values.types import ErrorType, Member, SetOf, Type

DIRECTIONS = {
    "north": (0, 1),
    "northeast": (1, 1),
    "east": (1, 0),
    "southeast": (1, -1),
    "south": (0, -1),
    "southwest": (-1, -1),
    "west": (-1, 0),
    "northwest": (-1, 1),
}
WAYS = {
    "orthogonal": sum(1 << i for i, (x, y) in enumerate(DIRECTIONS.values()) if not x or not y),
    "diagonal": sum(1 << i for i, (x, y) in enumerate(DIRECTIONS.values()) if x and y),
}
"""Names for sets of directions."""
LARGEST_KIND = 4096
"""More members than any board here needs (a 19 x 19 grid has 361), few enough for tables over pairs of coordinates."""
DEEPEST = 20
"""Kinds made of kinds made of kinds: nobody needs more than three, and each level costs a few calls."""

UNREAD = "being read"
"""The shape of a kind whose members are being put together."""

Listed = list[tuple[str, Span]]
"""Names of members with the places where they are listed."""


# --- Reading ------------------------------------------------------------------------------------------------------


def is_product(item: KindNode) -> bool:
    """Whether the members are put together from other kinds, so that those must be known first."""
    return isinstance(item, tree.Product | tree.Token) or (isinstance(item, tree.Card) and item.rows is None)


def read_listed(c: Checker) -> None:
    """Members that are simply listed. Columns follow when they are needed, since they may speak of any kind."""
    for word, item in c.declared.kind_nodes.items():
        if not is_product(item):
            c.declared.kinds[word], listed = listed_kind(c, item)
            name_members(c, item, c.declared.kinds[word], [span for _, span in listed])
            c.declared.unfilled.add(word)


def read_rest(c: Checker) -> None:
    """Members put together from others, and all columns."""
    for word in c.declared.kind_nodes:
        info = kind_of(c, word, NOWHERE)
        if info is not None:
            columns_of(c, info)


def kind_of(c: Checker, word: str, at: Span) -> KindInfo | None:
    """A kind by its name, put together when it is first needed."""
    found = c.declared.kinds.get(word)
    if found is not None:
        if found.shape == UNREAD:
            c.report(mistakes.KindOfItself(word), at)
        return found
    item = c.declared.kind_nodes.get(word)
    if item is None:
        return None
    c.declared.kinds[word] = KindInfo(word, UNREAD, ("nothing",))
    c.at.depth += 1
    if c.at.depth > DEEPEST:
        c.report_once(mistakes.KindsTooDeep(DEEPEST), item.name.span)
        info = KindInfo(word, "kind", ("nothing",))
    else:
        info = product(c, item)
    c.at.depth -= 1
    c.declared.kinds[word] = info
    for column, entries in info.columns.items():
        c.declared.tables[f"{word}.{column}"] = entries
    name_members(c, item, info, [item.name.span] * len(info.members))
    return info


def columns_of(c: Checker, info: KindInfo) -> KindInfo:
    """The kind with its columns, which are read when they are first needed."""
    if info.name not in c.declared.unfilled:
        return c.declared.kinds.get(info.name, info)
    c.declared.unfilled.discard(info.name)
    item = c.declared.kind_nodes[info.name]
    tables.fill_columns(c, item)
    if info.shape == "graph":
        c.declared.kinds[info.name] = linked(c, item, c.declared.kinds[info.name])
    return c.declared.kinds[info.name]


def linked(c: Checker, item: KindNode, info: KindInfo) -> KindInfo:
    """A graph, which must say what each place is linked with."""
    goal = SetOf(Member(info.name, len(info.members)))
    type, _ = info.columns.get("links", (None, ()))
    if type == goal:
        return info
    if not isinstance(type, ErrorType):
        c.report(mistakes.NoLinks(info.name, other=type is not None), item.name.span)
    links = (0,) * len(info.members)
    c.declared.tables[f"{info.name}.links"] = (goal, links)
    return evolve(info, columns={**info.columns, "links": (goal, links)})


def find_member(c: Checker, word: str) -> Meaning | None:
    """The member with this name; reads all kinds first if it is not known yet."""
    if word not in c.declared.symbols and not c.declared.all_read:
        c.declared.all_read = True
        for name in c.declared.kind_nodes:
            kind_of(c, name, NOWHERE)
    symbol = c.declared.symbols.get(word)
    return symbol if symbol is not None and symbol.sort == "member" else None


def member_index(c: Checker, base: Type, word: str) -> int | None:
    """The place of a member in its kind, by its printed name."""
    if not isinstance(base, Member):
        return None
    places = c.declared.places.get(base.kind)
    if places is None or len(places) > len(c.declared.kinds[base.kind].members):
        places = {}
        for index, name in enumerate(c.declared.kinds[base.kind].members):
            places.setdefault(name, index)
        if c.declared.kinds[base.kind].shape != UNREAD:
            c.declared.places[base.kind] = places
    return places.get(word)


# --- Members that are listed ----------------------------------------------------------------------------------------


def listed_kind(c: Checker, item: KindNode) -> tuple[KindInfo, Listed]:
    match item:
        case tree.Kind(shape, name, members, rows):
            listed = expand_members(c, members) if rows is None else tables.row_names(c, rows, "")
            listed = report_duplicates(c, listed)
            if shape == "player":
                listed = seated(c, listed, item.name.span)
            return KindInfo(name.word, shape, names_of(listed)), listed
        case tree.Card(name, _, _, rows) if rows is not None:
            called = tables.row_names(c, rows, " ", copied=True)
            listed = report_duplicates(c, [(text or name.word.lower(), span) for text, span in called])
            return KindInfo(name.word, "card", names_of(listed)), listed
        case tree.Table(name, _, rows):
            listed = report_duplicates(c, tables.row_names(c, rows, " "))
            return KindInfo(name.word, "table", names_of(listed)), listed
        case _:
            raise AssertionError(item)


def names_of(listed: Listed) -> tuple[str, ...]:
    return tuple(name for name, _ in listed) or ("nothing",)


def report_duplicates(c: Checker, listed: Listed) -> Listed:
    """The members, each reported that is there already; a kind that is too large is cut."""
    seen: set[str] = set()
    for name, span in listed:
        if name in seen:
            c.report(mistakes.ListedTwice(name), span)
        seen.add(name)
    if len(listed) > LARGEST_KIND:
        c.report(mistakes.TooManyMembers(len(listed), LARGEST_KIND), listed[LARGEST_KIND][1])
        return listed[:LARGEST_KIND]
    return listed


def seated(c: Checker, listed: Listed, at: Span) -> Listed:
    """The names of those who play; all that may play must be named."""
    if len(listed) < c.seats:
        c.report(mistakes.TooFewPlayersNamed(len(listed), c.seats), at)
        listed = [*listed, *((f"P{i + 1}", NOWHERE) for i in range(len(listed), c.seats))]
    c.declared.absent = {name for name, _ in listed[c.seats :]}
    return listed[: c.seats]


def expand_members(c: Checker, members: tuple[tree.Member, ...]) -> Listed:
    """The names in a list of members, spans written out."""
    listed: Listed = []
    for member in members:
        match member:
            case tree.Name(word):
                listed.append((word, member.span))
            case tree.Called(tree.Name(word)):
                listed.append((word, member.name.span))
            case tree.Number(value):
                listed.append((str(value), member.span))
            case tree.MemberSpan():
                listed += [(str(v), member.span) for v in span_values(c, member)]
    return listed


def span_values(c: Checker, node: tree.MemberSpan) -> list[str | int]:
    """`2..10`, `7..1`, `a..h`, written out."""
    match node.low, node.high:
        case tree.Number(a), tree.Number(b):
            if abs(b - a) >= LARGEST_KIND:
                c.report(mistakes.SpanTooLong(abs(b - a) + 1, LARGEST_KIND), node.span)
                return [a]
            return list(range(a, b + 1)) if a <= b else list(range(a, b - 1, -1))
        case tree.Name(x), tree.Name(y) if len(x) == len(y) == 1 and x.islower() == y.islower():
            if x > y:
                turned = (Fix(node.span, f"{y}..{x}"),)
                c.report(mistakes.EmptyLetterSpan(x, y, turned), node.span)
                return [x]
            return [chr(code) for code in range(ord(x), ord(y) + 1)]
        case low, high:
            c.report(mistakes.MIXED_SPAN, node.span)
            return [end.word if isinstance(end, tree.Name) else end.value for end in (low, high)]


def span_letters(node: tree.MemberSpan) -> list[str]:
    """The letters of a span; none if it is one of numbers."""
    match node.low, node.high:
        case tree.Name(x), tree.Name(y) if len(x) == len(y) == 1:
            return [chr(code) for code in range(ord(x), ord(y) + 1)]
        case _:
            return []


# --- Members put together from others -------------------------------------------------------------------------------


def product(c: Checker, item: KindNode) -> KindInfo:
    match item:
        case tree.Product(word, name, params, named):
            board = word in ("grid", "hexgrid")
            if board and len(params) != 2:
                c.report(mistakes.TwoCoordinates(word, len(params) > 2), params[-1].span)
            return combined(c, name, word, params, named, "" if board else " ")
        case tree.Card(name, copies, params, _, named, each):
            if not params:
                made = KindInfo(name.word, "card", (name.word.lower(),))
            else:
                made = combined(c, name, "card", params, named, " ")
            if each is not None:
                return counted(c, item, made, each)
            if not 1 <= copies <= LARGEST_KIND:
                c.report(mistakes.CopiesOfCard(LARGEST_KIND, copies), name.span)
            return evolve(made, copies=min(max(1, copies), LARGEST_KIND))
        case tree.Token(name, _, params, named):
            if not params:
                return KindInfo(name.word, "token", (name.word,))
            return combined(c, name, "token", params, named, " ")
        case _:
            raise AssertionError(item)


def counted(c: Checker, item: tree.Card, info: KindInfo, each: tree.Expr) -> KindInfo:
    """A card with so many of each face as an expression says."""
    counts: list[int] = []
    for face in range(len(info.members)):
        with c.scope():
            for param in item.product:
                type, values = info.columns[param.name.word]
                value = values[face]
                assert isinstance(value, int)
                c.bind(param.name, type, const(value, type))
                c.at.scopes[-1][param.name.word].used = True
            count = constants.fixed_number(c, each)
        if count is None:
            return info
        counts.append(count)
    return with_counts(c, info, counts, each.span)


def with_counts(c: Checker, info: KindInfo, counts: list[int], at: Span) -> KindInfo:
    """A card of which there are so many of each face."""
    wrong = [(count, face) for count, face in zip(counts, info.members, strict=True) if not 1 <= count <= LARGEST_KIND]
    if wrong:
        c.report(mistakes.CopiesOfFace(LARGEST_KIND, *wrong[0]), at)
        return info
    return evolve(info, copies=max(counts), faces=tuple(counts) if len({*counts}) > 1 else ())


def combined(
    c: Checker, name: tree.Name, shape: str, params: tuple[tree.Param, ...], named: tree.Text | None, joint: str
) -> KindInfo:
    """All combinations of the values of some domains that pass their tests."""
    domains: list[tuple[str, Type, list[int]]] = []
    count = 1
    for param in params:
        type, values = constants.fixed_domain(c, param.domain)
        if any(param.name.word == word for word, _, _ in domains):
            c.report(mistakes.CoordinateTwice(param.name.word), param.name.span)
        domains.append((param.name.word, type, values))
        count *= len(values)
    if count > LARGEST_KIND:
        c.report(mistakes.TooManyCombinations(name.word, count, LARGEST_KIND), name.span)
        domains = [(word, type, values[:2]) for word, type, values in domains]
    there = passing_combinations(c, name, params, named, joint, domains)
    check_distinct_names(c, name, there.members, tuple(p.name.word for p in params), named)
    return KindInfo(
        name.word,
        shape,
        there.members or ("nothing",),
        tuple((word, type) for word, type, _ in domains),
        {
            word: (type, tuple(k[i] for k in there.kept) or (values[0],))
            for i, (word, type, values) in enumerate(domains)
        },
    )


def passing_combinations(
    c: Checker,
    name: tree.Name,
    params: tuple[tree.Param, ...],
    named: tree.Text | None,
    joint: str,
    domains: list[tuple[str, Type, list[int]]],
) -> Combinations:
    """Every combination tried, or what was found for another set-up that makes no difference here. Even then one of
    them is read, so that all names in the tests are known and count as used.
    """
    key = name.word, part_of_set_up(c, params, named), tuple((word, type, *values) for word, type, values in domains)
    known = c.shared.kinds.get(key)
    kept: list[tuple[int, ...]] = []
    members: list[str] = []
    printer = Printer({k: info.members for k, info in c.declared.kinds.items()}, tuple(c.declared.words))
    before, reported = c.declared.settled, len(c.found.problems)
    c.declared.settled = set()
    tested: dict[tuple[int, ...], bool] = {}
    spoken_of = [coordinates_in(param, params) for param in params]
    for values_here in combinations(*(values for _, _, values in domains)):
        with c.scope():
            for param, (_, type, _), value in zip(params, domains, values_here, strict=True):
                c.bind(param.name, type, const(value, type))
                c.at.scopes[-1][param.name.word].used = True
            held = True
            for number, param in enumerate(params):
                test = number, *(values_here[place] for place in spoken_of[number])
                if test not in tested:
                    tested[test] = passes(c, param)
                held = held and tested[test]
                if not held and known is None:
                    break
            if held or known is not None:
                shown = [printer.show(t, v) for (_, t, _), v in zip(domains, values_here, strict=True)]
                members.append(constants.fixed_text(c, named, printer) if named is not None else joint.join(shown))
                kept.append(values_here)
                if len(members[-1]) > limits.NAME:
                    c.report(mistakes.MemberNameTooLong(name.word, limits.NAME), name.span)
                    members[-1] = name.word  # kinds made of this one must not grow on
                    break
        if known is not None:
            break
    found = known or Combinations(tuple(kept), tuple(members), frozenset(c.declared.settled))
    c.declared.settled = before | found.settled
    if len(c.found.problems) == reported and not c.at.quiet:
        c.shared.kinds[key] = found
    return found


def coordinates_in(param: tree.Param, params: tuple[tree.Param, ...]) -> list[int]:
    """The coordinates that the test of one speaks of: for the same values of these it need not be made again."""
    spoken_of = {*words(param.where)} if param.where is not None else set()
    return [number for number, other in enumerate(params) if other.name.word in spoken_of]


def passes(c: Checker, param: tree.Param) -> bool:
    """Whether a combination passes a test; a test that cannot be made yet is reported and passes."""
    if param.where is None:
        return True
    term = expressions.condition(c, param.where)
    value = constants.constant(c, term)
    if value is None:
        constants.not_fixed(c, term, param.where)
    return value != 0


def check_distinct_names(
    c: Checker, name: tree.Name, members: Sequence[str], parts: tuple[str, ...], named: tree.Text | None
) -> None:
    """No two members may have the same name; `parts` are the words a name can be put together from."""
    if not members:
        c.report(mistakes.NoMembers(name.word), name.span)
    seen: set[str] = set()
    for member in members:
        if member in seen:
            c.report(
                mistakes.SameMemberName(name.word, member, named is None, parts),
                name.span if named is None else named.span,
            )
            return
        seen.add(member)


# --- Names ----------------------------------------------------------------------------------------------------------


def name_members(c: Checker, item: KindNode, info: KindInfo, spans: list[Span]) -> None:
    """Makes the members' names known; a name put together from cells gives way to one that is taken.

    Numbers and letters of a span are no names: like numbers, they are known where their kind is expected. Letters that
    name rows are names as long as nothing else has them.
    """
    rows = item.rows if isinstance(item, tree.Kind | tree.Card) else None
    explicit = tables.has_name_column(rows) if rows is not None else isinstance(item, tree.Kind)
    if (isinstance(item, tree.Token) and not item.product) or isinstance(item, tree.Table):
        return
    lettered = {
        letter
        for part in (item.members if isinstance(item, tree.Kind) else ())
        if isinstance(part, tree.MemberSpan)
        for letter in span_letters(part)
    }
    for index, (member, span) in enumerate(zip(info.members, spans, strict=False)):
        if member in lettered or not member.isidentifier() or not member.isascii():
            continue
        there = c.declared.symbols.get(member)
        letter = rows is not None and explicit and len(member) == 1
        if letter and there is not None and there.name != info.name:
            if there.letter:
                del c.declared.symbols[member]  # a letter of two kinds is known only where one of them is expected
        elif letter and any(member in other.members for other in c.declared.kinds.values() if other.name != info.name):
            continue
        elif there is None or (there.sort == "member" and there.span == NOWHERE and there.name != "player"):
            c.declared.symbols[member] = Meaning("member", info.name, span, index, letter)
        elif explicit and (there.sort != "member" or there.name != info.name):
            taken(c, member, span, there)


def taken(c: Checker, word: str, span: Span, there: Meaning) -> None:
    """A member with a name that something else has: an error at the second of the two places."""
    if there.span == NOWHERE:
        c.report(mistakes.NameOfPlayer(word), span)
        return
    first, second = sorted((span, there.span), key=lambda s: s.start)
    c.report(mistakes.NameTaken(word, first), second)
