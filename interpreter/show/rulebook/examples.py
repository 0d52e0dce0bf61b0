"""Tests of a rule file in, worked examples out: pictures before and after, and every line as a sentence."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import define, field, frozen

from astro_referee.grammar import tree
from astro_referee.interpreter.check.names.dependencies import inside
from astro_referee.interpreter.examination import PreparedTest
from astro_referee.interpreter.play.match import Match
from astro_referee.interpreter.program import scenario
from astro_referee.interpreter.show.rulebook.book import Block, Illustration, ItemList, ListItem, Paragraph, Section
from astro_referee.interpreter.show.rulebook.conditions import clause
from astro_referee.interpreter.show.rulebook.effects import StepSpeaker
from astro_referee.interpreter.show.rulebook.lexicon import Lexicon, listed
from astro_referee.interpreter.show.rulebook.marked_text import quoted
from astro_referee.interpreter.show.rulebook.phrases import Speaker
from astro_referee.interpreter.show.rulebook.pictures import open_hands
from astro_referee.interpreter.testing.execution import Failed, ScenarioRun
from astro_referee.interpreter.testing.runner import Suite

USUAL = 6
"""Examples that a book has, unless it is asked for more."""
ON_TURN = "the player who is asked"


@define
class WatchedRun(ScenarioRun):
    """A test that keeps the positions in which somebody does something."""

    before: dict[int, Match] = field(factory=dict)
    """The position before each line in which something is or may be typed, by the number of the line."""
    answers_given: dict[int, str] = field(factory=dict)
    """What players read of a move, or why it is refused, by the number of its line."""

    def line(self, match: Match, number: int, line: scenario.Line) -> None:
        if isinstance(line, scenario.Turn | scenario.Refused | scenario.Offered):
            self.settle(match, line)
            self.before[number] = match.copy()
        if isinstance(line, scenario.Turn | scenario.Refused):
            verdict = match.judge(line.seat, line.typed)
            if isinstance(line, scenario.Refused):
                said = [reason.text for reason in verdict.reasons] or [verdict.message]
                self.answers_given[number] = "; ".join(said)
            elif verdict.move is not None:
                self.answers_given[number] = match.about(verdict.move)
        super().line(match, number, line)


@frozen
class Examples:
    """Writes examples from the tests of a game."""

    lex: Lexicon
    suite: Suite
    tests: Sequence[tree.Test]
    """Those that become examples."""

    def section(self) -> Section | None:
        prepared = {one.test.title: one for one in self.suite.tests}
        made: list[Section] = []
        for test in self.tests:
            one = prepared.get(test.title.text)
            section = self.example(test, one, len(made) + 1) if one is not None else None
            if section is not None:
                made.append(section)
        return Section("examples", self.lex.label("book.examples", "Examples"), (), tuple(made)) if made else None

    def example(self, test: tree.Test, prepared: PreparedTest, number: int) -> Section | None:
        """One test; nothing if it does not hold: a book shows what the rules do."""
        run = self.run(prepared)
        if run is None or run.match is None:
            return None
        key = f"example.{number}"
        blocks: list[Block] = []
        if test.tags:
            blocks.append(Paragraph(self.lex.sentence(test, f"{key}.about", "This example shows:")))
        blocks += self.lines(test, run, key)
        after = open_hands(run.match)
        if after not in (block.svg for block in blocks if isinstance(block, Illustration)):
            blocks.append(
                Illustration(after, self.lex.sentence(test, f"{key}.end", "Afterwards; all hands are open.", ()))
            )
        label = self.lex.label(f"{key}.heading", test.title.text)
        return Section(f"example-{number}", label, tuple(blocks))

    def run(self, prepared: PreparedTest) -> WatchedRun | None:
        test = prepared.test
        base = None
        if test.after is not None:
            base = self.suite.end_of(test.after)
            if base is None:
                return None
        run = WatchedRun(self.lex.source, self.suite.game_for(test), prepared, base)
        try:
            run.run()
        except Failed:
            return None
        return run

    def lines(self, test: tree.Test, run: WatchedRun, key: str) -> list[Block]:
        """What is done and seen, and pictures of what is given. One line of a file may be several of the test.

        Tests have words of their own, which no reader of the book knows: a position that is made with them is drawn,
        and what they ask about it can be seen there.
        """
        numbers = {line.span: number for number, line in enumerate(run.prepared.test.lines)}
        blocks: list[Block] = []
        steps: list[ListItem] = []
        given: tree.Node | None = test
        for line in test.lines:
            at = line.turn if isinstance(line, tree.Refuse) else line
            number = numbers.get(line.span, numbers.get(at.span, -1))
            if given is not None and number in run.before:
                blocks += [ItemList(tuple(steps), numbered=False)] if steps else []
                steps = []
                said = "Before the first move" if given is test else "The position is now changed to this one"
                caption = self.lex.sentence(given, f"{key}.before", f"{said}; all hands are open.", ())
                blocks.append(Illustration(open_hands(run.before[number]), caption))
                given = None
            if isinstance(line, tree.Given) and (given is not None or self.is_own(line)):
                given = given or line
                continue
            if isinstance(line, tree.Expect) and self.is_own(line):
                continue
            answer = run.answers_given.get(number, "")
            inner: tuple[ListItem, ...] = ()
            if isinstance(line, tree.Given):
                inner = StepSpeaker(Speaker(self.lex, ON_TURN), f"{key}.given").steps(line.body)
            steps.append(ListItem(self.lex.sentence(line, f"{key}.line", self.said(line, answer)), inner))
        return [*blocks, *([ItemList(tuple(steps), numbered=False)] if steps else [])]

    def is_own(self, line: tree.TestLine) -> bool:
        """Whether a line uses words of the tests."""
        return any(isinstance(node, tree.Name) and node.word in self.lex.hidden for node in inside(line))

    def said(self, line: tree.TestLine, answer: str) -> str:
        speaker = Speaker(self.lex, ON_TURN)
        answered = quoted(answer)
        match line:
            case tree.Given():
                return "The position is changed for this example:"
            case tree.Chance(texts):
                return f"Chance brings {listed(f'“{quoted(text.text)}”' for text in texts)}."
            case tree.Turn(player, typed):
                return f"{quoted(player.word)} plays “{quoted(typed)}”." + (f" “{answered}”" if answered else "")
            case tree.Refuse(turn, because):
                reason = answered or quoted(because.text)
                return f"{quoted(turn.player.word)} may not play “{quoted(turn.typed)}”: {reason}."
            case tree.Expect(condition):
                return f"Now {clause(speaker, condition)}."
            case tree.ExpectEnd(winners, because):
                reason = f" ({quoted(because.text)})" if because is not None else ""
                who = f"won by {speaker.value(winners)}" if winners is not None else "drawn"
                return f"The game is over, {who}{reason}."
            case tree.ExpectSay(texts):
                return f"It was announced: {listed(f'“{quoted(text.text)}”' for text in texts)}."
            case tree.ExpectSees(player, place, cards, texts):
                seen = f"{cards.value} cards" if cards is not None else listed(quoted(text.text) for text in texts)
                return f"{quoted(player.word)} sees {speaker.value(place)} as {seen}."
            case tree.ExpectPerft(depth, count):
                what = "moves" if depth.value == 1 else f"sequences of {depth.value} moves"
                return f"From here there are {count.value} different {what}."
            case tree.Offers(player, only, texts):
                moves = listed((f"“{quoted(text.text)}”" for text in texts), "or")
                return f"{quoted(player.word)} may {'only ' if only else ''}play {moves}."
            case tree.Always(condition):
                return f"From here on it is always so that {clause(speaker, condition)}."


def chosen(tests: Sequence[tree.Test], most: int) -> list[tree.Test]:
    """The tests that show most numbered rules that no other shows, then the first ones, in the order of the file."""
    usable = [test for test in tests if is_example(test)]
    picked: list[tree.Test] = []
    shown: set[str] = set()
    while usable and len(picked) < most:
        best = max(usable, key=lambda test: (len({tag.name for tag in test.tags} - shown), -usable.index(test)))
        usable.remove(best)
        picked.append(best)
        shown |= {tag.name for tag in best.tags}
    return sorted(picked, key=lambda test: test.span.start)


def with_bases(tests: Sequence[tree.Test], picked: Sequence[tree.Test]) -> tuple[tree.Test, ...]:
    """Some tests and those they go on from, in the order of the file."""
    by_title = {test.title.text: test for test in tests}
    wanted: set[str] = set()
    todo = [test.title.text for test in picked]
    while todo:
        title = todo.pop()
        if title in by_title and title not in wanted:
            wanted.add(title)
            after = by_title[title].after
            todo += [after.text] if after is not None else []
    return tuple(test for test in tests if test.title.text in wanted)


def is_example(test: tree.Test) -> bool:
    """Whether somebody does something in a test, and all of it is known."""
    acts = any(isinstance(line, tree.Turn | tree.Refuse) for line in test.lines)
    return acts and not isinstance(test, tree.Playthrough) and test.games is None and test.moves is None
