"""A record written as the game goes: every event is on the disk before anybody is told of it, and nothing is lost.

Lines are added to the file and synced, and cut off if the game goes back. While a game is on, its file is locked, by a
lock that ends with the process. A file that must change in the middle is made anew beside the old one and takes its
place in one step.
"""

from __future__ import annotations

import os
import re
import stat
from contextlib import suppress
from pathlib import Path
from shlex import quote
from typing import TYPE_CHECKING

from astro_referee.cli.failures import Failure, Misuse
from astro_referee.cli.options import folder_of, read_text
from astro_referee.grammar import system
from astro_referee.interpreter.values.marks import Style
from astro_referee.interpreter.values.text import clean, plural

if TYPE_CHECKING:
    from astro_referee.interpreter.play.events import Event
    from astro_referee.interpreter.play.history import History
    from astro_referee.interpreter.play.match import Match


WRITTEN = os.O_RDWR | os.O_APPEND | system.BINARY


class Recorder:
    """The file of a match in play; knows what is in it already. One that is not locked is nobody's."""

    def __init__(self, path: Path, handle: int, kept: History[Event], ended: bool = False) -> None:
        self.path, self.handle, self.kept, self.ended = path, handle, kept, ended
        self.file = path.resolve()
        self.size = os.fstat(handle).st_size
        self.lines = line_starts(self.file.read_bytes())
        """The number of the event that each line begins with, and where in the file that is."""

    def update(self, match: Match) -> None:
        """Brings the file up to date; when this is done, what has happened is safe."""
        from astro_referee.interpreter.records.records import event_lines, result_line

        same = self.kept.shared(match.events, same_step)
        if same < len(self.kept):
            if same < len(match.events) or not self.cut(same + 1):
                self.renew(match)
        else:
            rows = event_lines(match, match.events[same:])
            if match.over and not self.ended:
                rows.append(result_line(match))
            if rows:
                self.check()
                self.append("".join(row + "\n" for row in rows).encode(), len(self.kept))
        self.kept, self.ended = match.events, match.over

    def renew(self, match: Match) -> None:
        """The whole file anew, for a match that differs in more than what has happened since."""
        from astro_referee.interpreter.records.records import text_of

        self.check()
        self.replace(text_of(match))

    def check(self) -> None:
        """The file must be as we left it: who edits a record while it is written would lose one or the other."""
        try:
            there, ours = self.file.stat(), os.fstat(self.handle)
        except OSError as error:
            raise self.unwritten(error.strerror or "it is gone", len(self.kept)) from None
        if (there.st_dev, there.st_ino, there.st_size) != (ours.st_dev, ours.st_ino, self.size):
            raise self.unwritten("something else has changed it meanwhile", len(self.kept))

    def append(self, data: bytes, before: int) -> None:
        try:
            write(self.handle, data)
        except OSError as error:
            # Half a line must not stay: the next one would be glued to it.
            with suppress(OSError):
                os.ftruncate(self.handle, self.size)
                os.fsync(self.handle)
            raise self.unwritten(error.strerror or "the system refused it", before) from None
        self.lines += line_starts(data, self.size)
        self.size += len(data)

    def cut(self, number: int) -> bool:
        """Cuts the file off before an event; says whether it can, since draws of one deal share a line."""
        while self.lines and self.lines[-1][0] > number:
            self.lines.pop()
        if not self.lines or self.lines[-1][0] != number:
            return False
        self.check()
        _, size = self.lines[-1]
        os.lseek(self.handle, size, os.SEEK_SET)
        undone = os.read(self.handle, self.size - size)
        try:
            os.ftruncate(self.handle, size)
            os.fsync(self.handle)
        except OSError as error:
            with suppress(OSError):  # it stays as it was, even if nobody can be sure that it is safe
                os.ftruncate(self.handle, size)
                os.write(self.handle, undone)
            raise self.unwritten(error.strerror or "the system refused it", len(self.kept)) from None
        self.lines.pop()
        self.size = size
        return True

    def replace(self, text: str) -> None:
        """The file anew, in one step: whoever reads it finds the old record or the new one."""
        if not system.OPEN_FILES_MOVE:
            self.rewrite(text)
            return
        mode = stat.S_IMODE(os.fstat(self.handle).st_mode)
        try:
            handle, draft = draft_of(self.file, text, mode)
            try:
                draft.replace(self.file)
                sync_folder(self.file)
            except OSError:
                os.close(handle)
                draft.unlink(missing_ok=True)
                raise
        except OSError as error:
            raise self.unwritten(error.strerror or "the system refused it", len(self.kept)) from None
        os.close(self.handle)
        self.handle, self.size = handle, os.fstat(handle).st_size
        self.lines = line_starts(text.encode())

    def rewrite(self, text: str) -> None:
        """The file anew where it cannot be exchanged while it is open."""
        try:
            os.ftruncate(self.handle, 0)
            write(self.handle, text.encode())
        except OSError as error:
            raise self.unwritten(error.strerror or "the system refused it", 0) from None
        self.size, self.lines = os.fstat(self.handle).st_size, line_starts(text.encode())

    def close(self) -> None:
        """Lets others have the file."""
        os.close(self.handle)

    def unwritten(self, why: str, safe: int) -> Failure:
        return Failure(
            f"{self.path} could not be written ({why.lower()}); it holds {plural(safe, 'event')} as before, and what "
            f"came after them does not count"
        )


def same_step(one: Event, other: Event) -> bool:
    """Whether a record keeps the same of two events: who, and the move or the outcome."""
    return (one.player, one.value) == (other.player, other.value)


def line_starts(data: bytes, at: int = 0) -> list[tuple[int, int]]:
    """The number of the event that each line of a record begins with, and where that is; of a part, beginning `at`."""
    return [(int(found[1]), at + found.start()) for found in re.finditer(rb"^([0-9]{1,12})\. ", data, re.M)]


# --- Files -----------------------------------------------------------------------------------------------------------


def write(handle: int, data: bytes) -> None:
    """All of it, down to the disk."""
    while data:
        data = data[os.write(handle, data) :]
    os.fsync(handle)


def sync_folder(path: Path) -> None:
    """A name in a folder is only safe when the folder is. Some file systems cannot; they need not."""
    with suppress(OSError):
        handle = os.open(path.parent, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def lock(handle: int, path: Path) -> None:
    """Ours alone until the file is closed or we die."""
    try:
        system.lock(handle)
    except system.Locked:
        os.close(handle)
        raise Misuse(f"{path} is in use: another referee has this game open") from None


def draft_of(path: Path, text: str, mode: int = 0o666) -> tuple[int, Path]:
    """A text in a locked file beside the one it is meant for."""
    draft = path.with_name(f".{path.name}.{os.urandom(8).hex()}.draft")
    try:
        handle = os.open(draft, WRITTEN | os.O_CREAT | os.O_EXCL | system.NOFOLLOW, mode)
        try:
            lock(handle, draft)
            write(handle, text.encode())
        except OSError:
            os.close(handle)
            draft.unlink(missing_ok=True)
            raise
    except OSError as error:
        error.filename = str(path)  # the file the user knows of
        raise
    return handle, draft


def created(path: Path, text: str) -> int:
    """A new file with a text in it, locked; it is there as a whole or not at all, and never in place of an old one."""
    if not path.name:
        raise Misuse(f"{path} is a folder")
    if not system.OPEN_FILES_MOVE:
        return created_in_place(path, text)
    handle, draft = draft_of(path, text)
    try:
        os.link(draft, path)
    except OSError:
        if os.path.lexists(path):
            os.close(handle)
            raise Misuse(f"{path} exists already; choose another name") from None
        draft.rename(path)  # a file system without links
    finally:
        draft.unlink(missing_ok=True)
    sync_folder(path)
    clear_drafts(path)
    return handle


def created_in_place(path: Path, text: str) -> int:
    """The same where a file that is open cannot get another name."""
    try:
        handle = os.open(path, WRITTEN | os.O_CREAT | os.O_EXCL)
    except FileExistsError:
        raise Misuse(f"{path} exists already; choose another name") from None
    lock(handle, path)
    write(handle, text.encode())
    return handle


def create(path: Path, text: str) -> None:
    """Writes a new file; never over an old one."""
    fitting(path)
    os.close(created(path, text))


def fitting(path: Path) -> None:
    """Refuses names that could play tricks: with signs that steer a terminal, or through a link to somewhere else.

    Links right below the root are the system's own; on some machines temporary files are reached through one.
    """
    if not str(path).isprintable():
        raise Misuse("the name of a file is made of characters that can be printed")
    for place in (path, *path.parents):
        if place.is_symlink() and place.parent != Path(place.anchor or "/"):
            raise Misuse(f"{place} is a link; name the file where it truly lies")


def opened(path: Path) -> int:
    """A file that is there, locked; the one that has the name now, should it have been replaced meanwhile."""
    while True:
        handle = os.open(path, WRITTEN)
        if not stat.S_ISREG(os.fstat(handle).st_mode):
            os.close(handle)
            raise Misuse(f"{path} is no file")
        lock(handle, path)
        with suppress(FileNotFoundError):
            if os.path.samestat(path.stat(), os.fstat(handle)):
                return handle
        os.close(handle)


# --- Matches ---------------------------------------------------------------------------------------------------------


def begin(path: Path, match: Match) -> Recorder:
    """A new file; one that is already there is refused."""
    from astro_referee.interpreter.play.history import History
    from astro_referee.interpreter.records.records import header_text

    fitting(path)
    return Recorder(path, created(path.resolve(), header_text(match)), History())


def take_up(
    path: Path, game: str | None = None, changed_rules: bool = False, style: Style = Style.NAMES
) -> tuple[Match, Recorder, tuple[str, ...]]:
    """The match of a record that has not ended, its file, and what there is to say about it.

    `game` names its rules; without it they are where the record says. Nothing in the file changes but its end: a last
    line that is torn goes, and one that says how the game ended comes if only that was missing.
    """
    handle = opened(path.resolve())
    try:
        clear_drafts(path.resolve())
        text = read_text(str(path))
        match, ended, notes = match_of(path, text, game, changed_rules, style)
        if not text.endswith("\n"):
            os.ftruncate(handle, path.read_bytes().rfind(b"\n") + 1)
            os.fsync(handle)
        recorder = Recorder(path, handle, match.events, ended)
        if match.over:
            recorder.update(match)
            name = quote(str(path))
            raise Misuse(
                f"{path} holds a game that is over: `astro replay {name}` tells it, `astro show {name}` shows its end"
            )
    except BaseException:
        os.close(handle)
        raise
    return match, recorder, notes


def match_of(
    path: Path, text: str, game: str | None, changed_rules: bool, style: Style
) -> tuple[Match, bool, tuple[str, ...]]:
    """The match a record tells of, whether the record says how it ended, and notes."""
    from astro_referee.interpreter import api
    from astro_referee.interpreter.play import library
    from astro_referee.interpreter.records import records

    try:
        record = records.read(text)
        if game is not None and record.header.title not in ("", api.load(game).title):
            raise Misuse(f"{path} is a record of other rules: it holds a game of {record.header.title}")
        found = api.resume(text, game, None, changed_rules, folder_of(str(path)), style)
    except records.BadRecord as error:
        raise Misuse(f"{path} cannot be taken up ({clean(str(error))})") from None
    except library.NotFound as error:
        if game is not None:
            raise
        raise Misuse(f"{error}; name them yourself: `astro play GAME --record {quote(str(path))}`") from None
    return found.match, record.ending is not None, found.notes


def clear_drafts(path: Path) -> None:
    """Takes away what killed processes have left beside a file. It is there, and locked by us: nobody is at work."""
    for draft in path.parent.iterdir():
        if re.fullmatch(rf"\.{re.escape(path.name)}\.[0-9a-f]+\.draft", draft.name):
            draft.unlink(missing_ok=True)
