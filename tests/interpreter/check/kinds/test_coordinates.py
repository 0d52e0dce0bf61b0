"""Members by coordinates that change in play: off the board is none, and the type says so exactly where that can be."""

from __future__ import annotations

import pytest

from astro_referee.grammar import report
from astro_referee.grammar.source import Source
from astro_referee.interpreter import examination, pipeline
from astro_referee.interpreter.backends.python.engine import PythonEngine
from astro_referee.interpreter.pipeline import written
from astro_referee.interpreter.play import library
from astro_referee.interpreter.play.match import Match

# Cells of three columns and four rows; Gaps has no a3, b3, c3.
GAME = """astro 1
game Edges for 2 players
kind Column: a..c
kind Suit: sun, moon
grid Cell: each column in Column, row in 1..4
grid Gap: each column in Column, row in 1..4 where row is not 3 named "g{column}{row}"
card Card: each suit in Suit, rank in 2..4
var here: Cell = b2
var way: -9..9
var tide: 0..9 or none or low
var who: player or none
token Pawn on Cell: each owner_of in player

phase play
BEGIN
  turns clockwise from P1
    move go
LINES
    move stop
      then
        draw
"""


def problems(lines: str = "", begin: str = "") -> list[str]:
    text = GAME.replace("LINES\n", lines).replace("BEGIN\n", f"  begin\n{begin}" if begin else "")
    found = examination.examine(Source("edges.astro", text)).problems
    return [problem.code for problem in found if problem.code not in ("unused", "never-stored")]


MAY_LIE_OUTSIDE = [
    "Cell[here.column, here.row + 1]",
    "Cell[here.column.next, here.row]",
    "Cell[here.column + way, 1]",
    "Cell[here.column, way]",
    "Cell[here.column, 1 + way * 100000000]",
    "Gap[here.column, here.row]",
    "Card[sun, here.row]",
    "Card[moon, here.row + 3]",
]
ALWAYS_INSIDE = [
    "Cell[here.column, 1]",
    "Cell[b, here.row]",
    "Cell[here.column, max(1, min(here.row + way, 4))]",
    "Gap[here.column, 2]",
    "Gap[here.column, 1 + here.row / 4]",
    "Card[sun, 2 + here.row / 3]",
]


@pytest.mark.parametrize("place", MAY_LIE_OUTSIDE)
@pytest.mark.parametrize("where", ["move", "begin"])
def test_what_may_lie_outside_may_be_none(place: str, where: str) -> None:
    guarded = f"let goal = {place}\nif goal is not none\n  if goal.next is none\n    draw\n"
    loose = f"if {place} > {place}\n  draw\n"
    for text, codes in ((guarded, []), (loose, ["may-be-none", "may-be-none"])):
        begin = "".join(f"    {line}\n" for line in text.splitlines())
        move = "      then\n" + "".join(f"        {line}\n" for line in text.splitlines())
        assert problems(lines=move) == codes if where == "move" else problems(begin=begin) == codes


@pytest.mark.parametrize("place", ALWAYS_INSIDE)
def test_what_never_lies_outside_is_never_none(place: str) -> None:
    assert problems(f'      when {place} is not none else "off"\n') == ["never-equal"]
    assert problems(f'      when {place} > {place} else "no"\n') == []


def test_a_guard_in_a_move_keeps_it_on_the_board() -> None:
    move = (
        "      let goal = Cell[here.column, here.row + 1]\n"
        '      when goal is not none else "that is off the board"\n'
        "      then\n        here = goal\n"
    )
    text = GAME.replace("LINES\n", move).replace("BEGIN\n", "")
    match = Match(library.prepare(library.load(Source("edges.astro", text))), 1, ("P1", "P2"))
    assert [match.submit(turn % 2, "go").ok for turn in range(3)] == [True, True, False]
    assert [reason.text for reason in match.submit(0, "go").reasons] == ["that is off the board"]
    assert match.submit(0, "stop").ok


def test_what_is_always_outside_is_refused() -> None:
    assert problems('      when Cell[a, 5] is here else "no"\n') == ["out-of-range"]
    assert problems('      when Cell[here.column, here.row + 4] is here else "no"\n') == ["out-of-range"]
    assert problems('      when Cell[here.row, 1] is here else "no"\n') == ["wrong-type"]
    assert problems('      when Gap[a, 3] is ga1 else "no"\n') == ["no-such-member"]
    assert problems('      when Cell[none, 1] is here else "no"\n') == ["no-such-member"]


def test_every_coordinate_finds_its_place_or_none() -> None:
    """Steps from one place over all edges, extra words, and numbers too large for any table, in both modules."""
    asked: dict[str, str] = {}
    setting: list[str] = []

    def ask(value: str, expected: str) -> None:
        asked[f"{len(asked)}. {value}"] = expected
        setting.append(f'say "{{ {value} }}"')

    columns = "abc"
    for step in range(-9, 10):
        setting.append(f"way = {step}")
        row = 2 + step
        ask("Cell[here.column, here.row + way]", f"b{row}" if 1 <= row <= 4 else "none")
        ask("Gap[here.column, here.row + way]", f"gb{row}" if row in (1, 2, 4) else "none")
        ask("Cell[here.column + way, 1]", f"{columns[1 + step]}1" if 0 <= 1 + step < 3 else "none")
        ask("Cell[here.column + way, here.row + way].row", f"{row}" if 0 <= 1 + step < 3 and 1 <= row <= 4 else "none")
        ask("Card[moon, way]", f"moon {step}" if 2 <= step <= 4 else "none")
        ask("Cell[here.column, 2 + way * 50000000]", "b2" if step == 0 else "none")
    for tide in ("none", "low", "0", "1", "4", "5"):
        setting.append(f"tide = {tide}")
        ask("Cell[here.column, tide]", f"b{tide}" if tide in ("1", "4") else "none")
    for who in ("none", "P1", "P2"):
        setting.append(f"who = {who}")
        ask("Pawn[who]", who)
    begin = "".join(f"    {line}\n" for line in setting)
    text = GAME.replace("LINES\n", "").replace("BEGIN\n", f"  begin\n{begin}")
    source = Source("edges.astro", text)
    try:
        match = Match(library.prepare(library.load(source)), 1, ("P1", "P2"))
    except library.BadRules as bad:
        pytest.fail(report.frames(source, bad.problems))
    assert dict(zip(asked, [line.text for line in match.opening if not line.last], strict=True)) == asked
    built, _ = pipeline.build(source)
    assert built is not None
    logs: list[list[object]] = []
    for writer in (written(built.machine, quick=False), written(built.machine)):
        code, log = PythonEngine.of(writer).module, list[object]()
        code["run"](code["start"](), log)
        logs.append(log)
    assert logs[0] == logs[1]
