"""The status of a lesson is the same wherever it is told, for every role, and lessons are found and sorted by it."""

from __future__ import annotations

from typing import Any

import pytest

from tests.service.asking import Asking, asking
from tests.service.reviews.test_handlers import decide, edit, lesson
from tests.service.shared_courses import publish
from workbench.procedures.lesson import STATUSES
from workbench.service.courses.store import set_expiry

pytestmark = pytest.mark.anyio

LIST = "lesson.listLessons"


async def of_each_status(owner: Asking) -> dict[str, str]:
    """A lesson of each status: their ids."""
    ids = {status: await lesson(owner, status) for status in STATUSES}
    await owner.done("lesson.requestReview", {"lessonIds": [ids["inReview"]]})
    await decide(owner, ids["changesRequested"], "changesRequested")
    for status in ("approved", "public", "publicChanged"):
        await decide(owner, ids[status])
    for status in ("public", "publicChanged"):
        await publish(owner, await course_of(owner, ids[status]))
    await edit(owner, ids["publicChanged"])
    return ids


async def course_of(person: Asking, lesson_id: str) -> str:
    """The lesson's course."""
    return str((await person.data("lesson.getLesson", {"lessonId": lesson_id}))["courseId"])


async def status(person: Asking, lesson_id: str) -> str:
    """The status of the lesson, which every procedure that tells it tells alike."""
    shown = await person.data("lesson.getLesson", {"lessonId": lesson_id})
    listed = await person.data(LIST, {"organizationId": person.organization_id, "lessonIds": [lesson_id]})
    course = await person.data("courseRouter.getCourse", {"courseId": shown["courseId"]})
    told = {found["status"] for found in [shown, *listed["lessons"], *course["lessons"]]}
    assert len(told) == 1
    return str(told.pop())


async def titles(person: Asking, **asked: Any) -> list[str]:
    """The titles in a list."""
    page = await person.data(LIST, {"organizationId": person.organization_id, **asked})
    assert page["total"] == len(page["lessons"])
    return [listed["title"] for listed in page["lessons"]]


async def test_each_status_is_told_found_and_searched_for(ana: Asking) -> None:
    """By the filter of the list and by that of the search, whatever its case there."""
    ids = await of_each_status(ana)
    for wanted, lesson_id in ids.items():
        assert await status(ana, lesson_id) == wanted
        assert await titles(ana, status=wanted) == [wanted]
        found = await ana.data("lesson.search", {"query": f"status:{wanted.upper()}"})
        assert [(hit["title"], hit["status"]) for hit in found["lessons"]] == [(wanted, wanted)]


async def test_lessons_are_sorted_by_their_way_to_learners(ana: Asking) -> None:
    """Drafts first, or what is public."""
    await of_each_status(ana)
    assert await titles(ana, sortPreference="status") == list(STATUSES)
    assert await titles(ana, sortPreference="-status") == list(STATUSES)[::-1]


@pytest.mark.parametrize("role", ["viewer", "reviewer", "author", "admin", "owner"])
async def test_every_role_is_told_the_status(ana: Asking, role: str) -> None:
    """Who may read lessons may know how far they are; the page is the same."""
    await of_each_status(ana)
    other = await asking(ana.service, f"{role}@example.org", "Acme", role=role)
    asked = {"organizationId": ana.organization_id, "sortPreference": "status", "status": "publicChanged"}
    assert await other.data(LIST, asked) == await ana.data(LIST, asked)


async def test_another_organization_sees_none_of_it(ana: Asking, eve: Asking) -> None:
    """Neither by a filter nor by a cursor."""
    await of_each_status(ana)
    first = await ana.data(LIST, {"sortPreference": "language", "limit": 1})
    assert await titles(eve, status="draft") == []
    answered = await eve.get(LIST, {"sortPreference": "language", "limit": 1, "cursor": first["nextCursor"]})
    assert answered.status_code == 400


@pytest.mark.parametrize("how", ["made private", "expired"])
async def test_a_lesson_is_public_as_long_as_its_course_is(ana: Asking, how: str) -> None:
    """Not from the end of its link on, nor when it is made private; then it is what its review says."""
    lesson_id = (await of_each_status(ana))["public"]
    course_id = await course_of(ana, lesson_id)
    if how == "made private":
        await ana.done("courseRouter.unpublishCourse", {"courseId": course_id})
    else:
        expired = {"organization_id": ana.organization_id, "expires_at": ana.service.clock() - 1}
        await ana.service.store.write(lambda db: set_expiry(db, course_id, **expired))
    assert await status(ana, lesson_id) == "approved"


@pytest.mark.parametrize("change", ["rename", "move", "edit"])
async def test_what_learners_do_not_see_yet_is_a_newer_change(ana: Asking, change: str) -> None:
    """Another title, another course, another text; published again, it is public."""
    lesson_id = (await of_each_status(ana))["public"]
    if change == "rename":
        await ana.done("lesson.renameLesson", {"lessonId": lesson_id, "title": "Renamed"})
    elif change == "move":
        course = await ana.done("courseRouter.createCourse", {"title": "Elsewhere"})
        await ana.done("lesson.moveLesson", {"lessonId": lesson_id, "courseId": course["courseId"]})
    else:
        await edit(ana, lesson_id)
    assert await status(ana, lesson_id) == "publicChanged"
    await publish(ana, await course_of(ana, lesson_id))
    assert await status(ana, lesson_id) == "public"


async def test_a_review_under_way_is_what_counts(ana: Asking) -> None:
    """Also of what is public: somebody has to act; the queue has as many."""
    lesson_id = (await of_each_status(ana))["publicChanged"]
    await ana.done("lesson.requestReview", {"lessonIds": [lesson_id]})
    assert await status(ana, lesson_id) == "inReview"
    queue = await ana.data("lesson.listReviewQueue")
    assert len(await titles(ana, status="inReview")) == queue["total"] == 2


@pytest.mark.parametrize("wrong", ["Draft", "in review", "", "published"])
async def test_a_status_that_there_is_not_is_refused(ana: Asking, wrong: str) -> None:
    """No empty list: nothing could ever have it."""
    assert (await ana.get(LIST, {"status": wrong})).status_code == 400


async def test_a_search_for_a_status_that_there_is_not_says_which_there_are(ana: Asking) -> None:
    """So that the right one can be written."""
    answered = (await ana.get("lesson.search", {"query": "status:published"})).json()
    assert "publicChanged or public" in str(answered)
