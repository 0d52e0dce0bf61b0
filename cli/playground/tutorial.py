"""The tutorial as steps of the page: Markdown in; for each section its text as HTML, and the rules it comes to, out."""

from __future__ import annotations

import re
from html import escape
from pathlib import Path

from attrs import frozen

HOME = Path(__file__).resolve().parent
FENCE = re.compile(r"^```(\w*)\n(.*?)^```\n", re.MULTILINE | re.DOTALL)
HEAD = re.compile(r"^#{1,2} (.*)\n", re.MULTILINE)
FILE = re.compile(r"^<!-- file: (\S+) -->\n", re.MULTILINE)
CHANGED = re.compile(r"^\$ sed 's/([^/]*)/([^/]*)/' (\S+) > (\S+)$", re.MULTILINE)
"""A copy of a file with one change, as the page makes it on the command line."""
INLINE = re.compile(r"`([^`]+)`|\*\*([^*]+)\*\*|\*([^*]+)\*|\[([^\]]+)\]\(([^)]+)\)")


@frozen
class Lesson:
    """A section: its title, its text, and the rule file it is about, if it has one."""

    title: str
    html: str
    name: str
    rules: str


def tutorial() -> Path:
    """Beside this module in a wheel, in the docs of a working tree."""
    places = (HOME / "tutorial.md", HOME.parents[1] / "docs" / "tutorial.md")
    return next((place for place in places if place.is_file()), places[0])


def steps(text: str) -> list[Lesson]:
    """All sections of a page. A section without rules of its own goes on with the file as it was written last."""
    found: list[Lesson] = []
    files: dict[str, str] = {}
    last = ""
    for title, body in sections(text):
        last = written(body, files) or last
        name = changed(body, files) or last
        found.append(Lesson(title, html(body), name.removesuffix(".astro"), files.get(name, "")))
    return found


def sections(text: str) -> list[tuple[str, str]]:
    """Titles with what is below them; a comment in a block of code is no title."""
    code = [block.span() for block in FENCE.finditer(text)]
    heads = [at for at in HEAD.finditer(text) if not any(start < at.start() < end for start, end in code)]
    ends = [at.start() for at in heads[1:]] + [len(text)]
    return [(head[1].strip(), text[head.end() : end]) for head, end in zip(heads, ends, strict=True)]


def written(body: str, files: dict[str, str]) -> str:
    """Notes the rule files of a section; the name of the last, if there are any."""
    named = ""
    for at in FILE.finditer(body):
        block = FENCE.match(body, at.end())
        if block is not None and at[1].endswith(".astro"):
            files[at[1]] = block[2]
            named = at[1]
    return named


def changed(body: str, files: dict[str, str]) -> str:
    """Notes the changed copy that a section makes of a file; its name, if it makes one."""
    found = CHANGED.search(body)
    if found is None or found[3] not in files:
        return ""
    old, new, source, made = found.groups()
    files[made] = "\n".join(line.replace(old, new, 1) for line in files[source].split("\n"))
    return made


# --- Markdown --------------------------------------------------------------------------------------------------------


def html(text: str) -> str:
    """What the tutorial uses of Markdown: paragraphs, lists, code, and words in a paragraph."""
    made: list[str] = []
    at = 0
    text = FILE.sub("", text)
    for block in FENCE.finditer(text):
        made += [*paragraphs(text[at : block.start()]), code(block[1], block[2])]
        at = block.end()
    return "\n".join([*made, *paragraphs(text[at:])])


def code(language: str, text: str) -> str:
    return f'<pre class="{escape(language or "text")}" tabindex="0"><code>{escape(text.rstrip())}</code></pre>'


def paragraphs(text: str) -> list[str]:
    made: list[str] = []
    for part in re.split(r"\n\s*\n", text.strip()):
        if part.startswith("- "):
            items = re.split(r"^- ", part, flags=re.MULTILINE)[1:]
            made.append("<ul>" + "".join(f"<li>{inline(item)}</li>" for item in items) + "</ul>")
        elif part:
            made.append(f"<p>{inline(part)}</p>")
    return made


def inline(text: str) -> str:
    """A paragraph with its code, its stress and the words of its links: other pages of the docs are not in the site."""
    made, at = "", 0
    text = " ".join(text.split())
    for found in INLINE.finditer(text):
        made += escape(text[at : found.start()])
        if found[1] is not None:
            made += f"<code>{escape(found[1])}</code>"
        elif found[2] is not None:
            made += f"<strong>{escape(found[2])}</strong>"
        elif found[3] is not None:
            made += f"<em>{escape(found[3])}</em>"
        else:
            made += inline(found[4])
        at = found.end()
    return made + escape(text[at:])
