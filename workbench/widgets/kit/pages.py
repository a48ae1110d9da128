"""Pages: several panels behind one row of tabs. A page is created, and loads data, only when somebody opens it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import anywidget
import traitlets

from workbench.client.sync import Client
from workbench.client.thread_pool import TaskPool
from workbench.text import escape_html
from workbench.widgets.kit.assets import script, styles
from workbench.widgets.kit.controls import close_tree
from workbench.widgets.kit.panel import Panel


class Tabs(anywidget.AnyWidget):
    """Texts to choose one of; `chosen` can be set. Sends `{"intent": "choose", "text"}`."""

    _esm = script("kit/tabs")
    _css = styles("kit/tabs")

    label = traitlets.Unicode("").tag(sync=True)
    texts = traitlets.List(traitlets.Unicode()).tag(sync=True)
    chosen = traitlets.Unicode("").tag(sync=True)

    def __init__(self, label: str, texts: Sequence[str], **more: Any) -> None:
        super().__init__(label=label, texts=list(texts), **more)
        self._chosen: list[Callable[[str], object]] = []
        self.on_msg(lambda widget, message, buffers: self._on_message(message))

    def on_choose(self, callback: Callable[[str], object]) -> None:
        """Call this with the text that is chosen."""
        self._chosen.append(callback)

    def _on_message(self, message: Any) -> None:
        text = message.get("text") if isinstance(message, dict) and message.get("intent") == "choose" else None
        if text in self.texts:
            for callback in self._chosen:
                callback(text)

    def __repr__(self) -> str:
        return f"Tabs: {', '.join(self.texts)}."


Page = Panel | Callable[[], Panel]


class MadePages(Mapping[str, Panel]):
    """Panels by name; one given as a function is created when it is first needed."""

    def __init__(self, pages: Mapping[str, Page]) -> None:
        self._pages: dict[str, Page] = dict(pages)

    def __getitem__(self, name: str) -> Panel:
        page = self._pages[name]
        if not isinstance(page, Panel):
            page = self._pages[name] = page()
        return page

    def __iter__(self) -> Iterator[str]:
        return iter(self._pages)

    def __len__(self) -> int:
        return len(self._pages)

    def put(self, name: str, page: Page) -> Panel | None:
        """Add a page or put another in its place; the panel that was made there."""
        before = self._pages.get(name)
        self._pages[name] = page
        return before if isinstance(before, Panel) else None

    def loaded_pages(self) -> dict[str, Panel]:
        """Return the pages requested so far."""
        return {name: page for name, page in self._pages.items() if isinstance(page, Panel)}


class Pages(Panel):
    """Panels by their tab's text; `value` is the text of the page that is shown, and can be set."""

    label = "Workbench"
    value = traitlets.Unicode("")

    def __init__(
        self,
        client: Client,
        pages: Mapping[str, Page],
        *,
        workers: TaskPool | None = None,
        label: str = "",
        first: str = "",
    ) -> None:
        """Create it with the page `first` shown, by default the first one; `label` names the row of tabs."""
        self.label = label or self.label
        super().__init__(client, workers=workers)
        self.pages = MadePages(pages)
        self._visited: set[str] = set()
        self.header.can_refresh = False
        self.tabs = self._make_tabs()
        self.add_class("wb-pages")
        self.tabs.on_choose(lambda text: self.run_now(self.turn_to, text))
        self.observe(lambda change: self._visited.add(change.new), "value")
        self.observe(lambda change: self._turn(), "value")
        self.value = first or next(iter(self.pages))

    def turn_to(self, page: str) -> None:
        """Show this page. Raises `KeyError` for a page that is not there."""
        self.pages[page]
        self.value = page

    def put(self, page: str, panel: Page) -> None:
        """Add a page at the end, or replace the one with this name, which is closed."""
        is_new = page not in self.pages
        before = self.pages.put(page, panel)
        if is_new:
            self.tabs.texts = [*self.tabs.texts, page]
        if page == self.value:
            self._turn()
        if before is not None and before is not panel:
            close_tree(before)

    @property
    def shown_page(self) -> Panel:
        """The panel that is shown; of pages in pages, the innermost."""
        page = self.pages[self.value]
        return page.shown_page if isinstance(page, Pages) else page

    def load_once(self, seconds: float = 0) -> None:
        """Refresh the page that is shown, the first time; wait at most so long for it."""
        super().load_once()
        self.pages[self.value].load_once(seconds)

    def close(self) -> None:
        """Forget every page, those out of sight too."""
        for panel in self.pages.loaded_pages().values():
            close_tree(panel)
        super().close()

    def as_text(self) -> str:
        """Return the text of each visited page, line by line."""
        return "\n".join(page.as_text() for page in self._known_pages().values())

    def as_html(self) -> str:
        """Return each visited page under its name."""
        return "".join(f"<h4>{escape_html(name)}</h4>{page.as_html()}" for name, page in self._known_pages().items())

    def _make_tabs(self) -> Tabs:
        return Tabs(self.label, tuple(self.pages))

    def _known_pages(self) -> dict[str, Panel]:
        return {name: page for name, page in self.pages.loaded_pages().items() if name in self._visited}

    def _turn(self) -> None:
        page = self.pages[self.value]
        self.tabs.chosen = self.value
        if page.label == self.value:
            page.add_class("wb-named-by-tab")
        self.show(self.tabs, page)
