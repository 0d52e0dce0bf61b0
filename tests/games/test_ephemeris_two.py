"""Game Two of Ephemeris against its rulings: the figures, the tricky positions, and all turns by brute force.

Each test names the rules it is about by their numbers in the rule files: R are those of the book, A what was decided
where it is unclear.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Mapping

import pytest
from zodiac import (
    COLOUR,
    FIGURE_3,
    FIGURE_5,
    FIGURE_6,
    FIGURE_7,
    RANK,
    SIGNS,
    START,
    Sky,
    Step,
    aligned,
    any_sky,
    fits,
    hand,
    moved,
    on,
    placed,
    steps,
)

import astro_referee as astro
from astro_referee import Match, Verdict

SetUp = Callable[[Match, Mapping[str, object]], Match]
Seen = Callable[[Match, int | None], dict[str, str]]
Act = Callable[..., None]
Stands = Callable[..., Match]
Turn = tuple[Step, ...]
Hand = tuple[list[str], list[str]]
"""Planet cards and zodiac cards."""

POSITIONS, PARTS = 5_000, 16
"""Random positions for which all turns are compared, and the parts they are split into."""
EVEN = ["red", "red", "blue", "blue", "yellow", "yellow"]
ODD = ["red", "red", "blue", "blue", "blue", "yellow"]
FOUR = ["Saturn", "Mars", "Jupiter", "Moon"]
FOUR_SIGNS = ["Aquarius", "Capricorn", "Sagittarius", "Scorpio"]
BLOCKED: Turn = ()
"""The turn of a player who can move nothing: a retrograde card."""


@pytest.fixture(scope="module")
def tables() -> dict[int, Match]:
    """Games for two, three and four players before the first roll of P1, with hands that are never aligned."""
    found = {}
    for players in (2, 3, 4):
        game = astro.start("ephemeris-two", players).game
        matches = (Match(game, seed, game.players) for seed in range(99))
        found[players] = next(match for match in matches if match.settle_all() or match.actors == (0,))
    return found


@pytest.fixture
def stands(tables: dict[int, Match], set_up: SetUp) -> Stands:
    """P1 is about to roll in a sky. Nobody is near a win unless hands are given."""

    def position(sky: Sky, players: int = 2, **fields: object) -> Match:
        hands = {key: value for n in range(players) for key, value in hand(f"P{n + 1}", FOUR, []).items()}
        return set_up(tables[players], {**hands, **placed(sky), **fields})

    return position


@pytest.fixture
def rolled(stands: Stands, play: Act, happen: Act) -> Stands:
    """P1 has rolled: what the even die shows, and the odd one."""

    def position(sky: Sky, even: str, odd: str, players: int = 2, **fields: object) -> Match:
        match = stands(sky, players, **fields)
        play(match, "roll")
        happen(match, even, odd)
        return match

    return position


def written(match: Match) -> set[str]:
    return {match.written(move) for move in match.legal()}


def step_of(text: str) -> Step | None:
    """A dice move; other moves are none."""
    body, _, signs = text.partition(" ")
    return (body, int(signs)) if body in RANK else None


def steps_of(match: Match) -> set[Step]:
    """The dice moves among the legal ones."""
    return {step for step in map(step_of, written(match)) if step is not None}


def turns(match: Match) -> set[Turn]:
    """All complete turns from a position behind the roll."""
    if match.chance is not None:
        assert {name for _, _, name in match.outcomes()} <= {body for body in RANK if RANK[body] < 2}
        return {BLOCKED}
    found: set[Turn] = set()
    for move in match.legal():
        first = step_of(match.written(move))
        if first is None:
            continue
        then = match.copy()
        then.play(move)
        if then.over:
            found.add((first,))
            continue
        assert then.decision == match.decision
        texts = written(then)
        seconds = steps_of(then)
        assert ("done" in texts) == (not seconds)
        found |= {(first, second) for second in seconds} or {(first,)}
    return found


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


def last_words(match: Match) -> str:
    assert match.result is not None
    return match.result.text


# --- Set-up ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 3, 4])
def test_four_cards_of_each_sort_and_pluto_for_everybody(players: int, seen: Seen) -> None:
    """Rules: R1, R5, R10."""
    match = astro.start("ephemeris-two", players)
    match.settle_all()
    fields = seen(match, None)
    assert {body: fields[f"Piece.at[{body}]"] for body in START} == START
    for n in range(players):
        mine = seen(match, n)
        name = f"P{n + 1}"
        held = mine[f"planets[{name}]"].replace(" and ", ", ").split(", ")
        assert len(held) == len({*held}) == 4
        assert len(mine[f"zodiac[{name}]"].replace(" and ", ", ").split(", ")) == 4
        assert fields[f"has_pluto[{name}]"] == "yes"
        assert {mine[f"planets[P{m + 1}]"] for m in range(players) if m != n} == {"4 cards"}
    assert seen(match, 0)["retrograde_pack"] == "14 cards"


def test_two_to_four_players() -> None:
    for count in (1, 5):
        with pytest.raises(astro.BadOption, match=f"EphemerisTwo is for 2 to 4 players, not {count}"):
            astro.start("ephemeris-two", players=count)


def test_the_even_die_finds_the_starter(happen: Act) -> None:
    """Rules: R7, R11."""
    match = astro.start("ephemeris-two", 3)
    while {name for _, _, name in match.outcomes()} != {*EVEN}:
        match.settle()
    assert {name: 6 * chance for _, chance, name in match.outcomes()} == Counter(EVEN)
    happen(match, "red", "blue", "blue", "red", "yellow")
    assert match.actors == (1,)


def test_faces_of_the_dice(stands: Stands, play: Act, happen: Act) -> None:
    """Rules: R12, A18, A45."""
    match = stands(START)
    assert written(match) == {"roll", "eclipse"}
    play(match, "roll")
    assert {name: 6 * chance for _, chance, name in match.outcomes()} == Counter(EVEN)
    happen(match, "red")
    assert {name: 6 * chance for _, chance, name in match.outcomes()} == Counter(ODD)


# --- The figures -----------------------------------------------------------------------------------------------------


def test_figure_4_wins(rolled: Stands, play: Act) -> None:
    """Rules: R9, R16, A6."""
    sky = {**FIGURE_3, "Moon": "Libra"}
    match = rolled(sky, "yellow", "blue", **hand("P1", FOUR, FOUR_SIGNS))
    play(match, "Moon 1")
    assert winners(match) == (0,)
    said = [line.text for line in match.events[-1].said]
    assert said[0].startswith("EPHEMERIS! P1 shows Moon, Mars, Jupiter and Saturn in Scorpio")
    assert said[1].startswith("Moon in Scorpio: a dream")


@pytest.mark.parametrize("swapped", range(4))
def test_figure_4_with_another_card_does_not_win(rolled: Stands, play: Act, swapped: int) -> None:
    """Rules: R9, R16."""
    signs = [*FOUR_SIGNS[:swapped], "Aries", *FOUR_SIGNS[swapped + 1 :]]
    match = rolled({**FIGURE_3, "Moon": "Libra"}, "yellow", "blue", **hand("P1", FOUR, signs))
    play(match, "Moon 1")
    assert not match.over


def test_figure_5_is_a_complete_block(rolled: Stands, happen: Act, seen: Seen) -> None:
    """Rules: R13, A1."""
    match = rolled(FIGURE_5, "red", "red")
    assert turns(match) == {BLOCKED}
    happen(match, "Mars")
    assert written(match) == {f"back {n}" for n in range(1, 12)} | {"eclipse"}
    assert reasons(match, "done") == ["Mars must go back first"]
    assert reasons(match, "Jupiter 1") == ["there is no blue die to use"]


def test_figure_5_with_red_and_blue_is_one_blue_move(rolled: Stands) -> None:
    """Rules: R14, A12."""
    found = turns(rolled(FIGURE_5, "red", "blue"))
    assert len(found) == 26
    assert {(len(turn), COLOUR[turn[0][0]]) for turn in found} == {(1, "blue")}


def test_figure_5_with_red_and_yellow_frees_a_red_first(rolled: Stands) -> None:
    """Rules: R15, A1."""
    match = rolled(FIGURE_5, "yellow", "red")
    found = turns(match)
    assert {len(turn) for turn in found} == {2}
    assert {first[0] for first, _ in found} == {"Sun", "Moon"}
    assert {second[0] for _, second in found} == {"Mercury", "Venus", "Mars"}
    assert reasons(match, "Mars 1") == ["Mars may not pass Moon in Scorpio"]


def test_figure_6_is_one_move_of_neptune(rolled: Stands, play: Act) -> None:
    """Rules: R12, R14."""
    match = rolled(FIGURE_6, "blue", "blue")
    assert turns(match) == {(("Neptune", 1),), (("Neptune", 2),)}
    assert reasons(match, "done") == ["you must move another body"]
    play(match, "Neptune 1")
    assert written(match) == {"done", "eclipse"}
    (again,) = refusal(match, "Neptune 1").reasons
    assert again.text == "Neptune has moved in this turn; the second die is for another body"
    assert again.rulings == ("R12",)
    play(match, "done")
    assert match.actors == (1,)
    assert written(match) == {"roll", "eclipse"}


def test_figure_7_begins_with_mars_and_ends_with_saturn(rolled: Stands, play: Act) -> None:
    """Rules: R15, A10, A11."""
    match = rolled(FIGURE_7, "blue", "red")
    expected = {(("Mars", k), ("Saturn", j)) for k in range(1, 7) for j in range(1, k + 1)}
    assert len(expected) == 21
    assert turns(match) == expected
    for typed in ("Venus 1", "Mercury 2"):
        (reason,) = refusal(match, typed).reasons
        assert reason.text == "the other die could not be used after that, but both can be"
        assert reason.rulings == ("R15", "A11", "A31")
    assert reasons(match, "Saturn 1") == ["Saturn may not pass Mars in Libra"]
    play(match, "Mars 2")
    (reason,) = refusal(match, "done").reasons
    assert reason.text == "you must move another body"
    assert reason.rulings == ("R15", "A10")


# --- Both dice -------------------------------------------------------------------------------------------------------


def test_moon_goes_before_the_sun_it_stands_with(rolled: Stands) -> None:
    """Rules: R2, R15, A1."""
    match = rolled({**START, "Sun": "Cancer"}, "yellow", "yellow")
    found = turns(match)
    assert {(first[0], second[0]) for first, second in found} == {("Moon", "Sun")}
    assert reasons(match, "Sun 1") == ["Sun may not pass Moon in Cancer"]


def test_two_blue_dice_are_for_two_different_bodies(rolled: Stands, play: Act) -> None:
    """Rules: R12, R15, A10."""
    sky = {**FIGURE_6, "Uranus": "Sagittarius"}  # two blues can move: Uranus and Neptune
    match = rolled(sky, "blue", "blue")
    assert {frozenset((first[0], second[0])) for first, second in turns(match)} == {frozenset({"Uranus", "Neptune"})}
    play(match, "Neptune 1")
    assert reasons(match, "done") == ["you must move another body"]


def test_a_die_is_used_once(rolled: Stands, play: Act) -> None:
    """Rules: R12, A3."""
    match = rolled(START, "red", "blue")
    play(match, "Mars 1")
    assert reasons(match, "Venus 1") == ["there is no red die to use"]
    assert reasons(match, "Sun 1") == ["there is no yellow die to use"]
    assert reasons(match, "Moon 12") == ["there is no yellow die to use", "a whole lap would leave Moon where it is"]


def test_winning_move_needs_no_second_one_but_is_no_duty(rolled: Stands, play: Act) -> None:
    """In figure 7 only Mars frees Saturn; a Venus that wins may go all the same. Rules: R16, A11."""
    mine = ["Venus", "Jupiter", "Uranus", "Neptune"]
    signs = ["Leo", "Aries", "Taurus", "Cancer"]
    match = rolled(FIGURE_7, "blue", "red", **hand("P1", mine, signs))
    assert steps_of(match) == {("Venus", 1), *(("Mars", k) for k in range(1, 7))}
    play(match, "Venus 1")
    assert winners(match) == (0,)
    # Where no two moves can be made, a win is no duty either.
    alone = rolled(
        FIGURE_6,
        "blue",
        "blue",
        **hand("P1", ["Neptune", "Sun", "Moon", "Mars"], ["Taurus", *SIGNS[4:5], "Capricorn", "Scorpio"]),
    )
    assert steps_of(alone) == {("Neptune", 1), ("Neptune", 2)}
    play(alone, "Neptune 1")
    assert winners(alone) == (0,)


def test_what_others_hold_does_not_change_what_i_may_do(rolled: Stands) -> None:
    """A first move that only completes a hidden hand of somebody else is no excuse: nobody could know. Rules: A31."""
    theirs = hand("P2", ["Venus", "Jupiter", "Uranus", "Neptune"], ["Leo", "Aries", "Taurus", "Cancer"])
    match = rolled(FIGURE_7, "blue", "red", **theirs)
    assert steps_of(match) == {("Mars", k) for k in range(1, 7)}


def test_first_move_may_end_the_game_for_an_opponent(rolled: Stands, play: Act) -> None:
    """The Sun, which would have to go next, is in P3's hand: it does not go any more. Rules: R16, A5."""
    theirs = ["Saturn", "Mars", "Sun", "Moon"]
    sky = {**FIGURE_3, "Moon": "Libra"}
    signs = [sky["Saturn"], sky["Mars"], sky["Sun"], "Scorpio"]
    match = rolled(sky, "yellow", "yellow", 3, **hand("P3", theirs, signs))
    play(match, "Moon 1")
    assert winners(match) == (2,)


def test_of_several_aligned_players_the_next_one_wins(rolled: Stands, play: Act) -> None:
    """Rules: A7."""
    hands = {**hand("P2", FOUR, FOUR_SIGNS), **hand("P4", FOUR, FOUR_SIGNS)}
    match = rolled({**FIGURE_3, "Moon": "Libra"}, "yellow", "blue", 4, **hands)
    play(match, "Moon 1")
    assert winners(match) == (1,)


# --- Calling by oneself ----------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def calling() -> Match:
    """Three players who must call by themselves; P1 is about to roll."""
    game = astro.start("ephemeris-two", 3, {"must_call": "yes"}).game
    matches = (Match(game, seed, game.players) for seed in range(99))
    return next(match for match in matches if match.settle_all() or match.actors == (0,))


def test_whoever_is_aligned_may_call_after_each_move(calling: Match, set_up: SetUp, play: Act, happen: Act) -> None:
    """Rules: A5, A6."""
    sky = {**FIGURE_3, "Moon": "Libra"}
    hands = {**hand("P1", FOUR, []), **hand("P2", FOUR, FOUR_SIGNS), **hand("P3", FOUR, FOUR_SIGNS)}
    match = set_up(calling, {**placed(sky), **hands})
    play(match, "roll")
    happen(match, "yellow", "yellow")
    play(match, "Moon 1")
    assert match.actors == (0, 1, 2)  # all are asked, so nobody learns who could call
    (reason,) = match.submit(0, "ephemeris").reasons
    assert (reason.text, reason.rulings) == ("not all your bodies stand in your signs", ("R9", "A6"))
    first = match.copy()
    assert first.submit(2, "ephemeris").ok  # before P2, who comes first in turn order
    assert winners(first) == (2,)
    for seat in (0, 1, 2):
        assert match.submit(seat, "let it pass").ok
    play(match, "Sun 1")  # the second die, after a call that everybody has forgotten
    assert match.submit(1, "ephemeris").ok
    assert winners(match) == (1,)


def test_a_forgotten_call_is_lost_when_the_bodies_go_on(calling: Match, set_up: SetUp, play: Act, happen: Act) -> None:
    """Rules: A6."""
    sky = {**FIGURE_3, "Moon": "Libra", "Sun": "Libra"}
    match = set_up(
        calling, {**placed(sky), **hand("P1", FOUR, FOUR_SIGNS), **hand("P2", FOUR, []), **hand("P3", FOUR, [])}
    )
    play(match, "roll")
    happen(match, "yellow", "red")
    play(match, "Moon 1", "let it pass", "let it pass", "let it pass", "Mars 1")
    assert [reason.text for reason in match.judge(0, "ephemeris").reasons] == [
        "not all your bodies stand in your signs"
    ]


def test_the_move_of_pluto_needs_no_call(calling: Match, set_up: SetUp, play: Act, happen: Act) -> None:
    """Rules: R17, A6."""
    match = set_up(calling, {**placed(NEAR), **near()})
    play(match, "roll")
    happen(match, "blue", "blue")
    play(match, "pluto")
    happen(match, "red")
    play(match, "Mars 1")
    assert winners(match) == (0,)


# --- Retrograde cards ------------------------------------------------------------------------------------------------


def test_planet_goes_back_over_everything(rolled: Stands, happen: Act, play: Act, seen: Seen) -> None:
    """Rules: R13, A13, A14, A23."""
    sky = {**FIGURE_5, "Mars": "Leo", "Moon": "Leo"}
    match = rolled(sky, "red", "red")
    happen(match, "Mars")
    for signs in range(1, 12):
        back = match.copy()
        play(back, f"back {signs}")
        assert seen(back, None)["Piece.at[Mars]"] == on("Leo", -signs)
        assert written(back) == {"done", "eclipse"}  # instead of dice moves, although Mars could move now (A13)
        play(back, "done")
        assert back.actors == (1,)
    assert not match.judge(0, "back 0").ok
    (reason,) = refusal(match, "back 12").reasons
    assert (reason.text, reason.rulings) == ("a whole lap would leave Mars where it is", ("A14",))


def test_nothing_goes_back_without_a_card(rolled: Stands) -> None:
    """Rules: R13."""
    assert reasons(rolled(START, "red", "blue"), "back 3") == ["no retrograde card was turned up"]


def test_retrograde_move_may_win(rolled: Stands, happen: Act, play: Act) -> None:
    """Rules: R16, A5."""
    mine = hand("P2", ["Mars", "Sun", "Moon", "Jupiter"], ["Libra", "Leo", "Scorpio", "Sagittarius"])
    match = rolled(FIGURE_5, "red", "red", **mine)
    happen(match, "Mars")
    play(match, "back 1")
    assert winners(match) == (1,)


def test_fourteen_cards_come_round_in_their_order(stands: Stands, play: Act, happen: Act, set_up: SetUp) -> None:
    """Rules: R13, A27."""
    match = stands(FIGURE_5)
    planets = [body for body in RANK if RANK[body] < 2]
    order = random.Random(3).sample([*planets, *planets], 14)
    turned = []
    for number in range(16):
        match = set_up(match, placed(FIGURE_5))
        play(match, "roll")
        happen(match, "red", "red")
        if number < 14:
            left = Counter(order[number:])
            assert {name: (14 - number) * chance for _, chance, name in match.outcomes()} == left
            happen(match, order[number])
        (told,) = {match.about(move).split()[0] for move in match.legal() if match.written(move) == "back 1"}
        turned.append(told)
        play(match, "back 1", "done")
    assert turned == [*order, *order[:2]]


# --- Pluto -----------------------------------------------------------------------------------------------------------

NEAR = {**FIGURE_3, "Mars": "Sagittarius", "Moon": "Scorpio", "Sun": "Libra"}
"""Figure 4, but for Mars, which is one sign short."""


def near(**fields: object) -> dict[str, object]:
    return {**hand("P1", FOUR, FOUR_SIGNS), **fields}


def test_pluto_of_the_wrong_colour_is_spent_for_nothing(rolled: Stands, play: Act, happen: Act, seen: Seen) -> None:
    """Rules: R17, A16."""
    match = rolled(NEAR, "blue", "blue", **near())
    before = {key: value for key, value in seen(match, None).items() if key.startswith("Piece")}
    play(match, "pluto")
    happen(match, "yellow")
    after = seen(match, None)
    assert {key: after[key] for key in before} == before
    assert after["has_pluto[P1]"] == "no"
    assert match.actors == (0,)
    (reason,) = refusal(match, "pluto").reasons
    assert (reason.text, reason.rulings) == ("your Pluto card is spent", ("R17",))
    assert reasons(match, "done") == ["you must move another body"]
    assert {len(turn) for turn in turns(match)} == {2}
    assert match.events[-1].said[-1].text == "Pluto's die is yellow: nothing moves."


def test_pluto_of_the_right_colour_wins(rolled: Stands, play: Act, happen: Act) -> None:
    """Rules: R17, A15."""
    match = rolled(NEAR, "blue", "blue", **near())
    play(match, "pluto")
    happen(match, "red")
    assert written(match) == {"Mars 1"}  # no other move may be made with it
    assert reasons(match, "Mars 2") == ["this move would not win"]
    assert reasons(match, "Sun 1") == ["Pluto's die is red", "this move would not win"]
    play(match, "Mars 1")
    assert winners(match) == (0,)


def test_pluto_needs_a_hand_that_one_move_completes(rolled: Stands) -> None:
    """Rules: A15."""
    far = rolled({**NEAR, "Saturn": "Leo"}, "yellow", "yellow", **near())
    (reason,) = refusal(far, "pluto").reasons
    assert reason.text == "no single move would bring all your bodies into your signs"
    assert reason.rulings == ("A15",)
    blocked = rolled({**NEAR, "Sun": "Sagittarius"}, "blue", "blue", **near())
    assert reasons(blocked, "pluto") == [reason.text]


def test_pluto_between_and_behind_the_moves(rolled: Stands, play: Act, happen: Act) -> None:
    """Rules: R17, A16."""
    match = rolled(NEAR, "yellow", "yellow", **near())
    play(match, "Sun 1")
    between = match.copy()
    play(between, "pluto")
    happen(between, "red")
    play(between, "Mars 1")
    assert winners(between) == (0,)
    play(match, "Moon 1")  # away from where it should be
    assert "pluto" not in written(match)
    sky = {**NEAR, "Moon": "Libra"}
    behind = rolled(sky, "yellow", "yellow", **near())
    play(behind, "Moon 1", "Sun 1")
    assert written(behind) == {"done", "pluto", "eclipse"}
    play(behind, "pluto")
    happen(behind, "blue")
    assert written(behind) == {"done", "eclipse"}


def test_pluto_beside_a_retrograde_move(rolled: Stands, play: Act, happen: Act) -> None:
    """Rules: R17, A16."""
    mine = hand("P1", ["Sun", "Moon", "Jupiter", "Saturn"], ["Leo", "Scorpio", "Capricorn", "Capricorn"])
    match = rolled(FIGURE_5, "red", "red", **mine)
    happen(match, "Venus")
    play(match, "pluto")
    happen(match, "blue")
    assert written(match) == {"Jupiter 1"}
    other = rolled(FIGURE_5, "red", "red", **mine)
    happen(other, "Venus")
    play(other, "back 3", "pluto")
    happen(other, "red")
    assert written(other) == {"done", "eclipse"}


def test_pluto_comes_after_the_roll_only(stands: Stands) -> None:
    """Rules: A16."""
    assert written(stands(NEAR, **near())) == {"roll", "eclipse"}


def test_every_player_has_a_pluto_of_his_own(rolled: Stands, play: Act, happen: Act, seen: Seen) -> None:
    """Rules: R10, R17."""
    match = rolled(NEAR, "blue", "blue", 3, **near())
    play(match, "pluto")
    happen(match, "yellow")
    assert [seen(match, None)[f"has_pluto[P{n}]"] for n in (1, 2, 3)] == ["no", "yes", "yes"]


# --- Eclipse ---------------------------------------------------------------------------------------------------------


def vote(match: Match, **votes: str) -> None:
    for name, text in votes.items():
        assert match.submit(int(name[1]) - 1, text).ok


def test_sole_player_left_wins(stands: Stands, play: Act) -> None:
    """Rules: R18, A17."""
    match = stands(START, 3)
    play(match, "eclipse")
    assert match.actors == (1, 2)
    vote(match, P2="agree", P3="refuse")
    assert winners(match) == (2,)
    assert last_words(match) == "nobody else is left after the eclipse"


def test_caller_leaves_alone_if_nobody_agrees(stands: Stands, play: Act, seen: Seen, happen: Act) -> None:
    """Rules: R18."""
    match = stands(START, 3)
    play(match, "eclipse")
    vote(match, P2="refuse", P3="refuse")
    assert match.actors == (1,)
    for player in (1, 2):
        assert seen(match, player)["planets[P1]"] == "4 cards"  # nobody sees them
    for player in (1, 2, 1):
        assert match.actors == (player,)
        play(match, "roll")
        happen(match, "yellow", "yellow")
        play(match, "Sun 1", "Moon 1", "done")
    assert match.judge(0, "roll").message == "it is not P1's turn"


def test_nobody_wins_if_all_agree(stands: Stands, play: Act) -> None:
    """Rules: R18, A17."""
    match = stands(START, 3)
    play(match, "eclipse")
    vote(match, P3="agree", P2="agree")
    assert winners(match) == ()
    assert last_words(match) == "nobody is left after the eclipse"


def test_votes_are_secret_until_all_have_voted(stands: Stands, play: Act, seen: Seen) -> None:
    """Rules: A17."""
    match = stands(START, 4)
    play(match, "eclipse")
    other = match.copy()
    vote(match, P2="agree")
    vote(other, P2="refuse")
    for player in (0, 2, 3):
        assert seen(match, player) == seen(other, player)
        assert match.view(player).key() == other.view(player).key()
    assert match.events[-1].public == other.events[-1].public


def test_two_players_resign_or_draw_by_eclipse(stands: Stands, play: Act) -> None:
    """Rules: R18, A17."""
    match = stands(START)
    play(match, "eclipse")
    agreed = match.copy()
    vote(match, P2="refuse")
    assert winners(match) == (1,)
    vote(agreed, P2="agree")
    assert winners(agreed) == ()


@pytest.mark.parametrize("moves", [(), ("Sun 1",), ("Sun 1", "Moon 1")])
def test_eclipse_ends_the_turn_at_any_point(rolled: Stands, play: Act, moves: tuple[str, ...]) -> None:
    """Rules: R18."""
    match = rolled(START, "yellow", "yellow", 4)
    play(match, *moves, "eclipse")
    vote(match, P2="agree", P3="refuse", P4="refuse")
    assert match.actors == (2,)
    assert written(match) == {"roll", "eclipse"}


def test_eclipse_leaves_no_dice_and_no_planet_behind(rolled: Stands, play: Act, happen: Act) -> None:
    """Rules: R18."""
    match = rolled(FIGURE_5, "red", "red", 3)
    happen(match, "Mars")
    play(match, "eclipse")
    vote(match, P2="refuse", P3="refuse")
    play(match, "roll")
    happen(match, "blue", "blue")
    assert {len(turn) for turn in turns(match)} == {2}
    assert "back 1" not in written(match)
    halfway = rolled(START, "red", "blue", 3)
    play(halfway, "eclipse")
    vote(halfway, P2="refuse", P3="refuse")
    play(halfway, "roll")
    happen(halfway, "yellow", "yellow")
    assert {COLOUR[body] for body, _ in steps_of(halfway)} == {"yellow"}


def test_those_who_left_do_not_win_any_more(stands: Stands, play: Act, happen: Act) -> None:
    """Rules: R18."""
    match = stands({**FIGURE_3, "Moon": "Libra"}, 3, **hand("P1", FOUR, FOUR_SIGNS))
    play(match, "eclipse")
    vote(match, P2="refuse", P3="refuse")
    play(match, "roll")
    happen(match, "yellow", "yellow")
    play(match, "Moon 1")
    assert not match.over


# --- Options ---------------------------------------------------------------------------------------------------------


def test_without_dice_a_turn_is_one_move_of_any_body(play: Act) -> None:
    """Rules: R3, R8, V5."""
    match = astro.start("ephemeris-two", 3, {"dice": "no"})
    match.settle_all()
    first = match.actors[0]
    assert steps_of(match) == steps(START)
    assert written(match) == {f"{body} {signs}" for body, signs in steps(START)}
    play(match, "Neptune 1")
    assert match.actors == ((first + 1) % 3,)


def test_open_zodiac_cards_count_for_pluto_too(set_up: SetUp, play: Act, happen: Act, seen: Seen) -> None:
    """Rules: V1."""
    game = astro.start("ephemeris-two", 2, {"open_zodiac": "yes"}).game
    matches = (Match(game, seed, game.players) for seed in range(99))
    match = next(match for match in matches if match.settle_all() or match.actors == (0,))
    assert seen(match, 1)["open_zodiac_cards[P1]"].count(",") == 2
    assert seen(match, 1)["planets[P1]"] == "4 cards"
    match = set_up(match, {**placed(NEAR), "planets[P1]": FOUR, "open_zodiac_cards[P1]": FOUR_SIGNS})
    play(match, "roll")
    happen(match, "blue", "blue")
    assert "pluto" in written(match)


def test_eclipses_may_be_ruled_out() -> None:
    """Rules: R18."""
    match = astro.start("ephemeris-two", 2, {"eclipses": "no"})
    match.settle_all()
    assert written(match) == {"roll"}
    assert reasons(match, "eclipse") == ["this game is played without eclipses"]


def test_turns_may_be_limited(play: Act, happen: Act) -> None:
    """Rules: A28."""
    match = astro.start("ephemeris-two", 2, {"most_turns": "2"})
    match.settle_all()
    for _ in range(2):
        play(match, "roll")
        happen(match, "yellow", "yellow")
        play(match, "Sun 1", "Moon 1", "done")
    assert winners(match) == ()
    assert last_words(match) == "nobody has won in 2 turns"


# --- All turns, by brute force ---------------------------------------------------------------------------------------


def all_pairs(sky: Sky, dice: tuple[str, str]) -> set[Turn]:
    """D of the rulings: two moves of two bodies, the second legal after the first, in the colours of the dice."""
    return {
        (first, second)
        for colour, other in {dice, dice[::-1]}
        for first in steps(sky, {colour})
        for second in steps(moved(sky, first), {other})
        if first[0] != second[0]
    }


def all_turns(sky: Sky, dice: tuple[str, str], mine: Hand, theirs: Hand) -> tuple[set[Turn], set[Turn]]:
    """One of D; if there is none, one move; if there is none, nothing. A first move that ends the game is the last.

    Gives the turns, and D.
    """
    singles, pairs = steps(sky, dice), all_pairs(sky, dice)
    if not pairs:
        return {(first,) for first in singles} or {BLOCKED}, pairs
    wins = {first for first in singles if aligned(moved(sky, first), *mine)}
    lost = {first for first, _ in pairs if aligned(moved(sky, first), *theirs)}
    return {(first,) for first in wins | lost} | {pair for pair in pairs if pair[0] not in wins | lost}, pairs


def near_hand(pick: random.Random, sky: Sky, dice: tuple[str, str]) -> Hand:
    """Four bodies, and their signs after some move that the dice may allow; or signs that fit nowhere."""
    planets = pick.sample([*RANK], 4)
    found = sorted(step for step in steps(sky, dice) if step[0] in planets)
    if not found:
        return planets, []
    after = moved(sky, pick.choice(found))
    zodiac = [after[body] for body in planets]
    return planets, zodiac if fits(zodiac) else []


@pytest.mark.parametrize("part", [0, *(pytest.param(part, marks=pytest.mark.thorough) for part in range(1, PARTS))])
def test_turns_by_brute_force(tables: dict[int, Match], set_up: SetUp, part: int) -> None:
    """Rules: R2, R12, R14, R15, A1, A3, A10, A11, A12."""
    pick, kinds = random.Random(part), Counter[str]()
    for _ in range(POSITIONS // PARTS):
        sky = any_sky(pick)
        even, odd = pick.choice(EVEN), pick.choice(ODD)
        mine, theirs = near_hand(pick, sky, (even, odd)), near_hand(pick, sky, (even, odd))
        hands = {**hand("P1", *mine), **hand("P2", *theirs), "has_pluto[P1]": "no"}
        match = set_up(tables[2], {**hands, **placed(sky)})
        match.keep_log = False
        assert match.submit(0, "roll").ok
        for face in (even, odd):
            match.settle(next(value for value, _, name in match.outcomes() if name == face))
        expected, pairs = all_turns(sky, (even, odd), mine, theirs)
        assert turns(match) == expected, (sky, even, odd, mine, theirs)
        kinds["blocked"] += expected == {BLOCKED}
        kinds["one move"] += expected != {BLOCKED} and not pairs
        kinds["some first moves refused"] += bool(pairs) and {turn[0] for turn in expected} != steps(sky, (even, odd))
        kinds["some first moves end the game"] += {len(turn) for turn in expected} == {1, 2}
    assert len(kinds) == 4
    assert min(kinds.values()) > POSITIONS // PARTS // 50, kinds
