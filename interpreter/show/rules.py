"""The rules as a player looks them up: what the game is, what can be done, the numbered rules, all about a word."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from astro_referee.grammar.source import blanked, file_name
from astro_referee.interpreter.play.typed_moves.other_decisions import moment, ways_to_write
from astro_referee.interpreter.play.typed_moves.placeholders import either, pattern, words
from astro_referee.interpreter.values.text import clean, in_columns, plural

if TYPE_CHECKING:
    from astro_referee.grammar.source import Source
    from astro_referee.interpreter.play.game import Game, Rules
    from astro_referee.interpreter.play.match import Match

MOST_LINES = 40
"""Lines of a rule file with some word in them that are shown; a longer list helps nobody."""
MOST_WORDS = 3
"""Words named in place of one that the rules do not say."""


def looked_up(match: Match, word: str) -> list[str]:
    """The rules in short and by number, or all that is said about a word."""
    if not word:
        return overview(match)
    sheet, wanted = match.game.rules, word.casefold()
    return about(sheet, wanted) or [not_said(sheet, word)]


def overview(match: Match) -> list[str]:
    """What the game is about, the course of it, what a player can do, and the rules by number that hold here."""
    sheet = match.game.rules
    title = f"{sheet.title}: {sheet.docs}" if sheet.docs else sheet.title
    rows = [title, *course(match.game), *what_can_be_done(match), *as_set(match.game)]
    numbered = [f"{name:4} {text}" for name, (text, _) in sheet.rulings.items()]
    if numbered:
        rows += ["The rules by number:", *numbered]
    if sheet.switched_off:
        rows.append(f"({plural(len(sheet.switched_off), 'rule')} more for options that are switched off)")
    return [
        *rows,
        f"The whole text is {clean(file_name(sheet.name))}; `rules WORD` finds what it says about something.",
    ]


def course(game: Game) -> list[str]:
    """The moments in which players are asked, in the order of the rules; nothing where there is only one."""
    moments = list(dict.fromkeys(moment(decision) for decision in game.machine.decisions))
    return [f"In short: {', '.join(moments)}."] if len(moments) > 1 else []


def what_can_be_done(match: Match) -> list[str]:
    """Every sort of move, by the moments in which it can be made."""
    found = sorts_of_moves(match)
    rows: list[str] = []
    for place in dict.fromkeys(found.values()):
        rows.append(f"In {place}:")
        rows += in_columns([["", *move] for move, there in found.items() if there == place])
    return rows


def sorts_of_moves(match: Match) -> dict[tuple[str, str], str]:
    """How every sort of move is written, what it does, and when; the main ones before those that come of them.

    One that the rules have no sentence about goes by its name.
    """
    found: dict[tuple[str, str], str] = {}
    for decision in sorted(match.game.machine.decisions, key=lambda decision: decision.name.count(".")):
        for move in decision.moves:
            written, name = ", ".join(ways_to_write(match, move)), words(move.name)
            about = pattern(move.about) if move.about is not None else ""
            found.setdefault((written, about or ("" if written.startswith(name) else name)), moment(decision))
    return found


def as_set(game: Game) -> list[str]:
    """Every option with the value it has in this game; what is switched off is not part of it."""
    about = {sheet.name: sheet.docs for sheet in game.rules.options}
    rows = [["", f"{name} = {value}", about[name]] for name, value in game.settings() if value != "no"]
    return ["Set for this game:", *in_columns(rows)] if rows else []


# --- About a word ----------------------------------------------------------------------------------------------------


def about(sheet: Rules, wanted: str) -> list[str]:
    """Rulings and lines of the rules with a word in them, or with one that begins so."""
    word = as_word(wanted)
    numbered = [
        f"{name:4} {text}" + (f" ({source})" if source else "")
        for name, (text, source) in sheet.rulings.items()
        if wanted == name.casefold() or word.search(text.casefold())
    ]
    described = [sentence for sentence in re.split(r"(?<=[.!?]) ", sheet.docs) if word.search(sentence.casefold())]
    lines = lines_about(sheet, word)
    if len(lines) > MOST_LINES:
        lines[MOST_LINES:] = [f"and {plural(len(lines) - MOST_LINES, 'more line')}"]
    return [*described, *numbered, *lines]


def not_said(sheet: Rules, wanted: str) -> str:
    """That there is no such word, and the words that look most like it."""
    from difflib import get_close_matches

    texts = [sheet.docs, *(text for text, _ in sheet.rulings.values()), blanked(sheet.source.text)]
    known = dict.fromkeys(word for text in texts for word in re.findall(r"[^\W\d_]{3,}", text.casefold()))
    near = get_close_matches(wanted.casefold(), known, MOST_WORDS, 0.8)
    return f"The rules do not say `{clean(wanted)}`" + (f"; they do say {either(near)}." if near else ".")


def as_word(wanted: str) -> re.Pattern[str]:
    """Finds a word where it stands by itself or begins a longer one: `lie` in `lies`, not in `believe`."""
    return re.compile((r"(?<![^\W_])" if wanted[:1].isalnum() else "") + re.escape(wanted))


def lines_about(sheet: Rules, word: re.Pattern[str]) -> list[str]:
    """Lines with their places; a row of a table below the name of the table and the heads of its columns.

    Not those that say what the game is about: its sentences are told whole.
    """
    source = sheet.source
    texts = blanked(source.text).split("\n")  # examples of the rules are no rules
    rows: list[str] = []
    headed = -1
    for number, (start, line) in enumerate(zip(source.starts, texts, strict=True)):
        if not word.search(line.casefold()) or line.startswith("ruling ") or is_said(line, sheet.docs):
            continue
        head = number
        while is_row(texts[head - 1]) and is_row(line):
            head -= 1
        if not is_row(line):
            rows.append(f"{placed(source, start)} {line.strip()}")
            continue
        if head != headed:
            rows += [f"{placed(source, source.starts[head - 1])} {texts[head - 1].strip()}", f"  {texts[head].strip()}"]
            headed = head
        rows += [f"  {line.strip()}"] if number != head else []
    return rows


def is_said(line: str, docs: str) -> bool:
    """Whether a line is a piece of what the file says of the whole game."""
    text = line.strip()
    return text.startswith('"') and text.strip('"') in docs


def is_row(line: str) -> bool:
    """Whether a line is a row of a table."""
    return " | " in line and '"' not in line.split(" | ")[0]


def placed(source: Source, start: int) -> str:
    return f"{clean(source.file(start))}:{source.place(start)[0]}:"
