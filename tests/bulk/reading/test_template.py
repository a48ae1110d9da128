"""A topic list to fill in."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.bulk.fake_service import FakeService
from workbench.bulk.lesson_options import LessonOptions
from workbench.bulk.planning.planner import PlanOptions, plan_topics
from workbench.bulk.reading.template import EXAMPLES, JOINED, write_template
from workbench.bulk.reading.topic_columns import ColumnMapping
from workbench.errors import PlanRejected


@pytest.mark.parametrize("name", ["topics.csv", "topics.xlsx"])
def test_it_is_read_as_it_was_written(name: str, tmp_path: Path, service: FakeService) -> None:
    """Its columns are found without being named."""
    plan = plan_topics(write_template(tmp_path / name), service)

    assert [(row.topic, row.language) for row in plan.ready] == [(example[0], example[1]) for example in EXAMPLES]


def test_its_columns_join_into_the_topic(tmp_path: Path, service: FakeService) -> None:
    """The description is told to the writer too; the other columns are options."""
    service.takes_options = True
    plan = plan_topics(
        write_template(tmp_path / "topics.csv"), service, options=PlanOptions(columns=ColumnMapping(template=JOINED))
    )

    assert plan.rows[0].topic == "Reading a bus timetable: Routes, symbols and connections"
    assert plan.rows[1].options == LessonOptions(
        audience="kitchen staff", words=600, questions=4, objectives=("Say how long food keeps", "Read a label")
    )


def test_nothing_is_written_over(tmp_path: Path) -> None:
    """It may hold somebody's topics."""
    (tmp_path / "topics.csv").write_text("mine")
    with pytest.raises(PlanRejected, match="already exists"):
        write_template(tmp_path / "topics.csv")


@pytest.mark.parametrize("name", ["topics.csv", "topics.xlsx"])
def test_a_folder_that_is_missing_is_one_sentence(name: str, tmp_path: Path) -> None:
    """No trace."""
    with pytest.raises(PlanRejected, match="cannot be written"):
        write_template(tmp_path / "missing" / name)
