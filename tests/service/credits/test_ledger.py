"""The credit ledger as it is read: newest first, page by page, one organization's."""

from __future__ import annotations

import pytest

from tests.service.db.cast import NOW, Place, lesson, read, written
from workbench.service.courses import store as courses
from workbench.service.credits import ledger
from workbench.service.credits import store as credits
from workbench.service.credits.store import Spender
from workbench.service.db.seam import Store
from workbench.service.kernel.context import DAY_MS
from workbench.service.projects import store as projects

pytestmark = pytest.mark.anyio


async def test_the_ledger_comes_in_pages(store: Store, acme: Place) -> None:
    """`before` leads to older entries, and ends."""
    await written(store, credits.reserve, acme.organization_id, 1, spender=Spender(acme.person_id), now=NOW)
    first = await read(store, ledger.ledger_page, acme.organization_id, limit=1)
    second = await read(store, ledger.ledger_page, acme.organization_id, before=first[-1].entry_id)
    assert [entry.kind for entry in [*first, *second]] == ["reserve", "grant"]


async def test_a_person_sees_the_own_entries(store: Store, acme: Place, other: Place) -> None:
    """What another person did is left out."""
    await written(store, credits.reserve, acme.organization_id, 1, spender=Spender(other.person_id), now=NOW)
    found = await read(store, ledger.ledger_page, acme.organization_id, person_id=other.person_id)
    assert [entry.kind for entry in found] == ["reserve"]


async def test_spending_is_added_up_by_day(store: Store, acme: Place) -> None:
    """What was settled counts; what is held or was returned does not, nor what is older."""
    for day, outcome in ((-1, "settle"), (0, "settle"), (0, "release"), (1, "settle"), (1, "settle"), (2, "hold")):
        at = NOW + day * DAY_MS
        spender = Spender(acme.person_id)
        taken = await written(store, credits.reserve, acme.organization_id, 2, spender=spender, now=at)
        if outcome == "settle":
            await written(store, credits.settle, taken.reservation_id, lesson_id="l", now=at)
        elif outcome == "release":
            await written(store, credits.release, taken.reservation_id, reason="failed", now=at)
    since = NOW // DAY_MS
    found = await read(store, ledger.spending_by_day, acme.organization_id, since=since * DAY_MS)
    own = await read(store, ledger.spending_by_day, acme.organization_id, person_id="nobody", since=since * DAY_MS)
    balance = await read(store, credits.read_balance, acme.organization_id)

    assert [(entry.day - since, entry.spent_credits) for entry in found] == [(0, 2), (1, 4), (2, 0)]
    assert found[-1].balance == balance
    assert own == []


async def test_the_project_of_a_charge_stays_when_the_lesson_moves(store: Store, acme: Place) -> None:
    """
    Regression: moving lessons rewrote what projects had spent.
    """
    held = await written(store, credits.reserve, acme.organization_id, 1, spender=Spender(acme.person_id), now=NOW)
    assert isinstance(held, credits.CreditsReserved)
    lesson_id = await lesson(store, acme)
    await written(store, credits.settle, held.reservation_id, lesson_id=lesson_id, now=NOW, project_id=acme.project_id)
    sea = await written(
        store, projects.create_project, organization_id=acme.organization_id, name="Sea", person_id=None, now=NOW
    )
    (course,) = (await read(store, courses.courses_page, acme.organization_id, now=NOW)).items
    await written(
        store, courses.move_course, course.course_id, organization_id=acme.organization_id, project_id=sea, now=NOW
    )
    paid = (await read(store, ledger.ledger_page, acme.organization_id))[0]
    assert (paid.kind, paid.lesson_id, paid.project_id) == ("settle", lesson_id, acme.project_id)


async def test_the_days_begin_with_the_first_entry(store: Store, acme: Place) -> None:
    """A grant is not a spending, but its day has a balance, be it the first entry of all."""
    found = await read(store, ledger.spending_by_day, acme.organization_id, since=0)

    assert [(entry.day, entry.spent_credits, entry.balance) for entry in found] == [(NOW // DAY_MS, 0, 10)]
