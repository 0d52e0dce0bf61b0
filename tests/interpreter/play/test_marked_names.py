"""Marks: what the rules declare is on every screen, in signs or letters, and in no record; none tells a secret."""

from __future__ import annotations

from random import Random
from textwrap import dedent

import pytest

import astro_referee as astro
from astro_referee.grammar.source import Source
from astro_referee.interpreter import api
from astro_referee.interpreter.api import save
from astro_referee.interpreter.play import library
from astro_referee.interpreter.play.information_set import resample
from astro_referee.interpreter.play.match import Match
from astro_referee.interpreter.play.typed_moves.several_moves import several
from astro_referee.interpreter.show import narration
from astro_referee.interpreter.show.text.page import draw
from astro_referee.interpreter.values.marks import Style

COURT = """
    astro 1
    game Court for 2 players
    player
      name | sign | colour
      Ann  | "●"  | "black"
      Bob  | "○"  | "white"
    kind Suit
      name   | sign | short | colour
      hearts | "♥"  | "H"   | "red"
      spades | "♠"  | "S"   | "black"
    kind Rank
      name  | short
      9..10 | -
      queen | "Q"
    kind Sort
      name        | short | sign for each player
      lord_of_all | "L"   | "♔" "♚"
      pawn        | "P"   | "♙" "♟"
    kind Man: each side in player, sort in Sort
    kind Mood: so_so, very_good as "splendid"
    card Card: each suit in Suit, rank in Rank named "{rank} of {suit}"
    kind Column: a..c
    grid Square: each column in Column, row in 1..2
    zone hand for each player: Card, seen by owner, sorted by highest rank then suit
    zone laid: Card, seen by everyone
    var man for each Square: Man or none
    var mood: Mood
    token Fox as "the fox" on Square
      sign "F"

    phase play
      begin
        put all Card into hand[Ann]
        put Fox on Square[c, 2]
        man[Square[a, 1]] = Man[Ann, lord_of_all]
        man[Square[b, 1]] = Man[Bob, lord_of_all]
        man[Square[b, 2]] = Man[Bob, pawn]
      turns clockwise from Ann
        move play(card in hand[me]) as "{card}" or "{card.rank.short} to {man[Square[a, 1]]}"
          "Play {card} by {man[Square[a, 1]]}."
          when card is not Card[spades, 9] else "never {card}"
          then
            mood = very_good
            put card from hand[me] into laid
            say "{me} is {mood}, {card} is gone."
        move rest
"""


def court(style: Style) -> Match:
    game = library.prepare(library.load(Source("test.astro", dedent(COURT).lstrip())))
    game.style = style
    return Match(game, 1, ("Ann", "Bob"))


@pytest.mark.parametrize(
    ("style", "hand", "told"),
    [
        (Style.NAMES, "hand of Ann: queen, 10, 9 of hearts; queen, 10, 9 of spades (6)", "10 of hearts"),
        (Style.SIGNS, "hand of Ann: Q♥ Q♠; 10♥ 10♠; 9♥ 9♠ (6)", "10♥"),
        (Style.LETTERS, "hand of Ann: QH QS; 10H 10S; 9H 9S (6)", "10H"),
    ],
)
def test_cards_are_written_by_the_marks_of_their_parts(style: Style, hand: str, told: str) -> None:
    match = court(style)
    assert hand in draw(match.game, match.view(0), match.names, "…", style)
    assert match.submit(0, "10h").ok
    mood = "very_good" if style is Style.NAMES else "splendid"
    said = [f"Ann is {mood}, {told} is gone."]
    assert narration.narrate(match, match.events, 0) == [f"1. Ann: {told}", *(f"   {line}" for line in said)]
    assert match.events[0].text == "10 of hearts"


def test_records_keep_names_whatever_is_on_the_screen() -> None:
    records = []
    for style in Style:
        match = court(style)
        assert match.submit(0, "Q♠").ok
        records.append(save(match))
        assert match.id_of(match.legal()[0]).isascii()
    assert len({*records}) == 1 and "1. Ann: queen of spades" in records[0]


def test_men_have_the_signs_of_their_owners_on_boards_and_names_in_sentences() -> None:
    match = court(Style.SIGNS)
    rows = draw(match.game, match.view(0), match.names, "…", Style.SIGNS)
    assert [row for row in rows if row[:3] in ("  1", "  2")] == [
        "  2  . . F      2  . ♟ .",
        "  1  . . .      1  ♔ ♚ .",
    ]
    assert any("♔♚ = lord of all, ♟ = pawn, ♔ Ann, ♚ Bob" in row for row in rows), rows
    assert match.about(match.legal()[0]) == "Play 9♥ by Ann lord of all."


def test_letters_need_no_sign() -> None:
    match = court(Style.LETTERS)
    page = "\n".join(draw(match.game, match.view(0), match.names, "...", Style.LETTERS))
    assert page.isascii() and "  1  L l ." in page
    assert all(match.marked(move).isascii() for move in match.legal())


def test_reasons_and_choices_are_told_in_marks() -> None:
    match = court(Style.SIGNS)
    verdict = match.judge(0, "nine of spades".replace("nine", "9"))
    assert (verdict.text, verdict.reasons[0].text) == ("9♠", "never 9♠")
    assert match.judge(0, "q").choices == ("Q♥", "Q♠")


def test_another_notation_is_compared_with_what_legal_moves_print() -> None:
    match = court(Style.NAMES)
    assert match.judge(0, "q to Ann lord of all").choices == ("queen of hearts", "queen of spades")
    assert match.submit(0, "Q♠").ok
    assert match.submit(1, "rest").ok
    assert match.judge(0, "Q to Ann lord_of_all!").text == "queen of hearts"


def test_several_moves_of_a_turn_are_all_legal_or_none_is_made() -> None:
    match = astro.start("backgammon", seed=1)
    match.settle_all()
    seat = match.actors[0]
    assert [match.id_of(move) for move in several(match, seat, "13/8 13/10")] == ["step.13.5", "step.13.3"]
    assert several(match, seat, "13/8 13/8") == ()
    assert several(match, seat, "13/8") == ()
    hearts = astro.start("hearts", seed=1)
    hearts.settle_all()
    assert several(hearts, 0, "ah jd 10c ah") == ()


@pytest.mark.parametrize("name", ["hearts", "bridge", "go-fish"])
def test_what_is_hidden_changes_nothing_on_the_screen(name: str) -> None:
    """Sorted hands and signs are those of the cards that one sees."""
    match, random = astro.start(name, seed=2, style=Style.SIGNS), Random(1)
    match.settle_all()
    seat = match.actors[0]
    here = draw(match.game, match.view(seat), match.names, "…", Style.SIGNS)
    compared = 0
    for _ in range(5):
        there = match.copy()
        there.state = resample(match.game, match.state, seat, random.randrange)
        compared += there.state != match.state
        assert draw(there.game, there.view(seat), there.names, "…", Style.SIGNS) == here
    assert compared


def test_whose_place_a_card_is_dealt_to_is_told_by_name() -> None:
    match = Match(api.start("hanabi", 2).game, 1, ("Ann", "Bob"))
    match.settle_all()
    rows = [row.text for row in narration.lines(match, match.events, 1, lambda text, _: text)]
    assert rows[0] == "1. chance, deal to hand of Ann, 1: a card"
    assert rows[5].startswith("6. chance, deal to hand of Bob, 1: ")
