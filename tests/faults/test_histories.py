"""Several people, several processes, a fifth of the connections cut: no edit is lost, doubled or half there.

`--rounds` is how many histories each database has (`make sweep-histories`: 200), `--seconds` how long one is.
"""

from __future__ import annotations

import asyncio
import json
import uuid

import pytest
from sqlalchemy import bindparam, select

from tests.databases import BOTH
from tests.faults import defects
from tests.faults.histories import Event, Place, StoredLesson, faults, history
from tests.faults.hosts import Host, hosts
from tests.needs import needs
from tests.people import cookie_of, new_person
from tests.postgresql_server import Server
from tests.slow import first_in_gate
from workbench.authoring.block import Block
from workbench.service.administration.admin import AddedPerson
from workbench.service.administration.checking import problems
from workbench.service.db.opening import open_store
from workbench.service.db.seam import Db, Store
from workbench.service.db.statement import Statement
from workbench.service.db.tables import block, lesson, lesson_revision
from workbench.service.kernel import membership
from workbench.service.kernel.context import now_ms
from workbench.service.lessons.store import NewLesson, insert_lesson

pytestmark = pytest.mark.anyio

PROCESSES, WRITERS = 4, 6
FIRST = tuple(Block(id=str(uuid.uuid4()), type="heading", content={"text": f"first {n}"}) for n in range(3))
LABELS = Statement(
    select(lesson_revision.c.revision, lesson_revision.c.label).where(
        lesson_revision.c.lesson_id == bindparam("lesson_id")
    )
)
ORDER = Statement(select(lesson.c.ord).where(lesson.c.id == bindparam("lesson_id")))
BLOCKS = Statement(select(block.c.id, block.c.content).where(block.c.lesson_id == bindparam("lesson_id")))
DEFECTS = {
    "omitted_block_dropped": defects.omitted_block_dropped,
    "commit_per_transaction": defects.commit_per_transaction,
    "reuse_overwrites": defects.reuse_overwrites,
    "no_replay_rule": defects.no_replay_rule,
    "acknowledged_before_the_commit": defects.acknowledged_before_the_commit,
    "read_outside_the_lock": defects.read_outside_the_lock,
}


async def found_in(serving: list[Host], store: Store, added: AddedPerson, seed: int, seconds: float) -> list[str]:
    """The promises that one history on a new lesson broke."""

    async def unit(db: Db) -> str:
        project_id = await membership.default_project(db, added.organization_id)
        new = NewLesson(added.organization_id, project_id, f"History {seed}", "EN", FIRST, added.person_id)
        return (await insert_lesson(db, new, now=now_ms()))[0]

    place = Place([service.address for service in serving], cookie_of(added), await store.write(unit))
    before = await stored_lesson(store, place.lesson_id)
    events = history(place, seed, writers=WRITERS, seconds=seconds)
    assert len(events) > WRITERS
    return await settled(store, place, events, before)


async def settled(store: Store, place: Place, events: list[Event], before: StoredLesson) -> list[str]:
    """The faults once nothing is in progress any more: a cut call may still be at work."""
    last: StoredLesson | None = None
    while (now := await stored_lesson(store, place.lesson_id)) != last:
        last = now
        await asyncio.sleep(0.3)  # longer than a call takes
    return faults(events, now, before.order, before.texts) + await store.read(problems, long=True)


async def stored_lesson(store: Store, lesson_id: str) -> StoredLesson:
    """What the database holds of the lesson."""

    async def unit(db: Db) -> StoredLesson:
        labels = {int(revision): str(label) for revision, label, *_ in await db.rows(LABELS, lesson_id=lesson_id)}
        order = await db.row(ORDER, lesson_id=lesson_id)
        assert order is not None
        texts = {
            block_id: json.loads(content).get("text", "")
            for block_id, content in await db.rows(BLOCKS, lesson_id=lesson_id)
        }
        return StoredLesson(labels, json.loads(order[0]), texts)

    return await store.read(unit)


@pytest.mark.parametrize("dialect", BOTH)
async def test_histories_break_no_promise(database_url: str, pytestconfig: pytest.Config) -> None:
    """At four processes on a server, at one on a file."""
    added = await new_person(database_url, credits_at_start=1_000_000)
    store = await open_store(database_url)
    rounds, seconds = pytestconfig.getoption("rounds"), pytestconfig.getoption("seconds")
    with hosts(database_url, PROCESSES) as serving:
        found = [
            (seed, problem)
            for seed in range(rounds)
            for problem in await found_in(serving, store, added, seed, seconds)
        ]
    await store.close()
    assert found == []


@needs("postgresql")
@pytest.mark.parametrize("defect", first_in_gate(DEFECTS))
async def test_a_seeded_defect_is_found(postgresql: Server, defect: str) -> None:
    """Each of them, in some history: else finding none would prove nothing."""
    database_url = postgresql.fresh()
    added = await new_person(database_url, credits_at_start=1_000)
    store = await open_store(database_url)
    found: list[str] = []
    with hosts(database_url, PROCESSES, defect=defect) as serving:
        for seed in range(6):
            found = found or await found_in(serving, store, added, seed, 2.0)
    await store.close()
    postgresql.drop(database_url)
    assert found
    print(defect, "->", found[0])
