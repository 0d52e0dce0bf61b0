"""ItemList in, sentences of a list out: what happens, in the order of the rules, with what belongs below each."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import ExitStack
from typing import assert_never

from attrs import frozen

from astro_referee.grammar import tree
from astro_referee.interpreter.show.rulebook.book import ListItem
from astro_referee.interpreter.show.rulebook.conditions import clause
from astro_referee.interpreter.show.rulebook.lexicon import in_words, listed, many
from astro_referee.interpreter.show.rulebook.marked_text import quoted
from astro_referee.interpreter.show.rulebook.phrases import Speaker

Simple = (
    tree.Offer
    | tree.Let
    | tree.Store
    | tree.Random
    | tree.Put
    | tree.Deal
    | tree.Shuffle
    | tree.Swap
    | tree.Pass
    | tree.Add
    | tree.Remove
    | tree.Remember
    | tree.Roll
    | tree.Show
    | tree.Retire
    | tree.Return
    | tree.Do
    | tree.Leave
    | tree.Repeat
    | tree.Winner
    | tree.Draw
    | tree.Rank
    | tree.Never
    | tree.Say
)
"""ItemList that one sentence says."""


@frozen
class StepSpeaker:
    """Tells the steps of one part of the rules; `part` begins the keys of its sentences."""

    speaker: Speaker
    part: str

    def steps(self, body: Sequence[tree.Step]) -> tuple[ListItem, ...]:
        found: list[ListItem] = []
        kept = dict(self.speaker.names)
        for step in body:
            found += self.step(step)
        self.speaker.names = kept
        return tuple(found)

    def item(self, node: tree.Node, word: str, text: str, inner: Sequence[tree.Step] = ()) -> ListItem:
        """A sentence with the steps below it, which come later in the book and are said later."""
        sentence = self.speaker.lex.sentence(node, f"{self.part}.{word}", text)
        return ListItem(sentence, self.steps(inner))

    def step(self, step: tree.Step) -> list[ListItem]:
        s = self.speaker
        match step:
            case tree.If():
                return self.branches(step)
            case tree.For():
                return [self.loop(step)]
            case tree.Turns():
                return [self.turns(step)]
            case tree.Ask():
                return [self.ask(step)]
            case tree.Otherwise(body):
                made = self.item(step, "otherwise", "Who can do none of this:", body)
                return [made]
            case tree.Move(name):
                return [self.item(step, "move", f"Possible: {s.lex.move(name.word)}.")]
            case tree.Phase(name):
                return [self.item(step, "phase", f"Play the phase {s.lex.phase(name.word)}.")]
            case _:
                return [self.item(step, type(step).__name__.lower(), self.simple(step))]

    # --- Steps with steps below --------------------------------------------------------------------------------------

    def branches(self, node: tree.If) -> list[ListItem]:
        made: list[ListItem] = []
        found = dict(node.found)
        for number, (condition, body) in enumerate(node.branches):
            word = "Otherwise, if" if number else "If"
            said = f"{word} {clause(self.speaker, condition)}:"
            kept = dict(self.speaker.names)
            if number in found:
                said = f"{said[:-1]} (called *{quoted(found[number].word)}* here):"
                self.speaker.name(found[number], f"*{quoted(found[number].word)}*")
            at = node if number == 0 else condition
            tags = node.tags if number == 0 else ()
            sentence = self.speaker.lex.sentence(at, f"{self.part}.if", said, tags)
            made.append(ListItem(sentence, self.steps(body)))
            self.speaker.names = kept
        if node.otherwise:
            first = node.otherwise[0] if node.else_span.start == node.else_span.end else tree.Node(span=node.else_span)
            sentence = self.speaker.lex.sentence(first, f"{self.part}.else", "Otherwise:", ())
            made.append(ListItem(sentence, self.steps(node.otherwise)))
        return made

    def loop(self, node: tree.For) -> ListItem:
        """`for` with its names one after the other."""
        s = self.speaker
        said: list[str] = []
        with ExitStack() as names:
            for param in node.params:
                called = names.enter_context(s.bound(param.name, param.domain))
                where = s.relative(called, param.where)
                said.append(s.among(called, param.domain, where))
            return self.item(node, "for", f"For each {' and each '.join(said)}:", node.body)

    def turns(self, node: tree.Turns) -> ListItem:
        s = self.speaker
        once = "one turn each" if node.once else "turns, again and again"
        domain = node.domain
        who = f"The players have {once}, {s.order(domain)}" if isinstance(domain, tree.Around | tree.Phrase) else ""
        who = who or f"These have {once}: {s.value(domain)}"
        kept = dict(s.names)
        if node.name is not None:
            s.name(node.name, "you")
        where = f"; only who fulfils this has one: {clause(s, node.where)}" if node.where is not None else ""
        until = f". They end when, before a turn, {clause(s, node.until)}" if node.until is not None else ""
        me, s.me = s.me, "you"
        asked = f" The question is: {s.text(node.question)}" if node.question is not None else ""
        said = f"{who}{where}{until}.{asked} In a turn (who has it is called “you” here):"
        made = self.item(node, "turns", said, node.body)
        s.names, s.me = kept, me
        return made

    def ask(self, node: tree.Ask) -> ListItem:
        s = self.speaker
        who = s.value(node.players)
        kept, me = dict(s.names), s.me
        match node.manner:
            case "together":
                said = f"All of these choose at the same time, none knowing the choice of another: {who}"
            case "any":
                said = f"Any of these may choose, whoever does so first: {who}"
            case _:
                said = f"{who} choose" if who == "you" else f"{who} chooses"
        if node.name is not None:
            s.name(node.name, "you")
        if node.where is not None:
            said += f"; only those of whom this holds: {clause(s, node.where)}"
        s.me = "you"
        asked = f" The question is: {s.text(node.question)}" if node.question is not None else ""
        made = self.item(node, "ask", f"{said}.{asked} Who is asked is called “you” here:", node.body)
        s.names, s.me = kept, me
        return made

    # --- Steps that are one sentence ---------------------------------------------------------------------------------

    def simple(self, step: Simple) -> str:
        s = self.speaker
        match step:
            case tree.Offer(names):
                return f"Possible: {listed((s.lex.move(name.word) for name in names), 'or')}."
            case tree.Let(name, value):
                said = s.clause(value) if s.lex.is_condition(value) else s.value(value)
                called = f"*{quoted(in_words(name.word))}*"
                s.name(name, called)
                return f"Let {called} be so if {said}." if s.lex.is_condition(value) else f"Let {called} be {said}."
            case tree.Store():
                return self.stored(step)
            case tree.Random(place, domain):
                return f"Chance decides {s.value(place)}: one of {s.value(domain)}."
            case tree.Put(thing, source, word, target):
                come = f" from {s.value(source)}" if source is not None else ""
                return f"Put {self.thing(thing)}{come} {word} {s.value(target)}."
            case tree.Deal():
                return self.dealt(step)
            case tree.Shuffle(zone):
                return f"Shuffle {s.value(zone)}."
            case tree.Swap(left, right):
                return f"Exchange {s.value(left)} and {s.value(right)}."
            case tree.Pass(source, target, param):
                with s.bound(param.name, param.domain) as called:
                    ways = s.value(source), s.value(target)
                    return f"For each {s.among(called, param.domain)}, all at once: {ways[0]} goes to {ways[1]}."
            case tree.Add(value, place, count):
                many_ = f"{s.value(count)} of " if count is not None else ""
                return f"Add {many_}{s.value(value)} to {s.value(place)}."
            case tree.Remove(thing, place):
                come = f" from {s.value(place)}" if place is not None else " from the board"
                return f"Take {self.thing(thing)}{come}."
            case tree.Remember(place):
                return f"Remember this position in {s.value(place)}."
            case tree.Roll(names):
                return f"Roll {listed(self.thing(n) if isinstance(n, tree.Thing) else s.value(n) for n in names)}."
            case tree.Show(zone, to):
                return f"Show {s.value(zone)} to {s.value(to)}."
            case tree.Retire(players):
                return f"{s.value(players)} {'leave' if s.value(players) == 'you' else 'leaves'} the game."
            case tree.Return(players):
                return f"{s.value(players)} {'are' if s.value(players) == 'you' else 'is'} in the game again."
            case tree.Do(name, args):
                given = f" for {listed(map(s.value, args))}" if args else ""
                return f"Carry out “{s.lex.term(name.word)}”{given}."
            case tree.Leave(name):
                return self.left(name)
            case tree.Repeat(name):
                if name.word == "turn":
                    return "The same player begins this turn once more."
                return f"Begin the phase {s.lex.phase(name.word)} once more from its first step."
            case tree.Winner() | tree.Draw() | tree.Rank():
                return self.ending(step)
            case tree.Never(because):
                return f"This never happens: {quoted(because)}."
            case tree.Say(text, to):
                whom = f" to {s.value(to)}" if to is not None else ""
                return f"Announce{whom}: {s.text(text)}"
            case _:
                assert_never(step)

    def stored(self, step: tree.Store) -> str:
        s, place = self.speaker, self.speaker.value(step.place)
        match step.op, step.value:
            case "+", value:
                return f"Add {s.value(value)} to {place}."
            case "-", value:
                return f"Take {s.value(value)} off {place}."
            case _, tree.Literal("empty"):
                return f"Clear {place}: there is nothing in it now."
            case _, tree.Literal("yes" | "no" as word):
                return f"From now on “{title(place)}” {'holds' if word == 'yes' else 'does not hold'}."
            case _, value if s.lex.is_condition(value):
                return f"From now on “{title(place)}” holds if {s.clause(value)}, and otherwise not."
            case _, value:
                return f"{place} is now {s.value(value)}."

    def dealt(self, step: tree.Deal) -> str:
        s = self.speaker
        noun = s.lex.noun(step.source) or "card"
        if isinstance(step.count, tree.Number):
            noun = noun if step.count.value == 1 else many(noun)
            what = f"{'up to ' if step.up_to else ''}{step.count.value} {noun}"
        else:
            most = " (or all there are, if these are fewer)" if step.up_to else ""
            what = f"as many {many(noun)} as {s.value(step.count)}{most}"
        how = " at random" if step.at_random else ""
        where = "the bottom of " if step.bottom else ""
        return f"Deal {what}{how} from {where}{s.value(step.source)} {step.word} {s.value(step.target)}."

    def thing(self, thing: tree.Thing) -> str:
        s = self.speaker
        of = s.value(thing.of) if thing.of is not None else ""
        match thing.word:
            case "some":
                assert thing.count is not None
                if isinstance(thing.count, tree.Number):
                    return f"{thing.count.value} of {of}"
                return f"as many of {of} as {s.value(thing.count)}"
            case "up to":
                assert thing.count is not None
                return f"up to {s.value(thing.count)} of {of}"
            case "all":
                return "everything"
            case "every":
                if isinstance(thing.of, tree.Name) and s.is_kind(thing.of.word):
                    return f"all {s.lex.term(thing.of.word, many(s.lex.word(thing.of.word)))}"
                return f"all of {of}"
            case _:
                return of

    def left(self, name: tree.Name) -> str:
        word = name.word
        if word == "turn":
            return "The turn is over."
        lex = self.speaker.lex
        if f"phase-{word}" in lex.flow:
            return f"The phase {lex.phase(word)} is over at once."
        return f"The steps “{lex.term(word)}” are over at once."

    def ending(self, step: tree.Winner | tree.Draw | tree.Rank) -> str:
        s = self.speaker
        because = f" The reason given is: {s.text(step.because)}" if step.because is not None else ""
        match step:
            case tree.Winner(players, score=score):
                who = s.value(players)
                reached = f" with {s.value(score)}" if score is not None else ""
                word = (
                    "win" if who == "you" or (s.lex.is_many(players) and who not in ("nobody", "everyone")) else "wins"
                )
                return f"The game ends: {who} {word}{reached}.{because}"
            case tree.Draw():
                return f"The game ends in a draw.{because}"
            case tree.Rank(name, domain, where, keys):
                with s.bound(name, domain) as called:
                    only = s.relative(called, where).replace(" that is ", " that are ", 1)
                    rest = " All others come last." if where is not None else ""
                    who = s.among(s.plural(called), domain, only)
                    return (
                        f"The game ends: the {who} are ranked by {s.keys(called, keys)}. The first wins; "
                        f"who is equal shares a place, and if all are equal, the game is drawn.{rest}{because}"
                    )


def title(said: str) -> str:
    """What stands in quotes, without a second pair."""
    return said.removeprefix("the ").replace("“", "").replace("”", "")
