"""All reports by name, and finding one."""

from __future__ import annotations

from collections.abc import Mapping
from difflib import get_close_matches
from types import MappingProxyType

from workbench.errors import InputRejected
from workbench.reports import audit, courses, coverage, findings, lessons, members, projects, recent_items, runs, tags
from workbench.reports.credits import credits, ledger, months, outlook, reconciliation
from workbench.reports.duplicates import duplicates
from workbench.reports.report import Report

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


def find_report(name: str) -> Report:
    """The report of that name; `recent_items` is `recent-items`. Raises `InputRejected`, with the nearest name."""
    found = REPORTS.get(name.replace("_", "-"))
    if found is None:
        near = get_close_matches(name, REPORTS, n=1)
        there = f"Did you mean {near[0]!r}?" if near else f"There are: {', '.join(REPORTS)}."
        raise InputRejected(f"There is no report {name!r}. {there}")
    return found
