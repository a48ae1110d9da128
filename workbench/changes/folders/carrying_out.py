"""Carrying out a folder's plan: ids written into new files, uploads, and rewritten files.

A new file gets its lesson's id before the lesson is made. After an interruption the lesson is found by that id, even
after edits: nothing is made twice.
"""

from __future__ import annotations

import errno
from collections.abc import Collection
from dataclasses import dataclass, field, replace
from hashlib import sha256
from typing import Final

from workbench.changes.folders.assets import upload_assets
from workbench.changes.folders.media_files import MediaSource
from workbench.changes.folders.present_folder import FolderState
from workbench.changes.folders.refresh import refresh_files
from workbench.changes.folders.scan import ScannedFile, ScannedFolder
from workbench.changes.plan import ChangePlan
from workbench.changes.row import NEW_COURSE, NEW_LESSON
from workbench.client.atomic_write import write_whole, write_whole_text
from workbench.client.sync import Client
from workbench.errors import PlanRejected
from workbench.exports.folders.course_file import course_path, course_text
from workbench.exports.folders.lesson_file import read_lesson, with_head

_FREE_SPACE: Final = "Free some space, then import again."
_WRITE_ADVICE: Final = {
    errno.ENOSPC: _FREE_SPACE,
    errno.EDQUOT: _FREE_SPACE,
    errno.EROFS: "New files get IDs: copy the folder to a place where you can write, or import it as a ZIP archive.",
}


@dataclass
class FolderHooks:
    """The steps before and after the changes of a folder's plan; `left_out` says what was refused in between."""

    folder: ScannedFolder
    client: Client = field(repr=False)
    state: FolderState = field(repr=False)
    sources: tuple[MediaSource, ...] = ()
    left_out: tuple[str, ...] = ()

    def prepare(self, plan: ChangePlan) -> ChangePlan:
        """Return the plan with the ids of uploaded assets.

        Write the ids of new lessons and courses into their files. Raises `PlanRejected` for a file that cannot
        be written, and the errors of the upload.
        """
        if not self.folder.is_archive:
            try:
                self.folder = _with_ids(self.folder, self.state, plan)
            except OSError as failed:
                advice = _WRITE_ADVICE.get(failed.errno or 0, "Check that you can write there, then import again.")
                message = f"{self.folder.root} cannot be written to: {failed.strerror}. {advice} No lesson was changed."
                raise PlanRejected(message) from None
        plan, self.left_out = upload_assets(plan, self.sources, self.client)
        return plan

    def finish(self, plan: ChangePlan, done: Collection[str]) -> list[str]:
        """Rewrite the files whose lessons' ids, blocks or revisions changed, and return their paths.

        `done` are the ids of lessons whose changes were all made. Raises what the client raises, and `OSError`.
        """
        if self.folder.is_archive:
            return []
        return refresh_files(self.folder, self.state, self.client, plan, done)


def _with_ids(folder: ScannedFolder, state: FolderState, plan: ChangePlan) -> ScannedFolder:
    made = {row.lesson_id for row in plan.changes if row.field == NEW_LESSON}
    courses = {row.course_id for row in plan.changes if row.field == NEW_COURSE}
    for course in folder.courses:
        course_id = state.course_ids.get(course.path, "")
        if course_id in courses and not course.id:
            facts = replace(course.file, course_id=course_id, title=state.new_courses[course.path], is_made=False)
            write_whole_text(course_path(folder.root / course.path), course_text(facts))
    files: list[ScannedFile] = []
    for line, file in enumerate(folder.files, 1):
        lesson_id = state.lesson_ids.get(line, "")
        has_own = file.lesson is None or bool(file.lesson.lesson_id)
        files.append(file if has_own or lesson_id not in made else _with_id(folder, file, lesson_id))
    return replace(folder, files=tuple(files))


def _with_id(folder: ScannedFolder, file: ScannedFile, lesson_id: str) -> ScannedFile:
    """Write the id into the file's head and return the file.

    A file edited since it was read gets the id as well, so that the edit goes to the same lesson the next time;
    one that already has an id, or can no longer be read, is left alone.
    """
    path = folder.root / file.path
    if path.is_symlink() or not path.is_file():
        return file
    content = path.read_bytes()
    is_same = sha256(content).hexdigest() == file.digest
    try:
        text = content.decode("utf-8-sig")
        if not is_same and read_lesson(text).lesson_id:
            return file
        new = with_head(text, {"lesson": lesson_id, "revision": "0"}).encode()
    except ValueError:
        return file
    write_whole(path, new)
    return replace(file, digest=sha256(new).hexdigest()) if is_same else file
