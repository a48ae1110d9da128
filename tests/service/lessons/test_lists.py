"""Lists of lessons: one organization's, filtered, in order, page by page."""

from __future__ import annotations

from typing import Any

import pytest

from tests.service.db.cast import NOW, Place, lesson, read
from tests.service.db.plans import plan_of, reads_off
from workbench.procedures.lesson import LessonFilter
from workbench.service.db.listing import CursorRejected, Page
from workbench.service.db.seam import Store
from workbench.service.lessons import lists
from workbench.service.lessons import store as lessons
from workbench.service.lessons.lists import ALL, LessonItem, filter_parameters

pytestmark = pytest.mark.anyio


async def page(store: Store, here: Place, which: LessonFilter = ALL, **asked: Any) -> Page[LessonItem]:
    """A page of the organization's lessons."""
    return await read(store, lists.lessons_page, here.organization_id, which, **asked)


async def titles(store: Store, here: Place, which: LessonFilter = ALL, **asked: Any) -> list[str]:
    """The titles of a page."""
    return [item.title for item in (await page(store, here, which, **asked)).items]


async def test_a_list_shows_its_organization_only(store: Store, acme: Place, other: Place) -> None:
    """The lessons of another organization are in no page, whatever is filtered."""
    await lesson(store, other, title="Foreign")
    await lesson(store, acme, title="Own")
    assert await titles(store, acme) == ["Own"]
    assert await titles(store, acme, LessonFilter(project_id=other.project_id)) == []


@pytest.mark.parametrize(
    ("sort", "expected"),
    [
        ("recently-updated", ["b", "Á", "a"]),
        ("recently-created", ["b", "Á", "a"]),
        ("alphabetical", ["a", "b", "Á"]),
        ("nonsense; DROP TABLE lesson", ["b", "Á", "a"]),
    ],
)
async def test_the_order_is_one_of_three(store: Store, acme: Place, sort: str, expected: list[str]) -> None:
    """A sort preference picks an order; an unknown one sorts as recently updated."""
    await lesson(store, acme, title="a", at=NOW)
    await lesson(store, acme, title="Á", at=NOW + 1)
    await lesson(store, acme, title="b", at=NOW + 2)
    assert await titles(store, acme, sort=sort) == expected


@pytest.mark.parametrize("sort", ["recently-updated", "recently-created", "alphabetical"])
async def test_cursors_lead_through_the_whole_list(store: Store, acme: Place, sort: str) -> None:
    """Pages of two give each of five lessons once, with times and titles that repeat."""
    made = {await lesson(store, acme, title="same" if n < 3 else f"title {n}", at=NOW + n // 2) for n in range(5)}
    first = await page(store, acme, sort=sort, limit=2)
    second = await page(store, acme, sort=sort, limit=2, cursor=first.next_cursor)
    third = await page(store, acme, sort=sort, limit=2, cursor=second.next_cursor)
    seen = [item.lesson_id for item in [*first.items, *second.items, *third.items]]
    assert (len(seen), set(seen)) == (5, made)
    assert (first.total, second.total, third.next_cursor) == (5, 5, None)


@pytest.mark.parametrize("cursor", ["", "x", "u.1.", "a.1.abc", "c.5.abc", "u..abc", "u.1.abc' OR 1=1", "u.٣.abc"])
async def test_a_made_up_cursor_is_rejected(store: Store, acme: Place, cursor: str) -> None:
    """What this list did not give in this order is not a cursor."""
    with pytest.raises(CursorRejected):
        await page(store, acme, cursor=cursor)


async def test_a_lesson_of_another_organization_is_no_cursor(store: Store, acme: Place, other: Place) -> None:
    """The alphabetical cursor looks its title up among the own lessons."""
    foreign = await lesson(store, other)
    with pytest.raises(CursorRejected):
        await page(store, acme, sort="alphabetical", cursor=f"a..{foreign}")


async def test_filters_narrow_the_page_and_its_total(store: Store, acme: Place) -> None:
    """Language and project filter; the total counts what matches."""
    await lesson(store, acme, title="Deutsch", language="DE")
    await lesson(store, acme, title="English")
    found = await page(store, acme, LessonFilter(language="DE", project_id=acme.project_id))
    assert ([item.title for item in found.items], found.total) == (["Deutsch"], 1)


async def test_a_course_filters(store: Store, acme: Place) -> None:
    """Only the lessons of the course."""
    wanted = await lesson(store, acme, title="Wanted")
    await lesson(store, acme, title="Unwanted")
    found = await read(store, lessons.lesson_by_id, wanted, organization_id=acme.organization_id)
    assert found is not None
    assert await titles(store, acme, LessonFilter(course_id=found.course_id)) == ["Wanted"]


@pytest.mark.parametrize(
    ("search", "expected"),
    [("100%", ["100% ÜBUNG"]), ("übung", ["100% ÜBUNG"]), ("_", []), ("~", []), ("%", ["100% ÜBUNG"])],
)
async def test_a_search_takes_its_text_as_it_is(store: Store, acme: Place, search: str, expected: list[str]) -> None:
    """No letter of the text is a wildcard, and case does not matter beyond ASCII either."""
    await lesson(store, acme, title="100% ÜBUNG")
    await lesson(store, acme, title="1000 Worte")
    assert await titles(store, acme, LessonFilter(search=search)) == expected


async def test_recent_lessons_come_newest_first(store: Store, acme: Place) -> None:
    """At most as many as requested."""
    await lesson(store, acme, title="old", at=NOW)
    await lesson(store, acme, title="new", at=NOW + 1)
    found = await read(store, lists.recent_lessons, acme.organization_id, limit=1)
    assert [row.title for row in found] == ["new"]


@pytest.mark.parametrize(
    ("which", "sort", "index"),
    [
        (ALL, "recently-updated", "ix_lesson_updated"),
        (ALL, "recently-created", "ix_lesson_created"),
        (ALL, "alphabetical", "ix_lesson_title"),
        (LessonFilter(project_id="p"), "recently-updated", "ix_lesson_project"),
        (LessonFilter(course_id="c"), "recently-updated", "ix_lesson_course"),
        (LessonFilter(language="EN"), "recently-updated", "ix_lesson_language"),
    ],
)
@pytest.mark.parametrize("continued", [False, True])
def test_a_page_is_read_off_the_index_of_its_filter_in_order(
    migrated_url: str, which: LessonFilter, sort: str, index: str, continued: bool
) -> None:
    """Nothing is sorted, without statistics, and however many lessons there are."""
    asked = {
        **filter_parameters(which),
        "organization_id": "o",
        "limit": 1,
        "after": "t" if sort == "alphabetical" else 1,
    }
    statement = lists._page(frozenset(filter_parameters(which)), sort, continued)
    plan = plan_of(migrated_url, statement, after_id="i", **asked)
    assert reads_off(plan, index)
