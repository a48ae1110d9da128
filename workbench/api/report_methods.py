"""A method for each report, so that tab completion finds them all: on content and people, and on credits."""

from __future__ import annotations

from abc import ABC, abstractmethod
from datetime import date
from typing import TYPE_CHECKING, Any

from workbench.api.api_object import ApiObject

if TYPE_CHECKING:
    import pandas

Organizations = str | tuple[str, ...] | list[str] | None
"""Names or ids of organizations, `"all"` for every one; `None` for the one that the object is about."""


Day = str | date | None
"""A date, which is that whole day in `tz` (default UTC), such as `"2026-01-31"`; or an exact instant with its zone.

`until` includes its day and excludes its instant. `None` is no limit; a time without a zone is refused.
"""


class ReportBuilder(ApiObject, ABC):
    """What builds a report by its name."""

    @abstractmethod
    def build(self, name: str, *, organization: Organizations = None, **parameters: Any) -> pandas.DataFrame:
        """The report of that name."""


class ContentReports(ReportBuilder):
    """Reports on what there is, and who made it."""

    def recent_items(self, *, organization: Organizations = None) -> pandas.DataFrame:
        """What was worked on lately."""
        return self.build("recent-items", organization=organization)

    def projects(self, *, organization: Organizations = None, include_archived: bool | None = None) -> pandas.DataFrame:
        """Projects, and how much is in them."""
        return self.build("projects", organization=organization, include_archived=include_archived)

    def courses(
        self,
        *,
        organization: Organizations = None,
        project_id: str | None = None,
        search: str | None = None,
        in_trash: bool | None = None,
        changed_since: Day = None,
        changed_until: Day = None,
        created_since: Day = None,
        created_until: Day = None,
        tz: str | None = None,
    ) -> pandas.DataFrame:
        """Courses, and whom they are shared with; those that were last changed, or created, in a period."""
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
        project_id: str | None = None,
        course_id: str | None = None,
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
        """Lessons: language, length, topic, writer, age; `content` adds columns of words and blocks.

        `changed_since` and `changed_until` are about the last change, the other two about when a lesson was created.
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
        """Tags, and how many lessons and courses have each."""
        return self.build("tags", organization=organization)

    def coverage(
        self, *, organization: Organizations = None, languages: str | None = None, stale_days: int | None = None
    ) -> pandas.DataFrame:
        """Topics by languages: there, missing, stale. `languages` are codes such as `"EN,DE"`."""
        return self.build("coverage", organization=organization, languages=languages, stale_days=stale_days)

    def findings(
        self,
        *,
        organization: Organizations = None,
        project_id: str | None = None,
        untouched_days: int | None = None,
        behind_days: int | None = None,
    ) -> pandas.DataFrame:
        """What about lessons deserves a look: what the checks find, open places, titles, age."""
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
        project_id: str | None = None,
        language: str | None = None,
        similar_percent: int | None = None,
    ) -> pandas.DataFrame:
        """Lessons of one language with the same words, or at least 80 of 100 runs of five words alike, in groups.

        Case, accents, signs and titles do not count; `similar_percent=100` finds the same words only.
        """
        return self.build(
            "duplicates",
            organization=organization,
            project_id=project_id,
            language=language,
            similar_percent=similar_percent,
        )

    def members(self, *, organization: Organizations = None) -> pandas.DataFrame:
        """People, their roles, and what they did and spent."""
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
        """Who did what, and when; for those who may read it. `person` is an id."""
        return self.build(
            "audit", organization=organization, since=since, until=until, tz=tz, person=person, action=action
        )


class CreditReports(ReportBuilder):
    """Reports on AI credits, and what they bought."""

    def ledger(
        self, *, organization: Organizations = None, since: Day = None, until: Day = None, tz: str | None = None
    ) -> pandas.DataFrame:
        """Every movement of AI credits."""
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
        """What was spent, `by` person, project_at_charge, project_now, language, purpose, run, day, week or month.

        Days, weeks and months are those of `tz`.
        """
        return self.build("credits", organization=organization, by=by, since=since, until=until, tz=tz)

    def runs(self, *, since: Day = None, until: Day = None, tz: str | None = None) -> pandas.DataFrame:
        """What was generated from this computer."""
        return self.build("runs", since=since, until=until, tz=tz)

    def forecast(self, *, organization: Organizations = None, plan_credits: int | None = None) -> pandas.DataFrame:
        """How long the credits last, and what a plan of `plan_credits` would do to that."""
        return self.build("forecast", organization=organization, plan_credits=plan_credits)

    def monthly_forecast(
        self, *, organization: Organizations = None, months: int | None = None, plan_credits: int | None = None
    ) -> pandas.DataFrame:
        """What each of the months ahead will probably spend, and how likely the balance is spent by its end."""
        return self.build("monthly-forecast", organization=organization, months=months, plan_credits=plan_credits)

    def reconciliation(self, *, organization: Organizations = None) -> pandas.DataFrame:
        """Whether ledger, balance and lessons agree, or what does not."""
        return self.build("reconciliation", organization=organization)
