"""The page without code: its sections and their addresses, its palette, and a course that is worked on in it."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from uuid import uuid4

import pytest
from playwright.sync_api import BrowserContext, Locator, Page, expect

from tests.browser.lab import Lab
from tests.browser.lessons import Writing
from tests.browser.page_objects import PATIENCE, Watched, go, violations
from tests.needs import needs
from tests.own_service import process
from workbench.cli.jupyter.page import find_notebook
from workbench.embedded.host import DATABASE
from workbench.procedures.course import CourseWithLessons, create_course, get_course
from workbench.procedures.lesson import create_lesson, request_review
from workbench.widgets.app.sections import SECTIONS, all_pages

pytestmark = needs("chromium", "npm")

PATH = "/voila/render/workbench.ipynb"


@pytest.fixture
def page(context: BrowserContext, lab: Lab, watched: Watched) -> Iterator[Page]:
    """A window in which nothing is shown yet; the notebook of all panels is served."""
    shutil.copy(find_notebook(None), lab.folder)
    made = context.new_page()
    made.set_viewport_size({"width": 1440, "height": 900})
    made.set_default_timeout(PATIENCE)
    yield made
    made.close()


def course_of(writing: Writing, title: str, *lessons: str) -> CourseWithLessons:
    """A course with these lessons, none of which has a block."""
    course = writing.client.call(create_course(title=f"{title} {uuid4().hex[:6]}"))
    for lesson in lessons:
        writing.client.call(create_lesson(title=lesson, language="EN", course_id=course.course_id))
    return writing.client.call(get_course(course_id=course.course_id))


def bottom(shown: Locator) -> float:
    """Where it ends, in pixels from the window's top."""
    box = shown.bounding_box()
    assert box is not None
    return box["y"] + box["height"]


@pytest.fixture
def other_organization(own_service: object, shared_folder: Path) -> str:
    """The name of a second organization of the same person."""
    name = f"Lighthouse school {uuid4().hex[:6]}"
    database = f"sqlite:///{shared_folder / DATABASE}"
    words = ("admin", "add-person", "owner@localhost", "--organization", name, "--credits", "7")
    assert process(*words, "--database", database).returncode == 0
    return name


def opened(page: Page, lab: Lab, anchor: str = "") -> Locator:
    """The page at this anchor, once its sections are there."""
    page.goto(f"{lab.base_url}{PATH}?token={lab.token}#{anchor}")
    app = page.locator(".wb-app")
    expect(app.get_by_role("navigation", name="Sections")).to_be_visible(timeout=3 * PATIENCE)
    return app


def is_scrolled_sideways(page: Page) -> bool:
    """Whether something is wider than the window."""
    wider: bool = page.evaluate("() => document.documentElement.scrollWidth > window.innerWidth + 1")
    return wider


def test_a_course_is_built_on_the_page_that_its_link_opens(page: Page, lab: Lab, writing: Writing, axe: Path) -> None:
    """Retitled, moved away and back, a lesson in its place; the address follows, holds no token, and goes back."""
    course, other = course_of(writing, "Seamanship", "Sails", "Knots", "Charts"), course_of(writing, "Harbours")
    page.emulate_media(color_scheme="dark")
    app, path = opened(page, lab, f"course/{course.course_id}"), lab.base_url + PATH
    lessons, courses = app.locator(".wb-lists .wb-choices").nth(0), app.locator(".wb-lists .wb-choices").nth(1)
    titles = lessons.locator(".wb-title")
    expect(titles).to_have_text(["Sails", "Knots", "Charts"], timeout=3 * PATIENCE)
    assert page.url == f"{path}#course/{course.course_id}"
    assert app.evaluate("each => getComputedStyle(each).backgroundColor") == "rgb(33, 33, 33)"
    assert bottom(app.get_by_role("button", name="Copy link")) < bottom(lessons) <= 900

    lessons.get_by_role("option", name="Knots").click()
    page.keyboard.press("F2")
    page.keyboard.type("Bends and hitches")
    page.keyboard.press("Enter")
    expect(titles).to_have_text(["Sails", "Bends and hitches", "Charts"])
    lessons.get_by_role("option", name="Sails").drag_to(courses.get_by_role("option", name=other.title))
    expect(app.get_by_text("“Sails” moved.")).to_be_visible()
    app.get_by_role("button", name="Undo move").click()
    expect(titles).to_have_text(["Sails", "Bends and hitches", "Charts"])
    stored = writing.client.call(get_course(course_id=course.course_id)).lessons
    assert [lesson.title for lesson in stored] == ["Sails", "Bends and hitches", "Charts"]

    lessons.get_by_role("option", name="Charts").click()
    page.keyboard.press("Enter")
    blocks = app.locator(".wb-blocks")
    expect(blocks).to_be_visible()
    expect(lessons).to_be_hidden()
    page.wait_for_url(f"{path}#lesson/{stored[2].lesson_id}")
    dark = violations(page, axe, ".wb-app")
    page.emulate_media(color_scheme="light")
    assert violations(page, axe, ".wb-app") == dark == []
    page.go_back()
    expect(blocks).to_have_count(0)
    expect(titles).to_have_count(3)
    page.go_forward()
    expect(blocks).to_be_visible()
    expect(lessons).to_be_hidden()


def test_who_comes_back_from_a_lesson_is_where_they_were(page: Page, lab: Lab, writing: Writing) -> None:
    """The focus goes to the way back, and from there to the list, with the same lesson chosen."""
    title = f"Buoys {uuid4().hex[:6]}"
    course = course_of(writing, "Marks", title, "Beacons")
    app = opened(page, lab, f"course/{course.course_id}")
    listed = app.get_by_role("listbox", name=f"Lessons in {course.title}")
    listed.get_by_role("option", name="Beacons").click()
    page.keyboard.press("Enter")
    back = app.get_by_role("button", name="Back to Library")
    expect(back).to_be_focused()
    page.keyboard.press("Enter")

    expect(listed).to_be_focused()
    expect(listed.get_by_role("option", name="Beacons")).to_have_attribute("aria-selected", "true")


def test_every_address_opens_its_page(page: Page, lab: Lab, writing: Writing, axe: Path) -> None:
    """In its section and on its tab; the rules of accessibility find nothing, in light and dark."""
    writing.client.call(request_review(lesson_ids=[writing.of_texts("one", "two")]))
    app = opened(page, lab)
    found = []
    for section, sub_page in all_pages():
        page.evaluate("anchor => { location.hash = anchor; }", sub_page.anchor)
        if section.is_listed:
            expect(app.locator(".wb-sidebar [aria-current=page]")).to_have_text(section.name)
        if len(section.pages) > 1:
            expect(app.get_by_role("tab", selected=True).first).to_have_text(sub_page.name)
        expect(page).to_have_title(f"{section.name} – Workbench")
        expect(app.locator('[aria-busy="true"]')).to_have_count(0, timeout=PATIENCE)
        for scheme in ("dark", "light"):
            page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
            found += [f"{scheme}, {sub_page.anchor}: {violation}" for violation in violations(page, axe, ".wb-app")]
    page.go_back()
    before = [section.pages[-1].anchor for section in SECTIONS][-2]
    expect(app.get_by_role("tab", selected=True).first).to_have_text("Organizations")

    assert found == []
    assert page.url.endswith(f"#{before}")


def test_the_browser_goes_back_and_forward_through_the_sections(page: Page, lab: Lab) -> None:
    """Also to one that was reached by a tab or a button."""
    app = opened(page, lab)
    current = app.locator(".wb-sidebar [aria-current=page]")
    go(app, "Settings", "Glossary")
    page.wait_for_url("**#settings/glossary")
    bar = app.locator(".wb-top-bar")
    bar.locator("[aria-haspopup=menu]").click()
    assert bar.evaluate("bar => bar.scrollTop") == 0, "the menu is cut off by the bar"
    page.keyboard.press("Escape")
    app.get_by_role("button", name="Changes", exact=True).click()
    page.wait_for_url("**#changes")
    go(app, "Review")
    page.wait_for_url("**#review")
    page.go_back()
    expect(app.locator(".wb-place").get_by_role("region", name="Change sets")).to_be_visible()
    page.go_back()
    expect(app.get_by_role("tab", name="Glossary")).to_have_attribute("aria-selected", "true")
    expect(current).to_have_text("Settings")
    page.go_forward()
    page.go_forward()

    expect(current).to_have_text("Review")


def test_an_address_that_names_nothing_says_so(page: Page, lab: Lab) -> None:
    """And the page is there all the same."""
    app = opened(page, lab, "person/1")

    expect(app.get_by_role("alert")).to_contain_text("This link doesn't name a section, lesson or course.")
    expect(app.locator(".wb-sidebar [aria-current=page]")).to_have_text("Home")
    assert "doesn't name a section" in lab.expected_failures()


def test_another_organization_is_worked_in_from_the_top_bar(page: Page, lab: Lab, other_organization: str) -> None:
    """Everything on the page is that organization's from then on."""
    app = opened(page, lab, "settings/credits")
    switcher = app.get_by_label("Organization", exact=True)
    before = switcher.locator("option:checked").inner_text()
    switcher.select_option(label=other_organization)
    try:
        expect(app.locator(".wb-credits")).to_have_text("7 practice credits", timeout=PATIENCE)
        expect(app.locator(".wb-place .wb-big")).to_have_text("7")
    finally:
        switcher.select_option(label=before)
        expect(app.locator(".wb-credits")).not_to_have_text("7 practice credits", timeout=PATIENCE)


def test_the_palette_is_used_by_keys_alone(page: Page, lab: Lab, writing: Writing, axe: Path) -> None:
    """Ctrl+K, a few letters, Enter; Escape puts the focus back. Lessons are found by the service's search."""
    word = f"narwhal{uuid4().hex[:6]}"
    lesson_id = writing.lesson(("text", {"markdown": f"About a {word}."}), topic="Whales")
    app = opened(page, lab, "library")
    search = app.get_by_role("searchbox").first
    search.focus()
    page.keyboard.press("Control+k")
    dialog = app.get_by_role("dialog", name="Search lessons, people, commands")
    field = dialog.get_by_role("combobox")
    expect(field).to_be_focused()
    found = violations(page, axe, ".wb-app dialog")
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    expect(search).to_be_focused()

    page.keyboard.press("Control+k")
    page.keyboard.type("glos")
    expect(dialog.get_by_role("option").first).to_have_text("GlossarySettings")
    page.keyboard.press("ArrowDown")
    expect(dialog.get_by_role("option").nth(1)).to_have_attribute("aria-selected", "true")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Enter")
    expect(app.get_by_role("tab", name="Glossary")).to_have_attribute("aria-selected", "true")
    expect(app.locator(".wb-page-main")).to_be_focused()

    app.get_by_role("button", name="Search lessons, people, commands").click()
    page.keyboard.type(word)
    expect(dialog.get_by_role("option")).to_have_text(["WhalesLesson"])
    page.keyboard.press("Enter")
    page.wait_for_url(f"**#lesson/{lesson_id}")
    expect(app.locator(".wb-blocks")).to_be_visible()
    assert found == []


def test_a_selection_in_an_editor_keeps_its_key(page: Page, lab: Lab) -> None:
    """There Ctrl+K makes a link."""
    app = opened(page, lab, "create/topics")
    topic = app.get_by_label("Topic")
    topic.fill("How locks work")
    topic.select_text()
    page.keyboard.press("Control+k")
    expect(topic).to_be_focused()
    page.keyboard.press("End")
    page.keyboard.press("Control+k")

    expect(app.get_by_role("dialog")).to_be_visible()
    page.keyboard.press("Escape")
    topic.fill("")


@pytest.mark.parametrize("width", [390, 800])
def test_there_is_room_on_a_phone_and_a_tablet(page: Page, lab: Lab, writing: Writing, axe: Path, width: int) -> None:
    """The sections are a menu or icons; nothing is wider than the window; a lesson opens and is left."""
    course = course_of(writing, "Narrow", "Straits")
    page.set_viewport_size({"width": width, "height": 844})
    app = opened(page, lab)
    for section in [section.name for section in SECTIONS if section.is_listed]:
        go(app, section)
        expect(app.locator('[aria-busy="true"]')).to_have_count(0, timeout=PATIENCE)
        assert not is_scrolled_sideways(page), section
    found = violations(page, axe, ".wb-app")
    page.evaluate("anchor => { location.hash = anchor; }", f"lesson/{course.lessons[0].lesson_id}")
    expect(app.locator(".wb-blocks")).to_be_visible()
    assert not is_scrolled_sideways(page)
    app.get_by_role("button", name="Back to Settings").click()

    expect(app.locator(".wb-blocks")).to_have_count(0)
    assert found == []
