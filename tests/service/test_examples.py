"""The service accepts each example's request as it is, and answers in the example's shape."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import pytest

from tests.examples.example import EVERY, Example
from tests.examples.shape import differences
from tests.service.asking import Asking, asking
from tests.service.places import added_asset, added_comment, added_source
from tests.service.writers import OfferingWriter
from workbench.service.administration.admin import add_person

pytestmark = pytest.mark.anyio

# The ids that the examples name. A service makes its own, so each stands for one that is there.
ORGANIZATION = "q2m7v0c5x1h8k3t9z4r6n2b7d"
COURSE = "h3j9k2l6z0x4c8v1b5n7m3q9w"
LESSON = "t5y1u8i3o7p2a9s4d0f6g1h5j"
FIRST_BLOCK = "0b6e8a52-3c1d-4f7e-9a40-5d2c7b18e6f3"
SECOND_BLOCK = "7d0f4c9e-51ab-4b3a-8c66-1e9f20d7a485"
PERSON = "b8n3c6x1z7l4k9j2h5g0f3d6s"
SESSION = "y3u8i0o5p2a7s4d9f1g6h3j8k"
OTHER_PROJECT = "k7j3h9g1f5d0s8a2p6o4i1u9y"
OTHER_COURSE = "m4n8b2v6c0x3z7l1k5j9h2g6f"
TRASHED_COURSE = "r3t7y1u5i9o2p6a0s4d8f1g3h"
SECOND_LESSON = "v4b8n2m6q0w3e7r1t5y9u2i6o"
EDITED_LESSON = "f7g3h9j1k5l0z8x2c6v4b7n1m"
INVITATION = "z6x4c2v0b8n5m3q1w9e7r5t3y"
SOURCE = "n5p8s1v4y7b0e3h6k9m2q5t8w"
ASSET = "a2s4d6f8g0h1j3k5l7z9x2c4v"
COMMENT = "c7x1z5v9b3n7m2k6j0h4g8f2d"
TRANSLATION = "u2f4r6a8n0s1l3e5v7a9i0n2b"
PUBLISHED_COURSE = "p9u7b5l3i1s8h6e4d2c0o8u6r"
TRASHED_LESSON = "x9c5v1b7n3m8q2w6e0r4t1y5u"


async def sent(example: Example, person: Asking) -> tuple[str, bytes | None]:
    """Target and body of the example's request, about things that this person has, at a service that offers all."""
    person.service.writer = OfferingWriter()
    lesson = await person.starter("How bread rises")
    text = example.target + (example.body or b"").decode()
    ids = {
        ORGANIZATION: person.organization_id,
        COURSE: lesson["courseId"],
        LESSON: lesson["lessonId"],
        FIRST_BLOCK: lesson["blocks"][0]["id"],
        SECOND_BLOCK: lesson["blocks"][1]["id"],
    }
    for shown, make in MADE_WHEN_NAMED.items():
        if shown in text:
            ids[shown] = await make(person)
    if example.name == "organization.listInvitations":
        await invitation(person)
    if example.name == "organization.listTags":
        await person.done("lesson.setTags", {"lessonId": lesson["lessonId"], "tags": ["baking"]})
    if example.name == "organization.getGlossary":
        entry = {"term": "handicapped", "use": "avoid", "instead": "disabled", "note": "House style, chapter 3"}
        await person.done("organization.setGlossary", {"language": "EN", "terms": [entry]})
    if example.name in ("lesson.listReviews", "lesson.listReviewQueue", "organization.getAttention"):
        await person.done("lesson.requestReview", {"lessonIds": [lesson["lessonId"]], "note": "Is it fair?"})
    if example.name == "lesson.getNextStep":
        note = {"id": "3f2b8c1e-8d7a-4c55-9b1e-2f60a4d3c7aa", "type": "authorNote", "content": {"markdown": "To do"}}
        insert = {"label": "insertPages", "mutations": [{"type": "lessonBlockInsert", "block": note}]}
        edit = {"lessonId": lesson["lessonId"], "language": "EN", "transactions": [insert]}
        await person.done("realtime.executeTransactions", edit)
    if example.name == "comment.listComments":
        await person.done("comment.addComment", {"lessonId": lesson["lessonId"], "text": "Which yeast?"})
    if example.name == "lesson.listTranslations":
        await translation(person)
    if example.name == "asset.listAssets":
        await added_asset(person)
    if example.name == "source.listSources":
        await added_source(person)
    if example.name == "organization.getMembers":
        await person.done("organization.addMember", {"email": "cleo@example.org", "role": "author"})
    if example.name == "organization.getAuditLog":
        shared = {"courseId": lesson["courseId"], "isPublic": True, "confirmOpenPlaces": True}
        await person.done("courseRouter.setCourseSharing", shared)
    target, body = example.target, example.body
    for shown, own in ids.items():
        target = target.replace(shown, own)
        body = body and body.replace(shown.encode(), own.encode())
    return target, body


async def member(owner: Asking) -> str:
    """The id of another person in the owner's organization."""
    return (await add_person(owner.service.store, "ben@example.org", "Acme", role="viewer")).person_id


async def invitation(person: Asking) -> str:
    """The id of an invitation into another organization."""
    other = await asking(person.service, "ben@example.org", "Harbour School")
    await other.done("organization.addMember", {"email": "ana@example.org", "role": "author"})
    return str((await person.data("organization.listInvitations"))["invitations"][0]["invitationId"])


async def session(person: Asking) -> str:
    """The id of another session of the person's."""
    await add_person(person.service.store, "ana@example.org", "Acme")
    listed = await person.data("service.listSessions")
    return next(
        str(listed_session["sessionId"]) for listed_session in listed["sessions"] if not listed_session["isCurrent"]
    )


async def project(person: Asking) -> str:
    """The id of another project."""
    return str((await person.done("project.createProject", {"name": "Summer courses"}))["projectId"])


async def course(person: Asking) -> str:
    """The id of another course."""
    return str((await person.done("courseRouter.createCourse", {"title": "Baking"}))["courseId"])


async def second_lesson(person: Asking) -> str:
    """The id of a lesson that is after the newest one, in its course."""
    course_id = (await person.data("lesson.listLessons"))["lessons"][0]["courseId"]
    made = await person.done("lesson.createLesson", {"title": "Rye", "language": "EN", "courseId": course_id})
    return str(made["lessonId"])


async def translation(person: Asking) -> str:
    """The id of a lesson in French that is made to be the translation of the newest one in English."""
    source = (await person.data("lesson.listLessons"))["lessons"][0]
    made = await person.done("lesson.createLesson", {"title": "Le levain", "language": "FR"})
    page = {"id": "3f2b8c1e-8d7a-4c55-9b1e-2f60a4d3c7aa", "type": "text", "content": {"markdown": "Le levain vit."}}
    insert = {"label": "insertPages", "mutations": [{"type": "lessonBlockInsert", "block": page}]}
    edit = {"lessonId": made["lessonId"], "language": "FR", "transactions": [insert]}
    await person.done("realtime.executeTransactions", edit)
    tie = {"lessonId": made["lessonId"], "sourceLessonId": source["lessonId"], "sourceRevision": 1, "blocks": []}
    await person.done("lesson.tieTranslation", tie)
    return str(made["lessonId"])


async def published_course(person: Asking) -> str:
    """The id of a course with two publications, which has another title now and a lesson more."""
    lesson = await person.starter("Crust")
    published = {"courseId": lesson["courseId"], "confirmOpenPlaces": True}
    await person.done("courseRouter.publishCourse", published)
    await person.done("lesson.renameLesson", {"lessonId": lesson["lessonId"], "title": "Crusts"})
    await person.done("courseRouter.publishCourse", {**published, "note": "The plural"})
    await person.done("courseRouter.renameCourse", {"courseId": lesson["courseId"], "title": "Baking"})
    await person.done("lesson.renameLesson", {"lessonId": lesson["lessonId"], "title": "Crust and crumb"})
    await person.done("lesson.createLesson", {"title": "Rye", "language": "EN", "courseId": lesson["courseId"]})
    return str(lesson["courseId"])


async def trashed_course(person: Asking) -> str:
    """The id of a course in the trash."""
    course_id = str((await person.starter("Yeast"))["courseId"])
    await person.done("courseRouter.deleteCourse", {"courseId": course_id})
    return course_id


async def trashed_lesson(person: Asking) -> str:
    """The id of a lesson in the trash."""
    lesson_id = str((await person.starter("Flour"))["lessonId"])
    await person.done("lesson.deleteLesson", {"lessonId": lesson_id})
    return lesson_id


async def commented(person: Asking) -> str:
    """The id of a comment on a block of the newest lesson."""
    lesson_id = (await person.data("lesson.listLessons"))["lessons"][0]["lessonId"]
    return await added_comment(person, lesson_id)


async def edited_lesson(person: Asking) -> str:
    """The id of a lesson at revision 2, where a page was added."""
    lesson_id = str((await person.starter("Salt"))["lessonId"])
    page = {"id": "3f2b8c1e-8d7a-4c55-9b1e-2f60a4d3c7aa", "type": "blank", "content": {}}
    insert = {"label": "insertPages", "mutations": [{"type": "lessonBlockInsert", "block": page}]}
    asked = {"lessonId": lesson_id, "language": "EN", "transactions": [insert]}
    await person.done("realtime.executeTransactions", asked)
    return lesson_id


MADE_WHEN_NAMED: dict[str, Callable[[Asking], Awaitable[str]]] = {
    PERSON: member,
    SESSION: session,
    OTHER_PROJECT: project,
    OTHER_COURSE: course,
    TRASHED_COURSE: trashed_course,
    PUBLISHED_COURSE: published_course,
    SECOND_LESSON: second_lesson,
    EDITED_LESSON: edited_lesson,
    TRASHED_LESSON: trashed_lesson,
    INVITATION: invitation,
    SOURCE: added_source,
    ASSET: added_asset,
    COMMENT: commented,
    TRANSLATION: translation,
}


@pytest.mark.parametrize("example", EVERY, ids=lambda character: character.name)
async def test_the_service_answers_in_the_examples_shape(example: Example, ana: Asking) -> None:
    """Status, envelope, every field and its type; only the values are the service's own."""
    target, body = await sent(example, ana)
    answered = await ana.send(example.request["method"], target, body, content_type="application/json")
    assert answered.status_code == example.response["http_status"]
    assert list(differences(example.response["body"], answered.json())) == []


@pytest.mark.parametrize("example", EVERY, ids=lambda character: character.name)
async def test_nobody_gets_an_answer_without_a_session(example: Example, ana: Asking) -> None:
    """Interface 5: every endpoint requires a valid session."""
    target, body = await sent(example, ana)
    answered = await ana.send(example.request["method"], target, body, content_type="application/json", cookie="")
    assert answered.status_code == 401
