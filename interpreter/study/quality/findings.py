"""A study in sentences: only what is surer than accident is said of seats, skill and what matters."""

from __future__ import annotations

from collections.abc import Iterator

from astro_referee.interpreter.study.quality.statistics import LEVEL
from astro_referee.interpreter.study.quality.summary import SeatTest, Study, StudySection
from astro_referee.interpreter.values.text import plural

MOST_NAMED = 3
"""Features that are named in a sentence."""


def findings(study: Study) -> list[str]:
    """The most important first. Of each sort of sentence, the chance that any is an accident is at most 5 %: what a
    section has corrected for its own comparisons is corrected for the number of sections.
    """
    sections, skills = study.fair_play, study.skill
    made = [said for section in sections for said in fairness(section, LEVEL / len(sections))]
    made += [said for section in skills for said in skill(section, LEVEL / len(skills))]
    for section in sections:
        made += matters(study, section, LEVEL / len(sections))
    made += unused(study)
    made += [
        f"Given up after {plural(len(section.rows), 'game')}: {section.group.title} may never end this game."
        for section in study.played
        if section.given_up
    ]
    return made


def fairness(section: StudySection, level: float) -> Iterator[str]:
    who = section.group.title
    if not section.versus:
        return
    seats, first = section.seats(), section.first_mover()
    unfair = [seat for seat in seats if seat.corrected is not None and seat.corrected < level]
    # Of two seats, what one gets says all.
    for seat in [max(unfair, key=lambda seat: seat.value)] if len(seats) == 2 and unfair else unfair:
        word = "more" if seat.value > seat.expected else "less"
        yield f"{seat.name} gets {word} than its share ({who}): {share(seat)}."
    known = [seat for seat in seats if seat.chance is not None]
    if known and not unfair:
        yield f"No seat is seen to be better ({who}): {', '.join(f'{s.name} {percent(s.value)}' for s in seats)}."
    always = {row.first for row in section.watched}
    if len(always) > 1 and first.chance is not None and first.chance < level:
        word = "helps" if first.value > first.expected else "hurts"
        yield f"Moving first {word} ({who}): {share(first)}."


def share(test: SeatTest) -> str:
    return f"{percent(test.value)}, where {percent(test.expected)} is even"


def skill(section: StudySection, level: float) -> Iterator[str]:
    test = section.stronger()
    if test is None or test.chance is None:
        return
    strong, weak = section.group.bots
    if test.chance < level:
        better = test.value > test.expected
        yield (
            f"{'Thinking helps' if better else 'Thinking hurts'}: {strong} gets {percent(test.value)} against {weak},"
            f" where {percent(test.expected)} is even."
        )
    else:
        yield f"{strong} is not seen to be better than {weak}: {percent(test.value)}."


def matters(study: Study, section: StudySection, level: float) -> Iterator[str]:
    found = [one for one in section.impacts(study.features) if one.corrected < level]
    for one in found[:MOST_NAMED]:
        said = str(one.feature)
        yield (
            f"{said[0].upper()}{said[1:]} goes with {'winning' if one.difference > 0 else 'losing'}"
            f" ({section.group.title}): {percent(one.with_it)} with it, {percent(one.without)} without."
        )
    if len(found) > MOST_NAMED:
        yield f"{plural(len(found) - MOST_NAMED, 'other thing')} go with winning or losing ({section.group.title})."


def unused(study: Study) -> Iterator[str]:
    moves = [feature.name for feature in study.unused_moves()]
    if moves:
        yield f"Never made: {', '.join(moves)}."
    endings = study.unused_endings()
    if endings:
        yield f"Never seen as an end: {'; '.join(endings)}."


def percent(value: float) -> str:
    return f"{100 * value:.1f} %"
