"""A call that is paid for: hold its credits, let the writer work, then store, settle and answer in one unit.

No database handle is held while the writer works. A repeated call with the same idempotency key gives the stored
answer. The specific part of a procedure is a `PaidWork`. Source: ours (service 6).
"""

from __future__ import annotations

import hashlib
import json
import logging
from abc import ABC, abstractmethod
from dataclasses import dataclass, replace
from time import perf_counter
from typing import Generic, Protocol, TypeVar

from pydantic import BaseModel

from workbench.credit_text import credits_text, noun_for
from workbench.errors import WorkbenchError
from workbench.procedures.lesson import DRAFT_REFUSED, create_starter_lesson
from workbench.procedures.organization import Purpose
from workbench.service.ai.writer import WriterFailed
from workbench.service.credits import paid_keys
from workbench.service.credits import store as credits
from workbench.service.credits.paid_keys import AttemptLost, PaidCall, Refusal, Replay
from workbench.service.credits.store import ReservationLost, Spender
from workbench.service.db.seam import Db
from workbench.service.kernel import membership
from workbench.service.kernel.admission import too_many_generations
from workbench.service.kernel.context import Caller, Context, Service, iso
from workbench.service.kernel.errors import HandlerError, existing, not_found
from workbench.service.kernel.membership import SUSPENDED, here
from workbench.service.kernel.roles import OrganizationMembership

_LOG = logging.getLogger("workbench.service")
_CODES = {
    "unavailable": "SERVICE_UNAVAILABLE",
    "deadline": "GATEWAY_TIMEOUT",
    "too_long": "BAD_REQUEST",  # caused by the topic: another try would fail in the same way
    "refused": "BAD_REQUEST",
}
"""Codes for a writer's failures; the model's other faults are BAD_GATEWAY."""
_NO_USABLE_DRAFT = ("malformed", "language")
"""Reasons of a definite failure: the draft was written and is not usable."""

Draft = TypeVar("Draft")
Answer = TypeVar("Answer", bound=BaseModel)


class PaidInput(Protocol):
    """The common fields in the input of every paid procedure."""

    @property
    def organization_id(self) -> str | None:
        """Organization that pays; None for the last selected."""

    @property
    def max_credits(self) -> int | None:
        """Most that the call may cost."""

    def to_wire(self) -> object:
        """Return the input as JSON values."""


@dataclass(frozen=True, slots=True)
class PaidResult(Generic[Answer]):
    """The stored result of a paid call: its answer, and the purpose for the ledger."""

    answer: Answer
    lesson_id: str | None = None
    project_id: str | None = None


class PaidWork(ABC, Generic[Draft, Answer]):
    """The specific part of a paid procedure, made for one call.

    `about` names the thing paid for in messages (`A starter lesson`), `answer_model` is the model of a stored answer,
    `purpose` is the ledger's name for the spending. A unit may be run again, so `check` and `store` are too.
    """

    about: str
    answer_model: type[Answer]
    purpose: Purpose

    def __init__(self, request: PaidInput) -> None:
        self.request = request

    async def payer(self, context: Context) -> OrganizationMembership:
        """Return the person's membership in the paying organization. Raises `HandlerError`.

        Runs before a stored answer.
        """
        return await here(context, self.request.organization_id)

    async def identity(self, context: Context, organization_id: str) -> str | None:
        """Return what identifies the same request by two members, if they may share a key.

        None if a key is always one person's.
        """
        return None

    async def check_shared(self, context: Context, answer: Answer) -> None:
        """Raise `HandlerError` if the stored answer of a shared key is no longer valid."""
        return

    @abstractmethod
    async def check(self, context: Context, standing: OrganizationMembership) -> None:
        """Check everything required before credits are held. Raises `HandlerError`."""

    @abstractmethod
    async def write(self) -> Draft:
        """Return what the writer makes of it, without a database handle. Raises `WriterFailed`."""

    @abstractmethod
    async def store(self, context: Context, standing: OrganizationMembership, draft: Draft) -> PaidResult[Answer]:
        """Store the draft, in the unit that settles the call. Raises `HandlerError`."""


@dataclass(frozen=True, slots=True)
class _Hold:
    """Credits held for one call; `attempt` counts the sends of a key's `call`."""

    standing: OrganizationMembership
    reservation_id: str
    call: PaidCall | None
    attempt: int
    price_credits: int


async def lesson_payer(context: Context, lesson_id: str, organization_id: str | None) -> OrganizationMembership:
    """Return the person's membership in the lesson's organization, which must be the one named, if any.

    Raises `HandlerError` for a lesson that does not exist for this person.
    """
    owner = existing(
        await membership.find_membership(context.db, "lesson", lesson_id, person_id=context.person.person_id)
    )
    if organization_id not in (None, owner.organization_id):
        raise not_found()
    return await here(context, owner.organization_id)


async def carry_out(asker: Caller, work: PaidWork[Draft, Answer]) -> Answer:
    """Return the work's answer, paid for once; or the stored answer of the same key. Raises `HandlerError`."""
    with asker.service.gate.generation() as has_room:
        return await _carry_out(asker, work, has_room)


async def _carry_out(asker: Caller, work: PaidWork[Draft, Answer], has_room: bool) -> Answer:
    held = await asker.service.store.write(lambda db: _hold(db, asker, work, has_room))
    if isinstance(held, Replay):
        asker.headers.append((b"idempotent-replayed", b"true"))
        if held.person_id != asker.person.person_id:
            asker.headers.append((b"idempotent-joined", b"true"))
        return work.answer_model.model_validate_json(held.answer)
    if isinstance(held, Refusal):
        asker.headers.append((b"idempotent-replayed", b"true"))
        raise _draft_refused(held.message)
    try:
        asker.service.metrics.record_credits("reserved", held.price_credits)
        draft = await _write_draft(asker, work)
        answer = await asker.service.store.write(lambda db: _store(db, asker, work, held, draft))
        asker.service.metrics.record_credits("settled", held.price_credits)
        return answer
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


async def _write_draft(asker: Caller, work: PaidWork[Draft, Answer]) -> Draft:
    metrics, since, outcome = asker.service.metrics, perf_counter(), "failed"
    metrics.add("generations_in_flight", 1)
    try:
        draft = await work.write()
        outcome = "made"
        return draft
    finally:
        metrics.add("generations_in_flight", -1)
        metrics.record_generation(outcome, perf_counter() - since)


async def _hold(db: Db, asker: Caller, work: PaidWork[Draft, Answer], has_room: bool) -> _Hold | Replay | Refusal:
    context = asker.in_unit(db)
    standing = await work.payer(context)
    call = await _call_of(context, work, standing.organization_id)
    begun = await _begin(context, work, call)
    if isinstance(begun, Replay | Refusal):
        return begun
    if standing.status == SUSPENDED:
        message = "The organization is suspended. Ask its owner. Nothing was generated."
        raise HandlerError("PAYMENT_REQUIRED", message, organizationStatus=standing.status)
    if not has_room:
        raise too_many_generations()
    await work.check(context, standing)
    reservation_id, price = await _reserve(context, work, standing.organization_id)
    if call is not None:
        await paid_keys.hold(db, call, attempt=begun, reservation_id=reservation_id)
    return _Hold(standing, reservation_id, call, begun, price)


async def _call_of(context: Context, work: PaidWork[Draft, Answer], organization_id: str) -> PaidCall | None:
    """Return what the key identifies, None without one."""
    key = context.options.key
    if key is None:
        return None
    own = PaidCall(context.person.person_id, context.procedure, key)
    identity = await work.identity(context, organization_id) if context.options.is_key_shared else None
    return own if identity is None else replace(own, organization_id=organization_id, identity=identity)


async def _begin(context: Context, work: PaidWork[Draft, Answer], call: PaidCall | None) -> int | Replay | Refusal:
    """Return the attempt's number (0 without a key), or the answer or refusal stored under the key.

    Raises `HandlerError` while another attempt runs.
    """
    if call is None:
        return 0
    begun = await paid_keys.begin(
        context.db,
        call,
        fingerprint=call.identity or json_digest(work.request.to_wire()),
        now=context.service.clock(),
        lease_ms=_lease_ms(context),
    )
    match begun:
        case paid_keys.New(attempt):
            return attempt
        case Replay():
            if call.organization_id is not None:
                await work.check_shared(context, work.answer_model.model_validate_json(begun.answer))
            return begun
        case Refusal():
            return begun
        case paid_keys.AttemptRunning(seconds):
            raise _under_way(context, seconds)
        case paid_keys.KeyMismatch():
            raise HandlerError("UNPROCESSABLE_CONTENT", "This Idempotency-Key was used for another request.")


def _under_way(context: Context, seconds: int) -> HandlerError:
    until = iso(context.service.clock() + 1000 * seconds)
    message = (
        f"The same request is already in progress, until {until[11:19]} UTC at the latest. Send "
        "it again then; it is charged once."
    )
    return HandlerError("CONFLICT", message, retry_after=min(seconds, 5), until=until)


async def _reserve(context: Context, work: PaidWork[Draft, Answer], organization_id: str) -> tuple[str, int]:
    now, most = context.service.clock(), work.request.max_credits
    listed = await credits.read_price(context.db, context.procedure, now=now)
    price = price_for_writer(context.service, context.procedure, listed)
    cost = credits_text(price, _noun(context.service))
    if most is not None and price > most:
        raise HandlerError(
            "PAYMENT_REQUIRED",
            f"{work.about} costs {cost}, more than the {most:,} that may be spent.",
            priceCredits=price,
        )
    reserved = await credits.reserve(
        context.db,
        organization_id,
        price,
        spender=Spender(context.person.person_id, context.options.run, purpose=work.purpose),
        now=now,
        lease_ms=_lease_ms(context),
    )
    if isinstance(reserved, credits.CreditsReserved):
        return reserved.reservation_id, price
    facts: dict[str, int | None] = {"priceCredits": price, "balanceCredits": reserved.balance}
    if reserved.capped:
        message = (
            f"{work.about} costs {cost}; of the organization's daily limit of {reserved.daily_cap or 0:,}, "
            f"{reserved.left_today or 0:,} are left until 00:00 UTC. Try again after that. Nothing was generated."
        )
        facts |= {"dailyCapCredits": reserved.daily_cap, "dailyCreditsLeft": reserved.left_today}
    else:
        message = f"{work.about} costs {cost}; the organization has {reserved.balance:,}."
    raise HandlerError("PAYMENT_REQUIRED", message, **facts)


async def _store(db: Db, asker: Caller, work: PaidWork[Draft, Answer], held: _Hold, draft: Draft) -> Answer:
    stored = await work.store(asker.in_unit(db), held.standing, draft)
    if held.call is not None:  # rows are locked in one order everywhere: the key, the reservation, the wallet
        text = stored.answer.model_dump_json(by_alias=True)
        await paid_keys.settle(db, held.call, attempt=held.attempt, answer=text)
    await credits.settle(
        db,
        held.reservation_id,
        lesson_id=stored.lesson_id,
        project_id=stored.project_id,
        now=asker.service.clock(),
    )
    return stored.answer


async def _give_back(asker: Caller, held: _Hold, reason: str) -> None:
    async def unit(db: Db) -> None:
        if held.call is not None:
            await paid_keys.abandon(db, held.call, attempt=held.attempt)
        await credits.release(db, held.reservation_id, reason=reason, now=asker.service.clock())

    try:
        await asker.service.store.write(unit)
        asker.service.metrics.record_credits("released", held.price_credits)
    except WorkbenchError:
        _LOG.warning("credits could not be released now; their lease gives them back", exc_info=True)


async def _refuse_draft(asker: Caller, held: _Hold, failed: WriterFailed) -> HandlerError:
    """Release the credits, keep the refusal under the key in one unit, and return the error for the caller.

    An attempt that was given up refuses nothing: its successor may still succeed.
    """
    message = _uncharged_message(failed)

    async def unit(db: Db) -> bool:
        is_own = held.call is None or await paid_keys.refuse(db, held.call, attempt=held.attempt, message=message)
        await credits.release(db, held.reservation_id, reason=failed.reason, now=asker.service.clock())
        return is_own

    is_own = await asker.service.store.write(unit)
    asker.service.metrics.record_credits("released", held.price_credits)
    return _draft_refused(message) if is_own else HandlerError("CONFLICT", AttemptLost().message)


def price_for_writer(here: Service, procedure: str, credits: int) -> int:
    """Return a call's price with the service's current writer; `credits`, from the rate card, is for models."""
    is_sheet = procedure == create_starter_lesson.name and not here.writer.is_ai
    return here.settings.sheet_credits if is_sheet else credits


def _noun(here: Service) -> str:
    return noun_for(here.settings.sheet_credits, is_ai=here.writer.is_ai)


def json_digest(fields: object) -> str:
    """Return a digest of JSON values, for comparing what two calls request."""
    return hashlib.sha256(json.dumps(fields, sort_keys=True, ensure_ascii=False).encode()).hexdigest()


def _draft_refused(message: str) -> HandlerError:
    return HandlerError("UNPROCESSABLE_CONTENT", message, reason=DRAFT_REFUSED)


def _lease_ms(asker: Caller) -> int:
    return int(asker.service.settings.lease_seconds * 1000)


def _refusal(failed: WriterFailed) -> HandlerError:
    retry_after = None if failed.retry_after_seconds is None else max(1, round(failed.retry_after_seconds))
    return HandlerError(_CODES.get(failed.reason, "BAD_GATEWAY"), _uncharged_message(failed), retry_after=retry_after)


def _uncharged_message(failed: WriterFailed) -> str:
    return failed.message if "Nothing was charged" in failed.message else f"{failed.message} Nothing was charged."
