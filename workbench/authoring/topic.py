"""Topics: trimmed free text, and its folded form, by which two spellings of one topic are found to be the same."""

from __future__ import annotations

import unicodedata
from typing import Annotated

from pydantic import AfterValidator

MAX_TOPIC_CHARACTERS = 4000


def clean_topic(text: str) -> str:
    """The topic without outer white space.

    Raises `ValueError` with a sentence when it is empty or longer than 4,000 characters. Source: ours (service 1).
    """
    topic = text.strip()
    if not topic:
        raise ValueError("the topic is empty")
    if len(topic) > MAX_TOPIC_CHARACTERS:
        raise ValueError(f"the topic has {len(topic):,} characters; at most {MAX_TOPIC_CHARACTERS:,} are possible")
    return topic


def fold_topic(text: str) -> str:
    """The topic for comparing only: NFC, every run of white space one space, no case. Never shown, never sent."""
    return " ".join(unicodedata.normalize("NFC", text).casefold().split())


Topic = Annotated[str, AfterValidator(clean_topic)]
