"""Expressions in, what they are worth in words out: `hand[p].size` is "the number of cards in that player's hand"."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from attrs import define, field

from astro_referee.grammar import tree
from astro_referee.interpreter.show.rulebook.lexicon import Lexicon, article, in_words, listed, many, owned, says_much
from astro_referee.interpreter.show.rulebook.marked_text import quoted
from astro_referee.interpreter.values.types import BagOf, Either, ListOf, Member, RowOf, SetOf

OPERATORS = {"+": "plus", "-": "minus", "*": "times"}
BUILTINS = {
    "players": "the players",
    "others": "the other players",
    "everyone": "everyone",
    "nobody": "nobody",
    "owner": "its owner",
}
FUNCTIONS = {
    "min": "the smaller of {}",
    "max": "the larger of {}",
    "abs": "{} (without its sign)",
    "longest_run": "the length of the longest series of neighbours among {} (round a ring, its ends meet)",
    "longest_trail": "the length of the longest way over {} that uses none twice",
    "between": "the places strictly between {}",
}
FIELDS = {
    "next": "the one after {}",
    "previous": "the one before {}",
    "opposite": "the direction opposite to {}",
    "index": "the number of {} in its order, counted from 0",
    "neighbours": "the neighbours of {}",
    "around": "the places all around {}",
    "times": "how often {} has been as it is now",
}
WAYS = {
    "step": "the next place from {0} in the direction {1}",
    "steps": "the next places from {0} in the directions {1}",
    "ray": "the places from {0} on in the direction {1}, the nearest first",
    "rays": "the places from {0} on in the directions {1}",
    "lines": "the lines of {1} places on {0}",
}

SEVERAL = ("all", "count", "best", "ordered")
"""Phrases that speak of many things at once."""
OPEN, CLOSE = "\u2039", "\u203a"
"""Angles around what stands in a hole of a text."""


@define
class Speaker:
    """Says expressions. What names for the moment are called depends on where one is."""

    lex: Lexicon
    me: str = "you"
    names: dict[str, str] = field(factory=dict)
    """What local names are called here."""
    nouns: list[str] = field(factory=list)
    """The nouns that stand for something here, so that no two things are both "that player"."""

    # --- Names for the moment ----------------------------------------------------------------------------------------

    @contextmanager
    def bound(self, name: tree.Name, domain: tree.Expr) -> Iterator[str]:
        """A name that goes through some things; gives what introduces it: "a player", "a player *q*"."""
        noun = self.one_of(domain)
        free = bool(noun) and noun not in self.nouns
        # A name that is a word of its own says more than its kind does.
        wordy = says_much(name.word) and in_words(name.word) not in self.nouns
        called = in_words(name.word) if wordy else noun
        free = wordy or free
        kept = dict(self.names)
        self.names[name.word] = f"that {called}" if free else f"*{quoted(name.word)}*"
        self.nouns.append(called if free else name.word)
        try:
            yield called if free else f"{noun or 'value'} *{quoted(name.word)}*"
        finally:
            self.names = kept
            self.nouns.pop()

    def name(self, name: tree.Name, called: str) -> None:
        """Gives something a name from here on."""
        self.names[name.word] = called

    def one_of(self, domain: tree.Expr) -> str:
        if isinstance(domain, tree.Subsets):
            return f"group of {many(self.lex.noun(domain.of) or 'thing')}"
        if isinstance(domain, tree.SpanOf):
            return "number"
        found = self.lex.type(domain)
        if isinstance(found, ListOf | SetOf) and isinstance(found.of, SetOf):
            return f"group of {many(self.lex.noun_of(found) or 'thing')}"
        return self.lex.noun_of(found)

    def among(self, called: str, domain: tree.Expr, where: str = "") -> str:
        """One of some things, without an article: "card in your hand", "player", "number from 1 to 6"."""
        match domain:
            case tree.Name(word) if word == "players" or (word in self.lex.items and self.is_kind(word)):
                return f"{called}{where}"
            case tree.SpanOf(low, high):
                return f"{called} from {self.value(low)} to {self.value(high)}{where}"
            case tree.Subsets(low, high, of):
                count = self.value(low) if low == high else f"{self.value(low)} to {self.value(high)}"
                return f"{called} ({count} of {self.value(of)}){where}"
            case tree.Around() | tree.Phrase("ordered"):
                return f"{called}{where}, {self.order(domain)}"
            case _ if self.is_zone(domain):
                return f"{called} in {self.value(domain)}{where}"
            case _:
                return f"{called} among {self.value(domain)}{where}"

    def order(self, domain: tree.Expr) -> str:
        match domain:
            case tree.Around(clockwise, after, start):
                way = "clockwise" if clockwise else "anticlockwise"
                return f"{way}, beginning {'after' if after else 'with'} {self.value(start)}"
            case tree.Phrase("ordered", keys=keys, name=name, domain=inner):
                with self.bound(name, inner) as called:
                    return f"in the order of {self.keys(called, keys)}"
            case _:
                return self.value(domain)

    def is_kind(self, word: str) -> bool:
        return isinstance(self.lex.items.get(word), tree.Kind | tree.Product | tree.Card | tree.Token | tree.Table)

    def is_member(self, node: tree.Expr) -> bool:
        """Whether an expression is one thing by its name."""
        known = isinstance(node, tree.Name) and node.word not in (*self.lex.items, *self.names, "me")
        return known and isinstance(self.lex.type(node), Member | Either)

    def is_zone(self, node: tree.Expr) -> bool:
        match node:
            case tree.Name(word) | tree.Index(tree.Name(word)):
                return isinstance(self.lex.items.get(word), tree.Zone)
            case _:
                return False

    # --- Values ------------------------------------------------------------------------------------------------------

    def value(self, node: tree.Expr) -> str:
        match node:
            case tree.Name():
                return self.plain_name(node)
            case tree.Number(number):
                return str(number)
            case tree.Quoted(text):
                return f"“{quoted(text)}”"
            case tree.Literal(word):
                return {"none": "none", "empty": "nothing"}.get(word, word)
            case tree.SetOf(items):
                return listed(map(self.value, items)) if items else "nothing"
            case tree.FieldOf():
                return self.field_of(node)
            case tree.Index():
                return self.indexed(node)
            case tree.Call():
                return self.call(node)
            case tree.Signed(of):
                return f"minus {self.inner(of)}"
            case tree.Binary(op, left, right) if op in ("+", "-", "*", "/", "mod"):
                return self.reckoned(op, left, right)
            case tree.SpanOf(low, high):
                return f"{self.value(low)} to {self.value(high)}"
            case tree.Subsets(low, high, of):
                count = self.value(low) if low == high else f"{self.value(low)} to {self.value(high)}"
                return f"{count} of {self.value(of)}"
            case tree.Around(start=start):
                noun = many(self.lex.noun(start) or "place")
                return f"the {noun} {self.order(node)}"
            case tree.Phrase():
                return self.phrase(node)
            case tree.IfElse(then, condition, otherwise):
                return f"({self.value(then)} if {self.clause(condition)}, otherwise {self.value(otherwise)})"
            case tree.Item(position, of):
                return f"the one that is number {self.value(position)} of {self.value(of)}"
            case tree.Slice(word, count, of):
                return f"the {word} {self.value(count)} of {self.value(of)}"
            case tree.After(procedure, args, of):
                return f"{self.value(of)}, {self.afterwards(procedure, args)}"
            case _:
                return f"whether {self.clause(node)}"

    def afterwards(self, procedure: tree.Name | None, args: Sequence[tree.Expr]) -> str:
        if procedure is None:
            return "as it would be after this move"
        given = f" for {listed(map(self.value, args))}" if args else ""
        return f"as it would be after {self.lex.term(procedure.word)}{given}"

    def inner(self, node: tree.Expr) -> str:
        """A part of something longer, in brackets if its end could be missed."""
        said = self.value(node)
        return f"({said})" if isinstance(node, tree.Binary | tree.Phrase | tree.Item | tree.Slice) else said

    def plain_name(self, node: tree.Name) -> str:
        word = node.word
        if word in self.names:
            return self.names[word]
        if word == "me":
            return self.me
        if word in BUILTINS:
            return BUILTINS[word]
        match self.lex.items.get(word):
            case None:
                return self.lex.member(word)
            case tree.Kind() | tree.Product() | tree.Card() if self.lex.is_many(node) or self.lex.type(node) is None:
                return f"all {self.lex.term(word, many(self.lex.word(word)))}"
            case tree.Token() if self.lex.is_many(node):
                return f"all {self.lex.term(word, many(self.lex.word(word)))}"
            case tree.Option():
                return f"the option “{self.lex.term(word)}”"
            case _:
                return self.lex.thing(word)

    def field_of(self, node: tree.FieldOf) -> str:
        word, of = node.name.word, self.value(node.of)
        match word:
            case "at":
                return f"the place of {of}"
            case "size" if self.is_zone(node.of):
                return f"the number of {many(self.lex.noun(node.of) or 'card')} in {of}"
            case "size" if isinstance(node.of, tree.Phrase | tree.FieldOf) or of == BUILTINS["players"]:
                return f"the number of {of.removeprefix('the ')}"
            case "size":
                return f"the number of {many(self.lex.noun(node.of) or 'thing')} in {of}"
            case "next" | "previous" if self.lex.is_player(node.of):
                return f"the player {'after' if word == 'next' else 'before'} {of}"
            case _ if word in FIELDS:
                return FIELDS[word].format(of)
            case _:
                return owned(of, quoted(in_words(word)))

    def indexed(self, node: tree.Index) -> str:
        match node.of:
            case tree.Name(word) if word in self.lex.items:
                item = self.lex.items[word]
            case _:
                return f"{self.value(node.of)} for {listed(map(self.value, node.args))}"
        term, args = self.lex.term(word), [self.value(arg) for arg in node.args]
        if isinstance(item, tree.Kind | tree.Product | tree.Card | tree.Table):
            if len(args) > 1 and self.lex.is_player(node.args[0]) and not self.is_member(node.args[0]):
                return f"{owned(args[0], term)} {' '.join(args[1:])}"
            fixed = all(isinstance(arg, tree.Number) or self.is_member(arg) for arg in node.args)
            return f"the {term} {' '.join(args) if fixed else 'of ' + listed(args)}"
        rest = args
        if node.args and self.lex.is_player(node.args[0]):
            whose, rest = args[0], args[1:]
            said = owned(whose, self.lex.own(word))
            return f"{said} {' '.join(rest)}" if isinstance(item, tree.Token) and rest else self.at(said, rest)
        return self.at(self.lex.thing(word), rest)

    @staticmethod
    def at(said: str, rest: Sequence[str]) -> str:
        return f"{said} for {listed(rest)}" if rest else said

    def call(self, node: tree.Call) -> str:
        args = [self.value(arg) for arg in node.args]
        match node.of:
            case tree.FieldOf(of, name) if name.word in WAYS:
                return WAYS[name.word].format(self.value(of), listed(args))
            case tree.FieldOf(of, name):
                if name.word == "offset":
                    return f"the place {args[0]} columns and {args[1]} rows on from {self.value(of)}"
                return f"the {quoted(in_words(name.word))} of {self.value(of)} ({', '.join(args)})"
            case tree.Name("streak"):
                return f"how often in a row {self.move_of(node.args[0])} could be made (at most {args[-1]} times)"
            case tree.Name(word) if word in FUNCTIONS and word not in self.lex.items:
                return FUNCTIONS[word].format(listed(args))
            case tree.Name(word):
                term = self.lex.term(word)
                if len(args) == 1:
                    own = self.lex.own(word)
                    return owned(args[0], own) if self.lex.is_player(node.args[0]) else f"the {own} of {args[0]}"
                return f"“{term}” ({', '.join(args)})" if args else self.lex.thing(word)
            case other:
                return f"{self.value(other)} ({', '.join(args)})"

    def move_of(self, node: tree.Expr) -> str:
        match node:
            case tree.Name(word):
                return f"the move {self.lex.move(word)}"
            case tree.Call(tree.Name(word), args):
                return f"the move {self.lex.move(word)} with {listed(map(self.value, args))}"
            case _:
                return self.value(node)

    def reckoned(self, op: str, left: tree.Expr, right: tree.Expr) -> str:
        one, other = self.inner_left(op, left), self.inner(right)
        if isinstance(self.lex.type(left), SetOf | BagOf | ListOf | RowOf):
            return f"{one} together with {other}" if op == "+" else f"{one} without {other}"
        if isinstance(self.lex.type(left), Member) and isinstance(self.lex.type(right), Member):
            return f"the steps from {other} on to {one}"
        if op == "/":
            return f"{one} divided by {other}, rounded down"
        if op == "mod":
            return f"the remainder of {one} divided by {other}"
        return f"{one} {OPERATORS[op]} {other}"

    def inner_left(self, op: str, node: tree.Expr) -> str:
        """Sums run on without brackets."""
        same = isinstance(node, tree.Binary) and op in "+-" and node.op in "+-"
        return self.value(node) if same else self.inner(node)

    # --- Phrases -----------------------------------------------------------------------------------------------------

    def phrase(self, node: tree.Phrase) -> str:
        match node.word:
            case "some" | "no" | "every":
                return f"whether {self.clause(node)}"
            case "reach":
                return self.reached(node)
            case _:
                pass
        with self.bound(node.name, node.domain) as called:
            where = self.relative(called, node.where)
            of = self.value(node.of) if node.of is not None else ""
            # The domain is said once: phrases inside phrases would take for ever otherwise.
            if node.word in SEVERAL:
                things = self.among(self.plural(called), node.domain, where.replace(" that is ", " that are ", 1))
            else:
                things = self.among(called, node.domain, where)
            match node.word:
                case "all":
                    return f"the {things}"
                case "count":
                    return f"the number of {things}"
                case "only" | "first" | "last":
                    return f"the {node.word} {things}"
                case "sum":
                    return f"the sum of {of} for every {things}"
                case "highest" | "lowest":
                    return f"the {node.word} of {of} for every {things}"
                case "set":
                    return f"the different values of {of} for every {things}"
                case "union":
                    return f"{of} for every {things}, all together"
                case "best":
                    return f"the {things} with {self.extremes(called, node.keys)}"
                case "only best" | "first best":
                    return f"the {node.word.removesuffix(' best')} {things} with {self.extremes(called, node.keys)}"
                case _:
                    return f"the {things}, ordered by {self.keys(called, node.keys)}"

    def relative(self, called: str, where: tree.Expr | None, holds: bool = True) -> str:
        """What must be so of a thing that was just named: "whose hand is empty", "where …"."""
        from astro_referee.interpreter.show.rulebook.conditions import clause

        if where is None:
            return ""
        said = clause(self, where, holds)
        if said.startswith(f"that {called}'s "):
            return f" whose {said[len(called) + 8 :]}"
        if said.startswith(f"that {called} is "):
            return f" that is {said[len(called) + 9 :]}"
        return f" where {said}"

    def reached(self, node: tree.Phrase) -> str:
        said = f"all places one comes to from {self.value(node.domain)}"
        with self.bound(node.name, node.domain) as called:
            if node.of is not None:
                said += f", going on from each {called} to {self.value(node.of)}"
            if node.within is not None:
                said += f", within {self.value(node.within)}"
            if node.costing is not None:
                said += f" (a place takes {self.value(node.costing)})"
            if node.stopping is not None:
                said += f", going no further where {self.clause(node.stopping)}"
            if node.where is not None:
                said += f", only by places where {self.clause(node.where)}"
        return said

    def keys(self, called: str, keys: Sequence[tree.Key]) -> str:
        """What things are ordered by."""
        said = [f"{self.key(called, key)} ({'highest' if key.highest else 'lowest'} first)" for key in keys]
        return ", then ".join(said)

    def extremes(self, called: str, keys: Sequence[tree.Key]) -> str:
        """What the best ones have."""
        said = [f"the {'highest' if key.highest else 'lowest'} {self.key(called, key)}" for key in keys]
        return ", then ".join(said)

    def key(self, called: str, key: tree.Key) -> str:
        return self.value(key.of).removeprefix(f"that {called}'s ").removeprefix("the ")

    @staticmethod
    def plural(called: str) -> str:
        first, space, rest = called.partition(" *")
        return many(first) + space + rest if not first.startswith("group of") else f"groups{first[5:]}{space}{rest}"

    def a(self, called: str, domain: tree.Expr, where: str = "") -> str:
        return article(self.among(called, domain, where))

    def clause(self, node: tree.Expr) -> str:
        """A condition; `conditions` has the words."""
        from astro_referee.interpreter.show.rulebook.conditions import clause

        return clause(self, node)

    # --- Texts -------------------------------------------------------------------------------------------------------

    def hole(self, part: tree.Expr) -> str:
        said = self.value(part)
        if said == "you":
            return "your name"
        return said.removeprefix("the ").replace("“", "").replace("”", "")

    def text(self, text: tree.Text) -> str:
        """What players read, with what stands in its holes between angles."""
        said = "".join(
            quoted_part(part) if isinstance(part, str) else f"{OPEN}{self.hole(part)}{CLOSE}" for part in text.parts
        )
        return f"“{said.strip()}”"


def quoted_part(part: str) -> str:
    """Text between holes: blanks at its ends count."""
    return " " * part.startswith(" ") + quoted(part) + " " * (part.endswith(" ") and bool(part.strip()))
