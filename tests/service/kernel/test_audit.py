"""The audit log: every write leaves an entry, and no entry holds a secret."""

from __future__ import annotations

import pytest
from sqlalchemy import select

from tests.examples.example import SINGLE, Example
from tests.service.asking import Asking
from tests.service.test_examples import sent
from workbench.service.db.seam import Db
from workbench.service.db.statement import Statement
from workbench.service.db.tables import audit

pytestmark = pytest.mark.anyio

_ALL = Statement(select(audit).order_by(audit.c.id))


async def log(person: Asking) -> list[tuple[object, ...]]:
    """Every entry of every organization."""

    async def unit(db: Db) -> list[tuple[object, ...]]:
        return await db.rows(_ALL)

    return await person.service.store.read(unit)


@pytest.mark.parametrize(
    "example", [each for each in SINGLE if each.procedures[0].is_write], ids=lambda each: each.name
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
    "example", [each for each in SINGLE if not each.procedures[0].is_write], ids=lambda each: each.name
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

    assert [each["facts"].get("changeSet") for each in entries[:4]] == [None, None, 'März "x"', 'März "x"']


async def test_a_refused_write_leaves_no_entry(ana: Asking) -> None:
    """The entry is undone with the unit."""
    before = await log(ana)
    await ana.post("organization.removeMember", {"personId": ana.added.person_id})

    assert await log(ana) == before
