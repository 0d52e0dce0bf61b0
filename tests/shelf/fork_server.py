"""The command `astro` without its start: each call is a fork of one process that has everything imported.

A call has its own process, arguments, folder, environment and streams, as if it had been started anew; only importing,
most of what a short command takes, is done once. `astro_command` writes the command; run as a program, this file is
both ends of it: `serve SOCKET`, and `call SOCKET WORD…`, which imports as little as it can.
"""

from __future__ import annotations

import json
import os
import signal
import socket
import sys

KILLED = 70
"""What a call ends with if its process could not say how it ended."""


def astro_command(path: str) -> str:
    """A shell script that calls the server behind a socket."""
    return f'#!/bin/sh\nexec "{sys.executable}" -I -S "{os.path.abspath(__file__)}" call "{path}" "$@"\n'  # noqa: PTH100


def call(path: str, words: list[str]) -> int:
    """Has the server run `astro` with these words, and gives back its exit code."""
    asked = json.dumps([words, os.getcwd(), dict(os.environ)])  # noqa: PTH109 - pathlib takes longer than the rest
    with socket.socket(socket.AF_UNIX) as server:
        server.connect(path)
        socket.send_fds(server, [b"\n"], [0, 1, 2])
        server.sendall(asked.encode())
        server.shutdown(socket.SHUT_WR)
        ended = server.recv(1)
    return ended[0] if ended else KILLED


def serve(path: str) -> None:
    """Answers calls until it is ended; says a line once it is ready."""
    import_everything()
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # nobody waits for the calls
    with socket.socket(socket.AF_UNIX) as listening:
        listening.bind(path)
        listening.listen()
        os.write(1, b"ready\n")
        while True:
            caller, _ = listening.accept()
            with caller:
                if os.fork() == 0:
                    listening.close()
                    os._exit(answer(caller))


def import_everything() -> None:
    """All modules of Astro that every user has, what `astro test` compares snapshots with, and the parser's tables."""
    import pkgutil
    from importlib import import_module

    import astro_referee
    from astro_referee.grammar.syntax.parser import parser

    for module in pkgutil.walk_packages(astro_referee.__path__, "astro_referee."):
        if not module.name.endswith((".__main__", ".lexer")):  # the one runs at once, the other needs pygments
            import_module(module.name)
    import_module("syrupy")
    parser()


def answer(caller: socket.socket) -> int:
    """Becomes the process of one call, and tells the caller how it ended."""
    from astro_referee.cli.main import main

    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    _, streams, _, _ = socket.recv_fds(caller, 1, 3)
    words, folder, settings = json.loads(b"".join(iter(lambda: caller.recv(1 << 16), b"")))
    for number, stream in enumerate(streams):
        os.dup2(stream, number)
        os.close(stream)
    os.chdir(folder)
    os.environ.clear()
    os.environ.update(settings)
    sys.argv = ["astro", *words]
    sys.stdin, sys.stdout = open(0, encoding="utf-8"), open(1, "w", encoding="utf-8")  # noqa: SIM115
    sys.stderr = open(2, "w", buffering=1, encoding="utf-8")  # noqa: SIM115
    code: object = KILLED
    try:
        main()
    except SystemExit as ended:
        code = ended.code
    try:
        sys.stdout.flush()
    except BrokenPipeError:
        code = KILLED
    number = code if isinstance(code, int) else int(code is not None)
    caller.sendall(bytes([number]))
    return number


if __name__ == "__main__":
    match sys.argv[1:]:
        case ["serve", path]:
            serve(path)
        case ["call", path, *words]:
            sys.exit(call(path, words))
