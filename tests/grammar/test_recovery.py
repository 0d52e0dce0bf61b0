"""Several mistakes in one file: each is reported once, and the rest of the file is read."""

from __future__ import annotations

from collections.abc import Callable

from astro_referee.grammar import tree
from astro_referee.grammar.reader import read
from astro_referee.grammar.source import Source
from astro_referee.grammar.syntax import limits

BROKEN = """\
astro 1
game X for 2 players
kind Half: day night
kind Body
  name | speed
  Moon || 3
  Sun | 1
var where: 0..2
var fine: 0..2
  put x on y
def many(p: player) = count c in hand[p] >= 3
phase nothing
phase play
  begin
    if fine = 1
      fine = 2
      shuffel this
    else if fine is 2
      fine = 3
    else
      fine = 4
    fine = (1 +
    fine = 3
  turns clockwise from P1
    move go(c in Half)
      when c = day else "no"
      when c is day else "no {"
      then
        say hello
        fine = 1
end
  winner only p in players where fine is 1
"""


def test_independent_mistakes_are_reported_each_once(reports: Callable[[str], list[str]]) -> None:
    assert reports(BROKEN.split("\n", 2)[2]) == [
        "3:16 missing-word night",
        "6:9 empty-cell |",
        "8:5 reserved-name where",
        "10:3 unexpected-indent put",
        "11:42 open-phrase >=",
        "12:1 missing-block phase nothing",
        "15:13 equals-for-is =",
        "22:12 open-bracket (",
        "26:14 equals-for-is =",
        "27:30 bad-hole {",
        "29:13 unquoted-text hello",
    ]


def test_what_can_be_read_is_in_the_tree() -> None:
    file, _ = read(Source("x", BROKEN))
    assert file is not None
    kind, var, phase, end = file.items
    assert isinstance(kind, tree.Kind)
    assert kind.rows is not None
    assert len(kind.rows.rows) == 1
    assert isinstance(var, tree.Var)
    assert isinstance(phase, tree.Phase)
    assert [type(step) for step in phase.begin] == [tree.Store]
    (turns,) = phase.body
    assert isinstance(turns, tree.Turns)
    (move,) = turns.body
    assert isinstance(move, tree.Move)
    assert (len(move.parts), len(move.then)) == (1, 1)
    assert isinstance(end, tree.End)


def test_a_table_without_columns_takes_its_rows_with_it(reports: Callable[[str], list[str]]) -> None:
    assert reports("kind Body\n  name | 3\n  Moon | 4\n  Sun | 5\nvar wrong\n") == [
        "4:10 syntax 3",
        "7:1 syntax var wrong",
    ]


def test_a_line_with_one_problem_is_not_reported_again(reports: Callable[[str], list[str]]) -> None:
    assert reports("var § = 3\nvar x: 0..2\nvra y: 0..2\n") == ["3:5 bad-character §", "5:1 unknown-statement vra"]
    assert reports("phase §\nvar x: 0..2\n") == ["3:7 bad-character §"]


def test_mistakes_in_boards_histories_and_reach_stay_in_their_lines(reports: Callable[[str], list[str]]) -> None:
    text = """\
hexgrid Cell: each x in 1..3 y in 1..3
graph Point: p1, p2
history seen for each player
history past of man,
var fine: 0..2
def near(s: Cell) = reach q from {s} where fine is 2
def far(s: Cell) = reach q in {s} by q.neighbours
phase play
  remember
  never
  never "so"
  fine = 1
"""
    assert reports(text) == [
        "3:30 missing-word y",
        "4:12 syntax :",
        "5:23 syntax player",
        "6:20 syntax ,",
        "8:38 syntax where",
        "9:28 syntax in",
        "11:3 syntax remember",
        "12:3 syntax never",
        '13:9 syntax "so"',
    ]


def test_problems_are_counted_only_so_far() -> None:
    text = "astro 1\ngame X for 2 players\n" + "nonsense here\n" * 200
    file, problems = read(Source("x", text))
    assert file is None
    assert len(problems) == limits.PROBLEMS + 1
    assert problems[-1].code == "more-problems"
