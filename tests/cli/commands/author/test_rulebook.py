"""`astro rulebook`: what it writes where, and what it says when it cannot."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

Run = Callable[..., Result]
NIM = "examples/nim.astro"


def test_a_book_is_printed_or_written(run: Run, tmp_path: Path) -> None:
    printed = run("rulebook", NIM, "--examples", "0")
    assert printed.exit_code == 0
    assert printed.stdout.startswith("# Nim\n")
    assert "(nim.astro:" in printed.stdout
    page = tmp_path / "rules.html"
    made = run("rulebook", NIM, "-o", str(page), "--examples", "1")
    assert (made.exit_code, made.stderr) == (0, f"wrote {page}\n")
    text = page.read_text(encoding="utf-8")
    assert text.startswith("<!doctype html>")
    assert "Examples</h2>" in text
    assert "(nim_test.astro" not in printed.stdout
    assert 'title="nim_test.astro:' in text


def test_sheets_and_pdf(run: Run, tmp_path: Path) -> None:
    pytest.importorskip("typst")
    sheets = tmp_path / "sheets.pdf"
    made = run("rulebook", "examples/kuhn_poker.astro", "--sheets", "-o", str(sheets))
    assert (made.exit_code, made.stderr) == (0, f"wrote {sheets}: 1 page\n")
    assert sheets.read_bytes().startswith(b"%PDF")


def test_without_the_typesetter_a_pdf_is_refused_in_words(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "typst", None)
    made = run("rulebook", NIM, "-o", str(tmp_path / "rules.pdf"))
    assert made.exit_code == 1
    assert 'pip install "astro-referee[rulebook]"' in made.stderr
    assert not (tmp_path / "rules.pdf").exists()


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        (["-o", "rules.doc"], "rules.doc should end in .html, .pdf, .md or .typ"),
        (["--sheets"], "sheets are written with -o"),
        (["--sheets", "-o", "a.html", "--words", "de.txt"], "sheets have no sentences"),
        (["-o", "a.md", "--words", "./a.md"], "cannot be the same file"),
        (["-o", "missing/rules.html"], "missing/rules.html cannot be written"),
    ],
)
def test_what_cannot_be_meant_is_refused(run: Run, options: list[str], reason: str) -> None:
    made = run("rulebook", NIM, *options)
    assert made.exit_code == 2
    assert reason in made.stderr


def test_a_file_that_is_no_translation_stays_as_it_is(run: Run, tmp_path: Path) -> None:
    words = tmp_path / "de.txt"
    words.write_text("dear diary\n", encoding="utf-8")
    made = run("rulebook", NIM, "--words", str(words))
    assert made.exit_code == 1
    assert "the first line is not `astro words 1`" in made.stderr
    assert words.read_text(encoding="utf-8") == "dear diary\n"


def test_tests_with_errors_leave_a_book_without_examples(run: Run, tmp_path: Path) -> None:
    rules = Path(NIM).read_text(encoding="utf-8")
    (tmp_path / "heap.astro").write_text(rules, encoding="utf-8")
    (tmp_path / "heap_test.astro").write_text(
        'astro 1\n\ntests of "heap.astro"\n\ntest "x"\n  P1 "x"\n  expect nonsense\n', encoding="utf-8"
    )
    made = run("rulebook", str(tmp_path / "heap.astro"))
    assert made.exit_code == 0
    assert "heap_test.astro has errors, so there are no examples" in made.stderr
    assert "# Nim" in made.stdout
