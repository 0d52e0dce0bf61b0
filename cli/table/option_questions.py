"""Options that the rules want to be asked for: what was set by hand in, that and what was answered out."""

from __future__ import annotations

import sys
from datetime import date
from typing import TYPE_CHECKING

from astro_referee.cli.table.prompt import Keyboard
from astro_referee.cli.terminal import talk
from astro_referee.interpreter.play.game import read_options
from astro_referee.interpreter.values.printing import Printer
from astro_referee.interpreter.values.types import Int

if TYPE_CHECKING:
    from astro_referee.interpreter.play.game import OptionSheet, Rules


def answered(rules: Rules, given: dict[str, str]) -> dict[str, str]:
    """Asks at a terminal for every option that is marked so and not given; elsewhere nobody is there to be asked."""
    asked = [sheet for sheet in rules.options if sheet.asked is not None and sheet.name not in given]
    if not asked or not (sys.stdin.isatty() and sys.stdout.isatty()):
        return given
    from astro_referee.interpreter.play.game import BadOption
    from astro_referee.interpreter.play.library import prepare

    read_options(rules, given)
    keyboard = Keyboard(private=False)
    keyboard.put(f"{rules.title}: Enter takes what stands in brackets.")
    while True:
        options = given | {sheet.name: answer(keyboard, rules, sheet) for sheet in asked}
        try:
            prepare(rules, None, read_options(rules, options))
        except BadOption as error:
            talk(f"{error}; once more")
        else:
            return options


def answer(keyboard: Keyboard, rules: Rules, sheet: OptionSheet) -> str:
    """What was typed for one option, or what is suggested if nothing was."""
    from astro_referee.interpreter.play.game import BadOption, option_value

    usual = suggested(rules, sheet)
    show = Printer(rules.kinds, ()).show
    words = show(sheet.type, usual)
    while True:
        typed = keyboard.ask(f"{sheet.docs.rstrip('.') or sheet.name.replace('_', ' ')} [{words}]: ") or words
        try:
            return show(sheet.type, option_value(sheet, typed, rules.kinds))
        except BadOption as error:
            talk(str(error))


def suggested(rules: Rules, sheet: OptionSheet) -> int:
    """The value that stands in brackets: that of today's date, if the rules ask for it, or else the usual one."""
    today = {"month": date.today().month, "day": date.today().day}
    if not sheet.asked:
        return sheet.default
    return today[sheet.asked] - (0 if isinstance(sheet.type, Int) else 1)
