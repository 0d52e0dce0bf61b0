"""Playthroughs: what is told of a game, what makes it differ and what does not, and snapshots that cannot be used."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion

import astro_referee as astro
from astro_referee.interpreter.testing.runner import Tried
from astro_referee.interpreter.testing.snapshots import snapshot_path

RULES = """astro 1
game Guess for 2..3 players

option most: 0..9 = 2
card Coin: 3 of each worth in 1..2
zone bag: pile of Coin, seen by nobody
zone purse for each player: Coin, seen by owner
zone shown: Coin, seen by everyone
var points for each player: 0..9
var secret for each player: 0..9, seen by owner

phase play
  begin
    put all Coin into bag
    shuffle bag
    for p in players
      deal 2 from bag into purse[p]
    say "You hold {purse[P1]}." to P1
  phase bidding
    ask together p in players
      move bid(number in 0..most) as "bid {number}"
        then
          secret[me] = number
    for p in players
      points[p] += secret[p]
  turns once clockwise from P1
    move show(coin in purse[me]) as "show {coin}"
      when coin.worth > 0 else "that is worth nothing"
      then
        put coin from purse[me] into shown
    move keep

end
  rank p in players by highest points[p] because "the bids are counted"
"""
TOLD = """
playthrough "a short game"
  seed 3
  P1 "bid 2"
  P2 "bid 0"
  given
    points[P2] = 1

playthrough "three with high bids"
  with 3 players
  with most = 9
  up to 4 moves
"""
Run = Callable[..., list[Tried]]


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Runs the tests of a text in a file of its own, or in another one."""
    monkeypatch.chdir(tmp_path)

    def runs(text: str, update: bool = False, name: str = "guess.astro") -> list[Tried]:
        Path(name).write_text(text, encoding="utf-8")
        return astro.run_tests(name, update)

    return runs


def happened(results: list[Tried]) -> list[str]:
    return [result.failure.happened if result.failure is not None else "ok" for result in results]


def test_every_step_is_told(run: Run, snapshot: SnapshotAssertion) -> None:
    """Views as far as they change, legal moves, chance with its probabilities, rules by name, who is told what."""
    assert happened(run(RULES + TOLD)) == ["there is no snapshot of this yet"] * 2
    assert not snapshot_path(Path("guess.astro")).parent.exists()
    written = run(RULES + TOLD, update=True)
    assert [result.changes for result in written] == [
        ("wrote machine for 2 players", "wrote playthrough a short game"),
        ("wrote machine for 3 players, most = 9", "wrote playthrough three with high bids"),
    ]
    assert snapshot_path(Path("guess.astro")).read_text(encoding="utf-8") == snapshot
    assert [result.changes for result in run(RULES + TOLD, update=True)] == [(), ()]


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("astro 1\n\n# A remark.\n" + RULES.removeprefix("astro 1\n") + "\n\n" + TOLD, id="lines"),
        pytest.param(
            RULES
            + "\nplaythrough"
            + TOLD.split("playthrough")[2]
            + TOLD.partition("\nplaythrough")[0]
            + "\nplaythrough"
            + TOLD.split("playthrough")[1],
            id="order",
        ),
        pytest.param(RULES + '\ntest "another"\n  offers P1 "bid 1"\n' + TOLD, id="tests"),
        pytest.param(RULES.replace("  begin\n", '  "Bids and coins."\n  begin\n') + TOLD, id="docs"),
        pytest.param(RULES.replace("move keep\n", "move keep  # nothing happens\n") + TOLD, id="remarks"),
    ],
)
def test_what_is_no_rule_changes_nothing(run: Run, text: str) -> None:
    run(RULES + TOLD, update=True)
    assert {*happened(run(text))} == {"ok"}


def test_other_folders_and_names_change_nothing(run: Run, tmp_path: Path) -> None:
    run(RULES + TOLD, update=True)
    (tmp_path / "elsewhere").mkdir()
    for name in ("guess.astro", "__snapshots__"):
        (tmp_path / name).rename(tmp_path / "elsewhere" / name)
    assert {*happened(astro.run_tests("elsewhere"))} == {"ok"}
    assert {*happened(astro.run_tests(tmp_path / "elsewhere" / "guess.astro"))} == {"ok"}


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("coin.worth > 0", "coin.worth > 1", ["-    when coin.worth > 0", "+    when coin.worth > 1"]),
        ("points[p] += secret[p]", "points[p] = 1", ["-   all see points[P1] = 2"]),
        ("seen by owner", "seen by everyone", ["-   P1 sees purse[P1] = 1 and 2", "+   all see purse[P1] = 1 and 2"]),
        ("3 of each", "4 of each", ["-1. deal to purse of P1: 2 (1/2), 1 (3/5)"]),
        ("the bids are counted", "so it is", ["-end: won by P1 because the bids are counted"]),
        ("move keep", "move hold", ["-  move keep() as \"keep\"", "+  move hold() as \"hold\""]),
        ("You hold", "There are", ["-   said to P1: You hold 1 and 2."]),
    ],
)  # fmt: skip
def test_what_is_a_rule_is_shown_with_its_difference(run: Run, old: str, new: str, told: list[str]) -> None:
    run(RULES + TOLD, update=True)
    first, *_ = run(RULES.replace(old, new) + TOLD)
    assert first.failure is not None
    assert first.failure.happened == "it does not go as it went before"
    assert {row.strip() for row in told} <= {row.strip() for row in first.failure.more}
    assert first.failure.more[-1] == "`astro test --update` writes down how it goes now"
    assert len(first.failure.more) < 90
    assert {*happened(run(RULES.replace(old, new) + TOLD, update=True))} == {"ok"}
    assert {*happened(run(RULES.replace(old, new) + TOLD))} == {"ok"}


def test_a_playthrough_has_the_lines_of_a_test(run: Run) -> None:
    text = RULES + '\nplaythrough "x"\n  P1 "bid 2"\n  refuse P2 "bid 3" because "2"\n  expect points[P1] is 1\n'
    assert happened(run(text, update=True)) == ["this does not hold"]


def test_what_is_left_over_is_told_and_removed(run: Run) -> None:
    run(RULES + TOLD, update=True)
    kept = snapshot_path(Path("guess.astro"))
    one = RULES + "playthrough".join(TOLD.split("playthrough")[:2])
    assert happened(run(one)) == ["ok", "no playthrough is called that"]
    removed = ("removed machine for 3 players, most = 9", "removed playthrough three with high bids")
    assert [result.changes for result in run(one, update=True)] == [(), removed]
    assert happened(run(one)) == ["ok"]
    assert happened(run(RULES)) == ["no playthrough is called that"]
    kept.write_text("damaged", encoding="utf-8")
    assert happened(run(RULES)) == [f"{kept} cannot be read: it is damaged"]
    assert happened(run(RULES, update=True)) == ["ok"]
    assert not kept.parent.exists()


# --- Snapshots that cannot be used -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "damage",
    [
        lambda path: path.write_bytes(b"\xff\xfe\x00 nothing"),
        lambda path: path.write_text("no snapshots at all\n", encoding="utf-8"),
        lambda path: path.write_text("# name: x\n# serializer version: 1\n", encoding="utf-8"),
    ],
)
def test_a_damaged_file_is_told_and_written_anew(run: Run, damage: Callable[[Path], object]) -> None:
    run(RULES + TOLD, update=True)
    kept = snapshot_path(Path("guess.astro"))
    good = kept.read_bytes()
    damage(kept)
    for told in happened(run(RULES + TOLD)):
        assert told.endswith("guess.astro.playthroughs cannot be read: it is damaged")
    assert {*happened(run(RULES + TOLD, update=True))} == {"ok"}
    assert kept.read_bytes() == good


def test_a_folder_that_cannot_be_written_fails_the_test(run: Run) -> None:
    Path("__snapshots__").write_text("a file", encoding="utf-8")
    for told in happened(run(RULES + TOLD, update=True)):
        assert "guess.astro.playthroughs cannot be written: " in told
    Path("__snapshots__").unlink()
    snapshot_path(Path("guess.astro")).mkdir(parents=True)
    for update in (False, True):
        for told in happened(run(RULES + TOLD, update=update)):
            assert told.endswith("guess.astro.playthroughs is no file, and no snapshots are kept there")


# --- Games without an end --------------------------------------------------------------------------------------------

ENDLESS = """astro 1
game Endless for 2 players
die pip: 1..2
phase play
  {loop}
  turns clockwise from P1
    move wait

playthrough "p"
"""


@pytest.mark.parametrize(
    ("loop", "last"),
    [
        ("", "end: told no further than 100 moves"),
        (
            "phase rolling\n    roll pip\n    repeat rolling",
            "end: told no further, since chance was asked 1000 times in a row, and no player",
        ),
    ],
)
def test_a_game_without_an_end_is_told_so_far(run: Run, loop: str, last: str) -> None:
    assert happened(run(ENDLESS.format(loop=loop), update=True)) == ["ok"]
    assert snapshot_path(Path("guess.astro")).read_text(encoding="utf-8").splitlines()[-3] == f"  {last}"


def test_a_playthrough_goes_on_from_a_test(run: Run) -> None:
    """Only what happens from there on is told, and it goes as it would have gone by itself."""
    begun = 'test "bids"\n  seed 3\n  P1 "bid 2"\n  P2 "bid 0"\n'
    run(f'{RULES}\n{begun}\nplaythrough "on" after "bids"\n\nplaythrough "by itself"\n{begun[12:]}', update=True)
    kept = snapshot_path(Path("guess.astro")).read_text(encoding="utf-8")
    whole, rest = (
        kept.partition(f"# name: playthrough {name}\n")[2].partition("# ---")[0] for name in ("by itself", "on")
    )
    assert "  start\n     all see bag = 2 cards\n     all see shown = nothing\n     all see points[P1] = 2" in rest
    assert "P1: bid" in whole
    assert "P1: bid" not in rest
    assert rest[rest.index("P1 may: ") :] == whole[whole.rindex("P1 may: ") :]
