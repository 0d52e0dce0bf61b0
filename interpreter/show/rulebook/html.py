"""A book in, one web page out that needs nothing else. All text is escaped; pictures are embedded as data."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterable
from html import escape

from attrs import frozen

from astro_referee.interpreter.show.rulebook.book import (
    Block,
    Book,
    Grid,
    Illustration,
    Index,
    ItemList,
    ListItem,
    Paragraph,
    Section,
    Sentence,
    places_of,
    ruling_places,
)
from astro_referee.interpreter.show.rulebook.marked_text import pieces, plain_text
from astro_referee.interpreter.values.text import clean

STYLE = """
:root { color-scheme: light dark; --ink: #222; --paper: #fff; --faint: #6a6a6a; --rule: #ddd; --tint: #f4f1e8;
  --link: #1d4f91; }
@media (prefers-color-scheme: dark) { :root { --ink: #ddd; --paper: #181a1b; --faint: #a0a0a0; --rule: #3a3d3f;
  --tint: #23272a; --link: #8fb8ee; } }
body { color: var(--ink); background: var(--paper); font: 17px/1.55 Georgia, "Noto Serif", serif; margin: 2rem auto;
  max-width: 46rem; padding: 0 1rem; }
h1, h2, h3, h4, nav { font-family: system-ui, sans-serif; line-height: 1.25; }
h1 { font-size: 2.4rem; margin-bottom: .3rem; } h2 { border-bottom: 2px solid var(--rule); margin-top: 3rem; }
h3 { margin: 1.8rem 0 .3rem; } h4 { margin: 1.2rem 0 .2rem; }
h3::first-letter, h4::first-letter { text-transform: uppercase; }
a { color: var(--link); text-decoration-thickness: 1px; text-underline-offset: 2px; }
.quote { background: var(--tint); border-left: 3px solid var(--rule); padding: .4rem .8rem; margin: .5rem 0; }
.answer { margin: .2rem 0 .2rem 1.2rem; }
.line { color: var(--faint); font: 11px/1 system-ui, sans-serif; margin-left: .4ch; text-decoration: none; }
.cite { font: 11px/1 system-ui, sans-serif; margin-left: .4ch; }
code { font-size: .9em; } ol, ul { padding-left: 1.5rem; } li { margin: .15rem 0; }
table { border-collapse: collapse; font-size: .9rem; margin: .5rem 0; display: block; overflow-x: auto; }
td, th { border: 1px solid var(--rule); padding: .15rem .6rem; text-align: left; }
figure { margin: 1rem 0; } figure img { max-width: 100%; height: auto; } figcaption { color: var(--faint); }
.index { columns: 14rem; font-size: .95rem; } .index p { margin: 0; } nav ul { columns: 12rem; }
nav li { margin: 0; } .credit { margin: 0; } .example figure img { max-width: 34rem; width: 100%; }
@media print { body { max-width: none; margin: 0; font-size: 11pt; } h2, h3, h4 { break-after: avoid; }
  figure, tr { break-inside: avoid; } figure img { max-height: 17cm; width: auto; } nav a, a { color: inherit; }
  .example figure img { max-height: 11cm; width: auto; } }
"""


@frozen
class PageWriter:
    """Writes one book; links lead only to places that it has."""

    places: set[str]
    rulings: dict[str, str]
    """The section of each numbered rule."""

    def sentence(self, sentence: Sentence, tag: str = "span", look: str = "") -> str:
        """A sentence whose line is told when one points at it, and behind it in small letters."""
        kind = f' class="{look}"' if look else ""
        lead = f'<{tag}{kind} title="{safe(sentence.place)}">'
        cites = "".join(f'<span class="cite">{self.cite(name)}</span>' for name in sentence.rulings)
        line = f'<span class="line">{sentence.line}</span>'
        return f"{lead}{self.text(sentence.text)}{cites}{line}</{tag}>"

    def cite(self, name: str) -> str:
        place = self.rulings.get(name)
        return f'<a href="#{safe(place)}">{safe(name)}</a>' if place else safe(name)

    def text(self, text: str) -> str:
        made = []
        for piece in pieces(text):
            said = safe(piece.text)
            match piece.sort:
                case "link" if piece.place in self.places:
                    made.append(f'<a href="#{safe(piece.place)}">{said}</a>')
                case "name":
                    made.append(f"<i>{said}</i>")
                case "formula":
                    made.append(f"<code>{said}</code>")
                case _:
                    made.append(said)
        return "".join(made)

    def section(self, section: Section, depth: int) -> str:
        head = f"h{min(depth, 4)}"
        kind = ' class="example"' if section.place.startswith("example-") else ""
        rows = [f'<section{kind}>\n<{head} id="{safe(section.place)}">{safe(section.heading.text)}</{head}>\n']
        rows += [self.block(block) for block in section.blocks]
        rows += [self.section(inner, depth + 1) for inner in section.inner]
        return "".join(rows) + "</section>\n"

    def block(self, block: Block) -> str:
        match block:
            case Paragraph(sentence, sort):
                return self.sentence(sentence, "p", sort if sort != "plain" else "") + "\n"
            case ItemList(items, numbered):
                return self.steps(items, numbered)
            case Grid(heads, rows):
                top = "".join(f"<th>{safe(head.text)}</th>" for head in heads)
                body = "".join(f"<tr>{''.join(f'<td>{safe(cell)}</td>' for cell in row)}</tr>\n" for row in rows)
                return f"<table>\n<tr>{top}</tr>\n{body}</table>\n"
            case Illustration(svg, caption):
                return (
                    f'<figure><img src="{embedded(svg)}" alt="{safe(plain_text(caption.text))}">'
                    f"<figcaption>{self.sentence(caption)}</figcaption></figure>\n"
                )
            case Index(entries):
                rows_ = "".join(f'<p><a href="#{safe(e.place)}">{safe(e.word)}</a></p>\n' for e in entries)
                return f'<div class="index">\n{rows_}</div>\n'

    def steps(self, items: Iterable[ListItem], numbered: bool) -> str:
        tag = "ol" if numbered else "ul"
        rows = []
        for item in items:
            inner = self.steps(item.inner, numbered and item.numbered) if item.inner else ""
            rows.append(f"<li>{self.sentence(item.sentence)}{inner}</li>\n")
        return f"<{tag}>\n{''.join(rows)}</{tag}>\n"


def page(book: Book) -> str:
    """The whole file."""
    writer = PageWriter(places_of(book), ruling_places(book))
    title = safe(book.title.text)
    nav = "".join(f'<li><a href="#{safe(part.place)}">{safe(part.heading.text)}</a></li>' for part in book.sections)
    about = "".join(writer.sentence(sentence, "p", "quote") for sentence in book.about)
    credits = "".join(f'<p class="credit">{safe(role)}: {safe(name)}</p>' for role, name in book.credits)
    body = "".join(writer.section(part, 2) for part in book.sections)
    head = (
        '<meta charset="utf-8">\n<meta name="viewport" content="width=device-width">\n'
        f"<title>{title}</title>\n<style>{STYLE}</style>\n"
    )
    return (
        f'<!doctype html>\n<html lang="{safe(book.language)}">\n{head}<body>\n<h1>{title}</h1>\n'
        f"{about}\n{credits}\n<nav><ul>{nav}</ul></nav>\n{body}</body></html>\n"
    )


def embedded(svg: str) -> str:
    """A picture inside a page: as data, so that nothing in it can reach the page."""
    return "data:image/svg+xml;base64," + b64encode(svg.encode()).decode("ascii")


def safe(text: str) -> str:
    return escape(clean(text))
