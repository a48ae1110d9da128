"""The service's state of a folder's courses and lessons, including those that would be created."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field, replace
from pathlib import PurePosixPath
from typing import Final

from workbench.authoring.block import Blocks
from workbench.authoring.characters import without_unfit
from workbench.authoring.language import language_code
from workbench.authoring.title import clean_title
from workbench.bulk.planning.target import RunTarget
from workbench.changes.folders.scan import ScannedCourse, ScannedFile, ScannedFolder
from workbench.changes.lesson_rows import new_id
from workbench.changes.present import PresentCourse, PresentLesson, PresentState
from workbench.changes.reading import known_orders, read_orders, read_present, read_trashed_courses
from workbench.client.calling import CallingClient
from workbench.exports.folders.plain_text import first_heading
from workbench.patterns import Pattern

_MOST_NUMBERS: Final = 20
_NUMBER = Pattern(r"^\d+[-_. ]+")


@dataclass(slots=True)
class FolderState:
    """`present` includes new courses and lessons as if they existed, lessons after the others of their course.

    `course_ids` are those of the folders, by path, `lesson_ids` those of the files, by line. `new_courses` are the
    paths of folders whose course will be created, `new_lessons` the lines of files whose lesson will be, or cannot be.
    """

    present: PresentState
    course_ids: dict[str, str] = field(default_factory=dict)
    lesson_ids: dict[int, str] = field(default_factory=dict)
    new_courses: dict[str, str] = field(default_factory=dict)
    new_lessons: dict[int, NewLessonFacts] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class NewLessonFacts:
    """The initial content of a new lesson; `problem` says why it cannot be created."""

    title: str = ""
    language: str = ""
    problem: str = ""
    blocks: Blocks = ()


def read_folder_state(folder: ScannedFolder, client: CallingClient, target: RunTarget) -> FolderState:
    """Return the present state of the folder's lessons, and the planned one. Reads only."""
    known = {file.lesson.lesson_id for file in folder.files if file.lesson and file.lesson.lesson_id}
    written = {lesson_id for course in folder.courses for lesson_id in course.file.written}
    present = read_present(client, target, known | written)
    state = FolderState(present)
    _find_courses(folder, client, target, state)
    _find_lessons(folder, client, target, state)
    wanted = set(state.course_ids.values()) & present.courses.keys()
    orders = known_orders(present.lessons.values(), (present.courses[course_id] for course_id in wanted))
    orders |= read_orders(client, target, wanted - orders.keys())
    state.present = replace(state.present, orders=orders)
    return state


def with_new_ones(folder: ScannedFolder, state: FolderState, going: Collection[str] = ()) -> PresentState:
    """Return the present state with new courses and lessons, and without the lessons `going`."""
    present = state.present
    lessons, courses = dict(present.lessons), dict(present.courses)
    orders = {
        course_id: {key: at for key, at in order.items() if key not in going}
        for course_id, order in present.orders.items()
    }
    for path, title in state.new_courses.items():
        course_id = state.course_ids[path]
        courses[course_id] = PresentCourse(course_id, title, "", 0, False, order_version=1)
        orders[course_id] = {}
    for line, facts in state.new_lessons.items():
        if facts.problem:
            continue
        lesson_id, course_id = state.lesson_ids[line], state.course_ids[folder.files[line - 1].course]
        position = max(orders[course_id].values(), default=0) + 1
        orders[course_id][lesson_id] = position
        lessons[lesson_id] = PresentLesson(lesson_id, facts.title, course_id, facts.language, 0, position=position)
    return replace(present, lessons=lessons, courses=courses, orders=orders)


def _find_courses(folder: ScannedFolder, client: CallingClient, target: RunTarget, state: FolderState) -> None:
    trashed: frozenset[str] | None = None
    for course in folder.courses:
        if course.id and (course.file.is_made or course.id in state.present.courses):
            state.course_ids[course.path] = course.id
            continue
        if course.file.problem or not any(file.course == course.path for file in folder.files):
            continue
        title = _course_title(folder, course)
        if trashed is None:
            trashed = read_trashed_courses(client, target)
        home = (
            (folder.clone_of, course.path, course.file.title) if folder.clone_of else (folder.name, course.path, title)
        )
        ids = (new_id(target.organization_id, "course", *home, str(index)) for index in range(20))
        course_id = course.id or next(one for one in ids if one not in trashed)
        state.course_ids[course.path] = course_id
        if course_id not in state.present.courses:
            state.new_courses[course.path] = title


def _find_lessons(folder: ScannedFolder, client: CallingClient, target: RunTarget, state: FolderState) -> None:
    """Find the lesson id of every file: its own, or for a new lesson one derived from the file."""
    open_lines: dict[int, int] = {}
    for line, file in enumerate(folder.files, 1):
        if file.lesson is None:
            continue
        if not file.lesson.lesson_id:
            open_lines[line] = 0
        else:
            state.lesson_ids[line] = file.lesson.lesson_id
            is_there = file.lesson.lesson_id in state.present.lessons or file.lesson.lesson_id in state.present.trashed
            if file.lesson.revision == 0 and not is_there:  # it got its id, and was not made
                state.new_lessons[line] = _facts(folder, file, state)
    for _ in range(_MOST_NUMBERS):
        if not open_lines:
            return
        ids = {line: _id_for(folder.files[line - 1], state, target, at) for line, at in open_lines.items()}
        more = read_present(client, target, set(ids.values()))
        state.present = replace(
            state.present,
            lessons={**state.present.lessons, **more.lessons},
            trashed=state.present.trashed | more.trashed,
        )
        for line, lesson_id in ids.items():
            if lesson_id in more.trashed:
                open_lines[line] += 1
                continue
            del open_lines[line]
            state.lesson_ids[line] = lesson_id
            if lesson_id not in more.lessons:
                state.new_lessons[line] = _facts(folder, folder.files[line - 1], state)


def _id_for(file: ScannedFile, state: FolderState, target: RunTarget, number: int) -> str:
    """Return a new lesson's id, derived from its place and text, so that every import of it makes the same one."""
    digest = file.lesson.text_digest if file.lesson else ""
    course_id = state.course_ids.get(file.course, "")
    return new_id(target.organization_id, "lesson", course_id, file.path, digest, str(number))


def _course_title(folder: ScannedFolder, course: ScannedCourse) -> str:
    for candidate in (course.file.title, course.path, folder.name):
        try:
            return clean_title(candidate)
        except ValueError:
            continue
    return "Course"


def _facts(folder: ScannedFolder, file: ScannedFile, state: FolderState) -> NewLessonFacts:
    assert file.lesson is not None
    course_id = state.course_ids.get(file.course, "")
    if course_id not in state.present.courses and file.course not in state.new_courses:
        return NewLessonFacts(problem="it has no lesson id, and no course has the id of its folder")
    text = "\n".join(
        str(block.content.get("markdown", "")) for block in file.lesson.blocks or () if not block.is_marked
    )
    heading = next((str(block.content["text"]) for block in file.lesson.blocks or () if _is_heading(block)), "")
    stem = _NUMBER.sub("", PurePosixPath(file.path).stem).replace("-", " ").replace("_", " ").strip()
    title = file.lesson.title or without_unfit(first_heading(text) or heading or stem.capitalize())
    try:
        return NewLessonFacts(clean_title(title), language_code(_language(folder, file, state)))
    except ValueError as refused:
        return NewLessonFacts(problem=str(refused))


def _is_heading(block: object) -> bool:
    return getattr(block, "type", "") == "heading" and not getattr(block, "problem", "")


def _language(folder: ScannedFolder, file: ScannedFile, state: FolderState) -> str:
    """Return the file's language, its course folder's, or that of the course's other lessons, if any."""
    own = file.lesson.language if file.lesson else ""
    course = next((course.file.language for course in folder.courses if course.path == file.course), "")
    if own or course:
        return own or course
    course_id = state.course_ids.get(file.course)
    there = {lesson.language for lesson in state.present.lessons.values() if lesson.course_id == course_id}
    files = {
        other_file.lesson.language
        for other_file in folder.files
        if other_file.course == file.course and other_file.lesson
    } - {""}
    languages = there or files
    if len(languages) != 1:
        raise ValueError("it has no language; write `language: EN` between two lines of --- at its beginning")
    return languages.pop()
