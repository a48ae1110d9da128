"""Records of glossaries: the terms that an organization's lessons use or avoid. Declares no procedure."""

from __future__ import annotations

from pydantic import Field

from workbench.authoring.language import LanguageCode
from workbench.authoring.shape import Count, OutputModel
from workbench.authoring.style import GlossaryEntries
from workbench.procedures.declare import OrganizationScope


class GetGlossaryInput(OrganizationScope):
    """The organization and language whose terms to list."""

    language: LanguageCode | None = Field(default=None, description="Only those of this language; default: all.")


class SetGlossaryInput(OrganizationScope):
    """The complete terms of one language, replacing those it had."""

    language: LanguageCode = Field(description="Upper-case language code, such as EN or PT-BR.")
    terms: GlossaryEntries = Field(
        description="All terms, each `{term, use, instead?, note?}`: at most 500, of 20,000 characters together. An "
        "empty list removes the glossary."
    )
    base_version: int | None = Field(
        default=None,
        ge=0,
        description="Refuse unless this is the current version of its terms; 0 if there are none.",
    )


class ListedTerm(OutputModel):
    """A term of the glossary."""

    language: str = Field(description="Upper-case language code.")
    term: str = Field(description="The word or words.")
    use: str = Field(description="`use` or `avoid`.")
    instead: str | None = Field(default=None, description="For a term to avoid: what to use instead.")
    note: str | None = Field(default=None, description="A note for authors.")


class GlossaryVersion(OutputModel):
    """A language that the glossary has terms of."""

    language: str = Field(description="Upper-case language code.")
    version: Count = Field(description="Rises by one with each change of its terms.")
    terms: Count = Field(description="How many there are.")


class ListedGlossary(OutputModel):
    """The terms of an organization."""

    terms: list[ListedTerm] = Field(description="Sorted by language, then alphabetically.")
    languages: list[GlossaryVersion] = Field(description="Every language it has ever been set for, with its version.")
