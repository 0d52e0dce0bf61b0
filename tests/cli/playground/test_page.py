"""The playground as people use it: in a browser, without a network after the first visit."""

from __future__ import annotations

import json
import logging
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from browsing import PATIENCE, browser, built, fill, from_npm, need, served, verdict
from shelf import ROOT

NODE = ROOT / "cli" / "playground" / "node"
PAGE = ROOT / "cli" / "playground" / "page"
SLIP = """astro 1

game Stones for 2 players
  "🂡 Take one or two; who takes the last one wins."

var stones: 0..5 = 5

phase play
  turns clockwise from P1
    move take(n in 1..2)
      "🂡🂱 Take {n} of {stnoes}."
      when n <= stones else "only {stones} are left"
      then
        stones -= n
        if stones is 0
          winner me because "{me} took the last one"
    otherwise
      draw because "nobody can"

test "two are taken"
  P1 "take 2"
  expect stones is 3
"""


PANES = {"play": ".moves button", "trials": "#run", "machine": "#pane-machine img", "learn": ".lesson"}
DIALOGS = {"open": ".catalogue li", "share": "#link"}
TAPS = 10
LOG = logging.getLogger(__name__)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return built(tmp_path_factory.mktemp("playground"))


@pytest.fixture(scope="module")
def page(site: Path) -> Iterator[Any]:
    """A page that was visited once, and has no network any more; whatever it complains of fails its test."""
    complaints: list[str] = []
    with browser() as opened:
        context = opened.new_context(viewport={"width": 1280, "height": 800})
        page = context.new_page()
        page.set_default_timeout(PATIENCE)
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("console", lambda said: complaints.append(said.text) if said.type == "error" else None)
        with served(site) as (address, _):
            page.goto(address)
            page.locator("body[data-offline=yes]").wait_for()
        context.set_offline(True)
        page.reload()
        yield page
    assert complaints == []


@pytest.mark.slow
@pytest.mark.timeout(900)
def test_rules_are_written_played_tested_and_shared_without_a_network(page: Any, tmp_path: Path) -> None:
    """One long visit, since most of the time goes into starting Python."""
    verdict(page, "No problems")

    # A slip is mended by its quick fix, behind characters that the page counts otherwise.
    fill(page, SLIP)
    verdict(page, "1 error")
    page.get_by_role("button", name="Write `stones`").click()
    verdict(page, "No problems")
    assert "{stones}." in page.locator(".cm-content").inner_text()

    # The game begins under the rules as they are now; a move that is not legal is refused with its line.
    page.get_by_role("button", name="New game").click()
    page.locator(".moves button", has_text="take 2").click()
    page.locator(".status", has_text="P2").wait_for()
    page.locator("#typed").fill("take 2")
    page.locator("#typed").press("Enter")
    page.locator(".status", has_text="P1").wait_for()
    page.locator("#typed").fill("take 2")
    page.locator("#typed").press("Enter")
    assert "only 1 are left" in page.locator(".refusal", has_text="line 12").inner_text()

    # Tests and what they reach.
    page.locator("#tab-trials").click()
    page.locator("#run").click()
    page.locator("#pane-trials", has_text="1 test, all hold").wait_for()
    page.locator("#cover").click()
    page.locator(".reached.missing:visible").first.wait_for()

    # A link holds the text.
    page.locator("#share").click()
    link = page.locator("#link").input_value()
    assert len(link) < 1000
    page.keyboard.press("Escape")
    page.locator("#open").click()
    page.get_by_role("button", name="A new card game").click()
    page.locator(".cm-content", has_text="Stones").wait_for(state="detached")
    page.evaluate("link => { location.hash = new URL(link).hash; }", link)
    page.locator(".cm-content", has_text="game Stones").wait_for()
    verdict(page, "No problems")

    # One that lost its end on the way is said to be damaged, and the text stays.
    page.evaluate("link => { location.hash = new URL(link).hash.slice(0, -9); }", link)
    page.locator("#notice", has_text="damaged").wait_for()
    assert "game Stones" in page.locator(".cm-content").inner_text()

    accessible(page, from_npm("axe-core", tmp_path))


def accessible(page: Any, axe: Path) -> None:
    """No violation of levels A and AA, wherever one can be in the page, by day and by night."""
    source = (axe / "axe.min.js").read_text(encoding="utf-8")
    page.evaluate(source)
    for name, shown in PANES.items():
        page.locator(f"#tab-{name}").click()
        page.locator(shown).first.wait_for()
        assert violations(page) == []
    for name, shown in DIALOGS.items():
        page.locator(f"#{name}").click()
        page.locator(shown).first.wait_for()
        assert violations(page) == []
        page.keyboard.press("Escape")


def violations(page: Any) -> list[str]:
    return [one for scheme in ("light", "dark") for one in violations_in(page, scheme)]


def violations_in(page: Any, scheme: str) -> list[str]:
    page.emulate_media(color_scheme=scheme)
    found = page.evaluate("() => axe.run({ runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa'] })")
    return [f"{scheme}, {one['id']}: {node['html'][:200]}" for one in found["violations"] for node in one["nodes"]]


def test_two_windows_with_one_text_lose_no_word(page: Any) -> None:
    """Each has a module of its own, as two windows would."""
    found = page.evaluate(
        """async () => {
          const one = await import("./store.js?one");
          one.add({ name: "both", rules: "as it was" });
          const other = await import("./store.js?other");
          one.change({ rules: "written here" });
          other.change({ rules: "written there" });
          one.change({ rules: "written here, too" });
          other.add({ name: "mine", rules: "another" });
          one.change({ rules: "written here at last" });
          return one.documents().filter(({ name }) => name === "both").map(({ rules }) => rules);
        }"""
    )
    assert sorted(found) == ["written here at last", "written there"]


def test_an_answer_that_comes_late_reaches_no_other_game(page: Any) -> None:
    found = page.evaluate(
        """async () => {
          const { Table } = await import("./table.js");
          const pane = document.createElement("div");
          const asked = [];
          let answer;
          const ask = question => (asked.push(question.do), new Promise(resolve => { answer = resolve; }));
          const table = new Table(pane, { ask, generation: () => 1, go() {}, name: () => "x" });
          table.fresh();
          table.clear();
          answer({ ok: true, title: "Old", about: "", least: 2, most: 2, options: [] });
          await new Promise(resolve => setTimeout(resolve, 50));
          return [pane.textContent.includes("Old"), asked];
        }"""
    )
    assert found == [False, ["set-up"]]


def test_a_move_of_several_things_is_put_together_one_by_one(page: Any) -> None:
    found = page.evaluate(
        """async () => {
          const { steps } = await import("./steps.js");
          const names = ["ace", "two", "six", "ten"], moves = [];
          for (let one = 0; one < 4; one++) for (let other = one + 1; other < 4; other++) {
            const both = [names[one], names[other]], args = [both.map((name) => [name, name.toUpperCase()])];
            moves.push({ sort: 0, args, text: both.join(" and "), typed: both.join(" "), about: "" });
          }
          const played = [], sorts = [{ name: "pass", params: [{ asks: "which" }] }];
          const box = steps({ sorts, moves, question: "" }, (move) => played.push(move));
          const buttons = () => [...box.querySelectorAll("button")];
          const tap = (text) => buttons().find((one) => one.textContent === text).click();
          const seen = [buttons().length, box.querySelector("p").textContent];
          for (const text of ["TEN", "SIX", "SIX", "ACE"]) tap(text);
          seen.push(buttons().filter((one) => one.disabled).map((one) => one.textContent));
          tap("ace and ten");
          return [...seen, played];
        }"""
    )
    assert found == [4, "which? (2)", ["TWO", "SIX"], ["ace ten"]]


@pytest.mark.thorough
@pytest.mark.timeout(3600)
def test_every_game_is_played_in_the_page(page: Any, site: Path) -> None:
    """By tapping; `--log-cli-level INFO` shows which one is on the table, and how far it came."""
    page.set_default_timeout(5 * PATIENCE)
    for one in json.loads((site / "catalogue.json").read_text(encoding="utf-8")):
        page.locator("#open").click()
        page.locator("#search").fill(one["name"])
        page.get_by_role("button", name=one["name"], exact=True).first.click()
        page.locator("#tab-play").click()
        page.locator("#pane-play strong").get_by_text(one["title"], exact=True).wait_for()
        page.locator(".status:visible").wait_for()
        taps = 0
        while taps < TAPS and (moves := page.locator(".moves button:enabled:visible")).count():
            before = page.locator("#when").get_attribute("max")
            if not put_together(page):
                moves.nth(7 * taps % moves.count()).click()
            page.locator(f'#when:not([max="{before}"])').wait_for()
            taps += 1
        LOG.info("%s: %s moves; %s", one["name"], taps, page.locator(".status").inner_text())
        assert page.locator(".refusal").inner_text() == "", one["name"]
        assert taps, one["name"]


def put_together(page: Any) -> bool:
    """A move of several things, if there is one: the first that can be chosen, until the whole move can be made."""
    while page.locator(".steps").count():
        whole = page.locator(".steps button.first")
        if whole.count():
            whole.first.click()
            return True
        page.locator('.steps button:enabled:not([aria-pressed="true"])').first.click()
    return False


@pytest.mark.thorough
def test_what_takes_too_long_is_stopped_and_python_starts_anew(page: Any) -> None:
    found = page.evaluate(
        """async document => {
          const { Python } = await import("./python.js");
          const python = new Python({ busy() {} });
          const start = await python.ask({ do: "start", document });
          const slow = await python.ask({ do: "let-play", document, bot: "mcts:100s", seats: ["P1"] }, 1);
          const lost = await python.ask({ do: "view", document });
          const again = await python.ask({ do: "resume", document, record: start.record });
          python.heard({ failed: "the stack is full" });
          const anew = await python.ask({ do: "view", document });
          return [slow.message, lost.message, again.ok, anew.message];
        }""",
        {"name": "stones", "rules": SLIP.replace("stnoes", "stones")},
    )
    assert found == [
        "this took more than 1 seconds and was stopped",
        "no game has begun",
        True,
        "no game has begun",
    ]


@pytest.mark.thorough
def test_every_lesson_works(page: Any, site: Path) -> None:
    page.locator("#tab-learn").click()
    for lesson in json.loads((site / "tutorial.json").read_text(encoding="utf-8")):
        page.get_by_role("heading", name=lesson["title"]).wait_for()
        if lesson["rules"]:
            page.locator("#take").click()
            verdict(page, "error" if lesson["name"] in ("slip", "leak") else "No problems")
        following = page.get_by_role("button", name="Next →").first
        if following.is_enabled():
            following.click()


def test_the_bundle_of_the_editor_is_built_from_its_lock_file(tmp_path: Path) -> None:
    npm = need("npm")
    folder = tmp_path / "node"
    shutil.copytree(NODE, folder, ignore=shutil.ignore_patterns("node_modules"))
    (tmp_path / "page").mkdir()
    for command in (["ci", "--silent", "--no-audit", "--no-fund"], ["run", "--silent", "build"]):
        done = subprocess.run([npm, *command], cwd=folder, capture_output=True, text=True, check=False, timeout=300)
        assert done.returncode == 0, done.stderr
    assert (tmp_path / "page" / "codemirror.js").read_bytes() == (PAGE / "codemirror.js").read_bytes()
