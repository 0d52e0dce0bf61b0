"""What holds for every game: all rule files in `games/` and `examples/`, found by themselves, are played at random.

Playing is cheap beside what is checked on the way, so games are split into chunks that the cores can share.
"""

from __future__ import annotations

import os
import random
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from pathlib import Path

import pytest
import shelf
from attrs import frozen
from elsewhere import Ask, digest, elsewhere

import astro_referee as astro
from astro_referee.grammar.problems import Severity
from astro_referee.interpreter.play import library
from astro_referee.interpreter.play.game import Game, OptionSheet, Rules
from astro_referee.interpreter.play.match import Match
from astro_referee.interpreter.study.playability.invariants import Inventory
from astro_referee.interpreter.study.playability.noninterference import leak_here
from astro_referee.interpreter.values.types import Bool, Int, Member

GAMES, CHUNKS = 2_000, 1
"""Games played with each file as it is, and the parts they are split into."""
FEWER = 200
"""Games played with an option changed."""
OFFERS = 1_000
"""Moves to choose from after which no further game of a part is begun: long games need fewer to meet everything."""
LOOKS = 6
"""Positions of one setup that are looked at closely; a sixth of them where nothing is hidden."""
SHORTER = {"vediic": ("most_rounds", "30"), "ephemeris_one": ("most_turns", "1000")}
"""Options of games that random play ends late, if ever; they count as the defaults of these files."""
WORKED_OUT = [("vediic", 2)]
"""Files and numbers of players where all that is hidden follows from what is seen: two hands beside an open supply."""
LONGEST = 20_000
"""Events of a game; the longest seen have a tenth of it, so one that comes here goes round in circles."""


# --- Which games -----------------------------------------------------------------------------------------------------


@frozen
class Setup:
    """A file, a number of players, and at most one option that is not at its default (or what makes it shorter)."""

    file: Path
    players: int
    options: tuple[tuple[str, str], ...] = ()

    @property
    def marks(self) -> list[pytest.MarkDecorator]:
        """The options of large files, and what another process makes of them, are left to thorough runs."""
        source = shelf.SOURCES[self.file]
        rare = shelf.is_variant(source) or shelf.is_large(source) or not shelf.is_usual(self.file)
        return [pytest.mark.thorough] if rare else []

    def __str__(self) -> str:
        return "-".join([self.file.stem, str(self.players), *(f"{name}={value}" for name, value in self.options)])

    def game(self) -> Game:
        return astro.start(self.file, self.players, dict(self.options)).game


def other_value(sheet: OptionSheet, kinds: dict[str, tuple[str, ...]]) -> str:
    """A value of an option that is not its default."""
    match sheet.type:
        case Bool():
            return "no" if sheet.default else "yes"
        case Int(low, high):
            return str(low if sheet.default != low else high)
        case Member(kind, _):
            return kinds[kind][1 if sheet.default == 0 else 0]
    raise TypeError(sheet.name)


def usual_options(file: Path) -> tuple[tuple[str, str], ...]:
    return (SHORTER[file.stem],) if file.stem in SHORTER else ()


def all_rules() -> dict[Path, Rules]:
    """What each file offers. Processes of one run begin at either end, and find in the cache what others have read."""
    is_odd = os.environ.get("PYTEST_XDIST_WORKER", "gw0")[-1] in "13579"
    return {file: astro.load(file) for file in (shelf.GAMES[::-1] if is_odd else shelf.GAMES)}


RULES = all_rules()


def setups() -> tuple[list[Setup], list[Setup]]:
    """Every file with the fewest and the most players; and every option changed, and every variant, with the fewest."""
    whole, changed = [], []
    for file in shelf.GAMES:
        rules = RULES[file]
        usual = usual_options(file)
        if rules.source.base is not None:
            changed.append(Setup(file, rules.seats[0], usual))
            continue
        whole += [Setup(file, players, usual) for players in sorted({*rules.seats})]
        for sheet in rules.options:
            other = dict(usual) | {sheet.name: other_value(sheet, rules.kinds)}
            changed.append(Setup(file, rules.seats[0], tuple(other.items())))
    return whole, changed


WHOLE, CHANGED = setups()
ALL = [*WHOLE, *CHANGED]
every_setup = pytest.mark.parametrize(
    "setup",
    [
        pytest.param(setup, id=str(setup), marks=[] if shelf.is_usual(setup.file) else [pytest.mark.thorough])
        for setup in WHOLE
    ],
)


# --- Playing ---------------------------------------------------------------------------------------------------------


def positions(match: Match, seed: int) -> Iterator[Match]:
    """Plays at random to the end; gives the match back at every stop, the last one too."""
    pick = random.Random(seed)
    yield match
    while not match.over:
        assert match.number < LONGEST, "this game does not end"
        if match.chance is not None:
            match.settle()
        else:
            match.play(pick.choice(match.options))
        yield match


def played(game: Game, seeds: range, offers: int = OFFERS) -> Iterator[Iterator[Match]]:
    """Games one after the other, while there are offers left."""

    def counted(seed: int) -> Iterator[Match]:
        nonlocal offers
        for match in positions(Match(game, seed, game.players), seed):
            offers -= 1 + len(match.options)
            yield match

    for seed in seeds:
        yield counted(seed)
        if offers < 0:
            return


def sampled(setup: Setup, games: int, share: float, looks: int = LOOKS) -> Iterator[Match]:
    """Some of the decisions of some games, taken from all parts of a game."""
    looked = 0
    for number, game in enumerate(played(setup.game(), range(games), offers=OFFERS * looks // LOOKS)):
        pick = random.Random(number)
        for match in game:
            if match.decision is not None and pick.random() < share and looked < looks:
                looked += 1
                yield match


# --- They are sound --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("file", shelf.GAMES, ids=lambda file: file.stem)
def test_nothing_is_wrong_or_doubtful(file: Path) -> None:
    problems = library.examine(library.load_source(file)).problems
    assert [problem for problem in problems if problem.severity is not Severity.NOTE] == []


# --- They end, keep their components, and replay ---------------------------------------------------------------------


@pytest.fixture(scope="module")
def another_process() -> Iterator[Ask]:
    with elsewhere(PYTHONHASHSEED="1") as ask:
        yield ask


def chunks() -> list[tuple[Setup, range, int]]:
    each = GAMES // CHUNKS
    parts = [(setup, range(n * each, (n + 1) * each), OFFERS) for setup in WHOLE for n in range(CHUNKS)]
    return parts + [(setup, range(FEWER), OFFERS // 4) for setup in CHANGED]


def all_chunks(games: int) -> list[tuple[Setup, range, int]]:
    """As many games as were asked for with each number of players, in parts whose records are not too long."""
    each = min(games, 50)
    numbers = [(file, RULES[file].seats) for file in shelf.GAMES]
    full = [
        Setup(file, players, usual_options(file)) for file, (few, many) in numbers for players in range(few, many + 1)
    ]
    return [(setup, range(first, first + each), sys.maxsize) for setup in full for first in range(0, games, each)]


def is_rare(setup: Setup) -> bool:
    """Whether a set-up is left to thorough runs."""
    return bool(setup.marks) if setup in CHANGED else not shelf.is_usual(setup.file)


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "offers" in metafunc.fixturenames:
        games = metafunc.config.getoption("games")
        parts = all_chunks(games) if games else chunks()
        params = [
            pytest.param(
                *part, id=f"{part[0]}-{part[1].start}", marks=[pytest.mark.thorough] if is_rare(part[0]) else []
            )
            for part in parts
        ]
        metafunc.parametrize(("setup", "seeds", "offers"), params)


def test_games_end_keep_their_components_and_replay(
    setup: Setup, seeds: range, offers: int, another_process: Ask
) -> None:
    """Whoever replays them has not played them."""
    game, texts, ends = setup.game(), [], []
    inventory = Inventory(game)
    for stops in played(game, seeds, offers):
        before = None
        for match in stops:
            assert inventory.wrong(match.state, before) == ""
            before = inventory.totals(match.state)
        assert match.result is not None
        assert min(match.result.places) == (1 if match.result.winners or match.result.draw else 2)  # 2: all have lost
        texts.append(astro.save(match))
        ends.append(match.state)
    assert another_process("replay", texts).splitlines() == list(map(digest, ends))


# --- The same again --------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def with_nothing_kept(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Ask]:
    """A process that finds no game that was worked out before."""
    with elsewhere(PYTHONHASHSEED="4242", ASTRO_CACHE=str(tmp_path_factory.mktemp("other"))) as ask:
        yield ask


@pytest.mark.parametrize(
    "setup",
    [
        pytest.param(setup, id=str(setup), marks=setup.marks)
        for setup in WHOLE
        if setup.players == RULES[setup.file].seats[0]
    ],
)
def test_records_depend_on_nothing_but_the_seed(setup: Setup, with_nothing_kept: Ask) -> None:
    """Neither on how Python orders sets nor on what is in the cache: another process works everything out anew."""
    written = with_nothing_kept("play", str(setup.file), setup.players, dict(setup.options))
    game = setup.game()
    *_, match = positions(Match(game, 1, game.players), 1)
    assert astro.save(match) == written


# --- Chance ----------------------------------------------------------------------------------------------------------


@every_setup
def test_chances_are_exact_and_sum_to_one(setup: Setup) -> None:
    for stops in played(setup.game(), range(50)):
        for match in stops:
            if match.chance is None:
                assert match.outcomes() == []
                continue
            outcomes = match.outcomes()
            assert all(isinstance(chance, Fraction) and chance > 0 for _, chance, _ in outcomes)
            assert sum(chance for _, chance, _ in outcomes) == 1
            assert max(Counter(name for _, _, name in outcomes).values()) == 1, "two outcomes have one name"
            assert match.actors == ()
            assert match.legal() == []


# --- Notation --------------------------------------------------------------------------------------------------------


@every_setup
def test_every_legal_move_is_read_back_as_itself(setup: Setup) -> None:
    for match in sampled(setup, games=100, share=0.2):
        for move in match.legal():
            verdict = match.judge(move[0], match.written(move))
            assert verdict.ok, (match.written(move), verdict)
            assert verdict.move == move
            assert match.judge(move[0], match.written(move).upper()).move == move


# --- What a player cannot see ----------------------------------------------------------------------------------------


def looks_the_same(match: Match, below: Callable[[int], int]) -> int:
    """Changes for every player what that player cannot see. Gives the number of positions that did change."""
    changed = 0
    for player in range(match.game.seats):
        found, differs = leak_here(match, player, below)
        assert found is None, found
        changed += differs
    return changed


@every_setup
def test_what_a_player_cannot_see_changes_nothing_for_that_player(setup: Setup) -> None:
    below, changed = random.Random(1).randrange, 0
    hides = any(slot.hidden or slot.sort == "choice" for slot in setup.game().machine.fields)
    hides = hides and (setup.file.stem, setup.players) not in WORKED_OUT
    for number, match in enumerate(sampled(setup, games=25, share=0.15, looks=10 * LOOKS if hides else LOOKS // 6)):
        changed += looks_the_same(match, below)
        if changed and number >= LOOKS:  # where little is hidden, it takes more of them to meet something
            break
    assert hides or not changed
    # One player alone knows what is in a single hidden pile: whatever is nowhere else.
    assert changed or not hides or setup.players == 1, "there should have been positions where hidden things can change"
