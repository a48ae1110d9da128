"""The page of all panels: a course is worked on in it, and its address can be passed on."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from uuid import uuid4

import pytest
from playwright.sync_api import BrowserContext, Locator, Page, expect

from tests.browser.lab import Lab
from tests.browser.lessons import Writing
from tests.browser.page_objects import PATIENCE, Watched, violations
from tests.needs import needs
from workbench.cli.jupyter.page import find_notebook
from workbench.procedures.course import CourseWithLessons, create_course, get_course
from workbench.procedures.lesson import create_lesson

pytestmark = needs("chromium", "npm")


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


def test_a_course_is_built_on_the_page_that_its_link_opens(page: Page, lab: Lab, writing: Writing, axe: Path) -> None:
    """Retitled, moved away and back, a lesson next to it; the address follows, holds no token, and goes back."""
    course, other = course_of(writing, "Seamanship", "Sails", "Knots", "Charts"), course_of(writing, "Harbours")
    page.emulate_media(color_scheme="dark")
    path = f"{lab.base_url}/voila/render/workbench.ipynb"
    page.goto(f"{path}?token={lab.token}#course/{course.course_id}")
    app = page.locator(".wb-app")
    lessons, courses = app.locator(".wb-lists .wb-choices").nth(0), app.locator(".wb-lists .wb-choices").nth(1)
    titles = lessons.locator(".wb-title")
    expect(titles).to_have_text(["Sails", "Knots", "Charts"], timeout=3 * PATIENCE)
    assert page.url == f"{path}#course/{course.course_id}"
    assert app.evaluate("each => getComputedStyle(each).backgroundColor") == "rgb(33, 33, 33)"
    assert 600 < bottom(lessons) < bottom(app.get_by_role("button", name="Copy link")) <= 900

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
    expect(lessons).to_be_visible()
    page.wait_for_url(f"{path}#lesson/{stored[2].lesson_id}")
    dark = violations(page, axe, ".wb-app")
    page.emulate_media(color_scheme="light")
    assert violations(page, axe, ".wb-app") == dark == []
    page.go_back()
    expect(blocks).to_have_count(0)
    expect(titles).to_have_count(3)
    page.go_forward()
    expect(blocks).to_be_visible()
    page.set_viewport_size({"width": 800, "height": 600})
    expect(lessons).to_be_hidden()
