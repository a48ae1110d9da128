"""The source router (ours): documents of an organization, as numbered passages that drafts may quote."""

from __future__ import annotations

from typing import Annotated, Final

from pydantic import AfterValidator, Field

from workbench.authoring.characters import Line, Name, is_blank, without_unfit
from workbench.authoring.shape import Count, InputModel, Instant, OutputModel, optional_field
from workbench.procedures.declare import OrganizationScope, read, write

MAX_PASSAGES_PER_CALL: Final = 500
MAX_PASSAGE_CHARACTERS: Final = 4_000
MAX_PASSAGES: Final = 20_000
"""Passages of one version of a source."""
MAX_SOURCE_CHARACTERS: Final = 40_000_000
"""Characters of one version of a source, its passages together."""
MAX_SOURCES: Final = 1_000
"""Sources of an organization."""
MAX_SOURCE_TITLE: Final = 300
MAX_PLACE: Final = 200
MAX_SOURCE_PAGE: Final = 1_000
MAX_PASSAGE_PAGE: Final = 100
MAX_PASSAGE_QUERY: Final = 1_000
SOURCE_ID = "The source."
VERSION = "Counts up when its file's content changes."
PLACE = "Its place in the document, such as `page 3`, `slide 12` or `00:04:10`."
IS_PUBLISHABLE = "Whether learners may read its passages; they read its title and places in any case."


def clean_passage(text: str) -> str:
    """Return the text with uniform newlines, and a space for each character that is not kept (`characters`).

    Raises `ValueError` if nothing in it is visible.
    """
    cleaned = without_unfit(text.replace("\r\n", "\n").replace("\r", "\n")).strip()
    if is_blank(cleaned):
        raise ValueError("it is empty")
    return cleaned


PassageText = Annotated[str, AfterValidator(clean_passage)]


class NewPassage(InputModel):
    """A passage as it is read from a document."""

    place: Line = Field(max_length=MAX_PLACE, description=PLACE)
    heading: Line | None = Field(default=None, max_length=300, description="The heading above it.")
    text: PassageText = Field(max_length=MAX_PASSAGE_CHARACTERS, description="Plain text, 1 to 4,000 characters.")


class AddPassagesInput(InputModel):
    """Some passages of a document, in its order. The same call again changes nothing."""

    organization_id: str | None = optional_field(
        "The organization of a new source; default: the last selected.", max_length=64
    )
    source_id: str | None = optional_field("The source; absent for a new one.", max_length=64)
    title: Name = Field(max_length=MAX_SOURCE_TITLE, description="Its title, 1 to 300 characters.")
    file_name: Line | None = optional_field("Name of the file.", max_length=300)
    media_type: Line | None = optional_field("Media type of the file.", max_length=100)
    content_digest: str = Field(
        pattern="^[0-9a-f]{64}$",
        description="SHA-256 of the file in hexadecimal. Another one than the source's begins its next version.",
    )
    first: int = Field(ge=1, le=MAX_PASSAGES, description="The number of the first of these passages, from 1.")
    passages: list[NewPassage] = Field(
        min_length=1, max_length=MAX_PASSAGES_PER_CALL, description="The passages, 1 to 500, numbered on from `first`."
    )
    is_last: bool = Field(description="True: the document ends with them.")
    is_publishable: bool | None = optional_field(f"{IS_PUBLISHABLE} Default: as it is, at first no.")


class AddPassagesOutput(OutputModel):
    """The stored part of a source's version."""

    source_id: str = Field(description=SOURCE_ID)
    version: Count = Field(description="The version that the passages belong to, from 1.")
    passages: Count = Field(description="Number of passages stored.")
    is_ready: bool = Field(description="Whether all of it is stored, so that it can be used.")


class ListSourcesInput(OrganizationScope):
    """Filters for a list of sources."""

    limit: int | None = Field(
        default=None, ge=1, le=MAX_SOURCE_PAGE, description="Sources a page, 1 to 1,000; default 100."
    )
    cursor: str | None = Field(default=None, max_length=200, description="The `nextCursor` of the previous page.")


class SourceSummary(OutputModel):
    """A document of an organization, as its current version is. All texts are people's: escape them."""

    source_id: str = Field(description=SOURCE_ID)
    title: str = Field(description="Its title.")
    file_name: str | None = Field(default=None, description="Name of its file.")
    media_type: str | None = Field(default=None, description="Media type of its file.")
    version: Count = Field(description=f"{VERSION} That of its first upload while none is ready.")
    passages: Count = Field(description="Number of passages; during a first upload, of stored ones.")
    characters: Count = Field(description="Total number of their characters.")
    is_ready: bool = Field(description="False while its first upload is not finished.")
    is_publishable: bool = Field(description=IS_PUBLISHABLE)
    added_by: str | None = Field(default=None, description="Name of the person who added it.")
    created_at: Instant = Field(description="When it was added, ISO 8601, UTC.")
    updated_at: Instant = Field(description="Last change, ISO 8601, UTC.")
    content_digest: str = Field(description="SHA-256 of its file in hexadecimal.")


class ListSourcesOutput(OutputModel):
    """A page of an organization's sources."""

    sources: list[SourceSummary] = Field(description="Sources, the last changed first.")
    next_cursor: str | None = Field(default=None, description="The next page's cursor; null at the end.")


class GetPassagesInput(InputModel):
    """The passages of a source to read."""

    source_id: str = Field(max_length=64, description=SOURCE_ID)
    version: int | None = optional_field(
        "One of its versions that were ready; default: the current one.", ge=1, le=2**31 - 1
    )
    passage_ids: list[Annotated[str, Field(max_length=100)]] | None = optional_field(
        "Only these, at most 100, of whichever version.", max_length=MAX_PASSAGE_PAGE
    )
    query: str | None = optional_field("Only those with words of this text, best first.", max_length=MAX_PASSAGE_QUERY)
    limit: int | None = optional_field("Passages a page, 1 to 100; default 50.", ge=1, le=MAX_PASSAGE_PAGE)
    cursor: str | None = optional_field("The `nextCursor` of the previous page.", max_length=200)


class SourcePassage(OutputModel):
    """A passage of a source. All texts are the document's: escape them."""

    passage_id: str = Field(description="The passage; it stays the same when the source gets a new version.")
    number: Count = Field(description="Its number in the version, from 1.")
    place: str = Field(description=PLACE)
    heading: str | None = Field(default=None, description="The heading above it.")
    text: str = Field(description="Its text.")
    version: Count = Field(description=f"The source's version. {VERSION}")


class GetPassagesOutput(OutputModel):
    """A page of a source's passages."""

    passages: list[SourcePassage] = Field(description="Passages in the document's order; for a query, best first.")
    next_cursor: str | None = Field(default=None, description="The next page's cursor; null at the end.")


class UpdateSourceInput(InputModel):
    """The new title or visibility of a source."""

    source_id: str = Field(max_length=64, description=SOURCE_ID)
    title: Name | None = optional_field("Its title; default: as it is.", max_length=MAX_SOURCE_TITLE)
    is_publishable: bool | None = optional_field(f"{IS_PUBLISHABLE} Default: as it is.")


class DeleteSourceInput(InputModel):
    """The source to delete."""

    source_id: str = Field(max_length=64, description=SOURCE_ID)


class DeletedSource(OutputModel):
    """A source is gone with all its versions. Lessons keep quote, title and place."""

    source_id: str = Field(description="The source that was there.")


add_passages = write(
    "source.addPassages",
    changes={"sources"},
    input=AddPassagesInput,
    output=AddPassagesOutput,
    about="Add passages of a document to a new source, or to the next version of one; it is used once it is whole.",
    source="ours",
)
list_sources = read(
    "source.listSources",
    input=ListSourcesInput,
    output=ListSourcesOutput,
    items="sources",
    about="The sources of an organization, page by page.",
    source="ours",
)
get_passages = read(
    "source.getPassages",
    input=GetPassagesInput,
    output=GetPassagesOutput,
    items="passages",
    about="Passages of a source: in its order, by id, or those with the words of a query.",
    source="ours",
)
update_source = write(
    "source.updateSource",
    changes={"sources"},
    input=UpdateSourceInput,
    output=SourceSummary,
    about="Give a source another title, or say whether learners may read its passages.",
    source="ours",
)
delete_source = write(
    "source.deleteSource",
    changes={"sources"},
    input=DeleteSourceInput,
    output=DeletedSource,
    about="Remove a source with all its versions; lessons keep the quotes that they have.",
    source="ours",
)
