"""All panels on one page."""

from __future__ import annotations

import pytest

from workbench.client.sync import Client
from workbench.client.thread_pool import InlinePool
from workbench.widgets.app import App
from workbench.widgets.browser.panel import Browser
from workbench.widgets.credits.panel import CreditsPanel
from workbench.widgets.kit.panel import Panel
from workbench.widgets.sharing.panel import SharingPanel


class LessonPanel(Panel):
    """The panel of an opened lesson."""

    def __init__(self, client: Client, lesson_id: str) -> None:
        super().__init__(client)
        self.value = lesson_id


@pytest.fixture
def app(nobody: Client, inline: InlinePool) -> App:
    """A page that nobody looks at."""
    return App(nobody, organization_id="org-1", workers=inline, lesson_panel=LessonPanel)


def test_it_begins_with_the_lessons(app: App) -> None:
    """Everything else is one tab away."""
    assert app.tabs.texts == [
        "Lessons", "New lesson", "Many lessons", "Sharing", "Credits", "Administration", "Organization"
    ]  # fmt: skip
    assert isinstance(app.pages[app.value], Browser)


def test_an_opened_lesson_has_a_page(app: App) -> None:
    """And it is shown."""
    browser = app.pages["Lessons"]
    assert isinstance(browser, Browser)

    browser.open_lesson("lesson-1")

    assert (app.value, app.pages["Open lesson"].value) == ("Open lesson", "lesson-1")


def test_the_next_opened_lesson_takes_its_place(app: App) -> None:
    """One page, not one for each."""
    app.open_lesson("lesson-1")
    app.open_lesson("lesson-2")

    assert app.tabs.texts.count("Open lesson") == 1
    assert app.children[2].value == "lesson-2"


def test_a_shared_course_has_a_page(app: App) -> None:
    """With its link."""
    app.share("course-1")

    page = app.pages["Link"]
    assert app.value == "Link"
    assert isinstance(page, SharingPanel)
    assert page.value == "course-1"


def test_another_organization_changes_everything(app: App) -> None:
    """What was open of the one before is closed."""
    app.share("course-1")

    app.picker.value = "org-2"

    credits = app.pages["Credits"]
    assert isinstance(credits, CreditsPanel)
    assert credits.organization_id == "org-2"
    assert "Link" not in app.tabs.texts
    assert app.value == "Lessons"


def test_without_a_panel_for_lessons_there_is_no_way_to_open_one(nobody: Client, inline: InlinePool) -> None:
    """A button that does nothing is not shown."""
    app = App(nobody, workers=inline)

    app.open_lesson("lesson-1")

    assert "Open lesson" not in app.tabs.texts
