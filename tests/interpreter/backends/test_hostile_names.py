"""Whatever an author calls things, the module written from the rules plays the same game, and runs nothing else."""

from __future__ import annotations

import builtins
import keyword
import re
from contextlib import suppress
from random import Random

import pytest

from astro_referee.grammar.source import Source
from astro_referee.grammar.syntax import words
from astro_referee.interpreter import pipeline
from astro_referee.interpreter.backends.python.writer import RESERVED
from astro_referee.interpreter.play import library
from astro_referee.interpreter.play.chance import Generator
from astro_referee.interpreter.play.match import Match

# Words behind @ are names, each of another sort.
GAME = """astro 1
game @Title for 2 players
  "Some words."
option @option: 1..3 = 2
kind @Kind: @member, other, third
card @Card: each suit in @Kind, @coordinate in 1..3
zone @zone: pile of @Card, seen by nobody
zone @hand for each player: @Card, seen by owner
token @Token on @Kind: each @part in 1..2
die @die: 1..3
var @var for each @Kind: 0..9
var @flag: bool

def @def(@param: @Kind): 0..9
  1             if @param is @member
  @var[@param]  otherwise

procedure @proc(@given: @Kind)
  if @var[@given] < 9
    @var[@given] += 1

phase @phase
  begin
    put all @Card into @zone
    for p in players
      deal 2 from @zone into @hand[p]
  turns clockwise from P1
    roll @die
    move @move(@arg in @Kind, @second in 1..@option) as "{@arg} {@second}"
      "Take {@arg}."
      let @let = @def(@arg)
      when @var[@arg] < 5 else "no more {@arg}: {@let}"
      when (count @each in @Kind where @var[@each] > 3) is 0 else "x"
      then
        do @proc(@arg)
        @flag = @let > @second or @die is 2
        say "{@arg} is {@var[@arg]}"
        if @var[@arg] > 3
          winner me because "{@arg}"
    otherwise
      draw
"""

PLAIN = {"Kind": "Shade", "Card": "Leaf", "Token": "Chip"}
SORTS = sorted(set(re.findall(r"@(\w+)", GAME)))
# fmt: off
INSIDE = [
    "s", "log", "out", "me", "label", "state", "fuel", "player", "group", "bag", "face", "todo_", "result_", "seat_",
    "v_s", "SEEN", "FUNCTIONS", "stop_1", "state_2", "weights_1", "luck_1", "_", "__", "__file__", "__dict__",
    "__class__", "self", "os", "sys", "astro_referee", "nothing", "hidden",
]
# fmt: on
WORDS = sorted({*keyword.kwlist, *keyword.softkwlist, *dir(builtins), *RESERVED, *INSIDE})
TRIED = 30
"""Pairs of a word and a sort that are tried here, of more than six thousand."""


def source(names: dict[str, str]) -> Source:
    usual = {sort: PLAIN.get(sort, f"my_{sort.lower()}") for sort in SORTS}
    return Source("hostile.astro", re.sub(r"@(\w+)", lambda found: (usual | names)[found[1]], GAME))


def played(of: Source) -> list[list[int]]:
    """The positions of a game at random, with everything asked on the way that the module answers."""
    game = library.prepare(library.load(of))
    match, pick = Match(game, 3, game.players), Generator(3).below
    match.settle_all()
    states = [match.state[:]]
    while not match.over and len(states) < 60:
        moves = match.legal()
        match.judge(match.actors[0], "nonsense")
        match.view(0)
        assert match.submit(moves[0][0], match.written(moves[pick(len(moves))])).ok
        match.settle_all()
        states.append(match.state[:])
    return states


@pytest.fixture(scope="module")
def usual() -> list[list[int]]:
    return played(source({}))


def test_names_of_python_play_the_same_game(usual: list[list[int]]) -> None:
    pairs = Random(7).sample([(sort, word) for sort in SORTS for word in WORDS], TRIED)
    played_on = 0
    for sort, word in pairs:
        with suppress(library.BadRules):  # a word of Astro's own, or one that is taken
            assert played(source({sort: word})) == usual, (sort, word)
            played_on += 1
    assert played_on > TRIED * 3 / 4


def test_hostile_names_everywhere_at_once(usual: list[list[int]]) -> None:
    free = [word for word in WORDS if word not in (*words.RESERVED, *words.HEADS)]
    pick, played_on = Random(5), 0
    for _ in range(12):
        names = dict(zip(SORTS, pick.sample(free, len(SORTS)), strict=True))
        with suppress(library.BadRules):
            assert played(source(names)) == usual, names
            played_on += 1
    assert played_on >= 3


TEXTS = [
    "''' + __import__('os').system('false') + '''",
    "\\",
    "\\x22\\x22\\x22",
    "\\N{QUOTATION MARK}",
    "%s %n",
    "# not a remark",
    "\u2028 raise SystemExit",
    "$(false) `false`",
]


@pytest.mark.parametrize("text", TEXTS)
def test_texts_stay_texts(usual: list[list[int]], text: str) -> None:
    """Titles, sentences, reasons and last words go into a module, if at all, as words that do nothing."""
    plain = source({}).text
    assert plain.count("Some words.") == 1
    hostile = text.replace("{", "").replace("}", "")
    changed = plain.replace("Some words.", hostile).replace("no more", f"{hostile} no more")
    changed = changed.replace('because "', f'because "{hostile}')
    built, problems = pipeline.build(Source("hostile.astro", changed))
    if built is None:
        assert {problem.code for problem in problems} == {"bad-character"}
        return
    assert played(Source("hostile.astro", changed)) == usual
