"""Names, texts, lists of moves, logs and positions have limits like everything else, reported at their line."""

from __future__ import annotations

import json
import resource
from collections.abc import Iterator

import pytest

import astro_referee as astro
from astro_referee.cli.protocol.server import Protocol
from astro_referee.grammar.source import Source
from astro_referee.grammar.syntax import limits
from astro_referee.interpreter import api, examination
from astro_referee.interpreter.machine.runtime import LONGEST_TEXT, MOST_LEGAL, MOST_LINES, MOST_LISTED, MOST_SAID
from astro_referee.interpreter.play import library
from astro_referee.interpreter.play.match import FaultyRules, Match
from astro_referee.interpreter.records import records

LONG = "x" * 9_900


@pytest.fixture(autouse=True)
def within_reason() -> Iterator[None]:
    """Nothing here may take the room of a few hundred games."""
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    yield
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 500_000  # kilobytes


def source(*rows: str) -> Source:
    return Source("game.astro", "\n".join(["astro 1", "game Large for 2 players", *rows, ""]))


def found(of: Source) -> list[tuple[str, int, str]]:
    """What the checker refuses: code, line and message."""
    problems = examination.examine(of).problems
    return [(p.code, of.place(p.span.start)[0], p.message) for p in problems if p.severity.name == "ERROR"]


def started(of: Source) -> Match:
    return api.start(library.load(of), seed=0)


def faulty(fault: pytest.ExceptionInfo[FaultyRules]) -> tuple[str, int, str]:
    problem, of = fault.value.problem, fault.value.source
    return problem.code, of.place(problem.span.start)[0], problem.message


# --- Texts -----------------------------------------------------------------------------------------------------------

BOARD = ('grid Cell: each x in 1..60, y in 1..60 named "{x}-{y}"', "var seen: set of Cell", "phase play")
REASON = '      when no c in Cell where c in seen else "{seen}"'
ASKED = ("  begin", "    seen = Cell", "  turns clockwise from P1", "    move go", "      then")


def test_lines_that_say_whole_boards_again_and_again_are_refused() -> None:
    says = ['        say "' + "{seen}" * 1_600 + '"' for _ in range(14)]
    ((code, line, message),) = found(source(*BOARD, *ASKED, *says))
    assert (code, line) == ("too-long", 11)
    assert message == "with its holes filled, this text could have 38,592,000 characters"


def test_a_text_that_grows_too_long_in_play_is_a_fault_and_changes_nothing() -> None:
    match = started(source(*BOARD, *ASKED, '        say "{seen}"'))
    before = match.state[:], len(match.events)
    with pytest.raises(FaultyRules) as fault:
        match.submit(0, "go")
    assert faulty(fault) == (
        "too-long",
        11,
        f"with its holes filled, this text has more than {LONGEST_TEXT:,} characters",
    )
    assert (match.state, len(match.events)) == before


def test_texts_that_are_too_long_together_are_a_fault() -> None:
    some = "  begin", "    seen = all c in Cell where c.x < 20"
    match = started(source(*BOARD, *some, *ASKED[2:], *['        say "{seen}"'] * 14))
    with pytest.raises(FaultyRules) as fault:
        match.submit(0, "go")
    assert faulty(fault)[0] == "too-long"
    assert faulty(fault)[2] == f"more than {MOST_SAID:,} characters are said at one event"


@pytest.mark.parametrize("where", ["begin", "then"])
def test_too_many_lines_at_one_event_are_a_fault(where: str) -> None:
    loop = ["for a in Cell", "  for b in Cell", '    say "hush"']
    begin = [f"    {row}" for row in loop] if where == "begin" else ["    seen = Cell"]
    then = [f"        {row}" for row in loop] if where == "then" else ["        draw"]
    of = source(*BOARD, "  begin", *begin, *ASKED[2:], *then)
    with pytest.raises(FaultyRules) as fault:
        started(of).submit(0, "go")
    assert faulty(fault)[::2] == ("too-long", f"more than {MOST_LINES:,} lines are said at one event")
    assert of.text.split("\n")[faulty(fault)[1] - 1].strip() == 'say "hush"'


@pytest.mark.parametrize(
    "rows",
    [
        ['    move go as "{seen}"', "      then", "        draw"],
        ["    move go", REASON],
        ["    move go", "      then", '        winner me because "{seen}"'],
        ["    move go", '      "{seen}"', "      then", "        draw"],
    ],
    ids=["notation", "reason", "ending", "sentence"],
)
def test_every_sort_of_text_has_a_limit(rows: list[str]) -> None:
    protocol = Protocol(started(source(*BOARD, *ASKED[:3], *rows, "    move wait")))
    codes = []
    for request in ({"do": "legal"}, {"do": "why", "move": "go"}, {"do": "play", "id": "go"}):
        answer = protocol.answer(json.dumps(request).encode())
        codes.append(answer.get("code"))
        assert len(json.dumps(answer)) < 10 * LONGEST_TEXT
    # A refusal is given all the same, with the rule in place of its reason.
    assert ("faulty-rules" in codes) is (rows[1] != REASON)
    assert set(codes) <= {"faulty-rules", "illegal", None}


# --- Names -----------------------------------------------------------------------------------------------------------


def test_a_file_of_long_names_is_refused() -> None:
    names = [f"n{number}_{'x' * 9_970}" for number in range(36)]
    members = ",\n  ".join(names)
    of = source(
        f"kind N:\n  {members}", "phase play", "  turns clockwise from P1", "    move go(a in N, b in N, c in N)"
    )
    assert len(of.text) > 359_000
    assert found(of)[0] == ("too-long", 4, f"this name is too long: it may have {limits.NAME} letters")


def test_names_that_are_put_together_do_not_grow_without_end() -> None:
    rows = [f"kind K0: {'a' * 60}"]
    rows += [f"kind K{n}: each a in K{n - 1}, b in K{n - 1}" for n in range(1, 40)]
    of = source(
        *rows, "var k: K39", "phase play", "  turns clockwise from P1", "    move go", "      then", "        draw"
    )
    assert ("too-long", 4, f"a member of `K1` would have a name of more than {limits.NAME} letters") in found(of)


def test_players_have_names_that_can_be_said() -> None:
    with pytest.raises(astro.BadOption, match=f"at most {limits.NAME} letters"):
        astro.start("examples/nim.astro", names=["Ann", "B" * 101])
    record = astro.save(astro.start("examples/nim.astro", names=["Ann", "Bob"])).replace("= Bob", f"= {'B' * 101}")
    with pytest.raises(records.BadRecord, match=f"at most {limits.NAME} letters"):
        astro.resume(record)


# --- Lists of moves --------------------------------------------------------------------------------------------------

NUMBERS = ("kind N: 0..1000", "var n: 0..9", "phase play", "  turns clockwise from P1")


def test_a_million_moves_that_are_always_legal_are_refused() -> None:
    of = source(*NUMBERS, '    move go(a in N, b in N) as "{a} {b}"', "      then", "        n = 1", "        draw")
    assert found(of) == [
        ("too-many-candidates", 7, f"`go` is legal in 1,002,001 ways at once (at most {MOST_LEGAL:,})")
    ]


def test_a_million_moves_that_happen_to_be_legal_are_a_fault() -> None:
    of = source(*NUMBERS, '    move go(a in N, b in N) as "{a} {b}"', "      when n is 0", "      then", "        draw")
    assert found(of) == []
    with pytest.raises(FaultyRules) as fault:
        started(of)
    assert faulty(fault) == ("too-many-candidates", 7, f"more than {MOST_LEGAL:,} moves are legal here")


def test_many_moves_that_are_each_cheap_are_refused_together() -> None:
    moves = []
    for number in range(110):
        moves += [f'    move go{number}(a in N, b in 0..9) as "{number} {{a}} {{b}}"', "      when n is 0"]
        moves += ["      then", "        draw"]
    ((code, _, message),) = found(source(*NUMBERS, *moves))
    assert code == "too-many-candidates" and "could be legal here" in message


@pytest.mark.timeout(120)  # a list that is searched once for each of its moves takes minutes
def test_what_is_below_the_limit_is_listed_in_good_time() -> None:
    of = source(
        *NUMBERS, '    move go(a in N, b in 0..89) as "{a} {b}"', "      when n is 0", "      then", "        draw"
    )
    match = started(of)
    answer = Protocol(match).answer(b'{"do": "legal"}')
    assert len(answer["moves"]) == 1001 * 90  # type: ignore[arg-type]


def test_a_file_of_long_sentences_cannot_fill_the_memory() -> None:
    rows = ["kind N", "  name | words", *(f'  n{n} | "{LONG}"' for n in range(36)), "phase play"]
    rows += ["  turns clockwise from P1", '    move go(a in N, b in N, c in N) as "{a} {b} {c}"', '      "{a.words}"']
    of = source(*rows, "      then", "        draw")
    assert len(of.text) > 350_000
    assert found(of) == []
    match = started(of)
    answer = Protocol(match).answer(b'{"do": "legal"}')
    assert answer["code"] == "faulty-rules"
    assert answer["message"] == f"the legal moves have more than {MOST_LISTED:,} characters"
    assert answer["problems"][0]["line"] == 43  # type: ignore[index]


# --- Positions -------------------------------------------------------------------------------------------------------


def test_a_position_that_nobody_could_hold_is_a_fault() -> None:
    rows = [*BOARD[:1], "var near for each Cell: set of Cell", "phase play", "  begin", "    for c in Cell"]
    rows += ["      near[c] = Cell", "  turns clockwise from P1", "    move go", "      then", "        draw"]
    of = source(*rows)
    answer = Protocol(started(of)).answer(b'{"do": "state"}')
    assert answer["code"] == "faulty-rules"
    assert answer["problems"][0]["line"] == 4  # type: ignore[index]
