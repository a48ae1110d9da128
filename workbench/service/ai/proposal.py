"""The form in which a model answers, and the checks that turn its answer into a draft. The text is untrusted."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Annotated, Final, Literal

from pydantic import BaseModel, ConfigDict, Field

from workbench.authoring.characters import without_unfit
from workbench.authoring.content import (
    CONTENT_MODELS,
    BlockContent,
    Example,
    Heading,
    KeyTerms,
    Objectives,
    Quiz,
    Reflection,
    Summary,
    Text,
    plain_text,
)
from workbench.authoring.links import raw_html
from workbench.service.ai.prompt import fold, instruction_sentences
from workbench.service.ai.writer import TITLE_CHARS, DraftBlock, WriterFailed

MOST_PAGES: Final = 40
FEWEST_PAGES: Final = 3


class HeadingPage(Heading):
    """A heading over the pages that follow it."""

    type: Literal["heading"]


class TextPage(Text):
    """Running text."""

    type: Literal["text"]


class ObjectivesPage(Objectives):
    """What learners can do after the lesson."""

    type: Literal["objectives"]


class KeyTermsPage(KeyTerms):
    """The words that matter, each with its meaning in this lesson."""

    type: Literal["keyTerms"]


class ExamplePage(Example):
    """One worked example."""

    type: Literal["example"]


class QuizPage(Quiz):
    """One question with its choices."""

    type: Literal["quiz"]


class ReflectionPage(Reflection):
    """One open question."""

    type: Literal["reflection"]


class SummaryPage(Summary):
    """What to take along."""

    type: Literal["summary"]


Page = Annotated[
    HeadingPage | TextPage | ObjectivesPage | KeyTermsPage | ExamplePage | QuizPage | ReflectionPage | SummaryPage,
    Field(discriminator="type"),
]


class ProposedLesson(BaseModel):
    """A starter lesson: its title and its pages in order."""

    model_config = ConfigDict(extra="ignore")

    title: Annotated[str, Field(min_length=1, max_length=300)]
    pages: Annotated[list[Page], Field(min_length=FEWEST_PAGES, max_length=MOST_PAGES)]


def checked_draft(lesson: ProposedLesson) -> tuple[str, tuple[DraftBlock, ...]]:
    """Title and blocks, the title as first heading. Raises WriterFailed (`malformed`) for what no lesson may hold."""
    title = " ".join(_visible(lesson.title).split()).strip(" \"'“”«»„")
    if not title or len(title) > TITLE_CHARS:
        raise WriterFailed("The model gave no usable title. Nothing was charged; try again.", reason="malformed")
    pages = [_draft_block(page) for page in lesson.pages]
    first = pages[0]
    if not (first.type == "heading" and fold(str(first.content["text"])) == fold(title)):
        pages.insert(0, DraftBlock("heading", Heading(text=title, level=1).to_wire()))
    blocks = tuple(pages)
    _refuse_markup(title, blocks)
    _refuse_repeated_instructions(joined_text(title, blocks))
    return title, blocks


def joined_text(title: str, blocks: tuple[DraftBlock, ...]) -> str:
    """All words of a draft, a line for each text."""
    return "\n".join([title, *(plain_text(block.type, block.content) for block in blocks)])


_HIDDEN = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]")
_ACTIVE = re.compile(
    r"<\s*/?\s*(?:script|iframe|object|embed|form|input|button|svg|math|img|video|audio|link|meta|style|base|a)\b"
    r"|<[^>]{0,200}\son\w+\s*=|(?:j\s*a\s*v\s*a|v\s*b)\s*s\s*c\s*r\s*i\s*p\s*t:\S|data:\w+/\w+",
    re.IGNORECASE,
)

_CODE = re.compile(r"^(```|~~~).*?^\1|(`+)[^`].*?\2", re.DOTALL | re.MULTILINE)


def _visible(text: str) -> str:
    return without_unfit(_HIDDEN.sub(" ", text))


def _draft_block(page: BlockContent) -> DraftBlock:
    """A block of the fields that we know and nothing else: what a model adds of its own is dropped."""
    block_type = str(page.type)  # type: ignore[attr-defined]  # every page has its type
    content = CONTENT_MODELS[block_type].model_validate(_cleaned(page.to_wire()), extra="ignore")
    return DraftBlock(block_type, content.to_wire())


def _cleaned(value: object) -> object:
    """The same JSON value without control and direction characters in its texts; line breaks stay."""
    if isinstance(value, str):
        return _visible(value.replace("\r\n", "\n"))
    if isinstance(value, list):
        return [_cleaned(inner) for inner in value]
    if isinstance(value, dict):
        return {name: _cleaned(inner) for name, inner in value.items()}
    return value


def _refuse_markup(title: str, blocks: tuple[DraftBlock, ...]) -> None:
    markdown = [str(block.content["markdown"]) for block in blocks if "markdown" in block.content]
    texts = [title, *(text for block in blocks for text in _texts_without_code(block))]
    if any(raw_html(text) for text in markdown) or any(_ACTIVE.search(text) for text in texts):
        raise WriterFailed(
            "The model's draft held markup that a lesson may not have. Nothing was charged.", reason="malformed"
        )


def _texts_without_code(block: DraftBlock) -> Iterator[str]:
    if "markdown" in block.content:
        yield _CODE.sub(" ", str(block.content["markdown"]))
        yield str(block.content.get("title", ""))
    else:
        yield plain_text(block.type, block.content)


def _refuse_repeated_instructions(text: str) -> None:
    folded = fold(text.replace("`", ""))
    if any(sentence in folded for sentence in instruction_sentences()):
        raise WriterFailed(
            "The model repeated its instructions instead of writing a lesson. Nothing was charged.", reason="malformed"
        )
