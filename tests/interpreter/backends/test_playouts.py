"""Playouts of generated Python draw and come to what the evaluator does, in games that have each form of its steps."""

from __future__ import annotations

import pytest
from agreement import Engines, built, in_agreement

from astro_referee.grammar.source import Source
from astro_referee.interpreter import pipeline

HEAD = """astro 1
game Steps for 2 players
kind Place: a..f
var at for each Place: player or none
var seen: 0..9
var hands for each player: set of 1..6 = {1, 2, 3, 4, 5, 6}
"""

FORMS = {
    "arguments of one move": (
        """phase play
  turns clockwise from P1
    move lay(p in Place) as "{p}"
      when at[p] is none
      then
        at[p] = me
    otherwise
      draw
""",
        ["while _made < most:", "for p, entry", "in enumerate(s["],
    ),
    "numbers of moves": (
        """phase play
  turns clockwise from P1 until seen > 6
    move up
      then
        seen += 1
    move down
      when seen > 0
      then
        seen -= 1
end
  draw
""",
        ["_which = out[below(len(out))]", "if _which == 1:"],
    ),
    "moves that are always there": (
        """phase play
  turns clockwise from P1 until seen > 6
    move up
      then
        seen += 1
    move twice
      then
        seen += 2
end
  draw
""",
        ["_which = below(2)"],
    ),
    "subsets of one player": (
        """phase play
  turns once clockwise from P1
    move take(some_of in 2..3 of hands[me]) as "{some_of}"
      then
        hands[me] = hands[me] - some_of
end
  draw
""",
        ["_many = choice_count(", "nth_choice("],
    ),
    "subsets of all at once": (
        """phase play
  ask together p in players
    move take(three in 3 of hands[me]) as "{three}"
      then
        hands[me] = hands[me] - three
end
  draw
""",
        ["drawn_among(", "nth_choice("],
    ),
    "whether and how many": (
        """def many = count p in Place where at[p] is P1
phase play
  turns clockwise from P1 until many > 2
    move lay(p in Place) as "{p}"
      when at[p] is none
      then
        at[p] = me
        if no q in Place where at[q] is P2
          seen = 1
    otherwise
      draw
end
  draw
""",
        [".count(0)", " in s["],
    ),
}


@pytest.mark.parametrize("form", FORMS)
def test_a_playout_is_that_of_the_evaluator(form: str) -> None:
    rules, written = FORMS[form]
    machine = built(Source("steps.astro", HEAD + rules))
    assert machine is not None
    module = pipeline.written(machine).module()
    assert [line for line in written if line not in module] == []
    assert in_agreement(HEAD + rules) > 0
    engines = Engines(machine)
    for seed in range(20):
        engines.played_out(engines.evaluator.start(), seed, seed)
