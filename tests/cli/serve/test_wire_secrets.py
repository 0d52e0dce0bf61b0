"""What a connection receives does not depend on what its viewer may not see: hidden cards are dealt anew, and every
frame, answer and picture is the same to the letter.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from random import Random

import pytest
from attrs import define, field
from shelf import ROOT, each
from worlds import invented, pair

from astro_referee.cli.serve import messages
from astro_referee.cli.serve.frames import Viewer
from astro_referee.cli.serve.storage import Hall
from astro_referee.cli.serve.tables import Chair, ServedTable
from astro_referee.cli.table.keyboard import has_secrets
from astro_referee.interpreter import api
from astro_referee.interpreter.play.events import Event
from astro_referee.interpreter.play.information_set import resample
from astro_referee.interpreter.play.match import FaultyRules, Match
from astro_referee.interpreter.study.playability.noninterference import domain_texts
from astro_referee.interpreter.values.marks import Style

STOPS, THOROUGH = 2, 50
"""Games, or parts of one, that are looked at."""
FURTHER, FURTHER_THOROUGH = 1, 12
"""Moves that both worlds go on together, at most, after cards are dealt anew."""
APART = 12
"""Moves from one of them to the next, about."""
TYPED = 3
"""Moves that a seat asks about at each of them, legal or not."""


class Apart(Exception):
    """Two worlds go on, and the rules lay open that they differ."""


@define(eq=False)
class OtherWorld(ServedTable):
    """A table at which chance brings what it brought at another one, if a seat may know of it, and else anything."""

    seat: int = 0
    random: Random = field(factory=Random)
    script: Sequence[Event] = ()

    def chance_brings(self, match: Match) -> int:
        outcomes = [value for value, _, _ in match.outcomes()]
        if not self.script:
            raise Apart
        event, *self.script = self.script
        assert isinstance(event.value, int)
        if not event.readers >> self.seat & 1:
            return self.random.choice(outcomes)
        if event.value not in outcomes:
            raise Apart
        return event.value


def table_at(match: Match, sort: type[ServedTable] = ServedTable) -> ServedTable:
    table = sort("table", "rules", match, begun=True)
    table.chairs = [Chair(f"key-{seat}", f"Name{seat}") for seat in range(match.game.seats)]
    table.host_key, table.watch_key = "host", "watch"
    return table


def traffic(table: ServedTable, viewer: Viewer, typed: list[str]) -> list[str]:
    """Everything that is sent to a connection of a viewer, and what its questions are answered."""
    sent = [table.frame(viewer, False, True), table.frame(viewer, True), table.people(viewer), table.said(viewer)]
    asked: list[dict[str, object]] = [{"do": "past", "number": 0}, {"do": "rules", "word": "card"}]
    if viewer.seat is not None:
        asked += [{"do": "why", "text": text} for text in typed]
    return sent + [json.dumps(table.answer(viewer, messages.read(json.dumps(one)))) for one in asked]


def compare(one: ServedTable, other: ServedTable, seat: int, typed: list[str]) -> None:
    """What the seat gets, and what anybody gets who sees no more: the host, and those who watch what is public."""
    assert one.changed == other.changed
    for viewer in (Viewer("seat", seat), Viewer("watch"), Viewer("host")):
        here, there = (traffic(table, viewer, typed) for table in (one, other))
        assert here == there


def compare_frames(one: ServedTable, other: ServedTable, seat: int) -> None:
    """The same for what is sent by itself after a move."""
    assert one.changed == other.changed
    for viewer in (Viewer("seat", seat), Viewer("watch")):
        assert one.frame(viewer, False, True) == other.frame(viewer, False, True)
        assert one.people(viewer) == other.people(viewer)


def go_on(one: ServedTable, other: OtherWorld, random: Random) -> None:
    """A move in both worlds: the same if the seat may know it, and else any of its sort; raises Apart."""
    before, seat = len(one.match.events), other.seat
    mover = random.choice(one.match.actors)
    moves, there = one.match.legal(mover), set(other.match.legal(mover))
    # What can be done in both leads further; what can not may be something that nobody is to know of.
    common = [move for move in moves if move in there] if random.random() < 0.7 else []
    one.play(mover, random.choice(common or moves))
    made, *other.script = one.match.events[before:]
    assert isinstance(made.value, tuple)
    known = mover == seat or made.readers >> seat & 1
    same = [move for move in other.match.legal(mover) if move == made.value or (not known and move[1] == made.value[1])]
    if not same:
        raise Apart
    other.play(mover, random.choice(same))
    if other.script or one.match.over or other.match.over or learnt(one.match, seat) != learnt(other.match, seat):
        raise Apart


def learnt(match: Match, seat: int) -> tuple[object, ...]:
    """What the rules lay open to a seat: what lies there, moves and outcomes it may know, and what it was told."""
    known = [(event.number, event.value) for event in match.events if event.readers >> seat & 1]
    told = [said.text for event in match.events for said in event.said if said.to is None or said.to >> seat & 1]
    return match.view(seat).key(), known, told


def is_small(text: str) -> bool:
    return len(text) <= messages.TALK


@pytest.mark.parametrize("path", each(turns="wire"), ids=lambda path: path.stem)
def test_frames_are_the_same_after_hidden_cards_are_dealt_anew(path: Path, thorough: bool) -> None:
    rules = api.load(str(path))
    random = Random(path.stem)
    match = api.start(rules, style=Style.SIGNS, seed=random.randrange(1000))
    if not has_secrets(match.game):
        return
    for _ in range(THOROUGH if thorough else STOPS):
        for _ in range(random.randrange(2 * APART)):
            match.settle_all()
            if match.over:
                match = match.restarted()
                match.seed = random.randrange(1000)
                match.settle_all()
            match.play(random.choice(match.legal(random.choice(match.actors))))
        match.settle_all()
        seat = random.randrange(match.game.seats)
        state = resample(match.game, match.state, seat, random.randrange)
        try:
            one, other = (Match.at(match.game, 0, match.names, record[:]) for record in (match.state, state))
        except FaultyRules:
            continue  # cards that cannot lie so: the rules say that this never happens
        if one.over or one.view(seat).key() != other.view(seat).key():
            continue
        typed = random.sample(texts, min(TYPED, len(texts))) if (texts := domain_texts(one, seat)) else []
        here, there = table_at(one), table_at(other, OtherWorld)
        assert isinstance(there, OtherWorld)
        there.seat, there.random = seat, random
        compare(here, there, seat, list(filter(is_small, typed)))
        try:
            for _ in range(FURTHER_THOROUGH if thorough else FURTHER):
                go_on(here, there, random)
                compare_frames(here, there, seat)
        except (Apart, FaultyRules):
            continue


def test_dealing_anew_changes_what_is_hidden_and_a_frame_that_shows_it() -> None:
    """Or else the comparison would say nothing."""
    match = api.start("hearts", 4, style=Style.SIGNS, seed=1)
    match.settle_all()
    state = resample(match.game, match.state, 0, Random(1).randrange)
    one, other = (table_at(Match.at(match.game, 0, match.names, record[:])) for record in (match.state, state))
    assert one.frame(Viewer("seat", 0), False) == other.frame(Viewer("seat", 0), False)
    assert one.frame(Viewer("seat", 1), False) != other.frame(Viewer("seat", 1), False)
    assert one.frame(Viewer("watch", None, True), False) != other.frame(Viewer("watch", None, True), False)


@pytest.mark.parametrize("seed", range(6))
def test_whole_games_look_the_same_where_only_hidden_things_differ(seed: int) -> None:
    """Of made-up games with every sort of secret: two that go on together, and the log of both, event by event."""
    made = invented(seed)
    game = made.game()
    random = Random(seed)
    found = (pair(game, number % game.seats, random, lambda event: made.readers(game, event)) for number in range(30))
    pairs = [one for one in found if one is not None and one.differs][:3]
    for both in pairs:
        for number in range(0, len(both.one.events) + 1, 3):
            one, other = (match.rewound(number) for match in (both.one, both.other))
            if one.view(both.player).key() == other.view(both.player).key():
                tables = table_at(one), table_at(other)
                viewer = Viewer("seat", both.player)
                here, there = (table.frame(viewer, False, True) for table in tables)
                assert here == there


def test_the_disk_keeps_links_from_other_users(tmp_path: Path) -> None:
    hall = Hall(tmp_path / "tables")
    table = hall.open(str(ROOT / "examples" / "kuhn_poker.astro"), None, {})
    table.begin()
    assert [oct(file.stat().st_mode & 0o077) for file in hall.folder.iterdir()] == ["0o0", "0o0"]
    hall.close()
