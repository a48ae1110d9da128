"""Courses: made, moved, shared, listed, put into the trash and taken out, always within one organization."""

from __future__ import annotations

from typing import Any

import pytest

from tests.service.asking import Asking, asking
from tests.service.shared_courses import EVERY_TYPE, keep, public
from workbench.service.kernel import audit
from workbench.service.organizations import store as organizations

pytestmark = pytest.mark.anyio

INFO = "courseRouter.getCourseSharingInfo"


async def titles(person: Asking, **asked: Any) -> list[str]:
    """The titles of the courses in a list."""
    return [course["title"] for course in (await person.data("courseRouter.listCourses", asked))["courses"]]


async def test_a_course_is_made_empty_and_private(ana: Asking) -> None:
    """In the default project unless one is named; it can be shared when it has a page."""
    made = await ana.done("courseRouter.createCourse", {"title": " Baking\nat home "})

    assert (made["title"], made["lessonCount"]) == ("Baking at home", 0)
    assert (made["isPublic"], made["canBeShared"]) == (False, False)
    assert await titles(ana) == ["Baking at home"]


async def test_a_course_shows_its_lessons_in_the_order_they_were_made(ana: Asking) -> None:
    """Without their blocks."""
    course_id = (await ana.done("courseRouter.createCourse", {"title": "Baking"}))["courseId"]
    for title in ("First", "Second"):
        await ana.done("lesson.createLesson", {"title": title, "language": "EN", "courseId": course_id})
    found = await ana.data("courseRouter.getCourse", {"courseId": course_id})

    assert [lesson["title"] for lesson in found["lessons"]] == ["First", "Second"]
    assert found["lessonCount"] == 2


async def test_a_course_moves_with_its_lessons(ana: Asking) -> None:
    """To another project of its organization."""
    lesson = await ana.starter()
    project_id = (await ana.done("project.createProject", {"name": "Summer"}))["projectId"]
    await ana.done("courseRouter.moveCourse", {"courseId": lesson["courseId"], "projectId": project_id})
    found = await ana.data("lesson.listLessons", {"projectId": project_id})

    assert [lesson["lessonId"] for lesson in found["lessons"]] == [lesson["lessonId"]]


async def test_a_course_does_not_leave_its_organization(ana: Asking, eve: Asking) -> None:
    """A project of another one is like none, even for who is in both."""
    await asking(eve.service, "ana@example.org", "Other", role="owner")
    theirs = (await eve.done("project.createProject", {"name": "Theirs"}))["projectId"]
    lesson = await ana.starter()
    answered = await ana.post("courseRouter.moveCourse", {"courseId": lesson["courseId"], "projectId": theirs})

    assert answered.status_code == 404


async def test_a_deleted_course_is_in_the_trash_and_nowhere_else(ana: Asking) -> None:
    """Neither in lists, nor by its id, nor its lessons by theirs; and nothing is refunded."""
    lesson = await ana.starter()
    gone = await ana.done("courseRouter.deleteCourse", {"courseId": lesson["courseId"]})
    read = await ana.get(
        "courseRouter.getCourse,lesson.getLesson", {"courseId": lesson["courseId"]}, {"lessonId": lesson["lessonId"]}
    )

    assert gone == {"courseId": lesson["courseId"], "lessonCount": 1}
    assert read.status_code == 404
    assert (await titles(ana), await titles(ana, inTrash=True)) == ([], [lesson["title"]])
    assert (await ana.data("organization.getUserData"))["aiCreditBalance"] == 99


async def test_a_course_comes_back_as_it_was_but_private(ana: Asking) -> None:
    """Its blocks included; its link works again when it is shared again."""
    lesson = await ana.finished()
    chosen = {"courseId": lesson["courseId"]}
    await ana.done("courseRouter.setCourseSharing", {**chosen, "isPublic": True, "confirmOpenPlaces": True})
    await ana.done("courseRouter.deleteCourse", chosen)
    back = await ana.done("courseRouter.restoreCourse", chosen)

    assert (back["lessonCount"], back["isPublic"]) == (1, False)
    found = await ana.data("lesson.getLesson", {"lessonId": lesson["lessonId"]})
    assert found["blocks"] == lesson["blocks"]


async def test_restoring_what_is_not_in_the_trash_changes_nothing(ana: Asking) -> None:
    """It is a success anyway."""
    lesson = await ana.starter()
    back = await ana.done("courseRouter.restoreCourse", {"courseId": lesson["courseId"]})

    assert back["lessonCount"] == 1
    assert (await ana.data("organization.getAuditLog"))["entries"][0]["action"] == "lesson.createStarterLesson"


@pytest.mark.parametrize("title", ["", " \n ", "x" * 301, 5, None])
async def test_what_is_no_title_is_refused(ana: Asking, title: Any) -> None:
    """For a new course and for a new title alike."""
    lesson = await ana.starter()
    made = await ana.post("courseRouter.createCourse", {"title": title})
    renamed = await ana.post("courseRouter.renameCourse", {"courseId": lesson["courseId"], "title": title})

    assert (made.status_code, renamed.status_code) == (400, 400)


async def test_a_course_has_its_new_title_everywhere(ana: Asking) -> None:
    """And is found by it."""
    lesson = await ana.starter()
    await ana.done("courseRouter.renameCourse", {"courseId": lesson["courseId"], "title": "Green leaves"})

    assert await titles(ana, search="green") == ["Green leaves"]


SHARE = "courseRouter.setCourseSharing"
LIST = "courseRouter.listCourses"


async def test_a_new_course_is_private_and_can_be_shared(ana: Asking) -> None:
    """A course is private when made; with a page in it, it can be shared."""
    lesson = await ana.finished()

    assert await ana.data(INFO, {"courseId": lesson["courseId"]}) == {
        "isPublic": False,
        "canBeShared": True,
        "shareUrl": f"https://share.test/s/{lesson['courseId']}",
    }


async def test_a_course_with_notes_for_authors_cannot_be_shared_yet(ana: Asking) -> None:
    """
    Regression: it could, by the info and in lists, and the switch refused it because of the notes.
    """
    sheet = await ana.starter()
    info = await ana.data(INFO, {"courseId": sheet["courseId"]})
    listed = (await ana.data(LIST))["courses"]
    refused = await ana.post(SHARE, {"courseId": sheet["courseId"], "isPublic": True, "confirmOpenPlaces": True})

    assert (info["canBeShared"], [course["canBeShared"] for course in listed]) == (False, [False])
    assert info.keys() == {"isPublic", "canBeShared", "shareUrl"}  # interface 4.4
    assert listed[0]["sharingObstacle"].startswith(f"There are notes for authors in “{sheet['title']}”: add ")
    assert listed[0]["sharingObstacleLessonIds"] == [sheet["lessonId"]]
    assert (refused.status_code, "notes for authors" in refused.text) == (409, True)


async def test_what_keeps_a_course_from_being_shared_is_named_with_its_lessons(ana: Asking) -> None:
    """The first five lessons with notes in their order, each once, and how many more; then each other reason."""
    course_id = (await ana.done("courseRouter.createCourse", {"title": "Tides"}))["courseId"]
    empty = await ana.data("courseRouter.getCourse", {"courseId": course_id})
    starter = {"language": "EN", "courseId": course_id}
    made = [
        await ana.done("lesson.createStarterLesson", {"topic": f"Tide {number}", **starter}) for number in range(1, 8)
    ]
    noted = await ana.data("courseRouter.getCourse", {"courseId": course_id})
    await ana.done("courseRouter.deleteCourse", {"courseId": course_id})
    trashed = (await ana.data(LIST, {"inTrash": True}))["courses"]

    assert (empty["sharingObstacle"], empty["sharingObstacleLessonIds"]) == (
        "It needs a lesson with at least one block.",
        None,
    )
    assert noted["sharingObstacleLessonIds"] == [made_lesson["lessonId"] for made_lesson in made[:5]]
    titles = ", ".join(f"“{lesson['title']}”" for lesson in noted["lessons"][:5])
    assert noted["sharingObstacle"].startswith(f"There are notes for authors in {titles} and 2 more: add")
    assert [course["sharingObstacle"] for course in trashed] == ["It is in the trash. Restore it first."]


async def test_sharing_answers_as_the_info_does(ana: Asking) -> None:
    """The switch says the new state, and the next read says the same."""
    asked = {"courseId": (await ana.finished())["courseId"]}
    done = await ana.done(SHARE, {**asked, "isPublic": True, "confirmOpenPlaces": True})

    assert done["isPublic"] is True
    assert await ana.data(INFO, asked) == done


async def test_a_course_without_a_page_cannot_be_shared(ana: Asking) -> None:
    """CONFLICT says what is missing; it stays private."""
    course_id = await keep(ana)
    answered = await ana.post(SHARE, {"courseId": course_id, "isPublic": True, "confirmOpenPlaces": True})

    assert (answered.status_code, "no page yet" in answered.text) == (409, True)
    assert (await ana.data(INFO, {"courseId": course_id}))["isPublic"] is False


async def test_only_an_active_organization_shares(ana: Asking) -> None:
    """CONFLICT names the organization's status."""
    course_id = await keep(ana, *EVERY_TYPE)
    await ana.service.store.write(
        lambda db: organizations.set_tier_and_status(db, ana.organization_id, tier="Free", status="PastDue")
    )
    answered = await ana.post(SHARE, {"courseId": course_id, "isPublic": True, "confirmOpenPlaces": True})

    assert (answered.status_code, "PastDue" in answered.text) == (409, True)


async def test_what_is_shared_can_always_be_taken_back(ana: Asking) -> None:
    """Also in an organization that may not share any more."""
    course_id = await public(ana, *EVERY_TYPE)
    await ana.service.store.write(
        lambda db: organizations.set_tier_and_status(db, ana.organization_id, tier="Free", status="Suspended")
    )

    assert (await ana.done(SHARE, {"courseId": course_id, "isPublic": False}))["isPublic"] is False


async def test_sharing_is_noted_once(ana: Asking) -> None:
    """The audit log has who, what and which; a switch to what it is already changes and notes nothing."""
    course_id = await keep(ana, *EVERY_TYPE)
    await ana.done(SHARE, {"courseId": course_id, "isPublic": True, "confirmOpenPlaces": True})
    await ana.done(SHARE, {"courseId": course_id, "isPublic": True, "confirmOpenPlaces": True})
    noted = await ana.service.store.read(lambda db: audit.audit_page(db, ana.organization_id))
    sharing = [(entry.subject, entry.facts, entry.person_id) for entry in noted if entry.action == SHARE]

    facts = {"publication": 1, "lessonCount": 1, "isPublic": True}
    assert sharing == [(course_id, facts, ana.added.person_id)]


@pytest.mark.parametrize("said", ["yes", 1, None, "true"])
async def test_the_switch_is_true_or_false(ana: Asking, said: object) -> None:
    """Nothing that merely looks like it."""
    course_id = await keep(ana, *EVERY_TYPE)

    assert (await ana.post(SHARE, {"courseId": course_id, "isPublic": said})).status_code == 400


async def test_courses_are_listed_last_changed_first(ana: Asking, eve: Asking) -> None:
    """The organization's own, with lesson counts, the maker's name and the link."""
    await eve.starter("Secret")
    first, second = await keep(ana, *EVERY_TYPE, title="One"), await keep(ana, *EVERY_TYPE, title="Two")
    found = await ana.data(LIST)

    assert {course["courseId"] for course in found["courses"]} == {first, second}
    assert (found["total"], found["nextCursor"]) == (2, None)
    assert {(course["lessonCount"], course["createdBy"]) for course in found["courses"]} == {(1, "ana")}


async def test_courses_come_page_by_page(ana: Asking) -> None:
    """The cursor leads on; the pages together are all."""
    made = {await keep(ana, title="One"), await keep(ana, title="Two"), await keep(ana, title="Three")}
    first = await ana.data(LIST, {"limit": 2})
    second = await ana.data(LIST, {"limit": 2, "cursor": first["nextCursor"]})

    assert [len(first["courses"]), len(second["courses"]), second["nextCursor"]] == [2, 1, None]
    assert {course["courseId"] for course in first["courses"] + second["courses"]} == made


async def test_courses_are_found_by_title(ana: Asking) -> None:
    """Without case; the signs that a database reads as wildcards are letters here."""
    await keep(ana, title="100% Tides")
    await keep(ana, title="Ebb")

    assert [course["title"] for course in (await ana.data(LIST, {"search": "0% TIDES"}))["courses"]] == ["100% Tides"]
    assert (await ana.data(LIST, {"search": "%"}))["total"] == 1


@pytest.mark.parametrize("cursor", ["", "x", "0", "%00", "W10=", "eyJ9", "9" * 200])
async def test_a_cursor_of_another_maker_is_refused(ana: Asking, cursor: str) -> None:
    """400 with one sentence."""
    answered = await ana.get(LIST, {"cursor": cursor})

    assert answered.status_code == 400
    assert answered.json()[0]["error"]["message"].startswith("cursor: ")


@pytest.mark.parametrize("limit", [0, -1, 1_001, "10", 1.5, True])
async def test_a_page_has_1_to_1000(ana: Asking, limit: object) -> None:
    """Whole numbers only."""
    assert (await ana.get(LIST, {"limit": limit})).status_code == 400


OPEN = ("text", {"markdown": "✎ Say what it is."})


async def test_open_places_came_to_learners_unasked(ana: Asking) -> None:
    """Sharing them is refused with the lesson's name until somebody confirms; it stays private in the meantime."""
    course_id = await keep(ana, OPEN, OPEN, title="Draft")
    asked = {"courseId": course_id, "isPublic": True}
    refused = await ana.post(SHARE, asked)
    told = refused.json()["error"]
    info = await ana.data(INFO, {"courseId": course_id})

    assert (refused.status_code, info["isPublic"]) == (409, False)
    assert [(place["title"], place["openPlaces"]) for place in told["data"]["openPlaces"]] == [("Draft", 2)]
    assert "“Draft”" in told["message"]
    assert (await ana.done(SHARE, {**asked, "confirmOpenPlaces": True}))["isPublic"]


async def test_a_course_that_was_moved_meanwhile_is_not_moved_again(ana: Asking) -> None:
    """Where the project that it is moved from is named, another one is a conflict, which tells its project."""
    made = await ana.starter()
    project = await ana.done("project.createProject", {"name": "Trade"})
    asked = {"courseId": made["courseId"], "projectId": project["projectId"]}
    refused = await ana.post("courseRouter.moveCourse", {**asked, "baseProjectId": project["projectId"]})
    moved = await ana.done("courseRouter.moveCourse", {**asked, "baseProjectId": made["projectId"]})

    assert refused.status_code == 409
    assert refused.json()["error"]["data"]["projectId"] == made["projectId"]
    assert moved["projectId"] == project["projectId"]


async def test_a_course_that_was_renamed_meanwhile_is_not_renamed_again(ana: Asking) -> None:
    """Where the title that it has is named, another one is a conflict, which tells it; a repetition is none."""
    made = await ana.done("courseRouter.createCourse", {"title": "Knots"})
    asked = {"courseId": made["courseId"], "title": "Hitches"}
    refused = await ana.post("courseRouter.renameCourse", {**asked, "baseTitle": "Bends"})
    done = [await ana.done("courseRouter.renameCourse", {**asked, "baseTitle": "Knots"}) for _ in range(2)]

    assert (refused.status_code, refused.json()["error"]["data"]["title"]) == (409, "Knots")
    assert [answer["title"] for answer in done] == ["Hitches", "Hitches"]


async def test_a_course_has_the_id_that_it_is_given(ana: Asking, eve: Asking) -> None:
    """Once: the id is taken from then on, for everybody."""
    given = {"title": "Baking", "courseId": "n3w8c2o5u7r1s9e4i6d0q8r2t"}
    made = await ana.done("courseRouter.createCourse", given)
    answered = [await person.post("courseRouter.createCourse", given) for person in (ana, eve)]
    wrong = await ana.post("courseRouter.createCourse", {"title": "Baking", "courseId": "../../x"})

    assert made["courseId"] == given["courseId"]
    assert [answer.status_code for answer in (*answered, wrong)] == [409, 409, 400]
    assert {answer.json()["error"]["data"]["reason"] for answer in answered} == {"courseExists"}
    assert await titles(eve) == []
