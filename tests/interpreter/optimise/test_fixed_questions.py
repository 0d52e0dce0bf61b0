"""Questions that the position has no part in become tables; the tables say what the code would."""

from __future__ import annotations

from itertools import product
from math import prod

import pytest

from astro_referee.grammar.source import Source
from astro_referee.interpreter import machine as m
from astro_referee.interpreter import pipeline
from astro_referee.interpreter.backends.python.engine import PythonEngine
from astro_referee.interpreter.machine.runtime import RuleFault
from astro_referee.interpreter.optimise import constant_tables
from astro_referee.interpreter.pipeline import written
from astro_referee.interpreter.values.types import Bool, Int, Member, range_of

# Questions of every sort: about places and numbers from below zero, with sets, lists, yes and no, and none as answers.
GAME = """astro 1
game Tables for 2 players
kind Column: a..d
grid Cell: each column in Column, row in 1..4 where column is not b or row is not 3
kind Suit: clubs, hearts
card Card: each suit in Suit, number in 1..26
zone box: Card, seen by everyone
var here: Cell
var shift: -3..3
var told: 0..99

def leaps(s: Cell) = set of t for t in Cell where abs(t.column - s.column) + abs(t.row - s.row) is 3
def near(s: Cell, t: Cell) = t in leaps(s) or (some d in Direction where t in s.ray(d))
def balance(n: -3..3, up: bool): -9..9
  sum of k for k in 1..3 where k > n     if up
  0 - (sum of k for k in 1..3 where k < n)   otherwise
def beyond(s: Cell, d: Direction) = first t in s.ray(d) where t.row > s.row and t.column > s.column
def beam(s: Cell, d: Direction)
  s.ray(north)   if d is north and s.row > 1 and s.column > a and s.column.index < 3
  s.ray(d)       otherwise

def kept = count s in leaps(here) where s.row > here.row
def ways(n: 1..5) = count few in n of Card where Card[clubs, 2] in few
def share(n: 0..3) = sum of (12 / (n - k)) for k in 4..6 where n + k is not 8
def risky(n: 0..6) = sum of (12 / (n - k)) for k in 4..6 where n + k is not 10

phase play
  begin
    put all Card into box
  turns clockwise from P1
    move go(s in Cell, d in Direction, n in -3..3)
      when near(here, s)
      then
        here = s
        shift = n
        told = max(0, beam(s, d).size + balance(n, n > 0) + share(abs(n)) + told / 2)
        if beyond(s, d) is not none and kept > 2 and told > 3 and shift is 0 and box.size > 3
          told = ways(2) + risky(2)
    otherwise
      draw
end
  draw
"""


@pytest.fixture(scope="module")
def machine() -> m.Machine:
    built, problems = pipeline.build(Source("tables.astro", GAME))
    assert built is not None, [(p.code, p.message) for p in problems]
    return built.machine


def made(machine: m.Machine) -> dict[str, tuple[object, ...]]:
    """The tables that were made of functions: of defs, and of phrases inside them."""
    found = constant_tables.tabulate_functions(machine).tables
    return {name.removesuffix("()"): values for name, (_, values) in found.items() if name not in machine.tables}


def test_tables_are_made_of_what_reads_no_state_and_cannot_fail(machine: m.Machine) -> None:
    """Not of what reads the position, can fail, or goes through subsets, of which there may be too many."""
    tables = set(made(machine))
    assert {"def_near", "def_beam"} <= tables
    assert any(name.startswith("set_t") for name in tables), "what `leaps` asks"
    assert not tables & {"def_kept", "def_ways", "def_risky"}


def test_tables_say_what_the_code_says(machine: m.Machine) -> None:
    plain = written(machine, quick=False)
    code = PythonEngine.of(plain).module
    functions = {function.name: function for function in machine.functions}
    tables = made(machine)
    assert len(tables) >= 5
    for name in tables:
        bases = [type for _, type in functions[name].params if isinstance(type, Bool | Int | Member)]
        for values in product(*map(range_of, bases)):
            entry: object = tables[name]
            for value, base in zip(values, bases, strict=True):
                assert isinstance(entry, tuple)
                entry = entry[value - range_of(base).start]
            answer = code[plain.names[name]](code["start"](), *values)
            assert entry == answer, (name, values)


def test_both_ways_lead_to_the_same_moves(machine: m.Machine) -> None:
    plain, quick = written(machine, quick=False), written(machine)
    codes = [PythonEngine.of(writer).module for writer in (plain, quick)]
    states = [code["start"]() for code in codes]
    for number in range(12):
        options = [code["run"](state) for code, state in zip(codes, states, strict=True)]
        assert options[0] == options[1] and states[0] == states[1]
        for code, state in zip(codes, states, strict=True):
            code["act"](state, options[0][number * 37 % len(options[0])])
    assert states[0][0] != 0


def test_what_fails_in_play_does_not_fail_before(machine: m.Machine) -> None:
    written(machine).module()
    plain = written(machine, quick=False)
    code = PythonEngine.of(plain).module
    with pytest.raises(RuleFault):
        code[plain.names["def_ways"]](code["start"](), 5)


def test_all_tables_together_take_no_longer_than_is_good(machine: m.Machine) -> None:
    functions = {function.name: function for function in machine.functions}
    scale = constant_tables.FunctionCosts(functions, machine.tables, left=20_000)
    few = [name for name in functions if scale.is_tabulated(name)]
    assert few
    assert sum(scale.function(name) * entries(functions[name]) for name in few) <= 20_000


def entries(function: m.Function) -> int:
    return prod(len(range_of(base)) for _, base in function.params if isinstance(base, Bool | Int | Member))
