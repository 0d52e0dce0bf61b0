"""From the text of rules to their syntax tree and everything that is wrong with how they are written, in one run."""

from __future__ import annotations

from attrs import evolve

from astro_referee.grammar import tree
from astro_referee.grammar.build.files import build
from astro_referee.grammar.errors.recovery import parse
from astro_referee.grammar.mistakes import text as mistakes
from astro_referee.grammar.problems import Fix, Problem
from astro_referee.grammar.source import Part, Refusal, Source, Span, blanked
from astro_referee.grammar.syntax import limits
from astro_referee.grammar.syntax.characters import clean
from astro_referee.grammar.syntax.header import open_file
from astro_referee.grammar.syntax.layout import lay_out
from astro_referee.grammar.syntax.parser import lex

NO_FOLDER = Refusal("no-library", "there is no folder here in which a library could be found")


def read(source: Source, tests: bool = False) -> tuple[tree.File | None, tuple[Problem, ...]]:
    """The tree of a file, what it uses included, and its problems in the order of the text.

    With problems, the tree holds the lines that could be read; without a tree, nothing could. Tests are no part of the
    rules: they are left out unless they are asked for, and then only those of the file itself are read.
    """
    if source.troubles:
        return None, source.troubles
    problems: list[Problem] = []
    file = _whole(source, problems, tests)
    found = sorted(dict.fromkeys(problems), key=lambda problem: (problem.span.start, problem.span.end))
    if len(found) > limits.PROBLEMS:
        last = found[limits.PROBLEMS]
        found[limits.PROBLEMS :] = [mistakes.MORE_PROBLEMS.at(last.span)]
    return file, tuple(found)


def _whole(source: Source, problems: list[Problem], tests: bool) -> tree.File | None:
    """The file with the items of all libraries before its own; a file of tests stands below what it tests."""
    if not _fits(source, problems):
        return None
    stretches = [source.stretch(part) for part in source.files]
    own_tests = source.files[-1].start if tests else len(source.text)
    written = blanked(source.text[:own_tests]) + source.text[own_tests:]
    signs: list[list[Problem]] = [[] for _ in stretches]
    cleaned = [clean(written, found, s.start, s.end) for s, found in zip(stretches, signs, strict=True)]
    text = "\n".join(cleaned)
    own: tree.File | None = None
    header: tree.Header | tree.Library | None = None
    items: list[tree.Declaration] = []
    for part, inside, found in zip(source.files, stretches, signs, strict=True):
        own = _file(text, inside, found)
        if own is not None:
            header = header if part is source.files[-1] and source.tested is not None else own.header
            items += own.items
            found += _refused(part, own, found)
        problems += found
    return evolve(own, header=header, items=tuple(items)) if own is not None else None


def read_test_line(source: Source, part: Part) -> tuple[tree.TestLine | None, tuple[Problem, ...]]:
    """The only line of the only test in a part of a source, if it can be read, and what is wrong with it."""
    problems: list[Problem] = []
    inside = source.stretch(part)
    text = source.text[: inside.start] + clean(source.text, problems, inside.start, inside.end)
    file = _file(text, inside, problems)
    lines = [line for test in (file.tests if file is not None else ()) for line in test.lines]
    return (lines[0] if lines and not problems else None), tuple(problems)


def _file(text: str, inside: Span, problems: list[Problem]) -> tree.File | None:
    """One file of the text."""
    layout = lay_out(text, lex(text, inside.start, inside.end))
    problems += layout.problems
    if len(problems) > limits.PROBLEMS or not open_file(layout, problems):
        return None
    branch = parse(layout, problems)
    return build(text, branch, problems) if branch else None


def _refused(part: Part, file: tree.File, known: list[Problem]) -> list[Problem]:
    """What is wrong with the libraries a file asks for, unless its line is reported already."""
    found: list[Problem] = []
    for use in file.uses:
        refusal = part.refused.get(use.path) if part.refused is not None else NO_FOLDER
        if refusal is not None and not any(use.span.start <= p.span.start < use.span.end for p in known):
            fixes = tuple(Fix(use.span, f'"{path}"') for path in refusal.suggested)
            found.append(Problem(refusal.code, refusal.message, use.span, refusal.label, fixes=fixes))
    return found


def _fits(source: Source, problems: list[Problem]) -> bool:
    """Whether all files are of a size a person could have written."""
    for inside in map(source.stretch, source.files):
        size = inside.end - inside.start
        if size > limits.FILE:
            problems.append(mistakes.FileTooLarge(size, limits.FILE).at(Span(inside.start, inside.start)))
            return False
    for start, end in zip(source.starts, [*source.starts[1:], len(source.text)], strict=True):
        if end - start > limits.LINE:
            problems.append(mistakes.LineTooLong(limits.LINE).at(Span(start, start + 1)))
            return False
    return True
