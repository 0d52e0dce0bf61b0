"""The page in a real browser: whole games by taps and by keys, lost networks, restarts, wrong links."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

import pytest
from _pytest.mark import ParameterSet
from serve_pages import Served, until
from shelf import ROOT
from taps import asked, stands, tap_a_move, type_a_move

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

    from astro_referee.cli.serve.tables import ServedTable

PHONE, DESK = (390, 844), (1280, 800)
RPS = str(ROOT / "examples" / "rock_paper_scissors.astro")
NIM = str(ROOT / "examples" / "nim.astro")
MANY = """astro 1
game Many for 2 players
die number: 1..100
phase play
  turns clockwise from P1
    roll number
    move go as "go"
      then
        if number is 77
          winner me because "it is 77"
"""


@contextmanager
def pages(browser: Browser, served: Served, keys: list[str], size: tuple[int, int]) -> Iterator[list[Page]]:
    """A page for each link, each in a browser context of its own; what goes wrong in one is a failure."""
    wrong: list[str] = []
    opened = []
    contexts = []
    for key in keys:
        context = browser.new_context(
            viewport={"width": size[0], "height": size[1]}, has_touch=size is PHONE, reduced_motion="reduce"
        )
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.on("console", lambda said: wrong.append(said.text) if said.type == "error" else None)
        page.goto(served.address(key))
        page.wait_for_function("() => document.body.dataset.at")
        opened.append(page)
    try:
        yield opened
    finally:
        for context in contexts:
            context.close()
    assert [one for one in wrong if "WebSocket" not in one and "ERR_" not in one] == []


def play(table: ServedTable, seats: list[Page], random: Random, decisions: int, touch: bool, keys: bool = False) -> int:
    """Lets whoever is asked play, so many decisions in all; gives how many there were."""
    made = 0
    while made < decisions and not table.match.over:
        asking = [seat for seat in table.match.actors if not table.chairs[seat].bot]
        if not asking:
            until(lambda: table.match.over or any(not table.chairs[seat].bot for seat in table.match.actors))
            continue
        page, number = seats[random.choice(asking)], table.match.number
        until(lambda page=page, number=number: stands(page).startswith(f"{number} ") and asked(page))
        if keys:
            type_a_move(page, random)
        else:
            tap_a_move(page, random, touch)
        until(lambda number=number: table.match.number != number)
        made += 1
    return made


def often(*values: object) -> ParameterSet:
    """A case of thorough runs."""
    return pytest.param(*values, marks=pytest.mark.thorough)


@pytest.mark.parametrize(
    ("game", "players", "decisions", "size"),
    [
        (RPS, 2, 12, PHONE),
        ("ephemeris_snap", 4, 5, PHONE),
        ("hearts", 4, 5, DESK),
        ("vediic", 7, 2, PHONE),
        ("chess", 2, 4, DESK),
        often(RPS, 2, 12, DESK),
        often("ephemeris_snap", 4, 5, DESK),
        often("hearts", 4, 5, PHONE),
        often("vediic", 7, 2, DESK),
        often("chess", 2, 4, PHONE),
    ],
    ids=lambda value: Path(str(value)).stem,
)
def test_games_are_played_by_tapping_alone(
    browser: Browser, served: Served, game: str, players: int, decisions: int, size: tuple[int, int], thorough: bool
) -> None:
    table = served.table(game, players)
    wanted = 60 if thorough else decisions
    with pages(browser, served, [chair.key for chair in table.chairs[:players]], size) as seats:
        made = play(table, seats, Random(4), wanted, size is PHONE)
        assert made == wanted or table.match.over
        until(lambda: all(stands(page).startswith(f"{table.match.number} ") for page in seats))


@pytest.mark.parametrize(
    ("game", "players", "size"),
    [
        (NIM, 2, DESK),
        often(RPS, 2, PHONE),
        often("ephemeris_snap", 4, DESK),
        often("ptolemy", 2, PHONE),
        often("hearts", 4, DESK),
        often("chess", 2, DESK),
        often("vediic", 7, PHONE),
    ],
    ids=lambda value: Path(str(value)).stem,
)
def test_games_are_played_by_keys_alone(
    browser: Browser, served: Served, game: str, players: int, size: tuple[int, int]
) -> None:
    table = served.table(game, players)
    with pages(browser, served, [chair.key for chair in table.chairs[:players]], size) as seats:
        made = play(table, seats, Random(2), 60, False, keys=True)
        assert table.match.over or made == 60


@pytest.mark.thorough
@pytest.mark.parametrize(("game", "players"), [("ptolemy", 2), ("ephemeris_snap", 4)])
def test_whole_games_are_played_by_tapping_alone(browser: Browser, served: Served, game: str, players: int) -> None:
    table = served.table(game, players)
    with pages(browser, served, [chair.key for chair in table.chairs[:players]], PHONE) as seats:
        play(table, seats, Random(4), 5000, True)
        assert table.match.over


def test_the_rest_is_played_by_bots_through_the_same_table(browser: Browser, served: Served, thorough: bool) -> None:
    """Two tap, then whoever runs the table gives both seats to bots, and everybody sees the end."""
    table = served.table("ptolemy" if thorough else NIM, 2)
    keys = [*(chair.key for chair in table.chairs[:2]), table.host_key]
    with pages(browser, served, keys, DESK) as (*seats, host):
        assert play(table, seats, Random(1), 3, False) == 3
        host.click("#tab-game")
        host.click("text=Seats and links")
        for seat in (0, 1):
            host.select_option(f"#bot-{seat}", "random")
        until(lambda: table.match.over, 60)
        for page in seats:
            page.wait_for_function(
                "number => document.body.dataset.at.startsWith(number)", arg=f"{table.match.number} "
            )
            assert page.text_content("#status") == page.text_content("#dock .asks")


def test_everybody_is_back_after_a_restart_and_a_lost_network(browser: Browser, served: Served) -> None:
    table = served.table(NIM, 2)
    with pages(browser, served, [chair.key for chair in table.chairs[:2]], PHONE) as seats:
        tap_a_move(seats[0], Random(1), True)
        until(lambda: table.match.number == 1)
        served.stop()
        seats[1].wait_for_selector("#net:not([hidden])")
        served.begin()
        assert served.notes == []
        (again,) = served.hall.tables.values()
        assert again.match.number == 1
        for page in seats:
            page.wait_for_selector("#net[hidden]", state="attached")
        until(lambda: asked(seats[1]))
        tap_a_move(seats[1], Random(1), True)
        until(lambda: again.match.number == 2)
        seats[0].reload()
        until(lambda: asked(seats[0]))
        tap_a_move(seats[0], Random(1), True)
        until(lambda: again.match.number == 3)


def test_whoever_was_off_the_network_sees_what_happened(browser: Browser, served: Served) -> None:
    table = served.table(NIM, 2)
    with pages(browser, served, [chair.key for chair in table.chairs[:2]], PHONE) as (one, other):
        other.context.set_offline(True)
        tap_a_move(one, Random(1), True)
        until(lambda: table.match.number == 1)
        other.context.set_offline(False)
        until(lambda: asked(other))
        assert "P1" in (other.text_content("#news") or "")
        tap_a_move(other, Random(1), True)
        until(lambda: table.match.number == 2)


def test_what_can_be_tapped_and_is_out_of_sight_is_a_tap_away(browser: Browser, served: Served) -> None:
    """Somebody who sees nothing to tap would not know that there is more further down."""
    table = served.table("vediic", 3)
    seat = table.match.actors[0]
    with pages(browser, served, [table.chairs[seat].key], PHONE) as (page,):
        page.evaluate("() => scrollTo(0, 0)")
        page.wait_for_selector("#further:not([hidden])")
        page.click("#further")
        page.wait_for_function(
            "() => { const box = document.querySelector('#scene .offered').getBoundingClientRect();"
            " return box.top > 0 && box.bottom < document.querySelector('#dock').getBoundingClientRect().top; }"
        )


def test_people_change_seats_in_the_lobby(browser: Browser, served: Served) -> None:
    table = served.table("hearts", 4, begin=False)
    keys = [chair.key for chair in table.chairs]
    page, host = (browser.new_page() for _ in range(2))
    page.goto(served.address(keys[0]))
    page.click("#sit-2")
    page.wait_for_selector("#name-2")
    host.goto(served.address(table.host_key))
    host.click("#swap-2")
    page.fill("#name-3", "Ann")
    page.press("#name-3", "Enter")
    until(lambda: table.chairs[3].name == "Ann" and table.chairs[3].key == keys[0])
    host.click("#start")
    page.wait_for_selector("#table:not([hidden])")
    assert "Ann (you)" in (page.text_content("#scene") or "")
    for one in (page, host):
        one.close()


def test_a_wrong_link_gets_nothing(browser: Browser, served: Served) -> None:
    table = served.table("hearts", 4)
    page = browser.new_page()
    heard: list[object] = []
    page.on("websocket", lambda socket: socket.on("framereceived", lambda frame: heard.append(frame)))
    page.goto(served.address(table.chairs[0].key[:-1] + "x"))
    page.wait_for_selector("#net:not([hidden])")
    assert "leads nowhere" in (page.text_content("#net") or "") and heard == []
    page.close()


def test_two_tabs_of_one_seat_agree(browser: Browser, served: Served) -> None:
    table = served.table(NIM, 2)
    key = table.chairs[0].key
    with pages(browser, served, [key, key], DESK) as (one, other):
        tap_a_move(one, Random(1))
        until(lambda: table.match.number == 1 and stands(one) == stands(other))
        assert not asked(one) and not asked(other)
        assert one.inner_html("#scene") == other.inner_html("#scene")


def test_why_not_is_answered_on_the_page(browser: Browser, served: Served) -> None:
    table = served.table("chess", 2)
    with pages(browser, served, [table.chairs[0].key], PHONE) as (page,):
        # What lights up the men that can be tapped leaves the pictures as they are: dark men need their rims at night.
        assert page.locator("#scene svg .lit").count() == 16
        page.locator('#scene [data-place="e2"]').first.click(force=True)
        page.locator('#scene [data-place="e5"]').first.click(force=True)
        page.wait_for_selector("#verdict")
        said = page.text_content("#verdict") or ""
        assert "e2e5" in said and "not legal" in said and "Rule:" in said
        assert table.match.number == 0
        page.fill("#typed", "e2e4")
        page.press("#typed", "Enter")
        until(lambda: table.match.number == 1)


def test_what_is_said_is_counted_until_somebody_reads_it(browser: Browser, served: Served) -> None:
    """On a phone the chat is behind a button; a tap on that leads to what was said."""
    table = served.table(NIM, 2)
    with pages(browser, served, [chair.key for chair in table.chairs[:2]], PHONE) as (one, other):
        one.click("#more")
        one.click("#tab-chat")
        one.fill("#panel input", "Hello <b>you</b>")
        one.press("#panel input", "Enter")
        other.wait_for_function("() => document.querySelector('#more').textContent === 'Chat (1)'")
        other.click("#more")
        assert "P1: Hello <b>you</b>" in (other.text_content("#said") or "")
        other.click("#more")
        assert other.text_content("#more") == "Log"


def test_what_came_up_is_typed_where_too_much_can(browser: Browser, served: Served, tmp_path: Path) -> None:
    path = tmp_path / "many.astro"
    path.write_text(MANY)
    table = served.hall.open(str(path), 2, {}, typed=True)
    table.begin()
    with pages(browser, served, [table.chairs[0].key], DESK) as (page,):
        page.fill("#outcome", "77")
        page.press("#outcome", "Enter")
        until(lambda: table.match.number == 1 and asked(page))
        tap_a_move(page, Random(1))
        until(lambda: table.match.over)


def test_a_board_is_turned_round_and_stays_so(browser: Browser, served: Served) -> None:
    table = served.table("chess", 2)
    first = "() => document.querySelector('#scene [data-place=a1]').getBoundingClientRect().top"
    last = first.replace("a1", "a8")
    with pages(browser, served, [table.chairs[0].key], DESK) as (page,):
        assert page.evaluate(first) > page.evaluate(last)
        page.click("#tab-game")
        page.click("text=Turn the board round")
        assert page.evaluate(first) < page.evaluate(last)
        tap_a_move(page, Random(1))
        until(lambda: table.match.number == 1)
        page.reload()
        page.wait_for_selector("#scene.turned svg")


def test_no_curtain_hangs_where_nothing_is_secret(browser: Browser, served: Served) -> None:
    table = served.table(NIM, 2)
    with pages(browser, served, [".".join(chair.key for chair in table.chairs[:2])], PHONE) as (page,):
        for number in range(1, 4):
            until(lambda number=number: stands(page).startswith(f"{number - 1} ") and asked(page))
            tap_a_move(page, Random(1), True)
            until(lambda number=number: table.match.number == number)
            assert page.is_hidden("#curtain")


def test_a_curtain_hangs_between_players_at_one_screen(browser: Browser, served: Served) -> None:
    table = served.table("hearts", 4)
    for seat in (2, 3):
        table.chairs[seat].bot = "random"
    keys = ".".join(chair.key for chair in table.chairs[:2])
    with pages(browser, served, [keys], PHONE) as (page,):
        until(
            lambda: table.match.actors == (0, 1) and stands(page).startswith(f"{table.match.number} ") and asked(page)
        )
        tap_a_move(page, Random(1), True)
        page.wait_for_selector("#curtain:not([hidden])")
        hidden = page.evaluate("() => document.elementFromPoint(200, 400).closest('#curtain') !== null")
        assert hidden
        page.wait_for_timeout(500)  # a tap that comes at once is the last one of whoever played before
        page.click("#lift")
        until(lambda: asked(page))
        assert "P2 (you)" in (page.text_content("#scene") or "")
