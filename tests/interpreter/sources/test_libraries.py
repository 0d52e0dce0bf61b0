"""Libraries: what a game gets from the files it uses, what it is told of them, and what it never takes along."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from shelf import ROOT

import astro_referee as astro
from astro_referee.grammar import report
from astro_referee.grammar.source import Source
from astro_referee.interpreter import examination, pipeline
from astro_referee.interpreter.play import library
from astro_referee.interpreter.play.match import FaultyRules
from astro_referee.interpreter.sources import libraries

CARDS = ROOT / "games" / "libraries" / "cards.astro"

Files = Callable[..., Path]

COINS = """\
astro 1
library Coins
  "Two coins."
  design "Nobody"
use "sides.astro"

ruling R1 "A coin on its edge counts as heads."
die coin: heads, tails
die other: heads, tails
var tossed: 0..9
zone spare: Paper, seen by everyone
card Paper: each side in Side
option most: 1..9 = 3
def even = tossed mod 2 is 0

procedure toss
  roll coin
  tossed += 1

move call(side in Side) as "{side}"
  "Say {side}."
  when tossed < most else "{tossed} is enough" @R1
  then
    do toss
    if coin is side
      winner me because "{side} it is"

move idle
  then
    roll other
    if other is heads
      draw
"""
SIDES = "astro 1\nlibrary Sides\nkind Side: heads, tails\n"
GAME = """\
astro 1
game Call for 2 players
use "coins.astro"

phase play
  turns clockwise from P1
    offer call
    otherwise
      draw because "enough"
"""


@pytest.fixture
def files(tmp_path: Path) -> Files:
    """Files by their names; gives the folder."""

    def written(**texts: str) -> Path:
        for name, text in texts.items():
            path = tmp_path / f"{name.replace('__', '/')}.astro"
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        return tmp_path

    return written


@pytest.fixture(autouse=True)
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ASTRO_CACHE", str(tmp_path / ".cache"))


def told(path: Path) -> list[str]:
    """The problems of a file: code, file and line."""
    source = library.load_source(path, path.name)
    found = []
    for problem in examination.examine(source).problems:
        assert report.frame(source, problem)
        found.append(f"{problem.code} {source.part(problem.span.start).name}:{source.place(problem.span.start)[0]}")
    return found


def game(body: str, *used: str) -> str:
    lines = "".join(f'use "{name}"\n' for name in used)
    return f"astro 1\ngame Small for 2 players\n{lines}{body}"


DRAW = "phase play\n  draw\n"


# --- What a game gets -------------------------------------------------------------------------------------------------


def test_definitions_are_there_as_if_they_were_written_here(files: Files) -> None:
    folder = files(call=GAME, coins=COINS, sides=SIDES)
    assert told(folder / "call.astro") == []
    match = astro.start(folder / "call.astro", seed=1)
    for side in ("heads", "tails", "heads"):
        if not match.over:
            assert match.submit(match.actors[0], side).ok
            match.settle_all()
    assert match.over


def test_a_game_of_cards_uses_the_standard_pack(tmp_path: Path) -> None:
    (tmp_path / "cards.astro").write_bytes(CARDS.read_bytes())
    text = """\
zone hand for each player: Card, seen by owner

phase play
  do shuffle_all
  for p in players
    deal 3 from deck into hand[p]
  turns clockwise from P1
    move show_off(card in hand[me]) as "{card}"
      then
        if card.suit is spades and card.rank >= jack
          winner me
        put card from hand[me] into deck
    otherwise
      draw
"""
    path = tmp_path / "game.astro"
    path.write_text(game(text, "cards.astro"))
    assert told(path) == ["tells game.astro:13"]
    match = astro.start(path, seed=3)
    match.settle_all()
    assert [field.name for field in match.game.machine.fields if field.sort == "zone"] == ["deck", "hand"]
    assert match.game.value(match.state, "deck").bit_count() == 52 - 6
    assert {match.written(move) for move in match.legal()} <= set(match.game.rules.kinds["Card"])
    assert len(match.game.rules.kinds["Card"]) == 52


DEALT = """\
phase play
  do shuffle_all
  deal 1 from deck into table
  draw because "{table}, {deck.size} left"
zone table: Card, seen by everyone
"""


@pytest.mark.parametrize(
    ("pack", "cards", "faces"),
    [
        ("cards", 52, 52),
        ("cards_with_jokers", 54, 53),
        ("cards_32", 32, 32),
        ("cards_24", 24, 24),
        ("two_packs", 104, 52),
    ],
)
def test_packs_of_cards_come_with_astro(files: Files, pack: str, cards: int, faces: int) -> None:
    path = files(main=game(DEALT, pack)) / "main.astro"
    assert told(path) == []
    match = astro.start(path, seed=3)
    match.settle_all()
    assert len(match.game.rules.kinds["Card"]) == faces
    assert match.result is not None
    assert match.result.text.endswith(f", {cards - 1} left")
    shown = match.game.rules.source
    assert [(part.name, Path(shown.path(f"{pack}.astro")).parent.name) for part in shown.files[:-1]] == [
        (pack.replace("_", "-"), "libraries")
    ]


def test_a_file_beside_the_game_is_nearer_than_a_library_of_that_name(files: Files) -> None:
    own = "astro 1\nlibrary Own\ncard Card: 7\nzone deck: pile of Card, seen by nobody\n"
    own += "procedure shuffle_all\n  put all Card into deck\n"
    folder = files(main=game(DEALT, "cards"), cards=own, in__main=game(DEALT, "cards"))
    assert library.load(folder / "main.astro").kinds["Card"] == ("card",)
    assert len(library.load(folder / "in" / "main.astro").kinds["Card"]) == 52
    assert told(folder / "main.astro") == []
    (folder / "cards.astro").write_text(game(DRAW))
    assert "not-a-library main.astro:3" in told(folder / "main.astro")


def test_a_library_may_use_one_that_comes_with_astro(files: Files, monkeypatch: pytest.MonkeyPatch) -> None:
    hand = 'astro 1\nlibrary Hand\nuse "cards"\nzone hand: Card, seen by everyone\n'
    folder = files(main=game(DEALT.replace("table", "hand").rsplit("zone", 1)[0], "hand"), hand=hand)
    assert told(folder / "main.astro") == []
    packs = files(package__games__libraries__pack=SIDES, package__games__libraries__more=SIDES.replace("Side", "More"))
    (packs / "package/games/libraries/more.astro").write_text(
        'astro 1\nlibrary More\nuse "pack"\ndie d: heads, tails\n'
    )
    monkeypatch.setattr(library, "PACKAGE", folder / "package")
    files(main=game("phase play\n  roll d\n  if d is heads\n    draw\nend\n  draw\n", "more", "pack"))
    assert told(folder / "main.astro") == []


def test_records_know_which_library_it_was(files: Files, monkeypatch: pytest.MonkeyPatch) -> None:
    """As they know the base of a variant: by what it says, not by what it is called."""
    folder = files(main=game(GAME.split("\n", 4)[4], "coins"), package__games__libraries__coins=COINS)
    files(package__games__libraries__sides=SIDES)
    monkeypatch.setattr(library, "PACKAGE", folder / "package")
    files(package__games__libraries__coins=COINS.replace('"sides.astro"', '"sides"'))
    record = astro.save(astro.start(folder / "main.astro"))
    assert astro.resume(record, folder=folder).notes == ()
    files(package__games__libraries__coins=COINS.replace('"sides.astro"', '"sides"').replace("tossed < most", "yes"))
    with pytest.raises(astro.ChangedRules, match="move call changed"):
        astro.resume(record, folder=folder)


def test_a_variant_has_the_library_of_its_base_once(files: Files) -> None:
    folder = files(
        main=game(DEALT, "cards"), other='astro 1\nvariant Other of "main.astro"\nuse "cards"\nvar n: 0..3\n'
    )
    assert [problem for problem in told(folder / "other.astro") if not problem.startswith("unused")] == []
    assert [part.name for part in library.load_source(folder / "other.astro", "other.astro").files] == [
        "cards",
        "other.astro",
    ]


def test_what_nobody_mentions_is_no_part_of_the_game(files: Files) -> None:
    folder = files(call=GAME, coins=COINS, sides=SIDES)
    machine = astro.start(folder / "call.astro").game.machine
    declared = [field.name for field in machine.fields if field.sort in ("die", "var", "zone")]
    assert declared == ["coin", "tossed"]
    assert not [function.name for function in machine.functions if "even" in function.name or "idle" in function.name]
    files(call=GAME.replace("offer call", "offer call, idle"))
    machine = astro.start(folder / "call.astro").game.machine
    assert [field.name for field in machine.fields if field.sort == "die"] == ["coin", "other"]


def test_a_history_that_nobody_mentions_keeps_nothing(files: Files) -> None:
    folder = files(lib="astro 1\nlibrary Lib\nvar x: 0..9\nhistory past of x\n", main=game(DRAW, "lib.astro"))
    assert told(folder / "lib.astro") == []
    fields = astro.start(folder / "main.astro").game.machine.fields
    assert {field.sort for field in fields} == {"builtin"}


def test_an_option_of_a_library_is_one_of_the_game(files: Files) -> None:
    folder = files(call=GAME, coins=COINS, sides=SIDES, plain=game(DRAW, "coins.astro"))
    assert [sheet.name for sheet in astro.load(folder / "call.astro").options] == ["most"]
    assert astro.load(folder / "plain.astro").options == ()
    match = astro.start(folder / "call.astro", options={"most": "1"}, seed=2)
    match.submit(0, "heads")
    match.settle_all()
    assert match.over


def test_diamonds_are_read_once(files: Files, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = files(
        top=game(
            "phase play\n  roll left\n  roll right\n  if left is right\n    draw\nend\n  draw\n", "a.astro", "b.astro"
        ),
        a='astro 1\nlibrary A\nuse "sides.astro"\ndie left: heads, tails\n',
        b='astro 1\nlibrary B\nuse "deep/../sides.astro"\ndie right: heads, tails\n',
        sides=SIDES,
    )
    (folder / "deep").mkdir()
    opened: list[str] = []
    kept = library.data_of
    monkeypatch.setattr(library, "data_of", lambda path: opened.append(path.name) or kept(path))
    assert told(folder / "top.astro") == []
    assert sorted(opened) == ["a.astro", "b.astro", "sides.astro", "top.astro"]


def test_folders_inside_may_use_each_other(files: Files) -> None:
    folder = files(
        main=game("phase play\n  roll coin\n  if coin is heads\n    draw\nend\n  draw\n", "in/coin.astro"),
        in__coin='astro 1\nlibrary Coin\nuse "../sides.astro"\ndie coin: heads, tails\n',
        sides=SIDES,
    )
    assert told(folder / "main.astro") == []
    assert told(folder / "in" / "coin.astro") == ["no-library coin.astro:3"]  # by itself it has no such folder


def test_a_bundled_game_finds_its_libraries(files: Files, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "package").mkdir()
    folder = files(package__games__call=GAME, package__games__coins=COINS, package__games__sides=SIDES)
    monkeypatch.setattr(library, "PACKAGE", folder / "package")
    monkeypatch.chdir(tmp_path)
    match = astro.start("call")
    match.submit(0, "heads")
    assert match.game.rules.title == "Call"
    with pytest.raises(astro.NoGame):
        astro.load("coins")


# --- Places -----------------------------------------------------------------------------------------------------------


def test_reasons_name_the_file_and_line_of_the_library(files: Files) -> None:
    text = GAME.replace('    otherwise\n      draw because "enough"\n', "    move wait\n")
    folder = files(call=text, coins=COINS.replace("= 3", "= 1"), sides=SIDES)
    match = next(m for m in (astro.start(folder / "call.astro", seed=s) for s in range(9)) if misses(m))
    verdict = match.judge(1, "heads")
    assert not verdict.ok
    assert [(Path(r.file).name, r.line, r.rulings) for r in verdict.reasons] == [("coins.astro", 22, ("R1",))]


def misses(match: astro.Match) -> bool:
    """Whether the first call misses, so that the second is one too many."""
    match.submit(0, "heads")
    match.settle_all()
    return not match.over


def test_faults_name_the_file_and_line_of_the_library(files: Files) -> None:
    body = "phase play\n  for n in 1..5\n    do climb\n  draw\n"
    folder = files(
        main=game(body, "stairs.astro"),
        stairs="# phase play\nastro 1\nlibrary Stairs\nvar step: 0..3\nprocedure climb\n  step += 1\n",
    )
    path = folder / "main.astro"
    assert told(path) == []
    with pytest.raises(FaultyRules) as fault:
        astro.start(path)
    shown = report.frame(fault.value.source, fault.value.problem)
    assert f"{folder / 'stairs.astro'}:6:11" in shown
    assert "6 |   step += 1" in shown


def test_an_endless_circle_is_told_where_its_phase_stands(files: Files) -> None:
    body = "var n: 0..9\nphase play until n > 8\n  n = 1\n  do wait\n  if n > 8\n    draw\nend\n  draw\n"
    folder = files(
        main=game(body, "wait.astro"),
        wait='# phase play\nastro 1\nlibrary Wait\nprocedure wait\n  if 1 is 0\n    say "phase play"\n',
    )
    with pytest.raises(FaultyRules) as fault:
        astro.start(folder / "main.astro")
    source, at = fault.value.source, fault.value.problem.span.start
    assert (Path(source.part(at).name).name, source.place(at)) == ("main.astro", (5, 1))


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("kind Side: left, right", ["twice main.astro:4"]),
        ("kind Other: heads, corner", ["twice main.astro:4"]),
        ("def toss = 3", ["twice main.astro:4"]),
        ("die most: 1..6", ["twice main.astro:4"]),
        ('ruling R1 "It is so."', ["twice main.astro:4"]),
        ("move idle", ["twice main.astro:4"]),
    ],
)
def test_a_name_is_given_once_in_all_files(files: Files, line: str, found: list[str]) -> None:
    folder = files(main=game(f"{line}\n{DRAW}", "coins.astro"), coins=COINS, sides=SIDES)
    path = folder / "main.astro"
    assert [problem for problem in told(path) if not problem.startswith("unused")] == found
    source = library.load_source(path, "main.astro")
    problem = next(p for p in examination.examine(source).problems if p.code == "twice")
    assert "coins.astro:" in report.frame(source, problem) or "sides.astro:3" in report.frame(source, problem)


def test_two_libraries_do_not_share_a_name(files: Files) -> None:
    folder = files(
        main=game(DRAW, "a.astro", "b.astro"),
        a="astro 1\nlibrary A\nvar x: 0..1\n",
        b="astro 1\nlibrary B\n\nvar x: 0..1\n",
    )
    assert told(folder / "main.astro") == ["twice b.astro:4"]


def test_slips_in_a_library_are_told_where_they_are(files: Files) -> None:
    folder = files(
        main=game("phase play\n  do gone\n  drow\n  draw\n", "lib.astro"),
        lib="astro 1\nlibrary Lib\nvar x = 3\nprocedure gone\n  deel 3\n  say “so”\n",
    )
    assert told(folder / "main.astro") == [
        "syntax lib.astro:3",
        "unknown-statement lib.astro:5",
        "bad-character lib.astro:6",
        "unknown-statement main.astro:6",
    ]


def test_what_a_missing_library_may_declare_is_not_asked_for(files: Files) -> None:
    body = "zone hand for each player: Card, seen by owner\nphase play\n  do deal_out(3)\n  trump = hearts\n  foo bar\n"
    folder = files(main=game(body, "cards.astro"))
    assert told(folder / "main.astro") == ["no-library main.astro:3", "unknown-statement main.astro:8"]


def test_a_library_is_checked_by_itself(files: Files) -> None:
    folder = files(coins=COINS, sides=SIDES, wrong=COINS.replace("tossed += 1", "tossed = heads"))
    assert told(folder / "coins.astro") == []
    assert told(folder / "wrong.astro") == ["wrong-type wrong.astro:18"]
    examined = library.examine(library.load_source(folder / "coins.astro"))
    assert examined.source.is_library
    assert examined.counts == {"definitions": 11}
    assert library.examine(library.load_source(folder / "coins.astro")) == examined


def test_a_name_inside_a_library_that_is_never_used_is_a_slip(files: Files) -> None:
    folder = files(lib="astro 1\nlibrary Lib\nvar x: 0..9\nprocedure go(n: 0..9)\n  let m = 3\n  x = n\n")
    assert told(folder / "lib.astro") == ["unused lib.astro:5"]


# --- Playing needs a game ---------------------------------------------------------------------------------------------


def test_a_library_cannot_be_played(files: Files) -> None:
    path = files(coins=COINS, sides=SIDES) / "coins.astro"
    for attempt in (astro.load, astro.start):
        with pytest.raises(astro.NoGame, match="is a library"):
            attempt(path)
    built, problems = pipeline.build(library.load_source(path))
    assert built is None
    assert [problem.code for problem in problems] == ["no-phase"]


# --- Caches and records -----------------------------------------------------------------------------------------------


def test_rules_change_with_their_libraries(files: Files) -> None:
    folder = files(call=GAME, coins=COINS, sides=SIDES)
    before = astro.load(folder / "call.astro")
    record = astro.save(astro.start(folder / "call.astro"))
    assert astro.resume(record, folder=folder).notes == ()
    files(sides=SIDES.replace("heads, tails", "heads, tails, edge"))
    after = astro.load(folder / "call.astro")
    assert before.digest != after.digest
    assert before.kinds["Side"] == ("heads", "tails")
    assert after.kinds["Side"] == ("heads", "tails", "edge")
    with pytest.raises(astro.ChangedRules, match="kind Side changed"):
        astro.resume(record, folder=folder)


def test_the_hash_of_a_file_alone_is_that_of_its_text(files: Files) -> None:
    folder = files(alone=game(DRAW), sides=SIDES)
    source = library.load_source(folder / "alone.astro")
    assert library.digest(source) == library.digest(Source("x", source.text))


def test_what_was_found_is_forgotten_when_a_library_changes(files: Files) -> None:
    folder = files(main=game("phase play\n  do go\n  draw\n", "lib.astro"))
    path = folder / "main.astro"

    def codes() -> list[str]:
        return [problem.code for problem in library.examine(library.load_source(path)).problems]

    assert codes() == ["no-library"]
    (folder / "lib.astro").mkdir()
    assert codes() == ["no-library"]
    (folder / "lib.astro").rmdir()
    files(lib="astro 1\nlibrary Lib\nprocedure go\n  lamp = 1\n")
    assert codes() == ["unknown-name"]
    files(lib="astro 1\nlibrary Lib\nvar lamp: 0..3\nprocedure go\n  lamp = 1\n")
    assert codes() == []
    files(lib=game(DRAW))
    assert codes() == ["not-a-library"]


def test_names_in_reports_are_not_remembered(files: Files, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = files(main=game("var lamp: 0..1\n" + DRAW, "lib.astro"), lib="astro 1\nlibrary Lib\nvar lamp: 0..3\n")
    monkeypatch.chdir(folder)
    for name, shown in (("main.astro", " lib.astro:3"), (str(folder / "main.astro"), f"{folder}/lib.astro:3")):
        source = library.load_source(Path(name), name)
        assert shown in report.frames(source, library.examine(source).problems)


def test_a_file_without_libraries_needs_nothing_more() -> None:
    """With warm caches, `check` neither imports nor opens what only libraries need."""
    code = (
        "import sys; from astro_referee.interpreter.play import library; "
        "library.examine(library.load_source(library.find('ptolemy'))); "
        "print([m for m in sys.modules if m.endswith('sources.libraries') or m.startswith('lark')])"
    )
    environment = {**os.environ, "PYTHONPATH": str(ROOT / ".src")}
    for _ in range(2):
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env=environment, check=True)
    assert done.stdout == "[]\n"


# --- Strange files and paths ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "path",
    [
        "",
        ".",
        "..",
        "/",
        "/etc/passwd",
        "/etc/hosts.astro",
        "~/x.astro",
        "C:/x.astro",
        "C:\\x.astro",
        "deep\\sides.astro",
        "../sides.astro",
        "deep/../../sides.astro",
        "out.astro",
        "loop.astro",
        "folder.astro",
        "pipe.astro",
        "secret.astro",
        "binary.astro",
        "nul.astro",
        "huge.astro",
        "empty.astro",
        "main.astro",
        "other.astro",
        "sides.txt",
        ".astro",
        "x" * 300 + ".astro",
        "a/" * 3_000 + "x.astro",
        "{x}.astro",
        "e\u0301.astro",
        "\U0001f600.astro",
        "a\x00b.astro",
        "a\tb.astro",
        "a\x7fb.astro",
        "a\u202eb.astro",
        "sides.astro/",
        "sides.astro/x.astro",
        "//sides.astro",
    ],
)
def test_strange_paths_are_refused_at_their_line(files: Files, path: str) -> None:
    folder = files(main=game(DRAW, path), sides=SIDES, other=game(DRAW), empty="", deep__x=SIDES)
    (folder / "out.astro").symlink_to(CARDS)
    (folder / "loop.astro").symlink_to(folder / "loop.astro")
    (folder / "folder.astro").mkdir()
    os.mkfifo(folder / "pipe.astro")
    (folder / "binary.astro").write_bytes(bytes(range(256)) * 100)
    (folder / "nul.astro").write_bytes(SIDES.encode() + b"\0")
    (folder / "huge.astro").write_text(SIDES + "# long\n" * 100_000)
    (folder / "secret.astro").write_text(SIDES)
    (folder / "secret.astro").chmod(0)
    if path == "secret.astro" and os.access(folder / path, os.R_OK):
        pytest.skip("nothing is secret from this user")
    found = told(folder / "main.astro")
    assert found
    assert {problem.split()[1] for problem in found} == {"main.astro:3"}


def test_a_link_inside_the_folder_is_one_file_with_what_it_leads_to(files: Files) -> None:
    folder = files(main=game(DRAW, "sides.astro", "link.astro"), sides=SIDES)
    (folder / "link.astro").symlink_to(folder / "sides.astro")
    assert told(folder / "main.astro") == []


def test_a_link_to_a_game_leads_to_its_libraries(files: Files) -> None:
    folder = files(in__call=GAME, in__coins=COINS, in__sides=SIDES)
    (folder / "link.astro").symlink_to(folder / "in" / "call.astro")
    source = library.load_source(folder / "link.astro")
    assert examination.examine(source).ok
    assert [part.name for part in source.files][1:] == [str(folder / "in" / "coins.astro"), str(folder / "link.astro")]


@pytest.mark.parametrize("length", [1, 2, 3, 50])
def test_circles_are_told_once(files: Files, length: int) -> None:
    texts = {f"l{i}": f'astro 1\nlibrary L{i}\nuse "l{(i + 1) % length}.astro"\n' for i in range(length)}
    folder = files(main=game(DRAW, "l0.astro"), **texts)
    assert told(folder / "main.astro") == [f"circle l{length - 1}.astro:3"]


def test_a_library_that_uses_its_game(files: Files) -> None:
    folder = files(main=game(DRAW, "lib.astro"), lib='astro 1\nlibrary Lib\nuse "main.astro"\n')
    assert told(folder / "main.astro") == ["circle lib.astro:3"]


def test_ten_thousand_uses(files: Files) -> None:
    many = [f"l{i}.astro" for i in range(10_000)]
    folder = files(main=game(DRAW, *many), same=game(DRAW, *["sides.astro"] * 10_000), sides=SIDES)
    for number, name in enumerate(many[:200]):
        (folder / name).write_text(f"astro 1\nlibrary L{number}\nvar v{number}: 0..9\n")
    found = told(folder / "main.astro")
    assert len(found) == 51
    assert found[0] == f"too-large main.astro:{3 + libraries.MOST_LIBRARIES}"
    assert len(told(folder / "same.astro")) == 51


def test_a_long_chain_of_libraries(files: Files) -> None:
    texts = {f"l{i}": f'astro 1\nlibrary L{i}\nuse "l{i + 1}.astro"\nvar v{i}: 0..9\n' for i in range(300)}
    folder = files(main=game(DRAW, "l0.astro"), **texts)
    assert told(folder / "main.astro") == [f"too-large l{libraries.MOST_LIBRARIES - 1}.astro:3"]


def test_all_libraries_together_are_not_too_large(files: Files) -> None:
    large = "# long\n" * (libraries.MOST_TEXT // 7 // 2)
    folder = files(
        main=game(DRAW, "a.astro", "b.astro"), a=f"astro 1\nlibrary A\n{large}", b=f"astro 1\nlibrary B\n{large}"
    )
    assert told(folder / "main.astro") == ["too-large main.astro:4"]


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.tuples(st.integers(0, 3), st.integers(0, 400), st.integers(0, 9), st.text(max_size=6)), max_size=6))
def test_any_edits_of_a_game_and_its_libraries(files: Files, changes: list[tuple[int, int, int, str]]) -> None:
    texts = [GAME, COINS, SIDES, SIDES]
    for number, place, dropped, put in changes:
        texts[number] = texts[number][:place] + put + texts[number][place + dropped :]
    game_text, coins, sides, _ = (text.encode("utf-8", "replace").decode() for text in texts)
    folder = files(call=game_text, coins=coins, sides=sides)
    source = library.load_source(folder / "call.astro")
    for problem in examination.examine(source).problems:
        assert 0 <= problem.span.start <= problem.span.end <= len(source.text)
        assert report.frame(source, problem)
        assert report.data(source, problem)


def test_any_words_in_a_use_line(files: Files) -> None:
    words = [
        'use "sides.astro"',
        "use",
        '"sides.astro"',
        "library L",
        "game G for 2 players",
        "\n",
        "  ",
        "use = 3",
        "#",
    ]
    words += ['use "main.astro"', "phase play", "draw", "kind K: a, b", "@R", "“", "\x00", "astro 1", "\ufeff"]
    folder = files(main="", sides=SIDES)
    for seed in range(300):
        rng = random.Random(seed)
        text = "astro 1\n" + "".join(rng.choice(words) + rng.choice(["\n", " ", ""]) for _ in range(rng.randrange(12)))
        (folder / "main.astro").write_text(text, encoding="utf-8")
        told(folder / "main.astro")
