"""Making a starter lesson: hold the credits, let the writer write, then store, settle and answer in one unit.

No database handle is held while it writes. A repeated call with the same idempotency key gives the stored answer.
Source: interface 4.3; keys and credits are ours (service 6).
"""

from __future__ import annotations

import logging
from dataclasses import dataclass
from time import perf_counter
from uuid import uuid4

from workbench.authoring.block import Block
from workbench.errors import WorkbenchError
from workbench.procedures.lesson import DRAFT_REFUSED, PUBLIC_COURSE, StarterLesson, StarterLessonInput
from workbench.service import starter_key
from workbench.service.ai.writer import StarterDraft, StarterRequest, WriterFailed
from workbench.service.audit import record
from workbench.service.context import Caller, Context
from workbench.service.handler_error import HandlerError, not_found
from workbench.service.http.admission import too_many_generations
from workbench.service.membership import here, project_for
from workbench.service.publishing import check_publishing
from workbench.service.store import courses, credits, paid_keys, projects
from workbench.service.store.courses import CourseGone
from workbench.service.store.credits import ReservationLost, Spender
from workbench.service.store.db.seam import Db
from workbench.service.store.lessons import lessons
from workbench.service.store.memberships import OrganizationMembership
from workbench.service.store.organizations import SUSPENDED
from workbench.service.store.paid_keys import AttemptLost, PaidCall, Refusal, Replay

_LOG = logging.getLogger("workbench.service")
_CODES = {
    "unavailable": "SERVICE_UNAVAILABLE",
    "deadline": "GATEWAY_TIMEOUT",
    "too_long": "BAD_REQUEST",  # the topic's own: another try would end alike
    "refused": "BAD_REQUEST",
}
"""What a writer's failure is for the caller; the model's other faults are BAD_GATEWAY."""
_MOST_RECORDED = 100
"""How many repairs of one draft the audit log keeps."""
_NO_USABLE_DRAFT = ("malformed", "language")
"""Reasons of a definite failure: the draft was written and is not usable."""


@dataclass(frozen=True, slots=True)
class CreditHold:
    """Credits held for one generation, and where its lesson will go; `attempt` counts the sends of a key's `call`."""

    standing: OrganizationMembership
    project_id: str
    reservation_id: str
    call: PaidCall | None
    attempt: int
    price_credits: int


async def make(asker: Caller, request: StarterLessonInput) -> StarterLesson:
    """The new lesson, paid for once; or the stored answer of the same key. Raises `HandlerError`."""
    with asker.service.gate.generation() as has_room:
        return await _make(asker, request, has_room)


async def _make(asker: Caller, request: StarterLessonInput, has_room: bool) -> StarterLesson:
    starter_request = StarterRequest(request.language, request.topic)
    held = await asker.service.store.write(lambda db: _hold(db, asker, request, has_room))
    if isinstance(held, Replay):
        asker.headers.append((b"idempotent-replayed", b"true"))
        if held.person_id != asker.person.person_id:
            asker.headers.append((b"idempotent-joined", b"true"))
        return StarterLesson.model_validate_json(held.answer)
    if isinstance(held, Refusal):
        asker.headers.append((b"idempotent-replayed", b"true"))
        raise _draft_refused(held.message)
    try:
        asker.service.metrics.moved("reserved", held.price_credits)
        draft = await _written(asker, starter_request)
        made = await asker.service.store.write(lambda db: _store(db, asker, request, held, draft))
        asker.service.metrics.moved("settled", held.price_credits)
        return made
    except WriterFailed as failed:
        if failed.reason in _NO_USABLE_DRAFT:
            raise await _refuse_draft(asker, held, failed) from None
        await _give_back(asker, held, failed.reason)
        raise _refusal(failed) from None
    except (AttemptLost, ReservationLost) as lost:
        raise HandlerError("CONFLICT", lost.message) from None
    except BaseException:
        await _give_back(asker, held, "failed")
        raise


async def _written(asker: Caller, starter_request: StarterRequest) -> StarterDraft:
    metrics, since, outcome = asker.service.metrics, perf_counter(), "failed"
    metrics.add("generations_in_flight", 1)
    try:
        draft = await asker.service.writer.write(starter_request)
        outcome = "made"
        return draft
    finally:
        metrics.add("generations_in_flight", -1)
        metrics.generated(outcome, perf_counter() - since)


async def _hold(db: Db, asker: Caller, request: StarterLessonInput, has_room: bool) -> CreditHold | Replay | Refusal:
    context = asker.in_unit(db)
    standing = await here(context, request.organization_id)
    call = await starter_key.call_of(context, request, standing.organization_id)
    begun = await starter_key.begin(context, request, call, lease_ms=_lease_ms(context))
    if isinstance(begun, Replay | Refusal):
        return begun
    if standing.status == SUSPENDED:
        message = "The organization is suspended. Nothing was generated; ask its owner."
        raise HandlerError("PAYMENT_REQUIRED", message, organizationStatus=standing.status)
    if not has_room:
        raise too_many_generations()
    refusal = context.service.writer.refusal(StarterRequest(request.language, request.topic))
    if refusal is not None:
        raise HandlerError("BAD_REQUEST", refusal)
    project_id = await _project_for(context, standing, request)
    await _check_public(context, standing, request)
    reservation_id, price = await _reserve(context, standing.organization_id, request)
    if call is not None:
        await paid_keys.hold(db, call, attempt=begun, reservation_id=reservation_id)
    return CreditHold(standing, project_id, reservation_id, call, begun, price)


async def _reserve(context: Context, organization_id: str, request: StarterLessonInput) -> tuple[str, int]:
    now = context.service.clock()
    price = await credits.price_of(context.db, context.procedure, now=now)
    if request.max_credits is not None and price > request.max_credits:
        raise HandlerError(
            "PAYMENT_REQUIRED",
            f"A starter lesson costs {_counted(price)}, more than the {request.max_credits:,} that may be spent.",
            priceCredits=price,
        )
    reserved = await credits.reserve(
        context.db,
        organization_id,
        price,
        spender=Spender(context.person.person_id, context.options.run),
        now=now,
        lease_ms=_lease_ms(context),
    )
    if isinstance(reserved, credits.CreditsReserved):
        return reserved.reservation_id, price
    if reserved.capped:
        message = "The organization's daily limit of credits is reached. Nothing was generated."
    else:
        message = f"A starter lesson costs {_counted(price)}; the organization has {reserved.balance:,}."
    raise HandlerError("PAYMENT_REQUIRED", message, priceCredits=price, balanceCredits=reserved.balance)


async def _store(
    db: Db, asker: Caller, request: StarterLessonInput, held: CreditHold, draft: StarterDraft
) -> StarterLesson:
    now, context = asker.service.clock(), asker.in_unit(db)
    organization_id = held.standing.organization_id
    if request.course_id is None:
        project_id = await projects.living_project(db, held.project_id, organization_id)
    else:
        project_id = await _project_for(context, held.standing, request)
    new = lessons.NewLesson(
        organization_id=organization_id,
        project_id=project_id,
        title=draft.title,
        language=request.language,
        blocks=tuple(Block(id=str(uuid4()), type=each.type, content=each.content) for each in draft.blocks),
        person_id=asker.person.person_id,
        topic=request.topic,
        writer=draft.writer,
        input_tokens=draft.input_tokens,
        output_tokens=draft.output_tokens,
        course_id=request.course_id,
        position=request.position,
    )
    try:
        lesson_id, course_id = await lessons.insert_lesson(db, new, now=now)
    except CourseGone:  # between two statements, by somebody else
        raise not_found() from None
    await _check_public(context, held.standing, request)
    answer = StarterLesson(lesson_id=lesson_id, title=draft.title)
    if held.call is not None:  # rows are locked in one order everywhere: the key, the reservation, the wallet
        stored = answer.model_dump_json(by_alias=True)
        await paid_keys.settle(db, held.call, attempt=held.attempt, answer=stored)
    await credits.settle(db, held.reservation_id, lesson_id=lesson_id, now=now, project_id=project_id)
    elsewhere = {} if project_id == held.project_id else {"insteadOfProjectId": held.project_id}
    repairs = {"repairs": [each.to_wire() for each in draft.repairs[:_MOST_RECORDED]]} if draft.repairs else {}
    await record(context, organization_id, lesson_id, courseId=course_id, writer=draft.writer, **elsewhere, **repairs)
    return answer


async def _project_for(context: Context, standing: OrganizationMembership, request: StarterLessonInput) -> str:
    """The project that the lesson goes into; that of its course where one is chosen. Raises `HandlerError`.

    The course is one of the organization's that is not in the trash, in a project that is not archived.
    """
    organization_id = standing.organization_id
    if request.course_id is None:
        return await project_for(context, organization_id, request.project_id)
    found = await courses.course_by_id(context.db, request.course_id, organization_id=organization_id)
    if found is None or request.project_id not in (None, found.project_id):
        raise not_found()
    if await projects.living_project(context.db, found.project_id, organization_id) != found.project_id:
        raise not_found()
    return found.project_id


async def _check_public(context: Context, standing: OrganizationMembership, request: StarterLessonInput) -> None:
    """Raises `HandlerError` where learners would read the draft at once and that was not confirmed."""
    if request.course_id is None or not await courses.is_public(context.db, request.course_id):
        return
    await check_publishing(context, standing, request.course_id)
    if not request.confirm_open_places:
        raise HandlerError(
            "CONFLICT",
            "The course is public, so learners would read the draft as it is written, with places that an author has "
            "still to fill in (✎). Nothing was generated; confirm it, or choose another course.",
            reason=PUBLIC_COURSE,
        )


async def _give_back(asker: Caller, held: CreditHold, reason: str) -> None:
    async def unit(db: Db) -> None:
        if held.call is not None:
            await paid_keys.abandon(db, held.call, attempt=held.attempt)
        await credits.release(db, held.reservation_id, reason=reason, now=asker.service.clock())

    try:
        await asker.service.store.write(unit)
        asker.service.metrics.moved("released", held.price_credits)
    except WorkbenchError:
        _LOG.warning("credits could not be released now; their lease gives them back", exc_info=True)


async def _refuse_draft(asker: Caller, held: CreditHold, failed: WriterFailed) -> HandlerError:
    """Releases the credits and keeps the refusal under the key, in one unit; the error for the caller.

    An attempt that was given up refuses nothing: the one that took its place may still make the lesson.
    """
    message = _uncharged(failed)

    async def unit(db: Db) -> bool:
        is_own = held.call is None or await paid_keys.refuse(db, held.call, attempt=held.attempt, message=message)
        await credits.release(db, held.reservation_id, reason=failed.reason, now=asker.service.clock())
        return is_own

    is_own = await asker.service.store.write(unit)
    asker.service.metrics.moved("released", held.price_credits)
    return _draft_refused(message) if is_own else HandlerError("CONFLICT", AttemptLost().message)


def _draft_refused(message: str) -> HandlerError:
    return HandlerError("UNPROCESSABLE_CONTENT", message, reason=DRAFT_REFUSED)


def _counted(price: int) -> str:
    return "1 credit" if price == 1 else f"{price:,} credits"


def _lease_ms(asker: Caller) -> int:
    return int(asker.service.settings.lease_seconds * 1000)


def _refusal(failed: WriterFailed) -> HandlerError:
    retry_after = None if failed.retry_after_seconds is None else max(1, round(failed.retry_after_seconds))
    return HandlerError(_CODES.get(failed.reason, "BAD_GATEWAY"), _uncharged(failed), retry_after=retry_after)


def _uncharged(failed: WriterFailed) -> str:
    return failed.message if "Nothing was charged" in failed.message else f"{failed.message} Nothing was charged."
