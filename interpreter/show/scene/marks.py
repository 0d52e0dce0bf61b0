"""Short marks for long names: the signs and short forms that the rules declare, or as few letters as tell things apart;
and the legend that explains them.

Where there are no signs and each thing belongs to one of two players, capitals are the first player's and small letters
the second's.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType

from astro_referee.interpreter.show.scene.labels import COMPASS, Label, LabelPart, drawn, sign_of, text_of
from astro_referee.interpreter.show.scene.people import People
from astro_referee.interpreter.values.marks import Style

SHORT = 2
"""Letters of a name that is a mark as it stands."""
WHOLE, SIGN_AND_NAME = 4096, 8192
"""Letters of a mark where there is room for every name as it stands, and for its sign before it."""
SIGNS = "*+=%&@~^"
"""Marks of what belongs to nobody where letters say who owns a thing."""


class Marks:
    """The marks of all labels that may stand on one board, the same from the first move to the last."""

    def __init__(self, labels: Sequence[Label], people: People, short: int = SHORT) -> None:
        self.people = people
        self.labels = labels
        self.short = short
        self.parts = list(dict.fromkeys(part for label in labels for part in label))
        self.marks: dict[LabelPart, str] = {}
        self.whole = short >= WHOLE
        self.spare = dict(zip((label for label in dict.fromkeys(labels) if not sign_of(label)), SIGNS, strict=False))
        """Signs for words beside the things that have some of their own."""
        self.signed = not self.whole and people.style is Style.SIGNS and self.signs_tell()
        self.cased = not (self.whole or self.signed) and two_sided(labels, people)
        if not (self.whole or self.signed) and not self.allot(labels):
            self.cased = False
            self.whole = not self.allot(labels)

    def allot(self, labels: Sequence[Label]) -> bool:
        """Gives every part its mark; says whether that tells all labels apart."""
        parts = [part for part in self.parts if not self.silent(part)]
        owned = {part for label in labels if any(part.seat is not None for part in label) for part in label}
        free = [part for part in parts if self.cased and part not in owned and not part.number]
        if len(free) > len(SIGNS):
            return False
        lettered = [part.name for part in parts if part not in free and not part.number]
        given = {part.name: part.mark.short for part in parts if part.mark.short and part.name in lettered}
        made = letters(lettered, 1 if self.cased else self.short, given)
        if made is None:
            return False
        self.marks = {part: part.name if part.number else made.get(part.name, "") for part in parts}
        self.marks |= dict(zip(free, SIGNS, strict=False))
        return len({self.face(label) for label in labels}) == len(set(labels))

    def signs_tell(self) -> bool:
        """Whether every thing has a sign that no other one has, and the rules declare some of them."""
        labels = dict.fromkeys(self.labels)
        signs = [sign_of(label) or self.spare.get(label, "") for label in labels]
        declared = any(part.mark.sign or part.mark.sides for label in labels for part in label)
        words = all(len(label) == 1 for label in self.spare)
        return declared and words and all(signs) and len({*signs}) == len(signs)

    def within(self, short: int) -> Marks:
        """Marks of the same labels, where names so short stay as they are."""
        return Marks(self.labels, self.people, short)

    def before(self, label: Label) -> bool:
        """Whether a sign stands before a full name."""
        return self.short >= SIGN_AND_NAME and self.people.style is Style.SIGNS and len(sign_of(label)) == 1

    def silent(self, part: LabelPart) -> bool:
        """Whether a part is told by capitals alone, or by the signs of each player."""
        return part.seat is not None and (self.cased or (self.signed and self.sided))

    @property
    def sided(self) -> bool:
        """Whether the players have signs of their own for the same things."""
        return any(part.mark.sides for label in self.labels for part in label)

    def face(self, label: Label) -> str:
        """The mark of a label."""
        if self.whole:
            return f"{sign_of(label)} {text_of(label)}" if self.before(label) else text_of(label)
        if self.signed:
            return sign_of(label) or self.spare[label]
        face = ""
        for part in label:
            mark = "" if self.silent(part) else self.marks.get(part, part.name)
            face += "-" + mark if face[-1:].isdecimal() and mark[:1].isdecimal() else mark
        seats = [part.seat for part in label if part.seat is not None]
        return face if not self.cased or not seats else face.lower() if seats[0] else face.upper()

    def faces(self, labels: Sequence[Label]) -> str:
        """The marks of all that is on one place."""
        made = [self.face(label) for label in labels]
        close = all(len(face) == 1 for face in made) and (len(made) == 1 or "".join(made) not in self.marks.values())
        return ("" if close else ",").join(made)

    def legend(self, used: Iterable[Label]) -> list[str]:
        """What the marks of these labels mean: `K = king`, `W = White (Ann)`, `P1 = Ann`."""
        used = list(used)
        seen = {part for label in used for part in label}
        said = []
        for part in self.parts:
            hue = part.seat is None and part.mark.colour if part.mark.short == part.text else ""
            if not (part in seen or (seen and hue)) or self.silent(part):
                continue  # of letters that stand for colours all are told: cards in a hand have them as well
            meaning = part.text
            if self.whole:
                mark = meaning = part.text
            elif self.signed and (part,) in self.spare:
                mark = self.spare[part,]
            elif self.signed:
                mark = "".join(dict.fromkeys(drawn(each) for label in in_turn(used) for each in label if each == part))
            else:
                mark = self.marks[part].upper() if self.cased else self.marks[part]
            if part.seat is not None:
                meaning = self.people.name(part.name) if mark == part.name else self.people.full(part.name)
            if meaning == mark and part.mark.colour and part.seat is None and not self.whole:
                meaning = part.mark.colour  # `Y` alone says nothing to whoever does not see its colour
            if meaning != mark:
                said.append(f"{mark} = {meaning}")
        return said

    def sides(self, used: Iterable[Label]) -> list[str]:
        """Whose the capitals are, or the signs, if there are any."""
        used = [label for label in used if any(self.silent(part) for part in label)]
        if not used:
            return []
        if self.signed:
            ranked = sorted(used, key=self.labels.index, reverse=True)
            firsts = {part.seat: sign_of(label) for label in ranked for part in label if part.seat is not None}
            return [f"{firsts[seat]} {self.people.full(self.people.seats[seat])}" for seat in sorted(firsts)]
        first, second = map(self.people.full, self.people.seats)
        return [f"capitals {first}, small letters {second}"]


def in_turn(labels: Iterable[Label]) -> list[Label]:
    """Things in the order of the seats of their owners."""
    return sorted(labels, key=lambda label: max((part.seat or 0 for part in label), default=0))


def two_sided(labels: Sequence[Label], people: People) -> bool:
    """Whether capitals can tell the owner: of two players, each thing with one has a word besides."""
    owned = [label for label in labels if any(part.seat is not None for part in label)]
    return (
        len(people.seats) == 2
        and bool(owned)
        and all(sum(part.seat is not None for part in label) == 1 for label in owned)
        and all(any(part.seat is None and not part.number for part in label) for label in owned)
    )


def letters(names: Sequence[str], short: int, given: Mapping[str, str] = MappingProxyType({})) -> dict[str, str] | None:
    """A mark for each name: what is given, short names as they are, else the initial, else the next free letter.

    Of several names with the same initial the shortest gets it. Names that differ in one sign at their end go by that.
    Without enough letters, two make a mark; and if that is not enough either, there are no marks.
    """
    if names and all(name in COMPASS for name in names):
        return {name: name[0] + name[5:6] if len(name) > 5 else name[0] for name in names}
    made = {**given, **{name: name for name in names if len(name) <= short and name not in given}}
    if not made and len(set(names)) > 1 and len({name[:-1] for name in names}) == 1:
        return {name: name[-1] for name in names}
    taken = {mark.casefold() for mark in made.values()}
    by_length = sorted(names, key=len)
    for attempt in (initials, later_letters, pairs):
        for name in by_length if attempt is initials else names:
            if name not in made:
                mark = next((mark for mark in attempt(name) if mark.casefold() not in taken), None)
                if mark is not None:
                    made[name] = mark
                    taken.add(mark.casefold())
    return made if len(made) == len(set(names)) else None


def initials(name: str) -> list[str]:
    return [letter for letter in name[:1] if letter.isalpha()]


def later_letters(name: str) -> list[str]:
    return [letter.upper() if name[0].isupper() else letter for letter in name[1:] if letter.isalpha()]


def pairs(name: str) -> list[str]:
    return [name[0] + letter for letter in name[1:] if letter.isalnum()]
