"""A second referee, written from the text of the rulings, without a look at the rule file."""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator
from itertools import combinations, product

from ecliptic.cards import NAMES, PACK, SIGNS, SYMBOLS, Card, listed, name, sums
from ecliptic.table import PLAYERS

Request = tuple[str, object, set[str]]
"""What chance is to bring, or who is asked; and what it may be."""


class Table:
    """A table at which everything is done by hand. It says what is to be decided, and is told what was."""

    def __init__(self) -> None:
        self.stock = set(PACK)
        self.discards: set[Card] = set()
        self.hands: list[set[Card]] = [set(), set()]
        self.sides: list[dict[int, Card]] = [{}, {}]
        self.turns = 0
        self.ended = ""
        self.met: Counter[str] = Counter()

    def game(self) -> Generator[Request, str, None]:
        for player in (0, 1):
            yield from self.draw(player, 7)
        me = PLAYERS.index((yield "chance", "white", set(PLAYERS)))
        final = ""
        while True:
            plays = self.plays(me)
            if not plays:
                self.ended = "stuck"
                return
            x, y, z = plays[(yield "ask", me, set(plays))]
            self.turns += 1
            stock = len(self.stock)
            self.hands[me] -= {x, y, z}
            self.discards |= {x, y}
            self.sides[me][z[0]] = z
            battle = z[0] in self.sides[1 - me]
            yield from self.refill(me)
            assert stock - len(self.stock) == (3 if self.turns < 20 else 1 if self.turns == 20 else 0)
            if battle:
                yield from self.refill(1 - me)
                yield from self.battle(me, z[0])
                if not self.stock:
                    self.ended = final or "battle"
                    return
            if final:
                self.ended = final
                return
            triplet = x[0] == y[0] == z[0] and not battle
            self.met["triplet"] += triplet
            if not self.stock:
                final = "replay" if triplet else "other"
            me = me if triplet else 1 - me

    def plays(self, me: int) -> dict[str, tuple[Card, Card, Card]]:
        found = {}
        for x, y in combinations(sorted(self.hands[me]), 2):
            for z in self.hands[me] - {x, y}:
                if (x[0] == y[0] or x[1] == y[1]) and z[0] not in self.sides[me]:
                    found[f"{listed([x, y])} for {name(z)}"] = (x, y, z)
        return found

    def draw(self, player: int, count: int) -> Generator[Request, str, None]:
        for _ in range(min(count, len(self.stock))):
            drawn = NAMES[(yield "chance", f"deal to hand of {PLAYERS[player]}", set(map(name, self.stock)))]
            self.stock.remove(drawn)
            self.hands[player].add(drawn)

    def refill(self, player: int) -> Generator[Request, str, None]:
        yield from self.draw(player, 7 - len(self.hands[player]))

    def battle(self, attacker: int, sign: int) -> Generator[Request, str, None]:
        mine, yours = (sum(sums(self.hands[p])) for p in (attacker, 1 - attacker))
        winner = attacker if mine >= yours else 1 - attacker
        self.met["equal" if mine == yours else "attacker" if winner == attacker else "defender"] += 1
        yield from self.show(attacker)
        if winner != attacker:
            yield from self.show(winner)
        both = {side[sign] for side in self.sides}
        kept = NAMES[(yield "ask", winner, set(map(name, both)))]
        self.sides[winner][sign] = kept
        del self.sides[1 - winner][sign]
        self.discards |= both - {kept}
        taken = []
        for taker in (attacker, 1 - attacker):
            given = set(map(name, self.hands[1 - taker]))
            taken.append(NAMES[(yield "chance", f"deal to catch of {PLAYERS[taker]}", given)])
        for taker, got, lost in ((attacker, *taken), (1 - attacker, *reversed(taken))):
            self.hands[taker] = self.hands[taker] - {lost} | {got}

    def show(self, player: int) -> Generator[Request, str, None]:
        """One of the longest series, whichever cards of doubled signs; then one of the most frequent symbols."""
        hand = self.hands[player]
        series, alike = sums(hand)
        by_sign = {sign: [one for one in hand if one[0] == sign] for sign in range(12)}
        rows = set()
        for first in range(12):
            for row in product(*(by_sign[(first + step) % 12] for step in range(series))):
                rows.add(f"from {SIGNS[first]} with {listed(one for one in row if len(by_sign[one[0]]) > 1)}")
        yield "ask", player, rows
        count = Counter(symbol for _, symbol in hand)
        yield "ask", player, {list(SYMBOLS.values())[symbol] for symbol in count if count[symbol] == alike}
