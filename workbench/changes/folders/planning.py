"""A folder of Markdown files to a change plan: titles, blocks, courses and order of its lessons. Reads only."""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from difflib import get_close_matches
from pathlib import Path
from uuid import UUID, uuid5

from workbench.authoring.block import MAX_BLOCKS, Block, Blocks
from workbench.authoring.comparison import compared, summary_of
from workbench.authoring.content import CONTENT_MODELS, checked_content
from workbench.bulk.journal.idempotency import content_digest
from workbench.bulk.planning.target import Conversations
from workbench.bulk.running.clocks import epoch_ms
from workbench.changes.cells import CellTable, read_cells
from workbench.changes.comparison import compare, courses_to_read
from workbench.changes.folders.scan import ScannedFile, ScannedFolder
from workbench.changes.plan import ChangePlan
from workbench.changes.planning import check_name
from workbench.changes.present import PresentLesson, PresentState, blocks_text
from workbench.changes.reading import find_target, read_lessons, read_orders, read_present
from workbench.changes.row import BLOCKS, ChangeConditions, ChangeRow, ChangeVerdict
from workbench.client.sanitize import shown
from workbench.errors import EditRejected, PlanRejected
from workbench.exports.folders.lesson_file import FileBlock, LessonFile

_NEW_IDS = UUID("7b7d3f62-6f0e-4c0e-9a57-2f1f6c0b8f10")
_LISTED = 5


def plan_folder(
    folder: ScannedFolder,
    client: Conversations,
    *,
    organization_id: str | None = None,
    name: str | None = None,
) -> ChangePlan:
    """The plan that makes the lessons what their files say; nothing is changed by making it.

    A row's line is the place of its file among the files. Raises `PlanRejected`.
    """
    check_name(name)
    if not folder.files:
        raise PlanRejected(f"There is no file of a lesson in {folder.root}. Nothing was changed.")
    place, target = find_target(client, organization_id)
    read_at = epoch_ms()
    known = {line: each.lesson for line, each in enumerate(folder.files, 1) if each.lesson and each.lesson.lesson_id}
    present = read_present(client, place, {each.lesson_id for each in known.values()})
    present = replace(present, orders=read_orders(client, place, set(folder.course_ids) & present.courses.keys()))
    touched = {each.lesson_id for each in known.values() if _is_doubtful(each, present)}
    present = replace(present, lessons={**present.lessons, **read_lessons(client, touched)})
    table = _table(folder, present)
    courses = courses_to_read(table, present) - present.orders.keys()
    present = replace(present, orders={**present.orders, **read_orders(client, place, courses)})
    found = compare(table, present)
    rows = tuple(_with_paths(_rows(folder, present, found.rows, touched), folder.files))
    conditions = ChangeConditions(found.orders)
    notes = (*folder.notes, *_missing(folder, present))
    return ChangePlan(name or _name(folder.root, rows), folder.root.name, target, rows, notes, read_at, conditions)


def _is_doubtful(lesson: LessonFile, present: PresentState) -> bool:
    """Whether blocks have to be compared: the file, or the lesson, is not as it was when the file was written."""
    now = present.lessons.get(lesson.lesson_id)
    return now is not None and not (now.revision == lesson.revision and lesson.is_untouched())


def _table(folder: ScannedFolder, present: PresentState) -> CellTable:
    """Titles, courses and positions as the table that `compare` takes; a course in its order has no positions."""
    in_order = {course_id: _is_in_order(course_id, folder, present) for course_id in folder.course_ids}
    places: Counter[str] = Counter()
    records = []
    for each in folder.files:
        lesson = each.lesson
        places[each.course_id] += 1
        is_known = each.course_id in present.courses
        records.append(
            {
                "lesson_id": lesson.lesson_id if lesson else "",
                "title": lesson.title if lesson else None,
                "course_id": each.course_id if is_known else None,
                "position": None if in_order[each.course_id] or not is_known else places[each.course_id],
                "revision": lesson.revision if lesson else None,
            }
        )
    return read_cells(records)


def _is_in_order(course_id: str, folder: ScannedFolder, present: PresentState) -> bool:
    wanted = [each.lesson.lesson_id for each in folder.files if each.course_id == course_id and each.lesson]
    now = [each for each in present.orders.get(course_id, ()) if each in set(wanted)]
    return now == [each for each in wanted if each in present.lessons]


def _rows(
    folder: ScannedFolder, present: PresentState, compared_rows: Sequence[ChangeRow], touched: Collection[str]
) -> Iterator[ChangeRow]:
    by_line: dict[int, list[ChangeRow]] = defaultdict(list)
    for row in compared_rows:
        by_line[row.line].append(row)
    for line, file in enumerate(folder.files, 1):
        rows = by_line[line]
        if file.problem:
            yield ChangeRow(line, ChangeVerdict.NOT_ALLOWED, field=BLOCKS, reason=file.problem)
            continue
        stops = {ChangeVerdict.DOUBLED, ChangeVerdict.NO_LESSON_ID, ChangeVerdict.UNKNOWN_LESSON}
        lesson = present.lessons.get(file.lesson.lesson_id) if file.lesson else None
        blocks = None
        if file.lesson and lesson and lesson.lesson_id in touched and not any(row.verdict in stops for row in rows):
            blocks = _blocks_row(line, file.lesson, lesson, present)
        yield from (row for row in rows if blocks is None or row.verdict is not ChangeVerdict.UNCHANGED)
        if blocks is not None:
            yield blocks


def _blocks_row(line: int, file: LessonFile, lesson: PresentLesson, present: PresentState) -> ChangeRow | None:
    before = tuple(lesson.blocks.values())
    course = present.courses.get(lesson.course_id)
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
        after = _wanted(file, lesson)
    except ValueError as refused:
        return replace(row, verdict=ChangeVerdict.NOT_ALLOWED, before="", reason=str(refused))
    except RecursionError:
        return replace(row, verdict=ChangeVerdict.NOT_ALLOWED, before="", reason="a block is nested too deeply")
    difference = compared(before, after)
    if difference.is_empty:
        return None
    parts = (difference.added, difference.removed, difference.changed, difference.moved)
    summary = summary_of(*map(len, parts))
    row = replace(row, after=blocks_text(after), after_name=summary)
    if file.revision != lesson.revision:
        reason = f"the file is of revision {file.revision:,}, the lesson at {lesson.revision:,}: export it again"
        return replace(row, verdict=ChangeVerdict.CONFLICT, reason=reason)
    return row


def _wanted(file: LessonFile, lesson: PresentLesson) -> Blocks:
    """The blocks that the file wants. Raises `ValueError` with what is wrong and the line in the file."""
    seen: dict[str, int] = {}
    blocks = []
    if len(file.blocks) > MAX_BLOCKS:
        raise ValueError(f"it has {len(file.blocks):,} blocks; at most {MAX_BLOCKS:,} are possible")
    for each in file.blocks:
        if each.problem:
            raise ValueError(f"line {each.line}, {shown(each.type)}: {each.problem}")
        own = each.id or _new_id(lesson.lesson_id, each, seen)
        if own in seen:
            raise ValueError(f"lines {seen[own]} and {each.line} are the same block; take the id out of the new one")
        seen[own] = each.line
        known = lesson.blocks.get(own)
        block = Block(id=own, type=each.type, content=each.content)
        blocks.append(known if known is not None and known.same_as(block) else _checked(block, known, each.line))
    return tuple(blocks)


def _checked(block: Block, known: Block | None, line: int) -> Block:
    if block.type not in CONTENT_MODELS and (known is None or known.type != block.type):
        near = get_close_matches(block.type, CONTENT_MODELS, n=1)
        hint = f"did you mean {near[0]}?" if near else f"there are {', '.join(CONTENT_MODELS)}"
        raise ValueError(f"line {line}: {shown(block.type)} is no type of block; {hint}")
    try:
        checked = Block(id=block.id, type=block.type, content=checked_content(block.type, block.content))
    except EditRejected as refused:
        raise ValueError(f"line {line}, {block.type}: {refused}") from None
    return known if known is not None and known.same_as(checked) else checked


def _new_id(lesson_id: str, block: FileBlock, seen: Mapping[str, int]) -> str:
    """The id of a new block: the same each time that the same file is planned."""
    content, number = json.dumps([block.type, block.content], sort_keys=True), 0
    while (own := str(uuid5(_NEW_IDS, f"{lesson_id}\n{number}\n{content}"))) in seen:
        number += 1
    return own


def _with_paths(rows: Iterator[ChangeRow], files: Sequence[ScannedFile]) -> Iterator[ChangeRow]:
    for row in rows:
        path = shown(files[row.line - 1].path, longest=120) if 0 < row.line <= len(files) else ""
        yield replace(row, reason=": ".join(part for part in (path, row.reason) if part))


def _missing(folder: ScannedFolder, present: PresentState) -> Iterator[str]:
    there = {each.lesson.lesson_id for each in folder.files if each.lesson}
    for course_id in folder.course_ids:
        if course_id not in present.courses:
            yield f"There is no course {shown(course_id)} here: its lessons stay in the courses that they are in."
            continue
        gone = [each for each in present.orders.get(course_id, ()) if each not in there]
        if gone:
            more = f" and {len(gone) - _LISTED:,} more" if len(gone) > _LISTED else ""
            title = shown(present.courses[course_id].title, longest=60)
            yield f"{len(gone):,} lessons of “{title}” have no file and stay: {', '.join(gone[:_LISTED])}{more}."


def _name(root: Path, rows: Sequence[ChangeRow]) -> str:
    """From the folder's name and what is changed, never the clock: the same files are the same set."""
    wanted = (f"{row.lesson_id}\n{row.field}\n{row.after}" for row in rows if row.verdict is ChangeVerdict.CHANGE)
    stem = "".join(each for each in root.resolve().name if each.isprintable())[:100] or "folder"
    return f"{stem} {content_digest(wanted)}"
