"""Under `approvedOnly` a publication has approved lessons without errors, or an owner's reason in the audit log."""

from __future__ import annotations

import random
from types import SimpleNamespace
from typing import Any

import pytest

from tests.faults.reviewing import MODEL_TALK, edit
from tests.service.asking import Asking, asking
from tests.service.reviews.test_handlers import decide, reviewer, somebody_else
from workbench.service.db.seam import Db
from workbench.service.findings.checks import NOT_CHECKED, RULESET
from workbench.service.findings.store import StoredFindings, store_findings
from workbench.service.kernel.errors import HandlerError
from workbench.service.kernel.publishing_policy import StoredPolicy
from workbench.service.lessons.contents import PublishedLesson
from workbench.service.reviews.approvals import Errors, check_approved

pytestmark = pytest.mark.anyio


async def course(person: Asking, *titles: str) -> tuple[str, list[str]]:
    """A new course, and its lessons, each with a text."""
    course_id = (await person.done("courseRouter.createCourse", {"title": "Tides"}))["courseId"]
    ids = []
    for title in titles:
        made = await person.done("lesson.createLesson", {"title": title, "language": "EN", "courseId": course_id})
        ids.append(made["lessonId"])
        await edit(person, made["lessonId"], random.Random(1))
    return course_id, ids


async def approved_only(person: Asking, **more: Any) -> Any:
    """From now on only what is approved is published."""
    roles = ["owner", "admin", "author"]
    policy = {"publication": "approvedOnly", "reviewBySomebodyElse": False, "sharingRoles": roles, **more}
    return await person.done("organization.setPublishingPolicy", policy)


async def published(person: Asking, course_id: str, **more: Any) -> Any:
    """What `publishCourse` answers: its data, or its error's."""
    answered = (await person.post("courseRouter.publishCourse", {"courseId": course_id, **more})).json()
    return (
        answered["result"]["data"]
        if "result" in answered
        else {**answered["error"]["data"], "message": answered["error"]["message"]}
    )


async def test_each_lesson_that_stops_a_publication_is_said_with_its_reasons(ana: Asking) -> None:
    """All or nothing: the approved one waits for the other."""
    course_id, (fine, wrong) = await course(ana, "Ebb", "Flow")
    await approved_only(ana)
    block = (await ana.data("lesson.getLesson", {"lessonId": wrong}))["blocks"][0]["id"]
    update = {"type": "lessonBlockUpdate", "id": block, "content": {"markdown": MODEL_TALK}}
    transaction = {"label": "editPages", "mutations": [update]}
    await ana.done("realtime.executeTransactions", {"lessonId": wrong, "language": "EN", "transactions": [transaction]})
    await decide(ana, fine, revision=2)
    refused = await published(ana, course_id)
    assert refused["reason"] == "notApproved"
    assert "1 lesson stops this publication" in refused["message"]
    facts = {"lessonId": wrong, "title": "Flow", "revision": 3}
    assert refused["lessons"] == [{**facts, "reasons": ["notApproved", "errors"], "errors": 2}]
    await decide(ana, wrong, revision=3)
    assert (await published(ana, course_id))["lessons"][0]["reasons"] == ["errors"]
    shared = {"courseId": course_id, "isPublic": True}
    assert (await ana.post("courseRouter.setCourseSharing", shared)).status_code == 409


async def test_a_lesson_that_could_not_be_checked_stops_a_publication(ana: Asking) -> None:
    """The sentence does not speak of errors, for none were found; where some were found too, it says both."""
    course_id, (alone, both) = await course(ana, "Ebb", "Flow")
    await approved_only(ana)
    await decide(ana, alone, revision=2)
    await decide(ana, both, revision=2)
    unfinished = (NOT_CHECKED, "error", None, "Not checked.")
    stored = [
        StoredFindings(alone, 2, (unfinished,)),
        StoredFindings(both, 2, (unfinished, ("placeholder", "error", None, "To do."))),
    ]
    await ana.service.store.write(lambda db: store_findings(db, stored, ruleset=RULESET))
    answered = (await ana.post("courseRouter.publishCourse", {"courseId": course_id})).json()["error"]

    assert answered["data"]["code"] == "CONFLICT"
    told = {lesson["lessonId"]: (lesson["reasons"], lesson["errors"]) for lesson in answered["data"]["lessons"]}
    assert told == {alone: (["notChecked"], 0), both: (["errors", "notChecked"], 1)}
    assert "“Ebb” (the check could not be finished)" in answered["message"]
    assert "“Flow” (the checks found errors, the check could not be finished)" in answered["message"]


async def test_an_owner_overrides_with_a_reason_that_the_log_keeps(ana: Asking) -> None:
    """Nobody else does; where nothing is stopped, nothing is overridden."""
    tom = await asking(ana.service, "tom@example.org", "Acme", role="author")
    course_id, (lesson_id,) = await course(ana, "Ebb")
    await approved_only(ana)
    refused = await published(tom, course_id, overrideReason="The exam is tomorrow.")
    assert (refused["code"], refused["reason"]) == ("FORBIDDEN", "notApproved")
    assert [lesson["lessonId"] for lesson in refused["lessons"]] == [lesson_id]
    iris = await asking(ana.service, "iris@example.org", "Acme", role="admin")
    assert (await published(iris, course_id, overrideReason="The exam is tomorrow."))["code"] == "FORBIDDEN"
    assert (await published(ana, course_id, overrideReason="The exam is tomorrow."))["number"] == 1
    entry = (await ana.data("organization.getAuditLog"))["entries"][0]
    assert entry["facts"]["overrideReason"] == "The exam is tomorrow."
    assert entry["facts"]["overriddenLessons"] == [lesson_id]
    await edit(ana, lesson_id, random.Random(2))
    await decide(ana, lesson_id, revision=3)
    await published(tom, course_id, overrideReason="To be safe.")
    entry = (await ana.data("organization.getAuditLog"))["entries"][0]
    assert (entry["action"], "overrideReason" in entry["facts"]) == ("courseRouter.publishCourse", False)


async def test_an_old_publication_is_judged_by_the_policy_of_today(ana: Asking) -> None:
    """A lesson sent back later keeps the approval of its older revision, and only that."""
    course_id, (lesson_id,) = await course(ana, "Ebb")
    assert (await published(ana, course_id))["number"] == 1
    await edit(ana, lesson_id, random.Random(2))
    await decide(ana, lesson_id, revision=3)
    assert (await approved_only(ana))["refusedCourses"] == 1
    assert (await published(ana, course_id))["number"] == 2
    assert (await approved_only(ana))["refusedCourses"] == 0
    back = {"courseId": course_id, "number": 1}
    assert (await ana.post("courseRouter.restorePublication", back)).status_code == 409
    await edit(ana, lesson_id, random.Random(3))
    await decide(ana, lesson_id, "changesRequested", revision=4)
    await ana.done("courseRouter.unpublishCourse", {"courseId": course_id})
    assert (await ana.done("courseRouter.restorePublication", {**back, "number": 2}))["isCurrent"]
    overridden = {**back, "overrideReason": "The law was changed back."}
    assert (await ana.done("courseRouter.restorePublication", overridden))["isCurrent"]
    entry = (await ana.data("organization.getAuditLog"))["entries"][0]
    assert entry["facts"]["overriddenLessons"] == [lesson_id]


async def test_ones_own_approval_is_none_where_somebody_else_must_review(ana: Asking) -> None:
    """Also when it was given before the policy was set; somebody else approves the same revision."""
    rosa = await reviewer(ana)
    course_id, (lesson_id,) = await course(ana, "Ebb")
    mine = await decide(ana, lesson_id, revision=2)
    await somebody_else(ana)
    await approved_only(ana, reviewBySomebodyElse=True)
    assert (await published(ana, course_id))["lessons"][0]["reasons"] == ["ownApproval"]
    await decide(rosa, lesson_id, revision=2, lastReviewId=mine["lastReviewId"])
    assert (await published(ana, course_id))["number"] == 1


@pytest.mark.parametrize(("by_somebody_else", "refused"), [(False, 0), (True, 1)])
async def test_a_new_policy_says_how_many_public_courses_it_would_refuse(
    ana: Asking, by_somebody_else: bool, refused: int
) -> None:
    """One whose lesson its writer approved is among them where somebody else must review."""
    course_id, (lesson_id,) = await course(ana, "Ebb")
    await decide(ana, lesson_id, revision=2)
    await published(ana, course_id)

    assert (await approved_only(ana, reviewBySomebodyElse=by_somebody_else))["refusedCourses"] == refused


async def test_errors_of_an_old_revision_are_found_again(ana: Asking) -> None:
    """What is stored is of the newest revision only."""
    course_id, (lesson_id,) = await course(ana, "Ebb")
    block = (await ana.data("lesson.getLesson", {"lessonId": lesson_id}))["blocks"][0]["id"]
    for text, revision in ((MODEL_TALK, 3), ("The tide falls.", 4)):
        update = {"type": "lessonBlockUpdate", "id": block, "content": {"markdown": text}}
        transaction = {"label": "editPages", "mutations": [update]}
        asked = {"lessonId": lesson_id, "language": "EN", "transactions": [transaction]}
        await ana.done("realtime.executeTransactions", asked)
        await decide(ana, lesson_id, revision=revision)
        await ana.done("courseRouter.publishCourse", {"courseId": course_id})
    await approved_only(ana)
    refused = (await ana.post("courseRouter.restorePublication", {"courseId": course_id, "number": 1})).json()
    assert refused["error"]["data"]["lessons"][0]["reasons"] == ["errors"]


async def test_errors_that_were_counted_before_are_not_counted_again(ana: Asking) -> None:
    """By lesson and revision, so that no check runs while the lessons are locked; one that is not known is counted."""
    _, ids = await course(ana, "Ebb", "Flow")
    lessons = [PublishedLesson(lesson_id, 2, "", "EN") for lesson_id in ids]

    async def refusal(db: Db) -> Any:
        policy, known = StoredPolicy("approvedOnly"), {(ids[0], 2): Errors(5, 0)}
        context: Any = SimpleNamespace(db=db, service=ana.service)
        with pytest.raises(HandlerError) as refused:
            await check_approved(
                context, policy, "owner", ana.organization_id, lessons, override_reason=None, known=known
            )
        return refused.value.failure.facts["lessons"]

    refused = await ana.service.store.read(refusal)
    assert [lesson["errors"] for lesson in refused] == [5, 0]
