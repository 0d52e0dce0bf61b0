"""Generated programs use every construct of the grammar, and come to the same in all engines."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from agreement import built
from attrs import define
from generated.program import FEATURES, source
from generated.trial import tried
from lark.grammar import Rule

from astro_referee.grammar.reader import read
from astro_referee.grammar.source import Source
from astro_referee.grammar.syntax.parser import parser
from astro_referee.interpreter import pipeline
from astro_referee.interpreter.backends.c import compiler
from astro_referee.interpreter.check.names.index import BUILTINS, FIELDS
from astro_referee.interpreter.machine.effects import effects_of
from astro_referee.interpreter.machine.operations import OPERATIONS
from astro_referee.interpreter.optimise import passes
from astro_referee.interpreter.program.program import UTILITY

PROGRAMS, MANY_PROGRAMS, TOGETHER = 14, 2000, 50
"""Programs that are played: in each run, and in thorough ones, where so many make one test."""
NAMED = 8 * len(FEATURES)
"""Programs among which each word that is no word of the grammar is looked for."""
COMPARISONS = ("<", "<=", ">", ">=")
READ = 1400
"""Programs among which each alternative of the grammar is looked for."""
FRUITFUL = (
    4, 5, 16, 17, 19, 21, 33, 34, 35, 36, 39, 41, 42, 43, 55, 62, 67, 68, 81, 84, 109, 118, 120, 127, 128, 130, 135,
    137, 161, 162, 168, 171, 172, 174, 191, 193, 202, 210, 219, 220, 224, 229, 237, 252, 258, 267, 276, 299, 307,
    315, 322, 361, 408, 462, 473, 484, 487, 495, 523, 529, 531, 547, 551, 556, 665, 679, 680, 692, 1309,
)  # fmt: skip
"""Some that together have all alternatives: looked at first, and the others only for what these lack. If that is much,
since the grammar has grown, write down here what `fruitful` finds."""

# --- The grammar ------------------------------------------------------------------------------------------------------

OF_TESTS = {"test", "playthrough", "test_part", "turn", "TESTS"}
"""Tests are no part of what is played; tests/interpreter/testing runs them."""
UNREAD = {"ERROR"}
"""Stands for a line that could not be read: no file that is accepted has one."""
REFUSED = {
    "zone": ("zone waste: Card", "no-audience"),
    "sorting": ("zone waste: pile of Card, seen by nobody, top seen by everyone, sorted by number", "bad-sorting"),
    "plan": ("plan Post of P1 on lines", "bad-plan"),
    "token": ('token Peg as "a peg" on Post: each owner in player', "bad-mark"),
    "turns": ("turns p in players by highest p.index\n    draw", "bad-turns"),
    "phrase": ('say "{reach q from {f1} by {q.next} costing 1}"', "misplaced"),
}
"""Alternatives that the checker always refuses, to say what is wrong: a line of rules each, and its problem."""


@define
class Reductions:
    """The alternatives of the grammar by which the parser has read something."""

    used: set[Rule]

    @contextmanager
    def noted(self) -> Iterator[None]:
        callbacks = parser().parser.parser.parser.callbacks  # type: ignore[union-attr]
        kept = dict(callbacks)
        for rule, made in kept.items():

            def note(children: object, rule: Rule = rule, made: object = made) -> object:
                self.used.add(rule)
                return made(children)  # type: ignore[operator]

            callbacks[rule] = note
        try:
            yield
        finally:
            callbacks.update(kept)


def words(rule: Rule) -> list[str]:
    """The symbols of an alternative, that on its left first; helpers that Lark makes go by their rule."""
    return [
        str(s.name).removeprefix("__").split("_star_")[0].split("_plus_")[0] for s in (rule.origin, *rule.expansion)
    ]


def is_exempt(rule: Rule) -> bool:
    name, *symbols = words(rule)
    return (
        bool({name, *symbols} & (OF_TESTS | UNREAD))
        or (name == "zone" and "audience" not in symbols)
        or (name == "zone" and {"top_audience", "sorting"} <= {*symbols})
        or (name == "plan" and {"OF", "ON"} <= {*symbols})
        or (name == "token" and {"as_", "product"} <= {*symbols})
        or (name == "turns" and "BY" in symbols and not {"ONCE", "IN"} <= {*symbols})
        or (name == "phrase" and "COSTING" in symbols and "WITHIN" not in symbols)
        or (name, symbols) == ("limits", ["_NL", "_INDENT", "_DEDENT"])  # the layout makes no block of nothing
    )


def all_alternatives() -> set[Rule]:
    return {rule for rule in parser().rules if not is_exempt(rule)}


def alternatives(seed: int, folder: Path, wanted: set[Rule]) -> set[Rule]:
    """Those of the wanted ones that a program uses, if the checker takes it."""
    reductions = Reductions(set())
    with reductions.noted():
        rules = source(seed, folder)
        read(rules)
    new = wanted & reductions.used
    return new if new and pipeline.check_source(rules)[0] is not None else set()


def fruitful(folder: Path) -> list[int]:
    """Few programs that together have all alternatives: always the one that has most of what is missing."""
    wanted = all_alternatives()
    used = {seed: alternatives(seed, folder, wanted) for seed in range(READ)}
    found: list[int] = []
    while new := max((wanted & rules for rules in used.values()), key=len):
        found.append(next(seed for seed, rules in used.items() if wanted & rules == new))
        wanted -= new
    return sorted(found)


def test_every_alternative_of_the_grammar_is_used_by_an_accepted_program(tmp_path: Path) -> None:
    """Only programs that bring something new are checked. Two seconds: there are six hundred alternatives."""
    wanted = all_alternatives()
    for seed in dict.fromkeys((*FRUITFUL, *range(READ))):
        wanted -= alternatives(seed, tmp_path, wanted)
        if not wanted:
            break
    assert sorted(map(str, wanted)) == []


@pytest.mark.thorough
def test_few_programs_have_all_alternatives(tmp_path: Path) -> None:
    """Otherwise hundreds are read each time."""
    wanted = all_alternatives()
    for seed in FRUITFUL:
        wanted -= alternatives(seed, tmp_path, wanted)
    assert len(wanted) < 20, fruitful(tmp_path)


def test_every_field_function_and_comparison_is_used(tmp_path: Path) -> None:
    """These are names to the grammar, or one terminal."""
    used = {word for seed in range(NAMED) for word in re.findall(r"\w+|[<>]=?", source(seed, tmp_path).text)}
    assert sorted({*FIELDS, *BUILTINS, *COMPARISONS, UTILITY} - used) == []


@pytest.mark.thorough
def test_every_operation_of_the_machine_is_used(tmp_path: Path) -> None:
    """Some are made by passes of the optimiser alone."""
    wanted = set(OPERATIONS)
    for seed in range(READ):
        machine = built(source(seed, tmp_path))
        if machine is None:
            continue
        for made in (machine, passes.optimised(machine), passes.optimised(machine, native=True)):
            for part in (*made.functions, *made.automatic):
                wanted -= effects_of(part.body).operations
        if not wanted:
            return
    assert sorted(wanted) == []


@pytest.mark.parametrize(("line", "code"), REFUSED.values(), ids=REFUSED)
def test_what_no_program_can_use_is_always_refused(line: str, code: str) -> None:
    item, step = (line, "") if line.startswith(("zone", "token", "plan")) else ("", f"  {line}")
    head = "astro 1\ngame Refused for 2 players\ncard Card: each number in 1..3\nring Post: f1, f2\ntoken Pin on Post"
    text = "\n".join([head, item, "phase play", step, "  put Pin on f1", "  draw", ""])
    assert code in {problem.code for problem in pipeline.check_source(Source("refused.astro", text))[1]}


# --- Played -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(1, PROGRAMS + 1))
def test_a_generated_program_is_the_same_in_all_engines(seed: int, tmp_path: Path) -> None:
    tried(seed, tmp_path)


@pytest.mark.thorough
@pytest.mark.timeout(900)
@pytest.mark.parametrize("first", range(0, MANY_PROGRAMS, TOGETHER))
def test_many_generated_programs_are_the_same_in_all_engines(
    first: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, record_property: Callable[[str, object], None]
) -> None:
    """With C where there is a compiler. It optimises nothing here, which takes a third of the time: what is tried is
    the C that is written, and the few programs of each run are compiled as usual. `--junitxml` keeps the counts.
    """
    natively = compiler.find() is not None
    monkeypatch.setattr(compiler, "FLAGS", tuple("-O0" if flag == "-O1" else flag for flag in compiler.FLAGS))
    trials = [tried(seed, tmp_path, natively) for seed in range(first, first + TOGETHER)]
    accepted = sum(trial.accepted for trial in trials)
    record_property("accepted", accepted)
    record_property("events", sum(trial.events for trial in trials))
    record_property("faults", sum(trial.faults for trial in trials))
    assert accepted > TOGETHER * 0.9
