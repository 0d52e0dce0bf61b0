"""Functions of a machine are referred to: nobody but the machine's own builder puts their names together."""

from __future__ import annotations

from pathlib import Path

import shelf

from astro_referee.interpreter import machine as m
from astro_referee.interpreter.machine.expressions import Call, Const
from astro_referee.interpreter.machine.functions import Functions, short_name
from astro_referee.interpreter.values.types import BOOL, Int

YES, FOUR = Const(1, type=BOOL), Const(4, type=Int(4, 4))
BUILDER = Path("interpreter/machine/functions.py")
TYPED = Path("interpreter/machine/expressions.py")


def test_each_function_has_a_name_of_its_own() -> None:
    functions = Functions()
    first = functions.add(("possible", "play.step"), (), (m.Return(YES),))
    second = functions.add(("possible", "play.step"), (), (m.Return(YES),))
    assert first != second
    assert [function.name for function in functions.made.values()] == [first, second]


def test_a_definition_is_called_as_in_the_rules() -> None:
    functions = Functions()
    ref = functions.define("reach", (), (m.Return(FOUR),))
    assert short_name(ref) == functions.made[ref].doc == "reach"


def test_a_function_declares_what_its_code_gives() -> None:
    functions = Functions()
    branch = m.Branch(YES, (m.Return(FOUR),))
    value = functions.add(("value",), (), (branch, m.Return(Const(9, type=Int(7, 9)))))
    effect = functions.add(("effect",), (), (m.Goto(0),))
    asked = functions.add(("asked",), (), (m.Return(Call(value, (), type=Int(4, 9))),))
    assert [functions.made[ref].result for ref in (value, effect, asked)] == [Int(4, 9), None, Int(4, 9)]


def test_only_the_builder_makes_references() -> None:
    """The type checker keeps everybody else from passing a text as one."""
    makers = {path.relative_to(shelf.ROOT) for path in shelf.ROOT.glob("interpreter/**/*.py")
              if "FunctionRef(" in path.read_text()}  # fmt: skip
    assert makers == {BUILDER}
    assert 'NewType("FunctionRef", str)' in (shelf.ROOT / TYPED).read_text()
