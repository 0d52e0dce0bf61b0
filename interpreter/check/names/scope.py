"""What the checker knows while it reads: symbols, scopes, what conditions have excluded, and the problems so far."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Container, Iterator
from contextlib import contextmanager

from attrs import define, evolve, field

from astro_referee.grammar import tree
from astro_referee.grammar.errors.phrasebook import NAMES, astro_says
from astro_referee.grammar.problems import Advice, Mistake, Severity, Suggestions, closest
from astro_referee.grammar.source import NOWHERE, Source, Span
from astro_referee.interpreter.check.mistakes.names import LEADS_TOO_FAR, Shadowed, Twice, UnknownName
from astro_referee.interpreter.check.names.context import Bound, Context
from astro_referee.interpreter.check.names.declared import Declared
from astro_referee.interpreter.check.names.findings import Findings
from astro_referee.interpreter.check.names.references import Key, References
from astro_referee.interpreter.check.shared import Shared
from astro_referee.interpreter.program.terms import Local, Term
from astro_referee.interpreter.values.types import LIMIT, Int, Member, SetOf, Type

DEEPEST = 150
"""Expressions and blocks inside each other while they are read, also through defs and procedures that go in a circle.
One line has at most 100 levels, one file at most 40 blocks; each level takes up to six calls of Python's thousand."""
MOST_COMPARED = 40
"""Names compared letter by letter with one that is not known."""
MOST_HINTS = 50
"""Problems that come with names that look alike; whoever has more does not read them, and finding them takes time."""

BUILTIN_NAMES = {
    "me": "the player who is asked, or whose turn it is",
    "players": "the set of players still in the game",
    "others": "the players still in the game, except me",
    "owner": "whom a zone or variable belongs to, behind `seen by`",
    "everyone": "all players, behind `seen by` and `to`",
    "nobody": "no player, behind `seen by`",
}
OWN_NAMES = frozenset(BUILTIN_NAMES) - {"owner"}
"""Those that nothing else may have: `owner` is special only behind `seen by`."""
BUILTIN_FUNCTIONS = {
    "min": "the smaller of two or more numbers",
    "max": "the larger of two or more numbers",
    "abs": "a number without its sign",
    "longest_run": "the length of the longest series of neighbours in a set; round a ring, the ends meet",
    "longest_trail": "the length of the longest way over some routes that uses none of them twice",
    "between": "the places strictly between two that stand in line",
    "streak": "how many times in a row a move could be made, at most so many",
    "possible": "whether a move has a candidate that passes its `when` lines",
}


def nearest(word: str, known: Collection[str]) -> list[str]:
    """The names that share most letters with a word: only these are worth a closer look, letter by letter."""
    if len(known) <= MOST_COMPARED:
        return list(known)
    letters = Counter(word.casefold())
    return sorted(known, key=lambda name: (letters - Counter(name.casefold())).total())[:MOST_COMPARED]


def mentions(node: object, words: tuple[str, ...]) -> bool:
    """Whether one of some names occurs anywhere in a piece of the tree."""
    todo = [node]
    while todo:
        here = todo.pop()
        if isinstance(here, tree.Name):
            if here.word in words:
                return True
        elif isinstance(here, tuple):
            todo.extend(here)
        elif isinstance(here, tree.Node):
            todo.extend(getattr(here, a.name) for a in here.__attrs_attrs__)
    return False


def phrases_of(condition: tree.Expr) -> Iterator[tree.Phrase]:
    """The questions after something that must all be answered with yes: `some p in players where …`."""
    match condition:
        case tree.Binary("and", left, right):
            yield from phrases_of(left)
            yield from phrases_of(right)
        case tree.Phrase("some"):
            yield condition


@define
class Checker:
    """One check of a file for one set-up: what is declared, where we are, and what was found.

    Passes are functions that take it; it holds no rules itself.
    """

    source: Source
    file: tree.File
    seats: int
    chosen: dict[str, int]
    partial: bool = False
    shared: Shared = field(factory=Shared)
    tested: frozenset[str] = frozenset()
    """Names that tests of the file speak of."""
    declared: Declared = field(factory=Declared)
    at: Context = field(factory=Context)
    found: Findings = field(factory=Findings)
    references: References | None = None
    """Notes on names for an index, if somebody wants one."""
    named_answers: dict[Span, int] = field(factory=dict)
    """The conditions that give a name to what they find, numbered as they are met."""

    # --- Reports ---------------------------------------------------------------------------------------------

    def report(self, mistake: Mistake, span: Span) -> None:
        """Reports what is wrong in a place, unless this is only a trial reading; once for each place and code."""
        if not self.at.quiet and (mistake.code, span) not in self.found.reported:
            self.found.reported.add((mistake.code, span))
            self.found.problems.append(mistake.at(span))

    def report_once(self, mistake: Mistake, span: Span) -> None:
        """Reports that something leads too far; what leads further yet is not reported again."""
        if not any(problem.code == mistake.code for problem in self.found.problems):
            self.report(mistake, span)

    @contextmanager
    def deeper(self, at: Span, levels: int = 1) -> Iterator[bool]:
        """Whether one may go on into a part of something: each level of the tree is some calls deep in Python."""
        self.at.nesting += levels
        try:
            if self.at.nesting > DEEPEST:
                self.report_once(LEADS_TOO_FAR, at)
            yield self.at.nesting <= DEEPEST
        finally:
            self.at.nesting -= levels

    @property
    def dropped(self) -> dict[str, str]:
        """Names that are not there any more because of a variant, and where it says so."""
        return dict(self.source.dropped)

    @property
    def failed(self) -> bool:
        return any(p.severity is Severity.ERROR for p in self.found.problems)

    def unknown(self, mistake: UnknownName, span: Span, known: Collection[str]) -> None:
        """Reports a name that means nothing here, and whether it was dropped, or what looks like it."""
        word = mistake.word
        advice: Advice | None = self.dropped.get(word)
        if advice is None:
            advice = astro_says(NAMES[word]) if word in NAMES else self.alike(word, known)
        self.report(evolve(mistake, advice=advice), span)

    def twice(self, mistake: Twice, span: Span) -> None:
        """Reports a name given a second time; a variant that gives a name of its base wants to change that part."""
        in_base = self.source.is_of_base(mistake.first.start) and not self.source.is_of_base(span.start)
        self.report(evolve(mistake, in_base=in_base), span)

    def alike(self, word: str, known: Collection[str]) -> Suggestions | None:
        """`did you mean …?`, if some known name looks like this one. What was meant counts as used."""
        if self.at.quiet or len(self.found.problems) > MOST_HINTS:
            return None
        meant = closest(word, nearest(word, [name for name in known if name != word]))
        self.found.used.update(meant)
        self.found.used.update(f"move {name}" for name in meant)
        return Suggestions(tuple(meant)) if meant else None

    def is_offered(self, span: Span) -> bool:
        """Whether what stands at the left margin here is offered by a library or a base, so that nobody need use it.

        What a file of tests tests is looked at where it stands.
        """
        source, at = self.source, span.start
        if source.tested is not None and not source.is_test(at):
            return True
        return source.is_library or not source.is_own(at) or source.is_of_base(at)

    @contextmanager
    def silently(self) -> Iterator[None]:
        """Reads without reporting."""
        self.at.quiet += 1
        try:
            yield
        finally:
            self.at.quiet -= 1

    # --- Scopes ----------------------------------------------------------------------------------------------

    @contextmanager
    def scope(self) -> Iterator[None]:
        """Names and facts learnt inside are forgotten at the end; names never used are warned about."""
        facts, asked = self.at.facts, self.at.asked
        self.at.scopes.append({})
        try:
            yield
        finally:
            self.at.facts, self.at.asked = facts, asked
            for word, bound in self.at.scopes.pop().items():
                if not bound.used and bound.span is not NOWHERE:
                    self.found.idle.append((word, bound.span))

    def looked_for(self, word: str, condition: tree.Expr) -> None:
        """Notes the names in a condition, which may be spoken of below it as if they were known there."""
        self.at.asked += tuple((word, part) for part in phrases_of(condition))

    def bind(self, name: tree.Name, type: Type, term: Term | None = None, value: Term | None = None) -> Local:
        """Binds a name; nothing may be hidden by it."""
        local = Local(name.word, type=type, span=name.span)
        there = self.lookup(name.word)
        symbol = self.declared.symbols.get(name.word)
        symbol = None if symbol is not None and symbol.letter else symbol
        if there is not None or symbol is not None or name.word in OWN_NAMES or name.word in BUILTIN_FUNCTIONS:
            first = there.span if there is not None else symbol.span if symbol is not None else NOWHERE
            self.report(Shadowed(name.word, first), name.span)
        if self.references is not None:
            self.references.note(name.span, type, self.at.quiet > 0)
        self.at.scopes[-1][name.word] = Bound(term if term is not None else local, name.span, self.at.quiet > 0, value)
        return local

    def lookup(self, word: str) -> Bound | None:
        for scope in reversed(self.at.scopes):
            if word in scope:
                return scope[word]
        return None

    def refer(self, name: tree.Name, key: Key) -> None:
        """Notes what a name stands for; names that only the checker makes up stand nowhere in the text."""
        if self.references is None:
            return
        start, end = name.span.start, name.span.end
        written, size = self.source.text[start:end], len(name.word)
        if written == name.word:
            self.references.refer(name.span, key, self.at.quiet > 0)
        elif ".." in written and written.startswith(name.word):
            self.references.refer(Span(start, start + size), key, self.at.quiet > 0)
        elif ".." in written and written.endswith(name.word):
            self.references.refer(Span(end - size, end), key, self.at.quiet > 0)

    def known_names(self) -> list[str]:
        """Everything an expression may call by name here."""
        names = {word for scope in self.at.scopes for word in scope}
        return [*names, *self.declared.symbols, *BUILTIN_NAMES, *BUILTIN_FUNCTIONS]

    @contextmanager
    def fresh(self) -> Iterator[None]:
        """The body of a def or procedure: sees no local names of the place it is called from."""
        kept, self.at = self.at, self.at.inside_definition()
        try:
            yield
        finally:
            self.at = kept

    # --- Small facts -----------------------------------------------------------------------------------------

    @property
    def player(self) -> Member:
        return Member("player", self.seats)

    @property
    def player_set(self) -> SetOf:
        return SetOf(self.player)

    def code(self, word: str, type: Type) -> int:
        """The number that stands for an extra word in a type."""
        first = -LIMIT if isinstance(type, Int) else -1
        return first - self.declared.words.setdefault(word, len(self.declared.words))

    def learn(self, facts: frozenset[tuple[tree.Expr, str]]) -> None:
        """From here on, these hold too."""
        if facts:
            self.at.facts |= facts

    def forget_state(self, changed: Container[str] | None = None) -> None:
        """After an effect, what was learnt about variables may no longer hold, or about those that changed."""
        self.at.facts = frozenset(f for f in self.at.facts if not self.reads_state(f[0], changed))

    def forget_me(self) -> None:
        """Where somebody else is asked or has the turn, `me` is another player."""
        self.at.facts = frozenset(f for f in self.at.facts if not mentions(f[0], ("me", "others")))

    def reads_state(self, node: tree.Expr, changed: Container[str] | None = None) -> bool:
        match node:
            case tree.Name(word):
                symbol = self.declared.symbols.get(word)
                if symbol is not None and symbol.sort == "field" and changed is not None:
                    return word in changed
                return symbol is not None and symbol.sort in ("field", "def", "die", "token")
            case tree.FieldOf(of, name):
                return name.word == "at" or self.reads_state(of, changed)
            case tree.Index(of, args):
                return any(self.reads_state(part, changed) for part in (of, *args))
            case tree.Number() | tree.Quoted() | tree.Literal():
                return False
            case _:
                return True
