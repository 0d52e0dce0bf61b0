"""What the checker knows while it reads: symbols, scopes, what conditions have excluded, and the problems so far."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator
from contextlib import contextmanager

from attrs import define, field, frozen

from astro_referee.grammar import tree
from astro_referee.grammar.errors.phrasebook import NAMES
from astro_referee.grammar.problems import Problem, Severity, closest
from astro_referee.grammar.source import NOWHERE, Source, Span
from astro_referee.interpreter.check.flow.effects import Effects
from astro_referee.interpreter.check.shared import Shared
from astro_referee.interpreter.program.program import (
    DefInfo,
    FieldInfo,
    KindInfo,
    MoveInfo,
    OptionInfo,
    ProcedureInfo,
    RulingInfo,
)
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
BUILTIN_FUNCTIONS = {
    "min": "the smaller of two or more numbers",
    "max": "the larger of two or more numbers",
    "abs": "a number without its sign",
    "longest_run": "the length of the longest series of neighbours in a set; round a ring, the ends meet",
    "between": "the places strictly between two that stand in line",
    "streak": "how many times in a row a move could be made, at most so many",
    "possible": "whether a move has a candidate that passes its `when` lines",
}


KindNode = tree.Kind | tree.Product | tree.Card | tree.Token | tree.Table
"""Declarations of things that have members."""


@frozen
class Symbol:
    """What a name at the left margin stands for: `sort` is kind, member, field, option, def, procedure or table."""

    sort: str
    name: str
    span: Span = field(default=NOWHERE, eq=False)
    index: int = 0


NOTHING = Symbol("nothing", "")


@define
class Bound:
    """A name bound by a phrase, parameter, loop, `let`, def or procedure."""

    term: Term
    span: Span
    used: bool = False
    value: Term | None = None
    """What a `let` says it is."""


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


@define
class Checker:
    """The state of one check. Passes are functions that take it; it holds no rules itself."""

    source: Source
    file: tree.File
    seats: int
    chosen: dict[str, int]
    problems: list[Problem] = field(factory=list)
    reported: set[tuple[str, Span]] = field(factory=set)
    symbols: dict[str, Symbol] = field(factory=dict)
    words: dict[str, int] = field(factory=lambda: {"none": 0})
    kind_nodes: dict[str, KindNode] = field(factory=dict)
    unfilled: set[str] = field(factory=set)
    all_read: bool = False
    early: bool = True
    depth: int = 0
    level: int = 0
    def_levels: dict[str, int] = field(factory=dict)
    bulks: dict[str, tuple[int, int]] = field(factory=dict)
    nesting: int = 0
    places: dict[str, dict[str, int]] = field(factory=dict)
    coordinates: dict[str, dict[tuple[int | str, ...], int]] = field(factory=dict)
    options: dict[str, OptionInfo] = field(factory=dict)
    rulings: dict[str, RulingInfo] = field(factory=dict)
    kinds: dict[str, KindInfo] = field(factory=dict)
    tables: dict[str, tuple[Type, tuple[object, ...]]] = field(factory=dict)
    settled: set[tuple[str, int]] = field(factory=set)
    """Entries of tables that were looked up once and for all."""
    fields: dict[str, FieldInfo] = field(factory=dict)
    dice: dict[str, tuple[tuple[int, int], ...]] = field(factory=dict)
    def_nodes: dict[str, tree.Def] = field(factory=dict)
    defs: dict[str, DefInfo | None] = field(factory=dict)
    option_nodes: dict[str, tree.Option] = field(factory=dict)
    procedure_nodes: dict[str, tree.Procedure] = field(factory=dict)
    procedures: dict[str, ProcedureInfo | None] = field(factory=dict)
    moves: dict[str, MoveInfo] = field(factory=dict)
    move_nodes: dict[str, list[tuple[str, tree.Move]]] = field(factory=dict)
    scopes: list[dict[str, Bound]] = field(factory=lambda: [{}])
    facts: frozenset[tuple[tree.Expr, str]] = frozenset()
    leaned: set[tuple[tree.Expr, str]] = field(factory=set)
    compared: dict[int, tuple[tree.Expr, Type, Type]] = field(factory=dict)
    learnt: dict[tuple[int, bool], frozenset[tuple[tree.Expr, str]]] = field(factory=dict)
    me: bool = False
    used_me: bool = False
    used: set[str] = field(factory=set)
    tested: frozenset[str] = frozenset()
    """Names that tests of the file speak of."""
    idle: list[tuple[str, Span]] = field(factory=list)
    partial: bool = False
    shared: Shared = field(factory=Shared)
    broken: set[str] = field(factory=set)
    written: dict[str, Span] = field(factory=dict)
    path: list[str] = field(factory=list)
    phases: dict[tuple[str, ...], Span] = field(factory=dict)
    quiet: int = 0
    in_move: str | None = None
    in_guard: bool = False
    in_after: bool = False
    absent: set[str] = field(factory=set)
    in_offer: bool = False
    in_procedure: bool = False
    owner: str = ""
    leads: dict[str, list[tuple[str, Span]]] = field(factory=dict)
    targets: list[str] = field(factory=list)
    jumps: list[tuple[str, str, Span]] = field(factory=list)
    free_jumps: dict[str, list[tuple[str, str, Span]]] = field(factory=dict)
    move_keys: dict[int, str] = field(factory=dict)
    effects: Effects = field(init=False)
    top_moves: dict[str, str] = field(factory=dict)
    here: dict[str, str] = field(factory=dict)

    def __attrs_post_init__(self) -> None:
        self.effects = Effects(self.moves, self.procedures)

    # --- Reports ---------------------------------------------------------------------------------------------

    def error(
        self, code: str, message: str, span: Span, label: str = "", *notes: str, see: tuple[Span, str] | None = None
    ) -> None:
        """Reports an error, unless this is only a trial reading; `see` is another place that it is about."""
        related = () if see is None or see[0] == NOWHERE else (see,)
        self.report(Problem(code, message, span, label, tuple(n for n in notes if n), related))

    def too_deep(self, message: str, span: Span, label: str) -> None:
        """Reports that something leads too far; what leads further yet is not reported again."""
        if not any(problem.code == "too-deep" for problem in self.problems):
            self.error("too-deep", message, span, label)

    @contextmanager
    def deeper(self, at: Span, levels: int = 1) -> Iterator[bool]:
        """Whether one may go on into a part of something: each level of the tree is some calls deep in Python."""
        self.nesting += levels
        try:
            if self.nesting > DEEPEST:
                self.too_deep("this leads through too many others", at, "use fewer inside each other")
            yield self.nesting <= DEEPEST
        finally:
            self.nesting -= levels

    def warn(self, code: str, message: str, span: Span, label: str = "", *notes: str) -> None:
        self.report(Problem(code, message, span, label, tuple(n for n in notes if n), severity=Severity.WARNING))

    def report(self, problem: Problem) -> None:
        if not self.quiet and (problem.code, problem.span) not in self.reported:
            self.reported.add((problem.code, problem.span))
            self.problems.append(problem)

    @property
    def dropped(self) -> dict[str, str]:
        """Names that are not there any more because of a variant, and where it says so."""
        return dict(self.source.dropped)

    @property
    def failed(self) -> bool:
        return any(p.severity is Severity.ERROR for p in self.problems)

    def unknown(self, word: str, span: Span, known: Collection[str], note: str = "", message: str = "") -> None:
        """Reports a name that means nothing here, with the names that look like it, or else a note on what there is."""
        message = message or f"nothing called `{word}` is known here"
        if word in self.dropped:
            self.error("unknown-name", message, span, self.dropped[word])
            return
        label = f"Astro says {NAMES[word]}" if word in NAMES else self.alike(word, known)
        self.error("unknown-name", message, span, label, note if not label else "")

    def twice(self, message: str, name: str, span: Span, first: Span, label: str = "choose another name") -> None:
        """Reports a name given a second time; a variant that gives a name of its base wants to change that part."""
        if self.source.is_of_base(first.start) and not self.source.is_of_base(span.start):
            label = f"to change that of the base, write `replace {name}` above, and this further in"
        self.error("twice", message, span, label, see=(first, "the first one"))

    def alike(self, word: str, known: Collection[str]) -> str:
        """`did you mean …?`, if some known name looks like this one. What was meant counts as used."""
        if self.quiet or len(self.problems) > MOST_HINTS:
            return ""
        meant = closest(word, nearest(word, known))
        self.used.update(meant)
        self.used.update(f"move {name}" for name in meant)
        return f"did you mean {' or '.join(f'`{name}`' for name in meant)}?" if meant else ""

    def is_offered(self, span: Span) -> bool:
        """Whether what stands at the left margin here is offered by a library or a base, so that nobody need use it.

        What a file of tests tests is looked at where it stands.
        """
        source, at = self.source, span.start
        if source.tested is not None and not source.is_test(at):
            return True
        return source.is_library or not source.is_own(at) or source.is_of_base(at)

    @contextmanager
    def trial(self) -> Iterator[None]:
        """Reads without reporting."""
        self.quiet += 1
        try:
            yield
        finally:
            self.quiet -= 1

    # --- Scopes ----------------------------------------------------------------------------------------------

    @contextmanager
    def scope(self) -> Iterator[None]:
        """Names and facts learnt inside are forgotten at the end; names never used are warned about."""
        facts = self.facts
        self.scopes.append({})
        try:
            yield
        finally:
            self.facts = facts
            for word, bound in self.scopes.pop().items():
                if not bound.used and bound.span is not NOWHERE:
                    self.idle.append((word, bound.span))

    def bind(self, name: tree.Name, type: Type, term: Term | None = None, value: Term | None = None) -> Local:
        """Binds a name; nothing may be hidden by it."""
        local = Local(name.word, type=type, span=name.span)
        there = self.lookup(name.word)
        symbol = self.symbols.get(name.word)
        own = name.word in BUILTIN_NAMES and name.word != "owner"  # special only behind `seen by`
        if there is not None or symbol is not None or own or name.word in BUILTIN_FUNCTIONS:
            first = there.span if there is not None else symbol.span if symbol is not None else NOWHERE
            note = "it belongs to the language itself" if first == NOWHERE else ""
            message = f"`{name.word}` already means something else here"
            self.error("shadowed", message, name.span, "choose another name", note, see=(first, "what it means"))
        self.scopes[-1][name.word] = Bound(term if term is not None else local, name.span, self.quiet > 0, value)
        return local

    def lookup(self, word: str) -> Bound | None:
        for scope in reversed(self.scopes):
            if word in scope:
                return scope[word]
        return None

    def known_names(self) -> list[str]:
        """Everything an expression may call by name here."""
        names = {word for scope in self.scopes for word in scope}
        return [*names, *self.symbols, *BUILTIN_NAMES, *BUILTIN_FUNCTIONS]

    @contextmanager
    def fresh(self) -> Iterator[None]:
        """The body of a def or procedure: sees no local names of the place it is called from."""
        kept = (self.scopes, self.facts, self.me, self.used_me, self.path)
        more = (self.in_move, self.targets, self.jumps, self.quiet, self.here, self.level)
        guarded = (self.in_guard, self.in_after, self.in_procedure, self.in_offer, self.owner)
        self.scopes, self.facts, self.me, self.used_me, self.path = [{}], frozenset(), True, False, []
        self.in_move, self.targets, self.jumps, self.quiet, self.here, self.level = None, [], [], 0, {}, 0
        self.in_guard, self.in_after, self.in_procedure, self.in_offer = False, False, False, False
        try:
            yield
        finally:
            self.scopes, self.facts, self.me, self.used_me, self.path = kept
            self.in_move, self.targets, self.jumps, self.quiet, self.here, self.level = more
            self.in_guard, self.in_after, self.in_procedure, self.in_offer, self.owner = guarded

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
        return first - self.words.setdefault(word, len(self.words))

    def learn(self, facts: frozenset[tuple[tree.Expr, str]]) -> None:
        """From here on, these hold too."""
        if facts:
            self.facts |= facts

    def forget_state(self) -> None:
        """After an effect, what was learnt about variables may no longer hold."""
        self.facts = frozenset(f for f in self.facts if not self.reads_state(f[0]))

    def forget_me(self) -> None:
        """Where somebody else is asked or has the turn, `me` is another player."""
        self.facts = frozenset(f for f in self.facts if not mentions(f[0], ("me", "others")))

    def reads_state(self, node: tree.Expr) -> bool:
        match node:
            case tree.Name(word):
                symbol = self.symbols.get(word)
                return symbol is not None and symbol.sort in ("field", "def", "die", "token")
            case tree.FieldOf(of, name):
                return name.word == "at" or self.reads_state(of)
            case tree.Index(of, args):
                return self.reads_state(of) or any(self.reads_state(a) for a in args)
            case tree.Number() | tree.Literal():
                return False
            case _:
                return True
