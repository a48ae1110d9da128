"""Copies of lessons and courses: what they have, what stays behind, their names and places, and their key."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from tests.service.asking import Asking, asking
from tests.service.places import added_asset, added_comment
from workbench.service.kernel import audit
from workbench.service.lessons import duplicates

pytestmark = pytest.mark.anyio
LESSON, COURSE = "lesson.duplicateLesson", "courseRouter.duplicateCourse"
KEY = {"Idempotency_Key": "copy-of-tides"}


async def read(person: Asking, lesson_id: str) -> dict[str, Any]:
    """The lesson with its blocks."""
    found: dict[str, Any] = await person.data("lesson.getLesson", {"lessonId": lesson_id})
    return found


async def titles(person: Asking, course_id: str) -> list[str]:
    """The titles of a course's lessons in order."""
    found = await person.data("courseRouter.getCourse", {"courseId": course_id})
    return [lesson["title"] for lesson in found["lessons"]]


def contents(lesson: dict[str, Any]) -> list[tuple[str, Any]]:
    """Types and contents of the lesson's blocks, without their ids."""
    return [(block["type"], block["content"]) for block in lesson["blocks"]]


async def course_of(person: Asking, *names: str) -> str:
    """The id of a course with empty lessons of these titles."""
    course_id = str((await person.done("courseRouter.createCourse", {"title": "Tides"}))["courseId"])
    for name in names:
        await person.done("lesson.createLesson", {"title": name, "language": "EN", "courseId": course_id})
    return course_id


async def test_a_copy_has_the_blocks_the_tags_and_the_writer(ana: Asking) -> None:
    """Under ids of its own; a first heading with the old title has the new one. It is a draft at revision 1."""
    lesson = await ana.starter("Tides")
    await ana.done("lesson.setTags", {"lessonId": lesson["lessonId"], "tags": ["moon", "sea"]})
    made = await ana.done(LESSON, {"lessonId": lesson["lessonId"]})
    copy = await read(ana, made["lessonId"])

    heading, *others = contents(lesson)
    assert contents(copy) == [(heading[0], {**heading[1], "text": made["title"]}), *others]
    assert not {block["id"] for block in copy["blocks"]} & {block["id"] for block in lesson["blocks"]}
    assert (copy["title"], copy["tags"]) == (f"Copy of {lesson['title']}", ["moon", "sea"])
    assert (copy["writer"], copy["language"], copy["topic"]) == (lesson["writer"], "EN", None)
    assert (copy["revision"], copy["reviewState"]) == (1, "draft")


async def test_the_original_stays_as_it_is(ana: Asking) -> None:
    """Its blocks, its revision and its position."""
    lesson = await ana.starter("Tides")
    await ana.done(LESSON, {"lessonId": lesson["lessonId"]})
    after = await read(ana, lesson["lessonId"])

    changing = ("updatedAt",)
    assert {name: value for name, value in after.items() if name not in changing} == {
        name: value for name, value in lesson.items() if name not in changing
    }


async def test_a_copy_is_free(ana: Asking) -> None:
    """Nothing is charged."""
    lesson = await ana.starter("Tides")
    before = (await ana.data("organization.getUserData"))["aiCreditBalance"]
    await ana.done(LESSON, {"lessonId": lesson["lessonId"]})
    await ana.done(COURSE, {"courseId": lesson["courseId"]})

    assert (await ana.data("organization.getUserData"))["aiCreditBalance"] == before


async def test_reviews_and_comments_stay_with_the_original(ana: Asking) -> None:
    """A copy of an approved lesson is a draft that nobody has spoken of."""
    lesson = await ana.finished("Tides")
    await added_comment(ana, lesson["lessonId"])
    approval = {"lessonId": lesson["lessonId"], "revision": lesson["revision"], "verdict": "approved"}
    await ana.done("lesson.review", approval)
    copy = await ana.done(LESSON, {"lessonId": lesson["lessonId"]})
    of_copy = {"lessonId": copy["lessonId"]}

    assert (await ana.data("lesson.listReviews", of_copy))["reviews"] == []
    assert (await ana.data("comment.listComments", of_copy))["comments"] == []
    history = (await ana.data("lesson.getHistory", of_copy))["entries"]
    assert [entry["revision"] for entry in history] == [1]


async def test_a_copy_shows_the_same_picture(ana: Asking) -> None:
    """The asset counts as used by the copy: it cannot be deleted while only the copy shows it."""
    asset_id = await added_asset(ana)
    picture = {"asset": asset_id, "caption": "", "alternativeText": "A chart", "decorative": False}
    block = {"id": "3f2b8c1e-8d7a-4c55-9b1e-2f60a4d3c7aa", "type": "image", "content": picture}
    made = {"title": "Charts", "language": "EN", "blocks": [block]}
    lesson = await ana.done("lesson.createLesson", made)
    copy = await ana.done(LESSON, {"lessonId": lesson["lessonId"]})
    await ana.done("lesson.deleteLesson", {"lessonId": lesson["lessonId"]})
    refused = await ana.post("asset.deleteAsset", {"assetId": asset_id})

    assert (await read(ana, copy["lessonId"]))["blocks"][0]["content"]["asset"] == asset_id
    assert refused.status_code == 409


async def test_a_copy_stands_right_behind_its_original(ana: Asking) -> None:
    """In the order of the course; a second one behind the first, with a number."""
    course_id = await course_of(ana, "Ebb", "Flood")
    course = await ana.data("courseRouter.getCourse", {"courseId": course_id})
    ebb = course["lessons"][0]["lessonId"]
    for _ in range(3):
        await ana.done(LESSON, {"lessonId": ebb})

    copies = ["Copy of Ebb", "Copy of Ebb (2)", "Copy of Ebb (3)"]
    assert await titles(ana, course_id) == ["Ebb", *copies, "Flood"]


async def test_a_copy_goes_into_the_course_that_is_named(ana: Asking) -> None:
    """It comes last there, and into the project of that course."""
    lesson = await ana.starter("Tides")
    project_id = (await ana.done("project.createProject", {"name": "Sea"}))["projectId"]
    course_id = await course_of(ana, "Ebb")
    await ana.done("courseRouter.moveCourse", {"courseId": course_id, "projectId": project_id})
    copy = await ana.done(LESSON, {"lessonId": lesson["lessonId"], "courseId": course_id, "title": "Tides again"})

    assert await titles(ana, course_id) == ["Ebb", "Tides again"]
    assert (copy["courseId"], copy["projectId"]) == (course_id, project_id)


async def test_a_copy_stays_in_its_organization(ana: Asking, eve: Asking) -> None:
    """A course of another one is like none, even for who is in both."""
    await asking(eve.service, "ana@example.org", "Other", role="owner")
    theirs = (await eve.done("courseRouter.createCourse", {"title": "Theirs"}))["courseId"]
    lesson = await ana.starter("Tides")
    answered = await ana.post(LESSON, {"lessonId": lesson["lessonId"], "courseId": theirs})

    assert answered.status_code == 404


async def test_the_title_of_a_copy_is_never_too_long(ana: Asking) -> None:
    """It is cut at 300 characters, its number included."""
    course_id = await course_of(ana, "x" * 300)
    lesson_id = (await ana.data("courseRouter.getCourse", {"courseId": course_id}))["lessons"][0]["lessonId"]
    made = [await ana.done(LESSON, {"lessonId": lesson_id}) for _ in range(2)]

    assert [len(lesson["title"]) for lesson in made] == [300, 300]
    assert made[1]["title"].endswith("x (2)")


async def test_a_course_is_copied_with_a_hundred_lessons(ana: Asking) -> None:
    """In their order, with titles, blocks and tags; private, in the same project."""
    lesson = await ana.starter("Tides")
    course_id = lesson["courseId"]
    for number in range(99):
        block = {"id": f"00000000-0000-4000-8000-{number:012}", "type": "text", "content": {"markdown": f"{number}"}}
        new = {"title": f"Part {number}", "language": "EN", "courseId": course_id, "blocks": [block]}
        await ana.done("lesson.createLesson", new)
    await ana.done("courseRouter.setTags", {"courseId": course_id, "tags": ["sea"]})
    order = (await ana.data("courseRouter.getCourse", {"courseId": course_id}))["lessons"][::-1]
    ids = [found["lessonId"] for found in order]
    await ana.done("courseRouter.orderLessons", {"courseId": course_id, "lessonIds": ids})
    made = await ana.done(COURSE, {"courseId": course_id})

    assert (made["title"], made["lessonCount"], made["tags"]) == (f"Copy of {lesson['title']}", 100, ["sea"])
    assert (made["isPublic"], made["projectId"]) == (False, lesson["projectId"])
    assert await titles(ana, made["courseId"]) == [found["title"] for found in order]
    copies = (await ana.data("courseRouter.getCourse", {"courseId": made["courseId"]}))["lessons"]
    assert contents(await read(ana, copies[0]["lessonId"])) == [("text", {"markdown": "98"})]
    assert contents(await read(ana, copies[-1]["lessonId"])) == contents(lesson)


async def test_lessons_in_the_trash_are_not_copied(ana: Asking) -> None:
    """They are not in the course."""
    course_id = await course_of(ana, "Ebb", "Flood")
    first = (await ana.data("courseRouter.getCourse", {"courseId": course_id}))["lessons"][0]
    await ana.done("lesson.deleteLesson", {"lessonId": first["lessonId"]})
    made = await ana.done(COURSE, {"courseId": course_id})

    assert await titles(ana, made["courseId"]) == ["Flood"]


async def test_the_copy_of_a_public_course_is_private(ana: Asking) -> None:
    """Neither its publications nor the settings of its link are copied."""
    lesson = await ana.finished("Tides")
    public = {"courseId": lesson["courseId"], "isPublic": True, "confirmOpenPlaces": True}
    await ana.done("courseRouter.setCourseSharing", public)
    made = await ana.done(COURSE, {"courseId": lesson["courseId"]})
    of_copy = {"courseId": made["courseId"]}

    assert (made["isPublic"], made["publicationNumber"], made["expiresAt"]) == (False, None, None)
    assert (await ana.data("courseRouter.listPublications", of_copy))["publications"] == []


async def test_copies_of_a_course_have_different_titles(ana: Asking) -> None:
    """The second has a number; a title that is given is taken as it is, unless one that is taken is to be refused."""
    course_id = await course_of(ana)
    made = [(await ana.done(COURSE, {"courseId": course_id}))["title"] for _ in range(2)]
    named = await ana.done(COURSE, {"courseId": course_id, "title": "Tides"})
    refused = await ana.post(COURSE, {"courseId": course_id, "title": "Tides", "refuseSameName": True})

    assert made == ["Copy of Tides", "Copy of Tides (2)"]
    assert named["title"] == "Tides"
    assert (refused.status_code, refused.json()["error"]["data"]["reason"]) == (409, "sameName")


async def test_a_copied_course_stays_without_its_lessons(ana: Asking) -> None:
    """It goes to the trash with its last lesson only where the original would: it was made for that lesson alone."""
    course_id = await course_of(ana, "Ebb", "Flood")
    made = await ana.done(COURSE, {"courseId": course_id})
    lessons = (await ana.data("courseRouter.getCourse", {"courseId": made["courseId"]}))["lessons"]
    gone = [await ana.done("lesson.deleteLesson", {"lessonId": lesson["lessonId"]}) for lesson in lessons]
    alone = await ana.done(COURSE, {"courseId": (await ana.starter("Moon"))["courseId"]})
    (only,) = (await ana.data("courseRouter.getCourse", {"courseId": alone["courseId"]}))["lessons"]
    gone_with_it = await ana.done("lesson.deleteLesson", {"lessonId": only["lessonId"]})

    assert [lesson["isCourseInTrash"] for lesson in gone] == [False, False]
    assert gone_with_it["isCourseInTrash"]


async def test_too_large_a_course_is_refused(ana: Asking, monkeypatch: pytest.MonkeyPatch) -> None:
    """By lessons and by bytes; nothing is made."""
    course_id = await course_of(ana, "Ebb", "Flood", "Moon")
    monkeypatch.setattr(duplicates, "MAX_COPIED_LESSONS", 2)
    many = await ana.post(COURSE, {"courseId": course_id})
    monkeypatch.setattr(duplicates, "MAX_COPIED_LESSONS", 3)
    monkeypatch.setattr(duplicates, "MAX_COPIED_BYTES", -1)
    heavy = await ana.post(COURSE, {"courseId": course_id})

    reasons = [answered.json()["error"]["data"]["reason"] for answered in (many, heavy)]
    assert reasons == ["courseTooLarge", "courseTooLarge"]
    assert (await ana.data("courseRouter.listCourses"))["total"] == 1


async def test_a_copy_is_found_by_its_words_and_tags(ana: Asking) -> None:
    """It is in the index from the beginning."""
    lesson = await ana.starter("Tides")
    await ana.done("lesson.setTags", {"lessonId": lesson["lessonId"], "tags": ["sea"]})
    await ana.done(LESSON, {"lessonId": lesson["lessonId"]})
    found = await ana.data("lesson.search", {"query": "tides tag:sea"})

    assert {hit["title"] for hit in found["lessons"]} == {lesson["title"], f"Copy of {lesson['title']}"}


async def test_the_audit_log_names_the_original(ana: Asking) -> None:
    """One entry for a lesson, and one for a course with all its lessons."""
    lesson = await ana.starter("Tides")
    copy = await ana.done(LESSON, {"lessonId": lesson["lessonId"]})
    course = await ana.done(COURSE, {"courseId": lesson["courseId"]})
    entries = await ana.service.store.read(lambda db: audit.audit_page(db, ana.organization_id, limit=2))

    assert [(entry.action, entry.subject, entry.facts) for entry in entries] == [
        (COURSE, course["courseId"], {"copyOf": lesson["courseId"], "lessonCount": 2}),
        (LESSON, copy["lessonId"], {"courseId": lesson["courseId"], "copyOf": lesson["lessonId"]}),
    ]


@pytest.mark.parametrize("name", [LESSON, COURSE])
async def test_a_key_makes_one_copy(ana: Asking, name: str) -> None:
    """Also when two come at one time; the answer says that it is a repetition."""
    lesson = await ana.starter("Tides")
    kind = "lessonId" if name == LESSON else "courseId"
    answers = await asyncio.gather(*(ana.done(name, {kind: lesson[kind]}, **KEY) for _ in range(3)))
    again = await ana.post(name, {kind: lesson[kind]}, **KEY)

    assert {answer[kind] for answer in answers} == {again.json()["result"]["data"][kind]}
    assert again.headers["idempotent-replayed"] == "true"


@pytest.mark.parametrize(("name", "reason"), [(LESSON, "lessonInTrash"), (COURSE, "courseInTrash")])
async def test_a_copy_in_the_trash_is_not_made_again(ana: Asking, name: str, reason: str) -> None:
    """A person says what is to be done: it is restored, or another key is taken."""
    lesson = await ana.starter("Tides")
    kind = "lessonId" if name == LESSON else "courseId"
    made = await ana.done(name, {kind: lesson[kind]}, **KEY)
    delete = "lesson.deleteLesson" if name == LESSON else "courseRouter.deleteCourse"
    await ana.done(delete, {kind: made[kind]})
    answered = await ana.post(name, {kind: lesson[kind]}, **KEY)

    assert (answered.status_code, answered.json()["error"]["data"]["reason"]) == (409, reason)
