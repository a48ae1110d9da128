"""The settings of a link are changed by one at a time, on both databases."""

from __future__ import annotations

import asyncio
from functools import partial

import pytest

from tests.service.db.cast import NOW, Place, lesson, read
from workbench.service.courses import store as courses
from workbench.service.courses.store import CourseRow, read_origins
from workbench.service.db.seam import Db, Store
from workbench.service.sharing.store import lock_course, set_share_settings

pytestmark = pytest.mark.anyio


async def only_course(db: Db, organization_id: str) -> CourseRow:
    """The organization's one course."""
    (found,) = (await courses.courses_page(db, organization_id, now=NOW)).items
    return found


async def allow(db: Db, here: Place, course_id: str, origin: str) -> None:
    """One more site that may embed the course, besides those that it has."""
    await lock_course(db, course_id, organization_id=here.organization_id)
    found = await only_course(db, here.organization_id)
    await set_share_settings(
        db,
        course_id,
        organization_id=here.organization_id,
        expires_at=None,
        embed_origins=[*(read_origins(found.embed_origins) or []), origin],
        indexing=False,
        now=NOW,
    )


async def test_no_change_of_a_links_settings_is_lost(store: Store, acme: Place) -> None:
    """Of many who add a site at the same time, each finds the sites of those before."""
    await lesson(store, acme)
    course_id = (await read(store, only_course, acme.organization_id)).course_id
    origins = [f"https://{number}.example" for number in range(12)]
    await asyncio.gather(
        *[store.write(partial(allow, here=acme, course_id=course_id, origin=origin)) for origin in origins]
    )
    found = await read(store, only_course, acme.organization_id)

    assert sorted(read_origins(found.embed_origins) or []) == sorted(origins)
