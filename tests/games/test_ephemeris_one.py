"""Game One of Ephemeris against its rulings: the deal, overtaking, alignment, and a second opinion on random skies.

Each test names the rules it is about by their numbers in the rule files: R are those of the book, A what was decided
where it is unclear.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping

import pytest
from zodiac import BODIES, FIGURE_3, SIGNS, START, Sky, any_sky, hand, placed, steps

import astro_referee as astro
from astro_referee import Match, Verdict

SetUp = Callable[[Match, Mapping[str, object]], Match]
Seen = Callable[[Match, int | None], dict[str, str]]
Act = Callable[..., None]

SKIES = 1_000
"""Random skies for which all moves are compared."""
FIVE = ["Moon", "Sun", "Mercury", "Venus", "Mars"]
OTHER_FIVE = ["Moon", "Jupiter", "Saturn", "Uranus", "Neptune"]
SPREAD = ["Aries", "Aries", "Taurus", "Taurus", "Gemini"]
OTHER_SPREAD = ["Cancer", "Cancer", "Leo", "Leo", "Virgo"]
FIGURE_HAND = ["Saturn", "Mars", "Jupiter", "Moon", "Venus"]
FIGURE_SIGNS = ["Aquarius", "Capricorn", "Sagittarius", "Scorpio", "Leo"]


@pytest.fixture
def dealt(happen: Act) -> Match:
    match = astro.start("ephemeris-one")
    happen(match, *FIVE, *OTHER_FIVE, *SPREAD, *OTHER_SPREAD, "yellow")
    return match


@pytest.fixture
def stands(dealt: Match, set_up: SetUp) -> Callable[..., Match]:
    """P1 is asked in a sky; hands that nobody can complete unless others are given."""

    def position(sky: Sky, **fields: object) -> Match:
        return set_up(dealt, {**placed(sky), **fields})

    return position


def written(match: Match) -> set[str]:
    return {match.written(move) for move in match.legal()}


def moves_of(match: Match, body: str) -> list[int]:
    return sorted(int(text.split()[1]) for text in written(match) if text.split()[0] == body)


def refusal(match: Match, typed: str) -> Verdict:
    before = (match.state[:], list(match.options), match.number)
    verdict = match.submit(match.actors[0], typed)
    assert not verdict.ok
    assert (match.state, match.options, match.number) == before
    return verdict


def reasons(match: Match, typed: str) -> list[str]:
    return [reason.text for reason in refusal(match, typed).reasons]


def winners(match: Match) -> tuple[int, ...]:
    assert match.over
    assert match.result is not None
    return match.result.winners


# --- Set-up ----------------------------------------------------------------------------------------------------------


def test_names_with_hyphen_and_underscore_are_one() -> None:
    assert astro.load("ephemeris-one").title == astro.load("ephemeris_one").title == "EphemerisOne"


def test_two_players_only() -> None:
    for count in (1, 3):
        with pytest.raises(astro.BadOption, match=f"EphemerisOne is for 2 players, not {count}"):
            astro.start("ephemeris-one", players=count)


def test_bodies_begin_in_the_signs_they_rule(dealt: Match, seen: Seen) -> None:
    """Rules: R1, A4."""
    fields = seen(dealt, None)
    assert {body: fields[f"Piece.at[{body}]"] for body in BODIES} == START


def test_mercury_may_begin_in_virgo(seen: Seen) -> None:
    """Rules: A4."""
    match = astro.start("ephemeris-one", options={"mercury_in_virgo": "yes"})
    match.settle_all()
    fields = seen(match, None)
    assert {body: fields[f"Piece.at[{body}]"] for body in BODIES} == {**START, "Mercury": "Virgo"}


def test_hands_are_secret_and_of_five_cards_each(dealt: Match, seen: Seen) -> None:
    """Rules: R4, R5, R6."""
    mine = seen(dealt, 0)
    assert mine["planets[P1]"] == "Moon, Sun, Mercury, Venus and Mars"
    assert mine["zodiac[P1]"] == "Aries, Aries, Taurus, Taurus and Gemini"
    assert (mine["planets[P2]"], mine["zodiac[P2]"]) == ("5 cards", "5 cards")
    assert (mine["planet_pack"], mine["zodiac_pack"]) == ("17 cards", "14 cards")
    assert not {"retrograde_pack", "other_die"} & seen(dealt, None).keys()


def test_surplus_cards_are_exchanged_until_all_are_different(happen: Act, seen: Seen) -> None:
    """Rules: R5, A9."""
    match = astro.start("ephemeris-one")
    happen(match, "Moon", "Moon", "Moon", "Sun", "Mars", *FIVE[1:], "Mars")
    assert sum(chance for _, chance, name in match.outcomes() if name == "Moon") == 0
    assert {chance.denominator for _, chance, name in match.outcomes() if name == "Sun"} == {17}
    happen(match, "Sun")  # instead of a Moon; now there are two Suns
    happen(match, "Venus")  # instead of the other Moon
    assert {name: chance for _, chance, name in match.outcomes()}["Jupiter"].denominator == 5  # 3 of 15
    happen(match, "Jupiter")  # instead of a Sun, and then it is P2's turn to give up a Mars
    assert seen(match, 0)["planets[P1]"] == "Moon, Sun, Venus, Mars and Jupiter"
    assert seen(match, 1)["under_the_pack"] == "4 cards"
    happen(match, "Jupiter")
    assert seen(match, 1)["planets[P2]"] == "Sun, Mercury, Venus, Mars and Jupiter"
    assert {name for _, _, name in match.outcomes()} == {*SIGNS}


def test_every_hand_has_five_different_bodies(seen: Seen) -> None:
    """Rules: R5."""
    game = astro.start("ephemeris-one").game
    for seed in range(60):
        match = Match(game, seed, game.players)
        match.settle_all()
        for player in (0, 1):
            fields = seen(match, player)
            held = fields[f"planets[P{player + 1}]"].replace(" and ", ", ").split(", ")
            assert len(held) == len({*held}) == 5
            assert len(fields[f"zodiac[P{player + 1}]"].replace(" and ", ", ").split(", ")) == 5


def test_first_yellow_starts(happen: Act) -> None:
    """Rules: R7, A18."""
    match = astro.start("ephemeris-one")
    happen(match, *FIVE, *OTHER_FIVE, *SPREAD, *OTHER_SPREAD)
    assert {name: str(chance) for _, chance, name in match.outcomes()} == {"red": "1/3", "blue": "1/3", "yellow": "1/3"}
    happen(match, "red", "blue", "blue", "yellow")
    assert match.actors == (1,)


def test_open_zodiac_cards_are_seen_by_all(happen: Act, seen: Seen, set_up: SetUp, play: Act) -> None:
    """Rules: V1."""
    match = astro.start("ephemeris-one", options={"open_zodiac": "yes"})
    happen(match, *FIVE, *OTHER_FIVE, *SPREAD, *OTHER_SPREAD, "yellow")
    theirs = seen(match, 1)
    assert theirs["open_zodiac_cards[P1]"] == "Aries, Aries, Taurus, Taurus and Gemini"
    assert theirs["planets[P1]"] == "5 cards"
    figure = {**FIGURE_3, "Moon": "Libra"}
    match = set_up(match, {**placed(figure), "planets[P1]": FIGURE_HAND, "open_zodiac_cards[P1]": FIGURE_SIGNS})
    play(match, "Moon 1")
    assert winners(match) == (0,)


# --- Moves -----------------------------------------------------------------------------------------------------------


def test_first_moves(dealt: Match) -> None:
    """Rules: R2, R8, A2, A3."""
    far = {"Mars": 3, "Venus": 2, "Mercury": 1, "Sun": 11, "Moon": 11, "Jupiter": 4, "Saturn": 3, "Uranus": 2}
    far["Neptune"] = 1
    assert written(dealt) == {f"{body} {signs}" for body, most in far.items() for signs in range(1, most + 1)}


def test_mercury_may_join_the_moon_but_not_pass_it(dealt: Match, play: Act) -> None:
    """Rules: R2, A1."""
    (reason,) = refusal(dealt, "Mercury 2").reasons
    assert reason.text == "Mercury may not pass Moon in Cancer"
    assert reason.rulings == ("R2", "A1")
    assert reason.file == "ephemeris/ephemeris.astro"
    play(dealt, "Mercury 1")
    assert moves_of(dealt, "Mercury") == []
    assert reasons(dealt, "Mercury 1") == ["Mercury may not pass Moon in Cancer"]
    play(dealt, "Moon 3")
    assert moves_of(dealt, "Mercury") == [1]  # now up to the Sun in Leo
    play(dealt, "Mercury 1")
    assert reasons(dealt, "Mercury 1") == ["Mercury may not pass Sun in Leo"]


def test_moon_goes_eleven_signs_but_no_whole_lap(dealt: Match) -> None:
    """Rules: A3."""
    (reason,) = refusal(dealt, "Moon 12").reasons
    assert reason.text == "a whole lap would leave Moon where it is"
    assert reason.rulings == ("A3",)
    assert moves_of(dealt, "Moon") == [*range(1, 12)]


def test_nobody_stays_or_passes(dealt: Match) -> None:
    """Rules: R8, A2; there are no eclipses here, and nobody calls unless the players want to."""
    assert not dealt.judge(0, "Moon 0").ok
    for typed in ("pass", "eclipse", "pluto", "ephemeris"):
        assert not dealt.judge(0, typed).ok


def test_red_waits_until_the_sun_has_gone(stands: Callable[..., Match], play: Act) -> None:
    """Rules: R2, A1."""
    match = stands({**START, "Venus": "Leo", "Moon": "Scorpio"})
    assert reasons(match, "Venus 1") == ["Venus may not pass Sun in Leo"]
    play(match, "Sun 2")
    assert moves_of(match, "Venus") == [1, 2]
    play(match, "Moon 10")  # to Virgo, and now it is nearer than the Sun
    assert moves_of(match, "Venus") == [1]


def test_equals_pass_each_other(stands: Callable[..., Match]) -> None:
    """Rules: R2."""
    match = stands({**START, "Jupiter": "Capricorn", "Uranus": "Aquarius"})
    assert moves_of(match, "Jupiter") == moves_of(match, "Saturn") == [1, 2, 3]


def test_players_move_in_turn_and_move_any_body(dealt: Match, play: Act) -> None:
    """Rules: R3, R4, R8."""
    assert dealt.submit(1, "Moon 1").message == "it is not P2's turn"
    play(dealt, "Neptune 1")  # not in P1's hand
    assert dealt.actors == (1,)
    play(dealt, "Mars 1")
    assert dealt.actors == (0,)


def test_bodies_go_round_in_the_order_of_the_zodiac(dealt: Match, play: Act, seen: Seen) -> None:
    """Rules: A26."""
    play(dealt, "Moon 3", "Neptune 1")
    fields = seen(dealt, None)
    assert (fields["Piece.at[Moon]"], fields["Piece.at[Neptune]"]) == ("Libra", "Aries")


def test_all_moves_in_random_skies(dealt: Match, set_up: SetUp) -> None:
    """Rules: R2, R8, A1, A2, A3."""
    pick = random.Random(5)
    game = {**hand("P1", FIVE, []), **hand("P2", FIVE, [])}
    for _ in range(SKIES):
        sky = any_sky(pick)
        match = set_up(dealt, {**game, **placed(sky)})
        assert written(match) == {f"{body} {signs}" for body, signs in steps(sky)}, sky


# --- Winning ---------------------------------------------------------------------------------------------------------


def before_scorpio(**more: str) -> Sky:
    """Figure 3 with the Moon still one sign behind."""
    return {**FIGURE_3, "Moon": "Libra", **more}


def test_figure_3_wins(stands: Callable[..., Match], play: Act) -> None:
    """Rules: R9, A6."""
    match = stands(before_scorpio(), **hand("P1", FIGURE_HAND, FIGURE_SIGNS))
    play(match, "Moon 1")
    assert winners(match) == (0,)
    assert match.result is not None
    assert match.result.text == "P1 has brought every body of the hand into its signs"


@pytest.mark.parametrize("swapped", range(5))
def test_figure_3_with_another_card_does_not_win(stands: Callable[..., Match], play: Act, swapped: int) -> None:
    """Rules: R9."""
    signs = [*FIGURE_SIGNS[:swapped], "Aries", *FIGURE_SIGNS[swapped + 1 :]]
    match = stands(before_scorpio(), **hand("P1", FIGURE_HAND, signs))
    play(match, "Moon 1")
    assert not match.over


def test_two_bodies_for_two_equal_cards(stands: Callable[..., Match], play: Act) -> None:
    """Rules: R6, R9."""
    signs = ["Aquarius", "Aquarius", "Sagittarius", "Scorpio", "Leo"]
    both = stands(before_scorpio(Mars="Aquarius"), **hand("P1", FIGURE_HAND, signs))
    play(both, "Moon 1")
    assert winners(both) == (0,)
    one = stands(before_scorpio(), **hand("P1", FIGURE_HAND, signs))
    play(one, "Moon 1")
    assert not one.over


def test_opponents_move_may_win_for_me(stands: Callable[..., Match], play: Act) -> None:
    """Rules: A5, A6."""
    match = stands(before_scorpio(), asked="P2", **hand("P1", FIGURE_HAND, FIGURE_SIGNS))
    play(match, "Moon 1")
    assert winners(match) == (0,)


@pytest.mark.parametrize("mover", [0, 1])
def test_mover_comes_first_if_both_are_aligned(stands: Callable[..., Match], play: Act, mover: int) -> None:
    """Rules: A7."""
    hands = {**hand("P1", FIGURE_HAND, FIGURE_SIGNS), **hand("P2", FIGURE_HAND, FIGURE_SIGNS)}
    match = stands(before_scorpio(), asked=f"P{mover + 1}", **hands)
    play(match, "Moon 1")
    assert winners(match) == (mover,)


def test_aligned_from_the_deal_wins_only_after_a_move(happen: Act, play: Act) -> None:
    """Rules: A8."""
    match = astro.start("ephemeris-one")
    rulers = ["Mars", "Venus", "Mercury", "Moon", "Sun"]
    happen(
        match, *rulers, *OTHER_FIVE, *(START[body] for body in rulers), *["Pisces"] * 2, *SIGNS[5:8], "red", "yellow"
    )
    assert match.actors == (1,)
    broken = match.copy()
    play(broken, "Mars 1")
    assert not broken.over
    play(match, "Neptune 1")
    assert winners(match) == (0,)


def test_winner_shows_the_hand_and_is_told_a_prediction(stands: Callable[..., Match], play: Act) -> None:
    """Rules: R9."""
    match = stands(before_scorpio(), **hand("P1", FIGURE_HAND, FIGURE_SIGNS))
    play(match, "Moon 1")
    said = [line.text for line in match.events[-1].said]
    assert said[0] == (
        "EPHEMERIS! P1 shows Moon, Venus, Mars, Jupiter and Saturn "
        "in Leo, Scorpio, Sagittarius, Capricorn and Aquarius."
    )
    told = ["Moon in Scorpio", "Venus in Leo", "Mars in Capricorn", "Jupiter in Sagittarius", "Saturn in Aquarius"]
    assert [line.split(":")[0] for line in said[1:6]] == told
    assert said[5] == "Saturn in Aquarius: your long patience finds you friends in odd places."


def test_players_may_have_to_call_by_themselves(happen: Act, play: Act, set_up: SetUp, seen: Seen) -> None:
    """A call that is forgotten may be made later; a wrong one changes nothing. Rules: R9, A5, A6."""
    match = astro.start("ephemeris-one", options={"must_call": "yes"})
    happen(match, *FIVE, *OTHER_FIVE, *SPREAD, *OTHER_SPREAD, "yellow")
    match = set_up(match, {**placed(before_scorpio()), **hand("P2", FIGURE_HAND, FIGURE_SIGNS)})
    later = "that belongs to look for winner, not to this moment"
    assert reasons(match, "ephemeris") == [later]  # there is nothing to call before the first move (A8)
    play(match, "Moon 1")
    assert match.actors == (0, 1)
    (reason,) = refusal(match, "ephemeris").reasons
    assert (reason.text, reason.rulings) == ("not all your bodies stand in your signs", ("R9", "A6"))
    play(match, "let it pass", "let it pass")
    assert match.actors == (1,)
    play(match, "Neptune 1")  # P2 has overlooked it, and sees it now
    assert match.submit(1, "ephemeris").ok
    assert winners(match) == (1,)
    assert match.events[-1].said[0].text.startswith("EPHEMERIS! P2 shows Moon, Venus, Mars")


def test_who_is_asked_to_call_tells_nothing(happen: Act, play: Act, set_up: SetUp) -> None:
    """Nobody sees from the questions whether somebody else is aligned. Rules: A6."""
    match = astro.start("ephemeris-one", options={"must_call": "yes"})
    happen(match, *FIVE, *OTHER_FIVE, *SPREAD, *OTHER_SPREAD, "yellow")
    views = []
    for signs in (FIGURE_SIGNS, SPREAD):
        stands = set_up(match, {**placed(before_scorpio()), **hand("P2", FIGURE_HAND, signs)})
        play(stands, "Moon 1")
        views.append((stands.view(0).key(), stands.actors, [stands.written(move) for move in stands.legal(0)]))
    assert views[0] == views[1]


def test_turns_may_be_limited(happen: Act, play: Act) -> None:
    """Rules: A28."""
    match = astro.start("ephemeris-one", options={"most_turns": "3"})
    happen(match, *FIVE, *OTHER_FIVE, *SPREAD, *OTHER_SPREAD, "yellow")
    play(match, "Neptune 1", "Moon 1")
    assert not match.over
    play(match, "Moon 1")
    assert winners(match) == ()
    assert match.result is not None
    assert match.result.draw
    assert match.result.text == "nobody has won in 3 turns"
