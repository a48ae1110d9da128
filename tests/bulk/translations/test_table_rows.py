"""Tables that name what is to be translated."""

from __future__ import annotations

from typing import Any

import pandas
import pytest

from workbench.bulk.translations.table_rows import missing_pairs
from workbench.errors import InputRejected

HERE = "org1"


def table(**columns: list[Any]) -> pandas.DataFrame:
    """A table as a report gives it."""
    return pandas.DataFrame(columns).convert_dtypes(dtype_backend="pyarrow")


def test_of_a_report_what_is_missing_is_taken() -> None:
    """Rows in another state, and those that no lesson could be made from, are left out; each pair once."""
    report = table(
        organization_id=[HERE] * 5,
        source_lesson_id=["a", "a", "b", None, "a"],
        lesson_id=[None, "x", "y", None, None],
        language=["fr", "DE", "FR", "FR", "FR"],
        state=["missing", "there", "stale", "missing", "missing"],
    )

    assert missing_pairs(report, HERE) == [("a", "FR")]


def test_of_a_plan_the_lesson_is_the_source() -> None:
    """Its frame has no other."""
    assert missing_pairs(table(lesson_id=["a"], language=["FR"], state=["missing"]), HERE) == [("a", "FR")]


def test_pairs_are_taken_as_they_are() -> None:
    """In order, each once."""
    assert missing_pairs([("a", "de"), ["a", "FR"], ("a", "DE")], HERE) == [("a", "DE"), ("a", "FR")]


def test_rows_of_another_organization_are_refused_by_its_name() -> None:
    """What is paid is one organization's."""
    report = table(
        organization=["Beta"], organization_id=["org2"], source_lesson_id=["a"], language=["FR"], state=["missing"]
    )

    with pytest.raises(InputRejected, match="1 rows are of another organization, such as Beta"):
        missing_pairs(report, HERE)


@pytest.mark.parametrize("rows", ["FR", 7, [("a",)], [("a", 7)], [("a", "klingon!")], table(topic=["Tides"])])
def test_what_names_no_lessons_is_refused(rows: object) -> None:
    """In one sentence, before anything is read."""
    with pytest.raises(InputRejected, match="Nothing was sent"):
        missing_pairs(rows, HERE)
