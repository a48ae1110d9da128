"""Untrusted text for people: control and direction characters as escapes, cut to a length, and safe in HTML."""

from __future__ import annotations

import html
import unicodedata
from typing import Final

MAX_SHOWN: Final = 300
_HIDDEN: Final = frozenset({"Cc", "Cf", "Co", "Cs", "Zl", "Zp"})
_JOINERS: Final = frozenset("\u200c\u200d")  # Persian, Hindi and others are written with these


def shown(text: str, most: int = MAX_SHOWN) -> str:
    """The text with every hidden character as `\\u202e`, at most `most` characters of it."""
    cut = text[:most]
    plain = "".join(_escaped(each) if unicodedata.category(each) in _HIDDEN else each for each in cut)
    return plain if len(text) <= most else f"{plain}…"


def shown_html(text: str, most: int = MAX_SHOWN) -> str:
    """The same, escaped for HTML."""
    return html.escape(shown(text, most), quote=True)


def hidden_characters(text: str) -> list[str]:
    """The hidden characters in the text as escapes, each once; white space and word joiners are not counted."""
    found = {each for each in text if unicodedata.category(each) in _HIDDEN and each not in "\n\r\t"}
    return sorted(_escaped(each) for each in found - _JOINERS)


def _escaped(character: str) -> str:
    if character in _JOINERS:
        return character
    named = {"\n": "\\n", "\r": "\\r", "\t": "\\t"}
    number = ord(character)
    return named.get(character) or (f"\\u{number:04x}" if number <= 0xFFFF else f"\\U{number:08x}")
