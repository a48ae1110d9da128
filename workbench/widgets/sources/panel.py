"""SourcesPanel: documents that lessons are drafted from; added by dropping files, read, changed and deleted."""

from __future__ import annotations

import threading
import time
from typing import Final

import traitlets

from workbench.client.lookups.sources import NO_SOURCES, iter_sources, offers_sources
from workbench.client.sync import Client
from workbench.client.thread_pool import TaskPool
from workbench.documents.file_kind import MAX_FILE_BYTES
from workbench.errors import InputRejected, SourceRejected
from workbench.procedures.source import (
    ListSourcesOutput,
    SourceSummary,
    delete_source,
    list_sources,
    update_source,
)
from workbench.sources.reading import read_source
from workbench.sources.sending import send_source
from workbench.widgets.kit.controls import Question, button, html, row_of_controls, set_html, set_visible
from workbench.widgets.kit.file_drop import FileDrop
from workbench.widgets.kit.panel import Panel
from workbench.widgets.kit.rows import Rows
from workbench.widgets.sources.detail import SourceDetail
from workbench.widgets.sources.wording import progress_html, source_row, sources_table
from workbench.wording import count_text

ACCEPT: Final = ".pdf,.docx,.pptx,.md,.markdown,.txt,.vtt,.srt"
_HINT: Final = (
    "PDF, Word, PowerPoint, Markdown, text or subtitles. They are read on this notebook's "
    "computer; only their text is sent to the service."
)
_NONE: Final = "No sources yet. Drop a file above, or call wb.sources.add(path)."
_SHOW_SECONDS: Final = 0.3
_POLLED: Final = 100


class SourcesPanel(Panel):
    """Sources of the organization; `value` is the id of the chosen one."""

    label = "Sources"
    shows = frozenset({"sources"})
    value = traitlets.Unicode(None, allow_none=True)

    def __init__(self, client: Client, *, organization_id: str | None = None, workers: TaskPool | None = None) -> None:
        super().__init__(client, workers=workers)
        self.organization_id = organization_id
        self.sources: tuple[SourceSummary, ...] = ()
        self._is_offered: bool | None = None
        self._stop, self._is_sending, self._shown_at = threading.Event(), False, 0.0
        self.drop = self.control(
            self._file_drop("Drop files here", _HINT, self.add_file, many=True),
            when=lambda: self._is_offered is not False,
            while_busy=True,  # the second of several files comes while the first is read
        )
        self.progress = html()
        self.stop_button = self.control(button("Stop", self.stop), when=lambda: self._is_sending, while_busy=True)
        self.sending = row_of_controls(self.progress, self.stop_button)
        self.list = Rows("Sources", empty=_NONE)
        traitlets.dlink((self, "disabled"), (self.list, "disabled"))
        self.list.observe(lambda change: self.choose(self.list.chosen[0] if self.list.chosen else None), "chosen")
        version_drop = self._file_drop("Drop a new version here", "It becomes the next version.", self.update_file)
        self.detail = SourceDetail(client, version_drop, self.start_next)
        for control in self.detail.controls():
            self.control(control, when=lambda: self.detail.source is not None)
        self.detail.rename_button.on_click(lambda clicked: self.start(self.rename))
        self.detail.delete_button.on_click(lambda clicked: self.run_now(self.ask_to_delete))
        self.detail.publishable.observe(lambda change: self._on_publishable(change.new), "value")
        self.question = Question()
        self.show(self.drop, self.sending, self.list, self.question, self.detail.view)
        self.follow_changes(
            lambda: [list_sources(organization_id=self.organization_id, limit=_POLLED)] if self._is_offered else [],
            self._is_current,
        )
        self.render()

    def refresh(self) -> None:
        """Read the sources, and the passages of the chosen one. Blocks."""
        self._is_offered = offers_sources(self.client)
        self.sources = tuple(iter_sources(self.client, self.organization_id)) if self._is_offered else ()
        self.render()
        self.detail.read()

    def choose(self, source_id: str | None) -> None:
        """Show a source and its passages."""
        if source_id != self.value:
            self.value = source_id
            self.render()
            self.start_next(self.detail.read)

    def add_file(self, name: str, data: bytes) -> None:
        """Add a file as a new source, and select it. Blocks. Raises `SourceRejected` with what to do."""
        self._take_file(name, data, None)

    def update_file(self, name: str, data: bytes) -> None:
        """Give the chosen source the passages of this file, as its next version. Blocks."""
        if self.detail.source is not None:
            self._take_file(name, data, self.detail.source)

    def stop(self) -> None:
        """Stop reading and sending; adding the same file resumes where it stopped."""
        self._stop.set()

    def rename(self) -> None:
        """Give the chosen source the title that is typed. Blocks."""
        source, title = self.detail.source, self.detail.title.value
        if source is not None and title != source.title:
            self.client.call(update_source(source_id=source.source_id, title=title))
            self.refresh()
            self.notify("Renamed.")

    def set_publishable(self, is_publishable: bool) -> None:
        """Set whether learners can read the selected source's passages. Blocks."""
        source = self.detail.source
        if source is None or is_publishable == source.is_publishable:
            return
        try:
            self.client.call(update_source(source_id=source.source_id, is_publishable=is_publishable))
        finally:
            self.refresh()
        self.notify(
            "Learners can read quoted passages." if is_publishable else "Learners see only title and locations."
        )

    def ask_to_delete(self) -> None:
        """Ask for confirmation to delete the selected source, naming what is deleted."""
        if (source := self.detail.source) is not None:
            question = (
                f"Permanently delete {source.title} with its "
                f"{count_text(source.passages, 'passage')} and all versions? Lessons keep their quotes from it."
            )
            self.question.ask(question, "Delete", lambda: self.start(self.delete, source), is_dangerous=True)

    def delete(self, source: SourceSummary) -> None:
        """Remove a source with all its versions. Blocks."""
        self.client.call(delete_source(source_id=source.source_id))
        self.value = None
        self.refresh()
        self.notify(f"Deleted {source.title}.")

    def render(self) -> None:
        """Update the display."""
        self.list.empty = NO_SOURCES if self._is_offered is False else _NONE
        self.list.fill([source_row(source) for source in self.sources])
        chosen = next((source for source in self.sources if source.source_id == self.value), None)
        self.value = chosen.source_id if chosen else None
        self.list.chosen = [chosen.source_id] if chosen else []
        self.detail.put(chosen)
        set_visible(self.sending, is_visible=self._is_sending)
        self.update_controls()

    def as_text(self) -> str:
        """Return the number of sources, and their titles."""
        titles = ", ".join(source.title for source in self.sources[:20])
        return f"Sources: {len(self.sources):,}. {titles}".strip()

    def as_html(self) -> str:
        """Return the sources as a table."""
        return sources_table(self.sources) if self.sources else super().as_html()

    def _file_drop(self, label: str, words: str, take: object, *, many: bool = False) -> FileDrop:
        return FileDrop(
            label,
            lambda name, data: self.start_after(take, name, data),  # type: ignore[arg-type]
            lambda reason: self.fail(InputRejected(reason)),
            hint=words,
            accept=ACCEPT,
            max_bytes=MAX_FILE_BYTES,
            many=many,
        )

    def _take_file(self, name: str, data: bytes, source: SourceSummary | None) -> None:
        self._stop.clear()
        self._show_sending(is_sending=True)
        try:
            self._show_progress(f"Reading {name}", 0, None)
            text = read_source(
                data,
                file_name=name,
                on_progress=lambda done, total: self._show_progress(f"Reading {name}", done, total),
                should_stop=self._stop.is_set,
            )
            added = send_source(
                self.client,
                text,
                organization_id=self.organization_id,
                source=source,
                on_progress=lambda done, total: self._show_progress(f"Sending {name}", done, total),
                should_stop=self._stop.is_set,
            )
        except SourceRejected:
            if not self._stop.is_set():
                raise
            self.notify(f"Stopped. Drop {name} again to resume where it stopped.")
        else:
            self.value = added.source_id
            self.notify(str(added))
        finally:
            self._show_sending(is_sending=False)
            notice = self.notice
            self.refresh()
            self.notice = notice

    def _show_sending(self, *, is_sending: bool) -> None:
        self._is_sending = is_sending
        set_html(self.progress, "")
        set_visible(self.sending, is_visible=is_sending)
        self.update_controls()

    def _show_progress(self, what: str, done: int, total: int | None) -> None:
        if done == 0 or time.monotonic() - self._shown_at >= _SHOW_SECONDS:
            self._shown_at = time.monotonic()
            amount = f": {done:,} of {total:,}" if total else f": {count_text(done, 'passage')}" if done else "…"
            set_html(self.progress, progress_html(f"{what}{amount}", done, total))

    def _on_publishable(self, is_publishable: bool) -> None:
        if self.detail.source is not None and is_publishable != self.detail.source.is_publishable:
            self.start(self.set_publishable, is_publishable)

    def _is_current(self, *pages: ListSourcesOutput) -> bool:
        return all(list(self.sources[:_POLLED]) == page.sources for page in pages)
