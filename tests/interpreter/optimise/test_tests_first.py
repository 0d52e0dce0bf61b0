"""Tests come in front of searches where the search gives nothing that is used outside."""

from __future__ import annotations

import pytest
from agreement import Engines, built, compared, unsound

from astro_referee.grammar.source import Source
from astro_referee.interpreter.backends.c import compiler
from astro_referee.interpreter.optimise import tests_first
from astro_referee.interpreter.optimise.inlining import inline_calls

SEARCHES = """
astro 1

game Searches for 2 players
  "Numbers are taken while they fit to those that are gone."

var gone: set of 0..7
var mark: 0..3 = 0

def first_high = first k in gone where k > 3

phase play
  turns clockwise from P1
    move take(n in 0..7) as "{n}"
      when n not in gone   else "gone"
      when GUARD
      then
        add n to gone
        mark = n mod 4
    otherwise
      draw
"""


@pytest.mark.parametrize(
    ("guard", "first"),
    [
        ("(no g in gone where g > n + 3) and (mark is not 2)", True),
        ("every x in 1..3: not (not (first_high is none or mark is n mod 4) or mark is x)", False),
    ],
    ids=["behind a search", "behind a search that answers"],
)
def test_a_test_is_asked_before_a_search_that_only_says_whether(guard: str, first: bool) -> None:
    machine = built(Source("searches.astro", SEARCHES.lstrip().replace("GUARD", guard)))
    assert machine is not None
    assert unsound(machine) == []
    inlined = inline_calls(machine)
    assert (tests_first.tests_before_searches(inlined) != inlined) is first
    assert compared(Engines(machine, compiler.find() is not None), 1.0, 300) > 10
