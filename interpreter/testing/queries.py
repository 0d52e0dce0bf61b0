"""Questions to a match: a line of the language goes in, what it is worth in the position at hand comes out.

The line is read as one of a test would be, below the rules, so names, types and complaints are those of the rules.
Everything is in view: who asks is the author, and not a player.
"""

from __future__ import annotations

from textwrap import dedent, indent

from attrs import Factory, define, evolve, frozen

from astro_referee.grammar import tree
from astro_referee.grammar.problems import Problem
from astro_referee.grammar.reader import read, read_test_line
from astro_referee.grammar.source import Part, Patch, Source
from astro_referee.interpreter import machine as m
from astro_referee.interpreter.check import prepared, seat_range
from astro_referee.interpreter.check.flow import queries
from astro_referee.interpreter.check.names.scope import Checker
from astro_referee.interpreter.lower import compile_probes
from astro_referee.interpreter.play.game import Game
from astro_referee.interpreter.play.library import BadRules
from astro_referee.interpreter.play.match import Match
from astro_referee.interpreter.program import program as p
from astro_referee.interpreter.program import scenario as s
from astro_referee.interpreter.testing.probes import ProbeRunner

TEST = 'astro 1\ntests of "it"\ntest "it"\n'
"""What stands around a line that is read as one of a test."""
TYPED = "you typed"
"""What the line is called in reports."""


class NobodyAsked(Exception):
    """`me` was asked for, but nobody or several are asked."""


@frozen
class Answer:
    """What an expression is worth; of a condition also the values it has looked at."""

    text: str
    seen: tuple[tuple[str, str], ...] = ()


@define
class QuerySession:
    """The rules of a game with whatever an author wants to know, line by line."""

    game: Game
    program: p.Program
    checker: Checker
    cache: dict[str, tuple[ProbeRunner, queries.Question]] = Factory(dict)
    """Expressions that were asked already."""

    @classmethod
    def of(cls, game: Game) -> QuerySession:
        """Reads the rules once more, for names and types: a compiled game has none left."""
        source = game.rules.source
        file, problems = read(source)
        if file is None:
            raise BadRules(source, problems)
        checker, program = prepared(file, source, game.seats, game.chosen, seat_range(file, source)[0])
        if program is None:
            raise BadRules(source, tuple(checker.found.problems))
        return cls(game, program, checker)

    @property
    def names(self) -> list[str]:
        """Everything an expression may call by name."""
        return self.checker.known_names()

    def value(self, match: Match, typed: str, me: int | None = None) -> Answer:
        """What an expression is worth, for the one who is asked or for `me`.

        Raises BadRules if it cannot be read, FaultyRules if it has no value here.
        """
        if typed not in self.cache:
            source, node = self.line("  expect ", typed)
            question, problems = queries.question(self.checker, self.program, source, node)
            if question is None:
                raise BadRules(source, problems)
            said = p.Say(p.Text((question.term,)), None)
            self.cache[typed] = (
                self.probe_runner(source, (((said,), ()), ((), tuple(t for _, t in question.seen)))),
                question,
            )
        probe_runner, question = self.cache[typed]
        if question.needs_me and me is None and len(match.actors) != 1:
            raise NobodyAsked
        text = probe_runner.run(match, 0, me).opening[0].text
        values = probe_runner.answers(match, 1, me) if question.seen else []
        show = self.game.printer.show
        pairs = [(name, show(term.type, v)) for (name, term), v in zip(question.seen, values, strict=True)]
        return Answer(text, tuple(pair for pair in pairs if pair[0] != typed))

    def change(self, match: Match, typed: str) -> None:
        """Changes the position by a step, or by the steps of several lines, as `given` does; whoever is asked is asked
        anew.
        """
        source, steps = self.steps(typed)
        match.continue_from(self.probe_runner(source, ((steps, ()),)).changed(match, 0))

    def is_step(self, typed: str) -> bool:
        """Whether a line could change the position."""
        try:
            self.steps(typed)
        except BadRules:
            return False
        return True

    def steps(self, typed: str) -> tuple[Source, tuple[p.Step, ...]]:
        """What stands below `given`."""
        source, node = self.line("  given\n    ", indent(dedent(typed), "    ").strip())
        steps, problems = queries.given(self.checker, self.program, source, node)
        if steps is None:
            raise BadRules(source, problems)
        return source, steps

    def line(self, head: str, typed: str) -> tuple[Source, tree.TestLine]:
        """A line below the rules, and what it says."""
        rules = self.game.rules.source
        start = len(rules.text) + 1
        at = start + len(TEST) + len(head)
        part = Part(TYPED, start)
        shift = len(head.rsplit("\n", 1)[-1])
        source = Source(
            rules.name,
            f"{rules.text}\n{TEST}{head}{typed}\n",
            (*rules.files, part),
            (*rules.patches, Patch(at - shift, part.name, 1, shift)),
        )
        node, problems = read_test_line(source, part)
        if node is None:
            raise BadRules(source, problems)
        return source, node

    def probe_runner(self, source: Source, probes: tuple[s.Probe, ...]) -> ProbeRunner:
        # A line may be the first to ask for a table, such as that of the neighbours on a board.
        full = evolve(self.program, tables=dict(self.checker.declared.tables), words=tuple(self.checker.declared.words))
        try:
            machine, slots = compile_probes(full, probes)
        except m.MachineProblem as problem:
            raise BadRules(source, (Problem(problem.code, problem.message, problem.span),)) from None
        return ProbeRunner.of(source, self.game, machine, slots)
