"""Text as it is compared and looked up; never shown."""

from __future__ import annotations

import hashlib
import unicodedata

from workbench.authoring.topic import fold_topic

ESCAPE = "~"
_WIDE = {narrow: narrow + 0xFEE0 for narrow in range(0x21, 0x7F)}
_WIDE_DIGITS = {narrow: wide for narrow, wide in _WIDE.items() if chr(narrow).isdigit()}
_WIDE_LETTERS = {narrow: wide for narrow, wide in _WIDE.items() if chr(narrow).isalpha()}


def fold_text(text: str) -> str:
    """Return the text for comparing: NFC, case-folded, white space as single spaces."""
    return fold_topic(text)


def spellings(name: str) -> list[str]:
    """Return the folded forms of names like this one.

    These are as it is, in half width, and with all of it, its digits or its letters in full width. Case and
    white space are folded in each.
    """
    narrow = fold_text(unicodedata.normalize("NFKC", name))
    wide = (narrow.translate(table) for table in (_WIDE, _WIDE_DIGITS, _WIDE_LETTERS))
    return list(dict.fromkeys([fold_text(name), narrow, *wide]))


def digest(text: str) -> str:
    """SHA-256 in hexadecimal: a key of fixed length for text of any length."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def topic_key(topic: str) -> str:
    """Return the look-up key of a topic: two spellings of one topic have the same."""
    return digest(fold_text(topic))


def containing(text: str) -> str:
    """Return the LIKE pattern for folded columns that contain the text.

    Its own % and _ are literal (escaped by `ESCAPE`).
    """
    plain = fold_text(text)
    for special in (ESCAPE, "%", "_"):
        plain = plain.replace(special, ESCAPE + special)
    return f"%{plain}%"
