"""The courseRouter router: a course's sharing, and our own procedures for courses."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from workbench.authoring.shape import Count, InputModel, Instant, OutputModel, optional_field
from workbench.authoring.tags import MAX_TAG_CHARACTERS
from workbench.authoring.title import MAX_TITLE_CHARACTERS, Title
from workbench.procedures.declare import OrganizationScope, read, write
from workbench.procedures.lesson import BASE_TITLE, LessonSummary
from workbench.procedures.outlines import ProposedOutline, ProposeOutlineInput
from workbench.procedures.project import REFUSE_SAME_NAME
from workbench.procedures.publications import (
    CONFIRMED,
    ListPublicationsInput,
    ListPublicationsOutput,
    Publication,
    PublicationChanges,
    PublicationInput,
    PublishCourseInput,
    RestorePublicationInput,
    UnpublishedCourse,
)
from workbench.procedures.sharing import (
    EMBED_ORIGINS,
    EXPIRES_AT,
    INDEXING,
    PageContext,
    PageContextInput,
    SetShareSettingsInput,
    ShareSettings,
)
from workbench.procedures.starter_lesson import GIVEN_ID, ID_FORM
from workbench.procedures.tags import TAGS_NOW, TAGS_VERSION, SetCourseTagsInput

MAX_COURSE_PAGE = 1000
MAX_ORDER = 10_000
SORT = (
    "`recently-updated` (default), `recently-created` or `alphabetical`; or `title`, `status` (private ones first), "
    "`updatedAt`, `createdAt`, `createdBy` or `tags`, with `-` in front for the last first."
)
CAN_BE_SHARED = (
    "Whether it can be made public as it is: it has a lesson with a block and none with notes for authors, and its "
    "organization is `Active`. Approvals and findings are checked when it is published."
)
SHARING_OBSTACLE = (
    "Why it cannot be shared, and what to do, in one or two sentences that name the lessons; null: it can be shared."
)
OBSTACLE_LESSONS = "The first lessons with notes for authors, at most 5; null if there are none."


class CourseInput(InputModel):
    """One course by id. Source: interface 4.4."""

    course_id: str = Field(max_length=64, description="The course.")


class ListCoursesInput(OrganizationScope):
    """Filters for a list of courses."""

    project_id: str | None = Field(default=None, max_length=64, description="Only courses of this project.")
    search: str | None = Field(default=None, max_length=200, description="Only courses whose title holds this text.")
    title: str | None = Field(
        default=None,
        max_length=MAX_TITLE_CHARACTERS,
        description="Only courses with this title, ignoring case, white space and character width.",
    )
    tag: str | None = Field(
        default=None,
        min_length=1,
        max_length=MAX_TAG_CHARACTERS,
        description="Only courses with this tag; `none`: only those without any.",
    )
    in_trash: bool | None = Field(default=None, description="True: only those in the trash; default: only the others.")
    unpublished_changes: bool | None = Field(
        default=None, description="True: include `hasUnpublishedChanges` for public courses."
    )
    sort_preference: str | None = Field(default=None, max_length=64, description=SORT)
    limit: int | None = Field(
        default=None, ge=1, le=MAX_COURSE_PAGE, description="Courses per page, 1 to 1,000; default 100."
    )
    cursor: str | None = Field(default=None, max_length=200, description="The `nextCursor` of the previous page.")


class SetSharingInput(InputModel):
    """Whether anyone with the link may read a course."""

    course_id: str = Field(max_length=64, description="The course.")
    is_public: bool = Field(description="True: anyone with the link; false: members only.")
    confirm_open_places: bool | None = optional_field(CONFIRMED)


class CreateCourseInput(InputModel):
    """A new course."""

    title: Title = Field(description="Its title, 1 to 300 characters.")
    organization_id: str | None = optional_field("The organization; default: the last selected.", max_length=64)
    project_id: str | None = optional_field("The project it goes into; default: Starter lessons.", max_length=64)
    course_id: str | None = optional_field(GIVEN_ID, pattern=ID_FORM)
    refuse_same_name: bool | None = optional_field(REFUSE_SAME_NAME)


class RenameCourseInput(InputModel):
    """A course's new title."""

    course_id: str = Field(max_length=64, description="The course.")
    title: Title = Field(description="Its new title, 1 to 300 characters.")
    base_title: str | None = optional_field(BASE_TITLE, max_length=MAX_TITLE_CHARACTERS)
    refuse_same_name: bool | None = optional_field(REFUSE_SAME_NAME)


class DuplicateCourseInput(InputModel):
    """A course that is to be copied with its lessons."""

    course_id: str = Field(max_length=64, description="The course that is copied.")
    title: Title | None = optional_field(
        "The copy's title; default: `Copy of` and its title, with a number where another course has that."
    )
    project_id: str | None = optional_field("The project of the copy; default: that of the course.", max_length=64)
    refuse_same_name: bool | None = optional_field(REFUSE_SAME_NAME)


class RestoreCourseInput(InputModel):
    """A course to restore from the trash."""

    course_id: str = Field(max_length=64, description="The course.")
    refuse_same_name: bool | None = optional_field(REFUSE_SAME_NAME)


class MoveCourseInput(InputModel):
    """A course's new project."""

    course_id: str = Field(max_length=64, description="The course.")
    project_id: str = Field(max_length=64, description="A project of the same organization.")
    base_project_id: str | None = optional_field("Refuse unless this is its current project.", max_length=64)


class OrderLessonsInput(InputModel):
    """A new order for the lessons of a course."""

    course_id: str = Field(max_length=64, description="The course.")
    lesson_ids: list[Annotated[str, Field(max_length=64)]] = Field(
        min_length=1,
        max_length=MAX_ORDER,
        description="Its lessons in order; an unlisted lesson stays after the lesson that it followed.",
    )
    base_version: int | None = optional_field("Refuse unless this is the current version of the order.", ge=1)


class Sharing(OutputModel):
    """A course's sharing state. Source: interface 4.4."""

    is_public: bool = Field(description="Whether anyone with the link may read it.")
    can_be_shared: bool = Field(description=CAN_BE_SHARED)
    share_url: str = Field(description="The link, {share_base_url}/s/<course_id>.")


class Course(OutputModel):
    """A course as lists show it."""

    course_id: str = Field(description="The course.")
    project_id: str = Field(description="Its project.")
    title: str = Field(description="Its title.")
    is_public: bool = Field(description="Whether anyone with the link may read it.")
    can_be_shared: bool = Field(description=CAN_BE_SHARED)
    sharing_obstacle: str | None = Field(default=None, description=SHARING_OBSTACLE)
    sharing_obstacle_lesson_ids: list[str] | None = Field(default=None, description=OBSTACLE_LESSONS)
    share_url: str = Field(description="Its link.")
    lesson_count: Count = Field(description="Lessons in it, those in the trash not counted.")
    created_at: Instant = Field(description="When it was made, ISO 8601, UTC.")
    updated_at: Instant = Field(description="Last change of it or its lessons, ISO 8601, UTC.")
    created_by: str | None = Field(default=None, description="Name of the person who made it.")
    created_by_id: str | None = Field(default=None, description="The person who made it.")
    order_version: Count | None = Field(
        default=None, description="Increases by one when lessons of the course are reordered."
    )
    tags: list[str] | None = Field(default=None, description=TAGS_NOW)
    tags_version: Count | None = Field(default=None, description=TAGS_VERSION)
    expires_at: Instant | None = Field(default=None, description=EXPIRES_AT)
    embed_origins: list[str] | None = Field(default=None, description=EMBED_ORIGINS)
    indexing: bool | None = Field(default=None, description=INDEXING)
    publication_number: Count | None = Field(
        default=None, description="The publication that its link shows; null: none."
    )
    has_unpublished_changes: bool | None = Field(
        default=None,
        description="Whether it differs from what learners see; null if it is private or this was not requested.",
    )


class CourseWithLessons(Course):
    """A course with its lessons."""

    unpublished_changes: Count | None = Field(
        default=None, description="Number of differences from what learners see; null if it is not published."
    )
    lessons: list[LessonSummary] = Field(description="Its lessons in order, at most 1,000.")


class LessonOrder(OutputModel):
    """The order of a course's lessons."""

    course_id: str = Field(description="The course.")
    order_version: Count = Field(description="The version of the order now.")
    lesson_ids: list[str] = Field(description="All its lessons in order.")


class TrashedCourse(OutputModel):
    """A course is in the trash."""

    course_id: str = Field(description="The course.")
    lesson_count: Count = Field(description="Lessons that went with it.")


class ListCoursesOutput(OutputModel):
    """A page of courses."""

    courses: list[Course] = Field(description="Courses in the order asked for.")
    total: Count = Field(description="Number of items on all pages.")
    next_cursor: str | None = Field(default=None, description="The next page's cursor; null at the end.")


get_course_sharing_info = read(
    "courseRouter.getCourseSharingInfo",
    input=CourseInput,
    output=Sharing,
    about="Whether a course is public, whether it can be shared, and its link.",
    source="interface 4.4",
)
list_courses = read(
    "courseRouter.listCourses",
    input=ListCoursesInput,
    output=ListCoursesOutput,
    items="courses",
    about="The courses of an organization, page by page.",
    source="ours",
)
set_course_sharing = write(
    "courseRouter.setCourseSharing",
    changes={"courses"},
    input=SetSharingInput,
    output=Sharing,
    about="Make a course public as it is now, or private again; the link stops working immediately.",
    source="ours",
)
publish_course = write(
    "courseRouter.publishCourse",
    changes={"courses"},
    input=PublishCourseInput,
    output=Publication,
    about="Let learners see the course as it is now; nothing is changed if nothing differs.",
    source="ours",
)
unpublish_course = write(
    "courseRouter.unpublishCourse",
    changes={"courses"},
    input=CourseInput,
    output=UnpublishedCourse,
    about="Make a course private; its publications are kept.",
    source="ours",
)
restore_publication = write(
    "courseRouter.restorePublication",
    changes={"courses"},
    input=RestorePublicationInput,
    output=Publication,
    about="Let learners see an earlier publication again; the course itself stays as it is.",
    source="ours",
)
list_publications = read(
    "courseRouter.listPublications",
    input=ListPublicationsInput,
    output=ListPublicationsOutput,
    items="publications",
    about="The publications of a course, page by page.",
    source="ours",
)
get_publication = read(
    "courseRouter.getPublication",
    input=PublicationInput,
    output=Publication,
    about="One publication of a course, with its lessons and their revisions.",
    source="ours",
)
get_publication_changes = read(
    "courseRouter.getPublicationChanges",
    input=CourseInput,
    output=PublicationChanges,
    about="How a course differs from what learners see.",
    source="ours",
)
get_page_context = read(
    "courseRouter.getPageContext",
    input=PageContextInput,
    output=PageContext,
    about="What learner pages of a course show besides its text: the theme, and who wrote and approved each lesson.",
    source="ours",
)
get_share_settings = read(
    "courseRouter.getShareSettings",
    input=CourseInput,
    output=ShareSettings,
    about="When a course's link ends, which pages may embed the course, and whether search engines may list it.",
    source="ours",
)
set_share_settings = write(
    "courseRouter.setShareSettings",
    changes={"courses"},
    input=SetShareSettingsInput,
    output=ShareSettings,
    about="Set when a course's link ends, which pages may embed the course, and whether search engines may list it.",
    source="ours",
)
get_course = read(
    "courseRouter.getCourse",
    input=CourseInput,
    output=CourseWithLessons,
    about="A course with its lessons, without their blocks.",
    source="ours",
)
create_course = write(
    "courseRouter.createCourse",
    changes={"courses"},
    input=CreateCourseInput,
    output=Course,
    about="Create an empty, private course in a project; with an idempotency key, only once.",
    source="ours",
    keyed=True,
)
rename_course = write(
    "courseRouter.renameCourse",
    changes={"courses"},
    input=RenameCourseInput,
    output=Course,
    about="Give a course another title.",
    source="ours",
)
duplicate_course = write(
    "courseRouter.duplicateCourse",
    changes={"courses", "lessons"},
    input=DuplicateCourseInput,
    output=Course,
    about="Copy a course with its lessons, as a private course; under an idempotency key, once. Costs nothing.",
    source="ours",
    keyed=True,
)
move_course = write(
    "courseRouter.moveCourse",
    changes={"courses"},
    input=MoveCourseInput,
    output=Course,
    about="Move a course and its lessons to another project of the organization.",
    source="ours",
)
order_lessons = write(
    "courseRouter.orderLessons",
    changes={"courses", "lessons"},
    input=OrderLessonsInput,
    output=LessonOrder,
    about="Set the order of a course's lessons; refused as a whole if it has changed since.",
    source="ours",
)
set_tags = write(
    "courseRouter.setTags",
    changes={"courses"},
    input=SetCourseTagsInput,
    output=Course,
    about="Replace a course's tags; searches find its lessons by them too.",
    source="ours",
)
propose_outline = write(
    "courseRouter.proposeOutline",
    changes={"credits"},
    input=ProposeOutlineInput,
    output=ProposedOutline,
    about="Let a model propose the lessons of a course from a brief; nothing is created.",
    source="ours",
    paid=True,
)
delete_course = write(
    "courseRouter.deleteCourse",
    changes={"courses", "lessons", "reviews"},
    input=CourseInput,
    output=TrashedCourse,
    about="Move a course and its lessons to the trash; it is private from then on, and nothing is refunded.",
    source="ours",
)
restore_course = write(
    "courseRouter.restoreCourse",
    changes={"courses", "lessons", "reviews"},
    input=RestoreCourseInput,
    output=Course,
    about="Take a course and the lessons that went with it out of the trash; it is private until it is shared again.",
    source="ours",
)
