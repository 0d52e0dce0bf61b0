"""Pictures of one game after each other, as one picture that moves: each part is there as long as it stays the same.

It plays once and ends with the last position, which is also what a program shows that knows no motion.
"""

from __future__ import annotations

from collections.abc import Sequence
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

from attrs import define, field

from astro_referee.interpreter.show.picture.page import ROOT_TAG
from astro_referee.interpreter.show.picture.palette import style
from astro_referee.interpreter.show.picture.svg import box, number, safe, tag

SPACE = "{http://www.w3.org/2000/svg}"
WHOLE = ("title", "desc", "style")
"""Elements of the file, not of the picture."""


@define(eq=False)
class FilmPart:
    """An element of some frames, just as it stands there."""

    text: str
    frames: list[int] = field(factory=list)


def film(pictures: Sequence[str], seconds: float) -> str:
    """Pictures as one, each for so many seconds."""
    roots = [ElementTree.fromstring(drawn) for drawn in pictures]
    wide, high = (max(float(root.get(side, "0")) for root in roots) for side in ("width", "height"))
    parts = merged([list(atoms(root)) for root in roots])
    body = "\n".join(shown(part, len(pictures), seconds) for part in parts)
    last = roots[-1]
    head = [tag(word, safe(last.findtext(SPACE + word) or "")) for word in ("title", "desc")]
    inside = [*head, tag("style", style(body)), box(0, 0, wide, high, "page"), body]
    return (
        (ROOT_TAG.format(wide=number(wide), high=number(high)) + "\n" + "\n".join(inside) + "\n</svg>\n")
        .encode("ascii", "xmlcharrefreplace")
        .decode("ascii")
    )


def atoms(element: Element, moved: str = "") -> list[str]:
    """The parts of a picture that come and go: what has a hint as a whole, else single elements, each where it is."""
    found: list[str] = []
    for child in element:
        name = child.tag.removeprefix(SPACE)
        if name in WHOLE or (child.get("class") == "page" and child.get("x") == "0" and not moved):
            continue
        groups = name == "g" and child.find(f"{SPACE}title") is None
        here = moved + (f" {child.get('transform')}" if child.get("transform") else "")
        if groups and child.get("opacity") is None:
            found += atoms(child, here)
        else:
            child = ElementTree.fromstring(ElementTree.tostring(child))
            child.attrib.pop("transform", None)
            inside = written(child)
            found.append(f'<g transform="{here.strip()}">{inside}</g>' if here else inside)
    return found


def written(element: Element) -> str:
    """An element as text, without the name of the language at each of them."""
    said = "".join(f' {name}="{safe(value)}"' for name, value in element.attrib.items())
    inside = safe(element.text or "") + "".join(written(child) + safe(child.tail or "") for child in element)
    name = element.tag.removeprefix(SPACE)
    return f"<{name}{said}>{inside}</{name}>" if inside else f"<{name}{said}/>"


def merged(frames: Sequence[Sequence[str]]) -> list[FilmPart]:
    """The parts of all frames, each once, in the order in which the frames have them."""
    parts: list[FilmPart] = []
    known: dict[str, list[FilmPart]] = {}
    place: dict[int, int] = {}
    for frame, there in enumerate(frames):
        at, used = -1, dict.fromkeys(known, 0)
        fresh: list[tuple[int, FilmPart]] = []
        for said in there:
            number_of = used.get(said, 0)
            used[said] = number_of + 1
            old = known.setdefault(said, [])
            if number_of < len(old):
                part = old[number_of]
                if id(part) in place:
                    at = max(at, place[id(part)])
            else:
                part = FilmPart(said)
                old.append(part)
                fresh.append((at, part))
            part.frames.append(frame)
        for before, part in reversed(fresh):
            parts.insert(before + 1, part)
        place = {id(part): number for number, part in enumerate(parts)}
    return parts


def shown(part: FilmPart, count: int, seconds: float) -> str:
    """A part, hidden while it is not there."""
    if len(part.frames) == count:
        return part.text
    states = [frame in set(part.frames) for frame in range(count)]
    changes = [frame for frame in range(count) if frame == 0 or states[frame] != states[frame - 1]]
    moving = tag(
        "animate",
        attributeName="visibility",
        values=";".join("visible" if states[frame] else "hidden" for frame in changes),
        keyTimes=";".join(f"{frame / count:.5f}".rstrip("0").rstrip(".") for frame in changes),
        calcMode="discrete",
        dur=f"{number(count * seconds)}s",
        fill="freeze",
    )
    hidden = {} if states[-1] else {"visibility": "hidden"}
    return tag("g", part.text + moving, **hidden)
