"""Files and lessons of different revisions: which side is newer, and a note about it for a person. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from workbench.changes.folders.present_folder import FolderState
from workbench.changes.folders.scan import ScannedFolder
from workbench.changes.row import ChangeRow, ChangeVerdict
from workbench.exports.folders.lesson_file import LessonFile
from workbench.text import display_text
from workbench.wording import count_text


def other_revision(written: int, now: int) -> str:
    """Return why a file and its lesson have different revisions; nothing if they don't.

    A service that was restored from a backup has older lessons than the folder, and loses nothing by the newer ones.
    """
    if written == now:
        return ""
    if written > now:
        return f"the lesson is at revision {now:,} here, as in a backup: the file brings revision {written:,} back"
    return f"the file is of revision {written:,}, the lesson at {now:,}: export it again"


def is_newer(file: LessonFile, now: int) -> bool:
    """Return whether the file is of a later revision than the lesson."""
    return file.revision > now


def older_here(folder: ScannedFolder, state: FolderState) -> Iterator[int]:
    """Yield the lines of unedited files that are of a later revision than their lessons."""
    for line, file in enumerate(folder.files, 1):
        if file.lesson is not None and file.lesson.blocks is None:
            now = state.present.lessons.get(file.lesson.lesson_id)
            if now is not None and is_newer(file.lesson, now.revision):
                yield line


def folder_notes(
    folder: ScannedFolder, state: FolderState, rows: Sequence[ChangeRow], sizes: Sequence[int]
) -> Iterator[str]:
    """Yield notes on a plan for the user; `sizes` are those of the files to upload, in bytes."""
    for course in folder.courses:
        course_id = state.course_ids.get(course.path)
        if course_id and course_id not in state.present.courses and course.path not in state.new_courses:
            yield (f"There is no course {display_text(course_id)} here: its lessons stay in their courses.")
    if rows and all(row.verdict in (ChangeVerdict.UNKNOWN_LESSON, ChangeVerdict.NOT_ALLOWED) for row in rows):
        yield "Nothing in this folder exists here: it may belong to another organization or service. Sign in there."
    revisions = [
        (file.lesson, now.revision)
        for file in folder.files
        if file.lesson is not None and (now := state.present.lessons.get(file.lesson.lesson_id)) is not None
    ]
    newer = sum(file.blocks is None and now > file.revision for file, now in revisions)
    if newer:
        was = "lesson was" if newer == 1 else "lessons were"
        yield (
            f"{newer:,} {was} edited here since then, but not in the folder: export with "
            "--overwrite to include those edits."
        )
    older = sum(is_newer(file, now) for file, now in revisions)
    if older:
        has = "lesson is" if older == 1 else "lessons are"
        yield (
            f"{older:,} {has} older here than in the folder, as after a restore: the files bring "
            "the newer version back."
        )
    if sizes:
        count = count_text(len(sizes), "file")
        yield f"{count} with {sum(sizes) / 1e6:,.1f} MB would be uploaded first."
