"""The writer interface: takes a topic and a language, returns a lesson draft or raises a typed failure."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final, Literal, Protocol, runtime_checkable

from workbench.authoring.repairs.repair import Repair
from workbench.authoring.style import GlossaryTerm, LessonStyle
from workbench.errors import WorkbenchError
from workbench.procedures.suggestions import SuggestionAction

Reason = Literal["unavailable", "deadline", "malformed", "language", "too_long", "refused", "misconfigured"]
TITLE_CHARS = 120
"""Longest title of a draft."""
WRITTEN_TYPES: Final = ("heading", "text", "objectives", "keyTerms", "example", "quiz", "reflection", "summary")
"""The block types that writers write, in their usual order."""


@dataclass(frozen=True, slots=True)
class PromptPassage:
    """A passage of a source that a draft is written from; all its texts are data, never instructions."""

    passage_id: str
    source_id: str
    title: str
    place: str
    heading: str | None
    text: str


@dataclass(frozen=True, slots=True)
class StarterRequest:
    """A person's request. `language` is an upper-case code; all texts are data, never instructions.

    `objectives` must be taught. `glossary` has the organization's terms in this language. `shape` is the sequence of
    block types to follow, of those in `WRITTEN_TYPES`; empty: the writer's own. `passages` are its sources; with
    `strict` a draft is refused if it has numbers, names or links that none of them has.
    """

    language: str
    topic: str
    style: LessonStyle | None = None
    objectives: tuple[str, ...] = ()
    glossary: tuple[GlossaryTerm, ...] = ()
    shape: tuple[str, ...] = ()
    passages: tuple[PromptPassage, ...] = ()
    strict: bool = False


@dataclass(frozen=True, slots=True)
class DraftBlock:
    """A block without an id. `content` is valid under `workbench.authoring.content`, as on the wire."""

    type: str
    content: dict[str, Any]


@dataclass(frozen=True, slots=True)
class StarterDraft:
    """A lesson as a writer proposes it. `writer` is the writer's name; tokens are None if none were counted.

    `repairs` are the corrections made without the model.
    """

    title: str
    blocks: tuple[DraftBlock, ...]
    writer: str
    input_tokens: int | None = None
    output_tokens: int | None = None
    repairs: tuple[Repair, ...] = ()


@dataclass(frozen=True, slots=True)
class SuggestionRequest:
    """An author's request for one block of a lesson, with the lesson's title, objectives and nearby blocks.

    All texts are data; the author's `instruction` may be empty.
    """

    language: str
    action: SuggestionAction
    block: DraftBlock
    instruction: str = ""
    title: str = ""
    objectives: tuple[str, ...] = ()
    before: tuple[DraftBlock, ...] = ()
    after: tuple[DraftBlock, ...] = ()


@dataclass(frozen=True, slots=True)
class SuggestedBlock:
    """A block as a writer proposes it; tokens are None if none were counted."""

    block: DraftBlock
    writer: str
    input_tokens: int | None = None
    output_tokens: int | None = None
    repairs: tuple[Repair, ...] = ()


class WriterFailed(WorkbenchError):
    """The writer gave no usable draft. Nothing was charged; try again later or change the topic."""

    def __init__(
        self,
        message: str | None = None,
        *,
        reason: Reason = "unavailable",
        retry_after_seconds: float | None = None,
    ) -> None:
        super().__init__(message)
        self.reason = reason
        self.retry_after_seconds = retry_after_seconds


class Writer(Protocol):
    """Anything that drafts lessons. `languages` is None when it may try any language."""

    @property
    def name(self) -> str:
        """`planning-sheet`, or the model as `provider:model`."""

    @property
    def is_ai(self) -> bool:
        """Whether a model writes."""

    @property
    def languages(self) -> tuple[str, ...] | None:
        """Language codes that the writer can write in; their regional forms are included."""

    def refusal(self, request: StarterRequest) -> str | None:
        """Return a sentence on why the writer refuses the request, or None. Free and immediate."""

    async def write(self, request: StarterRequest) -> StarterDraft:
        """Return the draft. Raises WriterFailed."""

    async def close(self) -> None:
        """Release the writer's connections."""


@runtime_checkable
class BlockWriter(Protocol):
    """A writer that helps with single blocks."""

    async def suggest(self, request: SuggestionRequest) -> SuggestedBlock:
        """Return the proposal. Raises WriterFailed."""
