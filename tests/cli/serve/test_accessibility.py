"""The page for everybody: axe-core finds no violation of level A or AA on lobby and table, by day and by night."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from serve_pages import Served

if TYPE_CHECKING:
    from playwright.sync_api import Browser

TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]
AXE = "axe-core@4.10.3"


@pytest.fixture(scope="session")
def axe(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The checker, from npm; where that cannot be had, the test is skipped."""
    if shutil.which("npm") is None:
        pytest.skip("there is no npm here")
    folder = tmp_path_factory.mktemp("axe")
    found = subprocess.run(
        ["npm", "install", "--no-audit", "--no-fund", "--ignore-scripts", AXE], cwd=folder, capture_output=True
    )
    if found.returncode:
        pytest.skip("npm has no axe-core for us")
    return folder / "node_modules" / "axe-core" / "axe.min.js"


@pytest.mark.parametrize(
    ("game", "players", "who", "size", "scheme"),
    [
        ("hearts", 4, "lobby", (390, 844), "light"),
        ("hearts", 4, "seat", (390, 844), "dark"),
        ("ecliptic", 2, "seat", (1280, 800), "light"),
        ("chess", 2, "seat", (1280, 800), "dark"),
    ],
)
def test_no_violation_of_level_a_or_aa(
    browser: Browser, served: Served, axe: Path, game: str, players: int, who: str, size: tuple[int, int], scheme: str
) -> None:
    table = served.table(game, players, begin=who != "lobby")
    seat = table.match.actors[0] if table.match.actors else 0
    # Their script would not pass the page's own policy.
    context = browser.new_context(
        bypass_csp=True,
        viewport={"width": size[0], "height": size[1]},
        color_scheme=scheme,  # type: ignore[arg-type]
        reduced_motion="reduce",
    )
    page = context.new_page()
    page.goto(served.address(table.host_key if who == "lobby" else table.chairs[seat].key))
    page.wait_for_selector("#start" if who == "lobby" else "#dock.mine")
    page.add_script_tag(path=axe)
    found = page.evaluate("tags => axe.run(document, { runOnly: tags })", TAGS)
    context.close()
    assert [(one["id"], [node["html"][:120] for node in one["nodes"][:3]]) for one in found["violations"]] == []
