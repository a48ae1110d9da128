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

from workbench.client.lookups.targets import Target
from workbench.client.sync import Client
from workbench.errors import NotSent, WorkbenchError
from workbench.exports.formats import Format
from workbench.exports.written import NotExported, Written, write_archive
from workbench.text import display_text
from workbench.widgets.browser import item_actions
from workbench.widgets.browser.export_form import ExportChoice, ExportForm, OfferedFile
from workbench.widgets.browser.queries import BrowserItem
from workbench.widgets.browser.state import BrowserCallbacks
from workbench.wording import count_text

MOST_BYTES: Final = 50_000_000
"""Bytes of one file that is handed to a browser: all of it is in memory at once."""
PACKAGES: Final = "packages.zip"
LESSONS: Final = "lessons.zip"


class _Stopped(Exception):
    """Raised from the progress callback, so that nothing incomplete is left."""


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
        about = f"“{display_text(items[0].title)}”" if len(items) == 1 else item_actions.items_text(items)
        self._form.offer(about, has_courses=bool(items) and items[0].kind == "course")

    def stop(self) -> None:
        """Read nothing more; what is whole stays."""
        self._is_stopped.set()

    def run(self) -> None:
        """Export what is offered as the form says, and hand it over: one file as it is, several as an archive. Blocks.

        Raises `InputRejected` for what an option cannot be.
        """
        items, choice = self._items, self._form.choice()
        self._is_stopped.clear()
        self.is_running = True
        self._forget()
        self._form.show_files("", (), self.save)
        self._form.show_progress("Reading…")
        try:
            self._write(items, choice)
        except WorkbenchError:
            raise  # a lost connection is an OSError, too
        except OSError as failed:
            why = (
                f"The files couldn't be written: {failed.strerror}. Free up space on this computer, then export again."
            )
            raise NotExported(why) from None
        finally:
            self.is_running = False
            self._form.show_progress("")

    def save(self, name: str) -> None:
        """Hand a file that was made to the person's browser again."""
        path = self._paths.get(name)
        if path is not None and path.is_file():
            self._panel.download(name, path.read_bytes())

    def _write(self, items: Sequence[BrowserItem], choice: ExportChoice) -> None:
        form, of = choice.form, 1 if choice.form.makes_one else len(items)
        targets = [Target(item.kind, item.id, item.title) for item in items]
        made: list[Written] = []

        def tell(lessons: int) -> None:
            title = display_text(targets[min(len(made), of - 1)].title)
            which = f"Package {len(made) + 1:,} of {of:,}: “{title}”. " if form.makes == "packages" and of > 1 else ""
            self._tell(f"{which}{count_text(lessons, 'lesson')} read so far.")

        folder = self._new_folder()
        to = folder / f"courses{form.suffix}" if form.makes == "folder" else folder
        ended, failed = "", None
        try:
            tell(0)
            for written in form.write(self._client, targets, to, progress=tell, **choice.options):
                made.append(written)
        except _Stopped:
            ended = (
                f" Stopped: {of - len(made):,} of {of:,} were not exported."
                if made
                else " Stopped. Nothing was exported."
            )
        except WorkbenchError as error:
            if not made:
                raise
            failed = error
            ended = f" The export then failed; {of - len(made):,} of {of:,} were not exported."
        self._offer(form, made, ended)
        if failed is not None:
            raise failed

    def _offer(self, form: Format, made: Sequence[Written], ended: str) -> None:
        """Transfer files that are not too large, and offer each; a file with companions goes into an archive."""
        self._paths = {written.path.name: written.path for written in made}
        files = [
            OfferedFile(written.path.name, written.path.stat().st_size, written.summary(), written.remarks())
            for written in made
        ]
        if any(written.beside for written in made):
            self._paths = {}
            files = [self._archive(form, made)]
        small = [file for file in files if file.size <= self._most_bytes]
        handed = ""
        if len(files) == 1 and small:
            handed = files[0].name
        elif len(files) > 1 and sum(file.size for file in files) <= self._most_bytes:
            small = [self._archive(form, made), *small]
            handed = small[0].name
        if handed:
            self.save(handed)
            self._panel.notify(f"{handed} was downloaded.")
        large = [file.name for file in files if file.size > self._most_bytes]
        result = f"{count_text(len(made), 'file')} exported.{ended}" if made else ended.strip()
        if large:
            result += (
                f" Too large to download here (limit {self._most_bytes / 1e6:,.0f} MB): {', '.join(large[:3])}. "
                "To export them to a folder, run “workbench export” in a terminal."
            )
        elif len(files) > 1 and not handed:
            result += " Together they are too large for one archive; download them one by one."
        self._form.show_files(result, small, self.save)
        if not small and large:
            raise NotSent(f"Nothing was downloaded.{result.partition('exported.')[2]}")

    def _archive(self, form: Format, made: Sequence[Written]) -> OfferedFile:
        """Make one archive of what was made."""
        things, name = ("packages", PACKAGES) if form.makes == "packages" else ("files", LESSONS)
        path = self._new_path(name)
        write_archive(path, made)
        self._paths = {name: path, **self._paths}
        about = f"all {len(made):,} {things}" if len(made) > 1 else ""
        return OfferedFile(name, path.stat().st_size, about)

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
