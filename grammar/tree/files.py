"""A whole rule file."""

from __future__ import annotations

from attrs import frozen

from astro_referee.grammar.tree.declarations import (
    Card,
    Def,
    Die,
    End,
    Header,
    History,
    Kind,
    Library,
    Option,
    Plan,
    Procedure,
    Product,
    Ruling,
    Table,
    Token,
    Use,
    Var,
    Zone,
)
from astro_referee.grammar.tree.expressions import Node
from astro_referee.grammar.tree.flow import Move, Phase
from astro_referee.grammar.tree.tests import Test

Declaration = (
    Option
    | Ruling
    | Kind
    | Product
    | Table
    | Card
    | Token
    | Die
    | Zone
    | Var
    | History
    | Plan
    | Def
    | Procedure
    | Phase
    | Move
    | End
)


@frozen
class File(Node):
    """A whole rule file; once it is put together with its libraries, their items stand before its own."""

    header: Header | Library | None
    uses: tuple[Use, ...]
    items: tuple[Declaration, ...]
    tests: tuple[Test, ...] = ()
