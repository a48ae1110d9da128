"""The courses of an organization, as `wb.courses` has them, and their sharing."""

from __future__ import annotations

import builtins
from collections.abc import Iterator, Sequence
from heapq import merge
from typing import TYPE_CHECKING, Annotated, overload

from workbench.api.arguments import (
    ColumnNames,
    ConfirmPublic,
    ConfirmSameName,
    CourseName,
    InTrash,
    ProjectName,
    Projects,
    SearchText,
    SeveralCourses,
    SortColumns,
)
from workbench.api.changes import Changes
from workbench.api.content.course_sharing import CourseSharing
from workbench.api.content.example_lesson import add_example
from workbench.api.content.outlines import CourseOutlines
from workbench.api.content.publications import PublishedCourses
from workbench.argument_help import Help
from workbench.client.lookups import identify
from workbench.client.lookups.courses import iter_courses
from workbench.client.lookups.filter_values import check_filter_text
from workbench.client.lookups.identify import IdOrName, Several
from workbench.procedures.course import (
    Course,
    CourseWithLessons,
    TrashedCourse,
    create_course,
    delete_course,
    duplicate_course,
    get_course,
    move_course,
    rename_course,
    restore_course,
)

if TYPE_CHECKING:
    import pandas

    from workbench.changes import ChangePlan


class Courses(PublishedCourses, CourseSharing, CourseOutlines):
    """Courses: a course is given by its id, or by its title where only one has it; so is a project.

    A change that learners of a public course would notice raises `NotConfirmed`, which says what they would see;
    `confirm_public=True` makes it.
    """

    def list(
        self,
        *,
        project: Projects | None = None,
        search: SearchText | None = None,
        in_trash: InTrash = False,
        columns: ColumnNames | None = None,
        limit: int | None = None,
        sort: SortColumns | None = None,
    ) -> pandas.DataFrame:
        """Return a DataFrame with a row for each course, last changed first.

        `project` and `search` limit it to the courses of projects and to those whose title contains a text.

        `columns` are names, or `"all"`; without it those that people read first. `limit` is the number of rows, `sort`
        a column or several, such as `"-updated_at"` for the last first.

        >>> wb.courses.list(project="Starter lessons")["title"].to_list()
        ['Reading a map']
        """
        return self._report(
            "courses",
            project_id=self._ids("project", project),
            search=search,
            in_trash=in_trash,
            columns=columns,
            limit=limit,
            sort=sort,
        )

    def iter(
        self, *, project: IdOrName | Several | None = None, search: str | None = None, in_trash: bool = False
    ) -> Iterator[Course]:
        """Yield the courses, last changed first; pages of 1,000 are read as they are needed.

        >>> next(wb.courses.iter(search="map")).title
        'Reading a map'
        """
        check_filter_text(search, "search")
        listings = [
            iter_courses(self._client, self.organization_id, search=search, in_trash=in_trash, **filters)
            for filters in self._filters(project=project)
        ]
        yield from merge(*listings, key=lambda course: course.updated_at, reverse=True)

    @overload
    def get(self, course: IdOrName) -> CourseWithLessons: ...
    @overload
    def get(self, course: CourseName | SeveralCourses) -> CourseWithLessons | builtins.list[CourseWithLessons]: ...
    def get(self, course: CourseName | SeveralCourses) -> CourseWithLessons | builtins.list[CourseWithLessons]:
        """Return a course with its lessons, without their blocks.

        Several are a list, a Series, or a table with `course_id`; then a list is given.

        >>> wb.courses.get("Reading a map").lesson_count
        1
        """
        return self._for_one_or_several(
            "course",
            course,
            self._id_of_course,
            lambda course_id: self._client.call(get_course(course_id=course_id)),
        )

    def create(
        self,
        title: Annotated[str, Help("title", "TITLE")],
        *,
        project: ProjectName | None = None,
        confirm_same_name: ConfirmSameName = False,
    ) -> Course:
        """Create an empty, private course in a project, or in the default project without one.

        Raises `NotConfirmed` if a course of the organization has this title, giving its id, project and date:
        `confirm_same_name=True` makes another one.

        >>> wb.courses.create("Knots", project="Starter lessons").title
        'Knots'
        """
        project_id = self._project_id(project)
        call = create_course(title=title, organization_id=self.organization_id, project_id=project_id)
        return self._call_with_name(call, confirm_same_name=confirm_same_name)

    def rename(
        self,
        course: CourseName,
        title: Annotated[str, Help("new title", "TITLE")],
        *,
        confirm_same_name: ConfirmSameName = False,
    ) -> Course:
        """Give a course another title.

        Raises `NotConfirmed` as `create` does where another course has this title: `confirm_same_name=True` gives it.

        >>> wb.courses.rename("Knots", "Knots and hitches").title
        'Knots and hitches'
        """
        call = rename_course(course_id=self._id_of_course(course), title=title)
        return self._call_with_name(call, confirm_same_name=confirm_same_name)

    def duplicate(
        self,
        course: CourseName,
        *,
        title: Annotated[str, Help("title of the copy (default: 'Copy of' and its title)", "TITLE")] | None = None,
        project: Annotated[IdOrName, Help("id or name of the copy's project (default: the same)", "PROJECT")]
        | None = None,
        confirm_same_name: ConfirmSameName = False,
    ) -> Course:
        """Copy a course with its lessons and tags, as a private course, free of charge.

        Reviews, comments, history and publications are not copied. A second copy is called `Copy of … (2)`; for a
        `title` of another course, `NotConfirmed` is raised as by `create`.

        >>> wb.courses.duplicate("Knots and hitches").title
        'Copy of Knots and hitches'
        >>> wb.courses.delete("Copy of Knots and hitches").lesson_count
        0
        """
        call = duplicate_course(course_id=self._id_of_course(course), title=title, project_id=self._project_id(project))
        return (
            self._client.call(call)
            if title is None
            else self._call_with_name(call, confirm_same_name=confirm_same_name)
        )

    @overload
    def move(self, course: IdOrName, *, project: ProjectName) -> Course: ...
    @overload
    def move(self, course: IdOrName | SeveralCourses, *, project: ProjectName) -> Course | builtins.list[Course]: ...
    def move(self, course: CourseName | SeveralCourses, *, project: ProjectName) -> Course | builtins.list[Course]:
        """Move a course and its lessons to another project; learners see no difference.

        Several are a list, or a table with `course_id`, and are moved one after the other; `plan_move` has them shown
        first, and undone.

        >>> _ = wb.projects.create("Sailing")
        >>> wb.courses.move("Knots and hitches", project="Sailing").title
        'Knots and hitches'
        """
        project_id = identify.project_id(self._client, self.organization_id, project)
        return self._for_one_or_several(
            "course",
            course,
            self._id_of_course,
            lambda course_id: self._client.call(move_course(course_id=course_id, project_id=project_id)),
        )

    def plan_move(
        self, courses: CourseName | SeveralCourses, *, project: ProjectName, name: str | None = None
    ) -> ChangePlan:
        """Return a plan that moves courses to another project, to look at, run and undo like any other change.

        `courses` are given as for `move`. Nothing is changed before `plan.run()`. Raises `PlanRejected`.

        >>> plan = wb.courses.plan_move(["Knots and hitches"], project="Starter lessons", name="ashore")
        >>> plan.run().counts().done, wb.changes.undo("ashore", yes=True).left
        (1, ())
        """
        from workbench.changes.verb_plans import plan_course_moves

        project_id = identify.project_id(self._client, self.organization_id, project)
        ids = self._ids("course", courses) or ()
        plan = plan_course_moves(ids, project_id, self._client, organization_id=self.organization_id, name=name)
        return plan.connect_to(Changes(self._client, self.organization_id).run)

    def plan_delete(self, courses: CourseName | SeveralCourses, *, name: str | None = None) -> ChangePlan:
        """Return a plan that moves courses and their lessons to the trash, to look at, run and undo.

        `courses` are given as for `delete`. A public course is made private by a change of its own, and undoing shows
        it to learners again. Running it needs `plan.approve(changes=…, trash=…)`. Raises `PlanRejected`.

        >>> plan = wb.courses.plan_delete("Knots and hitches", name="overboard")
        >>> plan.run(plan.approve(changes=1, trash=1)).counts().done
        1
        """
        from workbench.changes.verb_plans import plan_course_trash

        ids = self._ids("course", courses) or ()
        plan = plan_course_trash(ids, self._client, organization_id=self.organization_id, name=name)
        return plan.connect_to(Changes(self._client, self.organization_id).run)

    def plan_restore(self, courses: CourseName | SeveralCourses, *, name: str | None = None) -> ChangePlan:
        """Return a plan that takes courses and their lessons out of the trash, to look at, run and undo.

        `courses` are given as for `restore`; a note says if another course has the title of one. Raises `PlanRejected`.

        >>> wb.courses.plan_restore("Knots and hitches", name="aboard").run().counts().done
        1
        """
        from workbench.changes.verb_plans import plan_course_restores

        ids = self._ids("course", courses, in_trash=True) or ()
        plan = plan_course_restores(ids, self._client, organization_id=self.organization_id, name=name)
        return plan.connect_to(Changes(self._client, self.organization_id).run)

    @overload
    def delete(self, course: IdOrName, *, confirm_public: bool = False) -> TrashedCourse: ...
    @overload
    def delete(
        self, course: IdOrName | SeveralCourses, *, confirm_public: bool = False
    ) -> TrashedCourse | builtins.list[TrashedCourse]: ...
    def delete(
        self, course: CourseName | SeveralCourses, *, confirm_public: ConfirmPublic = False
    ) -> TrashedCourse | builtins.list[TrashedCourse]:
        """Move a course and its lessons to the trash; it is private from then on. Nothing is refunded.

        Several are a list, or a table with `course_id`: what learners would see of all is confirmed before the first;
        `plan_delete` has them shown first, and undone.

        >>> wb.courses.delete("Knots and hitches").lesson_count
        0
        """

        def check(course_ids: Sequence[str]) -> None:
            if not confirm_public:
                self._check_public(*(delete_course(course_id=course_id) for course_id in course_ids))

        return self._for_one_or_several(
            "course",
            course,
            self._id_of_course,
            lambda course_id: self._client.call(delete_course(course_id=course_id)),
            check=check,
        )

    @overload
    def restore(self, course: IdOrName, *, confirm_same_name: bool = False) -> Course: ...
    @overload
    def restore(
        self, course: IdOrName | SeveralCourses, *, confirm_same_name: bool = False
    ) -> Course | builtins.list[Course]: ...
    def restore(
        self,
        course: Annotated[IdOrName, Help("id or title of a course in the trash", "COURSE")] | SeveralCourses,
        *,
        confirm_same_name: ConfirmSameName = False,
    ) -> Course | builtins.list[Course]:
        """Take a course and its lessons out of the trash, by id or title there; it is private until shared again.

        Several are a list, or a table with `course_id`, and are restored one after the other; `plan_restore` has them
        shown first, and undone.
        Raises `NotConfirmed` as `create` does where another course has its title by then: `confirm_same_name=True`
        restores it.

        >>> wb.courses.restore("Knots and hitches").is_public
        False
        """
        return self._for_one_or_several(
            "course",
            course,
            lambda wanted: self._id_of_course(wanted, in_trash=True),
            lambda course_id: self._call_with_name(
                restore_course(course_id=course_id), confirm_same_name=confirm_same_name
            ),
        )

    def add_example(self) -> Course:
        """Return the course of the example lesson that ships with the package, adding it as private if new.

        >>> example = wb.courses.add_example()
        >>> wb.courses.delete(example.title).lesson_count
        1
        """
        return add_example(self._client, self.organization_id)

    def add_recorded_drafts(self) -> CourseWithLessons:
        """Return the course of lessons that a model drafted from the example document, adding it as private if new.

        The model's answers are recorded and ship with the package: nothing is drafted now, and nothing is charged.
        The lessons quote the source “Working at height”, which is added if it is not there.

        >>> drafts = wb.courses.add_recorded_drafts()
        >>> wb.courses.delete(drafts.title).lesson_count
        3
        >>> _ = wb.sources.delete("Working at height", yes=True)
        """
        from workbench.api.content.recorded_model import add_recorded_drafts

        return add_recorded_drafts(self._client, self.organization_id)
