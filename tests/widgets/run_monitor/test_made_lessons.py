"""The lessons that a run made, listed to be opened."""

from __future__ import annotations

from workbench.bulk.journal.queries import RowRecord
from workbench.bulk.journal.row import State
from workbench.widgets.run_monitor.made_lessons import MOST_LISTED, MadeLessons


def row(number: int, state: State = State.DONE) -> RowRecord:
    """A row of a run; done, it has a lesson."""
    facts = dict.fromkeys(RowRecord.__dataclass_fields__) | {"row_id": number, "position": number, "state": state}
    texts = {"topic": f"topic {number}", "language": "EN", "lesson_id": f"lesson{number}", "name_beside_others": ""}
    return RowRecord(**facts | texts)  # type: ignore[arg-type]


def test_a_row_that_is_not_done_is_not_listed() -> None:
    """A lesson that is in doubt is no lesson of the run."""
    made = MadeLessons(print)
    made.fill([row(1), row(2, State.UNSURE)], 1)

    assert ([made_row["id"] for made_row in made.list.rows], made.list.label) == (["lesson1"], "Created lessons")


def test_more_lessons_than_are_listed_are_counted() -> None:
    """What is left out is never silent."""
    made = MadeLessons(print)
    made.fill([row(number) for number in range(MOST_LISTED + 5)], MOST_LISTED + 30)

    assert (len(made.list.rows), made.list.label) == (MOST_LISTED, "Created lessons, and 30 more")


def test_the_chosen_lesson_is_opened() -> None:
    """By the button below the list."""
    opened: list[str] = []
    made = MadeLessons(opened.append)
    made.fill([row(1)], 1)
    made.list.chosen = ["lesson1"]
    made.open_button.click()

    assert opened == ["lesson1"]
