"""The whole way in one go, as a person takes it: from the organization to the page that anyone with the link can read.

Once in JupyterLab, from the launcher; once in Voila, a page without code.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from uuid import uuid4

import pytest
from playwright.sync_api import BrowserContext, Locator, Page, expect

from tests.browser.lab import Lab
from tests.browser.lessons import Writing
from tests.browser.page_objects import PATIENCE, BlockView, Watched, go, tile
from tests.finishing import finish
from tests.needs import needs
from tests.own_service import process
from workbench.embedded.host import DATABASE
from workbench.procedures.lesson import list_lessons
from workbench.procedures.organization import (
    get_last_selected_organization_id,
    get_org_tier_and_status,
    select_organization,
)

pytestmark = needs("chromium")

APP = "import workbench\napp = workbench.app()\napp"


@pytest.fixture
def harbour(own_service: object, shared_folder: Path, writing: Writing) -> Iterator[str]:
    """The name of a second organization, not yet chosen; afterwards the first one is chosen again."""
    client, name = writing.client, f"Harbour school {uuid4().hex[:6]}"
    before = client.call(get_last_selected_organization_id()).organization_id
    database = f"sqlite:///{shared_folder / DATABASE}"
    owner = ("admin", "add-person", "owner@localhost", "--organization", name, "--credits", "20")
    assert process(*owner, "--database", database).returncode == 0
    yield name
    client.call(select_organization(organization_id=before or ""))


@pytest.fixture
def in_lab(launcher: Page) -> Locator:
    """The app, opened by its tile."""
    tile(launcher, "Panels").click()
    root = launcher.locator(".wb-panel").first
    root.wait_for(timeout=3 * PATIENCE)
    return root


@pytest.fixture
def in_voila(context: BrowserContext, lab: Lab, watched: Watched) -> Iterator[Locator]:
    """The app as a page without code."""
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    page.goto(f"{lab.base_url}/voila/render/{lab.write(f'app-{uuid4()}.ipynb', [APP])}?token={lab.token}")
    root = page.locator(".wb-panel").first
    root.wait_for(timeout=3 * PATIENCE)
    yield root
    page.close()


def walked(app: Locator, organization: str, writing: Writing) -> Page:
    """Take the way; the share page at its end."""
    client, topic = writing.client, f"How lighthouses guide ships {uuid4().hex[:6]}"
    expect(app).to_have_attribute("aria-busy", "false", timeout=PATIENCE)

    go(app, "Settings", "Organizations")
    app.get_by_role("listbox", name="Organizations").get_by_role("option", name=organization).click()
    expect(app.get_by_text(f"Switched to {organization}.")).to_be_visible(
        timeout=3 * PATIENCE
    )  # every page is made again
    chosen = client.call(get_last_selected_organization_id()).organization_id
    assert client.call(get_org_tier_and_status(organization_id=chosen)).status == "Active"

    go(app, "Create", "From topics")
    expect(app.get_by_text("Practice credits left")).to_be_visible()
    app.get_by_label("Topic").fill(topic)
    app.get_by_role("button", name="Create lesson (1 practice credit)").click()
    app.get_by_role("button", name="Edit its blocks").click()
    lesson_id = client.call(list_lessons(organization_id=chosen, search=topic)).lessons[0].lesson_id
    pages = BlockView(app.page, app, lesson_id)
    pages.rows.nth(3).wait_for()
    title, sheet, objectives, *rest = pages.words()

    pages.drag("Planning sheet", "Objectives")
    pages.shows([title, objectives, sheet, *rest])
    pages.row("still know next week").click()
    pages.press("Alt+Home")
    *rest, summary = rest
    pages.shows([summary, title, objectives, sheet, *rest])
    pages.is_saved()
    kinds = [block.type for block in writing.read(lesson_id).blocks]
    assert kinds == ["authorNote", "heading", *["authorNote"] * 5]

    pages.button("Blank block after").click()
    pages.press("Enter")
    pages.field("Text (Markdown)").fill("Written by hand.")
    pages.press("Control+Enter")
    pages.shows([summary, "Written by hand.", title, objectives, sheet, *rest])
    pages.row("Objectives").click()
    pages.press("Delete")
    pages.shows([summary, "Written by hand.", title, sheet, *rest])
    pages.button("Undo").click()
    pages.shows([summary, "Written by hand.", title, objectives, sheet, *rest])
    pages.is_saved()
    assert writing.texts(lesson_id)[1:3] == ["Written by hand.", "heading"]

    go(app, "Create")
    app.get_by_role("button", name="Share").click()
    expect(app.get_by_text("notes for authors").first).to_be_visible()  # it is a planning sheet
    expect(app.get_by_role("button", name="Make public…")).to_be_disabled()
    finish(client, lesson_id)
    app.get_by_role("button", name="Make public…").click()
    app.get_by_role("button", name="Make it public").click()
    expect(app.get_by_role("img", name="QR code of the link")).to_be_visible()
    with app.page.expect_popup() as opened:
        app.locator(".wb-aside").get_by_role("link").click()
    expect(opened.value.get_by_role("heading", level=1)).to_have_text(topic)
    return opened.value


def test_the_whole_way_in_jupyterlab(in_lab: Locator, harbour: str, writing: Writing) -> None:
    """Pick, create, reorder by mouse and by keys, read back, edit, delete, undo, share, open."""
    shared = walked(in_lab, harbour, writing)

    expect(shared.get_by_text("Written by hand.")).to_be_visible()


@pytest.mark.slow
def test_the_whole_way_in_voila(in_voila: Locator, harbour: str, writing: Writing) -> None:
    """The same, without a cell in sight."""
    shared = walked(in_voila, harbour, writing)

    expect(shared.get_by_text("Written by hand.")).to_be_visible()
