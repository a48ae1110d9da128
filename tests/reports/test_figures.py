"""The few numbers above a report."""

from __future__ import annotations

from tests.reports.seeded import Seeded
from tests.reports.spreadsheets import report_of
from workbench.reports.figures import figures


def test_figures_are_counted_from_the_frame(acme: Seeded) -> None:
    """Spent credits are those of the store."""
    found = dict(figures(acme.report("credits", by="language")))

    stored = acme.sql("select sum(credits) from reservation where state = 'settled'")

    assert found["credits spent"] == f"{stored[0][0]}"
    assert found["organizations"] == "2"


def test_states_are_counted_by_name(acme: Seeded) -> None:
    """The most frequent first."""
    assert {"there", "missing"} <= set(dict(figures(acme.report("coverage"))))


def test_an_empty_report_has_no_rows() -> None:
    """And no other figure."""
    assert figures(report_of([]).frame) == [("rows", "0")]
