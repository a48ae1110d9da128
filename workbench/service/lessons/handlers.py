"""Handlers of lessons and of the trash, and of the realtime router's edits, whose rules are in `authoring.transaction`.

`service.starter_lessons` drafts starter lessons.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Awaitable, Callable, Iterable, Mapping
from typing import Any, TypeVar

from pydantic.alias_generators import to_camel

from workbench.authoring.block import Blocks
from workbench.authoring.measure import measure_blocks, text_digest, text_sketch
from workbench.authoring.title import retitle_heading
from workbench.authoring.transaction import fingerprint
from workbench.procedures import course, lesson, realtime
from workbench.procedures.course import Course, CourseInput, RestoreCourseInput, TrashedCourse
from workbench.procedures.lesson import (
    MAX_CONTENT_PAGE,
    CreateLessonInput,
    DeleteLessonInput,
    Lesson,
    LessonContent,
    LessonContents,
    LessonInput,
    LessonSummary,
    ListContentsInput,
    ListLessonsInput,
    ListLessonsOutput,
    MoveLessonInput,
    RenameLessonInput,
    RestoreLessonInput,
    TrashedLesson,
    UpdateLessonInput,
)
from workbench.procedures.realtime import ExecuteTransactionsInput, ExecuteTransactionsOutput
from workbench.procedures.tags import SetLessonTagsInput
from workbench.service.ai import detector
from workbench.service.courses.listed import check_title, course_at, find_course, listed_course
from workbench.service.courses.retagging import set_tags, tag_item
from workbench.service.courses.store import CourseGone
from workbench.service.db.listing import CursorRejected, Page
from workbench.service.kernel.audit import record
from workbench.service.kernel.binding import serves
from workbench.service.kernel.context import Context, instant
from workbench.service.kernel.errors import HandlerError, existing, not_found
from workbench.service.kernel.membership import at_course, at_lesson, check_filters, here, project_for
from workbench.service.kernel.paging import DEFAULT_PAGE
from workbench.service.kernel.roles import Membership, OrganizationMembership
from workbench.service.kernel.shown_again import check_shown_again
from workbench.service.lessons import contents, edits, lists, trash
from workbench.service.lessons import store as lessons
from workbench.service.lessons.edits import (
    REVISION_HEADER,
    LockedLesson,
    apply_transactions,
    check_base,
    check_revision,
    first_blocks,
    save,
)
from workbench.service.lessons.lists import LessonItem
from workbench.service.lessons.status import lesson_statuses
from workbench.service.lessons.store import LessonExists
from workbench.service.tags.store import read_tags

P = TypeVar("P")

_CHARACTERS_READ = 1_000  # more of a text makes its language no surer


@serves(lesson.get_lesson, requires="read")
async def get_lesson(context: Context, request: LessonInput) -> Lesson:
    """Return the lesson with its blocks in order."""
    standing = await at_lesson(context, request.lesson_id)
    stored_lesson = existing(
        await lessons.lesson_by_id(
            context.db, request.lesson_id, organization_id=standing.organization_id, expecting=context.expect
        )
    )
    context.headers.append((REVISION_HEADER, b"%d" % stored_lesson.revision))
    statuses = await lesson_statuses(context.db, [stored_lesson.lesson_id], now=context.service.clock())
    return Lesson(
        **summary_fields(stored_lesson, statuses),
        input_tokens=stored_lesson.input_tokens,
        output_tokens=stored_lesson.output_tokens,
        blocks=list(stored_lesson.blocks),
    )


@serves(lesson.list_lessons, requires="read", long=True)
async def list_lessons(context: Context, request: ListLessonsInput) -> ListLessonsOutput:
    """Return a page of the organization's lessons."""
    page = await requested_page(lists.lessons_page, context, request, most=DEFAULT_PAGE)
    lessons = await summaries(context, page.items)
    return ListLessonsOutput(lessons=lessons, total=page.total, next_cursor=page.next_cursor)


@serves(lesson.list_contents, requires="read", long=True)
async def list_contents(context: Context, request: ListContentsInput) -> LessonContents:
    """Return the contents of a page of the organization's lessons."""
    page = await requested_page(contents.contents_page, context, request, most=MAX_CONTENT_PAGE)
    counted = [_content_counts(*item, fingerprints=bool(request.fingerprints)) for item in page.items]
    return LessonContents(contents=counted, next_cursor=page.next_cursor)


async def requested_page(
    page_of: Callable[..., Awaitable[Page[P]]],
    context: Context,
    request: ListLessonsInput | ListContentsInput,
    *,
    most: int,
) -> Page[P]:
    """Return the requested page of lessons, or of data per lesson; `most` items if the input has no limit.

    `page_of` is `lists.lessons_page` or takes what that takes. Raises `HandlerError`.
    """
    standing = await here(context, request.organization_id)
    await check_filters(context, project_id=request.project_id, course_id=request.course_id)
    try:
        return await page_of(
            context.db,
            standing.organization_id,
            request,
            sort=request.sort_preference,
            limit=request.limit or most,
            cursor=request.cursor,
            now=context.service.clock(),
        )
    except CursorRejected as rejected:
        raise HandlerError("BAD_REQUEST", f"cursor: {rejected.message}") from None


def _content_counts(lesson_id: str, language: str, blocks: Blocks, *, fingerprints: bool) -> LessonContent:
    measures = measure_blocks(blocks)
    sketch = text_sketch(measures.text) if fingerprints else None
    return LessonContent(
        lesson_id=lesson_id,
        word_count=measures.words,
        blocks_by_type=measures.blocks_by_type,
        empty_blocks=measures.empty_blocks,
        open_places=measures.open_places,
        text_language=_other_language(measures.text, language),
        text_digest=text_digest(measures.text) if fingerprints else None,
        text_sketch=b64encode(sketch).decode() if sketch else None,
    )


def _other_language(text: str, language: str) -> str | None:
    try:
        other = detector.other_language(text[:_CHARACTERS_READ], language)
    except ImportError:  # the extra `ai` installs the detector; without it no language is detected
        return None
    return None if other is None else other.upper()


@serves(lesson.create_lesson, requires="edit")
async def create_lesson(context: Context, request: CreateLessonInput) -> LessonSummary:
    """Create a lesson, in the named course or in a new one; refused if the given id is taken."""
    standing, project_id = await _place_for(context, request)
    organization_id = standing.organization_id
    blocks = await first_blocks(context, organization_id, request.blocks or ())
    new = lessons.NewLesson(
        organization_id,
        project_id,
        request.title,
        request.language,
        blocks,
        context.person.person_id,
        course_id=request.course_id,
        position=request.position,
        lesson_id=request.lesson_id,
    )
    try:
        lesson_id, course_id = await lessons.insert_lesson(context.db, new, now=context.service.clock())
    except CourseGone:  # between two statements, by somebody else
        raise not_found() from None
    except LessonExists as taken:
        raise HandlerError("CONFLICT", taken.message, reason="lessonExists") from None
    await record(context, organization_id, lesson_id, courseId=course_id)
    return await listed_lesson(context, organization_id, lesson_id)


@serves(lesson.rename_lesson, requires="edit")
async def rename_lesson(context: Context, request: RenameLessonInput) -> LessonSummary:
    """Rename the lesson, as a revision; a first heading that has the old title changes with it."""
    organization_id = (await at_lesson(context, request.lesson_id)).organization_id
    locked = existing(await edits.lesson_to_edit(context.db, request.lesson_id, organization_id=organization_id))
    if request.base_title is not None and locked.title not in (request.base_title, request.title):
        raise HandlerError("CONFLICT", "The lesson was renamed. Reload it and try again.", title=locked.title)
    after = retitle_heading(locked.blocks, locked.title, request.title)
    await save(context, organization_id, locked, after, label="renameLesson", title=request.title)
    return await listed_lesson(context, organization_id, request.lesson_id)


@serves(lesson.move_lesson, requires="edit")
async def move_lesson(context: Context, request: MoveLessonInput) -> LessonSummary:
    """Move the lesson to another course and return it."""
    standing = await at_lesson(context, request.lesson_id)
    await _move(context, standing, request)
    await record(context, standing.organization_id, request.lesson_id, courseId=request.course_id)
    return await listed_lesson(context, standing.organization_id, request.lesson_id)


@serves(lesson.update_lesson, requires="edit")
async def update_lesson(context: Context, request: UpdateLessonInput) -> LessonSummary:
    """Set the lesson's title, course, tags and blocks in one unit; refused as a whole if it has changed."""
    standing = await at_lesson(context, request.lesson_id)
    organization_id = standing.organization_id
    locked = existing(await edits.lesson_to_edit(context.db, request.lesson_id, organization_id=organization_id))
    check_revision(locked, request.base_revision)
    if request.base_course_id not in (None, locked.course_id):
        message = "The lesson was moved. Reload it and try again."
        raise HandlerError("CONFLICT", message, revision=locked.revision, courseId=locked.course_id)
    transactions = request.transactions or []
    after = await apply_transactions(context, organization_id, transactions, locked)
    if request.title is not None:
        after = retitle_heading(after, locked.title, request.title)
    label = transactions[-1].label if transactions else "renameLesson"
    is_moved = request.course_id not in (None, locked.course_id)
    facts: dict[str, Any] = {"courseId": request.course_id} if is_moved else {}
    if request.tags is not None:
        facts |= await set_tags(
            context, organization_id, "lesson", locked.lesson_id, request.tags, base=request.base_tags
        )
    plain = {name: value for name in edits.PLAIN_FIELDS if (value := getattr(request, name)) is not None}
    if plain:
        await edits.set_plain_fields(context.db, locked.lesson_id, locked.course_id, plain, now=context.service.clock())
        facts |= {to_camel(name): value for name, value in plain.items()}
    revision = await save(
        context,
        organization_id,
        locked,
        after,
        label=label,
        title=request.title,
        keep_course_title=is_moved,  # the course that it leaves
        facts=facts,
    )
    if is_moved:
        destination = MoveLessonInput(lesson_id=locked.lesson_id, course_id=str(request.course_id))
        await _move(context, standing, destination)
    if facts and revision == locked.revision:
        await record(context, organization_id, locked.lesson_id, **facts)
    return await listed_lesson(context, organization_id, request.lesson_id)


@serves(lesson.set_tags, requires="edit")
async def set_lesson_tags(context: Context, request: SetLessonTagsInput) -> LessonSummary:
    """Set the lesson's tags and return it; the same tags change nothing."""
    organization_id = (await at_lesson(context, request.lesson_id)).organization_id
    await tag_item(context, organization_id, "lesson", request.lesson_id, request)
    return await listed_lesson(context, organization_id, request.lesson_id)


async def _move(context: Context, standing: Membership, request: MoveLessonInput) -> None:
    """Put the lesson into a course of its organization. Raises `HandlerError`."""
    course = await course_at(context, request.course_id)
    if course.organization_id != standing.organization_id:
        raise not_found()
    try:
        await lessons.move_lesson(
            context.db,
            request.lesson_id,
            course,
            organization_id=standing.organization_id,
            position=request.position,
            now=context.service.clock(),
        )
    except CourseGone:  # between two statements, by somebody else
        raise not_found() from None


async def _place_for(context: Context, request: CreateLessonInput) -> tuple[Membership | OrganizationMembership, str]:
    """Return the person's membership in the organization of a new lesson, and the lesson's project.

    The project is that of its course if one is named.
    """
    if request.course_id is None:
        chosen = await here(context, request.organization_id)
        return chosen, await project_for(context, chosen.organization_id, request.project_id)
    standing = await at_course(context, request.course_id)
    course = await find_course(context, standing.organization_id, request.course_id)
    if request.organization_id not in (None, course.organization_id) or request.project_id not in (
        None,
        course.project_id,
    ):
        raise not_found()
    return standing, course.project_id


async def listed_lesson(context: Context, organization_id: str, lesson_id: str) -> LessonSummary:
    """Return the lesson as lists show it. Raises `HandlerError` if the organization does not have it."""
    item = existing(await lists.lesson_item(context.db, lesson_id, organization_id=organization_id))
    return (await summaries(context, [item]))[0]


async def summaries(context: Context, items: Iterable[LessonItem]) -> list[LessonSummary]:
    """Return lessons as lists show them."""
    rows = list(items)
    ids = [item.lesson_id for item in rows]
    statuses = await lesson_statuses(context.db, ids, now=context.service.clock())
    return [LessonSummary(**summary_fields(item, statuses)) for item in rows]


def summary_fields(row: LessonItem | lessons.LessonRow, statuses: Mapping[str, str]) -> dict[str, Any]:
    """Return the fields of a `LessonSummary`, for models that have them and more."""
    return {
        **lists.others_by_name(row.others),
        "lesson_id": row.lesson_id,
        "course_id": row.course_id,
        "project_id": row.project_id,
        "title": row.title,
        "language": row.language,
        "block_count": row.block_count,
        "revision": row.revision,
        "topic": row.topic,
        "writer": row.writer,
        "created_by": row.created_by,
        "position": row.position,
        "created_at": instant(row.created_at),
        "updated_at": instant(row.updated_at),
        "tags": read_tags(row.tags),
        "status": statuses.get(row.lesson_id),
    }


@serves(realtime.execute_transactions, requires="edit")
async def execute_transactions(context: Context, request: ExecuteTransactionsInput) -> ExecuteTransactionsOutput:
    """Apply all transactions as one unit, or none; a repeated call succeeds with nothing applied."""
    organization_id = (await at_lesson(context, request.lesson_id)).organization_id
    locked = existing(await edits.lesson_to_edit(context.db, request.lesson_id, organization_id=organization_id))
    _check_language(locked, request.language)
    revision = locked.revision
    digest = fingerprint(request.lesson_id, request.transactions, request.base_revision)
    if digest is None or not await edits.was_applied(context.db, request.lesson_id, digest):
        await check_base(context, locked, request.base_revision)
        label = request.transactions[-1].label if request.transactions else ""
        after = await apply_transactions(context, organization_id, request.transactions, locked)
        revision = await save(context, organization_id, locked, after, label=label, fingerprint=digest)
    context.headers.append((REVISION_HEADER, b"%d" % revision))
    return ExecuteTransactionsOutput(status="success")


def _check_language(locked: LockedLesson, language: str) -> None:
    if language != locked.language:
        raise HandlerError(
            "CONFLICT", f"The lesson is in {locked.language}, not in {language}.", language=locked.language
        )


@serves(course.delete_course, requires="edit")
async def delete_course(context: Context, request: CourseInput) -> TrashedCourse:
    """Move the course with its lessons to the trash and return it."""
    organization_id = (await at_course(context, request.course_id)).organization_id
    now = context.service.clock()
    lesson_count = existing(
        await trash.delete_course(context.db, request.course_id, organization_id=organization_id, now=now)
    )
    await record(context, organization_id, request.course_id, lessonCount=lesson_count)
    return TrashedCourse(course_id=request.course_id, lesson_count=lesson_count)


@serves(course.restore_course, requires="edit")
async def restore_course(context: Context, request: RestoreCourseInput) -> Course:
    """Restore the course from the trash and return it; repeating the call changes nothing."""
    organization_id = (await at_course(context, request.course_id, in_trash=True)).organization_id
    now = context.service.clock()
    await check_shown_again(context, "course", request.course_id, organization_id=organization_id)
    if await trash.restore_course(context.db, request.course_id, organization_id=organization_id, now=now):
        await record(context, organization_id, request.course_id)
        if request.refuse_same_name:  # its title is known now; a refusal undoes the whole unit
            title = (await find_course(context, organization_id, request.course_id)).title
            await check_title(context, organization_id, title, besides=request.course_id)
    return await listed_course(context, organization_id, request.course_id)


@serves(lesson.delete_lesson, requires="edit")
async def delete_lesson(context: Context, request: DeleteLessonInput) -> TrashedLesson:
    """Move the lesson to the trash and return it."""
    organization_id = (await at_lesson(context, request.lesson_id)).organization_id
    if request.base_revision is not None:
        locked = existing(await edits.lesson_to_edit(context.db, request.lesson_id, organization_id=organization_id))
        check_revision(locked, request.base_revision)
    now = context.service.clock()
    gone = existing(await trash.delete_lesson(context.db, request.lesson_id, organization_id=organization_id, now=now))
    await record(context, organization_id, request.lesson_id, courseId=gone.course_id, isCourseInTrash=gone.with_course)
    return TrashedLesson(lesson_id=gone.lesson_id, course_id=gone.course_id, is_course_in_trash=gone.with_course)


@serves(lesson.restore_lesson, requires="edit")
async def restore_lesson(context: Context, request: RestoreLessonInput) -> LessonSummary:
    """Restore the lesson from the trash and return it; repeating the call changes nothing."""
    organization_id = (await at_lesson(context, request.lesson_id, in_trash=True)).organization_id
    now = context.service.clock()
    await check_shown_again(context, "lesson", request.lesson_id, organization_id=organization_id)
    restored = await trash.restore_lesson(context.db, request.lesson_id, organization_id=organization_id, now=now)
    if restored is not None:
        await record(context, organization_id, request.lesson_id)
    if restored is not None and restored.with_course and request.refuse_same_name:  # a refusal undoes the whole unit
        title = (await course_at(context, restored.course_id)).title
        await check_title(context, organization_id, title, besides=restored.course_id)
    return await listed_lesson(context, organization_id, request.lesson_id)
