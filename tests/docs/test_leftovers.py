"""No page is left half done: no placeholders, notes to do things later, empty sections, torn tables or dead links."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from shelf import ROOT

PAGES = [
    *(ROOT / name for name in ("README.md", "CONTRIBUTING.md", "CHANGELOG.md")),
    *sorted((ROOT / "docs").rglob("*.md")),
]
HIDDEN = re.compile(r"^```.*?^```$|<!--.*?-->", re.DOTALL | re.MULTILINE)
HEADING = re.compile(r"^(#+) (.+)$")
SHOUTED = re.compile(r"^[A-Z][A-Z _-]{2,}[.:]?$")
LATER = re.compile(r"\b(?:TODO|FIXME|TBD|XXX)\b|\?\?\?|[Ll]orem ipsum|\bcoming soon\b")


def leftovers(text: str) -> list[str]:
    """Lines of a page that stand for something else, and what is wrong with them."""
    rows = HIDDEN.sub(lambda found: "\n" * found[0].count("\n"), text).splitlines()
    plain = [re.sub(r"`[^`]*`", "", row).strip() for row in rows]
    # A line in capitals is a placeholder, and so is one that tells what is still to be done.
    found = [f"{n}: placeholder: {row}" for n, row in enumerate(plain, 1) if SHOUTED.search(row) or LATER.search(row)]
    return found + empty_sections(text.splitlines()) + torn_tables(rows)


def empty_sections(rows: list[str]) -> list[str]:
    """Headings with nothing below them but the next heading that is no part of theirs. A comment in code is none."""
    found: list[str] = []
    last: tuple[int, int, str] | None = None
    fenced = False
    for number, row in enumerate([*rows, "# "], 1):
        heading = None if fenced else HEADING.match(row) or (re.match(r"^(#) ()$", row) if number > len(rows) else None)
        fenced ^= row.startswith("```")
        if heading is None:
            last = None if row.strip() else last
            continue
        if last is not None and len(heading[1]) <= last[1]:
            found.append(f"{last[0]}: nothing below: {last[2]}")
        last = (number, len(heading[1]), heading[2])
    return found


def torn_tables(rows: list[str]) -> list[str]:
    """Rows of a table that have lost its head, or have another number of cells."""
    found: list[str] = []
    table: list[int] = []
    for number, row in enumerate([*rows, ""], 1):
        if row.startswith("|"):
            table.append(number)
            continue
        cells = [len(re.findall(r"(?<!\\)\|", re.sub(r"`[^`]*`", "", rows[n - 1]))) for n in table]
        if table and (len(table) < 3 or not re.fullmatch(r"[|: -]+", rows[table[1] - 1]) or len({*cells}) > 1):
            found.append(f"{table[0]}: torn table: {rows[table[0] - 1]}")
        table = []
    return found


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_no_page_has_leftovers(page: Path) -> None:
    assert leftovers(page.read_text(encoding="utf-8")) == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_no_link_is_dead(page: Path) -> None:
    """Files only; that their headings are there as well is tested with the pages that are run."""
    text = re.sub(r"`[^`\n]*`", "", HIDDEN.sub("", page.read_text(encoding="utf-8")))
    targets = [target.partition("#")[0] for target in re.findall(r"\]\((?!https?:)([^)]+)\)", text)]
    assert [target for target in targets if target and not (page.parent / target).exists()] == []


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("# A\n\nFIGURES\n", "3: placeholder: FIGURES"),
        ("# A\n\nTODO: more\n", "3: placeholder: TODO: more"),
        ("# A\n\nWords.\n\n## B\n", "5: nothing below: B"),
        ("# A\n\nWords.\n\n## B\n\n## C\n\nWords.\n", "5: nothing below: B"),
        ("# A\n\n| V1 | lost |\n", "3: torn table: | V1 | lost |"),
        ("# A\n\n| a | b |\n|---|---|\n| 1 |\n", "3: torn table: | a | b |"),
    ],
)
def test_leftovers_are_found(text: str, what: str) -> None:
    assert leftovers(text) == [what]


@pytest.mark.parametrize(
    "text",
    [
        "# A\n\n## B\n\nWords.\n",
        "# A\n\n```text\nFIGURES\n# no heading\n```\n",
        "# A\n\nSay `TODO`.\n",
        "# A\n\n| a | b |\n|---|---|\n| `x|y` | 2 |\n",
    ],
)
def test_what_is_none_is_not_taken_for_one(text: str) -> None:
    assert leftovers(text) == []


def test_what_is_left_for_later_is_not_there_yet() -> None:
    """Every line of that list begins with a name in bold, which no heading of the reference has."""
    later = (ROOT / "docs" / "decisions.md").read_text(encoding="utf-8").split("## Left for later\n")[1]
    names = re.findall(r"^- \*\*(.+?)\*\*", later, re.MULTILINE)
    assert len(names) == len(re.findall(r"^- ", later, re.MULTILINE)) > 0
    pages = [ROOT / "docs" / "reference.md", *(ROOT / "docs" / "reference").glob("*.md")]
    headings = [h for page in pages for h in re.findall(r"^#+ (.+)$", page.read_text(encoding="utf-8"), re.MULTILINE)]
    there = {word for heading in headings for word in stems(heading)}
    assert [name for name in names if stems(name) <= there] == []


def stems(text: str) -> set[str]:
    """The words of a text, one or many of a thing alike."""
    return {word.rstrip("s") for word in re.findall(r"[a-z]+", text.casefold())}
