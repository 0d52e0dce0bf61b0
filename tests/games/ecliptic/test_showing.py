"""What is shown in a battle: a longest series and a most frequent symbol of one's choice, and nothing else."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from ecliptic.cards import played
from ecliptic.table import WEAK, Act, Position, attacked, legal, said, why, zone

from astro_referee import Match

Seen = Callable[[Match, int | None], dict[str, str]]


@pytest.fixture
def two_series(position: Position, happen: Act) -> Match:
    """P1 has attacked, with two series of three: Gemini to Leo, with two cards of Cancer, and Libra to Sagittarius."""
    match = position("9s 9m 12t 3s 4s 5m 7m", WEAK.replace("3m", "1t"), "", "12c", stock="4m 8p 9g")
    assert match.submit(0, played("9s 9m 12t")).ok
    happen(match, "Cancer moon", "Scorpio planet", "Sagittarius galaxy")
    return match


def test_a_card_of_a_doubled_sign_is_chosen(position: Position, happen: Act, play: Act) -> None:
    """Rules: R12, A4."""
    match = attacked(position, WEAK)
    happen(match, "Aries sun", "Gemini sun", "Aquarius sun")
    assert legal(match) == {"from Aquarius with Aquarius sun", "from Aquarius with Aquarius comet"}
    play(match, "from Aquarius with Aquarius comet")
    assert legal(match) == {"sun"}


def test_one_of_several_series_is_chosen(two_series: Match, play: Act) -> None:
    """Rules: R12, A4."""
    assert legal(two_series) == {
        "from Gemini with Cancer sun",
        "from Gemini with Cancer moon",
        "from Libra with nothing",
    }
    play(two_series, "from Libra with nothing")
    assert legal(two_series) == {"moon"}


def test_refusals_say_why(two_series: Match, play: Act) -> None:
    """Rules: R12, A4."""
    assert why(two_series, "from Gemini with nothing") == ["your longest series has 3 cards, this one 1"]
    assert why(two_series, "from Cancer with Cancer sun") == ["your longest series has 3 cards, this one 2"]
    assert why(two_series, "from Gemini with Cancer sun and Cancer moon") == ["a series has only one card of each sign"]
    assert "Cancer sun would not be in that series" in why(two_series, "from Libra with Cancer sun")
    play(two_series, "from Libra with nothing")
    assert why(two_series, "sun") == ["of another symbol you have more: 3"]


@pytest.mark.parametrize("typed", ["from Gemini with Cancer sun", "from Libra with nothing"])
def test_the_cards_shown_tell_nothing_else(two_series: Match, play: Act, seen: Seen, typed: str) -> None:
    """Scenario 4: a defender who loses keeps the hand secret. Rules: R12, A14."""
    play(two_series, typed)
    chosen = two_series.events[-1]
    assert (chosen.readers, chosen.public) == (0b01, "show series …")
    assert seen(two_series, 1)["chosen[P1]"] == "3 cards"
    play(two_series, "moon")
    assert said(two_series)[-1] == "P2 has no more than that: P1 wins Pisces."
    assert seen(two_series, 1)["hand[P1]"] == "7 cards"
    assert seen(two_series, 0)["hand[P2]"] == "7 cards"
    assert zone(two_series, "shown") == set()
