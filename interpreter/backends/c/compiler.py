"""The system's C compiler: found, asked for a library, and never waited for without end."""

from __future__ import annotations

import os
import platform
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
from contextlib import suppress
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path
from threading import Event, Thread
from time import monotonic
from typing import IO

from attrs import frozen

SECONDS = 120.0
"""After which a compiler is given up: the largest game takes a few."""
SECONDS_TO_ANSWER = 10.0
"""After which a compiler that was only asked for its version is given up."""
MOST_SAID = 100_000
"""Bytes that are kept of what a compiler prints."""
LOOK = 0.05
"""Seconds between two looks at whether a compiler is still wanted."""
FLAGS = (
    "-std=gnu11",
    "-O1",
    "-fno-strict-aliasing",
    "-fwrapv",
    "-ffp-contract=off",
    "-fno-math-errno",
    "-fvisibility=hidden",
    "-shared",
    "-fPIC",
    "-w",
    "-Werror=implicit-function-declaration",
)
FOR_THIS_PROCESSOR = "-march=native"
NAMES = ("cc", "gcc", "clang")


class CompilerFailed(Exception):
    """No library came out; the message says why, in one line."""


@frozen
class Compiler:
    """A command that compiles C, and what it calls itself."""

    command: tuple[str, ...]
    version: str

    @property
    def shown(self) -> str:
        return f"{' '.join(self.command)} ({self.version})"

    def identity(self) -> str:
        """What the result depends on beside the text."""
        return "\0".join([*self.command, self.version, *FLAGS, FOR_THIS_PROCESSOR, processor()])

    def library(self, text: str, unwanted: Event | None = None) -> bytes:
        """The bytes of a library made from C. If that is not wanted any more, the compiler is ended."""
        with tempfile.TemporaryDirectory(prefix="astro-") as folder:
            source, made = Path(folder) / "game.c", Path(folder) / "game.so"
            source.write_text(text, encoding="ascii")
            for flags in ([*FLAGS, FOR_THIS_PROCESSOR], [*FLAGS]):
                code, said = run([*self.command, *flags, "-o", str(made), str(source)], SECONDS, unwanted)
                if code == 0 and made.is_file():
                    return made.read_bytes()
        lines = said.strip().splitlines()
        ended = f"it ended with {code}" if code else "it wrote no library"
        line = next((one for one in lines if "error" in one), lines[-1] if lines else ended)
        shown = "".join(sign if sign.isprintable() else "?" for sign in line[:200])
        raise CompilerFailed(f"{self.command[0]} did not compile the game: {shown}")


def run(command: list[str], seconds: float, unwanted: Event | None = None) -> tuple[int, str]:
    """The exit code of a command, and how what it said begins. Whatever it has started ends with it."""
    try:
        process = subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
    except (OSError, ValueError) as error:
        raise CompilerFailed(f"{command[0]} cannot be run: {getattr(error, 'strerror', None) or error}") from None
    assert process.stdout is not None
    said, end = bytearray(), monotonic() + seconds
    reader = Thread(target=listen, args=(process.stdout, said), daemon=True)
    reader.start()
    try:
        while True:
            try:
                code = process.wait(LOOK)
                break
            except subprocess.TimeoutExpired:
                if monotonic() > end:
                    raise CompilerFailed(f"{command[0]} did not finish within {seconds:g} seconds") from None
                if unwanted is not None and unwanted.is_set():
                    raise CompilerFailed(f"{command[0]} was stopped") from None
    finally:
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        reader.join(1)
        if not reader.is_alive():
            process.stdout.close()
    return code, said.decode(errors="replace")


def listen(stream: IO[bytes], said: bytearray) -> None:
    """Keeps the beginning of what is said, and lets the rest go by, so that nobody waits to be heard."""
    with suppress(OSError, ValueError):
        while part := stream.read1(8192):  # type: ignore[attr-defined]
            said += part[: MOST_SAID - len(said)]


@lru_cache(maxsize=8)
def known(command: tuple[str, ...]) -> Compiler | None:
    try:
        code, said = run([*command, "--version"], SECONDS_TO_ANSWER)
    except CompilerFailed:
        return None
    lines = said.strip().splitlines()
    version = "".join(sign if sign.isprintable() else "?" for sign in lines[0][:80]) if lines else ""
    return Compiler(command, version) if code == 0 and version else None


def find() -> Compiler | None:
    """`CC` if it is set, else the system's compiler, else one that was installed as a package of Python."""
    chosen = os.environ.get("CC")
    if chosen is not None:
        try:
            words = tuple(shlex.split(chosen))
        except ValueError:  # a quotation mark that is not closed
            return None
        return known(words) if words else None
    for name in NAMES:
        if shutil.which(name) and (found := known((name,))) is not None:
            return found
    return known((sys.executable, "-m", "ziglang", "cc")) if find_spec("ziglang") is not None else None


def missing() -> str:
    """Why there is no compiler, in one line."""
    chosen = os.environ.get("CC")
    if chosen is None:
        return "there is no C compiler here"
    shown = "".join(sign if sign.isprintable() else "?" for sign in chosen[:80])
    return f"CC says `{shown}`, which is no C compiler that answers"


@lru_cache(maxsize=1)
def processor() -> str:
    """What a library made for this processor depends on."""
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        lines = []
    flags = next((line for line in lines if line.startswith(("flags", "Features"))), "")
    return f"{platform.system()} {platform.machine()} {platform.processor()} {flags}"
