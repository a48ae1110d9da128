"""Records of the next step of a lesson on its way to learners, and of what is left to do before it."""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

from pydantic import Field

from workbench.authoring.shape import Count, OutputModel

Step: TypeAlias = Literal["requestReview", "approve", "publish"]
TaskKind: TypeAlias = Literal[
    "ownEdits",
    "organization",
    "noBlocks",
    "authorNotes",
    "alternativeText",
    "openPlaces",
    "notApproved",
    "ownApproval",
    "errors",
    "notChecked",
]
MAX_REMAINING: Final = 100
STEP = (
    "`requestReview`, `approve` or `publish` (of its whole course); null: none that this person can take. It depends "
    "on the person's role, the publishing policy, the review and what learners see."
)
STATUS = (
    "`inReview` or `changesRequested` while its review is under way; else `public` where learners see it as it is now, "
    "`publicChanged` where they see an earlier version of it; else `approved` or `draft`."
)


class RemainingTask(OutputModel):
    """One thing that is left to do. Its title is people's text: escape it."""

    kind: TaskKind = Field(description="What it is.")
    stops: bool = Field(description="Whether the step is refused until it is done; `openPlaces` are only confirmed.")
    lesson_id: str | None = Field(default=None, description="The lesson that it is in; null: in none.")
    title: str | None = Field(default=None, description="Title of that lesson.")
    count: Count | None = Field(default=None, description="How many there are; null where it is one thing.")


class NextStep(OutputModel):
    """The next step of a lesson."""

    lesson_id: str = Field(description="The lesson.")
    course_id: str = Field(description="Its course.")
    revision: Count = Field(description="Its revision now.")
    status: str = Field(description=f"How far it is: {STATUS}")
    step: str | None = Field(description=STEP)
    remaining: list[RemainingTask] = Field(
        description="What stops the step, and what is left to do before learners can see the lesson; at most 100."
    )
    last_review_id: str | None = Field(default=None, description="Its last review, for `lesson.review`.")
    is_public: bool = Field(description="Whether learners can open its course.")
    share_url: str = Field(description="The link of its course.")
    publication_number: Count | None = Field(default=None, description="The publication that learners see; null: none.")
    unpublished_changes: Count = Field(description="In how much its course differs from what learners see.")
