"""The publishing policy of an organization, as `wb.policy` has it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Final, Literal, cast

from workbench.api.collection import Collection
from workbench.argument_help import Help
from workbench.errors import NotFound
from workbench.procedures.organization import get_publishing_policy, set_publishing_policy
from workbench.procedures.reviews import PublishingPolicy, PublishingPolicySet, SharingRole

NO_POLICY: Final = "This service has no publishing policy. Ask its operator to update it."


class Policy(Collection):
    """The publishing policy of the organization. It holds for publications from the moment it is set."""

    def show(self) -> PublishingPolicy:
        """Return the current policy.

        >>> wb.policy.show().publication
        'anyone'
        """
        capabilities = self._client.capabilities()
        if capabilities is None or get_publishing_policy.name not in capabilities.procedures:
            raise NotFound(NO_POLICY, code="NOT_FOUND", http_status=404)
        return self._client.call(get_publishing_policy(organization_id=self.organization_id))

    def set(
        self,
        *,
        publication: Annotated[Literal["anyone", "approvedOnly"], Help("which lessons can be published")] | None = None,
        review_by_somebody_else: Annotated[bool, Help("whether people can't approve lessons that they edited")]
        | None = None,
        longest_share_days: Annotated[
            int | Literal["unlimited"], Help("maximum days of a public link, or `unlimited`", "DAYS", 1)
        ]
        | None = None,
        sharing_roles: Annotated[
            Sequence[SharingRole], Help("roles that can share: owner,admin,author or some of them", "ROLES")
        ]
        | None = None,
        base_version: int | None = None,
    ) -> PublishingPolicySet:
        """Change the given fields, and return the new policy. Owners and admins can do this.

        `refused_courses` of the answer is how many public courses have lessons that it would refuse: they stay public
        as they are. Raises `Conflict` where somebody else changed it since `base_version`, by default since just now.

        >>> wb.policy.set(publication="approvedOnly", longest_share_days=90).refused_courses
        0
        >>> wb.policy.set(publication="anyone", longest_share_days="unlimited").version
        2
        """
        now = self.show()
        days = now.longest_share_days if longest_share_days is None else longest_share_days
        roles = now.sharing_roles if sharing_roles is None else sharing_roles
        call = set_publishing_policy(
            organization_id=self.organization_id,
            publication=cast('Literal["anyone", "approvedOnly"]', publication or now.publication),
            review_by_somebody_else=(
                now.review_by_somebody_else if review_by_somebody_else is None else review_by_somebody_else
            ),
            longest_share_days=None if days == "unlimited" else days,
            sharing_roles=cast("list[SharingRole]", list(roles)),
            base_version=now.version if base_version is None else base_version,
        )
        return self._client.call(call)
