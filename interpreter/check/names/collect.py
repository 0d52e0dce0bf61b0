"""The names that a tree declares: those of the left margin, and local ones with the stretch in which they are known."""

from __future__ import annotations

from attrs import define, field

from astro_referee.grammar import tree
from astro_referee.grammar.source import Source, Span
from astro_referee.grammar.syntax.words import RESERVED
from astro_referee.interpreter.check.names.references import Key
from astro_referee.interpreter.program.symbols import SymbolKind

TOP: dict[type, SymbolKind] = {
    tree.Option: SymbolKind.OPTION,
    tree.Ruling: SymbolKind.RULING,
    tree.Kind: SymbolKind.KIND,
    tree.Product: SymbolKind.KIND,
    tree.Table: SymbolKind.TABLE,
    tree.Card: SymbolKind.CARD,
    tree.Token: SymbolKind.TOKEN,
    tree.Die: SymbolKind.DIE,
    tree.Zone: SymbolKind.ZONE,
    tree.Var: SymbolKind.VAR,
    tree.History: SymbolKind.HISTORY,
    tree.Def: SymbolKind.DEF,
    tree.Procedure: SymbolKind.PROCEDURE,
    tree.Phase: SymbolKind.PHASE,
    tree.Move: SymbolKind.MOVE,
}
SHARED = frozenset({SymbolKind.PHASE, SymbolKind.MOVE, SymbolKind.LOCAL})
"""Sorts of which several may have the same name."""


@define(eq=False)
class Entry:
    """A symbol in the making."""

    name: str
    sort: SymbolKind
    declared: list[Span] = field(factory=list)
    docs: str = ""
    owner: str = ""
    extent: Span | None = None
    audience: Span | None = None
    uses: list[Span] = field(factory=list)

    @property
    def key(self) -> tuple[SymbolKind, str, str]:
        return self.sort, self.owner, self.name


@define
class Names:
    """Entries by what they are, by where they are declared, and by their names; and the names that use them."""

    source: Source
    by_key: dict[Key, Entry] = field(factory=dict)
    by_word: dict[str, list[Entry]] = field(factory=dict)
    entries: list[Entry] = field(factory=list)
    mentioned: list[tuple[Span, str, tree.Node]] = field(factory=list)
    """Names that stand for something, with what they stand in."""

    def add(self, entry: Entry) -> Entry:
        """Takes up a declaration; one of a name that is there already is a second place of the same symbol."""
        known = self.by_key.get(entry.key) if entry.sort not in SHARED else None
        if known is not None:
            known.declared += entry.declared
        else:
            self.entries.append(entry)
            self.by_word.setdefault(entry.name, []).append(entry)
            self.by_key.setdefault(entry.key, entry)
            known = entry
        for span in entry.declared:
            self.by_key[span] = known
        return known

    def declare(
        self, sort: SymbolKind, name: tree.Name, owner: str = "", docs: str = "", extent: Span | None = None
    ) -> Entry:
        return self.add(Entry(name.word, sort, [name.span], docs, owner, extent))


def collect(file: tree.File, source: Source) -> Names:
    """Everything that a file and its libraries declare, and every name in them that means something."""
    names = Names(source)
    match file.header:
        case tree.Header(name):
            names.declare(SymbolKind.GAME, name, docs=file.header.docs)
            look(names, (file.header.low, file.header.high, *file.header.tags), file.header, "")
        case tree.Library(name):
            names.declare(SymbolKind.LIBRARY, name, docs=file.header.docs)
            look(names, file.header.tags, file.header, "")
    for item in file.items:
        look(names, item, file, "")
    for test in file.tests:
        look(names, test, file, "")
    return names


def look(names: Names, node: object, around: tree.Node, owner: str) -> None:
    """Takes up what a node declares, and what it mentions."""
    match node:
        case tuple():
            look_into(names, node, around, owner)
        case tree.Name(word):
            if word not in RESERVED and node.span not in names.by_key:
                names.mentioned.append((node.span, word, around))
        case tree.Tag(word):
            names.mentioned.append((Span(node.span.start + 1, node.span.end), word, node))
        case tree.Node():
            sort = TOP.get(type(node))
            if sort is not None:
                name: tree.Name = getattr(node, "name")  # noqa: B009 - which nodes have one, TOP says
                names.declare(sort, name, owner if sort in SHARED else "", docs_of(names, node)).audience = audience_of(
                    node
                )
                owner = name.word
            declare(names, node, owner)
            for attribute in node.__attrs_attrs__:
                inner = getattr(node, attribute.name)
                if isinstance(inner, tuple | tree.Node):
                    look(names, inner, node, owner)


def look_into(names: Names, row: tuple[object, ...], around: tree.Node, owner: str) -> None:
    """Takes up nodes in a row: what a `let` names is known up to the last of them."""
    last = next((node.span.end for node in reversed(row) if isinstance(node, tree.Node)), 0)
    for node in row:
        if isinstance(node, tree.Let):
            whole = isinstance(around, tree.Move | tree.Def)  # its other parts follow
            names.declare(
                SymbolKind.LOCAL, node.name, owner, node.docs, Span(node.span.start, around.span.end if whole else last)
            )
        look(names, node, around, owner)


def declare(names: Names, node: tree.Node, owner: str) -> None:
    """Takes up the names that a node gives to what is in it: local ones, which are known in the whole node, members and
    columns of kinds, and extra words of types.
    """
    match node:
        case tree.Kind(_, _, members, rows):
            for member in members:
                member_names(names, owner, member)
            row_names(names, owner, rows)
        case tree.Card(rows=tree.Rows() as rows):
            row_names(names, owner, rows)
        case tree.Table(rows=rows):
            for column in rows.columns:
                names.declare(SymbolKind.COLUMN, column.name, owner)
        case tree.Product(product=params) | tree.Card(product=params) | tree.Token(product=params):
            for param in params:
                names.declare(SymbolKind.COLUMN, param.name, owner, extent=node.span)
        case tree.EitherType(words=words):
            for word in words:
                if word.word not in RESERVED:
                    names.declare(SymbolKind.WORD, word)
        case tree.Def(params=fields) | tree.Procedure(params=fields):
            for field in fields:
                names.declare(SymbolKind.LOCAL, field.name, owner, extent=node.span)
        case tree.Move(params=params) | tree.For(params=params):
            for param in params:
                names.declare(SymbolKind.LOCAL, param.name, owner, extent=node.span)
        case tree.Phrase(name=name) | tree.Matching(name=name) | tree.Rank(name=name):
            names.declare(SymbolKind.LOCAL, name, owner, extent=node.span)
        case tree.Turns(name=tree.Name() as name) | tree.Ask(name=tree.Name() as name):
            names.declare(SymbolKind.LOCAL, name, owner, extent=node.span)
        case _:
            pass


def member_names(names: Names, kind: str, member: tree.CellValue) -> None:
    """A member that a kind lists; of a span of letters, only its ends stand in the text."""
    member = member.name if isinstance(member, tree.Called) else member
    for end in (member.low, member.high) if isinstance(member, tree.MemberSpan) else (member,):
        if isinstance(end, tree.Name):
            names.declare(SymbolKind.MEMBER, end, kind)


def row_names(names: Names, kind: str, rows: tree.Rows | None) -> None:
    """The members and columns of a kind that is given by rows; one called `name` has the members' names."""
    if rows is None:
        return
    named = rows.columns[0].name.word == "name"
    for column in rows.columns[1 if named else 0 :]:
        names.declare(SymbolKind.COLUMN, column.name, kind)
    for row in rows.rows if named else ():
        for value in (value for choice in row[0].choices for value in choice) if row else ():
            member_names(names, kind, value)


def docs_of(names: Names, node: tree.Node) -> str:
    """What the rules say of what a node declares; of a move, the sentence that players read, its holes as written."""
    match node:
        case tree.Move(about=tree.Text(parts)):
            said = [part if isinstance(part, str) else f"{{{names.source.slice(part.span)}}}" for part in parts]
            return "".join(said)
        case tree.Noted():
            return node.docs
        case _:
            return ""


def audience_of(node: tree.Node) -> Span | None:
    audience = node.audience if isinstance(node, tree.Zone | tree.Var) else None
    return audience.span if audience is not None else None
