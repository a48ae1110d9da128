"""Text as it is compared and looked up; never shown."""

from __future__ import annotations

import hashlib

from workbench.authoring.topic import fold_topic

ESCAPE = "~"


def folded(text: str) -> str:
    """The text for comparing: NFC, no case, white space as single spaces."""
    return fold_topic(text)


def digest(text: str) -> str:
    """SHA-256 in hexadecimal: a key of fixed length for text of any length."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def topic_key(topic: str) -> str:
    """The look-up key of a topic: two spellings of one topic have the same."""
    return digest(folded(topic))


def containing(text: str) -> str:
    """The LIKE pattern (escaped by `ESCAPE`) for folded columns that contain the text, its own % and _ as letters."""
    plain = folded(text)
    for special in (ESCAPE, "%", "_"):
        plain = plain.replace(special, ESCAPE + special)
    return f"%{plain}%"
