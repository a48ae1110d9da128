"""The writer that asks a model, through pydantic-ai: any provider that it knows, or a local server.

It knows the seam, the words we send and the checks on what comes back. It gives the model no tools and no secrets,
and no message of its failures holds what a provider said.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Final

from pydantic_ai import Agent, ModelSettings, NativeOutput, RunUsage
from pydantic_ai.exceptions import (
    AgentRunError,
    ContentFilterError,
    ModelAPIError,
    ModelAuthenticationError,
    ModelConnectionError,
    ModelContextWindowExceededError,
    ModelHTTPError,
    ModelNotFoundError,
    ModelQuotaExceededError,
    ModelRateLimitError,
    ModelRequestTimeout,
    OutputTokenLimitExceeded,
    UnexpectedModelBehavior,
)
from pydantic_ai.models import Model

from workbench.service.ai.detector import other_language
from workbench.service.ai.prompt import INSTRUCTIONS, topic_message
from workbench.service.ai.proposal import ProposedLesson, checked_draft, joined_text
from workbench.service.ai.provider import make_model, read_settings
from workbench.service.ai.writer import Reason, StarterDraft, StarterRequest, WriterFailed

TRIES: Final = 2
"""How often one draft may be asked for; the provider's own client never repeats a request."""
PAUSE_SECONDS: Final = 1.0
"""The pause before another try when the provider names none."""

_AGAIN: Final = frozenset({408, 429, 500, 502, 503, 504, 529})


class ModelWriter:
    """Asks a model for a lesson, within a deadline, and trusts nothing of what comes back."""

    languages: Final = None

    def __init__(self, name: str, model: Model, *, deadline_seconds: float, output_tokens: int) -> None:
        self.name: Final = name
        self._model = model
        self._deadline_seconds = deadline_seconds
        native = model.profile.get("supports_json_schema_output", False)
        self._agent: Agent[object, ProposedLesson] = Agent(
            model,
            output_type=NativeOutput(ProposedLesson, strict=True) if native else ProposedLesson,
            instructions=INSTRUCTIONS,
            model_settings=ModelSettings(max_tokens=output_tokens, max_retries=0),
            retries=0,
        )

    def refusal(self, request: StarterRequest) -> str | None:
        """None: a model may be asked for any language. What it writes is checked afterwards."""
        return None

    async def write(self, request: StarterRequest) -> StarterDraft:
        """The checked draft with the tokens it took. Raises WriterFailed, after the deadline at the latest."""
        usage = RunUsage()
        try:
            async with asyncio.timeout(self._deadline_seconds):
                lesson = await self._lesson(request, usage)
                title, blocks = checked_draft(lesson)
                other = await asyncio.to_thread(other_language, joined_text(title, blocks), request.language)
        except TimeoutError:
            raise WriterFailed(
                f"The model gave no draft within {self._deadline_seconds:g} seconds. Nothing was charged; try again.",
                reason="deadline",
            ) from None
        if other is not None:
            message = f"The model wrote in {other.upper()} instead of {request.language}. Nothing was charged."
            raise WriterFailed(message, reason="language")
        return StarterDraft(title, blocks, self.name, usage.input_tokens or None, usage.output_tokens or None)

    async def close(self) -> None:
        """Closes the provider's connections."""
        async with self._model:
            pass

    async def _lesson(self, request: StarterRequest, usage: RunUsage) -> ProposedLesson:
        """The model's proposal, requested at most twice, within the caller's deadline."""
        ends_at = asyncio.get_running_loop().time() + self._deadline_seconds
        for tries_left in reversed(range(TRIES)):
            attempt = await self._attempt(request, usage)
            if isinstance(attempt, ProposedLesson):
                return attempt
            failure, may_pass = attempt
            pause = PAUSE_SECONDS if failure.retry_after_seconds is None else failure.retry_after_seconds
            if not (may_pass and tries_left and asyncio.get_running_loop().time() + pause < ends_at):
                raise failure
            await asyncio.sleep(pause)
        raise AssertionError("the last try either answers or raises")

    async def _attempt(self, request: StarterRequest, usage: RunUsage) -> ProposedLesson | tuple[WriterFailed, bool]:
        """One request: the proposal, or our failure and whether another try may pass.

        The failure is given back and not raised here: what the provider said may hold a key or the topic, and would
        travel with it as its context.
        """
        try:
            return (await self._agent.run(topic_message(request), usage=usage)).output
        except AgentRunError as error:
            return _failure(error), _may_pass(error)


def model_writer(environment: Mapping[str, str]) -> ModelWriter:
    """The writer for WORKBENCH_AI_MODEL. Raises Misconfigured."""
    settings = read_settings(environment)
    return ModelWriter(
        settings.name,
        make_model(settings.name, environment),
        deadline_seconds=settings.deadline_seconds,
        output_tokens=settings.output_tokens,
    )


def _may_pass(error: AgentRunError) -> bool:
    """True for a failure that another try may not meet again."""
    if isinstance(error, ModelQuotaExceededError):
        return False
    if isinstance(error, ModelHTTPError):
        return error.status_code in _AGAIN
    return isinstance(error, ModelConnectionError | ModelRateLimitError)


def _failure(error: AgentRunError) -> WriterFailed:
    """Our failure for a provider's, in our own words."""
    after = error.retry_after if isinstance(error, ModelAPIError) else None
    reason, message = _failure_of(error)
    return WriterFailed(f"{message} Nothing was charged.", reason=reason, retry_after_seconds=after)


def _failure_of(error: AgentRunError) -> tuple[Reason, str]:
    match error:
        case ModelAuthenticationError() | ModelNotFoundError():
            return "misconfigured", "The model's provider refused the key or does not know the model."
        case ModelQuotaExceededError():
            return "unavailable", "The account at the model's provider is used up."
        case ModelRequestTimeout():
            return "deadline", "The model took too long."
        case ModelContextWindowExceededError():
            return "too_long", "The topic is too long for the model."
        case OutputTokenLimitExceeded():
            return "too_long", "The model's draft became too long."
        case ContentFilterError():
            return "refused", "The model's provider declined to write about this topic."
        case UnexpectedModelBehavior():
            return "malformed", "The model's draft was not a lesson in the agreed form."
        case ModelRateLimitError():
            return "unavailable", "The model's provider asks for patience."
        case _:
            return "unavailable", "The model cannot be reached or is not well."
