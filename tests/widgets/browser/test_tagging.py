"""Tags edited in a browser."""

from __future__ import annotations

from uuid import uuid4

import pytest

from tests.widgets.looking import refreshed
from workbench.client.sync import Client
from workbench.client.thread_pool import InlinePool
from workbench.procedures.course import CourseWithLessons, get_course
from workbench.procedures.lesson import create_lesson, get_lesson, set_tags
from workbench.widgets.browser.panel import Browser


@pytest.fixture
def ids(client: Client) -> list[str]:
    """Two lessons, of which one has a tag more than the other."""
    made = [client.call(create_lesson(title=f"Tides {uuid4().hex[:6]}", language="EN")).lesson_id for _ in range(2)]
    for lesson_id, tags in zip(made, (["sea"], ["moon", "sea"]), strict=True):
        client.call(set_tags(lesson_id=lesson_id, tags=tags))
    return made


@pytest.fixture
def editing(client: Client, ids: list[str], inline: InlinePool) -> Browser:
    """A browser in which the tags of both are edited."""
    browser = refreshed(Browser(client, workers=inline))
    browser.controls.list.chosen = [f"lesson:{id_}" for id_ in ids]
    browser.controls.tags.click()
    return browser


def save(browser: Browser, *tags: object) -> None:
    """What the editor says when somebody saves."""
    browser.controls.tag_editor._handle_custom_msg({"intent": "save", "tags": list(tags)}, [])


def stored(client: Client, ids: list[str]) -> list[list[str] | None]:
    """What the service has."""
    return [client.call(get_lesson(lesson_id=id_)).tags for id_ in ids]


def test_what_all_have_is_edited_and_the_rest_stays(editing: Browser, client: Client, ids: list[str]) -> None:
    """With the tags in use to choose from; and it can be undone."""
    editor = editing.controls.tag_editor
    assert (editor.tags, editor.label, "moon" in editor.known) == (["sea"], "Tags of 2 lessons", True)

    save(editing, "ebb", " EBB ")
    assert stored(client, ids) == [["ebb"], ["ebb", "moon"]]
    assert not editor.is_open and "Tags changed on 2 items." in editing.notice
    chips = [chip["text"] for row in editing.controls.list.rows[:2] for chip in row["chips"]]
    assert sorted(chips) == ["ebb", "ebb", "moon"]

    editing.controls.undo_tags.click()
    assert stored(client, ids) == [["sea"], ["moon", "sea"]]
    assert editing.controls.undo_tags.layout.display == "none"


def test_what_somebody_else_set_meanwhile_is_kept(
    editing: Browser, client: Client, ids: list[str], failures: list[str]
) -> None:
    """It says so; the editor has both, and saves them."""
    client.call(set_tags(lesson_id=ids[0], tags=["sea", "storm"]))
    save(editing, "sea", "ebb")

    assert "Someone else changed the tags" in editing.error and editing.controls.tag_editor.is_open
    assert stored(client, ids) == [["sea", "storm"], ["ebb", "moon", "sea"]]
    assert editing.controls.tag_editor.tags == ["ebb", "sea", "storm"]
    save(editing, *editing.controls.tag_editor.tags)
    assert stored(client, ids)[0] == ["ebb", "sea", "storm"] and failures.pop().startswith("Lessons and courses")


def test_an_undo_never_overwrites(editing: Browser, client: Client, ids: list[str], failures: list[str]) -> None:
    """What somebody set since stays."""
    save(editing, "ebb")
    client.call(set_tags(lesson_id=ids[0], tags=["storm"]))
    editing.controls.undo_tags.click()

    assert stored(client, ids) == [["storm"], ["moon", "sea"]]
    assert "Nothing changed." in failures.pop()


@pytest.mark.parametrize(
    ("tag", "message"), [('say "ah"', "quotation mark"), ("x" * 51, "at most 50"), ("None", "no tag")]
)
def test_what_is_no_tag_changes_nothing(
    editing: Browser, client: Client, ids: list[str], failures: list[str], tag: str, message: str
) -> None:
    """The editor stays, with the reason above."""
    save(editing, "sea", tag)

    assert message in editing.error and editing.controls.tag_editor.is_open
    assert stored(client, ids) == [["sea"], ["moon", "sea"]] and failures.pop()


def test_a_course_has_tags_too(opened: Browser, client: Client, course: CourseWithLessons) -> None:
    """Its lessons are found by them."""
    opened.open_course(None)
    opened.controls.listing.value = "courses"
    opened.controls.list.chosen = [f"course:{course.course_id}"]
    opened.controls.tags.click()
    save(opened, f"t{course.course_id}")

    assert client.call(get_course(course_id=course.course_id)).tags == [f"t{course.course_id}"]
    assert "Tags of “Seamanship”" in opened.notice
    opened.search.find_tag(f"t{course.course_id}")
    assert sorted(item.title for item in opened.state.items) == ["Charts", "Knots", "Sails"]
