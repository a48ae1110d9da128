"""The sharing of many courses."""

from __future__ import annotations

from datetime import UTC, datetime
from functools import partial

import pytest

from tests.browser.lessons import Writing
from tests.bulk.fake_service import course
from tests.hostile import HOSTILE
from tests.widgets.looking import dangers_in, filled, refreshed
from workbench.client.sync import Client
from workbench.client.thread_pool import InlinePool
from workbench.languages.reader import language_name
from workbench.procedures.course import (
    create_course,
    get_course_sharing_info,
    get_share_settings,
    publish_course,
    set_course_sharing,
)
from workbench.procedures.lesson import create_lesson
from workbench.procedures.project import create_project
from workbench.widgets.kit.course_wording import course_choices, course_context
from workbench.widgets.sharing.table import SharingTable


@pytest.fixture
def table(client: Client, writing: Writing, lesson_id: str, course_id: str, inline: InlinePool) -> SharingTable:
    """A table that was looked at, with one private course chosen, whose lesson has an open place."""
    writing.put(lesson_id, [("text", {"markdown": "✎ Say what it is."})])
    made = refreshed(SharingTable(client, workers=inline))
    made.list.chosen = [course_id]
    return made


def test_courses_are_listed_with_their_sharing(table: SharingTable, course_id: str) -> None:
    """Last changed first."""
    assert table.list.rows[0]["id"] == course_id
    assert table.list.rows[0]["tags"][-1]["text"] == "Private"


def test_three_courses_of_one_title_can_be_told_apart(client: Client, inline: InlinePool) -> None:
    """Their rows, and those of *Move to*, named neither language nor project."""
    project = client.call(create_project(name="A project of its own")).project_id
    for language, place in (("EN", None), ("DE", None), ("EN", project)):
        course_id = client.call(create_course(title="Alike", project_id=place)).course_id
        client.call(create_lesson(title="Alike", language=language, course_id=course_id))
    panel = SharingTable(client, workers=inline)
    panel.refresh()

    alike = [row["detail"] for row in panel.list.rows if row["title"] == "Alike"]
    assert {detail.rsplit(" · ", 1)[1] for detail in alike} == {"It needs a lesson with at least one block."}
    assert {detail.rsplit(" · ", 4)[0] for detail in alike} == {
        f"{language_name('EN')} · A project of its own",
        f"{language_name('EN')} · Starter lessons",
        f"{language_name('DE')} · Starter lessons",
    }
    offered = course_choices(
        [listed_course for listed_course in panel.courses if listed_course.title == "Alike"],
        course_context(client, None),
    )
    assert len({text for text, _ in offered}) == 3


def test_a_public_course_whose_changes_are_not_public_is_marked(
    client: Client, writing: Writing, lesson_id: str, course_id: str, inline: InlinePool
) -> None:
    """Until it is published again."""
    writing.put(lesson_id, [("text", {"markdown": "The moon pulls."})])
    client.call(set_course_sharing(course_id=course_id, is_public=True))
    panel = refreshed(SharingTable(client, workers=inline))
    writing.put(lesson_id, [("text", {"markdown": "It pulls."})])
    panel.refresh()
    edited = [tag["text"] for tag in panel.list.rows[0]["tags"]]
    client.call(publish_course(course_id=course_id))
    panel.refresh()

    assert edited == ["Unpublished changes", "Public"]
    assert [tag["text"] for tag in panel.list.rows[0]["tags"]] == ["Public"]


def test_value_are_the_chosen_ids(table: SharingTable, course_id: str) -> None:
    """For a cell that continues with them."""
    assert table.value == [course_id]


def test_nothing_is_shared_without_a_question(table: SharingTable, client: Client, course_id: str) -> None:
    """Many links at the same time, all the more."""
    table.open_up.click()

    assert table.question.is_open
    assert not client.call(get_course_sharing_info(course_id=course_id)).is_public


def test_the_answer_yes_shares_them(table: SharingTable, client: Client, course_id: str) -> None:
    """And says how many; unfinished lessons are named and asked about first."""
    table.open_up.click()
    table.question.yes.click()
    asked = table.question.text.value
    table.question.yes.click()

    assert "Placeholders (✎) remain in" in asked

    assert client.call(get_course_sharing_info(course_id=course_id)).is_public
    assert table.notice == "1 of 1 are public now."


def test_courses_with_notes_for_authors_stay_private(table: SharingTable, writing: Writing) -> None:
    """Their lessons are named, whichever course they are in."""
    ids = [writing.lesson(("authorNote", {"markdown": "Ask."}), topic=topic) for topic in ("Eels", "Newts")]
    courses = [writing.read(id_).course_id for id_ in ids]
    table.start(partial(table.set_public, True, courses, confirm_open_places=True))

    assert table.notice.startswith(
        "0 of 2 are public now. The others couldn't be changed: There are notes for authors in “Eels”"
    )
    assert "“Newts” (1)" in table.notice
    assert not table.question.is_open


def test_links_of_public_ones_can_be_copied(table: SharingTable) -> None:
    """Those that are chosen."""
    table.start(partial(table.set_public, True, confirm_open_places=True))

    assert "Copy link" in table.links.value


def test_another_choice_takes_the_question_back(table: SharingTable) -> None:
    """Yes is about what was chosen when it was asked."""
    table.open_up.click()

    table.list.chosen = []

    assert not table.question.is_open


def test_those_that_could_not_be_are_told(table: SharingTable, course_id: str) -> None:
    """With the reason; the others are done."""
    table.value = [course_id, "0" * 25]

    table.start(partial(table.set_public, True, confirm_open_places=True))

    assert table.notice.startswith("1 of 2 are public now. The others couldn't be changed: ")


def test_a_search_asks_the_service(table: SharingTable) -> None:
    """There may be more than are shown."""
    table.search.value = "no such title anywhere"

    assert table.list.rows == []


@pytest.mark.parametrize("text", HOSTILE)
def test_no_title_becomes_markup(nobody: Client, inline: InlinePool, text: str) -> None:
    """Nor any link."""
    hostile = course("c", text, is_public=True, share_url=text, lesson_count=1)
    table = filled(SharingTable(nobody, workers=inline), courses=[hostile])
    table.list.chosen = ["c"]

    assert dangers_in(table) == []


def test_links_of_many_courses_are_changed_and_put_back(table: SharingTable, client: Client, course_id: str) -> None:
    """One question says what changes; the rows show it; undo is one click."""
    form = table.settings.form
    form.ends.value, form.expires.value = "until", "2099-12-31"
    table.plan_button.click()
    question = table.question.text.value
    table.question.yes.click()
    made = client.call(get_share_settings(course_id=course_id)).expires_at
    (row,) = [row for row in table.list.rows if row["id"] == course_id]
    tags = [tag["text"] for tag in row["tags"]]
    table.undo_button.click()

    assert ("1 change" in question, "link expiry: Never expires → 2099-12-31" in question) == (True, True)
    assert (made, "expires 2099-12-31" in tags) == (datetime(2100, 1, 1, tzinfo=UTC), True)
    assert client.call(get_share_settings(course_id=course_id)).expires_at is None
    assert table.undo_button.disabled
