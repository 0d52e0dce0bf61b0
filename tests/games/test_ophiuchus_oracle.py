"""Ophiuchus against a second reading of its rulings: every placement and every card, in many random positions."""

from __future__ import annotations

import random
from collections import Counter

from stars import NAMES, Layout, Placed, laid, made, placements, space, sums

import astro_referee as astro
from astro_referee import Match

POSITIONS = 80
"""Positions compared in each run; 3,000 were compared once."""
SETUPS: list[tuple[int, dict[str, str]]] = [
    (2, {}),
    (4, {"play_out": "yes", "thirteen_bonus": "yes"}),
    (3, {"long_deal": "yes", "thirteen_bonus": "yes"}),
    (1, {"play_out": "yes"}),
]
NUMBERS = {name: number for number, name in NAMES.items()}


class Table:
    """A match, and the layout as it follows from the moves alone."""

    def __init__(self, match: Match, pick: random.Random, has_bonus: bool) -> None:
        self.match, self.pick, self.has_bonus = match, pick, has_bonus
        members = match.game.machine.members
        self.tiles = [NUMBERS[name] for name in members["Tile"]]
        self.spaces = [space(name) for name in members["Space"]]
        match.settle_all()
        (first,) = self.zone("laid")
        self.layout: Layout = laid((first, (0, 0), (1, 0)))

    def zone(self, field: str, seat: int = 0) -> list[int]:
        """The tiles of a zone."""
        held = self.match.state[self.match.game.offsets[field] + seat]
        return [tile for number, tile in enumerate(self.tiles) if held >> number & 1]

    def asked(self) -> str | None:
        """The first move of the decision at hand."""
        return None if self.match.decision is None else self.match.decision.moves[0].name

    def offered(self) -> set[Placed]:
        return {(self.tiles[tile], self.spaces[at], self.spaces[to]) for _, _, at, to, tile in self.match.options}

    def turn(self, met: Counter[str]) -> None:
        """One turn, compared step by step."""
        seat = self.match.actors[0]
        assert self.offered() == {*placements(self.layout, self.zone("hand", seat))}
        move = self.pick.choice(self.match.options)
        _, _, at, to, tile = move
        new = self.spaces[at], self.spaces[to]
        self.layout |= laid((self.tiles[tile], *new))
        self.match.play(move)
        self.claim(new, met)
        self.draw(self.has_bonus and 13 in sums(self.layout, new), met)

    def claim(self, new: tuple[tuple[int, int], ...], met: Counter[str]) -> None:
        left = {card for card in made(self.layout, new) if card in self.firmament()}
        if not left:
            assert self.asked() != "take"
            return
        assert self.asked() == "take"
        assert {self.match.written(move) for move in self.match.options} == left | {"no card"}
        met.update(left)
        # Cards are left alone most of the time, so that there is much to compare.
        self.match.play(self.pick.choice(self.match.options) if self.pick.random() < 0.1 else self.match.options[-1])

    def firmament(self) -> set[str]:
        held = self.match.state[self.match.game.offsets["firmament"]]
        return {card for n, card in enumerate(self.match.game.machine.members["Constellation"]) if held >> n & 1}

    def draw(self, thirteen: bool, met: Counter[str]) -> None:
        """What follows up to the next placement."""
        assert (self.asked() == "draw_two") == thirteen
        met["thirteen"] += thirteen
        while not self.match.over and self.asked() != "place":
            if self.match.decision is None:
                self.match.settle()
            else:
                self.match.play(self.pick.choice(self.match.options))

    def next_up(self, seat: int) -> int | None:
        """Whose turn it is after a turn: the next player who can place a tile, if the game goes on."""
        count = self.match.game.seats
        order = [(seat + step) % count for step in range(1, count + 1)]
        return next((other for other in order if any(placements(self.layout, self.zone("hand", other)))), None)


def test_agrees_with_a_second_reading() -> None:
    met, left = Counter[str](), POSITIONS
    for number, (players, options) in enumerate(SETUPS):
        game, seed = astro.start("ophiuchus", players=players, options=options).game, 0
        stop = POSITIONS - POSITIONS * (number + 1) // len(SETUPS)
        while left > stop:
            table = Table(Match(game, seed, game.players), random.Random(seed), "thirteen_bonus" in options)
            while left > stop and not table.match.over:
                seat = table.match.actors[0]
                table.turn(met)
                if not options and not table.zone("reserve"):
                    assert table.match.over
                else:
                    following = table.next_up(seat)
                    assert table.match.actors == (() if following is None else (following,))
                left -= 1
            seed += 1
    assert met.keys() >= {"Leo", "Virgo", "Scorpio", "Aquarius"}
    assert met["thirteen"]
