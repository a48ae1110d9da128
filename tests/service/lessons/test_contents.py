"""Pages of lessons with their blocks."""

from __future__ import annotations

import pytest

from tests.service.db.cast import BLOCKS, NOW, Place, lesson, read
from workbench.procedures.lesson import LessonFilter
from workbench.service.db.seam import Store
from workbench.service.lessons.contents import contents_page

pytestmark = pytest.mark.anyio


async def test_each_lesson_has_its_own_blocks_in_order(store: Store, acme: Place, other: Place) -> None:
    """The newest lesson first; those of another organization are in no page."""
    await lesson(store, other, title="Foreign")
    first = await lesson(store, acme, at=NOW)
    second = await lesson(store, acme, at=NOW + 1, blocks=tuple(reversed(BLOCKS)))
    page = await read(store, contents_page, acme.organization_id)

    assert page.items == ((second, "EN", tuple(reversed(BLOCKS))), (first, "EN", BLOCKS))


async def test_a_lesson_without_blocks_has_none(store: Store, acme: Place) -> None:
    """It is in the page anyway."""
    await lesson(store, acme, blocks=())
    ((_, _, blocks),) = (await read(store, contents_page, acme.organization_id)).items

    assert blocks == ()


async def test_pages_follow_each_other(store: Store, acme: Place) -> None:
    """By the cursor of the list, with its filter."""
    ids = [await lesson(store, acme, at=NOW + index) for index in range(3)]
    first = await read(store, contents_page, acme.organization_id, LessonFilter(language="EN"), limit=2)
    rest = await read(
        store, contents_page, acme.organization_id, LessonFilter(language="EN"), limit=2, cursor=first.next_cursor
    )

    assert [item[0] for item in (*first.items, *rest.items)] == list(reversed(ids))
    assert rest.next_cursor is None
