"""Reports: a service's answers as tables. Each is two pure functions, `ask` and `frame`.

Names only; tables are imported when a report is built.
"""

from __future__ import annotations

from workbench.reports.build import build as build
from workbench.reports.catalogue import REPORTS as REPORTS
from workbench.reports.catalogue import find_report as find_report
from workbench.reports.scope import ReportOrganization as ReportOrganization
from workbench.reports.scope import Scope as Scope

__all__ = ["REPORTS", "ReportOrganization", "Scope", "build", "find_report"]
