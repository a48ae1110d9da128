"""Reports for a notebook: each method is one report as a DataFrame. The rules are those of `workbench.reports`."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from workbench.api.report_methods import ContentReports, CreditReports, Organizations
from workbench.client.lookups import identify
from workbench.client.sync import Client
from workbench.errors import InputRejected
from workbench.procedures.organization import get_last_selected_organization_id

if TYPE_CHECKING:
    import pandas

    from workbench.reports.charts import Chart
    from workbench.reports.report import Report
    from workbench.reports.view import ReportView


@dataclass(frozen=True, repr=False)
class Reports(ContentReports, CreditReports):
    """Reports on an organization, or on several that are named. Parameters are those that `list()` tells."""

    _client: Client
    organization_id: str | None
    organization: str | None = None

    def list(self) -> pandas.DataFrame:
        """Return every report with its columns: name, dtype, unit and meaning."""
        from workbench.reports.catalogue import dictionary

        return dictionary()

    def show(self, frame: pandas.DataFrame, *columns: str) -> ReportView:
        """Return a report as a notebook shows it: key figures, and a table that is searchable if it is long.

        Without `columns`, all columns are shown except ids, `extra` and those without any known value.
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
        """Return the report of the given name.

        Raises `InputRejected` for an unknown report, parameter or organization. What the service did not
        provide is listed in the frame's `attrs["missing"]`. `progress` is called with the number of pages read
        so far; an exception that it raises stops the report.
        """
        from workbench.reports import ReportOrganization, Scope, build, find_report
        from workbench.reports.build import places
        from workbench.reports.scope import OF_SEVERAL, parsed

        report = find_report(name)
        kinds = {parameter.name: OF_SEVERAL.get(parameter.kind) for parameter in report.parameters}
        given = parsed(report.parameters, {key: _names(kinds.get(key), value) for key, value in parameters.items()})
        here = (ReportOrganization(self.organization_id, self.organization),)
        wanted = [organization] if isinstance(organization, str) else organization
        client = self._client.within(None) if wanted else self._client
        where = places(client, wanted) if wanted else here
        scope = Scope(where, given, **self._read_needs(report, given, [place.organization_id for place in where]))
        return build(client, report, scope, progress=progress)

    def chart(self, frame: pandas.DataFrame) -> Chart:
        """Return the chart of a report's frame; `save` writes it as a page.

        Raises `InputRejected` for a report without a chart. Needs the extra `plots`. Example:
        `wb.reports.chart(wb.reports.credits(by="month"))`.
        """
        from workbench.reports import REPORTS

        report = REPORTS.get(str(frame.attrs.get("report")))
        if report is None or report.chart is None:
            drawn = ", ".join(report.name for report in REPORTS.values() if report.chart is not None)
            raise InputRejected(f"There is no chart of this table. Reports with a chart: {drawn}.")
        return report.chart(frame)

    def _read_needs(
        self, report: Report, given: Mapping[str, Any], organizations: Sequence[str | None]
    ) -> dict[str, Any]:
        # Reports read no journal of this computer; what it holds is handed to them here.
        ways: dict[str, Callable[[], Any]] = {
            "runs": _runs,
            "run_names": _run_names,
            "run_lessons": lambda: self._run_lessons(organizations),
        }
        return {need.name: ways[need.name]() for need in report.needs if need.when(given)}

    def _run_lessons(self, organizations: Sequence[str | None]) -> dict[str | None, Sequence[str]]:
        from workbench.bulk.run_summaries import run_lessons

        known = self._client.capabilities()
        service = self._client.origin if known is None else known.service_id
        selected = None
        if None in organizations:
            selected = self._client.call(get_last_selected_organization_id()).organization_id
        return {organization: run_lessons(service, organization or selected or "") for organization in organizations}


def _names(kind: str | None, value: object) -> object:
    """Return the names or ids in a list, a Series, a table or a record of such things; any other value as it is."""
    if kind is None or value is None or isinstance(value, str):
        return value
    names = tuple(identify.name_or_id(kind, thing) for thing in identify.several(kind, value))
    if not names:
        raise InputRejected(f"No {kind} is given, so nothing can match. Leave it out for all.")
    return names


def _runs() -> Any:
    from workbench.bulk import find_runs

    return find_runs()


def _run_names() -> Mapping[str, str]:
    from workbench.bulk.run_summaries import lesson_runs

    return lesson_runs()
