"""`astro check --play`: planted faults are found, each with a script that replays it; whole games hold.

The checker refuses most rules that would give something away. To see that playing finds these, too, some tests turn
that part of the checker off, or break a machine behind its back.
"""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
import shelf
from attrs import evolve
from click.testing import Result
from shelf import ROOT
from syrupy.assertion import SnapshotAssertion

import astro_referee as astro
from astro_referee.grammar import report
from astro_referee.interpreter import lower
from astro_referee.interpreter.check.secrecy import visibility
from astro_referee.interpreter.lower import compile_program
from astro_referee.interpreter.program import program as p
from astro_referee.interpreter.study import playability
from astro_referee.interpreter.study.playability import tracing

PLANTED = ROOT / "tests" / "planted"
GAMES, POSITIONS = 1, 300
"""The budget with which every game and example is played here; `astro check --play` has more by itself."""
SHORTER = {"vediic": {"most_rounds": "30"}, "short_vediic": {"most_rounds": "30"}}

Run = Callable[..., Result]


@pytest.fixture
def planted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The planted files in a folder of their own, where tests can be put beside them."""
    shutil.copytree(PLANTED, tmp_path / "planted")
    monkeypatch.chdir(tmp_path / "planted")
    return tmp_path / "planted"


# --- What is found ---------------------------------------------------------------------------------------------------

IN_PLAY = {
    "dead_end": "stuck",
    "automatic_loop": "endless",
    "unreachable_ending": "unreached",
    "no_end": "no-way-out",
    "without_the_end": "stuck",
    "too_many_hands": "too-few-cards",
}
BY_THE_CHECKER = {
    "lost_card": "bad-remove",
    "leak_by_sentence": "hidden-in-text",
    "leak_by_refusal": "hidden-in-text",
    "leak_by_moves": "hidden-in-guard",
    "leak_by_order": "hidden-in-guard",
    "leak_by_laid_card": "hidden-in-guard",
    "cheap_passes": "unknown-name",
}
BY_BOTH = {"leak_by_variable": "tells", "leak_by_row": "tells"}
ALL = IN_PLAY | BY_THE_CHECKER | BY_BOTH


@pytest.mark.parametrize("name", ALL)
def test_planted_faults_are_told(run: Run, planted: Path, snapshot: SnapshotAssertion, name: str) -> None:
    said = run("check", "--play", f"{name}.astro", code=0 if name in BY_BOTH else 1).stdout
    assert said == snapshot
    file = json.loads(run("check", "--play", f"{name}.astro", "--json").stdout)["files"][0]
    checked, played = ({one["code"] for one in each} for each in (file["problems"], found_in(file)))
    assert (ALL[name] in checked) == (name not in IN_PLAY)
    assert (ALL[name] in played) == (name not in BY_THE_CHECKER)


def found_in(file: dict[str, dict[str, list[dict[str, str]]]]) -> list[dict[str, str]]:
    return file.get("play", {}).get("findings", [])


@pytest.mark.parametrize("positions", [20_000, 0], ids=["exhaustive", "random"])
@pytest.mark.parametrize("name", [*(name for name in IN_PLAY if name != "unreachable_ending"), *BY_BOTH])
def test_scripts_replay_what_they_are_shown_for(run: Run, planted: Path, name: str, positions: int) -> None:
    said = run("check", "--play", f"{name}.astro", "--json", "--positions", positions, "-n", 10).stdout
    for found in found_in(json.loads(said)["files"][0]):
        if found["script"]:
            tested = verdict_on(run, planted, name, found["script"])
            if found["code"] in ("stuck", "endless", "too-few-cards"):
                assert "the rules cannot go on" in tested
            elif found["code"] == "tells":
                assert "this does not hold" in tested
            else:
                assert "1 test, all hold" in tested


def verdict_on(run: Run, folder: Path, name: str, script: str) -> str:
    """What `astro test` says of a script."""
    (folder / f"{name}_test.astro").write_text(f'astro 1\ntests of "{name}.astro"\n\n{script}\n', encoding="utf-8")
    return run("test", folder / f"{name}.astro").stdout


def test_what_was_not_met_in_some_games_is_only_noted(run: Run) -> None:
    said = run("check", "--play", "tests/planted/unreachable_ending.astro", "--positions", 5, "-n", 7, code=0).stdout
    assert "this ending (`draw`) is not come to in 7 games (tests/planted/unreachable_ending.astro:15)" in said


# --- Behind the checker's back ---------------------------------------------------------------------------------------


LEAKS = {
    "leak_by_moves": "offered, too",
    "leak_by_order": "offered, too",
    "leak_by_laid_card": "not offered: fish",
    "leak_by_row": "this does not hold",
    "leak_by_refusal": "it is refused, but for another reason",
    "leak_by_sentence": "1 test, all hold",  # no test can ask for a sentence; it replays, and says the rest in comments
    "leak_by_variable": "this does not hold",
}
"""What `astro test` says of the script that shows each."""


@pytest.fixture
def blind(monkeypatch: pytest.MonkeyPatch) -> None:
    """A checker that does not care who sees what; nothing it lets pass is kept for others."""
    monkeypatch.setenv("ASTRO_CACHE", "")
    monkeypatch.setattr(visibility, "judge", lambda c, program: program)


@pytest.mark.usefixtures("blind")
@pytest.mark.parametrize("positions", [20_000, 0], ids=["exhaustive", "random"])
@pytest.mark.parametrize("name", LEAKS)
def test_leaks_show_in_play(run: Run, planted: Path, snapshot: SnapshotAssertion, name: str, positions: int) -> None:
    found = astro.try_out(f"{name}.astro", positions=positions)
    (leak,) = (finding for finding in found.findings if finding.severe)
    assert leak.problem.code == "leak"
    assert f"{report.frame(found.rules.source, leak.problem)}\n\n{leak.script}\n" == snapshot
    assert LEAKS[name] in verdict_on(run, planted, name, leak.script)


def burning(program: p.Program) -> p.Program:
    """The same rules, but what is put into the fire does not get there."""
    moves = {
        key: evolve(move, then=tuple(s for s in move.then if not (isinstance(s, p.Assign) and s.field == "fire")))
        for key, move in program.moves.items()
    }
    return evolve(program, moves=moves)


@pytest.mark.parametrize("positions", [20_000, 0], ids=["exhaustive", "random"])
def test_a_lost_card_shows_in_play(
    run: Run, planted: Path, monkeypatch: pytest.MonkeyPatch, snapshot: SnapshotAssertion, positions: int
) -> None:
    monkeypatch.setenv("ASTRO_CACHE", "")
    for module in (lower, tracing):
        monkeypatch.setattr(module, "compile_program", lambda program, *more: compile_program(burning(program), *more))
    found = astro.try_out("burnt_card.astro", positions=positions)
    (lost,) = (finding for finding in found.findings if finding.problem.code == "lost-card")
    assert f"{report.frame(found.rules.source, lost.problem)}\n\n{lost.script}\n" == snapshot
    assert "this does not hold" in verdict_on(run, planted, "burnt_card", lost.script)


def disordered(program: p.Program, step: type[p.Lay | p.Take]) -> p.Program:
    """The same rules, but a step that keeps the order of the fire is forgotten."""
    moves = {
        key: evolve(move, then=tuple(s for s in move.then if not isinstance(s, step)))
        for key, move in program.moves.items()
    }
    return evolve(program, moves=moves)


@pytest.mark.parametrize("positions", [20_000, 0], ids=["exhaustive", "random"])
@pytest.mark.parametrize(
    ("forgotten", "said"),
    [
        (p.Lay, "the order of `fire` lacks Card moon 1, which is there"),
        (p.Take, "the order of `fire` has Card moon 1, which is not there"),
    ],
)
def test_an_order_that_is_not_kept_shows_in_play(
    planted: Path, monkeypatch: pytest.MonkeyPatch, forgotten: type[p.Lay | p.Take], said: str, positions: int
) -> None:
    monkeypatch.setenv("ASTRO_CACHE", "")
    assert astro.try_out("burnt_pile.astro", positions=positions).ok
    for module in (lower, tracing):
        monkeypatch.setattr(
            module, "compile_program", lambda program, *more: compile_program(disordered(program, forgotten), *more)
        )
    found = astro.try_out("burnt_pile.astro", positions=positions)
    assert [finding.problem.message for finding in found.findings if finding.problem.code == "lost-card"] == [said]


# --- What is no fault ------------------------------------------------------------------------------------------------

SPIES = """astro 1
game Spies for 4 players
var chief: player, seen by nobody
var spies: set of player, seen by spies
var rounds: 0..8

phase play until rounds is 8
  begin
    chief = random from players
    add chief to spies  # may tell: spies know each other
    chief = random from players
    add chief to spies  # may tell: spies know each other
  turns clockwise from P1 until rounds is 8
    move wait
      then
        rounds += 1
    move join
      when rounds > 3 else "too early"
      then
        add me to spies
        rounds += 1
end
  draw
"""
CHOSEN_ZONE = """astro 1
game Rows for 2 players
kind Suit: moon, sun
card Card: each suit in Suit
zone stock: pile of Card, seen by nobody
zone row for each 1..3: Card, seen by everyone

phase play until stock is empty
  begin
    put all Card into stock
  turns clockwise from P1 until stock is empty
    move lay
      then
        let free = last n in 1..3 where row[n] is empty
        if free is not none
          deal 1 from stock into row[free]
    move look_on
end
  draw
"""


EXCHANGES = """astro 1
game Exchanges for 2 players
kind Suit: moon, sun
card Card: 3 of each suit in Suit
zone deck: pile of Card, seen by nobody
zone locker for each 2..3: Card, seen by nobody
zone hand for each player: Card, seen by owner

phase play
  begin
    put all Card into deck
    deal 1 from deck into locker[2]
    deal 1 from deck into locker[3]
    for p in players
      deal 1 from deck into hand[p]
  turns once clockwise from P1
    move take(n in 2..3) as "take {n}"
      then
        swap hand[me] with locker[n]
    move rob
      then
        swap hand[me] with hand[me.next]
    move go_round
      then
        pass hand[p] to hand[p.next] for p in players
end
  draw
"""
SOUND = {
    "a set seen by those in it": SPIES,
    "a zone by its number": CHOSEN_ZONE,
    "equal cards that change places": EXCHANGES,
}


@pytest.mark.parametrize("positions", [20_000, 0], ids=["exhaustive", "random"])
@pytest.mark.parametrize("text", SOUND.values(), ids=SOUND)
def test_what_is_sound_is_not_reported(tmp_path: Path, text: str, positions: int) -> None:
    path = tmp_path / "sound.astro"
    path.write_text(text, encoding="utf-8")
    found = astro.try_out(path, positions=positions, games=20)
    assert [finding.problem.message for finding in found.findings if finding.severe] == []


def test_a_position_that_may_come_again_is_accepted_on_its_line(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "rows.astro"
    path.write_text(CHOSEN_ZONE, encoding="utf-8")
    assert "note[unbounded]" in run("check", "--play", path, code=0).stdout
    path.write_text(CHOSEN_ZONE.replace("move lay\n", "move lay  # may repeat: who looks on forever wins nothing\n"))
    assert "note[unbounded]" not in run("check", "--play", path, code=0).stdout


LEAKING = """astro 1
game Leaking for 2 players
var secret: 0..3, seen by nobody
var rounds: 0..4

phase play until rounds is 4
  begin
    secret = random from {1, 2}
  turns clockwise from P1 until rounds is 4
    move wait
      then
        rounds += 1
    move peek as "look"
      then
        rounds += 1
        if secret is 2
          rounds = 4
end
  draw
"""


@pytest.mark.usefixtures("blind")
def test_a_leak_is_shown_at_the_move_that_leaks(tmp_path: Path) -> None:
    path = tmp_path / "leaking.astro"
    path.write_text(LEAKING, encoding="utf-8")
    found = astro.try_out(path)
    leaks = [finding.problem for finding in found.findings if finding.problem.code == "leak"]
    assert {found.rules.source.place(leak.span.start)[0] for leak in leaks} <= {4, 13}
    assert any(found.rules.source.place(leak.span.start)[0] == 13 for leak in leaks)


def test_whoever_waits_is_told_that_it_goes_on(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "rows.astro"
    path.write_text(CHOSEN_ZONE, encoding="utf-8")
    assert run("check", "--play", path, code=0).stderr == ""
    monkeypatch.setattr("astro_referee.cli.reports.playability.PATIENCE", 0.001)
    said = run("check", "--play", path, "--positions", 0, "-n", 3, code=0).stderr
    assert re.search(r"^astro: still playing .*rows.astro: 0 games so far, \d+ s$", said, re.M)


# --- What holds ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", shelf.each(thorough=lambda source: shelf.is_variant(source) or shelf.is_large(source)))
def test_games_and_examples_can_be_played(path: Path) -> None:
    rules = astro.load(path)
    options = SHORTER.get(path.stem, {})
    found = playability.try_out(rules, rules.seats[0], options, GAMES, positions=POSITIONS, set_ups=0)
    assert [finding for finding in found.findings if finding.severe] == []
    assert found.ok


def test_a_small_game_is_gone_through_completely(run: Run) -> None:
    said = run("check", "--play", "tic-tac-toe", code=0).stdout
    assert "2 players, exhaustive: 5,478 positions; at most 9 moves; met 1 phase, 2 endings, 1 move\n" in said
    assert said.endswith("tic-tac-toe: playable\n")


def test_a_game_is_tried_with_the_players_and_options_that_are_asked_for(run: Run) -> None:
    file = json.loads(run("check", "--play", "examples/nim.astro", "--json", "--option", "heaps=2").stdout)["files"][0]
    (played,) = file["play"]["played"]
    known = todo = {((4, 5), 0)}
    while todo:
        todo = {
            ((*heaps[:at], left, *heaps[at + 1 :]), 1 - seat)
            for heaps, seat in todo
            for at in range(2)
            for left in range(heaps[at])
        }
        known = known | todo
    assert (played["exhaustive"], played["options"]["heaps"], played["positions"]) == (True, "2", len(known))
    many = json.loads(run("check", "--play", "examples/pig.astro", "--json", "-n", 1, "--positions", 9).stdout)
    assert [played["players"] for played in many["files"][0]["play"]["played"]] == [2, 6]


def test_it_is_said_which_set_ups_were_tried(run: Run, planted: Path) -> None:
    short = ("check", "--play", "too_many_hands.astro", "-n", 8, "--positions", 0)
    said = run(*short, "--set-ups", 5, code=0).stdout
    tried = (
        "cards = 1; cards = 5 with 2 players; shouting = yes with 2 players; cards = 5, shouting = yes with 2 players"
    )
    assert f": {tried}\n" in said
    left = "cards = 5 with 4 players; shouting = yes with 4 players; cards = 5, shouting = yes with 4 players"
    rest = "other values of cards; other combinations of options; other numbers of players"
    assert f"not tried: {left}; {rest}\n" in said
    assert "`shout`" not in said
    as_set = run(*short, "--set-ups", 0, code=0).stdout
    assert "not tried: other options\n" in as_set
    assert "`shout` is not legal in 16 games" in as_set
    one = json.loads(run(*short, "--option", "cards=5", "--players", 3, "--json", code=0).stdout)["files"][0]["play"]
    assert [(each["players"], each["options"]) for each in one["played"] + one["others"]] == [
        (3, {"cards": "5", "shouting": shouting}) for shouting in ("no", "yes")
    ]


BEGINNING = """astro 1
game Beginning for 2 players
var total: 0..3
phase play
  begin
    for p in players
      total += 2
  turns once clockwise from P1
    move wait
end
  draw because "{total}"
"""


@pytest.mark.parametrize("positions", [20_000, 0], ids=["exhaustive", "random"])
def test_a_game_that_cannot_even_begin(run: Run, rules: Callable[[str], str], positions: int) -> None:
    path = rules(BEGINNING)
    file = json.loads(run("check", "--play", path, "--json", "--positions", positions, code=1).stdout)["files"][0]
    (fault,) = (found for found in found_in(file) if found["code"] == "out-of-range")
    assert "the rules cannot go on" in verdict_on(run, Path(path).parent, "test", fault["script"])


def test_options_of_play_need_it(run: Run) -> None:
    assert "--players goes with --play" in run("check", "examples/nim.astro", "--players", 2, code=2).stderr
    assert "has no option" in run("check", "--play", "examples/nim.astro", "--option", "x=1", code=2).stderr


# --- Texts that cannot be told ---------------------------------------------------------------------------------------

HOLES = """astro 1
game Holes for 2 players
kind Suit: moon, sun, star
card Ball: each suit in Suit
zone slot for each 1..3: Ball, seen by everyone
var taken: 0..4

phase play
  begin
    put Ball[moon] into slot[1]
    put Ball[sun] into slot[3]
  turns clockwise from P1
    move take(n in 1..3 WHERE) as "NOTATION"
      "SENTENCE"
      let b = only x in slot[n]
      when slot[n].size is 1 else "REASON"
      then
        taken += 1
        if taken is 4
          draw

test "something else is typed"
  P1 "take 1"
  refuse P2 "xyz" because "is no move here"
"""
PLAIN = {
    "WHERE": "",
    "NOTATION": "take {n}",
    "SENTENCE": "Take ball number {n}.",
    "REASON": "slot {n} is empty",
    "when slot": "when slot",
    "take 1": "take 1",
}


def holes(**changed: str) -> str:
    text = HOLES
    for word, new in {**PLAIN, **changed}.items():
        text = text.replace(word, new)
    return text


@pytest.mark.parametrize("where", ["", "where slot[n].size is 1"])
def test_a_hole_without_a_value_in_a_move_that_is_not_legal_is_noted(
    run: Run, rules: Callable[[str], str], where: str
) -> None:
    """Neither playing nor testing ends by it, whatever is typed."""
    game = rules(holes(WHERE=where, NOTATION="take {b}", **{"take 1": "take moon"}))
    said = run("check", "--play", game, code=0).stdout
    assert "note[untold]: the notation of `take` with n = 2 cannot be told: there is no `x` here" in said
    assert "let b = only x in slot[n]\n" in said
    typed = "xyz\ntake 2\ntake\nwhy star\nsun\ntake sun\nquit\n"
    assert "1. P1: take sun  Take ball number 3.\n" in run("play", game, typed=typed, code=0).stdout
    (Path(game).parent / "moves.txt").write_text("take moon\nxyz\n")
    assert (
        "2. P2: `xyz` is no move here"
        in run("referee", game, "--moves", Path(game).parent / "moves.txt", code=1).stdout
    )
    assert "1 test, all hold" in run("test", game, code=0).stdout
    run("cover", game, "-n", "3", code=0)


def test_a_reason_that_cannot_be_told_is_noted(run: Run, rules: Callable[[str], str]) -> None:
    game = rules(holes(REASON="{b} is not alone"))
    said = run("check", "--play", game, code=0).stdout
    assert "note[untold]: the reason of `take` with n = 2 cannot be told: there is no `x` here" in said
    assert "this must hold: slot[n].size is 1" in run("play", game, typed="take 2\nquit\n", code=0).stdout


def test_a_sentence_of_a_legal_move_that_cannot_be_told_is_found_and_keeps_nobody_from_it(
    run: Run, rules: Callable[[str], str]
) -> None:
    game = rules(holes(SENTENCE="Take {b}.", **{"when slot[n].size is 1": "when taken < 9"}))
    said = run("check", "--play", game, code=1).stdout
    assert "error[not-only]: there is no `x` here" in said
    assert "it is needed for the sentence of `take` with n = 2, which is legal" in said
    said = run("play", game, typed="take 2\nquit\n", code=0).stdout
    assert "   1  take 1  Take moon.\n   2  take 2\n" in said
    assert "1. P1: take 2\n" in said


def test_a_legal_move_that_cannot_be_written_is_a_fault_of_the_rules(run: Run, rules: Callable[[str], str]) -> None:
    game = rules(holes(NOTATION="take {b}", **{"when slot[n].size is 1": "when taken < 9"}))
    said = run("check", "--play", game, code=1).stdout
    assert "it is needed for the notation of `take` with n = 2, which is legal" in said
    for words in (["play", game], ["referee", game, "--moves", "-"], ["check", game]):
        result = run(*words, typed="xyz\n")
        assert words[0] == "check" or "the rules cannot go on from here" in result.stderr
