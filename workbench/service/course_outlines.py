"""Proposing the outline of a course from a brief. The service keeps no outline: it answers with it.

Source: ours (service 6).
"""

from __future__ import annotations

from workbench.procedures.outlines import OutlineLesson, ProposedOutline, ProposeOutlineInput
from workbench.service.ai.course_outline import CoursePlanner, OutlineRequest, PlannedCourse
from workbench.service.audit import record
from workbench.service.context import Caller, Context
from workbench.service.paid_calls import PaidResult, PaidWork, carry_out
from workbench.service.store.memberships import OrganizationMembership


async def propose(asker: Caller, request: ProposeOutlineInput) -> ProposedOutline:
    """The outline, paid for once; or the stored answer of the same key. Raises `HandlerError`."""
    writer = asker.service.writer
    assert isinstance(writer, CoursePlanner)  # each that asks a model is one, and no other comes here
    return await carry_out(asker, _OutlineWork(request, writer))


class _OutlineWork(PaidWork[PlannedCourse, ProposedOutline]):
    """An outline: nothing is stored but the answer under its key, and an entry in the audit log."""

    about = "An outline"
    answer_model = ProposedOutline
    purpose = "course outline"

    def __init__(self, request: ProposeOutlineInput, writer: CoursePlanner) -> None:
        super().__init__(request)
        self._writer = writer
        self._outline_request = OutlineRequest(request.language, request.brief, request.lessons)

    async def check(self, context: Context, standing: OrganizationMembership) -> None:
        """Nothing: the role was looked at already."""

    async def write(self) -> PlannedCourse:
        """The model's outline."""
        return await self._writer.propose_outline(self._outline_request)

    async def store(
        self, context: Context, standing: OrganizationMembership, draft: PlannedCourse
    ) -> PaidResult[ProposedOutline]:
        """The answer, with an entry in the audit log."""
        lessons = [
            OutlineLesson(title=each.title, objectives=list(each.objectives), topic=each.topic)
            for each in draft.lessons
        ]
        facts = {"title": draft.title, "lessonCount": len(lessons), "writer": draft.writer}
        await record(context, standing.organization_id, standing.organization_id, **facts)
        return PaidResult(ProposedOutline(title=draft.title, lessons=lessons, writer=draft.writer))
