"""The courseRouter router: a course's sharing; and of ours the list and the switch."""

from __future__ import annotations

from pydantic import Field

from workbench.authoring.shape import Asked, OpenAsked, Shape
from workbench.procedures.declare import read, write

MAX_COURSE_PAGE = 1000


class CourseChosen(Asked):
    """One course by id. Source: interface 4.4."""

    course_id: str = Field(max_length=64, description="The course.")


class CoursesAsked(OpenAsked):
    """Which courses."""

    organization_id: str | None = Field(
        default=None, max_length=64, description="The organization; default: the last selected."
    )
    project_id: str | None = Field(default=None, max_length=64, description="Only courses of this project.")
    search: str | None = Field(default=None, max_length=200, description="Only courses whose title holds this text.")
    limit: int | None = Field(
        default=None, ge=1, le=MAX_COURSE_PAGE, description="Courses a page, 1 to 1,000; default 100."
    )
    cursor: str | None = Field(default=None, max_length=200, description="Where the page before ended.")


class SharingAsked(Asked):
    """Whether anyone with the link may read a course."""

    course_id: str = Field(max_length=64, description="The course.")
    is_public: bool = Field(description="True: anyone with the link; false: members only.")


class Sharing(Shape):
    """A course's sharing state. Source: interface 4.4."""

    is_public: bool = Field(description="Whether anyone with the link may read it.")
    can_be_shared: bool = Field(description="Whether it may be made public now.")
    share_url: str = Field(description="The link, {share_base_url}/s/<course_id>.")


class Course(Shape):
    """A course as lists show it."""

    course_id: str = Field(description="The course.")
    project_id: str = Field(description="Its project.")
    title: str = Field(description="Its title.")
    is_public: bool = Field(description="Whether anyone with the link may read it.")
    can_be_shared: bool = Field(description="Whether it may be made public now.")
    share_url: str = Field(description="Its link.")
    lesson_count: int = Field(description="Lessons in it, those in the trash not counted.")
    created_at: str = Field(description="When it was made, ISO 8601, UTC.")
    updated_at: str = Field(description="Last change of it or its lessons, ISO 8601, UTC.")
    created_by: str | None = Field(default=None, description="Name of the person who made it.")


class Courses(Shape):
    """A page of courses, last changed first."""

    courses: list[Course] = Field(description="Courses, last changed first.")
    total: int = Field(description="How many there are on all pages.")
    next_cursor: str | None = Field(default=None, description="The next page's cursor; null at the end.")


get_course_sharing_info = read(
    "courseRouter.getCourseSharingInfo",
    takes=CourseChosen,
    gives=Sharing,
    about="Whether a course is public, whether it can be shared, and its link.",
    source="interface 4.4",
)
list_courses = read(
    "courseRouter.listCourses",
    takes=CoursesAsked,
    gives=Courses,
    about="The courses of an organization, page by page.",
    source="ours",
)
set_course_sharing = write(
    "courseRouter.setCourseSharing",
    takes=SharingAsked,
    gives=Sharing,
    about="Make a course public, or private again; the link stops working at once.",
    source="ours",
)
