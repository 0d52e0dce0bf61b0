"""Games made up to keep secrets in every way there is, and pairs of worlds in which one player sees the same.

An invented game knows by itself who may know which move, so that nothing of the engine is asked about that. A pair are
two matches of one game. A player sees the same in both at every stop, makes the same moves, and sees the same moves of
others as far as those may be known. All else differs where it can.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random

from attrs import field, frozen

from astro_referee.grammar.source import Source
from astro_referee.interpreter.play import library
from astro_referee.interpreter.play.events import Event
from astro_referee.interpreter.play.game import Game
from astro_referee.interpreter.play.match import FaultyRules, Match

Knows = Callable[[int, int, tuple[int, ...]], int]
"""Who may know a move: from how many play, who makes it and what was chosen, the set of players."""

HEAD = """astro 1
game Hidden for {seats} players
kind Sign: moon, sun, star
card Card: {copies}each sign in Sign
zone stock: pile of Card, seen by nobody
zone hand for each player: Card, seen by owner
zone stash for each player: Card, seen by owner
zone facing for each player: Card, seen by everyone - {{owner}}
zone shared: Card, seen by {{P1, P2}}
zone heap: Card, seen by nobody
zone table: Card, seen by everyone
zone passed for each player: Card, seen by nobody
var pick for each player: Card or none, seen by owner
var round: 0..9
"""
PROCEDURES = """
procedure lay_away(p: player, some_card: Card)
  put some_card from hand[p] into stash[p]
procedure lay_out(p: player, some_card: Card)
  let same = some_card
  put same from hand[p] into table
"""


def everybody(seats: int, _: int, __: tuple[int, ...]) -> int:
    return (1 << seats) - 1


def nobody_else(_: int, me: int, __: tuple[int, ...]) -> int:
    return 1 << me


TARGETS: dict[str, Knows] = {
    "stash[me]": nobody_else,
    "heap": nobody_else,
    "table": everybody,
    "facing[me]": everybody,
    "facing[me.next]": lambda seats, me, _: (1 << seats) - 1 & ~(1 << (me + 1) % seats) | 1 << me,
    "hand[me.next]": lambda seats, me, _: 1 << me | 1 << (me + 1) % seats,
    "shared": lambda _, me, __: 0b11 | 1 << me,
}
"""Where a card may go from a hand, and who then knows which it was."""
GUARDS = (
    "hand[me.next] is empty",
    "stock is empty and round > 5",
    "no card in hand[me.next]",
    "hand[me.next].size > 9",
    "stash[me.next].size + heap.size > 9 or shared is not empty and round > 5",
    "not (hand[me.next] is not empty)",
)
"""What never holds here, though it looks at hidden things; how many they are is open."""


@frozen
class Invented:
    """A made-up game, and who may know which of its moves by their names."""

    text: str
    knows: dict[str, Knows] = field(repr=False)

    def game(self) -> Game:
        return library.prepare(library.load(Source("invented.astro", self.text)))

    def readers(self, game: Game, event: Event) -> int:
        """Who may know a move."""
        assert isinstance(event.value, tuple)
        assert event.player is not None
        decision = game.decisions[event.group]
        slot = decision.moves[event.value[1]]
        chosen = tuple(
            face
            for param, value in zip(slot.params, event.value[2:], strict=True)
            for face in (game.printer.values(param.type, value) if param.name == "cards" else [value])
        )
        return self.knows[slot.name](game.seats, event.player, chosen)


def invented(seed: int) -> Invented:
    """A game made up by a seed: now with copies of cards and now without, in turns or all together, hands passed on."""
    random = Random(seed)
    seats, together = random.choice([2, 3, 3]), random.random() < 0.6
    copies = random.choice(["", "4 of ", "4 of ", "6 of "])
    text = HEAD.format(seats=seats, copies=copies) + ("" if together else PROCEDURES)
    if not copies:
        text = text.replace("each sign in Sign", "each sign in Sign, number in 1..4")
    knows: dict[str, Knows] = {"wait": everybody, "claim": everybody}
    moves = [*plain_moves(random, knows), *odd_moves(random, knows, together, bool(copies))]
    lines = [
        "phase play until round is 2",
        "  begin",
        "    put all Card into stock",
        "    for p in players",
        f"      deal {random.choice([2, 3])} from stock into hand[p]",
        "    deal 1 from stock into shared",
        "  ask together p in players" if together else "  turns once clockwise from P1",
        *(f"    {line}" for move in random.sample(moves, min(len(moves), 4)) for line in move),
        "    move claim",
        f'      when {random.choice(GUARDS)} else "you may not"',
        "    move wait",
    ]
    if random.random() < 0.5:
        lines.append("  put all from table into heap")
    if random.random() < 0.75:
        lines += ["  for p in players", "    put all from hand[p] into passed[p.next]"]
        lines += ["  for p in players", "    put all from passed[p] into hand[p]"]
    lines += ["  round += 1", "end", "  draw"]
    return Invented(text + "\n" + "\n".join(lines) + "\n", knows)


def plain_moves(random: Random, knows: dict[str, Knows]) -> Iterator[list[str]]:
    """A card, or some cards, go somewhere."""
    for number, (target, readers) in enumerate(random.sample(list(TARGETS.items()), 3)):
        if random.random() < 0.7:
            knows[f"give_{number}"] = readers
            yield [f"move give_{number}(card in hand[me])", "  then", f"    put card from hand[me] into {target}"]
        else:
            knows[f"move_{number}"] = readers
            yield [
                f"move move_{number}(cards in 1..2 of hand[me])",
                "  then",
                f"    put cards from hand[me] into {target}",
            ]


def odd_moves(random: Random, knows: dict[str, Knows], together: bool, copies: bool) -> Iterator[list[str]]:
    """Choices that go several ways, one after the other, by another name, or nowhere."""
    (one, first), (other, second) = random.sample(list(TARGETS.items()), 2)
    knows["branch"] = lambda seats, me, chosen: (second if me else first)(seats, me, chosen)
    yield [
        "move branch(card in hand[me])",
        *(["  then", "    let same = card"] if together else ["  let same = card", "  then"]),
        "    if me is P1",
        f"      put same from hand[me] into {one}",
        "    else",
        f"      put same from hand[me] into {other}",
    ]
    knows["part"] = nobody_else if copies else first
    yield [  # of two cards that are alike only one goes, and nobody else knows whether there were two
        "move part(cards in 1..2 of hand[me])",
        "  then",
        "    for c in cards",
        f"      put c from hand[me] into {one}",
    ]
    knows["sort_out"] = nobody_else
    yield [  # those who see a moon go do not know whether that is all
        "move sort_out(cards in 1..2 of hand[me])",
        "  then",
        "    for c in cards",
        "      if c.sign is moon",
        "        put c from hand[me] into table",
    ]
    knows["think_of"] = nobody_else
    yield ["move think_of(card in hand[me])", "  then", "    pick[me] = card"]
    knows["want"] = nobody_else
    yield ["move want(card in table)", "  then", "    pick[me] = card"]
    knows["keep"] = nobody_else
    yield [  # what goes may look like what was chosen
        "move keep(cards in 1..2 of hand[me])",
        "  then",
        "    put cards from hand[me] into stash[me]",
        "    put all from hand[me] into table",
        "    put cards from stash[me] into hand[me]",
    ]
    knows["spare"] = everybody
    yield [
        "move spare(card in hand[me])",
        "  then",
        "    put all from hand[me] into table",
        "    put card from table into hand[me]",
    ]
    if not together:
        knows["away"], knows["out"] = nobody_else, everybody
        yield ["move away(card in hand[me])", "  then", "    do lay_away(me, card)"]
        yield ["move out(card in hand[me])", "  then", "    do lay_out(me, card)"]


# --- Pairs -----------------------------------------------------------------------------------------------------------


@frozen
class Pair:
    """Two matches that a player cannot tell apart, and whether anything differs in them."""

    player: int
    one: Match
    other: Match

    @property
    def differs(self) -> bool:
        return [e.value for e in self.one.events] != [e.value for e in self.other.events]


def pair(game: Game, player: int, random: Random, readers: Callable[[Event], int], most: int = 60) -> Pair | None:
    """Two matches that go on together, to their end or to so many events; None if they come apart on the way."""
    one, other = (Match(game, 1, game.players) for _ in range(2))
    try:
        while not one.over and one.number < most:
            if one.view(player).key() != other.view(player).key():
                return None
            if not (happens(one, other, player, random) if one.chance else moves(one, other, player, random, readers)):
                return None
    except FaultyRules:
        return None
    return Pair(player, one, other) if one.view(player).key() == other.view(player).key() else None


def happens(one: Match, other: Match, player: int, random: Random) -> bool:
    """Chance brings the same in both worlds where the player sees it."""
    seen = one.game.function(one.chance.readers)(one.state) >> player & 1  # type: ignore[union-attr]
    outcomes, others = ([value for value, _, _ in match.outcomes()] for match in (one, other))
    brought = random.choice(outcomes)
    if seen and brought not in others:
        return False
    one.settle(brought)
    other.settle(brought if seen else random.choice(others))
    return True


def moves(one: Match, other: Match, player: int, random: Random, readers: Callable[[Event], int]) -> bool:
    """Somebody moves: in the other world in the same way if the player may know it, else somehow."""
    move = random.choice(one.legal(random.choice(one.actors)))
    same = [there for there in other.legal(move[0]) if there[:2] == move[:2]]
    one.play(move)
    if move[0] == player or readers(one.events[-1]) >> player & 1:
        same = [there for there in same if there == move]
    if not same:
        return False
    other.play(random.choice(same))
    return True
