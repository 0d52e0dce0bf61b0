"""`astro amend`: one event of a record put right, and what becomes of the others."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result
from syrupy.assertion import SnapshotAssertion

import astro_referee as astro

pytestmark = pytest.mark.usefixtures("rules_beside")
Run = Callable[..., Result]
PIG = "examples/pig.astro"

HAND_1 = (
    "Saturn 1, Saturn 2, Saturn 3, Saturn 4, Saturn eclipse, Jupiter 1, Jupiter 2, Jupiter 3, Jupiter 5, Mars 2, Mars 3"
)
HAND_2 = "Venus 3, Venus 4, Venus 5, Venus 6, Venus eclipse, Mercury 4, Mercury 5, Mercury 6, Mercury 7, Mars 4, Mars 5"
RELAYS = f"""1. chance, starter: P1
2. chance, deal to hand of P1: {HAND_1}
13. chance, deal to hand of P2: {HAND_2}
24. P1: Jupiter 2
25. P2: Venus 3
26. P1: Saturn 4
27. P2: pass
28. P1: Mars 2
29. P2: Mercury 4
30. P1: Jupiter 1
31. P2: pass
32. P1: Saturn 1
33. P2: pass
34. P1: pass
35. P2: Venus 4
36. P1: Mars 3
37. P2: Mercury 7
38. P1: pass
"""
# The Eclipse stands on day4 all the time. As recorded, Venus 3 brings Venus to day5 (day2 and day4 are taken), so
# Jupiter 1 goes from day2 over day3 (Mars), day4 and day5 (Venus) to day6, as high as Mercury on night6.
#
# With Venus 4 in event 25, Venus stands on day6 and day5 stays free:
CONSEQUENCES = [
    (25, 25, "amended", "Venus 4", ""),  # at 6, on day2's Jupiter at 2
    (26, 26, "stands", "Saturn 4", ""),  # day1, day3, day5, day7: at 7
    (27, 27, "stands", "pass", ""),
    (28, 28, "stands", "Mars 2", ""),  # day1, day3: opens at 3
    (29, 29, "stands", "Mercury 4", ""),  # day1, day5, night7, night6: at 6
    (30, None, "left out", "Jupiter 1", "Jupiter would land at day5, but the relay stands at 6"),
    (31, None, "left out", "pass", "P1 is asked"),  # P1 has still to answer Mercury
    (32, 30, "stands", "Saturn 1", ""),  # from day7 to night7, at 7, in answer to Mercury
    (33, 31, "stands", "pass", ""),
    (34, 32, "stands", "pass", ""),
    (35, None, "left out", "Venus 4", "Venus 4 is not in your hand"),  # it was played in event 25
    (36, None, "left out", "Mars 3", "P2 is asked"),  # P2 has still to open the relay
    (37, 33, "stands", "Mercury 7", ""),  # opens it: night5 to night1, day1, over Jupiter, Mars, Eclipse to day5
    (38, 34, "stands", "pass", ""),
]


@pytest.fixture
def relays(tmp_path: Path) -> Path:
    """A record of Ptolemy with known hands, legal from start to end."""
    path = tmp_path / "relays.txt"
    path.write_text(astro.save(astro.start("ptolemy")) + RELAYS, encoding="utf-8")
    return path


def test_what_stands_is_told_in_short(run: Run, relays: Path, snapshot: SnapshotAssertion) -> None:
    found = run("amend", relays, "--at", "25", "--move", "Venus 4", code=1)
    assert found.stdout.replace(str(relays.parent), "…") == snapshot


def test_an_early_move_was_wrong(run: Run, relays: Path, snapshot: SnapshotAssertion) -> None:
    run("referee", relays, code=0)
    before = relays.read_bytes()
    found = run("amend", relays, "--at", "25", "--move", "Venus 4", "--all", code=1)
    assert found.stdout.replace(str(relays.parent), "…") == snapshot
    assert relays.read_bytes() == before
    said = run("referee", relays.with_name("relays.amended.txt"), code=0).stdout
    assert "legal from start to end, 34 events" in said


def test_the_consequences_event_by_event(run: Run, relays: Path, tmp_path: Path) -> None:
    new = tmp_path / "new.txt"
    told = json.loads(run("amend", relays, "--at", "25", "--move", "venus 4", "-o", new, "--json", code=1).stdout)
    found = [
        (one["was"], one["now"], one["fate"], one["move"], one["reasons"][0]["text"] if "reasons" in one else "")
        for one in told["consequences"]
    ]
    assert found == CONSEQUENCES
    assert told["consequences"][0]["instead_of"] == "Venus 3"
    high = told["consequences"][5]["reasons"]
    lines = Path("games/ptolemy.astro").read_text(encoding="utf-8").splitlines()
    assert [(reason["file"], reason["rulings"]) for reason in high] == [("ptolemy.astro", ["R14", "A1"])]
    assert lines[high[0]["line"] - 1].strip().startswith(f"when {high[0]['rule']}")
    assert (told["stands"], told["record"], told["events"], told["asked"]) == (False, str(new), 34, ["P2"])
    rows = new.read_text(encoding="utf-8").splitlines()
    assert [row for row in rows if row.startswith(("25.", "30.", "34."))] == [
        "25. P2: Venus 4",
        "30. P1: Saturn 1",
        "34. P1: pass",
    ]


def test_an_illegal_move_in_a_record_is_put_right(run: Run, relays: Path) -> None:
    relays.write_text(relays.read_text().replace("26. P1: Saturn 4", "26. P1: Saturn 3"))  # to day6: at 6
    assert "legal from start" in run("referee", relays, code=0).stdout
    relays.write_text(relays.read_text().replace("26. P1: Saturn 3", "26. P1: Saturn 2"))  # to day3: below 5
    assert "the relay stands at 5" in run("referee", relays, code=1).stdout
    found = run("amend", relays, "--at", "26", "--move", "Saturn 4", code=0).stdout
    assert "12 events stand, 0 events left out, 0 events new" in found
    wrong = run("amend", relays, "--at", "30", "--move", "Jupiter 1", "-o", relays.with_name("x"), code=1)
    assert "line" in wrong.stderr
    assert "Saturn 2" in wrong.stderr


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (["--at", "25", "--move", "Mars 2"], 1, "Mars 2 is not in your hand"),
        (["--at", "25", "--move", "Venus"], 1, "`Venus` could be several moves"),
        (["--at", "24", "--chance", "4"], 1, "event 24 is a move, not chance"),
        (["--at", "1", "--move", "pass"], 1, "event 1 is chance, not a move"),
        (["--at", "1", "--chance", "P3"], 1, "P3: this cannot come up here; possible: P1, P2"),
        (["--at", "39", "--strike"], 1, "the record has only 38 events, so there is no event 39"),
        (["--at", "0", "--strike"], 2, "0 is not in the range"),
        (["--strike"], 2, "Missing option '--at'"),
        (["--at", "3"], 2, "one of --move, --chance and --strike"),
        (["--at", "3", "--strike", "--move", "pass"], 2, "one of --move, --chance and --strike"),
    ],
)
def test_corrections_that_cannot_be_made(run: Run, relays: Path, words: list[str], code: int, said: str) -> None:
    assert said in run("amend", relays, *words, code=code).output
    assert "is a folder" in run("amend", ".", "--at", "1", "--strike", code=2).stderr
    assert sorted(path.name for path in relays.parent.iterdir()) == ["examples", "relays.txt"]
    if code == 1:
        assert json.loads(run("amend", relays, *words, "--json", code=1).stdout)["legal"] is False


def test_under_changed_rules_it_must_be_told_to_go_on(run: Run, relays: Path) -> None:
    relays.write_text(relays.read_text().replace("rules: ", "rules: 0").replace("move pass ", "move pass 0"))
    words = ["amend", relays, "--at", "38", "--strike"]
    assert "move pass changed; the game so far is still legal; --changed-rules" in run(*words, code=1).stderr
    assert "move pass changed" in run(*words, "--changed-rules", code=0).stderr


def test_no_file_is_written_over(run: Run, relays: Path) -> None:
    run("amend", relays, "--at", "38", "--strike", code=0)
    first = relays.with_name("relays.amended.txt").read_bytes()
    assert "exists already" in run("amend", relays, "--at", "37", "--strike", code=2).stderr
    assert "exists already" in run("amend", relays, "--at", "37", "--strike", "-o", relays, code=2).stderr
    assert relays.with_name("relays.amended.txt").read_bytes() == first
    assert "-o FILE" in run("amend", "-", "--at", "38", "--strike", typed=relays.read_text(), code=2).stderr


def test_a_dealt_card_was_another_one(run: Run, relays: Path) -> None:
    """P1 was dealt Mars eclipse, not Mars 3: that card cannot be played later, and what was dealt otherwise stands."""
    told = json.loads(run("amend", relays, "--at", "12", "--chance", "Mars eclipse", "--json", code=1).stdout)
    fates = {one["was"]: one["fate"] for one in told["consequences"]}
    assert fates[12] == "amended"
    assert [was for was, fate in fates.items() if fate == "left out"] == [36, 37]
    assert [one["reasons"][0]["text"] for one in told["consequences"] if one["fate"] == "left out"] == [
        "Mars 3 is not in your hand",
        "P1 is asked",
    ]


# --- Dice ------------------------------------------------------------------------------------------------------------

ROLLS = """1. chance, roll pip: 4
2. P1: again
3. chance, roll pip: 5
4. P1: hold
5. chance, roll pip: 6
6. P2: hold
7. chance, roll pip: 2
8. P1: hold
"""


def amended(run: Run, tmp_path: Path, *words: str, code: int) -> list[tuple[object, ...]]:
    """What became of each event of a game of dice."""
    path = tmp_path / "rolls.txt"
    path.write_text(astro.save(astro.start(PIG, seed=3)) + ROLLS, encoding="utf-8")
    told = json.loads(run("amend", path, *words, "--json", code=code).stdout)
    new = tmp_path / "rolls.amended.txt"
    assert "legal from start to end" in run("referee", new, code=0).stdout
    return [(one["was"], one["now"], one["fate"]) for one in told["consequences"]]


def test_a_roll_that_ended_the_turn(run: Run, tmp_path: Path) -> None:
    """A 1 in event 3 ends the turn of P1, who cannot hold any more; the next roll is that of P2, as recorded."""
    rest = [(event, event - 1, "stands") for event in range(5, 9)]
    assert amended(run, tmp_path, "--at", "3", "--chance", "1", code=1) == [
        (3, 3, "amended"),
        (4, None, "left out"),
        *rest,
    ]


def test_what_the_record_does_not_tell_the_seed_decides(run: Run, tmp_path: Path) -> None:
    """P1 cannot hold before rolling; with the roll of event 7 struck, there must have been another one."""
    found = amended(run, tmp_path, "--at", "7", "--strike", code=1)
    assert found == [(7, None, "struck"), (None, 7, "new"), (8, 8, "stands")]


def test_a_player_rolled_once_more(run: Run, tmp_path: Path) -> None:
    """With `again` in event 4 the 6 is P1's, P2 has not rolled and cannot hold, the 2 decides nothing, P1 holds."""
    assert amended(run, tmp_path, "--at", "4", "--move", "again", code=1) == [
        (4, 4, "amended"),
        (5, 5, "stands"),
        (6, None, "left out"),
        (7, None, "left out"),
        (8, 6, "stands"),
    ]


def test_another_roll_of_the_same_turn_changes_nothing_else(run: Run, tmp_path: Path) -> None:
    found = amended(run, tmp_path, "--at", "3", "--chance", "2", code=0)
    assert found == [(3, 3, "amended"), *[(event, event, "stands") for event in range(4, 9)]]


def test_a_move_that_did_not_happen(run: Run, tmp_path: Path) -> None:
    """Without the second roll's `again`, its roll has nothing to decide; the hold comes two events earlier."""
    found = amended(run, tmp_path, "--at", "2", "--strike", code=1)
    rest = [(event, event - 2, "stands") for event in range(4, 9)]
    assert found == [(2, None, "struck"), (3, None, "left out"), *rest]


# --- Forgotten events ------------------------------------------------------------------------------------------------


def test_a_forgotten_move(run: Run, tmp_path: Path) -> None:
    """P1 rolled once more before holding; what came up then is not in the record, so the seed decides."""
    found = amended(run, tmp_path, "--at", "4", "--insert", "--move", "again", code=1)
    assert found[:3] == [(None, 4, "inserted"), (None, 5, "new"), (4, 6, "stands")]
    assert found[3:] == [(event, event + 2, "stands") for event in range(5, 9)]


def test_a_forgotten_roll(run: Run, tmp_path: Path) -> None:
    """P2 rolled a 3: the 6 that was written down cannot come up any more, and P2 holds."""
    assert amended(run, tmp_path, "--at", "5", "--insert", "--chance", "3", code=1) == [
        (None, 5, "inserted"),
        (5, None, "left out"),
        *[(event, event, "stands") for event in range(6, 9)],
    ]


def test_a_forgotten_event_at_the_end_changes_nothing_else(run: Run, tmp_path: Path) -> None:
    assert amended(run, tmp_path, "--at", "9", "--insert", "--chance", "4", code=0) == [(None, 9, "inserted")]
    assert (tmp_path / "rolls.amended.txt").read_text().endswith("\n9. chance, roll pip: 4\n")


def test_a_forgotten_event_and_what_follows_is_told(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "tic.txt"
    lines = "1. X: a1\n2. X: a2\n3. O: b2\n4. X: b3\n"
    path.write_text(astro.save(astro.start("tic-tac-toe")) + lines, encoding="utf-8")
    said = run("amend", path, "--at", "2", "--insert", "--move", "c3", "--all", code=0).stdout
    assert said.splitlines()[:4] == [
        "2. O: c3  inserted",
        "2. X: a2  stands, now event 3",
        "3. O: b2  stands, now event 4",
        "4. X: b3  stands, now event 5",
    ]
    assert "3 events stand, 0 events left out, 0 events new\nto move: O\n" in said
    run("referee", tmp_path / "tic.amended.txt", code=0)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--at", "4", "--move", "fly"], "fly"),
        (["--at", "5", "--move", "hold"], "nobody moves here, for chance decides first: roll pip"),
        (["--at", "4", "--chance", "3"], "3: chance has nothing to decide here"),
        (["--at", "5", "--chance", "7"], "7: this cannot come up here; possible: 1, 2, 3, 4, 5, 6"),
        (
            ["--at", "11", "--move", "hold"],
            "the record has only 8 events, so a forgotten one is 9 at most",
        ),
        (["--at", "4", "--move", "hold", "--by", "P2"], "it is not P2's turn"),
        (["--at", "4", "--move", "hold", "--by", "Zoe"], "nobody here is called Zoe; the seats are P1, P2"),
    ],
)
def test_what_could_not_have_been_forgotten_is_refused(run: Run, tmp_path: Path, words: list[str], said: str) -> None:
    path = tmp_path / "rolls.txt"
    path.write_text(astro.save(astro.start(PIG, seed=3)) + ROLLS, encoding="utf-8")
    assert said in run("amend", path, "--insert", *words, code=1).stdout
    assert json.loads(run("amend", path, "--insert", *words, "--json", code=1).stdout)["legal"] is False
    assert not (tmp_path / "rolls.amended.txt").exists()


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--insert", "--strike"], "--insert goes with --move or --chance"),
        (["--insert", "--chance", "3", "--by", "P1"], "it goes with --insert --move"),
        (["--move", "hold", "--by", "P1"], "it goes with --insert --move"),
        (["--insert"], "one of --move, --chance and --strike"),
    ],
)
def test_words_that_do_not_go_together(run: Run, tmp_path: Path, words: list[str], said: str) -> None:
    assert said in run("amend", tmp_path / "rolls.txt", "--at", "4", *words, code=2).stderr


def test_where_several_are_asked_somebody_must_be_named(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "signs.txt"
    match = astro.start("examples/rock_paper_scissors.astro", names=["Ann", "Bob"])
    path.write_text(astro.save(match) + "1. P1: rock\n", encoding="utf-8")
    said = run("amend", path, "--at", "1", "--insert", "--move", "paper", code=1).stdout
    assert "several are asked here (P1, P2): say whose move was forgotten" in said
    said = run("amend", path, "--at", "1", "--insert", "--move", "paper", "--by", "bob", code=0).stdout
    assert said.startswith("1. P2: paper  inserted\n1. P1: rock  stands, now event 2\n")
