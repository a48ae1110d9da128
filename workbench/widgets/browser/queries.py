"""What a browser shows: lessons, courses, one course, recent items or the trash. Two pure functions: `ask` gives the
call for a page of it, `read` turns the answer into items. Knows no widget; sends nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any, Final, Literal, NamedTuple

from workbench.languages.reader import english_name, language_name
from workbench.procedures.course import Course, CourseWithLessons, ListCoursesOutput, get_course, list_courses
from workbench.procedures.declare import Call
from workbench.procedures.lesson import (
    FoundLesson,
    LessonContent,
    LessonStatus,
    LessonSummary,
    ListLessonsOutput,
    SearchHit,
    SearchOutput,
    list_lessons,
)
from workbench.procedures.lesson import search as search_lessons
from workbench.procedures.organization import RecentItem, RecentItemsOutput, get_dashboard_recent_items
from workbench.widgets.kit.lesson_status import course_status_tag, finding_tags, status_tag
from workbench.widgets.kit.rows import Row, RowCell, RowColumn, TextPart
from workbench.wording import count_text

Kind = Literal["lesson", "course"]
Listing = Literal["lessons", "courses", "recent", "lesson trash", "course trash"]

LISTINGS: Final[tuple[tuple[str, Listing], ...]] = (
    ("Lessons", "lessons"),
    ("Courses", "courses"),
    ("Recent", "recent"),
    ("Trash: lessons", "lesson trash"),
    ("Trash: courses", "course trash"),
)
NAMES: Final[dict[Listing, str]] = {listing: name for name, listing in LISTINGS}
EMPTY: Final[dict[Listing, str]] = {
    "lessons": "No lessons yet. Create one from a topic, or a blank one.",
    "courses": "No courses yet.",
    "recent": "No recent items.",
    "lesson trash": "No lessons in the trash.",
    "course trash": "No courses in the trash.",
}
LAST_CHANGED: Final = "-updatedAt"
"""The order of a table before anybody sorts it."""
_STATUS: Final = RowColumn("status", "Status", "minmax(6em, 1.6fr)")
_CHANGED: Final = RowColumn("updatedAt", "Changed", "minmax(6em, 0.85fr)")
_BY: Final = RowColumn("createdBy", "By", "minmax(5em, 0.85fr)")
_TAGS: Final = RowColumn("tags", "Tags", "minmax(5em, 1.85fr)")
LESSON_COLUMNS: Final = (
    RowColumn("title", "Title", "minmax(12em, 3.3fr)"),
    _STATUS,
    RowColumn("findings", "Findings", "minmax(5em, 0.85fr)"),
    RowColumn("language", "Language", "minmax(5em, 0.95fr)"),
    _CHANGED,
    _BY,
    _TAGS,
)
COURSE_COLUMNS: Final = (RowColumn("title", "Title", "minmax(12em, 3.4fr)"), _STATUS, _CHANGED, _BY, _TAGS)
_FIRST_FALLING: Final = ("updatedAt", "findings")
"""Of these columns a person wants the latest, or the most, first."""
PAGE = 100
EMPTY_LESSON: Final = "Empty"
NO_QUIZ: Final = "No quiz"
SHORT_WORDS: Final = 100
LONG_WORDS: Final = 3_000
SEARCH_PAGE = 50
Marks = Sequence[tuple[int, int]]


@dataclass(frozen=True, slots=True)
class BrowserItem:
    """A lesson or a course, with the row that shows it."""

    kind: Kind
    id: str
    title: str
    course_id: str | None
    project_id: str | None
    row: Row
    tags: tuple[str, ...] = ()
    tags_version: int | None = None


class TableView(NamedTuple):
    """How a table is sorted and filtered, for a service that knows the status of lessons; `None` does not filter."""

    sort: str = LAST_CHANGED
    status: LessonStatus | None = None
    language: str | None = None
    tag: str | None = None

    def sorted_by(self, column: str) -> TableView:
        """Return the view sorted by this column, the other way round if it is already."""
        falling, rising = f"-{column}", column
        first, second = (falling, rising) if column in _FIRST_FALLING else (rising, falling)
        return self._replace(sort=second if self.sort == first else first)

    def words(self) -> str:
        """Return the filters as a search for lessons has them."""
        tag = f'tag:"{self.tag}"' if self.tag else ""
        status = f"status:{self.status}" if self.status else ""
        language = f"lang:{self.language}" if self.language else ""
        return " ".join(part for part in (status, language, tag) if part)


def columns_of_listing(listing: Listing, *, sorts: bool = True) -> tuple[RowColumn, ...]:
    """Return the columns of a listing's table; without `sorts`, for rows that have an order of their own."""
    columns = LESSON_COLUMNS if listing.startswith("lesson") else COURSE_COLUMNS
    return columns if sorts else tuple(column._replace(sorts=False) for column in columns)


@dataclass(frozen=True, slots=True)
class BrowserPage:
    """A page of items; `total` counts those on all pages, `cursor` is where the next page begins, `None` at the end."""

    items: tuple[BrowserItem, ...]
    total: int
    cursor: str | None


def ask(
    listing: Listing,
    *,
    organization_id: str | None,
    project_id: str | None,
    search: str | None,
    cursor: str | None,
    course_id: str | None = None,
    in_text: bool = False,
    view: TableView | None = None,
) -> Call[Any]:
    """Return the call for a page of this listing, or for a course; recent items have no project or search.

    `in_text` searches lessons by words and filters, in their text too; else the search is for a part of a
    title. `view` is how the page is sorted and filtered; `None` for a service that cannot.
    """
    if course_id is not None:
        return get_course(course_id=course_id)
    if in_text and search:
        query = f"{search} project:{project_id}" if project_id else search
        query = f"{query} {view.words()}".rstrip() if view else query
        return search_lessons(organization_id=organization_id, query=query, cursor=cursor, limit=SEARCH_PAGE)
    in_trash = True if listing.endswith("trash") else None
    if listing == "recent":
        return get_dashboard_recent_items(organization_id=organization_id)
    which: dict[str, Any] = {
        "organization_id": organization_id,
        "project_id": project_id,
        "search": search,
        "cursor": cursor,
        "limit": PAGE,
        "in_trash": in_trash,
    }
    if view is not None and view.sort != LAST_CHANGED:
        which["sort_preference"] = view.sort
    if not listing.startswith("lesson"):
        if view is not None:
            which |= {"tag": view.tag, "unpublished_changes": True}
        return list_courses(**which)
    if view is not None:
        which |= {"status": view.status, "language": view.language, "tag": view.tag}
    return list_lessons(**which)


def read(
    answer: ListLessonsOutput | SearchOutput | ListCoursesOutput | RecentItemsOutput | CourseWithLessons,
    projects: Mapping[str, str] = MappingProxyType({}),
    *,
    in_table: bool = False,
) -> BrowserPage:
    """Return the items of a page; `projects` maps ids to the project names that its rows show.

    `in_table`: the rows have cells for the columns of a table.
    """
    if isinstance(answer, CourseWithLessons):
        return BrowserPage(tuple(_lesson(lesson, "") for lesson in answer.lessons), answer.lesson_count, None)
    if isinstance(answer, SearchOutput):
        items = [_lesson(lesson, "", in_table=in_table) for lesson in answer.lessons]
        rows = [
            found_row(lesson, item.row, in_table=in_table) for lesson, item in zip(answer.lessons, items, strict=True)
        ]
        shown = tuple(replace(item, row=row) for item, row in zip(items, rows, strict=True))
        return BrowserPage(shown, answer.total, answer.next_cursor)
    if isinstance(answer, ListLessonsOutput):
        lessons = tuple(
            _lesson(lesson, projects.get(lesson.project_id, ""), in_table=in_table) for lesson in answer.lessons
        )
        return BrowserPage(lessons, answer.total, answer.next_cursor)
    if isinstance(answer, ListCoursesOutput):
        courses = tuple(
            course_item(course, projects.get(course.project_id, ""), in_table=in_table) for course in answer.courses
        )
        return BrowserPage(courses, answer.total, answer.next_cursor)
    recent = tuple(_recent(answer.recent_items))
    return BrowserPage(recent, len(recent), None)


def _lesson(lesson: LessonSummary, project: str, *, in_table: bool = False) -> BrowserItem:
    blocks = f"{count_text(lesson.block_count, 'block')}"
    by = f" · {lesson.created_by}" if lesson.created_by else ""
    row = Row(
        f"lesson:{lesson.lesson_id}",
        lesson.title,
        f"{blocks}{f' · {project}' if project else ''} · changed {lesson.updated_at:%Y-%m-%d}{by}",
        ((language_name(lesson.language), "plain"),),
        chips=_chips(lesson),
    )
    if in_table:
        row = replace(row, detail=f"{blocks} · {project}" if project else blocks, tags=(), cells=_lesson_cells(lesson))
    return BrowserItem(
        "lesson", lesson.lesson_id, lesson.title, lesson.course_id, lesson.project_id, row, *_tags(lesson)
    )


def _lesson_cells(lesson: LessonSummary) -> tuple[RowCell, ...]:
    tags = finding_tags(lesson.errors or 0, lesson.warnings or 0, lesson.hints or 0)
    return (
        RowCell(*status_tag(lesson.status)),
        _findings_cell(tags),
        RowCell(english_name(lesson.language), whole=language_name(lesson.language)),
        RowCell(at=lesson.updated_at),
        RowCell(lesson.created_by or ""),
        RowCell(),
    )


def _findings_cell(tags: Sequence[tuple[str, str]]) -> RowCell:
    """Return the worst findings, and that there are others; the whole is told where the mouse rests."""
    if not tags:
        return RowCell()
    text, tone = tags[0]
    return RowCell(f"{text} …" if len(tags) > 1 else text, tone, whole=", ".join(text for text, _ in tags))


def course_item(course: Course, project: str = "", *, in_table: bool = False) -> BrowserItem:
    """Return the item of a course."""
    lessons = f"{count_text(course.lesson_count, 'lesson')}"
    lessons += f" · {project}" if project else ""
    tags = (course_status_tag(is_public=course.is_public, is_changed=None),)
    row = Row(
        f"course:{course.course_id}",
        course.title,
        f"{lessons} · changed {course.updated_at:%Y-%m-%d}",
        tags,
        chips=_chips(course),
    )
    if in_table:
        status = course_status_tag(is_public=course.is_public, is_changed=course.has_unpublished_changes)
        cells = (RowCell(*status), RowCell(at=course.updated_at), RowCell(course.created_by or ""), RowCell())
        row = replace(row, detail=lessons, tags=(), cells=cells)
    return BrowserItem(
        "course", course.course_id, course.title, course.course_id, course.project_id, row, *_tags(course)
    )


def _chips(lesson: LessonSummary | Course) -> tuple[TextPart, ...]:
    return tuple(TextPart(tag) for tag in lesson.tags or ())


def _tags(lesson: LessonSummary | Course) -> tuple[tuple[str, ...], int | None]:
    return tuple(lesson.tags or ()), lesson.tags_version


def _recent(items: list[RecentItem]) -> Iterator[BrowserItem]:
    for item in items:
        kind: Kind = "lesson" if item.lesson_id else "course"
        id_ = item.lesson_id or item.course_id
        if id_:
            title = item.title or id_
            tags = ((language_name(item.language), "plain"),) if item.language else ()
            detail = f"{kind}{f' · changed {item.updated_at:%Y-%m-%d}' if item.updated_at else ''}"
            yield BrowserItem(
                kind, id_, title, item.course_id, item.project_id, Row(f"{kind}:{id_}", title, detail, tags)
            )


def outline_row(number: int, item: BrowserItem, content: LessonContent | None) -> Row:
    """Return a lesson's row in its course: its number, and the findings in its content."""
    return replace(item.row, detail=f"{number:,} · {item.row.detail}", tags=(*item.row.tags, *_findings(content)))


def outline_tags(course: Course, contents: Iterable[LessonContent]) -> tuple[tuple[str, str], ...]:
    """Return the tags next to a course's title: its visibility and number of unfinished lessons."""
    tags = [[text for text, _ in _findings(content)] for content in contents]
    unfinished = sum(any(text.startswith("✎") or text == EMPTY_LESSON for text in texts) for texts in tags)
    without_quiz = sum(NO_QUIZ in texts for texts in tags)
    counts = (("unfinished", unfinished, "warn"), ("without a quiz", without_quiz, "plain"))
    return (*course_item(course).row.tags, *((f"{count:,} {what}", tone) for what, count, tone in counts if count))


def _findings(content: LessonContent | None) -> Iterator[tuple[str, str]]:
    if content is None:
        return
    if not content.word_count:
        yield EMPTY_LESSON, "warn"
        return
    if content.open_places:
        yield f"✎ {count_text(content.open_places, 'placeholder')}", "warn"
    if content.text_language:
        yield f"Text appears to be {language_name(content.text_language)}", "warn"
    if content.empty_blocks:
        yield f"{count_text(content.empty_blocks, 'empty block')}", "plain"
    if not content.blocks_by_type.get("quiz"):
        yield NO_QUIZ, "plain"
    if not SHORT_WORDS <= content.word_count <= LONG_WORDS:
        yield (
            f"{'Short' if content.word_count < SHORT_WORDS else 'Long'}: {count_text(content.word_count, 'word')}",
            "plain",
        )


def found_row(lesson: FoundLesson, row: Row, *, in_table: bool = False) -> Row:
    """Return the row of a lesson with its hits in the title, in tags, and in the first matching block."""
    hits = {hit.field: hit for hit in lesson.hits}
    course = None if lesson.course_title == lesson.title else lesson.course_title
    changed = "" if in_table else f"changed {lesson.updated_at:%Y-%m-%d}"
    facts = " · ".join(fact for fact in (course, lesson.project_name, changed) if fact)
    title, block = hits.get("title"), hits.get("block")
    return replace(
        row,
        detail=facts,
        title_parts=parts(title.text, title.marks) if title else (),
        excerpt=parts(block.text, block.marks) if block else (),
        chips=tuple(_tag_chips(lesson.tags or (), hits.get("tags"))),
    )


def parts(text: str, marks: Marks) -> tuple[TextPart, ...]:
    """Return the text split where a mark begins or ends; marks outside the text are left out."""
    text_parts, end = [], 0
    for start, stop in marks:
        if end <= start < stop <= len(text):
            text_parts += [TextPart(text[end:start], False), TextPart(text[start:stop], True)]
            end = stop
    return tuple(part for part in (*text_parts, TextPart(text[end:], False)) if part.text)


def _tag_chips(tags: Sequence[str], hit: SearchHit | None) -> Iterator[TextPart]:
    """Return each tag and whether a search word is in it; the hit's text joins the tags with ` · `."""
    start = 0
    for tag in tags:
        end = start + len(tag)
        yield TextPart(tag, any(start <= first < end for first, _ in hit.marks) if hit else False)
        start = end + len(" · ")
