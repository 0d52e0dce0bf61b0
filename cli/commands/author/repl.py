"""`astro repl`: a game or a record in, then lines of the language and moves in turn, with what comes of each."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cached_property
from textwrap import dedent, indent
from typing import TYPE_CHECKING

import click

from astro_referee.cli.failures import Failure, Misuse
from astro_referee.cli.main import FAILS, HOLDS
from astro_referee.cli.options import Number, changeable, is_record, of_a_game, resumed, seat_of, seeded, source_of
from astro_referee.cli.table import verdicts
from astro_referee.cli.table.board import board
from astro_referee.cli.table.prompt import Keyboard
from astro_referee.cli.table.seat import is_move
from astro_referee.cli.terminal import painter, put
from astro_referee.interpreter.show import narration, rules
from astro_referee.interpreter.values.text import clean, in_columns

if TYPE_CHECKING:
    from astro_referee.grammar.problems import Problem
    from astro_referee.grammar.source import Source
    from astro_referee.interpreter.play.events import Event
    from astro_referee.interpreter.play.match import Match
    from astro_referee.interpreter.testing.queries import QuerySession

HELP = """Type an expression to see what it is worth here, or a move to make it.
  = EXPRESSION     an expression, even if a move is written alike
  play MOVE        a move, even if an expression is written alike; the beginning is enough
  P1 "MOVE"        the same for a player, as in a test
  moves            all legal moves
  why MOVE         whether a move is legal, and every reason if it is not
  chance OUTCOME   this comes up next; any other line lets the seed decide
  given STEP       change the position by a step: given points[P1] = 3
  given            alone: by several at once, in the lines below and further in, up to an empty line
  expect CONDITION a condition as in a test; if it holds, it goes into the one that `test` prints
  as PLAYER        `me` is this player, who also makes the moves; `as` alone: whoever is asked
  board            everything on the table; `board P1` what that player sees
  history          what has happened so far
  rules            the rules by number; `rules WORD` those about something
  undo             back to before the last move, outcome or change; `undo 2` the last two
  test             what was done so far, as a test for the rule file
  quit             leave; so does Ctrl-D, and Ctrl-C drops what is not finished"""
COMMANDS = list(dict.fromkeys(re.findall(r"^  ([a-z]+)", HELP, re.MULTILINE)))
BARE = frozenset({"moves", "history", "test", "quit", "exit", "help", "?"})
"""Words of a line of their own; followed by something they are part of an expression."""
AT_ONCE = frozenset({"chance", "undo", "as", "board", "history", "rules", "test", "quit", "exit", "help", "?"})
"""Words that do not make chance decide first."""
TURN = r'(\w+)\s+"([^"]*)"'
TURNS = re.compile(rf"{TURN}(?:\s*,\s*{TURN})*")
"""Moves as a test has them."""
ONLY_IN_TESTS = frozenset({"refuse", "offers", "always", "games", "playthrough"})
"""Lines of a test that say nothing about the position itself."""
ENDS = frozenset({"say", "winner", "draw"})
"""After `expect`, words about what was said and how the game ended."""
ADVICE = "that is for a file of tests: `test` prints what was done here, and there you write it below"
STEP_IN = "  "
LAST_WORD = re.compile(r"\w*\Z")


class ReplExit(Exception):
    """The author has seen enough."""


@click.command("repl")
@of_a_game
@seeded("What chance brings; 0 if not given.")
@click.option("--at", metavar="K", type=Number(0), help="Of a record: after K events.")
@click.option("--game", "rules", metavar="GAME", help="The rules of a record, if they are not where it says.")
@changeable
@click.pass_context
def command(
    context: click.Context,
    game: str,
    players: int | None,
    options: dict[str, str],
    seed: int,
    at: int | None,
    rules: str | None,
    changed_rules: bool,
) -> None:
    """Try out rules line by line: what an expression is worth in a position, which moves there are, and why not.

    GAME may be a record: then it begins where that ends. Everything is shown, also what players hide from each other.
    Lines may come through a pipe; then the exit code is 1 if one of them could not be done.

    \b
    Examples:
      astro repl my_game.astro
      astro repl game.txt --at 12
      echo "hand[P1].size" | astro repl GAME
    """
    session = ReplSession(begun(game, players, options, seed, at, rules, changed_rules))
    session.head()
    try:
        while True:
            try:
                session.line(session.ask())
            except KeyboardInterrupt:
                if not session.keyboard.terminal:
                    raise
                put("")
    except (ReplExit, EOFError, KeyboardInterrupt):
        pass
    context.exit(FAILS if session.failed and not session.keyboard.terminal else HOLDS)


def begun(
    game: str,
    players: int | None,
    options: dict[str, str],
    seed: int,
    at: int | None,
    rules: str | None,
    changed_rules: bool,
) -> Match:
    if is_record(game):
        if players is not None or options:
            raise Misuse(f"{game} is a record, and says itself how many play and with which options")
        return resumed(game, at, rules, changed_rules).match
    if at is not None or rules is not None:
        raise Misuse("--at and --game are for records")
    from astro_referee.interpreter import api

    return api.start(api.load(source_of(game)), players, options, seed)


class CompletingKeyboard(Keyboard):
    """A keyboard where Tab completes the whole line to a move, or its last word to a name."""

    def __init__(self, names: Callable[[], list[str]]) -> None:
        super().__init__(private=False)
        self.names = names

    def completions(self, text: str) -> list[str]:
        begun = LAST_WORD.search(text)
        word = begun[0] if begun else ""
        lines = [line for line in self.words() if line.casefold().startswith(text.casefold())]
        return lines + [text[: len(text) - len(word)] + name for name in self.names() if word and name.startswith(word)]


class ReplSession:
    """A match, how it came about, and who asks."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self.me: int | None = None
        self.failed = False
        self.lines = [written(match, event) for event in match.events]
        """What was done, as lines of a test."""
        self.earlier: list[tuple[Match, list[str]]] = []
        self.ahead = ""
        """A line that was read already."""
        self.keyboard = CompletingKeyboard(lambda: self.inquiry.names)
        self.paint = painter()

    @cached_property
    def inquiry(self) -> QuerySession:
        """The rules, read once more when the first question comes."""
        from astro_referee.interpreter.testing.queries import QuerySession

        return QuerySession.of(self.match.game)

    def head(self) -> None:
        sheet = self.match.game.rules
        put(self.paint(sheet.title, "head") + (f": {sheet.docs}" if sheet.docs else ""))
        put("For authors: everything is shown, hidden hands too. `?` explains what you can type.")
        put(narration.status(self.match))

    def ask(self) -> str:
        """What the author types next; after a `given` alone in its line, also the lines that belong to it."""
        typed, self.ahead = self.ahead or self.ask_line(), ""
        if typed.casefold() != "given":
            return typed
        while True:
            try:
                line = self.keyboard.ask_line("given> ", self.words, begun=STEP_IN).rstrip()
            except EOFError:
                return typed
            if line.startswith("#"):
                continue
            if not line.startswith((" ", "\t")):
                self.ahead = line
                return typed
            if not line.strip():
                return typed
            typed += f"\n{line}"

    def ask_line(self) -> str:
        if self.match.over:
            who = "over"
        elif self.match.chance is not None:
            who = "chance"
        else:
            seats = self.match.actors if self.me is None else (self.me,)
            who = ", ".join(self.match.names[seat] for seat in seats)
        return self.keyboard.ask(f"{who}> ", self.words)

    def words(self) -> list[str]:
        legal = [self.match.written(move) for move in self.match.legal()]
        return [*legal, *COMMANDS, *(f"{word} {text}" for word in ("why", "play") for text in legal)]

    # --- One line ----------------------------------------------------------------------------------------------------

    def line(self, typed: str) -> None:
        """Does what a line asks for. Whatever is wrong with it, the position stays as it was."""
        from astro_referee.interpreter.play.library import BadRules
        from astro_referee.interpreter.play.match import FaultyRules
        from astro_referee.interpreter.testing.queries import NobodyAsked

        if not typed or typed.startswith("#"):
            return
        try:
            self.obey(typed)
        except BadRules as error:
            self.complain(error.source, error.problems)
        except FaultyRules as error:
            self.complain(error.source, (error.problem,))
        except NobodyAsked:
            self.refuse("`me` is the player who is asked, and that is not one alone: say who with `as PLAYER`")
        except Failure as error:
            self.refuse(error.format_message())

    def obey(self, typed: str) -> None:
        word, *more = typed.split(None, 1)
        word, rest = word.casefold(), more[0] if more and "\n" not in typed else typed[len(word) + 1 :]
        if not (self.is_word(word, rest) and word in AT_ONCE):
            self.settle()
        if TURNS.fullmatch(typed) and not self.is_word(word, rest):
            self.turns(re.findall(TURN, typed))
        elif self.move_alike(typed):
            self.play(typed)
        elif typed.startswith("="):
            self.show_value(typed[1:].strip())
        elif self.is_word(word, rest):
            self.command(word, rest)
        else:
            self.guess(typed)

    def is_word(self, word: str, rest: str) -> bool:
        """Whether a line begins with a word of ours, and not with a name of the rules: `moves + 1` is an expression."""
        if word in BARE or (word == "undo" and not re.fullmatch("[0-9]{1,9}", rest)):
            return not rest
        return word in COMMANDS and not re.match(r"[-+*/<=.,\[]|(?:is|in|and|or|not|mod)\b", rest)

    def command(self, word: str, rest: str) -> None:
        match = self.match
        if not rest and word in ("play", "why", "chance", "given", "expect"):
            more = ": the steps stand below it, further in" if word == "given" else ""
            raise Misuse(f"{word} what? `?` explains it{more}")
        match word:
            case "?" | "help":
                put(HELP)
            case "quit" | "exit":
                raise ReplExit
            case "moves":
                rows = [
                    [match.game.players[move[0]], match.written(move), match.about(move)]
                    for move in match.legal(self.me)
                ]
                for row in in_columns(rows) or [narration.status(match)]:
                    put(row)
            case "board":
                for row in board(match, seat_of(match, rest) if rest else None):
                    put(row)
            case "history":
                for row in [*narration.opening(match, 0), *narration.narrate(match, match.events, 0)]:
                    put(row)
            case "rules":
                for row in rules.looked_up(match, rest):
                    put(clean(row))
            case "as":
                self.me = seat_of(match, rest) if rest else None
            case "why":
                self.why(rest)
            case "play":
                self.play(rest)
            case "chance":
                self.chance(rest)
            case "given":
                self.given(rest)
            case "expect":
                self.expect(rest)
            case "undo":
                self.undo(int(rest or 1))
            case _:
                self.as_test()

    def guess(self, typed: str) -> None:
        """An expression; what cannot be one may be a move that is short for another one, or not legal."""
        from astro_referee.interpreter.play.library import BadRules

        seats = [self.me] if self.me is not None else self.match.actors
        verdicts_here = [self.match.judge(seat, typed) for seat in seats] if self.match.decision is not None else []
        is_meant = any(verdict.ok or verdict.reasons or verdict.choices for verdict in verdicts_here)
        try:
            # What is worth itself, such as the name of a place, was hardly asked for.
            if is_meant and self.inquiry.value(self.match, typed, self.me).text == typed:
                self.play(typed)
            else:
                self.show_value(typed)
        except BadRules as error:
            if is_meant:
                self.play(typed)
            elif typed.split()[0] in ONLY_IN_TESTS:
                raise Misuse(ADVICE) from None
            elif self.inquiry.is_step(typed):
                self.complain(error.source, error.problems)
                put(f"to change the position: given {clean(typed)}")
            else:
                raise

    def show_value(self, expression: str) -> None:
        kept = next((some for some in self.match.view().fields if some.name == expression), None)
        if kept is not None and any(entry.index for entry in kept.entries):
            for entry in kept.entries:
                put(f"{' '.join(entry.index)}: {clean(entry.text)}")
            return
        answer = self.inquiry.value(self.match, expression, self.me)
        put(clean(answer.text))
        if answer.seen:
            put("  " + self.paint("seen: " + ", ".join(f"{name} = {value}" for name, value in answer.seen), "faint"))

    # --- Moves and changes -------------------------------------------------------------------------------------------

    @property
    def one_asked(self) -> bool:
        return self.me is not None or len(self.match.actors) == 1

    @property
    def seat(self) -> int:
        """Who makes a move that is typed."""
        if self.me is not None:
            return self.me
        if len(self.match.actors) > 1:
            raise Misuse("several players are asked: say who moves with `as PLAYER`")
        return self.match.actors[0] if self.match.actors else 0

    def move_alike(self, typed: str) -> bool:
        return self.match.decision is not None and self.one_asked and is_move(self.match, self.seat, typed)

    def turns(self, moves: list[tuple[str, str]]) -> None:
        """What several players do, one after the other; all of it, or nothing."""
        before = len(self.earlier)
        for who, typed in moves:
            self.settle()
            if not self.play(typed, seat_of(self.match, who)):
                if len(self.earlier) > before:
                    put("so nothing of this line was done")
                    self.match, self.lines = self.earlier[before]
                    del self.earlier[before:]
                return

    def play(self, typed: str, seat: int | None = None) -> bool:
        """Makes a move, if it is legal; else says why it is not."""
        seat = self.seat if seat is None else seat
        verdict = self.match.judge(seat, typed)
        if verdict.move is None:
            self.failed = True
            for row in verdicts.refusal(self.match, verdict, self.paint):
                put(row)
            return False
        move = verdict.move
        self.change(lambda match: match.play(move), f'{self.match.game.players[seat]} "{verdict.text}"')
        return True

    def why(self, typed: str) -> None:
        verdict = self.match.judge(self.seat, typed)
        if verdict.move is not None:
            about = self.match.about(verdict.move)
            put(f"{verdict.text}  {self.paint('legal', 'good')}" + (f"  {about}" if about else ""))
            return
        for row in verdicts.refusal(self.match, verdict, self.paint):
            put(row)

    def chance(self, typed: str) -> None:
        for outcome in re.findall(r'"([^"]*)"', typed) or [typed]:
            self.outcome(outcome)

    def outcome(self, typed: str) -> None:
        outcomes = {name: value for value, _, name in self.match.outcomes()}
        if not outcomes:
            raise Misuse("nothing is left to chance here; what comes next is told by `moves`")
        wanted = " ".join(typed.split()).casefold()
        named = next((name for name in outcomes if name.casefold() == wanted), None)
        if named is None:
            raise Misuse(f"{typed} cannot come up here; possible: {verdicts.listed(tuple(outcomes))}")
        self.change(lambda match: match.settle(outcomes[named]), f'chance "{named}"')

    def settle(self) -> None:
        if self.match.chance is not None:
            self.change(lambda match: match.settle_all(), "")

    def given(self, steps: str) -> None:
        """One step or several, as one change: what is asked anew is asked when all of them are done."""
        if self.match.decision is None:
            raise Misuse("a position can be changed where somebody is asked")
        below = indent(dedent(steps), 2 * STEP_IN)
        self.change(lambda match: self.inquiry.change(match, steps), f"given\n{below}")

    def change(self, action: Callable[[Match], None], line: str) -> None:
        """Does something to the match, tells what came of it, and keeps what was before."""
        before, known = self.match.copy(), len(self.match.events)
        action(self.match)
        self.earlier.append((before, self.lines))
        self.lines = [*self.lines, line] if line else self.lines
        for row in narration.narrate(self.match, self.match.events[known:], 0):
            put(row)
        if self.match.over or self.match.chance is not None:
            put(self.paint(narration.status(self.match), "head"))

    def undo(self, times: int) -> None:
        if not self.earlier:
            raise Misuse("nothing was done yet")
        if not 0 < times <= len(self.earlier):
            raise Misuse(f"{len(self.earlier)} can be undone")
        self.match, self.lines = self.earlier[-times]
        del self.earlier[-times:]
        put(narration.status(self.match))

    # --- Tests -------------------------------------------------------------------------------------------------------

    def expect(self, condition: str) -> None:
        if condition.split()[0] in ENDS:
            raise Misuse(ADVICE)
        answer = self.inquiry.value(self.match, condition, self.me)
        self.show_value(condition)
        if answer.text == "yes":
            self.lines = [*self.lines, f"expect {condition}"]
        elif answer.text == "no":
            self.failed = True
        else:
            raise Misuse("only a yes or no can be expected")

    def as_test(self) -> None:
        """What was done, to be put below the rules."""
        from astro_referee.interpreter.program.seats import usual_seats

        game = self.match.game
        rows = ['test "what this shows"']
        rows += [f"  with {game.seats} players"] if game.seats != usual_seats(game.rules.seats) else []
        rows += [f"  with {name} = {value}" for name, value in game.settings() if name in game.chosen]
        rows += [f"  seed {self.match.seed}"] if self.match.seed else []
        for row in [*rows, *(f"  {line}" for line in self.lines)]:
            put(row)

    # --- Complaints --------------------------------------------------------------------------------------------------

    def complain(self, source: Source, problems: tuple[Problem, ...]) -> None:
        from astro_referee.grammar import report
        from astro_referee.grammar.problems import Severity

        self.failed = True
        worst = tuple(problem for problem in problems if problem.severity is Severity.ERROR)
        put(report.frames(source, worst, self.paint))

    def refuse(self, message: str) -> None:
        self.failed = True
        put(self.paint(message, "bad"))


def written(match: Match, event: Event) -> str:
    """An event as a line of a test."""
    return f'chance "{event.text}"' if event.player is None else f'{match.game.players[event.player]} "{event.text}"'
