"""The tags of an organization's lessons and courses, as `wb.tags` has them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

from workbench.api.arguments import ChangeSetTitle, ColumnNames, CourseName, LessonName, Query, SortColumns, TagName
from workbench.api.changes import Changes
from workbench.api.collection import Collection
from workbench.argument_help import Help
from workbench.authoring.tags import clean_tags
from workbench.client.lookups import identify
from workbench.errors import InputRejected
from workbench.procedures.course import set_tags as set_course_tags
from workbench.procedures.lesson import set_tags as set_lesson_tags

if TYPE_CHECKING:
    import pandas

    from workbench.changes import ChangePlan


class Tags(Collection):
    """Tags of lessons and courses: plain words of at most 50 characters; case and white space are ignored.

    `wb.changes.retag` renames and merges them.
    """

    def set(
        self,
        tags: Annotated[Sequence[str], Help("the tags", "TAG")],
        *,
        lesson: LessonName | None = None,
        course: CourseName | None = None,
    ) -> list[str]:
        """Replace the tags of one lesson or course, and return its tags. `[]` removes all of them.

        A search finds the lessons of a course by the course's tags too. Raises `InputRejected` for an invalid tag.

        >>> wb.tags.set(["maps"], course="Reading a map")
        ['maps']
        """
        if (lesson is None) == (course is None) or isinstance(tags, str):
            raise InputRejected("Give a list of tags, and either `lesson` or `course`. Nothing was changed.")
        wanted = _clean(tags)
        if lesson is not None:
            lesson_id = identify.lesson_id(self._client, self.organization_id, lesson)
            return self._client.call(set_lesson_tags(lesson_id=lesson_id, tags=wanted)).tags or []
        assert course is not None
        course_id = identify.course_id(self._client, self.organization_id, course)
        return self._client.call(set_course_tags(course_id=course_id, tags=wanted)).tags or []

    def add(self, *tags: TagName, where: Query, name: ChangeSetTitle | None = None) -> ChangePlan:
        """Return a plan that adds tags to every lesson that a search finds, keeping their existing tags.

        `where` is a query as for `wb.lessons.search`. Nothing is changed before `plan.run()`. Raises
        `PlanRejected`.

        >>> _ = wb.tags.add("navigation", where='"reading a map"').run()
        >>> wb.lessons.search("tag:navigation")["title"].to_list()
        ['Reading a map']
        """
        return self._plan(tags, (), where, name)

    def remove(self, *tags: TagName, where: Query, name: ChangeSetTitle | None = None) -> ChangePlan:
        """Return a plan that removes tags from every lesson that a search finds, keeping their other tags.

        `where` is a query as for `wb.lessons.search`. Nothing is changed before `plan.run()`. Raises
        `PlanRejected`.

        >>> _ = wb.tags.remove("Navigation", where="tag:navigation").run()
        >>> len(wb.lessons.search("tag:navigation"))
        0
        """
        return self._plan((), tags, where, name)

    def list(
        self,
        *,
        columns: ColumnNames | None = None,
        limit: int | None = None,
        sort: SortColumns | None = None,
    ) -> pandas.DataFrame:
        """Return a DataFrame with a row for each tag, with the number of lessons and courses that have it.

        `columns` are names, or `"all"`; without it those that people read first. `limit` is the number of rows, `sort`
        a column or several, such as `"-updated_at"` for the last first.

        >>> wb.tags.set(["outdoors", "Maps"], lesson="Reading a map")
        ['Maps', 'outdoors']
        >>> wb.tags.list()["tag"].to_list()
        ['Maps', 'outdoors']
        """
        return self._report("tags", columns=columns, limit=limit, sort=sort)

    def _plan(self, added: Sequence[str], removed: Sequence[str], where: str, name: str | None) -> ChangePlan:
        from workbench.changes.retagging import plan_tagging

        plan = plan_tagging(
            self._client, where, add=added, remove=removed, organization_id=self.organization_id, name=name
        )
        return plan.connect_to(Changes(self._client, self.organization_id).run)


def _clean(tags: Sequence[str]) -> list[str]:
    try:
        return clean_tags(tags)
    except ValueError as refused:
        raise InputRejected(f"This is not a valid tag: {refused}. Nothing was changed.") from None
