"""Files written in one step: whoever reads finds the old one or the new one, never half of it."""

from __future__ import annotations

import os
from errno import EACCES
from pathlib import Path
from tempfile import mkstemp

from astro_referee.cli.failures import Misuse


def write_whole(path: Path, content: str | bytes) -> None:
    """Puts a text or bytes into a file, new or old; if that cannot be done, the old one stays as it was."""
    path = path.resolve()
    if path.exists() and not os.access(path, os.W_OK):
        raise PermissionError(EACCES, os.strerror(EACCES), str(path))
    handle, draft = mkstemp(dir=path.parent, prefix=".astro-")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content if isinstance(content, bytes) else content.encode())
        Path(draft).chmod(mode(path))
        Path(draft).replace(path)
    except BaseException:
        Path(draft).unlink(missing_ok=True)
        raise


def write_output(output: str, content: str | bytes) -> None:
    """The same for a file that was asked for; a refusal names it, and not the draft."""
    try:
        write_whole(Path(output), content)
    except OSError as error:
        reason = "it is a folder" if Path(output).is_dir() else (error.strerror or "the system refuses").lower()
        raise Misuse(f"{output} cannot be written: {reason}") from None


def mode(path: Path) -> int:
    """Who may read and write a file: as it is, or as every new file has it."""
    if path.exists():
        return path.stat().st_mode & 0o777
    usual = os.umask(0)
    os.umask(usual)
    return 0o666 & ~usual
