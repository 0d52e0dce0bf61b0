"""`astro play`: a game at one keyboard, driven through its input."""

from __future__ import annotations

import io
import re
from collections.abc import Callable
from pathlib import Path
from queue import Queue

import pytest
from attrs import evolve
from click.testing import Result
from syrupy.assertion import SnapshotAssertion

from astro_referee.cli.table import pacing
from astro_referee.cli.table.answers.menu import listed, menu
from astro_referee.cli.table.board import flexible_page
from astro_referee.interpreter import api
from astro_referee.interpreter.play.match import Match
from astro_referee.interpreter.show.text.flexible_page import AIMS, CLOSE, CUT

pytestmark = pytest.mark.usefixtures("rules_beside")
Run = Callable[..., Result]
Rules = Callable[[str], str]
TIC = "tic-tac-toe"
NIM = "examples/nim.astro"
PIG = "examples/pig.astro"
SIGNS = "examples/rock_paper_scissors.astro"


def test_a_whole_game_by_number_and_by_name(run: Run, snapshot: SnapshotAssertion) -> None:
    typed = "1\nb2\n1\nB3\na3\n"
    assert run("play", TIC, "--seed", "1", "--names", "Ann,Bob", typed=typed, code=0).stdout == snapshot


def test_wrong_and_unfinished_input(run: Run, snapshot: SnapshotAssertion) -> None:
    typed = "9 from 1\n2 from\n2\nxyz\n\n3 from 1\nquit\n"
    assert run("play", NIM, "--seed", "1", typed=typed, code=0).stdout == snapshot


def test_the_words_besides_moves(run: Run, tmp_path: Path) -> None:
    path, other = tmp_path / "saved.txt", tmp_path / "other.txt"
    other.write_text("")
    words = (
        f"?|help|moves|board|why a1|why 2|why|save|save {path}|save {other}|save /nowhere/x|a1|why a1|save {path}|exit|"
    )
    typed = words.replace("|", "\n")
    said = run("play", TIC, "--seed", "1", typed=typed, code=0).stdout
    assert said.count("take back the last move, if the others agree") == 2
    assert "a1: legal. Put your mark on a1." in said
    assert "a2: legal." in said
    assert "Which move? For example: why a1" in said
    assert "Into which file?" in said
    assert said.count(f"Saved as {path}.") == 2
    assert f"Not saved: {other} exists already" in said
    assert "Not saved: /nowhere/x: no such file" in said
    assert "a1 is taken" in said
    assert f"The game is not finished.\nPlay on with: astro play {path}\n" in said
    assert path.read_text().splitlines()[-1] == "1. X: a1"


def test_what_was_begun_can_be_finished_or_left(run: Run) -> None:
    typed = "2 from\n9\n\n2 from\nmoves\n2 from\n3 from 1\n2 from\nxyz\n2 from\n2\nquit\n"
    said = run("play", NIM, "--seed", "1", typed=typed, code=0).stdout
    assert "P1> 2 from 9\n`2 from 9` is no move here" in said
    assert "P1> 2 from \nP1> 2 from\n" in said
    before, told, _ = said.partition("1. P1: 3 from 1")
    assert told
    assert before.count(" 4 from 3  Take 4 from heap 3.") == 2
    assert "P2> 2 from xyz\n" in said
    assert "2. P2: 2 from 2" in said


def test_names_of_moves_and_short_names_with_a_wrong_number_are_explained(run: Run) -> None:
    said = run("play", "ptolemy", "--seed", "7", typed="\nplay Jupiter 1\nsat 9\nsat9\nquit\n", code=0).stdout
    assert "`play Jupiter 1` is no move here\n  the move play is written like this: `Jupiter 1`\n" in said
    assert "`sat 9` is no move here\n  there is no Observation sat 9, only Saturn 1 to Mercury eclipse (25 in" in said
    assert "`sat9` is no move here\n  there is no Observation sat9, only Saturn 1 to Mercury eclipse (25 in" in said


def test_near_misses_are_understood_or_named(run: Run) -> None:
    typed = "\n99\n0\n-1\nhnd\nhist 1\nwh pass\nmer3\nquit\n"
    said = run("play", "ptolemy", "--seed", "7", typed=typed, code=0).stdout
    assert said.count("There are only 11 moves: `moves` lists them all\n") == 3
    assert "`hnd` is no move here; did you mean `hand`?\n" in said
    assert "P2> hist 1\n13. chance, deal to hand of P2: Venus 3, Jupiter eclipse" in said
    assert "P2> wh pass\npass: legal" in said
    assert "`mer3` is no move here\n  there is no Observation mer3, only Saturn 1 to Mercury eclipse (25 in" in said
    assert "  nearest legal moves: Mercury 5, Mercury 7" in said
    assert "1. X: a1" in run("play", TIC, typed="1.\nquit\n", code=0).stdout


def test_a_blank_before_a_number_may_be_missing(run: Run) -> None:
    said = run("play", "ptolemy", "--seed", "7", typed="\njup2\n\nquit\n", code=0).stdout
    assert "24. P2: Jupiter 2" in said


CHOOSE = """astro 1
game Choose for 2 players
phase play
  turns clockwise from P1
    move knock
    move pray
    move prance
      then
        winner me
"""


def test_what_can_follow_has_numbers_where_they_can_be_typed(run: Run, rules: Rules) -> None:
    said = run("play", rules(CHOOSE), typed="pr\nknock\npr\n2\nquit\n", code=0).stdout
    assert "possible: pray (2), prance (3)" in said
    assert "1. P1: knock\n" in said
    assert "2. P2: pray\n" in said


def test_rules_name_every_move_also_without_a_sentence_about_it(run: Run) -> None:
    said = run("play", "chess", typed="rules\ncastle\nquit\n", code=0).stdout
    assert "  O-O, O-O-O          castle\n" in said
    assert "`castle` is no move here\n  the move castle is written `O-O` or `O-O-O`\n" in said


def test_rules_about_a_word_are_no_parts_of_words_and_no_tests(run: Run, rules: Rules) -> None:
    game = rules("""astro 1
game Liar for 2 players
phase play
  turns clockwise from P1
    move lie
      "You may have lied."
      then
        draw because "somebody lies"
    move believe
      then
        draw
test "a lie is told"
  P1 "lie"
  expect draw
""")
    said = run("play", game, typed="rules lie\nquit\n", code=0).stdout
    told = [row.partition(": ")[2] for row in said[said.index("P1> rules lie") :].splitlines() if ".astro:" in row]
    assert told == ["move lie", '"You may have lied."', 'draw because "somebody lies"']


def test_looking_things_up(run: Run) -> None:
    typed = "\nhand\nhistory 2\nrules jump\nrules nonsense\nrules\n1\n\nhistory\nquit\n"
    said = run("play", "ptolemy", "--seed", "7", "--names", "Ann,Bob", typed=typed, code=0).stdout
    first, second = said.split("=" * 60)[1:4:2]
    own = "hand of Bob: Jupiter 1, 2, eclipse; Mars 2, 4; Venus 3, 4, 5, 6;\n    Mercury 5, 7 (11)\n"
    assert f"Bob> hand\n{own}" in first
    assert (
        "Bob> history 2\n2. chance, deal to hand of Ann: 11 cards\n13. chance, deal to hand of Bob: Venus 3, " in first
    )
    assert "R9   Spaces with another token are jumped and not counted" in first
    assert "ptolemy.astro:99: " in first
    assert "The rules do not say `nonsense`." in first
    overview = first[first.index("Bob> rules\n") :]
    assert "In relay:\n  OBSERVATION  Play OBSERVATION: PLANET goes to SPACE.\n  pass " in overview
    assert "\nR9   Spaces with another token are jumped and not counted, however many.\n" in overview
    assert "The whole text is ptolemy.astro" in first
    assert "Ann> history\n1. chance, starter: Bob (P2)\n2. chance, deal to hand of Ann: Mars 5" in second
    assert "13. chance, deal to hand of Bob: 11 cards\n24. Bob (P2): Jupiter 1  Play Jupiter 1:" in second


def test_rules_of_options_that_are_off_are_left_out_and_rows_have_heads(run: Run) -> None:
    said = run("play", "ophiuchus", "--seed", "7", typed="\nrules\nrules 13\n", code=0).stdout
    assert "\nO1 " not in said
    assert "(8 rules more for options that are switched off)" in said
    overview = said[said.index("> rules\n") : said.index("> rules 13")]
    assert not re.search(r"\n(O[123]|A17|A18|A19|A20|A21) |prize|two tiles|bonus", overview)
    assert re.search(r"ophiuchus.astro:\d+: table LongDeal .*\n  number \| tiles\n  1, 2   \| 13\n", said)
    words = ["--option", "long_deal=yes"]
    assert "\nO1   Option: all tiles" in run("play", "ophiuchus", *words, typed="\nrules\n", code=0).stdout
    said = run("play", "ophiuchus", "--option", "thirteen_bonus=yes", typed="\nrules\nrules prize\n", code=0).stdout
    assert re.search(r"\n  two tiles +Draw two tiles, and give one back\.\n", said)
    assert said.count("\nA20  A prize is worth a point.") == 2


def test_lines_of_a_variant_are_found_where_they_are_written(run: Run) -> None:
    said = run("play", "examples/variants/gravity_tic_tac_toe.astro", typed="rules below\nrules three\n", code=0).stdout
    for file, shown in (
        ("examples/variants/gravity_tic_tac_toe.astro", "examples/variants/gravity_tic_tac_toe.astro"),
        ("games/classics/boards/tic_tac_toe.astro", "tic_tac_toe.astro"),
    ):
        lines = Path(file).read_text(encoding="utf-8").split("\n")
        found = [row.split(":", 2) for row in said.split("\n") if row.startswith(f"{shown}:")]
        assert found
        for _, number, text in found:
            assert lines[int(number) - 1].strip().startswith(text.strip()[:40])


def test_a_move_that_is_refused_gets_its_line_and_the_nearest_legal_ones(run: Run) -> None:
    typed = "\nmercury 7\n\nsat 1\nquit\n"
    said = run("play", "ptolemy", "--seed", "7", typed=typed, code=0).stdout
    assert "Saturn would land at day1, but the relay stands at 7" in said
    assert "(ptolemy.astro:132)" in said
    assert "nearest legal move: pass\n" in said


def test_a_record_is_a_game_to_go_on_with(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    run("play", PIG, "--seed", "5", "--record", path, typed="again\n" * 30 + "quit\n", code=0)
    number = path.read_text().splitlines()[-1].split(".")[0]
    result = run("play", path, typed="history\nquit\n", code=0)
    assert f"going on with the game in {path} after {number} events" in result.stderr
    assert result.stdout.count("\n1. ") == 1
    assert f"Play on with: astro play {path}" in result.stdout
    assert "leave out --record" in run("play", path, "--record", "x", code=2).stderr
    result = run("play", path, "--seed", "6", code=2)
    assert "is a record with another seed" in result.stderr
    assert "going on" not in result.stderr


def test_undo_asks_the_others(run: Run) -> None:
    said = run("play", TIC, "--names", "Ann,Bob", typed="undo\na1\nb1\nundo\nn\nundo\nmaybe\ny\nc3\nquit\n").stdout
    assert "Nobody has moved yet." in said
    assert said.count("Ann (X) asks to go back to before `2. Bob (O): b1`. Does Bob (O) agree? [y/N]") == 3
    assert "Bob (O) does not agree." in said
    assert "Back to before event 2." in said
    assert "2. Bob (O): c3" in said


def test_the_game_can_be_saved_and_left_at_the_question_whether_to_go_back(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "Saved.txt"
    said = run("play", TIC, "--names", "Ann,Bob", typed=f"a1\nundo\nsave {path}\nwhat\nquit\n", code=0).stdout
    assert f"agree? [y/N] save {path}\nSaved as {path}.\n" in said
    assert "agree? [y/N] what\nPlease answer yes or no; `save FILE` and `quit` work here as well.\n" in said
    assert f"agree? [y/N] quit\nThe game is not finished.\nPlay on with: astro play {path}\n" in said
    assert path.exists()


def test_who_is_asked_to_go_back_hears_what_came_up_since(run: Run) -> None:
    said = run("play", PIG, "--seed", "2", "--names", "Ann,Bob", typed="again\nundo\nn\nquit\n").stdout
    assert "before `2. Ann (P1): again`. Since then chance has decided something. Does Bob" in said
    said = run("play", "ophiuchus", "--seed", "11", typed="\n1\n\nundo\nn\nquit\n").stdout
    assert "Since then cards have been dealt. Does P" in said


def test_a_saved_game_holds_all_cards_and_says_so(run: Run, tmp_path: Path) -> None:
    closed, open_to_all = tmp_path / "closed.txt", tmp_path / "open.txt"
    said = run("play", "ptolemy", typed=f"\nsave {closed}\nquit\n", code=0).stdout
    assert "closed.txt. It holds everybody's cards and secrets.\n" in said
    assert "open.txt.\n" in run("play", TIC, typed=f"save {open_to_all}\nquit\n", code=0).stdout


def test_leaving_without_a_word_says_that_nothing_was_kept(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object, **__: object) -> str:
        raise KeyboardInterrupt

    monkeypatch.setattr("astro_referee.cli.table.prompt.Keyboard.ask", interrupted)
    assert "It was not kept;" in run("play", PIG, "--seed", "1", code=1).stdout


def test_undo_against_a_bot_asks_nobody_and_the_bot_plays_the_same_again(run: Run) -> None:
    said = run("play", TIC, "--bot", "O=random", "--seed", "3", typed="a1\nundo\na1\nquit\n", code=0).stdout
    answers = re.findall(r"2\. O: (\w\w)", said)
    assert len(answers) == 2
    assert len(set(answers)) == 1


def test_a_move_wins_over_a_word(run: Run, rules: Rules) -> None:
    game = rules("""astro 1
game Words for 2 players
phase play
  turns clockwise from P1
    move undo
      then
        winner me because "undone"
    move why(n in 1..12) as "{n}"
      then
        leave turn
""")
    said = run("play", game, typed="5\n12\nundo\n", code=0).stdout
    assert "1. P1: 5\n" in said
    assert "2. P2: 12\n" in said
    assert "P1 wins: undone." in said


def test_numbers_in_a_list_are_told_from_those_in_a_move(run: Run) -> None:
    said = run("play", NIM, "--option", "heaps=6", "--option", "largest=9", typed="moves\nquit\n", code=0).stdout
    assert "  8:  37. from 5  38. from 6\n" in said
    assert "  9:  39. from 6\n" in said


@pytest.mark.parametrize("name", ["Ptolemy", "EphemerisTwo", "ephemeris_two"])
def test_a_game_is_found_however_its_name_is_written(run: Run, tmp_path: Path, name: str) -> None:
    run("play", name, "--record", tmp_path / "game.txt", "--seed", "1", typed="quit\n", code=0)
    run("referee", tmp_path / "game.txt", code=0)
    assert run("play", tmp_path / "game.txt", typed="quit\n", code=0)


def test_the_end_of_the_input_ends_the_game(run: Run) -> None:
    assert "The game is not finished." in run("play", TIC, typed="a1\n", code=0).stdout


def test_bots_play_themselves(run: Run) -> None:
    first = run(
        "play", PIG, "--players", "3", "--bot", "P2=random", "--bot", "p3=random", "--seed", "5", typed="hold\nquit\n"
    )
    assert first.exit_code == 0
    assert re.search(r"P2: (again|hold)", first.stdout)
    assert "P1, P2 (bot), P3 (bot)" in first.stdout


# --- Watching --------------------------------------------------------------------------------------------------------


def test_a_watched_game_is_complete(run: Run, snapshot: SnapshotAssertion) -> None:
    assert run("play", TIC, "--watch", "--seed", "7", code=0).stdout == snapshot


def test_a_watched_game_asks_nothing_and_says_how_to_join(run: Run) -> None:
    said = run("play", "ptolemy", "--watch", "--seed", "7", code=0).stdout
    assert re.search(r"\nP[12] wins", said)
    assert said.endswith("To take a seat yourself: astro play ptolemy --bot P2=mcts\n")
    assert said == run("play", "ptolemy", "--watch", "--seed", "7").stdout
    assert said != run("play", "ptolemy", "--watch", "--seed", "8").stdout


def test_nobody_is_invited_to_a_game_that_is_over(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    run("play", TIC, "--record", path, "--seed", "1", typed="a1\nquit\n", code=0)
    said = run("play", path, "--watch", code=0).stdout
    assert "win" in said or "drawn" in said
    assert "To take a seat" not in said


def test_a_watcher_sees_every_hand_and_no_face_down_pile(run: Run) -> None:
    said = run("play", "ptolemy", "--watch", "--seed", "7", code=0).stdout
    assert "\nstock: 3 cards\n" in said
    assert len(re.findall(r"\nhand of P[12]: \d", said)) == 0
    assert {"hand of P1", "hand of P2"} <= set(re.findall(r"\n(hand of P[12]): [A-Z]", said))


def test_a_game_begins_with_the_options_it_is_played_with(run: Run) -> None:
    assert "\noptions: goal=20\n" in run("play", PIG, "--watch", "--option", "goal=20", code=0).stdout
    assert "\noptions: goal=" in run("play", PIG, "--watch", code=0).stdout
    assert "options:" not in run("play", TIC, "--watch", code=0).stdout


def test_the_way_to_join_repeats_the_set_up(run: Run) -> None:
    said = run("play", PIG, "--watch", "--players", "3", "--option", "goal=20", code=0).stdout
    assert said.endswith(f"astro play {PIG} --players 3 --option goal=20 --bot P2=mcts --bot P3=mcts\n")


def test_bots_in_all_seats_are_the_same_as_watching(run: Run) -> None:
    both = ["--bot", "X=random", "--bot", "O=random", "--seed", "7"]
    assert run("play", TIC, *both, code=0).stdout == run("play", TIC, "--watch", "--seed", "7").stdout


FACE_DOWN = """astro 1
game Layout for 2 players
card Card: each number in 1..9
zone deck: pile of Card, seen by nobody
zone laid for each 1..4: Card, seen by nobody
zone hand for each player: Card, seen by owner
phase play
  begin
    put all Card into deck
    for n in 1..4
      deal 1 from deck into laid[n]
    for p in players
      deal 2 from deck into hand[p]
  turns once clockwise from P1
    move wait
end
  draw
"""


def test_who_watches_sees_all_hands_and_nothing_that_lies_face_down(run: Run, rules: Rules) -> None:
    said = run("play", rules(FACE_DOWN), "--watch", "--seed", "1", code=0).stdout
    assert "\n1. chance, deal: 4 cards, face down\n5. chance, deal to hand of P1: " in said
    assert re.search(r"\ndeck: 1 card\nlaid of 1: 1 card\n", said)
    assert len(re.findall(r"\nhand of P[12]: \d, \d \(2\)", said)) == 4  # two boards


def test_cards_dealt_face_down_are_one_line_and_hands_are_not(run: Run, rules: Rules) -> None:
    said = run("play", rules(FACE_DOWN), "--bot", "P2=random", "--seed", "1", typed="quit\n", code=0).stdout
    assert "\n1. chance, deal: 4 cards, face down\n" in said
    assert "\n7. chance, deal to hand of P2: 2 cards\n" in said


def test_the_referee_is_told_every_card(run: Run, rules: Rules) -> None:
    said = run("referee", rules(FACE_DOWN), "--moves", "-", "--seed", "1", typed="wait\n").stdout
    assert len(re.findall(r"\d\. chance, deal to laid of \d: \d\n", said)) == 4


def test_a_game_without_an_end_is_given_up(run: Run, rules: Rules, monkeypatch: pytest.MonkeyPatch) -> None:
    from astro_referee.cli.table import keyboard

    monkeypatch.setattr(keyboard, "MOST_WATCHED", 30)
    game = rules("""astro 1
game Forever for 2 players
phase play
  turns clockwise from P1
    move wait
    move win
      when no
      then
        winner me
""")
    assert "After 30 moves the game is still going on" in run("play", game, "--watch", code=0).stdout


# --- Records ---------------------------------------------------------------------------------------------------------


def test_a_record_grows_with_the_game(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    run("play", TIC, "--record", path, "--names", "Ann,Bob", "--seed", "1", typed="a1\nb2\nquit\n", code=0)
    rows = path.read_text().splitlines()
    assert rows[0] == "astro record 1"
    assert "players: X = Ann, O = Bob" in rows
    assert rows[-2:] == ["1. X: a1", "2. O: b2"]


def test_a_game_is_taken_up_again_where_it_was_left(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    run("play", TIC, "--record", path, "--names", "Ann,Bob", "--seed", "1", typed="a1\nb2\nquit\n")
    with path.open("a") as file:
        file.write("3. X: a")
    result = run("play", TIC, "--record", path, typed="undo\ny\na2\nb3\na3\nquit\n", code=0)
    assert "going on with the game" in result.stderr
    assert "Ann (X)" in result.stdout
    assert path.read_text().splitlines()[-3:] == ["2. O: a2", "3. X: b3", "4. O: a3"]
    run("referee", path, code=0)


def test_undo_rewrites_the_record(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    run("play", TIC, "--record", path, typed="a1\nb2\nundo\ny\nc3\nquit\n", code=0)
    assert path.read_text().splitlines()[-1] == "2. O: c3"


def test_a_file_that_is_there_is_never_written_over(run: Run, tmp_path: Path) -> None:
    letter = tmp_path / "letter.txt"
    letter.write_text("Dear Ann\n")
    assert "choose another file" in run("play", TIC, "--record", letter, code=2).stderr
    assert letter.read_text() == "Dear Ann\n"
    path = tmp_path / "game.txt"
    run("play", TIC, "--watch", "--seed", "1", "--record", path, code=0)
    before = path.read_text()
    assert "a game that is over" in run("play", TIC, "--record", path, code=2).stderr
    assert f"`astro replay {path}` tells it" in run("play", path, code=2).stderr
    assert "other rules" in run("play", NIM, "--record", path, code=2).stderr
    assert path.read_text() == before
    assert "is a folder" in run("play", TIC, "--record", tmp_path, code=2).stderr
    assert run("play", TIC, typed="save .\nsave /\n", code=0).stdout.count("is a folder") == 2
    assert "no such file" in run("play", TIC, "--record", tmp_path / "none" / "x", code=2).stderr


@pytest.mark.parametrize(
    ("more", "what"),
    [
        (["--seed", "2"], "another seed"),
        (["--names", "A,B"], "other names"),
        (["--option", "goal=3"], "other options"),
        (["--players", "3"], "another number of players"),
    ],
)
def test_a_record_with_another_set_up_is_not_taken_up(run: Run, tmp_path: Path, more: list[str], what: str) -> None:
    path = tmp_path / "game.txt"
    run("play", SIGNS, "--record", path, "--seed", "1", typed="\nrock\n", code=0)
    said = run("play", SIGNS, "--record", path, *more, code=2).stderr
    assert f"is a record with {what}" in said
    assert "going on" not in said


# --- Wrong usage -----------------------------------------------------------------------------------------------------


COMMANDS = "back board exit hand help history list moves nobody quit rules save undo why"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--bot", "P9=random"], "nobody here is called P9; the players are X, O"),
        (["--bot", "X=clever"], "there is no bot called clever; there are random, greedy, mcts"),
        (["--bot", "X"], "NAME=VALUE"),
        (["--names", "Ann"], "TicTacToe is for 2 players, not 1"),
        (["--names", "Ann,ann"], "two players have the same name"),
        (["--names", "O,Ann"], "O is another seat, so nobody at X can be called O"),
        (["--names", "Ann,x"], "X is another seat, so nobody at O can be called x"),
        (["--names", "Ann,"], "a name has at least one letter"),
        (["--names", "Ann,?"], "a name has at least one letter"),
        (["--names", "-,Ann"], "a name has at least one letter"),
        (["--names", "1,Ann"], "a name has at least one letter"),
        (["--names", "Ann,Nobody"], "nobody can be called Nobody: at the keyboard, a line that begins so"),
        (["--names", "let it pass,Ann"], "nobody can be called let it pass"),
        (["--names", "Ann,save Bob"], "nobody can be called save Bob"),
        *((["--names", f"Ann,{word}"], f"nobody can be called {word}") for word in COMMANDS.split()),
        (["--names", "Ann,\x1b[2J"], "characters that can be printed"),
        (["--players", "3"], "TicTacToe is for 2 players, not 3"),
        (["--players", "0"], "0 is not in the range"),
        (["--seed", "-1"], "-1 is not in the range"),
        (["--option", "size=4"], "TicTacToe has no option size"),
    ],
)
def test_wrong_usage_gets_a_clear_line(run: Run, words: list[str], said: str) -> None:
    result = run("play", TIC, *words, code=2)
    assert said in result.stderr
    assert result.stdout == ""


def test_rules_that_cannot_go_on_are_shown_with_their_line(run: Run, rules: Rules) -> None:
    game = rules("""astro 1
game Stuck for 2 players
var n: 0..3
phase play
  turns clockwise from P1
    move more
      then
        n += 1
    move stop
      when n > 9
      then
        winner me
""")
    result = run("play", game, typed="more\nmore\nmore\nmore\n", code=1)
    assert "the rules cannot go on from here" in result.stderr
    assert "test.astro:8" in result.stderr
    assert "the rules cannot go on in game 0" in run("simulate", game, "-n", "3", code=1).stderr
    assert "the rules cannot go on from here" in run("perft", game, "--depth", "9", code=1).stderr


# --- Long lists ------------------------------------------------------------------------------------------------------

STONES = """astro 1
game Stones for 2 players
grid Field: each column in Column, row in 1..4
kind Column: a..d
kind Stone
  name
  blue_moon
  blue_sun
  red_sun
var laid for each Field: Stone or none
phase play
  turns clockwise from P1
    move lay(at in Field, stone in Stone) as "{stone} on {at}"
      "Lay the {stone} on {at}."
      when laid[at] is none
      then
        laid[at] = stone
    move stop
      then
        draw
"""


def test_a_long_list_is_put_together_by_what_moves_begin_with(run: Run, rules: Rules) -> None:
    """In the order of the notation, not of the parameters; the numbers are those that can be typed."""
    said = run("play", rules(STONES), typed="35\n", code=0).stdout
    menu = said[said.index("P1 to move\n") : said.index("P1> ")]
    assert menu == (
        "P1 to move\n"
        "  Lay the STONE on FIELD.\n"
        "  blue moon:   1. on a1   2. on a2   3. on a3   4. on a4   5. on b1   6. on b2\n"
        "               7. on b3   8. on b4   9. on c1  10. on c2  11. on c3  12. on c4\n"
        "              13. on d1  14. on d2  15. on d3  16. on d4\n"
        "  blue sun:   17. on a1  18. on a2  19. on a3  20. on a4  21. on b1  22. on b2\n"
        "              23. on b3  24. on b4  25. on c1  26. on c2  27. on c3  28. on c4\n"
        "              29. on d1  30. on d2  31. on d3  32. on d4\n"
        "  red sun:    33. on a1  34. on a2  35. on a3  36. on a4  37. on b1  38. on b2\n"
        "              39. on b3  40. on b4  41. on c1  42. on c2  43. on c3  44. on c4\n"
        "              45. on d1  46. on d2  47. on d3  48. on d4\n"
        "  49. stop\n"
    )
    assert "1. P1: red sun on a3" in said


def test_what_a_sort_of_move_does_is_not_told_without_such_a_move(rules: Rules) -> None:
    match = api.start(rules(STONES))
    moves = listed(match, 0)
    assert menu(match, moves, 1) == ["     49 legal moves, such as blue_moon on a1: `moves` lists them all"]
    assert menu(match, moves, 2)[0] == "  Lay the STONE on FIELD."


def test_what_players_aim_for_stays_longer_than_what_lies_there(played: Callable[..., Match]) -> None:
    match = played(Path("games/ophiuchus.astro"), 12)
    page = flexible_page(match, match.view(match.actors[0]), 80)
    hand = next(pile for pile in page.scene.piles if pile.name == "hand" and pile.cards)
    laid = evolve(hand, name="laid", title="laid", owner=None, cards=tuple(range(12)), count=12)
    page = evolve(page, scene=evolve(page.scene, piles=(*page.scene.piles, laid)))
    aims = (
        next(f for f in match.view(0).fields if f.name == "firmament")
        .entries[0]
        .text.replace(" and ", ", ")
        .split(", ")
    )
    assert len(aims) > 5
    assert any(row.startswith("laid: ") and row.count(",") > 2 for row in page.rows(CLOSE))
    for much in (AIMS, CUT):
        told = " ".join(page.rows(much))
        assert re.search(r"laid: \d+ cards", told)
        assert all(name in told for name in aims)


def test_the_end_of_a_name_may_be_left_out_in_the_middle_of_a_move(run: Run, rules: Rules) -> None:
    typed = "red on a1\nr o a2\nblue on a3\nblue m on a3\n"
    said = run("play", rules(STONES), typed=typed, code=0).stdout
    assert "1. P1: red sun on a1" in said
    assert "2. P2: red sun on a2" in said
    assert "`blue on a3` could be several moves: which stone?\n  possible: blue moon on a3, blue sun on a3\n" in said
    assert "3. P1: blue moon on a3" in said


POINT = """astro 1
game Point for 3 players
phase play
  turns clockwise from P1
    move point(whom in others) as "point at {whom}"
      "Point at {whom}."
      when whom is not P2 else "{whom} does not like that"
      then
        winner whom because "{me} pointed at {whom}"
"""


def test_players_go_by_their_names_from_the_menu_to_the_last_words(run: Run, rules: Rules, tmp_path: Path) -> None:
    """The record keeps the seats."""
    path = tmp_path / "game.txt"
    words = ["play", rules(POINT), "--names", "Ann,Bob,Mary Jane", "--record", path]
    said = run(*words, typed="point at bob\nhistory\npoint at mary jane\n", code=0).stdout
    assert "   1  point at Mary Jane\n" in said
    assert "Bob does not like that" in said
    assert "1. Ann (P1): point at Mary Jane  Point at Mary Jane.\n" in said
    assert "Mary Jane (P3) wins: Ann pointed at Mary Jane.\n" in said
    assert "1. P1: point at P3\nend: won by P3 (P1 pointed at P3)\n" in path.read_text()


LEVEL = """astro 1
game Level for 2 players
var score for each player: 0..9 = 1
phase play
  ask P1
    move stop
end
"""


@pytest.mark.parametrize(
    ("ending", "told"),
    [
        ("rank p in players by highest score[p]", "The game is drawn: all are equal, each with 1."),
        ("winner best p in players by highest score[p]", "P1 and P2 win: all are equal, each with 1."),
        ('rank p in players by highest score[p] because "time is up"', "The game is drawn: time is up."),
        ("rank p in players by highest (score[p] is 1)", "The game is drawn."),
    ],
)
def test_players_who_are_all_equal_are_told_their_numbers(run: Run, rules: Rules, ending: str, told: str) -> None:
    rows = run("play", rules(f"{LEVEL}  {ending}\n"), "--watch", code=0).output.splitlines()
    assert told in rows
    assert ("  place 1: P2 with 1" in rows) == ("score[p] is" not in ending)


def test_a_move_finished_in_two_lines_keeps_its_reasons(run: Run) -> None:
    """Also where nothing legal begins so, and where the second line is another move that is refused."""
    typed = "\nR GO\nh9\nh10\n\nR GO h9\nOP RP a1 a2\nquit\n"
    said = run("play", "ophiuchus", "--players", "2", "--seed", "2", typed=typed, code=0).stdout
    assert "P1> R GO h9\nnothing that begins with `R GO h9` is legal\n  h9 is covered\n" in said
    assert "P1> R GO h10\n`R GO h10` is not finished: to which space?\n" in said, "what was begun well is kept"
    assert "OP RP a1 a2\nOP RP a1 a2  not legal\n  the tile must touch the layout with a side\n" in said


CARGO = """astro 1
game Cargo for 2 players
kind Good: silk, rum, spice
card Crate: each good in Good, number in 1..2
zone hold: pile of Crate, seen by nobody
zone hand for each player: Crate, seen by owner
zone open: Crate, seen by everyone
phase play
  begin
    put all Crate into hold
    put Crate[silk, 2] from hold into hand[P1]
    put Crate[rum, 2] from hold into hand[P1]
    put Crate[spice, 1] from hold into hand[P2]
  turns clockwise from P1
    move lay(crate in hand[me], name in Good) as "{crate} as {name}"
      "Lay {crate} and call it {name}."
      then
        put crate from hand[me] into open
    otherwise
      draw because "no crates are left"
"""
SILK_1 = "nothing that begins with `silk 1` is legal\n  silk 1 is not in your hand\n    rule: crate in hand[me]  ("


def test_what_is_missing_is_asked_for_in_order_and_can_be_answered(run: Run, rules: Rules) -> None:
    said = run("play", rules(CARGO), typed="\nsilk\n2\nbeer\nspice\n\nquit\n", code=0).stdout
    assert "P1> silk\n`silk` is not finished: which crate?\n  possible: silk 2 as silk, silk 2 as rum, silk" in said
    assert "P1> silk 2\n`silk 2` is not finished: which good?\n" in said
    assert "P1> silk 2 beer\n`silk 2 as beer` is no move here\n  there is no Good beer, only silk, rum and" in said
    assert "1. P1: silk 2 as spice" in said


def test_the_one_legal_move_among_several_comes_with_what_tells_it_apart(run: Run, rules: Rules) -> None:
    said = run("play", rules(CARGO), typed="\nsilk as spice\nrum 2 as rum\n\nquit\n", code=0).stdout
    assert "`silk as spice` could be several moves: which crate?\n  possible: silk 2 as spice\nP1> rum 2 as rum" in said
    assert "1. P1: rum 2 as rum" in said


def test_a_beginning_that_is_not_legal_comes_with_its_reasons_and_is_not_kept(run: Run, rules: Rules) -> None:
    said = run("play", rules(CARGO), typed="\nsilk 1\nwhy silk 1\nspice\nquit\n", code=0).stdout
    assert said.count(SILK_1) == 2
    assert "P1> why silk 1\n" in said
    assert "begins with `spice` is legal\n  spice 1 is not in your hand\n" in said
    assert "  spice 2 is not in your hand\n" in said


def test_every_way_to_finish_a_move_that_is_not_legal_has_the_reasons_told(run: Run) -> None:
    said = run("play", "chess", typed="e2e4\ne4\ne\nquit\n", code=0).stdout
    assert "nothing that begins with `e4` is legal\n  you have no man on e4\n    rule: man[from].side is me" in said
    assert "  you have no pawn on e4\n" in said
    assert "cannot go to" not in said
    assert "`e` is not finished: from which square?\n  possible: e7e5, e7e6\n" in said


def test_a_slip_is_not_glued_to_what_was_begun(run: Run, rules: Rules) -> None:
    said = run("play", rules(CARGO), typed="\nrum\nsilkk 2\nquit\n", code=0).stdout
    assert "P1> rum silkk 2\n`silkk 2` is no move here\n" in said


NAMED_BY_FACE = """astro 1
game Faces for 2 players
kind Suit: moon, sun, star
table Face by n
  n: 1..3 | face: Suit
  1       | moon
  2       | sun
  3       | star
var left: 0..9 = 9
phase play
  turns clockwise from P1
    move take(n in 1..3) as "take {shown}"
      let shown = Face[n].face
      when left >= n else "too few are left"
      then
        left -= n
    move swap(n in 1..3) as "swap {shown}{other}"
      let shown = Face[n].face
      let other = Face[4 - n].face
      when left >= n else "too few are left"
      then
        left -= n
    otherwise
      draw
"""


def test_a_question_is_about_what_the_notation_shows(run: Run, rules: Rules) -> None:
    said = run("play", rules(NAMED_BY_FACE), typed="take\nswap\nquit\n", code=0).stdout
    assert "`take` is not finished: which suit?" in said
    assert "`swap` is not finished: how does it go on?" in said


def test_the_name_of_a_move_is_no_rest_of_another(run: Run) -> None:
    typed = "e2 e4\ne7\ncastle\ne7\nzz\nquit\n"
    said = run("play", "chess", typed=typed, code=0).stdout
    assert "`castle` is no move here\n  the move castle is written `O-O` or `O-O-O`\n" in said
    assert "`e7 zz` is no move here" in said


def test_a_watched_game_keeps_its_pace(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    waited: list[float] = []
    monkeypatch.setattr(pacing, "sleep", waited.append)
    run("play", TIC, "--watch", "--seed", "1", "--pace", "0.5s", code=0)
    assert waited == [0.5] * len(waited)
    assert len(waited) >= 5
    assert "no time such as 1s" in run("play", TIC, "--watch", "--pace", "soon", code=2).stderr


def test_enter_stops_a_watched_game_and_goes_on(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    monkeypatch.setattr("sys.stdin", Terminal("\n\n"))
    monkeypatch.setattr(pacing, "lines", Queue())
    monkeypatch.setattr(pacing, "listening", [])
    pacing.pause(30)
    assert capsys.readouterr().out == f"{pacing.STOPPED}\n"
    pacing.pause(30)  # the input has ended
    pacing.pause(30)
    assert capsys.readouterr().out == ""
