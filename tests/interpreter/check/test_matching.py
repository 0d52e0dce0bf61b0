"""`every x in S has its own y in T`: beside another way to find out, one that tries all pairings."""

from __future__ import annotations

import random
from itertools import permutations

import pytest
from agreement import Engines, compared, unsound

import astro_referee as astro
from astro_referee.grammar.source import Source
from astro_referee.interpreter import examination, pipeline

RULES = """astro 1
game Crew for 2 players
kind Job: j1, j2, j3, j4
kind Sailor: s1, s2, s3, s4, s5
var can for each Sailor: set of Job
var bunk for each Sailor: 1..4 = 1
zone hand for each player: Card, seen by owner
card Card: each job in Job

phase play
  begin
    put all Card into hand[P1]
  turns clockwise from P1
    move jobs(crew in 1..5 of Sailor) as "jobs {crew}"
      when every s in crew has its own job in can[s]
    move some_jobs(crew in 1..5 of Sailor) as "some {crew}"
      when every s in crew has its own job in Job where job in can[s] and job is not j1
    move bunks(crew in 1..5 of Sailor) as "bunks {crew}"
      when every s in crew has its own n in 1..4 where n >= bunk[s]
    move teach(sailor in Sailor, job in Job)
      then
        add job to can[sailor]
        bunk[sailor] = random from {1, 2, 3, 4}
    move leave
      then
        winner me
"""


def matched(options: list[set[int]]) -> bool:
    """Every order of the options is tried."""
    every = sorted(set().union(*options))
    if len(every) < len(options):
        return False
    return any(all(y in own for y, own in zip(way, options, strict=True)) for way in permutations(every, len(options)))


def test_it_is_as_if_all_pairings_were_tried() -> None:
    match, luck = astro.start(Source("crew.astro", RULES), seed=4), random.Random(4)
    answers = set()
    for _ in range(25):
        can = [match.game.value(match.state, "can", n) for n in range(5)]
        can = [{j for j in range(4) if mask >> j & 1} for mask in can]
        bunk = [match.game.value(match.state, "bunk", n) for n in range(5)]
        for _ in range(12):
            crew = sorted(luck.sample(range(5), luck.randint(1, 5)))
            named = " ".join(f"s{n + 1}" for n in crew)
            wanted = {
                "jobs": matched([can[n] for n in crew]),
                "some": matched([can[n] - {0} for n in crew]),
                "bunks": matched([set(range(bunk[n], 5)) for n in crew]),
            }
            for word, holds in wanted.items():
                assert match.judge(match.actors[0], f"{word} {named}").ok is holds, (word, named, can, bunk)
                answers.add((word, holds))
        assert match.submit(match.actors[0], f"teach s{luck.randint(1, 5)} j{luck.randint(1, 4)}").ok
        match.settle_all()
    assert len(answers) == 6


def test_all_engines_agree() -> None:
    made, _ = pipeline.build(Source("crew.astro", RULES))
    assert made is not None
    assert list(unsound(made.machine)) == []
    assert compared(Engines(made.machine), 3, 200)


@pytest.mark.parametrize(
    ("old", "new", "code"),
    [
        ("job in can[s]\n", "job in Job\n", "stray-test"),
        ("job in can[s]\n", "job in bunk[s]\n", "not-a-set"),
        ("n in 1..4", "n in 1..13", "too-large"),
        ("job in can[s]\n", "job in cann[s]\n", "unknown-name"),
        ("s in crew has its own job in can[s]", "s in bunk[s1] has its own job in can[s]", "not-a-set"),
        ("job in can[s]\n", "job in (set of c.job for c in hand[me.next] where c.job in can[s])\n", "hidden-in-guard"),
    ],
)
def test_mistakes(old: str, new: str, code: str) -> None:
    assert old in RULES
    problems = examination.examine(Source("crew.astro", RULES.replace(old, new, 1))).problems
    assert code in [problem.code for problem in problems]
