"""Files of a folder written again after their changes were made, so that they have the new revisions and ids."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace
from hashlib import sha256
from typing import Final

from workbench.changes.folders.present_folder import FolderState
from workbench.changes.folders.scan import ScannedCourse, ScannedFile, ScannedFolder
from workbench.changes.plan import ChangePlan
from workbench.changes.row import TRASH, ChangeVerdict
from workbench.client.atomic_write import write_whole_text
from workbench.client.sync import Client
from workbench.exports.folders.course_file import course_path, course_text
from workbench.exports.folders.export import write_media
from workbench.exports.folders.lesson_file import write_lesson
from workbench.exports.folders.media import FolderMedia, in_folder
from workbench.exports.media import MediaFile
from workbench.procedures.lesson import Lesson, get_lesson

_AT_ONCE: Final = 100


def refresh_files(
    folder: ScannedFolder, state: FolderState, client: Client, plan: ChangePlan, done: Collection[str]
) -> list[str]:
    """Write files as their lessons are now; the paths of lessons' files that were written.

    Those are the files of lessons whose changes are all `done`, and those that say what their lesson says and are of
    another revision, or have no ids yet. A file that was edited since it was read stays as it is, and so does one whose
    changes were not made. Raises what the client raises, and `OSError`.
    """
    lines = _lines(folder, state, plan, done)
    ids = [state.lesson_ids[line] for line in lines]
    media, paths = FolderMedia(client), []
    revisions: dict[str, int] = {}
    for start in range(0, len(ids), _AT_ONCE):
        some = ids[start : start + _AT_ONCE]
        outcomes = client.outcomes(*(get_lesson(lesson_id=lesson_id) for lesson_id in some))
        lessons = [lesson for lesson in outcomes if isinstance(lesson, Lesson)]
        files = media.of(lessons)
        for line, lesson in zip(lines[start : start + _AT_ONCE], outcomes, strict=True):
            if isinstance(lesson, Lesson):
                file = folder.files[line - 1]
                is_current, is_written = _refresh_file(folder, file, lesson, files)
                paths += [file.path] if is_written else []
                if is_current:
                    revisions[lesson.lesson_id] = lesson.revision
    gone = {row.lesson_id for row in plan.changes if row.field == TRASH and row.lesson_id in done}
    for course in folder.courses:
        _refresh_course(folder, state, course, revisions, gone)
    return paths


def _lines(folder: ScannedFolder, state: FolderState, plan: ChangePlan, done: Collection[str]) -> list[int]:
    """Return the lines of the files to rewrite."""
    bad = {row.line for row in plan.rows if row.verdict not in (ChangeVerdict.CHANGE, ChangeVerdict.UNCHANGED)}
    wanted = {row.lesson_id for row in plan.changes if row.field != TRASH}
    return [
        line
        for line, file in enumerate(folder.files, 1)
        if line not in bad
        and (lesson_id := state.lesson_ids.get(line)) is not None
        and (lesson_id in done if lesson_id in wanted else file.lesson is not None and file.lesson.blocks is not None)
    ]


def _refresh_file(
    folder: ScannedFolder, file: ScannedFile, lesson: Lesson, files: Mapping[str, MediaFile]
) -> tuple[bool, bool]:
    """Return whether the file now matches the lesson, and whether it had to be written for that."""
    path, text = folder.root / file.path, write_lesson(in_folder(lesson, files))
    if path.is_symlink() or not path.is_file():
        return False, False
    now = sha256(path.read_bytes()).hexdigest()
    if now != file.digest:
        return False, False
    shown = {str(block.content.get("asset")) for block in lesson.blocks}
    for asset_id in shown & files.keys():
        source = files[asset_id]
        write_media(folder.root / file.course / source.name, source)
    if now == sha256(text.encode()).hexdigest():
        return True, False
    write_whole_text(path, text)
    return True, True


def _refresh_course(
    folder: ScannedFolder,
    state: FolderState,
    course: ScannedCourse,
    revisions: Mapping[str, int],
    gone: Collection[str],
) -> None:
    """Write the course's own file, with its id and the lessons that have a file there."""
    homes = {lesson_id: folder.files[line - 1].course for line, lesson_id in state.lesson_ids.items()}
    course_id = state.course_ids.get(course.path, "")
    own = {lesson_id for lesson_id, path in homes.items() if path == course.path}
    is_new = course.path in state.new_courses
    if not course_id or (is_new and not own & revisions.keys()):
        return
    written = {
        lesson_id: revision
        for lesson_id, revision in course.file.written.items()
        if lesson_id not in gone and homes.get(lesson_id, course.path) == course.path
    }
    written |= {home: revisions[home] for home in homes if home in own and home in revisions}
    title = course.file.title or state.new_courses.get(course.path, "")
    facts = replace(course.file, course_id=course_id, title=title, is_made=True, written=written)
    path, text = course_path(folder.root / course.path), course_text(facts)
    if path.is_symlink() or (path.is_file() and path.read_bytes() == text.encode()):
        return
    write_whole_text(path, text)
