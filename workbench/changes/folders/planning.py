"""Turns a folder of Markdown files into a change plan: what differs, is new or is missing. Only reads."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from typing import Final

from workbench.authoring.comparison import compare_blocks, summarize
from workbench.bulk.journal.idempotency import content_digest
from workbench.bulk.running.clocks import epoch_ms
from workbench.changes.cells import CellTable, read_cells
from workbench.changes.comparison import TableComparison, compare, courses_to_read
from workbench.changes.folders.assets import FolderAssets, needed_uploads
from workbench.changes.folders.carrying_out import FolderHooks
from workbench.changes.folders.missing import find_missing, missing_since
from workbench.changes.folders.present_folder import FolderState, NewLessonFacts, read_folder_state, with_new_ones
from workbench.changes.folders.revisions import folder_notes, is_newer, older_here, other_revision
from workbench.changes.folders.scan import TAKES_TOO_LONG, ScannedFile, ScannedFolder, read_again
from workbench.changes.folders.wanted_blocks import WantedBlocks
from workbench.changes.lesson_rows import NewLessonContent, new_course_row, new_lesson_row, new_lesson_text
from workbench.changes.plan import ChangePlan
from workbench.changes.planning import check_name, same_title_notes
from workbench.changes.present import PresentCourse, PresentLesson, PresentState, blocks_text
from workbench.changes.reading import find_target, read_lessons, read_orders, unchanged_since
from workbench.changes.row import BLOCKS, TITLE, ChangeConditions, ChangeRow, ChangeVerdict
from workbench.client.sync import Client
from workbench.errors import PatternTimedOut, PlanRejected
from workbench.exports.folders.lesson_file import LessonFile
from workbench.text import display_text

MOST_NEW_BYTES: Final = 900_000
"""Largest content of a new lesson, which is created in a single request."""


def plan_folder(
    folder: ScannedFolder,
    client: Client,
    *,
    organization_id: str | None = None,
    name: str | None = None,
    delete: bool = False,
) -> ChangePlan:
    """Plan the changes that make the lessons match their files; planning changes nothing.

    With `delete`, lessons whose files are missing are moved to the trash. A row's `line` is the
    position of its file in the folder, or 0 if it has none. Raises `PlanRejected`.
    """
    check_name(name)
    if not folder.files and not delete:
        raise PlanRejected(f"There is no lesson file in {folder.root}. Nothing was changed.")
    run_target, target = find_target(client, organization_id)
    read_at = epoch_ms()
    state = read_folder_state(folder, client, run_target)
    folder = read_again(folder, list(older_here(folder, state)))
    assets = FolderAssets(client, run_target.organization_id, folder.media)
    wanted = WantedBlocks(folder, assets)
    find_new_blocks(folder, state, wanted)
    missing = find_missing(
        folder, state.present, delete=delete, unchanged=_unchanged_missing(folder, client, state) if delete else ()
    )
    touched = {
        lesson_id
        for line, lesson_id in state.lesson_ids.items()
        if line not in state.new_lessons and lesson_id in state.present.lessons and _is_touched(folder.files[line - 1])
    }
    state.present = replace(state.present, lessons={**state.present.lessons, **read_lessons(client, touched)})
    folder = _at_present_revision(folder, client, state)
    present = with_new_ones(folder, state, missing.going)
    lines, table = _table(folder, state, present)
    comparison = TableComparison(())
    if table is not None:
        courses = courses_to_read(table, present) - present.orders.keys()
        present = replace(present, orders={**present.orders, **read_orders(client, run_target, courses)})
        comparison = compare(table, present)
    rows = _Rows(folder, state, present, wanted)
    compared_rows = [
        _with_title_conflict(replace(row, line=lines[row.line - 1]), folder.files) for row in comparison.rows
    ]
    made = tuple(_with_paths([*rows.all(compared_rows, touched), *missing.rows], folder.files))
    sources = needed_uploads(made, assets.new)
    names = same_title_notes(client, run_target, made)
    notes = (
        *names,
        *folder.notes,
        *missing.notes,
        *folder_notes(folder, state, made, [source.size for source in sources]),
    )
    own_name = name or _name(folder, state, missing.going)
    plan = ChangePlan(own_name, folder.name, target, made, notes, read_at, ChangeConditions(comparison.orders))
    return replace(plan, hooks=FolderHooks(folder, client, state, tuple(sources)))


def _unchanged_missing(folder: ScannedFolder, client: Client, state: FolderState) -> frozenset[str]:
    since = missing_since(folder, state.present)
    return unchanged_since(client, since, read_lessons(client, since))


def _at_present_revision(folder: ScannedFolder, client: Client, state: FolderState) -> ScannedFolder:
    """Return the folder, giving an edited file the present revision if the lesson's content is unchanged.

    An undo or revert creates a new revision with the earlier content, so no edit would be lost.
    """
    revisions = {
        file.lesson.lesson_id: file.lesson.revision
        for file in folder.files
        if file.lesson and _is_touched(file) and _is_behind(file.lesson, state.present)
    }
    same = unchanged_since(client, revisions, state.present.lessons)

    def at_present(file: ScannedFile) -> ScannedFile:
        if file.lesson is None or file.lesson.lesson_id not in same or not _is_touched(file):
            return file
        now = state.present.lessons[file.lesson.lesson_id].revision
        return replace(file, lesson=replace(file.lesson, revision=now))

    return replace(folder, files=tuple(map(at_present, folder.files))) if same else folder


def _is_behind(file: LessonFile, present: PresentState) -> bool:
    lesson = present.lessons.get(file.lesson_id)
    return lesson is not None and 0 < file.revision < lesson.revision


def _with_title_conflict(row: ChangeRow, files: Sequence[ScannedFile]) -> ChangeRow:
    """Return the row, marked as in conflict if the title was changed on both sides.

    This does not affect the course and the position: an older file still puts its lesson in order.
    """
    file = files[row.line - 1].lesson
    if row.verdict is ChangeVerdict.UNKNOWN_LESSON and not row.reason:
        return replace(row, reason="to make it a new lesson, remove `lesson:` and `revision:` from its header")
    if row.verdict is ChangeVerdict.DUPLICATE and file is not None:
        same = (
            other_file.path
            for other_file in files
            if other_file.lesson and other_file.lesson.lesson_id == file.lesson_id
        )
        other = display_text(next((path for path in same if path != files[row.line - 1].path), ""), longest=120)
        advice = "remove `lesson:` and `revision:` from the header of the new one"
        return replace(row, reason=f"{other} is the same lesson; {advice}" if other else row.reason)
    if row.field != TITLE or row.verdict is not ChangeVerdict.CHANGE or file is None:
        return row
    if (reason := other_revision(file.revision or 1, row.base_revision)) and not is_newer(file, row.base_revision):
        return replace(row, verdict=ChangeVerdict.CONFLICT, reason=reason)
    return replace(row, reason=reason)


def _is_touched(file: ScannedFile) -> bool:
    """Return whether the file was edited since it was written, so that its blocks were read and are compared."""
    return file.lesson is not None and file.lesson.blocks is not None


def _table(folder: ScannedFolder, state: FolderState, present: PresentState) -> tuple[list[int], CellTable | None]:
    """Return titles, courses and positions as a table for `compare`, with the line of each of its rows.

    Unchanged files are left out; a course that is already in order has no positions.
    """
    in_order = {course.path: _is_in_order(course.path, folder, state, present) for course in folder.courses}
    counts = Counter(state.lesson_ids.values())
    places: Counter[str] = Counter()
    lines: list[int] = []
    records = []
    for line, file in enumerate(folder.files, 1):
        lesson_id = state.lesson_ids.get(line, "")
        lesson = present.lessons.get(lesson_id)
        if line in state.new_lessons and lesson is None:
            continue
        places[file.course] += 1
        course_id = state.course_ids.get(file.course, "")
        is_known = course_id in present.courses
        if file.lesson is None:
            continue
        is_touched = _is_touched(file) and line not in state.new_lessons
        is_in_place = lesson is not None and (not is_known or lesson.course_id == course_id)
        is_same = is_in_place and not is_touched
        if is_same and in_order[file.course] and counts[lesson_id] == 1:
            continue
        title, is_doubled = file.lesson.title if is_touched else "", counts[lesson_id] > 1
        lines.append(line)
        records.append(
            {
                "lesson_id": lesson_id,
                "title": title or None,
                "course_id": course_id if is_known else None,
                # A lesson that is in two files gets no position, and does not affect the positions of others.
                "position": None if in_order[file.course] or not is_known or is_doubled else places[file.course],
            }
        )
    return lines, read_cells(records) if records else None


def _is_in_order(path: str, folder: ScannedFolder, state: FolderState, present: PresentState) -> bool:
    counts = Counter(state.lesson_ids.values())
    wanted = [
        state.lesson_ids[line]
        for line, file in enumerate(folder.files, 1)
        if file.course == path and state.lesson_ids.get(line) in present.lessons and counts[state.lesson_ids[line]] == 1
    ]
    order = present.orders.get(state.course_ids.get(path, ""), {})
    there = set(wanted)
    return [lesson_id for lesson_id in order if lesson_id in there] == wanted


class _Rows:
    """The rows of a plan, file by file."""

    def __init__(self, folder: ScannedFolder, state: FolderState, present: PresentState, blocks: WantedBlocks) -> None:
        self._folder, self._state, self._present, self._blocks = folder, state, present, blocks

    def all(self, compared_rows: Sequence[ChangeRow], touched: Collection[str]) -> Iterator[ChangeRow]:
        """Yield every row: those from `compare`, with rows of blocks and of new lessons and courses."""
        by_line: dict[int, list[ChangeRow]] = defaultdict(list)
        for row in compared_rows:
            by_line[row.line].append(row)
        created_courses: set[str] = set()
        for line, file in enumerate(self._folder.files, 1):
            if file.course in self._state.new_courses and file.course not in created_courses:
                created_courses.add(file.course)
                course_id, title = self._state.course_ids[file.course], self._state.new_courses[file.course]
                yield new_course_row(line, course_id, title, reason="a new course for this folder")
            yield from self._of_file(line, file, by_line[line], touched)

    def _of_file(
        self, line: int, file: ScannedFile, rows: list[ChangeRow], touched: Collection[str]
    ) -> Iterator[ChangeRow]:
        if file.lesson is None:
            yield ChangeRow(line, ChangeVerdict.NOT_ALLOWED, field=BLOCKS, reason=file.problem)
            return
        stops = {ChangeVerdict.DUPLICATE, ChangeVerdict.NO_LESSON_ID, ChangeVerdict.UNKNOWN_LESSON}
        is_stopped = any(row.verdict in stops for row in rows)
        lesson_id = self._state.lesson_ids.get(line, "")
        lesson = self._present.lessons.get(lesson_id)
        own: ChangeRow | None = None
        if line in self._state.new_lessons and not is_stopped:
            course = self._present.courses.get(lesson.course_id) if lesson else None
            own = new_row(line, self._state.new_lessons[line], lesson, course)
        elif lesson and lesson_id in touched and not is_stopped:
            own = self._blocks_row(line, file.lesson, lesson)
        others = [row for row in rows if own is None or row.verdict is not ChangeVerdict.UNCHANGED]
        yield from [own, *others] if own and line in self._state.new_lessons else [*others, *([own] if own else [])]
        if not own and not others:
            yield self._unchanged_row(line, lesson_id, lesson)

    def _unchanged_row(self, line: int, lesson_id: str, lesson: PresentLesson | None) -> ChangeRow:
        return ChangeRow(
            line,
            ChangeVerdict.UNCHANGED,
            lesson_id=lesson_id,
            base_revision=lesson.revision if lesson else 0,
            lesson_title=lesson.title if lesson else "",
        )

    def _blocks_row(self, line: int, file: LessonFile, lesson: PresentLesson) -> ChangeRow | None:
        before = tuple(lesson.blocks.values())
        course = self._present.courses.get(lesson.course_id)
        row = ChangeRow(
            line=line,
            verdict=ChangeVerdict.CHANGE,
            lesson_id=lesson.lesson_id,
            field=BLOCKS,
            before=blocks_text(before),
            base_revision=lesson.revision,
            lesson_title=lesson.title,
            course_title=course.title if course else "",
        )
        try:
            after = self._blocks.of_known(self._folder.files[line - 1], lesson)
        except ValueError as refused:
            return replace(row, verdict=ChangeVerdict.NOT_ALLOWED, before="", reason=str(refused))
        except RecursionError:
            return replace(row, verdict=ChangeVerdict.NOT_ALLOWED, before="", reason="a block is nested too deeply")
        except PatternTimedOut:
            return replace(row, verdict=ChangeVerdict.NOT_ALLOWED, before="", reason=TAKES_TOO_LONG)
        difference = compare_blocks(before, after)
        if difference.is_empty:
            return None
        parts = (difference.added, difference.removed, difference.changed, difference.moved)
        row = replace(row, after=blocks_text(after), after_name=summarize(*map(len, parts)))
        # 0: the file got its lesson id, but was not rewritten after the lesson was created
        reason = other_revision(file.revision or 1, lesson.revision)
        if reason and not is_newer(file, lesson.revision):
            return replace(row, verdict=ChangeVerdict.CONFLICT, reason=reason)
        return replace(row, reason=reason)


def _with_paths(rows: Sequence[ChangeRow], files: Sequence[ScannedFile]) -> Iterator[ChangeRow]:
    for row in rows:
        if row.verdict is ChangeVerdict.UNCHANGED and not row.reason:
            yield row
            continue
        path = display_text(files[row.line - 1].path, longest=120) if 0 < row.line <= len(files) else ""
        yield replace(row, reason=": ".join(part for part in (path, row.reason) if part))


def _name(folder: ScannedFolder, state: FolderState, going: Collection[str]) -> str:
    """Derive a name from the folder's name and its files' contents, never the time: same files, same change set."""
    texts = (
        f"{state.lesson_ids.get(line, '')}\n{state.course_ids.get(file.course, '')}\n"
        f"{file.lesson.text_digest if file.lesson else file.digest}"
        for line, file in enumerate(folder.files, 1)
    )
    stem = "".join(character for character in folder.name if character.isprintable())[:100] or "folder"
    return f"{stem} {content_digest([*texts, *sorted(going)])}"


def find_new_blocks(folder: ScannedFolder, state: FolderState, blocks: WantedBlocks) -> None:
    """Find the blocks of each new lesson before anything is put in order.

    A lesson that cannot be created gets no position, and a course without any created lesson is not created.
    """
    for line, facts in state.new_lessons.items():
        if not facts.problem:
            state.new_lessons[line] = _with_blocks(facts, folder.files[line - 1], state.lesson_ids[line], blocks)
    made = {
        file.course
        for line, file in enumerate(folder.files, 1)
        if line in state.lesson_ids and not (line in state.new_lessons and state.new_lessons[line].problem)
    }
    state.new_courses = {path: title for path, title in state.new_courses.items() if path in made}


def new_row(line: int, facts: NewLessonFacts, lesson: PresentLesson | None, course: PresentCourse | None) -> ChangeRow:
    """Return the row that makes a new lesson at its place, or says why it cannot be made."""
    if lesson is None or facts.problem:
        return ChangeRow(line, ChangeVerdict.NOT_ALLOWED, field=BLOCKS, lesson_title=facts.title, reason=facts.problem)
    return new_lesson_row(
        line,
        lesson.lesson_id,
        lesson.course_id,
        NewLessonContent(facts.title, facts.language, facts.blocks, lesson.position),
        course_title=course.title if course else "",
        reason=f"a new lesson of {len(facts.blocks):,} block{'' if len(facts.blocks) == 1 else 's'}",
    )


def _with_blocks(facts: NewLessonFacts, file: ScannedFile, lesson_id: str, wanted: WantedBlocks) -> NewLessonFacts:
    try:
        blocks = wanted.of_new(file, lesson_id)
    except ValueError as refused:
        return replace(facts, problem=str(refused))
    except RecursionError:
        return replace(facts, problem="it is nested too deeply")
    except PatternTimedOut:
        return replace(facts, problem=TAKES_TOO_LONG)
    size = len(new_lesson_text(NewLessonContent(facts.title, facts.language, blocks)).encode())
    if size > MOST_NEW_BYTES:
        most = f"a new lesson can have at most {MOST_NEW_BYTES / 1e6:.1f} MB"
        return replace(facts, problem=f"{most}, this one {size / 1e6:.1f} MB; split it")
    return replace(facts, blocks=blocks)
