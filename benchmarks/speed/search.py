"""Tree search: rounds a second of our bot, on the engine it finds, and of OpenSpiel's bot in C++."""

from __future__ import annotations

from astro_referee.interpreter.play.game import Game
from astro_referee.interpreter.play.match import Match
from astro_referee.interpreter.study.bots import bot
from benchmarks.speed import openspiel
from benchmarks.speed.own import SEED
from benchmarks.speed.rounds import Side

GAMES = ("connect_four", "chess")
BOT, THEIR_BOT = "our bot", "OpenSpiel's bot"
CONSTANT = 2.0
"""How eager their search is to try something new: the usual one of their examples."""


def sides(name: str, game: Game) -> list[Side]:
    """Both search for the first move of a game, with one random game for each round."""
    match = Match(game, SEED, game.players)

    def ours(rounds: int) -> int:
        bot(f"mcts:{rounds}").choose(match)
        return rounds

    found = [Side(BOT, ours)]
    if openspiel.is_there():
        import pyspiel

        theirs = pyspiel.load_game(openspiel.SHARED[name].called)

        def search(rounds: int) -> int:
            evaluator = pyspiel.RandomRolloutEvaluator(1, SEED)
            player = pyspiel.MCTSBot(theirs, evaluator, CONSTANT, rounds, 1000, False, SEED, False)
            player.mcts_search(theirs.new_initial_state())
            return rounds

        found.append(Side(THEIR_BOT, search))
    return found
