"""What is declared: every name of the left margin with what it stands for, as far as that has been worked out."""

from __future__ import annotations

from attrs import define, field, frozen

from astro_referee.grammar import tree
from astro_referee.grammar.source import NOWHERE, Span
from astro_referee.interpreter.check.flow.effects import Effects
from astro_referee.interpreter.program.plans import PlanInfo
from astro_referee.interpreter.program.program import (
    DefInfo,
    FieldInfo,
    KindInfo,
    MoveInfo,
    OptionInfo,
    ProcedureInfo,
    RulingInfo,
)
from astro_referee.interpreter.program.teams import Teams
from astro_referee.interpreter.program.terms import Load
from astro_referee.interpreter.values.types import Type

KindNode = tree.Kind | tree.Product | tree.Card | tree.Token | tree.Table
"""Declarations of things that have members."""


@frozen
class Meaning:
    """What a name at the left margin stands for: `sort` is kind, member, field, option, def, procedure or table."""

    sort: str
    name: str
    span: Span = field(default=NOWHERE, eq=False)
    index: int = 0
    letter: bool = False
    """Whether it is a letter that names a row: anything else may have the same name, and then counts."""


NOTHING = Meaning("nothing", "")


@define
class Declared:
    """Names first; the rest is filled in when it is first needed, so that the order of a file does not matter."""

    symbols: dict[str, Meaning] = field(factory=dict)
    words: dict[str, int] = field(factory=lambda: {"none": 0})
    """Extra words of values, such as `none`, with their numbers."""
    recorded: dict[str, tuple[Load, ...]] = field(factory=dict)
    """What each history keeps; a part for each of something that is kept whole has no index."""
    early: bool = True
    """Whether the parts of the state are not known yet."""
    all_read: bool = False
    """Whether the members of all kinds are known."""

    # As they are written.
    kind_nodes: dict[str, KindNode] = field(factory=dict)
    option_nodes: dict[str, tree.Option] = field(factory=dict)
    def_nodes: dict[str, tree.Def] = field(factory=dict)
    procedure_nodes: dict[str, tree.Procedure] = field(factory=dict)
    move_nodes: dict[str, list[tuple[str, tree.Move]]] = field(factory=dict)
    move_keys: dict[int, str] = field(factory=dict)
    top_moves: dict[str, str] = field(factory=dict)
    """Moves of the left margin, with their keys."""

    # As they were worked out.
    options: dict[str, OptionInfo] = field(factory=dict)
    rulings: dict[str, RulingInfo] = field(factory=dict)
    kinds: dict[str, KindInfo] = field(factory=dict)
    unfilled: set[str] = field(factory=set)
    """Kinds whose columns have not been read yet."""
    places: dict[str, dict[str, int]] = field(factory=dict)
    """Of each kind, the places of its members in their order."""
    coordinates: dict[str, dict[tuple[int | str, ...], int]] = field(factory=dict)
    absent: set[str] = field(factory=set)
    """Players who do not play in this set-up."""
    tables: dict[str, tuple[Type, tuple[object, ...]]] = field(factory=dict)
    settled: set[tuple[str, int]] = field(factory=set)
    """Entries of tables that were looked up once and for all."""
    teams: Teams | None = None
    plans: list[PlanInfo] = field(factory=list)
    questions: dict[Span, str] = field(factory=dict)
    fields: dict[str, FieldInfo] = field(factory=dict)
    dice: dict[str, tuple[tuple[int, int], ...]] = field(factory=dict)
    cups: dict[str, int] = field(factory=dict)
    """Dice of which several lie in a cup, and how many."""
    defs: dict[str, DefInfo | None] = field(factory=dict)
    procedures: dict[str, ProcedureInfo | None] = field(factory=dict)
    moves: dict[str, MoveInfo] = field(factory=dict)
    phases: dict[tuple[str, ...], Span] = field(factory=dict)
    broken: set[str] = field(factory=set)
    """What was reported already, and is of no use to others."""
    def_levels: dict[str, int] = field(factory=dict)
    sizes: dict[str, tuple[int, int]] = field(factory=dict)
    free_jumps: dict[str, list[tuple[str, str, Span]]] = field(factory=dict)
    """Of procedures and moves: where they go that is not in themselves."""
    effects: Effects = field(init=False)

    def __attrs_post_init__(self) -> None:
        self.effects = Effects(self.moves, self.procedures)
