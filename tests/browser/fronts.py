"""Where a panel is shown: JupyterLab, Notebook 7 or Voila, each with a kernel of some version."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from uuid import uuid4

from playwright.sync_api import BrowserContext, Locator, expect

from tests.browser.lab import OWN_KERNEL, Lab
from tests.browser.page_objects import PATIENCE, READY, BlockView, Notebook

ADDRESSES = {"lab": "/lab/tree/{}?reset&token=", "notebook": "/notebooks/{}?token=", "voila": "/voila/render/{}?token="}
CONNECT = """\
import os
os.environ["WORKBENCH_HOME"] = {!r}
from workbench import connect
wb = connect()
"""


@dataclass(frozen=True)
class Place:
    """A front end with a kernel; `python` is the kernel's, `None` for the one that the tests run in."""

    front: str
    kernel: str = OWN_KERNEL
    python: Path | None = None

    def __str__(self) -> str:
        return f"{self.front}-{self.kernel}"

    @classmethod
    def parse(cls, words: str) -> Place:
        """Read from `FRONT-KERNEL=PYTHON`."""
        name, _, python = words.partition("=")
        front, _, kernel = name.partition("-")
        return cls(front, kernel, Path(python))

    @property
    def has_cells(self) -> bool:
        """Whether a person sees cells there and can run them."""
        return self.front != "voila"


class Shown:
    """A place that shows one panel after the other. Where there are cells, `notebook` stays open.

    `home` is the workbench's home that its cells use.
    """

    def __init__(
        self, place: Place, context: BrowserContext, lab: Lab, home: Path, notebook: Notebook | None = None
    ) -> None:
        self.place, self.context, self.lab, self.home, self.notebook = place, context, lab, home, notebook

    @property
    def cells(self) -> Notebook:
        """The open notebook."""
        assert self.notebook is not None
        return self.notebook

    def panel(self, source: str) -> Locator:
        """The panel that the last line of a cell shows, after it was looked at."""
        root = self.output(source).locator(".wb-panel").first
        expect(root).to_have_attribute("aria-busy", "false", timeout=3 * PATIENCE)
        return root

    def pages(self, lesson_id: str) -> BlockView:
        """The block list of a lesson, with its rows."""
        root = self.panel(f"wb.widgets.block_list({lesson_id!r})")
        view = BlockView(root.page, root, lesson_id)
        view.root.locator("[role=option]").first.wait_for()
        return view

    def output(self, source: str) -> Locator:
        """What a cell of a connected notebook shows."""
        whole = CONNECT.format(str(self.home)) + source
        if self.notebook is not None:
            self.notebook.page.bring_to_front()
            self.notebook.put(0, whole)
            return self.notebook.run(0)
        name = self.lab.write(f"page-{uuid4()}.ipynb", [whole], self.place.kernel)
        page = self.context.new_page()
        page.set_default_timeout(PATIENCE)
        page.goto(self.lab.base_url + ADDRESSES["voila"].format(name) + self.lab.token, timeout=3 * PATIENCE)
        return page.locator("body")


@contextmanager
def shown_in(place: Place, context: BrowserContext, lab: Lab, home: Path) -> Iterator[Shown]:
    """The place, ready; its pages are closed and its kernel is ended afterwards."""
    if place.python is not None:
        lab.add_kernel(place.kernel, place.python)
    shown = Shown(place, context, lab, home, _notebook(place, context, lab) if place.has_cells else None)
    yield shown
    if shown.notebook is not None:
        shown.notebook.page.evaluate("() => window.jupyterapp.shell.currentWidget.sessionContext.shutdown()")
    for page in context.pages:
        page.close()


def _notebook(place: Place, context: BrowserContext, lab: Lab) -> Notebook:
    name = lab.write(f"scratch-{uuid4()}.ipynb", ["'one'", "'two'", "'three'"], place.kernel)
    page = context.new_page()
    page.goto(lab.base_url + ADDRESSES[place.front].format(name) + lab.token, timeout=3 * PATIENCE)
    page.locator(".jp-Notebook .jp-CodeCell").first.wait_for(timeout=3 * PATIENCE)
    page.evaluate(READY)
    return Notebook(page, name)
