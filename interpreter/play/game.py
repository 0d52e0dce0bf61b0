"""A game ready to play: a machine together with the engine that runs it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from re import fullmatch, sub
from typing import TYPE_CHECKING, Any

from attrs import define, field, frozen

import astro_referee
from astro_referee.grammar.problems import did_you_mean
from astro_referee.grammar.source import Source, Span
from astro_referee.interpreter import machine as m
from astro_referee.interpreter.backends.engine import Engine, State
from astro_referee.interpreter.machine import record
from astro_referee.interpreter.machine.expressions import FunctionRef
from astro_referee.interpreter.machine.runtime import LONGEST_TEXT, Overflow, RuleFault
from astro_referee.interpreter.play.marked_names import members_in
from astro_referee.interpreter.program.plans import PlanInfo
from astro_referee.interpreter.values.brief import brief, count
from astro_referee.interpreter.values.marks import Mark, Style
from astro_referee.interpreter.values.printing import Printer
from astro_referee.interpreter.values.types import Bool, Int, Member, SetOf, TextType, Type, low, plain, size

if TYPE_CHECKING:
    from astro_referee.interpreter.play.batch import Batch
    from astro_referee.interpreter.play.perft import Count
    from astro_referee.interpreter.play.playouts import Playouts


@frozen
class OptionSheet:
    """An option with what it may be set to."""

    name: str
    type: Type
    default: int
    docs: str
    asked: str | None = None
    """Whether who begins a game is asked for it: what of today's date is suggested, or an empty text."""
    limited: bool = False
    """Whether some values are refused beside some of other options."""


@frozen
class Rules:
    """What can be said of a rule file before a game is set up."""

    name: str
    source: Source
    digest: str
    title: str
    docs: str
    credits: tuple[tuple[str, str], ...]
    seats: tuple[int, int]
    options: tuple[OptionSheet, ...]
    kinds: dict[str, tuple[str, ...]]
    columns: dict[str, dict[str, tuple[Type, tuple[int | str, ...]]]] = field(factory=dict, repr=False)
    coordinates: dict[str, tuple[str, ...]] = field(factory=dict, repr=False)
    about: dict[str, str] = field(factory=dict, repr=False)
    """What the file says of each kind, in a sentence or not at all."""
    rulings: dict[str, tuple[str, str]] = field(factory=dict, repr=False)
    """What each ruling in force says, and where in the rulebook it belongs (or nothing)."""
    switched_off: tuple[str, ...] = ()
    """Rulings that do not hold with these options."""
    marks: dict[str, tuple[Mark, ...]] = field(factory=dict, repr=False)
    """How the members of kinds are drawn, as far as the file says so."""
    parts: dict[str, str] = field(factory=dict, repr=False)
    """The named parts, `move play` and so on, each with a short hash of what it says."""
    plans: tuple[PlanInfo, ...] = ()
    """How the places of boards lie."""
    on_plans: dict[tuple[str, str], str] = field(factory=dict, repr=False)
    """Moves and their parameters that are numbers of a variable with a plan: which variable."""
    questions: dict[Span, str] = field(factory=dict, repr=False)
    """What players read where they are asked, by the place of the decision."""
    unshown: frozenset[str] = frozenset()
    """Variables, zones and dice that are left out where a position is shown to people."""

    def __repr__(self) -> str:
        return brief(self, self.title, self.name)


class BadOption(ValueError):
    """An option or a number of players that the rules do not have."""


@define
class Game:
    """One rule file for one number of players and one choice of options."""

    rules: Rules
    machine: m.Machine
    chosen: dict[str, int]
    engine: Engine
    variety: str = ""
    """What tells its machine from others of the same rules and set-up."""
    printer: Printer = field(init=False)
    decisions: dict[int, m.Decision] = field(init=False)
    chances: dict[int, m.Chance] = field(init=False)
    offsets: dict[str, int] = field(init=False)
    slots: dict[str, m.FieldSlot] = field(init=False)
    style: Style = field(default=Style.NAMES, kw_only=True)
    """How values are written in texts for players."""
    printers: dict[Style, Printer] = field(init=False, factory=dict, eq=False, repr=False)
    spellings: dict[str, tuple[tuple[int, str, bool], ...]] = field(init=False, factory=dict, eq=False, repr=False)
    """Of each kind, what its members may be called besides their names; worked out when it is first asked for."""
    relief: Callable[[], Engine | None] | None = field(init=False, default=None, eq=False, repr=False)
    """What gives another engine of the same machine once that is ready to take over."""
    index_names: dict[str, tuple[tuple[str, ...], ...]] = field(init=False, factory=dict, eq=False, repr=False)
    """Of each field, what its entries are kept for; written down when it is first asked for."""
    longest: dict[object, int | None] = field(init=False, factory=dict, eq=False, repr=False)
    """The most characters of texts, as far as somebody has asked."""
    sure: dict[FunctionRef, bool] = field(init=False, factory=dict, eq=False, repr=False)
    """Whether functions have an answer in every position, as far as somebody has asked."""
    drawn: dict[object, Any] = field(init=False, factory=dict, eq=False, repr=False)
    """What is the same in all positions, and was worked out when one was drawn: boards without anything on them."""

    def __repr__(self) -> str:
        options = [f"{name} = {value}" for name, value in self.settings() if name in self.chosen]
        return brief(self, self.rules.title, count(self.seats, "player"), ", ".join(options))

    def __attrs_post_init__(self) -> None:
        self.printer = self.printed(Style.NAMES)
        self.decisions = {d.label: d for d in self.machine.decisions}
        self.chances = {c.label: c for c in self.machine.chances}
        self.slots = {slot.name: slot for slot in self.machine.fields}
        self.offsets = record.offsets(self.machine)

    def printed(self, style: Style) -> Printer:
        """How values are written in a style."""
        if style not in self.printers:
            members = members_in(self.rules, self.machine.members, style)
            self.printers[style] = Printer(members, self.machine.words, texts_of(self.machine))
        return self.printers[style]

    @property
    def seats(self) -> int:
        return self.machine.seats

    @property
    def players(self) -> tuple[str, ...]:
        return self.machine.members["player"]

    @property
    def teams(self) -> dict[str, tuple[int, ...]]:
        """The seats that play for each team; empty if there are no teams."""
        names, of = self.machine.members.get(self.team_kind, ()), self.machine.teams
        return {name: tuple(s for s in range(self.seats) if of[s] == n) for n, name in enumerate(names)}

    @property
    def team_kind(self) -> str:
        return next((name for name, shape in self.machine.shapes.items() if shape == "team"), "")

    @property
    def team_words(self) -> tuple[str, ...]:
        """The names of the teams as players read them."""
        return tuple(self.printed(self.style).members.get(self.team_kind, ()))

    def utilities(self, state: State) -> tuple[int, ...] | None:
        """What a position is worth to each seat, if the rules say that and it can be said here."""
        standing = self.machine.standing
        if standing is None or not self.machine.utility:
            return None
        try:
            return tuple(self.function(standing)(state, seat) for seat in range(self.seats))
        except RuleFault:  # it may speak of what is not there
            return None

    def settings(self) -> list[tuple[str, str]]:
        """All options and what they are set to, as both are written."""
        shown = self.printer.show
        return [(o.name, shown(o.type, self.chosen.get(o.name, o.default))) for o in self.rules.options]

    def function(self, ref: FunctionRef) -> Callable[..., Any]:
        """A function of the machine, ready to be asked. What it spends is counted from here on."""
        return self.engine.function(ref)

    def take_over(self) -> bool:
        """Between two events: the engine that was waited for goes on from here, if it is ready."""
        engine = self.relief() if self.relief is not None else None
        if engine is None:
            return False
        self.engine, self.relief = engine, None
        return True

    def playouts(self, games: int, seed: int = 0, engine: str | None = None, jobs: int = 1) -> Playouts:
        """Random games to their ends, as fast as can be: `auto`, `python` or `native`, which give the same.

        On a native engine so many threads share the work.

        Raises FaultyRules if the rules cannot go on, and NoNativeEngine if `native` is asked for and there is none.
        """
        from astro_referee.interpreter.play.playouts import played

        return played(self, games, seed, engine, jobs)

    def batch(self, games: int, seed: int = 0, engine: str | None = None) -> Batch:
        """Games side by side, for a program that chooses the moves of all. Raises NoNativeEngine as `playouts` does."""
        from astro_referee.interpreter.play.batch import Batch

        return Batch(self, games, seed, engine)

    def study(self, **how: Any) -> astro_referee.Study:
        """What kind of game it is: `astro_referee.study(game, games=…, bot_games=…, …)`."""
        return astro_referee.study(self, **how)

    def perft(self, depth: int, engine: str | None = None) -> list[Count]:
        """For each length up to a depth, how many sequences of moves there are, and how many end a game there.

        Raises FaultyRules, NoNativeEngine as `playouts` does, and TooManyPositions.
        """
        from astro_referee.interpreter.play.perft import counted

        return counted(self, depth, engine)

    def mark(self, point: int) -> None:
        """Counts that a point of a marked game was reached; -1 is none."""
        if point >= 0:
            self.engine.seen[point] += 1

    def value(self, state: State, name: str, index: int = 0) -> int:
        return state[self.offsets[name] + index]

    def is_card(self, type: Type) -> bool:
        """Whether values of a type are cards."""
        return isinstance(type, Member) and self.machine.shapes.get(type.kind) == "card"

    def fill(self, template: m.TextTemplate, values: list[int], names: tuple[str, ...] = ()) -> str:
        """A text with the values of its holes written in, as it is kept.

        If the names of those who sit there are given, it is a text for players: seats go by these, things by marks.
        """
        pieces: list[str] = []
        rest, length, printer = iter(values), 0, self.printed(self.style) if names else self.printer
        for part in template.parts:
            text = part if isinstance(part, str) else printer.show(part, next(rest))
            if names and not isinstance(part, str) and is_seats(part):
                people = dict(zip(self.players, names, strict=True))
                text = sub(r"\w+", lambda found: people.get(found[0], found[0]), text)  # noqa: B023 - used at once
            pieces.append(text)
            length += len(text)
            if length > LONGEST_TEXT:
                raise Overflow(
                    f"with its holes filled, this text has more than {LONGEST_TEXT:,} characters", template.span
                )
        return "".join(pieces)


DRAWN = 2
"""How a game has ended that is called a draw."""


def is_drawn(ending: int, winners: int, seats: int) -> bool:
    """Whether an ending is a draw: it is called one, or a ranking is led by all of several. Named winners have won,
    even if they are all there are.
    """
    return ending == DRAWN or (ending in (m.SCORED, m.RANKED) and winners == seats > 1)


def is_seats(type: Type) -> bool:
    """Whether values of a type are players, or some of them."""
    base = plain(type)
    inner = base.of if isinstance(base, SetOf) else base
    return isinstance(inner, Member) and inner.kind == "player"


def texts_of(machine: m.Machine) -> list[str]:
    """The texts of all tables, by their numbers; only printing looks at them."""
    return [str(text) for type, texts in machine.tables.values() if isinstance(type, TextType) for text in texts]


def entry_number(slot: m.FieldSlot, at: Sequence[int]) -> int:
    """Which entry of a field it is that the values of its indices say, counted from 0."""
    number = 0
    for base, value in zip(slot.indices, at, strict=True):
        number = number * size(base) + value - low(base)
    return number


def option_value(sheet: OptionSheet, text: str, members: dict[str, tuple[str, ...]]) -> int:
    """The value an option is set to by a word: yes, no, a number, or the name of a member."""
    word = text.strip()
    match sheet.type:
        case Bool():
            if word.casefold() in ("yes", "no"):
                return int(word.casefold() == "yes")
            wanted = "yes or no"
        case Int(low, high):
            if fullmatch("-?[0-9]{1,9}", word) and low <= int(word) <= high:
                return int(word)
            wanted = f"a number from {low} to {high}"
        case Member(kind, _):
            names = [n.casefold() for n in members[kind]]
            if word.casefold() in names:
                return names.index(word.casefold())
            wanted = "one of " + ", ".join(members[kind])
        case _:
            wanted = "something else"
    raise BadOption(f"option {sheet.name} must be {wanted}, not `{word}`")


def read_options(rules: Rules, options: Mapping[str, str]) -> dict[str, int]:
    """Option values as numbers; those that are set to their default are left out, so that equal set-ups are equal."""
    sheets = {sheet.name: sheet for sheet in rules.options}
    chosen: dict[str, int] = {}
    for name, text in options.items():
        if name not in sheets:
            known = ", ".join(sheets) or "none"
            hint = did_you_mean(name, list(sheets))
            raise BadOption(f"{rules.title} has no option {name}; " + (hint or f"its options: {known}"))
        value = option_value(sheets[name], text, rules.kinds)
        if value != sheets[name].default:
            chosen[name] = value
    return chosen
