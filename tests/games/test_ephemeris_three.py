"""Game Three of Ephemeris against its rulings: questions, orbits, points, and a key that nobody sees too early.

Each test names the rules it is about by their numbers in the rule files: R are those of the book, A what was decided
where it is unclear.
"""

from __future__ import annotations

import random
import re
import shutil
from collections.abc import Callable, Mapping
from fractions import Fraction
from pathlib import Path

import pytest
from zodiac import COLOUR, COLOURS, FIGURE_5, RANK, SIGNS, START, Sky, Step, any_sky, moved, on, placed, steps

import astro_referee as astro
from astro_referee import Match, Verdict

SetUp = Callable[[Match, Mapping[str, object]], Match]
Seen = Callable[[Match, int | None], dict[str, str]]
Act = Callable[..., None]
Stands = Callable[..., Match]

GAMES = Path(__file__).parents[2] / "games"
ROWS = [line.split(" | ") for line in (GAMES / "ephemeris/quiz.astro").read_text().splitlines() if '"' in line]
QUIZ = {
    (row[0].strip(), row[1].strip()): {
        "question": row[2].strip('"'),
        **{letter: row[3 + n].strip('"') for n, letter in enumerate("ABC")},
        "key": row[6].strip(),
        "reason": row[7].strip('"'),
    }
    for row in ROWS
    if len(row) == 8
}
PLANETS = [body for body in RANK if RANK[body] < 2]
FREE: Sky = {**START, "Venus": "Pisces"}
"""Venus is two signs before its home, and four before the first body it may not pass."""


def at_question(players: int, **options: str) -> Match:
    """The first match in which P1 is asked first, and nobody has moved yet."""
    game = astro.start("ephemeris-three", players, options).game
    for seed in range(99):
        match = Match(game, seed, game.players)
        match.settle_all()
        if match.actors == (0,):
            return match
    raise AssertionError("P1 should start a game in two")


@pytest.fixture(scope="module")
def tables() -> dict[int, Match]:
    return {players: at_question(players) for players in (2, 3, 7)}


@pytest.fixture
def asked(tables: dict[int, Match], set_up: SetUp) -> Stands:
    """P1 is asked a question; P1 plays Mars, P2 Venus, P3 Saturn."""

    def position(sky: Sky, colour: str, card: str = "1", players: int = 2, **fields: object) -> Match:
        own = {f"own_planet[P{n + 1}]": body for n, body in enumerate(["Mars", "Venus", "Saturn"][:players])}
        given = {name.replace("_P", "[P") + "]" * ("_P" in name): value for name, value in fields.items()}
        return set_up(tables[players], {**placed(sky), **own, "even_die": colour, "read_out": [card], **given})

    return position


@pytest.fixture
def answered(asked: Stands, play: Act) -> Stands:
    """P1 has given an answer, right or wrong, and is to move."""

    def position(sky: Sky, colour: str, right: bool = True, players: int = 2, **fields: object) -> Match:
        match = asked(sky, colour, players=players, **fields)
        key = QUIZ["1", colour]["key"]
        play(match, key if right else "ABC".replace(key, "")[0])
        return match

    return position


def written(match: Match) -> set[str]:
    return {match.written(move) for move in match.legal()}


def steps_of(match: Match) -> set[Step]:
    return {(body, int(signs)) for body, signs in (text.split() for text in written(match))}


def sky_of(fields: Mapping[str, str]) -> Sky:
    return {body: fields[f"Piece.at[{body}]"] for body in RANK}


def refusal(match: Match, typed: str) -> Verdict:
    before = (match.state[:], list(match.options), match.number)
    verdict = match.submit(match.actors[0], typed)
    assert not verdict.ok
    assert (match.state, match.options, match.number) == before
    return verdict


def reasons(match: Match, typed: str) -> list[tuple[str, tuple[str, ...]]]:
    return [(reason.text, reason.rulings) for reason in refusal(match, typed).reasons]


def said(match: Match, events: int = 1) -> list[str]:
    return [line.text for event in match.events[-events:] for line in event.said]


def is_question(match: Match) -> bool:
    return not match.over and match.chance is None and written(match) == {"A", "B", "C"}


# --- Set-up ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 3, 7])
def test_everybody_has_a_planet_of_their_own(players: int, seen: Seen) -> None:
    """Rules: R1, R19."""
    for seed in range(5):
        match = astro.start("ephemeris-three", players, seed=seed)
        match.settle_all()
        fields = seen(match, None)
        own = [fields[f"own_planet[P{n + 1}]"] for n in range(players)]
        assert len({*own}) == players
        assert {*own} <= {*PLANETS}
        assert sky_of(fields) == START
        for n, body in enumerate(own):
            assert fields[f"progress[P{n + 1}]"] == "0"
            assert said(match, match.number).count(f"P{n + 1} plays {body}, at home in {START[body]}.") == 1
            assert {seen(match, p)[f"own_planet[P{n + 1}]"] for p in range(players)} == {body}


def test_dealing_gives_every_planet_the_same_chance() -> None:
    """Rules: R19."""
    match = astro.start("ephemeris-three", 7)
    for left in range(7, 0, -1):
        assert {chance for _, chance, _ in match.outcomes()} == {Fraction(1, left)}
        match.settle()


def test_two_to_seven_players() -> None:
    for count in (1, 8):
        with pytest.raises(astro.BadOption, match=f"EphemerisThree is for 2 to 7 players, not {count}"):
            astro.start("ephemeris-three", players=count)


def test_planets_may_be_chosen(play: Act, seen: Seen) -> None:
    """Rules: R19, A30, V4."""
    match = astro.start("ephemeris-three", 3, {"choose_planets": "yes"})
    assert match.actors == (0,)
    assert written(match) == {*PLANETS}
    refusal(match, "Moon")
    play(match, "Mars")
    assert match.actors == (1,)
    assert written(match) == {*PLANETS} - {"Mars"}
    refusal(match, "Mars")
    play(match, "Neptune", "Venus")
    assert [seen(match, 0)[f"own_planet[P{n}]"] for n in (1, 2, 3)] == ["Mars", "Neptune", "Venus"]


def test_mercury_may_live_in_virgo(play: Act, seen: Seen) -> None:
    """Rules: A4."""
    match = astro.start("ephemeris-three", 2, {"choose_planets": "yes", "mercury_in_virgo": "yes"})
    play(match, "Mercury")
    assert said(match) == ["P1 plays Mercury, at home in Virgo."]
    assert seen(match, 0)["Piece.at[Mercury]"] == "Virgo"


def test_the_first_yellow_starts(play: Act, happen: Act) -> None:
    """Rules: R7, R20."""
    match = astro.start("ephemeris-three", 3, {"choose_planets": "yes"})
    play(match, "Mars", "Venus", "Saturn")
    happen(match, "red", "blue", "red", "red", "yellow")
    assert {name: chance for _, chance, name in match.outcomes()} == dict.fromkeys(COLOURS, Fraction(1, 3))
    happen(match, "blue", "9")
    assert match.actors == (1,)


# --- Questions -------------------------------------------------------------------------------------------------------


def test_the_player_to_the_right_reads_the_question_of_the_colour(answered: Stands, play: Act, happen: Act) -> None:
    """Rules: R22, R24."""
    match = answered(START, "yellow", players=3)
    for reader, mover, colour, card in (
        ("P1", "P2", "red", "30"),
        ("P2", "P3", "blue", "31"),
        ("P3", "P1", "red", "32"),
    ):
        play(match, min(written(match)))
        happen(match, colour)
        happen(match, card)
        row = QUIZ[card, colour]
        assert match.actors == (int(mover[1]) - 1,)
        lines = [f"{reader} asks {mover}: {row['question']}", f"A: {row['A']}. B: {row['B']}. C: {row['C']}."]
        assert said(match) == lines
        assert [match.about(move) for move in match.legal()] == [f"{row[letter]}." for letter in "ABC"]
        play(match, "A")


def test_all_questions_have_one_right_answer(asked: Stands, play: Act, seen: Seen) -> None:
    """Rules: R23."""
    assert len(QUIZ) == 3 * 72
    for (card, colour), row in QUIZ.items():
        match = asked(START, colour, card)
        for letter in "ABC":
            then = match.copy()
            play(then, letter)
            right = letter == row["key"]
            assert seen(then, 0)["correct"] == ("yes" if right else "no")
            verdict = f"Right, {row[letter]}!" if right else f"No, the answer is {row['key']}: {row[row['key']]}."
            assert said(then) == [f"{verdict} {row['reason']}"]


def test_read_cards_go_under_the_pack(seen: Seen) -> None:
    """Rules: A24."""
    match, pick, read = astro.start("ephemeris-three", 2, {"games": "12"}, seed=4), random.Random(4), []
    while len(read) < 180:
        match.settle_all()
        if is_question(match):
            read.append(seen(match, None)["read_out"])
        match.play(pick.choice(match.legal()))
    assert len({*read[:72]}) == 72
    assert read[72:144] == read[:72]
    assert read[144:] == read[:36]


def permuted(folder: Path) -> Path:
    """The game with every key one letter further on."""
    shutil.copytree(GAMES, folder / "games")
    quiz = folder / "games/ephemeris/quiz.astro"
    text = re.sub(r'\| ([ABC]) \| "', lambda key: f'| {after(key[1])} | "', quiz.read_text())
    assert text.count("| A |") == [row["key"] for row in QUIZ.values()].count("C")
    quiz.write_text(text)
    return folder / "games/ephemeris_three.astro"


def after(letter: str) -> str:
    return "ABC"["ABC".index(letter) - 2]


def everything(match: Match) -> list[object]:
    """All that anybody is shown, offered, or told for what they type."""
    typed = ["A", "b", "", "Mars 1", "Moon 12", "Jupiter 3", "C?"]
    told = [told_for(match.judge(player, text)) for player in range(match.game.seats) for text in typed]
    offered = [(match.written(move), match.about(move)) for move in match.legal()]
    return [[match.view(player) for player in (None, 0, 1, 2)], offered, told, match.outcomes()]


def told_for(verdict: Verdict) -> list[object]:
    """All of a verdict but the name of the file."""
    why = [(reason.text, reason.line, reason.rule, reason.seen, reason.rulings) for reason in verdict.reasons]
    return [verdict.ok, verdict.message, verdict.choices, verdict.move, why]


def test_nothing_tells_the_key_before_the_answer(tmp_path: Path) -> None:
    """With other keys everything looks the same: only what is said of an answer differs. Rules: R22, R23."""
    one, two = (astro.start(game, 3, seed=8) for game in ("ephemeris-three", permuted(tmp_path)))
    pick, answers = random.Random(8), 0
    assert one.opening == two.opening
    while not one.over:
        assert everything(one) == everything(two)
        if one.chance is not None:
            one.settle()
            two.settle()
        elif is_question(one):
            letter = pick.choice("ABC")
            assert one.submit(one.actors[0], letter).ok
            assert two.submit(two.actors[0], after(letter)).ok
            answers += 1
            assert (one.events[-1], said(one)) != (two.events[-1], said(two))
            continue
        else:
            move = pick.choice(one.legal())
            one.play(move)
            two.play(move)
        assert one.events[-1] == two.events[-1]
    assert two.over
    assert answers > 20


# --- Moves -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("colour", COLOURS)
def test_first_moves(answered: Stands, colour: str) -> None:
    """Rules: R2, R23, A2, A3."""
    far = {"Mars": 3, "Venus": 2, "Mercury": 1, "Sun": 11, "Moon": 11}
    far |= {"Jupiter": 4, "Saturn": 3, "Uranus": 2, "Neptune": 1}
    own = {body: signs for body, signs in far.items() if COLOUR[body] == colour}
    assert steps_of(answered(START, colour)) == {(body, n) for body in own for n in range(1, own[body] + 1)}
    assert steps_of(answered(START, colour, right=False)) == {(body, 1) for body in own}


def test_a_right_answer_goes_any_distance_and_a_wrong_one_a_single_sign(answered: Stands) -> None:
    """Rules: R23, A25."""
    pick, alone = random.Random(3), 0
    for _ in range(150):
        sky, colour = any_sky(pick), pick.choice(COLOURS)
        legal = steps(sky, [colour])
        if legal:
            single = {(body, signs) for body, signs in legal if signs == 1}
            alone += len(single) == 1
            assert steps_of(answered(sky, colour)) == legal
            assert steps_of(answered(sky, colour, right=False)) == single
    assert alone > 5


def test_refused_moves_say_why(answered: Stands) -> None:
    """Rules: R2, R23, A1, A3, A25."""
    match = answered(START, "red")
    assert reasons(match, "Jupiter 1") == [("the die is red, and Jupiter is blue", ("R23",))]
    assert reasons(match, "Mercury 2") == [("Mercury may not pass Moon in Cancer", ("R2", "A1"))]
    match = answered({**START, "Mars": "Leo"}, "red", right=False)
    assert reasons(match, "Venus 2") == [("after a wrong answer a body goes one sign", ("R23", "A25"))]
    assert reasons(match, "Mars 1") == [("Mars may not pass Sun in Leo", ("R2", "A1"))]
    match = answered(START, "yellow")
    assert reasons(match, "Moon 12") == [("a whole lap would leave Moon where it is", ("A3",))]
    assert "Moon 11" in written(match)


@pytest.mark.parametrize("owner", ["P1", "P2", "P3"])
@pytest.mark.parametrize("signs", [2, 3, 4])
def test_an_orbit_ends_at_home_whoever_moves(answered: Stands, play: Act, seen: Seen, signs: int, owner: str) -> None:
    """Rules: R3, R25, A19."""
    others = iter(["Mars", "Saturn"])
    own = {f"own_planet_P{n}": "Venus" if owner == f"P{n}" else next(others) for n in (1, 2, 3)}
    match = answered(FREE, "red", players=3, **own, **{f"progress_{owner}": 10})
    assert {n for body, n in steps_of(match) if body == "Venus"} == {1, 2, 3, 4}
    move = next(move for move in match.legal() if match.written(move) == f"Venus {signs}")
    assert match.about(move) == "Venus goes from Pisces to Taurus."
    near = match.copy()
    play(near, "Venus 1")
    assert not near.over
    assert seen(near, 0)[f"progress[{owner}]"] == "11"
    play(match, f"Venus {signs}")
    assert match.over
    assert match.result is not None
    assert match.result.winners == (int(owner[1]) - 1,)
    assert seen(match, 0)["Piece.at[Venus]"] == "Taurus"
    assert said(match) == [f"Venus is home again in Taurus: {owner} has won."]


def test_coming_home_from_behind_is_no_orbit(answered: Stands, play: Act, seen: Seen) -> None:
    """Rules: A20."""
    match = answered({**START, "Mars": "Pisces"}, "red", progress_P1=-1)
    play(match, "Mars 1")
    assert not match.over
    assert seen(match, 0)["progress[P1]"] == "0"


@pytest.mark.parametrize("typed", ["Sun 4", "Mercury 3"])
def test_what_nobody_plays_goes_on_past_its_start(answered: Stands, play: Act, seen: Seen, typed: str) -> None:
    """Rules: A19."""
    sky = {**START, "Sun": "Gemini", "Moon": "Libra", "Mercury": "Aries"}
    sky = sky if typed.startswith("Sun") else {**sky, "Sun": "Leo"}
    body, signs = typed.split()
    match = answered(sky, COLOUR[body])
    play(match, typed)
    assert not match.over
    assert seen(match, 0)[f"Piece.at[{body}]"] == on(sky[body], int(signs))
    assert {seen(match, 0)[f"progress[{p}]"] for p in ("P1", "P2")} == {"0"}


# --- Retrograde ------------------------------------------------------------------------------------------------------


@pytest.fixture
def blocked(answered: Stands, play: Act, happen: Act) -> Stands:
    """P1 has moved Jupiter, and P2 has rolled red: Sun and Moon stand in the way of all red planets."""

    def position(**fields: object) -> Match:
        match = answered(FIGURE_5, "blue", players=3, **fields)
        play(match, "Jupiter 1")
        happen(match, "red")
        return match

    return position


@pytest.mark.parametrize("body", PLANETS)
def test_no_question_but_one_sign_back(blocked: Stands, happen: Act, seen: Seen, body: str) -> None:
    """Rules: R21, A22, A23, A27."""
    match = blocked()
    assert "No red body can move, so there is no question for P2." in said(match)
    assert {name: chance for _, chance, name in match.outcomes()} == dict.fromkeys(PLANETS, Fraction(1, 7))
    before = sky_of(seen(match, None))
    happen(match, body)
    fields = seen(match, None)
    assert sky_of(fields) == {**before, body: on(before[body], -1)}
    assert said(match) == [f"The retrograde card sends {body} one sign back, to {on(before[body], -1)}."]
    own = {"P1": "Mars", "P2": "Venus", "P3": "Saturn"}
    assert {p: fields[f"progress[{p}]"] for p in own} == {p: "-1" if own[p] == body else "0" for p in own}
    assert match.chance is not None  # P3 rolls
    happen(match, "yellow", "72")
    assert match.actors == (2,)


def test_a_planet_sent_back_a_whole_lap_owes_one_orbit(blocked: Stands, happen: Act, seen: Seen) -> None:
    """Rules: A32."""
    match = blocked(progress_P2=-11)
    happen(match, "Venus")
    assert seen(match, 0)["progress[P2]"] == "0"
    match = blocked(progress_P2=-10)
    happen(match, "Venus")
    assert seen(match, 0)["progress[P2]"] == "-11"


def test_there_is_no_eclipse_and_no_pluto(answered: Stands) -> None:
    """They belong to Game Two alone."""
    match = answered(START, "yellow")
    for typed in ("eclipse", "pluto", "done"):
        assert not match.judge(0, typed).ok


def test_retrograde_cards_go_under_the_pack(blocked: Stands, seen: Seen) -> None:
    """Rules: R13, R21."""
    order = {f"retrograde_order[{n}]": PLANETS[n % 7] for n in range(1, 15)}
    match = blocked(retrograde_number=14, retrograde_pack=[], **order)
    assert said(match)[-1].startswith(f"The retrograde card sends {PLANETS[1]} one sign back")


def test_yellow_always_asks(answered: Stands, play: Act, happen: Act) -> None:
    """Rules: R21."""
    pick = random.Random(11)
    for _ in range(60):
        match = answered(any_sky(pick), "yellow")
        play(match, min(written(match)))
        happen(match, "yellow")
        assert match.chance is not None
        assert len(match.outcomes()) > 14, "a quiz card is drawn, not a retrograde card"


# --- Points ----------------------------------------------------------------------------------------------------------


def won(answered: Stands, play: Act, **fields: object) -> Match:
    """P2's Venus comes home; P1 has gone 7 signs, P3 has lost one."""
    match = answered(FREE, "red", players=3, progress_P1=7, progress_P2=10, progress_P3=-1, **fields)
    play(match, "Venus 2")
    return match


def test_points(answered: Stands, play: Act) -> None:
    """Rules: R26, A21."""
    match = won(answered, play)
    assert match.result is not None
    assert match.result.scores == (7, 12, 0)
    assert match.result.places == (2, 1, 3)


def test_turns_may_be_limited_and_then_signs_count(set_up: SetUp, play: Act) -> None:
    """The limit is for each game of a run. Rules: A28, A33."""
    own = {"own_planet[P1]": "Mars", "own_planet[P2]": "Venus", "progress[P1]": 3, "progress[P2]": -2}
    match = set_up(at_question(2, games="2", most_turns="1"), {**own, "even_die": "yellow", "read_out": ["1"]})
    play(match, "A", "Moon 1")
    assert said(match)[0] == "Nobody's planet is home after 1 turns."
    match.settle_all()
    match = set_up(match, {"even_die": "yellow", "read_out": ["1"]})
    play(match, "A", "Moon 1")
    assert match.result is not None
    assert match.result.scores == (3, 0)


@pytest.fixture
def run_of_two(set_up: SetUp) -> Stands:
    """P1 is asked in a run of two games."""
    table = at_question(3, games="2")

    def position(**fields: object) -> Match:
        own = {"own_planet[P1]": "Mars", "own_planet[P2]": "Venus", "own_planet[P3]": "Saturn"}
        gone = {"progress[P1]": 7, "progress[P2]": 10, "progress[P3]": -1}
        given = {name.replace("_P", "[P") + "]" * ("_P" in name): value for name, value in fields.items()}
        return set_up(table, {**placed(FREE), **own, **gone, "even_die": "red", "read_out": ["1"], **given})

    return position


def test_points_are_added_over_a_run(run_of_two: Stands, play: Act, happen: Act, seen: Seen) -> None:
    """Rules: R26, A29, V4."""
    match = run_of_two(retrograde_pack=PLANETS)
    packs = {name: seen(match, None)[name] for name in ("quiz_pack", "retrograde_pack", "read_out")}
    play(match, QUIZ["1", "red"]["key"], "Venus 2")
    assert not match.over
    happen(match, "Jupiter", "Saturn", "Mars", "yellow")
    fields = seen(match, 0)
    assert [fields[f"points[P{n}]"] for n in (1, 2, 3)] == ["7", "12", "0"]
    assert [fields[f"progress[P{n}]"] for n in (1, 2, 3)] == ["0", "0", "0"]
    assert [fields[f"own_planet[P{n}]"] for n in (1, 2, 3)] == ["Jupiter", "Saturn", "Mars"]
    assert sky_of(fields) == START
    assert {name: seen(match, None)[name] for name in packs} == packs
    match = run_of_two(games_over=1, points_P1=12, points_P2=4, points_P3=11)
    play(match, QUIZ["1", "red"]["key"], "Venus 2")
    assert match.result is not None
    assert match.result.scores == (19, 16, 11)
    assert match.result.winners == (0,)


def test_most_points_may_be_shared(run_of_two: Stands, play: Act) -> None:
    """Rules: R26."""
    match = run_of_two(games_over=1, points_P1=12, points_P2=7)
    play(match, QUIZ["1", "red"]["key"], "Venus 2")
    assert match.result is not None
    assert match.result.winners == (0, 1)


# --- Whole games by hand ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(4))
def test_whole_runs_as_worked_out_by_hand(seed: int, seen: Seen) -> None:
    """Places, progress and points of whole runs, from nothing but the moves made and the cards turned up.

    Rules: R21, R23, R25, R26, A19, A21.
    """
    match, pick = astro.start("ephemeris-three", 4, {"games": "2"}, seed=seed), random.Random(seed)
    points, finished = [0] * 4, 0
    while not match.over:
        sky, progress, right = dict(START), [0] * 4, False
        owner: dict[str, int] = {}
        while 12 not in progress:
            if match.chance is not None:
                match.settle()
                event = match.events[-1]
                if event.label.startswith("own_planet of P"):
                    owner[event.text] = int(event.label[-1]) - 1
                back = [text.split()[4] for text in said(match) if "one sign back" in text]
                for body in back:
                    sky = {**sky, body: SIGNS[SIGNS.index(sky[body]) - 1]}
                    if body in owner:
                        progress[owner[body]] -= 1
                continue
            fields = seen(match, None)
            assert sky_of(fields) == sky
            assert [int(fields[f"progress[P{n + 1}]"]) for n in range(4)] == progress
            assert [int(fields[f"points[P{n + 1}]"]) for n in range(4)] == points
            colour = fields["even_die"]
            move = pick.choice(match.legal())
            typed = match.written(move)
            if is_question(match):
                assert steps(sky, [colour])
                right = QUIZ[fields["read_out"], colour]["key"] == typed
            else:
                assert steps_of(match) == {step for step in steps(sky, [colour]) if right or step[1] == 1}
                body, signs = typed.split()[0], int(typed.split()[1])
                if body in owner:
                    signs = min(signs, 12 - progress[owner[body]])
                    progress[owner[body]] += signs
                sky = moved(sky, (body, signs))
            match.play(move)
        points = [total + max(0, gone) for total, gone in zip(points, progress, strict=True)]
        finished += 1
    assert finished == 2
    assert match.result is not None
    assert match.result.scores == tuple(points)
