"""Reports for a notebook: each method is one report as a DataFrame. The rules are those of `workbench.reports`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from workbench.api.report_methods import ContentReports, CreditReports, Organizations
from workbench.client.sync import Client
from workbench.procedures.organization import get_last_selected_organization_id

if TYPE_CHECKING:
    import pandas

    from workbench.reports.view import ReportView


@dataclass(frozen=True, repr=False)
class Reports(ContentReports, CreditReports):
    """Reports on an organization, or on several that are named. Parameters are those that `list()` tells."""

    _client: Client
    organization_id: str | None
    organization: str | None = None

    def list(self) -> pandas.DataFrame:
        """Every report with its columns: name, dtype, unit and meaning."""
        from workbench.reports.dictionary import dictionary

        return dictionary()

    def show(self, frame: pandas.DataFrame, *columns: str) -> ReportView:
        """A report as a notebook shows it: key figures, and a table that can be searched when it is long.

        Without `columns` all are shown but ids, `extra` and those in which nothing is known.
        """
        from workbench.reports.view import view

        return view(frame, columns)

    def save(self, frame: pandas.DataFrame, path: str | Path, *, overwrite: bool = False) -> Path:
        """Write a table as a file, `.csv`, `.xlsx`, `.parquet`, `.json` or `.html` by its name; the path.

        It is written whole or not at all. A report's frame goes with what its columns mean and with what is missing; so
        does any DataFrame that was made of some. No text in it becomes a formula. Raises `InputRejected` for a file
        that is there, unless `overwrite`, for another ending, and for what is no table.

        Example: `wb.reports.save(wb.reports.credits(by="month"), "credits.xlsx")`.
        """
        from workbench.reports.files.frame_report import report_of
        from workbench.reports.files.output import check_path, write_report

        there = Path(path).expanduser()
        check_path(there, overwrite=overwrite)
        return write_report(report_of(frame), there, overwrite=overwrite)

    def build(
        self,
        name: str,
        *,
        organization: Organizations = None,
        progress: Callable[[int], object] | None = None,
        **parameters: Any,
    ) -> pandas.DataFrame:
        """The report of that name. Raises `InputRejected` for an unknown report, parameter or organization.

        What the service did not tell stands in the frame's `attrs["missing"]`. `progress` is called with the number
        of pages read so far; what it raises stops the report.
        """
        from workbench.reports import ReportOrganization, Scope, build, find_report
        from workbench.reports.build import places
        from workbench.reports.scope import parsed

        report = find_report(name)
        given = parsed(report.parameters, parameters)
        here = (ReportOrganization(self.organization_id, self.organization),)
        wanted = [organization] if isinstance(organization, str) else organization
        where = places(self._client, wanted) if wanted else here
        scope = Scope(
            where,
            given,
            runs=_runs(report.name),
            run_names=_run_names(report.name, given),
            run_lessons=self._run_lessons(report.name, [each.organization_id for each in where]),
        )
        return build(self._client, report, scope, progress=progress)

    def _run_lessons(self, report: str, organizations: Sequence[str | None]) -> dict[str | None, Sequence[str]]:
        if report != "reconciliation":
            return {}
        from workbench.bulk.results.runs import run_lessons

        known = self._client.capabilities()
        service = self._client.origin if known is None else known.service_id
        selected = None
        if None in organizations:
            selected = self._client.call(get_last_selected_organization_id()).organization_id
        return {each: run_lessons(service, each or selected or "") for each in organizations}


def _runs(report: str) -> Any:
    # Reports read no journal of this computer; what it holds is handed to them here.
    if report != "runs":
        return ()
    from workbench.bulk import find_runs

    return find_runs()


def _run_names(report: str, given: dict[str, Any]) -> dict[str, str]:
    if report != "credits" or given.get("by") != "run":
        return {}
    from workbench.bulk.results.runs import lesson_runs

    return lesson_runs()
