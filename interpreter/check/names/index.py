"""An index of some rules: the names that the tree has, and what the checker has noted of them, go in; symbols come out.

What the checker has not come to, since something before it is wrong, is told by the names around it.
"""

from __future__ import annotations

from attrs import define, evolve, field

from astro_referee.grammar import tree
from astro_referee.grammar.source import Mention, Place, Span
from astro_referee.interpreter.check.kinds import boards, kinds
from astro_referee.interpreter.check.kinds.declarations import BUILTIN_TYPES, MOST_PLAYERS
from astro_referee.interpreter.check.mistakes import wording
from astro_referee.interpreter.check.names.collect import Entry, Names, collect
from astro_referee.interpreter.check.names.references import Key
from astro_referee.interpreter.check.names.scope import BUILTIN_FUNCTIONS, BUILTIN_NAMES, Checker
from astro_referee.interpreter.program.symbols import Index, Symbol, SymbolKind
from astro_referee.interpreter.values.types import ErrorType, Member, Type

FIELDS = {
    "size": "how many are in a set, zone or list",
    "index": "the place in its kind, counted from 0",
    "next": "the one after it; round a ring, the first follows the last",
    "previous": "the one before it",
    "at": "where a token stands",
    "top": "the first card of a pile or row, or none",
    "bottom": "the last card of a pile or row, or none",
    "opposite": "the direction that leads back",
    "players": "the players of a team",
    "partners": "the others of one's team",
    "times": "how often a history has been remembered as it is now",
    "name": "what the members are called",
    "links": "the places that each one is joined to",
    **boards.FIELDS,
    **boards.METHODS,
}
BUILTINS = {
    **dict.fromkeys(BUILTIN_TYPES, ""),
    **dict.fromkeys(kinds.DIRECTIONS, "a direction"),
    **dict.fromkeys(kinds.WAYS, "a set of directions"),
    "turn": "the turn that somebody has",
    **BUILTIN_NAMES,
    **BUILTIN_FUNCTIONS,
}
SEATS = frozenset(f"P{number + 1}" for number in range(MOST_PLAYERS))
STATE = frozenset({SymbolKind.TOKEN, SymbolKind.DIE, SymbolKind.ZONE, SymbolKind.VAR, SymbolKind.HISTORY})
OF_THE_LANGUAGE = "it belongs to the language itself"
PUT_TOGETHER = "it is put together from other names"
LETTER = "it is a letter of a span"
PART_OF_OTHERS = "names of other members are put together from it"
IN_BASE = "the base of the variant speaks of it"
JOINED = "a line that was made from two speaks of it"
OF_TEAMS = "a field of the players is called after it"


def index(c: Checker, file: tree.File) -> Index:
    """The symbols of a file that the checker has read, as far as that goes."""
    return Indexing(c, collect(file, c.source)).index()


@define
class Indexing:
    """One index in the making."""

    c: Checker
    names: Names
    joined: set[int] = field(factory=set)
    """Entries with a place in a line that was made from two."""

    def index(self) -> Index:
        notes = self.c.references
        for span, word, around in self.names.mentioned:
            noted = notes.uses.get(span) if notes is not None else None
            entry = self.noted(noted, word) if noted is not None else self.symbol_at(span, word, around)
            if entry is not None:
                entry.uses.append(span)
        for first, second in notes.same if notes is not None else ():
            self.unite(first, second)
        symbols = [self.symbol(entry) for entry in self.names.entries]
        symbols = mentioned(symbols, self.c.source.mentions)
        return Index(tuple(self.named_otherwise(symbols)), tuple(self.types()))

    # --- What a name means ----------------------------------------------------------------------------------------

    def noted(self, key: Key, word: str) -> Entry:
        """The symbol that the checker has found: a member may be known by nothing but its kind."""
        found = self.names.by_key.get(key)
        if found is None:
            sort, owner = (SymbolKind.LOCAL, "") if isinstance(key, Span) else key[:2]
            return self.builtin(word) if owner in ("Direction", "") else self.names.add(Entry(word, sort, owner=owner))
        return found

    def symbol_at(self, span: Span, word: str, around: tree.Node) -> Entry | None:
        """The symbol that a name stands for by its place alone."""
        found = self.names.by_word.get(word, [])
        match around:
            case tree.Tag():
                found = [entry for entry in found if entry.sort is SymbolKind.RULING]
            case tree.FieldOf(name=name) if name.span == span:
                columns = [entry for entry in found if entry.sort is SymbolKind.COLUMN]
                return self.builtin(word) if word in FIELDS else columns[0] if len(columns) == 1 else None
            case tree.Column():
                return self.builtin(word)
            case tree.Table(name=table, by=by) if any(name.span == span for name in by):
                found = [entry for entry in found if entry.key == (SymbolKind.COLUMN, table.word, word)]
            case tree.Turn(who) | tree.Offers(who) | tree.ExpectSees(who) if who.span == span:
                if word in SEATS:
                    return self.names.add(Entry(word, SymbolKind.MEMBER, owner="player"))
                found = [entry for entry in found if entry.key == (SymbolKind.MEMBER, "player", word)]
            case tree.Offer():
                found = [entry for entry in found if entry.sort is SymbolKind.MOVE and not entry.owner]
            case tree.Leave() | tree.Repeat():
                found = [entry for entry in found if entry.sort in (SymbolKind.PHASE, SymbolKind.PROCEDURE)]
            case _:
                local = [entry for entry in found if entry.extent is not None and holds(entry.extent, span)]
                open_ = [
                    entry
                    for entry in found
                    if entry.sort not in (SymbolKind.LOCAL, SymbolKind.COLUMN, SymbolKind.RULING)
                ]
                found = sorted(local, key=length) or open_
        if found:
            return found[0]
        if word in SEATS:
            return self.names.add(Entry(word, SymbolKind.MEMBER, owner="player"))
        return self.builtin(word) if word in BUILTINS else None

    def builtin(self, word: str) -> Entry:
        docs = BUILTINS.get(word) or FIELDS.get(word, "")
        return self.names.add(Entry(word, SymbolKind.BUILTIN, docs=docs))

    def unite(self, first: Key, second: Key) -> None:
        """Makes one symbol of two that the same name stands for: who renames one renames the other."""
        kept, other = self.names.by_key[first], self.names.by_key[second]
        if kept is not other:
            kept.declared += other.declared
            kept.uses += other.uses
            self.names.entries.remove(other)
            for span in other.declared:
                self.names.by_key[span] = kept

    # --- Symbols --------------------------------------------------------------------------------------------------

    def symbol(self, entry: Entry) -> Symbol:
        declared, uses = self.places(entry, entry.declared), self.places(entry, entry.uses)
        type = self.type_of(entry)
        said = wording.describe(type) if type is not None and not isinstance(type, ErrorType) else ""
        seen_by = self.c.source.slice(entry.audience) if entry.audience is not None else ""
        seen_by = seen_by or ("everyone" if entry.sort in STATE else "")
        scope = (
            self.c.source.pieces(entry.extent) if entry.extent is not None and entry.sort is SymbolKind.LOCAL else ()
        )
        return Symbol(
            entry.name,
            entry.sort,
            declared,
            uses,
            type,
            said,
            entry.docs,
            seen_by,
            entry.owner,
            scope,
            self.fixed(entry, (*declared, *uses)),
        )

    def places(self, entry: Entry, spans: list[Span]) -> tuple[Place, ...]:
        found = [self.c.source.located(span) for span in dict.fromkeys(spans)]
        if None in found:
            self.joined.add(id(entry))
        return tuple(sorted(place for place in found if place is not None))

    def fixed(self, entry: Entry, places: tuple[Place, ...]) -> str:
        """Why a symbol cannot be renamed."""
        source = self.c.source
        own = entry.sort is SymbolKind.COLUMN and (
            entry.name == "links" or (entry.name == "copies" and self.is_card(entry.owner))
        )
        if entry.sort is SymbolKind.BUILTIN or own or (entry.sort is SymbolKind.KIND and entry.name in BUILTIN_TYPES):
            return OF_THE_LANGUAGE
        if not entry.declared:
            return PUT_TOGETHER if entry.owner != "player" else OF_THE_LANGUAGE
        if any(".." in (source.text[s.start - 2 : s.start], source.text[s.end : s.end + 2]) for s in entry.declared):
            return LETTER
        if id(entry) in self.joined:
            return JOINED
        teams = self.c.declared.teams
        if entry.sort is SymbolKind.KIND and teams is not None and teams.kind.kind == entry.name:
            return OF_TEAMS
        if any(source.is_of_base(span.start) for span in (*entry.declared, *entry.uses)):
            return IN_BASE
        return ""

    def is_card(self, owner: str) -> bool:
        """Whether a table is one of cards, as far as that was understood."""
        return owner in self.c.declared.kinds and self.c.declared.kinds[owner].shape == "card"

    def type_of(self, entry: Entry) -> Type | None:
        """The type of a symbol, if it has one."""
        declared = self.c.declared
        match entry.sort:
            case SymbolKind.DIE | SymbolKind.ZONE | SymbolKind.VAR | SymbolKind.HISTORY:
                return declared.fields[entry.name].type if entry.name in declared.fields else None
            case SymbolKind.OPTION:
                return declared.options[entry.name].type if entry.name in declared.options else None
            case SymbolKind.DEF:
                info = declared.defs.get(entry.name)
                return info.type if info is not None else None
            case SymbolKind.MEMBER:
                kind = declared.kinds.get(entry.owner)
                return Member(kind.name, len(kind.members)) if kind is not None else None
            case SymbolKind.COLUMN:
                kind = declared.kinds.get(entry.owner)
                if kind is None or entry.name not in kind.columns:
                    return kind.matrices[entry.name].type if kind is not None and entry.name in kind.matrices else None
                return kind.columns[entry.name][0]
            case SymbolKind.LOCAL:
                types = self.c.references.types if self.c.references is not None else {}
                return next((types[span] for span in entry.declared if span in types), None)
            case _:
                return None

    def types(self) -> list[tuple[Place, str]]:
        """The types of expressions, in the order of the text, what is around something before it."""
        notes = self.c.references.types if self.c.references is not None else {}
        found: list[tuple[Place, str]] = []
        for span, type in sorted(notes.items(), key=lambda pair: (pair[0].start, -pair[0].end)):
            place = self.c.source.located(span)
            if place is not None and span.start < span.end:
                found.append((place, wording.describe(type)))
        return found

    def named_otherwise(self, symbols: list[Symbol]) -> list[Symbol]:
        """Members that are parts of the names of others cannot be renamed alone."""
        whole = " ".join(symbol.name for symbol in symbols if symbol.fixed == PUT_TOGETHER)
        return [
            evolve(symbol, fixed=PART_OF_OTHERS)
            if symbol.sort is SymbolKind.MEMBER and not symbol.fixed and symbol.name in whole
            else symbol
            for symbol in symbols
        ]


def mentioned(symbols: list[Symbol], mentions: tuple[Mention, ...]) -> list[Symbol]:
    """The symbols with the names that changes of a variant mention; what is not there any more is one of its own."""
    found = list(symbols)
    for mention in mentions:
        at = next((n for n, one in enumerate(found) if mention.declared in one.declared), None)
        if at is None:
            at = next((n for n, one in enumerate(found) if (one.sort, one.name) == (mention.sort, mention.word)), None)
        if at is None:
            found.append(
                Symbol(mention.word, SymbolKind(mention.sort), (mention.declared,), (mention.place,), fixed=IN_BASE)
            )
        elif mention.place == mention.declared:
            found[at] = evolve(found[at], declared=(mention.place,))
        else:
            uses = tuple(sorted({*found[at].uses, mention.place}))
            declared = found[at].declared or (mention.declared,)
            found[at] = evolve(found[at], declared=declared, uses=uses, fixed=found[at].fixed or IN_BASE)
    return found


def holds(extent: Span, span: Span) -> bool:
    return extent.start <= span.start and span.end <= extent.end


def length(entry: Entry) -> int:
    return entry.extent.end - entry.extent.start if entry.extent is not None else 0
