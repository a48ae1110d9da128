"""All panels on one page."""

from __future__ import annotations

import pytest

from workbench.client.sync import Client
from workbench.client.thread_pool import InlinePool
from workbench.widgets.app.panel import App
from workbench.widgets.browser.panel import Browser
from workbench.widgets.credits import CreditsPanel
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
        *("Lessons", "New lesson", "Bulk create", "Translations", "Sources", "Changes"),
        *("Review", "Sharing", "Credits", "Administration", "Organization"),
    ]
    assert isinstance(app.pages[app.value], Browser)


def test_an_opened_lesson_is_shown_beside_the_list(app: App) -> None:
    """The list stays."""
    browser = app.pages["Lessons"]
    assert isinstance(browser, Browser)

    browser.open_lesson("lesson-1")

    assert app.split.children == (browser, app.detail)
    assert (app.value, app.detail.panel and app.detail.panel.value) == ("Lessons", "lesson-1")
    assert {"wb-has-detail", "wb-detail-first"} <= set(app.split._dom_classes)


def test_the_next_opened_lesson_takes_its_place(app: App) -> None:
    """One lesson, and what was there before is closed."""
    app.open_lesson("lesson-1")
    before = app.detail.panel
    app.open_lesson("lesson-2")

    assert app.detail.panel and app.detail.panel.value == "lesson-2"
    assert before is not None and before.comm is None


def test_a_tab_comes_in_front_of_an_opened_lesson(app: App) -> None:
    """Where there is no room for both; the lesson stays open."""
    app.open_lesson("lesson-1")
    app.tabs._handle_custom_msg({"intent": "choose", "text": "Lessons"}, [])

    assert "wb-detail-first" not in app.split._dom_classes
    assert app.detail.panel is not None


def test_an_opened_lesson_is_closed(app: App) -> None:
    """By its button."""
    app.open_lesson("lesson-1")
    app.detail.close_button.click()

    assert app.detail.panel is None
    assert app.split._dom_classes == ("wb-split",)


def test_a_shared_course_is_shown_beside_the_list(app: App) -> None:
    """With its link."""
    app.share("course-1")

    assert isinstance(app.detail.panel, SharingPanel)
    assert app.detail.panel.value == "course-1"


def test_another_organization_changes_everything(app: App) -> None:
    """What was open of the one before is closed."""
    app.share("course-1")

    app.picker.value = "org-2"

    credits = app.pages["Credits"]
    assert isinstance(credits, CreditsPanel)
    assert credits.organization_id == "org-2"
    assert app.detail.panel is None
    assert isinstance(app.split.children[0], Browser)


def test_without_a_panel_for_lessons_there_is_no_way_to_open_one(nobody: Client, inline: InlinePool) -> None:
    """A button that does nothing is not shown."""
    app = App(nobody, workers=inline)

    app.open_lesson("lesson-1")

    assert app.detail.panel is None


@pytest.fixture
def live_app(client: Client, inline: InlinePool) -> App:
    """A page over a real service."""
    return App(client, workers=inline, lesson_panel=LessonPanel)


def visit(app: App, anchor: str) -> None:
    """What the page says when somebody comes to an anchor, or goes back to it."""
    app.address._handle_custom_msg({"intent": "visit", "anchor": anchor, "page": "http://127.0.0.1:1/p"}, [])


def browser_of(app: App) -> Browser:
    """The browser on its first tab."""
    browser = app.pages["Lessons"]
    assert isinstance(browser, Browser)
    return browser


def test_the_address_follows_what_is_opened(live_app: App, lesson_id: str, course_id: str) -> None:
    """A course, a lesson in front of it, and back to the list."""
    anchors = []
    browser_of(live_app).open_course(course_id)
    anchors.append(live_app.address.anchor)
    live_app.open_lesson(lesson_id)
    anchors.append(live_app.address.anchor)
    live_app.close_detail()
    anchors.append(live_app.address.anchor)
    browser_of(live_app).open_course(None)
    anchors.append(live_app.address.anchor)

    assert anchors == [f"course/{course_id}", f"lesson/{lesson_id}", f"course/{course_id}", ""]


def test_an_address_opens_a_lesson(live_app: App, lesson_id: str) -> None:
    """As a link that was passed on does."""
    visit(live_app, f"lesson/{lesson_id}")

    assert live_app.detail.panel and live_app.detail.panel.value == lesson_id
    assert live_app.address.anchor == f"lesson/{lesson_id}"


def test_going_back_shows_what_was_there(live_app: App, lesson_id: str, course_id: str) -> None:
    """A course without the lesson, then the list."""
    browser_of(live_app).open_course(course_id)
    live_app.open_lesson(lesson_id)
    live_app.value = "Credits"
    visit(live_app, f"course/{course_id}")
    first = (live_app.value, live_app.detail.panel, browser_of(live_app).course, live_app.address.anchor)
    visit(live_app, "")

    assert first == ("Lessons", None, course_id, f"course/{course_id}")
    assert (browser_of(live_app).course, live_app.address.anchor) == (None, "")


@pytest.mark.parametrize("kind", ["lesson", "course"])
def test_a_link_to_what_is_not_there_says_so(live_app: App, kind: str, failures: list[str]) -> None:
    """Deleted, of another organization, or never there: the service makes no difference."""
    visit(live_app, f"{kind}/{'0' * 25}")

    assert f"a {kind} that doesn’t exist or that you can’t access" in failures.pop()
    assert live_app.detail.panel is None


def test_an_address_that_names_nothing_says_so(live_app: App, failures: list[str]) -> None:
    """And what would."""
    visit(live_app, "<script>alert(1)</script>")

    assert "#lesson/ID or #course/ID" in failures.pop()


def test_a_link_can_be_copied(live_app: App, lesson_id: str, course_id: str) -> None:
    """Of what is chosen, of the open course, and of the open lesson."""
    visit(live_app, "")
    browser = browser_of(live_app)
    browser.start(browser.refresh)
    browser.controls.list.chosen = [f"lesson:{lesson_id}"]
    chosen = browser.controls.copy_link.value
    browser.open_course(course_id)
    course = browser.controls.copy_link.value
    live_app.open_lesson(lesson_id)
    lesson = live_app.detail.children[0].children[0].value

    assert f'data-wb-copy="http://127.0.0.1:1/p#lesson/{lesson_id}"' in chosen
    assert f'data-wb-copy="http://127.0.0.1:1/p#course/{course_id}"' in course
    assert f'data-wb-copy="http://127.0.0.1:1/p#lesson/{lesson_id}"' in lesson
