"""The lessons of an organization, as `wb.lessons` has them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Annotated, Any

from workbench.api.arguments import (
    ChangeSetTitle,
    ConfirmPublic,
    ConfirmSameName,
    CourseName,
    EncodingName,
    InTrash,
    LanguageCode,
    LessonName,
    ProjectName,
    SearchText,
    SheetName,
    TableFile,
)
from workbench.api.changes import Changes
from workbench.api.collection import Collection
from workbench.api.content.lesson_page import LessonPage
from workbench.api.content.open_lesson import OpenLesson
from workbench.argument_help import Help
from workbench.client.lookups import identify
from workbench.client.lookups.filter_values import check_filter_text
from workbench.client.lookups.lessons import iter_lessons
from workbench.procedures.lesson import (
    LessonSummary,
    TrashedLesson,
    create_lesson,
    delete_lesson,
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


class Lessons(Collection):
    """Lessons: a lesson is given by its id, or by its title where only one has it; so are courses and projects.

    What learners of a public course would notice raises `NotConfirmed`, which says what they would see;
    `confirm_public=True` does it. Edits, titles and moves wait for the course's next publication.
    """

    def list(
        self,
        *,
        project: ProjectName | None = None,
        course: CourseName | None = None,
        language: LanguageCode | None = None,
        search: SearchText | None = None,
        in_trash: InTrash = False,
    ) -> pandas.DataFrame:
        """Return a DataFrame with a row for each lesson, last changed first.

        The filters limit it to a project, a course, a language, or titles that contain a text.

        >>> wb.lessons.list(course="Reading a map")["title"].to_list()
        ['Reading a map']
        """
        return self._report(
            "lessons",
            project_id=self._project_id(project),
            course_id=self._course_id(course),
            language=language,
            search=search,
            in_trash=in_trash,
        )

    def iter(
        self,
        *,
        project: str | None = None,
        course: str | None = None,
        language: str | None = None,
        search: str | None = None,
        in_trash: bool = False,
    ) -> Iterator[LessonSummary]:
        """Yield the lessons, last changed first; pages of 1,000 are read as they are needed.

        >>> next(wb.lessons.iter(language="EN")).title
        'Reading a map'
        """
        check_filter_text(search, "search")
        yield from iter_lessons(
            self._client,
            self.organization_id,
            project_id=self._project_id(project),
            course_id=self._course_id(course),
            language=self._language(language),
            search=search,
            in_trash=in_trash or None,
        )

    def search(self, query: str, *, limit: int | None = None) -> pandas.DataFrame:
        """Return a DataFrame with a row for each lesson found, best first, with the matching text.

        `query` consists of words, `"whole phrases"` and filters: `tag:safety`, `lang:de`, `course:`,
        `project:`, `quiz:none`, `quiz:some`, `updated:<30d`. A lesson matches if it has all of them in its
        title, tags or blocks; a word of three letters matches as a prefix. `limit` is the maximum number of
        lessons. Raises `InputRejected`, which says what is wrong with a filter.

        >>> wb.lessons.search("map lang:en")[["rank", "title"]].values.tolist()
        [[1, 'Reading a map']]
        """
        from workbench.api.content.found_lessons import search_frame

        return search_frame(self._client, self.organization_id, query, limit=limit)

    def check(
        self,
        lessons: str | Iterable[str] | pandas.DataFrame | None = None,
        *,
        severity: str | None = None,
        project: str | None = None,
        course: str | None = None,
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

        wanted: Any = [lessons] if isinstance(lessons, str) else lessons
        if hasattr(wanted, "columns"):
            wanted = wanted["lesson_id"].dropna()
        ids = None if wanted is None else [self._id(lesson) for lesson in wanted]
        found = checked_lessons(
            self._client,
            self.organization_id,
            ids,
            project_id=self._project_id(project),
            course_id=self._course_id(course),
            language=self._language(language),
        )
        if ids and not found:
            self._client.call(get_findings(lesson_id=ids[0]))  # what is not here is refused, not an empty table
        return checks_frame(found, severity=severity)

    def count(
        self,
        *,
        project: ProjectName | None = None,
        course: CourseName | None = None,
        language: LanguageCode | None = None,
    ) -> int:
        """Return the number of lessons, in one request for each name and one for the count.

        >>> wb.lessons.count(language="EN")
        1
        """
        call = list_lessons(
            organization_id=self.organization_id,
            project_id=self._project_id(project),
            course_id=self._course_id(course),
            language=self._language(language),
            limit=1,
        )
        return self._client.call(call).total

    def get(self, lesson: LessonName) -> LessonPage:
        """One lesson with its blocks, shown as learners read it; `.lesson` is the answer itself.

        >>> wb.lessons.get("Reading a map").blocks[0].type
        'heading'
        """
        return LessonPage(self._client.call(get_lesson(lesson_id=self._id(lesson))))

    def open(self, lesson: str) -> OpenLesson:
        """One lesson to be worked on: `suggest` has a model propose other words for a block, or a question about it.

        >>> lesson = wb.lessons.open("Reading a map")
        >>> lesson.blocks[0].type
        'heading'
        """
        return OpenLesson(self._client, self._id(lesson))

    def create(
        self,
        title: Annotated[str, Help("its title", "TITLE")],
        *,
        language: LanguageCode | None = None,
        course: Annotated[
            str, Help("the course that it goes into, by id or title (default: a new one of its title)", "COURSE")
        ]
        | None = None,
        project: Annotated[str, Help("the project of the new course, by id or name", "PROJECT")] | None = None,
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
            organization_id=None if course else self.organization_id,
        )
        return self._client.call(call)

    def rename(self, lesson: LessonName, title: Annotated[str, Help("its new title", "TITLE")]) -> LessonSummary:
        """Give a lesson another title, as a change in its history.

        >>> wb.lessons.rename("The compass", "Using a compass").title
        'Using a compass'
        """
        return self._client.call(rename_lesson(lesson_id=self._id(lesson), title=title))

    def move(self, lesson: LessonName, *, course: CourseName) -> LessonSummary:
        """Move a lesson to another course.

        >>> _ = wb.courses.create("Orienteering")
        >>> wb.lessons.move("Using a compass", course="Orienteering").title
        'Using a compass'
        """
        course_id = identify.course_id(self._client, self.organization_id, course)
        return self._client.call(move_lesson(lesson_id=self._id(lesson), course_id=course_id))

    def delete(self, lesson: LessonName, *, confirm_public: ConfirmPublic = False) -> TrashedLesson:
        """Move a lesson to the trash, and with it the course that was made for it alone. Nothing is refunded.

        >>> wb.lessons.delete("Using a compass").is_course_in_trash
        False
        """
        return self._carried_out(delete_lesson(lesson_id=self._id(lesson)), confirm_public=confirm_public)

    def restore(
        self,
        lesson: Annotated[str, Help("id or title of a lesson in the trash", "LESSON")],
        *,
        confirm_public: ConfirmPublic = False,
        confirm_same_name: ConfirmSameName = False,
    ) -> LessonSummary:
        """Take a lesson out of the trash, by id or title there, and its course if that is there too.

        Raises `NotConfirmed` where another course has the title of that course by then: `confirm_same_name=True`
        restores both.

        >>> wb.lessons.restore("Using a compass").title
        'Using a compass'
        """
        lesson_id = self._id(lesson, in_trash=True)
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
        return plan.connected(Changes(self._client, self.organization_id).run)

    def replace(
        self,
        find: Annotated[str, Help("the text to find", "TEXT")],
        replacement: Annotated[str, Help("what stands in its place", "TEXT")],
        *,
        where: Annotated[
            str | Mapping[str, str],
            Help("only in the lessons that this search finds, such as 'tag:safety lang:en'", "QUERY"),
        ]
        | None = None,
        words: Annotated[bool, Help("find whole words only")] = True,
        case: Annotated[bool, Help("find the same capitals only")] = False,
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
            if "project" in where:
                where["project_id"] = self._project_id(where.pop("project")) or ""
            if "course" in where:
                where["course_id"] = self._course_id(where.pop("course")) or ""
        plan = plan_replacements(wanted, self._client, where=where, organization_id=self.organization_id, name=name)
        return plan.connected(Changes(self._client, self.organization_id).run)

    def _id(self, lesson: str, *, in_trash: bool = False) -> str:
        return identify.lesson_id(self._client, self.organization_id, lesson, in_trash=in_trash)
