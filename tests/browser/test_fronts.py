"""What holds in every front end and on every kernel: here in Notebook 7, with `make matrix` in all of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.fronts import Place, Shown, shown_in
from tests.browser.lab import Lab
from tests.browser.lessons import Writing
from tests.browser.page_objects import PATIENCE, Notebook, Watched, violations
from tests.needs import needs
from tests.own_service import process
from workbench.client.sync import Client
from workbench.embedded import life
from workbench.embedded.host import DATABASE
from workbench.embedded.record import EmbeddedService
from workbench.procedures.organization import get_dashboard_recent_items, get_last_selected_organization_id
from workbench.service.administration.admin import LOCAL_ORGANIZATION

pytestmark = [needs("chromium"), pytest.mark.slow]

OWN = [Place("notebook")]
SECOND = "Second organization"
SLEEP = "import time\ntime.sleep(4)"


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Each test in each place; those about cells only where there are any."""
    if "shown" in metafunc.fixturenames:
        places = metafunc.config.getoption("places", default=None) or OWN
        wanted = [place for place in places if place.has_cells or "cells" not in metafunc.fixturenames]
        metafunc.parametrize("shown", wanted, ids=str, indirect=True, scope="module")


@pytest.fixture(scope="module")
def two_organizations(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[EmbeddedService, Path]]:
    """A service of these tests' own with its folder; its owner is in two organizations."""
    folder = tmp_path_factory.mktemp("fronts") / "workbench"
    with pytest.MonkeyPatch.context() as patched:
        patched.setenv("WORKBENCH_HOME", str(folder))
        running = life.start()
        words = ["--organization", SECOND, "--credits", "50", "--database", f"sqlite:///{folder / DATABASE}"]
        assert process("admin", "add-person", "owner@localhost", *words).returncode == 0
    yield running, folder
    with pytest.MonkeyPatch.context() as patched:
        patched.setenv("WORKBENCH_HOME", str(folder))
        life.stop(now=True)


@pytest.fixture(scope="module")
def shown(
    request: pytest.FixtureRequest,
    browser: Browser,
    lab: Lab,
    watched_by_all: Watched,
    two_organizations: tuple[EmbeddedService, Path],
) -> Iterator[Shown]:
    """The place that shows the panels."""
    with browser.new_context(viewport={"width": 1360, "height": 900}) as context:
        watched_by_all.watch(context)
        with shown_in(request.param, context, lab, two_organizations[1]) as ready:
            yield ready


@pytest.fixture
def cells(shown: Shown) -> Notebook:
    """Its open notebook; without it, a test is for pages without cells too."""
    return shown.cells


@pytest.fixture
def writing(two_organizations: tuple[EmbeddedService, Path], watched: Watched) -> Iterator[Writing]:
    """Lessons in that service, made and read back next to the browser; what goes wrong in it fails the test."""
    running = two_organizations[0]
    with Client(running.base_url, running.token) as client:
        yield Writing(client)


def test_an_organization_is_picked(shown: Shown, writing: Writing) -> None:
    """By a click; the service knows it, and the way back is the same."""
    first = writing.client.call(get_last_selected_organization_id()).organization_id
    picker = shown.panel("wb.widgets.org_picker()")

    picker.get_by_role("option", name=SECOND).click()
    expect(picker.get_by_text(f"Switched to {SECOND}.")).to_be_visible(timeout=PATIENCE)
    second = writing.client.call(get_last_selected_organization_id()).organization_id
    picker.get_by_role("option", name=LOCAL_ORGANIZATION).click()
    expect(picker.get_by_text(f"Switched to {LOCAL_ORGANIZATION}.")).to_be_visible(timeout=PATIENCE)

    assert second != first
    assert writing.client.call(get_last_selected_organization_id()).organization_id == first


def test_a_lesson_is_made(shown: Shown, writing: Writing) -> None:
    """From a typed topic; it is in the service once."""
    topic = f"Lighthouses, seen from {shown.place}"
    form = shown.panel("wb.widgets.starter_form()")

    form.get_by_label("Topic").fill(topic)
    form.get_by_role("button", name="Create lesson (1 practice credit)").click()
    expect(form.get_by_role("button", name="Share")).to_be_visible(timeout=PATIENCE)

    recent = writing.client.call(get_dashboard_recent_items()).recent_items
    assert [item.item_type for item in recent if item.title == topic].count("lesson") == 1


def test_pages_are_moved_by_mouse_and_by_keys(shown: Shown, writing: Writing) -> None:
    """The service has the order."""
    pages = shown.pages(writing.of_texts("one", "two", "three", "four"))

    pages.drag("one", "three")
    pages.shows(["two", "three", "one", "four"])
    pages.is_saved()
    pages.row("four").click()
    pages.press("Alt+Home")
    pages.shows(["four", "two", "three", "one"])
    pages.is_saved()

    assert writing.texts(pages.lesson_id) == ["four", "two", "three", "one"]


def test_an_edit_is_undone(shown: Shown, writing: Writing) -> None:
    """Written, saved, and taken back by keys."""
    pages = shown.pages(writing.of_texts("one", "two"))
    pages.row("two").click()

    pages.press("Enter")
    pages.field("Text (Markdown)").fill("Now **bold**")
    pages.press("Control+Enter")
    pages.shows(["one", "Now bold"])
    pages.is_saved()
    written = writing.texts(pages.lesson_id)
    pages.press("Control+z")
    pages.shows(["one", "two"])
    pages.is_saved()

    assert written == ["one", "Now **bold**"]
    assert writing.texts(pages.lesson_id) == ["one", "two"]


def test_what_is_refused_is_said_in_the_panel(shown: Shown, lab: Lab, writing: Writing) -> None:
    """Whichever thread it happened in."""
    sharing = shown.panel(f"wb.widgets.sharing({'0' * 25!r})")

    expect(sharing.get_by_role("alert")).to_contain_text("Not found, or you don’t have access")
    assert "Sharing" in lab.expected_failures()


def test_a_busy_cell_does_not_stop_the_hands(
    shown: Shown, cells: Notebook, writing: Writing, record_property: Callable[[str, object], None]
) -> None:
    """A move is shown immediately, and stored when the kernel hears it: when the cell ends, at the latest."""
    pages = shown.pages(writing.of_texts("one", "two", "three"))
    cells.put(1, SLEEP)
    cells.begin(1)
    pages.row("one").click()

    pages.press("Alt+End")
    pages.shows(["two", "three", "one"])
    pages.is_saved()
    record_property("heard", "at once" if cells.is_busy(1) else "when the cell ended")

    assert writing.texts(pages.lesson_id) == ["two", "three", "one"]


def test_a_busy_cell_does_not_leave_a_click_unanswered(shown: Shown, cells: Notebook, writing: Writing) -> None:
    """It is done immediately, or the panel says what it waits for; then it is done."""
    picker = shown.panel("wb.widgets.org_picker()")
    done, waits = picker.get_by_text("Switched to"), picker.get_by_text("a cell may be running")
    cells.put(1, SLEEP)
    cells.begin(1)

    picker.get_by_role("option", name=SECOND).click()
    expect(done.or_(waits).first).to_be_visible(timeout=2_500)
    expect(done).to_be_visible(timeout=PATIENCE)
    picker.get_by_role("option", name=LOCAL_ORGANIZATION).click()

    expect(picker.get_by_text(f"Switched to {LOCAL_ORGANIZATION}.")).to_be_visible(timeout=PATIENCE)
    expect(waits).to_be_hidden()


def test_after_a_restart_the_cells_run_again(shown: Shown, cells: Notebook, writing: Writing) -> None:
    """The kernel has forgotten everything; the next move is stored."""
    lesson_id = writing.of_texts("one", "two", "three")
    shown.pages(lesson_id)

    cells.restart()
    pages = shown.pages(lesson_id)
    pages.row("one").click()
    pages.press("Alt+End")

    pages.is_saved()
    assert writing.texts(lesson_id) == ["two", "three", "one"]


@needs("npm")
def test_it_can_be_used_by_everybody(shown: Shown, writing: Writing, axe: Path) -> None:
    """The rules of accessibility find nothing in the whole page of panels."""
    app = shown.panel("wb.widgets.app()")

    assert violations(app.page, axe, ".wb-panel") == []
