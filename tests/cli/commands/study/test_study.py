"""`astro simulate` and `astro perft`: counting games."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result
from syrupy.assertion import SnapshotAssertion
from terminal import play_raw

from astro_referee.interpreter.play.game import read_options

Run = Callable[..., Result]
Rules = Callable[[str], str]
TIC = "tic-tac-toe"
NIM = "examples/nim.astro"
PIG = "examples/pig.astro"
KUHN = "examples/kuhn_poker.astro"


def test_simulated_games(run: Run, snapshot: SnapshotAssertion) -> None:
    assert run("simulate", TIC, "-n", "500", "--seed", "1", code=0).stdout == snapshot


def test_the_same_seed_gives_the_same_games_whoever_plays_them(run: Run) -> None:
    alone = counted(run("simulate", TIC, "-n", "600", "--json", code=0))
    assert counted(run("simulate", TIC, "-n", "600", "--json", "--jobs", "2", code=0)) == alone
    assert counted(run("simulate", TIC, "-n", "600", "--json", "--seed", "1", code=0)) != alone


def counted(result: Result) -> dict[str, object]:
    """What a simulation has counted, without how it did."""
    found: dict[str, object] = json.loads(result.stdout)
    assert isinstance(found.pop("cpu_seconds"), float)
    assert found.pop("engine") == "python"
    return found


def test_simulation_as_json(run: Run) -> None:
    found = json.loads(
        run("simulate", PIG, "-n", "50", "--players", "4", "--option", "goal=20", "--json", code=0).stdout
    )
    assert found["games"] == found["finished"] == 50
    assert [seat["seat"] for seat in found["seats"]] == ["P1", "P2", "P3", "P4"]
    assert sum(seat["wins"] for seat in found["seats"]) + found["draws"] >= 50
    for seat in found["seats"]:
        low, high = seat["interval"]
        assert 0 <= low <= seat["share"] <= high <= 1
    assert found["moves"]["least"] <= found["moves"]["mean"] <= found["moves"]["most"]


def test_a_simulation_plays_what_the_generated_playout_plays() -> None:
    from astro_referee.interpreter.play import library
    from astro_referee.interpreter.play.chance import Generator
    from astro_referee.interpreter.study.simulation import part

    game = library.prepare(library.load("ptolemy"))
    tally = part(game, 5, 0, 20)
    assert tally.moves == sum(game.engine.playout(game.engine.start(), Generator(5, i).below) for i in range(20))


def test_games_that_do_not_end_are_counted_as_such(run: Run, rules: Rules, monkeypatch: pytest.MonkeyPatch) -> None:
    from astro_referee.interpreter.study import simulation

    monkeypatch.setattr(simulation, "LONGEST_GAME", 200)
    monkeypatch.setattr(simulation, "LONGEST_CHANCE", 200)
    never = "astro 1\ngame Forever for 2 players\nphase play\n  turns clockwise from P1\n    move wait\n    move stay\n"
    said = run("simulate", rules(never), "-n", "3", code=0).stdout
    assert "not finished: 3 games" in said
    many = run("simulate", rules(never), "-n", "1000", code=0).stdout
    assert "given up after 3 games: random players may never end this game" in many
    found = json.loads(run("simulate", rules(never), "-n", "1000", "--json", code=0).stdout)
    assert (found["games"], found["unfinished"], found["given_up"]) == (3, 3, True)
    assert "given up after 3 random games" in run("cover", rules(never), "-n", "1000").stderr
    rolls = "astro 1\ngame Rolls for 2 players\ndie d: 1..6\nphase play until d is 7\n  roll d\nend\n  draw\n"
    assert json.loads(run("simulate", rules(rolls), "-n", "2", "--json").stdout or "{}").get("unfinished", 2) == 2


def test_wilson_intervals() -> None:
    from astro_referee.interpreter.study.simulation import wilson

    assert wilson(0, 0) == (0, 1)
    assert wilson(5, 10) == pytest.approx((0.2366, 0.7634), abs=1e-4)
    assert wilson(0, 10) == pytest.approx((0, 0.2775), abs=1e-4)
    assert wilson(10, 10) == pytest.approx((0.7225, 1), abs=1e-4)


def test_all_games_of_three_in_a_row(run: Run, snapshot: SnapshotAssertion) -> None:
    said = run("perft", TIC, "--depth", "9", code=0).stdout
    assert said == snapshot
    assert "255,168 finished games in all; no game goes on" in said


def test_counts_as_json_stop_where_all_games_are_over(run: Run) -> None:
    found = json.loads(run("perft", TIC, "--depth", "20", "--json", code=0).stdout)
    counts = [ply["sequences"] for ply in found["plies"]]
    assert counts == [1, 9, 72, 504, 3024, 15120, 54720, 148176, 200448, 127872]
    assert (found["finished"], found["complete"]) == (255168, True)


def test_what_chance_brings_makes_other_sequences_not_longer_ones(run: Run) -> None:
    found = json.loads(run("perft", KUHN, "--depth", "9", "--json", code=0).stdout)
    assert [ply["sequences"] for ply in found["plies"]] == [6, 12, 24, 12]
    assert found["finished"] == 30
    longer = json.loads(run("perft", KUHN, "--depth", "9", "--chance", "--json", code=0).stdout)
    assert [ply["sequences"] for ply in longer["plies"]] == [1, 3, 6, 12, 24, 12]
    fixed = json.loads(run("perft", KUHN, "--depth", "9", "--seed", "1", "--json", code=0).stdout)
    assert [ply["sequences"] for ply in fixed["plies"]] == [1, 2, 4, 2]


def test_counting_plain_sequences_gives_the_same(run: Run) -> None:
    """Against the simplest way to count: try everything, one sequence at a time."""
    from astro_referee.interpreter import api
    from astro_referee.interpreter.play import library

    rules = api.load(NIM)
    engine = library.prepare(rules, None, read_options(rules, {"heaps": "3", "largest": "3"})).engine
    counts = [0] * 20

    def count(state: list[int], ply: int) -> None:
        counts[ply] += 1
        for move in engine.run(state):
            after = state[:]
            engine.act(after, move)
            count(after, ply + 1)

    count(engine.start(), 0)
    words = ["perft", NIM, "--option", "largest=3", "--depth", "19", "--json"]
    found = json.loads(run(*words, code=0).stdout)
    assert [ply["sequences"] for ply in found["plies"]] == [number for number in counts if number]


def sequences(run: Run, *words: str) -> list[int]:
    found = json.loads(run("perft", *words, "--json", code=0).stdout)
    return [ply["sequences"] for ply in found["plies"]]


def test_a_turn_is_all_that_a_player_decides_in_a_row(run: Run, rules: Rules) -> None:
    game = rules(
        """
astro 1
game Pairs for 2 players
var total: 0..9
phase play until total is 4
  for p in clockwise from P1
    ask p
      move add(number in 1..2)
        then
          total += 1
    ask P2
      move wait
      move yield
end
  draw
"""
    )
    assert sequences(run, game, "--depth", "9") == [1, 2, 4, 8, 16, 32, 64, 128, 256]
    assert sequences(run, game, "--depth", "9", "--turns") == [1, 2, 16, 32, 256]


def test_who_is_asked_with_others_has_a_new_turn(run: Run, rules: Rules) -> None:
    game = rules(
        """
astro 1
game Race for 2 players
phase play
  ask P1
    move left
    move right
  ask together p in players
    move nod
  ask P1
    move stop
end
  draw
"""
    )
    assert sequences(run, game, "--depth", "9", "--turns") == [1, 2, 4, 4, 2]


def test_chance_within_a_turn_does_not_end_it(run: Run, rules: Rules) -> None:
    game = rules(
        """
astro 1
game Tosses for 2 players
die coin: 1..2
phase play
  turns once clockwise from P1
    roll coin
    ask me
      move call
    roll coin
    ask me
      move again
end
  draw
"""
    )
    assert sequences(run, game, "--depth", "9", "--turns") == [2, 8, 16]
    assert sequences(run, game, "--depth", "9", "--turns", "--chance") == [1, 2, 2, 4, 4, 8, 8, 16, 16]


def test_the_last_moves_can_be_listed_without_making_them(run: Run, snapshot: SnapshotAssertion) -> None:
    said = run("perft", TIC, "--depth", "5", "--fast", code=0).stdout
    assert said == snapshot
    found = json.loads(run("perft", TIC, "--depth", "5", "--fast", "--json", code=0).stdout)
    assert found["plies"][-1] == {"ply": 5, "sequences": 15120, "finished": None}
    assert sequences(run, TIC, "--depth", "20", "--fast") == sequences(run, TIC, "--depth", "20")
    assert sequences(run, TIC, "--depth", "0", "--fast") == [1]


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (["perft", TIC, "--depth", "1", "--turns", "--fast"], 2, "--fast does not go with --turns"),
        (["perft", PIG, "--depth", "1", "--turns"], 1, "a turn can go on for ever"),
        (["perft", "ptolemy", "--depth", "1"], 1, "too many ways to set up this game"),
        (["perft", PIG, "--depth", "1"], 1, "chance can go on for ever between two decisions"),
        (["perft", TIC], 2, "--depth"),
        (["perft", TIC, "--depth", "-1"], 2, "-1 is not in the range"),
        (["perft", "nothing", "--depth", "1"], 2, "there is no game called nothing"),
        (["simulate", TIC, "-n", "0"], 2, "0 is not in the range"),
        (["simulate", TIC, "-n", "many"], 2, "'many' is not a valid number"),
        (["simulate", TIC, "--jobs", "0"], 2, "0 is not in the range"),
        (["simulate", TIC, "--option", "x=1"], 2, "no option x"),
    ],
)
def test_what_cannot_be_counted_gets_a_clear_line(run: Run, words: list[str], code: int, said: str) -> None:
    assert said in run(*words, code=code).stderr


LOST = """astro 1
game Lost for 2 players
die pip: 1..6
var floors: 0..20
phase play
  turns clockwise from P1
    move throw
      then
        roll pip
        if pip is 6
          winner nobody because "the tower falls"
        floors += 1
        if floors is 6
          winner players because "it stands"
"""


def test_a_game_that_all_lose_is_told_everywhere(run: Run, rules: Rules, tmp_path: Path) -> None:
    """`winner nobody` is no draw, and has a row of its own."""
    path, record = rules(LOST), tmp_path / "game.txt"
    said = run("simulate", path, "-n", "100", code=0).stdout
    assert re.search(r"^  nobody  70     70\.0 %", said, re.M)
    found = json.loads(run("simulate", path, "-n", "100", "--json", code=0).stdout)
    assert (found["nobody"], found["draws"], found["seats"][0]["wins"]) == (70, 0, 30)
    assert "\nNobody wins: the tower falls.\n" in run("play", path, "--watch", "--seed", "3", "--record", record).stdout
    assert record.read_text().endswith("\nend: won by nobody (the tower falls)\n")
    assert 'expect winner nobody because "the tower falls"' in run("test", "--record", record, code=0).stdout
    tests = tmp_path / "test_test.astro"
    run("test", "--record", record, "-o", tests, code=0)
    run("test", path, code=0)
    older = tmp_path / "older.txt"
    older.write_text(record.read_text().replace("won by nobody", "won by "))
    run("referee", older, code=0)


def test_how_far_a_long_game_is(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who waits hears of every few thousand moves, and of every move of somebody who thinks."""
    from astro_referee.interpreter.play import library
    from astro_referee.interpreter.study import simulation
    from astro_referee.interpreter.study.bots import bot

    game = library.prepare(library.load("examples/pig.astro"))
    heard: list[tuple[int, int]] = []
    monkeypatch.setattr(simulation, "LOOK_UP", 4)
    tally = simulation.part(game, 1, 0, 2, watch=lambda done, moves: heard.append((done, moves)))
    assert {done for done, _ in heard} == {0, 1}
    assert max(moves for _, moves in heard) <= max(tally.lengths)
    assert len(heard) >= sum(length // 4 for length in tally.lengths) - 2
    heard.clear()
    bots = {0: bot("greedy:1")}
    simulation.part(library.prepare(library.load(TIC)), 1, 0, 1, bots, lambda done, moves: heard.append((done, moves)))
    assert [moves for _, moves in heard][:3] == [1, 2, 3]


def test_on_a_terminal_a_game_without_an_end_is_seen_to_go_on(rules: Rules) -> None:
    never = "astro 1\ngame Forever for 2 players\nphase play\n  turns clockwise from P1\n    move wait\n    move stay\n"
    said, code = play_raw(["simulate", rules(never), "-n", "50"], lambda prompt, screen: None)
    assert code == 0
    assert "playing (game 1: 5,000 moves)" in said
    assert "given up after 3 games" in said
