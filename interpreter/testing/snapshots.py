"""Snapshots of a rule file, kept and compared by syrupy: a name and a text in, whether it is as it was before out.

All snapshots of `duel_test.astro` are in `__snapshots__/duel_test.astro.playthroughs` beside it. Syrupy brings pytest
with it, so neither is imported before there is something to compare.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from difflib import unified_diff
from pathlib import Path
from typing import TYPE_CHECKING

from attrs import define, field

from astro_referee.grammar.system import BINARY, NOFOLLOW

if TYPE_CHECKING:
    from syrupy.data import SnapshotCollection
    from syrupy.extensions.amber import AmberSnapshotExtension

FOLDER = "__snapshots__"
ENDING = ".playthroughs"
"""Not that of syrupy's own files: it would take them for snapshots of tests in Python, and remove them."""
CONTEXT = 3
"""Lines around a difference."""
MOST_ROWS = 40
"""Rows of a difference that are shown: when a game goes another way, everything after it differs."""
ADVICE = "`astro test --update` writes down how it goes now"


class SnapshotMismatch(Exception):
    """A snapshot that is not there, not as it was, or not to be read or written; and what there is to say about it."""

    def __init__(self, happened: str, more: tuple[str, ...] = ()) -> None:
        super().__init__(happened)
        self.happened, self.more = happened, more


def snapshot_path(rules: Path) -> Path:
    """Where the snapshots of a rule file are."""
    return rules.parent / FOLDER / f"{rules.name}{ENDING}"


def tested_by(snapshots: Path) -> Path:
    """The rule file that some snapshots belong to."""
    return snapshots.parent.parent / snapshots.name.removesuffix(ENDING)


@define
class Snapshots:
    """The snapshots of one rule file. With `update` whatever differs is written instead of being told."""

    path: Path
    update: bool = False
    written: list[str] = field(factory=list)
    """What was written, in this order."""

    @property
    def store(self) -> AmberSnapshotExtension:
        from syrupy.extensions.amber import AmberSnapshotExtension

        return AmberSnapshotExtension()

    def compare(self, name: str, text: str) -> None:
        """Raises Unlike if a text is not what it was."""
        name = name.strip()
        try:
            kept = self.read().get(name)
            was = str(kept.data) if kept is not None else None
        except SnapshotMismatch:
            if not self.update:
                raise
            was = None
        now = self.store.serialize(text)
        if was is not None and self.store.matches(serialized_data=now, snapshot_data=was):
            return
        if self.update:
            self.write(name, now)
        elif was is None:
            raise SnapshotMismatch("there is no snapshot of this yet")
        else:
            raise SnapshotMismatch("it does not go as it went before", (f"{name}:", *difference(was, now)))

    def tidy(self, names: set[str]) -> list[str]:
        """The snapshots with other names than these. With `update` they are removed, and the last one takes the file
        and its folder with it.
        """
        known = {name.strip() for name in names}
        self.refuse_others()
        try:
            old = sorted(kept.name for kept in self.read() if kept.name not in known)
        except SnapshotMismatch:
            if not self.update:
                raise
            old = [self.path.name]
        try:
            if old == [self.path.name]:
                self.path.unlink()
            elif old and self.update:
                with self.rewritten() as draft:
                    self.store.delete_snapshots(str(draft), set(old))
            if old and not self.path.exists() and not any(self.path.parent.iterdir()):
                self.path.parent.rmdir()
        except OSError as error:
            raise self.unwritable(error) from None
        return old

    def read(self) -> SnapshotCollection:
        """All that there are; raises Unlike if the file is damaged."""
        from syrupy.data import SnapshotCollection
        from syrupy.extensions.amber.serializer import MalformedAmberFile

        self.refuse_others()
        if not self.path.exists():
            return SnapshotCollection(str(self.path))
        try:
            found = self.store.read_snapshot_collection(str(self.path))
        except (OSError, UnicodeDecodeError, MalformedAmberFile) as error:
            said = error.strerror if isinstance(error, OSError) else "it is damaged"
            raise SnapshotMismatch(f"{self.path} cannot be read: {said}") from None
        if found.tainted:
            raise SnapshotMismatch(f"{self.path} cannot be read: it is damaged")
        return found

    def write(self, name: str, data: str) -> None:
        from syrupy.data import Snapshot, SnapshotCollection

        self.refuse_others()
        if not self.path.name.isprintable():
            raise SnapshotMismatch("the name of this file has characters that cannot be printed, so none is kept")
        try:
            try:
                self.read()
            except SnapshotMismatch:
                self.path.unlink()
            self.path.parent.mkdir(exist_ok=True)
            with self.rewritten() as draft:
                one = SnapshotCollection(str(draft))
                one.add(Snapshot(name, data))
                self.store.write_snapshot_collection(snapshot_collection=one)
        except OSError as error:
            raise self.unwritable(error) from None
        self.written.append(name)

    def refuse_others(self) -> None:
        """What lies in a folder of somebody else's making must not lead to files elsewhere, nor be waited for."""
        for place in (self.path, self.path.parent):
            if place.is_symlink():
                raise SnapshotMismatch(f"{place} is a link, and no snapshots are kept there")
        if self.path.exists() and not self.path.is_file():
            raise SnapshotMismatch(f"{self.path} is no file, and no snapshots are kept there")

    @contextmanager
    def rewritten(self) -> Iterator[Path]:
        """A copy of the file, made by us alone, that takes its place in one step when it has been changed."""
        draft = self.path.with_name(f".{self.path.name}.{os.urandom(8).hex()}")
        handle = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL | NOFOLLOW | BINARY, 0o666)
        try:
            with os.fdopen(handle, "wb") as file:
                if self.path.exists():
                    file.write(self.path.read_bytes())
            yield draft
            if draft.exists():
                if self.path.exists():
                    draft.chmod(self.path.stat().st_mode & 0o777)
                draft.replace(self.path)
            else:  # nothing was left to keep
                self.path.unlink(missing_ok=True)
        except BaseException:
            draft.unlink(missing_ok=True)
            raise
        finally:  # where tests run side by side, syrupy locks what it writes; nobody else writes this file
            draft.with_name(f"{draft.name}.lock").unlink(missing_ok=True)

    def unwritable(self, error: OSError) -> SnapshotMismatch:
        return SnapshotMismatch(f"{self.path} cannot be written: {error.strerror}")


def difference(was: str, now: str) -> list[str]:
    """What has changed, with some lines around it; of a game that goes another way, where it begins to."""
    rows = list(unified_diff(lines(was), lines(now), n=CONTEXT, lineterm=""))[2:]
    rows = ["  …" if row.startswith("@@") else f"  {row}" for row in rows]
    more = len(rows) - MOST_ROWS
    return [*rows[:MOST_ROWS], *([f"  … and {more} more lines of differences"] if more > 0 else [])]


def lines(data: str) -> list[str]:
    """The rows of a snapshot without the quotes around them."""
    return data.split("\n")[1:-1]
