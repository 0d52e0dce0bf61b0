"""Another process that plays and replays games for tests, with a hash seed and, if wanted, a cache of its own.

Its start takes longer than most of what it is asked, so it answers until it is closed. Run as a program, this file is
that process: a line of JSON for each question and for each answer.
"""

from __future__ import annotations

import hashlib
import json
import os
import random
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from traceback import format_exc

import astro_referee as astro
from astro_referee.interpreter.records import records

SOURCE = Path(astro.__file__).parents[1]
Ask = Callable[..., str]


@contextmanager
def elsewhere(**environment: str) -> Iterator[Ask]:
    """`ask("play", path, players, options)`: what the other process gives for it, as text."""
    path = os.pathsep.join([str(SOURCE), os.environ.get("PYTHONPATH", "")])
    settings = {**os.environ, "PYTHONPATH": path, **environment}
    words = [sys.executable, __file__]
    with subprocess.Popen(words, env=settings, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as child:

        def ask(*question: object) -> str:
            assert child.stdin is not None and child.stdout is not None
            child.stdin.write(json.dumps(question) + "\n")
            child.stdin.flush()
            given, failure = json.loads(child.stdout.readline())
            assert not failure, failure
            return str(given)

        try:
            yield ask
        finally:
            child.kill()


def play(file: str, players: int, options: dict[str, str]) -> str:
    """The record of a game at random."""
    match, pick = astro.start(file, players, options, seed=1), random.Random(1)
    while not match.over:
        if match.chance is not None:
            match.settle()
        else:
            match.play(pick.choice(match.options))
    return astro.save(match)


def replay(texts: Sequence[str]) -> str:
    """A digest of where each of some records of one game ends, a line each."""
    first = astro.resume(texts[0], folder="/")
    assert first.notes == ()
    return "\n".join(digest(records.replay(records.read(text), first.match.game).state) for text in texts)


def digest(state: list[int]) -> str:
    return hashlib.sha256(repr(state).encode()).hexdigest()


def answer(task: str, *given: object) -> tuple[str, str]:
    """What comes of a question, or how it failed."""
    try:
        return {"play": play, "replay": replay}[task](*given), ""
    except Exception:
        return "", format_exc()


if __name__ == "__main__":
    for line in sys.stdin:
        sys.stdout.write(json.dumps(answer(*json.loads(line))) + "\n")
        sys.stdout.flush()
