"""Ptolemy against its rulebook: the printed relays, tricky positions, and a second referee written from the rulings.

Each test names the rules it is about by their numbers in the rule file: R1 to R24 are those of the book, A1 to A16 what
was decided where it is unclear.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Mapping, Sequence

import pytest

import astro_referee as astro
from astro_referee import Match, Verdict

SetUp = Callable[[Match, Mapping[str, object]], Match]
Seen = Callable[[Match, int | None], dict[str, str]]
Act = Callable[..., None]
Position = Callable[..., Match]

PLAYERS = ("P1", "P2")
PLANETS = ("Mercury", "Venus", "Mars", "Jupiter", "Saturn")
RING = [f"day{n}" for n in range(1, 8)] + [f"night{n}" for n in range(7, 0, -1)]
RANKS = {
    "Saturn": (1, 2, 3, 4),
    "Jupiter": (1, 2, 3, 5),
    "Mars": (2, 3, 4, 5),
    "Venus": (3, 4, 5, 6),
    "Mercury": (4, 5, 6, 7),
}
PACK = frozenset(f"{planet} {motion}" for planet, ranks in RANKS.items() for motion in (*ranks, "eclipse"))

# The cards of the printed relays, and others to make eleven. Mars eclipse, Venus 4 and Mercury 7 are left over.
FIRST_HAND = ["Jupiter 2", "Venus 5", "Saturn 2", "Jupiter 3", "Mars 4", "Jupiter eclipse", "Mercury eclipse"]
FIRST_HAND += ["Saturn 1", "Saturn 4", "Venus 6", "Mercury 5"]
SECOND_HAND = ["Mars 3", "Mercury 4", "Mars 5", "Venus 3", "Venus eclipse", "Saturn 3"]
SECOND_HAND += ["Jupiter 1", "Jupiter 5", "Mars 2", "Mercury 6", "Saturn eclipse"]
SETS = ("hand[P1]", "hand[P2]", "stock", "spent", "debated")
LEFT_OVER = ["Mars eclipse", "Venus 4", "Mercury 7"]

# player, card, height, and where Mercury, Venus, Mars, Jupiter, Saturn and the Eclipse stand after it
PRINTED = """
P1  Jupiter 2        2  -       -       -       day2    -       day4
P2  Mars 3           5  -       -       day5    day2    -       day4
P1  Venus 5          7  -       night7  day5    day2    -       day4
P2  Mercury 4        7  day7    night7  day5    day2    -       day4
P1  pass             0  day7    night7  day5    day2    -       day4
P2  Mars 5           3  day7    night7  night3  day2    -       day4
P1  Saturn 2         3  day7    night7  night3  day2    day3    day4
P2  Venus 3          4  day7    night4  night3  day2    day3    day4
P1  Jupiter 3        7  day7    night4  night3  night7  day3    day4
P2  pass             0  day7    night4  night3  night7  day3    day4
P1  Mars 4           2  day7    night4  day2    night7  day3    day4
P2  Venus eclipse    4  day7    day4    day2    night7  day3    night4
P1  Jupiter eclipse  4  day7    day4    day2    night4  day3    night7
P2  Saturn 3         6  day7    day4    day2    night4  night6  night7
P1  Mercury eclipse  7  night7  day4    day2    night4  night6  day7
P2  pass             0  night7  day4    day2    night4  night6  day7
"""
STEPS = [re.split(" {2,}", line) for line in PRINTED.strip().splitlines()]


@pytest.fixture
def dealt(happen: Act) -> Match:
    """The printed game before its first card: P1 starts, both hands as above."""
    match = astro.start("ptolemy")
    happen(match, "P1", *FIRST_HAND, *SECOND_HAND)
    return match


@pytest.fixture
def position(dealt: Match, set_up: SetUp) -> Position:
    """A position in the middle of a round. P1 is asked unless said otherwise; cards nobody holds are spent."""

    def stands(
        hands: Sequence[Sequence[str]] = (FIRST_HAND, SECOND_HAND),
        sky: Mapping[str, str] | None = None,
        **fields: object,
    ) -> Match:
        held = {*hands[0], *hands[1]}
        left_over = [card for card in [*LEFT_OVER, *sorted(PACK)] if card not in held][:3]
        places = {f"{'Eclipse' if t == 'Eclipse' else 'Wanderer'}.at[{t}]": at for t, at in (sky or {}).items()}
        zones = {"hand[P1]": hands[0], "hand[P2]": hands[1], "stock": left_over}
        return set_up(dealt, {**zones, "spent": sorted(PACK - held - {*left_over}), **places, **fields})

    return stands


def cards(text: str) -> set[str]:
    return set(re.split(", | and ", text)) - {"nothing"}


def legal(match: Match) -> set[str]:
    return {match.written(move) for move in match.legal()}


def sky(seen: Seen, match: Match) -> dict[str, str]:
    """Where every token stands, in the referee's view."""
    fields = seen(match, None)
    return {p: fields[f"Wanderer.at[{p}]"] for p in PLANETS} | {"Eclipse": fields["Eclipse.at[Eclipse]"]}


def refusal(match: Match, typed: str) -> Verdict:
    """The refusal of a move of whoever is asked; it changes nothing."""
    before = (match.state[:], list(match.options), match.number)
    verdict = match.submit(match.actors[0], typed)
    assert not verdict.ok
    assert (match.state, match.options, match.number) == before
    return verdict


def line_of(match: Match, rule: str) -> int:
    """The only line of the rule file that holds a text."""
    (line,) = [n for n, text in enumerate(match.game.rules.source.text.splitlines(), 1) if rule in text]
    return line


# --- Set-up ----------------------------------------------------------------------------------------------------------


def test_two_players_only() -> None:
    """Rules: R1."""
    for count in (1, 3):
        with pytest.raises(astro.BadOption, match=f"Ptolemy is for 2 players, not {count}"):
            astro.start("ptolemy", players=count)


def test_new_round_has_an_empty_sky_and_eleven_cards_each(seen: Seen) -> None:
    """Rules: R2, R3, R4, A13."""
    match = astro.start("ptolemy")
    assert [(name, str(chance)) for _, chance, name in match.outcomes()] == [("P1", "1/2"), ("P2", "1/2")]
    match.settle()
    assert {name for _, _, name in match.outcomes()} == PACK
    match.settle_all()
    assert sky(seen, match) == dict.fromkeys(PLANETS, "none") | {"Eclipse": "day4"}
    fields = seen(match, None)
    zones = [cards(fields[zone]) for zone in ("hand[P1]", "hand[P2]", "stock")]
    assert [len(zone) for zone in zones] == [11, 11, 3]
    assert set.union(*zones) == PACK
    assert fields["starter"] == PLAYERS[match.actors[0]]


# --- The printed relays ----------------------------------------------------------------------------------------------


def test_printed_relays(dealt: Match, seen: Seen, play: Act) -> None:
    """Three relays, card by card.

    Rules: R6, R7, R8, R9, R10, R12, R13, R14, R15, R16, R17, R19, R20, R21, R24, A1, A2, A3, A5, A11, A13.
    """
    hands = {"P1": {*FIRST_HAND}, "P2": {*SECOND_HAND}}
    opener, debated = "P1", set()
    for player, move, height, *places in STEPS:
        assert dealt.actors == (PLAYERS.index(player),)
        play(dealt, move)
        other = "P2" if player == "P1" else "P1"
        if move == "pass":
            opener, debated = other, set()  # the other one opens the next relay, where nothing is debated yet (R17)
        else:
            hands[player].remove(move)
            debated.add(move.split()[0])
        fields = seen(dealt, None)
        assert list(sky(seen, dealt).values()) == [at.replace("-", "none") for at in places], move
        assert fields["height"] == height, move
        assert cards(fields["debated"]) == debated
        assert fields["starter"] == opener
        assert cards(fields["spent"]) == {*FIRST_HAND, *SECOND_HAND} - hands["P1"] - hands["P2"]
        for number, me in enumerate(PLAYERS):
            you = PLAYERS[1 - number]
            mine = seen(dealt, number)
            assert cards(mine[f"hand[{me}]"]) == hands[me]
            # All a player does not see are the other hand and the cards left over; their numbers are open (A11).
            assert mine == fields | {f"hand[{you}]": f"{len(hands[you])} cards", "stock": "3 cards"}
    assert [len(hand) for hand in hands.values()] == [4, 5]


def test_every_planet_debated_leaves_only_the_pass(dealt: Match, play: Act) -> None:
    """Rules: R15, R16, R17."""
    play(dealt, *(move for _, move, *_ in STEPS[:-1]))
    assert dealt.actors == (1,)
    assert legal(dealt) == {"pass"}
    for card in ("Jupiter 1", "Jupiter 5", "Mars 2", "Mercury 6", "Saturn eclipse"):
        first = refusal(dealt, card).reasons[0]
        assert first.text == f"{card.split()[0]} was already debated in this relay"
    play(dealt, "pass")
    assert dealt.actors == (0,)
    assert legal(dealt) >= {"Saturn 1", "Saturn 4", "Venus 6", "Mercury 5"}


@pytest.mark.parametrize(
    ("step", "height", "reason"),
    [
        (3, "7", "Mercury would land at day7, but the relay stands at 7"),
        (6, "3", "Saturn would land at day3, but the relay stands at 3"),
        (12, "4", "Jupiter would land at night4, but the relay stands at 4"),
    ],
)
def test_strict_option_refuses_the_printed_equal_moves(
    dealt: Match, happen: Act, play: Act, seen: Seen, set_up: SetUp, step: int, height: str, reason: str
) -> None:
    """Rules: R14, A1."""
    play(dealt, *(move for _, move, *_ in STEPS[:step]))
    player, move, *_ = STEPS[step]
    strict = astro.start("ptolemy", options={"equal_is_enough": "no"})
    happen(strict, "P1", *FIRST_HAND, *SECOND_HAND)
    same = {key: cards(text) if key in SETS else text for key, text in seen(dealt, None).items()}
    strict = set_up(strict, {**same, "asked": player})
    assert move in legal(dealt)
    assert move not in legal(strict)
    (told,) = refusal(strict, move).reasons
    assert told.text == reason
    assert told.rulings == ("R14",), "A1 says that equal is enough: it is not in force"
    assert told.line == line_of(strict, "when to.height > height")
    assert dict(told.seen) == {"to.height": height, "height": height, "equal_is_enough": "no"}


# --- Tricky positions ------------------------------------------------------------------------------------------------


def test_first_card_jumps_the_eclipse(dealt: Match, seen: Seen, play: Act, set_up: SetUp) -> None:
    """Rules: R9, R10, R12, R13."""
    match = set_up(dealt, {"asked": "P2"})
    play(match, "Mercury 4")
    assert sky(seen, match)["Mercury"] == "day5"
    assert seen(match, None)["height"] == "5"


def test_equal_height_in_the_other_half_is_enough(position: Position, seen: Seen, play: Act) -> None:
    """Rules: R14."""
    match = position(sky={"Venus": "night7", "Mars": "day5"}, height=7, debated=["Venus"], asked="P2")
    play(match, "Mars 2")
    assert sky(seen, match)["Mars"] == "day7"
    assert seen(match, None)["height"] == "7"


def test_planet_beside_the_board_cannot_be_eclipsed(dealt: Match, play: Act) -> None:
    """Rules: R13, R18."""
    (reason,) = refusal(dealt, "Jupiter eclipse").reasons
    assert reason.text == "Jupiter is not in the sky, so it cannot be eclipsed"
    assert reason.line == line_of(dealt, "when card.motion is not eclipse")
    assert dict(reason.seen) == {"card.motion": "eclipse", "Wanderer[card.planet].at": "none"}
    play(dealt, "Jupiter 2", "pass")
    assert "Jupiter eclipse" in legal(dealt)


def test_pass_frees_every_planet_for_both_players(dealt: Match, play: Act) -> None:
    """Rules: R15, R17."""
    play(dealt, "Venus 5")
    (reason,) = refusal(dealt, "Venus 3").reasons[:1]
    assert reason.text == "Venus was already debated in this relay"
    assert reason.line == line_of(dealt, "when card.planet not in debated")
    assert dict(reason.seen) == {"card.planet": "Venus", "debated": "Venus"}
    mine = dealt.copy()
    play(mine, "pass")
    assert mine.actors == (0,)
    play(mine, "Venus 6")  # by the player who had played it
    yours = dealt.copy()
    play(yours, "Mars 5", "pass")
    assert yours.actors == (1,)
    play(yours, "Venus 3")  # and by the other


def test_ring_goes_on_from_night_to_day(position: Position, seen: Seen, play: Act) -> None:
    """Rules: R8, R9."""
    match = position(sky={"Jupiter": "night1", "Saturn": "day1"})
    play(match, "Jupiter 2")
    assert sky(seen, match)["Jupiter"] == "day3"


def test_last_card_ends_the_round_at_once(position: Position, seen: Seen, play: Act) -> None:
    """Rules: R23, R24."""
    match = position(hands=(["Saturn 1"], ["Mercury 7", "Venus 6"]))
    play(match, "Saturn 1")
    assert seen(match, None)["wins[P1]"] == "1"
    assert match.actors == ()
    assert match.judge(1, "Mercury 7").message == "nobody is asked now: chance must settle first"
    match.settle_all()
    assert match.actors == (0,)


def test_next_round_starts_from_an_empty_sky_and_a_full_deal(position: Position, seen: Seen, play: Act) -> None:
    """Rules: A7."""
    stars = {"Mercury": "day7", "Venus": "night7", "Jupiter": "day2", "Eclipse": "night1"}
    match = position(hands=(["Saturn 1"], ["Mercury 7"]), sky=stars, passes=1)
    play(match, "Saturn 1")
    assert {name for _, _, name in match.outcomes()} == PACK
    match.settle_all()
    assert sky(seen, match) == dict.fromkeys(PLANETS, "none") | {"Eclipse": "day4"}
    fields = seen(match, None)
    assert [fields[name] for name in ("height", "debated", "passes", "spent")] == ["0", "nothing", "0", "nothing"]
    assert [len(cards(fields[zone])) for zone in ("hand[P1]", "hand[P2]", "stock")] == [11, 11, 3]
    assert (fields["wins[P1]"], fields["wins[P2]"]) == ("1", "0")


def test_hand_of_impossible_eclipses_must_pass(position: Position, play: Act) -> None:
    """Rules: R6, R16, R18, A6, A16."""
    match = position(hands=(["Jupiter eclipse", "Mars eclipse"], SECOND_HAND))
    assert legal(match) == {"pass"}
    after_two_passes = position(hands=(["Jupiter eclipse", "Mars eclipse"], SECOND_HAND), passes=2)
    assert legal(after_two_passes) == {"pass"}
    play(after_two_passes, "pass")
    assert "pass" not in legal(after_two_passes)  # the other one has a card to play


def test_third_round_is_opened_by_the_winner_of_the_second_and_is_the_last(
    position: Position, set_up: SetUp, seen: Seen, play: Act
) -> None:
    """Rules: R4, R5, R23."""
    match = position(hands=(SECOND_HAND, ["Saturn 1"]), asked="P2", **{"wins[P1]": 1})
    play(match, "Saturn 1")
    fields = seen(match, None)
    assert (fields["wins[P1]"], fields["wins[P2]"], fields["starter"]) == ("1", "1", "P2")
    match.settle_all()
    assert match.actors == (1,)
    third = seen(match, None)["hand[P1]"]
    last = min(cards(third) & {card for card in PACK if not card.endswith("eclipse")})
    match = set_up(match, {"asked": "P1", "hand[P1]": [last], "spent": cards(third) - {last}})
    play(match, last)
    assert match.over
    assert match.result is not None
    assert match.result.winners == (0,)
    assert match.result.places == (1, 2)
    assert match.judge(1, "pass").message == "the game is over"


def test_eclipse_is_worth_the_planets_new_space(position: Position, seen: Seen, play: Act) -> None:
    """Rules: R19, R20, A5."""
    match = position(sky={"Saturn": "night6", "Mercury": "day1", "Eclipse": "night7"}, height=6, debated=["Saturn"])
    play(match, "Mercury eclipse")
    assert (sky(seen, match)["Mercury"], sky(seen, match)["Eclipse"]) == ("night7", "day1")
    assert seen(match, None)["height"] == "7"
    turned = position(sky={"Saturn": "night6", "Mercury": "night7", "Eclipse": "day1"}, height=6, debated=["Saturn"])
    (reason,) = refusal(turned, "Mercury eclipse").reasons
    assert reason.text == "Mercury would land at day1, but the relay stands at 6"


def test_tokens_stay_when_a_relay_ends(position: Position, seen: Seen, play: Act) -> None:
    """Rules: R17."""
    match = position(sky={"Saturn": "day3", "Mars": "night3", "Eclipse": "night1"}, height=3, debated=["Saturn"])
    before = sky(seen, match)
    play(match, "pass")
    assert sky(seen, match) == before
    assert [seen(match, None)[name] for name in ("height", "debated")] == ["0", "nothing"]


# --- More of the rulings ---------------------------------------------------------------------------------------------


def test_eclipse_locks_its_planet_and_is_locked_by_it(position: Position, play: Act) -> None:
    """Rules: R15, R22, A4."""
    stars = {"Venus": "day1", "Jupiter": "day2", "Eclipse": "day3"}
    match = position(hands=(["Venus eclipse", "Saturn 2"], ["Venus 6", "Jupiter eclipse", "Mars 2"]), sky=stars)
    play(match, "Venus eclipse")
    (reason,) = [r for r in refusal(match, "Venus 6").reasons if r.rulings == ("R15", "A4")]
    assert reason.text == "Venus was already debated in this relay"
    match = position(hands=(["Venus 6", "Saturn 2"], ["Venus eclipse", "Mars 2"]), sky=stars)
    play(match, "Venus 6")
    assert "Venus was already debated in this relay" in [r.text for r in refusal(match, "Venus eclipse").reasons]


def test_two_eclipses_in_one_relay(position: Position, seen: Seen, play: Act) -> None:
    """Rules: R21."""
    stars = {"Venus": "day1", "Jupiter": "night4", "Eclipse": "day4"}
    match = position(hands=(["Jupiter eclipse", "Saturn 2"], ["Venus eclipse", "Mars 2"]), sky=stars)
    play(match, "Jupiter eclipse", "Venus eclipse")
    assert [sky(seen, match)[token] for token in ("Venus", "Jupiter", "Eclipse")] == ["night4", "day4", "day1"]


def test_a_refusal_gives_every_reason(position: Position) -> None:
    """Rules: R14, R15."""
    match = position(sky={"Jupiter": "day2", "Mars": "day6"}, height=6, debated=["Mars", "Jupiter"])
    verdict = refusal(match, "Jupiter eclipse")
    assert verdict.message == "not legal"
    assert [reason.text for reason in verdict.reasons] == [
        "Jupiter was already debated in this relay",
        "Jupiter would land at day4, but the relay stands at 6",
    ]


def test_card_of_the_other_player_or_left_over_is_refused_alike(dealt: Match) -> None:
    """What is wrong with a card one does not hold says nothing about where it is. Rules: R3, A11."""
    theirs, nobodys = refusal(dealt, "Mars 3"), refusal(dealt, "Venus 4")
    assert [reason.text for reason in theirs.reasons] == ["Mars 3 is not in your hand"]
    assert [reason.text for reason in nobodys.reasons] == ["Venus 4 is not in your hand"]


def test_nobody_passes_after_two_passes_with_a_card_to_play(dealt: Match, play: Act) -> None:
    """Rules: R16, A6, A16."""
    play(dealt, "pass", "pass")
    assert dealt.actors == (0,)
    (reason,) = refusal(dealt, "pass").reasons
    assert reason.text == "two passes in a row already, and you have a card to play"
    assert reason.rulings == ("A16",)
    assert reason.line == line_of(dealt, "when passes < 2")
    assert dict(reason.seen)["passes"] == "2"
    play(dealt, "Jupiter 2", "pass", "pass")
    assert "pass" not in legal(dealt)


def test_only_whoever_is_asked_may_act(dealt: Match) -> None:
    """Rules: R6."""
    verdict = dealt.submit(1, "Mars 3")
    assert (verdict.ok, verdict.message) == (False, "it is not P2's turn")


# --- A second referee, from the text of the rulings ------------------------------------------------------------------


def land(at: Mapping[str, str | None], token: str, n: int) -> str:
    """Where a token ends that counts n spaces: those of other tokens are jumped and not counted."""
    others = {RING.index(place) for other, place in at.items() if other != token and place is not None}
    place = at[token]
    i = -1 if place is None else RING.index(place)
    while n:
        i = (i + 1) % 14
        if i not in others:
            n -= 1
    return RING[i]


class Table:
    """A table with two players who keep to the rules by hand."""

    def __init__(self, equal_is_enough: bool) -> None:
        self.equal_is_enough = equal_is_enough
        self.wins = {"P1": 0, "P2": 0}
        self.turn = ""
        self.new_round()

    def new_round(self) -> None:  # R2, R3, A7
        self.at: dict[str, str | None] = {**dict.fromkeys(PLANETS), "Eclipse": "day4"}
        self.hands: dict[str, set[str]] = {"P1": set(), "P2": set()}
        self.spent: set[str] = set()
        self.passes = 0
        self.new_relay()

    def new_relay(self) -> None:  # R13, R17
        self.last = 0
        self.locked: set[str] = set()

    def chance(self, name: str) -> None:  # R3, R4
        if not self.turn:
            self.turn = name
        else:
            self.hands["P1" if len(self.hands["P1"]) < 11 else "P2"].add(name)

    def target(self, card: str) -> str:  # R7, R19
        planet, motion = card.split()
        eclipse = self.at["Eclipse"]
        assert eclipse is not None
        return eclipse if motion == "eclipse" else land(self.at, planet, int(motion))

    def playable(self, card: str) -> bool:
        planet, motion = card.split()
        if motion == "eclipse" and self.at[planet] is None:  # R18
            return False
        value = int(self.target(card)[-1])  # R12, R20
        high_enough = value >= self.last if self.equal_is_enough or not self.last else value > self.last  # R13, R14
        return planet not in self.locked and high_enough  # R15, R22

    def moves(self) -> set[str]:  # R6, R16, A6, A16
        found = {card for card in self.hands[self.turn] if self.playable(card)}
        return found | {"pass"} if self.passes < 2 or not found else found

    def play(self, move: str) -> None:
        other = "P2" if self.turn == "P1" else "P1"
        if move == "pass":  # R17
            self.passes += 1
            self.turn = other
            self.new_relay()
            return
        planet, motion = move.split()
        target = self.target(move)
        if motion == "eclipse":
            self.at["Eclipse"] = self.at[planet]
        self.at[planet] = target
        self.last = int(target[-1])
        self.locked.add(planet)
        self.passes = 0
        self.hands[self.turn].remove(move)
        self.spent.add(move)
        if self.hands[self.turn]:
            self.turn = other
        else:  # R4, R23
            self.wins[self.turn] += 1
            self.new_round()


@pytest.mark.parametrize("chunk", [0, *(pytest.param(chunk, marks=pytest.mark.thorough) for chunk in range(1, 5))])
@pytest.mark.parametrize("equal_is_enough", [True, False])
def test_agrees_with_a_second_referee(seen: Seen, equal_is_enough: bool, chunk: int) -> None:
    """Legal moves, positions, hands and winners of 60 games, or 300, with so many passes that relays end in every way.

    Rules: R2, R3, R4, R5, R6, R7, R9, R10, R11, R12, R13, R14, R15, R16, R17, R18, R19, R20, R22, R23, A6, A7, A16.
    """
    rules = astro.load("ptolemy")
    rounds: set[tuple[int, int]] = set()
    for seed in range(chunk * 30, chunk * 30 + 30):
        match = astro.start(rules, options={"equal_is_enough": "yes" if equal_is_enough else "no"}, seed=seed)
        table, pick = Table(equal_is_enough), random.Random(seed)
        while not match.over:
            if match.chance is not None:
                match.settle()
                table.chance(match.events[-1].text)
                continue
            assert match.actors == (PLAYERS.index(table.turn),), seed
            moves = sorted(table.moves())
            assert sorted(match.written(move) for move in match.legal()) == moves, seed
            fields = seen(match, None)
            assert {token: None if at == "none" else at for token, at in sky(seen, match).items()} == table.at, seed
            taken = [at for at in table.at.values() if at is not None]
            assert len(taken) == len(set(taken)), seed
            assert fields["height"] == str(table.last)
            zones = [cards(fields[zone]) for zone in ("hand[P1]", "hand[P2]", "spent")]
            assert zones == [*table.hands.values(), table.spent]
            move = "pass" if "pass" in moves and pick.random() < 0.3 else pick.choice(moves)
            assert match.submit(match.actors[0], move).ok
            table.play(move)
        assert match.result is not None
        assert sorted(table.wins.values()) in ([0, 2], [1, 2])  # R5: never a round more
        assert [table.wins[PLAYERS[p]] for p in match.result.winners] == [2]
        rounds.add((table.wins["P1"], table.wins["P2"]))
    assert rounds == {(2, 0), (2, 1), (1, 2), (0, 2)}, "these seeds should bring matches of every length"
