"""Templates of rules: `«a~b»` is one of its parts, and `«a»` alone is there or not; one may stand in another."""

from __future__ import annotations

import re
from random import Random

INNERMOST = re.compile("«([^«»]*)»")


def chosen(template: str, random: Random) -> str:
    """A template with one of the parts in each place; chosen from the inside, as many times as there are marks."""

    def one(found: re.Match[str]) -> str:
        parts = found[1].split("~")
        return random.choice(parts if len(parts) > 1 else ["", *parts])

    while "«" in template:
        template = INNERMOST.sub(one, template)
    return template
