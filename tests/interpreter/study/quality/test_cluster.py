"""A study on a cluster of two workers, one of which is killed in the middle, reports what it does alone."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator

import pytest
from shelf import ROOT

import astro_referee as astro
from astro_referee.interpreter.study.quality import work
from astro_referee.interpreter.study.quality.conduct import conduct
from astro_referee.interpreter.study.quality.plan import plan_for
from astro_referee.interpreter.study.quality.summary import Study

distributed = pytest.importorskip("distributed")
PIG = ROOT / "examples" / "pig.astro"


@pytest.fixture
def scheduler() -> Iterator[str]:
    with distributed.LocalCluster(
        n_workers=0, processes=False, dashboard_address=None, protocol="tcp", silence_logs=50
    ) as cluster:
        yield cluster.scheduler_address


def worker(address: str) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", "distributed.cli.dask_worker", address]
    return subprocess.Popen(
        [*command, "--no-nanny", "--nthreads", "1", "--no-dashboard"],
        env=os.environ | {"PYTHONPATH": str(ROOT / ".src")},
        stderr=subprocess.DEVNULL,
    )


@pytest.mark.slow
def test_a_killed_worker_costs_its_part_only(scheduler: str) -> None:
    """Starts a scheduler here and two processes: about six seconds."""
    game = astro.prepare(PIG, options={"goal": "20"})
    plan = plan_for(game, 3, 400, 300, 4, 4, ["mcts:8"])
    workers = [worker(scheduler), worker(scheduler)]
    killed = []

    def kill(study: Study) -> None:
        if study.games >= 100 and not killed:
            killed.append(study.games)
            workers[0].kill()

    try:
        with distributed.Client(scheduler) as client:
            client.wait_for_workers(2, timeout=60)
        study = conduct(game, plan, address=scheduler, engine="python", progress=kill)
    finally:
        for process in workers:
            process.kill()
            process.wait()
    assert killed
    assert study.games == plan.games
    assert json.dumps(study.data) == json.dumps(conduct(game, plan, engine="python").data)


def test_no_scheduler(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(work, "PATIENCE", 0.2)
    game = astro.prepare(PIG, options={"goal": "20"})
    with pytest.raises(OSError, match="Timed out"):
        conduct(game, plan_for(game, 3, 60, 20, 0, 0), address="tcp://127.0.0.1:9")
