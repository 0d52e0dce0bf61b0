"""Rules with one mistake each: a guard dropped, a condition turned round, a number off by one, a step left out.

A mutant is a text like any other. One that the checker refuses needs no test; every other one should make a test of
its game fail.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from attrs import evolve, frozen

from astro_referee.grammar import tree
from astro_referee.grammar.reader import read
from astro_referee.grammar.source import Part, Source, Span
from astro_referee.interpreter.check.names.dependencies import inside

OTHER = {
    "<": "<=",
    "<=": "<",
    ">": ">=",
    ">=": ">",
    "+": "-",
    "-": "+",
    "and": "or",
    "or": "and",
    "is": "is not",
    "is not": "is",
    "+=": "-=",
    "-=": "+=",
}
"""What one operator is mistaken for."""


@frozen
class Mutant:
    """One mistake: in which file, in which part of it, what stood there and what stands there now."""

    file: str
    part: str
    before: str
    after: str
    span: Span
    number: int = 1
    """The second, third, … of those that are written alike."""

    @property
    def name(self) -> str:
        """Stays the same when other lines change."""
        again = f" #{self.number}" if self.number > 1 else ""
        return f"{self.file}, {self.part}: {self.before} -> {' '.join(self.after.split()) or 'nothing'}{again}"

    def put_into(self, source: Source) -> Source:
        """A file of tests, with the mistake in the rules it tests."""
        assert source.tested is not None
        return evolve(self._in(source), tested=self._in(source.tested))

    def _in(self, source: Source) -> Source:
        text = source.text[: self.span.start] + self.after + source.text[self.span.end :]
        longer = len(text) - len(source.text)
        parts = tuple(
            Part(part.name, part.start + (longer if part.start > self.span.start else 0), part.refused)
            for part in source.parts
        )
        return evolve(source, text=text, parts=parts)


def mutants(source: Source) -> list[Mutant]:
    """All mistakes in the rules that a file tests, in the order of the text."""
    assert source.tested is not None
    rules = source.tested
    file, problems = read(rules)
    assert file is not None, problems
    found, alike = [], Counter[str]()
    for item in file.items:
        for span, after in sorted(mistakes(item, rules), key=lambda mistake: (mistake[0].start, mistake[1])):
            before = " ".join(rules.slice(span).split())
            mutant = Mutant(rules.file(span.start), named(item), before, after, span)
            alike[mutant.name] += 1
            found.append(evolve(mutant, number=alike[mutant.name]))
    return found


def named(item: tree.Node) -> str:
    name = getattr(item, "name", None)
    return name.word if isinstance(name, tree.Name) else type(item).__name__.lower()


def mistakes(item: tree.Node, rules: Source) -> Iterator[tuple[Span, str]]:
    """Places in a part of the rules with what stands there by mistake."""
    if isinstance(item, tree.Ruling | tree.Option | tree.Kind | tree.Table | tree.Card | tree.Product):
        return  # what is only data is held by the tests of the data
    for node in inside(item):
        yield from turned(node, rules)
        yield from left_out(node, rules)


def turned(node: tree.Node, rules: Source) -> Iterator[tuple[Span, str]]:
    match node:
        case tree.When() | tree.Must():
            yield node.condition.span, "yes"
        case tree.If():
            for condition, _ in node.branches:
                yield condition.span, f"not ({rules.slice(condition.span)})"
        case tree.Case(condition=tree.Node() as condition):
            yield condition.span, f"not ({rules.slice(condition.span)})"
        case tree.Watch():
            yield node.condition.span, "no"
        case tree.Binary():
            word = " ".join(rules.slice(node.op_span).split())
            if word in OTHER:
                yield node.op_span, OTHER[word]
        case tree.Number():
            yield node.span, str(node.value + 1)
        case tree.Key():
            word = rules.slice(node.span).split()[0]
            end = Span(node.span.start, node.span.start + len(word))
            yield end, "lowest" if word == "highest" else "highest"
        case _:
            pass


def left_out(node: tree.Node, rules: Source) -> Iterator[tuple[Span, str]]:
    """A step of a block that has others. What is told to the players is no rule."""
    blocks = [getattr(node, a.name) for a in node.__attrs_attrs__ if a.name in ("body", "then", "begin", "finish")]
    if isinstance(node, tree.If):
        blocks += [body for _, body in node.branches] + [node.otherwise]
    for block in blocks:
        steps = [step for step in block if isinstance(step, tree.Noted)]
        if len(steps) < 2:
            continue
        for step in steps:
            if isinstance(step, STEPS):
                yield step.span, ""


STEPS = (
    tree.Store,
    tree.Random,
    tree.Put,
    tree.Deal,
    tree.Shuffle,
    tree.Swap,
    tree.Add,
    tree.Remove,
    tree.Remember,
    tree.Roll,
    tree.Show,
    tree.Retire,
    tree.Do,
    tree.Leave,
    tree.Repeat,
    tree.Winner,
    tree.Rank,
)
