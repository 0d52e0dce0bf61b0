"""`astro diff`: two games in, what their rules say otherwise out, and where seeded games part."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click
from attrs import asdict

from astro_referee.cli.main import FAILS, HOLDS
from astro_referee.cli.options import Number, source_of, with_json
from astro_referee.cli.table import verdicts
from astro_referee.cli.terminal import painter, put, put_json
from astro_referee.interpreter.values.text import plural

if TYPE_CHECKING:
    from astro_referee.interpreter.records.differences import Divergence


@click.command("diff")
@click.argument("one", metavar="GAME")
@click.argument("other", metavar="OTHER")
@click.option("-n", "--games", metavar="N", type=Number(0), default=20, help="Seeded games played side by side.")
@click.option("--players", metavar="N", type=Number(1), help="How many play in them.")
@with_json
@click.pass_context
def command(context: click.Context, one: str, other: str, games: int, players: int | None, as_json: bool) -> None:
    """Say what the rules of OTHER are otherwise than those of GAME, part by part, and where seeded games first part.

    Comments and layout do not count. The exit code is 0 if nothing differs, 1 if something does.

    \b
    Example:
      astro diff GAME my_variant.astro
    """
    from astro_referee.interpreter import api
    from astro_referee.interpreter.records.differences import differences, first_divergence

    rules = [api.load(source_of(game)) for game in (one, other)]
    found = differences(rules[0].source, rules[1].source)
    begun = [api.start(each, players).game for each in rules]
    alike = begun[0].players == begun[1].players
    parted = first_divergence(begun[0], begun[1], range(games)) if alike else None
    code = FAILS if found or parted is not None else HOLDS
    if as_json:
        put_json({"parts": [asdict(each) for each in found], "parting": data(parted)})
        context.exit(code)
    paint = painter()
    for each in found:
        put(paint(f"{each.part} {each.sort}", "head"))
        for sign, style, lines in (("-", "error", each.lost), ("+", "good", each.gained)):
            for line in lines:
                put(f"  {paint(f'{sign} {line.text}', style)}  ({line.place})")
    if not found:
        put("the rules say the same")
    if not alike:
        put("the seats are not the same, so no games were played side by side")
    elif parted is not None:
        put(f"with seed {parted.seed} the games part after {plural(parted.events, 'event')}: {parted.text}")
        if parted.refusing is not None and parted.verdict is not None:
            for reason in parted.verdict.reasons:
                for row in verdicts.reason_rows(parted.refusing, reason, paint):
                    put(f"  {row}")
    elif games:
        put(f"{plural(games, 'seeded game')} went the same way")
    context.exit(code)


def data(parted: Divergence | None) -> dict[str, object] | None:
    if parted is None:
        return None
    reasons = verdicts.reasons(parted.verdict)
    return {"seed": parted.seed, "events": parted.events, "told": parted.text, "reasons": reasons}
