"""What the names of a rule file are called in sentences, what they are of, and where the book explains them."""

from __future__ import annotations

import re
from collections.abc import Iterable

from attrs import define, field

from astro_referee.grammar import tree
from astro_referee.grammar.source import Source, Span
from astro_referee.grammar.syntax.words import SOFT
from astro_referee.interpreter.show.rulebook.book import Label, Sentence
from astro_referee.interpreter.show.rulebook.marked_text import link, plain_text, quoted
from astro_referee.interpreter.values.types import BagOf, Bool, Either, Int, ListOf, Member, RowOf, SetOf, Type

MOST_WORDS = 3
"""Words of an owner that stands before what it owns."""
SHORT = 2
"""Letters of a name that says nothing by itself: `p`, `to`."""
RELATING = (" of", " from", " with", " in", " at", " to", " for", " by")
"""How names end that are followed by what they are about: "player of", "made from"."""
OPERATORS = {"+": "plus", "-": "minus", "*": "times"}
BUILTINS = {
    "players": "the players",
    "others": "the other players",
    "everyone": "everyone",
    "nobody": "nobody",
    "owner": "its owner",
    "Direction": "all directions",
}
FUNCTIONS = {
    "min": "the smaller of {}",
    "max": "the larger of {}",
    "abs": "{} (without its sign)",
    "longest_run": "the length of the longest unbroken series in {} (round a ring, its ends meet)",
    "longest_trail": "the length of the longest way over {} that uses none twice",
    "between": "the places strictly between {}",
}
FIELDS = {
    "next": "the one after {}",
    "previous": "the one before {}",
    "opposite": "the direction opposite to {}",
    "index": "the position (from 0 on) of {}",
    "neighbours": "the neighbours of {}",
    "around": "the places all around {}",
    "times": "how often the same is remembered in {}",
}
WAYS = {
    "step": "the next place from {0} in {1}",
    "steps": "the next places from {0} in the directions {1}",
    "ray": "the places from {0} on in {1} (the nearest first)",
    "rays": "the places from {0} on in the directions {1}",
    "lines": "the lines of {1} places on {0}",
}
LEADING = ("under ", "in ", "on ", "at ", "next to ", "beside ", "behind ", "out of ", "given ", "already ")
"""How names begin that stand behind no article."""
TRAILING = (" already", " so far", " yet", " now")
"""How such names end."""
LATER = "left|taken|made|played|won|lost|moved|turned up|ahead"
"""What may stand behind the noun of a name: turns taken."""
Explained = (
    tree.Option
    | tree.Kind
    | tree.Product
    | tree.Table
    | tree.Card
    | tree.Token
    | tree.Die
    | tree.Zone
    | tree.Var
    | tree.History
    | tree.Def
    | tree.Procedure
    | tree.Phase
    | tree.Move
)
"""What a book has a section about."""
SORTS: dict[type[tree.Node], str] = {
    tree.Product: "kind",
    tree.Procedure: "procedure",
}


def in_words(name: str) -> str:
    """A name as people write it: `first_die` is "first die", `Card` "card", `P1` stays."""
    spaced = name.replace("_", " ").strip() or name
    split = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", spaced)
    return split.lower() if re.fullmatch(r"[A-Z]?[a-z ]+(?: [A-Z]?[a-z]+)*", split) else spaced


def says_much(name: str) -> bool:
    """Whether a local name is a word that says what something is."""
    return len(name) > SHORT and name not in SOFT


def article(noun: str) -> str:
    first = noun.lstrip("[*“")[:1].lower()
    return f"an {noun}" if first and first in "aeio" else f"a {noun}"


def many(noun: str) -> str:
    """The plural of a noun."""
    if re.search(r"(?:s|x|ch|sh)$", noun):
        return f"{noun}es" if not noun.endswith("series") else noun
    if re.search(r"(?:lf|af|thief)$", noun):
        return f"{noun[:-1]}ves"
    if re.search(r"[^aeiou]y$", noun):
        return f"{noun[:-1]}ies"
    return {"die": "dice", "man": "men"}.get(noun) or (f"{noun}s" if noun[-1:].isalpha() else noun)


def listed(parts: Iterable[str], word: str = "and") -> str:
    """`a, b and c`."""
    *first, last = [*parts] or ["nothing"]
    return f"{', '.join(first)} {word} {last}" if first else last


def owned(whose: str, thing: str) -> str:
    """Somebody's or something's."""
    if whose == "you":
        return f"your {thing}"
    if len(plain_text(whose).split()) > MOST_WORDS or whose.endswith((")", "\u201d")):
        return f"the {thing} of {whose}"
    return f"{whose}'s {thing}"


@define
class Lexicon:
    """The names of one rule file."""

    source: Source
    file: tree.File
    types: dict[Span, Type]
    items: dict[str, Explained] = field(factory=dict)
    """What names stand for; phases and moves have names of their own."""
    flow: set[str] = field(factory=set)
    """The places of phases and moves."""
    shown: dict[str, str] = field(factory=dict)
    """What members are called by players, where that is not their name."""
    used: set[str] = field(factory=set)
    """The places of phases and moves that are written."""
    hidden: set[str] = field(factory=set)
    """Names that the book has no section about, such as procedures of tests."""
    counts: dict[str, int] = field(factory=dict)
    """How many sentences there are of each key so far."""

    def __attrs_post_init__(self) -> None:
        for item in self.file.items:
            self.note(item)
        # Signs such as `♠` are for boards; in sentences members go by names.
        for item in self.file.items:
            if isinstance(item, tree.Kind):
                for node in (*item.members, *(cell for row in (item.rows.rows if item.rows else ()) for cell in row)):
                    self.call(node)

    def note(self, item: tree.Node) -> None:
        """Learns a name, and those of phases and moves inside a part."""
        if isinstance(item, tree.Phase | tree.Move):
            self.flow.add(place_of(item))
        elif isinstance(item, Explained):
            self.items.setdefault(item.name.word, item)
        for inner in blocks_of(item):
            for step in inner:
                self.note(step)

    def call(self, node: tree.Node) -> None:
        if isinstance(node, tree.Called):
            self.shown[node.name.word] = node.shown
        elif isinstance(node, tree.Cell):
            for value in (value for choice in node.choices for value in choice):
                self.call(value)

    # --- Names -------------------------------------------------------------------------------------------------------

    def word(self, name: str) -> str:
        """A name as the book writes it, without marks."""
        item = self.items.get(name)
        if isinstance(item, tree.Zone | tree.Var | tree.Die | tree.Token | tree.Card) and item.shown:
            return item.shown
        if isinstance(item, tree.Def) and item.title:
            return item.title
        return in_words(name)

    def place(self, name: str) -> str:
        """Where the book explains a name; nothing if it does not."""
        item = self.items.get(name)
        if item is None or name in self.hidden:
            return ""
        return place_of(item)

    def phase(self, name: str) -> str:
        """A phase that leads to its section; also a procedure or a turn that is left like one."""
        return link(in_words(name), f"phase-{name}") if f"phase-{name}" in self.flow else self.term(name)

    def move(self, name: str) -> str:
        return link(in_words(name), f"move-{name}") if f"move-{name}" in self.flow else self.term(name)

    def unused(self, place: str) -> str:
        """A place for a section of its own, also if another part has the same name."""
        found = place if place not in self.used else f"{place}-{len(self.used)}"
        self.used.add(found)
        return found

    def term(self, name: str, text: str = "") -> str:
        """A name that leads to what the book says of it."""
        place = self.place(name)
        said = text or self.word(name)
        return link(said, place) if place else quoted(said)

    def thing(self, name: str) -> str:
        """A name with its article; words that the rules define, and titles of values, stand in quotes."""
        return f"“{self.term(name)}”" if self.is_title(name) else f"the {self.term(name)}"

    def is_title(self, name: str) -> bool:
        item = self.items.get(name)
        phrase = self.word(name).startswith(LEADING) or self.word(name).endswith(TRAILING)
        return phrase or isinstance(item, tree.Def) or (isinstance(item, tree.Var) and bool(item.shown))

    def own(self, name: str) -> str:
        """A name behind its owner."""
        return f"“{self.term(name)}”" if self.is_title(name) else self.term(name)

    def member(self, name: str) -> str:
        return quoted(self.shown.get(name, name.replace("_", " ")))

    # --- Types -------------------------------------------------------------------------------------------------------

    def type(self, node: tree.Node) -> Type | None:
        return self.types.get(node.span)

    def is_condition(self, node: tree.Node) -> bool:
        found = self.type(node)
        return isinstance(found.of if isinstance(found, Either) else found, Bool)

    def is_many(self, node: tree.Node) -> bool:
        return isinstance(self.type(node), SetOf | BagOf | ListOf | RowOf)

    def be(self, node: tree.Node) -> str:
        """The verb for a value by its name: "your points are", "the leader is"."""
        match node:
            case tree.Name(word) if isinstance(self.items.get(word), tree.Option):
                return "is"  # what it says
            case tree.Name(word) | tree.Index(tree.Name(word)) if not self.is_title(word):
                return "are" if re.search(rf"(?:[^sui]s|dice)(?: (?:{LATER}))?$", self.word(word)) else "is"
            case _:
                return "is"

    def is_player(self, node: tree.Node) -> bool:
        found = self.type(node)
        found = found.of if isinstance(found, Either) else found
        return isinstance(found, Member) and found.kind == "player"

    def noun(self, node: tree.Node) -> str:
        """What one of the things of an expression is called: `card`, `player`, `number`; nothing if that is unknown."""
        return self.noun_of(self.type(node))

    def noun_of(self, found: Type | None) -> str:
        match found:
            case Either(of) | SetOf(of) | BagOf(of) | ListOf(of) | RowOf(of):
                return self.noun_of(of)
            case Member(kind):
                return self.word(kind) if kind in self.items else in_words(kind)
            case Int():
                return "number"
            case _:
                return ""

    # --- Sentences ---------------------------------------------------------------------------------------------------

    def sentence(self, node: tree.Node, key: str, text: str, tags: tuple[tree.Tag, ...] | None = None) -> Sentence:
        """A sentence about a piece of the rules. Equal keys are counted."""
        cited = tags if tags is not None else node.tags if isinstance(node, tree.Noted) else ()
        number = self.counts[key] = self.counts.get(key, 0) + 1
        start = node.span.start
        file, (line, _) = self.source.file(start), self.source.place(start)
        named = key if number == 1 else f"{key}.{number}"
        return Sentence(named, capital(text), file, line, tuple(dict.fromkeys(tag.name for tag in cited)))

    def label(self, key: str, text: str) -> Label:
        return Label(key, text)


def place_of(item: Explained) -> str:
    """Where the book has a declaration, a phase or a move."""
    return f"{SORTS.get(type(item)) or type(item).__name__.lower()}-{item.name.word}"


def capital(text: str) -> str:
    """With a capital letter, also inside a mark."""
    found = re.match(r"[\[*]?[a-z]", text)
    return text[: found.end()].upper() + text[found.end() :] if found else text


def blocks_of(node: tree.Node) -> Iterable[tuple[tree.Node, ...]]:
    """The steps inside a part."""
    match node:
        case tree.Phase():
            yield from (node.begin, *(watch.body for watch in node.watches), node.body, node.finish)
        case tree.If():
            yield from (*(body for _, body in node.branches), node.otherwise)
        case tree.Turns() | tree.Ask() | tree.For() | tree.Otherwise() | tree.End() | tree.Procedure():
            yield node.body
        case tree.Move():
            yield node.then
        case _:
            pass
