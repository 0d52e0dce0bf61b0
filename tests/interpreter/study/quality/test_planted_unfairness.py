"""Faults that are planted in a fair game are found by playing it, and named; the fair game is not accused."""

from __future__ import annotations

from pathlib import Path

import pytest

import astro_referee as astro

DUEL = """\
astro 1

game Duel for 2 players
  "Three stones each, a throw of the die and a choice; the most points win."

kind Gem: agate, amber, beryl, jade, onyx, opal, pearl, quartz, ruby, topaz

card Stone
  gem: Gem | value: 1..30
  agate    | 3
  amber    | 3
  beryl    | 3
  jade     | 3
  onyx     | 3
  opal     | 3
  pearl    | 3
  quartz   | 3
  ruby     | 3
  topaz    | 3

die pip: 1..6

zone bag: pile of Stone, seen by nobody
zone hand for each player: Stone, seen by owner
var points for each player: 0..200
var starter: player

phase play
  begin
    put all Stone into bag
    shuffle bag
    starter = random from players
    for p in players
      deal 3 from bag into hand[p]
      points[p] = sum of c.value for c in hand[p]   # may tell: the points are open

  turns once clockwise from starter
    roll pip
    points[me] += pip
    move calm
      then
        points[me] += 1
    move bold
      then
        points[me] += 1
  rank p in players by highest points[p]
"""

FAULTS = {
    "a seat that starts with more": (
        "  turns once",
        "  points[P2] += 2\n  turns once",
        "P2 gets more than its share",
    ),
    "a seat that starts with less": (
        "  rank",
        "  points[P1] -= 2\n  rank",
        "P2 gets more than its share",
    ),
    "a card that wins": ("ruby     | 3", "ruby     | 20", "Holding ruby 20 (Stone) goes with winning"),
    "a move that wins": (
        "move bold\n      then\n        points[me] += 1",
        "move bold\n      then\n        points[me] += 4",
        "The move bold goes with winning",
    ),
    "an advantage of whoever begins": (
        "  rank",
        "  points[starter] += 2\n  rank",
        "Moving first helps",
    ),
}


def findings(folder: Path, rules: str, seed: int = 1) -> str:
    path = folder / "duel.astro"
    path.write_text(rules, encoding="utf-8")
    study = astro.study(path, games=400, watched=400, bot_games=0, judged=0, seed=seed)
    return "\n".join(study.findings)


@pytest.mark.parametrize("fault", FAULTS)
def test_a_planted_fault_is_found_and_named(fault: str, tmp_path: Path) -> None:
    """Four hundred games of each, about half a second."""
    old, new, named = FAULTS[fault]
    assert old in DUEL
    found = findings(tmp_path, DUEL.replace(old, new))
    assert named in found
    accused = [line for line in found.splitlines() if not line.startswith("No seat")]
    assert named in accused[0]
    # Who has another card has less room for the one that wins, and who does not make one move makes the other.
    assert all("goes with losing" in line for line in accused[1:])


def test_the_fair_game_is_not_accused(tmp_path: Path) -> None:
    assert findings(tmp_path, DUEL).startswith("No seat is seen to be better (random players): ")
    assert len(findings(tmp_path, DUEL).splitlines()) == 1


COIN = """\
astro 1

game Coin for 2 players

var lucky: player

phase play
  ask P1
    move flip
      then
        lucky = random from players
        winner lucky
"""


def test_a_fair_coin_is_accused_no_more_often_than_its_interval_says(tmp_path: Path) -> None:
    """Of 100 runs 5 are expected; more than 10 would come by accident in one of a hundred such tests."""
    path = tmp_path / "coin.astro"
    path.write_text(COIN, encoding="utf-8")
    game = astro.prepare(path)
    runs = [
        astro.study(game, games=200, watched=0, bot_games=0, judged=0, seed=seed).random.seats()[0]
        for seed in range(100)
    ]
    accused = [run for run in runs if run.corrected is not None and run.corrected < 0.05]
    outside = [run for run in runs if not run.wins.interval[0] <= 0.5 <= run.wins.interval[1]]
    assert len(accused) == len(outside)
    assert 1 <= len(accused) <= 10
