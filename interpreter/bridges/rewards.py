"""What the end of a game is worth to each seat, as a number."""

from __future__ import annotations

from astro_referee.interpreter.play.events import Result


def returns(result: Result) -> list[float]:
    """By the def `utility` if the rules have one; else 1 for winning and -1 for losing, shared by winners and losers so
    that all together come to nothing; 0 for all in a draw.
    """
    if result.utilities is not None:
        return [float(worth) for worth in result.utilities]
    winners, seats = set(result.winners), len(result.places)
    if result.draw or not winners or len(winners) == seats:
        return [0.0] * seats
    if result.common:
        return [1.0] * seats
    won, lost = 1.0, -len(winners) / (seats - len(winners))
    return [won if seat in winners else lost for seat in range(seats)]
