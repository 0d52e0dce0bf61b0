"""Rules that cannot go on: told before play where that is plain, else in play, at their line and without a trace."""

from __future__ import annotations

import pytest

from astro_referee.grammar.problems import Severity
from astro_referee.grammar.source import Source
from astro_referee.interpreter import examination
from astro_referee.interpreter.play import library
from astro_referee.interpreter.play.match import FaultyRules, Match

HEAD = "astro 1\ngame Small for 2 players\n"
CARDS = """\
kind Rank: low, middle, high
card Card: each rank in Rank
zone stock: pile of Card, seen by nobody
zone hand for each player: Card, seen by everyone
"""

# What stands in the file; the line with the mistake ends in `# here`. The mistake is plain before anybody plays.
TOLD_BEFORE = {
    "divides by zero": (
        "division-by-zero",
        """\
var n: 0..9
phase play until n is 3
  ask P1
    move go
      then
        n = 6 / 0  # here
end
  draw
""",
    ),
    "stores what never fits": (
        "out-of-range",
        """\
var n: 0..9
phase play until n is 3
  ask P1
    move go
      then
        n = 3 + 7  # here
end
  draw
""",
    ),
    "deals more cards than there are": (
        "too-few-cards",
        CARDS
        + """\
phase play
  begin
    put all Card into stock
    deal 4 from stock into hand[P1]  # here
  ask P1
    move go
end
  draw
""",
    ),
    "goes round without asking": (
        "endless",
        """\
var n: 0..9
var done: bool
phase play until done  # here
  n = 9 - n
end
  draw because "{n}"
""",
    ),
    "takes turns without asking": (
        "endless",
        """\
var n: 0..9
phase play
  turns clockwise from P1  # here
    n = 9 - n
end
  draw because "{n}"
""",
    ),
    "uses what may be none": (
        "may-be-none",
        """\
var bid: 1..9 or none
var n: 0..9
phase play
  ask P1
    move go
      then
        n = bid - 1  # here
        bid = 3
end
  draw because "{n}"
""",
    ),
}

# The same in play. P1 is asked first; what P1 can do there leads to the line that ends in `# here`.
FOUND_IN_PLAY = {
    "divides by zero": (
        "division-by-zero",
        """\
var n: 0..9
phase play until n is 3
  ask P1
    move go
      then
        n = 6 / n  # here
end
  draw
""",
    ),
    "divides by zero in a def": (
        "division-by-zero",
        """\
var n: 0..9
def share = 6 / n  # here
phase play until n is 3
  ask P1
    move go
      then
        n = min(9, share)
end
  draw
""",
    ),
    "divides by zero in a guard of the next decision": (
        "division-by-zero",
        """\
var n: 0..9 = 1
phase play until n is 3
  ask P1
    move go
      then
        n = 0
  ask P2
    move stop
      when 6 / n > 2  # here
    move pass
end
  draw
""",
    ),
    "stores above the range": (
        "out-of-range",
        """\
var n: 0..9 = 8
phase play until n is 3
  ask P1
    move go
      then
        n += 3  # here
end
  draw
""",
    ),
    "stores below the range": (
        "out-of-range",
        """\
var n: 0..9 = 1
phase play until n is 3
  ask P1
    move go
      then
        n -= 3  # here
end
  draw
""",
    ),
    "stores a set with a number that does not fit": (
        "out-of-range",
        """\
var n: 0..9 = 9
var kept: set of 1..5
phase play until n is 3
  ask P1
    move go
      then
        kept = {n, 2}  # here
end
  draw because "{kept}"
""",
    ),
    "stores none": (
        "none-here",
        """\
kind Step: low, middle, high
var now: Step = high
phase play until now is low
  ask P1
    move go
      then
        now = now.next  # here
end
  draw
""",
    ),
    "looks beside a table": (
        "out-of-range",
        """\
var n: 0..9 = 7
var seen for each 1..5: bool
phase play until n is 3
  ask P1
    move go
      then
        seen[n] = yes  # here
end
  if seen[1]
    winner P1
  draw
""",
    ),
    "deals from an empty pile": (
        "too-few-cards",
        CARDS
        + """\
phase play
  ask P1
    move go
      then
        deal 1 from stock into hand[P1]  # here
end
  draw
""",
    ),
    "deals more than the pile holds": (
        "too-few-cards",
        CARDS
        + """\
phase play
  begin
    put all Card into stock
  ask P1
    move go
      then
        deal 3 from stock into hand[P1]
        deal 1 from stock into hand[P2]  # here
end
  draw
""",
    ),
    "puts a card that is not there": (
        "not-there",
        CARDS
        + """\
phase play
  begin
    put all Card into hand[P1]
  ask P1
    move go
      then
        put Card[low] from hand[P2] into hand[P1]  # here
end
  draw because "{stock.size}"
""",
    ),
    "only of none": (
        "not-only",
        CARDS
        + """\
phase play
  ask P1
    move go
      then
        let card = only c in hand[P1]  # here
        put card into stock
end
  draw
""",
    ),
    "only of several": (
        "not-only",
        CARDS
        + """\
phase play
  begin
    put all Card into hand[P1]
  ask P1
    move go
      then
        let card = only c in hand[P1]  # here
        put card into stock
end
  draw
""",
    ),
    "highest of nothing": (
        "nothing-there",
        CARDS
        + """\
var top: Rank
phase play
  ask P1
    move go
      then
        top = highest of c.rank for c in hand[P1]  # here
end
  draw because "{top} {stock.size}"
""",
    ),
    "picks from nothing": (
        "nothing-there",
        """\
var able: set of player
var starter: player
phase play
  ask P1
    move go
      then
        starter = random from able  # here
        add P1 to able
end
  winner starter
""",
    ),
    "nobody can move": (
        "stuck",
        """\
var n: 0..9 = 5
phase play until n is 3
  ask P1
    move go
      then
        n = 1
  ask P2  # here
    move stop
      when n > 4 else "too low"
      then
        n = 3
end
  draw
""",
    ),
    "comes where it never was to come": (
        "never",
        """\
var n: 0..9
phase play until n is 3
  ask P1
    move go
      then
        n += 1
        if n > 2
          never because "two are enough"  # here
end
  draw
""",
    ),
    "goes round without a decision": (
        "endless",
        """\
var n: 0..9 = 5
phase play until n is 3
  ask P1
    move go
      then
        n = 1
  phase spin until n is 9  # here
    n = 3 - n
end
  draw
""",
    ),
    "repeats without a decision": (
        "endless",
        """\
var n: 0..9 = 5
phase play
  ask P1
    move go
  phase spin  # here
    n = 9 - n
    if n < 10
      repeat spin
end
  draw
""",
    ),
}


def source_of(text: str) -> tuple[Source, int]:
    """A file, and the line in it that is marked."""
    whole = HEAD + text
    return Source("small.astro", whole), next(n for n, line in enumerate(whole.splitlines(), 1) if "# here" in line)


@pytest.fixture(autouse=True)
def _no_cache(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ASTRO_CACHE", "")


@pytest.mark.parametrize(("code", "text"), TOLD_BEFORE.values(), ids=list(TOLD_BEFORE))
def test_what_is_plain_is_told_before_play(code: str, text: str) -> None:
    source, line = source_of(text)
    errors = [p for p in examination.examine(source).problems if p.severity is Severity.ERROR]
    assert [(p.code, source.place(p.span.start)[0]) for p in errors] == [(code, line)]


@pytest.mark.parametrize(("code", "text"), FOUND_IN_PLAY.values(), ids=list(FOUND_IN_PLAY))
def test_what_shows_in_play_leaves_the_position_as_it_was(code: str, text: str) -> None:
    source, line = source_of(text)
    match = Match(library.prepare(library.load(source)), 1, ("P1", "P2"))
    match.settle_all()
    for _ in range(2):
        with pytest.raises(FaultyRules) as caught:
            play_on(match)
        assert (caught.value.problem.code, source.place(caught.value.problem.span.start)[0]) == (code, line)
        assert caught.value.problem.message


def test_a_fault_before_the_first_decision_has_its_place_too() -> None:
    flow = "phase play\n  begin\n    deal 1 from stock into hand[P1]  # here\n  ask P1\n    move go\nend\n  draw\n"
    text = CARDS + flow
    source, line = source_of(text)
    game = library.prepare(library.load(source))
    with pytest.raises(FaultyRules) as caught:
        Match(game, 1, ("P1", "P2"))
    assert (caught.value.problem.code, source.place(caught.value.problem.span.start)[0]) == ("too-few-cards", line)


def play_on(match: Match) -> None:
    """P1 moves; then chance and the first legal moves carry on."""
    for _ in range(20):
        before, options, count = match.state[:], match.options[:], len(match.events)
        try:
            if match.chance is not None:
                match.settle()
            else:
                match.play(match.legal()[0])
        except FaultyRules:
            assert (match.state, match.options, len(match.events)) == (before, options, count)
            raise


def test_never_says_why() -> None:
    source, _ = source_of(FOUND_IN_PLAY["comes where it never was to come"][1])
    match = Match(library.prepare(library.load(source)), 1, ("P1", "P2"))
    with pytest.raises(FaultyRules, match="never to happen: two are enough"):
        play_on(match)
