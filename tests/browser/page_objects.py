"""Page objects of the browser tests: a notebook, its cells, the block list in it, and what a browser did wrong.

Waiting is for a thing to be there, never for a time to pass.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlsplit
from uuid import uuid4

from playwright.sync_api import BrowserContext, Locator, Page, expect

from tests.browser.lab import Lab
from tests.browser.lessons import Writing

FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-dev-shm-usage",
]
READY = """async () => {
  const app = window.jupyterapp;
  await app.restored;
  const panel = app.shell.currentWidget;
  await panel.context.ready;
  await panel.sessionContext.ready;
  await panel.sessionContext.session.kernel.info;
}"""
# Of rows of a block list, while one is dragged: whether it is this one, and whether it would go right below this one.
IS_LIFTED = "(row) => row.classList.contains('bl-lifted')"
IS_AIMED_AT = """(row) => {
  const line = row.closest('.bl-scroll').querySelector('.bl-drop');
  return line !== null && Math.abs(line.getBoundingClientRect().top - row.getBoundingClientRect().bottom) < 5;
}"""
TRIES = 3
# From here on the page counts as out of sight.
HIDDEN = "Object.defineProperty(document, 'hidden', {configurable: true, get: () => true})"
# What others say of themselves on any page; none of it comes from a panel.
HARMLESS = (
    "favicon",
    "ResizeObserver loop",
    "net::ERR_ABORTED",
    "Could not restore the debugger state",  # JupyterLab, of a kernel that ends before its debugger answered
    "(reading 'schema')",  # Notebook 7, as its settings come in
    "(reading 'kernel')",  # the widget manager of JupyterLab, of a notebook whose kernel ends or that has none
    "Command 'filebrowser:open-path' not registered",  # Notebook 7, which has no file browser on a notebook's page
    ".woff2",  # fonts of JupyterLab and Notebook 7, refused now and then after the kernel was restarted; we have none
    "labextensions/@jupyter-notebook/",  # Notebook 7's extension in Voila, which lacks a module for it
    "[anywidget] Failed to initialize model.",  # a busy browser; kit/late_start.js takes over, which a test holds
    "net::ERR_UNKNOWN_URL_SCHEME attachment:",  # JupyterLab, which loads a picture of a text cell before it resolves it
    "setData is not a function",  # plotly's extension in Voila, where it cannot keep a picture of a chart in a file
)
OUR_EXTENSION = "lesson-workbench"  # in the address of our part of JupyterLab, whose errors are never harmless
PATIENCE = 60_000  # milliseconds; a machine three times as busy is no fault


@dataclass
class Watched:
    """What a browser did that it should not: requests that leave this computer, errors in its console."""

    outside: list[str] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)

    def watch(self, context: BrowserContext) -> None:
        """Note it for every page of the browser; a request to the outside is stopped."""

        def seen(route, request) -> None:
            if urlsplit(request.url).hostname in ("127.0.0.1", "localhost"):
                route.continue_()
            else:
                self.outside.append(request.url)
                route.abort()

        context.route(lambda url: urlsplit(url).scheme in ("http", "https", "ws", "wss"), seen)
        context.on("console", lambda message: self._log(message.type, f"{message.text} {message.location['url']}"))
        context.on("weberror", lambda error: self._log("error", str(error.error), error.error.stack or ""))

    def taken(self) -> tuple[list[str], list[str]]:
        """Requests to the outside and errors since the last time this was asked."""
        taken = (self.outside, self.errors)
        self.outside, self.errors = [], []
        return taken

    def _log(self, kind: str, text: str, stack: str = "") -> None:
        is_others = OUR_EXTENSION not in stack and any(fragment in text for fragment in HARMLESS)
        if kind == "error" and not is_others:
            self.errors.append(text)


class Notebook:
    """One notebook, open in one page of a browser."""

    def __init__(self, page: Page, name: str) -> None:
        self.page, self.name = page, name
        page.set_default_timeout(PATIENCE)

    @property
    def cells(self) -> Locator:
        """Its code cells."""
        return self.page.locator(".jp-Notebook:not(.lm-mod-hidden) .jp-CodeCell")

    def run(self, place: int) -> Locator:
        """Run a cell and wait until it is done; the cell."""
        cell = self.cells.nth(place)
        before = self._prompt(cell)
        self.begin(place)
        expect(cell.locator(".jp-InputPrompt").first).not_to_have_text(before, timeout=PATIENCE)
        expect(cell.locator(".jp-InputPrompt").first).not_to_have_text("[*]:", timeout=PATIENCE)
        return cell

    @property
    def blocks(self) -> BlockView:
        """The block list that it shows, in whatever cell."""
        return BlockView(self.page, self.page.locator(".jp-Notebook:not(.lm-mod-hidden)"))

    def begin(self, place: int) -> None:
        """Run a cell and wait for nothing."""
        self.cells.nth(place).locator(".cm-content").first.click()
        self.page.keyboard.press("Shift+Enter")

    def is_busy(self, place: int) -> bool:
        """Whether a cell still runs."""
        return self._prompt(self.cells.nth(place)) == "[*]:"

    def put(self, place: int, source: str) -> None:
        """Give a cell another source, and forget what it showed."""
        self.page.evaluate(
            "([place, source]) => { const cell = window.jupyterapp.shell.currentWidget.content.widgets[place];"
            " cell.model.sharedModel.setSource(source); cell.model.clearExecution(); cell.outputArea.model.clear(); }",
            [place, source],
        )

    def show_lesson(self, lesson_id: str, place: int = 0) -> BlockView:
        """Show a lesson's block list in a cell, and wait for its rows."""
        self.put(
            place,
            "from workbench import connect\nfrom workbench.widgets.block_list.panel import BlockList\n"
            f"pages = BlockList(connect().client, {lesson_id!r})\npages",
        )
        view = BlockView(self.page, self.run(place), lesson_id)
        view.rows.first.wait_for()
        return view

    def printed(self, place: int) -> str:
        """What running a cell printed."""
        return self.run(place).locator(".jp-OutputArea-output").first.inner_text().strip()

    def restart(self) -> None:
        """Restart the kernel, and wait until it is ready; nobody is asked."""
        self.page.evaluate(
            "async () => { const panel = window.jupyterapp.shell.currentWidget;"
            " await panel.sessionContext.session.kernel.restart();"
            " await panel.sessionContext.session.kernel.info; }"
        )

    def reload(self) -> None:
        """Save the file and load the page again, as somebody who left and comes back; the kernel continues."""
        self.save()
        self.page.reload()
        self.page.locator(".jp-Notebook .jp-CodeCell").first.wait_for(timeout=3 * PATIENCE)
        self.page.evaluate(READY)

    def save(self) -> None:
        """Save the file."""
        self.page.evaluate("async () => { await window.jupyterapp.shell.currentWidget.context.save(); }")

    def theme(self, name: str) -> None:
        """Change the theme, such as `JupyterLab Dark`, and wait until it holds."""
        self.page.evaluate("name => window.jupyterapp.commands.execute('apputils:change-theme', {theme: name})", name)
        self.page.wait_for_function("name => document.body.dataset.jpThemeName === name", arg=name)
        self.page.locator("#jupyterlab-splash").wait_for(state="detached")

    def close(self) -> None:
        """End its kernel and close its page."""
        self.page.evaluate("async () => { await window.jupyterapp.shell.currentWidget.sessionContext?.shutdown(); }")
        self.page.close()

    def _prompt(self, cell: Locator) -> str:
        return cell.locator(".jp-InputPrompt").first.inner_text()


class BlockView:
    """The block list on a page."""

    def __init__(self, page: Page, cell: Locator, lesson_id: str = "") -> None:
        self.page, self.cell, self.lesson_id = page, cell, lesson_id
        self.root = cell.locator(".wb-blocks")

    @property
    def rows(self) -> Locator:
        """The rows that are there just now, in order."""
        return self.root.locator(".bl-row")

    def row(self, words: str) -> Locator:
        """The row with these words."""
        return self.rows.filter(has_text=words)

    def words(self) -> list[str]:
        """The words of each row, in order."""
        return self.root.locator(".bl-words").all_inner_texts()

    def button(self, name: str) -> Locator:
        """A button by its name."""
        return self.root.get_by_role("button", name=name, exact=True)

    def drag(self, words: str, onto: str) -> None:
        """Drag a row by mouse and let it go right below another; again where the list moved under the pointer."""
        for _ in range(TRIES):
            self.hold(words, onto)
            self.page.mouse.up()
            if self.is_below(words, onto):
                return
        raise AssertionError(f"{words!r} was dragged {TRIES} times and is not below {onto!r}: {self.words()}")

    def hold(self, words: str, onto: str) -> None:
        """Drag a row by mouse until the line is right below another, and keep the button pressed.

        What comes late above the list moves its rows under the pointer: it is aimed again, and pressed again where
        another row was met.
        """
        for _ in range(TRIES):
            self.row(words).hover()
            self.page.mouse.down()
            for _ in range(TRIES):
                box = self.row(onto).bounding_box()
                assert box is not None
                for share in (0.3, 0.8):
                    self.page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] * share, steps=4)
                if self.row(words).evaluate(IS_LIFTED) and self.row(onto).evaluate(IS_AIMED_AT):
                    return
            self.press("Escape")
            self.page.mouse.up()
        raise AssertionError(f"{words!r} could not be held below {onto!r}; the rows are {self.words()}")

    def is_below(self, words: str, onto: str) -> bool:
        """Whether a row is right below another."""
        rows = self.rows.all_inner_texts()
        above = next(index for index, text in enumerate(rows) if onto in text)
        return above + 1 < len(rows) and words in rows[above + 1]

    def press(self, *keys: str) -> None:
        """Press keys, one by one."""
        for key in keys:
            self.page.keyboard.press(key)

    def block(self, words: str) -> Locator:
        """The block with these words, as the page shows it."""
        return self.root.locator(".bl-block").filter(has_text=words)

    def field(self, name: str) -> Locator:
        """A field of the block that is written, by its label."""
        return self.root.locator(".bl-page, .bl-document-bar").get_by_label(name, exact=True)

    def says(self, words: str) -> None:
        """Wait until a screen reader is told this."""
        expect(self.root.locator("[aria-live]")).to_have_text(words)

    def stands(self, state: str) -> None:
        """Wait until the lesson stands so towards the service: `saved`, `unsaved`, `away` or `dispute`."""
        expect(self.root.locator(".bl-standing")).to_have_attribute("data-state", state, timeout=PATIENCE)

    def is_saved(self) -> None:
        """Wait until everything is saved."""
        self.stands("saved")

    def shows(self, words: Sequence[str]) -> None:
        """Wait until the rows have these words, in this order."""
        expect(self.root.locator(".bl-words")).to_have_text(list(words), timeout=PATIENCE)

    def stores_text(self, texts: Sequence[str], writing: Writing) -> None:
        """Wait until the service has these Markdown texts, and the panel says that everything is saved."""
        expect(self.root.locator(".bl-block")).to_have_count(len(texts))
        wait_until(lambda: writing.texts(self.lesson_id) == list(texts), lambda: str(writing.texts(self.lesson_id)))
        self.is_saved()

    def stores(self, texts: Sequence[str], writing: Writing) -> None:
        """Wait until the rows have these texts and are saved, and compare with what the service has."""
        self.shows(texts)
        self.is_saved()
        assert writing.texts(self.lesson_id) == list(texts)


def wait_until(holds: Callable[[], bool], otherwise: Callable[[], str]) -> None:
    """Wait until something holds that no page shows; what is there instead, if it never does."""
    deadline = time.monotonic() + PATIENCE / 1000
    while not holds():
        assert time.monotonic() < deadline, otherwise()
        time.sleep(0.1)


def enter(button: Locator) -> None:
    """Press a button by the keyboard once it can be pressed: at work, a panel switches its buttons off."""
    expect(button).to_be_enabled()
    button.press("Enter")


def go(app: Locator, section: str, tab: str = "") -> None:
    """Show a section of the page, and of a section with tabs one of them, as a person does."""
    sections = app.get_by_role("navigation", name="Sections")
    menu = sections.get_by_role("button")
    if menu.is_visible():
        menu.click()
    sections.get_by_title(section, exact=True).click()
    expect(sections.locator("[aria-current=page]")).to_have_text(section)
    if tab:
        app.get_by_role("tab", name=tab, exact=True).click()


def tile(page: Page, label: str) -> Locator:
    """A tile of JupyterLab's launcher."""
    return page.locator(".jp-LauncherCard:visible").filter(has_text=label)


def violations(page: Page, axe: Path, place: str, *, also: Sequence[str] = ()) -> list[str]:
    """What the rules of accessibility find below a selector: rule and element, a line each.

    `also` are rules that axe leaves out unless they are requested, such as `target-size` of WCAG 2.2.
    """
    page.add_script_tag(path=axe)
    rules = {rule: {"enabled": True} for rule in also}
    run = "async ([place, rules]) => (await axe.run(place, { rules })).violations"
    found = page.evaluate(run, [place, rules])
    return [f"{violation['id']}: {node['html'][:200]}" for violation in found for node in violation["nodes"]]


def opened(context: BrowserContext, lab: Lab, name: str) -> Notebook:
    """The notebook, open in JupyterLab, its kernel ready."""
    page = context.new_page()
    page.goto(lab.new_workspace(f"/tree/{name}"))
    page.locator(".jp-Notebook .jp-CodeCell").first.wait_for(timeout=3 * PATIENCE)
    page.evaluate(READY)
    return Notebook(page, name)


class SharedNotebook:
    """A notebook of three cells that stays open for one file of tests after the other."""

    SOURCES = ("'one'", "'two'", "'three'")

    def __init__(self, context: BrowserContext, lab: Lab) -> None:
        self.context, self.lab = context, lab
        self.notebook: Notebook | None = None
        self._failed = 0

    def as_at_first(self, failed: int) -> Notebook:
        """Its own cells and a kernel that ran nothing; another notebook after a test that failed, of so many."""
        if self.notebook is None or failed > self._failed or not self._has_its_cells():
            self.close()
            name = self.lab.write(f"scratch-{uuid4()}.ipynb", self.SOURCES)
            self.notebook, self._failed = opened(self.context, self.lab, name), failed
            return self.notebook
        self.notebook.page.bring_to_front()
        for index, source in enumerate(self.SOURCES):
            self.notebook.put(index, source)
        self.notebook.restart()
        self.notebook.page.evaluate("() => localStorage.clear()")
        return self.notebook

    def close(self) -> None:
        """End what there is."""
        if self.notebook is not None:
            self.notebook.close()
        self.notebook = None

    def _has_its_cells(self) -> bool:
        assert self.notebook is not None
        has_them: bool = self.notebook.page.evaluate(
            "([name, cells]) => { const { currentWidget } = window.jupyterapp.shell;"
            " return currentWidget.context?.path === name && currentWidget.content.widgets.length === cells"
            " && !document.querySelector('.jp-Dialog'); }",
            [self.notebook.name, len(self.SOURCES)],
        )
        return has_them
