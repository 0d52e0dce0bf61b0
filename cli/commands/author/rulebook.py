"""`astro rulebook`: a game in, its rulebook out: a web page, a PDF, or text."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from astro_referee.cli.failures import Failure, Misuse
from astro_referee.cli.options import Number, of_a_game, prepared, read_file
from astro_referee.cli.terminal import busy, put, talk
from astro_referee.interpreter.values.text import clean, plural

if TYPE_CHECKING:
    from astro_referee.grammar.source import Source
    from astro_referee.interpreter.play.game import Game
    from astro_referee.interpreter.show.rulebook.book import Book

ENDINGS = (".html", ".pdf", ".md", ".typ")
MOST_NAMED = 5
"""Entries of a translation that are named one by one."""


@click.command("rulebook")
@of_a_game
@click.option("-o", "--output", metavar="FILE", help="Write FILE.html, .pdf, .md or .typ; without it, text is printed.")
@click.option("--sheets", is_flag=True, help="Write cards and boards to print and cut out in place of the book.")
@click.option("--words", metavar="FILE", help="Translate with FILE; it is written, or brought up to date.")
@click.option("--examples", metavar="N", type=Number(0, 500), help="How many tests are examples; 6 if not set.")
def command(
    game: str,
    players: int | None,
    options: dict[str, str],
    output: str | None,
    sheets: bool,
    words: str | None,
    examples: int | None,
) -> None:
    """Write the rulebook of a game from its rules, with pictures and with examples from its tests.

    Every sentence knows its line: in a web page point at it, in a PDF look at the margin. The set-up is that of the
    pictures; the text holds for all.

    \b
    Examples:
      astro rulebook GAME -o rules.html
      astro rulebook GAME -o rules.pdf --examples 12
      astro rulebook GAME -o sheets.pdf --sheets
      astro rulebook GAME --words de.txt -o regeln.html
    """
    from astro_referee.interpreter.play import library
    from astro_referee.interpreter.show.rulebook.examples import USUAL
    from astro_referee.interpreter.show.rulebook.settings import known_variants
    from astro_referee.interpreter.show.rulebook.writing import write_book

    ending = Path(output).suffix.lower() if output is not None else ".md"
    if ending not in ENDINGS:
        raise Misuse(f"{output} should end in .html, .pdf, .md or .typ")
    if words is not None and output is not None and Path(words).resolve() == Path(output).resolve():
        raise Misuse("the book and the file of its words cannot be the same file")
    if sheets and (output is None or ending == ".md"):
        raise Misuse("sheets are written with -o to a file that ends in .html, .pdf or .typ")
    if sheets and (words is not None or examples is not None):
        raise Misuse("sheets have no sentences; leave out --words and --examples")
    ready = prepared(game, players, options)
    if sheets:
        assert output is not None
        write_sheets(ready, output, ending)
        return
    most = USUAL if examples is None else examples
    with busy(f"writing the rulebook of {game}"):
        made = write_book(ready, tests_of(game), known_variants(library.find(game)), most)
    for note in made.notes:
        talk(f"note: {note}", "note")
    book = made.book if words is None else translate(made.book, words)
    if output is None:
        if words is None:
            from astro_referee.interpreter.show.rulebook.markdown import markdown

            put(markdown(book).rstrip("\n"))
        return
    write(book, output, ending)


def write(book: Book, output: str, ending: str) -> None:
    from astro_referee.cli.files import write_output
    from astro_referee.interpreter.show.rulebook import html, markdown, typeset

    match ending:
        case ".html":
            write_output(output, html.page(book))
        case ".md":
            write_output(output, markdown.markdown(book))
        case ".typ":
            write_output(output, typeset.document(book))
        case _:
            write_pdf(output, typeset.document(book))
    talk(f"wrote {clean(output)}")


def write_pdf(output: str, document: str) -> None:
    from astro_referee.cli.files import write_output
    from astro_referee.interpreter.show.rulebook.typeset import NoTypesetter, pdf

    try:
        with busy(f"setting {clean(output)}"):
            pages = pdf(document)
    except NoTypesetter:
        raise Failure(
            'a PDF needs more: pip install "astro-referee[rulebook]"; a .html file needs nothing, and can be printed'
        ) from None
    write_output(output, pages)


def write_sheets(game: Game, output: str, ending: str) -> None:
    from astro_referee.cli.files import write_output
    from astro_referee.interpreter.show.rulebook import sheets

    made = sheets.sheets_of(game)
    if not made:
        raise Failure(f"{clean(game.rules.title)} has neither cards nor boards to print")
    if ending == ".html":
        write_output(output, sheets.page(game.rules.title, made))
    elif ending == ".typ":
        write_output(output, sheets.document(made))
    else:
        write_pdf(output, sheets.document(made))
    talk(f"wrote {clean(output)}: {plural(len(made), 'page')}")


# --- Translations ----------------------------------------------------------------------------------------------------


def translate(book: Book, words: str) -> Book:
    """The book in the language of a file, which is written if it is not there, and brought up to date if it is."""
    from astro_referee.cli.files import write_output
    from astro_referee.interpreter.show.rulebook.translation import BadWords, WordFile, read_words, translated

    old = read_file(words) if Path(words).exists() else None
    try:
        known = read_words(old) if old is not None else WordFile(language_of(words), {}, {})
    except BadWords as error:
        raise Failure(f"{clean(words)}: {error}") from None
    made = translated(book, known)
    if made.file != old:
        write_output(words, made.file)
        talk(f"wrote {clean(words)}")
    for said, keys in (
        ("to be translated", made.missing),
        ("stale", made.stale),
        ("not in the book any more", made.gone),
    ):
        if keys:
            named = ", ".join(clean(key) for key in keys[:MOST_NAMED])
            more = f" and {len(keys) - MOST_NAMED} more" if len(keys) > MOST_NAMED else ""
            talk(f"{clean(words)}: {len(keys)} {said}: {named}{more}", "note")
    return made.book


def language_of(words: str) -> str:
    """The language that the name of a new file speaks of: `de.txt`."""
    stem = Path(words).stem.rpartition(".")[2].rpartition("_")[2]
    return stem.lower() if stem.isascii() and stem.isalpha() and len(stem) in (2, 3) else "en"


# --- Files beside the rules ------------------------------------------------------------------------------------------


def tests_of(game: str) -> Source | None:
    """The file that tests a game, if there is one beside it."""
    from astro_referee.interpreter.play import library
    from astro_referee.interpreter.testing.runner import beside, has_tests

    path = beside(library.find(game))
    return library.load_source(path, path.name) if path.is_file() and has_tests(path) else None
