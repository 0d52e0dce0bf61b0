"""`astro solve`: a small game in, what it is worth and how to play it out."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from astro_referee.cli.failures import Failure
from astro_referee.cli.options import amount, of_a_game, prepared, timed, with_json
from astro_referee.cli.terminal import busy, put, put_json
from astro_referee.interpreter.values.text import clean, in_columns, plural

if TYPE_CHECKING:
    from astro_referee.interpreter.study.solving.solver import Solved

POSITIONS, SECONDS, MOST_SECONDS = 1_000_000, 120.0, 10.0**6
MOST_PLACES = 40
"""Places of a strategy that are shown."""
METHODS = {
    "search": "alpha-beta search, {count} met",
    "positions": "all {count}",
    "equilibrium": "counterfactual regret minimisation over {count}",
}


@click.command("solve")
@of_a_game
@amount(
    "--positions",
    least=1,
    most=10**9,
    default=POSITIONS,
    said="Look at no more than so many; a million takes about a gigabyte.",
)
@timed("Seconds it may take.", SECONDS, MOST_SECONDS)
@click.option(
    "--exploitability",
    "enough",
    metavar="PART",
    type=click.FloatRange(0, 1, min_open=True),
    default=0.001,
    show_default=True,
    help="With secrets: go on until best answers win no more than this part of the most that the game brings.",
)
@with_json
def command(
    game: str,
    players: int | None,
    options: dict[str, str],
    positions: int,
    seconds: float,
    enough: float,
    as_json: bool,
) -> None:
    """Say what a small game is worth when everybody plays as well as can be, and how.

    Without secrets the answer is exact, with dice and circles to eleven digits. With secrets, two players learn an
    equilibrium, and what a best answer to it would win is said.

    \b
    Examples:
      astro solve GAME
      astro solve GAME --option heaps=4 --json
    """
    from astro_referee.interpreter.study.solving.limits import Limits, NotSolvable, TooLarge
    from astro_referee.interpreter.study.solving.solver import solve

    ready = prepared(game, players, options)
    try:
        with busy(f"solving {clean(game)}"):
            found = solve(ready, Limits(positions, seconds), enough)
    except TooLarge as error:
        raise Failure(f"{clean(game)} is too large to be solved: {error}; --positions and --time allow more") from None
    except NotSolvable as error:
        raise Failure(f"{clean(game)} cannot be solved here: {error}") from None
    if as_json:
        put_json(data(found))
        return
    for row in rows(found):
        put(row)


def rows(found: Solved) -> list[str]:
    what = ("way to play", "ways to play") if found.equilibrium is not None else ("position", "positions")
    made = [f"{found.game.rules.title}: {found.said}"]
    made.append(METHODS[found.method].format(count=plural(found.positions, *what)))
    if found.first:
        made.append(f"best first {'moves' if len(found.first) > 1 else 'move'}: {', '.join(map(clean, found.first))}")
    if found.line:
        made.append("best play: " + "; ".join(f"{who} {clean(move)}" for who, move in found.line))
    if found.equilibrium is not None:
        made += strategy(found)
    return made


def strategy(found: Solved) -> list[str]:
    """How often each move is made, by what the seat knows."""
    one = found.equilibrium
    assert one is not None
    made = [
        f"exploitability {one.exploitability:.2g} after {plural(one.rounds, 'iteration')}"
        + ("" if one.done else ", more than was asked for"),
        "",
    ]
    if len(one.tree.known) > MOST_PLACES:
        return [*made, f"the strategy has {len(one.tree.known):,} places; --json shows all of them"]
    lines = []
    for known in one.tree.known:
        told = " / ".join(part.strip() for part in known.text.splitlines()[:-1] if part.strip())
        moves = ", ".join(
            f"{clean(move)} {100 * part:.1f} %" for move, part in zip(known.moves, known.average(), strict=True)
        )
        lines.append([f"  {found.game.players[known.seat]}", clean(told), moves])
    return made + in_columns(lines)


def data(found: Solved) -> dict[str, object]:
    made: dict[str, object] = {
        "game": found.game.rules.title,
        "value": {name: float(one) for name, one in zip(found.game.players, found.value, strict=True)},
        "exact": [str(one) for one in found.value] if found.exact else None,
        "said": found.said,
        "method": found.method,
        "positions": found.positions,
        "best_first_moves": list(found.first),
        "best_play": [{"seat": who, "move": move} for who, move in found.line],
    }
    one = found.equilibrium
    if one is None:
        return made
    places = [
        {"seat": found.game.players[k.seat], "knows": k.text, "moves": dict(zip(k.moves, k.average(), strict=True))}
        for k in one.tree.known
    ]
    return made | {"exploitability": one.exploitability, "rounds": one.rounds, "strategy": places}
