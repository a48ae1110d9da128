"""Publications of courses, as `wb.courses` has them: published, restored and compared."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Final, overload

from workbench.api.arguments import ConfirmOpenPlaces, CourseName, Override, SeveralCourses
from workbench.api.changes import Changes
from workbench.api.collection import Collection
from workbench.api.reviews.review_tables import records_frame
from workbench.argument_help import Help
from workbench.client.lookups import identify
from workbench.client.lookups.identify import IdOrName
from workbench.client.lookups.paging import every_item
from workbench.columns import FLAG, INTEGER, MOMENT, TEXT, Column
from workbench.errors import InputRejected
from workbench.procedures.course import (
    get_publication_changes,
    list_publications,
    publish_course,
    restore_publication,
    unpublish_course,
)
from workbench.procedures.publications import Publication

if TYPE_CHECKING:
    import pandas

    from workbench.changes import ChangePlan

PUBLICATION_COLUMNS: Final = (
    Column("number", INTEGER, "", "Counts the course's publications from 1."),
    Column("is_current", FLAG, "", "Whether it is the current publication."),
    Column("at", MOMENT, "UTC", "When it was published."),
    Column("person_name", TEXT, "", "Who published it."),
    Column("note", TEXT, "", "The note given with it; missing if there is none."),
    Column("title", TEXT, "", "The course's title then."),
    Column("lesson_count", INTEGER, "lessons", "Lessons in it."),
    Column(
        "override_reason",
        TEXT,
        "",
        "The reason for overriding the organization's policy; missing if it was not overridden.",
    ),
    Column("person_id", TEXT, "", "Who published it, by id."),
    Column("course_id", TEXT, "", "The course."),
)
CHANGE_COLUMNS: Final = (
    Column("kind", TEXT, "", "added, removed, changed, renamed, moved, or courseRenamed, which is about no lesson."),
    Column("title", TEXT, "", "The current title; missing for removed lessons."),
    Column("published_title", TEXT, "", "The title that learners see; missing for an addition."),
    Column("revision", INTEGER, "", "The lesson's current revision; missing for removed lessons."),
    Column("published_revision", INTEGER, "", "The revision that learners see; missing for an addition."),
    Column("lesson_id", TEXT, "", "The lesson."),
)


class PublishedCourses(Collection):
    """Learners see the course as it was published last: edits, titles, order, new and moved lessons wait."""

    @overload
    def publish(
        self,
        course: IdOrName,
        *,
        note: str | None = None,
        confirm_open_places: bool = False,
        base_number: int | None = None,
        override_reason: str | None = None,
    ) -> Publication: ...
    @overload
    def publish(
        self,
        course: CourseName | SeveralCourses,
        *,
        note: str | None = None,
        confirm_open_places: bool = False,
        base_number: int | None = None,
        override_reason: str | None = None,
    ) -> Publication | list[Publication]: ...
    def publish(
        self,
        course: CourseName | SeveralCourses,
        *,
        note: Annotated[str, Help("reason, which is kept", "TEXT")] | None = None,
        confirm_open_places: ConfirmOpenPlaces = False,
        base_number: int | None = None,
        override_reason: Override | None = None,
    ) -> Publication | list[Publication]:
        """Publish the course as it is now; if nothing differs, nothing is published.

        Several are a list, a Series, or a table with `course_id`, and are published one after the other; `plan_publish`
        has them shown first, and undone.

        Raises `OpenPlaces` and `OpenAuthorNotes` as `share` does, and `Conflict` if the current publication is
        not `base_number` (0: none), because someone else has published the course. An owner can override the
        organization's policy once by giving an `override_reason`.

        >>> wb.courses.publish("Reading a map", note="First term").number
        1
        """
        if base_number is not None and not identify.is_one("course", course):
            raise InputRejected("`base_number` is of one course. Publish one at a time with it. Nothing was changed.")

        def publish_one(course_id: str) -> Publication:
            call = publish_course(
                course_id=course_id,
                note=note,
                confirm_open_places=confirm_open_places or None,
                base_number=base_number,
                override_reason=override_reason,
            )
            return self._client.call(call)

        return self._for_one_or_several("course", course, self._id_of_course, publish_one)

    def plan_publish(
        self, courses: CourseName | SeveralCourses, *, confirm_open_places: bool = False, name: str | None = None
    ) -> ChangePlan:
        """Return a plan that publishes courses as they are now, to look at, run and undo.

        `courses` are given as for `publish`. One that cannot be shared, or of which learners see the present state, is
        in the plan with the reason. Running it needs `plan.approve(changes=…)`. Undoing shows learners what they saw
        before. Raises `PlanRejected`.

        >>> wb.courses.plan_publish(["Reading a map"]).frame()["reason"].to_list()
        ['learners see it as it is now']
        """
        from workbench.changes.verb_plans import plan_publications

        plan = plan_publications(
            self._ids("course", courses) or (),
            self._client,
            organization_id=self.organization_id,
            name=name,
            confirm_open_places=confirm_open_places,
        )
        return plan.connect_to(Changes(self._client, self.organization_id).run)

    def plan_unpublish(self, courses: CourseName | SeveralCourses, *, name: str | None = None) -> ChangePlan:
        """Return a plan that makes courses private, as `plan_unshare` does.

        >>> len(wb.courses.plan_unpublish("Reading a map").changes)
        1
        """
        from workbench.changes.verb_plans import plan_private

        ids = self._ids("course", courses) or ()
        plan = plan_private(ids, self._client, organization_id=self.organization_id, name=name)
        return plan.connect_to(Changes(self._client, self.organization_id).run)

    def unpublish(self, course: CourseName | SeveralCourses) -> None:
        """Make the course private; its publications are kept.

        Several are a list, a Series, or a table with `course_id`; `plan_unpublish` has them shown first, and undone.

        >>> wb.courses.unpublish("Reading a map")
        """
        self._for_one_or_several(
            "course",
            course,
            self._id_of_course,
            lambda course_id: self._client.call(unpublish_course(course_id=course_id)),
        )

    def publications(self, course: CourseName) -> pandas.DataFrame:
        """Return a DataFrame with a row for each publication of the course, newest first.

        >>> wb.courses.publications("Reading a map")["note"].to_list()
        ['First term']
        """
        course_id = self._id_of_course(course)
        return records_frame(PUBLICATION_COLUMNS, every_item(self._client, list_publications(course_id=course_id)))

    def restore_publication(
        self,
        course: CourseName,
        number: Annotated[int, Help("number of the publication", "NUMBER", 1)],
        *,
        confirm_open_places: ConfirmOpenPlaces = False,
        override_reason: Override | None = None,
    ) -> Publication:
        """Let learners see an earlier publication again; the course itself stays as it is. Raises as `publish` does.

        >>> wb.courses.restore_publication("Reading a map", 1).is_current
        True
        """
        call = restore_publication(
            course_id=self._id_of_course(course),
            number=number,
            confirm_open_places=confirm_open_places or None,
            override_reason=override_reason,
        )
        return self._client.call(call)

    def publication_changes(self, course: CourseName) -> pandas.DataFrame:
        """Return a DataFrame with a row for each difference between a course and what learners see.

        >>> wb.courses.publication_changes("Reading a map")["kind"].to_list()
        []
        """
        publication_changes = self._client.call(get_publication_changes(course_id=self._id_of_course(course)))
        return records_frame(CHANGE_COLUMNS, publication_changes.changes)
