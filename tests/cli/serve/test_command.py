"""`astro serve` as a process: its links, a kill in the middle of a game, and everybody back at the same port."""

from __future__ import annotations

import json
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from click.testing import CliRunner
from shelf import ROOT
from websockets.sync.client import connect

from astro_referee.cli.main import astro

NIM = str(ROOT / "examples" / "nim.astro")


@contextmanager
def running(folder: Path, *words: str) -> Iterator[tuple[subprocess.Popen[str], dict[str, str], int]]:
    """The command, the secret of each link that it prints, and its port."""
    command = [sys.executable, "-m", "astro_referee.cli", "serve", *words]
    process = subprocess.Popen(command, cwd=folder, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    keys: dict[str, str] = {}
    port = 0
    for row in process.stdout:
        found = re.match(r"  (\S+) .*http://[^:]+:(\d+)/#(\S+)", row)
        if found:
            keys[found[1]], port = found[3], int(found[2])
        if row.startswith("Tables are kept"):
            break
    try:
        yield process, keys, port
    finally:
        process.kill()
        process.wait()
        process.stdout.close()


def frame(port: int, key: str, *more: str) -> dict[str, object]:
    """The position of a seat, after it has said something more."""
    with connect(f"ws://127.0.0.1:{port}/socket", max_size=None) as line:
        line.send(json.dumps({"do": "enter", "key": key}))
        found: dict[str, object] = {}
        while found.get("do") != "frame":
            found = json.loads(line.recv(20))
        for text in more:
            line.send(text)
            found = {}
            while found.get("do") != "frame":
                found = json.loads(line.recv(20))
        return found


def test_a_killed_server_brings_everybody_back(tmp_path: Path) -> None:
    """It takes two processes, since only a death is one."""
    with running(tmp_path, NIM, "--start", "--port", "0") as (process, keys, port):
        assert set(keys) == {"host", "P1", "P2", "watch"}
        seen = frame(port, keys["P1"])
        typed = json.dumps({"do": "type", "question": seen["question"], "text": "1 from 1"})
        assert frame(port, keys["P1"], typed)["number"] == 1
        process.send_signal(signal.SIGKILL)
        process.wait()
    with running(tmp_path, "astro-tables", "--port", str(port)) as (_, again, same):
        assert (again, same) == (keys, port)
        assert frame(port, keys["P2"])["number"] == 1
        assert frame(port, keys["P2"])["asked"] == [1]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["hearts", "--table"], "cannot be typed in at a served table"),
        (["nowhere"], "nowhere"),
        ([NIM, "--host", "192.0.2.1"], "cannot be used"),
        ([NIM, "--names", "Ann,Ann"], "same name"),
        ([NIM, "--bot", "P2=nobody"], "no bot called"),
    ],
)
def test_what_cannot_be_served_is_said(
    words: list[str], said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    result = CliRunner().invoke(astro, ["serve", *words, "--port", "0"])
    assert result.exit_code in (1, 2) and said in result.output
