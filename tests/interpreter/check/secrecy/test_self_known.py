"""Roles dealt in secret: each player knows of themselves whether they are in a set, and learns nothing more by that."""

from __future__ import annotations

import pytest

import astro_referee as astro
from astro_referee.grammar.source import Source
from astro_referee.interpreter import examination
from astro_referee.interpreter.check.kinds import declarations
from astro_referee.interpreter.check.secrecy import self_known
from astro_referee.interpreter.play import views
from astro_referee.interpreter.play.information_set import information_set

RULES = """astro 1
game Court for 4 players
var traitors: set of player, seen by traitors + {seer}
var seer: player, seen by {seer}
var plan: 0..3, seen by traitors
var chiefs: set of player, seen by nobody
var picked: set of player
var rounds: 0..5

phase play until rounds is 5
  begin
    seer = random from players
    plan = random from {1, 2, 3}
    add seer.next to traitors  # may tell: those who are in it are told
    if plan > 1  # may tell: those who are in it are told
      add seer.previous to traitors
    add seer to chiefs
  turns clockwise from P1 until rounds is 5
    move accuse(p in others) as "accuse {p}"
      when AUDIENCE else "you know nothing"
      then
        add p to picked
        rounds += 1
    move wait
      then
        rounds += 1
end
  draw
"""
KNOWN = "me in traitors + {seer}"


def rules(guard: str = KNOWN, **changed: str) -> Source:
    text = RULES.replace("AUDIENCE", guard)
    for line, other in changed.items():
        old = next(row for row in text.splitlines() if row.startswith(f"var {line}:"))
        text = text.replace(old, f"var {line}: {other}")
    return Source("court.astro", text)


def errors(source: Source) -> list[str]:
    return [problem.code for problem in examination.examine(source).problems if problem.severity.value == "error"]


@pytest.mark.parametrize(
    "guard",
    [KNOWN, "me in traitors", "me not in traitors", "me is seer", "me in {seer}", "me in traitors or me in {seer}"],
)
def test_who_is_asked_may_know_their_own_role(guard: str) -> None:
    assert errors(rules(guard)) == []


@pytest.mark.parametrize(
    "guard",
    [
        "me.next in traitors",
        "P1 in traitors",
        "traitors.size > 1",
        "me in chiefs",
        "me in traitors + chiefs",
        "me in traitors - {seer}",
        "some q in others where q in traitors",
        "seer is me.next",
        "seer is P1",
        "possible(accuse, me.next) or me in traitors",
        "plan > 1",
    ],
)
def test_nobody_is_told_of_others(guard: str) -> None:
    found = errors(rules(guard))
    assert found in (["hidden-in-guard"], ["circle"])


@pytest.mark.parametrize(
    ("line", "other"),
    [
        ("plan", "0..3, seen by chiefs"),
        ("plan", "0..3, seen by traitors - {seer}"),
        ("plan", "0..3, seen by traitors + chiefs"),
        ("traitors", "set of player, seen by traitors + chiefs"),
        ("seer", "player, seen by traitors"),
    ],
)
def test_who_sees_something_does_not_depend_on_what_they_do_not_know(line: str, other: str) -> None:
    assert "wrong-audience" in errors(rules(**{line: other}))


def test_each_seat_sees_what_its_role_sees() -> None:
    for seed in range(20):
        match = astro.start(rules(), seed=seed)
        match.settle_all()
        game, state = match.game, match.state
        seer, traitors = game.value(state, "seer"), game.value(state, "traitors")
        slots = {slot.name: slot for slot in game.machine.fields}
        for seat in range(4):
            seen = {name for name in ("traitors", "seer", "plan") if views.sees(game, state, slots[name], 0, 1 << seat)}
            wanted = {"traitors", "plan"} if traitors >> seat & 1 else set()
            assert seen == (wanted | {"traitors", "seer"} if seat == seer else wanted)


def test_positions_dealt_anew_look_the_same_to_the_seat() -> None:
    for seed in range(12):
        match = astro.start(rules(), seed=seed)
        match.settle_all()
        for seat in range(4):
            mine = information_set(match.game, match.state, seat)
            numbers = iter(range(seed, 10**6, 7))
            other = mine.draw(lambda below, numbers=numbers: next(numbers) * 2654435761 // 8 % below)
            assert information_set(match.game, other, seat) == mine


@pytest.mark.parametrize("positions", [20_000, 0], ids=["exhaustive", "random"])
def test_playing_finds_no_leak(positions: int) -> None:
    found = astro.try_out(rules("me in traitors"), positions=positions, games=20)
    assert [finding.problem.message for finding in found.findings if finding.severe] == []


@pytest.mark.parametrize(
    ("guard", "line", "other"),
    [("me in chiefs", "plan", "0..3, seen by traitors"), (KNOWN, "plan", "0..3, seen by chiefs")],
    ids=["a guard", "an audience"],
)
def test_a_planted_leak_is_found_in_play(monkeypatch: pytest.MonkeyPatch, guard: str, line: str, other: str) -> None:
    """If the checker took every set for one that knows itself, playing would still tell."""
    monkeypatch.setenv("ASTRO_CACHE", "")
    for module in (self_known, declarations):
        monkeypatch.setattr(module, "self_known", lambda fields, players: True)
    found = astro.try_out(rules(guard, **{line: other}), positions=0, games=20)
    assert [finding.problem.code for finding in found.findings if finding.severe]
