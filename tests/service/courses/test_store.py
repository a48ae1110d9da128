"""Courses: one organization's, shared when they have something to show."""

from __future__ import annotations

import pytest

from tests.service.db.cast import NOW, Place, lesson, published, read, written
from tests.service.db.plans import plan_of, reads_off
from workbench.service.courses import store as courses
from workbench.service.courses.store import CourseFilter, CourseRow
from workbench.service.db.listing import CursorRejected
from workbench.service.db.seam import Store
from workbench.service.organizations import store as organizations
from workbench.service.publications import store as publications
from workbench.service.publications.visibility import public_course
from workbench.service.tags.store import save_tags

pytestmark = pytest.mark.anyio


async def only(store: Store, here: Place) -> CourseRow:
    """The organization's one course."""
    (found,) = (await read(store, courses.courses_page, here.organization_id, now=NOW)).items
    return found


async def share(store: Store, here: Place, course_id: str, is_public: bool = True) -> bool:
    """Whether there was such a course to open or close."""
    if not is_public:
        await written(store, publications.show_publication, course_id, None, now=NOW)
        return True
    return await written(store, published, course_id, organization_id=here.organization_id) is not None


async def test_a_course_with_a_block_can_be_shared(store: Store, acme: Place) -> None:
    """While its organization is active."""
    await lesson(store, acme)
    assert (await only(store, acme)).can_be_shared
    await written(store, organizations.set_tier_and_status, acme.organization_id, tier="Free", status="PastDue")
    assert not (await only(store, acme)).can_be_shared


async def test_a_course_without_a_block_cannot_be_shared(store: Store, acme: Place) -> None:
    """A lesson without blocks is nothing to show."""
    await lesson(store, acme, blocks=())
    assert str((await only(store, acme)).obstacle) == "It needs a lesson with at least one block."


@pytest.mark.parametrize(("status", "is_found"), [("Active", True), ("PastDue", True), ("Suspended", False)])
async def test_a_suspended_organization_keeps_no_public_page(
    store: Store, acme: Place, status: str, is_found: bool
) -> None:
    """
    Regression: its pages stayed open to everybody.
    """
    await lesson(store, acme)
    course_id = (await only(store, acme)).course_id
    await share(store, acme, course_id)
    await written(store, organizations.set_tier_and_status, acme.organization_id, tier="Pro", status=status)
    assert (await read(store, public_course, course_id, now=NOW) is not None) is is_found


async def test_a_public_course_is_found_without_its_organization(store: Store, acme: Place) -> None:
    """And is gone as soon as it is private again."""
    await lesson(store, acme)
    course_id = (await only(store, acme)).course_id
    assert await read(store, public_course, course_id, now=NOW) is None
    assert await share(store, acme, course_id)
    assert await read(store, public_course, course_id, now=NOW) is not None
    assert await share(store, acme, course_id, is_public=False)
    assert await read(store, public_course, course_id, now=NOW) is None


@pytest.mark.parametrize(("end", "is_open"), [(None, True), (NOW + 1, True), (NOW, False), (NOW - 1, False)])
async def test_a_course_is_public_until_its_link_ends(
    store: Store, acme: Place, end: int | None, is_open: bool
) -> None:
    """From the millisecond of its end on it is not, wherever one asks."""
    await lesson(store, acme)
    here, course_id = {"organization_id": acme.organization_id}, (await only(store, acme)).course_id
    await share(store, acme, course_id)
    await written(store, courses.set_expiry, course_id, organization_id=acme.organization_id, expires_at=end)
    found = await read(store, courses.course_by_id, course_id, now=NOW, **here)
    assert found is not None
    assert [found.is_public, (await only(store, acme)).is_public] == [is_open, is_open]
    assert (await read(store, public_course, course_id, now=NOW) is not None) is is_open


async def test_a_course_is_shared_by_its_organization_only(store: Store, acme: Place, other: Place) -> None:
    """Another organization finds no such course."""
    await lesson(store, acme)
    course_id = (await only(store, acme)).course_id
    assert not await share(store, other, course_id)
    assert await read(store, courses.course_by_id, course_id, organization_id=other.organization_id, now=NOW) is None
    assert await read(store, public_course, course_id, now=NOW) is None


async def test_cursors_lead_through_the_courses(store: Store, acme: Place) -> None:
    """Last changed first, each once."""
    await lesson(store, acme, title="old", at=NOW)
    await lesson(store, acme, title="new", at=NOW + 1)
    first = await read(store, courses.courses_page, acme.organization_id, limit=1, now=NOW)
    second = await read(store, courses.courses_page, acme.organization_id, limit=1, cursor=first.next_cursor, now=NOW)
    assert [item.title for item in [*first.items, *second.items]] == ["new", "old"]
    assert (first.total, second.next_cursor) == (2, None)


@pytest.mark.parametrize("column", ["title", "status", "updatedAt", "createdAt", "createdBy", "tags"])
async def test_courses_are_sorted_by_any_column_both_ways(store: Store, acme: Place, column: str) -> None:
    """Pages of two give each course once, with keys that repeat; the other way round is the reverse."""
    for place, title in enumerate(["b", "a", "c", "d", "e"]):
        await lesson(store, acme, title=title, at=NOW + place // 2)
    courses_made = (await read(store, courses.courses_page, acme.organization_id, now=NOW)).items
    await share(store, acme, courses_made[0].course_id)
    for course in courses_made[1:3]:
        named = {"organization_id": acme.organization_id, "now": NOW}
        await written(store, save_tags, "course", course.course_id, ["sea"], **named)

    async def found(sort: str) -> list[str]:
        ids, cursor = list[str](), None
        while not ids or cursor:
            asked = {"now": NOW, "sort": sort, "limit": 2, "cursor": cursor}
            page = await read(store, courses.courses_page, acme.organization_id, **asked)
            ids, cursor = [*ids, *(course.course_id for course in page.items)], page.next_cursor
        return ids

    rising = await found(column)
    assert sorted(rising) == sorted(course.course_id for course in courses_made)
    assert await found(f"-{column}") == rising[::-1]


@pytest.mark.parametrize(("tag", "expected"), [("Sea", ["b"]), ("none", ["a"]), ("river", [])])
async def test_courses_are_found_by_tag(store: Store, acme: Place, tag: str, expected: list[str]) -> None:
    """Whatever its case; `none` are those without any."""
    for title in ("a", "b"):
        await lesson(store, acme, title=title)
    found = (await read(store, courses.courses_page, acme.organization_id, CourseFilter(search="b"), now=NOW)).items
    named = {"organization_id": acme.organization_id, "now": NOW}
    await written(store, save_tags, "course", found[0].course_id, ["sea"], **named)
    page = await read(store, courses.courses_page, acme.organization_id, CourseFilter(tag=tag), now=NOW)
    assert ([course.title for course in page.items], page.total) == (expected, len(expected))


async def test_courses_are_found_by_title_and_project(store: Store, acme: Place, other: Place) -> None:
    """A search takes its text as it is; a foreign project has none of the own courses."""
    await lesson(store, acme, title="50% LIGHT")
    await lesson(store, acme, title="500 lights")
    found = await read(store, courses.courses_page, acme.organization_id, CourseFilter(search="50% l"), now=NOW)
    assert [item.title for item in found.items] == ["50% LIGHT"]
    foreign = CourseFilter(project_id=other.project_id)
    assert (await read(store, courses.courses_page, acme.organization_id, foreign, now=NOW)).items == ()


async def test_a_made_up_cursor_is_rejected(store: Store, acme: Place) -> None:
    """What this list did not give is not a cursor."""
    with pytest.raises(CursorRejected):
        await read(store, courses.courses_page, acme.organization_id, cursor="u.1", now=NOW)


async def test_a_course_gets_another_title(store: Store, acme: Place, other: Place) -> None:
    """From its own organization only."""
    await lesson(store, acme)
    course_id = (await only(store, acme)).course_id
    titled = {"title": "Renamed", "now": NOW}
    assert await written(store, courses.rename_course, course_id, organization_id=acme.organization_id, **titled)  # type: ignore[arg-type]
    assert not await written(store, courses.rename_course, course_id, organization_id=other.organization_id, **titled)  # type: ignore[arg-type]
    assert (await only(store, acme)).title == "Renamed"


@pytest.mark.parametrize(
    ("which", "sort", "index"),
    [
        (CourseFilter(), "recently-updated", "ix_course_updated"),
        (CourseFilter(), "recently-created", "ix_course_created"),
        (CourseFilter(), "alphabetical", "ix_course_title"),
        (CourseFilter(project_id="p"), "recently-updated", "ix_course_project"),
    ],
)
def test_a_page_is_read_off_the_index_of_its_filter_in_order(
    migrated_url: str, which: CourseFilter, sort: str, index: str
) -> None:
    """Nothing is sorted, and however many courses there are."""
    asked = {"organization_id": "o"} | ({} if which.project_id is None else {"project_id": which.project_id})
    plan = plan_of(migrated_url, courses._page(frozenset(asked), sort, False), limit=1, now=NOW, **asked)
    assert reads_off(plan, index)


def test_whether_a_course_can_be_shared_is_asked_of_its_own_lessons(migrated_url: str, dialect: str) -> None:
    """Not answered for all courses at the same time, by reading the lessons of every organization."""
    plan = plan_of(
        migrated_url, courses._page(frozenset(), "recently-updated", False), organization_id="o", limit=1, now=NOW
    )
    looked_up = {"sqlite": "SEARCH lesson USING", "postgresql": "organization_id = course.organization_id"}
    assert plan.count(looked_up[dialect]) == 2
