"""The lessons of an organization, as `wb.lessons` has them."""

from __future__ import annotations

import builtins
from collections.abc import Iterator, Mapping, Sequence
from heapq import merge
from typing import TYPE_CHECKING, Annotated, Any, Final, overload

from workbench.api.arguments import (
    ChangeSetTitle,
    ColumnNames,
    ConfirmPublic,
    ConfirmSameName,
    CourseName,
    Courses,
    EncodingName,
    InTrash,
    LanguageCode,
    LessonName,
    LessonTag,
    Projects,
    SearchText,
    SeveralLessons,
    SheetName,
    SortColumns,
    Status,
    TableFile,
)
from workbench.api.changes import Changes
from workbench.api.collection import Collection, Kind
from workbench.api.content.lesson_page import LessonPage
from workbench.api.content.open_lesson import OpenLesson
from workbench.argument_help import Help
from workbench.client.lookups import identify
from workbench.client.lookups.filter_values import check_filter_text, check_lesson_filters
from workbench.client.lookups.identify import IdOrName, Several
from workbench.client.lookups.lessons import iter_lessons
from workbench.columns import select
from workbench.procedures.lesson import (
    LessonSummary,
    TrashedLesson,
    create_lesson,
    delete_lesson,
    duplicate_lesson,
    get_findings,
    get_lesson,
    list_lessons,
    move_lesson,
    rename_lesson,
    restore_lesson,
)

if TYPE_CHECKING:
    import pandas

    from workbench.changes import ChangePlan

KINDS: Final[tuple[Kind, ...]] = ("project", "course")


class Lessons(Collection):
    """Lessons: a lesson is given by its id, or by its title where only one has it; so are courses and projects.

    A change that learners of a public course would notice raises `NotConfirmed`, which says what they would see;
    `confirm_public=True` makes it. Edits, titles and moves wait for the course's next publication.
    """

    def list(
        self,
        *,
        project: Projects | None = None,
        course: Courses | None = None,
        language: LanguageCode | None = None,
        status: Status | None = None,
        tag: LessonTag | None = None,
        search: SearchText | None = None,
        in_trash: InTrash = False,
        columns: ColumnNames | None = None,
        limit: int | None = None,
        sort: SortColumns | None = None,
    ) -> pandas.DataFrame:
        """Return a DataFrame with a row for each lesson, last changed first.

        The filters limit it to projects, courses, a language, a status, a tag, or titles that contain a text.

        `columns` are names, or `"all"`; without it those that people read first. `limit` is the number of rows, `sort`
        a column or several, such as `"-updated_at"` for the last first.

        >>> wb.lessons.list(course="Reading a map")["title"].to_list()
        ['Reading a map']
        """
        return self._report(
            "lessons",
            project_id=self._ids("project", project),
            course_id=self._ids("course", course),
            language=language,
            status=status,
            tag=tag,
            search=search,
            in_trash=in_trash,
            columns=columns,
            limit=limit,
            sort=sort,
        )

    def iter(
        self,
        *,
        project: IdOrName | Several | None = None,
        course: IdOrName | Several | None = None,
        language: str | None = None,
        status: str | None = None,
        tag: str | None = None,
        search: str | None = None,
        in_trash: bool = False,
    ) -> Iterator[LessonSummary]:
        """Yield the lessons, last changed first; pages of 1,000 are read as they are needed.

        >>> next(wb.lessons.iter(language="EN")).title
        'Reading a map'
        """
        check_filter_text(search, "search")
        check_filter_text(tag, "tag")
        check_lesson_filters(self._client, {"status": status, "tag": tag})
        code = self._language(language)
        listings = [
            iter_lessons(
                self._client,
                self.organization_id,
                language=code,
                status=status,
                tag=tag,
                search=search,
                in_trash=in_trash or None,
                **filters,
            )
            for filters in self._filters(project=project, course=course)
        ]
        yield from merge(*listings, key=lambda lesson: lesson.updated_at, reverse=True)

    def search(
        self,
        query: str,
        *,
        columns: ColumnNames | None = None,
        limit: int | None = None,
        sort: SortColumns | None = None,
    ) -> pandas.DataFrame:
        """Return a DataFrame with a row for each lesson found, best first, with the matching text.

        `query` consists of words, `"whole phrases"` and filters: `tag:safety`, `lang:de`, `status:draft`,
        `course:`, `project:`, `quiz:none`, `quiz:some`, `updated:<30d`. A lesson matches if it has all of them in its
        title, tags or blocks; a word of three letters matches as a prefix. `limit` is the maximum number of
        lessons; `columns` and `sort` as for `list`. Raises `InputRejected`, which says what is wrong with a filter.

        >>> wb.lessons.search("map lang:en")[["rank", "title"]].values.tolist()
        [[1, 'Reading a map']]
        """
        from workbench.api.content.found_lessons import COLUMNS, LISTED, search_frame

        selection = select(COLUMNS, LISTED, wanted=columns, sort=sort)
        return selection.of(search_frame(self._client, self.organization_id, query, limit=limit))

    def check(
        self,
        lessons: LessonName | SeveralLessons | None = None,
        *,
        severity: str | None = None,
        project: IdOrName | Several | None = None,
        course: IdOrName | Several | None = None,
        language: str | None = None,
    ) -> pandas.DataFrame:
        """Return a DataFrame with a row for each finding of the checks, errors first.

        The rules are in `docs/checks.md`. `lessons` is an id or title, several of them, or a table with a
        column `lesson_id`; default: all that match the filters. `severity="warning"` leaves out notes,
        `"error"` also warnings. Raises `NotFound` if the service does not check lessons.

        >>> wb.lessons.check("Reading a map", severity="error")["finding"].to_list()
        []
        """
        from workbench.api.content.checked_lessons import checks_frame
        from workbench.client.lookups.findings import checked_lessons

        ids = None if lessons is None else [self._id(lesson) for lesson in identify.several("lesson", lessons)]
        code = self._language(language)
        lesson_findings = [
            lesson
            for filters in self._filters(project=project, course=course)
            for lesson in checked_lessons(self._client, self.organization_id, ids, language=code, **filters)
        ]
        if ids and not lesson_findings:
            self._client.call(
                get_findings(lesson_id=ids[0])
            )  # an unknown name is refused instead of returning an empty table
        return checks_frame(lesson_findings, severity=severity)

    def count(
        self,
        *,
        project: Projects | None = None,
        course: Courses | None = None,
        language: LanguageCode | None = None,
    ) -> int:
        """Return the number of lessons, in one request for each name and one for each count.

        >>> wb.lessons.count(language="EN")
        1
        """
        code = self._language(language)
        calls = [
            list_lessons(organization_id=self.organization_id, language=code, limit=1, **filters)
            for filters in self._filters(project=project, course=course)
        ]
        return sum(self._client.call(call).total for call in calls)

    @overload
    def get(self, lesson: IdOrName) -> LessonPage: ...
    @overload
    def get(self, lesson: LessonName | SeveralLessons) -> LessonPage | builtins.list[LessonPage]: ...
    def get(self, lesson: LessonName | SeveralLessons) -> LessonPage | builtins.list[LessonPage]:
        """Return a lesson with its blocks, shown as learners read it; `.lesson` is the service's answer.

        Several are a list, a Series, or a table with `lesson_id`; then a list is given.

        >>> wb.lessons.get("Reading a map").blocks[0].type
        'heading'
        """
        return self._for_one_or_several(
            "lesson",
            lesson,
            self._id,
            lambda lesson_id: LessonPage(self._client.call(get_lesson(lesson_id=lesson_id))),
        )

    def open(self, lesson: IdOrName) -> OpenLesson:
        """Return a lesson to work on:

        `suggest` lets a model propose another version of a block, or a question about it.

        >>> lesson = wb.lessons.open("Reading a map")
        >>> lesson.blocks[0].type
        'heading'
        """
        return OpenLesson(self._client, self._id(lesson))

    def create(
        self,
        title: Annotated[str, Help("title", "TITLE")],
        *,
        language: LanguageCode | None = None,
        course: Annotated[
            IdOrName, Help("id or title of its course (default: a new course with the same title)", "COURSE")
        ]
        | None = None,
        project: Annotated[IdOrName, Help("id or name of the new course's project", "PROJECT")] | None = None,
    ) -> LessonSummary:
        """Create a lesson without blocks, free of charge, in a course or a new course of its title.

        A new course is made in `project`. Without a `language`, the default one (`wb.language`) is used.

        >>> wb.lessons.create("The compass", language="EN", course="Reading a map").title
        'The compass'
        """
        call = create_lesson(
            title=title,
            language=language or self._assumed_language(),
            course_id=self._course_id(course),
            project_id=self._project_id(project),
            organization_id=None if course is not None else self.organization_id,
        )
        return self._client.call(call)

    def rename(self, lesson: LessonName, title: Annotated[str, Help("new title", "TITLE")]) -> LessonSummary:
        """Give a lesson another title, as a change in its history.

        >>> wb.lessons.rename("The compass", "Using a compass").title
        'Using a compass'
        """
        return self._client.call(rename_lesson(lesson_id=self._id(lesson), title=title))

    def duplicate(
        self,
        lesson: LessonName,
        *,
        title: Annotated[str, Help("title of the copy (default: 'Copy of' and its title)", "TITLE")] | None = None,
        course: Annotated[IdOrName, Help("id or title of the copy's course (default: the same)", "COURSE")]
        | None = None,
    ) -> LessonSummary:
        """Copy a lesson with its blocks, media and tags, free of charge; reviews, comments and history are not copied.

        The copy stands right behind the lesson, or last in `course`. A second copy is called `Copy of … (2)`.

        >>> wb.lessons.duplicate("Using a compass").title
        'Copy of Using a compass'
        >>> wb.lessons.delete("Copy of Using a compass", confirm_public=True).is_course_in_trash
        False
        """
        call = duplicate_lesson(lesson_id=self._id(lesson), title=title, course_id=self._course_id(course))
        return self._client.call(call)

    @overload
    def move(self, lesson: IdOrName, *, course: CourseName) -> LessonSummary: ...
    @overload
    def move(
        self, lesson: LessonName | SeveralLessons, *, course: CourseName
    ) -> LessonSummary | builtins.list[LessonSummary]: ...
    def move(
        self, lesson: LessonName | SeveralLessons, *, course: CourseName
    ) -> LessonSummary | builtins.list[LessonSummary]:
        """Move a lesson to another course.

        Several are a list, or a table with `lesson_id`, and are moved one after the other; `plan_move` has them shown
        first, and undone.

        >>> _ = wb.courses.create("Orienteering")
        >>> wb.lessons.move("Using a compass", course="Orienteering").title
        'Using a compass'
        """
        course_id = self._id_of_course(course)
        return self._for_one_or_several(
            "lesson",
            lesson,
            self._id,
            lambda lesson_id: self._client.call(move_lesson(lesson_id=lesson_id, course_id=course_id)),
        )

    def plan_move(
        self, lessons: LessonName | SeveralLessons, *, course: CourseName, name: str | None = None
    ) -> ChangePlan:
        """Return a plan that moves lessons to another course, to look at, run and undo like any other change.

        `lessons` are given as for `move`. Nothing is changed before `plan.run()`; `name` is the name of the change set,
        which `wb.changes.undo(name)` undoes. Raises `PlanRejected`.

        >>> plan = wb.lessons.plan_move(["Using a compass"], course="Reading a map", name="back to the map")
        >>> plan.run().counts().done, wb.changes.undo("back to the map", yes=True).left
        (1, ())
        """
        course_id, lesson_ids = self._id_of_course(course), self._ids("lesson", lessons) or ()
        return self.apply([{"lesson_id": lesson_id, "course": course_id} for lesson_id in lesson_ids], name=name)

    def plan_delete(self, lessons: LessonName | SeveralLessons, *, name: str | None = None) -> ChangePlan:
        """Return a plan that moves lessons to the trash, to look at, run and undo like any other change.

        `lessons` are given as for `delete`. Running it needs `plan.approve(changes=…, trash=…)`. Raises
        `PlanRejected`.

        >>> plan = wb.lessons.plan_delete("Using a compass", name="away")
        >>> plan.run(plan.approve(changes=1, trash=1)).counts().done, wb.changes.undo("away", yes=True).left
        (1, ())
        """
        from workbench.changes.verb_plans import plan_trash

        ids = self._ids("lesson", lessons) or ()
        plan = plan_trash(ids, self._client, organization_id=self.organization_id, name=name)
        return plan.connect_to(Changes(self._client, self.organization_id).run)

    def plan_restore(self, lessons: LessonName | SeveralLessons, *, name: str | None = None) -> ChangePlan:
        """Return a plan that takes lessons out of the trash, to look at, run and undo like any other change.

        `lessons` are given as for `restore`; their courses come back with them. Raises `PlanRejected`.

        >>> _ = wb.lessons.delete("Using a compass")
        >>> plan = wb.lessons.plan_restore("Using a compass", name="back again")
        >>> plan.run().counts().done, wb.lessons.list(search="compass")["title"].to_list()
        (1, ['Using a compass'])
        """
        from workbench.changes.verb_plans import plan_lesson_restores

        ids = self._ids("lesson", lessons, in_trash=True) or ()
        plan = plan_lesson_restores(ids, self._client, organization_id=self.organization_id, name=name)
        return plan.connect_to(Changes(self._client, self.organization_id).run)

    @overload
    def delete(self, lesson: IdOrName, *, confirm_public: bool = False) -> TrashedLesson: ...
    @overload
    def delete(
        self, lesson: LessonName | SeveralLessons, *, confirm_public: bool = False
    ) -> TrashedLesson | builtins.list[TrashedLesson]: ...
    def delete(
        self, lesson: LessonName | SeveralLessons, *, confirm_public: ConfirmPublic = False
    ) -> TrashedLesson | builtins.list[TrashedLesson]:
        """Move a lesson to the trash, and with it the course that was made for it alone. Nothing is refunded.

        Several are a list, or a table with `lesson_id`: what learners would see of all is confirmed before the first;
        `plan_delete` has them shown first, and undone.

        >>> wb.lessons.delete("Using a compass").is_course_in_trash
        False
        """

        def check(lesson_ids: Sequence[str]) -> None:
            if not confirm_public:
                self._check_public(*(delete_lesson(lesson_id=lesson_id) for lesson_id in lesson_ids))

        return self._for_one_or_several(
            "lesson",
            lesson,
            self._id,
            lambda lesson_id: self._client.call(delete_lesson(lesson_id=lesson_id)),
            check=check,
        )

    @overload
    def restore(
        self, lesson: IdOrName, *, confirm_public: bool = False, confirm_same_name: bool = False
    ) -> LessonSummary: ...
    @overload
    def restore(
        self, lesson: IdOrName | SeveralLessons, *, confirm_public: bool = False, confirm_same_name: bool = False
    ) -> LessonSummary | builtins.list[LessonSummary]: ...
    def restore(
        self,
        lesson: Annotated[IdOrName, Help("id or title of a lesson in the trash", "LESSON")] | SeveralLessons,
        *,
        confirm_public: ConfirmPublic = False,
        confirm_same_name: ConfirmSameName = False,
    ) -> LessonSummary | builtins.list[LessonSummary]:
        """Take a lesson out of the trash, by id or title there, and its course if that is there too.

        Several are a list, or a table with `lesson_id`, and are restored one after the other; `plan_restore` has them
        shown first, and undone.

        Raises `NotConfirmed` where another course has the title of that course by then: `confirm_same_name=True`
        restores both.

        >>> wb.lessons.restore("Using a compass").title
        'Using a compass'
        """
        return self._for_one_or_several(
            "lesson",
            lesson,
            lambda wanted: self._id(wanted, in_trash=True),
            lambda lesson_id: self._restore(
                lesson_id, confirm_public=confirm_public, confirm_same_name=confirm_same_name
            ),
        )

    def _restore(self, lesson_id: str, *, confirm_public: bool, confirm_same_name: bool) -> LessonSummary:
        call = restore_lesson(lesson_id=lesson_id)
        trashed = () if confirm_public else self.iter(in_trash=True)
        course_of = next(({lesson_id: lesson.course_id} for lesson in trashed if lesson.lesson_id == lesson_id), None)
        if not confirm_public:
            self._check_public(call, course_of=course_of)
        return self._call_with_name(call, confirm_same_name=confirm_same_name)

    def apply(
        self,
        table: TableFile,
        *,
        name: ChangeSetTitle | None = None,
        sheet: SheetName | None = None,
        encoding: EncodingName | None = None,
    ) -> ChangePlan:
        """Return a plan that updates lessons from a table; nothing is changed before `plan.run()`.

        `table` is a DataFrame, a list of records or a file (CSV, XLSX, Parquet) with `lesson_id` and any of
        `title`, `course`, `position`, `project` and `tags`; or with `lesson_id`, `block_id`, `field` and
        `value`. A cell without a value leaves the lesson as it is. `name` is the name of the change set. Raises
        `PlanRejected` with what to do.

        >>> table = wb.lessons.list(course="Orienteering")[["lesson_id", "title"]].assign(title="Compass work")
        >>> _ = wb.lessons.apply(table).run()
        >>> wb.lessons.list(course="Orienteering")["title"].to_list()
        ['Compass work']
        """
        from workbench.changes import plan_changes

        plan = plan_changes(
            table,
            self._client,
            organization_id=self.organization_id,
            name=name,
            sheet=sheet,
            encoding=encoding,
        )
        return plan.connect_to(Changes(self._client, self.organization_id).run)

    def replace(
        self,
        find: Annotated[str, Help("text to find", "TEXT")],
        replacement: Annotated[str, Help("replacement text", "TEXT")],
        *,
        where: Annotated[
            str | Mapping[str, Any],
            Help("only in lessons that this search finds, such as 'tag:safety lang:en'", "QUERY"),
        ]
        | None = None,
        words: Annotated[bool, Help("match whole words only")] = True,
        case: Annotated[bool, Help("match case")] = False,
        name: ChangeSetTitle | None = None,
    ) -> ChangePlan:
        """Return a plan that replaces a text in titles and in all texts of blocks, listing each match.

        `where` limits it to what a search finds (`"tag:safety lang:en"`, as for `search`), or is a mapping with
        `project`, `course`, `language` or `search` (in titles). `words=False` also matches parts of words;
        `case=True` matches case. The text is plain, not a pattern; link addresses are not changed. Raises
        `PlanRejected`.

        >>> _ = wb.lessons.replace("compass", "Map and compass", where={"search": "Compass work"}).run()
        >>> wb.lessons.list(course="Orienteering")["title"].to_list()
        ['Map and compass work']
        """
        from workbench.changes.replacing import Replacement, plan_replacements

        wanted = Replacement(find, replacement, words=words, case=case)
        if isinstance(where, Mapping):
            where = dict(where)
            for kind in KINDS:
                if kind in where:
                    ids = self._ids(kind, where.pop(kind)) or ("",)
                    where[f"{kind}_id"] = ids if len(ids) > 1 else ids[0]
        plan = plan_replacements(wanted, self._client, where=where, organization_id=self.organization_id, name=name)
        return plan.connect_to(Changes(self._client, self.organization_id).run)

    def _id(self, lesson: IdOrName, *, in_trash: bool = False) -> str:
        return identify.lesson_id(self._client, self.organization_id, lesson, in_trash=in_trash)
