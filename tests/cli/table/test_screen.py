"""The screen of a turn in every game: the question, why it is asked and its first answers, as large as the terminal."""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Iterator
from itertools import islice
from pathlib import Path

import pytest
import shelf
from screens import Turn, turn_in_the_middle, turns
from syrupy.assertion import SnapshotAssertion

from astro_referee.cli.table.answers.menu import listed
from astro_referee.cli.table.keyboard import Table
from astro_referee.cli.table.screen import question, turn_screen
from astro_referee.cli.table.seat import decide
from astro_referee.cli.table.wrapping import fitted, long
from astro_referee.interpreter import api
from astro_referee.interpreter.play.chance import Generator
from astro_referee.interpreter.show import narration

SIZES = [(80, 24), (120, 40)]
GAMES = [path for path in shelf.ORIGINALS if "games" in path.parts]
"""Bundled games and classics."""
SEED, SNAPPED = 5, 25
"""A position in the middle of a game, by chance; of a shorter game, one further on."""
FEW, MANY = 1, 200
"""Games of a short run and of a thorough one."""
MOST = 30
"""Turns of a game that are looked at in a short run."""
LOOKS = 4
"""Turns of each game that are looked at in a thorough run, on the average; with `--games`, all of them are."""


def shown(turn: Turn, columns: int, rows: int) -> list[str]:
    """The screen above the prompt."""
    return turn.screen(columns).rows(columns, rows - 1)


@pytest.mark.parametrize("path", shelf.each(GAMES, turns="screens"))
def test_every_screen_has_the_question_its_reason_and_the_first_answers(
    path: Path, thorough: bool, pytestconfig: pytest.Config, record_property: Callable[[str, object], None]
) -> None:
    asked = pytestconfig.getoption("games")
    looked: set[Hashable] = set()
    games = asked or (MANY if thorough else FEW)
    most, looks = None if thorough or asked else MOST, LOOKS if thorough and not asked else None
    for turn in random_turns(path, games, most, looks):
        if (drawn := drawn_from(turn)) not in looked:
            looked.add(drawn)
            for columns, rows in SIZES:
                assert_complete(turn, shown(turn, columns, rows), columns, rows)
    record_property("games", games)
    record_property("screens", len(SIZES) * len(looked))


def random_turns(path: Path, games: int, most: int | None, looks: int | None) -> Iterator[Turn]:
    """The turns of so many games, at most so many of each, or by chance so many of each on the average, the `looks`."""
    below, passed = Generator(0).below, 0
    for seed in range(games):
        for number, turn in enumerate(islice(turns(path, seed), most)):
            if looks is None or number == 0 or below(passed) < looks * seed:  # as many as games had until now
                yield turn
            passed += 1


def drawn_from(turn: Turn) -> Hashable:
    """All that a screen is drawn from: what comes from the same is the same, and is looked at once."""
    match, seat = turn.match, turn.seat
    news = tuple(line.whole for line in turn.news)
    return hash((seat, question(match, seat), match.view(seat), news, tuple(listed(match, seat))))


def assert_complete(turn: Turn, screen: list[str], columns: int, rows: int) -> None:
    text = "\n".join(screen)
    assert len(screen) < rows, text
    assert max(map(long, screen)) <= columns, text
    asked = fitted(question(turn.match, turn.seat), columns)
    at = next((at for at in range(len(screen)) if screen[at : at + len(asked)] == asked), None)
    assert at is not None, text
    events = [event for event in turn.match.events if event.player is not None][-1:]
    flat = re.sub(r"\s+", " ", text)
    for line in narration.lines(turn.match, events, 1 << turn.seat)[:1]:
        told = re.sub(r"\s+", " ", line.text)[:30]
        assert told in flat or any(told in column for column in columns_from(screen, told[:8])), text
    answers = screen[at + len(asked) :]
    assert answers, text
    first = turn.match.spoken(listed(turn.match, turn.seat)[0])
    numbered = any(re.match(r"\s+(\S.*:\s+)?1[. ] ?", row) for row in answers)
    placed = any(joined(row).startswith(joined(first)) for row in answers)  # `a7: a6 b6`
    assert numbered or placed or any(first in row for row in answers), text


def joined(text: str) -> str:
    return re.sub("[-: ]", "", text)


def columns_from(screen: list[str], beginning: str) -> Iterator[str]:
    """What stands at the side of a board, from where a text begins there."""
    for number, row in enumerate(screen):
        if beginning in row:
            yield " ".join(" ".join(below[row.index(beginning) :] for below in screen[number:]).split())


@pytest.mark.parametrize("path", shelf.each(GAMES, turns="pictured screens"))
def test_screens_of_a_game(path: Path, snapshot: SnapshotAssertion) -> None:
    drawn = []
    turn = turn_in_the_middle(path, SEED, SNAPPED)
    for columns, rows in SIZES:
        screen = shown(turn, columns, rows)
        drawn.append("\n".join([f"{columns} x {rows} {'=' * (columns - 8)}"[:columns], *screen]))
    assert "\n\n".join(drawn) + "\n" == snapshot


@pytest.mark.parametrize("name", ["chess", "hearts"])
def test_no_terminal_is_too_small_or_too_large(name: str) -> None:
    [path] = (path for path in GAMES if path.stem == name)
    turn = turn_in_the_middle(path, SEED, SNAPPED)
    for columns, rows in [(20, 3), (20, 6), (40, 10), (60, 12), (160, 60), (400, 100)]:
        screen = shown(turn, columns, rows)
        assert 0 < len(screen) < rows
        assert max(map(long, screen)) <= columns


def test_enter_makes_the_only_move_there_is_where_the_keyboard_does_not_go_round() -> None:
    match = api.start("tic-tac-toe", seed=0)
    for typed in ("a1", "b1", "c1", "b2", "a2", "c2", "b3", "a3"):
        move = match.judge(match.actors[0], typed).move
        assert move is not None
        match.play(move)
    table, [only] = Table(match, {}, None), listed(match, 0)
    table.keyboard.terminal = True
    for private, answers in ((False, [""]), (True, ["", "1"])):
        table.private, lines = private, iter(answers)
        table.keyboard.ask = lambda *_, **__: next(lines)  # type: ignore[method-assign] # noqa: B023 - used at once
        offered = turn_screen(table, 0, [], match.view(0), 80).rows(80, 23)[-1]
        assert offered.endswith("(or Enter)") is not private
        assert decide(table, 0) == only
        assert not [*lines]
