"""A method for each report, so that tab completion finds them all: on content and people, and on credits."""

from __future__ import annotations

from abc import ABC, abstractmethod
from datetime import date
from typing import TYPE_CHECKING, Any

from workbench.api.api_object import ApiObject
from workbench.client.lookups.identify import IdOrName, Several

if TYPE_CHECKING:
    import pandas

Organizations = str | tuple[str, ...] | list[str] | None
"""Names or ids of organizations, `"all"` for every one; `None` for the object's own organization."""


Day = str | date | None
"""A date such as `"2026-01-31"`, meaning that whole day in `tz` (default UTC); or an exact instant with its zone.

`until` includes its day and excludes its instant. `None` is no limit; a time without a zone is refused.
"""


class ReportBuilder(ApiObject, ABC):
    """Builds a report by its name."""

    @abstractmethod
    def build(self, name: str, *, organization: Organizations = None, **parameters: Any) -> pandas.DataFrame:
        """Return the report of the given name."""


class ContentReports(ReportBuilder):
    """Reports on what there is, and who made it."""

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
        """Return the people, their roles, and what they did and spent."""
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


class CreditReports(ReportBuilder):
    """Reports on AI credits, and what they bought."""

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
