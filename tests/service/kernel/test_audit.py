"""The audit log: every write leaves an entry, and no entry holds a secret."""

from __future__ import annotations

from typing import Any

import pytest
from sqlalchemy import select

from tests.examples.example import SINGLE, Example
from tests.service.asking import Asking
from tests.service.db.cast import NOW, Place, read, written
from tests.service.test_examples import sent
from workbench.service.db.seam import Db, Store
from workbench.service.db.statement import Statement
from workbench.service.db.tables import audit as audit_table
from workbench.service.kernel import audit
from workbench.service.kernel.audit import AuditFilter

pytestmark = pytest.mark.anyio

_ALL = Statement(select(audit_table).order_by(audit_table.c.id))


async def log(person: Asking) -> list[tuple[object, ...]]:
    """Every entry of every organization."""

    async def unit(db: Db) -> list[tuple[object, ...]]:
        return await db.rows(_ALL)

    return await person.service.store.read(unit)


@pytest.mark.parametrize(
    "example",
    [single_example for single_example in SINGLE if single_example.procedures[0].is_write],
    ids=lambda character: character.name,
)
async def test_every_write_leaves_an_entry_without_secrets(example: Example, ana: Asking) -> None:
    """Who did what, in the unit that did it; the session's token is nowhere in it."""
    target, body = await sent(example, ana)
    before = await log(ana)
    answered = await ana.send("POST", target, body, content_type="application/json")
    added = (await log(ana))[len(before) :]

    assert answered.status_code == 200
    assert [(entry[2], entry[3]) for entry in added] == [(ana.added.person_id, example.name)]
    assert ana.added.session_token not in repr(added)


@pytest.mark.parametrize(
    "example",
    [single_example for single_example in SINGLE if not single_example.procedures[0].is_write],
    ids=lambda character: character.name,
)
async def test_no_read_leaves_an_entry(example: Example, ana: Asking) -> None:
    """Reading changes nothing."""
    target, _ = await sent(example, ana)
    before = await log(ana)
    await ana.send("GET", target)

    assert await log(ana) == before


async def test_a_change_set_is_named_by_every_write_of_its_request(ana: Asking) -> None:
    """In the facts of each entry; without the header no entry names one."""
    names = "project.createProject,courseRouter.createCourse"
    await ana.post(names, {"name": "a"}, {"title": "b"}, workbench_change_set="M%C3%A4rz %22x%22")
    await ana.post(names, {"name": "c"}, {"title": "d"})
    entries = (await ana.data("organization.getAuditLog"))["entries"]

    assert [entry["facts"].get("changeSet") for entry in entries[:4]] == [None, None, 'März "x"', 'März "x"']


async def test_a_refused_write_leaves_no_entry(ana: Asking) -> None:
    """The entry is undone with the unit."""
    before = await log(ana)
    await ana.post("organization.removeMember", {"personId": ana.added.person_id})

    assert await log(ana) == before


async def test_an_entry_tells_who_did_what(store: Store, acme: Place, other: Place) -> None:
    """In its organization, newest first."""
    who = {"organization_id": acme.organization_id, "person_id": acme.person_id}
    await written(store, audit.add_entry, "first", now=NOW, **who)
    await written(store, audit.add_entry, "courseRouter.setCourseSharing", now=NOW, subject="c", isPublic=True, **who)
    newest, _ = await read(store, audit.audit_page, acme.organization_id)
    assert (newest.action, newest.subject, newest.facts) == ("courseRouter.setCourseSharing", "c", {"isPublic": True})
    assert (newest.person_name, newest.at) == ("Ana", NOW)
    assert await read(store, audit.audit_page, other.organization_id) == []


async def test_an_entry_is_undone_with_its_unit(store: Store, acme: Place) -> None:
    """What did not happen is not noted."""

    async def unit(db: Db) -> None:
        await audit.add_entry(db, "x", organization_id=acme.organization_id, person_id=None, now=NOW)
        raise RuntimeError("changed my mind")

    with pytest.raises(RuntimeError, match="changed my mind"):
        await store.write(unit)
    assert await read(store, audit.audit_page, acme.organization_id) == []


async def test_the_log_comes_in_pages(store: Store, acme: Place) -> None:
    """`before` leads to older entries."""
    who = {"organization_id": acme.organization_id, "person_id": None}
    await written(store, audit.add_entry, "old", now=NOW, **who)
    await written(store, audit.add_entry, "new", now=NOW, **who)
    (first,) = await read(store, audit.audit_page, acme.organization_id, limit=1)
    (second,) = await read(store, audit.audit_page, acme.organization_id, before=first.entry_id)
    assert (first.action, second.action) == ("new", "old")


async def test_entries_are_narrowed_where_they_are_kept(store: Store, acme: Place, other: Place) -> None:
    """By person, action and time; each alone and together."""
    who = {"organization_id": acme.organization_id}
    for at, person_id, action in ((0, acme.person_id, "a"), (1, other.person_id, "a"), (2, acme.person_id, "b")):
        await written(store, audit.add_entry, action, now=NOW + at, person_id=person_id, **who)

    async def found(**wanted: Any) -> list[int]:
        page = await read(store, audit.audit_page, acme.organization_id, AuditFilter(**wanted))
        return [entry.at - NOW for entry in page]

    assert await found(person_id=acme.person_id) == [2, 0]
    assert await found(action="a") == [1, 0]
    assert await found(since=NOW + 1) == [2, 1]
    assert await found(until=NOW + 1) == [0]
    assert await found(person_id=acme.person_id, action="a", since=NOW, until=NOW + 1) == [0]
