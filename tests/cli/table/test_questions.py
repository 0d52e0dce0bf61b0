"""Options that players are asked for before they begin, and choices of options that the rules refuse."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from pathlib import Path

import pytest
from click.testing import Result
from terminal import play

import astro_referee as astro
from astro_referee.interpreter import examination
from astro_referee.interpreter.play import library
from astro_referee.interpreter.study import coverage, playability

Run = Callable[..., Result]
Rules = Callable[[str], str]
MONTHS = (
    *("January", "February", "March", "April", "May", "June"),
    *("July", "August", "September", "October", "November", "December"),
)
DATES = f"""astro 1
game Dates for 2 players
kind Month
  name | days
  January | 31
  February | 29
  {", ".join(MONTHS[2:])} | 31
option month: Month = March, asked today.month
  "The month of today's date."
option day: 1..31 = 21, asked today.day
  when day <= month.days else "{{month}} has {{month.days}} days"
option fast: bool, asked
option high: bool
phase play
  ask P1
    move go as "go on {{day}} {{month}}"
end
  if fast or high
    draw
  winner P1
"""


def answers(*typed: str) -> tuple[list[str], Callable[[str, str], str | None]]:
    """What was asked, and something that answers in this order, and then no more."""
    asked: list[str] = []
    left = list(typed)

    def answer(prompt: str, screen: str) -> str | None:
        asked.append(prompt)
        return left.pop(0) if left else None

    return asked, answer


def kept(record: Path) -> list[str]:
    return [row for row in record.read_text().splitlines() if row.startswith("option: ")]


def test_a_terminal_asks_for_what_is_not_set(rules: Rules, tmp_path: Path) -> None:
    """Enter takes today's date; the record has it, so that the same game can be played on any other day."""
    path, record = rules(DATES), tmp_path / "game.txt"
    before = date.today()
    asked, answer = answers("", "", "yes", "1")
    said, _, code = play(["play", path, "--record", str(record)], answer)
    today = min(before, date.today())
    assert code == 0, said
    assert asked[0].endswith(f"The month of today's date [{MONTHS[today.month - 1]}]: ")
    assert asked[1].endswith(f"day [{today.day}]: ")
    assert asked[2].endswith("fast [no]: ")
    assert kept(record) == [
        f"option: month = {MONTHS[today.month - 1]}",
        f"option: day = {today.day}",
        "option: fast = yes",
        "option: high = no",
    ]


def test_what_does_not_fit_is_asked_for_again(rules: Rules, tmp_path: Path) -> None:
    path, record = rules(DATES), tmp_path / "game.txt"
    asked, answer = answers("Brumaire", "february", "31", "february", "29", "1")
    said, _, code = play(["play", path, "--option", "fast=no", "--record", str(record)], answer)
    assert code == 0, said
    assert "option month must be one of January," in said
    assert "February has 29 days; once more" in said
    assert not any("fast" in prompt for prompt in asked)
    assert kept(record)[:2] == ["option: month = February", "option: day = 29"]


@pytest.mark.parametrize(
    "words",
    [
        ["--watch"],
        ["--bot", "P1=random", "--bot", "P2=random"],
        ["--option", "month=May", "--option", "day=1", "--option", "fast=yes"],
    ],
)
def test_a_terminal_asks_for_nothing_that_is_set_or_that_nobody_is_there_for(rules: Rules, words: list[str]) -> None:
    asked, answer = answers("1")
    said, _, code = play(["play", rules(DATES), *words], answer)
    assert code == 0, said
    assert not any("[" in prompt for prompt in asked if "Another game?" not in prompt)


def test_the_end_of_the_input_ends_the_questions(rules: Rules) -> None:
    _, answer = answers()
    said, _, code = play(["play", rules(DATES)], answer)
    assert code == 1
    assert "the input ended too early" in said


def test_nobody_is_asked_without_a_terminal(run: Run, rules: Rules) -> None:
    said = run("play", rules(DATES), typed="1\n", code=0).stdout
    assert "options: month=March, day=21, fast=no, high=no" in said
    assert "[" not in said.split("P1>")[0]


def test_a_record_goes_on_without_a_question(rules: Rules, tmp_path: Path, run: Run) -> None:
    record = tmp_path / "game.txt"
    run("play", rules(DATES), "--record", record, "--option", "month=May", typed="quit\n")
    asked, answer = answers("1")
    said, _, code = play(["play", str(record)], answer)
    assert code == 0, said
    assert not any("[" in prompt for prompt in asked if "Another game?" not in prompt)


# --- What does not go together ---------------------------------------------------------------------------------------


def test_a_choice_of_options_that_the_rules_exclude_is_refused(run: Run, rules: Rules) -> None:
    path = rules(DATES)
    with pytest.raises(astro.BadOption, match=r"^February has 29 days$"):
        astro.start(path, options={"month": "February", "day": "31"})
    words = ["--option", "month=February", "--option", "day=30"]
    for command in (["play", path, "--watch"], ["simulate", path], ["referee", path, "--moves", "-"]):
        said = run(*command, *words)
        assert said.exit_code != 0
        assert "February has 29 days" in said.output
    assert astro.start(path, options={"month": "February", "day": "29"}).game.seats == 2


LIMITED = """astro 1
game Limited for 2 players
option low: 1..5 = 2
option high: 1..5 = 3
  when low <= high else "low is above high"
var taken: low..high
phase play
  ask P1
    move take
      then
        taken = high
        winner P1 because "{P1} takes {taken}"
"""


def test_set_ups_that_are_refused_are_not_tried(rules: Rules) -> None:
    """`low..high` with 5 and 1 would be an empty span: an error, if anybody looked at that set-up."""
    path = rules(LIMITED)
    source = library.load_source(Path(path))
    assert examination.examine(source).problems == ()
    assert playability.try_out(path, games=5, positions=0).ok
    covered = coverage.cover(Path(path), "limited", playouts=20)
    assert covered.playouts == 20
    assert covered.missing == (), "limits are asked before there is a game"
    unlimited = LIMITED.replace('  when low <= high else "low is above high"\n', "")
    found = examination.examine(library.load_source(Path(rules(unlimited)))).problems
    assert [problem.code for problem in found] == ["empty-span"]


def test_questions_and_limits_do_not_change_the_rules(rules: Rules) -> None:
    """A record can be taken up after them, as its parts are the same."""
    plain = DATES.replace(", asked today.month", "").replace(", asked today.day", "").replace(", asked", "")
    plain = plain.replace('  when day <= month.days else "{month} has {month.days} days"\n', "")
    assert astro.load(rules(plain)).parts == astro.load(rules(DATES)).parts


def test_rules_tell_how_a_game_was_set_up(run: Run, rules: Rules) -> None:
    said = run("play", rules(DATES), "--option", "month=May", typed="rules\nquit\n").stdout
    assert "Set for this game:\n  month = May  The month of today's date.\n  day = 21\n" in said


def test_a_variant_with_another_default_still_asks(tmp_path: Path) -> None:
    (tmp_path / "dates.astro").write_text(DATES)
    path = tmp_path / "later.astro"
    path.write_text('astro 1\nvariant Later of "dates.astro"\noption month = May\n')
    sheets = {sheet.name: sheet for sheet in astro.load(path).options}
    assert (sheets["month"].default, sheets["month"].asked) == (4, "month")
