"""Names that C may have, made from the names of a machine."""

from __future__ import annotations

LONGEST = 40
"""Letters that are kept of a name."""


def identifier(name: str, taken: set[str], first: str) -> str:
    """A name of plain letters and digits that nothing else has; `first` stands before it, so that it hides nothing."""
    bare = "".join(sign if sign.isascii() and sign.isalnum() else "_" for sign in name[:LONGEST])
    made, number = f"{first}_{bare}", 2
    while made in taken:
        made = f"{first}_{bare}_{number}"
        number += 1
    taken.add(made)
    return made
