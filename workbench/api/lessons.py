"""The lessons of one organization, for a notebook: list them, open one. Each method is one or a few reads."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Any

from workbench.api.changes import Changes
from workbench.api.lesson_page import LessonPage
from workbench.client.lookups.paging import every_item
from workbench.client.sync import Client
from workbench.procedures.lesson import MAX_LESSON_PAGE, LessonSummary, get_lesson, list_lessons

if TYPE_CHECKING:
    import pandas

    from workbench.changes import ChangePlan

COLUMNS = ("title", "language", "block_count", "topic", "writer", "updated_at", "lesson_id", "course_id")


@dataclass(frozen=True, slots=True)
class Lessons:
    """Lessons of an organization; `None` means the last selected one."""

    _client: Client = field(repr=False)
    organization_id: str | None

    def list(
        self, *, search: str | None = None, language: str | None = None, limit: int | None = None
    ) -> list[LessonSummary]:
        """All lessons, last changed first; with `limit` no more than so many."""
        ask = partial(list_lessons, organization_id=self.organization_id, search=search, language=language)

        def read(count: int, cursor: str | None) -> tuple[list[LessonSummary], str | None]:
            page = self._client.call(ask(limit=count, cursor=cursor))
            return page.lessons, page.next_cursor

        return list(every_item(list_lessons.name, read, page_size=MAX_LESSON_PAGE, limit=limit))

    def table(
        self, *, search: str | None = None, language: str | None = None, limit: int | None = None
    ) -> pandas.DataFrame:
        """The same as a DataFrame, a row for each lesson; empty, it has the same columns."""
        from pandas import DataFrame

        found = self.list(search=search, language=language, limit=limit)
        return DataFrame([[getattr(each, name) for name in COLUMNS] for each in found], columns=list(COLUMNS))

    def count(self, *, language: str | None = None) -> int:
        """How many lessons there are."""
        return self._client.call(list_lessons(organization_id=self.organization_id, language=language, limit=1)).total

    def open(self, lesson_id: str) -> LessonPage:
        """The lesson with its blocks, to be looked at."""
        return LessonPage(self._client.call(get_lesson(lesson_id=lesson_id)))

    def apply(
        self, table: Any, *, name: str | None = None, sheet: str | int | None = None, encoding: str | None = None
    ) -> ChangePlan:
        """The plan that makes the lessons what a table says; nothing is changed before `plan.run()`.

        `table` is a DataFrame, a list of records or a file (CSV, XLSX, Parquet) with `lesson_id` and any of `title`,
        `course` and `project`; or with `lesson_id`, `block_id`, `field` and `value`. A cell without a value leaves the
        lesson as it is. `name` is the change set's. Raises `PlanRejected` with what to do.

        Example: `wb.lessons.apply("titles.xlsx").run()`.
        """
        return Changes(self._client, self.organization_id).plan(table, name=name, sheet=sheet, encoding=encoding)

    def replace(
        self,
        find: str,
        replacement: str,
        *,
        where: Mapping[str, str] | None = None,
        words: bool = True,
        case: bool = False,
        name: str | None = None,
    ) -> ChangePlan:
        """The plan that replaces a text in titles and in every text of blocks, each hit shown.

        `where` limits it by `project_id`, `course_id`, `language` or `search` (in titles). `words=False` finds parts of
        words too, `case=True` only the same capitals. The text is plain, no pattern; addresses of links stay. Raises
        `PlanRejected`.

        Example: `wb.lessons.replace("colour", "color", where={"language": "EN"}).run()`.
        """
        changes = Changes(self._client, self.organization_id)
        return changes.plan_replacement(find, replacement, where=where, words=words, case=case, name=name)
