"""Handlers of an organization's publishing policy."""

from __future__ import annotations

from typing import Any

from workbench.procedures import organization
from workbench.procedures.declare import OrganizationScope
from workbench.procedures.reviews import (
    APPROVED_ONLY,
    SHARING_ROLES,
    PublishingPolicy,
    PublishingPolicySet,
    SetPublishingPolicyInput,
)
from workbench.service.kernel import publishing_policy as policies
from workbench.service.kernel.audit import record
from workbench.service.kernel.binding import serves
from workbench.service.kernel.context import Context
from workbench.service.kernel.errors import HandlerError
from workbench.service.kernel.membership import here
from workbench.service.kernel.publishing_policy import StoredPolicy
from workbench.service.reviews.refusals import refused_courses


@serves(organization.get_publishing_policy, requires="read")
async def get_publishing_policy(context: Context, request: OrganizationScope) -> PublishingPolicy:
    """Return the current policy."""
    organization_id = (await here(context, request.organization_id)).organization_id
    return PublishingPolicy(**_fields(organization_id, await policies.read_policy(context.db, organization_id)))


@serves(organization.set_publishing_policy, requires="policy")
async def set_publishing_policy(context: Context, request: SetPublishingPolicyInput) -> PublishingPolicySet:
    """Another policy; the same one changes nothing."""
    organization_id, now = (await here(context, request.organization_id)).organization_id, context.service.clock()
    known = await policies.locked_policy(context.db, organization_id, now=now)
    if request.base_version not in (None, known.version):
        raise HandlerError(
            "CONFLICT",
            "Someone else has changed the publishing policy. Reload it and try again.",
            version=known.version,
        )
    wanted = StoredPolicy(
        request.publication,
        request.review_by_somebody_else,
        request.longest_share_days,
        tuple([role for role in SHARING_ROLES if role in request.sharing_roles]),
        known.version,
    )
    if wanted != known:
        await policies.set_policy(context.db, organization_id, wanted, now=now)
        await record(context, organization_id, organization_id, **_changes(known, wanted))
        wanted = wanted._replace(version=known.version + 1)
    refused = 0
    if wanted.publication == APPROVED_ONLY:
        by_somebody_else = wanted.review_by_somebody_else
        refused = await refused_courses(context.db, organization_id, by_somebody_else=by_somebody_else, now=now)
    return PublishingPolicySet(**_fields(organization_id, wanted), refused_courses=refused)


def _changes(before: StoredPolicy, after: StoredPolicy) -> dict[str, Any]:
    """Return the audit facts of the change: each changed field with its old and new value."""
    old, new = _fields("", before), _fields("", after)
    names = {
        "publication": "publication",
        "review_by_somebody_else": "reviewBySomebodyElse",
        "longest_share_days": "longestShareDays",
        "sharing_roles": "sharingRoles",
    }
    changed = {name: wire_name for name, wire_name in names.items() if old[name] != new[name]}
    now = {wire_name: new[name] for name, wire_name in changed.items()}
    return now | {f"{wire_name}Before": old[name] for name, wire_name in changed.items()}


def _fields(organization_id: str, policy: StoredPolicy) -> dict[str, Any]:
    return {"organization_id": organization_id, **policy._asdict(), "sharing_roles": list(policy.sharing_roles)}
