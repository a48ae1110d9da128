"""The runs of an organization, as any kernel of this computer finds them."""

from __future__ import annotations

from collections.abc import Iterator
from uuid import uuid4

import pytest

from tests.bulk.translations.conftest import CourseOf
from tests.bulk.translations.conftest import course_of as course_of
from tests.bulk.translations.conftest import translator as translator
from tests.helping import balance
from tests.widgets.looking import dangers_in, refreshed
from workbench.bulk import Run, plan_topics
from workbench.bulk.translations import TranslationRun, plan_translations
from workbench.changes import ChangeRun
from workbench.changes.planning import plan_changes
from workbench.client.sync import Client
from workbench.client.thread_pool import InlinePool
from workbench.procedures.lesson import delete_lesson, get_lesson, rename_lesson
from workbench.widgets.bulk.runs_panel import RunsPanel


@pytest.fixture
def run(client: Client) -> Iterator[Run]:
    """A run of three topics, one of which is a script; nothing is sent yet."""
    mark = uuid4().hex[:8]
    topics = [f"{mark} tides", f"{mark} knots", f"{mark} <script>alert(1)</script>"]
    with Run(plan_topics(topics, client, language="EN", name=f"<b onclick=x>run {mark}</b>"), client) as made:
        yield made


@pytest.fixture
def opened() -> list[str]:
    """Ids of lessons that were opened."""
    return []


@pytest.fixture
def runs() -> list[Run]:
    """Runs that were resumed."""
    return []


@pytest.fixture
def panel(client: Client, inline: InlinePool, run: Run, opened: list[str], runs: list[Run]) -> RunsPanel:
    """All runs, that one chosen."""
    panel = refreshed(RunsPanel(client, workers=inline, on_run=runs.append, on_open=opened.append))
    choose(panel, run)
    return panel


def choose(panel: RunsPanel, run: Run) -> None:
    """Choose it in the list."""
    panel.list.chosen = [row["id"] for row in panel.list.rows if row["title"] == run.plan.name]


def test_a_run_that_was_cut_off_is_gone_on_with_after_a_question(panel: RunsPanel, runs: list[Run], run: Run) -> None:
    """From the journal alone: anyone who planned it is gone, and so is the list."""
    assert panel.value == run.plan.name
    panel.resume_button.click()
    assert "3 rows are still to be created, for 3 practice credits" in panel.question.text.value
    assert runs == []

    panel.question.accept()

    (resumed,) = runs
    resumed.wait(60)
    resumed.close()
    assert resumed.progress.counts.done == 3
    panel.start(panel.refresh)
    assert panel.resume_button.disabled
    assert [row.lesson_id is not None for row in panel.records] == [True] * 3


def test_its_lessons_can_be_opened(panel: RunsPanel, run: Run, opened: list[str]) -> None:
    """Each of them."""
    run.start().wait(60)
    panel.start(panel.refresh)
    panel.lessons.list._on_message({"intent": "open", "ids": [panel.lessons.list.rows[1]["id"]]})

    assert opened == [run.rows()[1].lesson_id]


def test_undo_says_what_goes_and_leaves_what_was_edited(panel: RunsPanel, run: Run, client: Client) -> None:
    """Unless a person says that, too."""
    run.start().wait(60)
    panel.start(panel.refresh)
    edited = run.rows()[0].lesson_id or ""
    client.call(rename_lesson(lesson_id=edited, title="Mine"))
    panel.undo_button.click()
    assert "2 lessons go to the trash. Credits are not refunded." in panel.question.text.value
    assert "1 lesson edited since then will stay: line 1: Mine" in panel.question.text.value
    assert client.call(get_lesson(lesson_id=edited)).title == "Mine"

    panel.question.accept()

    assert (
        panel.notice == "2 lessons moved to the trash. 1 lesson edited since then was kept. Credits are not refunded."
    )
    assert client.call(get_lesson(lesson_id=edited)).title == "Mine"
    panel.undo_all_button.click()
    panel.question.accept()
    assert panel.undo_button.disabled


def test_hostile_names_and_topics_are_text(panel: RunsPanel) -> None:
    """A run is named after a file, which anybody may have named."""
    assert dangers_in(panel) == []


def test_a_choice_closes_the_question_about_another_run(panel: RunsPanel) -> None:
    """A yes is for the run that was asked about."""
    panel.resume_button.click()
    panel.list.chosen = []

    assert not panel.question.is_open
    assert panel.value is None


def test_change_sets_are_runs_too(translator: Client, course_of: CourseOf, inline: InlinePool) -> None:
    """Their changes are listed; undone, the titles are as before."""
    name = f"set {uuid4().hex[:8]}"
    _, (lesson_id,) = course_of(1)
    before = translator.call(get_lesson(lesson_id=lesson_id)).title
    with ChangeRun(plan_changes([{"lesson_id": lesson_id, "title": "Ebb"}], translator, name=name), translator) as run:
        run.start()
    panel = refreshed(RunsPanel(translator, workers=inline))
    [row] = [row for row in panel.list.rows if row["title"] == name]
    panel.list.chosen = [row["id"]]
    shown, is_resumable = panel.changed.value, not panel.resume_button.disabled
    panel.undo_button.click()
    asked = panel.question.text.value
    panel.question.accept()

    assert row["tags"] == [{"text": "changes", "tone": "plain"}] and row["detail"] == "1 of 1 done"
    assert "Ebb" in shown and not is_resumable and "1 change" in asked
    assert translator.call(get_lesson(lesson_id=lesson_id)).title == before
    assert panel.undo_button.disabled


def test_translations_are_resumed_for_what_is_missing_and_undone(
    translator: Client, course_of: CourseOf, inline: InlinePool
) -> None:
    """After a question with the price; what is there is not paid again."""
    course_id, _ = course_of(2)
    plan = plan_translations(translator, "FR", course_ids=[course_id])
    with TranslationRun(plan, translator) as run:
        run.start().wait(60)
    runs: list[Run | TranslationRun] = []
    panel = refreshed(RunsPanel(translator, workers=inline, on_run=runs.append))
    panel.list.chosen = [row["id"] for row in panel.list.rows if row["title"] == plan.name][:1]
    translated = [record.lesson_id or "" for record in panel.records]
    translator.call(delete_lesson(lesson_id=translated[0]))
    before = balance(translator)
    panel.start(panel.ask_to_resume)
    asked = panel.question.text.value
    panel.question.accept()
    [resumed] = runs
    resumed.wait(60)
    paid = before - balance(translator)
    panel.start(panel.refresh)
    panel.start(panel.ask_to_undo)
    panel.question.accept()

    assert len(translated) == 2 and "1 row is still to be created" in asked and paid == 1
    assert panel.notice == "2 lessons moved to the trash. Credits are not refunded."
