"""What an idempotency key of a starter lesson stands for, and whether its call was made already.

Source: ours (service 6).
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import replace

from workbench.procedures.lesson import StarterLesson, StarterLessonInput
from workbench.service.context import Context
from workbench.service.handler_error import HandlerError
from workbench.service.store import memberships, paid_keys, projects
from workbench.service.store.folding import folded
from workbench.service.store.paid_keys import PaidCall, Refusal, Replay


async def call_of(context: Context, request: StarterLessonInput, organization_id: str) -> PaidCall | None:
    """What the key stands for, None without one."""
    key = context.options.key
    if key is None:
        return None
    own = PaidCall(context.person.person_id, context.procedure, key)
    if not context.options.is_key_shared:
        return own
    project_id = request.project_id or await projects.default_project(context.db, organization_id)
    return replace(own, organization_id=organization_id, identity=_identity(request, project_id))


async def begin(
    context: Context, request: StarterLessonInput, call: PaidCall | None, *, lease_ms: int
) -> int | Replay | Refusal:
    """The attempt's number (0 without a key), or what is stored under the key: an answer, or a refusal.

    Raises `HandlerError` while another attempt runs.
    """
    if call is None:
        return 0
    begun = await paid_keys.begin(
        context.db,
        call,
        fingerprint=call.identity or _fingerprint(request),
        now=context.service.clock(),
        lease_ms=lease_ms,
    )
    match begun:
        case paid_keys.New(attempt):
            return attempt
        case Replay():
            if context.options.is_key_shared:
                await _check_not_in_trash(context, StarterLesson.model_validate_json(begun.answer).lesson_id)
            return begun
        case Refusal():
            return begun
        case paid_keys.AttemptRunning(seconds):
            raise HandlerError("CONFLICT", "The same request is being worked on.", retry_after=min(seconds, 5))
        case paid_keys.KeyMismatch():
            raise HandlerError("UNPROCESSABLE_CONTENT", "This Idempotency-Key was used for another request.")


def _identity(request: StarterLessonInput, project_id: str) -> str:
    """What two members ask alike: topic as it is compared, destination and all else, but not what it may cost."""
    fields = request.to_wire() or {}
    fields = {name: value for name, value in fields.items() if name not in ("organizationId", "maxCredits")}
    return _digest({**fields, "topic": folded(request.topic), "projectId": project_id})


async def _check_not_in_trash(context: Context, lesson_id: str) -> None:
    """Raises `HandlerError`: whether such a lesson is made once more is for a person to say."""
    if await memberships.at_lesson(context.db, lesson_id, person_id=context.person.person_id) is None:
        raise HandlerError(
            "CONFLICT",
            "This lesson was made already and is in the trash. Restore it, or send the call with another key.",
            reason="lessonInTrash",
            lessonId=lesson_id,
        )


def _fingerprint(request: StarterLessonInput) -> str:
    return _digest(request.to_wire())


def _digest(fields: object) -> str:
    return hashlib.sha256(json.dumps(fields, sort_keys=True, ensure_ascii=False).encode()).hexdigest()
