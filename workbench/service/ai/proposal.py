"""The form in which a model answers, and how its answer becomes a draft. The text is untrusted."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Annotated, Any, Final, Literal, Self, get_args

from pydantic import BaseModel, ConfigDict, Field, ModelWrapValidatorHandler, PrivateAttr, model_validator

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
)
from workbench.authoring.repairs.repair import Repair, repaired_blocks, repaired_page
from workbench.service.ai.prompt import fold
from workbench.service.ai.writer import DraftBlock, StarterDraft

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


_AnyPage = (
    HeadingPage | TextPage | ObjectivesPage | KeyTermsPage | ExamplePage | QuizPage | ReflectionPage | SummaryPage
)
PAGE_MODELS: Final[Mapping[str, type[BlockContent]]] = {
    get_args(page.model_fields["type"].annotation)[0]: page for page in get_args(_AnyPage)
}
"""The pages that a model may write, by type."""
Page = Annotated[_AnyPage, Field(discriminator="type")]


class ProposedLesson(BaseModel):
    """A starter lesson: its title and its pages in order."""

    model_config = ConfigDict(extra="ignore")

    title: Annotated[str, Field(min_length=1, max_length=300)]
    pages: Annotated[list[Page], Field(min_length=FEWEST_PAGES, max_length=MOST_PAGES)]
    _repairs: tuple[Repair, ...] = PrivateAttr(())

    @model_validator(mode="wrap")
    @classmethod
    def _after_repairs(cls, value: Any, read: ModelWrapValidatorHandler[Self]) -> Self:
        """What a model may mean by one thing only is put right before the schema judges it."""
        if not (isinstance(value, dict) and isinstance(value.get("pages"), list)):
            return read(value)
        repaired = [
            repaired_page(page, number) if isinstance(page, dict) else (page, [])
            for number, page in enumerate(value["pages"][: MOST_PAGES + 1], 1)
        ]
        lesson = read({**value, "pages": [page for page, _ in repaired]})
        lesson._repairs = tuple(repair for _, repairs in repaired for repair in repairs)
        return lesson


def repaired_draft(lesson: ProposedLesson, writer: str = "") -> StarterDraft:
    """The draft that a proposal makes, the title as first heading, after the repairs that need no model.

    It may still be unusable: `problem_of` says whether it is. Raises ValidationError where nothing visible is left.
    """
    title = " ".join(visible(lesson.title).split()).strip(" \"'“”«»„")
    blocks, repairs = repaired_blocks([known_content(page) for page in lesson.pages])
    pages = [DraftBlock(block_type, content) for block_type, content in blocks]
    first = pages[0]
    if title and not (first.type == "heading" and fold(str(first.content["text"])) == fold(title)):
        pages.insert(0, DraftBlock("heading", Heading(text=title, level=1).to_wire()))
    return StarterDraft(title, tuple(pages), writer, repairs=(*lesson._repairs, *repairs))


_HIDDEN = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]")


def visible(text: str) -> str:
    """The text with a space for each character that cannot be seen, or that a stored text may not hold."""
    return without_unfit(_HIDDEN.sub(" ", text))


def known_content(page: BlockContent) -> tuple[str, dict[str, Any]]:
    """Type and content of the fields that we know and nothing else: what a model adds of its own is dropped."""
    block_type = str(page.type)  # type: ignore[attr-defined]  # every page has its type
    content = CONTENT_MODELS[block_type].model_validate(_cleaned(page.to_wire()), extra="ignore")
    return block_type, content.to_wire()


def _cleaned(value: object) -> object:
    """The same JSON value without control and direction characters in its texts; line breaks stay."""
    if isinstance(value, str):
        return visible(value.replace("\r\n", "\n"))
    if isinstance(value, list):
        return [_cleaned(inner) for inner in value]
    if isinstance(value, dict):
        return {name: _cleaned(inner) for name, inner in value.items()}
    return value
