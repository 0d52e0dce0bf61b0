"""What a classic is compared with, declared in the module that compares it, and how much was compared.

    COMPARED = compared(game="hex", engine="OpenSpiel", differences=("it knows no …",))

    @COMPARED
    def test_games_are_those_of_openspiel() -> None: ...

A marked test is counted: the matches that it begins, and what players decide in them. Where a match is of many deals,
the test calls `deal_is_compared` behind each. The counts of the last runs are kept in `compared.json`, from which
`docs/classics.py` writes tables. `pytest tests/classics/boards/test_hex.py --count` brings those of a module up to
date, with `--thorough` those of its long run.
"""

from __future__ import annotations

import ast
import json
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from weakref import ReferenceType, ref

import pytest
from attrs import define, field, frozen

from astro_referee import Match

FOLDER = Path(__file__).parent
RECORD = FOLDER / "compared.json"

# --- What is compared ------------------------------------------------------------------------------------------------


@frozen
class Comparison:
    """The game, what else plays it, published numbers that its file gives, and where the other has other rules."""

    game: str
    engine: str
    published: str = ""
    differences: tuple[str, ...] = ()


def compared(game: str, engine: str, published: str = "", differences: tuple[str, ...] = ()) -> pytest.MarkDecorator:
    """The mark of all tests that play the game beside the engine."""
    return pytest.mark.compared(Comparison(game, engine, published, differences))


def declared() -> dict[str, Comparison]:
    """What all modules declare, by games. They are read and not run, since not everybody has the engines."""
    found = {}
    for path in sorted(FOLDER.rglob("test_*.py")):
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            match node:
                case ast.Assign([ast.Name("COMPARED")], ast.Call(_, [], given)):
                    comparison = Comparison(**{str(each.arg): ast.literal_eval(each.value) for each in given})
                    found[comparison.game] = comparison
    return found


# --- How much --------------------------------------------------------------------------------------------------------


@define
class Tally:
    """Matches with a decision in them, the decisions, and the deals of which a test tells; copies that try something
    out do not count.
    """

    games: int = 0
    decisions: int = 0
    deals: int = 0
    _begun: dict[int, tuple[ReferenceType[Match], bool]] = field(factory=dict)

    def begin(self, match: Match) -> None:
        self._begun[id(match)] = ref(match), False

    def decide(self, match: Match) -> None:
        known, played = self._begun.get(id(match), (None, False))
        if known is not None and known() is match:
            self.decisions += 1
            self.games += not played
            self._begun[id(match)] = known, True

    @property
    def counts(self) -> tuple[int, ...]:
        return (self.games, self.decisions, *([self.deals] if self.deals else []))


TALLIES: list[Tally] = []
"""Those that count now."""


def deal_is_compared() -> None:
    """One more deal of a match of many."""
    for tally in TALLIES:
        tally.deals += 1


@contextmanager
def counting() -> Iterator[Tally]:
    """Counts all matches that begin meanwhile."""
    tally, made, played = Tally(), Match.__attrs_post_init__, Match.play

    def begin(match: Match) -> None:
        made(match)
        tally.begin(match)

    def play(match: Match, move: tuple[int, ...]) -> None:
        played(match, move)
        tally.decide(match)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Match, "__attrs_post_init__", begin)
        patch.setattr(Match, "play", play)
        TALLIES.append(tally)
        try:
            yield tally
        finally:
            TALLIES.pop()


# --- What is on record -----------------------------------------------------------------------------------------------

Counts = dict[str, tuple[int, ...]]
"""Games, decisions and, where a match is of many, deals; by tests."""


def on_record() -> dict[str, dict[str, Counts]]:
    """The counts of the last runs: by games, then by the sort of run."""
    return json.loads(RECORD.read_text(encoding="utf-8"))


def write_down(run: str, counted: Mapping[str, Counts]) -> None:
    """Replaces what is on record of these games for this sort of run; so all tests of a game are counted together."""
    record = defaultdict(dict, on_record())
    for game, counts in counted.items():
        record[game][run] = counts
    text = json.dumps(record, indent=2, sort_keys=True)
    RECORD.write_text(re.sub(r"\[[\d,\s]+\]", on_one_line, text) + "\n", encoding="utf-8")


def on_one_line(found: re.Match[str]) -> str:
    return f"[{', '.join(re.findall('[0-9]+', found[0]))}]"


def total(counts: Counts) -> tuple[int, int, int]:
    """Games, decisions and deals of all tests."""
    games, decisions, deals = (sum(some) for some in zip(*((*each, 0)[:3] for each in counts.values()), strict=True))
    return games, decisions, deals
