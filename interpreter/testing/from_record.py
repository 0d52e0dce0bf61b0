"""A match as a test: what was played goes in, the text of a test that plays it again and expects its end comes out."""

from __future__ import annotations

from astro_referee.interpreter.play.match import Match
from astro_referee.interpreter.testing.shrinking import lines_of, script_of


def test_of(match: Match, title: str) -> str:
    """Every move and all that chance brought, as lines of a test; nothing is left to a seed."""
    game = match.game
    rows = [f'test "{title}"']
    if game.rules.seats[0] != game.rules.seats[1]:
        rows.append(f"  with {game.seats} players")
    rows += [f"  with {name} = {value}" for name, value in game.settings() if name in game.chosen]
    rows += [f"  {row}" for row in lines_of(game, script_of(match))]
    return "\n".join([*rows, *(f"  {row}" for row in expected(match))]) + "\n"


def expected(match: Match) -> list[str]:
    """What the end of a match should be; of one that goes on, who is asked."""
    result, seats = match.result, match.game.players
    if result is None:
        moves = [(seat, match.written(match.legal(seat)[0])) for seat in match.actors if match.legal(seat)]
        return [f'offers {seats[seat]} "{text}"' for seat, text in moves]
    because = f' because "{result.text}"' if result.text else ""
    if result.draw:
        return [f"expect draw{because}"]
    winners = ", ".join(seats[seat] for seat in result.winners)
    if not winners:
        return [f"expect winner nobody{because}"]
    return [f"expect winner {winners if len(result.winners) == 1 else f'{{{winners}}}'}{because}"]
