"""The machine as a picture: decisions, chance events and the end as nodes; what runs by itself is in the arrows.

Gives the text of a Mermaid flowchart, or of a graph for Graphviz. Every name goes through an escape of the format.
"""

from __future__ import annotations

from collections.abc import Callable

from attrs import frozen

from astro_referee.interpreter import machine as m
from astro_referee.interpreter.machine.expressions import FunctionRef

START, END = -1, 0
WIDEST_LINE = 40
"""Characters of a line in a node; a list of moves is broken behind a comma before it gets longer."""


@frozen
class Node:
    """A stop: its number, its sort (start, decision, chance, end), and the lines written on it."""

    number: int
    sort: str
    lines: tuple[str, ...]


@frozen
class Arrow:
    start: int
    end: int
    label: str


@frozen
class Picture:
    title: str
    nodes: tuple[Node, ...]
    arrows: tuple[Arrow, ...]


# --- From the machine to a picture -----------------------------------------------------------------------------------


def picture(machine: m.Machine) -> Picture:
    """The stops of a machine, and which of them can follow each other by what."""
    ways = Successors(machine)
    nodes = [Node(START, "start", (machine.title,))]
    labels: dict[tuple[int, int], dict[str, None]] = {}

    def join(start: int, targets: list[int], label: str) -> None:
        for end in ways.stops(targets):
            labels.setdefault((start, end), {})[label] = None

    join(START, [machine.start], "")
    for decision in machine.decisions:
        manner = {"one": "one player", "together": "all together in secret", "any": "whoever acts first"}
        names = broken([move.name.replace("_", " ") for move in decision.moves])
        nodes.append(Node(decision.label, "decision", (decision.name or "game", manner[decision.manner], *names)))
        for move in decision.moves:
            join(decision.label, ways.of_function(move.apply), move.name.replace("_", " "))
        join(decision.label, [decision.stuck], "otherwise")
    for chance in machine.chances:
        text = "".join(part if isinstance(part, str) else "…" for part in chance.label_template.parts)
        nodes.append(Node(chance.label, "chance", (chance.name or "game", text)))
        join(chance.label, ways.of_function(chance.apply), "")
        join(chance.label, [chance.empty], "nothing left")
    nodes.append(Node(END, "end", ("end",)))
    arrows = tuple(
        Arrow(start, end, ", ".join(said for said in names if said)) for (start, end), names in labels.items()
    )
    return Picture(machine.title, tuple(nodes), arrows)


class Successors:
    """Where code can lead: through automatic states to the next stops."""

    def __init__(self, machine: m.Machine) -> None:
        self.count = machine.stops
        self.functions = {function.name: m.targets(function.body) for function in machine.functions}
        self.automatic = {state.label: m.targets(state.body) for state in machine.automatic}

    def of_function(self, name: FunctionRef) -> list[int]:
        return self.functions[name]

    def stops(self, labels: list[int]) -> list[int]:
        """The stops that can be reached from some states, in order."""
        todo, seen, found = list(labels), set[int](), set[int]()
        while todo:
            label = todo.pop()
            if label < self.count:
                found.add(label)
            elif label not in seen:
                seen.add(label)
                todo += self.automatic[label]
        return sorted(found)


def broken(words: list[str]) -> list[str]:
    """A list of words in lines that are not too long."""
    lines: list[str] = []
    for number, word in enumerate(words):
        piece = word + ("," if number < len(words) - 1 else "")
        if lines and len(lines[-1]) + 1 + len(piece) <= WIDEST_LINE:
            lines[-1] += f" {piece}"
        else:
            lines.append(piece)
    return lines


# --- From a picture to text ------------------------------------------------------------------------------------------

MERMAID_SHAPES = {"start": ("([", "])"), "decision": ("[", "]"), "chance": ("{{", "}}"), "end": ("((", "))")}
DOT_SHAPES = {"start": "oval", "decision": "box", "chance": "hexagon", "end": "doublecircle"}


def escaped(text: str, keep: Callable[[str], bool], write: Callable[[str], str]) -> str:
    return "".join(c if keep(c) else write(c) for c in text)


def mermaid_text(text: str) -> str:
    """Mermaid reads `#NUMBER;` as a character wherever text may stand; letters, digits and blanks need none."""
    return escaped(text, lambda c: c.isalnum() or c in " .,_-…", lambda c: f"#{ord(c)};")


def mermaid(drawn: Picture) -> str:
    """A flowchart that Markdown viewers show."""
    rows = ["flowchart TD"]
    for node in drawn.nodes:
        left, right = MERMAID_SHAPES[node.sort]
        rows.append(f'    {node_name(node.number)}{left}"{"<br/>".join(map(mermaid_text, node.lines))}"{right}')
    for arrow in drawn.arrows:
        label = f'|"{mermaid_text(arrow.label)}"|' if arrow.label else ""
        rows.append(f"    {node_name(arrow.start)} -->{label} {node_name(arrow.end)}")
    return "\n".join(rows) + "\n"


def node_name(number: int) -> str:
    return "start" if number == START else f"s{number}"


def dot_text(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", " ")


def dot(drawn: Picture) -> str:
    """A graph that Graphviz lays out."""
    rows = [
        f'digraph "{dot_text(drawn.title)}" {{',
        '    node [fontname="sans-serif"];',
        '    edge [fontname="sans-serif"];',
    ]
    for node in drawn.nodes:
        label = "\\n".join(map(dot_text, node.lines))
        rows.append(f'    {node_name(node.number)} [shape={DOT_SHAPES[node.sort]}, label="{label}"];')
    for arrow in drawn.arrows:
        label = f' [label="{dot_text(arrow.label)}"]' if arrow.label else ""
        rows.append(f"    {node_name(arrow.start)} -> {node_name(arrow.end)}{label};")
    return "\n".join(rows) + "\n}\n"
