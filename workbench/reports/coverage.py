"""The report on language coverage: each topic in each language, there, missing or stale."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from typing import TYPE_CHECKING, Final

from workbench.columns import MOMENT, ORGANIZATION, TEXT, WHOLE, Column, fitted
from workbench.reports.lessons import lessons_call, lessons_of
from workbench.reports.report import Answers, Report, ReportCall
from workbench.reports.scope import COUNT, WORD, Parameter, Scope

if TYPE_CHECKING:
    import pandas

STALE_DAYS: Final = 30
COLUMNS: Final = (
    *ORGANIZATION,
    Column("topic", TEXT, "", "The topic; a lesson made by hand counts by its title."),
    Column("language", TEXT, "", "Upper-case language code."),
    Column("state", TEXT, "", "there, missing, or stale: changed last so long before another language was."),
    Column("lessons", WHOLE, "lessons", "Lessons of this topic in this language."),
    Column("lesson_id", TEXT, "", "The one that changed last; missing when there is none."),
    Column("updated_at", MOMENT, "UTC", "When it changed last."),
    Column("behind_days", WHOLE, "days", "Days between that and the last change in any language."),
)


def ask(scope: Scope) -> Sequence[ReportCall]:
    """The lessons of each organization."""
    return [lessons_call(place) for place in scope.places]


def frame(answers: Answers) -> pandas.DataFrame:
    """A row for each topic and each language that the organization uses, or that was asked for."""
    wanted = [each.strip().upper() for each in answers.scope.given("languages", "").split(",") if each.strip()]
    limit = timedelta(days=answers.scope.given("stale_days", STALE_DAYS))
    return fitted(COLUMNS, covered(lessons_of(answers), wanted, limit))


def covered(lessons: pandas.DataFrame, wanted: Sequence[str], limit: timedelta) -> pandas.DataFrame:
    """The rows of the report for some lessons, in these languages, or in those that the organization uses."""
    import pandas

    lessons = lessons.assign(topic=lessons["topic"].fillna(lessons["title"]))
    lessons = lessons.assign(key=lessons["topic"].str.strip().str.lower())
    parts = [
        _covered(each, wanted or sorted(each["language"].dropna().unique()), limit)
        for _, each in lessons.groupby("organization_id", dropna=False)
    ]
    empty = pandas.DataFrame(columns=[each.name for each in COLUMNS])
    return pandas.concat(parts, ignore_index=True) if parts else empty


def matrix(coverage: pandas.DataFrame, *, by_id: bool = False) -> pandas.DataFrame:
    """The report as a table of topics by languages with the state in each cell, for people to look at.

    A row is named by organization and topic, with `by_id` by the organization's id between them; two organizations of
    one name have rows of their own.
    """
    index = ["organization", "organization_id", "topic"]
    found: pandas.DataFrame = coverage.pivot(index=index, columns="language", values="state")
    return found if by_id else found.droplevel("organization_id")


def _covered(lessons: pandas.DataFrame, languages: Sequence[str], limit: timedelta) -> pandas.DataFrame:
    import pandas

    newest = lessons.sort_values("updated_at", ascending=False, kind="stable")
    groups = newest.groupby(["key", "language"], as_index=False)
    there = groups.agg(
        lessons=("lesson_id", "size"), lesson_id=("lesson_id", "first"), updated_at=("updated_at", "first")
    )
    topics = newest.groupby("key", as_index=False).agg(topic=("topic", "first"), changed=("updated_at", "max"))
    cells = topics.merge(pandas.DataFrame({"language": list(languages)}), how="cross")
    found = cells.merge(there, on=["key", "language"], how="left").sort_values(["key", "language"])
    behind = found["changed"] - found["updated_at"]
    is_there = found["lesson_id"].notna()
    stale = (behind > limit).fillna(False).astype("bool")
    state = pandas.Series("there", index=found.index).mask(stale, "stale").where(is_there, "missing")
    return found.assign(
        organization=lessons["organization"].iloc[0],
        organization_id=lessons["organization_id"].iloc[0],
        state=state,
        lessons=found["lessons"].fillna(0),
        behind_days=behind.astype("timedelta64[ms]").dt.days.astype("Int64"),
    )


REPORT: Final = Report(
    "coverage",
    "topics by languages: there, missing, stale",
    COLUMNS,
    ask,
    frame,
    (
        Parameter("languages", WORD, "The languages wanted, such as EN,DE; default: those in use."),
        Parameter("stale_days", COUNT, f"Days behind another language that make it stale; default {STALE_DAYS}."),
    ),
)
