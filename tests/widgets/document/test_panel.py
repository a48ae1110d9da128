"""The document of a lesson without a browser, against a real service: its place, its next step, and its rail."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.browser.lessons import Content, Writing
from tests.colleague import colleague
from tests.widgets.looking import dangers_in, refreshed
from workbench.client.sync import Client
from workbench.client.thread_pool import InlinePool
from workbench.embedded.record import EmbeddedService
from workbench.procedures.comment import list_comments
from workbench.procedures.course import get_course, get_course_sharing_info, rename_course
from workbench.procedures.lesson import (
    create_lesson,
    get_lesson,
    get_next_step,
    list_reviews,
    rename_lesson,
    request_review,
)
from workbench.procedures.organization import set_publishing_policy
from workbench.widgets.document.page_theme import MOST_SHOWN
from workbench.widgets.document.panel import PHONE, LessonDocument

TEXTS: tuple[Content, ...] = (
    ("heading", {"text": "Ebb", "level": 2}),
    ("text", {"markdown": "The tide goes out twice a day."}),
)
NOTE: Content = ("authorNote", {"markdown": "Say which tide is meant."})
HOSTILE = '<img src=x onerror=alert(1)>"'


@pytest.fixture
def visited() -> list[str]:
    """The anchors that the document leads to."""
    return []


@pytest.fixture
def lesson_id(writing: Writing) -> str:
    """A lesson of a heading and a text."""
    return writing.lesson(*TEXTS)


@pytest.fixture
def document(client: Client, lesson_id: str, inline: InlinePool, visited: list[str]) -> LessonDocument:
    """Its document on a page, read."""
    return shown(
        client, lesson_id, inline, on_go=visited.append, link_to=lambda kind, name: f"http://page#{kind}/{name}"
    )


def shown(client: Client, lesson_id: str, inline: InlinePool, **more: Any) -> LessonDocument:
    """The document of a lesson, read; its view has asked for the findings."""
    made = refreshed(LessonDocument(client, lesson_id, workers=inline, **more))
    ask_findings(made)
    return made


def ask_findings(document: LessonDocument) -> None:
    """What the view does when a change has settled."""
    document.view._handle_custom_msg({"intent": "findings", "view": "v", "n": 1}, [])


def press(document: LessonDocument, intent: str, value: str = "") -> None:
    """What the browser says that a person did in the header."""
    document.head._handle_custom_msg({"intent": intent, "value": value}, [])


@pytest.fixture
def approved_only(client: Client) -> Iterator[None]:
    """Only what is approved is published, for a while."""
    more: dict[str, Any] = {"review_by_somebody_else": False, "sharing_roles": ["owner", "admin", "author"]}
    client.call(set_publishing_policy(publication="approvedOnly", **more))
    yield
    client.call(set_publishing_policy(publication="anyone", **more))


def test_the_header_says_where_the_lesson_is(document: LessonDocument, client: Client, visited: list[str]) -> None:
    """Its title below project and course; the course is a step away."""
    assert document.course is not None
    crumbs = document.head.state["crumbs"]
    press(document, "go", crumbs[1]["anchor"])

    assert [crumb["text"] for crumb in crumbs] == ["Starter lessons", document.course.title]
    assert document.head.state["title"] == "Tides"
    assert visited == [f"course/{document.course.course_id}"]


def retitle(document: LessonDocument, title: str, base: str) -> None:
    """What the browser says when somebody typed another title over this one."""
    message = {"intent": "retitle", "ids": [document.lesson_id], "text": title, "base": base}
    document.head._handle_custom_msg(message, [])


def test_the_title_is_changed_where_it_is(document: LessonDocument, client: Client, lesson_id: str) -> None:
    """In the header, which shows it once; the region has its name."""
    retitle(document, "Ebb and flow", "Tides")

    assert document.head.editable and client.call(get_lesson(lesson_id=lesson_id)).title == "Ebb and flow"
    assert (document.head.state["title"], document.header.label) == ("Ebb and flow", "Ebb and flow")


def test_a_title_that_somebody_changed_is_not_overwritten(
    document: LessonDocument, client: Client, lesson_id: str
) -> None:
    """Both are named, and mine is used after a yes."""
    client.call(rename_lesson(lesson_id=lesson_id, title="Theirs"))
    document.rename("Mine", "Tides")
    question, before = document.question.text.value, client.call(get_lesson(lesson_id=lesson_id)).title
    document.question.accept()

    assert "“Theirs”" in question and "“Mine”" in question
    assert (before, client.call(get_lesson(lesson_id=lesson_id)).title) == ("Theirs", "Mine")


def test_the_neighbours_in_the_course_are_a_step_away(
    client: Client, lesson_id: str, document: LessonDocument, inline: InlinePool, visited: list[str]
) -> None:
    """None before the first, none behind the last."""
    assert document.course is not None
    made = client.call(create_lesson(title="Flow", language="EN", course_id=document.course.course_id))
    document.refresh()
    last = shown(client, made.lesson_id, inline, on_go=visited.append)
    state = document.head.state

    assert state["previous"] is None and state["next"] == {"text": "Flow", "anchor": f"lesson/{made.lesson_id}"}
    assert last.head.state["previous"] == {"text": "Tides", "anchor": f"lesson/{lesson_id}"}
    assert last.head.state["next"] is None


def test_without_a_page_the_header_has_no_steps_elsewhere(client: Client, lesson_id: str, inline: InlinePool) -> None:
    """In a notebook the place is text; the public link stays."""
    state = shown(client, lesson_id, inline).head.state

    assert [crumb["anchor"] for crumb in state["crumbs"]] == ["", ""]
    assert (state["previous"], state["next"]) == (None, None)
    assert [link["label"] for link in state["links"]] == ["Public link"]


def test_a_draft_is_published_after_a_question(document: LessonDocument, client: Client) -> None:
    """The question says what learners will see; then the header has the link."""
    assert document.course is not None
    press(document, "step")
    before = client.call(get_course_sharing_info(course_id=document.course.course_id)).is_public
    question = document.question.text.value
    document.question.accept()
    state = document.head.state

    assert not before and "Learners will see 1 change of" in question
    assert document.notice.startswith("Published. Learners see publication 1 at http")
    assert (state["status"], state["step"]) == ({"text": "Public", "tone": "good"}, None)
    assert state["note"] == "Learners see this lesson as it is now."
    assert state["links"][1]["url"].endswith(f"/s/{document.course.course_id}")


def test_from_draft_to_public_by_the_step_alone(approved_only: None, document: LessonDocument) -> None:
    """Where lessons must be approved: request, approve, publish."""
    seen = []
    for _ in range(3):
        seen.append((document.head.state["status"]["text"], document.head.state["step"]["label"]))
        press(document, "step")
        document.question.accept()

    assert seen == [("Draft", "Request review"), ("In review", "Approve"), ("Approved", "Publish")]
    assert document.head.state["status"]["text"] == "Public"


def test_what_stops_a_step_is_listed_with_its_place(client: Client, writing: Writing, inline: InlinePool) -> None:
    """The button is off; the place is the first block with it."""
    document = shown(client, writing.lesson(*TEXTS, NOTE, NOTE), inline)
    press(document, "task", "0")
    state = document.head.state

    assert state["step"] == {"label": "Publish", "isStopped": True}
    (task,) = state["remaining"]
    assert (task["text"], task["stops"], task["where"]) == ("2 notes for authors remain", True, "Go to first block")
    assert document.view.reveal == {"n": 1, "block": document.value[2]}


def test_what_is_left_in_another_lesson_leads_there(
    document: LessonDocument, client: Client, visited: list[str]
) -> None:
    """It is named, because learners would see it with the course."""
    assert document.course is not None
    block = {"id": "00000000-0000-4000-8000-000000000001", "type": "authorNote", "content": {"markdown": "To do"}}
    other: dict[str, Any] = {"title": "Flow", "language": "EN", "course_id": document.course.course_id}
    made = client.call(create_lesson(**other, blocks=[block]))
    document.refresh()
    press(document, "task", "0")

    assert document.head.state["remaining"][0]["text"] == "“Flow”: 1 note for authors remains"
    assert visited == [f"lesson/{made.lesson_id}"]


def test_a_placeholder_is_confirmed_with_the_publication(client: Client, writing: Writing, inline: InlinePool) -> None:
    """It does not stop it: the question says that learners will see it."""
    document = shown(client, writing.lesson(("text", {"markdown": "The tide of ✎ is high."})), inline)
    press(document, "step")
    question = document.question.text.value
    document.question.accept()

    assert "what is still to fill in: 1 placeholder (✎) still to fill in" in question
    assert document.head.state["status"]["text"] == "Public"


def test_an_edit_is_the_next_thing_to_publish(document: LessonDocument) -> None:
    """When the change has settled, the header says that learners see an earlier version."""
    press(document, "step")
    document.question.accept()
    document.edit(document.value[1], {"markdown": "The tide comes in twice a day."})
    ask_findings(document)

    assert document.head.state["status"]["text"] == "Public with newer changes"
    assert document.head.state["step"]["label"] == "Publish"


def test_who_may_only_read_has_no_step(
    own_service: EmbeddedService, shared_folder: Path, lesson_id: str, inline: InlinePool
) -> None:
    """Status and place are there all the same."""
    with colleague(own_service, shared_folder, role="viewer") as viewer:
        state = shown(viewer, lesson_id, inline).head.state

    assert (state["status"]["text"], state["step"]) == ("Draft", None)


def test_changes_are_requested_with_a_note(document: LessonDocument, client: Client, lesson_id: str) -> None:
    """From the rail, while a review is awaited; without a note nothing is stored."""
    client.call(request_review(lesson_ids=[lesson_id]))
    document.refresh()
    press(document, "section", "Review")
    document.rail.send_back.click()
    document.rail.prompt.entry.value = "Which coast?"
    document.rail.prompt.accept()

    last = client.call(list_reviews(lesson_id=lesson_id)).reviews[0]
    assert (last.verdict, last.note) == ("changesRequested", "Which coast?")
    assert document.head.state["status"]["text"] == "Changes requested"
    assert "Which coast?" in document.rail.reviews.value


def test_the_rail_is_closed_until_a_part_is_opened(document: LessonDocument) -> None:
    """One part at a time; the same again closes it."""
    before = document.rail.layout.display
    press(document, "section", "Outline")
    opened = (document.rail.opened, document.rail.layout.display, document.head.state["open"])
    press(document, "section", "Outline")

    assert (before, opened) == ("none", ("Outline", None, "Outline"))
    assert (document.rail.opened, document.rail.layout.display) == ("", "none")


def test_a_heading_of_the_outline_is_shown_in_the_lesson(document: LessonDocument) -> None:
    """Its block is chosen."""
    press(document, "section", "Outline")
    document.rail.outline.chosen = [document.value[0]]

    assert [row["title"] for row in document.rail.outline.rows] == ["Ebb"]
    assert document.view.reveal["block"] == document.value[0]


def test_checks_lead_to_their_blocks(client: Client, writing: Writing, inline: InlinePool) -> None:
    """With the fix where there is one; without findings all checks passed."""
    document = shown(client, writing.lesson(*TEXTS, ("text", {"markdown": ""})), inline)
    press(document, "section", "Checks")
    place = next(row["id"] for row in document.rail.checks.rows if row["detail"].startswith("Block 3"))
    empty = document.value[2]
    document.rail.checks.chosen = [place]
    revealed = document.view.reveal["block"]
    fix = (document.rail.fix.description, document.rail.fix.layout.display)
    document.rail.fix.click()

    assert (revealed, fix) == (empty, ("Delete block", None))
    assert empty not in document.value


def test_a_comment_is_added_and_resolved(document: LessonDocument, client: Client, lesson_id: str) -> None:
    """On the block that is chosen; the toggle counts the open ones."""
    press(document, "section", f"Comments {document.value[1]}")
    document.rail.text.value = "Which coast?"
    document.rail.add_comment.click()
    counts = {section["name"]: section["count"] for section in document.head.state["sections"]}
    (row,) = document.rail.comments.rows
    document.rail.comments.chosen = [row["id"]]
    document.rail.resolve.click()

    assert (counts["Comments"], row["title"]) == (1, "Which coast?")
    assert document.view.reveal["block"] == document.value[1]
    assert client.call(list_comments(lesson_id=lesson_id, resolved=False)).comments == []
    assert document.rail.comments.rows == []


def test_a_comment_stays_when_its_block_is_deleted(document: LessonDocument) -> None:
    """It is shown as such."""
    document.comment("Source?", document.value[1])
    press(document, "section", "Comments")
    document.delete([document.value[1]])

    assert [row["detail"].partition(" · ")[0] for row in document.rail.comments.rows] == ["Deleted block"]


def test_a_refused_comment_is_kept_in_its_field(document: LessonDocument, failures: list[str]) -> None:
    """The panel says why, in plain words."""
    press(document, "section", "Comments")
    document.rail.text.value = "Source?"
    document.begin(document.comment, "Source?", "no-such-block")

    assert failures.pop()
    assert (document.rail.text.value, document.rail.comments.rows) == ("Source?", [])


def test_a_text_is_found_and_replaced_in_one_step(document: LessonDocument, writing: Writing, lesson_id: str) -> None:
    """The count is there before; one undo takes it back."""
    press(document, "section", "Find")
    document.rail.find_text.value = "twice"
    status = document.rail.matches.status
    document.rail.matches.chosen = [document.rail.matches.rows[0]["id"]]
    document.rail.replacement.value = "three times"
    document.rail.replace.click()
    after = writing.texts(lesson_id)
    notice = document.notice
    document.undo()

    assert (status, document.view.reveal["block"]) == ("1 match", document.value[1])
    assert (after, notice) == (
        ["heading", "The tide goes out three times a day."],
        "1 match replaced. You can undo this.",
    )
    assert writing.texts(lesson_id) == ["heading", "The tide goes out twice a day."]
    assert document.replace("moon", "sun") == 0


def test_the_history_is_read_when_it_is_opened(document: LessonDocument) -> None:
    """Not before."""
    before = document.rail.history
    press(document, "section", "History")

    assert before is None and document.rail.history is not None
    refreshed(document.rail.history)
    assert document.rail.history.as_text().startswith("History: revision ")


def test_the_preview_has_what_learners_see(client: Client, writing: Writing, inline: InlinePool) -> None:
    """Without notes for authors, in two widths; the blocks come back."""
    document = shown(client, writing.lesson(*TEXTS, NOTE), inline)
    press(document, "preview")
    html, hidden = document.reader.html, document.view.layout.display
    document.phone.click()
    width = document.preview_width
    press(document, "preview")

    assert "goes out twice a day" in html and "Say which tide" not in html
    assert (hidden, width, document.view.layout.display) == ("none", PHONE, None)


def test_a_long_lesson_is_previewed_in_parts(client: Client, writing: Writing, inline: InlinePool) -> None:
    """As it is wanted, so that the first screen is there at once."""
    texts: list[Content] = [("text", {"markdown": f"Line {number}."}) for number in range(MOST_SHOWN + 1)]
    document = shown(client, writing.lesson(*texts), inline)
    press(document, "preview")
    first, more = document.reader.html, document.reader.more
    document.reader._handle_custom_msg({"intent": "more"}, [])

    assert (f"Line {MOST_SHOWN - 1}." in first, f"Line {MOST_SHOWN}." in first, more) == (True, False, "Show more")
    assert (f"Line {MOST_SHOWN}." in document.reader.html, document.reader.more) == (True, "")


def test_titles_of_people_are_text(document: LessonDocument, client: Client) -> None:
    """In the saved form too."""
    assert document.course is not None
    client.call(rename_course(course_id=document.course.course_id, title=HOSTILE))
    document.refresh()

    assert dangers_in(document) == []
    assert "Status: Draft." in repr(document)


def test_the_lesson_has_the_step_that_the_service_tells(document: LessonDocument, client: Client) -> None:
    """No other."""
    assert document.known == client.call(get_next_step(lesson_id=document.lesson_id))
    course = client.call(get_course(course_id=document.known.course_id))
    assert (document.course.course_id, document.course.title) == (course.course_id, course.title)
    assert [lesson.lesson_id for lesson in document.course.lessons] == [lesson.lesson_id for lesson in course.lessons]
