"""The writer that asks a model, through pydantic-ai: any provider that it knows, or a local server."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cache, partial
from typing import Any, Final

from pydantic import ValidationError
from pydantic_ai.models import Model

from workbench.service.ai.course_outline import (
    OUTLINE_INSTRUCTIONS,
    OutlineRequest,
    PlannedCourse,
    ProposedCourse,
    brief_message,
    outline_flaw,
    outline_form_problem,
    outline_from_answer,
)
from workbench.service.ai.model_task import ModelTask, TaskAgent, TaskWording
from workbench.service.ai.problems import DraftProblem, draft_problem, first_error, form_problem
from workbench.service.ai.prompt import INSTRUCTIONS, topic_message
from workbench.service.ai.proposal import ProposedLesson, repaired_draft
from workbench.service.ai.provider import make_model, read_settings
from workbench.service.ai.suggestion import proposed_type, suggestion_task
from workbench.service.ai.support import find_unsupported
from workbench.service.ai.translation import (
    TRANSLATION_INSTRUCTIONS,
    ProposedTranslation,
    TranslatedLesson,
    TranslationRequest,
    tokens_needed,
    translation_flaw,
    translation_form_problem,
    translation_from_answer,
    translation_message,
)
from workbench.service.ai.writer import StarterDraft, StarterRequest, SuggestedBlock, SuggestionRequest

_TOKENS_OF_LESSON: Final = 120
"""Tokens that one lesson of an outline takes, generously."""


class ModelWriter:
    """Requests texts of four kinds from a model, within a deadline, and trusts nothing in the answers."""

    is_ai: Final = True
    languages: Final = None

    def __init__(self, name: str, model: Model, *, deadline_seconds: float, output_tokens: int) -> None:
        self.name: Final = name
        self._model = model
        self._lessons = TaskAgent(
            _starter_task(name), model, deadline_seconds=deadline_seconds, output_tokens=output_tokens
        )
        self._outlines = TaskAgent(_OUTLINE, model, deadline_seconds=deadline_seconds, output_tokens=output_tokens)

        self._translations = TaskAgent(
            _TRANSLATION, model, deadline_seconds=deadline_seconds, output_tokens=output_tokens
        )

        @cache
        def blocks(block_type: str) -> TaskAgent[SuggestionRequest, Any, SuggestedBlock]:
            task = suggestion_task(block_type, name)
            return TaskAgent(task, model, deadline_seconds=deadline_seconds, output_tokens=output_tokens)

        self._blocks = blocks

    def refusal(self, request: StarterRequest) -> str | None:
        """Return None: a model may be asked for any language. Its text is checked afterwards."""
        return None

    async def write(self, request: StarterRequest) -> StarterDraft:
        """Return the repaired draft with its token counts.

        Raises WriterFailed, after the deadline at the latest.
        """
        made = await self._lessons.run(request)
        return replace(made.result, input_tokens=made.input_tokens, output_tokens=made.output_tokens)

    async def propose_outline(self, request: OutlineRequest) -> PlannedCourse:
        """Return the outline with its token counts. Raises WriterFailed, after the deadline at the latest."""
        made = await self._outlines.run(request, output_tokens=_TOKENS_OF_LESSON * (request.lessons or 0))
        return replace(made.result, writer=self.name, input_tokens=made.input_tokens, output_tokens=made.output_tokens)

    async def translate(self, request: TranslationRequest) -> TranslatedLesson:
        """Return the translation with its token counts. Raises WriterFailed, after the deadline at the latest."""
        made = await self._translations.run(request, output_tokens=tokens_needed(request))
        return replace(made.result, writer=self.name, input_tokens=made.input_tokens, output_tokens=made.output_tokens)

    async def suggest(self, request: SuggestionRequest) -> SuggestedBlock:
        """Return the repaired proposal with its token counts.

        Raises WriterFailed, after the deadline at the latest.
        """
        made = await self._blocks(proposed_type(request.action, request.block.type)).run(request)
        return replace(made.result, input_tokens=made.input_tokens, output_tokens=made.output_tokens)

    async def close(self) -> None:
        """Close the provider's connections."""
        async with self._model:
            pass


def model_writer(environment: Mapping[str, str]) -> ModelWriter:
    """Return the writer for WORKBENCH_AI_MODEL. Raises Misconfigured."""
    settings = read_settings(environment)
    return ModelWriter(
        settings.name,
        make_model(settings.name, environment),
        deadline_seconds=settings.deadline_seconds,
        output_tokens=settings.output_tokens,
    )


def _starter_task(writer: str) -> ModelTask[StarterRequest, ProposedLesson, StarterDraft]:
    return ModelTask(
        instructions=INSTRUCTIONS,
        answer=ProposedLesson,
        message=topic_message,
        judge=partial(_check_proposal, writer),
        flaw=first_error,
        form_problem=form_problem,
        wording=TaskWording("lesson", "topic", "the topic"),
    )


_OUTLINE: Final = ModelTask(
    instructions=OUTLINE_INSTRUCTIONS,
    answer=ProposedCourse,
    message=brief_message,
    judge=outline_from_answer,
    flaw=outline_flaw,
    form_problem=outline_form_problem,
    wording=TaskWording("outline", "brief", "the brief"),
)

_TRANSLATION: Final = ModelTask(
    instructions=TRANSLATION_INSTRUCTIONS,
    answer=ProposedTranslation,
    message=translation_message,
    judge=translation_from_answer,
    flaw=translation_flaw,
    form_problem=translation_form_problem,
    wording=TaskWording("translation", "lesson", "the lesson"),
)


def _check_proposal(writer: str, lesson: ProposedLesson, request: StarterRequest) -> StarterDraft | DraftProblem:
    """Return the repaired draft of a proposal, or the problem that makes it unusable."""
    try:
        draft = repaired_draft(lesson, writer, request.passages)
    except ValidationError as error:
        return form_problem(error)
    return draft_problem(draft, request) or find_unsupported(draft, request) or draft
