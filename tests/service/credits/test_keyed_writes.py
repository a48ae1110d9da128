"""A course is made once under a key."""

from __future__ import annotations

import asyncio

import pytest

from tests.service.asking import Asking
from workbench.service.administration.admin import add_person

pytestmark = pytest.mark.anyio
CREATE = "courseRouter.createCourse"
KEY = {"Idempotency_Key": "course-of-a-run"}


async def count(person: Asking) -> int:
    """How many courses the person's organization has."""
    return int((await person.data("courseRouter.listCourses"))["total"])


async def test_a_repeated_key_gives_the_course_that_was_made(ana: Asking) -> None:
    """Also when it was renamed since; the answer says that it is a repetition."""
    made = await ana.done(CREATE, {"title": "Ebb"}, **KEY)
    await ana.done("courseRouter.renameCourse", {"courseId": made["courseId"], "title": "Flood"})
    again = await ana.post(CREATE, {"title": "Ebb"}, **KEY)

    data = again.json()["result"]["data"]
    assert (data["courseId"], data["title"], await count(ana)) == (made["courseId"], "Flood", 1)
    assert again.headers["idempotent-replayed"] == "true" and "idempotency-key-ignored" not in again.headers


async def test_two_at_once_make_one_course(ana: Asking) -> None:
    """Anyone who comes second waits, and gets the same."""
    answers = await asyncio.gather(*(ana.done(CREATE, {"title": "Ebb"}, **KEY) for _ in range(4)))

    assert len({answer["courseId"] for answer in answers}) == await count(ana) == 1


async def test_without_a_key_each_call_makes_a_course(ana: Asking) -> None:
    """As always."""
    await ana.done(CREATE, {"title": "Ebb"})
    await ana.done(CREATE, {"title": "Ebb"})

    assert await count(ana) == 2


async def test_another_title_under_the_key_is_refused(ana: Asking) -> None:
    """422, and nothing is made."""
    await ana.done(CREATE, {"title": "Ebb"}, **KEY)
    answered = await ana.post(CREATE, {"title": "Flood"}, **KEY)

    assert (answered.status_code, await count(ana)) == (422, 1)


async def test_a_course_in_the_trash_is_not_made_again(ana: Asking) -> None:
    """A person says what is to be done."""
    made = await ana.done(CREATE, {"title": "Ebb"}, **KEY)
    await ana.done("courseRouter.deleteCourse", {"courseId": made["courseId"]})
    answered = await ana.post(CREATE, {"title": "Ebb"}, **KEY)

    assert (answered.status_code, answered.json()["error"]["data"]["reason"]) == (409, "courseInTrash")


async def test_a_key_that_failed_is_free(ana: Asking) -> None:
    """Nothing of a write that was refused stays."""
    refused = await ana.post(CREATE, {"title": "Ebb", "projectId": "none"}, **KEY)
    made = await ana.post(CREATE, {"title": "Ebb"}, **KEY)

    assert (refused.status_code, made.status_code) == (404, 200)


async def test_members_share_a_key_and_others_do_not(ana: Asking, eve: Asking) -> None:
    """One organization, one course; another person's key without the scope is their own."""
    added = await add_person(ana.service.store, "ben@example.org", "Acme", role="author")
    ben = Asking(ana.service, ana.http, added)
    shared = {**KEY, "Idempotency_Scope": "organization"}
    own = {"organizationId": ana.organization_id}
    first = await ana.done(CREATE, {"title": "Ebb", **own}, **shared)
    joined = await ben.done(CREATE, {"title": "Ebb", **own}, **shared)
    alone = await ben.done(CREATE, {"title": "Ebb", **own}, **KEY)
    theirs = await eve.done(CREATE, {"title": "Ebb"}, **shared)

    assert first["courseId"] == joined["courseId"]
    assert len({first["courseId"], alone["courseId"], theirs["courseId"]}) == 3
