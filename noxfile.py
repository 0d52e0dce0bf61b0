"""The tests on every Python that is installed: `nox`; on one of them: `nox -s tests-3.12 -- tests/grammar`."""

from __future__ import annotations

import nox

PYTHONS = nox.project.python_versions(nox.project.load_toml())
"""Those that pyproject.toml promises. One that is not installed is skipped."""


@nox.session(python=PYTHONS)
def tests(session: nox.Session) -> None:
    session.install("-e", ".[test,engines]")
    session.run("pytest", *(session.posargs or ["-n", "auto"]))
