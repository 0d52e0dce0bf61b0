"""Bytes kept between runs: a name goes in, what was last written under it comes out, or nothing. It never fails.

What was worked out when Astro was installed lies beside its modules, the rest in a folder of the user's own. What is
read here may be run, so nothing counts that somebody else could have put there: the folder and each file must belong to
the user, and nobody else may read or write them; no link is followed. Each file begins with a digest of the rest, so a
torn or damaged one counts as missing. A cache may be deleted at any time.
"""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from hashlib import sha256
from pathlib import Path

import astro_referee
from astro_referee.grammar import system

PREPARED = Path(astro_referee.__file__).parent / "prepared"
DIGEST = sha256().digest_size
LARGEST = 200_000_000
"""Bytes of all files together: some hundred games, with several set-ups each. The oldest go first."""
OURS = re.compile(r"\.?[a-z]+-[0-9a-f]{32,40}(\.[a-z]+)?(\.[0-9a-f]{16})?")
"""Names of what is kept, and of its drafts: whatever else lies in the folder is not ours to count or remove."""
Place = int | Path
"""The folder: by its handle, or by its name where there are none."""
SAID: set[str] = set()
"""What has been said already about things that are not used."""


def folder() -> Path | None:
    """`ASTRO_CACHE` if set (set but empty: keep nothing), else `astro-referee` in the user's cache folder."""
    chosen = os.environ.get("ASTRO_CACHE")
    if chosen is not None:
        return Path(chosen) if chosen else None
    base = os.environ.get("XDG_CACHE_HOME")
    if base and Path(base).is_absolute():
        return Path(base) / "astro-referee"
    try:
        return Path.home() / ".cache" / "astro-referee"
    except RuntimeError:  # no home folder
        return None


def read(name: str) -> bytes | None:
    """What was written under this name, whole, or nothing."""
    found = None
    with suppress(OSError, ValueError), trusted_folder() as place:
        if place is not None:
            found = whole(own_file(place, name))
    if found is None:
        with suppress(OSError, ValueError):
            found = whole((PREPARED / name).read_bytes())  # as much to be trusted as the modules beside it
    return found


def whole(content: bytes) -> bytes | None:
    """What stands behind a digest, if it is that of the rest."""
    digest, data = content[:DIGEST], content[DIGEST:]
    return data if sha256(data).digest() == digest else None


def write(name: str, data: bytes) -> None:
    """Keep `data` under this name. Whoever reads meanwhile gets the old file or the new one, never a part."""
    where = folder()
    if where is None or len(data) > LARGEST:
        return
    with suppress(OSError, ValueError):
        where.mkdir(mode=0o700, parents=True, exist_ok=True)
        with trusted_folder() as place:
            if place is not None:
                put(place, name, sha256(data).digest() + data)
                tidy(place)


def sizes(beginning: str) -> list[int]:
    """The bytes of each file that is kept under a name with this beginning."""
    found: list[int] = []
    with suppress(OSError, ValueError), trusted_folder() as place:
        if place is not None:
            with os.scandir(place) as entries:
                ours = [entry for entry in entries if entry.name.startswith(beginning) and OURS.fullmatch(entry.name)]
                found = [entry.stat(follow_symlinks=False).st_size for entry in ours]
    return found


def put(place: Place, name: str, content: bytes) -> None:
    """A file in a folder, all of it or nothing."""
    draft = f".{name}.{os.urandom(8).hex()}"
    handle = opened(place, draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
        if isinstance(place, int):
            os.replace(draft, name, src_dir_fd=place, dst_dir_fd=place)
        else:
            (place / draft).replace(place / name)
    except BaseException:
        with suppress(OSError):
            remove(place, draft)
        raise


def opened(place: Place, name: str, flags: int) -> int:
    """A file of a folder, never through a link."""
    flags |= system.NOFOLLOW | system.BINARY
    return os.open(name, flags, 0o600, dir_fd=place) if isinstance(place, int) else os.open(place / name, flags, 0o600)


def remove(place: Place, name: str) -> None:
    if isinstance(place, int):
        os.unlink(name, dir_fd=place)
    else:
        (place / name).unlink()


def tidy(place: Place) -> None:
    """Takes away the oldest files while all together are too large; another process may do so, too."""
    with os.scandir(place) as entries:
        found = [(e.name, e.stat(follow_symlinks=False)) for e in entries if OURS.fullmatch(e.name)]
    files = sorted((about.st_mtime_ns, name, about.st_size) for name, about in found if stat.S_ISREG(about.st_mode))
    total = sum(size for _, _, size in files)
    for _, name, size in files:
        if total <= LARGEST:
            return
        with suppress(FileNotFoundError):
            remove(place, name)
        total -= size


# --- Trust -----------------------------------------------------------------------------------------------------------


@contextmanager
def trusted_folder() -> Iterator[Place | None]:
    """A handle of the folder, if it can be trusted. All that follows goes by the handle: nobody can exchange it.

    Where folders have no handles and files no owners, it goes by its name: there a user's own folders are closed.
    """
    where = folder()
    if not system.FOLDER_HANDLES:
        yield where if where is not None and where.is_dir() else None
        return
    try:
        handle = os.open(where, os.O_RDONLY | system.DIRECTORY | system.NOFOLLOW) if where is not None else None
    except OSError:
        if where is not None and os.path.lexists(where):
            say(f"{where} is no folder that can be opened")
        handle = None
    try:
        trusted = handle is not None and only_ours(os.fstat(handle), str(where))
        yield handle if trusted else None
    finally:
        if handle is not None:
            os.close(handle)


def own_file(place: Place, name: str) -> bytes:
    """The bytes of a file in the folder; a file that somebody else could have changed counts as empty."""
    try:
        handle = opened(place, name, os.O_RDONLY | system.NONBLOCK)
    except FileNotFoundError:
        return b""
    except OSError:
        say(f"{folder()}/{name} is no file that can be opened")
        raise
    about = os.fstat(handle)
    if not stat.S_ISREG(about.st_mode):
        os.close(handle)
        say(f"{folder()}/{name} is no file that can be opened")
        return b""
    with os.fdopen(handle, "rb") as file:
        return file.read() if only_ours(about, f"{folder()}/{name}") else b""


def only_ours(about: os.stat_result, name: str) -> bool:
    """Whether something belongs to the user, and is closed to all others."""
    if not system.FOLDER_HANDLES:
        return True
    if about.st_uid != os.geteuid():
        say(f"{name} belongs to somebody else")
        return False
    if about.st_mode & 0o077:
        say(f"others may read or write {name}")
        return False
    return True


def say(trouble: str) -> None:
    """Tells once why something is not used: games begin later without a cache, and the user may want to know."""
    if trouble not in SAID:
        SAID.add(trouble)
        from logging import getLogger  # dear, and hardly ever needed

        shown = "".join(c if c.isprintable() else "?" for c in trouble)
        getLogger("astro_referee").warning("note: %s, so it is not used: a cache must be yours alone", shown)
