"""Numbers, words and sets: one line each, or tables."""

from __future__ import annotations

from collections.abc import Callable
from textwrap import dedent

Drawn = Callable[..., str]
Picture = Callable[[str], str]


def rules(declared: str, *begin: str) -> str:
    """A game with these declarations, and steps that begin it."""
    lines = ["astro 1", "game Values for 2 players", dedent(declared).strip("\n"), "phase play"]
    lines += ["  begin", *(f"    {step}" for step in begin)] if begin else []
    return "\n".join([*lines, "  turns clockwise from P1", "    move wait", ""])


def test_several_numbers_of_each_player_are_a_table(drawn: Drawn, picture: Picture) -> None:
    text = rules("""
    kind Colour: crimson, teal
    var coins for each player: 0..99 = 12
    var ready for each player: bool
    var colour for each player: Colour or none
    var bid for each player: 0..9, seen by owner
    var leader: player = P2
    """)
    assert drawn(text, 0, ("Ann", "Bartholomew")) == picture(
        """
                     coins  ready  colour  bid
        Ann             12     no    none    0
        Bartholomew     12     no    none    ?

        leader: Bartholomew
        """
    )


def test_one_number_of_each_player_is_a_line(drawn: Drawn) -> None:
    assert drawn(rules("    var coins for each player: 0..9"), 0, ("Ann", "Bob")) == "coins: Ann = 0, Bob = 0"


def test_things_with_several_numbers_are_a_table(drawn: Drawn, picture: Picture) -> None:
    text = rules("""
    kind Goods: wood, stone
    var price for each Goods: 0..9 = 3
    var left for each Goods: 0..99 = 40
    var held for each player, Goods: 0..9 = 1
    """)
    assert drawn(text, 0, ("Ann", "Bob")) == picture(
        """
        Goods  price  left    held  wood  stone
        wood       3    40    Ann      1      1
        stone      3    40    Bob      1      1
        """
    )


def test_a_table_wider_than_the_page_is_continued(drawn: Drawn) -> None:
    names = [f"a_rather_long_name_{letter}" for letter in "abcd"]
    rows = drawn(rules("\n".join(f"    var {name} for each player: 0..9" for name in names))).split("\n")
    titles = [name.replace("_", " ") for name in names]
    assert [row.split("  ")[-2:] for row in rows if "long" in row] == [titles[:2], titles[2:]]


def test_sets_have_a_line_for_each_player_and_wrap(drawn: Drawn, picture: Picture) -> None:
    hills = ", ".join(f"hill_number_{number}" for number in range(1, 9))
    declared = f"""
    kind Hill: {hills}
    var lit for each player: set of Hill
    var friends: set of player
    """
    text = rules(declared, "lit[P2] = Hill", "friends = {P1, P2}")
    assert drawn(text, 0, ("Ann", "Bob")) == picture(
        """
        lit of Ann: nothing
        lit of Bob: hill_number_1, hill_number_2, hill_number_3, hill_number_4,
            hill_number_5, hill_number_6, hill_number_7 and hill_number_8
        friends: Ann and Bob
        """
    )


def test_sets_of_what_has_a_mark_of_one_letter_are_a_table(drawn: Drawn, picture: Picture) -> None:
    declared = """
    kind Hue
      name | short
      plum | "P"
      rose | "R"
    var hues for each player, 1..3: set of Hue
    var steps for each player, 1..3: set of 1..4
    """
    text = rules(declared, "hues[P2, 3] = Hue", "hues[P1, 1] = {rose}", "steps[P1, 2] = {1, 4}")
    assert drawn(text, 0, ("Ann", "Bob")) == picture(
        """
        hues  1  2   3    steps  1   2  3
        Ann   R  .   .    Ann    .  14  .
        Bob   .  .  PR    Bob    .   .  .
        """
    )


def test_of_many_values_only_the_unusual_ones_are_told(drawn: Drawn) -> None:
    text = rules("var weight for each 1..50: 0..9", "weight[4] = 3")
    assert drawn(text) == "weight: 4 = 3, all others 0"
    assert drawn(rules("    var weight for each 1..50: 0..9 = 2")) == "weight: all 2"


def test_pairs_in_a_large_table(drawn: Drawn, picture: Picture) -> None:
    text = rules("var men for each player, 0..25: 0..15", "men[P1, 6] = 5", "men[P2, 24] = 2")
    assert drawn(text, 0, ("Ann", "Bob")) == picture(
        """
        men  0  1  2  3  4  5  6  7  8  9  10  11  12
        Ann  .  .  .  .  .  .  5  .  .  .   .   .   .
        Bob  .  .  .  .  .  .  .  .  .  .   .   .   .
        men  13  14  15  16  17  18  19  20  21  22  23  24  25
        Ann   .   .   .   .   .   .   .   .   .   .   .   .   .
        Bob   .   .   .   .   .   .   .   .   .   .   .   2   .
        """
    )


def test_in_a_large_table_a_naught_is_told_from_none(drawn: Drawn, picture: Picture) -> None:
    text = rules("var bid for each player, 1..13: 0..9 or none", "bid[P1, 2] = 0", "bid[P2, 13] = 7")
    assert drawn(text) == picture(
        """
        bid  1  2  3  4  5  6  7  8  9  10  11  12  13
        P1   .  0  .  .  .  .  .  .  .   .   .   .   .
        P2   .  .  .  .  .  .  .  .  .   .   .   .   7
        """
    )


def test_what_tells_nothing_has_no_line(drawn: Drawn) -> None:
    """No line for what is none, empty, always the same, or seen by nobody who looks."""
    text = """
        astro 1
        game Still for 2 players
        option most: 0..9 = 0
        var leader: player or none
        var out: set of player
        var rounds: 0..most
        var key for each 1..3: 0..9, seen by nobody
        var bid for each player: 0..9, seen by owner
        phase play
          turns clockwise from P1
            move wait
              then
                leader = me
                out = {me}
                rounds = min(rounds + 1, most)
                key[1] = 1
                bid[me] = 1
    """
    assert drawn(text, 0) == "bid: P1 = 0, P2 = hidden"
    assert drawn(text).split("\n") == ["key: 1 = 0, 2 = 0, 3 = 0", "bid: P1 = 0, P2 = 0"]


def test_players_read_the_words_that_the_rules_have_for_them(drawn: Drawn, picture: Picture) -> None:
    """`as` gives them; else the name has blanks. Tokens go by their own names where these say what they are."""
    text = """
        astro 1
        game Words for 2 players
        kind Place: a, b
        kind Animal: fox, hare
        card Card: each number in 1..2
        token Beast on Place: each animal in Animal
        token Pawn on Place: each owner in player
        die first_die as "the red die": 1..6
        zone kept as "cards won" for each player: Card, seen by everyone
        var so_far for each player: 0..3
        var tally as "rounds in a row" for each player: 0..3
        var last_one: 0..3
        phase play
          begin
            put Card[1] into kept[P2]
            put Beast[hare] on a
            put Pawn[P1] on b
          turns clockwise from P1
            move wait
    """
    assert drawn(text, 0, ("Ann", "Bob")) == picture(
        """
        Beast: hare on a
        Pawn: Ann on b
        off the board: fox, Pawn Bob
        cards won of Bob: 1
        empty: cards won of Ann

             so far  rounds in a row
        Ann       0                0
        Bob       0                0

        the red die: 1
        last one: 0
        """
    )


def test_sets_that_are_mostly_the_same_are_told_once(drawn: Drawn, picture: Picture) -> None:
    text = """
        astro 1
        game Clues for 2 players
        kind Hue: red, green
        var may_be for each 1..5: set of Hue = {red, green}
        die cup for each player: 1..6
        phase play
          begin
            may_be[2] = {red}
          turns clockwise from P1
            move wait
    """
    assert drawn(text) == picture(
        """
        may be of 2: red
        may be of all others: red and green
        cup of P1: 1
        cup of P2: 1
        """
    )
