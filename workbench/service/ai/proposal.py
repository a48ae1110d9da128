"""The form in which a model answers, and how its answer becomes a draft. The text is untrusted."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Final, Literal, Self, get_args

from pydantic import (
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    ModelWrapValidatorHandler,
    PrivateAttr,
    ValidationError,
    model_validator,
)

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
from workbench.authoring.quotes import FoldedText, check_quote
from workbench.authoring.repairs.repair import Repair, repaired_blocks, repaired_page
from workbench.authoring.source_quotes import SOURCES, SourceQuote
from workbench.patterns import Pattern
from workbench.service.ai.prompt import fold
from workbench.service.ai.writer import DraftBlock, PromptPassage, StarterDraft

MOST_PAGES: Final = 40
FEWEST_PAGES: Final = 3
_MOST_QUOTES: Final = 5
_LONGEST_QUOTE: Final = 2_000


class ProposedQuote(BaseModel):
    """Words of a passage that the page is based on, copied letter for letter."""

    model_config = ConfigDict(extra="ignore")

    passage: Annotated[int, Field(description="The passage's number.")]
    quote: Annotated[str, Field(max_length=_LONGEST_QUOTE, description="Its words.")]


def _usable_quotes(given: object) -> list[object]:
    """Return the well-formed quotes.

    A malformed quote does not make a lesson unusable: quotes are checked in any case.
    """
    quotes: list[object] = []
    for entry in given[:_MOST_QUOTES] if isinstance(given, list) else ():
        try:
            quotes.append(ProposedQuote.model_validate(entry))
        except ValidationError:
            continue
    return quotes


class _Citing(BaseModel):
    """A page that names the passages that it is based on."""

    sources: Annotated[list[ProposedQuote], BeforeValidator(_usable_quotes)] = []


class HeadingPage(_Citing, Heading):
    """A heading over the pages that follow it."""

    type: Literal["heading"]


class TextPage(_Citing, Text):
    """Running text."""

    type: Literal["text"]


class ObjectivesPage(_Citing, Objectives):
    """What learners can do after the lesson."""

    type: Literal["objectives"]


class KeyTermsPage(_Citing, KeyTerms):
    """The words that matter, each with its meaning in this lesson."""

    type: Literal["keyTerms"]


class ExamplePage(_Citing, Example):
    """One worked example."""

    type: Literal["example"]


class QuizPage(_Citing, Quiz):
    """One question with its choices."""

    type: Literal["quiz"]


class ReflectionPage(_Citing, Reflection):
    """One open question."""

    type: Literal["reflection"]


class SummaryPage(_Citing, Summary):
    """The main points of the lesson."""

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
        """Correct what has only one possible meaning before the schema validates it."""
        if not (isinstance(value, dict) and isinstance(value.get("pages"), list)):
            return read(value)
        repaired = [
            repaired_page(page, number) if isinstance(page, dict) else (page, [])
            for number, page in enumerate(value["pages"][: MOST_PAGES + 1], 1)
        ]
        lesson = read({**value, "pages": [page for page, _ in repaired]})
        lesson._repairs = tuple(repair for _, repairs in repaired for repair in repairs)
        return lesson


def repaired_draft(lesson: ProposedLesson, writer: str = "", passages: Sequence[PromptPassage] = ()) -> StarterDraft:
    """Return the draft that a proposal makes, the title as first heading, after the repairs that need no model.

    Its quotes are compared with the passages. It may still be unusable: `draft_problem` says whether it is. Raises
    ValidationError if nothing visible is left.
    """
    title = " ".join(visible(lesson.title).split()).strip(" \"'“”«»„")
    folded = [FoldedText(passage.text) for passage in passages]
    blocks, repairs = repaired_blocks([_with_citations(page, passages, folded) for page in lesson.pages])
    pages = [DraftBlock(block_type, content) for block_type, content in blocks]
    first = pages[0]
    if title and not (first.type == "heading" and fold(str(first.content["text"])) == fold(title)):
        pages.insert(0, DraftBlock("heading", Heading(text=title, level=1).to_wire()))
    return StarterDraft(title, tuple(pages), writer, repairs=(*lesson._repairs, *repairs))


def _with_citations(
    page: Page, passages: Sequence[PromptPassage], folded: Sequence[FoldedText]
) -> tuple[str, dict[str, Any]]:
    """Type and content of a page, with the outcome of its quotes; `folded_text` are the texts of the passages.

    A quote that no passage has is kept as unverified, with the passage that it was attributed to; if there is no such
    passage, it is left out.
    """
    block_type, content = known_content(page)
    citations: dict[tuple[str, str], dict[str, Any]] = {}
    for source in page.sources:
        proposed = source.passage - 1 if 0 < source.passage <= len(passages) else None
        checked = check_quote(visible(source.quote), folded, first=proposed)
        place = proposed if checked.passage is None else checked.passage
        if place is None or not checked.quote:
            continue
        passage = passages[place]
        quote = SourceQuote(
            passage_id=passage.passage_id,
            quote=checked.quote,
            source_id=passage.source_id,
            title=passage.title,
            place=passage.place,
            state=checked.state,
        )
        citations.setdefault((quote.passage_id, quote.quote), quote.to_wire())
    return block_type, {**content, SOURCES: list(citations.values())} if citations else content


_HIDDEN = Pattern(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]")


def visible(text: str) -> str:
    """Return the text with a space for each character that is invisible, or that a stored text may not hold."""
    return without_unfit(_HIDDEN.sub(" ", text))


def known_content(page: BlockContent) -> tuple[str, dict[str, Any]]:
    """Return type and content with known fields only: a model's additional fields are dropped."""
    block_type = str(page.type)  # type: ignore[attr-defined]  # every page has its type
    content = CONTENT_MODELS[block_type].model_validate(_clean_value(page.to_wire()), extra="ignore")
    return block_type, content.to_wire()


def _clean_value(value: object) -> object:
    """Return the same JSON value without control and direction characters in its texts; line breaks stay."""
    if isinstance(value, str):
        return visible(value.replace("\r\n", "\n"))
    if isinstance(value, list):
        return [_clean_value(inner) for inner in value]
    if isinstance(value, dict):
        return {name: _clean_value(inner) for name, inner in value.items()}
    return value
