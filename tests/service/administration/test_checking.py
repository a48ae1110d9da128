"""What hangs together is found to, and what does not is named; on both databases."""

from __future__ import annotations

from pathlib import Path

import apsw
import pytest
from sqlalchemy import Executable, update

from tests.service.db.cast import NOW, Place, lesson, read, written
from workbench.service.administration.checking import problems
from workbench.service.credits import store as credits
from workbench.service.credits.store import CreditsReserved, Spender
from workbench.service.db.seam import Store
from workbench.service.db.statement import Statement
from workbench.service.db.tables import lesson as lessons
from workbench.service.db.tables import organization, reservation, tally

pytestmark = pytest.mark.anyio


async def test_a_used_database_hangs_together(store: Store, acme: Place) -> None:
    """After a lesson that was paid for."""
    held = await written(store, credits.reserve, acme.organization_id, 1, spender=Spender(acme.person_id), now=NOW)
    assert isinstance(held, CreditsReserved)
    lesson_id = await lesson(store, acme)
    await written(store, credits.settle, held.reservation_id, lesson_id=lesson_id, now=NOW)
    assert await read(store, problems) == []


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (update(organization).values(credit_balance=11), "holds 11, its ledger's entries sum up to 10"),
        (update(lessons).values(ord="[]"), "does not name its blocks"),
        (update(lessons).values(block_count=7), "does not name its blocks"),
        (update(reservation).values(state="odd"), "an unknown state"),
        (update(tally).values(lessons=2), "The tally of project"),
        (update(lessons).values(review_state="approved"), "The review state of lesson"),
        (update(lessons).values(approved_revision=1), "The review state of lesson"),
    ],
)
async def test_what_does_not_is_named(store: Store, acme: Place, change: Executable, said: str) -> None:
    """One sentence for it."""
    await lesson(store, acme)
    held = await written(store, credits.reserve, acme.organization_id, 1, spender=Spender(acme.person_id), now=NOW)
    assert isinstance(held, CreditsReserved)
    await written(store, credits.release, held.reservation_id, reason="no", now=NOW)

    await store.write(lambda db: db.run(Statement(change)))
    found = await read(store, problems)
    assert (len(found), said in found[0]) == (1, True)


async def test_a_lesson_that_was_paid_for_is_there(store: Store, acme: Place) -> None:
    """A settlement names a lesson that exists."""
    held = await written(store, credits.reserve, acme.organization_id, 1, spender=Spender(acme.person_id), now=NOW)
    assert isinstance(held, CreditsReserved)
    await written(store, credits.settle, held.reservation_id, lesson_id="gone", now=NOW)
    assert await read(store, problems) == ["Lesson gone was paid for and is not there."]


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ("DELETE FROM search_text WHERE rowid & 255 > 1", "The search index does not have the parts of lesson"),
        ("UPDATE lesson SET tags = '[\"x\"]'", "are not those that it is looked up by"),
    ],
)
async def test_a_lesson_that_cannot_be_found_is_told(
    store: Store, acme: Place, database_file: Path, change: str, sentence: str
) -> None:
    """The index and the tags agree with the lessons."""
    await lesson(store, acme)
    assert await read(store, problems) == []
    apsw.Connection(str(database_file)).execute(change)
    assert sentence in " ".join(await read(store, problems))
