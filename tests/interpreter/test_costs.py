"""What may cost how much: a chosen subset is as small as was chosen, wherever it is given to."""

from __future__ import annotations

from astro_referee.grammar.source import Source
from astro_referee.interpreter import library, pipeline
from astro_referee.interpreter.match import Match

GAME = """astro 1
game Costs for 1 player
kind Suit: clubs, hearts
card Card: each suit in Suit, number in 1..26
zone hand: Card, seen by everyone

def near(a: Card, b: Card) = abs(a.number - b.number) < 3
def crowd(cards: set of Card) = count a in cards where tight(cards, a)
def tight(cards: set of Card, a: Card) = some b in cards where near(a, b) and close(cards, a, b)
def close(cards: set of Card, a: Card, b: Card) = every c in cards: near(a, c) or near(b, c)
def crowds = count few in 3 of hand where crowd(GROUP) > 2

phase play
  begin
    put all Card into box
    put (all c in Card where c.number > 23) from box into hand
  say "{crowds}"
zone box: Card, seen by everyone
end
  draw
"""


def test_what_goes_through_a_chosen_subset_is_cheap() -> None:
    game = library.prepare(library.load(Source("costs.astro", GAME.replace("GROUP", "few"))))
    match = Match(game, 1, game.players)
    assert [line.text for line in match.opening] == ["20"]


def test_what_goes_through_more_than_that_is_not() -> None:
    text = GAME.replace("GROUP", "few + hand")
    assert [problem.code for problem in pipeline.examine(Source("costs.astro", text)).problems] == ["too-costly"]


def test_what_is_known_by_members_alone_is_asked_once() -> None:
    """How near two cards are costs much to work out, but only once for each two."""
    dear = "(count c in Card where c.number > a.number and c.number <= b.number) < 5"
    text = GAME.replace("GROUP", "few").replace("abs(a.number - b.number) < 3", dear)
    text = text.replace("3 of hand", "5 of hand").replace("near(b, c)", "near(b, c) or near(c, b)")
    game = library.prepare(library.load(Source("costs.astro", text)))
    assert [line.text for line in Match(game, 1, game.players).opening] == ["6"]
    text = text.replace(dear, f"{dear} and hand.size > 2")
    assert [problem.code for problem in pipeline.examine(Source("costs.astro", text)).problems] == ["too-costly"]
