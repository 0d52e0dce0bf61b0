"""C that passes records and moves as words, entry by entry, and reads them back."""

from __future__ import annotations

from astro_referee.interpreter import machine as m
from astro_referee.interpreter.backends.c.names import Names
from astro_referee.interpreter.backends.c.representation import (
    Bits,
    representation,
    stored,
)
from astro_referee.interpreter.backends.c.sets.candidates import layout
from astro_referee.interpreter.machine.record import entry_count, laid_out


def written_words(machine: m.Machine, names: Names) -> str:
    """A record as words, entry by entry, and back; and candidates likewise."""
    out = ["static int64_t write_words(const record *s, uint64_t *w) {", "    uint64_t *first = w;"]
    out.append("    *w++ = (uint64_t)(int64_t)s->label;")
    back = ["static void read_words(record *s, const uint64_t *w) {", "    s->label = (int32_t)*w++;"]
    for slot in laid_out(machine):
        own, entries = representation(slot.type), entry_count(slot)
        name = names.field_names[slot.name]
        if names.alone(slot.name):
            planes = names.planes[slot.name]
            at = "i" if planes.rows == 1 else f"i / {planes.places}, i % {planes.places}"
            out.append(f"    for (int i = 0; i < {entries}; i++) *w++ = (uint64_t)get_{name}(s, {at});")
            back.append(f"    memset(s->{planes.name}, 0, sizeof s->{planes.name});")
            back.append(f"    for (int i = 0; i < {entries}; i++) put_{name}(s, {at}, (int64_t)*w++);")
            continue
        words = own.words if isinstance(own, Bits) else 1
        at = "[i]" if slot.indices else ""
        loop = f"for (int i = 0; i < {entries}; i++) " if slot.indices else ""
        if words > 1:
            out.append(f"    {loop}{{ memcpy(w, &s->{name}{at}, {8 * words}); w += {words}; }}")
            back.append(f"    {loop}{{ memcpy(&s->{name}{at}, w, {8 * words}); w += {words}; }}")
        else:
            sign = "(uint64_t)" if isinstance(own, Bits) else "(uint64_t)(int64_t)"
            out.append(f"    {loop}*w++ = {sign}s->{name}{at};")
            back.append(f"    {loop}s->{name}{at} = ({stored(slot.type)})*w++;")
    fills = [f"    fill_{names.field_names[name]}(s);" for name in names.planes if not names.alone(name)]
    moves = ["static int64_t write_move(int64_t label, const move *o, uint64_t *w) {", "    uint64_t *first = w;"]
    moves += ["    *w++ = (uint64_t)o->player;", "    *w++ = (uint64_t)o->number;", "    switch (label) {"]
    read = ["static void read_move(int64_t label, move *o, const uint64_t *w) {"]
    read += ["    o->player = (int16_t)*w++;", "    o->number = (int16_t)*w++;", "    switch (label) {"]
    for decision in machine.decisions:
        for lines in (moves, read):
            lines += [f"    case {decision.label}:", "        switch (o->number) {"]
        for number, owns in enumerate(names.moves(decision)):
            moves.append(f"        case {number}:")
            read.append(f"        case {number}:")
            for place, own, _ in layout(owns, owns):
                words = own.words if isinstance(own, Bits) else 1
                moves.append(f"            memcpy(w, &o->{place}, {8 * words}); w += {words};")
                read.append(f"            memcpy(&o->{place}, w, {8 * words}); w += {words};")
            moves.append("            break;")
            read.append("            break;")
        for lines in (moves, read):
            lines += ["        }", "        break;"]
    moves += ["    }", "    return w - first;", "}"]
    read += ["    }", "}"]
    return "\n".join([*out, "    return w - first;", "}", *back, *fills, "}", *moves, *read])
