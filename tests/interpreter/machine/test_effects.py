"""What expressions and code read, change, call and may fail at."""

from __future__ import annotations

import pytest

from astro_referee.interpreter import machine as m
from astro_referee.interpreter.machine.effects import Effects, effects_of, expression_effects
from astro_referee.interpreter.machine.expressions import Call, Choices, Const, Load, Local, Lookup, Op, Range
from astro_referee.interpreter.values.types import BOOL, Int, Member, SetOf

NUMBER, SPOT = Int(0, 9), Member("Spot", 5)
ONE, X, LEVEL = Const(1, type=NUMBER), Local("x", type=NUMBER), Load("level", type=NUMBER)
MARK = Load("marks", (Local("spot", type=SPOT),), type=NUMBER)
CHOSEN = Load("chosen", type=SetOf(SPOT))
SUM = Op("+", (X, MARK), type=NUMBER)
SHARE = Op("/", (LEVEL, X), type=NUMBER)
ASKED = Call("asked", (SUM,), type=NUMBER)


def names(*words: str) -> frozenset[str]:
    return frozenset(words)


def test_an_expression_reads_what_is_inside_it() -> None:
    found = expression_effects(ASKED)
    assert (found.locals, found.fields, found.calls) == (names("x", "spot"), names("marks"), names("asked"))
    assert found.sure and found.pure and not found.stores and not found.sets


def test_a_table_is_no_field() -> None:
    assert expression_effects(Lookup("worth", (X,), type=NUMBER)) == Effects(locals=names("x"))


def test_an_operation_without_an_answer_for_everything_is_not_sure() -> None:
    assert expression_effects(SUM).sure
    assert not expression_effects(SHARE).sure
    assert not effects_of((m.Branch(Const(1, type=BOOL), (m.Set("y", SHARE),)),)).sure


def test_code_does_what_its_blocks_do() -> None:
    inside = m.Loop(
        "k", NUMBER, Range(ONE, LEVEL), (m.Branch(Const(1, type=BOOL), (), (m.Store("marks", (X,), SUM),)),)
    )
    found = effects_of((m.Set("y", ONE), inside))
    assert (found.sets, found.stores) == (names("y", "k"), names("marks"))
    assert (found.locals, found.fields) == (names("x", "spot"), names("level", "marks"))
    assert found.acts and not found.faults


@pytest.mark.parametrize(
    ("line", "acts", "faults", "assumes"),
    [
        (m.Return(LEVEL), False, False, False),
        (m.Break(), False, False, False),
        (m.Append("l", ONE), False, False, False),
        (m.Fault(0), False, True, False),
        (m.Loop("k", SetOf(SPOT), Choices(ONE, ONE, CHOSEN, 0), ()), False, True, False),
        (m.Assume(Const(1, type=BOOL)), False, False, True),
        (m.Store("level", (), ONE), True, False, False),
        (m.Goto(0), True, False, False),
        (m.Emit(0, (LEVEL,), None), True, False, False),
        (m.Offer(0, (X,)), True, False, False),
        (m.Duty(0, "asked", False), True, False, False),
        (m.Mark(0), True, False, False),
        (m.Spend(5, 0), True, True, False),
        (m.LimitOffers(0), True, True, False),
    ],
)
def test_each_line_says_whether_it_does_more_than_answer(line: m.Code, acts: bool, faults: bool, assumes: bool) -> None:
    found = effects_of((line,))
    assert (found.acts, found.faults, found.assumes) == (acts, faults, assumes)
    assert found.pure is (not (acts or faults or assumes))


def test_a_duty_calls_its_function() -> None:
    assert effects_of((m.Duty(0, "asked", False),)).calls == names("asked")
