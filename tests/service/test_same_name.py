"""Names that another project or course has: refused where the caller asks for it, by every write that gives one."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from tests.service.asking import Asking
from tests.service.database import digest
from workbench.service.kernel.context import Service
from workbench.service.projects import store as projects

pytestmark = pytest.mark.anyio

CREATE, RENAME, ARCHIVE = "project.createProject", "project.renameProject", "project.archiveProject"
NEW_COURSE, RENAME_COURSE = "courseRouter.createCourse", "courseRouter.renameCourse"
ALIKE = ("Trade 12", "TRADE  12", "Ｔｒａｄｅ　１２", "Trade １２", "Ｔｒａｄｅ 12", "  trade\t12 ")
MANY = 10_000


async def refused(person: Asking, name: str, value: dict[str, Any]) -> list[str]:
    """The ids of those that have the name, as the refusal of a write lists them."""
    answered = await person.post(name, {**value, "refuseSameName": True})
    assert answered.status_code == 409, answered.text
    facts = answered.json()["error"]["data"]
    assert (facts["reason"], facts["alikeCount"]) == ("sameName", len(facts["alike"]))
    return [fact.get("courseId") or fact["projectId"] for fact in facts["alike"]]


@pytest.fixture
async def trade(ana: Asking) -> str:
    """The id of a project named Trade 12."""
    return str((await ana.done(CREATE, {"name": "Trade 12"}))["projectId"])


@pytest.fixture
async def knots(ana: Asking) -> str:
    """The id of a course titled Knots."""
    return str((await ana.done(NEW_COURSE, {"title": "Knots"}))["courseId"])


async def test_case_space_and_width_tell_no_two_names_apart(ana: Asking, trade: str, knots: str) -> None:
    """Whichever of the two already exists, for projects and courses alike."""
    for there in ALIKE:
        await ana.done(RENAME, {"projectId": trade, "name": there})
        await ana.done(RENAME_COURSE, {"courseId": knots, "title": there})
        for name in ALIKE:
            listed = (await ana.data("organization.getOrganizationProjects", {"name": name}))["projects"]
            courses = await ana.data("courseRouter.listCourses", {"title": name})
            assert await refused(ana, CREATE, {"name": name}) == [project["projectId"] for project in listed] == [trade]
            assert await refused(ana, NEW_COURSE, {"title": name}) == [knots]
            assert ([course["courseId"] for course in courses["courses"]], courses["total"]) == ([knots], 1)


async def test_a_rename_is_refused_and_changes_nothing(ana: Asking, service: Service, trade: str, knots: str) -> None:
    """The thing itself is none of the others: its own name in another case is free."""
    project_id = (await ana.done(CREATE, {"name": "Craft"}))["projectId"]
    course_id = (await ana.done(NEW_COURSE, {"title": "Bends"}))["courseId"]
    before = await digest(service.store)

    assert await refused(ana, RENAME, {"projectId": project_id, "name": "trade 12"}) == [trade]
    assert await refused(ana, RENAME_COURSE, {"courseId": course_id, "title": "KNOTS"}) == [knots]
    assert await digest(service.store) == before
    own = {"projectId": project_id, "name": "CRAFT", "refuseSameName": True}
    own_course = {"courseId": course_id, "title": "BENDS", "refuseSameName": True}
    assert (await ana.done(RENAME, own))["name"] == "CRAFT"
    assert (await ana.done(RENAME_COURSE, own_course))["title"] == "BENDS"


async def test_what_is_not_asked_is_not_refused(ana: Asking, trade: str, knots: str) -> None:
    """Callers of before, and who means it; a twin keeps its name when it is given again."""
    twin = (await ana.done(CREATE, {"name": "Trade 12"}))["projectId"]
    other = (await ana.done(NEW_COURSE, {"title": "Bends"}))["courseId"]
    await ana.done(RENAME_COURSE, {"courseId": other, "title": "Knots", "refuseSameName": False})

    assert (await ana.done(RENAME, {"projectId": twin, "name": "Trade 12", "refuseSameName": True}))["name"]
    again = {"courseId": other, "title": "Knots", "refuseSameName": True}
    assert (await ana.done(RENAME_COURSE, again))["title"] == "Knots"


async def test_what_comes_back_to_a_name_is_refused(ana: Asking, service: Service, trade: str, knots: str) -> None:
    """Out of the trash or restored into the lists; one that is put away keeps its name, one in the trash does not."""
    await ana.done(ARCHIVE, {"projectId": trade, "isArchived": True})
    assert await refused(ana, CREATE, {"name": "Trade 12"}) == [trade]
    twin = (await ana.done(CREATE, {"name": "Trade 12"}))["projectId"]
    await ana.done("courseRouter.deleteCourse", {"courseId": knots})
    other = (await ana.done(NEW_COURSE, {"title": "Knots", "refuseSameName": True}))["courseId"]
    before = await digest(service.store)

    assert await refused(ana, ARCHIVE, {"projectId": trade, "isArchived": False}) == [twin]
    assert await refused(ana, "courseRouter.restoreCourse", {"courseId": knots}) == [other]
    assert await digest(service.store) == before
    assert (await ana.done("courseRouter.restoreCourse", {"courseId": knots}))["title"] == "Knots"


async def test_two_at_one_time_make_one(ana: Asking) -> None:
    """The second is told of the first: both looked before either was stored."""
    asked = {"refuseSameName": True}
    answered = await asyncio.gather(
        *(ana.post(CREATE, {"name": "Trade", **asked}) for _ in range(4)),
        *(ana.post(NEW_COURSE, {"title": "Trade", **asked}) for _ in range(4)),
    )

    for of_kind in (answered[:4], answered[4:]):
        assert sorted(answer.status_code for answer in of_kind) == [200, 409, 409, 409]


async def test_two_renames_at_one_time_give_a_name_once(ana: Asking, trade: str, knots: str) -> None:
    """Of a project and one that is being made, and of two courses."""
    other = (await ana.done(NEW_COURSE, {"title": "Bends"}))["courseId"]
    asked = {"refuseSameName": True}
    answered = await asyncio.gather(
        ana.post(RENAME, {"projectId": trade, "name": "Craft", **asked}),
        ana.post(CREATE, {"name": "craft", **asked}),
        ana.post(RENAME_COURSE, {"courseId": knots, "title": "Hitches", **asked}),
        ana.post(RENAME_COURSE, {"courseId": other, "title": "hitches", **asked}),
    )

    assert sorted(answer.status_code for answer in answered) == [200, 200, 409, 409]


async def test_a_key_that_made_a_course_gives_it_again(ana: Asking) -> None:
    """Its own course does not are in its way."""
    asked = {"title": "Knots", "refuseSameName": True}
    made = [await ana.done(NEW_COURSE, asked, idempotency_key="a" * 20) for _ in range(2)]

    assert made[0]["courseId"] == made[1]["courseId"]


async def test_another_organization_s_names_are_its_own(ana: Asking, eve: Asking, trade: str, knots: str) -> None:
    """Nobody is told of them."""
    assert (await eve.done(CREATE, {"name": "Trade 12", "refuseSameName": True}))["projectId"] != trade
    assert (await eve.done(NEW_COURSE, {"title": "Knots", "refuseSameName": True}))["courseId"] != knots
    assert [
        project["projectId"]
        for project in (await ana.data("organization.getOrganizationProjects", {"name": "trade 12"}))["projects"]
    ] == [trade]


async def test_one_of_ten_thousand_projects_is_found(ana: Asking, service: Service) -> None:
    """Behind the first thousand, which is all that a list has."""

    async def unit(db: Any) -> None:
        for number in range(MANY):
            await projects.create_project(
                db, organization_id=ana.organization_id, name=f"Project {number:05}", person_id=None, now=number
            )

    await service.store.write(unit)
    listed = (await ana.data("organization.getOrganizationProjects", {}))["projects"]
    found = (await ana.data("organization.getOrganizationProjects", {"name": "PROJECT 09999"}))["projects"]

    assert len(listed) < MANY and "Project 09999" not in {project["name"] for project in listed}
    assert await refused(ana, CREATE, {"name": "project 09999"}) == [found[0]["projectId"]]


@pytest.mark.parametrize("name", ["a\x00b", "\ud800", "%", "_", ""])
async def test_a_name_that_nothing_can_have_finds_nothing(ana: Asking, trade: str, knots: str, name: str) -> None:
    """Neither does it make the service fail."""
    reads = (("organization.getOrganizationProjects", {"name": name}), ("courseRouter.listCourses", {"title": name}))
    answered = [await ana.get(procedure, value) for procedure, value in reads]

    assert all(answer.status_code < 500 for answer in answered)
    assert trade not in answered[0].text and knots not in answered[1].text


async def titles(ana: Asking) -> list[str]:
    """The titles of all courses, in order."""
    return sorted(course["title"] for course in (await ana.data("courseRouter.listCourses", {}))["courses"])


async def test_a_course_made_for_a_lesson_has_a_title_of_its_own(ana: Asking, knots: str) -> None:
    """Regression: a second course of the title was made silently, by a blank lesson as by a starter lesson."""
    for _ in range(2):
        await ana.done("lesson.createLesson", {"title": "KNOTS", "language": "EN"})
    topics = [await ana.done("lesson.createStarterLesson", {"topic": "Tides", "language": "EN"}) for _ in range(2)]

    title = topics[0]["title"]
    assert [topic["title"] for topic in topics] == [title, title]
    assert await titles(ana) == sorted(["Knots", "KNOTS (2)", "KNOTS (3)", title, f"{title} (2)"])


async def test_a_course_follows_its_lesson_to_a_title_of_its_own(ana: Asking, knots: str) -> None:
    """Regression: renaming a lesson gave its course the title of another one; it follows when that is gone, too."""
    made = await ana.done("lesson.createLesson", {"title": "Bends", "language": "EN"})
    lesson = {"lessonId": made["lessonId"]}
    seen = []
    for title in ("Knots", "Hitches", "Knots"):
        await ana.done("lesson.renameLesson", {**lesson, "title": title})
        seen.append(await titles(ana))
    revision = (await ana.data("lesson.getLesson", lesson))["revision"]
    await ana.done("lesson.updateLesson", {**lesson, "baseRevision": revision, "title": "Bends"})

    assert seen == [["Knots", "Knots (2)"], ["Hitches", "Knots"], ["Knots", "Knots (2)"]]
    assert await titles(ana) == ["Bends", "Knots"]


async def test_a_course_with_a_title_that_ends_in_a_number_keeps_it(ana: Asking, knots: str) -> None:
    """Its own title in another case is no other course's, and the number of a title that somebody gave is not taken."""
    made = await ana.done("lesson.createLesson", {"title": "Bends (b)", "language": "EN"})
    await ana.done("lesson.renameLesson", {"lessonId": made["lessonId"], "title": "BENDS (B)"})
    await ana.done(RENAME_COURSE, {"courseId": made["courseId"], "title": "Splices (7)"})
    await ana.done("lesson.renameLesson", {"lessonId": made["lessonId"], "title": "Ropes"})

    assert await titles(ana) == ["Knots", "Splices (7)"]


async def test_many_of_one_title_have_a_number_each(ana: Asking) -> None:
    """Also those of the longest titles, and some at one time."""
    longest = "k" * 300
    value = {"title": longest, "language": "EN"}
    answered = await asyncio.gather(*(ana.post("lesson.createLesson", value) for _ in range(24)))

    assert {answer.status_code for answer in answered} == {200}
    assert len(set(await titles(ana))) == 24 and {len(title) for title in await titles(ana)} == {300}


async def test_a_lesson_is_not_restored_with_a_course_of_a_taken_title(
    ana: Asking, service: Service, knots: str
) -> None:
    """Regression: the course came back with it, unasked; where the course is there, nothing is to be asked."""
    made = await ana.done("lesson.createLesson", {"title": "Bends", "language": "EN"})
    inside = await ana.done("lesson.createLesson", {"title": "Knots", "language": "EN", "courseId": knots})
    for lesson in (made, inside):
        await ana.done("lesson.deleteLesson", {"lessonId": lesson["lessonId"]})
    await ana.done(NEW_COURSE, {"title": "bends"})
    twin = (await ana.data("courseRouter.listCourses", {"title": "bends"}))["courses"][0]["courseId"]
    before = await digest(service.store)

    assert await refused(ana, "lesson.restoreLesson", {"lessonId": made["lessonId"]}) == [twin]
    assert await digest(service.store) == before
    await ana.done("lesson.restoreLesson", {"lessonId": inside["lessonId"], "refuseSameName": True})
    await ana.done("lesson.restoreLesson", {"lessonId": made["lessonId"]})
    assert await titles(ana) == ["Bends", "Knots", "bends"]
