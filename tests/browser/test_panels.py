"""The panels in a real JupyterLab: what a person does in them is what the service has. The whole way: test_journey."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.lab import Lab
from tests.browser.lessons import Writing
from tests.browser.page_objects import PATIENCE, Notebook, enter, go, violations
from tests.needs import needs
from tests.slow import first_in_gate
from workbench.embedded.record import EmbeddedService
from workbench.procedures.course import get_course_sharing_info
from workbench.procedures.lesson import get_lesson
from workbench.widgets.app.sections import all_pages

pytestmark = needs("chromium")

Open = Callable[..., Notebook]
SAVE_WIDGETS = """async () => { const commands = window.jupyterapp.commands;
  await commands.execute("@jupyter-widgets/jupyterlab-manager:saveWidgetState"); }"""  # on, and off again
CONNECT = "from workbench import connect\nwb = connect()\n"

SLOW_LIST = """import time
from workbench.widgets.kit.rows import Row, Rows
things = Rows("Things")
things.fill([Row("a", "A"), Row("b", "B")])
def handle(change):
    time.sleep(1)
    handled.append(change.new[0])
    things.status = "handled: " + ", ".join(handled)
handled = []
things.observe(handle, "chosen")
things"""


AT_ONCE = "() => { const after = AbortSignal.timeout.bind(AbortSignal); AbortSignal.timeout = () => after(0); }"
"""What anywidget waits for two seconds is given up at once."""


def panel(notebook: Notebook, place: int = 0) -> Locator:
    """The panel that a cell shows, after it was looked at."""
    root = notebook.run(place).locator(".wb-panel").first
    expect(root).to_have_attribute("aria-busy", "false", timeout=PATIENCE)
    return root


@pytest.mark.slow
def test_a_keystroke_on_a_button_is_no_command_of_the_notebook(open_notebook: Open) -> None:
    """`d d` would delete the cell."""
    notebook = open_notebook(CONNECT + "wb.widgets.credits()", "1")
    panel(notebook).get_by_role("button", name="Refresh AI credits").focus()

    notebook.page.keyboard.press("d")
    notebook.page.keyboard.press("d")

    expect(notebook.cells).to_have_count(2)


@pytest.mark.slow
def test_what_is_typed_is_not_in_the_saved_file(open_notebook: Open) -> None:
    """It is there for the panel, and nowhere else."""
    notebook = open_notebook(
        CONNECT + "form = wb.widgets.starter_form()\nform", "print(form.topic.value)", "print('kept', 'so far')"
    )
    panel(notebook).get_by_label("Topic").fill("A canary in the topic")
    expect(notebook.page.get_by_role("button", name="Create lesson (1 practice credit)")).to_be_enabled()

    notebook.save()

    saved = notebook.page.evaluate("() => JSON.stringify(window.jupyterapp.shell.currentWidget.context.model.toJSON())")
    assert "canary" not in saved
    assert notebook.printed(1) == "A canary in the topic"


@pytest.mark.slow
def test_saved_widgets_hold_nothing_that_was_typed(open_notebook: Open, lab: Lab, own_service: EmbeddedService) -> None:
    """Also for a person who has their notebooks saved with the state of all widgets."""
    notebook = open_notebook(CONNECT + "app = wb.widgets.app()\napp")
    app = panel(notebook)
    go(app, "Create", "From topics")
    app.get_by_label("Topic").fill("A canary in the topic")
    expect(app.get_by_role("button", name="Create lesson (1 practice credit)")).to_be_enabled()

    notebook.page.evaluate(SAVE_WIDGETS)
    notebook.save()
    saved = lab.saved(notebook.name)
    notebook.page.evaluate(SAVE_WIDGETS)

    assert "application/vnd.jupyter.widget-state+json" in saved
    assert "canary" not in saved
    assert own_service.token.reveal() not in saved


@pytest.mark.slow
def test_a_list_is_gone_through_by_keyboard(open_notebook: Open, writing: Writing) -> None:
    """Down, Space, Enter: chosen and opened, without a mouse."""
    lesson_id = writing.of_texts("one", "two")
    notebook = open_notebook(CONNECT + "found = wb.widgets.browser()\nfound", "print(found.value, found.opened)")
    listed = panel(notebook).get_by_role("listbox", name="Lessons and courses")
    listed.focus()
    notebook.page.keyboard.press("Home")
    notebook.page.keyboard.press("Space")
    notebook.page.keyboard.press("Enter")
    expect(notebook.blocks.rows).to_have_count(2)

    assert notebook.printed(1) == f"['{lesson_id}'] {lesson_id}"


@pytest.mark.slow
@needs("npm")
@pytest.mark.parametrize("theme", ["JupyterLab Light", "JupyterLab Dark"])
def test_how_a_lesson_is_written_is_said_by_keys(notebook: Notebook, axe: Path, theme: str) -> None:
    """The fields are reached from their button, and are no obstacle while it is closed."""
    notebook.theme(theme)
    notebook.put(0, CONNECT + "form = wb.widgets.starter_form()\nform")
    form, keys = panel(notebook), notebook.page.keyboard
    more = form.get_by_role("button", name="Audience, tone, length")
    expect(form.get_by_label("Audience")).to_be_hidden()
    more.focus()
    keys.press("Enter")
    expect(form.get_by_label("Audience")).to_be_visible()
    keys.press("Tab")
    expect(form.get_by_label("Audience")).to_be_focused()
    keys.type("new nurses")
    keys.press("Tab")
    keys.type("friendly")
    found = violations(notebook.page, axe, ".wb-panel")
    notebook.put(1, "print(form.options.cells)")
    printed = notebook.printed(1)
    notebook.theme("JupyterLab Light")

    assert (printed, found) == ("{'audience': 'new nurses', 'tone': 'friendly'}", [])


@pytest.mark.slow
@needs("npm")
@pytest.mark.parametrize("theme", ["JupyterLab Light", "JupyterLab Dark"])
def test_a_term_of_the_glossary_is_changed_by_keys(notebook: Notebook, axe: Path, theme: str) -> None:
    """Chosen in the list, changed in its fields, removed after a question."""
    notebook.theme(theme)
    rows = "[{'term': 'ett', 'use': 'avoid', 'instead': 'en'}]"
    notebook.put(0, f"{CONNECT}wb.glossary.set({rows}, language='SV', overwrite=True)\nwb.widgets.admin()")
    admin, keys = panel(notebook), notebook.page.keyboard
    enter(admin.get_by_role("tab", name="Glossary"))
    listed = admin.get_by_role("listbox", name="Terms")
    listed.get_by_role("option").first.wait_for()
    listed.focus()
    keys.press("End")
    keys.press("Space")
    expect(admin.get_by_label("Use instead")).to_have_value("en")
    admin.get_by_label("Use instead").fill("en enda")
    found = violations(notebook.page, axe, ".wb-panel")
    enter(admin.get_by_role("button", name="Save term"))
    expect(listed).to_contain_text("en enda")
    found += violations(notebook.page, axe, ".wb-panel")
    notebook.put(1, "print(wb.glossary.list('SV')['instead'].tolist(), wb.glossary.clear('SV'))")
    printed = notebook.printed(1)
    notebook.theme("JupyterLab Light")

    assert (printed, found) == ("['en enda'] 1", [])


def test_a_lesson_is_made_and_opened_by_keys_alone(open_notebook: Open) -> None:
    """From the sections into the form, Ctrl and Enter; then on to its blocks."""
    notebook = open_notebook(CONNECT + "app = wb.widgets.app()\napp")
    app, keys = panel(notebook), notebook.page.keyboard
    sections = app.get_by_role("navigation", name="Sections")
    sections.get_by_role("link", name="Home").focus()
    keys.press("ArrowDown")
    keys.press("ArrowDown")
    expect(sections.get_by_role("link", name="Create")).to_be_focused()
    keys.press("Enter")
    create = app.get_by_role("button", name="Create lesson (1 practice credit)")
    expect(create).to_be_visible()
    app.get_by_role("tab", name="From topics").focus()
    keys.press("Tab")
    keys.press("Tab")
    expect(app.get_by_label("Topic")).to_be_focused()
    keys.type("How lighthouses guide ships")
    expect(create).to_be_enabled()
    keys.press("Control+Enter")
    expect(app.get_by_text("Created “How lighthouses guide ships”.")).to_be_visible(timeout=PATIENCE)

    enter(app.get_by_role("button", name="Edit its blocks"))

    expect(notebook.blocks.rows.first).to_be_visible()


def test_what_is_selected_last_stays_selected_while_the_kernel_is_slow(open_notebook: Open) -> None:
    """
    Regression: the answer to an earlier selection undid a later one.
    """
    notebook = open_notebook(SLOW_LIST)
    root, keys = notebook.run(0), notebook.page.keyboard
    rows = root.get_by_role("option")
    expect(rows).to_have_count(2)
    rows.first.click()
    keys.press("ArrowDown")
    keys.press("ArrowUp")
    expect(root.get_by_text("handled: a, b", exact=True)).to_be_visible(timeout=PATIENCE)

    assert rows.first.get_attribute("aria-selected") == "true"
    expect(root.get_by_text("handled: a, b, a", exact=True)).to_be_visible(timeout=PATIENCE)
    expect(rows.first).to_have_attribute("aria-selected", "true")


@needs("npm")
@pytest.mark.parametrize("theme", first_in_gate(["JupyterLab Dark", "JupyterLab Light"]))
def test_everybody_can_use_every_page_of_panels(open_notebook: Open, writing: Writing, axe: Path, theme: str) -> None:
    """The rules of accessibility find nothing in any section and on any tab, with an item chosen.

    The same pages are looked at in light and dark in test_page.py.
    """
    writing.of_texts("one", "two")
    notebook = open_notebook(CONNECT + "app = wb.widgets.app()\napp")
    app = panel(notebook)
    found = []
    notebook.theme(theme)
    for section, tab in all_pages():
        name = f"{section.name}, {tab.name}"
        if section.is_listed:
            go(app, section.name, tab.name if len(section.pages) > 1 else "")
        else:
            app.get_by_role("button", name="Notifications").click()
            app.get_by_role("menuitem", name=re.compile(section.name)).click()
        expect(app.locator('[aria-busy="true"]')).to_have_count(0, timeout=PATIENCE)
        if section.name in ("Library", "Publish"):
            app.locator(".wb-place").get_by_role("listbox").get_by_role("option").first.click()
        found += [f"{name}: {violation}" for violation in violations(notebook.page, axe, ".wb-panel")]
    notebook.theme("JupyterLab Light")

    assert found == []


@pytest.mark.slow
def test_an_export_comes_down_as_a_file(open_notebook: Open, writing: Writing, tmp_path: Path) -> None:
    """Into the browser's downloads."""
    writing.of_texts("one", "two")
    browser = panel(open_notebook(CONNECT + "wb.widgets.browser()"))
    browser.get_by_role("listbox", name="Lessons and courses").get_by_role("option").first.click()

    browser.get_by_role("button", name="Export…").click()
    browser.get_by_label("Format").select_option(label="Markdown, to read in an editor")
    with browser.page.expect_download() as download:
        browser.get_by_role("button", name="Export", exact=True).click()
    download.value.save_as(tmp_path / "lesson.md")

    assert "one" in (tmp_path / "lesson.md").read_text(encoding="utf-8")


@pytest.mark.slow
def test_a_question_answered_no_does_nothing(open_notebook: Open, writing: Writing) -> None:
    """Nothing is public by one click."""
    course_id = writing.client.call(get_lesson(lesson_id=writing.of_texts("one"))).course_id
    sharing = panel(open_notebook(CONNECT + f"wb.widgets.sharing({course_id!r})"))
    sharing.get_by_role("button", name="Make public…").click()
    expect(sharing.get_by_role("button", name="Cancel")).to_be_focused()

    sharing.page.keyboard.press("Enter")

    expect(sharing.get_by_role("button", name="Make it public")).to_be_hidden()
    assert not writing.client.call(get_course_sharing_info(course_id=course_id)).is_public


@pytest.mark.slow
def test_what_is_refused_is_said_in_the_panel(open_notebook: Open, lab: Lab) -> None:
    """In an alert, in plain language; in no cell and in no console."""
    sharing = panel(open_notebook(CONNECT + f"wb.widgets.sharing({'0' * 25!r})"))

    expect(sharing.get_by_role("alert")).to_contain_text("Not found, or you don’t have access")
    assert "Sharing" in lab.expected_failures()


@pytest.mark.slow
def test_a_restarted_kernel_shows_the_panel_again(open_notebook: Open) -> None:
    """Restart and run again: the same panel, working."""
    notebook = open_notebook(CONNECT + "wb.widgets.org_picker()")
    panel(notebook)
    notebook.restart()

    expect(panel(notebook).get_by_role("option", name="My organization")).to_be_visible()


def test_a_panel_whose_scripts_come_late_hears_its_kernel(open_notebook: Open, writing: Writing) -> None:
    """
    Regression: in a browser that was busy for two seconds, panels stood there and never changed again.
    """
    writing.of_texts("one")
    notebook = open_notebook(CONNECT + "app = wb.widgets.app()\napp")
    given_up: list[str] = []
    notebook.page.on("pageerror", lambda error: given_up.append(error.message))
    notebook.page.evaluate(AT_ONCE)
    app = panel(notebook)

    for name in ("Library", "Publish"):
        go(app, name)
        expect(app.locator(".wb-place").get_by_role("listbox").get_by_role("option").first).to_be_visible()

    assert any("Failed to initialize model" in message for message in given_up)
