"""The report on findings: what about a lesson deserves a look, one row for each. It judges nothing for good."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import timedelta
from typing import TYPE_CHECKING, Final

from workbench.columns import FLAG, MOMENT, ORGANIZATION, TEXT, Column, fitted, frame_of
from workbench.procedures.course import MAX_COURSE_PAGE, list_courses
from workbench.procedures.lesson import list_contents
from workbench.reports.contents import contents_call, with_contents
from workbench.reports.coverage import STALE_DAYS, covered
from workbench.reports.lessons import lessons_call, lessons_of
from workbench.reports.projects import projects_call
from workbench.reports.report import IN_PROJECT, Answers, Report, ReportCall
from workbench.reports.scope import COUNT, Parameter, Scope
from workbench.reports.tables.listing import listed

if TYPE_CHECKING:
    import pandas

SHORT_WORDS: Final = 100
LONG_WORDS: Final = 3_000
UNTOUCHED_DAYS: Final = 365
COLUMNS: Final = (
    *ORGANIZATION,
    Column(
        "finding",
        TEXT,
        "",
        "no blocks, no objectives, no quiz, empty blocks, open places, short, long, other language, same title, "
        "untouched, behind.",
    ),
    Column("message", TEXT, "", "The finding in a sentence."),
    Column("title", TEXT, "", "The lesson's title."),
    Column("lesson_id", TEXT, "", "The lesson."),
    Column("course_id", TEXT, "", "Its course."),
    Column("project", TEXT, "", "Name of its project."),
    Column("language", TEXT, "", "Upper-case language code."),
    Column("updated_at", MOMENT, "UTC", "Its last change."),
)
_PUBLIC: Final = (
    *ORGANIZATION,
    Column("course_id", TEXT, "", "The course."),
    Column("is_public", FLAG, "", "Whether anyone with the link may read it."),
)
_Finding = tuple[str, "pandas.Series", "pandas.Series | str"]


def ask(scope: Scope) -> Sequence[ReportCall]:
    """The lessons of each organization; beside them what they hold, and the projects for their names."""
    project_id = scope.given("project_id")
    calls = [lessons_call(place, project_id=project_id) for place in scope.places]
    calls += [contents_call(place, project_id=project_id) for place in scope.places]
    for place in scope.places:
        courses = list_courses(organization_id=place.organization_id, project_id=project_id, limit=MAX_COURSE_PAGE)
        calls.append(ReportCall(courses, place, "courses", _PUBLIC, beside=True))
    return [*calls, *(projects_call(place, include_archived=True, beside=True) for place in scope.places)]


def frame(answers: Answers) -> pandas.DataFrame:
    """A row for each lesson and finding, by organization, finding and title."""
    import pandas

    lessons = with_contents(lessons_of(answers), answers)
    findings = [*_of_time_and_title(lessons, answers), *_behind(lessons, answers)]
    if answers.of(list_contents.name):
        findings += _of_content(lessons, answers)
    rows = [lessons.assign(finding=name, message=message)[which.fillna(False)] for name, which, message in findings]
    found = pandas.concat(rows, ignore_index=True)
    return fitted(COLUMNS, found.sort_values(["organization", "finding", "title", "lesson_id"], kind="stable"))


def _of_time_and_title(lessons: pandas.DataFrame, answers: Answers) -> Iterator[_Finding]:
    days = answers.scope.given("untouched_days", UNTOUCHED_DAYS)
    untouched = lessons["updated_at"] < answers.scope.now - timedelta(days=days)
    yield "untouched", untouched, f"It was not changed for more than {days:,} days."
    title = lessons["title"].str.strip().str.lower()
    same = lessons.assign(title=title).duplicated(["organization_id", "language", "title"], keep=False)
    yield "same title", same & title.notna(), "Another lesson in this language has the same title."
    yield "no blocks", lessons["block_count"] == 0, "It is empty."


def _of_content(lessons: pandas.DataFrame, answers: Answers) -> Iterator[_Finding]:
    given, words, types = answers.scope.given, lessons["word_count"], lessons["blocks_by_type"]
    short, long = given("short_words", SHORT_WORDS), given("long_words", LONG_WORDS)
    sentence = words.astype("string") + " words"
    yield "short", words < short, sentence + f"; fewer than {short:,}."
    yield "long", words > long, sentence + f"; more than {long:,}."
    yield "empty blocks", lessons["empty_blocks"] > 0, _blocks(lessons["empty_blocks"])
    for name, kind in (("no objectives", "objectives"), ("no quiz", "quiz")):
        yield name, ~types.str.contains(f'"{kind}":', regex=False), f"It has no block of type {kind}."
    yield "open places", lessons["open_places"] > 0, _open(lessons["open_places"], lessons["course_id"], answers)
    other = lessons["text_language"]
    yield "other language", other.notna(), "Its text is in " + other.fillna("") + "."


def _open(counts: pandas.Series, course_ids: pandas.Series, answers: Answers) -> pandas.Series:
    courses = frame_of(_PUBLIC, listed(answers, list_courses.name, _PUBLIC))
    public = list(courses.loc[courses["is_public"].fillna(False), "course_id"])
    places = (counts == 1).map({True: " place is", False: " places are"}).astype("string")
    who = course_ids.isin(public).map({True: ", and anyone with the link reads it.", False: "."}).astype("string")
    return counts.astype("string") + places + " left to the author (✎)" + who


def _blocks(counts: pandas.Series) -> pandas.Series:
    one = counts == 1
    return counts.astype("string") + one.map({True: " block", False: " blocks"}).astype("string") + " without any word."


def _behind(lessons: pandas.DataFrame, answers: Answers) -> Iterator[_Finding]:
    # A lesson that nobody asked about in other languages is behind none.
    found = covered(lessons, [], timedelta(days=answers.scope.given("behind_days", STALE_DAYS)))
    stale = found[found["state"] == "stale"]
    days = lessons["lesson_id"].map(dict(zip(stale["lesson_id"], stale["behind_days"], strict=True)))
    message = "Its topic was changed " + days.astype("Int64").astype("string") + " days later in another language."
    yield "behind", days.notna(), message


REPORT: Final = Report(
    "findings",
    "what about lessons deserves a look: gaps, length, empty blocks, open places, language, titles, age",
    COLUMNS,
    ask,
    frame,
    (
        IN_PROJECT,
        Parameter("short_words", COUNT, f"Fewer words than this are short; default {SHORT_WORDS}."),
        Parameter("long_words", COUNT, f"More words than this are long; default {LONG_WORDS:,}."),
        Parameter("untouched_days", COUNT, f"Not changed for more days than this; default {UNTOUCHED_DAYS}."),
        Parameter("behind_days", COUNT, f"Behind another language by more days than this; default {STALE_DAYS}."),
    ),
)
