"""A lesson's history and the audit log in a real JupyterLab."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.lessons import Writing
from tests.browser.page_objects import PATIENCE, BlockView, Notebook, enter, violations
from tests.needs import needs

pytestmark = needs("chromium")


@pytest.fixture
def pages(notebook: Notebook, writing: Writing) -> BlockView:
    """The block list of a lesson of three texts, as `connect()` makes it: its history opens beside it."""
    lesson_id = writing.of_texts("The sea is high", "two", "three")
    notebook.put(0, f"from workbench import connect\nwb = connect()\nwb.widgets.block_list({lesson_id!r})")
    view = BlockView(notebook.page, notebook.run(0), lesson_id)
    view.rows.first.wait_for()
    return view


@pytest.fixture
def history(pages: BlockView) -> Locator:
    """Its history, opened by the keyboard."""
    pages.cell.locator(".wb-document-header").get_by_role("button", name="History").press("Enter")
    shown = pages.cell.get_by_role("region", name="History of")
    expect(shown.get_by_role("option").first).to_be_visible()
    return shown


@pytest.fixture
def dark(notebook: Notebook) -> Iterator[None]:
    """The dark theme, for a while."""
    notebook.theme("JupyterLab Dark")
    yield
    notebook.theme("JupyterLab Light")


@pytest.mark.slow
def test_going_back_is_done_and_undone_by_keys_alone(pages: BlockView, writing: Writing) -> None:
    """A page is moved; the lesson goes back to the revision before, and the list above follows; then it is undone."""
    pages.row("three").click()
    pages.press("Alt+Home")
    pages.is_saved()
    pages.cell.locator(".wb-document-header").get_by_role("button", name="History").press("Enter")
    history = pages.cell.get_by_role("region", name="History of")
    expect(history.get_by_role("option").first).to_contain_text("1 block moved.")
    history.get_by_role("listbox", name="Revisions").focus()

    pages.press("Home", "ArrowDown", "Space")
    expect(history.get_by_role("group", name="Lesson at this revision")).to_contain_text("The sea is high")
    enter(history.get_by_role("button", name="Restore…"))
    expect(history.get_by_role("button", name="Cancel")).to_be_focused()
    before = writing.read(pages.lesson_id).revision - 1
    enter(history.get_by_role("button", name=f"Restore revision {before}"))

    pages.shows(["The sea is high", "two", "three"])
    assert writing.texts(pages.lesson_id) == ["The sea is high", "two", "three"]
    enter(history.get_by_role("button", name="Undo restore"))
    pages.shows(["three", "The sea is high", "two"])


def test_shift_click_selected_text(history: Locator) -> None:
    """In the list of revisions it chooses those in between and marks no words."""
    revisions = history.get_by_role("option")
    revisions.nth(1).click()

    revisions.nth(0).click(modifiers=["Shift"])

    expect(history.get_by_role("option", selected=True)).to_have_count(2)
    expect(revisions.nth(0)).to_have_css("user-select", "none")  # JupyterLab clears a selection itself, Voila does not


def test_what_differs_is_told_in_words(pages: BlockView, history: Locator, writing: Writing) -> None:
    """A word that went, a word that came."""
    writing.append(pages.lesson_id, "four")
    history.get_by_role("button", name="Refresh History", exact=False).click()
    newest = history.get_by_role("option").filter(has_text="Current")
    expect(newest).to_contain_text("1 block added: block 4", timeout=PATIENCE)
    newest.click()
    history.page.keyboard.press("Shift+ArrowDown")

    differs = history.get_by_role("group", name="Differences")
    expect(differs.locator("ins")).to_have_text("four")


@pytest.mark.slow
@needs("npm")
def test_everybody_can_use_the_history(history: Locator, notebook: Notebook, axe: Path, dark: None) -> None:
    """The rules of accessibility find nothing: a revision read, two compared, a question asked."""
    history.get_by_role("option").nth(1).click()
    expect(history.locator(".bl-rendered")).to_be_visible()
    history.get_by_role("button", name="Restore…").click()
    asked = violations(notebook.page, axe, ".wb-panel")
    history.get_by_role("button", name="Cancel").click()
    history.get_by_role("button", name="Compare with current").click()
    expect(history.locator(".wb-differences")).to_be_visible()

    assert asked == violations(notebook.page, axe, ".wb-panel") == []


@needs("npm")
def test_the_audit_log_is_narrowed_and_kept(notebook: Notebook, writing: Writing, axe: Path, tmp_path: Path) -> None:
    """To an action; what is left comes down as a file of the same entries."""
    writing.of_texts("one")
    notebook.put(0, "from workbench import connect\nconnect().widgets.audit()")
    audit = notebook.run(0).locator(".wb-panel").first
    expect(audit).to_have_attribute("aria-busy", "false", timeout=PATIENCE)
    audit.get_by_label("What", exact=True).select_option("Create starter lesson")
    done = audit.get_by_role("listbox", name="Entries").get_by_role("option")
    expect(done.filter(has_text="Edit or arrange blocks")).to_have_count(0)

    with audit.page.expect_download() as download:
        audit.get_by_role("button", name="Export as CSV").click()
    download.value.save_as(tmp_path / "audit.csv")

    assert violations(notebook.page, axe, ".wb-panel") == []
    lines = (tmp_path / "audit.csv").read_text(encoding="utf-8-sig").splitlines()[1:]
    assert lines
    assert all("lesson.createStarterLesson" in line for line in lines)
