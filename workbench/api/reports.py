"""Reports for a notebook: a method for each, so that tab completion finds it. `workbench.reports` has the rules."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Any

from workbench.api.api_object import ApiObject
from workbench.client.lookups import identify
from workbench.client.lookups.filter_values import check_lesson_filters
from workbench.client.lookups.identify import IdOrName, Several
from workbench.client.sync import Client
from workbench.errors import InputRejected

if TYPE_CHECKING:
    import pandas

    from workbench.reports.charts import Chart
    from workbench.reports.report import Report
    from workbench.reports.scope import ReportOrganization
    from workbench.reports.view import ReportView

Organizations = str | tuple[str, ...] | list[str] | None
"""Names or ids of organizations, `"all"` for every one; `None` for the object's own organization."""
Day = str | date | None
"""A date such as `"2026-01-31"`, meaning that whole day in `tz` (default UTC); or an exact instant with its zone.

`until` includes its day and excludes its instant. `None` is no limit; a time without a zone is refused.
"""


@dataclass(frozen=True, repr=False)
class Reports(ApiObject):
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
        """Write a table as a file, `.csv`, `.xlsx`, `.parquet`, `.json` or `.html` by its suffix, and return the path.

        The file is written completely or not at all. A report's frame is saved with the meaning of its columns and a
        note of what is missing; so is any DataFrame derived from one. No text in it becomes a formula. Raises
        `InputRejected` for an existing file, unless `overwrite`, for another suffix, and for a value that is not a
        table.

        Example: `wb.reports.save(wb.reports.credits(by="month"), "credits.xlsx")`.
        """
        from workbench.reports.files.frame_report import report_from_frame
        from workbench.reports.files.output import check_path, write_report

        target = Path(path).expanduser()
        check_path(target, overwrite=overwrite)
        return write_report(report_from_frame(frame), target, overwrite=overwrite)

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
        from workbench.reports.build import find_organizations
        from workbench.reports.scope import OF_SEVERAL, parse_parameters

        report = find_report(name)
        kinds = {parameter.name: OF_SEVERAL.get(parameter.kind) for parameter in report.parameters}
        given = parse_parameters(
            report.parameters, {key: _names(kinds.get(key), value) for key, value in parameters.items()}
        )
        check_lesson_filters(self._client, given)
        here = (ReportOrganization(self.organization_id, self.organization),)
        names = [organization] if isinstance(organization, str) else organization
        client = self._client.within(None) if names else self._client
        where = find_organizations(client, names) if names else here
        return build(
            client, report, Scope(where, given, **self._journal_facts(report, given, where)), progress=progress
        )

    def chart(self, frame: pandas.DataFrame) -> Chart:
        """Return the chart of a report's frame; `save` writes it as a page.

        Raises `InputRejected` for a report without a chart. Needs the extra `plots`. Example:
        `wb.reports.chart(wb.reports.credits(by="month"))`.
        """
        from workbench.reports import REPORTS

        report = REPORTS.get(str(frame.attrs.get("report")))
        if report is None or report.chart is None:
            drawn = ", ".join(report.name for report in REPORTS.values() if report.chart is not None)
            raise InputRejected(f"This table has no chart. Reports with a chart: {drawn}.")
        return report.chart(frame)

    def recent_items(self, *, organization: Organizations = None) -> pandas.DataFrame:
        """Return the items worked on recently."""
        return self.build("recent-items", organization=organization)

    def projects(self, *, organization: Organizations = None, include_archived: bool | None = None) -> pandas.DataFrame:
        """Return the projects with the amount of content in each."""
        return self.build("projects", organization=organization, include_archived=include_archived)

    def courses(
        self,
        *,
        organization: Organizations = None,
        project_id: IdOrName | Several | None = None,
        search: str | None = None,
        in_trash: bool | None = None,
        changed_since: Day = None,
        changed_until: Day = None,
        created_since: Day = None,
        created_until: Day = None,
        tz: str | None = None,
    ) -> pandas.DataFrame:
        """Return the courses with their sharing.

        `project_id` is an id or a name, of one or several projects.
        The dates limit them to courses last changed, or created, in a period.
        """
        return self.build(
            "courses",
            organization=organization,
            project_id=project_id,
            search=search,
            in_trash=in_trash,
            changed_since=changed_since,
            changed_until=changed_until,
            created_since=created_since,
            created_until=created_until,
            tz=tz,
        )

    def lessons(
        self,
        *,
        organization: Organizations = None,
        project_id: IdOrName | Several | None = None,
        course_id: IdOrName | Several | None = None,
        language: str | None = None,
        status: str | None = None,
        tag: str | None = None,
        search: str | None = None,
        in_trash: bool | None = None,
        content: bool | None = None,
        changed_since: Day = None,
        changed_until: Day = None,
        created_since: Day = None,
        created_until: Day = None,
        tz: str | None = None,
    ) -> pandas.DataFrame:
        """Return the lessons with language, length, topic, writer and age.

        `project_id` and `course_id` are ids, names or titles, of one or several.
        `content` adds columns of words and blocks. `changed_since` and `changed_until` refer to the last
        change, the other two to the creation of a lesson.
        """
        return self.build(
            "lessons",
            organization=organization,
            project_id=project_id,
            course_id=course_id,
            language=language,
            status=status,
            tag=tag,
            search=search,
            in_trash=in_trash,
            content=content,
            changed_since=changed_since,
            changed_until=changed_until,
            created_since=created_since,
            created_until=created_until,
            tz=tz,
        )

    def tags(self, *, organization: Organizations = None) -> pandas.DataFrame:
        """Return the tags with the number of lessons and courses that have each."""
        return self.build("tags", organization=organization)

    def coverage(
        self, *, organization: Organizations = None, languages: str | None = None, stale_days: int | None = None
    ) -> pandas.DataFrame:
        """Return topics by language: present, missing or stale. `languages` are codes such as `"EN,DE"`."""
        return self.build("coverage", organization=organization, languages=languages, stale_days=stale_days)

    def findings(
        self,
        *,
        organization: Organizations = None,
        project_id: IdOrName | Several | None = None,
        untouched_days: int | None = None,
        behind_days: int | None = None,
    ) -> pandas.DataFrame:
        """Return what needs attention in lessons: findings of the checks, open places, titles and age."""
        return self.build(
            "findings",
            organization=organization,
            project_id=project_id,
            untouched_days=untouched_days,
            behind_days=behind_days,
        )

    def duplicates(
        self,
        *,
        organization: Organizations = None,
        project_id: IdOrName | Several | None = None,
        language: str | None = None,
        similar_percent: int | None = None,
    ) -> pandas.DataFrame:
        """Return groups of lessons of one language with the same or similar words.

        Similar means that at least 80% of all sequences of five words match. Case, accents, punctuation and
        titles are ignored; `similar_percent=100` finds identical words only.
        """
        return self.build(
            "duplicates",
            organization=organization,
            project_id=project_id,
            language=language,
            similar_percent=similar_percent,
        )

    def members(self, *, organization: Organizations = None) -> pandas.DataFrame:
        """Return the people, their roles, actions and spending."""
        return self.build("members", organization=organization)

    def audit(
        self,
        *,
        organization: Organizations = None,
        since: Day = None,
        until: Day = None,
        tz: str | None = None,
        person: str | None = None,
        action: str | None = None,
    ) -> pandas.DataFrame:
        """Return the audit log: who did what, and when. Reading it needs permission. `person` is an id."""
        return self.build(
            "audit", organization=organization, since=since, until=until, tz=tz, person=person, action=action
        )

    def ledger(
        self, *, organization: Organizations = None, since: Day = None, until: Day = None, tz: str | None = None
    ) -> pandas.DataFrame:
        """Return every transaction of AI credits."""
        return self.build("ledger", organization=organization, since=since, until=until, tz=tz)

    def credits(
        self,
        *,
        organization: Organizations = None,
        by: str | None = None,
        since: Day = None,
        until: Day = None,
        tz: str | None = None,
    ) -> pandas.DataFrame:
        """Return the spent credits, grouped `by` one field; days, weeks and months are those of `tz`.

        `by` is person, project_at_charge, project_now, language, purpose, run, day, week or month.
        """
        return self.build("credits", organization=organization, by=by, since=since, until=until, tz=tz)

    def runs(self, *, since: Day = None, until: Day = None, tz: str | None = None) -> pandas.DataFrame:
        """Return the generation runs of this computer."""
        return self.build("runs", since=since, until=until, tz=tz)

    def forecast(self, *, organization: Organizations = None, plan_credits: int | None = None) -> pandas.DataFrame:
        """Return how long the credits last, and how a plan of `plan_credits` would change that."""
        return self.build("forecast", organization=organization, plan_credits=plan_credits)

    def monthly_forecast(
        self, *, organization: Organizations = None, months: int | None = None, plan_credits: int | None = None
    ) -> pandas.DataFrame:
        """Return the forecast spending of each coming month.

        It includes the probability that the balance is spent by the end of the month.
        """
        return self.build("monthly-forecast", organization=organization, months=months, plan_credits=plan_credits)

    def reconciliation(self, *, organization: Organizations = None) -> pandas.DataFrame:
        """Return whether ledger, balance and lessons agree, with any differences."""
        return self.build("reconciliation", organization=organization)

    def _journal_facts(
        self, report: Report, given: Mapping[str, Any], organizations: Sequence[ReportOrganization]
    ) -> dict[str, Any]:
        # Reports read no journal of this computer; what it holds is handed to them here.
        names = report.journal_fields(given)
        if not names:
            return {}
        from workbench.bulk.run_summaries import journal_facts

        return journal_facts(self._client, names, [organization.organization_id for organization in organizations])


def _names(kind: str | None, value: object) -> object:
    """Return the names or ids in a list, a Series, a table or a record of such things; any other value as it is."""
    if kind is None or value is None or isinstance(value, str):
        return value
    names = tuple(identify.name_or_id(kind, thing) for thing in identify.several(kind, value))
    if not names:
        raise InputRejected(f"No {kind} is given, so nothing can match. Leave it out for all.")
    return names
