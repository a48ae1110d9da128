"""What a person can do about a row."""

from __future__ import annotations

from dataclasses import replace

import pytest

from workbench.bulk.journal.queries import RowRecord
from workbench.bulk.journal.row import State
from workbench.bulk.running.resolve import Assign, RowDecision
from workbench.procedures.organization import RecentItem
from workbench.widgets.run_monitor.choices import RunChoices

UNSURE = RowRecord(
    *(7, 7, "bread", "EN", 1, 0, State.UNSURE, True, False, 1, None, None, 2, None, None, "Lost.", 5, None, None)
)
REFUSED = replace(UNSURE, row_id=8, position=8, state=State.REFUSED)
REPEATED = replace(UNSURE, row_id=9, position=9, state=State.DONE, lesson_id="l", also_made=("m",))
Decisions = list[tuple[str, RowDecision | None]]


@pytest.fixture
def decided() -> Decisions:
    """The decisions made."""
    return []


@pytest.fixture
def choices(decided: Decisions) -> RunChoices:
    """Three rows: in doubt, refused, and made once too often."""
    made = RunChoices(lambda row, decision: decided.append((row, decision)), lambda row: decided.append((row, None)))
    made.fill([UNSURE, REFUSED, REPEATED])
    return made


def offered(choices: RunChoices) -> list[str]:
    """The buttons in sight."""
    parts = (choices.finding, choices.not_mine, choices.again, choices.retried, choices.dismissed)
    names = ("find", "not mine", "again", "retry", "dismiss")
    return [name for name, part in zip(names, parts, strict=True) if part.layout.display != "none"]


@pytest.mark.parametrize(
    ("row", "found"), [("id 7", ["find", "again"]), ("id 8", ["retry"]), ("id 9", ["dismiss"]), ("", [])]
)
def test_each_state_has_its_choices(choices: RunChoices, row: str, found: list[str]) -> None:
    """Nothing is offered that the run would refuse; before a row is chosen, nothing at all."""
    choices.list.chosen = [row] if row else []

    assert offered(choices) == found


def test_a_recent_lesson_is_picked_by_its_title(choices: RunChoices, decided: Decisions) -> None:
    """Nobody copies ids by hand where the service shows titles."""
    choices.list.chosen = ["id 7"]
    choices.offer([RecentItem(lesson_id="lesson5", title="All about bread")])
    choices.recent.value = "lesson5"
    choices.assign_lesson()

    assert decided == [("id 7", Assign("lesson5"))]


def test_without_a_lesson_nothing_is_decided(choices: RunChoices, decided: Decisions) -> None:
    """An empty field says nothing."""
    choices.list.chosen = ["id 7"]
    choices.assign_lesson()

    assert decided == []


def test_the_heading_counts_what_needs_a_person(choices: RunChoices) -> None:
    """Apart from what may be looked at."""
    assert "2 rows need attention; 1 optional" in choices.heading.value


def test_the_chosen_row_stays_chosen(choices: RunChoices) -> None:
    """While others come and go."""
    choices.list.chosen = ["id 7"]
    choices.fill([UNSURE])

    assert choices.chosen_row == UNSURE


def test_it_says_what_it_is(choices: RunChoices) -> None:
    """In a repr, without values."""
    assert repr(choices) == "3 rows to look at."


def test_what_is_known_of_the_chosen_row_is_said_in_full(choices: RunChoices) -> None:
    """With its number, by which the question and the commands name it; a line of the list is cut."""
    known = "2 new lessons for 2 unknown sends. It may be: lesson4 (All about bread); lesson5 (More about bread)."
    choices.fill([replace(UNSURE, message=known)])
    choices.list.chosen = ["id 7"]

    assert f"Line 7: {known}" in choices.known.value


def test_a_row_that_is_still_being_checked_needs_nobody_yet(choices: RunChoices) -> None:
    """The list says the same as the bar above it."""
    choices.fill([replace(UNSURE, held=False)])

    assert choices.list.rows[0]["tags"][1]["text"] == "being checked"
    assert "1 row is being checked" in choices.heading.value
