"""A program of one's own in a seat: it is told its legal moves in a line, and answers until it has played.

It speaks the referee's protocol in the name of its seat: it may look, ask why not, and play, and is told what its seat
may know. What it does to itself (a crash, silence, moves that are not legal) ends its game, with a sentence on why.
"""

from __future__ import annotations

import json
import os
import shlex
import shutil
import subprocess
from contextlib import suppress
from queue import Empty, Queue
from threading import Thread
from typing import IO

from attrs import define, field

from astro_referee.cli.protocol import requests
from astro_referee.cli.protocol.server import Protocol
from astro_referee.interpreter.backends.engine import Move
from astro_referee.interpreter.play.match import Match
from astro_referee.interpreter.values.text import clean, in_seconds, plural

NAME = "program"
"""What a record calls a seat that a program has: a record never names a command that would be run."""
MOST_LINES = 100
"""Lines without a legal move after which a program has lost its way."""
LAST_WORDS = 3
"""Lines of what a program wrote to standard error that are shown when it fails."""


class ProgramFailed(Exception):
    """A program cannot be begun, has ended, is silent for too long, or makes no legal move; says so in a sentence."""


@define
class Program:
    """A bot that is a program; it is begun when it is first asked, and kept until `close`."""

    command: str
    seconds: float | None = None
    """How long it may take for a move; without it as long as it likes."""
    strict: bool = False
    """Whether a move that is not legal ends its game; else it is told why not, and may choose again."""
    name: str = NAME
    think: None = None
    process: subprocess.Popen[bytes] | None = field(default=None, init=False)
    answers: Queue[bytes] = field(factory=Queue, init=False)
    listener: Thread | None = field(default=None, init=False)
    errors: IO[bytes] | None = field(default=None, init=False)

    def __str__(self) -> str:
        return NAME

    def choose(self, match: Match, seat: int | None = None) -> Move:
        """The move of a seat that is asked. The program talks about a copy: nothing it says changes the match."""
        seat = match.actors[0] if seat is None else seat
        table = Protocol(match.copy(), seat, alone=False)
        self.tell(table.answer(b'{"do": "legal"}'))
        for _ in range(MOST_LINES):
            answer = table.answer(self.hear())
            self.tell(answer)
            if answer["ok"] and answer["do"] == "play":
                return played(table.match, match, seat)
            if self.strict and answer["do"] == "play":
                raise self.failed(f"made a move that is not legal: {clean(str(answer['message']))}")
        raise self.failed(f"made no legal move in {plural(MOST_LINES, 'line')}")

    # --- The other end of two pipes ----------------------------------------------------------------------------------

    def begin(self) -> subprocess.Popen[bytes]:
        if self.process is None:
            import tempfile

            self.errors = tempfile.TemporaryFile()  # noqa: SIM115 - closed with the program
            try:
                self.process = subprocess.Popen(
                    words_of(self.command), stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self.errors
                )
            except OSError as error:
                raise self.failed(f"cannot be begun: {(error.strerror or 'the system refused it').lower()}") from None
            self.listener = Thread(target=listen, args=(self.process.stdout, self.answers), daemon=True)
            self.listener.start()
        return self.process

    def tell(self, facts: object) -> None:
        stream = self.begin().stdin
        assert stream is not None
        try:
            stream.write(json.dumps(facts).encode() + b"\n")
            stream.flush()
        except OSError:
            raise self.failed(self.ending()) from None

    def hear(self) -> bytes:
        try:
            line = self.answers.get(timeout=self.seconds)
        except Empty:
            assert self.seconds is not None  # or there is no waiting in vain
            self.close()
            raise self.failed(f"said nothing for {in_seconds(self.seconds)}") from None
        if not line:
            raise self.failed(self.ending())
        return line

    def ending(self) -> str:
        assert self.process is not None
        with suppress(subprocess.TimeoutExpired):
            code = self.process.wait(1)
            return "ended before it had moved" if code == 0 else f"ended with exit code {code}"
        return "closed its output before it had moved"

    def failed(self, what: str) -> ProgramFailed:
        said = b""
        if self.errors is not None and not self.errors.closed:
            self.errors.seek(0, os.SEEK_END)
            self.errors.seek(max(0, self.errors.tell() - requests.LONGEST_LINE))
            said = self.errors.read()
        last = [f"\n  {clean(row)}" for row in said.decode(errors="replace").splitlines()[-LAST_WORDS:]]
        self.close()
        return ProgramFailed(f"the program `{clean(self.command)}` {what}" + "".join(last))

    def close(self) -> None:
        """Tells the program that nothing more comes, and does not wait for one that goes on."""
        process, self.process = self.process, None
        if process is not None:
            assert process.stdin is not None
            with suppress(OSError):
                process.stdin.close()
            try:
                process.wait(0.5)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
            assert self.listener is not None
            self.listener.join(1)  # a grandchild may hold the pipe open
        if self.errors is not None:
            self.errors.close()


def played(after: Match, before: Match, seat: int) -> Move:
    """The move that a program has made in its own copy of the match."""
    made = after.events[len(before.events) :]
    move = next(event.value for event in made if event.player == seat)
    assert isinstance(move, tuple)
    return move


def listen(stream: IO[bytes], answers: Queue[bytes]) -> None:
    """Line by line into a queue; an empty one at the end."""
    with suppress(OSError, ValueError), stream:
        while line := stream.readline(requests.LONGEST_LINE + 1):
            answers.put(line)
    answers.put(b"")


def words_of(command: str) -> list[str]:
    """A command as the system takes it."""
    try:
        return shlex.split(command, posix=os.name != "nt")
    except ValueError as error:
        raise ProgramFailed(f"`{clean(command)}` is no command: {str(error).lower()}") from None


def is_program(command: str) -> bool:
    """Whether the first word of a text is a program that can be run."""
    words = words_of(command)
    return bool(words) and shutil.which(words[0]) is not None
