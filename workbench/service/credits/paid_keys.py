"""Idempotency keys of paid calls: one key, one lesson, one charge (service 6, reliability 3.4).

A key is one person's, or shared by the members of an organization; a shared key is another key for each input.

The row is added in the transaction that reserves the credits, and settled in the one that stores the lesson. This
module does not handle headers, and treats the answer as text.
"""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import and_, bindparam, delete, select, update

from workbench.errors import WorkbenchError
from workbench.process_identity import has_ended, this_process
from workbench.service.credits.store import LEASE_MS, expire
from workbench.service.db.seam import Db, Row
from workbench.service.db.statement import Statement, insert_new_of
from workbench.service.db.tables import paid_key
from workbench.service.kernel.context import DAY_MS

LIFETIME_MS = 30 * DAY_MS
RUNNING, DONE, REFUSED = "running", "done", "refused"


class AttemptLost(WorkbenchError):
    """This attempt was considered dead and another one replaced it. Its text was discarded; nothing was charged."""


@dataclass(frozen=True, slots=True)
class PaidCall:
    """A paid call: who sends it, its procedure, and its key.

    The key belongs to the person, or is shared by the members of `organization_id`; a shared key applies only to the
    input with this `identity`.
    """

    person_id: str
    procedure: str
    key: str
    organization_id: str | None = None
    identity: str = ""


@dataclass(frozen=True, slots=True)
class New:
    """Run the call: reserve, `hold`, and later `settle` under this attempt number."""

    attempt: int


@dataclass(frozen=True, slots=True)
class Replay:
    """The call was made, by this person: give its answer again and charge nothing."""

    answer: str
    person_id: str


@dataclass(frozen=True, slots=True)
class Refusal:
    """The call was carried out and its result refused: give the same message again. Nothing was made or charged."""

    message: str


@dataclass(frozen=True, slots=True)
class AttemptRunning:
    """An attempt is running (409); it can be taken over after at most this many seconds."""

    retry_after_seconds: int


@dataclass(frozen=True, slots=True)
class KeyMismatch:
    """The key was used with another input (422)."""


_MATCHES_KEY = and_(
    paid_key.c.owner_id == bindparam("whose_id"),
    paid_key.c.procedure == bindparam("which"),
    paid_key.c.key == bindparam("its_key"),
    paid_key.c.identity == bindparam("its_identity"),
)
_INSERT = insert_new_of(paid_key, "owner_id", "procedure", "key", "identity")
_FOUND = Statement(
    select(
        paid_key.c.fingerprint,
        paid_key.c.state,
        paid_key.c.attempt,
        paid_key.c.lease_until,
        paid_key.c.reservation_id,
        paid_key.c.answer,
        paid_key.c.expires_at,
        paid_key.c.person_id,
        paid_key.c.worker,
    )
    .where(_MATCHES_KEY)
    .with_for_update()
)
_RUNNING_ATTEMPTS = Statement(
    select(
        paid_key.c.owner_id,
        paid_key.c.procedure,
        paid_key.c.key,
        paid_key.c.identity,
        paid_key.c.attempt,
        paid_key.c.reservation_id,
        paid_key.c.worker,
    ).where(paid_key.c.state == RUNNING, paid_key.c.lease_until > bindparam("now"), paid_key.c.worker.is_not(None))
)
_START_NEXT_ATTEMPT = Statement(
    update(paid_key)
    .values(
        person_id=bindparam("who_id"),
        fingerprint=bindparam("now_fingerprint"),
        state=RUNNING,
        attempt=paid_key.c.attempt + 1,
        lease_until=bindparam("until"),
        reservation_id=None,
        answer=None,
        created_at=bindparam("now"),
        expires_at=bindparam("end"),
        worker=bindparam("now_worker"),
    )
    .where(_MATCHES_KEY)
)
_HOLD = Statement(
    update(paid_key)
    .values(reservation_id=bindparam("held_id"))
    .where(_MATCHES_KEY, paid_key.c.attempt == bindparam("own_attempt"), paid_key.c.state == RUNNING)
)
_SETTLE = Statement(
    update(paid_key)
    .values(state=bindparam("new_state"), answer=bindparam("text"))
    .where(_MATCHES_KEY, paid_key.c.attempt == bindparam("own_attempt"), paid_key.c.state == RUNNING)
)
_ABANDON = Statement(
    update(paid_key)
    .values(lease_until=0, reservation_id=None)
    .where(_MATCHES_KEY, paid_key.c.attempt == bindparam("own_attempt"), paid_key.c.state == RUNNING)
)
_ABANDON_ALL = Statement(update(paid_key).values(lease_until=0, reservation_id=None).where(paid_key.c.state == RUNNING))
_FORGET = Statement(
    delete(paid_key).where(
        paid_key.c.expires_at <= bindparam("now"),
        (paid_key.c.state != RUNNING) | (paid_key.c.lease_until <= bindparam("now")),
    )
)


async def begin(
    db: Db, call: PaidCall, *, fingerprint: str, now: int, lease_ms: int = LEASE_MS, worker: str | None = None
) -> New | Replay | Refusal | AttemptRunning | KeyMismatch:
    """Return what to do with a call that has this key.

    An attempt whose lease or whose process has ended is abandoned: its credits are released, and a `New` one gets the
    next number. `worker` is the process that runs the call, by default this one.
    """
    worker = worker or this_process()
    row: Row | None = None
    while row is None:  # the key may expire and be deleted between the two statements
        if await _add(db, call, fingerprint, now=now, lease_ms=lease_ms, worker=worker):
            return New(1)
        row = await db.row(_FOUND, **_key_parameters(call))
    known, state, attempt, lease_until, reservation_id, answer, expires_at, person_id, by = row
    if state == RUNNING and lease_until > now and not (by and has_ended(by)):
        return AttemptRunning(-(-(lease_until - now) // 1000)) if known == fingerprint else KeyMismatch()
    if expires_at > now and known != fingerprint:
        return KeyMismatch()
    if expires_at > now and state == DONE:
        return Replay(answer, person_id)
    if expires_at > now and state == REFUSED:
        return Refusal(answer)
    if state == RUNNING and reservation_id is not None:
        await expire(db, reservation_id, now=now)
    times = {"until": now + lease_ms, "now": now, "end": now + LIFETIME_MS}
    await db.run(
        _START_NEXT_ATTEMPT,
        who_id=call.person_id,
        now_fingerprint=fingerprint,
        now_worker=worker,
        **times,
        **_key_parameters(call),
    )
    return New(attempt + 1)


async def hold(db: Db, call: PaidCall, *, attempt: int, reservation_id: str) -> None:
    """Record what the attempt has reserved, in the same transaction. Raises AttemptLost."""
    if not await db.run(_HOLD, held_id=reservation_id, own_attempt=attempt, **_key_parameters(call)):
        raise AttemptLost


async def settle(db: Db, call: PaidCall, *, attempt: int, answer: str) -> None:
    """Store the answer, in the unit that stores the lesson. Raises AttemptLost for a worker that was given up."""
    if not await db.run(_SETTLE, new_state=DONE, text=answer, own_attempt=attempt, **_key_parameters(call)):
        raise AttemptLost


async def refuse(db: Db, call: PaidCall, *, attempt: int, message: str) -> bool:
    """Store the refusal under the key, in the unit that releases the credits.

    Returns False if another attempt has the key: it may still make the lesson, so nothing is refused yet.
    """
    return await db.run(_SETTLE, new_state=REFUSED, text=message, own_attempt=attempt, **_key_parameters(call)) > 0


async def abandon(db: Db, call: PaidCall, *, attempt: int) -> bool:
    """End a failed attempt, so that the next request runs immediately. False if another attempt has the key.

    The row stays: attempt numbers never start over, or an abandoned worker could mistake a later attempt for its own.
    """
    return await db.run(_ABANDON, own_attempt=attempt, **_key_parameters(call)) > 0


async def abandon_all(db: Db) -> int:
    """End every running attempt and return how many: for a database whose workers are all known to be gone."""
    return await db.run(_ABANDON_ALL)


async def abandon_gone(db: Db, *, now: int) -> int:
    """End every attempt whose process has ended, refund its credits, and return how many.

    An attempt that another process has taken over in the meantime is skipped.
    """
    ended = 0
    for owner_id, procedure, key, identity, attempt, reservation_id, worker in await db.rows(
        _RUNNING_ATTEMPTS, now=now
    ):
        if not has_ended(worker):
            continue
        parameters = {"whose_id": owner_id, "which": procedure, "its_key": key, "its_identity": identity}
        if await db.run(_ABANDON, own_attempt=attempt, **parameters):
            ended += 1
            if reservation_id is not None:
                await expire(db, reservation_id, now=now)
    return ended


async def forget_expired(db: Db, *, now: int) -> int:
    """Delete keys older than 30 days and return how many."""
    return await db.run(_FORGET, now=now)


async def _add(db: Db, call: PaidCall, fingerprint: str, *, now: int, lease_ms: int, worker: str) -> bool:
    """Return whether the key was free; its row is then this attempt's.

    Waits for another unit that is adding the same key.
    """
    added = await db.run(
        _INSERT,
        owner_id=_owner_id(call),
        identity=call.identity,
        person_id=call.person_id,
        procedure=call.procedure,
        key=call.key,
        fingerprint=fingerprint,
        state=RUNNING,
        attempt=1,
        lease_until=now + lease_ms,
        reservation_id=None,
        answer=None,
        created_at=now,
        expires_at=now + LIFETIME_MS,
        worker=worker,
    )
    return added > 0


def _key_parameters(call: PaidCall) -> dict[str, str]:
    whose = {"whose_id": _owner_id(call), "its_identity": call.identity}
    return {"which": call.procedure, "its_key": call.key, **whose}


def _owner_id(call: PaidCall) -> str:
    return call.organization_id or call.person_id
