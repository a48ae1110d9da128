"""Many lessons from an Excel file in a real JupyterLab: dropped, corrected, made, stopped, resumed, put in order.

Their titles are then corrected from another Excel file, and restored.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from uuid import uuid4

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.lessons import Writing
from tests.browser.page_objects import PATIENCE, Notebook, enter, violations
from tests.needs import needs
from tests.widgets.bulk.lists import workbook
from workbench.procedures.course import create_course, get_course
from workbench.procedures.lesson import LessonSummary, ListLessonsOutput, get_lesson, list_lessons
from workbench.procedures.organization import get_last_selected_organization_id, get_user_data
from workbench.procedures.project import create_project

pytestmark = needs("chromium")

Open = Callable[..., Notebook]
BULK = "from workbench import connect\nwb = connect()\nwb.widgets.bulk()"
BROWSER = "wb.widgets.browser()"
CHANGES = "wb.changes.panel()"
ROWS = 4_500  # more than a quick machine makes while a busy browser shows the run
TITLES = 20
COURSE = 3
"""So many lessons, of the first lines, go into a course."""
LANGUAGES = ("EN", "DE", "FR")


class ManyLessons:
    """A list of this test, whose words are in no other one, and what the service has of it."""

    def __init__(self, writing: Writing) -> None:
        self.client, self.mark = writing.client, f"M{uuid4().hex[:8]}"
        self.projects = {
            name: self.client.call(create_project(name=f"{name} {self.mark}")).project_id for name in ("Sea", "Land")
        }
        course = create_course(title=f"Watch {self.mark}", project_id=self.projects["Sea"])
        self.course_id = self.client.call(course).course_id
        self.organization_id = self.client.call(get_last_selected_organization_id()).organization_id
        self.balance = self._balance()

    def topic(self, row: int) -> str:
        """The topic of a row, counted from 0."""
        return f"{self.mark} {row}"

    def lines(self, rows: int) -> list[tuple[str, str, str, str]]:
        """Two projects, three languages and a course; of line 3 the language is wrong, of line 4 the project."""
        lines = [("topic", "language", "project", "course")]
        for row in range(rows):
            project = "Sea" if row < COURSE or row % 2 == 0 else "Land"
            course = f"Watch {self.mark}" if row < COURSE else ""
            lines.append((self.topic(row), LANGUAGES[row % 3], f"{project} {self.mark}", course))
        lines[2] = (self.topic(1), "Engish", *lines[2][2:])
        lines[3] = (self.topic(2), "FR", f"See {self.mark}", lines[3][3])
        return lines

    def made(self, **where: str | None) -> int:
        """How many of its lessons there are, all or of a project or a language."""
        return self._listed(1, **where).total

    def lessons(self, count: int) -> Sequence[LessonSummary]:
        """The first of its lessons."""
        return self._listed(count).lessons

    def spent(self) -> int:
        """The credits that were paid since it was begun."""
        return self.balance - self._balance()

    def order(self) -> list[str]:
        """The titles in its course, in order."""
        return [lesson.title for lesson in self.client.call(get_course(course_id=self.course_id)).lessons]

    def titles(self, lessons: Sequence[LessonSummary]) -> list[str | None]:
        """Their titles as the service has them now."""
        return [self.client.call(get_lesson(lesson_id=lesson.lesson_id)).title for lesson in lessons]

    def _listed(self, count: int, **where: str | None) -> ListLessonsOutput:
        return self.client.call(
            list_lessons(organization_id=self.organization_id, search=self.mark, limit=count, **where)
        )

    def _balance(self) -> int:
        return self.client.call(get_user_data()).ai_credit_balance or 0


@pytest.fixture
def many(writing: Writing) -> ManyLessons:
    """The list of this test."""
    return ManyLessons(writing)


def shown(notebook: Notebook, place: int) -> Locator:
    """The panel that a cell shows, after its first look."""
    root = notebook.run(place).locator(".wb-panel").first
    expect(root.locator('[aria-busy="true"]')).to_have_count(0, timeout=PATIENCE)
    return root


def drop(panel: Locator, file: Path) -> None:
    """Drop a file on the panel as the desktop does: the browser itself fires the events, with the file in them."""
    if panel.get_by_role("button", name="New list", exact=True).is_visible():  # a test before left one
        panel.get_by_role("button", name="New list", exact=True).click()
    panel.locator(".wb-drop").scroll_into_view_if_needed()
    box = panel.locator(".wb-drop").bounding_box()
    assert box is not None
    devtools = panel.page.context.new_cdp_session(panel.page)
    for kind in ("dragEnter", "dragOver", "drop"):
        data = {"items": [], "files": [str(file)], "dragOperationsMask": 1}
        at = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
        devtools.send("Input.dispatchDragEvent", {"type": kind, **at, "data": data})
    devtools.detach()


def cell(bulk: Locator, line: int, name: str) -> Locator:
    """A cell of a line of the list."""
    box = bulk.page.get_by_label(f"Include line {line}", exact=True)
    return bulk.get_by_role("row").filter(has=box).locator(f'[data-name="{name}"]')


def correct(bulk: Locator, rows: int) -> None:
    """Correct both lines by the keyboard; problems come first."""
    keys = bulk.page.keyboard
    cell(bulk, 3, "language").click()
    keys.press("Enter")
    bulk.get_by_label("Language of line 3").fill("DE")
    keys.press("Enter")
    keys.press("ArrowRight")
    keys.press("F2")
    field = bulk.get_by_label("Project of line 4")
    field.fill(field.input_value().replace("See", "Sea"))
    keys.press("Enter")
    expect(bulk.get_by_role("button", name=f"Create {rows:,} lessons…")).to_be_enabled(timeout=PATIENCE)


def approve(bulk: Locator, rows: int) -> None:
    """Say yes to the price of all."""
    enter(bulk.get_by_role("button", name=f"Create {rows:,} lessons…"))
    expect(bulk.get_by_role("alert").filter(has_text=f"{rows:,} lessons will be created")).to_be_visible()
    enter(bulk.get_by_role("button", name=f"Create {rows:,} lessons", exact=True))


@needs("npm")
def test_an_excel_file_becomes_lessons_in_order_whose_titles_are_corrected(
    open_notebook: Open, many: ManyLessons, axe: Path, tmp_path: Path
) -> None:
    """After each step the service has what the panel shows; each lesson is paid for once, and titles come back."""
    notebook = open_notebook(BULK, BROWSER, CHANGES)
    bulk = shown(notebook, 0)
    (tmp_path / f"{many.mark}.xlsx").write_bytes(workbook(many.lines(ROWS)))
    drop(bulk, tmp_path / f"{many.mark}.xlsx")
    expect(bulk.get_by_role("button", name=f"Create {ROWS - 2:,} lessons…")).to_be_enabled(timeout=PATIENCE)
    bulk.get_by_role("button", name="More options").click()
    found = violations(notebook.page, axe, ".wb-panel")
    notebook.theme("JupyterLab Dark")
    found += violations(notebook.page, axe, ".wb-panel")
    correct(bulk, ROWS)
    assert (many.made(), many.spent()) == (0, 0)

    approve(bulk, ROWS)
    head = bulk.locator(".wb-run-head")
    enter(bulk.get_by_role("button", name="Stop"))
    expect(head).to_contain_text("Stopped")
    found += violations(notebook.page, axe, ".wb-panel")
    first = int(bulk.locator(".wb-big").inner_text().split(" ")[0].replace(",", ""))
    assert 0 < first < ROWS
    assert (many.made(), many.spent()) == (first, first)

    notebook.theme("JupyterLab Light")
    notebook.reload()
    bulk = notebook.page.locator(".wb-panel").first
    bulk.get_by_role("tab", name="Runs").click()
    bulk.get_by_role("listbox", name="Runs").get_by_role("option").filter(has_text=many.mark).click()
    enter(bulk.get_by_role("button", name="Resume…"))
    expect(bulk.get_by_text(f"{ROWS - first:,} rows are still to be created")).to_be_visible()
    found += violations(notebook.page, axe, ".wb-panel")
    enter(bulk.get_by_role("button", name="Resume", exact=True))
    found += violations(notebook.page, axe, ".wb-panel")  # while it runs
    expect(head).to_contain_text("Finished", timeout=3 * PATIENCE)
    assert (many.made(), many.spent()) == (ROWS, ROWS)
    sea = ROWS // 2 + 1  # line 3 goes into the course, too
    assert [many.made(project_id=project) for project in many.projects.values()] == [sea, ROWS - sea]
    assert [many.made(language=language) for language in LANGUAGES] == [ROWS // 3] * 3

    for row in range(COURSE):
        bulk.get_by_role("listbox", name="Created lessons").get_by_role("option").nth(row).dblclick()
        expect(bulk.locator(".wb-blocks").get_by_role("option").first).to_contain_text(many.topic(row))

    order_lessons(shown(notebook, 1), many)
    found += violations(notebook.page, axe, ".wb-panel")
    correct_titles(shown(notebook, 2), tmp_path / "titles.xlsx", many)
    assert (many.made(), many.spent()) == (ROWS, ROWS)
    assert found == []


def order_lessons(browser: Locator, many: ManyLessons) -> None:
    """Open the course, move its first lesson down by keys, and its last one to the top by mouse."""
    browser.get_by_label("Show", exact=True).select_option("Courses")
    browser.get_by_label("Search").fill(f"Watch {many.mark}")
    browser.get_by_role("option", name=f"Watch {many.mark}").dblclick()
    outline = browser.get_by_role("listbox", name=f"Lessons in Watch {many.mark}")
    first, second, third = many.order()
    expect(outline.locator(".wb-title")).to_have_text([first, second, third])
    outline.get_by_role("option", name=first).click()
    browser.page.keyboard.press("Alt+ArrowDown")
    expect(browser.get_by_text(f"“{first}” moved to position 2 of 3.")).to_be_visible()
    assert many.order() == [second, first, third]
    top = outline.get_by_role("option", name=second)
    outline.get_by_role("option", name=third).drag_to(top, target_position={"x": 60, "y": 4})
    expect(browser.get_by_text(f"“{third}” moved to position 1 of 3.")).to_be_visible()
    assert many.order() == [third, second, first]


def correct_titles(changes: Locator, file: Path, many: ManyLessons) -> None:
    """Give twenty lessons the titles of a spreadsheet that is dropped, and take them back."""
    lessons = many.lessons(TITLES)
    before, after = [lesson.title for lesson in lessons], [f"Lookout {index}" for index in range(1, TITLES + 1)]
    rows = [(lesson.lesson_id, title) for lesson, title in zip(lessons, after, strict=True)]
    file.write_bytes(workbook([("lesson_id", "title"), *rows]))
    drop(changes, file)
    differences = changes.get_by_role("region", name="Planned changes").get_by_role("row")
    expect(differences).to_have_count(1 + TITLES)
    assert many.titles(lessons) == before

    enter(changes.get_by_role("button", name="Apply changes…"))
    enter(changes.get_by_role("button", name=f"Apply {TITLES} changes", exact=True))
    expect(changes).to_contain_text(f"{TITLES} of {TITLES} done")
    assert many.titles(lessons) == after

    enter(changes.get_by_role("button", name="Undo…"))
    enter(changes.get_by_role("button", name=f"Undo {TITLES} changes"))
    expect(changes.get_by_role("cell", name="undone", exact=True)).to_have_count(TITLES)
    assert many.titles(lessons) == before


@pytest.mark.slow
def test_what_was_corrected_and_half_typed_survives_a_restart(
    open_notebook: Open, many: ManyLessons, tmp_path: Path
) -> None:
    """The correction lies on the disk; what was typed and not entered, in the browser."""
    notebook = open_notebook(BULK)
    bulk = shown(notebook, 0)
    (tmp_path / f"{many.mark}.xlsx").write_bytes(workbook(many.lines(12)))
    drop(bulk, tmp_path / f"{many.mark}.xlsx")
    correct(bulk, 12)
    cell(bulk, 7, "topic").dblclick()
    bulk.get_by_label("Topic of line 7").fill("half typed")
    notebook.restart()

    bulk = shown(notebook, 0)

    expect(bulk.get_by_label("Topic of line 7")).to_have_value("half typed")
    expect(cell(bulk, 3, "language")).to_have_text("DE")
    bulk.get_by_label("Topic of line 7").press("Enter")
    expect(cell(bulk, 7, "topic")).to_have_text("half typed")
    expect(cell(bulk, 7, "verdict")).to_contain_text("ready")


@pytest.mark.slow
def test_a_run_goes_on_in_another_kernel(open_notebook: Open, many: ManyLessons, tmp_path: Path) -> None:
    """The kernel is restarted in the middle of it; the list of runs has it, and nothing is paid twice."""
    notebook = open_notebook(BULK)
    bulk = shown(notebook, 0)
    (tmp_path / f"{many.mark}.xlsx").write_bytes(workbook(many.lines(ROWS)))
    drop(bulk, tmp_path / f"{many.mark}.xlsx")
    correct(bulk, ROWS)
    approve(bulk, ROWS)
    expect(bulk.locator(".wb-run-head")).to_be_visible()
    notebook.restart()
    bulk = shown(notebook, 0)
    bulk.get_by_role("tab", name="Runs").click()
    bulk.get_by_role("listbox", name="Runs").get_by_role("option").filter(has_text=many.mark).click()
    enter(bulk.get_by_role("button", name="Resume…"))
    expect(bulk.get_by_text("still to be made")).to_be_visible()
    enter(bulk.get_by_role("button", name="Resume", exact=True))

    expect(bulk.locator(".wb-run-head")).to_contain_text("Finished", timeout=3 * PATIENCE)
    assert (many.made(), many.spent()) == (ROWS, ROWS)
