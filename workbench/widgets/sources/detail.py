"""Detail of the selected source: its passages with a search, its title, its readers, and uploading a new version."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import ipywidgets

from workbench.client.sync import Client
from workbench.procedures.source import MAX_SOURCE_TITLE, SourceSummary, get_passages
from workbench.widgets.kit.controls import button, hint, html, row_of_controls, set_html, set_visible
from workbench.widgets.kit.entry import TextEntry
from workbench.widgets.kit.file_drop import FileDrop
from workbench.widgets.kit.reader import Reader
from workbench.widgets.sources.wording import passages_html
from workbench.wording import count_text

PAGE: Final = 20
_READERS: Final = "Learners see a source's title and locations. With this on, they also see the quoted passages."


class SourceDetail:
    """The controls of one source. `start_next` runs a method on a worker thread once it is its turn."""

    def __init__(self, client: Client, drop: FileDrop, start_next: Callable[..., object]) -> None:
        self._client = client
        self.source: SourceSummary | None = None
        self._cursor: str | None = None
        self.search = TextEntry("Search passages", hint="Words", kind="search")
        self._is_filling = False
        self.search.observe(lambda change: self._is_filling or start_next(self.read), "value")
        self.title = TextEntry("Title", counts=MAX_SOURCE_TITLE)
        self.rename_button = button("Rename")
        self.publishable = ipywidgets.Checkbox(description="Learners can read its passages", indent=False)
        self.delete_button = button("Delete…")
        self.drop = drop
        self.found = html()
        self.reader = Reader("Passages")
        self.reader.on_more(lambda: start_next(self.read_more))
        self.view = ipywidgets.VBox(
            children=(
                self.search,
                self.found,
                self.reader,
                row_of_controls(self.title, self.rename_button, self.delete_button),
                self.publishable,
                html(hint(_READERS)),
                self.drop,
            )
        )
        self.view.add_class("wb-stack")
        set_visible(self.view, is_visible=False)

    def put(self, source: SourceSummary | None) -> None:
        """Show another source, or this one as it is now. Asks nothing; `read` does."""
        before, self.source = self.source, source
        is_other = (source and source.source_id) != (before and before.source_id)
        set_visible(self.view, is_visible=source is not None)
        if source is None or is_other:
            self._is_filling = True
            self.search.value = ""
            self._is_filling = False
            self.reader.put("")
            set_html(self.found, "")
        if source is not None:
            if is_other or (before and before.title != source.title):  # unsaved input stays
                self.title.value = source.title
            self.publishable.value = source.is_publishable

    def read(self) -> None:
        """Read the first passages, or the best ones for the search. Blocks."""
        if self.source is None:
            return
        words = self.search.value.strip()
        call = get_passages(source_id=self.source.source_id, query=words or None, limit=PAGE)
        page = self._client.call(call)
        self._cursor = page.next_cursor
        self.reader.put(passages_html(page.passages), more="More passages" if page.next_cursor else "")
        if words:
            sentence = f"{count_text(len(page.passages), 'passage')} with these words, best first."
            set_html(self.found, hint(sentence if page.passages else "No passages match."))
        else:
            set_html(self.found, hint(f"{count_text(self.source.passages, 'passage')} in document order."))

    def read_more(self) -> None:
        """Read the next passages below those that are shown. Blocks."""
        if self.source is None or self._cursor is None:
            return
        call = get_passages(source_id=self.source.source_id, limit=PAGE, cursor=self._cursor)
        page = self._client.call(call)
        self._cursor = page.next_cursor
        self.reader.add(passages_html(page.passages), more="More passages" if page.next_cursor else "")

    def controls(self) -> list[Any]:
        """Return the controls disabled while the panel is busy; not the search, where somebody may type."""
        return [self.title, self.rename_button, self.publishable, self.delete_button, self.drop]
