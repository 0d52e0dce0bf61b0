"""Games from files: finds a rule file by name or path, and keeps what was worked out on disk by content."""

from __future__ import annotations

import hashlib
import json
import marshal
import pickle
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from functools import lru_cache
from pathlib import Path
from types import CodeType
from typing import TYPE_CHECKING

from attrs import evolve, frozen

import astro_referee
from astro_referee.grammar import cache
from astro_referee.grammar.problems import REFUSED, Fix, Problem, Severity
from astro_referee.grammar.source import Source, Span, is_tests, is_variant

if TYPE_CHECKING:
    from astro_referee.interpreter.check.checked import Checked
    from astro_referee.interpreter.check.setups import SetUp
    from astro_referee.interpreter.machine import Machine
    from astro_referee.interpreter.machine.expressions import FunctionRef
    from astro_referee.interpreter.play.game import Game, Rules
    from astro_referee.interpreter.program.program import KindInfo, Program
    from astro_referee.interpreter.values.types import Type

PACKAGE = Path(__file__).resolve().parents[2]
TESTS = "_test"
"""How the name of a file ends that tests the one beside it: `duel_test.astro` tests `duel.astro`."""
LARGEST_FILE = 2_000_000
"""Bytes of a rule file; the largest rulebook here is a fiftieth of it."""
DAMAGED = (pickle.UnpicklingError, AttributeError, ImportError, LookupError, EOFError, TypeError, ValueError)
"""What a damaged or older cache can bring. It never matters: the text is at hand."""
NOTICED: list[set[Path]] = []
"""Where it is noted which files are read, for those who want to know."""
OPENED: dict[Path, bytes] = {}
"""Files as an editor has them, by their true paths: what was not saved yet wins over the disk."""


class NotFound(Exception):
    """No such game or file; the message says what was looked for."""


class NotAFile(Exception):
    """Something else than a file has this name; the message says so."""


class NoGame(Exception):
    """A library where a game is needed; the message says so."""


class BadRules(Exception):
    """A rule file with errors, and the errors."""

    def __init__(self, source: Source, problems: tuple[Problem, ...]) -> None:
        super().__init__(f"{source.name} has errors")
        self.source, self.problems = source, problems


# --- Files -----------------------------------------------------------------------------------------------------


def bundled() -> Mapping[str, Path]:
    """The rule files that come with Astro, by name: those of no group, then group by group."""
    return games_in(PACKAGE / "games")


@lru_cache(1)
def games_in(games: Path) -> Mapping[str, Path]:
    return {called(path.stem): path for group in groups_in(games) for path in rule_files(group, "*.astro")}


def groups() -> list[Path]:
    """The folders of games that come with Astro; the classics are in groups. Other folders hold what games use."""
    return groups_in(PACKAGE / "games")


def groups_in(games: Path) -> list[Path]:
    return [games, *sorted(path for path in games.glob("classics/*") if path.is_dir())]


def libraries() -> dict[str, Path]:
    """The libraries that come with Astro, by the names that `use` lines call them."""
    return {path.stem: path for path in rule_files(PACKAGE / "games" / "libraries", "*.astro")}


def rule_files(folder: Path, pattern: str = "**/*.astro") -> list[Path]:
    """The rule files in a folder, without the tests that stand beside them."""
    return sorted(path for path in folder.glob(pattern) if not path.stem.endswith(TESTS))


def called(name: str) -> str:
    """A name as it is listed: files have underscores where people type hyphens."""
    return name.replace("_", "-")


def bundled_name(game: str) -> str | None:
    """The name of the bundled game that is meant, if one is: hyphens, underscores and capitals make no difference."""
    games = bundled()
    if called(game) in games:
        return called(game)
    if Path(game).exists():
        return None
    bare = game.casefold().replace("_", "").replace("-", "")
    return next((name for name in games if name.replace("-", "") == bare), None)


def find(game: str) -> Path:
    """The file of a game: a bundled one's name, or a path. The name of a bundled library leads to that."""
    path = Path(game)
    games = bundled()
    name = bundled_name(game)
    if name is not None:
        return games[name]
    try:
        if path.is_file():
            return path
    except (OSError, ValueError):  # a name no file system would take
        pass
    if game in libraries():
        return libraries()[game]
    from astro_referee.grammar.problems import did_you_mean

    hint = did_you_mean(game, list(games))
    if path.suffix == ".astro" or "/" in game:
        raise NotFound(f"there is no file {game}")
    raise NotFound(f"there is no game called {game}" + (f"; {hint}" if hint else "; `astro games` lists them"))


def find_recorded(game: str, folder: Path) -> Path:
    """The file that a record names: a bundled game, or a rule file inside the record's own folder.

    Records come from others. One that names any other file would have it read, and its lines shown in messages.
    """
    if called(game) in bundled():
        return bundled()[called(game)]
    where, inside = folder.resolve(), False
    # A name is written as it was typed, in the current folder of that time.
    for seen_from in (where, Path.cwd()):
        with suppress(OSError, ValueError, RuntimeError):  # a name no file system takes, or links in a circle
            path = (seen_from / game).resolve()
            if game.endswith(".astro") and path.is_relative_to(where):
                inside = True
                if path.is_file():
                    return path
    if inside:
        raise NotFound(f"there is no file {game}")
    raise NotFound(f"the record names its rules `{game}`: neither a bundled game nor a rule file in its folder")


def name_of(game: str) -> str:
    """How a game is called in messages and records: as it was typed, but a bundled one by its own name."""
    name = bundled_name(game)
    return game if name is None or called(game) == name else name


def load_source(path: Path, name: str | None = None, above: tuple[Path, ...] = ()) -> Source:
    """The rules of a file: its text and those of the libraries it uses. `above` are variants that stand on it."""
    return source_of(data_of(path), name or str(path), path, above)


def data_of(path: Path) -> bytes:
    for paths in NOTICED:
        paths.add(path)
    if OPENED and (text := OPENED.get(path.resolve())) is not None:
        return text
    refuse_pipe(path)
    with path.open("rb") as file:
        return file.read(LARGEST_FILE + 1)


def refuse_pipe(path: Path) -> None:
    """Refuses what has a name like a file but would be waited for when it is opened: pipes, sockets, devices."""
    if path.exists() and not path.is_file() and not path.is_dir():
        raise NotAFile(f"{path} is no file")


@contextmanager
def noticing() -> Iterator[set[Path]]:
    """Every file that is read meanwhile: what rules are made of, libraries and bases included."""
    NOTICED.append(set())
    try:
        yield NOTICED[-1]
    finally:
        NOTICED.pop()


def source_of(data: bytes, name: str, path: Path | None = None, above: tuple[Path, ...] = ()) -> Source:
    """Rules from the bytes of a file; if it is not said where that is, they can use no other file."""
    text = decoded(data)
    if is_variant(text) or is_tests(text):
        from astro_referee.interpreter.sources.test_files import with_rules
        from astro_referee.interpreter.sources.variants import Files, put_together

        files = Files(lambda game: bundled().get(called(game)), text_of, libraries, load_source)
        if is_tests(text):
            return with_rules(path or Path(name), name, text, files)
        return put_together(path or Path(name), name, text, files, above)
    if path is None or "\nuse" not in text:
        return Source(name, text, paths=((name, str(path)),) if path is not None else ())
    from astro_referee.interpreter.sources.libraries import Shelf, gathered

    return gathered(path, name, text, Shelf(text_of, libraries))


def text_of(path: Path) -> str:
    return decoded(data_of(path))


def decoded(data: bytes) -> str:
    """Bytes as text. What cannot be text becomes a mark that the reader reports."""
    return data.decode("utf-8-sig", errors="replace").replace("\r\n", "\n").replace("\r", "\n")


def digest(source: Source) -> str:
    """What the rules are known by in records: a hash of their text, and of the libraries they use."""
    return hashlib.sha256(source.rules.encode("utf-8", "replace")).hexdigest()


# --- The cache ---------------------------------------------------------------------------------------------------


@lru_cache(maxsize=1)
def engine() -> str:
    """Changes with the version of Astro, of Python, and with any of Astro's own files."""
    seen = hashlib.sha256(f"{astro_referee.__version__} {sys.version}".encode())
    for folder in ("grammar", "interpreter"):
        for path in sorted((PACKAGE / folder).rglob("*.*")):
            if path.suffix in (".py", ".lark", ".c"):
                seen.update(path.read_bytes())
    return seen.hexdigest()


def key(source: Source, *more: object) -> str:
    """A file name for what was worked out from a text."""
    refused = [*(part.refused for part in source.parts if part.refused), *source.troubles]
    refused += [*source.dropped, *source.replaced]
    whole = "\0".join([engine(), source.content, *map(repr, refused), *map(str, more)])
    return hashlib.sha256(whole.encode("utf-8", "replace")).hexdigest()[:40]


# --- Checking ------------------------------------------------------------------------------------------------------


@frozen
class Examined:
    """Problems and counts of a file."""

    source: Source
    problems: tuple[Problem, ...]
    counts: dict[str, int]
    """Of a game its phases, moves and states; of a library its definitions."""

    @property
    def ok(self) -> bool:
        return not any(p.severity is Severity.ERROR for p in self.problems)


def examine(source: Source) -> Examined:
    """Checks a file, or remembers what was found the last time its text was the same."""
    name = f"check-{key(source)}.json"
    kept = cache.read(name)
    if kept is not None:
        try:
            data = json.loads(kept)
            return Examined(source, tuple(problem_from(p) for p in data["problems"]), data["counts"])
        except (ValueError, KeyError, TypeError):
            pass
    from astro_referee.interpreter import examination

    report = examination.examine(source)
    data = {"problems": [problem_data(p) for p in report.problems], "counts": report.counts}
    cache.write(name, json.dumps(data).encode())
    return Examined(source, report.problems, report.counts)


def problem_data(problem: Problem) -> dict[str, object]:
    """A problem as it is kept: in words, without the parts of its mistake."""
    return {
        "code": problem.code,
        "message": problem.message,
        "span": [problem.span.start, problem.span.end],
        "label": problem.label,
        "notes": list(problem.notes),
        "related": [[[s.start, s.end], text] for s, text in problem.related],
        "severity": problem.severity.value,
        "fixes": [[[fix.span.start, fix.span.end], fix.text] for fix in problem.fixes],
    }


def problem_from(data: dict[str, object]) -> Problem:
    span, notes, related, fixes = data["span"], data["notes"], data["related"], data["fixes"]
    assert isinstance(span, list) and isinstance(notes, list)
    assert isinstance(related, list) and isinstance(fixes, list)
    return Problem(
        str(data["code"]),
        str(data["message"]),
        Span(span[0], span[1]),
        str(data["label"]),
        tuple(notes),
        tuple((Span(s[0], s[1]), text) for s, text in related),
        Severity(str(data["severity"])),
        tuple(Fix(Span(s[0], s[1]), text) for s, text in fixes),
    )


# --- Loading -------------------------------------------------------------------------------------------------------


RECENT: dict[str, Checked] = {}
"""The set-up that was checked last, by its key: whoever asks for the rules of a game most often plays it next."""


KeptGame = tuple["Rules", "Machine", dict["FunctionRef", str], CodeType]
"""The rules in a set-up, their machine, its names for functions, and its module."""
STARTED: dict[tuple[Path | None, str], KeptGame] = {}
"""The games that were asked for last, by where they are kept: whoever starts one often starts it again."""
MOST_STARTED = 8


def load(game: str | Path | Source) -> Rules:
    """What a rule file offers: title, players, options. Raises BadRules if it has errors."""
    source = game if isinstance(game, Source) else load_source(find(str(game)), name_of(str(game)))
    name = f"rules-{key(source)}.bin"
    kept = cache.read(name)
    if kept is not None:
        with suppress(*DAMAGED):
            # The same text may have been read under another name; reports and records must use this one.
            known: Rules = pickle.loads(kept)
            return evolve(known, name=source.name, source=source)
    from astro_referee.interpreter import pipeline
    from astro_referee.interpreter.program.seats import usual_seats

    if source.tested is not None:
        raise NoGame(f"{source.name} holds tests of {source.tested.name}, and cannot be played itself")
    if source.is_library:
        raise NoGame(f"{source.name} is a library: it holds definitions for games, and cannot be played itself")
    checked, problems = pipeline.check_source(source)
    if checked is None:
        whole = examine(source)  # what keeps it from being played is reported as `check` does
        raise BadRules(source, problems if whole.ok else whole.problems)
    rules = rules_of(source, checked.program, checked.parts)
    RECENT.clear()
    RECENT[key(source, usual_seats(rules.seats), [])] = checked
    cache.write(name, pickle.dumps(rules))
    return rules


def rules_of(source: Source, program: Program, parts: dict[str, str]) -> Rules:
    from astro_referee.interpreter.play.game import OptionSheet, Rules
    from astro_referee.interpreter.program.planned_moves import numbers_on_plans

    return Rules(
        name=source.name,
        source=source,
        digest=digest(source),
        title=program.title,
        docs=program.docs,
        credits=program.credits,
        seats=program.seat_range,
        options=tuple(OptionSheet(o.name, o.type, o.default, o.docs, o.asked, o.limited) for o in program.options),
        kinds={name: info.members for name, info in program.kinds.items()},
        columns={name: {**info.columns, **spread(program, info)} for name, info in program.kinds.items()},
        coordinates={name: tuple(word for word, _ in info.coordinates) for name, info in program.kinds.items()},
        about={name: info.docs for name, info in program.kinds.items()},
        rulings={ruling.name: (ruling.text, ruling.source) for ruling in program.rulings if ruling.in_force},
        switched_off=tuple(ruling.name for ruling in program.rulings if not ruling.in_force),
        marks={name: info.marks for name, info in program.kinds.items() if info.marks},
        parts=parts,
        plans=program.plans,
        on_plans=numbers_on_plans(program),
        questions=program.questions,
        unshown=program.unshown,
    )


def spread(program: Program, info: KindInfo) -> dict[str, tuple[Type, tuple[str, ...]]]:
    """What a column with a value for each member says of each row, as it stands in the table."""
    from astro_referee.interpreter.values.printing import Printer
    from astro_referee.interpreter.values.types import TEXT

    printer = Printer({name: kind.members for name, kind in program.kinds.items()}, program.words)
    return {
        word: (TEXT, tuple(" ".join(printer.show(made.type, value) for value in row) for row in made.values))
        for word, made in info.matrices.items()
    }


def kept_game(name: str) -> KeptGame | None:
    """What is kept of a game: from the last few that were asked for, or from the cache, which is read whole each time.

    Nothing of it can change; what counts in play is made anew for each game.
    """
    where = cache.folder(), name
    found = STARTED.pop(where, None)
    if found is None:
        kept = cache.read(name)
        if kept is None:
            return None
        try:
            there, machine, names, code = pickle.loads(kept)
            found = there, machine, names, marshal.loads(code)
        except DAMAGED:
            return None
    if where[0] is not None:
        STARTED[where] = found
        while len(STARTED) > MOST_STARTED:
            del STARTED[next(iter(STARTED))]
    return found


def prepare(rules: Rules, seats: int | None = None, chosen: dict[str, int] | None = None) -> Game:
    """The game for a number of players and a choice of options."""
    return assembled(rules, seated(rules, seats), chosen or {})


def allows(rules: Rules, set_up: SetUp) -> bool:
    """Whether the options of a set-up go together."""
    from astro_referee.interpreter.play.game import BadOption

    if not any(option.limited for option in rules.options):
        return True
    try:
        prepare(rules, *set_up)
    except BadOption:
        return False
    except BadRules:
        pass  # whoever tries this set-up will tell
    return True


def seated(rules: Rules, seats: int | None) -> int:
    """How many play: as many as were asked for, or as usual. Raises BadOption if the game is not for so many."""
    from astro_referee.interpreter.play.game import BadOption
    from astro_referee.interpreter.program.seats import usual_seats

    low, high = rules.seats
    if seats is not None and not low <= seats <= high:
        how_many = f"{low}" if low == high else f"{low} to {high}"
        raise BadOption(f"{rules.title} is for {how_many} players, not {seats}")
    return seats if seats is not None else usual_seats(rules.seats)


def built(source: Source, seats: int | None, chosen: dict[str, int], marked: bool = False) -> Game:
    """A game from the cache or from its text. A `marked` one plays the same, and counts what it comes to."""
    rules = load(source)
    return assembled(rules, seated(rules, seats), chosen, marked)


def unusual(rules: Rules, chosen: dict[str, int]) -> dict[str, int]:
    """What is chosen, or nothing if that is as if nobody had chosen."""
    defaults = {option.name: option.default for option in rules.options}
    return chosen if any(defaults[name] != value for name, value in chosen.items()) else {}


def assembled(rules: Rules, seats: int, chosen: dict[str, int], marked: bool = False) -> Game:
    """The game for a set-up. What is chosen as if nobody had chosen is the same game; but that it was, is kept."""
    from astro_referee.interpreter.backends.python.engine import PythonEngine
    from astro_referee.interpreter.play.game import BadOption, Game

    source, other = rules.source, unusual(rules, chosen)
    setup = key(source, seats, sorted(other.items()))
    name = f"{'marked' if marked else 'game'}-{setup}.bin"
    kept = kept_game(name)
    if kept is not None:
        there, machine, names, code = kept
        there = evolve(there, name=source.name, source=source)
        return Game(there, machine, chosen, PythonEngine.loaded(code, names))
    from astro_referee.interpreter import pipeline

    made, problems = pipeline.build(source, seats, other, marked, RECENT.get(setup))
    if made is None:
        refused = next((problem for problem in problems if problem.code == REFUSED), None)
        if refused is not None and chosen:
            raise BadOption(refused.message)
        raise BadRules(source, problems)
    there = rules_of(source, made.program, made.parts)
    code = compile(made.module, f"<{there.title}>", "exec")
    cache.write(name, pickle.dumps((there, made.machine, made.names, marshal.dumps(code))))
    return Game(there, made.machine, chosen, PythonEngine.loaded(code, made.names))
