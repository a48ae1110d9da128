"""Untrusted text made fit to be shown: on a terminal, and inside HTML.

Titles, topics and error texts come from topic lists, writers and services; none of them may move a cursor, turn the
reading direction or become markup.
"""

from __future__ import annotations

import html
import json
import unicodedata

from workbench.patterns import Pattern

_CODE = Pattern(r"`([^`]+)`")

LONGEST = 300
_HIDDEN = frozenset({"Cc", "Cf", "Co", "Cs", "Zl", "Zp"})
_JOINERS = frozenset("\u200c\u200d")  # several scripts are not readable without them


def display_text(text: object, *, longest: int = LONGEST) -> str:
    """Return the text on one line, cut with `…` after `longest` characters.

    Control and direction characters are replaced with their codes.
    """
    one_line = " ".join(str(text).split())
    if len(one_line) > longest:
        one_line = one_line[: longest - 1] + "…"
    return "".join(_visible(character) for character in one_line)


def escape_html(text: object, *, longest: int = LONGEST) -> str:
    """Return the text as `display_text` does, escaped for HTML text or for a quoted attribute value."""
    return html.escape(display_text(text, longest=longest), quote=True)


def escaped_sentence(text: object, *, longest: int = LONGEST) -> str:
    """Return one of our sentences as `escape_html` does, with text between backticks shown as code."""
    return _CODE.sub(r"<code>\1</code>", escape_html(text, longest=longest))


def align_cells(our_html: str) -> str:
    """Return HTML of ours with each table cell's alignment in the cell: text left, numbers right.

    A saved notebook that somebody else made is shown without style sheets, and then JupyterLab aligns all to the right.
    """
    for tag in ("td", "th"):
        our_html = our_html.replace(f"<{tag}>", f'<{tag} style="text-align:left">')
        for name in ("n", "wb-number"):
            our_html = our_html.replace(f'<{tag} class="{name}">', f'<{tag} class="{name}" style="text-align:right">')
        for name in ("v", "l"):
            our_html = our_html.replace(f'<{tag} class="{name}">', f'<{tag} class="{name}" style="text-align:left">')
    return our_html


def harmless_json(document: str) -> str:
    """Return the same JSON with terminal control and direction characters as equivalent escapes."""
    if document.isascii():  # JSON escapes the control characters of ASCII itself, but for DEL
        return document.replace("\x7f", "\\u007f")
    return "".join(character if character == "\n" else _escaped_in_json(character) for character in document)


def _escaped_in_json(character: str) -> str:
    if unicodedata.category(character) not in _HIDDEN or character in _JOINERS:
        return character
    return json.dumps(character)[1:-1] if character != "\x7f" else "\\u007f"


def _visible(character: str) -> str:
    if unicodedata.category(character) not in _HIDDEN or character in _JOINERS:
        return character
    code = ord(character)
    return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"
