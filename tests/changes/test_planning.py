"""A table to a change plan, on a service."""

from __future__ import annotations

from pathlib import Path

import pandas
import pytest

from tests.changes.acme import Acme
from workbench.changes.planning import plan_changes
from workbench.changes.row import ChangeVerdict
from workbench.errors import PlanRejected
from workbench.procedures.lesson import delete_lesson


def test_a_plan_reads_and_writes_nothing(acme: Acme) -> None:
    """Before and after, and the lesson that is in the trash."""
    first, second = acme.lessons(["Tides", "Waves"])
    acme.ana.call(delete_lesson(lesson_id=second))
    plan = plan_changes([{"lesson_id": first, "title": "Ebb"}, {"lesson_id": second, "title": "x"}], acme.ana.client)

    assert [(row.verdict, row.before, row.reason) for row in plan.rows] == [
        (ChangeVerdict.CHANGE, "Tides", ""),
        (ChangeVerdict.UNKNOWN_LESSON, "", "it is in the trash"),
    ]
    assert {request.method for request in acme.ana.way.requests[-6:]} <= {"GET", "POST"}
    assert acme.titles([first]) == ["Tides"]


def test_the_same_table_gives_a_set_of_the_same_name(acme: Acme, tmp_path: Path) -> None:
    """Another table another one."""
    (lesson_id,) = acme.lessons(["Tides"])
    path = tmp_path / "titles.csv"
    names = []
    for title in ("Ebb", "Ebb", "Flow"):
        path.write_text(f"lesson_id,title\n{lesson_id},{title}\n")
        names.append(plan_changes(path, acme.ana.client).name)

    assert names[0] == names[1] != names[2]
    assert all(name.startswith("titles ") for name in names)


def test_a_thousand_lessons_are_read_in_few_requests(acme: Acme) -> None:
    """By the list, not one by one."""
    ids = acme.lessons([f"Lesson {number}" for number in range(1_000)])
    acme.ana.client.capabilities()
    before = len(acme.ana.way.requests)
    plan = plan_changes(pandas.DataFrame({"lesson_id": ids, "title": ["New"] * len(ids)}), acme.ana.client)

    assert len(plan.changes) == 1_000
    assert len(acme.ana.way.requests) - before < 10


def test_lessons_of_another_organization_are_unknown(acme: Acme) -> None:
    """As if they were not there."""
    eve = acme.person("eve@example.org", organization="Other")
    (lesson_id,) = acme.lessons(["Tides"])
    plan = plan_changes([{"lesson_id": lesson_id, "title": "Mine"}], eve.client)

    assert [row.verdict for row in plan.rows] == [ChangeVerdict.UNKNOWN_LESSON]


@pytest.mark.parametrize("name", ["", "x" * 201, "a\nb"])
def test_a_name_that_no_set_can_have_is_refused(acme: Acme, name: str) -> None:
    """Before anything is read."""
    with pytest.raises(PlanRejected, match="name"):
        plan_changes([{"lesson_id": "l1", "title": "x"}], acme.ana.client, name=name)


def drafted(acme: Acme) -> tuple[str, str, str]:
    """The ids of a public course, of a lesson with an open place, and of the block that has it."""
    course_id, _ = acme.course("Sea", ["Tides"])
    acme.share(course_id)
    (draft,) = acme.lessons(["Draft"], markdown="The moon ✎ pulls.")
    return course_id, draft, acme.lesson(draft).blocks[1].id
