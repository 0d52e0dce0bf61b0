"""`astro play --table`: whole games from typed dice and cards, checked against what can be."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from attrs import define, field
from click.testing import Result

from astro_referee.cli.table.prompt import Keyboard
from astro_referee.cli.table.real import entries
from astro_referee.interpreter import api
from astro_referee.interpreter.play.chance import Generator
from astro_referee.interpreter.play.match import Match
from astro_referee.interpreter.play.notation import fold
from astro_referee.interpreter.show.narration import with_names
from astro_referee.interpreter.values.types import Type

Run = Callable[..., Result]
Plant = Callable[["Hands"], Iterator[tuple[list[str], str]]]
"""Impossible entries for where a game stands: lines that are typed, the wrong one first, and what is said to that."""
DISPUTE = "does not go with what others have typed: there is a mistake somewhere."
PIG = "examples/pig.astro"
SEED = 7
MOVES = 16
"""Moves of a game in which cards lie face down; hundreds take minutes and show nothing else."""


@define
class Hands:
    """People at a real table: what truly lies there is a match of our own, and they type what they see of it."""

    truth: Match
    plants: Plant | None = None
    said: list[str] = field(factory=list)
    prompts: list[str] = field(factory=list)
    expected: list[str] = field(factory=list)
    planted: set[str] = field(factory=set)
    rest: list[str] = field(factory=list)
    looks: list[str] = field(factory=list)
    """What is answered to the next questions whether entries are right."""

    def ask(self, question: str) -> str:
        self.prompts.append(question)
        if question.endswith("if not: "):
            return self.looks.pop(0) if self.looks else ""
        if question.endswith(("press Enter: ", "corrects the record: ")):
            return ""
        if self.rest and question in self.planted:
            return self.rest.pop(0)
        if question == "turned up> ":
            return "?"
        if self.truth.chance is not None and question == f"{with_names(self.truth, entries.label(self.truth))}> ":
            for lines, message in self.plants(self) if self.plants is not None and question not in self.planted else ():
                self.planted.add(question)
                self.expected.append(message)
                self.rest = [*lines[1:]]
                return lines[0]
            return self.come_up()
        seat = self.truth.actors[0]
        assert question == f"{self.truth.names[seat]}> "
        moves = self.truth.legal(seat)
        move = moves[Generator(SEED, self.truth.number).below(len(moves))]
        written = self.truth.written(move)
        self.truth.play(move)
        return written

    def with_a_wrong_one(self, wrong: str) -> list[str]:
        """A hand with a card in it that another player has typed; when all have looked at theirs, it is put right."""
        *names, last = self.come_up().split(", ")
        self.looks = ["", "", f"back {wrong}"]
        return [", ".join([wrong, *names]), last]

    def come_up(self) -> str:
        """The whole deal in one line, by short names."""
        names = []
        for _ in range(entries.remaining(self.truth)):
            assert self.truth.chance is not None
            every = entries.names(self.truth)
            self.truth.settle()
            names.append(short(self.truth.events[-1].text, every))
        return ", ".join(names)


def short(name: str, every: list[str]) -> str:
    """The shortest way to write a name that nothing else can be meant by."""
    words = fold(name).split()
    for length in range(1, max(map(len, words)) + 1):
        text = "".join(word if word.isdecimal() else word[:length] for word in words)
        if [other for other in every if entries.abbreviates(text, fold(other))] == [name]:
            return text
    return name


def sit_down(
    run: Run, monkeypatch: pytest.MonkeyPatch, path: Path, hands: Hands, words: list[str]
) -> tuple[str, list[str]]:
    """Plays to the end; gives what was said."""

    def ask(keyboard: Keyboard, question: str, words: object = tuple, echo: bool = True) -> str:
        print(question)  # noqa: T201 - as a terminal would show it
        return hands.ask(question)

    monkeypatch.setattr(Keyboard, "ask", ask)
    result = run("play", *words, "--table", "--seed", str(SEED + 1), "--record", path, code=0)
    return result.stdout, hands.prompts


def ptolemy(hands: Hands) -> Iterator[tuple[list[str], str]]:
    label, truth = entries.label(hands.truth), hands.truth
    if label == "starter":
        yield ["Neptune"], "`Neptune` is nothing that comes up here"
    if label == "deal to hand of P1":
        yield ["Saturn 5"], "`Saturn 5` is nothing that comes up here"
    if label == "deal to hand of P2":
        yield hands.with_a_wrong_one(truth.events[4].text), f"What P2 typed (deal to hand of P2) {DISPUTE}"


def ephemeris_two(hands: Hands) -> Iterator[tuple[list[str], str]]:
    label, truth = entries.label(hands.truth), hands.truth
    if label == "roll even_die":
        yield ["green"], "`green` is nothing that comes up here"
    if label == "deal to planets of P2":
        # P1 has at least one, so that of three for P2 the third cannot be; but that is not for P2 to know.
        name = truth.events[0].text
        taken = f"the last one by event {truth.number + 3} (deal to planet cards of P2)"
        yield [", ".join([name] * 3), name, *["back"] * 3], f"there are only 3 {name}, and all are taken, {taken}"
    if label == "deal to zodiac of P2":
        name = next(e for e in truth.events if e.label == "deal to zodiac of P1").text
        taken = f"the last one by event {truth.number + 2} (deal to zodiac cards of P2)"
        yield [f"{name}, {name}", name, "back", "back"], f"there are only 2 {name}, and all are taken, {taken}"


def ecliptic(hands: Hands) -> Iterator[tuple[list[str], str]]:
    label, truth = entries.label(hands.truth), hands.truth
    if label == "deal to hand of P2":
        yield hands.with_a_wrong_one(truth.events[3].text), f"What P2 typed (deal to hand of P2) {DISPUTE}"
    if label == "white":
        yield ["Aries"], "`Aries` is nothing that comes up here"
    if label == "deal to catch of P1":
        # Taken from the hand of P2, where what is left of the stock cannot be.
        game = truth.game
        left = game.printer.values(slot_type(truth, "stock"), game.value(truth.state, "stock"))
        if left:
            yield [game.machine.members["Card"][left[0]]], f"typed (deal to catch of P1) {DISPUTE}"


def slot_type(match: Match, name: str) -> Type:
    return next(slot.type for slot in match.game.machine.fields if slot.name == name)


@pytest.mark.parametrize(
    ("game", "options", "plants"),
    [
        ("ptolemy", {}, ptolemy),
        ("ephemeris-two", {"most_turns": "12", "eclipses": "no"}, ephemeris_two),
        ("ecliptic", {}, ecliptic),
    ],
)
def test_a_whole_game_from_real_dice_and_cards(
    run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, game: str, options: dict[str, str], plants: Plant
) -> None:
    path = tmp_path / "game.txt"
    hands = Hands(api.start(game, options=options, seed=SEED), plants)
    words = [game, *(word for name, value in options.items() for word in ("--option", f"{name}={value}"))]
    said, _ = sit_down(run, monkeypatch, path, hands, words)
    assert hands.truth.over
    at = 0
    assert len(hands.expected) == 3
    for message in hands.expected:
        assert message in said[at:]
        at = said.index(message, at)
    assert run("referee", path, code=0).stdout.startswith(f"{path}: legal from start to end")
    record = api.resume(path.read_text()).match
    assert [(e.player, e.text) for e in record.events] == [(e.player, e.text) for e in hands.truth.events]
    assert "shuffle" not in said


@pytest.mark.parametrize("game", ["ephemeris-pairs", "ephemeris-snap"])
def test_what_nobody_may_see_is_asked_for_when_it_comes_up(
    run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, game: str
) -> None:
    """The cards of a whole pack are laid out or dealt face down: nobody is asked for one that has not come up."""
    path = tmp_path / "game.txt"
    truth = api.start(game, seed=SEED)
    shown: dict[int, str] = {}
    prompts: list[str] = []
    moves = 0

    def ask(keyboard: Keyboard, question: str, words: object = tuple, echo: bool = True) -> str:
        nonlocal moves
        prompts.append(question)
        while truth.chance is not None and not entries.readers(truth):
            truth.settle()
        if question == "turned up> ":
            number = int(said()[-1].split("(event ")[1].split(",")[0]) - 1
            shown[number] = truth.events[number].text
            return shown[number]
        if question.endswith("Enter: "):
            return ""
        if truth.chance is not None:
            assert question == f"{with_names(truth, entries.label(truth))}> "
            truth.settle()
            return truth.events[-1].text
        moves += 1
        if moves > MOVES:
            return "quit"
        seat = truth.actors[0]
        options = truth.legal(seat)
        move = options[Generator(SEED, truth.number).below(len(options))]
        written = truth.written(move)
        truth.play(move)
        return f"{truth.names[seat]}: {written}" if question == "> " else written  # anybody may speak first

    lines: list[str] = []
    monkeypatch.setattr(Keyboard, "ask", ask)
    monkeypatch.setattr(Keyboard, "put", lambda keyboard, text="": lines.append(text))

    def said() -> list[str]:
        return lines

    run("play", game, "--table", "--seed", SEED + 1, "--record", path, code=0)
    record = api.resume(path.read_text()).match
    assert [e.text for e in record.events if e.readers] == [e.text for e in truth.events[: record.number] if e.readers]
    for number, text in shown.items():
        assert record.events[number].text == text
    told = [said.text for event in record.events for said in event.said]
    assert told == [said.text for event in truth.events[: record.number] for said in event.said]
    assert prompts.count("turned up> ") == len(shown)


def test_entries_are_taken_back_until_something_was_played_on_them(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    typed = "3\nback\nback\n5\nback 5\nboard\n6\n?\nhold\n2\nback\n4\nback\nback\nquit\n"
    said = run("play", "examples/pig.astro", "--table", "--record", path, typed=typed, code=0).stdout
    assert said.count("Taken back: 3 (roll pip).") == 1
    assert said.count("Taken back: 5 (roll pip).") == 1
    assert "There is nothing to take back: somebody has moved since. `undo` that move first" in said
    assert path.read_text().splitlines()[-2:] == ["1. chance, roll pip: 6", "2. P1: hold"]


def test_later_entries_stay_where_they_still_fit(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    words = ["play", "ephemeris-one", "--table", "--option", "open_zodiac=yes", "--record", path]
    typed = "\nmoon sun mer ven mars\n\n\nmoon sun mer ven mars\n\naries leo\nback aries\nvirgo, libra, pisces, leo\n"
    said = run(*words, typed=typed, code=0).stdout
    assert "Taken back: Aries (deal to open zodiac cards of P1)." in said
    dealt = [row.split(": ")[1] for row in path.read_text().splitlines() if "open_zodiac_cards of P1" in row]
    assert ", ".join(dealt) == "Leo, Virgo, Libra, Pisces, Leo"


def test_a_game_at_a_real_table_is_taken_up_in_the_middle_of_a_deal(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    run("play", "ptolemy", "--table", "--record", path, typed="p1\n\ns1, s2, s3\n", code=0)
    result = run("play", path, typed="\ns3\nback s2\ns4\n", code=0)
    assert "P1, which 8 cards were dealt to hand? For example: Saturn 1, Mercury eclipse\n" in result.stdout
    assert "there is only one Saturn 3, and event 4 (deal to hand of P1) took it" in result.stdout
    match = api.resume(path.read_text()).match
    assert [e.text for e in match.events] == ["P1", "Saturn 1", "Saturn 3", "Saturn 4"]
    run("referee", path, code=0)


def test_after_an_undo_the_dice_are_still_real(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    said = run("play", PIG, "--table", "--record", path, typed="2\nagain\n3\nundo\ny\nhold\nquit\n", code=0).stdout
    assert "Its seed is" not in said
    assert api.resume(path.read_text()).match.typed
    assert path.read_text().endswith("1. chance, roll pip: 2\n2. P1: hold\n")


def test_bots_have_no_hands_for_real_cards(run: Run, tmp_path: Path) -> None:
    assert "no hands for real cards" in run("play", "ptolemy", "--table", "--bot", "P2=random", code=2).stderr
    assert "no hands for real cards" in run("play", "ptolemy", "--table", "--watch", code=2).stderr
    assert (
        "P1, rolling: what came up for roll pip?"
        in run("play", "examples/pig.astro", "--table", "--bot", "P2=random", typed="again\n", code=0).stdout
    )
    path = tmp_path / "game.txt"
    run("play", "examples/pig.astro", "--record", path, typed="again\nquit\n", code=0)
    assert "chance was not typed in" in run("play", "examples/pig.astro", "--record", path, "--table", code=2).stderr


def test_a_move_taken_back_leaves_the_table_real(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    typed = "p1\n\ns1 s2 s3 s4 j1 j2 j3 j5 v3 v4 v5\n\n\nm2 m3 m4 m5 v6 mer4 mer5 mer6 mer7 seclipse jeclipse\n\n\n"
    run("play", "ptolemy", "--table", "--record", path, typed=f"{typed}s1\n\nundo\ny\n\nquit\n", code=0)
    assert "chance: typed in from a real table" in path.read_text()


def test_names_are_typed_for_seats_and_the_keyboard_goes_back(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    words = ["play", "ptolemy", "--table", "--names", "Ann,Bob", "--record", path]
    typed = "bob\n\ns1, s2, s3, s4, j1, j2, j3, j5, v3, v4, v5\n\n\nback\n\nback v5\nv6\n"
    said = run(*words, typed=typed, code=0).stdout
    assert "What came up for starter? (Ann, Bob)\nstarter> bob" in said
    assert (
        "Ann, which 11 cards were dealt to hand? For example: Saturn 1, Mercury eclipse\ndeal to hand of Ann> " in said
    )
    assert "The last entries are not yours; the keyboard goes back to who made them." in said
    assert "Taken back: Venus 5 (deal to hand of Ann)." in said
    events = [(e.label, e.text) for e in api.resume(path.read_text()).match.events]
    assert events[0] == ("starter", "P2")
    assert ("deal to hand of P1", "Venus 6") in events
    assert ("deal to hand of P1", "Venus 5") not in events


# --- A line is taken whole or not at all -----------------------------------------------------------------------------

DICE = """astro 1
game Dice for 2 players
kind Colour: red, blue
die small: 1..4
die large: 1..6
var total: 0..999
phase play
  turns clockwise from P1
    phase throwing
      roll small, large
      total += small + large
      for c in Colour
        roll large
        total += large
    move go_on
    move stop
      then
        draw
"""


@pytest.mark.parametrize("line", ["3, 1, 6, 2", "3 1 6 2", "3,1 6; 2"])
def test_one_line_answers_rolls_that_follow_each_other(run: Run, tmp_path: Path, line: str) -> None:
    path, record = tmp_path / "dice.astro", tmp_path / "game.txt"
    path.write_text(DICE)
    run("play", path, "--table", "--record", record, typed=f"{line}\nquit\n", code=0)
    assert [e.text for e in api.resume(record.read_text(), path).match.events] == ["3", "1", "6", "2"]


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("3 by 1", "`by` is nothing that comes up here"),
        ("3, 7", "`7` is nothing that comes up here"),
        ("6, 1", "`6` is nothing that comes up here"),
        ("3, 1, 6, 2, 4", "too many: nothing more comes up for roll large than stands before `4`"),
    ],
)
def test_a_line_with_a_mistake_is_not_taken_by_half(run: Run, tmp_path: Path, line: str, reason: str) -> None:
    path, record = tmp_path / "dice.astro", tmp_path / "game.txt"
    path.write_text(DICE)
    said = run("play", path, "--table", "--record", record, typed=f"{line}\n\nboard\nquit\n", code=0).stdout
    told, _, entered = said.partition(f"  {reason}")[2].partition("\n")
    assert entered.startswith("  Nothing of this line was entered.\n"), told
    assert not api.resume(record.read_text(), path).match.events
    assert said.count("P1, throwing: what came up for roll small? (1, 2, 3, 4)\n") == 4


def test_each_question_says_whose_roll_it_is_and_what_for(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "dice.astro"
    path.write_text(DICE)
    words = ["play", path, "--table", "--names", "Ann,Bob"]
    said = run(*words, typed="3\n1\n6\n2\ngo on\nquit\n", code=0).stdout
    asked = [row.split("?")[0] for row in said.splitlines() if "what came up" in row]
    assert asked == [
        "Ann, throwing: what came up for roll small",
        "Ann, throwing: what came up for roll large",
        "Ann, throwing, red: what came up for roll large",
        "Ann, throwing, blue: what came up for roll large",
        "Bob, throwing: what came up for roll small",
    ]


SPIES = DICE.replace("var total: 0..999", "var total: 0..999\nvar spies: set of player = {P2}, seen by nobody").replace(
    "for c in Colour", "for c in spies"
)


def test_no_question_tells_what_a_loop_goes_through_in_secret(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "dice.astro"
    path.write_text(SPIES)
    said = run("play", path, "--table", typed="3\n1\n\nquit\n", code=0).stdout
    assert said.count("P1, throwing: what came up for roll large?") == 3
    assert "P2, throwing" not in said


HANDS = (
    "\ns1, s2, s3, s4, j1, j2, j3, j5, v3, v4, v5\n\n",
    "\nmars 2, mars 3, mars 4, mars 5, v6, mer4, mer5, mer6, mer7, s eclipse, j eclipse\n\n",
)
"""What two players type in at the beginning: Enter, the hand, Enter."""


def test_nobody_learns_by_typing_what_another_has_typed(run: Run) -> None:
    """Bob types cards that are in Ann's hand, or are not: to the end of his screen he is told the same."""
    tries = "v5, v5\nv5\nv5\nj1, pluto\nj1\nhand\nboard\nhistory\nback\nback v\nj1, v5, mars 2, v6, mer4, mer5, mer6\n"
    tries += "mer7, mars 3, mars 4, mars 5, s1\nmer7, mars 3, mars 4, mars 5\n"
    screens = set()
    for wrong in ("s1", "v5", "j1"):
        typed = f"ann\n{HANDS[0].replace(wrong, 's eclipse')}\n{tries}\n"
        said = run("play", "ptolemy", "--table", "--names", "Ann,Bob", typed=typed, code=0).stdout
        screens.add(next(screen for screen in said.split("=" * 60 + "\n") if "deal to hand of Bob> v5" in screen))
    (screen,) = screens
    assert "there is only one Venus 5, and event 13 (deal to hand of Bob) took it" in screen
    assert "typed: Venus 5, Jupiter 1\n" in screen
    assert "Venus 5 stands in this line more often than it can come up\n  Nothing of this line was entered." in screen
    assert "too many: nothing more comes up for deal to hand of Bob than stands before `s1`\n  Nothing of" in screen
    assert "entered: Jupiter 1, Venus 5, Mars 2, Venus 6" in screen


def test_who_was_wrong_puts_it_right_and_nobody_else_types_again(run: Run, tmp_path: Path) -> None:
    """Ann has mistyped Venus 5, which Bob holds. She changes it to another card that he holds: both look again."""
    path = tmp_path / "game.txt"
    bob = HANDS[1].replace("v6", "v5")
    typed = f"ann\n{HANDS[0]}{bob}\nback v5\nm2\n\n\n\n\nback m2\nv6\n\n\nhand\n"
    said = run("play", "ptolemy", "--table", "--names", "Ann,Bob", "--record", path, typed=typed, code=0).stdout
    assert said.count(f"What Bob (P2) typed (deal to hand of Bob) {DISPUTE}") == 4
    assert said.count("deal to hand of Bob> ") == 1
    held = {e.text for e in api.resume(path.read_text()).match.events if e.label == "deal to hand of P2"}
    assert {"Venus 5", "Mars 2"} < held
    assert "Venus 6" not in held


def test_the_keyboard_comes_back_from_who_had_to_look_again(run: Run) -> None:
    """Bob has looked at his cards once more and changed nothing: Ann must not find her prompt on his screen."""
    typed = f"ann\n{HANDS[0]}{HANDS[1]}\nback\n\n\n\nhand\njupiter 1\n\nquit\n"
    said = run("play", "ptolemy", "--table", "--names", "Ann,Bob", typed=typed, code=0).stdout
    screens = said.split("=" * 60 + "\n")
    looked_again = next(number for number, screen in enumerate(screens) if "Ann> back" in screen) + 2
    assert screens[looked_again].startswith("Ann (P1) asks you to look at this again.\nentered: Mars 2")
    assert "Ann>" not in screens[looked_again]
    assert screens[looked_again + 1].startswith("Ann (P1), take the keyboard")
    assert "Ann> hand\nhand of Ann: Saturn 1" in screens[looked_again + 2]
    assert screens[looked_again + 3].startswith("Bob (P2), take the keyboard")


def test_an_own_card_that_was_played_on_is_not_denied(run: Run) -> None:
    """`yes` is as good as Enter; and nobody is told of another one's card."""
    typed = f"ann\n{HANDS[0][:-1]}yes\n{HANDS[1]}\njupiter 1\n\nback v6\nback saturn 1\nquit\n"
    said = run("play", "ptolemy", "--table", "--names", "Ann,Bob", typed=typed, code=0).stdout
    assert "Bob> back v6\nVenus 6 cannot be taken back: somebody has moved since. `undo` that move first" in said
    assert "Bob> back saturn 1\nThere is nothing called saturn 1 to take back.\n" in said


def test_a_name_that_was_mistyped_leaves_the_question(run: Run) -> None:
    typed = f"ann\n{HANDS[0][:-1]}back pluto\nno\nback s1\nm2\n\n"
    said = run("play", "ptolemy", "--table", "--names", "Ann,Bob", typed=typed, code=0).stdout
    asked = said[said.index("entered:") :].split("=" * 60)[0]
    assert "There is nothing called pluto to take back.\nEnter if this is right" in asked
    assert "before this is right" in asked
    assert "Taken back: Saturn 1" in asked
    assert "entered: Saturn 2" in asked


def test_what_can_be_typed_is_listed_and_the_rules_can_be_read(run: Run) -> None:
    typed = f"ann\n\nlist\nrules jump\n?\n{HANDS[0][1:]}{HANDS[1]}\n?\n"
    said = run("play", "ptolemy", "--table", "--names", "Ann,Bob", typed=typed, code=0).stdout
    assert "deal to hand of Ann> list\nSaturn 1, Saturn 2," in said
    assert "Mercury eclipse\nAnn, which" in said
    assert "Spaces with another token are jumped" in said
    assert "list         all names" in said
    assert "back        take back what was typed in last" in said[said.index("Ann> ?") :]


PEEK = """astro 1
game Peek for 2 players
card Card: each number in 1..6
zone deck: pile of Card, seen by nobody
zone laid: Card, seen by nobody
zone hand for each player: Card, seen by owner
phase play
  begin
    put all Card into deck
    deal 1 from deck into laid
  turns clockwise from P1
    move give
      when laid is not empty
      then
        put all from laid into hand[P2]
    move stop
      then
        draw
"""


def test_what_comes_up_for_another_player_is_asked_of_that_player(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "peek.astro"
    path.write_text(PEEK)
    said = run("play", path, "--table", "--names", "Ann,Bob", typed="\ngive\n\n4\nhand\nstop\n", code=0).stdout
    screens = said.split("=" * 60 + "\n")
    asked = next(screen for screen in screens if "turned up> 4" in screen)
    assert screens[screens.index(asked) - 1].startswith("Bob (P2), take the keyboard")
    assert "Ann>" not in asked
    assert "hand of Bob: 4" in asked


PAIRS = ["play", "ephemeris-pairs", "--table", "--names", "Ann,Bob"]
THREE_MOONS = "\na1\nmoon\na2\nmoon\n\na3\nmoon\n"


def test_what_all_have_seen_turned_up_is_refused_with_the_event_that_took_the_last_one(run: Run) -> None:
    said = run(*PAIRS, typed=f"{THREE_MOONS}b1\nmoon\n", code=0).stdout
    assert "turned up> moon\n  there are only 3 Moon, and all are taken, the last one by event 3 (deal to face" in said
    assert DISPUTE not in said


def test_nobody_is_blamed_where_nobody_has_typed_in_secret(run: Run) -> None:
    """The Moons lie face down again, but all have seen each of them."""
    typed = "\na1\nmoon\na2\nsun\n\na3\nmoon\nb1\nsun\n\nb2\nmoon\nb3\nsun\n\nc1\nmoon\nquit\n"
    said = run(*PAIRS, typed=typed, code=0).stdout
    assert "turned up> moon\n  there are only 3 Moon, and all are taken, the last one by event 5 (deal to face" in said
    assert DISPUTE not in said


def test_a_card_that_was_turned_up_is_typed_again_after_an_undo(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    typed = f"{THREE_MOONS}b1\nback moon\nlist\n?\nundo\nn\nundo\ny\n\nundo\ny\n\na3\nsun\nb1\nmoon\n\nquit\n"
    said = run(*PAIRS, "--record", path, typed=typed, code=0).stdout
    assert "turned up> back moon\nMoon cannot be taken back: somebody has moved since. `undo` that move first" in said
    assert "turned up> list\nMoon, Sun," in said
    assert "undo         take back the last move" in said
    assert "Ann (P1) does not agree.\nWhich card was turned up? (event 4, deal to face-down place of b1)\n" in said
    assert "Back to before event 54." in said
    assert said.count("Which card was turned up? (event 3, deal to face-down place of a3)") == 2
    events = api.resume(path.read_text()).match.events
    assert [events[number].text for number in range(4)] == ["Moon", "Moon", "Sun", "Moon"]


def test_what_was_turned_up_is_taken_back_by_name_before_the_next_move(run: Run) -> None:
    said = run(*PAIRS, typed="\na1\nmoon\nback venus\nback moon\nsun\nquit\n", code=0).stdout
    assert "There is nothing called venus to take back." in said
    assert "Taken back: Moon (deal to face-down place of a1)." in said
    assert "On a1 is Sun." in said.split("Taken back")[1]


def test_a_card_that_others_typed_in_secret_is_still_disputed_when_it_is_turned_up(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "peek.astro"
    path.write_text(
        PEEK.replace("deal 1 from deck into laid", "deal 1 from deck into hand[P1]\n    deal 1 from deck into laid")
    )
    said = run("play", path, "--table", "--names", "Ann,Bob", typed="\n4\n\ngive\n\n4\n\n\n5\nquit\n", code=0).stdout
    assert f"What Bob (P2) typed (deal to laid) {DISPUTE}" in said
    assert "there is only one 4" not in said


def test_the_last_look_knows_the_same_words(run: Run) -> None:
    typed = f"ann\n{HANDS[0][:-1]}?\nlist\nhand\nrules jump\nsaturn 1\n\n"
    said = run("play", "ptolemy", "--table", "--names", "Ann,Bob", typed=typed, code=0).stdout
    asked = said[said.index("entered:") :].split("=" * 60)[0]
    assert "Press Enter if what was entered is right" in asked
    assert "if not: list\nSaturn 1, Saturn 2," in asked
    assert "typed: Saturn 1, Saturn 2," in asked
    assert "Spaces with another token are jumped" in asked
    assert asked.count("before this is right") == 1


# --- Handing over ----------------------------------------------------------------------------------------------------


def test_a_piped_line_is_not_lost_at_the_hand_over(run: Run) -> None:
    typed = "?\n\nmercury 7\nhand\nquit\n"
    said = run("play", "ptolemy", "--seed", "7", "--names", "Ann,Bob", typed=typed, code=0).stdout
    assert "The next screen is for Bob (P2) alone" in said
    assert "Bob> mercury 7" in said
    assert "Ann> hand\nhand of Ann:" in said
    assert "press Enter: \n" in said
    assert "press Enter: h" not in said


def test_leaving_at_the_hand_over(run: Run) -> None:
    said = run("play", "ptolemy", "--seed", "7", typed="quit\nmercury 7\n", code=0).stdout
    assert "The game is not finished." in said
    assert "> " not in said


def test_a_line_of_commas_is_an_empty_line(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "dice.astro"
    path.write_text(DICE)
    said = run("play", path, "--table", typed=", ,\n3 1\nquit\n", code=0).stdout
    assert "nothing that comes up" not in said
    assert said == run("play", path, "--table", typed="\n3 1\nquit\n", code=0).stdout.replace("> \n", "> , ,\n", 1)
