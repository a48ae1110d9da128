"""The search of a browser."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from uuid import uuid4

import httpx
import pytest

from tests.widgets.browser.opened_course import intend, titles
from tests.widgets.held import Held
from tests.widgets.looking import refreshed
from workbench.client.retry import RetryPolicy
from workbench.client.sync import Client
from workbench.client.thread_pool import InlinePool
from workbench.embedded.record import EmbeddedService
from workbench.procedures.course import CourseWithLessons
from workbench.procedures.lesson import create_lesson, search, set_tags
from workbench.procedures.project import create_project
from workbench.widgets.browser.panel import Browser
from workbench.widgets.kit import polling


class Interrupted:
    """A client during whose first search somebody does something; the answer comes afterwards."""

    def __init__(self, client: Client, meanwhile: Callable[[], object]) -> None:
        self._client, self._meanwhile = client, [meanwhile]

    def __getattr__(self, name: str) -> Any:
        return getattr(self._client, name)

    def call(self, call: Any) -> Any:
        """The answer."""
        found = self._client.call(call)
        if call.name == search.name and self._meanwhile:
            self._meanwhile.pop()()
        return found


@pytest.fixture
def word(client: Client) -> str:
    """A word that two lessons have in their title; one has a tag with a blank."""
    word = f"w{uuid4().hex[:10]}"
    tagged = client.call(create_lesson(title=f"Ebb {word}", language="DE"))
    client.call(set_tags(lesson_id=tagged.lesson_id, tags=[f"sea {word}", word]))
    client.call(create_lesson(title=f"{word} and flood", language="EN"))
    return word


def test_lessons_are_found_by_words_and_filters(browser: Browser, word: str) -> None:
    """The best first; how many is reported."""
    browser.controls.search.value = f"{word} lang:de"

    assert titles(browser) == [f"Ebb {word}"]
    assert browser.controls.list.rows[0]["titleParts"][1] == {"text": word, "isMatch": True}
    assert browser.controls.list.status == "1 lesson found."
    browser.controls.search.value = word
    assert browser.controls.list.status == "2 lessons found, best matches first."
    browser.controls.search.value = ""
    assert browser.controls.list.status == ""


def test_a_search_stays_in_the_project_that_is_shown(browser: Browser, client: Client, word: str) -> None:
    """And says where else to look."""
    project = client.call(create_project(name=word))
    browser.refresh()
    browser.controls.project.value = project.project_id
    browser.controls.search.value = word

    assert titles(browser) == [] and "search all projects" in browser.controls.list.empty


@pytest.mark.parametrize(
    ("typed", "message"),
    [
        ("quiz:perhaps", "Invalid search: quiz: takes none or some."),
        ("%", "Invalid search: it contains no word; signs are not searched for."),
        ("x" * 10_000, "Invalid search: A search can have at most 1,000 characters; this one has 10,000."),
        ("tag:no-lesson-has-it 🎓", "No lessons match. Remove a word or filter, or type only the first three letters"),
    ],
)
def test_what_finds_nothing_says_what_to_do(browser: Browser, typed: str, message: str) -> None:
    """Where the lessons would stand; it is no failure of the panel."""
    browser.controls.search.value = typed

    assert browser.controls.list.empty.startswith(message)
    assert (browser.error, browser.state.total, titles(browser)) == ("", 0, [])


def test_a_click_on_a_tag_searches_for_it(opened: Browser, client: Client, word: str) -> None:
    """Also from a course that is open; a tag with a blank is quoted."""
    opened.open_course(None)
    opened.controls.listing.value = "lessons"
    opened.controls.search.value = f"Ebb {word}"
    intend(opened, "chip", opened.controls.list.rows[0]["id"], chip=0)

    assert opened.controls.search.value == f'tag:"sea {word}"' and titles(opened) == [f"Ebb {word}"]
    intend(opened, "chip", opened.controls.list.rows[0]["id"], chip=9)
    assert titles(opened) == [f"Ebb {word}"]


def test_a_tag_in_an_open_course_leaves_the_course(opened: Browser, course: CourseWithLessons, client: Client) -> None:
    """The lessons that have it are in many courses."""
    lesson = course.lessons[0]
    client.call(set_tags(lesson_id=lesson.lesson_id, tags=[f"t{course.course_id}"]))
    opened.refresh()
    intend(opened, "chip", f"lesson:{lesson.lesson_id}", chip=0)

    assert opened.course is None and titles(opened) == [lesson.title]


def test_an_answer_that_is_late_is_not_shown(client: Client, word: str) -> None:
    """Somebody typed on while it was in progress: only what is wanted now is listed."""
    held, typed = Held(), [f"{word} lang:en"]
    interrupted: Any = Interrupted(client, lambda: setattr(browser.controls.search, "value", typed.pop()))
    browser = refreshed(Browser(interrupted, workers=held))
    held.work()
    listed: list[list[str]] = []
    browser.controls.list.observe(lambda change: listed.append([row["title"] for row in change.new]), "rows")
    browser.controls.search.value = f"{word} lang:de"
    held.work()

    assert [title_list for title_list in listed if title_list] == [[f"{word} and flood"]] and typed == []


def test_courses_are_searched_by_their_titles(browser: Browser, word: str) -> None:
    """As before; what can be searched for is told for lessons only."""
    browser.controls.listing.value = "courses"
    browser.controls.search.value = word[:4]

    assert browser.controls.search.hint == "Search titles" and browser.controls.search_help.layout.display == "none"
    assert f"Ebb {word}" in titles(browser)


def test_a_service_without_search_searches_titles(nobody: Client, inline: InlinePool) -> None:
    """It announces no other."""
    browser = Browser(nobody, workers=inline)
    browser.state.search = "map"

    assert not browser.state.searches_text and browser._page(None).name == "lesson.listLessons"


class Cable(httpx.BaseTransport):
    """A way to the service that can be cut."""

    def __init__(self) -> None:
        self._whole = httpx.HTTPTransport()
        self.is_cut = False

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        """The answer, while there is a way."""
        if self.is_cut:
            raise httpx.ConnectError("connection refused", request=request)
        return self._whole.handle_request(request)

    def close(self) -> None:
        """Close the connections."""
        self._whole.close()


def test_after_an_outage_the_search_is_made_and_the_error_goes(
    own_service: EmbeddedService, inline: InlinePool, word: str, failures: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """
    Regression: unfiltered rows stayed below the words that were searched for, and the error above them.
    """
    monkeypatch.setattr(polling, "POLL_SECONDS", 0.0)
    cable = Cable()
    with (
        httpx.Client(transport=cable) as http,
        Client(own_service.base_url, own_service.token, http=http, policy=RetryPolicy(tries=1)) as client,
    ):
        made = client.call(create_lesson(title=f"{word} in May", language="EN"))
        browser = refreshed(Browser(client, workers=inline))
        browser.controls.listing.value = "lessons"
        cable.is_cut = True
        browser.controls.search.value = word
        during = (titles(browser), browser.error)
        browser.header._handle_custom_msg({"intent": "poll", "id": "m"}, [])
        still = browser.error
        cable.is_cut = False
        browser.header._handle_custom_msg({"intent": "poll", "id": "m"}, [])

        assert during[0] == []
        assert during[1].startswith(f"The service at {client.origin} is not responding.")
        assert still == during[1]
        assert (made.title in titles(browser), browser.error) == (True, "")
        assert all(word in title for title in titles(browser))
    assert failures
    failures.clear()
