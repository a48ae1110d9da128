"""Plain text as HTML and as XML elements, for the formats that are made of them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from html import escape
from xml.etree.ElementTree import Element, SubElement, indent, tostring

from workbench.languages.reader import direction


def lines_html(text: str) -> str:
    """Return plain text as HTML, unchanged, each line on its own."""
    return "<br>".join(escape(line, quote=False) for line in text.strip().splitlines())


def paragraph(text: str, language: str) -> str:
    """Return a paragraph of plain text in its language and writing direction; empty for no text."""
    return wrap_html("p", lines_html(text), language) if text.strip() else ""


def wrap_html(tag: str, html: str, language: str) -> str:
    """HTML in an element that says its language and writing direction."""
    return f'<{tag} lang="{escape(language.lower(), quote=True)}" dir="{direction(language)}">{html}</{tag}>'


def list_html(tag: str, items: Iterable[str]) -> str:
    """Return a list of plain texts: `ul` or `ol`."""
    return f"<{tag}>{''.join(f'<li>{lines_html(item)}</li>' for item in items)}</{tag}>"


def add(parent: Element, tag: str, text: str = "", attributes: Mapping[str, str] | None = None) -> Element:
    """Add an element to `parent` and return it."""
    made = SubElement(parent, tag, dict(attributes or {}))
    made.text = text or None
    return made


def document(root: Element, *, is_indented: bool = True) -> bytes:
    """Return the XML file; the same bytes for the same elements. Indented only if white space is insignificant."""
    if is_indented:
        indent(root)
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{tostring(root, encoding="unicode")}\n'.encode()
