"""The next step of a lesson on its way to learners, for the person who asks: request a review, approve, or publish.

`decide_step` is pure. What remains to be done is judged by the functions that judge the step itself, so that a step
without anything that stops it succeeds.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from workbench.procedures import lesson
from workbench.procedures.lesson import LessonInput
from workbench.procedures.next_step import MAX_REMAINING, NextStep, RemainingTask, Step
from workbench.procedures.publications import PublicationChange
from workbench.procedures.reviews import APPROVED, APPROVED_ONLY, CHANGES_REQUESTED, IN_REVIEW
from workbench.service.courses.listed import find_course
from workbench.service.courses.store import CourseRow
from workbench.service.kernel.binding import serves
from workbench.service.kernel.context import Context
from workbench.service.kernel.errors import existing
from workbench.service.kernel.membership import ACTIVE, at_lesson, tier_and_status
from workbench.service.kernel.publishing_policy import StoredPolicy, read_policy
from workbench.service.kernel.roles import may
from workbench.service.lessons import lists
from workbench.service.lessons.contents import PublishedLesson, UnfinishedLesson, unfinished_lessons
from workbench.service.lessons.status import lesson_statuses
from workbench.service.publications import store as publications
from workbench.service.publications.changes import publication_changes
from workbench.service.reviews import store as reviews
from workbench.service.reviews.approvals import refused_lessons


@dataclass(frozen=True, slots=True)
class StepFacts:
    """What the next step depends on: what the person may do, the policy, the review, and what learners see."""

    may_edit: bool
    may_review: bool
    may_share: bool
    needs_approval: bool
    review_state: str
    is_shown_as_is: bool
    """Whether learners see the lesson as it is now."""


def decide_step(facts: StepFacts) -> Step | None:
    """Return the next step, or None if there is none that the person can take.

    A review that is under way comes first. A draft is reviewed where the policy wants it, or where the person cannot
    publish.
    """
    if facts.review_state == IN_REVIEW:
        return "approve" if facts.may_review else None
    if facts.review_state == CHANGES_REQUESTED:
        return "requestReview" if facts.may_edit else None
    if facts.is_shown_as_is:
        return None
    if facts.may_share and (facts.review_state == APPROVED or not facts.needs_approval):
        return "publish"
    return "requestReview" if facts.may_edit and facts.review_state != APPROVED else None


@serves(lesson.get_next_step, requires="read", long=True)
async def get_next_step(context: Context, request: LessonInput) -> NextStep:
    """Return the lesson's next step for the person who asks, with what is left to do."""
    standing = await at_lesson(context, request.lesson_id)
    organization_id = standing.organization_id
    item = existing(await lists.lesson_item(context.db, request.lesson_id, organization_id=organization_id))
    course = await find_course(context, organization_id, item.course_id)
    policy = await read_policy(context.db, organization_id)
    known = existing(await reviews.read_review_state(context.db, item.lesson_id))
    state = existing(await publications.course_state(context.db, item.course_id, organization_id=organization_id))
    changes = await publication_changes(context.db, state)
    statuses = await lesson_statuses(context.db, [item.lesson_id], now=context.service.clock())
    step = decide_step(
        StepFacts(
            may_edit=may(standing.role, "edit"),
            may_review=may(standing.role, "review"),
            may_share=may(standing.role, "share") and standing.role in policy.sharing_roles,
            needs_approval=policy.publication == APPROVED_ONLY,
            review_state=known.state,
            is_shown_as_is=_is_shown_as_is(course, item.lesson_id, changes),
        )
    )
    mine = PublishedLesson(item.lesson_id, item.revision, item.title, item.language)
    if step == "publish":
        remaining = [
            *await _stops_course(context, course),
            *await _unfinished_tasks(context, state.lessons, stops=True),
        ]
        remaining += await _policy_tasks(context, organization_id, policy, state.lessons)
    elif step is not None:
        remaining = [*await _unfinished_tasks(context, [mine], stops=False)]
        if step == "approve" and policy.review_by_somebody_else:
            person_id = context.person.person_id
            if await reviews.has_edited(context.db, item.lesson_id, person_id=person_id):
                remaining.insert(0, RemainingTask(kind="ownEdits", stops=True))
    else:
        remaining = []
    return NextStep(
        lesson_id=item.lesson_id,
        course_id=item.course_id,
        revision=item.revision,
        status=statuses[item.lesson_id],
        step=step,
        remaining=remaining[:MAX_REMAINING],
        last_review_id=known.review_id,
        is_public=course.is_public,
        share_url=context.service.share_url(course.course_id),
        publication_number=course.publication,
        unpublished_changes=len(changes),
    )


def _is_shown_as_is(course: CourseRow, lesson_id: str, changes: Sequence[PublicationChange]) -> bool:
    """Return whether its course shows learners the lesson as it is now, wherever in the course."""
    kinds = {change.kind for change in changes if change.lesson_id == lesson_id}
    return course.is_public and not kinds & {"added", "changed", "renamed"}


async def _stops_course(context: Context, course: CourseRow) -> list[RemainingTask]:
    """Return what stops the publication of any course of the organization, or of one without a page."""
    tasks: list[RemainingTask] = []
    facts = await tier_and_status(context.db, course.organization_id)
    if facts is not None and facts[1] != ACTIVE:
        tasks.append(RemainingTask(kind="organization", stops=True))
    if not course.has_blocks:
        tasks.append(RemainingTask(kind="noBlocks", stops=True))
    return tasks


async def _unfinished_tasks(
    context: Context, lessons: Sequence[PublishedLesson], *, stops: bool
) -> list[RemainingTask]:
    """Return what authors still have to finish in the lessons; `stops` says whether the step is refused for it."""
    unfinished_lessons_of = await unfinished_lessons(context.db, [lesson.lesson_id for lesson in lessons])
    return [task for unfinished in unfinished_lessons_of for task in _of_unfinished(unfinished, stops=stops)]


def _of_unfinished(unfinished: UnfinishedLesson, *, stops: bool) -> Iterator[RemainingTask]:
    where: dict[str, Any] = {"lesson_id": unfinished.lesson_id, "title": unfinished.title}
    if unfinished.author_notes:
        yield RemainingTask(kind="authorNotes", stops=stops, count=unfinished.author_notes, **where)
    if unfinished.pictures_without_text:
        yield RemainingTask(kind="alternativeText", stops=stops, count=unfinished.pictures_without_text, **where)
    if unfinished.open_places:
        yield RemainingTask(kind="openPlaces", stops=False, count=unfinished.open_places, **where)


async def _policy_tasks(
    context: Context, organization_id: str, policy: StoredPolicy, lessons: Sequence[PublishedLesson]
) -> list[RemainingTask]:
    """Return why the policy would stop the publication of the lessons."""
    if policy.publication != APPROVED_ONLY:
        return []
    return [
        RemainingTask(
            kind=reason,
            stops=True,
            lesson_id=refusal["lessonId"],
            title=refusal["title"],
            count=refusal["errors"] if reason == "errors" else None,
        )
        for refusal in await refused_lessons(context, policy, organization_id, lessons)
        for reason in refusal["reasons"]
    ]
