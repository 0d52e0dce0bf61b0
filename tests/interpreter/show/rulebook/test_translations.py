"""Books in other languages: what is to be translated, what is taken from a file, and what has changed since."""

from __future__ import annotations

import pytest

from astro_referee.grammar.source import Source
from astro_referee.interpreter.play import library
from astro_referee.interpreter.show.rulebook import html
from astro_referee.interpreter.show.rulebook.book import Book, sentences_of
from astro_referee.interpreter.show.rulebook.translation import (
    BadWords,
    WordFile,
    read_words,
    texts_of,
    translated,
)
from astro_referee.interpreter.show.rulebook.writing import write_book

RULES = """\
astro 1
game Coin for 1 players
  "Toss a coin."
var heads: 0..3 = 0
phase play
  turns clockwise from P1
    move toss
      "Toss it."
      then
        heads += 1
        winner me because "it was tossed"
"""


def written(rules: str = RULES) -> Book:
    return write_book(library.prepare(library.load(Source("coin.astro", rules)))).book


def filled(book: Book, answers: dict[str, str]) -> str:
    """A new file of a book with some entries translated, by their texts."""
    fresh = translated(book, WordFile("de", {}, {})).file
    for text, said in answers.items():
        assert f": {text}\n  =\n" in fresh
        fresh = fresh.replace(f": {text}\n  =\n", f": {text}\n  = {said}\n", 1)
    return fresh


ANSWERS = {"Set-up": "Aufbau", "Add 1 to the [heads](#var-heads).": "[Kopf](#var-heads) plus 1."}


@pytest.fixture(scope="module")
def book() -> Book:
    return written()


def test_a_new_file_has_every_text_once(book: Book) -> None:
    made = translated(book, WordFile("de", {}, {}))
    words = read_words(made.file)
    assert words.language == "de"
    assert {key: text for key, (text, _) in words.entries.items()} == texts_of(book)
    assert set(made.missing) == set(texts_of(book))
    assert (made.stale, made.gone) == ((), ())
    assert list(sentences_of(made.book)) == list(sentences_of(book))


def test_translations_are_read_back(book: Book) -> None:
    text = filled(book, ANSWERS)
    made = translated(book, read_words(text))
    page = html.page(made.book)
    assert '<html lang="de">' in page
    assert ">Aufbau</h2>" in page
    assert '<a href="#var-heads">Kopf</a> plus 1.' in page
    assert made.file == text
    assert len(made.missing) == len(texts_of(book)) - 2


def test_changed_sentences_make_translations_stale_and_keep_them(book: Book) -> None:
    text = filled(book, {"Add 1 to the [heads](#var-heads).": "Eins mehr.", "Set-up": "Aufbau"})
    changed = written(RULES.replace("heads += 1", "heads += 2"))
    made = translated(changed, read_words(text))
    assert made.stale == ("move.toss.store",)
    assert "  ? Eins mehr.\n  =\n" in made.file
    assert "Eins mehr." not in html.page(made.book)
    assert ">Aufbau</h2>" in html.page(made.book)
    again = translated(changed, read_words(made.file))
    assert (again.file, again.stale) == (made.file, made.stale)
    back = translated(book, read_words(made.file.replace("  ? Eins mehr.\n  =\n", "  = Zwei mehr.\n")))
    assert "move.toss.store" in back.stale


def test_what_is_gone_is_kept_and_what_has_moved_is_found_again(book: Book) -> None:
    text = filled(book, {"Add 1 to the [heads](#var-heads).": "Eins mehr."})
    moved = written(RULES.replace("        heads += 1\n", "        heads = 0\n        heads += 1\n"))
    made = translated(moved, read_words(text))
    assert made.stale == ()
    assert "Eins mehr." in html.page(made.book)
    gone = translated(written(RULES.replace("        heads += 1\n", "")), read_words(text))
    assert gone.gone == ("move.toss.store",)
    assert "Eins mehr." in gone.file
    assert "Eins mehr." in html.page(translated(book, read_words(gone.file)).book)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "the first line is not `astro words 1`"),
        ("astro words 1\nnonsense\n", "line 2 is neither"),
        ("astro words 1\na: b\n = c\na: d\n", "line 4 has `a` a second time"),
    ],
)
def test_other_files_are_refused_with_a_reason(text: str, reason: str) -> None:
    with pytest.raises(BadWords, match=reason):
        read_words(text)


def test_marks_in_a_translation_are_never_code(book: Book) -> None:
    text = filled(book, {"Set-up": "<script>x</script>", "Add 1 to the [heads](#var-heads).": "<b>[a](#javascript:x)"})
    page = html.page(translated(book, read_words(text)).book)
    assert "<script>" not in page
    assert "&lt;b&gt;[a](#javascript:x)" in page
