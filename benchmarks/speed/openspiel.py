"""OpenSpiel as an opponent: called from Python, and its own C++ as far as the wheel has a loop in it.

That loop is the evaluator of its search, which plays so many random games from a position. It begins at a decision, so
what chance brings before the first one is not played; it is made up for by counting events, of chance and of players.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib.util import find_spec
from random import Random
from typing import Any

from attrs import define, frozen

from benchmarks.speed.own import SEED
from benchmarks.speed.rounds import Side

OPENSPIEL, OPENSPIEL_CPP = "OpenSpiel from Python", "OpenSpiel in C++"
MOVE, GAME, DEAL = "move", "game", "deal"


@frozen
class Shared:
    """A game that both have, as OpenSpiel calls it, and what is the same on both sides: a move, a game, or a deal."""

    called: str
    per: str = MOVE


HOLDEM = (
    "universal_poker(betting=limit,numPlayers=2,numRounds=4,blind=10 5,firstPlayer=2 1 1 1,raiseSize=10 10 20 20,"
    "maxRaises=3 4 4 4,numSuits=4,numRanks=13,numHoleCards=2,numBoardCards=0 3 1 1,stack=1200 1200)"
)
SHARED = {
    "amazons": Shared("amazons(board_size=10)", GAME),
    "backgammon": Shared("backgammon", GAME),
    "breakthrough": Shared("breakthrough(rows=8,columns=8)"),
    "bridge": Shared("bridge(use_double_dummy_result=False)"),
    "chess": Shared("chess"),
    "connect_four": Shared("connect_four"),
    "crazy_eights": Shared("crazy_eights(players=2)"),
    "dark_chess": Shared("dark_chess"),
    "dots_and_boxes": Shared("dots_and_boxes(num_rows=4,num_cols=4)"),
    "dou_dizhu": Shared("dou_dizhu"),
    "draughts": Shared("checkers"),
    "euchre": Shared("euchre"),
    "gin_rummy": Shared("gin_rummy"),
    "go": Shared("go(board_size=9,komi=7.0)"),
    "go_fish": Shared("go_fish(players=2)"),
    "goofspiel": Shared("goofspiel(num_cards=13,points_order=random)"),
    "hanabi": Shared("hanabi(players=2)"),
    "hearts": Shared("hearts", DEAL),
    "hex": Shared("hex(board_size=11,swap=False)"),
    "holdem": Shared(HOLDEM),
    "kriegspiel": Shared("kriegspiel"),
    "kuhn_poker": Shared("kuhn_poker"),
    "leduc_poker": Shared("leduc_poker"),
    "liars_dice": Shared("liars_dice"),
    "lines_of_action": Shared("lines_of_action"),
    "morris": Shared("nine_mens_morris"),
    "othello": Shared("othello"),
    "oware": Shared("oware"),
    "phantom_tic_tac_toe": Shared("phantom_ttt"),
    "pig": Shared("pig(players=2)"),
    "quoridor": Shared("quoridor(players=2,board_size=9,wall_count=10)"),
    "shogi": Shared("shogi"),
    "skat": Shared("skat"),
    "spades": Shared("spades"),
    "tic_tac_toe": Shared("tic_tac_toe"),
    "ultimate_tic_tac_toe": Shared("ultimate_tic_tac_toe"),
    "xiangqi": Shared("xiangqi"),
    "yacht": Shared("yacht(players=2)"),
}
"""Left out are games whose moves differ so much that no number of one says anything about the other."""


def is_there() -> bool:
    return find_spec("pyspiel") is not None


@define
class Loop:
    """Random games of OpenSpiel, each call of it made from Python; and what is counted of them."""

    game: Any
    random: Callable[[], float]
    games: int = 0
    moves: int = 0
    chances: int = 0
    before: int = 0
    """Events of chance before the first decision."""

    def playout(self) -> int:
        state, random = self.game.new_initial_state(), self.random
        moves = chances = before = 0
        while not state.is_terminal():
            if state.is_chance_node():
                state.apply_action(drawn(state.chance_outcomes(), random()))
                chances += 1
                before += not moves
            elif state.is_simultaneous_node():
                legal = [state.legal_actions(player) for player in range(self.game.num_players())]
                state.apply_actions([some[int(random() * len(some))] for some in legal])
                moves += len(legal)
            else:
                some = state.legal_actions()
                state.apply_action(some[int(random() * len(some))])
                moves += 1
        self.games += 1
        self.moves += moves
        self.chances += chances
        self.before += before
        return moves

    def whole(self) -> float:
        """The share of a game's events that come from its first decision on."""
        events = self.moves + self.chances
        return (events - self.before) / events


def drawn(outcomes: list[tuple[int, float]], number: float) -> int:
    for outcome, chance in outcomes:
        number -= chance
        if number < 0:
            return outcome
    return outcomes[-1][0]


def sides(name: str, per: str = MOVE, length: float = 1.0) -> list[Side]:
    """OpenSpiel in both ways, if it is installed and has the game. Their moves are counted as ours are: a game or deal
    of theirs has as many as one of ours.
    """
    if name not in SHARED or not is_there():
        return []
    import pyspiel

    game = pyspiel.load_game(SHARED[name].called)
    loop = Loop(game, Random(SEED).random)
    for _ in range(20):
        loop.playout()

    def each() -> float:
        return loop.moves / loop.games if per == MOVE else length

    def from_python(games: int) -> float:
        moves = sum(loop.playout() for _ in range(games))
        return moves if per == MOVE else games * length

    found = [Side(OPENSPIEL, from_python)]
    if has_loop(pyspiel, game):
        pick = Random(SEED)
        found.append(Side(OPENSPIEL_CPP, lambda games: rolled_out(pyspiel, game, games, pick) * each() * loop.whole()))
    return found


def has_loop(pyspiel: Any, game: Any) -> bool:
    """Whether its search takes the game: players in turn, and rewards at the end."""
    type = game.get_type()
    return bool(
        type.dynamics == pyspiel.GameType.Dynamics.SEQUENTIAL
        and type.reward_model == pyspiel.GameType.RewardModel.TERMINAL
    )


def rolled_out(pyspiel: Any, game: Any, games: int, pick: Random) -> int:
    """Plays random games in C++: one round of a search whose first evaluation is so many games from where it stands."""
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(drawn(state.chance_outcomes(), pick.random()))
    evaluator = pyspiel.RandomRolloutEvaluator(games, pick.randrange(1 << 30))
    pyspiel.MCTSBot(game, evaluator, 1.0, 1, 1000, False, SEED, False).mcts_search(state)
    return games
