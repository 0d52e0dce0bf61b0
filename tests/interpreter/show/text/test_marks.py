"""Short marks: as few letters as tell things apart, and a legend that explains them."""

from __future__ import annotations

from collections.abc import Callable
from textwrap import dedent

import pytest

from astro_referee.grammar.source import Source
from astro_referee.interpreter.play import library
from astro_referee.interpreter.play.match import Match
from astro_referee.interpreter.show.picture import picture
from astro_referee.interpreter.show.scene.labels import Label, LabelPart
from astro_referee.interpreter.show.scene.marks import Marks, letters
from astro_referee.interpreter.show.scene.people import People

TWO = People(("White", "Black"), ("White", "Black"))
SIDES = (LabelPart("White", 0), LabelPart("Black", 1))


def words(*names: str) -> list[Label]:
    return [(LabelPart(name),) for name in names]


@pytest.mark.parametrize(
    ("names", "marks"),
    [
        ("X O", "X O"),
        ("P1 P2", "P1 P2"),
        ("White Black", "W B"),
        ("pawn knight bishop rook queen king", "p n b r q k"),
        ("Mars Mercury", "M E"),
        ("ab abb abbb", "ab a b"),
        ("aaa aaab aaac", "a b c"),
        ("aaa aab aba bab", "a aa ab b"),
        ("seat_1 seat_2 seat_3", "1 2 3"),
    ],
)
def test_letters(names: str, marks: str) -> None:
    made = letters(names.split(), short=2)
    assert made is not None
    assert [made[name] for name in names.split()] == marks.split()


def test_too_many_names_for_letters_have_no_marks() -> None:
    assert letters(["a" * length for length in range(3, 9)], short=2) is None
    marks = Marks(words(*("a" * length for length in range(3, 9))), TWO)
    assert [marks.face(label) for label in words("aaaa", "aaaaa")] == ["aaaa", "aaaaa"]


def test_capitals_tell_the_first_player_from_the_second() -> None:
    men = [(side, LabelPart(rank)) for side in SIDES for rank in ("pawn", "knight", "king")]
    marks = Marks(men, TWO)
    assert [marks.face(man) for man in men] == ["P", "N", "K", "p", "n", "k"]
    used = [men[2], men[4]]
    assert marks.legend(used) == ["N = knight", "K = king"]
    assert marks.sides(used) == ["capitals White, small letters Black"]


def test_capitals_need_two_players() -> None:
    three = People(("Red", "Green", "Blue"), ("Red", "Green", "Blue"))
    men = [(LabelPart(seat, i), LabelPart(rank)) for i, seat in enumerate(three.seats) for rank in ("man", "king")]
    marks = Marks(men, three)
    assert [marks.face(man) for man in men] == ["Rm", "Rk", "Gm", "Gk", "Bm", "Bk"]
    assert marks.sides(men) == []


def test_what_belongs_to_nobody_has_a_sign() -> None:
    men = [*((side, LabelPart("king")) for side in SIDES), (LabelPart("wall"),)]
    marks = Marks(men, TWO)
    assert [marks.face(man) for man in men] == ["K", "k", "*"]
    assert marks.legend(men) == ["K = king", "* = wall"]


def test_numbers_stay_numbers() -> None:
    men = [(side, LabelPart(number)) for side in SIDES for number in ("1", "12")]
    marks = Marks(men, TWO)
    assert [marks.face(man) for man in men] == ["W1", "W12", "B1", "B12"]
    pairs = [(LabelPart("1"), LabelPart("11")), (LabelPart("11"), LabelPart("1"))]
    assert [Marks(pairs, TWO).face(pair) for pair in pairs] == ["1-11", "11-1"]


def test_marks_that_would_be_alike_are_not_used() -> None:
    names = [(LabelPart("ab"),), (LabelPart("a"), LabelPart("b"))]
    marks = Marks(names, TWO)
    assert [marks.face(name) for name in names] == ["ab", "a b"]


def test_the_legend_names_the_people() -> None:
    people = People(("White", "Black"), ("Ann", "Black"))
    players: list[Label] = [(side,) for side in SIDES]
    assert Marks(players, people).legend(players) == ["W = White (Ann)", "B = Black"]
    seats = People(("P1", "P2"), ("Ann", "P2"))
    numbered: list[Label] = [(LabelPart("P1", 0),), (LabelPart("P2", 1),)]
    assert Marks(numbered, seats).legend(numbered) == ["P1 = Ann"]


def test_several_things_on_one_place() -> None:
    marks = Marks(words("fox", "goose"), TWO)
    assert marks.faces(words("fox", "goose")) == "fg"
    marks = Marks([(LabelPart("P1", 0),), (LabelPart("P2", 1),)], TWO)
    assert marks.faces([(LabelPart("P1", 0),), (LabelPart("P2", 1),)]) == "P1,P2"


def test_a_symbol_that_takes_two_columns_is_for_pictures_alone(drawn: Callable[..., str]) -> None:
    text = """
    astro 1
    game Zodiac for 2 players
    ring Sign
      name   | sign
      Aries  | "♈"
      Taurus | "♉"
      Gemini | "♊"
      Cancer | "♋"
      Leo    | "♌"
      Virgo  | "♍"
    token Sun on Sign
    phase play
      begin
        put Sun on Aries
      turns clockwise from P1
        move wait
    """
    match = Match(library.prepare(library.load(Source("test.astro", dedent(text).lstrip("\n")))), 1, ("P1", "P2"))
    match.settle_all()
    assert "Aries" in drawn(text)
    assert "♈" not in drawn(text)
    bare = picture(match, None)
    assert bare.count("<path") == 6 + 6 + 1  # sectors, their signs, and which way it goes round
