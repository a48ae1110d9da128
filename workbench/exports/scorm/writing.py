"""Packages as files: streamed from the service into a ZIP archive next to its target, and moved when complete."""

from __future__ import annotations

import os
import zipfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from hashlib import sha256
from pathlib import Path
from typing import Final

from workbench.client.asset_transfer import StoredAsset, fetch_asset, find_asset
from workbench.client.atomic_write import private_path_near, sweep
from workbench.client.lookups.targets import Target, find_targets
from workbench.client.sync import Client
from workbench.errors import AnswerUnreadable, InputRejected, NotSent, WorkbenchError
from workbench.exports.formats import Format, Progress
from workbench.exports.media import asset_ids
from workbench.exports.names import file_name
from workbench.exports.page_facts import read_page_facts
from workbench.exports.reading import ReadCourse, check_published, read_course, read_lessons, unseen
from workbench.exports.scorm.options import Completion, Items, PackageOptions, Standard
from workbench.exports.scorm.package import CoursePackage
from workbench.exports.written import (
    EPOCH,
    ExportedFile,
    NotExported,
    Written,
    refuse_existing,
    with_unique_names,
)
from workbench.text import display_text
from workbench.wording import count_text

_UNIX: Final = 3
_RIGHTS: Final = 0o644 << 16
ENDING: Final = ".zip"
Pieces = Callable[[StoredAsset], Iterator[bytes]]


@dataclass(frozen=True)
class WrittenPackage(Written):
    """A package on disk: its path, source id and title, how many lessons and recorded questions, its size in bytes,
    and points to check (`notes`).
    """

    path: Path
    id: str
    title: str
    lessons: int
    questions: int
    size: int
    notes: tuple[str, ...]

    def facts(self) -> dict[str, object]:
        """Return the package as plain values, for JSON."""
        return asdict(self) | {"path": str(self.path), "notes": list(self.notes)}

    def summary(self) -> str:
        """Return the number of lessons and recorded questions, as text."""
        return f"{count_text(self.lessons, 'lesson')}, {count_text(self.questions, 'question')} recorded"

    def remarks(self) -> tuple[str, ...]:
        """Return points to check."""
        return self.notes

    def warnings(self) -> list[str]:
        """Return points to check, each with the title."""
        return [f"{self.title}: {sentence}" for sentence in self.notes]


def write(
    form: Format,
    client: Client,
    content: Sequence[str | Target],
    to: Path,
    *,
    pass_mark: int | None,
    complete: Completion,
    items: Items,
    published: bool,
    media: bool,
    overwrite: bool,
    progress: Progress | None,
) -> Iterator[WrittenPackage]:
    """Write a package for each course or lesson; see `Format.write` and `export_packages`."""
    options = PackageOptions(pass_mark, complete, items)
    standard: Standard = "scorm12" if form.name == "scorm12" else "scorm2004"
    targets = find_targets(client, content)
    return export_packages(
        client,
        targets,
        standard,
        to,
        options,
        is_published=published,
        has_media=media,
        overwrite=overwrite,
        progress=progress,
    )


def export_packages(
    client: Client,
    targets: Sequence[Target],
    standard: Standard,
    to: Path,
    options: PackageOptions,
    *,
    is_published: bool = False,
    has_media: bool = True,
    overwrite: bool = False,
    progress: Progress | None = None,
) -> Iterator[WrittenPackage]:
    """Yield a package for each course or lesson, one by one, each when it is complete.

    With `is_published` a course is exported as learners see it; without `has_media` pictures and recordings are
    replaced by their words. `to` is a folder, or for one package its file if it ends with `.zip`. `progress` is
    called with the number of lessons read so far, repeatedly while files are received; an exception from it
    stops the export, and no partial package is left.

    Raises `InputRejected` before anything is read if a package exists already or a single lesson was requested
    as published, `NotSent` for a course without lessons, `NotExported` for disk errors, and the client's
    errors.
    """
    check_published(targets, is_published=is_published)
    paths = _paths(targets, to)
    refuse_existing(*paths, overwrite=overwrite)
    read, report_progress = 0, progress or unseen
    for target, path in zip(targets, paths, strict=True):
        package = read_package(
            client,
            target,
            standard,
            options,
            is_published=is_published,
            has_media=has_media,
            progress=report_progress,
            lessons_read_before=read,
        )
        read += len(package.lessons)

        def pieces(asset: StoredAsset, read: int = read) -> Iterator[bytes]:
            yield from fetch_asset(client, asset, on_progress=lambda done, total: report_progress(read))

        yield write_package(path, package, target, pieces)


def read_package(
    client: Client,
    target: Target,
    standard: Standard,
    options: PackageOptions,
    *,
    is_published: bool = False,
    has_media: bool = True,
    progress: Progress,
    lessons_read_before: int = 0,
) -> CoursePackage:
    """Return the course, or the lesson as a one-lesson course, with the known facts about its media files."""
    if target.kind == "course":
        course = read_course(client, target.id, progress, is_published=is_published, before=lessons_read_before)
        home = course.course_id
    else:
        lessons = tuple(read_lessons(client, [target.id], progress, before=lessons_read_before))
        course, home = ReadCourse(target.id, target.title, lessons), lessons[0].course_id
    facts = read_page_facts(client, {home: course.lessons})[home]
    shown = (asset_id for lesson in course.lessons for asset_id in asset_ids(lesson))
    wanted = dict.fromkeys([*facts.shown_assets, *shown] if has_media else [])
    found_assets = {asset_id: find_asset(client, asset_id) for asset_id in wanted}
    assets = {asset_id: asset for asset_id, asset in found_assets.items() if asset is not None}
    return CoursePackage(
        standard,
        target.id,
        course.title,
        course.lessons,
        assets,
        options,
        facts,
        has_media=has_media,
        unpublished_changes=course.unpublished_changes,
    )


def write_package(path: Path, package: CoursePackage, target: Target, pieces: Pieces) -> WrittenPackage:
    """Write the package next to its path, and move it there when it is complete on disk."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        sweep(path)
        with private_path_near(path) as part:
            with part.open("xb") as file:
                with zipfile.ZipFile(file, "w") as archive:
                    _fill(archive, package, pieces)
                file.flush()
                os.fsync(file.fileno())
            size = part.stat().st_size
            part.replace(path)
    except WorkbenchError:
        raise  # a lost connection is an OSError, too
    except OSError as failed:
        raise NotExported(f"{path} could not be written: {failed.strerror}. Nothing has changed there.") from None
    lessons, questions, notes = len(package.lessons), package.questions, tuple(package.notes())
    return WrittenPackage(path, target.id, package.title, lessons, questions, size, notes)


def _fill(archive: zipfile.ZipFile, package: CoursePackage, pieces: Pieces) -> None:
    for name, text in package.files():
        archive.writestr(_entry(name, zipfile.ZIP_DEFLATED), text)
    for name, asset in package.media():
        entry, digest = _entry(name, zipfile.ZIP_STORED), sha256()  # media files are already compressed
        entry.file_size = asset.size
        with archive.open(entry, "w") as file:
            for piece in pieces(asset):
                digest.update(piece)
                file.write(piece)
        if digest.hexdigest() != asset.content_digest:
            raise AnswerUnreadable(f"The file {display_text(asset.file_name)} arrived damaged. Try again.")


def _entry(name: str, compression: int) -> zipfile.ZipInfo:
    """Return an archive entry that is the same wherever and whenever it is written."""
    entry = zipfile.ZipInfo(name, EPOCH)
    entry.compress_type, entry.create_system, entry.external_attr = compression, _UNIX, _RIGHTS
    return entry


def _paths(targets: Sequence[Target], to: Path) -> list[Path]:
    if not targets:
        raise NotSent("Choose courses or lessons first.")
    is_file = to.suffix.lower() == ENDING and not to.is_dir()
    if is_file and len(targets) > 1:
        raise InputRejected(f"{len(targets):,} packages do not fit into one file. Name a folder. Nothing was written.")
    if is_file:
        return [to]
    names = with_unique_names(
        [ExportedFile(file_name(target.title) + ENDING, "", thing_id=target.id) for target in targets]
    )
    return [to / name.name for name in names]
