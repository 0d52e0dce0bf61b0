"""Bytes kept between runs: a name goes in, what was last written under it comes out, or nothing. It never fails.

What was worked out when Astro was installed lies beside its modules, the rest in a folder of the user's own: never the
shared temporary one, where a stranger could leave a file for us to read. Each file begins with a digest of the rest, so
a torn or damaged one counts as missing. A cache may be deleted at any time.
"""

from __future__ import annotations

import os
from contextlib import suppress
from hashlib import sha256
from pathlib import Path

import astro_referee

PREPARED = Path(astro_referee.__file__).parent / "prepared"
DIGEST = sha256().digest_size


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
    for place in (folder(), PREPARED):
        if place is not None:
            with suppress(OSError, ValueError):
                content = (place / name).read_bytes()
                digest, data = content[:DIGEST], content[DIGEST:]
                if sha256(data).digest() == digest:
                    return data
    return None


def write(name: str, data: bytes) -> None:
    """Keep `data` under this name. Whoever reads meanwhile gets the old file or the new one, never a part."""
    place = folder()
    if place is None:
        return
    from tempfile import mkstemp  # dear, and most runs only read

    with suppress(OSError, ValueError):
        place.mkdir(mode=0o700, parents=True, exist_ok=True)
        handle, path = mkstemp(dir=place, prefix=f".{name}.")
        draft = Path(path)
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(sha256(data).digest() + data)
            draft.replace(place / name)
        except BaseException:
            draft.unlink(missing_ok=True)
            raise
