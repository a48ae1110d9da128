"""Reviews of lessons, and the policy that says what must be approved before it is published."""

from __future__ import annotations

from typing import Annotated, Final, Literal

from pydantic import Field

from workbench.authoring.characters import Line, Paragraphs
from workbench.authoring.language import LanguageCode
from workbench.authoring.shape import Count, InputModel, Instant, OutputModel, optional_field
from workbench.procedures.declare import OrganizationScope, read, write
from workbench.procedures.history import MAX_REVISION

MAX_REVIEW_NOTE: Final = 2_000
MAX_REVIEW_LESSONS: Final = 100
MAX_REVIEW_PAGE: Final = 1_000
MAX_QUEUE_PAGE: Final = 1_000

DRAFT, IN_REVIEW, CHANGES_REQUESTED, APPROVED = "draft", "inReview", "changesRequested", "approved"
REQUESTED: Final = "requested"
"""The verdict of a review that only asks for one; the others are called as the state that they lead to."""
DECIDED_MEANWHILE: Final = "decidedMeanwhile"
"""The `reason` of a 409: somebody else decided first; `by`, `at`, `verdict` and `reviewId` have the details."""
REVISION_CHANGED: Final = "revisionChanged"
"""The `reason` of a 409: the lesson is now at another `revision` than the one read."""
OWN_EDITS: Final = "ownEdits"
"""The `reason` of a 403: the policy wants somebody else than who edited the lesson to approve it."""

ReviewState = Literal["draft", "inReview", "changesRequested", "approved"]
STATE = "`draft`, `inReview`, `changesRequested` or `approved`; an edit makes an approved lesson a draft again."
NOTE = "What the other should know, 1 to 2,000 characters."
VERDICT = "`requested`, `approved` or `changesRequested`."
LAST_REVIEW = "Its last review, for `lastReviewId`; null if there is none."
Rule = Annotated[str, Field(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$", max_length=64)]


class RequestReviewInput(InputModel):
    """The lessons to be reviewed."""

    lesson_ids: list[Annotated[str, Field(max_length=64)]] = Field(
        min_length=1, max_length=MAX_REVIEW_LESSONS, description="The lessons, 1 to 100."
    )
    note: Paragraphs | None = optional_field(NOTE, max_length=MAX_REVIEW_NOTE)


class ReviewInput(InputModel):
    """A decision about a revision of a lesson."""

    lesson_id: str = Field(max_length=64, description="The lesson.")
    revision: int = Field(ge=1, le=MAX_REVISION, description="The revision that was read; refused if it is an old one.")
    verdict: Literal["approved", "changesRequested"] = Field(description="`approved` or `changesRequested`.")
    note: Paragraphs | None = optional_field(NOTE, max_length=MAX_REVIEW_NOTE)
    last_review_id: str | None = optional_field(
        "The lesson's last review as it was read: refused when somebody has decided since. Default: refused when "
        "somebody else has decided about this revision.",
        max_length=64,
    )


class ListReviewsInput(InputModel):
    """A page of a lesson's reviews."""

    lesson_id: str = Field(max_length=64, description="The lesson.")
    limit: int | None = optional_field("Reviews a page, 1 to 1,000; default 100.", ge=1, le=MAX_REVIEW_PAGE)
    cursor: str | None = optional_field("The `nextCursor` of the previous page.", max_length=200)


class ListReviewQueueInput(OrganizationScope):
    """Filters for the review queue."""

    state: ReviewState | None = Field(default=None, description="Lessons in this state; default: `inReview`.")
    run: Line | None = Field(default=None, max_length=200, description="Only lessons that this run made.")
    project_id: str | None = Field(default=None, max_length=64, description="Only lessons of this project.")
    language: LanguageCode | None = Field(default=None, description="Only lessons in this language.")
    writer: Line | None = Field(default=None, max_length=200, description="Only lessons that this writer drafted.")
    rule: Rule | None = Field(default=None, description="Only lessons in which this rule found something.")
    limit: int | None = Field(
        default=None, ge=1, le=MAX_QUEUE_PAGE, description="Lessons a page, 1 to 1,000; default 100."
    )
    cursor: str | None = Field(default=None, max_length=200, description="The `nextCursor` of the previous page.")


class LessonReviewState(OutputModel):
    """The state of a lesson's review."""

    lesson_id: str = Field(description="The lesson.")
    revision: Count = Field(description="Its revision now.")
    state: str = Field(description=STATE)
    approved_revision: Count | None = Field(
        default=None, description="The revision of the last approval that was not withdrawn; null for none."
    )
    last_review_id: str | None = Field(default=None, description=LAST_REVIEW)


class RequestedReviews(OutputModel):
    """Lessons of which a review was asked."""

    lessons: list[LessonReviewState] = Field(description="Each lesson once, in the order of the input.")


class Review(OutputModel):
    """One review of a lesson. Its note is a person's text: escape it."""

    review_id: str = Field(description="The review.")
    revision: Count = Field(description="The revision that it is about.")
    verdict: str = Field(description=VERDICT)
    note: str | None = Field(default=None, description="The person's note.")
    has_own_edits: bool = Field(
        default=False, description="Whether this person had edited it since its previous approval."
    )
    person_id: str | None = Field(default=None, description="Who did it.")
    person_name: str | None = Field(default=None, description="That person's name.")
    at: Instant = Field(description="When, ISO 8601, UTC.")


class ListReviewsOutput(LessonReviewState):
    """A page of a lesson's reviews, and how far its review is."""

    reviews: list[Review] = Field(description="Newest first.")
    next_cursor: str | None = Field(default=None, description="The next page's cursor; null at the end.")


class QueuedLesson(OutputModel):
    """A lesson of the review queue. Titles and names are people's text: escape them."""

    lesson_id: str = Field(description="The lesson.")
    title: str = Field(description="Its title.")
    course_id: str = Field(description="Its course.")
    course_title: str = Field(description="The course's title.")
    project_id: str = Field(description="Its project.")
    language: str = Field(description="Upper-case language code.")
    writer: str | None = Field(default=None, description="The model that drafted it; null if a person wrote it.")
    revision: Count = Field(description="Its revision now.")
    state: str = Field(description=STATE)
    approved_revision: Count | None = Field(
        default=None, description="The revision of the last approval that was not withdrawn; null for none."
    )
    requested_by: str | None = Field(default=None, description="Name of who asked last for a review.")
    requested_at: Instant | None = Field(default=None, description="When, ISO 8601, UTC.")
    last_review_id: str | None = Field(default=None, description=LAST_REVIEW)
    errors: Count = Field(description="Stored findings of severity `error`.")
    warnings: Count = Field(description="Stored findings of severity `warning`.")
    hints: Count = Field(description="Stored findings of severity `note`.")


class ReviewQueue(OutputModel):
    """A page of the review queue."""

    lessons: list[QueuedLesson] = Field(
        description="Most errors first, then most warnings, then those whose last review is oldest."
    )
    total: Count = Field(description="Number of items on all pages.")
    next_cursor: str | None = Field(default=None, description="The next page's cursor; null at the end.")


request_review = write(
    "lesson.requestReview",
    changes={"reviews"},
    input=RequestReviewInput,
    output=RequestedReviews,
    about="Request a review of lessons as they are now; lessons in review or approved are left unchanged.",
    source="ours",
)
review = write(
    "lesson.review",
    changes={"reviews"},
    input=ReviewInput,
    output=LessonReviewState,
    about="Approve a revision of a lesson, or send it back; refused if the lesson or the decision has changed.",
    source="ours",
)
list_reviews = read(
    "lesson.listReviews",
    input=ListReviewsInput,
    output=ListReviewsOutput,
    items="reviews",
    about="Requests for review, approvals and rejections of a lesson, newest first.",
    source="ours",
)
list_review_queue = read(
    "lesson.listReviewQueue",
    input=ListReviewQueueInput,
    output=ReviewQueue,
    items="lessons",
    about="The lessons that wait for a review, or are in another state of it: those with the worst findings first.",
    source="ours",
)


MAX_SHARE_DAYS: Final = 3_650
ANYONE, APPROVED_ONLY = "anyone", "approvedOnly"
SHARING_ROLES: Final = ("owner", "admin", "author")
PUBLICATION = (
    "`anyone`: who may share publishes. `approvedOnly`: a lesson that is not approved, or has a finding of severity "
    "`error`, prevents publishing."
)
SOMEBODY_ELSE = "Whether people can't approve a lesson that they have edited since its last approval."
SHARE_DAYS = "The longest life of a public link in days, 1 to 3,650; null for no limit."
ROLES = "The roles that may share, of `owner`, `admin` and `author`; one at least."
SharingRole = Literal["owner", "admin", "author"]


class SetPublishingPolicyInput(OrganizationScope):
    """The whole policy from now on."""

    publication: Literal["anyone", "approvedOnly"] = Field(description=PUBLICATION)
    review_by_somebody_else: bool = Field(description=SOMEBODY_ELSE)
    longest_share_days: int | None = Field(default=None, ge=1, le=MAX_SHARE_DAYS, description=SHARE_DAYS)
    sharing_roles: list[SharingRole] = Field(min_length=1, max_length=len(SHARING_ROLES), description=ROLES)
    base_version: int | None = Field(
        default=None, ge=0, description="Refuse when the version of the policy is another; 0: it was never set."
    )


class PublishingPolicy(OutputModel):
    """The publishing policy of an organization."""

    organization_id: str = Field(description="The organization.")
    publication: str = Field(description=PUBLICATION)
    review_by_somebody_else: bool = Field(description=SOMEBODY_ELSE)
    longest_share_days: Count | None = Field(default=None, description=SHARE_DAYS)
    sharing_roles: list[str] = Field(description=ROLES)
    version: Count = Field(description="Rises by one with each change; 0: it was never set.")


class PublishingPolicySet(PublishingPolicy):
    """The current policy, and its effect on what is already public."""

    refused_courses: Count = Field(
        description="Public courses with lessons that it would refuse; they stay public as they are."
    )


get_publishing_policy = read(
    "organization.getPublishingPolicy",
    input=OrganizationScope,
    output=PublishingPolicy,
    about="What the organization lets be published, approved and shared.",
    source="ours",
)
set_publishing_policy = write(
    "organization.setPublishingPolicy",
    changes={"policy"},
    input=SetPublishingPolicyInput,
    output=PublishingPolicySet,
    about="Set the whole publishing policy; it holds for publications from now on.",
    source="ours",
)
