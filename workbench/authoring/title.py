"""Titles of courses and lessons: one line of text. Knows nothing of what bears it."""

from __future__ import annotations

from typing import Annotated

from pydantic import AfterValidator

MAX_TITLE_CHARACTERS = 300


def clean_title(text: str) -> str:
    """The title as one line, every run of white space one space.

    Raises `ValueError` with a sentence when it is empty or longer than 300 characters. Source: ours.
    """
    title = " ".join(text.split())
    if not title:
        raise ValueError("the title is empty")
    if len(title) > MAX_TITLE_CHARACTERS:
        raise ValueError(f"the title has {len(title):,} characters; at most {MAX_TITLE_CHARACTERS} are possible")
    return title


Title = Annotated[str, AfterValidator(clean_title)]
