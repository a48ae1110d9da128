"""Topics: trimmed free text, and its folded form, by which two spellings of one topic are found to be the same."""

from __future__ import annotations

import unicodedata
from typing import Annotated, Final

from pydantic import AfterValidator

from workbench.authoring.characters import is_blank, unfit_characters_text
from workbench.patterns import Pattern

MAX_TOPIC_CHARACTERS = 4000
_BREAKS: Final = Pattern("[\x0b\x0c\x1c-\x1f\x85\u2028\u2029]")


def trimmed_topic(text: str) -> str:
    """Return the topic without outer white space, with rare line breaks (U+2028, vertical tab) as newlines."""
    return (text if text.isprintable() else _BREAKS.sub("\n", text)).strip()


def clean_topic(text: str) -> str:
    """Return the topic as it is stored: `trimmed_topic`.

    Raises `ValueError` with a sentence if it is empty, longer than 4,000 characters or holds a character that
    is not kept (`characters`). Source: ours (service 1).
    """
    topic = trimmed_topic(text)
    if is_blank(topic):
        raise ValueError("the topic is empty")
    if len(topic) > MAX_TOPIC_CHARACTERS:
        raise ValueError(f"the topic has {len(topic):,} characters; at most {MAX_TOPIC_CHARACTERS:,} are allowed")
    problem = unfit_characters_text(topic)
    if problem:
        raise ValueError(problem)
    return topic


def fold_topic(text: str) -> str:
    """Return the topic in a form for comparison: NFC, single spaces, no case. Never displayed or sent."""
    return " ".join(unicodedata.normalize("NFC", text).casefold().split())


Topic = Annotated[str, AfterValidator(clean_topic)]
