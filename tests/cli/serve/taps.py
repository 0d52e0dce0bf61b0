"""Hands for the tests: what a page offers to whoever is asked is tapped, or reached by keys, until a move is made."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.sync_api import Page

OFFERED = """() => {
  if (!document.querySelector("#dock.mine")) return null;
  const main = document.querySelector("#dock button.main");
  const scene = [...document.querySelectorAll("#scene .offered")];
  const dock = [...document.querySelectorAll("#dock .choices button:not(.quiet)")];
  const all = main ? [main] : [...scene, ...dock];
  window.offered = all;
  return all.length;
}"""
"""How many things can be tapped now: the button that makes the move, or else all that is lit up; none if not asked."""
SPOT = """(number) => {
  const one = window.offered[number];
  if (!one.closest("#dock")) one.scrollIntoView({ block: "center", behavior: "instant" });
  else one.scrollIntoView({ block: "nearest", behavior: "instant" });
  const box = one.getBoundingClientRect();
  const [x, y] = [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
  return [x, y];
}"""
MOST_TAPS = 40


def asked(page: Page) -> bool:
    return page.evaluate(OFFERED) is not None


def stands(page: Page) -> str:
    found: str = page.evaluate("() => document.body.dataset.at || ''")
    return found


def tap_a_move(page: Page, random: Random, touch: bool = False) -> None:
    """Taps at random among what is offered until the page has moved on."""
    before = stands(page)
    for _ in range(MOST_TAPS):
        count = page.evaluate(OFFERED)
        if stands(page) != before or count is None:
            return
        if not count:
            page.wait_for_timeout(20)
            continue
        x, y = page.evaluate(SPOT, random.randrange(count))
        (page.touchscreen.tap if touch else page.mouse.click)(x, y)
    page.wait_for_function("at => document.body.dataset.at !== at", arg=before, timeout=5000)


FOCUSED = """() => {
  const one = document.activeElement;
  return one.matches("#scene .offered, #dock .choices button:not(.quiet)");
}"""


def type_a_move(page: Page, random: Random) -> None:
    """The same by keys alone: the link at the top leads to what can be tapped, Tab goes on, Enter takes it."""
    before = stands(page)
    for _ in range(MOST_TAPS):
        count = page.evaluate(OFFERED)
        if stands(page) != before or count is None:
            return
        if not page.evaluate(FOCUSED) or not page.evaluate("() => document.activeElement.matches('button.main')"):
            page.evaluate("() => document.body.focus()")
            for _ in range(1 + random.randrange(6)):
                page.keyboard.press("Tab")
            for _ in range(60):
                wanted = FOCUSED if count > 1 else "() => window.offered[0] === document.activeElement"
                if page.evaluate(wanted):
                    break
                page.keyboard.press("Tab")
        page.keyboard.press("Enter")
        page.wait_for_timeout(15)
    page.wait_for_function("at => document.body.dataset.at !== at", arg=before, timeout=5000)
