"""A model's task, and the agent that carries it out in at most two requests.

It gives the model no tools and no secrets, and no message of its failures holds what a provider said. An answer with a
problem goes back to the model once. Lessons, outlines and suggestions are such tasks.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final, Generic, TypeVar

from pydantic import BaseModel, ValidationError
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

from workbench.service.ai.problems import LANGUAGE, DraftProblem
from workbench.service.ai.writer import Reason, WriterFailed

MOST_REQUESTS: Final = 2
"""Requests for one result at most, whatever the second one is for; the provider's own client never repeats a request.
"""
PAUSE_SECONDS: Final = 1.0
"""The pause before another try when the provider names none."""

_AGAIN: Final = frozenset({408, 429, 500, 502, 503, 504, 529})
_LOG: Final = logging.getLogger("workbench.service")

R = TypeVar("R")  # the request
P = TypeVar("P", bound=BaseModel)  # the form of the model's answer
D = TypeVar("D")  # the outcome of the answer


@dataclass(frozen=True, slots=True)
class TaskWording:
    """The words of a task's failures: the `result` ("lesson"), its subject ("topic"), and what can be changed."""

    result: str
    about: str
    change: str


@dataclass(frozen=True, slots=True)
class ModelTask(Generic[R, P, D]):
    """A task for a model; its functions are pure and take some milliseconds.

    `instructions` are the same for every request; `message` has the request as data; `answer` is the schema of the
    answer. `judge` makes the result of an answer, or says what is wrong with it; `flaw` says what is wrong with a
    result that is still used if no better one comes; `form_problem` says where an answer differs from the schema.
    """

    instructions: str
    answer: type[P]
    message: Callable[[R], str]
    judge: Callable[[P, R], D | DraftProblem]
    flaw: Callable[[D, R], DraftProblem | None]
    form_problem: Callable[[ValidationError], DraftProblem]
    wording: TaskWording


@dataclass(frozen=True, slots=True)
class TaskResult(Generic[D]):
    """The result of a task, and the tokens of all its requests; None if none were counted."""

    result: D
    input_tokens: int | None
    output_tokens: int | None


@dataclass(slots=True)
class _Attempts(Generic[R, D]):
    """The state of one request: the last `problem` of an answer, and the last usable `result`."""

    request: R
    wording: TaskWording
    output_tokens: int
    problem: DraftProblem | None = None
    result: D | None = None

    def unusable(self, problem: DraftProblem) -> ModelRetry:
        """Return the exception that makes the model write again, or raise if no requests are left.

        The log gets no word of the answer.
        """
        self.problem = problem
        _LOG.info("a model's draft is not usable: %s in %s", problem.rule, problem.field)
        again = f"Write the whole {self.wording.result} again with this corrected, in the requested form."
        return ModelRetry(f"{problem.sentence} {again}")


class _FormChecked(AbstractCapability[_Attempts[Any, Any]]):
    """Says in our words where an answer has not the agreed form; the library would repeat what the model wrote."""

    def __init__(self, form_problem: Callable[[ValidationError], DraftProblem]) -> None:
        self._form_problem = form_problem

    async def on_output_validate_error(  # type: ignore[override]  # `ctx` there; it is given by position
        self, context: RunContext[_Attempts[Any, Any]], *, error: ValidationError | ModelRetry, **_: Any
    ) -> Any:
        answer = context.messages[-1]
        is_cut = isinstance(answer, ModelResponse) and answer.finish_reason == "length"  # for the library to say
        raise error if is_cut or isinstance(error, ModelRetry) else context.deps.unusable(self._form_problem(error))


class TaskAgent(Generic[R, P, D]):
    """Carries out one task with one model, within a deadline, and trusts nothing in the answers."""

    def __init__(self, task: ModelTask[R, P, D], model: Model, *, deadline_seconds: float, output_tokens: int) -> None:
        self._task = task
        self._deadline_seconds = deadline_seconds
        self._output_tokens = output_tokens
        native = model.profile.get("supports_json_schema_output", False)
        self._agent: Agent[_Attempts[R, D], P] = Agent(
            model,
            deps_type=_Attempts[R, D],
            output_type=NativeOutput(task.answer, strict=True) if native else task.answer,
            instructions=task.instructions,
            retries=0,
            capabilities=[_FormChecked(task.form_problem)],
        )
        self._agent.output_validator(self._validate_answer)

    async def run(self, request: R, *, output_tokens: int = 0) -> TaskResult[D]:
        """Return the result with its token counts. Raises WriterFailed, after the deadline at the latest.

        `output_tokens` is how many this request needs, if that may exceed the agent's number.
        """
        most = max(output_tokens, self._output_tokens)
        usage, attempts = RunUsage(), _Attempts[R, D](request, self._task.wording, most)
        try:
            async with asyncio.timeout(self._deadline_seconds):
                result = await self._run_attempts(attempts, usage)
        except TimeoutError:
            if attempts.result is None:
                raise self._too_late(attempts.problem) from None
            result = attempts.result
        return TaskResult(result, usage.input_tokens or None, usage.output_tokens or None)

    async def _validate_answer(self, context: RunContext[_Attempts[R, D]], answer: P) -> P:
        """Return the answer if it makes a result without a flaw. Raises ModelRetry."""
        attempts = context.deps
        judgement = await asyncio.to_thread(self._task.judge, answer, attempts.request)
        if isinstance(judgement, DraftProblem):
            raise attempts.unusable(judgement)
        attempts.result = judgement  # it is used if no better one comes
        flaw = await asyncio.to_thread(self._task.flaw, judgement, attempts.request)
        if flaw is not None:
            raise attempts.unusable(flaw)
        return answer

    async def _run_attempts(self, attempts: _Attempts[R, D], usage: RunUsage) -> D:
        """Return the result, after two requests at most, within the caller's deadline."""
        ends_at = asyncio.get_running_loop().time() + self._deadline_seconds
        failed_requests = 0
        while True:
            failure = await self._attempt(attempts, usage, MOST_REQUESTS - failed_requests - usage.requests)
            if failure is None:
                assert attempts.result is not None  # the answer was checked
                return attempts.result
            failed, may_pass = failure
            failed_requests += 1
            pause = PAUSE_SECONDS if failed.retry_after_seconds is None else failed.retry_after_seconds
            is_left = failed_requests + usage.requests < MOST_REQUESTS
            if not (may_pass and is_left and asyncio.get_running_loop().time() + pause < ends_at):
                raise failed
            await asyncio.sleep(pause)

    async def _attempt(
        self, attempts: _Attempts[R, D], usage: RunUsage, requests: int
    ) -> tuple[WriterFailed, bool] | None:
        """Make up to this many requests: return None with a result in `attempts`, or our failure and whether another
        try may succeed.

        The failure is returned and not raised here: the provider's message may contain a key or the request, and would
        travel with it as its context.
        """
        try:
            message = self._task.message(attempts.request)
            settings = ModelSettings(max_tokens=attempts.output_tokens, max_retries=0)
            await self._agent.run(
                message, deps=attempts, usage=usage, model_settings=settings, retries={"output": requests - 1}
            )
        except AgentRunError as error:
            if attempts.result is not None:  # one with a flaw, whose correction is not better or did not come
                return None
            return self._failure(error, attempts.problem), _may_pass(error)
        return None

    def _failure(self, error: AgentRunError, problem: DraftProblem | None) -> WriterFailed:
        """Our failure for a provider's, in our own words; for an answer that stayed unusable, with its problem."""
        after = error.retry_after if isinstance(error, ModelAPIError) else None
        reason, message = _failure_of(error, self._task.wording)
        if problem is not None and reason in ("malformed", "too_long"):  # the correction was no better, or cut
            return self._draft_failure(problem)
        return WriterFailed(f"{message} Nothing was charged.", reason=reason, retry_after_seconds=after)

    def _too_late(self, problem: DraftProblem | None) -> WriterFailed:
        if problem is not None:  # the one correction took too long
            return self._draft_failure(problem)
        return WriterFailed(
            f"The model gave no draft within {self._deadline_seconds:g} seconds. Nothing was charged; try again.",
            reason="deadline",
        )

    def _draft_failure(self, problem: DraftProblem) -> WriterFailed:
        _LOG.warning("a model's draft was refused: %s in %s", problem.rule, problem.field)
        wording = self._task.wording
        return WriterFailed(
            f"The draft was no usable {wording.result}. {problem.sentence} Nothing was charged; try again, or change "
            f"{wording.change}.",
            reason="language" if problem.rule == LANGUAGE else "malformed",
        )


def _may_pass(error: AgentRunError) -> bool:
    """True for a failure that another try may not meet again."""
    if isinstance(error, ModelQuotaExceededError):
        return False
    if isinstance(error, ModelHTTPError):
        return error.status_code in _AGAIN
    return isinstance(error, ModelConnectionError | ModelRateLimitError)


def _failure_of(error: AgentRunError, wording: TaskWording) -> tuple[Reason, str]:
    match error:
        case ModelAuthenticationError() | ModelNotFoundError():
            return "misconfigured", "The model's provider refused the key or does not know the model."
        case ModelQuotaExceededError():
            return "unavailable", "The account with the model's provider has run out of credit."
        case ModelRequestTimeout():
            return "deadline", "The model took too long."
        case ModelContextWindowExceededError():
            return "too_long", f"The {wording.about} is too long for the model."
        case OutputTokenLimitExceeded():
            return "too_long", "The model's draft became too long."
        case ContentFilterError():
            return "refused", f"The model's provider declined to write about this {wording.about}."
        case UnexpectedModelBehavior(__cause__=ModelRetry() | ToolRetryError()):
            return "malformed", f"The model's draft was no {wording.result} in the agreed form."
        case UnexpectedModelBehavior():
            return "unavailable", "The model's provider gave an invalid answer."
        case ModelRateLimitError():
            return "unavailable", "The model's provider is busy."
        case _:
            return "unavailable", "The model cannot be reached or has a problem."
