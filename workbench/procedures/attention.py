"""What needs a person's attention in an organization, as far as their role can act on it."""

from __future__ import annotations

from typing import Final, Literal, TypeAlias, get_args

from pydantic import Field

from workbench.authoring.shape import Count, Instant, OutputModel, Whole
from workbench.procedures.declare import OrganizationScope, read

EXPIRY_DAYS: Final = 14
"""A public link that ends within so many days needs attention."""
SPENDING_DAYS: Final = 7
"""Credits run low when fewer are left than were spent in so many days."""
MAX_ATTENTION_ITEMS: Final = 5

AttentionKind: TypeAlias = Literal[
    "awaitingReview",
    "changesRequested",
    "unpublishedChanges",
    "staleTranslations",
    "expiringLinks",
    "lowCredits",
]
ATTENTION_KINDS: Final[tuple[AttentionKind, ...]] = get_args(AttentionKind)
"""Every kind, in the order in which they are listed."""


class AttentionItem(OutputModel):
    """A lesson or course that needs attention. Its title is people's text: escape it."""

    lesson_id: str | None = Field(default=None, description="The lesson; null where a course is meant.")
    course_id: str = Field(description="The course, or the lesson's course.")
    title: str = Field(description="Its title.")
    at: Instant | None = Field(
        default=None, description="When it was last reviewed, or when its link ends, ISO 8601, UTC; null for others."
    )


class AttentionGroup(OutputModel):
    """What needs attention for one reason."""

    kind: str = Field(description=f"{', '.join(f'`{kind}`' for kind in ATTENTION_KINDS)}.")
    count: Count = Field(description="How many lessons or courses there are; 1 for low credits.")
    is_minimum: bool = Field(default=False, description="Whether there may be more: some could not be compared.")
    items: list[AttentionItem] = Field(description=f"The first {MAX_ATTENTION_ITEMS} of them; none for low credits.")
    balance_credits: Whole | None = Field(default=None, description="The balance, whole credits; of low credits only.")
    spent_credits: Whole | None = Field(
        default=None, description=f"What was spent in the last {SPENDING_DAYS} days; of low credits only."
    )


class Attention(OutputModel):
    """What needs the person's attention; what their role cannot act on is left out."""

    groups: list[AttentionGroup] = Field(description="The kinds with something to do, the most urgent first.")


get_attention = read(
    "organization.getAttention",
    input=OrganizationScope,
    output=Attention,
    about="What needs the person's attention: reviews, publications, translations, links and credits.",
    source="ours",
)
