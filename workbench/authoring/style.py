"""The requested style of a lesson, what it must teach, and the terms of an organization.

All of it is data that steers a writer, never an instruction to a model. Source: ours (writing 6).
"""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal, Self

from pydantic import AfterValidator, Field, SerializerFunctionWrapHandler, model_serializer, model_validator

from workbench.authoring.characters import name_line
from workbench.authoring.language import LanguageCode
from workbench.authoring.shape import InputModel
from workbench.authoring.topic import fold_topic

MAX_AUDIENCE: Final = 200
MAX_STYLE_TEXT: Final = 100
WORDS: Final = (100, 5_000)
QUESTIONS: Final = (0, 10)
MAX_OBJECTIVES: Final = 10
MAX_OBJECTIVE: Final = 480
MAX_TERM: Final = 100
MAX_NOTE: Final = 300
MAX_TERMS: Final = 500
MAX_GLOSSARY_CHARACTERS: Final = 20_000


_StyleText = Annotated[str, Field(max_length=MAX_STYLE_TEXT), AfterValidator(name_line)]


class LessonStyle(InputModel):
    """The requested style of a lesson; the writer decides about fields that are `None`."""

    audience: Annotated[str, Field(max_length=MAX_AUDIENCE), AfterValidator(name_line)] | None = Field(
        default=None, description="Its learners, such as `apprentices in their first year`."
    )
    tone: _StyleText | None = Field(default=None, description="The tone of voice, such as `friendly` or `formal`.")
    reading_level: _StyleText | None = Field(default=None, description="The reading level, such as `B1` or `grade 6`.")
    words: int | None = Field(
        default=None, ge=WORDS[0], le=WORDS[1], description="About how many words it has, 100 to 5,000."
    )
    questions: int | None = Field(
        default=None, ge=QUESTIONS[0], le=QUESTIONS[1], description="Number of quiz questions, 0 to 10."
    )
    like_lesson_id: Annotated[str, Field(min_length=1, max_length=64)] | None = Field(
        default=None, description="A lesson of the same organization: its sequence of block types is followed."
    )

    @property
    def is_empty(self) -> bool:
        """Whether the writer decides about everything."""
        return all(getattr(self, name) is None for name in type(self).model_fields)

    @model_serializer(mode="wrap")
    def _without_what_is_left_open(self, dump: SerializerFunctionWrapHandler) -> dict[str, Any]:
        return {name: value for name, value in dump(self).items() if value is not None}


def _style_or_none(style: LessonStyle | None) -> LessonStyle | None:
    """Return the style, or None for an empty one, which is the same request."""
    return None if style is None or style.is_empty else style


GivenStyle = Annotated[LessonStyle | None, AfterValidator(_style_or_none)]
"""A style in an input."""
Objective = Annotated[str, Field(max_length=MAX_OBJECTIVE), AfterValidator(name_line)]
"""A learning objective, in one line."""

_Term = Annotated[str, Field(max_length=MAX_TERM), AfterValidator(name_line)]


class GlossaryEntry(InputModel):
    """A term of a glossary in one language: lessons use it, or avoid it and say `instead` another way."""

    term: _Term = Field(description="The word or words, at most 100 characters.")
    use: Literal["use", "avoid"] = Field(description="`use` or `avoid`.")
    instead: _Term | None = Field(default=None, description="What to use instead; only for a term to avoid.")
    note: Annotated[str, Field(max_length=MAX_NOTE), AfterValidator(name_line)] | None = Field(
        default=None, description="A note for authors, at most 300 characters."
    )

    @model_validator(mode="after")
    def _says_another_word_only_where_it_is_avoided(self) -> Self:
        if self.use == "use" and self.instead is not None:
            raise ValueError("`instead` goes with a term to avoid")
        return self


class GlossaryTerm(GlossaryEntry):
    """A term with its language."""

    language: LanguageCode = Field(description="Upper-case language code, such as EN or PT-BR.")


def _check_one_glossary(entries: list[GlossaryEntry]) -> list[GlossaryEntry]:
    folded = [fold_topic(entry.term) for entry in entries]
    repeated = next((entry.term for entry, key in zip(entries, folded, strict=True) if folded.count(key) > 1), None)
    if repeated is not None:
        raise ValueError(f"the term {repeated} is there more than once")
    characters = sum(len(entry.term) + len(entry.instead or "") + len(entry.note or "") for entry in entries)
    if characters > MAX_GLOSSARY_CHARACTERS:
        most = f"at most {MAX_GLOSSARY_CHARACTERS:,} are allowed, since every draft gets all of them"
        raise ValueError(f"the terms have {characters:,} characters; {most}")
    return entries


GlossaryEntries = Annotated[list[GlossaryEntry], Field(max_length=MAX_TERMS), AfterValidator(_check_one_glossary)]
"""The complete glossary of a language, without repeated terms, ignoring case."""
