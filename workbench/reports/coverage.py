"""The report on language coverage: each topic in each language, there, missing or stale.

A translation stands in the row of its source and is stale when its source says something else since. Lessons that are
tied to none are compared by their topic, and by the days between their changes.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from typing import TYPE_CHECKING, Final

from workbench.columns import MOMENT, ORGANIZATION, TEXT, WHOLE, Column, fitted, frame_of, table_of
from workbench.procedures.lesson import list_translations
from workbench.procedures.translations.translation import MAX_TRANSLATION_PAGE
from workbench.reports.lessons import lessons_call, lessons_of
from workbench.reports.report import Answers, Report, ReportCall
from workbench.reports.scope import COUNT, WORD, Parameter, Scope
from workbench.reports.tables.listing import listed

if TYPE_CHECKING:
    import pandas

STALE_DAYS: Final = 30
COLUMNS: Final = (
    *ORGANIZATION,
    Column("topic", TEXT, "", "The topic; a lesson made by hand counts by its title."),
    Column("language", TEXT, "", "Upper-case language code."),
    Column(
        "state",
        TEXT,
        "",
        "there, missing, or stale: the source of a translation says something else since; of "
        "lessons that are tied to none, changed last so long before another language was.",
    ),
    Column("lessons", WHOLE, "lessons", "Lessons of this topic in this language."),
    Column("lesson_id", TEXT, "", "The one that changed last; missing when there is none."),
    Column("updated_at", MOMENT, "UTC", "When it changed last."),
    Column("behind_days", WHOLE, "days", "Days between that and the last change in any language."),
    Column(
        "stale_blocks",
        WHOLE,
        "blocks",
        "Blocks of a translation whose source says something else since, or that "
        "it lacks; missing where it is tied to none.",
    ),
)
_TIES: Final = (
    *ORGANIZATION,
    Column("lesson_id", TEXT, "", "The translation."),
    Column("source_lesson_id", TEXT, "", "What it is the translation of."),
    Column("stale_blocks", WHOLE, "blocks", "Blocks whose source says something else since."),
    Column("missing_blocks", WHOLE, "blocks", "Blocks of the source that nothing translates."),
)


def ask(scope: Scope) -> Sequence[ReportCall]:
    """The lessons of each organization, and which of them are translations."""
    ties = [
        ReportCall(
            list_translations(organization_id=place.organization_id, limit=MAX_TRANSLATION_PAGE),
            place,
            "translations",
            _TIES,
            beside=True,
        )
        for place in scope.places
    ]
    return [*(lessons_call(place) for place in scope.places), *ties]


def frame(answers: Answers) -> pandas.DataFrame:
    """A row for each topic and each language that the organization uses, or that was asked for."""
    wanted = [each.strip().upper() for each in answers.scope.given("languages", "").split(",") if each.strip()]
    limit = timedelta(days=answers.scope.given("stale_days", STALE_DAYS))
    ties = frame_of(_TIES, listed(answers, list_translations.name, _TIES))
    return fitted(COLUMNS, covered(lessons_of(answers), wanted, limit, ties))


def covered(
    lessons: pandas.DataFrame, wanted: Sequence[str], limit: timedelta, ties: pandas.DataFrame | None = None
) -> pandas.DataFrame:
    """The rows of the report for some lessons, in these languages, or in those that the organization uses.

    `ties` has the translations among them: `lesson_id`, `source_lesson_id`, `stale_blocks` and `missing_blocks`.
    """
    import pandas

    lessons = lessons.assign(topic=lessons["topic"].fillna(lessons["title"]))
    lessons = _with_sources(lessons, frame_of(_TIES, table_of(_TIES, [])) if ties is None else ties)
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


def _with_sources(lessons: pandas.DataFrame, ties: pandas.DataFrame) -> pandas.DataFrame:
    """The lessons with `stale_blocks`, each translation under its source's topic; a source of some has none stale."""
    by_lesson = ties.set_index("lesson_id")
    topics = lessons.drop_duplicates("lesson_id").set_index("lesson_id")["topic"]
    source = lessons["lesson_id"].map(by_lesson["source_lesson_id"])
    stale = lessons["lesson_id"].map(by_lesson["stale_blocks"] + by_lesson["missing_blocks"])
    is_source = lessons["lesson_id"].isin(ties["source_lesson_id"])
    return lessons.assign(
        topic=source.map(topics).fillna(lessons["topic"]), stale_blocks=stale.mask(is_source, 0).astype("Int64")
    )


def _covered(lessons: pandas.DataFrame, languages: Sequence[str], limit: timedelta) -> pandas.DataFrame:
    import pandas

    newest = lessons.sort_values("updated_at", ascending=False, kind="stable")
    groups = newest.groupby(["key", "language"], as_index=False)
    there = groups.agg(
        lessons=("lesson_id", "size"),
        lesson_id=("lesson_id", "first"),
        updated_at=("updated_at", "first"),
        stale_blocks=("stale_blocks", _first),
    )
    topics = newest.groupby("key", as_index=False).agg(topic=("topic", "first"), changed=("updated_at", "max"))
    cells = topics.merge(pandas.DataFrame({"language": list(languages)}), how="cross")
    found = cells.merge(there, on=["key", "language"], how="left").sort_values(["key", "language"])
    behind = found["changed"] - found["updated_at"]
    is_there = found["lesson_id"].notna()
    is_old = (behind > limit).fillna(False).astype("bool")
    stale = (found["stale_blocks"] > 0).fillna(is_old).astype("bool")
    state = pandas.Series("there", index=found.index).mask(stale, "stale").where(is_there, "missing")
    return found.assign(
        organization=lessons["organization"].iloc[0],
        organization_id=lessons["organization_id"].iloc[0],
        state=state,
        lessons=found["lessons"].fillna(0),
        behind_days=behind.astype("timedelta64[ms]").dt.days.astype("Int64"),
    )


def _first(values: pandas.Series) -> object:
    """The first value, a missing one too: that of the lesson that changed last."""
    return values.iloc[0]


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
