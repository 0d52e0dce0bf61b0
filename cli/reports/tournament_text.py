"""A tournament as lines for the terminal, and as data."""

from __future__ import annotations

from typing import TYPE_CHECKING

from astro_referee.interpreter.study.quality.statistics import LEVEL, score_test
from astro_referee.interpreter.study.tournament.ratings import Rating, elo, skills
from astro_referee.interpreter.values.text import clean, in_columns, plural

if TYPE_CHECKING:
    from astro_referee.interpreter.study.tournament.contest import Contest

MOST_FAULTS = 8


def rated(contest: Contest) -> list[tuple[int, Rating, Rating]]:
    """Players by their Elo, each with that and with the skill."""
    outcomes, count = [bout.outcome for bout in contest.bouts], len(contest.players)
    both = list(zip(range(count), elo(count, outcomes), skills(count, outcomes), strict=True))
    return sorted(both, key=lambda one: (-one[1].value, one[0]))


def contest_lines(contest: Contest) -> list[str]:
    ranked, points = rated(contest), contest.points()
    made = [f"{contest.game.rules.title}: {plural(len(contest.bouts), 'game')}", ""]
    rows = [["", "player", "points", "Elo", "95 % interval", "skill", "95 % interval", "forfeits"]]
    for place, (player, strength, skill) in enumerate(ranked, 1):
        who = contest.players[player]
        rows.append(
            [
                f"{place}.",
                clean(f"{who.name} ({who.spec})"),
                f"{points[player]:g}",
                f"{strength.value:.0f}",
                "{:.0f} to {:.0f}".format(*strength.interval),
                f"{skill.value:.1f}",
                "{:.1f} to {:.1f}".format(*skill.interval),
                str(contest.faults(player)),
            ]
        )
    made += [*in_columns(rows), "", *crosstable(contest, [player for player, _, _ in ranked])]
    faults = [bout for bout in contest.bouts if bout.loser is not None]
    if faults:
        made += ["", "forfeited"]
        for bout in faults[:MOST_FAULTS]:
            assert bout.loser is not None
            first, *rest = bout.fault.splitlines()
            made += [f"  game {bout.number + 1}: {clean(contest.players[bout.loser].name)}: {first}"]
            made += [f"  {line}" for line in rest]
        if len(faults) > MOST_FAULTS:
            made.append(f"  and {plural(len(faults) - MOST_FAULTS, 'other game')}")
    return made


def crosstable(contest: Contest, order: list[int]) -> list[str]:
    """What each player of a line has got against those of the columns."""
    rows = [["", *(clean(contest.players[player].name) for player in order)]]
    for one in order:
        cells = []
        for other in order:
            got, games = contest.against(one, other)
            cells.append("-" if one == other or not games else f"{got:g}/{games:g}")
        rows.append([clean(contest.players[one].name), *cells])
    return in_columns(rows)


def verdict(contest: Contest) -> str:
    """Whether one of two is better, by a score test over deals: the games of a deal are not independent."""
    deals: dict[int, float] = {}
    for bout in contest.bouts:
        for one, _, got, _ in bout.outcome.pairs():
            part = got - 0.5 if one == 0 else 0.5 - got
            deals[bout.pairing.deal] = deals.get(bout.pairing.deal, 0.0) + part
    test = score_test(deals.values())
    if test is None:
        return "too few deals brought a difference to say who is better"
    z, chance = test
    if chance >= LEVEL:
        return f"neither is seen to be better (p = {chance:.3f})"
    return f"{contest.players[0 if z > 0 else 1].name} is better (p = {chance:.3g})"


def contest_data(contest: Contest) -> dict[str, object]:
    ranked, points = rated(contest), contest.points()
    players = [
        {
            "name": contest.players[player].name,
            "bot": contest.players[player].spec,
            "points": points[player],
            "elo": strength.value,
            "elo_interval": list(strength.interval),
            "skill": skill.value,
            "skill_interval": list(skill.interval),
            "forfeits": contest.faults(player),
        }
        for player, strength, skill in ranked
    ]
    games = [
        {
            "number": bout.number + 1,
            "seed": contest.seed + bout.pairing.deal,
            "seats": [contest.players[player].name for player in bout.pairing.players],
            "places": list(bout.outcome.places),
            "moves": bout.moves,
            "ended": bout.text,
            **({"forfeited": contest.players[bout.loser].name, "why": bout.fault} if bout.loser is not None else {}),
        }
        for bout in contest.bouts
    ]
    return {"game": contest.game.rules.title, "seed": contest.seed, "players": players, "games": games}
