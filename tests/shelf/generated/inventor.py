"""Made-up expressions and steps, in order by construction: what may be none is tested before it is used."""

from __future__ import annotations

import re
from collections.abc import Callable
from random import Random

from attrs import define, evolve, field, frozen

from generated.vocabulary import CHOSEN, SORTS, STEPS, TESTS


@frozen
class Known:
    """What can be said at a place: names with their sorts, and what tests have found to be there."""

    asked: bool = True
    """Whether somebody is asked, so that there is a `me`."""
    names: tuple[tuple[str, str], ...] = ()
    there: tuple[tuple[str, str], ...] = ()

    def of(self, sort: str) -> list[str]:
        return [text for text, held in (*self.names, *self.there) if held == sort]

    def with_name(self, name: str, sort: str) -> Known:
        return evolve(self, names=(*self.names, (name, sort)))

    def with_there(self, text: str, sort: str) -> Known:
        return evolve(self, there=(*self.there, (text, sort)))

    def later(self) -> Known:
        """Behind a step that changes something; names stay what they are."""
        kept = tuple((text, sort) for text, sort in self.there if text.isidentifier() and text.startswith("maybe"))
        return evolve(self, there=kept)


@define
class Inventor:
    random: Random
    made: int = 0
    tested_here: set[str] = field(factory=set)
    """What was asked about in this move: it may be known to be there or not."""
    lines: list[str] = field(factory=list)

    def pick(self, *makers: Callable[[], str]) -> str:
        return self.random.choice(makers)()

    def likely(self, chance: float) -> bool:
        return self.random.random() < chance

    def name(self, stem: str = "x") -> str:
        self.made += 1
        return f"{stem}{self.made}"

    # --- Expressions --------------------------------------------------------------------------------------------------

    def filled(self, pattern: str, known: Known, depth: int) -> str:
        """A pattern with values that are surely there in its holes."""
        while "<" in (rest := pattern.replace(" < ", "   ")) and ">" in rest:
            start = rest.index("<")
            end = rest.index(">", start)
            if not rest[start + 1 : end].isalpha():
                break
            value = self.value(rest[start + 1 : end], known, depth - 1)
            pattern = pattern[:start] + value + pattern[end + 1 :]
        self.tested_here |= set(re.findall(r"\b(?:holder|mark|fond|home)\[.*\](?= is)", pattern))
        return self.renamed(pattern)

    def renamed(self, text: str) -> str:
        """A pattern that names something for the moment may stand inside itself: each time it has another name."""
        return re.sub(r"\bk\b", self.name("k"), text) if re.search(r"\bk\b", text) else text

    def value(self, sort: str, known: Known, depth: int) -> str:
        # A phrase is asked anew wherever it stands: what is tested of an entry found by one is not known of the next.
        here = [text for text in known.of(sort) if not text.startswith("(first")]
        if here and self.likely(0.8):
            return self.random.choice(here)
        simple = [text for text in SORTS[sort].sure if (depth > 0 or "<" not in text) and (known.asked or text != "me")]
        return self.filled(self.random.choice(simple), known, depth)

    def maybe(self, sort: str, known: Known, new: bool = False) -> str:
        """Something of which nobody knows yet whether it is there; a new one was not tested in this move before."""
        for _ in range(9):
            text = self.filled(self.random.choice(SORTS[sort].maybe), known, 1)
            root = text.rpartition(".")[0] if text.endswith((".suit", ".next")) else text
            if (root == text and not new) or not {root, text} & self.tested_here:
                self.tested_here |= {text, root}
                return text
        name = self.name("z")
        return f"(first {name} in {SORTS[sort].domains[0]} where {name} is not {self.value(sort, known, 1)})"

    def domain(self, sort: str, known: Known) -> str:
        return self.filled(self.random.choice(SORTS[sort].domains), known, 1)

    def sort(self, known: Known) -> str:
        """One of the sorts, rather one of which something is at hand to be compared with."""
        near = [sort for _, sort in known.names if sort in CHOSEN]
        return self.random.choice(near if near and self.likely(0.5) else CHOSEN)

    def test(self, known: Known, depth: int = 2) -> str:
        """A condition; whatever may be none in it is tested before it is used."""
        makers = [lambda: self.filled(self.random.choice(TESTS), known, 1)] * 2
        if depth:
            makers += [lambda: self.tested(known, depth)] * 5
            makers += [lambda: self.phrase(known, depth)] * 2
            makers += [
                lambda: f"({self.test(known, depth - 1)} and {self.test(known, depth - 1)})",
                lambda: f"({self.test(known, depth - 1)} or {self.test(known, depth - 1)})",
                lambda: f"not ({self.test(known, depth - 1)})",
            ]
        return self.pick(*makers)

    def tested(self, known: Known, depth: int) -> str:
        """Something that may be none, excluded before it is spoken of."""
        sort = self.sort(known)
        text = self.maybe(sort, known)
        inner = self.using(text, sort, known, depth - 1)
        return self.pick(
            lambda: f"({text} is not none and {inner})",
            lambda: f"({text} is none or {inner})",
            lambda: f"not ({text} is none or {inner})",
        )

    def using(self, text: str, sort: str, known: Known, depth: int) -> str:
        """A test about just this, if there is one that can be."""
        fitting = [pattern for pattern in TESTS if f"<{sort}>" in pattern]
        if not fitting or (depth and self.likely(0.2)):
            return self.test(known.with_there(text, sort), depth)
        pattern = self.random.choice(fitting).replace(f"<{sort}>", text, 1)
        return self.filled(pattern, known.with_there(text, sort), 1)

    def phrase(self, known: Known, depth: int) -> str:
        sort = self.random.choice(CHOSEN)
        name, domain = self.name(), self.domain(sort, known)
        inner = known.with_name(name, sort)
        about = self.using(name, sort, inner, 0)
        where = self.pick(
            lambda: about,
            lambda: f"not ({self.tested(inner, depth)} or {about})",
            lambda: f"({self.tested(inner, depth)} or {about})",
            lambda: f"not (not {self.tested(inner, depth)} or {about})",
        )
        word = self.random.choice(("some", "no", "every"))
        return (
            f"({word} {name} in {domain}: {where})" if word == "every" else f"({word} {name} in {domain} where {where})"
        )

    # --- Steps --------------------------------------------------------------------------------------------------------

    def put(self, indent: int, text: str) -> None:
        self.lines.append("  " * indent + text)

    def block(self, known: Known, indent: int, depth: int) -> None:
        for _ in range(self.random.randint(1, 3)):
            known = self.step(known, indent, depth)

    def step(self, known: Known, indent: int, depth: int) -> Known:
        if not depth or self.likely(0.3):
            self.put(indent, self.filled(self.random.choice(STEPS), known, 2))
            return known.later()
        kind = self.random.choice(("if", "there", "there", "for", "for", "let"))
        sort = self.sort(known)
        if kind == "let":
            name = self.name("maybe")
            self.put(indent, f"let {name} = {self.maybe(sort, known, new=True)}")
            self.put(indent, f"if {name} is not none")
            self.block(known.with_there(name, sort), indent + 1, depth - 1)
        elif kind == "for":
            name, domain = self.name(), self.domain(sort, known)
            inner = known.later().with_name(name, sort)
            where = self.pick(
                lambda: "", lambda: f" where {self.test(inner)}", lambda: f" where {self.tested(inner, 1)}"
            )
            self.put(indent, f"for {name} in {domain}{where}")
            self.block(inner, indent + 1, depth - 1)
        elif kind == "there":
            text = self.maybe(sort, known)
            self.put(indent, f"if {text} is not none and {self.using(text, sort, known, 1)}")
            self.block(known.with_there(text, sort), indent + 1, depth - 1)
        else:
            self.put(indent, f"if {self.test(known)}")
            self.block(known, indent + 1, depth - 1)
            if self.likely(0.4):
                self.put(indent, "else")
                self.block(known, indent + 1, depth - 1)
        return known.later()

    # --- The whole ----------------------------------------------------------------------------------------------------

    def move(self, number: int) -> None:
        known, self.tested_here = Known(), set()
        params: list[str] = []
        for _ in range(self.random.randint(0, 2)):
            sort, name = self.random.choice(CHOSEN), self.name("p")
            domain = self.domain(sort, known)
            known = known.with_name(name, sort)
            where = f" where {self.test(known, 1)}" if self.likely(0.3) else ""
            params.append(f"{name} in {domain}{where}")
        self.put(2, f"move act{number}({', '.join(params)})" if params else f"move act{number}")
        for _ in range(self.random.randint(0, 3)):
            sort = self.sort(known)
            if self.likely(0.4):
                text = self.name("maybe")
                self.put(3, f"let {text} = {self.maybe(sort, known, new=True)}")
            else:
                text = self.maybe(sort, known)
            if self.likely(0.6):
                self.put(3, f"when {text} is not none")
                known = known.with_there(text, sort)
            self.put(3, f"{'must' if self.likely(0.2) else 'when'} {self.test(known)}")
            if self.lines[-1].lstrip().startswith("must"):
                self.lines[-1] += " if able"
        self.put(3, "then")
        self.block(known, 4, self.random.randint(0, 2))
