"""The courses of an organization, as `wb.courses` has them, and their sharing."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from workbench.api.content.example_lesson import add_example
from workbench.api.content.outlines import CourseOutlines
from workbench.api.content.share_link import ShareLink
from workbench.client.lookups import identify
from workbench.client.lookups.courses import iter_courses
from workbench.procedures.course import (
    Course,
    CourseWithLessons,
    Sharing,
    TrashedCourse,
    create_course,
    delete_course,
    get_course,
    get_course_sharing_info,
    move_course,
    rename_course,
    restore_course,
    set_course_sharing,
)

if TYPE_CHECKING:
    import pandas


class Courses(CourseOutlines):
    """Courses: a course is given by its id, or by its title where only one has it; so is a project.

    What learners of a public course would notice raises `NotConfirmed`, which says what they would see;
    `confirm_public=True` does it.
    """

    def list(
        self, *, project: str | None = None, search: str | None = None, in_trash: bool = False
    ) -> pandas.DataFrame:
        """Every course, a row each, last changed first; or those of a project, those whose title holds a text.

        >>> wb.courses.list(project="Starter lessons")["title"].to_list()
        ['Reading a map']
        """
        return self._report("courses", project_id=self._project_id(project), search=search, in_trash=in_trash)

    def iter(
        self, *, project: str | None = None, search: str | None = None, in_trash: bool = False
    ) -> Iterator[Course]:
        """The courses one after the other, last changed first; pages of 1,000 are read as they are needed.

        >>> next(wb.courses.iter(search="map")).title
        'Reading a map'
        """
        project_id = self._project_id(project)
        yield from iter_courses(
            self._client, self.organization_id, project_id=project_id, search=search, in_trash=in_trash
        )

    def get(self, course: str) -> CourseWithLessons:
        """One course with its lessons, without their blocks.

        >>> wb.courses.get("Reading a map").lesson_count
        1
        """
        return self._client.call(get_course(course_id=self._id(course)))

    def create(self, title: str, *, project: str | None = None) -> Course:
        """A new, empty, private course in a project; without one in the default project.

        >>> wb.courses.create("Knots", project="Starter lessons").title
        'Knots'
        """
        call = create_course(title=title, organization_id=self.organization_id, project_id=self._project_id(project))
        return self._client.call(call)

    def rename(self, course: str, title: str, *, confirm_public: bool = False) -> Course:
        """Give a course another title.

        >>> wb.courses.rename("Knots", "Knots and hitches").title
        'Knots and hitches'
        """
        call = rename_course(course_id=self._id(course), title=title)
        return self._carried_out(call, confirm_public=confirm_public)

    def move(self, course: str, *, project: str) -> Course:
        """Move a course and its lessons to another project; learners see no difference.

        >>> _ = wb.projects.create("Sailing")
        >>> wb.courses.move("Knots and hitches", project="Sailing").title
        'Knots and hitches'
        """
        project_id = identify.project_id(self._client, self.organization_id, project)
        return self._client.call(move_course(course_id=self._id(course), project_id=project_id))

    def delete(self, course: str, *, confirm_public: bool = False) -> TrashedCourse:
        """Move a course and its lessons to the trash; it is private from then on. Nothing is refunded.

        >>> wb.courses.delete("Knots and hitches").lesson_count
        0
        """
        return self._carried_out(delete_course(course_id=self._id(course)), confirm_public=confirm_public)

    def restore(self, course: str) -> Course:
        """Take a course and its lessons out of the trash, by id or title there; it is private until shared again.

        >>> wb.courses.restore("Knots and hitches").is_public
        False
        """
        return self._client.call(restore_course(course_id=self._id(course, in_trash=True)))

    def sharing(self, course: str) -> ShareLink:
        """The course's link, and whether it opens.

        >>> wb.courses.sharing("Reading a map").is_public
        False
        """
        return _link(self._client.call(get_course_sharing_info(course_id=self._id(course))))

    def share(self, course: str, *, confirm_open_places: bool = False) -> ShareLink:
        """Make the course readable for anyone with the link.

        Raises `OpenPlaces`, which names the lessons, where an author has still to fill in places (✎);
        `confirm_open_places=True` shares them as they are. Raises `OpenAuthorNotes`, which names the lessons, where
        there are notes for authors; nothing shares these.

        >>> wb.courses.share("Reading a map").is_public
        True
        """
        confirmed = True if confirm_open_places else None  # nothing that a service may not know is sent unasked
        call = set_course_sharing(course_id=self._id(course), is_public=True, confirm_open_places=confirmed)
        return _link(self._client.call(call))

    def unshare(self, course: str) -> ShareLink:
        """Make the course private again; its link stops working at once.

        >>> wb.courses.unshare("Reading a map").is_public
        False
        """
        return _link(self._client.call(set_course_sharing(course_id=self._id(course), is_public=False)))

    def add_example(self) -> Course:
        """A course with the finished lesson that ships with the package, private when it is new; again it is the same.

        >>> example = wb.courses.add_example()
        >>> wb.courses.delete(example.title).lesson_count
        1
        """
        return add_example(self._client, self.organization_id)

    def _id(self, course: str, *, in_trash: bool = False) -> str:
        return identify.course_id(self._client, self.organization_id, course, in_trash=in_trash)


def _link(sharing: Sharing) -> ShareLink:
    return ShareLink(sharing.share_url, sharing.is_public)
