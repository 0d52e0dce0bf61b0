"""What whoever types in an editor waits for: the first problems of a file, and those after a key."""

from __future__ import annotations

import json
import resource
import subprocess
import sys
import time
from pathlib import Path
from typing import BinaryIO

from astro_referee.cli.store import Store
from astro_referee.interpreter import examination
from astro_referee.interpreter.play import library
from benchmarks.waiting import ROOT, Figures, compare

BARE = "import pygls.lsp.server, astro_referee.interpreter.examination, astro_referee.interpreter.play.library"


def spent(process: subprocess.Popen[bytes], before: float) -> float:
    """The processor's time that a process has taken, which is over."""
    process.wait()
    return children() - before


def children() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def imports() -> float:
    before = children()
    return spent(subprocess.Popen([sys.executable, "-c", BARE]), before)


def first_problems(path: Path) -> float:
    """From the start of the server to the first problems of a file; then it is ended."""
    before = children()
    words = [sys.executable, "-m", "astro_referee.cli", "lsp"]
    process = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    assert process.stdin is not None and process.stdout is not None
    opened = {"uri": path.as_uri(), "languageId": "astro-rules", "version": 1, "text": path.read_text(encoding="utf-8")}
    send(process.stdin, "initialize", {"capabilities": {}, "processId": None, "rootUri": None}, 1)
    received(process.stdout)
    send(process.stdin, "initialized", {})
    send(process.stdin, "textDocument/didOpen", {"textDocument": opened})
    while received(process.stdout).get("method") != "textDocument/publishDiagnostics":
        pass
    process.kill()
    found = spent(process, before)
    process.stdin.close()
    process.stdout.close()
    return found


def send(stream: BinaryIO, method: str, params: object, number: int | None = None) -> None:
    message = {"jsonrpc": "2.0", "method": method, "params": params} | ({"id": number} if number is not None else {})
    data = json.dumps(message).encode()
    stream.write(b"Content-Length: %d\r\n\r\n%s" % (len(data), data))
    stream.flush()


def received(stream: BinaryIO) -> dict[str, object]:
    length = 0
    while (line := stream.readline()) not in (b"\r\n", b""):
        name, _, value = line.partition(b":")
        length = int(value) if name.lower() == b"content-length" else length
    found: dict[str, object] = json.loads(stream.read(length) or "{}")
    return found


def first_diagnostics(seconds: float) -> Figures:
    """The first problems of a file after the start of the server, against imports. Lower is better; 2 is the limit."""
    path = ROOT / "games" / "ptolemy.astro"
    first_problems(path)
    found = compare(lambda: first_problems(path), imports, seconds)
    milliseconds = {"problems, ms": round(1000 * found["one"]), "imports, ms": round(1000 * found["other"])}
    return {**milliseconds, "ratio": found["ratio"], "quartiles": [found["from"], found["to"]]}


def keystroke(seconds: float) -> Figures:
    """A key in the longest rule file, against one reading and one check of it: about 1."""
    path, store, keys = ROOT / "games" / "vediic.astro", Store(), 0
    text = path.read_text(encoding="utf-8")

    def key() -> float:
        nonlocal keys
        keys += 1
        start = time.process_time()
        store.edit(path, text + "#" * (keys % 9 + 1))
        store.analysis(path)
        return time.process_time() - start

    def plain() -> float:
        start = time.process_time()
        examination.glance(library.load_source(path))
        return time.process_time() - start

    found = compare(key, plain, seconds)
    store.close(path)
    milliseconds = {"key, ms": round(1000 * found["one"]), "check, ms": round(1000 * found["other"])}
    return {**milliseconds, "ratio": found["ratio"], "quartiles": [found["from"], found["to"]]}
