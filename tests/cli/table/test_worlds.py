"""Two worlds that differ only in what a player may not see look the same to that player, wherever one can look.

Pairs of matches of made-up games are kept as records. Each is drawn, told, asked about by a program in a seat, amended
and gone on with at the keyboard; what comes out for the player must be the same to the byte.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable
from itertools import combinations
from pathlib import Path
from random import Random
from types import FrameType
from typing import Any

import pytest
import shelf
from click.testing import Result
from rich.color import ColorSystem
from worlds import Invented, Pair, invented, pair

from astro_referee.cli.protocol.server import Protocol
from astro_referee.cli.table.answers.menu import listed
from astro_referee.cli.table.board import board, flexible_page
from astro_referee.cli.table.colours import Colours
from astro_referee.cli.table.keyboard import Table, has_secrets
from astro_referee.cli.table.screen import turn_screen
from astro_referee.cli.table.seat import completions
from astro_referee.interpreter import api
from astro_referee.interpreter.machine.runtime import RuleFault
from astro_referee.interpreter.play.information_set import resample
from astro_referee.interpreter.play.match import FaultyRules, Match
from astro_referee.interpreter.show.picture import picture
from astro_referee.interpreter.show.text.flexible_page import AIMS, BARE, CLOSE, CUT, WHOLE
from astro_referee.interpreter.study.playability.noninterference import domain_texts
from astro_referee.interpreter.values.marks import Style

Run = Callable[..., Result]
Worlds = list[tuple[Path, Path, Pair]]
"""Records of two worlds each, both called the same in a folder of their own."""
PROGRAMS = range(100, 106)
TRIES, MOST = 40, 5
"""Pairs of each game that are tried, most of which come apart, and that are looked at."""
CLEARED = "=" * 60 + "\n"


@pytest.fixture(scope="module", params=PROGRAMS)
def worlds(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Worlds:
    return kept(request.param, tmp_path_factory)


def kept(seed: int, folders: pytest.TempPathFactory) -> Worlds:
    game, found = invented(seed), list[tuple[Path, Path, Pair]]()
    for number, each in enumerate(pairs(game, Random(seed))):
        records = []
        for name, match in (("one", each.one), ("other", each.other)):
            folder = folders.mktemp(f"{name}-{number}")
            (folder / "invented.astro").write_text(game.text, encoding="utf-8")
            (folder / "game.txt").write_text(api.save(match), encoding="utf-8")
            records.append(folder / "game.txt")
        found.append((records[0], records[1], each))
    assert found
    return found


def pairs(invention: Invented, random: Random) -> list[Pair]:
    """Some pairs, most of them in the middle of a game."""
    game = invention.game()
    found = []
    for _ in range(TRIES):
        most = random.choice([8, 9, 10, 11, 12, 13, 40])
        one = pair(game, random.randrange(game.seats), random, lambda event: invention.readers(game, event), most)
        if one is not None and one.differs:
            found.append(one)
    return found[:MOST]


def same(run: Run, worlds: Worlds, *words: str, typed: str = "") -> int:
    """Runs a command in both worlds for the player who cannot tell them apart; gives how many were compared."""
    here = Path.cwd()
    for one, other, each in worlds:
        said = []
        for record in (one, other):
            os.chdir(record.parent)
            player = each.one.game.players[each.player]
            found = run(*(word.replace("PLAYER", player) for word in words), typed=typed)
            said.append((found.stdout, found.stderr, *(path.read_text() for path in sorted(Path().glob("*.svg")))))
        os.chdir(here)
        assert said[0] == said[1]
    return len(worlds)


@pytest.mark.parametrize(
    "words",
    [
        ["show", "game.txt", "--as", "PLAYER"],
        ["show", "game.txt", "--as", "PLAYER", "--json"],
        ["show", "game.txt", "--as", "PLAYER", "-o", "board.svg"],
        ["replay", "game.txt", "--as", "PLAYER"],
        ["replay", "game.txt", "--as", "PLAYER", "--json"],
        ["replay", "game.txt", "--as", "PLAYER", "-o", "film.svg"],
        ["moves", "game.txt", "--as", "PLAYER"],
        ["why", "game.txt", "claim", "--as", "PLAYER"],
    ],
    ids=lambda words: " ".join(words[:1] + words[4:]),
)
def test_a_record_looks_the_same(run: Run, worlds: Worlds, words: list[str]) -> None:
    assert same(run, worlds, *words)


def test_an_amended_record_looks_the_same(run: Run, worlds: Worlds) -> None:
    """The player's own last move is struck in both worlds."""
    compared = 0
    for one, other, each in worlds:
        own = [event.number + 1 for event in each.one.events if event.player == each.player]
        if own:
            for record in (one, other):
                run("amend", record, "--at", own[-1], "--strike", "-o", record.with_name("amended.txt"))
            amended = [(one.with_name("amended.txt"), other.with_name("amended.txt"), each)]
            compared += same(run, amended, "replay", "amended.txt", "--as", "PLAYER")
    assert compared


def test_the_keyboard_shows_the_same(run: Run, tmp_path_factory: pytest.TempPathFactory) -> None:
    """The player looks at everything, is refused, asks to take a move back, and leaves."""
    worlds = [world for seed in PROGRAMS for world in kept(seed, tmp_path_factory)]
    asked = [world for world in worlds if world[2].one.actors[:1] == (world[2].player,)]
    typed = "\nhand\nboard\nhistory\nmoves\nwhy claim\nclaim\nundo\nno\n\nquit\nno\n"
    assert same(run, asked, "play", "game.txt", typed=typed) > 3


def test_a_coloured_screen_is_the_same(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Letters, colours, what stands out because it is new, was changed by the last move or can be reached by what is
    being typed, and what is offered in the pop-up, on a small and on a large terminal."""
    compared = 0
    for seed in PROGRAMS:
        for _, _, each in kept(seed, tmp_path_factory):
            if each.one.actors[:1] == (each.player,):
                assert coloured_screen(each.one, each.player) == coloured_screen(each.other, each.player)
                compared += 1
    assert compared > 3


def coloured_screen(match: Match, player: int) -> list[str]:
    table = Table(match.copy(), {}, None)
    table.colours, table.viewers = Colours(match, ColorSystem.EIGHT_BIT, light=False), (player,)
    own = [event.number for event in match.events if event.player == player]
    view = match.view(player)
    table.looked[player] = match.rewound(own[-1]).view(player) if own else view
    screen = turn_screen(table, player, table.with_last_event(player, []), view, 80, table.before(player, view))
    offered = completions(table, listed(match, player), "")
    aimed = [screen, *(screen.aimed(text[:length]) for text in offered[:3] for length in (1, 2))]
    sizes = ((80, 23), (120, 39))
    rows = [row for each in aimed for columns, room in sizes for row in each.rows(columns, room)]
    return [*offered, *map(table.colours.row, rows)]


# --- Games of the shelf ----------------------------------------------------------------------------------------------

STEPS, LOOKS, MANY = 3, 4, 40
"""Every so many events a position is changed, until so often in a short run, and so often in a thorough one."""
LONGEST, SHORTEST = 300, 30
"""Events of a game that are enough, and of one without secrets."""
PLAYERS = {"vediic": 3}
"""How many play where two can work out all that is hidden: two hands beside an open supply."""


@pytest.mark.parametrize("path", shelf.each(shelf.ORIGINALS, sample=False, turns="hidden screens"))
def test_what_is_hidden_changes_no_screen_and_no_picture(path: Path, thorough: bool) -> None:
    """In the position of a game and in one that differs in what a player may not see."""
    below, looked, wanted = Random(2).randrange, 0, MANY if thorough else LOOKS
    players = PLAYERS.get(path.stem)
    hides = has_secrets(api.start(str(path), players, seed=0).game)
    for seed in range(wanted if hides else 1):
        match = api.start(str(path), players, seed=seed, style=Style.SIGNS)
        match.settle_all()
        while not match.over and looked < wanted and match.number < (LONGEST if hides else SHORTEST):
            if match.number % STEPS == 0:
                looked += sum(looks_alike(match, player, below) for player in range(match.game.seats))
            options = match.legal(match.actors[0])
            match.play(options[below(len(options))])
            match.settle_all()
    assert bool(looked) == hides


def looks_alike(match: Match, player: int, below: Callable[[int], int]) -> bool:
    """Compares what a player is shown in two positions; says whether there was another one."""
    other = resample(match.game, match.state, player, below)
    if other == match.state:
        return False
    there = match.copy()
    there.state, there.shown = other[:], {}
    try:
        if player in match.actors:
            there.continue_from(other[:])
        shown = [everything_shown(each, player) for each in (match, there)]
    except (FaultyRules, RuleFault):  # a position that cannot come about
        return False
    assert shown[0] == shown[1]
    return True


def everything_shown(match: Match, player: int) -> list[str]:
    asked = coloured_screen(match, player) if player in match.actors else []
    page = flexible_page(match, match.view(player), 80)
    drawn = [row for much in (WHOLE, CLOSE, AIMS, CUT, BARE) for row in page.rows(much)]
    return [*asked, *drawn, *board(match, player), picture(match, player)]


# --- Programs in a seat ----------------------------------------------------------------------------------------------


def test_a_program_in_a_seat_is_answered_the_same_with_the_same_work(worlds: Worlds) -> None:
    """What can be asked again and again must not even take longer in one of two worlds."""
    for _, _, each in worlds:
        seat = each.one.game.players[each.player]
        typed = domain_texts(each.one, each.player)[:8] if each.one.decision is not None else []
        requests: list[dict[str, object]] = [{"do": "view"}, {"do": "legal"}, {"do": "replay"}]
        requests += [{"do": "why", "move": text} for text in ["claim", *typed]]
        for request in requests:
            line = json.dumps(request | {"as": seat}).encode()
            one, other = (worked(match, line) for match in (each.one, each.other))
            assert one == other, request


def worked(match: Match, line: bytes) -> tuple[object, int]:
    """An answer, and how many instructions it took; what Python does on the side now and then does not count."""
    found = [once(Protocol(match.copy()), line) for _ in range(4)]
    return found[0][0], min(steps for _, steps in found)


def once(protocol: Protocol, line: bytes) -> tuple[object, int]:
    steps = 0

    def inside(frame: FrameType, event: str, _: Any) -> Any:
        nonlocal steps
        frame.f_trace_opcodes = True
        steps += event == "opcode"
        return inside

    before = sys.gettrace()
    sys.settrace(inside)
    try:
        answer = protocol.answer(line)
    finally:
        sys.settrace(before)
    return answer, steps


def test_an_undone_game_is_answered_the_same(worlds: Worlds) -> None:
    for _, _, each in worlds:
        seat, said = each.one.game.players[each.player], []
        for match in (each.one, each.other):
            protocol = Protocol(match.copy())
            protocol.answer(b'{"do": "undo"}')
            lines = [{"do": do, "as": seat} for do in ("view", "legal", "replay")]
            said.append([protocol.answer(json.dumps(line).encode()) for line in lines])
        assert said[0] == said[1]


# --- A real table ----------------------------------------------------------------------------------------------------

TABLE = """astro 1
game Twins for 2 players
kind Sign: moon, sun, star
card Card: 2 of each sign in Sign
zone stock: pile of Card, seen by nobody
zone hand for each player: Card, seen by owner
zone stash for each player: Card, seen by owner
zone table: Card, seen by everyone

phase play
  begin
    put all Card into stock
    deal 2 from stock into hand[P1]
    deal 2 from stock into hand[P2]
  turns once clockwise from P2
    move hide(card in hand[me])
      then
        put card from hand[me] into stash[me]
    move claim
      when hand[me.next] is empty else "your neighbour has cards"
end
  draw
"""


def test_what_another_types_at_a_real_table_shows_nowhere(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "twins.astro"
    path.write_text(TABLE, encoding="utf-8")
    screens: dict[tuple[str, str], list[str]] = {}
    for first, second in sorted(set(combinations(["moon", "sun", "star", "star"], 2))):
        for hidden in {first, second}:
            theirs = f"\n{first}, {second}\n\n\nhide {hidden}\n"
            mine = "\nback\nback star\nhand\nboard\nhistory\nclaim\nwhy claim\nundo\nno\n\nhide moon\n"
            said = run("play", path, "--table", typed=f"\nmoon, sun\n\n{theirs}{mine}", code=0).stdout
            own = [screen for screen in said.split(CLEARED) if "P1> " in screen or "agree" in screen]
            assert any("hand of P1: moon, sun (2)" in screen for screen in own)
            assert any("asks to go back to before `5. P2: hide …`" in screen for screen in own)
            screens[f"{first}, {second}", hidden] = own
    assert len(screens) == 7
    assert all(own == screens["moon, star", "moon"] for own in screens.values())
