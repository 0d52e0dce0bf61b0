"""What the games of a study say: rows in, measures with their intervals out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from attrs import define, field, frozen

from astro_referee.interpreter import machine as m
from astro_referee.interpreter.machine.expressions import Const
from astro_referee.interpreter.machine.traversal import walk_code
from astro_referee.interpreter.play.game import Game
from astro_referee.interpreter.study.quality import judging
from astro_referee.interpreter.study.quality.features import MADE, Feature, Features
from astro_referee.interpreter.study.quality.games import NOBODY, GameRow, unit, winners_of, worth
from astro_referee.interpreter.study.quality.impact import Impact, impacts
from astro_referee.interpreter.study.quality.plan import RANDOM, SKILL, Group, Plan
from astro_referee.interpreter.study.quality.statistics import Mean, Share, holm, mean_of, score_test
from astro_referee.interpreter.study.simulation import ENDINGS, no_use, reason
from astro_referee.interpreter.values.brief import brief


@frozen
class SeatTest:
    """How a seat, or whoever moves first, does beside an equal share of what games bring."""

    name: str
    wins: Share
    """Games won, alone or with others, of those that ended; draws are won by nobody."""
    value: float
    """The part of all that games bring: winners share one, all do in a draw."""
    expected: float
    chance: float | None
    """p of the score test; None if too few games say anything."""
    corrected: float | None = None


@define
class StudySection:
    """The games of one group, and what they say."""

    game: Game
    group: Group
    rows: list[GameRow] = field(factory=list)
    given_up: bool = False

    @property
    def finished(self) -> list[GameRow]:
        return [row for row in self.rows if row.finished]

    @property
    def watched(self) -> list[GameRow]:
        return [row for row in self.rows if row.watched]

    @property
    def versus(self) -> bool:
        """Whether seats play against each other."""
        return self.game.seats > 1 and not self.game.machine.absolute

    # --- Shares ------------------------------------------------------------------------------------------------------

    def wins(self, seat: int) -> Share:
        seats = self.game.seats
        return Share(sum(seat in winners_of(row, seats) for row in self.finished), len(self.finished))

    def seats(self) -> list[SeatTest]:
        """Each seat, corrected for their number."""
        made = [self.tested(name, seat) for seat, name in enumerate(self.game.players)]
        known = [one.chance for one in made if one.chance is not None]
        # Of two seats one loses what the other wins: that is one test.
        corrected = iter(holm(known) if self.game.seats > 2 else known)
        return [
            SeatTest(one.name, one.wins, one.value, one.expected, one.chance, next(corrected))
            if one.chance is not None
            else one
            for one in made
        ]

    def tested(self, name: str, seat: int | None) -> SeatTest:
        """A seat; without one, whoever was asked first."""
        seats, whole = self.game.seats, unit(self.game.seats)
        rows = [row for row in self.finished if seat is not None or row.first != NOBODY]
        got = [worth(row, seats)[row.first if seat is None else seat] for row in rows]
        won = sum((row.first if seat is None else seat) in winners_of(row, seats) for row in rows)
        test = score_test(part - whole // seats for part in got) if self.versus else None
        value = sum(got) / whole / len(rows) if rows else 0.0
        chance = test[1] if test is not None else None
        return SeatTest(name, Share(won, len(rows)), value, 1 / seats, chance, chance)

    def first_mover(self) -> SeatTest:
        return self.tested("the first mover", None)

    def stronger(self) -> SeatTest | None:
        """How the stronger player does, in a group of `skill`."""
        if self.group.sort != SKILL:
            return None
        seats, whole = self.game.seats, unit(self.game.seats)
        rows = self.finished
        got = [worth(row, seats)[row.strong] for row in rows]
        won = sum(row.strong in winners_of(row, seats) for row in rows)
        test = score_test(part - whole // seats for part in got)
        value = sum(got) / whole / len(rows) if rows else 0.0
        chance = test[1] if test is not None else None
        return SeatTest(self.group.bots[0], Share(won, len(rows)), value, 1 / seats, chance, chance)

    @property
    def balance(self) -> float | None:
        """1 less the largest difference between what two seats get."""
        values = [seat.value for seat in self.seats()]
        return 1 - (max(values) - min(values)) if self.versus and self.finished else None

    @property
    def draws(self) -> Share:
        seats = self.game.seats
        drawn = sum(not winners_of(row, seats) and sum(worth(row, seats)) > 0 for row in self.finished)
        return Share(drawn, len(self.finished))

    @property
    def nobody(self) -> Share:
        """Games that nobody has won, though they are not drawn."""
        return Share(sum(not any(worth(row, self.game.seats)) for row in self.finished), len(self.finished))

    @property
    def completion(self) -> Share:
        return Share(len(self.finished), len(self.rows))

    # --- Means over games --------------------------------------------------------------------------------------------

    def means(self) -> dict[str, Mean | None]:
        """One number from each game that has it."""
        watched = [row for row in self.watched if row.length]
        scored = [sorted(row.scores, reverse=True) for row in self.watched if row.finished and row.scores]
        apart = [float(points[0] - points[1]) for points in scored if len(points) > 1]
        leads = [row.leads for row in self.watched if row.finished and row.leads != NOBODY]
        made: dict[str, Sequence[float]] = {
            "length": [row.length for row in self.finished],
            "branching": [row.options / row.length for row in self.rows if row.length],
            "chance events": [row.chances for row in self.finished],
            "real decisions": [row.real / row.length for row in watched],
            "lead changes": leads if self.game.seats > 1 else (),
            "score": [float(points[0]) for points in scored] if not self.versus else (),
            "score difference": apart,
        }
        judged = [row.tension for row in self.rows if row.tension]
        made |= {name: [felt[at] for felt in judged] for at, name in enumerate(judging.NAMES)}
        return {name: mean_of(numbers) for name, numbers in made.items()}

    def lengths(self) -> Counter[int]:
        return Counter(row.length for row in self.finished)

    # --- What is used ------------------------------------------------------------------------------------------------

    def endings(self) -> list[tuple[str, Share]]:
        counts = Counter(ending_of(self.game, row) for row in self.finished)
        return [(name, Share(count, len(self.finished))) for name, count in counts.most_common()]

    def impacts(self, features: Features) -> list[Impact]:
        rows = [row for row in self.watched if row.finished]
        return impacts(features.all, rows, self.game.seats) if self.versus else []


def ending_of(game: Game, row: GameRow) -> str:
    return reason(game, row.last_words) or ENDINGS.get(row.ending, "over")


@define
class Study:
    """All games of one set-up, and what they say about it."""

    game: Game
    plan: Plan
    sections: list[StudySection] = field(init=False)
    features: Features = field(init=False)
    stopped: bool = False
    """Whether somebody stopped it before all was played."""

    def __attrs_post_init__(self) -> None:
        self.features = Features(self.game)
        self.sections = [StudySection(self.game, group) for group in self.plan.groups]

    def __repr__(self) -> str:
        return brief(self, self.title, f"{self.games:,} games")

    def _repr_svg_(self) -> str:
        """The seats, drawn: notebooks show it."""
        from astro_referee.interpreter.study.quality.charts import picture

        return picture(self)

    @property
    def title(self) -> str:
        return self.game.rules.title

    @property
    def findings(self) -> list[str]:
        """What is surer than accident, in sentences."""
        from astro_referee.interpreter.study.quality.findings import findings

        return findings(self)

    @property
    def data(self) -> dict[str, object]:
        """All of it, as JSON has it."""
        from astro_referee.interpreter.study.quality.data import study_data

        return study_data(self)

    @property
    def games(self) -> int:
        return sum(len(section.rows) for section in self.sections)

    @property
    def random(self) -> StudySection:
        """The games of random players."""
        return next(section for section in self.sections if section.group.sort == RANDOM)

    @property
    def played(self) -> list[StudySection]:
        """Sections with games in them."""
        return [section for section in self.sections if section.rows]

    @property
    def fair_play(self) -> list[StudySection]:
        """Those in which all seats have the same player."""
        return [section for section in self.played if section.group.sort != SKILL]

    @property
    def skill(self) -> list[StudySection]:
        return [section for section in self.played if section.group.sort == SKILL]

    def add(self, group: int, rows: list[GameRow]) -> None:
        """More games of a group, unless they are of no use."""
        section = self.sections[group]
        if self.of_no_use(group):
            return
        section.rows += rows
        section.given_up = no_use(sum(not row.finished for row in section.rows), len(section.rows))

    def of_no_use(self, group: int) -> bool:
        """Whether too many games of a group do not end, or too many random games: bots imagine such."""
        return self.sections[group].given_up or self.random.given_up

    def unused_moves(self) -> list[Feature]:
        """Moves that nobody has made in any game that was watched."""
        used = 0
        for section in self.played:
            for row in section.watched:
                for one in row.used:
                    used |= one
        return [feature for at, feature in enumerate(self.features.all) if feature.sort == MADE and not used >> at & 1]

    def unused_endings(self) -> list[str]:
        """Ends that the rules know and no game has come to."""
        seen = {row.last_words for section in self.played for row in section.rows if row.finished}
        texts = {reason(self.game, number) for number in seen}
        return sorted({reason(self.game, number) for number in last_words(self.game)} - texts - {""})

    def csv(self) -> Iterator[list[str]]:
        """A row for each game, with a first one of titles."""
        names = [f"score {name}" for name in self.game.players]
        heads = "players number winners ending moves options most_options chance_events first_mover real_decisions"
        yield [*heads.split(), "lead_changes", *judging.NAMES, *names]
        for section in self.played:
            for row in section.rows:
                yield self.csv_row(section, row)

    def csv_row(self, section: StudySection, row: GameRow) -> list[str]:
        names, seen = self.game.players, row.watched
        won = " ".join(names[seat] for seat in winners_of(row, self.game.seats))
        ended = ending_of(self.game, row) if row.finished else "not finished"
        strong = f" ({names[row.strong]})" if row.strong != NOBODY else ""
        return [
            section.group.title + strong,
            str(row.number),
            won,
            ended,
            *map(str, (row.length, row.options, row.most_options, row.chances)),
            names[row.first] if row.first != NOBODY else "",
            str(row.real) if seen else "",
            str(row.leads) if row.leads != NOBODY else "",
            *([f"{number:.6g}" for number in row.tension] or [""] * len(judging.NAMES)),
            *(map(str, row.scores) if row.scores else [""] * len(names)),
        ]


def last_words(game: Game) -> set[int]:
    """The texts that say why a game has ended."""
    bodies = [function.body for function in game.machine.functions] + [one.body for one in game.machine.automatic]
    lines = (line for body in bodies for line in walk_code(body))
    said = [line for line in lines if isinstance(line, m.Emit)]
    return {line.text for line in said if isinstance(line.to, Const) and line.to.value == m.LAST_WORDS}
