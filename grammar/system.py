"""What not every system has: flags for opening files, handles of folders, owners, locks."""

from __future__ import annotations

import os
from contextlib import suppress

NOFOLLOW = getattr(os, "O_NOFOLLOW", 0)
DIRECTORY = getattr(os, "O_DIRECTORY", 0)
NONBLOCK = getattr(os, "O_NONBLOCK", 0)
BINARY = getattr(os, "O_BINARY", 0)
"""Bytes as they are, on systems that would change the ends of lines."""

FOLDER_HANDLES = hasattr(os, "O_DIRECTORY") and hasattr(os, "geteuid") and os.open in os.supports_dir_fd
"""Whether a folder can be opened, and its files by its handle, and whether files have owners."""
OPEN_FILES_MOVE = os.name != "nt"
"""Whether a file that is open can be renamed or removed."""
LOCKED_BYTE = 1 << 40
"""Where a lock lies on systems that lock bytes: behind everything that anybody reads."""


class Locked(Exception):
    """Another process has the file."""


def lock(handle: int) -> None:
    """Ours alone until the file is closed or we die; where files cannot be locked, there is nothing to wait for."""
    with suppress(ImportError):
        import fcntl

        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise Locked from None
        except OSError:
            pass
        return
    with suppress(ImportError):
        import msvcrt

        at = os.lseek(handle, 0, os.SEEK_CUR)
        try:
            os.lseek(handle, LOCKED_BYTE, os.SEEK_SET)
            msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined]
        except OSError:
            raise Locked from None
        finally:
            os.lseek(handle, at, os.SEEK_SET)


def drop_typed(handle: int) -> None:
    """Throws away what has been typed and not been read."""
    with suppress(ImportError, OSError):
        import termios

        termios.tcflush(handle, termios.TCIFLUSH)
        return
    with suppress(ImportError):
        import msvcrt

        while msvcrt.kbhit():  # type: ignore[attr-defined]
            msvcrt.getch()  # type: ignore[attr-defined]
