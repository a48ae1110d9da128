"""What needs a person's attention: as much as their role can act on, with the counts of the lists of each kind."""

from __future__ import annotations

from typing import Any

import pytest

from tests.service.asking import Asking, asking
from tests.service.reviews.test_handlers import decide, lesson, reviewer
from tests.service.shared_courses import EVERY_TYPE, keep
from workbench.procedures.attention import EXPIRY_DAYS, MAX_ATTENTION_ITEMS
from workbench.service.kernel.context import DAY_MS, iso
from workbench.service.kernel.roles import ROLES

pytestmark = pytest.mark.anyio

SEEN_BY = {
    "owner": {"awaitingReview", "unpublishedChanges", "staleTranslations", "expiringLinks", "lowCredits"},
    "admin": {"awaitingReview", "unpublishedChanges", "staleTranslations", "expiringLinks", "lowCredits"},
    "author": {"unpublishedChanges", "staleTranslations", "expiringLinks"},
    "reviewer": {"awaitingReview", "staleTranslations"},
    "analyst": {"lowCredits"},
    "viewer": set[str](),
}


async def attention(person: Asking) -> dict[str, dict[str, Any]]:
    """The groups by kind, in their order."""
    groups = (await person.data("organization.getAttention"))["groups"]
    assert all(
        group["count"] > 0 and len(group["items"]) <= min(group["count"], MAX_ATTENTION_ITEMS) for group in groups
    )
    return {group["kind"]: group for group in groups}


async def changed_course(owner: Asking, title: str = "Tides") -> str:
    """The id of a public course whose lesson was renamed since."""
    course_id = await keep(owner, *EVERY_TYPE, title=title)
    await owner.done("courseRouter.publishCourse", {"courseId": course_id, "confirmOpenPlaces": True})
    [made] = (await owner.data("courseRouter.getCourse", {"courseId": course_id}))["lessons"]
    await owner.done("lesson.renameLesson", {"lessonId": made["lessonId"], "title": f"{title} anew"})
    return course_id


async def expire(owner: Asking, course_id: str, days: float) -> str:
    """When the course's link ends: so many days from now."""
    end = iso(owner.service.clock() + int(days * DAY_MS))
    await owner.done("courseRouter.setShareSettings", {"courseId": course_id, "expiresAt": end})
    return end


async def stale(owner: Asking) -> str:
    """The id of a translation that lacks every block of its source."""
    source = await owner.starter("Waves")
    made = await owner.done("lesson.createLesson", {"title": "Wellen", "language": "DE"})
    tie = {"lessonId": made["lessonId"], "sourceLessonId": source["lessonId"], "sourceRevision": 1, "blocks": []}
    await owner.done("lesson.tieTranslation", tie)
    return str(made["lessonId"])


async def test_nothing_needs_attention_in_a_new_organization(ana: Asking) -> None:
    """Nor in one with lessons that nobody asked anything about."""
    assert await attention(ana) == {}
    await lesson(ana)
    assert await attention(ana) == {}


async def test_each_role_is_told_what_it_can_act_on(ana: Asking) -> None:
    """Of the same organization, from the owner to a viewer; nobody else's lessons were returned to them."""
    course_id = await changed_course(ana)
    await expire(ana, course_id, 3)
    await stale(ana)
    waiting, returned = await lesson(ana, "Salt"), await lesson(ana, "Pepper")
    await ana.done("lesson.requestReview", {"lessonIds": [waiting, returned]})
    await decide(ana, returned, "changesRequested")
    for number in range(60):
        await ana.starter(f"Topic {number}")
    people = {role: await reviewer(ana, role, role) for role in ROLES}
    seen = {role: set(await attention(person)) for role, person in people.items()}

    assert seen == SEEN_BY
    assert set(await attention(ana)) == SEEN_BY["owner"] | {"changesRequested"}


async def test_another_organization_is_refused_and_told_nothing(ana: Asking, eve: Asking) -> None:
    """Not found, as whatever else of it."""
    await ana.done("lesson.requestReview", {"lessonIds": [await lesson(ana)]})
    refused = await eve.get("organization.getAttention", {"organizationId": ana.organization_id})

    assert refused.status_code == 404
    assert await attention(eve) == {}


async def test_lessons_in_review_are_those_of_the_queue(ana: Asking) -> None:
    """All are counted, the first of the queue are named."""
    ids = [await lesson(ana, f"Lesson {number}") for number in range(MAX_ATTENTION_ITEMS + 2)]
    await ana.done("lesson.requestReview", {"lessonIds": ids})
    await ana.done("lesson.deleteLesson", {"lessonId": ids.pop()})
    queue = await ana.data("lesson.listReviewQueue", {"limit": MAX_ATTENTION_ITEMS})
    group = (await attention(ana))["awaitingReview"]

    assert group["count"] == queue["total"] == len(ids)
    assert [item["lessonId"] for item in group["items"]] == [row["lessonId"] for row in queue["lessons"]]
    assert group["items"][0]["title"] == "Lesson 0" and group["items"][0]["at"]


async def test_a_lesson_is_returned_to_who_asked_for_its_review(ana: Asking) -> None:
    """Not to who made it, nor to who decided; without a request to who made it. Asking again ends it."""
    tom, rosa = await reviewer(ana, "tom", "author"), await reviewer(ana)
    asked, unasked = await lesson(tom, "Asked"), await lesson(tom, "Unasked")
    await ana.done("lesson.requestReview", {"lessonIds": [asked]})
    await decide(rosa, asked, "changesRequested")
    await decide(rosa, unasked, "changesRequested")
    returned = {}
    for name, person in {"ana": ana, "tom": tom, "rosa": rosa}.items():
        group = (await attention(person)).get("changesRequested", {"items": []})
        returned[name] = [item["title"] for item in group["items"]]
    await tom.done("lesson.requestReview", {"lessonIds": [unasked]})

    assert returned == {"ana": ["Asked"], "tom": ["Unasked"], "rosa": []}
    assert await attention(tom) == {}


async def test_public_courses_with_newer_changes_are_those_of_the_list(ana: Asking) -> None:
    """Until they are published again, or private."""
    first, second = await changed_course(ana, "Ebb"), await changed_course(ana, "Flow")
    await keep(ana, *EVERY_TYPE, title="Private")
    before = (await attention(ana))["unpublishedChanges"]
    listed = (await ana.data("courseRouter.listCourses", {"unpublishedChanges": True}))["courses"]
    await ana.done("courseRouter.publishCourse", {"courseId": first, "confirmOpenPlaces": True})
    between = (await attention(ana))["unpublishedChanges"]
    await ana.done("courseRouter.unpublishCourse", {"courseId": second})

    assert before["count"] == sum(bool(course["hasUnpublishedChanges"]) for course in listed) == 2
    assert {item["courseId"] for item in before["items"]} == {first, second}
    assert [item["courseId"] for item in between["items"]] == [second]
    assert await attention(ana) == {}


async def test_links_that_expire_soon_are_listed_the_next_one_first(ana: Asking) -> None:
    """Within fourteen days; not one that ends later or never, and not one that has ended."""
    later, soon, never, far = [await keep(ana, *EVERY_TYPE, title=title) for title in ("B", "A", "C", "D")]
    for course_id in (later, soon, never, far):
        await ana.done("courseRouter.publishCourse", {"courseId": course_id, "confirmOpenPlaces": True})
    await expire(ana, later, EXPIRY_DAYS - 1)
    await expire(ana, far, EXPIRY_DAYS + 2)
    end = await expire(ana, soon, 1)
    group = (await attention(ana))["expiringLinks"]
    clock = ana.service.clock
    ana.service.clock = lambda: clock() + 2 * DAY_MS
    after = (await attention(ana))["expiringLinks"]

    assert [item["courseId"] for item in group["items"]] == [soon, later]
    assert (group["count"], group["items"][0]["at"], group["items"][0]["lessonId"]) == (2, end, None)
    assert [item["courseId"] for item in after["items"]] == [later, far]


async def test_what_only_other_roles_may_share_is_not_asked_of_this_one(ana: Asking) -> None:
    """By the publishing policy of the organization."""
    tom = await reviewer(ana, "tom", "author")
    await changed_course(ana)
    before = set(await attention(tom))
    policy = {"publication": "anyone", "reviewBySomebodyElse": False, "sharingRoles": ["owner"]}
    await ana.done("organization.setPublishingPolicy", policy)

    assert (before, await attention(tom)) == ({"unpublishedChanges"}, {})
    assert set(await attention(ana)) == {"unpublishedChanges"}


async def test_credits_run_low_when_fewer_are_left_than_a_week_took(ana: Asking) -> None:
    """Exactly as many are enough; what was spent before that week does not count."""
    cleo = await asking(ana.service, "cleo@example.org", "Small", credits_at_start=4)
    for topic in ("Ebb", "Flow"):
        await cleo.starter(topic)
    enough = await attention(cleo)
    await cleo.starter("Moon")
    low = (await attention(cleo))["lowCredits"]
    clock = cleo.service.clock
    cleo.service.clock = lambda: clock() + 7 * DAY_MS
    later = await attention(cleo)

    assert (enough, later) == ({}, {})
    assert (low["count"], low["items"], low["balanceCredits"], low["spentCredits"]) == (1, [], 1, 3)
