"""A writer that does what a test says, at the writer's real seam: it waits, fails, and remembers what it was asked."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import Any

from workbench.authoring.translation import is_translated, translatable_texts, translated_content
from workbench.service.ai.course_outline import OutlineRequest, PlannedCourse, PlannedLesson
from workbench.service.ai.planning_sheet import SheetWriter
from workbench.service.ai.translation import TranslatedLesson, TranslationRequest
from workbench.service.ai.writer import DraftBlock, StarterDraft, StarterRequest, SuggestedBlock, SuggestionRequest

DRAFT = StarterDraft(
    title="Tides",
    blocks=(DraftBlock("heading", {"text": "Tides", "level": 1}), DraftBlock("text", {"markdown": "The moon pulls."})),
    writer="scripted",
    input_tokens=11,
    output_tokens=22,
)
OUTLINE = PlannedCourse(
    title="The sea",
    lessons=(
        PlannedLesson("Tides", ("Explain why there are tides",), "The moon's pull, and why the sea rises twice a day."),
        PlannedLesson("Waves", ("Say what moves in a wave",), "How wind makes waves, and what travels with them."),
    ),
    writer="scripted",
)


SUGGESTED_TEXT = "The moon pulls at the water, twice a day."


class ScriptedWriter:
    """Writes one and the same `draft` and `outline`. `open_gate` lets waiting requests on, in the order they came."""

    name = "scripted"
    is_ai = True
    languages: tuple[str, ...] | None = None

    def __init__(self) -> None:
        self.requests: list[StarterRequest | OutlineRequest | SuggestionRequest | TranslationRequest] = []
        self.failure: BaseException | None = None
        self.sentence: str | None = None
        self.gates: list[asyncio.Event] = []
        self.begun = asyncio.Event()
        self.draft = DRAFT
        self.outline = OUTLINE
        self.suggested: DraftBlock | None = None

    def gated(self, count: int = 1) -> list[asyncio.Event]:
        """Gates at which the next requests wait, one each; later requests pass."""
        self.gates = [asyncio.Event() for _ in range(count)]
        return list(self.gates)

    def refusal(self, request: StarterRequest) -> str | None:
        """What the test said."""
        return self.sentence

    async def write(self, request: StarterRequest) -> StarterDraft:
        """The draft, or the failure that the test said."""
        await self._asked(request)
        return self.draft

    async def propose_outline(self, request: OutlineRequest) -> PlannedCourse:
        """The outline, or the failure that the test said."""
        await self._asked(request)
        return self.outline

    async def suggest(self, request: SuggestionRequest) -> SuggestedBlock:
        """The block that the test said, or one about the tides of the type that was requested."""
        await self._asked(request)
        return SuggestedBlock(self.suggested or _suggested(request), self.name, input_tokens=11, output_tokens=22)

    async def translate(self, request: TranslationRequest) -> TranslatedLesson:
        """The same words, each text with the language's code before it."""
        await self._asked(request)
        return replace(translated(request), writer=self.name, input_tokens=11, output_tokens=22)

    async def _asked(self, request: StarterRequest | OutlineRequest | SuggestionRequest | TranslationRequest) -> None:
        self.requests.append(request)
        self.begun.set()
        if self.gates:
            await self.gates.pop(0).wait()
        if self.failure is not None:
            raise self.failure

    async def close(self) -> None:
        """Nothing to let go of."""


class OfferingWriter(SheetWriter):
    """Writes short finished lessons without a model, in a service that offers all that a model can do."""

    is_ai = True  # type: ignore[misc]  # final there

    async def write(self, request: StarterRequest) -> StarterDraft:
        """The sheet's title, and a text."""
        draft = await super().write(request)
        return replace(draft, blocks=(draft.blocks[0], *DRAFT.blocks[1:]))

    async def propose_outline(self, request: OutlineRequest) -> PlannedCourse:
        """One and the same outline."""
        return OUTLINE

    async def suggest(self, request: SuggestionRequest) -> SuggestedBlock:
        """A block of the type that is requested."""
        return SuggestedBlock(_suggested(request), "outline")

    async def translate(self, request: TranslationRequest) -> TranslatedLesson:
        """The same words, each text with the language's code before it."""
        return replace(translated(request), writer="outline")


def translated(request: TranslationRequest) -> TranslatedLesson:
    """A translation whose texts are the source's behind the code of the language."""

    def said(text: str) -> str:
        return f"{request.language}: {text}"

    blocks = [
        (
            index,
            DraftBlock(block.type, translated_content(block.content, {at: said(text) for at, text in texts.items()})),
        )
        for index, block in enumerate(request.blocks)
        if is_translated(block.type)
        for texts in [translatable_texts(block.content)]
    ]
    return TranslatedLesson(said(request.title), request.course_title and said(request.course_title), tuple(blocks))


def _suggested(request: SuggestionRequest) -> DraftBlock:
    return suggested_block("quiz" if request.action == "makeQuestion" else request.block.type)


def suggested_block(block_type: str) -> DraftBlock:
    """A block of a type, about the tides; of a quiz, the right choice is far the longest."""
    right = "The moon, and a little less than half as strongly the sun"
    choices = [
        {"text": choice, "isCorrect": choice == right, "feedback": "The moon is near, and the sun is heavy."}
        for choice in (right, "The wind", "The rivers")
    ]
    contents: dict[str, dict[str, Any]] = {
        "heading": {"text": "How tides come about", "level": 2},
        "objectives": {"items": ["Explain why there are tides."]},
        "keyTerms": {"terms": [{"term": "Tide", "meaning": SUGGESTED_TEXT}]},
        "example": {"title": "A harbour", "markdown": SUGGESTED_TEXT},
        "quiz": {"question": "What pulls at the water?", "multiple": False, "choices": choices},
        "reflection": {"prompt": "Where have you seen a tide?"},
        "summary": {"items": [SUGGESTED_TEXT]},
    }
    return DraftBlock(block_type, contents.get(block_type, {"markdown": SUGGESTED_TEXT}))
