"""Making a starter lesson: hold the credits, let the writer write, then store, settle and answer in one unit.

No database handle is held while it writes. A repeated call with the same idempotency key gives the stored answer.
Source: interface 4.3; keys and credits are ours (service 6).
"""

from __future__ import annotations

import hashlib
import json
import logging
from dataclasses import dataclass

from workbench.procedures.lesson import StarterLesson, StarterLessonAsked
from workbench.service.ai.writer import StarterDraft, StarterRequest, WriterFailed
from workbench.service.context import Asker, Context
from workbench.service.membership import member_here
from workbench.service.refused import Refused, not_found
from workbench.service.store import credits, lessons, paid_keys, projects
from workbench.service.store.db import Db

_LOG = logging.getLogger("workbench.service")


@dataclass(frozen=True, slots=True)
class Hold:
    """Credits held for one generation, and where its lesson will go; `attempt` counts the sends of a key."""

    organization_id: str
    project_id: str
    reservation_id: str
    attempt: int


async def make(asker: Asker, asked: StarterLessonAsked) -> StarterLesson:
    """The new lesson, paid for once; or the stored answer of the same key."""
    request = StarterRequest(asked.language, asked.topic)
    refusal = asker.service.writer.refusal(request)
    if refusal is not None:
        raise Refused("BAD_REQUEST", refusal)
    held = await asker.service.store.write(lambda db: _hold(db, asker, asked))
    if isinstance(held, StarterLesson):
        asker.headers.append((b"idempotent-replayed", b"true"))
        return held
    try:
        draft = await asker.service.writer.write(request)
        return await asker.service.store.write(lambda db: _keep(db, asker, asked, held, draft))
    except WriterFailed as failed:
        await _give_back(asker, held, failed.reason)
        raise _writer_refusal(failed) from None
    except BaseException:
        await _give_back(asker, held, "failed")
        raise


async def _hold(db: Db, asker: Asker, asked: StarterLessonAsked) -> Hold | StarterLesson:
    context = Context(asker.service, asker.person, asker.procedure, asker.key, asker.headers, db=db)
    now = asker.service.clock()
    attempt = 0
    reservation_id = asker.service.new_id()
    if asker.key is not None:
        begun = await paid_keys.begin(
            db,
            asker.person.person_id,
            asker.procedure,
            asker.key,
            _fingerprint(asked),
            reservation_id=reservation_id,
            lease_until=_lease(asker, now),
            expires_at=now + asker.service.settings.key_days * 86_400_000,
            at=now,
        )
        match begun.outcome:
            case "replay":
                return StarterLesson.model_validate_json(begun.answer or "{}")
            case "running":
                raise Refused("CONFLICT", "The same request is being worked on.", retry_after=begun.retry_after_seconds)
            case "mismatch":
                raise Refused("UNPROCESSABLE_CONTENT", "This Idempotency-Key was used for another request.")
        attempt = begun.attempt
    member = await member_here(context, asked.organization_id)
    project_id = await _project(context, member.organization_id, asked.project_id)
    price = await credits.price(db, asker.procedure, now)
    if asked.max_credits is not None and price > asked.max_credits:
        raise Refused(
            "PAYMENT_REQUIRED",
            f"A starter lesson costs {price} credits, more than the {asked.max_credits} that were allowed.",
            priceCredits=price,
            balanceCredits=member.credit_balance,
        )
    if not await credits.reserve(
        db,
        reservation_id,
        member.organization_id,
        asker.person.person_id,
        price,
        lease_until=_lease(asker, now),
        at=now,
    ):
        raise Refused(
            "PAYMENT_REQUIRED",
            f"A starter lesson costs {price} credits; the organization has {member.credit_balance}.",
            priceCredits=price,
            balanceCredits=member.credit_balance,
        )
    return Hold(member.organization_id, project_id, reservation_id, attempt)


async def _keep(db: Db, asker: Asker, asked: StarterLessonAsked, held: Hold, draft: StarterDraft) -> StarterLesson:
    now = asker.service.clock()
    lesson_id, course_id = asker.service.new_id(), asker.service.new_id()
    if not await credits.settle(db, held.reservation_id, lesson_id, now):
        raise Refused("CONFLICT", "The request took too long and was given up. Nothing was charged.")
    await lessons.insert_draft(
        db,
        lesson_id=lesson_id,
        course_id=course_id,
        organization_id=held.organization_id,
        project_id=held.project_id,
        language=asked.language,
        topic=asked.topic,
        draft=draft,
        person_id=asker.person.person_id,
        at=now,
    )
    answer = StarterLesson(lesson_id=lesson_id, title=draft.title)
    if asker.key is not None:
        stored = answer.model_dump_json(by_alias=True)
        if not await paid_keys.settle(
            db, asker.person.person_id, asker.procedure, asker.key, attempt=held.attempt, answer=stored
        ):
            raise Refused("CONFLICT", "The request took too long and was given up. Nothing was charged.")
    return answer


async def _give_back(asker: Asker, held: Hold, reason: str) -> None:
    async def unit(db: Db) -> None:
        now = asker.service.clock()
        await credits.release(db, held.reservation_id, reason, now)
        if asker.key is not None:
            await paid_keys.forget(db, asker.person.person_id, asker.procedure, asker.key, attempt=held.attempt)

    try:
        await asker.service.store.write(unit)
    except Exception:
        # The lease gives the credits back later.
        _LOG.warning("credits are released when their lease ends", exc_info=True)


async def _project(context: Context, organization_id: str, project_id: str | None) -> str:
    if project_id is None:
        return await projects.default(context.db, organization_id)
    found = await projects.get(context.db, project_id)
    if found is None or found.organization_id != organization_id:
        raise not_found()
    return project_id


def _lease(asker: Asker, now: int) -> int:
    return now + int(asker.service.settings.lease_seconds * 1000)


def _fingerprint(asked: StarterLessonAsked) -> str:
    said = json.dumps(asked.to_wire(), sort_keys=True, ensure_ascii=False)
    return hashlib.sha256(said.encode()).hexdigest()


def _writer_refusal(failed: WriterFailed) -> Refused:
    retry_after = None if failed.retry_after_seconds is None else max(1, round(failed.retry_after_seconds))
    if failed.reason == "deadline":
        return Refused("GATEWAY_TIMEOUT", f"{failed.message} Nothing was charged.")
    if failed.reason == "unavailable":
        return Refused("SERVICE_UNAVAILABLE", f"{failed.message} Nothing was charged.", retry_after=retry_after)
    return Refused("BAD_GATEWAY", f"{failed.message} Nothing was charged.")


