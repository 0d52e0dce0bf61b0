"""Histories: entries that are shared, and matches that go back and are copied without counting them."""

from __future__ import annotations

import sys
from collections.abc import Callable
from copy import copy
from types import FrameType

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

import astro_referee as astro
from astro_referee.interpreter.play import history
from astro_referee.interpreter.play.history import History
from astro_referee.interpreter.play.match import MARK_EVERY, Match

PIG = "examples/pig.astro"
SIGNS = "examples/rock_paper_scissors.astro"
SOON, LATE = 23, 20_000


# --- Entries ---------------------------------------------------------------------------------------------------------


def of(entries: list[int]) -> History[int]:
    made: History[int] = History()
    for entry in entries:
        made = made.with_next(entry)
    return made


STEPS = st.lists(st.one_of(st.just(-1), st.integers(0, 2_500)), max_size=12)
"""-1 puts another entry somewhere, any other number cuts the history short and lets it grow again."""


@given(STEPS, st.randoms(use_true_random=False))
def test_a_history_is_a_list_that_nobody_changes(steps: list[int], pick: object) -> None:
    plain, made, kept = list(range(1_100)), of(list(range(1_100))), []
    for number, step in enumerate(steps):
        kept.append((plain[:], made))
        if step == -1 and plain:
            at = (number * 397) % len(plain)
            plain[at] = -number
            made = made.with_entry(at, -number)
        elif step != -1:
            plain, made = plain[:step], made.first(step)
            for entry in range(40):
                plain.append(entry)
                made = made.with_next(entry)
        assert (len(made), list(made), made[:], made == plain) == (len(plain), plain, plain, True)
        assert made[-7:] == plain[-7:]
        assert [made[i] for i in range(-len(plain), len(plain), 61)] == [
            plain[i] for i in range(-len(plain), len(plain), 61)
        ]
    for entries, one in kept:
        assert list(one) == entries, "what is shared has not changed"
        same = next((i for i, (a, b) in enumerate(zip(entries, plain, strict=False)) if a != b), None)
        assert one.shared(made) == made.shared(one) == (min(len(entries), len(plain)) if same is None else same)


def test_what_is_not_there_is_refused() -> None:
    with pytest.raises(IndexError):
        of([1, 2])[2]
    with pytest.raises(IndexError):
        History[int]()[-1]
    assert (History[int]() == [], of([1]) == [2], repr(of([1])), repr(of([1, 2]))) == (
        True,
        False,
        "<1 entry>",
        "<2 entries>",
    )


def nodes(made: History[int]) -> set[int]:
    """All nodes of a history, each by what it is and not by what it holds."""
    found, level = {id(made._root)}, [made._root]
    for _ in range(made._depth):
        level = [node for above in level for node in above]
        found |= set(map(id, level))
    return found


@pytest.mark.parametrize(
    "change",
    [lambda made: made.with_next(1), lambda made: made.with_entry(-3, 1), lambda made: made.first(len(made) - 3)],
    ids=["more", "other", "fewer"],
)
def test_a_changed_history_shares_all_but_a_few_nodes(change: Callable[[History[int]], History[int]]) -> None:
    made = of(list(range(LATE)))
    assert len(nodes(change(made)) - nodes(made)) <= 3


def test_what_is_shared_is_not_compared() -> None:
    made, asked = of(list(range(LATE))), []

    def same(one: int, other: int) -> bool:
        asked.append(one)
        return one == other

    later = made.with_next(1).with_next(2)
    assert made.shared(later, same) == LATE
    assert made.first(LATE - 9).with_next(-1).shared(later, same) == LATE - 9
    assert len(asked) <= 2 * history.WIDTH


# --- Matches ---------------------------------------------------------------------------------------------------------


def played(count: int) -> Match:
    """A game that goes on for so many events: everybody throws once more, and loses what they had."""
    match = astro.start(PIG, players=2, options={"goal": "200"})
    while match.number < count:
        if match.chance is not None:
            match.settle(1 if match.number % 3 else 2)
        else:
            assert match.submit(match.actors[0], "again").ok
    return match


@pytest.fixture(scope="module")
def soon() -> Match:
    return played(SOON)


@pytest.fixture(scope="module")
def late() -> Match:
    return played(LATE)


def lines_of(action: Callable[[], object]) -> int:
    """How many lines of Python something takes, which is the same each time on any machine."""
    count = 0

    def trace(frame: FrameType, what: str, arg: object) -> object:
        nonlocal count
        count += what == "line"
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        action()
    finally:
        sys.settrace(before)
    return count


def test_a_copy_shares_its_past(late: Match) -> None:
    other = late.copy()
    assert (other.events, other.marks) == (late.events, late.marks)
    assert (other.events is late.events, other.marks is late.marks) == (True, True)
    other.settle(3) if other.chance is not None else other.play(other.options[0])
    assert len(nodes(other.events) - nodes(late.events)) <= 4  # type: ignore[arg-type]
    assert len(late.events) == LATE


def test_undo_replays_no_more_late_than_soon(late: Match) -> None:
    """Between two positions that are kept there are so many events, and never more are played again."""
    steps: list[str] = []
    one = late.copy()
    engine = copy(one.game.engine)
    for name in ("act", "happen"):
        done = getattr(engine, name)
        setattr(engine, name, lambda *words, name=name, done=done: (steps.append(name), done(*words))[1])
    one.game = evolve(one.game, engine=engine)
    for to in (LATE - 1, LATE - 2, LATE - 40, 1_000, 31, 0):
        steps.clear()
        back = one.rewound(to)
        assert (back.number, len(back.events)) == (to, to)
        assert len(steps) < MARK_EVERY


def test_undo_costs_the_same_late_as_soon(soon: Match, late: Match) -> None:
    """Soon, all is played again from the start; late, from a position that is as near."""

    def most(match: Match) -> int:
        return max(lines_of(lambda back=back: match.copy().undo(match.number - back)) for back in range(20))

    assert most(late) < most(soon) * MARK_EVERY / SOON * 1.2
    assert lines_of(late.copy().undo) <= most(late)


def test_a_move_and_a_copy_cost_the_same_late_as_soon(soon: Match, late: Match) -> None:
    def step(match: Match) -> None:
        new = match.copy()
        new.settle(1) if new.chance is not None else new.play(new.options[-1])

    assert (soon.number - late.number) % 3 == 0, "both stand at the same point of a turn"
    cost = [lines_of(lambda match=match: step(match)) for match in (soon, late)]
    assert cost[1] < cost[0] + 100


@pytest.mark.parametrize("game", [SIGNS, "examples/kuhn_poker.astro", "ptolemy", PIG])
def test_every_earlier_position_is_found_again(game: str) -> None:
    """What players were told is taken back with what they did: a secret choice is secret again."""
    match = astro.start(game, seed=5)
    past = [match.copy()]
    while not match.over and match.number < 100:
        if match.chance is not None:
            match.settle()
        else:
            match.play(match.options[(match.number * 7) % len(match.options)])
        past.append(match.copy())
    for earlier in past:
        back = match.rewound(earlier.number)
        assert (back.state, back.options, back.events) == (earlier.state, earlier.options, earlier.events)
        assert (back.number, back.dealing) == (earlier.number, earlier.dealing)
    while match.number:
        match.undo(match.number - 1)
        assert (match.state, match.events) == (past[match.number].state, past[match.number].events)


def test_a_position_from_outside_is_gone_back_to() -> None:
    match = astro.start(PIG, players=2)
    other = astro.start(PIG, players=2)
    for one, value in ((match, 3), (other, 5)):
        one.settle_all() if one.chance is None else one.settle(value)
    match.continue_from(other.state[:])
    stood = match.state[:]
    match.play(match.options[0])
    match.undo()
    assert match.state == stood
