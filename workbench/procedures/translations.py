"""Lessons in other languages: linked to their source block by block, their stale parts, and a model's proposals."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal

from pydantic import Field, model_validator

from workbench.authoring.block import BlockId
from workbench.authoring.language import LanguageCode
from workbench.authoring.shape import Count, InputModel, OutputModel, optional_field
from workbench.authoring.title import Title
from workbench.authoring.transaction import MAX_TRANSACTIONS, Edits
from workbench.procedures.declare import OrganizationScope, read, write
from workbench.procedures.history import MAX_REVISION
from workbench.procedures.suggestions import ProposedContent

MAX_TRANSLATION_PAGE: Final = 200
MAX_TIED_BLOCKS: Final = 3_000
ALREADY_TRANSLATED: Final = "alreadyTranslated"
"""The `reason` of a CONFLICT: the lesson has a translation in this language, whose id is `lessonId`."""
SOURCE_CHANGED: Final = "sourceChanged"
"""The `reason` of a CONFLICT: the source has another revision now, `sourceRevision`."""

Tie = Literal["current", "stale", "missing"]


class CreateTranslationInput(InputModel):
    """The lesson to translate, and the language."""

    lesson_id: str = Field(max_length=64, description="The lesson to translate, which is not a translation itself.")
    language: LanguageCode = Field(description="Upper-case language code of the translation, such as FR or PT-BR.")
    organization_id: str | None = optional_field("Refuse when the lesson is another organization's.", max_length=64)
    max_credits: int | None = optional_field("Refuse if the price is higher than this, in whole credits.", ge=0)


class TranslationMade(OutputModel):
    """A lesson that was translated. Its texts are a model's: escape them."""

    lesson_id: str = Field(description="The new lesson.")
    title: str = Field(description="Its title.")
    course_id: str = Field(description="Its course: the counterpart of the source's course in this language.")
    source_lesson_id: str = Field(description="The lesson that it was translated from.")
    source_revision: Count = Field(description="The source's revision that was translated.")
    writer: str = Field(description="Who translated it, as `provider:model`.")


class TranslationInput(InputModel):
    """A lesson that may be a translation."""

    lesson_id: str = Field(max_length=64, description="The lesson.")


class TiedBlock(OutputModel):
    """A block of the source and its state in the translation."""

    source_block_id: str = Field(description="The source's block.")
    block_id: str | None = Field(description="Its translation; null if there is none.")
    state: Tie = Field(
        description="`current`; `stale`: the source says something else since; `missing`: nothing translates it."
    )
    translated_revision: Count | None = Field(
        default=None, description="The source's revision that the block was translated from; null if it is missing."
    )


class Translation(OutputModel):
    """A translation with its source, block by block in the source's order. Author notes are not translated."""

    lesson_id: str = Field(description="The translation.")
    language: str = Field(description="Its language.")
    revision: Count = Field(description="Its revision.")
    source_lesson_id: str = Field(description="The lesson that it was translated from.")
    source_language: str = Field(description="The source's language.")
    source_revision: Count = Field(description="The source's revision now.")
    translated_revision: Count = Field(description="The source's revision when blocks were tied last.")
    is_title_stale: bool = Field(description="Whether the source has another title since.")
    blocks: list[TiedBlock] = Field(description="One for each block of the source that is translated.")
    extra_block_ids: list[str] = Field(description="Blocks of the translation that translate none of the source's.")


class FoundTranslation(OutputModel):
    """A lesson as a translation."""

    translation: Translation | None = Field(
        description="Null if the lesson is not a translation, or its source is in the trash."
    )


class ListTranslationsInput(OrganizationScope, InputModel):
    """Filters for translations: of an organization, or of one lesson."""

    lesson_id: str | None = optional_field("Only the translations of this lesson.", max_length=64)
    limit: int | None = optional_field("How many at most, 1 to 200; default 50.", ge=1, le=MAX_TRANSLATION_PAGE)
    cursor: str | None = optional_field("The `nextCursor` of the previous page.", max_length=400)


class ListedTranslation(OutputModel):
    """A translation and how much of it is stale."""

    lesson_id: str = Field(description="The translation.")
    title: str = Field(description="Its title.")
    course_id: str = Field(description="Its course.")
    language: str = Field(description="Its language.")
    source_lesson_id: str = Field(description="The lesson that it was translated from.")
    source_revision: Count = Field(description="The source's revision now.")
    translated_revision: Count = Field(description="The source's revision when blocks were tied last.")
    stale_blocks: Count = Field(description="Blocks whose source has changed since, including the title.")
    missing_blocks: Count = Field(description="Source blocks without a translation.")


class ListTranslationsOutput(OutputModel):
    """A page of translations."""

    translations: list[ListedTranslation] = Field(description="By source lesson, then by language.")
    next_cursor: str | None = Field(default=None, description="The next page's cursor; null at the end.")


class BlockTie(InputModel):
    """A block of the translation and the source's block that it translates."""

    block_id: BlockId = Field(description="The translation's block.")
    source_block_id: BlockId = Field(description="The source's block.")
    translated_revision: int | None = optional_field(
        "The block is stale: it says what the source said at this revision. Default: it is current.",
        ge=1,
        le=MAX_REVISION,
    )


class TieTranslationInput(InputModel):
    """The links between the blocks of a translation and its source, as they are now."""

    lesson_id: str = Field(max_length=64, description="The translation.")
    source_lesson_id: str = Field(max_length=64, description="Its source, of the same organization.")
    source_revision: int = Field(ge=1, le=MAX_REVISION, description="The source's revision that was translated.")
    blocks: list[BlockTie] = Field(
        max_length=MAX_TIED_BLOCKS, description="The blocks that translate the source as it is at that revision."
    )
    is_title_current: bool | None = optional_field("True: the title translates the source's title, too.")

    @model_validator(mode="after")
    def _each_block_once(self) -> TieTranslationInput:
        check_each_once(self.blocks)
        return self


class UpdateTranslationInput(InputModel):
    """An edit of a translation, and which of its blocks translate which then."""

    lesson_id: str = Field(max_length=64, description="The translation.")
    base_revision: int = Field(ge=1, le=MAX_REVISION, description="Its revision that the edit was made for.")
    source_revision: int = Field(ge=1, le=MAX_REVISION, description="The source's revision that was translated.")
    transactions: Edits = Field(max_length=MAX_TRANSACTIONS, description="The edit, applied as one unit.")
    blocks: list[BlockTie] = Field(
        max_length=MAX_TIED_BLOCKS, description="The blocks, new ones too, that translate the source at that revision."
    )
    title: Title | None = optional_field("Its new title, which translates the source's; default: it stays.")

    @model_validator(mode="after")
    def _each_block_once(self) -> UpdateTranslationInput:
        check_each_once(self.blocks)
        return self


def check_each_once(ties: Sequence[BlockTie]) -> None:
    """Raise `ValueError` if a block of either lesson is in several ties."""
    for ids in ([tie.block_id for tie in ties], [tie.source_block_id for tie in ties]):
        if len(set(ids)) < len(ids):
            raise ValueError("a block is listed twice")


create_translation = write(
    "lesson.createTranslation",
    changes={"courses", "credits", "lessons"},
    input=CreateTranslationInput,
    output=TranslationMade,
    about="Translate a lesson with a model, block by block, into a new lesson. Costs AI credits.",
    source="ours",
    paid=True,
)
get_translation = read(
    "lesson.getTranslation",
    input=TranslationInput,
    output=FoundTranslation,
    about="A translation and its source side by side: which block translates which, and which are stale or missing.",
    source="ours",
)
list_translations = read(
    "lesson.listTranslations",
    input=ListTranslationsInput,
    output=ListTranslationsOutput,
    items="translations",
    about="The translations of an organization or of one lesson, with how much of each is stale.",
    source="ours",
)
tie_translation = write(
    "lesson.tieTranslation",
    changes={"lessons"},
    input=TieTranslationInput,
    output=Translation,
    about="Mark blocks as translations of the source's current blocks; stale ones become current. Changes no text.",
    source="ours",
)
update_translation = write(
    "lesson.updateTranslation",
    changes={"lessons", "reviews"},
    input=UpdateTranslationInput,
    output=Translation,
    about="Edit a translation and tie the edited blocks to the source as it is now, in one unit: both, or neither.",
    source="ours",
)


MAX_SUGGESTED_BLOCKS: Final = 3_000


class SuggestTranslationInput(InputModel):
    """The blocks of a lesson to translate again."""

    lesson_id: str = Field(max_length=64, description="The translation; its source is the linked lesson.")
    source_block_ids: list[BlockId] = Field(
        max_length=MAX_SUGGESTED_BLOCKS, description="The source's blocks, whether they are translated already or not."
    )
    with_title: bool | None = optional_field("True: the title of the source, too.")
    source_revision: int | None = optional_field(
        "Refuse unless this is the source's current revision.", ge=1, le=MAX_REVISION
    )
    organization_id: str | None = optional_field("Refuse when the lesson is another organization's.", max_length=64)
    max_credits: int | None = optional_field("Refuse if the price is higher than this, in whole credits.", ge=0)

    @model_validator(mode="after")
    def _each_block_once(self) -> SuggestTranslationInput:
        if len(set(self.source_block_ids)) < len(self.source_block_ids):
            raise ValueError("a block is listed twice")
        if not (self.source_block_ids or self.with_title):
            raise ValueError("name a block at least, or ask for the title")
        return self


class ProposedBlockTranslation(OutputModel):
    """A proposed translation of one source block. Its texts are a model's: escape them."""

    source_block_id: str = Field(description="The source's block.")
    block_id: str | None = Field(description="Its current translation; null if there is none.")
    block: ProposedContent = Field(description="The proposed content of that block, or of a new one.")


class SuggestedTranslation(OutputModel):
    """A proposal for blocks of a translation. Both lessons are as they were: to apply it is `updateTranslation`."""

    lesson_id: str = Field(description="The translation.")
    language: str = Field(description="Its language.")
    source_lesson_id: str = Field(description="Its source.")
    source_revision: Count = Field(description="The source's revision that was translated.")
    title: str | None = Field(description="The title; null if it was not requested.")
    blocks: list[ProposedBlockTranslation] = Field(description="One for each requested block, in the source's order.")
    writer: str = Field(description="Who translated it, as `provider:model`.")


suggest_translation = write(
    "lesson.suggestTranslation",
    changes={"credits"},
    input=SuggestTranslationInput,
    output=SuggestedTranslation,
    about="Have a model translate some blocks again, as a proposal that changes nothing. Costs AI credits.",
    source="ours",
    paid=True,
)
