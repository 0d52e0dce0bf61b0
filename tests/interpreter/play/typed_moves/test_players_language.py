"""Whatever is typed, refusals, remarks and questions speak the players' language: no names from inside the rules.

In random positions of every game, texts of many sorts are judged: moves of this and of other moments, legal or not, by
their notations and by their names, cut short, and what people say at any table. What the player is told holds no path
of phases, no `<Kind>`, no `{hole}` and no name of a parameter that the texts of the move do not have. Below `rule:` and
`seen:` the line of the rules is quoted as it stands, and that is what it is for.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
import shelf

from astro_referee.cli.table import verdicts
from astro_referee.interpreter import machine as m
from astro_referee.interpreter.play import library
from astro_referee.interpreter.play.game import Game
from astro_referee.interpreter.play.match import Match
from astro_referee.interpreter.play.notation import named_values
from astro_referee.interpreter.play.typed_moves.placeholders import spoken, words
from astro_referee.interpreter.play.typed_moves.verdict import Verdict
from astro_referee.interpreter.show import rules
from astro_referee.interpreter.values.types import element

POSITIONS, TEXTS = 3, 20
"""Random positions of each game, and texts that are judged for each player who is asked there."""
MANY_POSITIONS, MANY_TEXTS = 6, 500
"""The same with `--thorough`: all texts that there are."""
SAID = ("pass", "done", "skip", "I pass", "none", "nothing", "x", "?!", "a1", "17", "take", "play", "P1", "give up")
"""What people type anywhere."""


def positions(game: Game, random: Random, most: int) -> Iterator[Match]:
    """Positions of games played at random, in each of which somebody is asked."""
    for seed in range(most):
        match = Match(game, seed, game.players)
        match.settle_all()
        for _ in range(random.randrange(4 * seed + 1)):
            after = match.copy()
            after.play(random.choice(after.options))
            after.settle_all()
            if after.over:
                break
            match = after
        yield match


def typed(match: Match, player: int, random: Random) -> Iterator[str]:
    """Texts for one position: what anybody says, legal moves cut short and spoilt, and moves of every moment."""
    yield from SAID
    legal = [match.written(move) for move in match.legal(player)]
    for text in random.sample(legal, min(6, len(legal))):
        split = text.split()
        yield from (" ".join(split[:n]) for n in range(1, len(split)))
        yield from (text[: random.randrange(1, len(text) + 1)], f"{text} now", " ".join([*split[:-1], "zz9"]))
    for decision in match.game.machine.decisions:
        for slot in decision.moves:
            name = slot.name.replace("_", " ")
            chosen = [sample(match, param, random) for param in slot.params]
            parts = [
                part if isinstance(part, str) else chosen[part] if part >= 0 else "" for part in slot.notation_parts
            ]
            yield from (name, " ".join([name, *chosen]), "".join(parts))


def sample(match: Match, param: m.ParamSlot, random: Random) -> str:
    """Something that could stand for a parameter."""
    known = named_values(match.game, element(param.type) or param.type)
    return random.choice(known)[1] if known else ""


def told(match: Match, verdict: Verdict) -> list[str]:
    """What a player reads, on the terminal and from `referee --json`, but for what was typed and what could be."""
    quoted = re.compile(r" +(rule|seen|ruling \w+): |  (it could be|possible): ")
    rows = verdicts.refusal(match, verdict, lambda text, style: text)
    texts = [row for row in rows if not quoted.match(row)]
    texts += [verdict.message, *(str(reason["text"]) for reason in verdicts.reasons(verdict))]
    return [text.replace(verdict.text, "") if verdict.text else text for text in texts]


def inside(match: Match, text: str) -> list[str]:
    """Names from inside the rules that a text has."""
    assert match.decision is not None
    found = re.findall(r"<\w+>|\{[^}]*\}|\w+_\w+|\b[a-z]\w*\.[a-z]\w*\b", text)
    nouns = {words(kind) for kind in match.game.machine.members} | {"number", "word"}
    for slot in match.decision.moves:
        for name in {words(param.name) for param in slot.params} - spoken(slot) - nouns:
            found += re.findall(rf"\bwhich {name}\?", text)
    return found


@pytest.mark.parametrize("path", shelf.each(thorough=shelf.is_large_variant))
def test_refusals_have_no_names_from_inside(path: Path, thorough: bool) -> None:
    most, texts = (MANY_POSITIONS, MANY_TEXTS) if thorough else (POSITIONS, TEXTS)
    built = library.prepare(library.load(path))
    random = Random(path.stem)
    wrong: dict[str, list[str]] = {}
    asked = 0
    for here in positions(built, random, most):
        for player in here.actors:
            found = list(typed(here, player, random))
            for text in random.sample(found, min(texts, len(found))):
                verdict = here.judge(player, text)
                if not verdict.ok:
                    asked += 1
                    wrong |= {row: names for row in told(here, verdict) if (names := inside(here, row))}
    assert asked > 20
    assert wrong == {}
    overview = "\n".join(rules.overview(here))
    assert not re.findall(r"<\w+>|\{\w+\}", overview)
