"""Another implementation's client, with superjson inputs and plain outputs, works against our service."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from uuid import uuid4

import pytest

from tests.interop.running import Running
from tests.needs import needs
from tests.slow import first_in_gate

pytestmark = needs("node", "npm")

Said = Callable[..., list[Any]]


@pytest.fixture
def lesson_id(theirs: Said) -> str:
    """A starter lesson that their client made."""
    (made,) = theirs(("write", "lesson.createStarterLesson", {"language": "EN", "topic": "Tides"}), link="single")
    return str(made["data"]["lessonId"])


@pytest.mark.parametrize("link", first_in_gate(["batch", "single"]))
def test_every_read_of_the_interface_is_answered(theirs: Said, ours: Running, lesson_id: str, link: str) -> None:
    """
    The seven reads, in one batch and each alone, with absent inputs marked the way superjson marks them.
    """
    organization_id = ours.added.organization_id
    (courses,) = theirs(("read", "courseRouter.listCourses"))
    course_id = courses["data"]["courses"][0]["courseId"]
    sidebar = {"sortPreference": "recently-updated", "organizationId": organization_id, "projectId": None}

    recent, tier, projects, selected, items, person, sharing = theirs(
        ("read", "organization.getDashboardRecentItems"),
        ("read", "organization.getOrgTierAndStatus", {"organizationId": organization_id}),
        ("read", "organization.getOrganizationProjects"),
        ("read", "organization.getLastSelectedOrganizationId"),
        ("read", "organization.getFullSidebarItems", sidebar),
        ("read", "organization.getUserData"),
        ("read", "courseRouter.getCourseSharingInfo", {"courseId": course_id}),
        link=link,
    )

    assert recent["data"]["recentItems"][0]["lessonId"] == lesson_id
    assert tier["data"] == {"tier": "Free", "status": "Active"}
    assert projects["data"]["projects"][0]["name"] == "Starter lessons"
    assert selected["data"] == {"organizationId": organization_id}
    assert items["data"]["recentProjects"][0]["lessonCount"] == 1
    assert person["data"]["aiCreditBalance"] == 99
    assert sharing["data"] == {
        "isPublic": False,
        "canBeShared": False,  # it has notes for authors
        "shareUrl": f"{ours.base_url}/s/{course_id}",
    }


@pytest.mark.parametrize("link", first_in_gate(["batch", "single"]))
def test_both_writes_of_the_interface_are_done(theirs: Said, link: str) -> None:
    """
    A starter lesson and a transaction with an order before its insert, alone.
    """
    (made,) = theirs(("write", "lesson.createStarterLesson", {"language": "EN", "topic": "Tides"}), link=link)
    page = str(uuid4())
    insert = {
        "label": "insertPages",
        "mutations": [
            {"type": "lessonBlockOrderUpdate", "after": [page]},
            {"type": "lessonBlockInsert", "block": {"id": page, "type": "blank", "content": {}}},
        ],
    }
    edit = {"lessonId": made["data"]["lessonId"], "language": "EN", "transactions": [insert]}
    (done,) = theirs(("write", "realtime.executeTransactions", edit), link=link)
    (lesson,) = theirs(("read", "lesson.getLesson", {"lessonId": made["data"]["lessonId"]}))

    assert made["data"]["title"] == "Tides"
    assert done["data"] == {"status": "success"}
    assert lesson["data"]["blocks"][-1] == {"id": page, "type": "blank", "content": {}}


def test_two_writes_in_one_request_are_two_lessons(theirs: Said) -> None:
    """
    Writes of one tick share a request; each has its own answer.
    """
    one, other = theirs(
        ("write", "lesson.createStarterLesson", {"language": "EN", "topic": "Tides"}),
        ("write", "lesson.createStarterLesson", {"language": "DE", "topic": "Gezeiten"}),
    )

    assert [one["data"]["title"], other["data"]["title"]] == ["Tides", "Gezeiten"]


def test_failures_arrive_with_code_status_and_path(theirs: Said) -> None:
    """
    Their client reads our error elements, next to a success in the same batch.
    """
    missing, unknown, fine = theirs(
        ("read", "courseRouter.getCourseSharingInfo", {"courseId": "nothing"}),
        ("read", "organization.nope"),
        ("read", "organization.getLastSelectedOrganizationId"),
    )

    assert missing["error"]["data"] == {
        "code": "NOT_FOUND",
        "httpStatus": 404,
        "path": "courseRouter.getCourseSharingInfo",
    }
    assert unknown["error"]["data"]["path"] == "organization.nope"
    assert "data" in fine


def test_a_wrong_session_fails_each_call(theirs: Said) -> None:
    """
    Without a valid session every call of the batch fails with UNAUTHORIZED.
    """
    heard = theirs(("read", "organization.getUserData"), ("read", "organization.getOrganizationProjects"), cookie="x=1")

    assert [answer["error"]["data"]["code"] for answer in heard] == ["UNAUTHORIZED"] * 2


def test_over_the_batch_limit_all_calls_fail_alike(theirs: Said) -> None:
    """
    The one bare error object of a batch over the limit reaches every call of it.
    """
    heard = theirs(*[("read", "organization.getLastSelectedOrganizationId")] * 101)

    assert len(heard) == 101
    assert {answer["error"]["data"]["code"] for answer in heard} == {"BAD_REQUEST"}
