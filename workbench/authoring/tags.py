"""Tags of lessons and courses: plain words, the same whatever their case and blanks. Source: ours."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Final

from pydantic import AfterValidator, Field

from workbench.authoring.characters import is_blank, one_line
from workbench.authoring.topic import fold_topic

MAX_TAGS: Final = 30
"""Maximum number of tags of a lesson or a course."""
MAX_TAG_CHARACTERS: Final = 50
NONE: Final = "none"
"""The word for "no tags" in a cell, an entry field and a search."""


def clean_tag(text: str) -> str:
    """Return the tag as it is stored: one line with single spaces.

    Raises `ValueError` with a sentence when it is empty, longer than 50 characters, or holds a comma or a
    semicolon, which separate tags in lists, or a character that is not kept (`characters`).
    """
    tag = one_line(text)
    if is_blank(tag):
        raise ValueError("a tag is empty")
    if len(tag) > MAX_TAG_CHARACTERS:
        raise ValueError(f"a tag has {len(tag):,} characters; at most {MAX_TAG_CHARACTERS} are allowed")
    if "," in tag or ";" in tag or '"' in tag:
        raise ValueError("a tag contains a comma, a semicolon or a quotation mark; remove it, or make two tags")
    if fold_tag(tag) == NONE:
        raise ValueError("none is not a tag: it means that there are no tags")
    return tag


def clean_tags(tags: Sequence[str]) -> list[str]:
    """Return the tags as they are stored: each once, in alphabetical order.

    Raises `ValueError` as `clean_tag` does.
    """
    known: dict[str, str] = {}
    for given_tag in tags:
        tag = clean_tag(given_tag)
        known.setdefault(fold_tag(tag), tag)
    if len(known) > MAX_TAGS:
        raise ValueError(f"there are {len(known)} tags; at most {MAX_TAGS} are allowed")
    return [known[folded] for folded in sorted(known)]


def divided_tags(text: str) -> list[str]:
    """Return the tags of a cell or an entry field, separated by commas or semicolons; `none` means no tags.

    Raises `ValueError` as `clean_tag` does.
    """
    if fold_tag(text) == NONE:
        return []
    return clean_tags([part for part in text.replace(";", ",").split(",") if part.strip()])


def tags_text(tags: Sequence[str]) -> str:
    """Return the tags as a cell or an entry field shows them."""
    return ", ".join(tags)


def fold_tag(tag: str) -> str:
    """Return the tag in a form for comparison: NFC, no case, white space as single spaces."""
    return fold_topic(tag)


Tags = Annotated[list[str], Field(max_length=1_000), AfterValidator(clean_tags)]
