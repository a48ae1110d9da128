"""What learners see of a course, and what is not public yet."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

from tests.browser.lessons import Writing
from tests.colleague import colleague
from tests.hostile import HOSTILE
from tests.widgets.looking import dangers_in, refreshed
from workbench.client.sync import Client
from workbench.client.thread_pool import InlinePool
from workbench.embedded.record import EmbeddedService
from workbench.procedures.course import get_publication_changes, list_publications, publish_course, set_course_sharing
from workbench.procedures.lesson import rename_lesson
from workbench.procedures.organization import set_publishing_policy
from workbench.widgets.sharing.panel import SharingPanel
from workbench.widgets.sharing.publication import PublicationPanel

TEXT = ("text", {"markdown": "Twice a day the sea comes in."})


@pytest.fixture
def lesson_id(writing: Writing) -> str:
    """The lesson of the course."""
    return writing.lesson(TEXT, topic="Tides")


@pytest.fixture
def course_id(client: Client, writing: Writing, lesson_id: str) -> str:
    """A course that learners see."""
    found = writing.read(lesson_id).course_id
    client.call(set_course_sharing(course_id=found, is_public=True))
    return found


@pytest.fixture
def panel(client: Client, course_id: str, inline: InlinePool) -> PublicationPanel:
    """The panel of that course, looked at."""
    return refreshed(PublicationPanel(client, course_id, workers=inline))


def changes(client: Client, course_id: str) -> list[str]:
    """What differs, by kind."""
    return [change.kind for change in client.call(get_publication_changes(course_id=course_id)).changes]


def test_without_a_difference_all_is_public(panel: PublicationPanel) -> None:
    """And there is nothing to publish."""
    assert panel.value == 1
    assert "Up to date" in panel.state.value
    assert panel.waiting.layout.display == "none"


def test_an_edit_waits_and_is_shown_word_by_word(
    panel: PublicationPanel, writing: Writing, client: Client, course_id: str, lesson_id: str
) -> None:
    """Several changes of a lesson are one row with a word for each; the chosen one is compared."""
    writing.append(lesson_id, "And goes out again.")
    client.call(rename_lesson(lesson_id=lesson_id, title="The tide"))
    panel.start(panel.refresh)
    panel.list.chosen = [panel.list.rows[0]["id"]]

    assert "not published yet" in panel.state.value
    lessons = {row["id"]: [tag["text"] for tag in row["tags"]] for row in panel.list.rows}
    assert set(lessons[lesson_id]) == {"Changed", "Renamed"}
    panel.list.chosen = [lesson_id]
    assert "<ins>And goes out again.</ins>" in panel.difference.reader.html


def test_publishing_asks_once_and_keeps_the_note(
    panel: PublicationPanel, writing: Writing, client: Client, course_id: str, lesson_id: str
) -> None:
    """Then nothing waits any more."""
    writing.append(lesson_id, "And goes out again.")
    panel.start(panel.refresh)
    panel.note.value = "The ebb"
    panel.publish_button.click()
    before = changes(client, course_id)
    panel.question.yes.click()

    newest = client.call(list_publications(course_id=course_id)).publications[0]
    assert (before, changes(client, course_id)) == (["changed"], [])
    assert (newest.number, newest.note, panel.value) == (2, "The ebb", 2)


def test_an_earlier_publication_is_shown_again(
    panel: PublicationPanel, writing: Writing, client: Client, course_id: str, lesson_id: str
) -> None:
    """The course stays as it is, so that the change waits again."""
    writing.append(lesson_id, "And goes out again.")
    client.call(publish_course(course_id=course_id))
    panel.start(panel.refresh)
    panel.earlier.chosen = ["1"]
    panel.restore_button.click()
    panel.question.yes.click()

    assert (panel.value, changes(client, course_id)) == (1, ["changed"])


def test_what_may_not_be_public_is_listed_with_why(
    panel: PublicationPanel, writing: Writing, client: Client, course_id: str, lesson_id: str
) -> None:
    """Learners see what they saw; nobody can override it."""
    note = ("authorNote", {"markdown": "Ask the harbour."})
    writing.put(lesson_id, [TEXT, note, note])
    panel.start(panel.refresh)
    panel.start(panel.publish)

    assert "Not published." in panel.refusal.value
    assert "2 notes for authors" in panel.refusal.value
    assert panel.override_button.layout.display == "none"
    assert panel.value == 1


@pytest.fixture
def only_approved(client: Client, course_id: str) -> Iterator[None]:
    """A policy since the course was published, by which only what is approved is; afterwards anyone publishes again."""
    sharing_roles = ["owner", "admin", "author"]
    policy = partial(set_publishing_policy, review_by_somebody_else=False, sharing_roles=sharing_roles)
    client.call(policy(publication="approvedOnly"))
    yield
    client.call(policy(publication="anyone"))


@pytest.mark.usefixtures("only_approved")
def test_an_owner_publishes_against_the_policy_with_a_reason(
    panel: PublicationPanel,
    writing: Writing,
    client: Client,
    course_id: str,
    lesson_id: str,
    failures: list[str],
) -> None:
    """After the lesson and why were listed; the reason stays with the publication, an empty one sends nothing."""
    writing.append(lesson_id, "And goes out again.")
    panel.start(panel.refresh)
    panel.start(panel.publish)
    listed, is_offered, seen = panel.refusal.value, panel.override_button.layout.display, panel.value
    panel.override_button.click()
    panel.prompt.entry.value = "  "
    panel.prompt.accept()
    unsaid, said = panel.value, failures.pop()
    panel.override_button.click()
    panel.prompt.entry.value = "The exam is tomorrow"
    panel.prompt.accept()

    newest = client.call(list_publications(course_id=course_id)).publications[0]
    assert "not approved" in listed and "Tides" in listed and is_offered != "none"
    assert "Enter a reason" in said and (seen, unsaid, panel.value) == (1, 1, 2)
    assert (newest.override_reason, changes(client, course_id)) == ("The exam is tomorrow", [])
    assert (panel.refusal.value, panel.override_button.layout.display) == ("", "none")


@pytest.mark.usefixtures("only_approved")
def test_who_is_no_owner_sees_why_and_no_way_around(
    own_service: EmbeddedService,
    shared_folder: Path,
    writing: Writing,
    course_id: str,
    lesson_id: str,
    inline: InlinePool,
) -> None:
    """An admin has the list of lessons, and learners see what they saw."""
    writing.append(lesson_id, "And goes out again.")
    with colleague(own_service, shared_folder, role="admin", name="Ada") as admin:
        panel = refreshed(PublicationPanel(admin, course_id, workers=inline))
        panel.start(panel.publish)

        assert "not approved" in panel.refusal.value
        assert (panel.override_button.layout.display, panel.value) == ("none", 1)


def test_open_places_are_asked_about(panel: PublicationPanel, writing: Writing, lesson_id: str) -> None:
    """And published when that is meant."""
    writing.put(lesson_id, [("text", {"markdown": "✎ Say what it is."})])
    panel.start(panel.refresh)
    panel.start(panel.publish)
    asked, before = panel.question.text.value, panel.value
    panel.question.yes.click()

    assert "Placeholders (✎) remain in" in asked
    assert (before, panel.value) == (1, 2)


def test_what_others_published_meanwhile_is_not_overwritten(
    panel: PublicationPanel, writing: Writing, client: Client, course_id: str, lesson_id: str, failures: list[str]
) -> None:
    """It is shown as it is now."""
    writing.append(lesson_id, "And goes out again.")
    panel.start(panel.refresh)
    client.call(publish_course(course_id=course_id))
    writing.append(lesson_id, "And again.")
    panel.start(panel.publish)

    assert "Someone else published the course" in failures.pop()
    assert panel.value == 2


def test_it_is_a_part_of_the_sharing_panel(client: Client, course_id: str, inline: InlinePool) -> None:
    """A private course that was never public has none."""
    sharing = refreshed(SharingPanel(client, course_id, workers=inline))
    sharing.publication.refresh()
    shown = sharing.publication.layout.display
    sharing.start(partial(sharing.set_public, False))

    assert (shown, sharing.publication.value) == (None, None)
    assert "Learners cannot see this course" in sharing.publication.state.value


def test_no_title_becomes_markup(
    panel: PublicationPanel, client: Client, course_id: str, lesson_id: str, writing: Writing
) -> None:
    """Of lessons, and in a refusal."""
    client.call(rename_lesson(lesson_id=lesson_id, title=HOSTILE[0]))
    writing.put(lesson_id, [("authorNote", {"markdown": HOSTILE[0]})])
    panel.start(panel.refresh)
    panel.start(panel.publish)

    assert dangers_in(panel) == []
