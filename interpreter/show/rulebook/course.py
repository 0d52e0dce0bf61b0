"""The flow of a game in, sections out: set-up, phases and turns in order, moves, procedures, and the end."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import ExitStack

from attrs import frozen

from astro_referee.grammar import tree
from astro_referee.interpreter.show.rulebook.book import Block, ItemList, ListItem, Paragraph, Section
from astro_referee.interpreter.show.rulebook.conditions import clause
from astro_referee.interpreter.show.rulebook.effects import StepSpeaker
from astro_referee.interpreter.show.rulebook.lexicon import (
    Lexicon,
    article,
    blocks_of,
    in_words,
    listed,
    many,
    place_of,
    says_much,
)
from astro_referee.interpreter.show.rulebook.marked_text import quoted
from astro_referee.interpreter.show.rulebook.phrases import Speaker
from astro_referee.interpreter.values.types import BagOf, ListOf, RowOf, SetOf

Around = tuple[tree.Node, ...]
"""What stands around a step, the outermost first."""
ON_TURN = "the player on turn"
"""Who `me` is where nobody is spoken to."""


@frozen
class Course:
    """Tells the parts of the rules in which something happens."""

    lex: Lexicon

    def docs(self, node: tree.Noted, part: str) -> list[Block]:
        """What the author says of a part, in these words."""
        if not node.docs:
            return []
        return [Paragraph(self.lex.sentence(node, f"{part}.about", f"“{quoted(node.docs)}”"), "quote")]

    def effects(self, part: str, around: Sequence[tree.Node] = ()) -> StepSpeaker:
        """Says steps of a part; what stands around it gives names."""
        return StepSpeaker(self.speaker(around), part)

    def speaker(self, around: Sequence[tree.Node] = ()) -> Speaker:
        speaker = Speaker(self.lex, ON_TURN)
        for outer in around:
            enter(speaker, outer)
        return speaker

    def block(self, part: str, body: Sequence[tree.Step]) -> list[Block]:
        items = self.effects(part).steps(body)
        return [ItemList(items)] if items else []

    # --- Set-up and phases -------------------------------------------------------------------------------------------

    def setup(self) -> Section:
        """What stands at the beginning: values of variables, and how the first phases begin."""
        speaker = Speaker(self.lex, ON_TURN)
        values = [
            ListItem(self.lex.sentence(item, f"setup.{item.name.word}", self.initial(speaker, item, item.value), ()))
            for item in self.lex.file.items
            if isinstance(item, tree.Var) and item.value is not None
        ]
        blocks: list[Block] = [ItemList(tuple(values), numbered=False)] if values else []
        inner = [
            Section(
                f"begin-{phase.name.word}",
                self.lex.label(
                    f"setup.begin.{phase.name.word}", f"When the phase “{in_words(phase.name.word)}” begins"
                ),
                tuple(self.block(f"phase.{phase.name.word}.begin", phase.begin)),
            )
            for phase in self.first_phases()
            if phase.begin
        ]
        phase = next(iter(self.first_phases()), None)
        if phase is not None:
            said = f"The game begins with the phase {self.lex.phase(phase.name.word)}."
            blocks.append(Paragraph(self.lex.sentence(phase, "setup.first", said, ())))
        return Section("setup", self.lex.label("book.setup", "Set-up"), tuple(blocks), tuple(inner))

    def initial(self, speaker: Speaker, item: tree.Var, value: tree.Expr) -> str:
        each = f" of every {listed(map(self.index, item.per), 'and every')}" if item.per else ""
        match value:
            case tree.Literal("yes" | "no" as word):
                holds = "is true from the start" if word == "yes" else "is not true yet"
                return f"“{self.lex.term(item.name.word)}”{each} {holds}."
            case tree.Literal("none"):
                thing = self.lex.term(item.name.word)
                return f"No player has {article(thing)} yet." if is_each_player(item) else f"There is no {thing} yet."
            case _:
                return f"{self.lex.thing(item.name.word)}{each}: {speaker.value(value)} at the beginning."

    def index(self, per: tree.Expr) -> str:
        """What there is a value for: "player", "number from 1 to 6"."""
        if isinstance(per, tree.Name):
            return in_words(per.word) if per.word == "player" else self.lex.word(per.word)
        return f"number from {Speaker(self.lex).value(per)}"

    def first_phases(self) -> list[tree.Phase]:
        """The first phase, the first inside it, and so on: where a game begins."""
        found: list[tree.Phase] = []
        here: Sequence[tree.Node] = self.lex.file.items
        while True:
            phase = next((node for node in here if isinstance(node, tree.Phase)), None)
            if phase is None:
                return found
            found.append(phase)
            here = phase.body

    def play(self) -> Section:
        """All phases in the order of the rules."""
        first = self.first_phases()
        inner = [self.phase(item, first) for item in self.lex.file.items if isinstance(item, tree.Phase)]
        count = len(inner)
        blocks: list[Block] = []
        if count > 1:
            header = self.lex.file.header
            assert header is not None
            names = ", then ".join(
                self.lex.phase(item.name.word) for item in self.lex.file.items if isinstance(item, tree.Phase)
            )
            blocks.append(Paragraph(self.lex.sentence(header, "book.phases", f"The phases in order: {names}.", ())))
        return Section("play", self.lex.label("book.play", "Course of play"), tuple(blocks), tuple(inner))

    def phase(self, node: tree.Phase, first: Sequence[tree.Phase], around: Sequence[tree.Node] = ()) -> Section:
        word, part = node.name.word, f"phase.{node.name.word}"
        speaker = self.speaker(around)
        blocks = self.docs(node, part)
        lead: list[ListItem] = []
        if node.begin:
            known = node in first
            said = f"It begins as [the set-up](#begin-{word}) says." if known else "It begins like this:"
            inner = () if known else self.effects(f"{part}.begin", around).steps(node.begin)
            lead.append(ListItem(self.lex.sentence(node.begin[0], f"{part}.begins", said, ()), inner))
        body = self.effects(part, around).steps(node.body)
        if node.until is not None:
            said = f"Repeat this; before each time, stop if {clause(speaker, node.until)}:"
            lead.append(ListItem(self.lex.sentence(node, f"{part}.until", said), body))
        elif node.tags:
            lead.append(ListItem(self.lex.sentence(node, f"{part}.head", "Do this once:"), body))
        else:
            lead += body
        for watch in node.watches:
            said = (
                f"Whenever somebody is to choose or chance is to decide here, and {clause(speaker, watch.condition)}:"
            )
            inner = self.effects(part, around).steps(watch.body)
            lead.append(ListItem(self.lex.sentence(watch, f"{part}.watch", said), inner))
        if node.finish:
            inner = self.effects(f"{part}.finish", around).steps(node.finish)
            lead.append(ListItem(self.lex.sentence(node.finish[0], f"{part}.finishes", "When it is over:", ()), inner))
        blocks.append(ItemList(tuple(lead)))
        within = [self.phase(inner, first, here) for inner, here in phases_in(node, tuple(around))]
        return Section(
            self.lex.unused(place_of(node)),
            self.lex.label(f"{part}.heading", in_words(word)),
            tuple(blocks),
            tuple(within),
        )

    # --- Moves and procedures ----------------------------------------------------------------------------------------

    def moves(self) -> Section:
        made: list[Section] = []
        # What players do in their turns comes before what they are asked in between.
        for item in sorted(self.lex.file.items, key=lambda item: isinstance(item, tree.Procedure)):
            found = [(item, ())] if isinstance(item, tree.Move) else []
            for node, around in (*found, *inside(item, ())):
                if not isinstance(node, tree.Move):
                    continue
                made.append(self.move(node, self.lex.unused(place_of(node)), around))
        label = self.lex.label("book.moves", "Moves")
        return Section("moves", label, (), tuple(made))

    def move(self, node: tree.Move, place: str, around: tuple[tree.Node, ...]) -> Section:
        part = place.replace("move-", "move.", 1)
        speaker = Speaker(self.lex, "you")
        where = by = ""
        if not around:
            where = listed(self.offered(node.name.word), "or")
        for outer in around:
            if isinstance(outer, tree.Ask):
                asked = speaker.value(outer.players)
                by = f", by {asked}" if asked != "you" else ""
            elif isinstance(outer, tree.Turns):
                by = ""
            enter(speaker, outer)
            where = around_it(self.lex, outer) or where
        blocks: list[Block] = []
        items: list[ListItem] = []
        with ExitStack() as names:
            for param in node.params:
                called = names.enter_context(speaker.bound(param.name, param.domain))
                speaker.name(param.name, f"the {called}" if "*" not in called else speaker.names[param.name.word])
                condition = f" where {clause(speaker, param.where)}" if param.where is not None else ""
                said = f"You choose {choice(speaker, called, param)}{condition}."
                items.append(ListItem(self.lex.sentence(param, f"{part}.choice", said, ())))
            if node.about is not None:
                blocks.append(Paragraph(self.lex.sentence(node, f"{part}.about", speaker.text(node.about)), "quote"))
            elif node.docs:
                blocks += self.docs(node, part)
            if where:
                said = f"This move is made in {where}{by}."
                blocks.append(Paragraph(self.lex.sentence(node, f"{part}.where", said, ())))
            for line in node.parts:
                key = f"{part}.{type(line).__name__.lower()}"
                items.append(ListItem(self.lex.sentence(line, key, guard(speaker, line))))
            if node.then:
                inner = StepSpeaker(speaker, part).steps(node.then)
                items.append(ListItem(self.lex.sentence(node.then[0], f"{part}.effect", "If you do this:", ()), inner))
            else:
                items.append(ListItem(self.lex.sentence(node, f"{part}.effect", "Nothing else happens.", ())))
            if node.notation is not None:
                notations = " or ".join(speaker.text(text) for text in (node.notation, *node.also))
                blocks.append(Paragraph(self.lex.sentence(node, f"{part}.written", f"Written {notations}.", ())))
        if node.tags and node.about is None and not node.docs:
            blocks.insert(
                0, Paragraph(self.lex.sentence(node, f"{part}.about", f"The move {in_words(node.name.word)}."))
            )
        blocks.append(ItemList(tuple(items), numbered=False))
        within = tuple(self.phase(phase, (), here) for phase, here in phases_in(node, around))
        return Section(place, self.lex.label(f"{part}.heading", in_words(node.name.word)), tuple(blocks), within)

    def offered(self, word: str) -> list[str]:
        """Where a move is on offer that stands by itself."""
        found: dict[str, None] = {}
        for item in self.lex.file.items:
            for step, around in inside(item, ()):
                if isinstance(step, tree.Offer) and any(name.word == word for name in step.names):
                    found |= dict.fromkeys(filter(None, [where_of(self.lex, around)]))
        return [*found]

    def procedures(self) -> Section | None:
        made: list[Section] = []
        for item in self.lex.file.items:
            if not isinstance(item, tree.Procedure):
                continue
            part = f"procedure.{item.name.word}"
            speaker = Speaker(self.lex, ON_TURN)
            blocks = self.docs(item, part)
            if item.params or not item.docs:
                given = [named_param(self.lex, speaker, field) for field in item.params]
                said = (
                    f"This is carried out with {' and '.join(given)}."
                    if given
                    else "These steps are done one after the other."
                )
                blocks.append(Paragraph(self.lex.sentence(item, f"{part}.with", said, () if item.docs else None)))
            items = StepSpeaker(speaker, part).steps(item.body)
            blocks.append(ItemList(items))
            label = self.lex.label(f"{part}.heading", in_words(item.name.word))
            inner = tuple(self.phase(phase, (), here) for phase, here in phases_in(item, ()))
            made.append(Section(self.lex.place(item.name.word), label, tuple(blocks), inner))
        label = self.lex.label("book.procedures", "What is done in several steps")
        return Section("procedures", label, (), tuple(made)) if made else None

    # --- The end -----------------------------------------------------------------------------------------------------

    def ending(self) -> Section:
        """What happens when all phases are over, and every other line that ends the game."""
        blocks: list[Block] = []
        elsewhere: list[ListItem] = []
        for item in self.lex.file.items:
            if isinstance(item, tree.End):
                blocks += self.docs(item, "end")
                head = self.lex.sentence(item, "end.head", "When all phases are over:")
                blocks.append(ItemList((ListItem(head, self.effects("end").steps(item.body)),), numbered=False))
                continue
            for step, around in inside(item, ()):
                if not isinstance(step, tree.Winner | tree.Draw | tree.Rank):
                    continue
                where = where_of(self.lex, around)
                said = self.effects("ending", around).ending(step)
                said = f"{said.removesuffix('.')} (see {where})." if where else said
                elsewhere.append(ListItem(self.lex.sentence(step, "ending", said)))
        if elsewhere:
            header = self.lex.file.header
            assert header is not None
            said = "The game also ends at these places:" if blocks else "The game ends at these places:"
            blocks.append(
                ItemList((ListItem(self.lex.sentence(header, "end.places", said, ()), tuple(elsewhere)),), False)
            )
        ends = (item for item in self.lex.file.items if isinstance(item, tree.End))
        inner = tuple(self.phase(phase, (), here) for item in ends for phase, here in phases_in(item, ()))
        return Section("end", self.lex.label("book.end", "End of the game"), tuple(blocks), inner)


def guard(speaker: Speaker, line: tree.Let | tree.When | tree.Must) -> str:
    """What must hold for a move, and what a player is told otherwise."""
    reason = f" Otherwise: {speaker.text(line.reason)}" if not isinstance(line, tree.Let) and line.reason else ""
    match line:
        case tree.Let(name, value):
            if speaker.lex.is_condition(value):
                said = speaker.clause(value)
                return f"{speaker.let(name, value)} if {said}."
            said = speaker.value(value)
            return f"{speaker.let(name, value)} {said}."
        case tree.When(condition):
            said = clause(speaker, condition)
            return f"Only if{',' if said.startswith('once ') else ''} {said}.{reason}"
        case tree.Must(maximise=True, condition=value):
            return f"Choose so that this is as high as it can be: {speaker.value(value)}.{reason}"
        case tree.Must(condition=condition):
            return f"If you can, choose so that {clause(speaker, condition)}.{reason}"


def named_param(lex: Lexicon, speaker: Speaker, field: tree.Field) -> str:
    """What a procedure or def is given: "a player (*p*)"."""
    noun = lex.noun_of(lex.types.get(field.name.span)) or "value"
    word = field.name.word
    if isinstance(lex.types.get(field.name.span), SetOf | BagOf | ListOf | RowOf):
        speaker.name(field.name, f"the {in_words(word)}")
        speaker.nouns.append(in_words(word))
        return in_words(word) if in_words(word) == many(noun) else f"{in_words(word)} ({many(noun)})"
    if says_much(word) and in_words(word) not in speaker.nouns:
        speaker.name(field.name, f"the {in_words(word)}")
        speaker.nouns.append(in_words(word))
        called = in_words(word) if in_words(word).endswith("s") and noun == "number" else article(in_words(word))
        return called + (f" ({article(noun)})" if in_words(word) != noun else "")
    if noun not in speaker.nouns:
        speaker.name(field.name, f"the {noun}")
        speaker.nouns.append(noun)
        return article(noun)
    speaker.name(field.name, f"*{quoted(word)}*")
    return f"{article(noun)} *{quoted(word)}*"


def is_each_player(item: tree.Var) -> bool:
    return bool(item.per) and isinstance(item.per[0], tree.Name) and item.per[0].word == "player"


def inside(node: tree.Node, around: Around) -> Iterator[tuple[tree.Step, Around]]:
    """The steps below a part at any depth, with what stands around and above each and may give it names."""
    around = (*around, node)
    for block in blocks_of(node):
        above: Around = ()
        for step in block:
            assert isinstance(step, tree.Step)
            yield step, (*around, *above)
            yield from inside(step, (*around, *above))
            above = (*above, step) if isinstance(step, tree.Let) else above


def phases_in(node: tree.Node, around: Around) -> Iterator[tuple[tree.Phase, Around]]:
    """The phases of a part that are in no other phase or move of it."""
    for step, here in inside(node, around):
        between = here[len(around) + 1 :]
        if isinstance(step, tree.Phase) and not any(isinstance(one, tree.Phase | tree.Move) for one in between):
            yield step, here


def enter(speaker: Speaker, node: tree.Node) -> None:
    """Learns the names that hold inside a part."""
    match node:
        case tree.Procedure(params=params):
            for field in params:
                named_param(speaker.lex, speaker, field)
        case tree.For(params) | tree.Move(params=params):
            for param in params:
                speaker.bind(param.name, param.domain)
        case tree.Let(name, value):
            speaker.let(name, value)
        case tree.Turns(name=name) | tree.Ask(name=name) if name is not None:
            speaker.name(name, "you")
        case tree.If(found=found):
            for _, name in found:
                speaker.let(name, None)
        case _:
            pass


def choice(speaker: Speaker, called: str, param: tree.Param) -> str:
    """What a player picks for a move, and what it is called there."""
    noun, domain = speaker.one_of(param.domain), param.domain
    if isinstance(domain, tree.Subsets):
        return f"{speaker.value(domain)}, called “{quoted(in_words(param.name.word))}” here"
    if not noun or called == noun or "*" in called:
        return speaker.a(called, domain)
    return f"{speaker.a(noun, domain)}, called “{called}” here"


def where_of(lex: Lexicon, around: Around) -> str:
    """The name of the innermost part in which something happens."""
    return next(filter(None, (around_it(lex, outer) for outer in reversed(around))), "")


def around_it(lex: Lexicon, node: tree.Node) -> str:
    """The name of a part in which something happens; nothing for others."""
    match node:
        case tree.Phase(name):
            return f"the phase “{lex.phase(name.word)}”"
        case tree.Procedure(name):
            return f"the steps “{lex.term(name.word)}”"
        case tree.Move(name):
            return f"the move “{lex.move(name.word)}”"
        case _:
            return ""
