"""Games of `check --play` that are played natively: what they find is what Python finds."""

from __future__ import annotations

import pytest

import astro_referee as astro
from astro_referee.grammar.source import Source
from astro_referee.interpreter.play import library, native
from astro_referee.interpreter.study.playability import Playability
from astro_referee.interpreter.study.playability.more_games import MOST_FAULTY

FAILS_SELDOM = """
astro 1

game Seldom for 2 players
var heap: 0..150 = 150
var sixes: 0..12
die pip: 1..6

phase play
  turns clockwise from P1
    roll pip
    move take(n in 1..3) as "{n}"
      when n <= heap   else "there is less"
      then
        heap = heap - n
        sixes = (sixes + 1 if pip is 6 else 0)
        if sixes is 3 and n is 3
          never because "three sixes in a row are not provided for"
        if heap is 0
          winner me
    move stop as "stop"
      when heap < 6   else "too early"
      then
        draw because "nobody wants the rest"

phase unreached
  ask P1
    move idle as "idle"
      then
        draw
"""


def tried(text: str, engine: str, more: int) -> Playability:
    rules = library.load(Source("seldom.astro", text.lstrip()))
    return astro.try_out(rules, games=1, seed=5, positions=0, more=more, engine=engine)


def told(found: Playability) -> list[object]:
    counts = [(p.games, p.unfinished, p.events, p.longest, p.met, p.unmet) for p in found.played]
    return [counts, [(finding.key, finding.script) for finding in found.findings]]


def test_what_is_found_is_the_same() -> None:
    python, compiled = (tried(FAILS_SELDOM, engine, 40) for engine in (native.PYTHON, native.NATIVE))
    assert told(python) == told(compiled)
    assert python.played[0].games == 41 > MOST_FAULTY
    assert any(finding.fault for finding in python.findings), "a game that fails is among them"
    assert {mark.name for mark in python.played[0].unmet} >= {"unreached"}


def test_games_that_do_not_end_are_cut_alike() -> None:
    endless = FAILS_SELDOM.replace("heap = heap - n", "heap = heap").replace("sixes is 3", "sixes is 12")
    python, compiled = (tried(endless, engine, 3) for engine in (native.PYTHON, native.NATIVE))
    assert told(python) == told(compiled)
    assert python.played[0].unfinished == 4


@pytest.mark.thorough
@pytest.mark.timeout(600)
@pytest.mark.parametrize("name", ["ptolemy", "hearts", "go", "liars-dice"])
def test_bundled_games_are_the_same(name: str) -> None:
    found = [astro.try_out(name, games=1, positions=0, set_ups=0, more=20, engine=e) for e in ("python", "native")]
    assert told(found[0]) == told(found[1])
