"""An organization with one of everything, and an input for each procedure there, read off the procedure's example."""

from __future__ import annotations

import io
from collections.abc import Callable
from dataclasses import dataclass, replace
from itertools import count
from typing import Any
from urllib.parse import urlencode

from PIL import Image
from pydantic.alias_generators import to_camel

from tests.examples.example import SINGLE, Example
from tests.service.asking import ABSENT, Asking
from workbench.service.db.seam import Db
from workbench.service.people import invitations
from workbench.service.people import store as people
from workbench.service.publications import store as publications
from workbench.service.sessions.store import issue_session

PAGE = {"id": "3f2b8c1e-8d7a-4c55-9b1e-2f60a4d3c7aa", "type": "blank", "content": {}}


@dataclass(frozen=True)
class Place:
    """The ids of an organization's things; all are its own, or all another one's. The session is the asker's."""

    organization_id: str
    project_id: str
    course_id: str
    lesson_id: str
    person_id: str
    session_id: str
    empty_course_id: str
    trashed_course_id: str
    trashed_lesson_id: str
    invitation_id: str
    source_id: str
    asset_id: str
    comment_id: str
    review_id: str
    published_course_id: str
    block_id: str
    german_lesson_id: str

    def id_for(self, field: str) -> str:
        """The id that a field of that name takes; `base_` and `last_` are compared with, `logo_` is an asset."""
        found: str = getattr(self, field.removeprefix("base_").removeprefix("last_").removeprefix("logo_"))
        return found


MISSING = Place(*["0" * 25] * 15, block_id="00000000-0000-4000-8000-000000000000", german_lesson_id="0" * 25)
_COUNTED = count()


async def furnish(owner: Asking, asker: Asking | None = None) -> Place:
    """A new project of the owner's organization with a starter lesson and its translation, an empty course, a course
    and a lesson in the trash; a published course; a new member; and a second session of who asks.
    """
    asker = asker or owner
    project = await owner.done("project.createProject", {"name": "Tides"})
    lesson = await owner.starter("Tides")
    email = f"member{next(_COUNTED)}@example.org"
    member = await people_join(owner, email)
    invitation_id = await invited(owner, asker)
    session = await owner.service.store.write(
        lambda db: issue_session(db, person_id=asker.added.person_id, label="second", now=owner.service.clock())
    )
    course = await owner.done("courseRouter.createCourse", {"title": "Ebb", "projectId": project["projectId"]})
    trashed = [await owner.starter(topic) for topic in ("Moon", "Sun")]
    await owner.done("courseRouter.deleteCourse", {"courseId": trashed[0]["courseId"]})
    await owner.done("lesson.deleteLesson", {"lessonId": trashed[1]["lessonId"]})
    german = await owner.done(
        "lesson.createLesson", {"title": "Gezeiten", "language": "DE", "courseId": course["courseId"]}
    )
    tie = {"lessonId": german["lessonId"], "sourceLessonId": lesson["lessonId"], "sourceRevision": 1, "blocks": []}
    await owner.done("lesson.tieTranslation", tie)
    return Place(
        owner.organization_id,
        project["projectId"],
        lesson["courseId"],
        lesson["lessonId"],
        member,
        session.session_id,
        course["courseId"],
        trashed[0]["courseId"],
        trashed[1]["lessonId"],
        invitation_id,
        await added_source(owner),
        await added_asset(owner),
        await added_comment(owner, lesson["lessonId"]),
        await added_review(owner, lesson["lessonId"]),
        await published_course(owner),
        lesson["blocks"][0]["id"],
        german["lessonId"],
    )


async def added_comment(person: Asking, lesson_id: str) -> str:
    """The id of a new comment on the lesson."""
    comment = await person.done("comment.addComment", {"lessonId": lesson_id, "text": "Which tide is meant?"})
    return str(comment["commentId"])


async def added_review(person: Asking, lesson_id: str) -> str:
    """The id of the review that is requested of the lesson."""
    asked = await person.done("lesson.requestReview", {"lessonIds": [lesson_id]})
    return str(asked["lessons"][0]["lastReviewId"])


async def published_course(owner: Asking) -> str:
    """The id of a course of two lessons with two publications; learners see the second, which lacks a lesson."""
    lesson = await owner.starter("Harbours")
    course_id = str(lesson["courseId"])
    await owner.done("lesson.createLesson", {"title": "Piers", "language": "EN", "courseId": course_id})

    async def unit(db: Db) -> None:
        state = await publications.locked_state(db, course_id, organization_id=owner.organization_id)
        assert state is not None
        for version in (state, replace(state, lessons=state.lessons[:1])):
            await publications.add_publication(db, version, person_id=None, note=None, override_reason=None, now=1)

    await owner.service.store.write(unit)
    return course_id


async def added_asset(person: Asking, content: bytes | None = None, **named: str) -> str:
    """The id of a new asset: a small picture unlike all others, unless another file is given."""
    if content is None:
        shade = next(_COUNTED)
        file = io.BytesIO()
        Image.new("RGB", (2, 2), (shade % 256, shade // 256 % 256, shade // 65_536)).save(file, "PNG")
        content = file.getvalue()
    query = urlencode({"fileName": "dough.png", **named})
    answered = await person.send("POST", f"/api/assets?{query}", content, content_type="application/octet-stream")
    assert answered.status_code == 200, answered.text
    return str(answered.json()["result"]["data"]["assetId"])


async def added_source(person: Asking, **more: Any) -> str:
    """The id of a new source of two passages."""
    passages = [
        {"place": "page 3", "heading": "Proofing", "text": "Yeast feeds on sugar and gives off carbon dioxide."},
        {"place": "page 4", "text": "A dough that is kept cool rises slowly."},
    ]
    part = {
        "title": "Handbook",
        "fileName": "handbook.pdf",
        "mediaType": "application/pdf",
        "contentDigest": f"{next(_COUNTED):064x}",
        "first": 1,
        "passages": passages,
        "isLast": True,
        **more,
    }
    return str((await person.done("source.addPassages", part))["sourceId"])


async def people_join(owner: Asking, email: str) -> str:
    """The id of a new viewer in the owner's organization."""

    async def unit(db: Db) -> str:
        now = owner.service.clock()
        person, _ = await people.add_person(db, email=email, name="Member", now=now)
        await people.set_role(
            db, person_id=person.person_id, organization_id=owner.organization_id, role="viewer", now=now
        )
        return person.person_id

    return await owner.service.store.write(unit)


async def invited(owner: Asking, asker: Asking) -> str:
    """The id of an invitation of who asks into the owner's organization."""

    async def unit(db: Db) -> str:
        person = await people.person_by_id(db, asker.added.person_id)
        assert person is not None
        return await invitations.invite(
            db,
            owner.organization_id,
            person.email,
            role="viewer",
            invited_by=owner.added.person_id,
            now=owner.service.clock(),
        )

    return await owner.service.store.write(unit)


def _insert(place: Place) -> dict[str, Any]:
    transaction = {"label": "insertPages", "mutations": [{"type": "lessonBlockInsert", "block": PAGE}]}
    return {"lessonId": place.lesson_id, "language": "EN", "transactions": [transaction]}


def _input_of(example: Example) -> Callable[[Place], Any]:
    """The example's own input, about a place's things: `organizationId` is always named, another id where the example
    names one.
    """
    procedure = example.procedures[0]
    named = {to_camel(field): field for field in procedure.input_model.model_fields if field.endswith("_id")}
    shown = example.inputs["0"]["json"] or {}

    def asked(place: Place) -> Any:
        ids = {
            alias: place.id_for(field)
            for alias, field in named.items()
            if field == "organization_id" or shown.get(alias)
        }
        return {**shown, **ids} if shown or ids else ABSENT

    return asked


INPUTS: dict[str, Callable[[Place], Any]] = {example.name: _input_of(example) for example in SINGLE}
"""Every procedure's input by wire name, read off its example."""

INPUTS |= {  # where the example's own would not do what the tests need
    "courseRouter.createCourse": lambda place: {
        "title": "Flood",
        "organizationId": place.organization_id,
        "projectId": place.project_id,
    },
    "courseRouter.listCourses": lambda place: {"organizationId": place.organization_id},
    "courseRouter.orderLessons": lambda place: {"courseId": place.course_id, "lessonIds": [place.lesson_id]},
    **{
        f"courseRouter.{name}": lambda place: {"courseId": place.published_course_id}
        for name in ("getPublication", "getPublicationChanges", "listPublications", "unpublishCourse")
    },
    "courseRouter.publishCourse": lambda place: {"courseId": place.published_course_id, "confirmOpenPlaces": True},
    "courseRouter.restorePublication": lambda place: {"courseId": place.published_course_id, "number": 1},
    "courseRouter.restoreCourse": lambda place: {"courseId": place.trashed_course_id},
    "courseRouter.getPageContext": lambda place: {
        "courseId": place.course_id,
        "lessons": [{"lessonId": place.lesson_id, "revision": 1}],
    },
    "lesson.createLesson": lambda place: {"title": "Flood", "language": "EN", "courseId": place.course_id},
    "lesson.moveLesson": lambda place: {"lessonId": place.lesson_id, "courseId": place.empty_course_id},
    "lesson.restoreLesson": lambda place: {"lessonId": place.trashed_lesson_id},
    "lesson.updateLesson": lambda place: {
        "lessonId": place.lesson_id,
        "baseRevision": 1,
        "title": "Ebb and flow",
        "courseId": place.empty_course_id,
    },
    "lesson.revertTo": lambda place: {"lessonId": place.lesson_id, "revision": 1},
    "lesson.requestReview": lambda place: {"lessonIds": [place.lesson_id]},
    "organization.setPublishingPolicy": lambda place: {
        "organizationId": place.organization_id,
        "publication": "anyone",
        "reviewBySomebodyElse": False,
        "sharingRoles": ["owner", "admin", "author"],
    },
    "lesson.tieTranslation": lambda place: {
        "lessonId": place.german_lesson_id,
        "sourceLessonId": place.lesson_id,
        "sourceRevision": 1,
        "blocks": [],
    },
    "lesson.updateTranslation": lambda place: {
        "lessonId": place.german_lesson_id,
        "baseRevision": 1,
        "sourceRevision": 1,
        "transactions": [],
        "blocks": [],
    },
    "lesson.suggestTranslation": lambda place: {"lessonId": place.german_lesson_id, "sourceBlockIds": [place.block_id]},
    "organization.setTheme": lambda place: {
        "organizationId": place.organization_id,
        "name": "Harbour School",
        "logoAssetId": place.asset_id,
        "footer": "",
    },
    "organization.setDefaultLanguage": lambda place: {"organizationId": place.organization_id, "language": "DE"},
    "organization.setGlossary": lambda place: {
        "organizationId": place.organization_id,
        "language": "EN",
        "terms": [{"term": "tide", "use": "use"}],
    },
    "organization.getAuditLog": lambda place: {"organizationId": place.organization_id},
    "realtime.executeTransactions": _insert,
}
