"""Create a starter lesson: its destination, permission, and the lesson from its draft.

Source: interface 4.3; keys and credits are ours (service 6).
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from typing import Any
from uuid import uuid4

from workbench.authoring.block import Block
from workbench.procedures import lesson
from workbench.procedures.lesson import StarterLesson
from workbench.procedures.organization import Purpose
from workbench.procedures.starter_lesson import StarterLessonInput
from workbench.service.ai.writer import WRITTEN_TYPES, StarterDraft, StarterRequest, Writer
from workbench.service.courses import store as courses
from workbench.service.courses.store import CourseGone
from workbench.service.credits.paid_calls import PaidResult, PaidWork, carry_out, json_digest
from workbench.service.db.folding import fold_text
from workbench.service.db.seam import Db
from workbench.service.glossary.store import glossary_for
from workbench.service.kernel import membership
from workbench.service.kernel.audit import record
from workbench.service.kernel.binding import serves_alone
from workbench.service.kernel.context import Caller, Context
from workbench.service.kernel.errors import HandlerError, not_found
from workbench.service.kernel.membership import here, project_for
from workbench.service.kernel.roles import OrganizationMembership
from workbench.service.lessons import contents
from workbench.service.lessons import store as lessons
from workbench.service.projects import store as projects
from workbench.service.sources.prompt_passages import (
    PROMPT_CHARACTERS,
    SHEET_CHARACTERS,
    prompt_passages,
    usable_sources,
)
from workbench.service.sources.store import SourceRow

_MOST_RECORDED = 100
"""Repairs of one draft that the audit log keeps."""
_LONGEST_SHAPE = 40
"""Blocks of a model lesson that a writer gets."""


@serves_alone(lesson.create_starter_lesson, requires="generate")
async def create_starter_lesson(asker: Caller, request: StarterLessonInput) -> StarterLesson:
    """Return the lesson written from the topic, paid for once, or the stored answer for the same key.

    It is in a new course or in the chosen one. Raises `HandlerError`.
    """
    work = _StarterLessonWork(request, asker.service.writer)
    await work.choose_passages(asker)
    return await carry_out(asker, work)


class _StarterLessonWork(PaidWork[StarterDraft, StarterLesson]):
    """A starter lesson: its project is found before it is written, and looked at again when it is stored."""

    about = "A starter lesson"
    purpose: Purpose = "starter lesson"
    answer_model = StarterLesson

    def __init__(self, request: StarterLessonInput, writer: Writer) -> None:
        super().__init__(request)
        self._input = request
        self._writer = writer
        self._starter_request = StarterRequest(
            request.language,
            request.topic,
            style=request.style,
            objectives=tuple(request.objectives or ()),
            strict=bool(request.strict),
        )
        self._sources: list[SourceRow] = []
        self._project_id = ""

    async def choose_passages(self, asker: Caller) -> None:
        """Choose the passages it is written from, in a separate read; `check` checks that they still exist."""
        source_ids = self._input.source_ids
        if not source_ids:
            return

        async def unit(db: Db) -> None:
            standing = await here(asker.in_unit(db), self._input.organization_id)
            self._sources = await usable_sources(db, source_ids, organization_id=standing.organization_id)
            await self._choose(db)

        with suppress(HandlerError):  # `check` reports it, if no answer is stored under the key
            await asker.service.store.read(unit, long=True)

    async def _choose(self, db: Db) -> None:
        query = "\n".join([self._input.topic, *(self._input.objectives or ())])
        characters = PROMPT_CHARACTERS if self._writer.is_ai else SHEET_CHARACTERS
        passages = await prompt_passages(db, self._sources, query, characters=characters)
        self._starter_request = replace(self._starter_request, passages=passages)

    async def _check_sources(self, context: Context, organization_id: str) -> None:
        """Raise `HandlerError` if a source is missing; read again any that has a new version."""
        source_ids = self._input.source_ids
        if not source_ids:
            return
        before = [(source.source_id, source.version) for source in self._sources]
        self._sources = await usable_sources(context.db, source_ids, organization_id=organization_id)
        if [(source.source_id, source.version) for source in self._sources] != before:
            await self._choose(context.db)

    async def identity(self, context: Context, organization_id: str) -> str:
        """Return the topic as it is compared, the destination and everything else, except the accepted price."""
        project_id = self._input.project_id or await membership.default_project(context.db, organization_id)
        fields = self._input.to_wire() or {}
        fields = {name: value for name, value in fields.items() if name not in ("organizationId", "maxCredits")}
        return json_digest({**fields, "topic": fold_text(self._input.topic), "projectId": project_id})

    async def check_shared(self, context: Context, answer: StarterLesson) -> None:
        """Raise `HandlerError` for a lesson in the trash; a person decides whether to make it again."""
        if (
            await membership.find_membership(context.db, "lesson", answer.lesson_id, person_id=context.person.person_id)
            is None
        ):
            raise HandlerError(
                "CONFLICT",
                "This lesson was already created and is in the trash. Restore it, or send the call with another key.",
                reason="lessonInTrash",
                lessonId=answer.lesson_id,
            )

    async def check(self, context: Context, standing: OrganizationMembership) -> None:
        """Check the request to the writer and the destination. Raises `HandlerError`."""
        await self._check_sources(context, standing.organization_id)
        shape = await _shape(context, standing, self._input)
        glossary = await glossary_for(context.db, standing.organization_id, self._input.language)
        self._starter_request = replace(self._starter_request, shape=shape, glossary=glossary)
        refusal = self._writer.refusal(self._starter_request)
        if refusal is not None:
            raise HandlerError("BAD_REQUEST", refusal)
        self._project_id = await _project_for(context, standing, self._input)

    async def write(self) -> StarterDraft:
        """Return the writer's draft."""
        return await self._writer.write(self._starter_request)

    async def store(
        self, context: Context, standing: OrganizationMembership, draft: StarterDraft
    ) -> PaidResult[StarterLesson]:
        """Store the draft as a lesson in its course or a new one, and record it in the audit log."""
        request, organization_id, db = self._input, standing.organization_id, context.db
        if request.course_id is None:
            project_id = await projects.living_project(db, self._project_id, organization_id)
        else:
            project_id = await _project_for(context, standing, request)
        new = lessons.NewLesson(
            organization_id=organization_id,
            project_id=project_id,
            title=draft.title,
            language=request.language,
            blocks=tuple(Block(id=str(uuid4()), type=block.type, content=block.content) for block in draft.blocks),
            person_id=context.person.person_id,
            topic=request.topic,
            writer=draft.writer,
            input_tokens=draft.input_tokens,
            output_tokens=draft.output_tokens,
            course_id=request.course_id,
            position=request.position,
        )
        try:
            lesson_id, course_id = await lessons.insert_lesson(db, new, now=context.service.clock())
        except CourseGone:  # between two statements, by somebody else
            raise not_found() from None
        elsewhere = {} if project_id == self._project_id else {"insteadOfProjectId": self._project_id}
        repairs = {"repairs": [repair.to_wire() for repair in draft.repairs[:_MOST_RECORDED]]} if draft.repairs else {}
        facts = {"courseId": course_id, "writer": draft.writer, **_wishes(request), **elsewhere, **repairs}
        await record(context, organization_id, lesson_id, **facts)
        return PaidResult(StarterLesson(lesson_id=lesson_id, title=draft.title), lesson_id, project_id)


async def _shape(context: Context, standing: OrganizationMembership, request: StarterLessonInput) -> tuple[str, ...]:
    """Return the block types of the lesson to be followed. Raises `HandlerError` if it does not exist."""
    if request.style is None or request.style.like_lesson_id is None:
        return ()
    types = await contents.block_types(
        context.db, request.style.like_lesson_id, organization_id=standing.organization_id
    )
    if types is None:
        raise not_found()
    return tuple([type_ for type_ in types if type_ in WRITTEN_TYPES])[:_LONGEST_SHAPE]


def _wishes(request: StarterLessonInput) -> dict[str, Any]:
    """Return the requested options besides the topic, for the audit log."""
    fields = request.to_wire() or {}
    return {name: fields[name] for name in ("style", "objectives", "sourceIds", "strict") if name in fields}


async def _project_for(context: Context, standing: OrganizationMembership, request: StarterLessonInput) -> str:
    """Return the project that the lesson goes into, that of its course if one is chosen. Raises `HandlerError`.

    The course must belong to the organization, be outside the trash, and be in a project that is not archived.
    """
    organization_id = standing.organization_id
    if request.course_id is None:
        return await project_for(context, organization_id, request.project_id)
    now = context.service.clock()
    course = await courses.course_by_id(context.db, request.course_id, organization_id=organization_id, now=now)
    if course is None or request.project_id not in (None, course.project_id):
        raise not_found()
    if await projects.living_project(context.db, course.project_id, organization_id) != course.project_id:
        raise not_found()
    return course.project_id
