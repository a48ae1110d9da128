"""The table of lessons in a real JupyterLab: sorted, filtered and chosen by keys, in both themes and on a phone."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from uuid import uuid4

from playwright.sync_api import Locator, expect

from tests.browser.lessons import Writing
from tests.browser.page_objects import PATIENCE, Notebook, violations
from tests.browser.test_panels import CONNECT, panel
from tests.needs import needs
from workbench.procedures.course import create_course
from workbench.procedures.lesson import create_lesson, request_review, set_tags
from workbench.procedures.project import create_project

pytestmark = needs("chromium", "npm")

LESSONS = 24
TWENTY = 20
"""So many rows stand in a window of 1440 × 900 pixels."""


def shelf(writing: Writing, name: str) -> list[str]:
    """Lessons in a project of this name, from `01` on; the third is in review and has a tag. Their ids."""
    project = writing.client.call(create_project(name=name)).project_id
    course = writing.client.call(create_course(title=name, project_id=project)).course_id
    made = [
        create_lesson(title=f"{number:02} {name}", language="EN", course_id=course) for number in range(1, LESSONS + 1)
    ]
    ids = [writing.client.call(call).lesson_id for call in made]
    writing.client.call(set_tags(lesson_id=ids[2], tags=[name]))
    writing.client.call(request_review(lesson_ids=[ids[2]]))
    return ids


def rows_in_sight(listbox: Locator) -> int:
    """How many rows can be seen whole in the list."""
    seen: int = listbox.evaluate(
        "list => [...list.children].filter((row) => row.offsetTop + row.offsetHeight <= "
        "list.offsetTop + list.clientHeight).length"
    )
    return seen


def test_lessons_are_sorted_filtered_and_chosen_by_keys(
    open_notebook: Callable[..., Notebook], writing: Writing, axe: Path
) -> None:
    """The labels are buttons; what is chosen has one bar; two lines a row where there is little room."""
    name = f"w{uuid4().hex[:8]}"
    ids = shelf(writing, name)
    notebook = open_notebook(CONNECT + "found = wb.widgets.browser()\nfound", "print(found.value)")
    root, keys = panel(notebook), notebook.page.keyboard
    listbox = root.get_by_role("listbox", name="Lessons and courses")
    rows = listbox.get_by_role("option")

    root.get_by_label("Project").select_option(label=name)
    expect(rows).to_have_count(LESSONS)
    notebook.page.set_viewport_size({"width": 1440, "height": 900})
    assert rows_in_sight(listbox) >= TWENTY
    root.get_by_role("button", name="Title").focus()
    keys.press("Enter")
    expect(rows.first.locator(".wb-title")).to_have_text(f"01 {name}", timeout=PATIENCE)
    expect(root.get_by_role("button", name="Title, sorted ascending")).to_be_focused()
    keys.press("Enter")
    expect(rows.first.locator(".wb-title")).to_have_text(f"{LESSONS} {name}", timeout=PATIENCE)
    expect(root.get_by_role("button", name="Title, sorted descending")).to_be_focused()

    root.get_by_label("Status").select_option(label="In review")
    expect(rows).to_have_count(1)
    expect(root.get_by_role("status").filter(has_text="1 lesson found.")).to_be_visible()
    expect(rows.first).to_contain_text("Status: In review")
    expect(root.get_by_role("button", name="Delete…")).to_be_hidden()
    listbox.focus()
    keys.press("Space")
    bar = root.locator(".wb-selection")
    expect(bar).to_contain_text("1 selected")
    expect(bar.get_by_role("button", name="Move…")).to_be_enabled()
    assert notebook.printed(1) == f"['{ids[2]}']"

    root.get_by_role("button", name="Clear filters").click()
    expect(rows).to_have_count(LESSONS)
    found = []
    for theme in ("JupyterLab Dark", "JupyterLab Light"):
        notebook.theme(theme)
        found += [f"{theme}: {violation}" for violation in violations(notebook.page, axe, ".wb-panel")]
    assert found == []
    root.evaluate("panel => { panel.style.width = '390px'; }")
    title, language = rows.first.locator(".wb-title"), rows.first.locator(".wb-cell-language")
    above, below = title.bounding_box(), language.bounding_box()
    assert above is not None and below is not None and above["y"] + above["height"] <= below["y"]
    assert listbox.evaluate("list => list.scrollWidth <= list.clientWidth")
    root.evaluate("panel => { panel.style.width = ''; }")
