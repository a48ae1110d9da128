"""The sharing of one course."""

from __future__ import annotations

from functools import partial
from uuid import uuid4

import pytest

from tests.browser.lessons import Writing
from tests.hostile import HOSTILE
from tests.markup import seen
from tests.widgets.looking import dangers_in, refreshed
from workbench.client.sync import Client
from workbench.client.thread_pool import InlinePool
from workbench.procedures.course import Sharing, create_course, get_course_sharing_info
from workbench.procedures.lesson import create_starter_lesson, get_lesson
from workbench.widgets.sharing.panel import SharingPanel, embed_code, is_here_only, qr_code, reach

LINK = "https://share.example/s/course-1"


@pytest.fixture
def panel(client: Client, writing: Writing, lesson_id: str, course_id: str, inline: InlinePool) -> SharingPanel:
    """The panel of a private course whose lesson has an open place, looked at."""
    writing.put(lesson_id, [("text", {"markdown": "✎ Say what it is."})])
    return refreshed(SharingPanel(client, course_id, workers=inline))


def test_the_three_facts_are_shown(panel: SharingPanel) -> None:
    """Public or not, whether it can be, and the link."""
    assert panel.sharing is not None
    assert "Private" in panel.facts.value
    assert panel.sharing.share_url in panel.facts.value


def test_the_course_is_called_by_its_title(panel: SharingPanel) -> None:
    """An id says nothing to anybody; a page that embeds it says the title to a screen reader."""
    assert "How bees find flowers" in panel.facts.value


def test_it_is_not_made_public_without_a_question(panel: SharingPanel, client: Client) -> None:
    """One click is not enough."""
    panel.open_up.click()

    assert panel.question.is_open
    assert not client.call(get_course_sharing_info(course_id=panel.value or "")).is_public


def test_the_answer_yes_makes_it_public(panel: SharingPanel, client: Client) -> None:
    """On the service; an unfinished lesson is named and asked about first."""
    panel.open_up.click()
    panel.question.yes.click()
    asked = panel.question.text.value
    was_public = client.call(get_course_sharing_info(course_id=panel.value or "")).is_public
    panel.question.yes.click()

    assert ("Placeholders (✎) remain in" in asked, was_public) == (True, False)

    assert client.call(get_course_sharing_info(course_id=panel.value or "")).is_public
    assert panel.close_down.layout.display is None


def test_notes_for_authors_are_named_and_nobody_can_confirm_them(
    panel: SharingPanel, writing: Writing, client: Client, failures: list[str]
) -> None:
    """The course stays private, and nothing more is asked."""
    lesson_id = writing.lesson(("authorNote", {"markdown": "Ask the harbour."}), topic="Eels")
    panel.choose(writing.read(lesson_id).course_id)
    panel.open_up.click()
    panel.question.yes.click()
    failures.clear()

    assert panel.error == (
        "There are notes for authors in “Eels” (1). Add what each note asks for and delete the note, then share again."
    )
    assert not panel.question.is_open
    assert not client.call(get_course_sharing_info(course_id=panel.value or "")).is_public


def test_it_is_made_private_again(panel: SharingPanel, client: Client) -> None:
    """With a question too: links that people have stop working."""
    panel.start(partial(panel.set_public, True, confirm_open_places=True))
    panel.close_down.click()
    panel.question.yes.click()

    assert not client.call(get_course_sharing_info(course_id=panel.value or "")).is_public


def test_a_public_course_is_handed_on(panel: SharingPanel) -> None:
    """Link and embed code to copy, and a picture for phones."""
    panel.start(partial(panel.set_public, True, confirm_open_places=True))

    assert "Copy link" in panel.code.value
    assert "&lt;iframe" in panel.code.value
    assert '<div class="wb-qr" role="img" aria-label="QR code of the link"><svg' in panel.code.value


def test_a_private_course_is_not(panel: SharingPanel) -> None:
    """Its link opens nothing."""
    assert panel.code.value == ""


def test_a_link_of_this_computer_is_told(panel: SharingPanel) -> None:
    """Before somebody sends it away."""
    assert "only works on this computer" in panel.reach.value


def test_why_it_cannot_be_shared_is_told(panel: SharingPanel) -> None:
    """In the service's words; a service with the interface alone does not say why."""
    panel.sharing = Sharing(is_public=False, can_be_shared=False, share_url=LINK)
    panel.obstacle = "The organization is Suspended; it must be active."

    assert panel.why_not() == "It can't be shared yet. The organization is Suspended; it must be active."
    panel.obstacle = ""
    assert panel.why_not() == "It can't be shared yet. The service gave no reason."


def test_notes_for_authors_are_told_with_their_lesson(client: Client, inline: InlinePool) -> None:
    """
    Regression: "Can be shared: Yes" stood next to the refusal because of the notes.
    """
    sheet = client.call(create_starter_lesson(topic=f"Tides {uuid4().hex}", language="EN"))
    lesson = client.call(get_lesson(lesson_id=sheet.lesson_id))
    panel = refreshed(SharingPanel(client, lesson.course_id, workers=inline))

    assert panel.sharing is not None
    assert not panel.sharing.can_be_shared
    assert f"There are notes for authors in “{lesson.title}”: add" in panel.why_not()
    assert panel.open_up.disabled


def test_an_empty_course_cannot_be_shared_yet(panel: SharingPanel, client: Client) -> None:
    """The other reason."""
    panel.choose(client.call(create_course(title="Empty")).course_id)

    assert "needs a lesson" in panel.reach.value
    assert panel.open_up.disabled


def test_without_a_course_an_id_is_typed(client: Client, course_id: str, inline: InlinePool) -> None:
    """A panel alone in a cell."""
    panel = SharingPanel(client, workers=inline)
    panel.course.value = f" {course_id} "

    panel.look.click()

    assert (panel.value, panel.sharing is not None) == (course_id, True)


def test_a_course_that_is_not_there_is_told(client: Client, inline: InlinePool, failures: list[str]) -> None:
    """In the panel."""
    panel = SharingPanel(client, "0" * 25, workers=inline)

    panel.start(panel.refresh)

    assert panel.error in failures.pop()


def test_a_service_with_the_interface_only_has_no_switch(interface_client: Client, inline: InlinePool) -> None:
    """It says so; a switch that pretends to write is worse."""
    panel = refreshed(SharingPanel(interface_client, "course-1", workers=inline))

    assert "Private" in panel.facts.value
    assert panel.open_up.layout.display == "none"
    assert "change sharing here" in panel.reach.value


@pytest.mark.parametrize("text", HOSTILE)
def test_no_link_or_title_becomes_markup(nobody: Client, inline: InlinePool, text: str) -> None:
    """A service gives both."""
    panel = SharingPanel(nobody, title=text, workers=inline)
    panel.sharing = Sharing(is_public=True, can_be_shared=True, share_url=text)
    panel.render()

    assert dangers_in(panel) == []


def test_the_embed_code_holds_the_link_in_its_attribute() -> None:
    """Anyone who pastes it pastes nothing else."""
    assert (
        seen(embed_code('https://x.example/"onload="alert(1)', "<b>")).attributes[0][2]
        == 'https://x.example/"onload="alert(1)'
    )


@pytest.mark.parametrize("url", ["javascript:alert(1)", "", "https://x.example/" + "a" * 2000])
def test_there_is_no_picture_of_what_is_no_link(url: str) -> None:
    """Nor of a link too long for one."""
    assert qr_code(url) == ""


@pytest.mark.parametrize(
    ("url", "is_here"),
    [("http://127.0.0.1:9/s/1", True), ("http://localhost/s/1", True), (LINK, False), ("http://[", False)],
)
def test_a_loopback_link_is_known(url: str, is_here: bool) -> None:
    """By its host."""
    assert is_here_only(url) is is_here


def test_reach_is_said_in_words() -> None:
    """For whom the link opens."""
    assert reach(Sharing(is_public=True, can_be_shared=True, share_url=LINK)) == "anyone with the link"
