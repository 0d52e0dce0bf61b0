"""From Lark's trees to steps of play: a branch of a step's rule goes in, a node of `tree` with its block comes out."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from itertools import pairwise
from typing import TypedDict

from lark import Token, Tree

from astro_referee.grammar import tree
from astro_referee.grammar.build.phrases import PhraseBuilder
from astro_referee.grammar.mistakes import structure as mistakes
from astro_referee.grammar.problems import Problem
from astro_referee.grammar.source import NOWHERE, Span
from astro_referee.grammar.syntax.lark_trees import Branch, Part, between, branch_of, branches, part_after, place, word

WHERE = ("ON", "UNDER", "INTO")
"""The words before the place where cards and tokens are put."""
# Parts of a construct that hold its doc text or its footnotes.
BODIES = ("note", "looks", "limits", "rows", "cases", "block", "asking")


class Notes(TypedDict):
    """What every step and declaration carries."""

    span: Span
    tags: tuple[tree.Tag, ...]
    docs: str


class StepBuilder(PhraseBuilder):
    """Builds steps, each with its footnotes and the text on the first lines of its block."""

    def __init__(self, text: str, problems: list[Problem]) -> None:
        super().__init__(text, problems)
        self.steps: Mapping[str, Callable[[Branch], tree.Step]] = {
            "phase": self.phase,
            "turns": self.turns,
            "ask": self.ask,
            "ask_many": self.ask_many,
            "move": self.move,
            "offer": lambda b: tree.Offer(self.names(b), **self.noted(b)),
            "otherwise": lambda b: tree.Otherwise(self.block(b), **self.noted(b)),
            "if_": self.if_,
            "for_": self.for_,
            "let": self.let,
            "store": self.store,
            "random": lambda b: tree.Random(self.place(b.children[0]), self.phrase(b.children[3]), **self.noted(b)),
            "put": self.put,
            "deal": self.deal,
            "shuffle": lambda b: tree.Shuffle(self.phrase(b.children[1]), **self.noted(b)),
            "swap": lambda b: tree.Swap(self.phrase(b.children[1]), self.phrase(b.children[3]), **self.noted(b)),
            "pass_": self.pass_on,
            "add": self.add,
            "remove": self.remove,
            "remember": lambda b: tree.Remember(self.place(b.children[1]), **self.noted(b)),
            "roll": self.roll,
            "show": lambda b: tree.Show(self.phrase(b.children[1]), self.phrase(b.children[3]), **self.noted(b)),
            "retire": lambda b: tree.Retire(self.phrase(b.children[1]), **self.noted(b)),
            "return_": lambda b: tree.Return(self.phrase(b.children[1]), **self.noted(b)),
            "do": lambda b: tree.Do(self.name(b.children[1]), self.args(b), **self.noted(b)),
            "leave": lambda b: tree.Leave(self.name(b.children[1]), **self.noted(b)),
            "repeat": lambda b: tree.Repeat(self.name(b.children[1]), **self.noted(b)),
            "winner": self.winner,
            "draw": lambda b: tree.Draw(self.maybe_said(b, "BECAUSE"), **self.noted(b)),
            "rank": self.rank,
            "never": lambda b: tree.Never(self.plain(b.children[2]), **self.noted(b)),
            "say": lambda b: tree.Say(self.said(b.children[1]), self.maybe(part_after(b, "TO")), **self.noted(b)),
        }

    # --- What stands beside and below a line ---------------------------------------------------------------------

    def noted(self, branch: Branch, *parts: Branch) -> Notes:
        """Place, footnotes and doc text of a construct; those of `parts` that have no node of their own are added."""
        holders = [branch, *branches(branch, *BODIES)]
        for part in parts:
            holders += [part, *branches(part, *BODIES)]
        tags = tuple(self.tag(t) for h in holders for tags in branches(h, "tags") for t in tags.children)
        docs = " ".join(self.plain(t) for h in holders for t in self.doc_lines(h))
        return Notes(span=place(branch), tags=tags, docs=docs)

    def tag(self, part: Part) -> tree.Tag:
        """`@A6`."""
        return tree.Tag(str(part)[1:], span=place(part))

    def doc_lines(self, branch: Branch) -> list[Token]:
        """The texts that stand by themselves on the first lines of a block."""
        docs = branch_of(branch, "docs")
        return [c for c in docs.children if isinstance(c, Token) and c.type == "STRING"] if docs else []

    def block(self, branch: Branch) -> tuple[tree.Step, ...]:
        """The steps below a line."""
        inner = branch_of(branch, "block")
        return self.all_steps(inner.children) if inner else ()

    def all_steps(self, parts: Iterable[Part]) -> tuple[tree.Step, ...]:
        """The steps among some parts; lines that could not be read are left out."""
        return tuple(self.steps[p.data](p) for p in parts if isinstance(p, Tree) and p.data in self.steps)

    # --- Flow --------------------------------------------------------------------------------------------------------

    def phase(self, branch: Branch) -> tree.Phase:
        """`phase round until …`."""
        begins, finishes = branches(branch, "begin"), branches(branch, "finish")
        for second in begins[1:] + finishes[1:]:
            first = second.children[0]
            self.problems.append(mistakes.SecondPart(str(first)).at(place(first)))
        return tree.Phase(
            self.name(branch.children[1]),
            self.maybe(part_after(branch, "UNTIL")),
            tuple(step for part in begins for step in self.block(part)),
            tuple(self.watch(part) for part in branches(branch, "watch")),
            self.all_steps(branch.children),
            tuple(step for part in finishes for step in self.block(part)),
            **self.noted(branch, *begins, *finishes),
        )

    def watch(self, branch: Branch) -> tree.Watch:
        """`as soon as …`."""
        return tree.Watch(self.phrase(branch.children[1]), self.block(branch), **self.noted(branch))

    def for_(self, branch: Branch) -> tree.For:
        """`for p in players by lowest score[p]`: with an order, the last name goes through it."""
        *params, last = self.params(branch_of(branch, "params"))
        if branch_of(branch, "keys") is not None:
            ordered = self.in_order(last.name, last.domain, last.where, branch)
            last = tree.Param(last.name, ordered, None, span=last.span)
        return tree.For((*params, last), self.block(branch), **self.noted(branch))

    def turns(self, branch: Branch) -> tree.Turns:
        """`turns once p in clockwise from starter where … until …`."""
        once = word(branch, "ONCE") is not None
        first, domain = branch.children[2 if once else 1], part_after(branch, "IN")
        name = None if domain is None else self.name(first)
        going = self.phrase(first if domain is None else domain)
        ordered = branch_of(branch, "keys") is not None
        if ordered:
            going = self.in_order(
                name or tree.Name("", span=going.span), going, self.maybe(part_after(branch, "WHERE")), branch
            )
        return tree.Turns(
            once,
            name,
            going,
            None if ordered else self.maybe(part_after(branch, "WHERE")),
            self.maybe(part_after(branch, "UNTIL")),
            self.block(branch),
            self.question_asked(branch),
            **self.noted(branch),
        )

    def ask(self, branch: Branch) -> tree.Ask:
        """`ask me.next`."""
        who, question = self.phrase(branch.children[1]), self.question_asked(branch)
        return tree.Ask("one", None, who, None, self.block(branch), question, **self.noted(branch))

    def ask_many(self, branch: Branch) -> tree.Ask:
        """`ask together p in players where …`, `ask any p in …`."""
        param = self.params(branch)[0]
        manner = str(branch.children[1])
        question = self.question_asked(branch)
        return tree.Ask(
            manner, param.name, param.domain, param.where, self.block(branch), question, **self.noted(branch)
        )

    def question_asked(self, branch: Branch) -> tree.Text | None:
        """What players are asked, if the rules have words for it."""
        asking = branch_of(branch, "asking")
        quoted = word(asking, "STRING") if asking is not None else None
        return None if quoted is None else self.said(quoted)

    def if_(self, branch: Branch) -> tree.If:
        """`if … else if … else …`."""
        others, last = branches(branch, "else_if"), branches(branch, "else_")
        ways = [(self.phrase(branch.children[1]), self.block(branch))]
        ways += [(self.phrase(other.children[2]), self.block(other)) for other in others]
        otherwise = self.block(last[0]) if last else ()
        names = [(number, branch_of(way, "found")) for number, way in enumerate((branch, *others))]
        found = tuple((number, self.name(name.children[1])) for number, name in names if name is not None)
        else_span = place(last[0].children[0]) if last else NOWHERE
        return tree.If(tuple(ways), otherwise, found, else_span, **self.noted(branch, *others, *last))

    # --- Moves -------------------------------------------------------------------------------------------------------

    def move(self, branch: Branch) -> tree.Move:
        """`move play(card in hand[me]) as "{card}"` with its guards and effects."""
        thens = branches(branch, "then")
        self.check_order(branch, thens)
        notes = self.noted(branch, *thens)
        notes["docs"] = " ".join(
            self.plain(t) for part in thens for b in branches(part, "block") for t in self.doc_lines(b)
        )
        return tree.Move(
            self.name(branch.children[1]),
            self.params(branch_of(branch, "params")),
            self.maybe_said(branch, "AS"),
            self.about(branch),
            tuple(self.move_part(part) for part in branches(branch, "let", "when", "must", "maximise")),
            tuple(step for part in thens for step in self.block(part)),
            tuple(self.said(after) for before, after in pairwise(branch.children) if before == "or"),
            **notes,
        )

    def check_order(self, branch: Branch, thens: list[Branch]) -> None:
        """`then` comes once and last in a move: what is below it is not a guard any more."""
        if not thens:
            return
        then = place(thens[0].children[0])
        for part in branch.children[branch.children.index(thens[0]) + 1 :]:
            if isinstance(part, Tree) and part.data != "error":
                first = part.children[0]
                again = part.data == "then"
                made = mistakes.SecondThen(then) if again else mistakes.BelowThen(str(first), then)
                self.problems.append(made.at(place(first)))

    def about(self, branch: Branch) -> tree.Text | None:
        """The sentence shown to a player; on several lines it is joined with blanks."""
        lines = self.doc_lines(branch)
        if not lines:
            return None
        parts: list[str | tree.Expr] = []
        for line in lines:
            for piece in (*([" "] if parts else []), *self.pieces(place(line))):
                if parts and isinstance(piece, str) and isinstance(parts[-1], str):
                    parts[-1] += piece
                else:
                    parts.append(piece)
        return tree.Text(tuple(parts), span=place(lines[0]).to(place(lines[-1])))

    def move_part(self, branch: Branch) -> tree.Let | tree.When | tree.Must:
        """`let`, `when`, `must … if able`, `must maximise …`."""
        match branch.data:
            case "let":
                return self.let(branch)
            case "when":
                return self.when(branch)
            case _:
                maximise = branch.data == "maximise"
                condition = self.phrase(branch.children[2 if maximise else 1])
                return tree.Must(maximise, condition, self.maybe_said(branch, "ELSE"), **self.noted(branch))

    def when(self, branch: Branch) -> tree.When:
        """`when C else "…"`."""
        return tree.When(self.phrase(branch.children[1]), self.maybe_said(branch, "ELSE"), **self.noted(branch))

    # --- What happens ------------------------------------------------------------------------------------------------

    def let(self, branch: Branch) -> tree.Let:
        """`let to = worth(card)`."""
        return tree.Let(self.name(branch.children[1]), self.phrase(branch.children[3]), **self.noted(branch))

    def store(self, branch: Branch) -> tree.Store:
        """`passes += 1`."""
        target, op, value = branch.children[:3]
        return tree.Store(self.place(target), str(op)[:-1], self.phrase(value), **self.noted(branch))

    def thing(self, part: Part) -> tree.Thing:
        """What is put or removed."""
        assert isinstance(part, Tree)
        words = part.children
        match part.data:
            case "one_thing":
                return tree.Thing("one", None, self.phrase(words[0]), span=place(part))
            case "some_of":
                return tree.Thing("some", self.phrase(words[0]), self.phrase(words[2]), span=place(part))
            case "up_to":
                return tree.Thing("up to", self.phrase(words[1]), self.phrase(words[3]), span=place(part))
            case "everything":
                return tree.Thing("all", None, None, span=place(part))
            case _:
                return tree.Thing("every", None, self.phrase(words[1]), span=place(part))

    def put(self, branch: Branch) -> tree.Put:
        """`put card from hand[me] into spent`."""
        how = word(branch, *WHERE)
        source, target = self.maybe(part_after(branch, "FROM")), self.needed(branch, *WHERE)
        return tree.Put(self.thing(branch.children[1]), source, str(how), target, **self.noted(branch))

    def deal(self, branch: Branch) -> tree.Deal:
        """`deal up to 3 at random from stock into hand[p]`."""
        up_to, at_random = word(branch, "UP_TO") is not None, word(branch, "AT_RANDOM") is not None
        count = self.phrase(branch.children[2 if up_to else 1])
        bottom, how = word(branch, "BOTTOM_OF") is not None, word(branch, *WHERE)
        source, target = self.needed(branch, "BOTTOM_OF" if bottom else "FROM"), self.needed(branch, *WHERE)
        return tree.Deal(up_to, count, at_random, source, target, str(how), bottom, **self.noted(branch))

    def add(self, branch: Branch) -> tree.Add:
        """`add x to chosen`, `add 2 of wood to stock[me]`."""
        several = part_after(branch, "OF")
        first = self.phrase(branch.children[1])
        value, count = (first, None) if several is None else (self.phrase(several), first)
        target = part_after(branch, "TO")
        assert target is not None
        return tree.Add(value, self.place(target), count, **self.noted(branch))

    def remove(self, branch: Branch) -> tree.Remove:
        """`remove all Pawn`, `remove x from chosen`."""
        source = part_after(branch, "FROM")
        target = None if source is None else self.place(source)
        return tree.Remove(self.thing(branch.children[1]), target, **self.noted(branch))

    def pass_on(self, branch: Branch) -> tree.Pass:
        """`pass hand[p] to hand[p.next] for p in players`."""
        source, target = self.phrase(branch.children[1]), self.needed(branch, "TO")
        return tree.Pass(source, target, self.params(branch)[0], **self.noted(branch))

    def winner(self, branch: Branch) -> tree.Winner:
        """`winner everyone with treasure because "…"`."""
        because, score = self.maybe_said(branch, "BECAUSE"), self.maybe(part_after(branch, "WITH"))
        return tree.Winner(self.phrase(branch.children[1]), because, score, **self.noted(branch))

    def roll(self, branch: Branch) -> tree.Roll:
        """`roll first, second`, `roll 3 of cup[me]`."""
        dice = between(branch_of(branch, "rolled"), "COMMA")
        return tree.Roll(tuple(self.dice(part) for part in dice), **self.noted(branch))

    def dice(self, part: Part) -> tree.Expr | tree.Thing:
        return self.thing(part) if isinstance(part, Tree) and part.data == "some_of" else self.phrase(part)

    def rank(self, branch: Branch) -> tree.Rank:
        """`rank p in players by highest score[p] because "…"`."""
        name, domain = self.name(branch.children[1]), self.phrase(branch.children[3])
        where = self.maybe(part_after(branch, "WHERE"))
        because = self.maybe_said(branch, "BECAUSE")
        return tree.Rank(name, domain, where, self.keys(branch), because, **self.noted(branch))
