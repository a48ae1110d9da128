"""The courses of an organization, as `wb.courses` has them, and their sharing."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated

from workbench.api.arguments import ConfirmPublic, ConfirmSameName, CourseName, InTrash, ProjectName, SearchText
from workbench.api.content.course_sharing import CourseSharing
from workbench.api.content.example_lesson import add_example
from workbench.api.content.outlines import CourseOutlines
from workbench.api.content.publications import PublishedCourses
from workbench.argument_help import Help
from workbench.client.lookups import identify
from workbench.client.lookups.courses import iter_courses
from workbench.client.lookups.filter_values import check_filter_text
from workbench.procedures.course import (
    Course,
    CourseWithLessons,
    TrashedCourse,
    create_course,
    delete_course,
    get_course,
    move_course,
    rename_course,
    restore_course,
)

if TYPE_CHECKING:
    import pandas


class Courses(PublishedCourses, CourseSharing, CourseOutlines):
    """Courses: a course is given by its id, or by its title where only one has it; so is a project.

    What learners of a public course would notice raises `NotConfirmed`, which says what they would see;
    `confirm_public=True` does it.
    """

    def list(
        self, *, project: ProjectName | None = None, search: SearchText | None = None, in_trash: InTrash = False
    ) -> pandas.DataFrame:
        """Return a DataFrame with a row for each course, last changed first.

        `project` and `search` limit it to the courses of a project and to those whose title contains a text.

        >>> wb.courses.list(project="Starter lessons")["title"].to_list()
        ['Reading a map']
        """
        return self._report("courses", project_id=self._project_id(project), search=search, in_trash=in_trash)

    def iter(
        self, *, project: str | None = None, search: str | None = None, in_trash: bool = False
    ) -> Iterator[Course]:
        """Yield the courses, last changed first; pages of 1,000 are read as they are needed.

        >>> next(wb.courses.iter(search="map")).title
        'Reading a map'
        """
        check_filter_text(search, "search")
        project_id = self._project_id(project)
        yield from iter_courses(
            self._client, self.organization_id, project_id=project_id, search=search, in_trash=in_trash
        )

    def get(self, course: CourseName) -> CourseWithLessons:
        """One course with its lessons, without their blocks.

        >>> wb.courses.get("Reading a map").lesson_count
        1
        """
        return self._client.call(get_course(course_id=self._id_of_course(course)))

    def create(
        self,
        title: Annotated[str, Help("its title", "TITLE")],
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
        title: Annotated[str, Help("its new title", "TITLE")],
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

    def move(self, course: CourseName, *, project: ProjectName) -> Course:
        """Move a course and its lessons to another project; learners see no difference.

        >>> _ = wb.projects.create("Sailing")
        >>> wb.courses.move("Knots and hitches", project="Sailing").title
        'Knots and hitches'
        """
        project_id = identify.project_id(self._client, self.organization_id, project)
        return self._client.call(move_course(course_id=self._id_of_course(course), project_id=project_id))

    def delete(self, course: CourseName, *, confirm_public: ConfirmPublic = False) -> TrashedCourse:
        """Move a course and its lessons to the trash; it is private from then on. Nothing is refunded.

        >>> wb.courses.delete("Knots and hitches").lesson_count
        0
        """
        return self._carried_out(delete_course(course_id=self._id_of_course(course)), confirm_public=confirm_public)

    def restore(
        self,
        course: Annotated[str, Help("id or title of a course in the trash", "COURSE")],
        *,
        confirm_same_name: ConfirmSameName = False,
    ) -> Course:
        """Take a course and its lessons out of the trash, by id or title there; it is private until shared again.

        Raises `NotConfirmed` as `create` does where another course has its title by then: `confirm_same_name=True`
        restores it.

        >>> wb.courses.restore("Knots and hitches").is_public
        False
        """
        call = restore_course(course_id=self._id_of_course(course, in_trash=True))
        return self._call_with_name(call, confirm_same_name=confirm_same_name)

    def add_example(self) -> Course:
        """Return the course of the example lesson that ships with the package, adding it as private if new.

        >>> example = wb.courses.add_example()
        >>> wb.courses.delete(example.title).lesson_count
        1
        """
        return add_example(self._client, self.organization_id)
