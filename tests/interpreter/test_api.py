"""What the Python interface promises: what each call gives, what it raises, and that nothing else changes."""

from __future__ import annotations

import random
from copy import copy
from pathlib import Path

import attrs
import pytest
from shelf import ROOT

import astro_referee as astro
from astro_referee import Match
from astro_referee.grammar.problems import Problem
from astro_referee.grammar.source import Span
from astro_referee.interpreter.play.history import History

EXAMPLES = ROOT / "examples"
PIG = EXAMPLES / "pig.astro"

DUEL = """astro 1
game Duel for 2..3 players
  "Whoever counts down to nothing wins."
option most: 1..3 = 2
option mild: bool = no
kind Colour: red, green
option side: Colour = red
die chip: 1, 1, 2
var left: 0..9 = 7

phase play
  roll chip
  turns clockwise from P1
    move take(number in 1..most) as "take {number}"
      "Take {number} of {left}."
      when number <= left else "only {left} are left"
      then
        left -= number
        if left is 0
          winner me because "{me} took the last"
"""


@pytest.fixture
def duel(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Rules in the current folder, where records that are texts may find them."""
    monkeypatch.chdir(tmp_path)
    file = tmp_path / "duel.astro"
    file.write_text(DUEL, encoding="utf-8")
    return file


@pytest.fixture
def begun(duel: Path) -> Match:
    """A match with a roll and two moves behind it."""
    match = astro.start(duel, seed=5, names=["Ann", "Bob"])
    match.settle()
    assert match.submit(0, "take 2").ok
    assert match.submit(1, "take 1").ok
    return match


def snapshot(match: Match) -> dict[str, object]:
    """Everything a match holds, as it is now."""
    return {
        field.name: copy(getattr(match, field.name))
        for field in attrs.fields(Match)
        if field.eq and field.name != "game"
    }


# --- Loading and starting --------------------------------------------------------------------------------------------


def test_load_tells_what_can_be_set_up(duel: Path) -> None:
    rules = astro.load(duel)
    assert (rules.title, rules.docs, rules.seats) == ("Duel", "Whoever counts down to nothing wins.", (2, 3))
    assert [(sheet.name, sheet.default) for sheet in rules.options] == [("most", 2), ("mild", 0), ("side", 0)]


def test_game_is_found_by_name_path_or_rules() -> None:
    rules = astro.load("ptolemy")
    assert astro.start("ptolemy").game.rules.digest == astro.start(rules).game.rules.digest == rules.digest
    assert astro.start(str(PIG)).game.rules.title == astro.start(PIG).game.rules.title == "Pig"


@pytest.mark.parametrize(
    ("game", "message"),
    [
        ("ptolmy", "there is no game called ptolmy; did you mean `ptolemy`?"),
        ("xyzzy", "there is no game called xyzzy; `astro games` lists them"),
        ("nowhere/pig.astro", "there is no file nowhere/pig.astro"),
    ],
)
def test_unknown_game_is_not_found(game: str, message: str) -> None:
    with pytest.raises(astro.NotFound) as found:
        astro.load(game)
    assert str(found.value) == message


def test_bad_rules_come_with_all_their_problems(tmp_path: Path) -> None:
    file = tmp_path / "bad.astro"
    file.write_text("astro 1\ngame Bad for 2 players\nvar a: Nothing\nvar b: Nobody\n", encoding="utf-8")
    with pytest.raises(astro.BadRules) as found:
        astro.load(file)
    assert [problem.code for problem in found.value.problems] == ["no-phase", "unknown-type", "unknown-type"]
    assert str(found.value) == f"{file} has errors"


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"options": {"mots": "1"}}, "Duel has no option mots; did you mean `most`?"),
        ({"options": {"zzz": "1"}}, "Duel has no option zzz; its options: most, mild, side"),
        ({"options": {"most": "4"}}, "option most must be a number from 1 to 3, not `4`"),
        ({"options": {"most": "two"}}, "option most must be a number from 1 to 3, not `two`"),
        ({"options": {"most": "--2"}}, "option most must be a number from 1 to 3, not `--2`"),
        ({"options": {"mild": "perhaps"}}, "option mild must be yes or no, not `perhaps`"),
        ({"options": {"side": "blue"}}, "option side must be one of red, green, not `blue`"),
        ({"players": 4}, "Duel is for 2 to 3 players, not 4"),
        ({"players": 1}, "Duel is for 2 to 3 players, not 1"),
        ({"names": ["Ann"]}, "Duel is for 2 to 3 players, not 1"),
        ({"names": ["Ann", "Bob"], "players": 3}, "there are 2 names for 3 players"),
        ({"names": ["Ann", "ANN"]}, "two players have the same name"),
        ({"names": ["P2", "Ann"]}, "P2 is another seat, so nobody at P1 can be called P2"),
        ({"names": ["Ann", "p1"]}, "P1 is another seat, so nobody at P2 can be called p1"),
        ({"names": ["\uff302", "Ann"]}, "P2 is another seat, so nobody at P1 can be called \uff302"),
        ({"names": ["P2", "P1"]}, "P2 is another seat, so nobody at P1 can be called P2"),
        ({"names": ["Ann", " "]}, "a name has at least one letter, and none of the marks = , :"),
        ({"names": ["Ann", "2"]}, "a name has at least one letter, and none of the marks = , :"),
        ({"names": ["Ann", "B=b"]}, "a name has at least one letter, and none of the marks = , :"),
    ],
)
def test_bad_set_up_says_what_would_be_good(duel: Path, given: dict[str, object], message: str) -> None:
    with pytest.raises(astro.BadOption) as found:
        astro.start(duel, **given)
    assert str(found.value) == message


def test_nobody_goes_by_the_seat_of_another(duel: Path) -> None:
    assert astro.start(duel, names=["p1", "Bob"]).names == ("p1", "Bob")
    game = astro.start(duel).game
    with pytest.raises(ValueError, match="P2 is another seat"):
        astro.Match(game, 0, ("P2", "Bob"))
    record = astro.save(astro.start(duel, names=["Ann", "Bob"]))
    for names, why in [("P2, P2 = Bob", "P2 is another seat"), ("Bob, P2 = bob", "two players have the same name")]:
        with pytest.raises(astro.BadRecord, match=why):
            astro.resume(record.replace("P1 = Ann, P2 = Bob", f"P1 = {names}"))


def test_options_are_written_as_a_player_writes_them(duel: Path) -> None:
    match = astro.start(duel, options={"most": " 3 ", "mild": "YES", "side": "Green"})
    assert match.game.chosen == {"most": 3, "mild": 1, "side": 1}
    assert astro.start(duel, options={"most": "2", "mild": "no"}).game.chosen == {}


def test_number_of_names_is_the_number_of_players(duel: Path) -> None:
    assert astro.start(duel).game.seats == 2
    assert astro.start(duel, names=["Ann", "Bob", "Cy"]).game.seats == 3


# --- A match ---------------------------------------------------------------------------------------------------------


def test_copy_goes_its_own_way(begun: Match) -> None:
    before = snapshot(begun)
    other = begun.copy()
    assert snapshot(other) == before
    assert other.submit(0, "take 2").ok
    assert snapshot(begun) == before
    after = snapshot(other)
    assert begun.submit(0, "take 1").ok
    assert snapshot(other) == after


def test_whatever_is_refused_changes_nothing(begun: Match) -> None:
    before = snapshot(begun)
    for player, typed in [(0, "take 9"), (0, "give"), (0, "take"), (0, ""), (1, "take 1")]:
        assert not begun.submit(player, typed).ok
    for wrong in [(0, 0, 3), (1, 0, 1), (0, 7), ()]:
        with pytest.raises(ValueError, match="that move is not legal here"):
            begun.play(wrong)
    with pytest.raises(ValueError, match="chance has nothing to decide here"):
        begun.settle()
    assert snapshot(begun) == before


def test_chance_refuses_what_cannot_come_up(duel: Path) -> None:
    match = astro.start(duel)
    before = snapshot(match)
    with pytest.raises(ValueError, match="that cannot come up here"):
        match.settle(3)
    assert match.judge(0, "take 1").message == "nobody is asked now: chance must settle first"
    assert snapshot(match) == before
    assert [(name, str(chance)) for _, chance, name in match.outcomes()] == [("1", "2/3"), ("2", "1/3")]


def test_judging_is_not_playing(begun: Match) -> None:
    before = snapshot(begun)
    verdict = begun.judge(0, "TAKE  2")
    assert (verdict.ok, verdict.text) == (True, "take 2")
    assert snapshot(begun) == before


def test_unfinished_and_unknown_texts_come_with_choices(begun: Match) -> None:
    unfinished = begun.judge(0, "take")
    assert (unfinished.message, unfinished.choices) == ("`take` is not finished: which number?", ("take 1", "take 2"))
    unknown = begun.judge(0, "tkae 1")
    assert (unknown.message, unknown.choices[:1]) == ("`tkae 1` is no move here", ("take 1",))


def test_rules_that_cannot_go_on_leave_the_position(tmp_path: Path) -> None:
    file = tmp_path / "faulty.astro"
    file.write_text(
        "astro 1\ngame Faulty for 2 players\nvar n: 0..2\n"
        "phase play\n  turns clockwise from P1\n    move more\n      then\n        n += 1\n",
        encoding="utf-8",
    )
    match = astro.start(file)
    assert match.submit(0, "more").ok
    assert match.submit(1, "more").ok
    before = snapshot(match)
    with pytest.raises(astro.FaultyRules) as fault:
        match.submit(0, "more")
    assert match.game.rules.source.place(fault.value.problem.span.start)[0] == 8
    assert snapshot(match) == before


def test_variables_may_be_called_like_parts_of_the_result(tmp_path: Path) -> None:
    """The result has its own places and scores: variables of that name are seen in play, and ranking keeps them."""
    file = tmp_path / "clash.astro"
    file.write_text(
        "astro 1\ngame Clash for 3 players\nvar score for each player: 0..9\nvar place for each player: 0..9\n"
        "phase play\n  begin\n    score[P1] = 1\n    score[P2] = 5\n    score[P3] = 3\n    place[P2] = 8\n"
        "  ask P1\n    move go\n      then\n        rank p in players by highest 9 - score[p]\n",
        encoding="utf-8",
    )
    match = astro.start(file)
    fields = {field.name: [entry.text for entry in field.entries] for field in match.view(0).fields}
    assert fields == {"score": ["1", "5", "3"], "place": ["0", "8", "0"]}
    assert match.submit(0, "go").ok
    assert match.result is not None
    assert (match.result.places, match.result.scores) == ((1, 3, 2), (8, 4, 6))
    assert [entry.text for field in match.view(0).fields if field.sort == "var" for entry in field.entries] == [
        *["1", "5", "3"],
        *["0", "8", "0"],
    ]


def test_players_who_win_alone_or_all_together_have_won(tmp_path: Path) -> None:
    file = tmp_path / "puzzle.astro"
    file.write_text(
        "astro 1\ngame Puzzle for 1..3 players\nphase play\n  ask P1\n    move solve\n      then\n"
        '        winner players because "solved"\n    move stop\n      then\n        rank p in players by highest 1\n',
        encoding="utf-8",
    )
    for players in (1, 3):
        match = astro.start(file, players=players)
        assert match.submit(0, "solve").ok
        assert match.result is not None
        assert (match.result.winners, match.result.draw) == (tuple(range(players)), False)
        assert astro.save(match).endswith(f"end: won by {', '.join(match.game.players)} (solved)\n")
    match = astro.start(file, players=3)
    assert match.submit(0, "stop").ok
    assert match.result is not None
    assert (match.result.winners, match.result.draw) == ((), True)


def test_cost_of_a_move_does_not_grow() -> None:
    """A position has the same size after a thousand events, and going on needs nothing but the position."""
    match = astro.start(PIG, players=6, options={"goal": "200"})
    size = len(match.state)
    for _ in range(1_000):
        if match.chance is not None:
            match.settle(1)
        else:
            match.play(match.options[-1])
    assert not match.over
    assert len(match.state) == size
    forgetful = match.copy()
    forgetful.events = History()
    forgetful.keep_log = False
    for either in (match, forgetful):
        either.settle(4)
        assert either.submit(either.actors[0], "hold").ok
    assert forgetful.state == match.state
    assert forgetful.events == []
    assert forgetful.number == match.number


# --- Records ---------------------------------------------------------------------------------------------------------


def test_resumed_match_is_the_same_and_goes_on_the_same(begun: Match) -> None:
    resumed = astro.resume(astro.save(begun))
    assert resumed.notes == ()
    assert snapshot(resumed.match) == snapshot(begun)
    for match in (begun, resumed.match):
        for player, typed in [(0, "take 2"), (1, "take 2")]:
            assert match.submit(player, typed).ok
    assert astro.save(resumed.match) == astro.save(begun)
    assert astro.save(begun).endswith("\nend: won by P2 (P2 took the last)\n")
    assert astro.resume(astro.save(begun)).match.result == begun.result


def test_chance_goes_on_from_a_record_as_it_would_have() -> None:
    """The generator is read by place, so a match stopped in the middle rolls what it would have rolled."""
    match = astro.start(PIG, seed=11)
    taken_up = []
    for _ in range(60):
        taken_up.append(astro.save(match))
        if match.chance is not None:
            match.settle()
        else:
            match.play(match.options[0])
    for number, record in enumerate(taken_up[:-1]):
        again = astro.resume(record).match
        if again.chance is not None:
            again.settle()
        else:
            again.play(again.options[0])
        assert astro.save(again) == taken_up[number + 1]


def test_record_says_all_that_a_set_up_needs(duel: Path) -> None:
    match = astro.start(duel, options={"most": "3", "side": "green"}, seed=-3, names=["Ann", "Bob", "Cy"])
    again = astro.resume(astro.save(match)).match
    assert (again.game.chosen, again.seed, again.names) == ({"most": 3, "side": 1}, -3, ("Ann", "Bob", "Cy"))


def test_record_can_be_taken_up_in_the_middle(begun: Match) -> None:
    text = astro.save(begun)
    assert [astro.resume(text, upto=n).match.number for n in (0, 1, 2, 3, 9)] == [0, 1, 2, 3, 3]
    assert astro.resume(text, upto=2).match.actors == (1,)


def test_path_of_the_rules_may_have_brackets(tmp_path: Path) -> None:
    folder = tmp_path / "rules (old) and new"
    folder.mkdir()
    file = folder / "duel (2).astro"
    file.write_text(DUEL, encoding="utf-8")
    assert astro.resume(astro.save(astro.start(file)), folder=tmp_path).match.game.rules.title == "Duel"


def test_rules_may_be_elsewhere(begun: Match, duel: Path) -> None:
    moved = duel.rename(duel.with_name("moved.astro"))
    with pytest.raises(astro.NotFound, match="there is no file"):
        astro.resume(astro.save(begun))
    assert astro.resume(astro.save(begun), game=moved).match.state == begun.state


def test_torn_last_line_is_dropped_and_said(begun: Match) -> None:
    whole = astro.save(begun)
    for cut in ("4. P1: take 2", "4. P1: ta", "4", "en"):
        resumed = astro.resume(whole + cut)
        assert resumed.notes == ("the last line has no end and was dropped",)
        assert resumed.match.state == begun.state
    assert astro.resume(whole[:-1]).match.number == begun.number - 1


def test_remarks_layout_and_explanations_are_no_change(begun: Match, duel: Path) -> None:
    text = DUEL.replace("  roll chip\n", "\n  roll   chip   # once\n").replace("Take {number} of {left}.", "Take some.")
    duel.write_text(text + "# a remark\n", encoding="utf-8")
    resumed = astro.resume(astro.save(begun))
    assert (resumed.notes, resumed.changes) == ((), None)
    assert resumed.match.state == begun.state


def test_changed_rules_are_named_and_wait_until_they_are_told_to_go_on(begun: Match, duel: Path) -> None:
    text = DUEL.replace("option mild: bool = no\n", "").replace("1, 1, 2", "1, 2, 2") + "kind Shape: round, square\n"
    duel.write_text(text, encoding="utf-8")
    with pytest.raises(astro.ChangedRules) as found:
        astro.resume(astro.save(begun).replace("option: mild = no\n", ""))
    said = "die chip changed; kind Shape added; option mild removed; the game so far is still legal"
    assert str(found.value) == f"the rules in {duel} have changed since this record was begun: {said}"
    assert (found.value.changes.changed, found.value.bad) == (("die chip",), None)
    resumed = astro.resume(astro.save(begun).replace("option: mild = no\n", ""), changed_rules=True)
    assert resumed.notes == (str(found.value),)
    assert resumed.match.number == begun.number


def test_a_change_inside_a_move_is_no_change_of_its_phase(begun: Match, duel: Path) -> None:
    duel.write_text(DUEL.replace("number <= left", "number is 1"), encoding="utf-8")
    with pytest.raises(astro.ChangedRules, match=r"not legal any more \(line 12: not legal: take 2") as changed:
        astro.resume(astro.save(begun))
    assert changed.value.changes.changed == ("move take",)
    with pytest.raises(astro.BadRecord, match="line 12: not legal: take 2") as found:
        astro.resume(astro.save(begun), changed_rules=True)
    assert found.value.verdict is not None
    assert (
        found.value.verdict.reasons[0].line
        == duel.read_text().splitlines().index('      when number is 1 else "only {left} are left"') + 1
    )


def test_older_records_do_not_say_which_parts(begun: Match, duel: Path) -> None:
    older = "".join(row for row in astro.save(begun).splitlines(keepends=True) if not row.startswith("parts:"))
    assert astro.resume(older).match.state == begun.state
    duel.write_text(DUEL + "# a remark\n", encoding="utf-8")
    with pytest.raises(astro.ChangedRules, match="the record does not say which parts"):
        astro.resume(older)


# --- Taking back -----------------------------------------------------------------------------------------------------


def test_undo_goes_back_to_before_the_last_move(begun: Match) -> None:
    before = begun.rewound(2)
    begun.undo()
    assert snapshot(begun) == snapshot(before)
    assert begun.submit(1, "take 2").ok
    begun.undo(0)
    assert snapshot(begun) == snapshot(astro.start(begun.game.rules, seed=5, names=["Ann", "Bob"]))
    with pytest.raises(ValueError, match="nobody has moved yet"):
        begun.undo()
    for wrong in (-1, 1):
        with pytest.raises(ValueError, match="there are 0 events"):
            begun.undo(wrong)


def test_moves_go_by_ids(begun: Match) -> None:
    ids = [begun.id_of(move) for move in begun.legal()]
    assert ids == ["take.1", "take.2"]
    assert begun.with_id(0, "take.2") == begun.legal()[1]
    assert begun.with_id(0, "take.3") is None
    assert begun.with_id(1, "take.1") is None


@pytest.mark.parametrize(
    ("old", "new", "line", "message"),
    [
        ("astro record 1", "my diary", 1, "a record begins with `astro record 1`"),
        ("seed: 5", "seed: five", 9, "the seed is no number"),
        ("seed: 5", "seed: --5", 9, "the seed is no number"),
        ("seed: 5", "seed 5", 9, "a header line is a word, a colon and what it says"),
        ("seed: 5\n", "", 9, "the header does not say `seed`"),
        ("roll chip: 1", "roll chip: 6", 11, "this cannot come up here: 6"),
        ("2. P1", "3. P1", 12, "this should be event 2, not 3"),
        ("2. P1", "2. P7", 12, "nobody here is called P7; the seats are P1, P2"),
        ("2. P1", "2. P2", 12, "it is not Bob's turn: take 2 (Ann is asked)"),
        ("take 2", "take 8", 12, "`take 8` is no move here"),
        ("take 2", "take", 12, "`take` is not finished: which number?"),
        ("2. P1: take 2", "2. chance, roll chip: 1", 12, "chance has nothing to decide here: 1"),
        ("2. P1: take 2", "whatever", 12, "an event is a number, a dot, who, a colon and what happened"),
    ],
)
def test_bad_record_says_where(begun: Match, old: str, new: str, line: int, message: str) -> None:
    text = astro.save(begun)
    assert old in text
    with pytest.raises(astro.BadRecord) as found:
        astro.resume(text.replace(old, new, 1))
    assert found.value.line == line
    assert str(found.value).startswith(f"line {line}: {message}")
    assert not new or str(found.value).count(new) <= 1, "what is wrong is quoted once"


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("option: most = 2", "option: least = 2", "Duel has no option least"),
        ("option: most = 2", "option: most = 7", "option most must be a number from 1 to 3, not `7`"),
        ("P1 = Ann, P2 = Bob", "P1 = Ann", "Duel is for 2 to 3 players, not 1"),
    ],
)
def test_record_of_another_set_up_is_refused(begun: Match, old: str, new: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        astro.resume(astro.save(begun).replace(old, new, 1))


def test_a_beginning_in_the_order_of_the_notation_is_not_finished() -> None:
    """The parameters of a move need not be written in their order."""
    match = astro.start("ophiuchus", 2, seed=2)
    match.settle_all()
    seat = match.actors[0]
    tile = match.written(match.legal(seat)[0]).rsplit(" ", 2)[0]
    verdict = match.judge(seat, tile)
    assert verdict.unfinished
    assert set(verdict.choices) == {
        text for m in match.legal(seat) if (text := match.written(m)).startswith(f"{tile} ")
    }


def test_what_lay_open_for_a_moment_is_told() -> None:
    """The last card of a round is played openly, although all cards are gathered at once."""
    match, pick = astro.start("ptolemy", seed=7), random.Random(7)
    while not match.over:
        if match.chance is not None:
            match.settle()
        else:
            match.play(pick.choice(match.options))
    assert all(event.readers == 3 for event in match.events if event.player is not None)


# --- At a Python prompt ----------------------------------------------------------------------------------------------


def shown() -> list[object]:
    """One of each thing that the interface gives."""
    match = astro.start("ptolemy", seed=1, names=["Ann", "Bob"])
    match.settle_all()
    done = astro.start("tic-tac-toe")
    while not done.over:
        done.play(done.legal()[0])
    text = astro.save(done)
    failed = astro.FailedTest("test.astro", 3, "wanted", "happened" * 1_000, ("more",) * 1_000, match)
    return [
        match,
        match.game,
        match.game.rules,
        match.events,
        match.view(0),
        match.judge(0, "x" * 100_000),
        match.judge(0, match.written(match.legal()[0])),
        done,
        done.result,
        astro.bot("mcts"),
        astro.resume(text),
        astro.amend(text, 1, move="a2"),
        astro.amend(text, 1, move="a2").consequences[0],
        astro.cover("tic-tac-toe"),
        astro.Playability(match.game.rules, (), (), (), ()),
        astro.Finding(Problem("code", "message" * 1_000, Span(0, 0))),
        failed,
        astro.Tried("test.astro", 1, "title", (), failed),
    ]


def test_everything_shows_itself_in_a_line() -> None:
    for thing in shown():
        assert len(repr(thing)) <= 300, type(thing)
        assert "\n" not in repr(thing)


def test_a_match_shows_no_secrets() -> None:
    assert [repr(thing) for thing in shown()[:4]] == [
        "<Match: Ptolemy, 23 events, Ann asked>",
        "<Game: Ptolemy, 2 players>",
        "<Rules: Ptolemy, ptolemy>",
        "<23 entries>",
    ]


def test_what_there_is_can_be_listed() -> None:
    assert set(dir(astro)) == set(astro.__all__)
    assert {"start", "Match", "bot"} <= set(dir(astro))
    assert all(getattr(astro, name) is not None for name in dir(astro))
