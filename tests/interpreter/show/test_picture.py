"""Positions as pictures: whole and readable files, everything in them that is in the view, and nothing else."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from itertools import combinations
from pathlib import Path
from textwrap import dedent
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

import pytest
from attrs import frozen
from click.testing import Result
from syrupy.assertion import SnapshotAssertion

from astro_referee.grammar.source import Source
from astro_referee.interpreter.machine import graph
from astro_referee.interpreter.play import library
from astro_referee.interpreter.play.chance import Generator
from astro_referee.interpreter.play.information_set import resample
from astro_referee.interpreter.play.match import Match
from astro_referee.interpreter.show.picture import moving_picture, picture
from astro_referee.interpreter.show.picture.film import film as made_film
from astro_referee.interpreter.show.picture.machine import machine_picture
from astro_referee.interpreter.show.picture.palette import HUES, LOOKS, palette_of
from astro_referee.interpreter.show.picture.text_width import fitted, width
from astro_referee.interpreter.show.scene.labels import text_of
from astro_referee.interpreter.show.scene.layers import Layer
from astro_referee.interpreter.show.scene.people import People
from astro_referee.interpreter.show.scene.scene import scene_of
from astro_referee.interpreter.values.text import clean, spaced

Run = Callable[..., Result]
Played = Callable[[Path, int], Match]

TIC, KUHN = "tic-tac-toe", "examples/kuhn_poker.astro"
MOVES = (0, 4, 40)
"""Random moves after which every game is looked at."""
DEALT_ANEW = 4
"""How often the hidden things of a position are changed."""
SPACE = "{http://www.w3.org/2000/svg}"
ELEMENTS = {"svg", "title", "desc", "style", "g", "rect", "circle", "line", "path", "polygon", "text"}


# --- Reading a picture -----------------------------------------------------------------------------------------------


@frozen
class Area:
    """Where something is: left, top, right, bottom."""

    left: float
    top: float
    right: float
    bottom: float

    def inside(self, other: Area) -> bool:
        return (
            other.left - 0.2 <= self.left
            and self.right <= other.right + 0.2
            and other.top - 0.2 <= self.top
            and self.bottom <= other.bottom + 0.2
        )

    def meets(self, other: Area) -> bool:
        return (
            self.left < other.right - 0.2
            and other.left < self.right - 0.2
            and self.top < other.bottom - 0.2
            and other.top < self.bottom - 0.2
        )


def read(drawn: str) -> Element:
    return ElementTree.fromstring(drawn)


def walk(element: Element, x: float = 0, y: float = 0) -> Iterator[tuple[Element, float, float]]:
    """An element and all in it, with how far their groups are moved."""
    moved = re.fullmatch(r"translate\((\S+) (\S+)\)", element.get("transform", "translate(0 0)"))
    assert moved
    x, y = x + float(moved[1]), y + float(moved[2])
    yield element, x, y
    for child in element:
        yield from walk(child, x, y)


def area(element: Element, x: float, y: float) -> Area | None:
    """The room an element takes; none if it has no size of its own."""

    def of(name: str) -> float:
        return float(element.get(name, "0"))

    match element.tag.removeprefix(SPACE):
        case "rect":
            return Area(x + of("x"), y + of("y"), x + of("x") + of("width"), y + of("y") + of("height"))
        case "circle":
            far = of("r")
            return Area(x + of("cx") - far, y + of("cy") - far, x + of("cx") + far, y + of("cy") + far)
        case "polygon":
            points = [tuple(map(float, point.split(","))) for point in element.get("points", "").split()]
            across, down = [x + point[0] for point in points], [y + point[1] for point in points]
            return Area(min(across), min(down), max(across), max(down))
        case "path" if bent := re.fullmatch(r"M(\S+) (\S+)Q(\S+) (\S+) (\S+) (\S+)", element.get("d", "")):
            numbers = list(map(float, bent.groups()))
            across, down = [x + number for number in numbers[::2]], [y + number for number in numbers[1::2]]
            return Area(min(across), min(down), max(across), max(down))
        case "text":
            size = of("font-size")
            wide = width(said(element), size, "bold" in element.get("class", ""))
            left = x + of("x") - wide * {"start": 0, "middle": 0.5, "end": 1}[element.get("text-anchor", "start")]
            return Area(left, y + of("y") - 0.73 * size, left + wide, y + of("y") + 0.02 * size)
        case _:
            return None


def said(text: Element) -> str:
    """What is written, without the hint."""
    return (text.text or "") + "".join(child.tail or "" for child in text)


def hints(root: Element) -> list[str]:
    return [element.text or "" for element in root.iter(f"{SPACE}title")]


def drawn_as(match: Match, seat: int | None) -> Element:
    return read(picture(match, seat))


def game_of(text: str, names: tuple[str, ...] | None = None) -> Match:
    """The first position of a small game in which somebody is asked."""
    game = library.prepare(library.load(Source("test.astro", dedent(text).lstrip("\n"))))
    match = Match(game, 1, names or game.players)
    match.settle_all()
    return match


def assert_readable(root: Element) -> None:
    """Everything is inside, no text leaves what it is written on, and no two texts meet."""
    page = Area(*map(float, root.get("viewBox", "").split()))
    texts = []
    for element, x, y in walk(root):
        there = area(element, x, y)
        if there is not None:
            assert there.inside(page), ElementTree.tostring(element)
            if element.tag == f"{SPACE}text":
                texts.append((there, said(element)))
        if element.tag == f"{SPACE}g" and element.find(f"{SPACE}title") is not None:
            parts = [(child, found) for child in element if (found := area(child, x, y)) is not None]
            shapes = [found for child, found in parts if child.tag != f"{SPACE}text"]
            for child, found in parts:
                assert child.tag != f"{SPACE}text" or not shapes or found.inside(around(shapes)), said(child)
    for (one, first), (other, second) in combinations(texts, 2):
        assert not one.meets(other), (first, second)


def around(areas: list[Area]) -> Area:
    return Area(
        min(there.left for there in areas),
        min(there.top for there in areas),
        max(there.right for there in areas),
        max(there.bottom for there in areas),
    )


# --- Every game ------------------------------------------------------------------------------------------------------

SEEN: dict[Path, list[Match]] = {}


@pytest.fixture
def positions(rule_file: Path, played: Played) -> list[Match]:
    """A game after some moves, and after more; played once for all tests."""
    if rule_file not in SEEN:
        SEEN[rule_file] = [played(rule_file, moves) for moves in MOVES]
    return SEEN[rule_file]


def test_every_game_is_a_readable_picture(positions: list[Match]) -> None:
    for match in positions:
        for seat in (None, match.game.seats - 1):
            drawn = picture(match, seat)
            root = read(drawn)
            assert drawn.isascii()
            assert {element.tag.removeprefix(SPACE) for element in root.iter()} <= ELEMENTS
            assert not re.search(r"href|url\(|@import|src=|\bon\w+=", drawn)
            assert drawn.count("://") == 1
            assert root.get("role") == "img"
            assert [child.tag for child in root[:2]] == [f"{SPACE}title", f"{SPACE}desc"]
            assert spaced(match.game.rules.title) in (root[0].text or "")
            assert_readable(root)


def test_nothing_hidden_is_drawn(positions: list[Match]) -> None:
    """What a player cannot see can change, and the picture stays the same, byte for byte."""
    below = Generator(7).below
    for match in positions:
        for seat in range(match.game.seats):
            dealt = [resample(match.game, match.state, seat, below) for _ in range(DEALT_ANEW)]
            others = [state for state in dealt if state != match.state]  # none where nothing is hidden
            drawn = picture(match, seat) if others else ""
            for state in others:
                other = match.copy()
                other.state = state
                assert picture(other, seat) == drawn


def test_what_is_seen_is_drawn(positions: list[Match]) -> None:
    """All that stands on boards, every card of an open zone, and no card of a hidden one."""
    for match in positions:
        game = match.game
        everything = match.view(None)
        for seat in (None, *range(game.seats)):
            told = hints(drawn_as(match, seat))
            cards = {re.sub(r"^\d+ x ", "", hint).partition(": ")[0] for hint in told}
            scene = scene_of(game, match.view(seat), People(game.players, match.names))
            for board in scene.boards:
                for layer in board.layers:
                    assert_standing(layer, told)
            whole = scene_of(game, everything, People(game.players, match.names))
            for pile, open_pile in zip(scene.piles, whole.piles, strict=True):
                names = {game.machine.members[pile.kind][card] for card in open_pile.cards or ()}
                if pile.cards is not None:
                    assert names <= cards
                elif game.machine.copies.get(pile.kind, 1) == 1:
                    assert not names & cards


def assert_standing(layer: Layer, told: list[str]) -> None:
    """Whatever is on a place has a hint that says what it is, and where."""
    for place, cell in layer.cells.items():
        if not layer.blank(place):
            names = [""] if isinstance(cell, str) else [text_of(label) for label in cell]
            for name in names:
                assert any(name in hint and place in hint for hint in told), (name, place)


def test_a_small_picture(played: Played, snapshot: SnapshotAssertion) -> None:
    assert picture(played(Path(TIC), 3), None).replace("><", ">\n<") == snapshot


def test_a_picture_with_a_hidden_hand(played: Played, snapshot: SnapshotAssertion) -> None:
    assert picture(played(Path(KUHN), 1), 0).replace("><", ">\n<") == snapshot


ROLES = """
    astro 1
    game Roles for 2 players
    kind Role
      name  | strength | copies | power
      Guard | 1        | 3      | "guess"
      King  | 6        | 1      | "swap hands"
    card Card: role.copies of each role in Role
    zone deck: pile of Card, seen by nobody
    zone hand for each player: Card, seen by owner
    zone well: pile of Card, seen by nobody, top seen by everyone
    phase play
      begin
        put all Card into deck
        put Card[King] from deck into hand[P1]
        put 2 of Card[Guard] from deck into hand[P2]
        put Card[King] from hand[P1] on deck
        put Card[Guard] from hand[P2] on well
        put Card[Guard] from deck into hand[P1]
      turns clockwise from P1
        move wait
"""


def test_cards_say_what_the_rules_say_of_their_kind_and_how_a_pile_begins() -> None:
    """The number of copies is no part of a card; what lies on top is told to those who know it."""
    match = game_of(ROLES)
    assert_readable(drawn_as(match, 0))
    told = [hints(drawn_as(match, seat)) for seat in (0, 1)]
    assert "Guard: strength 1, power guess" in told[0]
    assert not any("copies" in hint for hint in told[0])
    assert [[hint for hint in hints if hint.startswith("on top")] for hints in told] == [
        ["on top: King", "on top: Guard"],
        ["on top: Guard"],
    ]
    assert {"strength 1", "power guess"} <= {said(element) for element in drawn_as(match, 0).iter(f"{SPACE}text")}


# --- Odd games -------------------------------------------------------------------------------------------------------

CROWD = """
    astro 1
    game Crowd for 3 players
    ring Sign: 1..SIZE
    kind Column: a..f
    grid Square: each column in Column, row in 1..6
    hexgrid Comb: each x in 1..5, y in 1..5 named "h{x}{y}"
    graph Town
      name | links: set of Town
      Ulm  | Bonn Jena
      Bonn | Kiel
      Jena | -
      Kiel | Ulm
    kind Beast: ox, cow, ass, goat
    token Cart on Town: each owner in player, number in 1..5
    token Wanderer on Sign: each owner in player, number in 1..5
    token Snail on Comb: each number in 1..12
    var herd for each Square: set of Beast or none = none
    var swarm for each Comb: set of Beast or none = none
    var price for each Town: 0..900 = 900
    var shut: set of Town
    var lit for each Sign: bool
    var a_rather_long_name_for_a_number for each Sign: 0..9
    phase play
      begin
        for p in players
          for n in 1..5
            put Cart[p, n] on Ulm
            put Wanderer[p, n] on Sign[2]
        for n in 1..12
          put Snail[n] on Comb[2, 2]
        herd[Square[a, 1]] = Beast
        herd[Square[b, 1]] = {}
        swarm[Comb[2, 2]] = {ox}
        swarm[Comb[3, 3]] = {}
        shut = {Ulm, Kiel}
        lit[Sign[2]] = yes
      turns clockwise from P1
        move wait
"""


@pytest.mark.parametrize("size", [6, 12, 40])
def test_a_crowd_on_one_place(size: int) -> None:
    """Those who do not fit are named where the place says how many there are."""
    match = game_of(CROWD.replace("SIZE", str(size)))
    root = drawn_as(match, None)
    assert_readable(root)
    told = hints(root)
    for number in range(1, 13):
        assert any(f"{number}, h22" in hint for hint in told)
    for seat in match.game.players:
        for number in range(1, 6):
            assert any(f"{seat} {number}, Ulm" in hint for hint in told)
            assert any(f"{seat} {number}, 2" in hint for hint in told)
    assert {"herd: nothing, b1", "swarm: nothing, h33"} <= set(told)


LINE = """
    astro 1
    game Line for 2 players
    graph Stop
      name  | column: 0..99999 | row: 0..4 | links: set of Stop
      Home  | 0                | 0         | Half Away
      Half  | WAY              | 0         | Away
      Away  | 8                | 0         | -
    token Bus on Stop: each owner in player
    phase play
      begin
        put Bus[P1] on Away
      turns clockwise from P1
        move wait
"""


def test_a_line_is_bent_around_a_point_and_stays_on_the_page() -> None:
    root = drawn_as(game_of(LINE.replace("WAY", "4")), None)
    assert_readable(root)
    assert [path for path in root.iter(f"{SPACE}path") if "Q" in path.get("d", "")]
    assert len(list(root.iter(f"{SPACE}line"))) == 2


RAILS = """
    astro 1
    game Rails for 2 players
    player: Ann, Bob
    kind Town
      name | PLACED size
      Ulm  | AT_ULM 3
      Bonn | AT_BON 1
      Jena | AT_JEN 2
    kind Route
      name    | ends: set of Town | length | colour
      west    | Ulm Bonn          | 3      | "green"
      also    | Ulm Bonn          | 4      | "red"
      east    | Ulm Jena          | 2      | -
      loop    | Jena              | 1      | -
    token Train on Town: each owner in player
    var builder for each Route: player or none
    var secret for each Route: 0..3, seen by {Ann}
    var closed for each player: set of Route
    phase play
      begin
        put Train[Bob] on Jena
        builder[west] = Ann
        add east to closed[Bob]
        secret[also] = 2
      turns clockwise from Ann
        move wait
"""
WHERE = {"PLACED": "column | row |", "AT_ULM": "0 | 1 |", "AT_BON": "4 | 1 |", "AT_JEN": "0 | 0 |"}


@pytest.mark.parametrize("placed", [True, False])
def test_routes_are_a_map(placed: bool) -> None:
    rules = RAILS
    for word, columns in WHERE.items():
        rules = rules.replace(word, columns if placed else "")
    game = game_of(rules)
    root = drawn_as(game, None)
    assert_readable(root)
    told = hints(root)
    assert any(hint.startswith("west, Ulm - Bonn; length: 3; colour: green; Ann, west") for hint in told)
    assert any(hint.startswith("also, Ulm - Bonn; length: 4; colour: red; secret: 2") for hint in told)
    assert any("closed of Bob, east" in hint for hint in told)
    ways = [path for path in root.iter(f"{SPACE}path") if path.get("class", "").startswith(("by-", "track"))]
    assert [way.get("class") for way in ways] == ["by-blue", "by-red", "track"]
    assert "Q" in ways[0].get("d", "") and "Q" in ways[1].get("d", "") and "Q" not in ways[2].get("d", "")
    seen_by_bob = hints(drawn_as(game, 1))
    assert not any("secret: 2" in hint for hint in seen_by_bob)


GROUND = """
    astro 1
    game Ground for 2 players
    kind Terrain: plain, forest
    kind Column: a..c
    grid Cell: each column in Column, row in 1..2
    hexgrid Hex: each x in 1..2, y in 1..2 named "h{x}{y}"
    table Land by row
      row: 1..2 | terrain for each Column
      1         | plain forest plain
      2         | forest plain plain
    token Man on Cell: each owner in player
    token Ship on Hex
    def terrain(c: Cell) as "terrain": Terrain = Land[c.row].terrain[c.column]
    def walls(c: Cell) as "walls": set of Direction = ({north, southeast} if c is a1 else empty)
    def belts(c: Cell) as "belts" = (east if c is b2 else none)
    def wet(c: Cell) as "wet" = c is c2
    def flow(h: Hex) as "flow": Direction = (southeast if h is h11 else north)
    phase play
      begin
        put Man[P1] on a1
        put Ship on h22
      turns clockwise from P1
        move wait
"""


def test_what_places_are_like_lies_under_what_is_on_them() -> None:
    root = drawn_as(game_of(GROUND), None)
    assert_readable(root)
    told = hints(root)
    assert {"a1; terrain: plain; walls: north, southeast", "b2; terrain: plain; belts: east"} <= set(told)
    assert {"c2; terrain: plain; wet: #", "h11; flow: southeast", "P1, a1", "Ship, h22"} <= set(told)
    said = [text.text for text in root.iter(f"{SPACE}text")]
    assert said.count("plain") == 4 and said.count("forest") == 2 and said.count("wet") == 1
    assert "bars = walls, arrows = belts" in said and "arrows = flow" in said
    assert {"Cell", "Hex"} <= set(said)  # one board each, not one for each layer
    assert not {"terrain", "walls", "belts", "flow"} & set(said)
    bars = [path.get("d") for path in root.iter(f"{SPACE}path") if "linecap" in path.get("style", "")]
    assert len(bars) == 2


def test_points_too_far_apart_stand_in_a_circle() -> None:
    root = drawn_as(game_of(LINE.replace("WAY", "99999")), None)
    assert_readable(root)
    assert float(root.get("width", "")) < 800
    assert "P1, Away" in hints(root)


HOSTILE = """
    astro 1
    game Odd for 2 players
    card Card: each n in 1..4 named "</text><script>{n}&amp; a rather long name that no card has room for"
    zone hand for each player: Card, seen by owner
    zone deck: pile of Card, seen by nobody
    var note for each player: 0..9, seen by owner
    var other for each player: Card or none = none
    phase play
      begin
        put all Card into deck
        for p in players
          deal 2 from deck into hand[p]
      turns clockwise from P1
        move wait
          when other[me] is none and note[me] is 0
"""
NAMES = (
    '"><script>alert(1)</script>&lt;',
    "Wolfeschlegelsteinhausenbergerdorff" * 3,
    "日本語の名前" * 9,
    "a\x00\x1b[31m\u202e]]>",
    "W" * 200,
    "🂡é́'",
)


@pytest.mark.parametrize("name", NAMES)
def test_odd_names_do_no_harm(name: str) -> None:
    match = game_of(HOSTILE, (name, "O'Neill & Söhne"))
    for seat in (None, 0, 1):
        root = drawn_as(match, seat)
        assert {element.tag.removeprefix(SPACE) for element in root.iter()} <= ELEMENTS
        assert_readable(root)
        assert any("O'Neill & Söhne" in said(text) for text in root.iter(f"{SPACE}text"))
        everything = "".join(root.itertext())
        assert clean(name) in everything
        assert "</text><script>" in everything


def test_colours_come_from_names() -> None:
    """Of players, members and columns; a colour that a player is called by is nobody else's."""
    match = game_of(
        """
        astro 1
        game Colours for 4 players
        player: Ann, Blue, white, Dee
        kind Tint: amber, green
        kind Gem
          name | tint: Tint or none | shade
          ruby | amber              | "crimson"
          jade | -                  | "Green"
        kind Letter: B, R
        kind Metal: tin, lead
        var gem: Gem
        var letter: Letter
        var metal: Metal
        var tint: Tint
        phase play
          turns clockwise from Ann
            move wait
              when gem is ruby and letter is B and metal is tin and tint is amber
        """
    )
    palette = palette_of(match.game)
    assert palette.seats == ("red", "blue", "white", "green")
    assert {"amber": "orange", "jade": "green"}.items() <= palette.things.items()
    assert palette.things["ruby"] in ("orange", "red")
    assert "B" not in palette.accents
    assert palette.accents["tin"] != palette.accents["lead"]


def test_texts_are_cut_to_their_room() -> None:
    assert fitted("king", 100, 12) == "king"
    for room in (5, 20, 40, 80):
        cut = fitted("a very long name indeed", room, 12)
        assert cut.endswith("…")
        assert width(cut, 12) <= max(room, width("…", 12)) + 0.2
    assert width("im", 10) < width("mm", 10) < width("mm", 10, bold=True)


def luminance(colour: str) -> float:
    parts = (int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5))
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("light", [1, 2], ids=["day", "night"])
def test_texts_stand_out_by_day_and_by_night(light: int) -> None:
    """As the guidelines for readable pages have it: 4.5 to 1."""
    for fill, ink in HUES.values():
        assert contrast(fill, ink) >= 4.5
    for text, grounds in {
        "ink": "page panel cell other thing",
        "faint": "page panel cell other",
        "onback": "back",
    }.items():
        for ground in grounds.split():
            assert contrast(LOOKS[text][light], LOOKS[ground][light]) >= 4.5, (text, ground)


# --- The command -----------------------------------------------------------------------------------------------------


def test_show_draws_a_picture(run: Run, record: Path, tmp_path: Path) -> None:
    out = tmp_path / "board.SVG"
    result = run("show", record, "--at", "40", "--as", "P1", "-o", out, code=0)
    assert result.stderr == f"wrote {out}\n"
    assert result.stdout == ""
    assert run("show", record, "--at", "40", "--as", "P1", "-o", "-", code=0).stdout == out.read_text(encoding="ascii")
    texts = {said(text) for text in read(out.read_text(encoding="ascii")).iter(f"{SPACE}text")}
    assert {"Ptolemy", "after 40 events, as P1 sees it"} <= texts
    assert out.stat().st_mode & 0o777 == record.stat().st_mode & 0o777
    run("show", record, "-o", out, code=0)
    assert "everything is shown" in out.read_text(encoding="ascii")


def test_a_picture_may_keep_the_colours_of_one_light(run: Run, record: Path) -> None:
    words = ("light", "dark", "print")
    drawn = {light: run("show", record, "-o", "-", "--colours", light, code=0).stdout for light in words}
    either = run("show", record, "-o", "-", code=0).stdout
    pages = {light: re.findall(r"\.page\{fill:(#\w+)\}", text)[-1] for light, text in drawn.items()}
    assert pages == {"light": LOOKS["page"][1], "dark": LOOKS["page"][2], "print": "#ffffff"}
    assert "@media" not in "".join(drawn.values())
    assert either.count("@media") == 2
    assert len({re.sub("<style>.*</style>", "", text) for text in (either, *drawn.values())}) == 1
    assert "-o FILE.svg" in run("show", record, "--colours", "dark", code=2).stderr


@pytest.mark.parametrize("name", ["board.png", "board", "svg", "board.svg.txt", ""])
def test_only_svg(run: Run, record: Path, tmp_path: Path, name: str) -> None:
    said = run("show", record, "-o", tmp_path / name if name else "", code=2).stderr
    assert "should end in .svg" in said
    assert sorted(tmp_path.iterdir()) == [record]


def test_refusals(run: Run, record: Path, tmp_path: Path) -> None:
    (tmp_path / "folder.svg").mkdir()
    for name, reason in {"folder.svg": "it is a folder", "none/board.svg": "no such file or directory"}.items():
        out = tmp_path / name
        assert run("show", record, "-o", out, code=2).stderr == f"astro: {out} cannot be written: {reason}\n"
    assert "leave out -o or --json" in run("show", record, "-o", tmp_path / "a.svg", "--json", code=2).stderr
    assert sorted(path.name for path in tmp_path.iterdir()) == ["folder.svg", record.name]


def test_a_picture_is_written_whole_or_not_at_all(
    run: Run, record: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = tmp_path / "board.svg"
    out.write_text("old")

    def refuse(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", refuse)
    assert "cannot be written: no space left on device" in run("show", record, "-o", out, code=2).stderr
    assert out.read_text() == "old"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["board.svg", record.name]


def test_the_same_record_gives_the_same_bytes(record: Path) -> None:
    """In another process too, where sets are in another order."""
    drawn = {
        subprocess.run(
            [sys.executable, "-m", "astro_referee.cli.main", "show", str(record), "--at", "60", "-o", "-"],
            capture_output=True,
            check=True,
            env=os.environ | {"PYTHONHASHSEED": seed, "PYTHONPATH": os.pathsep.join(sys.path)},
        ).stdout
        for seed in ("1", "2")
    }
    assert len(drawn) == 1


# --- Boards by their plans -------------------------------------------------------------------------------------------

TABLES = """
    astro 1
    game Tables for 2 players
    player: White, Black
    kind Pit: s1, s2, n1, n2, home, away
    kind Column: a..c
    grid Point: each column in Column, row in 1..3
    kind Rank
      name | sign for each player
      king | "\N{WHITE CHESS KING}" "\N{BLACK CHESS KING}"
      rook | "\N{WHITE CHESS ROOK}" "\N{BLACK CHESS ROOK}"
    kind Man: each side in player, rank in Rank
    kind Suit
      name   | sign                          | colour
      hearts | "\N{BLACK HEART SUIT}"        | "red"
      spades | "\N{BLACK SPADE SUIT}"        | "black"
    card Card: each suit in Suit, number in 2..9 named "{number} of {suit}"
    card Half
      left: set of Suit | right: set of Suit
      hearts            | hearts spades
      -                 | spades
    die pair: 2 of 1..6
    die big: 7..20
    var told: 0..3, not shown
    zone hand for each player: Card, seen by owner
    zone played for each player: Card, seen by everyone
    zone tiles: Half, seen by everyone
    zone deck: pile of Card, seen by nobody
    var men for each player, 0..3: 0..9
    var seeds for each Pit: 0..9 = 3
    var stone for each Point: player or none
    var man for each Point: Man or none
    plan men of White
      "2 3:far_out ."
      "1 . 0"
    plan men of Black
      "1 . 0"
      "2 3 ."
    plan Pit
      "away n2 n1 home"
      "away s1 s2 home"
    plan Point on lines
    plan player, played
      "Black"
      "played"
      "White"
    phase play
      begin
        put all Card into deck
        put all Half into tiles
        for p in players
          deal 5 from deck into hand[p]
          deal 1 from deck into played[p]
        men[White, 2] = 7
        men[Black, 1] = 2
        stone[Point[b, 2]] = Black
        man[Point[a, 1]] = Man[White, king]
        roll pair, big
        told = 1
      turns clockwise from White
        move wait
"""


@pytest.fixture(scope="module")
def tables() -> Match:
    return game_of(TABLES.encode().decode("unicode_escape") if "\\N" in TABLES else TABLES)


def data_of(root: Element) -> set[tuple[str | None, str | None]]:
    """What programs read off a picture: places, and things on them."""
    return {(element.get("data-place"), element.get("data-thing")) for element in root.iter()} - {(None, None)}


def test_a_plan_is_drawn_with_its_men_on_each_other(tables: Match) -> None:
    """Seven men are a stack of five, and the last says how many; what two plans have in one spot is one place."""
    root = drawn_as(tables, None)
    assert_readable(root)
    told = hints(root)
    assert told.count("White, 2") == 4
    assert "7 x White, 2" in told
    assert told.count("Black, 2") == 2
    assert {("away", None), ("2", "White"), ("Black 0", None), ("far out", None)} <= data_of(root)


def test_men_stones_and_suits_are_outlines(tables: Match) -> None:
    """Symbols need no font: none is written as text."""
    root = drawn_as(tables, None)
    assert not any(ord(sign) > 0x2500 for element in root.iter(f"{SPACE}text") for sign in said(element))
    looks = [element.get("class", "") for element in root.iter(f"{SPACE}path")]
    assert looks.count("white edged") == 1
    assert "red" in looks and "black" in looks
    assert len([line for line in root.iter(f"{SPACE}line") if line.get("class") == "grain"]) == 2 * 6


def test_programs_read_what_is_seen_and_nothing_else(tables: Match) -> None:
    hand = {thing for place, thing in data_of(drawn_as(tables, 0)) if place == "hand[White]" and thing}
    assert len(hand) == 5
    seen_by_black = data_of(drawn_as(tables, 1))
    assert not any(place == "hand[White]" and thing for place, thing in seen_by_black)
    assert ("hand[White]", None) in seen_by_black
    assert ("b2", "Black") in seen_by_black
    assert ("a1", "White king") in seen_by_black


def test_dice_have_pips(tables: Match) -> None:
    root = drawn_as(tables, None)
    pips = [element for element in root.iter(f"{SPACE}circle") if element.get("class") == "pips"]
    facts = {fact.name: fact for fact in scene_of(tables.game, tables.view(None), people_of(tables)).facts}
    assert len(pips) == sum(facts["pair"].dice)
    (number,) = facts["big"].dice
    assert [said(text) for text in root.iter(f"{SPACE}text") if "pips" in text.get("class", "")] == [str(number)]


def test_what_is_not_shown_is_not_drawn(tables: Match) -> None:
    assert tables.game.value(tables.state, "told") == 1
    assert "told" not in picture(tables, None)


def people_of(match: Match) -> People:
    return People(match.game.players, match.names)


def test_two_hues_of_one_brightness_are_told_by_letters(played: Played) -> None:
    """Red and blue stones have letters; black and white ones need none."""
    hexes, stones = (played(Path(name), 12) for name in ("hex", "go"))
    assert [palette_of(match.game).plain for match in (hexes, stones)] == [False, True]
    assert "R" in [said(element) for element in drawn_as(hexes, None).iter(f"{SPACE}text")]
    assert "B" not in [said(element) for element in drawn_as(stones, None).iter(f"{SPACE}text")][6:]


def test_a_moving_picture_ends_with_the_last_position(tables: Match, played: Played) -> None:
    match = played(Path(TIC), 5)
    drawn = moving_picture(match, None)
    assert drawn.isascii()
    root = read(drawn)
    moves = list(root.iter(f"{SPACE}animate"))
    assert moves and {element.get("dur") for element in moves} == {"6s"}
    hidden = [element for element in root.iter(f"{SPACE}g") if element.get("visibility") == "hidden"]
    for element in hidden:
        root.remove(element)
    seen = {said(element) for element in root.iter(f"{SPACE}text")}
    assert seen == {said(element) for element in drawn_as(match, None).iter(f"{SPACE}text")}
    assert all(move.get("values", "").endswith("visible") for move in root.iter(f"{SPACE}animate"))


def test_a_moving_picture_shows_a_player_what_he_saw(played: Played) -> None:
    """Other hidden cards give the same film, byte for byte."""
    match = played(Path(KUHN), 1)
    films = set()
    for state in [resample(match.game, match.state, 0, Generator(seed).below) for seed in range(4)]:
        other = match.copy()
        other.state = state
        films.add(made_film([picture(other, 0), picture(other, 0)], 1))
    assert len(films) == 1


def test_a_state_machine_is_a_readable_picture(played: Played) -> None:
    for name in ("tic-tac-toe", "ptolemy"):
        drawn = graph.picture(played(Path(name), 0).game.machine)
        root = read(machine_picture(drawn))
        assert_readable(root)
        texts = {said(element) for element in root.iter(f"{SPACE}text")}
        assert len([text for text in texts if text.endswith("→ end")]) >= 1
        assert len(list(root.iter(f"{SPACE}polygon"))) == len(drawn.arrows)
