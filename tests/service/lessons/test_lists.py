"""Lists of lessons: one organization's, filtered, in order, page by page."""

from __future__ import annotations

from typing import Any

import pytest

from tests.service.db.cast import NOW, Place, lesson, read, written
from tests.service.db.plans import plan_of, reads_off
from workbench.procedures.lesson import LessonFilter
from workbench.service.db.listing import CursorRejected, Page
from workbench.service.db.seam import Store
from workbench.service.findings.store import StoredFindings, store_findings
from workbench.service.lessons import lists
from workbench.service.lessons import store as lessons
from workbench.service.lessons.lists import ALL, LessonItem, filter_parameters
from workbench.service.tags.store import Tagged, save_tags

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


COLUMNS = ("title", "status", "findings", "language", "updatedAt", "createdAt", "createdBy", "tags")


SHOWN = (
    ("b", "EN", ["sea"]),
    ("a", "DE", []),
    ("a", "DE", []),
    ("c", "FR", ["ash", "sea"]),
    ("c", "FR", []),
    ("d", "EN", []),
)


async def tag(store: Store, here: Place, kind: Tagged, item_id: str, tags: list[str], *, at: int = NOW) -> None:
    """Give the lesson or course these tags."""
    await written(store, save_tags, kind, item_id, tags, organization_id=here.organization_id, now=at)


async def described(store: Store, here: Place) -> list[str]:
    """Six lessons that differ in every column, and some of them in none from the one before: their ids."""
    made = []
    for place, (title, language, tags) in enumerate(SHOWN):
        at = NOW + place // 2
        made.append(await lesson(store, here, title=title, language=language, at=at))
        if tags:
            await tag(store, here, "lesson", made[-1], tags, at=at)
    errors = StoredFindings(made[1], 1, (("key-missing", "error", None, "No answer is right."),))
    warnings = StoredFindings(made[4], 1, (("key-position", "warning", None, "The first."),))
    await written(store, store_findings, [errors, warnings], ruleset=1)
    return made


async def pages(store: Store, here: Place, which: LessonFilter = ALL, **asked: Any) -> list[LessonItem]:
    """The lessons of all pages of two."""
    found, cursor, first = list[LessonItem](), None, True
    while first or cursor:
        one = await page(store, here, which, limit=2, cursor=cursor, now=NOW, **asked)
        found, cursor, first = [*found, *one.items], one.next_cursor, False
    return found


@pytest.mark.parametrize("column", COLUMNS)
async def test_a_table_is_sorted_by_any_column_both_ways(store: Store, acme: Place, column: str) -> None:
    """Pages of two give each lesson once, with keys that repeat; the other way round is the reverse."""
    made = await described(store, acme)
    rising = [item.lesson_id for item in await pages(store, acme, sort=column)]
    falling = [item.lesson_id for item in await pages(store, acme, sort=f"-{column}")]
    assert sorted(rising) == sorted(made)
    assert falling == rising[::-1]


@pytest.mark.parametrize(
    ("sort", "value", "expected"),
    [
        ("title", "title", ["a", "a", "b", "c", "c", "d"]),
        ("-title", "title", ["d", "c", "c", "b", "a", "a"]),
        ("language", "language", ["DE", "DE", "EN", "EN", "FR", "FR"]),
        ("updatedAt", "updated_at", [NOW, NOW, NOW + 1, NOW + 1, NOW + 2, NOW + 2]),
        ("tags", "tags", ['["ash","sea"]', '["sea"]', "[]", "[]", "[]", "[]"]),
    ],
)
async def test_a_table_is_sorted_by_what_the_column_shows(
    store: Store, acme: Place, sort: str, value: str, expected: list[object]
) -> None:
    """By titles, codes and times; by the first tag, with what has none behind."""
    await described(store, acme)
    shown = [getattr(item, value) for item in await pages(store, acme, sort=sort)]
    assert shown == expected


async def test_the_worst_findings_come_first_or_last(store: Store, acme: Place) -> None:
    """Errors weigh more than warnings."""
    made = await described(store, acme)
    found = [item.lesson_id for item in await pages(store, acme, sort="-findings")]
    assert found[:2] == [made[1], made[4]]
    assert [item.lesson_id for item in await pages(store, acme, sort="findings")][-2:] == [made[4], made[1]]


@pytest.mark.parametrize(
    ("wanted", "expected"), [("SEA", ["b", "c"]), ("ash", ["c"]), ("none", ["a", "a", "c", "d"]), ("river", [])]
)
async def test_a_tag_filters(store: Store, acme: Place, other: Place, wanted: str, expected: list[str]) -> None:
    """Whatever its case; `none` are those without any. The tags of another organization count for nothing."""
    await described(store, other)
    await described(store, acme)
    found = await page(store, acme, LessonFilter(tag=wanted), sort="title")
    assert ([item.title for item in found.items], found.total) == (expected, len(expected))


async def test_the_tag_of_a_course_is_one_of_its_lessons(store: Store, acme: Place) -> None:
    """As in a search."""
    tagged = await lesson(store, acme, title="In a tagged course")
    await lesson(store, acme, title="In another")
    item = await read(store, lists.lesson_item, tagged, organization_id=acme.organization_id)
    assert item is not None
    await tag(store, acme, "course", item.course_id, ["sea"])
    assert await titles(store, acme, LessonFilter(tag="sea")) == ["In a tagged course"]
    assert await titles(store, acme, LessonFilter(tag="none")) == ["In another"]


@pytest.mark.parametrize("column", [column for column in COLUMNS if column != "title"])
async def test_a_cursor_of_a_column_is_none_of_the_other_way_round(store: Store, acme: Place, column: str) -> None:
    """The pages would not fit together."""
    await described(store, acme)
    first = await page(store, acme, sort=column, limit=1)
    with pytest.raises(CursorRejected):
        await page(store, acme, sort=f"-{column}", limit=1, cursor=first.next_cursor)


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
