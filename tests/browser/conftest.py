"""A real JupyterLab, a real service and this machine's Chromium. A test fails on anything that leaves this computer,
on an error in the browser's console, and on a failure that a panel logged and the test did not expect.

One worker runs all files, at one JupyterLab and in one browser; both end with the last file, since the browser's driver
holds the thread's event loop. One notebook stays open; each file finds it as it was at first, with a kernel that ran
nothing. A test that needs another one, or another browser, opens it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from uuid import uuid4

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from tests.browser.fronts import Place
from tests.browser.lab import Lab, running_lab
from tests.browser.learner_course import LESSONS, served_course
from tests.browser.lessons import Content, Writing
from tests.browser.page_objects import FLAGS, PATIENCE, BlockView, Notebook, SharedNotebook, Watched, opened
from tests.needs import require
from tests.node_packages import installed
from workbench.authoring.content import CONTENT_MODELS
from workbench.client.sync import Client
from workbench.embedded.record import EmbeddedService, local_service

HERE = Path(__file__).parent

expect.set_options(timeout=PATIENCE)  # Playwright's own five seconds are too few on a busy machine


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add `--place`, for tests that hold in more than one."""
    parser.addoption("--place", dest="places", action="append", type=Place.parse, help="FRONT-KERNEL=PYTHON")


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """This machine's own Chromium."""
    with sync_playwright() as playwright:
        launched = playwright.chromium.launch(executable_path=require("chromium"), args=FLAGS)
        yield launched
        launched.close()


@pytest.fixture(scope="package")
def own_organization() -> None:
    """Notebooks of all files share a JupyterLab, whose panels still ask about what earlier files made: one for all."""


@pytest.fixture(scope="package")
def lab(shared_folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Lab]:
    """One JupyterLab for all tests; its kernels find the shared service."""
    with running_lab(tmp_path_factory.mktemp("lab"), shared_folder) as running:
        yield running


@pytest.fixture(scope="package")
def watched_by_all() -> Watched:
    """What the browser did that it should not, whichever test it was."""
    return Watched()


@pytest.fixture
def watched(lab: Lab, watched_by_all: Watched) -> Iterator[Watched]:
    """What the browser and the panels do wrong during the test; one that expects some of it takes it out."""
    yield watched_by_all
    assert watched_by_all.taken() == ([], [])
    assert lab.forgotten_failures() == ""


@pytest.fixture(scope="package")
def context(browser: Browser, watched_by_all: Watched) -> Iterator[BrowserContext]:
    """A fresh profile of the browser, watched."""
    with browser.new_context(viewport={"width": 1360, "height": 900}) as made:
        watched_by_all.watch(made)
        yield made


@pytest.fixture
def open_notebook(context: BrowserContext, lab: Lab, watched: Watched) -> Iterator[Callable[..., Notebook]]:
    """Write a notebook of the given cells and open it in a page of its own, for one test."""
    made: list[Notebook] = []

    def open_one(*cells: str) -> Notebook:
        notebook = opened(context, lab, lab.write(f"notebook-{uuid4()}.ipynb", cells))
        if not made:  # what another test typed and left is not offered in this one
            notebook.page.evaluate("() => localStorage.clear()")
        made.append(notebook)
        return notebook

    yield open_one
    for opened_notebook in made:
        opened_notebook.close()


@pytest.fixture
def folder(lab: Lab) -> str:
    """A new folder of JupyterLab's, whose name has to be written otherwise in an address."""
    name = f"50 % done {uuid4()}"
    (lab.folder / name).mkdir()
    return name


@pytest.fixture
def launcher(context: BrowserContext, lab: Lab, folder: str, watched: Watched) -> Iterator[Page]:
    """JupyterLab in that folder, with the launcher in front."""
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    page.goto(lab.new_workspace(), timeout=3 * PATIENCE)
    page.wait_for_function("window.jupyterapp?.shell.currentWidget")
    page.evaluate("path => window.jupyterapp.commands.execute('filebrowser:go-to-path', {path})", folder)
    page.evaluate("async cwd => { await window.jupyterapp.commands.execute('launcher:create', {cwd}); }", folder)
    yield page
    page.close()


@pytest.fixture(scope="package")
def shared_notebook(context: BrowserContext, lab: Lab) -> Iterator[SharedNotebook]:
    """The notebook that stays open."""
    made = SharedNotebook(context, lab)
    yield made
    made.close()


@pytest.fixture(scope="module")
def scratch(shared_notebook: SharedNotebook, request: pytest.FixtureRequest) -> Notebook:
    """The same for a file: three cells, whose source a test sets, and a kernel that ran nothing."""
    return shared_notebook.as_at_first(request.session.testsfailed)


@pytest.fixture
def notebook(scratch: Notebook, watched: Watched) -> Notebook:
    """The same, watched, and in front."""
    scratch.page.bring_to_front()
    return scratch


@pytest.fixture
def writing(own_service: EmbeddedService, shared_folder: Path) -> Iterator[Writing]:
    """Lessons in the service, made and read back next to the browser; it is found again when it was started again."""
    found = local_service(shared_folder, own_service)
    with Client(own_service.base_url, own_service.token, local=found) as client:
        yield Writing(client)


@pytest.fixture
def lesson_of(notebook: Notebook, writing: Writing) -> Callable[..., BlockView]:
    """Make a lesson of the given blocks, or texts, and show its block list in the notebook."""

    def made(*contents: Content | str, language: str = "EN") -> BlockView:
        blocks = [("text", {"markdown": content}) if isinstance(content, str) else content for content in contents]
        return notebook.show_lesson(writing.lesson(*blocks, language=language))

    return made


@pytest.fixture(scope="package")
def course(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a public course of three lessons that together have every type of block, the last in Arabic."""
    assert {kind for _, _, blocks in LESSONS for kind, _ in blocks} > set(CONTENT_MODELS)
    with served_course(tmp_path_factory.mktemp("learner")) as address:
        yield address


@pytest.fixture(scope="session")
def axe() -> Path:
    """The script with the rules of accessibility, installed once next to the tests."""
    return installed(HERE) / "axe-core" / "axe.min.js"
