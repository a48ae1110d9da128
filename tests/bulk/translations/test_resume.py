"""A run of translations is remembered on this computer: listed, planned again, and undone."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from tests.bulk.translations.conftest import CourseOf
from tests.helping import balance
from workbench.bulk.running.progress import RunPhase
from workbench.bulk.translations import TranslationRun, plan_translations
from workbench.bulk.translations import run_record as recording
from workbench.bulk.translations.resume import (
    planned_again,
    preview_undo_translations,
    undo_translations,
)
from workbench.bulk.translations.run_record import (
    RunRecord,
    TranslationRunSummary,
    find_translation_runs,
)
from workbench.client.sync import Client
from workbench.errors import PlanRejected
from workbench.procedures.lesson import delete_lesson, rename_lesson


@pytest.fixture
def half_made(translator: Client, course_of: CourseOf) -> TranslationRunSummary:
    """A run of two rows of which one was approved."""
    course_id, _ = course_of(2)
    plan = plan_translations(translator, "FR", course_ids=[course_id])
    with TranslationRun(plan, translator, plan.approve(credits=1)) as run:
        run.start().wait(60)
    return find_translation_runs()[0]


def test_a_run_is_remembered_with_what_it_made(half_made: TranslationRunSummary) -> None:
    """And with what it cost; it rests."""
    assert half_made.name.startswith("Translations into FR")
    assert (half_made.rows, half_made.done, half_made.planned, half_made.spent_credits) == (2, 1, 1, 1)
    assert (half_made.phase, half_made.runs_in) == (RunPhase.STOPPED, None)


def test_it_is_planned_again_and_stays_one_run(translator: Client, half_made: TranslationRunSummary) -> None:
    """What is there is not paid again."""
    before = balance(translator)
    plan = planned_again(half_made, translator)
    with TranslationRun(plan, translator, record=RunRecord(half_made.path)) as run:
        run.start().wait(60)
    (again,) = [run for run in find_translation_runs() if run.name == half_made.name]

    assert (len(plan.missing), before - balance(translator)) == (1, 1)
    assert (again.rows, again.done, again.spent_credits, again.phase) == (2, 2, 2, RunPhase.FINISHED)


def test_the_same_plan_made_again_is_the_same_run(translator: Client, course_of: CourseOf) -> None:
    """Another course's has a number behind the name."""
    first, _ = course_of(1)
    second, _ = course_of(1)
    for course_id in (first, second, first):
        with TranslationRun(plan_translations(translator, "DE", course_ids=[course_id]), translator) as run:
            run.start().wait(60)
    names = [run.name for run in find_translation_runs() if run.plan_name == "Translations into DE"]

    assert sorted(names) == ["Translations into DE", "Translations into DE (2)"]


def test_what_another_made_since_is_there(
    translator: Client, half_made: TranslationRunSummary, course_of: CourseOf
) -> None:
    """It counts as done and cost this run nothing; its translation is not undone."""
    plan = planned_again(half_made, translator)
    with TranslationRun(replace(plan, name="By another"), translator) as other:
        other.start().wait(60)
    with TranslationRun(planned_again(half_made, translator), translator, record=RunRecord(half_made.path)) as run:
        run.start().wait(60)
    now = next(run for run in find_translation_runs() if run.path == half_made.path)

    assert (now.done, now.spent_credits) == (2, 1)
    assert len(preview_undo_translations(now, translator).untouched) == 1


def test_undone_what_it_made_is_in_the_trash(translator: Client, half_made: TranslationRunSummary) -> None:
    """Once; planned again it is made again."""
    assert str(preview_undo_translations(half_made, translator)).startswith("1 lesson would go to the trash.")
    result = undo_translations(half_made, translator)
    now = next(run for run in find_translation_runs() if run.path == half_made.path)

    assert (result.trashed, undo_translations(now, translator).trashed) == (1, 0)
    assert len(planned_again(now, translator).missing) == 2


def test_what_was_edited_since_stays(translator: Client, half_made: TranslationRunSummary) -> None:
    """Until a person says so."""
    (made,) = [row.record.lesson_id for row in half_made.translations if row.record.lesson_id]
    translator.call(rename_lesson(lesson_id=made, title="By hand"))
    left = undo_translations(half_made, translator)

    assert (left.trashed, [lesson.title for lesson in left.left]) == (0, ["By hand"])
    assert undo_translations(half_made, translator, include_edited=True).trashed == 1


def test_another_persons_run_is_left_alone(translator: Client, half_made: TranslationRunSummary) -> None:
    """So is one of another service, and one whose lessons are all gone."""
    for other in (replace(half_made, person="p2"), replace(half_made, origin="https://other.example")):
        with pytest.raises(PlanRejected, match="Connect there as the person who made it"):
            planned_again(other, translator)
        with pytest.raises(PlanRejected, match="Connect there as the person who made it"):
            undo_translations(other, translator)
    for row in half_made.translations:
        translator.call(delete_lesson(lesson_id=row.lesson_id))
    with pytest.raises(PlanRejected, match="No lesson of the run .* exists any more"):
        planned_again(half_made, translator)


def test_a_killed_run_is_stopped_and_a_torn_line_passed_over(half_made: TranslationRunSummary) -> None:
    """Its last line may be half written; the next start begins a new one."""
    lines = half_made.path.read_text("utf-8").rstrip().split("\n")
    half_made.path.write_text("\n".join(lines[:-1]) + "\n" + lines[-1][:5], "utf-8")
    running = next(run for run in find_translation_runs() if run.path == half_made.path)
    gone = half_made.path.read_text("utf-8").replace(running.process, running.process.rpartition(" ")[0] + " 1")
    half_made.path.write_text(gone, "utf-8")
    killed = next(run for run in find_translation_runs() if run.path == half_made.path)

    assert (running.phase, running.runs_in) == (RunPhase.RUNNING, running.process)
    assert (killed.phase, killed.runs_in, killed.done) == (RunPhase.STOPPED, None, 1)


def test_a_file_that_cannot_be_read_is_listed_with_its_fault(half_made: TranslationRunSummary) -> None:
    """The others are listed anyway."""
    damaged = half_made.path.with_name("damaged.jsonl")
    damaged.write_text("[]\n", "utf-8")
    faults = {run.name: run.fault for run in find_translation_runs()}

    assert "delete it to forget the run" in faults["damaged.jsonl"] and faults[half_made.name] == ""


def test_no_more_runs_are_kept_than_wanted(
    translator: Client, course_of: CourseOf, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The oldest is forgotten."""
    monkeypatch.setattr(recording, "MAX_RECORDS", 1)
    for _ in range(2):
        with TranslationRun(plan_translations(translator, "FR", course_ids=[course_of(1)[0]]), translator) as run:
            run.start().wait(60)

    assert len(find_translation_runs()) == 1


def test_a_run_goes_on_where_nothing_can_be_remembered(translator: Client, course_of: CourseOf, tmp_path: Path) -> None:
    """Such as on a full disk: what it makes does not depend on it."""
    course_id, _ = course_of(1)
    blocked = tmp_path / "file"
    blocked.write_text("", "utf-8")
    plan = plan_translations(translator, "FR", course_ids=[course_id])
    with TranslationRun(plan, translator, record=RunRecord(blocked / "x.jsonl")) as run:
        finished = run.start().wait(60).progress

    assert finished.phase is RunPhase.FINISHED
