"""An organization's publishing policy: what may be published, who approves lessons, who may share them and how long."""

from __future__ import annotations

import json
from typing import Final, NamedTuple

from sqlalchemy import bindparam, select, update

from workbench.service.db.seam import Db, Row
from workbench.service.db.statement import Statement, insert_new_of
from workbench.service.db.tables import publishing_policy
from workbench.service.kernel.context import Context
from workbench.service.kernel.errors import HandlerError
from workbench.service.kernel.membership import ACTIVE, stays_allowed, tier_and_status
from workbench.service.kernel.roles import role_refused


class StoredPolicy(NamedTuple):
    """An organization's publishing policy. `version` is 0 if it was never set."""

    publication: str = "anyone"
    review_by_somebody_else: bool = False
    longest_share_days: int | None = None
    sharing_roles: tuple[str, ...] = ("owner", "admin", "author")
    version: int = 0


DEFAULT: Final = StoredPolicy()
_POLICY = select(
    publishing_policy.c.publication,
    publishing_policy.c.review_by_somebody_else,
    publishing_policy.c.longest_share_days,
    publishing_policy.c.sharing_roles,
    publishing_policy.c.version,
).where(publishing_policy.c.organization_id == bindparam("organization_id"))
_READ = Statement(_POLICY)
_READ_LOCKED = Statement(_POLICY.with_for_update(read=True))
_LOCKED = Statement(_POLICY.with_for_update())
_NEW = insert_new_of(publishing_policy, "organization_id")
_UPDATE = Statement(
    update(publishing_policy)
    .values(
        version=publishing_policy.c.version + 1,
        publication=bindparam("new_publication"),
        review_by_somebody_else=bindparam("new_somebody_else", type_=publishing_policy.c.review_by_somebody_else.type),
        longest_share_days=bindparam("new_days"),
        sharing_roles=bindparam("new_roles"),
        updated_at=bindparam("now"),
    )
    .where(publishing_policy.c.organization_id == bindparam("of_id"))
)


async def read_policy(db: Db, organization_id: str) -> StoredPolicy:
    """Return the current policy."""
    return _policy(await db.row(_READ, organization_id=organization_id))


async def held_policy(db: Db, organization_id: str, *, now: int) -> StoredPolicy:
    """Return the policy with a shared lock: nobody can change it until the transaction ends."""
    await _ensure(db, organization_id, now=now)
    return _policy(await db.row(_READ_LOCKED, organization_id=organization_id))


async def locked_policy(db: Db, organization_id: str, *, now: int) -> StoredPolicy:
    """Return the policy with an exclusive lock: `held_policy` waits until the transaction ends."""
    await _ensure(db, organization_id, now=now)
    return _policy(await db.row(_LOCKED, organization_id=organization_id))


async def set_policy(db: Db, organization_id: str, policy: StoredPolicy, *, now: int) -> None:
    """Store the organization's policy and raise its version; the caller has locked it."""
    await db.run(
        _UPDATE,
        of_id=organization_id,
        new_publication=policy.publication,
        new_somebody_else=policy.review_by_somebody_else,
        new_days=policy.longest_share_days,
        new_roles=json.dumps(policy.sharing_roles),
        now=now,
    )


async def check_may_publish(context: Context, organization_id: str) -> tuple[StoredPolicy, str]:
    """Return the policy and the caller's role, locked until the transaction ends, if the caller may publish.

    Raises `HandlerError` if the caller's role or the organization may not share.
    """
    policy = await held_policy(context.db, organization_id, now=context.service.clock())
    role = await stays_allowed(context, organization_id)
    check_may_share(policy, role)
    await check_organization(context, organization_id)
    return policy, role


def check_may_share(policy: StoredPolicy, role: str) -> None:
    """Raise `HandlerError` for a role that may not share by the policy."""
    if role not in policy.sharing_roles:
        why = "This would publish content, and the organization's policy limits which roles can share courses."
        raise role_refused(role, policy.sharing_roles, why)


async def check_organization(context: Context, organization_id: str) -> None:
    """Raise `HandlerError` for an organization that may not share."""
    facts = await tier_and_status(context.db, organization_id)
    if facts is not None and facts[1] != ACTIVE:
        raise HandlerError("CONFLICT", f"The organization is {facts[1]}; only an {ACTIVE} one can share courses.")


async def _ensure(db: Db, organization_id: str, *, now: int) -> None:
    """Ensure that there is a row to lock."""
    values = {**DEFAULT._asdict(), "sharing_roles": json.dumps(DEFAULT.sharing_roles)}
    await db.run(_NEW, organization_id=organization_id, updated_at=now, **values)


def _policy(row: Row | None) -> StoredPolicy:
    if row is None:
        return DEFAULT
    publication, somebody_else, days, roles, version = row
    return StoredPolicy(publication, bool(somebody_else), days, tuple(json.loads(roles)), version)
