"""Night Train beside a second referee: what may be done, what chance may bring, and what each player sees and hears.

The second referee is one generator that goes through the rules as a person at the table would. It stops with what it
expects, the moves of whoever is asked or a card that is drawn, and is told what happened.
"""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Generator, Iterable
from pathlib import Path
from typing import Any

from attrs import frozen
from lockstep import legal
from worlds import pair

import astro_referee as astro
from astro_referee import Match
from astro_referee.cli.protocol.server import Protocol
from astro_referee.interpreter.study.playability.noninterference import domain_texts

FILE = Path(__file__).parents[2] / "examples" / "night_train.astro"
COPIES = {
    "gossip": 6,
    "steward": 3,
    "gambler": 2,
    "sleeper": 3,
    "inspector": 2,
    "thief": 1,
    "signalman": 1,
    "smuggler": 1,
    "envoy": 1,
}
RANKS = {card: rank for rank, card in enumerate(COPIES, 1)}


@frozen
class Choice:
    """A player is asked, and may do this; nobody may do anything when the game is over."""

    player: int | None
    moves: set[str]


@frozen
class Draw:
    """A card comes from the deck, and these players see it."""

    deck: Counter[str]
    readers: set[int]


Course = Generator[Choice | Draw, str, Any]


class Table:
    """A table at which everybody keeps to the rules. `met` counts what has happened, `heard` is what each was told."""

    def __init__(self, players: int, most_tickets: int) -> None:
        self.everyone = range(players)
        self.enough = max(1, most_tickets + 2 - players)
        self.tickets = [0] * players
        self.starter = 0
        self.aboard: set[int] = set()
        self.asleep: set[int] = set()
        self.deck, self.locker, self.platform = Counter[str](), list[str](), list[str]()
        self.hands: list[list[str]] = [[] for _ in self.everyone]
        self.laid: list[list[str]] = [[] for _ in self.everyone]
        self.face_up: list[list[str]] = [[] for _ in self.everyone]
        self.heard: list[list[str]] = [[] for _ in self.everyone]
        self.met = Counter[str]()

    # --- Telling -----------------------------------------------------------------------------------------------------

    def say(self, text: str) -> None:
        self.tell(text, self.everyone)

    def tell(self, text: str, readers: Iterable[int]) -> None:
        for reader in readers:
            self.heard[reader].append(text)

    def show(self, whose: int, reader: int) -> None:
        (card,) = self.hands[whose]
        self.tell(f"hand of {seat(whose)}: {card}", [reader])

    # --- The course of a game ----------------------------------------------------------------------------------------

    def game(self) -> Course:
        while max(self.tickets) < self.enough:
            yield from self.night()
        yield Choice(None, set())

    def night(self) -> Course:
        self.aboard, self.asleep = set(self.everyone), set()
        self.deck, self.locker, self.platform = Counter(COPIES), [], []
        for zones in (self.hands, self.laid, self.face_up):
            zones[:] = [[] for _ in self.everyone]
        yield from self.draw(self.locker, set())
        if len(self.everyone) == 2:
            for _ in range(3):
                yield from self.draw(self.platform, set(self.everyone))
        for step in self.everyone:
            player = (self.starter + step) % len(self.everyone)
            yield from self.draw(self.hands[player], {player})
        player = self.starter
        while self.deck.total() and len(self.aboard) > 1:
            yield from self.turn(player)
            player = self.after(player, self.aboard)
        self.award()

    def after(self, player: int, among: set[int]) -> int:
        """The next one round the table, at last the same one."""
        following = [(player + step) % len(self.everyone) for step in range(1, len(self.everyone) + 1)]
        return next((each for each in following if each in among), player)

    def draw(self, zone: list[str], readers: set[int]) -> Course:
        card = yield Draw(self.deck, readers)
        self.deck[card] -= 1
        zone.append(card)

    def turn(self, me: int) -> Course:
        self.asleep.discard(me)
        hand = self.hands[me]
        yield from self.draw(hand, {me})
        moves = set(hand)
        if moves == {"smuggler", "inspector"}:
            self.met["no smuggler"] += 1
            moves.remove("smuggler")
        card = yield Choice(me, moves)
        hand.remove(card)
        self.laid[me].append(card)
        self.met[card] += 1
        yield from self.act(me, card)

    def act(self, me: int, card: str) -> Course:
        match card:
            case "gossip":
                others = [face for face in COPIES if face != "gossip"]
                answer = yield from self.choose(me, "{} is ", others, "finds nobody to talk about")
                if answer:
                    whom, face = int(answer[1]) - 1, answer.split()[-1]
                    if face in self.hands[whom]:
                        self.put_off(whom)
                    else:
                        self.say(f"{seat(whom)} is no {face}.")
            case "steward":
                answer = yield from self.choose(me, "look at {}", [""], "finds nobody awake")
                if answer:
                    self.show(int(answer[-1]) - 1, me)
            case "gambler":
                answer = yield from self.choose(me, "compare with {}", [""], "finds nobody to play with")
                if answer:
                    self.compare(me, int(answer[-1]) - 1)
            case "sleeper":
                self.asleep.add(me)
            case "inspector":
                answer = yield Choice(me, {f"inspect {seat(player)}" for player in self.aboard - self.asleep})
                yield from self.change(int(answer[-1]) - 1)
            case "thief":
                answer = yield from self.choose(me, "rob {}", [""], "finds nobody to rob")
                if answer:
                    whom = int(answer[-1]) - 1
                    self.hands[me], self.hands[whom] = self.hands[whom], self.hands[me]
            case "signalman":
                passed = {self.after(player, self.aboard): self.hands[player] for player in self.aboard}
                for player, hand in passed.items():
                    self.hands[player] = hand
            case "smuggler":
                self.hands[me], self.locker = self.locker, self.hands[me]
            case "envoy":
                self.put_off(me)

    def choose(self, me: int, aim: str, rests: list[str], nobody: str) -> Generator[Choice | Draw, str, str]:
        """What is said to or done with one of the others who are awake; nothing if all sleep."""
        awake = self.aboard - self.asleep - {me}
        if not awake:
            self.met[nobody] += 1
            self.say(f"{seat(me)} {nobody}.")
            return ""
        return (yield Choice(me, {aim.format(seat(whom)) + rest for whom in awake for rest in rests}))

    def put_off(self, player: int) -> None:
        self.laid[player].append(self.hands[player].pop())
        self.out(player)

    def out(self, player: int) -> None:
        self.met["out"] += 1
        self.say(f"{seat(player)} is put off the train.")
        self.aboard.remove(player)

    def compare(self, me: int, whom: int) -> None:
        self.show(whom, me)
        self.show(me, whom)
        mine, theirs = (RANKS[self.hands[player][0]] for player in (me, whom))
        if mine == theirs:
            self.met["neither"] += 1
            self.say("Neither has the lower card.")
        else:
            self.put_off(whom if mine > theirs else me)

    def change(self, player: int) -> Course:
        card = self.hands[player].pop()
        self.laid[player].append(card)
        self.say(f"{seat(player)} lays {card} open.")
        if card == "envoy":
            self.met["inspected envoy"] += 1
            self.out(player)
        elif not self.deck.total():
            self.met["from the locker"] += 1
            self.hands[player].append(self.locker.pop())
        else:
            yield from self.draw(self.hands[player], {player})

    def award(self) -> None:
        winners = set(self.aboard)
        if len(self.aboard) > 1:
            for player in sorted(self.aboard):
                card = self.hands[player].pop()
                self.face_up[player].append(card)
                self.say(f"{seat(player)} has the {card}, {RANKS[card]}.")
            best = max(RANKS[self.face_up[player][0]] for player in self.aboard)
            winners = {player for player in self.aboard if RANKS[self.face_up[player][0]] == best}
        self.met["shared" if len(winners) > 1 else "highest" if len(self.aboard) > 1 else "alone"] += 1
        for player in sorted(winners):
            self.tickets[player] += 1
            left = self.enough - self.tickets[player]
            stakes = {0: "that is the whole journey", 1: "one more and the journey is won"}
            self.say(f"{seat(player)} wins a ticket: {stakes.get(left, 'the journey goes on')}.")
        self.starter = self.after(self.starter, winners)


def seat(player: int) -> str:
    return f"P{player + 1}"


# --- Side by side ----------------------------------------------------------------------------------------------------


def words(text: str) -> list[str]:
    """The cards of a zone in their order, from how it is shown."""
    return [word for word in text.replace(",", " ").split() if word in COPIES]


def number(cards: int) -> str:
    return f"{cards} card" if cards == 1 else f"{cards} cards"


def compare_views(match: Match, table: Table) -> None:
    """Each player sees the own hand, what lies open, and of all else how many cards there are."""
    for viewer in table.everyone:
        seen = {shown.name: [entry.text for entry in shown.entries] for shown in match.view(viewer).fields}
        own, others = seen["hand"].pop(viewer), [hand for player, hand in enumerate(table.hands) if player != viewer]
        assert sorted(words(own)) == sorted(table.hands[viewer])
        assert seen["hand"] == [number(len(hand)) for hand in others]
        assert (seen["deck"], seen["locker"]) == ([number(table.deck.total())], [number(len(table.locker))])
        assert sorted(words(seen["platform"][0])) == sorted(table.platform)
        assert [words(text) for text in seen["laid"]] == table.laid
        assert [words(text) for text in seen["face_up"]] == table.face_up
        assert list(map(int, seen["tickets"])) == table.tickets
        assert {player for player in table.everyone if seat(player) in seen["asleep"][0]} == table.asleep


def compare_words(match: Match, table: Table, first: int) -> None:
    """Each player was told the same, aloud or in secret, from an event on; then that is done with."""
    said = [line for event in match.events[first:] for line in event.said if not line.last]
    for player in table.everyone:
        heard = [line.text for line in said if line.to is None or line.to >> player & 1]
        assert heard == table.heard[player]
        table.heard[player].clear()


def answer(match: Match, expected: Choice | Draw, pick: random.Random) -> str:
    """Compares a stop of both; then something happens in Astro, and is told."""
    if isinstance(expected, Draw):
        outcomes = {name: chance * expected.deck.total() for _, chance, name in match.outcomes()}
        assert outcomes == +expected.deck
        match.settle()
        event = match.events[-1]
        assert {player for player in range(match.game.seats) if event.readers >> player & 1} == expected.readers
        return event.text
    assert match.actors == (expected.player,)
    assert legal(match) == expected.moves
    assert all(not match.legal(player) for player in range(match.game.seats) if player != expected.player)
    move = pick.choice(sorted(expected.moves))
    assert match.submit(match.actors[0], move).ok
    event = match.events[-1]
    assert event.text == move
    assert event.readers in (-1, (1 << match.game.seats) - 1), "all hear what is laid, and who is chosen"
    return move


def side_by_side(players: int, most_tickets: int, seed: int) -> Counter[str]:
    """Plays a random game with both; gives what has happened in it."""
    match = astro.start(FILE, players, {"most_tickets": str(most_tickets)}, seed)
    table, pick = Table(players, most_tickets), random.Random(seed)
    course = table.game()
    expected, first = next(course), 0
    while not match.over:
        if isinstance(expected, Choice):
            compare_views(match, table)
            compare_words(match, table, first)
            first = len(match.events)
        expected = course.send(answer(match, expected, pick))
    assert expected == Choice(None, set())
    compare_views(match, table)
    compare_words(match, table, first)
    assert match.result is not None
    assert match.result.winners == tuple(p for p in table.everyone if table.tickets[p] == max(table.tickets))
    assert match.result.scores == tuple(table.tickets)
    return table.met


def test_agrees_with_a_second_referee(thorough: bool) -> None:
    met = Counter[str]()
    for players, most_tickets in ((2, 2), (3, 3), (4, 4)):
        for seed in range(100 if thorough else 6):
            met += side_by_side(players, most_tickets, seed)
    endings = {"out", "neither", "inspected envoy", "from the locker", "shared", "highest", "alone"}
    nobody = {"finds nobody awake", "finds nobody to talk about", "finds nobody to play with", "finds nobody to rob"}
    assert met.keys() >= {*COPIES, "no smuggler"} | endings | nobody


# --- Secrets ---------------------------------------------------------------------------------------------------------


def dealt(*cards: str, players: int = 3) -> Match:
    """A match in which these cards come up: into the locker, to each player, and to P1 in the first turn."""
    match = astro.start(FILE, players)
    for card in cards:
        match.settle({name: value for value, _, name in match.outcomes()}[card])
    return match


def told(match: Match, player: int) -> list[str]:
    """What a player hears of the last move."""
    return [line.text for line in match.events[-1].said if line.to is None or line.to >> player & 1]


def test_only_who_looks_is_shown_the_card() -> None:
    match = dealt("smuggler", "gossip", "thief", "steward", "steward")
    assert match.submit(0, "steward").ok
    assert match.submit(0, "look at P2").ok
    assert [told(match, player) for player in range(3)] == [["hand of P2: thief"], [], []]


def test_who_compares_sees_the_other_card_and_nobody_else_does() -> None:
    match = dealt("smuggler", "gossip", "gossip", "steward", "gambler")
    assert match.submit(0, "gambler").ok
    assert match.submit(0, "compare with P2").ok
    aloud = "Neither has the lower card."
    heard = [told(match, player) for player in range(3)]
    assert heard == [["hand of P2: gossip", aloud], ["hand of P1: gossip", aloud], [aloud]]


def test_a_guess_is_offered_whatever_the_others_hold() -> None:
    """Nothing in the list of moves, their sentences or the refusals depends on the cards of the others."""
    asked = []
    for card in ("thief", "envoy", "sleeper"):
        match = dealt("smuggler", "gossip", card, "steward", "gossip")
        assert match.submit(0, "gossip").ok
        moves = [(match.written(move), match.about(move)) for move in match.legal(0)]
        asked.append((moves, match.judge(0, "P2 is gossip").reasons, match.view(0).key()))
    assert asked[0] == asked[1] == asked[2]


def test_a_card_that_is_changed_in_secret_is_seen_by_who_gets_it_alone() -> None:
    match = dealt("envoy", "gossip", "thief", "steward", "smuggler")
    assert match.submit(0, "smuggler").ok
    hands = [match.view(player).fields[2].entries[0].text for player in range(3)]
    assert hands == ["envoy", "1 card", "1 card"]
    assert [match.view(player).fields[1].entries[0].text for player in range(3)] == ["1 card"] * 3


def shown_to(match: Match, player: int) -> list[str]:
    """The cards that a player was shown."""
    said = [line for event in match.events for line in event.said if line.to is not None]
    return [line.text for line in said if line.text.startswith("hand of") and line.to >> player & 1]


def test_a_program_in_a_seat_is_told_the_same_whatever_the_others_hold(thorough: bool) -> None:
    """Pairs of games that look the same to a player, who was shown the same cards, are answered the same."""
    random_, compared, asked = random.Random(3), 0, 0
    for players in (2, 3, 4):
        game = astro.start(FILE, players).game
        everybody = (1 << players) - 1
        for _ in range(600 if thorough else 80):
            player, most = random_.randrange(players), random_.choice([7, 8, 9, 10, 12, 16])
            both = pair(game, player, random_, lambda _, mask=everybody: mask, most)  # type: ignore[misc]
            if both is None or not both.differs or shown_to(both.one, player) != shown_to(both.other, player):
                continue
            compared += 1
            requests: list[dict[str, object]] = [{"do": do} for do in ("view", "legal", "replay")]
            if player in both.one.actors:
                asked += 1
                requests += [{"do": "why", "move": text} for text in domain_texts(both.one, player)[:12]]
            for request in requests:
                line = json.dumps(request | {"as": game.players[player]}).encode()
                one, other = (Protocol(match.copy()).answer(line) for match in (both.one, both.other))
                assert one == other, request
    assert compared > 15
    assert asked > 5
