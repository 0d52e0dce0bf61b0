"""The places of a board: their names, where they lie, and which are linked, from what a kind declares."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from attrs import evolve, field, frozen

from astro_referee.interpreter.play.game import Game
from astro_referee.interpreter.program.plans import PlanInfo
from astro_referee.interpreter.show.scene.plans import Area, areas_of, is_lined, numbered, plan_of, said_on
from astro_referee.interpreter.show.scene.regions import Region, regions_of
from astro_referee.interpreter.show.scene.routes import Route, routes_of
from astro_referee.interpreter.values.types import Int, Member, Type, plain

Point = tuple[int, int]

SMALLEST_RING, LARGEST_RING = 6, 40
"""Places of a ring that is worth drawing, and that fits on a page."""
LARGEST_GRID, CROWDED, RIM = 19, 12, 1
"""Columns or rows of a board that is drawn whole, and of one with several things on a place; of a larger one, the part
in use is drawn, and so many places around it."""
ACROSS, UP, LINKS = "column", "row", "links"
"""Columns of a table that say where a place lies and what it is linked with."""


@frozen
class Places:
    """A board without anything on it. Columns lead east, rows north; `heads` and `sides` are their names."""

    kind: str
    shape: str
    names: tuple[str, ...]
    points: Mapping[str, Point] = field(factory=dict)
    heads: Mapping[int, str] = field(factory=dict)
    sides: Mapping[int, str] = field(factory=dict)
    links: Mapping[str, tuple[str, ...]] = field(factory=dict)
    part: bool = False
    """Whether this is a part of a larger board; the rest is empty."""
    routes: tuple[Route, ...] = ()
    """Of a map, the lines that are things of their own."""
    lined: bool = False
    """Whether the places of a grid are where its lines cross."""
    areas: Mapping[str, Area] = field(factory=dict)
    """Of a plan, the room of each place."""
    said: Mapping[str, str] = field(factory=dict)
    """Of a plan, what stands at a place that is not its name."""
    loose: frozenset[str] = frozenset()
    """Of points and lines, the places that lie between them."""
    regions: tuple[Region, ...] = ()
    """Of points and lines, the areas between them."""
    signs: Mapping[str, str] = field(factory=dict)
    """Of a ring, the signs of its places in pictures."""


def places_of(game: Game, kind: str) -> Places | None:
    """The board that a kind is, or a variable with a plan of its own, or None if it is only a list of names."""
    if (Places, kind) not in game.drawn:
        game.drawn[Places, kind] = worked_out(game, kind)
    made: Places | None = game.drawn[Places, kind]
    return made


def worked_out(game: Game, kind: str) -> Places | None:
    plan = plan_of(game, kind)
    if plan is not None and kind != "player":
        return planned(game, plan)
    if kind not in game.machine.members:
        return None
    shape = game.machine.shapes.get(kind, "")
    names = game.machine.members[kind]
    coordinates = game.rules.coordinates.get(kind, ())
    if shape in ("grid", "hexgrid") and len(coordinates) == 2:
        return laid_out(game, kind, shape, names, *coordinates)
    if shape == "ring" and SMALLEST_RING <= len(names) <= LARGEST_RING:
        marks = game.rules.marks.get(kind, ())
        signs = {name: mark.drawn for name, mark in zip(names, marks, strict=False) if mark.drawn}
        return Places(kind, shape, names, signs=signs)
    routes = routes_of(game, kind) if shape in ("graph", "kind") else ()
    if routes or (shape == "graph" and LINKS in game.rules.columns[kind]):
        return graph_of(game, kind, names, routes)
    return None


def laid_out(game: Game, kind: str, shape: str, names: tuple[str, ...], across: str, up: str) -> Places:
    """Places by their two coordinates."""
    (x_type, xs), (y_type, ys) = game.rules.columns[kind][across], game.rules.columns[kind][up]
    points = {name: (int(x), int(y)) for name, x, y in zip(names, xs, ys, strict=True)}
    return Places(
        kind,
        shape,
        names,
        points,
        {x: game.printer.show(x_type, x) for x, _ in points.values()},
        {y: game.printer.show(y_type, y) for _, y in points.values()},
        lined=is_lined(game, kind),
    )


def planned(game: Game, plan: PlanInfo) -> Places:
    """Places as a plan has them: points and lines if there is a graph among them, else areas."""
    first = plan.names[0]
    if first not in game.machine.members:
        areas, _ = numbered(game, first)
        return Places(first, "plan", tuple(areas), areas=areas, said={name: said_on(game, name) for name in areas})
    areas = areas_of(plan)
    graphs = [name for name in plan.names if game.machine.shapes.get(name) == "graph"]
    if not graphs:
        return Places(first, "plan", tuple(areas), areas=areas)
    points = {name: (2 * area.x + area.wide - 1, 1 - 2 * area.y - area.high) for name, area in areas.items()}
    if all(area.wide == area.high == 1 for area in areas.values()):
        points = {name: (x // 2, y // 2) for name, (x, y) in points.items()}
    made = [graph_of(game, name, game.machine.members[name], routes_of(game, name)) for name in graphs]
    links = {name: there for graph in made for name, there in graph.links.items()}
    routes = tuple(route for graph in made for route in graph.routes)
    regions = tuple(region for graph in made for region in graph.regions)
    loose = frozenset(areas) - frozenset(links)
    heads, sides = rims({name: points[name] for name in links})
    return Places(
        first,
        "graph",
        tuple(areas),
        points,
        heads,
        sides,
        links,
        routes=routes,
        loose=loose,
        regions=regions,
    )


def rims(points: Mapping[str, Point]) -> tuple[dict[int, str], dict[int, str]]:
    """Names of columns and rows, where all points are called by a letter and a number and lie so; else none."""
    lettered, _, _ = by_name(tuple(points))
    heads = {x: name[:1] for name, (x, _) in points.items()}
    sides = {y: name[1:] for name, (_, y) in points.items()}
    fitting = all(name == heads[x] + sides[y] for name, (x, y) in points.items())
    return (heads, sides) if lettered and fitting else ({}, {})


def trimmed(places: Places, used: set[str], crowded: bool = False) -> Places:
    """A board that fits on a page: itself, or of a large grid the part in use; of an empty one, the middle."""
    most = CROWDED if crowded else LARGEST_GRID
    if places.shape not in ("grid", "hexgrid") or not too_large(places.points.values(), most):
        return places
    shown = [places.points[name] for name in used] or [middle(places.points.values())]
    rim = RIM if used else most // 2
    (left, right), (low, high) = extent(shown)
    points = {
        name: (x, y)
        for name, (x, y) in places.points.items()
        if left - rim <= x <= right + rim and low - rim <= y <= high + rim
    }
    heads = {x: places.heads[x] for x, _ in points.values()}
    sides = {y: places.sides[y] for _, y in points.values()}
    whole = len(points) == len(places.points)
    return evolve(places, names=tuple(points), points=points, heads=heads, sides=sides, part=not whole)


def too_large(points: Collection[Point], most: int) -> bool:
    return any(high - low >= most for low, high in extent(points))


def extent(points: Collection[Point]) -> tuple[Point, Point]:
    """The lowest and highest column, and row."""
    columns, rows = [x for x, _ in points], [y for _, y in points]
    return (min(columns), max(columns)), (min(rows), max(rows))


def middle(points: Collection[Point]) -> Point:
    (left, right), (low, high) = extent(points)
    return (left + right) // 2, (low + high) // 2


def graph_of(game: Game, kind: str, names: tuple[str, ...], routes: tuple[Route, ...]) -> Places:
    columns = game.rules.columns[kind]
    linked: dict[str, set[str]] = {name: set() for name in names}
    pairs = [route.ends for route in routes if len(route.ends) == 2]
    if game.machine.shapes.get(kind) == "graph" and LINKS in columns:
        type, values = columns[LINKS]
        for i, value in enumerate(values):
            pairs += [(names[i], names[j]) for j in game.printer.values(plain(type), int(value))]
    for one, other in pairs:
        # A link leads both ways, whichever of the two names it.
        linked[one].add(other)
        linked[other].add(one)
    links = {name: tuple(other for other in names if other in there) for name, there in linked.items()}
    made = graph_at(game, kind, names, links)
    return evolve(made, routes=routes, regions=regions_of(game, kind))


def graph_at(game: Game, kind: str, names: tuple[str, ...], links: dict[str, tuple[str, ...]]) -> Places:
    """Points by their columns and rows, or by their names, or nowhere."""
    columns = game.rules.columns[kind]
    if all(word in columns and countable(columns[word][0]) for word in (ACROSS, UP)):
        there = laid_out(game, kind, "graph", names, ACROSS, UP)
        if all(name == there.heads[x] + there.sides[y] for name, (x, y) in there.points.items()):
            return Places(kind, "graph", names, there.points, there.heads, there.sides, links)
        return Places(kind, "graph", names, there.points, links=links)
    return Places(kind, "graph", names, *by_name(names), links=links)


def countable(type: Type) -> bool:
    return isinstance(type, Int | Member)


def by_name(names: tuple[str, ...]) -> tuple[dict[str, Point], dict[int, str], dict[int, str]]:
    """Where places lie that are called by a letter and a number, as in `a7`; nowhere if one is not."""
    points = {}
    for name in names:
        if not (name[0].isascii() and name[0].isalpha() and name[1:].isdecimal()):
            return {}, {}, {}
        points[name] = (ord(name[0].lower()), int(name[1:]))
    heads = {x: chr(x) for x, _ in points.values()}
    return points, heads, {y: str(y) for _, y in points.values()}
