"""Lessons are reviewed by who may decide; nothing is decided twice, of another revision, or under another's eyes."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from tests.service.asking import Asking, asking

pytestmark = pytest.mark.anyio

PAGE = {"id": "3f2b8c1e-8d7a-4c55-9b1e-2f60a4d3c7aa", "type": "blank", "content": {}}


async def lesson(person: Asking, title: str = "Salt") -> str:
    """The id of a new lesson."""
    return str((await person.done("lesson.createLesson", {"title": title, "language": "EN"}))["lessonId"])


async def reviewer(owner: Asking, name: str = "rosa", role: str = "reviewer") -> Asking:
    """Somebody else in the owner's organization."""
    return await asking(owner.service, f"{name}@example.org", "Acme", role=role)


async def edit(person: Asking, lesson_id: str) -> None:
    """The lesson one revision on, by this person."""
    insert = {"label": "insertPages", "mutations": [{"type": "lessonBlockInsert", "block": PAGE}]}
    asked = {"lessonId": lesson_id, "language": "EN", "transactions": [insert]}
    await person.done("realtime.executeTransactions", asked)


async def decide(person: Asking, lesson_id: str, verdict: str = "approved", revision: int = 1, **more: Any) -> Any:
    """What `lesson.review` answers: its data, or its error's."""
    asked = {"lessonId": lesson_id, "revision": revision, "verdict": verdict, **more}
    answered = (await person.post("lesson.review", asked)).json()
    return answered["result"]["data"] if "result" in answered else answered["error"]["data"]


async def somebody_else(owner: Asking) -> None:
    """From now on nobody approves what they edited."""
    policy = {"publication": "anyone", "reviewBySomebodyElse": True, "sharingRoles": ["owner", "admin", "author"]}
    await owner.done("organization.setPublishingPolicy", policy)


async def test_an_edit_makes_an_approved_lesson_a_draft_again(ana: Asking) -> None:
    """Draft, in review, approved; the approved revision stays known."""
    lesson_id = await lesson(ana)
    asked = await ana.done("lesson.requestReview", {"lessonIds": [lesson_id, lesson_id], "note": " Fair?\r\nOr not? "})
    assert [asked_lesson["state"] for asked_lesson in asked["lessons"]] == ["inReview"]
    assert (await decide(ana, lesson_id))["state"] == "approved"
    await edit(ana, lesson_id)
    found = await ana.data("lesson.listReviews", {"lessonId": lesson_id})
    assert (found["state"], found["revision"], found["approvedRevision"]) == ("draft", 2, 1)
    assert [review["verdict"] for review in found["reviews"]] == ["approved", "requested"]
    assert found["reviews"][1]["note"] == "Fair?\nOr not?"


async def test_the_same_review_once_more_changes_nothing(ana: Asking) -> None:
    """Requests and decisions; what is approved is not asked about again."""
    lesson_id = await lesson(ana)
    for _ in range(2):
        await ana.done("lesson.requestReview", {"lessonIds": [lesson_id]})
    first, again = await decide(ana, lesson_id), await decide(ana, lesson_id)
    assert again == first
    assert (await ana.done("lesson.requestReview", {"lessonIds": [lesson_id]}))["lessons"] == [first]
    assert len((await ana.data("lesson.listReviews", {"lessonId": lesson_id}))["reviews"]) == 2


async def test_who_changes_their_mind_decides_again(ana: Asking) -> None:
    """Approved, sent back and approved, with a new request between or without: the last one counts."""
    lesson_id = await lesson(ana)
    states = []
    for verdict in ("approved", "changesRequested", "approved", "changesRequested"):
        states.append((await decide(ana, lesson_id, verdict))["state"])
    await ana.done("lesson.requestReview", {"lessonIds": [lesson_id]})
    states.append((await decide(ana, lesson_id, "changesRequested"))["state"])
    await ana.done("lesson.requestReview", {"lessonIds": [lesson_id]})
    states.append((await decide(ana, lesson_id))["state"])

    assert states == ["approved", "changesRequested", "approved", "changesRequested", "changesRequested", "approved"]
    assert len((await ana.data("lesson.listReviews", {"lessonId": lesson_id}))["reviews"]) == 8


async def test_of_two_who_decide_at_once_the_second_is_told_who_did(ana: Asking) -> None:
    """Whichever way each decides; with the newest review they may decide otherwise."""
    rosa, lesson_id = await reviewer(ana), await lesson(ana)
    asked = (await ana.done("lesson.requestReview", {"lessonIds": [lesson_id]}))["lessons"][0]
    seen = {"lastReviewId": asked["lastReviewId"]}
    answers = await asyncio.gather(
        decide(ana, lesson_id, **seen), decide(rosa, lesson_id, "changesRequested", note="Thin.", **seen)
    )
    (refused,) = [answer for answer in answers if "reason" in answer]
    (decided,) = [answer for answer in answers if "reason" not in answer]
    assert refused["reason"] == "decidedMeanwhile" and refused["at"]
    assert refused["reviewId"] == decided["lastReviewId"]
    anew = await decide(rosa, lesson_id, "approved", lastReviewId=refused["reviewId"])
    assert anew["state"] == "approved"


async def test_who_names_no_review_is_told_of_anothers_decision(ana: Asking) -> None:
    """Their own they may change."""
    rosa, lesson_id = await reviewer(ana), await lesson(ana)
    await decide(ana, lesson_id)
    refused = await decide(rosa, lesson_id, "changesRequested")
    assert (refused["reason"], refused["by"], refused["verdict"]) == ("decidedMeanwhile", "ana", "approved")
    assert (await decide(ana, lesson_id, "changesRequested"))["state"] == "changesRequested"


async def test_a_revision_that_is_not_the_newest_is_not_decided_about(ana: Asking) -> None:
    """After an edit, and after a revert that brought the same blocks back."""
    lesson_id = await lesson(ana)
    await edit(ana, lesson_id)
    assert (await decide(ana, lesson_id))["reason"] == "revisionChanged"
    await ana.done("lesson.revertTo", {"lessonId": lesson_id, "revision": 1})
    refused = await decide(ana, lesson_id, revision=2)
    assert (refused["reason"], refused["revision"]) == ("revisionChanged", 3)


async def test_nobody_approves_what_they_edited_where_the_policy_says_so(ana: Asking) -> None:
    """Making a lesson counts until it was approved once; sending it back is always possible."""
    rosa, lesson_id = await reviewer(ana), await lesson(ana)
    await somebody_else(ana)
    assert (await decide(ana, lesson_id))["reason"] == "ownEdits"
    assert (await decide(rosa, lesson_id))["state"] == "approved"
    await edit(rosa, lesson_id)
    assert (await decide(rosa, lesson_id, revision=2))["reason"] == "ownEdits"
    assert (await decide(rosa, lesson_id, "changesRequested", revision=2))["state"] == "changesRequested"
    last = (await ana.data("lesson.listReviews", {"lessonId": lesson_id}))["lastReviewId"]
    assert (await decide(ana, lesson_id, revision=2, lastReviewId=last))["state"] == "approved"


async def test_who_edited_before_somebody_elses_approval_reviews_what_came_after(ana: Asking) -> None:
    """The approval covers their edit; only what was edited since is unapproved."""
    rosa, lesson_id = await reviewer(ana), await lesson(ana)
    await somebody_else(ana)
    await ana.done("lesson.renameLesson", {"lessonId": lesson_id, "title": "Salts"})
    approved = await decide(rosa, lesson_id, revision=2)
    await edit(rosa, lesson_id)

    assert approved["approvedRevision"] == 2
    assert (await decide(rosa, lesson_id, revision=3))["reason"] == "ownEdits"
    assert (await decide(ana, lesson_id, revision=3))["state"] == "approved"


async def test_an_approval_that_was_withdrawn_makes_nobody_anothers_reviewer(ana: Asking) -> None:
    """
    The reviewer approves and sends the same revision back: the writer's edits are unapproved again, so the writer
    may not approve them.
    """
    rosa, lesson_id = await reviewer(ana), await lesson(ana)
    await somebody_else(ana)
    await decide(rosa, lesson_id)
    withdrawn = await decide(rosa, lesson_id, "changesRequested")
    assert withdrawn["approvedRevision"] is None
    last = {"lastReviewId": withdrawn["lastReviewId"]}
    assert (await decide(ana, lesson_id, **last))["reason"] == "ownEdits"
    assert (await decide(rosa, lesson_id, **last))["approvedRevision"] == 1


async def test_the_approval_before_counts_again_when_a_later_one_is_withdrawn(ana: Asking) -> None:
    """Only what was edited after that one is unapproved."""
    rosa, max_, lesson_id = await reviewer(ana), await reviewer(ana, "max"), await lesson(ana)
    await somebody_else(ana)
    await decide(rosa, lesson_id)
    await edit(rosa, lesson_id)
    await decide(max_, lesson_id, revision=2)
    withdrawn = await decide(max_, lesson_id, "changesRequested", revision=2)
    assert withdrawn["approvedRevision"] == 1
    last = {"lastReviewId": withdrawn["lastReviewId"]}
    assert (await decide(rosa, lesson_id, revision=2, **last))["reason"] == "ownEdits"
    assert (await decide(ana, lesson_id, revision=2, **last))["state"] == "approved"


async def test_an_earlier_approval_of_ones_own_edits_counts_for_nothing(ana: Asking) -> None:
    """Made while the policy allowed it; the same text is not approved again by the person who wrote it."""
    lesson_id = await lesson(ana)
    await decide(ana, lesson_id)
    rosa = await reviewer(ana)
    await edit(rosa, lesson_id)
    await somebody_else(ana)
    assert (await decide(ana, lesson_id, revision=2))["reason"] == "ownEdits"


async def test_who_was_taken_out_decides_no_more_and_their_approval_stays(ana: Asking) -> None:
    """Nor who became an author."""
    rosa, first, second = await reviewer(ana), await lesson(ana), await lesson(ana)
    await decide(rosa, first)
    who = {"personId": rosa.added.person_id, "organizationId": ana.organization_id}
    await ana.done("organization.setMemberRole", {**who, "role": "author"})
    assert (await decide(rosa, second))["code"] == "FORBIDDEN"
    await ana.done("organization.removeMember", who)
    assert (await decide(rosa, second))["code"] == "NOT_FOUND"
    found = await ana.data("lesson.listReviews", {"lessonId": first})
    assert (found["state"], found["reviews"][0]["personName"]) == ("approved", "rosa")


async def test_a_review_is_in_the_audit_log(ana: Asking) -> None:
    """With revision and verdict; the note is in the review."""
    lesson_id = await lesson(ana)
    await ana.done("lesson.requestReview", {"lessonIds": [lesson_id]})
    await decide(ana, lesson_id, "changesRequested", note="Thin.")
    entries = (await ana.data("organization.getAuditLog", {"organizationId": ana.organization_id}))["entries"]
    assert [(entry["action"], entry["subject"], entry["facts"]) for entry in entries[:2]] == [
        ("lesson.review", lesson_id, {"revision": 1, "verdict": "changesRequested"}),
        ("lesson.requestReview", lesson_id, {"revision": 1}),
    ]


async def test_reviews_come_page_by_page_newest_first(ana: Asking) -> None:
    """A cursor that is none is refused."""
    lesson_id = await lesson(ana)
    for verdict in ("approved", "changesRequested", "approved"):
        last = (await ana.data("lesson.listReviews", {"lessonId": lesson_id}))["lastReviewId"]
        await decide(ana, lesson_id, verdict, **({} if last is None else {"lastReviewId": last}))
    page = await ana.data("lesson.listReviews", {"lessonId": lesson_id, "limit": 2})
    rest = await ana.data("lesson.listReviews", {"lessonId": lesson_id, "limit": 2, "cursor": page["nextCursor"]})
    found = [review["verdict"] for review in (*page["reviews"], *rest["reviews"])]
    assert found == ["approved", "changesRequested", "approved"] and rest["nextCursor"] is None
    assert (await ana.get("lesson.listReviews", {"lessonId": lesson_id, "cursor": "x"})).status_code == 400


async def test_another_lessons_review_is_no_last_review(ana: Asking) -> None:
    """It would let a reviewer decide over what they have not seen."""
    one, other = await lesson(ana), await lesson(ana)
    last = (await decide(ana, other))["lastReviewId"]
    assert (await decide(ana, one, lastReviewId=last))["code"] == "BAD_REQUEST"
