"""Publishing a course: what is judged before learners see more than they did, and the publication itself.

Edits, moves and titles of a public course wait for its next publication, so they are judged then. A note for authors
is confirmed by nobody; an open place (✎) is asked about.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from workbench.procedures.lesson import AUTHOR_NOTES
from workbench.procedures.publishing.publications import PUBLISHED_MEANWHILE
from workbench.service.audit import record
from workbench.service.context import Context
from workbench.service.handler_error import HandlerError, existing
from workbench.service.membership import stays_allowed
from workbench.service.reviews.approvals import ErrorCounts, check_approved, counted_errors
from workbench.service.roles import TO_PUBLISH, may
from workbench.service.shares.share_policy import check_may_share, start_share
from workbench.service.store import organizations
from workbench.service.store.courses import CourseRow
from workbench.service.store.db.seam import Db
from workbench.service.store.lessons.contents import UnfinishedLesson, unfinished, unfinished_lessons
from workbench.service.store.lessons.lessons import blocks_of
from workbench.service.store.lessons.rebuilding import blocks_at, newest_revisions
from workbench.service.store.memberships import Membership
from workbench.service.store.publications import publications
from workbench.service.store.publications.publications import LessonArriving, PublishedLesson
from workbench.service.store.publications.visible import is_published

MOST_LISTED = 100
ALTERNATIVE_TEXT = "alternativeText"
"""The reason of a refusal for a picture that neither has words nor is decoration."""
MOST_TITLES = 5


class RevisionFacts(NamedTuple):
    """What is judged of lessons by id and revision. A revision never changes, so neither do its facts."""

    unfinished: Mapping[tuple[str, int], UnfinishedLesson]
    errors: ErrorCounts


async def publish(
    context: Context,
    standing: Membership,
    found: CourseRow,
    *,
    note: str | None = None,
    confirmed: bool | None = None,
    base_number: int | None = None,
    override_reason: str | None = None,
) -> int:
    """Let learners see the course as it is now; the publication's number, an old one where nothing differs.

    Raises `HandlerError`.
    """
    policy = await check_may_share(context, found.organization_id, standing.role)
    if not found.can_be_shared:
        await check_organization(context, found.organization_id)
        raise HandlerError("CONFLICT", "The course has no page yet. Add one to a lesson, then share it.")
    try:
        state = existing(
            await publications.locked_state(context.db, found.course_id, organization_id=found.organization_id)
        )
    except LessonArriving as arriving:
        raise HandlerError("CONFLICT", arriving.message) from None
    if found.is_public and state.number is not None:
        shown = existing(await publications.publication_by_number(context.db, found.course_id, state.number))
        lessons = await publications.published_lessons(context.db, found.course_id, state.number)
        if (shown.title, lessons) == (state.title, state.lessons):
            return state.number
    check_base(base_number, state.number)
    overridden = await check_publication(
        context, found.organization_id, state.lessons, confirmed=confirmed, override_reason=override_reason
    )
    override = override_facts(override_reason, overridden)
    number = await publications.add_publication(
        context.db,
        state,
        person_id=context.person.person_id,
        note=note,
        override_reason=override.get("overrideReason"),
        now=context.service.clock(),
    )
    await start_share(context, found, policy)
    facts: dict[str, Any] = {"publication": number, "lessonCount": len(state.lessons), "isPublic": True}
    facts |= {"note": note} if note else {}
    await record(context, found.organization_id, found.course_id, **facts, **override)
    return number


async def check_publication(
    context: Context,
    organization_id: str,
    lessons: Sequence[PublishedLesson],
    *,
    confirmed: bool | None,
    override_reason: str | None = None,
    known: RevisionFacts | None = None,
) -> list[str]:
    """The lessons that an owner publishes at these revisions against the policy; none where it stops none.

    The one place that decides what learners may see: asked for a new publication and for an old one that is to be seen
    again, with policy, lessons and course locked. `known` are facts of these revisions that were read before that.
    Raises `HandlerError` that names the lessons which may not be published.
    """
    await stays_allowed(context, organization_id)
    facts = await revision_facts(context.db, organization_id, lessons) if known is None else known
    keys = [(each.lesson_id, each.revision) for each in lessons]
    check_finished([facts.unfinished[key] for key in keys if key in facts.unfinished], confirmed=confirmed)
    return await check_approved(context, organization_id, lessons, override_reason=override_reason, known=facts.errors)


def override_facts(reason: str | None, lesson_ids: Sequence[str]) -> dict[str, Any]:
    """What is recorded of a publication against the policy: the reason, and the lessons that it stops."""
    return {"overrideReason": reason, "overriddenLessons": lesson_ids[:MOST_LISTED]} if lesson_ids else {}


async def check_organization(context: Context, organization_id: str) -> None:
    """Raises `HandlerError` for an organization that may not share."""
    facts = await organizations.tier_and_status(context.db, organization_id)
    if facts is not None and facts[1] != organizations.ACTIVE:
        raise HandlerError(
            "CONFLICT", f"The organization is {facts[1]}; only an {organizations.ACTIVE} one can share courses."
        )


def check_base(base_number: int | None, number: int | None) -> None:
    """Raises `HandlerError` when learners see another publication than the one that the caller knows."""
    if base_number is not None and base_number != (number or 0):
        raise HandlerError(
            "CONFLICT",
            "Somebody has published the course meanwhile, or made it private. Look at it again.",
            reason=PUBLISHED_MEANWHILE,
            number=number,
        )


async def check_restored(context: Context, standing: Membership, lesson_id: str) -> None:
    """Raises `HandlerError` when a lesson that learners see again was restored by a role that may not share."""
    if may(standing.role, TO_PUBLISH) or not await is_published(context.db, lesson_id, now=context.service.clock()):
        return
    raise HandlerError(
        "FORBIDDEN",
        f"The lesson is published, so learners would see it again, and the role {standing.role} may not share. "
        "Ask an owner, admin or author.",
    )


async def revision_facts(db: Db, organization_id: str, lessons: Sequence[PublishedLesson]) -> RevisionFacts:
    """What is judged of the lessons at these revisions; a lesson of which nothing is to be said is left out."""
    newest = await newest_revisions(db, [each.lesson_id for each in lessons])
    as_now = {each.lesson_id: each for each in lessons if newest[each.lesson_id][0] == each.revision}
    found = [(as_now[each.lesson_id].revision, each) for each in await unfinished_lessons(db, list(as_now))]
    for each in lessons:
        if each.lesson_id not in as_now:
            revision, order = newest[each.lesson_id]
            blocks = await blocks_of(db, each.lesson_id, order)
            then = await blocks_at(db, each.lesson_id, each.revision, newest=revision, blocks=blocks)
            found.append((each.revision, unfinished(each.lesson_id, each.title, then)))
    unfinished_ones = {(each.lesson_id, revision): each for revision, each in found if each.is_unfinished}
    return RevisionFacts(unfinished_ones, await counted_errors(db, organization_id, lessons))


def check_finished(found: Sequence[UnfinishedLesson], *, confirmed: bool | None) -> None:
    """Raises `HandlerError` that names the lessons, if there are any; with `confirmed`, those with notes only."""
    with_notes = [each for each in found if each.author_notes]
    if with_notes:
        lessons = "1 lesson has" if len(with_notes) == 1 else f"{len(with_notes):,} lessons have"
        raise HandlerError(
            "CONFLICT",
            f"{lessons} notes for authors and cannot be public yet: {_titles(with_notes)}. "
            "Put what is missing in place of each note and delete the note, then try again.",
            reason=AUTHOR_NOTES,
            authorNotes=[
                {"lessonId": each.lesson_id, "title": each.title, "authorNotes": each.author_notes}
                for each in with_notes[:MOST_LISTED]
            ],
        )
    check_pictures(found)
    found = [each for each in found if each.open_places]
    if found and not confirmed:
        lessons = "1 lesson has" if len(found) == 1 else f"{len(found):,} lessons have"
        raise HandlerError(
            "CONFLICT",
            f"{lessons} places that an author has still to fill in (✎), and learners would read them: "
            f"{_titles(found)}.",
            openPlaces=[
                {"lessonId": each.lesson_id, "title": each.title, "openPlaces": each.open_places}
                for each in found[:MOST_LISTED]
            ],
        )


def check_pictures(found: Sequence[UnfinishedLesson]) -> None:
    """Raises `HandlerError` that names the lessons with pictures that say nothing to who cannot see them."""
    silent = [each for each in found if each.pictures_without_text]
    if silent:
        lessons = "1 lesson has" if len(silent) == 1 else f"{len(silent):,} lessons have"
        raise HandlerError(
            "CONFLICT",
            f"{lessons} pictures without words for who cannot see them and cannot be public yet: {_titles(silent)}. "
            "Say in each what it shows, or mark it as decoration, then try again.",
            reason=ALTERNATIVE_TEXT,
            alternativeText=[
                {"lessonId": each.lesson_id, "title": each.title, "pictures": each.pictures_without_text}
                for each in silent[:MOST_LISTED]
            ],
        )


def _titles(found: Sequence[UnfinishedLesson]) -> str:
    titles = ", ".join(f"“{each.title}”" for each in found[:MOST_TITLES])
    others = len(found) - MOST_TITLES
    return titles + (f" and {others:,} more" if others > 0 else "")
