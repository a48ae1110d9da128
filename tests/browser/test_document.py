"""A lesson's way from its author to learners, taken in its document in a real JupyterLab."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.lessons import Writing
from tests.browser.page_objects import PATIENCE, Notebook, violations
from tests.colleague import token_of_colleague
from tests.needs import needs
from workbench.embedded.record import EmbeddedService
from workbench.procedures.organization import set_publishing_policy

pytestmark = needs("chromium", "npm")

SHOW = "from workbench import connect\nconnect().widgets.block_list({lesson_id!r})"
SHOW_AS_BO = "from workbench import connect\nconnect({url!r}, token={token!r}).widgets.block_list({lesson_id!r})"
NOTE = ("authorNote", {"markdown": "Say which tide is meant."})
TEXTS = (
    ("heading", {"text": "Ebb and flow", "level": 2}),
    ("text", {"markdown": "The tide goes out twice a day."}),
)


def policy(writing: Writing, publication: Any, *, by_somebody_else: bool) -> None:
    """From now on this may be published."""
    roles: Any = ["owner", "admin", "author"]
    writing.client.call(
        set_publishing_policy(publication=publication, review_by_somebody_else=by_somebody_else, sharing_roles=roles)
    )


@pytest.fixture
def only_approved(writing: Writing) -> Iterator[None]:
    """Only what somebody else than its author approved is published, for a while."""
    policy(writing, "approvedOnly", by_somebody_else=True)
    yield
    policy(writing, "anyone", by_somebody_else=False)


def header_of(notebook: Notebook, place: int, source: str) -> Locator:
    """The header of the document that a cell shows, with all that it says."""
    notebook.put(place, source)
    header = notebook.run(place).locator(".wb-document-header").first
    expect(header.get_by_role("navigation", name="Breadcrumb")).to_be_visible(timeout=PATIENCE)
    return header


def test_a_lesson_is_written_reviewed_and_published(
    notebook: Notebook,
    writing: Writing,
    only_approved: None,
    own_service: EmbeddedService,
    shared_folder: Path,
    axe: Path,
) -> None:
    """By its author and a reviewer, each in their document; what stops it is said before, and learners see it."""
    lesson_id = writing.lesson(*TEXTS, NOTE)
    header = header_of(notebook, 0, SHOW.format(lesson_id=lesson_id))
    panel = notebook.cells.nth(0).locator(".wb-block-list-panel").first
    expect(header.get_by_text("1 note for authors remains")).to_be_visible()
    header.get_by_role("button", name="Go to block").click()
    expect(panel.get_by_role("option", selected=True)).to_contain_text("Say which tide is meant.")
    notebook.page.keyboard.press("Delete")
    expect(header.get_by_text("1 note for authors remains")).to_have_count(0)
    header.get_by_role("button", name="Request review").click()
    expect(header.locator(".wb-document-line .wb-tag")).to_have_text("In review")
    expect(header.get_by_text("someone else must approve it")).to_be_visible()
    assert violations(notebook.page, axe, ".wb-block-list-panel") == []

    token = token_of_colleague(own_service, shared_folder, role="reviewer")
    of_bo = header_of(notebook, 1, SHOW_AS_BO.format(url=own_service.base_url, token=token, lesson_id=lesson_id))
    of_bo.get_by_role("button", name="Approve").click()
    expect(of_bo.locator(".wb-document-line .wb-tag")).to_have_text("Approved")

    notebook.cells.nth(0).get_by_role("button", name="Refresh", exact=False).first.click()
    header.get_by_role("button", name="Publish").click()
    panel.locator(".wb-question").get_by_role("button", name="Publish").click()
    expect(header.locator(".wb-document-line .wb-tag")).to_have_text("Public")
    header.get_by_role("button", name="Share").click()
    expect(header.get_by_role("button", name="Copy public link")).to_be_focused()
    address = header.locator(".wb-link-row .wb-hint").inner_text()
    answered = notebook.page.request.get(address)
    assert answered.ok and "The tide goes out twice a day." in answered.text()


def test_the_rail_is_beside_the_text_and_below_it_on_a_telephone(
    notebook: Notebook, writing: Writing, axe: Path
) -> None:
    """One part at a time, by keyboard; a heading of the outline leads to its block."""
    lesson_id = writing.lesson(*TEXTS)
    notebook.put(1, "'two'")  # a document of the same name would be a second landmark
    header = header_of(notebook, 0, SHOW.format(lesson_id=lesson_id))
    panel = notebook.cells.nth(0).locator(".wb-block-list-panel").first
    header.get_by_role("button", name="Outline").press("Enter")
    rail = panel.locator(".wb-rail")
    expect(rail.get_by_role("option", name="Ebb and flow")).to_be_visible()
    rail.get_by_role("listbox").focus()
    notebook.page.keyboard.press("Home")
    notebook.page.keyboard.press("Space")
    expect(panel.locator(".wb-blocks").get_by_role("option", selected=True)).to_contain_text("Ebb and flow")
    beside = panel.locator(".wb-document").bounding_box(), rail.bounding_box()
    assert beside[0] is not None and beside[1] is not None
    assert beside[1]["x"] > beside[0]["x"] + beside[0]["width"] / 2
    assert violations(notebook.page, axe, ".wb-block-list-panel") == []
    for name in ("Checks", "Comments", "Review", "Sources", "History"):
        header.get_by_role("button", name=re.compile(f"^{name}")).press("Enter")
        named = (
            rail.get_by_role("region", name="History of")
            if name == "History"
            else rail.get_by_role("heading", name=name)
        )
        expect(named.first).to_be_visible()
    header.get_by_role("button", name="History").press("Enter")
    expect(rail).to_be_hidden()


def test_the_preview_is_as_wide_as_a_desktop_or_a_phone(notebook: Notebook, writing: Writing) -> None:
    """It shows what learners see; the blocks come back."""
    lesson_id = writing.lesson(*TEXTS, NOTE)
    header = header_of(notebook, 0, SHOW.format(lesson_id=lesson_id))
    panel = notebook.cells.nth(0).locator(".wb-block-list-panel").first
    header.get_by_role("button", name="Preview as learner").click()
    shown = panel.get_by_role("group", name="The lesson as learners see it")
    expect(shown).to_contain_text("The tide goes out twice a day.")
    expect(shown).not_to_contain_text("Say which tide")
    panel.get_by_role("button", name="Phone", exact=True).click()
    expect(panel.locator(".wb-phone")).to_be_visible()
    box = shown.bounding_box()
    assert box is not None and box["width"] <= 390
    panel.get_by_role("button", name="Close preview").click()
    expect(panel.locator(".wb-blocks")).to_be_visible()
