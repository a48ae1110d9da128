"""A method for each report, so that tab completion finds them all: on content and people, and on credits."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import pandas

Organizations = str | tuple[str, ...] | list[str] | None
"""Names or ids of organizations, `"all"` for every one; `None` for the one that the room is about."""


class ReportBuilder(ABC):
    """What builds a report by its name."""

    @abstractmethod
    def build(self, name: str, *, organization: Organizations = None, **parameters: Any) -> pandas.DataFrame:
        """The report of that name."""


class ContentReports(ReportBuilder):
    """Reports on what there is, and who made it."""

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

    def coverage(self, *, organization: Organizations = None, **parameters: Any) -> pandas.DataFrame:
        """Topics by languages: there, missing, stale."""
        return self.build("coverage", organization=organization, **parameters)

    def findings(self, *, organization: Organizations = None, **parameters: Any) -> pandas.DataFrame:
        """What about lessons deserves a look: gaps, length, empty blocks, open places, language, titles, age."""
        return self.build("findings", organization=organization, **parameters)

    def members(self, *, organization: Organizations = None) -> pandas.DataFrame:
        """People, their roles, and what they did and spent."""
        return self.build("members", organization=organization)

    def audit(self, *, organization: Organizations = None, **parameters: Any) -> pandas.DataFrame:
        """Who did what, and when; for those who may read it."""
        return self.build("audit", organization=organization, **parameters)


class CreditReports(ReportBuilder):
    """Reports on AI credits, and what they bought."""

    def ledger(self, *, organization: Organizations = None, **parameters: Any) -> pandas.DataFrame:
        """Every movement of AI credits."""
        return self.build("ledger", organization=organization, **parameters)

    def credits(self, *, organization: Organizations = None, **parameters: Any) -> pandas.DataFrame:
        """What was spent, `by` person, project_at_charge, project_now, language, run, day, week or month."""
        return self.build("credits", organization=organization, **parameters)

    def runs(self, **parameters: Any) -> pandas.DataFrame:
        """What was generated from this computer."""
        return self.build("runs", **parameters)

    def forecast(self, *, organization: Organizations = None, plan_credits: int | None = None) -> pandas.DataFrame:
        """How long the credits last, and what a plan of `plan_credits` would do to that."""
        return self.build("forecast", organization=organization, plan_credits=plan_credits)

    def reconciliation(self, *, organization: Organizations = None) -> pandas.DataFrame:
        """Whether ledger, balance and lessons agree, or what does not."""
        return self.build("reconciliation", organization=organization)
