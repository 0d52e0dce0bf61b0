"""Typed moves are read exactly: the one move that was meant is judged, of several none is, and nothing is made up."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest

import astro_referee as astro
from astro_referee import Match
from astro_referee.grammar.source import Source
from astro_referee.interpreter import machine as m
from astro_referee.interpreter.play.notation import named_values
from astro_referee.interpreter.play.typed_moves.reading import Reader

HEAD = "astro 1\ngame Reading for 2 players\n"


def match_of(rules: str, names: list[str] | None = None) -> Match:
    return astro.start(astro.load(Source("reading.astro", HEAD + rules)), names=names)


def told(match: Match, typed: str) -> tuple[bool, str, tuple[str, ...]]:
    verdict = match.judge(match.actors[0], typed)
    return verdict.ok, verdict.text if verdict.ok else verdict.message, verdict.choices


# --- Tiles with two halves -------------------------------------------------------------------------------------------


def holding(*tiles: str) -> Match:
    """Ophiuchus after the deal, with these tiles in the hand of who is asked."""
    match = astro.start("ophiuchus", 2, seed=2)
    match.settle_all()
    state, names = match.state[:], match.game.machine.members["Tile"]
    state[match.game.offsets["hand"] + match.actors[0]] = sum(1 << names.index(tile) for tile in tiles)
    match.continue_from(state)
    return match


SHORT = ("B O", "BO YRBGP", "OP RP")
LONG = ("YRBG YRBGOP", "YRBGOP YRBGOP", "B O")


def test_a_blank_left_out_may_be_the_name_of_a_shorter_tile() -> None:
    several = "`BO j9 j10` could be several moves: which tile?"
    assert told(holding(*SHORT), "BO j9 j10") == (False, several, ("B O j9 j10", "BO YRBGP j9 j10"))
    # Also where the player has only one of them: what was said does not depend on it.
    assert told(holding("B O"), "BO j9 j10") == (False, several, ("B O j9 j10",))
    assert told(holding("BO YRBGP"), "BO j9 j10") == (False, several, ("BO YRBGP j9 j10",))


def test_a_tile_may_be_named_the_other_way_round() -> None:
    """Which half goes where then is a question: the order of the places may be that of the halves, or not."""
    ok, message, choices = told(holding(*LONG), "YRBGOP YRBG h10 i10")
    assert (ok, message) == (False, "`YRBGOP YRBG h10 i10` could be several moves: which tile?")
    assert choices == ("YRBG YRBGOP h10 i10", "YRBG YRBGOP i10 h10", "YRBGOP YRBGOP h10 i10")
    ok, message, choices = told(holding(*SHORT), "O B j9 j10")
    asked = "`O B j9 j10` could be several moves: at which space?"
    assert (ok, message, choices) == (False, asked, ("B O j9 j10", "B O j10 j9"))


def test_a_whole_name_is_not_taken_for_less() -> None:
    """`B O h9` is a tile and a place, not a tile on `b`, column `o` and a place."""
    match = holding(*SHORT)
    assert told(match, "B O j9 j10") == (True, "B O j9 j10", ())
    assert told(match, "bo yrbgp j9 j10") == (True, "BO YRBGP j9 j10", ())
    assert told(match, "B O h9") == (False, "nothing that begins with `B O h9` is legal", ())
    assert told(match, "bo y j9 j10") == (True, "BO YRBGP j9 j10", ())


def test_what_forbids_every_move_that_was_meant_is_told() -> None:
    verdict = holding(*SHORT).judge(holding(*SHORT).actors[0], "RP OP a1 a2")
    assert verdict.message == "`RP OP a1 a2` could be several moves, none of them legal"
    assert [reason.text for reason in verdict.reasons] == ["the tile must touch the layout with a side"]


def test_the_one_move_that_was_meant_is_refused_in_full() -> None:
    match = holding(*SHORT)
    verdict = match.judge(match.actors[0], "ybr h9 h10".replace("ybr", "op r"))
    assert (verdict.text, verdict.message) == ("OP RP h9 h10", "not legal")
    assert [reason.text for reason in verdict.reasons] == ["h9 is covered"]


# --- Names ----------------------------------------------------------------------------------------------------------

STONES = """kind Stone
  name
  blue_moon
  blue_sun
  red_sun
  sun
  sunflower
kind Lamp
  name | lit
  a1   | yes
  a12  | yes
  b12  | no
var gone: set of Stone

phase play
  turns clockwise from P1
    move lay(stone in Stone, lamp in Lamp) as "{stone} by {lamp}"
      when stone not in gone else "{stone} is gone"
      when lamp.lit else "{lamp} is out"
      then
        add stone to gone
    move done
      then
        draw
    move donate(stones in 0..2 of Stone)
      when blue_sun not in stones else "not the blue sun"
    move pay(coins in 2..10)
    move turn(stone in Stone) as "round {stone}"
"""


@pytest.mark.parametrize(
    ("typed", "ok", "said", "choices"),
    [
        ("sun by a1", True, "sun by a1", ()),
        ("sun b a12", True, "sun by a12", ()),
        ("sunf by a1", True, "sunflower by a1", ()),
        ("red by a1", True, "red_sun by a1", ()),
        ("SUN_RED by a1", True, "red_sun by a1", ()),
        ("sun blue by b12", False, "not legal", ()),
        ("redsun by a1", True, "red_sun by a1", ()),
        (
            "blue by a1",
            False,
            "`blue by a1` could be several moves: which stone?",
            ("blue_moon by a1", "blue_sun by a1"),
        ),
        ("su by a1", False, "`su by a1` could be several moves: which stone?", ("sun by a1", "sunflower by a1")),
        # A number is never cut, so that 1 is not taken for the only number that begins with it.
        ("pay 1", False, "`pay 1` is no move here", ()),
        ("sun by b1", False, "`sun by b1` is no move here", ()),
        ("pay 10", True, "pay 10", ()),
        # What may also be the beginning of another move is not played, unless it is written out.
        ("don", False, "`don` could be several moves", ()),
        ("done", True, "done", ()),
        ("dona", False, "`dona` is not finished: which stone or stones?", ()),
        ("donate red, su", False, "`donate red, su` could be several moves: which stone or stones?", ()),
        ("donate sun, red", True, "donate red_sun and sun", ()),
        (
            "donate blue, red",
            False,
            "`donate blue, red` could be several moves: which stone or stones?",
            ("donate blue_moon and red_sun",),
        ),
        ("donate nothing", True, "donate nothing", ()),
        ("donate nothingness", False, "`donate nothingness` is no move here", ()),
        ("", False, "`` is no move here", ()),
        (", ,", False, "`, ,` is no move here", ()),
    ],
)
def test_what_a_text_can_mean(typed: str, ok: bool, said: str, choices: tuple[str, ...]) -> None:
    found = told(match_of(STONES), typed)
    assert found[:2] == (ok, said)
    assert not choices or found[2] == choices


def test_legal_or_not_makes_no_difference_to_what_was_meant() -> None:
    match = match_of(STONES)
    match.submit(0, "blue_sun by a1")
    verdict = match.judge(1, "blue by a1")
    assert verdict.message == "`blue by a1` could be several moves: which stone?"
    assert verdict.choices == ("blue_moon by a1",)
    verdict = match.judge(1, "blue s by a1")
    assert (verdict.text, verdict.message) == ("blue_sun by a1", "not legal")
    assert [reason.text for reason in verdict.reasons] == ["blue_sun is gone"]


def test_one_thing_named_the_other_way_round_is_that_thing() -> None:
    match = match_of(STONES)
    assert told(match, "round sun red") == (True, "round red_sun", ())
    assert told(match, "round moon blue") == (True, "round blue_moon", ())


POINT = """kind Dawn: Ann, Aurora
phase play
  turns clockwise from P1
    move point(whom in others) as "at {whom}"
    move rise(dawn in Dawn) as "{dawn}"
"""


def test_players_go_by_their_names_and_seats() -> None:
    match = match_of(POINT, ["Ann", "Bob Blue"])
    assert told(match, "at bob blue") == (True, "at P2", ())
    assert told(match, "at bob") == (True, "at P2", ())
    assert told(match, "at p2") == (True, "at P2", ())
    assert told(match, "at ann") == (False, "not legal", ())
    assert told(match, "ann") == (True, "Ann", ())
    (reason,) = match.judge(0, "at cy").reasons
    assert reason.text == "there is no player cy, only Ann and Bob Blue"


# --- Notations that are worked out -----------------------------------------------------------------------------------

WORKED_OUT = """kind Frog
  name | number
  Alba | 1
  Bert | 2
  Cleo | 12
kind Wing
  name | written
  king | "O-O"
  queen | "O-O-O"
var tired: set of Frog

phase play
  turns clockwise from P1
    move jump(frog in Frog, far in 1..3) as "frog {frog.number} by {far}"
      when frog not in tired else "{frog} is tired"
      then
        add frog to tired
    move castle(wing in Wing) as "{wing.written}"
"""


@pytest.mark.parametrize(
    ("typed", "ok", "said"),
    [
        ("frog 12 by 1", True, "frog 12 by 1"),
        ("fr 12 b 1", True, "frog 12 by 1"),
        ("frog 1 by 2", True, "frog 1 by 2"),
        ("o-o", True, "O-O"),
        ("o-o-o", True, "O-O-O"),
        ("frog 1", False, "`frog 1` is not finished: which number?"),
        ("frog 1 by", False, "`frog 1 by` is not finished: which number?"),
        ("o", False, "`o` could be several moves"),
        ("frog 3 by 1", False, "`frog 3 by 1` is no move here"),
    ],
)
def test_what_is_worked_out_is_read_by_its_holes(typed: str, ok: bool, said: str) -> None:
    assert told(match_of(WORKED_OUT), typed)[:2] == (ok, said)


FOLLOWS = """kind Column: a..c
grid Cell: each column in Column, row in 1..3
phase play
  turns clockwise from P1
    move step(way in Direction) as "{way} to {to}"
      let to = a1.step(way)
      when to is not none else "the board ends there"
    move leap(way in Direction, far in 1..2) as "{way} over {to} by {far}"
      let to = a1.step(way)
      when to is not none else "the board ends there"
"""


def test_what_follows_from_the_parameters_need_not_be_said() -> None:
    match = match_of(FOLLOWS.split("    move leap")[0])
    assert told(match, "north") == (True, "north to a2", ())
    assert match.judge(0, "south").text == "south to none"
    match = match_of(FOLLOWS)
    assert told(match, "northe o b2 by 1") == (True, "northeast over b2 by 1", ())
    assert told(match, "north over a2")[1] == "`north over a2` is not finished: which number?"


def test_no_parameter_is_left_out_even_if_only_one_is_legal() -> None:
    rules = WORKED_OUT.replace("when frog", 'when far is 2 else "too far"\n      when frog')
    assert told(match_of(rules), "frog 1") == (False, "`frog 1` is not finished: which number?", ("frog 1 by 2",))


def test_a_text_that_could_be_anything_is_not_gone_through() -> None:
    names = [f"a{letter}{digit}" for letter in "abcdefgh" for digit in "xyz"]
    rules = f"""kind Item: {", ".join(names)}
phase play
  turns clockwise from P1
    move take(things in 0..3 of Item) as "{{things}}"
"""
    match = match_of(rules)
    assert told(match, "a a a a a a a")[1] == "`a a a a a a a` could be very many moves: write out more of it"
    assert told(match, "a a a")[1] == "`a a a` could be several moves: which item or items?"
    assert match.judge(0, ", ".join(names[:3])).ok
    assert match.judge(0, ", ".join(names[:9])).message == "not legal"


BESIDE = """kind Cell
  name | row | beside: Cell or none
  a1   | 1   | b1
  b1   | 1   | -
  b12  | 2   | b1
  c    | 3   | a1
kind Change
  name  | written
  same  | ""
  queen | "=queen"
  crow  | "=b1"
phase play
  turns clockwise from P1
    move go(from in Cell, to in Cell, change in Change) as "{from}{to}{change.written}"
    move put(change in Change, to in Cell) as "{change.written}{to}"
    move lift(from in Cell, far in 1..2, to in Cell) as "up {to} by {far} and {from.row} {from}"
    move leap(from in Cell) as "{from.beside}-{from}"
    move turn(from in Cell, to in Cell) as "{from} {from} {to.row} {to}"
"""


def test_holes_for_parameters_leave_out_nothing_that_is_meant() -> None:
    """Every combination of arguments, compared as it is written, gives the same readings in the same order."""

    class EachCombination(Reader):
        def combinations(self, slot: m.MoveSlot) -> list[tuple[int, ...]]:
            return [*product(*([value for value, _ in named_values(self.game, p.type)] for p in slot.params))]

    match, random = match_of(BESIDE), Random(5)
    decision = match.decision
    assert decision is not None
    pieces = ["a1", "b1", "b", "c", "1", "2", "=", "=q", "=queen", "=b1", "-", "up", "by 1", "and", "x", " ", ", "]
    texts = ["".join(random.choices(pieces, k=random.randint(1, 6))) for _ in range(40)]
    sorts = [[move for move in match.legal() if move[1] == number] for number in range(len(decision.moves))]
    for move in [move for sort in sorts for move in random.sample(sort, 4)]:
        words = match.written(move)
        texts += [words, words[:-1], words.replace("a", "a, ", 1), words.replace(" ", "")]
    met = set[int]()
    for text, (number, slot) in product(dict.fromkeys(texts), enumerate(decision.moves)):
        readings, expected = (
            [*of(match.game, text).by_candidates(number, slot, match.state, 0)] for of in (Reader, EachCombination)
        )
        assert readings == expected, text
        met |= {number for reading in readings if reading.whole and reading.exact}
    assert met == {*range(len(decision.moves))}


def test_what_is_worked_out_is_compared_only_where_the_rest_fits() -> None:
    match = match_of(BESIDE)
    assert match.decision is not None
    slot = match.decision.moves[0]
    assert Reader(match.game, "a1b1=q").combinations(slot) == [(0, 1, change) for change in range(3)]
    assert Reader(match.game, "x").combinations(slot) == []
