"""A server for each test, and one browser for all of them."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

pytest.importorskip("starlette", reason="the extra `serve` is not installed")
pytest.importorskip("segno", reason="the extra `serve` is not installed")

from serve_pages import Served

if TYPE_CHECKING:
    from playwright.sync_api import Browser

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Served]:
    made = Served(tmp_path / "tables")
    yield made
    made.stop()


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Chromium; where there is none, tests are skipped with a reason, but not in CI."""
    if CHROMIUM is None:
        if os.environ.get("CI"):
            pytest.fail("these tests need Chromium: apt-get install chromium")
        pytest.skip("there is no Chromium here")
    api = pytest.importorskip("playwright.sync_api")
    with api.sync_playwright() as play:
        found = play.chromium.launch(executable_path=CHROMIUM)
        yield found
        found.close()
