"""A lesson's history without a browser, against a real service."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

import pytest

from tests.browser.lessons import Writing
from tests.hostile import HOSTILE
from tests.widgets.held import Held
from tests.widgets.looking import dangers_in, filled, refreshed, state_of
from workbench.authoring.block import Block
from workbench.authoring.mutation import LessonBlockInsert
from workbench.authoring.shape import wire_time
from workbench.authoring.transaction import Transaction
from workbench.client.sync import Client
from workbench.client.thread_pool import InlinePool
from workbench.procedures.declare import Call
from workbench.procedures.history import Revision
from workbench.procedures.lesson import get_history, rename_lesson
from workbench.procedures.realtime import execute_transactions
from workbench.widgets.history.panel import PAGE, HistoryPanel


@pytest.fixture
def lesson_id(writing: Writing) -> str:
    """A lesson of two texts; somebody has added a third since."""
    made = writing.of_texts("one", "two")
    writing.append(made, "three")
    return made


@pytest.fixture
def panel(client: Client, lesson_id: str, inline: InlinePool) -> HistoryPanel:
    """Its history, looked at."""
    return refreshed(HistoryPanel(client, lesson_id, workers=inline))


@pytest.fixture
def of_two_texts(panel: HistoryPanel) -> int:
    """The revision at which there were two texts."""
    return panel.revision - 1


def added(lesson_id: str, number: int) -> Call[Any]:
    """The call that adds a page to a lesson."""
    block = Block(id=str(uuid4()), type="text", content={"markdown": f"text {number}"})
    transaction = Transaction(label=f"add {number}", mutations=[LessonBlockInsert(block=block)])
    return execute_transactions(lesson_id=lesson_id, language="EN", transactions=[transaction])


def choose(panel: HistoryPanel, *revisions: int) -> None:
    """Choose rows, as the browser does."""
    ids = [str(revision) for revision in revisions]
    panel.list._handle_custom_msg({"intent": "choose", "ids": ids}, [])


def test_every_change_is_a_row_newest_first(panel: HistoryPanel) -> None:
    """What it changed, when, who; the newest is the one that holds."""
    newest, *_, oldest = panel.list.rows

    assert newest["title"].startswith("1 block added: block ")
    assert newest["at"] == wire_time(panel.entries[0].at)
    assert [tag["text"] for tag in newest["tags"]] == ["Current"]
    assert oldest["title"] == "The lesson was made."
    assert panel.header.label.startswith("History of ")


def test_another_is_chosen_while_one_is_fetched(client: Client, lesson_id: str) -> None:
    """The list takes choices while the panel is busy; what was chosen last is shown."""
    held = Held()
    panel = refreshed(HistoryPanel(client, lesson_id, workers=held))
    held.work()
    choose(panel, panel.revision)
    choose(panel, panel.revision, panel.revision - 1)
    held.work()

    assert "Differences" in panel.blocks.caption.value


def test_a_chosen_revision_is_shown_as_it_was(panel: HistoryPanel, of_two_texts: int) -> None:
    """Rendered as learners see it."""
    choose(panel, of_two_texts)

    assert panel.value == [of_two_texts]
    assert '<p dir="auto">two</p>' in panel.blocks.reader.html
    assert "three" not in panel.blocks.reader.html
    assert "2 blocks" in panel.blocks.caption.value


def test_two_chosen_revisions_are_compared(panel: HistoryPanel, of_two_texts: int) -> None:
    """From the older to the newer, whichever was chosen first."""
    choose(panel, of_two_texts, panel.revision)

    assert "1 block added." in panel.blocks.reader.html
    assert "<ins>three</ins>" in panel.blocks.reader.html
    assert "(current)" in panel.blocks.caption.value


def test_a_rename_is_a_revision_to_compare_and_go_back_to(panel: HistoryPanel, client: Client, lesson_id: str) -> None:
    """The row, the comparison and the old revision name the title; going back gives it again."""
    before, was = panel.revision, panel.title
    client.call(rename_lesson(lesson_id=lesson_id, title="Spring tides"))
    panel.refresh()
    choose(panel, before, before + 1)
    compared = panel.blocks.reader.html
    panel.show_revision(before)
    shown = panel.blocks.caption.value
    panel.go_back(before)

    assert panel.entries[1].summary == f"Renamed from “{was}” to “Spring tides”."
    assert f"Renamed from “{was}” to “Spring tides”." in compared
    assert f"titled “{was}”" in shown
    assert panel.title == was


def test_three_chosen_are_too_many(panel: HistoryPanel) -> None:
    """It says what to choose."""
    choose(panel, 1, 2, 3)

    assert "or two to compare them" in panel.blocks.caption.value
    assert panel.blocks.reader.html == ""


def test_one_is_compared_with_now(panel: HistoryPanel, of_two_texts: int) -> None:
    """By a button."""
    choose(panel, of_two_texts)

    panel.compare_button.click()

    assert "<ins>three</ins>" in panel.blocks.reader.html


def test_what_holds_now_is_not_gone_back_to(panel: HistoryPanel) -> None:
    """Nothing would change."""
    choose(panel, panel.revision)

    assert panel.back_button.disabled
    assert panel.compare_button.disabled


def test_nobody_goes_back_without_a_question(
    panel: HistoryPanel, of_two_texts: int, writing: Writing, lesson_id: str
) -> None:
    """One click is not enough."""
    choose(panel, of_two_texts)

    panel.back_button.click()

    assert panel.question.is_open
    assert writing.texts(lesson_id) == ["one", "two", "three"]


def test_the_answer_yes_goes_back_and_it_is_undone(
    panel: HistoryPanel, of_two_texts: int, writing: Writing, lesson_id: str
) -> None:
    """Both are changes like any other; nothing is lost from the history."""
    choose(panel, of_two_texts)
    panel.back_button.click()
    panel.question.yes.click()
    assert writing.texts(lesson_id) == ["one", "two"]
    assert [tag["text"] for tag in panel.list.rows[0]["tags"]] == [f"Same as {of_two_texts}", "Current"]

    panel.undo_button.click()

    assert writing.texts(lesson_id) == ["one", "two", "three"]
    assert len(panel.entries) == of_two_texts + 3


def test_whoever_shows_the_lesson_is_told(client: Client, lesson_id: str, inline: InlinePool) -> None:
    """A block list reads it again immediately."""
    told: list[str] = []
    panel = refreshed(HistoryPanel(client, lesson_id, workers=inline, on_back=lambda: told.append("back")))

    panel.start(panel.go_back, 1)

    assert told == ["back"]


def test_going_back_over_somebodys_change_is_refused(
    panel: HistoryPanel, of_two_texts: int, writing: Writing, lesson_id: str, failures: list[str]
) -> None:
    """What nobody has seen here is not removed; it is reported."""
    writing.append(lesson_id, "four")

    panel.start(panel.go_back, of_two_texts)

    assert panel.error in failures.pop()
    assert writing.texts(lesson_id)[-1] == "four"


def test_going_back_to_what_holds_changes_nothing(panel: HistoryPanel) -> None:
    """And says so."""
    before = panel.revision

    panel.start(panel.go_back, before)

    assert panel.revision == before
    assert "Nothing to restore" in panel.notice


def test_undo_without_a_going_back_sends_nothing(panel: HistoryPanel, failures: list[str]) -> None:
    """The button is out of sight; a script is reported."""
    panel.start(panel.undo)

    assert panel.undo_button.layout.display == "none"
    assert "no revision was restored here" in failures.pop()


def test_older_revisions_come_in_pages(client: Client, writing: Writing, inline: InlinePool) -> None:
    """Of fifty."""
    lesson_id = writing.of_texts("one")
    client.batch(*(added(lesson_id, number) for number in range(PAGE)))  # more than a page, with what made the lesson
    panel = refreshed(HistoryPanel(client, lesson_id, workers=inline))
    assert (len(panel.entries), panel.list.more) == (PAGE, "Show older revisions")

    panel.list._handle_custom_msg({"intent": "more"}, [])

    whole = client.call(get_history(lesson_id=lesson_id, limit=1000)).entries
    assert [entry.revision for entry in panel.entries] == [listed_entry.revision for listed_entry in whole]
    assert panel.list.more == ""


def test_a_lesson_that_is_gone_is_said(client: Client, inline: InlinePool, failures: list[str]) -> None:
    """By the service, in the panel."""
    panel = refreshed(HistoryPanel(client, "0" * 25, workers=inline))

    assert panel.error in failures.pop()


def test_it_reads_without_a_kernel(panel: HistoryPanel) -> None:
    """As a sentence and as a table."""
    assert "revision" in panel.as_text()
    assert "1 block added." in panel.as_html()


def test_no_page_of_the_lesson_is_in_its_state(panel: HistoryPanel, of_two_texts: int) -> None:
    """A notebook that saves its widgets saves no lesson."""
    choose(panel, of_two_texts)

    assert '<p dir="auto">two</p>' not in state_of(panel)


@pytest.mark.parametrize("text", HOSTILE)
def test_no_name_and_no_label_becomes_markup(nobody: Client, inline: InlinePool, text: str) -> None:
    """People and programs choose them."""
    at = "2026-01-01T00:00:00.000Z"
    revision = Revision(revision=1, label=text, summary=text, person_name=text, at=at)
    panel = filled(HistoryPanel(nobody, "lesson-1", workers=inline), entries=(revision,))

    assert dangers_in(panel) == []
