"""Expressions in, what they are worth in words out: `hand[p].size` is "the number of cards in that player's hand"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from attrs import define, field

from astro_referee.grammar import tree
from astro_referee.interpreter.show.rulebook.lexicon import (
    BUILTINS,
    FIELDS,
    FUNCTIONS,
    OPERATORS,
    RELATING,
    WAYS,
    Lexicon,
    article,
    in_words,
    listed,
    many,
    owned,
    says_much,
)
from astro_referee.interpreter.show.rulebook.marked_text import quoted
from astro_referee.interpreter.values.types import BagOf, Either, ListOf, Member, RowOf, SetOf

ORDINALS = ("first", "second", "third", "fourth", "fifth")
SEVERAL = ("all", "count", "best", "ordered")
"""Phrases that speak of many things at once."""
FIGURES = {"sum": "the sum", "highest": "the highest", "lowest": "the lowest", "set": "the different values"}
"""Phrases that put together what is worth something for each of many things."""
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
        """A name that goes through some things, for a while."""
        names, nouns = dict(self.names), list(self.nouns)
        try:
            yield self.bind(name, domain)
        finally:
            self.names, self.nouns = names, nouns

    def bind(self, name: tree.Name, domain: tree.Expr) -> str:
        """A name that goes through some things; gives what introduces it: "a player", "a player *q*"."""
        noun = self.one_of(domain)
        free = bool(noun) and noun not in self.nouns
        # A name that is a word of its own says more than its kind does.
        wordy = says_much(name.word) and in_words(name.word) not in self.nouns
        called = in_words(name.word) if wordy else noun
        free = wordy or free
        self.names[name.word] = f"that {called}" if free else f"*{quoted(name.word)}*"
        self.nouns.append(called if free else name.word)
        return called if free else f"{noun or 'value'} *{quoted(name.word)}*"

    def name(self, name: tree.Name, called: str) -> None:
        """Gives something a name from here on."""
        self.names[name.word] = called

    def let(self, name: tree.Name, value: tree.Expr | None) -> str:
        """A name for something from here on; gives what introduces it: "Here, “the house” means"."""
        if value is not None and self.lex.is_condition(value):
            self.names[name.word] = f"“{quoted(in_words(name.word))}”"
            return f"Here, {self.names[name.word]} is true"
        noun = self.lex.noun_of(self.lex.types.get(name.span)) if value is None else self.one_of(value)
        called = in_words(name.word) if says_much(name.word) else noun
        if not called or called in self.nouns:
            called = f"*{quoted(in_words(name.word))}*"
            self.names[name.word] = called
            return f"Here, {called} means" if value is not None else called
        self.nouns.append(called)
        self.names[name.word] = f"the {called}"
        return f"Here, “the {quoted(called)}” means" if value is not None else f"the {called}"

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
            case tree.Name(word) if self.value(domain) == f"the {called}":
                return f"{called}{where}"
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
                things = many(self.lex.noun(of)) if self.is_zone(of) and count != "1" else self.lex.noun(of)
                return f"{count} {things} of {self.value(of)}" if self.is_zone(of) else f"{count} of {self.value(of)}"
            case tree.Around(start=start):
                noun = many(self.lex.noun(start) or "place")
                return f"the {noun} {self.order(node)}"
            case tree.Phrase():
                return self.phrase(node)
            case tree.IfElse(then, condition, otherwise):
                rest = self.value(otherwise)
                # A chain of conditions is said as one.
                rest = rest[1:-1] if isinstance(otherwise, tree.IfElse) else rest
                return f"({self.value(then)} if {self.clause(condition)}, otherwise {rest})"
            case tree.Item(position, of):
                if isinstance(position, tree.Number) and 0 < position.value <= len(ORDINALS):
                    return f"the {ORDINALS[position.value - 1]} of {self.value(of)}"
                return f"the one reached by counting {self.value(position)} along {self.value(of)}"
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
                return f"what the option “{self.lex.term(word)}” says"
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
                things = many(self.lex.noun(node.of) or "thing")
                return f"the number of {things}" + (f" in {of}" if of != f"the {things}" else "")
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
                plain = all(isinstance(arg, tree.Number) or self.is_member(arg) for arg in node.args[1:])
                return f"{owned(args[0], term)} {' '.join(args[1:]) if plain else 'with ' + listed(args[1:])}"
            fixed = all(isinstance(arg, tree.Number) or self.is_member(arg) for arg in node.args)
            return f"the {term} {' '.join(args) if fixed else 'of ' + listed(args)}"
        rest = args
        if node.args and self.lex.is_player(node.args[0]):
            whose, rest = args[0], args[1:]
            said = owned(whose, self.lex.own(word))
            if not (isinstance(item, tree.Token) and rest):
                return self.at(said, rest)
            named = all(isinstance(arg, tree.Number) or self.is_member(arg) for arg in node.args[1:])
            return f"{said} {' '.join(rest)}" if named else f"{said} with {listed(rest)}"
        if len(rest) == 1 and not isinstance(node.args[0], tree.Number) and not self.is_member(node.args[0]):
            return f"{self.lex.thing(word)} of {rest[0]}"
        return self.at(self.lex.thing(word), rest)

    @staticmethod
    def at(said: str, rest: Sequence[str]) -> str:
        return f"{said} for {listed(rest)}" if rest else said

    def call(self, node: tree.Call) -> str:
        args = [self.value(arg) for arg in node.args]
        match node.of:
            case tree.FieldOf(of, name) if name.word in WAYS:
                way = listed(args)
                if name.word in ("step", "ray") and not f"{way} ".startswith(("the direction ", "that direction ")):
                    way = f"the direction {way}"
                return WAYS[name.word].format(self.value(of), way)
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
                own = self.lex.own(word)
                if args and self.lex.word(word).endswith(RELATING):
                    return f"the {own} {listed(args)}"
                if len(args) == 1 and self.lex.is_player(node.args[0]):
                    return owned(args[0], own)
                if len(args) == 1:
                    return f"the {own} of {args[0]}"
                return f"the {own} for {listed(args)}" if args else f"“{term}”"
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
            if op == "-":
                return f"{self.bracketed(left)} except {self.bracketed(right)}"
            return f"{one} together with {other}"
        if isinstance(self.lex.type(left), Member) and isinstance(self.lex.type(right), Member):
            return f"the number of steps from {other} on to {one}"
        if op in ("+", "-") and isinstance(self.lex.type(left), Member):
            return self.stepped(op, left, right)
        if op == "/":
            return f"{one} divided by {other}, rounded down"
        if op == "mod":
            return f"the remainder of {one} divided by {other}"
        return f"{one} {OPERATORS[op]} {other}"

    def bracketed(self, node: tree.Expr) -> str:
        """Some things, in brackets if they are put together from several."""
        mixed = isinstance(node, tree.Binary) and node.op == "+"
        return f"({self.value(node)})" if mixed else self.value(node)

    def stepped(self, op: str, start: tree.Expr, count: tree.Expr) -> str:
        """Where so many steps lead; steps in the same direction are counted together."""
        counts = [self.inner(count)]
        while isinstance(start, tree.Binary) and start.op == op and isinstance(self.lex.type(start.left), Member):
            counts.insert(0, self.inner(start.right))
            start = start.left
        far = " plus ".join(counts)
        way = "on from" if op == "+" else "back from"
        noun = self.lex.noun(start) or "place"
        step = "seat" if noun == "player" else "step"
        step = step if far == "1" else f"{step}s"
        lead = f"the {noun} {'who' if noun == 'player' else 'that'} is"
        if not all(one.isdigit() for one in counts):
            return f"{lead} as many {step} {way} {self.value(start)} as {far}"
        return f"{lead} {far} {step} {way} {self.value(start)}"

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
                things = self.among(self.plural(called), node.domain, plural_where(where))
            else:
                things = self.among(called, node.domain, where)
            match node.word:
                case "all":
                    return f"the {things}"
                case "count":
                    return f"the number of {things}"
                case "only" | "first" | "last":
                    return f"the {node.word} {things}"
                case "sum" | "highest" | "lowest" | "set":
                    return self.figure(node, called, of, where, things)
                case "union":
                    return f"all that is, for any {things}, in {of}"
                case "best":
                    return f"the {things} with {self.extremes(called, node.keys)}"
                case "only best" | "first best":
                    return f"the {node.word.removesuffix(' best')} {things} with {self.extremes(called, node.keys)}"
                case _:
                    return f"the {things}, ordered by {self.keys(called, node.keys)}"

    def figure(self, node: tree.Phrase, called: str, of: str, where: str, things: str) -> str:
        """A sum and the like: "the sum of the points of all cards in your hand"."""
        own = of.removeprefix(f"that {called}'s ")
        if own == of or f"that {called}" in own:
            return f"{FIGURES[node.word]}, over every {things}, of {of}"
        several = self.among(self.plural(called), node.domain, plural_where(where))
        match node.word:
            case "set":
                return f"the different {own if own.endswith('”') else many(own)} of the {several}"
            case "sum":
                return f"the sum of the {own} of all {several}"
            case _:
                return f"the {node.word} {own} of all {several}"

    def relative(self, called: str, where: tree.Expr | None, holds: bool = True) -> str:
        """What must be so of a thing that was just named: "whose hand is empty", "where …"."""
        from astro_referee.interpreter.show.rulebook.conditions import clause

        if where is None:
            return ""
        joined = isinstance(where, tree.Binary) and where.op in ("and", "or")
        said = clause(self, where, holds)
        if joined or ", or " in said:
            return f" where {said}"
        if said.startswith(f"that {called}'s "):
            return f" whose {said[len(called) + 8 :]}"
        if said.startswith(f"that {called} ") and f"that {called}" not in said[1:]:
            return f" {'who' if called == 'player' else 'that'} {said[len(called) + 6 :]}"
        return f" where {said}"

    def reached(self, node: tree.Phrase) -> str:
        said = f"all places that can be reached from {self.value(node.domain)}"
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
                said += f", only over places where {self.clause(node.where)}"
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
        said = self.value(key.of)
        if said == f"that {called}":
            return "place in order"
        return said.removeprefix(f"that {called}'s ").removeprefix("the ")

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
        if isinstance(part, tree.Name) and isinstance(self.lex.items.get(part.word), tree.Option):
            return self.lex.term(part.word)
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


def plural_where(where: str) -> str:
    return re.sub(r"^ (that|who) is ", r" \1 are ", where)


def quoted_part(part: str) -> str:
    """Text between holes: blanks at its ends count."""
    return " " * part.startswith(" ") + quoted(part) + " " * (part.endswith(" ") and bool(part.strip()))
