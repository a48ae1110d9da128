"""The writer that asks a model, through pydantic-ai: any provider that it knows, or a local server.

It knows the seam, the words we send and the checks on what comes back. It gives the model no tools and no secrets,
and no message of its failures holds what a provider said. A draft with a problem goes back to the model once.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from pydantic import ValidationError
from pydantic_ai import Agent, ModelRetry, ModelSettings, NativeOutput, RunContext, RunUsage
from pydantic_ai.capabilities import AbstractCapability
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
    ToolRetryError,
    UnexpectedModelBehavior,
)
from pydantic_ai.messages import ModelResponse
from pydantic_ai.models import Model

from workbench.service.ai.problems import LANGUAGE, DraftProblem, flaw_of, form_problem, problem_of
from workbench.service.ai.prompt import INSTRUCTIONS, retry_message, topic_message
from workbench.service.ai.proposal import ProposedLesson, repaired_draft
from workbench.service.ai.provider import make_model, read_settings
from workbench.service.ai.writer import Reason, StarterDraft, StarterRequest, WriterFailed

MOST_REQUESTS: Final = 2
"""Most requests for one draft, whatever the second one is for; the provider's own client never repeats a request."""
PAUSE_SECONDS: Final = 1.0
"""The pause before another try when the provider names none."""

_AGAIN: Final = frozenset({408, 429, 500, 502, 503, 504, 529})
_LOG: Final = logging.getLogger("workbench.service")


@dataclass(slots=True)
class _Drafting:
    """One draft while it is written: the last `problem` that an answer had, and the `draft` of the last usable one."""

    request: StarterRequest
    problem: DraftProblem | None = None
    draft: StarterDraft | None = None

    def unusable(self, problem: DraftProblem) -> ModelRetry:
        """What makes the model write again, while there are requests left. The log gets no word of the draft."""
        self.problem = problem
        _LOG.info("a model's draft is not usable: %s in %s", problem.rule, problem.field)
        return ModelRetry(retry_message(problem.sentence))


class _FormChecked(AbstractCapability[_Drafting]):
    """Says in our words where an answer has not the agreed form; the library would repeat what the model wrote."""

    async def on_output_validate_error(  # type: ignore[override]  # `ctx` there; it is given by position
        self, context: RunContext[_Drafting], *, error: ValidationError | ModelRetry, **_: Any
    ) -> Any:
        answer = context.messages[-1]
        is_cut = isinstance(answer, ModelResponse) and answer.finish_reason == "length"  # for the library to say
        raise error if is_cut or isinstance(error, ModelRetry) else context.deps.unusable(form_problem(error))


class ModelWriter:
    """Asks a model for a lesson, within a deadline, and trusts nothing of what comes back."""

    languages: Final = None

    def __init__(self, name: str, model: Model, *, deadline_seconds: float, output_tokens: int) -> None:
        self.name: Final = name
        self._model = model
        self._deadline_seconds = deadline_seconds
        native = model.profile.get("supports_json_schema_output", False)
        self._agent: Agent[_Drafting, ProposedLesson] = Agent(
            model,
            deps_type=_Drafting,
            output_type=NativeOutput(ProposedLesson, strict=True) if native else ProposedLesson,
            instructions=INSTRUCTIONS,
            model_settings=ModelSettings(max_tokens=output_tokens, max_retries=0),
            retries=0,
            capabilities=[_FormChecked()],
        )
        self._agent.output_validator(self._checked)

    def refusal(self, request: StarterRequest) -> str | None:
        """None: a model may be asked for any language. What it writes is checked afterwards."""
        return None

    async def write(self, request: StarterRequest) -> StarterDraft:
        """The repaired draft with the tokens it took. Raises WriterFailed, after the deadline at the latest."""
        usage, drafting = RunUsage(), _Drafting(request)
        try:
            async with asyncio.timeout(self._deadline_seconds):
                draft = await self._draft(drafting, usage)
        except TimeoutError:
            if drafting.draft is not None:
                return _with_usage(drafting.draft, usage)
            if drafting.problem is not None:  # the one correction took too long
                raise _refused(drafting.problem) from None
            raise WriterFailed(
                f"The model gave no draft within {self._deadline_seconds:g} seconds. Nothing was charged; try again.",
                reason="deadline",
            ) from None
        return _with_usage(draft, usage)

    async def close(self) -> None:
        """Closes the provider's connections."""
        async with self._model:
            pass

    async def _checked(self, context: RunContext[_Drafting], lesson: ProposedLesson) -> ProposedLesson:
        """The lesson, whose draft is usable and has no finding of severity error. Raises ModelRetry."""
        found = await asyncio.to_thread(_judged, lesson, self.name, context.deps.request)
        if isinstance(found, DraftProblem):
            raise context.deps.unusable(found)
        context.deps.draft = found  # a lesson: it is kept where no better one comes
        flaw = await asyncio.to_thread(flaw_of, found, context.deps.request)
        if flaw is not None:
            raise context.deps.unusable(flaw)
        return lesson

    async def _draft(self, drafting: _Drafting, usage: RunUsage) -> StarterDraft:
        """The model's draft, after two requests at most, within the caller's deadline."""
        ends_at = asyncio.get_running_loop().time() + self._deadline_seconds
        failed_requests = 0
        while True:
            attempt = await self._attempt(drafting, usage, MOST_REQUESTS - failed_requests - usage.requests)
            if isinstance(attempt, StarterDraft):
                return attempt
            failure, may_pass = attempt
            failed_requests += 1
            pause = PAUSE_SECONDS if failure.retry_after_seconds is None else failure.retry_after_seconds
            is_left = failed_requests + usage.requests < MOST_REQUESTS
            if not (may_pass and is_left and asyncio.get_running_loop().time() + pause < ends_at):
                raise failure
            await asyncio.sleep(pause)

    async def _attempt(
        self, drafting: _Drafting, usage: RunUsage, requests: int
    ) -> StarterDraft | tuple[WriterFailed, bool]:
        """Up to so many requests: the draft, or our failure and whether another try may pass.

        The failure is given back and not raised here: what the provider said may hold a key or the topic, and would
        travel with it as its context.
        """
        try:
            message = topic_message(drafting.request)
            await self._agent.run(message, deps=drafting, usage=usage, retries={"output": requests - 1})
        except AgentRunError as error:
            if drafting.draft is not None:  # a lesson with a flaw, whose correction is no better or did not come
                return drafting.draft
            return _failure(error, drafting.problem), _may_pass(error)
        assert drafting.draft is not None  # the output was checked
        return drafting.draft


def model_writer(environment: Mapping[str, str]) -> ModelWriter:
    """The writer for WORKBENCH_AI_MODEL. Raises Misconfigured."""
    settings = read_settings(environment)
    return ModelWriter(
        settings.name,
        make_model(settings.name, environment),
        deadline_seconds=settings.deadline_seconds,
        output_tokens=settings.output_tokens,
    )


def _with_usage(draft: StarterDraft, usage: RunUsage) -> StarterDraft:
    return replace(draft, input_tokens=usage.input_tokens or None, output_tokens=usage.output_tokens or None)


def _judged(lesson: ProposedLesson, writer: str, request: StarterRequest) -> StarterDraft | DraftProblem:
    """The repaired draft of a proposal, or what keeps it from being a lesson."""
    try:
        draft = repaired_draft(lesson, writer)
    except ValidationError as error:
        return form_problem(error)
    return problem_of(draft, request) or draft


def _may_pass(error: AgentRunError) -> bool:
    """True for a failure that another try may not meet again."""
    if isinstance(error, ModelQuotaExceededError):
        return False
    if isinstance(error, ModelHTTPError):
        return error.status_code in _AGAIN
    return isinstance(error, ModelConnectionError | ModelRateLimitError)


def _failure(error: AgentRunError, problem: DraftProblem | None) -> WriterFailed:
    """Our failure for a provider's, in our own words; for a draft that stayed unusable, with its problem."""
    after = error.retry_after if isinstance(error, ModelAPIError) else None
    reason, message = _failure_of(error)
    if problem is not None and reason in ("malformed", "too_long"):  # the correction was no better, or cut
        return _refused(problem)
    return WriterFailed(f"{message} Nothing was charged.", reason=reason, retry_after_seconds=after)


def _refused(problem: DraftProblem) -> WriterFailed:
    _LOG.warning("a model's draft was refused: %s in %s", problem.rule, problem.field)
    return WriterFailed(
        f"The draft was no usable lesson. {problem.sentence} Nothing was charged; try again, or change the topic.",
        reason="language" if problem.rule == LANGUAGE else "malformed",
    )


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
        case UnexpectedModelBehavior(__cause__=ModelRetry() | ToolRetryError()):
            return "malformed", "The model's draft was not a lesson in the agreed form."
        case UnexpectedModelBehavior():
            return "unavailable", "The model's provider gave an answer that is none."
        case ModelRateLimitError():
            return "unavailable", "The model's provider asks for patience."
        case _:
            return "unavailable", "The model cannot be reached or is not well."
