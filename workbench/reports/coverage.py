"""The report on language coverage: each topic in each language, there, missing or stale.

A translation is in the row of its source and is stale if its source has changed since. Lessons that are linked to no
source are compared by topic and by the days between their changes. A planning sheet that still has notes for authors
does not count as a translation, nor does a copy with the words of its source: its topic is missing in its language.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping, Sequence
from datetime import timedelta
from typing import TYPE_CHECKING, Final

from workbench.authoring.content import AUTHOR_NOTE
from workbench.columns import (
    INTEGER,
    MOMENT,
    ORGANIZATION,
    TEXT,
    Column,
    arrow_frame,
    arrow_table,
    fit_columns,
    with_names,
)
from workbench.procedures.lesson import MAX_LESSON_IDS, PLANNING_SHEET, list_contents, list_translations
from workbench.procedures.translations import MAX_TRANSLATION_PAGE
from workbench.reports.contents import ANSWER_COLUMNS as CONTENT_COLUMNS
from workbench.reports.contents import contents_call
from workbench.reports.courses import course_titles, courses_call
from workbench.reports.lessons import all_lessons, lessons_call
from workbench.reports.report import Answers, Report, ReportCall
from workbench.reports.scope import COUNT, LANGUAGES, Parameter, ReportOrganization, Scope
from workbench.reports.tables.figures import LANGUAGE_COUNT, LAST_CHANGE, Figure
from workbench.reports.tables.listing import list_rows

if TYPE_CHECKING:
    import pandas

    from workbench.reports.charts import Chart

STALE_DAYS: Final = 30
COLUMNS: Final = (
    *ORGANIZATION,
    Column("topic", TEXT, "", "The topic; a lesson created manually counts by its title."),
    Column("language", TEXT, "", "Upper-case language code."),
    Column(
        "state",
        TEXT,
        "",
        "there, missing, or stale: the source of a translation has changed since; without a link to a "
        "source, the lesson was last changed long before another language.",
    ),
    Column(
        "tie",
        TEXT,
        "",
        "source: others are translated from it; translation: linked to its source block by block; planning "
        "sheet: the only lesson there still has notes for authors, so that the translation is missing; "
        "untranslated copy: the only lesson there has the words of its source, so that the translation is "
        "missing; missing: no link.",
    ),
    Column("lessons", INTEGER, "lessons", "Lessons on this topic in this language, including translations."),
    Column(
        "lesson_id",
        TEXT,
        "",
        "The most recently changed one, planning sheets last; missing if there is none.",
    ),
    Column("updated_at", MOMENT, "UTC", "Time of its last change."),
    Column("behind_days", INTEGER, "days", "Days between that and the last change in any language."),
    Column(
        "stale_blocks",
        INTEGER,
        "blocks",
        "Blocks of a translation that are missing or whose source has changed since; missing if it is linked "
        "to no source.",
    ),
    Column(
        "source_lesson_id",
        TEXT,
        "",
        "The lesson that is, or would be, translated: the source of translations, else the topic's oldest lesson.",
    ),
    Column("course_id", TEXT, "", "The course of that lesson."),
    Column("course", TEXT, "", "Title of that course."),
)
_TIES: Final = (
    *ORGANIZATION,
    Column("lesson_id", TEXT, "", "The translation."),
    Column("source_lesson_id", TEXT, "", "The lesson that it was translated from."),
    Column("stale_blocks", INTEGER, "blocks", "Blocks whose source has changed since."),
    Column("missing_blocks", INTEGER, "blocks", "Source blocks without a translation."),
)
_CONTENTS: Final = (*CONTENT_COLUMNS, Column("text_digest", TEXT, "", "Equal for equal words."))
_SHEET: Final = "planning sheet"
_COPY: Final = "untranslated copy"


def ask(scope: Scope) -> Sequence[ReportCall]:
    """Return the calls for the lessons of each organization, and for which of them are translations."""
    ties = [
        ReportCall(
            list_translations(organization_id=organization.organization_id, limit=MAX_TRANSLATION_PAGE),
            organization,
            "translations",
            _TIES,
            beside=True,
        )
        for organization in scope.organizations
    ]
    courses = [courses_call(organization, beside=True) for organization in scope.organizations]
    return [*(lessons_call(organization) for organization in scope.organizations), *ties, *courses]


def frame(answers: Answers) -> pandas.DataFrame:
    """Return one row per topic and language that the organization uses, or that was requested.

    If several lessons have one topic in one language, each has its own rows.
    """
    wanted = [code for code in answers.scope.get("languages", "").split(",") if code]
    limit = timedelta(days=answers.scope.get("stale_days", STALE_DAYS))
    sheets, digests = _read_contents(answers)
    rows = fit_columns(
        COLUMNS, coverage_rows(all_lessons(answers), wanted, limit, _ties(answers), sheets=sheets, digests=digests)
    )
    return with_names(rows, "course", "course_id", course_titles(answers))


def ask_further(answers: Answers) -> Sequence[ReportCall]:
    """Return calls for the contents of lessons that may be no translations.

    These are planning sheets whose topic has other lessons, which may have notes for authors, and lessons that may be
    copies of their source, with their source.
    """
    lessons = all_lessons(answers)
    topics = _topics(lessons)
    keys = lessons.assign(base=topics)[["organization_id", "base"]]
    sheets = lessons[lessons["writer"].eq(PLANNING_SHEET).fillna(value=False) & keys.duplicated(keep=False)]
    calls = []
    for organization in answers.scope.organizations:
        ids = sheets[sheets["organization_id"] == organization.organization_id]["lesson_id"].to_list()
        calls += _contents_calls(organization, ids)
    for organization_id, ids in _may_be_copies(lessons, _ties(answers)):
        organization = next(
            organization
            for organization in answers.scope.organizations
            if organization.organization_id == organization_id
        )
        calls += _contents_calls(organization, ids, fingerprints=True)
    return calls


def _contents_calls(organization: ReportOrganization, ids: Sequence[str], **which: bool) -> list[ReportCall]:
    starts = range(0, len(ids), MAX_LESSON_IDS)
    calls = [contents_call(organization, lesson_ids=ids[start : start + MAX_LESSON_IDS], **which) for start in starts]
    return [ReportCall(call.call, organization, call.rows, _CONTENTS, beside=True) for call in calls]


def _ties(answers: Answers) -> pandas.DataFrame:
    return arrow_frame(_TIES, list_rows(answers, list_translations.name, _TIES))


def _may_be_copies(lessons: pandas.DataFrame, ties: pandas.DataFrame) -> list[tuple[str | None, list[str]]]:
    """Return by organization the ids of lessons that may be copies of their source, and of these sources.

    They have as many blocks as it has, in another language, and no other writer.
    """
    rows = _with_keys(lessons, ties)
    groups = []
    for organization_id, group in rows.groupby("organization_id", dropna=False):
        by_id = group.drop_duplicates("lesson_id").set_index("lesson_id")
        source = group["key"].map(_sources(group)["source_lesson_id"])
        language, blocks, writer = (source.map(by_id[name]) for name in ("language", "block_count", "writer"))
        is_alike = group["block_count"].eq(blocks) & group["language"].ne(language)
        is_same_writer = group["writer"].isna() | group["writer"].eq(writer)
        wanted = is_alike.fillna(value=False) & is_same_writer.fillna(value=False) & group["block_count"].gt(0)
        wanted = wanted.fillna(value=False).astype("bool")
        ids = [*group.loc[wanted, "lesson_id"], *source[wanted]]
        if ids:
            groups.append((organization_id if isinstance(organization_id, str) else None, list(dict.fromkeys(ids))))
    return groups


def _read_contents(answers: Answers) -> tuple[frozenset[str], dict[str, str]]:
    """Return the ids of the planning sheets that still have notes for authors, and what texts are equal by."""
    rows = list_rows(answers, list_contents.name, _CONTENTS).to_pylist()
    sheets = (row["lesson_id"] for row in rows if json.loads(row["blocks_by_type"] or "{}").get(AUTHOR_NOTE))
    lessons = all_lessons(answers)
    planned = lessons[lessons["writer"].eq(PLANNING_SHEET).fillna(value=False)]["lesson_id"]
    digests = {row["lesson_id"]: row["text_digest"] for row in rows if row["text_digest"]}
    return frozenset(planned).intersection(sheets), digests


def coverage_rows(
    lessons: pandas.DataFrame,
    wanted: Sequence[str],
    limit: timedelta,
    ties: pandas.DataFrame | None = None,
    *,
    sheets: Collection[str] = (),
    digests: Mapping[str, str] | None = None,
) -> pandas.DataFrame:
    """Return the rows of the report for some lessons, in these languages or those that the organization uses.

    `ties` has the translations among them: `lesson_id`, `source_lesson_id`, `stale_blocks` and `missing_blocks`;
    `sheets` are the ids of those that are planning sheets; `digests` are equal for lessons with equal words.
    """
    import pandas

    ties = arrow_frame(_TIES, arrow_table(_TIES, [])) if ties is None else ties
    lessons = _with_keys(lessons, ties, sheets)
    lessons = lessons.assign(digest=lessons["lesson_id"].map(dict(digests or {})).astype(object))
    parts = [
        _coverage_rows(group, wanted or sorted(group["language"].dropna().unique()), limit)
        for _, group in lessons.groupby("organization_id", dropna=False)
    ]
    empty = pandas.DataFrame(columns=[column.name for column in COLUMNS])
    return pandas.concat(parts, ignore_index=True) if parts else empty


COURSE_COLUMNS: Final = (
    *ORGANIZATION,
    Column("course_id", TEXT, "", "The course of the lessons that are, or would be, translated."),
    Column("course", TEXT, "", "Its title."),
    Column("language", TEXT, "", "Upper-case language code."),
    Column("lessons", INTEGER, "lessons", "Topics of the course."),
    Column("there", INTEGER, "lessons", "Those that are there in the language, and not stale."),
    Column("translated", INTEGER, "lessons", "Those of them that are translations, tied to their source."),
    Column("stale", INTEGER, "lessons", "Those that are stale."),
    Column("missing", INTEGER, "lessons", "Those that are missing."),
)


def by_course(coverage: pandas.DataFrame) -> pandas.DataFrame:
    """Return the report counted for each course and language, in the columns of `COURSE_COLUMNS`, by title."""
    is_there = coverage["state"] == "there"
    counted = coverage.assign(
        lessons=1,
        there=is_there.astype(int),
        translated=(is_there & (coverage["tie"] == "translation").fillna(value=False)).astype(int),
        stale=(coverage["state"] == "stale").astype(int),
        missing=(coverage["state"] == "missing").astype(int),
    )
    keys = ["organization", "organization_id", "course_id", "course", "language"]
    sums = counted.groupby(keys, dropna=False, as_index=False)[["lessons", "there", "translated", "stale", "missing"]]
    rows = sums.sum().sort_values(["organization", "organization_id", "course", "course_id", "language"])
    return fit_columns(COURSE_COLUMNS, rows.reset_index(drop=True))


def _with_sources(lessons: pandas.DataFrame, ties: pandas.DataFrame) -> pandas.DataFrame:
    """Return the lessons with `stale_blocks` and `tie`, each translation under its source's topic.

    A source has no stale blocks.
    """
    by_lesson = ties.set_index("lesson_id")
    topics = lessons.drop_duplicates("lesson_id").set_index("lesson_id")["topic"]
    source = lessons["lesson_id"].map(by_lesson["source_lesson_id"])
    stale = lessons["lesson_id"].map(by_lesson["stale_blocks"] + by_lesson["missing_blocks"])
    is_source = lessons["lesson_id"].isin(ties["source_lesson_id"])
    tie = source.notna().map({True: "translation", False: None}).astype(object).mask(is_source, "source")
    return lessons.assign(
        is_sheet=lessons["is_sheet"] & tie.isna(),
        source=source,
        topic=source.map(topics).fillna(lessons["topic"]),
        stale_blocks=stale.mask(is_source, 0).astype("Int64"),
        tie=tie,
    )


def _with_keys(lessons: pandas.DataFrame, ties: pandas.DataFrame, sheets: Collection[str] = ()) -> pandas.DataFrame:
    """Return the lessons with `key`, which those of a row share, and all that `_with_sources` adds."""
    lessons = lessons.assign(
        topic=lessons["topic"].fillna(lessons["title"]), is_sheet=lessons["lesson_id"].isin(sheets)
    )
    lessons = _with_sources(lessons, ties)
    return lessons.assign(key=_keys(lessons))


def _keys(lessons: pandas.DataFrame) -> pandas.Series:
    """Return the key that the lessons of a row share: the topic, and a number if several lessons in one language have
    it.

    A translation is in the row of its source, so equal titles in several courses have separate rows.
    """
    topics = _topics(lessons)
    own = _sources_first(lessons.assign(base=topics))
    numbers = own.groupby(["organization_id", "base", "language"], dropna=False).cumcount()
    keys = own["base"] + "\x1f" + numbers.astype(str).str.zfill(6)
    by_lesson = dict(zip(own["lesson_id"], keys, strict=True))
    of_source = lessons["source"].map(by_lesson)
    return keys.reindex(lessons.index).fillna(of_source).fillna(topics + "\x1f000000")


def _topics(lessons: pandas.DataFrame) -> pandas.Series:
    """Return the subject of each lesson, for comparison: its topic, or its title if it was created manually."""
    topics: pandas.Series = lessons["topic"].fillna(lessons["title"]).str.strip().str.lower()
    return topics


def _sources_first(lessons: pandas.DataFrame) -> pandas.DataFrame:
    """Return the lessons other than translations: sources first, planning sheets last, otherwise oldest first."""
    own = lessons[lessons["tie"].ne("translation")]
    return own.assign(is_source=own["tie"].eq("source")).sort_values(
        ["is_source", "is_sheet", "created_at"], ascending=[False, True, True], kind="stable"
    )


def _sources(lessons: pandas.DataFrame) -> pandas.DataFrame:
    """Return by `key` the lesson that is, or would be, translated, and its course; never a translation."""
    first = _sources_first(lessons).drop_duplicates("key").set_index("key")
    return first[["lesson_id", "course_id"]].rename(columns={"lesson_id": "source_lesson_id"})


def _coverage_rows(lessons: pandas.DataFrame, languages: Sequence[str], limit: timedelta) -> pandas.DataFrame:
    import pandas

    lessons = lessons.assign(is_copy=_are_copies(lessons))
    newest = lessons.assign(is_last=lessons["is_sheet"] | lessons["is_copy"]).sort_values(
        ["is_last", "updated_at"], ascending=[True, False], kind="stable"
    )
    groups = newest.groupby(["key", "language"], as_index=False)
    lesson_cells = groups.agg(
        lessons=("lesson_id", "size"),
        lesson_id=("lesson_id", "first"),
        updated_at=("updated_at", "first"),
        stale_blocks=("stale_blocks", _first),
        tie=("tie", _first),
        is_sheet=("is_sheet", _first),
        is_copy=("is_copy", _first),
    )
    topics = newest.groupby("key", as_index=False).agg(topic=("topic", "first"), changed=("updated_at", "max"))
    cells = topics.merge(pandas.DataFrame({"language": list(languages)}), how="cross")
    rows = cells.merge(lesson_cells, on=["key", "language"], how="left").sort_values(["key", "language"])
    rows = rows.join(_sources(lessons), on="key")
    behind = rows["changed"] - rows["updated_at"]
    is_sheet = rows["is_sheet"].eq(True) & rows["lesson_id"].ne(rows["source_lesson_id"])
    is_copy = rows["is_copy"].eq(True)
    is_there = rows["lesson_id"].notna() & ~is_sheet & ~is_copy
    is_old = (behind > limit).fillna(False).astype("bool")
    stale = (rows["stale_blocks"] > 0).fillna(is_old).astype("bool")
    state = pandas.Series("there", index=rows.index).mask(stale, "stale").where(is_there, "missing")
    return rows.assign(
        organization=lessons["organization"].iloc[0],
        organization_id=lessons["organization_id"].iloc[0],
        state=state,
        tie=rows["tie"].mask(is_copy, _COPY).mask(is_sheet, _SHEET),
        lessons=rows["lessons"].fillna(0),
        behind_days=behind.astype("timedelta64[ms]").dt.days.astype("Int64"),
    )


def _are_copies(lessons: pandas.DataFrame) -> pandas.Series:
    """Return which lessons of an organization say the same words as the source of their row, in another language."""
    by_id = lessons.drop_duplicates("lesson_id").set_index("lesson_id")
    source = lessons["key"].map(_sources(lessons)["source_lesson_id"])
    is_same = lessons["digest"].notna() & lessons["digest"].eq(source.map(by_id["digest"]))
    is_other = lessons["lesson_id"].ne(source) & lessons["language"].ne(source.map(by_id["language"]))
    return (is_same & is_other).fillna(value=False).astype("bool")


def _first(values: pandas.Series) -> object:
    """Return the first value, even if missing: that of the lesson that changed last."""
    return values.iloc[0]


def chart(frame: pandas.DataFrame) -> Chart:
    """Return the chart of the report."""
    from workbench.reports import charts

    return charts.covered(frame)


REPORT: Final = Report(
    "coverage",
    "topics by language: there, missing, stale",
    COLUMNS,
    ask,
    frame,
    (
        Parameter("languages", LANGUAGES, "The languages wanted, such as EN,DE; default: those in use."),
        Parameter("stale_days", COUNT, f"Days behind another language that make it stale; default {STALE_DAYS}."),
    ),
    ask_further,
    chart=chart,
    figures=(Figure("lessons", "sum", "lessons"), LANGUAGE_COUNT, Figure("state", "values"), LAST_CHANGE),
)
