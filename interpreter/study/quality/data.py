"""A study, or two side by side, as plain data for JSON."""

from __future__ import annotations

from math import isfinite
from typing import Any

from astro_referee.interpreter.study.quality.comparison import MeasureChange
from astro_referee.interpreter.study.quality.findings import findings
from astro_referee.interpreter.study.quality.impact import Impact
from astro_referee.interpreter.study.quality.statistics import Mean, Share
from astro_referee.interpreter.study.quality.summary import SeatTest, Study, StudySection

Data = dict[str, Any]


def study_data(study: Study) -> Data:
    return {
        "game": study.title,
        "players": list(study.game.players),
        "options": dict(study.game.settings()),
        "seed": study.plan.seed,
        "games": study.games,
        "stopped": study.stopped,
        "findings": findings(study),
        "sections": [section_data(study, section) for section in study.played],
        "never_made": [feature.name for feature in study.unused_moves()],
        "never_ended": study.unused_endings(),
    }


def section_data(study: Study, section: StudySection) -> Data:
    stronger = section.stronger()
    made: Data = {
        "players": section.group.title,
        "games": len(section.rows),
        "given_up": section.given_up,
        "completion": share_data(section.completion),
        "draws": share_data(section.draws),
        "nobody": share_data(section.nobody),
        "endings": {name: share_data(share) for name, share in section.endings()},
        "means": {name: mean_data(mean) for name, mean in section.means().items() if mean is not None},
        "lengths": {str(length): count for length, count in sorted(section.lengths().items())},
    }
    if stronger is not None:
        return made | {"stronger": test_data(stronger)}
    return made | {
        "seats": [test_data(test) for test in section.seats()],
        "first_mover": test_data(section.first_mover()),
        "balance": section.balance,
        "impacts": [impact_data(impact) for impact in section.impacts(study.features)],
    }


def share_data(share: Share) -> Data:
    return {"count": share.count, "of": share.of, "share": share.value, "interval": list(share.interval)}


def mean_data(mean: Mean) -> Data:
    known = all(map(isfinite, mean.interval))  # JSON has no infinity
    interval = list(mean.interval) if known else None
    return {"games": mean.count, "mean": mean.value, "spread": mean.spread, "interval": interval}


def test_data(test: SeatTest) -> Data:
    facts = {"name": test.name, "wins": share_data(test.wins), "share": test.value, "even": test.expected}
    return facts | {"p": test.chance, "p_corrected": test.corrected}


def impact_data(impact: Impact) -> Data:
    return {
        "sort": impact.feature.sort,
        "kind": impact.feature.kind,
        "name": impact.feature.name,
        "seats_with": impact.used,
        "seats": impact.of,
        "with": impact.with_it,
        "without": impact.without,
        "difference": impact.difference,
        "interval": list(impact.interval),
        "p": impact.chance,
        "p_corrected": impact.corrected,
    }


def change_data(change: MeasureChange) -> Data:
    return {
        "players": change.players,
        "measure": change.name,
        "before": mean_data(change.before),
        "after": mean_data(change.after),
        "difference": change.apart,
        "interval": [change.apart - change.half, change.apart + change.half],
        "p": change.chance,
        "p_corrected": change.corrected,
        "significant": change.significant,
    }
