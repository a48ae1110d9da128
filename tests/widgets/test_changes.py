"""The panel of change sets."""

from __future__ import annotations

import io
from dataclasses import replace
from pathlib import Path

import pandas
import pytest

from tests.changes.states import plan_of, renamed
from tests.changes.test_settling import RECORD
from tests.hostile import HOSTILE
from tests.markup import seen
from tests.widgets.bulk.lists import workbook
from tests.widgets.looking import dangers_in, refreshed
from workbench.changes.cells import read_table_file
from workbench.changes.plan import ChangePlan
from workbench.changes.planning import plan_changes
from workbench.client.sync import Client
from workbench.client.thread_pool import InlinePool
from workbench.procedures.lesson import get_lesson, rename_lesson
from workbench.widgets.changes import (
    COLUMNS,
    FILE_NAME,
    ROWS_SHOWN,
    ChangesPanel,
    lessons_table,
    plan_table,
    row_state_text,
    set_table,
)


@pytest.fixture
def plan(client: Client, lesson_id: str) -> ChangePlan:
    """A plan that gives one lesson another title."""
    return plan_changes([{"lesson_id": lesson_id, "title": "Bees"}], client, name="bees")


@pytest.fixture
def panel(client: Client, plan: ChangePlan, inline: InlinePool, tmp_path: Path) -> ChangesPanel:
    """A panel with that plan, and journals of its own."""
    return refreshed(ChangesPanel(client, plan=plan, workers=inline, folder=tmp_path / "runs"))


def dropped(panel: ChangesPanel, name: str, data: bytes) -> None:
    """Drop a file."""
    message = {"intent": "part", "transfer": "t", "part": 0, "parts": 1, "name": name}
    panel.drop._on_message(panel.drop, message, [data])


def titled(client: Client, lesson_id: str) -> str:
    """The lesson's title now."""
    return client.call(get_lesson(lesson_id=lesson_id)).title


def test_a_plan_is_shown_by_its_differences(panel: ChangesPanel, client: Client, lesson_id: str) -> None:
    """And nothing is changed."""
    assert "<ins>Bees</ins>" in panel.table.value
    assert "1 to change" in panel.facts.value
    assert not panel.run_button.disabled
    assert titled(client, lesson_id) != "Bees"


def test_a_plan_is_asked_for_and_made(panel: ChangesPanel, client: Client, lesson_id: str) -> None:
    """Its set is then the chosen one; made, it cannot be made again."""
    panel.ask_to_run()
    question = panel.question.text.value
    panel.question.accept()

    assert "Apply 1 change to 1 lesson?" in question
    assert titled(client, lesson_id) == "Bees"
    assert panel.value == "bees"
    assert panel.run_button.disabled
    assert "1 of 1 done" in panel.notice


def test_a_spreadsheet_that_is_dropped_is_planned(
    panel: ChangesPanel, client: Client, lesson_id: str, failures: list[str]
) -> None:
    """It takes the place of the plan that was shown; a file without lessons says what it lacks, and changes nothing."""
    panel.run_plan()
    dropped(panel, "titles.xlsx", workbook([("lesson_id", "title", "why"), (lesson_id, "Bees and flowers", "!")]))
    assert (panel.value, panel.list.chosen) == (None, [])
    assert "and were ignored: why" in panel.facts.value
    assert "and flowers</ins>" in panel.table.value
    assert titled(client, lesson_id) == "Bees"

    dropped(panel, "<b onclick=x>.csv", b"topic,language\nTides,EN\n")
    assert "The table has no column `lesson_id`" in panel.error
    panel.ask_to_run()
    panel.question.accept()
    assert titled(client, lesson_id) == "Bees and flowers"
    failures.clear()


def test_all_lessons_are_handed_over_as_a_table(panel: ChangesPanel) -> None:
    """To the browser: nobody has to know the ids of lessons to correct them in a spreadsheet."""
    panel.download_button.click()

    assert "lessons.xlsx was downloaded" in panel.notice


def test_a_set_is_undone_after_a_question(panel: ChangesPanel, client: Client, lesson_id: str) -> None:
    """With what would be undone."""
    before = titled(client, lesson_id)
    panel.run_plan()
    panel.ask_to_undo()
    question = panel.question.text.value
    panel.question.accept()

    assert "1 change would be undone" in question
    assert titled(client, lesson_id) == before
    assert panel.undo_button.disabled
    assert "undone" in panel.table.value


def test_a_stopped_set_goes_on(panel: ChangesPanel, client: Client, lesson_id: str) -> None:
    """*Stop* works while changes are made, and only then; nothing is changed after it, nothing is lost."""
    before = titled(client, lesson_id)
    were_off, during = panel.stop_button.disabled, []

    def stop_at_once(change: object) -> None:
        if not during:
            during.append(panel.stop_button.disabled)
            panel.stop()

    panel.observe(stop_at_once, "notice")
    panel.run_plan()
    stopped = (
        titled(client, lesson_id),
        panel.notice,
        panel.resume_button.disabled,
        panel.stop_button.disabled,
    )
    panel.resume()

    assert (were_off, during) == (True, [False])
    assert stopped == (before, "stopped: 0 of 1 done, 1 to do. Run it again to resume.", False, True)
    assert titled(client, lesson_id) == "Bees"


def test_what_others_changed_since_is_listed(panel: ChangesPanel, client: Client, lesson_id: str) -> None:
    """And stays."""
    panel.run_plan()
    client.call(rename_lesson(lesson_id=lesson_id, title="By hand"))
    panel.undo()

    assert "By hand" in panel.notice
    assert titled(client, lesson_id) == "By hand"


def test_without_sets_it_says_how_to_begin(client: Client, inline: InlinePool, tmp_path: Path) -> None:
    """And offers nothing."""
    panel = refreshed(ChangesPanel(client, workers=inline, folder=tmp_path))

    assert panel.list.empty == "No change sets yet. Drop a table above to plan one."
    assert panel.resume_button.disabled
    assert panel.as_text() == "Change sets: 0."


@pytest.mark.parametrize("text", HOSTILE)
def test_nothing_of_a_plan_is_markup(nobody: Client, inline: InlinePool, text: str) -> None:
    """On the screen and without a kernel."""
    row = replace(renamed(1, text), lesson_title=text, reason=text)
    panel = ChangesPanel(nobody, plan=plan_of(row, name=text), workers=inline)

    panel._is_loaded = True

    assert dangers_in(panel) == []


@pytest.mark.parametrize("title", ["Bees, and flowers", "=1+1", "2026-01-02", HOSTILE[0]])
def test_dropped_as_it_is_it_changes_nothing(client: Client, lesson_id: str, title: str) -> None:
    """Whatever a title looks like to a spreadsheet."""
    client.call(rename_lesson(lesson_id=lesson_id, title=title))
    plan = plan_changes(read_table_file(lessons_table(client, None), FILE_NAME), client)

    assert [row for row in plan.rows if row.lesson_id == lesson_id and row.shown_before != row.shown_after] == []
    assert plan.changes == ()


def test_a_title_that_is_changed_in_it_is_one_change(client: Client, lesson_id: str) -> None:
    """As another program writes the file."""
    frame = pandas.read_excel(io.BytesIO(lessons_table(client, None)), dtype=str, engine="calamine")
    assert tuple(frame.columns) == COLUMNS
    frame.loc[frame["lesson_id"] == lesson_id, "title"] = "Bees"
    file = io.BytesIO()
    frame.to_excel(file, index=False, engine="xlsxwriter")

    plan = plan_changes(read_table_file(file.getvalue(), FILE_NAME), client)

    mine = [row for row in plan.changes if row.lesson_id == lesson_id]
    assert [(row.field, row.shown_after) for row in mine] == [("title", "Bees")]


def test_what_differs_is_marked() -> None:
    """What goes is struck out, what comes is underlined, and the rest stands once."""
    table = plan_table([replace(renamed(1, "Ebb and flow"), before="Ebb and tide")])

    assert "Ebb and <del>tide</del><ins>flow</ins>" in table


def test_what_learners_see_is_said() -> None:
    """In the row."""
    assert "learners see it immediately" in plan_table([replace(renamed(1), is_public=True)])


def test_many_rows_are_cut_with_their_number() -> None:
    """And are read from the DataFrame."""
    assert "and 5 more rows" in set_table([RECORD] * (ROWS_SHOWN + 5))


def test_what_was_put_back_is_undone() -> None:
    """Whatever it was before."""
    assert [row_state_text(RECORD), row_state_text(replace(RECORD, undone_at=1))] == ["planned", "undone"]


@pytest.mark.parametrize("text", HOSTILE)
def test_no_text_becomes_markup(text: str) -> None:
    """Of plans and of sets."""
    row = replace(renamed(1, text), before=f"x {text}", lesson_title=text, reason=text, field=text)
    record = replace(RECORD, before=text, after=f"{text} x", lesson_title=text, message=text, field=text)

    assert seen(plan_table([row]) + set_table([record])).dangers == []
