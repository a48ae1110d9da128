"""Reports for a notebook: each method is one report as a DataFrame. The rules are those of `workbench.reports`."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from workbench.client.sync import Client

if TYPE_CHECKING:
    import pandas

Organizations = str | tuple[str, ...] | list[str] | None
"""Names or ids of organizations, `"all"` for every one; `None` for the one that the room is about."""


@dataclass(frozen=True, slots=True)
class ReportRoom:
    """Reports on an organization, or on several that are named. Parameters are those that `list()` tells."""

    _client: Client = field(repr=False)
    organization_id: str | None
    organization: str | None = None

    def list(self) -> pandas.DataFrame:
        """Every report with its columns: name, dtype, unit and meaning."""
        from workbench.reports.dictionary import dictionary

        return dictionary()

    def build(self, name: str, *, organization: Organizations = None, **parameters: Any) -> pandas.DataFrame:
        """The report of that name. Raises `InputRejected` for an unknown report, parameter or organization.

        What the service did not tell stands in the frame's `attrs["not_told"]`.
        """
        from workbench.reports import Place, Scope, build, find_report
        from workbench.reports.build import places
        from workbench.reports.scope import parsed

        report = find_report(name)
        given = parsed(report.parameters, parameters)
        here = (Place(self.organization_id, self.organization),)
        wanted = [organization] if isinstance(organization, str) else organization
        where = places(self._client, wanted) if wanted else here
        scope = Scope(where, given, runs=_runs(report.name), run_names=_run_names(report.name, given))
        return build(self._client, report, scope)

    def recent_items(self, *, organization: Organizations = None) -> pandas.DataFrame:
        """What was worked on lately."""
        return self.build("recent-items", organization=organization)

    def projects(self, *, organization: Organizations = None, **parameters: Any) -> pandas.DataFrame:
        """Projects, and how much is in them."""
        return self.build("projects", organization=organization, **parameters)

    def courses(self, *, organization: Organizations = None, **parameters: Any) -> pandas.DataFrame:
        """Courses, and whom they are shared with."""
        return self.build("courses", organization=organization, **parameters)

    def lessons(self, *, organization: Organizations = None, **parameters: Any) -> pandas.DataFrame:
        """Lessons: language, length, topic, writer, age."""
        return self.build("lessons", organization=organization, **parameters)

    def members(self, *, organization: Organizations = None) -> pandas.DataFrame:
        """People, their roles, and what they did and spent."""
        return self.build("members", organization=organization)

    def ledger(self, *, organization: Organizations = None, **parameters: Any) -> pandas.DataFrame:
        """Every movement of AI credits."""
        return self.build("ledger", organization=organization, **parameters)

    def credits(self, *, organization: Organizations = None, **parameters: Any) -> pandas.DataFrame:
        """What was spent, `by` person, project, language, run, day, week or month."""
        return self.build("credits", organization=organization, **parameters)

    def runs(self, **parameters: Any) -> pandas.DataFrame:
        """What was generated from this computer."""
        return self.build("runs", **parameters)

    def coverage(self, *, organization: Organizations = None, **parameters: Any) -> pandas.DataFrame:
        """Topics by languages: there, missing, stale."""
        return self.build("coverage", organization=organization, **parameters)

    def forecast(self, *, organization: Organizations = None, plan_credits: int | None = None) -> pandas.DataFrame:
        """How long the credits last, and what a plan of `plan_credits` would do to that."""
        return self.build("forecast", organization=organization, plan_credits=plan_credits)

    def reconciliation(self, *, organization: Organizations = None) -> pandas.DataFrame:
        """Whether ledger, balance and lessons agree, or what does not."""
        return self.build("reconciliation", organization=organization)

    def audit(self, *, organization: Organizations = None, **parameters: Any) -> pandas.DataFrame:
        """Who did what, and when; for those who may read it."""
        return self.build("audit", organization=organization, **parameters)


def _runs(report: str) -> Any:
    # Reports read no ledger of this computer; what it holds is handed to them here.
    if report != "runs":
        return ()
    from workbench.bulk import find_runs

    return find_runs()


def _run_names(report: str, given: dict[str, Any]) -> dict[str, str]:
    if report != "credits" or given.get("by") != "run":
        return {}
    from workbench.bulk.runs import lesson_runs

    return lesson_runs()
