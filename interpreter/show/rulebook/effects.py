"""Steps in, sentences of a list out: what happens, in the order of the rules, with what belongs below each."""

from __future__ import annotations

import re
from collections.abc import Sequence
from contextlib import ExitStack
from itertools import takewhile
from typing import assert_never

from attrs import evolve, frozen

from astro_referee.grammar import tree
from astro_referee.interpreter.show.rulebook.book import ListItem
from astro_referee.interpreter.show.rulebook.conditions import absent, clause
from astro_referee.interpreter.show.rulebook.lexicon import in_words, listed, many, says_much
from astro_referee.interpreter.show.rulebook.marked_text import plain_text, quoted
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
"""Steps that one sentence says."""


@frozen
class StepSpeaker:
    """Tells the steps of one part of the rules; `part` begins the keys of its sentences."""

    speaker: Speaker
    part: str

    def steps(self, body: Sequence[tree.Step]) -> tuple[ListItem, ...]:
        found: list[ListItem] = []
        s = self.speaker
        kept, nouns = dict(s.names), list(s.nouns)
        for number, step in enumerate(body):
            if is_move(step):
                if number == 0 or not is_move(body[number - 1]):
                    found.append(self.choice([*takewhile(is_move, body[number:])]))
                continue
            found += self.step(step)
        s.names, s.nouns = kept, nouns
        return tuple(found)

    def choice(self, moves: Sequence[tree.Step]) -> ListItem:
        """Moves of which one is made, be they written here or elsewhere."""
        s, said = self.speaker, []
        for move in moves:
            if isinstance(move, tree.Offer) and len(moves) == 1:
                return self.item(move, "offer", self.simple(move))
            names = [move.name] if isinstance(move, tree.Move) else getattr(move, "names", ())
            said += [self.item(move, "move", f"{s.lex.move(name.word)}.") for name in names]
        if len(said) > 1:
            head = s.lex.sentence(moves[0], f"{self.part}.moves", "Make one of these moves:", ())
            return ListItem(head, tuple(said), numbered=False)
        return ListItem(evolve(said[0].sentence, text=f"Make the move {lower(said[0].sentence.text)}"))

    def item(self, node: tree.Node, word: str, text: str, inner: Sequence[tree.Step] = ()) -> ListItem:
        """A sentence with the steps below it, which come later in the book and are said later."""
        sentence = self.speaker.lex.sentence(node, f"{self.part}.{word}", text)
        return ListItem(sentence, self.steps(inner))

    def step(self, step: tree.Step) -> list[ListItem]:
        s = self.speaker
        match step:
            case tree.Move() | tree.Offer():
                return [self.choice([step])]
            case tree.If():
                return self.branches(step)
            case tree.For():
                return [self.loop(step)]
            case tree.Turns():
                return [self.turns(step)]
            case tree.Ask():
                return [self.ask(step)]
            case tree.Otherwise((tree.Never(because),)):
                # Nobody has to know what is done where nobody comes to.
                said = f"There is always such a move: {quoted(because)}."
                return [self.item(step.body[0], "otherwise", said)]
            case tree.Otherwise(body):
                made = self.item(step, "otherwise", "If there is no such move:", body)
                return [made]
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
                called = self.speaker.let(found[number], None)
                said = f"{said[:-1]} ({called} here):"
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
            times = self.times(node)
            return self.item(node, "for", times or f"For each {' and each '.join(said)}:", node.body)

    def times(self, node: tree.For) -> str:
        """How often something is done, if all times are alike."""
        match node.params:
            case (tree.Param(name, tree.SpanOf(tree.Number(1), high), None),) if not names_in(node.body, name.word):
                count = self.speaker.value(high)
                if not isinstance(high, tree.Number):
                    return f"Do this as many times as this says: {count}."
                return "Do this once:" if count == "1" else f"Do this {count} times:"
            case _:
                return ""

    def turns(self, node: tree.Turns) -> ListItem:
        s = self.speaker
        once = "take one turn each" if node.once else "take turns"
        domain = node.domain
        who = f"The players {once}, {s.order(domain)}" if isinstance(domain, tree.Around | tree.Phrase) else ""
        who = who or f"These {once}: {s.value(domain)}"
        kept = dict(s.names)
        if node.name is not None:
            s.name(node.name, "you")
        me, s.me = s.me, "you"
        where = f" You have a turn only if {clause(s, node.where)}." if node.where is not None else ""
        until = f" The turns end as soon as, before one of them, {clause(s, node.until)}." if node.until else ""
        asked = f" ({s.text(node.question)})" if node.question is not None else ""
        said = f"{who}.{until}{where} In your turn{asked}:"
        made = self.item(node, "turns", said, node.body)
        s.names, s.me = kept, me
        return made

    def ask(self, node: tree.Ask) -> ListItem:
        s = self.speaker
        who = s.value(node.players)
        kept, me = dict(s.names), s.me
        match node.manner:
            case "together":
                said = f"At the same time, none knowing the choice of another, {who} choose"
            case "any":
                said = f"One of these may choose, whoever does so first; each may also let it pass: {who}"
            case _:
                said = f"{who} choose" if who == "you" else f"{who} chooses"
        spoken_to = "" if who == "you" else ", called “you” here"
        if node.name is not None:
            s.name(node.name, "you")
        s.me = "you"
        if node.where is not None:
            said += f". You are asked only if {clause(s, node.where)}"
        asked = f" ({s.text(node.question)})" if node.question is not None else ""
        made = self.item(node, "ask", f"{said}{spoken_to}{asked}:", node.body)
        s.names, s.me = kept, me
        return made

    # --- Steps that are one sentence ---------------------------------------------------------------------------------

    def simple(self, step: Simple) -> str:
        s = self.speaker
        match step:
            case tree.Offer(names):
                moves = [s.lex.move(name.word) for name in names]
                return f"Make {'one of these moves:' if len(moves) > 1 else 'the move'} {listed(moves, 'or')}."
            case tree.Let(name, value):
                said = s.clause(value) if s.lex.is_condition(value) else s.value(value)
                called = s.let(name, value)
                return f"{called} if {said}." if s.lex.is_condition(value) else f"{called} {said}."
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
                return f"Carry out “{s.lex.term(name.word)}”{self.given(name.word, args)}."
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

    def given(self, word: str, args: Sequence[tree.Expr]) -> str:
        """What some steps are carried out with: " for you as attacker and the house"."""
        item, said = self.speaker.lex.items.get(word), []
        params = item.params if isinstance(item, tree.Procedure) else ()
        for place, arg in enumerate(args):
            value = self.speaker.value(arg)
            name = params[place].name.word if place < len(params) else ""
            role = in_words(name)
            plain = not says_much(name) or role in value or role == self.speaker.lex.noun(arg)
            said.append(value if plain else f"{value} as {role}")
        return f" for {listed(said)}" if said else ""

    def stored(self, step: tree.Store) -> str:
        s, place = self.speaker, self.speaker.value(step.place)
        match step.op, step.value:
            case "+", value:
                return f"Add {s.value(value)} to {place}."
            case "-", value:
                return f"Take {s.value(value)} off {place}."
            case _, tree.Literal("empty"):
                return f"Clear {place}: there is nothing in it now."
            case _, tree.Literal("none"):
                return f"From now on {absent(place, True)}."
            case _, tree.Literal("yes" | "no" as word):
                return f"From now on {clause(s, step.place, word == 'yes')}."
            case _, value if s.lex.is_condition(value):
                return f"From now on {s.clause(step.place)} if {s.clause(value)}, and otherwise not."
            case _, value:
                now = s.value(value)
                # A place and a word of the game may be called alike.
                alike = plain_text(now) == plain_text(place)
                return f"{place} {s.lex.be(step.place)} now {f'what the word {now} gives' if alike else now}."

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
                reached = f" with a score of {s.value(score)}" if score is not None else ""
                together = {"you": "you win", "everyone": "all win together", "nobody": "nobody wins"}.get(who)
                if together is not None:
                    together = "all lose together" if who == "nobody" and score is not None else together
                    return f"The game ends: {together}{',' if reached else ''}{reached}.{because}"
                return f"The game ends, won by {who}{reached}.{because}"
            case tree.Draw():
                return f"The game ends in a draw.{because}"
            case tree.Rank(name, domain, where, keys):
                with s.bound(name, domain) as called:
                    only = s.relative(called, where).replace(" that is ", " that are ", 1)
                    rest = " All others come last." if where is not None else ""
                    who = s.among(s.plural(called), domain, only)
                    return (
                        f"The game ends: the {who} are ranked by {s.keys(called, keys)}. The first wins; "
                        f"equal players share a place, and if all are equal, the game is drawn.{rest}{because}"
                    )


def is_move(step: tree.Node) -> bool:
    return isinstance(step, tree.Move | tree.Offer)


def names_in(node: object, word: str) -> bool:
    """Whether a name stands anywhere in some steps."""
    if isinstance(node, tuple):
        return any(names_in(one, word) for one in node)
    if not isinstance(node, tree.Node):
        return False
    if isinstance(node, tree.Name):
        return node.word == word
    return any(names_in(getattr(node, attribute.name), word) for attribute in node.__attrs_attrs__)


def lower(said: str) -> str:
    """The first letter of a sentence as in the middle of one."""
    found = re.match(r"\[?[A-Z]", said)
    return said[: found.end()].lower() + said[found.end() :] if found else said
