"""Search results as a table: a row for each lesson, best first, with the matching text."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from workbench.client.lookups.search import SearchResult, search_lessons
from workbench.client.moments import moment
from workbench.client.sync import Client
from workbench.columns import INTEGER, MOMENT, TEXT, TEXTS, Column, rows_frame
from workbench.procedures.lesson import FoundLesson
from workbench.wording import count_text

if TYPE_CHECKING:
    import pandas

COLUMNS: Final = (
    Column("rank", INTEGER, "", "1 for the best; words in titles count most, then in tags, then the number of places."),
    Column("title", TEXT, "", "Its title."),
    Column("hit", TEXT, "", "Text around the words; missing when only filters were given. Plain text of an author."),
    Column("matches", TEXTS, "", "The words of that text that were searched for, as they are written there."),
    Column("found_in", TEXTS, "", "Where the match is: title, tags or block."),
    Column("lesson_id", TEXT, "", "The lesson."),
    Column("block_id", TEXT, "", "The block that the hit is of; missing for a title or tags."),
    Column("course", TEXT, "", "Title of its course."),
    Column("course_id", TEXT, "", "Its course."),
    Column("project", TEXT, "", "Name of its project."),
    Column("project_id", TEXT, "", "Its project."),
    Column("language", TEXT, "", "Upper-case language code."),
    Column("tags", TEXTS, "", "Its tags, in the order of the alphabet."),
    Column("block_count", INTEGER, "blocks", "Blocks (pages) in it."),
    Column("updated_at", MOMENT, "UTC", "Last change."),
)
LISTED: Final = (
    "rank",
    "title",
    "hit",
    "language",
    "course",
    "project",
    "block_count",
    "updated_at",
    "block_id",
    "lesson_id",
)
"""Default columns of a list."""


def search_frame(
    client: Client, organization_id: str | None, query: str, *, limit: int | None = None
) -> pandas.DataFrame:
    """Return a row for each lesson found, best first; `attrs["total"]` is the number of matches.

    `limit` is the maximum number of rows; `attrs["missing"]` says how many were left out. Raises as
    `search_lessons` does.
    """
    hits = search_lessons(client, organization_id, query, limit=limit)
    rows = [_row(rank, lesson) for rank, lesson in enumerate(hits.lessons, 1)]
    frame = rows_frame(COLUMNS, rows, missing=_missing(hits, limit))
    frame.attrs["total"] = hits.total
    return frame


def _missing(result: SearchResult, limit: int | None) -> list[str]:
    count = len(result.lessons)
    if count >= result.total:
        return []
    if limit is not None and count == limit:
        return [
            f"{count_text(result.total, 'lesson')} found; limit={limit} leaves {result.total - count:,} of them out."
        ]
    found_text = count_text(result.total, "lesson")
    return [f"{found_text} found, of which {count:,} are here, because lessons have changed. Search again."]


def _row(rank: int, lesson: FoundLesson) -> dict[str, Any]:
    fields = [name for column in COLUMNS if (name := column.name) in FoundLesson.model_fields]
    row = {name: getattr(lesson, name) for name in fields}
    hit = lesson.hits[-1] if lesson.hits else None  # that of a block, if there is one; the title is shown anyway
    return row | {
        "rank": rank,
        "hit": hit.text if hit else None,
        "matches": [hit.text[start:end] for start, end in hit.marks] if hit else [],
        "found_in": [hit.field for hit in lesson.hits],
        "block_id": hit.block_id if hit else None,
        "course": lesson.course_title,
        "project": lesson.project_name,
        "updated_at": moment(lesson.updated_at),
    }
