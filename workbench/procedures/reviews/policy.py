"""The publishing policy of an organization, in the organization router."""

from __future__ import annotations

from typing import Final, Literal

from pydantic import Field

from workbench.authoring.shape import Count, OutputModel
from workbench.procedures.declare import OrganizationScope, read, write

MAX_SHARE_DAYS: Final = 3_650
ANYONE, APPROVED_ONLY = "anyone", "approvedOnly"
SHARING_ROLES: Final = ("owner", "admin", "author")
PUBLICATION = (
    "`anyone`: who may share publishes. `approvedOnly`: a lesson that is not approved, or has a finding of severity "
    "`error`, stops a publication."
)
SOMEBODY_ELSE = "Whether nobody approves a lesson that they edited since it was approved before."
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
    """What an organization lets be published and shared."""

    organization_id: str = Field(description="The organization.")
    publication: str = Field(description=PUBLICATION)
    review_by_somebody_else: bool = Field(description=SOMEBODY_ELSE)
    longest_share_days: Count | None = Field(default=None, description=SHARE_DAYS)
    sharing_roles: list[str] = Field(description=ROLES)
    version: Count = Field(description="Rises by one with each change; 0: it was never set.")


class PublishingPolicySet(PublishingPolicy):
    """The policy as it is now, and what it means for what is public already."""

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
