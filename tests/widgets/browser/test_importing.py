"""The import of the browser panel."""

from __future__ import annotations

from html import escape
from pathlib import Path
from uuid import uuid4

import pytest

from tests.changes.acme import organization
from tests.documents.source_files import paragraph, word
from tests.hostile import HOSTILE
from tests.imports.reading.test_docx import FILES
from tests.slow import first_in_gate
from tests.widgets.looking import dangers_in, refreshed
from workbench.authoring.characters import without_unfit
from workbench.client.sync import Client
from workbench.client.thread_pool import InlinePool
from workbench.procedures.course import CourseWithLessons, create_course
from workbench.procedures.lesson import list_lessons
from workbench.procedures.organization import set_member_role
from workbench.widgets.browser.importing import BrowserImport
from workbench.widgets.browser.panel import Browser


@pytest.fixture
def importing(browser: Browser, tmp_path: Path) -> BrowserImport:
    """The import of a browser, open, with journals of its own."""
    browser.importing._folder = tmp_path / "runs"
    browser.importing.open_import()
    return browser.importing


def dropped(importing: BrowserImport, name: str, data: bytes) -> None:
    """Drop a file."""
    message = {"intent": "part", "transfer": "t", "part": 0, "parts": 1, "name": name}
    importing.drop._on_message(importing.drop, message, [data])


def titles(client: Client) -> list[str]:
    """The titles of all lessons."""
    return [lesson.title for lesson in client.call(list_lessons(limit=1000)).lessons]


def test_a_document_is_shown_before_it_is_made(importing: BrowserImport, browser: Browser, client: Client) -> None:
    """Its lessons with their blocks, what is not kept; then made, and undone as one."""
    before = titles(client)
    dropped(importing, "tides.docx", (FILES / "tides.docx").read_bytes())

    assert "3 lessons, 2 pictures" in importing.facts.value and "Tides and harbours" in importing.facts.value
    assert "3 text, 2 image, 1 heading" in importing.lessons.value
    assert "5 items will be changed or skipped" in importing.findings.value and "formula" in importing.findings.value
    assert (importing.run_button.description, titles(client)) == ("Create 3 lessons", before)

    importing.run()
    assert "In the harbour" in titles(client)
    assert "They are drafts" in browser.notice and importing.plan is None

    importing.undo()
    assert titles(client) == before and not importing.made


def test_a_file_without_a_language_has_the_default_until_another_is_chosen(importing: BrowserImport) -> None:
    """The default is shown as such; another language plans the same file again."""
    dropped(importing, "who.gift", b"Who?{=I ~you}")
    assert "in <bdi>English (EN)</bdi>" in importing.facts.value and "the default is used" in importing.facts.value

    importing.language.value = "DE"
    assert importing.run_button.description == "Create 1 lesson"
    assert "German · Deutsch (DE)" in importing.facts.value and "the default" not in importing.facts.value


def test_lessons_go_into_the_open_course(browser: Browser, importing: BrowserImport, course: CourseWithLessons) -> None:
    """Behind its lessons."""
    browser.open_course(course.course_id)
    dropped(importing, "who.gift", b"Who?{=I ~you}")
    assert "the open course" in importing.facts.value
    importing.run()

    assert [item.title for item in browser.state.items][-1] == "who"


def test_what_cannot_be_read_is_said(importing: BrowserImport, failures: list[str]) -> None:
    """In one sentence; nothing is offered."""
    dropped(importing, "a.docx", b"%PDF-1.7")

    assert "a.docx is a PDF" in failures.pop()
    assert importing.plan is None and not importing.lessons.value


@pytest.mark.parametrize("text", first_in_gate(HOSTILE, 4))
def test_texts_of_the_file_are_shown_as_they_stand(browser: Browser, importing: BrowserImport, text: str) -> None:
    """Titles, places and findings are a stranger's."""
    importing.language.value = "EN"
    styles = '<w:style w:styleId="h"><w:name w:val="heading 1"/></w:style>'
    chart = '<w:p><w:r><w:t>x</w:t><w:drawing><c:chart xmlns:c="c"/></w:drawing></w:r></w:p>'
    titled = paragraph(escape(without_unfit(text)), "h") + chart
    dropped(importing, f"{text}.docx", word(titled + titled, styles=styles))

    assert importing.plan is not None and importing.findings.value
    assert dangers_in(browser) == []


def test_a_course_of_a_taken_title_is_a_line_in_the_plan(importing: BrowserImport, client: Client) -> None:
    """Regression: a second course of the title was made silently."""
    title = f"Knots{uuid4().hex[:8]}"
    twin = client.call(create_course(title=title)).course_id
    importing.language.value = "EN"
    dropped(importing, f"{title}.gift", b"Who?{=I ~you}")
    shown_for_taken = importing.facts.value
    dropped(importing, f"{title} free.gift", b"Who?{=I ~you}")

    assert twin in shown_for_taken and "This plan creates another one." in shown_for_taken
    assert "creates another one" not in importing.facts.value and importing.run_button.description == "Create 1 lesson"


def test_closed_it_forgets_the_file(importing: BrowserImport) -> None:
    """And is out of sight."""
    importing.language.value = "EN"
    dropped(importing, "who.gift", b"Who?{=I ~you}")
    importing.close_import()

    assert not importing.is_open and importing.plan is None and not importing.facts.value


def test_who_may_not_edit_any_more_is_told_how_to_go_on(inline: InlinePool, tmp_path: Path) -> None:
    """Between the plan and the button they became a viewer: nothing is made, and nothing is reported as there."""
    with organization(f"sqlite:///{tmp_path / 'service.sqlite'}") as acme:
        ben = acme.person("ben@example.org", role="admin")
        browser = refreshed(Browser(ben.client, workers=inline))
        importing = browser.importing
        importing._folder = tmp_path / "runs"
        importing.open_import()
        importing.language.value = "EN"
        dropped(importing, "who.gift", b"Who?{=I ~you}")
        member = {"organization_id": ben.added.organization_id, "person_id": ben.added.person_id}
        acme.ana.call(set_member_role(**member, role="viewer"))
        importing.run()
        refused = browser.notice
        acme.ana.call(set_member_role(**member, role="admin"))
        dropped(importing, "who.gift", b"Who?{=I ~you}")
        importing.run()

        assert "Owners, admins, authors and reviewers may" in refused and refused.endswith(
            "Drop the file again to continue."
        )
        assert "They are drafts" in browser.notice
        assert titles(acme.ana.client) == ["who"]
