"""Proposing the outline of a course from a brief. The service keeps no outline: it answers with it.

Source: ours (service 6).
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace

from workbench.procedures import course
from workbench.procedures.organization import Purpose
from workbench.procedures.outlines import OutlineLesson, ProposedOutline, ProposeOutlineInput
from workbench.service.ai.course_outline import CoursePlanner, OutlineRequest, PlannedCourse
from workbench.service.ai.writer import PromptPassage
from workbench.service.credits.paid_calls import PaidResult, PaidWork, carry_out
from workbench.service.db.seam import Db
from workbench.service.glossary.store import glossary_for
from workbench.service.kernel.audit import record
from workbench.service.kernel.binding import serves_alone
from workbench.service.kernel.context import Caller, Context
from workbench.service.kernel.errors import HandlerError
from workbench.service.kernel.membership import here
from workbench.service.kernel.roles import OrganizationMembership
from workbench.service.sources.prompt_passages import prompt_passages, usable_sources


@serves_alone(course.propose_outline, requires="generate", needs_model=True)
async def propose_outline(asker: Caller, request: ProposeOutlineInput) -> ProposedOutline:
    """Return the outline, paid for once, or the stored answer for the same key. Raises `HandlerError`."""
    writer = asker.service.writer
    assert isinstance(writer, CoursePlanner)  # each that asks a model is one, and no other comes here
    work = _OutlineWork(request, writer)
    await work.choose_passages(asker)
    return await carry_out(asker, work)


class _OutlineWork(PaidWork[PlannedCourse, ProposedOutline]):
    """An outline: nothing is stored but the answer under its key, and an entry in the audit log."""

    about = "An outline"
    answer_model = ProposedOutline
    purpose: Purpose = "outline"

    def __init__(self, request: ProposeOutlineInput, writer: CoursePlanner) -> None:
        super().__init__(request)
        self._input = request
        self._writer = writer
        self._outline_request = OutlineRequest(request.language, request.brief, request.lessons, request.style)

    async def choose_passages(self, asker: Caller) -> None:
        """Choose the passages that it is planned from, in a separate read; `check` checks that they still exist."""
        source_ids = self._input.source_ids
        if not source_ids:
            return

        async def unit(db: Db) -> tuple[PromptPassage, ...]:
            standing = await here(asker.in_unit(db), self._input.organization_id)
            sources = await usable_sources(db, source_ids, organization_id=standing.organization_id)
            return await prompt_passages(db, sources, self._input.brief)

        with suppress(HandlerError):  # `check` reports it, if no answer is stored under the key
            passages = await asker.service.store.read(unit, long=True)
            self._outline_request = replace(self._outline_request, passages=passages)

    async def check(self, context: Context, standing: OrganizationMembership) -> None:
        """Check the sources and read the organization's terms. Raises `HandlerError` for a missing source."""
        if self._input.source_ids:
            await usable_sources(context.db, self._input.source_ids, organization_id=standing.organization_id)
        glossary = await glossary_for(context.db, standing.organization_id, self._input.language)
        self._outline_request = replace(self._outline_request, glossary=glossary)

    async def write(self) -> PlannedCourse:
        """Return the model's outline."""
        return await self._writer.propose_outline(self._outline_request)

    async def store(
        self, context: Context, standing: OrganizationMembership, draft: PlannedCourse
    ) -> PaidResult[ProposedOutline]:
        """Record the outline in the audit log and return the answer."""
        lessons = [
            OutlineLesson(title=lesson.title, objectives=list(lesson.objectives), topic=lesson.topic)
            for lesson in draft.lessons
        ]
        facts = {"title": draft.title, "lessonCount": len(lessons), "writer": draft.writer}
        await record(context, standing.organization_id, standing.organization_id, **facts)
        return PaidResult(ProposedOutline(title=draft.title, lessons=lessons, writer=draft.writer))
