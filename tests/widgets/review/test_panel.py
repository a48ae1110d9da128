"""The review panel: the queue, decisions, and what happens when somebody else was quicker."""

from __future__ import annotations

import time
from collections.abc import Callable

from tests.browser.lessons import Writing
from tests.hanging import HANG_SECONDS
from tests.hostile import HOSTILE
from tests.widgets.looking import dangers_in, refreshed, state_of
from workbench.client.sync import Client
from workbench.client.thread_pool import InlinePool
from workbench.procedures.comment import add_comment, list_comments
from workbench.procedures.lesson import list_review_queue, list_reviews, request_review, review
from workbench.widgets.review.panel import ReviewPanel


def state_at(client: Client, lesson_id: str) -> str:
    """How far the review of a lesson is."""
    return client.call(list_reviews(lesson_id=lesson_id)).state


def is_found(holds: Callable[[], bool], seconds: float = HANG_SECONDS) -> None:
    """Wait until it holds."""
    until = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < until
        time.sleep(0.05)


def key(panel: ReviewPanel, name: str, subject: str | None = None) -> None:
    """Press the key of a command, with the open lesson in the browser unless said otherwise."""
    about = (panel.value or "") if subject is None else subject
    panel.shortcuts._handle_custom_msg({"intent": "command", "name": name, "subject": about}, [])


def test_the_first_lesson_of_the_queue_is_open(panel: ReviewPanel, waiting: list[str]) -> None:
    """It is shown as learners get it."""
    assert panel.value == waiting[0]
    assert f'data-wb-subject="{waiting[0]}"' in panel.lesson.reader.html
    assert "Twice a day" in panel.lesson.reader.html
    assert [row["id"] for row in panel.list.rows] == waiting


def test_approving_opens_the_next_lesson(panel: ReviewPanel, waiting: list[str], client: Client) -> None:
    """The decision is stored, counted and reported."""
    key(panel, "approve")

    assert state_at(client, waiting[0]) == "approved"
    assert panel.value == waiting[1]
    assert panel.list.status.startswith("Approved: “")
    assert panel.list.status.endswith("”. 1 of 3 reviewed.")
    assert panel.as_html().count("</bdi> · Approved</li>") == 1


def test_sending_back_asks_for_a_note(panel: ReviewPanel, waiting: list[str], client: Client) -> None:
    """Without one, anyone who mends it would not know what is meant."""
    key(panel, "sendBack")
    assert panel.prompt.is_open
    panel.prompt.entry.value = "Who is “I”?"
    panel.prompt.accept()

    last = client.call(list_reviews(lesson_id=waiting[0])).reviews[0]
    assert (last.verdict, last.note) == ("changesRequested", "Who is “I”?")
    assert panel.value == waiting[1]


def test_a_lesson_is_not_sent_back_without_a_note(
    panel: ReviewPanel, waiting: list[str], client: Client, failures: list[str]
) -> None:
    """Nothing is stored, and the lesson stays open."""
    key(panel, "sendBack")
    panel.prompt.accept()

    assert "Say what needs to change" in failures.pop()
    assert (state_at(client, waiting[0]), panel.value) == ("inReview", waiting[0])


def test_going_on_decides_nothing(panel: ReviewPanel, waiting: list[str], client: Client) -> None:
    """Next and previous only look."""
    key(panel, "next")
    key(panel, "next")
    key(panel, "previous")

    assert panel.value == waiting[1]
    assert [state_at(client, lesson_id) for lesson_id in waiting] == ["inReview"] * 3


def test_a_key_that_was_meant_for_the_lesson_before_does_nothing(
    panel: ReviewPanel, waiting: list[str], client: Client
) -> None:
    """A key that is pressed twice approves one lesson: the second press saw the first lesson still."""
    key(panel, "approve", waiting[0])
    key(panel, "approve", waiting[0])

    assert [state_at(client, lesson_id) for lesson_id in waiting] == ["approved", "inReview", "inReview"]


def test_the_last_decision_is_taken_back(panel: ReviewPanel, waiting: list[str], client: Client) -> None:
    """As new records: the lesson waits again, and is open."""
    key(panel, "approve")
    key(panel, "undo")

    assert (state_at(client, waiting[0]), panel.value) == ("inReview", waiting[0])
    assert "0 of 3 reviewed" in panel.list.status
    assert panel.buttons.undo.disabled


def test_two_reviewers_decide_nothing_twice(
    panel: ReviewPanel, their_panel: ReviewPanel, waiting: list[str], client: Client
) -> None:
    """Who comes second is reported, and gets the next lesson; one decision is stored."""
    key(their_panel, "approve")
    key(panel, "approve")

    assert panel.value == waiting[1]
    assert "Bo approved “" in panel.list.status
    assert "” in the meantime; your decision was not saved." in panel.list.status
    verdicts = [listed_review.verdict for listed_review in client.call(list_reviews(lesson_id=waiting[0])).reviews]
    assert verdicts == ["approved", "requested"]


def test_ones_own_decision_elsewhere_is_told_as_such(
    panel: ReviewPanel, waiting: list[str], client: Client, inline: InlinePool
) -> None:
    """In another window: it was "you", not somebody else."""
    other = refreshed(ReviewPanel(client, workers=inline))
    other.open_lesson(waiting[2])
    key(other, "approve")
    panel.open_lesson(waiting[2], anew=True)
    assert "You approved “" in panel.list.status and "in the meantime." in panel.list.status


def test_a_note_is_not_lost_when_somebody_else_was_quicker(
    panel: ReviewPanel, their_panel: ReviewPanel, waiting: list[str], client: Client
) -> None:
    """It is offered as a comment, and stored as one when that is wanted."""
    key(panel, "sendBack")
    panel.prompt.entry.value = "Who is “I”?"
    key(their_panel, "approve")
    panel.prompt.accept()

    assert panel.prompt.is_open
    assert panel.prompt.entry.value == "Who is “I”?"
    panel.prompt.accept()
    assert [comment.text for comment in client.call(list_comments(lesson_id=waiting[0])).comments] == ["Who is “I”?"]


def test_a_lesson_that_changed_is_read_anew(
    panel: ReviewPanel, waiting: list[str], writing: Writing, client: Client
) -> None:
    """Nobody approves what they have not seen; the new text is shown, and the second try holds."""
    writing.append(waiting[0], "A new ending.")
    key(panel, "approve")

    assert (state_at(client, waiting[0]), panel.value) == ("inReview", waiting[0])
    assert "changed while you were reading it" in panel.list.status
    assert "A new ending." in panel.lesson.reader.html
    key(panel, "approve")
    assert state_at(client, waiting[0]) == "approved"


def test_a_comment_is_about_the_lesson_or_a_block(
    panel: ReviewPanel, waiting: list[str], writing: Writing, client: Client
) -> None:
    """The block is chosen; learners never see it."""
    block_id = writing.read(waiting[0]).blocks[0].id
    key(panel, "comment")
    panel.prompt.entry.value, panel.prompt.choice.value = "Source?", block_id
    panel.prompt.accept()

    stored = client.call(list_comments(lesson_id=waiting[0])).comments
    assert [(comment.text, comment.block_id) for comment in stored] == [("Source?", block_id)]
    assert [row["title"] for row in panel.lesson.comments.rows] == ["Source?"]


def test_a_comment_is_resolved(panel: ReviewPanel, waiting: list[str], client: Client) -> None:
    """It leaves the open ones."""
    client.call(add_comment(lesson_id=waiting[0], text="Source?"))
    panel.start(panel.refresh)
    panel.lesson.comments.chosen = [panel.lesson.comments.rows[0]["id"]]
    panel.lesson.resolve_button.click()

    assert client.call(list_comments(lesson_id=waiting[0], resolved=False)).comments == []
    assert panel.lesson.comments.rows == []


def test_a_whole_filter_is_asked_about_once(panel: ReviewPanel, waiting: list[str], client: Client) -> None:
    """With the count; then all are approved."""
    panel.buttons.approve_all.click()
    asked = panel.question.text.value
    before = [state_at(client, lesson_id) for lesson_id in waiting]
    panel.question.yes.click()

    assert "Approve all 3 matching lessons, even unread ones?" in asked
    assert before == ["inReview"] * 3
    assert [state_at(client, lesson_id) for lesson_id in waiting] == ["approved"] * 3
    assert panel.notice == "3 lessons approved."
    assert panel.value is None


def test_what_others_decided_is_left_alone_by_a_whole_filter(
    panel: ReviewPanel, waiting: list[str], writing: Writing, client: Client, bo: Client
) -> None:
    """What changed after the question is not approved unseen; the others are."""
    panel.buttons.approve_all.click()
    writing.append(waiting[0], "A new ending.")
    revision = writing.read(waiting[1]).revision
    bo.call(review(lesson_id=waiting[1], revision=revision, verdict="changesRequested", note="No."))
    panel.question.yes.click()

    assert [state_at(client, lesson_id) for lesson_id in waiting] == ["inReview", "changesRequested", "approved"]
    assert "1 lesson approved." in panel.notice
    assert "1 skipped: changed in the meantime." in panel.notice
    assert "1 skipped: already reviewed." in panel.notice


def test_lessons_with_errors_come_first(
    client: Client, lessons: list[str], writing: Writing, inline: InlinePool
) -> None:
    """As soon as the service has checked them; a finding is a filter."""
    wrong = writing.lesson(("text", {"markdown": "As an AI language model, I cannot say."}), topic="Tar")
    client.call(request_review(lesson_ids=[wrong]))
    is_found(lambda: client.call(list_review_queue(limit=1)).lessons[0].lesson_id == wrong)
    panel = refreshed(ReviewPanel(client, workers=inline))
    shown = (panel.value, panel.list.rows[0]["tags"][0], "Error" in panel.lesson.findings.value)
    panel.filters.rule.value = "talk-of-being-a-model"

    assert shown == (wrong, {"text": "1 error", "tone": "bad"}, True)
    assert [row["id"] for row in panel.list.rows] == [wrong]


def test_what_others_decide_is_said_when_the_queue_is_read_again(
    panel: ReviewPanel, their_panel: ReviewPanel, waiting: list[str]
) -> None:
    """As polling does; the open lesson moves on if it was that one."""
    key(their_panel, "approve")
    panel.start(panel.refresh)

    assert panel.value == waiting[1]
    assert panel.list.status.startswith("No longer in this queue: “")


def test_escape_leaves_what_is_asked(panel: ReviewPanel) -> None:
    """And nothing is stored."""
    key(panel, "sendBack")
    key(panel, "leave")

    assert not panel.prompt.is_open


def test_editing_opens_the_lesson(client: Client, lessons: list[str], inline: InlinePool) -> None:
    """Where somebody gave a place for it."""
    opened: list[str] = []
    panel = refreshed(ReviewPanel(client, workers=inline, on_edit=opened.append))
    key(panel, "edit")

    assert opened == [panel.value]


def test_nothing_of_a_lesson_or_comment_becomes_markup(client: Client, inline: InlinePool, waiting: list[str]) -> None:
    """Nor is a word that was typed in a state that a notebook saves."""
    client.batch(*(add_comment(lesson_id=waiting[0], text=text) for text in HOSTILE))
    panel = refreshed(ReviewPanel(client, workers=inline))
    key(panel, "sendBack")
    panel.prompt.entry.value = "canary of a note"

    assert dangers_in(panel) == []
    assert "canary" not in state_of(panel)
