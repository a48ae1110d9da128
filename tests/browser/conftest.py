"""A real JupyterLab, a real service and this machine's Chromium. A test fails on anything that leaves this computer,
on an error in the browser's console, and on a failure that a panel logged and the test did not expect.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, sync_playwright

from tests.browser.desk import FLAGS, Notebook, Watched, opened
from tests.browser.lab import Lab, running_lab
from tests.browser.lessons import Writing
from tests.needs import find
from tests.own_service import own_service as own_service
from tests.own_service import shared_folder as shared_folder
from workbench.client.sync import Client
from workbench.embedded.record import Running


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """This machine's own Chromium."""
    with sync_playwright() as playwright:
        launched = playwright.chromium.launch(executable_path=find("chromium"), args=FLAGS)
        yield launched
        launched.close()


@pytest.fixture(scope="session")
def lab(shared_folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Lab]:
    """One JupyterLab for all tests; its kernels find the shared service."""
    with running_lab(tmp_path_factory.mktemp("lab"), shared_folder) as running:
        yield running


@pytest.fixture
def watched(lab: Lab) -> Iterator[Watched]:
    """What the browser and the panels did that they should not; a test that expects some of it takes it out."""
    lab.forgotten_failures()
    noted = Watched()
    yield noted
    assert noted.outside == []
    assert noted.errors == []
    assert lab.forgotten_failures() == ""


@pytest.fixture
def context(browser: Browser, watched: Watched) -> Iterator[BrowserContext]:
    """A fresh profile of the browser, watched."""
    with browser.new_context(viewport={"width": 1360, "height": 900}) as made:
        watched.watch(made)
        yield made


@pytest.fixture
def open_notebook(context: BrowserContext, lab: Lab) -> Callable[..., Notebook]:
    """Write a notebook of the given cells and open it."""
    written: list[str] = []

    def open_one(*cells: str) -> Notebook:
        written.append(lab.write(f"notebook-{id(context)}-{len(written)}.ipynb", cells))
        return opened(context, lab, written[-1])

    return open_one


@pytest.fixture
def writing(own_service: Running) -> Iterator[Writing]:
    """Lessons in the service, made and read back beside the browser."""
    with Client(own_service.base_url, own_service.token) as client:
        yield Writing(client)
