"""Undoing a run."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from tests.bulk.fake_service import FakeService, lesson_summary, refusal
from tests.bulk.records_by_hand import record
from workbench.bulk.planning.plan_row import Verdict
from workbench.bulk.planning.planner import plan_topics
from workbench.bulk.run_summaries import RunSummary, find_runs
from workbench.bulk.running.concurrency import RunRetryPolicy
from workbench.bulk.running.run import Run
from workbench.bulk.running.stored_run import read_run_rows
from workbench.bulk.running.undo import EditedLesson, UndoResult, to_undo, undo
from workbench.errors import CallFailed, PlanRejected
from workbench.procedures.lesson import LessonSummary, TrashedLesson, delete_lesson, list_lessons
from workbench.procedures.service import Capabilities


@dataclass
class Deleting(FakeService):
    """A service that deletes lessons, and breaks off before the one that it is reported."""

    deleted: list[str] = field(default_factory=list)
    breaks_before: str = ""
    gone: str = ""
    lists: bool = True

    def capabilities(self) -> Capabilities | None:
        """What is announced, and deleting."""
        told = super().capabilities()
        assert told is not None
        listed = [procedure for procedure in told.procedures if self.lists or procedure != list_lessons.name]
        return told.model_copy(update={"procedures": [*listed, delete_lesson.name]})

    def _read(self, call: Any) -> Any:
        if call.name != delete_lesson.name:
            return super()._read(call)
        lesson_id = call.input.lesson_id
        if lesson_id in (self.breaks_before, self.gone):
            raise refusal(404 if lesson_id == self.gone else 500)
        self.deleted.append(lesson_id)
        return TrashedLesson(lesson_id=lesson_id, course_id="c", is_course_in_trash=True)


@pytest.fixture
def deleting(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Deleting:
    """That service, and a data folder of its own."""
    monkeypatch.setenv("WORKBENCH_HOME", str(tmp_path))
    return Deleting()


def finished(service: FakeService, quick: RunRetryPolicy) -> RunSummary:
    """A finished run of two rows."""
    run = Run(plan_topics(["bread", "tides"], service, language="EN", name="a run"), service, retry_policy=quick)
    run.start().wait(20)
    run.close()
    return find_runs()[0]


def test_its_lessons_go_into_the_trash(deleting: Deleting, quick: RunRetryPolicy) -> None:
    """And it is reported that nothing is refunded."""
    done = undo(finished(deleting, quick), deleting)

    assert sorted(deleting.deleted) == ["lesson0", "lesson1"]
    assert str(done) == "2 lessons went to the trash. Credits are not refunded."


def test_broken_off_it_goes_on(deleting: Deleting, quick: RunRetryPolicy) -> None:
    """What is in the trash is not requested twice."""
    summary = finished(deleting, quick)
    deleting.breaks_before = "lesson1"
    with pytest.raises(CallFailed):
        undo(summary, deleting)
    deleting.breaks_before = ""

    assert undo(summary, deleting).trashed == 1
    assert deleting.deleted == ["lesson0", "lesson1"]


def test_each_lesson_is_told_and_ctrl_c_leaves_the_rest(deleting: Deleting, quick: RunRetryPolicy) -> None:
    """A long undo is watched and stopped; the same word continues."""
    summary = finished(deleting, quick)
    told: list[int] = []

    def stopped(trashed: int) -> None:
        told.append(trashed)
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        undo(summary, deleting, progress=stopped)
    undo(summary, deleting, progress=told.append)

    assert told == [1, 1]
    assert deleting.deleted == ["lesson0", "lesson1"]


def test_a_lesson_that_is_gone_is_counted(deleting: Deleting, quick: RunRetryPolicy) -> None:
    """Somebody else was quicker."""
    summary = finished(deleting, quick)
    deleting.gone = "lesson0"

    assert (undo(summary, deleting).missing, len(deleting.deleted)) == (1, 1)


def test_the_journal_says_so(deleting: Deleting, quick: RunRetryPolicy) -> None:
    """Paid for they stay; the row says where the lesson went."""
    summary = finished(deleting, quick)
    undo(summary, deleting)

    assert {row.message for row in read_run_rows(summary)} == {
        "Undone: its lesson is in the trash. Credits are not refunded."
    }
    assert to_undo(read_run_rows(summary)) == []


def test_an_undone_topic_is_ready_in_another_run(deleting: Deleting, quick: RunRetryPolicy) -> None:
    """In its own it is not: its key is spent."""
    undo(finished(deleting, quick), deleting)
    mine = plan_topics(["bread"], deleting, language="EN", name="a run")
    other = plan_topics(["bread"], deleting, language="EN", name="another")

    assert (mine.rows[0].verdict, other.rows[0].verdict) == (Verdict.BEGUN, Verdict.READY)
    assert "in the trash; a run of another name makes it again" in mine.rows[0].reason


def edited(lesson_id: str) -> LessonSummary:
    """A lesson as a list shows it after a change."""
    return lesson_summary(lesson_id, "Bread [b]", "bread").model_copy(update={"revision": 2})


def test_a_lesson_that_was_edited_stays_and_is_listed(deleting: Deleting, quick: RunRetryPolicy) -> None:
    """Somebody's work went into it."""
    summary = finished(deleting, quick)
    deleting.existing = [edited("lesson0")]
    done = undo(summary, deleting)

    assert deleting.deleted == ["lesson1"]
    assert [lesson.lesson_id for lesson in done.left] == ["lesson0"]
    assert "1 was edited since and stays" in str(done)


def test_a_lesson_that_was_renamed_or_moved_stays(deleting: Deleting, quick: RunRetryPolicy) -> None:
    """That leaves its revision as it was, and its time not."""
    summary = finished(deleting, quick)
    later = {"updated_at": "2026-01-02T00:00:00.000Z"}
    deleting.existing = [lesson_summary("lesson1", "Renamed", "tides").model_copy(update=later)]

    assert [lesson.title for lesson in undo(summary, deleting).left] == ["Renamed"]


def test_edited_lessons_go_by_an_explicit_word(deleting: Deleting, quick: RunRetryPolicy) -> None:
    """Also later, when the others are gone."""
    summary = finished(deleting, quick)
    deleting.existing = [edited("lesson0")]
    undo(summary, deleting)

    assert undo(summary, deleting, include_edited=True).trashed == 1
    assert deleting.deleted == ["lesson1", "lesson0"]


def test_many_edited_lessons_are_not_all_named() -> None:
    """The first twenty, and how many more there are."""
    left = tuple(
        EditedLesson(index, f"lesson{index}", "A title", datetime(2026, 1, 2, tzinfo=UTC)) for index in range(23)
    )

    assert "; and 3 more." in str(UndoResult(0, 0, left))


def test_a_service_that_does_not_tell_is_asked_for_a_word(deleting: Deleting, quick: RunRetryPolicy) -> None:
    """What cannot be known is not taken for unedited."""
    summary = finished(deleting, quick)
    deleting.lists = False

    with pytest.raises(PlanRejected, match="doesn't report which"):
        undo(summary, deleting)
    assert undo(summary, deleting, include_edited=True).trashed == 2


def test_what_was_only_matched_is_left_alone() -> None:
    """It may be somebody else's lesson."""
    assert to_undo([record(1, proof="matched"), record(2)]) == [record(2)]


def test_a_service_that_cannot_is_told(service: FakeService, quick: RunRetryPolicy, deleting: Deleting) -> None:
    """Before anything is sent."""
    with pytest.raises(PlanRejected, match="cannot delete"):
        undo(finished(service, quick), service)
