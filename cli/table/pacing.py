"""The time between two moves of a game that somebody watches; Enter stops it, and Enter goes on."""

from __future__ import annotations

import sys
from queue import Empty, Queue
from threading import Thread
from time import sleep

STOPPED = "Enter goes on."
lines: Queue[str] = Queue()
listening: list[Thread] = []


def pause(seconds: float) -> None:
    """Waits so long; at a terminal, until Enter is hit once more if it is hit meanwhile."""
    if not sys.stdin.isatty():
        sleep(seconds)
        return
    if not listening:
        listening.append(Thread(target=listen, daemon=True))
        listening[0].start()
    try:
        if not lines.get(timeout=seconds):  # the input has ended: nobody stops anything any more
            lines.put("")
            return
        print(STOPPED, flush=True)
        while True:  # in steps, so that Ctrl-C is heard on every system
            try:
                if not lines.get(timeout=0.5):
                    lines.put("")
                return
            except Empty:
                continue
    except Empty:
        return


def listen() -> None:
    """Lines as they are typed; an empty one at the end."""
    for line in iter(sys.stdin.readline, ""):
        lines.put(line)
    lines.put("")
