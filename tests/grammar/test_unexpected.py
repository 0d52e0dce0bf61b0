"""Typical mistakes, one to a case: what is said, and where. Line 1 and 2 are the edition and the header."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from astro_referee.grammar.errors.phrasebook import DRAWN, SEVERAL
from astro_referee.grammar.problems import Problem

PLAY = "phase play\n  turns clockwise from P1\n    move go(c in Cell)\n      "
BEGIN = "phase play\n  begin\n    "

# The text below the header; line, column, code and words pointed at; what is said.
CASES = [
    (
        f'{PLAY}when mark[c] = none else "taken"',
        "6:20 equals-for-is =",
        "`=` stores a value; to compare, write `is`",
    ),
    (
        "def many(p: player) = count c in hand[p] >= 3",
        "3:42 open-phrase >=",
        "put the phrase in brackets before comparing it: `(count c in hand[p]) >= …`",
    ),
    (
        "def many(p: player) = count c in hand[p] where c.rank is 2 and c.suit is x >= 3",
        "3:76 open-phrase >=",
        "put the phrase in brackets before comparing it: `(count c in hand[p] where c.rank is 2 and c.suit is x) >= …`",
    ),
    ("def f(x: 1..9) = 1 < x < 5", "3:24 chained <", "what was compared already cannot be compared again"),
    ("var wins for each player 0..2 = 0", "3:26 missing-word 0", "`:` is missing before `0`"),
    ("kind Half: day night", "3:16 missing-word night", "`,` is missing before `night`"),
    (f"{BEGIN}deal 3 stock into hand[p]", "5:12 missing-word stock", "`from` is missing before `stock`"),
    (f"{BEGIN}put card spent", "5:14 missing-word spent", "`into` or `on` is missing before `spent`"),
    (f"{BEGIN}put card from hand[me] to spent", "5:28 syntax to", "I did not expect `to` here"),
    (f"{BEGIN}for p players\n      leave play", "5:11 missing-word players", "`in` is missing before `players`"),
    (
        "var after: player",
        "3:5 reserved-name after",
        "`after` has a meaning of its own in Astro and cannot be a name",
    ),
    (
        "def f(x: Card) = x.where",
        "3:20 reserved-name where",
        "`where` has a meaning of its own in Astro and cannot be a name",
    ),
    ("def f = 2nd", "3:9 bad-name 2nd", "a name cannot begin with a digit"),
    ("mvoe play(c in Half)", "3:1 unknown-statement mvoe", "no line begins with `mvoe`"),
    (f"{BEGIN}shuffel stock", "5:5 unknown-statement shuffel", "no line begins with `shuffel`"),
    (f"{BEGIN}lay(card)", "5:5 unknown-statement lay", "no line begins with `lay`"),
    (
        f"{BEGIN}move card from hand[me] to spent",
        "5:5 move-for-put move",
        "`move` cannot change the place of a thing: it is a player's choice",
    ),
    (
        f"{PLAY}when a < 2 else two passes already @A1",
        "6:23 unquoted-text two passes already",
        "this text is not in quotes",
    ),
    (f"{BEGIN}say well done", "5:9 unquoted-text well done", "this text is not in quotes"),
    ("ruling A1 first of all", "3:11 unquoted-text first of all", "this text is not in quotes"),
    ("kind Body\n  name | speed\n  Moon 4", "5:3 row-length Moon 4", "this row has 1 cell, but there are 2 columns"),
    ("kind Body\n  name | speed\n  Moon | | 4", "5:10 empty-cell |", "this cell is empty"),
    ("kind Body\n  name | speed\n  Mars | 3\n  Moon |", "6:8 empty-cell |", "this cell is empty"),
    ("kind Body\n  name | speed\n  | 3", "5:3 empty-cell |", "this cell is empty"),
    (
        "kind Body\n  name | speed\n  | Moon | 4 |",
        "5:3 empty-cell |",
        "no `|` can stand before the first cell of a row",
    ),
    (
        "kind Body\n  | name | speed |\n  | Moon | 4 |",
        "4:3 empty-cell |",
        "no `|` can stand before the first cell of a row",
    ),
    (
        "kind Body\n  name | speed\n  Moon | 4 |",
        "5:12 empty-cell |",
        "no `|` can stand behind the last cell of a row",
    ),
    ("use cards", "3:5 unquoted-text cards", "the name of this file is not in quotes"),
    ("kind Body\n  name | speed", "4:3 missing-block name | speed", "something is missing below this line"),
    ("phase play\nvar x: 0..2", "3:1 missing-block phase play", "nothing stands below this `phase`"),
    (f"{BEGIN}if a is b\n    leave play", "5:5 missing-block if a is b", "nothing stands below this `if`"),
    (f"{BEGIN}leave play\n      a = 1", "6:7 unexpected-indent a", "this line is further in than the line above"),
    ("var x: 0..2\n  put a on b", "4:3 unexpected-indent put", "this line is further in than the line above"),
    (f"{BEGIN}var x: 0..2", "5:5 misplaced var", "`var` cannot stand here: it belongs at the left margin"),
    (
        f"{BEGIN}when a is b",
        "5:5 misplaced when",
        "`when` cannot stand here: it belongs in a move, in a def, or below an option",
    ),
    (f"{PLAY}put a on b", "6:7 misplaced put", "`put` cannot stand here: it belongs below `then` in a move"),
    (f"{PLAY}passes = 1", "6:7 misplaced passes", "a value cannot be stored here: that belongs below `then` in a move"),
    (
        "put a on b",
        "3:1 misplaced put",
        "`put` cannot stand here: it belongs inside a phase, a procedure, a move or the end",
    ),
    (
        "passes = 1",
        "3:1 misplaced passes",
        "a value cannot be stored here: that belongs inside a phase, a procedure, a move or the end",
    ),
    ("def f\n  if a is b\n  1", "4:3 misplaced if", "`if` cannot stand here: it belongs behind a value"),
    (
        f'{BEGIN}leave play\n    "late"',
        '6:5 misplaced "late"',
        "a text by itself cannot stand here: it belongs on the first lines of a block",
    ),
    (
        "game Y for 3 players",
        "3:1 misplaced game",
        "`game` cannot stand here: it belongs at the top of the file, and only once",
    ),
    (
        f"{PLAY}then\n        a = 1\n      when b",
        "8:7 misplaced when",
        "`when` cannot stand below `then`: it belongs above it",
    ),
    (f"{PLAY}then\n        a = 1\n      then\n        b = 1", "8:7 twice then", "this move has a second `then`"),
    (f"{BEGIN}a = 1\n  begin\n    b = 1", "6:3 twice begin", "this phase has a second `begin`"),
    (f"{BEGIN}if a is 3:\n      b = 1\n      c = 1", "5:14 needless :", "`:` cannot stand at the end of this line"),
    (f"{BEGIN}if a is 3 then\n      b = 1", "5:15 needless then", "`then` cannot stand at the end of this line"),
    (
        f"{BEGIN}if a is 3 then b = 1",
        "5:15 needless then",
        "what belongs to this `if` cannot stand in the same line",
    ),
    (
        f"{BEGIN}for each p in players\n      a = 1",
        "5:5 syntax for each",
        "a step cannot begin with `for each`",
    ),
    (f"{BEGIN}add Mars @A1 to debated", "5:14 syntax @A1", "a footnote cannot stand in the middle of a line"),
    ("def f = a == b", "3:11 foreign-sign ==", "`==` has no meaning in Astro"),
    ("def f = a && b", "3:11 foreign-sign &&", "`&&` has no meaning in Astro"),
    (f"{PLAY}when a || b", "6:14 foreign-sign ||", "`||` has no meaning in Astro"),
    (f"{BEGIN}leave play;", "5:15 foreign-sign ;", "`;` has no meaning in Astro"),
    ("def f = naïve", "3:11 bad-character ï", "`ï` has no meaning in Astro"),
    (f"{BEGIN}say “well done”", "5:9 bad-character “well done”", "`“well done”` has no meaning in Astro"),
    (
        'def f = "\u202egnp"',
        "3:10 bad-character \u202e",
        "there is an invisible character here (right-to-left override)",
    ),
    ("def f\u00a0= 1", "3:6 bad-character", "there is an invisible character here (no-break space)"),
    (f'{BEGIN}say "well done', '5:9 open-text "well done', "this text has no closing quote"),
    (f"{BEGIN}if (a is b\n      leave play", "5:8 open-bracket (", "this `(` is never closed"),
    (f'{PLAY}when (a is b\n        else "no"', "6:12 open-bracket (", "this `(` is never closed"),
    (f"{BEGIN}if c\n      a = (1 if b\n    else\n      d = 1", "6:11 open-bracket (", "this `(` is never closed"),
    (f"{BEGIN}a = min(1,\n    b = 2", "5:12 open-bracket (", "this `(` is never closed"),
    ("def f = min(1,\n  2\nvar x: 0..2", "3:12 open-bracket (", "this `(` is never closed"),
    ("def f = 1)", "3:10 stray-bracket )", "`)` closes nothing"),
    ("def f = (1]", "3:11 stray-bracket ]", "`]` cannot close `(`"),
    (f"{BEGIN}a = 0\n   b = 1\n   c = 1", "6:4 indentation b", "this line is as far in as no line above it"),
    ("phase play\n\tbegin\n\t\ta = 1", "4:1 tab", "this line is indented by a tab"),
    ("def f = 1234567890", "3:9 number-too-large 1234567890", "this number has more than 9 digits"),
    (f'{BEGIN}say "{{a = 1}}"', "5:13 bad-hole =", "`=` stores a value; to compare, write `is` (in a hole of a text)"),
    (f'{BEGIN}say "{{a +}}"', "5:13 bad-hole +", "this breaks off too early (in a hole of a text)"),
    (f'{BEGIN}say "{{}}"', "5:10 bad-hole {}", "this hole is empty"),
    (f'{BEGIN}say "{{a"', "5:10 bad-hole {", "this `{` is never closed"),
    (f'{BEGIN}say "a}}"', "5:11 bad-hole }", "`}` ends no hole"),
    (f'{BEGIN}say "{{a § b}}"', "5:13 bad-hole §", "`§` has no meaning in a hole"),
    (f"{PLAY}must a is b", "6:17 syntax b", "this breaks off too early"),
    ("def f = a b", "3:11 syntax b", "I did not expect `b` here"),
]


@pytest.mark.parametrize(("text", "report", "message"), CASES, ids=[report for _, report, _ in CASES])
def test_slip(
    reports: Callable[[str], list[str]], problem: Callable[[str], Problem], text: str, report: str, message: str
) -> None:
    assert reports(text) == [report]
    assert problem(text).message == message


# What is offered beside the place.
OFFERS = [
    ("mvoe play(c in Half)", "did you mean `move`?"),
    ("Move play(c in Half)", "did you mean `move`?"),
    (f"{BEGIN}lay(card)", "to run a procedure, write `do lay`"),
    (f"{BEGIN}drwa", "did you mean `draw`?"),
    (f"{BEGIN}elif a is b\n      c = 1", "Astro says `else if`"),
    (f"{BEGIN}leader = random player", "Astro says `leader = random from player`"),
    (f"{BEGIN}leader = a random player", "Astro says `leader = random from player`"),
    (f"{BEGIN}pick leader at random", "Astro says `leader = random from …`"),
    (f"{BEGIN}spies = random from 2 of players", f"Astro says {SEVERAL}"),
    (f"{BEGIN}spies = 2 random players", f"Astro says {SEVERAL}"),
    (f"{BEGIN}add random from players to spies", f"Astro says {DRAWN}"),
    (f"{BEGIN}let leader = random from players", f"Astro says {DRAWN}"),
    (f"{BEGIN}put card from hand[me] to spent", "write `into` or `on` instead"),
    ("def f = a != b", "write `is not`"),
    (f"{PLAY}must a is b", "expected next: `if able`"),
    ("def f(x) = 1", "expected: `:`"),
    ("def f = (1 +)", "expected: a value"),
]


@pytest.mark.parametrize(("text", "label"), OFFERS)
def test_offer(problem: Callable[[str], Problem], text: str, label: str) -> None:
    assert problem(text).label == label
