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


def shown(text: object, *, longest: int = LONGEST) -> str:
    """The text on one line, cut with `…` after `longest` characters; what steers (control, direction) as its code."""
    one_line = " ".join(str(text).split())
    if len(one_line) > longest:
        one_line = one_line[: longest - 1] + "…"
    return "".join(_visible(character) for character in one_line)


def escaped(text: object, *, longest: int = LONGEST) -> str:
    """The same, to stand in HTML as text or as the value of a quoted attribute."""
    return html.escape(shown(text, longest=longest), quote=True)


def escaped_sentence(text: object, *, longest: int = LONGEST) -> str:
    """The same for a sentence of ours: what stands between backticks is shown as code."""
    return _CODE.sub(r"<code>\1</code>", escaped(text, longest=longest))


def harmless_json(document: str) -> str:
    """The same JSON with what steers a terminal (control, direction) as escapes, which mean the same to a reader."""
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
