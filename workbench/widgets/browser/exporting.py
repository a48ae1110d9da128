"""Exports of what a browser shows: made one file after the other in a folder of this computer, stopped between two
requests, and handed to the person's browser. What was made is offered until the next export.
"""

from __future__ import annotations

import threading
from collections.abc import Sequence
from pathlib import Path
from shutil import rmtree
from tempfile import mkdtemp
from typing import Final
from weakref import finalize
from zipfile import ZipFile, ZipInfo

from workbench.client.lookups.targets import Target
from workbench.client.sanitize import shown
from workbench.client.sync import Client
from workbench.errors import NotSent, WorkbenchError
from workbench.exports.archive import EPOCH, handed_over
from workbench.exports.files import Form, export_courses, export_lessons
from workbench.exports.scorm.options import Standard
from workbench.exports.scorm.writing import WrittenPackage, export_packages
from workbench.exports.written import NotExported
from workbench.widgets.browser.export_form import ExportChoice, ExportForm, OfferedFile
from workbench.widgets.browser.item_actions import counted
from workbench.widgets.browser.queries import BrowserItem
from workbench.widgets.browser.state import BrowserCallbacks

MOST_BYTES: Final = 50_000_000
"""Bytes of one file that is handed to a browser: all of it is in memory at once."""
ARCHIVE: Final = "packages.zip"


class _Stopped(Exception):
    """Raised where progress is told, so that nothing half is left."""


class Exporting:
    """`open` offers an export, `run` makes it, `stop` ends it, `save` hands a file that was made over again."""

    def __init__(self, client: Client, form: ExportForm, panel: BrowserCallbacks, most_bytes: int = MOST_BYTES) -> None:
        self._client, self._form, self._panel, self._most_bytes = client, form, panel, most_bytes
        self._is_stopped = threading.Event()
        self._folder: Path | None = None
        self._paths: dict[str, Path] = {}
        self._items: tuple[BrowserItem, ...] = ()
        self.is_running = False

    def open(self, items: Sequence[BrowserItem]) -> None:
        """Offer an export of these items, which are of one kind."""
        self._items = tuple(items)
        about = f"“{shown(items[0].title)}”" if len(items) == 1 else counted(items)
        self._form.offer(about, has_courses=bool(items) and items[0].kind == "course")

    def stop(self) -> None:
        """Read nothing more; what is whole stays."""
        self._is_stopped.set()

    def run(self) -> None:
        """Export what is offered as the form says, and hand it over: one file as it is, several as an archive. Blocks.

        Raises `InputRejected` for what no package can be.
        """
        items, choice = self._items, self._form.choice()
        self._is_stopped.clear()
        self.is_running = True
        self._forget()
        self._form.show_files("", (), self.save)
        self._form.show_progress("Reading …")
        try:
            if choice.form == "scorm12" or choice.form == "scorm2004":
                self._packages(items, choice, choice.form)
            else:
                self._files(items, choice, choice.form)
        except OSError as failed:
            why = f"The files could not be written: {failed.strerror}. Make room on this computer, then export again."
            raise NotExported(why) from None
        finally:
            self.is_running = False
            self._form.show_progress("")

    def save(self, name: str) -> None:
        """Hand a file that was made to the person's browser again."""
        path = self._paths.get(name)
        if path is not None and path.is_file():
            self._panel.download(name, path.read_bytes())

    def _packages(self, items: Sequence[BrowserItem], choice: ExportChoice, standard: Standard) -> None:
        targets = [Target(each.kind, each.id, each.title) for each in items]
        made: list[WrittenPackage] = []
        of = len(targets)

        def tell(lessons: int) -> None:
            title = shown(targets[min(len(made), of - 1)].title)
            place = f"Package {len(made) + 1:,} of {of:,}, “{title}”. " if of > 1 else ""
            self._tell(f"{place}{lessons:,} {'lesson' if lessons == 1 else 'lessons'} read so far.")

        ended, failed = "", None
        try:
            tell(0)
            for each in export_packages(
                self._client,
                targets,
                standard,
                self._new_folder(),
                choice.options,
                is_published=choice.is_published,
                progress=tell,
            ):
                made.append(each)
                if len(made) < of:
                    tell(sum(one.lessons for one in made))
        except _Stopped:
            ended = f" Stopped: {of - len(made):,} of {of:,} were not made."
        except WorkbenchError as error:
            if not made:
                raise
            failed = error
            ended = f" It ended there; {of - len(made):,} of {of:,} were not made."
        self._paths = {each.path.name: each.path for each in made}
        self._offer([_file_of(each) for each in made], ended)
        if failed is not None:
            raise failed

    def _files(self, items: Sequence[BrowserItem], choice: ExportChoice, form: Form) -> None:
        lessons = [each.id for each in items if each.kind == "lesson"]
        courses = [each.id for each in items if each.kind == "course"]

        def tell(count: int) -> None:
            self._tell(f"{count:,} {'lesson' if count == 1 else 'lessons'} read.")

        try:
            tell(0)
            files = export_lessons(self._client, lessons, form, progress=tell) if lessons else []
            if courses:
                files += export_courses(self._client, courses, form, is_published=choice.is_published, progress=tell)
        except _Stopped:
            self._form.show_files("Stopped. Nothing was made.", (), self.save)
            return
        name, content = handed_over(files)
        path = self._new_folder() / name
        path.write_bytes(content)
        self._paths = {name: path}
        about = "" if len(files) == 1 else f"{len(files):,} files"
        self._offer([OfferedFile(name, len(content), about)], "")

    def _offer(self, files: Sequence[OfferedFile], ended: str) -> None:
        """Hand over what is not too large, and offer each file."""
        small = [each for each in files if each.size <= self._most_bytes]
        together = sum(each.size for each in files)
        handed = ""
        if len(files) == 1 and small:
            handed = files[0].name
        elif len(files) > 1 and together <= self._most_bytes:
            handed = ARCHIVE
            small = [OfferedFile(ARCHIVE, self._archive(), f"all {len(files):,} packages"), *small]
        if handed:
            self.save(handed)
            self._panel.notify(f"{handed} was handed to your browser; look among its downloads.")
        large = [each.name for each in files if each.size > self._most_bytes]
        result = f"{len(files):,} {'file' if len(files) == 1 else 'files'} made.{ended}" if files else ended.strip()
        if large:
            result += (
                f" Too large to hand to a browser ({self._most_bytes / 1e6:,.0f} MB): {', '.join(large[:3])}. "
                "The command workbench export writes such files to a folder."
            )
        elif len(files) > 1 and not handed:
            result += " Together they are too large for one archive; save them one by one."
        self._form.show_files(result, small, self.save)
        if not small and large:
            raise NotSent(f"Nothing was handed over.{result.partition('made.')[2]}")

    def _archive(self) -> int:
        """Make one archive of the packages; its size in bytes."""
        path = self._new_path(ARCHIVE)
        with ZipFile(path, "w") as archive:
            for name, each in self._paths.items():
                archive.writestr(ZipInfo(name, EPOCH), each.read_bytes())  # compressed already
        self._paths = {ARCHIVE: path, **self._paths}
        return path.stat().st_size

    def _tell(self, text: str) -> None:
        self._form.show_progress(text)
        if self._is_stopped.is_set():
            raise _Stopped

    def _new_folder(self) -> Path:
        self._folder = Path(mkdtemp(prefix="workbench-export-"))
        finalize(self, rmtree, self._folder, ignore_errors=True)
        return self._folder

    def _new_path(self, name: str) -> Path:
        assert self._folder is not None
        return self._folder / name

    def _forget(self) -> None:
        """Remove what was made before."""
        self._paths = {}
        if self._folder is not None:
            rmtree(self._folder, ignore_errors=True)
            self._folder = None


def _file_of(made: WrittenPackage) -> OfferedFile:
    lessons = "1 lesson" if made.lessons == 1 else f"{made.lessons:,} lessons"
    questions = "1 question" if made.questions == 1 else f"{made.questions:,} questions"
    return OfferedFile(made.path.name, made.size, f"{lessons}, {questions} recorded", made.notes)
