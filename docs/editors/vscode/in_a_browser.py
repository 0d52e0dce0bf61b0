"""Tries the extension in a real VS Code: `python in_a_browser.py CODE_SERVER EXTENSION.vsix FOLDER_FOR_PICTURES`.

First a mistake is mended, a test run, shown and debugged; then a game and a variant are written by what is offered
alone.

`code-server` serves VS Code to a browser; npm has it. It takes a minute, and building it several, so this is no
test of every run: after a change of the extension, run it, and look at the pictures. It needs Playwright and Chromium.
"""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from shutil import which
from urllib.error import URLError
from urllib.parse import quote
from urllib.request import urlopen

from playwright.sync_api import Page, expect, sync_playwright

RULES = """astro 1

game Duel for 2 players
  "Take the last stone."

var left: 0..10 = 10

phase play
  turns clockwise from P1
    move take(number in 1..3) as "take {number}"
      when numbr <= left else "there are only {left}"
      then
        left -= number
    otherwise
      winner me.previous

test "three are taken"
  P1 "take 3"
  expect left is 7
"""
GAME = """astro 1
game Count for 2 players
  "Who says ten wins."

var count: 0..10

phase play
  turns clockwise from P1
    move say_on
      then
        count += 1
        if count is 10
          winner me
"""
VARIANT = """astro 1
variant Longer of "count.astro"
replace count
  var count: 0..10
"""
PATIENCE = 300_000
"""Milliseconds: VS Code, the server and the browser begin at once."""


def free_port() -> int:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        return int(taken.getsockname()[1])


def served(program: str, extension: Path, folder: Path) -> tuple[subprocess.Popen[bytes], str]:
    """VS Code with the extension, and the address of a folder in it."""
    own, port = folder / "own", free_port()
    settings = own / "User" / "settings.json"
    settings.parent.mkdir(parents=True)
    chosen = {
        "astro.command": [sys.executable, "-m", "astro_referee.cli"],
        "workbench.startupEditor": "none",
        "workbench.secondarySideBar.defaultVisibility": "hidden",
        "chat.disableAIFeatures": True,
        "security.workspace.trust.enabled": False,
    }
    settings.write_text(json.dumps(chosen), encoding="utf-8")
    places = ["--user-data-dir", str(own), "--extensions-dir", str(own / "extensions")]
    subprocess.run([program, *places, "--install-extension", str(extension)], check=True, stdout=subprocess.DEVNULL)
    quiet = ["--auth", "none", "--disable-telemetry", "--disable-update-check"]
    process = subprocess.Popen(
        [program, *places, *quiet, "--bind-addr", f"127.0.0.1:{port}"], stdout=subprocess.DEVNULL
    )
    opened = json.dumps([["openFile", f"vscode-remote://127.0.0.1:{port}{folder / 'rules' / 'duel.astro'}"]])
    address = f"http://127.0.0.1:{port}/?folder={folder / 'rules'}&payload={quote(opened)}"
    for _ in range(300):
        try:
            with urlopen(address, timeout=5):
                return process, address
        except (URLError, OSError):
            time.sleep(0.2)
    process.terminate()
    raise SystemExit("code-server does not answer")


def command(page: Page, title: str) -> None:
    page.keyboard.press("F1")
    page.keyboard.type(title, delay=15)
    page.wait_for_timeout(800)
    page.keyboard.press("Enter")


def go_to(page: Page, line: int, column: int) -> None:
    page.keyboard.press("Control+g")
    page.keyboard.type(f"{line}:{column}")
    page.wait_for_timeout(300)
    page.keyboard.press("Enter")


def tried(page: Page, pictures: Path) -> None:
    """A new author's way through the editor, with a picture of each station."""

    def picture(name: str) -> None:
        page.screenshot(path=str(pictures / f"{name}.png"))

    expect(page.locator(".squiggly-error").first).to_be_visible(timeout=PATIENCE)
    expect(page.get_by_text("Run test").first).to_be_visible(timeout=PATIENCE)
    picture("problem")

    go_to(page, 11, 14)
    page.keyboard.press("Control+.")
    page.wait_for_timeout(1500)
    picture("fixes")
    page.keyboard.press("Enter")
    expect(page.locator(".squiggly-error")).to_have_count(0, timeout=PATIENCE)

    page.keyboard.press("Control+End")
    page.keyboard.type('  P2 "', delay=40)
    page.keyboard.press("Control+Space")
    expect(page.locator(".suggest-widget").get_by_text("take 1").first).to_be_visible(timeout=PATIENCE)
    picture("moves")
    page.keyboard.press("Escape")
    page.keyboard.press("Control+Shift+k")

    page.get_by_text("Run test").first.click()
    expect(page.get_by_text("three are taken, all hold").first).to_be_visible(timeout=PATIENCE)
    picture("test")

    go_to(page, 18, 3)
    command(page, "Astro: Preview the Game at This Line")
    game = page.frame_locator("iframe.webview").frame_locator("iframe").frame_locator("iframe")
    expect(game.get_by_text("P2: take 1")).to_be_visible(timeout=PATIENCE)
    picture("preview")
    game.get_by_text("P2: take 1").click()
    expect(page.locator(".view-line", has_text='P2 "take 1"')).to_be_visible(timeout=PATIENCE)
    picture("added")

    command(page, "View: Focus First Editor Group")
    page.get_by_text("Debug test").first.click()
    expect(page.locator(".debug-toolbar").first).to_be_visible(timeout=PATIENCE)
    page.wait_for_timeout(2000)
    picture("debugger")


def taken(page: Page, begun: str, label: str) -> None:
    """Types the beginning of a word, and takes what is offered first."""
    page.keyboard.type(begun, delay=40)
    first = page.locator(".suggest-widget .monaco-list-row.focused").filter(has=page.get_by_text(label, exact=True))
    expect(first).to_be_visible(timeout=PATIENCE)
    page.wait_for_timeout(1000)  # it may be listed anew meanwhile
    page.keyboard.press("Enter")
    page.wait_for_timeout(300)


def filled(page: Page, *words: str) -> None:
    """Fills the gaps of what was taken, one after the other; one without a word is left as it is."""
    for word in words:
        page.keyboard.type(word, delay=40)
        page.keyboard.press("Tab")


def opened(page: Page, name: str) -> None:
    page.keyboard.press("Control+p")
    page.wait_for_timeout(500)
    page.keyboard.type(name, delay=40)
    page.wait_for_timeout(1000)
    page.keyboard.press("Enter")
    expect(page.locator(".tab.active", has_text=name)).to_be_visible(timeout=PATIENCE)
    page.wait_for_timeout(1000)


def saved(page: Page, path: Path) -> str:
    """A file as it stands, without a mistake in it."""
    page.keyboard.press("Control+s")
    expect(page.locator(".tab.active.dirty")).to_have_count(0, timeout=PATIENCE)
    expect(page.locator(".squiggly-error")).to_have_count(0, timeout=PATIENCE)
    return path.read_text(encoding="utf-8")


def game_written(page: Page, path: Path) -> None:
    """A game from an empty file, by what is offered alone."""
    opened(page, path.name)
    taken(page, "as", "astro")
    taken(page, "ga", "game")
    filled(page, "Count", "", "Who says ten wins.")
    for line in ("", "var count: 0..10", ""):
        page.keyboard.press("End")
        page.keyboard.press("Enter")
        page.keyboard.press("Home")
        page.keyboard.type(line, delay=40)
        page.keyboard.press("Escape")
    page.keyboard.press("Enter")
    taken(page, "ph", "phase")
    filled(page, "play", "say_on")
    page.keyboard.press("Delete")
    page.keyboard.press("Shift+End")
    taken(page, "cou", "count")
    page.keyboard.type(" += 1\n", delay=40)
    taken(page, "if", "if")
    page.keyboard.type(" ")
    taken(page, "cou", "count")
    page.keyboard.type(" is 10\n", delay=40)
    taken(page, "win", "winner")
    page.keyboard.type(" ")
    taken(page, "m", "me")
    text = saved(page, path)
    assert text.split() == GAME.split(), text


def variant_written(page: Page, path: Path) -> None:
    """A variant of it: what the base says is written by a code action, and changed."""
    opened(page, path.name)
    taken(page, "as", "astro")
    taken(page, "var", "variant")
    filled(page, "Longer")
    taken(page, "co", "count.astro")
    page.keyboard.press("End")
    page.keyboard.press("Enter")
    taken(page, "rep", "replace")
    page.keyboard.type(" ")
    taken(page, "cou", "count")
    page.keyboard.press("Control+.")
    page.locator(".action-widget").get_by_text("Write here what the base says").click(timeout=PATIENCE)
    expect(page.locator(".view-line", has_text="var count: 0..10")).to_be_visible(timeout=PATIENCE)
    text = saved(page, path)
    assert text.split() == VARIANT.split(), text


def main() -> None:
    program, extension, pictures = which(sys.argv[1]) or sys.argv[1], Path(sys.argv[2]), Path(sys.argv[3])
    pictures.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as made:
        rules = Path(made) / "rules" / "duel.astro"
        rules.parent.mkdir()
        rules.write_text(RULES, encoding="utf-8")
        game, variant = rules.with_name("count.astro"), rules.with_name("longer.astro")
        for empty in (game, variant):
            empty.touch()
        process, address = served(program, extension.resolve(), Path(made))
        try:
            with sync_playwright() as playwright:
                browser = playwright.chromium.launch(executable_path=os.environ.get("CHROMIUM") or which("chromium"))
                page = browser.new_page(viewport={"width": 1400, "height": 900})
                page.goto(address, timeout=PATIENCE)
                page.wait_for_selector(".monaco-workbench", timeout=PATIENCE)
                page.wait_for_timeout(3000)
                try:
                    tried(page, pictures)
                    page.keyboard.press("Shift+F5")
                    game_written(page, game)
                    page.screenshot(path=str(pictures / "game.png"))
                    variant_written(page, variant)
                    page.screenshot(path=str(pictures / "variant.png"))
                finally:
                    page.screenshot(path=str(pictures / "last.png"))
                browser.close()
        finally:
            process.terminate()
            process.wait()


if __name__ == "__main__":
    main()
