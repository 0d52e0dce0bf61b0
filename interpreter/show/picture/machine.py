"""The state machine of a game as a picture: its stops below each other, what leads where, and an arrow for each way.

Ways down go along the right side, ways back up along the left, each in a lane of its own.
"""

from __future__ import annotations

from collections.abc import Sequence

from attrs import frozen

from astro_referee.interpreter.machine.graph import END, START, Arrow, Node, Picture
from astro_referee.interpreter.show.picture.page import framed_page
from astro_referee.interpreter.show.picture.svg import Block, box, hint, number, shape, tag, text
from astro_referee.interpreter.show.picture.text_width import fitted, width

WIDE, LANE, GAP = 330.0, 9.0, 26.0
"""The width of a stop, and the room between lanes and between stops."""
HEAD, ROW, PAD = 15.0, 16.0, 8.0
LETTERS, SMALL = 13.0, 11.0
SORTS = {"start": "panel", "decision": "cell", "chance": "other", "end": "panel"}
"""What the stops look like; each also says what it is."""
WORDS = {"start": "start", "decision": "", "chance": "chance", "end": ""}


@frozen
class Placed:
    """A stop with its number on the page, its rows, and where it is."""

    node: Node
    called: str
    rows: tuple[str, ...]
    top: float

    @property
    def high(self) -> float:
        return 2 * PAD + HEAD + ROW * len(self.rows)

    @property
    def middle(self) -> float:
        return self.top + self.high / 2


def machine_picture(drawn: Picture) -> str:
    """The whole file."""
    stops = placed(drawn)
    down = [arrow for arrow in drawn.arrows if order(stops, arrow.start) < order(stops, arrow.end)]
    up = [arrow for arrow in drawn.arrows if arrow not in down]
    left, right = lanes(stops, up), lanes(stops, down)
    margin = LANE * (max(left.values(), default=0) + 2) + 10
    parts = [stop(there, margin) for there in stops.values()]
    parts += [way(stops, arrow, margin, -LANE * (lane + 1) - 10) for arrow, lane in left.items()]
    parts += [way(stops, arrow, margin + WIDE, LANE * (lane + 1) + 10) for arrow, lane in right.items()]
    last = max(stops.values(), key=lambda there: there.top)
    wide = margin + WIDE + LANE * (max(right.values(), default=0) + 2) + 10
    body = Block(wide, last.top + last.high + 2, tuple(parts))
    said = f"{len(stops) - 2} stops: decisions and chance; what runs by itself is in the arrows"
    return framed_page(drawn.title, said, body)


def placed(drawn: Picture) -> dict[int, Placed]:
    """All stops, in the order in which one comes to them."""
    nodes = {node.number: node for node in drawn.nodes}
    follow: dict[int, list[Arrow]] = {}
    for arrow in drawn.arrows:
        follow.setdefault(arrow.start, []).append(arrow)
    found, todo = [], [START]
    while todo:
        here = todo.pop(0)
        if here not in found and here != END:
            found.append(here)
            todo += [arrow.end for arrow in follow.get(here, [])]
    found += [key for key in nodes if key not in found and key != END] + [END]
    names = {key: "end" if key == END else str(place) for place, key in enumerate(found)}
    made: dict[int, Placed] = {}
    y = 1.0
    for key in found:
        rows = [*nodes[key].lines[1:2], *(leads(arrow, names) for arrow in follow.get(key, []))]
        made[key] = Placed(nodes[key], names[key], tuple(rows), y)
        y += made[key].high + GAP
    return made


def leads(arrow: Arrow, names: dict[int, str]) -> str:
    return f"{arrow.label + ' ' if arrow.label else ''}→ {names[arrow.end]}"


def order(stops: dict[int, Placed], key: int) -> float:
    return stops[key].top


def lanes(stops: dict[int, Placed], arrows: Sequence[Arrow]) -> dict[Arrow, int]:
    """A lane for each way, so that no two in one lane meet; short ones come first."""
    taken: list[list[tuple[float, float]]] = []
    found: dict[Arrow, int] = {}

    def span(arrow: Arrow) -> tuple[float, float]:
        ends = sorted((stops[arrow.start].top, stops[arrow.end].top))
        return ends[0], ends[1]

    for arrow in sorted(arrows, key=lambda one: (span(one)[1] - span(one)[0], span(one))):
        low, high = span(arrow)
        free = (lane for lane, there in enumerate(taken) if all(high < a or b < low for a, b in there))
        lane = next(free, len(taken))
        taken += [[]] if lane == len(taken) else []
        taken[lane].append((low, high))
        found[arrow] = lane
    return found


def stop(there: Placed, left: float) -> str:
    """A stop: its number and name, how it is decided, and what leads where."""
    top, node = there.top, there.node
    round = {"start": there.high / 2, "end": there.high / 2, "chance": 14.0}.get(node.sort, 4.0)
    parts = [box(left, top, WIDE, there.high, f"{SORTS[node.sort]} edge", min(round, 20))]
    head = " ".join(filter(None, ["" if node.sort == "end" else there.called, node.lines[0], WORDS[node.sort]]))
    parts.append(text(left + 12, top + PAD + HEAD / 2, head, WIDE - 24, LETTERS, "ink", bold=True))
    for place, row in enumerate(there.rows):
        y = top + PAD + HEAD + ROW * (place + 0.5)
        parts.append(text(left + 12, y, row, WIDE - 24, SMALL, "faint"))
    said = "; ".join([head, *there.rows])
    cut = any(fitted(row, WIDE - 24, SMALL) != row for row in there.rows) or width(head, LETTERS, True) > WIDE - 24
    return tag("g", (hint(said) if cut else "") + "".join(parts))


def way(stops: dict[int, Placed], arrow: Arrow, edge: float, aside: float) -> str:
    """An arrow from the side of a stop, along its lane, to the side of another."""
    one, other = stops[arrow.start], stops[arrow.end]
    start = one.middle + (5 if aside > 0 else -5)
    end = other.top + min(10.0, other.high / 2)
    x = edge + aside
    path = f"M{number(edge)} {number(start)}H{number(x)}V{number(end)}H{number(edge + (4 if aside > 0 else -4))}"
    tip = 4 if aside > 0 else -4
    head = shape([(edge, end), (edge + 2 * tip, end - 4), (edge + 2 * tip, end + 4)], "spot")
    said = f"{one.called} → {other.called}" + (f": {arrow.label}" if arrow.label else "")
    return tag("g", hint(said) + tag("path", d=path, look="line") + head)
