"""What the checks find, as a table."""

from __future__ import annotations

from uuid import uuid4

import pytest

from workbench.api.content.checked_lessons import checks_frame
from workbench.api.workbench import Workbench
from workbench.authoring.block import Block
from workbench.authoring.mutation import LessonBlockInsert
from workbench.authoring.transaction import Transaction
from workbench.errors import InputRejected
from workbench.procedures.findings import CheckedLesson
from workbench.procedures.realtime import execute_transactions


def written(workbench: Workbench, markdown: str) -> str:
    """The id of a new lesson with a block of text."""
    lesson_id = workbench.lessons.create(f"Tides {uuid4().hex[:6]}", language="EN").lesson_id
    block = Block(id=str(uuid4()), type="text", content={"markdown": markdown})
    insert = Transaction(label="insertPages", mutations=[LessonBlockInsert(block=block)])
    workbench.client.call(execute_transactions(lesson_id=lesson_id, language="EN", transactions=[insert]))
    return lesson_id


def test_the_worst_stands_first_and_severity_leaves_out(workbench: Workbench) -> None:
    """One lesson by id, some by a table, all by a filter; the same findings."""
    flawed, other = written(workbench, "TODO: write this."), written(workbench, "Salt water rises.")
    one = workbench.lessons.check(flawed)
    table = workbench.lessons.list()
    both = workbench.lessons.check(table[table["lesson_id"].isin([flawed, other])], severity="warning")
    errors = workbench.lessons.check(language="EN", severity="error")

    assert one["severity"].iloc[0] == "error" and one["finding"].iloc[0] == "placeholder"
    assert set(both["lesson_id"]) == {flawed, other} and "note" not in set(both["severity"])
    assert both["severity"].is_monotonic_increasing
    assert both.attrs == {"missing": [], "is_complete": True, "lessons": 2}
    assert flawed in set(errors["lesson_id"]) and other not in set(errors["lesson_id"])


def test_what_waits_to_be_checked_is_missing() -> None:
    """A lesson without findings is not one that was not checked."""
    lesson = {"lesson_id": "a", "course_id": "c", "title": "A", "language": "EN", "revision": 1}
    frame = checks_frame([CheckedLesson(**lesson, findings=[]), CheckedLesson(**lesson)])

    assert (len(frame), frame.attrs["lessons"], frame.attrs["is_complete"]) == (0, 1, False)


def test_a_severity_that_there_is_not_is_refused() -> None:
    """With those that there are."""
    with pytest.raises(InputRejected, match="error, warning, note"):
        checks_frame([], severity="fatal")
