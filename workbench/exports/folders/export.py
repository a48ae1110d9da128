"""Exporting courses as folders: read from the service a page at a time, all files written or none."""

from __future__ import annotations

import os
import zipfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path, PurePosixPath
from typing import IO, Final, NamedTuple

from workbench.client.atomic_write import private_path_near, sweep
from workbench.client.lookups.targets import Target
from workbench.client.sync import Client
from workbench.errors import WorkbenchError
from workbench.exports.chosen import ChosenIds, choose, lesson_pages
from workbench.exports.folders.course_file import COURSE_FILE, CourseFile, course_text, read_course
from workbench.exports.folders.lesson_file import read_head, write_lesson
from workbench.exports.folders.media import FolderMedia, digest_in_name, in_folder
from workbench.exports.formats import Format, Progress
from workbench.exports.media import FOLDER as MEDIA_FOLDER
from workbench.exports.media import MediaFile
from workbench.exports.names import distinct_names, file_name
from workbench.exports.written import EPOCH, NotExported, Written, refuse_existing
from workbench.wording import count_text

ARCHIVE_ENDING: Final = ".zip"
_HEAD_CHARACTERS: Final = 4_000
_PIECE_BYTES: Final = 1_000_000


@dataclass(frozen=True)
class FolderExport(Written):
    """The result of an export: the folder or archive, the number of courses, lessons and media files, and removed
    files.
    """

    path: Path
    courses: int
    lessons: int
    removed: tuple[Path, ...] = ()
    media: int = 0

    @property
    def folder(self) -> Path:
        """The folder or archive."""
        return self.path

    def __str__(self) -> str:
        return f"{self.path}: {self.summary()}. To take edits back: workbench import {self.path}"

    def facts(self) -> dict[str, object]:
        """Return the export as plain values, for JSON."""
        facts = {"folder": str(self.path), "courses": self.courses, "lessons": self.lessons, "media": self.media}
        return facts | {"removed": [str(path) for path in self.removed]}

    def summary(self) -> str:
        """Return the number of courses, lessons and files."""
        parts = [count_text(self.courses, "course"), count_text(self.lessons, "lesson")]
        if self.media:
            parts.append(count_text(self.media, "picture or file", "pictures or files"))
        return ", ".join(parts)


class _File(NamedTuple):
    """A file to write: its text, or the picture or recording that it is."""

    path: str
    text: str = ""
    source: MediaFile | None = None

    def pieces(self) -> Iterator[bytes]:
        return iter((self.text.encode(),)) if self.source is None else self.source.pieces()


@dataclass(slots=True)
class _Count:
    """The number of written lessons and media files, and how many of them existed with the same bytes."""

    lessons: int = 0
    media: int = 0
    unchanged: set[str] = field(default_factory=set)

    def add(self, file: _File) -> None:
        if file.source is not None:
            self.media += 1
        elif not file.path.endswith(f"/{COURSE_FILE}"):
            self.lessons += 1


@contextmanager
def _disk_refusals(to: Path) -> Iterator[None]:
    """Raise disk errors as a sentence."""
    try:
        yield
    except WorkbenchError:
        raise  # a lost connection is an OSError, too
    except OSError as failed:
        raise NotExported(f"{to} could not be written to: {failed.strerror}.") from None


def write(
    form: Format,
    client: Client,
    content: Sequence[str | Target] | None,
    to: Path,
    *,
    media: bool,
    overwrite: bool,
    progress: Progress | None,
) -> Iterator[FolderExport]:
    """Write courses as folders, or as one archive; see `Format.write` and `export_folder`."""
    yield export_folder(client, content, to, overwrite=overwrite, has_media=media, progress=progress)


def export_folder(
    client: Client,
    content: Sequence[str | Target] | None,
    to: Path,
    *,
    overwrite: bool = False,
    has_media: bool = True,
    progress: Progress | None = None,
) -> FolderExport:
    """Write courses, or only the given lessons of them, below the folder: a folder each, a file per lesson.

    `None` selects all courses of the organization. Pictures, recordings and files are in `media` of each
    course. A name that ends with `.zip` makes an archive of such a folder. With `overwrite` an existing course
    is rewritten in its folder, and files of its lessons that are not rewritten are removed. Raises
    `InputRejected` for an existing folder, `NotExported` for disk errors, and the client's errors.
    """
    courses = choose(client, content)
    media, count = FolderMedia(client, is_left_out=not has_media), _Count()
    if to.suffix.lower() == ARCHIVE_ENDING and not to.is_dir():
        refuse_existing(to, overwrite=overwrite)
        names = _folder_names(courses, {})
        with _disk_refusals(to):
            removed = _write_zip(to, _files(client, courses, names, media, progress), count)
        return FolderExport(to, len(courses), count.lessons, removed, count.media)
    names = _folder_names(courses, dict(course_folders(to)))
    refuse_existing(*(to / name for name in names), overwrite=overwrite)
    with _disk_refusals(to):
        removed = _in_folder(to, _files(client, courses, names, media, progress), names, count)
    return FolderExport(to, len(courses), count.lessons, removed, count.media)


def course_folders(folder: Path) -> Iterator[tuple[str, str]]:
    """Yield the courses of a folder by id, each with the name of its folder; links are not followed."""
    if not folder.is_dir():
        return
    for folder_entry in sorted(os.scandir(folder), key=lambda entry: entry.name):
        path = Path(folder_entry.path) / COURSE_FILE
        if folder_entry.is_dir(follow_symlinks=False) and path.is_file() and not path.is_symlink():
            course_id = read_course(path).course_id
            if course_id:
                yield course_id, folder_entry.name


def file_head(path: Path) -> Mapping[str, str]:
    """Return the head of a file; empty if it has none that can be read."""
    try:
        with path.open(encoding="utf-8", errors="replace") as file:
            return read_head(file.read(_HEAD_CHARACTERS).split("\n"))[0]
    except (OSError, ValueError):
        return {}


def write_media(path: Path, source: MediaFile) -> None:
    """Write a picture or recording into `media`; an existing one with these bytes stays. Raises `OSError`."""
    path.parent.mkdir(exist_ok=True)
    if not _is_there(path, source):
        with private_path_near(path) as beside:
            _write_new(beside, _File("", source=source))
            beside.replace(path)


def _is_there(path: Path, source: MediaFile) -> bool:
    if path.is_symlink() or not path.is_file() or path.stat().st_size != source.size:
        return False
    with path.open("rb") as file:
        return file_digest(file) == source.asset.content_digest


def file_digest(file: IO[bytes]) -> str:
    """SHA-256 of an open file, in hexadecimal."""
    digest = sha256()
    while piece := file.read(_PIECE_BYTES):
        digest.update(piece)
    return digest.hexdigest()


def _folder_names(courses: Sequence[ChosenIds], known: Mapping[str, str]) -> list[str]:
    """Return each course's existing folder, or one named by its title; similar titles are distinguished by id."""
    new = {course.course_id: file_name(course.title) for course in courses if course.course_id not in known}
    names = {**known, **dict(zip(new, distinct_names(list(new.items()), taken=known.values()), strict=True))}
    return [names[course.course_id] for course in courses]


def _files(
    client: Client, courses: Sequence[ChosenIds], names: Sequence[str], media: FolderMedia, progress: Progress | None
) -> Iterator[_File]:
    """Yield every file in course order, media after the lessons that use it, a course's own file last."""
    homes = {
        lesson_id: (name, course, number)
        for name, course in zip(names, courses, strict=True)
        for number, lesson_id in enumerate(course.lesson_ids, 1)
    }
    revisions: dict[str, dict[str, int]] = {course.course_id: {} for course in courses}
    known: set[str] = set()
    for lessons in lesson_pages(client, list(homes), progress):
        files = media.of(lessons)
        for lesson in lessons:
            name, course, number = homes[lesson.lesson_id]
            revisions[course.course_id][lesson.lesson_id] = lesson.revision
            digits = max(2, len(str(len(course.lesson_ids))))
            path = f"{name}/{number:0{digits}}-{file_name(lesson.title)}.md"
            yield _File(path, write_lesson(in_folder(lesson, files)))
            for value in media.of([lesson]).values():
                if f"{name}/{value.name}" not in known:
                    known.add(f"{name}/{value.name}")
                    yield _File(f"{name}/{value.name}", source=value)
    for name, course in zip(names, courses, strict=True):
        course_file = CourseFile(course.course_id, course.title, written=revisions[course.course_id])
        yield _File(f"{name}/{COURSE_FILE}", course_text(course_file))


def _in_folder(to: Path, files: Iterable[_File], names: Sequence[str], count: _Count) -> tuple[Path, ...]:
    """Write the files below the folder, and return the former files of lessons that were removed.

    Every file is written next to its target first, so that a full disk leaves the former files intact.
    """
    to.mkdir(parents=True, exist_ok=True)
    together = to / "export"
    sweep(together)
    paths: list[str] = []
    with private_path_near(together) as new_path:
        beside = new_path.parent
        for file in files:
            count.add(file)
            if file.source is None or not _is_there(to / file.path, file.source):
                _write_new(beside / str(len(paths)), file)
                paths.append(file.path)
            else:
                count.unchanged.add(file.path)
        for number, path in enumerate(paths):
            (to / path).parent.mkdir(parents=True, exist_ok=True)
            (beside / str(number)).replace(to / path)
    written = {*paths, *count.unchanged}
    stale = [file for name in names for file in _own_files(to, name) if file not in written]
    for path in stale:
        (to / path).unlink(missing_ok=True)
    return tuple(to / path for path in stale)


def _write_zip(to: Path, files: Iterable[_File], count: _Count) -> tuple[Path, ...]:
    """Write the files as an archive: the same bytes for the same lessons."""
    to.parent.mkdir(parents=True, exist_ok=True)
    sweep(to)
    with private_path_near(to) as beside:
        with zipfile.ZipFile(beside, "x") as archive:
            for packed_file in files:
                count.add(packed_file)
                entry = zipfile.ZipInfo(packed_file.path, EPOCH)
                entry.compress_type = zipfile.ZIP_DEFLATED if packed_file.source is None else zipfile.ZIP_STORED
                with archive.open(entry, "w") as file:
                    for piece in packed_file.pieces():
                        file.write(piece)
        beside.replace(to)
    return ()


def _write_new(path: Path, new_file: _File) -> None:
    with path.open("xb") as file:
        for piece in new_file.pieces():
            file.write(piece)


def _own_files(folder: Path, name: str) -> Iterator[str]:
    """Yield the files that an earlier export wrote there: lessons, and media with the digest of their bytes."""
    own_folder = folder / name
    if not own_folder.is_dir() or own_folder.is_symlink():
        return
    for path in sorted(own_folder.glob("*.md")):
        if path.name != COURSE_FILE and not path.is_symlink() and file_head(path).get("lesson"):
            yield str(PurePosixPath(name, path.name))
    media = own_folder / MEDIA_FOLDER
    if media.is_dir() and not media.is_symlink():
        for path in sorted(media.iterdir()):
            digest = digest_in_name(path.name)
            if digest and path.is_file() and not path.is_symlink():
                with path.open("rb") as file:
                    is_own = file_digest(file).startswith(digest)
                if is_own:
                    yield str(PurePosixPath(name, MEDIA_FOLDER, path.name))
