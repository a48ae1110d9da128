"""Files of a folder written again after their changes were made, so that they have the new revision and ids."""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import sha256

from workbench.bulk.planning.target import Conversations
from workbench.changes.folders.scan import ScannedFile, ScannedFolder
from workbench.changes.reading import READ_AT_ONCE
from workbench.client.atomic_write import write_whole_text
from workbench.exports.folders.lesson_file import write_lesson
from workbench.procedures.lesson import Lesson, get_lesson


def refresh_files(folder: ScannedFolder, client: Conversations, lesson_ids: Iterable[str]) -> list[str]:
    """Write the files of these lessons as the lessons are now; the paths that were written.

    A file that was edited since it was read, or that says what it would say anyhow, stays as it is. Raises what the
    client raises, and `OSError`.
    """
    wanted = set(lesson_ids)
    files = {each.lesson.lesson_id: each for each in folder.files if each.lesson and each.lesson.lesson_id in wanted}
    ids = list(files)
    paths: list[str] = []
    for start in range(0, len(ids), READ_AT_ONCE):
        for lesson in client.outcomes(*(get_lesson(lesson_id=each) for each in ids[start : start + READ_AT_ONCE])):
            if isinstance(lesson, Lesson) and _refreshed(folder, files[lesson.lesson_id], lesson):
                paths.append(files[lesson.lesson_id].path)
    return paths


def _refreshed(folder: ScannedFolder, file: ScannedFile, lesson: Lesson) -> bool:
    path, text = folder.root / file.path, write_lesson(lesson)
    if path.is_symlink() or not path.is_file():
        return False
    now = sha256(path.read_bytes()).hexdigest()
    if now != file.digest or now == sha256(text.encode()).hexdigest():
        return False
    write_whole_text(path, text)
    return True
