"""What a connection receives does not depend on what its viewer may not see: hidden cards are dealt anew, and every
frame, answer and picture is the same to the letter.
"""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from collections.abc import Callable, Coroutine, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import islice
from pathlib import Path
from random import Random
from time import process_time
from typing import Any

import pytest
from attrs import define, field
from shelf import ROOT, each
from worlds import invented, pair

from astro_referee.cli.serve import messages
from astro_referee.cli.serve.frames import Viewer
from astro_referee.cli.serve.sockets import Connection
from astro_referee.cli.serve.storage import Hall
from astro_referee.cli.serve.tables import Chair, ServedTable
from astro_referee.cli.table.keyboard import has_secrets
from astro_referee.interpreter import api
from astro_referee.interpreter.play.events import Event
from astro_referee.interpreter.play.information_set import resample
from astro_referee.interpreter.play.match import FaultyRules, Match
from astro_referee.interpreter.program.seats import usual_seats
from astro_referee.interpreter.study.playability.noninterference import domain_texts
from astro_referee.interpreter.values.marks import Style

GAMES, THOROUGH = 2, 50
"""Games of each file that are looked at, each from its beginning."""
STOPS, STOPS_THOROUGH = 1, 2
"""Positions of each game at which cards are dealt anew."""
FURTHER, FURTHER_THOROUGH = 1, 12
"""Moves that both worlds go on together, at most, after cards are dealt anew."""
TRIED = 20
"""Positions of a game that are tried, until at enough of them something can be dealt anew."""
LONGEST = 400
"""Moves of a game, for those that may go on for ever."""
TYPED = 3
"""Moves that a seat asks about at each of them, legal or not."""
SECONDS = 120
"""Processor time of a file; beyond it each game is looked at once, and goes on by two moves."""


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


class Nobody:
    """Takes what a connection sends, and keeps it."""

    def __init__(self) -> None:
        self.sent: list[str] = []

    async def send_text(self, text: str) -> None:
        self.sent.append(text)

    async def close(self, code: int) -> None:
        self.sent.append(f"closed {code}")


class Listeners:
    """Connections of a seat, on a desk and on a phone, of the host and of somebody who watches."""

    def __init__(self, table: ServedTable, seat: int) -> None:
        self.table, own = table, table.chairs[seat].key
        viewers = {own: Viewer("seat", seat), table.host_key: Viewer("host"), table.watch_key: Viewer("watch")}
        self.lines = [
            Connection(Nobody(), table, viewers[key], key, narrow)  # type: ignore[arg-type]
            for key, narrow in ((own, False), (own, True), (table.host_key, False), (table.watch_key, False))
        ]
        self.senders = [asyncio.ensure_future(line.sending()) for line in self.lines]

    async def traffic(self, typed: Sequence[str] = (), asks: bool = False) -> list[list[str]]:
        """Everything that is sent to each of them now, and what their questions are answered, in the order it comes."""
        changed = self.table.news()
        for line in self.lines:
            line.tell(changed)
            for one in questions(line.viewer, typed) if asks else ():
                found = self.table.answer(line.viewer, messages.read(json.dumps(one)))
                line.answers.append(json.dumps(found, ensure_ascii=False))
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        assert not any(line.wants or line.answers for line in self.lines)
        sent = [line.socket.sent[:] for line in self.lines]  # type: ignore[attr-defined]
        for line in self.lines:
            line.socket.sent.clear()  # type: ignore[attr-defined]
        return sent

    def close(self) -> None:
        for sender in self.senders:
            sender.cancel()


def questions(viewer: Viewer, typed: Sequence[str]) -> list[dict[str, object]]:
    asked: list[dict[str, object]] = [{"do": "past", "number": 0}, {"do": "rules", "word": "card"}]
    return asked + ([{"do": "why", "text": text} for text in typed] if viewer.seat is not None else [])


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


def played(match: Match, random: Random) -> list[Match]:
    """A whole game: every position at which somebody is asked."""
    found = []
    match.settle_all()
    while not match.over and len(found) < LONGEST:
        found.append(match.copy())
        match.play(random.choice(match.legal(random.choice(match.actors))))
        match.settle_all()
    return found


def dealt_anew(match: Match, seat: int, random: Random) -> tuple[Match, Match] | None:
    """A position and another one that looks the same to a seat, if what is hidden from it can be different."""
    for _ in range(5):
        state = resample(match.game, match.state, seat, random.randrange)
        try:
            one, other = (Match.at(match.game, 0, match.names, record[:]) for record in (match.state, state))
        except FaultyRules:
            continue  # cards that cannot lie so: the rules say that this never happens
        if one.state != other.state and not one.over and one.view(seat).key() == other.view(seat).key():
            return one, other
    return None


def pairs(positions: Sequence[Match], random: Random) -> Iterator[tuple[tuple[Match, Match], int]]:
    """Positions of a game with what one seat takes for the same; in some nothing is hidden."""
    for match in random.sample(positions, min(TRIED, len(positions))):
        seat = random.randrange(match.game.seats)
        both = dealt_anew(match, seat, random)
        if both is not None:
            yield both, seat


async def compared(both: tuple[Match, Match], seat: int, random: Random, further: int) -> tuple[int, int]:
    """Both worlds side by side, at first and while they go on: how many moves, and how many messages were the same."""
    texts = domain_texts(both[0], seat) or [""]
    typed = list(filter(is_small, random.sample(texts, min(TYPED, len(texts)))))
    here, there = table_at(both[0]), table_at(both[1], OtherWorld)
    assert isinstance(there, OtherWorld)
    there.seat, there.random = seat, random
    rooms = Listeners(here, seat), Listeners(there, seat)
    await asyncio.sleep(0)  # all of them enter
    moves, sent = 0, 0
    try:
        for number in range(further + 1):
            if number:
                go_on(here, there, random)
                moves += 1
            one, other = [await room.traffic(typed, asks=not number) for room in rooms]
            assert one == other
            assert all(one)
            sent += sum(map(len, one))
    except (Apart, FaultyRules):
        pass
    finally:
        for room in rooms:
            room.close()
    return moves, sent


def in_its_own_loop(work: Coroutine[Any, Any, tuple[int, int]]) -> tuple[int, int]:
    """In a thread, since browsers of other tests keep a loop going in this one."""
    with ThreadPoolExecutor(1) as threads:
        return threads.submit(asyncio.run, work).result()


@pytest.mark.parametrize("path", each(turns="wire"), ids=lambda path: path.stem)
def test_all_that_is_sent_is_the_same_after_hidden_cards_are_dealt_anew(
    path: Path, thorough: bool, record_property: Callable[[str, object], None]
) -> None:
    """What a seat gets, and whoever sees no more: the host, and those who watch what is public."""
    rules, random, until = api.load(str(path)), Random(path.stem), process_time() + SECONDS
    low, high = rules.seats
    if not has_secrets(api.start(rules).game):
        return
    seen = Counter({"games": 0, "positions": 0, "moves": 0, "messages": 0})
    for number in range(THOROUGH if thorough else GAMES):
        players = usual_seats(rules.seats) if number % 2 == 0 else low + number // 2 % (high - low + 1)
        positions = played(api.start(rules, players, style=Style.SIGNS, seed=number), random)
        enough = process_time() < until
        seen["games"] += 1
        for both, seat in islice(pairs(positions, random), STOPS_THOROUGH if thorough and enough else STOPS):
            further = FURTHER if not thorough else FURTHER_THOROUGH if enough else 2
            moves, sent = in_its_own_loop(compared(both, seat, random, further))
            seen += Counter(positions=1, moves=moves, messages=sent)
    for name, count in seen.items():
        record_property(name, count)
    assert seen["positions"]


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
