"""Typed text not yet saved: it outlives sections, other lessons, a reload and a restarted kernel; one person's."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.lessons import Writing
from tests.browser.page_objects import PATIENCE, BlockView, Notebook, go
from tests.needs import needs
from workbench.procedures.course import list_courses

pytestmark = needs("chromium")

Open = Callable[..., Notebook]
CONNECT = "from workbench import connect\nwb = connect()\n"
FIELD = "What is put in order"
TEXT = "Text (Markdown)"
ONE = ("text", {"markdown": "one"})
TWO = ("ordering", {"prompt": "two", "items": ["ebb", "flood"], "feedback": ""})
STORED = "() => Object.keys(localStorage).filter(each => each.startsWith('workbench.draft.'))"


def begun(view: BlockView, words: str, typed: str) -> None:
    """Begin to write in the question with these words, which is saved by a button."""
    view.row(words).click()
    view.press("Enter")
    view.field(FIELD).fill(typed)
    view.stands("draft")


def app_of(notebook: Notebook) -> Locator:
    """The app that the first cell shows."""
    app = notebook.run(0).locator(".wb-panel").first
    expect(app).to_have_attribute("aria-busy", "false", timeout=PATIENCE)
    return app


def opened_in(app: Locator, title: str) -> None:
    """Open a lesson from the app's list."""
    go(app, "Library")
    app.get_by_role("listbox", name="Lessons and courses").get_by_role("option").filter(has_text=title).dblclick()
    expect(app.locator(".wb-blocks").get_by_role("option").first).to_be_visible()


@pytest.mark.slow
def test_text_is_saved_by_going_to_another_section_and_another_lesson(open_notebook: Open, writing: Writing) -> None:
    """It was gone, under "All changes saved"."""
    one = writing.lesson(("text", {"markdown": "first"}), ("text", {"markdown": "second"}), topic="Kept one")
    writing.lesson(("text", {"markdown": "other"}), topic="Kept two")
    notebook = open_notebook(CONNECT + "app = wb.widgets.app()\napp")
    app = app_of(notebook)
    opened_in(app, "Kept one")
    notebook.blocks.block("second").click()
    notebook.blocks.field(TEXT).fill("a canary of mine")

    go(app, "Reports")
    opened_in(app, "Kept two")
    expect(notebook.blocks.root.locator(".bl-words")).to_have_text(["other"])
    opened_in(app, "Kept one")

    notebook.blocks.shows(["first", "a canary of mine"])
    notebook.blocks.is_saved()
    assert writing.texts(one) == ["first", "a canary of mine"]
    notebook.page.wait_for_function(f"() => ({STORED})().length === 0")


def test_whoever_saves_and_clicks_elsewhere_at_once_has_saved(open_notebook: Open, writing: Writing) -> None:
    """The answer to whether it can be saved comes when the next block is chosen already."""
    lesson_id = writing.lesson(ONE, TWO)
    view = open_notebook("'one'").show_lesson(lesson_id)
    begun(view, "two", "two, in order")

    view.root.evaluate(
        """(root, row) => {
          const field = document.activeElement ?? root.shadowRoot?.activeElement;
          field.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", ctrlKey: true, bubbles: true }));
          row.click();
        }""",
        view.row("one").element_handle(),
    )

    view.is_saved()
    assert writing.read(lesson_id).blocks[1].content["prompt"] == "two, in order"


def test_text_survives_a_restart_of_the_kernel_between_two_keys(open_notebook: Open, writing: Writing) -> None:
    """The browser keeps it; it is in its place again and is saved by itself."""
    notebook = open_notebook("'one'")
    lesson_id = writing.of_texts("one", "two")
    view = notebook.show_lesson(lesson_id)
    view.block("two").click()
    view.field(TEXT).press("Home")
    notebook.page.evaluate(
        "() => { const panel = window.jupyterapp.shell.currentWidget;"
        " document.execCommand('insertText', false, 'gone on: ');"
        " return panel.sessionContext.session.kernel.restart(); }"
    )

    again = notebook.show_lesson(lesson_id)

    again.stores_text(["one", "gone on: two"], writing)
    notebook.page.wait_for_function(f"() => ({STORED})().length === 0")


def test_text_survives_a_reload_and_a_restart_of_the_kernel(open_notebook: Open, writing: Writing) -> None:
    """The browser keeps it, not the kernel."""
    notebook = open_notebook("'one'")
    lesson_id = writing.lesson(ONE, TWO)
    begun(notebook.show_lesson(lesson_id), "two", "begun and not saved")
    notebook.restart()
    again = notebook.show_lesson(lesson_id)
    expect(again.field(FIELD)).to_have_value("begun and not saved")

    notebook.reload()
    again = notebook.show_lesson(lesson_id)

    expect(again.field(FIELD)).to_have_value("begun and not saved")
    again.button("Cancel").click()
    again.is_saved()
    assert notebook.page.evaluate(STORED) == []
    again.button("Restore").click()
    expect(again.field(FIELD)).to_have_value("begun and not saved")
    again.button("Cancel").click()


@pytest.mark.slow
def test_text_is_offered_to_nobody_else(open_notebook: Open, writing: Writing) -> None:
    """A person who is not the one who typed it sees nothing of it; it is still there for who did."""
    notebook = open_notebook("'one'")
    lesson_id = writing.lesson(ONE, TWO)
    begun(notebook.show_lesson(lesson_id), "two", "mine alone")
    notebook.put(0, "'nothing is shown'")
    notebook.page.evaluate(
        "() => { for (const [key, text] of Object.entries(localStorage)) if (key.startsWith('workbench.draft.')) {"
        " localStorage.removeItem(key); const parts = key.split('.'); parts[3] = 'somebodyelse';"
        " localStorage.setItem(parts.join('.'), text); } }"
    )

    again = notebook.show_lesson(lesson_id)

    again.is_saved()
    expect(again.root.locator(".bl-form")).to_have_count(0)
    assert len(notebook.page.evaluate(STORED)) == 1
    notebook.page.evaluate("() => localStorage.clear()")


@pytest.mark.slow
def test_a_topic_survives_a_restart_of_the_kernel(open_notebook: Open, writing: Writing) -> None:
    """It is restored, said to be so, and made into nothing by itself; discarded, it is gone."""
    before = writing.client.call(list_courses(limit=1)).total
    notebook = open_notebook(CONNECT + "wb.widgets.starter_form()")
    form = app_of(notebook)
    form.get_by_label("Topic").fill("How sluices work\nHow locks work")
    expect(form.get_by_role("button", name="Plan 2 lessons instead")).to_be_visible()
    notebook.restart()

    form = app_of(notebook)

    expect(form.get_by_label("Topic")).to_have_value("How sluices work\nHow locks work")
    expect(form.get_by_text("You typed this earlier")).to_be_visible()
    expect(form.get_by_role("button", name="Plan 2 lessons instead")).to_be_visible()
    assert writing.client.call(list_courses(limit=1)).total == before
    form.get_by_role("button", name="Discard").click()
    expect(form.get_by_label("Topic")).to_have_value("")
    assert notebook.page.evaluate(STORED) == []


@pytest.mark.slow
def test_a_browser_without_room_says_so(open_notebook: Open, writing: Writing) -> None:
    """Anyone who writes knows that the text lives on this page only."""
    notebook = open_notebook("'one'")
    view = notebook.show_lesson(writing.lesson(ONE, TWO))
    notebook.page.evaluate(
        "() => localStorage.setItem('workbench.draft.x.y.z.full',"
        " JSON.stringify({at: Date.now(), text: 'x'.repeat(3000000)}))"
    )

    begun(view, "two", "no room for this")

    expect(view.root.locator(".bl-unsaved").first).to_contain_text("can't store what you are typing")
    view.button("Cancel").click()
    notebook.page.evaluate("() => localStorage.clear()")
