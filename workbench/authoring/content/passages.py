"""Schemas of what learners read, and of notes for authors."""

from __future__ import annotations

from typing import Annotated, Final, Literal

from pydantic import Field, Strict

from workbench.authoring.content.fields import (
    LIST_ITEMS,
    BlockContent,
    Line,
    Lines,
    OptionalLine,
    Passage,
    WithMarkdown,
)

AUTHOR_NOTE: Final = "authorNote"


class Heading(BlockContent):
    """A heading: level 1 (the lesson) to 3 (a part of a section)."""

    text: Line
    level: Annotated[int, Strict(), Field(ge=1, le=3)] = 2


class Text(WithMarkdown):
    """Running text, in Markdown. It may be empty."""


class Objectives(BlockContent):
    """What learners can do afterwards."""

    items: Lines


class Term(BlockContent):
    """A term and what it means in this lesson."""

    term: Line
    meaning: Passage


class KeyTerms(BlockContent):
    """The words that matter in the lesson."""

    terms: Annotated[tuple[Term, ...], Field(min_length=1, max_length=LIST_ITEMS)]


class Example(WithMarkdown):
    """A worked example, in Markdown, under a title that may be empty."""

    title: OptionalLine = ""


class Callout(WithMarkdown):
    """A passage in Markdown that stands out: a note, a tip or a warning."""

    kind: Literal["note", "tip", "warning"] = "note"


class Reflection(BlockContent):
    """A question for the learner to think about, without a right answer."""

    prompt: Passage


class Summary(BlockContent):
    """What to take along."""

    items: Lines


class AuthorNote(WithMarkdown):
    """A note for authors, in Markdown: no learner ever reads it. It is open as long as the block is there."""


class Blank(BlockContent):
    """An empty page (interface 4.5)."""
