"""The few numbers above a report."""

from __future__ import annotations

from tests.reports.seeded import Seeded
from tests.reports.spreadsheets import report_of
from workbench.columns import arrow_frame, arrow_table
from workbench.reports import REPORTS, find_report
from workbench.reports.tables.figures import figures


def test_figures_are_counted_from_the_frame(acme: Seeded) -> None:
    """Spent credits are those of the store."""
    found = dict(figures(acme.report("credits", by="language"), REPORTS["credits"].figures))

    stored = acme.sql("select sum(credits) from reservation where state = 'settled'")

    assert found["credits spent"] == f"{stored[0][0]}"
    assert found["organizations"] == "2"


def test_states_are_counted_by_name(acme: Seeded) -> None:
    """The most frequent first."""
    assert {"there", "missing"} <= set(dict(figures(acme.report("coverage"), REPORTS["coverage"].figures)))


def test_what_was_not_told_is_no_nought() -> None:
    """Anyone who may not read the ledger did not see that nothing was spent."""
    columns = find_report("members").columns
    frame = arrow_frame(columns, arrow_table(columns, [{"name": "Ana", "organization": "Acme"}]))

    assert figures(frame, REPORTS["members"].figures) == [("rows", "1")]


def test_what_agrees_is_counted(acme: Seeded) -> None:
    """Of the reconciliation one wants to know that first."""
    report = acme.report("reconciliation")

    assert dict(figures(report, REPORTS["reconciliation"].figures))["agree"] == f"{report['agrees'].sum()}"


def test_an_empty_report_has_no_rows() -> None:
    """And no other figure."""
    assert figures(report_of([]).frame, REPORTS["lessons"].figures) == [("rows", "0")]
