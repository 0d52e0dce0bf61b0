"""How a game ends: winners, draws and rankings, of players and of teams; nodes in, steps out."""

from __future__ import annotations

from astro_referee.grammar import tree
from astro_referee.interpreter.check.expressions import expressions, phrases
from astro_referee.interpreter.check.flow import moves, steps
from astro_referee.interpreter.check.kinds import teams
from astro_referee.interpreter.check.mistakes import steps as mistakes
from astro_referee.interpreter.check.names.scope import Checker
from astro_referee.interpreter.program import program
from astro_referee.interpreter.program.folding import const, op
from astro_referee.interpreter.program.program import Step
from astro_referee.interpreter.program.terms import Fold, Local, SortKey, Term
from astro_referee.interpreter.values.types import BOOL, ErrorType, SetOf, element

SEAT = ".member"
"""The player by whom a team is ranked."""


def ending(c: Checker, node: tree.Winner | tree.Draw | tree.Rank) -> list[Step]:
    match node:
        case tree.Winner(tree.Phrase("best", name, domain, where, keys=keys), because, score):
            if score is not None:
                c.report(mistakes.TWO_SCORES, score.span)
            return ranking(c, tree.Rank(name, domain, where, keys, because, span=node.span), shared=True)
        case tree.Winner(who, because, score):
            winners = steps.players(c, who)
            reached = expressions.number(c, score) if score is not None else None
            return [program.Win(winners, reason(c, because), reached, span=node.span)]
        case tree.Draw(because):
            return [program.Win(None, reason(c, because), span=node.span)]
        case tree.Rank():
            return ranking(c, node, shared=False)


def ranking(c: Checker, node: tree.Rank, shared: bool) -> list[Step]:
    with c.silently():
        domain = expressions.expression(c, node.domain)
    if teams.is_team(c, element(domain.type)) and isinstance(domain.type, SetOf):
        return [ranking_of_teams(c, node, shared)]
    group = steps.players(c, node.domain)
    condition, order = judged(c, node, expressions.wrong(node.name.span) if isinstance(group.type, ErrorType) else None)
    because = reason(c, node.because)
    return [program.Rank(node.name.word, group, condition, order, because, shared, span=node.span)]


def judged(c: Checker, node: tree.Rank, team: Term | None) -> tuple[Term | None, tuple[SortKey, ...]]:
    """The test and the keys of a ranking; where teams are ranked, the name stands for the `team` of a player."""
    with c.scope():
        c.bind(node.name, c.player if team is None else team.type, team)
        condition = expressions.condition(c, node.where) if node.where is not None else None
        return condition, tuple(phrases.key(c, k) for k in node.keys)


def ranking_of_teams(c: Checker, node: tree.Rank, shared: bool) -> Step:
    """`rank s in Side by …`: every player has the place and the number of their team."""
    assert c.declared.teams is not None
    group = expressions.expression(c, node.domain)
    everyone = const((1 << c.seats) - 1, c.player_set)
    team = teams.side_of(c.declared.teams, Local(SEAT, type=c.player))
    among = op("has", group, team, type=BOOL)
    seats = Fold("all", SEAT, c.player, everyone, among, type=c.player_set, span=node.domain.span)
    condition, order = judged(c, node, team)
    because, heads = reason(c, node.because), c.declared.teams.heads
    return program.Rank(SEAT, seats, condition, order, because, shared, heads, span=node.span)


def reason(c: Checker, because: tree.Text | None) -> program.Text | None:
    return moves.text(c, because) if because is not None else None
