"""What breaks off in the middle: the kernel, the service, a cell that keeps the kernel busy."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.lab import Lab
from tests.browser.lessons import Writing
from tests.browser.page_objects import PATIENCE, BlockView, Notebook, go
from tests.needs import needs
from workbench.embedded import life
from workbench.embedded.record import EmbeddedService
from workbench.procedures.course import get_course_sharing_info
from workbench.procedures.organization import get_user_data

pytestmark = needs("chromium")

LessonOf = Callable[..., BlockView]


@pytest.fixture
def panel_of(notebook: Notebook) -> Callable[[str], Locator]:
    """Show a panel of the connected workbench in the notebook."""

    def shown(source: str) -> Locator:
        notebook.put(0, f"from workbench import connect\nwb = connect()\nwb.widgets.{source}")
        panel = notebook.run(0).locator(".wb-panel").first
        expect(panel).to_have_attribute("aria-busy", "false", timeout=PATIENCE)
        return panel

    return shown


@pytest.fixture
def interrupted(
    lab: Lab, own_service: EmbeddedService, shared_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Callable[[Locator, Callable[[], None]], None]]:
    """Do something in a panel while the service is away, see that the panel says so, and start the service again."""
    monkeypatch.setenv("WORKBENCH_HOME", str(shared_folder))

    def away(panel: Locator, deed: Callable[[], None]) -> None:
        life.stop(now=True)
        deed()
        expect(panel.get_by_role("alert")).to_contain_text("is not responding", timeout=2 * PATIENCE)
        expect(panel).to_have_attribute("aria-busy", "false")
        assert lab.expected_failures()
        life.start()

    yield away
    life.start()


@pytest.mark.slow
def test_after_a_restart_of_the_kernel_the_cell_runs_again(
    lesson_of: LessonOf, notebook: Notebook, writing: Writing
) -> None:
    """What was done before is there, and the next move is stored."""
    pages = lesson_of("one", "two", "three")
    pages.row("one").click()
    pages.press("Alt+End")
    pages.is_saved()

    notebook.restart()
    again = notebook.show_lesson(pages.lesson_id)
    again.shows(["two", "three", "one"])
    again.row("one").click()
    again.press("Alt+Home")

    again.stores(["one", "two", "three"], writing)


def test_a_list_whose_kernel_is_gone_says_so(lesson_of: LessonOf, notebook: Notebook) -> None:
    """The gesture is shown, and after a while what to do."""
    pages = lesson_of("one", "two")
    notebook.restart()
    pages.row("one").click()
    pages.press("Alt+ArrowDown")

    expect(pages.root.locator(".bl-quiet")).to_contain_text("run the cell again")


def test_a_busy_cell_does_not_stop_the_hands(lesson_of: LessonOf, notebook: Notebook, writing: Writing) -> None:
    """What is done while a cell runs is shown immediately and stored when the kernel hears it."""
    pages = lesson_of("one", "two", "three")
    notebook.put(1, "import time\ntime.sleep(4)")
    notebook.begin(1)
    pages.row("one").click()

    pages.press("Alt+ArrowDown")
    pages.press("Alt+ArrowDown")
    pages.shows(["two", "three", "one"])

    pages.is_saved()
    assert writing.texts(pages.lesson_id) == ["two", "three", "one"]


def test_a_service_that_stops_and_starts_again_loses_nothing(
    lesson_of: LessonOf, lab: Lab, shared_folder: Path, writing: Writing, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What was done in the meantime waits, is seen to wait, and is stored by itself when the service answers again."""
    monkeypatch.setenv("WORKBENCH_HOME", str(shared_folder))
    pages = lesson_of("one", "two", "three")
    life.stop(now=True)
    pages.row("three").click()
    pages.press("Alt+Home")

    pages.stands("unsaved")
    expect(pages.root.locator(".bl-standing")).to_contain_text("1 change is not saved yet")
    assert lab.expected_failures().count("Blocks of a lesson:") == 1
    pages.shows(["three", "one", "two"])
    life.start()

    pages.is_saved()
    assert writing.texts(pages.lesson_id) == ["three", "one", "two"]


def test_the_service_stops_between_two_keys(
    lesson_of: LessonOf, lab: Lab, shared_folder: Path, writing: Writing, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is typed is kept and shown as not saved; it is sent by itself when the service is back."""
    monkeypatch.setenv("WORKBENCH_HOME", str(shared_folder))
    pages = lesson_of("one", "two")
    pages.block("two").click()
    field = pages.field("Text (Markdown)")
    field.press("End")
    pages.page.keyboard.type(" and")
    life.stop(now=True)
    pages.page.keyboard.type(" more")

    pages.stands("unsaved")
    expect(pages.root.locator(".bl-standing")).to_contain_text("not saved yet")
    pages.page.keyboard.type(" still")
    assert lab.expected_failures()
    life.start()

    pages.stores_text(["one", "two and more still"], writing)
    expect(field).to_be_focused()
    lab.forgotten_failures()  # there may be another one for each pause in which it was away


@pytest.mark.slow
def test_a_lesson_that_could_not_be_made_is_made_later_and_paid_once(
    panel_of: Callable[[str], Locator], interrupted: Callable[..., None], writing: Writing
) -> None:
    """The form says that nothing was done and keeps what was typed; the same button makes it."""
    form = panel_of("starter_form()")
    form.get_by_label("Topic").fill("How harbours are dredged")
    before = writing.client.call(get_user_data()).ai_credit_balance
    create = form.get_by_role("button", name="Create lesson (1 practice credit)")

    interrupted(form, create.click)
    expect(form.get_by_label("Topic")).to_have_value("How harbours are dredged")
    create.click()

    expect(form.get_by_text("Created “How harbours are dredged”.")).to_be_visible(timeout=PATIENCE)
    expect(form.get_by_role("alert")).to_be_hidden()
    assert writing.client.call(get_user_data()).ai_credit_balance == (before or 0) - 1


@pytest.mark.slow
def test_a_course_that_could_not_be_shared_is_shared_later(
    panel_of: Callable[[str], Locator], interrupted: Callable[..., None], writing: Writing
) -> None:
    """Until then it is private, and the panel shows nothing else."""
    course_id = writing.read(writing.of_texts("one")).course_id
    sharing = panel_of(f"sharing({course_id!r})")

    def make_public() -> None:
        sharing.get_by_role("button", name="Make public…").click()
        sharing.get_by_role("button", name="Make it public").click()

    interrupted(sharing, make_public)
    expect(sharing.get_by_role("img", name="QR code of the link")).to_be_hidden()
    make_public()

    expect(sharing.get_by_role("img", name="QR code of the link")).to_be_visible()
    assert writing.client.call(get_course_sharing_info(course_id=course_id)).is_public


@pytest.mark.slow
def test_a_page_of_panels_goes_on_when_the_service_answers_again(
    panel_of: Callable[[str], Locator], interrupted: Callable[..., None]
) -> None:
    """A section opened meanwhile says why it is empty; the organizations stay listed; then everything is there."""
    app = panel_of("app()")
    go(app, "Settings", "Organizations")
    listed = app.get_by_role("listbox", name="Organizations").get_by_role("option")
    expect(listed.first).to_be_visible()

    interrupted(app, app.get_by_role("button", name="Refresh Organization").click)
    expect(listed.first).to_be_visible()
    go(app, "Settings", "Credits")

    expect(app.get_by_text("credits left", exact=True)).to_be_visible()
