"""The words of the document: what is left to do, and what a step does."""

from __future__ import annotations

from typing import Any, get_args

import pytest

from workbench.procedures.lesson import get_next_step
from workbench.procedures.next_step import NextStep, RemainingTask, Step, TaskKind
from workbench.widgets.document.wording import STATUSES, STEPS, publish_question, status_note, task_text


def known(status: str, step: str | None, *remaining: RemainingTask, changes: int = 1) -> NextStep:
    """A next step as the service tells it."""
    facts: dict[str, Any] = {
        "lesson_id": "lesson",
        "course_id": "course",
        "revision": 1,
        "status": status,
        "step": step,
    }
    more = {"is_public": False, "share_url": "https://share.example.org/s/course", "unpublished_changes": changes}
    return NextStep(**facts, **more, remaining=list(remaining))


NOTES = RemainingTask(kind="authorNotes", stops=False, lesson_id="lesson", title="Ebb", count=2)
OPEN = RemainingTask(kind="openPlaces", stops=False, lesson_id="lesson", title="Ebb", count=1)


@pytest.mark.parametrize("kind", get_args(TaskKind))
def test_each_kind_of_task_has_its_words(kind: TaskKind) -> None:
    """In another lesson its title stands in front."""
    task = RemainingTask(kind=kind, stops=True, lesson_id="other", title="Flow", count=3)

    assert task_text(task, "lesson").startswith("“Flow”: ")
    assert task_text(task, "other") and "None" not in task_text(task, "other")


def test_each_step_and_status_has_a_name() -> None:
    """Those that the service tells, and no others."""
    assert set(STEPS) == set(get_args(Step))
    told = str(get_next_step.output.model_fields["status"].description)
    assert [name for name in STATUSES if f"`{name}`" not in told] == []


@pytest.mark.parametrize(
    ("step", "note"),
    [
        (known("draft", "publish", changes=3), "Publishing “Tides” shows learners 3 changes."),
        (known("inReview", "approve"), ""),
        (known("draft", "requestReview", NOTES), "To be done before learners can see this lesson:"),
        (known("inReview", None), "A reviewer has to approve it, or send it back."),
        (known("public", None, changes=0), "Learners see this lesson as it is now."),
        (
            known("public", None, changes=2),
            "Learners see this lesson as it is now. 2 other changes in “Tides” not published yet.",
        ),
    ],
)
def test_the_note_says_what_comes_next(step: NextStep, note: str) -> None:
    """What the step does, what is left to do, or who has the next one."""
    assert status_note(step, "Tides") == note


def test_the_question_says_what_learners_will_see() -> None:
    """Placeholders too, which are confirmed with it."""
    assert publish_question(known("draft", "publish"), "Tides").endswith("when they next open the course. Publish?")
    assert "1 placeholder (✎) still to fill in. Publish anyway?" in publish_question(
        known("draft", "publish", OPEN), "Tides"
    )
