"""Titles of courses and lessons: one line of text, and the heading that repeats it."""

from __future__ import annotations

from typing import Annotated

from pydantic import AfterValidator

from workbench.authoring.block import Block, Blocks
from workbench.authoring.characters import is_blank, one_line

MAX_TITLE_CHARACTERS = 300


def clean_title(text: str) -> str:
    """Return the title in one line with single spaces.

    Raises `ValueError` with a sentence if it is empty, longer than 300 characters or holds a character that is
    not kept (`characters`). Source: ours.
    """
    title = one_line(text)
    if is_blank(title):
        raise ValueError("the title is empty")
    if len(title) > MAX_TITLE_CHARACTERS:
        raise ValueError(f"the title has {len(title):,} characters; at most {MAX_TITLE_CHARACTERS} are allowed")
    return title


Title = Annotated[str, AfterValidator(clean_title)]


def numbered_title(title: str, number: int) -> str:
    """Return the title with a number after it, shortened if it would be too long. Source: ours.

    >>> numbered_title("Knots", 2)
    'Knots (2)'
    """
    mark = f" ({number})"
    return title[: MAX_TITLE_CHARACTERS - len(mark)].rstrip() + mark


def copy_title(title: str) -> str:
    """Return the title of a copy, shortened if it would be too long. Source: ours.

    >>> copy_title("Knots")
    'Copy of Knots'
    """
    return f"Copy of {title}"[:MAX_TITLE_CHARACTERS].rstrip()


def has_title_of(course_title: str, title: str) -> bool:
    """Return whether a course has the title of its lesson, with or without a number after it.

    The number is added if another course has that title.

    >>> has_title_of("Knots", "Knots"), has_title_of("Knots (12)", "Knots"), has_title_of("Knots (b)", "Knots")
    (True, True, False)
    """
    number = course_title.rpartition(" (")[2].removesuffix(")")
    is_number = number.isascii() and number.isdecimal() and len(number) < 10
    return course_title == title or (is_number and course_title == numbered_title(title, int(number)))


def retitle_heading(blocks: Blocks, before: str, title: str) -> Blocks:
    """Return the blocks with the first heading changed to the new title if it is the old one. Source: ours."""
    for index, block in enumerate(blocks):
        if block.type == "heading":
            text = block.content.get("text")
            if not isinstance(text, str) or " ".join(text.split()) != before:
                return blocks
            changed = Block(id=block.id, type=block.type, content={**block.content, "text": title})
            return (*blocks[:index], changed, *blocks[index + 1 :])
    return blocks
