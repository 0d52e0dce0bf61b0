"""`astro play` at a pseudo-terminal of 80 columns: whole games, what each player can see, and the keys."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion
from terminal import COLOURED, CTRL_C, OTHER, OWN, PAUSE, play, play_raw, rendered

from astro_referee.cli.table.answers.menu import listed
from astro_referee.cli.table.board import flexible_page, public_board
from astro_referee.cli.table.news import KEY, ROOM
from astro_referee.interpreter import api
from astro_referee.interpreter.play import views
from astro_referee.interpreter.play.chance import Generator
from astro_referee.interpreter.play.match import Match
from astro_referee.interpreter.show import narration
from astro_referee.interpreter.show.text.flexible_page import BARE, FIRST, WHOLE
from astro_referee.interpreter.values.marks import Style

GAMES: list[tuple[str, dict[str, str]]] = [
    ("ptolemy", {}),
    ("ephemeris-two", {"most_turns": "12", "eclipses": "no"}),
    ("ecliptic", {"birth_of_P1": "Leo", "birth_of_P2": "Aries", "month": "May", "day": "31"}),
    ("ophiuchus", {}),
    ("vediic", {"most_rounds": "5"}),
]
"""Games that are played from start to end, with their options; add a game here, and it is."""
LONG = ("ecliptic", "ophiuchus")
"""Of these, what is seen is seen in other games as well; they are left to thorough runs."""
SEED = 7
PAGED = "Enter for more, q to stop: "


def leaks(match: Match, seat: int, screen: str) -> list[str]:
    """Cards on a screen that this player may not know, and places of others that show more than a number."""
    game, found = match.game, []
    told = " ".join(narration.narrate(match, match.events, 1 << seat) + narration.opening(match, 1 << seat))
    for kind, shape in game.machine.shapes.items():
        if shape == "card" and game.machine.copies.get(kind, 1) == 1:
            seen = views.faces_seen(game, match.state, kind, seat)
            names = [name for face, name in enumerate(game.machine.members[kind]) if not seen[face]]
            found += [name for name in names if name not in told and re.search(rf"\b{re.escape(name)}\b", screen)]
    for field in match.view(seat).fields:
        for entry in field.entries:
            if entry.value is None and field.sort == "zone":
                whose = " of " + " ".join(entry.index) if entry.index else ""
                shown = re.findall(rf"(?:^ *|; ){re.escape(field.title + whose)}: ([^;\n]*)", screen, re.M)
                found += [text for text in shown if not re.fullmatch(r"\d+ cards?|empty", text)]
    return found


def heard(line: narration.Line, seat: int) -> bool:
    """Whether a player could not know of something without being told: no cards of their own, no own moves."""
    return line.aloud or line.player not in (None, seat)


def holds(rows: list[str], board: str) -> bool:
    """Whether a row of a board stands on the screen, with or without something at its side."""
    return any(row == board or row.startswith(f"{board}  ") for row in rows)


@pytest.mark.parametrize(
    ("game", "options"),
    [pytest.param(*one, id=one[0], marks=[pytest.mark.thorough] if one[0] in LONG else []) for one in GAMES],
)
def test_a_whole_game_typed_at_a_terminal(tmp_path: Path, game: str, options: dict[str, str]) -> None:
    truth = api.start(game, options=options, seed=SEED, style=Style.SIGNS)
    truth.settle_all()
    looked: list[int] = []
    told = dict.fromkeys(range(truth.game.seats), 0)

    def answer(prompt: str, screen: str) -> str | None:
        if prompt.endswith("press Enter: "):
            assert screen.startswith((prompt, truth.game.rules.title))
            return ""
        if prompt == PAGED:
            return ""
        if prompt.endswith("Another game? [y/N] "):
            return "n"
        seat = truth.actors[0]
        assert prompt == f"{truth.names[seat]}> ", screen
        assert leaks(truth, seat, screen) == []
        shown = [row for part in screen.split(f"{PAGED}\n")[-1:] for row in part.split("\n")]
        assert len(shown) <= 24, screen
        assert all(len(row) <= 80 for row in shown)
        moved = [event for event in truth.events if event.player is not None][-1:]
        assert not moved or narration.narrate(truth, moved, 1 << seat)[0] in screen.replace("\n    ", " ")
        news = [line for line in narration.lines(truth, truth.events[told[seat] :], 1 << seat) if heard(line, seat)]
        told[seat] = truth.number
        unsaid = [line.text for line in news if line.text.strip() not in re.sub(r"\s+", " ", screen)]
        assert not unsaid or (sum(1 + len(line.text) // 70 for line in news) > ROOM[KEY] and "…" in screen), screen
        drawn = [
            flexible_page(truth, truth.view(seat), 80).boards(much, spread)
            for much in (WHOLE, BARE)
            for spread in (0, FIRST)
        ]
        rows = [row for row in screen.split("\n") if row.startswith(" ")]
        assert any(all(holds(rows, row) for block in way for row in block.rows if row[:1] == " ") for way in drawn), (
            screen
        )
        looked.append(seat)
        moves = listed(truth, seat)
        number = Generator(SEED, truth.number).below(len(moves))
        written = truth.written(moves[number])
        truth.play(moves[number])
        truth.settle_all()
        return written.upper() if len(looked) % 2 else str(number + 1)

    words = ["play", game, "--seed", str(SEED), "--record", str(tmp_path / "game.txt")]
    words += [word for name, value in options.items() for word in ("--option", f"{name}={value}")]
    said, _, code = play(words, answer)
    assert code == 0
    assert truth.over
    assert set(looked) == set(range(truth.game.seats))
    first, private, last = re.split(f"{re.escape(OTHER)}|{re.escape(OWN)}", said)
    assert not re.search("^hand of", first, re.M)
    assert all(leaks(truth, seat, "\n".join(public_board(truth))) == [] for seat in range(truth.game.seats))
    assert narration.ending(truth)[0] in last.replace("\r\n    ", " ")
    assert private.count("take the keyboard") > 2
    assert len(last.strip().split("\n")) <= 24
    assert (tmp_path / "game.txt").read_text().startswith("astro record 1")


def shown(text: str) -> str:
    """What was written as a snapshot can hold it."""
    return text.replace("\033", "<ESC>")


@pytest.mark.parametrize("environment", [{}, {"NO_COLOR": "1"}, {"TERM": "dumb"}], ids=["colour", "plain", "dumb"])
def test_screens(snapshot: SnapshotAssertion, environment: dict[str, str]) -> None:
    lines = iter(["", "sat", "jup 3", "mer", "7", "", "quit", ""])
    said, code = play_raw(
        ["play", "ptolemy", "--seed", "7", "--names", "Ann,Bob"], lambda prompt, screen: next(lines), **environment
    )
    assert code == 0
    assert bool(COLOURED.search(said)) is not bool(environment)
    assert shown(rendered(said)) == snapshot


def test_a_plain_terminal_gets_no_codes_and_a_warning() -> None:
    lines = iter(["", "quit", ""])
    said, _, _ = play(["play", "ptolemy", "--seed", "7"], lambda prompt, screen: next(lines), TERM="dumb")
    assert "\033" not in said
    assert "This terminal cannot clear its screen" in said


def test_lines_keep_to_a_narrow_terminal() -> None:
    questions = [""] * 4  # birth signs and the date
    lines = iter([*questions, "", "rules", "history", "moves", "quit", ""])

    def answer(prompt: str, screen: str) -> str:
        return "q" if prompt.startswith("Enter for more") else next(lines)

    said, screens, _ = play(["play", "ecliptic", "--seed", "7"], answer, columns=60)
    assert max(len(row) for screen in screens for row in screen.split("\n")) <= 60
    assert said.count("Enter for more, q to stop: q") == 2


def test_a_move_typed_instead_of_turning_the_page_is_made() -> None:
    lines = iter(["", "rules", "jup 2", "", "history", " ", "q", "quit", ""])
    said, screens, _ = play(["play", "ptolemy", "--seed", "7"], lambda prompt, screen: next(lines), rows=12)
    asked = next(screen for screen in screens if f"{PAGED}jup 2\n" in screen)
    assert f"{PAGED}jup 2\nP2> jup 2\n" in asked
    assert "24. P2: Jupiter 2" in said


def test_tab_completes_moves_and_arrows_bring_lines_back() -> None:
    lines = iter([f"3 fr{PAUSE}\t{PAUSE}", f"\033[A{PAUSE}", f"why 2{PAUSE}\t{PAUSE}", f"q{PAUSE}\t{PAUSE}", ""])
    said, _, code = play(["play", "examples/nim.astro", "--seed", "1"], lambda prompt, screen: next(lines))
    assert "1. P1: 3 from 1" in said
    assert "heap 1 has only 0" in said
    assert "The game is not finished." in said
    assert code == 0


@pytest.mark.parametrize("key", ["\033[A", "\031", "\020", "\033.", "\t\t"], ids=["up", "yank", "back", "last", "tab"])
def test_no_key_brings_up_what_another_player_typed(key: str) -> None:
    lines = iter(["", "why mercury 7", "secret thing\025mercury 7", "", key, "quit", ""])
    _, screens, _ = play(["play", "ptolemy", "--seed", "7"], lambda prompt, screen: next(lines))
    last = next(screen for screen in reversed(screens) if "P1> " in screen)
    assert "secret" not in last
    assert "mercury" not in last[last.index("P1> ") :]


def test_only_enter_takes_the_keyboard() -> None:
    lines = iter(["mercury 7", "?", "", "quit", ""])
    _, screens, _ = play(["play", "ptolemy", "--seed", "7"], lambda prompt, screen: next(lines))
    asked = next(screen for screen in screens if "mercury 7" in screen)
    assert asked.count("P2, take the keyboard and press Enter:") == 3
    assert "Nothing can be typed here but Enter" in asked
    assert "alone, who presses Enter when nobody else looks.\nThen `?` tells what can be typed there; `quit`" in asked
    last = next(screen for screen in reversed(screens) if "P2> " in screen)
    assert "mercury 7" not in last[last.index("P2> ") :]


@pytest.mark.parametrize("environment", [{}, {"TERM": "dumb"}], ids=["editor", "dumb"])
def test_a_key_hit_twice_does_not_take_the_keyboard(environment: dict[str, str]) -> None:
    """The second Enter is typed before anybody can have read whose turn it is."""
    lines = iter(["", "mercury 7\n", "quit", ""])
    said, _, _ = play(["play", "ptolemy", "--seed", "7"], lambda prompt, screen: next(lines), **environment)
    assert "P1, take the keyboard and press Enter: quit" in said
    assert "P1> " not in said


@pytest.mark.parametrize("answer", ["n", "No", "q", "quit", ""])
def test_no_is_no_name_of_a_file(answer: str) -> None:
    lines = iter(["a1", "quit", answer])
    said, _, _ = play(["play", "tic-tac-toe"], lambda prompt, screen: next(lines))
    assert "Saved as" not in said
    assert "It was not kept" in said


def test_yes_asks_for_the_name_of_a_file(tmp_path: Path) -> None:
    lines = iter(["a1", "quit", "yes", str(tmp_path / "game.txt")])
    said, _, _ = play(["play", "tic-tac-toe"], lambda prompt, screen: next(lines))
    assert "Saved as" in said
    assert (tmp_path / "game.txt").read_text().endswith("1. X: a1\n")


def test_one_key_does_not_throw_a_game_away(tmp_path: Path) -> None:
    lines = iter([CTRL_C, "a1", "undo", CTRL_C, "n", CTRL_C, CTRL_C])
    words = ["play", "tic-tac-toe"]
    assert play(words, lambda prompt, screen: next(lines))[2] == 1, "nothing is lost before the first move"
    said, _, code = play(words, lambda prompt, screen: next(lines))
    assert code == 1
    assert said.count("This game is not kept: Ctrl-C once more leaves it") == 2
    assert said.count("Does X agree?") == 2
    lines = iter(["a1", f"save {tmp_path / 'game.txt'}", "quit"])
    said, _, code = play(words, lambda prompt, screen: next(lines))
    assert (code, next(lines, None)) == (0, None)
    assert "Play on with: astro play" in said
    lines = iter([CTRL_C])
    play(["play", str(tmp_path / "game.txt")], lambda prompt, screen: next(lines))


@pytest.mark.parametrize("environment", [{}, {"TERM": "dumb"}], ids=["editor", "dumb"])
def test_the_end_of_the_input_asks_before_a_game_is_lost(tmp_path: Path, environment: dict[str, str]) -> None:
    """Ctrl-D is as easily hit as Ctrl-C."""
    words, path = ["play", "tic-tac-toe"], tmp_path / "game.txt"
    lines = iter(["a1", None, str(path)])
    said, _, code = play(words, lambda prompt, screen: next(lines), **environment)
    assert (code, next(lines, "")) == (0, "")
    assert "This game is not kept." in said
    assert path.read_text().endswith("1. X: a1\n")
    lines = iter(["a1", None, None])
    said, _, code = play(words, lambda prompt, screen: next(lines), **environment)
    assert (code, said.count("Save it first?")) == (0, 1)
    assert "It was not kept" in said
    kept = iter(["b1", None])
    said, _, _ = play(["play", str(path)], lambda prompt, screen: next(kept), **environment)
    assert "not kept" not in said


def test_a_question_is_not_torn() -> None:
    lines = iter(["a1", "b1", "undo", "y", "quit", ""])
    _, screens, _ = play(["play", "tic-tac-toe", "--names", "Ann,Bob"], lambda prompt, screen: next(lines), columns=40)
    assert "\nDoes Bob (O) agree? [y/N] y\n" in screens[0]


def test_another_move_can_be_typed_behind_one_that_was_begun() -> None:
    lines = iter(["", "mer", "mars 2", "", "quit", ""])
    said, _, _ = play(["play", "ptolemy", "--seed", "7"], lambda prompt, screen: next(lines))
    assert "24. P2: Mars 2" in said


def test_a_screen_that_hands_the_keyboard_over_is_filled_anew() -> None:
    seen: list[str] = []
    sizes = iter(["\033[8;20;60t", "\033[8;24;100t"])

    def answer(prompt: str, screen: str) -> str | None:
        seen.append(screen)
        return next(sizes, None)

    play(["play", "ptolemy", "--seed", "3"], answer)
    first, narrow, wide = (screen.split("\n") for screen in seen[:3])
    assert max(map(len, narrow)) <= 60 < max(map(len, first)) <= 80 < max(map(len, wide))
    assert " ".join(narrow).split() == " ".join(first).split() == " ".join(wide).split()


@pytest.mark.parametrize(
    ("words", "columns", "rows"),
    [(["chess"], 60, 16), (["hearts", "--bot", "P2=random", "--bot", "P3=random", "--bot", "P4=random"], 120, 40)],
    ids=["smaller", "larger"],
)
def test_a_terminal_of_another_size_is_filled_at_once(words: list[str], columns: int, rows: int) -> None:
    seen: list[str] = []
    sizes = iter([f"\033[8;{rows};{columns}t", "\033[8;24;80t", None])

    def answer(prompt: str, screen: str) -> str | None:
        if prompt.endswith(("Enter: ", "[y/N] ")):
            return ""
        seen.append(screen)
        return next(sizes, None)

    play(["play", *words, "--seed", "3"], answer)
    first, other, back = seen[:3]
    assert first.split("\n")[-10:] == back.split("\n")[-10:]
    drawn = other.split("\n")
    assert len(drawn) <= rows
    assert columns - 20 < max(map(len, drawn)) <= columns
    assert re.search(r"(to move|Pass 3 of .*:)\n", other)
    assert re.search(r"^ +(1\. |a2: a3 a4)", other, re.M)


def test_the_last_screen_has_how_it_came_and_who_has_won() -> None:
    """All of it stays on the screen, with the question below it."""
    last: list[str] = []

    def answer(prompt: str, screen: str) -> str | None:
        if prompt.endswith("or Enter: "):
            last.append(screen)
            return ""
        return "n" if prompt.endswith("[y/N] ") else "call"

    play(["play", "holdem", "--bot", "P2=random", "--seed", "3"], answer)
    shown = last[0].split("\n")
    at = max(number for number, row in enumerate(shown) if row.startswith("P1> call"))
    assert "has a straight" in last[0]
    assert "hand of P1" not in "\n".join(shown[at:])
    assert len(shown) - at <= 24
    assert shown[-6:-2] == ["P2 wins.", "  place 1: P2 with 2", "  place 2: P1 with -2", "The seed was 3."]


def test_the_list_of_games_breaks_no_word() -> None:
    said, _ = play_raw(["games"], lambda *_: None, columns=60)
    rows = [row.rstrip() for row in rendered(said).split("\n")]
    assert max(map(len, rows)) <= 60
    assert {"federation", "permanent", "stalemate,"} & {*" ".join(rows).split()} >= {"federation", "stalemate,"}
