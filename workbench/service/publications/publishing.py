"""Decide what may be public now, and publish courses.

`check_public` is the one function that decides it. Every handler that would let learners see something new calls it:
publishing, going back to an earlier publication, restoring a lesson or course from the trash, extending or widening a
link, opening the passages of a source, changing the theme or its logo.
 Edits, moves and titles of a public course wait for its next publication.
The table in docs/permissions.md lists every path; `tests/service/publications/test_public_paths.py` calls it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

from workbench.authoring.block import below_title
from workbench.authoring.content import AUTHOR_NOTE
from workbench.procedures.lesson import AUTHOR_NOTES
from workbench.procedures.publications import PUBLISHED_MEANWHILE
from workbench.service.courses.store import CourseRow
from workbench.service.db.seam import Db
from workbench.service.history.rebuilding import blocks_at, newest_revisions
from workbench.service.kernel.audit import record
from workbench.service.kernel.context import Caller, Context, Service
from workbench.service.kernel.errors import HandlerError, existing
from workbench.service.kernel.membership import at_course
from workbench.service.kernel.publishing_policy import StoredPolicy, check_may_publish
from workbench.service.lessons.contents import PublishedLesson, UnfinishedLesson, find_unfinished, unfinished_lessons
from workbench.service.lessons.store import read_blocks
from workbench.service.publications import store as publications
from workbench.service.publications.link_expiry import start_share
from workbench.service.publications.page_rendering import (
    FAILED,
    MAX_PAGE_CHARACTERS,
    TOO_LONG,
    PageContent,
    PageRenderer,
    RendersLong,
)
from workbench.service.publications.store import LessonArriving
from workbench.service.reviews.approvals import ErrorCounts, check_approved, counted_errors

MOST_LISTED = 100
ALTERNATIVE_TEXT = "alternativeText"
"""The reason of a refusal for a picture that has no alternative text and is not marked as decorative."""
MOST_TITLES = 5
PAGE_TOO_LONG: Final = "pageTooLong"
"""The `reason` of a 409 for lessons that one page cannot show."""
LIGHT_ENOUGH_BYTES: Final = 250_000
"""Smaller lessons always fit on a page: rendering makes even the shortest formula only about 30 times as long."""


class RevisionFacts(NamedTuple):
    """Facts that publication checks use, by lesson id and revision; like the revision, they never change."""

    unfinished: Mapping[tuple[str, int], UnfinishedLesson]
    errors: ErrorCounts


ALREADY_PUBLISHED: Final = RevisionFacts({}, {})
"""Nothing counts as unfinished in published revisions, which were checked then; errors are counted again."""


class Permission(NamedTuple):
    """The policy that was checked, locked until the transaction ends, and the lessons an owner publishes despite it."""

    policy: StoredPolicy
    overridden: list[str]


async def check_public(
    context: Context,
    organization_id: str,
    lessons: Sequence[PublishedLesson] = (),
    *,
    confirmed: bool | None = None,
    override_reason: str | None = None,
    known: RevisionFacts | None = None,
) -> Permission:
    """Decide whether the caller may let learners see these lessons at these revisions now.

    Judges the caller's role and the organization by the current policy, then each lesson: nothing unfinished, approved,
    no findings of severity error. Without lessons only the first two are judged: call it so before locking lessons,
    since the policy is locked before them. `known` are facts of the revisions that were read before the locks.
    Raises `HandlerError` that says what stops it.
    """
    policy, role = await check_may_publish(context, organization_id)
    if not lessons:
        return Permission(policy, [])
    facts = await revision_facts(context, organization_id, lessons) if known is None else known
    keys = [(lesson.lesson_id, lesson.revision) for lesson in lessons]
    check_finished([facts.unfinished[key] for key in keys if key in facts.unfinished], confirmed=confirmed)
    overridden = await check_approved(
        context, policy, role, organization_id, lessons, override_reason=override_reason, known=facts.errors
    )
    return Permission(policy, overridden)


async def check_shown_again(context: Context, organization_id: str, lessons: Sequence[PublishedLesson]) -> None:
    """Check lessons whose publication learners see again, as `check_public` does.

    Unfinished places in a revision were judged when it was published. An owner has no override here: to
    override, they publish the course again with a reason. Raises `HandlerError`.
    """
    await check_public(context, organization_id, lessons, known=ALREADY_PUBLISHED)


async def check_page_sizes(asker: Caller, course_id: str) -> None:
    """Render the large lessons of the course as they are now, before anything is locked; most courses have none.

    Raises `HandlerError` that names the lessons which one page cannot show, or while one is still being rendered.
    """

    async def heavy(db: Db) -> list[tuple[PublishedLesson, str]]:
        organization_id = (await at_course(asker.in_unit(db), course_id)).organization_id
        return await publications.heavy_lessons(
            db, course_id, organization_id=organization_id, weight=LIGHT_ENOUGH_BYTES
        )

    too_long: list[PublishedLesson] = []
    for lesson, order in await asker.service.store.read(heavy):
        if not await _fits_on_a_page(asker.service, lesson, order):
            too_long.append(lesson)
    if too_long:
        titles = ", ".join(f"“{lesson.title}”" for lesson in too_long[:MOST_TITLES])
        raise HandlerError(
            "CONFLICT",
            f"Too long for one page ({MAX_PAGE_CHARACTERS:,} characters with its formulas and lists): {titles}. "
            "Split each into several lessons, then publish again.",
            reason=PAGE_TOO_LONG,
            lessons=[{"lessonId": lesson.lesson_id, "title": lesson.title} for lesson in too_long[:MOST_LISTED]],
        )


async def _fits_on_a_page(service: Service, lesson: PublishedLesson, order: str) -> bool:
    async def content(db: Db) -> PageContent:
        blocks = await read_blocks(db, lesson.lesson_id, order)
        shown = [block for block in blocks if block.type != AUTHOR_NOTE]
        return PageContent(below_title(shown, lesson.title), lesson.language)

    key = (lesson.lesson_id, lesson.revision, lesson.title, lesson.language, "draft")
    html = service.part(PageRenderer).renderings.get(key)
    if html is None:
        try:
            html = await service.part(PageRenderer).html(key, await service.store.read(content, long=True))
        except RendersLong:
            raise HandlerError(
                "SERVICE_UNAVAILABLE",
                f"The page of “{lesson.title}” is still being prepared, and nothing was published. Try again in 10 s.",
                retry_after=10,
            ) from None
    return html != FAILED and not html.endswith(TOO_LONG)


async def publish(
    context: Context,
    row: CourseRow,
    *,
    note: str | None = None,
    confirmed: bool | None = None,
    base_number: int | None = None,
    override_reason: str | None = None,
) -> int:
    """Publish the course as it is now; return the publication's number, the existing one if nothing has changed.

    Raises `HandlerError`.
    """
    await check_public(context, row.organization_id)
    if not row.has_blocks:
        raise HandlerError("CONFLICT", "The course has no page yet. Add one to a lesson, then share it.")
    try:
        state = existing(
            await publications.locked_state(context.db, row.course_id, organization_id=row.organization_id)
        )
    except LessonArriving as arriving:
        raise HandlerError("CONFLICT", arriving.message) from None
    if row.is_public and state.number is not None:
        shown = existing(await publications.publication_by_number(context.db, row.course_id, state.number))
        lessons = await publications.published_lessons(context.db, row.course_id, state.number)
        if (shown.title, lessons) == (state.title, state.lessons):
            return state.number
    check_base(base_number, state.number)
    permission = await check_public(
        context, row.organization_id, state.lessons, confirmed=confirmed, override_reason=override_reason
    )
    override = override_facts(override_reason, permission.overridden)
    number = await publications.add_publication(
        context.db,
        state,
        person_id=context.person.person_id,
        note=note,
        override_reason=override.get("overrideReason"),
        now=context.service.clock(),
    )
    await start_share(context, row, permission.policy)
    context.service.part(PageRenderer).schedule(row.course_id)
    facts: dict[str, Any] = {"publication": number, "lessonCount": len(state.lessons), "isPublic": True}
    facts |= {"note": note} if note else {}
    await record(context, row.organization_id, row.course_id, **facts, **override)
    return number


def override_facts(reason: str | None, lesson_ids: Sequence[str]) -> dict[str, Any]:
    """Return the audit facts of a publication against the policy: the reason and the lessons it would stop."""
    return {"overrideReason": reason, "overriddenLessons": lesson_ids[:MOST_LISTED]} if lesson_ids else {}


def check_base(base_number: int | None, number: int | None) -> None:
    """Raise `HandlerError` if learners see a different publication from the one that the caller knows."""
    if base_number is not None and base_number != (number or 0):
        raise HandlerError(
            "CONFLICT",
            "Someone else has published the course or made it private. Reload it and try again.",
            reason=PUBLISHED_MEANWHILE,
            number=number,
        )


async def revision_facts(context: Context, organization_id: str, lessons: Sequence[PublishedLesson]) -> RevisionFacts:
    """Return the publication facts of the lessons at these revisions; lessons with none are left out."""
    db = context.db
    newest = await newest_revisions(db, [lesson.lesson_id for lesson in lessons])
    current_lessons = {lesson.lesson_id: lesson for lesson in lessons if newest[lesson.lesson_id][0] == lesson.revision}
    by_revision = [
        (current_lessons[lesson.lesson_id].revision, lesson)
        for lesson in await unfinished_lessons(db, list(current_lessons))
    ]
    for lesson in lessons:
        if lesson.lesson_id not in current_lessons:
            revision, order = newest[lesson.lesson_id]
            blocks = await read_blocks(db, lesson.lesson_id, order)
            blocks_then = await blocks_at(db, lesson.lesson_id, lesson.revision, newest=revision, blocks=blocks)
            by_revision.append((lesson.revision, find_unfinished(lesson.lesson_id, lesson.title, blocks_then)))
    unfinished_ones = {(lesson.lesson_id, revision): lesson for revision, lesson in by_revision if lesson.is_unfinished}
    return RevisionFacts(unfinished_ones, await counted_errors(context, organization_id, lessons))


def check_finished(unfinished: Sequence[UnfinishedLesson], *, confirmed: bool | None) -> None:
    """Raise `HandlerError` naming any unfinished lessons; with `confirmed`, only those with notes."""
    with_notes = [lesson for lesson in unfinished if lesson.author_notes]
    if with_notes:
        lessons = "1 lesson has" if len(with_notes) == 1 else f"{len(with_notes):,} lessons have"
        raise HandlerError(
            "CONFLICT",
            f"{lessons} notes for authors and cannot be public yet: {_titles(with_notes)}. "
            "Add what each note asks for and delete the note, then try again.",
            reason=AUTHOR_NOTES,
            authorNotes=[
                {"lessonId": note.lesson_id, "title": note.title, "authorNotes": note.author_notes}
                for note in with_notes[:MOST_LISTED]
            ],
        )
    check_pictures(unfinished)
    unfinished = [lesson for lesson in unfinished if lesson.open_places]
    if unfinished and not confirmed:
        lessons = "1 lesson has" if len(unfinished) == 1 else f"{len(unfinished):,} lessons have"
        raise HandlerError(
            "CONFLICT",
            f"{lessons} placeholders that an author still has to fill in (✎), and learners would see them: "
            f"{_titles(unfinished)}.",
            openPlaces=[
                {"lessonId": lesson.lesson_id, "title": lesson.title, "openPlaces": lesson.open_places}
                for lesson in unfinished[:MOST_LISTED]
            ],
        )


def check_pictures(unfinished: Sequence[UnfinishedLesson]) -> None:
    """Raise `HandlerError` naming the lessons that have pictures without alternative text."""
    without_text = [lesson for lesson in unfinished if lesson.pictures_without_text]
    if without_text:
        lessons = "1 lesson has" if len(without_text) == 1 else f"{len(without_text):,} lessons have"
        raise HandlerError(
            "CONFLICT",
            f"{lessons} pictures without alternative text and cannot be public yet: {_titles(without_text)}. "
            "Describe each picture or mark it as decoration, then try again.",
            reason=ALTERNATIVE_TEXT,
            alternativeText=[
                {"lessonId": lesson.lesson_id, "title": lesson.title, "pictures": lesson.pictures_without_text}
                for lesson in without_text[:MOST_LISTED]
            ],
        )


def _titles(lessons: Sequence[UnfinishedLesson]) -> str:
    titles = ", ".join(f"“{lesson.title}”" for lesson in lessons[:MOST_TITLES])
    others = len(lessons) - MOST_TITLES
    return titles + (f" and {others:,} more" if others > 0 else "")
