"""The terms of an organization in one language: words that its lessons use, and words that they avoid. Source: ours."""

from __future__ import annotations

from typing import Annotated, Final, Literal, Self

from pydantic import AfterValidator, Field, model_validator

from workbench.authoring.characters import name_line
from workbench.authoring.language import LanguageCode
from workbench.authoring.shape import InputModel

MAX_TERM: Final = 100
MAX_NOTE: Final = 300


_Term = Annotated[str, Field(max_length=MAX_TERM), AfterValidator(name_line)]


class GlossaryTerm(InputModel):
    """A term that lessons in a language use, or avoid."""

    language: LanguageCode = Field(description="Upper-case language code, such as EN or PT-BR.")
    term: _Term = Field(description="The word or words.")
    use: Literal["use", "avoid"] = Field(description="`use` or `avoid`.")
    instead: _Term | None = Field(default=None, description="What is said in its place; only of a term to avoid.")
    note: Annotated[str, Field(max_length=MAX_NOTE), AfterValidator(name_line)] | None = Field(
        default=None, description="What authors should know of it."
    )

    @model_validator(mode="after")
    def _says_another_word_only_where_it_is_avoided(self) -> Self:
        if self.use == "use" and self.instead is not None:
            raise ValueError("`instead` goes with a term to avoid")
        return self
