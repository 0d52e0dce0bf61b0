"""Questions about sets of places in C: what leads into one, lies in one, or is seen from where."""

from __future__ import annotations

from attrs import define

from astro_referee.interpreter.backends.c.representation import (
    NUMBER,
    Bits,
    NotRepresentable,
    bits_constant,
    joined,
    representation,
)
from astro_referee.interpreter.backends.c.sets.shifts import shifts
from astro_referee.interpreter.backends.c.terms import Terms, Written
from astro_referee.interpreter.machine.expressions import Const, Expression, Load, Local, Lookup, Op


@define
class Places(Terms):
    """Writes what is asked of sets of places."""

    def on_plane(self, entry: Expression, value: Expression) -> str | None:
        """Whether an entry of a field has a known value, by the set of all places that have it."""
        if not isinstance(entry, Load) or not isinstance(value, Const) or not self.names.alone(entry.field):
            return None
        planes = self.names.planes[entry.field]
        if not planes.low <= value.value <= planes.high:
            return None
        before, texts = self.in_order(entry.at, [NUMBER] * len(entry.at))
        sets = planes.row(self.row_number(entry.field, texts[:-1]))
        text = f"{planes.of.letter}_has(({sets})[{value.value - planes.low}], {texts[-1]})"
        return f"({before}{text})" if before else text

    def flood_to(self, met: Expression) -> str | None:
        """Whether a flood comes to a place of a set: it ends as soon as it does."""
        match met:
            case Op("meet", (Op("flood") as flood, wanted)) | Op("meet", (wanted, Op("flood") as flood)):
                pass
            case _:
                return None
        start, table, through = flood.args
        assert isinstance(table, Lookup)
        own = joined(joined(self.own(start), self.own(through)), self.names.tables[table.table].of)
        own = joined(own, self.own(wanted))
        assert isinstance(own, Bits)
        self.names.floods[table.table, True] = own
        name = self.names.tables[table.table].name
        text = self.function(f"flood_{name}_to", (start, through, wanted), (own,) * 3)
        match start, wanted:
            case Op("bit", (Local(),) as at), Op("adjoining", (Op("holders", (_, Const())) as group, Lookup(near))) if (
                near == table.table
            ):  # often the first place itself stands there
                p = own.letter
                return f"({p}_any({p}_and({name}[{self.number(at[0])}], {self.fit(group, own)})) || {text})"
        return text

    def shifted(self, group: Expression, column: tuple[object, ...], own: Bits) -> str:
        """The places from which a known column of a table leads into a set."""
        text, p = self.fit(group, own), own.letter
        steps = shifts(column)
        if len(steps) > 1:
            kept = self.temporary(own.ctype)
            before, text = f"{kept} = {text}, ", kept
        else:
            before = ""
        parts = []
        for step, mask in steps:
            moved = f"{p}_{'shr' if step > 0 else 'shl'}({text}, {abs(step)})" if step else text
            parts.append(f"{p}_and({moved}, {bits_constant(mask, own)})")
        made = parts[0] if parts else bits_constant(0, own)
        for part in parts[1:]:
            made = f"{p}_or({made}, {part})"
        return f"({before}{made})" if before else made

    def op_covers(self, term: Op) -> Written:
        group, table, *rest = term.args
        assert isinstance(table, Lookup)
        own = self.own(group)
        assert isinstance(own, Bits)
        self.names.covers[table.table] = own
        name = f"covers_{self.names.tables[table.table].name}"
        return self.function(name, (group, *rest), (own, *[NUMBER] * len(rest))), NUMBER

    def op_sights(self, term: Op) -> Written:
        through, wanted, table, *rest = term.args
        assert isinstance(table, Lookup)
        own = representation(term.type)
        known = tuple(one.value for one in rest if isinstance(one, Const))
        if len(known) < len(rest):
            raise NotRepresentable("a line of sight in a direction that is not known")
        assert isinstance(own, Bits)
        self.names.sights[table.table, known] = own
        name = "_".join(map(str, (f"sights_{self.names.tables[table.table].name}", *known)))
        return self.function(name, (through, wanted), (own, own)), own
