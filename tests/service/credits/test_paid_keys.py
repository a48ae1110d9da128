"""Idempotency keys: one key, one lesson, one charge."""

from __future__ import annotations

import asyncio
import subprocess
import sys

import pytest

from tests.service.db.cast import NOW, Place, read, written
from workbench.service.credits import paid_keys
from workbench.service.credits import store as credits
from workbench.service.credits.paid_keys import AttemptLost, AttemptRunning, KeyMismatch, New, PaidCall, Refusal, Replay
from workbench.service.credits.store import CreditsReserved, Spender
from workbench.service.db.seam import Db, Store

pytestmark = pytest.mark.anyio

MINUTE = 60_000
MONTH = 30 * 86_400_000
PAID = "lesson.createStarterLesson"
Outcome = New | Replay | Refusal | AttemptRunning | KeyMismatch


async def begun(
    store: Store, here: Place, *, fingerprint: str = "f", at: int = NOW, worker: str | None = None
) -> Outcome:
    """A send of the key "k": begun, and for a new attempt one credit held, both for a minute."""
    call = PaidCall(here.person_id, PAID, "k")

    async def unit(db: Db) -> Outcome:
        found = await paid_keys.begin(db, call, fingerprint=fingerprint, now=at, lease_ms=MINUTE, worker=worker)
        if isinstance(found, New):
            spender = Spender(here.person_id)
            held = await credits.reserve(db, here.organization_id, 1, spender=spender, now=at, lease_ms=MINUTE)
            assert isinstance(held, CreditsReserved)
            await paid_keys.hold(db, call, attempt=found.attempt, reservation_id=held.reservation_id)
        return found

    return await store.write(unit)


async def settle(store: Store, here: Place, attempt: int) -> None:
    """The attempt keeps its answer, or raises."""
    call = PaidCall(here.person_id, PAID, "k")
    await written(store, paid_keys.settle, call, attempt=attempt, answer='{"a":1}')


async def refused(store: Store, here: Place, attempt: int) -> bool:
    """Whether the attempt could keep its refusal."""
    return await written(store, paid_keys.refuse, PaidCall(here.person_id, PAID, "k"), attempt=attempt, message="No.")


async def abandoned(store: Store, here: Place, attempt: int) -> bool:
    """Whether the attempt could be ended."""
    return await written(store, paid_keys.abandon, PaidCall(here.person_id, PAID, "k"), attempt=attempt)


async def test_a_first_send_is_new(store: Store, acme: Place) -> None:
    """It is attempt number one."""
    assert await begun(store, acme) == New(1)


async def test_a_settled_key_is_replayed(store: Store, acme: Place) -> None:
    """The same key and input give the stored answer."""
    await begun(store, acme)
    await settle(store, acme, 1)
    assert await begun(store, acme, at=NOW + 1) == Replay('{"a":1}', acme.person_id)


async def test_a_refused_key_is_refused_again_until_it_is_forgotten(store: Store, acme: Place) -> None:
    """For a month; then its next send is a new attempt."""
    await begun(store, acme)
    assert await refused(store, acme, 1)
    assert await begun(store, acme, at=NOW + MONTH - 1) == Refusal("No.")
    assert await begun(store, acme, at=NOW + MONTH) == New(2)


async def test_an_attempt_that_was_given_up_cannot_refuse(store: Store, acme: Place) -> None:
    """The key is the next attempt's."""
    await begun(store, acme)
    await begun(store, acme, at=NOW + MINUTE)
    assert not await refused(store, acme, 1)
    await settle(store, acme, 2)


async def test_a_send_while_another_runs_is_told_when_to_ask_again(store: Store, acme: Place) -> None:
    """After the lease, in whole seconds rounded up."""
    await begun(store, acme)
    assert await begun(store, acme, at=NOW + 500) == AttemptRunning(60)


async def test_of_many_sends_at_once_one_is_new(store: Store, acme: Place) -> None:
    """And one credit is held."""
    found = await asyncio.gather(*(begun(store, acme) for _ in range(16)))
    assert sum(isinstance(outcome, New) for outcome in found) == 1
    assert await read(store, credits.read_balance, acme.organization_id) == 9


async def test_a_running_key_with_another_input_is_a_mismatch(store: Store, acme: Place) -> None:
    """It is not reported to wait for an answer that is not its own."""
    await begun(store, acme)
    assert await begun(store, acme, fingerprint="other") == KeyMismatch()


async def test_a_settled_key_with_another_input_is_a_mismatch(store: Store, acme: Place) -> None:
    """It does not get the other input's answer."""
    await begun(store, acme)
    await settle(store, acme, 1)
    assert await begun(store, acme, fingerprint="other") == KeyMismatch()


async def test_a_lapsed_attempt_gives_its_credit_back_and_is_followed(store: Store, acme: Place) -> None:
    """The next send is attempt two, holding one credit, not two."""
    await begun(store, acme)
    assert await begun(store, acme, at=NOW + MINUTE) == New(2)
    assert await read(store, credits.balance_and_sum, acme.organization_id) == (9, 9)


async def test_a_worker_given_up_for_dead_cannot_settle(store: Store, acme: Place) -> None:
    """Its unit is undone; the second attempt keeps its answer."""
    await begun(store, acme)
    await begun(store, acme, at=NOW + MINUTE)
    with pytest.raises(AttemptLost):
        await settle(store, acme, 1)
    await settle(store, acme, 2)
    assert await begun(store, acme, at=NOW + MINUTE) == Replay('{"a":1}', acme.person_id)


async def test_a_failed_attempt_may_be_sent_again_at_once(store: Store, acme: Place) -> None:
    """An abandoned key runs again, without waiting for the lease."""
    await begun(store, acme)
    assert await abandoned(store, acme, 1)
    assert await begun(store, acme, at=NOW + 1) == New(2)


async def test_attempt_numbers_never_start_over(store: Store, acme: Place) -> None:
    """Regression: a slow first attempt took the key that the second had abandoned for its own."""
    await begun(store, acme)
    await begun(store, acme, at=NOW + MINUTE)
    await abandoned(store, acme, 2)
    assert await begun(store, acme, at=NOW + MINUTE) == New(3)


async def test_a_late_attempt_cannot_abandon_its_successor(store: Store, acme: Place) -> None:
    """Abandoning names the attempt."""
    await begun(store, acme)
    await begun(store, acme, at=NOW + MINUTE)
    assert not await abandoned(store, acme, 1)


async def test_a_key_is_its_persons(store: Store, acme: Place, other: Place) -> None:
    """The same key of another person is another key."""
    await begun(store, acme)
    assert await begun(store, other, fingerprint="other") == New(1)


async def test_a_key_is_forgotten_after_its_time(store: Store, acme: Place) -> None:
    """After 30 days the key runs again, with any input; the sweep takes the row out."""
    await begun(store, acme)
    await settle(store, acme, 1)
    assert await begun(store, acme, fingerprint="other", at=NOW + MONTH) == New(2)
    assert await written(store, paid_keys.forget_expired, now=NOW + 3 * MONTH) == 1


async def test_a_refused_reservation_leaves_no_key(store: Store, acme: Place) -> None:
    """What fails before execution is not stored: the unit takes the key with it."""

    async def unit(db: Db) -> None:
        await paid_keys.begin(db, PaidCall(acme.person_id, PAID, "k"), fingerprint="f", now=NOW)
        raise RuntimeError("402")

    with pytest.raises(RuntimeError, match="402"):
        await store.write(unit)
    assert await begun(store, acme, fingerprint="other") == New(1)


@pytest.fixture
def killed_worker() -> str:
    """A process of this computer that has ended."""
    made = "from workbench.process_identity import this_process; print(this_process())"
    ended = subprocess.run([sys.executable, "-c", made], capture_output=True, text=True, check=True)
    return ended.stdout.strip()


async def test_an_attempt_whose_process_was_killed_is_taken_over_at_once(
    store: Store, acme: Place, killed_worker: str
) -> None:
    """
    Regression: it held the key for its lease of five minutes, and a run's workers with it. Its credits go back first.
    """
    balance = await read(store, credits.read_balance, acme.organization_id)
    assert await begun(store, acme, worker=killed_worker) == New(1)

    assert await begun(store, acme) == New(2)
    assert await begun(store, acme) == AttemptRunning(60)
    assert await read(store, credits.read_balance, acme.organization_id) == balance - 1
    with pytest.raises(AttemptLost):
        await settle(store, acme, 1)


async def test_what_a_killed_process_held_is_given_back_without_a_repeat(
    store: Store, acme: Place, killed_worker: str
) -> None:
    """Only what it held: an attempt of a living process continues."""
    balance = await read(store, credits.read_balance, acme.organization_id)
    await begun(store, acme, worker=killed_worker)

    assert await written(store, paid_keys.abandon_gone, now=NOW) == 1
    assert await read(store, credits.read_balance, acme.organization_id) == balance
    assert await begun(store, acme) == New(2)
    assert await written(store, paid_keys.abandon_gone, now=NOW) == 0
