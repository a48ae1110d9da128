"""The whole workbench on one page."""

from __future__ import annotations

from collections.abc import Callable
from uuid import uuid4

import pytest

from workbench.client.sync import Client
from workbench.client.thread_pool import InlinePool
from workbench.procedures.lesson import rename_lesson, request_review
from workbench.procedures.organization import get_last_selected_organization_id, get_user_data
from workbench.procedures.service import who_am_i
from workbench.widgets.app.panel import App
from workbench.widgets.app.sections import COMMANDS, SECTIONS, Section, SubPage, all_pages, page_at
from workbench.widgets.browser.panel import Browser
from workbench.widgets.credits import CreditsPanel
from workbench.widgets.home.panel import HomePanel
from workbench.widgets.kit.pages import Pages
from workbench.widgets.kit.panel import Panel
from workbench.widgets.sharing.panel import SharingPanel

Go = Callable[[str], object]


class LessonPanel(Panel):
    """The panel of an opened lesson."""

    def __init__(self, client: Client, lesson_id: str, *, on_go: Go, link_to: object) -> None:
        super().__init__(client)
        self.value, self.on_go = lesson_id, on_go


class NamedReports(Panel):
    """Reports, one of which is shown by its name."""

    def show_report(self, name: str) -> None:
        """Show it."""
        self.value = name


@pytest.fixture
def app(nobody: Client, inline: InlinePool) -> App:
    """A page that nobody looks at."""
    return App(nobody, organization_id="org-1", workers=inline, lesson_panel=LessonPanel)


@pytest.fixture
def live_app(client: Client, inline: InlinePool) -> App:
    """A page over a real service."""
    return App(client, workers=inline, lesson_panel=LessonPanel)


def visit(app: App, anchor: str) -> None:
    """What the page says when somebody comes to an anchor, or goes back to it."""
    app.address._handle_custom_msg({"intent": "visit", "anchor": anchor, "page": "http://127.0.0.1:1/p"}, [])


def library_of(app: App) -> Browser:
    """The browser of its library."""
    browser = app.pages["Library"]
    assert isinstance(browser, Browser)
    return browser


def is_in_place_of_section(app: App) -> bool:
    """Whether what was opened is shown instead of the section."""
    return app.place.layout.display == "none" and app.detail.layout.display is None


def test_it_has_seven_sections_and_begins_at_home(app: App) -> None:
    """Each is one link away; what was changed is behind the bell."""
    assert app.tabs.texts == ["Home", "Library", "Create", "Review", "Publish", "Reports", "Settings"]
    assert (app.value, app.place.children) == ("Home", (app.pages["Home"],))


def test_only_what_is_looked_at_is_made(app: App) -> None:
    """The others cost nothing before."""
    app.turn_to("Settings")
    settings = app.pages["Settings"]

    assert list(app.pages.loaded_pages()) == ["Home", "Settings"]
    assert isinstance(settings, Pages) and list(settings.pages.loaded_pages()) == ["People"]


def test_no_two_pages_have_an_anchor_in_common() -> None:
    """And every command leads to one of them."""
    anchors = [page.anchor for _, page in all_pages()]
    anchors += [section.anchor for section in SECTIONS if len(section.pages) > 1]

    assert len(set(anchors)) == len(anchors)
    assert all(page_at(anchor) for _, anchor in COMMANDS)


@pytest.mark.parametrize(("section", "page"), all_pages(), ids=lambda known: str(known.anchor))
def test_an_anchor_opens_its_page(app: App, section: Section, page: SubPage) -> None:
    """And the address keeps it."""
    visit(app, page.anchor)
    shown = app.pages[app.value]

    assert (app.value, app.address.anchor) == (section.name, page.anchor)
    assert not isinstance(shown, Pages) or shown.value == page.name
    assert app.address.title == f"{section.name} – Workbench"


@pytest.mark.parametrize("section", [section.name for section in SECTIONS if section.is_listed])
def test_the_address_follows_the_sidebar(app: App, section: str) -> None:
    """So that it can be passed on, and that the browser goes back."""
    app.tabs._handle_custom_msg({"intent": "choose", "text": section}, [])
    place = page_at(app.address.anchor)

    assert place is not None and place[0].name == section


def test_the_address_follows_the_tabs_of_a_section(app: App) -> None:
    """A section is shown again as it was left."""
    app.turn_to("Settings")
    settings = app.pages["Settings"]
    assert isinstance(settings, Pages)
    settings.tabs._handle_custom_msg({"intent": "choose", "text": "Glossary"}, [])
    on_tab = app.address.anchor
    app.turn_to("Home")
    app.turn_to("Settings")

    assert (on_tab, app.address.anchor) == ("settings/glossary", "settings/glossary")


def test_a_part_of_a_section_has_an_address(app: App) -> None:
    """Such as one of several reports; the address follows what is shown."""
    reports = NamedReports(app.client, workers=app.workers)
    reports.observe(lambda change: app._update_address(), "value")
    app.put("Reports", reports)
    visit(app, "reports/courses")
    by_address = (app.value, reports.value, app.address.anchor)
    reports.show_report("credits")

    assert by_address == ("Reports", "courses", "reports/courses")
    assert app.address.anchor == "reports/credits"


def test_a_lesson_leads_to_other_places_of_the_page(app: App) -> None:
    """By the anchor that its panel names; the address follows."""
    app.open_lesson("lesson-1")
    assert isinstance(app.detail.panel, LessonPanel)
    app.detail.panel.on_go("settings/policy")

    assert (app.value, app.detail.panel, app.address.anchor) == ("Settings", None, "settings/policy")


def test_a_lesson_is_opened_in_place_of_the_section(app: App) -> None:
    """At full width; the section is kept as it is, out of sight."""
    app.turn_to("Library")
    browser = library_of(app)
    browser.open_lesson("lesson-1")

    assert is_in_place_of_section(app)
    assert app.place.children == (browser,)
    assert app.detail.panel is not None and app.detail.panel.value == "lesson-1"
    assert app.detail.close_button.description == "Back to Library"


def test_the_next_opened_lesson_takes_its_place(app: App) -> None:
    """One lesson, and what was there before is closed."""
    app.open_lesson("lesson-1")
    before = app.detail.panel
    app.open_lesson("lesson-2")

    assert app.detail.panel and app.detail.panel.value == "lesson-2"
    assert before is not None and before.comm is None


def test_the_way_back_leads_to_where_the_lesson_was_opened(app: App) -> None:
    """By its button."""
    app.turn_to("Library")
    library = app.place.children
    app.open_lesson("lesson-1")
    app.detail.close_button.click()

    assert (app.detail.panel, app.value, app.place.children) == (None, "Library", library)
    assert (app.place.layout.display, app.top.opened) == (None, "")


def test_another_section_closes_what_was_open(app: App) -> None:
    """Nothing is shown next to what it does not belong to."""
    app.open_lesson("lesson-1")
    app.tabs._handle_custom_msg({"intent": "choose", "text": "Review"}, [])

    assert (app.value, app.detail.panel, app.address.anchor) == ("Review", None, "review")


def test_a_course_is_shared_in_place_of_the_section(app: App) -> None:
    """With its link; it has an address, too."""
    app.turn_to("Publish")
    app.share("course-1")

    assert isinstance(app.detail.panel, SharingPanel) and app.detail.panel.value == "course-1"
    assert is_in_place_of_section(app)
    assert app.address.anchor == "publish/course-1"


def test_another_organization_changes_everything(app: App) -> None:
    """What was open of the one before is closed; who was choosing goes on choosing."""
    visit(app, "settings/organizations")
    visit(app, "settings/credits")
    app.share("course-1")
    app.picker.value = "org-2"
    settings = app.pages["Settings"]
    assert isinstance(settings, Pages)
    credits = settings.pages["Credits"]

    assert isinstance(credits, CreditsPanel) and credits.organization_id == "org-2"
    assert app.detail.panel is None
    assert settings.pages["Organizations"] is app.picker and app.picker.comm is not None
    assert app.top.organization_id == "org-2"


def test_the_example_is_worked_in_everywhere(nobody: Client, inline: InlinePool) -> None:
    """Not on *Home* alone; the organizations lead back."""
    app = App(nobody, organization_id="org-1", workers=inline, on_example=lambda: "org-example")
    app.turn_to("Review")
    open_example = app._host().open_example
    assert open_example is not None and app.here.organization_id == "org-1"

    assert open_example() == "org-example"
    assert (app.here.organization_id, app.top.organization_id) == ("org-example", "org-example")
    assert app.pages["Review"].client.organization_id == "org-example"
    app.picker.value = "org-1"
    assert app.here.organization_id == "org-1"


def test_without_a_panel_for_lessons_there_is_no_way_to_open_one(nobody: Client, inline: InlinePool) -> None:
    """A button that does nothing is not shown."""
    app = App(nobody, workers=inline)

    app.open_lesson("lesson-1")

    assert app.detail.panel is None


def test_the_address_follows_what_is_opened(live_app: App, lesson_id: str, course_id: str) -> None:
    """A course, a lesson in front of it, and back to the list."""
    anchors = []
    live_app.turn_to("Library")
    library_of(live_app).open_course(course_id)
    anchors.append(live_app.address.anchor)
    live_app.open_lesson(lesson_id)
    anchors.append(live_app.address.anchor)
    live_app.close_detail()
    anchors.append(live_app.address.anchor)
    library_of(live_app).open_course(None)
    anchors.append(live_app.address.anchor)

    assert anchors == [f"course/{course_id}", f"lesson/{lesson_id}", f"course/{course_id}", "library"]


def test_an_address_opens_a_lesson(live_app: App, lesson_id: str) -> None:
    """As a link that was passed on does."""
    visit(live_app, f"lesson/{lesson_id}")

    assert live_app.detail.panel and live_app.detail.panel.value == lesson_id
    assert live_app.address.anchor == f"lesson/{lesson_id}"


def test_going_back_shows_what_was_there(live_app: App, lesson_id: str, course_id: str) -> None:
    """A course without the lesson, then the list, then where one began."""
    live_app.go(f"course/{course_id}")
    live_app.open_lesson(lesson_id)
    live_app.turn_to("Reports")
    visit(live_app, f"course/{course_id}")
    first = (live_app.value, live_app.detail.panel, library_of(live_app).course, live_app.address.anchor)
    visit(live_app, "library")
    second = (live_app.value, library_of(live_app).course, live_app.address.anchor)
    visit(live_app, "")

    assert first == ("Library", None, course_id, f"course/{course_id}")
    assert second == ("Library", None, "library")
    assert (live_app.value, live_app.address.anchor) == ("Home", "")


@pytest.mark.parametrize("kind", ["lesson", "course"])
def test_a_link_to_what_is_not_there_says_so(live_app: App, kind: str, failures: list[str]) -> None:
    """Deleted, of another organization, or never there: the service makes no difference."""
    visit(live_app, f"{kind}/{'0' * 25}")

    assert f"The {kind} in this link doesn’t exist, or you don’t have access" in failures.pop()
    assert live_app.detail.panel is None


@pytest.mark.parametrize("anchor", ["<script>alert(1)</script>", "settings/nothing", "lessons", "reports/"])
def test_an_address_that_names_nothing_says_so(app: App, anchor: str, failures: list[str]) -> None:
    """And what to look at."""
    visit(app, anchor)

    assert "Check that you copied the whole link." in failures.pop()


def test_a_link_can_be_copied(live_app: App, lesson_id: str, course_id: str) -> None:
    """Of what is chosen, of the open course, and of the open lesson."""
    visit(live_app, "library")
    browser = library_of(live_app)
    browser.start(browser.refresh)
    browser.controls.list.chosen = [f"lesson:{lesson_id}"]
    chosen = browser.controls.copy_link.value
    browser.open_course(course_id)
    course = browser.controls.copy_link.value
    live_app.open_lesson(lesson_id)
    lesson = live_app.detail.children[0].children[1].value

    assert f'data-wb-copy="http://127.0.0.1:1/p#lesson/{lesson_id}"' in chosen
    assert f'data-wb-copy="http://127.0.0.1:1/p#course/{course_id}"' in course
    assert f'data-wb-copy="http://127.0.0.1:1/p#lesson/{lesson_id}"' in lesson


def test_the_top_bar_says_who_works_where_and_with_how_much(live_app: App, client: Client) -> None:
    """As the service has it."""
    live_app.load_once(30)
    balance = client.call(get_user_data()).ai_credit_balance

    assert live_app.top.person == client.call(who_am_i()).name
    assert live_app.top.credits.startswith(f"{balance:,} ")
    assert "My organization" in [known["name"] for known in live_app.top.organizations]


def test_the_bell_lists_what_home_lists(live_app: App, client: Client, lesson_id: str) -> None:
    """The same needs in the same words; the reviews that wait are counted beside their section too."""
    client.call(request_review(lesson_ids=[lesson_id]))
    live_app.load_once(30)
    home = HomePanel(live_app.here)
    home.refresh()
    waiting = [need.count for need in home.home.needs if need.kind == "awaitingReview"]

    assert [need["text"] for need in live_app.top.needs] == [need.text for need in home.home.needs]
    assert [count for count in live_app.tabs.counts if count] == [f"{count:,}" for count in waiting] != []


def test_the_switcher_changes_what_everything_works_on(live_app: App, client: Client) -> None:
    """At once; an id that it does not list is no choice."""
    live_app.load_once(30)
    chosen = client.call(get_last_selected_organization_id()).organization_id
    for wanted in ("somebody-else", chosen):
        live_app.top._handle_custom_msg({"intent": "work_in", "organization_id": wanted}, [])

    assert (live_app.here.organization_id, live_app.top.organization_id) == (chosen, chosen)
    assert live_app.picker.value == chosen


def test_the_palette_finds_lessons_courses_and_people(
    live_app: App, client: Client, lesson_id: str, course_id: str
) -> None:
    """And opens what is chosen."""
    word = f"quokka{uuid4().hex[:6]}"
    client.call(rename_lesson(lesson_id=lesson_id, title=f"The {word}"))
    sent: list[dict[str, object]] = []
    live_app.palette.send = lambda content, buffers=None: sent.append(content)
    live_app.palette._handle_custom_msg({"intent": "search", "query": word}, [])
    live_app.palette._handle_custom_msg({"intent": "search", "query": client.call(who_am_i()).name}, [])
    found, people = sent
    live_app.palette._handle_custom_msg({"intent": "go", "anchor": f"lesson/{lesson_id}"}, [])

    lesson = {"text": f"The {word}", "where": "Lesson", "anchor": f"lesson/{lesson_id}"}
    course = {"text": f"The {word}", "where": "Course", "anchor": f"course/{course_id}"}
    assert found == {"query": word, "entries": [lesson, course]}
    assert "settings/people" in [entry["anchor"] for entry in people["entries"]]  # type: ignore[attr-defined]
    assert live_app.detail.panel is not None and live_app.detail.panel.value == lesson_id


def test_a_search_that_the_service_does_not_understand_finds_nothing(live_app: App) -> None:
    """And is no failure of the page."""
    sent: list[dict[str, object]] = []
    live_app.palette.send = lambda content, buffers=None: sent.append(content)
    live_app.palette._handle_custom_msg({"intent": "search", "query": "updated:never"}, [])

    assert [content["query"] for content in sent] == ["updated:never"]
    assert live_app.error == ""
