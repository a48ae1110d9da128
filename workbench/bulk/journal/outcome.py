"""The outcome of a paid request: made, refused, certainly not applied, or unsure.

Certainly not applied are connect errors and 400/401/402/403/404/405/413/415/422/429 in an error envelope. Everything
else without a lesson is unsure, including every 5xx. Source: ours (bulk).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final

from workbench.client.failure import without_advice
from workbench.errors import CallFailed, NotSent, Unreachable, WorkbenchError
from workbench.procedures.lesson import DRAFT_REFUSED, StarterLesson

SURELY_NOT_APPLIED: Final = frozenset({400, 401, 402, 403, 404, 405, 413, 415, 422, 429})
LESSON_IN_TRASH: Final = "LESSON_IN_TRASH"
"""The lesson of this key is in the trash; a person has to decide whether to make another one."""
NO_USABLE_DRAFT: Final = "DRAFT_REFUSED"
"""The service permanently refuses the draft under this key: nothing was made, nothing was paid."""
_STOPS_ALL: Final = frozenset({403, 404, 405, 415})


class OutcomeKind(StrEnum):
    """The known result of a row."""

    MADE = "made"
    REFUSED = "refused"
    NOT_APPLIED = "not applied"
    UNSURE = "unsure"


class RunEffect(StrEnum):
    """The effect of an outcome on the rows after it."""

    GO_ON = "go on"
    SLOW_DOWN = "slow down"
    SERVICE_FAILING = "unwell"
    SIGN_IN = "sign in"
    OUT_OF_CREDITS = "out of credits"
    NOT_ALLOWED = "not allowed"


@dataclass(frozen=True, slots=True)
class Outcome:
    """The outcome of one request. `code` is the error's code; `message` is a sentence for people, untrusted when shown.

    `is_replayed`: the lesson already existed under this key; `is_joined`: another member made and paid for it.
    `took_ms` is how long the send itself took, without any waiting before or after it; `None` where nobody measured.
    """

    kind: OutcomeKind
    effect: RunEffect = RunEffect.GO_ON
    lesson_id: str | None = None
    title: str | None = None
    code: str | None = None
    message: str = ""
    retry_after_seconds: float | None = None
    took_ms: int | None = field(default=None, compare=False)
    is_replayed: bool = False
    is_joined: bool = False


def outcome_of_answer(lesson: StarterLesson) -> Outcome:
    """Return the outcome of an answer; one without a usable lesson id is unsure."""
    if not lesson.lesson_id.strip():
        return Outcome(OutcomeKind.UNSURE, code="NO_LESSON_ID", message="The service answered without a lesson id.")
    return Outcome(OutcomeKind.MADE, lesson_id=lesson.lesson_id, title=lesson.title)


def outcome_of_failure(error: BaseException, *, keyed: bool, names_things: bool = False) -> Outcome:
    """Return the outcome of a failed send.

    `keyed`: the send had a key that the service honours. `names_things`: it names a course, source or lesson.
    """
    if isinstance(error, CallFailed):
        return _refusal(error, keyed=keyed, names_things=names_things)
    if isinstance(error, NotSent):
        return Outcome(OutcomeKind.REFUSED, code=type(error).__name__, message=error.message)
    if isinstance(error, Unreachable) and not error.sent:
        return Outcome(OutcomeKind.NOT_APPLIED, RunEffect.SERVICE_FAILING, code="UNREACHABLE", message=error.message)
    message = error.message if isinstance(error, WorkbenchError) else f"The call ended in {type(error).__name__}."
    return Outcome(OutcomeKind.UNSURE, RunEffect.SERVICE_FAILING, code=type(error).__name__, message=message)


def _refusal(error: CallFailed, *, keyed: bool, names_things: bool) -> Outcome:
    status = error.http_status
    if status == 409 and error.facts.get("reason") == "lessonInTrash":
        return Outcome(OutcomeKind.UNSURE, code=LESSON_IN_TRASH, message=error.message)
    if status == 422 and error.facts.get("reason") == DRAFT_REFUSED:
        return Outcome(OutcomeKind.REFUSED, code=NO_USABLE_DRAFT, message=error.message)
    kind, effect = OutcomeKind.REFUSED, RunEffect.GO_ON
    if names_things and status == 404:
        # A course, source or lesson is gone: the service says so before any work, and other rows name others.
        return Outcome(kind, effect, code=error.code, message=error.message)
    if status not in SURELY_NOT_APPLIED:
        kind = OutcomeKind.UNSURE
        effect = (
            RunEffect.SLOW_DOWN if status == 503 else RunEffect.SERVICE_FAILING if status >= 500 else RunEffect.GO_ON
        )
    elif status == 401:
        kind, effect = OutcomeKind.NOT_APPLIED, RunEffect.SIGN_IN
    elif status == 402:
        return Outcome(
            OutcomeKind.NOT_APPLIED, RunEffect.OUT_OF_CREDITS, code=error.code, message=without_advice(error)
        )
    elif status == 429:
        kind, effect = OutcomeKind.NOT_APPLIED, RunEffect.SLOW_DOWN
    elif status in _STOPS_ALL:
        effect = RunEffect.NOT_ALLOWED
    elif status == 422 and keyed:
        # The key was used with different input: perhaps another spelling of this topic, sent from another machine.
        kind = OutcomeKind.UNSURE
    return Outcome(kind, effect, code=error.code, message=error.message, retry_after_seconds=error.retry_after_seconds)
