"""The open lesson of the queue: its facts, findings, the text as learners get it, and its comments."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import ipywidgets

from workbench.client.asset_transfer import fetch_preview
from workbench.client.sync import Client
from workbench.client.thread_pool import TaskPool
from workbench.errors import WorkbenchError
from workbench.procedures.reviews import QueuedLesson
from workbench.widgets.kit.controls import button, hint, html, row_of_controls, set_html, set_visible
from workbench.widgets.kit.reader import Reader
from workbench.widgets.kit.rows import Rows
from workbench.widgets.review.review_page import ReviewPage
from workbench.widgets.review.wording import comment_row, facts_line, findings_html

PREVIEW_BYTES: Final = 8_000_000
_LABEL: Final = "The lesson as learners see it"


class OpenedLesson(ipywidgets.VBox):  # type: ignore[misc]  # ipywidgets ships no types
    """`page` is the shown one, `None` while there is nothing to read. `resolve` gets the id of a comment."""

    def __init__(self, client: Client, workers: TaskPool, resolve: Callable[[str], object], *actions: object) -> None:
        """Create the view; `actions` are widgets between the facts and the text."""
        self._client, self._workers = client, workers
        self.page: ReviewPage | None = None
        self.facts, self.findings, self.empty = html(), html(), html()
        self.reader = Reader(_LABEL)
        self.reader.on_asset(lambda asset_id: workers.submit(self._show_asset, asset_id))
        self.comments = Rows("Open comments", empty="No open comments.")
        self.resolve_button = button("Mark as resolved", lambda: resolve(self.comments.chosen[0]))
        self.comments.observe(lambda change: self._update_button(), "chosen")
        self.of_comments = ipywidgets.VBox(
            (html("<strong>Comments</strong>"), self.comments, row_of_controls(self.resolve_button))
        )
        self.of_comments.add_class("wb-stack")
        self.above = row_of_controls(*actions)
        super().__init__((self.empty, self.facts, self.above, self.findings, self.reader, self.of_comments))
        self.add_class("wb-stack")
        self.clear("")

    def show(self, page: ReviewPage, lesson: QueuedLesson | None) -> None:
        """Show this lesson from its beginning; `lesson` is its entry in the queue."""
        if self.page is not None and self.page is page:
            return
        is_same = self.page is not None and self.page.lesson.lesson_id == page.lesson.lesson_id
        is_text_same = is_same and self.page is not None and self.page.html == page.html
        self.page = page
        blocks = tuple(page.lesson.blocks)
        with self.hold_sync():
            set_html(self.facts, facts_line(page, lesson))
            set_html(self.findings, findings_html(page.findings, blocks))
            set_html(self.empty, "")
            self.comments.fill([comment_row(comment, blocks) for comment in page.comments])
            set_visible(self.of_comments, is_visible=bool(page.comments))
            set_visible(self.above, is_visible=True)
        if not is_text_same:  # the reader's position is kept
            self.reader.put(page.html, language=page.lesson.language)
        self._update_button()

    def clear(self, text: str) -> None:
        """Show no lesson, but a sentence."""
        self.page = None
        set_html(self.empty, hint(text))
        for widget in (self.facts, self.findings):
            set_html(widget, "")
        set_visible(self.of_comments, is_visible=False)
        self.reader.put("")

    def _show_asset(self, asset_id: str) -> None:
        try:
            preview = fetch_preview(self._client, asset_id, PREVIEW_BYTES)
        except WorkbenchError:
            preview = None
        self.reader.put_asset(asset_id, *(preview or ("", b"")))

    def _update_button(self) -> None:
        self.resolve_button.disabled = not self.comments.chosen

    def __repr__(self) -> str:
        return "A lesson to be reviewed." if self.page else "No lesson is open."
