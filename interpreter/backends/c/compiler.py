"""The system's C compiler: found, asked for a library, and never waited for without end."""

from __future__ import annotations

import os
import platform
import shlex
import shutil
import subprocess
import sys
import tempfile
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path

from attrs import frozen

SECONDS = 120
"""After which a compiler is given up: the largest game takes a few."""
FLAGS = (
    "-std=gnu11",
    "-O1",
    "-fno-strict-aliasing",
    "-fwrapv",
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

    def library(self, text: str) -> bytes:
        """The bytes of a library made from C."""
        with tempfile.TemporaryDirectory(prefix="astro-") as folder:
            source, made = Path(folder) / "game.c", Path(folder) / "game.so"
            source.write_text(text, encoding="ascii")
            for flags in ([*FLAGS, FOR_THIS_PROCESSOR], [*FLAGS]):
                result = run([*self.command, *flags, "-o", str(made), str(source)])
                if result.returncode == 0 and made.is_file():
                    return made.read_bytes()
        said = (result.stderr or "").strip().splitlines()
        line = next((one for one in said if "error" in one), said[-1] if said else f"it ended with {result.returncode}")
        raise CompilerFailed(f"{self.command[0]} did not compile the game: {line[:200]}")


def run(command: list[str]) -> subprocess.CompletedProcess[str]:
    try:
        return subprocess.run(
            command,
            capture_output=True,
            text=True,
            errors="replace",
            timeout=SECONDS,
            stdin=subprocess.DEVNULL,
            check=False,
        )
    except subprocess.TimeoutExpired:
        raise CompilerFailed(f"{command[0]} did not finish within {SECONDS} seconds") from None
    except OSError as error:
        raise CompilerFailed(f"{command[0]} cannot be run: {error.strerror or error}") from None


@lru_cache(maxsize=8)
def known(command: tuple[str, ...]) -> Compiler | None:
    try:
        result = run([*command, "--version"])
    except CompilerFailed:
        return None
    lines = result.stdout.splitlines()
    return Compiler(command, lines[0].strip()[:80]) if result.returncode == 0 and lines else None


def find() -> Compiler | None:
    """`CC` if it is set, else the system's compiler, else one that was installed as a package of Python."""
    chosen = os.environ.get("CC")
    if chosen is not None:
        words = tuple(shlex.split(chosen))
        return known(words) if words else None
    for name in NAMES:
        if shutil.which(name) and (found := known((name,))) is not None:
            return found
    return known((sys.executable, "-m", "ziglang", "cc")) if find_spec("ziglang") is not None else None


@lru_cache(maxsize=1)
def processor() -> str:
    """What a library made for this processor depends on."""
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        lines = []
    flags = next((line for line in lines if line.startswith(("flags", "Features"))), "")
    return f"{platform.system()} {platform.machine()} {platform.processor()} {flags}"
