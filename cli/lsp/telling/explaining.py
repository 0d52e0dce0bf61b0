"""What the codes of problems lead to: a page for each, written where what is kept between runs lies."""

from __future__ import annotations

from functools import cache
from hashlib import sha256
from pathlib import Path

from astro_referee.cli.commands.author.explain import Explanation, explanations
from astro_referee.grammar.cache import folder

known = cache(explanations)


def page(problem: Explanation) -> str:
    """Markdown: what a problem means, with its example."""
    rows = [f"# {problem.code}", "", f"*{problem.sort}*: {problem.means}", "", problem.about]
    if problem.example:
        rows += ["", "```diff", *(line.rstrip() for line in problem.example), "```"]
    return "\n".join(rows) + "\n"


@cache
def explained(code: str) -> Path | None:
    """The page of a code; none if there is none, or no place for it."""
    kept, problem = folder(), known().get(code)
    if kept is None or problem is None:
        return None
    data = page(problem).encode()
    made = kept / f"explained-{sha256(data).hexdigest()[:32]}" / f"{code}.md"
    try:
        kept.mkdir(mode=0o700, parents=True, exist_ok=True)
        made.parent.mkdir(mode=0o700, exist_ok=True)
        if not made.is_file() or made.is_symlink() or made.read_bytes() != data:
            made.unlink(missing_ok=True)
            made.write_bytes(data)
    except OSError:
        return None
    return made
