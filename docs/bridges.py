"""Says which bundled games agents of other worlds can play, and how: `python docs/bridges.py` writes `docs/bridges.md`.

What stands there follows from the rules; that those other worlds agree is up to their own tests, which
`tests/interpreter/bridges` runs over the same games.
"""

from __future__ import annotations

from pathlib import Path

from astro_referee.interpreter import api
from astro_referee.interpreter.bridges.actions import MOST_FIXED, actions_of
from astro_referee.interpreter.bridges.observations import observer_of
from astro_referee.interpreter.bridges.parallel import alone
from astro_referee.interpreter.play import library
from astro_referee.interpreter.values.text import spaced

PAGE = Path(__file__).parent / "bridges.md"
HEAD = f"""# Which games agents can play

Every bundled game is an environment of PettingZoo and of Gymnasium and a game of OpenSpiel:
[how](python.md#agents-that-learn). Their own tests are run over them: `api_test`, `seed_test`, `check_env`,
`random_sim_test` and `playthrough`; `parallel_api_test` over those that `parallel_env` takes. What does not fit:

- *By place* in the list of legal moves an agent chooses where a move chooses so many things at once that there would be
  more than {MOST_FIXED:,} numbers. Elsewhere a number always means the same move.
- *All at once*: `parallel_env` does not take a game in which somebody is ever asked alone; the first such decision is
  named. `env` takes every game, and asks those who choose together one after the other.
- OpenSpiel has no tensors of ours: states are texts, what a seat has been told and what it sees. It wants to know
  beforehand how long a game may be; that is 10,000 events, chance included, and a game that goes on is an error there.
  Random players seldom end Vediic so soon; there its option `most_rounds` was 20. Ephemeris One takes them thousands of
  moves, too, and comes near that: `most_turns` bounds it. A playthrough tells all that is known at each state, so it
  grows with the square of a game: that of Ephemeris One has 8,129 states and 218 MB; no other one is over 11 MB.

| game | seats | numbers of moves | numbers seen | all at once |
|---|---|---|---|---|
"""


def row(name: str) -> str:
    """The line of a game, with as many seats as sit down if nobody says."""
    game = api.prepare(name)
    actions, asked = actions_of(game), alone(game)
    numbers = f"{actions.size:,}" if actions.fixed else "by place"
    together = f"no: `{asked[0]}`" if asked else "yes"
    title = spaced(game.rules.title)
    return f"| {title} | {game.seats} | {numbers} | {observer_of(game).size:,} | {together} |\n"


def page() -> str:
    return HEAD + "".join(row(name) for name in library.bundled())


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
