"""Several cards at once where they would lie in an order: what to write instead leaves no copy behind."""

from __future__ import annotations

import pytest
from written_games import do, start

from astro_referee.grammar.source import Source
from astro_referee.interpreter import examination
from astro_referee.interpreter.show import narration

RULES = """astro 1
game Drop for 2 players
kind Colour: red, blue
card Coin: COPIES of each colour in Colour, worth in 1..3
zone purse: Coin, seen by everyone
zone spent: pile of Coin, seen by everyone
zone well: pile of Coin, seen by nobody
zone shelf: row of 6 Coin, seen by everyone
phase play
  begin
    put all Coin into purse
  turns clockwise from P1
    move drop(coins in 2 of purse) as "drop {coins}"
      then
        LINE
        winner me because "{spent.size + shelf.size}"
    otherwise
      draw
"""
TOLD = "{all c in (first 12 of spent)}; {all c in (first 6 of shelf)}"
SPENT, SHELF = "red 2, red 1 and red 1; nothing", "nothing; red 1, blue 1 and blue 1"
DEAL = "deal 1 from well on shelf"
HEAP = "for card in (ordered card in coins by lowest card)"


@pytest.mark.parametrize(
    ("copies", "line", "loop", "put"),
    [
        (2, "put coins from purse on spent", HEAP, "put card from purse on spent"),
        (2, "put coins from purse into shelf", HEAP, "put card from purse into shelf"),
        (1, "put coins from purse on spent", "for card in coins", "put card from purse on spent"),
        (1, "put coins on spent", "for card in coins", "put card on spent"),
    ],
)
def test_all_of_them_come_to_lie_there(copies: int, line: str, loop: str, put: str) -> None:
    source = Source("drop.astro", RULES.replace("COPIES", str(copies)).replace("LINE", line))
    [problem] = [found for found in examination.examine(source).problems if found.code == "no-order"]
    assert problem.label == f"write `{loop}`, and below it, further in, `{put}`"
    [fix] = problem.fixes
    match = start(source.text[: fix.span.start] + fix.text + source.text[fix.span.end :])
    do(match, "P1 drop red 1, red 1" if copies == 2 else "P1 drop red 1, blue 2")
    assert narration.ending(match) == ["P1 wins: 2."]


def test_where_the_order_does_not_matter_the_zone_may_be_another() -> None:
    text = RULES.replace("COPIES", "2").replace("LINE", "put coins from purse on spent")
    [problem] = [p for p in examination.examine(Source("drop.astro", text)).problems if p.code == "no-order"]
    assert problem.notes == ("where the order does not matter, leave out `pile of` in the line of the zone",)


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        (["put 2 of Coin[red, 1] from purse under spent"], "red 1 and red 1; nothing"),
        (["put up to 9 of Coin[red, 1] from purse on spent", "put Coin[red, 2] from purse on spent"], SPENT),
        (["put 2 of Coin[blue, 1] from purse into shelf", "put Coin[red, 1] from purse on shelf"], SHELF),
        (["put 2 of Coin[blue, 1] from purse into shelf", "put Coin[red, 1] from purse on well", DEAL], SHELF),
        (["put Coin[blue, 1] from purse into shelf", "put 0 of Coin[red, 1] from purse on shelf"], "nothing; blue 1"),
    ],
)
def test_equal_cards_lie_there_in_any_order_and_a_row_has_a_front(lines: list[str], said: str) -> None:
    text = (
        RULES.replace("COPIES", "2")
        .replace("LINE", "\n        ".join(lines))
        .replace("{spent.size + shelf.size}", TOLD)
    )
    match = start(text)
    do(match, "P1 drop red 1, red 1")
    assert narration.ending(match) == [f"P1 wins: {said}."]
