"""The table of courses by languages in a real JupyterLab: what is missing and what is stale is done by keys alone."""

from __future__ import annotations

from pathlib import Path
from uuid import uuid4

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.lessons import Writing
from tests.browser.page_objects import PATIENCE, Notebook, enter, violations
from tests.helping import ServiceWithModel, balance
from tests.model_server import ModelServer, good
from tests.needs import needs
from workbench.authoring.block import Block
from workbench.client.sync import Client
from workbench.procedures.course import create_course
from workbench.procedures.lesson import create_lesson, list_lessons

pytestmark = needs("chromium")


@pytest.fixture
def course(helping: Client) -> str:
    """The title of a course of two lessons in English that no other test has."""
    title = f"A course {uuid4().hex[:8]}"
    course_id = helping.call(create_course(title=title)).course_id
    for number in (1, 2):
        made = helping.call(create_lesson(title=f"{title}, {number}", language="EN", course_id=course_id))
        Writing(helping).put(made.lesson_id, [("text", {"markdown": "The moon pulls at the sea."})])
    return title


@pytest.fixture
def panel(notebook: Notebook, shared_model: ServiceWithModel, model: ModelServer, course: str) -> Locator:
    """The panel of the service that has a model, French shown."""
    model.answer_with(good())
    notebook.put(
        0,
        f"import os\nos.environ['WORKBENCH_HOME'] = {str(shared_model.folder)!r}\n"
        "from workbench import connect\nwb = connect()\npanel = wb.widgets.coverage()\npanel",
    )
    shown = notebook.run(0).locator(".wb-panel").first
    shown.get_by_label("Add a language").fill("FR")
    enter(shown.get_by_role("button", name="Add", exact=True))
    expect(shown.get_by_role("columnheader", name="French (FR)")).to_be_visible(timeout=PATIENCE)
    return shown


def sources_change(client: Client, course: str) -> None:
    """The lessons of the course say something else from now on."""
    lessons = client.call(list_lessons(search=course)).lessons
    writing = Writing(client)
    for lesson in lessons:
        if lesson.language == "EN":
            [text] = writing.read(lesson.lesson_id).blocks
            changed = Block(id=text.id, type="text", content={"markdown": "The sun pulls, too."})
            writing.become(lesson.lesson_id, [changed])


@needs("npm")
def test_what_is_missing_and_what_is_stale_is_done_by_keys(
    notebook: Notebook, panel: Locator, course: str, helping: Client, axe: Path
) -> None:
    """Chosen, priced, asked about, made and shown as whole; in the dark theme too everything can be read.

    When the sources change, the same cell is stale, and is brought up to date.
    """
    keys, left = notebook.page.keyboard, balance(helping)
    row = panel.get_by_role("row").filter(has_text=course)
    french = row.get_by_role("gridcell").filter(has_text="2 missing")
    found = violations(notebook.page, axe, ".wb-panel")
    panel.get_by_role("grid").locator("[tabindex='0']").focus()
    keys.press("Escape")
    row.get_by_role("rowheader").press("Space")
    expect(row.locator("[aria-selected=true]").filter(has_text="2 missing")).to_have_count(1)
    keys.press("Space")
    expect(row.locator("[aria-selected=true]")).to_have_count(0)
    keys.press("End")
    expect(row.locator("[tabindex='0']")).to_be_focused()
    french.first.press("Enter")
    expect(panel.get_by_text("Selected: 2 lessons to translate for 2 credits")).to_be_visible()
    notebook.theme("JupyterLab Dark")
    found += violations(notebook.page, axe, ".wb-panel")
    notebook.theme("JupyterLab Light")

    enter(panel.get_by_role("button", name="Translate 2 lessons with AI (2 credits)…"))
    expect(panel.get_by_text("Translate 2 lessons (French (FR) 2) for 2 credits")).to_be_visible(timeout=PATIENCE)
    expect(panel.get_by_role("button", name="Cancel")).to_be_focused()
    found += violations(notebook.page, axe, ".wb-panel")
    keys.press("Tab")
    keys.press("Enter")
    expect(row.get_by_role("gridcell").filter(has_text="✓").or_(row.get_by_text("all 2")).nth(1)).to_be_visible(
        timeout=3 * PATIENCE
    )
    expect(panel.get_by_text("Finished").first).to_be_visible()
    found += violations(notebook.page, axe, ".wb-panel")
    sources_change(helping, course)
    enter(panel.get_by_role("button", name="Refresh Translations"))
    expect(row.get_by_text("2 stale")).to_be_visible(timeout=PATIENCE)
    expect(panel.get_by_text("Selected: 2 lessons to update for up to 2 credits")).to_be_visible()
    expect(panel).to_have_attribute("aria-busy", "false")  # the list is there a little before the task has ended
    enter(panel.get_by_role("button", name="Update 2 lessons with AI (up to 2 credits)…"))
    expect(panel.get_by_role("button", name="Cancel")).to_be_focused(timeout=PATIENCE)
    notebook.theme("JupyterLab Dark")
    found += violations(notebook.page, axe, ".wb-panel")
    enter(panel.get_by_role("button", name="Update 2 lessons", exact=True))
    expect(row.get_by_text("2 stale")).to_have_count(0, timeout=3 * PATIENCE)
    expect(panel.get_by_text("Updated lessons").or_(panel.get_by_text("Finished")).first).to_be_visible()
    found += violations(notebook.page, axe, ".wb-panel")

    assert (found, left - balance(helping)) == ([], 4)
