"""What was found: problems, and what the rules use, store and lean on."""

from __future__ import annotations

from attrs import define, field

from astro_referee.grammar import tree
from astro_referee.grammar.problems import Problem
from astro_referee.grammar.source import Span
from astro_referee.interpreter.values.types import Type

Facts = frozenset[tuple[tree.Expr, str]]


@define
class Findings:
    """Only ever added to, in the order in which the rules are read."""

    problems: list[Problem] = field(factory=list)
    reported: set[tuple[str, Span]] = field(factory=set)
    used: set[str] = field(factory=set)
    """Names that are looked at; `move x` and `roll x` for what is offered and rolled."""
    written: dict[str, Span] = field(factory=dict)
    """Variables that are stored into, with the first place."""
    idle: list[tuple[str, Span]] = field(factory=list)
    """Local names that are never used."""
    missed: set[Span] = field(factory=set)
    """Names in conditions that were spoken of below them, where they are not known."""
    leads: dict[str, list[tuple[str, Span]]] = field(factory=dict)
    """What procedures and moves of the left margin call and offer."""
    facts_used: set[tuple[tree.Expr, str]] = field(factory=set)
    """Facts that the last guard needed."""
    compared: dict[int, tuple[tree.Expr, Type, Type]] = field(factory=dict)
    """The types of both sides of comparisons."""
    learnt: dict[tuple[int, bool], Facts] = field(factory=dict)
