"""Who knows what of a pile: those who saw a card laid down, and nobody else; and nothing is lost on the way."""

from __future__ import annotations

from random import Random

import pytest

from astro_referee.grammar.problems import Severity
from astro_referee.grammar.source import Source
from astro_referee.interpreter import pipeline
from astro_referee.interpreter.check.secrecy import visibility
from astro_referee.interpreter.play import library, views
from astro_referee.interpreter.play.game import Game
from astro_referee.interpreter.play.hidden import laid_cards
from astro_referee.interpreter.play.information_set import information_set, resample
from astro_referee.interpreter.play.match import Match
from astro_referee.interpreter.study.playability.invariants import Inventory
from astro_referee.interpreter.study.playability.noninterference import leak_here

PILES = """astro 1
game Piles for 3 players
kind Suit: red, blue
card Card: 2 of each suit in Suit, rank in 1..5

zone deck: pile of Card, seen by nobody
zone hand for each player: Card, seen by owner
zone discards: pile of Card, seen by everyone
zone row_of_three: row of 3 Card, seen by everyone
zone peek for each player: row of 3 Card, seen by owner
zone turned: pile of Card, seen by nobody, top seen by everyone

phase play
  begin
    put all Card into deck
    for p in players
      deal 3 from deck into hand[p]
    deal 3 from deck into row_of_three
  turns clockwise from P1 until deck.size < 4
    move discard(card in hand[me]) as "discard {card}"
      then
        put card from hand[me] on discards
        deal 1 from deck into hand[me]
    move top(card in hand[me]) as "lay a card on top"
      then
        put card from hand[me] on deck
        deal 1 from bottom of deck into hand[me]
    move bury(card in hand[me]) as "bury a card"
      then
        put card from hand[me] under deck
        deal 1 from deck into hand[me]
    move turn(card in hand[me]) as "turn a card"
      then
        put card from hand[me] on turned
        deal 1 from deck into hand[me]
    move take_back as "take the top of what was turned"
      when turned is not empty else "nothing was turned"
      then
        deal 1 from turned into hand[me]
        deal 1 at random from hand[me] under deck
    move look as "look at three"
      then
        deal 3 from deck into peek[me]
        put all from peek[me] on deck
    move mix as "shuffle"
      then
        shuffle deck
    move slide(n in 1..3) as "take {n}"
      let card = item n of row_of_three
      when card is not none else "there is no such card"
      then
        put card from row_of_three into hand[me]
        put card from hand[me] on turned
        deal 1 from deck into row_of_three

end
  draw
"""


@pytest.fixture(scope="module")
def game() -> Game:
    return library.prepare(library.load(Source("piles.astro", PILES)))


def begun(game: Game, hands: list[list[str]]) -> Match:
    """A match in which these hands were dealt."""
    match = Match(game, 1, game.players)
    for name in [card for hand in hands for card in hand]:
        value = next(value for value, _, shown in match.outcomes() if shown == name)
        match.settle(value)
    match.settle_all()
    return match


def known(match: Match, seat: int, zone: str = "deck") -> tuple[list[str], list[str]]:
    """What a seat knows of the cards on and under a pile, by name."""
    view = views.view(match.game, match.state, seat)
    entry = next(field for field in view.fields if field.name == zone).entries[0]
    names = match.game.machine.members["Card"]
    on, under = (["?" if card is None else names[card] for card in cards] for cards in (entry.on, entry.under))
    return on, under


HANDS = [["red 1", "red 2", "red 3"], ["blue 1", "blue 2", "blue 3"], ["red 4", "red 5", "blue 5"]]


def act(match: Match, text: str, *cards: str) -> None:
    """Plays a move that is written so; of several, the one with these cards."""
    names = match.game.machine.members["Card"]
    legal = [m for m in match.legal() if match.game.decisions[match.state[0]].moves[m[1]].name == text]
    wanted = [m for m in legal if [names[value] for value in m[2:]] == list(cards)] if cards else legal
    match.play(wanted[0])
    match.settle_all()


def test_who_lays_a_card_knows_it_there_and_others_know_that_it_lies_there(game: Game) -> None:
    match = begun(game, HANDS)
    act(match, "top", "red 2")
    assert [known(match, seat)[0] for seat in range(3)] == [["red 2"], ["?"], ["?"]]
    act(match, "top", "blue 1")
    assert [known(match, seat)[0] for seat in range(3)] == [["?", "red 2"], ["blue 1", "?"], ["?", "?"]]
    act(match, "bury", "red 4")  # and draws the top card
    assert [known(match, seat) for seat in range(3)] == [(["red 2"], ["?"]), (["?"], ["?"]), (["?"], ["red 4"])]


def test_a_laid_card_is_drawn_without_chance_and_told_to_who_draws_it(game: Game) -> None:
    match = begun(game, HANDS)
    act(match, "top", "red 2")
    before = match.number
    act(match, "discard", "blue 1")
    assert match.number == before + 1, "the card on top was known: there is nothing for chance to decide"
    hand = views.view(game, match.state, 1).fields
    assert "red 2" in next(field for field in hand if field.name == "hand").entries[1].text
    said = match.events[-1].said
    assert [(line.text, line.to) for line in said if "red 2" in line.text] == [("deal to hand of P2: red 2", 0b010)]


def test_what_is_looked_at_and_put_back_is_known_to_who_looked(game: Game) -> None:
    match = begun(game, HANDS)
    act(match, "look")
    on = known(match, 0)[0]
    assert len(on) == 3 and "?" not in on
    assert known(match, 1)[0] == ["?"] * 3
    act(match, "discard", "blue 1")
    assert known(match, 0)[0] == on[1:]
    drawn = views.view(game, match.state, 1)
    assert on[0] in next(field for field in drawn.fields if field.name == "hand").entries[1].text


def test_shuffling_forgets(game: Game) -> None:
    match = begun(game, HANDS)
    act(match, "top", "red 2")
    act(match, "mix")
    assert known(match, 0) == ([], [])


def test_of_a_pile_with_its_top_seen_others_know_only_what_was_on_top_when_they_looked(game: Game) -> None:
    match = begun(game, HANDS)
    act(match, "turn", "red 2")
    act(match, "turn", "blue 1")
    assert [known(match, seat, "turned")[0] for seat in range(3)] == [
        ["blue 1", "red 2"],
        ["blue 1", "?"],
        ["blue 1", "?"],
    ]


def test_rows_close_their_gaps_and_are_filled_at_their_end(game: Game) -> None:
    match = begun(game, HANDS)
    before = known(match, 0, "row_of_three")[0]
    legal = [m for m in match.legal() if match.written(m) == "take 2"]
    match.play(legal[0])
    match.settle_all()
    after = known(match, 0, "row_of_three")[0]
    assert after[:2] == [before[0], before[2]] and len(after) == 3
    assert known(match, 2, "turned")[0] == [before[1]]


ROWS = """astro 1
game Rows for 3 players
kind Suit: red, blue
card Card: 3 of each suit in Suit, rank in 1..3

zone deck: pile of Card, seen by nobody
zone hand for each player: row of 6 Card, seen by owner
zone market: row of 4 Card, seen by everyone
zone field for each player: pile of Card, seen by everyone

phase play
  begin
    put all Card into deck
    for p in players
      deal 3 from deck into hand[p]
  turns clockwise from P1 until deck.size < 3
    move plant(card in hand[me]) as "plant {card}"
      then
        put card from hand[me] on field[me]
        deal 1 from deck on hand[me]
    move offer(card in hand[me]) as "offer {card}"
      when market.size < 4 else "the market is full"
      then
        put card from hand[me] on market
    move round
      then
        pass hand[p] to hand[p.next] for p in players
    move harvest
      when market.size < 3 else "the market is full"
      then
        put up to 2 of Card[red, 1] from field[me] on market
        pass field[p] to field[p.next] for p in players where p is not me
    move wait
      then
        deal 1 from deck under field[me]

end
  draw
"""


@pytest.fixture(scope="module")
def game_of_rows() -> Game:
    return library.prepare(library.load(Source("rows.astro", ROWS)))


@pytest.mark.parametrize("seed", range(3))
def test_so_it_is_with_hands_in_rows_that_are_passed_on(game_of_rows: Game, seed: int) -> None:
    test_at_every_step_cards_are_kept_and_what_is_dealt_anew_looks_the_same(game_of_rows, seed)


@pytest.mark.parametrize("seed", range(6))
def test_at_every_step_cards_are_kept_and_what_is_dealt_anew_looks_the_same(game: Game, seed: int) -> None:
    """Piles, hands and rows hold each card once; a seat cannot tell a position from one in which what it does not know
    was dealt anew, and what it knows is the same in both.
    """
    random, inventory = Random(seed), Inventory(game)
    match = Match(game, seed, game.players)
    changed = 0
    for _ in range(60):
        match.settle_all()
        if match.result is not None:
            break
        assert inventory.wrong(match.state) == ""
        for seat in range(game.seats):
            other = resample(game, match.state, seat, random.randrange)
            assert inventory.wrong(other) == ""
            assert views.view(game, other, seat).key() == views.view(game, match.state, seat).key()
            assert information_set(game, other, seat) == information_set(game, match.state, seat)
            changed += other != match.state
        match.play(random.choice(match.legal()))
    assert changed > 10


# --- What would tell too much ----------------------------------------------------------------------------------------


def first_leak(game: Game) -> str:
    """In which way something is given away first at the decisions of a random match; nothing if it is not."""
    random, match = Random(1), Match(game, 1, game.players)
    match.settle_all()
    while match.result is None and match.number < 60:
        for seat in range(game.seats):
            leak, _ = leak_here(match, seat, random.randrange)
            if leak is not None:
                return leak.way
        match.play(random.choice(match.legal()))
        match.settle_all()
    return ""


def test_nothing_tells_of_the_order_of_a_pile(game: Game) -> None:
    assert first_leak(game) == ""


def test_a_card_shown_to_who_has_not_seen_it_laid_is_found(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever lays a card would show it to all, if views did not ask who saw it."""
    faces = laid_cards.faces
    monkeypatch.setattr(
        laid_cards, "faces", lambda game, state, slot, position, eyes: faces(game, state, slot, position, None)
    )
    assert first_leak(game) == "view"


@pytest.mark.parametrize("looks_at", ["turned.bottom.suit is red", "(item 2 of turned).suit is red"])
def test_a_guard_that_reads_an_order_is_found_in_play(looks_at: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ASTRO_CACHE", "")
    monkeypatch.setattr(visibility, "judge", lambda c, program: program)
    text = PILES.replace("when turned is not empty else", f"when {looks_at} else")
    assert first_leak(library.prepare(library.load(Source("piles.astro", text)))) == "moves"


@pytest.mark.parametrize(
    ("looks_at", "codes"),
    [
        ("peek[P1].top is none", {"hidden-in-guard"}),
        ("turned.top is not none", set()),
        ("turned.bottom is not none", {"hidden-in-guard"}),
        ("(item 2 of turned) is none", {"hidden-in-guard"}),
    ],
)
def test_a_guard_reads_only_what_lies_open(looks_at: str, codes: set[str]) -> None:
    text = PILES.replace("when turned is not empty else", f"when turned is not empty and {looks_at} else")
    _, problems = pipeline.check_source(Source("piles.astro", text))
    assert {problem.code for problem in problems if problem.severity is Severity.ERROR} == codes


DREDGE = """astro 1
game Dredge for 2 players
card Card: each rank in 1..5
zone deck: pile of Card, seen by nobody
zone open: row of Card, seen by everyone
phase play
  begin
    put all Card into deck
    deal 1 from deck into open
    let card = first c in open
    if card is not none
      put card from open on deck
    deal 4 from bottom of deck into open
  draw
"""


def test_what_was_laid_on_top_comes_last_from_the_bottom() -> None:
    """Also where no rule ever lays a card under the pile."""
    match = Match(library.prepare(library.load(Source("dredge.astro", DREDGE))), 1, ("P1", "P2"))
    match.settle(2)
    for left in (4, 3, 2, 1):
        assert 2 not in [value for value, _, _ in match.outcomes()]
        assert len(match.outcomes()) == left
        match.settle()
    assert match.over
