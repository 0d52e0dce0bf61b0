"""Teams: a kind that the players belong to, by a column of theirs or in turn round the table."""

from __future__ import annotations

from attrs import evolve

from astro_referee.grammar import tree
from astro_referee.grammar.source import Span
from astro_referee.interpreter.check.kinds import kinds
from astro_referee.interpreter.check.mistakes import kinds as mistakes
from astro_referee.interpreter.check.names.scope import Checker
from astro_referee.interpreter.program.folding import const, op
from astro_referee.interpreter.program.program import KindInfo
from astro_referee.interpreter.program.teams import Teams
from astro_referee.interpreter.program.terms import Const, Load, Lookup, Term
from astro_referee.interpreter.values.types import Member

OF_TEAM, OF_PLAYER = "players", "partners"
"""The fields that lead from a team, or from a player, to players."""


def declare(c: Checker) -> None:
    """Reads who plays for which team, where there are teams."""
    found = [item for item in c.declared.kind_nodes.values() if isinstance(item, tree.Kind) and item.word == "team"]
    for item in found:
        c.found.used.add(item.name.word)
    for second in found[1:]:
        c.report(mistakes.SecondTeams(found[0].name.word), second.name.span)
    if found:
        join(c, found[0].name)


def join(c: Checker, name: tree.Name) -> None:
    info = c.declared.kinds[name.word]
    kind = Member(name.word, len(info.members))
    player = kinds.columns_of(c, c.declared.kinds["player"])
    columns = [word for word, (type, _) in player.columns.items() if type == kind]
    if len(columns) > 1:
        c.report(mistakes.TwoTeamColumns(name.word, tuple(columns)), name.span)
    if columns:
        column = columns[0]
        seats = tuple(int(value) for value in player.columns[column][1])
    else:
        column, seats = in_turn(c, name, kind)
        player = evolve(player, columns={**player.columns, column: (kind, seats)})
        c.declared.kinds["player"] = player
        c.declared.tables[f"player.{column}"] = (kind, seats)
    empty = [member for team, member in enumerate(info.members) if team not in seats]
    if columns and empty:
        c.report(mistakes.EmptyTeam(empty[0], c.seats), name.span)
    teams = Teams(kind, column, seats)
    c.declared.teams = teams
    group = c.player_set
    c.declared.tables[f"{name.word}.{OF_TEAM}"] = (group, tuple(map(teams.players, range(kind.size))))
    partners = tuple(teams.players(team) & ~(1 << seat) for seat, team in enumerate(seats))
    c.declared.tables[f"player.{OF_PLAYER}"] = (group, partners)


def in_turn(c: Checker, name: tree.Name, kind: Member) -> tuple[str, tuple[int, ...]]:
    """Partners sit opposite each other: the seats belong to the teams in turn."""
    if c.seats % kind.size:
        c.report(mistakes.UnevenTeams(name.word, kind.size, c.seats), name.span)
    column = name.word.lower()
    if column in c.declared.kinds["player"].columns:
        c.report(mistakes.TeamColumnTaken(name.word, column), name.span)
    return column, tuple(seat % kind.size for seat in range(c.seats))


def fields(c: Checker, info: KindInfo) -> list[str]:
    """What a member has because there are teams."""
    if c.declared.teams is None:
        return []
    return [OF_PLAYER] if info.name == "player" else [OF_TEAM] if info.name == c.declared.teams.kind.kind else []


def is_team(c: Checker, type: object) -> bool:
    return c.declared.teams is not None and type == c.declared.teams.kind


def side_of(teams: Teams, player: Term) -> Term:
    """The team of a player."""
    return Lookup(f"player.{teams.column}", (player,), type=teams.kind)


def players_of(c: Checker, team: Term, at: Span) -> Term:
    """All who play for a team, also those who are out."""
    assert c.declared.teams is not None
    if isinstance(team, Const):
        return const(c.declared.teams.players(team.value), c.player_set, at)
    return Lookup(f"{c.declared.teams.kind.kind}.{OF_TEAM}", (team,), type=c.player_set, span=at)


def still_in(c: Checker, group: Term, at: Span) -> Term:
    """Those of some players who are not out."""
    if "players" not in c.declared.fields:
        return group
    return op("meet", group, Load("players", type=c.player_set), type=c.player_set, at=at)
