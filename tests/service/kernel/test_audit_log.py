"""The audit log: who did what, newest first, undone with what it notes."""

from __future__ import annotations

from typing import Any

import pytest

from tests.service.db.cast import NOW, Place, read, written
from workbench.service.db.seam import Db, Store
from workbench.service.kernel import audit_log as audit
from workbench.service.kernel.audit_log import AuditFilter

pytestmark = pytest.mark.anyio


async def test_an_entry_tells_who_did_what(store: Store, acme: Place, other: Place) -> None:
    """In its organization, newest first."""
    who = {"organization_id": acme.organization_id, "person_id": acme.person_id}
    await written(store, audit.record, "first", now=NOW, **who)
    await written(store, audit.record, "courseRouter.setCourseSharing", now=NOW, subject="c", isPublic=True, **who)
    newest, _ = await read(store, audit.audit_page, acme.organization_id)
    assert (newest.action, newest.subject, newest.facts) == ("courseRouter.setCourseSharing", "c", {"isPublic": True})
    assert (newest.person_name, newest.at) == ("Ana", NOW)
    assert await read(store, audit.audit_page, other.organization_id) == []


async def test_an_entry_is_undone_with_its_unit(store: Store, acme: Place) -> None:
    """What did not happen is not noted."""

    async def unit(db: Db) -> None:
        await audit.record(db, "x", organization_id=acme.organization_id, person_id=None, now=NOW)
        raise RuntimeError("changed my mind")

    with pytest.raises(RuntimeError, match="changed my mind"):
        await store.write(unit)
    assert await read(store, audit.audit_page, acme.organization_id) == []


async def test_the_log_comes_in_pages(store: Store, acme: Place) -> None:
    """`before` leads to older entries."""
    who = {"organization_id": acme.organization_id, "person_id": None}
    await written(store, audit.record, "old", now=NOW, **who)
    await written(store, audit.record, "new", now=NOW, **who)
    (first,) = await read(store, audit.audit_page, acme.organization_id, limit=1)
    (second,) = await read(store, audit.audit_page, acme.organization_id, before=first.entry_id)
    assert (first.action, second.action) == ("new", "old")


async def test_entries_are_narrowed_where_they_are_kept(store: Store, acme: Place, other: Place) -> None:
    """By person, action and time; each alone and together."""
    who = {"organization_id": acme.organization_id}
    for at, person_id, action in ((0, acme.person_id, "a"), (1, other.person_id, "a"), (2, acme.person_id, "b")):
        await written(store, audit.record, action, now=NOW + at, person_id=person_id, **who)

    async def found(**wanted: Any) -> list[int]:
        page = await read(store, audit.audit_page, acme.organization_id, AuditFilter(**wanted))
        return [each.at - NOW for each in page]

    assert await found(person_id=acme.person_id) == [2, 0]
    assert await found(action="a") == [1, 0]
    assert await found(since=NOW + 1) == [2, 1]
    assert await found(until=NOW + 1) == [0]
    assert await found(person_id=acme.person_id, action="a", since=NOW, until=NOW + 1) == [0]
