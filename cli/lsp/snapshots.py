"""Playthroughs beside the text: a change that makes one go otherwise is marked where it was made, and a new name is
given in what is kept of them, too.
"""

from __future__ import annotations

import re
import shutil
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from difflib import SequenceMatcher
from pathlib import Path

from attrs import evolve, frozen
from lsprotocol import types
from pygls.workspace import Workspace

from astro_referee.cli.lsp.positions import lines_of, path_of, position, split, uri_of, whole_line
from astro_referee.interpreter.play import library
from astro_referee.interpreter.play.match import FaultyRules
from astro_referee.interpreter.testing import runner
from astro_referee.interpreter.testing.snapshots import Snapshots, snapshot_path

MOST_ROWS = 12
"""Rows of a difference below its mark; the whole of it comes when the snapshot is updated."""
HEADER = 2


@frozen
class ChangedPlaythrough:
    """A playthrough that does not go as it went before."""

    title: str
    difference: tuple[str, ...]
    line: int
    """Where it stands in the file that is looked at; the header of one whose tests are in another."""


# --- What a change has changed ----------------------------------------------------------------------------------------


def changed_playthroughs(path: Path) -> list[ChangedPlaythrough]:
    """The playthroughs of some rules, in their file or beside it, that differ from what is kept of them."""
    found: list[ChangedPlaythrough] = []
    for tests in runner.files_with_tests(path):
        if snapshot_path(tests).is_file():
            for tried in played(tests):
                if tried.failure is not None and tried.failure.more[1:]:
                    line = tried.line if tests == path else HEADER
                    found.append(ChangedPlaythrough(tried.title, tried.failure.more[:-1], line))
    return found


def played(tests: Path, kept: Snapshots | None = None) -> Iterator[runner.Tried]:
    """All playthroughs of a file; none if it has errors."""
    try:
        suite = runner.suite(library.load_source(tests), tests)
    except (OSError, library.NotAFile, library.BadRules):
        return
    suite = suite if kept is None else evolve(suite, snapshots=kept)
    for prepared in suite.tests:
        if prepared.test.is_playthrough:
            try:
                yield suite.run(prepared)
            except FaultyRules:
                return


def changed_lines(before: str, now: str) -> list[tuple[int, int]]:
    """The stretches of a text that are not as they were: their first and last lines, counted from one."""
    old, new = split(before), split(now)
    found: list[tuple[int, int]] = []
    for word, _, _, start, end in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if word != "equal":
            found.append((min(start + 1, len(new)), max(start + 1, end)))
    return found


def marks(workspace: Workspace, uri: str, changed: list[ChangedPlaythrough], before: str) -> list[types.Diagnostic]:
    """Each playthrough that goes otherwise, at the lines that have changed since all were as they are kept."""
    lines = lines_of(workspace, uri)
    stretches = changed_lines(before, "".join(lines))
    found: list[types.Diagnostic] = []
    for one in changed:
        rows = [*one.difference[:MOST_ROWS], *(["  …"] if len(one.difference) > MOST_ROWS else [])]
        for first, last in stretches or [(one.line, one.line)]:
            behind = position(workspace, lines, last, len(lines[last - 1]) + 1 if last <= len(lines) else 1)
            found.append(
                types.Diagnostic(
                    range=types.Range(whole_line(workspace, uri, first).start, behind),
                    message="\n".join([f"the playthrough “{one.title}” does not go as it went before:", *rows]),
                    severity=types.DiagnosticSeverity.Information,
                    code="snapshot-changed",
                    source="astro test",
                )
            )
    return found


# --- Names in what is kept --------------------------------------------------------------------------------------------


def renamed(changes: dict[str, list[types.TextEdit]], texts: dict[Path, str], names: Iterable[str]) -> None:
    """Adds to the edits of a rename what is kept of playthroughs that have one of the names in it, taken anew from the
    texts as they will be. What did not hold before stays as it is.
    """
    word = re.compile("|".join(rf"\b{re.escape(name)}\b" for name in names))
    folders = {path.parent for path in texts}
    for tests in sorted({one.resolve() for folder in folders for one in folder.rglob("*.astro")}):
        kept = snapshot_path(tests)
        before = text_of(kept)
        if before is None or not word.search(before) or any(tried.failure is not None for tried in played(tests)):
            continue
        after = taken_anew(tests, kept, texts)
        if after is not None and after != before:
            lines = split(before)
            whole = types.Range(types.Position(0, 0), types.Position(len(lines), 0))
            changes[uri_of(kept)] = [types.TextEdit(whole, after)]


def text_of(path: Path) -> str | None:
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError):
        return None


def taken_anew(tests: Path, kept: Path, texts: dict[Path, str]) -> str | None:
    """What would be kept of the playthroughs of a file with other texts; nothing is written where it is kept."""
    with tempfile.TemporaryDirectory() as folder, as_if(texts):
        copy = Path(folder) / kept.name
        shutil.copyfile(kept, copy)
        if any(tried.failure is not None for tried in played(tests, Snapshots(copy, update=True))):
            return None
        return text_of(copy)


@contextmanager
def as_if(texts: dict[Path, str]) -> Iterator[None]:
    """Files are read with other texts meanwhile."""
    before = dict(library.OPENED)
    library.OPENED.update({path.resolve(): text.encode("utf-8", "surrogatepass") for path, text in texts.items()})
    try:
        yield
    finally:
        library.OPENED.clear()
        library.OPENED.update(before)


def with_edits(workspace: Workspace, uri: str, edits: list[types.TextEdit]) -> tuple[Path, str]:
    """A file as it will be."""
    lines = lines_of(workspace, uri)
    rows = list(lines)
    for edit in sorted(edits, key=lambda one: (one.range.start.line, one.range.start.character), reverse=True):
        units = workspace.position_codec
        start = units.position_from_client_units(lines, edit.range.start)
        end = units.position_from_client_units(lines, edit.range.end)
        row = rows[start.line]
        rows[start.line] = row[: start.character] + edit.new_text + row[end.character :]
    return path_of(uri), "".join(rows)
