"""A game in, its book out: all sections in order, in the language of the rules."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from attrs import evolve, frozen

from astro_referee.grammar import tree
from astro_referee.grammar.problems import Severity
from astro_referee.grammar.reader import read
from astro_referee.grammar.source import Source
from astro_referee.interpreter.check import check_tests, seat_range
from astro_referee.interpreter.check.names.library_items import taken
from astro_referee.interpreter.check.names.references import References
from astro_referee.interpreter.examination import prepare_tests
from astro_referee.interpreter.play.game import Game
from astro_referee.interpreter.play.library import BadRules
from astro_referee.interpreter.program.seats import usual_seats
from astro_referee.interpreter.show.rulebook.book import Block, Book, Paragraph, Section
from astro_referee.interpreter.show.rulebook.components import Components
from astro_referee.interpreter.show.rulebook.course import Course
from astro_referee.interpreter.show.rulebook.examples import USUAL, Examples, chosen, with_bases
from astro_referee.interpreter.show.rulebook.glossary import index_of, words_of_game
from astro_referee.interpreter.show.rulebook.lexicon import Lexicon, in_words
from astro_referee.interpreter.show.rulebook.marked_text import quoted
from astro_referee.interpreter.show.rulebook.rulings import rulings_section
from astro_referee.interpreter.show.rulebook.settings import VariantNote, options_section, variants_section
from astro_referee.interpreter.testing.runner import Suite
from astro_referee.interpreter.testing.snapshots import Snapshots, snapshot_path


@frozen
class Writing:
    """A book, and what is to be said about how it was made."""

    book: Book
    notes: tuple[str, ...] = ()


def write_book(
    game: Game, tests: Source | None = None, variants: Sequence[VariantNote] = (), examples: int = USUAL
) -> Writing:
    """The book of a game. `tests` is the file that tests its rules, from which examples are taken; without one they are
    those of the rule file itself. Raises BadRules if the rules cannot be read.
    """
    notes: list[str] = []
    source = tests or game.rules.source
    try:
        lex, worked, tree_tests = read_rules(source, examples)
    except BadRules:
        if tests is None:
            raise
        notes.append(f"{tests.name} has errors, so there are no examples; `astro check` names them")
        lex, worked, tree_tests = read_rules(game.rules.source, examples)
    shown: dict[str, list[str]] = {}
    for test in tree_tests:
        for tag in test.tags:
            shown.setdefault(tag.name, []).append(test.title.text)
    course, components = Course(lex), Components(lex, game)
    header = lex.file.header
    assert isinstance(header, tree.Header)
    worked_out = worked.section()
    sections = [
        players(lex, header),
        components.section(),
        course.setup(),
        course.play(),
        course.moves(),
        course.procedures(),
        course.ending(),
        words_of_game(lex),
        options_section(lex, components),
        variants_section(lex, variants),
        rulings_section(lex, shown, worked_out),
        worked_out,
    ]
    parts = tuple(section for section in sections if section is not None)
    parts = (*parts, index_of(parts, lex))
    about = (lex.sentence(header, "book.about", f"“{quoted(header.docs)}”", ()),) if header.docs else ()
    title = lex.label("book.title", in_words(header.name.word).title())
    return Writing(Book(title, about, header.credits, parts), tuple(notes))


def read_rules(source: Source, examples: int) -> tuple[Lexicon, Examples, tuple[tree.Test, ...]]:
    """The names and types of some rules, the tests that become examples, and all tests. Raises BadRules."""
    file, problems = read(source, tests=True)
    if file is None or any(p.severity is Severity.ERROR for p in problems):
        raise BadRules(source, problems)
    range_, _ = seat_range(file, source)
    picked = chosen(file.tests, examples)
    needed = evolve(file, tests=with_bases(file.tests, picked))
    references = References()
    # Who notes types reads all of a library; tests need the game as it is played.
    check_tests(needed, source, range_, usual_seats(range_), references=references)
    prepared, found = prepare_tests(needed, source, range_)
    if any(p.severity is Severity.ERROR for p in found):
        raise BadRules(source, found)
    kept = tuple(item for item in taken(file, source) if not source.is_test(item.span.start))
    rules = evolve(file, items=kept, tests=())
    lex = Lexicon(source, rules, references.types)
    # Procedures of the tests are said in examples.
    for item in file.items:
        if source.is_test(item.span.start):
            lex.note(item)
            lex.hidden.add(getattr(item, "name", tree.Name("")).word)
    suite = Suite(source, prepared, Snapshots(snapshot_path(Path(source.name)), False))
    return lex, Examples(lex, suite, picked), file.tests


def players(lex: Lexicon, header: tree.Header) -> Section:
    low, high = (str(end.value) if isinstance(end, tree.Number) else "?" for end in (header.low, header.high))
    said = f"For {low} players." if low == high else f"For {low} to {high} players."
    said = said.replace("For 1 players", "For one player")
    blocks: list[Block] = [Paragraph(lex.sentence(header, "book.players.count", said))]
    return Section("players", lex.label("book.players", "Players"), tuple(blocks))
