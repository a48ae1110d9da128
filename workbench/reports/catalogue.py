"""All reports by name, and the dictionary of their columns."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from workbench.columns import TEXT, Column, arrow_frame, arrow_table
from workbench.errors import InputRejected
from workbench.reports import (
    audit,
    courses,
    coverage,
    duplicates,
    findings,
    lessons,
    members,
    projects,
    recent_items,
    runs,
    tags,
)
from workbench.reports.credits import credits, ledger, months, outlook, reconciliation
from workbench.reports.report import Report

if TYPE_CHECKING:
    import pandas


_IN_ORDER = (
    recent_items,
    projects,
    courses,
    lessons,
    tags,
    members,
    ledger,
    credits,
    runs,
    coverage,
    findings,
    duplicates,
    outlook,
    months,
    reconciliation,
    audit,
)

REPORTS: Mapping[str, Report] = MappingProxyType({type_.REPORT.name: type_.REPORT for type_ in _IN_ORDER})
"""Every report, in the order in which they are listed."""
DICTIONARY_COLUMNS: Final = (
    Column("report", TEXT, "", "The report."),
    Column("column", TEXT, "", "The column."),
    Column("dtype", TEXT, "", "Its dtype in Arrow's words."),
    Column("unit", TEXT, "", "Its unit; missing if it has none."),
    Column("meaning", TEXT, "", "Its text."),
)


def find_report(name: str) -> Report:
    """Return the report of that name; `recent_items` is `recent-items`.

    Raises `InputRejected`, with the nearest name.
    """
    report = REPORTS.get(name.replace("_", "-"))
    if report is None:
        near = get_close_matches(name, REPORTS, n=1)
        there = f"Did you mean {near[0]!r}?" if near else f"There are: {', '.join(REPORTS)}."
        raise InputRejected(f"There is no report {name!r}. {there}")
    return report


def dictionary(reports: Iterable[Report] | None = None) -> pandas.DataFrame:
    """Return a row for each column of each report: its dtype, unit and meaning."""
    rows = [
        {"report": report.name, "column": name, "dtype": dtype, "unit": unit or None, "meaning": meaning}
        for report in (REPORTS.values() if reports is None else reports)
        for name, dtype, unit, meaning in report.columns
    ]
    return arrow_frame(DICTIONARY_COLUMNS, arrow_table(DICTIONARY_COLUMNS, rows))
