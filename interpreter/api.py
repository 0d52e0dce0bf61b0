"""Astro from Python: load a game, start it, take it up again from its record. The command line uses nothing else."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from attrs import evolve, frozen

from astro_referee.grammar.source import Source
from astro_referee.interpreter.play import library
from astro_referee.interpreter.play.chance import fresh_seed
from astro_referee.interpreter.play.game import BadOption, Game, Rules, read_options
from astro_referee.interpreter.play.match import Match
from astro_referee.interpreter.play.seating import wrong_names
from astro_referee.interpreter.records import records
from astro_referee.interpreter.records.amendments import Amended, BadAmendment, Correction
from astro_referee.interpreter.records.amendments import amend as correct
from astro_referee.interpreter.records.changed_rules import ChangedRules, Changes, between, changed, summary
from astro_referee.interpreter.values.brief import brief
from astro_referee.interpreter.values.marks import Style

if TYPE_CHECKING:
    from astro_referee.interpreter.study.coverage import Coverage
    from astro_referee.interpreter.study.quality.summary import Study
    from astro_referee.interpreter.study.solving.solver import Solved
    from astro_referee.interpreter.testing.runner import Tried

TORN = "the last line has no end and was dropped"


def load(game: str | Path | Source) -> Rules:
    """The rules of a bundled game (by name) or of a rule file (by path).

    Raises NotFound if there is no such game, BadRules, with all problems, if its rules have errors, and NoGame if it is
    a library.
    """
    return library.load(game)


def start(
    game: str | Path | Rules,
    players: int | None = None,
    options: Mapping[str, str] | None = None,
    seed: int | None = None,
    names: Sequence[str] | None = None,
    style: Style = Style.NAMES,
) -> Match:
    """A new match. Options are given as they are written: `{"equal_is_enough": "no"}`. Without a seed, the system draws
    one that nobody can guess. The style says how texts for players write things: by names, by signs or by letters.

    Raises BadOption for an option, a value or a number of players that the rules do not have, and for names that do not
    tell the seats apart.
    """
    rules = game if isinstance(game, Rules) else load(game)
    names = [name.strip() for name in names] if names is not None else None
    chosen = read_options(rules, options or {})
    seats = players if players is not None else len(names) if names else None
    ready = library.prepare(rules, seats, chosen)
    wrong = wrong_names(ready.players, names) if names is not None else ""
    if wrong:
        raise BadOption(wrong)
    drawn, ready.style = seed if seed is not None else fresh_seed(), style
    return Match(ready, drawn, tuple(names) if names is not None else ready.players)


def prepare(game: str | Path | Rules, players: int | None = None, options: Mapping[str, str] | None = None) -> Game:
    """A game without a match, for those who play many: `playouts`, `perft`. Raises BadOption as `start` does."""
    rules = game if isinstance(game, Rules) else load(game)
    return library.prepare(rules, players, read_options(rules, options or {}))


def study(
    game: str | Path | Rules | Game,
    players: int | None = None,
    options: Mapping[str, str] | None = None,
    games: int = 10_000,
    seed: int = 0,
    watched: int = 400,
    bot_games: int = 40,
    judged: int = 20,
    strengths: Sequence[str] | None = None,
    jobs: int = 1,
    engine: str | None = None,
    keep: str | Path | None = None,
) -> Study:
    """What kind of game it is, as `astro study` says it; a game that was prepared keeps its set-up.

    Raises BadOption as `start` does, NoBot for a strength that does not think in rounds, and FaultyRules.
    """
    from astro_referee.interpreter.study.quality.conduct import conduct
    from astro_referee.interpreter.study.quality.plan import STRENGTHS, plan_for

    ready = game if isinstance(game, Game) else prepare(game, players, options)
    plan = plan_for(ready, seed, games, watched, bot_games, judged, STRENGTHS if strengths is None else strengths)
    return conduct(ready, plan, jobs, None, engine, None if keep is None else Path(keep))


def solve(
    game: str | Path | Rules | Game,
    players: int | None = None,
    options: Mapping[str, str] | None = None,
    positions: int = 1_000_000,
    seconds: float = 120.0,
) -> Solved:
    """What a small game is worth, as `astro solve` says it; a game that was prepared keeps its set-up.

    Raises BadOption as `start` does, TooLarge, NotSolvable and FaultyRules.
    """
    from astro_referee.interpreter.study.solving.limits import Limits
    from astro_referee.interpreter.study.solving.solver import solve as solve_it

    ready = game if isinstance(game, Game) else prepare(game, players, options)
    return solve_it(ready, Limits(positions, seconds))


class Picture(str):
    """An SVG file as text, which a notebook shows as what it is."""

    def _repr_svg_(self) -> str:
        return str(self)


def picture(match: Match, player: int | None = None) -> Picture:
    """The position of a match, drawn as a player sees it; with all that is hidden, if none is named."""
    from astro_referee.interpreter.show.picture import picture as drawn

    return Picture(drawn(match, player))


@frozen
class Resumed:
    """A match from a record, what there is to say about the record, and what has changed in the rules since then."""

    match: Match
    notes: tuple[str, ...]
    changes: Changes | None = None

    def __repr__(self) -> str:
        return brief(self, self.match, *self.notes[:1])


def resume(
    text: str,
    game: str | Path | None = None,
    upto: int | None = None,
    changed_rules: bool = False,
    folder: str | Path = "",
    style: Style = Style.NAMES,
) -> Resumed:
    """The match a record tells of, up to an event. `game` names the rules. Without it the record does, and can name a
    bundled game or a rule file inside its own `folder`, which is the current one if it is not given.

    Raises NotFound if there are no such rules, BadRecord with the line if the record is not legal throughout, and
    ChangedRules if the rules are not those it was begun with, unless `changed_rules` says to go on under the new ones.
    """
    record = records.read(text)
    rules = rules_of(record, game, folder)
    changes = between(record.header, rules)
    match, bad = None, None
    try:
        ready = set_up(record, rules)
        ready.style = style
        match = records.replay(record, ready, upto)
    except records.BadRecord as error:
        bad = error
    if changes is not None and not changed_rules:
        raise ChangedRules(rules.name, changes, match, bad)
    if match is None:
        assert bad is not None
        raise bad
    notes = [TORN] if record.truncated else []
    notes += [summary(rules.name, changes, None)] if changes is not None else []
    return Resumed(match, tuple(notes), changes)


def amend(
    text: str,
    at: int,
    move: str | None = None,
    chance: str | None = None,
    game: str | Path | None = None,
    changed_rules: bool = False,
    insert: bool = False,
    by: str | None = None,
    folder: str | Path = "",
) -> Amended:
    """A record with event `at` corrected: another move, another outcome, or, with neither, the event taken out.

    With `insert`, a forgotten move or outcome is put in before that event; `by` names who moved, where several are
    asked.

    The rest is played again as far as it is legal. Raises BadAmendment if the correction itself is not, and BadRecord
    and ChangedRules as `resume` does.
    """
    if move is not None and chance is not None:
        raise BadAmendment("an event is a move or chance, not both")
    record = records.read(text)
    rules = rules_of(record, game, folder)
    changes = between(record.header, rules)
    if changes is not None and not changed_rules:
        resume(text, game, folder=folder)
    found = correct(record, set_up(record, rules), Correction(at, move, chance, insert, by))
    notes = [TORN] if record.truncated else []
    notes += [changed(rules.name, changes)] if changes is not None else []
    return evolve(found, notes=tuple(notes))


def rules_of(record: records.Record, game: str | Path | None, folder: str | Path) -> Rules:
    """The rules of a record: those that are named by hand, else those that it may name itself."""
    if game is not None:
        return load(game)
    name = record.header.game
    return load(library.load_source(library.find_recorded(name, Path(folder)), name))


def set_up(record: records.Record, rules: Rules) -> Game:
    """The game with the number of players and the options of a record; raises BadRecord if the rules have no such."""
    try:
        chosen = read_options(rules, dict(record.header.options))
        return library.prepare(rules, len(record.header.names), chosen)
    except BadOption as bad:
        raise records.BadRecord(record.header.at, str(bad)) from None


def run_tests(path: str | Path, update: bool = False) -> list[Tried]:
    """Runs the tests of a rule file and of the file beside it that tests it, or of all files in a folder. With
    `update`, playthroughs that go otherwise than before are written down and not told. Snapshots that are left over
    come last, as tests that fail, or are removed.

    Raises NotFound if there is no such file, and BadRules, with all problems, for the first one with errors.
    """
    from astro_referee.interpreter.testing import runner
    from astro_referee.interpreter.testing.snapshots import Snapshots

    place = Path(path) if Path(path).is_dir() else library.find(str(path))
    files = runner.files_with_tests(place)
    suites = [runner.suite(library.load_source(file, str(file)), file, update) for file in files]
    results = [suite.run(test) for suite in suites for test in suite.tests]
    old = [suite.tidy() for suite in suites]
    old += [runner.tidy(Snapshots(kept, update), set()) for kept in runner.left_over(place, files)]
    return [*results, *(result for result in old if result is not None)]


def cover(game: str | Path, playouts: int = 0, seed: int = 0) -> Coverage:
    """What the tests of a rule file reach in it, or what so many random games do.

    Raises NotFound if there is no such file, BadRules, with all problems, if rules or tests have errors, NoGame if it
    is a library, and FaultyRules if a random game cannot go on, with a `script` that replays it.
    """
    from astro_referee.interpreter.study import coverage

    return coverage.cover(library.find(str(game)), str(game), playouts, seed)


def save(match: Match) -> str:
    """The record of a match, as text."""
    return records.text_of(match)
